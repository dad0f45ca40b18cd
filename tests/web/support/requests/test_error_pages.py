"""Error pages: what they say, where they lead, and the headers of every response."""

from pathlib import Path

import pytest
from flask import Flask
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, ServiceUnavailable, TooManyRequests

from companion.store.club.quota import QuotaReachedError
from companion.store.database.runtime import runtime
from companion.store.database.trouble import SENTENCES, DatabaseBusyError, TroubleKind
from companion.store.plays.edits.play_results import NoSuchRoundError
from companion.web.support.requests.errors import explain
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


AGAIN = [("Try again", "/rules"), *HOME]
FAULTS: list[tuple[Exception, int, str, list[tuple[str, str]]]] = [
    (BadRequest(), 400, "Something went wrong on the way Nothing was changed. Go back, reload the page and send it"
     " again.", HOME),
    (RequestEntityTooLarge(), 413, "That is too large What was sent is far larger than any round. Nothing was"
     " changed.", HOME),
    (TooManyRequests("Wait a minute."), 429, "Too many tries Wait a minute.", HOME),
    (RuntimeError("secret"), 500, "That should not have happened Nothing that was saved is lost. Go back and try"
     " again; if it happens again, please report it.", HOME),
    (ServiceUnavailable("The server is busy."), 503, "Not available just now The server is busy. Try again", AGAIN),
    (QuotaReachedError("It holds enough."), 403, "The club is full It holds enough.", HOME),
    (NoSuchRoundError(), 404, "Page not found The page does not exist, or this phone has not joined the club that it"
     " belongs to.", HOME),
    (DatabaseBusyError(), 503, "This page cannot be shown now The database is busy: another program is using it. Try"
     " again in a moment. Try again", AGAIN),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "status", "said", "links"), FAULTS)
def test_the_page_of_a_fault_says_what_to_do(
    app: Flask, monkeypatch: pytest.MonkeyPatch, fault: Exception, status: int, said: str, links: list[tuple[str, str]]
) -> None:
    def fails(**_: object) -> None:
        raise fault

    phone = Phone(app)
    phone.get("/rules/rage")
    monkeypatch.setitem(app.view_functions, "rules.index", fails)
    monkeypatch.setitem(app.view_functions, "access.join", fails)
    answer = phone.get("/rules")
    assert answer.status_code == status
    assert text_and_links(answer.text, {}) == (f"{SUITS} {said} Go to the start page", links)
    sent = phone.post("/join", {"code": "ABC"})
    is_kept = status == 503 or isinstance(fault, QuotaReachedError)
    assert sent.status_code == status
    assert ('<input type="hidden" name="code" value="ABC">' in sent.text) == is_kept
    kept = "Nothing was changed. What you sent is kept on this page. Send it again"
    assert text_and_links(sent.text, {})[0] == (
        f"{SUITS} {said.replace('This page cannot be shown now', 'Not saved').removesuffix(' Try again')} "
        f"{f'{kept} ' if is_kept else ''}Go to the start page"
    )
    assert sent.headers.get("Retry-After") == ("5" if isinstance(fault, DatabaseBusyError) else None)


@pytest.mark.parametrize(
    ("kind", "advice"),
    [
        ("busy", "Try again in a moment."),
        ("away", "Try again in a moment; if it lasts, check the database server."),
        ("full", "Free some space on it, then try again."),
        ("read-only", "Make it writable again, then try again."),
        ("disk", "Check the computer, then try again."),
        ("damaged", "At Companion's computer, stop Companion and restore a backup with “companion restore”."),
    ],
)
def test_trouble_with_the_database_comes_with_advice(kind: TroubleKind, advice: str) -> None:
    assert explain(kind) == f"{SENTENCES[kind]} {advice}"


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
    reload = "This page was opened before the phone joined or left the club. Reload it; what you typed is kept."
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
    said = "This browser keeps no cookies, but a club knows its phones by them. Allow them and reload the page."
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
