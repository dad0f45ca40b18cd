"""Statistics of people, games and nights: an evening counted by hand, and filters."""

from datetime import date
from typing import Any

import pytest

from companion.core.statistics.game_numbers import Extreme, game_numbers
from companion.core.statistics.numbers import (
    Share,
    champions,
    is_level,
    name_sort_key,
    night_tallies,
    person_numbers,
    place_count,
    shares_seat,
    tallies,
    wins_over_time,
    wins_per_month,
)
from companion.core.statistics.numbers_json import game_numbers_json, person_json, read_filter
from companion.core.statistics.play_facts import PartFacts, PlayFilter, finishers, sort_plays
from tests.core.statistics.evening import EVENING, NAMES, NUMBERS, part, play


def test_statistics_of_a_person_for_an_evening_counted_by_hand() -> None:
    found = person_json(person_numbers(EVENING, 1), NAMES.__getitem__)
    assert found == {
        "plays": 4, "rounds": 7, "wins": 3, "shared_wins": 2, "games_won": 3,
        "places": {"1": 3, "2": 1}, "average_place": [5, 4],
        "streak": {"wins": 2, "without": 1, "now": 1},
        "games": [
            {"game": "rage", "title": "Rage", "plays": 2, "wins": 2, "best": 60, "worst": 50, "average": [110, 2],
             "best_round": 50, "worst_round": -5},
            {"game": "pay-me", "title": "Pay Me", "plays": 1, "wins": 1, "best": 12, "worst": 12, "average": [12, 1],
             "best_round": None, "worst_round": None},
            {"game": "samba", "title": "Samba", "plays": 1, "wins": 0, "best": 1200, "worst": 1200,
             "average": [1200, 1], "best_round": 700, "worst_round": 500},
        ],
        "against": [
            {"person": "Bob", "plays": 4, "ahead": 2, "level": 1, "behind": 1},
            {"person": "Cyd", "plays": 2, "ahead": 1, "level": 1, "behind": 0},
            {"person": "Dee", "plays": 1, "ahead": 0, "level": 0, "behind": 1},
        ],
        "with": [{"person": "Cyd", "plays": 1, "wins": 0}],
        "bids": {"bids": 3, "made": 2}, "penalties": {"count": 0, "points": 0},
    }  # fmt: skip


def test_a_win_counts_as_many_games_as_its_play() -> None:
    plays = [EVENING[0]._replace(games=3), EVENING[3]._replace(games=2)]
    found = person_numbers(plays, 1)
    assert (found.wins, found.games_won) == (2, 5)
    assert person_numbers(plays, 2).games_won == 0


def test_partners_share_no_win_and_absent_players_took_no_part() -> None:
    dee = person_json(person_numbers(EVENING, 4), NAMES.__getitem__)
    assert (dee["plays"], dee["wins"], dee["shared_wins"]) == (1, 1, 0)
    assert dee["with"] == [{"person": "Bob", "plays": 1, "wins": 1}]
    assert dee["bids"] is None
    bob = person_json(person_numbers(EVENING, 2), NAMES.__getitem__)
    assert [row["person"] for row in bob["against"]] == ["Ann", "Cyd"]
    assert bob["penalties"] == {"count": 1, "points": -10}


