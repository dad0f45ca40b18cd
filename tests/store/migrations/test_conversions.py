"""How single migrations convert values: names of the same spelling, numbers of rounds, nights, equal client ids."""

from datetime import datetime, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from companion.games import all_games

VERSIONS = "companion.store.migrations.versions"


def test_names_of_players_and_sides_are_told_apart_by_their_fields() -> None:
    migration = import_module(f"{VERSIONS}.0005_people_by_number")
    fields = {**migration.NAME_FIELDS["pitch"], **migration.COMMON_FIELDS, "shown": None}
    entry = {
        "pitcher": "Ann", "high": "Ann", "absent": ["Ann", "Bob"],
        "adjust": [{"player": "Ann", "points": 1, "reason": "@late"}], "shown": "@Ann",
        "tricks": {"Ann": 3, "Us": {"@jack": ["@ten"]}}, "bid": {"Ann": "@pass", "Bob": 2}, "remark": ["@Ann", 5],
        "game": {"@odd": "@ten"},
    }  # fmt: skip

    def reference(name: str, is_side: bool) -> str:
        return f"{'side' if is_side else 'player'} {name}"

    assert migration._replace_names(entry, fields, reference, ("Ann", "Us")) == {
        "pitcher": "player Ann", "high": "side Ann", "absent": ["player Ann", "player Bob"],
        "adjust": [{"player": "side Ann", "points": 1, "reason": "@@late"}], "shown": "@@Ann",
        "tricks": {"side Ann": 3, "side Us": {"@@jack": ["@@ten"]}}, "bid": {"player Ann": "@@pass", "player Bob": 2},
        "remark": ["@@Ann", 5], "game": {"@@odd": "@@ten"},
    }  # fmt: skip


NOON = datetime(2026, 11, 12, 12)


def at(hours: float) -> datetime:
    """Return a moment so many hours after noon."""
    return NOON + timedelta(hours=hours)


def edit(slot: int | None, hours: float, *, removes: bool = False) -> SimpleNamespace:
    """Return an edit so many hours after noon."""
    return SimpleNamespace(slot=slot, at=at(hours), entry=None if removes else {})


def test_rounds_are_numbered_as_on_the_sheet_and_the_coming_one_has_a_fresh_slot() -> None:
    migration = import_module(f"{VERSIONS}.0006_laws_of_the_rows")
    removed = [edit(2, 4, removes=True), edit(4, 5), edit(4, 6, removes=True)]
    edits = [edit(None, 0), edit(1, 1), edit(2, 2), edit(3, 3), *removed]
    assert migration._round_numbers(SimpleNamespace(rows=lambda *_, **__: edits), 7) == {1: 1, 3: 2, 5: 3}
    assert migration._round_numbers(SimpleNamespace(rows=lambda *_, **__: edits[:1]), 7) == {1: 1}


def test_a_play_joins_the_night_of_a_round_within_half_a_day_of_its_start() -> None:
    migration = import_module(f"{VERSIONS}.0011_evenings")
    edits = {
        1: [edit(None, 0), edit(1, 0.25), edit(2, 23), edit(1, 24), edit(3, 30), edit(3, 31, removes=True)],
        2: [edit(None, 12.5)], 4: [edit(None, 35), edit(1, 36)], 3: [edit(None, 47.5)], 6: [edit(None, 60.25)],
        5: [edit(None, 48)],
    }  # fmt: skip
    plays = [
        SimpleNamespace(id=number, club_id=club, started_at=edits[number][0].at, sides=sides)
        for number, club, sides in ((5, 2, []), (6, 1, []), (4, 1, []), (3, 1, []), (2, 1, ["Us", "Them"]), (1, 1, []))
    ]
    nights: list[dict[str, Any]] = []
    updates: list[tuple[Any, ...]] = []

    def insert_night(_: str, **values: Any) -> int:
        nights.append(values)
        return len(nights)

    def rows(name: str, order: str, play_id: int = 0) -> list[SimpleNamespace]:
        if name == "edit":
            return edits[play_id]
        return sorted(plays, key=lambda play: [getattr(play, column) for column in order.split()])

    tables = SimpleNamespace(
        rows=rows,
        insert_one=insert_night,
        update=lambda *table_and_where, **values: updates.append((*table_and_where, values)),
    )
    migration._backfill_nights(tables)
    joined = [(where["id"], values["night_id"], values["until"]) for name, where, values in updates if name == "play"]
    assert joined == [
        (1, 1, at(23)), (2, 1, at(12.5)), (4, 1, at(36)), (3, 1, at(47.5)), (6, 2, at(60.25)), (5, 3, at(48))
    ]  # fmt: skip
    assert [(one["club_id"], one["began_at"], one["present"]) for one in nights] == [
        (1, at(0), []), (1, at(60.25), []), (2, at(48), []),
    ]  # fmt: skip
    details = [(where, values["about"]) for name, where, values in updates if name == "edit"]
    assert details == [
        ({"play_id": play, "kind": "start"}, {"night": night} | ({"sides": ["Us", "Them"]} if play == 2 else {}))
        for play, night, _ in joined
    ]


def test_a_client_id_that_two_tables_had_is_changed_in_the_second() -> None:
    builder = import_module(f"{VERSIONS}.0016_events")._LogBuilder(1)
    row = SimpleNamespace(client_id="t" * 40, device_id=3, player_id=4, kind="told")
    for subject in ("night", "player", "play"):
        builder._add(row, NOON, subject, 2, {})
    assert [(event["seq"], event["client_id"]) for event in builder.events] == [
        (1, "t" * 40), (2, "2~" + "t" * 38), (3, "t" * 40),
    ]  # fmt: skip
    assert {(event["device_id"], event["player_id"], event["kind"]) for event in builder.events} == {(3, 4, "told")}


def test_stakes_of_games_that_count_chips_become_stakes_in_chips() -> None:
    counting = [game.slug for game in all_games() if game.totals.unit == "chips"]
    assert sorted(import_module(f"{VERSIONS}.0011_evenings").CHIPS) == sorted(counting)
