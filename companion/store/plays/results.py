"""Results of changing a play."""

from dataclasses import dataclass

from companion.store.log.results import Refused
from companion.store.plays.change_log import Change
from companion.store.plays.states import PlayState


@dataclass(frozen=True, slots=True)
class Saved:
    """The change is on disk."""

    state: PlayState
    slot: int | None = None
    repeated: bool = False
    """Whether it had been there already: the same tap, sent twice."""

    revision: int | None = None
    """The revision to which the change led; None: there was nothing to write."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else changed the play first; nothing was written."""

    state: PlayState
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no such play or round."""


@dataclass(frozen=True, slots=True)
class Rescored:
    """The change would rescore a play that keeps the outcome of older rules, and waits for a confirmation."""

    state: PlayState
    after: PlayState
    """The play as it would stand."""


WriteOutcome = Saved | Conflict | Refused | Gone | Rescored
