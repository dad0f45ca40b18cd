"""Scoring of Écarté: a point for a king of trumps, and up to three for the hand."""

from collections.abc import Iterator

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, check_sum
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Gains, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table
from companion.core.phrases import amounts_phrase
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted

P = RuleIds("ecarte")

HAND = 5
"""How many cards are dealt to each player, and how many tricks are played. Source: ecarte/deal.cards."""

MOST_POINTS = 4
"""The most points that a hand gives: for the king, all tricks, and a vulnerable loser."""

TARGET = ask.count("target", "Target", 100, 1, default=5, help="Points that win.")

UPCARD_KING = ask.flag(
    "upcard_king", "King turned up", help="The card turned for trumps is a king: 1 point for the dealer.",
)  # fmt: skip
KING_SHOWN = ask.player(
    "king_shown", "King shown", nobody="Nobody", tapped=True, shown_when=(("upcard_king", (False,)),),
    help="Who held the king of trumps after the exchange and showed it.",
)  # fmt: skip
VULNERABLE = ask.player(
    "vulnerable", "Vulnerable", nobody="Nobody", tapped=True,
    help="Who said “I play”, or refused the first proposal to exchange.",
    explained="If the other wins the hand, they score 1 point more for it.",
)  # fmt: skip
TRICKS = ask.count_of_each(
    "tricks", "Tricks", HAND, sum=f.Sum(HAND, ("trick", "tricks")),
    help="None if a king ended the game before the hand.",
)  # fmt: skip
FIELDS = RoundFields(lambda _: (UPCARD_KING, KING_SHOWN, VULNERABLE, TRICKS))


def fields(table: Table[None]) -> tuple[f.Field, ...]:
    """Return the fields of a hand: the king of trumps, who is vulnerable, and the tricks."""
    king, *others = FIELDS(table)
    return (king.of(help=king.help.replace("the dealer", table.dealer)), *others)


def king_lines(table: Table[None], entry: Record) -> list[Line]:
    """Return the line for the king of trumps, turned up or shown, if there is one."""
    if entry[UPCARD_KING]:
        return [Line(table.dealer, 1, P.scoring.upcard, "turned up the king of trumps")]
    name = entry[KING_SHOWN]
    return [Line(name, 1, P.scoring.king, "showed the king of trumps")] if name else []


def won_by_king(table: Table[None], entry: Record) -> str | None:
    """Return the player who reaches the target by a king, so that the hand is not played; None if nobody does.

    Source: ecarte/ending.king.
    """
    needs = endings.points_to_target(table)
    return next((line.name for line in king_lines(table, entry) if line.points >= needs[line.name]), None)


def is_won_already(table: Table[None]) -> bool:
    """Return whether somebody has reached the target by an adjustment, so that the hand scores nothing."""
    return max(table.totals.values()) >= table.options[TARGET]


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the king of trumps scores once, and that five tricks are played, or none if a king has won.

    If somebody had won by an adjustment before, tricks may be left out as well.

    Source: ecarte/scoring.one-king, ecarte/play.vulnerable, ecarte/ending.king.
    """
    turned, shown, vulnerable = entry[UPCARD_KING], entry[KING_SHOWN], entry[VULNERABLE]
    winner, has_tricks = won_by_king(table, entry), bool(entry.names_given(TRICKS))
    if turned and shown:
        yield Problem(KING_SHOWN, f"The king of trumps was turned up, so {shown} cannot have shown it.", shown)
    if winner is None and (has_tricks or not is_won_already(table)):
        yield from check_sum(TRICKS, "Tricks", entry[TRICKS], HAND, f"{HAND} are played")
    if winner and has_tricks:
        wins = f"{winner} comes to {table.options[TARGET]} by the king"
        yield Problem(TRICKS, f"{wins}, so the hand is not played: leave the tricks out.")
    if winner and turned and vulnerable:
        message = f"{winner} wins by the king turned up, before {vulnerable} could decline an exchange."
        yield Problem(VULNERABLE, message, vulnerable)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return the line for the king of trumps, then those of the hand unless the play was already won.

    Source: ecarte/scoring.order.
    """
    lines = king_lines(table, entry)
    if by_king := won_by_king(table, entry):
        return Scored(tuple(lines), None, (f"{by_king} wins by the king, so the hand is not played.",))
    if is_won_already(table):
        return Scored(tuple(lines), None)
    tricks, vulnerable = entry[TRICKS], entry[VULNERABLE]
    loser, winner = sorted(tricks, key=lambda name: tricks[name])
    lines.append(Line(winner, 1, P.scoring.hand, counted(tricks[winner], "trick")))
    if tricks[winner] == HAND:
        lines.append(Line(winner, 1, P.scoring.all_tricks, f"all {HAND} tricks"))
    notes = [f"{loser} lost the hand with {counted(tricks[loser], 'trick')} and scores nothing in it."]
    if vulnerable == winner:
        notes.append(f"{winner} was vulnerable but won the hand, so it changes nothing.")
    elif vulnerable:
        lines.append(Line(winner, 1, P.scoring.vulnerable, f"{vulnerable} was vulnerable"))
    return Scored(tuple(lines), None, tuple(notes))


GAME = Game[None](
    name="Écarté",
    summary="Exchange or play, then take three of five tricks; a king of trumps scores too, and five points win.",
    kind="trick-taking",
    seats=Seats(2, 2),
    # Source: ecarte/ending.target.
    ending=endings.ending_at_target("at 5 points", is_race=True, gains=lambda _: Gains(0, MOST_POINTS)),
    options=f.fields_of(TARGET),
    scoring=Scoring(fields, score, check),
    next=(DEALERS_LEFT_LEADS, Notice("needs", endings.points_to_target, amounts_phrase("still needed"))),
)
