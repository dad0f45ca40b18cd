"""The referee of Pay Me: melds, the cards left over, the cheapest arrangement of a hand, laying off, and calls."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.cards import melds as m
from companion.cards.arranging import Arrangement, LaidOff
from companion.cards.decks import several_packs
from companion.cards.melds import Meld, MeldRules
from companion.cards.notation import SUIT_NAMES, pretty, rank_text, side_by_side, suit_of
from companion.core.common.endings import HANDS
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.situation import Judge, Situation, Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.facts import CARDS, DECKS, MELDS, PLAYER, WENT_OUT
from companion.core.referee.melds import FEWEST, all_cards, card_text, check_melds, meld_text, melds_fact
from companion.core.referee.ready_situations import verdict_table
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, counted, listed, with_verb
from companion.games.pay_me import scoring
from companion.games.pay_me.melds import HandRules, rules_of
from companion.games.pay_me.scoring import DEADWOOD, LARGEST_HAND, P, packs_for

HAND_NUMBER = ask.count("hand_number", "Hand", least=1, required=True, help="The first hand of the game is 1.")

MOST = LARGEST_HAND + 1
MOST_PACKS = 3
ALL = several_packs(MOST_PACKS)
RULE_OF = {m.SET: P.play.sets, m.RUN: P.play.runs}
"""The paragraph about each kind of meld."""


def _hand_situation(key: str, title: str, *fields: f.Question, **further: Any) -> Callable[[Judge], Situation]:
    """Return a decorator like ``situation``, for questions that also ask for the number of the hand and of packs.

    ``fields``: the other facts; ``further``: as for ``situation``.
    """

    def all_facts(options: Record) -> tuple[f.Field, ...]:
        """Return the facts: the number of the hand, that of packs, and ``fields``."""
        return f.fields_of(HAND_NUMBER.of(most=options[HANDS]), PACKS_FACT, *fields)

    return situation(key, title, all_facts, **further | {"known_facts": _known_facts})


PACKS_FACT = f.count(DECKS, "Packs", MOST_PACKS, least=1, default=MOST_PACKS, help="How many are shuffled together.")


def _known_facts(table: Table[None]) -> Mapping[str, Any]:
    """Return the facts that a play knows: the number of the coming hand, and how many packs are used."""
    return {"hand_number": min(table.number, table.options[HANDS]), "decks": packs_for(len(table.players))}


MELDS_FACT = melds_fact(
    MELDS, "Melds", ALL, FEWEST, LARGEST_HAND, most=MOST // FEWEST,
    help="Those of the player who went out, as they lie; a run from low to high.",
)  # fmt: skip


def _check_hand(options: Record, given: Record, drawn: int = 0) -> Iterator[Problem]:
    """Check a hand, and the melds on the table if asked: not too many, real melds, and no card too often.

    ``drawn``: how many cards more than were dealt it may have.
    """
    rules, cards, melds = rules_of(options, given[HAND_NUMBER]), given[CARDS], given.get(MELDS) or ()
    dealt = f"{rules.size} were dealt" + (", and one was drawn" if drawn else "")
    yield from refuse(CARDS, f"{len(cards)} cards are too many: {dealt}.", when=len(cards) > rules.size + drawn)
    if len(melds) > (rules.size + 1) // FEWEST:
        yield Problem(MELDS, f"A hand of {rules.size} cards does not make {len(melds)} melds.")

    def fault_of(meld: Sequence[str]) -> str:
        return "" if rules.melds.read_in_order(meld) else f" is no meld in this order: {side_by_side(meld)}."

    faults = check_melds(MELDS, melds, fault_of)
    packs, parts = several_packs(given[DECKS]), ((CARDS, cards), (MELDS, all_cards(melds)))
    yield from faults or facts.check_cards_together(packs, *parts)


# Sentences.


def _meld_text(meld: Meld) -> str:
    """Describe a meld, with what each wild card stands for, unless a set leaves that open."""
    kept = {suit_of(laid.card) for laid in meld.laid if not laid.wild}
    return meld_text(meld.laid, fixed=meld.kind == m.RUN or len(kept) + len(meld.wild) == len(SUIT_NAMES))


def _wild_text(rules: HandRules) -> str:
    """Return a sentence on which cards are wild."""
    return f"With {rules.size} cards dealt, {rank_text(rules.wild)}s are wild, as 2s and jokers always are."


def _other_rules(rules: HandRules) -> Iterator[tuple[HandRules, str, str]]:
    """Yield the rules with one open point decided the other way, its paragraph, and how this table decides it."""
    as_itself = "does not count as wild, as we read the book" if rules.as_itself else "counts as wild all the same"
    yield replace(rules, as_itself=not rules.as_itself), P.play.natural_wild, f"A wild card used as itself {as_itself}."
    ace = "may stand above the king" if rules.high_ace else "is low, never above the king, as we read the book"
    yield replace(rules, high_ace=not rules.high_ace), P.play.ace, f"In runs the ace {ace}."


# Is this a meld?


def _fewest_wild(rules: MeldRules, cards: Sequence[str]) -> int | None:
    """Return how few cards are wild in a meld of all these; None if they make no meld.

    No limits on wild cards apply: there can be any number of them, also side by side.
    """
    free: dict[str, Any] = {"most_wild": lambda length: length, "naturals": 0}
    sets = rules.sets and replace(rules.sets, **free)
    runs = rules.runs and replace(rules.runs, apart=False, **free)
    return min((len(meld.wild) for meld in replace(rules, sets=sets, runs=runs).readings(cards)), default=None)


def _why_not(why: Reasons, rules: HandRules, cards: Sequence[str], fewest: int | None) -> str:
    """Return a sentence on why cards are no meld, and cite its rules. ``fewest``: as ``_fewest_wild`` returns it."""
    failure, is_wild = rules.melds.why_not(cards), any(map(rules.is_wild, cards))
    if fewest is not None or failure.why == m.WILD:
        why.cite(P.play.limits)
        if fewest is not None and 2 * fewest <= len(cards):
            return "Two wild cards would lie side by side in the run."
        wild = len(cards) if fewest is None else fewest
        return f"{wild} of the {len(cards)} cards are used as wild, and that is more than half."
    if failure.kind == m.RUN and failure.why != m.GAP:
        why.cite(P.play.runs_length)
    else:
        why.cite(*(RULE_OF[kind] for kind in ([failure.kind] if failure.kind else RULE_OF)))
    gaps, suit = ", even with the wild ones in the gaps" if is_wild else " without a gap", failure.card[-1:]
    return {
        m.MANY: f"A {failure.kind} has {failure.limit} cards at most, not {len(cards)}.",
        m.SUIT: f"The suits of a set are all different, and {SUIT_NAMES.get(suit, '')} are there twice.",
        m.TWICE: f"A run has each card once, and {failure.card and pretty(failure.card)} is there twice.",
        m.GAP: f"The cards do not follow each other{gaps}.",
    }.get(failure.why, "The cards that are not wild are neither of one rank nor of one suit.")


@_hand_situation("meld", "Is this a meld?",
    f.cards(CARDS, "Cards", ALL, FEWEST, MOST, required=True, help="In any order."),
    help="A set or a run, with the wild cards of the hand.",
    check=lambda _, given: facts.check_cards(CARDS, several_packs(given[DECKS]), given[CARDS]))  # fmt: skip
def _meld(options: Record, given: Record) -> Verdict:
    """Judge whether cards are a meld: a set or a run within the limits on wild cards."""
    rules, cards, why = rules_of(options, given[HAND_NUMBER]), given[CARDS], Reasons()
    meld, against = rules.melds.read(cards), None
    why.say(_wild_text(rules))
    if meld:
        wild = len(meld.wild)
        why.say(f"{capitalized(_meld_text(meld))} make a {meld.kind}.", RULE_OF[meld.kind])
        if wild:
            apart = ", and no two of them lie side by side" if meld.kind == m.RUN and wild > 1 else ""
            used = "One card" if wild == 1 else f"{wild} cards"
            why.say(f"{used} of {len(cards)} {'is' if wild == 1 else 'are'} used as wild{apart}.", P.play.limits)
        else:
            why.say("No card is used as wild.")
    else:
        fewest = _fewest_wild(rules.melds, cards)
        wild = sum(map(rules.is_wild, cards)) if fewest is None else fewest
        against = _why_not(why, rules, cards, fewest)
    for other, rule, sentence in _other_rules(rules):
        why.say(sentence, rule, when=_kind_of_meld(other.melds.read(cards)) != _kind_of_meld(meld))
    why.cite(P.deal.wild)
    return why.verdict(
        f"Yes, that is a {meld.kind}." if meld else f"No, that is no meld. {against}",
        legal=bool(meld), kind=_kind_of_meld(meld), points=rules.cost(cards), wilds=wild,
        order=list(meld.cards) if meld else [], why=against,
    )  # fmt: skip


def _kind_of_meld(meld: Meld | None) -> str | None:
    """Return the kind of a meld for programs; None if it is none."""
    return meld.kind if meld else None


# What do the cards left over cost?


def _offer_deadwood(table: Table[None], entry: Record) -> Suggestion:
    """Suggest asking the referee about a player who wrote down another number than the cards left over make."""
    rules = rules_of(table.options, table.number)
    for name in entry.names_given(scoring.CARDS):
        cards = entry[scoring.CARDS][name]
        if name in entry.names_given(DEADWOOD) and entry[DEADWOOD][name] != rules.cost(cards):
            return f"The cards that {name} has left do not make {entry[DEADWOOD][name]}.", {"cards": list(cards)}
    return ""


@_hand_situation("deadwood", "What do the cards left over cost?",
    f.cards(CARDS, "Cards", ALL, 0, MOST, help="What is left after melding and laying off; none: nothing."),
    check=partial(_check_hand, drawn=1), offer=_offer_deadwood)  # fmt: skip
def _deadwood(options: Record, given: Record) -> Verdict:
    """Judge what the cards left over cost: the value of each card, with one value for all wild cards."""
    rules, cards = rules_of(options, given[HAND_NUMBER]), given[CARDS]
    why = Reasons(P.scoring.values, P.scoring.deadwood, P.deal.wild)
    points = rules.cost(cards)
    why.say(_wild_text(rules), when=cards)
    each = capitalized(listed(f"{pretty(card)} costs {rules.points(card)}" for card in cards))
    why.say(f"{each}." if cards else "Only cards left over cost points.")
    why.say(f"{' + '.join(str(rules.points(card)) for card in cards)} = {points}.", when=len(cards) > 1)
    values = [{"card": card, "points": rules.points(card)} for card in cards]
    verdict = f"They cost {counted(points, 'point')}." if cards else "Nothing is left, so it costs nothing."
    return why.verdict(verdict, points=points, values=values)


# What is the least that a hand costs?


def _check_best(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the hand is possible, and has one card more than were dealt only if the player has drawn."""
    size = rules_of(options, given[HAND_NUMBER]).size
    yield from _check_hand(options, given, drawn=1)
    if len(given[CARDS]) == size + 1 and given[DRAWN] is False:
        yield Problem(DRAWN, f"{size} cards were dealt: with {size + 1} in hand, one has been drawn.")


