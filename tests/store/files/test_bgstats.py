"""Plays from a file of BG Stats: planned, imported in batches, and not twice."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.exports.bgstats_import import FileToImport
from companion.exports.bgstats_play import PlayToImport
from companion.store.database.base import clock_at, db
from companion.store.files import bgstats
from companion.store.files.bgstats import ImportPlan
from companion.store.nights import club_zone
from companion.store.plays import play_lists
from companion.store.plays.edits import commands
from companion.store.plays.play_state import PlayState, edits_of, load_play
from tests.store.house.versions import agreed
from tests.store.tables import FOUR, Club, Table, rows, tricks

AT = datetime(2026, 5, 1, 20, 30)
US = ("Ann & Cyd", "Bob & Dee")


def found(number: int = 1, **more: Any) -> PlayToImport:
    """Return a play of the file: two rounds of Raise the Stakes in an hour."""
    rounds = (tricks(5, 0, 0), tricks(0, 5, 0))
    usual = PlayToImport(
        uuid=f"{number:032}", game="raise-the-stakes", title="Raise the Stakes", at=AT, minutes=60,
        players=("Ann", "Bob", "Cyd"), dealer="Bob", sides=(), options={"target": 30}, rounds=rounds, totals={},
        counts=True, place="Ann’s kitchen", remark="By candlelight",
    )  # fmt: skip
    return replace(usual, **more)


def plan_of(club: Club, *plays: PlayToImport, not_imported: tuple[str, ...] = ()) -> ImportPlan:
    names = dict.fromkeys(name for play in plays for name in play.players)
    return bgstats.import_plan(club.scorer.club_id, FileToImport(tuple(names), plays, not_imported))


def imported(club: Club, play: PlayToImport) -> PlayState:
    assert bgstats.import_batch(club.scorer, plan_of(club, play)) == (1, [])
    [(key,)] = rows(
        "select key from play where club_id = :id and client_id = :tap",
        id=club.scorer.club_id,
        tap=f"bgstats-{play.uuid}",
    )
    state = load_play(club.scorer.club_id, key)
    assert state is not None
    return state


def test_a_play_is_imported_with_its_rounds_times_and_remark(club: Club) -> None:
    with clock_at(datetime(2026, 4, 1, tzinfo=UTC)):
        agreed(club, {"target": 40, "short_deck": True})
    club_zone.set_zone(club.organiser, "Europe/Berlin")
    state = imported(club, found())
    assert (state.over, state.counts, dict(state.totals)) == (True, True, {"Ann": 3, "Bob": 3, "Cyd": 0})
    assert (state.played_at, state.until) == (
        datetime(2026, 5, 1, 18, 30, tzinfo=UTC),
        datetime(2026, 5, 1, 19, 30, tzinfo=UTC),
    )
    assert [slot.at for slot in state.slots] == [
        datetime(2026, 5, 1, 19, 0, tzinfo=UTC),
        datetime(2026, 5, 1, 19, 30, tzinfo=UTC),
    ]
    assert edits_of(state.id)[-1].at == state.until, "it ended with its last round"
    assert (state.setup.dealer, state.options["target"], state.options["short_deck"]) == ("Bob", 30, False), (
        "not the house's"
    )
    assert (state.details.remark, state.is_later) == ("By candlelight. At Ann’s kitchen", False)


def test_a_play_of_sides_is_imported_with_its_length(club: Club) -> None:
    state = imported(
        club,
        found(
            game="samba", title="Samba", players=FOUR, dealer="Dee", sides=US, options={}, rounds=(),
            totals=dict(zip(US, (10_000, 4_000), strict=True)), minutes=90,
        ),
    )  # fmt: skip
    assert (state.setup.sides, state.winners, list(state.totals.values())) == (US, US[:1], [10_000, 4_000])
    start, *_, end = edits_of(state.id)
    assert end.at - start.at == timedelta(minutes=90)


def test_a_play_that_ends_by_its_rules_keeps_its_details(club: Club) -> None:
    state = imported(club, found(rounds=(tricks(5, 0, 0),) * 10, counts=False))
    assert (state.over, state.ended, state.counts) == (True, False, False)
    assert state.details.remark == "By candlelight. At Ann’s kitchen"


def test_a_play_without_rounds_or_duration_is_imported_by_its_totals(club: Club) -> None:
    state = imported(
        club, found(minutes=0, rounds=(), totals={"Ann": 1, "Bob": 9, "Cyd": 4}, counts=False, place="", remark="")
    )
    assert (state.over, state.counts, state.winners, state.is_later) == (True, False, ("Bob",), True)
    assert (state.details.remark, state.played_at) == ("", AT.replace(tzinfo=UTC))
    other = imported(club, found(2, remark=""))
    assert other.details.remark == "At Ann’s kitchen"


def test_only_details_that_differ_from_the_usual_are_logged(club: Club) -> None:
    plain, other = imported(club, found(place="", remark="")), imported(club, found(2, remark="", counts=False))
    assert [edit.kind for edit in edits_of(plain.id)] == ["start", "round", "round", "end"]
    _, second, *_ = edits_of(other.id)
    assert (second.kind, second.about) == ("about", {"remark": "At Ann’s kitchen", "counts": False})


def test_a_plan_names_people_and_leaves_out_what_is_there(club: Club) -> None:
    Table(club.scorer, players=("ann", "Bob"))
    first, second = found(1), found(2, players=("Ann", "Zoe", "Cyd"), rounds=())
    plan = plan_of(club, first, second, not_imported=("“Pandemic” cannot be imported.",))
    assert plan == ImportPlan((first, second), 0, ("Ann", "Bob"), ("Cyd", "Zoe"), ("“Pandemic” cannot be imported.",))
    state = imported(club, first)
    assert state.setup.players == ("ann", "Bob", "Cyd")
    plan = plan_of(club, first, second)
    assert plan == ImportPlan((second,), 1, ("Ann", "Cyd"), ("Zoe",), ())
    assert plan_of(Club(), first, second).plays == (first, second)


def test_a_play_in_the_future_is_not_imported(club: Club) -> None:
    with clock_at(datetime(2026, 4, 30, tzinfo=UTC)):
        plan = plan_of(club, found())
    assert plan == ImportPlan((), 0, (), (), ("“Raise the Stakes” of 1 May 2026: that is in the future.",))
    with clock_at(AT.replace(tzinfo=UTC)):
        assert plan_of(club, found()).plays == (found(),)


def test_an_import_is_written_in_batches_and_goes_on_after_an_interruption(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bgstats, "BATCH_EDITS", 10)
    plays = [found(number) for number in range(3)]
    assert bgstats.import_batch(club.scorer, plan_of(club, *plays)) == (2, []), "five edits each"
    assert bgstats.import_batch(club.scorer, plan_of(club, *plays)) == (1, [])
    assert bgstats.import_batch(club.scorer, plan_of(club, *plays)) == (0, [])
    monkeypatch.setattr(bgstats, "BATCH_EDITS", 3)
    assert bgstats.import_batch(club.scorer, plan_of(club, found(7), found(8))) == (1, []), "at least one"
    monkeypatch.setattr(bgstats, "BATCH_EDITS", 10)
    real = commands.save_round

    def fails_at_the_second(*args: Any, **more: Any) -> Any:
        if more["client_id"] == "round 2":
            raise OSError("the power went")
        return real(*args, **more)

    with monkeypatch.context() as patched:
        patched.setattr(commands, "save_round", fails_at_the_second)
        with pytest.raises(OSError, match="power"):
            bgstats.import_batch(club.scorer, plan_of(club, found(9)))
    db.session.rollback()
    assert len(play_lists.open_plays(club.scorer.club_id, 9)) == 1
    assert len(imported(club, found(9)).slots) == 2
    assert rows("select count(*) from play where club_id = :id", id=club.scorer.club_id) == [(5,)]


def test_what_cannot_be_imported_is_named_with_the_reason(club: Club) -> None:
    wrong = found(rounds=(tricks(9, 0, 0),))
    seats = found(2, players=("Ann",), dealer="Ann", rounds=())
    totals = found(3, rounds=(), totals={"Ann": 1})
    outcome = bgstats.import_batch(club.scorer, plan_of(club, wrong, seats, totals, found(4)))
    assert outcome == (1, [
        "“Raise the Stakes” of 1 May 2026: Tricks (Ann): 9 is too high, 5 is the most.",
        "“Raise the Stakes” of 1 May 2026: Raise the Stakes is for 2 to 7 players, not 1.",
        "“Raise the Stakes” of 1 May 2026: Give the total of Bob and Cyd.",
    ])  # fmt: skip
