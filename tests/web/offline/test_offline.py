"""What phones keep without a network: the service worker's script, and the list of sheets."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.games import SLUGS, all_games
from companion.store.club.operators import set_blocked
from companion.store.database.base import db
from companion.web.offline import views
from companion.web.support.static.assets import served_assets
from tests.web.pages import text_and_links
from tests.web.phones import Club, Phone, Table

SHEETS = "/offline/sheets"


def told(script: str) -> dict[str, object]:
    """Return the values that the server adds to the worker's script."""
    found = re.match(r"const CONFIG = (.*);\n", script)
    assert found is not None
    value: dict[str, object] = json.loads(found[1])
    return value


def test_the_worker_controls_every_page_and_loads_only_from_this_app(app: Flask) -> None:
    answer = Phone(app).get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
    assert answer.headers["Cache-Control"] == "no-cache", "a new version is found at once"
    assert Phone(app).get("/worker.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert "worker-src 'self'" in Phone(app).get("/").headers["Content-Security-Policy"]


def test_every_page_that_the_worker_stores_exists(app: Flask) -> None:
    phone = Phone(app)
    kept = told(phone.get("/worker.js").text)
    files, pages = kept["files"], kept["pages"]
    assert isinstance(files, list)
    assert isinstance(pages, list)
    for address in (*files, *pages, kept["notStored"], kept["sheets"], kept["script"]):
        assert phone.get(address).status_code == 200, address
    assert {f"/rules/{slug}" for slug in SLUGS} <= set(pages)
    page = phone.get("/rules/hearts").text
    for address in re.findall(
        r'(?:stylesheet" href|preload" href|script type="module" fetchpriority="low" src)="([^"]+)"', page
    ):
        assert address in files


def test_the_page_for_what_is_not_stored_says_what_can_be_read(app: Flask) -> None:
    said, links = text_and_links(Phone(app).get("/offline").text, {})
    assert said == (
        "No network This page is not stored on this phone. What you have entered is, and will be sent. Try again What"
        " can be read The rules of all games Sheets of open games stay on this phone for up to seven days after it last"
        " reached the club. A phone that is removed loses them the next time it is online."
    )
    assert links == [("Try again", ""), ("The rules of all games", "/rules")]


def test_the_twelve_sheets_written_last_are_listed(club: Club) -> None:
    tables = [club.start("rage", ["Ann", "Bob"]) for _ in range(13)]
    listed = club.viewer.get(SHEETS)
    assert listed.json == {club.url: {table.url: "1" for table in tables[1:]}}
    assert listed.headers["Cache-Control"] == "no-store"


def test_only_phones_of_a_club_get_the_list_of_its_open_sheets(table: Table) -> None:
    club, path = table.club, table.url
    mine = club.viewer.get(SHEETS).json
    assert f'data-mark="{mine[club.url][path]}"' in club.viewer.get(path).text
    assert list(mine) == [club.url]
    assert Phone(club.app).get(SHEETS).json == {}
    table.post("/end")
    assert path not in club.viewer.get(SHEETS).json[club.url]


def test_a_changed_sheet_has_another_mark(table: Table) -> None:
    def mark() -> str:
        found: str = table.club.viewer.get(SHEETS).json[table.club.url][table.url]
        return found

    before = mark()
    table.write({"tricks": {"Bob": 5}})
    assert mark() != before


def test_a_removed_phone_gets_an_empty_list(club: Club) -> None:
    club.start("rage", ["Ann", "Bob"])
    assert club.url in club.viewer.get(SHEETS).json
    club.viewer.post(f"{club.url}/leave")
    assert club.viewer.get(SHEETS).json == {}


def test_sheets_do_not_load_the_registering_script(table: Table) -> None:
    phone = table.club.scorer
    assert "offline/register.js" not in phone.get(table.url).text
    for path in (table.club.url, "/", "/rules/hearts", f"{table.url}/about"):
        assert "offline/register.js" in phone.get(path).text


def test_the_privacy_page_says_how_long_sheets_are_kept(club: Club) -> None:
    for path in ("/offline", f"{club.url}/more", "/worker.js"):
        assert "up to seven days" in club.viewer.get(path).text


def test_the_script_says_which_files_and_pages_are_stored(app: Flask) -> None:
    kept = told(Phone(app).get("/worker.js").text)
    with app.test_request_context():
        assets = served_assets()
        files = [name for name in assets.files if name.endswith((".css", ".js", ".svg"))]
        files = [assets.address(name) for name in files if not name.startswith("offline/worker/")]
        assert kept["files"] == [*files, assets.address("face.woff2")]
        assert kept["script"] == assets.address("offline/register.js")
        assert re.fullmatch(rf"{assets.version}-[0-9a-f]{{10}}", str(kept["version"]))
    games = all_games()
    texts = [f"/rules/{game.slug}" for game in games]
    questions = [f"/rules/{game.slug}/referee" for game in games if game.situations]
    assert kept["pages"] == ["/rules", *texts, *questions]
    assert (kept["home"], kept["notStored"], kept["sheets"]) == ("/", "/offline", SHEETS)
    assert "This is the sheet as of {at}." in str(kept["notice"])


def test_the_version_changes_with_code_texts_and_templates_and_with_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("code", "templates"):
        (tmp_path / folder).mkdir()
    monkeypatch.setattr(views, "PACKAGE", tmp_path / "code")
    monkeypatch.setattr(views, "TEMPLATES", tmp_path / "templates")
    seen = []
    for name in ("code/a.py", "code/a.toml", "code/a.svg", "templates/a.html", "code/a.pyc", "templates/a.md"):
        (tmp_path / name).write_text(name, "utf-8")
        seen.append(views._code_hash.__wrapped__())
    assert [len(version) for version in seen] == [10] * 6
    assert len(set(seen[:4])) == 4
    assert set(seen[3:]) == {seen[3]}


def test_sheets_of_a_blocked_club_are_not_stored(table: Table) -> None:
    club = table.club
    assert club.url in club.viewer.get(SHEETS).json
    with club.app.app_context():
        set_blocked(club.id, is_blocked=True)
        db.session.remove()
    assert club.viewer.get(SHEETS).json == {}
