"""Plays that began or ended by older rules."""

import pytest

from companion.core.game.game import Game
from companion.store.access import members
from companion.store.plays import starting
from companion.store.plays.play_state import PlayState
from tests.older import SLUG, play_by, version
from tests.web.phones import Club, Table


def by(club: Club, monkeypatch: pytest.MonkeyPatch, game: Game[None]) -> None:
    """Install a version of the game."""
    with club.app.app_context():
        play_by(monkeypatch, game)


def started_by_version_1(club: Club, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a play of the first version after its first round, with a bonus of 3."""
    by(club, monkeypatch, version(1))
    with club.app.app_context():
        member = members.member(club.scorer.token, club.key)
        assert member is not None
        state = starting.start_play(
            member, slug=SLUG, players=["Ann", "Bob"], dealer=None, options={"bonus": 3}, client_id="start"
        )
        assert isinstance(state, PlayState)
    table = Table(club, f"{club.url}/plays/{state.key}")
    table.write({"made": {"Ann": 5, "Bob": 4}})
    return table


def finish(started: Table) -> Table:
    """End such a play by its second round: 23 to 12."""
    started.write({"made": {"Ann": 12, "Bob": 2}})
    return started


def finished_by_older_rules(club: Club, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a play that ended 23 to 12, where each point counts double by today's rules: 40 to 18."""
    table = finish(started_by_version_1(club, monkeypatch))
    by(club, monkeypatch, version(2, worth=2))
    return table
