"""Reading stakes: which are valid, and what is wrong with the others."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.money.stakes import (
    MOST_AMOUNT,
    STAKE_KINDS,
    Stake,
    kinds_for_unit,
    read_stake,
    stake_from_json,
    why_misfit,
)


@pytest.mark.parametrize("raw", [None, {}, []])
def test_no_stake_is_valid(raw: object) -> None:
    assert read_stake(raw, holders=3, unit="points") == (None, [])


@pytest.mark.parametrize("key", [key for key in STAKE_KINDS if key != "places"])
@pytest.mark.parametrize("amount", [1, MOST_AMOUNT])
def test_an_amount_within_bounds_is_valid(key: str, amount: int) -> None:
    stake, problems = read_stake({"kind": key, "amount": amount}, holders=3, unit="chips")
    assert (stake, problems) == (Stake(key, amount), [])
    assert stake is not None
    assert stake.json == {"kind": key, "amount": amount}
    assert stake_from_json({**stake.json, "currency": "EUR"}) == stake


@pytest.mark.parametrize("amounts", [[10, 0, -10], [0, 0, 0], [MOST_AMOUNT, 0, -MOST_AMOUNT], [-5, 10, -5]])
def test_amounts_of_places_that_add_up_are_valid(amounts: list[int]) -> None:
    stake, problems = read_stake({"kind": "places", "amounts": amounts}, holders=3, unit="points")
    assert (stake, problems) == (Stake("places", amounts=tuple(amounts)), [])
    assert stake is not None
    assert stake.json == {"kind": "places", "amounts": amounts}
    assert stake_from_json(stake.json) == stake


FIXED = {"kind": "fixed", "amount": 5}
AS_OBJECT = "Give the stake as an object: its kind and the amount."
AS_LIST = "Give the amounts of the places as a list, the best place first."
KINDS = "it is one of difference, to-winner, fixed, last-pays, places, chips or kitty."
MISSING, NO_PLACES = "The amount of the stake is missing.", "The amounts of the places are missing."
BOUNDS = "The amount of the stake must be from 1 to 1,000,000."
WHOLE = " must be a whole number of the currency's smallest unit."
WRONG: list[tuple[object, str]] = [
    ("fixed", AS_OBJECT),
    (5, AS_OBJECT),
    (True, AS_OBJECT),
    ([FIXED], AS_OBJECT),
    ({"amount": 5}, f"The kind of stake is missing; {KINDS}"),
    ({"kind": None, "amount": 5}, f"The kind of stake is missing; {KINDS}"),
    ({"kind": "point", "amount": 5}, f"“point” is not a kind of stake; {KINDS}"),
    ({"kind": "Fixed", "amount": 5}, f"“Fixed” is not a kind of stake; {KINDS}"),
    ({"kind": ["fixed"], "amount": 5}, f"“['fixed']” is not a kind of stake; {KINDS}"),
    ({"kind": "", "amount": 5}, f"“” is not a kind of stake; {KINDS}"),
    ({"kind": 1, "amount": 5}, f"“1” is not a kind of stake; {KINDS}"),
    ({"kind": {"fixed": 1}, "amount": 5}, f"“{{'fixed': 1}}” is not a kind of stake; {KINDS}"),
    ({"kind": "x" * 999, "amount": 5}, f"“{'x' * 39}…” is not a kind of stake; {KINDS}"),
    ({"kind": "chips", "amount": 5}, "This game has no chips, so it cannot be played for an amount per chip."),
    ({"kind": "fixed"}, MISSING),
    ({"kind": "fixed", "amount": None}, MISSING),
    *(
        ({"kind": "fixed", "amount": amount}, "The amount of the stake" + WHOLE)
        for amount in ("5", 5.0, 2.5, True, False, [5], {"a": 5})
    ),
    *(({"kind": "kitty", "amount": amount}, BOUNDS) for amount in (0, -1, MOST_AMOUNT + 1, 10**5000)),
    ({**FIXED, "amounts": [5, -5]}, "A stake of the kind fixed has no “amounts”, only kind and amount."),
    ({**FIXED, "currency": "EUR"}, "A stake of the kind fixed has no “currency”, only kind and amount."),
    ({**FIXED, "x" * 99: 1}, f"A stake of the kind fixed has no “{'x' * 39}…”, only kind and amount."),
    ({"kind": "places", "amount": 5}, "A stake of the kind places has no “amount”, only kind and amounts."),
    (
        {"kind": "places", "amounts": [3, 0, -3], "amount": 5},
        "A stake of the kind places has no “amount”, only kind and amounts.",
    ),
    ({"kind": "places"}, NO_PLACES),
    ({"kind": "places", "amounts": []}, NO_PLACES),
    ({"kind": "places", "amounts": 5}, AS_LIST),
    ({"kind": "places", "amounts": {"1": 5}}, AS_LIST),
    ({"kind": "places", "amounts": "5-5"}, AS_LIST),
    ({"kind": "places", "amounts": [5, -5]}, "There must be an amount for each of 3 places, not 2."),
    ({"kind": "places", "amounts": [5, 0, -5, 0]}, "There must be an amount for each of 3 places, not 4."),
    ({"kind": "places", "amounts": [5, 0, -4]}, "The amounts of the places must add up to 0, not +1."),
    ({"kind": "places", "amounts": [5, 0.0, -5]}, "Amount 2 of the stake" + WHOLE),
    ({"kind": "places", "amounts": [5, False, -5]}, "Amount 2 of the stake" + WHOLE),
    ({"kind": "places", "amounts": [5, [0], -5]}, "Amount 2 of the stake" + WHOLE),
    ({"kind": "places", "amounts": [None, 5, -5]}, "Amount 1 of the stake is missing."),
    (
        {"kind": "places", "amounts": [0, MOST_AMOUNT + 1, -MOST_AMOUNT - 1]},
        "Amount 2 of the stake must be from −1,000,000 to 1,000,000.",
    ),
]


@pytest.mark.parametrize(("raw", "told"), WRONG)
def test_a_wrong_stake_is_a_problem_of_its_field(raw: object, told: str) -> None:
    stake, problems = read_stake(raw, holders=3, unit="points")
    assert stake is None
    assert {problem.field for problem in problems} == {"stake"}
    assert problems[0].message == told


def test_all_that_is_wrong_with_a_stake_is_named_at_once() -> None:
    _, problems = read_stake({"kind": "kitty", "x": 1, "amount": 0, "y": 2}, holders=3, unit="points")
    assert [problem.message for problem in problems] == [
        "A stake of the kind kitty has no “x”, only kind and amount.",
        "A stake of the kind kitty has no “y”, only kind and amount.",
        BOUNDS,
    ]


KEYS = ["kind", "amount", "amounts", "x"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from([*STAKE_KINDS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=8,
)


@given(raw=JSON, unit=st.sampled_from(["points", "chips", "tokens", "games"]), names=st.integers(2, 5))
def test_any_input_is_a_stake_or_a_problem(raw: Any, unit: Any, names: int) -> None:
    stake, problems = read_stake(raw, holders=names, unit=unit)
    if stake is None:
        assert problems or not raw
        return
    assert not problems
    assert stake.kind in kinds_for_unit(unit)
    assert stake.json == raw
    assert not why_misfit(stake, names)


def test_only_games_with_chips_can_be_played_for_chips() -> None:
    assert "chips" in kinds_for_unit("chips")
    assert {*STAKE_KINDS} - {*kinds_for_unit("tokens")} == {"chips"}
