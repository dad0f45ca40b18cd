"""The referee of Gin Rummy: melds, deadwood, who may knock, what is laid off, what a deal and the end give."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.arranging import Arrangement, arrange
from companion.cards.melds import ACE_LOW, FEW, GAP, MIXED, MeldRules, RunRules, SetRules
from companion.cards.notation import pretty, rank_of, side_by_side
from companion.core.common.endings import TARGET
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.seating import left_of
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.game.table import totals_with
from companion.core.referee import facts
from companion.core.referee.facts import CARDS, DEALER, DISCARD, MELDS, PLAYERS, POINTS
from companion.core.referee.facts import HAND as CARDS_HELD
from companion.core.referee.melds import all_cards, cards_by_key, check_melds, melds_fact
from companion.core.referee.reasons import Reasons
from companion.core.words import counted, figure, listed, signed
from companion.games.gin_rummy import scoring
from companion.games.gin_rummy.scoring import (
    BIG_GIN,
    BIG_GIN_WORTH,
    DECK,
    HAND,
    OKLAHOMA,
    UPCARD,
    P,
    deadwood_limit,
    pips,
)

DRAWN = HAND + 1
MOST_POINTS, MOST_DEALS = 10_000, 1_000
RULES = MeldRules(sets=SetRules(most=4, suits_differ=True), runs=RunRules(line=ACE_LOW))
NO_MELD = {
    FEW: "a meld has three cards or more", GAP: "the cards are not in a row",
    MIXED: "the cards are neither of one rank nor of one suit",
}  # fmt: skip
"""The end of a verdict for each reason why cards are no meld."""
KINDS = {"knock": "A knock", "undercut": "An undercut", "gin": "Gin", "big-gin": "Big gin"}


def _upcard(options: Record) -> tuple[f.Question, ...]:
    """Return the field for the card turned up, if the table plays Oklahoma."""
    return () if options[OKLAHOMA] == "no" else (UPCARD,)


def _arrange(cards: Iterable[str], table: Iterable[Sequence[str]] = (), *, melding: bool = True) -> Arrangement:
    """Return the arrangement with the least deadwood; of equal ones, the one whose leftover cards sort first.

    ``table``: melds to which cards may be laid off; ``melding``: whether the cards may make melds of their own.
    """
    lying = [meld for meld in map(RULES.read, table) if meld]
    return arrange(RULES, pips, sorted(cards, reverse=True), lying, melding=melding)


def _melded_text(best: Arrangement) -> str:
    """Return the melds of an arrangement, as a sentence; sorted by their first card as text."""
    return f"Melded: {listed(map(side_by_side, sorted(best.melds, key=min))) or 'nothing'}."


# Is it a meld?


@situation("meld", "Is it a meld?", (f.cards(CARDS, "Cards", DECK, 1, DRAWN, required=True),))
def _meld(_: Record, given: Record) -> Verdict:
    """Judge whether cards are a meld: three or four of a rank, or three or more in a row of one suit."""
    cards = given[CARDS]
    meld, points = RULES.read(cards), sum(map(pips, cards))
    why = Reasons(P.play.set, P.play.run)
    why.say(f"Unmatched they count {points}.", P.scoring.pips)
    if meld:
        text = f"Yes: {side_by_side(meld.cards)} is a {meld.kind}."
        return why.verdict(text, legal=True, kind=meld.kind, points=points, why=None)
    against = RULES.why_not(cards).why
    why.say("The ace lies only below the 2.", when=against == GAP and "A" in map(rank_of, cards))
    return why.verdict(f"No: {NO_MELD[against]}.", legal=False, kind=None, points=points, why=against)


# How much deadwood does a hand have?


@situation("deadwood", "How much deadwood does the hand have?", (facts.hand(DECK, DRAWN),))
def _deadwood(_: Record, given: Record) -> Verdict:
    """Judge how much deadwood a hand has: the least that any arrangement leaves."""
    best, why = _arrange(given[CARDS_HELD]), Reasons(P.play.deadwood, P.scoring.pips)
    why.say(_melded_text(best))
    left = [card for card in given[CARDS_HELD] if card in best.left]
    why.say(f"Left over: {side_by_side(left)}." if left else "Nothing is left over.")
    melds = [list(meld) for meld in sorted(best.melds, key=min)]
    return why.verdict(f"The deadwood is {best.cost}.", deadwood=best.cost, melds=melds)


# May I knock?


def _check_knock(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the discard is a card of the hand."""
    card = given[DISCARD] or ""
    yield from refuse(DISCARD, f"{pretty(card)} is not in the hand.", when=card and card not in given[CARDS_HELD])


