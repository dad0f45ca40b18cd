"""What the referee of Reversis says about payments, pots and who wins a hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.common.chips import THE_POT, ChipPayment
from companion.core.entry import ask
from companion.core.entry.fields import FieldKey
from companion.core.entry.record import Record
from companion.core.game.situation import Verdict
from companion.core.referee.facts import BY
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, counted, listed
from companion.games.reversis.keys import P
from companion.games.reversis.payments import Pots
from companion.games.reversis.scoring import pots_text

HOW = ask.choice(
    "how", "How it was played",
    {"discarded": "Thrown on another suit", "forced": "Played to its suit led", "led": "Led"}, required=True,
)  # fmt: skip
ONLY: FieldKey[bool | None] = ask.flag(
    "only", "Only card of its suit", nobody="Not said", aside=True,
    help="If its suit was led: whether the player had no other card of that suit.",
)  # fmt: skip


def how_text(what: str, how: str, by: str, other: str) -> str:
    """Return a sentence on how a card was played. ``what``: the card in words; the rest as in ``ace_payment``."""
    if how == "discarded":
        return f"{by} threw {what} on a trick of another suit, which {other} won."
    return f"{other} led its suit, and {by} played {what} to it." if how == "forced" else f"{by} led {what}."


def nobody_pays(what: str, winner: str, **outcome: Any) -> Verdict:
    """Return the verdict on a card that the winner of the hand had led.

    ``what``: the card in words; ``outcome``: the answer for programs.
    """
    why = Reasons()
    why.say("A winner of the hand who led the card gets nothing for it.", P.scoring.claim)
    return why.verdict(f"Nobody pays: {winner} led {what} and won the hand.", **outcome)


def say_when_paid(why: Reasons, given: Record) -> str:
    """Explain how a card that was led is paid for, and why another counts as forced.

    Return what the verdict rests on, if that is unknown: the other cards of a forced card's suit.
    """
    how, only = given.text(HOW), given[ONLY]
    why.say("The winner of the hand gets it by asking for it before the next deal.", P.scoring.claim, when=how == "led")
    if how != "forced":
        return ""
    why.say("It was the only card of its suit.", when=only)
    text = f"It counts as forced even if {given.who(BY)} had another card of the suit; the book leaves that open."
    why.say(text, P.scoring.forced_choice, when=not only)
    unknown = "By the book if it was the only card of its suit; otherwise the book is silent"
    return unknown if only is None else ""


def payments_text(payments: Sequence[ChipPayment]) -> str:
    """Return payments in one sentence: ``Ann pays Bob 5 chips and Bob takes 30 chips from the pot``."""
    parts = []
    for payer, to, number, *_ in payments:
        chips = counted(number, "chip")
        parts.append(f"{to} takes {chips} from the pot" if payer is THE_POT else f"{payer} pays {to} {chips}")
    return f"{listed(parts)}."


def pots_after_text(amounts: Sequence[int]) -> str:
    """Return a sentence on what the pots hold now."""
    return f"{capitalized(pots_text(amounts))} now." if amounts else "No pot is left, so a new one is to be formed."


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
