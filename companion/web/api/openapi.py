"""The API described for programs: an OpenAPI 3.1 document, made of the same definitions that the core scores by.

Every game has addresses of its own beside the common ``/games/{slug}/…``. Only there can a request be typed: it does
not say which game it is of, and since nearly everything in it may be left out, one ``oneOf`` over all games would fit
several at once. A generator makes ``scoreRage(play: RagePlay)`` of it; a program for all games reads the fields from
``getGame`` and ``nextRound`` and uses the common addresses.
"""

from typing import Any, get_args

from companion import __version__
from companion.core.fields import Per, Type
from companion.core.game import Game, GameKind, Unit
from companion.core.kinds import Schema, any_of
from companion.core.ranking import Better
from companion.core.scoring_api import NotPlayable, next_request_json, score_json, score_request
from companion.core.seating import Seats
from companion.core.situation import Basis, Situation
from companion.games import SLUGS, all_games
from companion.web.api import schemas
from companion.web.api.schemas import FLAG, INTEGER, NULL, TEXT, list_of, object_of, ref
from companion.web.club_api import spec

PREFIX = "/api/v1"
MOST_BYTES = 256 * 1024
"""The largest body of a request."""

MOST_ERRORS = 100
"""The most problems that one answer tells; nobody mends more at once."""

ABOUT = """\
Scores games played with a real deck of cards, and answers questions about their rules. Below `/games` every answer
depends on the request alone, nothing is stored, and there is no login. Correct round 3 of 9 by sending all nine again.
Below `/club` lies what a club keeps, for programs that its organiser gave a token.

Null, an empty list and an empty object all count as not given, wherever something may be left out. Errors are problems
of RFC 9457; where a play cannot be scored or facts cannot be judged, each of the `errors` names the field to mend."""


