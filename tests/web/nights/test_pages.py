"""Pages of nights from top to bottom: every text in its order, and where each link leads."""

from datetime import timedelta

from companion.store.database.base import clock_at
from tests.web.nights.evenings import link_to, night_of
from tests.web.pages import links_of, main_of, words
from tests.web.phones import Club
from tests.web.seasons import Season, at

PAGES = {
    "Club/nights": (
        (
            "Nights Search Name, place or notes Game Any Ace-Deuce-Jack Aggravation Any other game Brag Burraco "
            "Cactus Canasta Chicago Cribbage Cucumber Écarté Euchre Farmer Fünfzehnern Gin Rummy Hearts Kabu Oh Hell "
            "Open-Face Chinese Poker Pay Me Pitch Polignac Put and Take Rage Raise the Stakes Razz Reversis "
            "Ristiseiska Samba Skat Spades Speculation Spite and Malice Superfecta Toepen Vazhushal Player Up to the "
            "end of the year Search 2026 Sun 8 March 1 game: Any other game Won most: ★ Dee 1 win Ours Sun 1 March, "
            "At Ann’s · 3 games: Any other game , Cribbage , Rage 1 unfinished Sun 1 February 1 game: Any other game "
            "Won most: ★ Ann 1 win Dates are in the time zone Europe/Berlin."
        ),
        [
            ("Sun 8 March 1 game: Any other game Won most: ★ Dee 1 win", "last-night"),
            ("Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , Rage 1 unfinished", "open-night"),
            ("Sun 1 February 1 game: Any other game Won most: ★ Ann 1 win", "first-night"),
        ],
    ),
    "Club/nights?player=ann&year=2026&q=e": (
        (
            "Nights Search Name, place or notes Game Any Ace-Deuce-Jack Aggravation Any other game Brag Burraco "
            "Cactus Canasta Chicago Cribbage Cucumber Écarté Euchre Farmer Fünfzehnern Gin Rummy Hearts Kabu Oh Hell "
            "Open-Face Chinese Poker Pay Me Pitch Polignac Put and Take Rage Raise the Stakes Razz Reversis "
            "Ristiseiska Samba Skat Spades Speculation Spite and Malice Superfecta Toepen Vazhushal Player Up to the "
            "end of the year Search All nights 2026 Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , "
            "Rage 1 unfinished Newer Dates are in the time zone Europe/Berlin."
        ),
        [
            ("All nights", "Club/nights"),
            ("Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , Rage 1 unfinished", "open-night"),
            ("Newer", "Club/nights?after=open-night&q=e&player=ann"),
        ],
    ),
    "Club/nights?year=2026&game=cribbage": (
        (
            "Nights Search Name, place or notes Game Any Ace-Deuce-Jack Aggravation Any other game Brag Burraco "
            "Cactus Canasta Chicago Cribbage Cucumber Écarté Euchre Farmer Fünfzehnern Gin Rummy Hearts Kabu Oh Hell "
            "Open-Face Chinese Poker Pay Me Pitch Polignac Put and Take Rage Raise the Stakes Razz Reversis "
            "Ristiseiska Samba Skat Spades Speculation Spite and Malice Superfecta Toepen Vazhushal Player Up to the "
            "end of the year Search All nights 2026 Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , "
            "Rage 1 unfinished Newer Dates are in the time zone Europe/Berlin."
        ),
        [
            ("All nights", "Club/nights"),
            ("Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , Rage 1 unfinished", "open-night"),
            ("Newer", "Club/nights?after=open-night&game=cribbage"),
        ],
    ),
    "open-night": (
        (
            "Ours Sun 1 March 2026 , At Ann’s Ann won most: 2 of 3 games. Also there: Zoe Settle up Any "
            "other game ★ Bob wins 20:00 , 45 min, 2 rounds 1st Bob 9 2nd Ann 4 3rd Cyd 3 5 points ahead "
            "of Ann How it went Bob led from the first round to the last. The table ended it after round "
            "2. Game 1, Any other game: how it went 0 2 4 6 8 10 0 1 2 rounds A Ann 4 B Bob 9 C Cyd 3 "
            "Show one line alone All Ann Bob Cyd Show as table Rounds Ann Bob Cyd Start 0 0 0 1 1 6 0 2 4"
            " 9 3 Share the picture Cribbage ★ Ann wins (counts double) 21:30 , 40 min, 1 round 1st Ann "
            "121 2nd Bob 88 33 points ahead of Bob How it went Ann skunks Bob: counts double. A single "
            "round decided it. Share the picture Rage round 2 22:30 , 1 round 1st Ann 12 2nd Dee 5 How it"
            " went First hand: 2 Notes Wine. Rulings of this night Late card? It stays. 1 discarded game "
            "Rage 22:10 They do not count. Open one to restore it. Share this night Name, date, notes "
            "Move games to another night Merge with another night Export Night before Next night"
        ),
        [
            ("Settle up", "open-night/money"),
            ("Any other game", "second"),
            ("Share the picture", "second/picture.png"),
            ("Cribbage", "skunk"),
            ("Share the picture", "skunk/picture.png"),
            ("Rage", "open"),
            ("Late card?", "ruling"),
            ("Rage", "discarded"),
            ("Share this night", "open-night/share"),
            ("Name, date, notes", "open-night/edit"),
            ("Move games to another night", "open-night/move"),
            ("Merge with another night", "open-night/merge"),
            ("Export", "open-night/export"),
            ("Night before", "first-night"),
            ("Next night", "last-night"),
        ],
    ),
    "open-night/edit": (
        (
            "Name, date, notes Name Place Date Leave empty to use the first game's date. Who was there "
            "without playing Zoe Others, with commas between them Notes Wine. Save Who changed what A "
            "device : name, place, who was there and notes Sun 1 March Take back name, place, who was "
            "there and notes"
        ),
        [],
    ),
    "open-night/move": (
        (
            "Move games Out of Ours , into another night or into one of their own. Their times stay as "
            "they are. Which games Any other game 20:00 , 45 min, 2 rounds · Bob wins Cribbage 21:30 , 40"
            " min, 1 round · Ann wins (counts double) Rage 22:30 , 1 round · round 2 Rage 22:10 · round 1"
            " · discarded Where to A night of their own Sun 8 March 2026 1 game: Any other game Sun 1 "
            "February 2026 1 game: Any other game Move Offer the nights around Show Was a game played at "
            "another time? Change that under “About this game” on its sheet; it then moves to the right "
            "night."
        ),
        [],
    ),
    "open-night/merge": (
        (
            "Merge nights All games of Ours go into the night that you choose. That night keeps its name "
            "and place, and the notes of both are joined. You can undo it. With which night Sun 8 March "
            "2026 1 game: Any other game Sun 1 February 2026 1 game: Any other game Merge nights Offer "
            "the nights around Show"
        ),
        [],
    ),
    "open-night/share": (
        (
            "Share this night For the group chat Text for the group chat Ours, Sun 1 March 2026, At Ann’s"
            " Any other game: Bob wins 1. Bob 9, 2. Ann 4, 3. Cyd 3 Cribbage: Ann wins (counts double) 1."
            " Ann 121, 2. Bob 88 Rage: round 2 (goes on) 1. Ann 12, 2. Dee 5 Ann won most: 2 of 3 games. "
            "Also there: Zoe Share Copy Select the text and copy it. As a picture Share the picture Link "
            "for others Whoever has the link sees this night's games, name, date and place. They see no "
            "notes, rulings, money or other pages, and cannot change anything. Make a link"
        ),
        [("Share the picture", "open-night/picture.png")],
    ),
    "open-night/export": (
        (
            "Export this night Table (CSV) Send to BG Stats: Any other game Send to BG Stats: Cribbage BG"
            " Stats is an app. If this phone has it, it opens with the game, who played and won, the "
            "totals, when and where."
        ),
        [
            ("Table (CSV)", "Club/export/plays.csv?night=open-night"),
            ("Send to BG Stats: Any other game", "https://app.bgstatsapp.com/createPlay.html"),
            ("Send to BG Stats: Cribbage", "https://app.bgstatsapp.com/createPlay.html"),
        ],
    ),
}
SHARED = (
    "Ours Sun 1 March 2026 , At Ann’s Ann won most: 2 of 3 games. Also there: Zoe Any other game ★ Bob "
    "wins 20:00 , 45 min, 2 rounds 1st Bob 9 2nd Ann 4 3rd Cyd 3 5 points ahead of Ann How it went Bob "
    "led from the first round to the last. The table ended it after round 2. Game 1, Any other game: how "
    "it went 0 2 4 6 8 10 0 1 2 rounds A Ann 4 B Bob 9 C Cyd 3 Show one line alone All Ann Bob Cyd Show "
    "as table Rounds Ann Bob Cyd Start 0 0 0 1 1 6 0 2 4 9 3 Cribbage ★ Ann wins (counts double) 21:30 , "
    "40 min, 1 round 1st Ann 121 2nd Bob 88 33 points ahead of Bob How it went Ann skunks Bob: counts "
    "double. A single round decided it. Rage round 2 22:30 , 1 round 1st Ann 12 2nd Dee 5 How it went"
)


