"""What no hand of Put and Take can exceed, found by trying every way in which ranks can repeat."""

from collections.abc import Iterator

import pytest

from companion.games.put_and_take.scoring import DOUBLING_HAND_MOST, DOUBLING_WORTH, HAND_MOST, WORTH


def groupings(worths: tuple[int, ...]) -> Iterator[list[int]]:
    """Every way in which cards turned can share ranks: for each card of the players' that matches, its worth."""

    def place(number: int, ranks: list[list[int]]) -> Iterator[list[list[int]]]:
        if number == len(worths):
            yield ranks
            return
        for index in range(len(ranks)):
            if len(ranks[index]) < 4:
                yield from place(number + 1, [*ranks[:index], [*ranks[index], worths[number]], *ranks[index + 1 :]])
        yield from place(number + 1, [*ranks, [worths[number]]])

    for ranks in place(0, []):
        yield [sum(rank) for rank in ranks for _ in range(4 - len(rank))]


@pytest.mark.parametrize(
    ("worths", "hand", "table"), [(WORTH, HAND_MOST, 45), (DOUBLING_WORTH, DOUBLING_HAND_MOST, 93)]
)
def test_limits(worths: tuple[int, ...], hand: int, table: int) -> None:
    """put-and-take/scoring.limits"""
    assert max(sum(sorted(matching)[-5:]) for matching in groupings(worths)) == hand
    assert max(sum(matching) for matching in groupings(worths)) == table
