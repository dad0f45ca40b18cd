"""Count points in order up to a target: the first name to reach it wins, and later points do not count."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.core.game.table import Line


class CountedLines(NamedTuple):
    """The result of counting points in order."""

    lines: tuple[Line, ...]
    """The lines that count; the last one is cut to what its owner needed."""

    out: str | None = None
    """Who reached the target, before these points or with the last of them; None if nobody did."""

    late: tuple[Line, ...] = ()
    """The lines after that, which do not count."""

    spare: int = 0
    """The points by which the last line was cut."""


def count_in_order(totals: Mapping[str, int], target: int, lines: Iterable[Line]) -> CountedLines:
    """Count lines in order until a name reaches the target. Lines of 0 points are left out.

    The line that reaches it is cut to the points needed; lines after it are late and do not count.
    """
    running, counted, late, spare = dict(totals), [], [], 0
    out = next((name for name, total in running.items() if total >= target), None)
    for line in lines:
        if out is not None or not line.points:
            late += [line] if line.points else []
            continue
        needed = target - running[line.name]
        if line.points >= needed:
            out = line.name
        if line.points > needed:
            spare = line.points - needed
            line = line._replace(points=needed, text=f"{line.text}, {needed} of {line.points} needed")
        running[line.name] += line.points
        counted.append(line)
    return CountedLines(tuple(counted), out, tuple(late), spare)
