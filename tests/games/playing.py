"""Following the cards of a round of a game, for its tests."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.game.auction import AuctionState
from companion.core.game.table import Table
from companion.core.play.fold import coming_fields, fold
from companion.core.play.scoring_api import score_request
from companion.core.play.setups import read_setup
from companion.core.tricks.course_texts import breach_text, proved_renege_text
from companion.core.tricks.recorded_cards import Course, RecordedCards, recorded_from_json
from companion.core.tricks.recorder import Recorder
from companion.games import game_of

NAMES = ("Ann", "Bob", "Cyd", "Dee")

OBVIOUS = {"players", "sides", "tricks", "plays"}
"""Facts of a question that a hand has itself."""


def coming(slug: str, rounds: Sequence[Mapping[str, Any]] = (), players: Sequence[str] = NAMES, **options: Any) -> Any:
    """Return the table of a play before its next round; Ann deals first."""
    game = game_of(slug)
    setup, problems = read_setup(game, {"players": list(players), "options": options})
    assert setup is not None, problems
    sheet = fold(game, setup, rounds)
    assert sheet.refusal is None, sheet.refusal
    return sheet.table


def followed(
    slug: str, cards: str, leader: str = "Ann", table: Table[Any] | None = None
) -> tuple[Course, dict[str, Any]]:
    """Return the course of these cards, and the entry that they settle; commas may separate tricks."""
    game, table = game_of(slug), table or coming(slug)
    recorder = Recorder(game, table.options, table.players, table.setup.sides)
    recorded = RecordedCards(recorder.by_tricks.players(table), leader)
    for card in cards.replace(",", " ").split():
        found = recorder.add_card(table, recorded, recorder.follow(table, recorded).turn, card)
        assert isinstance(found, RecordedCards), found
        recorded = found
    entered = recorder.entry_part(table, coming_fields(game, table), replace(recorded, over=True))
    return recorder.follow(table, recorded), entered


def told_of(slug: str, cards: str, leader: str = "Ann", table: Table[Any] | None = None) -> list[str]:
    """Return the reports about these cards, if the rules required others."""
    by = next(one.by_tricks for one in game_of(slug).situations if one.by_tricks)
    return [breach_text(item, by) for item in followed(slug, cards, leader, table)[0].breaches]


def bidding_json(state: AuctionState) -> dict[str, Any]:
    """Return the state of an auction as JSON, its calls in the order in which they are shown."""
    return state._asdict() | {"legal": list(state.legal.items()), "others": list(state.others.items())}


def cards_of(recorded: RecordedCards) -> list[str]:
    """Return all cards that were played."""
    return [play.card for plays in recorded.tricks for play in plays]


def settled_by_cards(slug: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the cards of a hand settle, as JSON: an entry, who won the tricks, sentences, facts of questions.

    ``case``: the ``request`` of the rounds before it, and its cards and calls as they are stored, its ``hand``.
    """
    game = game_of(slug)
    table = score_request(game, case["request"]).table
    recorder = Recorder(game, table.options, table.players, table.setup.sides)
    recorded = recorded_from_json(case["hand"], recorder.by_tricks.players(table), case["hand"].get("leader", ""))
    course = recorder.follow(table, recorded)
    reneges = [proved_renege_text(one, recorder.by_tricks) for one in course.proved_reneges]
    known = {one.key: recorder.facts_for(one, recorded, course).items() for one in game.situations}
    facts = {key: {one: fact for one, fact in told if one not in OBVIOUS} for key, told in known.items()}
    settled = {
        "entry": recorder.entry_part(table, coming_fields(game, table), recorded),
        "winners": [trick.winner for trick in course.tricks],
        "offered": len(recorder.cards_to_offer(course.current.plays if course.current else ())),
        "left_out": sorted(recorder.by_tricks.cards_left_out(len(recorded.players), cards_of(recorded))),
        "said": [*reneges, *(breach_text(one, recorder.by_tricks) for one in course.breaches)],
        "bidding": bidding_json(course.bidding) if course.bidding else None,
        "facts": {key: told for key, told in facts.items() if told},
    }
    answer: dict[str, Any] = json.loads(json.dumps({key: value for key, value in settled.items() if value}))
    return answer
