"""Referee questions that Canasta and Samba share: going out, penalties, the first meld, the stock."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.cards.canasta import value
from companion.core.common.canasta import FirstMeldMinimum
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.situation import Situation, SubjectFacts, Verdict, situation
from companion.core.referee.cases import first_true
from companion.core.referee.facts import COUNT, SIDE, STOCK, TOTAL
from companion.core.referee.melds import MeldObjection, all_cards
from companion.core.referee.ready_situations import Case, case_situation
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, counted

KIND: Key[str | None] = Key("kind")
ANSWER: Key[str | None] = Key("answer")
CAN_EMPTY: Key[bool] = Key("can_empty")
TRIES: Key[bool] = Key("tries")
WENT_OUT: Key[bool] = Key("went_out")
LAST_RED_THREE: Key[bool] = Key("last_red_three")

MOST_TOTAL = 1_000_000
TOTAL_FACT = f.points(TOTAL, "Total", MOST_TOTAL, least=-MOST_TOTAL, help="The side's points before the hand.")
TOTAL_FACTS = SubjectFacts(key="side", label="Side", facts=lambda table, _, side: {"total": table.totals[side]})
"""The sheet's total of the side that the question is about."""


def meld_fault(objection: MeldObjection) -> str:
    """Return why cards are no meld, as the rest of a sentence that begins with ``Meld 2``; empty for a meld."""
    why = objection.why
    return f" is no meld: {why[0].lower()}{why[1:]} Enter it as it lies on the table." if why else ""


def first_meld_verdict(why: Reasons, first: FirstMeldMinimum, melds: Sequence[Sequence[str]], who: str = "") -> Verdict:
    """Return the verdict whether the first meld is worth enough; without melds, how much it must be worth.

    ``who``: words after “enough” that say for whom.
    """
    points = value(all_cards(melds))
    enough, must = first.is_met(points), f"the first meld must make {first.text}."
    text = f"{'Yes' if enough else 'No'}, {points} points are {'' if enough else 'not '}enough{who}: {must}"
    return why.verdict(text if melds else capitalized(must), minimum=first.points, points=points, enough=enough)


def say_minimum(why: Reasons, total: int, first: FirstMeldMinimum) -> None:
    """Add the sentence with the minimum of the first meld."""
    why.say(f"With {counted(total, 'point')} before the hand the minimum is {first.points}.")


class CostlyMistake(NamedTuple):
    """A mistake that the rules penalize with points."""

    text: str
    each: int
    """The points that it costs each time."""

    field: str | None = None
    """The key of the round's field for it, if there is one."""

    most: int = 4
    """How often it can happen in a round."""


def penalty_situation(slug: str, costs: Mapping[str, CostlyMistake], verdict: str, *rules: str) -> Situation:
    """Return the question what a mistake costs.

    ``costs``: the mistakes by kind, which is also the rule's id under "penalties"; ``verdict``: a template with
    ``{side}`` and ``{points}``; ``rules``: further paragraphs on which it rests.
    """

    def check_count(_: Record, given: Record) -> Iterator[Problem]:
        """Check that the mistake did not happen more often than it can."""
        cost = costs[given.text(KIND)]
        yield from refuse(COUNT, f"{cost.text}: {cost.most} is the most.", when=given[COUNT] > cost.most)

    @situation("penalty", "What does a mistake cost?", (
        SIDE,
        f.choice(KIND, "What", {kind: one.text for kind, one in costs.items()}, required=True),
        f.count(COUNT, "How often", max(one.most for one in costs.values()), least=1, default=1),
    ), check=check_count)  # fmt: skip
    def judge(_: Record, given: Record) -> Verdict:
        """Judge what the mistake costs, as often as it was made."""
        side, kind = given.who(SIDE), given.text(KIND)
        mistake = costs[kind]
        points, why = -mistake.each * given[COUNT], Reasons(f"{slug}/penalties.{kind}", *rules)
        why.say(f"{mistake.text}: {mistake.each} points each time.")
        why.add_effect(side, points, mistake.text.lower())
        where = f" Put it on the sheet by this correction or in the field “{mistake.text}”, not both."
        cost = verdict.format(side=side, points=counted(-points, "point"))
        return why.verdict(cost + (where if mistake.field else ""), points=points, field=mistake.field)

    return judge


def going_out_situation(
    tables: Mapping[str, Any], field: FieldKey[int], needed: Callable[[Record], int], **further: Any
) -> Situation:
    """Return the question whether somebody may go out, given the melds of seven and the partner's answer.

    A side may go out with enough complete melds, of seven cards. ``tables``: those of the game's ``cases.toml``;
    ``field``: asks for the number of melds of seven; ``needed``: returns how many the side needs, given the options;
    ``further``: as for ``situation``.
    """

    @case_situation(tables, "going-out", (SIDE, field), **further)
    def find(options: Record, given: Record) -> Case:
        """Return the case: the partner's answer, and whether the player is able to go out.

        The player is able if the side has enough melds of seven and no card would be left. The case is ``refused`` if
        the partner said no and the player does not try all the same.
        """
        answer, able = given.text(ANSWER), given[field] >= needed(options) and given[CAN_EMPTY]
        case = "refused" if answer == "no" and not given[TRIES] else f"{answer}, {'able' if able else 'unable'}"
        return Case(case, {"needed": needed(options), "can": "can" if given[CAN_EMPTY] else "cannot"})

    return find


def hand_end_situation(tables: Mapping[str, Any], takes_pile: Key[bool], more: str = "") -> Situation:
    """Return the question whether the hand is over: a player went out, or the stock is used up.

    ``tables``: those of the game's ``cases.toml``; ``takes_pile``: the fact whether the player to move plays on with
    the discard pile; ``more``: as for ``check_stock``.
    """

    @case_situation(tables, "hand-end", check=lambda _, given: check_stock(given, more))
    def find(_: Record, given: Record) -> Case:
        """Return the case: the last card of the stock was a red three, somebody went out, or how the stock stands."""
        red, out = given[LAST_RED_THREE], given[WENT_OUT]
        return Case(first_true(
            (red and out, "red three, out"),
            (red, "red three"),
            (out, "out"),
            (given[STOCK], "stock left"),
            (given[takes_pile], "pile taken"),
            (True, "used up"),
        ))  # fmt: skip

    return find


def check_stock(given: Record, more: str = "") -> Iterator[Problem]:
    """Yield a problem if the last card was a red three, but the stock still has cards. ``more``: ends the message."""
    if given[LAST_RED_THREE] and given[STOCK]:
        left = counted(given[STOCK], "card is", "cards are")
        yield Problem(LAST_RED_THREE, f"{left} left in the stock, so its last card was not drawn yet.{more}")
