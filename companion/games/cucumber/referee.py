"""The referee of Cucumber: tricks in which only ranks count, the cost of the last one, and the limit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty, rank_of, rank_text
from companion.cards.tricks import TrickOutcome, TrickRules
from companion.cards.turns import Duty, Turn
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.situation import SubjectFacts, Verdict, WonTrick, one_deck, situation
from companion.core.referee import facts
from companion.core.referee.facts import TOTALS
from companion.core.referee.ready_situations import offer_when_scored
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import card_text
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import ANY_CARD, PLAYED_WRONG, HandToPlay, Reneges, TrickWorth, cards_text
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import listed, with_verb
from companion.games.cucumber import scoring
from companion.games.cucumber.scoring import (
    CARDS,
    FEWEST,
    LEADER,
    LIMIT,
    MOST,
    VALUES,
    P,
    players_in_turn,
    reset_total,
    taker_and_level,
)

DECK = standard_deck("the 52 cards")
HAND = 7
MOST_TOTAL = 1_000_000
ONE_SUIT = "cards"
"""The one suit of all cards, since suits mean nothing: every card follows every other. Source: cucumber/play.ranks."""


def worth_of(card: str) -> int:
    """Return the height of a card, which is also what it costs in the last trick."""
    return VALUES[rank_of(card)]


def higher_or_lowest(turn: Turn, card: str) -> int:
    """Return how well a card fulfils the duty: 1 if it leads or is higher than all before it, else a negative number.

    Of cards that are not higher, the lowest fulfils it best.

    Source: cucumber/play.higher-or-lowest, cucumber/play.equal.
    """
    worth = worth_of(card)
    return 1 if all(worth > worth_of(play.card) for play in turn.lying) else -worth


def owed_text(turn: Turn, shown: str) -> str:
    """Describe what should have been played, given the later card that proves it: a higher card, or the lowest."""
    highest = max((play.card for play in turn.lying), key=worth_of)
    return f"go higher than {pretty(highest)}" if worth_of(shown) > worth_of(highest) else "play the lowest card"


HIGHER = Duty(
    key="height", fulfilment=higher_or_lowest, owed=owed_text, rules=(P.play.higher_or_lowest,),
    text="Play higher than the highest card on the table, or else the lowest card of the hand.",
)  # fmt: skip
RULES = TrickRules(
    suit_of=lambda _card, _trump: ONE_SUIT, held_suit=lambda _card, _trump: ONE_SUIT,
    height_of=lambda card, _: worth_of(card), duties=(HIGHER,), later_wins=True,
)  # fmt: skip


# Tricks.


def _explain_trick(_: Tricks, why: Reasons, _options: Record, outcome: TrickOutcome) -> TrickWorth:
    """Add to ``why`` who wins a trick: the highest rank, and of level cards the one played last.

    Return who else played a card of that rank.
    """
    winner, *others = outcome.able
    alike = [item for item in reversed(others) if worth_of(item.card) == worth_of(winner.card)]
    why.cite(P.play.trick)
    why.say("Only ranks count, and the ace is the highest card.", P.play.ranks)
    if alike:
        cards = [*(item.card for item in alike), winner.card]
        why.say(f"{cards_text(cards)} are level: the one played last takes the trick.")
    why.say(f"{'The last of them' if alike else 'The highest'} is {pretty(winner.card)} of {winner.player}.")
    return TrickWorth(outcome={"level": [item.player for item in alike]})


def _entry_part(table: Any, tricks: Sequence[WonTrick], *_: Any) -> Mapping[str, Any]:
    """Return the fields that the cards settle: who leads the last trick, and the cards in it; None until then."""
    last = tricks[HAND - 1].plays if len(tricks) == HAND else ()
    return {
        "leader": tricks[HAND - 2].winner if len(tricks) >= HAND - 1 else None,
        "cards": {play.player: rank_of(play.card) for play in last} or None,
    }


def _explain_legal(_: Tricks, why: Reasons, moment: HandToPlay) -> str:
    """Explain and return what may be played: a card above the highest on the table, else the lowest of the hand."""
    hand, plays = moment.hand, moment.turn.lying
    if not plays:
        why.say("Nothing was played yet, so the hand leads.", P.play.lead)
        return ANY_CARD
    highest = max((play.card for play in plays), key=worth_of)
    higher = [card for card in hand if worth_of(card) > worth_of(highest)]
    level = [card for card in hand if worth_of(card) == worth_of(highest)]
    why.say(f"The highest card on the table is {pretty(highest)}.", P.play.higher_or_lowest)
    are_level = f"{with_verb(map(pretty, level), 'is', 'are')} level with it, not higher."
    why.say(are_level, P.play.equal, when=0 < len(level) < len(hand))
    can = f"The hand can go higher with {cards_text(higher)}."
    why.say(can if higher else "Nothing in the hand is higher, so play its lowest card.")
    ducking = "The lowest card is only for a hand that cannot go higher."
    why.say(ducking, P.play.no_ducking, when=0 < len(higher) < len(hand))
    return f"Play {cards_text(moment.legal.cards, 'or')}."


PLAY = Tricks(
    fewest=FEWEST, most=MOST, hand=HAND,
    decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: HAND, entry_part=_entry_part,
    reneges=Reneges(
        rules=(P.play.higher_or_lowest, P.penalties.shown), penalty=P.penalties.wrong_card,
        fault=PLAYED_WRONG, required="Going higher, or lowest, is required",
        nobody="No player who did not go higher shows a higher card later, or one lower than what they played.",
    ),
    explain=_explain_trick, explain_legal=_explain_legal,
)  # fmt: skip


# What does the last trick cost, and what happens above the limit?


def explain_limit(
    why: Reasons, options: Record, name: str, total: int, others: Sequence[int], had: bool
) -> tuple[str, bool, int | None]:
    """Add to ``why`` the reasons for what happens to a player with this total.

    Return what happens as a sentence, whether they are out, and their total after a first cucumber (None: they get
    none).
    ``others``: the totals of the others still in; ``had``: whether the player has a cucumber already.
    """
    limit = options[LIMIT]
    over, back, first = total > limit, reset_total(others, limit), f"{total} is above {limit} for the first time"
    gets, above = f"{name} gets a cucumber and goes back to {back}.", f"above {limit} itself; we stop {name} at {back}"
    why.cite(P.scoring.exactly, when=total == limit)
    text = why.first(
        (not over, f"{name} stays at {total}.", f"{total} is not above {limit}.", P.scoring.cucumber),
        (had, f"{name} is out.", f"{total} is above {limit}, and {name} has a cucumber already.", P.scoring.eliminated),
        (back in others, gets, f"{first}. The highest total of the others still in is {back}.", P.scoring.cucumber),
        (True, gets, f"{first}. The highest total of the others is {above}.", P.scoring.cucumber, P.scoring.reset),
    )
    return text, over and had, back if over and not had else None


def _known_players(table: Any) -> dict[str, Any]:
    """Return the facts that a play knows: the players still in, their totals and their cucumbers."""
    return {
        "players": list(table.asked),
        "totals": {name: table.totals[name] for name in table.asked},
        "cucumbers": [name for name in table.state.cucumbers if name in table.asked],
    }


def _offer_last(table: Any, entry: Record, _: object) -> str:
    """Suggest asking the referee about level cards, or about a total that comes above the limit."""
    taker, level = taker_and_level(table.asked, entry)
    if level:
        return f"{listed((*level, taker))} played a card of the same rank, the highest."
    total = table.totals[taker] + VALUES[entry[CARDS][taker]]
    return f"{taker} comes to {total}, above {table.options[LIMIT]}." if total > table.options[LIMIT] else ""


CUCUMBERS = ask.players("cucumbers", "Cucumbers", help="Who has one already.")


@situation("last-trick", "What does the last trick cost, and whom?", (
    facts.players(scoring.GAME.seats).of(help="Those still in, in seat order, clockwise."),
    LEADER, CARDS.of(turns=None),
    f.count(TOTALS, "Totals", MOST_TOTAL, per="player", help="Before the hand; 0 if nothing is given."), CUCUMBERS,
), check=scoring.check, known_facts=_known_players,
    offer=offer_when_scored(scoring.GAME.scoring, _offer_last))  # fmt: skip
def _last_trick(options: Record, given: Record) -> Verdict:
    """Judge what the last trick costs: its taker adds the card; players with a level card subtract theirs.

    A taker who comes above the limit is out, or is reset and gets a cucumber.
    """
    players, cards, before, why = given[facts.PLAYERS], given[CARDS], given[TOTALS], Reasons()
    taker, level = taker_and_level(players, given)
    rank, value = cards[taker], VALUES[cards[taker]]
    changes = dict.fromkeys(players, 0) | {name: -min(value, before[name]) for name in level} | {taker: value}
    totals = {name: before[name] + changes[name] for name in players}
    others = [name for name in players if name != taker]
    played = listed(f"{name} {cards[name]}" for name in players_in_turn(players, given.who(LEADER)))
    why.cite(P.scoring.last_trick, P.play.trick, P.scoring.values)
    why.say(f"In the order played: {played}.")
    alike = f"{listed((*level, taker))} are level, each with {card_text(value)}"
    why.say(f"{alike}; {taker} played last of them and takes the trick.", P.scoring.level, when=level)
    why.say(f"{taker}'s {rank_text(str(rank))} is the highest.", when=not level)
    why.say(f"{taker} adds {value}: {totals[taker]}.")
    for name in level:
        stops = f", but has {before[name]} and stops at 0." if before[name] < value else f": {totals[name]}."
        why.say(f"{name} subtracts {value}{stops}")
    left = [totals[name] for name in others]
    then, out, back = explain_limit(why, options, taker, totals[taker], left, taker in given[CUCUMBERS])
    text = f"{taker} takes the last trick and adds {value}.{f' {then}' if totals[taker] > options[LIMIT] else ''}"
    ours = "We count the others' totals after the last trick; the book does not say."
    is_reset_lower = back is not None and max(before[name] for name in others) != max(left)
    why.say(ours, P.scoring.reset, when=is_reset_lower)
    winner = others[0] if out and len(others) == 1 else None
    why.cite(P.ending.last_one, when=winner)
    text = f"{text} {winner} is the last one left and wins." if winner else text
    return why.verdict(
        text, taker=taker, changes=changes, totals=totals | ({} if back is None else {taker: back}),
        cucumber=None if back is None else taker, reset_to=back,
        eliminated=taker if out else None, winner=winner,
    )  # fmt: skip


def _check_over(_: Record, given: Record) -> Iterator[Problem]:
    """Check that totals of other players are given, not of the player asked about, and not of too many."""
    name, others = given.who(facts.PLAYER), given.names_given(OTHERS)
    if not others:
        yield Problem(OTHERS, f"Give the totals of those who are still in beside {name}.")
    elif name in others:
        yield Problem(OTHERS, f"{name} is the player, and none of the others.", name)
    elif len(others) >= MOST:
        yield Problem(OTHERS, f"These are {len(others) + 1} players with {name}, but at most {MOST} play.")


TOTAL = ask.count("total", "Total", MOST_TOTAL, required=True, help="With what the last trick added.")
OTHERS = ask.count_of_each("others", "Others", MOST_TOTAL, help="Totals of the others still in, after the last trick.")
CUCUMBER = ask.flag("cucumber", "Cucumber", help="The player has one already.")
# The totals of the others are not known: players level in the last trick have subtracted by then.
KNOWN_OF = SubjectFacts(
    key="player", label="Player", facts=lambda table, _, name: {CUCUMBER: name in table.state.cucumbers}
)


@situation("over-limit", "What happens above the limit?",
    (f.player(facts.PLAYER, "Player", required=True, help="Who took the last trick."), TOTAL, OTHERS, CUCUMBER),
    help="Somebody is over 21, or over what the table agreed on: that is a cucumber, or the end for them.",
    check=_check_over, subject_facts=KNOWN_OF)  # fmt: skip
def _over_limit(options: Record, given: Record) -> Verdict:
    """Judge what happens above the limit: a cucumber the first time, out the second."""
    others, why = {other: given[OTHERS][other] for other in given.names_given(OTHERS)}, Reasons()
    player, totals = given.who(facts.PLAYER), listed(f"{other} {total:,}" for other, total in others.items())
    why.say(f"Still in beside {player}: {totals}.")
    text, out, back = explain_limit(why, options, player, given[TOTAL], tuple(others.values()), given[CUCUMBER])
    has_one, total = back is not None, given[TOTAL] if back is None else back
    return why.verdict(text, over=out or has_one, cucumber=has_one, eliminated=out, total=total)


SITUATIONS = (
    *PLAY.situations(
        trick={"help": "Of two cards of one rank, two queens, the one played last."},
        legal={"help": "A higher card than those that lie there, or my lowest."},
        renege={
            "help": "Only later tricks show that somebody had a higher card, or a lower one than they played.",
        },
    ),
    _last_trick, _over_limit, out_of_turn_situation(P.play.turn, P.play.lead),
)  # fmt: skip
