"""The referee of Samba: melds, the discard pile, the first meld, going out, penalties, and the end of the hand."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.cards.canasta import is_black_three, is_red_three, is_wild, value
from companion.cards.notation import in_a_row, pretty, rank_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import CARDS, COUNT, HAND, MELDS, PILE, SIDE, STOCK, TOTAL
from companion.core.keys import Key
from companion.core.melds import check_melds, flat, melds_fact
from companion.core.problems import Problem
from companion.core.ready import CaseVerdict, verdict_table
from companion.core.reasons import Reasons
from companion.core.situation import KnownOf, Verdict, situation
from companion.core.words import begun, counted, figure, listed, signed
from companion.games.samba import scoring
from companion.games.samba.melds import (
    DECK,
    MOST,
    bonus,
    read_meld,
)
from companion.games.samba.scoring import (
    LEAST_MELD,
    MINIMUM_RULE,
    MOST_SEVENS,
    NATURALS_NEEDED,
    SEVENS_NEEDED,
    is_enough,
    minimum,
)

KIND: Key[str | None] = Key("kind")
JOINS: Key[tuple[Any, ...]] = Key("joins")
GOING_OUT: Key[bool | None] = Key("going_out")
SEVEN_CARD_MELDS: Key[int] = Key("seven_card_melds")
ANSWER: Key[str | None] = Key("answer")
CAN_EMPTY: Key[bool] = Key("can_empty")
TRIES: Key[bool] = Key("tries")
INFORMATION: Key[bool] = Key("information")
LAST_RED_THREE: Key[bool] = Key("last_red_three")
WENT_OUT: Key[bool] = Key("went_out")
CAN_TAKE_PILE: Key[bool] = Key("can_take_pile")

PACKS = sum(DECK.copies.values())
MOST_STOCK = 101
"""What is left after the deal and the first upcard."""

MOST_TOTAL = 1_000_000


def _melds(key: Key[Any], label: str, help_text: str) -> f.Field:
    return melds_fact(key, label, DECK, 1, MOST, help=help_text)


def _check_melds(options: Record, given: Record, key: Key[Any]) -> list[Problem]:
    """Check that each is a meld by itself."""

    def fault_of(cards: Sequence[str]) -> str:
        why = read_meld(cards, options[NATURALS_NEEDED]).why
        return f" is no meld: {why[0].lower()}{why[1:]} Enter it as it lies there." if why else ""

    return check_melds(key, given[key], fault_of)


# Is this a meld?


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there is something to judge, melds on the table are melds, and no card is there too often."""
    joins = given[JOINS]
    if not given[CARDS] and len(joins) < 2:
        yield Problem(CARDS, "Enter the cards that are to be melded, or two melds that are put together.")
    faults = _check_melds(options, given, JOINS)
    yield from faults or facts.check_cards("cards", DECK, flat([given[CARDS], *joins]))


def _refusal(cards: Sequence[str], joins: Sequence[Sequence[str]], options: Record) -> tuple[str, str]:
    """Return why cards cannot be put to these melds, and the rule; both empty where they can."""
    needed = options[NATURALS_NEEDED]
    if any(len(meld) == MOST for meld in joins):
        return f"A meld of {MOST} cards is complete and takes no more.", "samba/play.seven"
    if len(joins) > 1 and any(read_meld(meld, needed).kind == "escalera" for meld in joins):
        return "Only sets are put together, escaleras never.", "samba/play.combine"
    meld = read_meld(cards, needed)
    return meld.why, meld.rule if meld.why else ""


