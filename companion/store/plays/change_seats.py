"""Changing seats during a play: joining, taking over a seat, and corrections."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Unpack

from sqlalchemy import Connection

from companion.core.entry.kinds import with_defaults
from companion.core.entry.problems import Problem, refuse
from companion.core.game.game import Game
from companion.core.game.table import Setup
from companion.core.play.setups import read_setup
from companion.core.words import listed
from companion.store.access.roles import Member
from companion.store.log.write_results import Refused, refusal
from companion.store.names.names import People, Person, club_spellings, name_key
from companion.store.names.new_people import kitty_faults, name_problem, player_ids
from companion.store.plays.coming_round.draft_rows import draft_row, write_draft
from companion.store.plays.edits.conflicts import EditRequest
from companion.store.plays.edits.play_results import PlayResult
from companion.store.plays.edits.slots import round_numbers, round_of_slot
from companion.store.plays.edits.write_edits import NewEdit, write_edit
from companion.store.plays.play_details import DEALER, OPTIONS, SIDES
from companion.store.plays.play_state import PlayState
from companion.store.plays.seats import Seat, find_double_seat, sides_to_log


def add_player(member: Member, play: PlayState, *, name: str, **request: Unpack[EditRequest]) -> PlayResult:
    """Add a player during a play, on a new seat after the others."""
    return write_edit(member, play, "seats", partial(_joining_edit, member, name), **request)


def _joining_edit(member: Member, name: str, state: PlayState, connection: Connection) -> NewEdit | Refused | None:
    """Return the edit that adds a player, or why nobody with this name can join.

    The reference to the new seat is the person's id, or its negative if that id already refers to another seat.
    """
    [named] = club_spellings(member.club_id, [name], connection)
    fault = _joining_fault(state, named)
    if fault:
        return refusal("players", fault)
    names = [seat.name for seat in state.seats]
    raw = {"players": [*names, named], "dealer": state.setup.dealer, "options": state.options}
    problems = read_setup(state.game, raw, in_use=True)[1]  # the new name was checked already
    if problems:
        return Refused(tuple(problems))
    person = player_ids(connection, member.club_id, [named])[named]
    taken = person in state.people.names  # by another seat, as its reference in the log
    if taken and -person in state.people.names:
        return refusal("players", f"{named} has had two seats in this game. Let {named} take one of them over again.")
    seats = [*state.seats, Seat(named, -person if taken else person, state.next_slot, person)]
    return NewEdit({"seats": [seat.to_log() for seat in seats]})


def _joining_fault(state: PlayState, name: str) -> str:
    """Return a sentence that says why somebody with this name cannot join, or an empty text."""
    if fault := name_problem(name):
        return fault
    if not state.game.seats.come_and_go:
        return f"Nobody can join a game of {state.game.name} after it has begun."
    if state.over:
        return "The game is over, so nobody can join."
    if name_key(name) in (name_key(seat.name) for seat in state.seats):
        return f"{name} is already at the table."
    if len(state.seats) >= state.game.seats.most:
        return f"{state.game.name} is for at most {state.game.seats.most} players."
    return ""


def take_seat(
    member: Member, play: PlayState, *, player: str, name: str, slot: int | None = None, **request: Unpack[EditRequest]
) -> PlayResult:
    """Let ``name`` take over the seat of ``player`` during a play, with its total.

    ``slot``: of the first round that ``name`` plays, None for the coming one. If it is the first round of the seat,
    ``name`` replaces everybody who has had it.
    """
    return write_edit(member, play, "seats", partial(_takeover_edit, member, player, name, slot), **request)


def _takeover_edit(
    member: Member, player: str, name: str, slot: int | None, state: PlayState, connection: Connection
) -> NewEdit | Refused:
    """Return the edit by which ``name`` takes over the seat of ``player``, or why it is refused.

    The new player of the seat does not sit out the coming round. ``slot``: of the first round that ``name`` plays;
    None for the coming one.
    """
    [named] = club_spellings(member.club_id, [name], connection)
    problems = _takeover_faults(state, player, named, slot)
    if problems:
        return Refused(tuple(problems))
    seat = next(seat for seat in state.seats if seat.name == player)
    first = slot or state.next_slot
    if all(seat.at(one).name == named for one in range(first, state.next_slot + 1)):
        return refusal("name", f"{named} already has that seat.")
    number = player_ids(connection, member.club_id, [named])[named]
    seats = [one.taken_over(Person(number, named), first) if one is seat else one for one in state.seats]
    twice = find_double_seat(seats)
    if twice is not None:
        there = next(one for one in state.seats if one is not seat and one.at(twice.slot).name == named)
        word, number = state.game.terms.round, round_of_slot(twice.slot, round_numbers(state.slots))
        when = f" in {word} {number}" if there.name != named else ""
        return refusal("name", f"{named} has a seat of their own{when}.")
    if sum(len(one.earlier) for one in seats) > MOST_STINTS:
        return refusal("name", f"Seats have been taken over {MOST_STINTS} times in this game, which is the most.")
    mark_present = partial(_mark_present, member=member, state=state, seat=state.people.reference_to(player))
    return NewEdit({"seats": [one.to_log() for one in seats]}, side_effect=mark_present)


MOST_STINTS = 30
"""How often seats of a play may be taken over."""


def _takeover_faults(state: PlayState, player: str, name: str, slot: int | None) -> list[Problem]:
    """Return the problems that keep ``name`` from taking over the seat of ``player``; only one if the play is over.

    ``slot``: of the first round that ``name`` plays; None for the coming one.
    """
    if state.over:
        message = "The game is over, so nobody can take over a seat."
        return [Problem("players", f"{message} Undo its last {state.game.terms.round}, or continue it, first.")]
    names = [seat.name for seat in state.seats]
    slots = (None, state.next_slot, *(one.slot for one in state.slots))
    fault = name_problem(name) if name else "Tap who takes over the seat, or type the name."
    if not fault and name in names and name != player:
        fault = f"{name} already has a seat."
    return [
        *refuse("player", f"Choose whose seat is taken over: {listed(names, 'or')}.", when=player not in names),
        *refuse("round", "Choose a round of this game, or the coming one.", when=slot not in slots),
        *refuse("name", fault, when=fault),
    ]


def _mark_present(connection: Connection, mark: int, *, member: Member, state: PlayState, seat: str) -> None:
    """Remove a seat that is taken over from the draft's list of those who sit out the coming round."""
    row = draft_row(state.id, connection)
    gone = row.data.get("absent") if row.slot == state.next_slot else None
    if isinstance(gone, list) and seat in gone:
        data = {**row.data, "absent": [one for one in gone if one != seat]}
        write_draft(connection, member, state.id, row.slot, row.slot, {"data": data})


