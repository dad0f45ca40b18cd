"""Details of a play beside its rounds: stake, night, time, remarks, objections to rounds, and whether it counts.

An edit stores them as a flat patch under ``about``; the details are all patches applied in order.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

NIGHT: Final = "night"
PLAYED_AT: Final = "played_at"
COUNTS: Final = "counts"
DISCARDED: Final = "discarded"
STAKE: Final = "stake"
REMARK: Final = "remark"
DEALER: Final = "dealer"
OPTIONS: Final = "options"
SIDES: Final = "sides"
SEALED: Final = "secret"
CONTESTED: Final = "contested"

Patch = Mapping[str, Any]
"""New values of details by key: the keys above, those of ``remark_key``, and those of ``objection_key``.

None as a value removes the detail.
"""


@dataclass(frozen=True, slots=True)
class PlayDetails:
    """The details of a play, apart from its rounds."""

    values: Patch = field(default_factory=dict)
    """All patches applied in order, in the form of the log."""

    def with_patch(self, patch: Patch) -> "PlayDetails":
        """Return the details after a patch."""
        fresh = {**self.values, **patch}
        return PlayDetails({key: value for key, value in fresh.items() if value is not None})

    def reverse_patch(self, patch: Patch) -> Patch:
        """Return the patch that restores the present values of the keys in another patch."""
        return {key: self.values.get(key) for key in patch}

    @property
    def night(self) -> int | None:
        """The id of its night, if any."""
        night = self.values.get(NIGHT)
        return night if isinstance(night, int) else None

    @property
    def played_at(self) -> datetime | None:
        """When it began at the table, if somebody entered it; None: when it was started in the app."""
        text = self.values.get(PLAYED_AT)
        return datetime.fromisoformat(text) if text else None

    @property
    def counts(self) -> bool:
        """Whether the club lets the play count for statistics."""
        return bool(self.values.get(COUNTS, True))

    @property
    def discarded(self) -> bool:
        """Whether the play was discarded."""
        return bool(self.values.get(DISCARDED, False))

    @property
    def secret(self) -> bool:
        """Whether bids are secret until all have bid."""
        return bool(self.values.get(SEALED, False))

    @property
    def remark(self) -> str:
        """The remark on the whole play."""
        return str(self.values.get(REMARK, ""))

    def remark_on(self, slot: int) -> str:
        """Return the remark on the round in a slot."""
        return str(self.values.get(remark_key(slot), ""))

    def stake(self, first: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the present stake as JSON; None: there is none. ``first``: the stake at the start of the play."""
        found = self.values.get(STAKE, first)
        return found or None


def remark_key(slot: int | None) -> str:
    """Return the key under which details have the remark on a round; ``slot`` None: on the whole play."""
    return REMARK if slot is None else f"{REMARK}.{slot}"


class ObjectionPatch(NamedTuple):
    """The change of one objection in a patch."""

    slot: int
    """The slot of the round."""

    revision: int
    """The revision of the edit that wrote it."""

    words: str | None
    """What is wrong, in somebody's words; None: the objection is settled."""


_OBJECTION = re.compile(rf"{CONTESTED}\.([1-9][0-9]{{0,5}})\.([1-9][0-9]{{0,5}})")


def objection_key(slot: int, revision: int) -> str:
    """Return the key of an objection in the details. ``slot``: of its round; ``revision``: of the edit that made it."""
    return f"{CONTESTED}.{slot}.{revision}"


def is_objection_key(key: str) -> bool:
    """Return whether a key of details is that of an objection."""
    return _OBJECTION.fullmatch(key) is not None


def objections_in(patch: Patch) -> list[ObjectionPatch]:
    """Return the changes of objections in a patch, sorted by round and then by revision."""
    found = [(match, words) for key, words in patch.items() if (match := _OBJECTION.fullmatch(key))]
    return sorted(ObjectionPatch(int(match[1]), int(match[2]), words) for match, words in found)


def moment_to_log(moment: datetime) -> str:
    """Format a moment, which has a time zone, for the log: ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat()
