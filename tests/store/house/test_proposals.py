"""Proposals of house rules: stored, numbered, refused."""

from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask

from companion.core.house.house_rules import Amendment, HouseRules, differing_options
from companion.games import game_of
from companion.store.database.base import clock_at
from companion.store.database.models import Event
from companion.store.house import house_rules
from companion.store.log.events import events_of
from companion.store.log.subjects import HOUSE
from companion.store.rulings import write_rulings
from companion.store.rulings.read_rulings import RulingState
from tests.store.house.versions import DRINKS, FOLDED, SLUG, agreed, days, proposed, states, wish
from tests.store.tables import Club, Table, at_once, client_id, messages, rows

BY_THE_BOOK = "That is what the book says. Change an option, or add your own rule."
IN_FORCE = "These rules are in force already. Change something before you propose them."


def test_a_proposal_has_no_effect_before_it_is_agreed(club: Club) -> None:
    first = proposed(club, amendments=[DRINKS, FOLDED], note="At  the\nlake.")
    assert (first.number, first.state, first.note, first.amendments) == (
        1,
        "proposed",
        "At the lake.",
        (DRINKS, FOLDED),
    )
    assert house_rules.house_rules_in_force(club.organiser.club_id, SLUG) is None
    done = house_rules.agree(club.organiser, first.key, ["Ann", " Bob ", "", "Ann"])
    assert isinstance(done, HouseRules)
    assert (done.state, done.agreed_by, done.holds_from) == ("in force", ("Ann", "Bob"), house_rules.today())
    assert house_rules.house_rules_in_force(club.organiser.club_id, SLUG) == done
    assert house_rules.all_house_rules_in_force(club.organiser.club_id) == {SLUG: done}
    assert (
        house_rules.by_key(club.organiser.club_id, first.key)
        == house_rules.by_id(club.organiser.club_id, first.id)
        == done
    )


def test_all_options_are_stored_and_only_differences_are_listed(club: Club) -> None:
    done = agreed(club, {"target": 30, "variation_cards": ["swap", "spy"], "short_deck": False})
    assert set(done.options) == {item.key for item in game_of(SLUG).options}
    differences = differing_options(game_of(SLUG), game_of(SLUG).options, done.options)
    found = {one.label: (one.value_text, one.book_text) for one in differences}
    assert found == {"Target": ("30", "20"), "Variation cards": ("Spy, Swap", "none")}
    [target, _] = differences
    assert "raise-the-stakes/ending.target" in target.rules


def test_versions_are_numbered_by_game_and_club(club: Club) -> None:
    assert [proposed(club, {"target": number}).number for number in (21, 22, 23)] == [1, 2, 3]
    assert proposed(club, {"target": 500}, game="burraco").number == 1
    assert proposed(Club()).number == 1
    assert [one.number for one in house_rules.versions_of_game(club.organiser.club_id, SLUG)] == [3, 2, 1]


def test_a_withdrawn_proposal_stays_readable(club: Club) -> None:
    first = proposed(club)
    done = house_rules.withdraw(club.organiser, first.key, " Nobody  wants it. ")
    assert isinstance(done, HouseRules)
    assert (done.state, done.reason, done.agreed_by) == ("withdrawn", "Nobody wants it.", ())
    assert house_rules.house_rules_in_force(club.organiser.club_id, SLUG) is None
    assert messages(house_rules.agree(club.organiser, first.key, ["Ann"])) == "Version 1 was withdrawn already."
    assert house_rules.withdraw(club.organiser, first.key, "Nobody wants it.") == done, "the same tap again"


def test_the_same_tap_twice_proposes_once(club: Club) -> None:
    first = proposed(club, client_id="tap")
    assert proposed(club, client_id="tap") == first
    house_rules.agree(club.organiser, first.key, ["Ann"])
    assert proposed(club, client_id="tap").id == first.id, "it says that it is there, not that it is nothing new"
    assert proposed(Club(), client_id="tap").key != first.key


def test_the_same_tap_at_once_proposes_once(app: Flask, club: Club) -> None:
    found = at_once(app, *[lambda: wish(club, client_id="tap").id] * 3)
    assert len(set(found)) == 1
    assert states(club) == {1: "proposed"}


def test_two_proposals_at_once_have_different_numbers(app: Flask, club: Club) -> None:
    acts = [lambda target=target: wish(club, {"target": target}).number for target in (31, 32, 33)]
    assert sorted(at_once(app, *acts)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("more", "fields", "words"),
    [
        ({"game": "bridge"}, "game", "Choose a game from the list."),
        ({"options": {"target": -1}}, "target", "Target: −1 is too low, 1 is the least."),
        (
            {"amendments": [Amendment("", " ")], "note": "a\0b"}, "amendments note",
            "The text is empty. The note has letters that cannot be shown.",
        ),
        (
            {"holds_from": date(2000, 1, 1)}, "holds_from",
            "That day is in the past. House rules can start today or later.",
        ),
        ({"holds_from": date.max}, "holds_from", "That is more than a year ahead."),
        ({"options": {}}, "house", BY_THE_BOOK),
        ({"options": {"target": 20, "variation_cards": []}}, "house", BY_THE_BOOK),
    ],
    ids=lambda value: "" if isinstance(value, dict) else value,
)  # fmt: skip
def test_an_invalid_proposal_is_refused_with_its_problems(
    club: Club, more: dict[str, Any], fields: str, words: str
) -> None:
    found = wish(club, **more)
    assert (messages(found), {problem.field for problem in found.problems}) == (words, set(fields.split()))
    assert states(club) == {}


