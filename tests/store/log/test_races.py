"""Commands that race: one phone renames, merges or is quicker while another decides."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion.core.entry.problems import Problem
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.log.write_results import Refused, Written
from companion.store.nights import move_plays, night_state
from companion.store.plays import change_seats, starting
from companion.store.plays.edits import write_edits
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.edits.projection import rebuild_plays
from companion.store.plays.play_state import PlayState
from tests.store.files.club_files import brought_in, exported
from tests.store.people.players import merge, rename
from tests.store.tables import Club, Table, client_id, done, rows, tricks


def people(club: Club) -> list[str]:
    return [
        row[0] for row in rows("select name from player where club_id = :club order by id", club=club.scorer.club_id)
    ]


def meanwhile(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, act: Callable[[], object]) -> None:
    """Do something right after a play is first read, and before anything is written."""
    real = getattr(module, name)
    left = [act]

    def looked(*args: Any, **more: Any) -> Any:
        found = real(*args, **more)
        if left:
            left.pop()()
        return found

    monkeypatch.setattr(module, name, looked)


@pytest.fixture
def elsewhere(club: Club) -> None:
    """Add Zoe to the club."""
    Table(club.scorer, players=("Zoe", "Yan"))


def test_a_person_merged_meanwhile_with_a_player_cannot_take_over_a_seat(
    table: Table, club: Club, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, write_edits, "now", lambda: merge(club, "Zoe", "Ann"))
    outcome = table.take("Bob", "Zoe")
    assert isinstance(outcome, Refused), outcome
    assert [seat.name for seat in table.state.seats] == ["Ann", "Bob", "Cyd"]


def test_a_person_merged_meanwhile_with_a_player_cannot_join(
    club: Club, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(club.scorer, "speculation")
    meanwhile(monkeypatch, write_edits, "now", lambda: merge(club, "Zoe", "Ann"))
    outcome = table.seat("Zoe")
    assert outcome == Refused((Problem("players", "Ann is already at the table."),))


def test_a_correction_of_seats_gives_nobody_two_seats(
    table: Table, club: Club, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, write_edits, "now", lambda: merge(club, "Zoe", "Ann"))
    state = table.state
    sitting = [change_seats.SeatCorrection("Zoe" if name == "Bob" else name, name) for name in state.setup.players]
    outcome = change_seats.correct_seats(
        club.scorer, state, base=state.revision, corrections=sitting, dealer="Ann", options=state.options,
        client_id=client_id(),
    )  # fmt: skip
    assert isinstance(outcome, Refused), outcome


def test_two_names_of_one_person_cannot_start_a_play(
    club: Club, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    Table(club.scorer)
    meanwhile(monkeypatch, starting, "house_rules_in_force", lambda: merge(club, "Zoe", "Ann"))
    before = rows("select count(*) from play")
    found = starting.start_play(
        club.scorer, slug="rage", players=["Ann", "Zoe"], dealer=None, options={}, client_id=client_id()
    )
    assert isinstance(found, Refused)
    assert found.problems
    assert rows("select count(*) from play") == before


def test_a_person_renamed_meanwhile_keeps_the_seat(table: Table, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, write_edits, "now", lambda: rename(club, "Ann", "Anna"))
    done(table.take("Bob", "Eve"))
    assert table.state.setup.players == ("Anna", "Eve", "Cyd")


def test_a_refused_seat_adds_no_person_to_the_club(table: Table, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_seats, "MOST_STINTS", 0)
    table.write(tricks(1, 2, 2))
    before = people(club)
    assert isinstance(table.take("Bob", "Eve"), Refused)
    assert people(club) == before


def test_a_seat_taken_meanwhile_adds_no_person_to_the_club(
    table: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = people(club)
    meanwhile(monkeypatch, write_edits, "now", lambda: table.write(tricks(1, 2, 2)))
    assert isinstance(table.take("Bob", "Eve"), PlayStale)
    assert people(club) == before


def test_a_play_in_which_somebody_has_two_seats_can_be_read_exported_and_corrected(own_app: Flask) -> None:
    """No write creates one; a database may contain one all the same."""
    club = Club()
    table = Table(club.scorer)
    table.write(tricks(1, 2, 2))
    one, other = (
        rows("select id from player where club_id = :club and name = :name", club=club.scorer.club_id, name=name)[0][0]
        for name in ("Bob", "Ann")
    )
    with db.engine.begin() as connection:
        connection.execute(
            text("update player set merged_into_id = :other where id = :one"), {"one": one, "other": other}
        )
    runtime().cache.clear()
    state = table.state
    assert state.setup.players == ("Ann", "Ann (2)", "Cyd")
    assert state.double_names == ("Ann",)
    told: list[str] = []
    rebuild_plays(told.append)
    assert [line for line in told if state.key in line] == [
        f"Ann has two seats in game {state.key} (Raise the Stakes): undo the merge of Ann."
    ]
    table.write(tricks(0, 3, 2, names=("Ann", "Ann (2)", "Cyd")))
    assert list(table.totals.values())
    brought_in(exported(club.scorer.club_id))
    with db.engine.begin() as connection:
        connection.execute(text("update player set merged_into_id = null where id = :one"), {"one": one})
    runtime().cache.clear()
    assert table.state.setup.players == ("Ann", "Bob", "Cyd")


def test_play_again_on_two_phones_starts_one_play(club: Club) -> None:
    table = Table(club.scorer)
    parent = table.state

    def again() -> object:
        given = {"slug": parent.game.slug, "players": parent.setup.players, "dealer": None, "options": {}}
        return starting.start_play(club.scorer, **given, client_id=client_id(), parent=parent)

    first, second = again(), again()
    assert isinstance(first, PlayState)
    assert isinstance(second, PlayState)
    assert first.key == second.key != parent.key


@pytest.mark.parametrize("used", ["told", "back"])
def test_a_tap_that_wrote_another_event_moves_nothing(club: Club, used: str) -> None:
    first, second = (Table(club.scorer) for _ in range(2))
    night = night_state.night_of(first.state.details.night or 0)
    tap, taps = client_id(), {"told": client_id(), "back": client_id(), used: ""}
    taps[used] = tap
    details = night_state.NightDetails("Friday")
    told = night_state.edit_night(club.scorer, night, base=0, details=details, present=(), client_id=taps["told"])
    assert isinstance(told, Written)
    event = told.event
    assert event is not None
    move_plays.undo_or_redo(club.scorer, night, event, client_id=taps["back"])
    assert isinstance(move_plays.move(club.scorer, night, [first.key], None, client_id=tap), Written)
    assert first.state.details.night == second.state.details.night == night.id