def test_statistics_of_all_games_counted_by_hand() -> None:
    assert game_numbers_json(game_numbers(EVENING), NAMES.__getitem__) == {
        "plays": 4, "rounds": [7, 3],
        "highest": {"total": 2100, "names": ["Bob", "Dee"], "play": "p3"},
        "lowest": {"total": 12, "names": ["Ann", "Cyd"], "play": "p4"},
        "highest_round": {"points": 1500, "names": ["Bob", "Dee"], "play": "p3", "round": 2},
        "lowest_round": {"points": -5, "names": ["Ann"], "play": "p1", "round": 1},
        "by_seat": [
            {"seat": 0, "plays": 4, "wins": 3}, {"seat": 1, "plays": 4, "wins": 2}, {"seat": 2, "plays": 3, "wins": 1},
            {"seat": 3, "plays": 1, "wins": 1},
        ],
        "turned_last": 1,
    }  # fmt: skip
    found = game_numbers(EVENING)
    assert found.minutes == Share(50, 2)
    assert found.could_turn == 3
    assert found.options == [("Mad cards: 3", 1)]
    played = ("Target: 30", "Moon: yes", "", "Stock: 2", "Stock: 2")
    plays = [play(number, [part("Ann", 1, 1)], options=options, rounds=1) for number, options in enumerate(played)]
    assert game_numbers(plays).options == [("Stock: 2", 2), ("Moon: yes", 1), ("Target: 30", 1)]
    turned = game_numbers([plays[0]._replace(turned_last=True)])
    assert (turned.turned_last, turned.could_turn) == (0, 0)


def test_the_total_of_a_seat_belongs_to_whoever_has_it_at_the_end() -> None:
    handed_on = play(9, [
        {**part("Ann", 70, 1), "won": False, "left": True, "rounds": 2}, part("Bob", 20, 2),
        part("Cyd", 70, 1, seat=0, rounds=1),
    ])  # fmt: skip
    ann, bob, cyd = handed_on.parts
    assert [shares_seat(handed_on, one) for one in (ann, bob, cyd)] == [True, False, True]
    assert finishers(handed_on) == [bob, cyd]
    assert [is_level(handed_on, one) for one in (ann, bob, cyd)] == [False, False, False]
    assert place_count(handed_on) == 2
    told = game_numbers_json(game_numbers([handed_on]), NAMES.__getitem__)
    assert told["highest"] == {"total": 70, "names": ["Cyd"], "play": "p9"}
    assert told["by_seat"] == [{"seat": 0, "plays": 1, "wins": 1}, {"seat": 1, "plays": 1, "wins": 0}]
    low = handed_on._replace(parts=(ann._replace(total=3), bob, cyd._replace(total=3)))
    assert game_numbers_json(game_numbers([low]), NAMES.__getitem__)["lowest"]["names"] == ["Cyd"]
    numbers = person_numbers([handed_on], 1)
    assert (numbers.against, numbers.partners) == ([(2, 1, 1, 0, 0)], []), "players of one seat are no partners"
    assert [PlayFilter(players=number).accepts(handed_on) for number in (2, 3)] == [True, False]
    assert PlayFilter(company=frozenset({1, 3})).accepts(handed_on)


def test_whoever_sat_out_every_round_neither_shared_the_seat_nor_is_level() -> None:
    sat_out = play(9, [
        {**part("Ann", 70, 1), "won": False, "left": True, "rounds": 0}, part("Bob", 20, 2),
        part("Cyd", 70, 1, seat=0), part("Dee", 20, 2, rounds=0, seat=2),
    ])  # fmt: skip
    _, bob, cyd, _ = sat_out.parts
    assert (shares_seat(sat_out, cyd), is_level(sat_out, bob)) == (False, False)
    nobody = play(1, [part("Ann", 0, 1, rounds=0), part("Bob", 0, 1, rounds=0)])
    assert [(row.plays, row.people) for row in champions([nobody])] == [(1, ())]


