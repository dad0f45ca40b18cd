"""Scoring of Put and Take: what matches the dealer's cards is paid into the pot, then out of it."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty, rank_of
from companion.core import endings
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.fields import Worth
from companion.core.game import (
    HAND,
    IN_CHIPS,
    NOBODY_LEADS,
    STACK,
    Game,
    Line,
    Notice,
    Scored,
    Scoring,
    Table,
    fields_by,
)
from companion.core.keys import Cards, Key, PerName
from companion.core.problems import Problem
from companion.core.seating import Seats, but
from companion.core.showdown import HANDS
from companion.core.words import counted, listed

PUT: Key[PerName[int]] = Key("put")
TAKE: Key[PerName[int]] = Key("take")
DOUBLING: Key[bool] = Key("doubling")
PUT_CARDS: Key[Cards] = Key("put_cards")
TAKE_CARDS: Key[Cards] = Key("take_cards")

DECK = standard_deck("the pack of 52")

WORTH, DOUBLING_WORTH = (1, 2, 3, 4, 5), (1, 2, 4, 8, 16)
"""Credits of the five cards turned in a round, in order. Source: put-and-take/scoring.worth."""

HAND_MOST, DOUBLING_HAND_MOST = 29, 72
"""The most that one hand can match in a round. Source: put-and-take/scoring.limits."""

OTHERS_OF_A_RANK = 3

OPTIONS = (
    f.flag(DOUBLING, "Doubling", help="The five cards are worth 1, 2, 4, 8, 16 credits instead of 1, 2, 3, 4, 5."),
    f.count(STACK, "Starting credits", 100_000, default=0, help="For each player; 0: totals are what was won or lost."),
    endings.HANDS_OPTION,
)

CARD_KEYS: tuple[Key[Any], ...] = (PUT_CARDS, TAKE_CARDS, HANDS)
TURNED = {PUT: PUT_CARDS, TAKE: TAKE_CARDS}
"""Which cards were turned in which half."""

WHAT: Mapping[Key[Any], str] = {
    PUT_CARDS: "The five cards of the put round",
    TAKE_CARDS: "The five cards of the take round",
    HANDS: "The players' hands",
    PUT: "What the players put in",
    TAKE: "What the players took",
}


def worth(options: Record) -> tuple[int, ...]:
    """Return credits of the five cards of a round, in the order turned."""
    return DOUBLING_WORTH if options[DOUBLING] else WORTH


def worth_told(worths: Iterable[int]) -> str:
    """Return what the cards of a round are worth, in their order."""
    return f"worth {listed(map(str, worths))}"


def all_but(players: Iterable[str], dealer: str) -> tuple[str, ...]:
    """Return who plays against the dealer, in seat order."""
    return but(players, (dealer,))


@fields_by(lambda table: (table.players, table.dealer, table.options[DOUBLING]))
def fields(players: tuple[str, ...], dealer: str, doubling: bool) -> tuple[f.Field, ...]:
    """Return credits of both rounds, or in their place the cards; the dealer is asked nothing."""
    asked = {"names": all_but(players, dealer), "empty_for": (dealer,)}
    worths = tuple(map(Worth, ("1st", "2nd", "3rd", "4th", "5th"), DOUBLING_WORTH if doubling else WORTH))
    put, take, *cards = written(doubling, **asked)
    return (
        put.of(group="Put round", worths=worths, either="Credits", help="Credits paid into the pot."),
        take.of(group="Take round", worths=worths, either="Credits"),
        *(field.of(either="Cards") for field in cards[:2]),
        cards[2].of(either="Cards", help="The five cards of each player."),
    )


def written(doubling: bool, **asked: Any) -> tuple[f.Field, ...]:
    """Return what can be written down of a hand: credits put and taken, or the cards turned and held."""
    most, of_each = DOUBLING_HAND_MOST if doubling else HAND_MOST, {"per": "player", **asked}
    return (
        f.chips(PUT, "Put", most, keeps_empty=True, help=PAID_IN, **of_each),
        f.chips(TAKE, "Take", most, keeps_empty=True, help=OWED, **of_each),
        f.cards(PUT_CARDS, "Put cards", DECK, 5, 5, aside=True, help="Of the put round, in the order turned."),
        f.cards(TAKE_CARDS, "Take cards", DECK, 5, 5, aside=True, help="Of the take round, in the order turned."),
        HANDS_FIELD.of(aside=True, **of_each),
    )


PAID_IN = "Credits paid into the pot, by all but the dealer."
OWED = "Credits owed in the take round, whoever paid them."
HANDS_FIELD = f.cards(HANDS, "Hand", DECK, 5, 5, per="player", help="The five cards of each player but the dealer.")


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that credits or cards are there, not both, and all of them."""
    return check_entry(table.options, all_but(table.players, table.dealer), entry)


def check_entry(options: Record, names: Sequence[str], entry: Record) -> Iterator[Problem]:
    """Check the same, given who plays against the dealer."""
    cards = any(entry.has(key) for key in CARD_KEYS)
    paid = next((key for key in TURNED if entry.given(key)), None)
    if cards and paid:
        yield Problem(paid, "Give the cards or the credits, not both.")
    elif cards:
        yield from _check_cards(names, entry)
    elif any(entry.has(key) for key in TURNED):
        yield from _check_credits(options, entry)
    else:
        yield Problem(PUT_CARDS, "Give the cards of the hand, or the credits that were put and taken.")


