"""The referee of Polignac: tricks and the jacks in them, the pack by the number of players, the count, and the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUITS, pretty, rank_of
from companion.cards.tricks import TrickOutcome, plain_suits
from companion.core.common import endings
from companion.core.data_files import read_toml
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.ranking import leaders
from companion.core.game.situation import Suggestion, Verdict, WonTrick, one_deck, situation
from companion.core.game.table import Line, totals_with
from companion.core.referee.facts import CAPTURED, COUNT, SEATS, TOTALS
from companion.core.referee.ready_situations import Case, case_situation, offer_when_scored
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import GivenCards, Reneges, SuitRules, TrickWorth, cards_text
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import takers_of
from companion.core.words import counted, listed, wins, with_verb
from companion.games.polignac import scoring
from companion.games.polignac.scoring import (
    FEWEST,
    JACK_COUNT,
    JACKS,
    LIMIT,
    MOST,
    TAKER,
    P,
    hand_size,
    lines_of,
    pack_size,
)

CASES = read_toml(__package__, "cases.toml")
ORDER = ("K", "Q", "J", "A", "10", "9", "8", "7")
"""The ranks, from high to low. Source: polignac/play.ranks."""

DECK = standard_deck("the 32 cards of Polignac", ranks=ORDER)
RULES = plain_suits(ORDER)
JACK_CARDS = tuple(f"J{suit}" for suit in SUITS)
POLIGNAC = "Js"
FOUR, BLACK_SEVENS = 4, ("7s", "7c")
"""With four players, and only then, the black 7s are in the pack. Source: polignac/need.black-sevens."""

MOST_TOTAL = 1000
MOST_CARDS = hand_size(FEWEST)


def jacks_in(cards: Sequence[str]) -> tuple[int, bool]:
    """Return how many jacks other than the Polignac are among these cards, and whether the Polignac is."""
    return sum(rank_of(card) == "J" and card != POLIGNAC for card in cards), POLIGNAC in cards


def _worth(why: Reasons, _: Record, outcome: TrickOutcome) -> TrickWorth:
    """Explain what the jacks in a trick cost its winner, and return a sentence and the outcome for the verdict."""
    jacks, polignac = jacks_in([item.card for item in outcome.lying])
    lines = tuple(lines_of("", jacks, polignac))
    points = sum(line.points for line in lines)
    for line in lines:
        why.say(f"For {line.text}: {counted(line.points, 'point')}.", line.rule)
    why.say("No jack lies in the trick.", when=not lines)
    text = f"It costs {counted(points, 'point')}." if lines else ""
    return TrickWorth(text, {"jacks": jacks, "polignac": polignac, "points": points})


def _entry_part(table: Any, tricks: Sequence[WonTrick], *_: Any) -> Mapping[str, Any]:
    """Return the fields that the tricks settle: the jacks of each player so far, and who captured the Polignac."""
    taken = takers_of(tricks)
    jacks = [taken.get(card) for card in JACK_CARDS if card != POLIGNAC]
    return {"jacks": {name: jacks.count(name) for name in table.players}, "polignac": taken.get(POLIGNAC)}


# The cards of one table.


def _check_possible_hands(seen: GivenCards) -> Iterator[Problem]:
    """Check that some number of players can have hands this large, and that the black 7s are in their pack."""
    seats = seen.given[SEATS] if seen.given.has(SEATS) else None
    known = (seats,) if seats else range(max(seen.players, FEWEST), MOST + 1)
    able = [players for players in known if hand_size(players) >= seen.held]
    if not able:
        each = f"{seen.players} players each is dealt {hand_size(seen.players)} cards"
        yield Problem(seen.key, f"With {each}, not {seen.held}.")
        return
    sevens = [card for card in BLACK_SEVENS if card in seen.cards]
    if sevens and FOUR not in able:
        are_in = with_verb(map(pretty, sevens), "is", "are")
        yield Problem(seen.key, f"{are_in} in the pack with {FOUR} players only, not with {able[0]}.")


PLAY = Tricks(
    fewest=FEWEST, most=MOST, hand=MOST_CARDS, decks=one_deck(DECK), rules=lambda _: RULES,
    length=lambda table: hand_size(len(table.players)), entry_part=_entry_part,
    cards_left_out=lambda players, _: frozenset(() if players == FOUR else BLACK_SEVENS),
    by_suit=SuitRules(
        wins=(P.play.trick, P.play.ranks), off_suit=P.play.off_suit, lead=(P.play.lead,), follow=(P.play.following,),
    ),
    reneges=Reneges(rules=(P.play.following, P.penalties.shown), penalty=P.penalties.following),
    worth=_worth, check=_check_possible_hands,
)  # fmt: skip


# Which cards go out of the pack?


@case_situation(CASES, "deck", known_facts=lambda table: {"count": len(table.players)})
def _deck(_: Record, given: Record) -> Case:
    """Return the case of a number of players: the 2s to 6s go out of the pack, and the black 7s unless four play."""
    count = given[COUNT]
    pack = DECK.copies.keys() - PLAY.cards_left_out(count, ())
    remove = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in pack]
    size = {"cards": pack_size(count), "each": hand_size(count)}
    return Case("four" if count == FOUR else "not four", size, {"remove": remove, **size})


# What do the jacks captured count?


def _check_points(_: Record, given: Record) -> Iterator[Problem]:
    """Check that somebody has captured something, and that these can be the cards of one table."""
    captured = given[CAPTURED]
    yield from refuse(CAPTURED, "Say what at least one player has captured.", when=not captured)
    if len(captured) > MOST:
        yield Problem(CAPTURED, f"These are {len(captured)} players, but at most {MOST} play.")
        return
    cards = tuple(card for cards in captured.values() for card in cards)
    yield from _check_possible_hands(GivenCards(CAPTURED, given, players=len(captured), held=1, cards=cards))


def _scores_text(scores: Mapping[str, int]) -> str:
    """Return a sentence on who gets how many points, and who gets none."""
    got = [f"{name} gets {counted(points, 'point')}" for name, points in scores.items() if points]
    none = [name for name, points in scores.items() if not points]
    nothing = with_verb(none, "gets none", "get none") if none else ""
    return f"{'; '.join(part for part in (listed(got), nothing) if part)}."


def _lines_text(lines: Sequence[Line]) -> str:
    """Describe what a player captured, with the points: ``2 jacks for 2 points``."""
    return listed(f"{line.text} for {counted(line.points, 'point')}" for line in lines) or "no jack"


def _offer_points(_: Any, entry: Record) -> Suggestion:
    """Suggest this question if the jacks do not add up, or one player has all of them, who is then filled in."""
    jacks, taker = entry[JACKS], entry[TAKER] or ""
    known = {"captured": {taker: list(JACK_CARDS)}} if jacks.get(taker) == JACK_COUNT else {}
    if sum(jacks.values()) != JACK_COUNT:
        return f"The jacks add up to {sum(jacks.values())}, and {JACK_COUNT} are captured beside the Polignac.", known
    return (f"{taker} captured all four jacks.", known) if known else ""


@situation("points", "What do the jacks captured count?", (f.cards(CAPTURED, "Captured", DECK, per="player"),),
    help="Cards of the tricks that each has taken: the jacks are enough.",
    check=_check_points, offer=_offer_points)  # fmt: skip
def _points(_: Record, given: Record) -> Verdict:
    """Judge what captured jacks cost each player, and which jacks are missing from the lists."""
    captured, why = given[CAPTURED], Reasons()
    taken = {name: jacks_in(cards) for name, cards in captured.items()}
    lines = {name: tuple(lines_of(name, *jacks_taken)) for name, jacks_taken in taken.items()}
    scores = {name: sum(line.points for line in own) for name, own in lines.items()}
    owners = {card: name for name, cards in captured.items() for card in cards if card in JACK_CARDS}
    missing = [card for card in JACK_CARDS if card not in owners]
    rules_met = {line.rule for own in lines.values() for line in own}
    why.cite(*(rule for rule in (P.scoring.jacks, P.scoring.polignac) if rule in rules_met))
    why.say_all(f"{name} captured {_lines_text(own)}." for name, own in lines.items())
    verdict = _scores_text(scores)
    if missing:
        what = "it lies" if len(missing) == 1 else "they lie"
        verdict = f"{verdict} Somebody has {cards_text(missing)} as well: {what} in nobody's list."
        if not owners:
            verdict = f"There is no jack in these cards: {cards_text(missing)} lie in somebody's pile."
        why.say("All four jacks are captured in every hand, 5 points together.", P.scoring.missing)
    else:
        like = "are 5 points like any others" if len(set(owners.values())) == 1 else "are there, 5 points together"
        why.say(f"All four jacks {like}.")
    why.cite(P.scoring.all_captured, P.scoring.capture)
    jacks = {name: number for name, (number, _) in taken.items()}
    return why.verdict(verdict, jacks=jacks, polignac=owners.get(POLIGNAC), scores=scores, missing=missing)


# Is the play over?


def _check_end(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the totals of three to six players are given."""
    count = len(given[TOTALS])
    if not FEWEST <= count <= MOST:
        yield Problem(TOTALS, f"Give the totals of all who play, {FEWEST} to {MOST} players, not of {count}.")


