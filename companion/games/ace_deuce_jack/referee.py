"""The referee of Ace-Deuce-Jack: who wins a hand, the odds, the first banker, bets, and how the bank goes round."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from companion.cards.notation import RANKS, pretty, rank_of
from companion.core.common.chances import fraction_text, percent
from companion.core.common.chips import MAX_BET, MIN_BET, check_limits
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import STACK
from companion.core.game.seating import left_of
from companion.core.game.situation import SubjectFacts, Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import PLAYERS, TURNED
from companion.core.referee.reasons import Reasons
from companion.core.words import counted, listed, with_verb
from companion.games.ace_deuce_jack import scoring
from companion.games.ace_deuce_jack.scoring import (
    BANKER_WINS,
    BETS,
    CARDS,
    DECK,
    HANDS_PER_BANK,
    HITS,
    MOST_BET,
    Bank,
    P,
)

BANKER = ask.player("banker", "Banker", required=True)

SEATS = scoring.GAME.seats
SHOWN = 3
"""How many cards are shown in a hand. Source: ace-deuce-jack/play.show."""

MOST_HELD = 1_000_000_000
BET = ask.chips("bet", "Bet", MOST_HELD, required=True)


# Who wins the hand?


def _limits(options: Record, **more: Any) -> tuple[f.Field, ...]:
    """Return the facts for the least and the greatest bet in this hand; by default the limits that were agreed on.

    ``more``: further settings of both.
    """
    helps = "As the banker said; empty: as agreed.", "0: none; empty: as agreed."
    return scoring.limit_fields(options[MIN_BET], options[MAX_BET], *helps, **more)


def _check_hand(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the banker does not bet but somebody does, within the limits, and that not too many players play."""
    bets, banker = given[BETS], given.who(BANKER)
    yield from refuse(BETS, f"{banker} has the bank, and so no bet.", banker, when=bets.get(banker))
    yield from scoring.check_limits(given)
    if len({*bets, banker}) > SEATS.most:
        yield Problem(BETS, f"{len({*bets, banker})} players are too many; {SEATS.most} can play.")


def _offer_hand(table: Table[Bank], entry: Record) -> str:
    """Suggest this question if the cards contradict the result entered, or show several of the banker's cards."""
    cards, said, hits = entry[CARDS], entry[BANKER_WINS], scoring.winning_bank_cards(entry)
    if cards and said is not None and said != bool(hits):
        return "The cards shown and the result do not agree."
    return f"{listed(hits)} are shown together." if len(hits) > 1 else ""


@situation("hand", "Who wins the hand, and what is paid?", lambda options: (
    CARDS.of(required=True, aside=False, either="", help="The bottom card of each pile."), BANKER,
    BETS.of(required="some", phase=2, help="What each player but the banker has bet; 0: no bet in this hand."),
    *_limits(options, aside=True),
), check=_check_hand, offer=_offer_hand, known_facts=lambda table: {"banker": table.dealer})  # fmt: skip
def _hand(options: Record, given: Record) -> Verdict:
    """Judge who wins a hand and what is paid: one ace, 2 or jack is enough for the banker."""
    banker, why = given.who(BANKER), Reasons()
    bets = {name: bet for name, bet in given[BETS].items() if name != banker}
    hits = [card for card in given[CARDS] if rank_of(card) in HITS]
    sign, word = (-1, "from") if hits else (1, "to")
    payments = {banker: -sign * sum(bets.values())} | {name: sign * bet for name, bet in bets.items()}
    paid = listed(f"{bet:,} {word} {name}" for name, bet in bets.items() if bet)
    why.say(f"Shown are {listed(map(pretty, given[CARDS]))}.")
    text = f"The banker wins: {banker} takes {paid}." if hits else f"The players win: {banker} pays {paid}."
    why.say("One ace, 2 or jack is enough; more make no difference.", P.scoring.banker_wins, when=hits)
    why.say("None of them is an ace, a 2 or a jack.", P.scoring.players_win, when=not hits)
    why.say("Each bet wins as much as was bet.", P.scoring.even_money, when=not hits)
    without = [name for name, bet in bets.items() if not bet]
    why.say(f"{listed(without)} had no bet in this hand.", when=without)
    return why.verdict(text, winner="banker" if hits else "players", hits=hits, payments=payments)


# What are the odds?


def _chips_text(value: Fraction) -> str:
    """Return an amount of chips in words: ``2.5 chips``, or ``about 0.3 chips`` if it had to be rounded to a tenth."""
    rounded = int(value * 10 + Fraction(1, 2)) / 10
    amount = f"{rounded:,g} {'chip' if rounded == 1 else 'chips'}"
    return amount if rounded == value else f"about {amount}"


def players_win(safe: int) -> Fraction:
    """Return the chance that the players win once ``safe`` cards are shown, none of them an ace, 2 or jack.

    Source: ace-deuce-jack/scoring.odds-why.
    """
    cards, hits = sum(DECK.copies.values()), len(HITS) * 4
    return Fraction(comb(cards - hits - safe, SHOWN - safe), comb(cards - safe, SHOWN - safe))


