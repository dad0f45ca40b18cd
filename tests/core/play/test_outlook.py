"""Who can still win, by the bounds of each game that declares them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.core.game.game import Gains, Outlook
from companion.core.play.fold import opening_table
from companion.core.play.outlook import Chances, chances
from companion.core.play.setups import read_setup
from companion.games import game_of

FOUR = ("Ann", "Bob", "Cyd", "Dee")


def found(slug: str, totals: Mapping[str, int] | tuple[int, ...], number: int = 1, **options: Any) -> Chances | None:
    """Return the sentences before a round. ``totals``: of players in seat order, or of both sides."""
    game = game_of(slug)
    players = FOUR[: 2 if game.seats.most == 2 else 4]
    setup, problems = read_setup(game, {"players": list(players), "options": options})
    assert setup is not None, problems
    table = replace(opening_table(game, setup), number=number)
    return chances(game, replace(table, totals=dict(zip(table.names, totals, strict=True))))


CASES: Mapping[str, tuple[str, tuple[int, ...], int, dict[str, Any], tuple[str, ...]]] = {
    "one is out": (
        "rage", (100, 70, 3, 20), 8, {},
        ("Cyd can no longer win.", "Bob needs 30 more than Ann in 3 rounds, Dee 80; at most 96 possible."),
    ),
    "two are level ahead, early": (
        "rage", (200, 200, 3, 150), 6, {"mad_cards": 0, "bonus_cards": 0, "zero_bonus": 60},
        (),
    ),
    "all can win in the last third": (
        "oh-hell", (34, 44, 40, 44), 7, {},
        ("Cyd needs 4 more than Bob and Dee in the last round, Ann 10; at most 11 possible.",),
    ),
    "a missed bid costs": (
        "oh-hell", (30, 44, 40, 44), 6, {"miss": "ten"},
        ("Cyd needs 4 more than Bob and Dee in 2 rounds, Ann 14; at most 43 possible.",),
    ),
    "all are level": ("oh-hell", (20, 20, 20, 20), 7, {}, ()),
    "it is early": ("oh-hell", (0, 10, 0, 0), 2, {}, ()),
    "one is ahead of all": ("oh-hell", (30, 0, 0, 0), 7, {"miss": "off"}, ("Ann can no longer be caught.",)),
    "the lowest wins": (
        "pay-me", (300, 100, 400, 250), 11, {},
        ("Only Bob and Dee can still win.",
         "Dee needs 150 fewer than Bob in the last round; at most 195 possible."),
    ),
    "a hand may be the last": (
        "hearts", (88, 40, 75, 60), 9, {},
        ("This round can be the last: Ann reaches 100 with 12, Cyd with 25.",
         "Only Bob and Dee can win in it."),
    ),
    "of several the two nearest are named": (
        "hearts", (88, 90, 75, 86), 9, {},
        ("This round can be the last: Bob reaches 100 with 10, Ann with 12.",),
    ),
    "a moon of one's own": (
        "hearts", (88, 40, 60, 90), 9, {"moon": "own", "jack": True},
        ("This round can be the last: Dee reaches 100 with 10, Ann with 12.",),
    ),
    "nobody reaches the limit": ("polignac", (4, 2, 0, 1), 3, {}, ()),
    "a low limit": (
        "polignac", (9, 2, 0, 1), 3, {},
        ("This round can be the last: Ann reaches 10 with 1.", "Ann cannot win in it."),
    ),
    "it may end early": ("polignac", (1, 0, 0, 0), 2, {"limit": 2}, ()),
    "a side alone": (
        "euchre", (8, 3), 9, {}, ("Only Ann & Cyd can win in this round.", "Ann & Cyd need 2; at most 4 possible."),
    ),
    "both sides": (
        "euchre", (8, 7), 9, {}, ("Ann & Cyd need 2 to win in this round, Bob & Dee 3; at most 4 possible.",),
    ),
    "nobody can end it": ("euchre", (5, 5), 9, {}, ()),
    "both can, early": ("euchre", (1, 0), 2, {"target": 3}, ()),
    "a king and all tricks": (
        "ecarte", (4, 0), 4, {}, ("Only Ann can win in this round.", "Ann needs 1; at most 4 possible."),
    ),
    "a bid is still to be made": ("pitch", (22, 21), 9, {}, ()),
    "one at the target, one not": (
        "pitch", (21, 17), 9, {"smudge_set": 4}, ("Bob & Dee need 4 to win in this round; at most 5 possible.",),
    ),
    "nils": (
        "spades", (450, 360), 7, {"blind": "never"},
        ("Ann & Cyd need 50 to win in this round, Bob & Dee 140; at most 230 possible.",),
    ),
    "blind nils": (
        "spades", (450, 90), 7, {},
        ("Only Ann & Cyd can win in this round.", "Ann & Cyd need 50; at most 400 possible."),
    ),
    "a side may lose instead": ("spades", (450, -190), 7, {"lose_at": 200}, ()),
    "raises": (
        "raise-the-stakes", (18, 17, 3, 12), 9, {"max_raises": 1},
        ("Only Ann and Bob can win in this round.", "Ann needs 2, Bob 3; at most 4 possible."),
    ),
    "no bounds": ("skat", (0, 0, 0, 0), 1, {"deals": 1}, ()),
}  # fmt: skip


@pytest.mark.parametrize(("slug", "totals", "number", "options", "told"), CASES.values(), ids=CASES)
def test_the_sentences_say_who_can_still_win(
    slug: str, totals: tuple[int, ...], number: int, options: dict[str, Any], told: tuple[str, ...]
) -> None:
    said = found(slug, totals, number, **options)
    assert (said.sentences if said else ()) == told


def bounded(totals: tuple[int, ...], number: int = 1, better: Any = "high", **outlook: int) -> Chances | None:
    """Return the sentences of a game in which a round gives from 0 to 1,500."""
    base = game_of("oh-hell")
    known = {key: lambda _table, value=value: value for key, value in outlook.items()}
    bounds = Outlook(lambda _: Gains(0, 1500), **known)
    game = replace(base, ending=replace(base.ending, outlook=bounds, better=better))
    setup, _ = read_setup(game, {"players": list(FOUR[: len(totals)])})
    assert setup is not None
    table = opening_table(game, setup)
    return chances(game, replace(table, number=number, totals=dict(zip(setup.names, totals, strict=True))))


@pytest.mark.parametrize(
    ("totals", "number", "better", "outlook", "told"),
    [
        ((4500, 1500, 0), 8, "high", {"last": 9}, (
            "Cyd can no longer win.", "Bob needs 3,000 more than Ann in 2 rounds; at most 3,000 possible.",
        )),
        ((4500, 1500, 1499), 7, "high", {"last": 9}, (
            "Bob needs 3,000 more than Ann in 3 rounds, Cyd 3,001; at most 4,500 possible.",
        )),
        ((4500, 1500, 1499), 6, "high", {"last": 9}, ()),
        ((6500, 6000, 0), 6, "high", {"last": 9}, (
            "Cyd can no longer win.", "Bob needs 500 more than Ann in 4 rounds; at most 6,000 possible.",
        )),
        ((2000, 1500, 0), 1, "high", {"target": 3000}, (
            "Cyd cannot win in this round.", "Ann needs 1,000, Bob 1,500; at most 1,500 possible.",
        )),
        ((1999, 1500, 0), 1, "high", {"target": 3000}, ()),
        ((1499, 0, 0), 1, "high", {"target": 3000}, None),
        ((1500, 0, 0), 1, "low", {"target": 2250}, ("This round can be the last: Ann reaches 2,250 with 750.",)),
        ((2000, 1500, 500), 1, "low", {"target": 3000}, (
            "This round can be the last: Ann reaches 3,000 with 1,000, Bob with 1,500.",
        )),
        ((2001, 1500, 500), 1, "low", {"target": 3000}, (
            "This round can be the last: Ann reaches 3,000 with 999, Bob with 1,500.", "Ann cannot win in it.",
        )),
    ],
)  # fmt: skip
def test_limits_are_exact_and_large_numbers_have_commas(
    totals: tuple[int, ...], number: int, better: str, outlook: dict[str, int], told: tuple[str, ...] | None
) -> None:
    found = bounded(totals, number, better, **outlook)
    assert (found and found.sentences) == told


def test_a_finished_play_has_no_sentence() -> None:
    game = game_of("oh-hell")
    setup, _ = read_setup(game, {"players": list(FOUR)})
    assert setup is not None
    table = opening_table(game, setup)
    assert chances(game, table) == Chances(FOUR, ())
    assert chances(game, replace(table, over=True)) is None
