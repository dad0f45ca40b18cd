"""What a referee finds in the coming round: it waits beside it, and joins its entry when it is written down."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from companion.core.words import listed, signed

ADJUST = "adjust"
"""Where an entry holds the referee's adjustments."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points for a player, on top of what the round gives."""

    player: str
    points: int
    reason: str
    buy: bool = False
    """Whether these are chips that the player buys."""

    in_play: bool = False
    """Whether they count before the round's own points."""

    def joined(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        """An entry with the adjustment in it; one that cannot be read stays as it is."""
        return _with(entry, ADJUST, _json(self))


@dataclass(frozen=True, slots=True)
class NamedInRound:
    """A player who stands in a list of the entry itself, which is then scored as its game says."""

    player: str
    points: int
    """What that costs, as the referee said it."""

    reason: str
    field: str
    """The list: ``reneged``."""

    def joined(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        """An entry with the player in that list, once."""
        there = entry.get(self.field)
        is_there = isinstance(there, list) and self.player in there
        return entry if is_there else _with(entry, self.field, self.player)


def _with(entry: Mapping[str, Any], key: str, value: Any) -> Mapping[str, Any]:
    there = entry.get(key) or []
    return {**entry, key: [*there, value]} if isinstance(there, list) else entry


Finding = Adjustment | NamedInRound
Findings = tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class FindingsEdit:
    """One edit of what waits for the coming round: what the referee put there, or somebody took out."""

    put: Findings = ()
    out: Findings = ()

    def applied(self, waiting: Findings) -> Findings:
        """What waits after it."""
        left = list(waiting)
        for finding in self.out:
            if finding in left:
                left.remove(finding)
        return (*left, *self.put)


def with_findings(entry: Mapping[str, Any], findings: Iterable[Finding]) -> Mapping[str, Any]:
    """An entry together with what the referee found."""
    for finding in findings:
        entry = finding.joined(entry)
    return entry


def bought_between(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> Adjustment | None:
    """The chips that somebody buys, where nothing else tells an entry from the one that stood there before."""
    rows = after.get(ADJUST) if after else None
    if not before or not after or not isinstance(rows, list) or not rows:
        return None
    *others, last = rows
    if not isinstance(last, dict) or last.get("buy") is not True:
        return None
    if {**before, ADJUST: before.get(ADJUST) or []} != {**after, ADJUST: others}:
        return None
    known = {field.name for field in fields(Adjustment)}
    return Adjustment(**{"reason": "", **{key: value for key, value in last.items() if key in known}})


def _json(finding: Finding) -> dict[str, Any]:
    """A finding as a row of JSON; a mark is in it only where it is set."""
    return {key: value for key, value in asdict(finding).items() if value is not False}


def told_of(findings: Iterable[Finding]) -> str:
    """What a referee found in words: ``Ann −1 and Bob −2``; who bought chips: ``Ann buys 50``."""
    return listed(
        f"{one.player} buys {one.points:,}"
        if isinstance(one, Adjustment) and one.buy
        else f"{one.player} {signed(one.points)}"
        for one in findings
    )


def finding_from(row: Mapping[str, Any]) -> Finding:
    """What a row of JSON says that a referee found."""
    return NamedInRound(**row) if "field" in row else Adjustment(**row)


def findings_edit_from(told: Mapping[str, Any]) -> FindingsEdit:
    """An edit of the findings from JSON."""
    put, out = (tuple(map(finding_from, told.get(key, ()))) for key in ("put", "out"))
    return FindingsEdit(put, out)


def findings_json(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """What a referee found as JSON."""
    return [_json(finding) for finding in findings]