def test_a_proposal_names_the_ruling_that_it_is_made_of(club: Club) -> None:
    given: dict[str, Any] = {
        "game": SLUG, "question": "May they?", "decision": "No.", "agreed_by": ["Ann"], "basis": "open",
    }  # fmt: skip
    kept, gone = (write_rulings.record(club.scorer, **given, client_id=client_id()) for _ in range(2))
    assert isinstance(kept, RulingState)
    assert isinstance(gone, RulingState)
    write_rulings.withdraw(club.scorer, gone.key, "No.")
    wishes = [(SLUG, kept.key), (SLUG, gone.key), (SLUG, "nothing"), ("pitch", kept.key)]
    made = [proposed(club, {"target": 30 + number}, game=game, ruling=key) for number, (game, key) in enumerate(wishes)]
    events = events_of(club.scorer.club_id, Event.subject == HOUSE)
    [(seq,)] = rows("select seq from event where key = :key", key=kept.key)
    assert [event.data.get("ruling") for event in events] == [seq, None, None, None]
    assert [event.seq for event in events] == [one.id for one in made]


def test_a_changed_note_is_a_valid_proposal(club: Club) -> None:
    agreed(club, note="At the lake.")
    assert messages(wish(club, note=" At  the lake. ")) == IN_FORCE
    assert proposed(club, note="At the sea.").number == 2
    assert proposed(club, note="").number == 3, "so is dropping it"
    assert proposed(Club(), {}, note="By the book, says Ann.").number == 1


def test_a_repeated_proposal_is_refused(club: Club) -> None:
    first = proposed(club, note="Hm.", amendments=[DRINKS])
    again = {"note": "Hm.", "amendments": [DRINKS]}
    assert messages(wish(club, **again)) == "Version 1 proposes exactly this already."
    assert proposed(club, **again, holds_from=house_rules.today() + timedelta(days=3)).number == 2, (
        "from another day on"
    )
    assert proposed(club, amendments=[DRINKS]).number == 3, "without the note"
    with clock_at(days(2)):
        assert messages(wish(club, **again)) == "Version 1 proposes exactly this already.", (
            "agreed now, it would hold from now on as well"
        )
    house_rules.withdraw(club.organiser, first.key, "No.")
    assert proposed(club, **again).number == 4


def test_the_same_proposal_by_two_phones_at_once_is_stored_once(app: Flask, club: Club) -> None:
    found = at_once(app, *[lambda: wish(club)] * 2)
    assert sorted(isinstance(one, HouseRules) for one in found) == [False, True]
    assert states(club) == {1: "proposed"}


def test_a_version_equal_to_the_one_in_force_cannot_be_agreed(club: Club) -> None:
    [first, second] = [proposed(club, holds_from=house_rules.today() + timedelta(days=day)) for day in (0, 3)]
    done = house_rules.agree(club.organiser, first.key, ["Ann"])
    message = "These rules are in force already: version 1 is the same. Withdraw the proposal."
    assert messages(house_rules.agree(club.organiser, second.key, ["Ann"])) == message
    assert house_rules.agree(club.organiser, first.key, ["Ann"]) == done, "the same tap again"
    assert states(club) == {1: "in force", 2: "proposed"}


def test_names_that_differ_only_by_case_are_listed_once(club: Club) -> None:
    Table(club.scorer, players=("Ann", "Bob"))
    done = house_rules.agree(club.organiser, proposed(club).key, ["ann", "Ann", " ANN ", "cyd", "Cyd"])
    assert isinstance(done, HouseRules)
    assert done.agreed_by == ("Ann", "cyd")


def test_the_version_in_force_cannot_be_proposed(club: Club) -> None:
    agreed(club, {"target": 30}, amendments=[DRINKS])
    again = {
        "options": {"target": 30, "hand_size": 5},
        "amendments": [Amendment("", " Who deals fetches the drinks. ")],
    }
    assert messages(wish(club, **again)) == IN_FORCE
    assert proposed(club, {"target": 30}, amendments=[]).number == 2
    assert proposed(club, {}).number == 3, "back to the book is a change"
    agreed(club, {"target": 40}, holds_from=house_rules.today() + timedelta(days=9))
    assert proposed(club, **again, holds_from=house_rules.today() + timedelta(days=9)).number == 5, (
        "it changes what is coming"
    )


def test_viewers_may_not_change_house_rules(club: Club) -> None:
    with pytest.raises(PermissionError, match="can only watch"):
        wish(club, member=club.viewer)
    first = proposed(club, member=club.scorer)
    for member in (club.scorer, club.viewer):
        with pytest.raises(PermissionError, match="Only an organiser"):
            house_rules.agree(member, first.key, ["Ann"])
        with pytest.raises(PermissionError, match="Only an organiser"):
            house_rules.withdraw(member, first.key, "No.")


def test_house_rules_are_private_to_their_club(club: Club) -> None:
    first, other = agreed(club), Club().organiser
    assert house_rules.agree(other, first.key, ["Ann"]) is None
    assert house_rules.withdraw(other, first.key, "No.") is None
    assert house_rules.by_key(other.club_id, first.key) is house_rules.by_id(other.club_id, first.id) is None
    assert house_rules.all_versions(other.club_id) == []
    assert house_rules.agree(club.organiser, "nothing", ["Ann"]) is None
