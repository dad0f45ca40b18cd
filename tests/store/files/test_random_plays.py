"""Plays in which anything can happen, exported and imported."""

from random import Random
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import SLUGS, game_of
from companion.store.access.roles import Member
from companion.store.plays import change_seats, objections, starting
from companion.store.plays.edits import commands, undo_redo
from companion.store.plays.edits.play_results import PlayWritten
from companion.store.plays.edits.projection import rebuild_play
from companion.store.plays.play_state import PlayState, load_play
from tests.laws import drawn
from tests.laws.strategies import few
from tests.store.files.club_files import brought_in, exported
from tests.store.tables import Club, client_id, rows

SAID: tuple[dict[str, Any], ...] = (
    {"remark": "@1 was late"}, {"counts": False}, {"remark.1": "Oh!"}, {"stake": {}}, {"discarded": None},
    {"played_at": "2024-05-04T18:00:00+00:00"},
)  # fmt: skip


class Anyhow:
    """A play in which anything can happen, at random."""

    def __init__(self, member: Member, slug: str, dice: Random) -> None:
        self.member, self.dice, self.game = member, dice, game_of(slug)
        wish, _, _ = drawn.agreed(self.game, dice)
        started = starting.start_play(
            member, slug=slug, players=wish["players"], dealer=wish.get("dealer"), options=wish.get("options") or {},
            sides=wish.get("sides"), client_id=client_id(), stake={"kind": "fixed", "amount": 50, "currency": "EUR"},
        )  # fmt: skip
        assert isinstance(started, PlayState), started
        self.state = started

    def step(self) -> None:
        """Make one change, if it is possible."""
        act = self.dice.choice(
            ("round",) * 6
            + ("undo", "redo", "correct", "remove", "end", "reopen", "tell", "contest", "dismiss", "seat", "take")
        )
        outcome = getattr(self, act)({"base": self.state.revision, "client_id": client_id()})
        if isinstance(outcome, PlayWritten):
            self.state = outcome.state

    def round(self, wish: dict[str, Any]) -> object:
        if self.state.over or self.state.sheet.refusal is not None:
            return None
        if self.dice.random() < 0.2:
            found = [{"player": self.state.setup.names[0], "points": -1, "reason": "He said @2"}]
            return commands.add_findings(self.member, self.state, rows=found, **wish)
        entry = drawn.believable(self.game, self.state.sheet.table, self.dice)
        return commands.save_round(self.member, self.state, slot=None, entry=entry, **wish)

    def correct(self, wish: dict[str, Any]) -> object:
        sheet = self.state.sheet
        if not sheet.rounds:
            return None
        place = self.dice.randrange(len(sheet.rounds))
        table = sheet.rounds[place - 1].table if place else sheet.opening
        entry, slot = drawn.believable(self.game, table, self.dice), self.state.slots[place].slot
        return commands.save_round(self.member, self.state, slot=slot, entry=entry, by_today=True, **wish)

    def remove(self, wish: dict[str, Any]) -> object:
        slots = self.state.slots
        return slots and commands.remove_round(self.member, self.state, slot=self.dice.choice(slots).slot, **wish)

    def undo(self, wish: dict[str, Any]) -> object:
        return undo_redo.undo(self.member, self.state, **wish)

    def redo(self, wish: dict[str, Any]) -> object:
        return undo_redo.redo(self.member, self.state, **wish)

    def end(self, wish: dict[str, Any]) -> object:
        return commands.end_play(self.member, self.state, **wish)

    def reopen(self, wish: dict[str, Any]) -> object:
        return commands.reopen(self.member, self.state, **wish)

    def tell(self, wish: dict[str, Any]) -> object:
        return commands.edit_details(self.member, self.state, about=self.dice.choice(SAID), **wish)

    def contest(self, wish: dict[str, Any]) -> object:
        slots = self.state.slots
        said = self.dice.choice(["@1", "Wrong."])
        return slots and objections.raise_objection(
            self.member, self.state, slot=self.dice.choice(slots).slot, words=said, **wish
        )

    def dismiss(self, wish: dict[str, Any]) -> object:
        found = self.state.objections
        return found and objections.dismiss_objection(
            self.member, self.state, objection=self.dice.choice(found).revision, **wish
        )

    def seat(self, wish: dict[str, Any]) -> object:
        name = f"Late {self.dice.randrange(99)}"
        return change_seats.add_player(self.member, self.state, name=name, **wish)

    def take(self, wish: dict[str, Any]) -> object:
        state, dice = self.state, self.dice
        who = {"player": dice.choice(state.setup.players), "name": dice.choice(drawn.NAMES)}
        slot = dice.choice([None, None, *(one.slot for one in state.slots)])
        return change_seats.take_seat(self.member, state, slot=slot, **who, **wish)


def played_anyhow(member: Member, slug: str, dice: Random, steps: int) -> PlayState:
    """Return a play of so many random changes."""
    play = Anyhow(member, slug, dice)
    for _ in range(steps):
        play.step()
    return play.state


@settings(max_examples=few(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.lists(st.sampled_from(SLUGS), min_size=1, max_size=3))
def test_random_plays_survive_export_and_import(app: Flask, seed: int, slugs: list[str]) -> None:
    dice, club = Random(seed), Club()
    states = [played_anyhow(club.scorer, slug, dice, 14) for slug in slugs]
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    for before, key in zip(
        states, rows("select id from play where club_id = :club order by id", club=again), strict=True
    ):
        assert not rebuild_play(key[0])
        found = load_play(again, rows("select key from play where id = :id", id=key[0])[0][0])
        assert found is not None
        assert (found.totals, found.over, found.winners) == (before.totals, before.over, before.winners)
        assert (found.undoable, found.redoable) == (before.undoable, before.redoable)
