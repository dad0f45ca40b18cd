"""Pages of a play from top to bottom: every text in its order, and where each link leads."""

import re
from datetime import UTC, datetime

import pytest

from companion.store.database.base import clock_at
from tests.web.pages import links_of, main_of, words
from tests.web.phones import Club, Phone, Table
from tests.web.start.starts import in_euros

SAID = {
    "": (
        "Any other game Our club , 1 March 2026 Round 3 Ann 7 +2 1st Eve 7 +4 1st Cyd −1 −2 deals All of the score: "
        "Ann 7 Eve 7 Cyd −1 Cyd deals Bob, from round 2 Eve Stake: €2.00 each, to the winner Round 1 contested: “Bob "
        "had four.” Correct Dismiss Points Ann : Points Eve : Points Cyd : Points Referee's correction Adjustment "
        "Points on top of the round's own score; with − in front they are taken away. Player Ann Eve Cyd Points "
        "Reason Add How many points is this? Enter “Points” for Ann, Eve and Cyd. Save round 3 Rounds Round Ann Eve "
        "Cyd 2 +2 7 +4 7 −2* −1 From round 2 Eve plays for Bob. 1 ? +5 5 +3 3 +1 1 Round 2 Nothing for Cyd, as the "
        "table counted. Undo remark Remark By candlelight. Who plays More"
    ),
    "/rounds/1": (
        "Round 1 Correct Remove it Contested: “Bob had four.” Dismiss Ann dealt. Ann +5 to 5 +5 as the table "
        "counted Rule 4.1 After each round the table enters what every player, or every side, scored, and the"
        " sheet adds it to the totals. 4.1 in the rules Bob +3 to 3 +3 as the table counted Rule 4.1 After "
        "each round the table enters what every player, or every side, scored, and the sheet adds it to the "
        "totals. 4.1 in the rules Cyd +1 to 1 +1 as the table counted Rule 4.1 After each round the table "
        "enters what every player, or every side, scored, and the sheet adds it to the totals. 4.1 in the "
        "rules Remark Cyd slept. Change the remark What should be remembered of this round Cyd slept. Save "
        "the remark Something wrong here? Say what Contest Written Sun 1 March"
    ),
    "/rounds/2": (
        "Round 2 Correct Remove it Eve dealt. Ann +2 to 7 +2 as the table counted Rule 4.1 After each round "
        "the table enters what every player, or every side, scored, and the sheet adds it to the totals. 4.1 "
        "in the rules Eve +4 to 7 +4 as the table counted Rule 4.1 After each round the table enters what "
        "every player, or every side, scored, and the sheet adds it to the totals. 4.1 in the rules Cyd −2 to"
        " −1 −2 late Rule 1 Besides the points of a round, the table may add or take points by agreement "
        "and with a reason. The correction stands beside the round's own score, under the name of the player "
        "or side it concerns. 1 in the rules Nothing for Cyd, as the table counted. Add a remark What should "
        "be remembered of this round Save the remark Something wrong here? Say what Contest Written Sun 1 "
        "March"
    ),
    "/rounds/2/edit": (
        "Correct round 2 Eve dealt. Everything after this round is scored again. Points Ann : Points Eve : "
        "Points Cyd : Points Referee's correction Adjustment Points on top of the round's own score; with − "
        "in front they are taken away. Player Ann Eve Cyd Points Reason Player Ann Eve Cyd Points Reason Add "
        "another Save the correction Cancel"
    ),
    "/why/1": (
        "Eve 7 Bob, from round 2 Eve Round 2 to 7 +4 as the table counted Rule 4.1 After each round the table"
        " enters what every player, or every side, scored, and the sheet adds it to the totals. 4.1 in the "
        "rules Round 1 to 3, Bob +3 as the table counted Rule 4.1 After each round the table enters what "
        "every player, or every side, scored, and the sheet adds it to the totals. 4.1 in the rules"
    ),
    "/changes": (
        "Who changed what Remark A device , Sun 1 March Remark A device , Sun 1 March Round 1 contested: “Bob"
        " had four” A device , Sun 1 March Round 2 A device , Sun 1 March Adjust player Cyd, points -2, "
        "reason late Points Ann 2, Eve 4, Cyd 0 Eve plays for Bob from round 2 A device , Sun 1 March Round 1"
        " A device , Sun 1 March Points Ann 5, Bob 3, Cyd 1 Start of the game A device , Sun 1 March"
    ),
    "/more": (
        "More End the game The player who leads now wins. You can continue the game later. End it now Discard"
        " the game For a game begun by mistake. It no longer counts, and can be restored. Discard it This "
        "screen stays on while the game goes on Read each saved round aloud About this game Stake What do we "
        "play? Search the rules Rulings On a big screen Who changed what Table (CSV)"
    ),
    "/about": (
        "About this game Remark Remark By candlelight. Save the remark When it was played Begun Sun 1 March ."
        " Change the time The game moves to the night of that time. Date Time; if empty, this game comes after the "
        "others of that day Move it there Correct the setup Who sits where, the first dealer, the options Begun by "
        "mistake? It no longer counts, and can be restored. Discard this game"
    ),
    "/players": "Who plays Somebody takes over the seat of Ann Eve Cyd",
    "/setup": (
        "Correct the setup The rounds stay with their seats and are scored again. You can undo it. Who sits "
        "where Clockwise. Type over a wrong name, or give another number to move somebody. The marked one "
        "dealt first. Name instead of Ann Place of Ann dealt Name instead of Eve Place of Eve"
        " dealt Name instead of Cyd Place of Cyd dealt Names of the sides Seats 1 and 3 Seats 2 and 4"
        " What is played Name What your game is called. Best total Which total wins. Highest Lowest Target "
        "The game ends when a total reaches it; 0: none. Rounds Rounds after which the game ends; 0: until "
        "the table stops. Sum of a round What the points of all players add up to in every round; empty: anything. "
        "Points below 0 Whether a round can give fewer than 0 points. Save the correction Cancel"
    ),
    "/seats/1": (
        "Who plays for Eve ? Bob, from round 2 Eve They continue with 7, and deal when it is their turn. Earlier "
        "rounds still belong to the player who played them. The player who has the seat when the game ends gets "
        "or pays the money. Takes over From round 3, next 2 1, as if Eve had never played Tap who takes over Bob "
        "Somebody else Takes over Cancel"
    ),
}
LINKS = {
    "": [
        ("7", "/why/0"),
        ("7", "/why/1"),
        ("−1", "/why/2"),
        ("All of the score: Ann 7 Eve 7 Cyd −1", "#board"),
        ("Round 1", "/rounds/1"),
        ("Correct", "/rounds/1/edit"),
        ("2", "/rounds/2"),
        ("+2 7", "/rounds/2#n0"),
        ("+4 7", "/rounds/2#n1"),
        ("−2* −1", "/rounds/2#n2"),
        ("1 ?", "/rounds/1"),
        ("+5 5", "/rounds/1#n0"),
        ("+3 3", "/rounds/1#n1"),
        ("+1 1", "/rounds/1#n2"),
        ("Who plays", "/players"),
        ("More", "/more"),
    ],
    "/rounds/2": [
        ("Correct", "/rounds/2/edit"),
        ("4.1 in the rules", "Club/rules/any-other-game#scoring.points"),
        ("4.1 in the rules", "Club/rules/any-other-game#scoring.points"),
        ("1 in the rules", "Club/rules#table.adjustment"),
    ],
    "/why/1": [
        ("Round 2", "/rounds/2"),
        ("4.1 in the rules", "Club/rules/any-other-game#scoring.points"),
        ("Round 1", "/rounds/1"),
        ("4.1 in the rules", "Club/rules/any-other-game#scoring.points"),
    ],
    "/more": [
        ("About this game", "/about"),
        ("Stake", "/stake"),
        ("What do we play?", "/house"),
        ("Search the rules", "Club/search?play=key"),
        ("Rulings", "Club/rulings?game=any-other-game&play=key"),
        ("On a big screen", "/screen"),
        ("Who changed what", "/changes"),
        ("Table (CSV)", "/play.csv"),
    ],
    "/players": [("Ann", "/seats/0"), ("Eve", "/seats/1"), ("Cyd", "/seats/2")],
}
VIEWER = (
    "Any other game Our club , 1 March 2026 Round 3 Ann 7 +2 1st Eve 7 +4 1st Cyd −1 −2 deals Bob, from round"
    " 2 Eve Stake: €2.00 each, to the winner Round 1 contested: “Bob had four.” Rounds Round Ann Eve Cyd 2 +2"
    " 7 +4 7 −2* −1 From round 2 Eve plays for Bob. 1 ? +5 5 +3 3 +1 1 Round 2 Nothing for Cyd, as the table counted."
    " Remark By candlelight. More"
)
OVER = (
    "Any other game Our club , 1 March 2026 ♠︎ Ann and Eve share the win 7 points 8 points ahead of Cyd In round 2 "
    "Eve drew level with Ann at 7. Nobody but Ann and Eve ever led. The table ended it after round 2. Any other game "
    ", 2 rounds ♠︎ 1st Ann 7 1st Eve 7 3rd Cyd −1 Ann +€1.00 gets Eve +€1.00 gets Cyd −€2.00 pays Settle up "
    "Who stays? Ann Eve Cyd Play again Cyd deals first Others, or other seats Name, several with commas between them "
    "New players take the free seats; if none is left, they sit down last. Change seats, dealer or rules first Go on "
    "with this game Share the picture Bob, from round 2 Eve Stake: €2.00 each, to the winner Round 1 contested: “Bob "
    "had four.” Correct Dismiss Rounds Round Ann Eve Cyd 2 +2 7 +4 7 −2* −1 From round 2 Eve plays for Bob. 1 ? +5 5 "
    "+3 3 +1 1 Round 2 Nothing for Cyd, as the table counted. Undo end of the game Remark By candlelight. More"
)


