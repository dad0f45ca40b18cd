"""The referee of Spades: tricks, when spades may be led, blind nils, bags, what a hand scores, and who has won."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, pretty, suit_of
from companion.cards.tricks import TrickRules, plain_suits
from companion.cards.turns import must_not_play
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.ranking import leaders
from companion.core.game.situation import SubjectFacts, Suggestion, Verdict, one_deck, situation
from companion.core.game.table import Line, Table, totals_with
from companion.core.play.fold import Round
from companion.core.referee import facts
from companion.core.referee.facts import BROKEN, PLAYERS, TOTALS
from companion.core.referee.ready_situations import offer_when_scored, score_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import Reneges, SuitRules
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import count_tricks
from companion.core.words import counted, figure, listed, signed
from companion.games.spades import scoring
from companion.games.spades.scoring import BAGS, BLIND_RULE, BREAKING, HAND, LOSE_AT, TARGET, P

SEATS, MOST_TOTAL, MOST_BAGS = 4, 100_000, 999
DECK = standard_deck("the 52 cards")
SPADES_LED = must_not_play(
    "early", lambda turn, card: turn.leads and not turn.stage.broken and suit_of(card) == "s",
    "No spade is led before spades are broken.", P.play.lead_spades, P.play.broken,
)  # fmt: skip


def rules(options: Record) -> TrickRules:
    """Return the rules of tricks: spades are trump, and they may only be led once broken if the table plays that."""
    return plain_suits(
        RANKS, *((SPADES_LED,) if options[BREAKING] else ()), trump="s",
        after_card=lambda stage, play: stage._replace(broken=stage.broken or suit_of(play.card) == "s"),
    )  # fmt: skip


PLAY = Tricks(
    most=SEATS, hand=HAND, decks=one_deck(DECK), rules=rules, length=lambda _: HAND, entry_part=count_tricks,
    by_suit=SuitRules(
        wins=(P.play.highest, P.need.ranks), trump_wins=(P.play.trump,), off_suit=P.play.off_suit,
        lead=(P.play.lead,), follow=(P.play.follow, P.play.cannot_follow),
    ),
    reneges=Reneges(
        rules=(P.play.follow, P.penalties.renege_shown), penalty=P.penalties.renege,
        no_penalty="Tables differ about the penalty",
    ),
    asks=(f.flag(BROKEN, "Spades broken"),),
    stage=lambda given, stage: stage._replace(broken=given[BROKEN]),
)  # fmt: skip


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Judge which cards may be played; cite the rule on leading spades if the table allows them at any time.

    It is cited only where spades would otherwise be barred.
    """
    verdict, moment = PLAY.judge_legal(options, given), PLAY.hand_to_play(options, given)
    hand, turn = moment.hand, moment.turn
    is_early = turn.leads and not turn.stage.broken and len({suit_of(card) == "s" for card in hand}) == 2
    free = is_early and not options[BREAKING]
    return replace(verdict, rules=(P.play.lead_spades, *verdict.rules)) if free else verdict


@situation("broken", "May spades be led yet?", (facts.tricks(DECK, HAND, SEATS).of(least=0, required=False),),
    check=PLAY.check_tricks)  # fmt: skip
def _broken_spades(options: Record, given: Record) -> Verdict:
    """Judge whether spades may be led yet: they are broken by the first spade that is played."""
    fallen = [(play, number) for number, trick in enumerate(facts.tricks_of(given), start=1) for play in trick]
    first, number = next((item for item in fallen if suit_of(item[0].card) == "s"), (None, None))
    why = Reasons(P.play.broken, P.play.lead_spades)
    why.say(f"{first.player} played the {pretty(first.card)} in trick {number}." if first else "No spade was played.")
    text = "Yes: spades are broken." if first else "Not yet: lead another suit if you have one."
    if not first and not options[BREAKING]:
        text = "Yes: at this table spades may be led at any time."
    return why.verdict(text, broken=first is not None, by=first.player if first else None, trick=number)


OWN = ask.points(
    "total", "Own points", MOST_TOTAL, required=True, help="Of the side that wants to bid it, before the hand."
)
OTHER = ask.points("other", "Other side's points", MOST_TOTAL, required=True, help="Before the hand.")


def _totals_of(table: Any, _: Mapping[str, Any], side: str) -> Mapping[str, Any]:
    """Return the totals of a side and of the other one, as facts."""
    return {OWN: table.totals[side], OTHER: table.totals[next(name for name in table.names if name != side)]}


def _offer_blind(table: Any, entry: Record) -> Suggestion:
    """Suggest asking whether the first player who bid blind nil was allowed to."""
    name = next(iter(entry[scoring.BLIND]), None)
    return (f"{name} bid blind nil.", _totals_of(table, {}, table.setup.holders[name])) if name else ""


@situation("blind", "May a side bid blind nil?", (OWN, OTHER),
    subject_facts=SubjectFacts(key="side", label="Side", facts=_totals_of), offer_before=_offer_blind)  # fmt: skip
def _blind(options: Record, given: Record) -> Verdict:
    """Judge whether a side may bid blind nil: if it is far enough behind, always or never, as the table plays."""
    rule, behind = options[BLIND_RULE], max(0, given[OTHER] - given[OWN])
    allowed = rule == "always" or (rule == "behind" and behind >= scoring.BEHIND)
    why = Reasons(P.play.blind_nil)
    why.say(f"The side is {counted(behind, 'point')} behind." if behind else "The side is not behind.")
    who = {"always": "anybody", "never": "nobody"}.get(str(rule))
    needed = f"It has to be {scoring.BEHIND} points behind or more."
    why.say(f"At this table {who} may bid blind nil." if who else needed)
    text = "Yes, a blind nil may be bid" if allowed else "No, a blind nil may not be bid"
    return why.verdict(f"{text}.", allowed=allowed, behind=behind)