def _check_cards(names: Sequence[str], entry: Record) -> Iterator[Problem]:
    """Check for all cards of the hand, each once. Source: put-and-take/play.discard."""
    yield from _missing(entry, CARD_KEYS)
    for card in entry[TAKE_CARDS]:
        if card in entry[PUT_CARDS]:
            yield Problem(TAKE_CARDS, f"{card} was already turned in the put round.")
    yield from check_hands(names, entry, entry[PUT_CARDS] + entry[TAKE_CARDS])


def check_hands(names: Sequence[str], entry: Record, turned: Container[str]) -> Iterator[Problem]:
    """Check that each of them has a hand, where any are written down, and nobody holds a card that was turned."""
    for name in names:
        if entry.has(HANDS) and name not in entry.given(HANDS):
            yield Problem(HANDS, f"The hand of {name} is missing.", name)
        for card in entry[HANDS][name]:
            if card in turned:
                yield Problem(HANDS, f"{name} holds {card}, which the dealer turned up.", name)


def _check_credits(options: Record, entry: Record) -> Iterator[Problem]:
    """Check for both rounds, and no more than can match. Source: put-and-take/scoring.limits."""
    yield from _missing(entry, TURNED)
    most = OTHERS_OF_A_RANK * sum(worth(options))
    for key in TURNED:
        total = sum(entry[key].values())
        if total > most:
            yield Problem(key, f"{WHAT[key]} adds up to {total}, but {most} credits are the most in a round.")


def _missing(entry: Record, keys: Iterable[Key[Any]]) -> Iterator[Problem]:
    for key in keys:
        if not entry.has(key):
            yield Problem(key, f"{WHAT[key]} {'are' if key in CARD_KEYS else 'is'} missing.")


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return what each player puts and takes, in seat order, and what that leaves for the dealer."""
    names, dealer = all_but(table.players, table.dealer), table.dealer
    puts, takes = (moved(table.options, names, entry, half) for half in TURNED)
    lines = []
    for name, (put, reason) in puts.items():
        take, other_reason = takes[name]
        if put:
            lines.append(Line(name, -put, "put-and-take/scoring.put", f"put {reason}"))
        if take:
            lines.append(Line(name, take, "put-and-take/scoring.take", f"took {other_reason}"))
    pot, owed = (sum(amount for amount, _ in half.values()) for half in (puts, takes))
    if pot > owed:
        rule, text, told = "scoring.rest", f"left of the pot of {pot:,}", f"{dealer} keeps {pot - owed:,}."
    else:
        rule, text = "scoring.dealer-pays", f"{owed:,} owed out of a pot of {pot:,}"
        told = f"{dealer} pays {owed - pot:,}: {text}."
    if pot == owed:
        told = f"The pot came out even: nothing for {dealer} to keep or to pay."
    else:
        lines.append(Line(dealer, pot - owed, f"put-and-take/{rule}", text))
    in_pot = f"{counted(pot, 'credit')} in the pot after the put round."
    notes = [*_turned_note(table, entry, PUT), in_pot, *_turned_note(table, entry, TAKE), told]
    without = [name for name in puts if not puts[name][0] and not takes[name][0]]
    if without:
        notes.append(f"{listed(without)} put nothing and took nothing.")
    return Scored(tuple(lines), None, tuple(notes))


def _turned_note(table: Table[None], entry: Record, half: Key[PerName[int]]) -> Iterator[str]:
    """Yield which cards were turned, where they are written down, and what each was worth.

    ``half``: ``put`` or ``take``.

    Source: put-and-take/scoring.put, put-and-take/scoring.take.
    """
    cards = entry[TURNED[half]]
    if cards:
        turned = (f"{pretty(card)} for {each}" for card, each in zip(cards, worth(table.options), strict=True))
        yield f"Turned to {half}: {listed(turned)}."


def moved(options: Record, names: Sequence[str], entry: Record, half: Key[PerName[int]]) -> dict[str, tuple[int, str]]:
    """Return what each player but the dealer puts or takes, and how it adds up. ``half``: ``put`` or ``take``."""
    if not entry.has(HANDS):
        return {name: (entry[half][name], counted(entry[half][name], "credit")) for name in names}
    turned, worths = entry[TURNED[half]], worth(options)
    found = {}
    for name in names:
        counts = matches(entry[HANDS][name], turned)
        pairs = [(count, each) for count, each in zip(counts, worths, strict=True) if count]
        reason = " + ".join(f"{count} × {each}" for count, each in pairs)
        found[name] = (sum(count * each for count, each in pairs), reason)
    return found


def matches(hand: Iterable[str], turned: Sequence[str]) -> list[int]:
    """Return for each card turned how many of the hand have its rank. Source: put-and-take/scoring.twice."""
    ranks = [rank_of(card) for card in hand]
    return [ranks.count(rank_of(card)) for card in turned]


GAME = Game[None](
    module=__name__,
    name="Put and Take",
    summary="Pay for cards that match the dealer's, then be paid for them; most credits wins.",
    kind="banking",
    seats=Seats(2, 9),
    totals=IN_CHIPS,
    # Source: put-and-take/ending.winner.
    ending=endings.ON_CREDIT,
    terms=HAND,
    options=OPTIONS,
    scoring=Scoring(fields, score, check),
    next=(
        NOBODY_LEADS,
        Notice("stakes", lambda table: list(worth(table.options)), lambda each: f"the cards are {worth_told(each)}"),
    ),
)
