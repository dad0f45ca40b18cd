"""The rules library: public, the same for everybody, linked from the sheet, and fast."""

import gzip
import re
import time
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from itertools import pairwise
from pathlib import Path
from threading import Condition, Event
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from cachetools import cached
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from companion.commands import cli
from companion.core.rules.rules import SECTIONS
from companion.games import SLUGS, all_games, game_of
from companion.web.rules import indexes
from tests.suit_signs import without_signs
from tests.web.forms.odd_questions import ODD_QUESTIONS
from tests.web.phones import Club, Table

LONGEST_ON_THE_WIRE = 40 * 1024
GZIP = {"Accept-Encoding": "gzip"}
EVERY_GAME = pytest.mark.parametrize("slug", SLUGS)
BARE_PAGE = (
    "<!doctype html><title>Bare</title>" + "<p>A page of text as it comes, with nothing to work out.</p>\n" * 520
)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a client that has joined no club."""
    return app.test_client()


@EVERY_GAME
def test_a_page_has_every_paragraph_under_its_anchor(client: FlaskClient, slug: str) -> None:
    answer = client.get(f"/rules/{slug}")
    assert answer.status_code == 200
    page = unescape(without_signs(answer.text))
    game = game_of(slug)
    assert f"</svg>{game.name}</h1>" in page
    for paragraph in game.rules.paragraphs:
        anchor = paragraph.id.partition("/")[2]
        assert page.count(f'id="{anchor}"') == 1
        assert f'href="#{anchor}">{paragraph.number}</a>' in page
        assert paragraph.text in page
    for section in {paragraph.section for paragraph in game.rules.paragraphs}:
        assert re.search(rf'<details class="chapter" id="part-{section}"[^>]*>\s*<summary><h2>\d+ ', page)
        assert SECTIONS[section] in page
    assert f"<dd>{game.seats.text}</dd>" in page


@EVERY_GAME
def test_links_within_a_page_have_targets(client: FlaskClient, slug: str) -> None:
    page = client.get(f"/rules/{slug}").text
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


@EVERY_GAME
def test_a_compressed_page_is_small(client: FlaskClient, slug: str) -> None:
    answer = client.get(f"/rules/{slug}", headers=GZIP)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.data) <= LONGEST_ON_THE_WIRE


def test_the_quick_reference_answers_the_first_questions(client: FlaskClient) -> None:
    page = unescape(client.get("/rules/toepen").text)
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert list(facts) == ["Players", "Cards", "Deal", "Order", "Scores", "Ends"]
    assert facts["Players"] == "3–8"
    assert facts["Order"].startswith("10 9 8 7 A")


def test_open_points_and_house_rules_look_different(client: FlaskClient) -> None:
    page = unescape(client.get("/rules/rage").text)
    found = re.search(r'id="penalties.renege".*?(?=id="penalties)', page, re.DOTALL)
    assert found is not None
    assert "the book leaves this open" in found[0]
    found = re.search(r'id="scoring.zero-bid".*?(?=id="scoring)', page, re.DOTALL)
    assert found is not None
    assert "house rule: Zero made" in found[0]


@pytest.mark.parametrize("path", ["/rules", "/rules/rage", "/rules/search?q=renege", "/rules?table=4+players"])
def test_pages_may_be_cached_by_anybody(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.cache_control.public
    assert answer.cache_control.max_age
    packed = client.get(path, headers=GZIP)
    assert [one.headers["Vary"] for one in (answer, packed)] == ["Accept-Encoding", "Accept-Encoding"]
    assert "Set-Cookie" not in answer.headers
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    packed = client.get(path, headers=GZIP)
    again = client.get(path, headers={**GZIP, "If-None-Match": packed.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_pages_are_the_same_for_everybody(client: FlaskClient, club: Club) -> None:
    for path in ("/rules", "/rules/samba", "/rules/search?q=renege"):
        assert {phone.get(path).data for phone in (club.organiser, club.viewer, club.stranger)} == {
            client.get(path).data
        }


def test_a_flash_message_waits_for_a_page_that_is_not_cached(club: Club) -> None:
    club.organiser.post(f"{club.url}/invite/renew")
    assert "new codes" not in club.organiser.get("/rules").text
    assert "new codes" in club.organiser.get(f"{club.url}/invite").text


def test_an_unknown_game_is_404(client: FlaskClient) -> None:
    assert client.get("/rules/bridge").status_code == 404
    assert client.get("/rules/rage/more").status_code == 404
    assert client.post("/rules/rage").status_code in (400, 405)


def test_all_games_are_listed(client: FlaskClient) -> None:
    page = unescape(client.get("/rules").text)
    for game in all_games():
        assert f'href="/rules/{game.slug}"' in page
        assert game.name in page
        assert game.kind in page
    assert "4 players, rummy" in page
    assert 'id="table.buy"' in page
    assert 'id="table.adjustment"' in page


def test_a_game_is_found_by_the_cards_on_the_table(client: FlaskClient) -> None:
    page = client.get("/rules", query_string={"table": "4 players, partners, two decks"}).text
    assert "2 games fit: 4 players, 2 decks and partners." in page
    assert re.findall(r'href="/rules/([\w-]+)"', page) == ["burraco", "canasta"]
    answer = client.get("/rules", query_string={"table": "9 players, partners, two decks"})
    assert "Leave something out" in answer.text
    assert "/rules?table=" in answer.text
    answer = client.get("/rules", query_string={"table": "?" * 10_000})
    assert answer.status_code == 422
    assert "Use at most" in answer.text


def test_search_results_are_marked_and_linked(client: FlaskClient) -> None:
    page = client.get("/rules/search", query_string={"q": "revoke", "game": "rage"}).text
    assert 'href="/rules/rage#penalties.renege"' in page
    assert "<mark>not following suit</mark>" in page
    page = client.get("/rules/search", query_string={"q": "dealer", "first": "toepen"}).text
    assert page.index("In Toepen") < page.index("In other games")
    assert '<input type="hidden" name="first" value="toepen">' in page


def index_to_be_made() -> Any:
    """Return the index of all rules texts as it is before its first use."""
    return cached({}, condition=Condition())(indexes.rules_search.__wrapped__)


def test_requests_are_answered_while_the_indexes_are_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = []
    may_end = Event()

    def make(_games: object) -> object:
        assert may_end.wait(60)
        return object()

    def run(*_: object) -> None:
        made.append(bool(index.cache))
        may_end.set()
        [maker] = [one for one in enumerate_threads() if one.name == "indexes"]
        maker.join(60)
        made.append(bool(index.cache))

    monkeypatch.setattr(indexes, "RulesSearch", make)
    monkeypatch.setattr(indexes, "SECONDS_BEFORE_INDEXING", 0.0)
    monkeypatch.setattr("companion.commands.server.stop_on_signals", lambda *_: None)
    monkeypatch.setattr("companion.commands.server.run", run)
    index = index_to_be_made()
    monkeypatch.setattr(indexes, "rules_search", index)
    command = ["serve", "--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path)]
    outcome = CliRunner().invoke(cli.main, command, catch_exceptions=False)
    assert outcome.exit_code == 0
    assert made == [False, True], "nobody waited for the index, and nobody had to ask for it"


def test_a_question_about_any_game_offers_the_games(client: FlaskClient) -> None:
    page = client.get("/rules/search", query_string={"q": "how many cards each"}).text
    offered = page.partition("Which game?")[2].partition("</details>")[0]
    assert re.search(
        r'<a class="chip-button"\s+href="/rules/search\?q=how\+many\+cards\+each&amp;game=hearts">Hearts</a>', offered
    )
    assert "Which game?" not in client.get("/rules/search", query_string={"q": "how many cards each in hearts"}).text


def test_a_search_without_a_question_asks_for_one(client: FlaskClient) -> None:
    answer = client.get("/rules/search")
    assert answer.status_code == 200
    assert 'class="problem"' not in answer.text


@pytest.mark.parametrize(("question", "status", "sentence"), ODD_QUESTIONS)
def test_a_bad_question_is_answered_with_a_sentence(
    client: FlaskClient, question: str, status: int, sentence: str
) -> None:
    answer = client.get("/rules/search", query_string={"q": question})
    assert answer.status_code == status
    assert sentence.lower() in unescape(answer.text).lower()
    assert "<script>alert" not in answer.text


def test_bytes_that_are_no_text_and_unknown_filters_are_ignored(client: FlaskClient) -> None:
    assert client.get("/rules/search?q=%ff%fe&game=%00&section[]=x&first=%ff").status_code in (200, 422)
    assert "There is no game “bridge”" in client.get("/rules/search?q=trump&game=bridge").text
    assert client.get("/rules?table=%ff").status_code in (200, 422)


def test_the_sheet_and_its_lines_link_to_the_rules(table: Table) -> None:
    assert f'href="{table.url}/rules"' in table.phone.get(table.url).text
    page = table.phone.get(f"{table.url}/why/0").text
    [anchor] = re.findall(rf'href="{table.club.url}/rules/raise-the-stakes#(scoring\.most-tricks)"', page)
    assert f'id="{anchor}"' in table.phone.get(f"{table.club.url}/rules/raise-the-stakes").text
    assert 'href="/rules"' in table.phone.get("/").text


def test_a_correction_links_to_the_rules_of_every_table(table: Table) -> None:
    table.write({"tricks": {"Ann": 3, "Bob": 2}, "adjust": [{"player": "Bob", "points": -1, "reason": "renege"}]})
    [anchor] = set(re.findall(r'href="[^"]*/rules#([^"]+)"', table.phone.get(f"{table.url}/why/1").text))
    assert f'id="{anchor}"' in table.phone.get("/rules").text


def test_in_a_club_rules_and_questions_keep_the_bar_and_lead_to_pages_of_the_club(club: Club) -> None:
    pages = [
        "/search",
        "/rules",
        "/rules/rage",
        "/rules/rage/referee",
        "/rules/rage/referee/trick",
        "/house/rage/sheet",
    ]
    for before, path in pairwise(pages):
        page = club.viewer.get(club.url + before)
        assert f'href="{club.url}{path}"' in page.text or path == "/house/rage/sheet", path
    for path in pages:
        answer = club.viewer.get(club.url + path)
        assert '<nav class="at-hand club-bar"' in answer.text, path
        assert not re.findall(r'(?:href|action)="/rules', answer.text), path
        assert not answer.cache_control.public, "only members may see the name of a club"
        assert club.stranger.get(club.url + path).status_code == 404
    assert f'href="{club.url}/house/rage"' in club.viewer.get(f"{club.url}/house/rage/sheet").text.split("<main", 1)[0]
    assert "club-bar" not in club.viewer.get("/rules/rage").text
    assert club.viewer.get("/rules/rage").cache_control.public


def test_the_longest_page_costs_at_most_as_much_as_two_bare_ones(client: FlaskClient) -> None:
    bare = Flask("bare")
    bare.add_url_rule("/", view_func=lambda: gzip.compress(BARE_PAGE.encode(), 5))
    longest = max(SLUGS, key=lambda slug: len(client.get(f"/rules/{slug}").data))
    assert cpu(client, f"/rules/{longest}") <= 2 * cpu(bare.test_client(), "/")


def cpu(client: FlaskClient, path: str) -> float:
    """Return the CPU time of a request, the best of several rounds."""
    rounds = []
    for _ in range(7):
        began = time.process_time()
        for _ in range(20):
            assert client.get(path, headers=GZIP).status_code == 200
        rounds.append(time.process_time() - began)
    return min(rounds)


def test_customs_are_at_the_end_of_every_game_except_those_it_replaces(client: FlaskClient) -> None:
    page = client.get("/rules/rage").text
    assert page.index('id="ending.winner"') < page.index('id="customs.deal.misdeal"') < page.index('id="customs.play.')
    kabu = client.get("/rules/kabu").text
    assert 'id="customs.deal.misdeal"' in kabu
    assert 'id="customs.play.out-of-turn"' not in kabu
    assert 'id="customs.play.out-of-turn"' in client.get("/rules").text


def test_a_text_says_whether_it_is_complete(app: Flask) -> None:
    phone = app.test_client()
    assert "brief on how the cards are played" in phone.get("/rules/any-other-game").text
    assert "brief on how the cards are played" not in phone.get("/rules/rage").text


def test_a_request_waits_for_an_index_that_is_being_built(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make(_games: object) -> object:
        made.append(object())
        time.sleep(0.05)
        return made[-1]

    monkeypatch.setattr(indexes, "RulesSearch", make)
    index = index_to_be_made()
    with ThreadPoolExecutor(4) as askers:
        found = {id(one) for one in askers.map(lambda _: index(), range(4))}
    assert (len(found), len(made)) == (1, 1)
