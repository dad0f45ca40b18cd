"""The card of house rules, and the list of games that have some."""

import re

from tests.web.house.versions import DRINKS, FOLD, NEW, SLUG, agreed, proposed, url
from tests.web.pages import words
from tests.web.phones import Club


def test_without_house_rules_nothing_differs(club: Club) -> None:
    assert "By the book" in club.viewer.get(url(club)).text
    assert "by the book" in club.viewer.get(f"{club.url}/house").text


def test_the_card_lists_differences_with_date_and_names(club: Club) -> None:
    club.start(SLUG, ["Ann", "Bob"])
    form = {
        **NEW, "amendment.1.text": "Folded cards stay face down.", "amendment.1.rule": FOLD, "note": "At the lake.",
    }  # fmt: skip
    found = agreed(club, form)
    page = club.viewer.get(url(club))
    told = words(page.text)
    assert "Target 30 the book: 20" in told
    assert "Hand" not in told.partition("Version 1")[0], "what is as in the book is not on it"
    assert DRINKS in told
    assert "Folded cards stay face down." in told
    assert f'href="{club.url}/rules/raise-the-stakes#play.fold"' in page.text
    assert f'href="{club.url}/rules/raise-the-stakes#ending.target"' in page.text
    assert f"since {found.holds_from.day} " in told
    assert "Agreed by Ann, Bob, Zoë and Yves" in told
    assert "At the lake." in told


def test_a_proposal_lists_what_it_changes(club: Club) -> None:
    agreed(club)
    proposed(club, {"target": "40", "amendment.0.text": "Nobody sings."})
    told = words(club.organiser.get(url(club)).text)
    assert "Target 40 now: 30" in told
    assert re.search(f"New Nobody sings. No longer {DRINKS}", told)
    assert "Target 30 the book: 20" in told.partition("Proposed")[0], "the card is still the old one"


def test_withdrawn_and_past_versions_stay_readable(club: Club) -> None:
    first = agreed(club)
    second = proposed(club, {"target": "40"})
    club.organiser.post(url(club, f"/{second.key}/withdraw"), {"reason": "Too long an evening."})
    agreed(club, {"target": "50"})
    told = words(club.viewer.get(url(club)).text)
    assert "withdrawn: Too long an evening." in told
    assert "No longer in force" in words(club.viewer.get(url(club, f"/{first.key}")).text)
    assert "Withdrawn: Too long an evening." in words(club.viewer.get(url(club, f"/{second.key}")).text)


def test_the_list_of_games_marks_games_with_house_rules(club: Club) -> None:
    agreed(club)
    club.scorer.post(f"{club.url}/house/rage/new", {"first_hand": "8"})
    told = words(club.viewer.get(f"{club.url}/house").text)
    assert re.search(r"Rage by the book proposed", told)
    assert re.search(r"Raise the Stakes version 1, since", told)