@situation("knock", "May I knock?", lambda options: (
    facts.hand(DECK, DRAWN, DRAWN),
    f.card(DISCARD, "Discard", DECK, nobody="None: big gin", help="None: big gin."), *_upcard(options),
), check=_check_knock)  # fmt: skip
def _knock(options: Record, given: Record) -> Verdict:
    """Judge whether a player may knock: deadwood within the limit, or big gin without a discard.

    If an ace was turned up, only gin is allowed.
    """
    card, upcard = given[DISCARD], given.get(UPCARD)
    best = _arrange([held for held in given[CARDS_HELD] if held != card])
    limit = 0 if upcard and rank_of(upcard) == "A" else deadwood_limit(upcard)
    why = Reasons(P.play.knock)
    if upcard:
        why.say(f"{pretty(upcard)} was turned up, so {limit} is the most.", P.play.oklahoma)
        why.say("Some tables let a player knock with 1 under an ace.", P.play.oklahoma_ace, when=not limit)
    why.say(_melded_text(best))
    why.say(f"The deadwood is {best.cost}.")
    kind = "gin" if not best.cost else "knock" if best.cost <= limit else None
    if card is None:
        kind = "big-gin" if not best.cost and options[BIG_GIN_WORTH] else None
        why.say("Only big gin is shown without a discard.", P.play.big_gin)
    elif kind == "gin":
        why.cite(P.play.gin)
    if kind:
        text = f"Yes: {KINDS[kind].lower()}{f' with {best.cost}' if best.cost else ''}."
    elif card:
        text = f"No: the deadwood is {best.cost}, and {limit} is the most."
    elif best.cost:
        text = f"No: big gin leaves no deadwood, and here it is {best.cost}."
    else:
        text = "No: big gin is not played at this table, so a card has to be discarded."
    return why.verdict(text, deadwood=best.cost, limit=limit, allowed=kind is not None, kind=kind)


# What is laid off?


def _fault_of(cards: Sequence[str]) -> str:
    """Return the end of a sentence saying that cards are no meld, or an empty string."""
    return "" if RULES.read(cards) else f", {side_by_side(cards)}, is no meld."


def _cards_laid_off(best: Arrangement, cards: Iterable[str]) -> list[str]:
    """Return the cards that are laid off, in the order given."""
    off = {laid.card for laid in best.laid_off}
    return [card for card in cards if card in off]


