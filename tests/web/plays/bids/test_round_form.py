"""The form of the coming round: what it asks, carries and sends, before and after the bets are locked."""

from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.store.plays.coming_round.drafts import DraftState
from companion.store.plays.play_state import PlayState
from companion.web.plays.rounds.round_form import (
    coming_round_form,
    draft_patch,
    earlier_round_form,
    entered_before_hand,
    field_texts,
    submitted_entry,
)
from companion.web.support.faults import Fault
from tests.web.phones import Club, Table

THREE = ["Ann", "Bob", "Cyd"]
BETS = {"min_bet": 5, "bets": {"Bob": 3}}
CARRIED = [("min_bet", "5"), ("bets.0", "3")]
SEEN = [("Least bet", "5"), ("Bet", "Bob\N{NO-BREAK SPACE}3")]
ALL_AT_ONCE = ("min_bet", "max_bet", "bets")


@pytest.fixture
def bank(club: Club) -> PlayState:
    """Return a play of Ace-Deuce-Jack in which Ann banks, with two limits and a bet of each player before the hand."""
    return club.start("ace-deuce-jack", THREE).state


@pytest.mark.parametrize(
    ("sent", "patch", "is_whole"),
    [
        ({}, {}, True),
        ({"min_bet": "5", "bets.0": "3"}, BETS, True),
        ({"min_bet": "x", "bets.0": "3"}, {"bets": {"Bob": 3}}, False),
        ({"cleared": "min_bet", "bets.0": "3"}, {"bets": {"Bob": 3}, "min_bet": None}, True),
        ({"cleared": "bets.1", "bets.0": "3"}, {"bets": {"Bob": 3, "Cyd": None}}, True),
        ({"cleared": "bets.1", "bets.0": "y"}, {"bets": {"Cyd": None}}, False),
        ({"cleared": "bets.7"}, {}, True),
    ],
)
def test_a_draft_takes_what_can_be_read_and_empties_what_was_cleared(
    bank: PlayState, sent: dict[str, str], patch: dict[str, Any], is_whole: bool
) -> None:
    fields = bank.game.scoring.fields(bank.sheet.table)[:3]
    assert draft_patch(fields, MultiDict(sent)) == (patch, is_whole)


@pytest.mark.parametrize(
    ("draft", "at_once", "phase", "hidden", "shown", "shared", "entry"),
    [
        (None, False, 1, [], [], (), {}),
        (None, True, 0, [], [], ALL_AT_ONCE, {}),
        (DraftState(BETS, locked=False), False, 1, [], [], (), BETS),
        (DraftState(BETS, locked=False), True, 0, [], [], ALL_AT_ONCE, BETS),
        (DraftState(BETS, locked=True), False, 2, CARRIED, SEEN, (), BETS),
        (DraftState(BETS, locked=True), True, 2, CARRIED, SEEN, (), BETS),
    ],
)
def test_bets_are_asked_first_or_with_the_result_and_carried_once_they_are_locked(
    app: Flask, bank: PlayState, draft: DraftState | None, at_once: bool, phase: int,
    hidden: list[tuple[str, str]], shown: list[tuple[str, str]], shared: tuple[str, ...], entry: dict[str, Any],
) -> None:  # fmt: skip
    with app.app_context():
        form = coming_round_form(bank, draft, at_once=at_once)
    assert form is not None
    assert (form.phase, form.hidden, form.answers_before_hand, form.shared_keys, form.entry) == (
        phase, hidden, shown, shared, entry,
    )  # fmt: skip


