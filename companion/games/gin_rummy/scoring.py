"""Scoring of Gin Rummy: the difference in deadwood, gin and undercuts, and what the end gives."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.cards.decks import standard_deck
from companion.cards.notation import PIPS, RANKS, pretty, rank_of, suit_of
from companion.core.common import endings
from companion.core.common.endings import TARGET
from companion.core.common.worths import card_worths
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key, PerName
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats, left_of
from companion.core.game.table import Call, Line, Scored, Settled, Table
from companion.core.phrases import amounts_phrase, cards_each_text, counts_phrase
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, listed

P = RuleIds("gin-rummy")

HAND, LIMIT, MOST_DEADWOOD = 10, 10, 98
"""Cards in a hand, the most deadwood to knock with, and the most deadwood that ten cards can have.

Source: gin-rummy/play.knock.
"""

DECK = standard_deck("the 52 cards")

TARGET_OPTION = endings.target_option(1000, 10, 100, (100, 150, 250), "Points that end the game.")
GIN = ask.count("gin", "Gin", 100, default=25, quick=(20, 25), help="Points on top of the other's deadwood.")
UNDERCUT = ask.count(
    "undercut", "Undercut", 100, default=25, quick=(10, 20, 25), help="Points on top of the difference.",
)  # fmt: skip
BIG_GIN_WORTH = ask.count(
    "big_gin", "Big gin", 100, default=31, quick=(31, 50), help="All eleven cards; 0: not played.",
)  # fmt: skip
BOX = ask.count("box", "Box", 100, default=25, quick=(20, 25), help="At the end, for each deal won.")
GAME_BONUS = ask.count("game", "Game", 1000, default=100, help="At the end, for the winner.")
SHUTOUT = ask.choice(
    "shutout", "Shutout", {"bonus": "Game counts twice", "all": "All counts twice", "none": "Nothing"},
    default="bonus", help="If the loser won no deal.",
)  # fmt: skip
OKLAHOMA = ask.choice(
    "oklahoma", "Oklahoma", {"no": "No", "plain": "Yes", "spades": "Yes, spades double"}, default="no",
    help="The card turned up sets the most that you may knock with.",
)  # fmt: skip


def pips(card: str) -> int:
    """Return what an unmatched card counts. Source: gin-rummy/scoring.pips."""
    return PIPS[rank_of(card)]


def deadwood_limit(upcard: str | None) -> int:
    """Return the most deadwood with which a player may knock. If an ace was turned up, it is 1, as at some tables.

    ``upcard``: the card turned up; None unless the table plays Oklahoma.

    Source: gin-rummy/play.oklahoma.
    """
    return pips(upcard) if upcard else LIMIT


UPCARD = ask.card("upcard", "Card turned up", DECK, required=True, help="After the deal.")
KNOCKER = ask.player("knocker", "Knocker", nobody="Nobody knocked", tapped=True, help="Gin included.")
DEADWOOD: f.FieldKey[PerName[int | None]] = f.FieldKey(f.count(
    Key("deadwood"), "Deadwood", MOST_DEADWOOD, per="player", nobody="None given", shown_when=((KNOCKER, ()),),
    worths=card_worths(RANKS, PIPS.__getitem__), help="That of the other player after laying off.",
))  # fmt: skip
BIG_GIN = ask.flag(
    "big_gin", "Big gin", aside=True, shown_when=((KNOCKER, ()),), help="All eleven cards matched, without a discard.",
)  # fmt: skip


@RoundFields
def fields(options: Record) -> tuple[f.Question, ...]:
    """Return the fields of a deal: in Oklahoma the card turned up, then the knocker, the deadwood, and big gin."""
    return *(() if options[OKLAHOMA] == "no" else (UPCARD.of(phase=1),)), KNOCKER, DEADWOOD, BIG_GIN


def knocker_faults(options: Record, given: Record, key: str, own: int, name: str | None = None) -> Iterator[Problem]:
    """Yield the faults of a knock, in an entry or in facts. ``own``: the knocker's deadwood; ``key``: its field."""
    limit, big = deadwood_limit(given.get(UPCARD)), given[BIG_GIN]
    text = f"{name or 'The knocker'} cannot knock with {own}: {limit} is the most in this deal."
    yield from refuse(key, text, name, when=own > limit)
    if big and own:
        yield Problem(BIG_GIN, f"Big gin leaves no deadwood, not {own}.", name)
    elif big and not options[BIG_GIN_WORTH]:
        yield Problem(BIG_GIN, "Big gin is not played at this table.", name)


def check(table: Table[Mapping[str, int]], entry: Record) -> Iterator[Problem]:
    """Check that deadwood is given if and only if somebody knocked, and that the knock was allowed."""
    knocker, left = entry[KNOCKER], entry[DEADWOOD]
    given = {name: count for name, count in left.items() if count is not None}
    if knocker is None:
        if entry[BIG_GIN] or given:
            yield Problem(KNOCKER, "Say who knocked, or leave the deadwood out: nothing is scored if nobody did.")
        return
    missing = [name for name in table.players if name not in given]
    if missing:
        yield Problem(DEADWOOD, f"Give the deadwood of {listed(missing)}.", missing[0])
        return
    yield from knocker_faults(table.options, entry, DEADWOOD, given[knocker], knocker)


