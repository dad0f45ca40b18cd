"""The scoring API: what a score sheet, a game and a field look like as JSON."""

from typing import Any

import pytest

from companion.cards.decks import Deck
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.play.fold import shared_fields
from companion.core.play.scoring_api import (
    NotPlayable,
    field_json,
    game_detail_json,
    next_round_json,
    score_json,
    score_request,
)
from companion.games import game_of
from tests.older import version

TWO = ("Ann", "Bob")
ROUND = {"bid": {"Ann": 0, "Bob": 1, "Cyd": 2}, "tricks": {"Ann": 0, "Bob": 1, "Cyd": 1}}
FIVE = {"player": "Bob", "points": 5, "reason": "late"}


def common(key: str, label: str, type_: str, *, required: bool = False, **more: Any) -> dict[str, Any]:
    """Return a field of the whole table as JSON."""
    base = {"key": key, "label": label, "type": type_, "per": "table", "phase": 2, "required": required, "help": ""}
    return {**base, **more}


def test_a_score_sheet_has_rounds_totals_places_and_what_comes_next() -> None:
    request = {"players": ["Ann", "Bob", "Cyd"], "options": {"first_hand": 2}, "rounds": [{**ROUND, "adjust": [FIVE]}]}
    totals = {"Ann": 5, "Bob": 16, "Cyd": 1}
    lines = [
        ("Ann", 5, "rage/scoring.zero-bid", "bid 0 and took none"), ("Bob", 1, "rage/scoring.tricks", "1 trick"),
        ("Bob", 10, "rage/scoring.made-bid", "bid 1 and took exactly that"),
        ("Cyd", 1, "rage/scoring.tricks", "1 trick"), ("Bob", 5, "table/adjustment", "late"),
    ]  # fmt: skip
    assert score_json(score_request(game_of("rage"), request)) == {
        "rounds": [{
            "number": 1, "dealer": "Ann", "scores": {"Ann": 5, "Bob": 11, "Cyd": 1}, "adjusted": {"Bob": 5},
            "lines": [dict(zip(("name", "points", "rule", "text"), line, strict=True)) for line in lines],
            "totals": totals, "notes": ["Cyd bid 2, took 1: no bonus."],
        }],
        "totals": totals,
        "standings": [
            {"place": 1, "names": ["Bob"], "total": 16}, {"place": 2, "names": ["Ann"], "total": 5},
            {"place": 3, "names": ["Cyd"], "total": 1},
        ],
        "over": False, "winners": [], "carry": {},
        "next": {"round": 2, "dealer": "Bob", "leads": "Cyd", "cards": 1},
    }  # fmt: skip


def test_a_game_has_its_options_and_the_fields_of_the_smallest_table() -> None:
    assert game_detail_json(version(1)) == {
        "slug": "any-other-game", "name": "Counting", "summary": "", "kind": "other", "players": {"min": 2, "max": 4},
        "partners": False, "may_partner": False, "come_and_go": True, "unit": "points", "better": "high",
        "options": [
            common("target", "Target", "points", minimum=0, maximum=999, default=20),
            common("bonus", "Bonus", "points", minimum=0, maximum=99, default=0),
        ],
        "fields": [common("made", "Made", "points", per="player", minimum=0, maximum=99, default=0,
                          names=["Player 1", "Player 2"])],
        "example_players": ["Player 1", "Player 2"],
    }  # fmt: skip
    partners = game_detail_json(game_of("spades"))
    assert (partners["partners"], partners["may_partner"], partners["example_players"][2:]) == (
        True, False, ["Player 3", "Player 4"],
    )  # fmt: skip
    optional = game_detail_json(game_of("any-other-game"))
    assert (optional["partners"], optional["may_partner"]) == (False, True)
    assert game_detail_json(game_of("hearts"))["better"] == "low"


REASON = common("reason", "Reason", "text", required=True, least=0, most=200)


def test_only_in_games_in_which_players_come_and_go_can_somebody_sit_out() -> None:
    for game, keys in ((version(1), ["absent", "adjust"]), (game_of("rage"), ["adjust"])):
        coming = next_round_json(score_request(game, {"players": ["Ann", "Bob"]}))
        assert [field["key"] for field in coming["table_fields"]] == keys
        assert (coming["over"], coming["next"]["round"], coming["next"]["dealer"]) == (False, 1, "Ann")
        assert coming["fields"][0]["key"] == ("made" if "absent" in keys else "bid")


def test_absent_players_and_adjustments_are_explained_in_the_words_of_the_game() -> None:
    absent, adjust = shared_fields(TWO, TWO, come_and_go=True, unit="chips", round_name="race")
    assert absent.help == "Players who sit this race out; they score 0."
    assert adjust.help == (
        "Chips on top of the race's own score; with − in front they are taken away. Chips bought need no reason."
    )


BUY = common("buy", "Chips bought", "flag", default=False)
IN_PLAY = common("in_play", "In play", "flag", default=False, help="It counts before the round's own points.")
TAKEN_AWAY = " on top of the round's own score; with − in front they are taken away."


