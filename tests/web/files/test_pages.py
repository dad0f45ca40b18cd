"""Pages of files from top to bottom, and the names of the files."""

from tests.web.pages import text_and_links
from tests.web.phones import Club

PAGES = {
    ("organiser", "Club/export"): (
        (
            "Export What you wrote down is yours. Take it anywhere. The whole club One file with "
            "everything: games and every change in them, nights, people, house rules, rulings, payments. "
            "It gives nobody access to this club. Any Companion can import it as a new club. Download the"
            " club's file For a spreadsheet All games in one table (CSV): a line for each player of each "
            "game, with total, rank and date. Games, nights and people have tables on their own pages. "
            "Download the table For a calendar All nights with what was played and who won. Import it "
            "again later, and nothing appears twice. Download the calendar file BG Stats The sheet of "
            "each game that is over has a link that hands it to the app BG Stats on this phone. Games "
            "that you kept there can be imported from its export file. Import from BG Stats Anonymise a "
            "player Delete the club"
        ),
        [
            ("Download the club's file", "Club/export/club.json"),
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
            "It gives nobody access to this club. Any Companion can import it as a new club. Only a "
            "phone that organises the club can download it. For a spreadsheet All games in one table (CSV): a line "
            "for each player of each game, with total, rank and date. Games, nights and people have "
            "tables on their own pages. Download the table For a calendar All nights with what was played"
            " and who won. Import it again later, and nothing appears twice. Download the calendar file "
            "BG Stats The sheet of each game that is over has a link that hands it to the app BG Stats on"
            " this phone."
        ),
        [("Download the table", "Club/export/plays.csv"), ("Download the calendar file", "Club/export/nights.ics")],
    ),
    ("scorer", "/import"): (
        (
            "Import a club Choose the file of a club that was saved with Export , here or in another Companion. File "
            "of a club Check the file"
        ),
        [],
    ),
    ("scorer", "Club/export/bgstats"): (
        (
            "From BG Stats In BG Stats: Settings, Export, and save BGStatsExport.json ; or share a single game as a "
            ".bgsplay file. Games that Companion knows are imported as such, others as “any other game” with their "
            "name. File of BG Stats Check the file"
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
