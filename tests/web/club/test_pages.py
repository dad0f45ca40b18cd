"""The page of a club and the page behind "More" from top to bottom, and where each link leads."""

import re

from tests.web.pages import text_and_links
from tests.web.phones import Club
from tests.web.seasons import AFTERWARDS, DURING, Season, at

DURING_A_NIGHT = {
    "scorer": (
        (
            "Our club Go on: Rage , round 2 Ann 12, Dee 5 Start another game 1 unfinished game. Start "
            "another for a second table, or if one was left unfinished. Play Cribbage again Ann and Bob "
            "With others Who stays? Ann Bob Who joins? Dee Cyd Zoe Somebody else, several with commas "
            "between them New players take the free seats; if none is left, they sit down last. Play again with these"
            " Change seats, dealer or rules first New game Tonight: Ours Ann leads the night with 2 wins."
            " Any other game ★ Bob Ann 4, Bob 9, Cyd 3 Cribbage ★ Ann Ann 121, Bob 88 The nights before "
            "Sun 1 February 1 game: Any other game Won most: ★ Ann 1 win Whose phone is this?"
        ),
        [
            ("Go on: Rage , round 2 Ann 12, Dee 5", "open"),
            ("New game", "Club/plays/new"),
            ("Tonight: Ours", "open-night"),
            ("Any other game ★ Bob Ann 4, Bob 9, Cyd 3", "second"),
            ("Cribbage ★ Ann Ann 121, Bob 88", "skunk"),
            ("Sun 1 February 1 game: Any other game Won most: ★ Ann 1 win", "first-night"),
            ("Whose phone is this?", "Club/whose"),
        ],
    ),
    "viewer": (
        (
            "Our club This phone can watch: it sees everything and changes nothing. Look at: Rage , round"
            " 2 Ann 12, Dee 5 Tonight: Ours Ann leads the night with 2 wins. Any other game ★ Bob Ann 4, "
            "Bob 9, Cyd 3 Cribbage ★ Ann Ann 121, Bob 88 The nights before Sun 1 February 1 game: Any "
            "other game Won most: ★ Ann 1 win Whose phone is this?"
        ),
        [
            ("Look at: Rage , round 2 Ann 12, Dee 5", "open"),
            ("Tonight: Ours", "open-night"),
            ("Any other game ★ Bob Ann 4, Bob 9, Cyd 3", "second"),
            ("Cribbage ★ Ann Ann 121, Bob 88", "skunk"),
            ("Sun 1 February 1 game: Any other game Won most: ★ Ann 1 win", "first-night"),
            ("Whose phone is this?", "Club/whose"),
        ],
    ),
}
LATER = {
    "Club": (
        (
            "Our club Play Any other game again Bob, Cyd and Dee With others Who stays? Bob Cyd Dee Who joins? Ann "
            "Zoe Somebody else, several with commas between them New players take the free seats; if none is left, "
            "they sit down last. Play again with these Change seats, dealer or rules first New game Tonight Dee leads "
            "the night with 1 win. Any other game ★ Dee Bob 0, Cyd 0, Dee 7 1 unfinished game Rage round 2 Ann 12, "
            "Dee 5 · Sun 1 March The nights before Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , "
            "Rage 1 unfinished Sun 1 February 1 game: Any other game Won most: ★ Ann 1 win Whose phone is this?"
        ),
        [
            ("New game", "Club/plays/new"),
            ("Tonight", "last-night"),
            ("Any other game ★ Dee Bob 0, Cyd 0, Dee 7", "last"),
            ("Rage round 2 Ann 12, Dee 5 · Sun 1 March", "open"),
            ("Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , Rage 1 unfinished", "open-night"),
            ("Sun 1 February 1 game: Any other game Won most: ★ Ann 1 win", "first-night"),
            ("Whose phone is this?", "Club/whose"),
        ],
    ),
    "later": (
        (
            "Our club Play Any other game again Bob, Cyd and Dee With others Who stays? Bob Cyd Dee Who joins? Ann "
            "Zoe Somebody else, several with commas between them New players take the free seats; if none is left, "
            "they sit down last. Play again with these Change seats, dealer or rules first New game 1 unfinished game "
            "Rage round 2 Ann 12, Dee 5 · Sun 1 March The last nights Sun 8 March 1 game: Any other game Won most: ★ "
            "Dee 1 win Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , Rage 1 unfinished Sun 1 "
            "February 1 game: Any other game Won most: ★ Ann 1 win Whose phone is this?"
        ),
        [
            ("New game", "Club/plays/new"),
            ("Rage round 2 Ann 12, Dee 5 · Sun 1 March", "open"),
            ("Sun 8 March 1 game: Any other game Won most: ★ Dee 1 win", "last-night"),
            ("Ours Sun 1 March, At Ann’s · 3 games: Any other game , Cribbage , Rage 1 unfinished", "open-night"),
            ("Sun 1 February 1 game: Any other game Won most: ★ Ann 1 win", "first-night"),
            ("Whose phone is this?", "Club/whose"),
        ],
    ),
}
MORE = {
    "organiser": (
        (
            "More Our rules House rules What we play differently Rulings What we decided, and why Games "
            "and money All games Everything we played, the newest first Balances Won and lost over all "
            "nights Kitty Our common money Currency and stakes What we play for Export Our file, tables, "
            "the calendar, BG Stats Phones Invite A code for other phones at the table Club and phones "
            "Name, time zone, who can score Programs Displays and scripts that read the score Whose phone"
            " is this? So that it can bid in secret This phone It is one of the club's organisers. Nobody"
            " has said whose it is. Device name Save Sheets of open games stay on this phone for up to "
            "seven days after it last reached the club. A phone that is removed loses them the next time "
            "it is online. Install as an app Privacy and leaving Privacy What is stored, and for how long"
            " Leave the club This phone forgets the club; the club stays Anonymise a player Their name is"
            " erased everywhere Delete the club Everything in it is erased for good"
        ),
        [
            ("House rules What we play differently", "Club/house"),
            ("Rulings What we decided, and why", "Club/rulings"),
            ("All games Everything we played, the newest first", "Club/plays"),
            ("Balances Won and lost over all nights", "Club/balances"),
            ("Kitty Our common money", "Club/kitty"),
            ("Currency and stakes What we play for", "Club/money"),
            ("Export Our file, tables, the calendar, BG Stats", "Club/export"),
            ("Invite A code for other phones at the table", "Club/invite"),
            ("Club and phones Name, time zone, who can score", "Club/devices"),
            ("Programs Displays and scripts that read the score", "Club/programs"),
            ("Whose phone is this? So that it can bid in secret", "Club/whose"),
            ("Privacy What is stored, and for how long", "Club/privacy"),
            ("Leave the club This phone forgets the club; the club stays", "Club/leave"),
            ("Anonymise a player Their name is erased everywhere", "Club/export/name"),
            ("Delete the club Everything in it is erased for good", "Club/delete"),
        ],
    ),
    "viewer": (
        (
            "More Our rules House rules What we play differently Rulings What we decided, and why Games "
            "and money All games Everything we played, the newest first Balances Won and lost over all "
            "nights Kitty Our common money Export Our file, tables, the calendar, BG Stats Phones Whose "
            "phone is this? So that it can bid in secret This phone It is one of the club's viewers. "
            "Nobody has said whose it is. Device name Save Sheets of open games stay on this phone for up"
            " to seven days after it last reached the club. A phone that is removed loses them the next "
            "time it is online. Install as an app Privacy and leaving Privacy What is stored, and for how"
            " long Leave the club This phone forgets the club; the club stays"
        ),
        [
            ("House rules What we play differently", "Club/house"),
            ("Rulings What we decided, and why", "Club/rulings"),
            ("All games Everything we played, the newest first", "Club/plays"),
            ("Balances Won and lost over all nights", "Club/balances"),
            ("Kitty Our common money", "Club/kitty"),
            ("Export Our file, tables, the calendar, BG Stats", "Club/export"),
            ("Whose phone is this? So that it can bid in secret", "Club/whose"),
            ("Privacy What is stored, and for how long", "Club/privacy"),
            ("Leave the club This phone forgets the club; the club stays", "Club/leave"),
        ],
    ),
}


