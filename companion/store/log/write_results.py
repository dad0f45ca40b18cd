"""Results of a command: written, refused, or stale."""

from dataclasses import dataclass

from companion.core.entry.problems import Problem
from companion.store.log.events import LoggedEvent


@dataclass(frozen=True, slots=True)
class Written:
    """The command was carried out."""

    event: LoggedEvent | None
    """None: nothing had to be written."""

    repeated: bool = False
    """Whether nothing was written now: the same command wrote the event before, or there was nothing to change."""

    @property
    def key(self) -> str:
        """The key of the event; empty if nothing had to be written."""
        return self.event.key if self.event else ""


@dataclass(frozen=True, slots=True)
class Refused:
    """The command is invalid; nothing was written."""

    problems: tuple[Problem, ...]
    number: int | None = None
    """The number of the round with the problems, if any."""


def refusal(field: str, message: str, number: int | None = None, *, name: str | None = None) -> Refused:
    """Return a refusal with one message, shown beside a field. ``number``: of the round; ``name``: of the player."""
    return Refused((Problem(field, message, name),), number)


@dataclass(frozen=True, slots=True)
class Stale:
    """Somebody else changed what the command is based on; nothing was written."""

    parts: tuple[str, ...] = ()
    """The fields that they changed."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """A message beside each field that they changed."""
        return tuple(Problem(part, "Somebody else has changed this meanwhile.") for part in self.parts)