@situation("odds", "What are the odds against the bank?", (
    f.cards(TURNED, "Shown so far", DECK, 0, SHOWN, help="None before the first pile is turned."),
    BET.of(most=MOST_BET, least=1, required=False, default=1, quick=(), help="For what it loses or wins on average."),
))  # fmt: skip
def _odds(options: Record, given: Record) -> Verdict:
    """Judge the odds: how often the cards still to be shown have no ace, 2 or jack."""
    turned, bet, why = given[TURNED], given[BET], Reasons()
    hits = [pretty(card) for card in turned if rank_of(card) in HITS]
    left, safe, cards = SHOWN - len(turned), 40 - len(turned), 52 - len(turned)  # as long as no hit was shown
    won = Fraction(0) if hits else players_win(len(turned))
    edge = 1 - 2 * won
    why.say(f"Shown so far: {listed(map(pretty, turned))}.", when=turned)
    if hits:
        text = f"The banker has won: {with_verb(hits, 'is', 'are')} shown."
        why.say("One ace, 2 or jack is enough, whatever comes.", P.scoring.banker_wins)
    elif not left:
        text = "The players have won: no ace, 2 or jack is shown."
        why.say("All three cards are shown.", P.scoring.players_win)
    else:
        better, often, does = ("bank wins", 1 - won, "loses") if edge > 0 else ("players win", won, "wins")
        result = f"{does} {_chips_text(abs(edge) * bet)} a hand on average"
        text = f"The {better} about {round(often * 100)} of 100 hands. A bet of {bet:,} {result}."
        hidden = f"Of the {cards} hidden cards {cards - safe} are aces, 2s or jacks, and {safe} are not."
        why.say(hidden, P.scoring.odds, P.scoring.odds_why, *([P.scoring.odds_later] if turned else []))
        more = ("the last card is", "both cards to come are", "all three cards are")[left - 1]
        why.say(f"The players win where {more} of the {safe}: in {fraction_text(won)} of all cases.")
    exact = {"players_win": won, "banker_wins": 1 - won, "edge": edge, "expected_loss": edge * bet}
    outcome: dict[str, Any] = {key: fraction_text(value) for key, value in exact.items()}
    return why.verdict(text, **outcome, edge_percent=percent(edge))


# Who banks first?


def _check_banker(options: Record, given: Record) -> Iterator[Problem]:
    """Check that two to twelve players drew, and no card twice."""
    number = len(given[DRAWN])
    if not SEATS.allows(number):
        yield Problem(DRAWN, f"{counted(number, 'card')}: {SEATS.number_text} players draw one each.")
    yield from facts.check_cards(DRAWN, DECK, (card or "" for card in given[DRAWN].values()))


DRAWN = ask.card_of_each("cards", "Card", DECK, required=True, help="Dealt face up to each.")


@situation("banker", "Who banks first?", (DRAWN,), check=_check_banker)
def _banker(options: Record, given: Record) -> Verdict:
    """Judge who banks first: the player with the highest card; suits do not count."""
    drawn, why = {name: card or "" for name, card in given[DRAWN].items()}, Reasons(P.deal.first_banker)
    top = min(RANKS.index(rank_of(card)) for card in drawn.values())
    tied = [name for name, card in drawn.items() if RANKS.index(rank_of(card)) == top]
    why.say(f"{listed(f'{name} has {pretty(card)}' for name, card in drawn.items())}.")
    why.say("We count the ace as the highest card; the book does not say.", P.deal.first_banker_ace, when=not top)
    if len(tied) > 1:
        text = "Suits do not count. The book does not say what happens between equal cards."
        why.say(text, P.deal.first_banker_level)
        text = f"{listed(tied)} are level on the highest card: deal each of them another card."
        return why.verdict(text, banker=None, tied=tied)
    why.say(f"{pretty(drawn[tied[0]])} is the highest card.")
    return why.verdict(f"{tied[0]} banks first.", banker=tied[0], tied=tied)


# Is a bet allowed?


HELD: FieldKey[int | None] = ask.chips(
    "held", "Player holds", MOST_HELD, nobody="Does not matter", help="If the table plays with stacks of chips.",
)  # fmt: skip
COVERS: FieldKey[int | None] = ask.chips(
    "bank", "Bank can cover", MOST_HELD, nobody="Does not matter", help="What it holds, less the bets already laid.",
)  # fmt: skip
LATE = ask.flag("late", "A pile lies open", aside=True, help="The bet was laid or changed after that.")


def _why_no_bet(given: Record) -> tuple[str, str] | None:
    """Return the first reason why a bet is not taken, as a word for programs and a sentence; None if it is taken."""
    bet, held, covers, least, greatest = given[BET], given[HELD], given[COVERS], given[MIN_BET], given[MAX_BET]
    return first_true(
        (given[LATE], ("too-late", "No: a pile lies open already. The bet stays as it was before.")),
        (0 < bet < least, ("below-minimum", f"No: {bet:,} is below the least bet of {least:,}.")),
        (0 < greatest < bet, ("above-maximum", f"No: {bet:,} is above the greatest bet of {greatest:,}.")),
        (held is not None and bet > held, ("not-held", f"No: the player holds only {held}.")),
        (covers is not None and bet > covers, ("not-covered", f"No: the bank can cover only {covers}.")),
        (True, None),
    )


