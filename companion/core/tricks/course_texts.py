"""Sentences about a round that is followed: reneges, cards played too early, tricks taken."""

from collections.abc import Mapping

from companion.cards.tricks import Renege
from companion.cards.turns import FOLLOW
from companion.core.game.situation import ByTricks
from companion.core.tricks.recorded_cards import ProvedRenege
from companion.core.words import listed, on_one_line


def proved_renege_text(proved: ProvedRenege, by_tricks: ByTricks) -> str:
    """Describe a proved renege with its tricks and cards, and with the broken rule unless that is to follow suit.

    ``by_tricks``: decides how cards are described.
    """
    renege, card_text = proved.renege, by_tricks.forms.text
    if renege.duty.key != FOLLOW:
        return breach_text(renege, by_tricks)
    player, how = renege.player, "led" if proved.began else "set the colour with"
    led = "" if renege.led.player == player else f"{renege.led.player} {how} {card_text(renege.led.card)}, "
    return (
        f"{player} reneged in trick {renege.trick}: {led}{player} played {card_text(renege.card)}, "
        f"and in trick {renege.shown_in} shows {card_text(renege.shown)}."
    )


def breach_text(item: Renege, by_tricks: ByTricks) -> str:
    """Describe a card that was played too early, and the rule. ``by_tricks``: decides how cards are described."""
    text = f"{item.player} played {by_tricks.forms.text(item.card)} in trick {item.trick}: {item.duty.text}"
    if item.shown:
        return f"{text} In trick {item.shown_in} {item.player} shows {by_tricks.forms.text(item.shown)}."
    return f"{text} It is right only where {item.player} {item.duty.unless}."


def tally_text(taken: Mapping[str, int]) -> str:
    """List how many tricks each player has: ``Ann 3 and Bob 0``."""
    return listed(on_one_line(name, number) for name, number in taken.items())
