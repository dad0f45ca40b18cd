"""The sheet while players bid, openly or in secret, as each phone shows it."""

from typing import Any

import pytest

from companion.core.entry.problems import Problem
from companion.store.plays.coming_round.drafts import DraftState
from companion.web.forms.entry import Section
from companion.web.plays.bids.pages import SecretReader, secret_bids
from companion.web.support.faults import Fault
from tests.web.pages import main_of, words
from tests.web.phones import Club, Phone
from tests.web.plays.bids.test_secret_bids import THREE, SecretTable

OPEN = [
    (
        "", "scorer", "",
        "Tonight: First hand 2 (the book: 10) Bob bids first. Bid Tricks announced, from the dealer's left on. Bob : "
        "Bid 0 1 2 Zoë : Bid 0 1 2 Ann : Bid 0 1 2 Show the others what is entered so far Played already? Enter bids "
        "and result at once Enter “Bid” for Bob, Zoë and Ann. Lock bids",
    ),
    (
        "", "viewer", "",
        "Tonight: First hand 2 (the book: 10) Bob bids first.",
    ),
    (
        "", "scorer", "?at-once",
        "Tonight: First hand 2 (the book: 10) Bid Tricks announced, from the dealer's left on. Ann Ann: Bid 0 1 2 "
        "Ann: Tricks 0 1 2 Bob Bob: Bid 0 1 2 Bob: Tricks 0 1 2 Zoë Zoë: Bid 0 1 2 Zoë: Tricks 0 1 2 Bonus Rage, Mad "
        "Rage Bonus Rage How many were in the tricks taken: 5 points each. Mad Rage How many were in the tricks "
        "taken: minus 5 points each. Ann Ann: Bonus Rage 0 1 2 Ann: Mad Rage 0 1 2 Bob Bob: Bonus Rage 0 1 2 Bob: "
        "Mad Rage 0 1 2 Zoë Zoë: Bonus Rage 0 1 2 Zoë: Mad Rage 0 1 2 Referee's correction Adjustment Points on top "
        "of the round's own score; with − in front they are taken away. Player Ann Bob Zoë Points Reason Add How "
        "many points is this? Enter “Bid” for Ann, Bob and Zoë. And 1 more. Save round 1",
    ),
    (
        "so far", "scorer", "",
        "Tonight: First hand 2 (the book: 10) Zoë bids next. 1 bid, 2 to take. Bid Tricks announced, from the "
        "dealer's left on. Bob : Bid 0 1 2 Zoë : Bid 0 1 2 Ann : Bid 0 1 2 Show the others what is entered so far "
        "Played already? Enter bids and result at once Enter “Bid” for Zoë and Ann. Lock bids",
    ),
    (
        "", "viewer", "",
        "Tonight: First hand 2 (the book: 10) Bid Bob 1 Zoë bids next. 1 bid, 2 to take.",
    ),
    (
        "lock", "scorer", "",
        "Tonight: First hand 2 (the book: 10) Bid Ann 0, Bob 1, Zoë 0 1 bid, 2 to take. Change Tricks Ann : Tricks "
        "bid 0 0 1 2 Bob : Tricks bid 1 0 1 2 Zoë : Tricks bid 0 0 1 2 Bonus Rage, Mad Rage Bonus Rage How many were "
        "in the tricks taken: 5 points each. Mad Rage How many were in the tricks taken: minus 5 points each. Ann "
        "Ann: Bonus Rage 0 1 2 Ann: Mad Rage 0 1 2 Bob Bob: Bonus Rage 0 1 2 Bob: Mad Rage 0 1 2 Zoë Zoë: Bonus Rage "
        "0 1 2 Zoë: Mad Rage 0 1 2 Referee's correction Adjustment Points on top of the round's own score; with − in "
        "front they are taken away. Player Ann Bob Zoë Points Reason Add How many points is this? Tricks add up to "
        "1, but 2 cards were dealt. Save round 1",
    ),
    (
        "", "viewer", "",
        "Tonight: First hand 2 (the book: 10) Bid Ann 0, Bob 1, Zoë 0 1 bid, 2 to take.",
    ),
]  # fmt: skip
"""What is entered, whose phone shows which page after that, and its text between head and end."""