@pytest.fixture
def evening(club: Club) -> Table:
    """Return a play with a stake, a seat that was handed on, an adjustment, an objection, and remarks."""
    in_euros(club)
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        stake = {"stake.kind": "fixed", "stake.amount": "2"}
        table = club.start("any-other-game", ["Ann", "Bob", "Cyd"], stake)
        table.write({"points": {"Ann": 5, "Bob": 3, "Cyd": 1}})
        table.post("/seats/1", {"name": "Eve"})
        late = {"player": "Cyd", "points": -2, "reason": "late"}
        table.write({"points": {"Ann": 2, "Eve": 4, "Cyd": 0}, "adjust": [late]})
        table.post("/rounds/1/contest", {"words": "Bob had four."}, club.viewer)
        table.post("/remark", {"remark": "By candlelight."})
        table.post("/remark", {"remark": "Cyd slept.", "slot": "1"})
    return table


def said(table: Table, path: str, phone: Phone | None = None) -> str:
    """Return the text of the main part of a page of the play."""
    return words(main_of((phone or table.phone).get(table.url + path).text))


def links(table: Table, path: str) -> list[tuple[str, str]]:
    """Return the links of a page; those to pages of the play begin with its path, those of the club with its name."""
    found = links_of(table.phone.get(table.url + path).text)
    club = f"/clubs/{table.club.key}"
    return [(text, to.replace(table.url, "").replace(club, "Club").replace(table.key, "key")) for text, to in found]


