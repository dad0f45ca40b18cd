"""The card of house rules, and the list of games that have some."""

import re

import pytest

from companion.core.house.house_rules import HouseRules
from companion.store.access import members
from companion.store.house import house_rules
from tests.older import SLUG as OLDER
from tests.older import play_by
from tests.older import version as game_version
from tests.web.house.versions import DRINKS, FOLD, NEW, SLUG, agreed, proposed, url
from tests.web.pages import text_and_links, words
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


def test_the_card_of_house_rules_reports_unknown_options(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    with club.app.app_context():
        play_by(monkeypatch, game_version(1))
        member = members.member(club.organiser.token, club.key)
        assert member is not None
        proposal = house_rules.propose(
            member,
            game=OLDER,
            options={"bonus": 5},
            amendments=[],
            note="",
            holds_from=house_rules.today(),
            client_id="one",
        )
        assert isinstance(proposal, HouseRules)
        house_rules.agree(member, proposal.key, ["Ann"])
        play_by(monkeypatch, game_version(2, upgrades={}))
    told = "Agreed then, but not known to today's rules: bonus 5"
    assert told in words(club.viewer.get(f"{club.url}/house/{OLDER}").text)
    with club.app.app_context():
        play_by(monkeypatch, game_version(2))
    assert "not known to today's rules" not in words(club.viewer.get(f"{club.url}/house/{OLDER}").text)


def test_without_house_rules_a_play_differs_from_the_book_alone(club: Club) -> None:
    rage = club.start("rage", ["Ann", "Bob"], {"first_hand": "2"})
    page = club.viewer.get(f"{rage.url}/house").text
    assert text_and_links(page, {"Club": club.url, "play": rage.url}) == (
        "What do we play? House rules of our club Rage First hand tonight 2 the book: 10 Paragraph § 3.2 There were no"
        " house rules when this game began; all this is for this game alone. The club's house rules today",
        [("Paragraph § 3.2", "play/rules#deal.hands"), ("The club's house rules today", "Club/house/rage")],
    )


def test_the_form_of_a_proposal_shows_paragraphs_by_number_and_what_the_book_says_once(club: Club) -> None:
    agreed(club)
    page = club.scorer.get(url(club, f"/new?amend=Hi&rule={FOLD}")).text
    rows = re.findall(r'name="amendment\.\d\.rule"[^>]* value="([^"]*)"', page)
    assert rows == ["", "4.7", ""]
    texts = re.findall(r'<textarea[^>]* name="amendment\.\d\.text"[^>]*>\s*([^<]*)<', page)
    assert texts == [DRINKS, "Hi", ""]
    rage = words(club.scorer.get(f"{club.url}/house/rage/new").text)
    assert "Points that a missed bid costs; by the book none. " in rage
    assert "by the book none. The book" not in rage


def test_who_agreed_to_a_version_withdrawn_meanwhile_reads_what_was_typed(club: Club) -> None:
    agreed(club)
    version = proposed(club, {"target": "40"})
    club.organiser.post(url(club, f"/{version.key}/withdraw"), {"reason": "no"})
    sent = {"agreed": ["Ann", "Bob"], "others": "Zoe; Yve"}
    answer = club.organiser.post(url(club, f"/{version.key}/agree"), sent)
    assert answer.status_code == 422
    assert "Version 2 was withdrawn already. You typed: Ann, Bob, Zoe; Yve House rules" in words(answer.text)
    unexplained = club.organiser.post(url(club, f"/{proposed(club, {'target': '50'}).key}/withdraw"), {"reason": ""})
    assert unexplained.status_code == 422
