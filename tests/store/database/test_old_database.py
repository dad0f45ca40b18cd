"""A database of 21 November 2026, with a play of every game and every kind of edit, is migrated unchanged."""

import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from flask import Flask
from sqlalchemy import JSON, DateTime, MetaData, create_engine, text
from sqlalchemy.exc import DatabaseError

from companion.games import game_of
from companion.settings import DATABASE
from companion.store.database import engine
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.files.exporting import export_club
from companion.store.files.importing import check_file, import_club
from companion.store.house import house_rules
from companion.store.migrations.run_migrations import alembic_config
from companion.store.plays import commands, play_lists
from companion.store.plays.coming import drafts, round_cards
from companion.store.plays.coming.findings import findings_json
from companion.store.plays.edits import change_log
from companion.store.plays.play_state import PlayState, edits_of
from tests.database import URL
from tests.store.tables import rows

OLD = Path(__file__).parents[1] / "old"
TOLD = [json.loads(line) for line in (OLD / "plays.jsonl").read_text("utf-8").splitlines()]
"""What that version displayed for each play."""
for _play in TOLD:
    # Only points and rules must be the same; the wording of a line may have changed.
    _play["lines"] = [[line[:3] for line in lines] for lines in _play["lines"]]
    if _play["stake"] and _play["stake"]["kind"] == "point":
        _play["stake"]["kind"] = "chips" if game_of(_play["game"]).totals.unit == "chips" else "difference"

EDITS = "event where subject = 'play'"
"""Edits, which had a table of their own then."""


def bring_in(path: Path, name: str) -> None:
    """Fill the database of this app, at the revision of that day, with those rows."""
    with sqlite3.connect(path) as old:
        old.executescript((OLD / name).read_text("utf-8"))
    there, here = MetaData(), MetaData()
    source = create_engine(f"sqlite:///{path}")
    there.reflect(source)
    assert isinstance(there.tables["edit"].c.entry.type, JSON)
    assert isinstance(there.tables["edit"].c.at.type, DateTime)
    here.reflect(db.engine)
    with source.connect() as old_rows, db.engine.connect().execution_options(writes=True) as new, new.begin():
        for table in there.sorted_tables:
            if table.name == "alembic_version":
                continue
            found = [dict(row) for row in old_rows.execute(table.select()).mappings()]
            if found:
                new.execute(here.tables[table.name].insert(), found)
                if new.dialect.name == "postgresql" and "id" in table.c:  # explicit ids do not advance the sequence
                    counter = f"pg_get_serial_sequence('{table.name}', 'id')"
                    new.exec_driver_sql(f"select setval({counter}, (select max(id) from {table.name}))")
    source.dispose()


_filled: dict[str, sqlite3.Connection] = {}


def go_back(instance: Path, revision: str, name: str) -> None:
    """Revert the database of the app in this folder and fill it with old rows; copy it if that was done before."""
    with closing(sqlite3.connect(instance / DATABASE)) as database:
        if name in _filled:
            db.engine.dispose()
            _filled[name].backup(database)
            return
        command.downgrade(alembic_config(), revision)
        db.session.remove()
        bring_in(instance / "old.sqlite3", name)
        if not URL:
            _filled[name] = sqlite3.connect(":memory:")
            database.backup(_filled[name])


@pytest.fixture(scope="module", autouse=True)
def _filled_once() -> Iterator[None]:
    """Databases that were filled are kept for the tests of this file."""
    yield
    for database in _filled.values():
        database.close()
    _filled.clear()


@pytest.fixture
def old_app(own_app: Flask, tmp_path: Path) -> Flask:
    """Return an app whose database is of that day."""
    go_back(tmp_path, "0002", "database.sql")
    return own_app


@pytest.fixture
def migrated_app(old_app: Flask, tmp_path: Path) -> Flask:
    """Return the app after the migration of that database, which is copied if that was done before."""
    if "migrated" in _filled:
        go_back(tmp_path, "", "migrated")
        return old_app
    engine.upgrade_database()
    if not URL:
        _filled["migrated"] = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
            database.backup(_filled["migrated"])
    return old_app


def state_of(key: str) -> PlayState:
    [(club,)] = rows("select club_id from play where key = :key", key=key)
    found = commands.load_play(club, key)
    assert found is not None
    return found


