"""What is wrong with a hand of Reversis that somebody wrote down."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.cards.notation import SUIT_NAMES
from companion.core.entry import Record
from companion.core.game import Table
from companion.core.problems import Problem
from companion.core.words import counted

TRICKS = 11
FIRST_TRICKS = 9
"""Tricks from the first on that make a reversis undertaken. Source: reversis/play.reversis."""

PACK_POINTS = 40
"""What four aces, kings, queens and jacks count together. Source: reversis/scoring.card-points."""


def check(table: Table[Any], entry: Record) -> Iterator[Problem]:
    """Rows are whole and no card is paid for twice, points and tricks add up, and a reversis fits the tricks."""
    yield from _check_rows(entry)
    yield from _check_sums(entry)
    if entry.name("reversis") is None:
        yield from _check_no_reversis(entry)
    else:
        yield from _check_reversis(entry, entry.who("reversis"))


def _check_rows(entry: Record) -> Iterator[Problem]:
    """Every row names what its kind needs and nothing else; each ace and the Quinola are paid for once."""
    seen = set()
    for number, row in enumerate(entry.rows("payments"), start=1):
        for message in _row_faults(row):
            yield Problem("payments", f"Row {number}: {message}", None, number)
        card = _card(row)
        if card in seen:
            yield Problem("payments", f"Row {number}: {card} was paid for already.", None, number)
        if card:
            seen.add(card)


def _row_faults(row: Record) -> Iterator[str]:
    kind, suit, by, other = row.word("kind"), row.word("suit"), row.who("by"), row.name("other")
    if kind.startswith("ace") and not suit:
        yield "say of which suit the ace is."
    if kind.startswith("quinola") and suit:
        yield "the Quinola is the jack of hearts; leave the suit out."
    if kind.endswith("led"):
        if other is not None:
            yield "who led the card is all there is to say; the winner of the hand is paid."
        return
    if other is None:
        yield "say who " + ("won the trick." if kind.endswith("discarded") else "led the trick.")
    elif other == by:
        yield f"{by} cannot be paid by {by}."
    if not row.flag("claimed"):
        yield "only for a card that was led must the payment be asked for."


def _card(row: Record) -> str:
    """The card of a row, in words; empty where an ace has no suit."""
    if row.word("kind").startswith("quinola"):
        return "the Quinola"
    return f"the ace of {SUIT_NAMES[row.word('suit')]}" if row.word("suit") else ""


def _check_sums(entry: Record) -> Iterator[Problem]:
    """All points and all tricks are there, and points lie in tricks."""
    points, tricks = entry.numbers("points"), entry.numbers("tricks")
    counted_points = sum(points.values()) + entry.number("talon")
    if counted_points != PACK_POINTS:
        message = f"Points and talon add up to {counted_points}, but the pack has {PACK_POINTS}."
        yield Problem("points", message)
    if sum(tricks.values()) != TRICKS:
        yield Problem("tricks", f"Tricks add up to {sum(tricks.values())}, but a hand has {TRICKS}.")
    for name, taken in tricks.items():
        if not taken and points[name]:
            yield Problem("points", f"{name} took no trick, so cannot have {counted(points[name], 'point')}.", name)


def _check_no_reversis(entry: Record) -> Iterator[Problem]:
    """Without a reversis nothing of it is written down, and nobody has all tricks."""
    for name, taken in entry.numbers("tricks").items():
        if taken == TRICKS:
            yield Problem("reversis", f"{name} took all {TRICKS} tricks, which is a reversis.", name)
    if entry.name("broken_by") is not None:
        yield Problem("broken_by", f"Say whose reversis {entry.name('broken_by')} broke.")
    if entry.flag("broken_by_quinola"):
        yield Problem("broken_by_quinola", "Say whose reversis the Quinola broke.")
    if entry.flag("quinola_early"):
        yield Problem("quinola_early", "Say whose reversis it was in which the Quinola came early.")


def _check_reversis(entry: Record, player: str) -> Iterator[Problem]:
    """A reversis, made or broken, fits the tricks. Source: reversis/play.reversis."""
    tricks = entry.numbers("tricks")
    if tricks[player] < FIRST_TRICKS:
        message = f"{player} took {counted(tricks[player], 'trick')}; a reversis begins with {FIRST_TRICKS}."
        yield Problem("reversis", message, player)
    yield from _check_breaker(tricks, player, entry.name("broken_by"))
    if entry.flag("broken_by_quinola"):
        if entry.name("broken_by") is None:
            yield Problem("broken_by_quinola", "Say who broke the reversis with the Quinola.")
        if entry.flag("quinola_early"):
            message = f"{player} had played the Quinola early, so it cannot have broken the reversis."
            yield Problem("broken_by_quinola", message)
    if entry.name("espagnolette") == player:
        yield Problem("espagnolette", f"{player} cannot undertake reversis and espagnolette in one hand.", player)


def _check_breaker(tricks: Mapping[str, int], player: str, breaker: str | None) -> Iterator[Problem]:
    """Somebody else broke the reversis exactly where it was not made."""
    if breaker is None:
        if FIRST_TRICKS <= tricks[player] < TRICKS:
            message = f"{player} did not take all {TRICKS} tricks; say who broke the reversis."
            yield Problem("broken_by", message)
    elif breaker == player:
        yield Problem("broken_by", f"{player} cannot break their own reversis.", player)
    elif tricks[player] == TRICKS:
        yield Problem("broken_by", f"{player} took all {TRICKS} tricks, so {breaker} broke nothing.", breaker)
    elif not 1 <= tricks[breaker] <= TRICKS - FIRST_TRICKS:
        message = f"{breaker} took {counted(tricks[breaker], 'trick')}; who breaks a reversis takes one or two."
        yield Problem("broken_by", message, breaker)
