"""Lists of plays, for pages and for the API."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from companion.core.money.currency import Currency
from companion.store.club.clubs import rename_club
from companion.store.database.base import clock_at, db
from companion.store.database.models import Play
from companion.store.database.writing import writing
from companion.store.money import settings
from companion.store.nights import club_zone
from companion.store.people import edit_people
from companion.store.plays import api_lists, play_lists, starting
from companion.store.plays.api_lists import PageCursor
from companion.store.plays.edits import commands
from companion.store.plays.play_details import COUNTS, DISCARDED, SEALED
from companion.store.plays.play_lists import ListedPlay, PlayedGame, PlaySearch
from companion.store.plays.play_state import PlayState, build_state
from tests.store.nights.evenings import EIGHT, ended, from_paper, hours, night_of, started, tell, told
from tests.store.people.players import merge, number
from tests.store.tables import FOUR, SCRATCH, Club, Table, add_copies, client_id, done, tricks


def keys(found: Iterable[ListedPlay]) -> list[str]:
    """Return the keys of plays."""
    return [one.key for one in found]


def test_a_listed_play_has_everything_that_lists_show(club: Club) -> None:
    table = started(club, EIGHT)
    with clock_at(EIGHT + hours(1)):
        table.write(tricks(0, 5, 0), tricks(0, 5, 0))
        done(table.take("Ann", "Eve"))
        table.write(tricks(5, 0, 0, names=("Eve", "Bob", "Cyd")))
        done(table.take("Bob", "Fay"))
        done(table.end())
    [found] = play_lists.recent_plays(club.scorer.club_id, 5)
    assert found == ListedPlay(
        key=table.key, game="raise-the-stakes", title="Raise the Stakes", over=True, counts=True, is_discarded=False,
        games=1, rounds=3, played_at=EIGHT, last_at=EIGHT + hours(1), night=night_of(table).key,
        players=("Eve", "Fay", "Cyd"), totals=dict(table.totals), winners=("Fay",), won=("Bob",),
        handed_on=("Ann", "Bob"),
    )  # fmt: skip
    assert found.round_name == "round"
    assert found.totals_by_holder == tuple((name, "", total) for name, total in table.totals.items())
    done(table.edit_details(**{COUNTS: False}))
    [found] = play_lists.recent_plays(club.scorer.club_id, 5)
    assert (found.winners, found.won) == (("Fay",), ())


def test_the_plays_of_a_night_are_listed_in_order_with_their_wins(club: Club) -> None:
    later, first = ended(club, EIGHT + hours(2), won_by=1), ended(club, EIGHT)
    gone, other = ended(club, EIGHT + hours(1)), ended(club, EIGHT + hours(99))
    done(gone.edit_details(**{DISCARDED: True}))
    with clock_at(EIGHT + hours(9)):
        done(first.edit_details(remark="Late."))
    found = play_lists.plays_of_night(night_of(first).id)
    assert keys(found) == [first.key, later.key]
    assert play_lists.wins_of(found) == (("Ann", 1), ("Bob", 1))
    assert keys(play_lists.plays_of_night(night_of(other).id)) == [other.key]
    nights = [night_of(other), night_of(first)]
    by_night = {key: keys(plays) for key, plays in play_lists.plays_by_night(nights).items()}
    assert by_night == {nights[0].key: [other.key], nights[1].key: [first.key, gone.key, later.key]}


def test_a_skunk_counts_as_two_wins(club: Club) -> None:
    table = Table(club.scorer, "cribbage", ("Ann", "Bob"))
    table.write({"board": {"Ann": 121, "Bob": 88}})
    stored = table.log()[-1].outcome
    assert stored is not None
    assert stored["weights"] == {f"@{number(club, 'Bob')}": 2}
    assert play_lists.wins_of(play_lists.plays_of_night(night_of(table).id)) == (("Ann", 2),)
    assert build_state(table.id).games == 2, "the log stores it"
    summary = api_lists.summary_of(table.state)
    assert (summary["over"], summary["counts"], summary["winners"]) == (True, True, ("Ann",))


def test_totals_of_sides_are_listed_with_their_members(club: Club) -> None:
    wish: dict[str, Any] = {"slug": "samba", "players": FOUR, "dealer": None, "options": {}, "client_id": client_id()}
    named = starting.start_play(club.scorer, sides=["Us", "Bob & Dee"], **wish)
    assert isinstance(named, PlayState)
    given = {"base": named.revision, "client_id": client_id()}
    done(commands.enter_totals(club.scorer, named, totals={"Us": 100, "Bob & Dee": 300}, **given))
    [found] = play_lists.recent_plays(club.scorer.club_id, 5)
    assert found.totals_by_holder == (("Us", "Ann & Cyd", 100), ("Bob & Dee", "", 300))
    assert (found.winners, found.won, found.totals) == (("Bob & Dee",), ("Bob", "Dee"), {"Us": 100, "Bob & Dee": 300})
    called_ann = replace(found, totals={"Ann": 100, "Bob & Dee": 300})
    assert called_ann.totals_by_holder == (("Ann", "Ann & Cyd", 100), ("Bob & Dee", "", 300)), "a side named like her"
    summary = api_lists.summary_of(done(commands.edit_details(club.scorer, named, about={COUNTS: False}, base=2,
                                                              client_id=client_id())).state)  # fmt: skip
    assert {key: summary[key] for key in ("players", "totals", "winners", "counts", "over")} == {
        "players": FOUR, "totals": {"Us": 100, "Bob & Dee": 300}, "winners": ("Bob & Dee",), "counts": False,
        "over": True,
    }  # fmt: skip


def test_each_list_has_its_plays_in_its_order(club: Club) -> None:
    there = club.scorer.club_id
    first, second, third = ended(club, EIGHT), started(club, EIGHT + hours(48)), ended(club, EIGHT + hours(24))
    gone = started(club, EIGHT + hours(72), slug="rage")
    done(gone.edit_details(**{DISCARDED: True}))
    with clock_at(EIGHT + hours(90)):
        second.write(SCRATCH)
    early = started(club, EIGHT + hours(60), slug="rage", players=("Zoe", "Ann"))
    Table(Club().scorer)
    assert keys(play_lists.recent_plays(there, 9)) == [second.key, early.key, third.key, first.key]
    assert keys(play_lists.recent_plays(there, 2)) == [second.key, early.key]
    assert keys(play_lists.open_plays(there, 9)) == [second.key, early.key]
    assert keys(play_lists.open_plays(there, 1)) == [second.key]
    assert keys(play_lists.discarded_plays(there, 9, 0)) == [gone.key]
    done(second.edit_details(**{DISCARDED: True}))
    assert keys(play_lists.discarded_plays(there, 9, 0)) == [gone.key, second.key], "the last played first"
    assert (
        keys(play_lists.discarded_plays(there, 9, 1)) == keys(play_lists.discarded_plays(there, 1, 1)) == [second.key]
    )
    with clock_at(EIGHT + hours(90)):
        done(second.undo())
    last = play_lists.last_finished(there)
    assert last is not None
    assert last.key == third.key
    assert play_lists.last_finished(Club().scorer.club_id) is None
    with clock_at(EIGHT + hours(91)):
        done(first.edit_details(remark="Late."))
    last = play_lists.last_finished(there)
    assert last is not None
    assert last.key == first.key, "it was changed last"
    assert keys(play_lists.matching_plays(there, 9, 0, PlaySearch())) == [early.key, second.key, third.key, first.key]
    assert [key for key, _ in play_lists.open_sheets(there, 9)] == [second.key, early.key]
    assert play_lists.open_sheets(there, 1) == [(second.key, 4)]
    assert play_lists.latest_titles(there, 9) == ["Rage", "Rage", "Raise the Stakes"]
    assert play_lists.latest_titles(there, 1) == ["Rage"]
    assert play_lists.latest_titles(there, -1) == []
    assert play_lists.recent_games(there) == ["rage", "raise-the-stakes"]
    assert play_lists.games_played(there) == [
        PlayedGame("rage", "Rage", early.key), PlayedGame("raise-the-stakes", "Raise the Stakes", third.key),
    ]  # fmt: skip
    done(third.edit_details(**{DISCARDED: True}))
    done(early.edit_details(**{DISCARDED: True}))
    assert play_lists.games_played(there) == [PlayedGame("raise-the-stakes", "Raise the Stakes", second.key)]
    done(first.edit_details(**{DISCARDED: True}))
    assert play_lists.last_finished(there) is None


def test_of_plays_that_began_at_once_the_one_started_last_comes_first(club: Club) -> None:
    there = club.scorer.club_id
    tables = [started(club, EIGHT) for _ in range(3)]
    oldest_first = [table.key for table in tables]
    for found in (
        play_lists.recent_plays(there, 9), play_lists.open_plays(there, 9),
        play_lists.matching_plays(there, 9, 0, PlaySearch()), api_lists.play_summaries(there, 9, None)[0],
    ):  # fmt: skip
        assert keys(found) == oldest_first[::-1]
    assert [key for key, _ in play_lists.open_sheets(there, 9)] == oldest_first[::-1]
    assert keys(play_lists.plays_of_night(night_of(tables[0]).id)) == oldest_first


def test_the_plays_of_a_game_a_person_or_a_time_are_found(club: Club) -> None:
    there = club.scorer.club_id
    first, second = ended(club, EIGHT), started(club, EIGHT + hours(24), slug="rage", players=("Ann", "Zoe"))
    third = started(club, EIGHT + hours(48))
    with clock_at(EIGHT + hours(49)):
        third.write(SCRATCH)
        done(third.take("Cyd", "Zoe"))
    gone = ended(club, EIGHT)
    done(gone.edit_details(**{DISCARDED: True}))

    def found(limit: int = 9, offset: int = 0, **search: Any) -> list[str]:
        return keys(play_lists.matching_plays(there, limit, offset, PlaySearch(**search)))

    assert found() == [third.key, second.key, first.key]
    assert (found(limit=1), found(limit=1, offset=1)) == ([third.key], [second.key])
    assert found(game="raise-the-stakes") == [third.key, first.key]
    assert found(people=frozenset({number(club, "Zoe")})) == [third.key, second.key]
    assert found(people=frozenset({number(club, "Cyd")})) == [third.key, first.key], "who handed a seat on, too"
    assert found(begin=EIGHT, end=EIGHT + hours(48)) == [second.key, first.key]
    assert found(begin=EIGHT + timedelta(seconds=1), end=EIGHT + hours(49)) == [third.key, second.key]
    assert found(begin=EIGHT) == found(end=EIGHT) == found(), "without begin and end it is no time"


def test_the_last_moment_of_play_is_that_of_plays_that_began_in_a_time(club: Club) -> None:
    begin, end = datetime(2025, 12, 31, 15, tzinfo=UTC), datetime(2026, 12, 31, 15, tzinfo=UTC)
    there = club.scorer.club_id
    for at in (begin, end - hours(1), end):
        started(club, at)
    assert play_lists.last_played(there, begin, end) == end - hours(1)
    assert play_lists.last_played(there, begin, end - hours(1)) == begin
    assert play_lists.last_played(there, begin - hours(1), begin) is None
    long = started(club, begin + hours(1))
    with clock_at(end - hours(0.5)):
        long.write(SCRATCH)
    assert play_lists.last_played(there, begin, end) == end - hours(0.5), "by the play that lasted longest"
    assert play_lists.last_played(Club().scorer.club_id, begin, end) is None


def test_of_equal_numbers_names_are_sorted_without_regard_to_case() -> None:
    numbers = {"Zoe": 1, "bob": 2, "Ann": 2, "cyd": 1, "BOB": 2}
    assert [name for name, _ in play_lists.sort_by_number(numbers)] == ["Ann", "BOB", "bob", "cyd", "Zoe"]


def test_any_other_game_is_listed_once_for_each_name(club: Club) -> None:
    def start(at: int, name: str) -> Table:
        with clock_at(EIGHT + hours(at)):
            return Table(club.scorer, "any-other-game", options={"name": name})

    start(0, "Mäu-Mau")
    other, last = start(1, "Spoons"), start(2, "MÄU-MAU")
    assert play_lists.games_played(club.scorer.club_id) == [
        PlayedGame("any-other-game", "MÄU-MAU", last.key), PlayedGame("any-other-game", "Spoons", other.key),
    ]  # fmt: skip


def test_a_game_of_an_earlier_name_is_listed_once_by_its_present_one(club: Club) -> None:
    old, new = started(club, EIGHT), started(club, EIGHT + hours(1))
    with writing() as connection:
        connection.execute(update(Play).where(Play.id == old.id).values(title="Raise Them"))
    assert play_lists.games_played(club.scorer.club_id) == [PlayedGame("raise-the-stakes", "Raise the Stakes", new.key)]


def test_people_are_listed_by_their_last_play_and_then_by_name(club: Club) -> None:
    started(club, EIGHT, ("Zoe", "Bob"))
    started(club, EIGHT + hours(1), ("Cyd", "Bob"))
    night = night_of(started(club, EIGHT + hours(2), ("Eve", "Fay")))
    told(tell(club.scorer, night, present=["Yve", "Ann"]))
    edit_people.set_listed(club.scorer, number(club, "Fay"), is_listed=False, client_id=client_id())
    assert play_lists.recent_players(club.scorer.club_id) == ["Eve", "Cyd", "Bob", "Zoe", "Ann", "Yve"]


def test_only_the_last_sixty_plays_decide_who_is_listed_first(own_app: Flask) -> None:
    club = Club()
    started(club, EIGHT, ("Zoe", "Bea"))
    often = started(club, EIGHT + hours(1), ("Dee", "Cyd"))
    add_copies(often, 58)
    assert play_lists.recent_players(club.scorer.club_id) == ["Dee", "Cyd", "Zoe", "Bea"]
    add_copies(often, 1)
    assert play_lists.recent_players(club.scorer.club_id) == ["Dee", "Cyd", "Bea", "Zoe"]


def test_the_games_of_the_last_two_hundred_plays_are_listed_by_their_last_play(own_app: Flask) -> None:
    club = Club()
    started(club, EIGHT, slug="rage")
    often = started(club, EIGHT + hours(1))
    add_copies(often, 198)
    assert play_lists.recent_games(club.scorer.club_id) == ["raise-the-stakes", "rage"]
    add_copies(often, 1)
    assert play_lists.recent_games(club.scorer.club_id) == ["raise-the-stakes"]


def test_secret_bids_are_offered_again_if_the_last_play_had_them(club: Club) -> None:
    there = club.scorer.club_id
    assert not play_lists.had_secret_bids(there, "rage")
    first = started(club, EIGHT, slug="rage")
    done(first.edit_details(**{SEALED: True}))
    assert play_lists.had_secret_bids(there, "rage")
    assert not play_lists.had_secret_bids(there, "oh-hell")
    assert not play_lists.had_secret_bids(Club().scorer.club_id, "rage")
    second = Table(club.scorer, "rage")
    assert not play_lists.had_secret_bids(there, "rage")
    done(first.edit_details(remark="Late."))
    assert play_lists.had_secret_bids(there, "rage"), "it is the one that was changed last"
    done(second.edit_details(remark="Late."))
    assert not play_lists.had_secret_bids(there, "rage")
    done(second.edit_details(**{DISCARDED: True}))
    assert play_lists.had_secret_bids(there, "rage")


def test_the_change_counters_of_a_club_grow_with_its_open_plays(club: Club) -> None:
    there = club.scorer.club_id
    assert play_lists.club_mark(there)[1:] == (0, 0)
    table, _ = Table(club.scorer), Table(club.scorer)
    before = play_lists.club_mark(there)
    assert before[1:] == (2, 2)
    table.write(SCRATCH)
    assert play_lists.club_mark(there) == (before.club, 2, 3)
    done(table.end())
    assert play_lists.club_mark(there) == (before.club + 1, 1, 1)
    db.session.rollback()


# The API.


def test_the_summary_of_a_club_names_its_people(club: Club) -> None:
    there = club.scorer.club_id
    Table(club.scorer, players=("ann", "Zoe", "Bob"))
    Table(club.scorer, players=("Bobby", "Dee"))
    merge(club, "Bobby", "Bob")
    edit_people.set_listed(club.scorer, number(club, "Dee"), is_listed=False, client_id=client_id())
    rename_club(club.organiser, "The Aces")
    settings.set_money_settings(club.organiser, Currency("CHF"), asks_stake=True)
    db.session.remove()
    summary = api_lists.club_summary(there)
    assert summary == {
        "name": "The Aces", "currency": "CHF", "timezone": "UTC",
        "people": [{"key": str(number(club, name)), "name": name} for name in ("ann", "Bob", "Zoe")],
    }  # fmt: skip
    club_zone.set_zone(club.organiser, "Europe/Berlin")
    db.session.remove()
    assert api_lists.club_summary(there)["timezone"] == "Europe/Berlin"


def test_plays_are_summarised_in_pages(club: Club) -> None:
    there = club.scorer.club_id
    plays = [started(club, EIGHT + hours(number)) for number in (0, 0, 1, 2, 3)]
    done(plays[1].edit_details(**{DISCARDED: True}))
    Table(Club().scorer)
    page, cursor = api_lists.play_summaries(there, 2, None)
    found = [*keys(page)]
    while cursor is not None:
        assert api_lists.parse_cursor(api_lists.cursor_text(cursor)) == cursor
        page, cursor = api_lists.play_summaries(there, 2, cursor)
        found += keys(page)
    assert found == [table.key for table in plays[::-1]], "discarded ones included"
    page, cursor = api_lists.play_summaries(there, 5, None)
    assert (len(page), cursor) == (5, None)
    assert api_lists.USUAL_LIMIT == 50
    assert api_lists.summary_of(plays[0].state) == {
        "key": plays[0].key, "game": "raise-the-stakes", "title": "Raise the Stakes", "night": night_of(plays[0]).key,
        "played_at": EIGHT, "over": False, "counts": False, "discarded": False, "players": ("Ann", "Bob", "Cyd"),
        "totals": {"Ann": 0, "Bob": 0, "Cyd": 0}, "winners": (),
    }  # fmt: skip
    paper = from_paper(club, EIGHT - hours(99))
    assert (api_lists.summary_of(paper.state)["played_at"], api_lists.summary_of(plays[1].state)["discarded"]) == (
        EIGHT - hours(99), True,
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", "x", "1", "1.", ".1", "1.2.3", "1.-2", "9" * 18 + ".1", "-99999999999999999.1", "1.9999999999"]
)
def test_a_malformed_cursor_is_none(text: str) -> None:
    assert api_lists.parse_cursor(text) is None


def test_a_cursor_is_a_moment_and_a_number(app: Flask) -> None:
    moment = datetime(1969, 12, 31, 23, 59, 59, 999_998, tzinfo=UTC)
    assert api_lists.cursor_text(PageCursor(moment, 12)) == "-2.12"
    assert api_lists.parse_cursor("-2.12") == PageCursor(moment, 12)
    assert api_lists.parse_cursor("-2.999999999") == PageCursor(moment, 999_999_999)
    assert api_lists.cursor_text(PageCursor(datetime(2025, 11, 26, 11, tzinfo=UTC), 12)) == "1764154800000000.12"


def test_earlier_players_are_listed_by_seat_and_in_their_order(table: Table) -> None:
    for seat, names in (("Bob", ("Zoe", "Bea")), ("Ann", ("Yve", "Abe"))):
        holder = seat
        for name in names:
            table.write(tricks(1, 2, 2, names=table.state.setup.players))
            done(table.take(holder, name))
            holder = name
    table.write(tricks(1, 2, 2, names=table.state.setup.players))
    [listed] = play_lists.plays_of_night(table.state.details.night or 0)
    assert (listed.players, listed.handed_on) == (("Abe", "Bea", "Cyd"), ("Ann", "Yve", "Bob", "Zoe"))
