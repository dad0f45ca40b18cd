"""Values that follow from the cards: what contradicts them, and by which mark a form confirms that it does."""

from typing import Any

import pytest

from companion.core.entry.problems import Problem
from companion.core.game.situation import situation_of
from companion.store.plays.coming_round.drafts import DraftState
from companion.web.plays.tricks.card_values import CardValues, contradictions
from companion.web.plays.tricks.followed_round import facts_from_cards, follow_round
from tests.web.phones import Club, Table
from tests.web.plays.tricks.cards import FOUR, Cards

BIDDING = [(False, "Bob calls next"), (False, "Cyd calls next"), (True, "Cyd calls next")]
TWO_TRICKS = {"tricks": {"Ann": 1, "Bob": 1}}
LOW = "Tricks: the 2 tricks entered give Ann\N{NO-BREAK SPACE}1, Bob\N{NO-BREAK SPACE}1."
FOLDED = "Folded: the 1 trick entered gives Ann, Bob."


def played(tricks: int, values: dict[str, Any], *, over: bool = False) -> CardValues:
    """Return the values of a hand of five tricks."""
    return CardValues(tricks, 5, over, values)


@pytest.mark.parametrize(
    ("cards", "entry", "found"),
    [
        (None, {}, []),
        (played(2, TWO_TRICKS), {"tricks": {"Ann": 3, "Bob": 2}}, []),
        (played(2, TWO_TRICKS), {"tricks": {"Ann": 5}}, [Problem("tricks", LOW, "Bob")]),
        (played(2, TWO_TRICKS), {}, [Problem("tricks", LOW, "Ann")]),
        (played(2, TWO_TRICKS), {"tricks": {"Ann": "none"}}, []),
        (played(2, TWO_TRICKS, over=True), {"tricks": {"Ann": 1, "Bob": 4}}, [Problem("tricks", LOW, "Bob")]),
        (played(2, {"tricks": {"Ann": 1, "Cyd": 1}}), {"absent": ["Cyd"], "tricks": {"Ann": 3, "Bob": 2}}, []),
        (played(1, {"folded": ["Ann", "Bob"]}), {"folded": ["Cyd"]}, []),
        (played(1, {"folded": ["Ann", "Bob"]}, over=True), {"folded": ["Bob", "Ann"]}, []),
        (played(1, {"folded": ["Ann", "Bob"]}, over=True), {"folded": ["Bob"]},
         [Problem("folded", FOLDED)]),
    ],
)  # fmt: skip
def test_an_entry_contradicts_cards_that_give_something_else(
    table: Table, cards: CardValues | None, entry: dict[str, Any], found: list[Problem]
) -> None:
    with table.club.app.app_context():
        assert contradictions(table.state, cards, entry) == found


def test_an_answer_that_the_round_requires_and_lacks_contradicts_the_cards_too(club: Club) -> None:
    state = club.start("oh-hell", ["Ann", "Bob", "Cyd"]).state
    assert [problem.name for problem in contradictions(state, played(2, TWO_TRICKS), {})] == ["Ann"]


def test_who_declared_contradicts_the_cards_only_after_the_hand(club: Club) -> None:
    state = club.start("polignac", ["Ann", "Bob", "Cyd", "Dee"]).state
    found = [
        contradictions(state, played(1, {"polignac": "Ann"}, over=over), {"polignac": "Bob"}) for over in (False, True)
    ]
    assert found == [[], [Problem("polignac", "Polignac: the 1 trick entered gives Ann.")]]


def test_a_confirmed_contradiction_is_that_of_the_same_cards_only() -> None:
    marks = [
        played(*facts).mark
        for facts in [
            (2, {"tricks": {"Ann": 1}, "folded": []}),
            (2, {"folded": [], "tricks": {"Ann": 1}}),
            (2, {"tricks": {"Ann": 2}, "folded": []}),
            (3, {"tricks": {"Ann": 1}, "folded": []}),
        ]
    ]
    marks += [CardValues(0, 5, over=over, values={}, bidding=said).mark for over, said in BIDDING]
    assert marks[0] == marks[1]
    assert len(set(marks)) == 6


def test_the_cards_of_an_ended_play_are_no_facts_for_the_referee(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "red-9")
    before = cards.table.state
    assert cards.table.post("/end").status_code == 303
    with club.app.app_context():
        renege = situation_of(before.game.situations, "renege")
        assert (bool(facts_from_cards(before, renege)), facts_from_cards(cards.table.state, renege)) == (True, {})


def test_a_game_without_tricks_has_no_facts_from_cards(club: Club) -> None:
    state = club.start("samba", FOUR).state
    with club.app.app_context():
        assert facts_from_cards(state, state.game.situations[0]) == {}


@pytest.mark.parametrize(
    ("slug", "pitcher", "leads"),
    [
        ("pitch", None, ""),
        ("pitch", "Cyd", "Cyd"),
        ("pitch", "Zoe", ""),
        ("oh-hell", "Cyd", "Bob"),
        ("hearts", "Cyd", ""),
    ],
)
def test_the_pitcher_leads_once_it_is_known(club: Club, slug: str, pitcher: str | None, leads: str) -> None:
    state = club.start(slug, FOUR).state
    draft = DraftState({"pitcher": pitcher}, locked=True) if pitcher else None
    with club.app.app_context():
        followed = follow_round(state, draft)
    assert (followed.recorded.leader, followed.course.turn) == (leads, leads)
