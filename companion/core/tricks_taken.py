"""What tricks come to in many games: those of each, that they add up, and bids to take exactly so many. Helpers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Unpack

from companion.core import fields as f
from companion.core.entry import Record
from companion.core.game import Line, Scored, Table
from companion.core.keys import Key, PerName
from companion.core.problems import Problem, adds_up
from companion.core.reasons import Reasons
from companion.core.situation import Further, KnownOf, Situation, Verdict, Won, situation
from companion.core.words import begun, counted, signed

TRICKS: Key[PerName[int]] = Key("tricks")
BID: Key[PerName[int]] = Key("bid")

AIM = f.Aim(TRICKS, bid="bid", took="took", to_take="to take", in_turn="bids")
"""A bid is made by taking exactly so many tricks."""

NOUN = ("trick", "tricks")


def tricks_of_each(names: Iterable[str], tricks: Iterable[Won]) -> dict[str, int]:
    """Return how many of these tricks each has won."""
    winners = [trick.winner for trick in tricks]
    return {name: winners.count(name) for name in names}


def count_tricks(table: Any, tricks: Sequence[Won], _: Mapping[str, int]) -> Mapping[str, Any]:
    """Return what the cards settle where only tricks are counted: those of each."""
    return {"tricks": tricks_of_each(table.players, tricks)}


def check_taken(tricks: Mapping[str, int], hand: int) -> Iterator[Problem]:
    """Check that all the tricks of a hand are somebody's, one for each card dealt to a player."""
    yield from adds_up(TRICKS, "Tricks", tricks, hand, f"{counted(hand, 'card was', 'cards were')} dealt")


# Bids to take exactly so many.


def bid_and_tricks(names: tuple[str, ...], hand: int, bid_help: str) -> tuple[f.Field, f.Field]:
    """Return what each has bid in turn, from the dealer's left on, and taken. ``hand``: how many tricks there are."""
    each: dict[str, Any] = {"per": "player", "names": names, "required": True}
    return (
        f.count(BID, "Bid", hand, phase=1, aim=AIM, help=bid_help, **each),
        f.count(TRICKS, "Tricks", hand, sum=f.Sum(hand, NOUN), **each),
    )


def bid_told(bid: int, tricks: int) -> str:
    """Return what came of a bid: ``bid 2, took 1``, ``bid 2 and took exactly that``."""
    if tricks != bid:
        return f"bid {bid}, took {tricks}"
    return f"bid {bid} and took exactly that" if bid else "bid 0 and took none"


CARDS: Key[int] = Key("cards")
OWN_BID: Key[int] = Key("bid")
OWN_TRICKS: Key[int] = Key("tricks")
"""Facts about one player, where entries have the same of everybody."""


def bid_facts(most: int) -> tuple[f.Field, ...]:
    """For a referee: the cards dealt, what somebody bid and what they took. ``most``: cards in the largest hand."""
    return (
        f.count(CARDS, "Cards", most, minimum=1, required=True, help="Cards dealt to each in the round."),
        f.count(OWN_BID, "Bid", most, required=True),
        f.count(OWN_TRICKS, "Tricks", most, required=True),
    )


def _bid_of(_: Any, put_down: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    bids = put_down.get(BID)
    return {OWN_BID: bids[name]} if isinstance(bids, dict) and name in bids else {}


BID_OF = KnownOf(key="player", label="Player", facts=_bid_of)
"""The bid that was put down, as soon as it is said whose."""


def check_bid_facts(given: Record) -> Iterator[Problem]:
    """Check that nobody bids or takes more tricks than cards were dealt."""
    cards = given[CARDS]
    for key, what in ((OWN_BID, "bid"), (OWN_TRICKS, "taken")):
        if given[key] > cards:
            message = f"{given[key]} cannot be {what}: {counted(cards, 'card was', 'cards were')} dealt."
            yield Problem(key, message)


OwnLines = Callable[[str, Record, Record], Iterable[Line]]
"""What somebody gets, given the name, their own bid and tricks, and the options. A bid that gives nothing is a line
without points."""

NOTHING = "nothing for the bid"


def score_each(
    lines: OwnLines, note: Callable[[Line], str] = lambda line: f"{line.name} {line.text}: {NOTHING}."
) -> Callable[[Table[None], Record], Scored[None]]:
    """Return what scores everybody by themselves, in seat order. ``note``: what is said of a line without points."""

    def score(table: Table[None], entry: Record) -> Scored[None]:
        found = [line for name in table.asked for line in lines(name, entry.of(name), table.options)]
        given = tuple(line for line in found if line.points)
        return Scored(given, None, tuple(note(line) for line in found if not line.points))

    return score


def own_score(
    lines: OwnLines, facts: Callable[[Record], tuple[f.Field, ...]], told: Callable[[int], str],
    **further: Unpack[Further],
) -> Situation:  # fmt: skip
    """Return the question what a player scores: the lines that the sheet would have. ``told``: of so many points."""

    @situation("score", "What does a player score?", facts, **further | {"known_of": BID_OF})
    def judge(options: Record, given: Record) -> Verdict:
        why, found = Reasons(), tuple(lines("", given, options))
        for line in found:
            why.say(f"{begun(line.text)}: {signed(line.points) if line.points else NOTHING}.", line.rule)
        points = sum(line.points for line in found)
        return why.verdict(told(points), points=points)

    return judge


# For samples.


class Dice(Protocol):
    """What a sample draws with: Python's ``Random``."""

    def choices(self, population: Sequence[str], weights: Sequence[float] | None = ..., *, k: int = ...) -> list[str]:
        """Return names drawn, any of them again."""

    def randint(self, a: int, b: int) -> int:
        """Return a number from one to the other."""


def dealt_tricks(
    names: Sequence[str], tricks: int, dice: Dice, strength: Sequence[float] | None = None
) -> dict[str, int]:
    """So many tricks, won by whom chance will. ``strength``: how likely each of them wins one."""
    winners = dice.choices(names, strength, k=tricks)
    return {name: winners.count(name) for name in names}


def believable_bids(tricks: Mapping[str, int], hand: int, dice: Dice) -> dict[str, int]:
    """Return bids after which these tricks were taken: most are made or missed by one."""
    off = (0, 0, 0, 1, -1)
    return {name: min(hand, max(0, taken + off[dice.randint(0, len(off) - 1)])) for name, taken in tricks.items()}
