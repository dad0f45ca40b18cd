"""Who plays, in which sides, who deals, and under which options: what a request may have."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.record import read_record
from companion.core.play.setups import other_options, read_setup, unknown_keys
from companion.games import game_of
from tests.older import version

FOUR = ["Ann", "Bob", "Cyd", "Dee"]
INVISIBLE = "\u200b"


@pytest.mark.parametrize(
    ("slug", "raw", "told"),
    [
        ("rage", {"players": ["Ann"], "dealer": "Zoe", "sides": ["x", "y"], "options": {"first_hand": 11, "fun": 1}}, [
            ("players", "Rage is for 2 to 8 players, not 1."),
            ("sides", "In Rage everybody plays alone; there are no sides."),
            ("dealer", "Zoe is not one of the players, so cannot deal."),
            ("fun", "There is nothing called “fun” here."),
            ("first_hand", "First hand: 11 is too high, 10 is the most."),
        ]),
        ("rage", {"players": "Ann", "dealer": 5, "options": ["x"]}, [
            ("players", "Give the players as a list of names."),
            ("dealer", "5 is not one of the players, so cannot deal."),
            ("options", "Give the options as an object: name and value."),
        ]),
        ("spades", {"players": FOUR, "sides": ["x", "y", "z"]}, [("sides", "There are two sides, not 3.")]),
        ("spades", {"players": FOUR, "sides": ["x"]}, [("sides", "There are two sides, not 1.")]),
        ("rage", {"players": FOUR, "sides": ["x"], "options": ""}, [
            ("sides", "In Rage everybody plays alone; there are no sides."),
            ("options", "Give the options as an object: name and value."),
        ]),
        ("spades", {"players": FOUR[:3]}, [("players", "Spades is for 4 players, not 3.")]),
        ("spades", {"players": FOUR[:3], "sides": ["x", "y"]}, [("players", "Spades is for 4 players, not 3.")]),
        ("spades", {"players": FOUR, "sides": "x"}, [("sides", "Give the two sides as a list of names.")]),
        ("spades", {"players": FOUR, "sides": ["x", "y" * 101]}, [("sides", "Name 2 is longer than 100 letters.")]),
        ("spades", {"players": FOUR, "sides": ["x", INVISIBLE]},
         [("sides", "Name 2 has only letters that cannot be seen.")]),
        ("any-other-game", {"players": FOUR[:3], "sides": ["x", "y"]},
         [("sides", "Two sides take four players, not 3.")]),
        ("any-other-game", {"players": FOUR, "options": {"name": INVISIBLE}},
         [("name", "Name has only letters that cannot be seen.")]),
    ],
)  # fmt: skip
def test_everything_wrong_is_named_at_once(slug: str, raw: dict[str, Any], told: list[tuple[str, str]]) -> None:
    setup, problems = read_setup(game_of(slug), raw)
    assert setup is None
    assert [(problem.field, problem.message) for problem in problems] == told


@pytest.mark.parametrize(
    ("slug", "raw", "sides", "dealer"),
    [
        ("rage", {"players": [" Ann ", "Bob"], "dealer": " Bob ", "options": None}, (), "Bob"),
        ("spades", {"players": FOUR}, ("Ann & Cyd", "Bob & Dee"), "Ann"),
        ("spades", {"players": FOUR, "sides": ["x" * 100, " y "]}, ("x" * 100, "y"), "Ann"),
        ("any-other-game", {"players": FOUR, "sides": []}, (), "Ann"),
        ("any-other-game", {"players": FOUR, "sides": ["x", "y"]}, ("x", "y"), "Ann"),
    ],
)
def test_sides_and_dealer_have_a_default(slug: str, raw: dict[str, Any], sides: tuple[str, ...], dealer: str) -> None:
    setup, problems = read_setup(game_of(slug), raw)
    assert setup is not None, problems
    assert (setup.players, setup.sides, setup.dealer) == (tuple(one.strip() for one in raw["players"]), sides, dealer)


def test_a_running_play_keeps_names_and_texts_that_cannot_be_seen() -> None:
    raw = {"players": [*FOUR[:3], INVISIBLE], "sides": ["x", INVISIBLE], "options": {"name": INVISIBLE}}
    assert read_setup(game_of("any-other-game"), raw)[0] is None
    setup, _ = read_setup(game_of("any-other-game"), raw, in_use=True)
    assert setup is not None
    assert (setup.players[3], setup.sides[1], setup.options["name"]) == (INVISIBLE,) * 3


def test_unknown_keys_are_quoted_with_what_there_is() -> None:
    told = unknown_keys({"a": 1, "b": 2, "c": 3}, ("b", "d"), "a round")
    assert [(one.field, one.message) for one in told] == [
        ("a", "“a” means nothing here; a round has b and d."), ("c", "“c” means nothing here; a round has b and d."),
    ]  # fmt: skip


def test_other_options_have_every_choice_both_flags_and_both_bounds() -> None:
    options = (
        f.flag(Key("moon"), "Moon"), f.choice(Key("miss"), "Miss", {"off": "Off", "ten": "Ten"}),
        f.choices(Key("extra"), "Extra", {"jack": "Jack", "king": "King"}), f.count(Key("hands"), "Hands", 9, 1),
        f.points(Key("target"), "Target", least=5, default=20),
    )  # fmt: skip
    game = replace(version(1), options=options)
    record, _ = read_record(options, {})
    found = [
        {key: other[key] for key in ("moon", "miss", "extra", "hands", "target")}
        for other in other_options(game, record)
    ]
    base = {"moon": False, "miss": None, "extra": (), "hands": 0, "target": 20}
    changed = [("moon", False), ("moon", True), ("miss", "off"), ("miss", "ten"), ("extra", ("jack",)),
               ("extra", ("king",)), ("hands", 1), ("hands", 9), ("target", 5), ("target", 20)]  # fmt: skip
    assert found == [{**base, key: value} for key, value in changed]