SECRET = [
    (
        "", "scorer",
        "Secret bids Nobody has bid yet. Ann, Bob and Cyd are still to bid. Without a phone Pass this phone round "
        "and open your own name. Bids stay hidden, on this phone too. Cyd Bid Tricks announced, from the dealer's "
        "left on. Cyd : Bid 0 1 2 3 4 5 6+ 6 7 8 9 10 Put it down in secret A phone does not answer What is put down "
        "here counts as theirs. Ann Bid Tricks announced, from the dealer's left on. Ann : Bid 0 1 2 3 4 5 6+ 6 7 8 "
        "9 10 Put it down in secret Bob Bid Tricks announced, from the dealer's left on. Bob : Bid 0 1 2 3 4 5 6+ 6 "
        "7 8 9 10 Put it down in secret",
    ),
    (
        "", "ann",
        "This is Ann's phone. Secret bids Nobody has bid yet. Ann, Bob and Cyd are still to bid. Bid Tricks "
        "announced, from the dealer's left on. Ann : Bid 0 1 2 3 4 5 6+ 6 7 8 9 10 Put my bid down in secret",
    ),
    (
        "", "bob",
        "This is Bob's phone. Secret bids Nobody has bid yet. Ann, Bob and Cyd are still to bid. Bid Tricks "
        "announced, from the dealer's left on. Bob : Bid 0 1 2 3 4 5 6+ 6 7 8 9 10 Put my bid down in secret Without "
        "a phone Pass this phone round and open your own name. Bids stay hidden, on this phone too. Cyd Bid Tricks "
        "announced, from the dealer's left on. Cyd : Bid 0 1 2 3 4 5 6+ 6 7 8 9 10 Put it down in secret A phone "
        "does not answer What is put down here counts as theirs. Ann Bid Tricks announced, from the dealer's left "
        "on. Ann : Bid 0 1 2 3 4 5 6+ 6 7 8 9 10 Put it down in secret",
    ),
    (
        "Ann", "ann",
        "Secret bids 1 of 3 players has bid: Ann. Bob and Cyd are still to bid. Your bid is down. All are shown when "
        "the last one is in. Look at my bid, or change it Bid Tricks announced, from the dealer's left on. Ann : Bid "
        "0 1 2 3 4 5 6+ 6 7 8 9 10 Change it Take a bid back Nobody sees it, and it must be entered again. Ann",
    ),
    (
        "", "bob",
        "Secret bids 1 of 3 players has bid: Ann. Bob and Cyd are still to bid. Bid Tricks announced, from the "
        "dealer's left on. Bob : Bid 0 1 2 3 4 5 6+ 6 7 8 9 10 Put my bid down in secret Without a phone Pass this "
        "phone round and open your own name. Bids stay hidden, on this phone too. Cyd Bid Tricks announced, from the "
        "dealer's left on. Cyd : Bid 0 1 2 3 4 5 6+ 6 7 8 9 10 Put it down in secret Take a bid back Nobody sees it, "
        "and it must be entered again. Ann",
    ),
    (
        "", "scorer",
        "Secret bids 1 of 3 players has bid: Ann. Bob and Cyd are still to bid. Without a phone Pass this phone "
        "round and open your own name. Bids stay hidden, on this phone too. Cyd Bid Tricks announced, from the "
        "dealer's left on. Cyd : Bid 0 1 2 3 4 5 6+ 6 7 8 9 10 Put it down in secret A phone does not answer What is "
        "put down here counts as theirs. Bob Bid Tricks announced, from the dealer's left on. Bob : Bid 0 1 2 3 4 5 "
        "6+ 6 7 8 9 10 Put it down in secret Take a bid back Nobody sees it, and it must be entered again. Ann",
    ),
]  # fmt: skip
"""Whose bid is put down, whose phone shows the sheet after that, and its text between head and end."""


def shown(phone: Phone, address: str) -> str:
    """Return the text of a sheet, without its head up to the size of the hands, and without what follows the form."""
    text = words(main_of(phone.get(address).text))
    before, _, _ = text.partition("Rage Our club")
    return before + text.partition(" cards each ")[2].partition(" Trick by trick Rounds None yet.")[0]


