"""The referee of Canasta: melds, the discard pile, the first meld, going out, red threes, and the end of the hand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from companion.cards.canasta import RED_THREES as RED_CARDS
from companion.cards.canasta import is_black_three, is_red_three, is_wild, value
from companion.cards.decks import standard_deck
from companion.cards.melds import NATURALS, WILD, MeldRules, SetRules
from companion.cards.notation import RANKS, pretty, rank_of, rank_text, ranks_text, side_by_side
from companion.core.common.canasta import UNDECLARED, FirstMeldMinimum
from companion.core.common.canasta_questions import (
    TOTAL_FACT,
    TOTAL_FACTS,
    CostlyMistake,
    first_meld_verdict,
    going_out_situation,
    hand_end_situation,
    meld_fault,
    penalty_situation,
    say_minimum,
)
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.situation import Verdict, situation
from companion.core.referee import facts
from companion.core.referee.facts import CARDS, HAND, MELDS, PILE, TOTAL
from companion.core.referee.melds import (
    FEWEST,
    MeldObjection,
    cards_by_key,
    check_melds,
    melds_fact,
    objection_to,
)
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, counted, signed
from companion.games.canasta import scoring
from companion.games.canasta.scoring import MIXED_POINTS, NATURAL_POINTS, OUT_CANASTAS, PICKUP_WILD, P, minimum
from companion.games.canasta.scoring import WILD as WILD_RULE

DECK = standard_deck("the 108 cards of Canasta", packs=2, jokers=4)
PACKS = sum(DECK.copies.values())
SEVEN, MOST_WILD, LEAST_NATURALS = 7, 3, 2

OBJECTIONS = read_toml(__package__, "objections.toml")
ALL_WILD = {"meld": {**OBJECTIONS["meld"], WILD: OBJECTIONS["meld"][NATURALS]}}
"""The objections to melds of wild cards only."""


def _rules(options: Record) -> MeldRules:
    """Return the rules of melds, without those for black threes. Source: canasta/play.meld, canasta/play.wild."""

    def most(length: int) -> int:
        return min(MOST_WILD, length // 2) if options[WILD_RULE] == "half" else MOST_WILD

    sets = SetRules(ranks=RANKS[: RANKS.index("4") + 1], most_wild=most, naturals=LEAST_NATURALS)
    return MeldRules(sets=sets, is_wild=is_wild, never=RED_CARDS)


def _objection(options: Record, cards: Sequence[str], *, going_out: bool = False) -> MeldObjection:
    """Return the objection to cards as a meld; an empty one if they are legal.

    Black threes are legal only for a player who is ``going_out``. Source: canasta/play.black-threes.
    """
    black = sum(map(is_black_three, cards))
    if not black or any(map(is_red_three, cards)):
        return objection_to(_rules(options), cards, ALL_WILD if all(map(is_wild, cards)) else OBJECTIONS)
    if black < len(cards):
        return MeldObjection(P.play.black_threes, "Black threes are melded by themselves, without other cards.")
    if black < FEWEST:
        return MeldObjection(P.play.meld, f"A meld has at least {FEWEST} cards, not {black}.")
    text = "Black threes are melded only by a player who goes out in this turn."
    return MeldObjection() if going_out else MeldObjection(P.play.black_threes, text)


def _rank(cards: Sequence[str]) -> str:
    """Return the rank of the natural cards of a meld."""
    return next(rank_of(card) for card in cards if not is_wild(card))


def _check_melds(options: Record, melds: Sequence[Sequence[str]]) -> list[Problem]:
    """Check that each meld is legal by itself, and that no two have the same rank."""
    faults = check_melds(MELDS, melds, lambda cards: meld_fault(_objection(options, cards)))
    ranks = [] if faults else [_rank(meld) for meld in melds]
    twice = next((rank for rank in ranks if ranks.count(rank) > 1), "")
    if twice:
        faults.append(Problem(MELDS, f"A side has one meld of {ranks_text(twice)}: enter all its cards as one."))
    return faults


def _check_cards(*keys: Key[Any]) -> Callable[[Record, Record], Iterable[Problem]]:
    """Return a check that the melds on the table are legal, and that no card of these facts is there too often."""
    together = partial(facts.check_cards_together, DECK)
    return lambda options, given: _check_melds(options, given[MELDS]) or together(*cards_by_key(given, *keys))


def _melds(help_text: str) -> f.Field:
    """Return the fact for melds on the table."""
    return melds_fact(MELDS, "Melds", DECK, 1, PACKS, help=help_text)


# Is this a meld?


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the melds on the table are legal and of different ranks, and that no card is there too often."""
    onto, melds = given[ONTO], given[MELDS]
    fault = meld_fault(_objection(options, onto)) if onto else ""
    faults = [*refuse(ONTO, f"That{fault}", when=fault), *_check_melds(options, melds)]
    if onto and not faults and _rank(onto) in map(_rank, melds):
        faults.append(Problem(MELDS, f"The meld of {ranks_text(_rank(onto))} is given already: leave it out here."))
    yield from faults or facts.check_cards_together(DECK, *cards_by_key(given, CARDS, ONTO, MELDS))


