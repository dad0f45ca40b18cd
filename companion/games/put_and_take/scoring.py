"""Scoring of Put and Take: what matches the dealer's cards is paid into the pot, then out of it."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty, rank_of
from companion.core.common import endings
from companion.core.common.chips import STACK_OPTION
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey, Worth
from companion.core.entry.keys import Key, PerName
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import IN_CHIPS, NOBODY_LEADS, Game, Notice, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats, names_except
from companion.core.game.table import Line, Scored, Table, note_on_others
from companion.core.game.terms import HAND
from companion.core.referee.showdown import HANDS
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, listed

P = RuleIds("put-and-take")

DECK = standard_deck("the pack of 52")

WORTH, DOUBLING_WORTH = (1, 2, 3, 4, 5), (1, 2, 4, 8, 16)
"""Credits of the five cards turned in a round, in order. Source: put-and-take/scoring.worth."""

HAND_MOST, DOUBLING_HAND_MOST = 29, 72
"""The most credits that one hand can match in a round. Source: put-and-take/scoring.limits."""

OTHERS_OF_A_RANK = 3

DOUBLING = ask.flag(
    "doubling", "Doubling", help="The five cards are worth 1, 2, 4, 8, 16 credits instead of 1, 2, 3, 4, 5.",
)  # fmt: skip

PUT = ask.count_of_each(
    "put", "Put", HAND_MOST, keeps_empty=True, help="Credits paid into the pot, by all but the dealer.",
).of(type="chips")  # fmt: skip
TAKE = ask.count_of_each(
    "take", "Take", HAND_MOST, keeps_empty=True, help="Credits owed in the take round, whoever paid them.",
).of(type="chips")  # fmt: skip
PUT_CARDS = ask.cards("put_cards", "Put cards", DECK, 5, 5, aside=True, help="Of the put round, in the order turned.")
TAKE_CARDS = ask.cards(
    "take_cards", "Take cards", DECK, 5, 5, aside=True, help="Of the take round, in the order turned.",
)  # fmt: skip
HANDS_FIELD = f.cards(HANDS, "Hand", DECK, 5, 5, per="player", help="The five cards of each player except the dealer.")

CARD_KEYS: tuple[Key[Any], ...] = (PUT_CARDS, TAKE_CARDS, HANDS)
TURNED = {PUT: PUT_CARDS, TAKE: TAKE_CARDS}
"""For the credits of each round, the cards that were turned in it."""

FIELD_NAMES: Mapping[Key[Any], str] = {
    PUT_CARDS: "The five cards of the put round", TAKE_CARDS: "The five cards of the take round",
    HANDS: "The players' hands", PUT: "What the players put in", TAKE: "What the players took",
}  # fmt: skip
"""Each field as the subject of a message."""


def worth(options: Record) -> tuple[int, ...]:
    """Return the credits of the five cards of a round, in the order turned."""
    return DOUBLING_WORTH if options[DOUBLING] else WORTH


def worths_text(worths: Iterable[int]) -> str:
    """Describe the credits of cards in their order: ``worth 1, 2, 3, 4 and 5``."""
    return f"worth {listed(map(str, worths))}"


def players_but_dealer(players: Iterable[str], dealer: str) -> tuple[str, ...]:
    """Return the players without the dealer, in seat order."""
    return names_except(players, (dealer,))


@fields_by(lambda table: (table.players, table.dealer, table.options[DOUBLING]))
def fields(players: tuple[str, ...], dealer: str, doubling: bool) -> tuple[f.Field, ...]:
    """Return the fields of a hand: the credits of both rounds or instead all cards, without the dealer."""
    asked = {"names": players_but_dealer(players, dealer), "empty_for": (dealer,)}
    worths = tuple(map(Worth, ("1st", "2nd", "3rd", "4th", "5th"), DOUBLING_WORTH if doubling else WORTH))
    put, take, *turned, hands = hand_fields(doubling, **asked)
    counts = put.of(group="Put round", help="Credits paid into the pot."), take.of(group="Take round")
    cards = *turned, hands.of(help="The five cards of each player.")
    return *f.with_common(*counts, worths=worths, either="Credits"), *f.with_common(*cards, either="Cards")


def hand_fields(doubling: bool, **asked: Any) -> tuple[f.Field, ...]:
    """Return the fields of a hand as a referee asks for them. ``asked``: more attributes of those for each player."""
    most = DOUBLING_HAND_MOST if doubling else HAND_MOST
    credits_moved = (key.of(most=most, **asked) for key in TURNED)
    return f.fields_of(*credits_moved, PUT_CARDS, TAKE_CARDS, HANDS_FIELD.of(aside=True, **asked))


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that a hand has all credits or all cards, and not both."""
    return check_entry(table.options, players_but_dealer(table.players, table.dealer), entry)


def check_entry(options: Record, names: Sequence[str], entry: Record) -> Iterator[Problem]:
    """Check that either cards or credits are given, and that these are right, in an entry or in facts with its keys.

    ``names``: the players without the dealer.
    """
    cards = any(entry.has(key) for key in CARD_KEYS)
    paid = next((key for key in TURNED if entry.names_given(key)), None)
    if cards and paid:
        yield Problem(paid, "Give the cards or the credits, not both.")
    elif cards:
        yield from _check_cards(names, entry)
    elif any(entry.has(key) for key in TURNED):
        yield from _check_credits(options, entry)
    else:
        yield Problem(PUT_CARDS, "Give the cards of the hand, or the credits that were put and taken.")


