"""Changing seats during a play: joining, taking over a seat, and corrections."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from companion.core.entry.entry import name_fault
from companion.core.entry.kinds import default_of
from companion.core.entry.problems import Problem
from companion.core.money.stakes import is_kitty
from companion.core.play.setups import read_setup
from companion.core.words import listed
from companion.store.access.roles import Member
from companion.store.database.models import Draft
from companion.store.log.results import Refused
from companion.store.people.find_or_add import kitty_faults, name_problem, player_ids
from companion.store.people.names import People, Person, name_key, spelled_by_club
from companion.store.plays.coming import round_cards
from companion.store.plays.coming.drafts import DRAFT_COLUMNS
from companion.store.plays.edits.edits import NewEdit, write_edit
from companion.store.plays.edits.results import PlayResult
from companion.store.plays.edits.slots import round_numbers, round_of_slot
from companion.store.plays.play_details import DEALER, OPTIONS, SIDES
from companion.store.plays.play_state import PlayState, sides_to_log
from companion.store.plays.seats import Seat, find_double_seat


def add_player(
    member: Member, play: PlayState, *, base: int, name: str, position: int | None, client_id: str
) -> PlayResult:
    """Add a player during a play. ``position``: the new seat, from 0; None: the last."""

    def decide(state: PlayState, connection: Connection) -> NewEdit | Refused | None:
        [named] = spelled_by_club(member.club_id, [name], connection)
        problems = _joining_faults(state, named)
        if problems:
            return Refused(tuple(problems))
        names = [seat.name for seat in state.seats]
        place = len(names) if position is None else max(0, min(position, len(names)))
        raw = {
            "players": [*names[:place], named, *names[place:]],
            "dealer": state.setup.dealer,
            "options": state.options,
        }
        problems = read_setup(state.game, raw, kept=True)[1]  # the new name was checked already
        if problems:
            return Refused(tuple(problems))
        number = player_ids(connection, member.club_id, [named])[named]
        taken = number in state.people.names  # by another seat, as its reference in the log
        seats = [*state.seats[:place], Seat(named, -number if taken else number, state.next_slot, number)]
        return NewEdit({"seats": [seat.to_log() for seat in (*seats, *state.seats[place:])]})

    return write_edit(member, play, base, "seats", client_id, decide)


def _joining_faults(state: PlayState, name: str) -> list[Problem]:
    """Return the problem that keeps somebody with this name from joining, if any."""
    fault = name_fault(name)
    if fault:
        return [Problem("players", f"The name {fault}.")]
    if is_kitty(name):
        return kitty_faults([name])
    if not state.game.seats.come_and_go:
        return [Problem("players", f"Nobody can join a game of {state.game.name} after it has begun.")]
    if state.over:
        return [Problem("players", "The game is over, so nobody can join.")]
    if name_key(name) in (name_key(seat.name) for seat in state.seats):
        return [Problem("players", f"{name} is already at the table.")]
    if len(state.seats) >= state.game.seats.most:
        return [Problem("players", f"{state.game.name} is for at most {state.game.seats.most} players.")]
    return []


def take_seat(
    member: Member, play: PlayState, *, base: int, player: str, name: str, slot: int | None = None, client_id: str
) -> PlayResult:
    """Let somebody take over a seat during a play, with its total.

    ``player``: who has the seat; ``slot``: of the first round that the other one plays, None for the coming one. From
    the first round of the seat on, the other one replaces the player completely.
    """

    def decide(state: PlayState, connection: Connection) -> NewEdit | Refused | None:
        [named] = spelled_by_club(member.club_id, [name], connection)
        problems = _takeover_faults(state, player, named, slot)
        if problems:
            return Refused(tuple(problems))
        seat = next(seat for seat in state.seats if seat.name == player)
        first = slot or state.next_slot
        if all(seat.at(one).name == named for one in range(first, state.next_slot + 1)):
            return Refused((Problem("name", f"{named} already has that seat."),))
        number = player_ids(connection, member.club_id, [named])[named]
        seats = [one.taken_over(Person(number, named), first) if one is seat else one for one in state.seats]
        twice = find_double_seat(seats)
        if twice is not None:
            there = next(one for one in state.seats if one is not seat and one.at(twice[1]).name == named)
            when = f" in round {round_of_slot(twice[1], round_numbers(state.slots))}" if there.name != named else ""
            return Refused((Problem("name", f"{named} has a seat of their own{when}."),))
        if sum(len(one.earlier) for one in seats) > MOST_STINTS:
            message = f"Seats have been taken over {MOST_STINTS} times in this game, which is the most."
            return Refused((Problem("name", message),))
        present = partial(_mark_present, member=member, state=state, seat=state.people.reference_to(player))
        return NewEdit({"seats": [one.to_log() for one in seats]}, moves=present)

    return write_edit(member, play, base, "seats", client_id, decide)


MOST_STINTS = 30
"""How often seats of a play may be taken over."""


def _takeover_faults(state: PlayState, player: str, name: str, slot: int | None) -> list[Problem]:
    """Return all problems that keep somebody with this name from taking over a seat."""
    if state.over:
        message = "The game is over, so nobody can take over a seat."
        return [Problem("players", f"{message} Undo its last round, or continue it, first.")]
    problems = []
    names = [seat.name for seat in state.seats]
    if player not in names:
        problems.append(Problem("player", f"Choose whose seat is taken over: {listed(names, 'or')}."))
    if slot is not None and slot != state.next_slot and all(one.slot != slot for one in state.slots):
        problems.append(Problem("round", "Choose a round of this game, or the coming one."))
    problem = name_problem(name)
    if not name:
        problems.append(Problem("name", "Tap whoever takes over the seat, or type the name."))
    elif problem:
        problems.append(Problem("name", problem))
    elif name in names and name != player:
        problems.append(Problem("name", f"{name} already has a seat."))
    return problems


def _mark_present(connection: Connection, mark: int, *, member: Member, state: PlayState, seat: str) -> None:
    """Remove a seat that is taken over from the draft's list of those who sit out the coming round."""
    row = connection.execute(select(*DRAFT_COLUMNS).where(Draft.play_id == state.id)).first()
    gone = row.data.get("absent") if row is not None and row.slot == state.next_slot else None
    if row is not None and isinstance(gone, list) and seat in gone:
        data = {**row.data, "absent": [one for one in gone if one != seat]}
        round_cards.write_draft(connection, state.id, row.slot, row, {"data": data}, member)


