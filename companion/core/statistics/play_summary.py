"""What is derived from the sheet of a finished play: facts for statistics, and sentences on how it was decided."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.game.game import Game, Unit
from companion.core.game.ranking import Better, Standing
from companion.core.game.ranking import leaders as leaders_of
from companion.core.game.seating import names_except
from companion.core.house.house_rules import differing_options
from companion.core.play.adjustments import ADJUSTMENT
from companion.core.play.fold import Round, Sheet
from companion.core.play.outcome import Outcome
from companion.core.words import COUNTS_AS, counted, figure, listed


class PartFromSheet(NamedTuple):
    """The statistics of one player from a sheet; see ``PartFacts``."""

    high_round: int | None = None
    high_in: int | None = None
    low_round: int | None = None
    low_in: int | None = None
    bids: int = 0
    made: int = 0
    penalties: int = 0
    penalty_points: int = 0


def parts_from_sheet(sheet: Sheet[Any], only: Collection[int] | None = None) -> dict[str, PartFromSheet]:
    """Return the statistics of each player from the rounds of a sheet, in seat order: all but total and place.

    ``only``: the numbers of the rounds to count; None counts all.
    """
    setup = sheet.opening.setup
    rounds = [round_ for round_ in sheet.rounds if only is None or round_.number in only]
    changes = [total_changes(round_) for round_ in rounds]
    bids, made = _bids(sheet, rounds)
    parts = {}
    for player, holder in setup.holders.items():
        own = [
            (change[holder], round_.number)
            for round_, change in zip(rounds, changes, strict=True)
            if player not in round_.absent or change[holder]
        ]
        high, high_in = max(own, key=lambda pair: (pair[0], -pair[1]), default=(None, None))
        low, low_in = min(own, default=(None, None))
        taken = [
            line.points
            for round_ in rounds
            for line in round_.lines
            if line.rule == ADJUSTMENT and line.points < 0 and line.name == holder
        ]
        parts[player] = PartFromSheet(high, high_in, low, low_in, bids[player], made[player], len(taken), sum(taken))
    return parts


def total_changes(scored: Round[Any]) -> dict[str, int]:
    """Return how a round changed each total, with adjustments but without chips bought."""
    return {name: scored.change_of(name) - scored.bought.get(name, 0) for name in scored.scores}


def _bids(sheet: Sheet[Any], rounds: Sequence[Round[Any]]) -> tuple[Counter[str], Counter[str]]:
    """Return how often each player bid a number of tricks in these rounds, and how often they took exactly that many.

    Only calls that follow from the fields count, and that have a result: the calls that a game makes itself are other
    kinds of bids.
    """
    calls = () if sheet.game.scoring.calls else [call for one in rounds for call in one.calls if call.result]
    return Counter(call.name for call in calls), Counter(call.name for call in calls if call.result == "made")


def leaders_lost_in_last_round(sheet: Sheet[Any], outcome: Outcome | None) -> bool:
    """Return whether nobody who led before the last round won.

    False if the play has no outcome, fewer than two rounds, or a round that does not fit the rules.
    """
    if outcome is None or len(sheet.rounds) < 2 or sheet.refusal is not None:
        return False
    return not set(leaders_after(sheet)[-2]) & set(outcome.winners)


def leaders_after(sheet: Sheet[Any]) -> list[tuple[str, ...]]:
    """Return the names in place 1 after each round."""
    rounds = sheet.rounds
    return [Sheet(sheet.game, sheet.opening, rounds[: number + 1]).standings[0].names for number in range(len(rounds))]


def totals_by_round(sheet: Sheet[Any]) -> dict[str, tuple[int, ...]]:
    """Return for each player or side the totals before the first round and after every round."""
    tables = [sheet.opening.totals, *(one.totals for one in sheet.rounds)]
    return {name: tuple(totals[name] for totals in tables) for name in sheet.opening.names}


def options_text(game: Game[Any], options: Mapping[str, Any]) -> str:
    """Describe the options that differ from the defaults: ``Target: 30; Teams: yes``; empty if none does.

    Options that name people or hold free text are left out.
    """
    fields = [item for item in game.options if item.type != "text" and not item.names]
    return "; ".join(f"{one.label}: {one.value_text}" for one in differing_options(game, fields, options))


# How it was decided.


def margin_text(standings: Sequence[Standing], winners: Sequence[str], better: Better, unit: Unit) -> str:
    """Return by how much a play was won: ``5 points ahead of Ben``; if low totals win, ``5 points fewer than Ben``.

    Empty if the totals do not show it: winners have different totals, a loser's is as good or better, or all won.
    """
    totals = {name: one.total for one in standings for name in one.names}
    won, others = {totals[name] for name in winners}, [name for name in totals if name not in winners]
    if len(won) != 1 or not others:
        return ""
    next_best = leaders_of(totals, better, others)
    gap = (won.pop() - totals[next_best[0]]) * (1 if better == "high" else -1)
    if gap <= 0:
        return ""
    whom = "everybody else" if len(next_best) == len(others) > 1 else listed(next_best)
    return f"{counted(gap, unit.removesuffix('s'))} {'ahead of' if better == 'high' else 'fewer than'} {whom}"


def sheet_decision_sentences(sheet: Sheet[Any], outcome: Outcome | None) -> tuple[str, ...]:
    """Return sentences on how a play was decided.

    They say which losses count as several games, how the lead changed in the last third of the rounds, from which round
    on only winners led, and whether the table ended the play. Empty if nobody won, no round was recorded, or a round
    does not fit the rules.
    """
    if outcome is None or not outcome.winners or not sheet.rounds or sheet.refusal is not None:
        return ()
    leaders = leaders_after(sheet)
    rounds = len(leaders)
    weights = sheet.game.ending.weigh(sheet.table) if sheet.table.over else {}
    sentences = (
        *(_weight_text(weight.text, outcome.weights.get(name, 1)) for name, weight in weights.items()),
        *(_lead_change_text(sheet, index, leaders) for index in range(1, rounds) if 3 * (index + 1) > 2 * rounds),
        _lead_kept_text(leaders, outcome.winners, sheet.opening.names),
        "" if sheet.table.over else f"The table ended it after round {rounds}.",
    )
    return tuple(filter(None, sentences))


def _weight_text(text: str, games: int) -> str:
    """Describe a heavy loss and how much it counts, in a sentence: ``Ann skunks Bob: counts double.``."""
    return f"{text}: {COUNTS_AS[games]}." if games in COUNTS_AS else f"{text}."


def _lead_change_text(sheet: Sheet[Any], index: int, leaders: Sequence[tuple[str, ...]]) -> str:
    """Describe how the lead changed in the round at this index; empty if it did not. ``leaders``: after each round."""
    before, after = leaders[index - 1], leaders[index]
    fresh, behind = names_except(after, before), names_except(before, after)
    stayed, when = names_except(after, fresh), f"In round {sheet.rounds[index].number}"
    if not fresh and not behind:
        return ""
    if not fresh:
        return f"{when} {listed(after)} went ahead of {listed(behind)}{_ahead_text(sheet, index, after, behind)}."
    if not stayed:
        return f"{when} {listed(after)} took the lead from {listed(behind)}{_ahead_text(sheet, index, after, behind)}."
    left = f", and {listed(behind)} fell behind" if behind else ""
    return f"{when} {listed(fresh)} drew level with {listed(stayed)}{_level_text(sheet, index, after)}{left}."


def _ahead_text(sheet: Sheet[Any], index: int, after: Sequence[str], behind: Sequence[str]) -> str:
    """Return the totals of both, ``, 45 to 42``; empty if something other than the total decides who leads.

    ``after``: who leads after the round at this index; ``behind``: who led before and does not any more.
    """
    if sheet.game.ending.rank is not None:
        return ""
    totals = sheet.rounds[index].totals
    best = leaders_of(totals, sheet.game.better_for(sheet.opening.setup), behind)
    return f", {figure(totals[after[0]])} to {figure(totals[best[0]])}"


def _level_text(sheet: Sheet[Any], index: int, after: Sequence[str]) -> str:
    """Return the leaders' total, `` at 45``; empty if something other than the total decides who leads."""
    return "" if sheet.game.ending.rank is not None else f" at {figure(sheet.rounds[index].totals[after[0]])}"


def _lead_kept_text(leaders: Sequence[tuple[str, ...]], winners: Sequence[str], names: Sequence[str]) -> str:
    """Return a sentence saying from which round on only winners led; empty if others led at the end.

    ``leaders``: after each round; ``names``: all who played.
    """
    rounds, won = len(leaders), set(winners)
    if not set(leaders[-1]) <= won:
        return ""
    if won == set(names) and len(won) > 1:
        return "All ended level."
    if rounds == 1:
        return "A single round decided it."
    first = rounds
    while first > 1 and set(leaders[first - 2]) <= won:
        first -= 1
    if first == rounds:
        return "Only the last round decided it."
    is_alone, who, since = len(winners) == 1, listed(winners), f"From round {first} on"
    if first == 1:
        return f"{who} led from the first round to the last." if is_alone else f"Nobody but {who} ever led."
    return f"{since} {who} was never caught." if is_alone else f"{since} nobody but {who} led."