class Deal(NamedTuple):
    """The result of a knock."""

    kind: str
    """``knock``, ``undercut``, ``gin`` or ``big-gin``."""

    points: int
    text: str

    @property
    def is_knockers(self) -> bool:
        """Whether the knocker gets the points, not the other player."""
        return self.kind != "undercut"

    @property
    def rule(self) -> str:
        """The id of the rule that gives the points."""
        return f"gin-rummy/scoring.{self.kind}"


def deal_of(options: Record, upcard: str | None, own: int, other: int, *, big: bool) -> Deal:
    """Return the result of a knock. ``own``, ``other``: the deadwood of the knocker and of the other player.

    ``big``: whether it was a big gin. With the option, the points are doubled if a spade was turned up.
    """
    times = 2 if options[OKLAHOMA] == "spades" and upcard and suit_of(upcard) == "s" else 1
    twice = ", doubled" if times == 2 else ""
    if own == 0:
        kind, bonus = ("big-gin", options[BIG_GIN_WORTH]) if big else ("gin", options[GIN])
        return Deal(kind, (other + bonus) * times, f"{kind.replace('-', ' ')}: {other} and {bonus}{twice}")
    if other > own:
        return Deal("knock", (other - own) * times, f"{other} less {own}{twice}")
    bonus = options[UNDERCUT]
    return Deal("undercut", (own - other + bonus) * times, f"undercut: {own} less {other}, and {bonus}{twice}")


def deal_result(table: Table[Any], entry: Record) -> tuple[str, str, Deal]:
    """Return the knocker, the other player, and the result of an entry in which somebody knocked."""
    knocker, left = entry.who(KNOCKER), entry[DEADWOOD]
    other, upcard = left_of(table.players, knocker), entry.get(UPCARD)
    return knocker, other, deal_of(table.options, upcard, left[knocker] or 0, left[other] or 0, big=entry[BIG_GIN])


def score(table: Table[Mapping[str, int]], entry: Record) -> Scored[Mapping[str, int]]:
    """Score a deal, and count the deals that both players have won."""
    if entry[KNOCKER] is None:
        return Scored((), table.state, ("Nobody knocked: nobody scores, and the same player deals again.",))
    knocker, other, deal = deal_result(table, entry)
    name, loser = (knocker, other) if deal.is_knockers else (other, knocker)
    state = {**table.state, name: table.state[name] + 1}
    lines = (Line(name, deal.points, deal.rule, deal.text),) if deal.points else ()
    return Scored(lines, state, () if lines else (f"{name} wins the deal against {loser}, for no points.",))


def calls(table: Table[Mapping[str, int]], entry: Record) -> Iterator[Call]:
    """Yield the card that the dealer turned up as a call, if the table plays Oklahoma."""
    if table.options[OKLAHOMA] != "no":
        yield Call(table.dealer, f"turned up {pretty(entry.text(UPCARD))}")


def result_at_end(
    options: Record, totals: Mapping[str, int], boxes: Mapping[str, int]
) -> tuple[str | None, tuple[Line, ...]]:
    """Return the winner and the lines of bonuses at the end; None and nothing while the play goes on.

    ``boxes``: how many deals each has won.

    Source: gin-rummy/ending.target, .game, .boxes, .shutout.
    """
    winner, loser = sorted(totals, key=lambda name: -totals[name])
    if totals[winner] < options[TARGET] or totals[winner] == totals[loser]:
        return None, ()
    is_shutout = not boxes[loser]
    twice = is_shutout and options[SHUTOUT] == "bonus"
    game, text = options[GAME_BONUS] * (2 if twice else 1), "game, doubled for a shutout" if twice else "game"
    lines = [Line(winner, game, P.ending.game, text)]
    lines += [
        Line(name, options[BOX] * won, P.ending.boxes, f"{counted(won, 'deal')} won") for name, won in boxes.items()
    ]
    if is_shutout and options[SHUTOUT] == "all":
        points = totals[winner] + sum(line.points for line in lines if line.name == winner)
        lines.append(Line(winner, points, P.ending.shutout, "shutout: everything twice"))
    return winner, tuple(line for line in lines if line.points)


def settle(
    table: Table[Mapping[str, int]], _: Record, state: Mapping[str, int], totals: Mapping[str, int]
) -> Settled[Mapping[str, int]]:
    """End the play if somebody has won, with the bonuses of the end."""
    winner, lines = result_at_end(table.options, totals, state)
    return Settled(state, winner is not None, (winner,) if winner else (), lines=lines)


def next_dealer(table: Table[Mapping[str, int]], entry: Record, _: Any) -> str:
    """Return the next dealer: the other player, or the same one if nobody knocked. Source: gin-rummy/deal.next."""
    return table.dealer if entry[KNOCKER] is None else left_of(table.players, table.dealer)


GAME = Game[Mapping[str, int]](
    name="Gin Rummy",
    summary="Meld ten cards in sets and runs and knock with little left over; the first player with 100 points wins.",
    kind="rummy",
    seats=Seats(2, 2),
    ending=replace(endings.ending_at_target("at 100 points"), settle=settle),
    options=f.fields_of(TARGET_OPTION, GIN, UNDERCUT, BIG_GIN_WORTH, BOX, GAME_BONUS, SHUTOUT, OKLAHOMA),
    start=lambda setup: dict.fromkeys(setup.players, 0),
    scoring=Scoring(fields, score, check, calls=calls, next_dealer=next_dealer),
    carry=(Notice("boxes", lambda table: dict(table.state), counts_phrase("deals won")),),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", lambda _: HAND, cards_each_text),
        Notice("needs", endings.points_to_target, amounts_phrase("still needed")),
    ),
)