def test_rows_of_a_person_are_sorted_by_plays_then_by_person() -> None:
    plays = [
        play(1, [part("Ann", 1, 2, bids=1, made=1), part("Dee", 2, 1), part("Cyd", 0, 3)]),
        play(2, [part("Ann", 2, 1, penalties=2, penalty_points=-7), part("Dee", 1, 2), part("Bob", 0, 3)]),
        *(play(number, [part(name, 5, 1, side=0), part("Bob", 2, 2, side=1), part("Ann", 5, 1, side=0, seat=2)])
          for number, name in enumerate(("eve", "Cyd", "eve"), start=3)),
    ]  # fmt: skip
    found = person_numbers(plays, 1)
    assert [(row.person, row.plays) for row in found.against] == [(2, 4), (4, 2), (3, 1)]
    assert found.partners == [(5, 2, 2), (3, 1, 1)]
    assert (list(found.places.items()), found.bids) == ([(1, 4), (2, 1)], Share(1, 1))
    assert (found.penalties, found.penalty_points) == (2, -7)
    assert tallies(plays) == [(1, 5, 4), (2, 4, 0), (3, 2, 1), (4, 2, 1), (5, 2, 2)]
    names = {2: "zoe", 3: "dee", 4: "Eve", 5: "ann"}.__getitem__
    told = person_json(found, names)
    assert [row["person"] for row in told["against"]] == ["zoe", "Eve", "dee"]
    assert [row["person"] for row in told["with"]] == ["ann", "dee"]
    with_bob = play(9, [part("Ann", 5, 1, side=0), part("Dee", 2, 2, side=1), part("Bob", 5, 1, side=0)])
    partners = person_json(person_numbers([plays[3], with_bob], 1), names)["with"]
    assert [row["person"] for row in partners] == ["dee", "zoe"]


def test_titles_that_differ_only_in_capitals_have_a_fixed_order() -> None:
    assert sorted(["uno", "Uno", "UNO", "go"], key=name_sort_key) == ["go", "UNO", "Uno", "uno"]


def test_zero_is_a_result_like_any_other() -> None:
    zeros = {"high_round": 0, "high_in": 1, "low_round": 0, "low_in": 1}
    level = play(1, [part("Ann", 0, 1, **zeros)], minutes=0)
    (row,) = person_numbers([level], 1).games
    assert (row.best_round, row.worst_round) == (0, 0)
    found = game_numbers([level])
    assert found.minutes == Share(0, 1)
    assert (found.highest, found.lowest_round) == (Extreme(0, (1,), "p1"), Extreme(0, (1,), "p1", 1))
    ann = level.parts[0]
    sat_out = ann._replace(rounds=0, high_round=None, high_in=None, low_round=None, low_in=None)
    both = sat_out.combined_with(ann)
    assert (both.high_round, both.high_in, both.low_round, both.low_in) == (0, 1, 0, 1)


def test_partners_are_not_level_but_opponents_are() -> None:
    ann, *_ = EVENING[2].parts
    assert (is_level(EVENING[2], ann), place_count(EVENING[2])) == (False, 2)
    assert [is_level(EVENING[0], one) for one in EVENING[0].parts] == [False, True, True]
    assert (place_count(EVENING[0]), place_count(EVENING[1])) == (3, 2)


def test_plays_are_in_the_order_in_which_they_were_played_then_recorded() -> None:
    late, second, first = (play(number, [], hours=hours) for number, hours in ((1, 5), (3, 2), (2, 2)))
    assert [one.number for one in sort_plays([late, second, first])] == [2, 3, 1]


def test_rounds_on_two_seats_count_for_the_best_and_worst_of_one_person() -> None:
    once = PartFacts(**part("Ann", 60, 1, seat=0, side=None, dealt_first=True, rounds=2, bids=2, made=1,
                            high_round=40, high_in=3, low_round=-5, low_in=2))  # fmt: skip
    again = once._replace(rounds=1, bids=1, made=1, high_in=1, low_round=4, low_in=4, penalties=1, penalty_points=-10)
    both = once.combined_with(again)
    assert (both.rounds, both.bids, both.made, both.penalties, both.penalty_points) == (3, 3, 2, 1, -10)
    assert (both.high_round, both.high_in, both.low_round, both.low_in) == (40, 1, -5, 2)
    sat_out = once._replace(rounds=0, high_round=None, high_in=None, low_round=None, low_in=None)
    assert (sat_out.combined_with(sat_out).high_round, sat_out.combined_with(sat_out).low_in) == (None, None)
    assert sat_out.combined_with(once).high_round == 40


