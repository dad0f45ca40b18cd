"""The referee of Samba: melds, the discard pile, the first meld, going out, penalties, and the end of the hand."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.cards.notation import pretty, rank_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import HAND
from companion.core.keys import Cards, Key
from companion.core.problems import Problem
from companion.core.situation import Basis, Effect, KnownOf, Situation, Verdict, by_option, once_each, weightiest
from companion.core.words import counted, figure, listed, signed
from companion.games.samba import scoring
from companion.games.samba.melds import (
    DECK,
    MOST,
    bonus,
    is_black_three,
    is_red_three,
    is_wild,
    read_meld,
    value,
)
from companion.games.samba.scoring import LEAST_MELD, MINIMUM_RULE, MOST_SEVENS, SEVENS_NEEDED, is_enough, minimum

MELD: Key[Cards] = Key("meld")
NATURALS_NEEDED: Key[int] = Key("naturals_needed")
JOINS: Key[tuple[Any, ...]] = Key("joins")
CARDS: Key[Cards] = Key("cards")
GOING_OUT: Key[bool] = Key("going_out")
PILE: Key[Cards] = Key("pile")
MELDS: Key[tuple[Any, ...]] = Key("melds")
TOTAL: Key[int] = Key("total")
SIDE: Key[str | None] = Key("side")
SEVEN_CARD_MELDS: Key[int] = Key("seven_card_melds")
ANSWER: Key[str | None] = Key("answer")
CAN_EMPTY: Key[bool] = Key("can_empty")
TRIES: Key[bool] = Key("tries")
INFORMATION: Key[bool] = Key("information")
KIND: Key[str | None] = Key("kind")
COUNT: Key[int] = Key("count")
LAST_RED_THREE: Key[bool] = Key("last_red_three")
STOCK: Key[int] = Key("stock")
WENT_OUT: Key[bool] = Key("went_out")
CAN_TAKE_PILE: Key[bool] = Key("can_take_pile")

PACKS = sum(DECK.copies.values())
MOST_MELDS = PACKS // 3
MOST_STOCK = 101
"""What is left after the deal and the first upcard."""

MOST_TOTAL = 1_000_000


def _melds(key: Key[Any], label: str, help_text: str) -> f.Field:
    return f.several(key, label, f.cards(MELD, "Meld", DECK, 1, MOST), most=MOST_MELDS, ordered=True, help=help_text)


def _check_melds(options: Record, key: str, melds: Iterable[Sequence[str]]) -> Iterator[Problem]:
    """Each is a meld by itself."""
    for number, cards in enumerate(melds, start=1):
        fault = read_meld(cards, options[NATURALS_NEEDED]).why
        if fault:
            text = f"Meld {number} is none: {fault[0].lower()}{fault[1:]} Enter it as it lies there."
            yield Problem(key, text, None, number)


def _all(*parts: Iterable[str]) -> list[str]:
    return [card for part in parts for card in part]


# Is this a meld?


def _meld_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(CARDS, "Cards", DECK, 0, PACKS, help="The cards to be melded; none where sets are only put together."),
        _melds(JOINS, "Put to", "Melds of the side on the table that the cards are put to."),
        f.flag(GOING_OUT, "Going out", help="The player goes out in this turn."),
    )


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """There is something to judge, melds on the table are melds, and no card is there too often."""
    joins = given[JOINS]
    if not given[CARDS] and len(joins) < 2:
        yield Problem(CARDS, "Enter the cards that are to be melded, or two melds that are put together.")
    faults = list(_check_melds(options, "joins", joins))
    yield from faults or facts.check_cards("cards", DECK, _all(given[CARDS], *joins))


def _refusal(cards: Sequence[str], joins: Sequence[Sequence[str]], options: Record) -> tuple[str, str]:
    """Why cards cannot be put to these melds, and the rule; both empty where they can."""
    needed = options[NATURALS_NEEDED]
    if any(len(meld) == MOST for meld in joins):
        return f"A meld of {MOST} cards is complete and takes no more.", "samba/play.seven"
    if len(joins) > 1 and any(read_meld(meld, needed).kind == "escalera" for meld in joins):
        return "Only sets are put together, escaleras never.", "samba/play.combine"
    meld = read_meld(cards, needed)
    return meld.why, meld.rule if meld.why else ""


def _judge_meld(options: Record, given: Record) -> Verdict:
    """Source: samba/play.sets, samba/play.escalera, samba/play.combine, samba/play.black-threes."""
    joins, cards = given[JOINS], _all(given[CARDS], *given[JOINS])
    needed = options[NATURALS_NEEDED]
    why, rule = _refusal(cards, joins, options)
    bases: list[Basis] = []
    rules, because = [rule], []
    if rule == "samba/play.naturals":
        bases.append(by_option(options, NATURALS_NEEDED, 1, "open"))
    if not why and any(map(is_black_three, cards)):
        rules += ["samba/play.black-threes", "samba/play.black-threes-end"]
        bases.append("open")
        because.append(
            "Black threes are melded at the end only; we take that as the turn in which their player goes out."
        )
        if not given[GOING_OUT]:
            why = "Black threes are melded only by a player who goes out in this turn."
    meld = read_meld(cards, needed)
    kind = (
        None if why else {"set": "canasta", "escalera": "samba"}[meld.kind or ""] if len(cards) == MOST else meld.kind
    )
    clean, points = not any(map(is_wild, cards)), value(cards)
    extra, extra_rule = bonus(kind, cards)
    if why:
        verdict = f"That is no legal meld. {why}"
        because.append(why)
    else:
        name = {"set": "a set", "escalera": "an escalera", "canasta": "a canasta", "samba": "a samba"}[str(kind)]
        verdict = f"That is {name}, {'natural' if clean else 'mixed'}, worth {counted(points, 'point')}."
        wild = sum(map(is_wild, cards))
        what = "of one rank" if meld.kind == "set" else "of one suit that follow each other"
        held = f", {counted(wild, 'wild card')} among them" if wild else ""
        because.insert(0, f"There are {len(cards)} cards {what}{held}.")
        rules += [meld.rule, *(["samba/play.combine"] if len(joins) > 1 else []), extra_rule]
        if len(cards) - wild == 1:
            rules.append("samba/play.naturals")
            bases.append("open")
            because.append("One natural card with two wild ones is enough; the book only limits the wild cards.")
        if extra:
            verdict += f" Seven cards bring {extra} more."
            because.append(f"With {MOST} cards it is complete, and brings {extra} points more.")
            rules.append("samba/play.seven")
    return Verdict(
        verdict=verdict,
        outcome={
            "legal": not why, "kind": kind, "clean": clean, "points": points, "bonus": extra, "why": why or None,
        },
        basis=weightiest(bases),
        rules=once_each([*rules, "samba/scoring.values"]),
        because=tuple(because),
    )  # fmt: skip


# May the discard pile be taken?


def _total(**more: Any) -> f.Field:
    return f.points(TOTAL, "Total", MOST_TOTAL, minimum=-MOST_TOTAL, help="The side's points before the hand.", **more)


def _pickup_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(PILE, "Discard pile", DECK, 1, PACKS, required=True, ordered=True, help="The bottom card first."),
        facts.hand(DECK, PACKS),
        _melds(MELDS, "Melds", "The side's melds on the table."),
        _total(),
    )


def _check_pickup(options: Record, given: Record) -> Iterator[Problem]:
    """Melds on the table are melds, and no card is there too often."""
    pile, hand, melds = given[PILE], given[HAND], given[MELDS]
    faults = [*_check_melds(options, "melds", melds), *facts.check_cards("hand", DECK, _all(pile, hand))]
    yield from faults or facts.check_cards("melds", DECK, _all(pile, hand, *melds))


def _judge_pickup(options: Record, given: Record) -> Verdict:
    """Source: samba/play.pickup, samba/play.frozen, samba/play.never, samba/play.minimum."""
    pile, hand, melds = given[PILE], given[HAND], given[MELDS]
    top = pile[-1]
    frozen = any(is_red_three(card) or is_wild(card) for card in pile)
    wanted = None if melds else minimum(given[TOTAL])
    because = [f"The top card is {pretty(top)}."]
    ways: list[dict[str, Any]] = []
    rules = ["samba/play.pickup"]
    if is_wild(top) or rank_of(top) == "3":
        rules = ["samba/play.never"]
        because.append("A pile with a wild card or a three on top cannot be taken.")
    else:
        adds = _adds(top, melds, options[NATURALS_NEEDED])
        pair = sum(not is_wild(card) and rank_of(card) == rank_of(top) for card in hand) >= 2
        if frozen:
            rules.append("samba/play.frozen")
            because.append("A red three or a wild card lies in the pile: it is frozen, and takes two natural cards.")
            if adds:
                rules.append("samba/play.frozen-add")
                because.append("Adding the top card to a meld does not do.")
        else:
            ways += [{"by": "add", "meld": number} for number in adds]
            rules += ["samba/play.pickup-add"]
            because.append(_adds_told(adds))
        ways += [{"by": "pair", "meld": None}] if pair else []
        rules.append("samba/play.pickup-pair")
        has = "has" if pair else "does not have"
        because.append(f"The hand {has} two natural cards of its rank.")
    verdict = "Yes, the pile may be taken." if ways else "No, the pile may not be taken."
    if ways and wanted is not None:
        verdict = f"Yes, the pile may be taken; the melds of this turn must make the minimum of {wanted}."
        rules.append("samba/play.minimum")
        because.append(f"The side has melded nothing yet, so its minimum is {wanted}.")
    return Verdict(
        verdict=verdict,
        outcome={"allowed": bool(ways), "frozen": frozen, "ways": ways, "minimum": wanted},
        rules=tuple(rules),
        because=tuple(because),
    )


def _adds(top: str, melds: Sequence[Sequence[str]], naturals_needed: int) -> list[int]:
    """The numbers of the melds that the card fits by itself. Source: samba/play.pickup-add."""
    return [
        number
        for number, cards in enumerate(melds, start=1)
        if len(cards) < MOST and read_meld((*cards, top), naturals_needed).kind
    ]


def _adds_told(adds: Sequence[int]) -> str:
    if not adds:
        return "It fits no meld of the side by itself."
    return f"It fits {'meld' if len(adds) == 1 else 'melds'} {listed(map(str, adds))} by itself."


# Is the first meld enough?


def _minimum_facts(options: Record) -> tuple[f.Field, ...]:
    return (_total(required=True), _melds(MELDS, "Melds", "All that are to be laid in this turn."))


def _check_minimum(options: Record, given: Record) -> Iterator[Problem]:
    """Each is a meld, and no card is there too often."""
    melds = given[MELDS]
    faults = list(_check_melds(options, "melds", melds))
    yield from faults or facts.check_cards("melds", DECK, _all(*melds))


def _judge_minimum(options: Record, given: Record) -> Verdict:
    """Source: samba/play.minimum, samba/play.minimum-exact, samba/play.minimum-cards."""
    total, melds = given[TOTAL], given[MELDS]
    wanted, points = minimum(total), sum(map(value, melds))
    enough = is_enough(points, wanted, options)
    bases: list[Basis] = []
    rules = ["samba/play.minimum", "samba/scoring.values"]
    because = [
        f"With {figure(total)} points before the hand the minimum is {wanted}.",
        f"The cards make {points}.",
    ]
    if points == wanted and wanted > LEAST_MELD:
        bases.append(by_option(options, MINIMUM_RULE, "reach", "open"))
        rules.append("samba/play.minimum-exact")
        because.append(f"Exactly the minimum is {'enough' if enough else 'not enough'}.")
    if not enough and any(len(meld) == MOST for meld in melds):
        bases.append("open")
        rules.append("samba/play.minimum-cards")
        because.append("What melds of seven bring besides does not count; the book leaves that open.")
    if enough and any(sum(not is_wild(card) for card in meld) == 1 for meld in melds):
        bases.append("open")
        rules.append("samba/play.naturals")
        because.append("A set with one natural card is legal; the book only limits the wild cards.")
    if enough and any(is_black_three(card) for meld in melds for card in meld):
        bases.append("open")
        rules += ["samba/play.black-threes", "samba/play.black-threes-end"]
        because.append("Black threes count only for a player who goes out in this turn.")
    exceed = wanted > LEAST_MELD and options.word(MINIMUM_RULE) == "exceed"
    verdict = f"{points} is {'enough' if enough else 'not enough'}: the first meld must make "
    verdict += f"more than {wanted}." if exceed else f"at least {wanted}."
    return Verdict(
        verdict=verdict if melds else f"The first meld must make {'more than' if exceed else 'at least'} {wanted}.",
        outcome={"minimum": wanted, "points": points, "enough": enough},
        basis=weightiest(bases),
        rules=tuple(rules),
        because=tuple(because),
    )


# Going out.

ANSWERS = {"not-asked": "Not asked", "yes": "Yes", "no": "No"}


def _side() -> f.Field:
    return f.player(SIDE, "Side", facts.WHOEVER, required=True)


def _out_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _side(),
        f.count(
            SEVEN_CARD_MELDS, "Melds of seven", MOST_SEVENS, required=True, help="With those of this turn."
        ),
        f.flag(CAN_EMPTY, "Gets rid of all cards", required=True, help="By melding, adding or a last discard."),
        f.choice(ANSWER, "Partner's answer", ANSWERS, required=True, help="To “May I go out?”"),
        f.flag(TRIES, "Tries", default=True, help="The player goes out, or tries to."),
    )  # fmt: skip


def _judge_out(options: Record, given: Record) -> Verdict:
    """Source: samba/play.going-out, samba/play.may-i-yes, samba/penalties.failed-out, samba/penalties.refused-out."""
    side, melds, answer = given.who(SIDE), given[SEVEN_CARD_MELDS], given.word(ANSWER)
    able = melds >= SEVENS_NEEDED and given[CAN_EMPTY]
    failed, refused = answer == "yes" and not able, answer == "no" and given[TRIES]
    basis: Basis = "book"
    rules = ["samba/play.going-out"]
    because = [f"The side has {counted(melds, 'meld')} of seven, and needs {SEVENS_NEEDED}."]
    because.append(f"The player can{'' if given[CAN_EMPTY] else 'not'} get rid of all cards.")
    if answer != "not-asked":
        rules += ["samba/play.may-i", "samba/play.may-i-yes"]
        because.append(f"The partner said {answer}, and that binds.")
    if failed:
        points, verdict = -scoring.FAILED_POINTS, f"{side} asked and cannot go out"
        rules.append("samba/penalties.failed-out")
    elif refused:
        points, verdict = -scoring.REFUSED_POINTS, f"{side} may not go out against the partner's no"
        rules.append("samba/penalties.refused-out")
        if able:
            rules.append("samba/penalties.refused-out-undone")
            because.append("Going out against a no does not stand; the book does not say so.")
            basis = "open"
    else:
        points = 0
        able_told = "must go out" if answer == "yes" else "may not go out" if answer == "no" else "may go out"
        verdict = f"{side} {able_told if able or answer == 'no' else 'cannot go out'}"
    return Verdict(
        verdict=f"{verdict}: {signed(points)}." if points else f"{verdict}.",
        outcome={"allowed": able and answer != "no", "must": able and answer == "yes", "points": points},
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
        effects=(Effect(side, points, KINDS["failed-out" if failed else "refused-out"].lower()),) if points else (),
    )


def _question_facts(options: Record) -> tuple[f.Field, ...]:
    return (f.flag(INFORMATION, "Said more", required=True, help="The partner said more than yes or no."),)


def _judge_question(options: Record, given: Record) -> Verdict:
    """Source: samba/play.may-i, samba/play.may-i-information."""
    more = given[INFORMATION]
    if more:
        verdict = "The opponents answer in the partner's stead, and their answer binds."
        because = "The partner said more than yes or no, which is information."
    else:
        verdict, because = "The partner's answer binds.", "The partner said no more than yes or no."
    rules = ("samba/play.may-i", "samba/play.may-i-information")
    return Verdict(
        verdict=verdict,
        outcome={"answers": "opponents" if more else "partner"},
        rules=rules[::-1] if more else rules,
        because=(because,),
    )


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
    "refused-out": "Out against a no",
    "failed-out": "Asked and could not",
    "bad-upcard": "Upcard without use",
}


def _penalty_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _side(),
        f.choice(KIND, "What", KINDS, required=True),
        f.count(COUNT, "How often", scoring.MOST_UPCARDS, minimum=1, default=1),
    )


def _check_penalty(options: Record, given: Record) -> Iterator[Problem]:
    """No more often than the sheet takes it."""
    most = PENALTIES[given.word(KIND)][2]
    if given[COUNT] > most:
        yield Problem(COUNT, f"{KINDS[given.word(KIND)]}: {most} is the most.")


def _judge_penalty(options: Record, given: Record) -> Verdict:
    """Source: samba/penalties.side."""
    side, kind, count = given.who(SIDE), given.word(KIND), given[COUNT]
    each, field, _ = PENALTIES[kind]
    points = -each * count
    return Verdict(
        verdict=f"{side} loses {counted(-points, 'point')}. Put it on the sheet by this correction or in the field "
        f"“{KINDS[kind]}”, not both.",
        outcome={"points": points, "field": field},
        rules=(f"samba/penalties.{kind}", "samba/penalties.side"),
        because=(
            f"{KINDS[kind]}: {each} points each time.",
            "It happened once." if count == 1 else f"It happened {count} times.",
        ),
        effects=(Effect(side, points, KINDS[kind].lower()),),
    )


# Is the hand over?


def _end_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.flag(WENT_OUT, "Went out", required=True, help="A player went out."),
        f.count(STOCK, "Stock", MOST_STOCK, required=True, help="Cards left in it."),
        f.flag(LAST_RED_THREE, "Last red three", required=True, help="The last card of the stock was a red three."),
        f.flag(CAN_TAKE_PILE, "Can take the pile", required=True, help="The player to move can."),
    )


def _check_end(options: Record, given: Record) -> Iterator[Problem]:
    """The last card of the stock is drawn only when no other is left."""
    if given[LAST_RED_THREE] and given[STOCK]:
        left = counted(given[STOCK], "card is", "cards are")
        yield Problem(
            LAST_RED_THREE, f"{left} left in the stock, so its last card was not drawn yet. Enter 0, or No here."
        )


def _judge_end(options: Record, given: Record) -> Verdict:
    """Source: samba/play.hand-end, samba/play.no-stock, samba/play.last-red-three."""
    out, stock, red = given[WENT_OUT], given[STOCK], given[LAST_RED_THREE]
    basis: Basis = "book"
    ends = True
    rules = ["samba/play.hand-end"]
    if red:
        verdict, because = "The hand is over, without a discard.", ["The last card of the stock was a red three."]
        rules.insert(0, "samba/play.last-red-three")
        if out:
            rules.append("samba/play.last-red-three-out")
            because.append("Who melds every card then has gone out; the book leaves that open.")
            basis = "open"
    elif out:
        verdict, because = "The hand is over.", ["A player went out."]
        rules.append("samba/play.going-out")
    elif stock:
        ends = False
        verdict, because = "The hand goes on.", [f"The stock has {counted(stock, 'card')} left."]
    elif given[CAN_TAKE_PILE]:
        ends, basis = False, "open"
        verdict, because = "The hand goes on: the pile must be taken.", ["The stock is used up."]
        because.append("Who can take the pile must; the book does not say so, only that the hand ends for who cannot.")
        rules += ["samba/play.no-stock", "samba/play.no-stock-must"]
    else:
        verdict, because = "The hand is over.", ["The stock is used up, and the player to move cannot take the pile."]
        rules.append("samba/play.no-stock")
    return Verdict(
        verdict=verdict,
        outcome={"ends": ends, "may_discard": not red},
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


TOTAL_OF = KnownOf(key="side", label="Side", facts=lambda table, _, side: {"total": table.totals[side]})
"""The total of whichever side it is about."""

SITUATIONS = (
    Situation(
        key="meld", title="Is this a legal meld?", help="All the cards are judged together.",
        facts=_meld_facts, check=_check_meld, judge=_judge_meld,
    ),
    Situation(
        key="pickup", title="May the discard pile be taken?",
        facts=_pickup_facts, check=_check_pickup, judge=_judge_pickup, known_of=TOTAL_OF,
    ),
    Situation(
        key="minimum", title="Is the first meld worth enough?",
        facts=_minimum_facts, check=_check_minimum, judge=_judge_minimum, known_of=TOTAL_OF,
    ),
    Situation(
        key="going-out", title="May I go out?", facts=_out_facts, judge=_judge_out,
        on_sheet="Or count it in the field “Asked and could not” or “Out against a no” of the round. Not both.",
    ),
    Situation(
        key="question", title="Whose answer counts if the partner said too much?",
        facts=_question_facts, judge=_judge_question,
    ),
    Situation(
        key="penalty", title="What does a mistake cost?",
        facts=_penalty_facts, check=_check_penalty, judge=_judge_penalty,
    ),
    Situation(
        key="hand-end", title="Is the hand over?", facts=_end_facts, check=_check_end, judge=_judge_end,
    ),
)  # fmt: skip
