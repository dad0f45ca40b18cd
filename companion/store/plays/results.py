"""Results of changing a play: those of every command, with the play as it stands."""

from dataclasses import dataclass

from companion.store.log.results import Refused, Stale, Written
from companion.store.plays.change_log import Change
from companion.store.plays.play_state import PlayState


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWritten(Written):
    """The change is on disk."""

    state: PlayState
    """The play after it; after a repetition, as it stands now."""

    revision: int | None = None
    """The revision to which the change led; None: there was nothing to write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStale(Stale):
    """Somebody else changed the play first."""

    state: PlayState
    changes: tuple[Change, ...]
    """What they changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRescored(Stale):
    """The rules changed since the play ended: by today's it would end otherwise, which has to be confirmed."""

    state: PlayState
    after: PlayState
    """The play as it would stand."""


class NoSuchRoundError(LookupError):
    """The play, or the round of it that is to be changed, does not exist."""


PlayResult = PlayWritten | PlayStale | PlayRescored | Refused
