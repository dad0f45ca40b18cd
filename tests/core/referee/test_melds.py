"""Melds in facts and sentences of a referee."""

import pytest

from companion.cards.decks import standard_deck
from companion.cards.melds import BARRED, FEW, RUN, SUIT, WILD, MeldRules, RunRules, SetRules, at_most
from companion.cards.notation import JOKER
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards, Key
from companion.core.entry.record import read_record
from companion.core.referee.melds import (
    MeldObjection,
    all_cards,
    card_text,
    cards_by_key,
    check_melds,
    meld_text,
    melds_fact,
    objection_to,
)

PACK = standard_deck("the pack", jokers=2)
RULES = MeldRules(
    sets=SetRules(most_wild=at_most(1), suits_differ=True),
    runs=RunRules(line=("A", "2", "3", "4", "5"), most_wild=at_most(1)),
    is_wild=lambda card: card == JOKER,
    never=("3s",),
)
TEXT = {
    "meld": {
        FEW: ("play.few", "{cards} cards are fewer than {limit}."),
        BARRED: ("play.never", "{card} is never melded."),
        WILD: ("play.wild", "{wild} are wild, {naturals} natural; at most {limit} may be."),
        SUIT: ("play.suit", "{card} is there twice; {needed}."),
    },
    RUN: {FEW: ("play.run", "A run has {limit} cards.")},
}


@pytest.mark.parametrize(
    ("cards", "rule", "why"),
    [
        ("5s 5h 5d", "", ""),
        ("5s 5h 5d 5c", "", ""),
        ("5s 5h", "play.few", "2 cards are fewer than 3."),
        ("4h 5h", "play.run", "A run has 3 cards."),
        ("3s 3h 3d", "play.never", "3♠ is never melded."),
        ("5s Jk Jk", "play.wild", "2 are wild, 1 natural; at most 1 may be."),
        ("5s 5h 5s", "play.suit", "5♠ is there twice; 0 natural cards."),
    ],
)
def test_an_objection_has_the_sentence_for_its_kind_and_reason(cards: str, rule: str, why: str) -> None:
    assert objection_to(RULES, cards.split(), TEXT) == MeldObjection(rule, why)


def test_melds_are_as_many_as_the_deck_has_cards_for_unless_a_game_limits_them() -> None:
    fields = (
        melds_fact(Key("melds"), "Melds", PACK, 3, 5),
        melds_fact(Key("melds"), "Melds", PACK, 3, 5, most=2, help="H"),
        melds_fact(Key("melds"), "Melds", PACK, 1, 5),
    )
    assert [(one.key, one.label, one.bounds.most, one.help) for one in fields] == [
        ("melds", "Melds", 18, ""), ("melds", "Melds", 2, "H"), ("melds", "Melds", 18, ""),
    ]  # fmt: skip
    (meld,) = fields[0].columns
    assert (meld.key, meld.label, meld.type, meld.deck, meld.bounds.least, meld.bounds.most) == (
        "meld", "Meld", "cards", PACK, 3, 5,
    )  # fmt: skip


def test_the_cards_of_hands_and_melds_are_listed_by_fact() -> None:
    hand, melds = Key[Cards]("hand"), Key[tuple[Cards, ...]]("melds")
    fields = f.cards(hand, "Hand", PACK), melds_fact(melds, "Melds", PACK, 1, 5)
    given, problems = read_record(fields, {"hand": ["As", "2s"], "melds": [["3h", "4h"], ["Jk"]]})
    assert not problems
    assert cards_by_key(given, melds, hand) == [("melds", ["3h", "4h", "Jk"]), ("hand", ["As", "2s"])]
    assert all_cards(given[melds]) == ["3h", "4h", "Jk"]


def test_each_invalid_meld_is_a_problem_with_its_number() -> None:
    melds = (["As"], ["2s", "3s"], ["4s"])
    found = check_melds(Key("melds"), melds, lambda meld: " has one card." if len(meld) < 2 else "")
    assert [(one.field, one.message, one.row) for one in found] == [
        ("melds", "Meld 1 has one card.", 1), ("melds", "Meld 3 has one card.", 3),
    ]  # fmt: skip


def test_a_wild_card_is_described_with_the_card_that_it_stands_for() -> None:
    assert [card_text(*one, wild=wild) for *one, wild in (
        ("5s", "5s", False), ("Jk", "6h", True), ("2h", "2h", True), ("Jk", "", True), ("5s", "6s", False),
    )] == ["5♠", "joker as 6♥", "2♥, counted as wild", "joker", "5♠"]  # fmt: skip
    meld = RULES.read(["Jk", "4h", "5h"])
    assert meld is not None
    assert meld_text(meld.laid) == "joker as 3♥, 4♥ and 5♥"
    assert meld_text(meld.laid, fixed=False) == "joker, 4♥ and 5♥"
