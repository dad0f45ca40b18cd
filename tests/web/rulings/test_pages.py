"""Pages of the rulings book from top to bottom: every text in its order, and where each link leads."""

import re
from datetime import UTC, datetime

from companion.games import all_games
from companion.store.database.base import clock_at
from tests.web.pages import main_of, text_and_links, words
from tests.web.phones import Club, problems
from tests.web.plays.tricks.cards import Cards
from tests.web.rulings.book import RENEGE, book, recorded

PAGES = {
    ("scorer", "Club/rulings"): (
        (
            "Rulings Search the rules and rulings Search Game All games Rage Raise the Stakes Also "
            "withdrawn rulings Show Ruling 1 · Raise the Stakes Late? It stays. Always. Raise the Stakes , Sun 1 "
            "March , round 1 Agreed by Ann , Bob Rule 7.1 1 withdrawn ruling is not shown. Record a "
            "ruling"
        ),
        [
            ("Late?", "standing"),
            ("Raise the Stakes", "play"),
            ("7.1", "Club/rules/raise-the-stakes#penalties.renege"),
            ("Record a ruling", "Club/rulings/new"),
        ],
    ),
    ("viewer", "Club/rulings?withdrawn=1"): (
        (
            "Rulings Search the rules and rulings Search Game All games Rage Raise the Stakes Also "
            "withdrawn rulings Show Ruling 2 · Rage Gone? No. Sun 1 March Agreed by Ann Withdrawn: wrong Ruling 1"
            " · Raise the Stakes Late? It stays. Always. Raise the Stakes , Sun 1 March , round 1 Agreed "
            "by Ann , Bob Rule 7.1"
        ),
        [
            ("Gone?", "withdrawn"),
            ("Late?", "standing"),
            ("Raise the Stakes", "play"),
            ("7.1", "Club/rules/raise-the-stakes#penalties.renege"),
        ],
    ),
    ("scorer", "Club/rulings?game=rage"): (
        (
            "Rulings Search the rules and rulings Search Game All games Rage Raise the Stakes Also "
            "withdrawn rulings Show No ruling in force here. 1 withdrawn ruling is not shown. Record a ruling"
        ),
        [("Record a ruling", "Club/rulings/new?game=rage")],
    ),
    ("scorer", "standing"): (
        (
            "Ruling 1 · Raise the Stakes Late? It stays. Always. Decided by the table. Agreed Ann , Bob "
            "Evening Raise the Stakes , Sun 1 March , round 1 Trump green Rule 7.1 A player caught not "
            "following although they could loses 1 point and is out of the hand, whatever tricks they "
            "hold. 7.1 in the rules History Sun 1 March : "
            "recorded by A device Make it a house rule Withdraw it It stays in the book with your reason,"
            " and is no longer shown when the same happens. Why Withdraw ruling 1"
        ),
        [
            ("Raise the Stakes", "play"),
            ("7.1 in the rules", "Club/rules/raise-the-stakes#penalties.renege"),
            (
                "Make it a house rule",
                "Club/house/raise-the-stakes/new?amend=It+stays.+Always.&rule=raise-the-stakes/penalties.renege&ruling=standing#written",
            ),
        ],
    ),
    ("viewer", "withdrawn"): (
        (
            "Ruling 2 · Rage Gone? Withdrawn: wrong No. Decided by the table. Agreed Ann Evening Sun 1 "
            "March History Sun 1 March : recorded by A device Sun 1 March : withdrawn by A device wrong"
        ),
        [],
    ),
    ("scorer", "play/decide?question=Why"): (
        (
            "What do we decide? Save What happened? Why Whose points change? nobody's Ann Bob Zoë Lost or"
            " got loses gets − + points In words, if you like Agreed by Ann, Bob and Zoë Who agreed Ann "
            "Bob Zoë Apply to the sheet round 1, the one being played"
        ),
        [],
    ),
}


def test_every_page_of_rulings_says_this_and_leads_there(club: Club) -> None:
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        play = club.start("raise-the-stakes", ["Ann", "Bob", "Zoë"])
        about = {"rule": [RENEGE], "others": "Bob", "fact": ["Trump: green"], "play": play.key, "round": "1"}
        standing = recorded(club, question="Late?", decision="It stays.\nAlways.", **about)
        withdrawn = recorded(club, question="Gone?", decision="No.", game="rage")
        club.scorer.post(f"{withdrawn}/withdraw", {"reason": "wrong"})
        messages = words(main_of(club.scorer.get(club.url).text))
        assert messages.startswith("Ruling 1 is in the book. Ruling 2 is in the book. Our club")
        names = {"Club": club.url, "play": play.url, "standing": standing, "withdrawn": withdrawn}
        names["=standing"] = f"={standing.rpartition('/')[2]}"
        for (role, path), expected in PAGES.items():
            address = "/".join(names.get(part, part) for part in path.split("/"))
            address = address.replace("Club", club.url)
            assert text_and_links(club.phone(role).get(address).text, names) == expected, (role, path)


NEW = (
    "Record a ruling Save Game (games) Use this game Question Decision Who agreed Ann Bob Others, with commas between"
    " them What it is about Paragraphs of the rules, up to 6 (paragraphs) Another paragraph Question of the referee "
    "If you choose one, this ruling is shown first when the same question comes up again. None Is there a match, and "
    "what is to be covered? Which covering cards stay if both put some down? Who has won, or who turns up the next "
    "card? Save the ruling"
)
FILLED_IN = (
    "Record a ruling Save Aggravation , Sun 1 March Round, if it matters Question Who turned first? Deck Ann: none"
    " Decision The referee: By the book. It stays. Who agreed Ann Bob Others, with commas between them What it is about"
    " Paragraphs of the rules, up to 6 (paragraphs) Another paragraph Question of the referee If you choose "
    "one, this ruling is shown first when the same question comes up again. None Is there a match, and what is to be "
    "covered? Which covering cards stay if both put some down? Who has won, or who turns up the next card? Save the "
    "ruling"
)


