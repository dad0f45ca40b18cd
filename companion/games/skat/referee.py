"""The referee of Skat: tricks, matadors, bids, what a game is worth, card points, and who sits where."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import SUIT_NAMES, pretty, rank_of, side_by_side, suit_of
from companion.cards.tricks import TrickOutcome, plain_suits
from companion.cards.turns import Stage, Turn
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse_each
from companion.core.entry.record import Record
from companion.core.game.situation import (
    Suggestion,
    Verdict,
    WonTrick,
    one_deck,
    situation,
)
from companion.core.game.table import Line
from companion.core.referee import facts
from companion.core.referee.facts import CARDS, DEALER, PLAYERS
from companion.core.referee.ready_situations import Case, case_situation, offer_when_scored
from companion.core.referee.reasons import Reasons
from companion.core.tricks.records import ANY_CARD, HandToPlay, Reneges, TrickWorth, Trump, cards_text, suit_text
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import capitalized
from companion.games.skat import game_value, scoring
from companion.games.skat.bidding import AUCTION, LAST
from companion.games.skat.game_value import (
    BASES,
    BID,
    GAME_NAMED,
    GAMES,
    GRAND,
    KONTRA,
    LOST_HAND,
    NULLS,
    POSSIBLE,
    RESULT,
    contract_faults,
)
from companion.games.skat.scoring import CARD_POINTS, DECLARER, P

CASES = read_toml(__package__, "cases.toml")
SEATS, CARDS_IN_HAND, WITH_SKAT = 3, 10, 12
SCHNEIDER = 90
"""The card points with which a party makes the other one Schneider. Source: skat/scoring.schneider."""

ORDER = ("A", "10", "K", "Q", "9", "8", "7")
NULL_ORDER = ("A", "K", "Q", "J", "10", "9", "8", "7")
JACKS = ("Jc", "Js", "Jh", "Jd")
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
"""The card points of each rank. Source: skat/need.points."""

DECK = standard_deck("the 32 cards of Skat", ranks=NULL_ORDER)
JACKS_ALONE = "jacks"
"""The trump suit of a grand, to which only the jacks belong."""

TRUMP_OF = {name: suit for suit, name in SUIT_NAMES.items()} | {GRAND: JACKS_ALONE} | dict.fromkeys(NULLS, "")
"""The trump suit of each game; empty for Null games."""

TRUMP = Trump(f.choice(GAME_NAMED, "Game", GAMES, required=True), binds=True, suit_of=TRUMP_OF.__getitem__)


def suit(card: str, trump: str) -> str:
    """Return the suit to which a card belongs: jacks belong to trumps, except in Null games.

    Source: skat/need.trumps.
    """
    return trump if trump and card in JACKS else suit_of(card)


def height(card: str, trump: str) -> int:
    """Return how high a card is in its suit. Source: skat/need.trumps, skat/need.null."""
    if not trump:
        return -NULL_ORDER.index(rank_of(card))
    return len(JACKS) - JACKS.index(card) if card in JACKS else -ORDER.index(rank_of(card))


RULES = plain_suits(ORDER, suit_of=suit, held_suit=suit, height_of=height)


def points_of(cards: Any) -> int:
    """Return the card points of these cards together."""
    return sum(POINTS.get(rank_of(card), 0) for card in cards)


# Tricks.


def _say_led(why: Reasons, turn: Turn | TrickOutcome) -> None:
    """Add the suit that was led to the reasons, and the rule on the order of the cards."""
    led, trump = turn.set_by.suit if turn.set_by else "", turn.stage.trump
    text = "Trumps were led." if led == trump else f"{suit_text(led)} were led."
    why.say(text, P.play.trick, P.need.trumps if trump else P.need.null)


def _explain_trick(_: Tricks, why: Reasons, _options: Record, outcome: TrickOutcome) -> TrickWorth:
    """Explain who wins a trick: the highest trump, else the highest card of the suit led."""
    trump, cards = outcome.stage.trump, [play.card for play in outcome.plays]
    _say_led(why, outcome)
    why.say("Jacks are trumps.", when=trump and any(card in JACKS for card in cards))
    by_trump = trump and suit(outcome.winner.card, trump) == trump
    why.say(f"{pretty(outcome.winner.card)} is the highest {'trump' if by_trump else 'card of that suit'}.")
    return TrickWorth(outcome={"points": points_of(cards) if trump else 0})


def _explain_legal(_: Tricks, why: Reasons, moment: HandToPlay) -> str:
    """Explain which cards may be played, since jacks are trumps, and return what to play, in words."""
    turn, able = moment.turn, tuple(filter(moment.turn.follows, moment.hand))
    why.cite(P.play.follow)
    if turn.leads:
        why.say("The hand leads.", P.play.lead)
        return ANY_CARD
    _say_led(why, turn)
    if turn.stage.trump and any(card in JACKS for card in (*moment.hand, turn.lying[0].card)):
        why.say("Jacks are trumps and of no other suit.")
    why.say(f"The hand can follow with {cards_text(able)}." if able else "The hand cannot follow.")
    return f"Play {cards_text(moment.legal.cards, 'or')}." if able else ANY_CARD


def _check_declarer(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the declarer has played a card to these tricks."""
    players = {play.player for trick in facts.tricks_of(given) for play in trick}
    yield from refuse_each(DECLARER, [given.who(DECLARER)], players, "{name} plays to none of these tricks.")