def told(key: str) -> dict[str, Any]:
    """Return what the app says about a play today, in the form in which it was recorded then."""
    state = state_of(key)
    sheet, draft, laid = state.sheet, drafts.draft_of(state), round_cards.coming_cards(state)
    return {
        "key": key,
        "game": state.game.slug,
        "players": list(state.setup.players),
        "dealer": state.setup.dealer,
        "sides": list(state.setup.sides),
        "options": dict(state.options),
        "stake": state.stake,
        "entries": [dict(slot.entry) for slot in state.slots],
        "slots": [slot.slot for slot in state.slots],
        "totals": dict(sheet.table.totals),
        "places": [[one.place, list(one.names), one.total] for one in sheet.standings],
        "lines": [[[one.name, one.points, one.rule] for one in round_.lines] for round_ in sheet.rounds],
        "refusal": sheet.refusal.number if sheet.refusal else None,
        "over": state.over,
        "ended": state.ended,
        "winners": list(state.winners),
        "revision": state.revision,
        "noted": findings_json(state.pending_findings),
        "undoable": state.undoable,
        "redoable": state.redoable,
        "next_slot": state.next_slot,
        "seats": [[seat.name, seat.from_slot] for seat in state.seats],
        "draft": (draft and draft.data and {"slot": draft.slot, "data": draft.data, "locked": draft.locked}) or None,
        "cards": laid.data.get("tricks"),
        "changes": [[one.revision, one.kind, one.number, one.before, one.after] for one in change_log.changes(state)],
    }


def test_every_play_is_displayed_as_before_the_migration(migrated_app: Flask) -> None:
    for play in TOLD:
        word = game_of(play["game"]).terms.round  # what a game calls a round today: "game 1"
        steps = {way: today(play[way]).replace("round", word) for way in ("undoable", "redoable") if play.get(way)}
        assert told(play["key"]) == {**play, **steps}
    kinds = {kind for (kind,) in rows(f"select distinct kind from {EDITS}")}
    assert kinds >= {"start", "round", "correct", "remove", "undo", "redo", "seats", "note", "end", "reopen"}
    assert len({play["game"] for play in TOLD}) == 28
    assert any(play["sides"] for play in TOLD)


def test_the_log_contains_no_names(migrated_app: Flask) -> None:
    names = {
        name for play in TOLD for name in play["players"] if len(name) > 2 and not name.startswith(("@", "no", "dou"))
    }
    assert len(names) > 3
    for table, column in (
        (EDITS, "data"),
        ("draft", "data"),
        ("draft", "cards"),
        ("play", "dealer"),
    ):
        for (value,) in rows(f"select {column} from {table}"):
            kept = json.dumps(value if not isinstance(value, str) else json.loads(value) if value[0] in "[{" else value)
            reasons = kept.count('"reason"')
            assert reasons or not [name for name in names if json.dumps(name) in kept], kept


def test_the_result_of_every_player_is_in_rows(migrated_app: Flask) -> None:
    for play in TOLD:
        found = rows(
            "select player.name, part.total, part.place, part.won, part.rounds, part.dealt_first, part.side from part"
            " join player on player.id = part.player_id join play on play.id = part.play_id where play.key = :key"
            " order by part.seat",
            key=play["key"],
        )
        holders = play["sides"] or play["players"]
        assert [row[0] for row in found] == play["players"]
        assert [row[0] for row in found if row[5]] == [play["dealer"]]
        places = {name: place for place, names, _ in play["places"] for name in names}
        for seat, row in enumerate(found):
            holder = holders[seat % len(holders)]
            assert (row[1], row[2], bool(row[3])) == (play["totals"][holder], places[holder], holder in play["winners"])
            assert row[6] == (seat % 2 if play["sides"] else None)
            absent = sum(row[0] in entry.get("absent", ()) for entry in play["entries"])
            late = sum(slot < dict(map(tuple, play["seats"]))[row[0]] for slot in play["slots"])
            assert play["refusal"] or row[4] == len(play["slots"]) - absent - late


def kept(table: str) -> list[dict[str, Any]]:
    """Return the rows of a table without the number of writes, which no version before counted."""
    counts = ("mark", "sheet_mark", "cards_mark", "club_mark", *(("key",) if table == EDITS else ()))
    found = rows(f"select * from {table} order by 1, 2")
    return [
        {key: None if value == "null" else value for key, value in row._mapping.items() if key not in counts}
        for row in found
    ]


