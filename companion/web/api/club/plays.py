"""Operations that write plays: starting, rounds, ending, seats and details."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from msgspec import UNSET
from msgspec.structs import asdict

from companion.core.entry.problems import Problem
from companion.core.entry.record import is_absent
from companion.core.play.setups import read_setup
from companion.core.words import counted, quoted
from companion.games import SLUGS, game_of
from companion.store.log.write_results import Refused
from companion.store.money.settings import stake_for
from companion.store.nights.night_state import night_by_key
from companion.store.plays import change_seats, starting
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.edits import commands
from companion.store.plays.edits.conflicts import conflict_result
from companion.store.plays.edits.play_results import PlayResult
from companion.store.plays.play_details import DISCARDED
from companion.store.plays.play_state import PlayState, load_play
from companion.web.access.guard import current_club_id, current_member
from companion.web.api.club.answers import ClubPlayJson
from companion.web.api.club.errors import OutdatedError, UnusableError
from companion.web.api.club.idempotency import WrittenPlay, written_play
from companion.web.api.club.operations import write
from companion.web.api.club.requests import PlayChange, PlayStart, RoundEntry, Step, Takeover
from companion.web.support.parsing import parse_whole
from companion.web.support.requests.not_found import or_404

_NOT_STARTED = "This play cannot be started"


def play_or_404(key: str) -> PlayState:
    """Return the play with this key; abort with 404 if the club has none."""
    return or_404(load_play(current_club_id(), key), "This club has no such play.")


@write("POST", "/plays", PlayStart, ClubPlayJson, 201)
def start_play(sent: PlayStart) -> WrittenPlay:
    """Start a play."""
    if sent.game not in SLUGS:
        raise UnusableError([Problem("game", f"There is no game called “{quoted(sent.game)}”.")], _NOT_STARTED)
    game = game_of(sent.game)
    setup, problems = read_setup(game, asdict(sent))
    stake: Mapping[str, Any] = {}
    if setup is not None:
        stake, faults = stake_for(current_club_id(), game, setup, sent.stake)
        problems += faults
    if problems:
        raise UnusableError(problems, _NOT_STARTED)
    started = starting.start_play(
        current_member(),
        slug=game.slug,
        players=sent.players,
        dealer=_none_if_absent(sent.dealer),
        options=_none_if_absent(sent.options) or {},
        sides=_none_if_absent(sent.sides),
        stake=stake,
        played_at=sent.played_at,
        client_id=sent.client_id,
    )
    if isinstance(started, Refused):
        raise UnusableError(started.problems, _NOT_STARTED)
    return WrittenPlay(started.key, 1)


def _none_if_absent(raw: Any) -> Any:
    """Return a value of a request, or None if it counts as not given."""
    return None if is_absent(raw) else raw


# Changing a play. Each view gets the play at the revision on which the change is based. ``by_today``: a finished play
# of older rules is scored by today's without a question.

Change = TypeVar("Change", bound=Callable[..., PlayResult])
EditArgs = Mapping[str, Any]
"""The ``base`` and ``client_id`` of a change, as keyword arguments for the store."""


def play_operation(
    method: str, path: str, sends: type[Step], status: int = 200, *, even_discarded: bool = False
) -> Callable[[Change], Change]:
    """Register a view that changes a play, at a path below that of the play.

    The view only runs if the play is at the revision on which the change is based and, unless ``even_discarded``, not
    discarded.
    """

    def register(view: Change) -> Change:
        """Add the view as an operation and return it unchanged."""

        @wraps(view)
        def respond(state: PlayState, sent: Step, **where: str) -> WrittenPlay:
            if sent.base != state.revision:
                return written_play(conflict_result(state, sent.base, sent.client_id), state)
            if state.details.discarded and not even_discarded:
                raise OutdatedError("This play was discarded: restore it before you change it.", state)
            return written_play(view(state, sent, {"base": sent.base, "client_id": sent.client_id}, **where), state)

        write(method, f"/plays/<key>{path}", sends, ClubPlayJson, status, find=play_or_404)(respond)
        return view

    return register


@play_operation("POST", "/rounds", RoundEntry, 201)
def write_round(state: PlayState, sent: RoundEntry, edit_args: EditArgs) -> PlayResult:
    """Save the coming round."""
    if state.ended:
        raise OutdatedError("The table ended this play: reopen it before you save a round.", state)
    return commands.save_round(current_member(), state, slot=None, entry=sent.entry, **edit_args)


@play_operation("PUT", "/rounds/<number>", RoundEntry)
def correct_round(state: PlayState, sent: RoundEntry, edit_args: EditArgs, number: str) -> PlayResult:
    """Correct a round; a finished play is then scored by today's rules."""
    slot = _slot_or_404(state, number)
    return commands.save_round(current_member(), state, slot=slot, entry=sent.entry, by_today=True, **edit_args)


