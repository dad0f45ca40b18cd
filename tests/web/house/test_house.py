"""House rules on their pages: proposed, agreed, played, displayed on one card, and shared with another club."""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import timedelta
from html import unescape
from random import Random
from string import ascii_letters
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from companion.core.entry.kinds import default_of
from companion.core.house.house_rules import Amendment, HouseRules
from companion.games import SLUGS, game_of
from companion.store.access.members import member as member_of
from companion.store.database.base import db
from companion.store.house import house_rules as store
from companion.store.rulings import read_rulings, write_rulings
from companion.web.house import sharing
from tests.laws.strategies import few
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Phone, Table, problems

SLUG = "raise-the-stakes"
MARKUP = '"><script>alert(1)</script>'
DRINKS = "Who deals fetches the drinks."
FOLD = "raise-the-stakes/play.fold"
NEW = {"target": "30", "amendment.0.text": DRINKS}


def versions(club: Club, slug: str = SLUG) -> list[HouseRules]:
    """Return all versions of the club, the newest first."""
    with club.app.app_context():
        found = store.versions_of_game(club.id, slug)
        db.session.remove()
    return found


def url(club: Club, path: str = "") -> str:
    """Return the URL of a page of the club's house rules."""
    return f"{club.url}/house/{SLUG}{path}"


def proposed(club: Club, form: Mapping[str, Any] | None = None, phone: Phone | None = None) -> HouseRules:
    """Return a version proposed on its page."""
    answer = (phone or club.scorer).post(url(club, "/new"), form or NEW)
    assert answer.status_code == 303, problems(answer)
    return versions(club)[0]


def agreed(club: Club, form: Mapping[str, Any] | None = None) -> HouseRules:
    """Return a version in force."""
    found = proposed(club, form)
    answer = club.organiser.post(url(club, f"/{found.key}/agree"), {"agreed": ["Ann", "Bob"], "others": "Zoë; Yves"})
    assert answer.status_code == 303, problems(answer)
    return versions(club)[0]