ONTO = ask.cards("onto", "Added to", DECK, 0, PACKS, help="The meld of the side that they are added to.")
GOING_OUT = ask.flag("going_out", "Going out", help="The player goes out in this turn.")


@situation("meld", "Is this a legal meld?", (
    f.cards(CARDS, "Cards", DECK, 1, PACKS, required=True, help="Laid together."), ONTO,
    _melds("The side's other melds."), GOING_OUT,
), check=_check_meld)  # fmt: skip
def _meld(options: Record, given: Record) -> Verdict:
    """Judge whether cards are a legal meld, and say what it is worth."""
    cards = (*given[CARDS], *given[ONTO])
    rule, against = _objection(options, cards, going_out=given[GOING_OUT])
    if not against and _rank(cards) in map(_rank, given[MELDS]):
        rule, against = P.play.one_of_a_rank, f"The side has a meld of {ranks_text(_rank(cards))}: add them to it."
    wild, points, why = sum(map(is_wild, cards)), value(cards), Reasons()
    why.say(f"Together they are {side_by_side(cards)}, worth {points}.", P.scoring.values)
    is_whole, how = not against and len(cards) >= SEVEN, "mixed" if wild else "natural"
    bonus = (MIXED_POINTS if wild else NATURAL_POINTS) if is_whole else 0
    kind = None if against else "canasta" if bonus else "set"
    rules = (rule,) if against else (P.play.black_threes if is_black_three(cards[0]) else P.play.meld, P.play.wild)
    why.cite(*rules)
    held = f"{counted(len(cards) - wild, 'natural card')}, {counted(wild, 'wild card') if wild else 'no wild card'}."
    why.say(held, when=not against)
    is_half = options[WILD_RULE] == "half" and wild > len(cards) - wild
    why.say("At this table no more cards of a meld are wild than natural.", when=is_half)
    why.say(f"Seven cards or more: {bonus} more.", f"canasta/scoring.{how}", P.play.canasta, when=bonus)
    text = f"No. {against}" if against else f"Yes, a {how} {kind} worth {counted(points, 'point')}."
    worth: dict[str, Any] = {"clean": not wild, "points": points, "bonus": bonus}
    return why.verdict(text, legal=not against, kind=kind, **worth, why=against or None)


# May the discard pile be taken?


BY = {
    "add": "by adding it to the side's {ranks}",
    "pair": "with two {ranks} from the hand",
    "wild": "with one {rank} and a wild card from the hand",
}


