"""Settling up: who pays whom, in as few payments as possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_EXACT = 10
"""Up to so many with something open there are as few payments as can be; beyond, at least one fewer than those."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Money that goes from one to another, in the currency's smallest unit."""

    payer: str
    payee: str
    amount: int


def payments(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Return the transfers that bring all balances to 0; above 0: is to get.

    The same balances in the same order give the same payments. As few as possible for ``MOST_EXACT`` names that are
    not even, and always at least one fewer than those.

    :raises ValueError: the balances do not add up to 0.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not add up to 0 cannot be settled")
    uneven = [name for name, amount in balances.items() if amount]
    groups = _groups([balances[name] for name in uneven]) if len(uneven) <= MOST_EXACT else [range(len(uneven))]
    found: list[Transfer] = []
    for group in groups:
        found += _within({uneven[place]: balances[uneven[place]] for place in group})
    return tuple(found)


def _groups(amounts: Sequence[int]) -> list[list[int]]:
    """Return as many groups of places as possible, each of which adds up to 0.

    A group of n is settled by n − 1 payments, and no set of payments links people in more groups than these.
    """
    whole = (1 << len(amounts)) - 1
    total, best = [0] * (whole + 1), [0] * (whole + 1)
    for mask in range(1, whole + 1):
        low = mask & -mask
        total[mask] = total[mask ^ low] + amounts[low.bit_length() - 1]
        best[mask] = max(best[mask ^ (1 << place)] for place in _places(mask)) + (total[mask] == 0)
    groups: list[list[int]] = []
    mask = whole
    while mask:
        if total[mask] == 0:
            groups.append([])
        place = next(place for place in _places(mask) if best[mask] == best[mask ^ (1 << place)] + (total[mask] == 0))
        groups[-1].append(place)
        mask ^= 1 << place
    return [sorted(group) for group in groups][::-1]


def _places(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def _within(open_: dict[str, int]) -> list[Transfer]:
    """Return transfers in which whoever owes most pays whoever is owed most, until all are even."""
    found: list[Transfer] = []
    while any(open_.values()):
        payer = min(open_, key=lambda name: open_[name])
        payee = max(open_, key=lambda name: open_[name])
        amount = min(-open_[payer], open_[payee])
        found.append(Transfer(payer, payee, amount))
        open_[payer] += amount
        open_[payee] -= amount
    return found


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What is to be settled of an evening, in one currency. Names are those of people, and the kitty's."""

    balances: Mapping[str, int]
    """What the plays gave everybody, below 0 what they took."""

    carried: Mapping[str, int]
    """What was left open at the night before and carried over to this one."""

    handed_on: Mapping[str, int]
    """What was carried over from this one."""

    paid: tuple[Transfer, ...]

    def paid_by(self, name: str) -> int:
        """Return what somebody has paid, less what they were paid."""
        return sum(one.amount * ((one.payer == name) - (one.payee == name)) for one in self.paid)

    @property
    def open(self) -> dict[str, int]:
        """What everybody is still to get, below 0 to pay; whoever is in any part of it is in it."""
        found: dict[str, int] = {}
        for part, sign in ((self.balances, 1), (self.carried, 1), (self.handed_on, -1)):
            for name, amount in part.items():
                found[name] = found.get(name, 0) + sign * amount
        for one in self.paid:
            found[one.payer] = found.get(one.payer, 0) + one.amount
            found[one.payee] = found.get(one.payee, 0) - one.amount
        return found

    @property
    def payments(self) -> tuple[Transfer, ...]:
        """What would bring all that is open to 0."""
        return payments(self.open)
