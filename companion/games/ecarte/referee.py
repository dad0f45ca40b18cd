"""The referee of Écarté: the king of trumps, proposals and exchanges, who is vulnerable, tricks and score."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import SUIT_NAMES, pretty, rank_of, suit_of
from companion.cards.tricks import plain_suits
from companion.cards.turns import must_head, must_trump
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.seating import left_of
from companion.core.game.situation import Suggestion, Verdict, one_deck, situation
from companion.core.play.fold import Round
from companion.core.referee import facts
from companion.core.referee.facts import BY, CARD, DEALER, PLAYER, PLAYERS, STOCK, TOTALS, TRUMP
from companion.core.referee.ready_situations import score_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import PLAYED_WRONG, Reneges, SuitRules, Trump, suit_text, trump_fact
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import count_tricks
from companion.core.words import counted, figure, listed, signed
from companion.games.ecarte import scoring
from companion.games.ecarte.scoring import HAND, KING_SHOWN, TARGET, TRICKS, UPCARD_KING, VULNERABLE, P

TWO = 2
ORDER = ("K", "Q", "J", "A", "10", "9", "8", "7")
"""The ranks from high to low. Source: ecarte/play.ranks."""

DECK = standard_deck("the 32 cards of Écarté", ranks=ORDER)
MOST_STOCK = sum(DECK.copies.values()) - TWO * HAND - 1
"""The stock after the deal and the upcard. Source: ecarte/deal.upcard."""

MOST_EXCHANGES, MOST_TOTAL = 100, 1_000_000
KING = "K"
PLAYS, REFUSES = "plays", "refuses"
NON_DEALER, THE_DEALER = "non-dealer", "dealer"

RULES = plain_suits(ORDER, must_trump(P.play.second_trump), must_head(P.play.second_head, P.play.ranks))
PLAY = Tricks(
    most=TWO, hand=HAND, trump=Trump(trump_fact(""), (P.play.trick,), binds=True),
    decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: HAND, entry_part=count_tricks,
    by_suit=SuitRules(
        wins=(P.play.trick, P.play.ranks), off_suit=P.play.off_suit, lead=(P.play.any_lead,), follow=(P.play.second,),
    ),
    reneges=Reneges(
        rules=(P.play.second, P.penalties.shown), penalty=P.penalties.second,
        fault=PLAYED_WRONG, required="Following, heading and trumping are required",
        nobody="No later trick shows a card that should have been played before.",
    ),
)  # fmt: skip


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Judge which cards may be played; if the hand shows a later trick, say that the duties hold in every trick.

    Source: ecarte/play.second-always.
    """
    verdict, moment = PLAY.judge_legal(options, given), PLAY.hand_to_play(options, given)
    if len(moment.hand) == HAND or not moment.legal.against:
        return verdict
    ours = "The book describes the first trick only; we hold to it in every trick."
    rests = "By the book in the first trick; that it holds in every trick is our reading"
    rules = (*verdict.rules, P.play.second_always)
    return replace(verdict, because=(*verdict.because, ours), rules=rules, rests=rests)


# Facts that several questions share.


PLAYERS_FACT = facts.players(scoring.GAME.seats)
TOTALS_FACT = facts.totals("Points", MOST_TOTAL, help="As they stood before this hand.")


