"""All that games say of themselves and ask: options, the fields of rounds, the facts of questions to the referee.

``fields.txt`` beside the tests of a game records it. ``python -m tests.games write`` updates it; read the difference
before you commit it.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from companion.cards.decks import Deck, standard_face
from companion.core.entry.fields import Field
from companion.core.game.game import Game
from companion.core.game.situation import Situation
from companion.core.play.fold import coming_fields
from companion.core.play.scoring_api import game_json, score_request
from companion.core.play.setups import read_options
from companion.games import SLUGS, folder_of, game_of
from tests.games.examples import all_cases, all_questions

GAMES = Path(__file__).parents[1]
COMMAND = "python -m tests.games write"
SHORT = 2
"""How many rounds an example has at most whose coming round is recorded."""


def file_of(slug: str) -> Path:
    """Return the file with what a game asks."""
    return GAMES / folder_of(slug) / "fields.txt"


def text_of(slug: str) -> str:
    """Return what a game says of itself and asks, each field in a line."""
    return "".join(f"{line}\n" for line in _lines_of(game_of(slug)))


def _lines_of(game: Game[Any]) -> Iterator[str]:
    yield _as_json({**game_json(game), "when": game.ending.when, "is_race": game.ending.is_race, "terms": game.terms})
    yield from _cards_of(game)
    yield from _section("options", game.options_for(tuple(game.seats.placeholder_names())))
    yield from _section("rounds", _fields_of_rounds(game))
    for one in game.situations:
        texts = {"title": one.title, "help": one.help, "on_sheet": one.on_sheet, "named_in": one.named_in}
        shown = {key: text for key, text in texts.items() if text}
        yield from _section(f"{one.key} {_as_json(shown)}", _facts_of(game, one))


def _cards_of(game: Game[Any]) -> Iterator[str]:
    """Return the cards of a game that has its own, as they are shown."""
    decks = [field.deck for one in game.situations for field in _facts_of(game, one) if field.deck]
    own = {card: deck for deck in decks for card in deck.copies if deck.faces is not standard_face}
    if own:
        yield ""
        yield "cards"
    for card, deck in own.items():
        face = deck.face(card)
        yield f"- {card}: {face.text}; {face.group.title}: {face.short}"


def _section(title: str, asked: Iterable[Field]) -> Iterator[str]:
    """Return a heading, and each of these fields once."""
    yield ""
    yield title
    yield from dict.fromkeys(f"- {_as_json(one)}" for one in asked)


def _fields_of_rounds(game: Game[Any]) -> Iterator[Field]:
    """Return the fields of the coming rounds of all short examples."""
    for slug, _, case in all_cases():
        if slug == game.slug and "expect" in case and len(case["request"].get("rounds") or ()) <= SHORT:
            yield from coming_fields(game, score_request(game, case["request"]).table)


def _facts_of(game: Game[Any], situation: Situation) -> Iterator[Field]:
    """Return the facts of a question under the options of its examples."""
    for slug, case in all_questions():
        if (slug, case["situation"]) == (game.slug, situation.key):
            yield from situation.facts(read_options(game, (), case.get("options"))[0])


def _as_json(value: Any) -> str:
    """Return a value as JSON, of records only what is not as usual."""
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Deck):
        return f"{value.name}, {sum(value.copies.values())} cards"
    if is_dataclass(value):
        return {one.name: getattr(value, one.name) for one in fields(value) if getattr(value, one.name) != one.default}
    raise TypeError(f"{value!r} is no part of a field")


def write_fields() -> None:
    """Write the files of all games."""
    for slug in SLUGS:
        file_of(slug).write_text(text_of(slug), "utf-8")
