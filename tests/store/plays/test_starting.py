"""Starting a play: its players, its options, and the same tap twice."""

from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.store.database.base import clock_at, db
from companion.store.database.models import Night, Play
from companion.store.log.write_results import Refused
from companion.store.plays import play_lists, starting
from companion.store.plays.edits import commands
from companion.store.plays.play_details import DISCARDED
from companion.store.plays.play_state import PlayState, build_state
from tests.store.house.versions import agreed
from tests.store.nights.evenings import EIGHT, hours
from tests.store.tables import THREE, Club, Table, at_once, client_id, done


def test_starting_twice_with_one_tap_gives_one_play(club: Club) -> None:
    wish: dict[str, Any] = {"slug": "rage", "players": list(THREE), "dealer": None, "options": {}, "client_id": "tap"}
    first, second = starting.start_play(club.scorer, **wish), starting.start_play(club.scorer, **wish)
    assert isinstance(first, PlayState)
    assert isinstance(second, PlayState)
    assert first.key == second.key
    assert len(play_lists.recent_plays(club.scorer.club_id, 9)) == 1


def test_a_play_from_paper_is_stored_with_its_time_its_stake_and_what_it_follows(club: Club) -> None:
    with clock_at(EIGHT):
        version, parent = agreed(club), Table(club.scorer)
    stake = {"kind": "fixed", "amount": 5, "currency": "EUR"}
    with clock_at(EIGHT + hours(30)):
        found = starting.start_play(
            club.scorer, slug="raise-the-stakes", players=["ann", "Bob", "Dee"], dealer="BOB", client_id="tap",
            options={"short_deck": True}, parent=parent.state, played_at=EIGHT, stake=stake, secret=True,
        )  # fmt: skip
    assert isinstance(found, PlayState)
    assert found == build_state(found.id)
    assert (found.setup.players, found.setup.dealer, found.stake) == (("Ann", "Bob", "Dee"), "Bob", stake)
    assert (found.options["target"], found.options["short_deck"], found.details.secret) == (30, True, True)
    columns = (
        Play.started_at, Play.last_at, Play.played_at, Play.until, Play.is_later, Play.parent_id, Play.house_id,
        Play.revision, Night.began_at,
    )  # fmt: skip
    asked = select(*columns).join(Night, Night.id == Play.night_id).where(Play.id == found.id)
    late = EIGHT + hours(30)
    assert tuple(db.session.execute(asked).one()) == (
        late, late, EIGHT, EIGHT, True, parent.id, version.id, 1, EIGHT
    )  # fmt: skip
    elsewhere = starting.start_play(
        Club().scorer, slug="rage", players=list(THREE), dealer=None, options={}, client_id="tap"
    )
    assert isinstance(elsewhere, PlayState)
    assert elsewhere.id != found.id, "each club has its own taps"


def test_playing_again_leads_to_the_newest_open_play_that_followed(club: Club) -> None:
    parent, other = Table(club.scorer).state, Table(club.scorer).state

    def again(parent: PlayState = parent) -> PlayState:
        given: dict[str, Any] = {
            "slug": parent.game.slug,
            "players": parent.setup.players,
            "dealer": None,
            "options": {},
        }
        found = starting.start_play(club.scorer, **given, client_id=client_id(), parent=parent)
        assert isinstance(found, PlayState)
        return found

    def following() -> str | None:
        db.session.rollback()
        found = play_lists.next_play_after(parent)
        return found and found.key

    assert following() is None
    again(other)
    assert following() is None
    first = again()
    assert following() == again().key == first.key
    change: dict[str, Any] = {"base": first.revision, "client_id": "end"}
    ended = done(commands.end_play(club.scorer, first, **change)).state
    assert following() is None
    second = again()
    assert following() == second.key != first.key
    done(commands.reopen(club.scorer, ended, base=ended.revision, client_id="reopen"))
    assert following() == second.key
    discarded: dict[str, Any] = {"base": second.revision, "about": {DISCARDED: True}, "client_id": "discard"}
    done(commands.edit_details(club.scorer, second, **discarded))
    assert following() == first.key


def test_plays_started_at_once_share_their_new_players(app: Flask, club: Club) -> None:
    wish: dict[str, Any] = {"slug": "rage", "dealer": None, "options": {}}
    names = [THREE, THREE[::-1]] * 4
    acts = [
        partial(starting.start_play, club.scorer, players=names[n], client_id=f"{n // 2}", **wish) for n in range(8)
    ]
    started = at_once(app, *acts)
    assert all(isinstance(state, PlayState) for state in started)
    assert len({state.key for state in started}) == 4, "each tap was sent twice"
    assert sorted(play_lists.recent_players(club.scorer.club_id)) == list(THREE)


def test_a_known_name_is_recognised_in_any_spelling(club: Club) -> None:
    Table(club.scorer, players=["Zoë", "Bob"])
    again = Table(club.scorer, players=["zoe\N{COMBINING DIAERESIS}", "BOB"])
    assert again.state.setup.players == ("Zoë", "Bob")
    assert sorted(play_lists.recent_players(club.scorer.club_id)) == ["Bob", "Zoë"]


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ([], "Rage is for 2 to 8 players, not 0."), (["Ann"], "Rage is for 2 to 8 players, not 1."),
        (["Ann", "Ann"], "Ann is there twice; every name must be different."),
        (["Ann", "ANN"], "Two names differ only in capitals; every name must be different."),
        (["Ann", ""], "Name 2 is empty."), (["Ann", "x" * 41], "Name 2 is longer than 40 letters."),
        (["Ann", "a\nb"], "Name 2 has letters that cannot be shown."), (["N"] * 200, "200 names are far too many."),
        (["Ann", "Kitty"], "Kitty is what the club's common money is called; take another name."),
    ],
)  # fmt: skip
def test_a_play_with_invalid_seats_is_not_started(club: Club, players: list[str], told: str) -> None:
    found = starting.start_play(
        club.scorer, slug="rage", players=players, dealer=None, options={}, client_id=client_id()
    )
    assert isinstance(found, Refused)
    assert [f"{problem.field}: {problem.message}" for problem in found.problems] == [f"players: {told}"]
    assert play_lists.recent_plays(club.scorer.club_id, 9) == []
    assert play_lists.recent_players(club.scorer.club_id) == []


@pytest.mark.parametrize(
    ("wish", "told"),
    [({"dealer": "Zed"}, "dealer: Zed is not one of the players, so cannot deal."),
     ({"options": {"first_hand": 0}}, "first_hand: First hand: 0 is too low, 1 is the least."),
     ({"options": {"nothing": 1}}, "nothing: There is nothing called “nothing” here."),
     ({"sides": ["A", "B"]}, "sides: In Rage everybody plays alone; there are no sides."),
     ({"options": {"first_hand": "10"}}, "first_hand: First hand: “10” is not a whole number."),
     ({"options": {"first_hand": float("nan")}}, "first_hand: First hand: nan is not a whole number.")],
)  # fmt: skip
def test_invalid_options_are_reported(club: Club, wish: dict[str, Any], told: str) -> None:
    given = {"slug": "rage", "players": list(THREE), "dealer": None, "options": {}, "client_id": "tap", **wish}
    found = starting.start_play(club.scorer, **given)
    assert isinstance(found, Refused)
    assert [f"{problem.field}: {problem.message}" for problem in found.problems] == [told]
    assert play_lists.recent_plays(club.scorer.club_id, 9) == []
