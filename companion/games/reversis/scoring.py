"""Scoring of Reversis: antes and pots, aces and the Quinola, the hand, reversis and espagnolette."""

from collections.abc import Iterator, Sequence

from companion.cards.notation import SYMBOLS
from companion.core import ask, endings
from companion.core import fields as f
from companion.core.endings import HANDS
from companion.core.entry import Record
from companion.core.facts import BY, POINTS, SUIT
from companion.core.game import (
    DEALERS_LEFT_LEADS,
    STACK,
    Game,
    Line,
    Notice,
    Scored,
    Scoring,
    Table,
    Totals,
    starting_with_stack,
)
from companion.core.phrases import amount, so_many
from companion.core.seating import Seats
from companion.core.tricks_taken import TRICKS
from companion.core.words import counted, listed
from companion.games.reversis import payments as pay
from companion.games.reversis.checks import check
from companion.games.reversis.keys import (
    BROKEN_BY,
    BROKEN_BY_QUINOLA,
    CLAIMED,
    ESPAGNOLETTE,
    KIND,
    OTHER,
    PAYMENTS,
    QUINOLA_EARLY,
    REVERSIS,
    TALON,
    P,
    fields,
)
from companion.games.reversis.payments import Payment, Pots

LOSING_TIE = ask.choice(
    "losing_tie", "Level on most points", {"same-order": "Fewest tricks loses", "reversed": "Most tricks loses"},
    default="same-order", help="Who loses the hand; still level: from the dealer on, or the dealer last.",
)  # fmt: skip
NEW_POT = ask.choice(
    "new_pot", "New pot", {"next-hand": "By the next dealer", "at-once": "At once"}, default="next-hand",
    help="Once the last pot was won: who antes 10 to a new one, the others 5.",
)  # fmt: skip
OPTIONS = ask.fields(
    f.count(
        STACK, "Starting chips", 10_000, default=100, quick=(100, 117, 200),
        help="For each player; 0: totals are what was won or lost.",
    ),
    f.count(HANDS, "Hands", 100, default=0, help="Hands after which the game ends; 0: until the table stops."),
    NEW_POT,
    LOSING_TIE,
)  # fmt: skip


def score(table: Table[Pots], entry: Record) -> Scored[Pots]:
    """Return the antes, then the hand itself, and a new pot where the table forms it at once."""
    players, dealer = table.players, table.dealer
    moved = list(pay.antes(table.state, players, dealer))
    pots = table.state.anted(len(players))
    play = _reversis if entry[REVERSIS] else _ordinary
    played, pots, notes = play(table, entry, pots)
    moved += played
    if not pots.amounts and table.options.word(NEW_POT) == "at-once":
        moved += pay.antes(pots, players, dealer)
        pots = pots.anted(len(players))
    lines = tuple(line for payment in moved for line in _lines(payment))
    told = {line.name for line in lines}
    if without := [name for name in players if name not in told]:
        notes.append(f"{listed(without)} paid nothing and got nothing.")
    return Scored(lines, pots, tuple(notes))


def _lines(payment: Payment) -> Iterator[Line]:
    """Yield both ends of a payment; the pot has no score."""
    payer, payee, chips, rule, what = payment.payer, payment.payee, payment.chips, payment.rule, payment.what
    if payee is not None:
        yield Line(payee, chips, rule, f"from {payer}: {what}" if payer else what)
    if payer is not None:
        yield Line(payer, -chips, rule, f"to {payee}: {what}" if payee else what)


def _ordinary(table: Table[Pots], entry: Record, pots: Pots) -> tuple[list[Payment], Pots, list[str]]:
    """Return a hand without a reversis: aces and the Quinola, the hand, and what a failed espagnolette costs.

    Gives the payments in order, the pots after them, and notes.
    """
    players, tricks, espagnolette = table.players, entry[TRICKS], entry[ESPAGNOLETTE]
    losing_tie = table.options.word(LOSING_TIE)
    winner, loser = pay.party(players, table.dealer, entry[POINTS], tricks, losing_tie, espagnolette)
    moved, after, notes = _cards(entry, winner, players, pots)
    points = entry[POINTS]
    fewest = counted(points[winner], "point")
    notes.append(f"{winner} wins the hand with {fewest}, {loser} loses it with {points[loser]}.")
    if espagnolette is None:
        more = "more" if losing_tie == "reversed" else "fewer"
        notes += _level_note(entry, winner, players, "fewer")
        notes += _level_note(entry, loser, [name for name in players if name != winner], more)
    moved.append(pay.party_payment(players, winner, loser, entry[TALON]))
    if espagnolette is not None and tricks[espagnolette]:
        notes.append(f"{espagnolette} took a trick, so the espagnolette is lost, and the hand with it.")
        returned = list(pay.paid_back(moved, espagnolette, pots))
        if any(payment.payee is None for payment in returned):
            after = pots.with_remise()
        moved += returned
    elif espagnolette is not None:
        notes.append(f"{espagnolette} wins the hand by the espagnolette, whatever the others have.")
    return moved, after, notes


