"""A correction and an objection that cannot be saved come back with everything that was typed."""

from flask import Flask

from tests.database import embedded_only
from tests.web.pages import words
from tests.web.phones import Table
from tests.web.plays.busy import busy


@embedded_only
def test_a_correction_and_an_objection_come_back(app: Flask, table: Table) -> None:
    sent = [
        ("/rounds/1/edit", {"tricks.0": "5", "adjust.0.reason": "typed"}, "Correct round 1"),
        ("/rounds/1/contest", {"words": "typed"}, "Contest"),
    ]
    carried = [(path, {**table.carried(), **form}, title) for path, form, title in sent]
    with busy(app):
        answers = [(table.phone.post(table.url + path, form), title) for path, form, title in carried]
    for answer, title in answers:
        assert answer.status_code == 503, title
        assert 'value="typed"' in answer.text, title
        assert title in words(answer.text)
        assert "another program is using it" in words(answer.text), title
