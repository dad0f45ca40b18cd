"""Scoring of Reversis: antes and pots, aces and the Quinola, the hand, reversis and espagnolette."""

from collections.abc import Iterator, Sequence

from companion.cards.notation import SYMBOLS
from companion.core.common import endings
from companion.core.common.chips import STACK_OPTION, THE_POT, ChipPayment
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Notice, Scoring, Totals, starting_stack
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table, note_on_others
from companion.core.phrases import amount_phrase, count_phrase
from companion.core.referee.facts import BY, SUIT
from companion.core.words import counted, listed
from companion.games.reversis import payments as pay
from companion.games.reversis.checks import check
from companion.games.reversis.keys import (
    BROKEN_BY,
    CLAIMED,
    ESPAGNOLETTE,
    FIELDS,
    KIND,
    OTHER,
    PAYMENTS,
    POINTS,
    QUINOLA_EARLY,
    REVERSIS,
    TALON,
    TRICKS,
    P,
)
from companion.games.reversis.payments import Account, Pots

LOSING_TIE = ask.choice(
    "losing_tie", "Level on most points", {"same-order": "Fewest tricks loses", "reversed": "Most tricks loses"},
    default="same-order", help="Who loses the hand. If that is level, too: the dealer first, or the dealer last.",
)  # fmt: skip
NEW_POT = ask.choice(
    "new_pot", "New pot", {"next-hand": "By the next dealer", "at-once": "At once"}, default="next-hand",
    help="When a new pot is formed: the dealer antes 10 to it, the others 5.",
)  # fmt: skip
STACK_FIELD = STACK_OPTION.of(most=10_000, default=100, quick=(100, 117, 200))


def score(table: Table[Pots], entry: Record) -> Scored[Pots]:
    """Score the antes, then the hand itself, and the antes of a new pot if the table forms it at once."""
    players, dealer, account = table.players, table.dealer, Account(table.state)
    account.collect_antes(players, dealer)
    if entry[REVERSIS]:
        _score_reversis(table, entry, account)
    else:
        _score_ordinary(table, entry, account)
    if not account.pots.amounts and table.options.text(NEW_POT) == "at-once":
        account.collect_antes(players, dealer)
    lines = tuple(line for payment in account.payments for line in _lines(payment))
    account.notes += note_on_others(players, lines, "{names} paid nothing and got nothing.")
    return Scored(lines, account.pots, tuple(account.notes))


def _lines(payment: ChipPayment) -> Iterator[Line]:
    """Yield a line for each player of a payment; a pot has none."""
    payer, to, chips, rule, what = payment
    if to is not THE_POT:
        yield Line(to, chips, rule, what if payer is THE_POT else f"from {payer}: {what}")
    if payer is not THE_POT:
        yield Line(payer, -chips, rule, what if to is THE_POT else f"to {to}: {what}")


def _score_ordinary(table: Table[Pots], entry: Record, account: Account) -> None:
    """Score a hand without a reversis: aces and the Quinola, the hand, and the cost of a failed espagnolette."""
    players, points, tricks, espagnolette = table.players, entry[POINTS], entry[TRICKS], entry[ESPAGNOLETTE]
    losing_tie, before, notes = table.options.text(LOSING_TIE), account.pots, account.notes
    winner, loser = pay.winner_and_loser(players, table.dealer, entry, losing_tie)
    for row in entry[PAYMENTS]:
        _pay_for_card(row, winner, players, account)
    fewest = counted(points[winner], "point")
    notes.append(f"{winner} wins the hand with {fewest}, {loser} loses it with {points[loser]}.")
    account.payments.append(pay.payment_for_hand(players, winner, loser, entry[TALON]))
    if espagnolette is None:
        more = "more" if losing_tie == "reversed" else "fewer"
        notes += _level_note(entry, winner, players, "fewer")
        notes += _level_note(entry, loser, [name for name in players if name != winner], more)
    elif tricks[espagnolette]:
        notes.append(f"{espagnolette} took a trick, so the espagnolette is lost, and the hand with it.")
        account.pay_back(espagnolette, before)
    else:
        notes.append(f"{espagnolette} wins the hand by the espagnolette, whatever the others have.")


