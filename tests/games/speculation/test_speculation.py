"""The referee of Speculation, compared with walking round the table and with comparing all trumps."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of
from companion.games.speculation.referee import DECK

GAME = game_of("speculation")
NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve")


def asked(key: str, **facts: Any) -> Mapping[str, Any]:
    """Return the outcome of the verdict on a question."""
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
