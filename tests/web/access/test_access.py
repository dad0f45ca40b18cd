"""Clubs on their pages: starting, joining, roles, devices, names, and responses to strangers."""

from collections.abc import Iterator

import pytest
from flask import Flask
from markupsafe import escape
from sqlalchemy import select
from werkzeug.routing import Rule

from companion.store.database.base import db
from companion.store.database.models import Membership
from companion.web.access.cookies import DEVICE_COOKIE
from tests.web.club_api.programs import Program
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Phone, Table, problems

ROLES = ("stranger", "viewer", "scorer", "organiser")
LOOKS = (404, 200, 200, 200)
"""Status for each role on pages that all members may read."""

WRITES = (404, 403, 200, 200)
ORGANISES = (404, 403, 403, 200)
PAGES = {
    "": LOOKS, "/plays": LOOKS, "/plays?page=2": LOOKS, "/plays/new": WRITES, "/invite": ORGANISES,
    "/invite?role=viewer": ORGANISES, "/invite/scorer.svg": ORGANISES, "/invite/viewer.svg": ORGANISES,
    "/devices": ORGANISES, "/leave": LOOKS, "/whose": LOOKS,
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


@pytest.fixture
def club(app: Flask) -> Club:
    """Return a club whose phones have all joined."""
    return Club(app).gather()


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


def rules(app: Flask, method: str) -> Iterator[Rule]:
    """Return the URL rules of the pages that accept a method."""
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and not rule.rule.startswith(("/api/", "/static/")):
            yield rule


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
    "access.device_owner", "access.leave", "devices.rename_this_phone", "rounds.contest", "secret_bids.save_bid",
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


# Joining.


def test_join_links_and_qr_codes_lead_to_the_page_that_joins(app: Flask, club: Club) -> None:
    page = club.organiser.get(f"{club.url}/invite?role=viewer").text
    assert club.codes["viewer"] in page
    assert club.codes["scorer"] not in page
    picture = club.organiser.get(f"{club.url}/invite/viewer.svg")
    assert picture.mimetype == "image/svg+xml"
    assert picture.headers["Cache-Control"] == "no-store"
    assert club.organiser.get(f"{club.url}/invite/organiser.svg").status_code == 404
    phone = Phone(app)
    answer = phone.get(f"/j/{club.codes['viewer']}", follow_redirects=True)
    assert f'value="{club.codes["viewer"]}"' in answer.text
    assert "Join <bdi>our club</bdi>" in answer.text
    assert "This phone can then watch" in answer.text
    assert "This phone can then score" in phone.get(f"/join?code={club.codes['scorer']}").text
    assert "<h1>Join a club</h1>" in phone.get("/join?code=AAAAAA").text
    assert phone.get(club.url).status_code == 404, "looking at the link joins nothing"
    assert phone.post("/join", {"code": f" {club.codes['viewer'].lower()} "}).headers["Location"] == club.url
    assert phone.get(club.url).status_code == 200


@pytest.mark.parametrize("code", ["", " ", "AAAAAA", "0" * 6, "x" * 5000, "<script>", "‮ABC", "🂡🂡🂡🂡🂡🂡", "\0\0\0\0\0\0"])
def test_a_wrong_code_is_an_error_of_its_field(app: Flask, club: Club, code: str) -> None:
    phone = Phone(app)
    answer = phone.post("/join", {"code": code})
    assert answer.status_code == 422
    assert "letters and digits" in problems(answer)
    assert "<script>" not in answer.text
    assert phone.get("/").text.count('href="/clubs/') == 0


def test_a_renewed_recovery_link_works_and_the_old_one_does_not(app: Flask, club: Club) -> None:
    def link() -> str:
        page = club.organiser.get(f"{club.url}/devices").text
        return "/recover/" + page.split("/recover/")[1].split('"')[0]

    first = link()
    phone = Phone(app)
    assert phone.get(first).status_code == 200
    assert phone.get(club.url).status_code == 404, "looking at the link makes nobody an organiser"
    assert phone.post(first).headers["Location"] == club.url
    assert phone.get(f"{club.url}/devices").status_code == 200
    club.organiser.post(f"{club.url}/devices/recovery")
    late = Phone(app).post(first)
    assert late.status_code == 422
    assert "no longer valid" in problems(late)
    assert link() != first


def test_after_too_many_wrong_codes_the_right_one_must_wait_too(app: Flask, club: Club) -> None:
    phone = Phone(app)
    statuses = [phone.post("/join", {"code": "AAAAAA"}).status_code for _ in range(12)]
    assert statuses[0] == 422
    assert statuses[-1] == 429
    locked = phone.post("/join", {"code": club.codes["scorer"]})
    assert locked.status_code == 429
    assert "Too many wrong codes" in locked.text
    assert phone.post("/recover/x").status_code == 429
    assert phone.get(club.url).status_code == 404
    other = Phone(app)
    other.address = phone.address
    assert other.post("/join", {"code": club.codes["scorer"]}).status_code == 429, "new cookies do not help"
    assert Phone(app).post("/join", {"code": club.codes["scorer"]}).status_code == 302, "others are not locked out"


def test_wrong_links_count_like_wrong_codes(app: Flask, club: Club) -> None:
    phone = Phone(app)
    assert [phone.post(f"/recover/{number}").status_code for number in range(10)][-1] == 429
    assert phone.post("/join", {"code": club.codes["scorer"]}).status_code == 429


def test_a_forwarded_address_is_ignored(app: Flask, club: Club) -> None:
    phone = Phone(app)
    for number in range(12):
        answer = phone.post("/join", {"code": "AAAAAA"}, headers={"X-Forwarded-For": f"192.0.2.{number}"})
    assert answer.status_code == 429


# Devices and names.


def devices(club: Club) -> list[tuple[str, str]]:
    """Return role and form of each device, in the order in which they joined."""
    page = club.organiser.get(f"{club.url}/devices").text
    parts = page.split('<details class="sheet-of-paper device"')[1:]
    return [(part.split('class="beside">')[1].split(",")[0], part.split('action="')[1].split('"')[0]) for part in parts]


def test_the_organiser_sees_and_changes_roles(club: Club) -> None:
    roles, forms = zip(*devices(club), strict=True)
    assert roles == ("organiser", "scorer", "viewer")
    club.organiser.post(forms[2], {"role": "scorer"})
    assert club.viewer.get(f"{club.url}/plays/new").status_code == 200
    club.organiser.post(forms[1], {"role": "revoke"})
    assert club.scorer.get(club.url).status_code == 404
    answer = club.organiser.post(forms[1], {"role": "scorer"}, follow_redirects=True)
    assert answer.status_code in (200, 404)
    assert club.scorer.get(club.url).status_code == 404
    club.organiser.post(forms[0], {"role": "revoke"})
    assert "stays" in club.organiser.get(f"{club.url}/devices").text


@pytest.mark.parametrize("role", ["", "boss", "member", "<b>"])
def test_an_unknown_role_is_refused(club: Club, role: str) -> None:
    answer = club.organiser.post(devices(club)[1][1], {"role": role})
    assert answer.status_code == 422
    assert [role for role, _ in devices(club)] == ["organiser", "scorer", "viewer"]


@pytest.mark.parametrize("number", ["0", "99", "9" * 30, "9" * 5000, "-1", "x"])
def test_a_missing_device_is_404(club: Club, number: str) -> None:
    answer = club.organiser.post(f"{club.url}/devices/{number}", {"role": "revoke"})
    assert answer.status_code == 404
    assert len(devices(club)) == 3


def test_a_device_of_another_club_does_not_change(app: Flask, club: Club) -> None:
    other = Club(app).gather()
    form = devices(other)[1][1].replace(other.key, club.key)
    for role in ("revoke", "viewer"):
        assert club.organiser.post(form, {"role": role}).status_code == 404
    assert other.scorer.get(other.url).status_code == 200
    assert [role for role, _ in devices(other)] == ["organiser", "scorer", "viewer"]


def test_a_program_is_not_listed_as_a_phone(club: Club) -> None:
    before = devices(club)
    program = Program(club)
    with club.app.app_context():
        own = db.session.scalar(select(Membership.id).where(Membership.club_id == club.id, Membership.is_program))
        db.session.remove()
    assert devices(club) == before
    for path, form in (("", {"role": "revoke"}), ("", {"role": "organiser"}), ("/name", {"label": "Wall"})):
        assert club.organiser.post(f"{club.url}/devices/{own}{path}", form).status_code == 404
    assert program.get("")["name"] == ""


def shown_codes(club: Club) -> list[str]:
    """Return the codes and the link that the organiser's pages show."""
    pages = [club.organiser.get(f"{club.url}/{path}").text for path in ("invite", "invite?role=viewer", "devices")]
    codes = [page.split('class="code-shown">')[1].split("<")[0] for page in pages[:2]]
    return [*codes, "/recover/" + pages[2].split("/recover/")[1].split('"')[0]]


@pytest.mark.parametrize("wish", ["revoke", "viewer"])
def test_a_removed_or_demoted_phone_stays_so_and_the_page_shows_new_codes(app: Flask, club: Club, wish: str) -> None:
    known = shown_codes(club)
    answer = club.organiser.post(devices(club)[1][1], {"role": wish}, follow_redirects=True)
    present = shown_codes(club)
    assert not set(known[:2]) & set(present[:2])
    assert known[2] == present[2], "it never knew the link"
    for code in present[:2]:
        assert code in problems(answer)
    assert "recovery link" not in problems(answer)
    assert club.scorer.post("/join", {"code": known[0]}).status_code == 422
    assert club.scorer.get(f"{club.url}/plays/new").status_code == (404 if wish == "revoke" else 403)
    assert Phone(app).post("/join", {"code": present[0]}).headers["Location"] == f"{club.url}/whose"


@pytest.mark.parametrize("wish", ["revoke", "scorer"])
def test_the_recovery_link_of_a_demoted_organiser_is_renewed(club: Club, wish: str) -> None:
    club.organiser.post(devices(club)[1][1], {"role": "organiser"})
    known = shown_codes(club)
    answer = club.organiser.post(devices(club)[1][1], {"role": wish}, follow_redirects=True)
    assert "new recovery link" in problems(answer)
    assert shown_codes(club)[2] in answer.text
    assert club.scorer.post(known[2]).status_code == 422


def test_promotion_renews_no_codes(club: Club) -> None:
    known = shown_codes(club)
    answer = club.organiser.post(devices(club)[2][1], {"role": "scorer"}, follow_redirects=True)
    assert problems(answer) == "Changed."
    assert shown_codes(club) == known


@pytest.mark.parametrize(("wish", "status"), [("revoke", 404), ("viewer", 200)])
def test_an_organiser_who_steps_down_sees_no_new_code(club: Club, wish: str, status: int) -> None:
    club.organiser.post(devices(club)[1][1], {"role": "organiser"})
    answer = club.organiser.post(devices(club)[0][1], {"role": wish}, follow_redirects=True)
    assert answer.status_code == 200
    assert "new codes" in problems(answer)
    club.organiser, club.scorer = club.scorer, club.organiser
    for code in shown_codes(club):
        assert code not in answer.text
    assert club.scorer.get(club.url).status_code == status


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_a_phone_leaves_a_club_and_comes_back_by_its_code(club: Club, role: str) -> None:
    phone = club.phone(role)
    assert f"{club.url}/leave" in phone.get(f"{club.url}/more").text
    assert "type the club’s code again" in phone.get(f"{club.url}/leave").text
    assert phone.get(club.url).status_code == 200, "looking at the page leaves nothing"
    answer = phone.post(f"{club.url}/leave", follow_redirects=True)
    assert "has left" in problems(answer)
    assert club.url not in answer.text
    assert phone.get(club.url).status_code == 404
    assert phone.post("/join", {"code": club.codes[role]}).headers["Location"].startswith(club.url)
    assert [one for one, _ in devices(club)] == ["organiser", "scorer", "viewer"]


def test_the_last_organiser_is_asked_before_leaving_and_gets_the_recovery_link(club: Club) -> None:
    link = shown_codes(club)[2]
    answer = club.organiser.post(f"{club.url}/leave")
    assert answer.status_code == 409
    assert "No other phone organises the club" in problems(answer)
    assert link in answer.text
    assert club.organiser.get(club.url).status_code == 200
    form = sent_by(answer.text, "leave")
    assert club.organiser.post(f"{club.url}/leave", form).status_code == 302
    assert club.organiser.get(club.url).status_code == 404
    assert club.scorer.get(club.url).status_code == 200
    assert club.organiser.post(link).headers["Location"] == club.url
    assert club.organiser.get(f"{club.url}/devices").status_code == 200


def test_one_of_two_organisers_leaves_without_being_asked(club: Club) -> None:
    club.organiser.post(devices(club)[1][1], {"role": "organiser"})
    link = shown_codes(club)[2]
    page = club.organiser.get(f"{club.url}/leave").text
    assert link not in page
    assert club.organiser.post(f"{club.url}/leave", sent_by(page, "leave")).status_code == 302
    assert club.organiser.get(club.url).status_code == 404


BAD_NAMES = {"x" * 61: "longer", "a\0b": "cannot be shown", "a\x07": "cannot be shown", "x" * 100_000: "longer"}
BAD_NAMES |= {"\u200b\u200f": "cannot be seen", "\u3164": "cannot be seen"}


@pytest.mark.parametrize("name", BAD_NAMES, ids=range(len(BAD_NAMES)))
def test_an_invalid_club_name_is_an_error_of_its_field(club: Club, name: str) -> None:
    club.organiser.post(f"{club.url}/name", {"name": "Aces"})
    answer = club.organiser.post(f"{club.url}/name", {"name": name})
    assert answer.status_code == 422
    assert BAD_NAMES[name] in problems(answer)
    assert 'aria-describedby="name-problem"' in answer.text
    assert f'value="{name[:60].strip()}"' in answer.text, "what was typed can be mended"
    assert "Aces" in club.organiser.get(club.url).text


@pytest.mark.parametrize("label", ["", "  ", *BAD_NAMES], ids=range(2 + len(BAD_NAMES)))
def test_an_invalid_device_name_is_refused_and_changes_nothing(club: Club, label: str) -> None:
    club.scorer.post(f"{club.url}/device-name", {"label": "Tablet"})
    answer = club.scorer.post(f"{club.url}/device-name", {"label": label})
    assert answer.status_code == 422
    assert "name" in answer.text
    assert "Tablet" in club.organiser.get(f"{club.url}/devices").text


@pytest.mark.parametrize(
    "name", ["<b>x</b>", '"><script>alert(1)</script>', "نادي", "\u202eabc", "🂡 Aces", "{{ 7*7 }}", "Ann's & Bob's"]
)
def test_names_are_displayed_as_typed(club: Club, name: str) -> None:
    answer = club.organiser.post(f"{club.url}/name", {"name": name}, follow_redirects=True)
    assert answer.status_code == 200
    club.organiser.post(f"{club.url}/device-name", {"label": name[:40]})
    for path in ("/", club.url, f"{club.url}/devices", f"{club.url}/invite", f"{club.url}/plays/new"):
        page = club.organiser.get(path).text
        assert "<script>alert" not in page
        assert "<b>x" not in page
        assert f"<bdi>{escape(name)}</bdi>" in page


@pytest.mark.parametrize(
    "value", ["", "x", "spent", ".", "202611", "202611.spent", "." * 2000, "202611." + "x." * 2000]
)
def test_an_invalid_device_cookie_opens_nothing_and_the_phone_can_join(app: Flask, club: Club, value: str) -> None:
    phone = Phone(app)
    phone.client.set_cookie(DEVICE_COOKIE, value)
    assert phone.get("/").status_code == 200
    assert phone.get(club.url).status_code == 404
    assert phone.post("/join", {"code": club.codes["viewer"]}).headers["Location"] == club.url
    assert phone.get(club.url).status_code == 200


def test_a_forged_cookie_is_a_stranger(app: Flask, club: Club) -> None:
    token = club.organiser.token
    phone = Phone(app)
    for value in (f"202611.{token[:-1]}", f"202611.{token}x", f"202611.{token.swapcase()}", token, f"{token}.", "x"):
        phone.client.set_cookie(DEVICE_COOKIE, value)
        assert phone.get(club.url).status_code == 404
        assert phone.get("/").status_code == 200
