"""What the scoreboard shows: totals, who deals and leads, bids, and the last round."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.entry.kinds import texts_of_all
from companion.core.game.table import Table
from companion.core.play.provisional_score import open_fields, provisional_progress
from companion.core.words import figure
from companion.store.plays.coming_round.drafts import PlayWithDraft, coming_table, is_secret
from companion.store.plays.play_state import PlayState
from companion.web.plays.bids.bid_progress import done_and_waiting_bidders
from companion.web.plays.rounds.round_form import entered_before_hand, field_texts, provisional_points
from companion.web.plays.sheet import BoardPlace, board_places, notice_sentences
from companion.web.support.rendering.initials import set_table

LabelledTexts = tuple[tuple[str, str], ...]
"""Labels and texts."""


def scoreboard_values(play: PlayWithDraft) -> dict[str, Any]:
    """Return what the scoreboard shows of a play: nothing about the club, its phones or money.

    ``state``; ``table``: before the coming round; ``progress``: None when the play is over; ``places``: each place on
    the board, label and text of its bids for the coming round, and its calls in the last one; ``special``: sentences
    about what is special now; ``seen``: what was entered before the hand, and how the bidding stands; ``longest``: the
    number of characters in the longest total.
    """
    state, draft, _ = play
    set_table(state.setup)
    table = coming_table(state, draft)
    by_name, of_all = _entered_before_hand(state, table, draft.data if draft else {})
    now = provisional_points(state, draft)
    if is_secret(state, draft):
        by_name = {name: [("has bid", "")] for name in done_and_waiting_bidders(state, draft)[0]}
    calls = state.sheet.rounds[-1].calls if state.sheet.rounds and not state.rescoring_notice else ()
    places = board_places(state, table, now)
    return {
        "state": state,
        "table": table,
        "progress": None if state.over else provisional_progress(state.game, table, now),
        "places": [
            (place, _bids_of(place, by_name), [call for call in calls if call.name in (place.name, *place.members)])
            for place in places
        ],
        "special": [*notice_sentences(state, now.table if now else table), *of_all],
        "seen": entered_before_hand(state, draft),
        "longest": max(len(figure(place.total)) for place in places),
    }


def _entered_before_hand(
    state: PlayState, table: Table[Any], given: Mapping[str, Any]
) -> tuple[dict[str, list[tuple[str, str]]], list[str]]:
    """Return what was entered for the coming round before the hand.

    By name, as label and text of each value; and in sentences, what is for the whole table.
    """
    by_name: dict[str, list[tuple[str, str]]] = {}
    of_all: list[str] = []
    if not state.has_coming_round:
        return by_name, of_all
    for item in open_fields(state.game.scoring.fields(table), locked=False):
        value = given.get(item.key)
        if not value:
            continue
        if item.per == "table":
            of_all += [f"{label}: {text}" for label, text in field_texts(item, value) if text]
            continue
        for name, text in texts_of_all(item, value):
            by_name.setdefault(name, []).append((item.label, text))
    return by_name, of_all


def _bids_of(place: BoardPlace, by_name: Mapping[str, Sequence[tuple[str, str]]]) -> LabelledTexts:
    """Return the bids of a player, or of a side and its players."""
    own = by_name.get(place.name, ())
    return (*own, *((f"{name}: {label}", text) for name in place.members for label, text in by_name.get(name, ())))