@situation("meld", "Is this a legal meld?", (
    f.cards(CARDS, "Cards", DECK, 0, PACKS, help="The cards to be melded; none where sets are only put together."),
    _melds(JOINS, "Put to", "Melds of the side on the table that the cards are put to."),
    f.flag(GOING_OUT, "Going out", help="The player goes out in this turn."),
), help="All the cards are judged together.", check=_check_meld)  # fmt: skip
def _meld(options: Record, given: Record) -> Verdict:
    """Judge: all the cards together; black threes only by a player who goes out."""
    joins, cards = given[JOINS], flat([given[CARDS], *given[JOINS]])
    against, rule = _refusal(cards, joins, options)
    meld, wild = read_meld(cards, options[NATURALS_NEEDED]), sum(map(is_wild, cards))
    why = Reasons(*([rule] if rule else []))
    if against:
        why.say(f"Together they are {in_a_row(cards)}.")
    else:
        what = "of one rank" if meld.kind == "set" else "of one suit that follow each other"
        held = f", {counted(wild, 'wild card')} among them" if wild else ""
        why.say(f"There are {len(cards)} cards {what}{held}.")
        if any(map(is_black_three, cards)):
            why.say(
                "The end of the hand is taken as the turn in which their player goes out.",
                "samba/play.black-threes",
                "samba/play.black-threes-end",
            )
            if not given[GOING_OUT]:
                against = "Black threes are melded only by a player who goes out in this turn."
    whole = len(cards) == MOST
    kind = None if against else {"set": "canasta", "escalera": "samba"}[meld.kind or ""] if whole else meld.kind
    extra, extra_rule = bonus(kind, cards)
    points, clean = value(cards), not wild
    if against:
        verdict = f"No. {against}"
    else:
        verdict = f"Yes, a {'natural' if clean else 'mixed'} {kind} worth {counted(points, 'point')}."
        why.cite(meld.rule, *(["samba/play.combine"] if len(joins) > 1 else []))
        if len(cards) - wild == 1:
            text = "One natural card with two wild ones is enough; the book only limits the wild cards."
            why.say(text, "samba/play.naturals")
        if extra:
            verdict += f" Seven cards bring {extra} more."
            why.say("With seven cards it is complete.", extra_rule, "samba/play.seven")
    why.cite("samba/scoring.values")
    return why.verdict(
        verdict, legal=not against, kind=kind, clean=clean, points=points, bonus=extra, why=against or None
    )


# May the discard pile be taken?


def _total(**more: Any) -> f.Field:
    return f.points(TOTAL, "Total", MOST_TOTAL, minimum=-MOST_TOTAL, help="The side's points before the hand.", **more)


TOTAL_OF = KnownOf(key="side", label="Side", facts=lambda table, _, side: {"total": table.totals[side]})
"""The total of whichever side it is about."""


def _check_pickup(options: Record, given: Record) -> Iterator[Problem]:
    """Check that melds on the table are melds, and no card is there too often."""
    pile, hand, melds = given[PILE], given[HAND], given[MELDS]
    yield from _check_melds(options, given, MELDS)
    yield from facts.check_together(DECK, (HAND, [*pile, *hand]), (MELDS, flat(melds)))


