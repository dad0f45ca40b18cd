"""Scoring of Razz: what each player paid into the pots of a hand, and who took which pot."""

from collections.abc import Iterator

from companion.core.common import chips
from companion.core.common.chips import ANTE, CHIPS, PAID, POTS
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import IN_CHIPS, Game, Notice, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats
from companion.core.game.table import Scored, Table
from companion.core.game.terms import HAND
from companion.core.phrases import amount_phrase
from companion.core.referee.facts import WINNER
from companion.core.words import listed, with_verb

BET = ask.count(
    "bet", "Bet", 10_000, least=2, step=2, default=2,
    help="For the referee: the bet on third and fourth street. The bring-in is half of it, later bets are double.",
)  # fmt: skip


@fields_by(lambda table: (table.asked, chips.antes_paid(table), chips.players_from_dealers_left(table)))
def fields(names: tuple[str, ...], antes: tuple[int, ...], order: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return the fields of a hand: what each player paid, and who took the pots."""
    return chips.pot_fields(names, antes, order, matched=True)


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the pots add up, and that no winner takes more than they could match. Source: razz/scoring.matched.

    Winners who paid the same amount or less are checked together.
    """
    yield from chips.check_pots(table, entry)
    paid, winners = entry[PAID], dict.fromkeys(row.who(WINNER) for row in entry[POTS])
    for amount in sorted({paid[name] for name in winners}):
        up_to_amount = [name for name in winners if paid[name] <= amount]
        taken = sum(row[CHIPS] for row in entry[POTS] if row[WINNER] in up_to_amount)
        most = sum(min(one, amount) for one in paid.values())
        takes, paid_by = with_verb(up_to_amount, "takes", "together take"), listed(up_to_amount)
        fault = f"{takes} {taken:,}, but can win {most:,} at most: from each player no more than {paid_by} paid."
        yield from refuse(POTS, fault, up_to_amount[0], when=taken > most)


def score(_: object, entry: Record) -> Scored[None]:
    """Score what each player paid, and the pots."""
    return Scored(chips.pot_lines(entry, "razz/scoring.paid", "razz/scoring.pot"), None)


GAME = Game[None](
    name="Razz",
    summary="Seven-card stud where the lowest hand takes the pot; most chips wins.",
    kind="betting",
    seats=Seats(2, 8, come_and_go=True),
    totals=IN_CHIPS,
    # Source: razz/ending.hands, razz/ending.chips, razz/ending.winner.
    ending=chips.ending_without_opponents(),
    terms=HAND,
    options=f.fields_of(chips.ANTE_OPTION, BET, *chips.STACK_AND_HANDS),
    scoring=Scoring(fields, score, check, asked=chips.players_with_chips()),
    # Source: razz/play.limit.
    next=(
        Notice("ante", lambda table: table.options[ANTE], amount_phrase("ante")),
        Notice("bring_in", lambda table: table.options[BET] // 2, amount_phrase("bring-in")),
        Notice("bet", lambda table: table.options[BET], amount_phrase("bet")),
        Notice("big_bet", lambda table: 2 * table.options[BET], lambda chips: f"{chips:,} from the fifth card on"),
    ),
)
