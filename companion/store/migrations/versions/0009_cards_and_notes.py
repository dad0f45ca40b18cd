"""Cards in drafts and edits instead of ``hand``, notes as differences, and the marks of plays

Revision ID: 0009
Revises: 0008
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alembic import op

from companion.store.migrations.repeated_tables import HAND
from companion.store.migrations.shared import (
    ReflectedTables,
    add_columns,
    create_table,
    drop_columns,
    make_append_only,
    make_mutable,
)

revision = "0009"
down_revision = "0008"

TAP, AFTER = "tap", "after"
"""Keys of a hand: the client id of its last change, and the slot of the previous round at the first card."""

UNDOABLE = ("round", "correct", "remove", "end", "reopen", "seats", "note")

Edits = Sequence[Any]
"""The rows of ``edit`` of a play, in order."""

Adjustments = list[dict[str, Any]]
Cards = dict[str, Any]


def upgrade() -> None:
    add_columns("play", "mark int ='0', sheet_mark int ='0'")
    add_columns("draft", "cards json null, later json null, cards_mark int ='0', cards_tap 40 null")
    make_mutable("edit")
    add_columns("edit", "cards json null, note json null")
    tables = ReflectedTables("play", "edit", "draft", "hand")
    for play in tables.rows("play"):
        edits = tables.rows("edit", "revision", play_id=play.id)
        _store_note_differences(tables, edits)
        hands = {hand.slot: hand for hand in tables.rows("hand", "slot", play_id=play.id)}
        if hands:
            _move_hands(tables, play.id, edits, hands)
        drafts = tables.rows("draft", "play_id", play_id=play.id)
        mark = play.revision + sum(row.revision for row in (*drafts, *hands.values()))
        tables.update("play", {"id": play.id}, mark=mark, sheet_mark=mark)
    make_append_only("edit")
    op.drop_column("draft", "revision")
    op.drop_table("hand")


def downgrade() -> None:
    create_table("hand", HAND)
    add_columns("draft", "revision int ='1'")
    make_mutable("edit")
    tables = ReflectedTables("play", "edit", "draft", "hand")
    for play in tables.rows("play"):
        edits = tables.rows("edit", "revision", play_id=play.id)
        _store_note_lists(tables, edits)
        _restore_hands(tables, play.id, edits)
    drop_columns("edit", "note cards")
    make_append_only("edit")
    drop_columns("draft", "cards_tap cards_mark later cards")
    drop_columns("play", "sheet_mark mark")


# Notes.


def _store_note_differences(tables: ReflectedTables, edits: Edits) -> None:
    """Store in each edit of the kind ``note`` which adjustments it adds and removes, instead of all pending ones."""
    for edit, before in _with_pending_adjustments(edits):
        if edit.kind == "note":
            added, removed = _difference(before, edit.entry["adjust"])
            note = {key: rows for key, rows in (("put", added), ("out", removed)) if rows}
            tables.update("edit", {"id": edit.id}, entry=None, note=note)


def _store_note_lists(tables: ReflectedTables, edits: Edits) -> None:
    """Store in each edit of the kind ``note`` all pending adjustments again, in place of the differences."""
    for edit, before in _with_pending_adjustments(edits):
        if edit.kind == "note":
            tables.update("edit", {"id": edit.id}, entry={"adjust": _apply_note(edit.note, before)})


def _with_pending_adjustments(edits: Edits) -> Iterable[tuple[Any, Adjustments]]:
    """Yield each edit with the adjustments pending before it: a round uses them up, and its undo restores them."""
    steps: dict[int, tuple[str, Adjustments, Adjustments]] = {}
    pending: Adjustments = []
    for edit in edits:
        before = pending
        undone = steps.get(edit.undoes) if edit.undoes is not None else None
        if edit.kind == "note":
            pending = edit.entry["adjust"] if edit.entry is not None else _apply_note(edit.note, before)
        elif edit.kind == "round":
            pending = []
        elif undone is not None and undone[0] in ("note", "round"):
            pending = undone[1] if edit.kind == "undo" else undone[2]
        steps[edit.revision] = (edit.kind, before, pending)
        yield edit, before


def _difference(before: Adjustments, after: Adjustments) -> tuple[Adjustments, Adjustments]:
    """Return the adjustments that were added to a list, and those that were removed from it."""
    added, removed = list(after), []
    for row in before:
        if row in added:
            added.remove(row)
        else:
            removed.append(row)
    return added, removed


def _apply_note(note: Mapping[str, Adjustments], before: Adjustments) -> Adjustments:
    """Return the pending adjustments after a note."""
    left = list(before)
    for row in note.get("out", ()):
        if row in left:
            left.remove(row)
    return [*left, *note.get("put", ())]


# Cards.


def _move_hands(tables: ReflectedTables, play: int, edits: Edits, hands: Mapping[int, Any]) -> None:
    """Copy the cards of a play's hands into its edits and its draft, each for the round with which pages showed it.

    ``hands``: rows of ``hand`` by slot.
    """
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
    """Return the cards of the coming round, then those of later rounds: undone ones, or one with cards laid early.

    ``coming``: the slot of the coming round; ``cards``: those of saved rounds, by slot.
    """
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
    """Return the slot of the last round before ``slot`` that was on the sheet when ``slot`` was first edited; 0: none.

    If it was never edited, the last one that is on the sheet now.
    """
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


def _restore_hands(tables: ReflectedTables, play: int, edits: Edits) -> None:
    """Insert the hands of a play again: one for each round with cards, and one for the coming round.

    Of the cards of later rounds, ``hand`` can store only the last.
    """
    hands: dict[int, tuple[Cards, int, Any]] = {}
    for edit in edits:
        if edit.slot is not None and edit.cards:
            hands[edit.slot] = ({**edit.cards, AFTER: _previous_slot(edits, edit.slot)}, 1, edit)
    for draft in tables.rows("draft", "play_id", play_id=play):
        undone = [edit.slot for edit in reversed(_redo_stack(edits)) if edit.kind == "round"]
        cards: Cards = draft.cards or {}
        later: list[Cards] = draft.later or []
        after = _previous_slot(edits, draft.slot)
        if undone and cards == _cards_only(hands[undone[0]][0] if undone[0] in hands else {}):
            cards = {}
        if len(later) >= max(len(undone), 1):
            if cards and undone:
                hands[undone[0]] = ({**cards, AFTER: _previous_slot(edits, undone[0])}, 1, draft)
            cards, after = later[-1], draft.slot - 1
        if cards:
            hands[draft.slot] = ({**cards, TAP: draft.cards_tap, AFTER: after}, draft.cards_mark, draft)
    for slot, (data, number, row) in hands.items():
        values = {"data": data, "revision": max(number, 1), "device_id": row.device_id, "at": row.at}
        tables.insert("hand", {"play_id": play, "slot": slot, **values})
