"""Pages of files from top to bottom, the names of the files, and what deleting says."""

from tests.web.pages import main_of, text_and_links, words
from tests.web.phones import Club

PAGES = {
    ("organiser", "Club/export"): (
        (
            "Export What you wrote down is yours. Take it anywhere. The whole club One file with "
            "everything: games and every change in them, nights, people, house rules, rulings, payments. "
            "It gives nobody access to this club. Any Companion can import it as a new club. Download the"
            " club’s file For a spreadsheet All games in one table (CSV): a line for each player of each "
            "game, with total, rank and date. Games, nights and people have tables on their own pages. "
            "Download the table For a calendar All nights with what was played and who won. Import it "
            "again later, and nothing appears twice. Download the calendar file BG Stats The sheet of "
            "each game that is over has a link that hands it to the app BG Stats on this phone. Games "
            "that you kept there come in from its export file. Import from BG Stats Anonymise a player "
            "Delete the club"
        ),
        [
            ("Download the club’s file", "Club/export/club.json"),
            ("Download the table", "Club/export/plays.csv"),
            ("Download the calendar file", "Club/export/nights.ics"),
            ("Import from BG Stats", "Club/export/bgstats"),
            ("Anonymise a player", "Club/export/name"),
            ("Delete the club", "Club/delete"),
        ],
    ),
    ("viewer", "Club/export"): (
        (
            "Export What you wrote down is yours. Take it anywhere. The whole club One file with "
            "everything: games and every change in them, nights, people, house rules, rulings, payments. "
            "It gives nobody access to this club. Any Companion can import it as a new club. The phone "
            "that organises the club can save it. For a spreadsheet All games in one table (CSV): a line "
            "for each player of each game, with total, rank and date. Games, nights and people have "
            "tables on their own pages. Download the table For a calendar All nights with what was played"
            " and who won. Import it again later, and nothing appears twice. Download the calendar file "
            "BG Stats The sheet of each game that is over has a link that hands it to the app BG Stats on"
            " this phone."
        ),
        [("Download the table", "Club/export/plays.csv"), ("Download the calendar file", "Club/export/nights.ics")],
    ),
    ("organiser", "Club/delete"): (
        (
            "Delete Tuesday All its games, nights, people, house rules and rulings are erased, for all "
            "phones and for good. Backups of the whole database still have them. First, download its file"
            " With the file you can import the club again. Download the club’s file I have downloaded the"
            " file To confirm, type Tuesday Delete the club Cancel"
        ),
        [("Download the club’s file", "Club/export/club.json"), ("Cancel", "Club/more")],
    ),
    ("organiser", "Club/export/name"): (
        (
            "Anonymise a player The player is then called Somebody, with a number, everywhere in the "
            "club, past games included. Wins and payments stay as they are. This cannot be undone. Player"
            " Choose Ann Bob Cyd Dee To confirm, type the name Anonymise Cancel"
        ),
        [("Cancel", "Club/more")],
    ),
    ("scorer", "/import"): (
        ("Import a club A club that was saved by Export , here or in another Companion. File of a club Check the file"),
        [],
    ),
    ("scorer", "Club/export/bgstats"): (
        (
            "From BG Stats In BG Stats: Settings, Export, and save BGStatsExport.json ; or share a single"
            " game as a .bgsplay file. Games of the catalogue stay what they are, others become “any "
            "other game” with their name. File of BG Stats Check the file"
        ),
        [],
    ),
}


def test_every_page_of_files_says_this_and_leads_there(club: Club) -> None:
    club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    club.organiser.post(f"{club.url}/name", {"name": "Tuesday"})
    for (role, path), expected in PAGES.items():
        page = club.phone(role).get(path.replace("Club", club.url)).text
        assert text_and_links(page, {"Club": club.url}) == expected, (role, path)


def test_files_have_the_name_of_the_club_or_of_what_they_hold(club: Club) -> None:
    def sent(path: str) -> tuple[str, str, str]:
        headers = club.organiser.get(path).headers
        name = headers["Content-Disposition"].removeprefix("attachment; filename=")
        return name, headers["Content-Type"], headers["Cache-Control"]

    table = club.start("any-other-game", ["Zoë", "Bob"], {"name": "Whist & Co"})
    csv, calendar = "text/csv; charset=utf-8", "text/calendar; charset=utf-8"
    assert sent(f"{club.url}/export/plays.csv") == ("plays.csv", csv, "no-store")
    assert sent(f"{club.url}/export/nights.ics") == ("nights.ics", calendar, "no-store")
    assert sent(f"{club.url}/export/club.json") == ("club.json", "application/json", "no-store")
    club.organiser.post(f"{club.url}/name", {"name": "Tuesday – late"})
    assert sent(f"{club.url}/export/plays.csv") == ("tuesday-late.csv", csv, "no-store")
    assert sent(f"{club.url}/export/plays.csv?player=Zoë") == ("zoe.csv", csv, "no-store")
    assert sent(f"{table.url}/play.csv") == ("whist-co.csv", csv, "no-store")
    assert sent(f"{club.url}/export/nights.ics") == ("tuesday-late.ics", calendar, "no-store")
    assert sent(f"{club.url}/export/club.json") == ("tuesday-late.json", "application/json", "no-store")
    club.organiser.post(f"{club.url}/name", {"name": "x" * 60})
    assert sent(f"{club.url}/export/plays.csv")[0] == f"{'x' * 40}.csv"


def test_deleting_says_what_is_missing_and_what_was_deleted(club: Club) -> None:
    club.start("rage", ["Ann", "Bob"])
    phone, address = club.organiser, f"{club.url}/delete"

    def refused(**form: str) -> str:
        answer = phone.post(address, form)
        assert answer.status_code == 422
        return words(main_of(answer.text))

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