@play_operation("DELETE", "/rounds/<number>", Step)
def remove_round(state: PlayState, _: Step, edit_args: EditArgs, number: str) -> PlayResult:
    """Remove a round."""
    return commands.remove_round(current_member(), state, slot=_slot_or_404(state, number), by_today=True, **edit_args)


def _slot_or_404(state: PlayState, number: str) -> int:
    """Return the slot of a round by its number in the path; abort with 404 if there is no such round."""
    position = or_404(parse_whole(number, most=len(state.slots)), "This play has no such round.")
    return state.slots[position - 1].slot


@play_operation("POST", "/end", Step)
def end_play(state: PlayState, _: Step, edit_args: EditArgs) -> PlayResult:
    """End a play early."""
    if state.over or state.ended:
        raise OutdatedError("This play is over already.", state)
    return commands.end_play(current_member(), state, **edit_args)


@play_operation("POST", "/reopen", Step)
def reopen_play(state: PlayState, _: Step, edit_args: EditArgs) -> PlayResult:
    """Go on with a play that the table ended."""
    if not state.ended:
        raise OutdatedError("The table did not end this play; correct its last round instead.", state)
    return commands.reopen(current_member(), state, by_today=True, **edit_args)


@play_operation("POST", "/discard", Step, even_discarded=True)
def discard_play(state: PlayState, _: Step, edit_args: EditArgs) -> PlayResult:
    """Discard a play that was begun by mistake."""
    return commands.edit_details(current_member(), state, about={DISCARDED: True}, **edit_args)


@play_operation("POST", "/seats", Takeover)
def take_seat(state: PlayState, sent: Takeover, edit_args: EditArgs) -> PlayResult:
    """Let somebody take over a seat."""
    if state.over:
        raise OutdatedError("This play is over, so nobody can take over a seat.", state)
    slots = [slot.slot for slot in state.slots] + [state.next_slot]
    if sent.round is not None and sent.round > len(slots):
        raise UnusableError(
            [Problem("round", f"This play has {counted(len(slots) - 1, 'round')}; {len(slots)} is the coming one.")]
        )
    slot = None if sent.round is None else slots[sent.round - 1]
    return change_seats.take_seat(current_member(), state, player=sent.player, name=sent.name, slot=slot, **edit_args)


@play_operation("PATCH", "", PlayChange, even_discarded=True)
def change_play(state: PlayState, sent: PlayChange, edit_args: EditArgs) -> PlayResult:
    """Change the stake, night or time of a play, or whether it counts."""
    wanted = None if sent.stake is UNSET else sent.stake
    stake, problems = stake_for(current_club_id(), state.game, state.setup, wanted)
    if problems:
        raise UnusableError(problems)
    details: DetailChanges = {}
    if sent.counts is not None:
        details["counts"] = sent.counts
    if sent.stake is not UNSET:
        details["stake"] = stake
    if sent.night is not UNSET:
        details["night"] = _night_id(sent.night)
    if sent.played_at is not UNSET:
        details["played_at"] = sent.played_at
    return change_details(current_member(), state, details=details, **edit_args)


def _night_id(key: str | None) -> int | None:
    """Return the id of the night with this key; without a key None, which means the night near the play's time.

    :raises UnusableError: the club has no such night.
    """
    found = night_by_key(current_club_id(), key) if key else None
    if key and found is None:
        raise UnusableError([Problem("night", f"This club has no night with the key “{quoted(key)}”.")])
    return found.id if found else None
