"""What all tests share: where Chromium is, and how Hypothesis draws."""

import gc
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from companion.core.game.game import Game
from companion.core.game.situation import Situation
from companion.games import SLUGS, folder_of

# No deadline for examples: the machine may be busy.
settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True, print_blob=True)
settings.register_profile("nightly", settings.get_profile("home"), print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")

# Otherwise each worker, and each server that a test starts, would compile everything again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Their helpers compare answers of games: a failed comparison then shows the difference, as in the tests themselves.
pytest.register_assert_rewrite("tests.games", "tests.laws")

HERE = Path(__file__).parent
WORKERS = "PYTEST_XDIST_AUTO_NUM_WORKERS"
SLOW = (
    "bench",
    "browser",
    "cli/commands/test_club_files.py",
    "cli/commands/test_commands.py",
    "cli/commands/test_copies.py",
    "cli/commands/test_demo.py",
    "cli/commands/test_operator_commands.py",
    "cli/commands/test_recover.py",
    "cli/commands/test_token.py",
    "cli/test_server.py",
    "cli/test_wheel.py",
    "core/tricks/test_entry_of_tricks.py",
    "hosting",
    "laws",
    "search/test_asked.py",
    "search/test_club_search.py",
    "search/test_customs.py",
    "search/test_rules_search.py",
    "search/test_typed.py",
    "store/club/test_erasing.py",
    "store/club/test_operators.py",
    "store/club/test_unused.py",
    "store/database/backups",
    "store/database/test_crash.py",
    "store/database/test_database.py",
    "store/erasing",
    "store/files",
    "store/log/test_races.py",
    "store/migrations",
    "store/nights",
    "store/plays/test_details.py",
    "store/plays/test_earlier_players.py",
    "store/plays/test_find_night.py",
    "store/plays/test_seat_corrections.py",
    "web/access/test_devices.py",
    "web/access/test_joining.py",
    "web/access/test_names.py",
    "web/access/test_permissions.py",
    "web/access/test_security.py",
    "web/access/test_staying_in.py",
    "web/api/club",
    "web/api/test_api_fuzz.py",
    "web/api/test_api_junk.py",
    "web/api/test_openapi.py",
    "web/club/test_erasing.py",
    "web/club/test_pages.py",
    "web/files",
    "web/forms/test_odd_forms.py",
    "web/house",
    "web/money/test_money.py",
    "web/money/test_pages.py",
    "web/nights",
    "web/offline",
    "web/people/test_pages.py",
    "web/people/test_people.py",
    "web/plays/bids",
    "web/plays/details",
    "web/plays/rounds/test_random_input.py",
    "web/plays/rounds/test_refused.py",
    "web/plays/rounds/test_saving.py",
    "web/plays/rounds/test_stopped_sheets.py",
    "web/plays/test_announcements.py",
    "web/plays/test_latecomers.py",
    "web/plays/tricks",
    "web/processes/test_every_race.py",
    "web/processes/test_every_write.py",
    "web/referee",
    "web/rules/test_club_search.py",
    "web/rulings",
    "web/start",
    "web/support/requests/test_rate_limits.py",
    "web/support/requests/test_trouble.py",
    "web/support/static/test_script.py",
    "web/support/test_weight.py",
    "web/support/test_wiring.py",
)
"""Folders and files whose tests take their time: browsers, servers, databases made anew, much drawn by chance, and
many pages.
"""

LEFT_TO_CI = (
    "bench",
    "browser/club/test_exports.py",
    "browser/club/test_people.py",
    "browser/games/test_blank_sheet.py",
    "browser/games/test_every_game.py",
    "browser/games/test_every_referee.py",
    "browser/plays/taps/test_several_rounds.py",
    "browser/plays/test_numbers.py",
    "browser/plays/tricks",
    "browser/test_look.py",
    "cli/commands/test_club_files.py",
    "cli/commands/test_copies.py",
    "cli/commands/test_recover.py",
    "cli/test_server.py",
    "cli/test_wheel.py",
    "hosting",
    "laws/test_stubs.py",
    "search/test_typed.py",
    "store/database/test_crash.py",
    "store/files/test_changed_files.py",
    "web/api/club/test_fuzz.py",
    "web/api/test_api_fuzz.py",
    "web/forms/test_odd_forms.py",
    "web/processes/test_every_write.py",
    "web/support/test_weight.py",
)
"""Folders and files that ``pytest`` alone leaves out and CI runs: a fortieth of all tests, which takes a third of the
time. They need other servers, start the app many times, or go through all games and pages, of which others take some.
"""

LONGEST = (
    "hosting/test_rolling_restart.py", "store/database/test_crash.py", "web/api/test_api_fuzz.py",
    "web/processes/test_every_write.py",
)  # fmt: skip
"""Files with the longest tests, which begin first: no worker is left with one of them when the others are done."""

NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
)  # fmt: skip
"""Names of Chromium; the one without windows starts faster and comes first."""


MOST_LETTERS = 60
"""The longest name of an example in the id of a test."""


@cache
def is_in(file: Path, places: tuple[str, ...]) -> bool:
    """Whether a file is one of these, or in one of these folders."""
    return any(file.is_relative_to(HERE / place) for place in places)


def is_whole(config: pytest.Config) -> bool:
    """Whether pytest was started without a selection: no folder, file, keyword or mark."""
    return not (config.option.file_or_dir or config.option.keyword or config.option.markexpr)