class SeatCorrection(NamedTuple):
    """A correction of one seat: the name of its player after it, and before it."""

    name: str
    was: str
    """The name of its player before the correction."""


def correct_seats(
    member: Member,
    play: PlayState,
    *,
    corrections: Sequence[SeatCorrection],
    dealer: str,
    options: Mapping[str, Any],
    sides: Sequence[str] | None = None,
    **request: Unpack[EditRequest],
) -> PlayResult:
    """Correct seats, first dealer or options during a play.

    Rounds stay with their seats: if Ben replaces Bob on a seat, Bob's rounds become Ben's. ``corrections``: one for
    each seat, in the new order; ``dealer``: by the new name; ``sides``: None if the sides have no names.
    """

    def decide(state: PlayState, connection: Connection) -> NewEdit | Refused | None:
        """Return the edit that corrects the seats, or why it is refused; None: nothing differs."""
        if state.over:
            return refusal("players", "The game is over. Continue it before you correct who plays.")
        names = club_spellings(member.club_id, [one.name for one in corrections], connection)
        problems = _correction_faults(state, corrections, names)
        raw = {"players": names, "dealer": dealer, "options": dict(options), "sides": list(sides or ())}
        setup, faults = (None, []) if problems else read_setup(state.game, raw)
        if setup is None or problems or faults:
            return Refused(tuple(problems or faults))
        seats = _corrected_seats(state, corrections, names, player_ids(connection, member.club_id, names))
        twice = find_double_seat(seats)
        if twice is not None:
            number = round_of_slot(twice.slot, round_numbers(state.slots))
            where = f"{state.game.terms.round} {number}"
            return refusal("players", f"{twice.name} would have two seats in {where}.")
        rows = [seat.to_log() for seat in seats]
        are_seats_unchanged = rows == [seat.to_log() for seat in state.seats]
        values = with_defaults(state.game.options_for(setup.players), options)
        if are_seats_unchanged and setup == state.setup and values == dict(state.options):
            return None
        patch = _setup_patch(state.game, setup, values, seats)
        return NewEdit({"about": patch} if are_seats_unchanged else {"about": patch, "seats": rows})

    return write_edit(member, play, "about", decide, **request)


def _corrected_seats(
    state: PlayState, corrections: Sequence[SeatCorrection], names: Sequence[str], numbers: Mapping[str, int]
) -> list[Seat]:
    """Return the seats after corrections. ``names``: the new ones, in the same order; ``numbers``: their ids."""
    before = {seat.name: seat for seat in state.seats}
    return [
        before[one.was].corrected(Person(numbers[name], name)) for one, name in zip(corrections, names, strict=True)
    ]


def _setup_patch(game: Game[Any], setup: Setup, options: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the patch of details for a corrected setup of a play."""
    people = People({seat.player_id: seat.name for seat in seats}, setup.sides)
    values = people.to_log(game.options_for(setup.players), options)
    return {
        OPTIONS: {"version": game.rules.version, "values": values}, DEALER: people.reference_to(setup.dealer),
        SIDES: sides_to_log(setup.sides, setup.players),
    }  # fmt: skip


def _correction_faults(state: PlayState, corrections: Sequence[SeatCorrection], names: Sequence[str]) -> list[Problem]:
    """Return the problems with a correction of seats. ``names``: the new ones, as the club spells them."""
    there = [seat.name for seat in state.seats]
    if sorted(one.was for one in corrections) != sorted(there):
        return [Problem("players", f"{listed(there)} have a seat each: give a name for every seat.")]
    if len(set(map(name_key, names))) < len(names):
        return [Problem("players", "Two seats have the same name; every name must be different.")]
    return kitty_faults(name for name in names if name not in there)
