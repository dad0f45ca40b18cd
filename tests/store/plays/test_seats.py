"""Taking over a seat during a play: what follows the seat, and what is refused."""

from typing import Any

import pytest

from companion.store.log.write_results import Written
from companion.store.names.names import Person
from companion.store.plays import change_seats
from companion.store.plays.change_seats import SeatCorrection
from companion.store.plays.coming_round import drafts
from companion.store.plays.edits import change_log, commands
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.edits.projection import rebuild_play
from companion.store.plays.play_state import state_as_of_round
from companion.store.plays.seats import Seat, Stint, names_in_round, seat_from_log, sitter_id, sitter_ids
from tests.store.people.players import rename
from tests.store.tables import FOUR, ROUNDS, Club, Table, client_id, done, messages, problems_text, rows, tricks


def sat(table: Table) -> dict[str, list[tuple[str, int]]]:
    """Return for each player everybody who had their seat, with the slot of their first round."""
    return {seat.name: [(one.name, start) for one, start in seat.sitters] for seat in table.state.seats}


def test_a_seat_taken_later_is_told_from_one_of_the_same_name() -> None:
    seats = [Seat("Bob", 1, 0, 1), Seat("Ann", 2, 2, 2), Seat("Ann", 3, 3, 3)]
    assert names_in_round(seats, 1) == {1: "Bob", 2: "Ann", 3: "Ann"}
    assert names_in_round(seats, 2) == {1: "Bob", 2: "Ann", 3: "Ann (later)"}
    assert names_in_round(seats, 3) == {1: "Bob", 2: "Ann", 3: "Ann"}


ANN, BOB, CYD, DEE = (Person(number, name) for number, name in enumerate(FOUR, start=1))
OFTEN = Seat("Dee", 1, 0, 4, (Stint(ANN, 2), Stint(BOB, 4), Stint(CYD, 6)))
"""A seat in whose rounds 1, 2 and 3, 4 and 5, and from 6 on somebody else played."""


@pytest.mark.parametrize(
    ("sitter", "slot", "earlier"),
    [
        (ANN, 8, (*OFTEN.earlier, Stint(DEE, 8))),
        (ANN, 5, (Stint(ANN, 2), Stint(BOB, 4), Stint(CYD, 5))),
        (BOB, 4, (Stint(ANN, 2),)), (DEE, 4, (Stint(ANN, 2), Stint(BOB, 4))), (BOB, 2, (Stint(ANN, 2),)), (BOB, 1, ()),
    ],
)  # fmt: skip
def test_who_takes_over_a_seat_has_it_from_that_round_on(sitter: Person, slot: int, earlier: tuple[Stint, ...]) -> None:
    assert OFTEN.taken_over(sitter, slot) == Seat(sitter.name, 1, 0, sitter.id, earlier)


def test_who_takes_over_the_seat_of_a_latecomer_from_the_first_round_on_is_its_only_player() -> None:
    assert Seat("Cyd", 3, 3, 3).taken_over(DEE, 3) == Seat("Dee", 3, 3, 4)
    assert Seat("Cyd", 3, 3, 3).taken_over(DEE, 4) == Seat("Dee", 3, 3, 4, (Stint(CYD, 4),))


def test_a_corrected_person_is_another_in_all_rounds_of_the_seat() -> None:
    again = Seat("Ann", 1, 0, 1, (Stint(ANN, 2), Stint(BOB, 4)))
    assert again.corrected(CYD) == Seat("Cyd", 1, 0, 3, (Stint(CYD, 2), Stint(BOB, 4)))
    assert again.corrected(BOB) == Seat("Bob", 1, 0, 2)
    assert OFTEN.corrected(CYD) == Seat("Cyd", 1, 0, 3, OFTEN.earlier[:2])
    assert OFTEN.corrected(DEE) is OFTEN


def test_a_seat_is_stored_with_everybody_who_had_it() -> None:
    stored = OFTEN.to_log()
    assert stored == {
        "player_id": 1, "from_slot": 0, "person_id": 4,
        "earlier": [{"person_id": who, "before_slot": slot} for who, slot in ((1, 2), (2, 4), (3, 6))],
    }  # fmt: skip
    assert (sitter_id(stored), sitter_ids(stored)) == (4, [1, 2, 3, 4])
    assert seat_from_log(stored, dict(enumerate(FOUR, start=1))) == OFTEN
    alone = Seat("Ann", 1, 3, 1)
    assert (alone.to_log(), sitter_ids(alone.to_log())) == ({"player_id": 1, "from_slot": 3}, [1])


