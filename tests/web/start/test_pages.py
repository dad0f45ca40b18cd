"""The page that starts a play from top to bottom, as a club with two games sees it."""

from datetime import UTC, datetime

from companion.games import SLUGS
from companion.store.database.base import clock_at
from tests.web.pages import text_and_links
from tests.web.phones import Club

OTHERS = f"{len(SLUGS) - 1} other games"

PAGES = {
    "Club/plays/new": (
        (
            "New game Look Who sits where Clockwise, in the order of the seats. The marked one deals "
            "first. Cyd Dee Ann Bob Seat 1 deals Seat 2 deals Seat 3 deals Seat 4 deals Seat 5 deals Seat"
            " 6 deals Seat 7 deals Seat 8 deals Seat 9 deals Seat 10 deals Seat 11 deals Seat 12 deals "
            "Draw: Seats Partners Dealer What you play Choose a game Change Show games for other numbers "
            "of players, too Show games that fit, and their options Game Played lately Whist 2–12 Best "
            "total: Lowest, Target: 30 Samba 4 Partners meld sets and runs out of three packs; melds of "
            f"seven count most, and 10,000 points win. {OTHERS} Show them Played earlier from paper "
            "For a game scored on paper. It joins the night of that day; enter its rounds, or only its final "
            "totals. Date Time; if empty, this game comes after the others of that day Start"
        ),
        [],
    ),
    "Club/plays/new?game=samba": (
        (
            "New game Look Who sits where Clockwise, in the order of the seats. The marked one deals first. Cyd Dee "
            "Ann Bob Seat 1 deals Seat 2 deals Seat 3 deals Seat 4 deals Seat 5 deals Draw: Seats Partners Dealer "
            "What you play Samba 4 players Change Show games for other numbers of players, too Show games that fit, "
            "and their options Game Played lately Whist 2–12 Best total: Lowest, Target: 30 Samba 4 Partners meld "
            f"sets and runs out of three packs; melds of seven count most, and 10,000 points win. {OTHERS} Show them "
            "Seats 1 and 3 are partners, and so are 2 and 4. Names of the sides Seats 1 and 3 Seats 2 and 4 House "
            "rules What is changed here holds for this game only. What do we play? Target The points that end the "
            "game. Reaching the target Whether a side with exactly the target ends the game. Is enough Must be "
            "exceeded First meld Whether a first meld of exactly the minimum is enough. Reaches the minimum Exceeds "
            "the minimum Natural cards in a set A set has two wild cards at most in any case. One at least Two at "
            "least Played earlier from paper For a game scored on paper. It joins the night of that day; enter its "
            "rounds, or only its final totals. Date Time; if empty, this game comes after the others of that day Start "
            "Samba"
        ),
        [("What do we play?", "Club/house/samba")],
    ),
    "Whist": (
        (
            "New game Look Who sits where Clockwise, in the order of the seats. The marked one deals first. Cyd Dee "
            "Ann Bob Seat 1 deals Seat 2 deals Seat 3 deals Seat 4 deals Seat 5 deals Seat 6 deals Seat 7 deals Seat "
            "8 deals Seat 9 deals Seat 10 deals Seat 11 deals Seat 12 deals Draw: Seats Partners Dealer What you "
            "play Whist 2–12 players Change Show games for other numbers of players, too Show games that fit, and "
            "their options Game Played lately Whist 2–12 Best total: Lowest, Target: 30 Samba 4 Partners meld sets "
            f"and runs out of three packs; melds of seven count most, and 10,000 points win. {OTHERS} Show them Name "
            "What your game is called. Best total Which total wins. Highest Lowest Target The game ends when a total "
            "reaches it; 0: none. Rounds Rounds after which the game ends; 0: until the table stops. Names of the "
            "sides optional Four players are two sides if you name both. Without names, each plays for themselves. "
            "Seats 1 and 3 Seats 2 and 4 House rules What is changed here holds for this game only. What do we play? "
            "Sum of a round What the points of all players add up to in every round; empty: anything. Points below 0 "
            "Whether a round can give fewer than 0 points. Played earlier from paper For a game scored on paper. It "
            "joins the night of that day; enter its rounds, or only its final totals. Date Time; if empty, this game "
            "comes after the others of that day Start Whist"
        ),
        [("What do we play?", "Club/house/any-other-game")],
    ),
}


def test_the_page_says_this_for_each_choice(club: Club) -> None:
    four = ["Ann", "Bob", "Cyd", "Dee"]
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        club.start("samba", four, {"side.0": "Us", "side.1": "Them"})
    options = {"name": "Whist", "target": "30", "better": "low"}
    whist = club.start("any-other-game", ["Cyd", "Dee", "Ann"], options)
    names, address = {"Club": club.url}, f"{club.url}/plays/new"
    chosen = {"game": f"any-other-game:{whist.key}", "look": "1", "seat.0": "Eve", "seat.1": "Fay"}
    pages = {path: club.scorer.get(path.replace("Club", club.url)) for path in PAGES if path != "Whist"}
    pages["Whist"] = club.scorer.post(address, chosen)
    for path, expected in PAGES.items():
        assert text_and_links(pages[path].text, names) == expected, path
