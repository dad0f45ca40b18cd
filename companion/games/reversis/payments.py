"""Who pays whom in Reversis, and what becomes of the pots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.core.seating import from_left_of, opposite
from companion.games.reversis.keys import P

ANTE = 5
DEALER_ANTE = 10
"""What the dealer adds where a new pot is formed. Source: reversis/deal.new-pot."""

ACE_CHIPS = {"s": 1, "h": 1, "d": 2, "c": 1}
"""Suit to what its ace is worth. Source: reversis/scoring.ace-discarded."""

QUINOLA_DISCARDED = 5
QUINOLA_CHIPS = 10
QUINOLA_OTHERS = 5
"""What each of the two others pays where the Quinola is forced or led."""

PARTY_CHIPS = 4
REVERSIS_OPPOSITE = 32
REVERSIS_OTHERS = 16
REVERSIS_ALL = REVERSIS_OPPOSITE + 2 * REVERSIS_OTHERS
BROKEN_CHIPS = 64
BROKEN_BY_QUINOLA_CHIPS = 54


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips that go from one to another; None is the pot."""

    payer: str | None
    payee: str | None
    chips: int
    rule: str
    what: str
    """What is paid for: ``A♦ discarded``."""


@dataclass(frozen=True, slots=True)
class Pots:
    """The pots on the table, in chips, oldest first."""

    amounts: tuple[int, ...] = ()
    remises: int = 0
    """Remises paid since a pot was last formed by antes."""

    @property
    def last(self) -> int:
        """The pot formed last; 0 where none stands."""
        return self.amounts[-1] if self.amounts else 0

    def anted(self, players: int) -> "Pots":
        """Return the antes of a hand are in. Source: reversis/deal.new-pot, reversis/deal.ante."""
        if not self.amounts:
            return Pots((DEALER_ANTE + ANTE * (players - 1),))
        return Pots((*self.amounts[:-1], self.last + ANTE), self.remises)

    def won(self) -> "Pots":
        """Return the pots after somebody took the last one. Source: reversis/scoring.quinola-pot."""
        left = self.amounts[:-1]
        return Pots(left, self.remises if left else 0)

    def with_remise(self) -> "Pots":
        """Return the pots after somebody paid a remise. Source: reversis/scoring.remise."""
        if not self.remises:
            return Pots((*self.amounts[:-1], 2 * self.last), 1)
        return Pots((*self.amounts, self.last), self.remises + 1)


def antes(pots: Pots, players: Sequence[str], dealer: str) -> Iterator[Payment]:
    """Yield what goes into the pot before a hand: from everybody where none stands, else from the dealer alone."""
    if pots.amounts:
        yield Payment(dealer, None, ANTE, P.deal.ante, "ante as dealer")
        return
    for name in players:
        yield Payment(name, None, DEALER_ANTE if name == dealer else ANTE, P.deal.new_pot, "ante to a new pot")


def take_pot(pots: Pots, name: str, rule: str) -> Payment:
    """Return the last pot goes to a player."""
    return Payment(None, name, pots.last, rule, "the last pot")


def pay_remise(pots: Pots, name: str) -> Payment:
    """Return a remise, as much as the last pot holds."""
    return Payment(name, None, pots.last, P.scoring.remise, "remise")


def ace(how: str, suit: str, what: str, by: str, other: str) -> Payment:
    """Return the payment for an ace.

    ``how``: ``discarded``, ``forced`` or ``led``; ``other``: who won the trick, who led it, or the winner of the hand.
    """
    chips = ACE_CHIPS[suit]
    if how == "discarded":
        return Payment(other, by, chips, P.scoring.ace_discarded, what)
    if how == "forced":
        return Payment(by, other, chips, P.scoring.ace_forced, what)
    return Payment(by, other, chips, P.scoring.ace_led, what)


