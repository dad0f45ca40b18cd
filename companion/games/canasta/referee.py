"""The referee of Canasta: melds, the discard pile, the first meld, going out, red threes, and the end of the hand."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.cards.canasta import RED_THREES as RED_CARDS
from companion.cards.canasta import is_black_three, is_red_three, is_wild, value
from companion.cards.decks import standard_deck
from companion.cards.melds import FEW, NATURALS, WILD, MeldRules, SetRules
from companion.cards.notation import RANKS, in_a_row, pretty, rank_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import CARDS, COUNT, HAND, MELDS, PILE, SIDE, STOCK, TOTAL
from companion.core.keys import Cards, Key
from companion.core.melds import check_melds, flat, melds_fact
from companion.core.problems import Problem
from companion.core.reasons import Reasons
from companion.core.situation import KnownOf, Verdict, situation
from companion.core.words import begun, counted, figure, signed
from companion.games.canasta import scoring
from companion.games.canasta.scoring import MIXED_POINTS, NATURAL_POINTS, OUT_CANASTAS, PICKUP_WILD, minimum
from companion.games.canasta.scoring import WILD as WILD_RULE

ONTO: Key[Cards] = Key("onto")
GOING_OUT: Key[bool] = Key("going_out")
CANASTAS: Key[int] = Key("canastas")
CAN_EMPTY: Key[bool] = Key("can_empty")
ANSWER: Key[str | None] = Key("answer")
TRIES: Key[bool] = Key("tries")
MELDED_BEFORE: Key[bool] = Key("melded_before")
ADDS: Key[bool] = Key("adds")
OWN_CANASTA: Key[bool] = Key("own_canasta")
NUMBER: Key[int] = Key("red_threes")
HAS_MELDED: Key[bool] = Key("melded")
HAS_CANASTA: Key[bool] = Key("canasta")
KIND: Key[str | None] = Key("kind")
WENT_OUT: Key[bool] = Key("went_out")
LAST_RED_THREE: Key[bool] = Key("last_red_three")
TAKES_PILE: Key[bool] = Key("takes_pile")

DECK = standard_deck("the 108 cards of Canasta", packs=2, jokers=4)
PACKS = sum(DECK.copies.values())
SEVEN, MOST_WILD, LEAST_NATURALS, LEAST_BLACK = 7, 3, 2, 3
MOST_STOCK, MOST_TOTAL = 63, 1_000_000
MELDED_RANKS = RANKS[: RANKS.index("4") + 1]


def _three(length: int) -> int:
    return MOST_WILD


def _half(length: int) -> int:
    return min(MOST_WILD, length // 2)


def _rules(options: Record) -> MeldRules:
    """Return what may be melded, black threes apart. Source: canasta/play.meld, canasta/play.wild."""
    most = _half if options[WILD_RULE] == "half" else _three
    return MeldRules(
        sets=SetRules(ranks=MELDED_RANKS, most_wild=most, naturals=LEAST_NATURALS), is_wild=is_wild, never=RED_CARDS
    )


class NotMelded(NamedTuple):
    """Why cards are no meld."""

    rule: str
    told: str


def _fault_of(options: Record, cards: Sequence[str], *, going_out: bool = False) -> NotMelded | None:
    """Return why cards are no meld together; None: they are one."""
    threes = [card for card in cards if rank_of(card) == "3"]
    if any(map(is_red_three, cards)):
        return NotMelded("canasta/play.red-threes", "Red threes are never melded.")
    if threes:
        if len(threes) < len(cards):
            return NotMelded("canasta/play.black-threes", "Black threes are melded by themselves, without other cards.")
        if len(cards) < LEAST_BLACK:
            return NotMelded("canasta/play.meld", f"A meld has at least {LEAST_BLACK} cards, not {len(cards)}.")
        told = "Black threes are melded only by a player who goes out in this turn."
        return None if going_out else NotMelded("canasta/play.black-threes", told)
    rules = _rules(options)
    if rules.read(cards):
        return None
    no, natural = rules.why_not(cards), sum(not is_wild(card) for card in cards)
    if no.why == FEW:
        return NotMelded("canasta/play.meld", f"A meld has at least {no.limit} cards, not {len(cards)}.")
    if no.why == WILD and natural:
        return NotMelded(
            "canasta/play.wild", f"At most {no.limit} cards of it may be wild, not {len(cards) - natural}."
        )
    if no.why in (NATURALS, WILD):
        return NotMelded("canasta/play.wild", f"A meld needs {LEAST_NATURALS} natural cards or more, not {natural}.")
    return NotMelded("canasta/play.meld", "The cards are not of one rank.")


def _rank(cards: Sequence[str]) -> str:
    """Return the rank of a meld."""
    return next(rank_of(card) for card in cards if not is_wild(card))


def _check_melds(options: Record, melds: Sequence[Sequence[str]]) -> list[Problem]:
    """Check that each is a meld by itself, and no two are of one rank."""

    def fault_of(cards: Sequence[str]) -> str:
        fault = _fault_of(options, cards)
        return f" is no meld: {fault.told[0].lower()}{fault.told[1:]} Enter it as it lies there." if fault else ""

    faults = check_melds(MELDS, melds, fault_of)
    ranks = [] if faults else [_rank(meld) for meld in melds]
    twice = next((rank for rank in ranks if ranks.count(rank) > 1), "")
    if twice:
        faults.append(Problem(MELDS, f"A side has one meld of {twice}s: enter all its cards as one."))
    return faults


def _melds(help_text: str) -> f.Field:
    return melds_fact(MELDS, "Melds", DECK, 1, PACKS, help=help_text)


# Is this a meld?


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """Check that what lies on the table are melds of different ranks, and no card is there too often."""
    onto, melds = given[ONTO], given[MELDS]
    fault = _fault_of(options, onto) if onto else None
    faults = _check_melds(options, melds)
    if fault:
        yield Problem(ONTO, f"That is no meld: {fault.told[0].lower()}{fault.told[1:]} Enter it as it lies there.")
    elif onto and not faults and _rank(onto) in map(_rank, melds):
        faults.append(Problem(MELDS, f"The meld of {_rank(onto)}s is given already: leave it out here."))
    yield from faults
    if not fault and not faults:
        yield from facts.check_together(DECK, (CARDS, given[CARDS]), (ONTO, onto), (MELDS, flat(melds)))


def bonus_of(cards: Sequence[str]) -> int:
    """Return what a legal meld brings beside its cards. Source: canasta/scoring.natural, canasta/scoring.mixed."""
    if len(cards) < SEVEN:
        return 0
    return MIXED_POINTS if any(map(is_wild, cards)) else NATURAL_POINTS


@situation("meld", "Is this a legal meld?", (
    f.cards(CARDS, "Cards", DECK, 1, PACKS, required=True, help="Laid together."),
    f.cards(ONTO, "Added to", DECK, 0, PACKS, help="The meld of the side that they are added to."),
    _melds("The side's other melds."),
    f.flag(GOING_OUT, "Going out", help="The player goes out in this turn."),
), check=_check_meld)  # fmt: skip
def _meld(options: Record, given: Record) -> Verdict:
    """Judge: all the cards together; black threes only by a player who goes out."""
    cards = (*given[CARDS], *given[ONTO])
    fault = _fault_of(options, cards, going_out=given[GOING_OUT])
    if fault is None and _rank(cards) in map(_rank, given[MELDS]):
        fault = NotMelded("canasta/play.one-of-a-rank", f"The side has a meld of {_rank(cards)}s: add them to it.")
    wild, points = sum(map(is_wild, cards)), value(cards)
    bonus = 0 if fault else bonus_of(cards)
    kind, why = None if fault else "canasta" if bonus else "set", Reasons()
    why.say(f"Together they are {in_a_row(cards)}, worth {points}.", "canasta/scoring.values")
    if fault:
        why.cite(fault.rule)
        return why.verdict(
            f"No. {fault.told}", legal=False, kind=kind, clean=not wild, points=points, bonus=0, why=fault.told
        )
    why.say(
        f"{counted(len(cards) - wild, 'natural card')}, {counted(wild, 'wild card') if wild else 'no wild card'}.",
        "canasta/play.black-threes" if is_black_three(cards[0]) else "canasta/play.meld", "canasta/play.wild",
    )  # fmt: skip
    if bonus:
        why.say(f"Seven cards or more: {bonus} more.", f"canasta/scoring.{'mixed' if wild else 'natural'}")
    told = f"Yes, a {'mixed' if wild else 'natural'} {kind} worth {counted(points, 'point')}."
    return why.verdict(told, legal=True, kind=kind, clean=not wild, points=points, bonus=bonus, why=None)


# May the discard pile be taken?


def _total(**more: Any) -> f.Field:
    return f.points(TOTAL, "Total", MOST_TOTAL, minimum=-MOST_TOTAL, help="The side's points before the hand.", **more)


TOTAL_OF = KnownOf(key="side", label="Side", facts=lambda table, _, side: {"total": table.totals[side]})
"""The total of whichever side it is about."""


def _check_pickup(options: Record, given: Record) -> Iterator[Problem]:
    """Check that melds on the table are melds, and no card is there too often."""
    faults = _check_melds(options, given[MELDS])
    together = (PILE, given[PILE]), (HAND, given[HAND]), (MELDS, flat(given[MELDS]))
    yield from faults or facts.check_together(DECK, *together)


@situation("pickup", "May the discard pile be taken?", (
    f.cards(PILE, "Discard pile", DECK, 1, PACKS, required=True, help="The bottom card first."),
    facts.hand(DECK, PACKS),
    _melds("The side's melds on the table."),
    _total(),
), check=_check_pickup, known_of=TOTAL_OF)  # fmt: skip
def _pickup(options: Record, given: Record) -> Verdict:
    """Judge: with a pair of the hand; not frozen, also by adding to a meld, or with a natural and a wild card."""
    pile, hand, melds = given[PILE], given[HAND], given[MELDS]
    top, wanted = pile[-1], None if melds else minimum(given[TOTAL])
    by_card, never = any(is_wild(card) or is_red_three(card) for card in pile), is_wild(top) or rank_of(top) == "3"
    frozen, alone = by_card or not melds, len(hand) == len(pile) == 1
    same = sum(rank_of(card) == rank_of(top) for card in hand)
    has_meld = rank_of(top) in map(_rank, melds)
    ways = [] if never or alone else [
        way
        for way, can in (
            ("add", has_meld and not frozen),
            ("pair", same > 1),
            ("wild", options[PICKUP_WILD] and same and any(map(is_wild, hand)) and not has_meld and not frozen),
        )
        if can
    ]  # fmt: skip
    why = Reasons("canasta/play.pile")
    why.say(f"The top card is the {pretty(top)}.", *(["canasta/play.pile-never"] if never else []))
    if never:
        told = "No: a pile with a wild card or a three on top cannot be taken."
    elif alone:
        told = "No: with one card in hand a pile of one card is not taken."
        why.cite("canasta/play.pile-alone")
    else:
        if frozen:
            because = "a wild card or a red three lies in it" if by_card else "the side has no meld yet"
            why.say(
                f"The pile is frozen: {because}. Only two natural cards of the hand take it.", "canasta/play.frozen"
            )
        why.cite(*(["canasta/play.pile-add"] if has_meld else []))
        if not frozen:
            why.say("The pile is not frozen.", "canasta/play.pile-wild")
        names = {
            "add": "by adding it to the meld",
            "pair": "with two of the hand",
            "wild": "with a natural and a wild card",
        }
        told = f"Yes: {' or '.join(names[way] for way in ways)}." if ways else f"No: nothing takes the {pretty(top)}."
        if ways and wanted is not None:
            why.say(f"The first melds of this turn must be worth {wanted}.", "canasta/play.minimum")
    return why.verdict(told, allowed=bool(ways), frozen=frozen, ways=ways, minimum=wanted)


# Is the first meld enough?


def _check_minimum(options: Record, given: Record) -> Iterator[Problem]:
    """Check that each is a meld, and no card is there too often."""
    yield from _check_melds(options, given[MELDS]) or facts.check_cards(MELDS, DECK, flat(given[MELDS]))


@situation("minimum", "Is the first meld worth enough?", (
    _total(required=True), _melds("All that are to be laid in this turn."),
), check=_check_minimum, known_of=TOTAL_OF)  # fmt: skip
def _minimum(_: Record, given: Record) -> Verdict:
    """Judge: what the cards make, against what the side's total asks for."""
    wanted, points = minimum(given[TOTAL]), value(flat(given[MELDS]))
    why = Reasons("canasta/play.minimum", "canasta/scoring.values")
    why.say(f"With {figure(given[TOTAL])} points before the hand the minimum is {wanted}.")
    if any(len(meld) >= SEVEN for meld in given[MELDS]):
        why.say("A canasta counts by its cards alone here.", "canasta/play.minimum-canasta")
    enough, must = points >= wanted, f"the first meld must make at least {wanted}."
    told = f"{'Yes' if enough else 'No'}, {points} points are {'' if enough else 'not '}enough: {must}"
    return why.verdict(told if given[MELDS] else begun(must), minimum=wanted, points=points, enough=enough)


