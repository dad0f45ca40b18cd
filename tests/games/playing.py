"""Following the cards of a round of a game, for its tests, and drawing hands of cards."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.core.game.auction import AuctionState
from companion.core.game.game import Game
from companion.core.game.seating import next_among
from companion.core.game.table import Table
from companion.core.play.fold import coming_fields, fold
from companion.core.play.scoring_api import next_json, score_request
from companion.core.play.setups import read_setup
from companion.core.tricks.course_texts import breach_text, proved_renege_text
from companion.core.tricks.recorded_cards import Course, RecordedCards, recorded_from_json, recorded_json
from companion.core.tricks.recorder import Recorder, with_known_trump
from companion.core.words import counted
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


# Drawing hands for ``hands.json``.

MOST_TRIED = 50
"""How many hands are dealt before it counts as impossible."""


class NoHandError(ValueError):
    """No such hand can be drawn; the message says why."""


def drawn_hand(slug: str, request: Mapping[str, Any], seed: int, wrong: bool = False) -> dict[str, Any]:
    """Return a hand dealt and played at random as a case of ``hands.json``, with what it settles.

    Everybody plays cards that the game's rules allow. With ``wrong``, somebody once plays another one, and a later card
    proves it. ``request``: the players, options and rounds before the hand.

    :raises NoHandError: the game is not followed trick by trick, or no such hand comes up.
    """
    game = game_of(slug)
    if not any(one.by_tricks for one in game.situations):
        raise NoHandError(f"{game.name} is not followed trick by trick: no question has “by_tricks”.")
    table, refused = score_request(game, request).table, ""
    for attempt in range(MOST_TRIED):
        try:
            recorded = _played_hand(game, table, Random(f"{seed} {attempt}"), wrong)
        except NoHandError as fault:
            refused = f" {fault}"
            continue
        case = {"request": dict(request), "hand": recorded_json(recorded)}
        settled = settled_by_cards(slug, case)
        if not wrong or "said" in settled:
            cards = [counted(len(recorded.tricks), "trick"), *(["1 wrong card"] if wrong else [])]
            chosen = [f"{key} {value}" for key, value in request.get("options", {}).items()]
            name = ", ".join([counted(len(recorded.players), "player"), *cards, *chosen, f"seed {seed}"])
            return {"name": name, **case, "settled": settled}
    what = "in which a wrong card is proved" if wrong else "that the rules let end"
    raise NoHandError(f"Of {MOST_TRIED} hands of {game.name} there is none {what}.{refused}")


def _played_hand(game: Game[Any], table: Table[Any], dice: Random, wrong: bool) -> RecordedCards:
    """Return a whole hand. ``wrong``: whether somebody plays a wrong card, if the hand comes to it.

    :raises NoHandError: a card is refused, or nobody has one to play.
    """
    recorder = Recorder(game, table.options, table.players, table.setup.sides)
    by_tricks = recorder.by_tricks
    recorded = _before_first_card(game, table, recorder, dice)
    copies, without = by_tricks.decks(table.options).held.copies, by_tricks.cards_left_out(len(recorded.players), ())
    pack = [card for card, times in copies.items() if card not in without for _ in range(times)]
    dice.shuffle(pack)
    each = by_tricks.length(table)
    hands = {name: pack[each * place : each * (place + 1)] for place, name in enumerate(recorded.players)}
    course = recorder.follow(table, recorded)
    while not course.over:
        hand, plays = hands.get(course.turn, []), course.current.plays if course.current else ()
        legal = recorder.rules.legal_cards(hand, plays, course.stage)
        cards = list(legal.cards)
        if wrong and legal.against and dice.random() < 1 / 2:
            cards, wrong = [card for card, _ in legal.against], False
        ways = [way for way in recorder.cards_to_offer(plays) if by_tricks.forms.of_pack(way) in cards]
        if not ways:
            raise NoHandError("Somebody had no card that can be played.")
        way = dice.choice(ways)
        found = recorder.add_card(table, recorded, course.turn, way)
        if not isinstance(found, RecordedCards):
            raise NoHandError(found[0].message)
        hand.remove(by_tricks.forms.of_pack(way))
        recorded, course = found, recorder.follow(table, found)
    return recorded


def _before_first_card(game: Game[Any], table: Table[Any], recorder: Recorder, dice: Random) -> RecordedCards:
    """Return the cards before the first one is played: with random calls if there is an auction, and a random trump."""
    players, notices = recorder.by_tricks.players(table), next_json(game, table) or {}
    leader = notices.get("leads") or next_among(table.players, table.dealer, players)
    recorded, bidding = RecordedCards(players, leader), recorder.follow(table, RecordedCards(players, leader)).bidding
    while bidding and bidding.legal:
        found = recorder.add_call(table, recorded, dice.choice(list(bidding.legal)))
        assert isinstance(found, RecordedCards), found
        recorded, bidding = found, recorder.follow(table, found).bidding
    if recorder.asks_trump and recorder.trump:
        recorded = with_known_trump(recorder, recorded, notices)
        if not recorded.is_trump_known:
            named = [choice.value for choice in recorder.trump.choices] or list(recorder.trump.hints.quick)
            trump = dice.choice([*named, *([None] if recorder.trump.nobody else [])])
            recorded = replace(recorded, trump=trump, is_trump_known=True)
    return recorded
