"""The stake of a play: what everybody wins or loses by it."""

from companion.core.money.currency import Currency
from companion.core.money.stakes import Stake
from companion.store.plays import buying
from companion.store.plays.edits import commands
from companion.store.plays.play_stakes import (
    balances_of,
    chips_bought,
    currency_of_play,
    stake_of,
    stake_to_log,
    unsettled_reason,
)
from tests.store.money.stakes import DRINKS, EUR, stake
from tests.store.tables import FOUR, Club, Table, client_id, done, tricks


def test_a_play_stores_its_stake_with_the_currency(table: Table) -> None:
    assert (stake_to_log(None, EUR), stake_of(table.state), currency_of_play(table.state)) == ({}, None, Currency(""))
    stake(table, "fixed", 5, currency=DRINKS)
    assert table.state.stake == {"kind": "fixed", "amount": 5, "currency": "drinks"}
    assert (stake_of(table.state), currency_of_play(table.state)) == (Stake("fixed", 5), DRINKS)
    assert unsettled_reason(table.state) == "", "it goes on"


def test_totals_from_paper_are_weighed(club: Club) -> None:
    table = Table(club.scorer, "cribbage", ("Ann", "Bob"))
    stake(table, "fixed", 100)
    given = {"base": table.state.revision, "client_id": client_id()}
    done(commands.enter_totals(table.member, table.state, totals={"Ann": 70, "Bob": 121}, **given))
    assert balances_of(table.state) == {"Ann": -200, "Bob": 200}


def test_chips_are_settled_without_purchases(club: Club) -> None:
    table = Table(club.scorer, "brag", FOUR, {"stack": 20, "ante": 1})
    stake(table, "chips", 5)
    table.write({"paid": {"Ann": 20, "Bob": 20, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 42, "winner": "Ann"}]})
    given = {"base": table.state.revision, "client_id": client_id()}
    done(buying.buy_chips(table.member, table.state, player="Bob", points=50, **given))
    done(table.end())
    assert balances_of(table.state) == {"Ann": 110, "Bob": -100, "Cyd": -5, "Dee": -5}


def test_all_purchases_of_a_play_are_counted(club: Club) -> None:
    table = Table(club.scorer, "brag", FOUR, {"stack": 20, "ante": 1})
    stake(table, "chips", 5)
    hand = {"paid": dict.fromkeys(FOUR, 1), "pots": [{"chips": 4, "winner": "Ann"}]}
    bought = [{"player": name, "points": 50, "reason": "bought", "buy": True} for name in (" Bob ", "Bob", "Cyd")]
    table.write({**hand, "adjust": bought}, hand, {**hand, "adjust": bought[1:2]})
    assert chips_bought(table.state) == {"Bob": 150, "Cyd": 50}
    done(table.end())
    assert balances_of(table.state) == {"Ann": 45, "Bob": -15, "Cyd": -15, "Dee": -15}


def test_chips_that_nobody_holds_are_shared_from_the_first_seat_on(club: Club) -> None:
    table = Table(club.scorer, "brag", FOUR, {"stack": 20, "ante": 1})
    stake(table, "chips", 1)
    lost = [{"player": "Ann", "points": -3, "reason": "lost"}]
    hand = {"paid": {"Ann": 20, "Bob": 20, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 42, "winner": "Ann"}]}
    table.write({**hand, "adjust": lost})
    done(table.end())
    assert table.totals == {"Ann": 39, "Bob": 0, "Cyd": 19, "Dee": 19}
    assert balances_of(table.state) == {"Ann": 20, "Bob": -19, "Cyd": 0, "Dee": -1}


def test_places_that_no_longer_fit_are_reported(club: Club) -> None:
    table = Table(club.scorer)
    stake(table, "places", amounts=(5, 0, -5))
    table.write(tricks(3, 2, 0))
    done(table.seat("Dee"))
    done(table.end())
    assert balances_of(table.state) == {}
    told = "The stake has 3 places, but 4 play: change it to settle this game."
    assert unsettled_reason(table.state) == told
    for act, back in ((table.reopen, table.end), (lambda: table.edit_details(discarded=True), table.undo)):
        done(act())
        assert unsettled_reason(table.state) == ""
        done(back())
        assert unsettled_reason(table.state) == told
    kept = table.state.stake
    done(table.edit_details(stake={}))
    assert unsettled_reason(table.state) == "", "it has no stake"
    done(table.edit_details(stake=kept))
    sides = Table(club.scorer, "samba", FOUR)
    stake(sides, "places", amounts=(5, 0, -5))
    done(sides.end())
    assert unsettled_reason(sides.state) == "The stake has 3 places, but 2 play: change it to settle this game."
    stake(table, "places", amounts=(5, 0, 0, -5))
    assert sum(balances_of(table.state).values()) == 0
    assert unsettled_reason(table.state) == ""


def test_amounts_too_large_to_pay_are_not_settled(club: Club) -> None:
    table = Table(club.scorer)
    stake(table, "difference", 1_000_000)
    given = {"base": table.state.revision, "client_id": client_id()}
    done(commands.enter_totals(table.member, table.state, totals={"Ann": 10**12, "Bob": -(10**12), "Cyd": 0}, **given))
    assert balances_of(table.state) == {}
    assert unsettled_reason(table.state) == "The stake comes to more than anybody could pay: change it."
    for amount, owed in ((333, 999 * 10**12), (334, None)):
        stake(table, "difference", amount)
        assert balances_of(table.state).get("Ann") == owed, "10**15 is the most"
    for total, owed in ((5 * 10**11, 10**15), (5 * 10**11 + 1, None)):
        two = Table(club.scorer, players=("Ann", "Bob"))
        stake(two, "difference", 1000)
        given = {"base": two.state.revision, "client_id": client_id()}
        done(commands.enter_totals(two.member, two.state, totals={"Ann": total, "Bob": -total}, **given))
        assert balances_of(two.state).get("Ann") == owed
    uneven = Table(club.scorer)
    stake(uneven, "difference", 1000)
    given = {"base": uneven.state.revision, "client_id": client_id()}
    totals = {"Ann": 2 * 10**11, "Bob": 2 * 10**11, "Cyd": -4 * 10**11}
    done(commands.enter_totals(uneven.member, uneven.state, totals=totals, **given))
    assert balances_of(uneven.state) == {}, "Cyd would pay more than anybody gets"


def test_where_the_lowest_total_wins_the_others_pay(club: Club) -> None:
    table = Table(club.scorer, "any-other-game", options={"better": "low"})
    stake(table, "difference", 10)
    given = {"base": table.state.revision, "client_id": client_id()}
    done(commands.enter_totals(table.member, table.state, totals={"Ann": 1, "Bob": 2, "Cyd": 6}, **given))
    assert balances_of(table.state) == {"Ann": 60, "Bob": 30, "Cyd": -90}
