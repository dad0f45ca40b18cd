"""JSON schemas of requests, made from the games' fields, and example plays.

A schema never forbids what the API accepts. Options are the same at every table, so their schemas have bounds. What a
round may contain depends on the table, so its fields only have types; ``…/next`` returns the bounds for a play.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, Final

from companion.core.entry.fields import Choice, Field
from companion.core.entry.kinds import KINDS, Schema, any_of, default_of
from companion.core.entry.names import NAME_LENGTH
from companion.core.game.game import Game, Unit
from companion.core.game.seating import Seats
from companion.core.game.situation import Situation
from companion.core.game.table import Table
from companion.core.play.fold import Sheet, coming_fields, extend_sheet, fold, shared_fields
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import default_options
from companion.core.words import listed
from companion.games import folder_of

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Lee")
NULL: Schema = {"type": "null"}
TEXT: Schema = {"type": "string"}
REF: Final = "#/components/schemas/{name}"


def ref(name: str) -> Schema:
    """Return a reference to a schema of the document."""
    return {"$ref": REF.format(name=name)}


ABSENT_SCHEMA: Schema = {
    "description": "Null, an empty list and an empty object all say the same: not given.",
    "anyOf": [NULL, {"type": "array", "maxItems": 0}, {"type": "object", "maxProperties": 0}],
}
ABSENT = ref("Absent")


SIDES = "In partnership games: the two sides, by default named after their players."
SIDES_OR_NOT = "Two names make two sides of four players; without them, each player plays alone."


def sides_text(game: Game[Any]) -> str:
    """Return the description of a game's two sides; empty if it has none."""
    return SIDES if game.seats.is_in_sides else SIDES_OR_NOT if game.seats.is_optionally_in_sides else ""


def play_schema(title: str, seats: Seats, sides: str, options: Schema, entry: Schema) -> Schema:
    """Return the schema of a play to be scored. ``sides``: the description of its sides; empty if it takes none."""
    texts = {"type": "array", "items": {"type": "string", "minLength": 1}}
    two = any_of(({**texts, "minItems": 2, "maxItems": 2}, ABSENT)) if sides else ABSENT
    return {
        "type": "object",
        "description": f"A play of {title}: who sits at the table, and what was written down.",
        "required": ["players"],
        "additionalProperties": False,
        "properties": {
            "players": {
                **texts,
                "description": f"Seat order, clockwise. Every name is different and has 1 to {NAME_LENGTH} letters.",
                "minItems": seats.fewest,
                "maxItems": seats.most,
            },
            "sides": {"description": sides or "None here.", **two},
            "dealer": {"description": "The first dealer; by default the first player.", **any_of((TEXT, ABSENT))},
            "options": any_of((options, ABSENT)),
            "rounds": any_of(({"type": "array", "items": entry}, ABSENT)),
        },
    }


def options_schema(game: Game[Any]) -> Schema:
    """Return the schema of a game's options. Options about players depend on who plays, so they have no bounds here."""
    found = {option.key: _field_schema([option], with_bounds=True) for option in game.options}
    for players in _names_by_table_size(game):
        for option in game.options_for(players):
            found.setdefault(option.key, _field_schema([option], with_bounds=False))
    schema = {"type": "object", "description": f"House rules of {game.name}.", "properties": found}
    return schema if game.player_options else {**schema, "additionalProperties": False}


def entry_schema(game: Game[Any]) -> Schema:
    """Return the schema of a round's entry, with the fields of all tables."""
    variants_by_key: dict[str, list[Field]] = {}
    for table in _sample_tables(game):
        for field in coming_fields(game, table):
            variants = variants_by_key.setdefault(field.key, [])
            if field not in variants:
                variants.append(field)
    absent, _ = shared_fields(NAMES, NAMES, come_and_go=True)
    properties = {key: _field_schema(variants, with_bounds=False) for key, variants in variants_by_key.items()}
    if game.seats.come_and_go:
        properties["absent"] = _field_schema([absent], with_bounds=False)
    properties["adjust"] = ref(adjustments_name(game))
    return {
        "type": "object",
        "description": f"One round of {game.name}. Which fields it has, which of them must be given and their bounds "
        "depend on the table; `next` returns them for a play.",
        "properties": properties,
    }


def adjustments_name(game: Game[Any]) -> str:
    """Return the name of the schema for adjustments that a game uses."""
    if game.totals.unit == "chips":
        return "ChipAdjustments"
    return "RaceAdjustments" if game.ending.is_race else "Adjustments"


def question_schema(title: str, options: Schema, facts: Schema) -> Schema:
    """Return the schema of a question to a referee: options and facts."""
    return {
        "type": "object",
        "description": title,
        "additionalProperties": False,
        "properties": {"options": any_of((options, ABSENT)), "facts": any_of((facts, ABSENT))},
    }


def facts_schema(game: Game[Any], situation: Situation) -> Schema:
    """Return the schema of a situation's facts under the default options; none of them is marked as required."""
    fields = situation.facts(default_options(game))
    return {"type": "object", "properties": {field.key: _field_schema([field], with_bounds=False) for field in fields}}


