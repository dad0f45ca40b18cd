"""Clubs that are deleted after their export, names that are removed, and what their pages say."""

from tests.web.files.sending import brought_in, file_of, looked_through, over
from tests.web.forms.forms_of_pages import without_tokens
from tests.web.pages import main_of, text_and_links, words
from tests.web.phones import Club, problems
from tests.web.rulings.book import recorded

PAGES = {
    "Club/delete": (
        (
            "Delete Tuesday All its games, nights, people, house rules and rulings are erased, for all "
            "phones and for good. Backups of the whole database still have them. First, download its file"
            " With the file you can import the club again. Download the club's file I have downloaded the"
            " file To confirm, type Tuesday Delete the club Cancel"
        ),
        [("Download the club's file", "Club/export/club.json"), ("Cancel", "Club/more")],
    ),
    "Club/export/name": (
        (
            "Anonymise a player The player is then called Somebody, with a number, everywhere in the "
            "club, past games included. Wins and payments stay as they are. This cannot be undone. Player"
            " Choose Ann Bob Cyd Dee To confirm, type the name Anonymise Cancel"
        ),
        [("Cancel", "Club/more")],
    ),
}


def test_a_club_can_be_deleted_after_its_export(club: Club) -> None:
    over(club)
    club.organiser.post(f"{club.url}/name", {"name": "Thursday"})
    page = f"{club.url}/delete"
    right = {"name": "Thursday", "sure": "1"}
    answer = club.organiser.post(page, right)
    assert answer.status_code == 422
    assert "The club has changed since it was last exported from this phone. Export it first." in problems(answer)
    content = file_of(club)
    assert "has downloaded the club's file" in club.organiser.get(page).text
    assert "Type the name as above: Thursday." in problems(club.organiser.post(page, {**right, "name": "x"}))
    assert "Confirm that you have downloaded the file." in problems(club.organiser.post(page, {"name": "Thursday"}))
    over(club)
    assert "The club has changed since it was last exported from this phone. Export it first." in problems(
        club.organiser.post(page, right)
    )
    content = file_of(club)
    answer = club.organiser.post(page, right)
    assert answer.status_code == 303
    assert "Thursday is deleted" in club.organiser.get("/").text
    assert club.organiser.get(club.url).status_code == 404
    assert brought_in(club.organiser, looked_through(club.organiser, content)).status_code == 303


def test_a_name_can_be_removed(club: Club) -> None:
    table = over(club, ("Ann", "Bob"))
    page = f"{club.url}/export/name"
    assert "Choose somebody in the club." in problems(club.organiser.post(page, {"who": "Nobody\0"}))
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


def test_both_pages_say_this_and_lead_there(club: Club) -> None:
    club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    club.organiser.post(f"{club.url}/name", {"name": "Tuesday"})
    for path, expected in PAGES.items():
        page = club.organiser.get(path.replace("Club", club.url)).text
        assert text_and_links(page, {"Club": club.url}) == expected, path


def test_deleting_says_what_is_missing_and_what_was_deleted(club: Club) -> None:
    club.start("rage", ["Ann", "Bob"])
    phone, address = club.organiser, f"{club.url}/delete"

    def refused(**form: str) -> str:
        answer = phone.post(address, form)
        assert answer.status_code == 422
        return words(main_of(answer.text))

    assert words(main_of(phone.get(address).text)).startswith("Delete our club All its games")
    export = "The club has changed since it was last exported from this phone. Export it first."
    assert export in refused(name="our club", sure="1")
    phone.get(f"{club.url}/export/club.json")
    assert "Confirm that you have downloaded the file." in refused(name="Our Club")
    assert "Type the name as above: our club." in refused(name="Ours", sure="1")
    club.start("rage", ["Ann", "Bob"])
    assert export in refused(name="our club", sure="1")
    erase = f"{club.url}/export/name"
    answer = phone.post(erase, {"who": "Zoe", "again": "Zoe"})
    assert (answer.status_code, "Choose somebody in the club." in words(answer.text)) == (422, True)
    answer = phone.post(erase, {"who": "Ann", "again": "ann"})
    assert (answer.status_code, "Type exactly this name: Ann." in words(answer.text)) == (422, True)
    answer = phone.post(erase, {"who": "Ann", "again": "Ann"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{club.url}/export")
    told = words(main_of(phone.get(f"{club.url}/export").text))
    assert told.startswith("The player is anonymous now: everything says Somebody 1. Export ")
    phone.get(f"{club.url}/export/club.json")
    answer = phone.post(address, {"name": "OUR CLUB", "sure": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "The club is deleted, with everything in it." in words(phone.get("/").text)
