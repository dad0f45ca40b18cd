"""Marks of players who reneged in a round, and what tables usually do with the ruling that it becomes."""

from html import unescape

import pytest

from companion.store.plays.coming_round.findings import NamedInRound
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problems
from tests.web.referee.questions import PENALTY, forms, sent_in
from tests.web.rulings.book import book

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
    assert "Undo: referee's correction, Bob −1 (removed)" in changes


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"situation": "nothing"}, 404), ({"player": "Zoe"}, 422), ({"player": "Zoe", "where": "last"}, 422)],
    ids=["no such question", "a stranger", "a stranger in the last round"],
)
def test_an_invalid_mark_changes_nothing(table: Table, wrong: dict[str, str], status: int) -> None:
    assert table.post("/referee/put", {**MARK, **wrong}).status_code == status
    assert table.state.pending_findings == ()


# What tables usually do.


@pytest.fixture
def hearts(club: Club) -> Table:
    """Return a play of Hearts with a hand in which Ann has 10 points, Bob 3 and Cyd 13."""
    table = club.start("hearts", ["Ann", "Bob", "Cyd", "Dee"])
    table.write({"hearts": {"Ann": 10, "Bob": 3, "Cyd": 0, "Dee": 0}, "queen": "Cyd"})
    return table


def usual_form(table: Table) -> dict[str, list[str]]:
    """Return what the form “As tables usually do” sends after Bob admitted a renege."""
    [form] = forms(table.phone.get(f"{table.url}/referee/renege?admitted=1").text)
    assert 'value="last"' in form
    return {**sent_in(form), "where": ["last"]}


def test_what_tables_usually_do_is_put_on_the_sheet_and_recorded_as_a_ruling(hearts: Table) -> None:
    sent = usual_form(hearts)
    for said in ("On the sheet for round 1: Ann −10, Bob +23 and Cyd −13.", "That was done already."):
        answer = hearts.phone.post(f"{hearts.url}/referee/put", sent)
        assert (answer.status_code, answer.headers["Location"]) == (303, hearts.url)
        assert said in problems(hearts.phone.get(hearts.url))
    assert dict(hearts.state.totals) == {"Ann": 0, "Bob": 26, "Cyd": 0, "Dee": 0}
    [ruling] = book(hearts.club)
    assert (ruling.game, ruling.situation, ruling.play_key, ruling.round_number) == ("hearts", "renege", hearts.key, 1)
    assert ruling.question == "Bob reneged."
    assert ruling.decision == "As tables usually do: Ann −10, Bob +23 and Cyd −13."
    assert (ruling.basis, ruling.agreed_by) == ("open", ("Ann", "Bob", "Cyd", "Dee"))
    assert ruling.rules == tuple(sent["rule"])
    assert len(ruling.rules) > 1


def test_the_form_for_another_decision_is_filled_in_from_the_verdict(hearts: Table) -> None:
    sent = sent_by(hearts.phone.get(f"{hearts.url}/referee/renege?admitted=1").text, "decide")
    assert sent["question"] == ["Bob reneged."]
    assert (sent["situation"], sent["player"]) == (["renege"], ["1"])
    assert sent["rule"] == usual_form(hearts)["rule"]


def test_a_ruling_about_the_coming_round_has_its_number(hearts: Table) -> None:
    draft = {**usual_form(hearts), "player": "Bob", "points": "5", "reason": "late", "where": "draft"}
    assert hearts.phone.post(f"{hearts.url}/referee/put", draft).status_code == 303
    [ruling] = book(hearts.club)
    assert (ruling.round_number, ruling.decision) == (2, "As tables usually do: Bob +5.")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            {"decided": "", "situation": "nothing"},
            ("The question ", "Hearts has no question called “nothing”; choose one or none."),
        ),
        ({"points": ["many", "1", "1"]}, ("Points",)),
    ],
    ids=["no question", "no number"],
)
def test_a_ruling_that_cannot_be_recorded_puts_nothing_on_the_sheet(
    hearts: Table, wrong: dict[str, str], said: tuple[str, ...]
) -> None:
    answer = hearts.phone.post(f"{hearts.url}/referee/put", {**usual_form(hearts), **wrong})
    assert answer.status_code == 422
    for words in said:
        assert words in unescape(answer.text)
    assert (book(hearts.club), hearts.state.sheet.rounds[-1].adjusted) == ([], {})


def test_a_viewer_reads_the_verdict_and_is_offered_nothing(hearts: Table) -> None:
    page = hearts.club.viewer.get(f"{hearts.url}/referee/renege?admitted=1").text
    assert "Bob reneged." in page
    assert forms(page) == []
    assert 'id="decide"' not in page
