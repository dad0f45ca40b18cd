"""Scoring of Ace-Deuce-Jack: the bank takes every bet if it shows an ace, 2 or jack, and else pays every bet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty, rank_of
from companion.core.common import chips
from companion.core.common.chips import MAX_BET, MIN_BET
from companion.core.common.endings import HANDS
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import IN_CHIPS, STACK, Game, Notice, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats, left_of, names_except
from companion.core.game.table import Call, Line, Scored, Setup, Table, note_on_others
from companion.core.game.terms import GameTerms
from companion.core.phrases import amount_phrase, count_phrase
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, listed, with_verb

P = RuleIds("ace-deuce-jack")

DECK = standard_deck("the pack of 52")

HITS = ("A", "2", "J")
"""The ranks with which the bank wins. Source: ace-deuce-jack/scoring.banker-wins."""

MOST_BET = 1_000_000


def limit_fields(least: int, greatest: int, least_help: str, greatest_help: str, **more: Any) -> tuple[f.Field, ...]:
    """Return the fields for the least and the greatest bet, with these defaults. A play has them, and each hand.

    ``more``: further settings of both fields.
    """
    return (
        f.count(MIN_BET, "Least bet", 10_000, least=1, default=least, help=least_help, **more),
        f.count(MAX_BET, "Greatest bet", 100_000, default=greatest, help=greatest_help, **more),
    )


HANDS_PER_BANK = ask.count(
    "hands_per_bank", "Hands per bank", 100, least=1, default=1, help="For how many hands a banker keeps the bank.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bank:
    """The state of a play: who keeps the bank for the next hand, and how often each player has had it."""

    banker: str | None
    """The player who keeps the bank; None if it has just passed on, or nobody has had it yet."""

    hands: int
    """The hands that this banker has had in a row."""

    banked: Mapping[str, int]
    """The number of hands that each player has banked in all, in seat order."""


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that the greatest bet is not below the least, and that everybody starts with enough chips for the least."""
    least = setup.options[MIN_BET]
    yield from chips.check_limits(setup.options, "The greatest bet")
    yield from chips.check_stack(setup, least, f"the least bet of {least}")


BETS = ask.count_of_each("bets", "Bet", MOST_BET, phase=1, help="0: not in this hand.").of(type="chips")
BANKER_WINS: FieldKey[bool | None] = ask.flag(
    "banker_wins", "Banker wins", nobody="By the cards", either="Result",
    help="Yes if an ace, a 2 or a jack was among the three cards shown.",
)  # fmt: skip
CARDS = ask.cards(
    "cards", "Cards shown", DECK, 3, 3, aside=True, either="Cards", help="The bottom cards of the three piles.",
)  # fmt: skip


@fields_by(lambda table: (table.asked, table.dealer, table.options[MIN_BET], table.options[MAX_BET]))
def fields(names: tuple[str, ...], banker: str, least: int, greatest: int) -> tuple[f.Field, ...]:
    """Return the fields of a hand: its limits, the bets of all but the banker, and the cards or who won."""
    limit: dict[str, Any] = {"phase": 1, "aside": True, "group": "Limits of this hand"}
    return f.fields_of(
        *limit_fields(least, greatest, "If the banker sets one.", "0: no limit.", **limit),
        BETS.of(
            names=names_except(names, (banker,)), empty_for=(banker,), usual=(least, 2 * least, 5 * least, 10 * least),
        ),
        BANKER_WINS,
        CARDS,
    )  # fmt: skip


def check(table: Table[Bank], entry: Record) -> Iterator[Problem]:
    """Check that the cards or the result are given, and that they agree if both are given."""
    cards, said, hits = entry[CARDS], entry[BANKER_WINS], winning_bank_cards(entry)
    yield from refuse(CARDS, "Give the three cards, or say whether the banker won.", when=not cards and said is None)
    if cards and said is not None and said != bool(hits):
        shown = f"{with_verb(hits, 'is', 'are')} shown" if hits else "No ace, 2 or jack is among the cards"
        yield Problem(BANKER_WINS, f"{shown}, so the {'banker' if hits else 'players'} won.")


def check_before(table: Table[Bank], entry: Record) -> Iterator[Problem]:
    """Check that somebody bets, within the limits, and that players and bank have the chips for it.

    Source: ace-deuce-jack/play.covered.
    """
    yield from check_limits(entry)
    if not table.options[STACK]:
        return
    bets, bank = entry[BETS], table.totals[table.dealer]
    for name, bet in bets.items():
        if bet > table.totals[name]:
            yield Problem(BETS, f"{name} bets {bet:,}, but holds {counted(table.totals[name], 'chip')}.", name)
    total = sum(bets.values())
    if total > bank:
        yield Problem(BETS, f"The bets add up to {total:,}, but the banker {table.dealer} holds {bank:,}.")


def check_limits(entry: Record) -> Iterator[Problem]:
    """Check that somebody bets, and that every bet is within the limits. The referee checks its facts with it, too."""
    least, greatest, bets = entry[MIN_BET], entry[MAX_BET], entry[BETS]
    yield from chips.check_limits(entry, "The greatest bet")
    yield from refuse(BETS, "Nobody bets; at least one player must.", when=not any(bets.values()))
    for name, bet in bets.items():
        yield from refuse(BETS, f"{name} bets {bet:,}, but the least bet is {least:,}.", name, when=0 < bet < least)
        if 0 < greatest < bet:
            yield Problem(BETS, f"{name} bets {bet:,}, but the greatest bet is {greatest:,}.", name)


