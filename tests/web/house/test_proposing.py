"""Proposing house rules."""

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest

from companion.core.entry.kinds import default_of
from companion.core.house.house_rules import DAYS_AHEAD, Amendment
from companion.games import SLUGS, game_of
from companion.web.house.pages import rule_id_from
from tests.web.forms.forms_of_pages import sent_by
from tests.web.house.versions import DRINKS, FOLD, MARKUP, NEW, agreed, proposed, url, versions
from tests.web.pages import words
from tests.web.phones import Club, problems


def test_the_page_begins_with_the_version_in_force(club: Club) -> None:
    agreed(
        club, {**NEW, "short_deck": "1", "variation_cards": ["spy", "swap"], "amendment.0.rule": FOLD, "note": "Hm."}
    )
    form = sent_by(club.scorer.get(url(club, "/new")).text, "proposal")
    assert form["target"] == ["30"]
    assert form["short_deck"] == ["1"]
    assert form["variation_cards"] == ["spy", "swap"]
    assert form["amendment.0.rule"] == ["4.7"], "the number of its paragraph"
    page = club.scorer.get(url(club, "/new")).text
    assert DRINKS in page
    assert "Hm." in page


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_page_to_propose_on(club: Club, slug: str) -> None:
    path = f"{club.url}/house/{slug}/new"
    page = club.scorer.get(path)
    assert page.status_code == 200
    form = sent_by(page.text, "proposal")
    assert "That is what the book says. Change an option, or add your own rule." in problems(
        club.scorer.post(path, form)
    )
    rule = game_of(slug).rules.paragraphs[-1].id
    answer = club.scorer.post(path, {**form, "amendment.0.text": "We do.", "amendment.0.rule": rule})
    assert answer.status_code == 303, problems(answer)
    [found] = versions(club, slug)
    assert found.amendments == (Amendment(rule, "We do."),)
    assert found.options == {item.key: default_of(item) for item in game_of(slug).options}


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"target": "-1"}, "Target: −1 is too low, 1 is the least."),
        ({"target": "thirty"}, "is not a whole number."),
        ({"target": "\0"}, "Target: “�” is not a whole number."),
        ({"target": "9" * 10_000}, "is not a whole number."),
        ({"target": MARKUP}, "is not a whole number."),
        ({"hand_size": "8"}, "Hand: “8” is not one of 5, 6 or 7."),
        (
            {"variation_cards": ["joker"]},
            "Variation cards: “joker” is not one of spy, take-it, one-higher, swap, secret-shuffle or trump-twist.",
        ),
        (
            {"raised_tie": MARKUP},
            'Raised round tied: “"><script>alert(1)</script>” is not one of losers-pay or nobody-pays.',
        ),
        ({"amendment.0.text": "x" * 10_000}, "is longer than 500 letters."),
        ({"amendment.0.text": "a\0b"}, "has letters that cannot be shown."),
        (
            {"amendment.0.text": "x", "amendment.0.rule": "rage/scoring.tricks"},
            "Raise the Stakes has no such paragraph. Choose one from the list, or none.",
        ),
        (
            {"amendment.0.text": "x", "amendment.0.rule": MARKUP},
            "Raise the Stakes has no such paragraph. Choose one from the list, or none.",
        ),
        ({"amendment.0.text": "x", "amendment.1.text": "x"}, "This rule is there twice."),
        ({f"amendment.{row}.text": str(row) for row in range(31)}, "rules are too many; enter at most 30."),
        ({f"amendment.{row}.text": str(row) for row in range(900)}, "rules are too many; enter at most 30."),
        ({"note": "x" * 10_000}, "is longer than 500 letters."),
        ({"note": "a\0b"}, "has letters that cannot be shown."),
        ({"holds_from": "2000-01-01"}, "That day is in the past. House rules can start today or later."),
        ({"holds_from": "9999-12-31"}, "That is more than a year ahead."),
        ({"holds_from": "2026-02-30"}, "2026-02-30 is no day of the calendar."),
        ({"holds_from": "tomorrow"}, " is no day of the calendar."),
        ({"holds_from": "٢٠٢٦-٠١-٠١"}, " is no day of the calendar."),
        ({"holds_from": "\0"}, " is no day of the calendar."),
        ({"holds_from": "2026-W01-1"}, " is no day of the calendar."),
        ({"holds_from": MARKUP}, " is no day of the calendar."),
        (
            {"target": "20", "amendment.0.text": " "},
            "That is what the book says. Change an option, or add your own rule.",
        ),
    ],
)
def test_an_invalid_proposal_comes_back_with_its_problems(club: Club, form: dict[str, Any], told: str) -> None:
    answer = club.scorer.post(url(club, "/new"), {"target": "30", **form})
    assert answer.status_code == 422
    assert told in problems(answer)
    assert versions(club) == []
    assert MARKUP not in answer.text
    for name in form.keys() & {"target", "amendment.0.text", "note", "holds_from"}:
        assert form[name].strip() in unescape(answer.text), name


def test_the_calendar_offers_the_days_on_which_house_rules_can_start(club: Club) -> None:
    [field] = re.findall(r'<input[^>]* name="holds_from"[^>]*>', club.scorer.get(url(club, "/new")).text)
    first, last = (re.findall(rf'{name}="([^"]+)"', field)[0] for name in ("min", "max"))
    assert first < last
    assert proposed(club, {**NEW, "holds_from": first}).holds_from.isoformat() == first
    assert proposed(club, {**NEW, "holds_from": last}).holds_from.isoformat() == last


