"""Details of a play: discarding, whether it counts, remarks, stakes, and totals from paper."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from flask import Flask

from companion.store.database.writing import writing
from companion.store.log.write_results import Written, refusal
from companion.store.nights import move_plays
from companion.store.plays import play_lists, starting
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.edits import commands, projection
from companion.store.plays.edits.play_results import PlayWritten
from companion.store.plays.play_details import COUNTS, DISCARDED, NIGHT, REMARK, STAKE, moment_to_log, remark_key
from companion.store.plays.play_stakes import balances_of
from companion.store.plays.play_state import PlayState, build_state, edits_of
from tests.store.nights.evenings import EIGHT, from_paper, hours, night_of, started
from tests.store.tables import SCRATCH, THREE, Club, Table, client_id, done, problems_text, rows, tricks


def test_the_stake_of_the_start_is_no_change(club: Club) -> None:
    stake = {"kind": "fixed", "amount": 5, "currency": "EUR"}
    state = starting.start_play(
        club.scorer, slug="rage", players=["Ann", "Bob"], dealer=None, options={}, client_id="tap", stake=stake
    )
    assert isinstance(state, PlayState)
    same = DetailChanges(stake=stake, counts=True)
    again = change_details(club.scorer, state, details=same, base=state.revision, client_id=client_id())
    assert done(again).repeated
    assert edits_of(state.id)[1:] == []
    none = change_details(club.scorer, state, details={"stake": {}}, base=state.revision, client_id=client_id())
    assert (state.stake, done(none).state.stake) == (stake, None)


def test_moments_are_stored_in_utc() -> None:
    moment = datetime(2026, 11, 13, 1, tzinfo=timezone(timedelta(hours=5)))
    assert moment_to_log(moment) == "2026-11-12T20:00:00+00:00"


def test_plays_move_to_another_night_by_edits_although_one_is_discarded(club: Club) -> None:
    tables = [started(club, EIGHT + hours(later)) for later in (0, 1, 2, 48)]
    done(tables[1].edit_details(**{DISCARDED: True}))
    here, there = night_of(tables[0]), night_of(tables[3])
    keys = [table.key for table in tables[:2]]
    assert isinstance(move_plays.move(club.scorer, here, keys, there, client_id=client_id()), Written)
    assert [table.state.details.night for table in tables] == [there.id, there.id, here.id, there.id]
    assert [[edit.kind for edit in table.log()] for table in tables] == [
        ["start", "about"], ["start", "about", "about"], ["start"], ["start"],
    ]  # fmt: skip
    assert night_of(tables[0]).began_at == EIGHT


# Discarded, counted.


def test_a_discarded_play_is_restored_as_it_was(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    done(table.edit_details(**{DISCARDED: True}))
    assert table.state.details.discarded
    assert [one.key for one in play_lists.recent_plays(table.member.club_id, 10)] == []
    assert problems_text(table.save(SCRATCH)) == "rounds: This game was discarded. Restore it before you change it."
    assert not table.state.goes_on
    done(table.undo())
    assert table.state.goes_on
    assert not table.state.details.discarded
    table.write(SCRATCH)
    assert table.totals == {"Ann": 6, "Bob": 0, "Cyd": 0}


def test_a_discarded_play_can_be_described_and_restored(club: Club) -> None:
    table = Table(club.scorer)
    done(table.edit_details(**{DISCARDED: True}))
    done(table.edit_details(**{REMARK: "Somebody spilled the drinks."}))
    assert (table.state.details.discarded, table.state.details.remark) == (True, "Somebody spilled the drinks.")
    done(table.edit_details(**{DISCARDED: None}))
    assert not table.state.details.discarded
    table.write(SCRATCH)


def test_what_counts(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer)

    def counts() -> bool:
        [(column,)] = rows("select counts from play where id = :id", id=table.id)
        assert bool(column) == table.state.counts
        return bool(column)

    assert not counts(), "it goes on"
    done(table.end())
    assert not counts(), "nothing was played"
    done(table.reopen())
    table.write(SCRATCH)
    assert not counts(), "it goes on"
    done(table.end())
    assert counts()
    done(table.edit_details(**{COUNTS: False}))
    assert not counts(), "the table took it out"
    done(table.undo())
    assert counts()
    done(table.edit_details(**{DISCARDED: True}))
    assert not counts()
    assert projection.rebuild_plays() == 0


def test_only_changes_that_nights_or_statistics_show_bump_the_clubs_mark(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer)

    def mark() -> int:
        return int(rows("select mark from club where id = :id", id=club.scorer.club_id)[0][0])

    before = mark()
    table.write(SCRATCH, SCRATCH)
    assert mark() == before, "a play that goes on changes no numbers"
    done(table.end())
    assert mark() == before + 1
    done(table.save(tricks(0, 5, 0), slot=1))
    assert mark() == before + 2
    [(own,)] = rows("select club_mark from play")
    assert own == mark()
    done(table.edit_details(remark="Late."))
    assert mark() == own, "no list shows it"
    done(table.edit_details(**{COUNTS: False}))
    done(table.edit_details(**{DISCARDED: True}))
    assert mark() == own + 2
    own = mark()
    with writing() as connection:
        connection.exec_driver_sql("update play set rounds = 7")
    assert (projection.rebuild_plays(), mark()) == (1, own + 1), "a correction of the row"


def test_a_stake_and_the_night_of_an_open_play_bump_the_clubs_mark(club: Club) -> None:
    def mark() -> int:
        return play_lists.club_mark(club.scorer.club_id).club

    table, other = started(club, EIGHT), started(club, EIGHT + hours(99))
    before = mark()
    done(table.edit_details(**{NIGHT: other.state.details.night}))
    assert mark() == before + 1
    done(table.end())
    before = mark()
    for number, amount in enumerate((50, 60), start=1):
        done(table.edit_details(**{STAKE: {"kind": "fixed", "amount": amount, "currency": "EUR"}}))
        assert (mark(), balances_of(table.state)) == (before + number, dict.fromkeys(THREE, 0)), "nobody pays"


def test_only_a_play_that_counts_turned_in_its_last_round(club: Club) -> None:
    table = Table(club.scorer)
    bet = {"player": "Bob", "points": 1, "reason": "bet"}
    table.write(SCRATCH, tricks(0, 5, 0, adjust=[bet]))
    done(table.end())

    def turned() -> bool:
        return bool(rows("select turned_last from play where id = :id", id=table.id)[0][0])

    assert turned()
    done(table.edit_details(**{COUNTS: False}))
    assert not turned()


def test_a_rebuild_corrects_when_nights_began(own_app: Flask) -> None:
    table = started(Club(), EIGHT)
    with writing() as connection:
        connection.exec_driver_sql("update night set began_at = '2001-01-01 00:00:00'")
    projection.rebuild_plays()
    assert night_of(table).began_at == EIGHT


# Remarks, stakes.


def test_remarks_and_a_stake_can_be_undone(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    stake = {"kind": "fixed", "amount": 50, "currency": "EUR"}
    done(table.edit_details(**{REMARK: "By candlelight.", remark_key(1): "Cyd had no luck."}))
    done(table.edit_details(**{STAKE: stake}))
    about = table.state.details
    assert (about.remark, about.remark_on(1), table.state.stake) == ("By candlelight.", "Cyd had no luck.", stake)
    [(currency,)] = rows("select currency from play")
    assert currency == "EUR"
    done(table.edit_details(**{STAKE: {}}))
    assert table.state.stake is None
    done(table.undo())
    assert table.state.stake == stake
    done(table.undo())
    assert table.state.stake is None
    done(table.undo())
    assert (table.state.details.remark, table.state.details.remark_on(1)) == ("", "")
    labels = table.labels()
    assert labels[:3] == ["undo: remark", "undo: stake", "undo: stake"]
    outcome = table.edit_details(**{REMARK: None})
    assert isinstance(outcome, PlayWritten)
    assert outcome.repeated, "nothing to say"


def change(table: Table, **details: Any) -> PlayWritten:
    given = {"base": table.state.revision, "client_id": client_id()}
    return done(change_details(table.member, table.state, details=DetailChanges(**details), **given))


def test_details_are_changed_together_even_of_a_discarded_play(club: Club) -> None:
    table, other = from_paper(club, EIGHT), from_paper(club, EIGHT + hours(99))
    done(table.edit_details(**{DISCARDED: True}))
    home, goal = table.state.details.night, other.state.details.night
    stake = {"kind": "fixed", "amount": 50, "currency": "EUR"}
    change(table, counts=False, stake=stake, night=goal)
    state = table.state
    assert (state.details.counts, state.stake, state.details.night, state.played_at) == (False, stake, goal, EIGHT)
    assert change(table, counts=False, stake=stake, night=goal).repeated, "nothing differs"
    change(table, counts=True, stake={})
    assert (table.state.details.counts, table.state.stake, table.state.details.night) == (True, None, goal)
    change(table, played_at=EIGHT + hours(1))
    assert (table.state.played_at, table.state.details.night in (home, goal)) == (EIGHT + hours(1), False)
    near = Table(club.scorer).state.details.night
    change(table, played_at=None)
    assert (table.state.played_at, table.state.details.night) == (table.state.started_at, near)
    change(table, night=goal)
    assert table.state.details.night == goal
    change(table, night=None)
    assert table.state.details.night == near


def test_a_play_alone_in_its_night_takes_it_along(club: Club) -> None:
    table = from_paper(club, EIGHT)
    home = table.state.details.night
    change(table, played_at=EIGHT + hours(99))
    assert table.state.details.night == home


# Totals from paper.


def test_a_play_can_be_entered_by_its_totals_alone(own_app: Flask) -> None:
    table = from_paper(Club(), EIGHT)
    state = table.state
    wish: dict[str, Any] = {"base": state.revision, "client_id": client_id()}
    done(commands.enter_totals(table.member, state, totals={"Cyd": 12, "Bob": 20, "Ann": 12}, **wish))
    state = table.state
    assert list(state.totals) == list(build_state(state.id).totals) == ["Ann", "Bob", "Cyd"], "in seat order"
    assert (state.over, state.counts, state.winners, state.rescoring_notice) == (True, True, ("Bob",), "")
    assert [(one.place, one.names) for one in state.standings] == [(1, ("Bob",)), (2, ("Ann", "Cyd"))]
    parts = rows("select total, place, won, rounds from part order by seat")
    assert [tuple(map(int, part)) for part in parts] == [(12, 2, 0, 0), (20, 1, 1, 0), (12, 2, 0, 0)]
    assert build_state(state.id).totals == {"Ann": 12, "Bob": 20, "Cyd": 12}
    done(table.undo())
    assert not table.state.over
    done(table.redo())
    assert table.state.winners == ("Bob",)


def test_a_play_with_rounds_has_no_totals_from_paper(table: Table) -> None:
    table.write(SCRATCH)
    given = {"base": table.state.revision, "client_id": client_id()}
    outcome = commands.enter_totals(table.member, table.state, totals={"Ann": 1, "Bob": 2, "Cyd": 3}, **given)
    assert problems_text(outcome) == "totals: This game has rounds, so its totals are computed from them."


TOO_LARGE = "The total must be from −1,000,000,000,000 to 1,000,000,000,000."


@pytest.mark.parametrize(
    ("totals", "said", "name"),
    [
        ({"Ann": 1}, "Give the total of Bob and Cyd.", None),
        ({"Ann": 1, "Bob": 2, "Cyd": 3, "Dee": 4}, "Dee did not play.", None),
        ({"Ann": 10**12, "Bob": 10**12 + 1, "Cyd": 10**13}, TOO_LARGE, "Bob"),
        ({"Ann": 1, "Bob": -(10**12), "Cyd": -(10**12) - 1}, TOO_LARGE, "Cyd"),
    ],
)
def test_totals_that_do_not_fit_are_refused(
    own_app: Flask, totals: dict[str, int], said: str, name: str | None
) -> None:
    table = from_paper(Club(), EIGHT)
    state = table.state
    outcome = commands.enter_totals(
        table.member, state, base=state.revision, totals=totals, client_id=client_id()
    )  # fmt: skip
    assert outcome == refusal("totals", said, name=name)
    assert not table.state.over


def test_a_play_at_a_new_time_is_in_the_night_near_it_or_keeps_its_own_or_begins_one(club: Club) -> None:
    first, table = started(club, EIGHT), started(club, EIGHT + hours(48))
    there, own = first.state.details.night, table.state.details.night

    def night_at(far: float) -> int | None:
        details: DetailChanges = {"played_at": EIGHT + hours(far)}
        given: dict[str, Any] = {"base": table.state.revision, "client_id": client_id()}
        return done(change_details(table.member, table.state, details=details, **given)).state.details.night

    assert night_at(96) == own, "it is alone there"
    assert night_at(1) == there
    assert night_at(96) not in (there, own), "the other play stays"
