"""Values of the coming round's entry that follow from the cards entered trick by trick."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS
from companion.core.entry.problems import Problem
from companion.core.entry.record import read_record
from companion.core.tricks.recorded_cards import Course
from companion.core.words import counted
from companion.store.plays.coming_round import round_cards
from companion.store.plays.coming_round.drafts import DraftState
from companion.store.plays.play_state import PlayState
from companion.web.forms.entry import values_of
from companion.web.plays.rounds.missing_answers import asked_fields_of
from companion.web.plays.rounds.round_form import field_text
from companion.web.plays.tricks.followed_round import FollowedRound, follow_round, is_entered_by_tricks


@dataclass(frozen=True, slots=True)
class CardValues:
    """The progress of a round entered trick by trick, and the values that follow from its cards."""

    tricks: int
    """The number of complete tricks."""

    length: int
    """The number of tricks in a hand."""

    over: bool
    values: Mapping[str, Any]
    """Raw values by field of the round."""

    bidding: str = ""
    """How the bidding stands; empty from the first card on."""

    settled: frozenset[str] = frozenset()
    """The fields that the bidding has settled."""

    @property
    def mark(self) -> str:
        """A checksum of what is shown, by which a form confirms that it contradicts just these cards."""
        shown = [self.tricks, self.over, self.values, self.bidding]
        return str(zlib.crc32(json.dumps(shown, sort_keys=True).encode()))

    @property
    def progress_text(self) -> str:
        """The progress in words: ``2 of 8 tricks entered``, ``Bob calls next``."""
        return self.bidding or f"{self.tricks} of {counted(self.length, 'trick')} entered"


def values_from_draft(state: PlayState, draft: DraftState | None) -> CardValues | None:
    """Return what follows for the coming round from the cards and calls entered so far.

    None if none were entered, the play has no coming round, or its game is not entered by tricks.
    """
    has_cards = draft is not None and round_cards.has_any_card(draft.cards.data)
    if has_cards and state.has_coming_round and is_entered_by_tricks(state.game):
        return values_from_cards(follow_round(state, draft))
    return None


def values_from_cards(followed: FollowedRound) -> CardValues:
    """Return what the cards of a round determine: its progress, and values of its fields."""
    recorder, table, course = followed.recorder, followed.table, followed.course
    values = recorder.entry_part(table, followed.state.game.scoring.fields(table), followed.recorded)
    bidding = "" if followed.recorded.tricks else bidding_text(course)
    return CardValues(
        len(course.won), recorder.by_tricks.length(table), course.over, values, bidding, frozenset(course.settled)
    )


def bidding_text(course: Course) -> str:
    """Describe the bidding before the cards: ``Bob calls next``; empty if there is none."""
    now = course.bidding
    if now is None:
        return ""
    return f"{now.speaker} calls next" if now.speaker else now.result.rstrip(".")


def contradictions(state: PlayState, cards: CardValues | None, entry: Mapping[str, Any]) -> list[Problem]:
    """Return a problem for each value of an entry that contradicts the cards.

    Until the hand is over, that can only be a number lower than the cards already give.
    """
    if cards is None:
        return []
    asked = asked_fields_of(state, state.sheet.table, entry)
    fields = [item.of(required=False) for item in asked if item.key in cards.values]
    entered, faults = read_record(fields, values_of(fields, entry))
    from_cards, _ = read_record(fields, values_of(fields, cards.values))
    if faults:
        return []
    found = []
    for item in fields:
        by_bidding = item.key in cards.settled
        differing = _first_differing_name(
            item, entered.value_of(item), from_cards.value_of(item), cards.over or by_bidding
        )
        if differing is not None:
            text = field_text(item, cards.values[item.key])
            source = "bidding" if by_bidding else counted(cards.tricks, "trick")
            gives = "gives" if by_bidding or cards.tricks == 1 else "give"
            message = f"{item.label}: the {source} entered {gives} {text}."
            found.append(Problem(item.key, message, differing or None))
    return found


def _first_differing_name(item: Field, entered: Any, from_cards: Any, over: bool) -> str | None:
    """Return the first name whose value contradicts the cards (empty: the table's value); None if there is none."""
    if item.per == "table":
        return "" if _differs(item, entered, from_cards, over) else None
    return next((name for name in item.names if _differs(item, entered[name], from_cards[name], over)), None)


def _differs(item: Field, entered: Any, from_cards: Any, over: bool) -> bool:
    """Return whether a value contradicts the cards: before the hand is over, only a number that is too low.

    The order of a list does not matter. ``over``: whether the hand is over, or nothing more can change the value.
    """
    kind = KINDS[item.type]
    if kind.is_number and not over:
        return bool(entered < from_cards)
    if kind.is_list:
        return over and sorted(map(repr, entered)) != sorted(map(repr, from_cards))
    return over and bool(entered != from_cards)