def test_an_error_is_displayed_beside_its_field(club: Club) -> None:
    page = club.scorer.post(url(club, "/new"), {"amendment.0.text": "fine", "amendment.1.text": "x" * 501}).text
    assert re.search(r'aria-describedby="amendment-1-problem" aria-invalid="true"[^>]* id="amendment-1"', page)
    assert 'id="amendment-1-problem"' in page
    assert not re.search(r'aria-invalid[^>]* id="amendment-0"', page)
    page = club.scorer.post(url(club, "/new"), {"target": "x"}).text
    assert re.search(r'name="target"[^>]* aria-invalid="true"', page)


@pytest.mark.parametrize("typed", [FOLD, "4.7", " 4.7 ", "§ 4.7", "4.7.", "§4.7 A player who"])
def test_a_paragraph_is_chosen_by_its_number(club: Club, typed: str) -> None:
    found = proposed(club, {"amendment.0.text": "x", "amendment.0.rule": typed})
    assert found.amendments == (Amendment(FOLD, "x"),)


def test_a_missing_paragraph_is_an_error_of_its_field(club: Club) -> None:
    page = club.scorer.post(url(club, "/new"), {"amendment.0.text": "x", "amendment.0.rule": "99.9"}).text
    assert re.search(r'aria-invalid="true"[^>]* id="amendment-0-rule"[^>]* value="99.9"', page)
    assert 'id="amendment-0-rule-problem">Raise the Stakes has no such paragraph' in page


def test_the_page_with_the_most_rules_is_light(club: Club) -> None:
    agreed(club, {f"amendment.{row}.text": f"Rule {row}." for row in range(30)})
    assert len(club.scorer.get(url(club, "/new")).data) < 60_000


def test_hints_mention_the_book_at_most_once(club: Club) -> None:
    for slug in SLUGS:
        page = club.scorer.get(f"{club.url}/house/{slug}/new").text
        hints = re.findall(r'<p class="hint" id="f-[^>]*>(.*?)</p>', page, re.DOTALL)
        assert [hint for hint in hints if len(re.findall(r"\bbook\b", hint)) > 1] == [], slug


def test_without_a_script_one_more_rule_can_be_added(club: Club) -> None:
    answer = club.scorer.post(url(club, "/new"), {**NEW, "more": "amendment"})
    assert answer.status_code == 200
    assert DRINKS in answer.text
    assert 'name="amendment.1.text"' in answer.text
    assert versions(club) == []


def test_the_same_tap_twice_proposes_once(club: Club) -> None:
    form = sent_by(club.scorer.get(url(club, "/new")).text, "proposal")
    for _ in range(2):
        assert club.scorer.post(url(club, "/new"), {**form, "target": "30"}).status_code == 303
    assert len(versions(club)) == 1


def test_clearing_a_text_removes_a_rule_and_unticking_a_box_its_choice(club: Club) -> None:
    agreed(club, {**NEW, "short_deck": "1"})
    found = agreed(club, {"target": "30", "amendment.0.text": ""})
    assert (found.amendments, found.options["short_deck"], found.options["target"]) == ((), False, 30)


def test_markup_is_displayed_as_text(club: Club) -> None:
    found = agreed(club, {"amendment.0.text": MARKUP, "note": MARKUP})
    for path in ("", f"/{found.key}", "/new", "/share"):
        page = club.organiser.get(url(club, path)).text
        assert "<script>alert" not in page
    assert MARKUP in unescape(club.organiser.get(url(club)).text)


def test_a_proposal_of_a_new_note_displays_it(club: Club) -> None:
    agreed(club)
    proposed(club, {**NEW, "note": "At the lake."})
    told = words(club.organiser.get(url(club)).text)
    assert "Note At the lake." in told.partition("Proposed: version 2")[2]
    assert "Just what" not in told


def test_of_far_too_many_written_rules_sixty_come_back_with_an_empty_row(club: Club) -> None:
    for count, rows in ((60, 61), (70, 61)):
        sent = {f"amendment.{number}.text": f"Rule {number}." for number in range(count)}
        answer = club.scorer.post(url(club, "/new"), sent)
        assert answer.status_code == 422
        assert f"{count} rules are too many; enter at most 30." in problems(answer)
        assert len(re.findall(r'name="amendment\.\d+\.text"', answer.text)) == rows


def test_a_paragraph_is_known_by_its_number_with_any_space_after_the_sign() -> None:
    game = game_of("rage")
    paragraph = game.rules.paragraphs[3]
    for typed in (
        paragraph.number,
        f"§{paragraph.number}",
        f"§ {paragraph.number}",
        f"§\N{NO-BREAK SPACE}{paragraph.number}.",
    ):
        assert rule_id_from(game, typed) == paragraph.id


def test_a_proposal_offers_days_up_to_the_last_that_can_be_agreed(club: Club) -> None:
    page = club.organiser.get(f"{club.url}/house/rage/new").text
    first, last = (date.fromisoformat(re.findall(rf'{end}="(\d{{4}}-\d\d-\d\d)"', page)[0]) for end in ("min", "max"))
    assert last - first == timedelta(days=DAYS_AHEAD)
