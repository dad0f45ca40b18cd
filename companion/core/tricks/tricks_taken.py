"""Helpers for games that count tricks: tricks of each player, their sum, and bids of an exact number."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.entry import fields as f
from companion.core.entry.keys import Key, PerName
from companion.core.entry.problems import Problem, check_sum
from companion.core.entry.record import Record
from companion.core.game.situation import Situation, SubjectFacts, Verdict, WonTrick, situation
from companion.core.game.table import Line, Scored, Table
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, counted, signed

TRICKS: Key[PerName[int]] = Key("tricks")
BID: Key[PerName[int]] = Key("bid")

AIM = f.Aim(TRICKS, bid="bid", took="took", to_take="to take", in_turn="bids")
"""The aim of a bid in games in which it is made by taking exactly as many tricks as were bid."""

NOUN = ("trick", "tricks")


def tricks_of_each(
    names: Iterable[str], tricks: Sequence[WonTrick], worth: Callable[[WonTrick], int] = lambda _trick: 1
) -> dict[str, int]:
    """Return how many of these tricks each name has won, or with ``worth`` what their tricks are worth together."""
    return {name: sum(worth(trick) for trick in tricks if trick.winner == name) for name in names}


def takers_of(tricks: Sequence[WonTrick]) -> dict[str, str]:
    """Return who won each card of these tricks, in games with one copy of each."""
    return {play.card: trick.winner for trick in tricks for play in trick.plays}


def count_tricks(table: Any, tricks: Sequence[WonTrick], *_: Any) -> Mapping[str, Any]:
    """Return the part of an entry with the ``tricks`` of each player or side: for games that only count tricks."""
    holders = table.setup.holders
    won = [holders[trick.winner] for trick in tricks]
    return {"tricks": {name: won.count(name) for name in table.names}}


def check_tricks_taken(tricks: Mapping[str, int], hand: int) -> Iterator[Problem]:
    """Check that the tricks add up to ``hand``, the number of cards dealt to each player."""
    yield from check_sum(TRICKS, "Tricks", tricks, hand, f"{counted(hand, 'card was', 'cards were')} dealt")


# Bids to take an exact number of tricks.


def bid_and_tricks(names: tuple[str, ...], hand: int, bid_help: str) -> tuple[f.Field, f.Field]:
    """Return the fields for bids, made in turn from the dealer's left, and for tricks. ``hand``: all tricks."""
    each: dict[str, Any] = {"per": "player", "names": names, "required": True}
    return (
        f.count(BID, "Bid", hand, phase=1, aim=AIM, help=bid_help, **each),
        f.count(TRICKS, "Tricks", hand, sum=f.Sum(hand, NOUN), **each),
    )


def bid_text(bid: int, tricks: int) -> str:
    """Describe a bid and its result: ``bid 2, took 1``, ``bid 2 and took exactly that``."""
    if tricks != bid:
        return f"bid {bid}, took {tricks}"
    return f"bid {bid} and took exactly that" if bid else "bid 0 and took none"


CARDS: Key[int] = Key("cards")
OWN_BID: Key[int] = Key("bid")
OWN_TRICKS: Key[int] = Key("tricks")
"""Keys of a referee's facts about one player; in an entry the same keys stand for all players."""


def bid_facts(most: int) -> tuple[f.Field, ...]:
    """Return a referee's facts: cards dealt, the player's bid and tricks. ``most``: cards in the largest hand."""
    return (
        f.count(CARDS, "Cards", most, least=1, required=True, help="Cards dealt to each in the round."),
        f.count(OWN_BID, "Bid", most, required=True),
        f.count(OWN_TRICKS, "Tricks", most, required=True),
    )


def _known_bid(_: Any, put_down: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a player's bid, if it was entered for the coming round, as a fact for the referee."""
    bids = put_down.get(BID)
    return {OWN_BID: bids[name]} if isinstance(bids, dict) and name in bids else {}


BID_FACTS = SubjectFacts(key="player", label="Player", facts=_known_bid)
"""The bid of the named player, from the draft of the round."""


def check_bid_facts(given: Record) -> Iterator[Problem]:
    """Check that the bid and the tricks are no more than the cards dealt."""
    cards = given[CARDS]
    for key, what in ((OWN_BID, "bid"), (OWN_TRICKS, "taken")):
        if given[key] > cards:
            yield Problem(key, f"{given[key]} cannot be {what}: {counted(cards, 'card was', 'cards were')} dealt.")


OwnLines = Callable[[str, Record, Record], Iterable[Line]]
"""Return the lines of one player, given the name, their own bid and tricks, and the options. A bid that gives nothing
is a line of 0 points."""

NOTHING = "nothing for the bid"


def score_each(
    lines: OwnLines, note: Callable[[Line], str] = lambda line: f"{line.name} {line.text}: {NOTHING}."
) -> Callable[[Table[None], Record], Scored[None]]:
    """Return a score function that scores each player on their own, by ``lines``.

    ``note``: returns the note that stands for a line of 0 points.
    """

    def score(table: Table[None], entry: Record) -> Scored[None]:
        all_lines = [line for name in table.asked for line in lines(name, entry.of(name), table.options)]
        given = tuple(line for line in all_lines if line.points)
        return Scored(given, None, tuple(note(line) for line in all_lines if not line.points))

    return score


def own_score_situation(
    lines: OwnLines, facts: Callable[[Record], tuple[f.Field, ...]], text: Callable[[int], str],
    **further: Any,
) -> Situation:  # fmt: skip
    """Return the question what a player scores, answered with the lines that the sheet would have.

    ``lines``: as for ``score_each``; ``text``: describes the points; ``further``: as for ``situation``.
    """

    @situation("score", "What does a player score?", facts, **further | {"subject_facts": BID_FACTS})
    def judge(options: Record, given: Record) -> Verdict:
        why, found = Reasons(), tuple(lines("", given, options))
        for line in found:
            why.say(f"{capitalized(line.text)}: {signed(line.points) if line.points else NOTHING}.", line.rule)
        points = sum(line.points for line in found)
        return why.verdict(text(points), points=points)

    return judge
