"""Scoring of Spades: ten for each trick bid and made together, nils for themselves, and bags that add up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, check_sum
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Gains, Game, Notice, Outlook, Scoring
from companion.core.game.ranking import leaders
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import PARTNERS
from companion.core.game.table import Call, Line, Scored, Settled, Table
from companion.core.phrases import cards_each_text, counts_phrase, names_phrase
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, listed

P = RuleIds("spades")

HAND = 13
TRICK_POINTS = 10
"""The points that each trick of a bid gives or costs, and that each bag costs once there are too many.

Source: spades/scoring.made.
"""

BEHIND = 100
"""How many points a side must be behind to bid blind nil. Source: spades/play.blind-nil."""

TARGET = ask.count("target", "Target", 2000, 50, default=500, quick=(250, 500), help="Points that end the game.")
NIL = ask.number(
    "nil", "Nil", {100: "100", 50: "50"}, default=100, help="What a nil wins or loses; a blind nil twice that."
)
BLIND_RULE = ask.choice(
    "blind", "Blind nil", {"behind": "100 points behind", "always": "Anybody", "never": "Nobody"}, default="behind",
    help="Who may bid nil before seeing a card.",
)  # fmt: skip
NIL_TRICKS = ask.choice(
    "nil_tricks", "Tricks of a failed nil",
    {"bags": "Bags", "bid": "Count for the partner's bid", "nothing": "Count for nothing"}, default="bags",
)  # fmt: skip
BAGS = ask.number(
    "bags", "Bags", {10: "10 cost 100", 5: "5 cost 50", 0: "Cost nothing"}, default=10, help="Tricks above the bid.",
)  # fmt: skip
LOSE_AT = ask.number(
    "lose_at", "Lost below zero", {0: "Never", 200: "At −200", 300: "At −300", 500: "At −500"}, default=0,
)  # fmt: skip
BREAKING = ask.flag("breaking", "Spades are broken first", default=True, help="Before that no spade is led.")

BLIND = ask.players("blind", "Blind nil", phase=1, aside=True, takes="player", help="Who bid nil before seeing a card.")
TRICKS = ask.count_of_each(
    "tricks", "Tricks", HAND, per="side", required=True, sum=f.Sum(HAND, ("trick", "tricks")),
    usual=(5, 6, 7, 8, 9), help="Of both partners together.",
)  # fmt: skip
BID = ask.count_of_each(
    "bid", "Bid", HAND, phase=1, required=True, usual=(0, 1, 2, 3, 4), help="From the dealer's left on; 0 is nil.",
    aim=f.Aim(TRICKS, "bid", "took", "to take", "bids", exact=False),
)  # fmt: skip
NIL_TAKEN = ask.count_of_each(
    "nil_taken", "Taken by a nil", HAND, aside=True,
    help="Tricks of a player who bid 0 and failed; they are among the side's.",
)  # fmt: skip
FIELDS = RoundFields(lambda _: (BID, BLIND, TRICKS, NIL_TAKEN))

BagsHeld: TypeAlias = Mapping[str, int]
"""What the game remembers: the bags of each side."""


class Nil(NamedTuple):
    """A bid of no trick."""

    name: str
    taken: int
    """The tricks that its player took."""

    is_blind: bool

    @property
    def text(self) -> str:
        """The nil in words, with the tricks that made it fail: ``Ann’s nil failed with 2 tricks``."""
        kind = f"{self.name}'s {'blind nil' if self.is_blind else 'nil'}"
        return f"{kind} failed with {counted(self.taken, 'trick')}" if self.taken else kind


class SideResult(NamedTuple):
    """What a side bid and took in one hand, with the nils of its players."""

    side: str
    bid: int
    """The bids of both partners added up; 0 if both bid nil."""

    tricks: int
    nils: tuple[Nil, ...]

    def counting(self, options: Record) -> int:
        """Return how many tricks of the side count towards its bid. Source: spades/scoring.nil-tricks."""
        return self.tricks if options[NIL_TRICKS] == "bid" else self.tricks - sum(nil.taken for nil in self.nils)

    def is_made(self, options: Record) -> bool:
        """Return whether the side took at least as many counting tricks as it bid. Source: spades/scoring.made."""
        return self.counting(options) >= self.bid

    def bags(self, options: Record) -> int:
        """Return the new bags of the side. Source: spades/scoring.bags, spades/scoring.nil-tricks."""
        over = max(0, self.counting(options) - self.bid)
        return over + (sum(nil.taken for nil in self.nils) if options[NIL_TRICKS] == "bags" else 0)


def side_results(players: Sequence[str], sides: Sequence[str], entry: Record) -> Iterator[SideResult]:
    """Yield what each side bid and took, with the nils of its players."""
    bids, blind, taken = entry[BID], entry[BLIND], entry[NIL_TAKEN]
    for seat, side in enumerate(sides):
        partners = players[seat::2]
        nils = tuple(Nil(name, taken[name], name in blind) for name in partners if not bids[name])
        yield SideResult(side, sum(bids[name] for name in partners), entry[TRICKS][side], nils)


def sides_that_may_bid_blind(table: Table[BagsHeld]) -> list[str]:
    """Return the sides that may bid blind nil in the coming hand. Source: spades/play.blind-nil."""
    rule, enough = table.options[BLIND_RULE], max(table.totals.values()) - BEHIND
    return [side for side, total in table.totals.items() if rule == "always" or (rule == "behind" and total <= enough)]


def check_before(table: Table[BagsHeld], entry: Record) -> Iterator[Problem]:
    """Check the blind nils: bids of 0, by a side that may bid blind. Source: spades/play.blind-nil."""
    rule, allowed = table.options[BLIND_RULE], sides_that_may_bid_blind(table)
    for name in entry[BLIND]:
        if rule == "never":
            yield Problem(BLIND, f"{name} may not bid blind nil: nobody may at this table.", name)
        elif entry[BID][name]:
            yield Problem(BLIND, f"{name} bid {entry[BID][name]}: only a bid of 0 can be a blind nil.", name)
        if rule == "behind" and table.setup.holders[name] not in allowed:
            yield Problem(BLIND, f"{name} may not bid blind nil: only a side {BEHIND} points behind or more may.", name)


def check(table: Table[BagsHeld], entry: Record) -> Iterator[Problem]:
    """Check that the tricks add up, and that nils took no more of them than their side."""
    yield from check_sum(TRICKS, "Tricks", entry[TRICKS], HAND, f"{HAND} were played")
    for name, taken in entry[NIL_TAKEN].items():
        if taken and entry[BID][name]:
            yield Problem(NIL_TAKEN, f"{name} bid {entry[BID][name]}, which is no nil.", name)
    for result in side_results(table.players, table.names, entry):
        taken = sum(nil.taken for nil in result.nils)
        if taken > result.tricks:
            text = f"The nils of {result.side} cannot take {counted(taken, 'trick')}: the side took {result.tricks}."
            yield Problem(NIL_TAKEN, text, result.nils[0].name)
        elif len(result.nils) == 2 and taken < result.tricks:
            text = f"{result.side} both bid nil and took {counted(result.tricks, 'trick')}: say who took them."
            yield Problem(NIL_TAKEN, text, result.nils[0].name)


def count_bags(before: int, new: int, options: Record) -> tuple[int, int]:
    """Return the penalty for bags, and how many of them are carried on. ``new``: the bags of this hand.

    Source: spades/scoring.bag-penalty.
    """
    limit = options[BAGS]
    times, left = divmod(before + new, limit) if limit else (0, before + new)
    return TRICK_POINTS * limit * times, left


def lines_of(result: SideResult, before: int, options: Record) -> Iterator[Line]:
    """Yield the lines of a side for a hand. ``before``: the bags it had."""
    side, bid, new = result.side, result.bid, result.bags(options)
    if bid:
        sign, rule = (1, P.scoring.made) if result.is_made(options) else (-1, P.scoring.set)
        yield Line(side, sign * TRICK_POINTS * bid, rule, f"bid {bid}, took {result.counting(options)}")
    for nil in result.nils:
        worth, rule = (2 * options[NIL], P.scoring.blind_nil) if nil.is_blind else (options[NIL], P.scoring.nil)
        yield Line(side, -worth if nil.taken else worth, rule, nil.text)
    if new:
        yield Line(side, new, P.scoring.bags, counted(new, "bag"))
    penalty, _ = count_bags(before, new, options)
    if penalty:
        yield Line(side, -penalty, P.scoring.bag_penalty, f"{counted(before + new, 'bag')} together")


def score(table: Table[BagsHeld], entry: Record) -> Scored[BagsHeld]:
    """Score both sides, and carry their bags on."""
    lines, state = list[Line](), dict[str, int]()
    for result in side_results(table.players, table.names, entry):
        before = table.state[result.side]
        lines += lines_of(result, before, table.options)
        _, state[result.side] = count_bags(before, result.bags(table.options), table.options)
    return Scored(tuple(lines), state)


def calls(table: Table[BagsHeld], entry: Record) -> Iterator[Call]:
    """Yield the bid of each side with its tricks, and whether it was made."""
    for result in side_results(table.players, table.names, entry):
        parts = [*([f"bid {result.bid}"] if result.bid else []), *("nil" for _ in result.nils)]
        is_made = result.is_made(table.options) and not any(nil.taken for nil in result.nils)
        yield Call(result.side, f"{listed(parts)}, took {result.tricks}", "made" if is_made else "missed")


def winner_of(totals: Mapping[str, int], options: Record) -> str | None:
    """Return the side that has won; None if the play goes on. Source: spades/ending.target, spades/ending.lost."""
    ends = max(totals.values()) >= options[TARGET]
    lost = options[LOSE_AT] and min(totals.values()) <= -options[LOSE_AT]
    best = leaders(totals)
    return best[0] if (ends or lost) and len(best) == 1 else None


def settle(table: Table[BagsHeld], _: Record, state: BagsHeld, totals: Mapping[str, int]) -> Settled[BagsHeld]:
    """End the play if a side has won; say so if both stand level at the target.

    Source: spades/ending.target, spades/ending.level.
    """
    winner = winner_of(totals, table.options)
    if winner:
        return Settled(state, over=True, winners=(winner,))
    level = max(totals.values()) >= table.options[TARGET]
    note = f"Both sides stand at {max(totals.values()):,}, so another hand is played."
    return Settled(state, notes=(note,) if level else ())


def gains(table: Table[BagsHeld]) -> Gains:
    """Return the most that a hand can cost and give: a bid of all tricks, nils, and the penalty for bags.

    Both partners can bid all tricks, and miss them.
    """
    options = table.options
    nil = options[NIL] * (2 if sides_that_may_bid_blind(table) else 1)
    most = max(TRICK_POINTS * HAND + nil, 2 * nil)
    return Gains(-max(2 * TRICK_POINTS * HAND, most) - TRICK_POINTS * (options[BAGS] + HAND), most)


GAME = Game[BagsHeld](
    name="Spades",
    summary="Partners bid their tricks together, with spades always trump; the first side with 500 points wins.",
    kind="trick-taking",
    seats=PARTNERS,
    ending=replace(
        endings.ending_at_target("at 500 points"),
        settle=settle,
        # the play can also end with a side far below 0
        outlook=Outlook(gains, target=lambda table: 0 if table.options[LOSE_AT] else table.options[TARGET]),
    ),
    options=f.fields_of(TARGET, NIL, BLIND_RULE, NIL_TRICKS, BAGS, LOSE_AT, BREAKING),
    start=lambda setup: dict.fromkeys(setup.names, 0),
    scoring=Scoring(FIELDS, score, check, check_before=check_before, calls=calls),
    carry=(Notice("bags", lambda table: dict(table.state), counts_phrase("bags")),),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", lambda _: HAND, cards_each_text),
        Notice("may_blind", sides_that_may_bid_blind, names_phrase("may bid blind nil", "may bid blind nil")),
    ),
)
