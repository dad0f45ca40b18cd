"""What the referee of Reversis says about payments, pots and who wins a hand."""

from collections.abc import Mapping, Sequence

from companion.core.common.chips import THE_POT, ChipPayment
from companion.core.entry import ask
from companion.core.entry.fields import FieldKey
from companion.core.words import counted, listed
from companion.games.reversis.payments import Pots

ONLY: FieldKey[bool | None] = ask.flag(
    "only", "Only card of its suit", nobody="Not said", aside=True,
    help="Played to its suit led: whether the player had no other card of it.",
)  # fmt: skip


def payments_text(payments: Sequence[ChipPayment]) -> str:
    """Return payments in one sentence: ``Ann pays Bob 5 chips and Bob takes 30 chips from the pot``."""
    parts = []
    for payer, to, number, *_ in payments:
        chips = counted(number, "chip")
        parts.append(f"{to} takes {chips} from the pot" if payer is THE_POT else f"{payer} pays {to} {chips}")
    return f"{listed(parts)}."


def pots_text(amounts: Sequence[int]) -> str:
    """Return a sentence on what the pots hold."""
    if not amounts:
        return "No pot is left, so a new one is to be formed."
    return f"The {'pot holds' if len(amounts) == 1 else 'pots hold'} {listed(map(str, amounts))} now."


def remise_text(pots: Pots) -> str:
    """Return how much a remise is, and whether it goes into a pot or forms a new one."""
    if not pots.remises:
        return f"The remise is as much as the pot holds, {pots.last}. It is the first, so it goes into that pot."
    where = "It is not the first since antes formed a pot, so it forms a new one."
    return f"The remise is as much as the pot formed last holds, {pots.last}. {where}"


def winner_text(points: Mapping[str, int], winner: str, espagnolette: str | None) -> str:
    """Return a sentence on why the winner wins the hand. ``espagnolette``: the player of an espagnolette."""
    if winner == espagnolette:
        return f"{winner} took no trick, so the espagnolette wins the hand, whatever the others have."
    most = points[winner]
    level = [name for name, own in points.items() if own == most and name != espagnolette]
    among = " of the three others" if espagnolette else ""
    if len(level) == 1:
        return f"{winner} has the fewest points{among}, {most}, and wins the hand."
    text = "fewest tricks, then the dealer, then whoever is nearest on the dealer's left"
    return f"{listed(level)} have the fewest points{among}, {most}; it goes by {text}: {winner} wins."
