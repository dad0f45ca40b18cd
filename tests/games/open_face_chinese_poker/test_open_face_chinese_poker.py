"""Rows of Open-Face Chinese Poker. Each test names the paragraph that it proves."""

import pytest

from companion.games.open_face_chinese_poker.hands import JudgedRows, compare, judge_three_rows, reaches_fantasyland


def rows(text: str, equal_is_foul: bool = False) -> JudgedRows:
    """Judge rows that are written as ``front / middle / back``."""
    front, middle, back = (tuple(row.split()) for row in text.split("/"))
    return judge_three_rows(front, middle, back, equal_is_foul)


@pytest.mark.parametrize(
    ("hand", "royalties"),
    [
        ("Ks Qd 3h / Ah Jc 9s 7d 2c / 9c 9d 5s 4s 3s", (0, 0, 0)),
        ("5s 5d 3h / 6c 6d 9s 7d 2c / 9c 9d 5h 4s 3s", (0, 0, 0)),
        ("6s 6d 3h / 7c 7d 9s Jd 2c / 9c 9d 5h 4s 3s", (1, 0, 0)),
        ("10s 10d 3h / Jc Jd 9s 7d 2c / 9c 9d 3c 3d 4s", (5, 0, 0)),
        ("As Ad 3h / 5c 5d 5s 7d 2c / 6c 7h 8d 9d 10s", (9, 0, 2)),
        ("2s 2d 2h / 3c 3d 3s 7d 4c / 6c 9c 8c Jc Kc", (20, 0, 4)),
        ("Ks Qd 3h / 5c 4d 3s 2d Ac / 9c 9d 9h 4s 4h", (0, 4, 6)),
        ("Ks Qd 3h / 5c 7c 8c Jc Ac / 9s 9d 9h 9c 4h", (0, 8, 10)),
        ("Ks Qd 3h / 8c 8d 8s 7d 7c / 2s 3s 4s 5s 6s", (0, 12, 15)),
        ("Kd Qd 3h / 5c 5d 5s 5h 7c / As Ks Qs Js 10s", (0, 20, 25)),
        ("Kd Qd 3h / 5c 6c 7c 8c 9c / As Ks Qs Js 10s", (0, 30, 25)),
        ("9d 8d 3h / Ac Kc Qc Jc 10c / As Ks Qs Js 10s", (0, 50, 25)),
    ],
)
def test_royalties(hand: str, royalties: tuple[int, int, int]) -> None:
    """open-face-chinese-poker/scoring.royalties"""
    judged = rows(hand)
    assert not judged.foul
    assert judged.royalties == royalties


@pytest.mark.parametrize(
    ("hand", "foul"),
    [
        ("Ks Kd 3h / Qc Qd 9s 7d 2c / 9c 9d 9h 4s 3s", "front"),
        ("Ks 9s 3h / Kd 8d 7s 6d 2c / 9c 9d 9h 4s 3s", "front"),
        ("Ks 9s 3h / Kd 9d 3c 2d 2c / 9c 9h 4h 4s 3s", ""),
        ("Ks 5s 3h / 9d 9s 3c 3d 2c / 9c 9h 4h Jd 8s", "middle"),
        ("Ks 5s 3h / 9d 9s 4c 3d 2c / 9c 9h 4h 3s 2s", ""),
    ],
)
def test_foul(hand: str, foul: str) -> None:
    """open-face-chinese-poker/scoring.foul"""
    judged = rows(hand)
    assert judged.foul.startswith(f"the {foul} is" if foul else "")
    assert bool(judged.foul) == bool(foul)
    assert not foul or judged.royalties == (0, 0, 0)


def test_equal_rows() -> None:
    """open-face-chinese-poker/scoring.equal-rows"""
    assert rows("Ks 5s 3h / 9d 9s 4c 3d 2c / 9c 9h 4h 3s 2s", equal_is_foul=True).foul


def test_front_and_middle() -> None:
    """open-face-chinese-poker/scoring.front-and-middle"""
    judged = rows("Qs Qh 5d / Qd Qc 5h 4s 3s / Ac Kc 9c 6c 2c")
    assert not judged.foul
    assert judged.royalties == (7, 0, 4)
    assert reaches_fantasyland(judged, is_there=False)
    assert not reaches_fantasyland(judged, is_there=True)


@pytest.mark.parametrize(
    ("hand", "enters", "stays"),
    [
        ("Js Jh Ad / Qd Qc 5h 4s 3s / Ac Kc 9c 6c 2c", False, False),
        ("Qs Qh 2d / Kd Kc 5h 4s 3s / Ac Jc 9c 6c 2c", True, False),
        ("2s 2h 2d / 3d 3c 3h 4s 5s / Ac Jc 9c 6c 2c", True, True),
        ("Js Jh Ad / 3d 3c 3h 4s 4d / Ac Ad Ah 6c 6d", False, True),
        ("Js Jh Ad / 3d 3c 8h 4s 4d / 6s Ah 6h 6c 6d", False, True),
        ("Js Jh Ad / 3d 3c 8h 4s 4d / 6s 7s 8s 9s 10s", False, True),
        ("Js Jh Ad / 3d 3c 8h 4s 4d / 6s 7s 8s Ks Kh", False, False),
        ("Qs Qh Qd / 3d 3c 8h 4s 4d / 6s Ah 6h 6c 6d", False, False),
    ],
)
def test_fantasyland(hand: str, enters: bool, stays: bool) -> None:
    """open-face-chinese-poker/scoring.fantasyland and open-face-chinese-poker/scoring.stay"""
    assert reaches_fantasyland(rows(hand), is_there=False) == enters
    assert reaches_fantasyland(rows(hand), is_there=True) == stays


def test_equal_rows_are_nobodys() -> None:
    """open-face-chinese-poker/scoring.rows"""
    one = rows("Ks 5s 3h / 9d 9s 4c 3d 2c / Jc Jh 4h 3s 2s")
    other = rows("Kd 5d 2h / 9c 9h 4d 3c 2d / Qc Qh 8h 7s 6s")
    assert compare(one, other).rows == (1, 1)
    assert compare(one, other).points == (1, 1)


def test_a_sweep_needs_all_three() -> None:
    """open-face-chinese-poker/scoring.sweep"""
    one = rows("As 5s 3h / 10d 10s 4c 3d 2c / Kc Kh 4h 3s 2s")
    other = rows("Kd 5d 2h / 9c 9h 4d 3c 2d / Qc Qh 8h 7s 6s")
    assert compare(one, other).points == (6, 0)
    assert compare(other, one).points == (0, 6)