def _check_layoff(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the melds are legal, and that no card is there twice."""
    yield from check_melds(MELDS, given[MELDS], _fault_of)
    yield from facts.check_cards_together(DECK, *cards_by_key(given, MELDS, CARDS))


KNOCKERS_MELDS = melds_fact(
    MELDS, "The knocker's melds", DECK, 1, DRAWN, most=3, least=1, required=True, help="As they lie."
)


IS_GIN = ask.flag("gin", "Gin", help="The knocker had gin.")


@situation("layoff", "What may be laid off?", (
    KNOCKERS_MELDS, f.cards(CARDS, "Cards", DECK, 1, HAND, required=True, help="Of the other player."), IS_GIN,
), check=_check_layoff)  # fmt: skip
def _layoff(_: Record, given: Record) -> Verdict:
    """Judge which cards may be laid off, and count the deadwood left.

    These are the fourth of a set and the ends of runs, but none after gin.
    """
    cards = given[CARDS]
    legal = [] if given[IS_GIN] else _cards_laid_off(_arrange(cards, given[MELDS], melding=False), cards)
    left, why = [card for card in cards if card not in legal], Reasons(P.play.lay_off)
    points = sum(map(pips, left))
    why.say("After gin nothing is laid off.", P.play.gin, when=given[IS_GIN])
    told = f"{counted(points, 'point')} of deadwood left: {side_by_side(left)}." if left else "No card is left over."
    why.say(told, P.scoring.pips)
    text = f"{side_by_side(legal)} may be laid off." if legal else "Nothing can be laid off."
    return why.verdict(text, legal=legal, points=points)


# What does the deal come to?


def _check_lay_down(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the knocker shows ten cards, or eleven for big gin, and has not too much deadwood."""
    melds, left = all_cards(given[MELDS]), given[LEFT]
    faults = check_melds(MELDS, given[MELDS], _fault_of)
    faults += facts.check_cards_together(DECK, *cards_by_key(given, MELDS, LEFT, CARDS_HELD))
    yield from faults
    if faults:
        return
    number, is_big = len(melds) + len(left), len(melds) == DRAWN
    if number != HAND and not (is_big and not left):
        yield Problem(MELDS, f"The knocker shows {HAND} cards, or {DRAWN} matched ones, not {number}.")
    elif is_big and not options[BIG_GIN_WORTH]:
        yield Problem(MELDS, "Big gin is not played at this table: the knocker shows ten cards.")
    deadwood, limit = sum(map(pips, left)), deadwood_limit(given.get(UPCARD))
    text = f"The knocker cannot knock with {deadwood}: {limit} is the most in this deal."
    yield from refuse(LEFT, text, when=deadwood > limit)


LEFT = ask.cards("deadwood", "The knocker's deadwood", DECK, 0, 7)


@situation("lay-down", "What does the deal come to?", lambda options: (
    KNOCKERS_MELDS, LEFT, facts.hand(DECK, HAND, HAND).of(label="The other's hand", help="All ten cards."),
    *_upcard(options),
), check=_check_lay_down)  # fmt: skip
def _lay_down(options: Record, given: Record) -> Verdict:
    """Judge what a deal comes to when the other player melds and lays off as well as possible."""
    deadwood, big = sum(map(pips, given[LEFT])), len(all_cards(given[MELDS])) == DRAWN
    hand, upcard = given[CARDS_HELD], given.get(UPCARD)
    best = _arrange(hand, given[MELDS] if deadwood else ())
    deal = scoring.deal_of(options, upcard, deadwood, best.cost, big=big)
    why = Reasons(deal.rule, P.play.deadwood)
    why.say(_melded_text(best))
    off = f"Laid off: {side_by_side(_cards_laid_off(best, hand))}." if best.laid_off else "Nothing is laid off."
    why.say(off, P.play.lay_off, when=deadwood)
    why.say("After gin nothing is laid off.", P.play.gin, when=not deadwood)
    why.say(f"The other player's deadwood is {best.cost}.")
    return _deal_verdict(why, options, upcard, deal, knocker=deadwood, other=best.cost)


def _deal_verdict(why: Reasons, options: Record, upcard: str | None, deal: scoring.Deal, **more: Any) -> Verdict:
    """Return the verdict on the result of a knock. ``more``: more values of the outcome."""
    under_ace = upcard and rank_of(upcard) == "A" and deal.kind in ("knock", "undercut")
    only_gin = "We let only gin end a deal under an ace; some tables let a player knock with 1."
    why.say(only_gin, P.play.oklahoma_ace, when=under_ace)
    why.cite(P.scoring.spades, when=options[OKLAHOMA] == "spades" and deal.text.endswith("doubled"))
    why.say(f"{deal.text.capitalize()}: {signed(deal.points)}.")
    to, who = ("knocker", "the knocker") if deal.is_knockers else ("other", "the other player")
    text = f"{KINDS[deal.kind]}: {counted(deal.points, 'point')} for {who}."
    return why.verdict(text, kind=deal.kind, to=to, points=deal.points, **more)


def _offer_score(table: Any, entry: Record) -> Suggestion:
    """Suggest asking what a knock scores after an undercut or big gin."""
    if entry[scoring.KNOCKER] is None or any(scoring.check(table, entry)):
        return ""
    knocker, other, deal = scoring.deal_result(table, entry)
    left, upcard = entry[scoring.DEADWOOD], entry.get(UPCARD)
    known: dict[str, Any] = {"knocker": left[knocker], "other": left[other], "big_gin": entry[BIG_GIN]}
    known |= {"upcard": upcard} if upcard else {}
    return (f"{KINDS[deal.kind]}.", known) if deal.kind in ("undercut", "big-gin") else ""


OWN = ask.count("knocker", "The knocker's deadwood", scoring.LIMIT, required=True)
OTHER = ask.count("other", "The other's deadwood", scoring.MOST_DEADWOOD, required=True, help="After laying off.")


@situation("score", "What does a knock score?",
    lambda options: (OWN, OTHER, f.flag(BIG_GIN, "Big gin"), *_upcard(options)),
    check=lambda options, given: scoring.knocker_faults(options, given, OWN, given[OWN]),
    offer=_offer_score)  # fmt: skip
def _score(options: Record, given: Record) -> Verdict:
    """Judge what a knock scores, and for whom: the difference, gin or an undercut."""
    upcard = given.get(UPCARD)
    deal = scoring.deal_of(options, upcard, given[OWN], given[OTHER], big=given[BIG_GIN])
    return _deal_verdict(Reasons(deal.rule), options, upcard, deal)


# Whose first turn is it?


PASSED = ask.count("passed", "Passed", 2, help="How many have passed it up.")


@situation("first-turn", "Who may take the card turned up?", (facts.players(scoring.GAME.seats), DEALER, PASSED))
def _first_turn(_: Record, given: Record) -> Verdict:
    """Judge who may take the upcard: the non-dealer, then the dealer. If both pass, the non-dealer draws."""
    dealer, passed, why = given.who(DEALER), given[PASSED], Reasons(P.play.first_turn)
    other = left_of(given[PLAYERS], dealer)
    turn, may = dealer if passed == 1 else other, passed < 2
    why.say(f"{dealer} deals, so {other} has the first choice.")
    text = f"{turn} may take it, or pass." if may else f"Both have passed: {turn} draws from the stock."
    return why.verdict(text, turn=turn, upcard=may)


# Has somebody won?


def _check_game(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the points of two players are given, and that nobody else has won deals."""
    named = len(given[POINTS])
    yield from refuse(POINTS, f"Give the points of both players, not of {named}.", when=named != 2)
    yield from refuse_each(BOXES, given[BOXES], given[POINTS], "Give the points of {name}, too.")


BOXES = ask.count_of_each("boxes", "Deals won", MOST_DEALS)


@situation("game", "Has somebody won, and what does the end give?", (
    f.points(
        POINTS, "Points", MOST_POINTS, least=-MOST_POINTS, per="player", required=True,
        help="After the deal, without what the end gives.",
    ),
    BOXES,
), check=_check_game, known_facts=lambda table: {"points": dict(table.totals), "boxes": dict(table.state)})  # fmt: skip
def _game(options: Record, given: Record) -> Verdict:
    """Judge whether somebody has won, and what the bonuses at the end give."""
    points: Mapping[str, int] = given[POINTS]
    winner, lines = scoring.result_at_end(options, points, {name: given[BOXES].get(name, 0) for name in points})
    totals, why = totals_with(points, lines), Reasons(P.ending.target)
    if winner is None:
        why.say(f"It ends when a player has {figure(options[TARGET])} points or more and is ahead.")
        return why.verdict("The game goes on.", winner=None, totals=totals)
    why.say(f"{winner} is ahead with {figure(points[winner])}; the target is {figure(options[TARGET])}.")
    why.say_lines(lines)
    why.cite(P.ending.shutout, when=not any(given[BOXES].get(name) for name in points if name != winner))
    return why.verdict(f"{winner} wins with {figure(totals[winner])}.", winner=winner, totals=totals)


SITUATIONS = (_meld, _deadwood, _knock, _layoff, _lay_down, _first_turn, _score, _game)
