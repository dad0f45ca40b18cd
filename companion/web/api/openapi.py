"""The OpenAPI 3.1 document of both APIs, made from the same definitions that the core scores by.

Each game has addresses of its own beside the common ``/games/{slug}/…``, because only there requests can have the types
of the game. A request does not name its game, and since nearly all of its fields are optional, a ``oneOf`` over all
games would match several at once. Code generators make ``scoreRage(play: RagePlay)`` of a game's addresses. A program
for all games uses the common addresses, and reads the fields from ``getGame`` and ``nextRound``.
"""

import re
from collections import ChainMap
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct, json

from companion import __version__
from companion.core.data_files import read_toml
from companion.core.entry.kinds import Schema
from companion.core.game.game import Game
from companion.core.game.seating import Seats
from companion.core.game.situation import Situation
from companion.core.play.scoring_api import NotPlayable, next_round_json, score_json, score_request
from companion.games import SLUGS, all_games
from companion.web.api import schemas
from companion.web.api.answers import CLUB_PREFIX, PREFIX
from companion.web.api.bodies import ProblemJson, RefusalJson
from companion.web.api.club.answers import StaleProblemJson
from companion.web.api.club.read_requests import IN_QUERY
from companion.web.api.operations import OPERATIONS, Operation
from companion.web.api.schemas import TEXT, ref

_FIXED: Final = read_toml(__package__, "openapi.toml")
_ERRORS: Final = _FIXED.pop("errors")
_PARAMETERS: Final = _FIXED.pop("parameters") | {
    "slug": {"description": "The game.", "schema": {**TEXT, "enum": list(SLUGS)}}
}

CLUB, GAMES = (tag["name"] for tag in _FIXED["tags"])


def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return {
        **_FIXED,
        "info": {**_FIXED["info"], "version": __version__},
        "tags": [*_FIXED["tags"], *({"name": game.name, "description": game.summary} for game in all_games())],
        "paths": {**_common_paths(), **ChainMap(*map(_game_paths, all_games()))},
        "components": {**_FIXED["components"], "schemas": _schemas(), "responses": _error_responses()},
    }


# Operations.


