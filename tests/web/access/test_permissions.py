"""What each role and a stranger can read and send."""

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.web.access.test_devices import devices
from tests.web.access.urls import rules
from tests.web.phones import Club, Phone, Table, problems

pytestmark = pytest.mark.usefixtures("gathered")
ROLES = ("stranger", "viewer", "scorer", "organiser")
LOOKS = (404, 200, 200, 200)
"""Status for each role on pages that all members may read."""

WRITES = (404, 403, 200, 200)
ORGANISES = (404, 403, 403, 200)
PAGES = {
    "": LOOKS, "/plays": LOOKS, "/plays?page=2": LOOKS, "/plays/new": WRITES, "/invite": ORGANISES,
    "/invite?role=viewer": ORGANISES, "/devices": ORGANISES, "/leave": LOOKS, "/whose": LOOKS,
    "{play}": LOOKS, "{play}/state": LOOKS, "{play}/rounds/1": LOOKS,
    "{play}/rounds/1/edit": WRITES, "{play}/why/0": LOOKS, "{play}/changes": LOOKS, "{play}/more": LOOKS,
    "{play}/seats/1": WRITES, "{play}/players": WRITES,
}  # fmt: skip
ORGANISED, WRITTEN = (404, 403, 403, 302), (404, 403, 303, 303)
POSTS = {
    "/name": ORGANISED, "/invite/renew": ORGANISED, "/devices/recovery": ORGANISED, "/devices/{viewer}": ORGANISED,
    "/device-name": (404, 302, 302, 302), "/whose": (404, 302, 302, 302),
    "/plays/new": WRITTEN, "{play}/again": WRITTEN, "{play}/rounds": WRITTEN,
    "{play}/draft": WRITTEN, "{play}/rounds/1/edit": WRITTEN, "{play}/rounds/1/remove": WRITTEN,
    "{play}/rounds/1/contest": (404, 303, 303, 303), "{play}/contests/dismiss": WRITTEN,
    "{play}/undo": WRITTEN, "{play}/redo": WRITTEN, "{play}/end": WRITTEN, "{play}/reopen": WRITTEN,
    "{play}/players": WRITTEN, "{play}/seats/1": WRITTEN,
}  # fmt: skip
FORMS = {
    "/name": {"name": "Aces"}, "/devices/{viewer}": {"role": "scorer"}, "/device-name": {"label": "Mine"},
    "/whose": {"nobody": "1"},
    "/plays/new": {"game": "rage", "seat.0": "Ann", "seat.1": "Bob"}, "{play}/rounds": {"tricks.1": "5"},
    "{play}/rounds/1/edit": {"tricks.1": "5"}, "{play}/rounds/1/contest": {"words": "No."},
    "{play}/draft": {"slot": "2"}, "{play}/players": {"name": "Dee"},
    "{play}/seats/1": {"name": "Dee"},
}  # fmt: skip


def address(club: Club, table: Table, path: str) -> str:
    return path.replace("{play}", table.url) if path.startswith("{") else club.url + path


@pytest.mark.parametrize("path", PAGES)
def test_each_role_can_read_its_pages(club: Club, table: Table, path: str) -> None:
    found = [club.phone(role).get(address(club, table, path)).status_code for role in ROLES]
    assert tuple(found) == PAGES[path]


@pytest.mark.parametrize("path", POSTS)
def test_each_role_can_send_its_forms(club: Club, path: str) -> None:
    for role, status in zip(ROLES, POSTS[path], strict=True):
        table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
        table.write({"tricks": {"Ann": 5}})
        if "redo" in path:
            table.post("/undo")
        if "reopen" in path:
            table.post("/end")
        before = table.state.revision
        where = devices(club)[2][1] if "{viewer}" in path else address(club, table, path)
        answer = club.phone(role).post(where, {**table.carried(), **FORMS.get(path, {})})
        assert answer.status_code == status, (role, problems(answer))
        if status in (403, 404):
            assert table.state.revision == before


def filled(rule: Rule, club: Club, table: Table) -> str:
    """Return the URL of a rule in this club."""
    values = {"club": club.key, "key": table.key, "slot": 1, "seat": 0, "role": "scorer", "membership": 1,
              "token": "x", "code": "ABCDEF", "slug": "rage"}  # fmt: skip
    path = rule.rule
    for name in rule.arguments:
        parts = [part.split(">")[0] for part in path.split("<")]
        declared = next(part for part in parts if part.split(":")[-1] == name)
        value = declared[4:].split(",")[0] if declared.startswith("any(") else values.get(name, "1")
        path = path.replace(f"<{declared}>", str(value))
    return path


FOR_VIEWERS = {
    "access.device_owner", "access.leave", "more.rename_this_phone", "rounds.contest", "secret_bids.save_bid",
}  # fmt: skip


