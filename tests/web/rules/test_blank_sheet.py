"""Blank score sheets: by the book for everybody, and by the house rules of a club."""

import re
from html import unescape

import pytest

from companion.games import SLUGS, game_of
from tests.web.house.versions import agreed
from tests.web.phones import Club, Phone, problems


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_page(slug: str, club: Club) -> None:
    for seats in {game_of(slug).seats.fewest, game_of(slug).seats.most}:
        page = club.stranger.get(f"/rules/{slug}/sheet?players={seats}")
        assert page.status_code == 200
        assert "Round" in page.text
    assert f'href="/rules/{slug}/sheet"' in club.stranger.get(f"/rules/{slug}").text


def test_names_and_rounds_can_be_chosen(club: Club) -> None:
    page = club.stranger.get("/rules/rage/sheet?players=4&rounds=3&names=Ann, <script>, =1%2B1").text
    assert "<script>," not in page
    assert re.findall(r'class="name first">(?:<bdi>|<span class="nobody">)(.*?)<', page) == [
        "Ann", "&lt;script&gt;", "=1+1", "Player 4"
    ]  # fmt: skip
    assert re.findall(r'<tr><th scope="row">(\d+)', page) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("players=1", "Rage is for 2 to 8 players, not 1."),
        ("players=99", "Rage is for 2 to 8 players, not 99."),
        ("players=²", "Give the number of players in digits."),
        ("rounds=-3", "Give the number of rounds in digits, 60 at most."),
        ("rounds=" + "9" * 400, "Give the number of rounds in digits, 60 at most."),
        ("names=Ann,Ann", "Ann is there twice; every name must be different."),
        (f"names={'x' * 41}", "Name 1 is longer than 40 letters."),
        ("names=" + ",".join("abcdefghi"), "Rage is for 2 to 8 players, not 9."),
        ("rounds=x&names=Ann,Bob", "Give the number of rounds in digits, 60 at most."),
        ("names=%E2%80%8B,Ann", "Name 1 has only letters that cannot be seen."),
    ],
)
def test_an_invalid_choice_is_an_error_beside_a_usual_sheet(club: Club, query: str, sentence: str) -> None:
    page = club.stranger.get(f"/rules/rage/sheet?{query}")
    assert page.status_code == 422
    assert sentence in problems(page)
    seats = re.findall(r'class="name first">(?:<bdi>|<span class="nobody">)(.*?)<', page.text)
    assert seats == ["Player 1", "Player 2", "Player 3", "Player 4"]


def test_without_a_number_there_are_as_many_rounds_as_usual(club: Club) -> None:
    assert len(re.findall(r'<tr><th scope="row">\d', club.stranger.get("/rules/rage/sheet?rounds=0").text)) == 10


def test_any_other_game_can_be_played_by_two_sides(club: Club) -> None:
    names = "names=Ann,Bob,Cyd,Dee"
    assert "Ann &amp; Cyd" in club.stranger.get(f"/rules/any-other-game/sheet?{names}&two_sides=1").text
    assert "Ann &amp; Cyd" not in club.stranger.get(f"/rules/any-other-game/sheet?{names}").text


def test_a_club_prints_its_house_rules(club: Club) -> None:
    book = club.viewer.get(f"{club.url}/house/raise-the-stakes/sheet").text
    assert "By the book:" in book
    version = agreed(club)
    card = club.viewer.get(f"{club.url}/house/raise-the-stakes")
    assert f'{club.url}/house/raise-the-stakes/sheet"' in card.text
    page = unescape(club.viewer.get(f"{club.url}/house/{version.game}/sheet").text)
    assert f"house rules version {version.number}" in page
    assert "We play:" in page
    assert "Target: <b><bdi>30</bdi></b>" in page
    for one in version.amendments:
        assert one.text in page


def test_the_sheet_of_a_club_is_404_for_others(club: Club) -> None:
    assert club.stranger.get(f"{club.url}/house/rage/sheet").status_code == 404
    assert club.viewer.get(f"{club.url}/house/nonsense/sheet").status_code == 404
    assert Phone(club.app).get("/rules/nonsense/sheet").status_code == 404
