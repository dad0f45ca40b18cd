"""Points that come one after the other: whoever is first at the target is out, and nothing counts after that."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.core.game import Line


class InOrder(NamedTuple):
    """What counts of points that come in order."""

    lines: tuple[Line, ...]
    """What counts; the last one is cut to what its owner needed."""

    out: str | None = None
    """Who came to the target, before these points or with the last of them."""

    late: tuple[Line, ...] = ()
    """What came after that."""


def in_order(totals: Mapping[str, int], target: int, lines: Iterable[Line]) -> InOrder:
    """Count points in their order, up to the first that bring somebody to the target. Lines of 0 are left out."""
    running, counted, late = dict(totals), [], []
    out = next((name for name, total in running.items() if total >= target), None)
    for line in lines:
        if out is not None or not line.points:
            late += [line] if line.points else []
            continue
        needed = target - running[line.name]
        if line.points >= needed:
            out = line.name
        if line.points > needed:
            line = line._replace(points=needed, text=f"{line.text}, {needed} of {line.points} needed")
        running[line.name] += line.points
        counted.append(line)
    return InOrder(tuple(counted), out, tuple(late))
