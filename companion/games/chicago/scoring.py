"""Scoring of Chicago: the best poker hand, three times a deal, and the fifth trick."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards.poker import name_of, spoken
from companion.core import ask, endings
from companion.core import fields as f
from companion.core.endings import TARGET
from companion.core.entry import Record
from companion.core.facts import FINAL_HAND
from companion.core.game import (
    DEALERS_LEFT_LEADS,
    Ending,
    Game,
    Line,
    Notice,
    Progress,
    Scored,
    Scoring,
    Settled,
    Table,
    fields_by,
)
from companion.core.keys import Key
from companion.core.phrases import who
from companion.core.problems import Problem
from companion.core.ranking import leaders
from companion.core.rule_ids import RuleIds
from companion.core.seating import Seats
from companion.core.words import counted, listed

P = RuleIds("chicago")

FORFEIT: Key[str | None] = Key("forfeit")
LAST_TRICK: Key[str | None] = Key("last_trick")

HANDS = {
    "pair": 1,
    "two-pair": 2,
    "three-of-a-kind": 3,
    "straight": 4,
    "flush": 5,
    "full-house": 6,
    "four-of-a-kind": 7,
    "straight-flush": 8,
    "royal-flush": 52,
}
"""Hand to its points, low to high; the better hand has more. Source: chicago/scoring.values."""

PLAYER_OF: Mapping[str, Key[str | None]] = {stage: Key(f"{stage}_player") for stage in ("first", "second", "final")}
HAND_OF: Mapping[str, Key[str | None]] = {stage: Key(f"{stage}_hand") for stage in PLAYER_OF}
"""The keys of the best hand of each stage: whose it was, and what it was."""

STAGES = {
    "first": ("the first showdown", P.scoring.first_showdown),
    "second": ("the second showdown", P.scoring.second_showdown),
    "final": ("the end", P.scoring.final_hand),
}
"""When the best hand scores, in order, and by what rule; the entry has ``first_player``, ``first_hand`` and so on."""

UNWON = {
    "first": ("the first showdown", "nobody declared"),
    "second": ("the second showdown", "nobody declared"),
    "final": ("the end", "had no pair"),
}
"""When nobody scores for the best hand, and why that may be, beyond a tie at the top."""

KICKERS = ask.flag(
    "kickers", "Side cards break ties", default=True, help="Cards beside pairs, three or four of a kind.",
)  # fmt: skip
ACE_LOW = ask.flag("ace_low", "A 2 3 4 5", default=True, help="Is a straight, the lowest.")
NO_DRAW_AT = ask.count(
    "no_draw_at", "No exchange from", 500, minimum=1, default=46, help="Who has so many keeps all five cards.",
)  # fmt: skip
LAST_TRICK_POINTS = ask.count("last_trick_points", "Fifth trick", 50, default=5, help="Points for it.")
AFTER_FORFEIT = ask.choice(
    "after_forfeit", "After a forfeit", {"play-on": "The others play on", "ends": "The game ends"}, default="play-on",
    help="What happens when somebody declared a hand that cannot be proven.",
)  # fmt: skip
OPTIONS = (
    f.count(TARGET, "Target", 500, minimum=1, default=52, help="Points that end the game."),
    NO_DRAW_AT,
    LAST_TRICK_POINTS,
    KICKERS,
    ACE_LOW,
    AFTER_FORFEIT,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Forfeited:
    """Who is out of the play."""

    forfeited: tuple[str, ...] = ()
    """In the order in which they forfeited."""


def still_in(players: tuple[str, ...], gone: Forfeited) -> tuple[str, ...]:
    """Return everybody who has not forfeited, in seat order."""
    return tuple(name for name in players if name not in gone.forfeited)


def asked(table: Table[Forfeited]) -> tuple[str, ...]:
    """Return who is dealt cards. Source: chicago/ending.forfeit."""
    return still_in(table.players, table.state)


def barred(table: Table[Forfeited]) -> tuple[str, ...]:
    """Return who may not exchange cards in the coming hand, in seat order. Source: chicago/play.no-draw."""
    return tuple(name for name in table.asked if table.totals[name] >= table.options[NO_DRAW_AT])


@fields_by(lambda table: (table.asked,))
def fields(players: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return both showdowns, the fifth trick, and the hands as they lie on the table."""
    hands = {hand: name_of(hand).capitalize() for hand in HANDS}

    def best(stage: str, group: str) -> tuple[f.Field, f.Field]:
        winner, hand = PLAYER_OF[stage], HAND_OF[stage]
        return (
            f.player(
                winner, "Best hand", players, nobody="Nobody", tapped=True, group=group,
                help="Nobody where the best were level, or had no pair." if stage == "final"
                else "Nobody where the best were level, or nobody declared.",
            ),
            f.choice(
                hand, "Hand", hands, group=group, shown_when=((winner, ()),), in_one_with=winner, usual=tuple(HANDS)[:4]
            ),
        )  # fmt: skip

    return (
        *best("first", "First showdown"),
        *best("second", "Second showdown"),
        f.player(LAST_TRICK, "Fifth trick", players, required=True, group="Last trick", help="Who took it."),
        *best("final", "On the table"),
        f.player(
            FORFEIT, "Forfeit", players, nobody="Nobody", aside=True,
            help="Who declared a hand and cannot prove it: no points, out of the play.",
        ),
    )  # fmt: skip


