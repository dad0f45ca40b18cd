"""Statistics in the club's API: an evening counted by hand, and filters."""

from typing import Any

import pytest

from companion.games import SLUGS
from tests.web.api.club.programs import THREE, Program, fields, took
from tests.web.phones import Club


def played(program: Program, *rounds: Any, names: Any = THREE, **more: Any) -> Any:
    """Return a play with these rounds, ended by the table; whoever takes all five tricks gets 3."""
    play = program.start(players=names, **more)
    for entry in rounds:
        play = program.write(play, entry)
    return program.do(play, "end")


def evening(program: Program) -> list[Any]:
    """Play four times on three days: Ann wins, then Bob, both share, Cyd wins without Ann."""
    return [
        played(program, took(5), played_at="2026-03-05T20:00:00Z"),
        played(program, took(5), took(0, 5), took(0, 5), played_at="2026-03-05T21:00:00Z", dealer="Bob"),
        played(program, took(5), took(0, 5), played_at="2026-03-12T20:00:00Z"),
        played(program, took(0, 5, names=("Bob", "Cyd")), names=("Bob", "Cyd"), played_at="2026-04-01T20:00:00Z"),
    ]


def key_of(program: Program, name: str) -> str:
    """Return the key of a person."""
    return next(one["key"] for one in program.get("")["people"] if one["name"] == name)


def person(program: Program, name: str, **query: Any) -> Any:
    return program.get(f"/people/{key_of(program, name)}", **query)


def test_the_statistics_of_a_person_equal_those_by_hand(program: Program) -> None:
    evening(program)
    assert person(program, "Ann") == {
        "key": key_of(program, "Ann"),
        "name": "Ann",
        "plays": 3,
        "rounds": 6,
        "wins": 2,
        "games_won": 2,
        "shared_wins": 1,
        "places": {"1": 2, "2": 1},
        "average_place": [4, 3],
        "streak": {"wins": 1, "without": 1, "now": 1},
        "games": [
            {"game": "raise-the-stakes", "title": "Raise the Stakes", "plays": 3, "wins": 2, "best": 3, "worst": 3,
             "average": [9, 3], "best_round": 3, "worst_round": 0}
        ],
        "against": [
            {"person": "Bob", "plays": 3, "ahead": 1, "level": 1, "behind": 1},
            {"person": "Cyd", "plays": 3, "ahead": 3, "level": 0, "behind": 0},
        ],
        "with": [],
        "bids": None,
        "penalties": {"count": 0, "points": 0},
    }  # fmt: skip
    bob = person(program, "Bob")
    assert (bob["plays"], bob["wins"], bob["shared_wins"]) == (4, 2, 1)
    assert bob["streak"] == {"wins": 2, "without": 1, "now": -1}
    assert [row["person"] for row in bob["against"]] == ["Cyd", "Ann"], "most plays first"


def test_the_statistics_of_a_game_equal_those_by_hand(program: Program) -> None:
    first, second, _, last = evening(program)
    assert program.get("/games/raise-the-stakes") == {
        "game": "raise-the-stakes",
        "plays": 4,
        "rounds": [7, 4],
        "highest": {"total": 6, "names": ["Bob"], "play": second["key"]},
        "lowest": {"total": 0, "names": ["Bob", "Cyd"], "play": first["key"]},
        "highest_round": {"points": 3, "names": ["Ann"], "play": first["key"], "round": 1},
        "lowest_round": {"points": 0, "names": ["Bob", "Cyd"], "play": first["key"], "round": 1},
        "by_seat": [
            {"seat": 0, "plays": 4, "wins": 3}, {"seat": 1, "plays": 4, "wins": 2}, {"seat": 2, "plays": 3, "wins": 0},
        ],
        "turned_last": 0,
    }  # fmt: skip
    assert last["winners"] == ["Cyd"]


def test_partners_are_listed_under_with(program: Program) -> None:
    play = program.start("any-other-game", ["Ann", "Bob", "Cyd", "Dee"], sides=["Us", "Them"])
    program.do(program.write(play, {"points": {"Us": 3, "Them": 1}}), "end")
    ann = person(program, "Ann")
    assert ann["with"] == [{"person": "Cyd", "plays": 1, "wins": 1}]
    assert [row["person"] for row in ann["against"]] == ["Bob", "Dee"]
    assert (ann["wins"], ann["shared_wins"]) == (1, 0)


