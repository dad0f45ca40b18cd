"""Scoring of Pitch: a point each for high, low, jack and game, and the bid lost by a side that misses it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import Value
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import Gains, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import PARTNERS, left_of
from companion.core.game.table import Call, Line, Scored, Settled, Table
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, listed

P = RuleIds("pitch")

SMUDGE = "smudge"
BIDS = {2: "2", 3: "3", 4: "4", SMUDGE: "Smudge"}
ALL_POINTS = 4
"""The points of a hand. A smudge needs all of them, and every trick. Source: pitch/scoring.smudge."""

TARGET = ask.count("target", "Target", 200, 1, default=21, help="Points that a side needs when it makes its bid.")
SMUDGE_SET = ask.number(
    "smudge_set", "Failed smudge", {5: "5 points", 4: "4 points"}, default=5,
    help="What it costs: as much as a successful one scores, or the points bid.",
)  # fmt: skip

PITCHER = ask.player(
    "pitcher", "Pitcher", phase=1, required=True, group="Bid", takes="player", help="Who made the high bid.",
)  # fmt: skip
BID: f.FieldKey[Value | None] = ask.choice(
    "bid", "High bid", BIDS, phase=1, required=True, group="Bid", in_one_with=PITCHER,
    help="If all pass, the dealer bids 2.", explained="Smudge: all four points and all six tricks.",
)  # fmt: skip
POINT: dict[str, Any] = {"group": "Points", "takes": "side"}
HIGH = ask.player("high", "High", required=True, **POINT, help="Who played the highest trump of the hand.")
LOW = ask.player("low", "Low", required=True, **POINT, help="Who captured the lowest trump of the hand.")
JACK = ask.player("jack", "Jack", nobody="Not dealt", tapped=True, **POINT, help="Who captured the jack of trumps.")
GAME_POINT = ask.player(
    "game", "Game", nobody="Level", tapped=True, **POINT, help="Who captured the higher count in cards of all suits.",
    explained="10s count 10, aces 4, kings 3, queens 2, jacks 1; lower cards nothing.",
)  # fmt: skip
ALL_TRICKS = ask.player(
    "all_tricks", "All six tricks", nobody="Neither side", tapped=True, shown_when=(("bid", (SMUDGE,)),), takes="side",
    help="Neither side if both took at least one.",
)  # fmt: skip
FIELDS = RoundFields(lambda _: (PITCHER, BID, HIGH, LOW, JACK, GAME_POINT, ALL_TRICKS))

POINTS: Mapping[f.FieldKey[str | None], tuple[str, str]] = {
    HIGH: (P.scoring.high, "highest trump"),
    LOW: (P.scoring.low, "lowest trump"),
    JACK: (P.scoring.jack, "jack of trumps"),
    GAME_POINT: (P.scoring.game, "game"),
}
"""For the field of each point: the paragraph, and the text of its line."""


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that a side that took every trick leaves no point to the other. Source: pitch/scoring.all-tricks."""
    side = entry[ALL_TRICKS]
    if side is None:
        return
    for key in POINTS:
        owner = entry[key]
        if owner not in (side, None):
            yield Problem(key, f"{side} took all six tricks, so {owner} cannot have the point for {key}.", owner)
    if entry[GAME_POINT] is None and entry[JACK] == side:
        yield Problem(GAME_POINT, f"{side} took all six tricks, and the jack counts 1 for game: it cannot be level.")


def points_made(entry: Record, side: str) -> tuple[f.FieldKey[str | None], ...]:
    """Return the fields of the points that a side made."""
    return tuple(key for key in POINTS if entry[key] == side)


def is_made(entry: Record, side: str) -> bool:
    """Return whether the pitcher's side made the bid. Source: pitch/scoring.made, pitch/scoring.smudge."""
    made, bid = len(points_made(entry, side)), entry[BID]
    if bid == SMUDGE:
        return made == ALL_POINTS and entry[ALL_TRICKS] == side
    return made >= int(bid or 0)


