"""The referee of Hearts: tricks and what they cost, when hearts may be led, the moon, and where cards are passed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, pretty, suit_of
from companion.cards.tricks import TrickOutcome, TrickRules, plain_suits
from companion.cards.turns import Stage, Turn, must_not_play
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, check_sum, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.situation import Verdict, WonTrick, one_deck, situation
from companion.core.referee import facts
from companion.core.referee.facts import BROKEN, FIRST
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import Reneges, SuitRules, TrickWorth
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import takers_of, tricks_of_each
from companion.core.words import counted, signed
from companion.games.hearts import scoring
from companion.games.hearts.scoring import ALL_POINTS, HEARTS, JACK, MOON, POINTS_FIRST, QUEEN, QUEEN_BREAKS, P

TWO, QUEEN_CARD, JACK_CARD = "2c", "Qs", "Jd"
DECK = standard_deck("the 52 cards of Hearts")


def hearts_in(cards: Iterable[str]) -> int:
    """Return how many of the cards are hearts."""
    return sum(suit_of(card) == "h" for card in cards)


def trick_costs(why: Reasons, options: Record, outcome: TrickOutcome) -> TrickWorth:
    """Explain which cards of a trick count points, and return a sentence and the outcome ``points`` for the verdict."""
    cards = [item.card for item in outcome.lying]
    lines = tuple(scoring.lines_of("", hearts_in(cards), QUEEN_CARD in cards, options[JACK] and JACK_CARD in cards))
    points = sum(line.points for line in lines)
    for line in lines:
        why.say(f"For {line.text}: {signed(line.points)}.", line.rule)
    text = f"It costs {counted(points, 'point')}." if points >= 0 else f"It takes {-points} points off."
    return TrickWorth(text if lines else "", {"points": points})


def is_thrown_first(turn: Turn, card: str) -> bool:
    """Return whether playing this card would throw a heart or the Q♠ on the first trick."""
    thrown = turn.stage.first and not turn.leads and not turn.follows(card)
    return thrown and (suit_of(card) == "h" or card == QUEEN_CARD)


TWO_LED = must_not_play(
    "two", lambda turn, card: turn.leads and turn.stage.first and card != TWO,
    "The 2♣ is led to the first trick, by whoever holds it.", P.play.first_lead, unless="does not hold it",
)  # fmt: skip
HEARTS_LED = must_not_play(
    "early", lambda turn, card: turn.leads and not turn.stage.broken and suit_of(card) == "h",
    "No heart is led before hearts are broken.", P.play.lead_hearts, P.play.broken,
)  # fmt: skip
THROWN = must_not_play("first", is_thrown_first, "No heart and no Q♠ is thrown on the first trick.", P.play.first_trick)


def rules(options: Record) -> TrickRules:
    """Return the rules of tricks under these options: what may be led or thrown when, and when hearts are broken."""
    duties = (TWO_LED, HEARTS_LED) if options[POINTS_FIRST] else (TWO_LED, HEARTS_LED, THROWN)
    return plain_suits(
        RANKS, *duties,
        after_card=lambda stage, play: stage._replace(broken=stage.broken or breaks_hearts(options, play.card)),
    )  # fmt: skip


def breaks_hearts(options: Record, card: str) -> bool:
    """Return whether this card breaks hearts, so that they may be led.

    Source: hearts/play.broken, hearts/play.queen-breaks.
    """
    return suit_of(card) == "h" or (card == QUEEN_CARD and options[QUEEN_BREAKS])


def give_all_points(why: Reasons, options: Record, given: Record, name: str) -> None:
    """Add the usual correction after a renege: all 26 points for the player who reneged, none for the others.

    Each correction is the difference from what the hand has scored as written down. If it is unknown what each player
    took, only say so.
    """
    took = _points_of_each(options, given)
    if not took:
        why.say("What each took is not known yet: write the hand down, then ask again for the corrections.")
        return
    shooter = next((each for each, points in took.items() if points == ALL_POINTS), "")
    scored = {line.name: line.points for line in scoring.moon_lines(options, tuple(took), shooter)} if shooter else took
    jack = "; the J♦ counts as ever" if options[JACK] else ""
    why.say(f"With all {ALL_POINTS} for {name} the others have none{jack}.")
    for each in took:
        wanted = ALL_POINTS if each == name else 0
        why.add_usual_effect(each, wanted - scored.get(each, 0), f"{name} reneged: all {ALL_POINTS}")


def _points_of_each(options: Record, given: Record) -> Mapping[str, int]:
    """Return the points of each player for hearts and the Q♠; empty if they are not known.

    They follow from the tricks if these have all 26 points, or else from the fact ``took``.
    """
    tricks = facts.tricks_of(given)
    took = {play.player: 0 for trick in tricks for play in trick}
    for trick in tricks:
        if len(trick) == scoring.SEATS:
            cards, winner = [play.card for play in trick], rules(options).outcome(trick, Stage()).winner.player
            took[winner] += hearts_in(cards) + scoring.QUEEN_POINTS * (QUEEN_CARD in cards)
    if sum(took.values()) == ALL_POINTS:
        return took
    return {**dict.fromkeys(took, 0), **given[TOOK]} if given.has(TOOK) else {}


def _entry_part(table: Any, tricks: Sequence[WonTrick], *_: Any) -> Mapping[str, Any]:
    """Return the part of the entry that the cards settle: the hearts of each, and who took the Q♠ and the J♦."""
    taken = takers_of(tricks)
    hearts = tricks_of_each(table.players, tricks, lambda trick: hearts_in(play.card for play in trick.plays))
    return {"hearts": hearts, "queen": taken.get(QUEEN_CARD), "jack": taken.get(JACK_CARD)}


TOOK = ask.count_of_each(
    "took", "Points taken", ALL_POINTS, aside=True,
    help="Hearts and the Q♠ of each; the usual correction follows from them.",
)  # fmt: skip


def _check_took(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the points taken, if given, add up to 26."""
    if given.has(TOOK):
        yield from check_sum(TOOK, "Points taken", given[TOOK], ALL_POINTS, f"a hand has {ALL_POINTS}")


