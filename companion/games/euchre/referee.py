"""The referee of Euchre: tricks with bowers, who calls and leads, reneges, farmer's hands and what a hand scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards.notation import RANKS, pretty, rank_of, ranks_text, suit_of
from companion.cards.tricks import plain_suits
from companion.cards.turns import Stage
from companion.core.entry import ask
from companion.core.entry.record import Record
from companion.core.game.seating import from_left_of, player_opposite, total_holders, usual_sides
from companion.core.game.situation import (
    Judge,
    Verdict,
    WonTrick,
    one_deck,
    situation,
)
from companion.core.play.fold import Round
from companion.core.referee import facts
from companion.core.referee.facts import DEALER, HAND, PLAYERS, PLAYS, SIDES, TRUMP
from companion.core.referee.ready_situations import score_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import Reneges, SuitRules, Trump, trump_fact
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import counted, listed, with_verb
from companion.games.euchre import scoring
from companion.games.euchre.bidding import AUCTION, DECK, SEATS, call_situation
from companion.games.euchre.scoring import DEFEND_ALONE, FARMER, MAKER, RENEGE, TRICKS, P

ORDER = RANKS[:6]
LEFT_BOWERS = {"s": "Jc", "c": "Js", "h": "Jd", "d": "Jh"}
"""The left bower of each trump suit: the other jack of the same colour. Source: euchre/need.left-bower."""

ABOVE_ALL = len(ORDER)
ALIKE = 3
"""How many 9s or 10s make a farmer's hand. Source: euchre/play.farmer."""


def suit(card: str, trump: str) -> str:
    """Return the suit to which a card belongs; the left bower belongs to trumps."""
    return trump if card == LEFT_BOWERS.get(trump) else suit_of(card)


def height(card: str, trump: str) -> int:
    """Return how high a card is in its suit: the bowers above all other trumps. Source: euchre/need.trumps."""
    if card == LEFT_BOWERS.get(trump):
        return ABOVE_ALL
    return ABOVE_ALL + 1 if card == f"J{trump}" else -ORDER.index(rank_of(card))


RULES = plain_suits(ORDER, suit_of=suit, held_suit=suit, height_of=height)


