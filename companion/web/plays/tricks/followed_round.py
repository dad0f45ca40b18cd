"""The coming round followed card by card, for its page and for facts of questions to the referee."""

from dataclasses import dataclass, replace
from typing import Any

from companion.core.game.game import Game
from companion.core.game.situation import Situation
from companion.core.game.table import Table
from companion.core.play.scoring_api import next_json
from companion.core.tricks.recorded_cards import Course, RecordedCards, recorded_from_json
from companion.core.tricks.recorder import Recorder, with_known_trump
from companion.store.plays.coming_round import drafts, round_cards
from companion.store.plays.coming_round.drafts import DraftState
from companion.store.plays.coming_round.round_cards import NO_CARDS, RoundCards
from companion.store.plays.play_state import PlayState


@dataclass(frozen=True, slots=True)
class FollowedRound:
    """A round with its cards, and the state of the hand after them."""

    state: PlayState
    table: Table[Any]
    recorder: Recorder
    stored_cards: RoundCards
    """The cards as they are stored."""
    recorded: RecordedCards
    """The calls and cards so far, in the order of play."""

    course: Course
    """The state of the hand after them."""

    mark: int = 0
    """The play's change counters; a page that shows older ones has to reload."""

    def with_cards(self, recorded: RecordedCards) -> "FollowedRound":
        """Return the same round with other cards."""
        return replace(self, recorded=recorded, course=self.recorder.follow(self.table, recorded))


def is_entered_by_tricks(game: Game[Any]) -> bool:
    """Return whether rounds of this game can be entered trick by trick."""
    return any(situation.by_tricks for situation in game.situations)


def has_bidding(game: Game[Any]) -> bool:
    """Return whether the bidding of this game can be followed before its cards."""
    return any(situation.by_tricks and situation.by_tricks.auction for situation in game.situations)


def has_cards(state: PlayState, slot: int) -> bool:
    """Return whether cards were entered for a round."""
    return is_entered_by_tricks(state.game) and round_cards.cards_of_round(state, slot) is not None


def follow_round(state: PlayState, draft: DraftState | None, mark: int = 0) -> FollowedRound:
    """Return the coming round of a play, followed through its cards."""
    table = drafts.coming_table(state, draft)
    stored = draft.cards if draft else NO_CARDS
    recorder = Recorder(state.game, state.setup.options, state.setup.players, state.setup.sides)
    coming = next_json(state.game, table) or {}
    players = recorder.by_tricks.players(table)
    leads = coming.get("leads") or (draft.data if draft else {}).get(recorder.by_tricks.led_by)
    recorded = with_known_trump(
        recorder, recorded_from_json(stored.data, players, leads if leads in players else ""), coming
    )
    recorded = recorder.with_calls(table, recorded, recorded.calls) if recorded.calls else recorded
    return FollowedRound(state, table, recorder, stored, recorded, recorder.follow(table, recorded), mark)


def facts_from_cards(state: PlayState, situation: Situation) -> dict[str, Any]:
    """Return the raw facts of a question to the referee that follow from the cards entered for the coming round.

    Empty if the game is not entered by tricks, or if no round is coming.
    """
    if not is_entered_by_tricks(state.game) or not state.has_coming_round:
        return {}
    followed = follow_round(state, drafts.draft_of(state))
    return followed.recorder.facts_for(situation, followed.recorded, followed.course)
