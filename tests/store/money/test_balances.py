"""What the plays of a night cost and win."""

from dataclasses import replace

from flask import Flask

from companion.core.money.settling import Transfer
from companion.core.money.stakes import KITTY, Stake
from companion.core.statistics.numbers import person_numbers
from companion.store.database.base import clock_at, db
from companion.store.log.write_results import Written
from companion.store.money import settings
from companion.store.nights.night_state import night_of_play
from companion.store.people import edit_people
from companion.store.people.ledger import ledger_of
from companion.store.plays import play_lists
from companion.store.plays.edits import change_log, commands, projection
from companion.store.plays.edits.outcomes import outcome_from_log, outcome_to_log
from companion.store.plays.play_details import COUNTS, DISCARDED
from companion.store.plays.play_stakes import balances_of, stake_to_log
from tests.store.money.stakes import DRINKS, EUR, key_of, move_to, paid, played, reckoning_of, stake, tonight
from tests.store.nights.evenings import EIGHT, hours
from tests.store.tables import FOUR, THREE, Club, Table, client_id, done, problems_text, rows, tricks


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
    assert dict(reckoning_of(table).balances) == expected
    done(table.reopen())
    assert reckoning_of(table).balances == {}


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
    numbers = person_numbers(ledger.plays_of_person(ann), ann)
    assert (numbers.wins, numbers.games_won) == (1, 2)
    done(table.save({"board": {"Ann": 121, "Bob": 60}}, slot=1))
    assert (table.state.games, balances_of(table.state)) == (3, {"Ann": 300, "Bob": -300})
    assert not projection.rebuild_play(table.id)


def test_an_outcome_stored_without_weights_counts_once(club: Club) -> None:
    table = Table(club.scorer, "cribbage", ("Ann", "Bob"))
    table.write({"board": {"Ann": 121, "Bob": 88}})
    state = table.state
    stored = state.outcome and outcome_to_log(state.outcome, state.people, state.setup)
    assert stored
    assert stored.pop("weights")
    outcome = outcome_from_log(stored, state.people, state.sheet)
    assert outcome is not None
    assert (outcome.games, replace(state, stored_outcome=outcome).rescoring_notice) == (1, "")


def test_a_discarded_play_is_not_settled_but_an_uncounted_one_is(club: Club) -> None:
    table = played(club, 3, 0, 0)
    done(table.edit_details(**{COUNTS: False}))
    assert dict(reckoning_of(table).balances) == {"Ann": 200, "Bob": -100, "Cyd": -100}
    done(table.edit_details(**{DISCARDED: True}))
    assert balances_of(table.state) == {}
    assert reckoning_of(table).balances == {}
    done(table.undo())
    assert dict(reckoning_of(table).balances) == {"Ann": 200, "Bob": -100, "Cyd": -100}


def test_the_stake_can_be_changed_later_and_undone(club: Club) -> None:
    table = played(club, 3, 0, 0)
    stake(table, "places", amounts=(500, 0, -500))
    assert dict(reckoning_of(table).balances) == {"Ann": 500, "Bob": -250, "Cyd": -250}
    assert change_log.changes(table.state)[0].label == "stake"
    done(table.undo())
    assert dict(reckoning_of(table).balances) == {"Ann": 200, "Bob": -100, "Cyd": -100}
    done(table.edit_details(stake=stake_to_log(None, EUR)))
    assert table.state.stake is None
    assert balances_of(table.state) == {}


def test_a_wrong_stake_is_refused(club: Club) -> None:
    table = Table(club.scorer)
    for wrong in (Stake("chips", 5), Stake("places", amounts=(5, -5)), Stake("fixed", 0)):
        found, problems = settings.stake_for(table.member.club_id, table.state.game, table.state.setup, wrong.json)
        assert found == {}
        assert {problem.field for problem in problems} == {"stake"}
    four = Table(club.scorer, "samba", FOUR).state
    for amounts, faults in (((5, -5), []), ((5, 0, 0, -5), ["There must be an amount for each of 2 places, not 4."])):
        wish = Stake("places", amounts=amounts).json
        found, problems = settings.stake_for(table.member.club_id, four.game, four.setup, wish)
        assert (bool(found), [problem.message for problem in problems]) == (not faults, faults), "places of sides"
    brag = Table(club.scorer, "brag", FOUR).state
    chips, odd = {"kind": "chips", "amount": 5}, {"kind": "chips", "amount": 0, "x": 1}
    assert settings.stake_for(table.member.club_id, brag.game, brag.setup, chips) == ({**chips, "currency": "EUR"}, [])
    assert len(settings.stake_for(table.member.club_id, brag.game, brag.setup, odd)[1]) == 2