def _points_taken(table: Any, entered: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the points that each took as the fact ``took``, if the entry has all 13 hearts and the Q♠."""
    given, queen = entered.get(HEARTS), entered.get(QUEEN)
    hearts = {name: count for name, count in given.items() if isinstance(count, int)} if isinstance(given, dict) else {}
    if queen not in table.players or sum(hearts.values()) != scoring.ALL_HEARTS:
        return {}
    return {TOOK: {name: hearts.get(name, 0) + scoring.QUEEN_POINTS * (name == queen) for name in table.players}}


PLAY = Tricks(
    most=scoring.SEATS, hand=scoring.HAND,
    decks=one_deck(DECK), rules=rules, length=lambda _: scoring.HAND, entry_part=_entry_part,
    by_suit=SuitRules(
        wins=(P.play.trick, P.need.ranks), off_suit=P.play.off_suit,
        lead=(P.play.lead,), follow=(P.play.follow, P.play.cannot_follow),
    ),
    reneges=Reneges(
        rules=(P.play.follow, P.penalties.renege_shown), penalty=P.penalties.renege,
        no_penalty="Tables differ about the penalty (commonly all 26 points)", usual=give_all_points,
        asks=(TOOK,), check=_check_took,
    ),
    worth=trick_costs,
    asks=(f.flag(FIRST, "First trick", help="It is the first trick of the hand."), f.flag(BROKEN, "Hearts broken")),
    stage=lambda given, stage: stage._replace(first=given[FIRST], broken=given[BROKEN]),
)  # fmt: skip


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Judge which cards may be played as usual, adding what holds for the 2♣ and for points on the first trick.

    Points are mentioned only if the hand cannot follow, and may throw them.
    """
    verdict, moment = PLAY.judge_legal(options, given), PLAY.hand_to_play(options, given)
    hand, turn = moment.hand, moment.turn
    led = [play.card for play in facts.trick_of(given[facts.PLAYS])[:1]]
    if turn.stage.first and led and led[0] != TWO:
        fault = f"The 2♣ is led to the first trick, not {pretty(led[0])}: it was out of turn, or this is a later trick."
        verdict = replace(verdict, because=(*verdict.because, fault), rules=(*verdict.rules, P.play.first_lead))
    thrown = [card for card in hand if is_thrown_first(turn, card)]
    if turn.leads and turn.stage.first and TWO not in hand:
        because = ("The hand does not hold the 2♣, which is led to the first trick.",)
        return replace(verdict, verdict="You do not lead: whoever holds the 2♣ does.", because=because)
    if not thrown or any(map(turn.follows, hand)) or not (options[POINTS_FIRST] or len(thrown) == len(hand)):
        return verdict
    text, rule = "Then we let any of them be played.", P.play.only_points
    if options[POINTS_FIRST]:
        text, rule = "At this table hearts and the Q♠ may be thrown on the first trick.", P.play.points_first
    return replace(verdict, because=(*verdict.because, text), rules=(rule, *verdict.rules))


@situation("broken", "May hearts be led yet?", (
    facts.tricks(DECK, scoring.HAND, scoring.SEATS).of(least=0, required=False),
), check=PLAY.check_tricks)  # fmt: skip
def _broken_hearts(options: Record, given: Record) -> Verdict:
    """Judge whether hearts may be led yet: after the first heart or, by an option, after the Q♠."""
    fallen = [(play, number) for number, trick in enumerate(facts.tricks_of(given), start=1) for play in trick]
    first, number = next((item for item in fallen if breaks_hearts(options, item[0].card)), (None, None))
    by_queen = first is not None and first.card == QUEEN_CARD
    queen_ignored = first is None and any(play.card == QUEEN_CARD for play, _ in fallen)
    why = Reasons(*([P.play.queen_breaks] if by_queen or queen_ignored else []))
    text = f"{first.player} played the {pretty(first.card)} in trick {number}." if first else "No heart has fallen."
    why.say(text, P.play.broken, P.play.lead_hearts)
    why.say("At this table the Q♠ breaks hearts, too.", when=by_queen)
    why.say("The Q♠ does not break hearts at this table.", when=queen_ignored)
    text = "Yes: hearts are broken." if first else "Not yet: lead another suit if you have one."
    return why.verdict(text, broken=first is not None, by=first.player if first else None, trick=number)


def _check_moon(options: Record, given: Record) -> Iterator[Problem]:
    """Check that all hearts are given for all four players, one of whom has the Q♠."""
    named = len(given[HEARTS])
    text = f"Give the hearts of all {scoring.SEATS} players, 0 for those who took none, not of {named}."
    yield from refuse(HEARTS, text, when=named != scoring.SEATS)
    yield from scoring.check_hearts(options, given)
    text = "Give the hearts of {name}, too, or name another player for the Q♠."
    yield from refuse_each(QUEEN, [given.who(QUEEN)], given[HEARTS], text)


@situation("moon", "Who shot the moon, and what does it give?", (HEARTS.of(required=True, sum=None, help=""), QUEEN),
    help="For the player who took all hearts and the Q♠.", check=_check_moon,
    offer=lambda _, entry: f"{name} took everything." if (name := scoring.shooter_of(entry)) else "")  # fmt: skip
def _moon(options: Record, given: Record) -> Verdict:
    """Judge who shot the moon, with all hearts and the Q♠, and what everybody scores."""
    shooter, lines, why = scoring.shooter_of(given), scoring.point_lines(options, given), Reasons()
    scores = {name: sum(line.points for line in lines if line.name == name) for name in given[HEARTS]}
    to = "points off their own total" if options[MOON] == "own" else "to each other player"
    most = max(given[HEARTS], key=lambda name: given[HEARTS][name])
    why.cite(*(line.rule for line in lines))
    why.say("The moon takes all hearts and the Q♠.", P.terms.moon)
    queen = " and" if most == given[QUEEN] else f", {given[QUEEN]}"
    why.say(f"{most} took {counted(given[HEARTS][most], 'heart')}{queen} the Q♠.")
    why.say("Other tables take the 26 off the total of that player.", when=shooter and options[MOON] != "own")
    shot = f"{shooter} shot the moon: {ALL_POINTS} {to}."
    text = shot if shooter else "Nobody shot the moon: each card counts as usual."
    return why.verdict(text, shooter=shooter or None, scores=scores)


ROUND = ask.count("round", "Round", least=1, required=True, help="The first is 1.")


@situation("pass", "Where are cards passed?", (ROUND,), known_facts=lambda table: {"round": table.number})
def _pass(_: Record, given: Record) -> Verdict:
    """Judge where cards are passed in a round: left, right, across, then nowhere, and so on."""
    number, to, why = given[ROUND], scoring.pass_direction(given[ROUND]), Reasons(P.deal.pass_turn)
    text = {"left": "pass to the left", "right": "pass to the right", "across": "pass across the table"}
    why.say("It goes left, right, across, then a round without passing, and so on.")
    return why.verdict(f"In round {number:,} {text[to]}." if to in text else f"Round {number:,}: no passing.", to=to)


SITUATIONS = (
    *PLAY.situations(legal={"judge": _judge_legal}, renege={"known_before": _points_taken}),
    _broken_hearts, _moon, _pass, out_of_turn_situation(P.play.turn, P.play.next_lead),
)  # fmt: skip
