"""Hands followed card by card: turns, winners, trump, reneges, and the entry of the round."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards.turns import PlayedCard
from companion.core.entry.fields import Field
from companion.core.entry.problems import CORRECT_WRONG_CARD, Problem
from companion.core.game.table import Table
from companion.core.play.fold import Sheet, extend_sheet, fold, with_absent
from companion.core.play.setups import read_setup
from companion.core.referee.judging import judge_request
from companion.core.referee.situation import situation_of
from companion.core.tricks.course_texts import proved_renege_text, tally_text
from companion.core.tricks.fall import Course, Fall, fall_from_json, fall_json, trick_json
from companion.core.tricks.umpire import Umpire
from companion.games import all_games, game_of
from tests.laws.strategies import few

NAMES = ("Ann", "Bob", "Cyd", "Dee")
FOLLOWED = [game.slug for game in all_games() if any(situation.by_tricks for situation in game.situations)]


class Cards:
    """The cards of a round on the table of a game, entered card by card."""

    def __init__(
        self,
        slug: str,
        players: Sequence[str] = NAMES,
        trump: Any = "not said",
        leader: str = "Ann",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.game = game_of(slug)
        setup, problems = read_setup(
            self.game, {"players": list(players), "dealer": players[-1], "options": options or {}}
        )
        assert setup is not None, problems
        self.sheet: Sheet[Any] = fold(self.game, setup, [])
        self.table: Table[Any] = with_absent(self.game, self.sheet.table, ())
        self.umpire = Umpire(self.game, setup.options)
        self.hand = Fall(self.umpire.by_tricks.players(self.table), leader)
        if trump != "not said":
            self.become(self.umpire.set_trump(self.hand, trump))

    def become(self, hand: Fall | list[Problem]) -> None:
        """Do one action of the page."""
        assert isinstance(hand, Fall), hand
        self.hand = hand

    @property
    def course(self) -> Course:
        return self.umpire.follow(self.table, self.hand)

    def play(self, *cards: str) -> None:
        """Play cards in turn order."""
        for card in cards:
            self.become(self.umpire.add_card(self.table, self.hand, self.course.turn, card))

    def refused(self, player: str, card: str, same: bool = False) -> str:
        """Return why a card is refused."""
        before = self.hand
        answer = self.umpire.add_card(self.table, self.hand, player, card, same)
        assert isinstance(answer, list), answer
        assert answer
        assert self.hand == before
        return " ".join(problem.message for problem in answer)

    def by(self, player: str, card: str, same: bool = False) -> None:
        """Play a card of a player who need not be next."""
        self.become(self.umpire.add_card(self.table, self.hand, player, card, same))

    def leave(self, player: str) -> None:
        self.become(self.umpire.toggle_leaving(self.table, self.hand, player))

    @property
    def winners(self) -> list[str]:
        return [trick.winner for trick in self.course.tricks]

    @property
    def caught(self) -> list[str]:
        return [proved_renege_text(item, self.umpire.by_tricks) for item in self.course.proved_reneges]

    @property
    def counted(self) -> dict[str, Any]:
        return self.umpire.entry_part(self.table, self.game.scoring.fields(self.table), self.hand)


# The worked examples of the games.


def test_the_four_tricks_of_the_rage_example_change_trump_and_count_as_written() -> None:
    cards = Cards("rage", ("A", "B", "C"), "yellow", "A", {"first_hand": 4, "last_hand": 4})
    cards.play("blue-15", "yellow-0", "blue-2")
    assert (cards.winners, cards.course.trump, cards.course.turn) == (["B"], "yellow", "B")
    cards.play("green-10", "change-red", "green-12")
    assert (cards.winners[-1], cards.course.trump) == ("A", "red")
    cards.play("bonus", "orange-7", "red-15")
    assert (cards.winners[-1], cards.course.trump) == ("C", "red")
    cards.play("out", "yellow-5", "wild-yellow")
    assert (cards.winners[-1], cards.course.trump) == ("B", None)
    assert cards.course.over
    assert cards.counted == {
        "tricks": {"A": 1, "B": 2, "C": 1},
        "bonus": {"A": 0, "B": 0, "C": 1},
        "mad": {"A": 0, "B": 0, "C": 0},
    }
    sheet = extend_sheet(cards.sheet, [{"bid": {"A": 2, "B": 2, "C": 1}, **cards.counted}])
    assert sheet.refusal is None
    assert sheet.table.totals == {"A": 1, "B": 12, "C": 16}


def test_a_renege_in_raise_the_stakes_is_found_with_the_card_that_proves_it() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), "green")
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9")
    assert cards.caught == []
    before = cards.course
    assert before.turn == "Bob"
    cards.play("red-2")
    fresh = cards.course.proved_reneges
    assert [proved_renege_text(item, cards.umpire.by_tricks) for item in fresh] == [
        "Bob reneged in trick 1: Ann led the red 7, Bob played the blue 3, and in trick 3 shows the red 2."
    ]
    assert fresh[0].effect is not None
    assert (fresh[0].effect.name, fresh[0].effect.points) == ("Bob", -1)
    cards.play("red-8")
    assert len(cards.caught) == 1


def test_raise_the_stakes_counts_tricks_and_folded_players() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob", "Cyd"), "red")
    cards.leave("Cyd")
    cards.play("blue-9", "blue-2", "blue-8", "little-fire", "yellow-3", "yellow-2")
    cards.play("green-4", "green-3", "green-5", "green-6")
    assert cards.course.over
    assert cards.course.taken == {"Ann": 2, "Bob": 3, "Cyd": 0}
    assert cards.counted == {"tricks": {"Ann": 2, "Bob": 3, "Cyd": 0}, "folded": ["Cyd"]}
    assert extend_sheet(cards.sheet, [{**cards.counted, "raised_by": ["Bob"]}]).table.totals == {
        "Ann": -1,
        "Bob": 3,
        "Cyd": 0,
    }


def test_oh_hell_counts_the_tricks_of_each_player() -> None:
    cards = Cards("oh-hell", ("Ann", "Bob", "Cyd"), "h", options={"first_hand": 2})
    cards.play("As", "2s", "2h", "Ks", "Qs", "Js")
    assert cards.course.over
    assert cards.counted == {"tricks": {"Ann": 0, "Bob": 0, "Cyd": 2}}


def test_pitch_fills_in_points_only_after_six_tricks() -> None:
    cards = Cards("pitch")
    cards.play("As", "2s", "3s", "4s")
    assert cards.counted == {}


def test_toepen_is_won_with_the_last_trick() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "Jh", "Ks", "7s", "9s", "8d", "Ad", "Jd")
    assert cards.counted == {}
    cards.play("Ac", "Kc", "Qc")
    assert cards.course.over
    assert cards.winners == ["Ann", "Cyd", "Cyd", "Cyd"]
    assert cards.counted == {"winner": "Cyd"}


def test_toepen_is_won_by_the_last_player_left() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h")
    cards.leave("Cyd")
    assert cards.course.turn == "Ann"
    assert cards.winners == ["Ann"]
    cards.leave("Ann")
    assert cards.course.over
    assert cards.counted == {"winner": "Bob"}
    assert cards.course.taken == {"Ann": 1, "Bob": 0, "Cyd": 0}


def test_reversis_counts_points_and_fills_in_aces_and_the_quinola() -> None:
    cards = Cards("reversis")
    cards.play("2h", "Ad", "3h", "Kh")  # Bob throws an ace on Dee's trick
    cards.play("9s", "As", "2s", "3s")  # Dee leads spades and forces an ace of Ann
    cards.play("Ac", "5c", "6c", "7c")  # Ann leads an ace
    cards.play("2d", "Jh", "9d", "3d")  # Bob throws the Quinola on Cyd's trick
    assert cards.winners == ["Dee", "Ann", "Ann", "Cyd"]
    assert cards.counted == {
        "tricks": {"Ann": 2, "Bob": 0, "Cyd": 1, "Dee": 1},
        "points": {"Ann": 8, "Bob": 0, "Cyd": 1, "Dee": 7},
        "payments": [
            {"kind": "ace-discarded", "suit": "d", "by": "Bob", "other": "Dee"},
            {"kind": "ace-forced", "suit": "s", "by": "Ann", "other": "Dee"},
            {"kind": "ace-led", "suit": "c", "by": "Ann"},
            {"kind": "quinola-discarded", "by": "Bob", "other": "Cyd"},
        ],
    }


SPADES = ("As", "Ks", "Qs", "Js", "9s", "8s", "7s", "6s", "5s")


def reversis_of_ann(last: Sequence[str]) -> Cards:
    """Enter nine tricks of spades that Ann takes; then the cards of the last two."""
    cards = Cards("reversis")
    others = [f"{rank}{suit}" for suit in "hdc" for rank in ("K", "Q", "9", "8", "7", "6", "5", "4", "3")]
    for number, spade in enumerate(SPADES):
        cards.play(spade, *others[3 * number : 3 * number + 3])
    cards.play(*last)
    return cards


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        pytest.param(
            ("4s", "2h", "2d", "2c", "3s", "Jd", "Jh", "Jc"),
            {"reversis": "Ann", "quinola_early": False},
            id="made with all eleven tricks",
        ),
        pytest.param(
            ("Jd", "Ad", "2d", "2c", "2h", "Jh", "Ah", "Jc"),
            {"reversis": "Ann", "quinola_early": False, "broken_by": "Bob", "broken_by_quinola": False},
            id="broken in the tenth trick",
        ),
        pytest.param(
            ("4s", "2s", "2d", "2c", "2h", "Jh", "Jd", "Jc"),
            {"reversis": "Ann", "quinola_early": False, "broken_by": "Bob", "broken_by_quinola": True},
            id="broken by the Quinola in the eleventh",
        ),
    ],
)
def test_a_reversis_is_filled_in_with_its_result(last: Sequence[str], expected: dict[str, Any]) -> None:
    cards = reversis_of_ann(last)
    assert cards.course.over
    assert {key: value for key, value in cards.counted.items() if key in (*expected, "broken_by")} == expected
    assert cards.counted["talon"] + sum(cards.counted["points"].values()) == 40
    sheet = extend_sheet(cards.sheet, [cards.counted])
    assert sheet.refusal is None, sheet.refusal


def test_nine_tricks_of_two_players_are_no_reversis() -> None:
    cards = Cards("reversis")
    for rank in ("A", "K", "Q", "J", "9"):
        cards.play(*(f"{rank}{suit}" for suit in "shdc"))
    cards.play("7s", "8s", "7d", "7c", "8h", "8d", "8c", "7h")
    for rank in ("6", "5", "4", "3"):
        cards.play(*(f"{rank}{suit}" for suit in "shdc"))
    assert cards.course.taken == {"Ann": 5, "Bob": 6, "Cyd": 0, "Dee": 0}
    assert cards.counted["talon"] == 0
    assert "reversis" not in cards.counted


def test_an_espagnolette_is_filled_in_and_is_no_renege() -> None:
    cards = Cards("reversis")
    cards.play("Kh", "Qh", "9h", "As")
    cards.play("9s", "Ks", "8s", "Ah")
    cards.play("Kc", "Qc", "Ad", "9c")
    cards.play("Kd", "Qd", "2h", "9d")
    assert [(item.renege.player, item.renege.trick) for item in cards.course.proved_reneges] == [("Dee", 1)], (
        "one ace is not seen yet"
    )
    cards.play("8h", "7h", "Ac", "6h")
    assert cards.course.proved_reneges == ()
    cards.play("7s", "6s", "2s", "5s")
    cards.play("8d", "7d", "2d", "6d")
    cards.play("8c", "7c", "2c", "6c")
    cards.play("5h", "4h", "3h", "Jh")
    cards.play("Qs", "Js", "4s", "3s")
    cards.play("5d", "4d", "Jd", "3d")
    assert cards.course.over
    assert cards.course.proved_reneges == ()
    assert cards.counted["espagnolette"] == "Dee"
    sheet = extend_sheet(cards.sheet, [cards.counted])
    assert sheet.refusal is None, sheet.refusal
    assert any("Dee wins the hand by the espagnolette" in note for note in sheet.rounds[0].notes)


# Whose turn it is.


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


def test_nobody_leaves_a_hand_of_rage() -> None:
    cards = Cards("rage", trump=None)
    assert cards.umpire.toggle_leaving(cards.table, cards.hand, "Ann") == [
        Problem("player", "Nobody can leave a hand of this game.")
    ]


def test_a_stranger_cannot_leave_the_hand() -> None:
    cards = Cards("toepen")
    assert cards.umpire.toggle_leaving(cards.table, cards.hand, "Zoe") == [
        Problem("player", "“Zoe” is not in this round.")
    ]


def test_the_last_one_in_the_hand_cannot_leave_it() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.leave("Ann")
    cards.leave("Bob")
    answer = cards.umpire.toggle_leaving(cards.table, cards.hand, "Cyd")
    assert answer == [Problem("player", "Cyd is the last one in the hand.", "Cyd")]


def test_a_trick_that_is_ended_early_counts() -> None:
    cards = Cards("toepen")
    cards.play("7h", "8h")
    cards.become(cards.umpire.close_trick(cards.table, cards.hand))
    assert cards.course.taken["Bob"] == 1
    assert cards.course.turn == "Bob"
    cards.play("7s")
    assert cards.course.current is not None
    cards.become(cards.umpire.undo(cards.hand))
    assert cards.course.taken["Bob"] == 1, "it still was ended early"
    cards.become(cards.umpire.undo(cards.hand))
    assert cards.course.turn == "Cyd", "and can be gone on with"


def test_ending_a_trick_needs_a_trick() -> None:
    cards = Cards("toepen")
    assert cards.umpire.close_trick(cards.table, cards.hand) == [Problem("card", "There is no trick to end.")]


def test_ending_the_hand_can_be_undone_before_any_card() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "8h")
    before = cards.hand
    cards.become(replace(before, over=True))
    assert (cards.course.over, cards.course.turn) == (True, "")
    assert cards.refused("Ann", "7h") == "The hand is over. Take a card back to go on with it."
    cards.become(cards.umpire.undo(cards.hand))
    assert cards.hand == before


def test_a_game_without_declarations_offers_none() -> None:
    cards = Cards("toepen")
    assert not cards.umpire.can_declare(cards.hand)
    cards.play("10h")
    assert not cards.umpire.can_declare(cards.hand)
    assert isinstance(cards.umpire.toggle_declaration(cards.hand), list)


def test_everything_can_be_undone_back_to_the_empty_table() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    empty = cards.hand
    states = []
    for card in ("10h", "9h", "Jh", "Ks", "7s"):
        states.append(cards.hand)
        cards.play(card)
    for state in reversed(states):
        cards.become(cards.umpire.undo(cards.hand))
        assert cards.hand.tricks == state.tricks
    assert cards.umpire.undo(empty) == empty


# Black cards of Raise the Stakes.


BLACK = {"variation_cards": ["spy", "take-it", "one-higher", "swap", "secret-shuffle", "trump-twist"]}


def test_take_it_is_offered_for_the_cards_on_the_table() -> None:
    cards = Cards("raise-the-stakes", trump="green", options=BLACK)
    assert not [card for card in cards.umpire.cards_to_offer(()) if card.startswith(("take-it", "one-higher"))]
    cards.play("red-10", "big-fire")
    current = cards.course.current
    assert current is not None
    offered = [
        card for card in cards.umpire.cards_to_offer(current.plays) if card.startswith(("take-it", "one-higher"))
    ]
    assert offered == ["take-it:red-10", "take-it:big-fire", "one-higher"]
    assert cards.refused("Cyd", "take-it") == "Take It is played as take-it:red-10 or take-it:big-fire."
    assert cards.refused("Cyd", "take-it:red-11").startswith("Cyd cannot take the red 11: it is not there.")
    cards.play("take-it:red-10", "red-3")
    assert cards.winners == ["Bob"]


def test_a_player_who_lost_a_card_may_play_another_to_the_same_trick() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-10", "take-it:red-10")
    assert cards.winners == ["Bob"]
    cards.by("Ann", "red-12", same=True)
    verdict = cards.course.tricks[0].verdict
    assert verdict is not None
    assert verdict.verdict == "Ann wins the trick with the red 12."
    assert cards.refused("Ann", "red-13", same=True) == "Ann has two cards in the trick: leave one of them out."


def test_a_player_who_lost_a_card_in_the_last_trick_may_play_another() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    for number in range(1, 5):
        cards.by("Ann", f"red-{number}")
        cards.by("Bob", f"blue-{number}")
    cards.by("Ann", "red-10")
    cards.by("Bob", "take-it:red-10")
    assert cards.course.over
    cards.by("Ann", "red-12", same=True)
    assert cards.winners[-1] == "Ann"
    assert cards.refused("Bob", "red-14") == "The hand is over. Take a card back to go on with it."


def test_a_spy_does_not_fill_its_players_place_in_the_trick() -> None:
    cards = Cards("raise-the-stakes", trump="green", options=BLACK)
    cards.play("spy")
    assert (cards.course.turn, cards.winners) == ("Ann", [""])
    cards.play("red-3")
    assert cards.course.turn == "Bob"


def test_black_cards_that_are_not_in_the_pack_are_not_offered() -> None:
    cards = Cards("raise-the-stakes", trump="green")
    assert "spy" not in cards.umpire.cards_to_offer(())
    assert cards.refused("Ann", "spy") == "Spy cannot be played now."


def test_there_is_no_renege_after_the_secret_shuffle() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9")
    cards.play("secret-shuffle", "red-2")
    assert cards.caught == []


def test_a_trump_named_in_the_third_trick_does_not_change_the_first_two() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "green-1", "blue-5", "blue-6")
    assert cards.winners == ["Bob", "Ann"]
    cards.play("trump-twist")
    cards.become(cards.umpire.set_trump(cards.hand, "Red", from_trick=3))
    cards.play("yellow-5", "red-1")
    tricks = cards.course.tricks
    assert [trick.trump for trick in tricks] == ["green", "green", "red"]
    assert tricks[2].winner == "Bob"
    assert cards.course.trump == "red"
    for _ in range(3):
        cards.become(cards.umpire.undo(cards.hand))
    assert cards.course.trump == "green", "with the cards goes what was said about them"


def test_any_card_that_may_be_in_the_pack_can_be_typed() -> None:
    cards = Cards("raise-the-stakes", trump="turquoise")
    cards.play("red-15", " Turquoise-1 ")
    assert cards.course.tricks[0].winner == "Bob"


def test_a_trump_named_in_the_first_trick_is_undone_with_its_card() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "trump-twist")
    cards.become(cards.umpire.set_trump(cards.hand, "blue", from_trick=1))
    assert (cards.course.trump, cards.hand.trump) == ("blue", "green")
    cards.become(cards.umpire.undo(cards.hand))
    assert cards.course.trump == "green"


def test_a_trump_named_by_the_card_led_stays_if_a_later_card_is_undone() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "red-8", "trump-twist")
    cards.become(cards.umpire.set_trump(cards.hand, "blue", from_trick=2))
    cards.play("yellow-5")
    cards.become(cards.umpire.undo(cards.hand))
    assert cards.course.trump == "blue"
    cards.become(cards.umpire.undo(cards.hand))
    assert cards.course.trump == "green"


def test_a_trump_of_a_trick_is_undone_with_its_only_card() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "red-8", "yellow-5")
    cards.become(cards.umpire.set_trump(cards.hand, "blue", from_trick=2))
    assert cards.course.trump == "blue"
    cards.become(cards.umpire.undo(cards.hand))
    assert (cards.course.trump, len(cards.hand.tricks)) == ("green", 1)


def test_a_trump_corrected_from_the_start_counts_in_the_first_trick() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7")
    cards.become(cards.umpire.set_trump(cards.hand, "blue", from_trick=1))
    cards.become(cards.umpire.set_trump(cards.hand, "yellow"))
    assert cards.course.trump == "yellow"


def test_the_referee_is_asked_about_the_tricks_under_the_trump_of_the_renege() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("green-9", "red-1", "trump-twist")
    cards.become(cards.umpire.set_trump(cards.hand, "red", from_trick=2))
    cards.play("blue-5", "yellow-3", "blue-7", "blue-8")
    course = cards.course
    assert [(item.renege.player, item.renege.trick, item.renege.shown_in) for item in course.proved_reneges] == [
        ("Bob", 2, 3)
    ]
    first, facts = cards.umpire.proof_facts(cards.hand, course, course.proved_reneges[0])
    assert (first, facts["trump"], len(facts["tricks"])) == (2, "red", 2)
    assert judged(cards, "renege", facts)["reneges"] == [
        {"player": "Bob", "trick": 1, "card": "yellow-3", "shown_in": 2}
    ]


def test_if_no_card_names_a_trump_the_referee_gets_all_tricks() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "7s", "8h", "10s", "9h", "8s", "10d")
    assert [(item.renege.player, item.renege.trick) for item in cards.course.proved_reneges] == [("Bob", 1)]
    first, facts = cards.umpire.proof_facts(cards.hand, cards.course)
    assert (first, [len(trick) for trick in facts["tricks"]]) == (1, [3, 3, 1])


def test_the_referee_gets_all_tricks_under_the_trump_of_the_renege_and_the_first_of_them() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("green-9", "red-1", "trump-twist")
    cards.become(cards.umpire.set_trump(cards.hand, "red", from_trick=2))
    cards.play("blue-1", "blue-5", "blue-6", "yellow-5", "red-2", "red-3", "yellow-1")
    course = cards.course
    assert [(item.renege.player, item.renege.trick, item.renege.shown_in) for item in course.proved_reneges] == []
    cards.play("blue-7")
    first, facts = cards.umpire.proof_facts(cards.hand, cards.course)
    assert (first, facts["trump"], len(facts["tricks"])) == (2, "red", 4)


def test_the_proving_card_is_named_if_its_player_has_two() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "blue-3", "yellow-9", "yellow-3", "yellow-10")
    cards.by("Bob", "yellow-4")
    cards.by("Bob", "yellow-5")
    cards.by("Ann", "take-it:yellow-5")
    cards.by("Bob", "red-2", same=True)
    assert "in trick 4 shows the red 2." in cards.caught[0]


def test_the_card_that_set_the_colour_is_named_if_an_action_card_led() -> None:
    cards = Cards("rage", ("Ann", "Bob", "Cyd"), trump=None)
    cards.play("out", "red-5", "blue-1", "green-4", "red-9", "green-5")
    assert cards.caught == [
        "Cyd reneged in trick 1: Bob set the colour with the red 5, Cyd played the blue 1, "
        "and in trick 2 shows the red 9."
    ]


def test_a_player_who_is_out_of_a_hand_of_toepen_does_not_win_it() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "8h", "10s", "9s", "8s", "10d", "9d", "8d", "10c", "9c")
    cards.leave("Ann")
    cards.play("8c")
    assert cards.counted == {"winner": "Bob"}
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "8h", "10s", "9s", "8s", "10d", "9d", "8d", "10c", "Kh")
    cards.leave("Ann")
    cards.play("Qh")
    assert cards.counted == {}, "nobody still in it followed the last lead"


def test_no_trick_counts_if_all_but_one_folded_in_the_first() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob", "Cyd"), "red")
    cards.play("blue-9")
    cards.leave("Bob")
    cards.leave("Cyd")
    assert cards.course.over
    assert cards.counted == {"tricks": {"Ann": 0, "Bob": 0, "Cyd": 0}, "folded": ["Bob", "Cyd"]}
    assert extend_sheet(cards.sheet, [cards.counted]).refusal is None


def test_a_player_who_leaves_after_a_black_card_is_skipped() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob", "Cyd"), trump="green", options=BLACK)
    cards.play("red-7", "spy")
    assert cards.course.turn == "Bob"
    cards.leave("Bob")
    assert cards.course.turn == "Cyd"


def test_values_that_the_cards_no_longer_settle_are_removed() -> None:
    cards = reversis_of_ann(("Jd", "Ad", "2d", "2c", "2h", "Jh", "Ah", "Jc"))
    cards.become(cards.umpire.undo(cards.hand))
    assert set(cards.counted) == {"tricks", "points", "payments"}


def test_the_talon_is_known_only_after_complete_tricks() -> None:
    cards = reversis_of_ann(("4s", "2h", "2d", "2c", "3s", "Jd", "Jh"))
    cards.become(cards.umpire.close_trick(cards.table, cards.hand))
    assert cards.counted["reversis"] == "Ann"
    assert "talon" not in cards.counted


def test_a_unique_card_is_gone_in_all_its_forms() -> None:
    cards = Cards("rage", trump=None)
    cards.play("wild-red")
    assert cards.umpire.used_up_cards(cards.hand, ("wild-red", "wild-blue", "red-1")) == frozenset()
    cards.play("wild-blue", "red-1")
    assert cards.umpire.used_up_cards(cards.hand, ("wild-red", "wild-green", "red-1", "red-2")) == {
        "wild-red", "wild-green", "red-1",
    }  # fmt: skip


def test_take_it_can_be_typed_once() -> None:
    cards = Cards("raise-the-stakes", trump="green", options=BLACK)
    cards.play("red-7", "Take It: Red 7")
    assert cards.hand.tricks[0][1].card == "take-it:red-7"
    assert cards.refused("Cyd", "take-it:red-7").startswith("Take It is there too often")
    off = Cards("raise-the-stakes", trump="green")
    off.play("red-7")
    assert off.refused("Bob", "take-it:red-7") == "Take It for the red 7 cannot be played now."


# What is refused.


@pytest.mark.parametrize(
    ("player", "card", "message"),
    [
        pytest.param(
            "Bob",
            "10h",
            f"10♥ is there too often; it comes once in the 32 cards of Toepen. {CORRECT_WRONG_CARD}",
            id="card twice",
        ),
        pytest.param("Bob", "2h", "“2h” is not in the 32 cards of Toepen.", id="card of another deck"),
        pytest.param("Bob", "", "Choose a card.", id="no card"),
        pytest.param("Bob", "<b>", "“<b>” is not in the 32 cards of Toepen.", id="markup"),
        pytest.param("Bob", "\0", "“\N{REPLACEMENT CHARACTER}” is not in the 32 cards of Toepen.", id="a zero"),
        pytest.param(
            "Bob", "\ud800", "“\N{REPLACEMENT CHARACTER}” is not in the 32 cards of Toepen.", id="half a letter"
        ),
        pytest.param("Bob", "9" * 10_000, "“" + "9" * 39 + "…” is not in the 32 cards of Toepen.", id="long"),
        pytest.param("Zoe", "9h", "“Zoe” is not in this round.", id="stranger"),
        pytest.param("Cyd", "9h", "Cyd is out of the hand.", id="out"),
        pytest.param("Ann", "9h", "Ann played two cards to the trick: leave one of them out.", id="twice to a trick"),
    ],
)
def test_an_impossible_card_is_refused_with_the_reason(player: str, card: str, message: str) -> None:
    cards = Cards("toepen")
    cards.leave("Cyd")
    cards.play("10h")
    assert cards.refused(player, card) == message


def test_trump_must_be_named_before_the_first_card() -> None:
    cards = Cards("rage")
    assert cards.refused("Ann", "red-3") == "First say what is trump."
    assert Cards("rage", trump=None).course.trump is None


def test_the_leader_must_be_named_before_the_first_card() -> None:
    cards = Cards("toepen", leader="")
    assert cards.course.turn == ""
    assert cards.refused("", "7h") == "First say who leads."
    cards.by("Cyd", "7h")
    assert cards.hand.leader == "Cyd"


def test_trump_must_change_to_another_suit() -> None:
    cards = Cards("rage", trump="red")
    assert cards.refused("Ann", "change-red").startswith("Ann cannot change the trump to red: red is trump already.")


@pytest.mark.parametrize("trump", ["", "7", "\0", "x" * 10_000, "<b>", None, 5, ["red"]])
@pytest.mark.parametrize("slug", ["raise-the-stakes", "rage"])
def test_an_invalid_trump_is_refused(slug: str, trump: Any) -> None:
    cards = Cards(slug)
    answer = cards.umpire.set_trump(cards.hand, trump)
    if slug == "rage" and trump is None:
        assert isinstance(answer, Fall)
        return
    assert isinstance(answer, list)
    assert [problem.field for problem in answer] == ["trump"]


def test_toepen_has_no_trump_to_name() -> None:
    cards = Cards("toepen")
    assert cards.umpire.set_trump(cards.hand, "h") == [Problem("trump", "There is no trump in this game.")]


def test_a_trump_that_makes_a_played_card_impossible_is_refused() -> None:
    cards = Cards("rage", trump="blue")
    cards.play("change-red")
    answer = cards.umpire.set_trump(cards.hand, "red")
    assert isinstance(answer, list)
    assert answer[0].message == (
        "Trick 1 cannot have been played so. Ann cannot change the trump to red: red is trump already. "
        "Enter the colour called."
    )


def test_a_corrected_trump_counts_for_all_tricks() -> None:
    cards = Cards("rage", ("Ann", "Bob"), trump="blue")
    cards.play("red-5", "green-1")
    assert cards.winners == ["Ann"]
    cards.become(cards.umpire.set_trump(cards.hand, "green"))
    assert cards.winners == ["Bob"]


def test_a_game_without_tricks_cannot_be_followed() -> None:
    with pytest.raises(LookupError):
        Umpire(game_of("samba"), Cards("toepen").umpire.options)


def test_a_game_whose_tricks_cannot_be_followed_says_so() -> None:
    game = game_of("toepen")
    unfollowed = replace(game, situations=tuple(replace(one, by_tricks=None) for one in game.situations))
    with pytest.raises(LookupError, match="Toepen is not followed trick by trick"):
        Umpire(unfollowed, Cards("toepen").umpire.options)


# Serialisation.


def test_a_hand_survives_serialisation() -> None:
    cards = Cards("raise-the-stakes", trump="green", options=BLACK)
    cards.play("red-7", "trump-twist")
    cards.become(cards.umpire.set_trump(cards.hand, "blue", from_trick=2))
    cards.leave("Dee")
    cards.become(cards.umpire.close_trick(cards.table, cards.hand))
    assert fall_from_json(fall_json(cards.hand), (), "Bob") == cards.hand


def test_a_stored_hand_without_a_card_takes_the_players_of_today() -> None:
    kept = fall_json(Cards("rage", trump=None).hand)
    assert fall_from_json(kept, ("Ann", "Eve"), "Eve").players == ("Ann", "Eve")
    assert fall_from_json(kept, ("Ann", "Eve"), "Eve").asked_trump
    assert fall_from_json({}, ("Ann", "Eve"), "Eve") == Fall(("Ann", "Eve"), "Eve", trumps_entered={}, out={})


def test_impossible_stored_cards_are_shown_without_a_verdict() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "9h", "8h", "10s", "9s", "8s")
    kept = fall_json(cards.hand)
    kept["tricks"][1] = [{"player": name, "card": "10h"} for name in ("Ann", "Bob", "Cyd")]
    cards.become(fall_from_json(kept, (), ""))
    assert cards.winners == ["Ann", ""]
    assert (cards.caught, cards.course.taken) == ([], {"Ann": 1, "Bob": 0, "Cyd": 0})


def test_the_count_of_tricks_is_one_sentence() -> None:
    assert tally_text({"Ann": 2, "Bob": 0, "Cyd": 1}).replace("\N{NO-BREAK SPACE}", " ") == "Ann 2, Bob 0 and Cyd 1"


# Random actions.


@pytest.mark.parametrize("slug", FOLLOWED)
@settings(max_examples=few(20))
@given(data=st.data())
def test_random_cards_are_accepted_or_refused_and_counted_as_by_the_referee(slug: str, data: st.DataObject) -> None:
    names = NAMES[: game_of(slug).seats.most]
    cards = Cards(slug, names, options=BLACK if slug == "raise-the-stakes" else None)
    item = cards.umpire.trump
    if item is not None and cards.umpire.says_trump:
        cards.become(cards.umpire.set_trump(cards.hand, data.draw(st.sampled_from(trumps_of(item)))))
    for _ in range(data.draw(st.integers(0, 24))):
        one_tap(cards, data)
    course = cards.course
    for trick in course.tricks:
        if trick.verdict is not None and all(play.card in cards.umpire.counting for play in trick.plays):
            facts = {"plays": trick_json(trick.plays), **({item.key: trick.trump} if item else {})}
            assert judged(cards, "trick", facts)["winner"] == trick.winner
    assert sum(course.taken.values()) == len(course.won)
    assert bool(course.turn) != course.over
    entry = cards.counted
    fields = {field.key: field for field in cards.game.scoring.fields(cards.table)}
    assert set(entry) <= set(fields)
    assert fall_from_json(fall_json(cards.hand), cards.hand.players, cards.hand.leader) == fall_from_json(
        fall_json(fall_from_json(fall_json(cards.hand), cards.hand.players, cards.hand.leader)),
        cards.hand.players,
        "Ann",
    )


def trumps_of(item: Field) -> list[Any]:
    """Return trumps that the table can name; two of them if any text is one."""
    return [choice.value for choice in item.choices] or ["red", "blue"]


def judged(cards: Cards, key: str, facts: dict[str, Any]) -> Any:
    situation = situation_of(cards.game.situations, key)
    options = {field.key: cards.umpire.options[field.key] for field in cards.game.options if field.type != "choices"}
    return judge_request(cards.game, situation, {"options": options, "facts": facts}).outcome


def one_tap(cards: Cards, data: st.DataObject) -> None:
    """Draw one action; a refused one changes nothing."""
    what = data.draw(st.sampled_from(["card"] * 12 + ["back", "close", "leave", "trump", "over", "call"]))
    before = cards.hand
    if what == "card":
        current = cards.course.current
        offered = cards.umpire.cards_to_offer(current.plays if current else ())
        card = data.draw(st.sampled_from([*offered, "red-99", "take-it", "Jk", "?"]))
        player = data.draw(st.sampled_from([cards.course.turn or "Ann", *NAMES]))
        answer = cards.umpire.add_card(cards.table, before, player, card, data.draw(st.booleans()))
    elif what == "back":
        answer = cards.umpire.undo(before)
    elif what == "call":
        now = cards.course.bidding
        answer = cards.umpire.add_call(
            cards.table, before, data.draw(st.sampled_from([*(now.legal if now else ()), "x"]))
        )
    elif what == "close":
        answer = cards.umpire.close_trick(cards.table, before)
    elif what == "leave":
        answer = cards.umpire.toggle_leaving(cards.table, before, data.draw(st.sampled_from(NAMES)))
    elif what == "trump":
        known = trumps_of(cards.umpire.trump) if cards.umpire.trump else []
        answer = cards.umpire.set_trump(
            before, data.draw(st.sampled_from([*known, "red", "blue", "x1"])), data.draw(st.integers(1, 4))
        )
    else:
        answer = before
    if isinstance(answer, Fall):
        cards.hand = answer
        if what == "card":
            assert sum(map(len, answer.tricks)) == sum(map(len, before.tricks)) + 1
    else:
        assert answer
        assert all(problem.message.endswith((".", "…")) for problem in answer)
    assert all(isinstance(play, PlayedCard) for trick in cards.hand.tricks for play in trick)