def words(answer: TestResponse) -> str:
    """Return the text of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.text)))


# Permissions.


def test_every_page_opens_for_every_role(club: Club) -> None:
    table = club.start(SLUG, ["Ann", "Bob", "Cyd"])
    found = agreed(club)
    waiting = proposed(club, {"target": "40"})
    looking = [f"{club.url}/house", url(club), url(club, f"/{found.key}"), url(club, f"/{waiting.key}")]
    looking += [url(club, "/share"), url(club, "/share.svg"), f"{table.url}/house", f"{table.url}/rules"]
    for path in looking:
        seen = {role: club.phone(role).get(path).status_code for role in ("organiser", "scorer", "viewer", "stranger")}
        assert seen == {"organiser": 200, "scorer": 200, "viewer": 200, "stranger": 404}, path
    seen = [
        club.phone(role).get(url(club, "/new")).status_code for role in ("organiser", "scorer", "viewer", "stranger")
    ]
    assert seen == [200, 200, 403, 404]


@pytest.mark.parametrize(
    ("path", "form", "seen"),
    [
        ("/{slug}/new", {"target": "50"}, {"viewer": 403, "stranger": 404, "scorer": 303}),
        ("/{slug}/{key}/agree", {"others": "Ann"}, {"viewer": 403, "stranger": 404, "scorer": 403, "organiser": 303}),
        ("/{slug}/{key}/withdraw", {"reason": "X"}, {"viewer": 403, "stranger": 404, "scorer": 403, "organiser": 303}),
        ("/look", {"link": "x"}, {"viewer": 403, "stranger": 404, "scorer": 422}),
        ("/adopt", {"payload": "x"}, {"viewer": 403, "stranger": 404, "scorer": 422}),
    ],
    ids=["propose", "agree", "withdraw", "look", "adopt"],
)  # fmt: skip
def test_only_scorers_and_organisers_change_house_rules(
    club: Club, path: str, form: dict[str, str], seen: dict[str, int]
) -> None:
    key = proposed(club).key
    before = versions(club)
    for role, code in seen.items():
        answer = club.phone(role).post(f"{club.url}/house" + path.format(slug=SLUG, key=key), form)
        assert answer.status_code == code, role
        assert (versions(club) == before) == (code != 303), role


def test_a_form_without_its_csrf_token_changes_nothing(club: Club) -> None:
    for path in ("/raise-the-stakes/new", "/look", "/adopt"):
        assert club.scorer.open(f"{club.url}/house{path}", "POST", data=NEW).status_code == 400
    assert versions(club) == []


@pytest.mark.parametrize(
    "path", ["/bridge", "/bridge/new", "/{slug}/nothing", "/{slug}/share", "/{slug}/share.svg", "/\0"]
)
def test_a_missing_version_is_404(club: Club, path: str) -> None:
    assert club.organiser.get(f"{club.url}/house" + path.format(slug=SLUG)).status_code == 404


def test_a_version_belongs_to_its_game_and_its_club(club: Club, app: Flask) -> None:
    found, other = proposed(club), Club(app)
    assert club.organiser.get(f"{club.url}/house/rage/{found.key}").status_code == 404
    for step in ("agree", "withdraw"):
        assert club.organiser.post(f"{club.url}/house/rage/{found.key}/{step}", {"others": "Ann"}).status_code == 404
        assert other.organiser.post(url(other, f"/{found.key}/{step}"), {"others": "Ann"}).status_code == 404
    assert other.organiser.get(url(other, f"/{found.key}")).status_code == 404
    assert versions(club) == [found]


# The card.


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
    told = words(page)
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
    told = words(club.organiser.get(url(club)))
    assert "Target 40 now: 30" in told
    assert re.search(f"New Nobody sings. No longer {DRINKS}", told)
    assert "Target 30 the book: 20" in told.partition("Proposed")[0], "the card is still the old one"


def test_withdrawn_and_past_versions_stay_readable(club: Club) -> None:
    first = agreed(club)
    second = proposed(club, {"target": "40"})
    club.organiser.post(url(club, f"/{second.key}/withdraw"), {"reason": "Too long an evening."})
    agreed(club, {"target": "50"})
    told = words(club.viewer.get(url(club)))
    assert "withdrawn: Too long an evening." in told
    assert "No longer in force" in words(club.viewer.get(url(club, f"/{first.key}")))
    assert "Withdrawn: Too long an evening." in words(club.viewer.get(url(club, f"/{second.key}")))


def test_the_list_of_games_marks_games_with_house_rules(club: Club) -> None:
    agreed(club)
    club.scorer.post(f"{club.url}/house/rage/new", {"first_hand": "8"})
    told = words(club.viewer.get(f"{club.url}/house"))
    assert re.search(r"Rage by the book proposed", told)
    assert re.search(r"Raise the Stakes version 1, since", told)


# Proposing.


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
    assert "what the book says" in problems(club.scorer.post(path, form))
    rule = game_of(slug).rules.paragraphs[-1].id
    answer = club.scorer.post(path, {**form, "amendment.0.text": "We do.", "amendment.0.rule": rule})
    assert answer.status_code == 303, problems(answer)
    [found] = versions(club, slug)
    assert found.amendments == (Amendment(rule, "We do."),)
    assert found.options == {item.key: default_of(item) for item in game_of(slug).options}


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"target": "-1"}, "too low"), ({"target": "thirty"}, "not a whole number"), ({"target": "\0"}, "whole number"),
        ({"target": "9" * 10_000}, "not a whole number"), ({"target": MARKUP}, "not a whole number"),
        ({"hand_size": "8"}, "Hand"), ({"variation_cards": ["joker"]}, "joker"), ({"raised_tie": MARKUP}, "Raised"),
        ({"amendment.0.text": "x" * 10_000}, "longer than 500"), ({"amendment.0.text": "a\0b"}, "cannot be shown"),
        ({"amendment.0.text": "x", "amendment.0.rule": "rage/scoring.tricks"}, "no such paragraph"),
        ({"amendment.0.text": "x", "amendment.0.rule": MARKUP}, "no such paragraph"),
        ({"amendment.0.text": "x", "amendment.1.text": "x"}, "twice"),
        ({f"amendment.{row}.text": str(row) for row in range(31)}, "at most 30"),
        ({f"amendment.{row}.text": str(row) for row in range(900)}, "at most 30"),
        ({"note": "x" * 10_000}, "longer than 500"), ({"note": "a\0b"}, "cannot be shown"),
        ({"holds_from": "2000-01-01"}, "in the past"), ({"holds_from": "9999-12-31"}, "year ahead"),
        ({"holds_from": "2026-02-30"}, "no day of the calendar"), ({"holds_from": "tomorrow"}, "day"),
        ({"holds_from": "٢٠٢٦-٠١-٠١"}, "day"), ({"holds_from": "\0"}, "day"), ({"holds_from": "2026-W01-1"}, "day"),
        ({"holds_from": MARKUP}, "day"), ({"target": "20", "amendment.0.text": " "}, "what the book says"),
    ],
)  # fmt: skip
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


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({}, "who agreed"), ({"others": " , ;"}, "who agreed"), ({"others": "x" * 10_000}, "longer than 40"),
        ({"agreed": ["a\0"]}, "cannot be shown"), ({"others": ",".join(map(str, range(50)))}, "too many"),
    ],
)  # fmt: skip
def test_an_agreement_needs_a_name(club: Club, form: dict[str, Any], told: str) -> None:
    found = proposed(club)
    answer = club.organiser.post(url(club, f"/{found.key}/agree"), form)
    assert answer.status_code == 422
    assert told in problems(answer)
    assert form.get("others", "").strip() in answer.text
    assert versions(club) == [found]


@pytest.mark.parametrize(("reason", "told"), [("", "why"), ("x" * 10_000, "longer than 200"), ("\0", "be shown")])
def test_a_withdrawal_needs_a_reason(club: Club, reason: str, told: str) -> None:
    found = proposed(club)
    answer = club.organiser.post(url(club, f"/{found.key}/withdraw"), {"reason": reason})
    assert answer.status_code == 422
    assert told in problems(answer)
    assert versions(club) == [found]


def test_the_second_agreement_says_who_was_first(club: Club) -> None:
    found = agreed(club)
    answer = club.organiser.post(url(club, f"/{found.key}/agree"), {"others": "Cyd"})
    assert answer.status_code == 422
    assert versions(club) == [found]


def test_a_late_tap_is_told_what_happened_and_keeps_what_was_typed(club: Club) -> None:
    found = agreed(club)
    withdrawn = proposed(club, {"target": "40"})
    club.organiser.post(url(club, f"/{withdrawn.key}/withdraw"), {"reason": "Too long."})
    for key, step, form, said in (
        (
            found.key,
            "agree",
            {"others": "Cyd"},
            "Version 1 was agreed already by Ann, Bob, Zoë and Yves. You typed: Cyd",
        ),
        (found.key, "agree", {}, "Version 1 was agreed already by Ann, Bob, Zoë and Yves."),
        (found.key, "withdraw", {"reason": MARKUP}, f"Yves. You typed: {MARKUP}"),
        (withdrawn.key, "agree", {"agreed": ["Ann"], "others": "Cyd"}, "was withdrawn already. You typed: Ann, Cyd"),
        (withdrawn.key, "withdraw", {"reason": "Why not."}, "was withdrawn already. You typed: Why not."),
    ):
        answer = club.organiser.post(url(club, f"/{key}/{step}"), form)
        assert answer.status_code == 422
        assert said in re.sub(r"\s+", " ", problems(answer))
        assert "<script>alert" not in answer.text


def test_a_coming_version_is_announced_and_can_be_withdrawn(club: Club) -> None:
    days = [(store.today() + timedelta(days=number)).isoformat() for number in range(10)]
    older = agreed(club, {"target": "40", "amendment.0.text": DRINKS, "holds_from": days[9]})
    newer = agreed(club, {"target": "50", "note": "Short.", "holds_from": days[3]})
    told = words(club.organiser.get(url(club)))
    assert re.search(
        r"version 2 Agreed; it holds from [^;]*, and then takes the place of the book. Target 50 until then: 20", told
    )
    assert re.search(
        r"version 1 Agreed; it holds from [^;]*, and then takes the place of version 2. Target 40 until then: 50", told
    )
    assert f"New {DRINKS} Without the note." in told
    assert "Withdraw it" in told
    assert "Withdraw it" not in words(club.scorer.get(url(club)))
    answer = club.organiser.post(url(club, f"/{older.key}/withdraw"), {"reason": "", "coming": "1"})
    assert answer.status_code == 422
    assert "why" in problems(answer)
    sent = {"reason": "That was before.", "coming": "1"}
    assert club.organiser.post(url(club, f"/{older.key}/withdraw"), sent).status_code == 303
    assert [one.state for one in versions(club)] == ["agreed", "withdrawn"]
    assert "Withdrawn before its day: That was before." in words(club.viewer.get(url(club, f"/{older.key}")))
    assert newer.key in club.viewer.get(url(club)).text


def test_of_two_versions_for_one_day_the_first_names_its_successor(club: Club) -> None:
    day = (store.today() + timedelta(days=3)).isoformat()
    for target in ("30", "40", "50"):
        agreed(club, {"target": target, "holds_from": day})
    told = words(club.viewer.get(url(club)))
    assert told.count("it is followed by version 3 on the same day, and so is not played") == 2
    assert "Target 50 until then: 20" in told
    assert "until then: 30" not in told


def test_a_proposal_of_a_new_note_displays_it(club: Club) -> None:
    agreed(club)
    proposed(club, {**NEW, "note": "At the lake."})
    told = words(club.organiser.get(url(club)))
    assert "Note At the lake." in told.partition("Proposed: version 2")[2]
    assert "Just what" not in told


# Plays.


def test_a_new_play_starts_with_the_house_rules(club: Club) -> None:
    before = club.start(SLUG, ["Ann", "Bob"])
    found = agreed(club, {"target": "30", "short_deck": "1"})
    page = club.scorer.get(f"{club.url}/plays/new?game={SLUG}")
    form = sent_by(page.text, "start")
    assert (form["target"], form["short_deck"]) == (["30"], ["1"])
    assert f'href="{url(club)}"' in page.text
    assert "version 1, since" in page.text
    answer = club.scorer.post(f"{club.url}/plays/new", form)
    after = Table(club, answer.headers["Location"])
    assert (before.state.options["target"], before.state.house_id) == (20, None)
    assert (after.state.options["target"], after.state.options["short_deck"], after.state.house_id) == (
        30,
        True,
        found.id,
    )
    assert "Tonight" not in club.viewer.get(after.url).text


def test_a_change_for_one_evening_is_on_the_sheet(club: Club) -> None:
    agreed(club, {"target": "30", "short_deck": "1"})
    form = sent_by(club.scorer.get(f"{club.url}/plays/new?game={SLUG}").text, "start")
    form.pop("short_deck")
    answer = club.scorer.post(f"{club.url}/plays/new", {**form, "seat.0": "Ann", "seat.1": "Bob", "target": "50"})
    table = Table(club, answer.headers["Location"])
    assert (table.state.options["target"], table.state.options["short_deck"]) == (50, False)
    told = words(club.viewer.get(table.url))
    assert "Tonight: Target 50 (house rule 30) , Short deck no (house rule yes)" in told
    told = words(club.viewer.get(table.url + "/house"))
    assert "Target tonight 50 house rule: 30; the book: 20" in told
    assert "Short deck tonight no house rule: yes; the book: no" in told
    assert [one.state for one in versions(club)] == ["in force"], "the house rules are as they were"


def test_without_house_rules_the_sheet_names_the_book(club: Club) -> None:
    table = club.start(SLUG, ["Ann", "Bob"], {"target": "30"})
    assert "Tonight: Target 30 (book 20)" in words(club.viewer.get(table.url))
    own = club.start("any-other-game", ["Ann", "Bob"], {"name": "Skat"})
    assert "Tonight" not in club.viewer.get(own.url).text, "a name is no rule"


def play_of(club: Club, changed: Mapping[str, Any], slug: str = SLUG) -> Table:
    """Start a play with the form of its page, with these inputs changed; None: not sent."""
    form: dict[str, Any] = sent_by(club.scorer.get(f"{club.url}/plays/new?game={slug}").text, "start")
    form |= {"seat.0": "Ann", "seat.1": "Bob", **changed}
    answer = club.scorer.post(f"{club.url}/plays/new", {key: value for key, value in form.items() if value is not None})
    assert answer.status_code == 303, problems(answer)
    return Table(club, answer.headers["Location"])


@pytest.mark.parametrize(
    ("slug", "rules", "changed", "key", "none", "said"),
    [
        (SLUG, {"variation_cards": ["spy"]}, {"variation_cards": None}, "variation_cards", [],
         "Tonight: Variation cards none (house rule Spy)"),
        ("any-other-game", {"round_sum": "100"}, {"round_sum": ""}, "round_sum", None, "(house rule 100)"),
        ("any-other-game", {"name": "Skat"}, {"name": ""}, "name", "", ""),
    ],
    ids=["boxes", "number", "text"],
)  # fmt: skip
def test_an_option_cleared_for_the_evening_stays_empty(
    club: Club, slug: str, rules: dict[str, Any], changed: dict[str, Any], key: str, none: Any, said: str
) -> None:
    found = club.scorer.post(f"{club.url}/house/{slug}/new", rules)
    assert found.status_code == 303, problems(found)
    club.organiser.post(f"{club.url}/house/{slug}/{versions(club, slug)[0].key}/agree", {"others": "Ann"})
    kept = play_of(club, {}, slug)
    assert kept.state.options[key] != none, "untouched, it is as the house has it"
    assert "Tonight" not in club.viewer.get(kept.url).text
    table = play_of(club, changed, slug)
    assert table.state.options[key] == none
    assert said in words(club.viewer.get(table.url))
    again = Table(club, table.post("/again").headers["Location"])
    assert again.state.options[key] == none


def test_play_again_uses_new_house_rules_and_keeps_changes_for_the_evening(club: Club) -> None:
    agreed(club, {"target": "30"})
    table = club.start(SLUG, ["Ann", "Bob"], {"target": "30", "hand_size": "7"})
    found = agreed(club, {"target": "40", "short_deck": "1"})
    answer = table.post("/again")
    assert answer.status_code == 303
    state = Table(club, answer.headers["Location"]).state
    assert state.house_id == found.id
    assert [state.options[key] for key in ("target", "hand_size", "short_deck")] == [40, 7, True]
    assert table.state.options["target"] == 30


def test_a_play_again_that_is_no_longer_possible_opens_the_start_page_filled_in(club: Club) -> None:
    assert club.organiser.post(f"{club.url}/money", {"kind": "iso", "code": "USD"}).status_code == 303
    stake = {"stake.kind": "difference", "stake.amount": "0.05"}
    table = club.start("rage", ["Ann", "Bob", "Cyd"], {"last_hand": "6", "dealer": "1", **stake})
    club.scorer.post(f"{club.url}/house/rage/new", {"first_hand": "4"})
    club.organiser.post(f"{club.url}/house/rage/{versions(club, 'rage')[0].key}/agree", {"others": "Ann"})
    answer = table.post("/again")
    assert answer.status_code == 422
    assert "The last hand has 6 cards, more than the first with 4." in problems(answer)
    assert '<details class="sheet-of-paper options" open>' in answer.text
    form = sent_by(answer.text, "start")
    sent = {key: value[0] for key, value in form.items()}
    wanted = {"game": "rage", "seat.0": "Ann", "seat.1": "Bob", "seat.2": "Cyd", "dealer": "2", "last_hand": "6"}
    wanted |= {"first_hand": "4", **stake}
    assert {key: sent.get(key) for key in wanted} == wanted
    answer = club.scorer.post(f"{club.url}/plays/new", {**form, "last_hand": "3"})
    assert answer.status_code == 303, problems(answer)
    assert Table(club, answer.headers["Location"]).state.setup.dealer == "Cyd"


def test_house_rules_changed_while_the_page_is_open_are_displayed_first(club: Club) -> None:
    agreed(club, {"target": "30", "short_deck": "1"})
    form = sent_by(club.scorer.get(f"{club.url}/plays/new?game={SLUG}").text, "start")
    form |= {"seat.0": ["Ann"], "seat.1": ["Bob"], "hand_size": ["6"]}
    agreed(club, {"target": "40"})
    answer = club.scorer.post(f"{club.url}/plays/new", form)
    assert answer.status_code == 422
    assert "have changed meanwhile" in problems(answer)
    again = sent_by(answer.text, "start")
    assert (again["target"], again["hand_size"], again.get("short_deck")) == (["40"], ["6"], None)
    answer = club.scorer.post(f"{club.url}/plays/new", again)
    assert Table(club, answer.headers["Location"]).state.options["target"] == 40


@pytest.mark.parametrize("key", ["nothing", "\0", "x" * 10_000, MARKUP])
def test_a_start_with_unknown_house_rules_is_refused(club: Club, key: str) -> None:
    form = {"game": SLUG, "seat.0": "Ann", "seat.1": "Bob", "house": key}
    assert club.scorer.post(f"{club.url}/plays/new", form).status_code == 422


def test_the_rules_of_a_play_mark_what_differs(club: Club) -> None:
    agreed(club, {**NEW, "amendment.1.text": "Folded cards stay face down.", "amendment.1.rule": FOLD})
    table = club.start(SLUG, ["Ann", "Bob"], {"target": "50", "hand_size": "7"})
    page = club.viewer.get(table.url + "/rules").text
    marks = {
        anchor: unescape(re.sub(r"<[^>]+>|\s+", " ", body)).split()
        for anchor, body in re.findall(r'<div class="paragraph" id="([^"]+)">(.*?)</div>\s*</div>', page, re.DOTALL)
        if "differs-here" in body
    }
    assert set(marks) == {"play.fold", "ending.target", "deal.cards", "variations.hand"}
    assert "Tonight: Target: 50 (house rule: 30; book: 20)" in " ".join(marks["ending.target"])
    assert "House rule: Folded cards stay face down." in " ".join(marks["play.fold"])
    summary = page.partition('id="ours"')[2].partition("</section>")[0]
    assert DRINKS in summary
    for anchor in marks:
        assert f'href="#{anchor}"' in summary


def test_a_play_by_the_book_has_the_common_page_of_rules(club: Club) -> None:
    table = club.start(SLUG, ["Ann", "Bob"])
    page = club.viewer.get(table.url + "/rules").text
    assert "By the book" in page
    chapters = re.compile(r'<details class="chapter" id="part-.*</details>', re.DOTALL)
    ours, everybodys = (chapters.search(text) for text in (page, club.viewer.get(f"/rules/{SLUG}").text))
    assert ours is not None
    assert everybodys is not None
    assert ours[0] == everybodys[0]


# Rulings.


def ruling(club: Club) -> str:
    """Return the key of a ruling of the club."""
    with club.app.app_context():
        member = member_of(club.scorer.token, club.key)
        assert member is not None
        found = write_rulings.record(
            member, game=SLUG, question="May folded cards be shown?", decision="They stay face down.", rules=[FOLD],
            agreed_by=["Ann"], client_id="tap",
        )  # fmt: skip
        db.session.remove()
    assert isinstance(found, read_rulings.RulingState), found
    return found.key


def test_a_ruling_becomes_a_house_rule(club: Club) -> None:
    key = ruling(club)
    page = club.scorer.get(
        url(club, "/new"), query_string={"amend": "They stay face down.", "rule": FOLD, "ruling": key}
    )
    form = sent_by(page.text, "proposal")
    assert form["ruling"] == [key]
    assert form["amendment.0.rule"] == ["4.7"], "the number of its paragraph"
    assert "They stay face down." in page.text
    found = proposed(club, {**form, "amendment.0.text": "They stay face down."})
    assert found.amendments == (Amendment(FOLD, "They stay face down."),)
    with club.app.app_context():
        ruled = read_rulings.ruling_by_key(club.id, key)
        db.session.remove()
    assert ruled is not None
    assert [step.house for step in ruled.steps] == [found.key]


def test_all_valid_rulings_are_marked_in_the_rules(club: Club) -> None:
    with club.app.app_context():
        member = member_of(club.scorer.token, club.key)
        assert member is not None
        for number in range(55):
            write_rulings.record(
                member, game=SLUG, question=f"Question {number}?", decision=f"So it is {number}.", rules=[FOLD],
                agreed_by=["Ann"], client_id=f"tap {number}",
            )  # fmt: skip
        db.session.remove()
    page = club.viewer.get(club.start(SLUG, ["Ann", "Bob"]).url + "/rules").text
    chapters = page.partition('class="chapter"')[2]
    assert [f"Ruling {number}:" in chapters for number in range(1, 56)] == [True] * 55


def test_a_ruling_is_marked_at_its_paragraph_in_a_play(club: Club) -> None:
    key = ruling(club)
    table = club.start(SLUG, ["Ann", "Bob"])
    page = club.viewer.get(table.url + "/rules").text
    assert re.search(rf'Ruling 1:</strong> <a href="{club.url}/rulings/{key}"><bdi>They stay face down', page)


@pytest.mark.parametrize(
    ("query", "status"),
    [({"amend": "x" * 10_000}, 422), ({"amend": "\0"}, 422), ({"amend": MARKUP, "rule": MARKUP}, 303),
     ({"rule": "\0", "ruling": "\0" * 99}, 303),
     ({"amend": "x", "rule": "rage/scoring.tricks", "ruling": "nothing"}, 303)],
)  # fmt: skip
def test_a_prefilled_page_accepts_any_parameters(club: Club, query: dict[str, str], status: int) -> None:
    page = club.scorer.get(url(club, "/new"), query_string=query)
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    form = sent_by(page.text, "proposal")
    assert club.scorer.post(url(club, "/new"), {**form, "target": "30"}).status_code == status


# Sharing.


def link_of(club: Club, slug: str = SLUG) -> str:
    """Return the link on the page that shares."""
    found = re.search(r'href="[^"]*(/house/[\w-]+)" data-share', club.viewer.get(f"{club.url}/house/{slug}/share").text)
    assert found is not None
    return found[1]


def pack(data: object) -> str:
    """Return any data as the payload of a link."""
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    return urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


def test_house_rules_can_be_shared_by_a_link(club: Club, app: Flask) -> None:
    club.organiser.post(f"{club.url}/name", {"name": "Tische & Söhne"})
    form = {
        "target": "30", "variation_cards": ["swap"], "note": "Seit 1999 🂡", "amendment.0.text": MARKUP,
        "amendment.1.text": "Nobody sings.", "amendment.1.rule": FOLD,
    }  # fmt: skip
    mine = agreed(club, form)
    link, other = link_of(club), Club(app)
    seen = Phone(app).get(link)
    assert seen.status_code == 200, "it needs no club"
    assert "House rules of Tische & Söhne for Raise the Stakes" in words(seen)
    assert "Target 30 the book: 20" in words(seen)
    assert "<script>alert" not in seen.text
    assert "Take over" not in seen.text
    assert "Take over" not in other.viewer.get(link).text
    look = other.scorer.post(f"{other.url}/house/look", {"link": f"See: https://other.home{link} !"})
    assert (look.status_code, look.headers["Location"]) == (303, link)
    page = other.scorer.get(link).text
    assert "Take over for" in page
    sent = {"payload": link.rpartition("/")[2], "client_id": "tap"}
    for _ in range(2):
        answer = other.scorer.post(f"{other.url}/house/adopt", sent)
        assert answer.headers["Location"] == url(other)
    [theirs] = versions(other)
    assert (theirs.options, theirs.amendments, theirs.note) == (mine.options, mine.amendments, mine.note)
    assert (theirs.state, theirs.source) == ("proposed", "Tische & Söhne")
    assert "From the house rules of Tische & Söhne" in words(other.organiser.get(url(other)))


def test_rules_in_force_are_not_imported_again(club: Club) -> None:
    agreed(club)
    payload = link_of(club).rpartition("/")[2]
    answer = club.scorer.post(f"{club.url}/house/adopt", {"payload": payload})
    assert answer.status_code == 422
    assert "in force already" in problems(answer)
    assert len(versions(club)) == 1


def test_the_qr_code_contains_the_link_up_to_the_length_that_cameras_read(club: Club) -> None:
    agreed(club)
    picture = club.viewer.get(url(club, "/share.svg"))
    assert picture.mimetype == "image/svg+xml"
    assert "/share.svg" in club.viewer.get(url(club, "/share")).text
    dice = Random(7)
    many = {f"amendment.{row}.text": "".join(dice.choices(ascii_letters, k=90)) for row in range(30)}
    agreed(club, many)
    page = club.viewer.get(url(club, "/share"))
    assert "too much on the card for a QR code" in page.text
    assert "/share.svg" not in page.text
    assert club.viewer.get(url(club, "/share.svg")).status_code == 404
    assert Phone(club.app).get(link_of(club)).status_code == 200


def test_the_largest_card_fits_into_a_link(club: Club) -> None:
    letters = [chr(0x1F300 + number) for number in range(500)]
    many = {f"amendment.{row}.text": "".join(letters[row:] + letters[:row]) for row in range(30)}
    many |= {f"amendment.{row}.rule": FOLD for row in range(30)}
    mine = agreed(club, {**many, "note": "🂡" * 500})
    shared = sharing.read_payload(link_of(club).rpartition("/")[2])
    assert shared.terms.amendments == mine.amendments


GOOD: dict[str, Any] = {"game": SLUG, "club": "C", "options": {"target": 30}, "rules": [["", "x"]], "note": ""}
BAD: list[tuple[object, str]] = [
    ([], "damaged"), ({}, "does not have here"), (b"{", "damaged"), (b"\xff", "damaged"), (b"null", "damaged"),
    (b'{"game": "rage", "game": "rage"}', "damaged"), (b"[" * 60_000, "damaged"), (b"9" * 60_000, "damaged"),
    (b" " * 10_000_000, "far too long"), ({**GOOD, "game": "bridge"}, "does not have here"),
    ({**GOOD, "game": []}, "does not have here"),
    ({**GOOD, "more": 1}, "damaged"), ({**GOOD, "club": 1}, "damaged"), ({**GOOD, "club": "x" * 61}, "damaged"),
    ({**GOOD, "club": "\0"}, "damaged"), ({**GOOD, "options": []}, "damaged"), ({**GOOD, "rules": {}}, "damaged"),
    ({**GOOD, "rules": ["x"]}, "damaged"), ({**GOOD, "rules": [["", 1]]}, "damaged"),
    ({**GOOD, "note": None}, "damaged"),
    ({**GOOD, "options": {"x": 1}}, "nothing called"), ({**GOOD, "options": {"target": "x"}}, "whole number"),
    ({**GOOD, "options": {"target": -5}}, "too low"), ({**GOOD, "options": {"target": 1e999}}, "damaged"),
    ({**GOOD, "options": {"target": 10**900}}, "Target"), ({**GOOD, "options": {"target": {"a": 1}}}, "whole number"),
    ({**GOOD, "rules": [["nothing.here", "x"]]}, "no such paragraph"),
    ({**GOOD, "rules": [["", "\ud800"]]}, "be shown"),
    ({**GOOD, "rules": [["", str(n)] for n in range(31)]}, "at most"),
    ({**GOOD, "rules": [["", "x" * 501]]}, "longer"), ({**GOOD, "note": "x" * 501}, "longer"),
    ({**GOOD, "note": "\0"}, "be shown"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "told"), BAD, ids=[f"{number}-{told}" for number, (_, told) in enumerate(BAD)])
def test_a_link_with_an_invalid_payload_is_refused(club: Club, data: object, told: str) -> None:
    payload = pack(data)
    answer = club.scorer.get(f"/house/{payload}")
    assert answer.status_code == 404
    assert told in problems(answer)
    for path, form in (("look", {"link": f"https://x/house/{payload}"}), ("adopt", {"payload": payload})):
        answer = club.scorer.post(f"{club.url}/house/{path}", form)
        assert answer.status_code == 422
        assert told in problems(answer)
    assert versions(club) == []


@pytest.mark.parametrize(
    "link",
    ["", " ", "https://example.org/", "/house/", "/house/x", "x" * 200_000, "\0", MARKUP, "/house/%00", "é" * 50,
     "/house/" + pack(GOOD)[:-6], "/house/" + pack(GOOD) + "AAAA", "/house/" + pack(GOOD)[4:]],
    ids=range(13),
)  # fmt: skip
def test_pasted_text_that_is_no_link_is_refused(club: Club, link: str) -> None:
    answer = club.scorer.post(f"{club.url}/house/look", {"link": link})
    assert answer.status_code == 422
    assert problems(answer)
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("payload", ["x", "-", "x" * 99_000, "%00", "%ff", "é", "%ED%A0%80", "a b", pack(GOOD)[:-6]])
def test_a_link_without_payload_is_refused(app: Flask, payload: str) -> None:
    assert Phone(app).get(f"/house/{payload}").status_code == 404


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
options = st.dictionaries(st.sampled_from(["target", "hand_size", "variation_cards", "short_deck", "x"]), anything)


@given(
    st.fixed_dictionaries(
        {"game": st.sampled_from(SLUGS) | anything, "options": options | anything, "club": st.text() | anything},
        optional={"rules": st.lists(st.tuples(st.text(), st.text())) | anything, "note": st.text() | anything},
    )
)
@settings(max_examples=few(150))
def test_any_payload_is_imported_or_refused_with_a_sentence(data: dict[str, Any]) -> None:
    try:
        found = sharing.read_payload(pack(data)).terms.problems
    except sharing.BadLinkError as fault:
        found = [] if str(fault).endswith(".") else [fault]
    assert found == []


@given(st.binary(max_size=400) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
@settings(max_examples=few(150))
def test_any_bytes_are_refused_with_a_sentence(data: bytes) -> None:
    for payload in (urlsafe_b64encode(data).decode(), pack(data), data.decode("latin-1")):
        with pytest.raises(sharing.BadLinkError):
            sharing.read_payload(payload)


def test_a_later_version_is_announced(club: Club) -> None:
    day = store.today() + timedelta(days=9)
    found = agreed(club, {**NEW, "holds_from": day.isoformat()})
    told = words(club.viewer.get(url(club)))
    assert found.state == "agreed"
    assert f"holds from {day.day} {day:%B} {day.year} on" in told
    assert "By the book" in told
    assert club.viewer.get(url(club, "/share")).status_code == 404, "it is not in force yet"


def test_a_game_without_a_book_is_not_compared_with_one(club: Club) -> None:
    for slug, words in (("rage", "By the book"), ("hearts", "As it is commonly played")):
        table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
        for path in (f"{table.url}/house", f"{table.url}/rules", f"/rules/{slug}/sheet"):
            page = club.scorer.get(path).text
            assert words in page, path
            assert "By the book" not in page or slug == "rage", path
