"""The referee of Toepen: tricks, challenged discards, knocks, and who has to stand or whistle."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty, rank_of
from companion.cards.tricks import plain_suits
from companion.cards.turns import Stage
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.situation import SubjectFacts, WonTrick, one_deck
from companion.core.referee import facts
from companion.core.referee.facts import PLAYER
from companion.core.referee.ready_situations import Case, case_situation
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import Reneges, SuitRules
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import with_verb
from companion.games.toepen.scoring import CHALLENGER, DISCARDER, KNOCKS, MOST_PLAYERS, TOKENS, P

CASES = read_toml(__package__, "cases.toml")
ORDER = ("10", "9", "8", "7", "A", "K", "Q", "J")
"""The ranks, from high to low. Source: toepen/need.cards."""

DECK = standard_deck("the 32 cards of Toepen", ranks=ORDER)
NUMBER_RANKS = ORDER[:4]
"""Ranks that may not be discarded. Source: toepen/play.number-cards."""

HAND = 4
RULES = plain_suits(ORDER)
FEWEST_IN = 2
"""The fewest players in a trick, after the others have folded."""

MOST_TOKENS = 1000
"""A bound for the tokens that a player can hold, with those given by agreement."""


# Discards, knocks, signals.


def _check_challenge(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the discarder and the challenger are two players."""
    name = given.who(DISCARDER)
    if name == given.who(CHALLENGER):
        yield Problem(CHALLENGER, f"{name} cannot challenge their own discard: name who doubted it.", name)


DISCARD = ask.cards("discard", "Discard", DECK, HAND, HAND, required=True, help="The four cards laid aside, turned up.")


@case_situation(CASES, "challenge", (DISCARD, DISCARDER, CHALLENGER), check=_check_challenge,
    on_sheet="Or write it down among the round's “Challenges”. Not both.")  # fmt: skip
def _challenge(_: Record, given: Record) -> Case:
    """Return the case of a discard: only aces and face cards may be discarded."""
    numbers = [pretty(card) for card in given[DISCARD] if rank_of(card) in NUMBER_RANKS]
    return Case("caught" if numbers else "not caught", {"numbers": with_verb(numbers, "lies", "lie")})


def _known_of_knocker(table: Any, entry: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the facts about a player who knocks: tokens held, and the worth of the hand after the knocks so far."""
    knocks = entry.get(KNOCKS)
    raised = {"worth": 1 + len(knocks)} if isinstance(knocks, list) and knocks else {}
    return {"tokens": table.totals[name], **raised}


WORTH = ask.count(
    "worth", "Worth", MOST_TOKENS, least=1, required=True, usual=(1, 2, 3, 4), help="What the hand is worth now.",
)  # fmt: skip


@case_situation(CASES, "knock", (
    f.player(PLAYER, "Player", required=True, help="Who wants to knock."),
    WORTH,
    f.count(TOKENS, "Tokens", MOST_TOKENS, required=True, help="What the player holds."),
), changing=frozenset({"worth"}),
    subject_facts=SubjectFacts(key="player", label="Player", facts=_known_of_knocker))  # fmt: skip
def _knock(_: Record, given: Record) -> Case:
    """Return the case of a knock: the hand must not become worth more tokens than the player holds."""
    worth = given[WORTH]
    case = "allowed" if worth < given[TOKENS] else "too few tokens"
    return Case(case, {"new_worth": worth + 1}, {"new_worth": worth + 1, "fold_pays": worth})


@case_situation(CASES, "signal", (facts.hand(DECK, HAND, HAND),))
def _signal(_: Record, given: Record) -> Case:
    """Return the case of a hand: with tens a player must stand or whistle, with jacks they may do so as a bluff."""
    ranks, numbers = [rank_of(card) for card in given[facts.HAND]], {HAND: "four", HAND - 1: "three"}
    held = {"tens": ranks.count("10"), "jacks": ranks.count("J")}
    case = next((f"{numbers[number]} {rank}" for rank, number in held.items() if number in numbers), "neither")
    return Case(case, held)


def _entry_part(table: Any, tricks: Sequence[WonTrick], out: Mapping[str, int], _: object) -> Mapping[str, Any]:
    """Return the winner for the entry: the only player who has not folded, or who took the last trick; else None.

    ``out``: the players who folded; their cards never win.

    Source: toepen/play.last-one.
    """
    left = [name for name in table.asked if name not in out]
    if len(left) == 1:
        return {"winner": left[0]}
    able = RULES.outcome(tricks[-1].plays, Stage()).able if len(tricks) == HAND else ()
    return {"winner": next((item.player for item in able if item.player in left), None)}


PLAY = Tricks(
    fewest=FEWEST_IN, most=MOST_PLAYERS, hand=HAND,
    decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: HAND, entry_part=_entry_part, may_leave=True,
    by_suit=SuitRules(
        wins=(P.play.trick, P.need.cards), off_suit=P.play.off_suit,
        lead=(P.play.any_lead,), follow=(P.play.follow, P.play.follow_rank),
    ),
    reneges=Reneges(rules=(P.play.follow, P.penalties.renege_shown), penalty=P.penalties.not_following),
)  # fmt: skip
SITUATIONS = (*PLAY.situations(), _challenge, _knock, _signal, out_of_turn_situation(P.play.lead))
