"""The referee of Samba: melds, the discard pile, the first meld, going out, penalties, and the end of the hand."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.cards.canasta import is_black_three, is_red_three, is_wild, value
from companion.cards.notation import pretty, rank_of, side_by_side
from companion.core.common.canasta import LEAST_MELD, UNDECLARED
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
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.situation import Verdict, situation
from companion.core.referee import facts
from companion.core.referee.facts import CARDS, HAND, MELDS, PILE, TOTAL
from companion.core.referee.melds import MeldObjection, all_cards, check_melds, melds_fact
from companion.core.referee.ready_situations import verdict_table
from companion.core.referee.reasons import Reasons
from companion.core.words import counted, listed
from companion.games.samba import scoring
from companion.games.samba.melds import DECK, MOST, read_meld
from companion.games.samba.scoring import (
    MOST_OUTS,
    MOST_RED_THREES,
    MOST_SEVENS,
    NATURALS_NEEDED,
    SEVENS_NEEDED,
    P,
)

JOINS: Key[tuple[Any, ...]] = Key("joins")
GOING_OUT: Key[bool | None] = Key("going_out")
SEVEN_CARD_MELDS = ask.count(
    "seven_card_melds", "Melds of seven", MOST_SEVENS, required=True, help="With those of this turn."
)

PACKS = sum(DECK.copies.values())
RULE_OF = {"set": P.play.sets, "escalera": P.play.escalera}
ONLY_OUT = "Black threes are melded only by a player who goes out in this turn."


def _melds(key: Key[Any], label: str, help_text: str) -> f.Field:
    """Return a fact for melds of up to seven cards."""
    return melds_fact(key, label, DECK, 1, MOST, help=help_text)


def _check_melds(options: Record, given: Record, key: Key[Any]) -> list[Problem]:
    """Return a problem for each meld of this fact that is not legal; when black threes may be melded is not checked."""
    return check_melds(key, given[key], lambda cards: meld_fault(read_meld(cards, options[NATURALS_NEEDED]).against))


# Is this a meld?


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there is something to judge, that melds on the table are melds, and that the packs have all cards."""
    joins = given[JOINS]
    if not given[CARDS] and len(joins) < 2:
        yield Problem(CARDS, "Enter the cards that are to be melded, or two melds that are put together.")
    faults = _check_melds(options, given, JOINS)
    yield from faults or facts.check_cards("cards", DECK, all_cards([given[CARDS], *joins]))


def _objection(cards: Sequence[str], joins: Sequence[Sequence[str]], needed: int) -> MeldObjection:
    """Return why ``cards``, which contain the melds ``joins`` on the table, are no legal meld.

    ``needed``: the fewest natural cards of a set.
    """
    if any(len(meld) == MOST for meld in joins):
        return MeldObjection(P.play.seven, f"A meld of {MOST} cards is complete and takes no more.")
    if len(joins) > 1 and any(read_meld(meld, needed).kind == "escalera" for meld in joins):
        return MeldObjection(P.play.combine, "Only sets are put together, escaleras never.")
    return read_meld(cards, needed).against


