"""Decks: how a card looks, and with which cards it is grouped."""

from dataclasses import replace

import pytest

from companion.cards.decks import SPECIAL, Deck, Face, Group, coloured_face, several_packs, standard_deck
from companion.games.rage import cards as rage
from companion.games.raise_the_stakes import cards as stakes

PACK = standard_deck("a pack", jokers=2)
RAGE = rage._deck(1, 1, True)
STAKES = stakes._deck(False, played=True, specials=(stakes.BIG, stakes.LITTLE, *stakes.BLACK))


@pytest.mark.parametrize(
    ("deck", "card", "text", "group", "title", "short"),
    [
        (PACK, "10h", "10♥", "h", "Hearts", "10♥"),
        (PACK, "As", "A♠", "s", "Spades", "A♠"),
        (PACK, "Jk", "joker", "", "Special cards", "joker"),
        (PACK, "Th", "Th", "", "Special cards", "Th"),
        (RAGE, "red-7", "red 7", "red", "Red", "7"),
        (RAGE, "wild-red", "Wild Rage as red", "", "Special cards", "Wild Rage as red"),
        (RAGE, "change-blue", "Change Rage for blue", "", "Special cards", "Change Rage for blue"),
        (RAGE, "out", "Out Rage", "", "Special cards", "Out Rage"),
        (STAKES, "blue-15", "blue 15", "blue", "Blue", "15"),
        (STAKES, "pink-99", "pink 99", "pink", "Pink", "99"),
        (STAKES, "big-fire", "big fire", "", "Special cards", "big fire"),
        (STAKES, "one-higher", "One Higher", "", "Special cards", "One Higher"),
        (STAKES, "take-it:red-7", "Take It for the red 7", "", "Special cards", "Take It for the red 7"),
    ],
)
def test_a_card_has_a_face_and_is_listed_in_its_suit(
    deck: Deck, card: str, text: str, group: str, title: str, short: str
) -> None:
    face = deck.face(card)
    assert (face.text, face.group.key, face.group.title, face.short) == (text, group, title, short)


def test_a_coloured_card_is_in_the_group_of_its_colour_and_shows_only_its_number_there() -> None:
    assert coloured_face("the red 7", "red") == Face("red 7", Group("red", "Red"), "7")
    assert coloured_face("the big fire", "") == Face("big fire", SPECIAL)


@pytest.mark.parametrize("deck", [PACK, RAGE, STAKES])
def test_no_two_cards_look_alike(deck: Deck) -> None:
    assert len({deck.face(card).text for card in deck.copies}) == len(deck.copies)
    assert len({(deck.face(card).group, deck.face(card).short) for card in deck.copies}) == len(deck.copies)


@pytest.mark.parametrize("deck", [PACK, RAGE, STAKES])
@pytest.mark.parametrize("text", ["", "mauve", "red-", "-7", "take-it:", "wild-mauve", "\ud800"])
def test_a_text_that_is_no_card_of_the_deck_is_unchanged(deck: Deck, text: str) -> None:
    assert deck.face(text).text == text
    assert deck.face(text).group == SPECIAL


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("As Ks Qs", []),
        ("As Ks As", ["As"]),
        ("Jk Ah Jk", []),
        ("Jk Ah Jk Ah Jk", ["Jk", "Ah"]),
        ("As red-7", ["red-7"]),
    ],
)
def test_cards_that_the_deck_does_not_have_so_often_are_named_once(cards: str, expected: list[str]) -> None:
    assert PACK.too_many(cards.split()) == expected


def test_a_deck_says_how_often_it_has_a_card() -> None:
    deck = Deck("the box", {"As": 1, "Ks": 2, "Qs": 3})
    assert [deck.how_often(card) for card in ("As", "Ks", "Qs", "Js")] == [
        "once in the box", "twice in the box", "3 times in the box", "not at all in the box",
    ]  # fmt: skip
    more = replace(deck, open=True)
    assert [more.copies_of(card) for card in ("Js", "Ks", "js", "x")] == [1, 2, 0, 0]
    assert ["Js" in one for one in (deck, more)] == [False, True]
    assert 5 not in more
    assert more.too_many(["Js", "Js", "Qs"]) == ["Js"]
    assert deck.hint("x") == ""


def test_standard_decks_have_packs_and_jokers_and_miss_cards() -> None:
    deck = standard_deck("a few", ranks=("A", "K"), packs=2, jokers=3, without=("Kc",))
    assert deck.copies == {
        "As": 2, "Ks": 2, "Ah": 2, "Kh": 2, "Ad": 2, "Kd": 2, "Ac": 2, "Jk": 3,
    }  # fmt: skip
    assert list(deck.copies)[:3] == ["As", "Ks", "Ah"], "in the order of a picker"
    assert "Jk" not in standard_deck("a pack")
    told = [(one.name, one.copies["As"], one.copies["Jk"]) for one in map(several_packs, (1, 2))]
    assert told == [("the cards of one pack", 1, 2), ("the cards of 2 packs", 2, 4)]
