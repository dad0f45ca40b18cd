"""Cards in drafts and edits instead of ``hand``, notes as differences, and the marks of plays

Revision ID: 0009
Revises: 0008
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alembic import op

from companion.store.migrations.shared import ReflectedTables, add_columns, temporarily_mutable

revision = "0009"
down_revision = "0008"

TAP, AFTER = "tap", "after"
"""Keys of a hand: the client id of its last change, and the slot of the previous round at the first card."""

UNDOABLE = ("round", "correct", "remove", "end", "reopen", "seats", "note")

Edits = Sequence[Any]
Adjustments = list[dict[str, Any]]
Cards = dict[str, Any]


def upgrade() -> None:
    add_columns("play", "mark int ='0', sheet_mark int ='0'")
    add_columns("draft", "cards json null, later json null, cards_mark int ='0', cards_tap 40 null")
    add_columns("edit", "cards json null, note json null")
    tables = ReflectedTables("play", "edit", "draft", "hand")
    with temporarily_mutable("edit"):
        for play in tables.rows("play"):
            edits = tables.rows("edit", "revision", play_id=play.id)
            _store_note_differences(tables, edits)
            hands = {hand.slot: hand for hand in tables.rows("hand", "slot", play_id=play.id)}
            if hands:
                _move_hands(tables, play.id, edits, hands)
            drafts = tables.rows("draft", "play_id", play_id=play.id)
            mark = play.revision + sum(row.revision for row in (*drafts, *hands.values()))
            tables.update("play", {"id": play.id}, mark=mark, sheet_mark=mark)
    op.drop_column("draft", "revision")
    op.drop_table("hand")


# Notes.


def _store_note_differences(tables: ReflectedTables, edits: Edits) -> None:
    """Store in each note which adjustments it adds and removes, instead of all pending ones.

    A round uses pending adjustments up, and its undo restores them.
    """
    steps: dict[int, tuple[str, Adjustments, Adjustments]] = {}
    pending: Adjustments = []
    for edit in edits:
        before, undone = pending, steps.get(edit.undoes or 0)
        if edit.kind == "note":
            pending = edit.entry["adjust"]
            added, removed = _difference(before, pending)
            note = {key: rows for key, rows in (("put", added), ("out", removed)) if rows}
            tables.update("edit", {"id": edit.id}, entry=None, note=note)
        elif edit.kind == "round":
            pending = []
        elif undone is not None and undone[0] in ("note", "round"):
            pending = undone[1] if edit.kind == "undo" else undone[2]
        steps[edit.revision] = (edit.kind, before, pending)


def _difference(before: Adjustments, after: Adjustments) -> tuple[Adjustments, Adjustments]:
    """Return the adjustments that were added to a list, and those that were removed from it."""
    added, removed = list(after), []
    for row in before:
        if row in added:
            added.remove(row)
        else:
            removed.append(row)
    return added, removed


# Cards.


def _move_hands(tables: ReflectedTables, play: int, edits: Edits, hands: Mapping[int, Any]) -> None:
    """Copy the hands of a play into its edits and its draft, each for the round with which pages showed it."""
    cards = {slot: _shown_cards(edits, hands, slot) for slot in {edit.slot for edit in edits if edit.slot is not None}}
    for edit in edits:
        found = cards.get(edit.slot)
        if edit.entry is not None and found:
            tables.update("edit", {"id": edit.id}, cards=found)
    coming = max((edit.slot for edit in edits if edit.slot is not None), default=0) + 1
    first, *later = _cards_for_draft(edits, hands, coming, cards)
    hand = hands.get(coming)
    if not (first or later or hand):
        return
    last = hand or max(hands.values(), key=lambda one: one.slot)
    values = {
        "cards": first or None, "later": later or None, "cards_mark": hand.revision if hand else last.revision,
        "cards_tap": hand.data.get(TAP) if hand else None,
    }  # fmt: skip
    drafts = tables.rows("draft", "play_id", play_id=play)
    if not drafts or drafts[0].slot != coming:
        values |= {"slot": coming, "data": {}, "locked": False, "revision": 0}
        values |= {"device_id": last.device_id, "at": last.at}
    if drafts:
        tables.update("draft", {"play_id": play}, **values)
    else:
        tables.insert("draft", {"play_id": play, **values})


def _cards_for_draft(edits: Edits, hands: Mapping[int, Any], coming: int, cards: Mapping[int, Cards]) -> list[Cards]:
    """Return the cards of the coming round, then those of later rounds: undone ones, or one with cards laid early."""
    undone = [cards.get(edit.slot, {}) for edit in reversed(_redo_stack(edits)) if edit.kind == "round"]
    own, before = hands.get(coming), _previous_slot(edits, coming)
    if own is None:
        return undone if any(undone) else [_cards_under_earlier_slot(edits, hands, coming)]
    if not own.data.get("tricks") or own.data.get(AFTER, before) == before:
        return [_cards_only(own.data), *undone[1:]]
    return [*(undone or [_cards_under_earlier_slot(edits, hands, coming)]), _cards_only(own.data)]


def _redo_stack(edits: Edits) -> Edits:
    """Return the edits that can be redone, the next one last."""
    done: list[Any] = []
    undone: list[Any] = []
    for edit in edits:
        if edit.kind == "undo":
            undone.append(done.pop())
        elif edit.kind == "redo":
            done.append(undone.pop())
        elif edit.kind in UNDOABLE:
            done.append(edit)
            undone = []
    return undone


def _shown_cards(edits: Edits, hands: Mapping[int, Any], slot: int) -> Cards:
    """Return the cards that pages showed with a round: its own, or those stored under an earlier slot."""
    own, before = hands.get(slot), _previous_slot(edits, slot)
    if own is not None and own.data.get("tricks") and own.data.get(AFTER, before) == before:
        return _cards_only(own.data)
    return _cards_under_earlier_slot(edits, hands, slot)


def _cards_under_earlier_slot(edits: Edits, hands: Mapping[int, Any], slot: int) -> Cards:
    """Return the cards of a round that were stored under an earlier slot.

    That is the slot of an undone round that it replaced, or of the previous round, if they were laid after that one.
    """
    before = _previous_slot(edits, slot)
    for other in range(slot - 1, before - 1, -1):
        hand = hands.get(other)
        if hand is None or not hand.data.get("tricks"):
            continue
        previous = _previous_slot(edits, other)
        is_its_own = hand.data.get(AFTER, previous) == previous
        if is_its_own == (other != before):
            return _cards_only(hand.data)
    return {}


def _cards_only(data: Cards) -> Cards:
    """Return the data of a hand without TAP and AFTER."""
    return {key: value for key, value in data.items() if key not in (TAP, AFTER)}


def _previous_slot(edits: Iterable[Any], slot: int) -> int:
    """Return the slot of the round before a slot: at the first edit of the slot, or now if it has none; 0: no round."""
    played: set[int] = set()
    for edit in edits:
        if edit.slot == slot:
            break
        if edit.slot is None:
            continue
        if edit.entry is not None:
            played.add(edit.slot)
        elif edit.undoes is not None:
            played.discard(edit.slot)
    return max((one for one in played if one < slot), default=0)