def test_reverting_and_repeating_the_migrations_changes_nothing(migrated_app: Flask) -> None:
    before = {table: kept(table) for table in ("play", EDITS, "draft", "part")}
    db.session.remove()
    command.downgrade(alembic_config(), "0002")
    old = {row.key: row for row in rows("select * from play")}
    for play in TOLD:
        lists = {name: json.loads(value) if isinstance(value := getattr(old[play["key"]], name), str) else value
                for name in ("totals", "winners", "players", "sides")}  # fmt: skip
        assert lists == {name: play[name] for name in lists}
    db.session.remove()
    engine.upgrade_database()
    assert {table: kept(table) for table in before} == before


def test_a_finished_play_keeps_its_outcome(old_app: Flask) -> None:
    """Whatever today's rules make of its rounds, places included, which the old rows did not have."""
    over = [play for play in TOLD if play["over"]]
    alone = next(play for play in over if len(play["players"]) > 2)
    sides = next(play for play in TOLD if play["sides"])
    with db.engine.begin() as connection:
        for play in (alone, sides):
            totals = {name: 100 + number for number, name in enumerate(play["totals"])}
            values = {"key": play["key"], "totals": json.dumps(totals), "winners": json.dumps(list(totals)[-1:])}
            change = (
                "update play set totals = :totals, winners = :winners, over = true, rules_version = 7 where key = :key"
            )
            connection.execute(text(change), values)
    for way in ("from then", "down and up again"):
        engine.upgrade_database()
        kept_outcomes = [edit for play in TOLD for edit in edits_of(state_of(play["key"]).id) if edit.outcome]
        assert len(kept_outcomes) == len(over) + 1, way
        for play in TOLD:
            state = state_of(play["key"])
            versions = {edit.rules_version for edit in edits_of(state.id)}
            if play in (alone, sides):
                assert list(state.totals.values()) == [100 + number for number in range(len(play["totals"]))]
                assert state.winners == tuple(play["totals"])[-1:]
                assert state.standings[0].names == state.winners
                assert "By today’s rules" in state.rescoring_notice
                assert state.stored_outcome is not None
                assert (state.stored_outcome.version, versions) == (7, {7})
            else:
                assert state.totals == play["totals"]
                assert bool(state.rescoring_notice) == bool(play["refusal"] and play["over"]), (
                    "ended with a round to be mended"
                )
        db.session.remove()
        command.downgrade(alembic_config(), "0002")
        runtime().cache.clear()


def test_a_new_name_appears_in_every_past_round(migrated_app: Flask) -> None:
    with db.engine.begin() as connection:
        connection.execute(text("update player set name = 'Anna', name_key = 'anna' where name = 'Ann'"))
    runtime().cache.clear()
    for play in TOLD:
        if "Ann" in play["players"]:
            now = told(play["key"])
            assert now["totals"] == {name.replace("Ann", "Anna") if name in ("Ann", "Ann & As") else name: total
                                     for name, total in play["totals"].items()} or play["sides"]  # fmt: skip
            assert list(now["totals"].values()) == list(play["totals"].values())
            assert now["players"] == [{"Ann": "Anna"}.get(name, name) for name in play["players"]]


def test_stakes_and_times_survive(migrated_app: Flask) -> None:
    """Every play has a night, with what was played within half a day; the club has a currency."""
    [(currency, asks)] = rows("select currency, asks_stake from club")
    assert (currency, bool(asks)) == ("EUR", True)
    assert {play["stake"]["kind"] for play in TOLD if play["stake"]} == {"chips", "difference"}
    played = rows("select night_id, played_at, started_at, until, last_at from play")
    assert all(night and at == started <= until <= last for night, at, started, until, last in played)
    nights = dict(map(tuple, rows("select id, began_at from night")))
    assert set(nights) == {row[0] for row in played}
    for night, began in nights.items():
        assert began == min(row[1] for row in played if row[0] == night)


