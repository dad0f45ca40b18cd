"""Statistics of people and games: an evening counted by hand, and random plays against a slow, simple count."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.figures.game_numbers import game_numbers
from companion.core.figures.numbers import (
    Share,
    Streak,
    champions,
    is_level,
    night_tallies,
    person_numbers,
    place_count,
    shares_seat,
    tallies,
    wins_over_time,
    wins_per_month,
)
from companion.core.figures.numbers_json import game_numbers_json, person_json, read_filter
from companion.core.figures.play_facts import PartFacts, PlayFacts, PlayFilter, sort_plays
from companion.core.game.ranking import Better

NAMES = {1: "Ann", 2: "Bob", 3: "Cyd", 4: "Dee", 5: "eve"}
NUMBERS = {name: number for number, name in NAMES.items()}
SIX = datetime(2026, 11, 20, 18, tzinfo=UTC)


def part(name: str, total: int, place: int, **more: Any) -> dict[str, Any]:
    """Return one person's part in a play, as keywords."""
    return {"person": NUMBERS[name], "total": total, "place": place, "won": place == 1, **more}


def play(number: int, parts: Sequence[dict[str, Any]], **more: Any) -> PlayFacts:
    """Return a play of Rage, so many hours after the first one; each player played all its rounds."""
    rounds = more.get("rounds", 3)
    start = SIX + timedelta(hours=more.pop("hours", number))
    found: dict[str, Any] = {
        "key": f"p{number}", "number": number, "game": "rage", "title": "Rage", "better": "high", "played_at": start,
        "day": start.date(), "night": start.day, "rounds": rounds, "minutes": None, "turned_last": False, "options": "",
    }  # fmt: skip
    seated = [
        PartFacts(**{"seat": seat, "side": None, "dealt_first": seat == 0, "rounds": rounds, **one})
        for seat, one in enumerate(parts)
    ]
    return PlayFacts(**{**found, **more, "parts": tuple(seated)})


EVENING = [
    play(1, [
        part("Ann", 60, 1, high_round=40, high_in=2, low_round=-5, low_in=1, bids=3, made=2),
        part("Bob", 31, 2, high_round=22, high_in=1, low_round=4, low_in=3, bids=3, made=0, penalties=1,
             penalty_points=-10),
        part("Cyd", 31, 2, high_round=40, high_in=1, low_round=-5, low_in=2, bids=3, made=1),
    ], minutes=30, options="Mad cards: 3"),
    play(2, [
        part("Bob", 50, 1, high_round=25, high_in=1, low_round=25, low_in=1),
        part("Ann", 50, 1, high_round=50, high_in=2, low_round=0, low_in=1),
        part("Dee", 0, 3, rounds=0),
    ], rounds=2, turned_last=True, minutes=20),
    play(3, [
        part("Ann", 1200, 2, side=0, high_round=700, high_in=1, low_round=500, low_in=2),
        part("Bob", 2100, 1, side=1, high_round=1500, high_in=2, low_round=600, low_in=1),
        part("Cyd", 1200, 2, side=0, high_round=700, high_in=1, low_round=500, low_in=2),
        part("Dee", 2100, 1, side=1, high_round=1500, high_in=2, low_round=600, low_in=1),
    ], game="samba", title="Samba", rounds=2),
    play(4, [
        part("Ann", 12, 1), part("Bob", 40, 3), part("Cyd", 12, 1),
    ], game="pay-me", title="Pay Me", better="low", rounds=0, hours=30),
]  # fmt: skip
"""Three plays of one evening, one of them in sides, and one of which only the totals are known, a day later."""


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


