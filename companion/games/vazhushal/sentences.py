"""What the referee of Vazhushal says about melds: objections, kinds, wild cards, and open points."""

from collections import Counter
from collections.abc import Sequence

from companion.cards.melds import RUN, SET, Meld, MeldRules
from companion.cards.notation import JOKER, pretty, rank_of, suit_of
from companion.core.data_files import read_toml
from companion.core.referee.melds import meld_text
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized
from companion.games.vazhushal import melds as m
from companion.games.vazhushal.melds import are_alike, cards_in_order
from companion.games.vazhushal.scoring import P

_WHY = read_toml(__package__, "objections.toml")
"""The paragraph and the sentence, without a full stop, of each objection to cards."""


def objection_of(rules: MeldRules, why: str, cards: Sequence[str]) -> tuple[str, str]:
    """Return the sentence (without a full stop) and the paragraph of an objection. ``why``: its key: ``TOO_FEW``."""
    natural, no_jokers = [card for card in cards if not rules.is_wild(card)], [card for card in cards if card != JOKER]
    if why == m.NO_MELD and len(set(map(rank_of, natural))) == 1:
        why = "large-set"
    elif why == m.NO_MELD and len(set(map(suit_of, no_jokers))) == 1 and {"K", "A", "2"} <= {*map(rank_of, no_jokers)}:
        why = "ace-between"
    twice = [card for card, often in Counter(natural).items() if often > 1]
    rule, text = _WHY[why]
    return text.format(twice=pretty(twice[0]) if twice else ""), rule


def kind_of(meld: Meld) -> str:
    """Return what a meld is called: ``sequence`` or ``set``."""
    return "sequence" if meld.kind == RUN else "set"


KIND_RULES = {RUN: P.play.sequences, SET: P.play.sets}


def kind_text(meld: Meld) -> str:
    """Return the sentence that says what kind of meld this is."""
    return f"{cards_text(meld)} are a {kind_of(meld)}."


def cards_text(meld: Meld) -> str:
    """Return the cards of a meld as text that begins a sentence, wild cards with what they stand for."""
    return capitalized(meld_text(cards_in_order(meld)))


def wild_text(negative: str) -> str:
    """Return the sentence that says which cards are wild."""
    wild = m.wild_by_rank(negative)
    if not wild:
        return "The negative joker is a joker, so only jokers are wild."
    return f"The negative joker is {pretty(negative)}, so jokers, {pretty(wild[0])} and {pretty(wild[1])} are wild."


def explain_identical(why: Reasons, meld: Meld, others: Sequence[Meld]) -> None:
    """Say that a meld is identical to one of the others even though other cards of it are wild, if so."""
    text = "As we read the book, what the cards stand for counts, not which of them are wild."
    other_wild = any(are_alike(meld, other) and meld.cards != other.cards for other in others)
    why.say(text, P.play.identical_wild, when=other_wild)


def explain_open_questions(why: Reasons, meld: Meld, others: Sequence[Meld]) -> None:
    """Cite the questions that the book leaves open, if a meld depends on them: a card twice, or a set laid again."""
    cards = [card for card in meld.cards if card != JOKER]
    twins = "As we read the book, a meld may hold both copies of a card if one of them is used as a wild card."
    why.say(twins, P.play.wild_twin, when=len(set(cards)) < len(cards))
    laid_again = meld.kind == SET and any(are_alike(meld, other) for other in others)
    text = "Two identical sets are allowed; the book forbids only identical sequences."
    why.say(text, P.play.identical_sets, when=laid_again)
