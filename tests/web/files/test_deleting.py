"""Clubs that are deleted after their export, and names that are removed."""

from tests.web.files.sending import brought_in, file_of, looked_through, over
from tests.web.forms.forms_of_pages import without_tokens
from tests.web.phones import Club, problems
from tests.web.rulings.book import recorded


def test_a_club_can_be_deleted_after_its_export(club: Club) -> None:
    over(club)
    club.organiser.post(f"{club.url}/name", {"name": "Thursday"})
    page = f"{club.url}/delete"
    right = {"name": "Thursday", "sure": "1"}
    answer = club.organiser.post(page, right)
    assert answer.status_code == 422
    assert "Export it first" in problems(answer)
    content = file_of(club)
    assert "has downloaded the club’s file" in club.organiser.get(page).text
    assert "Type the name as above: Thursday." in problems(club.organiser.post(page, {**right, "name": "x"}))
    assert "have downloaded the file" in problems(club.organiser.post(page, {"name": "Thursday"}))
    over(club)
    assert "Export it first" in problems(club.organiser.post(page, right))
    content = file_of(club)
    answer = club.organiser.post(page, right)
    assert answer.status_code == 303
    assert "Thursday is deleted" in club.organiser.get("/").text
    assert club.organiser.get(club.url).status_code == 404
    assert brought_in(club.organiser, looked_through(club.organiser, content)).status_code == 303


def test_a_name_can_be_removed(club: Club) -> None:
    table = over(club, ("Ann", "Bob"))
    page = f"{club.url}/export/name"
    assert "Choose somebody" in problems(club.organiser.post(page, {"who": "Nobody\0"}))
    assert "Type exactly this name: Ann." in problems(club.organiser.post(page, {"who": "Ann", "again": "ann"}))
    answer = club.organiser.post(page, {"who": "Ann", "again": "Ann"})
    assert answer.status_code == 303
    assert "Somebody 1" in club.viewer.get(table.url).text
    assert "Ann" not in without_tokens(club.viewer.get(table.url).text)


def test_a_removed_name_is_found_by_no_search(club: Club) -> None:
    over(club, ("Ann", "Bob"))
    recorded(club, question="Ann’s zither fell on the table.")
    asked = f"{club.url}/search?q=zither"
    assert "Ann’s" in club.viewer.get(asked).text
    assert club.organiser.post(f"{club.url}/export/name", {"who": "Ann", "again": "Ann"}).status_code == 303
    found = club.viewer.get(asked).text
    assert "Somebody 1’s" in found
    assert "Ann’s" not in found
