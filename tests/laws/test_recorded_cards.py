"""Under any options and with any players a round can be entered card by card, and its cards agree with its entry."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.cards.turns import PlayedCard
from companion.core.entry.fields import Field
from companion.core.entry.record import read_record
from companion.core.game.game import Game
from companion.core.game.seating import first_from
from companion.core.game.situation import situation_of
from companion.core.game.table import Table
from companion.core.play.fold import opening_table
from companion.core.referee.judge_request import read_facts
from companion.core.tricks.recorded_cards import Course, RecordedCards
from companion.core.tricks.recorder import Recorder
from companion.core.tricks.trick_questions import weightiest_of_each
from companion.games import all_games, game_of
from tests.laws import drawn
from tests.laws.strategies import DICE, tried

FOLLOWED = [game.slug for game in all_games() if any(one.by_tricks for one in game.situations)]


@pytest.mark.parametrize("slug", FOLLOWED)
@tried(25)
@given(dice=DICE)
def test_rounds_can_be_followed_under_all_options(slug: str, dice: Random) -> None:
    game = game_of(slug)
    table, recorder, recorded = followed(game, dice, dice.choice((3, 12, 40)))
    course = recorder.follow(table, recorded)
    assert sum(course.taken.values()) == len([trick for trick in course.won if trick.winner])
    fields = {field.key: field for field in game.scoring.fields(table)}
    entry = recorder.entry_part(table, fields.values(), recorded)
    _, problems = read_record([fields[key].of(required=False) for key in entry], entry)
    assert not problems, "what the cards settle can be written down"


def followed(game: Game[Any], dice: Random, cards: int) -> tuple[Table[Any], Recorder, RecordedCards]:
    """Return a partly entered round under random options: its table, recorder and cards."""
    _, setup, _ = drawn.agreed(game, dice)
    table, recorder = opening_table(game, setup), Recorder(game, setup.options, setup.players, setup.sides)
    players = recorder.by_tricks.players(table)
    recorded = RecordedCards(players, first_from(table.players, table.dealer, players))
    if recorder.asks_trump and recorder.trump:
        recorded = taken(recorder.set_trump(recorded, trump_of(recorder.trump, dice)), recorded)
        assert recorded.is_trump_known
    if recorder.by_tricks.auction and dice.random() < 0.5:
        recorded = bid(recorder, table, recorded, dice)
    for _ in range(cards):
        recorded = one_more(recorder, table, recorded, dice)
    return table, recorder, recorded


def bid(recorder: Recorder, table: Table[Any], recorded: RecordedCards, dice: Random) -> RecordedCards:
    """Return the cards after some open calls, each with what it settles."""
    for _ in range(dice.randint(0, 12)):
        now = recorder.follow(table, recorded).bidding
        assert now is not None
        assert bool(now.speaker) == bool(now.legal), "somebody speaks exactly while a call is open to them"
        calls = [*now.legal, *now.others]
        if not calls:
            assert now.result
            break
        recorded = taken(recorder.add_call(table, recorded, dice.choice(calls)), recorded)
    return recorded


def trump_of(field: Field, dice: Random) -> Any:
    """Return a trump that the table can name."""
    return dice.choice([choice.value for choice in field.choices] or ["red", "green"])


def one_more(recorder: Recorder, table: Table[Any], recorded: RecordedCards, dice: Random) -> RecordedCards:
    """Return the cards with one more in turn, or after another action."""
    course = recorder.follow(table, recorded)
    if course.over or drawn.likely(0.1, dice):
        other = dice.choice(
            (recorder.undo, lambda now: recorder.toggle_leaving(table, now, dice.choice(recorded.players)))
        )
        return taken(other(recorded), recorded)
    lying = course.current.plays if course.current else ()
    return taken(recorder.add_card(table, recorded, course.turn, dice.choice(recorder.cards_to_offer(lying))), recorded)


def taken(answer: Any, before: RecordedCards) -> RecordedCards:
    """Return the cards after an action, or as before if it was refused with sentences."""
    if isinstance(answer, RecordedCards):
        return answer
    assert answer
    assert all(problem.message.endswith(".") for problem in answer), answer
    return before


@pytest.mark.parametrize("slug", FOLLOWED)
@tried(25)
@given(dice=DICE)
def test_the_referee_agrees_with_the_rules_of_tricks(slug: str, dice: Random) -> None:
    """On who wins each trick, what may be played now, and who reneged, for a hand that was followed."""
    game = game_of(slug)
    table, recorder, recorded = followed(game, dice, dice.choice((2, 7, 20)))
    course = recorder.follow(table, recorded)
    for trick in course.tricks:
        if trick.verdict:
            counting = [play for play in trick.plays if play.card in recorder.counting]
            assert trick.winner == recorder.rules.outcome(counting, trick.stage).winner.player
    if not recorded.tricks:
        return
    _what_may_be_played(game, recorder, recorded, course, dice)
    if not recorder.by_tricks.forms.naming_trump:
        found = recorder.rules.reneges(recorded.tricks, course.tricks[0].stage)
        asked = recorder.renege.facts(recorder.options)
        anybody = {item.key: course.tricks[0].plays[0].player for item in asked if item.type == "player"}
        renege = answer(game, recorder, "renege", {**anybody, **recorder.facts_for(recorder.renege, recorded, course)})
        about = weightiest_of_each(item for item in found if item.duty.is_renege)
        wanted = [[item.player, item.trick, item.card, item.shown_in] for item in about]
        assert [list(row.values())[:4] for row in renege["reneges"]] == wanted


def _what_may_be_played(
    game: Game[Any], recorder: Recorder, recorded: RecordedCards, course: Course, dice: Random
) -> None:
    """Compare the legal cards of a random hand."""
    legal = situation_of(game.situations, "legal")
    deck = next(item.deck for item in legal.facts(recorder.options) if item.key == "hand")
    assert deck is not None
    facts = recorder.facts_for(legal, recorded, course)
    lying = [PlayedCard(**row) for row in facts["plays"]]
    there = {recorder.by_tricks.forms.of_pack(play.card) for play in lying} | {
        play.card.partition(":")[2] for play in lying
    }
    there |= recorder.used_up_cards(recorded, deck.copies) | set(facts.get("played", ()))
    left = [card for card in deck.copies if card not in there]
    hand = dice.sample(left, min(4, len(left)))
    if not hand:
        return
    found = recorder.rules.legal_cards(hand, lying, course.stage)
    assert answer(game, recorder, "legal", {**facts, "hand": hand})["legal"] == list(found.cards)


def answer(game: Game[Any], recorder: Recorder, key: str, facts: Any) -> Any:
    """Return the referee's answer under the options of a table."""
    situation = situation_of(game.situations, key)
    record, problems = read_facts(situation.facts(recorder.options), facts)
    assert not [*problems, *situation.check(recorder.options, record)], facts
    return situation.judge(recorder.options, record).outcome