def test_seats_are_numbered_from_the_first_dealer() -> None:
    dealt = [part("Ann", 1, 2), part("Bob", 2, 1), part("Cyd", 0, 3, dealt_first=True)]
    dealt[0]["dealt_first"] = False
    found = game_numbers([play(1, dealt)])
    assert [tuple(row) for row in found.by_seat] == [(0, 1, 0), (1, 1, 0), (2, 1, 1)]
    unknown = [part("Ann", 1, 2, dealt_first=False), part("Bob", 2, 1)]
    assert [tuple(row) for row in game_numbers([play(1, unknown)]).by_seat] == [(0, 1, 0), (1, 1, 1)]


def test_a_seat_counts_even_if_nobody_ever_played_from_it() -> None:
    dealt_second = [part("Ann", 1, 2, dealt_first=False), part("Bob", 2, 1, dealt_first=True)]
    found = game_numbers([play(1, [*dealt_second, part("Dee", 0, 3, rounds=0)])])
    assert [tuple(row) for row in found.by_seat] == [(0, 1, 1), (2, 1, 0)]


def test_people_with_the_same_record_are_listed_in_seat_order() -> None:
    assert game_numbers([play(1, [part("Bob", 9, 1), part("Ann", 9, 1)])]).highest == Extreme(9, (2, 1), "p1")


def test_of_equal_records_the_earliest_counts_with_everybody_who_had_it_in_that_round() -> None:
    first = play(1, [part("Ann", 9, 1, high_round=9, high_in=2, low_round=0, low_in=1),
                     part("Bob", 9, 1, high_round=9, high_in=1, low_round=0, low_in=2)])  # fmt: skip
    again = play(2, [part("Cyd", 9, 1, high_round=9, high_in=1, low_round=0, low_in=1)])
    found = game_numbers([first, again])
    assert found.highest is not None
    assert found.highest_round is not None
    assert (found.highest.people, found.highest.play) == ((1, 2), "p1")
    assert (found.highest_round.people, found.highest_round.round) == ((2,), 1)


def test_without_plays_statistics_are_empty() -> None:
    nobody = person_json(person_numbers([], 1), NAMES.__getitem__)
    assert nobody["streak"] == {"wins": 0, "without": 0, "now": 0}
    assert (nobody["average_place"], nobody["games"], nobody["bids"]) == ([0, 0], [], None)
    assert game_numbers_json(game_numbers([]), NAMES.__getitem__)["highest"] is None
    assert (champions([]), night_tallies([]), tallies([]), wins_per_month([], 1)) == ([], [], [], {})
    assert wins_over_time([], [1]) == {1: ()}


def test_rows_with_equal_plays_are_sorted_by_name_ignoring_case() -> None:
    one = play(1, [part("eve", 1, 1), part("Dee", 0, 2), part("Bob", 0, 2)])
    names = {5: "dee", 4: "Eve"}.__getitem__
    assert [row["person"] for row in person_json(person_numbers([one], 2), names)["against"]] == ["dee", "Eve"]


def test_if_low_wins_the_best_total_is_the_lowest() -> None:
    plays = [
        play(number, [part("Ann", total, 1, high_round=high, high_in=1, low_round=low, low_in=2)], better="low")
        for number, (total, high, low) in enumerate([(10, 8, 1), (30, 20, 2), (20, 9, 0)], start=1)
    ]
    (row,) = person_numbers(plays, 1).games
    assert (row.best, row.worst, row.best_round, row.worst_round) == (10, 30, 0, 20)


def test_if_a_game_was_played_both_ways_the_last_play_decides_which_total_is_best() -> None:
    high, low = play(1, [part("Ann", 10, 1)]), play(2, [part("Ann", 30, 1)], better="low")
    (row,) = person_numbers([high, low], 1).games
    assert (row.best, row.worst) == (10, 30)
    (row,) = person_numbers([low, high], 1).games
    assert (row.best, row.worst) == (30, 10)


