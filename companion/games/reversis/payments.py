"""Payments of Reversis between players and pots. The sheet shows the reason of each: ``A♦ discarded``."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.core.common.chips import THE_POT, ChipPayment
from companion.core.entry.record import Record
from companion.core.game.seating import from_left_of, player_opposite
from companion.games.reversis.keys import BROKEN_BY, BROKEN_BY_QUINOLA, ESPAGNOLETTE, POINTS, TRICKS, P

ANTE = 5
DEALER_ANTE = 10
"""What the dealer pays to a new pot. Source: reversis/deal.new-pot."""

ACE_CHIPS = {"s": 1, "h": 1, "d": 2, "c": 1}
"""The chips for each ace, by its suit. Source: reversis/scoring.ace-discarded."""

QUINOLA_DISCARDED = 5
QUINOLA_CHIPS = 10
QUINOLA_OTHERS = 5
"""What each of the two uninvolved players pays if the Quinola is forced or led."""

PARTY_CHIPS = 4
REVERSIS_OPPOSITE = 32
REVERSIS_OTHERS = 16
REVERSIS_ALL = REVERSIS_OPPOSITE + 2 * REVERSIS_OTHERS
BROKEN_CHIPS = 64
BROKEN_BY_QUINOLA_CHIPS = 54


@dataclass(frozen=True, slots=True)
class Pots:
    """The pots on the table, in chips, oldest first."""

    amounts: tuple[int, ...] = ()
    remises: int = 0
    """Remises paid since a pot was last formed by antes."""

    @property
    def last(self) -> int:
        """The chips in the pot formed last; 0 if there is no pot."""
        return self.amounts[-1] if self.amounts else 0

    def with_antes(self) -> "Pots":
        """Return the pots with the antes of four players in them. Source: reversis/deal.new-pot, reversis/deal.ante."""
        if not self.amounts:
            return Pots((DEALER_ANTE + 3 * ANTE,))
        return Pots((*self.amounts[:-1], self.last + ANTE), self.remises)

    def without_last(self) -> "Pots":
        """Return the pots after somebody took the last one. Source: reversis/scoring.quinola-pot."""
        left = self.amounts[:-1]
        return Pots(left, self.remises if left else 0)

    def with_remise(self) -> "Pots":
        """Return the pots after somebody paid a remise: the first doubles the last pot, each further one adds a pot.

        Source: reversis/scoring.remise.
        """
        if not self.remises:
            return Pots((*self.amounts[:-1], 2 * self.last), 1)
        return Pots((*self.amounts, self.last), self.remises + 1)


@dataclass(slots=True)
class Account:
    """The payments of a hand so far, with notes on them, and the pots after them."""

    pots: Pots
    payments: list[ChipPayment] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def collect_antes(self, players: Sequence[str], dealer: str) -> None:
        """Collect the antes: from everybody to a new pot, or from the dealer alone if there is a pot."""
        if self.pots.amounts:
            self.payments.append(ChipPayment(dealer, THE_POT, ANTE, P.deal.ante, "ante as dealer"))
        else:
            for name in players:
                chips = DEALER_ANTE if name == dealer else ANTE
                self.payments.append(ChipPayment(name, THE_POT, chips, P.deal.new_pot, "ante to a new pot"))
        self.pots = self.pots.with_antes()

    def take_pot(self, name: str, rule: str) -> None:
        """Pay the last pot to a player."""
        self.payments.append(ChipPayment(THE_POT, name, self.pots.last, rule, "the last pot"))
        self.pots = self.pots.without_last()

    def pay_remise(self, name: str) -> None:
        """Let a player pay a remise: as much as the last pot holds."""
        self.payments.append(ChipPayment(name, THE_POT, self.pots.last, P.scoring.remise, "remise"))
        self.pots = self.pots.with_remise()

    def pay_for_quinola(self, how: str, what: str, by: str, other: str, players: Sequence[str]) -> None:
        """Pay for the Quinola. Its player takes the last pot for discarding it; forced to play it, they pay a remise.

        ``players``: all in the hand, of whom the two others pay as well if it was forced or led. The rest as in
        ``ace_payment``.
        """
        if how == "discarded":
            self.payments.append(ChipPayment(other, by, QUINOLA_DISCARDED, P.scoring.quinola_discarded, what))
            self.take_pot(by, P.scoring.quinola_pot)
            return
        rule = P.scoring.quinola_forced if how == "forced" else P.scoring.quinola_led
        owed = {name: QUINOLA_CHIPS if name == by else QUINOLA_OTHERS for name in (by, *players) if name != other}
        self.payments += [ChipPayment(name, other, chips, rule, what) for name, chips in owed.items()]
        if how == "forced":
            self.pay_remise(by)

    def pay_back(self, name: str, before: Pots) -> None:
        """Let the player of a failed espagnolette return all gains: payments doubled, a pot with a remise.

        ``before``: the pots before the cards of the hand were paid for.
        """
        rule = P.scoring.espagnolette_lost
        for gain in [payment for payment in self.payments if payment.to == name]:
            if gain.payer is THE_POT:
                self.payments.append(ChipPayment(name, THE_POT, gain.chips, rule, "the pot goes back"))
                self.pots = before
                self.pay_remise(name)
            else:
                what = f"{gain.why}, paid back double"
                self.payments.append(ChipPayment(name, gain.payer, 2 * gain.chips, rule, what))


def ace_payment(how: str, suit: str, what: str, by: str, other: str) -> ChipPayment:
    """Return the payment for an ace. ``how``: ``discarded``, ``forced`` or ``led``; ``what``: the reason.

    ``by``: who played the ace; ``other``: who won the trick, who led the suit, or who won the hand.
    """
    rules = {"discarded": P.scoring.ace_discarded, "forced": P.scoring.ace_forced, "led": P.scoring.ace_led}
    payer, to = (other, by) if how == "discarded" else (by, other)
    return ChipPayment(payer, to, ACE_CHIPS[suit], rules[how], what)


def winner_and_loser(players: Sequence[str], dealer: str, entry: Record, losing_tie: str) -> tuple[str, str]:
    """Return who won the hand and who lost it, given an entry or a referee's facts with the same keys.

    The player of an espagnolette wins or loses by it, whatever the points are. ``losing_tie``: the option.

    Source: reversis/scoring.winner, reversis/scoring.loser, reversis/scoring.losing-tie.
    """
    points, tricks, espagnolette = entry[POINTS], entry[TRICKS], entry[ESPAGNOLETTE]
    order = (dealer, *from_left_of(players, dealer)[:-1])
    lost = espagnolette if espagnolette is not None and tricks[espagnolette] else None
    by_points = min([name for name in order if name != espagnolette], key=lambda name: (points[name], tricks[name]))
    winner = by_points if lost or espagnolette is None else espagnolette
    others = [name for name in order if name != winner]
    if losing_tie == "reversed":
        loser = max(reversed(others), key=lambda name: (points[name], tricks[name]))
    else:
        loser = min(others, key=lambda name: (-points[name], tricks[name]))
    return winner, lost or loser


def payment_for_hand(players: Sequence[str], winner: str, loser: str, talon: int) -> ChipPayment:
    """Return what the loser of the hand pays its winner. Source: reversis/scoring.party."""
    chips = PARTY_CHIPS + talon
    what = f"the hand, {PARTY_CHIPS} + {talon} for the talon"
    if player_opposite(players, loser) == winner:
        chips, what = 2 * chips, f"{what}, doubled between opposite seats"
    return ChipPayment(loser, winner, chips, P.scoring.party, what)


def reversis_payments(players: Sequence[str], player: str, entry: Record) -> list[ChipPayment]:
    """Return the payments for a reversis by ``player``, given an entry or a referee's facts with the same keys.

    A broken reversis costs its player a payment to the one who broke it. For one that was made, all others pay, the
    player opposite twice as much; the player of an espagnolette pays for all of them.
    """
    breaker, espagnolette = entry[BROKEN_BY], entry[ESPAGNOLETTE]
    if breaker is not None and entry[BROKEN_BY_QUINOLA]:
        rule, what = P.scoring.broken_by_quinola, "reversis broken by the Quinola"
        return [ChipPayment(player, breaker, BROKEN_BY_QUINOLA_CHIPS, rule, what)]
    if breaker is not None:
        return [ChipPayment(player, breaker, BROKEN_CHIPS, P.scoring.reversis_broken, "reversis broken")]
    if espagnolette is not None:
        what = "reversis, paid for all by the espagnolette"
        return [ChipPayment(espagnolette, player, REVERSIS_ALL, P.scoring.espagnolette_reversis, what)]
    owed = {player_opposite(players, player): (REVERSIS_OPPOSITE, "reversis, from the seat opposite")}
    owed |= {name: (REVERSIS_OTHERS, "reversis") for name in players if name not in (player, *owed)}
    return [ChipPayment(name, player, chips, P.scoring.reversis_made, what) for name, (chips, what) in owed.items()]
