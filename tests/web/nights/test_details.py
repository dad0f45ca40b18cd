"""Details of a night: saved, undone, refused."""

import re
from datetime import timedelta

import pytest

from companion.store.database.base import clock_at
from companion.store.people.ledger import ledger_of
from tests.web.forms.forms_of_pages import sent_by, without_tokens
from tests.web.nights.evenings import EVENING, edit, ended, night_of, started
from tests.web.pages import words
from tests.web.phones import Club, problems


def test_details_of_a_night_can_be_saved_and_undone(club: Club) -> None:
    night = night_of(ended(club))
    answer = edit(club, night, {"name": "Ours", "place": "Here", "notes": "One.\r\nTwo.", "others": "Zoe"})
    assert answer.status_code == 303
    page = club.scorer.get(answer.headers["Location"]).text
    assert "Changed: name, place, who was there and notes." in words(page)
    assert "Also there: Zoe" in words(page)
    assert "One.\nTwo." in page
    back = re.search(r'action="([^"]+/steps/[^"]+/back)"', page)
    assert back is not None
    answer = club.scorer.post(back[1])
    page = club.scorer.get(answer.headers["Location"]).text
    assert "Taken back: name" in words(page)
    assert "Zoe" not in without_tokens(page)
    assert "Ours" in club.scorer.get(club.scorer.post(back[1]).headers["Location"]).text
    assert club.scorer.post(f"{night}/steps/nonsense/back").status_code == 404
    assert club.viewer.post(back[1]).status_code == 403
    assert club.viewer.get(f"{night}/edit").status_code == 403


def test_people_who_did_not_play_on_a_night_are_offered_as_present(club: Club) -> None:
    night = night_of(ended(club))
    club.start("rage", ["Ann", "Yve", "Zoe"])
    page = club.scorer.get(f"{night}/edit").text
    inputs = [tag for tag in re.findall(r"<input[^>]*>", page) if 'name="present"' in tag]
    assert [value for tag in inputs for value in re.findall(r'value="([^"]*)"', tag)] == ["Yve", "Zoe"]
    edit(club, night, {"present": ["Zoe"]})
    form = club.scorer.get(f"{night}/edit").text
    inputs = [tag for tag in re.findall(r"<input[^>]*>", form) if 'name="present"' in tag]
    assert [value for tag in inputs for value in re.findall(r'value="([^"]*)"', tag)] == ["Zoe", "Yve"], "ticked first"


def test_a_date_that_was_set_stays_when_something_else_is_saved(club: Club) -> None:
    table = started(club, EVENING)
    with clock_at(EVENING + timedelta(days=1)):
        table.write({"tricks": {"Ann": 5}})
    night, day = night_of(table), (EVENING + timedelta(days=1)).date().isoformat()
    for changed in ({"dated": day}, {"name": "Late"}):
        assert edit(club, night, changed).status_code == 303
        assert sent_by(club.scorer.get(f"{night}/edit").text, "night")["dated"] == [day]


def test_somebody_present_who_plays_after_all_or_is_merged_with_a_player_is_there_once(club: Club) -> None:
    table = ended(club)
    night = night_of(table)
    sent = {"name": "Ours", "others": "Annie, Zoe, Yve", "base": 0, "client_id": "first"}
    assert club.scorer.post(f"{night}/edit", sent).status_code == 303
    with clock_at(EVENING):
        club.start("rage", ["Ann", "Yve"])
    assert "Also there: Annie and Zoe" in words(club.scorer.get(night).text)
    with club.app.app_context():
        ids = {one.name: key for key, one in ledger_of(club.id).people.items()}
    club.scorer.post(f"{club.url}/people/{ids['Annie']}/merge", {"into": ids["Ann"], "client_id": "merge"})
    assert "Also there: Zoe" in words(club.scorer.get(night).text)
    form = sent_by(club.scorer.get(f"{night}/edit").text, action=f"{night}/edit")
    assert form["present"] == ["Zoe"]
    assert club.scorer.post(f"{night}/edit", {**form, "name": "Mine", "others": "Xia"}).status_code == 303
    assert "Also there: Zoe and Xia" in words(club.scorer.get(night).text)