def test_every_page_of_a_night_says_this_and_leads_there(club: Club) -> None:
    season = Season(club).go_on()
    for path, expected in PAGES.items():
        assert season.shown(path) == expected, path


def test_the_shared_page_of_a_night_has_its_games_only(club: Club) -> None:
    season = Season(club)
    club.scorer.post(f"{season.night}/share", {"to": "on"})
    page = club.stranger.get(link_to(club, season.night)).text
    assert words(main_of(page)) == SHARED
    assert links_of(page) == []


def test_a_night_says_how_plays_ended_of_which_only_the_totals_are_known(club: Club) -> None:
    with clock_at(at(3, 1, 20)):
        for totals in ((12, 7), (7, 12)):
            table = club.start("any-other-game", ["Ann", "Bob"])
            table.post("/totals", {f"total.{seat}": str(total) for seat, total in enumerate(totals)})
    with clock_at(at(3, 1, 20) + timedelta(minutes=30)):
        club.start("cribbage", ["Ann", "Bob"]).post("/totals", {"total.0": "60", "total.1": "121"})
    page = words(main_of(club.viewer.get(night_of(table)).text))
    assert page == (
        "Sun 1 March 2026 Bob won most: 4 of 5 games. Any other game: Ann 1, Bob 1 "
        "Any other game ★ Ann wins 20:00 1st Ann 12 2nd Bob 7 5 points ahead of Bob Share the picture "
        "Any other game ★ Bob wins 20:00 1st Bob 12 2nd Ann 7 5 points ahead of Ann Share the picture "
        "Cribbage ★ Bob wins (counts triple) 20:30 1st Bob 121 2nd Ann 60 61 points ahead of Ann "
        "The game counts triple. Share the picture Share this night Export"
    )