@situation("pickup", "May the discard pile be taken?", (
    f.cards(PILE, "Discard pile", DECK, 1, PACKS, required=True, help="The bottom card first."),
    facts.hand(DECK, PACKS),
    _melds(MELDS, "Melds", "The side's melds on the table."),
    _total(),
), check=_check_pickup, known_of=TOTAL_OF)  # fmt: skip
def _pickup(options: Record, given: Record) -> Verdict:
    """Judge: by adding the top card to a meld, or with two natural cards of its rank; frozen, only so."""
    pile, melds = given[PILE], given[MELDS]
    top, wanted = pile[-1], None if melds else minimum(given[TOTAL])
    frozen = any(is_red_three(card) or is_wild(card) for card in pile)
    never, told = is_wild(top) or rank_of(top) == "3", pretty(top)
    adds = [] if never else _adds(top, melds, options[NATURALS_NEEDED])
    pair = not never and sum(not is_wild(card) and rank_of(card) == rank_of(top) for card in given[HAND]) > 1
    ways: list[dict[str, Any]] = [{"by": "add", "meld": number} for number in ([] if frozen else adds)]
    ways += [{"by": "pair", "meld": None}] if pair else []
    why = Reasons("samba/play.never" if never else "samba/play.pickup")
    why.say(f"The top card is the {told}.")
    if never:
        fault = "a pile with a wild card or a three on top cannot be taken"
    elif frozen:
        fault = f"the pile is frozen, and the hand lacks two natural cards to match the {told}"
        why.say("A red three or a wild card lies in the pile: only two natural cards take it.", "samba/play.frozen")
        if adds:
            why.say("Adding the top card to a meld does not do.", "samba/play.frozen-add")
    else:
        fault = f"the {told} fits no meld by itself, and the hand lacks two natural cards to match it"
        why.cite("samba/play.pickup-add")
        if adds:
            numbers = listed(map(str, adds))
            why.say(f"It fits {'meld' if len(adds) == 1 else 'melds'} {numbers} by itself.")
    if not never:
        why.cite("samba/play.pickup-pair")
    if pair:
        why.say("The hand has two natural cards of its rank.")
    verdict = "Yes, the pile may be taken." if ways else f"No: {fault}."
    if ways and wanted is not None:
        verdict = f"Yes, the pile may be taken; the melds of this turn must make the minimum of {wanted}."
        why.say("The side has melded nothing yet.", "samba/play.minimum")
    return why.verdict(verdict, allowed=bool(ways), frozen=frozen, ways=ways, minimum=wanted)


def _adds(top: str, melds: Sequence[Sequence[str]], naturals_needed: int) -> list[int]:
    """Return the numbers of the melds that the card fits by itself. Source: samba/play.pickup-add."""
    return [
        number
        for number, cards in enumerate(melds, start=1)
        if len(cards) < MOST and read_meld((*cards, top), naturals_needed).kind
    ]


# Is the first meld enough?


def _check_minimum(options: Record, given: Record) -> Iterator[Problem]:
    """Check that each is a meld that may be laid, and no card is there too often."""
    melds = given[MELDS]
    faults = _check_melds(options, given, MELDS)
    if given[GOING_OUT] is False and any(map(is_black_three, flat(melds))):
        faults.append(Problem("melds", "Black threes are melded only by a player who goes out in this turn."))
    yield from faults or facts.check_cards("melds", DECK, flat(melds))


@situation("minimum", "Is the first meld worth enough?", (
    _total(required=True),
    _melds(MELDS, "Melds", "All that are to be laid in this turn."),
    f.flag(GOING_OUT, "Going out", nobody="Not said", help="Asked for black threes alone."),
), check=_check_minimum, known_of=TOTAL_OF)  # fmt: skip
def _minimum(options: Record, given: Record) -> Verdict:
    """Return what the cards make, against what the side's total asks for."""
    total, melds = given[TOTAL], given[MELDS]
    wanted, points = minimum(total), sum(map(value, melds))
    enough = is_enough(points, wanted, options)
    why = Reasons("samba/play.minimum", "samba/scoring.values")
    who = ""
    why.say(f"With {figure(total)} points before the hand the minimum is {wanted}.")
    if points == wanted > LEAST_MELD:
        why.say(f"Exactly the minimum is {'enough' if enough else 'not enough'}.", "samba/play.minimum-exact")
    if not enough and any(len(meld) == MOST for meld in melds):
        why.say("Only cards count, not the points for seven; the book leaves that open.", "samba/play.minimum-cards")
    if enough and any(sum(not is_wild(card) for card in meld) == 1 for meld in melds):
        text = "A set with one natural card is legal; the book only limits the wild cards."
        why.say(text, "samba/play.naturals")
    if enough and any(map(is_black_three, flat(melds))):
        text = "Black threes are melded in the turn in which their player goes out."
        why.say(text, "samba/play.black-threes", "samba/play.black-threes-end")
        who = " for a player who goes out now" if given[GOING_OUT] is None else ""
    exceed = wanted > LEAST_MELD and options.word(MINIMUM_RULE) == "exceed"
    must = f"the first meld must make {'more than' if exceed else 'at least'} {wanted}."
    verdict = f"{'Yes' if enough else 'No'}, {points} points are {'' if enough else 'not '}enough{who}: {must}"
    return why.verdict(verdict if melds else begun(must), minimum=wanted, points=points, enough=enough)


