"""House rules in force: from which day, and for which plays."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from companion.core.house.house_rules import Amendment, differing_options
from companion.games import SLUGS, game_of
from companion.store.database.base import clock_at, db
from companion.store.house import house_rules
from companion.store.nights import club_zone
from companion.store.plays import starting
from companion.store.plays.play_state import PlayState
from tests import older
from tests.store.house.versions import agreed, days, proposed, states
from tests.store.tables import Club, Table, client_id, rows


@pytest.mark.parametrize(
    ("today", "seen"),
    [
        (0, {1: "in force", 2: "agreed", 3: "agreed"}),
        (4, {1: "in force", 2: "agreed", 3: "agreed"}),
        (5, {1: "past", 2: "in force", 3: "agreed"}),
        (10, {1: "past", 2: "past", 3: "in force"}),
        (400, {1: "past", 2: "past", 3: "in force"}),
    ],
)
def test_each_version_is_in_force_from_its_day(club: Club, today: int, seen: dict[int, str]) -> None:
    for number, day in enumerate((0, 5, 10), start=1):
        agreed(club, {"target": 20 + number}, holds_from=house_rules.today() + timedelta(days=day))
    with clock_at(days(today)):
        assert states(club) == seen


def test_a_version_agreed_after_its_day_starts_on_the_day_of_the_agreement(club: Club) -> None:
    first = proposed(club)
    with clock_at(days(7)):
        assert house_rules.agree(club.organiser, first.key, ["Ann"]) != []
        found = house_rules.by_key(club.organiser.club_id, first.key)
        assert found is not None
        assert (found.state, found.holds_from) == ("in force", house_rules.today())
    [[written]] = rows("select data from event where key = :key", key=first.key)
    assert f'"holds_from": "{first.holds_from}"' in (written if isinstance(written, str) else json.dumps(written))


def test_of_one_day_the_version_agreed_later_is_in_force(club: Club) -> None:
    first, second = proposed(club, {"target": 30}), proposed(club, {"target": 40})
    for key, moment in ((second.key, 1), (first.key, 2)):
        with clock_at(datetime.now(UTC) + timedelta(seconds=moment)):
            house_rules.agree(club.organiser, key, ["Ann"])
    assert states(club) == {1: "in force", 2: "past"}


def test_a_play_keeps_the_version_that_it_began_under(club: Club) -> None:
    before = Table(club.scorer)
    done = agreed(club)
    under = Table(club.scorer)
    later = agreed(club, {"target": 40})
    assert (before.state.house_id, under.state.house_id) == (None, done.id)
    assert (before.state.options["target"], under.state.options["target"]) == (20, 30)
    assert Table(club.scorer).state.house_id == later.id
    assert Table(club.scorer, "rage").state.house_id is None, "another game"
    assert Table(Club().scorer).state.house_id is None, "another club"


def test_a_proposed_or_future_version_does_not_apply_to_a_new_play(club: Club) -> None:
    agreed(club, {"target": 40}, holds_from=house_rules.today() + timedelta(days=1))
    proposed(club)
    assert Table(club.scorer).state.options["target"] == 20
    with clock_at(days(2)):
        assert Table(club.scorer).state.options["target"] == 40


def test_a_change_for_one_evening_is_stored_beside_the_version(club: Club) -> None:
    done = agreed(club, {"target": 30, "short_deck": True})
    state = Table(club.scorer, options={"target": 50}).state
    assert state.house_id == done.id
    assert (state.options["target"], state.options["short_deck"]) == (50, True)
    assert state.setup.options["short_deck"], "it is what the play is scored by"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_can_have_house_rules(club: Club, slug: str) -> None:
    text = Amendment(game_of(slug).rules.paragraphs[0].id, "We do.")
    assert agreed(club, {}, game=slug, amendments=[text]).state == "in force"
    game, house = game_of(slug), house_rules.all_house_rules_in_force(club.organiser.club_id)[slug]
    assert differing_options(game, game.options, house.options) == []


def test_a_game_that_no_longer_exists_is_left_out(club: Club) -> None:
    first = agreed(club)
    db.session.rollback()
    with db.engine.begin() as connection:
        columns = "club_id, subject, kind, at"
        connection.exec_driver_sql(
            f"insert into event (key, client_id, seq, data, {columns})"
            f""" select 'other', 'other', 99, '{{"game": "bridge", "number": 1}}', {columns}"""
            f" from event where seq = {first.id} and club_id = {club.scorer.club_id}"
        )
    assert house_rules.all_versions(club.organiser.club_id) == [first]


def test_house_rules_of_older_game_rules_are_upgraded(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    older.play_by(monkeypatch, older.version(1))
    first = agreed(club, {"target": 30, "bonus": 5}, game=older.SLUG)
    assert first.options == {"target": 30, "bonus": 5}
    older.play_by(monkeypatch, older.version(2))
    holds = house_rules.house_rules_in_force(club.organiser.club_id, older.SLUG)
    assert holds is not None
    assert (holds.options, holds.unknown) == ({"target": 30, "extra": 5}, {})
    second = agreed(club, {"target": 30, "extra": 7}, game=older.SLUG)
    assert (second.options, second.unknown) == ({"target": 30, "extra": 7}, {})
    past = house_rules.by_key(club.organiser.club_id, first.key)
    assert past is not None
    assert past.options == {"target": 30, "extra": 5}


def test_options_that_no_longer_exist_are_reported_and_stop_no_play(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    older.play_by(monkeypatch, older.version(1))
    agreed(club, {"target": 30, "bonus": 5}, game=older.SLUG)
    older.play_by(monkeypatch, older.version(2, upgrades={}))
    holds = house_rules.house_rules_in_force(club.organiser.club_id, older.SLUG)
    assert holds is not None
    assert (holds.options, holds.unknown) == ({"target": 30, "extra": 0}, {"bonus": 5})
    started = starting.start_play(
        club.scorer, slug=older.SLUG, players=["Ann", "Bob"], dealer=None, options={}, client_id=client_id()
    )
    assert isinstance(started, PlayState)
    assert dict(started.options) == {"target": 30, "extra": 0}


def test_days_are_those_of_the_clubs_time_zone(club: Club) -> None:
    """On a server elsewhere it may be yesterday or tomorrow."""
    moment = datetime(2026, 11, 21, 11, 30, tzinfo=UTC)
    for zone, day in (("Pacific/Auckland", 22), ("Pacific/Pago_Pago", 21)):
        assert club_zone.set_zone(club.organiser, zone) == ""
        with clock_at(moment):
            found = agreed(club, {"target": day}, holds_from=date(2026, 11, day))
            assert (found.state, found.holds_from) == ("in force", date(2026, 11, day))