def test_viewers_can_send_these_forms_and_no_others(app: Flask, club: Club, table: Table) -> None:
    posts = {rule.endpoint: rule for rule in rules(app, "POST") if "club" in rule.arguments}
    assert {one for one in posts if hasattr(app.view_functions[one], "for_viewers")} == FOR_VIEWERS
    for endpoint in posts.keys() - FOR_VIEWERS:
        assert club.phone("viewer").post(filled(posts[endpoint], club, table)).status_code == 403, endpoint


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_a_stranger_gets_404_for_every_url_of_a_club(app: Flask, club: Club, table: Table, method: str) -> None:
    tried = 0
    for rule in app.url_map.iter_rules():
        if "club" not in rule.arguments:
            continue
        path = filled(rule, club, table)
        for phone in (club.stranger, Phone(app)):
            with_token = {"data": {"csrf_token": phone.csrf}} if method in ("POST", "PUT", "PATCH", "DELETE") else {}
            assert phone.open(path, method, **with_token).status_code == 404, f"{method} {path}"
            tried += 1
    assert tried > 40
    assert table.state.revision == 2


def test_a_missing_club_looks_the_same_to_a_stranger(club: Club) -> None:
    one, other = (club.stranger.get(url) for url in (club.url, "/clubs/nothing"))
    assert (one.status_code, other.status_code) == (404, 404)
    assert one.text == other.text


def test_every_form_needs_its_csrf_token(app: Flask, club: Club, table: Table) -> None:
    tried = 0
    for rule in rules(app, "POST"):
        path = filled(rule, club, table)
        for token in ({}, {"csrf_token": ""}, {"csrf_token": "x"}, {"csrf_token": club.viewer.csrf}):
            answer = club.organiser.open(path, "POST", data={**table.carried(), **token})
            assert answer.status_code == 400, f"{path} {token}"
            assert "Reload it" in answer.text
            tried += 1
    assert tried > 60
    assert table.state.revision == 2


def test_a_browser_without_cookies_is_told_to_allow_them(app: Flask) -> None:
    answer = app.test_client(use_cookies=False).post("/join", data={"csrf_token": Phone(app).csrf})
    assert answer.status_code == 400
    assert "keeps no cookies" in answer.text


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_pages_accept_no_other_method(app: Flask, club: Club, table: Table, method: str) -> None:
    for rule in rules(app, "GET"):
        answer = club.organiser.open(filled(rule, club, table), method)
        assert answer.status_code == 405, rule.rule
        assert "<h1>" in answer.text


@pytest.mark.parametrize(
    ("path", "page"),
    [("{play}/rounds", "{play}"), ("{play}/draft", "{play}"), ("{play}/rounds/1/preview", "{play}/rounds/1")],
)
def test_get_on_the_url_of_a_form_redirects_to_its_page(club: Club, table: Table, path: str, page: str) -> None:
    """As when a phone without scripts shows a refused round, is put away, and loads the URL again."""
    answer = club.organiser.get(address(club, table, path))
    assert (answer.status_code, answer.location) == (302, address(club, table, page))
    assert club.organiser.get(answer.location).status_code == 200
    assert club.stranger.get(address(club, table, path)).status_code == 404


def test_every_url_that_accepts_only_forms_redirects_on_get(app: Flask, club: Club, table: Table) -> None:
    found = 0
    for rule in rules(app, "POST"):
        answer = club.organiser.get(filled(rule, club, table))
        assert answer.status_code not in (405, 500), rule.rule
        if answer.status_code == 302:
            assert club.organiser.get(answer.location).status_code in (200, 302, 404), rule.rule
            found += 1
    assert found > 20
    assert Phone(app).get("/clubs").location == "/"


def test_head_is_get_without_body(club: Club, table: Table) -> None:
    for path in ("/", "/join", club.url, table.url):
        answer = club.scorer.open(path, "HEAD")
        assert (answer.status_code, answer.data) == (200, b"")


@pytest.mark.parametrize("path", ["%00", "/plays/%00", "{play}%00", "{play}%00/state", "{play}/why/%00"])
def test_a_url_with_a_null_character_is_404(club: Club, table: Table, path: str) -> None:
    assert club.organiser.get(address(club, table, path)).status_code == 404


@pytest.mark.parametrize(
    "path", ["/nothing", "/clubs/", "/clubs//plays", "/favicon.ico", "/static/nothing.js",
             "/static/../companion.toml", "/recover/", "/j/", "/%00", "/%ff", "/clubs/%F0%9F%82%A1", "/.env"],
)  # fmt: skip
def test_an_unknown_url_is_answered_with_a_sentence(app: Flask, path: str) -> None:
    answer = Phone(app).get(path, follow_redirects=True)
    assert answer.status_code in (404, 405)
    assert "<h1>" in answer.text


def test_no_method_but_post_joins_a_club(app: Flask, club: Club) -> None:
    link = club.organiser.get(f"{club.url}/devices").text.split("/recover/")[1].split('"')[0]
    for method in ("GET", "HEAD", "OPTIONS"):
        phone = Phone(app)
        assert phone.open(f"/join?code={club.codes['scorer']}", method).status_code == 200
        assert phone.open(f"/recover/{link}", method).status_code == 200
        assert phone.get(club.url).status_code == 404
        assert phone.token == ""


def test_who_may_not_is_told_who_may(club: Club) -> None:
    watches = club.viewer.get(f"{club.url}/plays/new").text
    assert "This phone can only watch. Ask an organiser to let it score.</p>" in watches
    assert "Only an organiser&#39;s phone can do this." in club.scorer.get(f"{club.url}/devices").text
    refused = club.organiser.post(devices(club)[1][1], {"role": "king"}, follow_redirects=True)
    assert (refused.status_code, "Choose what the device may do." in refused.text) == (422, True)