def test_a_new_stake_has_the_currency_of_the_club(club: Club) -> None:
    there = club.scorer.club_id
    assert settings.settings_of(there) == (EUR, True)
    settings.set_money_settings(club.organiser, DRINKS, asks_stake=False)
    assert settings.settings_of(there) == (DRINKS, False)
    state = Table(club.scorer).state
    wish = {"kind": "fixed", "amount": 2}
    assert settings.stake_for(there, state.game, state.setup, wish) == ({**wish, "currency": "drinks"}, [])
    assert settings.stake_for(there, state.game, state.setup, None) == ({}, [])


def test_sides_settle_for_both_players_and_the_kitty(own_app: Flask) -> None:
    club = Club()
    settings.set_money_settings(club.organiser, EUR, asks_stake=True)
    table = Table(club.scorer, "samba", FOUR)
    stake(table, "kitty", 30)
    given = {"base": table.state.revision, "client_id": client_id()}
    totals = {"Ann & Cyd": 10_000, "Bob & Dee": 4_000}
    done(commands.enter_totals(table.member, table.state, totals=totals, **given))
    assert balances_of(table.state) == {"Ann": 0, "Bob": -30, "Cyd": 0, "Dee": -30, KITTY: 60}
    assert reckoning_of(table).open_balances == {"Ann": 0, "Bob": -30, "Cyd": 0, "Dee": -30, KITTY: 60}
    assert set(reckoning_of(table).suggested_transfers) == {Transfer("Bob", KITTY, 30), Transfer("Dee", KITTY, 30)}


def test_all_plays_of_a_night_are_settled_together(club: Club) -> None:
    table = played(club, 3, 0, 0)
    played(club, 0, 4, 0, stakes=("last-pays", 50))
    own = reckoning_of(table)
    assert dict(own.balances) == {"Ann": 250, "Bob": -50, "Cyd": -200}
    assert sum(own.balances.values()) == 0
    assert len(own.suggested_transfers) <= 2
    for one in own.suggested_transfers:
        key_of(paid(table, one.payer, one.payee, one.amount))
    assert not any(reckoning_of(table).open_balances.values())
    assert tonight(table).is_even


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


def test_balances_of_a_night_are_in_the_order_of_playing_and_of_seats_with_the_kitty_last(club: Club) -> None:
    for later, players in ((1, THREE), (0, ("Dee", "Cyd", "Ann"))):
        with clock_at(EIGHT + hours(later)):
            table = played(club, 3, 0, 0, stakes=("kitty", 30), players=players)
    found = reckoning_of(table).balances
    assert list(found.items()) == [("Dee", 0), ("Cyd", -60), ("Ann", -30), ("Bob", -30), (KITTY, 120)]


def test_the_last_stake_is_remembered_for_each_game(club: Club) -> None:
    assert settings.last_stake(club.scorer.club_id, "rage") is None
    played(club, 3, 0, 0)
    found = settings.last_stake(club.scorer.club_id, "raise-the-stakes")
    assert found == {"kind": "fixed", "amount": 100, "currency": "EUR"}
    later = played(club, 3, 0, 0, stakes=("last-pays", 50))
    assert settings.last_stake(club.scorer.club_id, "raise-the-stakes") == later.state.stake
    move_to(later, -30)
    assert settings.last_stake(club.scorer.club_id, "raise-the-stakes") == found
    move_to(later, 0)
    done(later.edit_details(**{DISCARDED: True}))
    assert settings.last_stake(club.scorer.club_id, "raise-the-stakes") == found
    assert settings.last_stake(Club().scorer.club_id, "raise-the-stakes") is None


def test_of_plays_that_began_at_once_the_one_started_last_has_the_last_stake_of_its_game(club: Club) -> None:
    with clock_at(EIGHT):
        first, second = played(club, 3, 0, 0), played(club, 3, 0, 0, stakes=("last-pays", 50))
        Table(club.scorer, "rage")
    assert first.state.stake != second.state.stake
    assert settings.last_stake(club.scorer.club_id, "raise-the-stakes") == second.state.stake
    assert settings.last_stake(club.scorer.club_id, "rage") is None


def test_merged_people_share_their_money(club: Club) -> None:
    first, second = played(club, 3, 0, 0), played(club, 3, 0, players=("Ann", "Bobby"))
    ids = dict(rows("select name, id from player where club_id = :id", id=club.scorer.club_id))
    assert isinstance(edit_people.merge(club.scorer, ids["Bobby"], ids["Bob"], client_id()), Written)
    for table in (first, second):
        assert dict(reckoning_of(table).balances) == {"Ann": 300, "Bob": -200, "Cyd": -100}
    assert problems_text(paid(first, "Bobby", "Ann", 5)) == "from: “Bobby” is not in this club."