def test_during_a_night_the_page_has_the_game_on_the_table_and_who_leads(club: Club) -> None:
    season = Season(club)
    for role, expected in DURING_A_NIGHT.items():
        assert season.shown("Club", club.phone(role), DURING) == expected, role


def test_between_nights_the_page_has_the_last_game_and_the_last_nights(club: Club) -> None:
    season = Season(club).go_on()
    assert season.shown("Club", when=AFTERWARDS) == LATER["Club"]
    assert season.shown("Club", when=at(5, 1, 1)) == LATER["later"]


def test_more_has_the_pages_that_a_phone_may_use(club: Club) -> None:
    season = Season(club)
    for role, expected in MORE.items():
        assert season.shown("Club/more", club.phone(role)) == expected, role


def test_the_search_links_the_games_played_last_and_the_rules_of_the_club(club: Club) -> None:
    for slug in ("toepen", "rage", "toepen", "samba", "pitch", "spades", "hearts"):
        club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
    page = club.viewer.get(f"{club.url}/search").text
    said, links = text_and_links(page, {"Club": club.url})
    recent = ["Hearts", "Spades", "Pitch", "Samba", "Toepen"]
    what = "What we play, and the rules"
    assert links == [
        *((f"{name} {what}", f"Club/house/{name.lower()}") for name in recent),
        ("The rules of all games", "Club/rules"), ("House rules", "Club/house"), ("Rulings", "Club/rulings"),
    ]  # fmt: skip
    end = " ".join(f"{name} {what}" for name in recent)
    assert said.startswith("Rules Search rules, house rules, rulings Search Game All games ")
    assert said.endswith(f"Variations Terms {end} The rules of all games House rules Rulings")
    play = club.start("rage", ["Ann", "Bob"])
    names = {"Club": club.url, "play": play.url, "=play": f"={play.key}"}
    _, links = text_and_links(club.scorer.get(f"{club.url}/search?q=xyzzy&play={play.key}").text, names)
    assert ("None of these: write a ruling", "play/decide?question=xyzzy") in links
    _, links = text_and_links(club.scorer.get(f"{club.url}/search?q=xyzzy&game=rage").text, names)
    assert ("None of these: write a ruling", "Club/rulings/new?question=xyzzy&game=rage") in links
    _, links = text_and_links(club.scorer.get(f"{club.url}/search?q=xyzzy&game=bridge&first=rage").text, names)
    assert ("None of these: write a ruling", "Club/rulings/new?question=xyzzy") in links