def test_any_other_game_is_listed_by_its_title() -> None:
    titles = ["Wizard", "Uno", "Wizard"]
    plays = [play(n, [part("Ann", n, 1)], game="any-other-game", title=title) for n, title in enumerate(titles)]
    assert [(row.title, row.plays) for row in person_numbers(plays, 1).games] == [("Wizard", 2), ("Uno", 1)]
    wins = [(row.title, row.plays, row.people) for row in champions(plays)]
    assert wins == [("Wizard", 2, ((1, 2, 2),)), ("Uno", 1, ((1, 1, 1),))]


def test_champions_of_a_game_won_most_often() -> None:
    rows = [
        (row.game, row.title, row.plays, [(one.person, one.wins) for one in row.people]) for row in champions(EVENING)
    ]
    assert rows == [
        ("rage", "Rage", 2, [(1, 2)]),
        ("pay-me", "Pay Me", 1, [(1, 1), (3, 1)]),
        ("samba", "Samba", 1, [(2, 1), (4, 1)]),
    ]
    other = [play(n, [part("Ann", 1, 1)], game="any-other-game", title=title) for n, title in enumerate(("Uno", "go"))]
    by_title = [*champions([EVENING[2], *other]), *person_numbers([EVENING[2], *other], 1).games]
    assert [row.title for row in by_title] == ["go", "Samba", "Uno"] * 2
    same = [play(n, [part("Ann", 1, 1)], game=game) for n, game in enumerate(("samba", "rage"))]
    assert [row.game for row in (*champions(same), *person_numbers(same, 1).games)] == ["rage", "samba"] * 2
    (unwon,) = champions([play(1, [part("Ann", 0, 1, won=False), part("Bob", 0, 1, won=False)])])
    assert unwon.people == ()


def test_the_wins_of_a_champion_are_of_their_own_plays() -> None:
    """Not of all plays of the title: who wins 2 of 2 is listed so, though it was played three times."""
    plays = [play(n, [part(name, 5, 1), part("Bob", 0, 2)]) for n, name in enumerate(("Ann", "Cyd", "Ann"), start=1)]
    (row,) = champions(plays)
    assert (row.plays, row.people) == (3, ((1, 2, 2),))


def test_a_night_lists_players_with_wins() -> None:
    first, second = night_tallies(EVENING)
    assert (first.day, first.plays, second.day, second.plays) == (date(2026, 11, 20), 3, date(2026, 11, 22), 1)
    assert (first.night, second.night) == (20, 22)
    assert first.tallies == [(1, 3, 2), (2, 3, 2), (3, 2, 0), (4, 1, 1)]
    assert tallies(EVENING) == [(1, 4, 3), (2, 4, 2), (3, 3, 1), (4, 1, 1)]
    one_day = [play(1, [part("Ann", 1, 1)], night=night) for night in (5, None, 3)]
    assert [row.night for row in night_tallies(one_day)] == [None, 3, 5]
    entered_later = [play(1, [part("Ann", 1, 1)], night=9), play(2, [part("Ann", 1, 1)], hours=72, night=1)]
    assert [row.night for row in night_tallies(entered_later)] == [9, 1]


def test_a_night_past_midnight_has_the_day_on_which_it_began() -> None:
    one, early = play(1, [part("Ann", 1, 1)]), play(2, [part("Ann", 1, 1)], hours=7, night=20)
    (row,) = night_tallies([one, early])
    assert (row.day, row.plays) == (date(2026, 11, 20), 2)


