"""Statistics of random plays against a slow, simple count."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.game.ranking import Better
from companion.core.statistics.game_numbers import game_numbers
from companion.core.statistics.numbers import (
    Streak,
    is_level,
    person_numbers,
    place_count,
)
from companion.core.statistics.play_facts import PartFacts, PlayFacts, PlayFilter, sort_plays
from tests.core.statistics.evening import EVENING, NAMES, SIX, play


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
