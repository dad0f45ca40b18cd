"""The referee of Pay Me: melds, what is left over, the cheapest arrangement of a hand, and what can be laid off."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards import melds as m
from companion.cards.melds import Meld, MeldRules
from companion.cards.notation import JOKER, SUIT_NAMES, in_a_row, pretty, rank_of, suit_of
from companion.core import facts
from companion.core import fields as f
from companion.core.endings import HANDS
from companion.core.entry import Record
from companion.core.game import Table
from companion.core.keys import Cards, Key
from companion.core.problems import Problem
from companion.core.situation import Basis, Situation, Verdict, by_option, once_each, weightiest
from companion.core.words import begun, counted, listed
from companion.games.pay_me import scoring
from companion.games.pay_me.arranging import Arrangement, LaidOff, arrange
from companion.games.pay_me.melds import HandRules, rules_of
from companion.games.pay_me.scoring import (
    ACE,
    DEADWOOD,
    LARGEST_HAND,
    NATURAL_WILD,
    RANK_WORDS,
    WENT_OUT,
    deck,
    packs_for,
)

HAND_NUMBER: Key[int] = Key("hand_number")
DECKS: Key[int] = Key("decks")
CARDS: Key[Cards] = Key("cards")
MELDS: Key[tuple[Any, ...]] = Key("melds")
MELD: Key[Cards] = Key("meld")

FEWEST, MOST = 3, LARGEST_HAND + 1
MOST_PACKS = 3
MOST_MELDS = MOST // FEWEST
ALL = deck(MOST_PACKS)


def _of_the_hand(options: Record) -> tuple[f.Field, ...]:
    """Which hand it is, and how many packs there are."""
    return (
        f.count(
            HAND_NUMBER,
            "Hand",
            options[HANDS],
            minimum=1,
            required=True,
            help="Its number; the first of the play is 1.",
        ),
        f.count(DECKS, "Packs", MOST_PACKS, minimum=1, default=MOST_PACKS, help="How many are shuffled together."),
    )


def _known(table: Table[None]) -> Mapping[str, Any]:
    return {"hand_number": min(table.number, table.options[HANDS]), "decks": packs_for(len(table.players))}


def _melds_field(**more: Any) -> f.Field:
    return f.several(
        MELDS, "Melds", f.cards(MELD, "Meld", ALL, FEWEST, LARGEST_HAND, ordered=True), most=MOST_MELDS, ordered=True,
        help="Those of who went out, as they lie, a run from low to high.", **more,
    )  # fmt: skip


def _check_cards(options: Record, given: Record) -> Iterator[Problem]:
    """No card is there more often than the packs have it."""
    yield from facts.check_cards(CARDS, deck(given[DECKS]), given[CARDS])


def _check_hand(options: Record, given: Record, most: int) -> Iterator[Problem]:
    """No more cards than a player can hold, melds that are melds, and no card too often."""
    rules, cards, melds = rules_of(options, given[HAND_NUMBER]), given[CARDS], given[MELDS]
    if len(cards) > most:
        dealt = f"{rules.size} were dealt" + (", and one was drawn" if most > rules.size else "")
        yield Problem(CARDS, f"{len(cards)} cards are too many: {dealt}.")
    if len(melds) > (rules.size + 1) // FEWEST:
        yield Problem(MELDS, f"A hand of {rules.size} cards does not make {len(melds)} melds.")
    faults = [
        Problem(MELDS, f"Meld {number} is none as it lies: {' '.join(map(pretty, cards))}.", None, number)
        for number, cards in enumerate(melds, start=1)
        if rules.melds.lying(cards) is None
    ]
    yield from faults
    if not faults:
        copies = deck(given[DECKS])
        alone = list(facts.check_cards(CARDS, copies, cards))
        yield from alone or facts.check_cards(MELDS, copies, [*cards, *(card for meld in melds for card in meld)])


# Sentences.


def _told(meld: Meld) -> str:
    """The cards of a meld, wild ones with what they stand for."""
    kept = {suit_of(laid.card) for laid in meld.laid if not laid.wild}
    told = []
    for laid in meld.laid:
        fixed = meld.kind == m.RUN or len(kept) + len(meld.wild) == len(SUIT_NAMES)
        told.append(f"{pretty(laid.card)} as {pretty(laid.stands_for)}" if laid.wild and fixed else pretty(laid.card))
    return listed(told)


def _wild_told(rules: HandRules) -> str:
    return f"With {rules.size} cards dealt, {RANK_WORDS[rules.wild]} are wild, as 2s and jokers always are."


def _other_rules(options: Record, rules: HandRules) -> Iterator[tuple[HandRules, Basis, str, str]]:
    """What another answer to each open question would be played by: with the basis, the rule and the sentence."""
    as_itself = "does not count as wild" if rules.as_itself else "counts as wild all the same"
    yield (
        replace(rules, as_itself=not rules.as_itself),
        by_option(options, NATURAL_WILD, "natural", "open"),
        "pay-me/play.natural-wild",
        f"A wild card used as itself {as_itself}.",
    )
    ace = "may stand above the king" if rules.high_ace else "is low, never above the king"
    yield (
        replace(rules, high_ace=not rules.high_ace),
        by_option(options, ACE, "low", "open"),
        "pay-me/play.ace",
        f"In runs the ace {ace}.",
    )


# Is this a meld?


def _meld_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        *_of_the_hand(options),
        f.cards(CARDS, "Cards", ALL, FEWEST, MOST, required=True, help="In any order."),
    )


def _fewest_wild(rules: HandRules, cards: Sequence[str]) -> int | None:
    """How many cards are wild where they are read as a meld without limits on wild cards; None: they fit none."""
    limits = rules.melds
    free = MeldRules(
        sets=replace(limits.sets, most_wild=lambda length: length, naturals=0) if limits.sets else None,
        runs=replace(limits.runs, most_wild=lambda length: length, naturals=0, apart=False) if limits.runs else None,
        is_wild=limits.is_wild,
        as_itself=limits.as_itself,
    )
    return min((len(meld.wild) for meld in free.readings(cards)), default=None)


def _why_not(rules: HandRules, cards: Sequence[str], fewest: int | None) -> tuple[str, ...]:
    """Why cards are no meld, and the rules. ``fewest``: how many are wild where they fit one."""
    if fewest is not None and 2 * fewest <= len(cards):
        return "Two wild cards would lie side by side in the run.", "pay-me/play.limits"
    no = rules.melds.why_not(cards)
    if fewest is not None or no.why == m.WILD:
        wild = len(cards) if fewest is None else fewest
        return f"{wild} of the {len(cards)} cards are used as wild, and that is more than half.", "pay-me/play.limits"
    if no.why == m.MANY:
        kind = "run" if no.kind == m.RUN else "set"
        return f"A {kind} has {no.limit} cards at most, not {len(cards)}.", f"pay-me/play.{kind}s"
    if no.why == m.SUIT:
        suit = SUIT_NAMES[suit_of(no.card)]
        return f"The suits of a set are all different, and {suit} are there twice.", "pay-me/play.sets"
    if no.why == m.TWICE:
        return f"A run has each card once, and {pretty(no.card)} is there twice.", "pay-me/play.runs"
    if no.why == m.GAP:
        gaps = ", even with the wild ones in the gaps" if any(map(rules.is_wild, cards)) else " without a gap"
        return f"The cards do not follow each other{gaps}.", "pay-me/play.runs"
    return (
        "The cards that are not wild are neither of one rank nor of one suit.",
        "pay-me/play.sets",
        "pay-me/play.runs",
    )


def _judge_meld(options: Record, given: Record) -> Verdict:
    """Source: pay-me/play.sets, pay-me/play.runs, pay-me/play.limits, pay-me/play.natural-wild, pay-me/play.ace."""
    rules, cards = rules_of(options, given[HAND_NUMBER]), given[CARDS]
    meld = rules.melds.read(cards)
    points = rules.cost(cards)
    bases: list[Basis] = ["book"]
    cited, because = [], [_wild_told(rules)]
    why = None
    if meld:
        wild = len(meld.wild)
        verdict = f"Yes, that is a {meld.kind}."
        cited.append(f"pay-me/play.{meld.kind}s")
        because.append(f"{begun(_told(meld))} make a {meld.kind}.")
        if wild:
            cited.append("pay-me/play.limits")
            apart = ", and no two of them lie side by side" if meld.kind == m.RUN and wild > 1 else ""
            used = "One card" if wild == 1 else f"{wild} cards"
            because.append(f"{used} of {len(cards)} {'is' if wild == 1 else 'are'} used as wild{apart}.")
        else:
            because.append("No card is used as wild.")
    else:
        fewest = _fewest_wild(rules, cards)
        wild = sum(map(rules.is_wild, cards)) if fewest is None else fewest
        why, *why_rules = _why_not(rules, cards, fewest)
        verdict = f"No, that is no meld. {why}"
        cited += why_rules
        because.append(why)
    found = _decided(meld)
    for other, basis, rule, sentence in _other_rules(options, rules):
        if _decided(other.melds.read(cards)) != found:
            bases.append(basis)
            cited.append(rule)
            because.append(sentence)
    return Verdict(
        verdict=verdict,
        outcome={
            "legal": bool(meld), "kind": meld.kind if meld else None, "points": points,
            "wilds": wild, "order": list(meld.cards) if meld else [], "why": why,
        },
        basis=weightiest(bases),
        rules=once_each([*cited, "pay-me/deal.wild"]),
        because=tuple(because),
    )  # fmt: skip


def _decided(meld: Meld | None) -> tuple[str, int] | None:
    return (meld.kind, len(meld.wild)) if meld else None


# What do the cards left over cost?


def _deadwood_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        *_of_the_hand(options),
        f.cards(CARDS, "Cards", ALL, 0, MOST, help="What is left after melding and laying off; none: nothing."),
    )


def _judge_deadwood(options: Record, given: Record) -> Verdict:
    """Source: pay-me/scoring.values, pay-me/deal.wild."""
    rules, cards = rules_of(options, given[HAND_NUMBER]), given[CARDS]
    points = rules.cost(cards)
    values = [{"card": card, "points": rules.points(card)} for card in cards]
    if cards:
        verdict = f"They cost {counted(points, 'point')}."
        sums = " + ".join(str(rules.points(card)) for card in cards)
        because = [
            _wild_told(rules),
            f"{begun(listed(f'{pretty(card)} costs {rules.points(card)}' for card in cards))}.",
            *([f"{sums} = {points}."] if len(cards) > 1 else []),
        ]
    else:
        verdict, because = "Nothing is left, so it costs nothing.", ["Only cards left over cost points."]
    return Verdict(
        verdict=verdict,
        outcome={"points": points, "values": values},
        rules=("pay-me/scoring.values", "pay-me/scoring.deadwood", "pay-me/deal.wild"),
        because=tuple(because),
    )


# What is the least that a hand costs?


def _best_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        *_of_the_hand(options),
        f.cards(CARDS, "Cards", ALL, 1, MOST, required=True, help="The hand; with the card drawn, one is discarded."),
        _melds_field(),
    )


def _lying(rules: HandRules, melds: Iterable[Sequence[str]]) -> list[Meld] | None:
    """Melds as they lie on the table; None: one of them is none."""
    found = [rules.melds.lying(cards) for cards in melds]
    return None if None in found else [meld for meld in found if meld]


def _arranged(rules: HandRules, given: Record, melding: bool) -> Arrangement | None:
    """The best arrangement of the facts; None where the melds on the table are none by these rules."""
    table = _lying(rules, given[MELDS])
    return None if table is None else arrange(rules, given[CARDS], table, melding=melding)


def _best_of(options: Record, given: Record, melding: bool) -> tuple[HandRules, Arrangement, Verdict]:
    """The arrangement, and the verdict on it as far as it is the same with melds of one's own and without."""
    rules = rules_of(options, given[HAND_NUMBER])
    best = arrange(rules, given[CARDS], _lying(rules, given[MELDS]) or (), melding=melding)
    bases: list[Basis] = ["book"]
    cited, because = [], []
    if best.laid_off:
        cited.append("pay-me/play.laying-off")
        if any(map(rules.is_wild, (laid.card for laid in best.laid_off))):
            cited += ["pay-me/play.laying-off-wild", "pay-me/play.limits"]
            bases.append("open")
            because.append("Wild cards may be laid off like others; the book does not say.")
    for other, basis, rule, sentence in _other_rules(options, rules):
        plain = _stands_by(other, rules, best, given[MELDS])
        if not plain and _settled(_arranged(other, given, melding)) != _settled(best):
            bases.append(basis)
            cited.append(rule)
            because.append(sentence)
    outcome = {
        "laid_off": [{"card": laid.card, "meld": laid.meld} for laid in best.laid_off],
        "points": best.cost,
    }
    return (
        rules,
        best,
        Verdict(verdict=".", outcome=outcome, basis=weightiest(bases), rules=tuple(cited), because=tuple(because)),
    )