def _offer_end(table: Any, _: Record, lines: Sequence[Line]) -> Suggestion:
    """Suggest this question if the play ends with players level on the lowest total, with the totals filled in."""
    totals = totals_with(table.totals, lines)
    winners = endings.end_at_target(totals, table.options[LIMIT], None, "low").winners
    why = f"The game ends, and {listed(winners)} are level on the lowest total."
    return (why, {"totals": totals}) if len(winners) > 1 else ""


@case_situation(CASES, "end", (
    f.points(TOTALS, "Totals", MOST_TOTAL, per="player", required=True),
), check=_check_end, known_facts=lambda table: {"totals": dict(table.totals)},
    offer=offer_when_scored(scoring.GAME.scoring, _offer_end))  # fmt: skip
def _end(options: Record, given: Record) -> Case:
    """Return the case of these totals: the play is over once somebody has the limit, and the lowest total wins."""
    totals, limit = given[TOTALS], options[LIMIT]
    winners = endings.end_at_target(totals, limit, None, "low").winners
    words = {
        "leading": with_verb(leaders(totals), "has", "have"), "most": max(totals.values()), "limit": limit,
        "least": min(totals.values()), "winners": listed(winners), "wins": wins(winners),
    }  # fmt: skip
    case = "shared" if len(winners) > 1 else "won" if winners else "not over"
    return Case(case, words, {"winners": list(winners)})


SITUATIONS = (*PLAY.situations(), _deck, _points, _end, out_of_turn_situation(P.play.turn, P.play.lead))
