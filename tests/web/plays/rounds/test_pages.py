"""The sheet while a round is entered, and the pages of that round afterwards: every text in its order."""

import re
from datetime import UTC, datetime

from companion.store.database.base import clock_at
from tests.web.pages import main_of, words
from tests.web.phones import Club

BIDS = {"bid.0": "1", "bid.1": "2"}
STEPS: list[tuple[str, dict[str, str], str, str]] = [
    (
        "",
        {},
        "",
        "Rage Our club , 1 March 2026 Round 1 0 of 3 rounds played Ann 0 deals Bob 0 leads All of the score: Ann 0 "
        "Bob 0 Ann deals 3 cards each Tonight: First hand 3 (the book: 10) Bob bids first. Bid Tricks announced, "
        "from the dealer's left on. Bob : Bid 0 1 2 3 Ann : Bid 0 1 2 3 Show the others what is entered so far "
        "Played already? Enter bids and result at once Enter “Bid” for Bob and Ann. Lock bids Trick by trick Rounds "
        "None yet. Who plays More",
    ),
    (
        "/draft",
        {"slot": "1", "lock": "on", "bid.0": "1"},
        "bid.0 1",
        "Rage Our club , 1 March 2026 Round 1 0 of 3 rounds played Ann 0 deals Bob 0 leads All of the score: Ann 0 "
        "Bob 0 Ann deals 3 cards each Tonight: First hand 3 (the book: 10) Not saved yet: Enter “Bid” for Bob. Bob "
        "bids next. 1 bid, 3 to take. Bid Tricks announced, from the dealer's left on. Bob : Bid 0 1 2 3 Enter “Bid” "
        "for Bob. Ann : Bid 0 1 2 3 Show the others what is entered so far Played already? Enter bids and result at "
        "once Enter “Bid” for Bob. Lock bids Trick by trick Rounds None yet. Who plays More",
    ),
    (
        "/draft",
        {"slot": "1", "bid.0": "1"},
        "bid.0 1",
        "Rage Our club , 1 March 2026 Round 1 0 of 3 rounds played Ann 0 deals Bob 0 leads All of the score: Ann 0 "
        "Bob 0 Ann deals 3 cards each Tonight: First hand 3 (the book: 10) Bob bids next. 1 bid, 3 to take. Bid "
        "Tricks announced, from the dealer's left on. Bob : Bid 0 1 2 3 Ann : Bid 0 1 2 3 Show the others what is "
        "entered so far Played already? Enter bids and result at once Enter “Bid” for Bob. Lock bids Trick by trick "
        "Rounds None yet. Who plays More",
    ),
    (
        "?at-once",
        {},
        "bid.0 1",
        "Rage Our club , 1 March 2026 Round 1 0 of 3 rounds played Ann 0 deals Bob 0 leads All of the score: Ann 0 "
        "Bob 0 Ann deals 3 cards each Tonight: First hand 3 (the book: 10) Bid Tricks announced, from the dealer's "
        "left on. Ann Ann: Bid 0 1 2 3 Ann: Tricks 0 1 2 3 Bob Bob: Bid 0 1 2 3 Bob: Tricks 0 1 2 3 Bonus Rage, Mad "
        "Rage Bonus Rage How many were in the tricks taken: 5 points each. Mad Rage How many were in the tricks "
        "taken: minus 5 points each. Ann Ann: Bonus Rage 0 1 2 Ann: Mad Rage 0 1 2 Bob Bob: Bonus Rage 0 1 2 Bob: "
        "Mad Rage 0 1 2 Referee's correction Adjustment Points on top of the round's own score; with − in front they "
        "are taken away. Player Ann Bob Points Reason Add How many points is this? Enter “Bid” for Bob. And 1 more. "
        "Save round 1 Trick by trick Rounds None yet. Who plays More",
    ),
    (
        "/draft",
        {"slot": "1", "lock": "on", "bid.0": "1", "bid.1": "2"},
        "tricks.0 1, tricks.1 2",
        "Rage Our club , 1 March 2026 Round 1 0 of 3 rounds played Ann 0 deals Bob 0 leads All of the score: Ann 0 "
        "Bob 0 Ann deals 3 cards each Tonight: First hand 3 (the book: 10) Bid Ann 1, Bob 2 3 bid, 3 to take. Change "
        "Tricks Ann : Tricks bid 1 0 1 2 3 Bob : Tricks bid 2 0 1 2 3 Bonus Rage, Mad Rage Bonus Rage How many were "
        "in the tricks taken: 5 points each. Mad Rage How many were in the tricks taken: minus 5 points each. Ann "
        "Ann: Bonus Rage 0 1 2 Ann: Mad Rage 0 1 2 Bob Bob: Bonus Rage 0 1 2 Bob: Mad Rage 0 1 2 Referee's "
        "correction Adjustment Points on top of the round's own score; with − in front they are taken away. Player "
        "Ann Bob Points Reason Add Ann +11 Bob +12 +1 Ann : 1 trick Rule 5.2 Each trick taken is worth 1 point, "
        "whatever the bid was. 5.2 in the rules +10 Ann : bid 1 and took exactly that Rule 5.6 A player who takes "
        "exactly the number of tricks bid gets 10 points more. 5.6 in the rules +2 Bob : 2 tricks Rule 5.2 Each "
        "trick taken is worth 1 point, whatever the bid was. 5.2 in the rules +10 Bob : bid 2 and took exactly that "
        "Rule 5.6 A player who takes exactly the number of tricks bid gets 10 points more. 5.6 in the rules How many "
        "points is this? Save round 1 Trick by trick Rounds None yet. Who plays More",
    ),
    (
        "/rounds",
        BIDS | {"tricks.0": "1", "tricks.1": "1"},
        "tricks.0 1, tricks.1 1",
        "Rage Our club , 1 March 2026 Round 1 0 of 3 rounds played Ann 0 deals Bob 0 leads All of the score: Ann 0 "
        "Bob 0 Ann deals 3 cards each Tonight: First hand 3 (the book: 10) Bid Ann 1, Bob 2 3 bid, 3 to take. Change "
        "Not saved yet: Tricks add up to 2, but 3 cards were dealt. Tricks Tricks add up to 2, but 3 cards were "
        "dealt. Ann : Tricks bid 1 0 1 2 3 Bob : Tricks bid 2 0 1 2 3 Bonus Rage, Mad Rage Bonus Rage How many were "
        "in the tricks taken: 5 points each. Mad Rage How many were in the tricks taken: minus 5 points each. Ann "
        "Ann: Bonus Rage 0 1 2 Ann: Mad Rage 0 1 2 Bob Bob: Bonus Rage 0 1 2 Bob: Mad Rage 0 1 2 Referee's "
        "correction Adjustment Points on top of the round's own score; with − in front they are taken away. Player "
        "Ann Bob Points Reason Add How many points is this? Tricks add up to 2, but 3 cards were dealt. Save round 1 "
        "Trick by trick Rounds None yet. Who plays More",
    ),
    (
        "/rounds",
        BIDS | {"tricks.0": "1", "tricks.1": "2"},
        "",
        "Rage Our club , 1 March 2026 Round 1 saved. Undo Round 2 1 of 3 rounds played Ann 11 +11 leads Bob 12 +12 "
        "deals 1st 2 cards each Tonight: First hand 3 (the book: 10) Ann bids first. Bid Tricks announced, from the "
        "dealer's left on. Ann : Bid 0 1 2 Bob : Bid 0 1 2 Show the others what is entered so far Played already? "
        "Enter bids and result at once Enter “Bid” for Ann and Bob. Lock bids Trick by trick Rounds Round Ann Bob 1 "
        "+11 11 bid 1, took 1, made +12 12 bid 2, took 2, made Who plays More",
    ),
    (
        "/rounds",
        BIDS | {"base": "1", "tricks.0": "1", "tricks.1": "2"},
        "bid.0 1, tricks.0 1, bid.1 2, tricks.1 2",
        "Rage Our club , 1 March 2026 Not saved: the sheet has changed meanwhile A device : round 1 Below is what "
        "you typed. Look at the rounds first: save it only if it is not there yet. Discard mine Round 2 1 of 3 "
        "rounds played Ann 11 +11 leads Bob 12 +12 deals 1st All of the score: Ann 11 Bob 12 Bob deals 2 cards each "
        "Tonight: First hand 3 (the book: 10) Bid Tricks announced, from the dealer's left on. Ann Ann: Bid 0 1 2 "
        "Ann: Tricks 0 1 2 Bob Bob: Bid 0 1 2 Bob: Tricks 0 1 2 Bonus Rage, Mad Rage Bonus Rage How many were in the "
        "tricks taken: 5 points each. Mad Rage How many were in the tricks taken: minus 5 points each. Ann Ann: "
        "Bonus Rage 0 1 2 Ann: Mad Rage 0 1 2 Bob Bob: Bonus Rage 0 1 2 Bob: Mad Rage 0 1 2 Referee's correction "
        "Adjustment Points on top of the round's own score; with − in front they are taken away. Player Ann Bob "
        "Points Reason Add How many points is this? Tricks add up to 3, but 2 cards were dealt. Save round 2 Trick "
        "by trick Rounds Round Ann Bob 1 +11 11 bid 1, took 1, made +12 12 bid 2, took 2, made Undo round 1 Who "
        "plays More",
    ),
    (
        "/draft",
        {"base": "1", "slot": "1", "bid.0": "0"},
        "bid.0 0",
        "Rage Our club , 1 March 2026 Not saved: the sheet has changed meanwhile A device : round 1 Below is what "
        "you typed. Look at the rounds first: save it only if it is not there yet. Discard mine Round 2 1 of 3 "
        "rounds played Ann 11 +11 leads Bob 12 +12 deals 1st All of the score: Ann 11 Bob 12 Bob deals 2 cards each "
        "Tonight: First hand 3 (the book: 10) Bob bids next. 0 bid, 2 to take. Bid Tricks announced, from the "
        "dealer's left on. Ann : Bid 0 1 2 Bob : Bid 0 1 2 Show the others what is entered so far Played already? "
        "Enter bids and result at once Enter “Bid” for Bob. Lock bids Trick by trick Rounds Round Ann Bob 1 +11 11 "
        "bid 1, took 1, made +12 12 bid 2, took 2, made Undo round 1 Who plays More",
    ),
    (
        "/rounds/1",
        {},
        "",
        "Round 1 Correct Remove it Ann dealt. Ann +11 to 11 Bid 1, took 1: made . +1 1 trick Rule 5.2 Each trick "
        "taken is worth 1 point, whatever the bid was. 5.2 in the rules +10 bid 1 and took exactly that Rule 5.6 A "
        "player who takes exactly the number of tricks bid gets 10 points more. 5.6 in the rules Bob +12 to 12 Bid 2,"
        " took 2: made . +2 2 tricks Rule 5.2 Each trick taken is worth 1 point, whatever the bid was. 5.2 in the "
        "rules +10 bid 2 and took exactly that Rule 5.6 A player who takes exactly the number of tricks bid gets 10 "
        "points more. 5.6 in the rules Add a remark What should be remembered of this round Save the remark Something"
        " wrong here? Say what Contest Written Sun 1 March",
    ),
    (
        "/rounds/1/edit",
        {},
        "bid.0 1, tricks.0 1, bid.1 2, tricks.1 2",
        "Correct round 1 Ann dealt. Everything after this round is scored again. Bid Tricks announced, from the "
        "dealer's left on. Ann Ann: Bid 0 1 2 3 Ann: Tricks 0 1 2 3 Bob Bob: Bid 0 1 2 3 Bob: Tricks 0 1 2 3 Bonus "
        "Rage, Mad Rage Bonus Rage How many were in the tricks taken: 5 points each. Mad Rage How many were in the "
        "tricks taken: minus 5 points each. Ann Ann: Bonus Rage 0 1 2 Ann: Mad Rage 0 1 2 Bob Bob: Bonus Rage 0 1 2 "
        "Bob: Mad Rage 0 1 2 Referee's correction Adjustment Points on top of the round's own score; with − in front "
        "they are taken away. Player Ann Bob Points Reason Add Save the correction Cancel",
    ),
    (
        "/rounds/1/edit",
        BIDS | {"base": "1", "tricks.0": "0", "tricks.1": "3"},
        "bid.0 1, tricks.0 0, bid.1 2, tricks.1 3",
        "Correct round 1 Not saved: the sheet has changed meanwhile A device : round 1 Below is what you typed. Look "
        "at the rounds first: save it only if it is not there yet. Discard mine Ann dealt. Everything after this "
        "round is scored again. Bid Tricks announced, from the dealer's left on. Ann Ann: Bid 0 1 2 3 Ann: Tricks 0 1"
        " 2 3 Bob Bob: Bid 0 1 2 3 Bob: Tricks 0 1 2 3 Bonus Rage, Mad Rage Bonus Rage How many were in the tricks "
        "taken: 5 points each. Mad Rage How many were in the tricks taken: minus 5 points each. Ann Ann: Bonus Rage 0"
        " 1 2 Ann: Mad Rage 0 1 2 Bob Bob: Bonus Rage 0 1 2 Bob: Mad Rage 0 1 2 Referee's correction Adjustment "
        "Points on top of the round's own score; with − in front they are taken away. Player Ann Bob Points Reason "
        "Add Save the correction Cancel",
    ),
]
"""A page or what is sent; the choices that the next page shows; and the text of its main part."""