def test_who_only_began_to_play_was_there_as_a_player_and_who_played_nothing_that_counts_without(club: Club) -> None:
    table = ended(club)
    night = night_of(table)
    there = {"name": "Ours", "others": "Zoe, Yve, Xia, Zoe", "base": 0, "client_id": "first"}
    assert club.scorer.post(f"{night}/edit", there).status_code == 303
    assert "Also there: Zoe, Yve and Xia" in words(club.scorer.get(night).text)
    with clock_at(EVENING):
        other = club.start("raise-the-stakes", ["Ann", "Bob", "Yve"])
        other.write({"tricks": {"Ann": 5}})
        other.post("/seats/2", {"name": "Dee"})
        club.start("rage", ["Ann", "Zoe"]).post("/discard", {"to": "on"})
    assert "Also there: Zoe and Xia" in words(club.scorer.get(night).text)
    [text] = re.findall(r"Also there: [^<]*", club.scorer.get(f"{night}/share").text)
    assert text.strip() == "Also there: Zoe and Xia"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "x" * 61}, "The name is longer than 60 letters."),
        ({"name": "\u200b"}, "The name has only letters that cannot be seen."),
        ({"place": "\x00"}, "The place has letters that cannot be shown."),
        ({"notes": "x" * 2001}, "The text of the notes is longer than 2000 letters."),
        ({"others": "Ann, Zoe"}, "Ann played on this night; name only people who did not play."),
        ({"dated": "12.11.2026"}, "12.11.2026 is no day of the calendar."),
        ({"dated": "20260101"}, "20260101 is no day of the calendar."),
        ({"dated": "0001-01-01"}, "Give a date from the year 1900 on."),
        (
            {"dated": (EVENING - timedelta(days=1)).date().isoformat()},
            ": a night cannot be before its games.",
        ),
        (
            {"dated": "9999-12-31"},
            ": a night cannot begin after its games.",
        ),
    ],
)
def test_invalid_details_come_back_with_a_sentence(club: Club, form: dict[str, str], sentence: str) -> None:
    night = night_of(ended(club))
    before = club.scorer.get(night).text.count("Ours")
    answer = edit(club, night, {"name": "Ours", "notes": "Typed.", **form})
    assert answer.status_code == 422
    assert sentence in problems(answer)
    assert ("Typed." in answer.text) == ("notes" not in form)
    assert club.scorer.get(night).text.count("Ours") == before


def test_each_detail_changed_by_another_phone_meanwhile_has_its_error(club: Club) -> None:
    night = night_of(ended(club))
    edit(club, night, {"notes": "Water."})
    there = sent_by(club.scorer.get(f"{night}/edit").text, "night")
    there.pop("csrf_token")
    assert edit(club, night, {"notes": "", "others": "Zoe, Yve"}, club.organiser).status_code == 303
    mine = {"notes": "Beer.", "others": "Xia", "place": "Here"}
    answer = club.scorer.post(f"{night}/edit", {**there, **mine})
    assert answer.status_code == 409
    error = "Somebody else changed this meanwhile, to “{}”. Save again to use yours instead."
    for now in ("nothing", "Zoe, Yve"):
        assert error.format(now) in problems(answer)
    assert words(answer.text).count("Save again to use yours instead.") == 4, "above the form and beside the inputs"


def test_a_name_changed_by_another_phone_meanwhile_is_a_conflict(club: Club) -> None:
    night = night_of(ended(club))
    there = sent_by(club.scorer.get(f"{night}/edit").text, "night")
    edit(club, night, {"name": "Theirs"}, club.organiser)
    there.pop("csrf_token")
    answer = club.scorer.post(f"{night}/edit", {**there, "name": "Mine", "place": "Here"})
    assert answer.status_code == 409
    assert "Somebody else changed this meanwhile, to “Theirs”. Save again to use yours instead." in problems(answer)
    again = sent_by(answer.text, "night")
    assert again["name"] == ["Mine"]
    again.pop("csrf_token")
    assert club.scorer.post(f"{night}/edit", again).status_code == 303
    assert "Mine" in club.scorer.get(night).text
