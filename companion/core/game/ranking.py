"""Places, ties and winners."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Better = Literal["high", "low"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One place of the standings, with everybody who shares it."""

    place: int
    names: tuple[str, ...]
    total: int


def leaders(totals: Mapping[str, int], better: Better = "high", among: Container[str] | None = None) -> tuple[str, ...]:
    """Return everybody with the best total, in seat order. ``among``: consider only these names."""
    names = [name for name in totals if among is None or name in among]
    if not names:
        return ()
    best = (max if better == "high" else min)(totals[name] for name in names)
    return tuple(name for name in names if totals[name] == best)


def group_by_value(values: Mapping[str, Any], better: Better = "high") -> list[list[str]]:
    """Return the names grouped by value, best first; names with equal values are in one group."""
    ordered = sorted(set(values.values()), reverse=better == "high")
    return [[name for name in values if values[name] == value] for value in ordered]


def standings(totals: Mapping[str, int], keys: Mapping[str, Any]) -> tuple[Standing, ...]:
    """Return places, best first: the smallest key is best, and equal keys share a place (1, 2, 2, 4)."""
    places: list[Standing] = []
    place = 1
    for key in sorted(set(keys.values())):
        names = tuple(name for name in totals if keys[name] == key)
        places.append(Standing(place, names, totals[names[0]]))
        place += len(names)
    return tuple(places)


def places_by_name(standings: Iterable[Standing]) -> dict[str, int]:
    """Return the place of each name."""
    return {name: one.place for one in standings for name in one.names}
