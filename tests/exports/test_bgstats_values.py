"""Values of BG Stats: moments, names, ids, and the rounds that give certain points."""

from datetime import datetime
from typing import Any

import pytest

from companion.exports.bgstats_play import PlayReader, PlayToImport
from companion.exports.bgstats_values import (
    CannotImportError,
    entries_of,
    play_hash,
    read_moment,
    read_nested,
    unused_name,
)
from companion.games import game_of

AT = datetime(2026, 5, 2, 20, 30)


@pytest.mark.parametrize(
    ("row", "at"),
    [
        ({"playDate": "2026-05-02 20:30:00", "entryDate": "2026-05-03 01:00:00"}, AT),
        ({"playDate": "2026-05-02T20:30:00+02:00"}, AT),
        ({"playDate": "1899-12-31", "entryDate": "1900-01-01"}, datetime(1900, 1, 1)),
        ({"playDate": "2201-01-01", "entryDate": "2200-12-31"}, datetime(2200, 12, 31)),
        ({"playDate": "late", "entryDate": 5}, None),
    ],
)
def test_a_play_was_when_it_was_played_or_else_recorded(row: dict[str, Any], at: datetime | None) -> None:
    assert read_moment(row) == at


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ({"a": 1}, {"a": 1}), ('{"a": 1}', {"a": 1}), ('{"a": "\ud800"}', {"a": "?"}), ('{"a": ', {}), ("[1]", {}),
        ([1], {}), (None, {}),
    ],
)  # fmt: skip
def test_an_object_may_be_written_as_a_text(value: Any, read: dict[str, Any]) -> None:
    assert read_nested({"metaData": value}, "metaData") == read


def test_a_long_name_is_cut_before_its_number() -> None:
    long = "x" * 40
    assert unused_name(long, [long]) == "x" * 35 + " 2"
    assert unused_name("Ann", ["ANN", "ann 2"]) == "Ann 3"
    assert unused_name("Ann", ["Bob"]) == "Ann"


def test_a_play_keeps_its_id_by_its_uuid_or_else_by_its_content() -> None:
    same = [play_hash({"uuid": uuid}, title, AT, ["Ann"]) for uuid, title in [("A-1", "Rage"), (" a-1 ", "Toepen")]]
    others = [
        play_hash({"playerScores": [score]}, title, AT, names)
        for title, names, score in [
            ("Rage", ["Ann", "Bob"], 1), ("Rage", ["Bob", "Ann"], 1), ("Rage", ["Ann", "Bob"], 2),
            ("Toepen", ["Ann", "Bob"], 1),
        ]
    ]  # fmt: skip
    assert same[0] == same[1]
    assert len({*same, *others}) == 5
    assert {len(made) for made in (*same, *others)} == {32}


@pytest.mark.parametrize(
    ("slug", "names", "rounds", "why"),
    [
        ("any-other-game", ["Ann"], [], "Any other game is for 2 to 12 players, not 1."),
        ("rage", ["Ann", "Bob"], [{"Ann": 1, "Bob": 2}], "Rage cannot be entered as points of a round."),
        ("funfzehnern", ["Ann", "Bob", "Cyd"], [{"Ann": 1, "Bob": 1, "Cyd": 1}],
         "round 1 does not fit: Card points add up to 3, but the pack has 45."),
    ],
)  # fmt: skip
def test_rounds_that_no_entry_gives_are_refused_with_the_reason(
    slug: str, names: list[str], rounds: list[dict[str, int]], why: str
) -> None:
    with pytest.raises(CannotImportError) as refused:
        entries_of(game_of(slug), {"players": names}, rounds)
    assert str(refused.value) == why


def test_partners_under_other_names_keep_their_points() -> None:
    play = PlayToImport(
        uuid="1", game="any-other-game", title="Rook", at=AT, minutes=0, players=("A", "B", "C", "D"), dealer="B",
        sides=("A & C", "B & D"), options={}, rounds=({"points": {"A & C": 5, "B & D": 7}},),
        totals={"A & C": 5, "B & D": 7}, counts=True, place="", remark="",
    )  # fmt: skip
    renamed = play.with_names({"A": "Ann", "B": "Bob", "C": "Cyd", "D": "Dee"})
    assert (renamed.players, renamed.dealer, renamed.sides) == (
        ("Ann", "Bob", "Cyd", "Dee"), "Bob", ("Ann & Cyd", "Bob & Dee"),
    )  # fmt: skip
    assert renamed.rounds == ({"points": {"Ann & Cyd": 5, "Bob & Dee": 7}},)
    assert renamed.totals == {"Ann & Cyd": 5, "Bob & Dee": 7}


def test_a_game_without_points_counts_wins_whatever_its_scores() -> None:
    scores = {"Ann": {"score": "7"}, "Bob": {"score": "3", "winner": True}}
    remarks: list[str] = []
    reader = PlayReader({}, {"name": "Tag", "noPoints": True, "highestWins": False}, scores, remarks)
    found = reader.read_all(AT, "")
    assert (found.totals, found.options["better"]) == ({"Ann": 0, "Bob": 1}, "high")
    assert remarks == ["“Tag” of no date has no points: winners get 1, the others 0."]