def test_a_poll_names_the_games_that_were_started_since(club: Club) -> None:
    for slug in ("rage", "toepen"):
        club.start(slug, ["Ann", "Bob", "Cyd"])
    told = club.viewer.get(f"{club.url}/state?mark=0&since=0").json
    assert told["changes"] == ["Toepen was started", "Rage was started"]
    assert club.viewer.get(f"{club.url}/state?mark=0&since=1").json["changes"] == ["Toepen was started"]
    assert club.viewer.get(f"{club.url}/state?mark=0").json["changes"] == ["Something else was written down"]
    for _ in range(5):
        club.start("rage", ["Ann", "Bob"])
    assert club.viewer.get(f"{club.url}/state?mark=0&since=0").json["changes"] == ["Rage was started"] * 5
    assert club.viewer.get(f"{club.url}/state?mark={told['mark']}").status_code == 200


def test_more_shows_the_name_of_this_phone(club: Club) -> None:
    club.viewer.post(f"{club.url}/device-name", {"label": "Kitchen"})
    page = club.viewer.get(f"{club.url}/more").text
    assert re.findall(r'<input[^>]* name="label"[^>]*>', page)[0].count('value="Kitchen"') == 1


def test_a_club_that_would_be_removed_stays(club: Club) -> None:
    answer = club.organiser.post(f"{club.url}/keep", follow_redirects=True)
    assert '<p class="notice" role="status">The club stays.</p>' in answer.text