def test_a_refused_entry_comes_back_for_those_who_play_with_the_locked_bets(app: Flask, bank: PlayState) -> None:
    typed = {"min_bet": 7, "absent": ["Cyd"]}
    with app.app_context():
        before, after = (coming_round_form(bank, DraftState(BETS, locked=locked), typed) for locked in (False, True))
    assert before is not None
    assert (before.phase, before.table.absent, before.entry) == (1, ("Cyd",), {"min_bet": 7})
    assert before.missing == [Fault("Nobody bets; at least one player must.", "f-bets-0", 0)]
    assert after is not None
    assert (after.phase, after.table.absent, after.entry) == (
        2, ("Cyd",), {"min_bet": 7, "bets": {"Bob": 3}, "absent": ["Cyd"]},
    )  # fmt: skip
    assert after.missing == [
        Fault("Bob bets 3, but the least bet is 7.", "settled", 0),
        Fault("Banker wins: Give the three cards, or say whether the banker won.", "f-banker_wins", 0),
    ]


def test_what_was_entered_before_the_hand_is_one_sentence(app: Flask, bank: PlayState) -> None:
    with app.app_context():
        seen = entered_before_hand(bank, DraftState({**BETS, "max_bet": None}, locked=False))
        nothing = entered_before_hand(bank, None)
    assert (seen.texts, seen.sentence.strip()) == (tuple(SEEN), "Least bet: 5. Bet: Bob\N{NO-BREAK SPACE}3.")
    assert (nothing.texts, nothing.sentence) == ((), "")


def test_rows_are_listed_for_each_player_without_repeating_the_name(club: Club) -> None:
    state = club.start("superfecta", ["Ann", "Bob"]).state
    tickets = state.game.scoring.fields(state.sheet.table)[0]
    rows = [{"player": name, "horses": horses} for name, horses in [("Ann", "D"), ("Bob", "D/C"), ("Ann", "C")]]
    assert field_texts(tickets, rows) == [("Ann", "— on ♦ (—), — on ♣ (—)"), ("Bob", "— on ♦/♣ (—)")]
    assert field_texts(tickets, []) == [("Ticket line", "none")]


def test_a_form_is_read_for_those_who_play_with_its_adjustments(table: Table) -> None:
    sent = [("tricks.0", "3"), ("tricks.1", "2"), ("absent", "1")]
    sent += [("adjust.0.player", "0"), ("adjust.0.points", "-1"), ("adjust.0.reason", "late")]
    state = table.state
    assert submitted_entry(state, state.sheet.table, MultiDict(sent)) == {
        "absent": ["Bob"],
        "adjust": [{"player": "Ann", "points": -1, "reason": "late"}],
        "tricks": {"Ann": 3, "Cyd": 2},
    }


def test_an_earlier_round_is_shown_as_it_was_saved_or_as_it_was_typed(club: Club) -> None:
    table = club.start("raise-the-stakes", THREE)
    table.post("/rounds", {"absent": "2", "tricks.0": "3", "tricks.1": "2"})
    burraco = club.start("burraco", [*THREE, "Dee"])
    burraco.post(
        "/rounds", {"closed": "none", "melded.0": "120", "melded.1": "80", "in_hand.0": "30", "in_hand.1": "40"}
    )
    (state, slot), (other, other_slot) = ((one.state, one.state.slots[0]) for one in (table, burraco))
    with club.app.app_context():
        saved = earlier_round_form(state, slot, 1)
        typed = earlier_round_form(state, slot, 1, {"tricks": {"Ann": 9}})
        whole, lacking = (earlier_round_form(other, other_slot, 1, entry) for entry in (None, {"melded": {}}))
    assert (saved.phase, saved.table.absent, saved.entry, saved.missing) == (
        0, ("Cyd",), {"tricks": {"Ann": 3, "Bob": 2}, "absent": ["Cyd"]}, [],
    )  # fmt: skip
    assert (typed.table.absent, typed.entry, typed.missing) == (
        (), {"tricks": {"Ann": 9}}, [Fault("Tricks (Ann): 9 is too high, 5 is the most.", "f-tricks-0", 0)],
    )  # fmt: skip
    assert (whole.entry["closed"], whole.missing) == (None, [])
    assert [fault.element_id for fault in lacking.missing] == ["f-closed", "f-melded-0", "f-in_hand-0"]
