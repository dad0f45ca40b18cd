"""The referee of Hearts: tricks and what they cost, when hearts may be led, the moon, and where cards are passed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, pretty, suit_of
from companion.cards.tricks import Duty, PlayedCard, Stage, TrickOutcome, Turn, barred
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.keys import Key, PerName
from companion.core.plain_tricks import (
    PlainTricks,
    TrickWorth,
    judge_legal,
    legal_situation,
    renege_situation,
    stage_of,
    trick_situation,
)
from companion.core.problems import Problem, adds_up
from companion.core.reasons import Reasons
from companion.core.situation import ByTricks, Verdict, Won, situation
from companion.core.turns import out_of_turn
from companion.core.words import counted, signed
from companion.games.hearts import scoring
from companion.games.hearts.scoring import ALL_POINTS, HEARTS, JACK, MOON, POINTS_FIRST, QUEEN, QUEEN_BREAKS

ROUND: Key[int] = Key("round")
TOOK: Key[PerName[int]] = Key("took")
TWO, QUEEN_CARD, JACK_CARD = "2c", "Qs", "Jd"
DECK = standard_deck("the 52 cards of Hearts")
NO_PENALTY = "Tables differ about the penalty (commonly all 26 points)"


def costs(options: Record, cards: Sequence[str]) -> Iterator[tuple[str, int, str]]:
    """What counts among cards: the rule, the points, and the cards in words."""
    hearts = sum(suit_of(card) == "h" for card in cards)
    if hearts:
        yield "hearts/scoring.hearts", hearts, counted(hearts, "heart")
    if QUEEN_CARD in cards:
        yield "hearts/scoring.queen", scoring.QUEEN_POINTS, "the Q♠"
    if JACK_CARD in cards and options[JACK]:
        yield "hearts/scoring.jack", scoring.JACK_POINTS, "the J♦"


def trick_costs(why: Reasons, options: Record, found: TrickOutcome) -> TrickWorth:
    """What the winner of a trick takes with it."""
    counts = tuple(costs(options, [item.card for item in found.lying]))
    points = sum(points for _, points, _ in counts)
    for rule, each, text in counts:
        why.say(f"For {text}: {signed(each)}.", rule)
    costs_told = f"It costs {counted(points, 'point')}." if points >= 0 else f"It takes {-points} points off."
    return TrickWorth(costs_told if counts else "", {"points": points})


def thrown_first(turn: Turn, card: str) -> bool:
    """Whether a card is a heart or the Q♠, thrown on the first trick."""
    thrown = turn.stage.first and not turn.leads and not turn.follows(card)
    return thrown and (suit_of(card) == "h" or card == QUEEN_CARD)


def duties(options: Record) -> tuple[Duty, ...]:
    """What is led to the first trick, and what is led or thrown too early."""
    two = barred(
        "two", lambda turn, card: turn.leads and turn.stage.first and card != TWO,
        "The 2♣ is led to the first trick, by whoever holds it.", "hearts/play.first-lead", unless="does not hold it",
    )  # fmt: skip
    led = barred(
        "early", lambda turn, card: turn.leads and not turn.stage.broken and suit_of(card) == "h",
        "No heart is led before hearts are broken.", "hearts/play.lead-hearts", "hearts/play.broken",
    )  # fmt: skip
    told = "No heart and no Q♠ is thrown on the first trick."
    thrown = barred("first", thrown_first, told, "hearts/play.first-trick")
    return (two, led) if options[POINTS_FIRST] else (two, led, thrown)


def breaks(options: Record, card: str) -> bool:
    """Whether hearts may be led after this card. Source: hearts/play.broken, hearts/play.queen-breaks."""
    return suit_of(card) == "h" or (card == QUEEN_CARD and options[QUEEN_BREAKS])


def all_to(why: Reasons, options: Record, given: Record, name: str) -> None:
    """All 26 to whoever reneged and none to the others, as corrections of what the round's entry gives."""
    tricks = facts.tricks_of(given)
    took = _taken(options, tricks)
    if not took and given.has(TOOK):
        took = {**{play.player: 0 for trick in tricks for play in trick}, **given[TOOK]}
    if not took:
        why.say("What each took is not known yet: write the hand down, then ask again for the corrections.")
        return
    shooter = next((each for each, points in took.items() if points == ALL_POINTS), "")
    gives = {line.name: line.points for line in scoring.moon_lines(options, tuple(took), shooter)} if shooter else took
    why.say(f"With all {ALL_POINTS} for {name} the others have none; the J♦ counts as ever.")
    for each in took:
        due = ALL_POINTS if each == name else 0
        why.usual(each, due - gives.get(each, 0), f"{name} reneged: all {ALL_POINTS}")


