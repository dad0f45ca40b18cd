"""Pages of the referee from top to bottom, and what is said after a verdict was put on the sheet."""

import re
from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlsplit

import pytest

from companion.store.database.base import clock_at
from tests.web.house.versions import agreed
from tests.web.pages import links_of, main_of, text_and_links, words
from tests.web.phones import Club, Table
from tests.web.rulings.book import book, recorded

TRICK = "Who wins the trick? Enter Take It with the card that it takes. Its first owner may then be listed again."
ANONYMOUS = (
    "?seats=3&ask=1&trump=yellow&tricks=Player 1 red-7, Player 2 blue-3%0D%0APlayer 2 red-1, Player 1 red-8"
    "&option.target=30"
)
PAGES = {
    ("scorer", "play/referee"): (
        (
            "What happened? Say it in a few words Search Who wins the trick? Enter Take It with the card "
            "that it takes. Its first owner may then be listed again. Which cards may be played? Who "
            "reneged? Only later tricks show what somebody could have played. What does the round "
            "score? What may a player say to the stakes? Who throws in cards when the water is laid down?"
            " Which colour is trump? What becomes of a card out of turn? None of these: write a ruling "
            "Trick by trick What do we play? Rulings"
        ),
        [
            (
                TRICK,
                "play/referee/trick",
            ),
            ("Which cards may be played?", "play/referee/legal"),
            ("Who reneged? Only later tricks show what somebody could have played.", "play/referee/renege"),
            ("What does the round score?", "play/referee/score"),
            ("What may a player say to the stakes?", "play/referee/stakes"),
            ("Who throws in cards when the water is laid down?", "play/referee/water"),
            ("Which colour is trump?", "play/referee/upcard"),
            ("What becomes of a card out of turn?", "play/referee/out-of-turn"),
            ("None of these: write a ruling", "play/decide"),
            ("Trick by trick", "play/tricks"),
            ("What do we play?", "play/house"),
            ("Rulings", "Club/rulings?game=raise-the-stakes&play=play"),
        ],
    ),
    ("stranger", "/rules/raise-the-stakes/referee"): (
        (
            "What happened? Say it in a few words Search Who wins the trick? Enter Take It with the card "
            "that it takes. Its first owner may then be listed again. Which cards may be played? Who "
            "reneged? Only later tricks show what somebody could have played. What does the round "
            "score? What may a player say to the stakes? Who throws in cards when the water is laid down?"
            " Which colour is trump? What becomes of a card out of turn?"
        ),
        [
            (
                TRICK,
                "/rules/raise-the-stakes/referee/trick",
            ),
            ("Which cards may be played?", "/rules/raise-the-stakes/referee/legal"),
            (
                "Who reneged? Only later tricks show what somebody could have played.",
                "/rules/raise-the-stakes/referee/renege",
            ),
            ("What does the round score?", "/rules/raise-the-stakes/referee/score"),
            ("What may a player say to the stakes?", "/rules/raise-the-stakes/referee/stakes"),
            ("Who throws in cards when the water is laid down?", "/rules/raise-the-stakes/referee/water"),
            ("Which colour is trump?", "/rules/raise-the-stakes/referee/upcard"),
            ("What becomes of a card out of turn?", "/rules/raise-the-stakes/referee/out-of-turn"),
        ],
    ),
    ("scorer", "play/referee/renege"): (
        (
            "Who reneged? Ruled here before It stays. Ruling 1 , Sun 1 March . Agreed by Ann . Everybody "
            "agrees: who? Ann Bob Cyd Or let the cards decide Only later tricks show what somebody"
            " could have played. Trump The colour that is trump, as the pack names it. Secret Shuffle, Raised "
            "round Secret Shuffle The trick in which it was played. 1 2 3 4 5 6 7 Raised round Somebody "
            "raised the stakes before the hand. Tricks In the order played. A line for each trick: who "
            "played which card, with commas between them. Like this: Ann red-1 Settle it"
        ),
        [("Ruling 1", "ruling")],
    ),
    ("scorer", "play/referee/renege?ask=1&trump=yellow&tricks=Ann red-7, Bob blue-3%0D%0ABob red-1, Ann red-8"): (
        (
            "Who reneged? Ruled here before It stays. Ruling 1 , Sun 1 March . Agreed by Ann . Your house"
            " rule comes first 7.1 No penalty before noon. Without it, the answer is this: Bob had to "
            "follow red in trick 1 and held the red 1. Bob loses 1 point and is out of the hand. Read "
            "aloud ¶ By the book Bob played the blue 3 to trick 1, and the red 1 to trick 2. Rule 4.19 "
            "You must follow the colour led. A player who cannot follow plays any card, trump or not. "
            "4.19 in the rules Rule 7.2 A renege is proved when a player who did not follow a colour "
            "plays a card of that colour in a later trick. If trump was led, a fire card played later "
            "proves it as well. 7.2 in the rules Rule 7.1 A player caught not following although they "
            "could loses 1 point and is out of the hand, whatever tricks they hold. "
            "7.1 in the rules −1 Bob reneged in trick 1, the blue 3 Put it on"
            " the sheet round 2, the one being played On the last round instead round 1, scored again The"
            " player is marked as “Reneged” in that round: that takes the points, and they cannot win the"
            " round, whatever tricks they hold. What do we decide? Save Whose points change? nobody's Ann"
            " Bob Cyd Lost or got loses gets − + points In words, if you like Agreed by Ann, Bob and Cyd "
            "Who agreed Ann Bob Cyd Apply to the sheet round 2, the one being played Write a longer "
            "ruling Ask with other facts Only later tricks show what somebody could have played. "
            "Trump The colour that is trump, as the pack names it. Secret Shuffle, Raised round Secret "
            "Shuffle The trick in which it was played. 1 2 3 4 5 6 7 Raised round Somebody raised the "
            "stakes before the hand. Tricks In the order played. Ann red-7, Bob blue-3 Bob red-1, Ann "
            "red-8 A line for each trick: who played which card, with commas between them. Like this: Ann"
            " red-1 Settle it"
        ),
        [
            ("Ruling 1", "ruling"),
            ("7.1", "play/rules#penalties.renege"),
            ("4.19 in the rules", "play/rules#play.follow"),
            ("7.2 in the rules", "play/rules#penalties.renege-shown"),
            ("7.1 in the rules", "play/rules#penalties.renege"),
            (
                "Write a longer ruling",
                "Club/rulings/new?play=play&situation=renege&question=Who+reneged?&decision=Bob+had+to+follow+re"
                "d+in+trick+1+and+held+the+red+1.+Bob+loses+1+point+and+is+out+of+the+hand.&rule=raise-the-stake"
                "s/play.follow&rule=raise-the-stakes/penalties.renege-shown&rule=raise-the-stakes/penalties.rene"
                "ge&basis=book&round=2&fact=Tricks:+Trick+1:+Ann+red+7,+Bob+blue+3;+Trick+2:+Bob+red+1,+Ann+red+"
                "8&fact=Trump:+yellow",
            ),
        ],
    ),
    ("viewer", "play/referee/renege?ask=1&trump=yellow&tricks=Ann red-7, Bob blue-3%0D%0ABob red-1, Ann red-8"): (
        (
            "Who reneged? Ruled here before It stays. Ruling 1 , Sun 1 March . Agreed by Ann . Your house"
            " rule comes first 7.1 No penalty before noon. Without it, the answer is this: Bob had to "
            "follow red in trick 1 and held the red 1. Bob loses 1 point and is out of the hand. Read "
            "aloud ¶ By the book Bob played the blue 3 to trick 1, and the red 1 to trick 2. Rule 4.19 "
            "You must follow the colour led. A player who cannot follow plays any card, trump or not. "
            "4.19 in the rules Rule 7.2 A renege is proved when a player who did not follow a colour "
            "plays a card of that colour in a later trick. If trump was led, a fire card played later "
            "proves it as well. 7.2 in the rules Rule 7.1 A player caught not following although they "
            "could loses 1 point and is out of the hand, whatever tricks they hold. "
            "7.1 in the rules Ask with other facts Only later tricks show "
            "what somebody could have played. Trump The colour that is trump, as the pack names it. "
            "Secret Shuffle, Raised round Secret Shuffle The trick in which it was played. 1 2 3 4 5 6 7 "
            "Raised round Somebody raised the stakes before the hand. Tricks In the order played. Ann "
            "red-7, Bob blue-3 Bob red-1, Ann red-8 A line for each trick: who played which card, with "
            "commas between them. Like this: Ann red-1 Settle it"
        ),
        [
            ("Ruling 1", "ruling"),
            ("7.1", "play/rules#penalties.renege"),
            ("4.19 in the rules", "play/rules#play.follow"),
            ("7.2 in the rules", "play/rules#penalties.renege-shown"),
            ("7.1 in the rules", "play/rules#penalties.renege"),
        ],
    ),
    (
        "stranger",
        f"/rules/raise-the-stakes/referee/renege{ANONYMOUS}",
    ): (
        (
            "Who reneged? Player 2 had to follow red in trick 1 and held the red 1. Player 2 loses 1 "
            "point and is out of the hand. Read aloud ¶ By the book Player 2 played the blue 3 to trick "
            "1, and the red 1 to trick 2. Rule 4.19 You must follow the colour led. A player who cannot "
            "follow plays any card, trump or not. 4.19 in the rules Rule 7.2 A renege is proved when a "
            "player who did not follow a colour plays a card of that colour in a later trick. If trump "
            "was led, a fire card played later proves it as well. 7.2 in the rules Rule 7.1 A player "
            "caught not following although they could loses 1 point and is out of the hand, whatever "
            "tricks they hold. 7.1 in the rules Ask with "
            "other facts Only later tricks show what somebody could have played. Trump The colour "
            "that is trump, as the pack names it. Secret Shuffle, Raised round Secret Shuffle The trick "
            "in which it was played. 1 2 3 4 5 6 7 Raised round Somebody raised the stakes before the "
            "hand. Tricks In the order played. Player 1 red-7, Player 2 blue-3 Player 2 red-1, Player 1 "
            "red-8 A line for each trick: who played which card, with commas between them. Like this: "
            "Player 1 red-1 House rules Target The points that end the game. Hand Cards dealt to each. 5 "
            "cards 6 cards 7 cards Raises How often one round may be raised. 1 2 3 4 5 Raised round tied "
            "What a tie for most tricks costs the others when the round was raised. The others lose 1 "
            "Nobody loses Renege in a raised round 1 in all, or 1 for the renege and 1 for the round. "
            "Costs 1 Costs 2 Variation cards The black cards shuffled in. Spy Take It One Higher Swap "
            "Secret Shuffle Trump Twist Short deck The 1s to 5s are taken out. Dealer's bonus The dealer "
            "may swap a trump for the card turned up. Settle it How many play? 2 players 3 players 4 "
            "players 5 players 6 players 7 players"
        ),
        [
            ("4.19 in the rules", "/rules/raise-the-stakes#play.follow"),
            ("7.2 in the rules", "/rules/raise-the-stakes#penalties.renege-shown"),
            ("7.1 in the rules", "/rules/raise-the-stakes#penalties.renege"),
            ("2 players", "/rules/raise-the-stakes/referee/renege?seats=2"),
            ("3 players", "/rules/raise-the-stakes/referee/renege?seats=3"),
            ("4 players", "/rules/raise-the-stakes/referee/renege?seats=4"),
            ("5 players", "/rules/raise-the-stakes/referee/renege?seats=5"),
            ("6 players", "/rules/raise-the-stakes/referee/renege?seats=6"),
            ("7 players", "/rules/raise-the-stakes/referee/renege?seats=7"),
        ],
    ),
    ("scorer", "Club/rules/raise-the-stakes/referee"): (
        (
            "What happened? Say it in a few words Search Who wins the trick? Enter Take It with the card "
            "that it takes. Its first owner may then be listed again. Which cards may be played? Who "
            "reneged? Only later tricks show what somebody could have played. What does the round "
            "score? What may a player say to the stakes? Who throws in cards when the water is laid down?"
            " Which colour is trump? What becomes of a card out of turn? None of these: write a ruling"
        ),
        [
            (
                TRICK,
                "Club/rules/raise-the-stakes/referee/trick",
            ),
            ("Which cards may be played?", "Club/rules/raise-the-stakes/referee/legal"),
            (
                "Who reneged? Only later tricks show what somebody could have played.",
                "Club/rules/raise-the-stakes/referee/renege",
            ),
            ("What does the round score?", "Club/rules/raise-the-stakes/referee/score"),
            ("What may a player say to the stakes?", "Club/rules/raise-the-stakes/referee/stakes"),
            ("Who throws in cards when the water is laid down?", "Club/rules/raise-the-stakes/referee/water"),
            ("Which colour is trump?", "Club/rules/raise-the-stakes/referee/upcard"),
            ("What becomes of a card out of turn?", "Club/rules/raise-the-stakes/referee/out-of-turn"),
            ("None of these: write a ruling", "Club/rulings/new?game=raise-the-stakes"),
        ],
    ),
}


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play under a house rule, with a round."""
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        agreed(club, {"amendment.0.text": "No penalty before noon.", "amendment.0.rule": "7.1"})
        table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
        table.write({"tricks": {"Ann": 5}})
    club.scorer.get(club.url)  # with the message of the proposal
    return table


def test_every_page_of_the_referee_says_this_and_leads_there(table: Table) -> None:
    club = table.club
    with clock_at(datetime(2026, 3, 1, 21, tzinfo=UTC)):
        about = {"situation": "renege", "play": table.key, "round": "1"}
        ruling = recorded(club, question="Late?", decision="It stays.", **about)
    club.scorer.get(club.url)  # with the messages of the forms that were sent
    names = {"Club": club.url, "play": table.url, "ruling": ruling, "=play": f"={table.key}"}
    for (role, path), expected in PAGES.items():
        first, slash, rest = path.partition("/")
        page = club.phone(role).get(f"{names.get(first, '')}{slash}{rest}").text
        assert text_and_links(page, names) == expected, (role, path)


def test_the_sheet_says_what_was_put_on_it(table: Table) -> None:
    mark = {"situation": "renege", "player": "Bob", "points": "-1", "reason": "reneged in trick 1, the blue 3"}
    points = {"player": ["Bob", "Ann"], "points": ["-1", "2"], "reason": ["late", "late"]}

    def put(**form: object) -> str:
        answer = table.post("/referee/put", form)
        assert (answer.status_code, answer.headers["Location"]) == (303, table.url)
        return words(main_of(table.phone.get(table.url).text)).partition(" Raise the Stakes ")[0]

    assert put(**mark, where="draft") == "On the sheet for round 2: Bob −1."
    assert put(**mark, where="last") == "Bob: marked in round 1, which is scored again."
    assert put(**mark, where="last") == "That was done already."
    assert put(**points, where="last") == "On the sheet for round 1: Bob −1 and Ann +2."
    assert table.state.totals == {"Ann": 5, "Bob": -2, "Cyd": 0}
    usual = {"decided": "What becomes of it?", "situation": "out-of-turn", "rule": "raise-the-stakes/penalties.renege"}
    said = put(**{**points, **usual}, where="draft")
    assert said == "On the sheet for round 2: Bob −1 and Ann +2."
    [ruled] = book(table.club)
    assert (ruled.question, ruled.decision) == (
        "What becomes of it?",
        "As tables usually do: Bob −1 and Ann +2.",
    )
    assert (ruled.basis, ruled.round_number, ruled.agreed_by) == ("open", 2, ("Ann", "Bob", "Cyd"))


def test_a_verdict_leads_to_a_ruling_with_its_question_its_facts_and_the_round(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    tricks = "Ann red-7, Bob blue-3, Cyd red-2%0D%0AAnn red-1, Bob red-8, Cyd red-3"
    asked = f"{table.url}/referee/renege?ask=1&trump=yellow&tricks={tricks}&player=1"
    told = [
        ("play", table.key),
        ("situation", "renege"),
        ("question", "Who reneged?"),
        ("decision", "Bob had to follow red in trick 1 and held the red 8. Bob loses 1 point and is out of the hand."),
        *(
            ("rule", f"raise-the-stakes/{rule}")
            for rule in ("play.follow", "penalties.renege-shown", "penalties.renege")
        ),
        ("basis", "book"),
        ("round", "1"),
        ("fact", "Tricks: Trick 1: Ann red 7, Bob blue 3, Cyd red 2; Trick 2: Ann red 1, Bob red 8, Cyd red 3"),
        ("fact", "Trump: yellow"),
    ]
    assert ruling_in(table, asked) == told
    table.write({"tricks": {"Ann": 5}})
    assert ("round", "2") in ruling_in(table, asked)
    table.post("/end")
    assert ("round", "1") in ruling_in(table, asked)


def ruling_in(table: Table, address: str) -> list[tuple[str, str]]:
    """Return what the link below a verdict fills in of the form for a ruling."""
    [link] = [to for text, to in links_of(table.phone.get(address).text) if text == "Write a longer ruling"]
    return parse_qsl(urlsplit(link).query)


def test_a_correction_that_cannot_be_put_on_the_sheet_says_why(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    for form, said in (
        ({"player": "Bob", "points": "5"}, "A correction needs a name, points and a reason."),
        ({"player": "Bob", "points": "5", "reason": "found", "where": "last"},
         "No round is saved yet: put it on the coming one."),
    ):  # fmt: skip
        answer = table.post("/referee/put", form)
        assert (answer.status_code, said in words(answer.text)) == (422, True), form


def test_players_and_sides_outside_a_club_are_named_after_their_seats(club: Club) -> None:
    page = words(main_of(club.stranger.get("/rules/samba/referee/going-out").text))
    assert page.startswith("May I go out? Side Players 1 and 3 Players 2 and 4 Melds of seven")
    verdict = words(main_of(club.stranger.get("/rules/toepen/referee/renege").text))
    assert "Player 1 Player 2" in verdict


def test_house_rules_are_unfolded_on_a_page_outside_plays_if_any_is_in_its_address(club: Club) -> None:
    for query, is_open in (("", False), ("?ask=1", False), ("?o-target=30", True), ("?ask=1&o-target=30", True)):
        page = club.scorer.get(f"/rules/raise-the-stakes/referee/renege{query}").text
        [found] = re.findall(r'<details class="sheet-of-paper options"( open)?><summary>House rules<', page)
        assert bool(found) is is_open, query