def quinola(how: str, what: str, by: str, other: str, players: Sequence[str]) -> Iterator[Payment]:
    """Yield the payments for the Quinola between players; the same words as for ``ace``."""
    if how == "discarded":
        yield Payment(other, by, QUINOLA_DISCARDED, P.scoring.quinola_discarded, what)
        return
    rule = P.scoring.quinola_forced if how == "forced" else P.scoring.quinola_led
    yield Payment(by, other, QUINOLA_CHIPS, rule, what)
    for name in players:
        if name not in (by, other):
            yield Payment(name, other, QUINOLA_OTHERS, rule, what)


def party(
    players: Sequence[str],
    dealer: str,
    points: Mapping[str, int],
    tricks: Mapping[str, int],
    losing_tie: str,
    espagnolette: str | None = None,
) -> tuple[str, str]:
    """Return who won the hand, and who lost it.

    ``losing_tie``: the option; ``espagnolette``: who undertook one, and wins or loses by it whatever the others have.
    Source: reversis/scoring.winner, reversis/scoring.loser, reversis/scoring.losing-tie.
    """
    order = (dealer, *from_left_of(players, dealer)[:-1])
    if espagnolette is not None and not tricks[espagnolette]:
        winner = espagnolette
    else:
        winner = min((name for name in order if name != espagnolette), key=lambda name: (points[name], tricks[name]))
    if espagnolette is not None and tricks[espagnolette]:
        return winner, espagnolette
    others = [name for name in order if name != winner]
    if losing_tie == "reversed":
        return winner, max(reversed(others), key=lambda name: (points[name], tricks[name]))
    return winner, min(others, key=lambda name: (-points[name], tricks[name]))


def party_payment(players: Sequence[str], winner: str, loser: str, talon: int) -> Payment:
    """Return what the loser of the hand pays its winner. Source: reversis/scoring.party."""
    chips = PARTY_CHIPS + talon
    what = f"the hand, {PARTY_CHIPS} + {talon} for the talon"
    if opposite(players, loser) == winner:
        chips, what = 2 * chips, f"{what}, doubled between opposite seats"
    return Payment(loser, winner, chips, P.scoring.party, what)


def paid_back(moved: Sequence[Payment], name: str, pots: Pots) -> Iterator[Payment]:
    """Yield what a failed espagnolette gives back: double what others paid, and a pot taken, with a remise.

    ``moved``: the hand's payments; ``pots``: as they stood before them.
    """
    for payment in moved:
        if payment.payee != name:
            continue
        if payment.payer is None:
            yield Payment(name, None, payment.chips, P.scoring.espagnolette_lost, "the pot goes back")
            yield pay_remise(pots, name)
        else:
            what = f"{payment.what}, paid back double"
            yield Payment(name, payment.payer, 2 * payment.chips, P.scoring.espagnolette_lost, what)


def reversis_made(players: Sequence[str], by: str, espagnolette: str | None = None) -> Iterator[Payment]:
    """Yield what a reversis costs: the player opposite most of it, or all of it who undertook an espagnolette."""
    rule, across = P.scoring.reversis_made, opposite(players, by)
    if espagnolette is not None:
        what = "reversis, paid for all by the espagnolette"
        yield Payment(espagnolette, by, REVERSIS_ALL, P.scoring.espagnolette_reversis, what)
        return
    yield Payment(across, by, REVERSIS_OPPOSITE, rule, "reversis, from the seat opposite")
    for name in players:
        if name not in (by, across):
            yield Payment(name, by, REVERSIS_OTHERS, rule, "reversis")


def reversis_broken(by: str, breaker: str, with_quinola: bool) -> Payment:
    """Return what the player of a broken reversis pays who broke it."""
    if with_quinola:
        rule, what = P.scoring.broken_by_quinola, "reversis broken by the Quinola"
        return Payment(by, breaker, BROKEN_BY_QUINOLA_CHIPS, rule, what)
    return Payment(by, breaker, BROKEN_CHIPS, P.scoring.reversis_broken, "reversis broken")