# What follows the seat.


def test_the_seat_keeps_its_total_and_place_under_the_new_name(table: Table) -> None:
    table.write(*ROUNDS)
    before = table.state
    done(table.take("Bob", "Eve"))
    after = table.state
    assert after.setup.players == ("Ann", "Eve", "Cyd")
    assert list(after.totals.values()) == list(before.totals.values())
    assert after.sheet.table.dealer == before.sheet.table.dealer
    assert sat(table)["Eve"] == [("Bob", 0), ("Eve", 3)]
    assert table.labels()[0] == after.undoable == "Eve plays for Bob from round 3"


def test_a_takeover_shown_before_a_renaming_keeps_the_new_name(club: Club, table: Table) -> None:
    state = table.state
    assert isinstance(rename(club, "Ann", "Anna"), Written)
    wish: dict[str, Any] = {"base": state.revision, "client_id": client_id()}
    taken = done(change_seats.take_seat(table.member, state, player="Bob", name="Eve", **wish)).state
    assert taken.setup.players == ("Anna", "Eve", "Cyd")
    assert isinstance(rename(club, "Cyd", "Cora"), Written)
    wish = {"base": taken.revision, "client_id": client_id(), "slot": None}
    saved = done(commands.save_round(table.member, taken, entry=tricks(5, names=("Anna",)), **wish)).state
    assert saved.setup.players == table.state.setup.players == ("Anna", "Eve", "Cora")


def test_rounds_name_whoever_sat_there(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.take("Bob", "Eve"))
    table.write(tricks(0, 5, 0, names=("Ann", "Eve", "Cyd")))
    state = table.state
    assert [list(state_as_of_round(state, slot).sheet.rounds[slot - 1].scores)[1] for slot in (1, 2, 3)] == [
        "Bob",
        "Bob",
        "Eve",
    ]
    assert state_as_of_round(state, 3) is state
    assert [(change.label, change.after and [*change.after["tricks"]]) for change in change_log.changes(state)] == [
        ("round 3", ["Ann", "Eve", "Cyd"]), ("Eve plays for Bob from round 3", None),
        ("round 2", ["Ann", "Bob", "Cyd"]), ("round 1", ["Ann", "Bob", "Cyd"]), ("start of the game", None),
    ]  # fmt: skip


def test_an_earlier_round_is_corrected_under_its_own_names(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.take("Bob", "Eve"))
    state = table.state
    wish: dict[str, Any] = {"base": state.revision, "client_id": client_id(), "slot": 2}
    done(commands.save_round(table.member, state_as_of_round(state, 2), entry=tricks(0, 5, 0), **wish))
    assert table.state.slots[1].entry == tricks(0, 5, 0, names=("Ann", "Eve", "Cyd"))
    assert sat(table)["Eve"] == [("Bob", 0), ("Eve", 3)]


def test_a_takeover_can_be_undone_and_redone(table: Table) -> None:
    table.write(*ROUNDS)
    before = table.state
    done(table.take("Bob", "Eve"))
    taken = table.state
    done(table.undo())
    assert (table.state.setup, table.state.seats, table.totals) == (before.setup, before.seats, dict(before.totals))
    assert table.labels()[0] == "undo: Eve plays for Bob from round 3"
    done(table.redo())
    assert (table.state.setup, table.state.seats) == (taken.setup, taken.seats)


def test_a_seat_can_be_taken_over_again_and_back(table: Table) -> None:
    table.write(ROUNDS[0])
    done(table.take("Bob", "Eve"))
    done(table.save(tricks(5, 0, 0, names=("Ann", "Eve", "Cyd"))))
    done(table.take("Eve", "Fay"))
    done(table.take("Cyd", "Gil"))
    done(table.save(tricks(0, 5, 0, names=("Ann", "Fay", "Gil"))))
    done(table.take("Fay", "Bob"))
    done(table.take("Gil", "Cyd"))
    assert sat(table) == {
        "Ann": [("Ann", 0)],
        "Bob": [("Bob", 0), ("Eve", 2), ("Fay", 3), ("Bob", 4)],
        "Cyd": [("Cyd", 0), ("Gil", 3), ("Cyd", 4)],
    }
    assert rebuild_play(table.id) is False


