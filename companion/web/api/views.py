"""The scoring API over HTTP. It is open to every page and program, and stores nothing."""

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import HTTPException

from companion.core.game.game import Game
from companion.core.play.scoring_api import (
    NotPlayable,
    game_detail_json,
    game_json,
    next_round_json,
    score_json,
    score_request,
)
from companion.core.referee.judge_request import judge_request, situations_json, verdict_json
from companion.core.strict_json import write
from companion.core.words import quoted
from companion.games import all_games, game_of
from companion.web.api import openapi
from companion.web.api.answers import (
    CLUB_PREFIX,
    PREFIX,
    http_problem,
    is_below,
    json_body,
    json_response,
    problem_response,
)
from companion.web.api.bodies import (
    MOST_ERRORS,
    CatalogueJson,
    FormJson,
    GameDetailsJson,
    SheetJson,
    SituationsJson,
    VerdictJson,
)
from companion.web.api.operations import operation
from companion.web.support.public_cache import allow_public_caching
from companion.web.support.requests.not_found import game_or_404, or_404

api = Blueprint("api", __name__, url_prefix=PREFIX)


@operation(api, "GET", "/games", CatalogueJson)
def list_games() -> Response:
    """Return all games, in short."""
    return _cacheable_json(_catalogue)


@operation(api, "GET", "/games/<slug>", GameDetailsJson)
def get_game(slug: str) -> Response:
    """Return one game with its options and fields."""
    return _cacheable_json(game_detail_json, _game_or_404(slug).slug)


@operation(api, "POST", "/games/<slug>/score", SheetJson, "Play")
def score_play(slug: str) -> Response:
    """Return the sheet of a play."""
    return json_response(score_json(score_request(_game_or_404(slug), json_body())))


@operation(api, "POST", "/games/<slug>/next", FormJson, "Play")
def next_round(slug: str) -> Response:
    """Return what to write down for the coming round."""
    return json_response(next_round_json(score_request(_game_or_404(slug), json_body())))


@operation(api, "GET", "/games/<slug>/referee", SituationsJson)
def get_situations(slug: str) -> Response:
    """Return what the referee of a game can be asked."""
    return _cacheable_json(situations_json, _game_or_404(slug).slug)


@operation(api, "POST", "/games/<slug>/referee/<situation>", VerdictJson, "Question")
def judge(slug: str, situation: str) -> Response:
    """Return the verdict on a situation."""
    game = _game_or_404(slug)
    found = next((one for one in game.situations if one.key == situation), None)
    where = f"{PREFIX}/games/{slug}/referee lists its questions"
    asked = or_404(found, f"The referee of {game.name} cannot be asked about “{quoted(situation)}”; {where}.")
    return json_response(verdict_json(judge_request(game, asked, json_body())))


@operation(api, "GET", "/openapi.json", None)
def get_document() -> Response:
    """Return this document."""
    return _cacheable_json(openapi.document)


def _catalogue() -> dict[str, Any]:
    """Return all games in short, as JSON values."""
    return {"games": [game_json(game) for game in all_games()]}


@cache
def _json_bytes(make: Callable[..., Any], *slugs: str) -> bytes:
    """Return the result of ``make`` as JSON, cached. It gets the games with these slugs; without slugs no argument."""
    return write(make(*map(game_of, slugs)))


def _game_or_404(slug: str) -> Game[Any]:
    """Return the game with this slug; abort with 404 if there is none."""
    return game_or_404(slug, f"There is no game called “{quoted(slug)}”; {PREFIX}/games lists them.")


def _cacheable_json(make: Callable[..., Any], *slugs: str) -> Response:
    """Return what ``make`` returns for the games with these slugs, as a JSON response that may be cached publicly."""
    return allow_public_caching(current_app.response_class(_json_bytes(make, *slugs), mimetype="application/json"))


# Errors.


@api.errorhandler(NotPlayable)
def _refuse_play(refusal: NotPlayable) -> Response:
    """Return the problem for a play that cannot be scored, or facts that cannot be judged."""
    body = refusal.problem_json()
    return problem_response({**body, "errors": body["errors"][:MOST_ERRORS]})


api.register_error_handler(HTTPException, http_problem)


@api.before_app_request
def _unknown_path() -> Response | HTTPException | None:
    """Return the problem for an unknown path or method: Flask finds no blueprint for those, and so no error handler."""
    fault = request.routing_exception
    return http_problem(fault) if fault is not None and is_below(PREFIX) else None


@api.after_app_request
def _add_cors_headers(response: Response) -> Response:
    """Add the CORS headers: pages of any origin may use the scoring API, but not the API of a club."""
    if is_below(PREFIX) and not is_below(CLUB_PREFIX):
        response.headers["Access-Control-Allow-Origin"] = "*"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, OPTIONS"
            response.headers["Access-Control-Allow-Headers"] = "Content-Type, If-None-Match"
            response.headers["Access-Control-Max-Age"] = "86400"
        else:
            response.headers["Access-Control-Expose-Headers"] = "ETag"
    return response