def _tricks_of_makers(table: Any, tricks: Sequence[WonTrick], _: object, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the number of tricks of the maker's side; nothing if there is no maker.

    ``known``: what the bidding has settled.
    """
    holders, maker = table.setup.holders, known.get(MAKER)
    return {TRICKS: sum(holders[trick.winner] == holders[maker] for trick in tricks)} if maker else {}


PLAY = Tricks(
    fewest=SEATS // 2, most=SEATS, hand=scoring.HAND,
    trump=Trump(trump_fact(nobody=""), (P.play.trump, P.need.trumps), binds=True),
    decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: scoring.HAND, entry_part=_tricks_of_makers,
    may_leave=True, auction=AUCTION,
    by_suit=SuitRules(
        wins=(P.play.highest, P.need.ranks), off_suit=P.play.off_suit,
        lead=(P.play.any_lead,), follow=(P.play.follow, P.play.cannot_follow),
    ),
    reneges=Reneges(
        rules=(P.play.follow, P.penalties.renege_shown), penalty=P.penalties.renege_table,
        no_penalty="The table decides about the penalty",
    ),
)  # fmt: skip


def _with_bower_explained(judge: Judge) -> Judge:
    """Return a judge that also explains the left bower, if it is among the cards."""

    def judged(options: Record, given: Record) -> Verdict:
        verdict, bower = judge(options, given), LEFT_BOWERS[given.text(TRUMP)]
        cards = {play.card for play in facts.trick_of(given[PLAYS])}
        if bower not in cards.union(given.get(HAND) or ()):
            return verdict
        text = f"{pretty(bower)} is the left bower, a trump."
        return replace(verdict, because=(text, *verdict.because), rules=(*verdict.rules, P.need.left_bower))

    return judged


TRICK, LEGAL = (replace(item, judge=_with_bower_explained(item.judge)) for item in PLAY.situations()[:2])


# Who should have followed suit?


TABLE_DECIDES = "The table decides what it costs"


def _add_penalty(why: Reasons, options: Record, given: Record, offenders: list[str]) -> dict[str, int]:
    """Add what reneges cost to a verdict; return the points that each side gets for them. ``offenders``: who reneged.

    Source: euchre/penalties.renege.
    """
    players, gets = given[PLAYERS], dict[str, int]()
    sides = given[SIDES] or usual_sides(players)
    holders = total_holders(players, sides)
    points = options[RENEGE] * (2 if given[IS_LONE] else 1)
    why.cite(P.penalties.renege if points else P.penalties.renege_table)
    for side in sides:
        others = [name for name in offenders if holders[name] != side]
        gets[side] = points if others else 0
        why.add_effect(side, gets[side], f"renege by {listed(others)}")
    return gets


def _say_twice(why: Reasons, points: int, *, is_lone: bool) -> None:
    """Explain that a renege costs twice its points in a lone hand. ``is_lone``: it was one; else it might be."""
    played = "Somebody played alone, so it costs" if is_lone else "If somebody played alone, it costs"
    why.say(f"{played} twice as much.", when=points)


def _gets_text(points: Mapping[str, int]) -> str:
    """List the points that each side gets; empty if none gets any."""
    return listed(f"{side} get {counted(number, 'point')}" for side, number in points.items() if number)


def _admit_renege(options: Record, given: Record, name: str) -> Verdict:
    """Judge what a renege costs when the table agrees who reneged."""
    why, each = Reasons(P.play.follow), options[RENEGE]
    why.say("The table agrees who it was.")
    if name in given[PLAYERS]:
        gets = _gets_text(_add_penalty(why, options, given, [name]))
        _say_twice(why, each, is_lone=given[IS_LONE])
    else:
        why.cite(P.penalties.renege if each else P.penalties.renege_table)
        gets = f"The other side gets {counted(each, 'point')}, in a lone hand twice as many" if each else ""
    return why.verdict(f"{name} reneged. {gets or TABLE_DECIDES}.")


IS_LONE = ask.flag("alone", "Lone hand", help="Somebody played alone.")


PLAYERS_FACT = facts.players(scoring.GAME.seats)


@situation("renege", "Who should have followed suit?", (
    PLAYERS_FACT, facts.sides(), facts.tricks(DECK, scoring.HAND, SEATS), trump_fact(nobody=""), IS_LONE,
), check=PLAY.check_tricks, judge_admitted=_admit_renege,
    help="Only later tricks show what somebody could have played.")  # fmt: skip
def _renege(options: Record, given: Record) -> Verdict:
    """Judge who reneged, as later tricks show, and how many points the other side gets."""
    tricks, trump, why = facts.tricks_of(given), given.text(TRUMP), Reasons(*PLAY.reneges.rules)
    reneges = RULES.reneges(tricks, Stage(trump, first=True))
    why.say_all(map(PLAY.renege_shown, reneges) if reneges else [PLAY.reneges.nobody])
    bower_text = f"{pretty(LEFT_BOWERS[trump])} is the left bower, a trump."
    why.say(bower_text, P.need.left_bower, when=LEFT_BOWERS[trump] in [item.shown for item in reneges])
    gets = dict.fromkeys(given[SIDES] or usual_sides(given[PLAYERS]), 0)
    text = "Nobody reneged, as far as these tricks show."
    if reneges:
        gets = _add_penalty(why, options, given, list(dict.fromkeys(item.player for item in reneges)))
        if given[IS_LONE] or max(map(len, tricks)) < SEATS:
            _say_twice(why, options[RENEGE], is_lone=given[IS_LONE])
        text = " ".join([*map(PLAY.renege_text, reneges), f"{_gets_text(gets) or TABLE_DECIDES}."])
    return why.verdict(text, proved=reneges, reneges=facts.renege_rows(reneges), penalty=gets)


# Who leads?


LONE = ask.player("alone", "Plays alone", nobody="Nobody", takes="player")


DEFENDER = ask.player("defends_alone", "Defends alone", nobody="Nobody", takes="player")


@situation("lead", "Who leads to the first trick?",
    lambda options: (PLAYERS_FACT, DEALER, LONE, *((DEFENDER,) if options[DEFEND_ALONE] else ())),
    check=lambda options, given: scoring.defender_faults(given[PLAYERS], given[LONE], given.get(DEFENDER)),
)  # fmt: skip
def _lead(options: Record, given: Record) -> Verdict:
    """Judge who leads: the first player on the dealer's left who does not sit out."""
    players, dealer, why = given[PLAYERS], given.who(DEALER), Reasons(P.play.lead)
    alone = [name for name in (given[LONE], given.get(DEFENDER)) if name]
    out = [player_opposite(players, name) for name in alone]
    playing = [name for name in from_left_of(players, dealer) if name not in out]
    play, sit_out = with_verb(alone, "plays", "play"), with_verb(out, "sits out", "sit out")
    why.say(f"{play} alone, so {sit_out}.", P.play.alone, when=alone)
    why.say(f"{dealer} deals, and {playing[0]} is the first on the left who plays.")
    others = "Some tables let the player on the maker's left lead instead."
    why.say(others, P.play.lead_alone, when=from_left_of(players, dealer)[0] in out)
    return why.verdict(f"{playing[0]} leads.", leads=playing[0], playing=playing)


# A farmer's hand.


@situation("farmer", "Is it a farmer's hand?", (facts.hand(DECK, scoring.HAND, scoring.HAND),))
def _farmer(options: Record, given: Record) -> Verdict:
    """Judge whether a hand may exchange cards as a “farmer”: three 9s or three 10s, if the table plays that rule."""
    of_ranks = ([card for card in given[HAND] if rank_of(card) == rank] for rank in ("9", "10"))
    cards = next((cards for cards in of_ranks if len(cards) >= ALIKE), [])
    why, allowed = Reasons(P.play.farmer), bool(cards) and options[FARMER]
    why.say(f"It holds {listed(map(pretty, cards))}." if cards else "It holds neither three 9s nor three 10s.")
    why.say("At this table no cards are exchanged.", when=not options[FARMER])
    text = "No: no card is exchanged."
    if allowed:
        three = f"three {ranks_text(rank_of(cards[0]))}"
        text = f"Yes: {three} may be exchanged for the three unused cards before the first call."
    return why.verdict(text, allowed=allowed, cards=cards if allowed else [])


# What does the hand score?


def _offer_score(table: Any, entry: Record, _: object) -> str:
    """Suggest asking what the hand scores when the makers are euchred."""
    is_euchred = entry[MAKER] is not None and (entry[scoring.TRICKS] or 0) < scoring.NEEDED
    return f"{table.setup.holders[entry[MAKER]]} are euchred." if is_euchred else ""


@score_situation("What does the hand score?", scoring.GAME, scoring.fields.facts, _offer_score)
def _score(why: Reasons, options: Record, given: Record, result: Round[Any]) -> Verdict:
    """Judge what each side scores, and whether it was a march or a euchre."""
    maker, tricks = given[MAKER], given[scoring.TRICKS] or 0
    why.say_lines(result.lines)
    why.say_all(result.notes, *([] if result.lines else [P.scoring.thrown_in]))
    text = f"{_gets_text(result.scores) or 'Nobody scores'}."
    march, euchred = maker and tricks == scoring.HAND, maker and tricks < scoring.NEEDED
    return why.verdict(text, scores=dict(result.scores), march=bool(march), euchred=bool(euchred))


SITUATIONS = (TRICK, LEGAL, _renege, call_situation, _lead, _score, _farmer, out_of_turn_situation(P.play.lead))
