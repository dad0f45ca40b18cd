"""Corrected seats: wrong people, order, dealer and options."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from companion.store.database.models import Player
from companion.store.database.runtime import runtime
from companion.store.database.writing import writing
from companion.store.log.write_results import Written
from companion.store.plays import change_seats, play_lists
from companion.store.plays.change_seats import SeatCorrection
from companion.store.plays.edits import projection
from companion.store.plays.edits.play_results import PlayResult
from companion.store.plays.play_state import build_state
from tests.store.people.players import rename
from tests.store.tables import SCRATCH, THREE, Club, Table, client_id, done, problems_text, rows, tricks


def correct_seats(table: Table, sitting: dict[str, str], **more: Any) -> PlayResult:
    """Correct the seats. ``sitting``: from who was entered there before to the new name, in the new order."""
    state = table.state
    wish = {"dealer": next(iter(sitting.values())), "options": dict(state.options), **more}
    return change_seats.correct_seats(
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
        (
            {"Ann": "Ann", "Bob": "bob", "Cyd": "Bob"},
            {},
            "players: Two seats have the same name; every name must be different.",
        ),
        (
            {"Ann": "Ann", "Bob": "Zed", "Cyd": "ZED"},
            {},
            "players: Two seats have the same name; every name must be different.",
        ),
        ({"Ann": "Ann", "Bob": "Bob"}, {}, "players: Ann, Bob and Cyd have a seat each: give a name for every seat."),
        (
            {"Ann": "Ann", "Bob": "​", "Cyd": "Cyd"},
            {"dealer": "Ann"},
            "players: Name 2 has only letters that cannot be seen.",
        ),
        (
            {"Ann": "Ann", "Bob": "Bob", "Cyd": "Cyd"},
            {"dealer": "Dee"},
            "dealer: Dee is not one of the players, so cannot deal.",
        ),
        (
            {"Ann": "Ann", "Bob": "Bob", "Cyd": "Cyd"},
            {"options": {"target": -1}},
            "target: Target: −1 is too low, 1 is the least.",
        ),
    ],
)
def test_an_impossible_correction_of_seats_is_refused(
    own_app: Flask, sitting: dict[str, str], more: dict[str, Any], said: str
) -> None:
    table = Table(Club().scorer)
    outcome = correct_seats(table, sitting, **more)
    assert problems_text(outcome) == said
    assert table.edits() == 1


def test_of_two_names_for_one_seat_neither_is_taken(club: Club) -> None:
    table = Table(club.scorer)
    twice = [SeatCorrection("Eve", "Ann"), SeatCorrection("Fay", "Ann"), *map(SeatCorrection, THREE[1:], THREE[1:])]
    wish: dict[str, Any] = {"dealer": "Bob", "options": {}, "base": 1, "client_id": client_id()}
    outcome = change_seats.correct_seats(table.member, table.state, corrections=twice, **wish)
    assert problems_text(outcome) == "players: Ann, Bob and Cyd have a seat each: give a name for every seat."


def test_a_corrected_name_is_spelled_as_the_club_does(club: Club) -> None:
    Table(club.scorer, players=("Zoë", "Ann"))
    table = Table(club.scorer)
    done(correct_seats(table, {"Ann": "Ann", "Bob": " ZOË ", "Cyd": "Cyd"}))
    assert table.state.setup.players == ("Ann", "Zoë", "Cyd")


def test_a_person_with_a_name_of_the_kitty_keeps_their_seat_in_a_correction(club: Club) -> None:
    """Earlier versions allowed the name."""
    table = Table(club.scorer)
    with writing() as connection:
        connection.execute(update(Player).where(Player.id == table.state.seats[0].person_id).values(name="Kitty"))
    runtime().cache.clear()
    done(correct_seats(table, {"Bob": "Bob", "Kitty": "Kitty", "Cyd": "Cyd"}))
    assert table.state.setup.players == ("Bob", "Kitty", "Cyd")
    told = "players: kitty is what the club's common money is called; take another name."
    assert problems_text(correct_seats(Table(Club().scorer), {"Ann": "Ann", "Bob": "kitty", "Cyd": "Cyd"})) == told


def test_a_finished_play_has_no_correction_of_seats_and_the_same_seats_are_none(club: Club) -> None:
    table = Table(club.scorer)
    same = {name: name for name in THREE}
    again = done(correct_seats(table, same, dealer=table.state.setup.dealer))
    assert (again.repeated, table.edits()) == (True, 1)
    table.write(SCRATCH)
    done(table.end())
    told = "players: The game is over. Continue it before you correct who plays."
    assert problems_text(correct_seats(table, same)) == told


def test_a_correction_that_gives_somebody_two_seats_in_a_round_is_refused(own_app: Flask) -> None:
    """Eve had Bob's seat from round 2 on, and cannot have been Ann as well."""
    table = Table(Club().scorer)
    table.write(SCRATCH)
    done(table.take("Bob", "Eve"))
    table.write(tricks(5, 0, 0, names=("Ann", "Eve", "Cyd")))
    done(table.take("Eve", "Bob"))
    mistaken = {"Ann": "Eve", "Bob": "Bob", "Cyd": "Cyd"}
    assert problems_text(correct_seats(table, mistaken)) == "players: Eve would have two seats in round 2."
    done(table.remove(1))
    assert problems_text(correct_seats(table, mistaken)) == "players: Eve would have two seats in round 1."


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
    assert problems_text(outcome) == "rounds: Round 2 must be corrected or removed first."


def test_a_renamed_side_has_its_new_name_in_lists(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "samba", ("Ann", "Bob", "Cyd", "Dee"))
    done(correct_seats(table, {name: name for name in ("Ann", "Bob", "Cyd", "Dee")}, sides=["Us", "Them"]))
    [listed] = play_lists.recent_plays(table.member.club_id, 5)
    assert tuple(listed.totals) == table.state.setup.sides == ("Us", "Them")
    done(table.undo())
    [listed] = play_lists.recent_plays(table.member.club_id, 5)
    assert tuple(listed.totals) == table.state.setup.sides == ("Ann & Cyd", "Bob & Dee")
    done(correct_seats(table, {name: name for name in table.state.setup.players}, dealer="Cyd"))
    assert isinstance(rename(club, "Ann", "Anna"), Written)
    assert table.state.setup.sides == ("Anna & Cyd", "Bob & Dee"), "sides without names of their own"
    assert projection.rebuild_plays() == 0