def _taken(options: Record, tricks: Sequence[Sequence[PlayedCard]]) -> dict[str, int]:
    """Hearts and the Q♠ of each in points; empty where not all of them lie in these tricks."""
    took = {play.player: 0 for trick in tricks for play in trick}
    for trick in tricks:
        cards = [play.card for play in trick]
        if len(cards) == scoring.SEATS:
            winner = PLAIN.rules(options).outcome(trick, Stage()).winner.player
            hearts = sum(suit_of(card) == "h" for card in cards)
            took[winner] += hearts + scoring.QUEEN_POINTS * (QUEEN_CARD in cards)
    return took if sum(took.values()) == ALL_POINTS else {}


PLAIN = PlainTricks(
    deck=DECK, order=RANKS, players=scoring.SEATS, hand=scoring.HAND, first=True, broken="Hearts broken",
    wins=("hearts/play.trick", "hearts/need.ranks"), off_suit="hearts/play.off-suit",
    lead=("hearts/play.lead",), follow=("hearts/play.follow", "hearts/play.cannot-follow"),
    renege=("hearts/play.follow", "hearts/penalties.renege-shown"), penalty="hearts/penalties.renege",
    no_penalty=NO_PENALTY, usual=all_to,
    duties=duties,
    after_card=lambda options: lambda stage, play: stage._replace(broken=stage.broken or breaks(options, play.card)),
    worth=trick_costs,
)  # fmt: skip


def _counted(table: Any, tricks: Sequence[Won], _: Mapping[str, int]) -> Mapping[str, Any]:
    """Hearts of each so far, and who took the Q♠ and the J♦ once they lie there."""
    taken = {play.card: trick.winner for trick in tricks for play in trick.plays}
    hearts = {name: sum(by == name and suit_of(card) == "h" for card, by in taken.items()) for name in table.players}
    return {"hearts": hearts, "queen": taken.get(QUEEN_CARD), "jack": taken.get(JACK_CARD)}


TOOK_FACT = f.count(
    TOOK, "Points taken", ALL_POINTS, per="player", aside=True,
    help="Hearts and the Q♠ of each; the usual correction follows from them.",
)  # fmt: skip


def _check_renege(options: Record, given: Record) -> Iterator[Problem]:
    """The tricks are possible, and all points are somebody's."""
    yield from RENEGE.check(options, given)
    if given.has(TOOK):
        yield from adds_up(TOOK, "Points taken", given[TOOK], ALL_POINTS, f"a hand has {ALL_POINTS}")


def _points_taken(table: Any, put_down: Mapping[str, Any]) -> Mapping[str, Any]:
    """What each took, where the round that is written down says it of all 13 hearts and of the Q♠."""
    given, queen = put_down.get(HEARTS), put_down.get(QUEEN)
    hearts = {name: count for name, count in given.items() if isinstance(count, int)} if isinstance(given, dict) else {}
    if queen not in table.players or sum(hearts.values()) != scoring.ALL_HEARTS:
        return {}
    return {TOOK: {name: hearts.get(name, 0) + scoring.QUEEN_POINTS * (name == queen) for name in table.players}}


TRICK = trick_situation(PLAIN, ByTricks(rules=PLAIN.rules, length=lambda _: scoring.HAND, counted=_counted))
LEGAL, RENEGE = legal_situation(PLAIN), renege_situation(PLAIN)


def _judge_legal(options: Record, given: Record) -> Verdict:
    """On the first trick an option may decide; and what a hand of points alone may play is our reading."""
    hand, turn = (
        given[facts.HAND],
        PLAIN.rules(options).turn(facts.trick_of(given[facts.PLAYS]), stage_of(PLAIN, given)),
    )
    thrown = [card for card in hand if thrown_first(turn, card)]
    free = bool(thrown) and not any(map(turn.follows, hand))
    rules = []
    if free and options[POINTS_FIRST]:
        rules = ["hearts/play.points-first"]
    elif free and len(thrown) == len(hand):
        rules = ["hearts/play.only-points"]
    verdict = judge_legal(PLAIN, options, given, *rules)
    not_yours = turn.leads and turn.stage.first and TWO not in hand
    if not_yours:
        told = ("The hand does not hold the 2♣, which is led to the first trick.",)
        return replace(verdict, verdict="You do not lead: whoever holds the 2♣ does.", because=told)
    return verdict


