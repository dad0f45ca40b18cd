"""What pages of rules and blank sheets are made of, without their pages."""

import gc
import gzip
import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.games import game_of
from companion.search.lexicon import LONGEST_QUESTION
from companion.search.search_results import SearchResult
from companion.web.rules import indexes, views
from companion.web.rules.blank_sheet_views import BlankSheetForm
from tests.web.house.versions import DRINKS, agreed, url
from tests.web.pages import main_of, words
from tests.web.phones import Club, problem_texts


@pytest.mark.parametrize(
    ("query", "slug", "names"),
    [
        ("", "rage", ["Player 1", "Player 2", "Player 3", "Player 4"]),
        ("", "cribbage", ["Player 1", "Player 2", "Player 3"]),
        ("players=2", "rage", ["Player 1", "Player 2"]),
        ("names=Ann; Bob", "rage", ["Ann", "Bob"]),
        ("players=2&names=Ann,Bob,Cyd", "rage", ["Ann", "Bob", "Cyd"]),
        ("players=3&names=Ann", "rage", ["Ann", "Player 2", "Player 3"]),
    ],
)
def test_a_blank_sheet_has_a_row_for_each_player_or_name(app: Flask, query: str, slug: str, names: list[str]) -> None:
    with app.test_request_context(f"/?{query}") as context:
        assert BlankSheetForm(context.request.args).seats(game_of(slug)) == names


def test_two_sides_take_four_players_and_a_game_that_allows_them(club: Club) -> None:
    for slug, names, in_sides in (
        ("any-other-game", "Ann,Bob,Cyd,Dee", True),
        ("any-other-game", "Ann,Bob,Cyd", False),
        ("rage", "Ann,Bob,Cyd,Dee", False),
    ):
        answer = club.stranger.get(f"/rules/{slug}/sheet?two_sides=1&names={names}")
        assert answer.status_code == 200
        assert ("Ann &amp; Cyd" in answer.text) == in_sides


def test_a_refused_sheet_of_a_club_is_shown_by_its_house_rules(club: Club) -> None:
    agreed(club, {"target": "30", "amendment.0.text": DRINKS})
    answer = club.viewer.get(url(club, "/sheet?players=x"))
    assert answer.status_code == 422
    assert "Give the number of players in digits." in problem_texts(answer)
    page = words(main_of(answer.text))
    assert "Target: 30" in page
    assert DRINKS in page


def test_only_what_is_needed_at_the_table_is_printed_of_the_quick_reference(club: Club) -> None:
    page = words(main_of(club.stranger.get("/rules/rage/sheet").text))
    assert "10 cards each in the first round, one fewer in each later one" in page
    assert "Each trick 1, a bid made 10" in page
    assert "After 10 hands" in page
    assert "its own pack of 110" not in page


def test_options_of_a_blank_sheet_are_marked_if_the_house_plays_them_differently(club: Club) -> None:
    agreed(club, {"target": "30"})
    page = club.viewer.get(url(club, "/sheet")).text
    assert "Target: <b><bdi>30</bdi></b>" in page
    assert "Hand: <bdi>5 cards</bdi>" in page or "Hand: 5 cards" in words(page)
    assert "Hand: <b>" not in page
    assert "Unit of two" not in club.stranger.get("/rules/open-face-chinese-poker/sheet").text, "nobody sits there yet"
    name = words(main_of(club.stranger.get("/rules/any-other-game/sheet").text))
    assert "Name: none" not in name, "an empty text is left to be written"


def test_the_quick_reference_has_six_answers_in_order_and_no_empty_one() -> None:
    assert [label for label, _ in views.quick_facts(game_of("rage"))] == [
        "Players", "Cards", "Deal", "Order", "Scores", "Ends",
    ]  # fmt: skip
    facts = dict(views.quick_facts(game_of("rage")))
    quick = game_of("rage").rules.quick
    assert [facts[label] for label in ("Cards", "Deal", "Order", "Scores")] == [
        quick.deck, quick.deal, quick.order, quick.scores,
    ]  # fmt: skip
    assert facts["Ends"] == "after 10 hands"
    assert "Order" not in dict(views.quick_facts(game_of("farmer")))


def test_paragraphs_are_in_their_chapters_in_order() -> None:
    game = game_of("rage")
    found = [paragraph for chapter in views.chapters_of(game).values() for paragraph in chapter]
    assert found == list(game.rules.paragraphs)
    values = views.text_values(game)
    assert values["numbers"] == {paragraph.id: paragraph.number for paragraph in found}
    assert values["labels"] == {option.key: option.label for option in game.options}