def test_plays_of_other_games_are_not_in_the_numbers_of_a_game(program: Program) -> None:
    played(program, took(5))
    play = program.start("any-other-game", ["Ann", "Bob"])
    program.do(program.write(play, {"points": {"Ann": 7, "Bob": 1}}), "end")
    highest = {slug: program.get(f"/games/{slug}")["highest"] for slug in ("raise-the-stakes", "any-other-game")}
    assert {slug: found["total"] for slug, found in highest.items()} == {"raise-the-stakes": 3, "any-other-game": 7}
    assert [row["game"] for row in person(program, "Ann")["games"]] == ["any-other-game", "raise-the-stakes"]


def test_only_plays_that_count_are_counted(program: Program) -> None:
    _, second, third, _ = evening(program)
    program.change(second, counts=False)
    program.do(third, "discard")
    program.write(program.start(), took(5))
    assert (person(program, "Ann")["plays"], program.get("/games/raise-the-stakes")["plays"]) == (1, 2)
    program.change(program.get(f"/plays/{second['key']}"), counts=True)
    assert person(program, "Ann")["plays"] == 2


def test_without_plays_all_numbers_are_zero(program: Program) -> None:
    program.start()
    found = person(program, "Ann")
    assert (found["plays"], found["places"], found["average_place"], found["games"]) == (0, {}, [0, 0], [])
    assert found["streak"] == {"wins": 0, "without": 0, "now": 0}
    found = program.get("/games/rage")
    assert (found["plays"], found["rounds"], found["highest"], found["highest_round"]) == (0, [0, 0], None, None)


@pytest.mark.parametrize(
    ("query", "plays"),
    [({}, 4), ({"game": "raise-the-stakes"}, 4), ({"game": "rage"}, 0), ({"from": "2026-03-12"}, 2),
     ({"to": "2026-03-12"}, 3), ({"from": "2026-03-05", "to": "2026-03-05"}, 2), ({"with": "Ann"}, 3),
     ({"with": ["Ann", "Cyd"]}, 3), ({"with": "ann"}, 3), ({"players": "2"}, 1), ({"players": "3", "with": "Ann"}, 3),
     ({"from": "2026-04-02"}, 0), ({"players": "7"}, 0)],
)  # fmt: skip
def test_filters_select_plays(program: Program, query: Any, plays: int) -> None:
    evening(program)
    assert person(program, "Bob", **query)["plays"] == plays
    if "game" not in query:
        assert program.get("/games/raise-the-stakes", **query)["plays"] == plays


@pytest.mark.parametrize(
    ("query", "field"),
    [({"from": "2026-02-30"}, "from"), ({"to": "yesterday"}, "to"), ({"to": "20260305"}, "to"),
     ({"with": "Zed"}, "with"),
     ({"with": ["Ann", "Zed"]}, "with"), ({"players": "x"}, "players"), ({"players": "0"}, "players"),
     ({"players": "9" * 5000}, "players"), ({"from": ["2026-03-05", "2026-03-06"]}, "from"), ({"form": "x"}, "form"),
     ({"with": "\0"}, "with"), ({"limit": "5"}, "limit")],
)  # fmt: skip
def test_an_invalid_filter_is_422_and_named(program: Program, query: Any, field: str) -> None:
    evening(program)
    for path in (f"/people/{key_of(program, 'Bob')}", "/games/raise-the-stakes"):
        answer = program.ask("GET", path, query_string=query)
        assert answer.status_code == 422
        assert fields(answer.json) == {field}
    answer = program.ask("GET", f"/people/{key_of(program, 'Bob')}", query_string={"game": "bridge"})
    assert (answer.status_code, fields(answer.json)) == (422, {"game"})
    assert program.ask("GET", "/games/rage", query_string={"game": "rage"}).status_code == 422


@pytest.mark.parametrize("key", ["nobody", "0", "-1", "9" * 30, "%00", "²", "é"])
def test_a_missing_person_or_game_is_404(club: Club, program: Program, key: str) -> None:
    evening(program)
    assert program.ask("GET", f"/people/{key}").status_code == 404
    assert program.ask("GET", f"/games/{key}").status_code == 404
    other = Program(Club(club.app))
    assert other.ask("GET", f"/people/{key_of(program, 'Ann')}").status_code == 404, "another club's"
    assert other.get("/games/raise-the-stakes")["plays"] == 0
    assert club.app.test_client().get("/api/v1/club/people/1").status_code == 401


def test_statistics_have_an_etag(program: Program) -> None:
    evening(program)
    for path in (f"/people/{key_of(program, 'Ann')}", "/games/raise-the-stakes"):
        tag = program.ask("GET", path).headers["ETag"]
        assert program.ask("GET", path, headers={"If-None-Match": tag}).status_code == 304
    played(program, took(5))
    assert program.ask("GET", "/games/raise-the-stakes", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_statistics(program: Program, slug: str) -> None:
    assert program.get(f"/games/{slug}")["plays"] == 0