def _level_note(entry: Record, name: str, among: Sequence[str], decides: str) -> Iterator[str]:
    """Yield a note on how a tie on points for winning or losing the hand was broken, if there was one.

    ``name``: the winner or the loser; ``among``: all who could be it; ``decides``: ``fewer`` or ``more`` tricks.

    Source: reversis/scoring.winner, reversis/scoring.losing-tie.
    """
    points, tricks = entry[POINTS], entry[TRICKS]
    level = [other for other in among if points[other] == points[name]]
    if len(level) > 1:
        by_tricks = sum(tricks[other] == tricks[name] for other in level) == 1
        why = f"{name} took {decides} tricks" if by_tricks else "their places from the dealer on decide"
        yield f"{listed(level)} are level with {counted(points[name], 'point')}: {why}."


def _pay_for_card(row: Record, winner: str, players: Sequence[str], account: Account) -> None:
    """Pay for the ace or the Quinola of a row, or note why nobody pays for a card that was led.

    ``winner``: of the hand. Source: reversis/scoring.claim.
    """
    card, _, how = row.text(KIND).partition("-")
    what, by, other = _card_text(row), row.who(BY), row[OTHER] or winner
    if how == "led" and by == winner:
        account.notes.append(f"{what} by {by}, who won the hand: nobody pays.")
    elif how == "led" and not row[CLAIMED]:
        account.notes.append(f"{what} by {by}: {winner} did not ask for it.")
    elif card == "ace":
        account.payments.append(pay.ace_payment(how, row.text(SUIT), what, by, other))
    else:
        account.pay_for_quinola(how, what, by, other, players)


def _card_text(row: Record) -> str:
    """Describe the card of a row and how it was played: ``A♦ discarded``."""
    card, _, how = row.text(KIND).partition("-")
    return f"A{SYMBOLS[row.text(SUIT)]} {how}" if card == "ace" else f"Quinola {how}"


def _score_reversis(table: Table[Pots], entry: Record, account: Account) -> None:
    """Score a hand with a reversis, in which nothing else is paid for, not even aces and the Quinola."""
    player, breaker, espagnolette = entry.who(REVERSIS), entry[BROKEN_BY], entry[ESPAGNOLETTE]
    account.notes.append("A reversis was undertaken, so nobody is paid for the hand.")
    if entry[PAYMENTS]:
        refunded = listed(f"{_card_text(row)} by {row.who(BY)}" for row in entry[PAYMENTS])
        account.notes.append(f"Refunded: {refunded}.")
    account.payments += pay.reversis_payments(table.players, player, entry)
    if entry[QUINOLA_EARLY] and breaker is None:
        account.take_pot(player, P.scoring.reversis_pot)
    elif entry[QUINOLA_EARLY]:
        account.pay_remise(player)
    if breaker is not None and espagnolette is not None:
        account.notes.append(f"The reversis was broken, so the espagnolette costs {espagnolette} nothing.")


def pots_text(pots: Sequence[int]) -> str:
    """Describe the pots on the table, oldest first; empty if there is none."""
    return f"{'the pot holds' if len(pots) == 1 else 'the pots hold'} {listed(map(str, pots))}" if pots else ""


GAME = Game[Pots](
    name="Reversis",
    summary="Avoid aces and court cards, throw the jack of hearts for the pot, or take every trick; most chips wins.",
    kind="trick-taking",
    seats=Seats(4, 4),
    totals=Totals("chips", starting_stack, lambda table: sum(table.state.amounts)),
    # Source: reversis/ending.hands, reversis/ending.winner.
    ending=endings.AGREED_HANDS_ON_CREDIT,
    options=f.fields_of(STACK_FIELD, endings.HANDS_OPTION.of(most=100), NEW_POT, LOSING_TIE),
    start=lambda _: Pots(),
    scoring=Scoring(FIELDS, score, check),
    carry=(
        Notice("pots", lambda table: list(table.state.amounts), pots_text),
        Notice("remises", lambda table: table.state.remises, count_phrase("remise", "so far")),
    ),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("pot", lambda table: table.state.with_antes().last, amount_phrase("last pot with the antes")),
    ),
)
