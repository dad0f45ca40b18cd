"""Scoring of Ace-Deuce-Jack: one of the three cards makes the bank win, else it pays every bet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty, rank_of
from companion.core import chips
from companion.core import fields as f
from companion.core.chips import MAX_BET, MIN_BET
from companion.core.endings import HANDS
from companion.core.entry import Record
from companion.core.facts import CARDS
from companion.core.game import (
    IN_CHIPS,
    STACK,
    Call,
    Game,
    GameTerms,
    Line,
    Notice,
    Scored,
    Scoring,
    Setup,
    Table,
    fields_by,
)
from companion.core.keys import Key, PerName
from companion.core.phrases import amount, so_many
from companion.core.problems import Problem
from companion.core.rule_ids import RuleIds
from companion.core.seating import Seats, but, left_of
from companion.core.words import counted, listed

P = RuleIds("ace-deuce-jack")

BANKER_WINS: Key[bool | None] = Key("banker_wins")
BETS: Key[PerName[int]] = Key("bets")
HANDS_PER_BANK: Key[int] = Key("hands_per_bank")

DECK = standard_deck("the pack of 52")

HITS = ("A", "2", "J")
"""Ranks with which the bank wins. Source: ace-deuce-jack/scoring.banker-wins."""

MOST_BET = 1_000_000


def limits(least: int, greatest: int, least_help: str, greatest_help: str, **more: Any) -> tuple[f.Field, ...]:
    """Return the least and the greatest bet: of the table, or of a hand."""
    return (
        f.count(MIN_BET, "Least bet", 10_000, minimum=1, default=least, help=least_help, **more),
        f.count(MAX_BET, "Greatest bet", 100_000, default=greatest, help=greatest_help, **more),
    )


OPTIONS = (
    *limits(1, 0, "Unless the banker says otherwise.", "Unless the banker says otherwise; 0: there is none."),
    f.count(HANDS_PER_BANK, "Hands per bank", 100, minimum=1, default=1, help="Hands that a banker keeps the bank."),
    *chips.STACK_AND_HANDS,
)


@dataclass(frozen=True, slots=True)
class Bank:
    """Who had the bank in the last hand, and how often each player has had it."""

    banker: str | None
    """None where the bank has just passed on, or nobody has had it yet."""

    hands: int
    """Hands that this banker has had in a row."""

    banked: Mapping[str, int]
    """Name to all hands as banker, in seat order."""


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that the greatest bet is not below the least, and everybody can make that."""
    least = setup.options[MIN_BET]
    yield from chips.check_limits(setup.options, "The greatest bet")
    yield from chips.check_stack(setup, least, f"the least bet of {least}")


def start(setup: Setup) -> Bank:
    """Return that nobody has banked yet."""
    return Bank(None, 0, dict.fromkeys(setup.players, 0))


@fields_by(lambda table: (table.asked, table.dealer, table.options[MIN_BET], table.options[MAX_BET]))
def fields(names: tuple[str, ...], banker: str, least: int, greatest: int) -> tuple[f.Field, ...]:
    """Return the bets of all but the banker, then the cards or who won."""
    limit: dict[str, Any] = {"phase": 1, "aside": True, "group": "Limits of this hand"}
    return (
        *limits(least, greatest, "Where the banker sets one.", "0: no limit.", **limit),
        f.chips(
            BETS, "Bet", MOST_BET, per="player", names=but(names, (banker,)), empty_for=(banker,), phase=1,
            usual=(least, 2 * least, 5 * least, 10 * least), help="0: not in this hand.",
        ),
        f.flag(
            BANKER_WINS, "Banker wins", nobody="By the cards", either="Result",
            help="Yes where an ace, a 2 or a jack was among the three cards shown.",
        ),
        f.cards(
            CARDS, "Cards shown", DECK, 3, 3, aside=True, either="Cards", help="The bottom cards of the three piles."
        ),
    )  # fmt: skip


def check(table: Table[Bank], entry: Record) -> Iterator[Problem]:
    """Check that the result is there, and cards and result, where both are written down, say the same."""
    cards, said, found = entry[CARDS], entry[BANKER_WINS], hits(entry)
    if not cards and said is None:
        yield Problem(CARDS, "Give the three cards, or say whether the banker won.")
    if cards and said is not None and said != bool(found):
        shown = f"{listed(found)} shown" if found else "no ace, 2 or jack among the cards"
        winner = "players" if found else "banker"
        yield Problem(BANKER_WINS, f"With {shown} it is not the {winner} who won.")


def check_before(table: Table[Bank], entry: Record) -> Iterator[Problem]:
    """Check that somebody bets, within the limits and what is there in chips. Source: ace-deuce-jack/play.covered."""
    yield from check_limits(entry)
    if not table.options[STACK]:
        return
    bets, bank = entry[BETS], table.totals[table.dealer]
    for name, bet in bets.items():
        if bet > table.totals[name]:
            yield Problem(BETS, f"{name} bets {bet}, but holds {counted(table.totals[name], 'chip')}.", name)
    total = sum(bets.values())
    if total > bank:
        yield Problem(BETS, f"The bets add up to {total}, but the banker {table.dealer} holds {bank}.")