def test_the_sheet_says_who_bids_and_what_was_bid(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Zoë"], {"first_hand": "2"})
    sent = {
        "so far": ("/draft/so-far", {"slot": "1", "bid.1": "1"}),
        "lock": ("/draft", {"slot": "1", "bid.0": "0", "bid.1": "1", "bid.2": "0", "lock": "on"}),
    }
    for entered, role, query, text in OPEN:
        if entered:
            table.post(*sent[entered])
        assert shown(club.phone(role), table.url + query) == text, (entered, role)


def test_a_sheet_with_secret_bids_says_who_has_bid_and_offers_each_phone_its_own(club: Club) -> None:
    secret = SecretTable(club)
    phones = {"ann": secret.ann, "bob": secret.bob, "scorer": secret.scorer}
    for bids, phone, text in SECRET:
        if bids:
            secret.bid(secret.ann, bids, 1)
        assert shown(phones[phone], secret.table.url) == text, (bids, phone)


def bids_in(sections: list[Section]) -> list[tuple[str, Any, list[str]]]:
    """Return the name, the bid and the errors of each input in a form for secret bids; there is nothing else in it."""
    assert not any(section.sum_rules or section.table_fields for section in sections)
    assert all(section.people for section in sections)
    return [
        (name, field.data, list(field.errors))
        for section in sections for name, fields in section.people for field in fields
    ]  # fmt: skip


OTHERS = ("others", "instead")
TOO_HIGH = [Problem("bid", "Too high.", name) for name in THREE]
BOB_IS_DOWN = DraftState({}, locked=False, sealed={"bid": ("Bob",)})


@pytest.mark.parametrize(
    ("reader", "can_write", "refused", "player", "own", "others", "instead", "done", "problems"),
    [
        (SecretReader("Ann", {}, ("Ann", "Cyd")), True, None, "Ann", [("Ann", None, [])], [("Cyd", None, [])], [],
         ("Bob",), []),
        (SecretReader("Dee", {}, ("Cyd",)), True, None, "", [], [("Cyd", None, [])], [("Ann", None, [])], ("Bob",), []),
        (SecretReader("Ann", {}, ()), False, None, "Ann", [("Ann", None, [])], [], [], (), []),
        (SecretReader("Bob", {"bid": 2}, ()), False, None, "Bob", [("Bob", 2, [])], [], [], ("Bob",), []),
        (SecretReader("Bob", {}, ("Cyd",)), True, ({"bid": {"Cyd": 9, "Ann": 8}}, TOO_HIGH), "Bob",
         [], [("Cyd", 9, ["Too high."])], [("Ann", 8, ["Too high."])], ("Bob",),
         [Fault("Bid: Too high.", "f-bid-0"), Fault("Bid: Too high.", "f-bid-2"), Fault("Too high.", "")]),
        (SecretReader("Bob", {"bid": 2}, ()), False, ({"bid": {"Bob": 7}}, TOO_HIGH), "Bob",
         [("Bob", 7, ["Too high."])], [], [], ("Bob",),
         [Fault("Bid: Too high.", "f-bid-1"), Fault("Too high.", ""), Fault("Too high.", "")]),
    ],
)  # fmt: skip
def test_a_phone_has_the_forms_of_its_player_and_of_those_it_may_bid_for(
    club: Club, reader: SecretReader, can_write: bool, refused: Any, player: str, own: Any, others: Any, instead: Any,
    done: Any, problems: Any,
) -> None:  # fmt: skip
    state = club.start("rage", THREE, {"secret": "1"}).state
    with club.app.app_context():
        found = secret_bids(state, BOB_IS_DOWN, reader, can_write, refused)
        forms = [bids_in(found["own"]), *([pair for _, form in found[key] for pair in bids_in(form)] for key in OTHERS)]
    assert forms == [own, others, instead]
    assert [name for key in OTHERS for name, _ in found[key]] == [name for name, _, _ in (*others, *instead)]
    assert (found["player"], found["is_down"], found["done"], found["problems"]) == (
        player, player == "Bob", done, problems,
    )  # fmt: skip
    assert (found["progress"], found["label"]) == (
        "1 of 3 players has bid: Bob. Ann and Cyd are still to bid.", "bid",
    )  # fmt: skip


def test_a_bid_of_somebody_who_is_not_at_the_table_is_not_shown(club: Club) -> None:
    state = club.start("rage", THREE, {"secret": "1"}).state
    with club.app.app_context():
        found = secret_bids(state, None, SecretReader("Dee", {"bid": 2}, ()), True, ({}, [TOO_HIGH[1]]))
    assert (found["player"], found["own"], [name for name, _ in found["instead"]]) == ("", [], THREE)
    assert found["problems"] == [Fault("Bid: Too high.", "f-bid-1")]
