"""Random hands for sample plays: tricks and bids by chance, and whole hands played card by card."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from companion.cards.turns import PlayedCard, Stage
from companion.core.game.seating import from_left_of
from companion.core.game.situation import WonTrick
from companion.core.game.table import Table
from companion.core.tricks.trick_questions import Tricks


class Dice(Protocol):
    """The part of Python's ``Random`` that samples use."""

    def choices(self, population: Sequence[str], weights: Sequence[float] | None = ..., *, k: int = ...) -> list[str]:
        """Return ``k`` random items, with repeats."""

    def randint(self, a: int, b: int) -> int:
        """Return a random number from ``a`` to ``b``, both included."""


def random_tricks(
    names: Sequence[str], tricks: int, dice: Dice, strength: Sequence[float] | None = None
) -> dict[str, int]:
    """Return a random number of tricks for each name; they add up to ``tricks``. ``strength``: weights of the names."""
    winners = dice.choices(names, strength, k=tricks)
    return {name: winners.count(name) for name in names}


def random_bids(tricks: Mapping[str, int], hand: int, dice: Dice) -> dict[str, int]:
    """Return random bids for these tricks taken: each is made, or missed by one. ``hand``: all tricks of the hand."""
    off = (0, 0, 0, 1, -1)
    return {name: min(hand, max(0, taken + off[dice.randint(0, len(off) - 1)])) for name, taken in tricks.items()}


def played_hand(
    tricks: Tricks, table: Table[Any], names: Sequence[str], pack: Iterable[str], trump: str | None = None
) -> dict[str, Any]:
    """Return the entry of a hand that is dealt from a shuffled pack and played by the rules.

    Everybody plays the first card of their hand that is allowed. ``names``: who plays, clockwise, the leader first;
    ``trump``: the value of the fact about trump, in games whose table has to enter it; None: there is none.
    """
    rules, each, won = tricks.rules(table.options), tricks.length(table), list[WonTrick]()
    stage = Stage(tricks.trump.suit_of(trump) if tricks.trump and trump else "", first=True)
    known = {tricks.trump.fact.key: trump} if tricks.trump and not rules.trump_led else {}
    without, leader = tricks.cards_left_out(len(names), ()), names[0]
    dealt = iter([card for card in pack if card not in without])
    hands = {name: [next(dealt) for _ in range(each)] for name in names}
    while len(won) < each:
        plays: list[PlayedCard] = []
        for name in (leader, *from_left_of(names, leader)[:-1]):
            plays.append(PlayedCard(name, rules.legal_cards(hands[name], plays, stage).cards[0]))
            hands[name].remove(plays[-1].card)
        leader, card, _ = rules.outcome(plays, stage).winner
        won.append(WonTrick(leader, tuple(plays), {"card": card}))
        stage = rules.next_stage(stage, plays)
    return dict(tricks.entry_part(table, won, {}, known))
