"""Buying chips during a play."""

from collections.abc import Mapping
from typing import Any, Unpack

from companion.core.play.adjustments import BOUGHT, BUY
from companion.core.play.fold import Refusal, play_round
from companion.store.access.roles import Member
from companion.store.log.write_results import refusal
from companion.store.plays.coming_round.findings import Adjustment, finding_from
from companion.store.plays.edits import commands
from companion.store.plays.edits.conflicts import EditRequest
from companion.store.plays.edits.play_results import PlayResult
from companion.store.plays.edits.slots import entry_for_scoring
from companion.store.plays.play_state import PlayState

USUAL = 100
"""The suggested number of chips if the play gives no better suggestion."""


def buy_chips(
    member: Member, play: PlayState, *, player: str, points: int, **request: Unpack[EditRequest]
) -> PlayResult:
    """Buy chips for a player: as a correction of the last round, or before any round as a finding for the first one."""
    row = {"player": player, "points": points, "reason": BOUGHT, "buy": True}
    if play.game.totals.unit != "chips":
        return refusal("adjust", f"{play.game.name} has no chips, so nobody can buy any.")
    if not play.slots:
        return commands.add_findings(member, play, rows=[row], **request)
    entry = finding_from(row).added_to(play.slots[-1].entry)
    if request["base"] == play.revision and play.over and not _would_continue(play, entry):
        return refusal("rounds", "The game is over, and buying chips would not continue it.")
    return commands.save_round(member, play, slot=play.slots[-1].slot, entry=entry, **request)


def can_buy(state: PlayState) -> bool:
    """Return whether somebody can buy chips: the play is not over, or a purchase would make it go on."""
    if state.game.totals.unit != "chips" or state.sheet.refusal is not None:
        return False
    if not state.over:
        return True
    purchases = [Adjustment(name, usual_buy(state), BOUGHT, buy=True) for name in state.setup.names]
    return bool(state.slots) and any(_would_continue(state, one.added_to(state.slots[-1].entry)) for one in purchases)


def usual_buy(state: PlayState) -> int:
    """Return the number of chips to suggest: as many as were bought last, else as many as players began with."""
    waiting = [one.points for one in state.pending_findings if isinstance(one, Adjustment) and one.buy]
    bought = [line.points for item in state.sheet.rounds for line in item.lines if line.rule == BUY]
    if waiting or bought:
        return (bought + waiting)[-1]
    return max(*state.sheet.opening.totals.values(), 0) or USUAL


def _would_continue(state: PlayState, entry: Mapping[str, Any]) -> bool:
    """Return whether a finished play would go on with this entry for its last round; not if players ended it early."""
    if state.ended or not state.slots or len(state.sheet.rounds) < len(state.slots):
        return False
    table = state.sheet.rounds[-2].table if len(state.slots) > 1 else state.sheet.opening
    result = play_round(state.game, table, entry_for_scoring(entry, state.slots[-1].slot, state.seats))
    return not isinstance(result, Refusal) and not result.table.over