def check(table: Table[Forfeited], entry: Record) -> Iterator[Problem]:
    """Check that every best hand has its player and its name, and nobody's cards change who may not exchange them."""
    for stage, (when, _) in STAGES.items():
        name, hand = entry[PLAYER_OF[stage]], entry.word(HAND_OF[stage])
        if name and not hand:
            yield Problem(f"{stage}_hand", f"Say with what hand {name} was best at {when}.", name)
        elif hand and not name:
            yield Problem(f"{stage}_player", f"Say who had {spoken(hand)} at {when}.")
    for name in barred(table):
        if name != entry[FORFEIT]:
            yield from check_barred(entry, name)


def check_barred(entry: Record, name: str) -> Iterator[Problem]:
    """Yield who may not exchange holds the same hand throughout, and it is never beaten by a lower one.

    Source: chicago/play.no-draw-hand.
    """
    named = {
        stage: entry.word(HAND_OF[stage])
        for stage in STAGES
        if entry[PLAYER_OF[stage]] == name and entry.word(HAND_OF[stage])
    }
    held = next(iter(named.values()), "")
    for stage, hand in named.items():
        if hand != held:
            message = f"{name} could not exchange cards and had {spoken(held)}, so cannot have {spoken(hand)}."
            yield Problem(f"{stage}_hand", message, name)
    declared = max((hand for stage, hand in named.items() if stage != "final"), key=HANDS.__getitem__, default="")
    final = entry.word(FINAL_HAND)
    if declared and final and "final" not in named and HANDS[final] < HANDS[declared]:
        message = f"{name} could not exchange cards and still has {spoken(declared)}, which beats {spoken(final)}."
        yield Problem(FINAL_HAND, message)


def score(table: Table[Forfeited], entry: Record) -> Scored[Forfeited]:
    """Return both showdowns, the fifth trick and the final hand, of everybody but who forfeits."""
    credited = tuple(_credits(table, entry))
    lines = tuple(line for line in credited if line.points)
    loser = entry[FORFEIT]
    notes = tuple(_notes(table, entry, [line.name for line in credited]))
    if loser is None:
        return Scored(lines, table.state, notes)
    lost = sum(line.points for line in lines if line.name == loser)
    without = f", without the {counted(lost, 'point')} of this hand," if lost else ""
    note = f"{loser} forfeits{without} and is out of the play."
    kept = tuple(line for line in lines if line.name != loser)
    return Scored(kept, Forfeited((*table.state.forfeited, loser)), (*notes, note))


def _notes(table: Table[Forfeited], entry: Record, credited: Sequence[str]) -> Iterator[str]:
    """Yield what gave nothing: a showdown that nobody won, a fifth trick without points, and who had no part in any."""
    for stage, (when, why) in UNWON.items():
        if entry[PLAYER_OF[stage]] is None:
            yield f"Nobody scores at {when}: the best were level, or {why}."
    if not table.options[LAST_TRICK_POINTS]:
        yield f"{entry.who(LAST_TRICK)} took the fifth trick, which gives nothing here."
    without = [name for name in table.asked if name not in credited and name != entry[FORFEIT]]
    if without:
        yield f"Neither a best hand nor the fifth trick for {listed(without, 'or')}."


def _credits(table: Table[Forfeited], entry: Record) -> Iterator[Line]:
    """Yield what the entry credits to everybody, in the order of the hand, also where that is 0."""
    for stage, (when, rule) in STAGES.items():
        if stage == "final":
            yield Line(entry.who(LAST_TRICK), table.options[LAST_TRICK_POINTS], P.scoring.last_trick, "the fifth trick")
        name, hand = entry[PLAYER_OF[stage]], entry.word(HAND_OF[stage])
        if name:
            yield Line(name, HANDS[hand], rule, f"{spoken(hand)} at {when}")


def settle(table: Table[Forfeited], entry: Record, state: Forfeited, totals: Mapping[str, int]) -> Settled[Forfeited]:
    """End the play at the target, or when forfeits leave one player; the highest total of those still in wins.

    Source: chicago/ending.target, chicago/ending.level, chicago/ending.last-one, chicago/ending.after-forfeit.
    """
    left = still_in(table.players, state)
    ends = entry[FORFEIT] is not None and table.options.word(AFTER_FORFEIT) == "ends"
    if len(left) == 1 or ends or max(totals[name] for name in left) >= table.options[TARGET]:
        return Settled(state, over=True, winners=leaders(totals, among=left))
    return Settled(state)


def standing(table: Table[Forfeited]) -> Mapping[str, Any]:
    """Return the higher total first; who forfeited last, the later before the earlier.

    Source: chicago/ending.forfeit.
    """
    keys: dict[str, Any] = {name: (0, -total) for name, total in table.totals.items()}
    return keys | {name: (1, -number) for number, name in enumerate(table.state.forfeited)}


def progress(table: Table[Forfeited]) -> Progress:
    """Return the highest total of those still in, and the target."""
    left = still_in(table.players, table.state)
    return endings.nearest({name: table.totals[name] for name in left}, table.options[TARGET])


GAME = Game[Forfeited](
    module=__name__,
    name="Chicago",
    summary="Poker hands score at two showdowns and at the end, and so does the last trick; most points from 52 wins.",
    kind="trick-taking",
    seats=Seats(2, 4),
    ending=Ending("at 52 points", settle, progress, rank=standing),
    options=ask.fields(*OPTIONS),
    start=lambda _: Forfeited(),
    scoring=Scoring(fields, score, check, asked=asked),
    carry=(Notice("forfeited", lambda table: list(table.state.forfeited), who("has forfeited", "have forfeited")),),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("no_draw", lambda table: list(barred(table)), who("may not exchange", "may not exchange")),
    ),
)
