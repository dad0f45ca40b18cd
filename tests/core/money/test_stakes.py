"""Stakes: who gets and pays what; by hand, and at random against the written rules."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game.seating import total_holders
from companion.core.money.stakes import (
    KITTY,
    NO_PERSON,
    STAKE_KINDS,
    FinalState,
    Stake,
    balances,
    is_kitty,
    split_amount,
    sum_balances,
    why_misfit,
)

FOUR = ("Ann", "Bob", "Cyd", "Dee")
HUNDRED = dict.fromkeys(FOUR, 100)
SIDES = ("Ann & Cyd", "Bob & Dee")


def final(*totals: int, better: Any = "high", winners: tuple[str, ...] | None = None, **more: Any) -> FinalState:
    """Return the end of a play of the first of the four, or of their sides; by default the best have won."""
    sides = more.pop("sides", ())
    names = sides or FOUR[: len(totals)]
    held = dict(zip(names, totals, strict=True))
    sign = 1 if better == "high" else -1
    places = {name: 1 + sum(sign * other > sign * total for other in totals) for name, total in held.items()}
    won = winners if winners is not None else tuple(name for name in names if places[name] == 1)
    holders = total_holders(FOUR if sides else names, sides)
    return FinalState(holders=holders, totals=held, winners=won, places=places, better=better, **more)


def each(found: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(found.values())


@pytest.mark.parametrize(
    ("stake", "end", "expected"),
    [
        # Ann 10, Bob 4, Cyd 1: Ann gets 6 + 9, Bob −6 + 3, Cyd −9 − 3.
        (Stake("difference", 5), final(10, 4, 1), (75, -15, -60)),
        (Stake("difference", 5), final(10, 4, 1, better="low"), (-75, 15, 60)),
        (Stake("difference", 1), final(-3, 2), (-5, 5)),
        (Stake("difference", 2), final(30, 10, sides=SIDES), (40, -40, 40, -40)),
        (Stake("to-winner", 5), final(10, 4, 1), (75, -30, -45)),
        (Stake("to-winner", 5), final(10, 4, 1, better="low"), (-45, -15, 60)),
        # 7 × 3 + 7 × 4 is 49, shared by two: the first in the order of seats has the odd one.
        (Stake("to-winner", 7), final(3, 6, 2, 6), (-21, 25, -28, 24)),
        # The winner need not have the best total; others are compared with the best winner.
        (Stake("to-winner", 1), final(9, 5, 3, 1, winners=("Bob", "Cyd")), (-4, 4, 4, -4)),
        (Stake("to-winner", 1), final(9, 5, 3, 1, winners=("Bob", "Cyd"), better="low"), (-6, 4, 4, -2)),
        (Stake("to-winner", 3), final(9, 7, winners=()), (0, 0)),
        (Stake("fixed", 100), final(10, 4, 1), (200, -100, -100)),
        (Stake("fixed", 25), final(6, 2, 6, 6), (9, -25, 8, 8)),
        (Stake("fixed", 25), final(6, 2, 6, 6, winners=("Dee", "Cyd", "Ann")), (9, -25, 8, 8)),
        (Stake("fixed", 25), final(6, 6, 6), (0, 0, 0)),
        (Stake("fixed", 25), final(6, 2, winners=()), (0, 0)),
        (Stake("fixed", 100), final(3, 8, sides=SIDES), (-100, 100, -100, 100)),
        # A skunk costs two games, a double one three; who only lost pays for one.
        (Stake("fixed", 100), final(121, 88, weights={"Bob": 2}), (200, -200)),
        (Stake("fixed", 100), final(121, 95, 40, weights={"Cyd": 3}), (400, -100, -300)),
        (Stake("last-pays", 3), final(121, 95, 40, weights={"Cyd": 3}), (9, 9, -18)),
        # Both of the last share the highest amount, 9 for one other.
        (Stake("last-pays", 3), final(121, 40, 40, weights={"Cyd": 3}), (9, -5, -4)),
        # Points and places are as they are.
        (Stake("to-winner", 1), final(121, 88, weights={"Bob": 2}), (33, -33)),
        (Stake("places", amounts=(7, -7)), final(121, 88, weights={"Bob": 2}), (7, -7)),
        (Stake("last-pays", 3), final(10, 4, 1, 7), (3, 3, -9, 3)),
        # Two are last and pay for two others, 5 each: 5 and 5; three last pay 5 for one, 2 + 2 + 1.
        (Stake("last-pays", 5), final(10, 1, 7, 1), (5, -5, 5, -5)),
        (Stake("last-pays", 5), final(1, 8, 1, 1), (-2, 5, -2, -1)),
        (Stake("last-pays", 5), final(4, 4, 4), (0, 0, 0)),
        (Stake("last-pays", 5), final(3, 8, sides=SIDES), (-5, 5, -5, 5)),
        (Stake("places", amounts=(10, 0, -10)), final(1, 9, 5), (-10, 10, 0)),
        # Places 2 and 3 hold −1 together: the first of the level ones pays it.
        (Stake("places", amounts=(11, 2, -3, -10)), final(5, 9, 5, 1), (-1, 11, 0, -10)),
        (Stake("places", amounts=(11, 2, -3, -10)), final(5, 5, 5, 5), (0, 0, 0, 0)),
        (Stake("places", amounts=(50, -50)), final(3, 8, sides=SIDES), (-50, 50, -50, 50)),
        (Stake("chips", 2), final(150, 40, 110, started=HUNDRED), (100, -120, 20)),
        # Bob bought 100 more: 300 were given out, and with his 400 are there.
        (Stake("chips", 1), final(250, 100, 50, started=HUNDRED, bought={"Bob": 100}), (150, -100, -50)),
        # 290 of 300 are left: 10 a × 10 = 100 back to three, 34 + 33 + 33.
        (Stake("chips", 10), final(150, 40, 100, started=HUNDRED), (534, -567, 33)),
        # More is there than was given out: 10 × 1 goes from all, 4 + 3 + 3.
        (Stake("chips", 10), final(101, 100, 100, started=HUNDRED), (6, -3, -3)),
        (Stake("chips", 1), final(5, -5), (5, -5)),
    ],
)  # fmt: skip
def test_each_kind_of_stake_pays_as_written(stake: Stake, end: FinalState, expected: tuple[int, ...]) -> None:
    found = balances(stake, end)
    assert tuple(found) == tuple(end.holders)
    assert each(found) == expected


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (final(10, 4, 1), {"Ann": 0, "Bob": -20, "Cyd": -20, KITTY: 40}),
        (final(10, 10, 1), {"Ann": 0, "Bob": 0, "Cyd": -20, KITTY: 20}),
        (final(121, 95, 40, weights={"Cyd": 3}), {"Ann": 0, "Bob": -20, "Cyd": -60, KITTY: 80}),
        (final(10, 4, winners=()), {"Ann": -20, "Bob": -20, KITTY: 40}),
        (final(3, 8, sides=SIDES), {"Ann": -20, "Bob": 0, "Cyd": -20, "Dee": 0, KITTY: 40}),
    ],
)
def test_everybody_who_did_not_win_pays_the_kitty(end: FinalState, expected: dict[str, int]) -> None:
    assert balances(Stake("kitty", 20), end) == expected


def test_places_for_another_number_of_players_pay_nothing() -> None:
    stake = Stake("places", amounts=(5, -5))
    assert balances(stake, final(3, 2, 1)) == {}
    assert why_misfit(stake, 3) == "The stake has 2 places, but 3 play: change it to settle this game."
    assert why_misfit(stake, 1) == "The stake has 2 places, but 1 play: change it to settle this game."
    assert not why_misfit(stake, 2)
    assert not why_misfit(Stake("fixed", 5), 3)


@pytest.mark.parametrize(
    ("amount", "number", "expected"), [(10, 3, (4, 3, 3)), (-10, 3, (-4, -3, -3)), (1, 2, (1, 0)), (0, 2, (0, 0))]
)
def test_a_remainder_goes_to_the_first_players(amount: int, number: int, expected: tuple[int, ...]) -> None:
    assert each(split_amount(amount, FOUR[:number])) == expected
    assert split_amount(amount, ()) == {}


def test_balances_of_several_plays_are_added() -> None:
    assert sum_balances([{"Ann": 3, "Bob": -3}, {"Cyd": 1, "Ann": -1}]) == {"Ann": 2, "Bob": -3, "Cyd": 1}
    assert sum_balances([]) == {}


# Random stakes against the written rules.


def shares_of(amount: int, names: list[str]) -> dict[str, int]:
    """Return units dealt out one by one, from the first name round and round."""
    found = dict.fromkeys(names, 0)
    for unit in range(abs(amount)):
        found[names[unit % len(names)]] += 1 if amount > 0 else -1
    return found


def slowly(stake: Stake, end: FinalState) -> dict[str, int]:  # noqa: C901 - one branch for each kind of stake, so that it reads like the rule
    """Compute what each name gets, step by step by the written rule."""
    names, totals, a = list(end.names), end.totals, stake.amount
    sign = 1 if end.better == "high" else -1
    winners = [name for name in names if name in end.winners]
    found = dict.fromkeys(names, 0)

    def to_winners(paid: Mapping[str, int]) -> None:
        for name, amount in paid.items():
            found[name] -= amount
        for name, share in shares_of(sum(paid.values()), winners).items():
            found[name] += share

    losers = [name for name in names if name not in winners]
    if stake.kind == "difference":
        for one in names:
            for other in names:
                found[one] += a * sign * (totals[one] - totals[other])
    elif stake.kind == "to-winner" and winners:
        best = sorted((totals[name] for name in winners), reverse=sign == 1)[0]
        to_winners({name: a * abs(totals[name] - best) for name in losers})
    elif stake.kind == "fixed" and winners:
        to_winners(dict.fromkeys(losers, a))
    elif stake.kind == "last-pays":
        last = [name for name in names if end.places[name] == max(end.places.values())]
        others = [name for name in names if name not in last]
        for name in others:
            found[name] += a
        for name, share in shares_of(-a * len(others), last).items():
            found[name] += share
    elif stake.kind == "places":
        for name in names:
            level = [other for other in names if end.places[other] == end.places[name]]
            first = end.places[name] - 1
            found[name] = shares_of(sum(stake.amounts[first : first + len(level)]), level)[name]
    elif stake.kind == "chips":
        put_in = {name: end.started.get(name, 0) + end.bought.get(name, 0) for name in names}
        left = a * sum(put_in[name] - totals[name] for name in names)
        for name, share in shares_of(left, names).items():
            found[name] = a * (totals[name] - put_in[name]) + share
    elif stake.kind == "kitty":
        for name in losers:
            found[name] = -a
    return found


@st.composite
def finals(draw: st.DrawFn) -> tuple[Stake, FinalState]:
    """Draw a stake and an end: ties, sides, shared wins, and winners without the best total."""
    in_sides = draw(st.booleans())
    number = 2 if in_sides else draw(st.integers(2, 4))
    totals = draw(st.lists(st.integers(-12, 12), min_size=number, max_size=number))
    names = SIDES if in_sides else FOUR[:number]
    chosen = draw(st.none() | st.sets(st.sampled_from(names)))
    end = final(
        *totals,
        better=draw(st.sampled_from(["high", "low"])),
        winners=None if chosen is None else tuple(sorted(chosen, reverse=True)),
        sides=SIDES if in_sides else (),
        started=dict.fromkeys(names, draw(st.integers(0, 20))),
        bought=draw(st.dictionaries(st.sampled_from(names), st.integers(1, 30))),
    )
    kind = draw(st.sampled_from([*STAKE_KINDS]))
    if kind == "places":
        amounts = draw(st.lists(st.integers(-30, 30), min_size=number - 1, max_size=number - 1))
        return Stake(kind, amounts=(*amounts, -sum(amounts))), end
    return Stake(kind, draw(st.integers(1, 9))), end


@given(finals())
def test_no_cent_is_lost_and_all_payments_follow_the_rule(drawn: tuple[Stake, FinalState]) -> None:
    stake, end = drawn
    found = balances(stake, end)
    assert sum(found.values()) == 0
    assert tuple(found) == (*end.holders, *((KITTY,) if stake.kind == "kitty" else ()))
    expected = slowly(stake, end)
    assert {player: found[player] for player in end.holders} == {
        player: expected[holder] for player, holder in end.holders.items()
    }


@given(st.integers(-10_000, 10_000), st.integers(1, 4))
def test_shares_differ_by_at_most_one_unit(amount: int, number: int) -> None:
    shares = split_amount(amount, FOUR[:number])
    assert sum(shares.values()) == amount
    assert all(abs(share - Fraction(amount, number)) < 1 for share in shares.values())
    assert list(shares.values()) == sorted(shares.values(), key=abs, reverse=True)


@pytest.mark.parametrize(("name", "is_one"), [("Kitty", True), (" kitty ", True), ("Kitty B.", False), ("Ann", False)])
def test_no_player_can_have_the_name_of_the_kitty(name: str, is_one: bool) -> None:
    assert is_kitty(name) is is_one


def test_each_kind_has_its_words() -> None:
    assert {key: (kind.label, kind.help, kind.text) for key, kind in STAKE_KINDS.items()} == {
        "difference": (
            "Per point", "Every two players settle the difference of their totals.",
            "{amount} a point, every two settle their difference",
        ),
        "to-winner": (
            "Per point, to the winner",
            "Everybody else pays the winner for each point that they are behind; several winners share it.",
            "{amount} for each point behind the winner",
        ),
        "fixed": (
            "Fixed, to the winner", "Everybody else pays the winner the same amount; several winners share it.",
            "{amount} each, to the winner",
        ),
        "last-pays": (
            "The last one pays", "The last one pays everybody else, such as a round of drinks.",
            "the last one pays {amount} to each of the others",
        ),
        "places": (
            "By place", "An amount for each place, the best first, with − where it pays; they add up to 0.",
            "by place {amount}",
        ),
        "chips": (
            "Per chip", "Each player settles the chips that they have above those they started with and bought.",
            "{amount} a chip",
        ),
        "kitty": (
            "Into the kitty", "Everybody except the winner pays the same into the club's kitty.",
            "{amount} each into the kitty, except the winner",
        ),
    }  # fmt: skip
    assert f"Kitty {NO_PERSON}." == "Kitty is what the club's common money is called; take another name."
