"""The OpenAPI 3.1 document of both APIs, made from the same definitions that the core scores by.

Each game has addresses of its own beside the common ``/games/{slug}/…``. Only there can a request be typed: it does not
name its game, and since nearly all of it is optional, a ``oneOf`` over all games would match several at once. Code
generators make ``scoreRage(play: RagePlay)`` of them; a program for all games reads the fields from ``getGame`` and
``nextRound`` and uses the common addresses.
"""

import re
from collections import ChainMap
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct, json

from companion import __version__
from companion.core.entry.kinds import Schema
from companion.core.game.game import Game
from companion.core.game.seating import Seats
from companion.core.game.situation import Situation
from companion.core.play.scoring_api import NotPlayable, next_round_json, score_json, score_request
from companion.games import SLUGS, all_games
from companion.web.api import bodies, schemas
from companion.web.api.answers import MOST_BYTES, PREFIX
from companion.web.api.club.answers import StaleProblemJson
from companion.web.api.club.read_requests import IN_QUERY
from companion.web.api.club.views import OPERATIONS
from companion.web.api.schemas import TEXT, ref

DESCRIPTION = """\
Scores games played with a real deck of cards, and answers questions about their rules. Below `/games` every answer
depends on the request alone, nothing is stored, and there is no login. Correct round 3 of 9 by sending all nine again.
Below `/club` lies what a club keeps, for programs that its organiser gave a token.

Null, an empty list and an empty object all count as not given, wherever something may be left out. Errors are problems
of RFC 9457; where a play cannot be scored or facts cannot be judged, each of the `errors` names a field."""

CLUB_API_DESCRIPTION = """\
What a club keeps. A program shows the token that an organiser's phone made for it (`Authorization: Bearer …`): the
token names the club, and what the program may do there. Lists are newest first, a page at a time. Every answer to a GET
has a tag by which it can be asked for again (`If-None-Match`).

A write carries a `client_id` of your own: sent twice, it is written once and answered the same. A change of a play
carries its `base`, the revision that you saw; if somebody has changed the play since, you get a 409 with its present
state. A refused write may be corrected and sent again under the same id."""

GAMES: Final = "All games"
CLUB: Final = "Club"
_PARAMETERS: Final[dict[str, Schema]] = {
    "plays": {"description": "The key of a play.", "schema": TEXT},
    "nights": {"description": "The key of a night.", "schema": TEXT},
    "people": {"description": "The key of somebody of the club.", "schema": TEXT},
    "payment": {"description": "The key of a payment.", "schema": TEXT},
    "number": {"description": "A round, as the sheet numbers it now.", "schema": {"type": "integer", "minimum": 1}},
    "situation": {"description": "One of the situations that the game lists.", "schema": TEXT},
    "slug": {"description": "The game.", "schema": {**TEXT, "enum": list(SLUGS)}},
}
"""The parameters in paths by name; a ``key`` by the part of the path before it."""

_SECURITY_DESCRIPTION: Final = "The token of a program, made by an organiser."


def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion",
            "summary": "Scorekeeper for games with a real deck of cards",
            "description": DESCRIPTION,
            "version": __version__,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": PREFIX}],
        "tags": [
            {"name": CLUB, "description": CLUB_API_DESCRIPTION},
            {"name": GAMES},
            *({"name": game.name, "description": game.summary} for game in all_games()),
        ],
        "paths": {**_club_paths(), **_common_paths(), **ChainMap(*map(_game_paths, all_games()))},
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": _SECURITY_DESCRIPTION}},
            "schemas": _schemas(),
            "responses": _refusal_responses(),
        },
    }


# Operations.

_READ_ERRORS: Final = {
    "401": "NoToken", "404": "NotInClub", "422": "UnusableError", "429": "TooManyTokens", "503": "NotNow",
}  # fmt: skip
"""The errors of operations by status; the names are those of responses in the document."""
_WRITE_ERRORS: Final = {**_READ_ERRORS, "403": "MayNot", "409": "Stale"}
_BODY_ERRORS: Final = {"400": "NotJson", "413": "TooLarge"}
_SLUG_ERRORS: Final = {"404": "NotFound"}
_POST_ERRORS: Final = {**_SLUG_ERRORS, **_BODY_ERRORS, "422": "NotPlayable"}


