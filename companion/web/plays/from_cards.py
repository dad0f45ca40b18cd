"""Values of the coming round's entry that follow from cards entered trick by trick."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.entry import read_record
from companion.core.fields import Field
from companion.core.kinds import KINDS
from companion.core.problems import Problem
from companion.core.words import counted
from companion.store.plays.drafts import DraftState
from companion.store.plays.play_state import PlayState
from companion.store.plays.round_cards import RoundCards
from companion.web.plays.followed import FollowedRound, by_tricks, follow_with, is_closed
from companion.web.plays.lacking import asked_fields_of
from companion.web.plays.round_form import settled_text


@dataclass(frozen=True, slots=True)
class CardsSoFar:
    """The progress of a round followed by its cards, and the values that follow."""

    tricks: int
    """Complete ones."""

    length: int
    """Tricks of a whole hand."""

    over: bool
    values: Mapping[str, Any]
    """Raw values by field of the round."""

    def __hash__(self) -> int:
        return hash(self.tricks)

    @property
    def mark(self) -> str:
        """A text that changes whenever the values do."""
        return str(zlib.crc32(json.dumps([self.tricks, self.over, self.values], sort_keys=True).encode()))

    @property
    def told(self) -> str:
        """The progress in words: ``2 of 8 tricks entered``."""
        return f"{self.tricks} of {counted(self.length, 'trick')} entered"


def cards_so_far(state: PlayState, draft: DraftState | None) -> CardsSoFar | None:
    """Return the values that follow from the cards of the coming round; None: there are no cards."""
    if draft is None or not draft.cards.get("tricks") or is_closed(state) or not by_tricks(state.game):
        return None
    return so_far(follow_with(state, draft, RoundCards(state.next_slot, draft.cards, 0)))


def so_far(followed: FollowedRound) -> CardsSoFar:
    """Return the values that follow from a round's cards."""
    umpire, table, course = followed.umpire, followed.table, followed.course
    values = umpire.counted(table, followed.state.game.scoring.fields(table), followed.fall)
    return CardsSoFar(len(course.won), umpire.by.length(table), course.over, values)


def contradicted(state: PlayState, cards: CardsSoFar | None, entry: Mapping[str, Any]) -> list[Problem]:
    """Return problems for values of a valid entry that differ from the cards.

    Until the hand is over, only a number below what the cards have come to already.
    """
    if cards is None:
        return []
    asked = asked_fields_of(state, state.sheet.table, entry)
    fields = [item.of(required=False) for item in asked if item.key in cards.values]
    keys = {item.key for item in fields}
    said, faults = read_record(fields, {key: value for key, value in entry.items() if key in keys})
    shown, _ = read_record(fields, {key: value for key, value in cards.values.items() if key in keys})
    if faults:
        return []
    found = []
    for item in fields:
        differing = _differing(item, said.at(item), shown.at(item), cards.over)
        if differing is not None:
            told = settled_text(item, cards.values[item.key])
            message = f"{item.label}: the {counted(cards.tricks, 'trick')} entered give {told}."
            found.append(Problem(item.key, message, differing or None))
    return found


def _differing(item: Field, said: Any, shown: Any, over: bool) -> str | None:
    """Return the first name whose value differs from the cards; empty: nobody's."""
    if item.per == "table":
        return "" if _differs(item, said, shown, over) else None
    return next((name for name in item.names if _differs(item, said[name], shown[name], over)), None)


def _differs(item: Field, said: Any, shown: Any, over: bool) -> bool:
    kind = KINDS[item.type]
    if kind.is_number and not over:
        return bool(said < shown)
    if kind.is_list:
        return over and sorted(map(repr, said)) != sorted(map(repr, shown))
    return over and bool(said != shown)