def test_filters_of_a_search_are_kept_if_they_are_known(app: Flask) -> None:
    result = SearchResult()
    with app.test_request_context():
        known = views.search_values(result, "trump", "rage", "play", "toepen")
        unknown = views.search_values(result, "x" * (LONGEST_QUESTION + 5), "bridge", "play", "bridge")
    form = known["filters"]
    assert (known["game"], known["first"], form.game.data, form.section.data) == ("rage", "toepen", "rage", "play")
    assert (unknown["game"], unknown["first"], unknown["filters"].game.data) == ("", "", "")
    assert unknown["asked"] == "x" * (LONGEST_QUESTION + 1), "one letter too many, so that it can be refused"


def test_a_paragraph_has_the_address_of_its_game_or_of_all_games(app: Flask) -> None:
    with app.test_request_context():
        assert views.rule_url("rage/scoring.zero-bid") == "/rules/rage#scoring.zero-bid"
        assert views.rule_url("customs/deal.misdeal") == "/rules#customs.deal.misdeal"
    assert views.anchor_of("table/buy") == "table.buy"
    assert views.anchor_of("rage/scoring.zero-bid") == "scoring.zero-bid"


def test_both_indexes_are_built_in_the_background_and_the_collector_runs_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[object] = []

    class Soon:
        """Stands for a timer that has waited."""

        name, daemon = "", False

        def __init__(self, seconds: float, act: Callable[[], None]) -> None:
            done.append(seconds)
            self.act = act

        def start(self) -> None:
            self.act()
            done.append((self.name, self.daemon))

    monkeypatch.setattr(indexes, "Timer", Soon)
    for name in ("rules_search", "game_finder"):
        monkeypatch.setattr(indexes, name, lambda name=name: done.append(name))
    for name in ("collect", "freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *given, name=name: done.append((name, *given)))
    indexes.warm_up()
    assert done == [
        indexes.SECONDS_BEFORE_INDEXING, "rules_search", "game_finder", ("collect",), ("freeze",),
        ("set_threshold", 5_000), ("indexes", True),
    ]  # fmt: skip


def test_a_search_by_cards_is_trimmed_and_refused_if_it_is_too_long(club: Club) -> None:
    every, one = (club.stranger.get(path).text for path in ("/rules", "/rules?table=%20"))
    assert main_of(every) == main_of(one)
    long = club.stranger.get(f"/rules?table={'x' * (LONGEST_QUESTION + 9)}")
    assert long.status_code == 422
    assert "no-store" in long.headers["Cache-Control"]
    assert "x" * LONGEST_QUESTION in long.text
    assert "x" * (LONGEST_QUESTION + 1) not in long.text


def test_a_blank_sheet_has_the_rounds_of_the_house_rules(club: Club) -> None:
    club.scorer.post(f"{club.url}/house/rage/new", {"first_hand": "3"})
    [agree] = re.findall(r'action="([^"]+/agree)"', club.organiser.get(f"{club.url}/house/rage").text)
    assert club.organiser.post(agree, {"others": "Ann"}).status_code == 303
    refused = f"{club.url}/house/rage/sheet?players=x"
    for path, rounds in ((f"{club.url}/house/rage/sheet", 3), (refused, 3), ("/rules/rage/sheet", 10)):
        page = club.viewer.get(path).text
        assert len(re.findall(r'<tr><th scope="row">\d', page)) == rounds


def test_a_search_is_limited_by_its_filters(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    class Index:
        """Stands for the index of all rules texts, which takes seconds to make."""

        def search(self, *given: str) -> SearchResult:
            asked.append(given)
            return SearchResult()

    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(views, "rules_search", Index)
    page = club.stranger.get("/rules/search?q=trump&game=rage&section=play&first=toepen").text
    assert asked == [("trump", "rage", "play", "toepen")]
    assert re.findall(r'<option value="(\w+)" selected>|<option selected value="(\w+)">', page)
    assert club.stranger.get("/rules/search").status_code == 200
    assert len(asked) == 1, "nothing was asked"


def test_a_page_of_rules_is_the_same_compressed_and_has_the_root_of_the_app_in_its_links(app: Flask) -> None:
    client = app.test_client()
    plain = client.get("/rules/farmer")
    packed = client.get("/rules/farmer", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    below = client.get("/rules/farmer", environ_overrides={"SCRIPT_NAME": "/cards"}).text
    assert 'href="/cards/rules' in below
    assert 'href="/cards/rules' not in plain.text
