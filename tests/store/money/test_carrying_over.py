"""Open amounts that wait for the next night, in each currency."""

from datetime import timedelta

from companion.core.money.currency import Currency
from companion.core.money.settling import Transfer
from companion.store.database.base import clock_at
from companion.store.log.write_results import Written
from companion.store.money import payments
from companion.store.nights import move_plays
from companion.store.nights.night_lists import latest_nights
from companion.store.plays.play_details import DISCARDED
from tests.store.money.stakes import DRINKS, key_of, move_to, paid, played, reckoning_of, stake, tonight
from tests.store.nights.evenings import EIGHT
from tests.store.people.players import merge
from tests.store.tables import Club, client_id, done, kinds_in_log, problems_text


def test_open_amounts_are_carried_over_on_request(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 0, 9)
    move_to(first, -14)
    before = tonight(first)
    assert reckoning_of(second).carried == {}
    key_of(paid(first, "Bob", "Ann", 100))
    carried = key_of(payments.carry(club.scorer, before.night, client_id()))
    assert not any(reckoning_of(first).open_balances.values())
    assert reckoning_of(second).carried == {"Ann": 100, "Cyd": -100}
    assert reckoning_of(second).open_balances == {"Ann": 0, "Bob": -100, "Cyd": 100}
    again = payments.carry(club.scorer, before.night, client_id())
    assert problems_text(again) == "open: The open amounts have been carried over already."
    key_of(payments.take_back(club.scorer, carried, client_id()))
    assert reckoning_of(second).carried == {}
    assert reckoning_of(first).open_balances == {"Ann": 100, "Bob": 0, "Cyd": -100}
    steps = [(step.kind, step.transfer, step.to) for step in tonight(first).steps]
    assert steps == [
        ("carried", Transfer("?", "", 0), tonight(second).night.id), ("paid", Transfer("Bob", "Ann", 100), None)
    ]  # fmt: skip
    assert kinds_in_log(club, "money") == ["paid", "carried", "back"]


def test_a_carried_amount_waits_for_the_next_night(club: Club) -> None:
    first = played(club, 3, 0, 0)
    move_to(first, -14)
    key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    second = played(club, 0, 0, 0)
    assert reckoning_of(second).carried == {"Ann": 200, "Bob": -100, "Cyd": -100}


def test_a_carried_amount_stays_in_the_night_that_it_was_carried_to(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 0, 0)
    move_to(first, -14)
    key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    between = played(club, 0, 0, 0)
    move_to(between, -7)
    assert (reckoning_of(between).carried, reckoning_of(second).carried["Ann"]) == ({}, 200)


def test_amounts_are_carried_over_to_a_night_that_began_at_once(club: Club) -> None:
    with clock_at(EIGHT):
        first, second = played(club, 3, 0, 0), played(club, 0, 0, 9)
    given = {"client_id": client_id()}
    assert isinstance(move_plays.move(club.scorer, tonight(first).night, [second.key], None, **given), Written)
    assert tonight(first).night.began_at == tonight(second).night.began_at
    key_of(payments.carry(club.scorer, tonight(second).night, client_id()))
    assert reckoning_of(first).carried == {}
    key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    assert reckoning_of(second).carried == {"Ann": 200, "Bob": -100, "Cyd": -100}
    third = played(club, 0, 0, 0)
    assert reckoning_of(third).carried == {"Ann": -100, "Bob": -100, "Cyd": 200}


def test_a_carried_amount_waits_for_a_night_that_begins_at_the_same_moment(club: Club) -> None:
    with clock_at(EIGHT):
        first = played(club, 3, 0, 0)
        key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
        second = played(club, 0, 0, 0)
    given = {"client_id": client_id()}
    assert isinstance(move_plays.move(club.scorer, tonight(first).night, [second.key], None, **given), Written)
    assert reckoning_of(second).carried == {"Ann": 200, "Bob": -100, "Cyd": -100}


def test_amounts_of_people_who_were_merged_since_are_carried_over_together(club: Club) -> None:
    with clock_at(EIGHT):
        first = played(club, 3, 0, 0)
        played(club, 3, 0, players=("Ann", "Bobby"))
        key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    merge(club, "Bobby", "Bob")
    assert reckoning_of(played(club, 0, 0, 0)).carried == {"Ann": 300, "Bob": -200, "Cyd": -100}


def test_a_night_that_is_even_has_nothing_to_carry_over(club: Club) -> None:
    table = played(club, 0, 0, 0)
    stake(table, "fixed", 100)
    done(table.edit_details(**{DISCARDED: True}))
    told = problems_text(payments.carry(club.scorer, tonight(table).night, client_id()))
    assert told == "open: There is nothing to carry over."


