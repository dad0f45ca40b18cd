"""The form of a round: what it asks before the hand and after it, what it carries, and what it sends."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.core.entry.problems import Problem
from companion.core.play.fold import Refusal
from companion.core.play.provisional_score import ProvisionalScore
from companion.store.plays.coming_round.drafts import DraftState
from companion.store.plays.coming_round.findings import Adjustment, NamedInRound
from companion.store.plays.play_state import PlayState
from companion.web.plays.rounds.round_form import (
    EnteredBeforeHand,
    ShownForm,
    automatic_values,
    coming_round_form,
    draft_patch,
    earlier_round_form,
    entered_before_hand,
    field_texts,
    provisional_points,
    submitted_entry,
)
from companion.web.support.faults import Fault
from tests.web.pages import main_of, words
from tests.web.phones import Club, Table

THREE = ["Ann", "Bob", "Cyd"]
BETS = {"min_bet": 5, "bets": {"Bob": 3}}
CARRIED = [("min_bet", "5"), ("bets.0", "3")]
SEEN = [("Least bet", "5"), ("Bet", "Bob\N{NO-BREAK SPACE}3")]
ALL_AT_ONCE = ("min_bet", "max_bet", "bets")
AFTERWARDS = ["adjust", "player", "points", "reason"]
PEGGED = DraftState({"pegged": {"Ann": 5}, "heels": True}, locked=False)


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


def test_an_answer_of_the_table_is_not_emptied_for_a_player(club: Club) -> None:
    state = club.start("pitch", [*THREE, "Dee"]).state
    pitcher = state.game.scoring.fields(state.sheet.table)[0]
    assert draft_patch([pitcher], MultiDict({"cleared": "pitcher.0"})) == ({}, True)
    assert draft_patch([pitcher], MultiDict({"cleared": "pitcher"})) == ({"pitcher": None}, True)


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


@pytest.mark.parametrize(
    ("slug", "players", "asked", "then"),
    [
        ("ace-deuce-jack", 2, "min_bet max_bet bets", "banker_wins cards"),
        ("oh-hell", 3, "bid", "tricks"),
        ("rage", 2, "bid", "tricks bonus mad"),
        ("spades", 4, "bid blind", "tricks nil_taken"),
        ("superfecta", 2, "tickets player chips bet horses", "finish last_race"),
        ("pitch", 4, "pitcher bid high low jack game all_tricks adjust player points reason", ""),
        ("skat", 3, "declarer game matadors announced result bid adjust player points reason", ""),
    ],
)
def test_a_new_round_asks_for_bids_first_and_for_all_at_once_if_wanted(
    club: Club, slug: str, players: int, asked: str, then: str
) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"][:players])
    found = []
    for address in (table.url, f"{table.url}?at-once"):
        keys = re.findall(r'data-field="(\w+)"', table.phone.get(address).text)
        found.append([key for key in dict.fromkeys(keys) if key != "buy"])
    at_once = dict.fromkeys([*asked.split(), *then.split(), *(AFTERWARDS if then else ())])
    assert found == [asked.split(), [*at_once]]


@pytest.mark.parametrize(
    ("typed", "at_once", "phase"),
    [({"min_bet": 7}, False, 1), ({"min_bet": 7}, True, 0), ({"min_bet": 7, "banker_wins": True}, False, 0)],
)
def test_a_refused_entry_comes_back_with_the_result_if_it_was_asked_for_or_given(
    app: Flask, bank: PlayState, typed: dict[str, Any], at_once: bool, phase: int
) -> None:
    with app.app_context():
        form = coming_round_form(bank, DraftState(BETS, locked=False), typed, at_once=at_once)
    assert form is not None
    assert (form.phase, form.entry) == (phase, typed), "what was typed replaces what the draft has"


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
        of_banker = entered_before_hand(bank, DraftState({"bets": {"Ann": 3}}, locked=False))
    assert (seen.texts, seen.sentence.strip()) == (tuple(SEEN), "Least bet: 5. Bet: Bob\N{NO-BREAK SPACE}3.")
    assert (nothing.texts, nothing.sentence) == (of_banker.texts, of_banker.sentence) == ((), "")


def test_rows_are_listed_for_each_player_without_repeating_the_name(club: Club) -> None:
    state = club.start("superfecta", ["Ann", "Bob"]).state
    tickets = state.game.scoring.fields(state.sheet.table)[0]
    rows = [{"player": name, "horses": horses} for name, horses in [("Ann", "D"), ("Bob", "D/C"), ("Ann", "C")]]
    assert field_texts(tickets, rows) == [("Ann", "— on ♦ (—), — on ♣ (—)"), ("Bob", "— on ♦/♣ (—)")]
    assert field_texts(tickets, []) == [("Ticket line", "none")]
    brag = club.start("brag", [*THREE, "Dee"]).state
    pots = next(item for item in brag.game.scoring.fields(brag.sheet.table) if item.key == "pots")
    assert field_texts(pots, [{"chips": 4, "winner": "Ann"}, {"chips": 2, "winner": "Bob"}]) == [
        ("Pot", "Ann took 4; Bob took 2")
    ]


def test_a_refused_row_of_what_is_locked_points_at_its_text(club: Club) -> None:
    state = club.start("superfecta", ["Ann", "Bob"]).state
    draft = DraftState({"tickets": [{"player": "Ann", "horses": "D"}]}, locked=True)
    with club.app.app_context():
        form = coming_round_form(state, draft, {}, [Problem("finish", "Who?"), Problem("tickets", "No.", row=1)])
    assert form is not None
    assert form.problems == [Fault("Ticket line: No.", "settled"), Fault("Finish: Who?", "f-finish")]


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


@pytest.fixture
def cribbage(club: Club) -> Table:
    """Return a play of Cribbage, in which pegs and his heels count as soon as they are entered."""
    return club.start("cribbage", ["Ann", "Bob"])


def everything_of(state: PlayState) -> tuple[ShownForm | None, ProvisionalScore | None, EnteredBeforeHand]:
    """Return what the sheet shows of the coming round with pegs and his heels."""
    return (
        coming_round_form(state, PEGGED), provisional_points(state, PEGGED), entered_before_hand(state, PEGGED)
    )  # fmt: skip


def with_refusal(state: PlayState) -> PlayState:
    """Return a play whose last round has to be corrected."""
    return replace(state, sheet=replace(state.sheet, refusal=Refusal(1, ())))


def test_nothing_of_the_coming_round_is_shown_or_counts_if_none_comes(cribbage: Table) -> None:
    before = cribbage.state
    cribbage.post("/end")
    with cribbage.club.app.app_context():
        form, now, seen = everything_of(before)
        assert everything_of(with_refusal(before)) == (None, None, EnteredBeforeHand())
        assert everything_of(cribbage.state) == (None, None, EnteredBeforeHand())
    assert form is not None
    assert (form.entry, form.shared_keys) == (PEGGED.data, ("heels", "pegged"))
    assert now is not None
    assert now.points == {"Ann": 7, "Bob": 0}
    assert seen == EnteredBeforeHand((("His heels", "yes"), ("Pegged in the play", "Ann\N{NO-BREAK SPACE}5")))


def test_pegs_of_a_round_that_was_never_saved_are_not_in_the_result(cribbage: Table) -> None:
    cribbage.post("/draft/so-far", {"slot": "1", "pegged.0": "5"})
    assert "Ann 5 +5 so far" in words(main_of(cribbage.phone.get(cribbage.url).text))
    cribbage.post("/end")
    assert "1st Ann 0 1st Bob 0" in words(main_of(cribbage.phone.get(cribbage.url).text))


def test_a_discarded_play_has_no_form(cribbage: Table) -> None:
    cribbage.post("/discard", {"to": "on"})
    with cribbage.club.app.app_context():
        assert coming_round_form(cribbage.state, PEGGED) is None


def test_values_from_cards_are_filled_in_unless_something_was_entered(app: Flask, cribbage: Table) -> None:
    with app.app_context():
        form = coming_round_form(cribbage.state, PEGGED, from_cards={"heels": False, "crib": 4})
    assert form is not None
    assert form.entry == {"heels": True, "crib": 4, "pegged": {"Ann": 5}}


def test_fields_with_automatic_values_are_named_and_a_checksum_changes_with_the_values(cribbage: Table) -> None:
    state = cribbage.state
    keys, checksum = automatic_values(state, PEGGED, {"crib": 4, "heels": False})
    assert keys == "crib heels pegged"
    drafted = DraftState({"heels": True, "pegged": {"Ann": 5}, "hand": {"Ann": 3}}, locked=False)
    assert automatic_values(state, drafted, {"heels": True, "crib": 4}) == ("heels crib pegged", checksum), (
        "what was entered comes before the cards, in any order"
    )
    assert automatic_values(state, None, {"crib": 4, "heels": False})[1] != checksum
    cribbage.post("/end")
    assert automatic_values(cribbage.state, PEGGED, {"crib": 4}) == ("", 0)


def test_the_form_names_whom_the_referee_has_named_for_the_coming_round(app: Flask, table: Table) -> None:
    named = replace(table.state, pending_findings=(NamedInRound("Bob", -1, "reneged", "reneged"),))
    with app.app_context():
        form = coming_round_form(named, None)
        earlier = earlier_round_form(named, named.slots[0], 1)
    assert form is not None
    assert form.entry == {"reneged": ["Bob"]}
    assert "reneged" not in earlier.entry
    assert automatic_values(named, None, {})[0] == "reneged"


def test_an_earlier_round_lacks_nothing_because_of_what_waits_for_the_coming_round(club: Club) -> None:
    table = club.start("raise-the-stakes", [*THREE, "Dan"])
    table.write({"absent": ["Dan"], "tricks": {"Ann": 3, "Bob": 2, "Cyd": 0}})
    state = replace(table.state, pending_findings=(NamedInRound("Dan", -1, "reneged", "reneged"),))
    with club.app.app_context():
        assert earlier_round_form(state, state.slots[0], 1).missing == []


def test_what_was_refused_stands_beside_the_button_instead_of_what_is_missing(app: Flask, bank: PlayState) -> None:
    refused = [Problem("cards", "Nobody has such a card."), Problem("min_bet", "Too low."), Problem("", "Sorry.")]
    with app.app_context():
        forms = [coming_round_form(bank, DraftState(BETS, locked=locked), BETS, refused) for locked in (False, True)]
    for form in forms:
        assert form is not None
        assert form.missing == form.problems
    assert [form.problems for form in forms if form] == [
        [Fault("Least bet: Too low.", "f-min_bet"), Fault("Nobody has such a card.", ""), Fault("Sorry.", "")],
        [
            Fault("Least bet: Too low.", "settled"), Fault("Banker wins: Nobody has such a card.", "f-banker_wins"),
            Fault("Sorry.", ""),
        ],
    ]  # fmt: skip


def test_a_round_is_written_down_in_the_way_of_the_last_one(club: Club) -> None:
    table = club.start("pay-me", THREE)
    ways = []
    for saved in ({"went_out": "Cyd", "cards": {"Ann": ["7h"], "Bob": ["8h"]}}, {}):
        with club.app.app_context():
            form = coming_round_form(table.state, None)
        assert form is not None
        ways.append([section.alternative for section in form.sections if section.way and section.way.chosen])
        if saved:
            table.write(saved)
    assert ways == [["Totals"], ["Cards"]]


def test_rare_answers_are_shown_as_nobody_and_others_as_not_yet_given(club: Club) -> None:
    state = club.start("reversis", [*THREE, "Dee"]).state
    with club.app.app_context():
        form = coming_round_form(state, None)
    assert form is not None
    fields = [field for section in form.sections for field in section.table_fields if field.spec.nobody]
    shown, open_yet = ([field.spec.key for field in fields if field.shows_nobody is nobody] for nobody in (True, False))
    assert (shown, open_yet) == (["reversis", "espagnolette"], ["broken_by"])


def test_the_main_section_is_the_first_that_is_not_folded_away(app: Flask, table: Table) -> None:
    with app.app_context():
        form = coming_round_form(table.state, None)
    assert form is not None
    first, *_, last = form.sections
    assert (first.is_folded, last.is_folded) == (False, True)
    assert form.main is first
    assert replace(form, sections=form.sections[::-1]).main is next(
        section for section in form.sections[::-1] if not section.is_folded
    )
    assert replace(form, sections=[last]).main is last


def test_secret_bids_are_asked_in_no_form_of_the_round(club: Club) -> None:
    state = club.start("rage", THREE, {"secret": "1"}).state
    shown = DraftState({"bid": dict.fromkeys(THREE, 1)}, locked=True)
    with club.app.app_context():
        hidden, form = (coming_round_form(state, draft) for draft in (None, shown))
        assert entered_before_hand(state, None).bidding.startswith("Nobody has bid yet.")
    assert hidden is None
    assert form is not None
    assert form.answers_before_hand == [
        ("Bid", "Ann\N{NO-BREAK SPACE}1, Bob\N{NO-BREAK SPACE}1, Cyd\N{NO-BREAK SPACE}1")
    ]


def test_who_sits_out_by_the_draft_is_asked_nothing_until_something_else_is_typed(app: Flask, bank: PlayState) -> None:
    draft = DraftState({"absent": ["Cyd"]}, locked=False)
    with app.app_context():
        forms = [coming_round_form(bank, draft, typed) for typed in (None, {"min_bet": 7}, {"absent": ["Bob"]})]
    assert [form and form.table.absent for form in forms] == [("Cyd",), ("Cyd",), ("Bob",)]


def test_a_typed_correction_is_part_of_the_entry_and_one_of_the_referee_is_not(app: Flask, table: Table) -> None:
    typed = {"tricks": {"Ann": 3}, "adjust": [{"player": "Ann", "points": 1, "reason": "late"}]}
    waiting = replace(table.state, pending_findings=(Adjustment("Bob", -1, "reneged"),))
    with app.app_context():
        forms = [coming_round_form(table.state, None, typed), coming_round_form(waiting, None)]
    assert [form and form.entry for form in forms] == [typed, {}]


def test_fields_have_their_errors_cards_and_what_was_bid(club: Club, bank: PlayState) -> None:
    rage = club.start("rage", THREE).state
    bids = DraftState({"bid": {"Ann": 1, "Bob": 0, "Cyd": 2}}, locked=True)
    with club.app.app_context():
        form = coming_round_form(bank, None, BETS, [Problem("min_bet", "Too low.")], at_once=True)
        told = coming_round_form(rage, bids)
    assert form is not None
    assert told is not None
    errors = {field.spec.key: list(field.errors) for field in form.main.table_fields if field.errors}
    assert (errors, set(form.decks)) == ({"min_bet": ["Too low."]}, {"cards"})
    assert [(name, fields[0].note) for name, fields in told.main.people] == [
        ("Ann", "bid\N{NO-BREAK SPACE}1"), ("Bob", "bid\N{NO-BREAK SPACE}0"), ("Cyd", "bid\N{NO-BREAK SPACE}2"),
    ]  # fmt: skip
