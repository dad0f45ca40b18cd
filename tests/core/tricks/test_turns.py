"""Whose turn it is to play a card, and who is still in the hand."""

from dataclasses import replace

from companion.core.entry.problems import Problem
from companion.core.tricks.recorded_cards import RecordedCards
from tests.core.game.bidding import Bidding
from tests.core.tricks.following import BLACK, NAMES, Cards


def test_the_winner_leads_and_play_goes_clockwise() -> None:
    cards = Cards("toepen")
    turns = []
    for card in ("7h", "8h", "10h", "9h", "7s", "8s"):
        turns.append(cards.course.turn)
        cards.play(card)
    assert turns == ["Ann", "Bob", "Cyd", "Dee", "Cyd", "Dee"]


def test_whoever_plays_out_of_turn_is_skipped_later() -> None:
    cards = Cards("toepen")
    cards.play("7h")
    cards.by("Dee", "8h")
    assert cards.course.turn == "Bob"
    cards.play("9h", "10h")
    assert cards.winners == ["Cyd"]
    assert cards.course.leads


def test_whoever_led_decides_who_is_next_after_a_card_out_of_turn() -> None:
    cards = Cards("toepen")
    cards.play("7h")
    cards.by("Cyd", "8h")
    assert (cards.course.turn, cards.course.leads) == ("Bob", False)


def test_somebody_else_may_lead() -> None:
    cards = Cards("toepen")
    cards.by("Cyd", "7h")
    assert cards.course.turn == "Dee"


def test_if_the_winner_has_left_the_next_player_leads() -> None:
    cards = Cards("toepen")
    cards.play("7h", "8h", "9h", "10h")
    cards.leave("Dee")
    assert cards.course.turn == "Ann"


def test_a_player_who_leaves_during_a_trick_is_skipped() -> None:
    cards = Cards("toepen")
    cards.play("7h", "8h")
    cards.leave("Ann")
    assert cards.course.turn == "Cyd"
    cards.leave("Cyd")
    cards.play("9h")
    assert cards.winners == ["Dee"]
    assert cards.course.players_left == ("Bob", "Dee")
    cards.play("7s")
    assert cards.course.turn == "Bob"


def test_a_player_who_leaves_after_their_card_stays_in_that_trick() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob", "Cyd"), trump="red")
    cards.play("blue-9")
    cards.leave("Ann")
    assert cards.hand.out == {"Ann": 2}
    assert cards.course.players_left == NAMES[:3], "the trick is still played by all three"
    cards.play("blue-2", "blue-3")
    assert (cards.winners, cards.course.turn, cards.course.players_left) == (["Ann"], "Bob", ("Bob", "Cyd"))
    assert cards.counted == {"tricks": {"Ann": 1, "Bob": 0, "Cyd": 0}}


def test_a_player_who_leaves_before_their_card_is_not_in_that_trick() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob", "Cyd"), trump="red")
    cards.play("blue-9")
    cards.leave("Cyd")
    assert cards.hand.out == {"Cyd": 1}
    cards.play("blue-2")
    cards.leave("Bob")
    assert cards.hand.out == {"Cyd": 1, "Bob": 2}
    assert cards.counted["folded"] == ["Cyd"]


def test_a_player_who_left_can_come_back() -> None:
    cards = Cards("toepen")
    cards.leave("Bob")
    assert cards.course.players_left == ("Ann", "Cyd", "Dee")
    cards.leave("Bob")
    assert cards.course.players_left == NAMES
    for name in ("Bob", "Cyd", "Bob"):
        cards.leave(name)
    assert cards.hand.out == {"Cyd": 1}


def test_whoever_leaves_after_a_card_and_takes_it_back_still_plays_to_that_trick() -> None:
    cards = Cards("toepen", NAMES[:3], leader="Bob")
    cards.play("7h")
    cards.by("Ann", "9h")
    cards.leave("Ann")
    cards.become(cards.recorder.undo(cards.hand))
    cards.play("8h")
    assert (cards.course.tricks[0].complete, cards.course.turn) == (False, "Ann")
    cards.play("9h")
    assert (cards.winners, cards.course.players_left) == (["Ann"], ("Bob", "Cyd"))


def test_no_card_is_played_once_all_but_one_have_left() -> None:
    over = "The hand is over. Take a card back to go on with it."
    cards = Cards("toepen", NAMES[:3])
    cards.leave("Ann")
    cards.leave("Bob")
    assert [cards.refused(player, "7h", same=True) for player in ("Cyd", "")] == [over, over]


def test_a_trick_is_won_for_good_once_all_who_are_in_it_have_played() -> None:
    cards = Cards("toepen")

    def told() -> list[str]:
        return [trick.verdict.verdict for trick in cards.course.tricks if trick.verdict]

    cards.play("7h", "8h")
    winning = "Bob is winning so far, with 8♥."
    assert told() == [winning]
    cards.leave("Dee")
    assert told() == [winning]
    cards.play("9h")
    assert told() == ["Cyd wins the trick with 9♥."]
    cards = Cards("toepen")
    cards.play("7h", "8h")
    cards.become(cards.recorder.close_trick(cards.table, cards.hand))
    assert told() == ["Bob wins the trick with 8♥."]
    cards.leave("Dee")
    cards.play("7s", "8s")
    assert told() == ["Bob wins the trick with 8♥.", "Cyd is winning so far, with 8♠."]