def _stands_by(other: HandRules, rules: HandRules, best: Arrangement, table: Iterable[Sequence[str]]) -> bool:
    """Whether it is plain that an arrangement is the best by other rules, too, which differ in one answer.

    Rules that allow more cannot better what costs nothing; by those that allow less it still stands, where it has
    nothing of what they forbid.
    """
    if other.as_itself >= rules.as_itself and other.high_ace >= rules.high_ace:
        return best.cost == 0
    lying = _lying(rules, [*best.melds, *table]) or ()
    if other.as_itself < rules.as_itself:
        at_home = [laid.card for meld in lying for laid in meld.laid if not laid.wild]
        at_home += [laid.card for laid in best.laid_off if laid.stands_for in ("", laid.card) and laid.card != JOKER]
        return not any(map(rules.is_wild, at_home))
    tops = [meld.laid[-1].stands_for for meld in lying if meld.kind == m.RUN]
    tops += [laid.stands_for for laid in best.laid_off if laid.stands_for]
    return not any(rank_of(card) == "A" for card in tops)


def _settled(best: Arrangement | None) -> tuple[int, bool] | None:
    return (best.cost, best.may_call) if best else None


def _laid_off_told(laid_off: Sequence[LaidOff], melds: Sequence[Sequence[str]]) -> Iterator[str]:
    """What goes to each meld, wild cards with what they stand for."""
    for number, cards in enumerate(melds, start=1):
        laid = [_as_told(one) for one in laid_off if one.meld == number]
        if laid:
            yield f"{begun(listed(laid))} {'goes' if len(laid) == 1 else 'go'} to {in_a_row(cards)}."