def adjustments_schema(unit: Unit = "points", is_race: bool = False) -> Schema:
    """Return the schema of the referee's adjustments in a round; in games with chips also of buys."""
    _, adjust = shared_fields(NAMES, NAMES, True, unit, is_race)
    return _field_schema([adjust], with_bounds=True)


def _field_schema(variants: list[Field], *, with_bounds: bool) -> Schema:
    """Return the schema of a field. ``variants``: its forms at different tables; ``with_bounds``: with its bounds.

    A value may be absent if the field is not required, has an answer "nobody", or is described without bounds.
    """
    accepted = [_value_schema(field, with_bounds) for field in variants]
    if not (with_bounds and variants[0].required) or variants[0].nobody:
        accepted.append(ABSENT)
    schema = {"description": _description(variants), **any_of(accepted)}
    if with_bounds and not variants[0].required:
        schema["default"] = default_of(variants[0])
    return schema


def _description(variants: list[Field]) -> str:
    """Return the description of a field, with the choices of all its variants."""
    field = variants[0]
    choices = {choice: None for variant in variants for choice in variant.choices}
    return " ".join(
        part for part in (f"{field.label}.", field.full_help, _labels_text(field), _choices_text(choices)) if part
    )


def _labels_text(field: Field) -> str:
    """Return in words which label a field has for which answer to another field; empty if it always has the same."""
    by, labels = field.asking.named_by
    texts = [f"{label} where `{by}` is `{value}`" for value, label in labels]
    return f"{listed(texts, 'or')}." if texts else ""


def _choices_text(choices: Iterable[Choice]) -> str:
    """Return the choices of a field in words."""
    texts = [f"`{choice.value}` ({choice.label})" for choice in choices]
    return f"One of {listed(texts, 'or')}." if texts else ""


def _value_schema(field: Field, with_bounds: bool) -> Schema:
    """Return the schema of a field's value: a single one, or an object with one for each name.

    If the field has to be empty for some names (``empty_for``), 0 and false are empty values, too.
    """
    single = KINDS[field.type].schema(field, with_bounds, lambda columns: _columns_schema(columns, with_bounds))
    if field.per == "table":
        return single
    named = [single, NULL, ABSENT, {"enum": [0, False]}] if field.bounds.empty_for else [single, NULL]
    return {"type": "object", "additionalProperties": any_of(named)}


def _columns_schema(columns: Sequence[Field], with_bounds: bool) -> Schema:
    """Return the schema of an object with these columns."""
    schema: Schema = {
        "type": "object",
        "properties": {column.key: _field_schema([column], with_bounds=with_bounds) for column in columns},
    }
    if with_bounds:
        schema["required"] = [column.key for column in columns if column.required]
        schema["additionalProperties"] = False
    return schema


# Example plays.


def sample_play(
    game: Game[Any], players: Iterable[str], rounds: int, options: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], Sheet[Any]] | None:
    """Return a believable play as a request and as its sheet; None if the options are invalid.

    It has ``rounds`` rounds, or fewer if it is over earlier.
    """
    entries: list[dict[str, Any]] = []
    request = {"players": list(players), "options": dict(options or {}), "rounds": entries}
    setup, _ = read_setup(game, request)
    if setup is None:
        return None
    sample = import_module(f"companion.games.{folder_of(game.slug)}.sample").sample_round
    dice = Random(1)  # noqa: S311 - always the same play, no security
    sheet = fold(game, setup, [])
    for _ in range(rounds):
        if sheet.table.over:
            break
        entries.append(sample(sheet.table, dice))
        sheet = extend_sheet(sheet, entries[-1:])
    return request, sheet


def example_play(game: Game[Any]) -> tuple[dict[str, Any], Sheet[Any]]:
    """Return an example play of two rounds, as a request and as its sheet."""
    play = sample_play(game, sample_names(game.seats.nearest_allowed(3)), 2)
    assert play is not None, "a game can be played by its own defaults"  # noqa: S101 - the laws check it
    return play


def sample_names(count: int) -> tuple[str, ...]:
    """Return names for ``count`` players."""
    return NAMES[:count] + tuple(f"Player {number}" for number in range(len(NAMES) + 1, count + 1))


def _names_by_table_size(game: Game[Any]) -> list[tuple[str, ...]]:
    """Return player names for every possible number of players."""
    return [sample_names(count) for count in range(game.seats.fewest, game.seats.most + 1)]


def _sample_tables(game: Game[Any]) -> Iterator[Table[Any]]:
    """Yield tables of every size, and under extreme values of every option, before and after some rounds."""
    plays = [sample_play(game, players, 3) for players in _names_by_table_size(game)]
    players = sample_names(game.seats.nearest_allowed(4))
    for option in game.options:
        plays += [sample_play(game, players, 1, {option.key: value}) for value in KINDS[option.type].extremes(option)]
    for _, sheet in filter(None, plays):
        yield sheet.opening
        yield from (scored.table for scored in sheet.rounds)