def document() -> dict[str, Any]:
    """Return the whole document, as JSON."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion",
            "summary": "Scorekeeper for games with a real deck of cards",
            "description": ABOUT,
            "version": __version__,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": PREFIX}],
        "tags": [
            spec.TAG,
            {"name": "All games"},
            *({"name": game.name, "description": game.summary} for game in all_games()),
        ],
        "paths": _paths(),
        "components": {
            "securitySchemes": spec.SECURITY,
            "schemas": _schemas(),
            "responses": {**_refusals(), **spec.refusals()},
            "parameters": {
                **spec.PARAMETERS,
                "Slug": {
                    "name": "slug",
                    "in": "path",
                    "required": True,
                    "description": "The game.",
                    "schema": {"type": "string", "enum": list(SLUGS)},
                },
                "Situation": {
                    "name": "situation",
                    "in": "path",
                    "required": True,
                    "description": "One of the situations that the game lists.",
                    "schema": {"type": "string"},
                },
            },
        },
    }


# Addresses.


def _paths() -> dict[str, Any]:
    slug = {"parameters": [{"$ref": "#/components/parameters/Slug"}]}
    paths: dict[str, Any] = {
        "/games": {"get": _kept("listGames", "All games, in short", ref("Catalogue"))},
        "/games/{slug}": {
            **slug,
            "get": _kept("getGame", "One game with its options and fields", ref("GameDetails"), "404"),
        },
        "/games/{slug}/score": {
            **slug,
            "post": _posted("scorePlay", "The sheet of a play", "All games", "Play", ref("Sheet")),
        },
        "/games/{slug}/next": {
            **slug,
            "post": _posted("nextRound", "What to write down for the coming round", "All games", "Play", ref("Form")),
        },
        "/games/{slug}/referee": {
            **slug,
            "get": _kept("getSituations", "What the referee of a game can be asked", ref("Situations"), "404"),
        },
        "/games/{slug}/referee/{situation}": {
            "parameters": [*slug["parameters"], {"$ref": "#/components/parameters/Situation"}],
            "post": _posted("judge", "The verdict on a situation", "All games", "Question", ref("Verdict")),
        },
        "/openapi.json": {"get": _kept("getDocument", "This document", {"type": "object"})},
    }
    for game in all_games():
        paths |= _paths_of(game)
    return {**spec.paths(), **paths}


def _paths_of(game: Game[Any]) -> dict[str, Any]:
    name = type_name(game)
    play, sheet = schemas.example_play(game)
    score = _posted(
        f"score{name}", f"The sheet of a play of {game.name}", game.name, f"{name}Play", ref("Sheet"),
        play, score_json(sheet),
    )  # fmt: skip
    coming = _posted(
        f"next{name}", f"What to write down for the coming round of {game.name}", game.name, f"{name}Play", ref("Form"),
        play, next_request_json(sheet),
    )  # fmt: skip
    paths = {f"/games/{game.slug}/score": {"post": score}, f"/games/{game.slug}/next": {"post": coming}}
    for situation in game.situations:
        question = question_name(game, situation)
        judge = _posted(f"judge{question[: -len('Question')]}", situation.title, game.name, question, ref("Verdict"))
        paths[f"/games/{game.slug}/referee/{situation.key}"] = {"post": judge}
    return paths


def type_name(game: Game[Any]) -> str:
    """Return the name of a game in types: ``open-face-chinese-poker`` is ``OpenFaceChinesePoker``."""
    return _joined(game.slug)


def question_name(game: Game[Any], situation: Situation) -> str:
    """Return the type of a question to a referee: ``RageTrickQuestion``."""
    return f"{_joined(game.slug)}{_joined(situation.key)}Question"


def _joined(slug: str) -> str:
    return "".join(word.capitalize() for word in slug.split("-"))


def _kept(operation: str, summary: str, answer: Schema, *refusals: str) -> dict[str, Any]:
    """Return a GET whose answer may be kept."""
    return {
        "operationId": operation,
        "summary": summary,
        "tags": ["All games"],
        "responses": {
            "200": {"description": f"{summary}.", "content": {"application/json": {"schema": answer}}},
            "304": {"description": "What you have (`If-None-Match`) is still right."},
            **_refused(*refusals),
        },
    }


def _posted(
    operation: str, summary: str, tag: str, body: str, answer: Schema, play: Any = None, example: Any = None
) -> dict[str, Any]:
    """Return a POST of a play."""
    asked: dict[str, Any] = {"schema": ref(body)}
    answered: dict[str, Any] = {"schema": answer}
    if play is not None:
        asked["example"], answered["example"] = play, example
    return {
        "operationId": operation,
        "summary": summary.removesuffix("?"),
        "tags": [tag],
        "requestBody": {"required": True, "content": {"application/json": asked}},
        "responses": {
            "200": {"description": _sentence(summary), "content": {"application/json": answered}},
            **_refused("400", "404", "413", "422"),
        },
    }


def _sentence(summary: str) -> str:
    return summary if summary.endswith("?") else f"{summary}."


_REFUSED = {"400": "NotJson", "404": "NotFound", "413": "TooLarge", "422": "NotPlayable"}


def _refused(*codes: str) -> dict[str, Any]:
    return {code: {"$ref": f"#/components/responses/{_REFUSED[code]}"} for code in codes}


def _refusals() -> dict[str, Any]:
    problem = {"application/problem+json": {"schema": ref("Problem")}}
    return {
        "NotJson": {"description": "The body is no JSON object, or has a key twice.", "content": problem},
        "NotFound": {"description": "There is no such game, or no such situation in it.", "content": problem},
        "TooLarge": {"description": f"The body is larger than {MOST_BYTES // 1024} KiB.", "content": problem},
        "NotPlayable": {
            "description": "Something of the play cannot be scored, or of the facts not judged; nothing of it was.",
            "content": {"application/problem+json": {"schema": ref("Refusal"), "example": _refusal()}},
        },
    }


def _refusal() -> dict[str, Any]:
    """Return the answer to a play with a name that is there twice."""
    try:
        score_request(all_games()[0], {"players": ["Ann", "Bob", "Ann"]})
    except NotPlayable as refusal:
        return refusal.problem_json()
    raise AssertionError("nobody can sit on two seats")


# Types.


def _schemas() -> dict[str, Schema]:
    found = {
        "Absent": schemas.ABSENT_SCHEMA,
        "Adjustments": schemas.adjustments_schema(),
        "ChipAdjustments": schemas.adjustments_schema("chips"),
        "RaceAdjustments": schemas.adjustments_schema(is_race=True),
        "Play": _play(),
        **_catalogue(),
        **_sheet(),
        **_referee(),
        **_problems(),
        **spec.types(),
    }
    for game in all_games():
        name = type_name(game)
        found[f"{name}Options"] = schemas.options_schema(game)
        found[f"{name}Round"] = schemas.entry_schema(game)
        found[f"{name}Play"] = schemas.play_schema(
            game.name, game.seats, schemas.sides_told(game), ref(f"{name}Options"), ref(f"{name}Round")
        )
        for situation in game.situations:
            found[question_name(game, situation)] = schemas.question_schema(
                situation.title, ref(f"{name}Options"), schemas.facts_schema(game, situation)
            )
    return found


def _play() -> Schema:
    games = all_games()
    return schemas.play_schema(
        "any game",
        Seats(min(game.seats.fewest for game in games), max(game.seats.most for game in games)),
        schemas.SIDES,
        {"type": "object"},
        {"type": "object"},
    )


def _one_of(words: Any) -> Schema:
    return {"type": "string", "enum": list(get_args(words))}


def _catalogue() -> dict[str, Schema]:
    choice = object_of("One answer of a choice.", {"value": {"type": ["string", "integer"]}, "label": TEXT})
    deck = object_of(
        "Which cards there are.",
        {"name": TEXT, "cards": {"type": "object", "description": "Card to copies.", "additionalProperties": INTEGER}},
        {"open": {**FLAG, "description": "Whether there are others of the same form."}},
    )
    field = object_of(
        "One thing that is written down, or one option.",
        {
            "key": TEXT,
            "label": TEXT,
            "type": _one_of(Type),
            "per": {**_one_of(Per), "description": "Other than `table`: an object, keyed by name."},
            "phase": {"type": "integer", "enum": [1, 2], "description": "1: known before the hand is played."},
            "required": FLAG,
            "help": TEXT,
        },
        {
            "minimum": INTEGER,
            "maximum": {"type": ["integer", "null"]},
            "multiple_of": INTEGER,
            "choices": list_of(ref("Choice")),
            "names": {**list_of(TEXT), "description": "Who is asked, or who can be named."},
            "nullable": {**FLAG, "description": "Whether null is an answer of its own: nobody, or none."},
            "least": INTEGER,
            "most": {"type": ["integer", "null"], "description": "Items of a list, or letters of a text."},
            "repeats": FLAG,
            "ordered": FLAG,
            "columns": list_of(ref("Field")),
            "named_by": object_of(
                "Its label depends on the answer to a choice.",
                {"key": {**TEXT, "description": "Of the choice."}, "labels": list_of(ref("Choice"))},
            ),
            "deck": ref("Deck"),
            "default": {"description": "What is taken where nothing is given."},
        },
    )
    game = object_of(
        "A game, in short.",
        {
            "slug": {"type": "string", "enum": list(SLUGS)},
            "name": TEXT,
            "summary": TEXT,
            "kind": _one_of(GameKind),
            "players": object_of("How many can play.", {"min": INTEGER, "max": INTEGER}),
            "partners": {**FLAG, "description": "Whether scores are kept by side."},
            "may_partner": {**FLAG, "description": "Whether they are where four players name their sides."},
            "come_and_go": {**FLAG, "description": "Whether players may sit rounds out (`absent`)."},
            "unit": _one_of(Unit),
            "better": {**_one_of(Better), "description": "Which totals win, by default."},
        },
    )
    more = object_of(
        "Its options, and the fields of a first round; their bounds can depend on the table.",
        {"options": list_of(ref("Field")), "fields": list_of(ref("Field")), "example_players": list_of(TEXT)},
    )
    return {
        "Choice": choice,
        "Deck": deck,
        "Field": field,
        "Game": game,
        "GameDetails": {"allOf": [ref("Game"), more]},
        "Catalogue": object_of("All games, by slug.", {"games": list_of(ref("Game"))}),
    }


def _sheet() -> dict[str, Schema]:
    line = object_of(
        "Points that somebody gained or lost, and why.",
        {"name": TEXT, "points": INTEGER, "rule": {**TEXT, "description": "The id of the rule."}, "text": TEXT},
    )
    scored = object_of(
        "A round that was scored.",
        {
            "number": INTEGER,
            "dealer": TEXT,
            "scores": ref("Scores"),
            "lines": {**list_of(ref("Line")), "description": "They add up to `scores` and `adjusted`."},
            "totals": ref("Scores"),
            "notes": {**list_of(TEXT), "description": "What scored nothing but matters."},
        },
        {"adjusted": ref("Scores")},
    )
    coming = object_of(
        "What the players need to know before the coming round; the game adds its own.",
        {"round": INTEGER, "dealer": TEXT},
        {"leads": {"type": ["string", "null"], "description": "Where somebody leads."}},
    )
    standing = object_of(
        "A place, shared by all who are level.", {"place": INTEGER, "names": list_of(TEXT), "total": INTEGER}
    )
    following = any_of((ref("Next"), NULL))
    return {
        "Scores": {"type": "object", "description": "Name to points.", "additionalProperties": INTEGER},
        "Line": line,
        "ScoredRound": scored,
        "Standing": standing,
        "Next": coming,
        "Sheet": object_of(
            "The score sheet.",
            {
                "rounds": list_of(ref("ScoredRound")),
                "totals": ref("Scores"),
                "standings": {**list_of(ref("Standing")), "description": "Best first."},
                "over": FLAG,
                "winners": list_of(TEXT),
                "carry": {"type": "object", "description": "What the table holds between rounds."},
                "next": following,
            },
        ),
        "Form": object_of(
            "What is to be written down for the coming round; nothing once the play is over.",
            {
                "over": FLAG,
                "next": following,
                "fields": list_of(ref("Field")),
                "table_fields": {**list_of(ref("Field")), "description": "What every round may carry besides."},
            },
        ),
    }


def _referee() -> dict[str, Schema]:
    effect = object_of(
        "A change to the score sheet, to be put on the round as an adjustment.",
        {
            "player": {**TEXT, "description": "Whose total changes: a player, or a side in partnership games."},
            "points": INTEGER,
        },
    )
    verdict = object_of(
        "What is right, and why.",
        {
            "verdict": {**TEXT, "description": "One or two sentences that settle it."},
            "outcome": {"type": "object", "description": "The result for programs; the situation has its own."},
            "basis": {
                **_one_of(Basis),
                "description": "`book`: the rules decide; `house`: an option of the table; `open`: the book is silent.",
            },
            "rules": {**list_of(TEXT), "description": "Ids of the rules relied on."},
            "because": {**list_of(TEXT), "description": "The steps, in order."},
            "effects": list_of(ref("Effect")),
        },
    )
    situation = object_of(
        "A question that the referee answers, with its facts under the default options.",
        {
            "key": TEXT,
            "title": TEXT,
            "help": TEXT,
            "facts": {**list_of(ref("Field")), "description": "One for names that lists none takes any name."},
        },
    )
    return {
        "Effect": effect,
        "Verdict": verdict,
        "Situation": situation,
        "Situations": object_of("What the referee of a game can be asked.", {"situations": list_of(ref("Situation"))}),
        "Question": schemas.question_schema("A question to a referee.", {"type": "object"}, {"type": "object"}),
    }


def _problems() -> dict[str, Schema]:
    common = {"type": TEXT, "title": TEXT, "status": INTEGER}
    error = object_of("One thing to mend.", {"field": TEXT, "message": TEXT})
    return {
        "Problem": object_of("An error, by RFC 9457.", common, {"detail": TEXT}),
        "Error": error,
        "Refusal": object_of(
            "Why a play cannot be scored, or facts not judged.",
            {
                **common,
                "round": {
                    "type": ["integer", "null"],
                    "description": "The round at fault; null where players or options are.",
                },
                "errors": {**list_of(ref("Error")), "minItems": 1, "maxItems": MOST_ERRORS},
            },
        ),
    }