# Going out.

ANSWERS = {"not-asked": "Not asked", "yes": "Yes", "no": "No"}


SIDE_FACT = f.player(SIDE, "Side", facts.WHOEVER, required=True)


@situation("going-out", "May I go out?", (
    SIDE_FACT,
    f.count(SEVEN_CARD_MELDS, "Melds of seven", MOST_SEVENS, required=True, help="With those of this turn."),
    f.flag(CAN_EMPTY, "Gets rid of all cards", required=True, help="By melding, adding or a last discard."),
    f.choice(ANSWER, "Partner's answer", ANSWERS, required=True, help="To “May I go out?”"),
    f.flag(TRIES, "Tries", default=True, help="The player goes out, or tries to."),
), on_sheet="Or count it in its field of the round, not both.")  # fmt: skip
def _going_out(options: Record, given: Record) -> Verdict:
    """Judge: two melds of seven and no card left; the partner's answer binds."""
    side, melds, answer = given.who(SIDE), given[SEVEN_CARD_MELDS], given.word(ANSWER)
    able = melds >= SEVENS_NEEDED and given[CAN_EMPTY]
    failed, refused = answer == "yes" and not able, answer == "no" and given[TRIES]
    points, why = 0, Reasons("samba/play.going-out")
    why.say(f"{counted(melds, 'meld')} of seven, and the side needs {SEVENS_NEEDED}.")
    why.say(f"The player can{'' if given[CAN_EMPTY] else 'not'} get rid of all cards.")
    if answer != "not-asked":
        why.say(f"The partner said {answer}, and that binds.", "samba/play.may-i", "samba/play.may-i-yes")
    if failed:
        points, verdict = -scoring.FAILED_POINTS, f"No: {side} asked and cannot go out"
        why.cite("samba/penalties.failed-out")
    elif refused:
        points, verdict = -scoring.REFUSED_POINTS, f"No: {side} may not go out against the partner's no"
        why.cite("samba/penalties.refused-out")
        if able:
            text = "The cards go back to the hand, and one is discarded; the book does not say so."
            why.say(text, "samba/penalties.refused-out-undone")
    elif able and answer != "no":
        verdict = f"Yes, {side} {'must' if answer == 'yes' else 'may'} go out"
    else:
        verdict = f"No, {side} {'may not' if answer == 'no' else 'cannot'} go out"
    why.effect(side, points, KINDS["failed-out" if failed else "refused-out"].lower())
    return why.verdict(
        f"{verdict}: {signed(points)}." if points else f"{verdict}.",
        allowed=able and answer != "no", must=able and answer == "yes", points=points,
    )  # fmt: skip


_question = verdict_table("question", "Whose answer counts if the partner said too much?", (
    f.flag(INFORMATION, "Said more", required=True, help="The partner said more than yes or no."),
), {
    True: CaseVerdict(
        "The opponents answer in the partner's stead, and their answer binds.",
        ("The partner said more than yes or no, which is information.",),
        ("samba/play.may-i-information", "samba/play.may-i"), {"answers": "opponents"},
    ),
    False: CaseVerdict(
        "The partner's answer binds.", ("The partner said no more than yes or no.",),
        ("samba/play.may-i", "samba/play.may-i-information"), {"answers": "partner"},
    ),
})  # fmt: skip


# Penalties.

PENALTIES = {
    "undeclared-red-three": (scoring.UNDECLARED_POINTS, "undeclared_red_threes", scoring.MOST_RED_THREES),
    "refused-out": (scoring.REFUSED_POINTS, "refused_out", scoring.MOST_OUTS),
    "failed-out": (scoring.FAILED_POINTS, "failed_out", scoring.MOST_OUTS),
    "bad-upcard": (scoring.UPCARD_POINTS, "bad_upcard", scoring.MOST_UPCARDS),
}
"""Kind to points, the field of the entry, and how often it can be."""