def test_every_page_of_an_open_play_says_this(evening: Table) -> None:
    for path, text in SAID.items():
        assert said(evening, path) == text, path
    assert said(evening, "", evening.club.viewer) == VIEWER


INITIALS = {
    "": "s0 A, s1 E, s2 C", "/rounds/1": "s0 A, s1 B, s2 C", "/rounds/2": "s0 A, s1 E, s2 C",
    "/rounds/1/edit": "s0 A, s1 B, s2 C", "/rounds/2/edit": "s0 A, s1 E, s2 C", "/why/0": "s0 A", "/why/1": "s1 E",
    "/players": "s0 A, s1 E, s2 C",
}  # fmt: skip
"""The colour and initial of each seat, of whoever sat there in the round that the page shows."""


def test_players_are_marked_with_the_initials_and_colours_of_their_seats(evening: Table) -> None:
    for path, expected in INITIALS.items():
        marks = re.findall(r'<i class="in (\w+)" data-i="(\w+)"', evening.phone.get(evening.url + path).text)
        assert sorted(set(marks)) == sorted(tuple(mark.split()) for mark in expected.split(", ")), path


def test_links_lead_to_pages_of_the_play(evening: Table) -> None:
    assert {path: links(evening, path) for path in LINKS} == LINKS


def test_the_sheet_of_a_finished_play_has_its_result(evening: Table) -> None:
    evening.post("/end")
    assert said(evening, "") == OVER


@pytest.mark.parametrize(
    ("slug", "players", "facts", "tricks"),
    [
        ("raise-the-stakes", 3, "Ann deals, 5 cards each, The round is worth 2 points", "Trick by trick"),
        ("oh-hell", 3, "Ann deals, 7 cards each, A card turned up is trump", "Trick by trick"),
        ("hearts", 4, "Ann deals, 13 cards each, Pass left, The lowest total wins", "Trick by trick"),
        ("skat", 3, "Ann deals, Cyd bids first", "Bidding, trick by trick"),
        ("toepen", 3, "Ann deals, 1 token before the first knock", "Trick by trick"),
        ("brag", 4, "Ann deals, Ante 1, The pack is shuffled first", ""),
        ("vazhushal", 2, "Ann deals, 13 cards each, 1 pack", ""),
        ("superfecta", 3, "Ann deals, Least bet 1", ""),
    ],
)
def test_the_sheet_says_what_is_special_about_the_coming_round(
    club: Club, slug: str, players: int, facts: str, tricks: str
) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"][:players])
    page = table.phone.get(table.url).text
    [listed] = re.findall(r'<ul class="facts">(.*?)</ul>', page, re.DOTALL)
    assert [words(fact) for fact in re.findall(r"<li.*?</li>", listed, re.DOTALL)] == facts.split(", ")
    assert re.findall(rf'href="{table.url}/tricks">([^<]*)<', page) == ([tricks] if tricks else [])


def test_the_sheet_says_what_the_table_carries_once_there_is_something(club: Club) -> None:
    table = club.start("superfecta", ["Ann", "Bob", "Cyd"])
    ticket = {"player": "Ann", "chips": 4, "bet": "exa", "horses": "H/D"}
    table.write({"finish": "D/C/S/H", "tickets": [ticket]})
    assert "Bob deals Pools: win 0, exacta 4, superfecta 0 Least bet 1" in said(table, "")