# Going out.

ANSWERS = {"not-asked": "Not asked", "yes": "Yes", "no": "No"}
SIDE_FACT = f.player(SIDE, "Side", facts.WHOEVER, required=True)


@situation("going-out", "May I go out?", (
    SIDE_FACT,
    f.count(CANASTAS, "Canastas", scoring.MOST_NATURAL, required=True, help="With those of this turn."),
    f.flag(CAN_EMPTY, "Gets rid of all cards", required=True, help="By melding, or with a last discard."),
    f.choice(ANSWER, "Partner's answer", ANSWERS, required=True, help="To “May I go out?”"),
    f.flag(TRIES, "Tries", default=True, help="The player goes out, or tries to."),
))  # fmt: skip
def _going_out(options: Record, given: Record) -> Verdict:
    """Judge: enough canastas and no card left; the partner's answer binds."""
    side, has, needed, answer = given.who(SIDE), given[CANASTAS], options[OUT_CANASTAS], given.word(ANSWER)
    able = has >= needed and given[CAN_EMPTY]
    failed, refused = answer == "yes" and not able, answer == "no" and given[TRIES]
    why = Reasons("canasta/play.going-out")
    why.say(f"The side has {counted(has, 'canasta')} and needs {needed}.")
    why.say(f"The player can{'' if given[CAN_EMPTY] else 'not'} get rid of all cards.")
    if answer != "not-asked":
        why.say(f"The partner said {answer}, and that binds.", "canasta/play.may-i")
    points = -PENALTIES["failed-out"].each if failed or refused else 0
    if failed or refused:
        kind = "failed-out" if failed else "refused-out"
        why.cite(f"canasta/penalties.{kind}")
        why.effect(side, points, PENALTIES[kind].told.lower())
    if failed:
        told = f"No: {side} asked and cannot go out"
    elif refused:
        told = f"No: {side} may not go out against the partner's no"
    elif able and answer != "no":
        told = f"Yes, {side} {'must' if answer == 'yes' else 'may'} go out"
    else:
        told = f"No, {side} {'may not' if answer == 'no' else 'cannot'} go out"
    return why.verdict(
        f"{told}: {signed(points)}." if points else f"{told}.",
        allowed=able and answer != "no", must=able and answer == "yes", points=points,
    )  # fmt: skip