@situation("meld", "Is this a legal meld?", (
    f.cards(CARDS, "Cards", DECK, 0, PACKS, help="The cards to be melded; none if sets are only put together."),
    _melds(JOINS, "Added to", "The side's melds on the table to which the cards are added."),
    f.flag(GOING_OUT, "Going out", help="The player goes out in this turn."),
), help="All the cards are judged together.", check=_check_meld)  # fmt: skip
def _meld(options: Record, given: Record) -> Verdict:
    """Judge whether cards and the melds they are put to make a legal meld, and what it is worth."""
    joins, cards = given[JOINS], all_cards([given[CARDS], *given[JOINS]])
    rule, against = _objection(cards, joins, options[NATURALS_NEEDED])
    shape, wild, points = read_meld(cards, options[NATURALS_NEEDED]).kind, sum(map(is_wild, cards)), value(cards)
    why = Reasons(*filter(None, [rule]))
    if against:
        why.say(f"Together they are {side_by_side(cards)}.")
    else:
        what = "of one rank" if shape == "set" else "of one suit that follow each other"
        held = f", {counted(wild, 'wild card')} among them" if wild else ""
        why.say(f"There are {len(cards)} cards {what}{held}.")
        black = any(map(is_black_three, cards))
        text = "We take the end of the hand as the turn in which their player goes out."
        why.say(text, P.play.black_threes, P.play.black_threes_end, when=black)
        against = ONLY_OUT if black and not given[GOING_OUT] else ""
    is_complete, how = not against and len(cards) == MOST, "mixed" if wild else "natural"
    kind = None if against else {"set": "canasta", "escalera": "samba"}[shape or ""] if is_complete else shape
    extra = (scoring.MIXED_POINTS if wild else scoring.NATURAL_POINTS) if is_complete else 0
    verdict = f"No. {against}"
    if not against:
        verdict = f"Yes, a {how} {kind} worth {counted(points, 'point')}."
        why.cite(RULE_OF[shape or ""])
        why.cite(P.play.combine, when=len(joins) > 1)
        text = "One natural card with two wild ones is enough; the book only limits the wild cards."
        why.say(text, P.play.naturals, when=len(cards) - wild == 1)
    if extra:
        verdict += f" Seven cards bring {extra} more."
        why.say("With seven cards it is complete.", f"samba/scoring.{how}", P.play.seven)
    why.cite(P.scoring.values)
    return why.verdict(
        verdict, legal=not against, kind=kind, clean=not wild, points=points, bonus=extra, why=against or None
    )


# May the discard pile be taken?


def _check_pickup(options: Record, given: Record) -> Iterator[Problem]:
    """Check that melds on the table are melds, and that the packs have all these cards."""
    pile, hand, melds = given[PILE], given[HAND], given[MELDS]
    yield from _check_melds(options, given, MELDS)
    yield from facts.check_cards_together(DECK, (HAND, [*pile, *hand]), (MELDS, all_cards(melds)))


@situation("pickup", "May the discard pile be taken?", (
    f.cards(PILE, "Discard pile", DECK, 1, PACKS, required=True, help="The bottom card first."),
    facts.hand(DECK, PACKS),
    _melds(MELDS, "Melds", "The side's melds on the table."),
    TOTAL_FACT,
), check=_check_pickup, subject_facts=TOTAL_FACTS)  # fmt: skip
def _pickup(options: Record, given: Record) -> Verdict:
    """Judge whether the pile may be taken: its top card fits a meld, or two natural cards of its rank are held.

    A frozen pile is taken with two such cards only, one with a wild card or a three on top never.
    """
    pile, melds = given[PILE], given[MELDS]
    top, text, first = pile[-1], pretty(pile[-1]), None if melds else scoring.first_meld(given[TOTAL], options)
    frozen, never_taken = any(is_red_three(card) or is_wild(card) for card in pile), is_wild(top) or rank_of(top) == "3"
    fitting = [] if never_taken else _melds_to_add_to(top, melds, options[NATURALS_NEEDED])
    pair = not never_taken and sum(not is_wild(card) and rank_of(card) == rank_of(top) for card in given[HAND]) > 1
    ways: list[dict[str, Any]] = [{"by": "add", "meld": number} for number in ([] if frozen else fitting)]
    ways += [{"by": "pair", "meld": None}] if pair else []
    why = Reasons(P.play.never if never_taken else P.play.pickup)
    why.say(f"The top card is the {text}.")
    if never_taken:
        fault = "a pile with a wild card or a three on top cannot be taken"
    elif frozen:
        fault = f"the pile is frozen, and the hand lacks two natural cards to match the {text}"
        why.say("A red three or a wild card lies in the pile: only two natural cards take it.", P.play.frozen)
        why.say("Adding the top card to a meld is not enough.", P.play.frozen_add, when=fitting)
    else:
        fault = f"the {text} fits no meld by itself, and the hand lacks two natural cards to match it"
        fits = f"It fits {'meld' if len(fitting) == 1 else 'melds'} {listed(map(str, fitting))} by itself."
        why.cite(P.play.pickup_add)
        why.say(fits, when=fitting)
    why.cite(P.play.pickup_pair, when=not never_taken)
    why.say("The hand has two natural cards of its rank.", when=pair)
    verdict = "Yes, the pile may be taken." if ways else f"No: {fault}."
    if ways and first:
        verdict = f"Yes, the pile may be taken; the melds of this turn must make {first.text}."
        why.say("The side has melded nothing yet.", P.play.minimum)
        why.cite(P.play.minimum_exact, when=first.exceed)
    return why.verdict(verdict, allowed=bool(ways), frozen=frozen, ways=ways, minimum=first and first.points)


