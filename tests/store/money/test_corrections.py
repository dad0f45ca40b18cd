"""Corrections of a play after its money was paid."""

from companion.core.money.currency import Currency
from companion.core.money.stakes import Stake
from companion.store.database.base import clock_at, now
from companion.store.money import payments
from companion.store.money.corrections import plays_corrected_since
from companion.store.plays.play_stakes import stake_to_log
from tests.store.money.stakes import EUR, key_of, move_to, paid, played, reckoning_of, tonight
from tests.store.nights.evenings import EIGHT
from tests.store.tables import Club, client_id, done


def test_a_correction_after_a_payment_shows_its_effect(club: Club) -> None:
    table = played(club, 3, 0, 0)
    club_id = club.scorer.club_id
    for one in reckoning_of(table).suggested_transfers:
        key_of(paid(table, one.payer, one.payee, one.amount))
    assert plays_corrected_since(club_id, tonight(table)) == []
    steps = tonight(table).steps
    adjust = [{"player": "Bob", "points": 30, "reason": "forgotten"}]
    done(table.save({"tricks": {"Ann": 5}, "adjust": adjust}, slot=1))
    (found,) = plays_corrected_since(club_id, tonight(table))
    assert found == (table.key, "Raise the Stakes", EUR, {"Ann": -300, "Bob": 300})
    key = key_of(paid(table, "Ann", "Bob", 300))
    assert plays_corrected_since(club_id, tonight(table)) == []
    key_of(payments.take_back(club.scorer, key, client_id()))
    assert plays_corrected_since(club_id, tonight(table)) == [found]
    steps = tonight(table).steps
    assert tonight(table).steps == steps
    assert reckoning_of(table).open_balances == {"Ann": -300, "Bob": 300, "Cyd": 0}
    done(table.undo())
    assert plays_corrected_since(club_id, tonight(table)) == []


def test_a_play_that_was_open_at_the_payment_is_new_and_not_corrected(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 3, 0)
    done(second.reopen())
    third = played(club, 0, 0, 9)
    key_of(paid(first, "Bob", "Ann", 100))
    done(second.end())
    for table in (third, first):
        done(table.edit_details(stake={}))
    found = plays_corrected_since(club.scorer.club_id, tonight(first))
    assert [(one.key, one.change) for one in found] == [
        (first.key, {"Ann": -200, "Bob": 100, "Cyd": 100}),
        (third.key, {"Ann": 100, "Bob": 100, "Cyd": -200}),
    ]


def test_a_correction_counts_from_when_a_payment_was_entered_whenever_it_was_paid(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 3, 0)
    key_of(paid(first, "Bob", "Ann", 100, at=EIGHT))
    assert plays_corrected_since(club.scorer.club_id, tonight(first)) == []
    for table in (first, second):
        done(table.edit_details(stake={}))
    move_to(second, -14)
    assert plays_corrected_since(club.scorer.club_id, tonight(first)) == [
        (first.key, "Raise the Stakes", EUR, {"Ann": -200, "Bob": 100, "Cyd": 100})
    ], "the other one is on another night now"


def test_a_stake_in_another_currency_is_a_correction_in_both(club: Club) -> None:
    table = played(club, 3, 0, 0)
    key_of(paid(table, "Bob", "Ann", 100))
    dollars = Currency("USD")
    for change, told in (
        ({"stake": {}}, {EUR: {"Ann": -200, "Bob": 100, "Cyd": 100}}),
        (
            {"stake": stake_to_log(Stake("fixed", 100, ()), dollars)},
            {
                dollars: {"Ann": 200, "Bob": -100, "Cyd": -100},
                EUR: {"Ann": -200, "Bob": 100, "Cyd": 100},
            },
        ),
    ):
        done(table.edit_details(**change))
        found = plays_corrected_since(club.scorer.club_id, tonight(table))
        assert [(one.currency, one.change) for one in found] == list(told.items()), "that of today first"


def test_a_play_that_ended_at_the_moment_of_the_payment_is_corrected_after_it(club: Club) -> None:
    with clock_at(now()):
        table = played(club, 3, 0, 0)
        key_of(paid(table, "Bob", "Ann", 100))
    assert plays_corrected_since(club.scorer.club_id, tonight(table)) == []
    done(table.edit_details(stake={}))
    assert plays_corrected_since(club.scorer.club_id, tonight(table)) == [
        (table.key, "Raise the Stakes", EUR, {"Ann": -200, "Bob": 100, "Cyd": 100})
    ]


def test_a_play_moved_here_after_a_payment_is_no_correction(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 0, 9)
    move_to(second, -14)
    (one, *_) = reckoning_of(first).suggested_transfers
    key_of(paid(first, one.payer, one.payee, one.amount))
    move_to(second, 0)
    assert tonight(second).night == tonight(first).night
    done(second.save({"tricks": {"Cyd": 5}, "adjust": [{"player": "Bob", "points": 30, "reason": "late"}]}, slot=1))
    assert plays_corrected_since(club.scorer.club_id, tonight(first)) == []
