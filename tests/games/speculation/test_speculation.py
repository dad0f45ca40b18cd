"""Whose turn it is by walking round the table, the highest trump by comparing all, and what a hand raises."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.referee import judge_request
from companion.core.situation import situation_of
from companion.games import game_of
from companion.games.speculation.referee import DECK
from tests.games.offers import suggested

GAME = game_of("speculation")
NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve")
PLAYERS = ("Ann", "Bob", "Cyd")


def asked(key: str, **facts: Any) -> Mapping[str, Any]:
    """The outcome of a question."""
    return judge_request(GAME, situation_of(GAME.situations, key), {"facts": facts}).outcome


@settings(max_examples=60, deadline=None)
@given(
    held=st.lists(st.integers(0, 3), min_size=2, max_size=5), holder=st.integers(0, 4),
    last=st.none() | st.integers(0, 4), new=st.booleans(),
)  # fmt: skip
def test_the_turn_goes_round_past_the_holder(held: list[int], holder: int, last: int | None, new: bool) -> None:
    number = len(held)
    owner, turned = holder % number, None if last is None else last % number
    found = asked(
        "turn", players=list(NAMES[:number]), holder=NAMES[owner], last=None if turned is None else NAMES[turned],
        new_holder=new and turned is not None, stacks=dict(zip(NAMES, held, strict=False)),
    )  # fmt: skip
    seat = owner if turned is None or new else turned
    for _ in range(number):
        seat = (seat + 1) % number
        if held[seat] and seat != owner:
            assert found == {"next": NAMES[seat], "over": False, "winner": None}
            return
    assert found == {"next": None, "over": True, "winner": NAMES[owner]}


@settings(max_examples=60, deadline=None)
@given(cards=st.lists(st.sampled_from(sorted(DECK.copies)), min_size=1, max_size=28, unique=True), data=st.data())
def test_the_highest_trump_beats_every_other(cards: list[str], data: st.DataObject) -> None:
    rows = [{"player": data.draw(st.sampled_from(NAMES)), "card": card} for card in cards]
    trump = cards[0][-1]
    found = asked("highest", trump=trump, cards=rows)
    assert {"player": found["holder"], "card": found["card"]} in rows
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for card in cards:
        if card[-1] == trump:
            assert order.index(card[:-1]) <= order.index(found["card"][:-1])
    assert found["unbeatable"] == (f"A{trump}" in cards)


# What a hand raises while it is written down.


def sold(what: str, seller: str, buyer: str) -> dict[str, Any]:
    return {"what": what, "seller": seller, "buyer": buyer, "chips": 3}


def test_an_upcard_sold_by_another_than_its_owner_is_asked_about() -> None:
    entry = {"sales": [sold("face-down", "Ann", "Bob"), sold("upcard", "Bob", "Cyd")], "winner": "Ann"}
    why, facts = suggested("speculation", PLAYERS, entry)["sale"]
    assert why == "Bob sold the upcard, which Ann dealt."
    assert asked("sale", dealer="Ann", **facts)["legal"] is False
    assert "sale" not in suggested("speculation", PLAYERS, {"sales": [sold("upcard", "Ann", "Cyd")], "winner": "Ann"})
    assert "sale" not in suggested("speculation", PLAYERS, {"sales": [sold("upcard", "Bob", "Bob")], "winner": "Ann"})


def test_who_won_with_a_card_that_was_sold_is_asked_about() -> None:
    entry = {"sales": [sold("upcard", "Ann", "Bob"), sold("face-down", "Cyd", "Bob")], "winner": "Ann"}
    assert suggested("speculation", PLAYERS, entry) == {"highest": ("Ann won, but sold the upcard to Bob.", {})}
    entry = {"sales": [sold("trump", "Cyd", "Bob")], "winner": "Cyd"}
    assert suggested("speculation", PLAYERS, entry)["highest"][0] == "Cyd won, but sold a trump to Bob."
    assert not suggested("speculation", PLAYERS, {**entry, "winner": "Bob"})
    assert not suggested("speculation", PLAYERS, {"sales": [sold("face-down", "Cyd", "Bob")], "winner": "Cyd"})
    assert not suggested("speculation", PLAYERS, {"winner": "Cyd"})


def test_an_ace_turned_up_for_another_than_the_dealer_is_asked_about() -> None:
    why = {
        "An ace was turned up, and Bob did not deal it.": {"ace_up": True, "winner": "Bob"},
        "An ace was turned up, and something was sold.": {
            "ace_up": True, "winner": "Ann", "sales": [sold("upcard", "Bob", "Cyd")],
        },
    }  # fmt: skip
    for told, entry in why.items():
        assert suggested("speculation", PLAYERS, entry) == {"upcard": (told, {})}
    assert not suggested("speculation", PLAYERS, {"ace_up": True, "winner": "Ann"})