def test_nobody_leaves_a_hand_of_rage() -> None:
    cards = Cards("rage", trump=None)
    assert cards.recorder.toggle_leaving(cards.table, cards.hand, "Ann") == [
        Problem("player", "Nobody can leave a hand of this game.")
    ]


def test_a_stranger_cannot_leave_the_hand() -> None:
    cards = Cards("toepen")
    assert cards.recorder.toggle_leaving(cards.table, cards.hand, "Zoe") == [
        Problem("player", "“Zoe” is not in this round.")
    ]


def test_the_last_one_in_the_hand_cannot_leave_it() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.leave("Ann")
    cards.leave("Bob")
    answer = cards.recorder.toggle_leaving(cards.table, cards.hand, "Cyd")
    assert answer == [Problem("player", "Cyd is the last one in the hand.", "Cyd")]


def test_a_trick_that_is_ended_early_counts() -> None:
    cards = Cards("toepen")
    cards.play("7h", "8h")
    cards.become(cards.recorder.close_trick(cards.table, cards.hand))
    assert cards.course.taken["Bob"] == 1
    assert cards.course.turn == "Bob"
    cards.play("7s")
    assert [trick.complete for trick in cards.course.tricks] == [True, False]
    cards.become(cards.recorder.undo(cards.hand))
    assert cards.course.taken["Bob"] == 1, "it still was ended early"
    cards.become(cards.recorder.undo(cards.hand))
    assert cards.course.turn == "Cyd", "and can be gone on with"


def test_ending_a_trick_needs_a_trick() -> None:
    cards = Cards("toepen")
    assert cards.recorder.close_trick(cards.table, cards.hand) == [Problem("card", "There is no trick to end.")]


def test_a_trick_without_a_card_that_counts_cannot_be_ended() -> None:
    cards = Cards("raise-the-stakes", NAMES[:2], trump="green", options=BLACK)
    cards.play("spy")
    assert cards.recorder.close_trick(cards.table, cards.hand) == [Problem("card", "There is no trick to end.")]


def test_a_trick_that_was_ended_stays_so_if_a_card_is_added_to_it() -> None:
    cards = Cards("toepen")
    cards.play("7h", "8h")
    cards.become(cards.recorder.close_trick(cards.table, cards.hand))
    cards.by("Cyd", "9h", same=True)
    assert (cards.hand.closed, cards.winners, cards.course.turn) == (True, ["Cyd"], "Cyd")
    cards.play("7s")
    assert not cards.hand.closed


def test_a_player_who_leaves_after_a_black_card_is_skipped() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob", "Cyd"), trump="green", options=BLACK)
    cards.play("red-7", "spy")
    assert cards.course.turn == "Bob"
    cards.leave("Bob")
    assert cards.course.turn == "Cyd"


def test_the_left_of_the_dealer_speaks_first_and_the_highest_bidder_leads() -> None:
    cards = Cards("pitch", leader="Dee")
    cards.table = replace(cards.table, dealer="Ann")
    speakers = []
    for call in ("2", "pass", "pass", "pass"):
        assert cards.course.bidding is not None
        speakers.append(cards.course.bidding.speaker)
        cards.become(cards.recorder.add_call(cards.table, cards.hand, call))
    assert speakers == ["Bob", "Cyd", "Dee", "Ann"]
    assert (cards.hand.leader, cards.course.turn, cards.course.settled) == ("Bob", "Bob", {"pitcher": "Bob", "bid": 2})


def test_a_call_that_is_refused_is_told_on_one_short_line() -> None:
    assert Bidding("skat", NAMES[:3]).refused("9" * 100) == f"“{'9' * 39}…” cannot be called now."


def test_a_suit_that_is_called_is_the_known_trump() -> None:
    recorded = Bidding("euchre").call("turned-h", "order").recorded
    assert (recorded.trump, recorded.is_trump_known) == ("h", True)


def test_a_call_taken_back_takes_the_trump_and_who_sits_out_with_it() -> None:
    bidding = Bidding("skat", NAMES[:3]).call("18", "pass")
    assert bidding.refused("18") == "“18” cannot be called now."
    before = bidding.recorded
    bidding.call("pass")
    said = bidding.recorder.set_trump(bidding.recorded, "grand")
    assert isinstance(said, RecordedCards)
    back = bidding.recorder.take_call_back(bidding.table, said)
    assert (back.calls, back.trump, back.is_trump_known, back.out) == (before.calls, None, False, {})
    cards = Cards("toepen")
    assert cards.recorder.add_call(cards.table, cards.hand, "pass") == [Problem("call", "There is no bidding now.")]
    bidding.recorded = said
    assert bidding.play("7h").refused("pass") == "There is no bidding now."
