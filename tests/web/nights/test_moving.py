"""Plays moved to another night, and nights merged."""

import re
from datetime import timedelta

from flask import Flask

from tests.web.forms.forms_of_pages import sent_by
from tests.web.nights.evenings import EVENING, ended, night_of
from tests.web.pages import words
from tests.web.phones import Club, problems


def test_plays_can_be_moved_to_another_night_and_to_a_new_one(club: Club) -> None:
    tables = [ended(club, EVENING + timedelta(hours=hour)) for hour in (0, 2, 4, 72)]
    one, other = night_of(tables[0]), night_of(tables[3])
    page = club.scorer.get(f"{one}/move?play={tables[1].key}").text
    form = sent_by(page, "move")
    assert form["plays"] == [tables[1].key]
    answer = club.scorer.post(f"{one}/move", {**form, "to": other.rsplit("/", 1)[1], "csrf_token": club.scorer.csrf})
    assert answer.status_code == 303
    assert night_of(tables[1]) == other
    page = club.scorer.get(answer.headers["Location"]).text
    assert "Changed: plays." in words(page)
    answer = club.scorer.post(f"{one}/move", {"plays": tables[2].key, "to": "own"})
    own = night_of(tables[2])
    assert own not in (one, other)
    back = re.search(r'action="([^"]+/steps/[^"]+/back)"', club.scorer.get(answer.headers["Location"]).text)
    assert back is not None
    club.scorer.post(back[1])
    assert night_of(tables[2]) == one
    assert "This night has no games any more." in club.scorer.get(own).text
    assert "Moved" not in club.scorer.get(f"{tables[1].url}/changes").text
    assert "Night" in words(club.scorer.get(f"{tables[1].url}/changes").text)


def test_nights_can_be_merged_with_those_around_them(club: Club) -> None:
    tables = [ended(club, EVENING + timedelta(days=3 * number)) for number in range(9)]
    nights = [night_of(table) for table in tables]
    offered = re.findall(r'name="to" value="([^"]+)"', club.scorer.get(f"{nights[0]}/merge").text)
    assert offered == [night.rsplit("/", 1)[1] for night in nights[1:7]][::-1]
    late = (EVENING + timedelta(days=24)).date().isoformat()
    offered = re.findall(r'name="to" value="([^"]+)"', club.scorer.get(f"{nights[0]}/merge?around={late}").text)
    assert offered == [night.rsplit("/", 1)[1] for night in nights[1:]][::-1], "never the night itself"
    assert "x is no day of the calendar." in problems(club.scorer.get(f"{nights[0]}/merge?around=x"))
    answer = club.scorer.post(f"{nights[0]}/merge", {"to": offered[0]})
    assert answer.status_code == 303
    assert night_of(tables[0]) == nights[8]
    for form, sentence in (
        ({"to": offered[0]}, "That is the same night."),
        ({"to": "x"}, "Choose the night that it belongs to."),
        ({}, "Choose the night that it belongs to."),
    ):
        refused = club.scorer.post(f"{nights[8]}/merge", form)
        assert (refused.status_code, sentence in problems(refused)) == (422, True)


def test_an_impossible_move_comes_back_with_the_ticked_plays(club: Club) -> None:
    tables = [ended(club), ended(club, EVENING + timedelta(hours=2))]
    night = night_of(tables[0])
    for form, sentence in (
        ({"plays": tables[0].key}, "Choose the night to move these games to."),
        ({"plays": tables[0].key, "to": "\0"}, "Choose the night to move these games to."),
        ({"to": "own"}, "Choose at least one game."),
        ({"plays": ["x"], "to": "own"}, "Choose games of this night. Somebody may have moved them meanwhile."),
        (
            {"plays": [table.key for table in tables], "to": "own"},
            "These are all the games of this night, so they have a night of their own already.",
        ),
    ):
        answer = club.scorer.post(f"{night}/move", form)
        assert (answer.status_code, sentence in problems(answer)) == (422, True), problems(answer)
        ticked = re.findall(r'name="plays" value="[^"]+" checked', answer.text)
        assert len(ticked) == sum(key in form.get("plays", ()) for key in [table.key for table in tables])
    assert club.viewer.post(f"{night}/move", {"plays": tables[0].key, "to": "own"}).status_code == 403
    assert {night_of(table) for table in tables} == {night}


def test_nights_of_another_club_are_404(club: Club, app: Flask) -> None:
    other = Club(app)
    table, theirs = ended(club), ended(other)
    key = night_of(theirs).rsplit("/", 1)[1]
    for path in ("", "/edit", "/move", "/merge", "/share"):
        assert club.organiser.get(f"{club.url}/nights/{key}{path}").status_code == 404
    answer = club.scorer.post(f"{night_of(table)}/move", {"plays": table.key, "to": key})
    assert answer.status_code == 422
    assert club.scorer.post(f"{night_of(table)}/merge", {"to": key}).status_code == 422
    assert club.scorer.get(f"{club.url}/nights?before={key}").status_code == 404
