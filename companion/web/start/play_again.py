"""Playing again: who stays, who joins, how they sit, and who deals first."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.game.seating import left_of, usual_sides
from companion.store.plays.play_state import PlayState
from companion.web.house.pages import changed_options


class NextPlayers(NamedTuple):
    """The players of the next play, in seat order."""

    players: tuple[str, ...]
    dealer: str
    sides: tuple[str, ...] = ()
    """The names of the sides, if the same four play in sides again."""


def next_players(state: PlayState, stays: Sequence[str] | None = None, joins: Sequence[str] = ()) -> NextPlayers:
    """Return the players of the next play: those who stay keep their order, and newcomers take free seats.

    The deal passes to the left, over empty seats. Sides are kept if four players fill the four seats; those that are
    called after their players get new names. ``stays``: None if all of them stay.
    """
    players = state.setup.players
    coming = iter(joins)
    seats = [name if stays is None or name in stays else next(coming, "") for name in players]
    names = tuple(name for name in (*seats, *coming) if name)
    turn = players.index(next_dealer(state))
    dealer = next((name for name in (*seats[turn:], *names) if name), "")
    sides = state.setup.sides if state.game.seats.can_be_in_sides and names == tuple(seats) else ()
    return NextPlayers(names, dealer, usual_sides(names) if sides and sides == usual_sides(players) else sides)


def next_dealer(state: PlayState) -> str:
    """Return the first dealer if the same people play again: the player after the last dealer, or the loser."""
    players, last = state.setup.players, state.standings[-1].names
    if state.game.loser_deals and state.over and len(last) == 1:
        return last[0]
    return state.sheet.table.dealer if state.slots else left_of(players, state.setup.dealer)


def options_to_keep(state: PlayState, again: NextPlayers) -> dict[str, Any]:
    """Return the options that the play had changed itself, without those about people who have left."""
    gone = set(state.setup.players) - set(again.players)
    named = state.game.player_options(state.setup.players) if state.game.player_options else ()
    of_people = {item.key for item in named}
    return {
        key: [row for row in value if not gone.intersection(row.values())] if key in of_people else value
        for key, value in changed_options(state).items()
    }