HELD = ask.count("bags", "Bags", required=True, help="Before the hand.")
BAGS_OF = ask.count_of_each("bags", "Bags", MOST_BAGS, per="side", aside=True, help="Before the hand.")
NEW = ask.count("new", "New bags", HAND, required=True, help="Of this hand.")


def _most_bags(options: Record) -> int:
    """Return the most bags that a side can carry."""
    return options[BAGS] - 1 if options[BAGS] else MOST_BAGS


@situation("bags", "What do bags cost?", lambda options: f.fields_of(HELD.of(most=_most_bags(options)), NEW),
    subject_facts=SubjectFacts(
        key="side", label="Side", facts=lambda table, _, side: {"bags": table.state[side]}))  # fmt: skip
def _bags(options: Record, given: Record) -> Verdict:
    """Judge what new bags give: a point each, and a penalty as soon as there are too many."""
    before, new = given[HELD], given[NEW]
    penalty, left = scoring.count_bags(before, new, options)
    points, why = new - penalty, Reasons(P.scoring.bags, P.scoring.bag_penalty)
    why.say(f"{counted(new, 'new bag')}: {signed(new)}.")
    why.say(f"With {before} from before that makes {before + new}: −{penalty}.", when=penalty)
    why.say("At this table bags cost nothing.", when=not options[BAGS])
    text = f"That gives {counted(points, 'point')}" if points >= 0 else f"That costs {counted(-points, 'point')}"
    after = f"{counted(left, 'bag')} {'is' if left == 1 else 'are'} carried on" if left else "no bag is carried on"
    return why.verdict(f"{text}; {after}.", points=points, penalty=penalty, bags=left)


def _table_as_given(table: Table[Any], given: Record) -> Table[Any]:
    """Return the table with the given bags, and with blind nils allowed, as the totals are not known here."""
    is_behind = table.options[BLIND_RULE] == "behind"
    options = table.options.with_value(BLIND_RULE, "always") if is_behind else table.options
    return replace(table, setup=replace(table.setup, options=options), state=given[BAGS_OF])


def _offer_score(table: Any, _: Record, lines: Sequence[Line]) -> Suggestion:
    """Suggest asking what the hand scores if a side is set or pays for its bags."""
    text = [f"{line.name} are set." for line in lines if line.rule == P.scoring.set]
    text += [f"{line.name} pay for their bags." for line in lines if line.rule == P.scoring.bag_penalty]
    return (" ".join(text), {"bags": dict(table.state)}) if text else ""


@score_situation("What does the hand score?", scoring.GAME,
    lambda options: (BAGS_OF.of(most=_most_bags(options)), *scoring.FIELDS.facts(options)), _offer_score,
    begun=_table_as_given)  # fmt: skip
def _score(why: Reasons, options: Record, given: Record, result: Round[Any]) -> Verdict:
    """Judge what each side scores in a hand, whether it made its bid, and the bags it carries on."""
    results = tuple(scoring.side_results(given[PLAYERS], tuple(result.scores), given))
    made = {item.side: item.is_made(options) if item.bid else None for item in results}
    why.cite(P.scoring.nil_tricks, when=any(nil.taken for item in results for nil in item.nils))
    why.say_lines(result.lines)
    free = not options[BAGS] and any(result.table.state.values())
    why.say("At this table bags cost nothing.", P.scoring.bag_penalty, when=free)
    scores = [f"{side} {signed(points)}" for side, points in result.scores.items()]
    return why.verdict(f"{listed(scores)}.", scores=dict(result.scores), made=made, bags=dict(result.table.state))


def _check_win(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the totals of exactly two sides are given."""
    if len(given[TOTALS]) != 2:
        yield Problem(TOTALS, f"Give the points of both sides, not of {len(given[TOTALS])}.")


def _offer_win(table: Any, _: Record, lines: Sequence[Line]) -> Suggestion:
    """Suggest asking whether a side has won if a hand brings one to the target."""
    totals = totals_with(table.totals, lines)
    over = [side for side, total in totals.items() if total >= table.options[TARGET]]
    return (f"{listed(over)} would stand at {table.options[TARGET]} or more.", {"totals": totals}) if over else ""


@situation("win", "Has a side won?", (
    facts.totals("Points", MOST_TOTAL, per="side", help="As they stand after the hand."),
), check=_check_win, offer=offer_when_scored(scoring.GAME.scoring, _offer_win))  # fmt: skip
def _win(options: Record, given: Record) -> Verdict:
    """Judge whether a side has won: the higher total wins once a side has reached the target or has lost."""
    totals, target, why = given[TOTALS], options[TARGET], Reasons(P.ending.target)
    winner = scoring.winner_of(totals, options)
    stand = listed(f"{side} stand at {figure(total)}" for side, total in totals.items())
    why.say(f"{stand}; the target is {target}.")
    why.say(f"A side at −{options[LOSE_AT]} or less has lost.", P.ending.lost, when=options[LOSE_AT])
    why.say("With level totals nobody wins: another hand is played.", P.ending.level, when=len(leaders(totals)) > 1)
    why.say("The higher total wins.", P.ending.higher, when=winner)
    text = f"{winner} win with {figure(totals[winner])}." if winner else "Nobody has won yet: the game goes on."
    return why.verdict(text, over=winner is not None, winner=winner)


SITUATIONS = (
    *PLAY.situations(legal={"judge": _judge_legal}), _broken_spades, _blind, _bags, _score, _win,
    out_of_turn_situation(P.play.lead),
)  # fmt: skip
