"""Scoring of Kabu: between any two players the lower score pays the higher one the difference."""

from collections.abc import Iterable, Iterator, Mapping

from companion.cards.decks import standard_deck
from companion.cards.notation import PIPS, RANKS, rank_of
from companion.core.common import endings
from companion.core.common.chips import STACK_OPTION, ChipPayment
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse_each
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, STACK, Ending, Game, Scoring, Totals, zero
from companion.core.game.ranking import group_by_value
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats, left_of
from companion.core.game.table import Line, Scored, Settled, Setup, Table
from companion.core.referee.showdown import HANDS
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, listed

P = RuleIds("kabu")

DECK = standard_deck("the pack of ace to 10", ranks=("A", *RANKS[RANKS.index("10") :]))

BEST = 9
"""The best score of a hand."""

BASE_STACK, STACK_FOR_EACH = 10, 15
"""A player's chips at the start if the table sets none: the first number, and the second for each player.

Source: kabu/need.chips.
"""

FINAL_HAND = ask.choice(
    "final_hand", "Somebody cannot pay", {"others-pay": "The others still pay", "nobody-pays": "Nobody pays"},
    default="others-pay", help="What happens in the hand that somebody cannot pay; the game ends with it.",
)  # fmt: skip


def opening_chips(setup: Setup) -> int:
    """Return how many chips each player has before the first hand."""
    return setup.options[STACK] or BASE_STACK + STACK_FOR_EACH * len(setup.players)


def hand_sum(cards: Iterable[str]) -> int:
    """Return the pips of a hand, added up."""
    return sum(PIPS[rank_of(card)] for card in cards)


def hand_score(cards: Iterable[str]) -> int:
    """Return the score of a hand: the units digit of its pips. Source: kabu/scoring.hand."""
    return hand_sum(cards) % 10


SCORES = ask.count_of_each(
    "scores", "Score", BEST, either="Scores", help="As announced: the last digit of the hand, nine is best.",
)  # fmt: skip


@fields_by(lambda table: (table.players, left_of(table.players, table.dealer)))
def fields(players: tuple[str, ...], first: str) -> tuple[f.Field, ...]:
    """Return the field for scores, announced from ``first`` on, and the one for hands, which can be given instead."""
    return f.fields_of(
        SCORES.of(names=players, turns=f.Turns(first=first)),
        f.cards(
            HANDS, "Hand", DECK, least=2, most=4, per="player", names=players, aside=True, either="Hands",
            help="The cards of each; the scores are worked out here.",
        ),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that either the scores or the hands of all players are given. Source: kabu/play.show."""
    scores, hands = entry.has(SCORES), entry.has(HANDS)
    if scores == hands:
        fault = "Give the scores or the hands, not both." if scores else "The scores of the hand are missing."
        yield Problem(SCORES, fault)
    for key, what in ((SCORES, "score"), (HANDS, "hand")):
        if entry.has(key):
            yield from refuse_each(key, table.players, entry.names_given(key), f"The {what} of {{name}} is missing.")


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return two lines for each payment of the hand, ordered by payer and then by receiver, both in seat order.

    Source: kabu/scoring.unable, kabu/scoring.final-hand.
    """
    scores, totals = scores_of(entry), table.totals
    due = payments(scores)
    unable = unable_to_pay(scores, totals)
    made = payments_made(table.options, due, unable)
    lines = []
    for payer, to, chips, rule, _ in made:
        lines.append(Line(payer, -chips, rule, f"pays {to}: {scores[payer]} against {scores[to]}"))
        lines.append(Line(to, chips, rule, f"from {payer}: {scores[to]} against {scores[payer]}"))
    notes = [f"{payment.text}." for payment in made]
    for name, owed in unable.items():
        parts = [f"{payment.to} {payment.chips}" for payment in due if payment.payer == name]
        in_all = f", {owed} in all," if len(parts) > 1 else ""
        held = counted(totals[name], "chip")
        notes.append(f"{name} owes {listed(parts)}{in_all} but holds {held}, and pays nobody.")
    notes.extend(level_notes(scores))
    if unable and nobody_pays(table.options):
        notes.append("Nobody pays anything in this hand.")
    return Scored(tuple(lines), None, tuple(notes))


def nobody_pays(options: Record) -> bool:
    """Return whether nobody pays in a hand that somebody cannot pay. Source: kabu/scoring.final-hand."""
    return options.text(FINAL_HAND) == "nobody-pays"


def payments_made(options: Record, due: Iterable[ChipPayment], unable: Mapping[str, int]) -> list[ChipPayment]:
    """Return the payments that are made: all that are due, without those of players who cannot pay.

    If somebody cannot, by the option nobody pays anything. ``unable``: who cannot pay, and what they owe.

    Source: kabu/scoring.unable, kabu/scoring.final-hand.
    """
    return [] if unable and nobody_pays(options) else [payment for payment in due if payment.payer not in unable]


def level_notes(scores: Mapping[str, int]) -> Iterator[str]:
    """Yield a note on each score that several players have, the highest score first: they pay each other nothing."""
    for level in group_by_value(scores):
        if len(level) > 1:
            yield f"{listed(level)} have {scores[level[0]]} each and pay each other nothing."


def scores_of(entry: Record) -> Mapping[str, int]:
    """Return the score of each player, as announced or worked out from the hand."""
    if entry.has(HANDS):
        return {name: hand_score(cards) for name, cards in entry[HANDS].items()}
    return entry[SCORES]


def payments(scores: Mapping[str, int]) -> list[ChipPayment]:
    """Return what each player owes every opponent with a higher score. Source: kabu/scoring.payment."""
    return [
        ChipPayment(payer, to, higher - lower, P.scoring.payment)
        for payer, lower in scores.items()
        for to, higher in scores.items()
        if higher > lower
    ]


def chips_owed(scores: Mapping[str, int]) -> dict[str, int]:
    """Return how many chips each player owes in all."""
    return {name: sum(max(0, other - own) for other in scores.values()) for name, own in scores.items()}


def unable_to_pay(scores: Mapping[str, int], held: Mapping[str, int]) -> dict[str, int]:
    """Return the players who cannot pay all that they owe, with what they owe. ``held``: the chips they have.

    Source: kabu/scoring.able.
    """
    return {name: chips for name, chips in chips_owed(scores).items() if chips > held[name]}


def settle(table: Table[None], entry: Record, state: None, totals: Mapping[str, int]) -> Settled[None]:
    """End the play after a hand that somebody could not pay, or the last one agreed. Source: kabu/ending.unable."""
    broke = bool(unable_to_pay(scores_of(entry), table.totals))
    return endings.end_if(broke or endings.is_last(table, table.options[endings.HANDS]), totals, state)


GAME = Game[None](
    name="Kabu",
    summary="Draw to come close to nine and pay whoever came closer; most chips wins when somebody cannot pay.",
    kind="banking",
    seats=Seats(2, 6),
    totals=Totals("chips", opening_chips, zero, most_gained=lambda table: BEST * (len(table.players) - 1)),
    ending=Ending("when somebody cannot pay, or after agreed hands", settle, endings.AGREED_HANDS.progress),
    options=f.fields_of(
        STACK_OPTION.of(help="For each player; 0: 10, and 15 more for every player at the table."),
        FINAL_HAND,
        endings.HANDS_OPTION.of(help="Hands after which the game ends; 0: when somebody cannot pay."),
    ),
    scoring=Scoring(fields, score, check),
    # Source: kabu/play.first.
    next=(DEALERS_LEFT_LEADS,),
)