def test_somebody_who_handed_on_a_seat_may_take_over_another(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.take("Ann", "Eve"))
    table.write(tricks(0, 5, 0, names=("Eve", "Bob", "Cyd")))
    done(table.take("Bob", "Ann"))
    assert sat(table)["Ann"] == [("Bob", 0), ("Ann", 4)]
    assert messages(table.take("Cyd", "Bob", slot=2)) == "Bob has a seat of their own in round 2."
    assert messages(table.take("Cyd", "Ann", slot=2)) == "Ann already has a seat."
    done(table.remove(1))
    assert messages(table.take("Cyd", "Bob", slot=2)) == "Bob has a seat of their own in round 1."


def test_a_refused_takeover_calls_a_round_what_the_game_calls_it(club: Club) -> None:
    table = Table(club.scorer, "brag", FOUR, {"stack": 30})
    table.write({"paid": dict.fromkeys(FOUR, 1), "pots": [{"chips": 4, "winner": "Bob"}]})
    done(table.take("Bob", "Eve"))
    done(table.take("Ann", "Bob"))
    assert messages(table.take("Cyd", "Ann", slot=1)) == "Ann has a seat of their own in hand 1."


def test_a_seat_is_taken_over_from_the_coming_round_on_after_a_removal(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.remove(1))
    done(table.take("Bob", "Eve"))
    assert sat(table)["Eve"] == [("Bob", 0), ("Eve", 3)]


def test_somebody_can_take_over_their_seat_from_an_earlier_round_on(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.take("Bob", "Eve"))
    done(table.take("Eve", "Eve", slot=2))
    assert sat(table)["Eve"] == [("Bob", 0), ("Eve", 2)]
    assert problems_text(table.take("Eve", "Eve", slot=2)) == "name: Eve already has that seat."


def test_a_takeover_before_the_first_round_replaces_the_player(table: Table) -> None:
    done(table.take("Bob", "Eve"))
    assert sat(table)["Eve"] == [("Eve", 0)]
    assert table.labels()[0] == "Eve plays instead of Bob"
    table.write(tricks(5, 0, 0, names=("Ann", "Eve", "Cyd")))
    done(table.take("Eve", "Bob", slot=1))
    assert sat(table)["Bob"] == [("Bob", 0)]


def test_the_first_round_of_the_new_player_can_be_entered_later(table: Table) -> None:
    table.write(*ROUNDS)
    done(table.take("Bob", "Eve", slot=2))
    assert table.labels()[0] == "Eve plays for Bob from round 2"
    done(table.take("Eve", "Bob", slot=2))
    assert table.labels()[0] == "Bob plays for Eve from round 2"
    assert sat(table)["Bob"] == [("Bob", 0)]


def test_sides_stay_and_are_named_by_their_players(club: Club) -> None:
    table = Table(club.scorer, "pitch", FOUR)
    assert table.state.setup.sides == ("Ann & Cyd", "Bob & Dee")
    done(table.take("Cyd", "Eve"))
    assert table.state.setup.sides == ("Ann & Eve", "Bob & Dee")


def test_the_draft_of_the_coming_round_stays_with_the_seat(club: Club) -> None:
    table = Table(club.scorer, "rage", ("Ann", "Bob", "Cyd"))
    assert drafts.patch_draft(table.member, table.state, slot=1, patch={"bid": {"Bob": 2}})
    done(table.take("Bob", "Eve"))
    draft = drafts.draft_of(table.state)
    assert draft is not None
    assert draft.data["bid"] == {"Eve": 2}


def test_the_substitute_of_an_absent_player_is_present(club: Club) -> None:
    table = Table(club.scorer, players=FOUR)
    table.write(tricks(5, 0, 0, absent=["Dee"]))
    assert drafts.players_sitting_out(table.state, None) == ("Dee",)
    done(table.take("Dee", "Eve"))
    assert drafts.players_sitting_out(table.state, None) == ()
    done(table.undo())
    assert drafts.players_sitting_out(table.state, None) == ("Dee",)
    drafts.patch_draft(table.member, table.state, slot=2, patch={"absent": ["Cyd", "Dee"]})
    done(table.take("Dee", "Eve"))
    assert drafts.players_sitting_out(table.state, drafts.draft_of(table.state)) == ("Cyd",)


