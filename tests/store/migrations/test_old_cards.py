"""Cards and notes of the referee as stored on 22 November 2026."""

import io
import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from alembic import command
from flask import Flask
from msgspec import to_builtins
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.files.exporting import export_club
from companion.store.files.importing import check_file, import_club
from companion.store.house import house_rules
from companion.store.migrations import upgrading
from companion.store.migrations.run_migrations import alembic_config
from companion.store.plays.coming_round import drafts, round_cards
from companion.store.plays.edits import change_log
from companion.store.plays.play_state import edits_of
from tests.old_versions import OLD
from tests.store.migrations.old_rows import EDITS, kept, state_of, today
from tests.store.tables import rows

# Cards and notes of the referee as stored on 22 November 2026.

LAID = [json.loads(line) for line in (OLD / "cards.jsonl").read_text("utf-8").splitlines()]
"""What that version showed of each play."""


def laid(key: str, about: str) -> dict[str, Any]:
    """Return what the app shows of a play today, in the form in which it was recorded then."""
    state = state_of(key)
    draft, coming = drafts.draft_of(state), round_cards.coming_cards(state)
    later = rows("select draft.later from draft join play on play.id = play_id where key = :key", key=key)
    [(waiting,)] = later or [(None,)]
    first = (json.loads(waiting) if isinstance(waiting, str) else waiting or [None])[0]
    fallen = [round_cards.cards_of_round(state, slot.slot) for slot in state.slots]
    return {
        "key": key,
        "about": about,
        "revision": state.revision,
        "next_slot": state.next_slot,
        "slots": [slot.slot for slot in state.slots],
        "entries": [dict(slot.entry) for slot in state.slots],
        "totals": dict(state.sheet.table.totals),
        "cards": [cards["tricks"] if cards else None for cards in fallen],
        "coming": coming.data.get("tricks"),
        "trump": coming.data.get("trump"),
        "later": state.people.from_log(first)["tricks"] if first else None,
        "noted": to_builtins(list(state.pending_findings)),
        "undoable": state.undoable,
        "redoable": state.redoable,
        "draft": (draft and draft.data and {"slot": state.next_slot, "data": draft.data, "locked": draft.locked})
        or None,
        "changes": [[one.who, one.label, one.before, one.after] for one in change_log.changes(state)],
    }


def as_shown(play: dict[str, Any]) -> dict[str, Any]:
    """Return what the app must show today: the same, with bugs of that version corrected."""
    draft = play["draft"] if play["draft"] and play["draft"]["data"] else None
    changes = [[change[3], today(change[4]), *change[5:]] for change in play["changes"]]
    right = {**play, "draft": draft, "changes": changes}
    if play["about"] == "a round undone while cards of the next lie there":  # none were shown beside pending ones
        right |= {"coming": LAID[1]["coming"], "trump": "green"}
    if play["about"] == "two rounds undone":  # those of the second were shown at the first when it was saved again
        right |= {"coming": LAID[1]["coming"], "later": play["coming"]}
    return right


def test_cards_and_remarks_are_shown_with_their_rounds(laid_app: Flask) -> None:
    upgrading.upgrade_database()
    for play in LAID:
        assert laid(play["key"], play["about"]) == as_shown(play)
    assert sum(bool(cards) for play in LAID for cards in play["cards"]) > 6
    edits = [edit for play in LAID for edit in edits_of(state_of(play["key"]).id)]
    assert {key for edit in edits if edit.kind == "note" for key in edit.note_as_logged or ()} == {"put", "out"}


def test_cards_that_were_laid_for_the_coming_round_wait_before_those_of_undone_rounds() -> None:
    migration = import_module("companion.store.migrations.versions.0009_cards_and_notes")
    edits = [
        SimpleNamespace(kind=kind, slot=slot, entry={}) for kind, slot in (("round", 1), ("round", 2), ("round", 3))
    ]
    edits += [SimpleNamespace(kind="undo", slot=None, entry=None)] * 2
    saved = {slot: {"trump": slot} for slot in (1, 2, 3)}

    def waiting(coming: int, **data: Any) -> list[Any]:
        laid = {coming: SimpleNamespace(data=data)} if data else {}
        found: list[Any] = migration._cards_for_draft(edits, laid, coming, saved)
        return found

    assert waiting(2) == [saved[2], saved[3]]
    assert waiting(2, trump="new") == [{"trump": "new"}, saved[3]]
    assert waiting(2, tricks=["one"], after=1) == [{"tricks": ["one"]}, saved[3]]
    assert waiting(2, tricks=["one"], after=3) == [saved[2], saved[3], {"tricks": ["one"]}]


