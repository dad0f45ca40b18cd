"""The pages of a hand trick by trick, from top to bottom, from the first question to the round on the sheet."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest

from companion.store.database.base import clock_at
from tests.suit_signs import without_signs
from tests.web.pages import links_of, main_of, words
from tests.web.phones import Club, Phone
from tests.web.plays.tricks.cards import FOUR, Cards

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
NAMES = {"♠": "Spades", "♥": "Hearts", "♦": "Diamonds", "♣": "Clubs"}
PACK = " ".join(f"{name} {' '.join(rank + suit for rank in RANKS)}" for suit, name in NAMES.items())
"""The cards that can be tapped, as a page with all of them lists them."""

HAND = [
    (
        "", "scorer", "/tricks",
        "Round 1 trick 1 of 2 Bob leads What is trump? ♠ ♥ ♦ ♣ No trump Ann 0 Bob 0 Cyd 0",
    ),
    (
        "bids", "scorer", "",
        "Oh Hell Our club , 1 March 2026 Round 1 0 of 2 rounds played Ann 0 deals Bob 0 leads Cyd 0 All of the "
        "score: Ann 0 Bob 0 Cyd 0 Ann deals 2 cards each A card turned up is trump Tonight: First hand 2 (usual: "
        "7) Bid Ann 1, Bob 0, Cyd 2 3 bid, 2 to take. Change Tricks Ann : Tricks bid 1 0 1 2 Bob : Tricks bid 0 0 1 "
        "2 Cyd : Tricks bid 2 0 1 2 Referee's correction Adjustment Points on top of the round's own score; with − "
        "in front they are taken away. Player Ann Bob Cyd Points Reason Add How many points is this? Tricks add up "
        "to 3, but 2 cards were dealt. Save round 1 Trick by trick Rounds None yet. Who plays More",
    ),
    (
        "trump h start, 7h", "scorer", "/tricks",
        "Round 1 trick 1 of 2 Trump: ♥ Bob 7♥ is the highest Bob wins so far. Why? Hearts are trump. Hearts were "
        "led. 7♥ is the only trump in the trick. Rule 4.11 Rule 4.12 Rule 2.3 Cyd plays Somebody else plays Who "
        "plays this card Ann Bob Cyd (cards) Ann 0 Bob 0 Cyd 0 Take back Bob : 7♥ Hand stopped early The trick is "
        "over nobody plays to it any more The hand is over no more tricks are played Change trump From trick 1 on ♠ "
        "♥ ♦ ♣ No trump It was a different one from the beginning ♠ ♥ ♦ ♣ No trump",
    ),
    (
        "", "viewer", "/tricks",
        "Round 1 trick 1 of 2 Trump: ♥ Bob 7♥ is the highest Bob wins so far. Why? Hearts are trump. Hearts were "
        "led. 7♥ is the only trump in the trick. Rule 4.11 Rule 4.12 Rule 2.3 Cyd plays Ann 0 Bob 0 Cyd 0",
    ),
    (
        "9s, 2h", "scorer", "/tricks",
        "Round 1 trick 2 of 2 Trump: ♥ Bob 7♥ is the highest Cyd 9♠ Ann 2♥ Bob wins the trick with 7♥. Why? Hearts "
        "are trump. Hearts were led. 7♥ and 2♥, from high to low: the highest trump wins. Rule 4.11 Rule 4.12 Rule "
        "2.3 Bob leads Somebody else plays Who plays this card Ann Bob Cyd The card still belongs to trick 1 (cards) "
        "Ann 0 Bob 1 Cyd 0 Take back Ann : 2♥ Hand stopped early The hand is over no more tricks are played Change "
        "trump From trick 2 on ♠ ♥ ♦ ♣ No trump It was a different one from the beginning ♠ ♥ ♦ ♣ No trump",
    ),
    (
        "trump c now, Kc, 9c, back, 3c, 9h", "scorer", "/tricks",
        "Round 1 2 tricks of 2 Trump: ♣ Bob K♣ is the highest Cyd 3♣ Ann 9♥ Bob wins the trick with K♣. Why? Clubs "
        "are trump. Clubs were led. K♣ and 3♣, from high to low: the highest trump wins. Rule 4.11 Rule 4.12 Rule "
        "2.3 The hand is over Ann 0 Bob 2 Cyd 0 Fill in round 1 What the cards decide is filled in. Check it, fill "
        "in the rest and save. Take back Ann : 9♥ All tricks so far Trick 1 trump ♥ · Bob wins Bob 7♥ is the highest "
        "Cyd 9♠ Ann 2♥ Trick 2 trump ♣ · Bob wins Bob K♣ is the highest Cyd 3♣ Ann 9♥",
    ),
    (
        "", "scorer", "",
        "Oh Hell Our club , 1 March 2026 Round 1 0 of 2 rounds played Ann 0 deals Bob 0 leads Cyd 0 All of the "
        "score: Ann 0 Bob 0 Cyd 0 Ann deals 2 cards each A card turned up is trump Tonight: First hand 2 (usual: "
        "7) 2 of 2 tricks entered Bid Ann 1, Bob 0, Cyd 2 3 bid, 2 to take. Change Tricks Ann : Tricks bid 1 0 1 2 "
        "Bob : Tricks bid 0 0 1 2 Cyd : Tricks bid 2 0 1 2 Referee's correction Adjustment Points on top of the "
        "round's own score; with − in front they are taken away. Player Ann Bob Cyd Points Reason Add Ann 0 Bob 0 "
        "Cyd 0 How many points is this? Save round 1 Rounds None yet. Who plays More",
    ),
    (
        "save", "scorer", "/tricks/1",
        "The cards of round 1 As they were entered while the round was played. Ann 0 Bob 2 Cyd 0 Trick 1 trump ♥ · "
        "Bob wins Bob 7♥ is the highest Cyd 9♠ Ann 2♥ Trick 2 trump ♣ · Bob wins Bob K♣ is the highest Cyd 3♣ Ann 9♥ "
        "Round 1",
    ),
    (
        "", "scorer", "/rounds/1",
        "Round 1 Correct Remove it Ann dealt. Ann 0 to 0 Bid 1, took 0: missed . Nothing gained, nothing lost. Bob 0 "
        "to 0 Bid 0, took 2: missed . Nothing gained, nothing lost. Cyd 0 to 0 Bid 2, took 0: missed . Nothing "
        "gained, nothing lost. Ann bid 1, took 0: nothing for the bid. Bob bid 0, took 2: nothing for the bid. Cyd "
        "bid 2, took 0: nothing for the bid. The cards as they fell Add a remark What should be remembered of this "
        "round Save the remark Something wrong here? Say what Contest Written Sun 1 March",
    ),
]  # fmt: skip
"""What is entered, or sent with the sheet; and the text of a page after that, as a phone of a role reads it."""

BIDDING = [
    (
        "", "/tricks",
        "Round 1 trick 1 of 5 Ann calls Turn up ♠ Turn up ♥ Turn up ♦ Turn up ♣ What is trump? ♠ ♥ ♦ ♣ Ann 0 Bob 0 "
        "Cyd 0 Dee 0 Who is out of the hand Ann Bob Cyd Dee Players who folded or were caught play no more cards from "
        "here on. Tap again to bring them back.",
    ),
    (
        "turned-h", "/tricks",
        "Round 1 trick 1 of 5 Bob calls Ann: Turn up ♥ Pass Order up What is trump? ♠ ♥ ♦ ♣ Ann 0 Bob 0 Cyd 0 Dee 0 "
        "Take back Ann: Turn up ♥ Who is out of the hand Ann Bob Cyd Dee Players who folded or were caught play no "
        "more cards from here on. Tap again to bring them back.",
    ),
    (
        "pass", "/tricks",
        "Round 1 trick 1 of 5 Cyd calls Ann: Turn up ♥ · Bob: Pass Pass Order up What is trump? ♠ ♥ ♦ ♣ Ann 0 Bob 0 "
        "Cyd 0 Dee 0 Take back Bob: Pass Who is out of the hand Ann Bob Cyd Dee Players who folded or were caught play "
        "no more cards from here on. Tap again to bring them back.",
    ),
    (
        "", "",
        "Euchre Our club , 1 March 2026 Round 1 the game ends at 10 points Ann & Cyd 0 Ann deals Bob & Dee 0 Bob "
        "leads All of the score: Ann & Cyd 0 Bob & Dee 0 Ann deals Cyd calls next: go on Maker Who ordered up, "
        "picked up or named trumps. Ann Bob Cyd Dee All passed Tricks Of the maker's side. 0 1 2 3 4 5 Alone The "
        "maker played without the partner. Referee's correction Adjustment Points on top of the round's own score; "
        "with − in front they are taken away. Player Ann & Cyd Bob & Dee Points Reason Add How many points is this? "
        "Maker: Who ordered up, picked up or named trumps? Save round 1 Rounds None yet. Who plays More",
    ),
    (
        "order", "/tricks",
        "Round 1 trick 1 of 5 Trump: ♥ Ann: Turn up ♥ · Bob: Pass · Cyd: Order up Cyd has made hearts trumps. Cyd "
        "plays alone Bob leads Somebody else plays Who plays this card Ann Bob Cyd Dee Spades A♠ K♠ Q♠ J♠ 10♠ 9♠ "
        "Hearts A♥ K♥ Q♥ J♥ 10♥ 9♥ Diamonds A♦ K♦ Q♦ J♦ 10♦ 9♦ Clubs A♣ K♣ Q♣ J♣ 10♣ 9♣ Ann 0 Bob 0 Cyd 0 Dee 0 Take "
        "back Cyd: Order up Change trump It was a different one from the beginning ♠ ♥ ♦ ♣ Who is out of the hand Ann "
        "Bob Cyd Dee Players who folded or were caught play no more cards from here on. Tap again to bring them back.",
    ),
]  # fmt: skip
"""A call, and the text of a page after it."""


def shown(phone: Phone, address: str) -> str:
    """Return the text of a page, without the whole pack to tap."""
    return words(without_signs(main_of(phone.get(address).text))).replace(PACK, "(cards)")


def enter(cards: Cards, act: str) -> None:
    """Enter a card, a trump or a step back, lock the bids, or save the round."""
    if act == "bids":
        cards.lock_bids(1, 0, 2)
    elif act == "save":
        cards.table.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 2}, "tricks": {"Ann": 0, "Bob": 2, "Cyd": 0}})
    else:
        do, *more = act.split()
        form = {"do": do, **dict(zip(("trump", "when"), more, strict=True))} if more else {"card": act}
        assert cards.act(**({"do": "back"} if act == "back" else form)).status_code == 303, act


def test_each_page_of_a_hand_says_how_it_stands(club: Club) -> None:
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        cards = Cards(club, "oh-hell", trump="", players=("Ann", "Bob", "Cyd"), options={"first_hand": "2"})
        for acts, role, path, text in HAND:
            for act in filter(None, acts.split(", ")):
                enter(cards, act)
            assert shown(club.phone(role), cards.table.url + path) == text, acts
    assert links_of(club.viewer.get(f"{cards.table.url}/rounds/1").text) == [
        ("The cards as they fell", f"{cards.url}/1")
    ]  # fmt: skip


def test_each_page_of_a_bidding_says_who_may_call_what(club: Club) -> None:
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        cards = Cards(club, "euchre", trump="", players=FOUR)
        for call, path, text in BIDDING:
            assert not call or cards.act(do="call", call=call).status_code == 303
            assert shown(club.scorer, cards.table.url + path) == text, call


def test_the_sheet_says_how_far_the_cards_are_once_the_bidding_is_over(club: Club) -> None:
    cards = Cards(club, "euchre", trump="", players=FOUR)
    progress = []
    for entered in ({"do": "call", "call": "turned-h"}, {"do": "call", "call": "order"}, {"card": "As"}):
        cards.act(**entered)
        progress += re.findall(
            r"Ann deals (.*?): go on", words(main_of(cards.sheet())).partition("All of the score")[2]
        )
    assert progress == ["Bob calls next", "Bob has made hearts trumps", "0 of 5 tricks entered"]


def announced(cards: Cards) -> str:
    """Return what screen readers read of the page."""
    [text] = re.findall(r'data-announce="([^"]*)"', without_signs(cards.page()))
    return unescape(text).replace("\N{NO-BREAK SPACE}", " ")


def test_each_card_and_each_call_is_announced(club: Club) -> None:
    cards = Cards(club, "oh-hell", trump="", players=("Ann", "Bob", "Cyd"), options={"first_hand": "2"})
    assert announced(cards) == "Bob leads."
    cards.act(do="trump", trump="h", when="start")
    for card, said in (
        ("7h", "Bob wins so far. Cyd plays."),
        ("9s", "Bob wins so far. Ann plays."),
        ("2h", "Bob wins the trick with 7♥. Bob leads."),
        ("Kc", "Bob wins so far. Cyd plays."),
        ("9c", "Bob wins so far. Ann plays."),
        ("3c", "Bob wins the trick with K♣. The hand is over: Ann 0, Bob 2 and Cyd 0."),
    ):
        cards.play(card)
        assert announced(cards) == said
    bidding = Cards(club, "euchre", trump="", players=FOUR)
    said = [announced(bidding)]
    for call in ("turned-h", "order"):
        bidding.act(do="call", call=call)
        said.append(announced(bidding))
    assert said == [
        "Ann calls next. Bob leads.", "Bob calls next. Bob leads.", "Bob has made hearts trumps. Bob leads.",
    ]  # fmt: skip


def test_the_cards_to_tap_are_by_suit_and_those_of_no_suit_last(club: Club) -> None:
    whole = Cards(club, "oh-hell", trump="h", players=("Ann", "Bob", "Cyd")).page()
    assert re.findall(r'<details class="suit"( open)?>', whole) == [" open"] * 4, "all of a pack of 52"
    page = Cards(club, "rage", trump="red").page()
    suits = re.findall(r'<details class="suit"( open)?>\s*<summary[^>]*>(.*?)</summary>', page)
    assert suits == [
        (" open", "Red"), ("", "Blue"), ("", "Yellow"), ("", "Green"), ("", "Orange"), ("", "Purple"),
        ("", "Special cards"),
    ]  # fmt: skip


@pytest.mark.parametrize("slug", ["rage", "raise-the-stakes"])
def test_of_a_large_deck_the_suit_that_was_led_is_unfolded(club: Club, slug: str) -> None:
    cards = Cards(club, slug, trump="green")
    cards.play("blue-7")
    assert re.findall(r'<details class="suit" open>\s*<summary[^>]*>(.*?)</summary>', cards.page()) == ["Blue"]


def test_a_card_that_takes_another_is_offered_for_each_card_of_the_trick(club: Club) -> None:
    cards = Cards(club, options={"variation_cards": ["take-it"]}, players=("Ann", "Bob", "Cyd"))
    offered = []
    for card in ("red-7", "blue-3", "blue-1"):
        offered.append(re.findall(r'name="card" value="(take-it[^"]*)"', cards.page()))
        cards.play(card)
    assert offered == [[], ["take-it:red-7"], ["take-it:red-7", "take-it:blue-3"]]
