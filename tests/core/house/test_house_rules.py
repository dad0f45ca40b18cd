"""House rules without a club: problems, which version is in force, and what it changes."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.kinds import default_of
from companion.core.entry.problems import Problem
from companion.core.house.house_rules import (
    IN_FORCE,
    Amendment,
    HouseRules,
    agreed_versions,
    check_terms,
    day_faults,
    differing_options,
    faults_if_decided,
    is_already_done,
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
    ("wrong", "field", "told"),
    [
        ({"options": {"target": -1}}, "target", "Target: −1 is too low, 1 is the least."),
        ({"options": {"target": "thirty"}}, "target", "Target: “thirty” is not a whole number."),
        ({"options": {"target": True}}, "target", "Target: True is not a whole number."),
        ({"options": {"hand_size": 8}}, "hand_size", "Hand: 8 is not one of 5, 6 or 7."),
        ({"options": {"nothing": 1}}, "nothing", "There is nothing called “nothing” here."),
        ({"game": "rage", "options": {"first_hand": 3, "last_hand": 4}}, "last_hand",
         "The last hand has 4 cards, more than the first with 3."),
        ({"game": "open-face-chinese-poker", "options": {"pair_units": [{"a": "x"}]}}, "pair_units",
         "There is nothing called “pair_units” here."),
        ({"amendments": [Amendment("", " ")]}, "amendments", "The text is empty."),
        ({"amendments": [Amendment("", "x" * 501)]}, "amendments", "The text is longer than 500 letters."),
        ({"amendments": [Amendment("", "a\0b")]}, "amendments", "The text has letters that cannot be shown."),
        ({"amendments": [Amendment("", "\ud800")]}, "amendments", "The text has letters that cannot be shown."),
        ({"amendments": [Amendment("", "\ufe0f\u0301")]}, "amendments",
         "The text has only letters that cannot be seen."),
        ({"amendments": [Amendment("rage/scoring.tricks", "x")]}, "paragraph",
         "Raise the Stakes has no such paragraph. Choose one from the list, or none."),
        ({"amendments": [DRINKS, DRINKS]}, "amendments", "This rule is there twice."),
        ({"amendments": [Amendment("", str(number)) for number in range(31)]}, "amendments",
         "31 rules are too many; enter at most 30."),
        ({"note": "x" * 501}, "note", "The note is longer than 500 letters."),
        ({"note": "a\0b"}, "note", "The note has letters that cannot be shown."),
        ({"note": "\u200b"}, "note", "The note has only letters that cannot be seen."),
    ],
    ids=lambda value: "" if isinstance(value, dict) else None,
)  # fmt: skip
def test_invalid_options_are_problems(wrong: dict[str, Any], field: str, told: str) -> None:
    given = {"game": GAME.slug, "options": {}, "amendments": [], "note": "", **wrong}
    terms = check_terms(game_of(given.pop("game")), **given)
    assert [(problem.field, problem.message) for problem in terms.problems] == [(field, told)]


def test_terms_up_to_the_limits_are_valid() -> None:
    most = [Amendment("", "x" * 500), *(Amendment("", str(number)) for number in range(29))]
    assert check_terms(GAME, {}, most, "x" * 500).problems == []


def test_all_problems_are_reported_at_once_with_their_row() -> None:
    terms = check_terms(GAME, {"target": -1}, [DRINKS, Amendment("", " ")], "a\0b")
    assert [(one.field, one.row) for one in terms.problems] == [("target", None), ("amendments", 2), ("note", None)]
    assert terms.options == check_terms(GAME, {}, [], "").options, "those of the book"
    other = Amendment("", "Ties are cut for.")
    of_rage = Amendment("rage/scoring.tricks", " ")
    told = check_terms(GAME, {}, [DRINKS, other, DRINKS, of_rage], "").problems
    assert [(one.field, one.row) for one in told] == [("amendments", 3), ("amendments", 4), ("paragraph", 4)]


def test_two_paragraphs_may_be_changed_in_the_same_words() -> None:
    first, second = (Amendment(one.id, DRINKS.text) for one in GAME.rules.paragraphs[:2])
    assert check_terms(GAME, {}, [DRINKS, first, second], "").problems == []


def test_options_of_the_book_are_left_out_and_white_space_is_tidied() -> None:
    plain = check_terms(GAME, {}, [Amendment("", " Who deals  fetches the\ndrinks. ")], " At  the lake.")
    assert plain.options == check_terms(GAME, {"target": 20, "variation_cards": []}, [], "").options
    assert (plain.amendments, plain.note) == ((DRINKS,), "At the lake.")
    options = f.text("name", "Name", 9, default=""), f.points("most", "Most", 9, nobody="Any", default=5)
    game = replace(GAME, options=options, check_setup=lambda _: ())
    assert check_terms(game, {"name": " x ", "most": None}, [], "").options == {"name": "x", "most": None}
    assert check_terms(game, {"name": None, "most": []}, [], "").options == {"name": "", "most": 5}


def test_a_changed_option_is_compared_with_the_book_or_the_version_before() -> None:
    options = check_terms(GAME, {"target": 30}, [], "").options
    [book] = differing_options(GAME, GAME.options, options)
    [before] = differing_options(GAME, GAME.options, options, {"target": 40})
    assert (book.label, book.value_text, book.book_text, before.book_text) == ("Target", "30", "20", "40")
    assert "raise-the-stakes/ending.target" in book.rules
    assert {GAME.rules.by_id[rule].option for rule in book.rules} == {"target"}
    assert differing_options(GAME, GAME.options, {}, {"target": 40}) == []
    [fun] = differing_options(GAME, (f.flag(Key("fun"), "Fun"),), {"fun": True})
    assert (fun.key, fun.label, fun.value_text, fun.book_text, fun.rules) == ("fun", "Fun", "yes", "no", ())


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
    imported = version(1, agreed_at=NOON), version(2, agreed_at=NOON - timedelta(hours=1))
    assert states(*imported) == ["in force", "past"]
    at_once = version(2, agreed_at=NOON), version(1, agreed_at=NOON)
    assert states(*at_once) == ["in force", "past"]


def test_a_version_keeps_its_state_if_none_is_in_force() -> None:
    assert states(version(1, day=5)) == ["agreed"]
    shown = [version(1, state="past"), version(2, state="in force")]
    assert agreed_versions(reversed(shown)) == shown


def test_a_proposal_equal_to_a_version_in_force_or_proposed_is_refused() -> None:
    known = [version(1, 30), version(2, 40, day=9), version(3, 50, agreed=False)]

    def why_not(target: int, day: int = 0) -> str:
        return why_nothing_new(
            GAME, check_terms(GAME, {"target": target}, [], ""), TODAY + timedelta(days=day), known, TODAY
        )

    assert why_not(30) == why_not(40, day=9) == IN_FORCE
    assert IN_FORCE == "These rules are in force already. Change something before you propose them."
    assert why_not(50) == "Version 3 proposes exactly this already."
    assert why_not(30, day=9) == why_not(40) == why_not(20) == why_not(50, day=3) == ""
    known += [version(4, 60, state="withdrawn"), version(5, 50, agreed=False), version(6, 70, day=-3, agreed=False)]
    assert why_not(60) == "", "a withdrawn version is not proposed any more"
    assert (why_not(50), why_not(70)) == (
        "Version 3 proposes exactly this already.", "Version 6 proposes exactly this already.",
    )  # fmt: skip
    known[:] = [version(1, 30, day=9)]
    assert why_not(20) == "That is what the book says. Change an option, or add your own rule."
    known.clear()
    assert why_not(20) == "That is what the book says. Change an option, or add your own rule."


def test_a_proposal_is_new_if_only_its_note_or_a_rule_in_words_differs() -> None:
    known = [version(1, 30, amendments=(DRINKS,), note="At the lake.")]

    def why_not(amendments: list[Amendment], note: str) -> str:
        return why_nothing_new(GAME, check_terms(GAME, {"target": 30}, amendments, note), TODAY, known, TODAY)

    assert why_not([DRINKS], "At the lake.") == IN_FORCE
    assert why_not([], "At the lake.") == why_not([DRINKS], "") == why_not([DRINKS], "At home.") == ""


def test_a_version_is_compared_with_those_of_the_day_on_which_it_would_begin() -> None:
    late = version(2, 30, day=-3, agreed=False)
    assert len(no_change_faults(GAME, late, [version(1, 30, day=-1), late], TODAY)) == 1
    ahead = version(2, 30, day=9, agreed=False)
    assert len(no_change_faults(GAME, ahead, [version(1, 30, day=5), ahead], TODAY)) == 1
    assert no_change_faults(GAME, ahead, [version(1, 30, day=10), ahead], TODAY) == []


def test_a_version_that_is_in_force_anyway_cannot_be_agreed() -> None:
    same, other = version(2, 30, agreed=False), version(3, 40, agreed=False)
    already = "These rules are in force already: {}. Withdraw the proposal."
    assert no_change_faults(GAME, same, [version(1, 30), same], TODAY) == [
        Problem("house", already.format("version 1 is the same"))
    ]
    assert no_change_faults(GAME, version(2, agreed=False), [], TODAY) == [
        Problem("house", already.format("the book says the same"))
    ]
    assert no_change_faults(GAME, other, [version(1, 30), other], TODAY) == []


def test_a_version_that_changed_meanwhile_says_how() -> None:
    agreed = version(1)
    assert faults_if_decided(version(1, agreed=False), "agreed", agreed=False) == []
    (fault,) = faults_if_decided(agreed, "agreed", agreed=False)
    assert fault.message == "Version 1 was agreed already by Ann and Bob."
    assert faults_if_decided(agreed, "withdrawn", agreed=True) == [], "its day has not come"
    (shown_as_proposal,) = faults_if_decided(agreed, "withdrawn", agreed=False)
    assert shown_as_proposal.message == "Version 1 was agreed already by Ann and Bob."
    assert faults_if_decided(version(1, state="in force"), "withdrawn", agreed=True) == [
        Problem("house", "Version 1 was agreed already by Ann and Bob. It is in force; propose a change instead.")
    ]
    (in_force,) = faults_if_decided(version(1, state="in force"), "agreed", agreed=False)
    assert in_force.message == "Version 1 was agreed already by Ann and Bob."
    assert (
        faults_if_decided(version(1, state="withdrawn"), "agreed", agreed=False)[0].message
        == "Version 1 was withdrawn already."
    )


@pytest.mark.parametrize(("days", "told"),
    [(-1, "That day is in the past. House rules can start today or later."), (0, ""), (366, ""),
     (367, "That is more than a year ahead.")],
)  # fmt: skip
def test_house_rules_start_today_or_on_a_later_day(days: int, told: str) -> None:
    found = list(day_faults(TODAY + timedelta(days=days), TODAY))
    assert found == ([Problem("holds_from", told)] if told else [])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_can_be_played_by_the_book(slug: str) -> None:
    game = game_of(slug)
    terms = check_terms(game, {}, [Amendment(game.rules.paragraphs[0].id, "We do.")], "")
    assert terms.problems == []
    assert differing_options(game, game.options, terms.options) == []


def test_differences_from_the_book_are_listed() -> None:
    [target] = differing_options(GAME, GAME.options, version(1, 30).options)
    assert (target.label, target.value_text, target.book_text) == ("Target", "30", "20")
    assert differing_options(GAME, GAME.options, version(1).options) == []
    several = version(1, options=check_terms(GAME, {"target": 30, "hand_size": 6}, [], "").options)
    assert {one.key for one in differing_options(GAME, GAME.options, several.options)} == {"target", "hand_size"}


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
        ([str(number) for number in range(40)], []),
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
    assert not is_already_done(agreed, "agreed", ["Bob", "Ann"], "")
    assert not is_already_done(proposed, "agreed", [], "")
    assert is_already_done(withdrawn, "withdrawn", [], "Too long.")
    assert not is_already_done(withdrawn, "withdrawn", [], "We never played it.")
    assert not is_already_done(agreed, "withdrawn", [], "")
