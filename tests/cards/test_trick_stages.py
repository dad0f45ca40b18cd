"""Tricks in which the trump is fixed, or changes on the way, and in which cards stand for others."""

from companion.cards.notation import RANKS, suit_of
from companion.cards.tricks import LyingCard, plain_suits, who_played_twice
from companion.cards.turns import PlayedCard, Stage, must_head, must_not_play, must_trump


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
    assert (found.player, found.card, found.shown, found.suit, found.led) == ("A", "9h", "3c", "", tricks[0][0])
    assert rules.early_cards(tricks, Stage(first=True)) == ()
    assert [item.led for item in rules.early_cards(tricks[:1], Stage(first=True))] == [tricks[0][0]]


def test_whose_second_card_came_first_has_played_twice() -> None:
    names = ("Ann", "Bob", "Bob", "Ann")
    assert who_played_twice([PlayedCard(name, card) for name, card in zip(names, RANKS, strict=False)]) == "Bob"
