"""Results of changing a play: those of every command, with the state of the play."""

from dataclasses import dataclass

from companion.store.log.write_results import Refused, Stale, Written
from companion.store.plays.edits.change_log import Change
from companion.store.plays.play_state import PlayState


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWritten(Written):
    """The change was carried out."""

    state: PlayState
    """The play after the change; after a repetition, as it is now."""

    revision: int | None = None
    """The revision of the change; None: there was nothing to write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStale(Stale):
    """Somebody else changed the play first."""

    state: PlayState
    changes: tuple[Change, ...]
    """The changes since the revision that was shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRescored(Stale):
    """The play would end differently by today's rules than by those of its time; somebody has to confirm that first."""

    state: PlayState
    after: PlayState
    """The play after the change by today's rules."""


class NoSuchRoundError(LookupError):
    """There is no such play in the club, or no such round in the play."""


PlayResult = PlayWritten | PlayStale | PlayRescored | Refused
