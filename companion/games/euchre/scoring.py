"""Scoring of Euchre: a point for three tricks, two for all five, four alone, two to the others for a euchre."""

from collections.abc import Iterator, Sequence

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Gains, Game, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import PARTNERS, player_opposite
from companion.core.game.table import Line, Scored, Table
from companion.core.referee.cases import first_true
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted

P = RuleIds("euchre")

HAND, NEEDED = 5, 3
"""The tricks of a hand, and how many of them the makers need. Source: euchre/scoring.made."""

MADE, MARCH, ALONE_MARCH, EUCHRED, DEFENDED = 1, 2, 4, 2, 4
"""The points for each result of a hand. Source: euchre/scoring.made, .march, .alone, .euchred, .defended."""

STICK = ask.flag("stick", "Stick the dealer", help="After seven passes the dealer has to name a suit.")
LONE_EUCHRE = ask.number(
    "lone_euchre", "Euchre of a lone maker", {2: "2 points", 4: "4 points"}, default=2,
    help="What the other side gets for it.",
)  # fmt: skip
DEFEND_ALONE = ask.flag("defend_alone", "Defend alone", help="An opponent of a lone maker may play alone, too.")
PARTNER_ALONE = ask.flag(
    "partner_alone", "Partner goes alone", help="The dealer's partner who orders up has to play alone.",
)  # fmt: skip
FARMER = ask.flag("farmer", "Farmer's hand", help="Three 9s or three 10s may be exchanged for the unused cards.")
RENEGE = ask.count(
    "renege", "Renege", 10, default=2,
    help="Points to the other side, twice as many in a lone hand; 0: the table decides.",
)  # fmt: skip
TARGET = ask.count("target", "Target", 100, 1, default=10, quick=(5, 7, 10, 11), help="Points that end the game.")

MAKER = ask.player("maker", "Maker", takes="player", help="Who ordered up, picked up or named trumps.")
MADE_BY_SOMEBODY = (("maker", ()),)
TRICKS: f.FieldKey[int | None] = ask.count(
    "tricks", "Tricks", HAND, nobody="None given", shown_when=MADE_BY_SOMEBODY, help="Of the maker's side.",
)  # fmt: skip
ALONE = ask.flag("alone", "Alone", shown_when=MADE_BY_SOMEBODY, help="The maker played without the partner.")
DEFENDS_ALONE = ask.player(
    "defends_alone", "Defends alone", nobody="Nobody", shown_when=(("alone", (True,)),), not_of="maker", takes="player",
    help="Who played alone against the maker.",
)  # fmt: skip


@RoundFields
def fields(options: Record) -> Iterator[f.Question]:
    """Yield the fields of a hand: the maker, the tricks of that side, and who played alone."""
    yield MAKER.of(required=True) if options[STICK] else MAKER.of(nobody="All passed", tapped=True)
    yield from (TRICKS, ALONE, DEFENDS_ALONE) if options[DEFEND_ALONE] else (TRICKS, ALONE)


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that tricks are given if and only if there is a maker, and that only an opponent defends alone.

    Source: euchre/play.defend-alone.
    """
    maker, defender = entry[MAKER], entry.get(DEFENDS_ALONE)
    if maker is None:
        if entry[TRICKS] is not None or entry[ALONE] or defender:
            yield Problem(MAKER, "Say who made trumps, or leave out the rest: without a maker nothing is played.")
        return
    yield from refuse(TRICKS, f"Say how many tricks {table.setup.holders[maker]} took.", when=entry[TRICKS] is None)
    yield from defender_faults(table.players, maker if entry[ALONE] else None, defender)


def defender_faults(players: Sequence[str], lone_maker: str | None, defender: str | None) -> Iterator[Problem]:
    """Check that a lone defender is an opponent of a lone maker. Source: euchre/play.defend-alone."""
    if defender and lone_maker is None:
        yield Problem(DEFENDS_ALONE, f"{defender} can play alone only against a lone maker.", defender)
    elif defender and defender == lone_maker:
        yield Problem(DEFENDS_ALONE, f"{defender} is the lone maker: only an opponent defends alone.", defender)
    elif defender and lone_maker and defender == player_opposite(players, lone_maker):
        text = f"{defender} and {lone_maker} are of one side: only an opponent defends alone."
        yield Problem(DEFENDS_ALONE, text, defender)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score the makers, or the other side for a euchre."""
    maker, tricks = entry[MAKER], entry[TRICKS] or 0
    if maker is None:
        return Scored((), None, ("All passed: nobody scores.",))
    makers = table.setup.holders[maker]
    others = next(side for side in table.names if side != makers)
    alone, took, euchred = entry[ALONE], counted(tricks, "trick"), tricks < NEEDED
    for_euchre = f"{makers} euchred with {took}"
    line = first_true(
        (euchred and entry.get(DEFENDS_ALONE), Line(others, DEFENDED, P.scoring.defended, for_euchre)),
        (euchred and alone, Line(others, table.options[LONE_EUCHRE], P.scoring.lone_euchre, for_euchre)),
        (euchred, Line(others, EUCHRED, P.scoring.euchred, for_euchre)),
        (tricks < HAND, Line(makers, MADE, P.scoring.made, f"{took}, {maker} alone" if alone else took)),
        (alone, Line(makers, ALONE_MARCH, P.scoring.alone, f"all five tricks, {maker} alone")),
        (True, Line(makers, MARCH, P.scoring.march, "march: all five tricks")),
    )
    return Scored((line,), None, (f"{makers} are euchred: they score nothing.",) if euchred else ())


GAME = Game[None](
    name="Euchre",
    summary="Make trumps and take three of five tricks, the bowers above all; the first side with 10 points wins.",
    kind="trick-taking",
    seats=PARTNERS,
    ending=endings.ending_at_target("at 10 points", gains=lambda _: Gains(0, max(ALONE_MARCH, DEFENDED))),
    options=f.fields_of(TARGET, STICK, LONE_EUCHRE, DEFEND_ALONE, PARTNER_ALONE, FARMER, RENEGE),
    scoring=Scoring(fields, score, check),
    next=(DEALERS_LEFT_LEADS,),
)
