"""Tricks in which the trump is fixed, or changes on the way, and in which cards stand for others."""

from companion.cards.notation import RANKS, suit_of
from companion.cards.tricks import LyingCard, Renege, plain_suits, who_played_twice
from companion.cards.turns import Duty, PlayedCard, Stage, Turn, must_head, must_not_play, must_trump


def plays(text: str) -> list[PlayedCard]:
    """Return the cards of one trick, each of another player."""
    return [PlayedCard(name, card) for name, card in zip("ABCD", text.split(), strict=False)]


def test_a_trump_fixed_by_the_rules_counts_whatever_the_stage_says() -> None:
    rules = plain_suits(RANKS, must_trump("play.trump"), trump="s")
    turn = rules.turn(plays("9h"), Stage())
    assert (turn.before.trump, turn.stage.trump) == ("s", "s")
    found = rules.outcome(plays("9h 2s Ah"), Stage("h"))
    assert (found.winner.card, found.before.trump, found.stage.trump) == ("2s", "s", "s")
    assert rules.legal_cards(["3s", "4c"], plays("9h"), Stage()).cards == ("3s",)


def test_the_first_card_of_the_hand_makes_its_suit_trump_for_the_whole_trick() -> None:
    """As if both suits of a colour were one while the other is trump."""

    def colour(card: str, trump: str) -> str:
        return "c" if (suit_of(card), trump) == ("s", "c") else suit_of(card)

    rules = plain_suits(RANKS, must_head("play.head"), trump_led=True, suit_of=colour, held_suit=colour)
    turn = rules.turn(plays("9c"), Stage())
    assert (turn.before.trump, turn.stage.trump, turn.set_by and turn.set_by.suit) == ("", "c", "c")
    found = rules.outcome(plays("9c As Kc"), Stage())
    assert (found.winner.card, [item.card for item in found.able]) == ("As", ["As", "Kc", "9c"])
    assert (found.before.trump, found.stage.trump) == ("", "c")
    spade = rules.outcome(plays("9s As"), Stage("c"))
    assert spade.set_by
    assert (spade.set_by.suit, spade.winner.card) == ("c", "As")
    assert rules.turn(plays("9s"), Stage("c")).set_by == spade.set_by


def test_a_card_wins_as_the_one_that_it_stands_for() -> None:
    def counting(trick: list[PlayedCard]) -> list[LyingCard]:
        return [LyingCard(player, card, "Ah" if card == "2c" else card) for player, card in trick]

    found = plain_suits(RANKS, cards_that_count=counting).outcome(plays("9h 2c Kh"), Stage())
    assert found.winner == LyingCard("B", "2c", "Ah")
    assert [item.card for item in found.able] == ["2c", "Kh", "9h"]


def test_the_duties_that_bind_are_named_once_each() -> None:
    rules = plain_suits(RANKS, must_head("play.head"))
    legal = rules.legal_cards(["2h", "3h", "4c", "5c", "Ah"], plays("9h"), Stage())
    follow, head = rules.duties
    assert legal.cards == ("Ah",)
    assert legal.against == (("2h", head), ("3h", head), ("4c", follow), ("5c", follow))
    assert legal.bound_by == (head, follow)


def test_a_card_led_against_a_duty_is_the_card_that_set_the_suit() -> None:
    early = must_not_play("early", lambda turn, card: turn.leads and suit_of(card) == "h", "Not yet.", "play.lead")
    rules = plain_suits(RANKS, early)
    tricks = [plays("9h 2h"), plays("3c 4c")]
    (found,) = rules.reneges(tricks, Stage(first=True))
    assert (found.player, found.card, found.shown, found.led) == ("A", "9h", "3c", tricks[0][0])
    assert rules.early_cards(tricks, Stage(first=True)) == ()
    assert [item.led for item in rules.early_cards(tricks[:1], Stage(first=True))] == [tricks[0][0]]


def test_a_card_of_a_suit_only_on_the_table_need_not_follow_that_suit() -> None:
    """As with a joker that counts as a heart once it is played, and as no suit in a hand."""

    def on_the_table(card: str, _: str) -> str:
        return "h" if card == "Jk" else suit_of(card)

    rules = plain_suits(("Jk", *RANKS), must_trump("play.trump"), suit_of=on_the_table, trump_led=True)
    assert rules.stage_after(Stage(), plays("Jk")).trump == "h"
    assert rules.suit_to_follow(plays("Jk 9s")) == ("h", 0)
    assert rules.outcome(plays("9h Jk Ah"), Stage("s")).winner.card == "Jk"
    assert rules.legal_cards(["Jk", "2s"], plays("9h"), Stage("d")).cards == ("Jk", "2s")
    assert rules.legal_cards(["Jk", "2c"], plays("9s"), Stage("h")).cards == ("Jk", "2c"), "it need not trump"


def test_a_trump_made_during_a_trick_counts_for_its_first_card_and_for_who_is_next() -> None:
    def colour(card: str, trump: str) -> str:
        return "c" if (suit_of(card), trump) == ("s", "c") else suit_of(card)

    def turned(stage: Stage, play: PlayedCard) -> Stage:
        return stage._replace(trump="c") if play.card == "Jd" else stage

    rules = plain_suits(RANKS, must_trump("play.trump"), suit_of=colour, held_suit=colour, after_card=turned)
    turn = rules.turn(plays("9s Jd"), Stage())
    assert turn.set_by == ("c", 0)
    assert [(turn.follows(card), turn.trumps(card)) for card in ("2s", "2c", "2d")] == [
        (True, True), (True, True), (False, False),
    ]  # fmt: skip
    assert rules.outcome(plays("9s Jd"), Stage()).set_by == ("c", 0)


