"""What is said about a play beside its rounds: stake, night, time, remarks, and whether it counts.

An edit keeps it as a flat patch; what stands is all patches on top of one another.
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


@dataclass(frozen=True, slots=True)
class PlayDetails:
    """What is said about a play."""

    values: Patch = field(default_factory=dict)
    """As the log keeps it, one patch on top of the other."""

    def with_patch(self, patch: Patch) -> "PlayDetails":
        """Return this with the changes of an edit; None removes a key."""
        fresh = {**self.values, **patch}
        return PlayDetails({key: value for key, value in fresh.items() if value is not None})

    def before(self, patch: Patch) -> Patch:
        """Return the patch that undoes another one, which is about to be applied."""
        return {key: self.values.get(key) for key in patch}

    @property
    def night(self) -> int | None:
        """The id of its night."""
        night = self.values.get(NIGHT)
        return night if isinstance(night, int) else None

    @property
    def played_at(self) -> datetime | None:
        """When it began at the table; None: when its row was written."""
        told = self.values.get(PLAYED_AT)
        return datetime.fromisoformat(told) if told else None

    @property
    def counts(self) -> bool:
        """Whether it counts for statistics."""
        return bool(self.values.get(COUNTS, True))

    @property
    def discarded(self) -> bool:
        """Whether it was discarded."""
        return bool(self.values.get(DISCARDED, False))

    @property
    def secret(self) -> bool:
        """Whether bids are secret until the last one is in."""
        return bool(self.values.get(SEALED, False))

    @property
    def remark(self) -> str:
        """The remark on the whole play."""
        return str(self.values.get(REMARK, ""))

    def remark_on(self, slot: int) -> str:
        """Return the remark on the round in a slot."""
        return str(self.values.get(remark_key(slot), ""))

    def stake(self, first: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the stake; ``first``: the one that the play was started with."""
        found = self.values.get(STAKE, first)
        return found or None


def remark_key(slot: int | None) -> str:
    """Return the key of a remark on a round; None: on the whole play."""
    return REMARK if slot is None else f"{REMARK}.{slot}"


class ContestPatch(NamedTuple):
    """What a patch says of one contest."""

    slot: int
    """Of the round that is contested."""

    revision: int
    """The edit that contested it, which tells by whom and when."""

    words: str | None
    """What is said to be wrong; None: it is settled."""


_CONTEST = re.compile(rf"{CONTESTED}\.([1-9][0-9]{{0,5}})\.([1-9][0-9]{{0,5}})")


def contest_key(slot: int, revision: int) -> str:
    """Return the key of a contest."""
    return f"{CONTESTED}.{slot}.{revision}"


def is_contest_key(key: str) -> bool:
    """Return whether this is the key of a contest."""
    return _CONTEST.fullmatch(key) is not None


def contests_in(patch: Patch) -> list[ContestPatch]:
    """Return what a patch says of contests, by round and then in the order in which they came."""
    found = [(match, words) for key, words in patch.items() if (match := _CONTEST.fullmatch(key))]
    return sorted(ContestPatch(int(match[1]), int(match[2]), words) for match, words in found)


def moment_to_log(moment: datetime) -> str:
    """Return a moment as a patch stores it."""
    return moment.astimezone(UTC).isoformat()