@pytest.mark.parametrize("slot", [2, 1, None], ids=["its draft", "an earlier draft", "no draft"])
def test_cards_of_the_coming_round_are_put_into_its_draft(slot: int | None) -> None:
    migration = import_module("companion.store.migrations.versions.0009_cards_and_notes")
    written: list[tuple[Any, ...]] = []
    tables = SimpleNamespace(
        rows=lambda *_, **__: [] if slot is None else [SimpleNamespace(slot=slot)],
        update=lambda *table_and_where, **values: written.append((*table_and_where, values)),
        insert=lambda *table_and_row: written.append(table_and_row),
    )
    edits = [SimpleNamespace(kind="round", slot=1, entry={}, id=1)]
    data = {"tricks": ["one"], "after": 1, "tap": "tap-1"}
    hand = SimpleNamespace(slot=2, data=data, revision=3, device_id=5, at="that evening")
    migration._move_hands(tables, 7, edits, {2: hand})
    play, cards = {"play_id": 7}, {"cards": {"tricks": ["one"]}, "later": None, "cards_mark": 3, "cards_tap": "tap-1"}
    fresh = {"slot": 2, "data": {}, "locked": False, "revision": 0, "device_id": 5, "at": "that evening"}
    assert written == {
        2: [("draft", play, cards)], 1: [("draft", play, cards | fresh)], None: [("draft", play | cards | fresh)]
    }[slot]  # fmt: skip


def as_json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def test_cards_and_remarks_survive_reverting_and_repeating_the_migrations(laid_app: Flask) -> None:
    before = {table: kept(table) for table in ("edit", "hand")}
    db.session.remove()
    upgrading.upgrade_database()
    there = {table: kept(table) for table in ("play", EDITS, "draft", "part")}
    db.session.remove()
    command.downgrade(alembic_config(), "0007")
    assert kept("edit") == before["edit"]
    assert len(kept("hand")) >= len({(row["play_id"], row["slot"]) for row in before["hand"]}) - 1
    db.session.remove()
    upgrading.upgrade_database()
    assert {table: kept(table) for table in there} == there


def test_a_migrated_log_refuses_changes(laid_app: Flask) -> None:
    upgrading.upgrade_database()
    db.session.remove()
    for statement in ("update event set undoes = null", "delete from event"):
        with pytest.raises(DatabaseError, match="never changed"), db.engine.begin() as connection:
            connection.execute(text(statement))


def test_a_phone_that_was_entering_cards_goes_on(laid_app: Flask) -> None:
    """Its page names the hand by what that version counted."""
    upgrading.upgrade_database()
    for slot, revision, key in ((4, 1, LAID[0]["key"]), (1, 2, LAID[11]["key"])):
        assert round_cards.coming_cards(state_of(key)).mark == revision
        assert state_of(key).next_slot == slot
    marks = rows("select mark, cards_mark from play join draft on draft.play_id = play.id")
    assert all(mark >= cards_mark for mark, cards_mark in marks)


def test_the_mark_of_a_play_counts_all_that_was_written_in_it(laid_app: Flask) -> None:
    written = "coalesce((select sum(revision) from {} where play_id = play.id), 0)"
    counted = rows(f"select revision + {written.format('draft')} + {written.format('hand')} from play order by id")
    db.session.remove()
    command.upgrade(alembic_config(), "0009")
    assert rows("select mark from play order by id") == rows("select sheet_mark from play order by id") == counted


def test_migrated_house_rules_are_in_force_from_their_day(old_app: Flask) -> None:
    [(day,)] = rows("select holds_from from house_version")
    db.session.remove()
    upgrading.upgrade_database()
    db.session.remove()
    [(club,)] = rows("select club_id from event where subject = 'house' and kind = 'proposed'")
    [found] = house_rules.all_versions(club)
    assert found.holds_from.isoformat() >= str(day)


def test_migrated_clubs_can_be_exported_and_imported(migrated_app: Flask) -> None:
    """Plays under old rules, corrected, undone, followed card by card: all of it is accepted as it is."""
    db.session.remove()
    runtime().cache.clear()
    for (club,) in rows("select id from club"):
        written, again = io.BytesIO(), io.BytesIO()
        export_club(club, written)
        key = import_club(check_file(written), None)
        [(number,)] = rows("select id from club where key = :key", key=key)
        export_club(number, again)
        before, after = json.loads(written.getvalue()), json.loads(again.getvalue())
        for file in (before, after):
            file.pop("drafts")  # cards without players mean nothing
        assert after == before
