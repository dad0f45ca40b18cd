"""Believable evenings of every game, written down through the same functions that the app uses."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from random import Random
from typing import Any

from companion.core.game import Game
from companion.games import all_games, folder_of
from companion.store import access, plays
from companion.store.access import Member
from companion.store.base import as_of
from companion.store.states import PlayState

CLUB = "The Thursday Table"
PEOPLE = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
MOST_ROUNDS = 12
"""After this many rounds the table stops, whatever the game says."""

GAMES_A_NIGHT = 3
MINUTES_A_ROUND = 6


@dataclass(frozen=True, slots=True)
class Demo:
    """What was made, and how to get in."""

    club: str
    recovery: str
    """The token of the recovery link: who opens it organises the club."""

    plays: int
    rounds: int


def fill(dice: Random, progress: Callable[[str], None], today: datetime | None = None) -> Demo:
    """A club with an evening every week, the last one yesterday; each game is played once or twice.

    ``progress`` is told each game as it is played.
    """
    device, token = access.new_device("The demo")
    key = access.start_club(device, CLUB)
    member = access.member(token, key)
    if member is None:
        raise RuntimeError("the club that was just started is not there")
    games = [game for game in all_games() for _ in range(dice.choice((1, 1, 2)))]
    dice.shuffle(games)
    nights = -(-len(games) // GAMES_A_NIGHT)
    yesterday = (today or datetime.now(UTC)).replace(hour=19, minute=0, second=0, microsecond=0) - timedelta(days=1)
    rounds = 0
    for number, game in enumerate(games):
        night, place = divmod(number, GAMES_A_NIGHT)
        start = yesterday - timedelta(weeks=nights - 1 - night) + timedelta(minutes=75 * place)
        progress(game.name)
        rounds += len(_play(member, game, start, dice).slots)
    return Demo(key, access.recovery_token(member), len(games), rounds)


def _play(member: Member, game: Game[Any], start: datetime, dice: Random) -> PlayState:
    """One play, from the first deal to its end, or until the table stops."""
    people = list(PEOPLE[: min(len(PEOPLE), game.most)])
    usual = min(len(people), max(game.fewest, 4))
    names = dice.sample(people, usual)
    with as_of(start):
        state = plays.start_play(
            member, slug=game.slug, players=names, dealer=None, options={}, client_id=f"demo {dice.random()}"
        )
    if not isinstance(state, PlayState):
        raise RuntimeError(f"{game.name} could not be started: {state}")
    sample = import_module(f"companion.games.{folder_of(game.slug)}.sample").sample_round
    stop = dice.randint(MOST_ROUNDS // 2, MOST_ROUNDS)
    while not state.over:
        moment = start + timedelta(minutes=MINUTES_A_ROUND * (len(state.slots) + 1))
        wish: dict[str, Any] = {"base": state.revision, "client_id": f"demo {len(state.slots)}"}
        with as_of(moment):
            if len(state.slots) >= stop:
                outcome = plays.end_play(member, state.key, **wish)
            else:
                entry = sample(state.sheet.table, dice)
                outcome = plays.save_round(member, state.key, slot=None, entry=entry, **wish)
        if not isinstance(outcome, plays.Saved):
            raise RuntimeError(f"a round of {game.name} could not be saved: {outcome}")
        state = outcome.state
    return state
