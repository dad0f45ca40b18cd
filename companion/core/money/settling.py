"""Settling up: who pays whom, in as few payments as possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.money.stakes import sum_balances

MOST_EXACT = 10
"""With at most this many people who owe or are owed, the number of payments is the smallest possible."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment from one person to another, in the currency's smallest unit."""

    payer: str
    payee: str
    amount: int


def suggested_transfers(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Return the payments that bring all balances to 0. Names with a positive balance receive money.

    The same balances always give the same payments. There are as few as possible with up to ``MOST_EXACT`` names whose
    balance is not 0; with more, there are fewer payments than such names.

    :raises ValueError: the balances do not add up to 0.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not add up to 0 cannot be settled")
    uneven = [name for name, amount in balances.items() if amount]
    amounts = [balances[name] for name in uneven]
    groups = _zero_sum_groups(amounts) if len(uneven) <= MOST_EXACT else [range(len(uneven))]
    found: list[Transfer] = []
    for group in groups:
        found += _settle_group({uneven[index]: balances[uneven[index]] for index in group})
    return tuple(found)


def _zero_sum_groups(amounts: Sequence[int]) -> list[list[int]]:
    """Split the amounts into as many groups as possible that each add up to 0; return the groups as lists of indices.

    A group of n is settled by n − 1 payments, so more groups mean fewer payments.
    """
    whole = (1 << len(amounts)) - 1
    # For each set of amounts, as bits: their sum, and the most groups of sum 0 that can be taken out of the set.
    total, most = [0] * (whole + 1), [0] * (whole + 1)
    for mask in range(1, whole + 1):
        low = mask & -mask
        total[mask] = total[mask ^ low] + amounts[low.bit_length() - 1]
        most[mask] = max(most[mask ^ (1 << index)] for index in _indices_in(mask)) + (total[mask] == 0)
    groups: list[list[int]] = []
    mask = whole
    # Take the amounts out one by one, without losing a group; whenever the rest adds up to 0, a new group begins.
    while mask:
        if total[mask] == 0:
            groups.append([])
        index = next(one for one in _indices_in(mask) if most[mask] == most[mask ^ (1 << one)] + (total[mask] == 0))
        groups[-1].append(index)
        mask ^= 1 << index
    return groups[::-1]


def _indices_in(mask: int) -> list[int]:
    """Return the indices of the bits that are set."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


def _settle_group(balances: dict[str, int]) -> list[Transfer]:
    """Return payments in which the largest debtor pays the largest creditor, until all balances are 0.

    This sets the values of ``balances`` to 0.
    """
    found: list[Transfer] = []
    while any(balances.values()):
        payer = min(balances, key=lambda name: balances[name])
        payee = max(balances, key=lambda name: balances[name])
        amount = min(-balances[payer], balances[payee])
        found.append(Transfer(payer, payee, amount))
        balances[payer] += amount
        balances[payee] -= amount
    return found


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The money to settle for a night, in one currency. Names are those of people, and of the kitty."""

    balances: Mapping[str, int]
    """What each person won in the plays of the night; below 0: lost."""

    carried: Mapping[str, int]
    """Open balances carried over from the night before."""

    handed_on: Mapping[str, int]
    """Open balances carried over from this night to the next one."""

    paid: tuple[Transfer, ...]

    def net_paid_by(self, name: str) -> int:
        """Return what somebody has paid, less what they received."""
        return sum(one.amount * ((one.payer == name) - (one.payee == name)) for one in self.paid)

    @property
    def open_balances(self) -> dict[str, int]:
        """What each person is still owed (below 0: owes), for everybody with a balance, carry-over or payment."""
        handed_on = {name: -amount for name, amount in self.handed_on.items()}
        # Payer and payee can be the same person, if their names were merged later.
        paid = (
            {name: amount} for one in self.paid for name, amount in ((one.payer, one.amount), (one.payee, -one.amount))
        )
        return sum_balances((self.balances, self.carried, handed_on, *paid))

    @property
    def suggested_transfers(self) -> tuple[Transfer, ...]:
        """The payments that would settle everything that is open."""
        return suggested_transfers(self.open_balances)