@situation("pickup", "May the discard pile be taken?", (
    f.cards(PILE, "Discard pile", DECK, 1, PACKS, required=True, help="The bottom card first."),
    facts.hand(DECK, PACKS), _melds("The side's melds on the table."), TOTAL_FACT,
), check=_check_cards(PILE, HAND, MELDS), subject_facts=TOTAL_FACTS)  # fmt: skip
def _pickup(options: Record, given: Record) -> Verdict:
    """Judge whether the pile may be taken: with a pair; if it is not frozen also to a meld, or with a wild card.

    For a side without a meld every pile is frozen. A pile with a wild card or a three on top is never taken.
    """
    pile, hand, melds = given[PILE], given[HAND], given[MELDS]
    top, wanted = pile[-1], None if melds else minimum(given[TOTAL])
    card_freezes = any(is_wild(card) or is_red_three(card) for card in pile)
    never_taken = is_wild(top) or rank_of(top) == "3"
    frozen, single_cards = card_freezes or not melds, len(hand) == len(pile) == 1
    of_top_rank, has_meld = sum(rank_of(card) == rank_of(top) for card in hand), rank_of(top) in map(_rank, melds)
    with_wild = bool(of_top_rank) and any(map(is_wild, hand)) and not has_meld and not frozen
    can = {"add": has_meld and not frozen, "pair": of_top_rank > 1, "wild": with_wild and options[PICKUP_WILD]}
    ways = [way for way in can if can[way] and not never_taken and not single_cards]
    why = Reasons(P.play.pile)
    why.say(f"The top card is the {pretty(top)}.", *([P.play.pile_never] if never_taken else []))
    if never_taken:
        message = "No: a pile with a wild card or a three on top cannot be taken."
    elif single_cards:
        message = "No: with one card in hand a pile of one card is not taken."
        why.cite(P.play.pile_alone)
    else:
        because = "a wild card or a red three lies in it" if card_freezes else "the side has no meld yet"
        text = f"The pile is frozen: {because}. Only two natural cards of the hand take it."
        why.say(text, P.play.frozen, when=frozen)
        why.cite(P.play.pile_pair, when=can["pair"])
        why.cite(P.play.pile_add, when=has_meld)
        why.say("The pile is not frozen.", P.play.pile_wild, when=not frozen)
        barred = with_wild and of_top_rank == 1 and not options[PICKUP_WILD]
        why.say("At this table a natural card and a wild one do not take it.", when=barred)
        how = " or ".join(BY[way] for way in ways).format(rank=rank_text(rank_of(top)), ranks=ranks_text(rank_of(top)))
        message = f"Yes: {how}." if ways else f"No: the {pretty(top)} cannot be melded at once."
        finished = any(len(meld) >= SEVEN and _rank(meld) == rank_of(top) for meld in melds)
        grows = "The top card is added to a finished canasta as to any other meld; some tables see it otherwise."
        why.say(grows, P.play.pile_canasta, when=ways and finished)
    why.say(f"The first melds of this turn must be worth {wanted}.", P.play.minimum, when=ways and wanted)
    return why.verdict(message, allowed=bool(ways), frozen=frozen, ways=ways, minimum=wanted)


# Is the first meld enough?


@situation("minimum", "Is the first meld worth enough?", (
    TOTAL_FACT.of(required=True), _melds("All that are to be laid in this turn."),
), check=_check_cards(MELDS), subject_facts=TOTAL_FACTS)  # fmt: skip
def _minimum(_: Record, given: Record) -> Verdict:
    """Judge whether a first meld is worth enough for the side's total."""
    first, why = FirstMeldMinimum(minimum(given[TOTAL])), Reasons(P.play.minimum, P.scoring.values)
    say_minimum(why, given[TOTAL], first)
    whole = any(len(meld) >= SEVEN for meld in given[MELDS])
    ours = "A canasta counts by its cards alone here; some tables accept any natural one."
    why.say(ours, P.play.minimum_canasta, when=whole)
    return first_meld_verdict(why, first, given[MELDS])


# Going out, and what mistakes cost.

