"""Error pages: what they say, where they lead, and the headers of every response."""

from pathlib import Path

import pytest
from flask import Flask

from companion.store.database.runtime import runtime
from tests.database import new_app
from tests.web.pages import text_and_links
from tests.web.phones import Club, Phone

SUITS = "♠︎ ♥︎ ♦︎ ♣︎"
HOME = [("Go to the start page", "/")]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
    " manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.mark.parametrize(
    ("method", "path", "status", "said"),
    [
        ("GET", "/nowhere", 404, "Page not found The page does not exist, or this phone has not joined the club that it"
         " belongs to."),
        ("GET", "/rules/nothing", 404, "Page not found The page does not exist, or this phone has not joined the club"
         " that it belongs to."),
        ("POST", "/rules", 405, "That cannot be done here Go back and use the buttons of the page."),
    ],
)  # fmt: skip
def test_an_error_page_says_why_and_leads_home(app: Flask, method: str, path: str, status: int, said: str) -> None:
    phone = Phone(app)
    answer = phone.open(path, method, data={"csrf_token": phone.csrf} if method == "POST" else None)
    assert answer.status_code == status
    assert text_and_links(answer.text, {}) == (f"{SUITS} {said} Go to the start page", HOME)


def test_a_forbidden_page_says_who_may(club: Club) -> None:
    may_not = f"{SUITS} This phone may not do that"
    answer = club.scorer.get(f"{club.url}/devices")
    assert answer.status_code == 403
    said = f"{may_not} Only an organiser's phone can do this. Go to the start page"
    assert text_and_links(answer.text, {}) == (said, HOME)
    answer = club.viewer.get(f"{club.url}/plays/new")
    assert answer.status_code == 403
    said = f"{may_not} This phone can only watch. Ask an organiser to let it score. Go to the start page"
    assert text_and_links(answer.text, {}) == (said, HOME)


def test_the_address_of_a_form_that_is_reopened_leads_to_the_page_above(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    for path in ("/rounds", "/draft/so-far"):
        answer = club.scorer.get(table.url + path)
        assert (answer.status_code, answer.headers["Location"]) == (302, table.url), path
    assert club.scorer.get(f"{club.url}/zone").headers["Location"] == club.url
    assert club.scorer.get("/clubs").headers["Location"] == "/"


def test_a_form_with_an_outdated_token_can_be_sent_again_by_members_only(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    title = f"{SUITS} Something went wrong on the way"
    reload = "This page was opened before the phone joined or left. Reload it; the phone keeps what you typed."
    sent = {"csrf_token": "x", "remark": "Typed for long."}
    answer = club.scorer.post(f"{table.url}/remark", sent)
    assert answer.status_code == 400
    assert text_and_links(answer.text, {})[0].startswith(f"{title} {reload}")
    assert 'name="remark" value="Typed for long."' in answer.text
    assert 'value="x"' not in answer.text
    outside = club.stranger.post("/join", {**sent, "code": "AAAAAA"})
    assert outside.status_code == 400
    assert reload in text_and_links(outside.text, {})[0]
    assert "AAAAAA" not in outside.text
    bare = club.app.test_client().post("/join", data=sent)
    said = "This browser keeps no cookies, by which a club knows its phones. Allow them, and reload the page."
    assert (bare.status_code, said in text_and_links(bare.text, {})[0]) == (400, True)


def test_a_refusal_is_no_error_for_the_script(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    form = {**table.carried(), "remark": "x" * 501}
    assert club.scorer.post(f"{table.url}/remark", form).status_code == 422
    answer = club.scorer.post(f"{table.url}/remark", form, headers={"Sent-By": "page"})
    assert (answer.status_code, answer.headers["Refused"]) == (200, "422")
    assert "Refused" not in club.scorer.get(table.url, headers={"Sent-By": "page"}).headers


def test_every_response_has_its_security_headers(club: Club) -> None:
    page = club.scorer.get(club.url).headers
    assert page["Content-Security-Policy"] == POLICY
    assert (page["X-Content-Type-Options"], page["Referrer-Policy"]) == ("nosniff", "no-referrer")
    assert page["Cache-Control"] == "no-store"
    assert "Strict-Transport-Security" not in page
    secure = Phone(club.app).get("/", base_url="https://cards.example.org").headers
    assert secure["Strict-Transport-Security"] == "max-age=604800"
    file = club.organiser.get(f"{club.url}/export/plays.csv").headers
    assert (file["Content-Type"], file["Cache-Control"]) == ("text/csv; charset=utf-8", "no-store")
    data = club.scorer.get(f"{club.url}/state?mark=0").headers
    assert data["Cache-Control"] == "private, no-cache"
    rules = Phone(club.app).get("/rules/rage").headers
    assert rules["Cache-Control"] == "public, max-age=300"
    assert rules["Content-Security-Policy"] == POLICY
    again = Phone(club.app).get("/rules/rage", headers={"If-None-Match": rules["ETag"]})
    assert again.status_code == 304


def test_health_checks_answer_in_a_word(tmp_path: Path) -> None:
    with new_app(tmp_path) as app:
        phone = Phone(app)

        def asked(path: str) -> tuple[int, str, str, str]:
            answer = phone.get(path)
            return answer.status_code, answer.text, answer.headers["Content-Type"], answer.headers["Cache-Control"]

        plain = ("text/plain; charset=utf-8", "no-store")
        assert asked("/healthz") == asked("/readyz") == (200, "ok\n", *plain)
        with app.app_context():
            runtime().stopping.set()
        assert asked("/readyz") == (503, "stopping\n", *plain)
        assert asked("/healthz") == (200, "ok\n", *plain)