def _table_melds(rules: HandRules, given: Record) -> list[Meld]:
    """Return the melds on the table, leaving out those that are none by these rules."""
    return [meld for meld in map(rules.melds.read_in_order, given[MELDS]) if meld]


def _explain_open_questions(why: Reasons, given: Record, rules: HandRules, best: Arrangement, *, melding: bool) -> None:
    """Cite the rules on which an arrangement depends, and say what the book leaves open about them.

    ``melding``: whether new melds could be made.
    """
    why.cite(P.play.laying_off, when=best.laid_off)
    wild = any(laid.wild for laid in best.laid_off)
    text = "Wild cards may be laid off like others; the book does not say."
    why.say(text, P.play.laying_off_wild, P.play.limits, when=wild)
    for other, rule, sentence in _other_rules(rules):
        table = _table_melds(other, given)
        arranged = other.arrange(given[CARDS], table, melding=melding)
        why.say(sentence, rule, when=len(table) < len(given[MELDS]) or arranged.cost != best.cost)
    why.cite(P.scoring.values, P.deal.wild)


def _laid_off_text(laid_off: Sequence[LaidOff], melds: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a sentence for each meld that cards are laid off on, with what wild ones stand for."""
    for number, cards in enumerate(melds, start=1):
        laid = [card_text(one.card, one.stands_for, wild=one.wild) for one in laid_off if one.meld == number]
        if laid:
            yield f"{capitalized(with_verb(laid, 'goes', 'go'))} to {side_by_side(cards)}."


def _left_text(rules: HandRules, best: Arrangement) -> str:
    """Describe the cards that are left over, at least one, and what they cost."""
    each = listed(f"{pretty(card)} {rules.points(card)}" for card in best.left)
    return f"Left over: {each}, together {best.cost}." if len(best.left) > 1 else f"Left over: {each}."


def _offer_best(table: Table[None], entry: Record) -> Suggestion:
    """Suggest asking about a player who went out with cards left or could meld some, with these filled in."""
    rules, out, held = rules_of(table.options, table.number), entry[WENT_OUT], entry[scoring.CARDS]
    able = (name for name, cards in held.items() if rules.arrange(cards).cost < rules.cost(cards))
    could_meld = "" if out and held[out] else next(able, "")
    known = {"cards": list(held[could_meld or out or ""])} if could_meld or (out and held[out]) else {}
    if out and (entry[DEADWOOD][out] or held[out]):
        return f"{out} called “Pay me!” and yet has cards left.", known
    return (f"{could_meld} could meld some of the cards left.", known) if could_meld else ""


DRAWN: FieldKey[bool | None] = ask.flag(
    "drawn", "Card drawn", nobody="Not said", help="Whether the player has drawn in this turn.",
)  # fmt: skip


@_hand_situation("best", "How is the hand arranged best, and may I call “Pay me!”?",
    f.cards(CARDS, "Cards", ALL, 1, MOST, required=True, help="The hand; with the card drawn, one is discarded."),
    MELDS_FACT, DRAWN,
    help="Every arrangement is tried, and after a call every way of laying off as well.",
    check=_check_best, offer=_offer_best)  # fmt: skip
def _best(options: Record, given: Record) -> Verdict:
    """Judge how a hand is arranged best, leaving the fewest points, and whether its player may call.

    The call is judged only for a whole hand, before anything lies melded.
    """
    rules, why = rules_of(options, given[HAND_NUMBER]), Reasons(P.scoring.deadwood)
    best = rules.arrange(given[CARDS], _table_melds(rules, given))
    why.say(_wild_text(rules))
    for meld in filter(None, map(rules.melds.read_in_order, best.melds)):
        why.say(f"{capitalized(_meld_text(meld))} are a {meld.kind}.", RULE_OF[meld.kind])
        why.cite(P.play.limits, when=meld.wild)
    why.say("The hand has no meld that would make it cheaper.", when=not best.melds)
    why.say_all(_laid_off_text(best.laid_off, given[MELDS]))
    if best.discard:
        why.say(f"{capitalized(pretty(best.discard))} is discarded, the dearest card that is left.", P.play.turn)
    why.say(_left_text(rules, best), when=best.left)
    verdict = f"At best {counted(best.cost, 'point')} are left." if best.cost else "Nothing is left over: 0 points."
    may_call = False
    if not given[MELDS] and len(given[CARDS]) >= rules.size:
        may_call, text = _may_call(why, given, rules, best)
        verdict = f"{verdict} {text}"
    _explain_open_questions(why, given, rules, best, melding=True)
    return why.verdict(
        verdict, melds=[list(meld) for meld in best.melds], laid_off=_laid_off_rows(best), discard=best.discard,
        deadwood=list(best.left), points=best.cost, may_call=may_call,
    )  # fmt: skip


def _may_call(why: Reasons, given: Record, rules: HandRules, best: Arrangement) -> tuple[bool, str]:
    """Return whether “Pay me!” may be called, with a sentence that says so, and explain why.

    If it is unknown whether a card was drawn, the call is allowed once one is.
    """
    why.cite(P.play.going_out)
    if best.cost:
        more = ", or all but one to discard" if len(given[CARDS]) > rules.size else ""
        why.say(f"In no arrangement are all cards in melds{more}.")
        return False, "“Pay me!” may not be called."
    why.say(f"Every card{' but the one discarded' if best.discard else ''} is in a meld.")
    if len(given[CARDS]) > rules.size or given[DRAWN]:
        return True, "“Pay me!” may be called."
    why.say(
        "As we read the book, draw first; then discard that card and call: the hand stays complete.",
        P.play.calling_undrawn,
    )
    return given[DRAWN] is None, "“Pay me!” may be called once a card is drawn."


def _laid_off_rows(best: Arrangement) -> list[dict[str, Any]]:
    """Return the cards that are laid off, as JSON."""
    return [{"card": laid.card, "meld": laid.meld} for laid in best.laid_off]


# What can be laid off?


@_hand_situation("layoff", "What can I lay off on the melds of the player who went out?",
    MELDS_FACT.of(required=True, least=1),
    f.cards(CARDS, "Deadwood", ALL, 1, LARGEST_HAND, required=True, help="What fits none of your melds."),
    help="The way that leaves the fewest points.", check=_check_hand)  # fmt: skip
def _layoff(options: Record, given: Record) -> Verdict:
    """Judge what can be laid off on the melds of the player who went out, and what is left."""
    rules, why = rules_of(options, given[HAND_NUMBER]), Reasons(P.play.laying_off, P.play.laying_off_where)
    best = rules.arrange(given[CARDS], _table_melds(rules, given), melding=False)
    laid, left = capitalized(listed(pretty(each.card) for each in best.laid_off)), counted(best.cost, "point")
    verdict = f"{laid} can be laid off; {left} are left." if laid else f"Nothing can be laid off: {left} are left."
    if not best.left:
        verdict = "Everything can be laid off: 0 points."
    why.say(_wild_text(rules))
    why.say_all(_laid_off_text(best.laid_off, given[MELDS]))
    why.say(_left_text(rules, best), when=best.left)
    _explain_open_questions(why, given, rules, best, melding=False)
    return why.verdict(verdict, laid_off=_laid_off_rows(best), left=list(best.left), points=best.cost)


_call = verdict_table(read_toml(__package__, "cases.toml"), "call", f.player(PLAYER, "Who called", required=True))

SITUATIONS = (_meld, _deadwood, _best, _layoff, _call)