def pitching_side(table: Table[None], entry: Record) -> str:
    """Return the side of the pitcher."""
    return table.setup.holders[entry.who(PITCHER)]


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score the points of each side, or the lost bid of a side that was set."""
    pitching = pitching_side(table, entry)
    lines: list[Line] = []
    for side in table.names:
        made = points_made(entry, side)
        if side == pitching and not is_made(entry, side):
            lines.append(_set_line(table, entry, side, len(made)))
            continue
        lines.extend(Line(side, 1, *POINTS[key]) for key in made)
        if side == pitching and entry[BID] == SMUDGE:
            lines.append(Line(side, 1, P.scoring.smudge, "smudge bid and made"))
    notes = [_bid_note(entry, pitching)]
    notes.extend(f"{side} made no point." for side in table.names if side != pitching and not points_made(entry, side))
    if entry[JACK] is None:
        notes.append("The jack of trumps was not dealt.")
    if entry[GAME_POINT] is None:
        notes.append("Game is level, so nobody scores it.")
    return Scored(tuple(lines), None, tuple(notes))


def _bid_note(entry: Record, side: str) -> str:
    """Return the note on the bid, and whether the pitcher's side made it."""
    end = "so the bid is made" if is_made(entry, side) else "so the bid is missed"
    made = counted(len(points_made(entry, side)), "point")
    return f"{entry.who(PITCHER)} bid {entry[BID]}: {side} made {made}, {end}."


def calls(table: Table[None], entry: Record) -> Iterator[Call]:
    """Yield the high bid, in the column of the side that made it."""
    side = pitching_side(table, entry)
    text = f"{entry.who(PITCHER)} bid {entry[BID]}, made {len(points_made(entry, side))}"
    yield Call(side, text, "made" if is_made(entry, side) else "missed")


def _set_line(table: Table[None], entry: Record, side: str, made: int) -> Line:
    """Return the line of a missed bid. ``made``: the points that the side made.

    Source: pitch/scoring.set, pitch/scoring.smudge-set.
    """
    bid = entry[BID]
    if bid != SMUDGE:
        return Line(side, -int(bid or 0), P.scoring.set, f"bid {bid}, made {made}")
    text = f"bid smudge, made {counted(made, 'point')}{' but not every trick' if made == ALL_POINTS else ''}"
    return Line(side, -table.options[SMUDGE_SET], P.scoring.smudge_set, text)


def settle(table: Table[None], entry: Record, state: None, totals: Mapping[str, int]) -> Settled[None]:
    """End the play if the pitcher's side made its bid and is at the target; else note the sides at the target.

    Source: pitch/ending.target, pitch/ending.waiting, pitch/ending.lower-score.
    """
    target, pitching = table.options[TARGET], pitching_side(table, entry)
    if totals[pitching] >= target and is_made(entry, pitching):
        return Settled(state, over=True, winners=(pitching,))
    level = [f"{side} stand at {total:,}" for side, total in totals.items() if total >= target]
    return Settled(state, notes=tuple(f"{text}, but win only when they make a bid of their own." for text in level))


def gains(table: Table[None]) -> Gains:
    """Return the most that a hand can take and give: a failed bid of four or smudge, and a smudge made."""
    return Gains(-max(ALL_POINTS, table.options[SMUDGE_SET]), ALL_POINTS + 1)


GAME = Game[None](
    name="Pitch",
    summary="Partners bid for high, low, jack and game; the first side to make a bid with 21 points wins.",
    kind="trick-taking",
    seats=PARTNERS,
    ending=replace(endings.ending_at_target("at 21 points, with a bid made", gains=gains), settle=settle),
    options=f.fields_of(TARGET, SMUDGE_SET),
    scoring=Scoring(FIELDS, score, check, calls=calls),
    next=(
        Notice("bids_first", lambda table: left_of(table.players, table.dealer), lambda name: f"{name} bids first"),
        Notice(
            "waiting",
            lambda table: [side for side, total in table.totals.items() if total >= table.options[TARGET]],
            lambda sides: f"{listed(sides)} win with the next bid that they make" if sides else "",
        ),
    ),
)
