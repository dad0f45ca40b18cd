"""Pages of the rules library from top to bottom: every text in its order, and where each link leads."""

import re

import pytest

from companion.core.rules.rules import CUSTOMS, TABLE_RULES
from companion.games import all_games
from tests.web.pages import text_and_links
from tests.web.phones import Club

SAME_EVERYWHERE = {
    " ".join(game.name for game in all_games()): "(games)",
    " ".join(paragraph.text for paragraph in TABLE_RULES.paragraphs): "(law)",
    " ".join(f"{paragraph.number} {paragraph.text} our own answer" for paragraph in CUSTOMS.paragraphs): "(customs)",
}
PAGES = {
    "/rules?table=9 players, partners, two decks": (
        200,
        (
            "Rules Search the rules of all games Search Games Find a game Find No game fits all of that. Leave "
            "something out: 2 decks, partners : 2 games 9 players, partners : 1 game All games At every table (law) "
            "If nothing else is said Where neither the book nor house rules say anything, this is our answer. The "
            "table may decide otherwise, and write it down. (customs)"
        ),
        [
            ("2 decks, partners", "/rules?table=2+decks,+partners"),
            ("9 players, partners", "/rules?table=9+players,+partners"),
            ("All games", "/rules"),
        ],
    ),
    "/rules?table=9 players, partners": (
        200,
        (
            "Rules Search the rules of all games Search Games Find a game Find 1 game fits: 9 players and partners. "
            "All games Any other game 2–12 players A game of your own: write down what each round gives; the highest "
            "or the lowest total wins. At every table (law) If nothing else is said Where neither the book nor house "
            "rules say anything, this is our answer. The table may decide otherwise, and write it down. (customs)"
        ),
        [
            ("All games", "/rules"),
            (
                "Any other game 2–12 players A game of your own: write down what each round gives; the highest or the "
                "lowest total wins.",
                "/rules/any-other-game",
            ),
        ],
    ),
    "/rules?table=???": (
        422,
        (
            "Rules Search the rules of all games Search Games Find a game Find Say how many play, or what lies on "
            "the table: 4 players, partners, two decks. At every table (law) If nothing else is said Where neither "
            "the book nor house rules say anything, this is our answer. The table may decide otherwise, and write it "
            "down. (customs)"
        ),
        [],
    ),
    "/rules/search": (
        200,
        (
            "Search the rules What happened, or what do you want to know? Search Game All games (games) Part All "
            "parts Aim What you need Deal Play Scoring Ending Penalties Variations Terms"
        ),
        [],
    ),
    "/rules/search?q=who deals&first=any-other-game&game=pay-me": (
        200,
        (
            "Search the rules What happened, or what do you want to know? Search Game All games (games) Part All "
            "parts Aim What you need Deal Play Scoring Ending Penalties Variations Terms Found Pay Me 3.7 Deal After "
            "each hand the deal passes to the left. the book leaves this open Pay Me 3.6 Deal The book does not say "
            "who deals the first hand; the table settles it in any way it likes. the book leaves this open Pay Me "
            "3.1 Deal In the first of eleven hands each player gets three cards, in each later hand one card more, "
            "up to thirteen in the last. house rule: Hands Pay Me 4.18 Play The book does not say whether you may "
            "call a complete hand before drawing. Here you draw first, which costs nothing: you can discard the "
            "drawn card with the call. the book leaves this open Pay Me 6.1 Ending The game is over after the "
            "eleventh hand. house rule: Hands"
        ),
        [
            ("Pay Me 3.7 Deal", "/rules/pay-me#deal.dealer"),
            ("Pay Me 3.6 Deal", "/rules/pay-me#deal.first-dealer"),
            ("Pay Me 3.1 Deal", "/rules/pay-me#deal.hands"),
            ("Pay Me 4.18 Play", "/rules/pay-me#play.calling-undrawn"),
            ("Pay Me 6.1 Ending", "/rules/pay-me#ending.last-hand"),
        ],
    ),
    "/rules/any-other-game/sheet?names=Ann,Bob,Cyd,Dee&two_sides=1&rounds=2": (
        200,
        (
            "Blank score sheet For an evening without phones: print it, fill it in by hand, and type it in when you "
            "like. Players Rounds Names, clockwise, if you like Four players as two sides Update the sheet Print The "
            "rules of Any other game Any other game "
            "Date Place First dealer Ann Bob Cyd Dee Rounds Round Ann & Cyd Bob & "
            "Dee Points Total Points Total 1 2 Referee's corrections Points on top of the round's own score; with − "
            "in front they are taken away. Referee's corrections, part 1 Round Player Points Reason Referee's "
            "corrections, part 2 Round Player Points Reason Scores What the table writes down Ends At a target, "
            "after a number of rounds, or when the table stops As it is commonly played: Name: ; Best total: Highest "
            "; Target: none ; Rounds: until the table stops ; Sum of a round: Any ; Points below 0: yes ."
        ),
        [
            ("The rules of Any other game", "/rules/any-other-game"),
        ],
    ),
    "/rules/rage/sheet?players=3&rounds=2": (
        200,
        (
            "Blank score sheet For an evening without phones: print it, fill it in by hand, and type it in when you "
            "like. Players Rounds Names, clockwise, if you like Update the sheet Print The rules of Rage Rage Date "
            "Place First dealer Rounds Round Player 1 Player 2 Player 3 Bid Tricks Bonus Rage Mad Rage Total Bid "
            "Tricks Bonus Rage Mad Rage Total Bid Tricks Bonus Rage Mad Rage Total 1 10 tricks 2 9 tricks Referee's "
            "corrections Points on top of the round's own score; with − in front they are taken away. Referee's "
            "corrections, part 1 Round Player Points Reason Referee's corrections, part 2 Round Player Points Reason "
            "Deal 10 cards each in the first round, one fewer in each later one Scores Each trick 1, a bid made 10, "
            "a bid of zero made 5; Bonus Rage +5, Mad Rage −5 Ends After 10 hands Bid Tricks announced, from the "
            "dealer's left on. Bonus Rage How many were in the tricks taken: 5 points each. Mad Rage How many were "
            "in the tricks taken: minus 5 points each. By the book: First hand: 10 ; Last hand: 1 ; Bid made: 10 ; "
            "Zero made: 5 ; Bid missed: 0 ; Bonus Rage cards: 2 ; Mad Rage cards: 2 ."
        ),
        [
            ("The rules of Rage", "/rules/rage"),
        ],
    ),
    "Club/house/any-other-game/sheet?rounds=1": (
        200,
        (
            "Blank score sheet For an evening without phones: print it, fill it in by hand, and type it in when you "
            "like. Players Rounds Names, clockwise, if you like Four players as two sides Update the sheet Print The "
            "rules of Any other game Any other game "
            "Our club Date Place First dealer Rounds Round Player 1 Player 2 Player "
            "3 Player 4 Points Total Points Total Points Total Points Total 1 Referee's corrections Points on top of "
            "the round's own score; with − in front they are taken away. Referee's corrections, part 1 Round Player "
            "Points Reason Referee's corrections, part 2 Round Player Points Reason Scores What the table writes "
            "down Ends At a target, after a number of rounds, or when the table stops As it is commonly played: "
            "Name: ; Best total: Highest ; Target: none ; Rounds: until the table stops ; Sum of a round: Any ; "
            "Points below 0: yes ."
        ),
        [
            ("The rules of Any other game", "Club/rules/any-other-game"),
        ],
    ),
    "Club/rules?table=???": (
        422,
        (
            "Rules of all games Games Find a game Find Say how many play, or what lies on the table: 4 players, "
            "partners, two decks. At every table (law) If nothing else is said Where neither the book nor house "
            "rules say anything, this is our answer. The table may decide otherwise, and write it down. (customs)"
        ),
        [],
    ),
}
"""Path, with the status, the text and the links of the page; without the links to customs, which follow."""


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_the_rules_says_this_and_leads_there(club: Club, path: str) -> None:
    answer = club.viewer.get(path.replace("Club", club.url))
    text, links = text_and_links(answer.text, {"Club": club.url})
    for same, name in SAME_EVERYWHERE.items():
        text = text.replace(same, name)
    links = [link for link in links if not link[1].startswith("#customs.")]
    assert (answer.status_code, text, links) == PAGES[path]
    assert answer.cache_control.public == (answer.status_code == 200 and path.startswith("/"))


def test_what_is_too_long_comes_back_one_letter_too_long(club: Club) -> None:
    page = club.viewer.get("/rules/search?q=" + "x" * 1000).text
    assert max(len(typed) for typed in re.findall(r'value="(x+)"', page)) == 121
