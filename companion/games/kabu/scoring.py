"""Scoring of Kabu: who stands lower pays who stands higher the difference of their scores."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, rank_of
from companion.core import endings
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import FINAL_HAND
from companion.core.game import (
    DEALERS_LEFT_LEADS,
    STACK,
    Ending,
    Game,
    Line,
    Scored,
    Scoring,
    Settled,
    Setup,
    Table,
    Totals,
    fields_by,
    nothing,
)
from companion.core.keys import Key, PerName
from companion.core.problems import Problem
from companion.core.ranking import in_order, leaders
from companion.core.seating import Seats, left_of
from companion.core.showdown import HANDS
from companion.core.words import counted, listed

SCORES: Key[PerName[int]] = Key("scores")

PIPS = {"A": 1} | {rank: int(rank) for rank in RANKS if rank.isdecimal()}
DECK = standard_deck("the pack of ace to 10", ranks=[rank for rank in RANKS if rank in PIPS])

BEST = 9
"""The best score of a hand, which the others pay the difference to."""

BASE_STACK, STACK_FOR_EACH = 10, 15
"""Chips to start with: so many, and so many more for each player. Source: kabu/need.chips."""

OPTIONS = (
    f.count(
        STACK,
        "Starting chips",
        100_000,
        default=0,
        help="For each player; 0: 10, and 15 more for every player at the table.",
    ),
    f.choice(
        FINAL_HAND,
        "Somebody cannot pay",
        {"others-pay": "The others still pay", "nobody-pays": "Nobody pays"},
        default="others-pay",
        help="What happens in the hand that somebody cannot pay; the game ends with it.",
    ),
    f.count(
        endings.HANDS, "Hands", 1000, default=0, help="Hands after which the game ends; 0: when somebody cannot pay."
    ),
)


class Payment(NamedTuple):
    """What one player owes another after a hand."""

    payer: str
    to: str
    chips: int


def opening(setup: Setup) -> int:
    """Return the chips of each player before the first hand."""
    return setup.options[STACK] or BASE_STACK + STACK_FOR_EACH * len(setup.players)


def hand_score(cards: Iterable[str]) -> int:
    """Return the score of a hand: the units digit of its pips. Source: kabu/scoring.hand."""
    return sum(PIPS[rank_of(card)] for card in cards) % 10


@fields_by(lambda table: (table.players, left_of(table.players, table.dealer)))
def fields(players: tuple[str, ...], first: str) -> tuple[f.Field, ...]:
    """Return the announced scores, or in their place the hands."""
    return (
        f.count(
            SCORES, "Score", BEST, per="player", names=players, either="Scores", turns=f.Turns(first=first),
            help="As announced: the last digit of the hand, nine is best.",
        ),
        f.cards(
            HANDS, "Hand", DECK, least=2, most=4, per="player", names=players, aside=True, either="Hands",
            help="The cards of each; the scores are worked out here.",
        ),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that scores or hands are there, not both, and nobody is left out. Source: kabu/play.show."""
    scores, hands = entry.has(SCORES), entry.has(HANDS)
    if scores == hands:
        fault = "Give the scores or the hands, not both." if scores else "The scores of the hand are missing."
        yield Problem(SCORES, fault)
    for key, what in ((SCORES, "score"), (HANDS, "hand")):
        if entry.has(key):
            for name in table.players:
                if name not in entry.given(key):
                    yield Problem(key, f"The {what} of {name} is missing.", name)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return all payments of the hand, by who pays and then by who gets, in seat order.

    Source: kabu/scoring.unable, kabu/scoring.final-hand.
    """
    scores = scores_of(entry)
    due = payments(scores)
    short = unable(due, table.totals)
    nothing_moves = bool(short) and table.options.word(FINAL_HAND) == "nobody-pays"
    lines, notes = [], []
    for payer, to, chips in due:
        if nothing_moves or payer in short:
            continue
        lines.append(Line(payer, -chips, "kabu/scoring.payment", f"pays {to}: {scores[payer]} against {scores[to]}"))
        lines.append(Line(to, chips, "kabu/scoring.payment", f"from {payer}: {scores[to]} against {scores[payer]}"))
        notes.append(f"{payer} pays {to} {chips}.")
    for name, owed in short.items():
        parts = [f"{to} {chips}" for payer, to, chips in due if payer == name]
        in_all = f", {owed} in all," if len(parts) > 1 else ""
        held = counted(table.totals[name], "chip")
        notes.append(f"{name} owes {listed(parts)}{in_all} but holds {held}, and pays nobody.")
    notes.extend(level_notes(scores))
    if nothing_moves:
        notes.append("Nobody pays anything in this hand.")
    return Scored(tuple(lines), None, tuple(notes))


def level_notes(scores: Mapping[str, int]) -> Iterator[str]:
    """Yield who have the same score, and so nothing from each other; the highest score first."""
    for level in in_order(scores):
        if len(level) > 1:
            yield f"{listed(level)} have {scores[level[0]]} each and pay each other nothing."


def scores_of(entry: Record) -> Mapping[str, int]:
    """Return the score of each player, as announced or worked out from the hand."""
    if entry.has(HANDS):
        return {name: hand_score(cards) for name, cards in entry[HANDS].items()}
    return entry[SCORES]


def payments(scores: Mapping[str, int]) -> list[Payment]:
    """Return what each owes every opponent who stands higher. Source: kabu/scoring.payment."""
    return [
        Payment(payer, to, higher - lower)
        for payer, lower in scores.items()
        for to, higher in scores.items()
        if higher > lower
    ]


def unable(due: Iterable[Payment], held: Mapping[str, int]) -> dict[str, int]:
    """Return who holds less than they owe, and what they owe in all. Source: kabu/scoring.able."""
    owed: dict[str, int] = {}
    for payment in due:
        owed[payment.payer] = owed.get(payment.payer, 0) + payment.chips
    return {name: chips for name, chips in owed.items() if chips > held[name]}


def settle(table: Table[None], entry: Record, state: None, totals: Mapping[str, int]) -> Settled[None]:
    """End the play after a hand that somebody could not pay, or the last one agreed. Source: kabu/ending.unable."""
    if unable(payments(scores_of(entry)), table.totals):
        return Settled(state, over=True, winners=leaders(totals))
    return endings.after_rounds(table, table.options[endings.HANDS], totals, state)


GAME = Game[None](
    module=__name__,
    name="Kabu",
    summary="Draw to come close to nine and pay whoever came closer; most chips wins when somebody cannot pay.",
    kind="banking",
    seats=Seats(2, 6),
    totals=Totals("chips", opening, nothing, most_gained=lambda table: BEST * (len(table.players) - 1)),
    ending=Ending("when somebody cannot pay, or after agreed hands", settle, endings.AGREED_HANDS.progress),
    options=OPTIONS,
    scoring=Scoring(fields, score, check),
    # Source: kabu/play.first.
    next=(DEALERS_LEFT_LEADS,),
)