def test_the_total_of_a_seat_belongs_to_whoever_has_it_at_the_end() -> None:
    handed_on = play(9, [
        {**part("Ann", 70, 1), "won": False, "left": True, "rounds": 2}, part("Bob", 20, 2),
        part("Cyd", 70, 1, seat=0, rounds=1),
    ])  # fmt: skip
    ann, bob, cyd = handed_on.parts
    assert [shares_seat(handed_on, one) for one in (ann, bob, cyd)] == [True, False, True]
    told = game_numbers_json(game_numbers([handed_on]), NAMES.__getitem__)
    assert told["highest"] == {"total": 70, "names": ["Cyd"], "play": "p9"}


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
    assert [row["person"] for row in person_json(person_numbers([one], 2), NAMES.__getitem__)["against"]] == [
        "Dee", "eve",
    ]  # fmt: skip


def test_if_low_wins_the_best_total_is_the_lowest() -> None:
    plays = [
        play(number, [part("Ann", total, 1, high_round=high, high_in=1, low_round=low, low_in=2)], better="low")
        for number, (total, high, low) in enumerate([(10, 8, 1), (30, 20, 2), (20, 9, 0)], start=1)
    ]
    (row,) = person_numbers(plays, 1).games
    assert (row.best, row.worst, row.best_round, row.worst_round) == (10, 30, 0, 20)


def test_any_other_game_is_listed_by_its_title() -> None:
    titles = ["Wizard", "Uno", "Wizard"]
    plays = [play(n, [part("Ann", n, 1)], game="any-other-game", title=title) for n, title in enumerate(titles)]
    assert [(row.title, row.plays) for row in person_numbers(plays, 1).games] == [("Wizard", 2), ("Uno", 1)]
    wins = [(row.title, row.plays, row.people) for row in champions(plays)]
    assert wins == [("Wizard", 2, ((1, 2, 2),)), ("Uno", 1, ((1, 1, 1),))]


def test_champions_of_a_game_won_most_often() -> None:
    rows = {row.title: [(row.person, row.wins) for row in row.people] for row in champions(EVENING)}
    assert rows == {"Rage": [(1, 2)], "Samba": [(2, 1), (4, 1)], "Pay Me": [(1, 1), (3, 1)]}
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
    by_person = {row.person: row for row in first.tallies}
    assert {person: (row.plays, row.wins) for person, row in by_person.items()} == {
        1: (3, 2), 2: (3, 2), 3: (2, 0), 4: (1, 1),
    }  # fmt: skip


def test_wins_are_summed_by_day_and_by_month() -> None:
    assert wins_over_time(EVENING, [1, 2]) == {1: (2, 3), 2: (2, 2)}
    later = [*EVENING, play(5, [part("Ann", 1, 2), part("Bob", 2, 1)], hours=70 * 24)]
    assert wins_per_month(later, 1) == {(2026, 11): (3, 4), (2026, 12): (0, 0), (2027, 1): (0, 1)}


# Filters.


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
        ({"players": " 3 ", "game": "", "with_": [""]}, ["p1", "p4"]),
    ],
)
def test_filters_select_plays(asked: dict[str, Any], keys: list[str]) -> None:
    assert filtered(**asked) == keys


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({"game": ["uno"]}, "game"), ({"game": ["rage", "samba"]}, "game"), ({"with": ["Zoe"]}, "with"),
        *[({"from": [text]}, "from") for text in ("20261120", "2026-W47-5", "2026-02-30", "２０２６-11-20", "x" * 999)],
        ({"to": ["yesterday"]}, "to"), *[({"players": [text]}, "players") for text in ("0", "-3", "²", "1" * 9, "x")],
    ],
)  # fmt: skip
def test_a_filter_without_meaning_is_named(raw: dict[str, list[str]], field: str) -> None:
    problems = read_filter(raw, ("rage", "samba"), NUMBERS.get)[1]
    assert [one.field for one in problems] == [field]
    assert len(problems[0].message) < 120


# Random plays against a slow count.