def _level_note(entry: Record, name: str, among: Sequence[str], decides: str) -> Iterator[str]:
    """Yield why the hand is won or lost by one of several with as many points.

    ``decides``: ``fewer`` or ``more`` tricks.

    Source: reversis/scoring.winner, reversis/scoring.losing-tie.
    """
    points, tricks = entry[POINTS], entry[TRICKS]
    level = [other for other in among if points[other] == points[name]]
    if len(level) > 1:
        by_tricks = sum(tricks[other] == tricks[name] for other in level) == 1
        why = f"{name} took {decides} tricks" if by_tricks else "their places from the dealer on decide"
        yield f"{listed(level)} are level with {counted(points[name], 'point')}: {why}."


def _cards(entry: Record, winner: str, players: Sequence[str], pots: Pots) -> tuple[list[Payment], Pots, list[str]]:
    """Return what aces and the Quinola pay and do to the pots; ``winner``: of the hand.

    Gives the same as ``_ordinary``.
    """
    moved: list[Payment] = []
    notes: list[str] = []
    for row in entry[PAYMENTS]:
        note = _unpaid(row, winner)
        if note:
            notes.append(note)
            continue
        moved += _card_payments(row, winner, players)
        if row.word(KIND) == "quinola-discarded":
            moved.append(pay.take_pot(pots, row.who(BY), P.scoring.quinola_pot))
            pots = pots.won()
        elif row.word(KIND) == "quinola-forced":
            moved.append(pay.pay_remise(pots, row.who(BY)))
            pots = pots.with_remise()
    return moved, pots, notes


def _card_payments(row: Record, winner: str, players: Sequence[str]) -> Iterator[Payment]:
    """Yield what one row of aces and Quinola pays between players; ``winner``: of the hand."""
    card, how = _parts(row)
    by, other = row.who(BY), row[OTHER] or winner
    if card == "ace":
        yield pay.ace(how, row.word(SUIT), _what(row), by, other)
    else:
        yield from pay.quinola(how, _what(row), by, other, players)


def _unpaid(row: Record, winner: str) -> str:
    """Return why a card that was led brings nothing; empty where it does. Source: reversis/scoring.claim."""
    by = row.who(BY)
    if _parts(row)[1] != "led":
        return ""
    if by == winner:
        return f"{_what(row)} by {by}, who won the hand: nobody pays."
    return "" if row[CLAIMED] else f"{_what(row)} by {by}: {winner} did not ask for it."


def _parts(row: Record) -> tuple[str, str]:
    """Return the card of a row, ``ace`` or ``quinola``, and how it was played."""
    card, _, how = row.word(KIND).partition("-")
    return card, how


def _what(row: Record) -> str:
    """Return a row in short: ``A♦ discarded``."""
    card, how = _parts(row)
    return f"A{SYMBOLS[row.word(SUIT)]} {how}" if card == "ace" else f"Quinola {how}"


def _reversis(table: Table[Pots], entry: Record, pots: Pots) -> tuple[list[Payment], Pots, list[str]]:
    """Return a hand with a reversis: nothing else is paid in it. Gives the same as ``_ordinary``."""
    player, breaker, espagnolette = entry.who(REVERSIS), entry[BROKEN_BY], entry[ESPAGNOLETTE]
    notes = ["A reversis was undertaken, so nobody is paid for the hand."]
    if entry[PAYMENTS]:
        refunded = listed(f"{_what(row)} by {row.who(BY)}" for row in entry[PAYMENTS])
        notes.append(f"Refunded: {refunded}.")
    early = entry[QUINOLA_EARLY]
    if breaker is None:
        moved = list(pay.reversis_made(table.players, player, espagnolette))
        if early:
            moved.append(pay.take_pot(pots, player, P.scoring.reversis_pot))
            pots = pots.won()
        return moved, pots, notes
    moved = [pay.reversis_broken(player, breaker, entry[BROKEN_BY_QUINOLA])]
    if early:
        moved.append(pay.pay_remise(pots, player))
        pots = pots.with_remise()
    if espagnolette is not None:
        notes.append(f"The reversis was broken, so the espagnolette costs {espagnolette} nothing.")
    return moved, pots, notes


def _pots_told(pots: Sequence[int]) -> str:
    """Return the pots that stand, oldest first."""
    return f"{'the pot holds' if len(pots) == 1 else 'the pots hold'} {listed(map(str, pots))}" if pots else ""


GAME = Game[Pots](
    module=__name__,
    name="Reversis",
    summary="Avoid aces and court cards, throw the jack of hearts for the pot, or take every trick; most chips wins.",
    kind="trick-taking",
    seats=Seats(4, 4),
    totals=Totals("chips", starting_with_stack, lambda table: sum(table.state.amounts)),
    # Source: reversis/ending.hands, reversis/ending.winner.
    ending=endings.ON_CREDIT,
    options=OPTIONS,
    start=lambda _: Pots(),
    scoring=Scoring(fields, score, check),
    carry=(
        Notice("pots", lambda table: list(table.state.amounts), _pots_told),
        Notice("remises", lambda table: table.state.remises, so_many("remise", "so far")),
    ),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("pot", lambda table: table.state.anted(len(table.players)).last, amount("last pot with the antes")),
    ),
)