def _common_paths() -> dict[str, Any]:
    """Return the paths of all operations, which are named after their views and summed up by their docstrings."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        path = operation.path.replace("<", "{").replace(">", "}")
        name = _camel_case(operation.view.__name__, "_")
        summary = (operation.view.__doc__ or "").partition(".")[0].removeprefix("Return ")
        described = _described(operation, name[0].lower() + name[1:], summary[0].upper() + summary[1:])
        paths.setdefault(path, _path_parameters(path))[operation.method.lower()] = described
    return paths


def _game_paths(game: Game[Any]) -> dict[str, Any]:
    """Return the paths of one game, in which its own types replace those for any game."""
    name, tag = type_name(game), game.name
    play, sheet = schemas.example_play(game)
    common = {one.path.removeprefix("/games/<slug>/"): one for one in OPERATIONS}
    score, coming, judge = (common[path] for path in ("score", "next", "referee/<situation>"))
    score_summary, next_summary = f"The sheet of a play of {tag}", f"What to write down for the coming round of {tag}"
    paths = {
        "score": _described(score, f"score{name}", score_summary, tag, f"{name}Play", (play, score_json(sheet))),
        "next": _described(coming, f"next{name}", next_summary, tag, f"{name}Play", (play, next_round_json(sheet))),
    }
    for situation in game.situations:
        question = question_name(game, situation)
        called = f"judge{question.removesuffix('Question')}"
        paths[f"referee/{situation.key}"] = _described(judge, called, situation.title, tag, question)
    return {f"/games/{game.slug}/{path}": {"post": described} for path, described in paths.items()}


def type_name(game: Game[Any]) -> str:
    """Return the name of a game in type names: ``OpenFaceChinesePoker`` for ``open-face-chinese-poker``."""
    return _camel_case(game.slug)


def question_name(game: Game[Any], situation: Situation) -> str:
    """Return the type name of a question to a referee: ``RageTrickQuestion``."""
    return f"{_camel_case(game.slug)}{_camel_case(situation.key)}Question"


def _camel_case(words: str, separator: str = "-") -> str:
    """Return words in CamelCase."""
    return "".join(word.capitalize() for word in words.split(separator))


def _described(
    operation: Operation,
    name: str,
    summary: str,
    tag: str = GAMES,
    sent: str = "",
    examples: tuple[Any, Any] = (None, None),
) -> dict[str, Any]:
    """Return the description of an operation in the document.

    ``name``: its ``operationId``; ``sent``: the name of its body's schema, if that is not ``operation.sent``;
    ``examples``: of its body and its answer.
    """
    is_read, has_body = operation.method == "GET", operation.method not in IN_QUERY
    in_club = operation.path.startswith(CLUB_PREFIX.removeprefix(PREFIX))
    errors = dict(_ERRORS["club"] if in_club else _ERRORS["game"] if "<slug>" in operation.path else {})
    found: dict[str, Any] = {"operationId": name, "summary": summary.removesuffix("?"), "tags": [tag]}
    if in_club:
        found |= {"tags": [CLUB], "security": [{"token": []}]}
    if has_body:
        found["requestBody"] = _json_content(ref(sent or _schema_name(operation.sent)), examples[0], required=True)
        errors |= _ERRORS["body"]
    elif operation.sent:
        found["parameters"] = _query_parameters(_schemas_of_types([operation.sent])[operation.sent.__name__])
    if not is_read:
        errors |= _ERRORS["write" if in_club else "score"]
    answer = ref(_schema_name(operation.answer)) if operation.answer else {"type": "object"}
    done = summary if summary.endswith("?") else f"{summary}."
    done = done if is_read or not in_club else "It is written down."
    responses = {str(operation.status): _json_content(answer, examples[1], description=done)}
    if is_read:
        responses["304"] = {"description": "Your copy (`If-None-Match`) is still up to date."}
    responses |= {status: {"$ref": f"#/components/responses/{error}"} for status, error in sorted(errors.items())}
    return {**found, "responses": responses}


def _schema_name(sent: Any) -> str:
    """Return the name of the schema of a type; a name is returned unchanged."""
    return sent if isinstance(sent, str) else str(sent.__name__.removesuffix("Json"))


def _json_content(schema: Schema, example: Any = None, kind: str = "application/json", **more: Any) -> dict[str, Any]:
    """Return the content of a request or a response. ``kind``: its media type; ``more``: members beside the content."""
    return {
        **more,
        "content": {kind: {"schema": schema} if example is None else {"schema": schema, "example": example}},
    }


def _path_parameters(path: str) -> dict[str, Any]:
    """Return the parameters in a path, which all of its operations share.

    A ``key`` is described by the part of the path before it: ``nights/{key}``.
    """
    found = [
        {"name": name, "in": "path", "required": True, **_PARAMETERS[above if name == "key" else name]}
        for above, name in re.findall("([a-z]+)/{([a-z]+)}", path)
    ]
    return {"parameters": found} if found else {}


def _query_parameters(sent: Schema) -> list[Schema]:
    """Return the parameters in a query, from the schema of the type that is sent."""
    return [
        {"name": name, "in": "query", "required": name in sent["required"], "schema": schema}
        for name, schema in sent["properties"].items()
    ]


def _error_responses() -> dict[str, Any]:
    """Return the error responses by name."""
    found = {}
    for name, fixed in _FIXED["components"]["responses"].items():
        more = dict(fixed)
        kind, example = more.pop("type", "Problem"), _example_refusal() if name == "NotPlayable" else None
        found[name] = _json_content(ref(kind), example, "application/problem+json", **more)
    return found


def _example_refusal() -> dict[str, Any]:
    """Return an example of a refusal: a play in which two players have the same name."""
    try:
        score_request(all_games()[0], {"players": ["Ann", "Bob", "Ann"]})
    except NotPlayable as refusal:
        return refusal.problem_json()
    raise AssertionError("nobody can sit on two seats")


# Types.


def _schemas_of_types(kinds: Iterable[type[Struct]]) -> dict[str, Schema]:
    """Return the JSON schemas of types and of all types that they use, by name without ``Json`` at the end."""
    _, found = json.schema_components(sorted(kinds, key=str), ref_template=schemas.REF)
    named: dict[str, Schema] = json.decode(json.encode(found).replace(b'Json"', b'"'))
    return named


def _schemas() -> dict[str, Schema]:
    """Return all schemas of the document by name."""
    kinds: set[type[Struct]] = {ProblemJson, RefusalJson, StaleProblemJson}
    kinds |= {one.answer for one in OPERATIONS if one.answer}
    kinds |= {one.sent for one in OPERATIONS if one.method not in IN_QUERY and isinstance(one.sent, type)}
    games = all_games()
    seats = Seats(min(game.seats.fewest for game in games), max(game.seats.most for game in games))
    anything: Schema = {"type": "object"}
    found = {
        "Absent": schemas.ABSENT_SCHEMA,
        "Adjustments": schemas.adjustments_schema(),
        "ChipAdjustments": schemas.adjustments_schema("chips"),
        "RaceAdjustments": schemas.adjustments_schema(is_race=True),
        "Play": schemas.play_schema("any game", seats, schemas.SIDES, anything, anything),
        "Question": schemas.question_schema("A question to a referee.", anything, anything),
        **_schemas_of_types(kinds),
    }
    for game in games:
        name = type_name(game)
        options, entry = ref(f"{name}Options"), ref(f"{name}Round")
        found[f"{name}Options"] = schemas.options_schema(game)
        found[f"{name}Round"] = schemas.entry_schema(game)
        found[f"{name}Play"] = schemas.play_schema(game.name, game.seats, schemas.sides_text(game), options, entry)
        for situation in game.situations:
            facts = schemas.facts_schema(game, situation)
            found[question_name(game, situation)] = schemas.question_schema(situation.title, options, facts)
    return found
