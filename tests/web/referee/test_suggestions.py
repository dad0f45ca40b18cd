"""Questions that a round suggests while it is entered, and the preview of its points."""

import re
from html import unescape
from typing import Any

import pytest

from tests.web.phones import Club, Phone, Table
from tests.web.referee.questions import PENALTY


def preview(table: Table, entry: dict[str, Any], phone: Phone | None = None) -> str:
    answer = table.post("/preview", table.inputs(entry), phone)
    assert answer.status_code == 200
    return unescape(answer.text)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"tricks": {"Ann": 2, "Bob": 2, "Cyd": 1}}, "Ann and Bob tie for most tricks."),
        ({"tricks": {"Ann": 0, "Bob": 0, "Cyd": 5}}, "Cyd took every trick."),
        ({"raised_by": ["Ann"], "folded": ["Bob", "Cyd"]}, "All but Ann folded."),
        ({"tricks": {"Ann": 2, "Bob": 2, "Cyd": 0}}, "The tricks add up to 4 of 5. Did somebody renege?"),
    ],
)
def test_a_round_suggests_the_question_that_it_raises(table: Table, entry: dict[str, Any], words: str) -> None:
    found = preview(table, entry)
    assert words in found
    link = found[found.index("/clubs/", found.index(words)) :].split('"')[0]
    answer = table.phone.get(link)
    assert answer.status_code == 200
    assert ('class="verdict"' in answer.text) == ("renege" not in link)


def each(*values: Any) -> dict[str, Any]:
    return dict(zip(("Ann", "Bob", "Cyd", "Dee"), values, strict=True))


HANDS = {"hands": each(["10h", "6h"], ["9h", "7s"], ["Kh", "2s"], ["2h", "3h"])}
ALL = {"tricks": each(11, 0, 0, 0), "points": each(40, 0, 0, 0), "talon": 0, "reversis": "Ann"}
LEVEL = {"tricks": each(3, 3, 3, 2), "points": each(15, 15, 5, 0), "talon": 5}


@pytest.mark.parametrize(
    ("slug", "entry", "words", "link"),
    [
        ("farmer", HANDS, "tie.", "showdown"),
        ("reversis", ALL, "Ann took every trick.", "reversis"),
        ("reversis", LEVEL, "Ann and Bob are level on card points.", "party"),
    ],
    ids=["two of a count", "a reversis", "level points"],
)
def test_other_games_suggest_their_questions(
    club: Club, slug: str, entry: dict[str, Any], words: str, link: str
) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
    found = preview(table, entry)
    assert words in found
    assert f"/referee/{link}?" in found


def test_an_ordinary_round_suggests_nothing_and_previews_its_points(table: Table) -> None:
    found = preview(table, {"tricks": {"Ann": 3, "Bob": 2}})
    assert 'class="offer"' not in found
    assert "<bdi>Ann</bdi>\N{NO-BREAK SPACE}<strong>+2</strong>" in found
    assert "most tricks" in found
    assert table.state.revision == 2


def test_a_waiting_penalty_counts_in_the_preview(table: Table) -> None:
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    assert "<bdi>Bob</bdi>\N{NO-BREAK SPACE}<strong>−1</strong>" in preview(table, {"tricks": {"Ann": 3, "Bob": 2}})


def test_tricks_that_do_not_add_up_suggest_a_renege(table: Table) -> None:
    answer = table.post("/rounds", table.inputs({"tricks": {"Ann": 2, "Bob": 2}}))
    assert answer.status_code == 422
    assert "Did somebody renege?" in answer.text


def test_without_a_script_a_button_previews_the_points(table: Table) -> None:
    answer = table.post("/rounds", {**table.inputs({"tricks": {"Ann": 3, "Bob": 2}}), "more": "preview"})
    assert answer.status_code == 200
    assert "<bdi>Ann</bdi>&nbsp;<strong>+2</strong>" in answer.text
    assert table.state.revision == 2
    assert 'name="tricks.0" value="3" checked' in answer.text


def test_a_viewer_gets_no_preview(table: Table) -> None:
    assert table.post("/preview", {}, table.club.viewer).status_code == 403
    assert table.club.stranger.post(f"{table.url}/preview").status_code == 404


@pytest.mark.parametrize(
    ("slug", "players", "entry", "links"),
    [
        ("raise-the-stakes", 3, {"tricks": {"Ann": 3, "Bob": 1, "Cyd": 0}}, ["renege"]),
        ("vazhushal", 2, {"went_out": None, "melds": {"Ann": 45, "Bob": 30}, "hand": {"Ann": 20, "Bob": 12}},
         ["points?decks=1", "stock-out"]),
    ],
)  # fmt: skip
def test_a_fact_that_only_has_the_key_of_something_entered_is_not_filled_in(
    club: Club, slug: str, players: int, entry: dict[str, Any], links: list[str]
) -> None:
    """The tricks of a renege are cards, and so is the hand of which a question asks the points."""
    table = club.start(slug, ["Ann", "Bob", "Cyd"][:players])
    assert re.findall(rf'href="{table.url}/referee/([^"]*)"', preview(table, entry)) == links