@st.composite
def drawn_play(draw: st.DrawFn, number: int) -> PlayFacts:
    """Return a play of three to five people or of two sides, some of whom may have sat out every round."""
    in_sides = draw(st.booleans())
    people = draw(st.permutations(sorted(NAMES)))[: 4 if in_sides else draw(st.integers(2, 5))]
    rounds = draw(st.integers(0, 3))
    dealer = draw(st.integers(0, len(people) - 1))
    held = {seat: draw(st.integers(-3, 3)) for seat in range(2 if in_sides else len(people))}
    places = {seat: 1 + sum(other > total for other in held.values()) for seat, total in held.items()}
    has_winner = draw(st.integers(0, 9)) > 0
    parts = []
    for seat, person in enumerate(people):
        holder = seat % 2 if in_sides else seat
        high, low = (draw(st.integers(0, 5)), draw(st.integers(-5, 0))) if rounds else (None, None)
        numbers = (draw(st.integers(1, rounds)), draw(st.integers(1, rounds))) if rounds else (None, None)
        parts.append(
            PartFacts(
                person, seat, holder if in_sides else None, held[holder], places[holder],
                has_winner and places[holder] == 1, seat == dealer, draw(st.integers(0, rounds)), high, numbers[0], low,
                numbers[1], draw(st.integers(0, 3)), 0, draw(st.integers(0, 1)), draw(st.integers(-9, 0)),
            )
        )  # fmt: skip
    start = SIX + timedelta(hours=draw(st.integers(0, 40)))
    better: Better = draw(st.sampled_from(["high", "low"]))
    return PlayFacts(
        f"p{number}", number, draw(st.sampled_from(["rage", "samba"])), "Title", better, start, start.date(), 1, rounds,
        None, draw(st.booleans()), "", tuple(parts),
    )  # fmt: skip


PLAYS = st.integers(0, 6).flatmap(lambda count: st.tuples(*(drawn_play(number) for number in range(count))))


def there(one: PlayFacts) -> list[PartFacts]:
    return [part for part in one.parts if part.rounds > 0 or one.rounds == 0]


def slow_person(plays: Sequence[PlayFacts], person: int) -> dict[str, Any]:
    """Compute the same by the definitions, one at a time."""
    own = [(one, part) for one in plays for part in there(one) if part.person == person]
    runs = [(won, len(list(run))) for won, run in groupby(part.won for _, part in own)]
    others = [
        (part, other, part.side is not None and part.side == other.side)
        for one, part in own for other in there(one) if other.person != person
    ]  # fmt: skip
    winners = [
        [part.person if part.side is None else -part.side - 1 for part in one.parts if part.won] for one, _ in own
    ]
    against = sorted({other.person for _, other, partner in others if not partner})
    partners = sorted({other.person for _, other, partner in others if partner})

    def stood(rival: int, which: int) -> int:
        rows = [(mine.place > other.place) - (mine.place < other.place)
                for mine, other, partner in others if other.person == rival and not partner]  # fmt: skip
        return rows.count(which)

    return {
        "plays": len(own),
        "rounds": sum(part.rounds for _, part in own),
        "wins": len([1 for _, part in own if part.won]),
        "shared_wins": len([1 for (_, part), won in zip(own, winners, strict=True) if part.won and len(set(won)) > 1]),
        "places": {place: len([1 for _, part in own if part.place == place])
                   for place in sorted({part.place for _, part in own})},
        "streak": Streak(
            max((length for won, length in runs if won), default=0),
            max((length for won, length in runs if not won), default=0),
            0 if not runs else runs[-1][1] if runs[-1][0] else -runs[-1][1],
        ),
        "against": {rival: (stood(rival, -1), stood(rival, 0), stood(rival, 1)) for rival in against},
        "partners": {
            mate: (len([1 for _, other, partner in others if other.person == mate and partner]),
                   len([1 for mine, other, partner in others if other.person == mate and partner and mine.won]))
            for mate in partners
        },
        "penalties": (sum(part.penalties for _, part in own), sum(part.penalty_points for _, part in own)),
    }  # fmt: skip