class SeatCorrection(NamedTuple):
    """A correction of who has a seat."""

    name: str
    was: str
    """The name of the seat before the correction."""


def correct_seats(
    member: Member,
    play: PlayState,
    *,
    base: int,
    sitting: Sequence[SeatCorrection],
    dealer: str,
    options: Mapping[str, Any],
    sides: Sequence[str] | None = None,
    client_id: str,
) -> PlayResult:
    """Correct seats, first dealer or options during a play.

    Rounds stay with their seats: if Ben replaces Bob on a seat, Bob's rounds become Ben's. ``dealer``: by the new
    name; ``sides``: None if the sides have no names.
    """

    def decide(state: PlayState, connection: Connection) -> NewEdit | Refused | None:
        if state.over:
            return Refused((Problem("players", "The game is over. Continue it before you correct who plays."),))
        names = spelled_by_club(member.club_id, [one.name for one in sitting], connection)
        problems = _sitting_faults(state, sitting, names)
        raw = {"players": names, "dealer": dealer, "options": dict(options), "sides": list(sides or ())}
        setup, faults = (None, []) if problems else read_setup(state.game, raw)
        if setup is None or problems or faults:
            return Refused(tuple(problems or faults))
        game, by_name = state.game, {seat.name: seat for seat in state.seats}
        numbers = player_ids(connection, member.club_id, names)
        seats = [
            by_name[one.was].corrected(Person(numbers[name], name)) for one, name in zip(sitting, names, strict=True)
        ]
        twice = find_double_seat(seats)
        if twice is not None:
            number = round_of_slot(twice[1], round_numbers(state.slots))
            return Refused((Problem("players", f"{twice[0]} would have two seats in round {number}."),))
        people = People({seat.player_id: seat.name for seat in seats}, setup.sides)
        values = {item.key: options.get(item.key, default_of(item)) for item in game.options_for(setup.players)}
        kept = {"version": game.rules.version, "values": people.to_log(game.options_for(setup.players), values)}
        about = {
            OPTIONS: kept, DEALER: people.reference_to(setup.dealer), SIDES: sides_to_log(setup.sides, setup.players),
        }  # fmt: skip
        rows = [seat.to_log() for seat in seats]
        same = rows == [seat.to_log() for seat in state.seats]
        if same and setup == state.setup and values == dict(state.options):
            return None
        return NewEdit({"about": about} if same else {"about": about, "seats": rows})

    return write_edit(member, play, base, "about", client_id, decide)


def _sitting_faults(state: PlayState, sitting: Sequence[SeatCorrection], names: Sequence[str]) -> list[Problem]:
    """Return the problems of a correction of seats. ``names``: the new ones, as the club spells them."""
    there = [seat.name for seat in state.seats]
    if sorted(one.was for one in sitting) != sorted(there):
        return [Problem("players", f"{listed(there)} have a seat each: give a name for every seat.")]
    if len(set(map(name_key, names))) < len(names):
        return [Problem("players", "Two seats have the same name; every name must be different.")]
    return kitty_faults(name for name in names if name not in there)
