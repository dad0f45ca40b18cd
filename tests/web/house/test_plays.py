"""House rules in plays: at the start, and for one evening."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.web.forms.forms_of_pages import sent_by
from tests.web.house.versions import MARKUP, SLUG, agreed, url, versions
from tests.web.pages import words
from tests.web.phones import Club, Table, problems


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
    told = words(club.viewer.get(table.url).text)
    assert "Tonight: Target 50 (house rule 30) , Short deck no (house rule yes)" in told
    told = words(club.viewer.get(table.url + "/house").text)
    assert "Target tonight 50 house rule: 30; the book: 20" in told
    assert "Short deck tonight no house rule: yes; the book: no" in told
    assert [one.state for one in versions(club)] == ["in force"], "the house rules are as they were"


def test_without_house_rules_the_sheet_names_the_book(club: Club) -> None:
    table = club.start(SLUG, ["Ann", "Bob"], {"target": "30"})
    assert "Tonight: Target 30 (the book: 20)" in words(club.viewer.get(table.url).text)
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
    assert said in words(club.viewer.get(table.url).text)
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
    assert (
        "Not started yet: please look at what is marked. The house rules have changed meanwhile. Check them, then "
        "start." in problems(answer)
    )
    again = sent_by(answer.text, "start")
    assert (again["target"], again["hand_size"], again.get("short_deck")) == (["40"], ["6"], None)
    answer = club.scorer.post(f"{club.url}/plays/new", again)
    assert Table(club, answer.headers["Location"]).state.options["target"] == 40


@pytest.mark.parametrize("key", ["nothing", "\0", "x" * 10_000, MARKUP])
def test_a_start_with_unknown_house_rules_is_refused(club: Club, key: str) -> None:
    form = {"game": SLUG, "seat.0": "Ann", "seat.1": "Bob", "house": key}
    assert club.scorer.post(f"{club.url}/plays/new", form).status_code == 422