def _melds_to_add_to(top: str, melds: Sequence[Sequence[str]], needed: int) -> list[int]:
    """Return the numbers, from 1, of the melds that the top card can be added to.

    ``needed``: the fewest natural cards of a set.

    Source: samba/play.pickup-add.
    """
    fits = [read_meld((*cards, top), needed).kind for cards in melds]
    return [number for number, kind in enumerate(fits, start=1) if kind]


# Is the first meld enough?


def _check_minimum(options: Record, given: Record) -> Iterator[Problem]:
    """Check that each is a meld that may be laid now, and that the packs have all these cards."""
    melds = given[MELDS]
    faults = _check_melds(options, given, MELDS)
    if given[GOING_OUT] is False and any(map(is_black_three, all_cards(melds))):
        faults.append(Problem("melds", ONLY_OUT))
    yield from faults or facts.check_cards("melds", DECK, all_cards(melds))


@situation("minimum", "Is the first meld worth enough?", (
    TOTAL_FACT.of(required=True),
    _melds(MELDS, "Melds", "All that are to be laid in this turn."),
    f.flag(GOING_OUT, "Going out", nobody="Not said", help="It matters for black threes only."),
), check=_check_minimum, subject_facts=TOTAL_FACTS)  # fmt: skip
def _minimum(options: Record, given: Record) -> Verdict:
    """Judge whether the first meld is worth enough, by the side's total before the hand.

    Black threes are only for a player who goes out; if that is unknown, the verdict says so.
    """
    first, melds = scoring.first_meld(given[TOTAL], options), given[MELDS]
    points, why = value(all_cards(melds)), Reasons(P.play.minimum, P.scoring.values)
    enough, black = first.is_met(points), any(map(is_black_three, all_cards(melds)))
    say_minimum(why, given[TOTAL], first)
    text = f"Exactly the minimum is {'enough, as we read the book' if enough else 'not enough at this table'}."
    why.say(text, P.play.minimum_exact, when=points == first.points > LEAST_MELD)
    why.cite(P.play.minimum_exact, when=first.exceed)
    text = "Only cards count, not the points for seven; the book leaves that open."
    why.say(text, P.play.minimum_cards, when=not enough and any(len(meld) == MOST for meld in melds))
    alone = any(sum(not is_wild(card) for card in meld) == 1 for meld in melds)
    text = "A set with one natural card is legal; the book only limits the wild cards."
    why.say(text, P.play.naturals, when=enough and alone)
    text = "As we read the book, black threes are melded in the turn in which their player goes out."
    why.say(text, P.play.black_threes, P.play.black_threes_end, when=enough and black)
    who = " for a player who goes out now" if enough and black and given[GOING_OUT] is None else ""
    return first_meld_verdict(why, first, melds, who)


# Going out, and what mistakes cost.

COSTS = {
    "undeclared-red-three": CostlyMistake(
        "Undeclared red three", scoring.UNDECLARED_POINTS, UNDECLARED, MOST_RED_THREES
    ),
    "refused-out": CostlyMistake("Went out despite a no", scoring.REFUSED_POINTS, scoring.REFUSED_OUT, MOST_OUTS),
    "failed-out": CostlyMistake("Asked, could not go out", scoring.FAILED_POINTS, scoring.FAILED_OUT, MOST_OUTS),
    "bad-upcard": CostlyMistake("Upcard without use", scoring.UPCARD_POINTS, scoring.BAD_UPCARD, scoring.MOST_UPCARDS),
}


_penalty = penalty_situation("samba", COSTS, "{side} lose {points}.", P.penalties.side)

CASES = read_toml(__package__, "cases.toml")
_going_out = going_out_situation(
    CASES, SEVEN_CARD_MELDS, lambda _: SEVENS_NEEDED, on_sheet="Or count it in its field of the round, not both."
)
_question = verdict_table(CASES, "question")


# Is the hand over?


_hand_end = hand_end_situation(CASES, Key("can_take_pile"), " Enter 0, or No here.")

SITUATIONS = (_meld, _pickup, _minimum, _going_out, _question, _penalty, _hand_end)
