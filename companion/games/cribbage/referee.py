"""The referee of Cribbage: what a hand counts, what a card pegs, and who is out first."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty, side_by_side
from companion.core.common.endings import TARGET
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.ranking import leaders
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.play.fold import Round
from companion.core.referee import facts
from companion.core.referee.facts import CARD, CARDS, COUNT, DEALER, PLAYER, PLAYS, TOTAL, TOTALS
from companion.core.referee.facts import HAND as HELD
from companion.core.referee.ready_situations import score_situation
from companion.core.referee.reasons import Reasons
from companion.core.words import counted, listed, signed
from companion.games.cribbage import scoring
from companion.games.cribbage.counting import (
    HIGHEST,
    PAIR_POINTS,
    Combination,
    combinations_of,
    last_in_a_row,
    last_of_one_rank,
    pips,
    place_of,
)
from companion.games.cribbage.race import count_in_order
from companion.games.cribbage.scoring import CRIB_FLUSH, MOST_COUNTED, MUGGINS, SKUNK, P

DECK = standard_deck("the 52 cards")
IN_HAND, MOST_IN_COUNT = 4, 12
KINDS = {"fifteens": "Fifteen", "pairs": "Pairs", "runs": "Runs", "flush": "A flush", "nobs": "His nobs"}

STARTER = ask.card("starter", "Starter", DECK, required=True)
IS_CRIB = ask.flag("crib", "It is the crib")
FOUR_CARDS = f.cards(CARDS, "Cards", DECK, IN_HAND, IN_HAND, required=True, help="Of the hand or of the crib.")
COUNTED = (FOUR_CARDS, STARTER, IS_CRIB)


# What do cards count?


def _check_starter(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the starter is not among the cards."""
    if given[STARTER] in given[CARDS]:
        yield Problem(STARTER, f"{pretty(given.who(STARTER))} is among the cards already.")


def _counted_points(options: Record, given: Record) -> tuple[Reasons, tuple[Combination, ...]]:
    """Return the reasons, with a step for each combination, and all combinations of the cards."""
    cards, starter, is_crib, why = given[CARDS], given.who(STARTER), given[IS_CRIB], Reasons()
    combinations = combinations_of(cards, starter, flush_of_four=not is_crib or options[CRIB_FLUSH])
    for each in combinations:
        why.say(f"{KINDS[each.kind]}: {side_by_side(each.cards)}, {each.points}.", f"cribbage/scoring.{each.kind}")
        of_four = each.kind == "flush" and is_crib and len(each.cards) == IN_HAND
        why.say("At this table four of a suit are a flush in the crib, too.", P.scoring.crib_flush, when=of_four)
    with_flush = combinations_of(cards, starter, flush_of_four=True)
    text = "Four of a suit are no flush in the crib; the starter must be of it, too."
    why.say(text, P.scoring.crib_flush, when=len(with_flush) > len(combinations))
    text = "There is no fifteen, pair, run or flush in it."
    why.say(text, *(f"cribbage/scoring.{kind}" for kind in KINDS), when=not combinations)
    return why, combinations


@situation("count", "How much does a hand or the crib count?", COUNTED, check=_check_starter)
def _count(options: Record, given: Record) -> Verdict:
    """Judge how many points a hand or a crib counts."""
    why, combinations = _counted_points(options, given)
    of_kind: dict[str, Any] = {kind: sum(each.points for each in combinations if each.kind == kind) for kind in KINDS}
    points = sum(of_kind.values())
    return why.verdict(f"It counts {points}.", points=points, **of_kind)


# Was something overlooked?


POINTS_CLAIMED = ask.count("claimed", "Pegged by its owner", MOST_COUNTED, required=True)


@situation("muggins", "Was something overlooked?", (*COUNTED, POINTS_CLAIMED), check=_check_starter)
def _muggins(options: Record, given: Record) -> Verdict:
    """Judge whether points were overlooked: compare what the cards count with what was pegged."""
    why, combinations = _counted_points(options, given)
    points, pegged = sum(each.points for each in combinations), given[POINTS_CLAIMED]
    overlooked, too_many = max(0, points - pegged), max(0, pegged - points)
    missed = overlooked if options[MUGGINS] else 0
    why.say(f"The cards count {points}, and their owner pegged {pegged}.", P.scoring.muggins)
    why.say("The pegs go back by what was too much, commonly without a fine.", P.penalties.too_many, when=too_many)
    message = "No: it was counted right."
    if too_many:
        message = f"{too_many} too many: the pegs go back by {too_many}."
    elif overlooked:
        then = f": whoever says so first pegs {missed}." if missed else ", and lost."
        message = f"{counted(overlooked, 'point')} overlooked{then}"
    return why.verdict(message, points=points, missed=missed, too_many=too_many)


