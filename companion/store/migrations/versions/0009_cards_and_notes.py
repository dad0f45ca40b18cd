"""cards lie in the draft of their round and go into its edit, notes are small, and a play has one mark

Revision ID: 0009
Revises: 0008
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alembic import op

from companion.store.migrations.repeated_tables import create_hands
from companion.store.migrations.shared import Tables, add_columns, drop_columns, guard, unguard

revision = "0009"
down_revision = "0008"

TAP, AFTER = "tap", "after"
"""Where a hand kept the tap that wrote it, and the slot of the round before as it was when the first card fell."""

ORDINARY = ("round", "correct", "remove", "end", "reopen", "seats", "note")

Edits = Sequence[Any]
Rows = list[dict[str, Any]]
Cards = dict[str, Any]


def upgrade() -> None:
    add_columns("play", "mark int ='0', sheet_mark int ='0'")
    add_columns("draft", "cards json null, later json null, cards_mark int ='0', cards_tap 40 null")
    unguard("edit")
    add_columns("edit", "cards json null, note json null")
    tables = Tables("play", "edit", "draft", "hand")
    for play in tables.rows("play"):
        edits = tables.rows("edit", "revision", play_id=play.id)
        _make_notes(tables, edits)
        hands = {hand.slot: hand for hand in tables.rows("hand", "slot", play_id=play.id)}
        if hands:
            _lay_down(tables, play.id, edits, hands)
        drafts = tables.rows("draft", "play_id", play_id=play.id)
        mark = play.revision + sum(row.revision for row in (*drafts, *hands.values()))
        tables.update("play", {"id": play.id}, mark=mark, sheet_mark=mark)
    guard("edit")
    op.drop_column("draft", "revision")
    op.drop_table("hand")


def downgrade() -> None:
    create_hands()
    add_columns("draft", "revision int ='1'")
    unguard("edit")
    tables = Tables("play", "edit", "draft", "hand")
    for play in tables.rows("play"):
        edits = tables.rows("edit", "revision", play_id=play.id)
        _make_lists(tables, edits)
        _pick_up(tables, play.id, edits)
    drop_columns("edit", "note cards")
    guard("edit")
    drop_columns("draft", "cards_tap cards_mark later cards")
    drop_columns("play", "sheet_mark mark")


# Notes: what was put and taken out, instead of all that waited.


def _make_notes(tables: Tables, edits: Edits) -> None:
    for edit, before in _waiting_before(edits):
        if edit.kind == "note":
            put, out = _difference(before, edit.entry["adjust"])
            note = {key: rows for key, rows in (("put", put), ("out", out)) if rows}
            tables.update("edit", {"id": edit.id}, entry=None, note=note)


def _make_lists(tables: Tables, edits: Edits) -> None:
    for edit, before in _waiting_before(edits):
        if edit.kind == "note":
            tables.update("edit", {"id": edit.id}, entry={"adjust": _applied(edit.note, before)})


def _waiting_before(edits: Edits) -> Iterable[tuple[Any, Rows]]:
    """Yield every edit with the notes before it. A round takes them along, and undoing it leaves them."""
    steps: dict[int, tuple[str, Rows, Rows]] = {}
    waiting: Rows = []
    for edit in edits:
        before = waiting
        undone = steps.get(edit.undoes) if edit.undoes is not None else None
        if edit.kind == "note":
            waiting = edit.entry["adjust"] if edit.entry is not None else _applied(edit.note, before)
        elif edit.kind == "round":
            waiting = []
        elif undone is not None and undone[0] in ("note", "round"):
            waiting = undone[1] if edit.kind == "undo" else undone[2]
        steps[edit.revision] = (edit.kind, before, waiting)
        yield edit, before


def _difference(before: Rows, after: Rows) -> tuple[Rows, Rows]:
    """Return the rows that were put to a list, and those that were taken out of it."""
    new, old = list(after), []
    for row in before:
        if row in new:
            new.remove(row)
        else:
            old.append(row)
    return new, old


def _applied(note: Mapping[str, Rows], before: Rows) -> Rows:
    left = list(before)
    for row in note.get("out", ()):
        if row in left:
            left.remove(row)
    return [*left, *note.get("put", ())]


# Cards: into the edits of their round, and into the draft of the coming one.


def _lay_down(tables: Tables, play: int, edits: Edits, hands: Mapping[int, Any]) -> None:
    """Put the cards where they belong now, each to the round with which the pages showed them."""
    cards = {slot: _cards_of(edits, hands, slot) for slot in {edit.slot for edit in edits if edit.slot is not None}}
    for edit in edits:
        found = cards.get(edit.slot)
        if edit.entry is not None and found:
            tables.update("edit", {"id": edit.id}, cards=found)
    coming = max((edit.slot for edit in edits if edit.slot is not None), default=0) + 1
    first, *later = _to_come(edits, hands, coming, cards)
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
        values |= {
            "slot": coming,
            "data": {},
            "locked": False,
            "revision": 0,
            "device_id": last.device_id,
            "at": last.at,
        }
    if drafts:
        tables.update("draft", {"play_id": play}, **values)
    else:
        tables.insert("draft", {"play_id": play, **values})


def _to_come(edits: Edits, hands: Mapping[int, Any], coming: int, cards: Mapping[int, Cards]) -> list[Cards]:
    """Return the cards of the coming round, and those of the rounds after it that were undone or wait for it."""
    undone = [cards.get(edit.slot, {}) for edit in reversed(_undone(edits)) if edit.kind == "round"]
    own, before = hands.get(coming), _before(edits, coming)
    if own is None:
        return undone if any(undone) else [_waits(edits, hands, coming)]
    if not own.data.get("tricks") or own.data.get(AFTER, before) == before:
        return [_plain(own), *undone[1:]]
    return [*(undone or [_waits(edits, hands, coming)]), _plain(own)]


def _undone(edits: Edits) -> Edits:
    """Return what can be redone, the next one last."""
    done: list[Any] = []
    undone: list[Any] = []
    for edit in edits:
        if edit.kind == "undo":
            undone.append(done.pop())
        elif edit.kind == "redo":
            done.append(undone.pop())
        elif edit.kind in ORDINARY:
            done.append(edit)
            undone = []
    return undone


def _cards_of(edits: Edits, hands: Mapping[int, Any], slot: int) -> Cards:
    """Return the cards that pages showed with a round: its own, or those of the undone one that it replaced."""
    own = hands.get(slot)
    if own is not None and own.data.get("tricks") and own.data.get(AFTER, _before(edits, slot)) == _before(edits, slot):
        return _plain(own)
    return _waits(edits, hands, slot)


def _waits(edits: Edits, hands: Mapping[int, Any], slot: int) -> Cards:
    """Return the cards that lay there for a round before its slot was the coming one."""
    before = _before(edits, slot)
    for other in range(slot - 1, before - 1, -1):
        there = hands.get(other)
        if there is None or not there.data.get("tricks"):
            continue
        theirs = _before(edits, other)
        is_its_own = there.data.get(AFTER, theirs) == theirs
        if is_its_own == (other != before):
            return _plain(there)
    return {}


def _plain(hand: Any) -> Cards:
    return {key: value for key, value in hand.data.items() if key not in (TAP, AFTER)}


def _before(edits: Iterable[Any], slot: int) -> int:
    """Return the slot of the round before a slot, as it was when that was first written, or is now; 0: none."""
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


def _pick_up(tables: Tables, play: int, edits: Edits) -> None:
    """Put the cards into rows of their own again: one for each round, and one for the coming one.

    Of hands that wait for a round after it there is room for the last.
    """
    hands: dict[int, tuple[Cards, int, Any]] = {}
    for edit in edits:
        if edit.slot is not None and edit.cards:
            hands[edit.slot] = ({**edit.cards, AFTER: _before(edits, edit.slot)}, 1, edit)
    for draft in tables.rows("draft", "play_id", play_id=play):
        undone = [edit.slot for edit in reversed(_undone(edits)) if edit.kind == "round"]
        lying: Cards = draft.cards or {}
        later: list[Cards] = draft.later or []
        after = _before(edits, draft.slot)
        if undone and lying == _without(hands.get(undone[0])):
            lying = {}
        if len(later) >= max(len(undone), 1):
            if lying and undone:
                hands[undone[0]] = ({**lying, AFTER: _before(edits, undone[0])}, 1, draft)
            lying, after = later[-1], draft.slot - 1
        if lying:
            hands[draft.slot] = ({**lying, TAP: draft.cards_tap, AFTER: after}, draft.cards_mark, draft)
    for slot, (data, number, row) in hands.items():
        values = {"data": data, "revision": max(number, 1), "device_id": row.device_id, "at": row.at}
        tables.insert("hand", {"play_id": play, "slot": slot, **values})


def _without(hand: tuple[Cards, int, Any] | None) -> Cards:
    """Return a hand as it is kept now."""
    return {} if hand is None else {key: value for key, value in hand[0].items() if key not in (TAP, AFTER)}
