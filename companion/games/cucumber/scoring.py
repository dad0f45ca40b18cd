"""Scoring of Cucumber: the last trick's card counts against its taker, and too many points cost a cucumber."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.cards.notation import RANKS, SUITS, rank_text, ranks_text
from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Ending, Game, Notice, Scoring, Totals
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats, from_left_of, names_except
from companion.core.game.table import Line, Progress, Scored, Settled, Table, totals_with
from companion.core.phrases import names_phrase
from companion.core.referee.showdown import card_text
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import listed

P = RuleIds("cucumber")

VALUES: Mapping[object, int] = {rank: 14 - number for number, rank in enumerate(RANKS)}
"""The points that a card of each rank costs, from 14 for an ace down to 2. Source: cucumber/scoring.values."""

HOLDERS_TEXT = names_phrase("has a cucumber", "have a cucumber each")

FEWEST, MOST = 2, 7

LIMIT = ask.count("limit", "Limit", 500, 1, default=21, help="A total above it costs a cucumber, then the game.")

LEADER = ask.player("leader", "Leader", required=True, help="Who led the seventh and last trick.")
CARDS = ask.choice_of_each(
    "cards", "Last card", {rank: rank for rank in RANKS}, required=True, turns=f.Turns("leader"),
    help="The card that each played to it; its rank is enough.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """The state of a play: who has a cucumber, and who is out."""

    cucumbers: tuple[str, ...] = ()
    """All players who got a cucumber, in that order; some may be out since."""

    eliminated: tuple[str, ...] = ()
    """The players who are out, the first to go first."""


def players_still_in(table: Table[State]) -> tuple[str, ...]:
    """Return the players still in, who are dealt cards. Source: cucumber/deal.eliminated."""
    return names_except(table.players, table.state.eliminated)


def check(_: object, entry: Record) -> Iterator[Problem]:
    """Check that no rank is given more often than the pack has it. The referee checks its facts with it, too."""
    for rank, there in Counter(entry[CARDS].values()).items():
        if there > len(SUITS):
            yield Problem(CARDS, f"The pack has only four {ranks_text(str(rank))}; here are {there}.")


def taker_and_level(players: tuple[str, ...], entry: Record) -> tuple[str, tuple[str, ...]]:
    """Return who took the last trick, and the others who played a card of that rank, in the order played.

    ``players``: those in the hand, clockwise. Source: cucumber/play.trick.
    """
    cards = entry[CARDS]
    highest = max(VALUES[rank] for rank in cards.values())
    *level, taker = (name for name in players_in_turn(players, entry.who(LEADER)) if VALUES[cards[name]] == highest)
    return taker, tuple(level)


def players_in_turn(players: tuple[str, ...], leader: str) -> tuple[str, ...]:
    """Return the players in the order in which they play to a trick."""
    return leader, *from_left_of(players, leader)[:-1]


def reset_total(others: Iterable[int], limit: int) -> int:
    """Return a player's total after their first cucumber: the highest total of ``others``, at most the limit.

    ``others``: the totals of the other players still in.

    Source: cucumber/scoring.reset.
    """
    return min(limit, max(others))


def score(table: Table[State], entry: Record) -> Scored[State]:
    """Return the lines of the last trick, for its taker and players level with it, and of a total above the limit."""
    taker, level = taker_and_level(table.asked, entry)
    rank = entry[CARDS][taker]
    value, text = VALUES[rank], f"level with {taker}'s {rank_text(str(rank))}"
    off = {name: min(value, table.totals[name]) for name in level}
    lines = [Line(taker, value, P.scoring.last_trick, f"takes the last trick with {card_text(value)}")]
    lines += [Line(name, -points, P.scoring.level, text) for name, points in off.items() if points]
    notes = [f"Last cards: {listed(f'{name} {card}' for name, card in entry[CARDS].items())}."]
    notes += [f"{name} would have subtracted {value}; no total falls below 0." for name in level if off[name] < value]
    totals = totals_with(table.totals, lines)
    if totals[taker] <= table.options[LIMIT]:
        return Scored(tuple(lines), table.state, tuple(notes))
    reset, state, note = above_limit(table, taker, totals)
    return Scored((*lines, *reset), state, (*notes, note))


def above_limit(table: Table[State], taker: str, totals: Mapping[str, int]) -> tuple[tuple[Line, ...], State, str]:
    """Return what follows if the taker is above the limit: lines, the next state, and a note.

    A first cucumber brings the total back; with one already the player is out. ``totals``: after the last trick.

    Source: cucumber/scoring.reset, cucumber/scoring.eliminated.
    """
    total, limit, held = totals[taker], table.options[LIMIT], table.state
    if taker in held.cucumbers:
        note = f"{taker} has {total}, above {limit} with a cucumber already, and is out."
        return (), State(held.cucumbers, (*held.eliminated, taker)), note
    others = [totals[name] for name in table.asked if name != taker]
    back = reset_total(others, limit)
    whose = "the highest total of the others" if back in others else "the limit"
    line = Line(taker, back - total, P.scoring.cucumber, f"{total} is above {limit}: back to {back}")
    note = f"{taker} reached {total}, above {limit}, and gets a cucumber; the total goes back to {back}, {whose}."
    return (line,), State((*held.cucumbers, taker), held.eliminated), note


def settle(table: Table[State], entry: Record, state: State, totals: Mapping[str, int]) -> Settled[State]:
    """End the play when one player is left. Source: cucumber/scoring.eliminated, cucumber/ending.last-one."""
    left = names_except(table.players, state.eliminated)
    return Settled(state, over=True, winners=left) if len(left) == 1 else Settled(state)


def standings_keys(table: Table[State]) -> Mapping[str, Any]:
    """Return the sort keys of the standings: players still in come first, those without a cucumber before others.

    Within those the lower total comes first; players who are out follow by how long they lasted.

    Source: cucumber/ending.standing.
    """
    state = table.state
    keys: dict[str, Any] = {name: (0, name in state.cucumbers, table.totals[name]) for name in players_still_in(table)}
    return keys | {name: (1, -number) for number, name in enumerate(state.eliminated)}


def progress(table: Table[State]) -> Progress:
    """Return the progress towards the end: how many players are out, and how many must be."""
    return endings.players_out_progress(table.players, table.state.eliminated)


GAME = Game[State](
    name="Cucumber",
    summary="Only the last trick counts, against whoever takes it; the last player not eliminated wins.",
    kind="trick-taking",
    seats=Seats(FEWEST, MOST),
    totals=Totals(most_gained=lambda _: max(VALUES.values())),
    ending=Ending("when all but one are eliminated", settle, progress, better="low", rank=standings_keys),
    options=f.fields_of(LIMIT),
    start=lambda _: State(),
    scoring=Scoring(RoundFields(lambda _: (LEADER, CARDS)), score, check, asked=players_still_in),
    carry=(
        Notice("cucumbers", lambda table: list(table.state.cucumbers), HOLDERS_TEXT),
        Notice("eliminated", lambda table: list(table.state.eliminated)),
        Notice("active", lambda table: list(players_still_in(table))),
    ),
    next=(DEALERS_LEFT_LEADS, Notice("players", lambda table: list(table.asked))),
)
