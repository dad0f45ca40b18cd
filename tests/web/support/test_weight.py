"""How many bytes a phone loads: on its first visit of each kind of page, and for the next page."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from random import Random

import pytest
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter, RequestRedirect

from companion.commands.demo import Demo, fill_demo
from companion.games import SLUGS, game_of
from tests.bench.__main__ import MOST_WIRE, Reader
from tests.bench.folds import ROUNDS
from tests.bench.phone import Answer, Phone
from tests.bench.plays import Table
from tests.bench.server import Server, companion
from tests.database import app_in
from tests.web.phones import seats_of
from tests.web.support.static.selectors import needed_styles

FIRST_VISIT, NEXT_VISIT = 50_000, 5_000
"""Maximum of bytes sent with gzip, headers included."""

LONG = {"rules.game_rules": 10_500, "play_house.rules": 10_800}
"""Maximum for the next page of kinds that are long because of their texts."""

PAGES_OF_A_KIND = 8
"""How many pages of each kind are weighed."""

A_MONTH = 30 * 24 * 3600

NAMED = re.compile(r'<(?:link|script|use) [^>]*(?:href|src)="(/static/[^"#]+)')
INSTALLED = re.compile(r'rel="apple-touch-icon" href="([^"]+)"')
STYLE = re.compile(r'<link rel="stylesheet" href="[^"]+/(?!app\.)(\w+)\.css">')
LINK = re.compile(r'<a [^>]*?href="(/[^"#?]*)')


class Scales:
    """A phone that weighs pages with all files that they load."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.files: dict[str, Answer] = {}

    def files_of(self, page: Answer) -> Mapping[str, Answer]:
        """Return the files that a page names, by address; not the icon that is loaded where the app is installed."""
        needed = {*NAMED.findall(page.text)} - {*INSTALLED.findall(page.text)}
        for path in needed - self.files.keys():
            self.files[path] = self.phone.get(path).expect(200)
        return {path: self.files[path] for path in needed}

    def first_visit(self, page: Answer) -> int:
        """Return the bytes of a page and its files."""
        return page.size + sum(one.size for one in self.files_of(page).values())


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Demo, MapAdapter]]:
    """A server with an evening of every game, what they are in, and the routes of the app."""
    folder = tmp_path_factory.mktemp("demo")
    app = app_in(folder)
    with app.app_context():
        made = fill_demo(Random(1), lambda _: None)
    server = companion(folder)
    yield server, made, app.url_map.bind("127.0.0.1")
    server.stop()


@pytest.fixture(scope="module")
def demo(served: tuple[Server, Demo, MapAdapter]) -> Iterator[tuple[Scales, MapAdapter]]:
    """A phone of a club with an evening of every game, and the routes of the app."""
    server, made, routes = served
    phone = Phone(server.port)
    phone.come_back(f"/recover/{made.recovery}")
    yield Scales(phone), routes
    phone.close()


def endpoint_of(routes: MapAdapter, path: str) -> str | None:
    """Return the endpoint of a path; None if it leads nowhere."""
    try:
        return str(routes.match(path)[0])
    except (HTTPException, RequestRedirect):
        return None


def too_heavy(scales: Scales, paths: Iterable[str]) -> Mapping[str, tuple[int, int]]:
    """Return the weights of pages above the limits, on the first visit and as next page, by path."""
    pages = {path: scales.phone.get(path).expect(200) for path in paths}
    weights = {path: (scales.first_visit(page), page.size) for path, page in pages.items()}
    return {path: (first, size) for path, (first, size) in weights.items() if first > FIRST_VISIT or size > NEXT_VISIT}


def test_pages_stay_below_their_limit_and_load_the_styles_of_their_elements(
    demo: tuple[Scales, MapAdapter],
) -> None:
    scales, routes = demo
    phone, number = scales.phone, Counter[str]()
    waiting, known = [phone.club, "/", "/rules"], set[str]()
    heavy, unstyled = {}, {}
    while waiting:
        path = waiting.pop(0)
        kind = endpoint_of(routes, path)
        if path in known or kind is None or number[kind] == PAGES_OF_A_KIND:
            continue
        known.add(path)
        page = phone.get(path)
        if page.status != 200 or page.headers.get_content_type() != "text/html":
            continue
        number[kind] += 1
        weight = scales.first_visit(page)
        if weight > FIRST_VISIT or page.size > LONG.get(kind, NEXT_VISIT):
            heavy[path] = (weight, page.size)
        missing = needed_styles(page.text) - set(STYLE.findall(page.text))
        if missing:
            unstyled[path] = missing
        waiting += map(unescape, LINK.findall(page.text))
    assert len(number) > 50, sorted(number)
    assert heavy == {}
    assert unstyled == {}


def test_an_open_sheet_of_each_game_stays_below_its_limit(demo: tuple[Scales, MapAdapter]) -> None:
    scales, _ = demo
    assert too_heavy(scales, [scales.phone.start_play(slug, seats_of(slug)) for slug in SLUGS]) == {}


def test_the_options_of_each_game_stay_below_their_limit(demo: tuple[Scales, MapAdapter]) -> None:
    scales, _ = demo
    paths = [f"{scales.phone.club}/plays/new?game={slug}" for slug in SLUGS]
    assert too_heavy(scales, paths) == {}


def test_each_question_stays_below_its_limit(demo: tuple[Scales, MapAdapter]) -> None:
    scales, _ = demo
    paths = [f"/rules/{slug}/referee/{one.key}" for slug in SLUGS for one in game_of(slug).situations]
    assert too_heavy(scales, paths) == {}


def test_files_are_kept_and_load_no_others(demo: tuple[Scales, MapAdapter]) -> None:
    scales, _ = demo
    page = scales.phone.get(scales.phone.start_play("rage", seats_of("rage"))).expect(200)
    files = scales.files_of(page)
    assert any(path.endswith("/face.woff2") for path in files), "the typeface is loaded, and so it counts"
    assert {path.rpartition(".")[2] for path in files} == {"css", "js", "svg", "webmanifest", "woff2"}
    for path, answer in files.items():
        kept = re.search(r"max-age=(\d+)", answer.headers["Cache-Control"])
        assert kept is not None, path
        assert int(kept[1]) >= A_MONTH, f"{path} is loaded anew at every visit"
        loads = set(re.findall(r"url\((?!data:)([^)]+)\)", answer.text)) if path.endswith(".css") else set()
        assert loads <= {"face.woff2", "face-accented.woff2"}, f"{path} loads more"


def test_a_sheet_with_its_files_stays_below_its_limit(served: tuple[Server, Demo, MapAdapter]) -> None:
    table = Table(served[0].port)
    table.prepare(ROUNDS)
    play = table.plays[0]
    for _ in range(ROUNDS - 1):
        table.save()
    page = table.phone.get(play).expect(200)
    weight = Scales(table.phone).first_visit(page)
    table.phone.close()
    assert page.size <= NEXT_VISIT
    assert weight <= FIRST_VISIT


def test_the_longest_rules_page_stays_below_its_limit(served: tuple[Server, Demo, MapAdapter]) -> None:
    reader = Reader(served[0].port)
    reader.phone.close()
    assert reader.size <= MOST_WIRE * 1024, f"the rules of {reader.longest}"
