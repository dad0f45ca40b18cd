"""Auctions call by call: who calls next, what is open, and what they settle of the hand."""

from typing import Any

import pytest

from companion.core.game.auction import AuctionState, auction_states, first_illegal_call
from companion.core.tricks.recorded_cards import RecordedCards
from tests.core.game.bidding import FOUR, Bidding

# Euchre.


def test_ordering_up_makes_trumps_for_the_hand() -> None:
    hand = Bidding("euchre")
    assert (hand.now.speaker, list(hand.now.legal.values())[:2]) == ("Dee", ["Turn up ♠", "Turn up ♥"])
    hand.call("turned-h", "pass", "order")
    assert (hand.now.speaker, hand.now.result) == ("", "Bob has made hearts trumps.")
    assert (hand.recorded.trump, hand.recorded.is_trump_known) == ("h", True)
    assert hand.entry == {"maker": "Bob", "tricks": 0}
    hand.play("Ah", "9h", "Kh", "Jd")
    assert hand.entry == {"maker": "Bob", "tricks": 1}, "the left bower of the maker's partner wins"
    assert hand.recorder.follow(hand.table, hand.recorded).tricks[0].winner == "Dee"


def test_the_second_round_excludes_the_turned_suit_and_can_stick_the_dealer() -> None:
    hand = Bidding("euchre", stick=True).call("turned-h", *["pass"] * 7)
    assert (hand.now.speaker, list(hand.now.legal)) == ("Dee", ["s", "d", "c"])
    assert hand.refused("pass") == "“pass” cannot be called now."
    hand.call("d")
    assert (hand.entry["maker"], hand.recorded.trump) == ("Dee", "d")
    thrown_in = Bidding("euchre").call("turned-h", *["pass"] * 8)
    assert thrown_in.now == AuctionState("", result="All have passed twice: the cards are thrown in.")
    assert thrown_in.entry == {}


def test_a_lone_maker_plays_without_the_partner_and_may_be_defended_alone() -> None:
    hand = Bidding("euchre", defend_alone=True).call("turned-s", "order")
    assert hand.now.others == {"alone": "Ann plays alone"}
    hand.call("alone")
    assert hand.recorded.out == {"Cyd": 1}
    assert hand.now.others == {"defends-1": "Bob defends alone", "defends-3": "Dee defends alone"}
    hand.call("defends-3")
    assert hand.recorded.out == {"Cyd": 1, "Bob": 1}
    assert hand.entry == {"maker": "Ann", "alone": True, "defends_alone": "Dee", "tricks": 0}
    assert hand.now.others == {}
    hand.play("As", "9s")
    assert hand.recorder.follow(hand.table, hand.recorded).tricks[0].complete
    assert hand.entry["tricks"] == 1
    _, facts = hand.recorder.proof_facts(hand.recorded, hand.recorder.follow(hand.table, hand.recorded))
    assert facts["alone"] is True
    assert Bidding("euchre").call("turned-s", "order", "alone").now.others == {}


def test_calls_are_undone_one_by_one_with_what_they_settled() -> None:
    hand = Bidding("euchre").call("turned-c", "order", "alone").back()
    assert (hand.recorded.out, hand.recorded.trump) == ({}, "c")
    hand.back()
    assert (hand.recorded.trump, hand.recorded.is_trump_known, hand.now.speaker) == (None, False, "Ann")
    hand.call("order").play("9c")
    assert hand.refused("alone") == "There is no bidding now."
    assert hand.recorder.with_calls(hand.table, hand.recorded, ()) == hand.recorded
    assert Bidding("spades").refused("pass") == "There is no bidding now."
    assert Bidding("spades").recorder.follow(Bidding("spades").table, RecordedCards(FOUR, "Ann")).bidding is None


def test_the_referee_knows_the_calls_so_far() -> None:
    hand = Bidding("euchre").call("turned-c", "pass")
    assert hand.known("call") == {"calls": [{"player": "Ann", "call": "pass"}]}
    assert Bidding("euchre").known("call") == {}


def test_impossible_calls_raise() -> None:
    hand = Bidding("euchre")
    auction = hand.recorder.by_tricks.auction
    assert auction is not None
    assert len(auction_states(auction.rules, hand.recorder.options, FOUR, ["turned-h", "pass"])) == 3
    with pytest.raises(ValueError, match="call 2 could not be made: s"):
        auction_states(auction.rules, hand.recorder.options, FOUR, ["turned-h", "s"])


