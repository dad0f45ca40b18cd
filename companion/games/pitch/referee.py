"""The referee of Pitch: bidding, tricks with the trump that is led, the four points, the score, and who has won."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, pretty
from companion.cards.tricks import plain_suits
from companion.cards.turns import PlayedCard, Stage
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.seating import from_left_of, total_holders, usual_sides
from companion.core.game.situation import Suggestion, Verdict, WonTrick, one_deck, situation
from companion.core.game.table import Line, totals_with
from companion.core.play.fold import Round
from companion.core.referee import facts
from companion.core.referee.facts import CAPTURED, PLAYERS, SIDES, TOTALS, TRICKS
from companion.core.referee.ready_situations import offer_when_scored, score_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import Reneges, SuitRules, TrickWorth, Trump, suit_text, trump_fact
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import counted, figure, listed, signed
from companion.games.pitch import scoring
from companion.games.pitch.bidding import AUCTION, SEATS, bid_situation
from companion.games.pitch.points_from_cards import count_for_game, points_of, side_ahead
from companion.games.pitch.scoring import ALL_TRICKS, BID, GAME_POINT, JACK, PITCHER, SMUDGE, TARGET, P

HAND = 6
CARDS_IN_PLAY = SEATS * HAND

MOST_TOTAL = 1_000_000
DECK = standard_deck("the 52 cards")


RULES = plain_suits(RANKS, trump_led=True, is_free=lambda turn, card: turn.trumps(card) and not turn.follows(card))
"""Trumps may be played at any time. Source: pitch/play.following."""


# Tricks.


def _entry_part(table: Any, tricks: Sequence[WonTrick], *_: Any) -> Mapping[str, Any]:
    """Return the fields that the tricks settle: who has each point; None until all six tricks are complete."""
    if len(tricks) < HAND or any(len(trick.plays) < SEATS for trick in tricks):
        return dict.fromkeys((*scoring.POINTS, ALL_TRICKS))
    return points_of(tricks, table.setup.holders).entry


PLAY = Tricks(
    most=SEATS, hand=HAND,
    trump=Trump(
        trump_fact("No trump yet", help="In the first trick the suit led becomes trump."),
        rules=(P.play.trick,), led=(P.play.pitcher,), binds=True,
    ),
    decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: HAND, entry_part=_entry_part, led_by=PITCHER,
    auction=AUCTION,
    by_suit=SuitRules(
        wins=(P.play.trick, P.need.ranks), off_suit=P.play.off_suit, lead=(P.play.any_lead,),
        follow=(P.play.following, P.play.trumping), free="A trump may be played even by somebody who could follow.",
    ),
    reneges=Reneges(
        rules=(P.play.following, P.penalties.shown), penalty=P.penalties.following,
        nobody="Whoever gave neither the suit led nor a trump shows no card of that suit in a later trick.",
    ),
    worth=lambda _why, _options, found: TrickWorth(outcome={"trump": found.stage.trump}),
)  # fmt: skip
TRICK, LEGAL, RENEGE = PLAY.situations()


# Who has the point for game?


def _check_two_sides(key: Key[Any], sides: Collection[str]) -> Iterator[Problem]:
    """Check that these are the names of two sides."""
    yield from refuse(key, f"There are two sides, not {len(sides)}.", when=len(sides) != 2)


def _check_game(_: Record, given: Record) -> Iterator[Problem]:
    """Check that there are two sides, with no more cards than are dealt."""
    yield from _check_two_sides(CAPTURED, given[CAPTURED])
    cards = sum(map(len, given[CAPTURED].values()))
    if cards > CARDS_IN_PLAY:
        yield Problem(CAPTURED, f"These are {cards} cards, but only {CARDS_IN_PLAY} are dealt in a hand.")


def _count_text(side: str, cards: Sequence[str]) -> str:
    """Return a sentence that adds up what a side counts for game."""
    worth = [card for card in cards if count_for_game([card])]
    if not worth:
        return f"{side}: nothing that counts."
    parts = " + ".join(f"{pretty(card)} {count_for_game([card])}" for card in worth)
    return f"{side}: {parts} = {count_for_game(worth)}."


@situation("game-point", "Who has the point for game?", (
    f.cards(
        CAPTURED, "Captured", DECK, most=CARDS_IN_PLAY, per="side", required=True, keeps_empty=True,
        help="Cards below 10 may be left out: they count nothing.",
    ),
), check=_check_game,
    offer=lambda _, entry: "Game is entered as level." if entry[GAME_POINT] is None else "")  # fmt: skip
def _game_point(_: Record, given: Record) -> Verdict:
    """Judge who has the point for game: the side with the higher count in cards, nobody if they are level."""
    captured, why = given[CAPTURED], Reasons(P.scoring.game, P.scoring.game_suits)
    totals = {side: count_for_game(cards) for side, cards in captured.items()}
    side = side_ahead(totals)
    score = " to ".join(str(total) for total in sorted(totals.values(), reverse=True))
    why.say("10s count 10, aces 4, kings 3, queens 2 and jacks 1, in every suit; lower cards nothing.")
    why.say_all(_count_text(side, cards) for side, cards in captured.items())
    verdict = f"{side} have game, {score}." if side else f"Nobody has game: it is level at {score}."
    return why.verdict(verdict, totals=totals, game=side)


# What does a whole hand come to?


def _check_hand(_: Record, given: Record) -> Iterator[Problem]:
    """Check six complete tricks: played clockwise, each led by the winner of the one before, and no card twice."""
    tricks = facts.tricks_of(given)
    yield from facts.check_cards("tricks", DECK, (play.card for trick in tricks for play in trick))
    yield from refuse(TRICKS, f"A hand has {HAND} tricks, not {len(tricks)}.", when=len(tricks) != HAND)
    stage, leader = Stage(), tricks[0][0].player
    for number, plays in enumerate(tricks, start=1):
        order = [leader, *from_left_of(given[PLAYERS], leader)[:-1]]
        if [play.player for play in plays] != order:
            yield Problem(TRICKS, f"Trick {number} is played by {listed(order)}, in this order.", None, number)
            return
        leader, stage = RULES.outcome(plays, stage).winner.player, RULES.stage_after(stage, plays)


def _won_tricks(tricks: Sequence[Sequence[PlayedCard]]) -> tuple[WonTrick, ...]:
    """Return all tricks of a hand with their winners."""
    pairs = zip(tricks, RULES.stages(tricks, Stage()), strict=True)
    return tuple(WonTrick(RULES.outcome(plays, stage).winner.player, tuple(plays), {}) for plays, stage in pairs)


@situation("hand-points", "Who has high, low, jack and game?",
    (facts.players(scoring.GAME.seats), facts.sides(), facts.tricks(DECK, HAND, SEATS)),
    help="Counted from all the cards as they fell.", check=_check_hand)  # fmt: skip
def _hand_points(_: Record, given: Record) -> Verdict:
    """Judge who has the four points, from all cards of a hand; a renege among them has to be settled first."""
    players, tricks, why = given[PLAYERS], _won_tricks(facts.tricks_of(given)), Reasons()
    sides = total_holders(players, given[SIDES] or usual_sides(players))
    points = points_of(tricks, sides)
    entry = points.entry
    made = {side: sum(entry[key] == side for key in scoring.POINTS) for side in points.counts}
    player_and_taker = {play.card: (play.player, sides[trick.winner]) for trick in tricks for play in trick.plays}
    why.cite(*(f"pitch/scoring.{key}" for key in scoring.POINTS))
    why.say(f"{suit_text(points.trump)} were led first, so they are trumps.")
    taken = listed(f"{side} took {sum(sides[trick.winner] == side for trick in tricks)}" for side in points.counts)
    why.say(f"Of the {HAND} tricks {taken}.")
    why.say(f"High: the highest trump is {pretty(points.highest)}, played by {player_and_taker[points.highest][0]}.")
    low, (player, side) = pretty(points.lowest), player_and_taker[points.lowest]
    why.say(f"Low: the lowest trump is {low}, played by {player} and captured by {side}.")
    why.say(f"Jack: captured by {entry['jack']}." if entry["jack"] else "Jack: it was not dealt.")
    why.say(f"Game: {listed(f'{side} {count}' for side, count in points.counts.items())}.")
    text = "It is the only trump that was played, so it is both: we give both points to the pitcher's side."
    why.say(text, P.scoring.single_trump, when=points.highest == points.lowest)
    why.cite(P.scoring.all_tricks, when=entry["all_tricks"])
    verdict = listed(f"{side} made {counted(number, 'point')}" for side, number in made.items()) + "."
    reneges = RULES.reneges(facts.tricks_of(given), Stage())
    if reneges:
        why.say_all(map(PLAY.renege_shown, reneges), *PLAY.reneges.rules)
        why.say(f"{PLAY.reneges.no_penalty}.", PLAY.reneges.penalty)
        verdict = f"{PLAY.renege_text(reneges[0])} Settle that first: “{RENEGE.title}” As the cards fell, {verdict}"
    return why.verdict(verdict, trump=points.trump, **entry, made=made)


# What does the hand score?


def _offer_score(table: Any, entry: Record, _: object) -> str:
    """Suggest this question if the bid was missed."""
    side = scoring.pitching_side(table, entry)
    return "" if scoring.is_made(entry, side) else f"{side} are set."


@score_situation("What does the hand score?", scoring.GAME, scoring.FIELDS.facts, _offer_score)
def _score(why: Reasons, options: Record, given: Record, result: Round[Any]) -> Verdict:
    """Judge what a hand scores: whether the bid is made, and the lines of the sheet."""
    bid, sides = given[BID], tuple(result.scores)
    pitching = sides[given[PLAYERS].index(given.who(PITCHER)) % 2]
    made = {side: len(scoring.points_made(given, side)) for side in sides}
    is_set = not scoring.is_made(given, pitching)
    why.cite(P.scoring.set if is_set else P.scoring.smudge if bid == SMUDGE else P.scoring.made)
    why.cite(*(line.rule for line in result.lines))
    why.cite(P.scoring.no_jack, when=is_set and given[JACK] is None and bid in (4, SMUDGE))
    if bid == SMUDGE:
        all_six = "took all six tricks" if given[ALL_TRICKS] == pitching else "did not take all six tricks"
        why.say(f"A smudge needs all four points and all six tricks; {pitching} {all_six}.", P.scoring.smudge)
    why.say_all(result.notes[:1])
    why.say(f"{pitching} are set: they lose the bid and score nothing of what they made.", when=is_set)
    why.say_lines(result.lines)
    ours = is_set and bid == SMUDGE and options[scoring.SMUDGE_SET] > scoring.ALL_POINTS
    why.say("The book does not say what a failed smudge costs; we take what a made one scores.", when=ours)
    why.say_all(result.notes[1:], P.scoring.opponents)
    scores = listed(f"{side} {signed(points)}" for side, points in result.scores.items())
    verdict = f"{pitching} {'are set' if is_set else 'made the bid'}: {scores}."
    return why.verdict(verdict, made=made, set=is_set, scores=dict(result.scores))


# Has a side won?


def _check_win(_: Record, given: Record) -> Iterator[Problem]:
    """Check that there are two sides, and that the pitcher's side is one of them."""
    yield from _check_two_sides(TOTALS, given[TOTALS])
    text = "Give the points of {name}, too, or name another side."
    yield from refuse_each(PITCHING, [given.who(PITCHING)], given[TOTALS], text)


