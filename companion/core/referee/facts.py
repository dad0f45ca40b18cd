"""Facts that many referees ask for, such as the cards of a trick or of a hand: their keys, fields and checks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion.cards.decks import Deck
from companion.cards.notation import pretty
from companion.cards.tricks import Renege, who_played_twice
from companion.cards.turns import PlayedCard
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards, Key, Names, PerName
from companion.core.entry.problems import CORRECT_WRONG_CARD, Problem
from companion.core.entry.record import Record, Rows
from companion.core.game.seating import Seats
from companion.core.words import capitalized

PLAYERS: Key[Names] = Key("players")
SIDES: Key[Names] = Key("sides")
PLAYS: Key[Rows] = Key("plays")
TRICK: Key[Rows] = Key("trick")
HAND: Key[Cards] = Key("hand")
PLAYER: Key[str | None] = Key("player")
CARD: Key[str | None] = Key("card")
TRICKS: Key[tuple[Rows, ...]] = Key("tricks")
TRUMP: Key[str | None] = Key("trump")
SEATS: Key[int | None] = Key("seats")
FIRST: Key[bool] = Key("first")
BROKEN: Key[bool] = Key("broken")
DEALER = ask.player("dealer", "Dealer", required=True, takes="player")
SIDE = ask.player("side", "Side", required=True)
TOTAL: Key[int] = Key("total")
TOTALS: Key[PerName[int]] = Key("totals")
COUNT: Key[int] = Key("count")
CARDS: Key[Cards] = Key("cards")
CAPTURED: Key[PerName[Cards]] = Key("captured")
SUIT: Key[str | None] = Key("suit")
RANK: Key[str | None] = Key("rank")
STOCK: Key[int] = Key("stock")
DECKS: Key[int] = Key("decks")
TURNED: Key[Cards] = Key("turned")
TOP: Key[str | None] = Key("top")
PILE: Key[Cards] = Key("pile")
DISCARD: Key[str | None] = Key("discard")
DISCARDS: Key[Cards] = Key("discards")
MELD: Key[Cards] = Key("meld")
MELDS: Key[tuple[Any, ...]] = Key("melds")
BIDS: Key[Rows] = Key("bids")
HELD: Key[int | None] = Key("held")
POT: Key[int] = Key("pot")
FROM: Key[str | None] = Key("from")
BY: Key[str | None] = Key("by")
FIRST_TURN: Key[bool] = Key("first_turn")
EARLY: Key[str | None] = Key("early")
LATE: Key[bool] = Key("late")
WINNER: Key[str | None] = Key("winner")
CALLER: Key[str | None] = Key("caller")
WENT_OUT: Key[str | None] = Key("went_out")
POINTS: Key[PerName[int]] = Key("points")
MELDED: Key[PerName[int]] = Key("melded")
IN_HAND: Key[PerName[int]] = Key("in_hand")


def plays(deck: Deck, most: int, least: int = 1) -> f.Field:
    """Return the field for the cards of one trick, in the order played. With ``least`` 0 the trick may be empty."""
    return f.rows(
        PLAYS, "Trick", _columns(deck), least=least, most=most, required=bool(least),
        sentences=(("", "{player} played {card}"),),
        help="In the order played." if least else "In the order played; empty where the hand leads.",
    )  # fmt: skip


def tricks(deck: Deck, most: int, players: int) -> f.Field:
    """Return the field for all tricks of a hand so far, each in the order played."""
    trick = f.rows(TRICK, "Trick", _columns(deck), least=1, most=players, required=True)
    return f.several(TRICKS, "Tricks", trick, least=1, most=most, required=True, help="In the order played.")


def seats(least: int, most: int) -> f.Field:
    """Return the field for the number of players in a trick, if that varies; the table may leave it out."""
    return f.count(
        SEATS, "Players", most, least=least, nobody="Not said", aside=True,
        help="How many play to the trick. It tells whether the trick is complete.",
    )  # fmt: skip


def check_seats(given: Record) -> Iterator[Problem]:
    """Check that no more players have played to the trick than the fact ``seats`` says, if it was given."""
    count, played = given[SEATS], len({row.who(PLAYER) for row in given[PLAYS]})
    if count is not None and played > count:
        yield Problem(SEATS, f"{played} cards lie there, but {count} players play one each.")


def _columns(deck: Deck) -> tuple[f.Field, ...]:
    """Return the columns of a played card: player and card."""
    return f.player(PLAYER, "Player", required=True, takes="player"), f.card(CARD, "Card", deck, required=True)


def calls(key: Key[Rows], label: str, call: f.Question, **more: Any) -> f.Field:
    """Return the field for the calls of an auction so far. ``call``: the field of one of them.

    ``more``: its other attributes.
    """
    (call_column,) = f.fields_of(call)
    columns = (f.player(PLAYER, "Player", required=True, takes="player"), call_column)
    return f.rows(key, label, columns, sentences=(("", f"{{player}}: {{{call_column.key}}}"),), **more)


def hand(deck: Deck, most: int, least: int = 1, **more: Any) -> f.Field:
    """Return the field for the cards that a player holds. ``more``: its other attributes."""
    return f.cards(HAND, "Hand", deck, least, most, required=True, help="All cards of the player.", **more)


def players(seats: Seats) -> f.Field:
    """Return the field for everybody in the play, in seat order: as many players as the game allows."""
    return f.players(
        PLAYERS, "Players", required=True, ordered=True, least=seats.fewest, most=seats.most,
        help="In seat order, clockwise.",
    )  # fmt: skip


def sides() -> f.Field:
    """Return the field for the names of the two sides, which the table may leave out."""
    return f.players(SIDES, "Sides", ordered=True, least=2, most=2, help="The side of the first seat, then the other.")


def totals(label: str, most: int, **more: Any) -> f.Field:
    """Return the field for the total of each player, or of each side with ``per="side"``: from −``most`` to ``most``.

    ``more``: its other attributes.
    """
    return f.points(TOTALS, label, most, -most, **{"per": "player", "required": True, **more})


def trick_of(rows: Iterable[Record]) -> tuple[PlayedCard, ...]:
    """Convert the rows of a trick to played cards."""
    return tuple(PlayedCard(row.who(PLAYER), row[CARD] or "") for row in rows)


def tricks_of(facts: Record) -> tuple[tuple[PlayedCard, ...], ...]:
    """Convert the fact ``tricks`` to played cards."""
    return tuple(trick_of(rows) for rows in facts[TRICKS])


def check_plays(trick: Sequence[PlayedCard], key: str = PLAYS, where: str = "the trick") -> Iterator[Problem]:
    """Check that nobody plays two cards to a trick. ``where``: what the message calls the trick."""
    twice = who_played_twice(trick)
    if twice is not None:
        yield Problem(key, f"{twice} played two cards to {where}: leave one of them out.", twice)


def check_cards(key: str, deck: Deck, cards: Iterable[str], text: Callable[[str], str] = pretty) -> Iterator[Problem]:
    """Check that no card occurs more often than in the deck. ``text``: describes a card in a sentence."""
    for card in deck.too_many(cards):
        too_often = f"{capitalized(text(card))} is there too often; it comes {deck.how_often(card)}."
        yield Problem(key, f"{too_often} {CORRECT_WRONG_CARD}")


def check_cards_together(deck: Deck, *parts: tuple[str, Iterable[str]]) -> Iterator[Problem]:
    """Check that several facts together have no card more often than the deck.

    ``parts``: a fact's key and its cards. The problem is about the first fact with which a card occurs too often.
    """
    cards_so_far: list[str] = []
    for key, cards in parts:
        cards_so_far += cards
        problems = list(check_cards(key, deck, cards_so_far))
        if problems:
            yield from problems
            return


def renege_rows(reneges: Iterable[Renege]) -> list[dict[str, Any]]:
    """Return the outcome ``reneges`` of a verdict: rows with player, trick, card and shown_in."""
    return [
        {"player": item.player, "trick": item.trick, "card": item.card, "shown_in": item.shown_in} for item in reneges
    ]