def _as_told(laid: LaidOff) -> str:
    wild = laid.stands_for and laid.stands_for != laid.card
    return f"{pretty(laid.card)} as {pretty(laid.stands_for)}" if wild else pretty(laid.card)


def _left_told(rules: HandRules, best: Arrangement) -> str:
    if not best.left:
        return "Nothing is left over."
    each = listed(f"{pretty(card)} {rules.points(card)}" for card in best.left)
    return f"Left over: {each}, together {best.cost}." if len(best.left) > 1 else f"Left over: {each}."


def _judge_best(options: Record, given: Record) -> Verdict:
    """Source: pay-me/scoring.deadwood, pay-me/play.going-out, pay-me/play.laying-off."""
    rules, best, common = _best_of(options, given, melding=True)
    cards = given[CARDS]
    cited, because = ["pay-me/scoring.deadwood"], [_wild_told(rules)]
    for meld in filter(None, map(rules.melds.lying, best.melds)):
        cited += [f"pay-me/play.{meld.kind}s", *(["pay-me/play.limits"] if meld.wild else [])]
        because.append(f"{begun(_told(meld))} are a {meld.kind}.")
    if not best.melds:
        because.append("The hand has no meld that would make it cheaper.")
    because += _laid_off_told(best.laid_off, given[MELDS])
    if best.discard:
        cited.append("pay-me/play.turn")
        because.append(f"{begun(pretty(best.discard))} is discarded, the dearest card that is left.")
    because.append(_left_told(rules, best))
    verdict = f"At best {counted(best.cost, 'point')} are left." if best.cost else "Nothing is left over: 0 points."
    if not given[MELDS] and len(cards) >= rules.size:
        cited.append("pay-me/play.going-out")
        verdict += f" “Pay me!” may {'' if best.may_call else 'not '}be called."
        because.append(
            f"Every card{' but the one discarded' if best.discard else ''} is in a meld."
            if best.may_call
            else "In no arrangement are all cards in melds, or all but one to discard."
            if len(cards) > rules.size
            else "In no arrangement are all cards in melds."
        )
    return Verdict(
        verdict=verdict,
        outcome={
            "melds": [list(meld) for meld in best.melds], "laid_off": common.outcome["laid_off"],
            "discard": best.discard, "deadwood": list(best.left), "points": best.cost, "may_call": best.may_call,
        },
        basis=common.basis,
        rules=once_each([*cited, *common.rules, "pay-me/scoring.values", "pay-me/deal.wild"]),
        because=(*because, *common.because),
    )  # fmt: skip