def marks_left_out(config: pytest.Config, profile: str) -> set[str]:
    """Return the marks of the tests that are left out. ``profile``: that of Hypothesis."""
    if profile == "nightly" or config.option.keyword in map(folder_of, SLUGS):
        return set()
    return {"nightly", "ci"} if is_whole(config) and not os.environ.get("CI") else {"nightly"}


def pytest_configure(config: pytest.Config) -> None:
    """Run all tests of a game, also those in other folders, if its folder is given: ``pytest tests/games/oh_hell``."""
    asked = [Path(one).resolve() for one in config.args]
    if len(asked) == 1 and asked[0].parent == HERE / "games" and asked[0].name in map(folder_of, SLUGS):
        config.option.keyword = asked[0].name
        config.args[:] = [str(HERE)]


def pytest_make_parametrize_id(val: object) -> str | None:
    """A test of one game bears the name of its folder: ``pytest -k oh_hell`` is all that holds Oh Hell.

    Objects and lists are shown as JSON.
    """
    if isinstance(val, Situation):
        return val.key
    if isinstance(val, dict | list | tuple):
        return as_json(val)
    slug = val.slug if isinstance(val, Game) else val
    return folder_of(slug) if isinstance(slug, str) and slug in SLUGS else None


def as_json(val: object) -> str | None:
    """Return a value as JSON, cut where it is long; None if it has no JSON form."""
    try:
        return textwrap.shorten(json.dumps(val), MOST_LETTERS, placeholder="...")
    except (TypeError, ValueError):
        return None


LISTS = re.compile(
    r"\b(SLUGS|all_games|all_cases|all_offers|all_questions|COMPLETE|WITH_REFEREE|each_kind_of_\w+|one_of_each)\b"
)
"""By what a file goes through the games."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where all that is asked for is one game (``-k oh_hell``), files that ask none of each game are not even read."""
    asked = config.option.keyword
    if collection_path.suffix != ".py" or asked not in map(folder_of, SLUGS):
        return None
    return None if has_games(collection_path, asked) else True


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Where all that is asked for is one game, what goes through the games makes no tests of the others."""
    asked = metafunc.config.option.keyword
    if asked in map(folder_of, SLUGS):
        parametrize = metafunc.parametrize

        def of_one(names: Any, values: Iterable[Any], *more: Any, **told: Any) -> None:
            found = list(values)
            own = [value for value in found if folders_in(value) <= {asked}]
            ids = told.get("ids")
            is_named_one_by_one = ids is not None and not callable(ids)
            parametrize(names, found if is_named_one_by_one else own or found, *more, **told)

        metafunc.parametrize = of_one  # pytest has no hook between a mark and its tests


class BrowserApart(LoadScopeScheduling):
    """All tests in a browser on one worker and most others on another: each starts what it needs but once.

    Those of the pages are shared out by their files, to whoever is ready first.
    """

    def _split_scope(self, nodeid: str) -> str:
        if "/browser/" in nodeid:
            return "browser"
        return nodeid.partition("::")[0] if "/web/" in nodeid else "others"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> BrowserApart | None:
    """Where all that is asked for is one game, the tests are few, and what they need takes as long as they do."""
    return BrowserApart(config, log) if config.option.keyword in map(folder_of, SLUGS) else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One worker more than there are cores for the whole suite: its browser tests wait half of the time.

    None: pytest-xdist decides, for a selection of tests or where its environment variable says how many.
    """
    return (os.cpu_count() or 1) + 1 if is_whole(config) and WORKERS not in os.environ else None


def folders_in(value: Any) -> set[str]:
    """The games that the values of a test name, by their folders."""
    values = value.values if isinstance(value, ParameterSet) else value if isinstance(value, tuple) else (value,)
    slugs = (one.slug if isinstance(one, Game) else one for one in values)
    return {folder_of(slug) for slug in slugs if isinstance(slug, str) and slug in SLUGS}


def has_games(file: Path, folder: str) -> bool:
    """Whether a file goes through the games, or names the one with this folder."""
    text = file.read_text("utf-8")
    return folder in str(file.relative_to(HERE)) or game_named(folder) in text or bool(LISTS.search(text))


def game_named(folder: str) -> str:
    """A game as it is named in a file: ``"oh-hell"``."""
    return f'"{next(slug for slug in SLUGS if folder_of(slug) == folder)}"'


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow by its place, and whatever Hypothesis draws many examples for; leave out what others run.

    Where one game is asked for, all of it is tested at any time. The longest tests come first.
    """
    items.sort(key=lambda item: not is_in(item.path, LONGEST))
    for item in items:
        if is_in(item.path, SLOW) or getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.slow)
        if is_in(item.path, LEFT_TO_CI):
            item.add_marker(pytest.mark.ci)
    marks = marks_left_out(config, settings.get_current_profile_name())
    left_out = [item for item in items if any(map(item.get_closest_marker, marks))]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def pytest_collection_finish() -> None:
    """Do not search thousands of tests for garbage again, and search for it more rarely: it saves a twentieth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium. Without one the test is skipped, and in CI it fails."""
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    if os.environ.get("CI"):
        pytest.fail("there is no Chromium on the path, and CI must not go without the browser tests")
    pytest.skip("there is no Chromium on the path")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have measured, wherever they ran: their properties called ``measured``."""
    for report in (*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")):
        for name, value in report.user_properties:
            if name == "measured":
                terminalreporter.line(str(value))
