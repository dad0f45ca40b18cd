"""Scoring of Skat: the declarer's game, what Seeger and Fabian add, and a Ramsch where all pass."""

from collections.abc import Iterator
from typing import Any

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Names
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Notice, Scoring
from companion.core.game.ranking import leaders
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats, from_left_of, left_of
from companion.core.game.table import Line, Scored, Table, note_on_others
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import often
from companion.games.skat.game_value import (
    ANNOUNCED,
    BID,
    GAME_NAMED,
    KONTRA,
    KONTRAS,
    LOST_HAND,
    MATADORS,
    RESULT,
    contract_faults,
    is_overbid,
    is_won,
    points_scored,
    value_scored,
    value_text,
)

P = RuleIds("skat")

CARD_POINTS = 120
SEEGER = 50
FABIAN = {3: 40, 4: 30}
"""The points for each of the others, by the number of players at the table. Source: skat/scoring.fabian."""

DURCHMARSCH = 120

DEALS = ask.count("deals", "Deals", 1000, default=0, quick=(36, 48), help="0: until the table stops.")
LISTED = ask.choice(
    "scoring", "List", {"sum": "Game points alone", "seeger": "Seeger", "seeger-fabian": "Seeger–Fabian"},
    default="sum", help="What each game won or lost gives besides.",
)  # fmt: skip
MAY_KONTRA = ask.flag("kontra", "Kontra and Re", help="Defenders may double the game, the declarer again.")
MAY_RAMSCH = ask.flag("ramsch", "Ramsch", help="It is played when all pass.")

DECLARER = ask.player("declarer", "Declarer", takes="player", nobody="All passed", tapped=True)
RAMSCH = ask.count_of_each(
    "ramsch", "Ramsch", CARD_POINTS, sum=f.Sum(CARD_POINTS, ("point", "points")),
    shown_when=(("declarer", (None,)),), help="Card points taken.",
    explained="Whoever took the last trick has the skat, too.",
)  # fmt: skip
NO_TRICK = ask.players(
    "no_trick", "Took no trick", most=2, too_many="somebody took the tricks", aside=True,
    shown_when=(("declarer", (None,)),),
)  # fmt: skip


def players_from_forehand(players: tuple[str, ...], dealer: str) -> tuple[str, ...]:
    """Return the three who play cards, forehand first; of four players the dealer sits out. Source: skat/need.four."""
    return from_left_of(players, dealer)[:3]


def card_players(table: Table[Any]) -> tuple[str, ...]:
    """Return the three who play cards, in seat order; of four players the dealer sits out. Source: skat/need.four."""
    return tuple(name for name in table.players if name != who_sits_out(table))


def who_sits_out(table: Table[Any]) -> str | None:
    """Return who sits out: the dealer if there are four players, else None. Source: skat/need.four."""
    return table.dealer if len(table.players) == 4 else None


def contract_fields(options: Record, required: bool = False) -> tuple[f.FieldKey[Any], ...]:
    """Return the fields of a declarer's game. ``required``: whether game and result must be given."""
    game, result = GAME_NAMED.of(required=required), RESULT.of(required=required)
    asked = (game, MATADORS, ANNOUNCED, result, BID, KONTRA)
    return asked if options[MAY_KONTRA] else asked[:-1]


@fields_by(lambda table: (card_players(table), who_sits_out(table), table.options))
def fields(names: Names, out: str | None, options: Record) -> Iterator[f.Question]:
    """Yield the fields of a deal: the declarer and the game, and the Ramsch if the table plays it.

    ``names``: the players of this deal; ``out``: the dealer, if they sit out.
    """
    yield DECLARER.of(names=names)
    for field in contract_fields(options):
        yield field.of(shown_when=((DECLARER, ()), *field.field.asking.shown_when))
    if options[MAY_RAMSCH]:
        yield RAMSCH.of(names=names, empty_for=(out,) if out else ())
        yield NO_TRICK.of(names=names)


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check the declarer's game; without a declarer, that no game is given, and the Ramsch."""
    declarer, ramsch = entry[DECLARER], table.options[MAY_RAMSCH]
    if declarer is None:
        if any(entry[key] is not None for key in contract_fields(table.options)):
            yield Problem(DECLARER, "Say who was the declarer, or leave the game out: without one all passed.")
        yield from _check_ramsch(entry) if ramsch else ()
    else:
        yield from contract_faults(entry)
        text = f"{declarer} declared a game, so there was no Ramsch."
        yield from refuse(RAMSCH, text, when=ramsch and any(entry[RAMSCH].values()))
        yield from refuse(NO_TRICK, text, when=ramsch and entry[NO_TRICK])


