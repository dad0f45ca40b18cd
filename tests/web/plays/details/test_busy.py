"""Forms of a play whose change cannot be saved come back with everything that was typed."""

from flask import Flask

from tests.database import embedded_only
from tests.web.pages import words
from tests.web.phones import Table, problems
from tests.web.plays.busy import busy

pytestmark = embedded_only

TYPED = "typed for long"


def test_each_form_comes_back_on_its_page(app: Flask, table: Table) -> None:
    club = table.club
    rage = club.start("rage", ["Ann", "Bob"], {"first_hand": "1"})
    sent = [
        (table, "/rounds", {"tricks.0": "4", "tricks.1": "1", "adjust.0.reason": TYPED}, TYPED, "Save round 2"),
        (table, "/players", {"name": TYPED}, TYPED, "Who plays"),
        (table, "/seats/1", {"name": TYPED}, TYPED, "Who plays for Bob ?"),
        (table, "/remark", {"remark": TYPED}, TYPED, "About this game"),
        (table, "/when", {"on": "2026-03-01", "at": "21:12"}, 'value="21:12"', "About this game"),
        (table, "/setup", {"name.0": TYPED, "name.1": "Bob", "target": "25"}, TYPED, "Correct the setup"),
        (rage, "/totals", {"total.0": "12345", "total.1": "7"}, "12345", "Final totals"),
        (rage, "/draft", {"slot": "1", "lock": "on", "bid.0": "1", "bid.1": "1"}, 'name="bid.0" value="1" checked',
         "Lock bids"),
    ]  # fmt: skip
    carried = [(play, path, {**play.carried(), **form}, *shown) for play, path, form, *shown in sent]
    with busy(app):
        answers = {path: (play.phone.post(play.url + path, form), *shown) for play, path, form, *shown in carried}
    for path, (answer, kept, page) in answers.items():
        assert answer.status_code == 503, path
        assert kept in answer.text, path
        assert page in words(answer.text), path
        assert "another program is using it" in words(answer.text), path
    assert (table.state.revision, rage.state.revision) == (2, 1)
    assert "Not saved yet." in problems(answers["/players"][0])
    assert 'value="25"' in answers["/setup"][0].text
