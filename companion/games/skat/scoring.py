"""Scoring of Skat: the declarer's game, what Seeger and Fabian add, and a Ramsch where all pass."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.core import ask, endings
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.game import DEALERS_LEFT_LEADS, Game, Line, Notice, Scored, Scoring, Table
from companion.core.keys import Key, Names, PerName
from companion.core.problems import Problem
from companion.core.rule_ids import RuleIds
from companion.core.seating import Seats, from_left_of, left_of
from companion.core.words import listed
from companion.games.skat.contracts import (
    ALL_TRUMPS,
    ANNOUNCED,
    ANNOUNCEMENTS,
    BASES,
    BID,
    GAME_NAMED,
    GAMES,
    KONTRA,
    KONTRAS,
    LEAST_BID,
    MATADORS,
    MOST_BID,
    RESULT,
    RESULTS,
    contract_faults,
    contract_of,
)

P = RuleIds("skat")

DECLARER: Key[str | None] = Key("declarer")
RAMSCH: Key[PerName[int]] = Key("ramsch")
NO_TRICK: Key[Names] = Key("no_trick")

CARD_POINTS = 120
SEEGER = 50
FABIAN = {3: 40, 4: 30}
"""By how many are at the table, to each of the others. Source: skat/scoring.fabian."""

DURCHMARSCH = 120

DEALS = ask.count("deals", "Deals", 1000, default=0, quick=(36, 48), help="0: until the table stops.")
LISTED = ask.choice(
    "scoring", "List", {"sum": "Game points alone", "seeger": "Seeger", "seeger-fabian": "Seeger–Fabian"},
    default="sum", help="What each game won or lost gives besides.",
)  # fmt: skip
LOST_HAND = ask.choice(
    "lost_hand", "Lost Hand games", {"double": "Count double", "single": "Count once"}, default="double",
)  # fmt: skip
MAY_KONTRA = ask.flag("kontra", "Kontra and Re", help="Defenders may double the game, the declarer again.")
MAY_RAMSCH = ask.flag("ramsch", "Ramsch", help="It is played when all pass.")
OPTIONS = (
    DEALS,
    LISTED,
    LOST_HAND,
    MAY_KONTRA,
    MAY_RAMSCH,
)  # fmt: skip


def playing(players: tuple[str, ...], dealer: str) -> tuple[str, ...]:
    """Return who plays, from forehand on: of four all but the dealer. Source: skat/need.four."""
    return from_left_of(players, dealer)[:3]


def sits_out(table: Table[Any]) -> str | None:
    """Return the dealer of four. Source: skat/need.four."""
    return table.dealer if len(table.players) == 4 else None


@lru_cache(maxsize=1024)
def contract_fields(*, kontra: bool, required: bool = False, **shown: Any) -> tuple[f.Field, ...]:
    """Return what is written down of a declarer's game. ``shown``: when it is asked."""
    must: dict[str, Any] = {"required": required}
    trumps = (*shown.get("shown_when", ()), (GAME_NAMED, tuple(BASES)))
    doubled = f.choice(KONTRA, "Kontra", KONTRAS, nobody="None", aside=True, **shown)
    return (
        f.choice(GAME_NAMED, "Game", GAMES, **must, **shown),
        f.count(
            MATADORS, "Matadors", ALL_TRUMPS, 1, nobody="Not said", usual=(1, 2, 3, 4), shown_when=trumps,
            help="With or without so many, the skat included.",
        ),
        f.choice(
            ANNOUNCED, "Announced", ANNOUNCEMENTS, nobody="Played with the skat", aside=True, shown_when=trumps,
            help="Each includes those before it.",
        ),
        f.choice(RESULT, "Result", RESULTS, help="By the cards.", **must, **shown),
        f.count(
            BID, "Bid", MOST_BID, LEAST_BID, nobody="The game was worth it", aside=True, **shown,
            help="Needed only where the game turned out too cheap.",
        ),
        *((doubled,) if kontra else ()),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def entry_fields(names: tuple[str, ...], out: tuple[str, ...], *, kontra: bool, ramsch: bool) -> tuple[f.Field, ...]:
    """Return who played what, or the Ramsch. ``out``: who sits out."""
    passed: dict[str, Any] = {"shown_when": ((DECLARER, (None,)),)}
    all_passed = (
        f.count(
            RAMSCH, "Ramsch", CARD_POINTS, per="player", names=names, empty_for=out, help="Card points taken.",
            explained="Whoever took the last trick has the skat, too.", **passed,
        ),
        f.players(NO_TRICK, "Took no trick", names, most=2, aside=True, **passed),
    )  # fmt: skip
    return (
        f.player(DECLARER, "Declarer", names, nobody="All passed", tapped=True),
        *contract_fields(kontra=kontra, shown_when=((DECLARER, ()),)),
        *(all_passed if ramsch else ()),
    )


def fields(table: Table[None]) -> tuple[f.Field, ...]:
    """Return what is written down of a deal."""
    out = tuple(name for name in table.players if name == sits_out(table))
    names = tuple(name for name in table.players if name not in out)
    return entry_fields(names, out, kontra=table.options[MAY_KONTRA], ramsch=table.options[MAY_RAMSCH])


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check the declarer's game, or that all passed and, where it is played, the Ramsch."""
    ramsch = table.options[MAY_RAMSCH]
    if entry[DECLARER] is not None:
        yield from contract_faults(entry)
        if ramsch and any(entry[RAMSCH].values()):
            yield Problem(RAMSCH, f"{entry[DECLARER]} declared a game, so there was no Ramsch.")
        if ramsch and entry[NO_TRICK]:
            yield Problem(NO_TRICK, f"{entry[DECLARER]} declared a game, so there was no Ramsch.")
        return
    doubled = entry[KONTRA] if table.options[MAY_KONTRA] else None
    given = (entry[GAME_NAMED], entry[MATADORS], entry[ANNOUNCED], entry[RESULT], entry[BID], doubled)
    if any(one is not None for one in given):
        yield Problem(DECLARER, "Say who was the declarer, or leave the game out: without one all passed.")
    if ramsch:
        yield from _check_ramsch(entry)


def _check_ramsch(entry: Record) -> Iterator[Problem]:
    """Check that 120 card points were taken, none of them without a trick."""
    taken = sum(entry[RAMSCH].values())
    if taken != CARD_POINTS:
        yield Problem(RAMSCH, f"The card points of a Ramsch add up to {CARD_POINTS}, not {taken}.")
    for name in entry[NO_TRICK]:
        if entry[RAMSCH][name]:
            yield Problem(NO_TRICK, f"{name} has {entry[RAMSCH][name]} card points, so took a trick.", name)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return what the declarer gets or loses, or what the Ramsch costs."""
    declarer = entry[DECLARER]
    if declarer is not None:
        return _declared(table, declarer, entry)
    if table.options[MAY_RAMSCH]:
        return _ramsch(table, entry)
    return Scored((), None, ("All passed: nobody scores, and the deal passes on.",))


def _declared(table: Table[None], declarer: str, entry: Record) -> Scored[None]:
    contract, options = contract_of(entry, kontra=table.options[MAY_KONTRA]), table.options
    single = options[LOST_HAND] == "single"
    rule = "overbid" if contract.is_overbid else "won" if contract.is_won else "lost"
    doubled = f", {KONTRAS[contract.kontra]}" if contract.kontra else ""
    text = f"{contract.told()}{doubled}, {'overbid' if contract.is_overbid else 'won' if contract.is_won else 'lost'}"
    lines = [Line(declarer, contract.points(single_hand=single), f"skat/scoring.{rule}", text)]
    others = [name for name in table.players if name != declarer]
    if options[LISTED] != "sum":
        told = "a game won" if contract.is_won else "a game lost"
        lines.append(Line(declarer, SEEGER if contract.is_won else -SEEGER, P.scoring.seeger, told))
    if options[LISTED] == "seeger-fabian" and not contract.is_won:
        each = FABIAN[len(table.players)]
        lines += [Line(name, each, P.scoring.fabian, f"{declarer}’s game lost") for name in others]
    told_of = {line.name for line in lines}
    without = [name for name in others if name not in told_of]
    return Scored(tuple(lines), None, (f"{listed(without)} get nothing.",) if without else ())


def _ramsch(table: Table[None], entry: Record) -> Scored[None]:
    """Return what most card points cost, or the Durchmarsch. Source: skat/scoring.ramsch, skat/scoring.durchmarsch."""
    points, without = entry[RAMSCH], entry[NO_TRICK]
    most = max(points.values())
    losers = [name for name, taken in points.items() if taken == most]
    if len(without) == 2:
        lines = [Line(losers[0], DURCHMARSCH, P.scoring.durchmarsch, "all tricks of a Ramsch")]
    else:
        times = 2 if without else 1
        text = f"most card points in a Ramsch{f', {without[0]} without a trick' if without else ''}"
        lines = [Line(name, -most * times, P.scoring.ramsch, text) for name in losers]
    others = [name for name in table.players if name not in losers]
    return Scored(
        tuple(lines), None, (f"{listed(others)} {'loses' if len(others) == 1 else 'lose'} nothing.",) if others else ()
    )


GAME = Game[None](
    module=__name__,
    name="Skat",
    summary="A declarer plays against two others for 61 card points; each game is worth what its trumps make of it.",
    kind="trick-taking",
    seats=Seats(3, 4),
    ending=endings.rounds("when the table stops, or after agreed deals", lambda table: table.options[DEALS], "deal"),
    options=ask.fields(*OPTIONS),
    scoring=Scoring(fields, score, check),
    next=(
        DEALERS_LEFT_LEADS,
        Notice(
            "bids_first",
            lambda table: left_of(table.players, left_of(table.players, table.dealer)),
            lambda name: f"{name} bids first",
        ),
        Notice("sits_out", sits_out, lambda name: f"{name} sits out" if name else ""),
    ),
)