def test_the_migrated_club_can_go_on(migrated_app: Flask) -> None:
    [(club,)] = rows("select id from club")
    cards = play_lists.recent_plays(club, 100)
    by_key = {play["key"]: play for play in TOLD}
    for card in cards:
        then = by_key[card.key]
        assert (card.totals, list(card.players)) == (then["totals"], then["players"])
        assert set(card.winners) == set(then["winners"])
    assert {card.key for card in cards} == set(by_key)


# Cards and notes of the referee as stored on 22 November 2026.

LAID = [json.loads(line) for line in (OLD / "cards.jsonl").read_text("utf-8").splitlines()]
"""What that version showed of each play."""


@pytest.fixture
def laid_app(own_app: Flask, tmp_path: Path) -> Flask:
    """Return an app whose database is of that day, with cards."""
    go_back(tmp_path, "0007", "cards.sql")
    return own_app


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
        "noted": findings_json(state.pending_findings),
        "undoable": state.undoable,
        "redoable": state.redoable,
        "draft": (draft and draft.data and {"slot": draft.slot, "data": draft.data, "locked": draft.locked}) or None,
        "changes": [
            [one.revision, one.kind, one.number, one.who, one.label, one.before, one.after]
            for one in change_log.changes(state)
        ],
    }


def today(label: str) -> str:
    """Return today's label of an edit."""
    return {"going on with the game": "continuing the game", "start": "start of the game"}.get(label, label)


def as_shown(play: dict[str, Any]) -> dict[str, Any]:
    """Return what the app must show today: the same, with bugs of that version corrected."""
    draft = play["draft"] if play["draft"] and play["draft"]["data"] else None
    changes = [[*change[:4], today(change[4]), *change[5:]] for change in play["changes"]]
    right = {**play, "draft": draft, "changes": changes}
    if play["about"] == "a round undone while cards of the next lie there":  # none were shown beside pending ones
        right |= {"coming": LAID[1]["coming"], "trump": "green"}
    if play["about"] == "two rounds undone":  # those of the second were shown at the first when it was saved again
        right |= {"coming": LAID[1]["coming"], "later": play["coming"]}
    return right


def test_cards_and_remarks_are_shown_with_their_rounds(laid_app: Flask) -> None:
    engine.upgrade_database()
    for play in LAID:
        assert laid(play["key"], play["about"]) == as_shown(play)
    assert sum(bool(cards) for play in LAID for cards in play["cards"]) > 6
    edits = [edit for play in LAID for edit in edits_of(state_of(play["key"]).id)]
    assert {key for edit in edits if edit.kind == "note" for key in edit.note_as_logged or ()} == {"put", "out"}


def as_json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def test_cards_and_remarks_survive_reverting_and_repeating_the_migrations(laid_app: Flask) -> None:
    before = {table: kept(table) for table in ("edit", "hand")}
    db.session.remove()
    engine.upgrade_database()
    there = {table: kept(table) for table in ("play", EDITS, "draft", "part")}
    db.session.remove()
    command.downgrade(alembic_config(), "0007")
    assert kept("edit") == before["edit"]
    assert len(kept("hand")) >= len({(row["play_id"], row["slot"]) for row in before["hand"]}) - 1
    db.session.remove()
    engine.upgrade_database()
    assert {table: kept(table) for table in there} == there


def test_a_migrated_log_refuses_changes(laid_app: Flask) -> None:
    engine.upgrade_database()
    db.session.remove()
    for statement in ("update event set undoes = null", "delete from event"):
        with pytest.raises(DatabaseError, match="never changed"), db.engine.begin() as connection:
            connection.execute(text(statement))


def test_a_phone_that_was_entering_cards_goes_on(laid_app: Flask) -> None:
    """Its page names the hand by what that version counted."""
    engine.upgrade_database()
    for slot, revision, key in ((4, 1, LAID[0]["key"]), (1, 2, LAID[11]["key"])):
        assert round_cards.coming_cards(state_of(key)).mark == revision
        assert round_cards.coming_cards(state_of(key)).slot == slot
    marks = rows("select mark, cards_mark from play join draft on draft.play_id = play.id")
    assert all(mark >= cards_mark for mark, cards_mark in marks)


def test_migrated_house_rules_are_in_force_from_their_day(old_app: Flask) -> None:
    [(day,)] = rows("select holds_from from house_version")
    db.session.remove()
    engine.upgrade_database()
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
