"""Checks of the entry of a hand of Reversis."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.cards.notation import SUIT_NAMES
from companion.core.entry.problems import Problem, check_sum, refuse
from companion.core.entry.record import Record
from companion.core.game.table import Table
from companion.core.referee.facts import BY, SUIT
from companion.core.words import counted
from companion.games.reversis.keys import (
    ALL_TRICKS,
    BROKEN_BY,
    BROKEN_BY_QUINOLA,
    CLAIMED,
    ESPAGNOLETTE,
    FIRST_TRICKS,
    KIND,
    OTHER,
    PACK_POINTS,
    PAYMENTS,
    POINTS,
    QUINOLA_EARLY,
    REVERSIS,
    TALON,
    TRICKS,
)


def check(table: Table[Any], entry: Record) -> Iterator[Problem]:
    """Check the rows of aces and Quinola, the sums of points and tricks, and whether a reversis fits the tricks."""
    yield from _check_rows(entry)
    yield from check_sums(entry)
    if entry[REVERSIS] is None:
        yield from _check_no_reversis(entry)
    else:
        yield from _check_reversis(entry, entry.who(REVERSIS))


def _check_rows(entry: Record) -> Iterator[Problem]:
    """Check that each row has what its kind needs and nothing else, and that no card is paid for twice."""
    seen = set()
    for number, row in enumerate(entry[PAYMENTS], start=1):
        for message in _payment_faults(row):
            yield Problem(PAYMENTS, f"Row {number}: {message}", None, number)
        card = _card(row)
        yield from refuse(PAYMENTS, f"Row {number}: {card} was paid for already.", None, number, when=card in seen)
        if card:
            seen.add(card)


def _payment_faults(row: Record) -> Iterator[str]:
    """Yield what is missing or superfluous in the row of an ace or the Quinola, as the end of a message."""
    kind, suit, by, other = row.text(KIND), row.text(SUIT), row.who(BY), row[OTHER]
    if kind.startswith("ace") and not suit:
        yield "say of which suit the ace is."
    if kind.startswith("quinola") and suit:
        yield "the Quinola is the jack of hearts; leave the suit out."
    if kind.endswith("led"):
        if other is not None:
            yield "say only who led the card; the winner of the hand is paid."
        return
    if other is None:
        yield "say who " + ("won the trick." if kind.endswith("discarded") else "led the trick.")
    elif other == by:
        yield f"{by} cannot be paid by {by}."
    if not row[CLAIMED]:
        yield "the payment has to be asked for only if the card was led."


def _card(row: Record) -> str:
    """Return the card of a row in words; empty for an ace without a suit."""
    if row.text(KIND).startswith("quinola"):
        return "the Quinola"
    return f"the ace of {SUIT_NAMES[row.text(SUIT)]}" if row.text(SUIT) else ""


def check_sums(entry: Record) -> Iterator[Problem]:
    """Check that points and tricks add up, and that nobody has points without a trick."""
    points, tricks = entry[POINTS], entry[TRICKS]
    total = sum(points.values()) + entry[TALON]
    yield from check_sum(POINTS, "Points and talon", total, PACK_POINTS, f"the pack has {PACK_POINTS}")
    yield from check_sum(TRICKS, "Tricks", tricks, ALL_TRICKS, f"a hand has {ALL_TRICKS}")
    for name, taken in tricks.items():
        if not taken and points[name]:
            yield Problem(POINTS, f"{name} took no trick, so cannot have {counted(points[name], 'point')}.", name)


def _check_no_reversis(entry: Record) -> Iterator[Problem]:
    """Check an entry without a reversis: nobody took all tricks, and no field about a reversis is filled in."""
    for name, taken in entry[TRICKS].items():
        if taken == ALL_TRICKS:
            yield Problem(REVERSIS, f"{name} took all {ALL_TRICKS} tricks, which is a reversis.", name)
    yield from refuse(BROKEN_BY, f"Say whose reversis {entry[BROKEN_BY]} broke.", when=entry[BROKEN_BY] is not None)
    yield from refuse(BROKEN_BY_QUINOLA, "Say whose reversis the Quinola broke.", when=entry[BROKEN_BY_QUINOLA])
    early = "Say who undertook the reversis in which the Quinola was played early."
    yield from refuse(QUINOLA_EARLY, early, when=entry[QUINOLA_EARLY])


def _check_reversis(entry: Record, player: str) -> Iterator[Problem]:
    """Check that a reversis by ``player``, made or broken, fits the tricks. Source: reversis/play.reversis."""
    tricks = entry[TRICKS]
    message = f"{player} took {counted(tricks[player], 'trick')}; a reversis begins with {FIRST_TRICKS}."
    yield from refuse(REVERSIS, message, player, when=tricks[player] < FIRST_TRICKS)
    if entry[BROKEN_BY] != player:
        yield from _check_breaker(tricks, player, entry[BROKEN_BY])
    yield from check_others(entry, player)
    message = f"{player} had played the Quinola early, so it cannot have broken the reversis."
    yield from refuse(BROKEN_BY_QUINOLA, message, when=entry[BROKEN_BY_QUINOLA] and entry[QUINOLA_EARLY])


def check_others(entry: Record, player: str) -> Iterator[Problem]:
    """Check that others break a reversis or play an espagnolette. The referee checks its facts with it, too.

    If the Quinola broke the reversis, it must be said who played it.
    """
    text = f"{player} cannot break their own reversis: name who took the trick, or nobody."
    yield from refuse(BROKEN_BY, text, player, when=entry[BROKEN_BY] == player)
    if entry[BROKEN_BY] is None and entry[BROKEN_BY_QUINOLA]:
        yield Problem(BROKEN_BY_QUINOLA, "Say who broke the reversis with the Quinola.")
    text = f"{player} cannot undertake reversis and espagnolette in one hand: name another, or nobody."
    yield from refuse(ESPAGNOLETTE, text, player, when=entry[ESPAGNOLETTE] == player)


def _check_breaker(tricks: Mapping[str, int], player: str, breaker: str | None) -> Iterator[Problem]:
    """Check that another player is named as the breaker of a reversis, or nobody if it was made."""
    if breaker is None:
        if FIRST_TRICKS <= tricks[player] < ALL_TRICKS:
            yield Problem(BROKEN_BY, f"{player} did not take all {ALL_TRICKS} tricks; say who broke the reversis.")
    elif tricks[player] == ALL_TRICKS:
        yield Problem(BROKEN_BY, f"{player} took all {ALL_TRICKS} tricks, so {breaker} broke nothing.", breaker)
    elif not 1 <= tricks[breaker] <= ALL_TRICKS - FIRST_TRICKS:
        message = f"{breaker} took {counted(tricks[breaker], 'trick')}; the breaker of a reversis takes one or two."
        yield Problem(BROKEN_BY, message, breaker)
