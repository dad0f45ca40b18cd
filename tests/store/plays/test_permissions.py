"""Plays of another club, viewers, and names that a club has hidden."""

from functools import partial
from typing import Any

import pytest
from flask import Flask

from companion.store.database.runtime import runtime
from companion.store.plays import change_seats, starting
from companion.store.plays.coming_round import drafts
from companion.store.plays.edits import commands, undo_redo
from companion.store.plays.edits.play_results import NoSuchRoundError, PlayWritten
from companion.store.plays.play_state import load_play
from tests.store.tables import SCRATCH, THREE, Club, Table, client_id, messages, rows, tricks


def test_a_play_of_another_club_does_not_exist(app: Flask, table: Table) -> None:
    stranger = Club().organiser
    table.write(SCRATCH)
    base, before = table.state.revision, table.edits()
    given = {"base": base, "client_id": client_id()}
    assert load_play(stranger.club_id, table.key) is None
    acts = [
        partial(commands.save_round, slot=None, entry=SCRATCH),
        partial(commands.save_round, slot=1, entry=SCRATCH),
        partial(commands.remove_round, slot=1),
        undo_redo.undo, undo_redo.redo, commands.end_play, commands.reopen,
        partial(change_seats.add_player, name="Dee"),
    ]  # fmt: skip
    for act in acts:
        with pytest.raises(NoSuchRoundError):
            act(stranger, table.state, **given)
    assert drafts.patch_draft(stranger, table.state, slot=2, patch={"a": 1}) is None
    assert table.edits() == before
    assert rows("select * from draft where play_id = :id", id=table.id) == []


def test_a_viewer_cannot_write(club: Club, table: Table) -> None:
    table.write(SCRATCH)
    given = {"base": 2, "client_id": "tap"}
    wish: dict[str, Any] = {"slug": "rage", "players": list(THREE), "dealer": None, "options": {}, "client_id": "tap"}
    for act in (
        lambda: commands.save_round(club.viewer, table.state, slot=None, entry=SCRATCH, **given),
        lambda: commands.remove_round(club.viewer, table.state, slot=1, **given),
        lambda: undo_redo.undo(club.viewer, table.state, **given),
        lambda: undo_redo.redo(club.viewer, table.state, **given),
        lambda: commands.end_play(club.viewer, table.state, **given),
        lambda: commands.reopen(club.viewer, table.state, **given),
        lambda: change_seats.add_player(club.viewer, table.state, name="Dee", **given),
        lambda: drafts.patch_draft(club.viewer, table.state, slot=2, patch={"a": 1}),
        lambda: starting.start_play(club.viewer, **wish),
    ):
        with pytest.raises(PermissionError):
            act()
    assert table.edits() == 2


def test_a_play_with_an_invisible_name_goes_on(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as once:
        once.setattr("companion.core.entry.names.is_visible", lambda _: True)  # as earlier versions allowed
        table = Table(club.scorer, players=("\u200b", "Bob", "Cyd"))
    runtime().cache.clear()
    table.write(tricks(5, 0, 0, names=("\u200b", "Bob", "Cyd")))
    assert isinstance(table.seat("Dee"), PlayWritten)
    assert messages(table.seat("\u3164")) == "The name has only letters that cannot be seen."
    assert table.totals == {"\u200b": 3, "Bob": 0, "Cyd": 0, "Dee": 0}
