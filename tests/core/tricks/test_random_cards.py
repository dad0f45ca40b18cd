"""Random actions at the table of every game whose tricks can be followed."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards.turns import PlayedCard
from companion.core.entry.fields import Field
from companion.core.tricks.recorded_cards import RecordedCards, recorded_from_json, recorded_json, trick_json
from companion.games import all_games, game_of
from tests.core.tricks.following import BLACK, NAMES, Cards, judged
from tests.laws.strategies import few

FOLLOWED = [game.slug for game in all_games() if any(situation.by_tricks for situation in game.situations)]


@pytest.mark.parametrize("slug", FOLLOWED)
@settings(max_examples=few(20))
@given(data=st.data())
def test_random_cards_are_accepted_or_refused_and_counted_as_by_the_referee(slug: str, data: st.DataObject) -> None:
    names = NAMES[: game_of(slug).seats.most]
    cards = Cards(slug, names, options=BLACK if slug == "raise-the-stakes" else None)
    item = cards.recorder.trump
    if item is not None and cards.recorder.asks_trump:
        cards.become(cards.recorder.set_trump(cards.hand, data.draw(st.sampled_from(trumps_of(item)))))
    for _ in range(data.draw(st.integers(0, 24))):
        one_tap(cards, data)
    course = cards.course
    for trick in course.tricks:
        if trick.verdict is not None and all(play.card in cards.recorder.counting for play in trick.plays):
            facts = {"plays": trick_json(trick.plays), **({item.key: trick.trump} if item else {})}
            assert judged(cards, "trick", facts)["winner"] == trick.winner
    assert sum(course.taken.values()) == len(course.won)
    assert bool(course.turn) != course.over
    entry = cards.counted
    fields = {field.key: field for field in cards.game.scoring.fields(cards.table)}
    assert set(entry) <= set(fields)
    assert recorded_from_json(recorded_json(cards.hand), cards.hand.players, cards.hand.leader) == recorded_from_json(
        recorded_json(recorded_from_json(recorded_json(cards.hand), cards.hand.players, cards.hand.leader)),
        cards.hand.players,
        "Ann",
    )


def trumps_of(item: Field) -> list[Any]:
    """Return trumps that the table can name; two of them if any text is one."""
    return [choice.value for choice in item.choices] or ["red", "blue"]


def one_tap(cards: Cards, data: st.DataObject) -> None:
    """Draw one action; a refused one changes nothing."""
    what = data.draw(st.sampled_from(["card"] * 12 + ["back", "close", "leave", "trump", "over", "call"]))
    before = cards.hand
    if what == "card":
        current = cards.course.current
        offered = cards.recorder.cards_to_offer(current.plays if current else ())
        card = data.draw(st.sampled_from([*offered, "red-99", "take-it", "Jk", "?"]))
        player = data.draw(st.sampled_from([cards.course.turn or "Ann", *NAMES]))
        answer = cards.recorder.add_card(cards.table, before, player, card, data.draw(st.booleans()))
    elif what == "back":
        answer = cards.recorder.undo(before)
    elif what == "call":
        now = cards.course.bidding
        answer = cards.recorder.add_call(
            cards.table, before, data.draw(st.sampled_from([*(now.legal if now else ()), "x"]))
        )
    elif what == "close":
        answer = cards.recorder.close_trick(cards.table, before)
    elif what == "leave":
        answer = cards.recorder.toggle_leaving(cards.table, before, data.draw(st.sampled_from(NAMES)))
    elif what == "trump":
        known = trumps_of(cards.recorder.trump) if cards.recorder.trump else []
        answer = cards.recorder.set_trump(
            before, data.draw(st.sampled_from([*known, "red", "blue", "x1"])), data.draw(st.integers(1, 4))
        )
    else:
        answer = before
    if isinstance(answer, RecordedCards):
        cards.hand = answer
        if what == "card":
            assert sum(map(len, answer.tricks)) == sum(map(len, before.tricks)) + 1
    else:
        assert answer
        assert all(problem.message.endswith((".", "…")) for problem in answer)
    assert all(isinstance(play, PlayedCard) for trick in cards.hand.tricks for play in trick)
