"""Scoring of Euchre: a point for three tricks, two for all five, four alone, two to the others for a euchre."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.core import endings
from companion.core import fields as f
from companion.core.endings import TARGET
from companion.core.entry import Record
from companion.core.game import DEALERS_LEFT_LEADS, Game, Line, Scored, Scoring, Table
from companion.core.keys import Key
from companion.core.problems import Problem
from companion.core.seating import PARTNERS
from companion.core.words import counted

STICK: Key[bool] = Key("stick")
LONE_EUCHRE: Key[int] = Key("lone_euchre")
DEFEND_ALONE: Key[bool] = Key("defend_alone")
PARTNER_ALONE: Key[bool] = Key("partner_alone")
FARMER: Key[bool] = Key("farmer")
RENEGE: Key[int] = Key("renege")
MAKER: Key[str | None] = Key("maker")
TRICKS: Key[int | None] = Key("tricks")
ALONE: Key[bool] = Key("alone")
DEFENDS_ALONE: Key[str | None] = Key("defends_alone")

HAND, NEEDED = 5, 3
"""Tricks of a hand, and how many the makers need. Source: euchre/scoring.made."""

MADE, MARCH, ALONE_MARCH, EUCHRED, DEFENDED = 1, 2, 4, 2, 4
"""What a hand gives. Source: euchre/scoring.made, .march, .alone, .euchred, .defended."""

OPTIONS = (
    f.count(TARGET, "Target", 100, minimum=1, default=10, quick=(5, 7, 10, 11), help="Points that end the game."),
    f.flag(STICK, "Stick the dealer", help="After seven passes the dealer has to name a suit."),
    f.choice(
        LONE_EUCHRE, "Euchre of a lone maker", {2: "2 points", 4: "4 points"}, default=2,
        help="What the other side gets for it.",
    ),
    f.flag(DEFEND_ALONE, "Defend alone", help="An opponent of a lone maker may play alone, too."),
    f.flag(PARTNER_ALONE, "Partner goes alone", help="The dealer’s partner who orders up has to play alone."),
    f.flag(FARMER, "Farmer’s hand", help="Three 9s or three 10s may be exchanged for the unused cards."),
    f.count(
        RENEGE, "Renege", 10, default=2,
        help="Points to the other side, twice as many in a lone hand; 0: the table decides.",
    ),
)  # fmt: skip


@lru_cache(maxsize=1024)
def entry_fields(players: tuple[str, ...], *, stick: bool, defend_alone: bool) -> tuple[f.Field, ...]:
    """Return who made trumps, what that side took, and who played alone."""
    made: dict[str, Any] = {"shown_when": ((MAKER, ()),)}
    nobody: dict[str, Any] = {"required": True} if stick else {"nobody": "All passed", "tapped": True}
    lone = f.player(
        DEFENDS_ALONE, "Defends alone", players, nobody="Nobody", shown_when=((ALONE, (True,)),), not_of=MAKER,
        help="Who played alone against the maker.",
    )  # fmt: skip
    return (
        f.player(MAKER, "Maker", players, help="Who ordered up, picked up or named trumps.", **nobody),
        f.count(TRICKS, "Tricks", HAND, nobody="None given", help="Of the maker’s side.", **made),
        f.flag(ALONE, "Alone", help="The maker played without the partner.", **made),
        *((lone,) if defend_alone else ()),
    )


def fields(table: Table[None]) -> tuple[f.Field, ...]:
    """Return what is written down of a hand."""
    return entry_fields(table.players, stick=table.options[STICK], defend_alone=table.options[DEFEND_ALONE])


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that tricks are somebody's, and who may play alone. Source: euchre/play.defend-alone."""
    maker, lone = entry[MAKER], entry[DEFENDS_ALONE] if table.options[DEFEND_ALONE] else None
    if maker is None:
        if entry[TRICKS] is not None or entry[ALONE] or lone:
            yield Problem(MAKER, "Say who made trumps, or leave out the rest: without a maker nothing is played.")
        return
    if entry[TRICKS] is None:
        yield Problem(TRICKS, f"Say how many tricks {table.setup.holders[maker]} took.")
    if lone and not entry[ALONE]:
        yield Problem(DEFENDS_ALONE, f"{lone} can play alone only against a lone maker.", lone)
    elif lone == maker:
        yield Problem(DEFENDS_ALONE, f"{maker} is the lone maker: only an opponent defends alone.", maker)
    elif lone and table.setup.holders[lone] == table.setup.holders[maker]:
        yield Problem(DEFENDS_ALONE, f"{lone} and {maker} are of one side: only an opponent defends alone.", lone)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return what the makers get, or the others for a euchre."""
    maker, tricks = entry[MAKER], entry[TRICKS] or 0
    if maker is None:
        return Scored((), None, ("All passed: nobody scores.",))
    makers = table.setup.holders[maker]
    others = next(side for side in table.names if side != makers)
    alone, took = entry[ALONE], counted(tricks, "trick")
    if tricks < NEEDED:
        defended = table.options[DEFEND_ALONE] and entry[DEFENDS_ALONE]
        points, rule = EUCHRED, "euchre/scoring.euchred"
        if defended:
            points, rule = DEFENDED, "euchre/scoring.defended"
        elif alone:
            points, rule = table.options[LONE_EUCHRE], "euchre/scoring.lone-euchre"
        line = Line(others, points, rule, f"{makers} euchred with {took}")
    elif tricks < HAND:
        line = Line(makers, MADE, "euchre/scoring.made", f"{took}, {maker} alone" if alone else took)
    elif alone:
        line = Line(makers, ALONE_MARCH, "euchre/scoring.alone", f"all five tricks, {maker} alone")
    else:
        line = Line(makers, MARCH, "euchre/scoring.march", "march: all five tricks")
    return Scored((line,), None, (f"{makers} are euchred: they score nothing.",) if tricks < NEEDED else ())


GAME = Game[None](
    module=__name__,
    name="Euchre",
    summary="Make trumps and take three of five tricks, the bowers above all; the first side with 10 points wins.",
    kind="trick-taking",
    seats=PARTNERS,
    ending=endings.to_target("at 10 points"),
    options=OPTIONS,
    scoring=Scoring(fields, score, check),
    next=(DEALERS_LEFT_LEADS,),
)