def _admit_renege(_options: Record, _given: Record, name: str) -> Verdict:
    """Judge what a renege costs when the table agrees who reneged: that party loses the game."""
    why = Reasons(P.play.follow, P.penalties.renege, P.penalties.decided)
    why.say("The table agrees who it was.")
    return why.verdict(f"{name} reneged: the game is lost for that side, unless it was decided before.")


def _judge_renege(_: Record, given: Record) -> Verdict:
    """Judge who reneged first, as later tricks show, and which party loses the game by it."""
    trump, declarer, why = TRUMP.suit(given), given.who(DECLARER), Reasons(P.play.follow, P.penalties.renege)
    reneges = RULES.reneges(facts.tricks_of(given), Stage(trump, first=True))
    PLAY.explain_reneges(why, reneges)
    if not reneges:
        return why.verdict("Nobody reneged, as far as these tricks show.", reneges=[], lost_by=None)
    if trump and any(card in JACKS for item in reneges for card in (item.card, item.shown)):
        why.say("Jacks are trumps.", P.need.trumps)
    first = reneges[0].player
    lost_by, whose = ("declarer", f"{declarer}, the declarer") if first == declarer else ("defenders", "the defenders")
    text = f"{first} reneged: the game is lost for {whose}, unless it was decided before."
    return why.verdict(text, proved=reneges, reneges=facts.renege_rows(reneges), lost_by=lost_by)


