"""The referee of Écarté: the king of trumps, proposals and exchanges, who is vulnerable, tricks and score."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import SUIT_NAMES, pretty, rank_of, suit_of
from companion.cards.tricks import plain_suits
from companion.cards.turns import must_head, must_trump
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.seating import left_of
from companion.core.game.situation import Suggestion, Verdict, one_deck
from companion.core.play.fold import Round
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import BY, CARD, DEALER, PLAYER, PLAYERS, STOCK, TOTALS, TRUMP
from companion.core.referee.ready_situations import Case, case_situation, score_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.rules.rules import read_toml
from companion.core.tricks.records import PLAYED_WRONG, Reneges, Trump, suit_text, trump_fact
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import count_tricks
from companion.core.words import counted, figure, listed, signed
from companion.games.ecarte import scoring
from companion.games.ecarte.scoring import HAND, KING_SHOWN, TARGET, TRICKS, UPCARD_KING, VULNERABLE, P

CASES = read_toml(__package__, "cases.toml")
TWO = 2
ORDER = ("K", "Q", "J", "A", "10", "9", "8", "7")
"""The ranks from high to low. Source: ecarte/play.ranks."""

DECK = standard_deck("the 32 cards of Écarté", ranks=ORDER)
MOST_TOTAL = 1_000_000
KING = "K"
REFUSES = "refuses"

RULES = plain_suits(ORDER, must_trump(P.play.second_trump), must_head(P.play.second_head, P.play.ranks))
PLAY = Tricks(
    most=TWO, hand=HAND, trump=Trump(trump_fact(""), (P.play.trick,), binds=True),
    decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: HAND, entry_part=count_tricks,
    wins=(P.play.trick, P.play.ranks), off_suit=P.play.off_suit, lead=(P.play.any_lead,), follow=(P.play.second,),
    reneges=Reneges(
        rules=(P.play.second, P.penalties.shown), penalty=P.penalties.second,
        fault=PLAYED_WRONG, required="Following, heading and trumping are required",
        nobody="Nobody plays in a later one of these tricks a card that should have been played before.",
    ),
)  # fmt: skip


# Facts that several questions share.


PLAYERS_FACT = facts.players(scoring.GAME.seats)
TOTALS_FACT = facts.totals("Points", MOST_TOTAL, help="As they stood before this hand.")


def _check_totals(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the points of two players are given, neither of whom has won already."""
    totals, target = given[TOTALS], options[TARGET]
    yield from refuse(TOTALS, f"Two play, so give the points of both, not of {len(totals)}.", when=len(totals) != TWO)
    for name, total in totals.items():
        if total >= target:
            yield Problem(TOTALS, f"{name} has {total:,} points: the game was over at {target}.", name)


def _known_totals(table: Any) -> Mapping[str, Any]:
    """Return the points before the hand as the fact ``totals``."""
    return {"totals": dict(table.totals)}


# What does the card turned up give?