# What does the card peg?


def _check_peg(_: Record, given: Record) -> Iterator[Problem]:
    """Check that nobody plays more than four cards, no card is there twice, and the count stays within 31."""
    rows = given[PLAYS]
    played = [row.who(CARD) for row in rows]
    yield from facts.check_cards(PLAYS, DECK, played)
    numbers = Counter(row.who(PLAYER) for row in rows)
    if len(numbers) > scoring.MOST_PLAYERS:
        yield Problem(PLAYS, f"Three play at most, and here are cards of {listed(numbers)}.")
    for name, number in numbers.items():
        if number > IN_HAND:
            yield Problem(PLAYS, f"{name} has {IN_HAND} cards and cannot have played {number}.", name)
    total = sum(map(pips, played))
    yield from refuse(PLAYS, f"The count would be {total}; it never passes {HIGHEST}.", when=total > HIGHEST)


PLAYED = facts.plays(DECK, MOST_IN_COUNT).of(label="Cards played", help="In order, since the count last began at 0.")


LAST = ask.flag("last", "Nobody can add a card to it")


@situation("peg", "What does the last card peg?", (PLAYED, LAST), check=_check_peg)
def _peg(_: Record, given: Record) -> Verdict:
    """Judge what the last card pegs: fifteen, thirty-one, pairs, a run, and a go."""
    played, player = [row.who(CARD) for row in given[PLAYS]], given[PLAYS][-1].who(PLAYER)
    total, same, run = sum(map(pips, played)), last_of_one_rank(played), last_in_a_row(played)
    pegged: dict[str, Any] = {
        "fifteen": 2 * (total == 15), "thirty_one": 2 * (total == HIGHEST), "pairs": PAIR_POINTS.get(same, 0),
        "run": run, "go": int(given[LAST] and total != HIGHEST),
    }  # fmt: skip
    why = Reasons(P.play.count)
    why.say(f"The count is {total}.")
    why.say("Fifteen gives 2.", P.play.fifteen, when=pegged["fifteen"])
    why.say("Thirty-one gives 2.", P.play.thirty_one, when=pegged["thirty_one"])
    why.say(f"The last {same} are of one rank: {pegged['pairs']}.", P.play.pairs, when=pegged["pairs"])
    why.say(f"The last {run} are in a row: {run}.", P.play.runs, when=run)
    why.say("Nobody can add a card: 1.", P.play.go, P.play.last_card, when=pegged["go"])
    points = sum(pegged.values())
    nothing = "It makes no fifteen, no pair and no run of the last cards."
    why.say(nothing, P.play.fifteen, P.play.pairs, P.play.runs, when=not points)
    return why.verdict(f"{player} pegs {points or 'nothing'}.", count=total, points=points, **pegged)


# Is it a go?


@situation("go", "Must a card be played, or is it a go?", (
    facts.hand(DECK, IN_HAND),
    f.count(COUNT, "Count", HIGHEST - 1, help="Before the card."),
))  # fmt: skip
def _go(_: Record, given: Record) -> Verdict:
    """Judge whether it is a go, and which cards can be played without passing 31."""
    legal, why = [card for card in given[HELD] if given[COUNT] + pips(card) <= HIGHEST], Reasons(P.play.go)
    why.say(f"The count is {given[COUNT]}, so a card may add {HIGHEST - given[COUNT]} at most.", P.play.count)
    why.say("A player who has a card that fits must play one.", P.play.go, when=legal)
    text = f"{side_by_side(legal)} can be played; one must be." if legal else "It is a go: no card fits."
    return why.verdict(text, legal=legal, go=not legal)


# Who is out first?


def _offer_score(table: Any, entry: Record, _: object) -> Suggestion:
    """Suggest asking who is out first if points came too late to count."""
    found = count_in_order(table, scoring.lines_in_counting_order(table, entry))
    return f"{found.out} is out first." if found.late else ""