def _check_ramsch(entry: Record) -> Iterator[Problem]:
    """Check that the card points of a Ramsch add up to 120, and that nobody has any without a trick."""
    taken = sum(entry[RAMSCH].values())
    text = f"The card points of a Ramsch add up to {CARD_POINTS}, not {taken}."
    yield from refuse(RAMSCH, text, when=taken != CARD_POINTS)
    for name in entry[NO_TRICK]:
        if entry[RAMSCH][name]:
            yield Problem(NO_TRICK, f"{name} has {entry[RAMSCH][name]} card points, so took a trick.", name)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score the declarer, or the Ramsch if all passed."""
    declarer = entry[DECLARER]
    if declarer is not None:
        return _score_declared(table, declarer, entry)
    if table.options[MAY_RAMSCH]:
        return _score_ramsch(table, entry)
    return Scored((), None, ("All passed: nobody scores, and the deal passes on.",))


def _score_declared(table: Table[None], declarer: str, entry: Record) -> Scored[None]:
    """Score the game of a declarer, with what the list adds."""
    options, kontra, won = table.options, entry.get(KONTRA), is_won(entry)
    rule = "overbid" if is_overbid(entry) else "won" if won else "lost"
    doubled = f", {KONTRAS[kontra]}" if kontra else ""
    points = points_scored(options, entry)
    times = abs(points) // value_scored(entry)
    repeated = f", counts {often(times)}" if times > 1 else ""
    lines = [Line(declarer, points, f"skat/scoring.{rule}", f"{value_text(entry)}{doubled}, {rule}{repeated}")]
    others = [name for name in table.players if name != declarer]
    if options[LISTED] != "sum":
        extra, message = (SEEGER, "a game won") if won else (-SEEGER, "a game lost")
        lines.append(Line(declarer, extra, P.scoring.seeger, message))
    if options[LISTED] == "seeger-fabian" and not won:
        each = FABIAN[len(table.players)]
        lines += [Line(name, each, P.scoring.fabian, f"{declarer}'s game lost") for name in others]
    return Scored(tuple(lines), None, note_on_others(others, lines, "{names} get nothing."))


def _score_ramsch(table: Table[None], entry: Record) -> Scored[None]:
    """Score a Ramsch: the cost of most card points, or the Durchmarsch.

    If two players took no trick, the third took all: that is the Durchmarsch.

    Source: skat/scoring.ramsch, skat/scoring.durchmarsch.
    """
    points, without = entry[RAMSCH], entry[NO_TRICK]
    with_most = leaders(points)
    if len(without) == 2:
        lines = [Line(with_most[0], DURCHMARSCH, P.scoring.durchmarsch, "all tricks of a Ramsch")]
    else:
        times = 2 if without else 1
        text = f"most card points in a Ramsch{f', {without[0]} without a trick' if without else ''}"
        lines = [Line(name, -points[name] * times, P.scoring.ramsch, text) for name in with_most]
    message = "{names} loses nothing." if len(table.players) - len(with_most) == 1 else "{names} lose nothing."
    return Scored(tuple(lines), None, note_on_others(table.players, lines, message))


GAME = Game[None](
    name="Skat",
    summary="A declarer plays against two others for 61 card points; each game is worth what its trumps make of it.",
    kind="trick-taking",
    seats=Seats(3, 4),
    ending=endings.ending_after_rounds(
        "when the table stops, or after agreed deals", lambda table: table.options[DEALS], "deal"
    ),
    options=f.fields_of(DEALS, LISTED, LOST_HAND, MAY_KONTRA, MAY_RAMSCH),
    scoring=Scoring(fields, score, check),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("bids_first", lambda table: left_of(table.players, table.dealer, 2), lambda name: f"{name} bids first"),
        Notice("sits_out", who_sits_out, lambda name: f"{name} sits out" if name else ""),
    ),
)
