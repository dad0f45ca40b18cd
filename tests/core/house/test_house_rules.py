"""House rules without a club: problems, which version is in force, and what it changes."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from companion.core.entry.kinds import default_of
from companion.core.house.house_rules import (
    Amendment,
    HouseRules,
    agreed_versions,
    check_terms,
    day_faults,
    differences,
    differing_options,
    is_already_done,
    late_faults,
    name_faults,
    no_change_faults,
    reason_faults,
    upgrade_options,
    versions_in_force,
    why_nothing_new,
    with_state,
)
from companion.core.play.rules_upgrades import AgreedOptions
from companion.games import SLUGS, game_of
from tests.older import version as version_of

GAME = game_of("raise-the-stakes")
TODAY = date(2026, 11, 21)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DRINKS = Amendment("", "Who deals fetches the drinks.")


def version(number: int, target: int = 20, day: int = 0, agreed: bool = True, **more: Any) -> HouseRules:
    """Return a version from so many days from today on; agreed after those with lower numbers."""
    given = {
        "id": number, "key": str(number), "game": GAME.slug, "number": number,
        "options": check_terms(GAME, {"target": target}, [], "").options, "amendments": (), "note": "",
        "holds_from": TODAY + timedelta(days=day), "state": "agreed" if agreed else "proposed",
        "agreed_by": ("Ann", "Bob") if agreed else (),
        "agreed_at": NOON + timedelta(minutes=number) if agreed else None,
        "proposed_at": NOON, "source": "", "reason": "", **more,
    }  # fmt: skip
    return HouseRules(**given)


def states(*houses: HouseRules, day: int = 0) -> list[str]:
    """Return the state of each version, so many days from today."""
    holds = versions_in_force(houses, TODAY + timedelta(days=day)).get(GAME.slug)
    return [with_state(one, holds).state for one in houses]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"options": {"target": -1}}, "too low"),
        ({"options": {"target": "thirty"}}, "not a whole number"),
        ({"options": {"target": True}}, "not a whole number"),
        ({"options": {"hand_size": 8}}, "Hand"),
        ({"options": {"nothing": 1}}, "nothing called “nothing”"),
        ({"options": {"variation_cards": ["joker"]}}, "joker"),
        ({"game": "rage", "options": {"first_hand": 3, "last_hand": 4}}, "more than the first"),
        ({"game": "open-face-chinese-poker", "options": {"pair_units": [{"a": "x"}]}}, "nothing called"),
        ({"amendments": [Amendment("", " ")]}, "is empty"),
        ({"amendments": [Amendment("", "x" * 501)]}, "longer than 500"),
        ({"amendments": [Amendment("", "a\0b")]}, "cannot be shown"),
        ({"amendments": [Amendment("", "\ud800")]}, "cannot be shown"),
        ({"amendments": [Amendment("rage/scoring.tricks", "x")]}, "no such paragraph"),
        ({"amendments": [DRINKS, DRINKS]}, "twice"),
        ({"amendments": [Amendment("", str(number)) for number in range(31)]}, "at most 30"),
        ({"note": "x" * 501}, "longer than 500"),
        ({"note": "a\0b"}, "cannot be shown"),
        ({"note": "\u200b"}, "cannot be seen"),
        ({"amendments": [Amendment("", "\ufe0f\u0301")]}, "cannot be seen"),
    ],
    ids=lambda value: "" if isinstance(value, dict) else value,
)  # fmt: skip
def test_invalid_options_are_problems(wrong: dict[str, Any], words: str) -> None:
    given = {"game": GAME.slug, "options": {}, "amendments": [], "note": "", **wrong}
    terms = check_terms(game_of(given.pop("game")), **given)
    assert words in " ".join(problem.message for problem in terms.problems)


def test_all_problems_are_reported_at_once_with_their_row() -> None:
    terms = check_terms(GAME, {"target": -1}, [DRINKS, Amendment("", " ")], "a\0b")
    assert [(one.field, one.row) for one in terms.problems] == [("target", None), ("amendments", 2), ("note", None)]


def test_options_of_the_book_are_left_out_and_white_space_is_tidied() -> None:
    plain = check_terms(GAME, {}, [Amendment("", " Who deals  fetches the\ndrinks. ")], " At  the lake.")
    assert plain.options == check_terms(GAME, {"target": 20, "variation_cards": []}, [], "").options
    assert (plain.amendments, plain.note) == ((DRINKS,), "At the lake.")


def test_a_changed_option_is_compared_with_the_book_or_the_version_before() -> None:
    options = check_terms(GAME, {"target": 30}, [], "").options
    [book] = differing_options(GAME, GAME.options, options)
    [before] = differing_options(GAME, GAME.options, options, {"target": 40})
    assert (book.label, book.value_text, book.book_text, before.book_text) == ("Target", "30", "20", "40")
    assert "raise-the-stakes/ending.target" in book.rules


def test_each_version_replaces_the_one_before_on_its_day() -> None:
    three = version(1), version(2, day=5), version(3, day=10)
    assert states(*three) == ["in force", "agreed", "agreed"]
    assert states(*three, day=5) == ["past", "in force", "agreed"]
    assert states(*three, day=400) == ["past", "past", "in force"]


def test_of_one_day_the_version_agreed_later_is_in_force() -> None:
    earlier, later = version(1), version(2)
    others = version(3, agreed=False), version(4, state="withdrawn")
    assert states(later, earlier, *others) == ["in force", "past", "proposed", "withdrawn"]
    assert agreed_versions([later, *others, earlier]) == [earlier, later]


def test_a_proposal_equal_to_a_version_in_force_or_proposed_is_refused() -> None:
    known = [version(1, 30), version(2, 40, day=9), version(3, 50, agreed=False)]

    def why_not(target: int, day: int = 0) -> str:
        return why_nothing_new(
            GAME, check_terms(GAME, {"target": target}, [], ""), TODAY + timedelta(days=day), known, TODAY
        )

    assert "in force already" in why_not(30)
    assert "in force already" in why_not(40, day=9)
    assert why_not(50) == "Version 3 proposes exactly this already."
    assert why_not(30, day=9) == why_not(40) == why_not(20) == why_not(50, day=3) == ""
    known.clear()
    assert "what the book says" in why_not(20)


def test_a_version_that_is_in_force_anyway_cannot_be_agreed() -> None:
    same, other = version(2, 30, agreed=False), version(3, 40, agreed=False)
    assert "version 1 is the same" in no_change_faults(GAME, same, [version(1, 30), same], TODAY)[0].message
    assert "the book says the same" in no_change_faults(GAME, version(2, agreed=False), [], TODAY)[0].message
    assert no_change_faults(GAME, other, [version(1, 30), other], TODAY) == []


def test_a_version_that_changed_meanwhile_says_how() -> None:
    agreed = version(1)
    assert late_faults(version(1, agreed=False), "agreed", agreed=False) == []
    assert late_faults(agreed, "agreed", agreed=False)[0].message == "Version 1 was agreed already by Ann and Bob."
    assert late_faults(agreed, "withdrawn", agreed=True) == [], "its day has not come"
    (shown_as_proposal,) = late_faults(agreed, "withdrawn", agreed=False)
    assert shown_as_proposal.message == "Version 1 was agreed already by Ann and Bob."
    assert "It is in force" in late_faults(version(1, state="in force"), "withdrawn", agreed=True)[0].message
    assert (
        late_faults(version(1, state="withdrawn"), "agreed", agreed=False)[0].message
        == "Version 1 was withdrawn already."
    )


@pytest.mark.parametrize(("days", "words"), [(-1, "in the past"), (0, ""), (366, ""), (367, "more than a year")])
def test_house_rules_start_today_or_on_a_later_day(days: int, words: str) -> None:
    assert words in "".join(one.message for one in day_faults(TODAY + timedelta(days=days), TODAY))
    assert bool(day_faults(TODAY + timedelta(days=days), TODAY)) is bool(words)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_can_be_played_by_the_book(slug: str) -> None:
    game = game_of(slug)
    terms = check_terms(game, {}, [Amendment(game.rules.paragraphs[0].id, "We do.")], "")
    assert terms.problems == []
    assert differing_options(game, game.options, terms.options) == []


def test_differences_from_the_book_are_listed() -> None:
    assert [(one.label, one.value_text, one.book_text) for one in differences(GAME, version(1, 30))] == [
        ("Target", "30", "20"),
    ]  # fmt: skip
    assert differences(GAME, version(1)) == []


def test_house_rules_of_older_game_rules_are_upgraded_as_far_as_possible() -> None:
    game = version_of(2)
    todays = game.rules.version
    # Of the first version: “bonus” is “extra” by now. A target of 5,000 was never allowed, and “no_trump” is unknown.
    options, unknown = upgrade_options(AgreedOptions(game, 1, {"target": 5000, "bonus": 7, "no_trump": True}))
    assert (options["extra"], options["target"]) == (7, default_of(game.options[0]))
    assert unknown == {"target": 5000, "no_trump": True}
    options, unknown = upgrade_options(AgreedOptions(game, todays, {"target": 30, "no_trump": True}))
    assert options["target"] == 30
    assert unknown == {"no_trump": True}


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann", "Bob"], []),
        ([], ["Say who agreed: at least one of you."]),
        ([str(number) for number in range(41)], ["41 names are too many; enter at most 40."]),
        (
            ["Ann", "x" * 41, "\u200b"],
            ["Name 2 is longer than 40 letters.", "Name 3 has only letters that cannot be seen."],
        ),
    ],
)
def test_an_agreement_needs_a_name(names: list[str], told: list[str]) -> None:
    assert [(one.field, one.message) for one in name_faults(names)] == [("names", message) for message in told]


@pytest.mark.parametrize(
    ("reason", "told"),
    [("Too long.", []), ("", ["Say why it is withdrawn."]), ("x" * 201, ["The reason is longer than 200 letters."])],
)
def test_a_withdrawal_needs_a_reason(reason: str, told: list[str]) -> None:
    assert [(one.field, one.message) for one in reason_faults(reason)] == [("reason", message) for message in told]


def test_the_same_tap_twice_is_recognised() -> None:
    agreed, proposed = version(1), version(2, agreed=False)
    withdrawn = version(3, state="withdrawn", reason="Too long.")
    assert is_already_done(agreed, "agreed", ["Ann", "Bob"], "")
    assert not is_already_done(agreed, "agreed", ["Ann"], "")
    assert not is_already_done(proposed, "agreed", [], "")
    assert is_already_done(withdrawn, "withdrawn", [], "Too long.")
    assert not is_already_done(withdrawn, "withdrawn", [], "We never played it.")
    assert not is_already_done(agreed, "withdrawn", [], "")
