"""Settling up: all balances come to 0 in as few payments as possible."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.money.settling import MOST_EXACT, Reckoning, Transfer, suggested_transfers


def named(amounts: list[int]) -> dict[str, int]:
    return {f"P{number}": amount for number, amount in enumerate(amounts)}


def evened(amounts: list[int]) -> list[int]:
    """Return the same amounts with one more that brings them to 0."""
    return [*amounts, -sum(amounts)]


def fewest(amounts: list[int]) -> int:
    """Return the fewest payments by trying: the first one settles with each of the others in turn."""

    @cache
    def left(open_: tuple[int, ...]) -> int:
        uneven = tuple(sorted(amount for amount in open_ if amount))
        if not uneven:
            return 0
        first, others = uneven[0], uneven[1:]
        # Some of the people are even among themselves: there, whoever settles with anybody leaves one payment fewer.
        return 1 + min(
            left((*others[:place], other + first, *others[place + 1 :])) for place, other in enumerate(others)
        )

    return left(tuple(amounts))


def test_settlements_equal_those_by_hand() -> None:
    assert suggested_transfers({}) == ()
    assert suggested_transfers({"Ann": 0, "Bob": 0}) == ()
    assert suggested_transfers({"Ann": 5, "Bob": -5}) == (Transfer("Bob", "Ann", 5),)
    # Ann and Dee are even with one another, and so are Bob and Cyd with Eve: three payments, not four.
    found = suggested_transfers({"Ann": 7, "Bob": 4, "Cyd": 2, "Dee": -7, "Eve": -6})
    assert set(found) == {Transfer("Dee", "Ann", 7), Transfer("Eve", "Bob", 4), Transfer("Eve", "Cyd", 2)}
    assert suggested_transfers({"Ann": -3, "kitty": 5, "Bob": -2}) == (
        Transfer("Ann", "kitty", 3),
        Transfer("Bob", "kitty", 2),
    )


def test_people_who_are_even_among_themselves_settle_apart() -> None:
    """The largest debtor pays the largest creditor within a group only: over all it would take a payment more."""
    five = [4, 3, 3, -6, -4]
    assert suggested_transfers(named(five)) == (
        Transfer("P3", "P1", 3), Transfer("P3", "P2", 3), Transfer("P4", "P0", 4),
    )  # fmt: skip
    assert MOST_EXACT == 10
    assert len(suggested_transfers(named([*five, *(100 * amount for amount in five)]))) == 6


def test_the_largest_debtor_pays_the_largest_creditor_first() -> None:
    found = suggested_transfers({"Ann": 2, "Bob": 5, "Dee": -3, "Cyd": -4})
    assert found == (Transfer("Cyd", "Bob", 4), Transfer("Dee", "Ann", 2), Transfer("Dee", "Bob", 1))


def test_balances_that_do_not_add_up_raise() -> None:
    for one in (1, -1):
        with pytest.raises(ValueError, match="add up"):
            suggested_transfers({"Ann": one, "Bob": 0})


def settles(balances: dict[str, int]) -> int:
    """Return how many payments bring these to 0, having checked that they do."""
    found = suggested_transfers(balances)
    open_ = dict(balances)
    for one in found:
        assert one.amount > 0
        assert one.payer != one.payee
        open_[one.payer] += one.amount
        open_[one.payee] -= one.amount
    assert not any(open_.values())
    # Nobody both pays and is paid, so that no cent goes round.
    assert not {one.payer for one in found} & {one.payee for one in found}
    return len(found)


@given(st.lists(st.integers(-6, 6), max_size=6))
def test_no_settlement_has_fewer_payments(amounts: list[int]) -> None:
    assert settles(named(evened(amounts))) == fewest(evened(amounts))


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=40))
def test_there_are_always_fewer_payments_than_people(amounts: list[int]) -> None:
    balances = named(evened(amounts))
    uneven = sum(map(bool, balances.values()))
    assert settles(balances) <= max(0, uneven - 1)
    assert suggested_transfers(balances) == suggested_transfers(dict(balances))


@given(st.lists(st.integers(1, 9), min_size=4, max_size=4))
def test_four_pairs_take_four_payments(amounts: list[int]) -> None:
    assert MOST_EXACT >= 8
    assert settles(named([*amounts, *(-amount for amount in amounts)])) == 4


def test_open_amounts_are_balances_and_payments_together() -> None:
    night = Reckoning(
        balances={"Ann": 300, "Bob": -200, "Cyd": -150, "kitty": 50},
        carried={"Dee": -40, "Ann": 40},
        handed_on={"kitty": 50, "Cyd": -50},
        paid=(Transfer("Bob", "Ann", 250), Transfer("Dee", "Ann", 40)),
    )
    assert list(night.open_balances.items()) == [("Ann", 50), ("Bob", 50), ("Cyd", -100), ("kitty", 0), ("Dee", 0)]
    later = Reckoning({"Ann": 3}, {"Bob": -3}, {"Cyd": 5}, (Transfer("Dee", "eve", 1),))
    assert list(later.open_balances.items()) == [("Ann", 3), ("Bob", -3), ("Cyd", -5), ("Dee", 1), ("eve", -1)]
    assert night.suggested_transfers == (Transfer("Cyd", "Ann", 50), Transfer("Cyd", "Bob", 50))


def test_a_payment_between_two_names_of_one_person_changes_nothing() -> None:
    night = Reckoning({"Ann": 3, "Bob": -3}, {}, {}, (Transfer("Bob", "Bob", 2),))
    assert night.suggested_transfers == (Transfer("Bob", "Ann", 3),)


@given(st.lists(st.integers(-99, 99), max_size=7), st.data())
def test_paying_the_suggestion_leaves_nothing_open(amounts: list[int], data: st.DataObject) -> None:
    night = Reckoning(named(evened(amounts)), {}, {}, ())
    paid = night.suggested_transfers[: data.draw(st.integers(0, len(night.suggested_transfers)))]
    later = Reckoning(night.balances, {}, {}, paid)
    assert sum(later.open_balances.values()) == 0
    assert not any(Reckoning(night.balances, {}, {}, (*paid, *later.suggested_transfers)).open_balances.values())


def test_what_somebody_paid_is_reduced_by_what_they_got() -> None:
    night = Reckoning({}, {}, {}, (Transfer("Bob", "Ann", 250), Transfer("Dee", "Ann", 40), Transfer("Ann", "Bob", 20)))
    assert {name: night.net_paid_by(name) for name in ("Ann", "Bob", "Cyd", "Dee")} == {
        "Ann": -270, "Bob": 230, "Cyd": 0, "Dee": 40,
    }  # fmt: skip
