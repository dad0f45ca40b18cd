"""Findings of the referee: pending for the coming round, and added to its entry when it is saved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct, convert, to_builtins

from companion.core.words import listed, signed

ADJUST = "adjust"
"""The key of an entry for the referee's adjustments."""


class Adjustment(Struct, frozen=True, omit_defaults=True):
    """Points for a player on top of those of the round."""

    player: str
    points: int
    reason: str
    buy: bool = False
    """Whether the points are chips that the player buys."""

    in_play: bool = False
    """Whether they count before the round's own points."""

    def added_to(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an entry with the adjustment added; an invalid entry stays as it is."""
        return _with_added(entry, ADJUST, to_builtins(self))


class NamedInRound(Struct, frozen=True):
    """A player to be named in a list of the entry, which the game scores."""

    player: str
    points: int
    """The points that it gives by the referee's verdict, usually below 0."""

    reason: str
    field: str
    """The key of the list, such as ``reneged``."""

    def added_to(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an entry with the player added to that list, unless it has the player already."""
        there = entry.get(self.field)
        is_there = isinstance(there, list) and self.player in there
        return entry if is_there else _with_added(entry, self.field, self.player)


def _with_added(entry: Mapping[str, Any], key: str, value: Any) -> Mapping[str, Any]:
    """Return an entry with a value added to the list under a key; unchanged if there is no list but something else."""
    there = entry.get(key) or []
    return {**entry, key: [*there, value]} if isinstance(there, list) else entry


Finding = Adjustment | NamedInRound
Findings = tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class FindingsEdit:
    """A change of the pending findings: those that are added, and those that are removed."""

    added: Findings = ()
    removed: Findings = ()

    def apply_to(self, pending: Findings) -> Findings:
        """Return the pending findings after the edit."""
        left = list(pending)
        for finding in self.removed:
            if finding in left:
                left.remove(finding)
        return (*left, *self.added)


def with_findings(entry: Mapping[str, Any], findings: Iterable[Finding]) -> Mapping[str, Any]:
    """Return an entry with findings added to its lists."""
    for finding in findings:
        entry = finding.added_to(entry)
    return entry


def purchase_between(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> Adjustment | None:
    """Return the purchase of chips if it is the only difference between two entries of a round; else None."""
    rows = after.get(ADJUST) if after else None
    if not before or not after or not isinstance(rows, list) or not rows:
        return None
    *others, last = rows
    if not isinstance(last, dict) or last.get("buy") is not True:
        return None
    if {**before, ADJUST: before.get(ADJUST) or []} != {**after, ADJUST: others}:
        return None
    return convert({"reason": "", **last}, Adjustment)


def findings_text(findings: Iterable[Finding]) -> str:
    """Describe findings: ``Ann −1 and Bob −2``, or for chips ``Ann buys 50``."""
    return listed(
        f"{one.player} buys {one.points:,}"
        if isinstance(one, Adjustment) and one.buy
        else f"{one.player} {signed(one.points)}"
        for one in findings
    )


def finding_from(row: Mapping[str, Any]) -> Finding:
    """Return the finding that a stored row describes: a ``NamedInRound`` if it has a ``field``, else an adjustment."""
    return NamedInRound(**row) if "field" in row else Adjustment(**row)


def findings_edit_from(stored: Mapping[str, Any]) -> FindingsEdit:
    """Return an edit of findings from the ``note`` of an edit, with names."""
    added, removed = (tuple(map(finding_from, stored.get(key, ()))) for key in ("put", "out"))
    return FindingsEdit(added, removed)