def test_the_first_call_that_its_player_could_not_make_is_found() -> None:
    hand = Bidding("euchre")
    auction = hand.recorder.by_tricks.auction
    assert auction is not None

    def first(*calls: tuple[str, str]) -> tuple[int, str] | None:
        found = first_illegal_call(auction.rules, hand.recorder.options, FOUR, calls, ("turned-h",))
        return found and (found[0], found[1].speaker)

    assert first(("Ann", "pass"), ("Bob", "order")) is None
    assert first(("Ann", "pass"), ("Cyd", "pass")) == (2, "Bob")
    assert first(("Ann", "pass"), ("Bob", "pass"), ("Cyd", "s")) == (3, "Cyd")
    assert first(("Ann", "alone")) == (1, "Ann")
    assert first(("Ann", "order"), ("", "alone")) == (2, ""), "“alone” is entered, but no call of a player"


def test_a_call_is_displayed_with_its_player_or_as_a_sentence() -> None:
    state = AuctionState("Bob", {"pass": "Pass"}, {"declares": "Ann declares"})
    assert (state.text("pass"), state.text("declares")) == ("Bob: Pass", "Ann declares")
    assert state._replace(others={"pass": "All pass"}).text("pass") == "Bob: Pass"
    with pytest.raises(KeyError, match="bid"):
        state.text("bid")


# Pitch.


def test_the_dealer_steals_the_bid_at_pitch_and_the_pitcher_leads() -> None:
    hand = Bidding("pitch").call("2", "pass", "3")
    assert (hand.now.speaker, dict(hand.now.legal)) == (
        "Dee",
        {"pass": "Pass", "3": "Bid 3", "4": "Bid 4", "smudge": "Bid smudge"},
    )
    assert hand.known("bid")["bids"][1] == {"player": "Bob", "bid": "pass"}
    hand.call("3")
    assert (hand.now.result, hand.recorded.leader) == ("Dee is the pitcher with a bid of 3.", "Dee")
    assert (hand.entry["pitcher"], hand.entry["bid"]) == ("Dee", 3)
    assert "pass" not in Bidding("pitch").call("pass", "pass", "pass").now.legal


# Skat.


THREE = ("Ann", "Bob", "Cyd")


def skat(*calls: str, players: tuple[str, ...] = THREE, **options: Any) -> Bidding:
    """Start the bidding of Skat: Cyd, or Dee of four, deals; Ann is forehand, Bob middlehand."""
    return Bidding("skat", players, **options).call(*calls)


def test_middlehand_bids_to_forehand_then_rearhand_to_whoever_is_left() -> None:
    assert (skat().now.speaker, list(skat().now.legal)[:4]) == ("Bob", ["18", "pass", "20", "22"])
    hand = skat("18")
    assert (hand.now.speaker, dict(hand.now.legal)) == ("Ann", {"hold": "Hold 18", "pass": "Pass"})
    hand.call("hold", "20", "pass")
    assert (hand.now.speaker, next(iter(hand.now.legal))) == ("Cyd", "22")
    assert hand.known("bid") == {"last": 20}
    hand.call("24", "hold", "pass")
    assert hand.now.result == "Bob declares with 24."
    assert hand.entry == {"declarer": "Bob", "bid": 24}


def test_forehand_decides_last_if_nobody_bid() -> None:
    hand = skat("pass", "pass")
    assert (hand.now.speaker, list(hand.now.legal)[:2]) == ("Ann", ["18", "pass"])
    assert skat("pass", "pass", "18").now.result == "Ann declares with 18."
    dead = skat("pass", "pass", "pass")
    assert (dead.now.result, dead.entry) == ("All have passed.", {})


def test_whoever_outbids_the_others_declares() -> None:
    assert skat("18", "pass", "pass").entry == {"declarer": "Bob", "bid": 18}
    assert skat("18", "pass", "20", "pass").entry == {"declarer": "Cyd", "bid": 20}
    assert skat("pass", "18", "hold", "pass").entry == {"declarer": "Ann", "bid": 18}
    assert skat("264", "hold").now.legal == {"pass": "Pass"}


def test_the_declarer_can_be_entered_without_bids() -> None:
    hand = skat("18")
    assert hand.now.others == {"declares-0": "Ann declares", "declares-1": "Bob declares", "declares-2": "Cyd declares"}
    hand.call("declares-2")
    assert hand.entry == {"declarer": "Cyd", "bid": 18}
    assert skat("declares-0").now.result == "Ann declares."
    assert skat("declares-0").entry == {"declarer": "Ann"}


def test_of_four_the_dealer_neither_bids_nor_plays() -> None:
    hand = skat(players=FOUR)
    assert (hand.recorded.players, hand.now.speaker) == (THREE, "Bob")
    assert "Dee declares" not in hand.now.others.values()