def _check_cards(names: Sequence[str], entry: Record) -> Iterator[Problem]:
    """Check that all cards of the hand are given, each of them once. Source: put-and-take/play.discard."""
    yield from _missing_faults(entry, CARD_KEYS, "are missing")
    for card in entry[TAKE_CARDS]:
        yield from refuse(TAKE_CARDS, f"{card} was already turned in the put round.", when=card in entry[PUT_CARDS])
    yield from check_hands(names, entry, entry[PUT_CARDS] + entry[TAKE_CARDS])


def check_hands(names: Sequence[str], entry: Record, turned: Container[str]) -> Iterator[Problem]:
    """Check that each player has a hand if any has, and that nobody holds a card that was turned."""
    for name in names:
        if entry.has(HANDS) and name not in entry.names_given(HANDS):
            yield Problem(HANDS, f"The hand of {name} is missing.", name)
        for card in entry[HANDS][name]:
            yield from refuse(HANDS, f"{name} holds {card}, which the dealer turned up.", name, when=card in turned)


def _check_credits(options: Record, entry: Record) -> Iterator[Problem]:
    """Check that both rounds are given, with no more credits than can match. Source: put-and-take/scoring.limits."""
    yield from _missing_faults(entry, TURNED, "is missing")
    most = OTHERS_OF_A_RANK * sum(worth(options))
    for key in TURNED:
        total = sum(entry[key].values())
        if total > most:
            yield Problem(key, f"{FIELD_NAMES[key]} adds up to {total}, but {most} credits are the most in a round.")


def _missing_faults(entry: Record, keys: Iterable[Key[Any]], what: str) -> Iterator[Problem]:
    """Yield a problem for each of these fields that is not given. ``what``: the verb phrase of the message."""
    for key in keys:
        yield from refuse(key, f"{FIELD_NAMES[key]} {what}.", when=not entry.has(key))


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score what each player puts and takes, in seat order, and what the dealer keeps or pays."""
    names, dealer = players_but_dealer(table.players, table.dealer), table.dealer
    puts, takes = (credits_by_player(table.options, names, entry, half) for half in TURNED)
    lines = []
    for name, (put, reason) in puts.items():
        take, other_reason = takes[name]
        if put:
            lines.append(Line(name, -put, P.scoring.put, f"put {reason}"))
        if take:
            lines.append(Line(name, take, P.scoring.take, f"took {other_reason}"))
    pot, owed = (sum(amount for amount, _ in half.values()) for half in (puts, takes))
    if pot > owed:
        note = f"{dealer} keeps {pot - owed:,}."
        lines.append(Line(dealer, pot - owed, P.scoring.rest, f"left of the pot of {pot:,}"))
    elif owed > pot:
        text = f"{owed:,} owed out of a pot of {pot:,}"
        note = f"{dealer} pays {owed - pot:,}: {text}."
        lines.append(Line(dealer, pot - owed, P.scoring.dealer_pays, text))
    else:
        note = f"The pot came out even: nothing for {dealer} to keep or to pay."
    in_pot = f"{counted(pot, 'credit')} in the pot after the put round."
    notes = [*_turned_note(table, entry, PUT), in_pot, *_turned_note(table, entry, TAKE), note]
    notes += note_on_others(puts, lines, "{names} put nothing and took nothing.")
    return Scored(tuple(lines), None, tuple(notes))


def _turned_note(table: Table[None], entry: Record, half: FieldKey[PerName[int]]) -> Iterator[str]:
    """Yield a note on the cards turned in a round and their worth, if they were entered. ``half``: ``PUT`` or ``TAKE``.

    Source: put-and-take/scoring.put, put-and-take/scoring.take.
    """
    cards = entry[TURNED[half]]
    if cards:
        turned = (f"{pretty(card)} for {each}" for card, each in zip(cards, worth(table.options), strict=True))
        yield f"Turned to {half}: {listed(turned)}."


def credits_by_player(
    options: Record, names: Sequence[str], entry: Record, half: FieldKey[PerName[int]]
) -> dict[str, tuple[int, str]]:
    """Return how many credits each player pays into the pot (``half`` = ``PUT``) or takes out (``TAKE``).

    With each number comes its sum in words.
    """
    if not entry.has(HANDS):
        return {name: (entry[half][name], counted(entry[half][name], "credit")) for name in names}
    turned, worths = entry[TURNED[half]], worth(options)
    credited = {}
    for name in names:
        counts = matches(entry[HANDS][name], turned)
        pairs = [(count, each) for count, each in zip(counts, worths, strict=True) if count]
        reason = " + ".join(f"{count} × {each}" for count, each in pairs)
        credited[name] = (sum(count * each for count, each in pairs), reason)
    return credited


def matches(hand: Iterable[str], turned: Sequence[str]) -> list[int]:
    """Return for each card turned how many cards of the hand have its rank. Source: put-and-take/scoring.twice."""
    ranks = [rank_of(card) for card in hand]
    return [ranks.count(rank_of(card)) for card in turned]


GAME = Game[None](
    name="Put and Take",
    summary="Pay for cards that match the dealer's, then be paid for them; most credits wins.",
    kind="banking",
    seats=Seats(2, 9),
    totals=IN_CHIPS,
    # Source: put-and-take/ending.winner.
    ending=endings.AGREED_HANDS_ON_CREDIT,
    terms=HAND,
    options=f.fields_of(DOUBLING, STACK_OPTION.of(label="Starting credits"), endings.HANDS_OPTION),
    scoring=Scoring(fields, score, check),
    next=(
        NOBODY_LEADS,
        Notice("stakes", lambda table: list(worth(table.options)), lambda each: f"the cards are {worths_text(each)}"),
    ),
)
