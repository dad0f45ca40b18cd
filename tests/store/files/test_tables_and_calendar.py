"""What other programs get: tables of plays, nights for a calendar, one play for BG Stats."""

from datetime import UTC, date, datetime
from random import Random
from typing import Any

import pytest

from companion.exports.bgstats_link import SentGame, SentPlay, SentPlayer
from companion.exports.calendar_file import CalendarNight
from companion.store.database.base import clock_at
from companion.store.files import tables_and_calendar as tables
from companion.store.nights import club_zone
from companion.store.plays import starting
from companion.store.plays.edits import commands
from companion.store.plays.play_details import COUNTS, DISCARDED, REMARK
from companion.store.plays.play_state import PlayState, load_play
from tests.laws import drawn
from tests.store.files.club_files import brought_in, exported
from tests.store.nights.evenings import EIGHT, ended, from_paper, hours, night_of, started, tell, told
from tests.store.people.players import merge
from tests.store.tables import FOUR, Club, Table, client_id, done, rows, tricks

HEADINGS = [
    "Date", "Time", "Night", "Place", "Game", "Called", "Player", "Side", "Seat", "Total", "Rank", "Won",
    "Rounds of player", "Rounds", "Over", "Counts", "Remark", "Play",
]  # fmt: skip


def test_the_table_of_a_club_has_a_row_for_each_player_of_each_play(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = club.scorer.club_id
    late, gone = started(club, EIGHT + hours(49), slug="any-other-game", options={"name": "Spoons"}), ended(club, EIGHT)
    first = ended(club, EIGHT)
    Table(Club().scorer)
    done(gone.edit_details(**{DISCARDED: True}))
    done(first.edit_details(**{REMARK: "Late.", COUNTS: False}))
    done(first.edit_details(**{REMARK: "By candlelight."}))
    done(late.edit_details(**{REMARK: "Late."}))
    done(late.edit_details(**{REMARK: None}))
    night = told(tell(club.scorer, night_of(first), name="Ours", place="Here"))
    club_zone.set_zone(club.organiser, "Asia/Tokyo")
    rest = [1, "yes", "no", "By candlelight.", first.key]
    before = ["2026-11-13", "05:00", "Ours", "Here", "raise-the-stakes", "Raise the Stakes"]
    open_, end = ["2026-11-15", "06:00", "", "", "any-other-game", "Spoons"], [0, 0, "no", "no", "", late.key]
    rows = [
        [*before, "Ann", "", 1, 3, 1, "yes", 1, *rest], [*before, "Bob", "", 2, 0, 2, "no", 1, *rest],
        [*before, "Cyd", "", 3, 0, 2, "no", 1, *rest],
        *([*open_, name, "", seat, 0, 1, "no", *end] for seat, name in enumerate(("Ann", "Bob", "Cyd"), start=1)),
    ]  # fmt: skip
    assert list(tables.result_rows(there)) == [HEADINGS, *rows]
    monkeypatch.setattr(tables, "BATCH_PLAYS", 1)
    assert list(tables.result_rows(there)) == [HEADINGS, *rows], "they are read in batches"
    assert list(tables.result_rows(there, night=night.key)) == [HEADINGS, *rows[:3]]
    assert list(tables.result_rows(Club().scorer.club_id, night=night.key)) == [HEADINGS]
    started(club, EIGHT + hours(99), players=("Bobby", "Dee"))
    merge(club, "Bobby", "Bob")
    assert [row[6:9] for row in tables.result_rows(there, player=" BOBBY ")][1:] == [
        ["Bob", "", 2], ["Bob", "", 2], ["Bob", "", 1]
    ]  # fmt: skip
    assert list(tables.result_rows(there, player="Nobody")) == [HEADINGS]


def with_sides(club: Club) -> PlayState:
    """Return a finished play of Samba from paper, of named sides."""
    wish: dict[str, Any] = {"slug": "samba", "players": FOUR, "dealer": "Dee", "options": {}, "client_id": client_id()}
    with clock_at(EIGHT):
        state = starting.start_play(club.scorer, sides=["Us", "Bob & Dee"], **wish)
    assert isinstance(state, PlayState)
    given = {"base": state.revision, "client_id": client_id()}
    return done(commands.enter_totals(club.scorer, state, totals={"Us": 100, "Bob & Dee": 300}, **given)).state


def test_who_handed_on_a_seat_comes_last_in_the_table(club: Club) -> None:
    table = started(club, EIGHT)
    table.write(tricks(3, 1, 1))
    done(table.take("Ann", "Eve"))
    table.write(tricks(0, 3, 2, names=("Eve", "Bob", "Cyd")))
    done(table.take("Cyd", "Dee", slot=2))
    done(table.take("Eve", "Fay"))
    there = club.scorer.club_id
    found = [(row[6], row[8], row[12], row[13]) for row in tables.result_rows(there)][1:]
    present = [("Fay", 1, 0, 2), ("Bob", 2, 2, 2), ("Dee", 3, 1, 2)]
    assert found == [*present, ("Ann", 1, 1, 2), ("Eve", 1, 1, 2), ("Cyd", 3, 1, 2)]
    for name, seats in (("Cyd", [3]), ("Dee", [3]), ("Eve", [1])):
        assert [row[8] for row in tables.result_rows(there, player=name)][1:] == seats


def test_the_table_of_a_club_names_sides(club: Club) -> None:
    state = with_sides(club)
    found = [row[6:] for row in tables.result_rows(club.scorer.club_id)][1:]
    rest = [0, 0, "yes", "yes", "", state.key]
    assert found == [
        ["Ann", "Us", 1, 100, 2, "no", *rest], ["Bob", "Bob & Dee", 2, 300, 1, "yes", *rest],
        ["Cyd", "Us", 3, 100, 2, "no", *rest], ["Dee", "Bob & Dee", 4, 300, 1, "yes", *rest],
    ]  # fmt: skip


def test_the_sides_in_the_table_are_named_after_the_present_players(club: Club) -> None:
    table = Table(club.scorer, "pitch", FOUR)
    table.write(drawn.believable(table.state.game, table.state.sheet.table, Random(1)))
    done(table.take("Cyd", "Eve"))
    found = [row[6:8] for row in tables.result_rows(club.scorer.club_id)][1:]
    us, them = "Ann & Eve", "Bob & Dee"
    assert found == [["Ann", us], ["Bob", them], ["Eve", us], ["Dee", them], ["Cyd", us]]


def test_the_table_of_a_play_has_the_terms_of_its_game_and_its_sides_or_everybody_on_a_seat(club: Club) -> None:
    heads = [next(tables.round_rows(Table(club.scorer, slug, FOUR).state))[1:5] for slug in ("samba", "brag")]
    assert heads == [
        ["Dealer", "Sitting out", "Ann & Cyd", "Ann & Cyd, total"], ["Dealer", "Sitting out", "Ann", "Ann, total"],
    ]  # fmt: skip
    banked = Table(club.scorer, "ace-deuce-jack")
    done(banked.take("Ann", "Eve"))
    assert next(tables.round_rows(banked.state))[1:4] == ["Banker", "Sitting out", "Eve"]
    table = Table(club.scorer)
    table.write(tricks(5))
    done(table.take("Ann", "Eve"))
    assert next(tables.round_rows(table.state))[3:5] == ["Ann, from round 2 Eve", "Ann, from round 2 Eve, total"]


def test_the_table_of_a_play_has_all_notes_of_a_round(club: Club) -> None:
    table = Table(club.scorer, "oh-hell")
    done(table.save({"bid": {"Ann": 1, "Bob": 1, "Cyd": 0}, "tricks": {"Ann": 0, "Bob": 0, "Cyd": 7}}))
    *_, row = tables.round_rows(table.state)
    missed = (("Ann", 1, 0), ("Bob", 1, 0), ("Cyd", 0, 7))
    assert row[-1] == " ".join(f"{name} bid {bid}, took {took}: nothing for the bid." for name, bid, took in missed)


def test_the_table_of_a_play_ends_at_a_round_that_does_not_fit(table: Table) -> None:
    table.write(tricks(5, absent=None), tricks(5), tricks(5))
    done(table.save(tricks(5, adjust=[{"player": "Ann", "points": 17, "reason": "bet"}]), slot=2))
    assert [row[0] for row in tables.round_rows(table.state)] == ["Round", 1, 2]


def test_the_table_of_a_play_has_a_row_for_each_round(table: Table) -> None:
    done(table.seat("Dee"))
    adjust = [{"player": "Ann", "points": -1, "reason": "renege"}]
    table.write(tricks(5, 0, 0, 0, adjust=adjust), tricks(0, 5, 0, absent=["Dee"]))
    notes = [" ".join(one.notes) for one in table.state.sheet.rounds]
    dealers = [one.dealer for one in table.state.sheet.rounds]
    assert list(tables.round_rows(table.state)) == [
        ["Round", "Dealer", "Sitting out", "Ann", "Ann, total", "Bob", "Bob, total", "Cyd", "Cyd, total", "Dee",
         "Dee, total", "Notes"],
        [1, dealers[0], "", 2, 2, 0, 0, 0, 0, 0, 0, notes[0]],
        [2, dealers[1], "Dee", 0, 2, 3, 3, 0, 0, 0, 0, notes[1]],
    ]  # fmt: skip


def test_nights_are_in_the_calendar_with_their_games_and_winners(club: Club) -> None:
    club_zone.set_zone(club.organiser, "Asia/Tokyo")
    second, first = started(club, EIGHT + hours(1), slug="rage"), ended(club, EIGHT)
    with clock_at(EIGHT + hours(1)):
        given = {"base": 1, "client_id": client_id(), "totals": {"Ann": 1, "Bob": 9, "Cyd": 9}}
        done(commands.enter_totals(club.scorer, second.state, **given))
    gone = ended(club, EIGHT + hours(2))
    done(gone.edit_details(**{DISCARDED: True}))
    started(club, EIGHT + hours(3))
    own = told(tell(club.scorer, night_of(first), name="", place="Here", notes="Rain.\nAll came."))
    later = started(club, EIGHT + hours(48))
    with clock_at(EIGHT + hours(53)):
        later.write(tricks(5, 0, 0))
    dated = told(tell(club.scorer, night_of(later), name="Ours", dated=date(2026, 11, 15)))
    assert list(tables.calendar_of(club.scorer.club_id)) == [
        CalendarNight(
            key=own.key, name="Raise the Stakes and Rage", day=date(2026, 11, 13), begun=EIGHT, until=EIGHT + hours(3),
            changed_at=EIGHT + hours(3), place="Here",
            description="Raise the Stakes: Ann\nRage: Bob and Cyd\nRain.\nAll came.",
        ),
        CalendarNight(
            key=dated.key, name="Ours", day=date(2026, 11, 15), begun=EIGHT + hours(48), until=EIGHT + hours(53),
            changed_at=EIGHT + hours(53), place="", description="",
        ),
    ]  # fmt: skip
    club_zone.set_zone(club.organiser, "UTC")
    found = list(tables.calendar_of(club.scorer.club_id))[1]
    assert (found.day, found.begun, found.until) == (date(2026, 11, 15), None, None), "no play began on that day"


def test_a_night_without_a_finished_game_has_a_name_in_the_calendar(club: Club) -> None:
    started(club, EIGHT)
    [found] = tables.calendar_of(club.scorer.club_id)
    assert (found.name, found.description, found.changed_at) == ("Cards", "", EIGHT)


def test_the_calendar_has_listed_nights_in_their_order_and_each_game_once_in_a_name(club: Club) -> None:
    later, _ = ended(club, EIGHT + hours(99)), ended(club, EIGHT + hours(100), won_by=1)
    first, gone = ended(club, EIGHT), ended(club, EIGHT + hours(48))
    done(gone.edit_details(**{DISCARDED: True}))
    told(tell(club.scorer, night_of(first), name="Ours"))
    found = list(tables.calendar_of(club.scorer.club_id))
    assert [(one.key, one.name, one.description) for one in found] == [
        (night_of(first).key, "Ours", "Raise the Stakes: Ann"),
        (night_of(later).key, "Raise the Stakes", "Raise the Stakes: Ann\nRaise the Stakes: Bob"),
    ]  # fmt: skip


def test_a_play_is_sent_to_bgstats_with_lasting_ids(club: Club) -> None:
    with clock_at(EIGHT):
        table = Table(club.scorer)
    with clock_at(EIGHT + hours(1)):
        table.write(tricks(5, 0, 0), tricks(5, 0, 0))
        done(table.end())
    done(table.edit_details(**{REMARK: "By candlelight."}))
    told(tell(club.scorer, night_of(table), place="Here"))
    sent = tables.bgstats_play(table.state)
    ids = [one.source_player_id for one in sent.players]
    assert sent == SentPlay(
        source_name="Companion", source_play_id=table.key, play_date="2026-11-12 20:00:00", duration_min=60,
        comments="By candlelight.", location="Here",
        game=SentGame(name="Raise the Stakes", source_game_id="raise-the-stakes", highest_wins=True, no_points=False),
        players=(
            SentPlayer(name="Ann", source_player_id=ids[0], score=6, rank=1, winner=True, start_player=False),
            SentPlayer(name="Bob", source_player_id=ids[1], score=0, rank=2, winner=False, start_player=True),
            SentPlayer(name="Cyd", source_player_id=ids[2], score=0, rank=2, winner=False, start_player=False),
        ),
    )  # fmt: skip
    again = brought_in(exported(club.scorer.club_id))
    state = load_play(again, f"{table.key}~2")
    assert state is not None
    elsewhere = tables.bgstats_play(state)
    assert (elsewhere.source_play_id, [one.source_player_id for one in elsewhere.players]) == (table.key, ids)


def test_people_sent_to_bgstats_are_numbered_in_their_club(club: Club) -> None:
    there = club.scorer.club_id
    merged = started(club, EIGHT, players=("Bobby", "Eve"))
    with clock_at(EIGHT + hours(25)):
        merged.write(tricks(5, names=("Bobby", "Eve")))
    assert tables.bgstats_play(merged.state).duration_min == 25 * 60
    table = ended(club, EIGHT)
    merge(club, "Bobby", "Bob")
    ids = [one.source_player_id for one in tables.bgstats_play(table.state).players]
    began = ids[0].partition("-")[0]
    assert datetime.strptime(began, "%Y%m%d%H%M%S%f").replace(tzinfo=UTC) > EIGHT
    assert ids == [f"{began}-3", f"{began}-4", f"{began}-5"]
    assert [row[0] for row in rows("select name from player where club_id = :id order by id", id=there)] == [
        "Bobby", "Eve", "Ann", "Bob", "Cyd",
    ]  # fmt: skip
    assert [one.source_player_id for one in tables.bgstats_play(merged.state).players] == [ids[1], f"{began}-2"]
    done(merged.take("Eve", "Ann"))
    assert [one.source_player_id for one in tables.bgstats_play(merged.state).players] == [ids[1], ids[0]]


def test_a_play_of_sides_or_from_paper_is_sent_to_bgstats(club: Club) -> None:
    sent = tables.bgstats_play(with_sides(club))
    assert [(one.name, one.team, one.score, one.rank, one.winner, one.start_player) for one in sent.players] == [
        ("Ann", "Us", 100, 2, False, True), ("Bob", "Bob & Dee", 300, 1, True, False),
        ("Cyd", "Us", 100, 2, False, False), ("Dee", "Bob & Dee", 300, 1, True, False),
    ]  # fmt: skip
    paper = from_paper(club, EIGHT)
    with clock_at(EIGHT + hours(9)):
        paper.write(tricks(5, 0, 0))
        done(paper.end())
    sent = tables.bgstats_play(paper.state)
    assert (sent.duration_min, sent.location, sent.comments) == (0, "", "")
    named = Table(club.scorer, "any-other-game", options={"name": "Spoons"})
    done(named.end())
    assert tables.bgstats_play(named.state).game == SentGame(
        name="Spoons", source_game_id="any-other-game/Spoons", bgg_id=0, highest_wins=True, no_points=False
    )
    low = Table(club.scorer, "any-other-game", options={"name": "Spoons", "better": "low"})
    assert not tables.bgstats_play(low.state).game.highest_wins