KINDS = {
    "undeclared-red-three": "Undeclared red three",
    "refused-out": "Went out despite a no",
    "failed-out": "Asked, could not go out",
    "bad-upcard": "Upcard without use",
}


def _check_penalty(options: Record, given: Record) -> Iterator[Problem]:
    """Check that no more often than the sheet takes it."""
    most = PENALTIES[given.word(KIND)][2]
    if given[COUNT] > most:
        yield Problem(COUNT, f"{KINDS[given.word(KIND)]}: {most} is the most.")


@situation("penalty", "What does a mistake cost?", (
    SIDE_FACT,
    f.choice(KIND, "What", KINDS, required=True),
    f.count(COUNT, "How often", scoring.MOST_UPCARDS, minimum=1, default=1),
), check=_check_penalty)  # fmt: skip
def _penalty(options: Record, given: Record) -> Verdict:
    """Judge: so many points each time, from the side's score."""
    side, kind, count = given.who(SIDE), given.word(KIND), given[COUNT]
    each, field, _ = PENALTIES[kind]
    points, told = -each * count, KINDS[kind]
    why = Reasons(f"samba/penalties.{kind}", "samba/penalties.side")
    why.say(f"{told}: {each} points each time.")
    why.effect(side, points, told.lower())
    return why.verdict(
        f"{side} lose {counted(-points, 'point')}. Put it on the sheet by this correction or in the field “{told}”, "
        "not both.",
        points=points,
        field=field,
    )


# Is the hand over?


def _check_end(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the last card of the stock is drawn only when no other is left."""
    if given[LAST_RED_THREE] and given[STOCK]:
        left = counted(given[STOCK], "card is", "cards are")
        yield Problem(
            LAST_RED_THREE, f"{left} left in the stock, so its last card was not drawn yet. Enter 0, or No here."
        )


@situation("hand-end", "Is the hand over?", (
    f.flag(WENT_OUT, "Went out", required=True, help="A player went out."),
    f.count(STOCK, "Stock", MOST_STOCK, required=True, help="Cards left in it."),
    f.flag(LAST_RED_THREE, "Last red three", required=True, help="The last card of the stock was a red three."),
    f.flag(CAN_TAKE_PILE, "Can take the pile", required=True, help="The player to move can."),
), check=_check_end)  # fmt: skip
def _hand_end(options: Record, given: Record) -> Verdict:
    """Judge: by going out, or by the stock."""
    out, stock, red = given[WENT_OUT], given[STOCK], given[LAST_RED_THREE]
    why = Reasons(*(["samba/play.last-red-three"] if red else []), "samba/play.hand-end")
    ends, verdict = True, "Yes, the hand is over."
    if red:
        verdict = "Yes, the hand is over, without a discard."
        why.say("The last card of the stock was a red three.")
        if out:
            text = "Who melds every card then has gone out; the book leaves that open."
            why.say(text, "samba/play.last-red-three-out")
    elif out:
        why.say("A player went out.", "samba/play.going-out")
    elif stock:
        ends, verdict = False, "No, the hand goes on."
        why.say(f"The stock has {counted(stock, 'card')} left.")
    elif given[CAN_TAKE_PILE]:
        ends, verdict = False, "No, the hand goes on: the pile must be taken."
        text = "The stock is used up. The hand ends only for a player who cannot take the pile."
        why.say(text, "samba/play.no-stock", "samba/play.no-stock-must")
    else:
        why.say("The stock is used up, and the player to move cannot take the pile.", "samba/play.no-stock")
    return why.verdict(verdict, ends=ends, may_discard=not red)


SITUATIONS = (_meld, _pickup, _minimum, _going_out, _question, _penalty, _hand_end)
