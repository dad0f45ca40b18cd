"""Initials of players: one letter, two if others begin alike, and never the same for two."""

from collections.abc import Sequence

import pytest

from companion.core.pictures.initials import initials


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ann", "bob", "Cyd"], ["A", "B", "C"]),
        (["Anna", "Al", "Ben"], ["An", "Al", "B"]),
        (["Anna", "Anne"], ["Aa", "Ae"]),
        (["Ann", "Anna", "Al"], ["An", "Aa", "Al"]),
        (["Anna B.", "Anna C."], ["AB", "AC"]),
        (["anna B.", "Anna C."], ["AB", "AC"]),
        (["Player 1", "Player 2"], ["P1", "P2"]),
        (["Anna-Lena", "Anna"], ["AL", "An"]),
        (["Bartholomäus der Lange", "Bob"], ["Ba", "Bo"]),
        (["A", "AA", "AAA", "aaaa"], ["A", "Aa", "A2", "A3"]),
        (["😀 Emo", "😀", "👨\u200d👩\u200d👧", "🇩🇪", "👍🏽"], ["E", "😀", "👨\u200d👩\u200d👧", "🇩🇪", "👍🏽"]),
        (["Дмитрий", "Дарья"], ["Дм", "Да"]),
        (["יעל", "محمد", "مريم"], ["י", "مح", "مر"]),
        (["नीता", "राम"], ["नी", "रा"]),
        (["E\u0301lodie", "ßen", "42"], ["E\u0301", "Ss", "4"]),
        (["\u200eAnn", "_-_", "(Bob)"], ["A", "_", "B"]),
        (["", " ", "Ann"], ["?", "?2", "A"]),
        ([], []),
    ],
)
def test_initials_are_one_letter_or_two_if_others_begin_alike(names: Sequence[str], shown: Sequence[str]) -> None:
    assert list(initials(names)) == shown


def test_no_two_players_share_an_initial() -> None:
    names = [f"Ann{'a' * number}" for number in range(12)]
    assert len({one.casefold() for one in initials(names)}) == 12