def _club_paths() -> dict[str, Any]:
    """Return the paths of the club's API; operations are named after their views and summed up by their docstrings."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        path = "/club" + operation.path.replace("<", "{").replace(">", "}")
        name = _camel_case(operation.view.__name__, "_")
        summary = (operation.view.__doc__ or "").partition(".")[0].removeprefix("Return ")
        sent, has_tag = operation.sent.__name__, operation.method == "GET"
        errors = _READ_ERRORS if has_tag else _WRITE_ERRORS
        more: dict[str, Any] = {"security": [{"token": []}]}
        if operation.method in IN_QUERY:
            more["parameters"] = _query_parameters(_schemas_of_types([operation.sent])[sent])
        else:
            more["requestBody"], errors = _json_content(ref(sent), required=True), {**errors, **_BODY_ERRORS}
        paths.setdefault(path, _path_parameters(path))[operation.method.lower()] = _operation(
            name[0].lower() + name[1:], summary[0].upper() + summary[1:], CLUB,
            ref(operation.answer.__name__.removesuffix("Json")), errors, str(operation.status), has_tag=has_tag,
            done="" if has_tag else "It is written down.", **more,
        )  # fmt: skip
    return paths


def _common_paths() -> dict[str, Any]:
    """Return the paths that score, judge and describe any game."""
    found = {
        "/games": _get_operation("listGames", "All games, in short", ref("Catalogue"), errors={}),
        "/games/{slug}": _get_operation("getGame", "One game with its options and fields", ref("GameDetails")),
        "/games/{slug}/score": _post_operation("scorePlay", "The sheet of a play", GAMES, body="Play", answer="Sheet"),
        "/games/{slug}/next": _post_operation("nextRound", _NEXT_ROUND_SUMMARY, GAMES, body="Play", answer="Form"),
        "/games/{slug}/referee": _get_operation("getSituations", _QUESTIONS_SUMMARY, ref("Situations")),
        "/games/{slug}/referee/{situation}": _post_operation(
            "judge", _VERDICT_SUMMARY, GAMES, body="Question", answer="Verdict"
        ),
        "/openapi.json": _get_operation("getDocument", "This document", {"type": "object"}, errors={}),
    }
    return {path: {**_path_parameters(path), **operation} for path, operation in found.items()}


_NEXT_ROUND_SUMMARY: Final = "What to write down for the coming round"
_QUESTIONS_SUMMARY: Final = "What the referee of a game can be asked"
_VERDICT_SUMMARY: Final = "The verdict on a situation"


def _game_paths(game: Game[Any]) -> dict[str, Any]:
    """Return the paths of one game, in which its own types replace those for any game."""
    name, tag = type_name(game), game.name
    play, sheet = schemas.example_play(game)
    score, next_round = f"The sheet of a play of {tag}", f"{_NEXT_ROUND_SUMMARY} of {tag}"
    paths = {
        "score": _post_operation(f"score{name}", score, tag, f"{name}Play", "Sheet", play, score_json(sheet)),
        "next": _post_operation(f"next{name}", next_round, tag, f"{name}Play", "Form", play, next_round_json(sheet)),
    }
    for situation in game.situations:
        question = question_name(game, situation)
        judge = f"judge{question.removesuffix('Question')}"
        paths[f"referee/{situation.key}"] = _post_operation(judge, situation.title, tag, question, "Verdict")
    return {f"/games/{game.slug}/{path}": operation for path, operation in paths.items()}


def type_name(game: Game[Any]) -> str:
    """Return the name of a game in type names: ``OpenFaceChinesePoker`` for ``open-face-chinese-poker``."""
    return _camel_case(game.slug)


def question_name(game: Game[Any], situation: Situation) -> str:
    """Return the type name of a question to a referee: ``RageTrickQuestion``."""
    return f"{_camel_case(game.slug)}{_camel_case(situation.key)}Question"


def _camel_case(words: str, separator: str = "-") -> str:
    """Return words in CamelCase."""
    return "".join(word.capitalize() for word in words.split(separator))


def _get_operation(name: str, summary: str, answer: Schema, errors: Mapping[str, str] = _SLUG_ERRORS) -> dict[str, Any]:
    """Return an operation that answers a GET, below its method."""
    return {"get": _operation(name, summary, GAMES, answer, errors, has_tag=True)}


def _post_operation(
    name: str, summary: str, tag: str, body: str, answer: str, play: Any = None, example: Any = None
) -> dict[str, Any]:
    """Return an operation that answers a POST, below its method.

    ``body``, ``answer``: names of the schemas of request and response; ``play``, ``example``: examples of them.
    """
    sent = _json_content(ref(body), play, required=True)
    return {"post": _operation(name, summary, tag, ref(answer), _POST_ERRORS, example=example, requestBody=sent)}


def _operation(
    name: str, summary: str, tag: str, answer: Schema, errors: Mapping[str, str], status: str = "200",
    *, has_tag: bool = False, done: str = "", example: Any = None, **more: Any,
) -> dict[str, Any]:  # fmt: skip
    """Return an operation.

    ``name``: its ``operationId``; ``answer``, ``status``: schema and status of the successful response, ``done``: its
    description, if not the summary, ``has_tag``: whether it has an ETag; ``errors``: the names of the error responses
    by status; ``more``: further members.
    """
    responses: dict[str, Any] = {
        status: _json_content(
            answer, example, description=done or (summary if summary.endswith("?") else f"{summary}.")
        )
    }
    if has_tag:
        responses["304"] = {"description": "What you have (`If-None-Match`) is still right."}
    responses |= {code: {"$ref": f"#/components/responses/{one}"} for code, one in sorted(errors.items())}
    return {"operationId": name, "summary": summary.removesuffix("?"), "tags": [tag], **more, "responses": responses}


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


def _refusal_responses() -> dict[str, Any]:
    """Return the error responses by name."""
    return {
        name: _json_content(ref(kind), example, "application/problem+json", description=description, **more)
        for name, description, kind, example, more in (
            ("NotJson", "The body is no JSON object, or has a key twice.", "Problem", None, {}),
            ("NotFound", "There is no such game, or no such situation in it.", "Problem", None, {}),
            ("TooLarge", f"The body is larger than {MOST_BYTES // 1024} KiB.", "Problem", None, {}),
            ("NotPlayable", _NOT_PLAYABLE_TEXT, "Refusal", _example_refusal(), {}),
            ("NoToken", "There is no token, or no club has it.", "Problem", None, _CHALLENGE_HEADER),
            ("MayNot", "The token reads, and does not write.", "Problem", None, {}),
            ("NotInClub", "The club has no such thing.", "Problem", None, {}),
            ("Stale", _STALE_TEXT, "StaleProblem", None, {}),
            ("UnusableError", "Something that was sent cannot be used; nothing of it was.", "Refusal", None, {}),
            ("TooManyTokens", "Too many wrong tokens came from your address.", "Problem", None, {}),
            ("NotNow", "The database or its disk does not take or give it now.", "Problem", None, {}),
        )
    }


_NOT_PLAYABLE_TEXT: Final = "Something of the play cannot be scored, or of the facts not judged; nothing of it was."
_STALE_TEXT: Final = """\
It does not fit how things stand, or something else was sent under this `client_id`. Nothing was written."""
_CHALLENGE_HEADER: Final = {"headers": {"WWW-Authenticate": {"schema": TEXT}}}


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
    sent = [one.sent for one in OPERATIONS if one.method not in IN_QUERY]
    kinds: set[type[Struct]] = {*bodies.ANSWERS, StaleProblemJson, *(one.answer for one in OPERATIONS), *sent}
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
