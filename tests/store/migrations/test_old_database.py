"""A database of 21 November 2026, with a play of every game and every kind of edit, is migrated unchanged."""

import json
from typing import Any

from alembic import command
from flask import Flask
from msgspec import to_builtins
from sqlalchemy import text

from companion.games import game_of
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.migrations import upgrading
from companion.store.migrations.run_migrations import alembic_config
from companion.store.plays import play_lists
from companion.store.plays.coming_round import drafts, round_cards
from companion.store.plays.edits import change_log
from companion.store.plays.play_state import edits_of
from tests.store.migrations.old_rows import EDITS, TOLD, kept, state_of, today
from tests.store.tables import rows


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
        "noted": to_builtins(list(state.pending_findings)),
        "undoable": state.undoable,
        "redoable": state.redoable,
        "next_slot": state.next_slot,
        "seats": [[seat.name, seat.from_slot] for seat in state.seats],
        "draft": (draft and draft.data and {"slot": state.next_slot, "data": draft.data, "locked": draft.locked})
        or None,
        "cards": laid.data.get("tricks"),
        "changes": [[one.before, one.after] for one in change_log.changes(state)],
    }


def test_every_play_is_displayed_as_before_the_migration(migrated_app: Flask) -> None:
    for play in TOLD:
        word = game_of(play["game"]).terms.round  # what a game calls a round today: "game 1"
        steps = {way: today(play[way]).replace("round", word) for way in ("undoable", "redoable") if play.get(way)}
        changes = [change[-2:] for change in play["changes"]]
        assert told(play["key"]) == {**play, "changes": changes, **steps}
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
    upgrading.upgrade_database()
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
        upgrading.upgrade_database()
        kept_outcomes = [edit for play in TOLD for edit in edits_of(state_of(play["key"]).id) if edit.outcome]
        assert len(kept_outcomes) == len(over) + 1, way
        for play in TOLD:
            state = state_of(play["key"])
            versions = {edit.rules_version for edit in edits_of(state.id)}
            if play in (alone, sides):
                assert list(state.totals.values()) == [100 + number for number in range(len(play["totals"]))]
                assert state.winners == tuple(play["totals"])[-1:]
                assert state.standings[0].names == state.winners
                assert "By today's rules" in state.rescoring_notice
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