@situation("concealed", "Did they go out concealed?", (
    f.flag(MELDED_BEFORE, "Melded before", help="This player laid or added a card in an earlier turn."),
    f.flag(ADDS, "Adds to a meld", help="A card goes to a meld of the side now."),
    f.flag(OWN_CANASTA, "Own canasta", required=True, help="The cards laid now hold one."),
))  # fmt: skip
def _concealed(options: Record, given: Record) -> Verdict:
    """Judge: all cards in one turn, with an own canasta, nothing added to other melds."""
    why = Reasons("canasta/play.concealed", "canasta/scoring.going-out")
    if given[MELDED_BEFORE]:
        why.say("The player has melded before.")
    if given[ADDS]:
        why.say("A card is added to a meld of the side.")
    if not given[OWN_CANASTA]:
        why.say("The cards laid now hold no canasta.")
    concealed = given[OWN_CANASTA] and not given[MELDED_BEFORE] and not given[ADDS]
    if concealed:
        why.say(
            "The whole hand is laid at once, with a canasta.",
            "canasta/scoring.concealed",
        )
    points = scoring.out_points(options, concealed=concealed)
    told = "Yes, concealed" if concealed else "No, not concealed"
    return why.verdict(f"{told}: {points} for going out.", concealed=concealed, points=points)