def _check_totals(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the points of two players are given, neither of whom has won already."""
    totals, target = given[TOTALS], options[TARGET]
    yield from refuse(TOTALS, f"Two play, so give the points of both, not of {len(totals)}.", when=len(totals) != TWO)
    for name, total in totals.items():
        if total >= target:
            yield Problem(TOTALS, f"{name} has {counted(total, 'point')}: the game was over at {target}.", name)


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
    """Suggest this question if the dealer wins by a king turned up."""
    wins = entry[UPCARD_KING] and scoring.won_by_king(table, entry)
    return f"The king turned up brings {table.dealer} to {counted(table.options[TARGET], 'point')}." if wins else ""


@situation("upcard", "What is trump, and does the card turned up score?",
    (f.card(CARD, "Card turned up", DECK, required=True), DEALER, TOTALS_FACT), check=_check_upcard,
    known_facts=_known_totals, offer=_offer_upcard)  # fmt: skip
def _upcard(options: Record, given: Record) -> Verdict:
    """Judge what the card turned up gives: its suit is trumps, and a king scores a point for the dealer."""
    card, dealer, target = given.text(CARD), given.who(DEALER), options[TARGET]
    trump, points = suit_of(card), int(rank_of(card) == KING)
    total = given[TOTALS][dealer] + points
    over = bool(points) and total >= target
    why = Reasons(P.scoring.upcard, P.deal.cards) if points else Reasons(P.deal.cards, P.scoring.upcard)
    why.say(f"{pretty(card)} was turned up, so {SUIT_NAMES[trump]} are trumps.")
    king = f"It is a king: {dealer} deals, scores 1 point and now has {figure(total)}."
    why.say(king if points else "Only a king turned up scores.")
    why.say(f"The play is to {counted(target, 'point')}, so the hand is not played.", P.ending.king, when=over)
    then = f", and {dealer} scores 1 point{' and wins' if over else ''}" if points else ". The card scores nothing"
    return why.verdict(f"{suit_text(trump)} are trumps{then}.", trump=trump, points=points, over=over)


# May the king be shown?


def _check_king(options: Record, given: Record) -> Iterator[Problem]:
    """Check that trump is the suit of the upcard, and what ``_check_totals`` checks."""
    yield from _check_totals(options, given)
    upcard, trump = given.text(UPCARD), given.text(TRUMP)
    if suit_of(upcard) != trump:
        trumps = f"{SUIT_NAMES[suit_of(upcard)]} are trumps, not {SUIT_NAMES[trump]}"
        yield Problem(TRUMP, f"{pretty(upcard)} was turned up, so {trumps}.")


def _offer_king(table: Any, entry: Record) -> Suggestion:
    """Suggest this question if a player wins by showing the king, or if it was turned up as well."""
    name = entry[KING_SHOWN]
    if name and entry[UPCARD_KING]:
        return f"The king of trumps was turned up, and {name} is entered as showing it.", {"player": name}
    if name and scoring.won_by_king(table, entry):
        target = counted(table.options[TARGET], "point")
        return f"The king brings {name} to {target} before the hand is played.", {"player": name}
    return ""


UPCARD = ask.card("upcard", "Card turned up", DECK, required=True)
PLAYED = ask.flag("played", "Play has begun", help="The first card of the hand has been led.")
EXCHANGED: FieldKey[bool | None] = ask.flag(
    "exchanged", "Cards were exchanged", nobody="Not said", aside=True, help="In this hand.",
)  # fmt: skip


@situation("king", "May the king be shown for a point?", (
    PLAYERS_FACT, f.player(PLAYER, "Player", required=True, help="Who wants to show it."),
    f.card(CARD, "Card", DECK, required=True), trump_fact("", help="The suit of the card turned up."),
    UPCARD, TOTALS_FACT, EXCHANGED, PLAYED,
), check=_check_king, known_facts=_known_totals, offer=_offer_king)  # fmt: skip
def _king(options: Record, given: Record) -> Verdict:
    """Judge whether a king may be shown for a point: only the king of trumps from the hand, before the first lead."""
    name, card, trump, upcard = given.who(PLAYER), given.text(CARD), given.text(TRUMP), given.text(UPCARD)
    target, total, king, why = options[TARGET], given[TOTALS][name] + 1, KING + trump, Reasons()
    barred = why.first(
        (card == upcard, f"No: {pretty(card)} was turned up, so {name} cannot hold it.",
         f"{pretty(card)} lies turned up, and nobody ever draws it.", P.scoring.one_king, P.deal.cards),
        (card != king, f"No: only the king of trumps scores, and that is {pretty(king)}.",
         f"{pretty(upcard)} was turned up.", P.scoring.king, P.scoring.other_kings),
        (given[PLAYED], f"No: the first card has been led, so it is too late for {name}.",
         "The book sets no limit; we allow it up to the first lead.", P.play.show_until, P.play.show_king),
    )  # fmt: skip
    if barred:
        return why.verdict(barred, allowed=False, points=0, over=False)
    why.say(f"{pretty(upcard)} was turned up, so {pretty(king)} is the king of trumps.", P.scoring.king)
    why.say("After an exchange it may be shown.", P.play.show_king)
    none = "In this hand there was none. " if given[EXCHANGED] is False else ""
    ours = f"{none}The book does not say whether it may be shown without one; we allow it."
    why.say(ours, P.play.show_until, P.play.show_anyway, when=not given[EXCHANGED])
    over = total >= target
    enough = f"{name} then has {counted(total, 'point')}, and the game is to {target}"
    why.say(f"{enough}: the hand is not played.", P.ending.king, when=over)
    text = f"Yes: {name} shows it{', scores 1 point and wins' if over else ' and scores 1 point'}."
    return why.verdict(text, allowed=True, points=1, over=over)


# Who is vulnerable?


def _offer_vulnerable(table: Any, entry: Record) -> Suggestion:
    """Suggest this question if the dealer is entered as vulnerable."""
    known = {"exchanges": 0, "by": REFUSES}
    return (f"{table.dealer} deals and is entered as vulnerable.", known) if entry[VULNERABLE] == table.dealer else ""


EXCHANGES = ask.count(
    "exchanges", "Exchanges so far", MOST_EXCHANGES, help="In this hand; one in which nobody took a card counts, too.",
)  # fmt: skip


@situation("vulnerable", "Who is vulnerable?", (
    PLAYERS_FACT, DEALER, EXCHANGES,
    f.choice(
        BY, "What ended it", {PLAYS: "The non-dealer plays", REFUSES: "The dealer refuses"}, required=True,
        help="“I play”, or a refused proposal.",
    ),
), offer=_offer_vulnerable)  # fmt: skip
def _vulnerable(options: Record, given: Record) -> Verdict:
    """Judge who is vulnerable: the player who prevents the first exchange of a hand."""
    dealer, refused, exchanges, why = given.who(DEALER), given.text(BY) == REFUSES, given[EXCHANGES], Reasons()
    non_dealer = left_of(given[PLAYERS], dealer)
    name, other = (dealer, non_dealer) if refused else (non_dealer, dealer)
    slip = "The book names the non-dealer here, too. We take that for a slip: it is whoever refuses the exchange."
    why.say(slip, P.play.vulnerable_dealer, when=refused and not exchanges)
    did = "deals and refused a proposal" if refused else "does not deal and plays without proposing"
    why.say(f"{name} {did}.", P.play.vulnerable)
    if exchanges:
        why.say(f"After {counted(exchanges, 'exchange')} in this hand nobody is vulnerable any more.")
        return why.verdict("Nobody is vulnerable.", vulnerable=None)
    why.say("So there is no exchange in this hand.", P.scoring.vulnerable)
    return why.verdict(f"{name} is vulnerable: if {other} wins the hand, it counts 1 point more.", vulnerable=name)


# Who gets which cards of the stock?


STOCK_FACT = f.count(
    STOCK, "Cards in the stock", MOST_STOCK, required=True,
    help=f"{MOST_STOCK} at the start; the card turned up is not among them.",
)  # fmt: skip


def _served_text(wanted: int, got: int) -> str:
    """Describe how many of the wanted cards a player gets: ``gets 2 of the 3 wanted``."""
    if not wanted:
        return "wants none"
    return f"gets the {wanted} wanted" if got == wanted else f"gets {got or 'none'} of the {wanted} wanted"


WANTED_FIRST = ask.count("non_dealer", "Non-dealer wants", HAND, required=True)
WANTED_LAST = ask.count("dealer", "Dealer wants", HAND, required=True)


@situation("exchange", "Who gets how many cards of the stock?", (STOCK_FACT, WANTED_FIRST, WANTED_LAST))
def _exchange(options: Record, given: Record) -> Verdict:
    """Judge who gets how many cards: the non-dealer first, then the dealer from what is left."""
    stock, first, last = given[STOCK], given[WANTED_FIRST], given[WANTED_LAST]
    got_first = min(first, stock)
    got_last = min(last, stock - got_first)
    left = stock - got_first - got_last
    why = Reasons(*([] if left else [P.play.stock]))
    why.say(f"The non-dealer is served first and {_served_text(first, got_first)}.", P.play.exchange)
    for_dealer = counted(stock - got_first, "card is", "cards are")
    with_cards = f"{for_dealer} left for the dealer, who {_served_text(last, got_last)}."
    why.say(with_cards if got_first < stock else "No card is left for the dealer.")
    why.say("Each discards as many cards as they draw.")
    why.say(f"{counted(left, 'card is', 'cards are')} left in the stock." if left else "The stock is used up.")
    after = "Then the non-dealer speaks again." if left else "Then the hand begins."
    text = f"The non-dealer draws {got_first or 'none'}, the dealer {got_last or 'none'}. {after}"
    return why.verdict(text, non_dealer=got_first, dealer=got_last, stock=left, may_continue=bool(left))


TURN = ask.choice(
    "turn", "Whose turn", {NON_DEALER: "The non-dealer's", THE_DEALER: "The dealer's"}, required=True,
    help="The dealer only answers a proposal.",
)  # fmt: skip


@situation("next-call", "What may be said now?", (STOCK_FACT, TURN), help="I propose, I play; I accept, I refuse.")
def _next_call(options: Record, given: Record) -> Verdict:
    """Judge what may be said now: the non-dealer proposes or plays, the dealer accepts or refuses, while cards last."""
    stock, is_non_dealer, why = given[STOCK], given.text(TURN) == NON_DEALER, Reasons()
    if not stock:
        why.say("Exchanging ends with the last card of the stock.", P.play.stock)
        return why.verdict("Nothing: the stock is used up, and the hand begins.", choices=[])
    why.say(f"The stock still has {counted(stock, 'card')}.", P.play.propose, P.play.dealer_never_proposes)
    if is_non_dealer:
        return why.verdict("The non-dealer proposes an exchange, or plays.", choices=["propose", "play"])
    return why.verdict("The dealer accepts the proposal, or refuses it.", choices=["accept", "refuse"])


# What does the hand score?


def _offer_score(_table: Any, entry: Record, _lines: object) -> str:
    """Suggest this question if a player took all tricks, or won against a vulnerable player."""
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
    winner = next(iter(result.table.winners), None)
    why.say_lines(result.lines)
    why.say_all(result.notes)
    if given[VULNERABLE] == given.who(DEALER) and any(line.rule == P.scoring.vulnerable for line in result.lines):
        why.say("That a dealer who refuses is vulnerable is our reading of the book.", P.play.vulnerable_dealer)
    text = listed(f"{name} {signed(points)}" for name, points in result.scores.items())
    totals = listed(f"{name} {figure(total)}" for name, total in result.totals.items())
    verdict = f"{text}. That makes {totals}."
    if winner:
        rule = P.ending.target if given.names_given(TRICKS) else P.ending.king
        why.say(f"The play is to {counted(options[TARGET], 'point')}.", rule)
        verdict = f"{text}. {winner} has {counted(result.totals[winner], 'point')} and wins."
    why.cite(P.scoring.order)
    return why.verdict(verdict, scores=dict(result.scores), over=result.table.over, winner=winner)


SITUATIONS = (
    *PLAY.situations(legal={"judge": _judge_legal}), _upcard, _king, _vulnerable, _exchange, _next_call, _score,
    out_of_turn_situation(P.play.lead),
)  # fmt: skip