@situation("broken", "May hearts be led yet?", (
    facts.tricks(DECK, scoring.HAND, scoring.SEATS).of(least=0, required=False),
), check=RENEGE.check)  # fmt: skip
def _broken(options: Record, given: Record) -> Verdict:
    """The first heart breaks hearts; whether the Q♠ does, an option says."""
    fallen = [(play, number) for number, trick in enumerate(facts.tricks_of(given), start=1) for play in trick]
    first, number = next((item for item in fallen if breaks(options, item[0].card)), (None, None))
    why, by_queen = Reasons(), first is not None and first.card == QUEEN_CARD
    if by_queen or (not first and any(play.card == QUEEN_CARD for play, _ in fallen)):
        why.cite("hearts/play.queen-breaks")
    told = f"{first.player} played the {pretty(first.card)} in trick {number}." if first else "No heart has fallen."
    why.say(told, "hearts/play.broken", "hearts/play.lead-hearts")
    if by_queen:
        why.say("At this table the Q♠ breaks hearts, too.")
    elif not first and any(play.card == QUEEN_CARD for play, _ in fallen):
        why.say("The Q♠ does not break hearts at this table.")
    return why.verdict(
        "Yes: hearts are broken." if first else "Not yet: lead another suit if you have one.",
        broken=first is not None, by=first.player if first else None, trick=number,
    )  # fmt: skip


def _check_moon(options: Record, given: Record) -> Iterator[Problem]:
    """All four players, all hearts, and one of the four with the Q♠."""
    named, queen = len(given[HEARTS]), given.who(QUEEN)
    if named != scoring.SEATS:
        yield Problem(HEARTS, f"Give the hearts of all {scoring.SEATS} players, 0 for who took none, not of {named}.")
    yield from scoring.check_hearts(options, given)
    if queen not in given[HEARTS]:
        yield Problem(QUEEN, f"Give the hearts of {queen}, too, or name another player for the Q♠.", queen)


@situation("moon", "Who shot the moon, and what does it give?", (
    f.count(HEARTS, "Hearts", scoring.ALL_HEARTS, per="player", required=True),
    f.player(QUEEN, "Q♠", facts.WHOEVER, required=True, help="Who took the queen of spades."),
), help="For who took all hearts and the Q♠.", check=_check_moon,
    offered=lambda _, entry: f"{name} took everything." if (name := scoring.shooter_of(entry)) else "")  # fmt: skip
def _moon(options: Record, given: Record) -> Verdict:
    """All hearts and the Q♠ in one hand turn the round round."""
    shooter, lines, why = scoring.shooter_of(given), scoring.point_lines(options, given), Reasons()
    scores = {name: sum(line.points for line in lines if line.name == name) for name in given[HEARTS]}
    what = (
        f"{ALL_POINTS} points off their own total" if options[MOON] == "own" else f"{ALL_POINTS} to each other player"
    )
    most = max(given[HEARTS], key=lambda name: given[HEARTS][name])
    why.cite(*(line.rule for line in lines))
    why.say("The moon takes all hearts and the Q♠.", "hearts/terms.moon")
    queen = " and" if most == given[QUEEN] else f", {given[QUEEN]}"
    why.say(f"{most} took {counted(given[HEARTS][most], 'heart')}{queen} the Q♠.")
    told = f"{shooter} shot the moon: {what}." if shooter else "Nobody shot the moon: each card counts as usual."
    return why.verdict(told, shooter=shooter or None, scores=scores)


@situation("pass", "Where are cards passed?", (
    f.count(ROUND, "Round", minimum=1, required=True, help="The first is 1."),
), known=lambda table: {"round": table.number})  # fmt: skip
def _pass(_: Record, given: Record) -> Verdict:
    """Left, right, across, and a round without passing."""
    number, to, why = given[ROUND], scoring.pass_of(given[ROUND]), Reasons("hearts/deal.pass-turn")
    told = {"left": "pass to the left", "right": "pass to the right", "across": "pass across the table"}
    why.say("It goes left, right, across, then a round without passing, and so on.")
    return why.verdict(f"In round {number:,} {told[to]}." if to in told else f"Round {number:,}: no passing.", to=to)


SITUATIONS = (
    TRICK, replace(LEGAL, judge=_judge_legal),
    replace(
        RENEGE, check=_check_renege, known_before=_points_taken,
        facts=lambda options: (*RENEGE.facts(options), TOOK_FACT),
    ),
    _broken, _moon, _pass, out_of_turn("hearts/play.turn", "hearts/play.next-lead"),
)  # fmt: skip