def test_the_form_for_a_ruling_says_this_empty_and_filled_in(club: Club) -> None:
    games = " ".join(game.name for game in all_games())

    def shown(query: str) -> str:
        page = words(main_of(club.scorer.get(f"{club.url}/rulings/new?game=aggravation{query}").text))
        return re.sub(r"– 1\.1 .*?(?= Another)", "(paragraphs)", page).replace(games, "(games)")

    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        play = club.start("aggravation", ["Ann", "Bob"])
        assert shown("") == NEW
        about = "question=Who turned first?&basis=book&decision=It stays.&fact=Deck: Ann: none"
        assert shown(f"&play={play.key}&{about}") == FILLED_IN
    refused = club.scorer.post(f"{club.url}/rulings/new", {"game": "aggravation", "play": play.key, "round": "x"})
    assert "Give the round as a number, or leave it out." in problems(refused)


def test_the_form_begins_with_the_game_that_was_played_last(club: Club) -> None:
    chosen = []
    for slug in ("", "rage", "toepen"):
        if slug:
            club.start(slug, ["Ann", "Bob", "Cyd"])
        page = club.scorer.get(f"{club.url}/rulings/new").text
        chosen += re.findall(r'<option selected value="([\w-]+)"', page.partition('name="game"')[2])[:1]
    assert chosen == ["ace-deuce-jack", "rage", "toepen"]


def test_a_question_of_the_referee_is_filled_in(club: Club) -> None:
    def question(query: str) -> str:
        page = club.scorer.get(f"{club.url}/rulings/new?game=raise-the-stakes&{query}").text
        return re.findall(r'<textarea[^>]* name="question"[^>]*>\s*([^<]*)<', page)[0]

    assert question("situation=renege") == "Who reneged?"
    assert question("situation=renege&question=Late%3F") == "Late?"
    assert question("situation=nothing") == ""


def test_a_decision_cites_paragraphs_of_the_game_and_those_of_all_games(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    cited = ["table/adjustment", "raise-the-stakes/penalties.renege", "rage/scoring.zero-bid", "nonsense"]
    page = table.phone.get(f"{table.url}/decide", query_string={"rule": cited, "question": "Why?"}).text
    assert words(main_of(page)).startswith(
        "What do we decide? Rule 1 Besides the points of a round, the table may add or take points by agreement and "
        "with a reason. The correction stands beside the round's own score, under the name of the player or side it "
        "concerns. Rule 7.1 A player caught not following although they could loses 1 point and is out of the hand, "
        "whatever tricks they hold. Save What happened? Why?"
    )
    form = {"question": "Why?", "words": "It stays.", "agreed": ["Ann"], "rule": cited[:2]}
    assert table.post("/decide", form).status_code == 303
    assert book(club)[0].rules == tuple(cited[:2])


def test_a_reason_of_up_to_200_letters_stands_on_the_sheet_as_it_is(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    for length, shown in ((200, "x" * 200), (201, "x" * 199 + "…")):
        form = {"player": "1", "points": "2", "words": "x" * length, "question": "Late?", "agreed": ["Ann"]}
        answer = table.post("/decide", form)
        assert answer.status_code == 303, problems(answer)
        assert table.state.pending_findings[-1].reason == shown
        assert "Bob loses 2 points." in book(club)[0].decision


def test_withdrawn_rulings_are_counted_by_game(club: Club) -> None:
    recorded(club)
    for game in ("rage", "rage", "toepen"):
        club.scorer.post(f"{recorded(club, game=game)}/withdraw", {"reason": "wrong"})
    club.scorer.get(club.url)  # with the messages of the forms that were sent

    def said(query: str) -> str:
        page = words(main_of(club.scorer.get(f"{club.url}/rulings{query}").text))
        return page.partition(" Also withdrawn rulings Show ")[2].removesuffix(" Record a ruling")

    assert said("").endswith("3 withdrawn rulings are not shown.")
    assert said("?game=rage") == "No ruling in force here. 2 withdrawn rulings are not shown."
    assert said("?game=raise-the-stakes").endswith("Agreed by Ann")
    assert said("?game=brag").partition(" No ruling yet. ")[2].startswith("Where the rules leave something open")
    assert "not shown" not in said("?withdrawn=1")


def test_a_decision_says_what_is_on_the_sheet_and_leads_to_the_hand(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20"})

    def decided(**form: object) -> tuple[str, str, str]:
        """Return where the form leads, its message, and the text of the ruling."""
        answer = table.post("/decide", {"question": "Late?", "agreed": ["Ann"], **form})
        assert answer.status_code == 303, problems(answer)
        page = words(main_of(table.phone.get(answer.headers["Location"]).text))
        return answer.headers["Location"], page.partition(" Brag ")[0], book(club)[0].decision

    lost = decided(player="1", points="2", words="Too slow.")
    assert lost == (table.url, "On the sheet for hand 1: Bob −2. Ruling 1 is in the book.", (
        "Too slow.\nBob loses 2 chips."
    ))  # fmt: skip
    got = decided(player="0", points="1", way="gets")
    assert got == (table.url, "On the sheet for hand 1: Ann +1. Ruling 2 is in the book.", "Ann gets 1 chip.")
    assert decided(words="Nothing.") == (table.url, "Ruling 3 is in the book.", "Nothing.")
    cards = Cards(club)
    cards.play("red-7")
    answer = cards.table.post("/decide", {"question": "Late?", "agreed": ["Ann"], "words": "Nothing."})
    assert answer.headers["Location"] == cards.url
