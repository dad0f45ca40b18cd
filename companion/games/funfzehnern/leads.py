"""What may be led and played in Fünfzehnern: the suit that binds the leader, and the zwang."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from companion.cards.notation import SUIT_NAMES, SUITS, pretty, rank_of, suit_of
from companion.cards.tricks import plain_suits
from companion.cards.turns import Duty, PlayedCard, Stage, Turn
from companion.games.funfzehnern.scoring import P

ORDER = ("A", "K", "Q", "J", "10", "9", "8", "7")
"""The ranks from high to low. Source: funfzehnern/need.ranks."""


TAKES = plain_suits(ORDER)
"""The rules on which card takes a trick. Source: funfzehnern/play.trick."""


def higher_cards(card: str) -> tuple[str, ...]:
    """Return the higher cards of the same suit, the highest first."""
    return tuple(rank + suit_of(card) for rank in ORDER[: ORDER.index(rank_of(card))])


def keeps_to_suit(turn: Turn, card: str) -> bool:
    """Return whether a lead keeps to the suit that binds the leader; true if none does.

    Source: funfzehnern/play.bound.
    """
    return not turn.leads or not turn.stage.bound or suit_of(card) == turn.stage.bound


def led_beyond_suit(turn: Turn, card: str) -> bool:
    """Return whether the leader may leave the suit that binds them, because nothing can beat this card.

    Source: funfzehnern/play.unbeatable, funfzehnern/play.own-betters.
    """
    return not keeps_to_suit(turn, card) and set(higher_cards(card)) <= turn.stage.gone


def obeys_zwang(turn: Turn, card: str) -> bool:
    """Return whether a card obeys a zwang: it is the ace that is forced out; true if none was declared.

    Source: funfzehnern/play.zwang.
    """
    forced = turn.stage.declared and turn.set_by is not None
    return not forced or (rank_of(card) == "A" and turn.follows(card))


def after_trick(stage: Stage, trick: Sequence[PlayedCard]) -> Stage:
    """Return the stage after a trick: the suit that binds its winner, and the cards played so far.

    Source: funfzehnern/play.bound, funfzehnern/play.opening-lead, funfzehnern/play.still-bound, funfzehnern/play.free.
    """
    winner = TAKES.outcome(trick, stage).winner.player
    bound = stage.bound if winner == trick[0].player else suit_of(trick[0].card)
    return stage._replace(bound=bound, gone=stage.gone | {play.card for play in trick})


BOUND = Duty(
    key="bound", fulfilment=keeps_to_suit, at_once=True, rules=(P.play.bound, P.play.unbeatable),
    text="Whoever took the lead from another player leads the suit of that trick, or what cannot be beaten.",
    unless="holds none of that suit", is_renege=False,
)  # fmt: skip


FORCED = Duty(
    key="zwang", fulfilment=obeys_zwang, rules=(P.play.zwang, P.play.zwang_others),
    text="Zwang was declared: whoever holds the ace of the suit has to play it.", is_renege=False,
)  # fmt: skip


RULES = plain_suits(ORDER, BOUND, FORCED, is_free=led_beyond_suit, after_trick=after_trick)


READ_OTHERWISE = "The book's introduction can also be read so that the first suit led binds its leader."


def after_trick_read_otherwise(stage: Stage, trick: Sequence[PlayedCard]) -> Stage:
    """Return the stage after a trick if the book is read so that each suit led binds its leader from then on."""
    return after_trick(stage, trick)._replace(bound=suit_of(trick[0].card))


def leads_read_otherwise(tricks: Sequence[Sequence[PlayedCard]]) -> list[tuple[str, str]]:
    """Return what the book leaves open about each lead that another reading of it judges otherwise.

    Each is a sentence, and the paragraph with our reading.
    """
    readings = (RULES, replace(RULES, after_trick=after_trick_read_otherwise))
    ours, others = ({item.trick for item in rules.reneges(tricks, Stage()) if item.duty is BOUND} for rules in readings)
    stages = tuple(RULES.stages(tricks, Stage()))
    return [_left_open(tricks[number - 2][0], stages[number - 2]) for number in sorted(ours ^ others)]


def _left_open(lead: PlayedCard, stage: Stage) -> tuple[str, str]:
    """Return the sentence and the paragraph on the suit that binds a leader who has led a card and won.

    ``stage``: the one before that trick.
    """
    if not stage.bound:
        return READ_OTHERWISE, P.play.opening_lead
    text, bound = f"The book does not say whether {lead.player}, who", SUIT_NAMES[stage.bound]
    if set(higher_cards(lead.card)) <= stage.gone:
        return f"{text} won with the unbeatable {pretty(lead.card)}, was still bound to {bound}.", P.play.still_bound
    return f"{text} had run out of {bound}, was bound to {SUIT_NAMES[suit_of(lead.card)]}.", P.play.free


def zwangs_of(hand: Sequence[str], gone: Iterable[str], leads: Collection[str]) -> tuple[str, ...]:
    """Return the suits in which a zwang can be declared now, spades first.

    ``gone``: the cards played so far; ``leads``: those that may be led.

    Source: funfzehnern/play.zwang, funfzehnern/play.zwang-bound, funfzehnern/play.zwang-own-ace.
    """
    not_with_others = {*hand, *gone}
    suits = (suit for suit in SUITS if f"K{suit}" in hand and f"Q{suit}" in leads)
    return tuple(suit for suit in suits if f"A{suit}" not in not_with_others)
