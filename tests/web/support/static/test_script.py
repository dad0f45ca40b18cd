"""The pages' scripts: their types, their bundles, and one version of all modules."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import urljoin

import pytest
from flask import Flask

from companion.resources import STATIC, TEMPLATES
from companion.web.support.static.assets import (
    BUNDLES,
    IMPORT_STATEMENT,
    bundle,
    imports_of,
    is_module,
    modules_of,
    own_modules,
    read_assets,
)
from companion.web.support.static.page_files import folded, load, page_files
from tests.database import app_in
from tests.web.phones import Club, Phone, seats_of
from tests.web.support.static.selectors import SCREEN_STYLE

ROOT = Path(__file__).parents[4]
MODULES = {
    name: path.read_text("utf-8")
    for path in STATIC.rglob("*.js")
    if is_module(name := path.relative_to(STATIC).as_posix())
}
LOADED = re.compile(r'<script type="module"(?: fetchpriority="low")? src="([^"]+)">')
NAMED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def opened(instance: Path) -> Phone:
    """Return a phone of an app that has just started."""
    return Phone(app_in(instance))


def addresses(phone: Phone, page: str = "/") -> dict[str, str]:
    """Return the URLs of the modules, by name."""
    found = LOADED.findall(phone.get(page).text)
    assert len(found) == len(set(found))
    return {re.sub(r".*/static/of/\w+/", "", address): address for address in found}


@pytest.mark.parametrize("project", [ROOT, ROOT / "static/offline/worker"])
def test_the_types_are_right(project: Path) -> None:
    program = shutil.which("tsc")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("there is no tsc on the path, and CI must not go without it")
        pytest.skip("there is no tsc on the path: Debian's node-typescript has it")
    run = subprocess.run([program, "--project", str(project)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_page_loads_its_scripts_in_one_file_without_comments(tmp_path: Path) -> None:
    club = Club(app_in(tmp_path))
    phone = club.organiser
    found = addresses(phone)
    assert set(found) == {"app.js", "offline/register.js"}
    at_the_start = addresses(phone, f"{club.url}/plays/new")
    on_screens = addresses(phone, "/s/ABCD-2345")
    at_the_referee = addresses(phone, "/rules/hearts/referee")
    assert set(at_the_referee) == {"app.js", "referee/referee.js", "offline/register.js"}, (
        "no other page loads what decides"
    )
    assert set(at_the_start) == {"app.js", "forms/entry/entry.js", "start/start.js", "offline/register.js"}, (
        "no other page loads what starts a game"
    )
    assert set(on_screens) == {"screens/scoreboard.js"}, "a scoreboard needs nothing of what writes"
    found |= on_screens | at_the_start | at_the_referee
    for address in found.values():
        answer = phone.get(address)
        assert b"/**" not in answer.data
        assert answer.mimetype == "text/javascript"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Content-Security-Policy" not in answer.headers, "that of the page applies"
        packed = phone.get(address, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.data) < len(answer.data)
        assert {answer.headers["Vary"], packed.headers["Vary"]} == {"Accept-Encoding"}


@pytest.mark.parametrize(
    ("game", "needed"),
    [
        ("rage", set()),
        ("speculation", {"forms/fields/rows.js", "forms/fields/pairs.js"}),
        ("farmer", {"forms/fields/cards.js"}),
        ("superfecta", {"forms/fields/rows.js", "forms/fields/bets.js"}),
        ("toepen", {"forms/fields/sequence.js"}),
        ("brag", {"forms/fields/pots.js"}),
        ("cucumber", {"forms/fields/turns.js"}),
    ],
)
def test_a_sheet_loads_the_modules_of_its_fields(game: str, needed: set[str], club: Club) -> None:
    table = club.start(game, seats_of(game))
    of_all_sheets = {"app.js", "forms/entry/entry.js", "plays/live/live.js"}
    assert set(addresses(club.organiser, table.url)) == of_all_sheets | needed


def test_scripts_of_folded_fields_can_wait(club: Club) -> None:
    sheet = club.organiser.get(club.start("hearts", seats_of("hearts")).url).text
    assert re.search(r'<html lang="en" data-folded="[^" ]+/forms/fields/rows.js">', sheet)
    assert "forms/fields/rows.js" not in LOADED.findall(sheet)


def test_scripts_wait_only_if_nothing_but_folded_parts_needs_them(app: Flask) -> None:
    def part() -> str:
        load("forms/fields/tricks.js", "forms/cards.css")
        return "a part"

    with app.app_context():
        load("forms/entry/entry.js")
        assert folded(True, caller=lambda: folded(False, caller=part)) == "a part"
        assert page_files() == (
            ["forms/cards.css"], ["forms/entry/entry.js"], ["forms/fields/cards.js", "forms/fields/tricks.js"],
        )  # fmt: skip
        part()
        folded(True, caller=part)
        assert page_files() == (
            ["forms/cards.css"],
            ["forms/entry/entry.js", "forms/fields/cards.js", "forms/fields/tricks.js"],
            [],
        )
        assert page_files() == ([], [], []), "they are those of one page"


def test_a_question_with_a_verdict_loads_the_scripts_of_its_fields(club: Club) -> None:
    table = club.start("hearts", seats_of("hearts"))
    shown = f"{table.url}/referee/renege?admitted=1"
    assert "<summary>Ask with other facts</summary>" in club.organiser.get(shown).text
    assert "forms/fields/tricks.js" in addresses(club.organiser, shown), "they are set up with the page"


def test_templates_name_each_file_of_some_pages() -> None:
    named = {
        name
        for path in TEMPLATES.rglob("*.html")
        for names in re.findall(r"\bload\(([^)]*)\)", path.read_text("utf-8"))
        for name in re.findall(r'"([^"]*)"', names)
    }
    alone = {"app.js", "screens/scoreboard.js", "offline/register.js"}  # named by the frame and their own page
    styles = {name for name in read_assets(STATIC) if name.endswith(".css")} - {"app.css", SCREEN_STYLE}
    assert named == {*BUNDLES, *styles} - alone


def test_each_module_is_in_one_bundle_after_those_that_it_imports() -> None:
    for name in BUNDLES:
        order, sent = own_modules(MODULES, name), bundle(MODULES, name)
        there = {module for beside in BUNDLES[name] for module in modules_of(MODULES, beside)}
        assert not there & set(order)
        imported_from = re.findall(r'^import \{[^}]+\} from "([^"]*)";', sent, re.MULTILINE)
        assert {normpath(join(dirname(name), path)) for path in imported_from} <= set(BUNDLES[name])
        assert all(path.startswith("./") for path in imported_from), "browsers refuse others"
        for place, module in enumerate(order):
            assert IMPORT_STATEMENT.sub("", MODULES[module]) in sent, module
            imported = {imported for _, imported in imports_of(MODULES, module)}
            assert imported <= set(order[:place]) | there
    of_pages = [module for name in BUNDLES if name != "screens/scoreboard.js" for module in own_modules(MODULES, name)]
    assert sorted([*of_pages, "screens/scoreboard.js"]) == sorted(MODULES), "none is in two bundles of a page"


def test_top_level_names_of_a_bundle_differ() -> None:
    for name in BUNDLES:
        names = Counter(re.findall(NAMED, bundle(MODULES, name)))
        assert [one for one, number in names.items() if number > 1] == [], name


def test_template_strings_are_not_nested() -> None:
    """The minifier would remove white space in the inner one."""
    lines = [(name, line) for name, text in MODULES.items() for line in text.splitlines()]
    assert [found for found in lines if re.search(r"\$\{[^}]*`", found[1]) or found[1].count("`") % 2] == []


def test_modules_import_relatively_and_never_in_a_circle() -> None:
    left = {name: {imported for _, imported in imports_of(MODULES, name)} for name in MODULES}
    assert {name for names in left.values() for name in names} <= set(left)
    while left:
        ready = {name for name, names in left.items() if not names & left.keys()}
        assert ready, f"in a ring: {sorted(left)}"
        left = {name: names for name, names in left.items() if name not in ready}


def test_no_phone_gets_a_module_of_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = tmp_path / "static"
    shutil.copytree(STATIC, files)
    monkeypatch.setattr("companion.web.STATIC", files)
    before = opened(tmp_path / "before")
    old = addresses(before)
    script = before.get(old["app.js"]).data
    with (files / "forms/entry/sums.js").open("a") as sums:
        sums.write("\nexport const more = 1;\n")
    assert before.get(old["app.js"]).data == script, "a running app serves the version that it started with"
    assert addresses(before) == old

    newer = shutil.copytree(files, tmp_path / "newer")  # what was read of a folder is known to all apps of the tests
    monkeypatch.setattr("companion.web.STATIC", newer)
    after = opened(tmp_path / "after")
    new = addresses(after)
    assert not set(old.values()) & set(new.values()), "one module is new, and all of them have new addresses"
    for address in old.values():
        answer = after.get(address)
        assert answer.status_code == 404
        assert answer.headers["Cache-Control"] == "no-store"
    for address in (
        new["app.js"] + "x",
        new["app.js"].replace("app.js", "types.d.ts"),
        new["app.js"] + "/../../app.css",
    ):
        assert after.get(address).status_code == 404


@pytest.mark.parametrize(
    ("module", "bundle", "goal"),
    [("support/page.js", "app.js", "static/of/1/"), ("offline/register.js", "offline/register.js", "worker.js")],
)
def test_scripts_find_the_files_of_their_version_and_the_worker_below_a_prefix(
    module: str, bundle: str, goal: str
) -> None:
    [path] = re.findall(r'new URL\("([^"]+)", import\.meta\.url\)', MODULES[module])
    assert urljoin(f"https://home/games/static/of/1/{bundle}", path) == f"https://home/games/{goal}"