@score_situation("Who is out first, and what does the deal score?", scoring.GAME, lambda options: (
    DEALER,
    f.count(TOTALS, "Holes before the deal", options[TARGET] - 1, per="player", required=True),
    *(field.of(either="") for field in scoring.fields.facts(options)[:-1]),
), _offer_score)  # fmt: skip
def _score(why: Reasons, options: Record, given: Record, result: Round[Any]) -> Verdict:
    """Judge what each player scores in counting order, and who is out with which points."""
    before = replace(result.table, dealer=result.dealer, totals=given[TOTALS])
    spare = count_in_order(before, scoring.lines_in_counting_order(before, result.entry)).spare
    why.say_lines(result.lines)
    why.say_all(result.notes)
    why.cite(P.scoring.order)
    out = result.table.winners[0] if result.table.over else None
    out_by = result.lines[-1].rule.removeprefix("cribbage/scoring.") if out else None
    text = f"{out} is out and wins." if out else "Nobody is out."
    ours = []
    if out_by == "heels":
        why.say("Any point can take a player out; some tables see it otherwise.", P.ending.any_point)
        ours.append("that the heels take a player out")
    if spare:
        why.say("The last hole need not be reached exactly; some tables see it otherwise.", P.ending.exact)
        ours.append("that the last hole need not be reached exactly")
    rests = f"The count is by the rules; {listed(ours)} {'is' if len(ours) == 1 else 'are'} our answer" if ours else ""
    scores = listed(f"{name} {signed(points)}" for name, points in result.scores.items())
    outcome: dict[str, Any] = {"scores": dict(result.scores), "totals": dict(result.totals), "out": out, "at": out_by}
    return why.verdict(f"{scores}. {text}", rests=rests, **outcome)


# Is the loser skunked?


@situation("skunk", "Is the loser skunked?",
    lambda options: (f.count(TOTAL, "Hole of the loser", options[TARGET] - 1, required=True),))  # fmt: skip
def _skunk(options: Record, given: Record) -> Verdict:
    """Judge whether a loser is skunked: more than 30 holes short of the target, or doubly with more than 60."""
    kind, short, why = scoring.skunk_of(options, given[TOTAL]), options[TARGET] - given[TOTAL], Reasons()
    why.say(f"The loser is {counted(short, 'hole')} short of {options[TARGET]}.", P.ending.skunk)
    has_double = options[SKUNK] == "double" and options[TARGET] == scoring.FULL_GAME
    limits = f"More than 30 is a skunk, {'and more than 60 a double one' if has_double else 'and none is double here'}."
    why.say("Skunks do not count at this table." if options[SKUNK] == "none" else limits)
    text = {"skunk": "Yes: a skunk.", "double": "Yes: a double skunk.", None: "No: it is an ordinary loss."}
    return why.verdict(text[kind], skunk=kind)


# Who deals first?


def _check_cuts(_: Record, given: Record) -> Iterator[Problem]:
    """Check that two or three players cut different cards."""
    yield from refuse(CUTS, f"Two or three players cut, not {len(given[CUTS])}.", when=not 2 <= len(given[CUTS]) <= 3)
    yield from facts.check_cards(CUTS, DECK, (card for card in given[CUTS].values() if card))


CUTS = ask.card_of_each("cuts", "Cards cut", DECK, required=True)


@situation("cut", "Who deals first?", (CUTS,), check=_check_cuts)
def _cut(_: Record, given: Record) -> Verdict:
    """Judge who deals first: the player with the lowest card; players who are level cut again."""
    cuts = {name: card for name, card in given[CUTS].items() if card}
    first = leaders({name: place_of(card) for name, card in cuts.items()}, "low")
    why = Reasons(P.deal.first)
    why.say(f"{listed(f'{name} cut {pretty(card)}' for name, card in cuts.items())}.")
    if len(first) == 1:
        why.say("The lowest card deals first, and the ace is the lowest.")
        return why.verdict(f"{first[0]} deals first.", dealer=first[0], again=[])
    why.say(f"{listed(first)} share the lowest rank.")
    return why.verdict(f"{listed(first)} cut again.", dealer=None, again=list(first))


SITUATIONS = (_count, _peg, _go, _muggins, _score, _skunk, _cut)