# What can be laid off?


def _layoff_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        *_of_the_hand(options),
        _melds_field(required=True, least=1),
        f.cards(CARDS, "Deadwood", ALL, 1, LARGEST_HAND, required=True, help="What fits no meld of one's own."),
    )


def _judge_layoff(options: Record, given: Record) -> Verdict:
    """Source: pay-me/play.laying-off, pay-me/play.laying-off-wild, pay-me/play.limits."""
    rules, best, common = _best_of(options, given, melding=False)
    laid = [pretty(one.card) for one in best.laid_off]
    if not laid:
        verdict = f"None of them can be laid off: {counted(best.cost, 'point')}."
    elif best.left:
        verdict = f"{begun(listed(laid))} can be laid off; what is left costs {best.cost}."
    else:
        verdict = "All of them can be laid off, and nothing is left: 0 points."
    because = [*_laid_off_told(best.laid_off, given[MELDS]), _left_told(rules, best)]
    if best.left:
        because.append("No other way of laying off leaves less.")
    return Verdict(
        verdict=verdict,
        outcome={"laid_off": common.outcome["laid_off"], "left": list(best.left), "points": best.cost},
        basis=common.basis,
        rules=once_each(["pay-me/play.laying-off", *common.rules, "pay-me/scoring.values", "pay-me/deal.wild"]),
        because=(_wild_told(rules), *because, *common.because),
    )


