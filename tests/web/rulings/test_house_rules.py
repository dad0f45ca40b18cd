"""Rulings that become house rules."""

import re
from html import unescape

import pytest

from companion.games import game_of
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, problems
from tests.web.rulings.book import RENEGE, book, recorded


def promoting(page: str) -> str:
    """Return the URL where a ruling is made a house rule."""
    return unescape(page.split(">Make it a house rule")[0].rsplit('href="', 1)[1].split('"')[0])


@pytest.mark.parametrize("decision", ["word " * 150, "y" * 700, "word\n" * 100 + "the end of it"])
def test_a_decision_too_long_for_a_house_rule_is_cut_with_a_warning(club: Club, decision: str) -> None:
    page = club.scorer.get(recorded(club, decision=decision)).text
    assert "A house rule has at most 500 letters" in page
    proposing = club.scorer.get(promoting(page)).text
    [text] = [found for found in re.findall(r"<textarea[^>]*amendment[^>]*>([^<]*)<", proposing) if found.strip()]
    assert 400 < len(text.strip()) <= 500
    assert text.endswith(("word…", "y…"))
    assert "at most 500 letters" not in club.scorer.get(recorded(club, decision="x" * 500)).text


@pytest.mark.parametrize(
    ("decision", "proposed"),
    [
        ("Whoever talks loses 5 points.\nBob loses 5 points.", "Whoever talks loses 5 points."),
        ("Talking costs:\nfirst 5, then 10.\nBob & Dee get 1,000 chips.", "Talking costs: first 5, then 10."),
        ("Bob loses 5 points.", "Bob loses 5 points."),
        (
            "No talking.\nNobody loses 5 points, and the hand goes on.",
            "No talking. Nobody loses 5 points, and the hand goes on.",
        ),
    ],
)
def test_a_house_rule_leaves_out_whose_points_changed_that_night(club: Club, decision: str, proposed: str) -> None:
    address = promoting(club.scorer.get(recorded(club, decision=decision)).text)
    assert address.endswith("#written")
    form = sent_by(club.scorer.get(address).text, "proposal")
    assert [text.strip() for text in form["amendment.0.text"]] == [proposed]


def test_a_ruling_becomes_a_house_rule(club: Club) -> None:
    one = recorded(club, decision="A late renege is forgotten.", rule=RENEGE)
    page = club.scorer.get(one).text
    proposing = club.scorer.get(promoting(page))
    assert proposing.status_code == 200
    form = sent_by(proposing.text, "proposal")
    form["amendment.0.text"] = ["A late renege is forgotten."]
    assert form["amendment.0.rule"] == [game_of("raise-the-stakes").rules.by_id[RENEGE].number]
    answer = club.scorer.post(f"{club.url}/house/raise-the-stakes/new", form)
    assert answer.status_code == 303, problems(answer)
    for address in (one, f"{club.url}/rulings"):
        page = club.viewer.get(address).text
        assert "proposed as a house rule" in page
        assert "version 1</a>" in page
    assert "Make it a house rule" not in club.scorer.get(one).text
    other = recorded(club, question="Another?")
    [_, proposed] = book(club)
    assert proposed.promotion is not None
    version = proposed.promotion.key
    agreed = club.organiser.post(f"{club.url}/house/raise-the-stakes/{version}/agree", {"agreed": ["Ann"]})
    assert agreed.status_code == 303, problems(agreed)
    page = club.viewer.get(one).text
    assert "made a house rule" in page
    assert "in force." in club.scorer.get(one).text, "said before it is withdrawn"
    assert club.scorer.post(f"{one}/withdraw", {"reason": "No."}).status_code == 303
    gone = club.scorer.get(one).text
    assert f'/house/raise-the-stakes/{version}">Version 1 of the house rules</a> stays in force.' in gone
    assert f'href="{club.url}/house/raise-the-stakes/new">Propose a change</a>' in gone
    assert "Propose a change" not in club.viewer.get(one).text
    assert "in force" not in club.scorer.get(other).text, "it is no house rule"