def _offer_win(table: Any, entry: Record, lines: Sequence[Line]) -> Suggestion:
    """Suggest asking whether a side has won if one would reach the target, with totals and bid filled in."""
    target, totals = table.options[TARGET], totals_with(table.totals, lines)
    pitching = scoring.pitching_side(table, entry)
    over = [side for side, total in totals.items() if total >= target]
    known = {"totals": totals, "pitching": pitching, "made": scoring.is_made(entry, pitching)}
    return (f"{listed(over)} would stand at {target} or more.", known) if over else ""


PITCHING = ask.player("pitching", "Pitcher's side", required=True, takes="side", help="The side of the high bid.")
MADE = ask.flag("made", "Bid made", help="That side made what it bid.")


@situation("win", "Has a side won?",
    (facts.totals("Points", MOST_TOTAL, per="side", help="As they stand after the hand."), PITCHING, MADE),
    check=_check_win, offer=offer_when_scored(scoring.GAME.scoring, _offer_win))  # fmt: skip
def _win(options: Record, given: Record) -> Verdict:
    """Judge whether a side has won: the pitcher's side, if it made its bid and has the points of the target."""
    totals, pitching, target = given[TOTALS], given.who(PITCHING), options[TARGET]
    over = [side for side, total in totals.items() if total >= target]
    winner = pitching if given[MADE] and pitching in over else None
    why = Reasons(P.ending.target)
    why.say(f"A side that makes a bid of its own and then stands at {target} or more wins.")
    why.say(f"{pitching} {'made' if given[MADE] else 'missed'} the bid and stand at {figure(totals[pitching])}.")
    if winner is None:
        why.cite(P.ending.waiting, when=over)
        others = (side for side in over if side != pitching)
        why.say_all(f"{side} stand at {totals[side]:,}, but made no bid of their own in this hand." for side in others)
        return why.verdict("Nobody has won yet: the game goes on.", winner=None)
    text = "What the other side has does not matter: it made no bid of its own in this hand."
    why.say(text, P.ending.lower_score, when=len(over) > 1)
    return why.verdict(f"{winner} win with {counted(totals[winner], 'point')}.", winner=winner)


SITUATIONS = (
    bid_situation, TRICK, LEGAL, RENEGE, _game_point, _hand_points, _score, _win, out_of_turn_situation(P.play.turn),
)  # fmt: skip
