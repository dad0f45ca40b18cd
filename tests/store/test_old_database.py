"""A database of 21 November 2026, with a play of every game and every kind of edit in it, comes over unchanged."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import JSON, DateTime, MetaData, create_engine, text

from companion.store import database, hands, plays
from companion.store.base import db
from companion.store.states import PlayState, forget
from tests.store.tables import rows

OLD = Path(__file__).parent / "old"
TOLD = [json.loads(line) for line in (OLD / "plays.jsonl").read_text("utf-8").splitlines()]
"""What that version said about each play."""
for _play in TOLD:
    # Who got what by which rule is what has to come over; a line may be worded better since.
    _play["lines"] = [[line[:3] for line in lines] for lines in _play["lines"]]


def bring_in(path: Path) -> None:
    """Fill the database of this app, which stands at the revision of that day, with its rows."""
    with sqlite3.connect(path) as old:
        old.executescript((OLD / "database.sql").read_text("utf-8"))
    there, here = MetaData(), MetaData()
    source = create_engine(f"sqlite:///{path}")
    there.reflect(source)
    here.reflect(db.engine)
    with source.connect() as old_rows, db.engine.connect().execution_options(writes=True) as new, new.begin():
        for table in there.sorted_tables:
            if table.name == "alembic_version":
                continue
            found = [dict(row) for row in old_rows.execute(table.select()).mappings()]
            kinds = {column.name: column.type for column in table.columns}
            assert any(isinstance(kind, JSON | DateTime) for kind in kinds.values())
            if found:
                new.execute(here.tables[table.name].insert(), found)
    source.dispose()


@pytest.fixture
def old_app(own_app: Flask, tmp_path: Path) -> Flask:
    """An app whose database is that of then."""
    downgrade(directory=str(database.MIGRATIONS), revision="0002")
    db.session.remove()
    bring_in(tmp_path / "old.sqlite3")
    return own_app


def state_of(key: str) -> PlayState:
    [(club,)] = rows("select club_id from play where key = :key", key=key)
    found = plays.load(club, key)
    assert found is not None
    return found


def told(key: str) -> dict[str, Any]:
    """What is said about a play today, as it was said then."""
    state = state_of(key)
    sheet, draft, laid = state.sheet, plays.draft_of(state), hands.of_round(state, state.next_slot)
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
        "noted": [dict(row) for row in state.noted],
        "undoable": state.undoable,
        "redoable": state.redoable,
        "next_slot": state.next_slot,
        "seats": [[seat.name, seat.from_slot] for seat in state.seats],
        "draft": draft and {"slot": draft.slot, "data": draft.data, "locked": draft.locked},
        "cards": laid.data.get("tricks"),
        "changes": [[one.revision, one.kind, one.number, one.before, one.after] for one in plays.changes(state)],
    }


def test_every_play_of_then_says_the_same_today(old_app: Flask) -> None:
    database.upgrade(old_app)
    for play in TOLD:
        assert told(play["key"]) == play
    kinds = {kind for (kind,) in rows("select distinct kind from edit")}
    assert kinds >= {"start", "round", "correct", "remove", "undo", "redo", "seats", "note", "end", "reopen"}
    assert len({play["game"] for play in TOLD}) == 28
    assert any(play["sides"] for play in TOLD)


def test_nobody_is_called_by_name_in_the_log(old_app: Flask) -> None:
    database.upgrade(old_app)
    names = {
        name for play in TOLD for name in play["players"] if len(name) > 2 and not name.startswith(("@", "no", "dou"))
    }
    assert len(names) > 3
    for table, column in (
        ("edit", "entry"),
        ("edit", "seats"),
        ("draft", "data"),
        ("hand", "data"),
        ("play", "dealer"),
    ):
        for (value,) in rows(f"select {column} from {table}"):
            kept = json.dumps(value if not isinstance(value, str) else json.loads(value) if value[0] in "[{" else value)
            reasons = kept.count('"reason"')
            assert reasons or not [name for name in names if json.dumps(name) in kept], kept


def test_what_became_of_everybody_is_in_rows(old_app: Flask) -> None:
    database.upgrade(old_app)
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


def test_down_and_up_again_changes_nothing(old_app: Flask) -> None:
    database.upgrade(old_app)
    before = {
        table: rows(f"select * from {table} order by 1, 2") for table in ("play", "edit", "draft", "hand", "part")
    }
    db.session.remove()
    downgrade(directory=str(database.MIGRATIONS), revision="0002")
    old = {row.key: row for row in rows("select * from play")}
    for play in TOLD:
        kept = {name: json.loads(value) if isinstance(value := getattr(old[play["key"]], name), str) else value
                for name in ("totals", "winners", "players", "sides")}  # fmt: skip
        assert kept == {name: play[name] for name in kept}
    db.session.remove()
    database.upgrade(old_app)
    assert {table: rows(f"select * from {table} order by 1, 2") for table in before} == before


def test_a_finished_play_keeps_the_result_of_then(old_app: Flask) -> None:
    """Whatever today's rules make of its rounds, places included, which the rows of then did not have."""
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
        database.upgrade(old_app)
        assert len(rows("select id from edit where outcome is not null")) == len(over) + 1, way
        for play in TOLD:
            state = state_of(play["key"])
            versions = rows("select distinct rules_version from edit where play_id = :play", play=state.id)
            if play in (alone, sides):
                assert list(state.totals.values()) == [100 + number for number in range(len(play["totals"]))]
                assert state.winners == tuple(play["totals"])[-1:]
                assert state.standings[0].names == state.winners
                assert "By today’s rules" in state.today
                assert state.kept is not None
                assert (state.kept.version, versions) == (7, [(7,)])
            else:
                assert state.totals == play["totals"]
                assert state.today == ""
        db.session.remove()
        downgrade(directory=str(database.MIGRATIONS), revision="0002")
        forget()


def test_a_new_name_is_there_in_every_round_of_the_past(old_app: Flask) -> None:
    database.upgrade(old_app)
    with db.engine.begin() as connection:
        connection.execute(text("update player set name = 'Anna', name_key = 'anna' where name = 'Ann'"))
    forget()
    for play in TOLD:
        if "Ann" in play["players"]:
            now = told(play["key"])
            assert now["totals"] == {name.replace("Ann", "Anna") if name in ("Ann", "Ann & As") else name: total
                                     for name, total in play["totals"].items()} or play["sides"]  # fmt: skip
            assert list(now["totals"].values()) == list(play["totals"].values())
            assert now["players"] == [{"Ann": "Anna"}.get(name, name) for name in play["players"]]


def test_the_club_of_then_goes_on(old_app: Flask) -> None:
    database.upgrade(old_app)
    [(club,)] = rows("select id from club")
    cards = plays.recent_plays(club, 100)
    by_key = {play["key"]: play for play in TOLD}
    for card in cards:
        then = by_key[card.key]
        assert (card.totals, list(card.players)) == (then["totals"], then["players"])
        assert set(card.winners) == set(then["winners"])
    assert {card.key for card in cards} == set(by_key)
