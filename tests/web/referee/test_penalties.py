"""Penalties that go on the sheet."""

from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.web.referee.forms import EffectsForm
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problems
from tests.web.referee.questions import PENALTY, forms, sent_in


def test_a_penalty_waits_for_the_round_and_joins_it(table: Table) -> None:
    assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 303
    assert "On the sheet for round 2: Bob −1." in unescape(table.phone.get(table.url).text)
    sheet = table.club.viewer.get(table.url).text
    assert "reneged in trick 1, the blue 3" in sheet
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    last = table.state.sheet.rounds[-1]
    assert last.adjusted == {"Bob": -1}
    assert [line.rule for line in last.lines if line.name == "Bob"] == ["table/adjustment"]
    assert table.state.sheet.table.totals == {"Ann": 5, "Bob": -1, "Cyd": 0}
    assert "The referee, for this round" not in table.phone.get(table.url).text


def test_the_same_tap_twice_is_one_penalty_and_two_taps_are_two(table: Table) -> None:
    sent = {**table.carried(), **PENALTY, "where": "draft"}
    for _ in range(2):
        assert table.phone.post(f"{table.url}/referee/put", sent).status_code == 303
    assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 303
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.state.sheet.rounds[-1].adjusted == {"Bob": -2}


def test_points_in_play_count_before_the_hand_if_the_first_at_the_target_wins(club: Club) -> None:
    table = club.start("ecarte", ["Ann", "Bob"], {"target": "2"})
    table.write({"upcard_king": True, "tricks": {"Bob": 3, "Ann": 2}})
    for points in ("1", "1"):
        table.post("/referee/put", {"player": "Ann", "points": points, "reason": "renege", "where": "draft"})
    drop = f"{table.url}/referee/drop"
    first = {name: values[0] for name, values in sent_by(table.phone.get(table.url).text, action=drop).items()}
    assert table.phone.post(drop, first).status_code == 303
    assert len(table.state.pending_findings) == 1
    table.write({"tricks": {"Bob": 3, "Ann": 2}})
    assert (table.state.winners, table.state.sheet.table.totals) == (("Ann",), {"Ann": 2, "Bob": 1})


def test_a_waiting_penalty_can_be_removed(table: Table) -> None:
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    assert table.post("/referee/drop", {**PENALTY}).status_code == 303
    assert "reneged in trick 1" not in table.phone.get(table.url).text
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.state.sheet.rounds[-1].adjusted == {}


def test_a_penalty_on_the_last_round_can_be_undone(table: Table) -> None:
    sent = {**table.carried(), **PENALTY, "where": "last"}
    for _ in range(2):
        assert table.phone.post(f"{table.url}/referee/put", sent).status_code == 303
    assert table.state.sheet.table.totals == {"Ann": 3, "Bob": -1, "Cyd": 0}
    assert "That was done already." in table.phone.get(table.url).text
    table.post("/undo")
    assert table.state.sheet.table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_of_two_phones_the_second_puts_nothing_on_the_wrong_round(table: Table) -> None:
    old = {**table.carried(), **PENALTY, "where": "last"}
    table.write({"tricks": {"Ann": 5}})
    answer = table.phone.post(f"{table.url}/referee/put", old)
    assert answer.status_code == 409
    assert all(not one.adjusted for one in table.state.sheet.rounds)


@pytest.mark.parametrize("where", ["draft", "last"])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"player": "Zoe"}, "Zoe"),
        ({"player": ""}, "name"),
        ({"points": "0"}, "0 points"),
        ({"points": "many"}, "Points"),
        ({"points": "9" * 30}, "Points"),
        ({"points": "-200000"}, "Points"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 201}, "Reason"),
        ({"reason": "\0"}, "Reason"),
        ({"player": ["Bob", "Ann"]}, "name"),
    ],
)
def test_an_invalid_correction_changes_nothing(
    table: Table, where: str, wrong: dict[str, Any], message: str
) -> None:  # fmt: skip
    answer = table.post("/referee/put", {**PENALTY, **wrong, "where": where})
    assert answer.status_code == 422
    assert message.lower() in unescape(answer.text).lower()
    assert (table.state.revision, table.state.pending_findings) == (2, ())
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.state.sheet.rounds[-1].adjusted == {}


def test_before_the_first_round_there_is_no_last_one(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    assert table.post("/referee/put", {**PENALTY, "where": "last"}).status_code == 422


def test_after_the_end_a_penalty_goes_on_the_last_round(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], {"target": "3"})
    table.write({"tricks": {"Ann": 5}})
    assert table.state.over
    page = table.phone.get(f"{table.url}/referee/renege?admitted=1").text
    assert 'value="draft"' not in page
    assert 'value="last"' in page
    assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 422
    assert table.post("/referee/put", {**PENALTY, "where": "last"}).status_code == 303
    assert table.state.sheet.table.totals["Bob"] == -1


def test_a_round_entered_meanwhile_includes_the_penalty(table: Table) -> None:
    typed = {**table.carried(), **table.inputs({"tricks": {"Ann": 3, "Cyd": 2}})}
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    for _ in range(2):
        assert table.phone.post(f"{table.url}/rounds", typed).status_code == 303
    assert [one.adjusted for one in table.state.sheet.rounds] == [{}, {"Bob": -1}]


