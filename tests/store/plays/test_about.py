"""Details of a play: its night and time, discarding, whether it counts, totals from paper, and corrected seats."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.store.database.base import clock_at
from companion.store.database.writing import writing
from companion.store.log.write_results import Refused
from companion.store.nights.find_night import night_for
from companion.store.plays import commands, play_lists, seating, starting
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.edits import change_log, projection
from companion.store.plays.edits.play_results import PlayResult, PlayWritten
from companion.store.plays.play_details import COUNTS, DISCARDED, REMARK, STAKE, remark_key
from companion.store.plays.play_state import PlayState, build_state
from companion.store.plays.seating import SeatCorrection
from tests.laws.strategies import few
from tests.store.tables import THREE, Club, Table, client_id, done, rows, tricks

EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
SCRATCH = tricks(5, 0, 0)


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def started(club: Club, at: datetime, **more: Any) -> Table:
    with clock_at(at):
        return Table(club.scorer, **more)


def say(table: Table, **about: Any) -> PlayResult:
    state = table.state
    return commands.edit_details(table.member, state, base=state.revision, about=about, client_id=client_id())


def night(table: Table) -> int:
    [(number,)] = rows("select night_id from play where id = :id", id=table.id)
    assert number == table.state.details.night
    return int(number)


def from_paper(club: Club, at: datetime, **more: Any) -> Table:
    table = Table.__new__(Table)
    made = starting.start_play(
        club.scorer, slug="raise-the-stakes", players=THREE, dealer=None, options={}, client_id=client_id(),
        played_at=at, **more,
    )  # fmt: skip
    assert isinstance(made, PlayState), made
    table.member, table.key, table.id = club.scorer, made.key, made.id
    return table


# Nights.


def test_a_play_joins_the_night_of_plays_up_to_twelve_hours_before(own_app: Flask) -> None:
    club = Club()
    first = started(club, EIGHT)
    assert night(started(club, EIGHT + hours(12))) == night(first)
    second = started(
        club,
        EIGHT
        + hours(
            24,
        )
        + timedelta(seconds=1),
    )
    assert night(second) != night(first)
    other = Club()
    assert night(started(other, EIGHT)) not in (night(first), night(second))


def test_a_round_extends_its_night(own_app: Flask) -> None:
    club = Club()
    first = started(club, EIGHT)
    with clock_at(EIGHT + hours(11)):
        first.write(SCRATCH)
    assert night(started(club, EIGHT + hours(23))) == night(first)


def test_a_correction_weeks_later_does_not_extend_a_night(own_app: Flask) -> None:
    club = Club()
    first = started(club, EIGHT)
    with clock_at(EIGHT + hours(1)):
        first.write(SCRATCH)
    with clock_at(EIGHT + hours(400)):
        done(first.save(tricks(0, 5, 0), slot=1))
    assert first.state.until == EIGHT + hours(1)
    assert night(started(club, EIGHT + hours(401))) != night(first)


def test_a_play_from_paper_joins_a_night_up_to_twelve_hours_later(own_app: Flask) -> None:
    club = Club()
    evening = started(club, EIGHT)
    assert night(from_paper(club, EIGHT - hours(12))) == night(evening)
    assert night(from_paper(club, EIGHT - hours(24) - timedelta(seconds=1))) != night(evening)


def test_an_earlier_night_has_precedence_over_a_later_one(own_app: Flask) -> None:
    club = Club()
    yesterday, today = started(club, EIGHT), started(club, EIGHT + hours(20))
    assert night(yesterday) != night(today)
    between = from_paper(club, EIGHT + hours(11))
    assert night(between) == night(yesterday)


def test_rounds_entered_later_do_not_change_the_time_of_a_play(own_app: Flask) -> None:
    club = Club()
    paper = from_paper(club, EIGHT - hours(100))
    with clock_at(EIGHT):
        paper.write(SCRATCH)
    assert paper.state.until == paper.state.played_at == EIGHT - hours(100)
    assert night(started(club, EIGHT + hours(1))) != night(paper)


def test_a_pause_between_rounds_is_not_part_of_the_night(own_app: Flask) -> None:
    """The play went on a day later: a play entered for the hours between is near neither."""
    club = Club()
    long = started(club, EIGHT)
    with clock_at(EIGHT + hours(40)):
        long.write(SCRATCH)
    near = from_paper(club, EIGHT + hours(11))
    late = from_paper(club, EIGHT + hours(28))
    assert night(near) == night(late) == night(long)
    other = Club()
    far = started(other, EIGHT)
    with clock_at(EIGHT + hours(40)):
        far.write(SCRATCH)
    assert night(from_paper(other, EIGHT + hours(20))) != night(far)


@settings(max_examples=few(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(-60, 60), min_size=1, max_size=6), st.integers(-60, 60))
def test_the_night_is_the_nearest_before_or_else_the_nearest_after(
    own_app: Flask, starts: list[int], hour: int
) -> None:
    club = Club()
    tables = [from_paper(club, EIGHT + hours(start)) for start in starts]
    with writing() as connection:
        found = night_for(connection, club.scorer.club_id, EIGHT + hours(hour))
    before = [table for table, start in zip(tables, starts, strict=True) if hour - 12 <= start <= hour]
    after = [table for table, start in zip(tables, starts, strict=True) if hour < start <= hour + 12]
    near = before or after
    expected = {night(table) for table in near}
    assert found in expected if near else found not in {night(table) for table in tables}


def test_a_play_moves_to_another_time_and_night_and_back(own_app: Flask) -> None:
    club = Club()
    first, second = started(club, EIGHT), started(club, EIGHT + hours(30))
    home = night(second)
    state = second.state
    moved = change_details(
        club.scorer,
        state,
        base=state.revision,
        details=DetailChanges(played_at=EIGHT + hours(2)),
        client_id=client_id(),
    )
    done(moved)
    assert night(second) == night(first)
    assert (second.state.played_at, second.state.is_later) == (EIGHT + hours(2), True)
    assert second.state.undoable == "when it was played"
    done(second.undo())
    assert (night(second), second.state.played_at, second.state.is_later) == (home, EIGHT + hours(30), False)
    done(second.redo())
    assert night(second) == night(first)


# Discarded, counted.


def test_a_discarded_play_is_restored_as_it_was(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    done(say(table, **{DISCARDED: True}))
    assert table.state.details.discarded
    assert [one.key for one in play_lists.recent_plays(table.member.club_id, 10)] == []
    refused = table.save(SCRATCH)
    assert isinstance(refused, Refused)
    assert "Restore it" in refused.problems[0].message
    done(table.undo())
    assert not table.state.details.discarded
    table.write(SCRATCH)
    assert table.totals == {"Ann": 6, "Bob": 0, "Cyd": 0}


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
    done(say(table, **{COUNTS: False}))
    assert not counts(), "the table took it out"
    done(table.undo())
    assert counts()
    done(say(table, **{DISCARDED: True}))
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


# Remarks, stakes.


def test_remarks_and_a_stake_can_be_undone(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    stake = {"kind": "fixed", "amount": 50, "currency": "EUR"}
    done(say(table, **{REMARK: "By candlelight.", remark_key(1): "Cyd had no luck."}))
    done(say(table, **{STAKE: stake}))
    about = table.state.details
    assert (about.remark, about.remark_on(1), table.state.stake) == ("By candlelight.", "Cyd had no luck.", stake)
    [(currency,)] = rows("select currency from play")
    assert currency == "EUR"
    done(say(table, **{STAKE: {}}))
    assert table.state.stake is None
    done(table.undo())
    assert table.state.stake == stake
    done(table.undo())
    assert table.state.stake is None
    done(table.undo())
    assert (table.state.details.remark, table.state.details.remark_on(1)) == ("", "")
    labels = [change.label for change in change_log.changes(table.state)]
    assert labels[:3] == ["undo: remark", "undo: stake", "undo: stake"]
    outcome = say(table, **{REMARK: None})
    assert isinstance(outcome, PlayWritten)
    assert outcome.repeated, "nothing to say"


# Totals from paper.


def test_a_play_can_be_entered_by_its_totals_alone(own_app: Flask) -> None:
    table = from_paper(Club(), EIGHT)
    state = table.state
    wish: dict[str, Any] = {"base": state.revision, "client_id": client_id()}
    done(commands.enter_totals(table.member, state, totals={"Ann": 12, "Bob": 20, "Cyd": 12}, **wish))
    state = table.state
    assert (state.over, state.counts, state.winners) == (True, True, ("Bob",))
    assert [(one.place, one.names) for one in state.standings] == [(1, ("Bob",)), (2, ("Ann", "Cyd"))]
    parts = rows("select total, place, won, rounds from part order by seat")
    assert [tuple(map(int, part)) for part in parts] == [(12, 2, 0, 0), (20, 1, 1, 0), (12, 2, 0, 0)]
    assert build_state(state.id).totals == {"Ann": 12, "Bob": 20, "Cyd": 12}
    done(table.undo())
    assert not table.state.over
    done(table.redo())
    assert table.state.winners == ("Bob",)


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ({"Ann": 1}, "Give the total of Bob and Cyd."),
        ({"Ann": 1, "Bob": 2, "Cyd": 3, "Dee": 4}, "Dee did not play."),
        ({"Ann": 10**15, "Bob": 2, "Cyd": 3}, "must be from"),
    ],
)
def test_totals_that_do_not_fit_are_refused(own_app: Flask, totals: dict[str, int], said: str) -> None:
    table = from_paper(Club(), EIGHT)
    state = table.state
    outcome = commands.enter_totals(
        table.member, state, base=state.revision, totals=totals, client_id=client_id()
    )  # fmt: skip
    assert isinstance(outcome, Refused)
    assert said in outcome.problems[0].message
    assert not table.state.over


# Seats.


def correct_seats(table: Table, sitting: dict[str, str], **more: Any) -> PlayResult:
    """Correct the seats. ``sitting``: from who was entered there before to the new name, in the new order."""
    state = table.state
    wish = {"dealer": next(iter(sitting.values())), "options": dict(state.options), **more}
    return seating.correct_seats(
        table.member, state, base=state.revision, client_id=client_id(),
        corrections=[SeatCorrection(name, was) for was, name in sitting.items()], **wish,
    )  # fmt: skip


def test_replacing_a_wrong_person_keeps_the_rounds(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    done(correct_seats(table, {"Ann": "Ann", "Bob": "Ben", "Cyd": "Cyd"}))
    table.write(tricks(0, 5, 0, names=("Ann", "Ben", "Cyd")))
    assert table.totals == {"Ann": 3, "Ben": 3, "Cyd": 0}
    names = rows("select name from player join part on player.id = player_id order by seat")
    assert [name for (name,) in names] == ["Ann", "Ben", "Cyd"]
    done(table.undo())
    done(table.undo())
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}
    assert projection.rebuild_plays() == 0


def test_two_mistaken_players_swap_seats(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    done(correct_seats(table, {"Ann": "Bob", "Bob": "Ann", "Cyd": "Cyd"}))
    assert table.totals == {"Bob": 3, "Ann": 0, "Cyd": 0}
    table.write(tricks(0, 5, 0, names=("Bob", "Ann", "Cyd")))
    assert table.totals == {"Bob": 3, "Ann": 3, "Cyd": 0}
    assert build_state(table.id).totals == table.totals


def test_order_dealer_and_options_can_be_corrected(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    done(correct_seats(table, {"Cyd": "Cyd", "Ann": "Ann", "Bob": "Bob"}, dealer="Bob", options={"target": 25}))
    state = table.state
    assert state.setup.players == ("Cyd", "Ann", "Bob")
    assert (state.setup.dealer, state.options["target"]) == ("Bob", 25)
    assert state.undoable == "options"
    assert state.totals == {"Cyd": 0, "Ann": 3, "Bob": 0}
    done(table.undo())
    assert (table.state.setup.players, table.state.options["target"]) == (THREE, 20)


def test_a_person_once_entered_by_mistake_can_join_later(own_app: Flask) -> None:
    """Ann turned out to be Dee; then Ann comes, too."""
    table = Table(Club().scorer, "brag", ("Ann", "Bob", "Cyd", "Eve"))
    done(correct_seats(table, {"Ann": "Dee", "Bob": "Bob", "Cyd": "Cyd", "Eve": "Eve"}))
    done(table.seat("Ann"))
    assert table.state.setup.players == ("Dee", "Bob", "Cyd", "Eve", "Ann")
    assert build_state(table.id).setup.players == ("Dee", "Bob", "Cyd", "Eve", "Ann")
    assert len({row[0] for row in rows("select player_id from part where play_id = :id", id=table.id)}) == 5


@pytest.mark.parametrize(
    ("sitting", "more", "said"),
    [
        ({"Ann": "Ann", "Bob": "bob", "Cyd": "Bob"}, {}, "Two seats have the same name"),
        ({"Ann": "Ann", "Bob": "Bob"}, {}, "give a name for every seat"),
        ({"Ann": "Ann", "Bob": "​", "Cyd": "Cyd"}, {"dealer": "Ann"}, "cannot be seen"),
        ({"Ann": "Ann", "Bob": "Bob", "Cyd": "Cyd"}, {"dealer": "Dee"}, "cannot deal"),
        ({"Ann": "Ann", "Bob": "Bob", "Cyd": "Cyd"}, {"options": {"target": -1}}, "arget"),
    ],
)
def test_an_impossible_correction_of_seats_is_refused(
    own_app: Flask, sitting: dict[str, str], more: dict[str, Any], said: str
) -> None:
    table = Table(Club().scorer)
    outcome = correct_seats(table, sitting, **more)
    assert isinstance(outcome, Refused), outcome
    assert said in outcome.problems[0].message
    assert table.edits() == 1


def test_a_later_round_that_no_longer_fits_stops_the_sheet(own_app: Flask) -> None:
    table = Table(Club().scorer, options={"hand_size": 7})
    table.write(tricks(7, 0, 0))
    done(correct_seats(table, {name: name for name in THREE}, options={"hand_size": 5}))
    refusal = table.state.sheet.refusal
    assert refusal is not None
    assert refusal.number == 1


def test_an_ended_play_is_open_again_while_a_round_does_not_fit(own_app: Flask) -> None:
    """Nor can it be ended then: the round must be corrected first."""
    table = Table(Club().scorer, options={"target": 4})
    table.write(SCRATCH, tricks(0, 5, 0))
    done(table.end())
    assert table.state.counts
    done(table.save(tricks(5, 0, 0, raised_by=["Ann"]), slot=1))
    state = table.state
    assert state.sheet.refusal is not None
    assert (state.over, state.counts, state.winners) == (False, False, ())
    outcome = table.end()
    assert isinstance(outcome, Refused)
    assert "Round 2 must be corrected" in outcome.problems[0].message


def test_a_renamed_side_has_its_new_name_in_lists(own_app: Flask) -> None:
    table = Table(Club().scorer, "samba", ("Ann", "Bob", "Cyd", "Dee"))
    done(correct_seats(table, {name: name for name in ("Ann", "Bob", "Cyd", "Dee")}, sides=["Us", "Them"]))
    [listed] = play_lists.recent_plays(table.member.club_id, 5)
    assert tuple(listed.totals) == table.state.setup.sides == ("Us", "Them")
    done(table.undo())
    [listed] = play_lists.recent_plays(table.member.club_id, 5)
    assert tuple(listed.totals) == table.state.setup.sides == ("Ann & Cyd", "Bob & Dee")
    assert projection.rebuild_plays() == 0