def winning_bank_cards(entry: Record) -> list[str]:
    """Return the aces, 2s and jacks among the cards shown, as people write them: ``A♠``."""
    return [pretty(card) for card in entry[CARDS] if rank_of(card) in HITS]


def score(table: Table[Bank], entry: Record) -> Scored[Bank]:
    """Return a line for each bet, won or lost, one for the banker, and the next state of the bank.

    Notes say who did not bet and, after the last hand, if some players have banked more hands than others.
    """
    banker, hits = table.dealer, winning_bank_cards(entry)
    bets = {name: bet for name, bet in entry[BETS].items() if bet}
    shown = hits or [pretty(card) for card in entry[CARDS]]
    if bank_wins(entry):
        rule, sign, does, word = P.scoring.banker_wins, -1, "takes", "from"
    else:
        rule, sign, does, word = P.scoring.players_win, 1, "pays", "to"
    paid = listed(f"{bet:,} {word} {name}" for name, bet in bets.items())
    text = f"{does} {paid}; {listed(shown)} shown" if shown else f"{does} {paid}"
    lines = [Line(name, sign * bet, rule, f"bet {bet:,}") for name, bet in bets.items()]
    lines.append(Line(banker, -sign * sum(bets.values()), rule, text))
    state, notes = after_hand(table), note_on_others(table.asked, lines, "{names} did not bet.")
    uneven = uneven_notes(state.banked) if table.number == table.options[HANDS] else ()
    return Scored(tuple(lines), state, (*notes, *uneven))


def bank_wins(entry: Record) -> bool:
    """Return whether the bank takes the bets, by the cards or by the result that was entered."""
    return bool(winning_bank_cards(entry) or entry[BANKER_WINS])


def calls(table: Table[Bank], entry: Record) -> Iterator[Call]:
    """Yield the bet of each player, won or lost, and the limits if the banker set unusual ones."""
    came = "lost" if bank_wins(entry) else "won"
    for name, bet in entry[BETS].items():
        yield Call(name, f"bet {bet:,}", came) if bet else Call(name, "no bet")
    least, greatest = entry[MIN_BET], entry[MAX_BET]
    if (least, greatest) != (table.options[MIN_BET], table.options[MAX_BET]):
        limits = f"of {least:,} to {greatest:,}" if greatest else f"from {least:,} on"
        yield Call(table.dealer, f"took bets {limits}")


def uneven_notes(banked: Mapping[str, int]) -> Iterator[str]:
    """Yield a note if some players have banked more hands than others. Source: ace-deuce-jack/ending.even-bank."""
    if len(set(banked.values())) > 1:
        parts = listed(f"{name} {counted(hands, 'hand')}" for name, hands in banked.items())
        yield f"The bank did not go round evenly: {parts}."


def bank_hands(table: Table[Bank]) -> int:
    """Return how many hands in a row the banker of the coming hand has banked already; 0 for a new banker."""
    return table.state.hands if table.state.banker == table.dealer else 0


def hands_left(table: Table[Bank]) -> int:
    """Return how many hands this banker still has, including the coming one."""
    return table.options[HANDS_PER_BANK] - bank_hands(table)


def after_hand(table: Table[Bank]) -> Bank:
    """Return the state after the coming hand: the bank passes on after the agreed number of hands.

    Source: ace-deuce-jack/play.rotate.
    """
    banker, hands = table.dealer, bank_hands(table) + 1
    banked = {**table.state.banked, banker: table.state.banked[banker] + 1}
    return Bank(banker, hands, banked) if hands < table.options[HANDS_PER_BANK] else Bank(None, 0, banked)


GAME = Game[Bank](
    name="Ace-Deuce-Jack",
    summary="Bet against the bank that three cards show no ace, 2 or jack; most chips wins.",
    kind="banking",
    seats=Seats(2, 12, come_and_go=True),
    totals=IN_CHIPS,
    # Source: ace-deuce-jack/ending.hands, ace-deuce-jack/ending.chips.
    ending=chips.ending_without_opponents(MIN_BET),
    terms=GameTerms("hand", "hands", "banker", "banks", "banked"),
    options=f.fields_of(
        *limit_fields(1, 0, "Unless the banker says otherwise.", "Unless the banker says otherwise; 0: none."),
        HANDS_PER_BANK,
        *chips.STACK_AND_HANDS,
    ),
    check_setup=check_setup,
    start=lambda setup: Bank(None, 0, dict.fromkeys(setup.players, 0)),
    scoring=Scoring(
        fields,
        score,
        check,
        asked=chips.players_with_chips(MIN_BET),
        check_before=check_before,
        calls=calls,
        # Source: ace-deuce-jack/play.rotate.
        next_dealer=lambda table, _, state: state.banker or left_of(table.players, table.dealer),
    ),
    carry=(Notice("bank_hands", bank_hands),),
    next=(
        Notice("hands_left", hands_left, count_phrase("hand", "left for this banker")),
        Notice("min_bet", lambda table: table.options[MIN_BET], amount_phrase("least bet")),
        Notice("max_bet", lambda table: table.options[MAX_BET], amount_phrase("greatest bet")),
    ),
)
