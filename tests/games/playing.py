"""A round of a game as its tests play it: cards that fell, and the questions that an entry raises."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.entry import read_record
from companion.core.fall import Course, Fall, Umpire, breach_told
from companion.core.fold import coming_fields, fold, read_setup
from companion.core.game import Table
from companion.core.referee import judge_request
from companion.games import game_of

NAMES = ("Ann", "Bob", "Cyd", "Dee")


def coming(slug: str, rounds: Sequence[Mapping[str, Any]] = (), players: Sequence[str] = NAMES, **options: Any) -> Any:
    """The table of a play before its next round; Ann deals first."""
    game = game_of(slug)
    setup, problems = read_setup(game, {"players": list(players), "options": options})
    assert setup is not None, problems
    sheet = fold(game, setup, rounds)
    assert sheet.refusal is None, sheet.refusal
    return sheet.table


def followed(
    slug: str, cards: str, leader: str = "Ann", table: Table[Any] | None = None
) -> tuple[Course, dict[str, Any]]:
    """The course of these cards, and what of the round they settle; commas may stand between tricks."""
    game, table = game_of(slug), table or coming(slug)
    umpire, fall = Umpire(game, table.options), Fall(table.asked, leader)
    for card in cards.replace(",", " ").split():
        found = umpire.play(table, fall, umpire.follow(table, fall).turn, card)
        assert isinstance(found, Fall), found
        fall = found
    return umpire.follow(table, fall), umpire.counted(table, coming_fields(game, table), replace(fall, over=True))


def told_of(slug: str, cards: str, leader: str = "Ann", table: Table[Any] | None = None) -> list[str]:
    """What is said of these cards as they fell, where the rules say that others had to be played."""
    by = next(one.by_tricks for one in game_of(slug).situations if one.by_tricks)
    return [breach_told(item, by) for item in followed(slug, cards, leader, table)[0].breaches]


def raised(slug: str, entry: Mapping[str, Any], table: Table[Any] | None = None) -> dict[str, tuple[str, Any]]:
    """The questions that an entry of the coming round raises: why, and what is answered where it settles all facts.

    None where facts are still to be said.
    """
    game, table = game_of(slug), table or coming(slug)
    record, problems = read_record(coming_fields(game, table), entry)
    assert not problems, problems
    found: dict[str, tuple[str, Any]] = {}
    for one in game.situations:
        why = one.offered(table, record)
        if why:
            asked = {item.key: item for item in one.facts(table.options)}
            own = {key: value for key, value in entry.items() if key in asked}
            facts = {**one.known(table), **own, **one.answered(table, record)}
            missing = [item for item in asked.values() if item.required and item.key not in facts]
            options = {item.key: table.options.at(item) for item in game.options_for(table.players)}
            facts = {key: value for key, value in facts.items() if key in asked}
            outcome = None
            if facts and not missing:
                outcome = judge_request(game, one, {"options": options, "facts": facts}).outcome
            found[one.key] = (why, outcome)
    return found