@given(PLAYS, st.sampled_from(sorted(NAMES)))
def test_statistics_equal_a_count_by_the_definitions(drawn: Sequence[PlayFacts], person: int) -> None:
    plays = sort_plays(drawn)
    assert [(one.played_at, one.number) for one in plays] == sorted((one.played_at, one.number) for one in drawn)
    fast, slow = person_numbers(plays, person), slow_person(plays, person)
    assert {key: getattr(fast, key) for key in ("plays", "rounds", "wins", "shared_wins", "places", "streak")} == {
        key: slow[key] for key in ("plays", "rounds", "wins", "shared_wins", "places", "streak")
    }
    assert {row.person: (row.ahead, row.level, row.behind) for row in fast.against} == slow["against"]
    assert all(row.plays == row.ahead + row.level + row.behind for row in fast.against)
    assert {row.person: (row.plays, row.wins) for row in fast.partners} == slow["partners"]
    assert (fast.penalties, fast.penalty_points) == slow["penalties"]
    assert sum(row.plays for row in fast.games) == fast.plays
    assert sum(row.wins for row in fast.games) == fast.wins


@given(PLAYS)
def test_records_are_found_in_one_pass(drawn: Sequence[PlayFacts]) -> None:
    plays = sort_plays(drawn)
    found = game_numbers(plays)
    totals = [(part.total, one) for one in plays for part in there(one)]
    for extreme, best in ((found.highest, max), (found.lowest, min)):
        assert (extreme is None) == (not totals)
        if extreme:
            points = best(total for total, _ in totals)
            first = next(one for total, one in totals if total == points)
            who = tuple(part.person for part in there(first) if part.total == points)
            assert (extreme.points, extreme.play, extreme.people) == (points, first.key, who)
    rounds = [
        (part.high_round, one, part.high_in) for one in plays for part in there(one) if part.high_round is not None
    ]
    assert (found.highest_round is None) == (not rounds)
    if found.highest_round:
        points = max(change for change, _, _ in rounds)
        first = next(one for change, one, _ in rounds if change == points)
        number = min(at or 0 for change, one, at in rounds if change == points and one is first)
        assert (found.highest_round.points, found.highest_round.play) == (points, first.key)
        assert found.highest_round.round == number
    assert sum(row.plays for row in found.by_seat) == sum(len(there(one)) for one in plays)
    assert sum(row.wins for row in found.by_seat) == sum(part.won for one in plays for part in there(one))


@given(PLAYS, st.sets(st.sampled_from(sorted(NAMES)), max_size=2), st.one_of(st.none(), st.integers(1, 5)),
       st.sampled_from(["", "rage"]), st.integers(0, 2), st.integers(0, 2))  # fmt: skip
def test_a_filter_selects_exactly_the_plays_that_fit(
    drawn: Sequence[PlayFacts], company: set[int], players: int | None, game: str, since: int, until: int
) -> None:
    day = SIX.date()
    first, last = (day + timedelta(days=since) if since else None), (day + timedelta(days=until) if until else None)
    which = PlayFilter(game, first, last, frozenset(company), players)
    right = [
        one.key for one in drawn
        if (not game or one.game == game) and (first is None or one.day >= first) and (last is None or one.day <= last)
        and company <= {part.person for part in there(one)} and (players is None or players == len(there(one)))
    ]  # fmt: skip
    assert [one.key for one in which.select(drawn)] == right


def test_ties_and_the_number_of_rivals_for_a_place_are_counted() -> None:
    first, second, sides, last = EVENING
    assert [is_level(first, one) for one in first.parts] == [False, True, True]
    assert [is_level(second, one) for one in second.parts] == [True, True, False]
    assert [is_level(sides, one) for one in sides.parts] == [False] * 4, "partners are not level with each other"
    assert [place_count(one) for one in EVENING] == [3, 2, 2, 3], "who played no round of it took no place"
    assert [is_level(last, one) for one in last.parts] == [True, False, True]


def test_plays_are_sorted_by_time_then_by_when_they_were_entered() -> None:
    late, twin, early = play(1, [], hours=9), play(3, [], hours=2), play(2, [], hours=2)
    assert [one.number for one in sort_plays([late, twin, early])] == [2, 3, 1]
