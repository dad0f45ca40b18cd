"""Scoring of Ristiseiska: a game to the player who runs out of cards."""

from collections.abc import Iterator, Mapping

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import IN_GAMES, NOBODY_LEADS, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats, from_left_of
from companion.core.game.table import Line, Scored, Table
from companion.core.game.terms import ONE_GAME
from companion.core.referee.facts import WINNER
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import listed

P = RuleIds("ristiseiska")

PACK = 52
MOST_LEFT = 50
"""The most cards in the hands at the end: the 7 of clubs and the winner's last card are on the table."""

CARDS_LEFT = ask.count_of_each(
    "cards_left", "Cards left", 49, aside=True, sum=f.Sum(most=MOST_LEFT, noun=("card", "cards")), usual=(1, 2, 3, 4),
    help="Cards still held; they score nothing.",
)  # fmt: skip
FIELDS = (f.player(WINNER, "Winner", required=True, help="Who ran out of cards."), CARDS_LEFT)


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the cards left, if counted at all, are counted for all and not too many, and only the winner has none.

    Source: ristiseiska/scoring.winner, ristiseiska/play.last-card.
    """
    given, winner = entry.names_given(CARDS_LEFT), entry.who(WINNER)
    for name, cards in entry[CARDS_LEFT].items() if given else ():
        if name == winner:
            yield from refuse(CARDS_LEFT, f"{name} won, so has no cards left.", name, when=cards)
        elif name not in given:
            yield Problem(CARDS_LEFT, f"Count the cards of {name} as well, or nobody's.", name)
        elif not cards:
            yield Problem(CARDS_LEFT, f"{name} has no cards left, but did not win.", name)
    total = sum(entry[CARDS_LEFT].values())
    yield from refuse(CARDS_LEFT, f"The others hold {MOST_LEFT} cards at most, not {total}.", when=total > MOST_LEFT)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score a game for the winner; cards left are only noted. Source: ristiseiska/scoring.cards-left."""
    line = Line(entry.who(WINNER), 1, P.scoring.winner, "out of cards")
    held = [f"{name} {cards}" for name, cards in entry[CARDS_LEFT].items() if cards]
    return Scored((line,), None, (f"Cards left: {', '.join(held)}.",) if held else ())


def cards_dealt(table: Table[None]) -> dict[str, int]:
    """Return the number of cards that each player is dealt; players from the dealer's left on get the odd ones.

    Source: ristiseiska/deal.one-by-one.
    """
    each, over = divmod(PACK, len(table.players))
    more = from_left_of(table.players, table.dealer)[:over]
    return {name: each + (name in more) for name in table.players}


def _cards_text(cards: Mapping[str, int]) -> str:
    """Describe how many cards each player is dealt: ``13 cards each, Bob one more``."""
    least = min(cards.values())
    more = [name for name, number in cards.items() if number > least]
    return f"{least} cards each" + (f", {listed(more)} one more" if more else "")


GAME = Game[None](
    name="Ristiseiska",
    summary="Build the suits up and down from their sevens and beg when you cannot; first out of cards wins the game.",
    kind="layout",
    seats=Seats(3, 5),
    totals=IN_GAMES,
    # Source: ristiseiska/ending.games.
    ending=endings.GAMES_WON,
    terms=ONE_GAME,
    options=(endings.GAMES_OPTION,),
    scoring=Scoring(RoundFields(lambda _: FIELDS), score, check),
    # Source: ristiseiska/play.first.
    next=(NOBODY_LEADS, Notice("cards", cards_dealt, _cards_text)),
)
