"""The rules library: a page for each game, and a search over all of them.

It is public and the same for everybody. Members of a club see the same pages inside it, with its bottom bar.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from flask import Blueprint, Response, current_app, g, render_template, request, url_for

from companion.core.game.game import Game
from companion.core.rules.rules import COMMON_RULES, CUSTOMS, SECTIONS, TABLE_RULES, Paragraph, applicable_customs
from companion.games import SLUGS, all_games, game_of
from companion.search.find_games import GameSearchResult
from companion.search.lexicon import LONGEST_QUESTION
from companion.search.search_results import SearchResult
from companion.web.access.guard import PageReader
from companion.web.rules.forms import SearchFilterForm
from companion.web.rules.indexes import game_finder, rules_search
from companion.web.support.page_cache import cached_page
from companion.web.support.public_cache import allow_public_caching
from companion.web.support.requests.compression import accepts_gzip
from companion.web.support.requests.not_found import game_or_404
from companion.web.support.static.assets import gzipped

CACHED_PAGES = 256
"""How many rendered pages are cached in memory."""

rules = Blueprint("rules", __name__)


@rules.get("/rules")
@rules.get("/clubs/<club>/rules")
def index() -> Response:
    """List all games, or with ``table`` in the query those that suit the players and cards at hand."""
    query = request.args.get("table", "").strip()
    if not query:
        return _ready_response()
    found = game_finder().find(query)
    page = _list_page(found.games, query[:LONGEST_QUESTION], found)
    return cacheable_page(page, 422 if found.fault else 200)


def _list_page(games: Sequence[Game[Any]], query: str = "", found: GameSearchResult | None = None) -> str:
    """Render a list of games. ``query``, ``found``: the search by which they were found, and its result."""
    return render_template("rules/rules.html", games=games, query=query, found=found, law=TABLE_RULES, customs=CUSTOMS)


@rules.get("/rules/<slug>")
@rules.get("/clubs/<club>/rules/<slug>")
def game_rules(slug: str) -> Response:
    """Show the rules of a game."""
    return _ready_response(game_or_404(slug).slug)


@rules.get("/rules/search")
def search() -> Response:
    """Search the rules of all games."""
    asked = request.args.get("q", "")
    first, game, section = (request.args.get(key, "") for key in ("first", "game", "section"))
    found = rules_search().search(asked, game, section, first) if "q" in request.args else SearchResult()
    values = search_values(found, asked, game, section, first)
    page = render_template("rules/search.html", **values, game_of=game_of)
    return cacheable_page(page, 422 if found.fault else 200)


def search_values(found: SearchResult, asked: str, game: str, section: str, first: str) -> dict[str, Any]:
    """Return the template variables of a search page.

    ``asked``: the question; ``found``: the results; ``first``: the slug of the game whose results come first;
    ``game``: the slug to which the search is limited; ``filters``: the form; ``sections``: the titles of sections.
    """
    game = game if game in SLUGS else ""
    return {
        "asked": asked[: LONGEST_QUESTION + 1],
        "found": found,
        "first": first if first in SLUGS else "",
        "game": game,
        "filters": SearchFilterForm(blank=True, game=game, section=section),
        "sections": SECTIONS,
    }


def rule_url(rule: str) -> str:
    """Return the address of a paragraph of a game, or of one that all games share."""
    slug, _, anchor = rule.partition("/")
    if rule in COMMON_RULES:
        return url_for("rules.index", _anchor=anchor_of(rule))
    return url_for("rules.game_rules", slug=slug, _anchor=anchor)


def anchor_of(rule: str) -> str:
    """Return the anchor of a paragraph on its page: ``scoring.zero-bid``. Customs have their own."""
    slug, _, anchor = rule.partition("/")
    return f"{slug}.{anchor}" if rule in COMMON_RULES else anchor


@lru_cache(CACHED_PAGES)
def _ready_page(slug: str, _root: str) -> tuple[bytes, bytes]:
    """Return the public page of ``_library_page``, plain and compressed, cached for each root of addresses."""
    page = _library_page(None, slug)
    return page.encode(), gzipped(page.encode())


def _library_page(reader: PageReader | None, slug: str) -> str:
    """Render the rules of a game, or without a slug the list of all games. ``reader``: a member; None: the public."""
    if not slug:
        return _list_page(all_games())
    return render_template("rules/text.html", **text_values(game_of(slug)), member=reader)


def chapters_of(game: Game[Any]) -> dict[str, list[Paragraph]]:
    """Return the paragraphs of a game by heading, in order."""
    return {section: list(some) for section, some in groupby(game.rules.paragraphs, attrgetter("section"))}


def text_values(game: Game[Any]) -> dict[str, Any]:
    """Return the template variables of pages with a game's rules.

    ``game``; ``facts``: label and text of the quick reference; ``chapters``: paragraphs by section; ``sections``:
    their titles; ``customs``: those beside the rules; ``labels``: of the options by key; ``numbers``: of the
    paragraphs by id.
    """
    return {
        "game": game,
        "facts": quick_facts(game),
        "chapters": chapters_of(game),
        "sections": SECTIONS,
        "customs": applicable_customs(game.rules),
        "labels": {option.key: option.label for option in game.options},
        "numbers": {paragraph.id: paragraph.number for paragraph in game.rules.paragraphs},
    }


def quick_facts(game: Game[Any]) -> list[tuple[str, str]]:
    """Return the quick reference of a game, as label and text."""
    quick = game.rules.quick
    facts = (
        ("Players", game.seats.text),
        ("Cards", quick.deck),
        ("Deal", quick.deal),
        ("Order", quick.order),
        ("Scores", quick.scores),
        ("Ends", game.ending.when),
    )
    return [(label, answer) for label, answer in facts if answer]


def _ready_response(slug: str = "") -> Response:
    """Return the response with ``_library_page``; the public one is compressed if the browser accepts that."""
    if "member" in g:
        return cached_page(_library_page, None, slug)
    is_packed = accepts_gzip()
    page = _ready_page(slug, request.script_root)[is_packed]
    response = current_app.response_class(page, mimetype="text/html")
    if is_packed:
        response.content_encoding = "gzip"
    return allow_public_caching(response)


def cacheable_page(page: str, status: int = 200) -> Response:
    """Return a response with a page, which may be cached publicly if its status is 200."""
    response = current_app.response_class(page, status=status, mimetype="text/html")
    return allow_public_caching(response) if status == 200 else response