def test_each_page_of_a_round_says_how_far_it_is_and_shows_what_was_typed(club: Club) -> None:
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        table = club.start("rage", ["Ann", "Bob"], {"first_hand": "3"})
        for path, form, chosen, text in STEPS:
            answer = table.post(path, form) if form else table.phone.get(table.url + path)
            page = table.phone.get(answer.headers["Location"]).text if answer.status_code == 303 else answer.text
            assert words(main_of(page)) == text, (path, form)
            found = re.findall(r'name="([\w.]+)" value="(\w+)" checked', page)
            assert ", ".join(f"{name} {value}" for name, value in found) == chosen, (path, form)


def test_what_was_entered_before_the_hand_is_announced(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    said = []
    for form in ({}, {"bid.0": "1"}, {"bid.0": "1", "bid.1": "2", "lock": "on"}):
        table.post("/draft", {"slot": "1", **form})
        said += re.findall(r'data-announce="([^"]*)"', table.phone.get(table.url).text)
    table.post("/rounds", BIDS | {"tricks.0": "8", "tricks.1": "2"})
    said += re.findall(r'data-announce="([^"]*)"', club.viewer.get(table.url).text)
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in said] == [
        "", "Bid: Ann 1. Bob bids next. 1 bid, 10 to take.", "Bid: Ann 1, Bob 2. 3 bid, 10 to take.",
        "1 round written down. Ann 8 and Bob 12. Bob deals.",
    ]  # fmt: skip
