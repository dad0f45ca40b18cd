"""Whose phone is it? Asked when it joins, changed at any time; the log names the author of each change."""

import re

import pytest
from flask import Flask

from tests.web.phones import Club, Phone, Table, problem_texts

THREE = ["Ann", "Bob", "<b>Cyd</b> 🃏"]


@pytest.fixture
def table(club: Club) -> Table:
    return club.start("raise-the-stakes", THREE)


def log(table: Table) -> list[str]:
    """Return who made each change by the page of changes, the latest first."""
    page = table.phone.get(f"{table.url}/changes").text
    return re.findall(r'class="small beside"><bdi>(.*?)</bdi>', page)


def joined(club: Club, role: str = "scorer") -> Phone:
    phone = Phone(club.app)
    assert phone.post("/join", {"code": club.codes[role]}).headers["Location"] == f"{club.url}/whose"
    return phone


def test_a_phone_without_a_choice_of_names_is_not_asked(club: Club) -> None:
    viewer = Phone(club.app)
    assert viewer.post("/join", {"code": club.codes["viewer"]}).headers["Location"] == club.url
    assert joined(club), "a scorer can type a name"
    club.start("rage", ["Ann", "Bob"])
    assert joined(club, "viewer"), "and Ann may look on"


def test_joining_asks_for_the_name_which_is_one_tap(club: Club, table: Table) -> None:
    phone = joined(club)
    page = phone.get(f"{club.url}/whose").text
    assert "<bdi>Ann</bdi></button>" in page
    assert "<bdi>&lt;b&gt;Cyd&lt;/b&gt; 🃏</bdi></button>" in page
    assert phone.post(f"{club.url}/whose", {"who": "Bob"}).headers["Location"] == club.url
    assert "<bdi>Bob</bdi>'s." in phone.get(f"{club.url}/more").text
    table.phone = phone
    table.write({"tricks": {"Ann": 5}})
    assert log(table)[0] == "Bob"
    assert phone.post("/join", {"code": club.codes["scorer"]}).headers["Location"] == club.url, "it is known already"


def test_earlier_changes_keep_their_author_when_a_phone_is_handed_on(club: Club, table: Table) -> None:
    table.phone = joined(club)
    for name in ("Ann", THREE[2]):
        assert table.phone.post(f"{club.url}/whose", {"who": name}).status_code == 302
        table.write({"tricks": {"Ann": 5}})
    assert table.phone.post(f"{club.url}/whose", {"nobody": "1"}).status_code == 302
    table.write({"tricks": {"Bob": 5}})
    assert log(table)[:3] == ["A device", "&lt;b&gt;Cyd&lt;/b&gt; 🃏", "Ann"]


def test_a_scorer_can_add_a_new_name(club: Club, table: Table) -> None:
    scorer, viewer = joined(club), joined(club, "viewer")
    assert scorer.post(f"{club.url}/whose", {"other": "  dee "}).status_code == 302
    assert "<bdi>dee</bdi>'s." in scorer.get(f"{club.url}/more").text
    assert viewer.post(f"{club.url}/whose", {"other": "Eve"}).status_code == 422
    assert viewer.post(f"{club.url}/whose", {"who": "DEE"}).status_code == 302, "she is known by now"
    assert "<bdi>dee</bdi>'s." in viewer.get(f"{club.url}/more").text


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "The name is empty."),
        ({"other": " "}, "The name is empty."),
        ({"other": "x" * 41}, "The name is longer than 40 letters."),
        ({"other": "\u200b"}, "The name has only letters that cannot be seen."),
        ({"who": "a\x00b"}, "The name has letters that cannot be shown."),
    ],
)
def test_an_invalid_name_is_refused_and_changes_nothing(club: Club, form: dict[str, str], sentence: str) -> None:
    answer = club.scorer.post(f"{club.url}/whose", form)
    assert answer.status_code == 422
    assert sentence in problem_texts(answer)
    assert "Nobody has said whose it is" in club.scorer.get(f"{club.url}/more").text


def test_the_organiser_renames_a_phone_in_this_club_only(app: Flask, club: Club, table: Table) -> None:
    other = Club(app)
    club.scorer.post("/join", {"code": other.codes["scorer"]})
    forms = re.findall(r'action="([^"]+/devices/\d+/name)"', club.organiser.get(f"{club.url}/devices").text)
    assert club.organiser.post(forms[1], {"label": "The kitchen tablet"}).status_code == 302
    table.write({"tricks": {"Ann": 5}})
    assert log(table)[0] == "The kitchen tablet"
    assert "The kitchen tablet" not in other.organiser.get(f"{other.url}/devices").text
    for phone, status in ((club.scorer, 403), (club.stranger, 404), (other.organiser, 404)):
        assert phone.post(forms[1], {"label": "Mine"}).status_code == status
    assert other.organiser.post(forms[1].replace(club.url, other.url), {"label": "Mine"}).status_code == 404
    answer = club.organiser.post(forms[1], {"label": "x" * 41})
    assert answer.status_code == 422
    assert 'value="' + "x" * 41 in answer.text
    assert log(table)[0] == "The kitchen tablet"


def test_a_ruling_names_who_recorded_it(club: Club, table: Table) -> None:
    club.scorer.post(f"{club.url}/whose", {"who": "Ann"})
    form = {"game": "rage", "question": "May Bob look?", "decision": "He may not.", "agreed": ["Ann"]}
    ruling = club.scorer.post(f"{club.url}/rulings/new", form).headers["Location"]
    assert "by <bdi>Ann</bdi>" in club.viewer.get(ruling).text