def _known_result(_table: Any, tricks: Sequence[WonTrick], _: object, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game that was named and, if the declarer is known, its result once all tricks are in.

    ``known``: what bidding and trump have settled.
    """
    game, declarer = known.get(GAME_NAMED), known.get(DECLARER)
    if game is None or declarer is None or len(tricks) < CARDS_IN_HAND:
        return {GAME_NAMED: game}
    lost_to = [trick for trick in tricks if trick.winner != declarer]
    others_points = points_of(play.card for trick in lost_to for play in trick.plays)
    return {GAME_NAMED: game, RESULT: result_of(game, CARD_POINTS - others_points, len(lost_to))}


def result_of(game: str, points: int, tricks_lost: int) -> str:
    """Return the result of a game, such as ``won-schneider``.

    ``points``: the declarer's card points, skat included; ``tricks_lost``: how many the defenders took.

    Source: skat/play.won, skat/scoring.schneider.
    """
    if game in NULLS:
        return "won" if tricks_lost == CARDS_IN_HAND else "lost"
    won = "won" if 2 * points > CARD_POINTS else "lost"
    if tricks_lost in (0, CARDS_IN_HAND):
        return f"{won}-schwarz"
    return f"{won}-schneider" if is_schneider(points) else won


def is_schneider(points: int) -> bool:
    """Return whether a party is Schneider by the declarer's card points. Source: skat/scoring.schneider."""
    return points >= SCHNEIDER or points <= CARD_POINTS - SCHNEIDER


PLAY = Tricks(
    most=SEATS, hand=CARDS_IN_HAND, trump=TRUMP,
    decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: CARDS_IN_HAND, players=scoring.card_players,
    auction=AUCTION, entry_part=_known_result,
    reneges=Reneges(
        rules=(P.play.follow,), penalty=P.penalties.renege, check=_check_declarer,
        asks=(DECLARER.of(required=True, nobody="", tapped=False),),
    ),
    explain=_explain_trick, explain_legal=_explain_legal,
)  # fmt: skip


# How many matadors?


@situation("matadors", "With or without how many matadors?", (
    f.cards(CARDS, "Cards", DECK, WITH_SKAT, WITH_SKAT, required=True, help="The declarer's hand and the skat."),
    f.choice(GAME_NAMED, "Game", {game: GAMES[game] for game in BASES}, required=True),
))  # fmt: skip
def _matadors(_: Record, given: Record) -> Verdict:
    """Judge how many matadors there are: trumps in a row from the jack of clubs down, all held or all missing."""
    game, cards = given.text(GAME_NAMED), given[CARDS]
    trumps = JACKS if game == GRAND else (*JACKS, *(f"{rank}{TRUMP_OF[game]}" for rank in ORDER))
    held = trumps[0] in cards
    count = next((place for place, card in enumerate(trumps) if (card in cards) != held), len(trumps))
    why, has = Reasons(P.scoring.matadors, P.need.trumps), "has" if held else "lacks"
    why.say(f"The declarer {has} {side_by_side(trumps[:count])}.")
    outcome: dict[str, Any] = {"with": held, "count": count}
    return why.verdict(f"{'With' if held else 'Without'} {count}.", **outcome)


# May this be bid?


def _check_bid(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the last bid is a value that a game can have."""
    if given[LAST] and given[LAST] not in POSSIBLE:
        yield Problem(LAST, f"No game is worth {given[LAST]}, so it cannot have been bid.")


SAID = ask.count("said", "Bid", 1000, 1, required=True)


@situation("bid", "May this be bid?", (SAID, LAST), check=_check_bid)
def _bid(_: Record, given: Record) -> Verdict:
    """Judge whether a bid is allowed: a value that a game can have, above the last bid."""
    said, last, why = given[SAID], given[LAST], Reasons(P.play.bids)
    lowest = next((value for value in POSSIBLE if value > last), None)
    why.say(f"{'A' if said in POSSIBLE else 'No'} game can be worth {said}.")
    why.say(f"The last bid was {last}.", when=last)
    legal = said in POSSIBLE and said > last
    text = "Yes." if legal else f"No: {lowest} is the next." if lowest else "No: nothing is above 264."
    return why.verdict(text, legal=legal, next=lowest)


# What does the game score?


def _offer_score(_table: Any, _entry: Record, lines: Sequence[Line]) -> Suggestion:
    """Suggest asking what the game scores if it was overbid."""
    return next((f"{line.name} has overbid." for line in lines if line.rule == P.scoring.overbid), "")


@situation("score", "What does the game score?",
    lambda options: f.fields_of(*scoring.contract_fields(options, required=True)),
    check=lambda _, given: contract_faults(given),
    offer=offer_when_scored(scoring.GAME.scoring, _offer_score))  # fmt: skip
def _score(options: Record, given: Record) -> Verdict:
    """Judge what the game is worth, and the points that the declarer gets for it."""
    value, by_cards = game_value.value_scored(given), game_value.value_by_cards(given)
    overbid, won, kontra = game_value.is_overbid(given), game_value.is_won(given), given.get(KONTRA)
    by_trumps = P.scoring.value, P.scoring.bases, P.scoring.multiplier
    why = Reasons(*([P.scoring.null] if game_value.is_null(given) else by_trumps))
    why.say(f"{capitalized(game_value.value_text(given))}.")
    text = f"The game is worth {by_cards}, and {given[BID]} was bid: it is lost, at {value}."
    why.say(text, P.scoring.overbid, when=overbid)
    if won:
        why.cite(P.scoring.won)
    elif game_value.is_hand(given) and options[LOST_HAND] == "single":
        why.say("At this table a lost Hand game counts once.", P.scoring.lost, P.scoring.lost_hand)
    else:
        why.say("A lost game counts twice.", P.scoring.lost)
        why.cite(P.scoring.lost_hand, when=game_value.is_hand(given))
    why.say(f"Kontra doubles it{', and Re again' if kontra == 're' else ''}.", P.scoring.kontra, when=kontra)
    points = game_value.points_scored(options, given)
    verdict = f"The declarer {'gets' if won else 'loses'} {abs(points)} points."
    return why.verdict(verdict, value=value, overbid=overbid, won=won, points=points)


# How many card points?


@case_situation(CASES, "count", (f.cards(CARDS, "Cards", DECK, 0, 32, help="The declarer's tricks and the skat."),))
def _count(_: Record, given: Record) -> Case:
    """Return the case of the declarer's card points: won or lost, and whether a party is Schneider."""
    points = points_of(given[CARDS])
    case, found = "won" if 2 * points > CARD_POINTS else "lost", {"points": points, "others": CARD_POINTS - points}
    return Case(f"{case}, Schneider" if is_schneider(points) else case, found, found)


# Who sits where?


@situation("seats", "Who leads, who bids, and who sits out?",
    (facts.players(scoring.GAME.seats), DEALER))  # fmt: skip
def _seats(_: Record, given: Record) -> Verdict:
    """Judge who is forehand, middlehand and rearhand, and who sits out."""
    players, dealer, why = given[PLAYERS], given.who(DEALER), Reasons(P.play.bidding, P.play.lead)
    forehand, middlehand, rearhand = scoring.players_from_forehand(players, dealer)
    out = dealer if len(players) > SEATS else None
    why.say(f"{dealer} deals, so {forehand} is forehand and leads; {middlehand} bids to {forehand}, then {rearhand}.")
    why.say(f"With four at the table the dealer sits out: {dealer}.", P.need.four, when=out)
    text = f"{forehand} leads, {middlehand} bids first{f', {out} sits out' if out else ''}."
    return why.verdict(text, forehand=forehand, middlehand=middlehand, rearhand=rearhand, sits_out=out)


SITUATIONS = (
    *PLAY.situations(renege={"judge": _judge_renege, "judge_admitted": _admit_renege}),
    _matadors, _bid, _score, _count, _seats,
)  # fmt: skip