def test_wins_are_summed_by_day_and_by_month() -> None:
    assert wins_over_time(EVENING, [1, 2]) == {1: (2, 3), 2: (2, 2)}
    past_midnight = [EVENING[0], play(2, [part("Ann", 1, 1)], hours=7, night=20)]
    assert wins_over_time(past_midnight, [1]) == {1: (1, 2)}
    later = [*EVENING, play(5, [part("Ann", 1, 2), part("Bob", 2, 1)], hours=70 * 24)]
    assert wins_per_month(later, 1) == {(2026, 11): (3, 4), (2026, 12): (0, 0), (2027, 1): (0, 1)}


def filtered(**asked: Any) -> list[str]:
    raw = {key.rstrip("_"): value if isinstance(value, list) else [value] for key, value in asked.items()}
    which, problems = read_filter(raw, ("rage", "samba", "pay-me"), NUMBERS.get)
    assert problems == []
    return [one.key for one in which.select(EVENING)]


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        ({}, ["p1", "p2", "p3", "p4"]),
        ({"game": "samba"}, ["p3"]),
        ({"from_": "2026-11-20", "to": "2026-11-20"}, ["p1", "p2", "p3"]),
        ({"from_": "2026-11-21"}, ["p4"]),
        ({"to": "2026-11-19"}, []),
        ({"with_": ["Cyd"]}, ["p1", "p3", "p4"]),
        ({"with_": ["Cyd", "Dee"]}, ["p3"]),
        ({"with_": ["Dee", "Ann"]}, ["p3"]),
        ({"players": "2"}, ["p2"]),
        ({"players": "1"}, []),
        ({"players": "99"}, []),
        ({"players": " 3 ", "game": "", "with_": [""]}, ["p1", "p4"]),
    ],
)
def test_filters_select_plays(asked: dict[str, Any], keys: list[str]) -> None:
    assert filtered(**asked) == keys


@pytest.mark.parametrize(
    ("field", "texts", "told"),
    [
        ("game", ["uno"], "There is no game “uno”."),
        ("game", ["samba", "rage"], "“game” is given twice; give it once."),
        ("game", ["samba", "uno"], "“game” is given twice; give it once."),
        ("with", ["Ann", "Zoe"], "Nobody called “Zoe” has played in this club."),
        *[("from", [text], f"“{text}” is not a date. Write it as 2026-11-21.")
          for text in ("20261120", "2026-W47-5", "2026-02-30", "２０２６-11-20")],
        ("to", ["yesterday"], "“yesterday” is not a date. Write it as 2026-11-21."),
        *[("players", [text], f"“{text}” is not a number of players.") for text in ("0", "-3", "²", "100", "099", "x")],
    ],
)  # fmt: skip
def test_a_filter_without_meaning_is_named(field: str, texts: list[str], told: str) -> None:
    which, problems = read_filter({field: texts}, ("rage", "samba"), NUMBERS.get)
    assert [(one.field, one.message) for one in problems] == [(field, told)]
    assert which == PlayFilter(
        game="samba" if "samba" in texts else "", company=frozenset({1} if "Ann" in texts else ())
    )


def test_each_filter_that_is_given_twice_is_named() -> None:
    raw = {"game": ["rage", "samba"], "with": ["Ann", "Bob"], "to": ["2026-11-20", "2026-11-21"], "players": ["2", "3"]}
    which, problems = read_filter(raw, ("rage", "samba"), NUMBERS.get)
    assert [(one.field, one.message) for one in problems] == [
        (field, f"“{field}” is given twice; give it once.") for field in ("game", "to", "players")
    ]
    assert which == PlayFilter("rage", None, date(2026, 11, 20), frozenset({1, 2}), 2)


def test_a_long_value_of_a_filter_is_cut_and_all_problems_are_named() -> None:
    _, problems = read_filter({"to": ["x" * 999], "game": ["uno"], "players": ["1" * 5000]}, ("rage",), NUMBERS.get)
    assert [one.field for one in problems] == ["game", "to", "players"]
    assert all(len(one.message) < 120 for one in problems)
