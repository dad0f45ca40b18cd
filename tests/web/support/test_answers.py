"""Answers that everybody may cache, lookups that find nothing, and templates without needless blanks."""

import pytest
from flask import Flask, Response, g
from werkzeug.exceptions import NotFound

from companion.games import game_of
from companion.web.support.public_cache import FRESH_SECONDS, allow_public_caching
from companion.web.support.rendering.jinja import Compact
from companion.web.support.requests.not_found import game_or_404, or_404


def test_an_answer_for_everybody_may_be_cached_and_is_sent_once(app: Flask) -> None:
    with app.test_request_context():
        answer = allow_public_caching(Response("rules"))
    assert answer.headers["Cache-Control"] == f"public, max-age={FRESH_SECONDS}"
    tag = answer.headers["ETag"]
    with app.test_request_context(headers={"If-None-Match": tag}):
        assert allow_public_caching(Response("rules")).status_code == 304
        assert allow_public_caching(Response("other rules")).status_code == 200


def test_the_page_of_a_club_is_for_its_phones_alone(app: Flask) -> None:
    with app.test_request_context():
        g.member = object()
        answer = allow_public_caching(Response("rules"))
        g.pop("member")
    assert "Cache-Control" not in answer.headers
    assert "ETag" not in answer.headers


@pytest.mark.parametrize("nothing", [None, "", 0, []])
def test_what_is_not_found_is_404_with_its_sentence(nothing: object) -> None:
    with pytest.raises(NotFound) as fault:
        or_404(nothing, "Nobody knows.")
    assert fault.value.description == "Nobody knows."
    assert or_404("found", "Nobody knows.") == "found"


def test_an_unknown_game_is_404_with_its_sentence() -> None:
    with pytest.raises(NotFound) as fault:
        game_or_404("bridge", "No bridge here.")
    assert fault.value.description == "No bridge here."
    assert game_or_404("rage") is game_of("rage")


@pytest.mark.parametrize(
    ("source", "compact"),
    [
        ("<div>\n    <p>One\n       two</p>\n</div>\n", "<div><p>One two</p></div>"),
        ('<p\n   class="a" {% if b %} hidden{% endif %}>x</p>', '<p class="a"{% if b %} hidden{% endif %}>x</p>'),
        ("<b>a</b>\n  <i>b</i>", "<b>a</b>\n<i>b</i>"),
        ("a\n    {% if b %}c{% endif %}", "a{% if b %}c{% endif %}"),
    ],
)
def test_templates_lose_blanks_that_browsers_ignore(app: Flask, source: str, compact: str) -> None:
    assert Compact(app.jinja_env).preprocess(source, None) == compact


def test_a_template_shares_the_functions_of_the_app_and_adds_its_own(app: Flask) -> None:
    environment = app.jinja_env
    assert environment.make_globals(None) is environment.globals
    assert environment.make_globals({"own": 1})["own"] == 1
    assert environment.from_string("{{ 'x' if none }}|{{ 'x' if true }}").render() == "|x"