# Red threes and penalties.


def _check_threes(_: Record, given: Record) -> Iterator[Problem]:
    """Check that who has a canasta has melded."""
    if given[HAS_CANASTA] and not given[HAS_MELDED]:
        yield Problem(HAS_CANASTA, "A side with a canasta has melded: enter both or neither.")


@situation("red-threes", "What do red threes count?", (
    f.count(NUMBER, "Red threes", scoring.MOST_RED_THREES, required=True, help="Laid out by the side."),
    f.flag(HAS_MELDED, "Has melded", required=True, help="The side has a meld."),
    f.flag(HAS_CANASTA, "Has a canasta"),
), check=_check_threes)  # fmt: skip
def _red_threes(options: Record, given: Record) -> Verdict:
    """Judge: for the side or against it."""
    line = scoring.red_threes_line(options, "", given[NUMBER], melded=given[HAS_MELDED], canasta=given[HAS_CANASTA])
    why = Reasons(line.rule, "canasta/scoring.red-threes")
    why.say(f"{begun(line.text)}.")
    if given[HAS_MELDED] and not given[HAS_CANASTA]:
        why.cite("canasta/scoring.red-threes-against")
    return why.verdict(f"They count {signed(line.points)}.", points=line.points)


class Penalty(NamedTuple):
    """A mistake that costs points."""

    told: str
    each: int
    field: str | None = None
    """The field of a round that holds it, where there is one."""


