"""Following the cards of a round of a game, for its tests."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.game.table import Table
from companion.core.play.fold import coming_fields, fold
from companion.core.play.setups import read_setup
from companion.core.tricks.course_texts import breach_text
from companion.core.tricks.fall import Course, Fall
from companion.core.tricks.umpire import Umpire
from companion.games import game_of

NAMES = ("Ann", "Bob", "Cyd", "Dee")


def coming(slug: str, rounds: Sequence[Mapping[str, Any]] = (), players: Sequence[str] = NAMES, **options: Any) -> Any:
    """Return the table of a play before its next round; Ann deals first."""
    game = game_of(slug)
    setup, problems = read_setup(game, {"players": list(players), "options": options})
    assert setup is not None, problems
    sheet = fold(game, setup, rounds)
    assert sheet.refusal is None, sheet.refusal
    return sheet.table


def followed(
    slug: str, cards: str, leader: str = "Ann", table: Table[Any] | None = None
) -> tuple[Course, dict[str, Any]]:
    """Return the course of these cards, and the entry that they settle; commas may separate tricks."""
    game, table = game_of(slug), table or coming(slug)
    umpire = Umpire(game, table.options, table.players, table.setup.sides)
    fall = Fall(umpire.by_tricks.players(table), leader)
    for card in cards.replace(",", " ").split():
        found = umpire.add_card(table, fall, umpire.follow(table, fall).turn, card)
        assert isinstance(found, Fall), found
        fall = found
    return umpire.follow(table, fall), umpire.entry_part(table, coming_fields(game, table), replace(fall, over=True))


def told_of(slug: str, cards: str, leader: str = "Ann", table: Table[Any] | None = None) -> list[str]:
    """Return the reports about these cards, if the rules required others."""
    by = next(one.by_tricks for one in game_of(slug).situations if one.by_tricks)
    return [breach_text(item, by) for item in followed(slug, cards, leader, table)[0].breaches]
