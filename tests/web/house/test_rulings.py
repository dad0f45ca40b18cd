"""Rulings beside house rules, and rulings that become house rules."""

import re

import pytest

from companion.core.house.house_rules import Amendment
from companion.store.access.members import member as member_of
from companion.store.database.base import db
from companion.store.rulings import read_rulings, write_rulings
from tests.web.forms.forms_of_pages import sent_by
from tests.web.house.versions import FOLD, MARKUP, SLUG, proposed, url
from tests.web.phones import Club


def ruling(club: Club) -> str:
    """Return the key of a ruling of the club."""
    with club.app.app_context():
        member = member_of(club.scorer.token, club.key)
        assert member is not None
        found = write_rulings.record(
            member, game=SLUG, question="May folded cards be shown?", decision="They stay face down.", rules=[FOLD],
            agreed_by=["Ann"], client_id="tap",
        )  # fmt: skip
        db.session.remove()
    assert isinstance(found, read_rulings.RulingState), found
    return found.key


def test_a_ruling_becomes_a_house_rule(club: Club) -> None:
    key = ruling(club)
    page = club.scorer.get(
        url(club, "/new"), query_string={"amend": "They stay face down.", "rule": FOLD, "ruling": key}
    )
    form = sent_by(page.text, "proposal")
    assert form["ruling"] == [key]
    assert form["amendment.0.rule"] == ["4.7"], "the number of its paragraph"
    assert "They stay face down." in page.text
    found = proposed(club, {**form, "amendment.0.text": "They stay face down."})
    assert found.amendments == (Amendment(FOLD, "They stay face down."),)
    with club.app.app_context():
        ruled = read_rulings.ruling_by_key(club.id, key)
        db.session.remove()
    assert ruled is not None
    assert [step.house and step.house.key for step in ruled.steps] == [found.key]


def test_all_valid_rulings_are_marked_in_the_rules(club: Club) -> None:
    with club.app.app_context():
        member = member_of(club.scorer.token, club.key)
        assert member is not None
        for number in range(55):
            write_rulings.record(
                member, game=SLUG, question=f"Question {number}?", decision=f"So it is {number}.", rules=[FOLD],
                agreed_by=["Ann"], client_id=f"tap {number}",
            )  # fmt: skip
        db.session.remove()
    page = club.viewer.get(club.start(SLUG, ["Ann", "Bob"]).url + "/rules").text
    chapters = page.partition('class="chapter"')[2]
    assert [f"Ruling {number}:" in chapters for number in range(1, 56)] == [True] * 55


def test_a_ruling_is_marked_at_its_paragraph_in_a_play(club: Club) -> None:
    key = ruling(club)
    table = club.start(SLUG, ["Ann", "Bob"])
    page = club.viewer.get(table.url + "/rules").text
    assert re.search(rf'Ruling 1:</strong> <a href="{club.url}/rulings/{key}"><bdi>They stay face down', page)


@pytest.mark.parametrize(
    ("query", "status"),
    [({"amend": "x" * 10_000}, 422), ({"amend": "\0"}, 422), ({"amend": MARKUP, "rule": MARKUP}, 303),
     ({"rule": "\0", "ruling": "\0" * 99}, 303),
     ({"amend": "x", "rule": "rage/scoring.tricks", "ruling": "nothing"}, 303)],
)  # fmt: skip
def test_a_prefilled_page_accepts_any_parameters(club: Club, query: dict[str, str], status: int) -> None:
    page = club.scorer.get(url(club, "/new"), query_string=query)
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    form = sent_by(page.text, "proposal")
    assert club.scorer.post(url(club, "/new"), {**form, "target": "30"}).status_code == status