COSTS = {
    "undeclared-red-three": CostlyMistake("Red three not laid out", scoring.UNDECLARED_POINTS, UNDECLARED),
    "refused-out": CostlyMistake("Went out despite a no", 100),
    "failed-out": CostlyMistake("Asked, could not go out", 100),
}

_penalty = penalty_situation("canasta", COSTS, "That costs {side} {points}.")

CANASTAS = ask.count("canastas", "Canastas", scoring.MOST_NATURAL, required=True, help="With those of this turn.")

CASES = read_toml(__package__, "cases.toml")
_going_out = going_out_situation(CASES, CANASTAS, lambda options: options[OUT_CANASTAS])


MELDED_BEFORE = ask.flag("melded_before", "Melded before", help="This player laid or added a card in an earlier turn.")
ADDS = ask.flag("adds", "Adds to a meld", help="A card goes to a meld of the side now.")
OWN_CANASTA = ask.flag("own_canasta", "Own canasta", required=True, help="The cards laid now hold one.")
PARTNER_MELDED = ask.flag(
    "partner_melded", "Partner has melded", help="The side's melds on the table are the partner's."
)


@situation("concealed", "Did they go out concealed?", (MELDED_BEFORE, ADDS, OWN_CANASTA, PARTNER_MELDED))
def _concealed(options: Record, given: Record) -> Verdict:
    """Judge whether a player goes out concealed: everything in one turn, with a canasta, nothing added to melds."""
    why = Reasons(P.play.concealed, P.scoring.going_out)
    concealed = given[OWN_CANASTA] and not given[MELDED_BEFORE] and not given[ADDS]
    why.say("The player has melded before.", when=given[MELDED_BEFORE])
    why.say("A card is added to a meld of the side.", when=given[ADDS])
    why.say("The cards laid now hold no canasta.", when=not given[OWN_CANASTA])
    why.say("The whole hand is laid at once, with a canasta.", P.scoring.concealed, when=concealed)
    partner = "The partner has melded, but nothing is added to that; some tables see it otherwise."
    why.say(partner, P.play.concealed_partner, when=concealed and given[PARTNER_MELDED])
    points = scoring.GOING_OUT_POINTS + concealed * options[scoring.CONCEALED_BONUS]
    text = "Yes, concealed" if concealed else "No, not concealed"
    return why.verdict(f"{text}: {points:,} for going out.", concealed=concealed, points=points)


# Red threes.


def _check_threes(_: Record, given: Record) -> Iterator[Problem]:
    """Check the facts about red threes: a side with a canasta has melded."""
    if given[HAS_CANASTA] and not given[HAS_MELDED]:
        yield Problem(HAS_CANASTA, "A side with a canasta has melded: enter both or neither.")


NUMBER = ask.count("red_threes", "Red threes", scoring.MOST_RED_THREES, required=True, help="Laid out by the side.")
HAS_MELDED = ask.flag("melded", "Has melded", required=True, help="The side has a meld.")
HAS_CANASTA = ask.flag("canasta", "Has a canasta")


@situation("red-threes", "What do red threes count?", (NUMBER, HAS_MELDED, HAS_CANASTA), check=_check_threes)
def _red_threes(options: Record, given: Record) -> Verdict:
    """Judge whether red threes count for the side or against it."""
    line = scoring.red_threes_line(options, "", given[NUMBER], melded=given[HAS_MELDED], has_canasta=given[HAS_CANASTA])
    why = Reasons(line.rule, P.scoring.red_threes)
    why.say(f"{capitalized(line.text)}.")
    why.cite(P.scoring.red_threes_against, when=given[HAS_MELDED] and not given[HAS_CANASTA])
    return why.verdict(f"They count {signed(line.points)}.", points=line.points)


# Is the hand over?


_hand_end = hand_end_situation(CASES, Key("takes_pile"))

SITUATIONS = (_meld, _pickup, _minimum, _going_out, _concealed, _red_threes, _penalty, _hand_end)
