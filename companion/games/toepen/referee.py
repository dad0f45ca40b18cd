"""The referee of Toepen: tricks, challenged discards, knocks, and who has to stand or whistle."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import rank_of
from companion.cards.tricks import plain_suits
from companion.cards.turns import Stage
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.situation import SubjectFacts, Verdict, WonTrick, one_deck, situation
from companion.core.referee import facts
from companion.core.referee.facts import PLAYER
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import Reneges, cards_text
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import counted
from companion.games.toepen.scoring import CHALLENGE_TOKENS, CHALLENGER, DISCARDER, KNOCKS, MOST_PLAYERS, TOKENS, P

ORDER = ("10", "9", "8", "7", "A", "K", "Q", "J")
"""The ranks, from high to low. Source: toepen/need.cards."""

DECK = standard_deck("the 32 cards of Toepen", ranks=ORDER)
NUMBER_RANKS = ORDER[:4]
"""Ranks that may not be discarded. Source: toepen/play.number-cards."""

HAND = 4
RULES = plain_suits(ORDER)
FEWEST_IN = 2
"""The fewest players in a trick, after the others have folded."""

MOST_TOKENS = 1000
"""A bound for the tokens that a player can hold, with those given by agreement."""


# Discards, knocks, signals.


def _check_challenge(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the discarder and the challenger are two players."""
    name = given.who(DISCARDER)
    if name == given.who(CHALLENGER):
        yield Problem(CHALLENGER, f"{name} cannot challenge their own discard: name who doubted it.", name)


DISCARD = ask.cards("discard", "Discard", DECK, HAND, HAND, required=True, help="The four cards laid aside, turned up.")


@situation("challenge", "Who was right about the discard?", (DISCARD, DISCARDER, CHALLENGER), check=_check_challenge,
    on_sheet="Or write it down among the round's “Challenges”. Not both.")  # fmt: skip
def _challenge(options: Record, given: Record) -> Verdict:
    """Judge who was right about a discard: only aces and face cards may be discarded."""
    discarder, challenger, why = given.who(DISCARDER), given.who(CHALLENGER), Reasons()
    numbers = [card for card in given[DISCARD] if rank_of(card) in NUMBER_RANKS]
    loser = discarder if numbers else challenger
    why.cite(P.scoring.caught if numbers else P.scoring.not_caught, P.play.challenge)
    why.say("Only a hand of nothing but aces and face cards may be discarded.", P.play.discard)
    lies = f"{cards_text(numbers)} {'lies' if len(numbers) == 1 else 'lie'} among the four: the discard was wrong."
    why.say(lies if numbers else "All four are: the challenge was wrong.", P.play.number_cards)
    why.add_effect(loser, -CHALLENGE_TOKENS, "challenge of a discard")
    verdict = f"{loser} loses {counted(CHALLENGE_TOKENS, 'token')}. {discarder} keeps the new hand."
    return why.verdict(verdict, caught=bool(numbers))


def _known_of_knocker(table: Any, entry: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the facts about a player who knocks: tokens held, and the worth of the hand after the knocks so far."""
    knocks = entry.get(KNOCKS)
    raised = {"worth": 1 + len(knocks)} if isinstance(knocks, list) and knocks else {}
    return {"tokens": table.totals[name], **raised}


WORTH = ask.count(
    "worth", "Worth", MOST_TOKENS, least=1, required=True, usual=(1, 2, 3, 4), help="What the hand is worth now.",
)  # fmt: skip


@situation("knock", "May I knock?", (
    f.player(PLAYER, "Player", required=True, help="Who wants to knock."),
    WORTH,
    f.count(TOKENS, "Tokens", MOST_TOKENS, required=True, help="What the player holds."),
), changing=frozenset({"worth"}),
    subject_facts=SubjectFacts(key="player", label="Player", facts=_known_of_knocker))  # fmt: skip
def _knock(options: Record, given: Record) -> Verdict:
    """Judge whether a player may knock: the hand must not become worth more tokens than they hold."""
    player, worth, tokens, why = given.who(PLAYER), given[WORTH], given[TOKENS], Reasons()
    allowed = worth < tokens
    if allowed:
        verdict = f"Yes: the hand is then worth {worth + 1}, and a player who folds at once pays {worth}."
        why.say(f"{player} holds {counted(tokens, 'token')}.", P.play.knock, P.play.knock_limit, P.scoring.fold)
    else:
        verdict = f"No: the hand would be worth {worth + 1}, but {player} holds only {counted(tokens, 'token')}."
        why.say("Nobody may knock the hand up to more tokens than they hold.", P.play.knock_limit, P.play.knock)
    return why.verdict(verdict, allowed=allowed, new_worth=worth + 1, fold_pays=worth)


@situation("signal", "Must I stand or whistle?", (facts.hand(DECK, HAND, HAND),))
def _signal(options: Record, given: Record) -> Verdict:
    """Judge whether a player must stand or whistle, because of tens, or may do so as a bluff, with jacks."""
    ranks, why = [rank_of(card) for card in given[facts.HAND]], Reasons()
    tens, jacks = ranks.count("10"), ranks.count("J")
    signals = {HAND: "stand", HAND - 1: "whistle"}
    must, may = signals.get(tens), signals.get(jacks)
    does = {"stand": "stand for the whole hand", "whistle": "whistle or sing"}
    verdict = f"Yes: {does[must]}." if must else "No: give no signal."
    if may and not must:
        verdict = f"No, but you may {does[may]} as a bluff."
    why.cite(P.play.bluff if may else P.play.stand)
    why.cite(P.play.bluff_free, when=not must)
    why.say(f"The hand has {counted(tens, 'ten')} and {counted(jacks, 'jack')}.")
    why.say("Four tens must stand, three must whistle or sing; four or three jacks may do the same.")
    return why.verdict(verdict, must=must, may=may)


def _entry_part(table: Any, tricks: Sequence[WonTrick], out: Mapping[str, int], _: object) -> Mapping[str, Any]:
    """Return the winner as far as the tricks tell: of the last trick, or the only player who has not folded.

    ``out``: the players who folded; their cards never win.

    Source: toepen/play.last-one.
    """
    left = [name for name in table.asked if name not in out]
    if len(left) == 1:
        return {"winner": left[0]}
    able = RULES.outcome(tricks[-1].plays, Stage()).able if len(tricks) == HAND else ()
    return {"winner": next((item.player for item in able if item.player in left), None)}


PLAY = Tricks(
    fewest=FEWEST_IN, most=MOST_PLAYERS, hand=HAND,
    decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: HAND, entry_part=_entry_part, may_leave=True,
    wins=(P.play.trick, P.need.cards), off_suit=P.play.off_suit,
    lead=(P.play.any_lead,), follow=(P.play.follow, P.play.follow_rank),
    reneges=Reneges(rules=(P.play.follow, P.penalties.renege_shown), penalty=P.penalties.not_following),
)  # fmt: skip
SITUATIONS = (*PLAY.situations(), _challenge, _knock, _signal, out_of_turn_situation(P.play.lead))
