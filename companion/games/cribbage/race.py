"""Count points in order up to a target: the first name to reach it wins, and later points do not count."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, NamedTuple

from companion.core.common.endings import TARGET
from companion.core.game.table import Line, Table


class CountedLines(NamedTuple):
    """The result of counting points in order."""

    lines: tuple[Line, ...]
    """The lines that count; the last one is cut to what its owner needed."""

    out: str | None
    """Who reached the target, before these points or with the last of them; None if nobody did."""

    late: tuple[Line, ...]
    """The lines after that, which do not count."""

    spare: int
    """The points by which the last line was cut."""


def count_in_order(table: Table[Any], lines: Iterable[Line]) -> CountedLines:
    """Count lines in order until a name reaches the option ``target``. Lines of 0 points are left out.

    The line that reaches it is cut to the points needed; lines after it are late and do not count.
    """
    running, target = dict(table.totals), table.options[TARGET]
    counted, late, spare = [], [], 0
    out = next((name for name, total in running.items() if total >= target), None)
    for line in filter(attrgetter("points"), lines):
        if out is not None:
            late.append(line)
            continue
        needed = target - running[line.name]
        if line.points >= needed:
            out, spare = line.name, line.points - needed
        if spare:
            line = line._replace(points=needed, text=f"{line.text}, {needed} of {line.points} needed")
        running[line.name] += line.points
        counted.append(line)
    return CountedLines(tuple(counted), out, tuple(late), spare)
