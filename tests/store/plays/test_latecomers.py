"""Players who join during a play."""

import pytest

from companion.store.plays.edits.slots import entry_for_scoring
from companion.store.plays.seats import Seat
from tests.store.tables import FOUR, SCRATCH, Club, Table, done, messages, problems_text, tricks


def test_a_latecomer_was_absent_from_the_earlier_rounds(table: Table) -> None:
    table.write(SCRATCH)
    done(table.seat("Dee"))
    table.write(tricks(0, 0, 0, 5))
    state = table.state
    assert state.setup.players == FOUR
    assert [item.absent for item in state.sheet.rounds] == [("Dee",), ()]
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0, "Dee": 3}
    assert "absent" not in state.slots[0].entry, "what the table wrote down stays as it was"
    done(table.save(tricks(0, 5, 0), slot=1))
    assert table.totals == {"Ann": 0, "Bob": 3, "Cyd": 0, "Dee": 3}
    assert messages(table.save(tricks(0, 0, 0, 5), slot=1))


def test_a_latecomer_was_absent_from_the_rounds_after_a_removed_one_too(table: Table) -> None:
    table.write(SCRATCH, tricks(0, 5, 0))
    done(table.remove(1))
    done(table.seat("Dee"))
    assert [item.absent for item in table.state.sheet.rounds] == [("Dee",)]
    assert table.state.seats[3].from_slot == 3


def test_a_latecomer_is_absent_once_from_an_earlier_round() -> None:
    seats = [Seat("Ann", 1, 0, 1), Seat("Dee", 2, 3, 2)]
    for absent, expected in (([], ["Dee"]), (None, ["Dee"]), (["Ann", "Dee"], ["Ann", "Dee"]), (5, 5)):
        assert entry_for_scoring({"absent": absent}, 2, seats) == {"absent": expected}
    assert entry_for_scoring({"absent": ["Ann"]}, 3, seats) == {"absent": ["Ann"]}


def test_newcomers_sit_after_the_others_and_the_deal_goes_on(table: Table) -> None:
    table.write(SCRATCH)
    before = table.state.sheet.rounds[0].dealer
    done(table.seat("Dee"))
    done(table.seat("Eve"))
    assert table.state.setup.players == ("Ann", "Bob", "Cyd", "Dee", "Eve")
    assert table.state.sheet.rounds[0].dealer == before


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "The name is empty."),
        ("  ", "The name is empty."),
        ("x" * 41, "The name is longer than 40 letters."),
        ("Ann", "Ann is already at the table."),
        (" ann ", "Ann is already at the table."),
        ("CYD", "Cyd is already at the table."),
        ("a\0b", "The name has letters that cannot be shown."),
        ("Kitty", "Kitty is what the club's common money is called; take another name."),
    ],
)
def test_a_player_with_an_invalid_name_cannot_join(table: Table, name: str, told: str) -> None:
    assert problems_text(table.seat(name)) == f"players: {told}"
    assert table.edits() == 1


def test_somebody_who_had_two_seats_takes_one_of_them_over_again(club: Club) -> None:
    table = Table(club.scorer)
    table.write(SCRATCH)
    done(table.take("Cyd", "Dee"))
    done(table.seat("Cyd"))
    table.write(tricks(5, names=table.state.setup.players))
    done(table.take("Cyd", "Eve"))
    told = "players: Cyd has had two seats in this game. Let Cyd take one of them over again."
    assert problems_text(table.seat("Cyd")) == told


def test_nobody_can_join_if_the_game_forbids_it_or_no_seat_is_left(club: Club) -> None:
    assert messages(Table(club.scorer, "rage").seat("Dee")) == "Nobody can join a game of Rage after it has begun."
    full = Table(club.scorer, players=["A", "B", "C", "D", "E", "F", "G"])
    assert messages(full.seat("H")) == "Raise the Stakes is for at most 7 players."