def _check_upcard(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the dealer is one of the two players, and what ``_check_totals`` checks."""
    yield from _check_totals(options, given)
    text = "{name} is not among the players whose points are given."
    yield from refuse_each(DEALER, [given.who(DEALER)], given[TOTALS], text)


def _offer_upcard(table: Any, entry: Record) -> str:
    """Suggest asking the referee if the dealer wins by a king turned up."""
    if entry[UPCARD_KING] and scoring.won_by_king(table, entry):
        return f"The king turned up brings {table.dealer} to {counted(table.options[TARGET], 'point')}."
    return ""


@case_situation(CASES, "upcard", (f.card(CARD, "Card turned up", DECK, required=True), DEALER, TOTALS_FACT),
    check=_check_upcard, known_facts=_known_totals, offer=_offer_upcard)  # fmt: skip
def _upcard(options: Record, given: Record) -> Case:
    """Return the case of a card turned up: its suit is trumps, and a king scores a point for the dealer."""
    card, target = given.text(CARD), options[TARGET]
    trump, total = suit_of(card), given[TOTALS][given.who(DEALER)] + 1
    case = "no king" if rank_of(card) != KING else "king that wins" if total >= target else "king"
    words = {"upcard": pretty(card), "trumps": SUIT_NAMES[trump], "Trumps": suit_text(trump), "total": figure(total)}
    return Case(case, {**words, "target": target}, {"trump": trump})


# May the king be shown?


def _check_king(options: Record, given: Record) -> Iterator[Problem]:
    """Check that trump is the suit of the upcard, and what ``_check_totals`` checks."""
    yield from _check_totals(options, given)
    upcard, trump = given.text(UPCARD), given.text(TRUMP)
    if suit_of(upcard) != trump:
        trumps = f"{SUIT_NAMES[suit_of(upcard)]} are trumps, not {SUIT_NAMES[trump]}"
        yield Problem(TRUMP, f"{pretty(upcard)} was turned up, so {trumps}.")


def _offer_king(table: Any, entry: Record) -> Suggestion:
    """Suggest asking the referee if a player wins by showing the king, or if it was turned up as well."""
    name = entry[KING_SHOWN]
    if name and entry[UPCARD_KING]:
        return f"The king of trumps was turned up, and {name} is put down as showing it.", {"player": name}
    if name and scoring.won_by_king(table, entry):
        target = counted(table.options[TARGET], "point")
        return f"The king brings {name} to {target} before the hand is played.", {"player": name}
    return ""


UPCARD = ask.card("upcard", "Card turned up", DECK, required=True)
PLAYED = ask.flag("played", "Play has begun", help="The first card of the hand has been led.")
EXCHANGED: FieldKey[bool | None] = ask.flag(
    "exchanged", "Cards were exchanged", nobody="Not said", aside=True, help="In this hand.",
)  # fmt: skip


@case_situation(CASES, "king", (
    PLAYERS_FACT, f.player(PLAYER, "Player", required=True, help="Who wants to show it."),
    f.card(CARD, "Card", DECK, required=True), trump_fact("", help="The suit of the card turned up."),
    UPCARD, TOTALS_FACT, EXCHANGED, PLAYED,
), check=_check_king, known_facts=_known_totals, offer=_offer_king)  # fmt: skip
def _king(options: Record, given: Record) -> Case:
    """Return the case of a king: only that of trumps scores, from the hand, before the first lead."""
    card, upcard, king = given.text(CARD), given.text(UPCARD), KING + given.text(TRUMP)
    target, total = options[TARGET], given[TOTALS][given.who(PLAYER)] + 1
    exchanges = {None: "perhaps without", True: "after", False: "without"}
    allowed = f"{exchanges[given[EXCHANGED]]} an exchange{', and wins' if total >= target else ''}"
    case = first_true(
        (card == upcard, "turned up"), (card != king, "another card"), (given[PLAYED], "too late"), (True, allowed)
    )
    words = {"shown": pretty(card), "turned": pretty(upcard), "king": pretty(king), "total": total, "target": target}
    return Case(case, words)


# Who is vulnerable?


def _offer_vulnerable(table: Any, entry: Record) -> Suggestion:
    """Suggest asking the referee if the dealer is entered as vulnerable."""
    name = entry[VULNERABLE]
    text = f"{name} deals and is put down as vulnerable."
    return (text, {"exchanges": 0, "by": REFUSES}) if name == table.dealer else ""


EXCHANGES: Key[int] = Key("exchanges")


@case_situation(CASES, "vulnerable", (PLAYERS_FACT, DEALER), offer=_offer_vulnerable)
def _vulnerable(_: Record, given: Record) -> Case:
    """Return the case of a hand: vulnerable is the player who prevents its first exchange."""
    dealer, by = given.who(DEALER), given.text(BY)
    non_dealer = left_of(given[PLAYERS], dealer)
    name, other = (dealer, non_dealer) if by == REFUSES else (non_dealer, dealer)
    case = f"{by} after an exchange" if given[EXCHANGES] else by
    return Case(case, {"name": name, "other": other}, {"vulnerable": name})


# Who gets which cards of the stock?


def _served_text(wanted: int, got: int) -> str:
    """Describe how many of the wanted cards a player gets: ``gets 2 of the 3 wanted``."""
    if not wanted:
        return "wants none"
    return f"gets the {wanted} wanted" if got == wanted else f"gets {got} of the {wanted} wanted"


WANTED_FIRST: Key[int] = Key("non_dealer")
WANTED_LAST: Key[int] = Key("dealer")


@case_situation(CASES, "exchange")
def _exchange(_: Record, given: Record) -> Case:
    """Return the case of an exchange: the non-dealer is served first, then the dealer from what is left."""
    stock, first, last = given[STOCK], given[WANTED_FIRST], given[WANTED_LAST]
    got_first = min(first, stock)
    got_last = min(last, stock - got_first)
    left = stock - got_first - got_last
    words = {
        "served_first": _served_text(first, got_first), "served_last": _served_text(last, got_last),
        "for_dealer": counted(stock - got_first, "card is", "cards are"), "left": counted(left, "card is", "cards are"),
        "got_first": got_first, "got_last": got_last,
    }  # fmt: skip
    found = {"non_dealer": got_first, "dealer": got_last, "stock": left}
    return Case("cards left" if left else "used up", words, found)


TURN: Key[str | None] = Key("turn")


@case_situation(CASES, "next-call")
def _next_call(_: Record, given: Record) -> Case:
    """Return the case of a turn: while cards last, the non-dealer proposes or plays, the dealer accepts or refuses."""
    return Case(given.text(TURN) if given[STOCK] else "no stock")


# What does the hand score?


def _offer_score(_table: Any, entry: Record, _lines: object) -> str:
    """Suggest asking the referee if a player took all tricks, or won against a vulnerable player."""
    tricks, vulnerable = entry[TRICKS], entry[VULNERABLE]
    if not any(tricks.values()):
        return ""
    winner = max(tricks, key=lambda name: tricks[name])
    if tricks[winner] == HAND:
        return f"{winner} took all {HAND} tricks."
    return f"{winner} won the hand, and {vulnerable} was vulnerable." if vulnerable and vulnerable != winner else ""


@score_situation("What does the hand score?", scoring.GAME,
    lambda options: (DEALER, TOTALS_FACT, *scoring.FIELDS.facts(options)), _offer_score,
    check=_check_totals, known_facts=_known_totals)  # fmt: skip
def _score(why: Reasons, options: Record, given: Record, result: Round[Any]) -> Verdict:
    """Judge what a hand scores: explain its lines in their order, and whether somebody wins."""
    target, winners = options[TARGET], result.table.winners
    why.say_lines(result.lines)
    why.say_all(result.notes)
    if given[VULNERABLE] == given.who(DEALER) and any(line.rule == P.scoring.vulnerable for line in result.lines):
        why.say("That a dealer who refuses is vulnerable is our reading of the book.", P.play.vulnerable_dealer)
    text = listed(f"{name} {signed(points)}" for name, points in result.scores.items())
    totals = listed(f"{name} {figure(total)}" for name, total in result.totals.items())
    verdict = f"{text}. That makes {totals}."
    if winners:
        rule = P.ending.target if given.names_given(TRICKS) else P.ending.king
        why.say(f"The play is to {counted(target, 'point')}.", rule)
        verdict = f"{text}. {winners[0]} has {counted(result.totals[winners[0]], 'point')} and wins."
    why.cite(P.scoring.order)
    winner = winners[0] if winners else None
    return why.verdict(verdict, scores=dict(result.scores), over=result.table.over, winner=winner)


SITUATIONS = (
    *PLAY.situations(), _upcard, _king, _vulnerable, _exchange, _next_call, _score, out_of_turn_situation(P.play.lead),
)  # fmt: skip