def test_a_night_that_was_settled_was_not_carried_over(club: Club) -> None:
    table = played(club, 3, 0, 0)
    night = tonight(table).night
    key_of(payments.take_back(club.scorer, key_of(payments.carry(club.scorer, night, client_id())), client_id()))
    for one in reckoning_of(table).suggested_transfers:
        key_of(paid(table, one.payer, one.payee, one.amount))
    told = problems_text(payments.carry(club.scorer, night, client_id()))
    assert told == "open: There is nothing to carry over."


def test_amounts_are_not_carried_over_to_a_night_of_discarded_plays(club: Club) -> None:
    """No list has such a night."""
    first, second, third = (played(club, 3, 0, 0) for _ in range(3))
    for table, days in ((first, -14), (second, -7)):
        move_to(table, days)
    key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    assert reckoning_of(second).carried == {"Ann": 200, "Bob": -100, "Cyd": -100}
    done(second.edit_details(discarded=True))
    assert reckoning_of(third).carried == {"Ann": 200, "Bob": -100, "Cyd": -100}
    assert not any(reckoning_of(second).open_balances.values())
    done(second.edit_details(discarded=None))
    assert reckoning_of(third).carried == {}


def test_a_night_without_plays_is_listed_if_an_amount_was_carried_over_from_it(club: Club) -> None:
    table = played(club, 3, 0, 0)
    night = tonight(table).night
    done(table.edit_details(night=None, played_at=(EIGHT - timedelta(days=99)).isoformat()))
    assert latest_nights(club.scorer.club_id, 9) == ()
    done(table.undo())
    key_of(payments.carry(club.scorer, night, client_id()))
    done(table.redo())
    assert [one.key for one in latest_nights(club.scorer.club_id, 9)] == [night.key]


def test_each_currency_is_settled_separately(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 9, 0)
    stake(second, "fixed", 2, currency=DRINKS)
    for table in (first, second):
        move_to(table, -14)
    found = tonight(first)
    assert list(found.reckonings) == ["EUR", "drinks"]
    assert dict(found.reckonings["drinks"].balances) == {"Ann": -2, "Bob": 4, "Cyd": -2}
    key_of(paid(first, "Ann", "Bob", 2, currency=DRINKS))
    assert tonight(first).reckonings["drinks"].open_balances == {"Ann": 0, "Bob": 2, "Cyd": -2}
    assert reckoning_of(first).open_balances == {"Ann": 200, "Bob": -100, "Cyd": -100}
    assert list(tonight(first).reckonings) == ["EUR", "drinks"]
    key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    third = played(club, 0, 0, 0, stakes=("fixed", 0))
    assert {code: dict(one.carried) for code, one in tonight(third).reckonings.items()} == {
        "EUR": {"Ann": 200, "Bob": -100, "Cyd": -100},
        "drinks": {"Bob": 2, "Cyd": -2},
    }
    key_of(paid(third, "Ann", "Bob", 3, currency=Currency("beers")))
    assert list(tonight(third).reckonings) == ["EUR", "beers", "drinks"]


def test_a_currency_that_was_carried_over_stays_in_its_night(club: Club) -> None:
    table = played(club, 3, 0, 0)
    stake(table, "fixed", 2, currency=DRINKS)
    key_of(payments.carry(club.scorer, tonight(table).night, client_id()))
    done(table.edit_details(stake={}))
    found = tonight(table).reckonings
    assert {code: dict(one.open_balances) for code, one in found.items()} == {
        "EUR": {}, "drinks": {"Ann": -4, "Bob": 2, "Cyd": 2}
    }  # fmt: skip


def test_a_night_is_even_if_it_is_in_every_currency(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 9, 0)
    stake(second, "fixed", 2, currency=DRINKS)
    for one in reckoning_of(first).suggested_transfers:
        key_of(paid(first, one.payer, one.payee, one.amount))
    key_of(paid(first, "Ann", "Bob", 2, currency=DRINKS))
    assert not tonight(first).is_even
    key_of(paid(first, "Cyd", "Bob", 2, currency=DRINKS))
    assert tonight(first).is_even


def test_amounts_may_be_carried_over_from_one_night_twice(club: Club) -> None:
    with clock_at(EIGHT):
        first = played(club, 3, 0, 0)
        key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
        played(club, 0, 9, 0)
        key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    assert tonight(first).is_even
    later = played(club, 0, 0, 0)
    assert reckoning_of(later).carried == {"Ann": 100, "Bob": 100, "Cyd": -200}
