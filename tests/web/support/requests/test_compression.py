"""Responses are compressed for who accepts gzip, and are the same otherwise."""

import gzip
from random import Random

import pytest
from flask import Flask, Response
from werkzeug.test import TestResponse

from companion.web.support.requests import compression

TEXT = "Ann leads. " * 100


def answer(response: Response, accepts: str = "gzip, deflate", **headers: str) -> TestResponse:
    """Return the answer of an app that has but one response."""
    app = Flask("small")
    app.after_request(compression.compress)
    app.add_url_rule("/", view_func=lambda: response)
    return app.test_client().get("/", headers={"Accept-Encoding": accepts, **headers})


@pytest.mark.parametrize(
    ("accepts", "is_packed"),
    [
        ("gzip", True), ("br, GZIP;q=0.5", True), ("deflate, *", True), ("gzip;q=0", False), ("br", False),
        ("identity", False), ("", False),
    ],
)  # fmt: skip
def test_gzip_is_for_who_accepts_it(accepts: str, is_packed: bool) -> None:
    found = answer(Response(TEXT), accepts)
    assert found.headers["Vary"] == "Accept-Encoding", "a cache between must not send one to who wants the other"
    assert found.headers.get("Content-Encoding") == ("gzip" if is_packed else None)
    assert (gzip.decompress(found.data) if is_packed else found.data) == TEXT.encode()
    assert int(found.headers["Content-Length"]) == len(found.data)
    assert (len(found.data) < 100) is is_packed


@pytest.mark.parametrize(
    ("media_type", "is_packed"),
    [
        ("text/html", True), ("text/csv", True), ("application/json", True), ("application/problem+json", True),
        ("application/manifest+json", True), ("image/svg+xml", True), ("image/png", False), ("font/woff2", False),
        ("application/zip", False),
    ],
)  # fmt: skip
def test_what_is_packed_already_is_left_alone(media_type: str, is_packed: bool) -> None:
    assert (answer(Response(TEXT, mimetype=media_type)).headers.get("Content-Encoding") == "gzip") is is_packed


@pytest.mark.parametrize(("length", "is_packed"), [(499, False), (500, True)])
def test_a_few_words_are_sent_as_they_are(length: int, is_packed: bool) -> None:
    found = answer(Response("x" * length))
    assert (found.headers.get("Content-Encoding") == "gzip") is is_packed


def test_a_page_with_an_error_is_compressed_too() -> None:
    found = answer(Response(TEXT, status=422))
    assert (found.status_code, gzip.decompress(found.data)) == (422, TEXT.encode())


def test_a_stream_is_sent_as_it_comes() -> None:
    found = answer(Response(part for part in (TEXT, TEXT)))
    assert (found.text, found.headers.get("Content-Encoding")) == (TEXT * 2, None)


def test_a_page_compressed_before_is_not_compressed_again() -> None:
    page = gzip.compress(Random(1).randbytes(900))
    assert len(page) > compression.LEAST_BYTES
    found = answer(Response(page, headers={"Content-Encoding": "gzip"}))
    assert found.data == page


def test_the_tag_of_a_compressed_page_is_weak() -> None:
    page = Response(TEXT, headers={"ETag": '"7"'})
    assert answer(page, accepts="").headers["ETag"] == '"7"'
    assert answer(page).headers["ETag"] == 'W/"7"'
    assert "ETag" not in answer(Response(TEXT)).headers
