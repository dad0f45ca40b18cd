"""What comes of a command: it is written, refused, or somebody else was quicker."""

from dataclasses import dataclass

from companion.core.problems import Problem
from companion.store.log.events import LoggedEvent


@dataclass(frozen=True, slots=True)
class Written:
    """What the command wanted is on disk."""

    event: LoggedEvent | None
    """None: it was so already, and there was nothing to write."""

    repeated: bool = False
    """Whether the same command was sent before; the event is the one that it wrote then."""

    @property
    def key(self) -> str:
        """The key of the event; empty: there was nothing to write."""
        return self.event.key if self.event else ""


@dataclass(frozen=True, slots=True)
class Refused:
    """It cannot be written down; nothing was."""

    problems: tuple[Problem, ...]
    number: int | None = None
    """The round concerned."""


def refused(field: str, message: str) -> Refused:
    """Refuse for one reason, told beside a field."""
    return Refused((Problem(field, message),))


@dataclass(frozen=True, slots=True)
class Stale:
    """Somebody else wrote otherwise after what the command was based on; nothing was written."""

    parts: tuple[str, ...]
    """What they changed."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The same in words, beside each part."""
        return tuple(Problem(part, "Somebody else changed this meanwhile.") for part in self.parts)
