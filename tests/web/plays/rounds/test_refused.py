"""Invalid rounds and outdated pages: refused with a reason, and what was typed stays."""

from typing import Any

import pytest

from companion.store.plays.edits import commands
from tests.web.phones import Club, Table, problems
from tests.web.plays.typed_values import ANN, BAD_NUMBERS, MARKUP


@pytest.mark.parametrize("text", BAD_NUMBERS)
@pytest.mark.parametrize("path", ["/rounds", "/rounds/1/edit"])
def test_an_invalid_number_comes_back_with_an_error_at_its_field(table: Table, path: str, text: str) -> None:
    before = table.state
    answer = table.post(path, {"tricks.0": text, "tricks.1": "0"})
    assert answer.status_code == 422
    assert problems(answer)
    assert "<b>5" not in answer.text
    assert table.state.revision == before.revision
    assert table.state.sheet.table.totals == before.sheet.table.totals


def test_too_many_cards_in_a_trick_are_an_error_if_the_deck_lacks_them(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"], {"first_hand": "1", "bonus_cards": "0", "mad_cards": "8"})
    assert table.state.options["bonus_cards"] == 0
    form = {"bid.0": "1", "bid.1": "0", "tricks.0": "1", "tricks.1": "0", "mad.0": "3"}
    assert table.post("/preview", form).status_code == 200
    answer = table.post("/rounds", form)
    assert answer.status_code == 422
    assert (
        "Not saved yet: Mad Rage: Ann cannot have 3 action cards in 1 trick: each player plays one card."
        in problems(answer)
    )
    assert 'name="mad.0"' in answer.text
    assert 'name="bonus.' not in answer.text
    assert table.state.revision == 1
    assert table.post("/rounds", {**form, "mad.0": "2"}).status_code == 303


@pytest.mark.parametrize(
    "form",
    [
        {}, {"tricks.0": "3"}, {"tricks": "5"}, {"tricks.7": "5"}, {"tricks.-1": "5"}, {"tricks.0.0": "5"},
        {"bid.0": "5"}, {**ANN, "raised_by": "7"}, {**ANN, "raised_by": "Zed"}, {**ANN, "folded": ["0", "0"]},
        {**ANN, "folded": ["0", "1", "2"]}, {**ANN, "absent": ["0", "1", "2"]}, {**ANN, "absent": ["1", "1"]},
        {**ANN, "absent": "Zed"}, {**ANN, "adjust.0.player": "0"},
        {**ANN, "adjust.0.player": "0", "adjust.0.points": "0", "adjust.0.reason": "x"},
        {**ANN, "adjust.0.player": "9", "adjust.0.points": "1", "adjust.0.reason": "x"},
        {**ANN, "adjust.0.player": "0", "adjust.0.points": "100001", "adjust.0.reason": "x"},
        {**ANN, "adjust.0.player": "0", "adjust.0.points": "1", "adjust.0.reason": "x" * 201},
        {**ANN, "adjust.0.player": "0", "adjust.0.points": "1", "adjust.0.reason": "a\0b"},
        {f"adjust.{number}.points": "1" for number in range(400)},
    ],
)  # fmt: skip
def test_an_invalid_round_is_refused_and_changes_nothing(table: Table, form: dict[str, Any]) -> None:
    for path in ("/rounds", "/rounds/1/edit"):
        answer = table.post(path, form)
        assert answer.status_code == 422, path
        assert problems(answer)
    assert table.state.revision == 2


def test_a_round_of_another_game_is_refused(club: Club, table: Table) -> None:
    rage = club.start("rage", ["Ann", "Bob", "Cyd"])
    sent = rage.inputs({"bid": {"Ann": 1, "Bob": 1, "Cyd": 1}, "tricks": {"Ann": 8, "Bob": 1, "Cyd": 1}})
    assert table.post("/rounds", sent).status_code == 422
    assert rage.post("/rounds", ANN).status_code == 422
    assert (table.state.revision, rage.state.revision) == (2, 1)


def test_typed_values_stay_on_the_page_that_refuses_them(table: Table) -> None:
    sent = {"tricks.0": "3", "folded": "2", "adjust.0.player": "1", "adjust.0.points": "-4", "adjust.0.reason": MARKUP}
    for path in ("/rounds", "/rounds/1/edit"):
        page = table.post(path, sent).text
        assert 'name="tricks.0" value="3" checked' in page
        assert 'name="folded" value="2" checked' in page
        assert 'name="adjust.0.points"' in page
        assert 'value="-4"' in page
        assert "&lt;b onclick=" in page
        assert MARKUP not in page


@pytest.mark.parametrize(("more", "status"), [({}, 422), ({"more": "preview"}, 200), ({"base": "0"}, 409)])
def test_bids_sent_without_a_result_come_back_with_the_result_still_asked_for(
    club: Club, more: dict[str, str], status: int
) -> None:
    rage = club.start("rage", ["Ann", "Bob"])
    answer = rage.post("/rounds", {"bid.0": "4", "bid.1": "6", **more})
    assert answer.status_code == status
    assert 'name="bid.1" value="6" checked' in answer.text
    assert 'name="tricks.0"' in answer.text
    assert "Save round 1" in answer.text


@pytest.mark.parametrize("base", ["", "x", "-1", "0", "1", "99", "2.0", "9" * 50, "٢", "\0"])
@pytest.mark.parametrize("path", ["/rounds", "/rounds/1/edit", "/rounds/1/remove", "/undo", "/end", "/players"])
def test_a_save_from_an_outdated_page_says_what_changed(table: Table, path: str, base: str) -> None:
    answer = table.post(path, {**ANN, "name": "Dee", "base": base})
    assert answer.status_code == 409
    assert ("Not saved" if "rounds" in path and "remove" not in path else "your change was not saved") in answer.text
    assert path != "/players" or 'value="Dee"' in answer.text
    if path.startswith("/rounds") and "remove" not in path:
        assert 'name="tricks.0" value="5" checked' in answer.text, "what was typed is still there"
    if base == "1":
        assert "round 1" in answer.text
    assert table.state.revision == 2


def test_a_round_that_another_phone_saves_at_the_same_time_is_seen_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other phone saves after the play was read and before the round is written."""
    real = commands.save_round

    def overtaken(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(commands, "save_round", real)
        assert table.post("/rounds", {"tricks.1": "5"}, table.club.organiser).status_code == 303
        return real(*given, **more)

    monkeypatch.setattr(commands, "save_round", overtaken)
    answer = table.post("/rounds", ANN)
    assert answer.status_code == 409
    assert "Save round 3" in answer.text
    assert 'name="tricks.0" value="5" checked' in answer.text, "what was typed is still there"


def test_a_correction_of_a_removed_round_is_a_conflict_and_comes_back(table: Table) -> None:
    table.post("/rounds", ANN)
    base = table.state.revision
    table.post("/rounds/1/remove", phone=table.club.organiser)
    answer = table.post("/rounds/1/edit", {"tricks.1": "5", "base": base})
    assert answer.status_code == 409
    assert "removal of round 1" in answer.text
    assert 'name="tricks.1" value="5" checked' in answer.text


@pytest.mark.parametrize("client_id", ["tap", "x" * 5000, "🂡", "\0", "<script>", "' or 1=1"])
def test_the_same_tap_twice_counts_once(table: Table, client_id: str) -> None:
    sent = {**ANN, "client_id": client_id}
    assert [table.post("/rounds", sent).status_code for _ in range(2)] == [303, 303]
    assert table.post("/rounds", {**sent, "base": "2"}).status_code == 303
    assert len(table.state.slots) == 2


def test_a_save_without_a_client_id_is_accepted(table: Table) -> None:
    assert table.post("/rounds", {**ANN, "client_id": ""}).status_code == 303
    assert len(table.state.slots) == 2


@pytest.mark.parametrize("slot", ["0", "2", "99", "9" * 30, "9" * 5000, "-1", "x", "1.0"])
def test_a_missing_round_is_404(table: Table, slot: str) -> None:
    for path in ("", "/edit"):
        assert table.phone.get(f"{table.url}/rounds/{slot}{path}").status_code == 404
    for path in ("/edit", "/remove"):
        assert table.post(f"/rounds/{slot}{path}", ANN).status_code in (404, 405, 409)
    assert table.state.revision == 2


@pytest.mark.parametrize("query", ["mark=2", "mark=x&since=x", "since=-5", f"since={'9' * 5000}", "since=1.5"])
def test_polling_reports_a_new_round(table: Table, query: str) -> None:
    answer = table.phone.get(f"{table.url}/state?{query}")
    assert answer.status_code == (204 if query == "mark=2" else 200)


def test_changes_are_put_in_words_only_for_a_phone_that_sends_its_revision(table: Table) -> None:
    table.post("/rounds", ANN)
    told, brief = (table.phone.get(f"{table.url}/state?mark=2{since}").json for since in ("&since=2", ""))
    assert [change.partition(": ")[2] for change in told["changes"]] == ["round 2"]
    assert brief == {**told, "changes": []}


def test_of_many_changes_the_last_five_are_put_in_words(table: Table) -> None:
    for _ in range(5):
        table.post("/rounds", ANN)
    told = table.phone.get(f"{table.url}/state?mark=1&since=0").json
    words = [change.partition(": ")[2] for change in told["changes"]]
    assert words == ["round 6", "round 5", "round 4", "round 3", "round 2"]
