"""Scoring of Chicago: the best poker hand, three times a deal, and the fifth trick."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.cards.poker import kind_text, name_of
from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Names
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Ending, Game, Notice, Scoring
from companion.core.game.ranking import leaders
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats, names_except
from companion.core.game.table import Line, Progress, Scored, Settled, Table
from companion.core.phrases import names_phrase
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, listed

P = RuleIds("chicago")

HANDS = {
    "pair": 1, "two-pair": 2, "three-of-a-kind": 3, "straight": 4, "flush": 5, "full-house": 6, "four-of-a-kind": 7,
    "straight-flush": 8, "royal-flush": 52,
}  # fmt: skip
"""The points of each hand, from low to high. Source: chicago/scoring.values."""

BARRED_TEXT = names_phrase("may not exchange", "may not exchange")
KINDS = {kind: name_of(kind).capitalize() for kind in HANDS}

KICKERS = ask.flag(
    "kickers", "Side cards break ties", default=True, help="Cards beside pairs, three or four of a kind.",
)  # fmt: skip
ACE_LOW = ask.flag("ace_low", "A 2 3 4 5", default=True, help="Is a straight, the lowest.")
NO_DRAW_AT = ask.count(
    "no_draw_at", "No exchange from", 500, least=1, default=46, help="A player with this many keeps all five cards.",
)  # fmt: skip
LAST_TRICK_POINTS = ask.count("last_trick_points", "Fifth trick", 50, default=5, help="Points for it.")
AFTER_FORFEIT = ask.choice(
    "after_forfeit", "After a forfeit", {"play-on": "The others play on", "ends": "The game ends"}, default="play-on",
    help="What happens when somebody declared a hand that cannot be proven.",
)  # fmt: skip
TARGET = ask.count("target", "Target", 500, 1, default=52, help="Points that end the game.")


class Showdown(NamedTuple):
    """A moment at which the best hand scores, and the fields that ask whose it was and what it was."""

    when: str
    """The moment in a sentence: ``the first showdown``."""

    rule: str
    unwon: str
    """Why nobody may score then, other than a tie at the top."""

    winner: f.FieldKey[str | None]
    hand: f.FieldKey[str | None]


def _showdown(stage: str, group: str, when: str, rule: str, unwon: str) -> Showdown:
    """Return a showdown with its two fields. ``stage``: begins their keys; ``group``: the heading above them.

    ``when``: how a sentence names it; ``rule``: the paragraph that scores it; ``unwon``: why nobody has won it if there
    was no tie.
    """
    text = f"Nobody if the best hands tied, or {unwon}."
    winner = ask.player(f"{stage}_player", "Best hand", nobody="Nobody", tapped=True, group=group, help=text)
    hand = ask.choice(f"{stage}_hand", "Hand", KINDS, group=group, in_one_with=winner, usual=tuple(HANDS)[:4])
    return Showdown(when, rule, unwon, winner, hand.of(shown_when=((winner, ()),)))


FIRST = _showdown("first", "First showdown", "the first showdown", P.scoring.first_showdown, "nobody declared")
SECOND = _showdown("second", "Second showdown", "the second showdown", P.scoring.second_showdown, "nobody declared")
FINAL = _showdown("final", "On the table", "the end", P.scoring.final_hand, "had no pair")
SHOWDOWNS = (FIRST, SECOND, FINAL)
LAST_TRICK = ask.player("last_trick", "Fifth trick", required=True, group="Last trick", help="Who took it.")
FORFEIT = ask.player(
    "forfeit", "Forfeit", nobody="Nobody", aside=True,
    help="Who declared a hand and cannot prove it: no points, out of the game.",
)  # fmt: skip
FIELDS = RoundFields(lambda _: (*FIRST[3:], *SECOND[3:], LAST_TRICK, *FINAL[3:], FORFEIT))


def barred_players(table: Table[Names]) -> tuple[str, ...]:
    """Return the players who may not exchange cards in the coming hand, in seat order. Source: chicago/play.no-draw."""
    return tuple(name for name in table.asked if table.totals[name] >= table.options[NO_DRAW_AT])


def check(table: Table[Names], entry: Record) -> Iterator[Problem]:
    """Check that a best hand has both a player and a name, and the hands of players who may not exchange."""
    for showdown in SHOWDOWNS:
        name, hand = entry[showdown.winner], entry.text(showdown.hand)
        if name and not hand:
            yield Problem(showdown.hand, f"Say with what hand {name} was best at {showdown.when}.", name)
        elif hand and not name:
            yield Problem(showdown.winner, f"Say who had {kind_text(hand)} at {showdown.when}.")
    for name in barred_players(table):
        if name != entry[FORFEIT]:
            yield from check_barred(entry, name)


def check_barred(entry: Record, name: str) -> Iterator[Problem]:
    """Check that a player who may not exchange is given the same hand throughout, and is not beaten by a lower one.

    Source: chicago/play.no-draw-hand.
    """
    won = [showdown for showdown in SHOWDOWNS if entry[showdown.winner] == name]
    named = {showdown: entry.text(showdown.hand) for showdown in won if entry.text(showdown.hand)}
    held = next(iter(named.values()), "")
    could_not = f"{name} could not exchange cards and"
    for showdown, hand in named.items():
        if hand != held:
            yield Problem(showdown.hand, f"{could_not} had {kind_text(held)}, so cannot have {kind_text(hand)}.", name)
    declared = max((named[moment] for moment in (FIRST, SECOND) if moment in named), key=HANDS.__getitem__, default="")
    final = entry.text(FINAL.hand)
    if declared and final and FINAL not in named and HANDS[final] < HANDS[declared]:
        yield Problem(FINAL.hand, f"{could_not} still has {kind_text(declared)}, which beats {kind_text(final)}.")


def score(table: Table[Names], entry: Record) -> Scored[Names]:
    """Return the lines of the showdowns and the fifth trick, without those of a player who forfeits, and notes."""
    lines, notes, loser = list(_lines(table, entry)), list(_notes(table, entry)), entry[FORFEIT]
    if loser:
        lost = sum(line.points for line in lines if line.name == loser)
        loss = f", without the {counted(lost, 'point')} of this hand," if lost else ""
        notes.append(f"{loser} forfeits{loss} and is out of the game.")
    kept = tuple(line for line in lines if line.name != loser)
    return Scored(kept, (*table.state, loser) if loser else table.state, tuple(notes))


def _notes(table: Table[Names], entry: Record) -> Iterator[str]:
    """Yield notes on what gave nothing: showdowns nobody won, a fifth trick without points, players who won nothing."""
    for showdown in SHOWDOWNS:
        if entry[showdown.winner] is None:
            yield f"Nobody scores at {showdown.when}: the best hands tied, or {showdown.unwon}."
    if not table.options[LAST_TRICK_POINTS]:
        yield f"{entry.who(LAST_TRICK)} took the fifth trick, which gives nothing here."
    named = [entry[key] for key in (LAST_TRICK, FORFEIT, *(showdown.winner for showdown in SHOWDOWNS))]
    others = [name for name in table.asked if name not in named]
    if others:
        yield f"Neither a best hand nor the fifth trick for {listed(others, 'or')}."


def _lines(table: Table[Names], entry: Record) -> Iterator[Line]:
    """Yield a line for each showdown and for the fifth trick, in the order of the hand."""
    for showdown in SHOWDOWNS:
        if showdown is FINAL and table.options[LAST_TRICK_POINTS]:
            yield Line(entry.who(LAST_TRICK), table.options[LAST_TRICK_POINTS], P.scoring.last_trick, "the fifth trick")
        name, hand = entry[showdown.winner], entry.text(showdown.hand)
        if name:
            yield Line(name, HANDS[hand], showdown.rule, f"{kind_text(hand)} at {showdown.when}")


def settle(table: Table[Names], entry: Record, state: Names, totals: Mapping[str, int]) -> Settled[Names]:
    """End the play at the target, or when forfeits leave one player; the highest total of those still in wins.

    Source: chicago/ending.target, chicago/ending.level, chicago/ending.last-one, chicago/ending.after-forfeit.
    """
    left = names_except(table.players, state)
    ends = entry[FORFEIT] is not None and table.options.text(AFTER_FORFEIT) == "ends"
    if len(left) == 1 or ends or max(totals[name] for name in left) >= table.options[TARGET]:
        return Settled(state, over=True, winners=leaders(totals, among=left))
    return Settled(state)


def standings_keys(table: Table[Names]) -> Mapping[str, Any]:
    """Return the sort keys of the standings: the higher total first; players who forfeited come last, the latest first.

    Source: chicago/ending.forfeit.
    """
    keys: dict[str, Any] = {name: (0, -total) for name, total in table.totals.items()}
    return keys | {name: (1, -number) for number, name in enumerate(table.state)}


def progress(table: Table[Names]) -> Progress:
    """Return the progress towards the end: the highest total of those still in, and the target."""
    left = names_except(table.players, table.state)
    return endings.nearest_progress({name: table.totals[name] for name in left}, table.options[TARGET])


GAME = Game[Names](
    name="Chicago",
    summary="Poker hands score at two showdowns and at the end, and so does the last trick; most points from 52 wins.",
    kind="trick-taking",
    seats=Seats(2, 4),
    ending=Ending("at 52 points", settle, progress, rank=standings_keys),
    options=f.fields_of(TARGET, NO_DRAW_AT, LAST_TRICK_POINTS, KICKERS, ACE_LOW, AFTER_FORFEIT),
    start=lambda _: (),
    # Who forfeits is dealt no more cards. Source: chicago/ending.forfeit.
    scoring=Scoring(FIELDS, score, check, asked=lambda table: names_except(table.players, table.state)),
    carry=(Notice("forfeited", lambda table: list(table.state), names_phrase("has forfeited", "have forfeited")),),
    next=(DEALERS_LEFT_LEADS, Notice("no_draw", lambda table: list(barred_players(table)), BARRED_TEXT)),
)
