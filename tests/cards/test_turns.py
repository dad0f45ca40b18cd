"""A turn in a trick: which cards follow, trump or would win, and what a player owes."""

from dataclasses import replace

from companion.cards.turns import Stage, must_follow
from tests.cards.test_tricks import NO_TRUMP, PLAIN, trick


def test_a_card_follows_or_trumps_only_once_a_card_of_a_suit_lies() -> None:
    """A joker is of no suit here, so the next card sets the suit, though it is not led."""
    lead, after_joker, after_card = (PLAIN.turn(trick(*cards), Stage("s")) for cards in ((), ("Jk",), ("Jk", "9h")))
    assert [turn.leads for turn in (lead, after_joker, after_card)] == [True, False, False]
    assert [turn.set_by for turn in (lead, after_joker, after_card)] == [None, None, ("h", 1)]
    assert [(turn.follows("2h"), turn.trumps("2s")) for turn in (lead, after_joker, after_card)] == [
        (False, False), (False, False), (True, True),
    ]  # fmt: skip
    assert not lead.heads("As")
    plain_trick = PLAIN.turn(trick("9h"), NO_TRUMP)
    assert [plain_trick.trumps(card) for card in ("2s", "Jk")] == [False, False]
    assert [plain_trick.heads(card) for card in ("10h", "8h", "As")] == [True, False, False]


def test_a_joker_has_no_freedom_unless_the_game_gives_it_one() -> None:
    assert PLAIN.legal_cards(["2h", "Jk"], trick("9h"), NO_TRUMP).cards == ("2h",)
    assert PLAIN.legal_cards(["Jk"], (), NO_TRUMP).cards == ("Jk",)


def test_a_hand_begins_without_a_trump_and_keeps_its_stage_from_trick_to_trick() -> None:
    assert Stage() == ("", False, False, "", frozenset(), False)
    stage = Stage("s", first=True, broken=True, bound="h", gone=frozenset({"As"}), declared=True)
    assert PLAIN.next_stage(stage, trick("9h", "2h")) == stage._replace(first=False, declared=False)


def test_a_suit_without_a_name_is_owed_by_its_word() -> None:
    colours = replace(PLAIN, suit_of=lambda card, _: card[:-1], held_suit=lambda card, _: card[:-1])
    duty = must_follow()
    assert duty.owed(colours.turn(trick("red7"), NO_TRUMP), "red8") == "follow red"
    assert duty.owed(PLAIN.turn(trick("9h"), NO_TRUMP), "10h") == "follow hearts"
