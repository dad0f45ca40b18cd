"""Marks of players who reneged in a round."""

from html import unescape

import pytest

from companion.store.plays.coming.findings import NamedInRound
from tests.web.phones import Table, problems
from tests.web.referee.questions import PENALTY, forms, sent_in

MARK = {**PENALTY, "where": "draft", "situation": "renege"}


def test_a_player_who_reneged_in_the_coming_round_cannot_win_it(table: Table) -> None:
    for _ in range(2):
        assert table.post("/referee/put", MARK).status_code == 303
    page = table.phone.get(table.url).text
    assert 'name="reneged" value="1" checked' in page
    assert 'name="reneged" value="0" checked' not in page
    assert "marked in the round itself" in page
    table.write({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}})
    assert table.state.slots[-1].entry["reneged"] == ["Bob"]
    assert table.state.sheet.table.totals == {"Ann": 4, "Bob": -1, "Cyd": 1}


def test_a_renege_in_the_last_round_is_marked_there_and_the_round_scored_again(table: Table) -> None:
    table.write({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}, "raised_by": ["Cyd"]})
    verdict = table.phone.get(f"{table.url}/referee/renege?admitted=1").text
    form = next(one for one in forms(verdict) if 'value="last"' in one)
    assert "round 2, scored again" in unescape(form)
    for said in ("Bob: marked in round 2, which is scored again.", "That was done already."):
        answer = table.phone.post(f"{table.url}/referee/put", {**sent_in(form), "where": "last"})
        assert said in unescape(table.phone.get(answer.headers["Location"]).text)
    last = table.state.slots[-1].entry
    assert last["reneged"] == ["Bob"]
    assert "adjust" not in last
    assert dict(table.state.sheet.rounds[-1].scores) == {"Ann": 1, "Bob": -1, "Cyd": 1}
    table.post("/undo")
    assert table.state.sheet.rounds[-1].scores["Bob"] == 3


def test_a_mark_that_the_last_round_cannot_hold_is_refused_with_the_reason(table: Table) -> None:
    table.write({"tricks": {"Ann": 3, "Cyd": 2}, "raised_by": ["Ann"], "folded": ["Bob"]})
    verdict = table.phone.get(f"{table.url}/referee/renege?admitted=1").text
    form = next(one for one in forms(verdict) if 'value="last"' in one)
    answer = table.phone.post(f"{table.url}/referee/put", {**sent_in(form), "where": "last"})
    assert answer.status_code == 422
    assert "Not on the sheet. Bob folded, so cannot have reneged." in problems(answer)
    assert "reneged" not in table.state.slots[-1].entry


def test_a_mark_survives_a_save_from_an_outdated_page(table: Table) -> None:
    typed = {**table.carried(), **table.inputs({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}})}
    table.post("/referee/put", MARK, table.club.organiser)
    assert table.phone.post(f"{table.url}/rounds", typed).status_code == 303
    assert table.state.sheet.table.totals["Bob"] == -1


def test_a_mark_can_be_removed_undone_and_redone(table: Table) -> None:
    table.post("/referee/put", MARK)
    table.post("/referee/drop", {**PENALTY, "field": "reneged"})
    assert table.state.pending_findings == ()
    table.post("/undo")
    assert [isinstance(one, NamedInRound) and one.field for one in table.state.pending_findings] == ["reneged"]
    changes = unescape(table.phone.get(f"{table.url}/changes").text)
    assert "Referee's correction, Bob −1</strong>" in changes
    assert "Undo: referee's correction, Bob −1 taken out" in changes


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"situation": "nothing"}, 404), ({"player": "Zoe"}, 422), ({"player": "Zoe", "where": "last"}, 422)],
    ids=["no such question", "a stranger", "a stranger in the last round"],
)
def test_an_invalid_mark_changes_nothing(table: Table, wrong: dict[str, str], status: int) -> None:
    assert table.post("/referee/put", {**MARK, **wrong}).status_code == status
    assert table.state.pending_findings == ()
