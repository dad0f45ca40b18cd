"""Scoring of Ristiseiska: a game to the player who runs out of cards."""

from collections.abc import Iterator, Mapping

from companion.core import endings
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import WINNER
from companion.core.game import IN_GAMES, NOBODY_LEADS, ONE_GAME, Game, Line, Notice, Scored, Scoring, Table, fields_by
from companion.core.keys import Key, PerName
from companion.core.problems import Problem
from companion.core.seating import Seats, from_left_of
from companion.core.words import listed

CARDS_LEFT: Key[PerName[int]] = Key("cards_left")

PACK = 52
MOST_LEFT = 50
"""The 7 of clubs and the winner's last card are on the table."""

OPTIONS = (endings.GAMES_OPTION,)


@fields_by(lambda table: (table.players,))
def fields(players: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return who won and, for whoever likes to know, what the others still held."""
    return (
        f.player(WINNER, "Winner", players, required=True, help="Who ran out of cards."),
        f.count(
            CARDS_LEFT, "Cards left", 49, per="player", names=players, aside=True,
            sum=f.Sum(most=MOST_LEFT, noun=("card", "cards")), usual=(1, 2, 3, 4),
            help="Cards still held; they score nothing.",
        ),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that cards left, where counted, are counted for all and leave nobody but the winner without.

    Source: ristiseiska/scoring.winner, ristiseiska/play.last-card.
    """
    given, winner = entry.given(CARDS_LEFT), entry.who(WINNER)
    for name, cards in entry[CARDS_LEFT].items() if given else ():
        if name == winner:
            if cards:
                yield Problem(CARDS_LEFT, f"{name} won, so has no cards left.", name)
        elif name not in given:
            yield Problem(CARDS_LEFT, f"Count the cards of {name} as well, or nobody's.", name)
        elif not cards:
            yield Problem(CARDS_LEFT, f"{name} has no cards left, but did not win.", name)
    total = sum(entry[CARDS_LEFT].values())
    if total > MOST_LEFT:
        yield Problem(CARDS_LEFT, f"The others hold {MOST_LEFT} cards at most, not {total}.")


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score one game for the winner; cards left only make a note. Source: ristiseiska/scoring.cards-left."""
    winner = entry.who(WINNER)
    line = Line(winner, 1, "ristiseiska/scoring.winner", "out of cards")
    held = [f"{name} {cards}" for name, cards in entry[CARDS_LEFT].items() if cards]
    return Scored((line,), None, (f"Cards left: {', '.join(held)}.",) if held else ())


def dealt(table: Table[None]) -> dict[str, int]:
    """Return cards that each is dealt; the first from the dealer's left get one more where it does not come out even.

    Source: ristiseiska/deal.one-by-one.
    """
    each, over = divmod(PACK, len(table.players))
    more = from_left_of(table.players, table.dealer)[:over]
    return {name: each + (name in more) for name in table.players}


def _cards_told(cards: Mapping[str, int]) -> str:
    """Return what each is dealt, and who gets one more."""
    least = min(cards.values())
    more = [name for name, number in cards.items() if number > least]
    return f"{least} cards each" + (f", {listed(more)} one more" if more else "")


GAME = Game[None](
    module=__name__,
    name="Ristiseiska",
    summary="Build the suits up and down from their sevens and beg when you cannot; first out of cards wins the game.",
    kind="layout",
    seats=Seats(3, 5),
    totals=IN_GAMES,
    # Source: ristiseiska/ending.games.
    ending=endings.GAMES_WON,
    terms=ONE_GAME,
    options=OPTIONS,
    scoring=Scoring(fields, score, check),
    # Source: ristiseiska/play.first.
    next=(NOBODY_LEADS, Notice("cards", dealt, _cards_told)),
)