def test_a_correction_of_seats_changes_the_current_players(table: Table) -> None:
    table.write(ROUNDS[0])
    done(table.take("Bob", "Eve"))
    table.write(tricks(5, 0, 0, names=("Ann", "Eve", "Cyd")))
    state = table.state
    sitting = [SeatCorrection(name, was) for name, was in (("Ann", "Ann"), ("Eva", "Eve"), ("Cyd", "Cyd"))]
    wish: dict[str, Any] = {"base": state.revision, "dealer": "Ann", "options": {}, "client_id": client_id()}
    done(change_seats.correct_seats(table.member, state, corrections=sitting, **wish))
    assert sat(table)["Eva"] == [("Bob", 0), ("Eva", 2)]


# What is refused.


@pytest.mark.parametrize(
    ("player", "name", "told"),
    [
        ("Bob", "Cyd", "name: Cyd already has a seat."),
        ("Bob", "cyd", "name: Cyd already has a seat."),
        ("Bob", "Bob", "name: Bob already has that seat."),
        ("Bob", " ", "name: Tap who takes over the seat, or type the name."),
        ("Bob", "\u200b", "name: The name has only letters that cannot be seen."),
        ("Bob", "x" * 41, "name: The name is longer than 40 letters."),
        ("Bob", "kitty", "name: kitty is what the club's common money is called; take another name."),
        ("Zoe", "Eve", "player: Choose whose seat is taken over: Ann, Bob or Cyd."),
        ("", "Eve", "player: Choose whose seat is taken over: Ann, Bob or Cyd."),
    ],
)
def test_an_invalid_takeover_is_refused_with_its_sentence(table: Table, player: str, name: str, told: str) -> None:
    table.write(ROUNDS[0])
    assert problems_text(table.take(player, name)) == told
    assert table.edits() == 2
    wrong = "round: Choose a round of this game, or the coming one."
    assert problems_text(table.take("Bob", "Eve", slot=7)) == wrong


def test_seats_of_a_finished_or_discarded_play_cannot_be_taken_over(table: Table) -> None:
    table.write(ROUNDS[0])
    done(table.end())
    over = "players: The game is over, so nobody can take over a seat. Undo its last round, or continue it, first."
    assert problems_text(table.take("Bob", "Eve")) == over
    done(table.undo())
    wish: dict[str, Any] = {"base": table.state.revision, "client_id": client_id(), "about": {"discarded": True}}
    done(commands.edit_details(table.member, table.state, **wish))
    assert (
        problems_text(table.take("Bob", "Eve")) == "rounds: This game was discarded. Restore it before you change it."
    )


def test_a_viewer_cannot_hand_over_a_seat(club: Club, table: Table) -> None:
    with pytest.raises(PermissionError, match="can only watch"):
        change_seats.take_seat(club.viewer, table.state, base=1, player="Bob", name="Eve", client_id="a")


def test_of_two_phones_the_second_is_told_what_the_first_did(table: Table) -> None:
    base = table.state.revision
    done(table.take("Bob", "Eve", base=base))
    late = table.take("Bob", "Fay", base=base)
    assert isinstance(late, PlayStale)
    assert [change.label for change in late.changes] == ["Eve plays instead of Bob"]
    assert table.state.setup.players[1] == "Eve"
    club = table.member.club_id
    assert "Fay" not in {name for (name,) in rows("select name from player where club_id = :club", club=club)}


def test_the_same_tap_twice_is_one_takeover(table: Table) -> None:
    done(table.take("Bob", "Eve", base=1, tap="tap"))
    assert done(table.take("Bob", "Eve", base=1, tap="tap")).repeated
    assert table.edits() == 2


def test_the_number_of_takeovers_is_bounded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert change_seats.MOST_STINTS == 30
    monkeypatch.setattr(change_seats, "MOST_STINTS", 1)
    table.write(ROUNDS[0])
    done(table.take("Bob", "Eve"))
    most = "name: Seats have been taken over 1 times in this game, which is the most."
    assert problems_text(table.take("Cyd", "Fay")) == most