def test_a_penalty_for_a_round_saved_meanwhile_does_not_go_on_the_next(table: Table) -> None:
    sent = {**table.carried(), **PENALTY, "where": "draft"}
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.phone.post(f"{table.url}/referee/put", sent).status_code == 409
    assert table.state.pending_findings == ()


def test_a_penalty_can_be_undone_and_redone_and_survives_the_undo_of_its_round(table: Table) -> None:
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    assert "Undo <span" in table.phone.get(table.url).text
    assert "referee's correction" in unescape(table.phone.get(table.url).text)
    table.post("/undo")
    assert table.state.pending_findings == ()
    table.post("/redo")
    assert [one.player for one in table.state.pending_findings] == ["Bob"]
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.state.pending_findings == ()
    table.post("/undo")
    assert [one.player for one in table.state.pending_findings] == ["Bob"]
    table.write({"tricks": {"Ann": 1, "Cyd": 4}})
    assert table.state.sheet.rounds[-1].adjusted == {"Bob": -1}
    table.post("/undo")
    table.post("/undo")
    assert table.state.pending_findings == ()
    changes = unescape(table.phone.get(f"{table.url}/changes").text)
    assert "Undo: referee's correction" in changes


def test_a_waiting_penalty_does_not_end_a_play(table: Table) -> None:
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    answer = table.post("/end")
    assert answer.status_code == 422
    assert (
        "Bob −1 waits for a round that will not be played. Remove it first, or put it on the last round."
        in problems(answer)
    )
    table.post("/referee/drop", PENALTY)
    assert table.post("/end").status_code == 303


def test_a_penalty_that_a_player_cannot_pay_is_named_as_the_cause(club: Club) -> None:
    table = club.start("toepen", ["Ann", "Bob", "Cyd"], {"tokens": "2"})
    for _ in range(2):
        assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 303
    answer = table.post("/rounds", table.inputs({"winner": "Ann"}))
    assert answer.status_code == 422
    assert (
        "Not saved yet: Adjustment: −2 takes Bob to −1; 0 is the least. The referee has put it on this round: "
        "take it out above, or enter in the round itself what happened." in problems(answer)
    )
    for _ in range(2):
        table.post("/referee/drop", PENALTY)
    table.write({"winner": "Ann"})


@pytest.mark.parametrize(
    ("where", "why"), [("draft", "below 0, however the round goes."), ("last", "to −1; 0 is the least.")]
)
def test_a_correction_that_no_round_can_hold_is_refused_on_the_page_of_its_question(
    club: Club, where: str, why: str
) -> None:
    table = club.start("toepen", ["Ann", "Bob", "Cyd"], {"tokens": "2"})
    table.write({"winner": "Ann"})
    asked = "ask=1&discard=7s+Ks+Qs+Js&discarder=1&challenger=0"
    for _ in range(3):
        verdict = table.phone.get(f"{table.url}/referee/challenge?{asked}").text
        form = next(one for one in forms(verdict) if f'value="{where}"' in one)
        answer = table.phone.post(f"{table.url}/referee/put", {**sent_in(form), "where": where})
    assert answer.status_code == 422
    assert f"Not on the sheet. −2 takes Bob {why}" in problems(answer)
    assert "Bob loses 1 token." in answer.text, "the verdict is still there"
    assert {one.get("Bob", 0) for one in (item.adjusted for item in table.state.sheet.rounds)} <= {0, -1}


def test_up_to_a_hundred_effects_are_put_on_the_sheet_at_once(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    for count, status in ((101, 422), (100, 303)):
        reasons = [f"reason {number}" for number in range(count)]
        rows = {"player": ["Bob"] * count, "points": ["-1"] * count, "reason": reasons}
        assert table.post("/referee/put", {**rows, "where": "draft"}).status_code == status
    assert len(table.state.pending_findings) == 100


@pytest.mark.parametrize(
    ("typed", "read"), [("9999999", 9_999_999), ("-9999999", -9_999_999), ("10000000", "10000000")]
)
def test_up_to_seven_digits_of_points_are_read_as_a_number(app: Flask, typed: str, read: int | str) -> None:
    sent = {"player": "Ann", "points": typed, "reason": "bet"}
    with app.test_request_context(method="POST", data=sent):
        assert EffectsForm().rows == [{"player": "Ann", "points": read, "reason": "bet"}]


@pytest.mark.parametrize(
    ("players", "points", "reasons", "is_valid"),
    [(1, 1, 1, True), (100, 100, 100, True), (101, 101, 101, False), (0, 0, 0, False), (2, 1, 2, False),
     (2, 2, 1, False), (1, 2, 2, False)],
)  # fmt: skip
def test_each_effect_has_a_name_points_and_a_reason(
    app: Flask, players: int, points: int, reasons: int, is_valid: bool
) -> None:
    sent = {"player": ["Ann"] * players, "points": ["-1"] * points, "reason": ["late"] * reasons}
    with app.test_request_context(method="POST", data=sent):
        form = EffectsForm()
        assert form.validate_on_submit() == is_valid
        assert form.player.errors == ([] if is_valid else ["A correction needs a name, points and a reason."])
        if is_valid:
            assert form.rows == [{"player": "Ann", "points": -1, "reason": "late"}] * players
