"""Several players of one seat: in statistics, exports and lists of people."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from companion.games import SLUGS, game_of
from companion.store.database.models import EarlierPart
from companion.store.database.writing import writing
from companion.store.erasing.erase_name import erase_name
from companion.store.files import tables_and_calendar as tables
from companion.store.log.write_results import Refused, Written
from companion.store.people.ledger import ledger_of
from companion.store.plays.edits import commands
from companion.store.plays.edits.edit_labels import seat_history_text
from companion.store.plays.edits.projection import parts_of, rebuild_play, write_parts
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.play_state import state_as_of_round
from tests.laws import drawn
from tests.laws.strategies import few
from tests.store.files.club_files import brought_in, exported
from tests.store.people.players import merge, number
from tests.store.tables import FOUR, ROUNDS, Club, Table, client_id, done, problems_text, rows, tricks
from tests.web.phones import seats_of


def parts(table: Table) -> dict[str, tuple[int, bool]]:
    """Return the rounds of everybody who has a seat, and whether they won."""
    found = rows("select name, rounds, won from part join player on id = player_id where play_id = :id", id=table.id)
    return {name: (played, bool(won)) for name, played, won in found}


def earlier_parts(table: Table) -> dict[str, tuple[int, bool]]:
    """Return the same of everybody who handed theirs on."""
    found = rows(
        "select name, rounds, won from earlier_part join player on id = player_id where play_id = :id", id=table.id
    )
    return {name: (played, bool(won)) for name, played, won in found}


def test_everybody_has_the_rounds_that_they_played(table: Table) -> None:
    other = Table(table.member)
    other.write(*ROUNDS)
    done(other.take("Cyd", "Dee"))
    table.write(*ROUNDS)
    done(table.take("Ann", "Eve"))
    table.write(tricks(5, 0, 0, names=("Eve", "Bob", "Cyd")))
    done(table.end())
    assert parts(table) == {"Eve": (1, True), "Bob": (3, False), "Cyd": (3, False)}
    assert earlier_parts(table) == {"Ann": (2, False)}
    done(table.undo())
    done(table.undo())
    done(table.undo())
    assert (parts(table)["Ann"], earlier_parts(table)) == ((2, False), {})
    assert earlier_parts(other) == {"Cyd": (2, False)}, "the seats of another play stay as they are"


def test_a_player_who_took_over_and_played_no_round_has_not_won(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.take("Ann", "Eve"))
    done(table.end())
    assert parts(table)["Eve"] == (0, True)
    assert earlier_parts(table) == {"Ann": (2, True)}


def test_who_only_sat_out_on_a_seat_is_no_earlier_player(club: Club) -> None:
    table = Table(club.scorer, players=FOUR)
    table.write(tricks(5))
    done(table.take("Dee", "Eve"))
    table.write(tricks(5, absent=["Eve"]))
    done(table.take("Eve", "Fay"))
    table.write(tricks(5))
    assert [seat.name for seat in table.state.seats] == ["Ann", "Bob", "Cyd", "Fay"]
    assert earlier_parts(table) == {"Dee": (1, False)}


def test_of_the_players_who_handed_on_a_winning_seat_only_the_last_one_has_won(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.take("Ann", "Eve"))
    table.write(tricks(5, 0, 0, names=("Eve", "Bob", "Cyd")))
    done(table.take("Eve", "Fay"))
    done(table.end())
    assert parts(table)["Fay"] == (0, True)
    assert earlier_parts(table) == {"Ann": (2, False), "Eve": (1, True)}
    assert not rebuild_play(table.id)


def test_statistics_of_earlier_players_count_when_the_play_is_over(table: Table) -> None:
    ask = "select name, high_round, high_in, low_round, low_in from earlier_part join player on id = player_id"
    table.write(*ROUNDS)
    done(table.take("Ann", "Eve"))
    assert rows(f"{ask} where play_id = :id", id=table.id) == [("Ann", None, None, None, None)]
    done(table.end())
    assert rows(f"{ask} where play_id = :id", id=table.id) == [("Ann", 3, 2, 0, 1)]


def test_a_change_of_earlier_players_alone_is_written_and_noticed(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.take("Cyd", "Dee"))
    done(table.take("Ann", "Eve"))
    state = table.state
    right = parts_of(state)
    assert [one["player_id"] for one in right.earlier] == [seat.earlier[0].sitter.id for seat in state.seats[::2]]
    with writing() as connection:
        assert not write_parts(connection, right, state)
        for stored in ([], right.earlier[:1], [{**one, "rounds": 7} for one in right.earlier]):
            connection.execute(delete(EarlierPart).where(EarlierPart.play_id == state.id))
            assert write_parts(connection, right._replace(earlier=stored), state)
            found = connection.execute(
                select(EarlierPart).where(EarlierPart.play_id == state.id).order_by(EarlierPart.seat)
            )
            assert [dict(row) for row in found.mappings()] == right.earlier


# Exports and names.


def shared(table: Table) -> Table:
    """Return a play that Ann began and Eve won."""
    table.write(*ROUNDS)
    done(table.take("Ann", "Eve"))
    table.write(tricks(5, 0, 0, names=("Eve", "Bob", "Cyd")))
    done(table.end())
    return table


SHOWN = ("Player", "Seat", "Total", "Won", "Rounds of player")


def test_exported_tables_name_whoever_sat_there(table: Table) -> None:
    shared(table)
    heads, *rows = tables.result_rows(table.member.club_id)
    told = [[dict(zip(heads, row, strict=True))[head] for head in SHOWN] for row in rows]
    assert told == [
        ["Eve", 1, 6, "yes", 1], ["Bob", 2, 1, "no", 3], ["Cyd", 3, 1, "no", 3], ["Ann", 1, 6, "no", 2],
    ]  # fmt: skip
    of_ann = [row[-1] for row in tables.result_rows(table.member.club_id, player="Ann")]
    assert of_ann == ["Play", table.key]
    heads, *rows = tables.round_rows(table.state)
    assert heads[3:-1:2] == ["Ann, from round 3 Eve", "Bob", "Cyd"]
    assert [row[3] for row in rows] == [0, 3, 3]
    sent = tables.bgstats_play(table.state)
    assert [one.name for one in sent.players] == ["Eve", "Bob", "Cyd"]
    assert sent.comments == "Ann, from round 3 Eve."


def test_two_people_who_shared_a_seat_can_be_merged(club: Club, table: Table) -> None:
    shared(table)
    assert isinstance(merge(club, "Ann", "Eve"), Written)
    (play,) = ledger_of(club.organiser.club_id).plays
    assert [(part.rounds, part.won, part.left) for part in play.parts] == [(3, True, False), *[(3, False, False)] * 2]
    assert seat_history_text(table.state.seats[0], round_numbers(table.state.slots)) == ""
    on = f"(Raise the Stakes, {table.state.played_at:%-d %B %Y})"
    told = f"into: Eve and Bob played in the same game {on}, so they are two people."
    assert problems_text(merge(club, "Eve", "Bob")) == told


def test_an_earlier_player_of_a_seat_was_at_the_table(club: Club, table: Table) -> None:
    shared(table)
    on = f"(Raise the Stakes, {table.state.played_at:%-d %B %Y})"
    told = f"into: Ann and Bob played in the same game {on}, so they are two people."
    assert problems_text(merge(club, "Ann", "Bob")) == told


def test_a_removed_name_is_in_no_round(club: Club, table: Table) -> None:
    shared(table)
    instead = erase_name(club.organiser, number(club, "Ann"))
    assert instead is not None
    assert state_as_of_round(table.state, 1).setup.players[0] == instead
    assert f"Eve plays for {instead} from round 3" in table.labels()


def test_takeovers_survive_export_and_import(club: Club, table: Table) -> None:
    shared(table)
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    (play,) = ledger_of(again).plays
    assert [(part.rounds, part.won, part.left) for part in play.parts] == [
        (1, True, False), (3, False, False), (3, False, False), (2, False, True),
    ]  # fmt: skip


# Random plays.


@pytest.mark.parametrize("slug", SLUGS)
def test_scores_do_not_depend_on_takeovers(club: Club, slug: str) -> None:
    game, dice = game_of(slug), Random(3)
    table = Table(club.scorer, slug, seats_of(slug))
    for _ in range(3):
        if not table.state.over:
            done(table.save(drawn.believable(game, table.state.sheet.table, dice)))
    before = table.state
    if before.over:
        return
    for player in before.setup.players:
        done(table.take(player, f"{player}'s friend"))
    after = table.state
    assert list(after.totals.values()) == list(before.totals.values())
    assert [one.place for one in after.sheet.standings] == [one.place for one in before.sheet.standings]
    assert len(after.sheet.rounds) == len(before.sheet.rounds)
    assert state_as_of_round(after, 1).sheet == before.sheet
    done(table.save(drawn.believable(game, table.state.sheet.table, dice)))
    for _ in (*before.setup.players, "the round"):
        done(table.undo())
    assert table.state.sheet == before.sheet
    assert table.state.seats == before.seats


ACTS = st.one_of(
    st.just(("round",)),
    st.just(("round",)),
    st.tuples(st.just("take"), st.integers(0, 2), st.sampled_from(["Ann", "Bob", "Cyd", "Eve", "Fay"])),
    st.just(("undo",)),
    st.just(("redo",)),
    st.tuples(st.just("correct"), st.integers(0, 5)),
)


@settings(max_examples=few(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACTS, min_size=3, max_size=10), st.integers(0, 2**16))
def test_points_by_person_add_up_to_those_of_the_seats(club: Club, acts: list[tuple[Any, ...]], seed: int) -> None:
    table, dice = Table(club.scorer, players=("Ann", "Bob", "Cyd")), Random(seed)
    for kind, *more in acts:
        state = table.state
        if kind == "take":
            table.take(state.setup.players[more[0]], more[1])
        elif kind == "correct" and state.slots and not state.over:
            slot = state.slots[more[0] % len(state.slots)]
            then = state_as_of_round(state, slot.slot)
            entry = tricks(0, 0, 5, names=then.setup.players)
            commands.save_round(
                table.member, then, base=state.revision, slot=slot.slot, entry=entry, client_id=client_id()
            )
        elif kind == "round" and not state.over:
            table.save(drawn.believable(state.game, state.sheet.table, dice))
        elif kind in ("undo", "redo"):
            (table.undo if kind == "undo" else table.redo)()
    state = table.state
    by_person: Counter[str] = Counter()
    by_seat = [0, 0, 0]
    for index, slot in enumerate(state.slots):
        here, then = state.sheet.rounds[index], state_as_of_round(state, slot.slot)
        assert [one.at(slot.slot).name for one in state.seats] == list(then.setup.players)
        before = state.sheet.rounds[index - 1].totals if index else state.sheet.opening.totals
        changes = [here.totals[name] - before[name] for name in state.setup.players]
        for place, name in enumerate(then.setup.players):
            by_person[name] += changes[place]
            by_seat[place] += changes[place]
        theirs = then.sheet.rounds[index].totals
        assert [theirs[name] for name in then.setup.players] == [here.totals[name] for name in state.setup.players]
    assert by_seat == list(state.totals.values())
    assert sum(by_person.values()) == sum(by_seat)
    assert not rebuild_play(table.id)
    played_by = sum(played for played, _ in (*parts(table).values(), *earlier_parts(table).values()))
    assert played_by <= 3 * len(state.slots)
    while not isinstance(table.undo(), Refused):
        pass
    assert (table.state.setup.players, table.state.seats[0].earlier) == (("Ann", "Bob", "Cyd"), ())
