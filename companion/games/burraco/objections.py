"""Why cards are no meld of Burraco, and the questions about a meld that the book leaves open."""

from collections.abc import Iterable, Sequence

from companion.cards import melds as m
from companion.cards.canasta import is_wild
from companion.cards.melds import Meld
from companion.cards.notation import JOKER, pretty, rank_of, ranks_text
from companion.core.data_files import read_toml
from companion.core.referee.melds import MeldObjection, objection_to
from companion.core.referee.reasons import Reasons
from companion.games.burraco.melds import BURRACO, RULES, replaces_wild_card
from companion.games.burraco.scoring import P


def _set_rank(meld: Meld) -> str:
    """Return the rank of a set."""
    return meld.laid[0].stands_for


def set_ranks(melds: Iterable[Meld | None]) -> list[str]:
    """Return the rank of each set among these melds."""
    return [_set_rank(meld) for meld in melds if meld and meld.kind == m.SET]


def objection(
    cards: Sequence[str], onto: Meld | None, meld: Meld | None, melds: Sequence[Meld | None]
) -> MeldObjection:
    """Return why the cards cannot be laid, with the rule paragraph; no text if they can.

    ``onto``: the meld to which they are added; ``meld``: the meld that they make then.

    ``melds``: the other melds of the side.
    """
    if meld is None:
        return _why_no_meld([*(onto.cards if onto else ()), *cards])
    if meld.kind == m.SET and _set_rank(meld) in set_ranks(melds):
        rank = ranks_text(_set_rank(meld))
        return MeldObjection(P.play.sets, f"The side has a set of {rank} already; {rank} are added to that.")
    if onto and replaces_wild_card(onto, meld, cards):
        new, old = pretty(meld.wild[0]), pretty(onto.wild[0])
        text = f"One wild card never takes the place of another: only the {new} would let the {old} move."
        return MeldObjection(P.play.exchange, text)
    return MeldObjection()


OBJECTIONS = read_toml(__package__, "objections.toml")


def _why_no_meld(cards: Sequence[str]) -> MeldObjection:
    """Return why cards are no meld, with the rule paragraph.

    If a run would be too long, the reason depends on its aces: with two, or without a wild card, one is too many;
    otherwise a wild card is no second ace.
    """
    sentences, has_wild = dict(OBJECTIONS["meld"]), any(map(is_wild, cards))
    if all(card == JOKER for card in cards):
        return MeldObjection(*sentences["jokers"])
    if sum(rank_of(card) == "A" for card in cards) > 1 or not has_wild:
        sentences[m.MANY] = sentences["many-aces"]
    if has_wild:
        sentences[m.GAP] = sentences["gap-wild"]
    return objection_to(RULES, cards, {"meld": sentences})


def explain_open_questions(why: Reasons, meld: Meld, onto: Meld | None) -> None:
    """Cite the open points of the book that matter for a meld. ``onto``: the meld before cards were added, if any."""
    aces = meld.kind == m.SET and _set_rank(meld) == "A"
    why.say("The book allows one ace in a meld; we apply that to runs only.", P.play.ace_sets, when=aces)
    if meld.kind == m.SET:
        return
    low, high, is_low = meld.laid[0], meld.laid[-1], rank_of(meld.laid[0].stands_for) == "A"
    text = "The book asks for cards of one rank in one place, for any meld in another; we count runs, too."
    why.say(text, P.play.burraco_runs, when=len(meld.laid) >= BURRACO)
    text = "The run begins with the ace, so the wild card lies at its high end, as we read the book."
    why.say(text, P.play.above_ace, when=high.wild and is_low)
    text = "The book shows it at the other end in one place; by its own rule it lies in front, as the ace."
    why.say(text, P.play.joker_first, when=low.wild and is_low)
    if onto and onto.wild and onto.wild != meld.wild:
        text = f"The {pretty(onto.wild[0])} has come to its own place and is wild no longer, as we read the book."
        why.say(text, P.play.two_comes_home)
