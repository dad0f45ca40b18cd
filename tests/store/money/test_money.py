"""The money of a club: balances of plays, payments as facts, carrying over, the kitty."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from companion.core.figures.play_facts import PlayFilter
from companion.core.money.currency import Currency
from companion.core.money.settling import Transfer
from companion.core.money.stakes import KITTY, Stake
from companion.store.database.base import db, now
from companion.store.log.write import WriteResult
from companion.store.log.write_results import Refused, Written
from companion.store.money import kitty, money_log, payments, settings
from companion.store.money.corrections import plays_corrected_since
from companion.store.money.money_log import NightMoney
from companion.store.money.play_stakes import balances_of, stake_to_log, unsettled_reason
from companion.store.nights.night_state import night_by_key, night_of_play
from companion.store.people import edit_people, find_or_add
from companion.store.people.ledger import ledger_of
from companion.store.plays import buying, commands, play_lists, starting
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.edits import change_log, projection
from companion.store.plays.play_details import COUNTS, DISCARDED
from companion.store.plays.play_state import outcome_from_log, outcome_to_log
from tests.store.tables import FOUR, THREE, Club, Table, client_id, done, rows, tricks

EUR, DRINKS = Currency("EUR"), Currency("drinks")


@pytest.fixture(autouse=True)
def euros(club: Club) -> None:
    settings.set_money_settings(club.organiser, EUR, asks_stake=True)


def stake(table: Table, kind: Any, amount: int = 0, amounts: tuple[int, ...] = (), currency: Currency = EUR) -> None:
    """Set the stake of a play."""
    tell(table, stake=stake_to_log(Stake(kind, amount, amounts), currency))


def tell(table: Table, **about: Any) -> None:
    done(
        commands.edit_details(table.member, table.state, base=table.state.revision, about=about, client_id=client_id())
    )


def played(
    club: Club, *points: int, stakes: tuple[Any, ...] = ("fixed", 100), players: Any = THREE, **more: Any
) -> Table:
    """Return a play of Raise the Stakes with a stake, ended at these totals by adjustments."""
    table = Table(club.scorer, "raise-the-stakes", players, **more)
    stake(table, *stakes)
    adjust = [
        {"player": name, "points": number, "reason": "test"}
        for name, number in zip(players, points, strict=True)
        if number
    ]
    table.write(tricks(0, 0, 0, names=players, folded=[]) | {"tricks": {players[0]: 5}, "adjust": adjust})
    done(table.end())
    return table


def tonight(table: Table) -> NightMoney:
    """Return the money of the night of a play."""
    state = table.state
    night = night_of_play(state)
    assert night is not None
    return money_log.money_of_night(state.club_id, night)


def paid(table: Table, payer: str, payee: str, amount: Any, **more: Any) -> WriteResult:
    night = night_of_play(table.state)
    assert night is not None
    given = {"client_id": client_id(), **more}
    return payments.pay(table.member, night, payer=payer, payee=payee, amount=amount, **given)


def key_of(outcome: WriteResult) -> str:
    assert isinstance(outcome, Written), outcome
    return outcome.key


def messages(outcome: WriteResult) -> str:
    assert isinstance(outcome, Refused), outcome
    return " ".join(f"{problem.field}: {problem.message}" for problem in outcome.problems)


def test_a_play_is_settled_only_while_it_is_over(club: Club) -> None:
    table = Table(club.scorer)
    stake(table, "difference", 10)
    table.write(tricks(3, 2, 0))
    assert balances_of(table.state) == {}
    done(table.end())
    totals = table.state.totals
    whole = sum(totals.values())
    expected = {name: 10 * (3 * total - whole) for name, total in totals.items()}
    assert balances_of(table.state) == expected
    assert {name for name, amount in expected.items() if amount}
    assert dict(tonight(table).own.balances) == expected
    done(table.reopen())
    assert tonight(table).own.balances == {}


def test_a_game_that_counts_double_is_paid_double_and_counts_as_two(club: Club) -> None:
    table = Table(club.scorer, "cribbage", ("Ann", "Bob"))
    stake(table, "fixed", 100)
    table.write({"board": {"Ann": 121, "Bob": 88}})
    state = table.state
    assert (state.games, balances_of(state)) == (2, {"Ann": 200, "Bob": -200})
    night = night_of_play(state)
    assert night is not None
    assert play_lists.wins_of(play_lists.plays_of_night(night.id)) == (("Ann", 2),)
    ledger = ledger_of(club.scorer.club_id)
    ann = ledger.id_of_name("Ann")
    assert ann is not None
    numbers = ledger.person_numbers(ann, PlayFilter())
    assert (numbers.wins, numbers.games_won) == (1, 2)
    done(table.save({"board": {"Ann": 121, "Bob": 60}}, slot=1))
    assert (table.state.games, balances_of(table.state)) == (3, {"Ann": 300, "Bob": -300})
    assert not projection.rebuild_play(table.id)


def test_totals_from_paper_are_weighed(club: Club) -> None:
    table = Table(club.scorer, "cribbage", ("Ann", "Bob"))
    stake(table, "fixed", 100)
    given = {"base": table.state.revision, "client_id": client_id()}
    done(commands.enter_totals(table.member, table.state, totals={"Ann": 70, "Bob": 121}, **given))
    assert balances_of(table.state) == {"Ann": -200, "Bob": 200}


def test_an_outcome_stored_without_weights_counts_once(club: Club) -> None:
    table = Table(club.scorer, "cribbage", ("Ann", "Bob"))
    table.write({"board": {"Ann": 121, "Bob": 88}})
    state = table.state
    stored = state.outcome and outcome_to_log(state.outcome, state)
    assert stored
    assert stored.pop("weights")
    outcome = outcome_from_log(stored, state.people, state.sheet)
    assert outcome is not None
    assert (outcome.games, replace(state, stored_outcome=outcome).rescoring_notice) == (1, "")


def test_a_discarded_play_is_not_settled_but_an_uncounted_one_is(club: Club) -> None:
    table = played(club, 3, 0, 0)
    tell(table, **{COUNTS: False})
    assert dict(tonight(table).own.balances) == {"Ann": 200, "Bob": -100, "Cyd": -100}
    tell(table, **{DISCARDED: True})
    assert balances_of(table.state) == {}
    assert tonight(table).own.balances == {}
    done(table.undo())
    assert dict(tonight(table).own.balances) == {"Ann": 200, "Bob": -100, "Cyd": -100}


def test_the_stake_can_be_changed_later_and_undone(club: Club) -> None:
    table = played(club, 3, 0, 0)
    stake(table, "places", amounts=(500, 0, -500))
    assert dict(tonight(table).own.balances) == {"Ann": 500, "Bob": -250, "Cyd": -250}
    assert change_log.changes(table.state)[0].label == "stake"
    done(table.undo())
    assert dict(tonight(table).own.balances) == {"Ann": 200, "Bob": -100, "Cyd": -100}
    tell(table, stake=stake_to_log(None, EUR))
    assert table.state.stake is None
    assert balances_of(table.state) == {}


def test_a_wrong_stake_is_refused(club: Club) -> None:
    table = Table(club.scorer)
    for wrong in (Stake("chips", 5), Stake("places", amounts=(5, -5)), Stake("fixed", 0)):
        found, problems = settings.stake_for(table.member, table.state, wrong.json)
        assert found is None
        assert {problem.field for problem in problems} == {"stake"}


def test_chips_are_settled_without_purchases(club: Club) -> None:
    table = Table(club.scorer, "brag", FOUR, {"stack": 20, "ante": 1})
    stake(table, "chips", 5)
    table.write({"paid": {"Ann": 20, "Bob": 20, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 42, "winner": "Ann"}]})
    given = {"base": table.state.revision, "client_id": client_id()}
    done(buying.buy_chips(table.member, table.state, player="Bob", points=50, **given))
    done(table.end())
    assert balances_of(table.state) == {"Ann": 110, "Bob": -100, "Cyd": -5, "Dee": -5}


def test_sides_settle_for_both_players_and_the_kitty(own_app: Flask) -> None:
    club = Club()
    settings.set_money_settings(club.organiser, EUR, asks_stake=True)
    table = Table(club.scorer, "samba", FOUR)
    stake(table, "kitty", 30)
    given = {"base": table.state.revision, "client_id": client_id()}
    totals = {"Ann & Cyd": 10_000, "Bob & Dee": 4_000}
    done(commands.enter_totals(table.member, table.state, totals=totals, **given))
    assert balances_of(table.state) == {"Ann": 0, "Bob": -30, "Cyd": 0, "Dee": -30, KITTY: 60}
    assert tonight(table).own.open_balances == {"Ann": 0, "Bob": -30, "Cyd": 0, "Dee": -30, KITTY: 60}
    assert set(tonight(table).own.suggested_transfers) == {Transfer("Bob", KITTY, 30), Transfer("Dee", KITTY, 30)}


def test_all_plays_of_a_night_are_settled_together(club: Club) -> None:
    table = played(club, 3, 0, 0)
    played(club, 0, 4, 0, stakes=("last-pays", 50))
    own = tonight(table).own
    assert dict(own.balances) == {"Ann": 250, "Bob": -50, "Cyd": -200}
    assert sum(own.balances.values()) == 0
    assert len(own.suggested_transfers) <= 2
    for one in own.suggested_transfers:
        key_of(paid(table, one.payer, one.payee, one.amount))
    assert not any(tonight(table).own.open_balances.values())
    assert tonight(table).is_even


def test_a_payment_confirmed_by_two_phones_is_written_once(club: Club) -> None:
    table = played(club, 3, 0, 0)
    suggested = tonight(table).own.suggested_transfers
    for one in suggested:
        key_of(paid(table, one.payer, one.payee, one.amount, is_suggested=True))
        again = messages(paid(table, one.payer, one.payee, one.amount, is_suggested=True))
        assert again == f"open: {one.payer} has paid {one.payee} already."
    assert tonight(table).is_even
    assert len(tonight(table).steps) == len(suggested)


def test_an_outdated_suggestion_is_refused_but_any_payment_can_be_recorded(club: Club) -> None:
    table = played(club, 3, 0, 0)
    (one, *_) = tonight(table).own.suggested_transfers
    key_of(payments.carry(club.scorer, tonight(table).night, client_id()))
    told = messages(paid(table, one.payer, one.payee, one.amount, is_suggested=True))
    assert told == "open: What was open has been carried over already."
    assert "carried over already" in messages(payments.carry(club.scorer, tonight(table).night, client_id()))
    told = messages(paid(table, one.payee, one.payer, one.amount, is_suggested=True, currency=DRINKS))
    assert f"{one.payee} no longer owes {one.payer} 100\xa0drinks" in told
    key_of(paid(table, one.payer, one.payee, one.amount))


def test_a_payment_stays_in_the_log_when_it_is_undone(club: Club) -> None:
    table = played(club, 3, 0, 0)
    at = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    key = key_of(paid(table, "Bob", "Ann", 100, at=at))
    (step,) = tonight(table).steps
    assert (step.key, step.transfer, step.at, step.stands) == (key, Transfer("Bob", "Ann", 100), at, True)
    assert tonight(table).own.open_balances == {"Ann": 100, "Bob": 0, "Cyd": -100}
    tap = client_id()
    assert key_of(payments.take_back(club.scorer, key, tap))
    again = payments.take_back(club.scorer, key, tap)
    assert isinstance(again, Written)
    assert again.repeated
    (step,) = tonight(table).steps
    assert not step.stands
    assert step.taken_back_by
    assert tonight(table).own.open_balances == {"Ann": 200, "Bob": -100, "Cyd": -100}
    twice = payments.take_back(club.scorer, key, client_id())
    assert isinstance(twice, Written)
    assert twice.repeated


def test_the_same_tap_pays_once(club: Club) -> None:
    table = played(club, 3, 0, 0)
    tap = client_id()
    first = paid(table, "Bob", "Ann", 100, client_id=tap)
    again = paid(table, "Bob", "Ann", 100, client_id=tap)
    assert isinstance(again, Written)
    assert (again.key, again.repeated) == (key_of(first), True)
    assert len(tonight(table).steps) == 1


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "told"),
    [
        ("Zoe", "Ann", 5, "from: “Zoe” is not in this club"), ("Ann", "Zoe", 5, "to: “Zoe” is not in this club"),
        ("", "Ann", 5, "from: Say"),
        ("Ann", "Ann", 5, "to: Ann cannot pay Ann"), ("Ann", "ann", 5, "both are the same"),
        (KITTY, KITTY, 5, "to: kitty cannot pay"),
        ("Ann", "Bob", 0, "amount: The amount must be above 0"), ("Ann", "Bob", -5, "above 0"),
        ("Ann", "Bob", 1_234_567_890, "€9,999,999.99 is the most"), ("Ann", "Bob", 10**40, "too high"),
        ("Ann", "Bob", 2.5, "whole number"), ("Ann", "Bob", True, "whole number"), ("Ann", "Bob", "5", "whole number"),
        ("Ann", "Bob", None, "whole number"), ("<script>", "Bob", 5, "“<script>” is not in this club"),
    ],
)  # fmt: skip
def test_an_invalid_payment_changes_nothing(club: Club, payer: str, payee: str, amount: Any, told: str) -> None:
    table = played(club, 3, 0, 0)
    assert told in messages(paid(table, payer, payee, amount))
    assert tonight(table).steps == ()


def test_names_of_a_payment_may_be_spelled_otherwise(club: Club) -> None:
    table = played(club, 3, 0, 0)
    key_of(paid(table, " bob", "ANN", 100))
    assert tonight(table).own.open_balances == {"Ann": 100, "Bob": 0, "Cyd": -100}


def test_a_viewer_cannot_pay(club: Club) -> None:
    table = played(club, 3, 0, 0)
    night = tonight(table).night
    for act in (
        lambda: payments.pay(club.viewer, night, payer="Bob", payee="Ann", amount=5, client_id="x"),
        lambda: payments.carry(club.viewer, night, "x"),
        lambda: payments.take_back(club.viewer, "x", "x"),
        lambda: kitty.move_kitty(club.viewer, into=True, who="Ann", amount=5, reason="", client_id="x"),
        lambda: settings.set_money_settings(club.scorer, EUR, True),
    ):
        with pytest.raises(PermissionError):
            act()


def test_money_is_private_to_its_club(club: Club) -> None:
    table = played(club, 3, 0, 0)
    key = key_of(paid(table, "Bob", "Ann", 100))
    other = Club()
    assert night_by_key(other.scorer.club_id, tonight(table).night.key) is None
    assert "no such payment" in messages(payments.take_back(other.scorer, key, client_id()))
    assert kitty.kitty_of(other.scorer.club_id).steps == ()


def move_to(table: Table, days: int) -> None:
    """Move the play to another evening."""
    given = {"base": table.state.revision, "client_id": client_id()}
    at = now() + timedelta(days=days)
    done(change_details(table.member, table.state, details=DetailChanges(played_at=at), **given))


def test_open_amounts_are_carried_over_on_request(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 0, 9)
    move_to(first, -14)
    before = tonight(first)
    assert tonight(second).own.carried == {}
    key_of(paid(first, "Bob", "Ann", 100))
    carried = key_of(payments.carry(club.scorer, before.night, client_id()))
    assert not any(tonight(first).own.open_balances.values())
    assert tonight(second).own.carried == {"Ann": 100, "Cyd": -100}
    assert tonight(second).own.open_balances == {"Ann": 0, "Bob": -100, "Cyd": 100}
    assert "carried over already" in messages(payments.carry(club.scorer, before.night, client_id()))
    key_of(payments.take_back(club.scorer, carried, client_id()))
    assert tonight(second).own.carried == {}
    assert tonight(first).own.open_balances == {"Ann": 100, "Bob": 0, "Cyd": -100}


def test_a_carried_amount_waits_for_the_next_night(club: Club) -> None:
    first = played(club, 3, 0, 0)
    move_to(first, -14)
    key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    second = played(club, 0, 0, 0)
    assert tonight(second).own.carried == {"Ann": 200, "Bob": -100, "Cyd": -100}


def test_amounts_are_not_carried_over_to_a_night_of_discarded_plays(club: Club) -> None:
    """No list has such a night."""
    first, second, third = (played(club, 3, 0, 0) for _ in range(3))
    for table, days in ((first, -14), (second, -7)):
        move_to(table, days)
    key_of(payments.carry(club.scorer, tonight(first).night, client_id()))
    assert tonight(second).own.carried == {"Ann": 200, "Bob": -100, "Cyd": -100}
    tell(second, discarded=True)
    assert tonight(third).own.carried == {"Ann": 200, "Bob": -100, "Cyd": -100}
    assert not any(tonight(second).own.open_balances.values())
    tell(second, discarded=None)
    assert tonight(third).own.carried == {}


def test_each_currency_is_settled_separately(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 9, 0)
    stake(second, "fixed", 2, currency=DRINKS)
    found = tonight(first)
    assert list(found.reckonings) == ["EUR", "drinks"]
    assert dict(found.reckonings["drinks"].balances) == {"Ann": -2, "Bob": 4, "Cyd": -2}
    key_of(paid(first, "Ann", "Bob", 2, currency=DRINKS))
    assert tonight(first).reckonings["drinks"].open_balances == {"Ann": 0, "Bob": 2, "Cyd": -2}
    assert tonight(first).own.open_balances == {"Ann": 200, "Bob": -100, "Cyd": -100}


def test_a_correction_after_a_payment_shows_its_effect(club: Club) -> None:
    table = played(club, 3, 0, 0)
    club_id = club.scorer.club_id
    for one in tonight(table).own.suggested_transfers:
        key_of(paid(table, one.payer, one.payee, one.amount))
    assert plays_corrected_since(club_id, tonight(table)) == []
    steps = tonight(table).steps
    adjust = [{"player": "Bob", "points": 30, "reason": "forgotten"}]
    done(table.save({"tricks": {"Ann": 5}, "adjust": adjust}, slot=1))
    (found,) = plays_corrected_since(club_id, tonight(table))
    assert found.change == {"Ann": -300, "Bob": 300}
    assert tonight(table).steps == steps
    assert tonight(table).own.open_balances == {"Ann": -300, "Bob": 300, "Cyd": 0}
    done(table.undo())
    assert plays_corrected_since(club_id, tonight(table)) == []


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
        tell(table, **change)
        found = plays_corrected_since(club.scorer.club_id, tonight(table))
        assert {one.currency: dict(one.change) for one in found} == told


def test_a_play_moved_here_after_a_payment_is_no_correction(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 0, 0, 9)
    move_to(second, -14)
    (one, *_) = tonight(first).own.suggested_transfers
    key_of(paid(first, one.payer, one.payee, one.amount))
    move_to(second, 0)
    assert tonight(second).night == tonight(first).night
    done(second.save({"tricks": {"Cyd": 5}, "adjust": [{"player": "Bob", "points": 30, "reason": "late"}]}, slot=1))
    assert plays_corrected_since(club.scorer.club_id, tonight(first)) == []


def test_at_most_the_content_of_the_kitty_can_be_taken_out(club: Club) -> None:
    Table(club.scorer)
    glasses = {"who": "Ann", "reason": "for the glasses"}
    key_of(kitty.move_kitty(club.scorer, into=True, **glasses, amount=500, client_id=client_id()))
    more = kitty.move_kitty(club.scorer, into=False, **glasses, amount=501, client_id=client_id())
    assert "The kitty holds €5.00" in messages(more)
    key_of(kitty.move_kitty(club.scorer, into=False, **glasses, amount=500, client_id=client_id()))
    assert kitty.kitty_of(club.scorer.club_id).holds == {"EUR": 0}


def test_the_kitty_holds_all_payments_deposits_and_withdrawals(club: Club) -> None:
    table = played(club, 3, 0, 0, stakes=("kitty", 250))
    scorer = club.scorer
    assert kitty.kitty_of(scorer.club_id).holds == {"EUR": 0}
    for one in tonight(table).own.suggested_transfers:
        key_of(paid(table, one.payer, one.payee, one.amount))
    key = key_of(kitty.move_kitty(scorer, into=True, who="Ann", amount=1000, reason="", client_id=client_id()))
    pizza = {"into": False, "who": "Bob", "reason": " pizza "}
    key_of(kitty.move_kitty(scorer, **pizza, amount=1200, client_id=client_id()))
    assert kitty.kitty_of(scorer.club_id).holds == {"EUR": 300}
    assert [(step.kind, step.reason) for step in kitty.kitty_of(scorer.club_id).steps[:2]] == [
        ("kitty", "pizza"), ("kitty", "")
    ]  # fmt: skip
    key_of(payments.take_back(scorer, key, client_id(), ("kitty",)))
    assert kitty.kitty_of(scorer.club_id).holds == {"EUR": -700}
    assert not any(tonight(table).own.open_balances.values())


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"who": "Zoe"}, "who: “Zoe” is not in this club"), ({"who": KITTY}, "who: The kitty cannot pay itself."),
        ({"amount": 0}, "above 0"), ({"amount": -1}, "above 0"), ({"amount": 10**10}, "is the most"),
        ({"amount": 1.5}, "whole"), ({"reason": "x" * 201}, "reason: The reason is longer"),
        ({"into": False, "reason": " "}, "reason: Say what"), ({"into": False}, "The kitty holds €0.00"),
    ],
)  # fmt: skip
def test_an_invalid_movement_of_the_kitty_changes_nothing(club: Club, wish: dict[str, Any], told: str) -> None:
    Table(club.scorer)
    given = {"into": True, "who": "Ann", "amount": 500, "reason": "for the glasses", **wish}
    assert told in messages(kitty.move_kitty(club.scorer, **given, client_id=client_id()))
    assert kitty.kitty_of(club.scorer.club_id).steps == ()


def test_stored_balances_equal_computed_ones(own_app: Flask) -> None:
    club = Club()
    played(club, 3, 0, 0)
    played(club, 0, 5, 0, stakes=("kitty", 30))
    found = (
        rows("select balance from part order by play_id, seat"),
        rows("select kitty, currency from play order by id"),
    )
    assert any(row[0] for row in found[0])
    assert found[1][-1] == (60, "EUR")
    assert projection.rebuild_plays() == 0
    db.session.rollback()


def test_places_that_no_longer_fit_are_reported(club: Club) -> None:
    table = Table(club.scorer)
    stake(table, "places", amounts=(5, 0, -5))
    table.write(tricks(3, 2, 0))
    done(table.seat("Dee"))
    done(table.end())
    assert balances_of(table.state) == {}
    assert unsettled_reason(table.state) == "The stake has 3 places, but 4 play: change it to settle this game."
    stake(table, "places", amounts=(5, 0, 0, -5))
    assert sum(balances_of(table.state).values()) == 0
    assert unsettled_reason(table.state) == ""


def test_amounts_too_large_to_pay_are_not_settled(club: Club) -> None:
    table = Table(club.scorer)
    stake(table, "difference", 1_000_000)
    given = {"base": table.state.revision, "client_id": client_id()}
    done(commands.enter_totals(table.member, table.state, totals={"Ann": 10**12, "Bob": -(10**12), "Cyd": 0}, **given))
    assert balances_of(table.state) == {}
    assert "more than anybody could pay" in unsettled_reason(table.state)


def test_the_last_stake_is_remembered_for_each_game(club: Club) -> None:
    assert settings.last_stake(club.scorer.club_id, "rage") is None
    played(club, 3, 0, 0)
    found = settings.last_stake(club.scorer.club_id, "raise-the-stakes")
    assert found == {"kind": "fixed", "amount": 100, "currency": "EUR"}


@pytest.mark.parametrize("name", ["kitty", "Kitty", " KITTY "])
def test_no_person_can_have_the_name_of_the_kitty(club: Club, name: str) -> None:
    told = f"{name.strip()} is what the club’s common money is called; take another name."
    wish: dict[str, Any] = {"slug": "rage", "dealer": None, "options": {}, "client_id": client_id()}
    found = starting.start_play(club.scorer, players=["Ann", name], **wish)
    assert isinstance(found, list)
    assert [problem.message for problem in found] == [told]
    table = Table(club.scorer)
    seated = table.seat(name)
    assert isinstance(seated, Refused)
    assert [problem.message for problem in seated.problems] == [told]
    assert find_or_add.find_or_add(club.scorer, name) == told


def test_merged_people_share_their_money(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 3, 0, players=("Ann", "Bobby"))
    ids = dict(rows("select name, id from player where club_id = :id", id=club.scorer.club_id))
    assert isinstance(edit_people.merge(club.scorer, ids["Bobby"], ids["Bob"], client_id()), Written)
    for table in (first, second):
        assert dict(tonight(table).own.balances) == {"Ann": 300, "Bob": -200, "Cyd": -100}
    assert "“Bobby” is not in this club" in messages(paid(first, "Bobby", "Ann", 5))
