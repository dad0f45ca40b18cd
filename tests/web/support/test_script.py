"""The pages' scripts: their types, their bundles, and one version of all modules."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from companion.resources import static_dir
from companion.settings import load_settings
from companion.web import create_app
from companion.web.support.assets import BUNDLES, IMPORTED, bundle, has_widgets, imports_of, modules_of
from tests.web.phones import Club, Phone

ROOT = Path(__file__).parents[3]
MODULES = {
    path.relative_to(static_dir()).as_posix(): path.read_text("utf-8") for path in static_dir().glob("js/**/*.js")
}
LOADED = re.compile(r'<script type="module" src="([^"]+)">')
NAMED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def opened(instance: Path) -> Phone:
    """Return a phone of an app that has just started."""
    return Phone(create_app(load_settings({}, instance=instance)))


def addresses(phone: Phone, page: str = "/") -> dict[str, str]:
    """Return the URLs of the modules, by name."""
    found = LOADED.findall(phone.get(page).text)
    assert len(found) == len(set(found))
    return {address.rpartition("/js/")[2]: address for address in found}


@pytest.mark.parametrize("project", [ROOT, ROOT / "static/worker"])
def test_the_types_are_right(project: Path) -> None:
    program = shutil.which("tsc")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("there is no tsc on the path, and CI must not go without it")
        pytest.skip("there is no tsc on the path: Debian's node-typescript has it")
    run = subprocess.run([program, "--project", str(project)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_page_loads_its_scripts_in_one_file_without_comments(tmp_path: Path) -> None:
    club = Club(create_app(load_settings({}, instance=tmp_path)))
    phone = club.organiser
    found = addresses(phone)
    assert set(found) == {"app.js", "offline/register.js"}
    at_the_start = addresses(phone, f"{club.url}/plays/new")
    on_screens = addresses(phone, "/s/ABCD-2345")
    at_the_referee = addresses(phone, "/rules/hearts/referee")
    assert set(at_the_referee) == {"app.js", "pages/referee.js", "offline/register.js"}, (
        "no other page loads what decides"
    )
    assert set(at_the_start) == {"app.js", "pages/start.js", "offline/register.js"}, (
        "no other page loads what starts a game"
    )
    assert set(on_screens) == {"pages/scoreboard.js"}, "a scoreboard needs nothing of what writes"
    found |= on_screens | at_the_start | at_the_referee
    for address in found.values():
        answer = phone.get(address)
        assert b"/**" not in answer.data
        assert answer.mimetype == "text/javascript"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
        packed = phone.get(address, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.data) < len(answer.data)
        assert {answer.headers["Vary"], packed.headers["Vary"]} == {"Accept-Encoding"}


@pytest.mark.parametrize(
    "fields",
    [
        [],
        ["rows"],
        ["shares", "rows"],
        ["sequence"],
        ["cards"],
        ["fall"],
        ["tapped"],
        ["suggested"],
        ["turns"],
        ["in-one-with"],
    ],
)
def test_a_page_names_the_module_of_its_fields(fields: list[str]) -> None:
    page = "".join(f'<div class="field" data-{name}="x"></div>' for name in fields)
    assert has_widgets(page) == bool(fields)
    looked_for = re.search(r'const WIDGETS = "([^"]+)"', (static_dir() / "js/app.js").read_text("utf-8"))
    assert looked_for is not None
    assert {f"[data-{name}]" for name in fields} <= set(looked_for[1].split(", "))


@pytest.mark.parametrize(
    ("game", "players", "needs"), [("rage", ["Ann", "Bob"], False), ("speculation", ["Ann", "Bob"], True)]
)
def test_a_sheet_loads_the_modules_of_its_fields(game: str, players: list[str], needs: bool, club: Club) -> None:
    table = club.start(game, players)
    assert ("entry/inputs.js" in addresses(club.organiser, table.url)) == needs


def test_each_module_is_in_one_bundle_after_those_that_it_imports() -> None:
    for name, beside in BUNDLES.items():
        order = modules_of(MODULES, name)
        sent = bundle(MODULES, name, beside)
        for place, module in enumerate(order):
            own = IMPORTED.sub("", MODULES[module])
            assert (own in sent) == (not beside or module not in modules_of(MODULES, beside)), module
            assert {imported for _, imported in imports_of(MODULES, module)} <= set(order[:place])
    assert {one for name in BUNDLES for one in modules_of(MODULES, name)} == set(MODULES)


def test_top_level_names_of_a_bundle_differ() -> None:
    for name, beside in BUNDLES.items():
        names = Counter(re.findall(NAMED, bundle(MODULES, name, beside)))
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
    shutil.copytree(static_dir(), files)
    monkeypatch.setattr("companion.web.static_dir", lambda: files)
    before = opened(tmp_path / "before")
    old = addresses(before)
    script = before.get(old["app.js"]).data
    with (files / "js/entry/sums.js").open("a") as sums:
        sums.write("\nexport const more = 1;\n")
    assert before.get(old["app.js"]).data == script, "a running app serves the version that it started with"
    assert addresses(before) == old

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