def test_the_height_of_a_card_may_depend_on_the_trump() -> None:
    def jack_first(card: str, trump: str) -> int:
        return 1 if card == f"J{trump}" else -RANKS.index(card[:-1])

    rules = plain_suits(RANKS, height_of=jack_first)
    assert [rules.outcome(plays("Ah Jh Kh"), Stage(trump)).winner.card for trump in "hs"] == ["Jh", "Ah"]
    led = plain_suits(RANKS, height_of=jack_first, trump_led=True)
    assert led.outcome(plays("Ah Jh Kh"), Stage()).winner.card == "Jh"


def test_cards_that_do_not_count_are_still_cards_of_the_trick() -> None:
    def without_twos(trick: list[PlayedCard]) -> list[LyingCard]:
        return [LyingCard(player, card, card) for player, card in trick if card != "2h"]

    found = plain_suits(RANKS, cards_that_count=without_twos).outcome(plays("9h 2h Kh"), Stage())
    assert ([item.card for item in found.lying], found.plays) == (["9h", "Kh"], tuple(plays("9h 2h Kh")))


def test_whoever_must_head_has_to_beat_the_winning_card_as_it_was_played() -> None:
    def counting(trick: list[PlayedCard]) -> list[LyingCard]:
        return [LyingCard(player, card, "Kh" if card == "2c" else card) for player, card in trick]

    rules = plain_suits(RANKS, must_head("play.head"), cards_that_count=counting)
    _, head = rules.duties
    assert head.owed(rules.turn(plays("9h 2c"), Stage()), "Ah") == "beat 2♣"


def test_the_stage_after_a_trick_follows_from_its_cards() -> None:
    rules = plain_suits(RANKS, trump_led=True, after_trick=lambda stage, _: stage._replace(bound=stage.trump))
    assert rules.next_stage(Stage(first=True), plays("9h 2h")) == Stage("h", bound="h")


def test_the_card_that_set_the_suit_is_named_if_a_joker_was_led() -> None:
    tricks = [plays("Jk 9h 2c"), plays("9d 8d 3h")]
    (found,) = plain_suits(RANKS).reneges(tricks, Stage())
    assert (found.player, found.led) == ("C", PlayedCard("B", "9h"))


def test_a_barred_card_is_named_itself_if_there_was_no_suit_to_follow() -> None:
    early = must_not_play(
        "early", lambda turn, card: turn.stage.first and suit_of(card) == "h", "Not yet.", "play.lead"
    )
    rules, tricks = plain_suits(RANKS, early), [plays("Jk 9h"), plays("2c 3c")]
    barred = tricks[0][1]
    assert rules.early_cards(tricks[:1], Stage(first=True)) == (Renege("B", 1, "9h", 0, "", barred, early, ""),)
    assert rules.reneges(tricks, Stage(first=True)) == (
        Renege("B", 1, "9h", 2, "3c", barred, early, "play another card"),
    )


def test_a_duty_may_be_told_with_the_card_that_was_held() -> None:
    def is_high(turn: Turn, card: str) -> bool:
        return turn.leads or card in ("Ah", "Kh")

    high = Duty(key="high", fulfilment=is_high, owed=lambda _turn, shown: f"play {shown}")
    (found,) = plain_suits(RANKS, high).reneges([plays("9h 2h"), plays("2c Kh")], Stage())
    assert (found.card, found.owed) == ("2h", "play Kh")


def test_only_a_later_trick_proves_what_somebody_held() -> None:
    """Whoever lost a card of the trick may play another to it."""
    tricks = [[*plays("9h 2c"), PlayedCard("B", "3h")]]
    assert plain_suits(RANKS).reneges(tricks, Stage()) == ()
    assert [item.shown for item in plain_suits(RANKS).reneges([*tricks, plays("9d 4h")], Stage())] == ["4h"]


def test_each_trick_may_have_a_stage_of_its_own() -> None:
    rules, tricks = plain_suits(RANKS, must_trump("play.trump")), [plays("9c 2d"), plays("8c 3d"), plays("7d 3h")]
    found = rules.reneges(tricks, [Stage("s"), Stage("h"), Stage("h")])
    assert [(item.trick, item.duty.key, item.shown) for item in found] == [(2, "trump", "3h")]
    assert rules.reneges(tricks, Stage("s")) == ()


def test_a_barred_card_is_right_only_where_nothing_else_is_held() -> None:
    barred = must_not_play("early", lambda _turn, card: card == "Ah", "No ace.", "play.ace", "play.again")
    assert (barred.unless, barred.rules) == ("holds nothing else", ("play.ace", "play.again"))


def test_whose_second_card_came_first_has_played_twice() -> None:
    names = ("Ann", "Bob", "Bob", "Ann")
    assert who_played_twice([PlayedCard(name, card) for name, card in zip(names, RANKS, strict=False)]) == "Bob"
