"""Buying chips during a play."""

from collections.abc import Mapping
from typing import Any

from companion.core.entry.problems import Problem
from companion.core.play.adjustments import BOUGHT, BUY
from companion.core.play.fold import Refusal, play_round
from companion.store.access.roles import Member
from companion.store.log.write_results import Refused
from companion.store.plays import commands
from companion.store.plays.coming.findings import ADJUST, Adjustment
from companion.store.plays.edits.play_results import PlayResult
from companion.store.plays.edits.slots import entry_for_scoring
from companion.store.plays.play_state import PlayState

USUAL = 100
"""The suggested number of chips if the play gives no better suggestion."""


def buy_chips(
    member: Member, play: PlayState, *, base: int, player: str, points: int, client_id: str, by_today: bool = False
) -> PlayResult:
    """Buy chips for a player: as a correction of the last round, or as a finding for the first one.

    ``by_today``: see ``save_round``.
    """
    row = {"player": player, "points": points, "reason": BOUGHT, "buy": True}
    wish: dict[str, Any] = {"base": base, "client_id": client_id}
    if play.game.totals.unit != "chips":
        return Refused((Problem("adjust", f"{play.game.name} has no chips, so nobody can buy any."),))
    if not play.slots:
        return commands.add_findings(member, play, rows=[row], **wish)
    entry = _with_adjustment(play, row)
    if base == play.revision and play.over and not _would_continue(play, entry):
        return Refused((Problem("rounds", "The game is over, and buying chips would not continue it."),))
    return commands.save_round(member, play, slot=play.slots[-1].slot, entry=entry, by_today=by_today, **wish)


def can_buy(state: PlayState) -> bool:
    """Return whether somebody can buy chips: the play goes on, or would go on afterwards."""
    if state.game.totals.unit != "chips" or state.sheet.refusal is not None:
        return False
    if not state.over:
        return True
    rows = [{"player": name, "points": usual_buy(state), "buy": True} for name in state.setup.names]
    return any(_would_continue(state, _with_adjustment(state, row)) for row in rows)


def usual_buy(state: PlayState) -> int:
    """Return the number of chips to suggest: as many as were bought last, else as many as players began with."""
    waiting = [one.points for one in state.pending_findings if isinstance(one, Adjustment) and one.buy]
    bought = [line.points for item in state.sheet.rounds if item.bought for line in item.lines if line.rule == BUY]
    if waiting or bought:
        return (bought + waiting)[-1]
    return max(*state.sheet.opening.totals.values(), 0) or USUAL


def _with_adjustment(state: PlayState, row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the entry of the last round with one more adjustment."""
    last = state.slots[-1].entry
    return {**last, ADJUST: [*(last.get(ADJUST) or ()), row]}


def _would_continue(state: PlayState, entry: Mapping[str, Any]) -> bool:
    """Return whether a finished play would go on with this entry for its last round."""
    if state.ended or not state.slots or len(state.sheet.rounds) < len(state.slots):
        return False
    table = state.sheet.rounds[-2].table if len(state.slots) > 1 else state.sheet.opening
    result = play_round(state.game, table, entry_for_scoring(entry, state.slots[-1].slot, state.seats))
    return not isinstance(result, Refusal) and not result.table.over