PENALTIES = {
    "undeclared-red-three": Penalty("Red three not laid out", scoring.UNDECLARED_POINTS, str(scoring.UNDECLARED)),
    "refused-out": Penalty("Went out despite a no", 100),
    "failed-out": Penalty("Asked, could not go out", 100),
}


@situation("penalty", "What does a mistake cost?", (
    SIDE_FACT,
    f.choice(KIND, "What", {kind: one.told for kind, one in PENALTIES.items()}, required=True),
    f.count(COUNT, "How often", 4, minimum=1, default=1),
))  # fmt: skip
def _penalty(_: Record, given: Record) -> Verdict:
    """Judge: so many points each time, from the side's score."""
    side, kind, count = given.who(SIDE), given.word(KIND), given[COUNT]
    told, each, field = PENALTIES[kind]
    points, why = -each * count, Reasons(f"canasta/penalties.{kind}")
    why.say(f"{told}: {each} points each time.")
    why.effect(side, points, told.lower())
    where = f" Put it on the sheet by this correction or in the field “{told}”, not both." if field else ""
    return why.verdict(f"That costs {side} {counted(-points, 'point')}.{where}", points=points, field=field)


# Is the hand over?


def _check_end(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the last card of the stock is drawn only when no other is left."""
    if given[LAST_RED_THREE] and given[STOCK]:
        left = counted(given[STOCK], "card is", "cards are")
        yield Problem(LAST_RED_THREE, f"{left} left in the stock, so its last card was not drawn yet.")


@situation("hand-end", "Is the hand over?", (
    f.flag(WENT_OUT, "Went out", help="A player went out."),
    f.count(STOCK, "Stock", MOST_STOCK, required=True, help="Cards left in it."),
    f.flag(LAST_RED_THREE, "Last red three", help="The last card of the stock was a red three."),
    f.flag(TAKES_PILE, "Takes the pile", help="The player to move does."),
), check=_check_end)  # fmt: skip
def _hand_end(_: Record, given: Record) -> Verdict:
    """Judge: by going out, or by the stock."""
    out, stock, red, why = given[WENT_OUT], given[STOCK], given[LAST_RED_THREE], Reasons("canasta/play.hand-end")
    ends = out or red or (not stock and not given[TAKES_PILE])
    if red:
        why.say(
            "The last card of the stock was a red three: its taker does not discard.", "canasta/play.last-red-three"
        )
    if out:
        why.say("A player went out.", "canasta/play.going-out")
    elif stock:
        why.say(f"The stock has {counted(stock, 'card')} left.")
    elif not red:
        takes = "takes" if given[TAKES_PILE] else "does not take"
        why.say(f"The stock is used up, and the player to move {takes} the pile.")
    return why.verdict("Yes, the hand is over." if ends else "No, the hand goes on.", ends=ends, may_discard=not red)


SITUATIONS = (_meld, _pickup, _minimum, _going_out, _concealed, _red_threes, _penalty, _hand_end)