@pytest.mark.parametrize(
    ("unit", "is_race", "help_", "last"),
    [
        ("points", False, f"Points{TAKEN_AWAY}", [REASON]),
        ("points", True, f"Points{TAKEN_AWAY}", [REASON, IN_PLAY]),
        ("chips", False, f"Chips{TAKEN_AWAY} Chips bought need no reason.",
         [{**REASON, "required": False, "default": ""}, BUY]),
    ],
)  # fmt: skip
def test_every_entry_may_have_absent_players_and_adjustments(
    unit: Any, is_race: bool, help_: str, last: list[dict[str, Any]]
) -> None:
    absent, adjust = map(field_json, shared_fields(TWO, ("North", "East"), True, unit, is_race))
    assert absent == common(
        "absent", "Sitting out", "players", help="Players who sit this round out; they score 0.", names=["Ann", "Bob"],
        least=0, most=None, repeats=False, ordered=False, default=[],
    )  # fmt: skip
    columns = [
        common("player", "Player", "player", required=True, names=["North", "East"], nullable=False),
        common("points", "Points", "points", required=True, minimum=-100_000, maximum=100_000),
    ]
    assert adjust == common(
        "adjust", "Adjustment", "rows", help=help_, least=0, most=100, columns=[*columns, *last], default=[]
    )


N = Key[int]("n")
PACK = Deck("two cards", {"As": 1, "Jk": 2})
LED = [{"value": "led", "label": "Led"}, {"value": 3, "label": "Three"}]


@pytest.mark.parametrize(
    ("field", "told"),
    [
        (f.count(N, "N", 9, 1, per="side", names=TWO, phase=1, required="some", help="Short.", explained="Long."),
         common("n", "N", "count", per="side", phase=1, required=True, help="Short. Long.", minimum=1, maximum=9,
                names=["Ann", "Bob"])),
        (f.points(N, "N", 90, -90, step=5, default=10),
         common("n", "N", "points", minimum=-90, maximum=90, multiple_of=5, default=10)),
        (f.chips(N, "N", named_by=("how", (("led", "Led"), (3, "Three")))),
         common("n", "N", "chips", minimum=0, maximum=None, default=0, named_by={"key": "how", "labels": LED})),
        (f.points(N, "N", named_by=("how", ())),
         common("n", "N", "points", minimum=0, maximum=None, default=0, named_by={"key": "how", "labels": []})),
        (f.choice(Key("how"), "How", {"led": "Led", 3: "Three"}, required=True),
         common("how", "How", "choice", required=True, choices=LED, nullable=False)),
        (f.choice(Key("how"), "How", {"led": "Led", 3: "Three"}, nobody="Not at all"),
         common("how", "How", "choice", choices=LED, nullable=True, default=None)),
        (f.flag(Key("y"), "Y", nobody="?"), common("y", "Y", "flag", nullable=True, default=None)),
        (f.cards(Key("c"), "C", PACK, 1, 2),
         common("c", "C", "cards", least=1, most=2, default=[],
                deck={"name": "two cards", "cards": {"As": 1, "Jk": 2}})),
        (f.card(Key("c"), "C", Deck("any", {"As": 1}, open=True)),
         common("c", "C", "card", deck={"name": "any", "cards": {"As": 1}, "open": True}, default=None)),
        (f.several(Key("all"), "All", f.flag(Key("y"), "Y")),
         common("all", "All", "list", least=0, most=None, default=[],
                columns=[common("y", "Y", "flag", default=False)])),
    ],
    ids=lambda case: case.type if isinstance(case, f.Field) else "",
)  # fmt: skip
def test_a_field_shows_what_its_type_has(field: f.Field, told: dict[str, Any]) -> None:
    assert field_json(field) == told


def test_a_request_that_cannot_be_scored_says_what_is_wrong_and_where() -> None:
    with pytest.raises(NotPlayable) as of_setup:
        score_request(game_of("rage"), {"players": ["Ann", "Bob"], "round": [], "rounds": "none"})
    assert of_setup.value.problem_json() == {
        "type": "about:blank", "title": "This game cannot be scored", "status": 422, "round": None,
        "errors": [
            {"field": "round",
             "message": "“round” means nothing here; a game has players, sides, dealer, options and rounds."},
            {"field": "rounds", "message": "Give the rounds as a list."},
        ],
    }  # fmt: skip
    with pytest.raises(NotPlayable) as of_players:
        score_request(game_of("rage"), {"players": ["Ann"], "round": [], "rounds": ""})
    assert [error["field"] for error in of_players.value.problem_json()["errors"]] == ["round", "players", "rounds"]
    entry = {**ROUND, "adjust": [FIVE, {"player": "Ann", "points": 0, "reason": "x"}]}
    with pytest.raises(NotPlayable, match="Round 1 cannot be scored") as of_round:
        score_request(game_of("rage"), {"players": ["Ann", "Bob", "Cyd"], "rounds": [entry]})
    told = of_round.value.problem_json()
    assert (told["title"], told["round"]) == ("Round 1 cannot be scored", 1)
    assert told["errors"] == [{"field": "adjust", "message": "An adjustment of 0 points changes nothing."}]
    [problem] = of_round.value.problems
    assert (problem.name, problem.row) == ("Ann", 2)