def check_limits(entry: Record) -> Iterator[Problem]:
    """Check that somebody bets, and each bet keeps to the limits."""
    least, greatest, bets = entry[MIN_BET], entry[MAX_BET], entry[BETS]
    yield from chips.check_limits(entry, "The greatest bet")
    if not any(bets.values()):
        yield Problem(BETS, "Nobody bets; at least one player must.")
    for name, bet in bets.items():
        if 0 < bet < least:
            yield Problem(BETS, f"{name} bets {bet}, but the least bet is {least}.", name)
        if 0 < greatest < bet:
            yield Problem(BETS, f"{name} bets {bet}, but the greatest bet is {greatest}.", name)


def hits(entry: Record) -> list[str]:
    """Return the aces, 2s and jacks among the cards, as people write them."""
    return [pretty(card) for card in entry[CARDS] if rank_of(card) in HITS]


def score(table: Table[Bank], entry: Record) -> Scored[Bank]:
    """Score every bet, which goes to the bank or is paid by it."""
    banker, found = table.dealer, hits(entry)
    bets = {name: bet for name, bet in entry[BETS].items() if bet}
    shown = found or [pretty(card) for card in entry[CARDS]]
    if bank_wins(entry):
        rule, sign, does, word = P.scoring.banker_wins, -1, "takes", "from"
    else:
        rule, sign, does, word = P.scoring.players_win, 1, "pays", "to"
    text = f"{does} {listed(f'{bet:,} {word} {name}' for name, bet in bets.items())}"
    text += f"; {listed(shown)} shown" if shown else ""
    lines = [Line(name, sign * bet, rule, f"bet {bet:,}") for name, bet in bets.items()]
    lines.append(Line(banker, -sign * sum(bets.values()), rule, text))
    without = but(table.asked, {banker, *bets})
    state, notes = after_hand(table), (f"{listed(without)} did not bet.",) if without else ()
    if table.number == table.options[HANDS]:
        notes = (*notes, *uneven(state.banked))
    return Scored(tuple(lines), state, notes)


def bank_wins(entry: Record) -> bool:
    """Return whether the bank takes the bets, by the cards or as it was put down."""
    return bool(hits(entry) or entry[BANKER_WINS])


def calls(table: Table[Bank], entry: Record) -> Iterator[Call]:
    """Yield every bet, and the limits where the banker set others than the usual ones."""
    came = "lost" if bank_wins(entry) else "won"
    for name, bet in entry[BETS].items():
        yield Call(name, f"bet {bet:,}", came) if bet else Call(name, "no bet")
    least, greatest = entry[MIN_BET], entry[MAX_BET]
    if (least, greatest) != (table.options[MIN_BET], table.options[MAX_BET]):
        limits = f"of {least:,} to {greatest:,}" if greatest else f"from {least:,} on"
        yield Call(table.dealer, f"took bets {limits}")


def uneven(banked: Mapping[str, int]) -> Iterator[str]:
    """Yield a note where some have banked more hands than others. Source: ace-deuce-jack/ending.even-bank."""
    if len(set(banked.values())) > 1:
        parts = listed(f"{name} {counted(hands, 'hand')}" for name, hands in banked.items())
        yield f"The bank did not go round evenly: {parts}."


def bank_hands(table: Table[Bank]) -> int:
    """Return hands already played under the banker of the coming round."""
    return table.state.hands if table.state.banker == table.dealer else 0


def hands_left(table: Table[Bank]) -> int:
    """Return hands that this banker still has, the coming one among them."""
    return table.options[HANDS_PER_BANK] - bank_hands(table)


def after_hand(table: Table[Bank]) -> Bank:
    """Return the bank stays for so many hands. Source: ace-deuce-jack/play.rotate."""
    banker, hands = table.dealer, bank_hands(table) + 1
    banked = {**table.state.banked, banker: table.state.banked[banker] + 1}
    return Bank(banker, hands, banked) if hands < table.options[HANDS_PER_BANK] else Bank(None, 0, banked)


def deals(table: Table[Bank], entry: Record, state: Bank) -> str:
    """Return the bank stays or passes to the left. Source: ace-deuce-jack/play.rotate."""
    return state.banker or left_of(table.players, table.dealer)


GAME = Game[Bank](
    module=__name__,
    name="Ace-Deuce-Jack",
    summary="Bet against the bank that three cards show no ace, 2 or jack; most chips wins.",
    kind="banking",
    seats=Seats(2, 12, come_and_go=True),
    totals=IN_CHIPS,
    # Source: ace-deuce-jack/ending.hands, ace-deuce-jack/ending.chips.
    ending=chips.while_able(MIN_BET),
    terms=GameTerms("hand", "hands", "banker", "banks", "banked"),
    options=OPTIONS,
    check_setup=check_setup,
    start=start,
    scoring=Scoring(
        fields, score, check, asked=chips.able(MIN_BET), check_before=check_before, calls=calls, deals=deals
    ),
    carry=(Notice("bank_hands", bank_hands),),
    next=(
        Notice("hands_left", hands_left, so_many("hand", "left for this banker")),
        Notice("min_bet", lambda table: table.options[MIN_BET], amount("least bet")),
        Notice("max_bet", lambda table: table.options[MAX_BET], amount("greatest bet")),
    ),
)