# What a round being entered suggests.


def _cheaper(table: Table[None], entry: Record) -> str:
    """Somebody whose cards left over, as written down, could be melded for less."""
    rules = rules_of(table.options, table.number)
    for name in entry.given(scoring.CARDS):
        cards = entry[scoring.CARDS][name]
        if cards and arrange(rules, cards).cost < rules.cost(cards):
            return name
    return ""


def _offer_best(table: Table[None], entry: Record) -> str:
    out = entry[WENT_OUT]
    if out and (entry[DEADWOOD][out] or entry[scoring.CARDS][out]):
        return f"{out} called “Pay me!” and yet has cards left."
    name = _cheaper(table, entry)
    return f"{name} could meld some of the cards left." if name else ""


def _answer_best(table: Table[None], entry: Record) -> Mapping[str, Any]:
    out = entry[WENT_OUT]
    name = out if out and entry[scoring.CARDS][out] else _cheaper(table, entry)
    return {"cards": list(entry[scoring.CARDS][name])} if name else {}


def _miscounted(table: Table[None], entry: Record) -> str:
    """Somebody whose cards left over make another figure than the one written down."""
    rules = rules_of(table.options, table.number)
    for name in entry.given(scoring.CARDS):
        if name in entry.given(DEADWOOD) and entry[DEADWOOD][name] != rules.cost(entry[scoring.CARDS][name]):
            return name
    return ""


def _offer_deadwood(table: Table[None], entry: Record) -> str:
    name = _miscounted(table, entry)
    return f"The cards that {name} has left do not make {entry[DEADWOOD][name]}." if name else ""


def _answer_deadwood(table: Table[None], entry: Record) -> Mapping[str, Any]:
    return {"cards": list(entry[scoring.CARDS][_miscounted(table, entry)])}


SITUATIONS = (
    Situation(
        key="meld", title="Is this a meld?", help="A set or a run, with the wild cards of the hand.",
        facts=_meld_facts, check=_check_cards, judge=_judge_meld, known=_known,
    ),
    Situation(
        key="deadwood", title="What do the cards left over cost?", facts=_deadwood_facts, check=_check_cards,
        judge=_judge_deadwood, known=_known, offered=_offer_deadwood, answered=_answer_deadwood,
    ),
    Situation(
        key="best", title="How is the hand arranged best, and may I call “Pay me!”?",
        help="Every arrangement is tried, and after a call every way of laying off as well.", facts=_best_facts,
        check=lambda options, given: _check_hand(options, given, rules_of(options, given[HAND_NUMBER]).size + 1),
        judge=_judge_best, known=_known, offered=_offer_best, answered=_answer_best,
    ),
    Situation(
        key="layoff", title="What can I lay off on the melds of who went out?", facts=_layoff_facts,
        help="The way that leaves the fewest points.",
        check=lambda options, given: _check_hand(options, given, rules_of(options, given[HAND_NUMBER]).size),
        judge=_judge_layoff, known=_known,
    ),
)  # fmt: skip