def _bets_so_far(entry: Mapping[str, Any]) -> Mapping[str, int]:
    """Return the whole numbers entered as bets so far, by name. ``entry``: the unfinished entry as raw JSON."""
    bets = entry.get(BETS)
    return {name: bet for name, bet in bets.items() if type(bet) is int} if isinstance(bets, dict) else {}


def _known_of_player(table: Table[Bank], entry: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a player's chips and what the bank can still cover, as facts; none if the play has no stacks of chips."""
    if not table.options[STACK]:
        return {}
    others = sum(bet for other, bet in _bets_so_far(entry).items() if other != name)
    return {"held": max(0, table.totals[name]), "bank": max(0, table.totals[table.dealer] - others)}


def _offer_bet(table: Table[Bank], entry: Record) -> Suggestion:
    """Suggest asking the referee about a bet outside the limits, or above the chips of its player or of the bank.

    If the bank cannot cover all bets together, the question is about the last player who bets.
    """
    bets = {name: bet for name, bet in entry[BETS].items() if bet}
    for problem in scoring.check_before(table, entry):
        if bets and problem.field == BETS:
            name = problem.name or list(bets)[-1]
            known = _known_of_player(table, {BETS: bets}, name)
            return problem.message, {"player": name, "bet": bets[name], **known}
    return ""


@situation("bet", "Is this bet taken?", lambda options: (
    BET.of(quick=tuple(times * options[MIN_BET] for times in (0, 1, 2, 5))), *_limits(options), HELD, COVERS, LATE,
), check=lambda _, given: check_limits(given, "The greatest bet"), offer_before=_offer_bet,
    subject_facts=SubjectFacts(key="player", label="Player", facts=_known_of_player))  # fmt: skip
def _bet(options: Record, given: Record) -> Verdict:
    """Judge whether a bet is taken: in time, within the limits, and if player and bank can pay it."""
    bet, least, greatest, fault, why = given[BET], given[MIN_BET], given[MAX_BET], _why_no_bet(given), Reasons()
    against, text = fault or (None, "Yes, the bet is taken." if bet else "Yes, the player may sit this hand out.")
    if against == "too-late":
        why.say("All bets are down before the first pile is turned.", P.play.fixed)
        return why.verdict(text, allowed=False, why=against)
    if against in ("not-held", "not-covered"):
        holds = f"The player holds {counted(given[HELD] or 0, 'chip')}."
        covers = f"The bank can cover {counted(given[COVERS] or 0, 'chip')}."
        why.say(holds if against == "not-held" else covers, P.play.covered)
        why.say("The book does not say what happens to a bet that cannot be paid; we do not take it.")
    elif not bet:
        why.say("The book does not say whether all must bet; here a player may sit out.", P.play.no_bet)
    most = f"the greatest {greatest:,}" if greatest else "and there is no greatest"
    agreed = [P.deal.greatest] if greatest == options[MAX_BET] else []
    why.say(f"The least bet is {least:,}, {most}.", P.deal.limits, *agreed)
    return why.verdict(text, allowed=fault is None, why=against)


# Who banks next?


BANK_HANDS = ask.count(
    "bank_hands", "Hands banked", least=1, required=True,
    help="In a row under this banker, including the last one.",
)  # fmt: skip


def _known_of_bank(table: Table[Bank]) -> Mapping[str, Any]:
    """Return the facts that a play knows: who can bank, who does, and their hands including the coming one.

    Source: ace-deuce-jack/play.direction.
    """
    return {"players": list(table.asked), "banker": table.dealer, "bank_hands": scoring.bank_hands(table) + 1}


@situation("rotate", "Who banks next?", lambda options: (
    facts.players(SEATS), BANKER.of(help="Who has had the bank."), BANK_HANDS.of(most=options[HANDS_PER_BANK]),
), known_facts=_known_of_bank)  # fmt: skip
def _rotate(options: Record, given: Record) -> Verdict:
    """Judge who banks next: after the agreed number of hands the bank passes to the left."""
    banker, hands, agreed, why = given.who(BANKER), given[BANK_HANDS], options[HANDS_PER_BANK], Reasons()
    why.say(f"A banker keeps the bank for {counted(agreed, 'hand')}, as agreed.", P.play.rotate)
    why.say(f"{banker} has had it for {counted(hands, 'hand')}.")
    if hands < agreed:
        text = f"{banker} keeps the bank for {counted(agreed - hands, 'more hand', 'more hands')}."
        return why.verdict(text, banker=banker, hands_left=agreed - hands)
    after = left_of(given[PLAYERS], banker)
    why.say("The book does not say which way the bank goes; we pass it to the left.", P.play.direction)
    return why.verdict(f"The bank passes to {after} for {counted(agreed, 'hand')}.", banker=after, hands_left=agreed)


SITUATIONS = (_hand, _odds, _banker, _bet, _rotate)
