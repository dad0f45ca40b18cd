"""The referee of Oh Hell: tricks with a trump that is turned up, and the bid that is barred."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS
from companion.cards.tricks import plain_suits
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import BIDS, COUNT, EARLY, PLAYER
from companion.core.problems import Problem
from companion.core.reasons import Reasons
from companion.core.seating import from_left_of
from companion.core.situation import Suggestion, Verdict, situation, under_all_options
from companion.core.tricks import Paragraphs, Reneges, Tricks, Trump, trump_fact
from companion.core.tricks_taken import (
    BID_OF,
    CARDS,
    OWN_BID,
    OWN_TRICKS,
    bid_facts,
    bid_told,
    check_bid_facts,
    count_tricks,
)
from companion.core.turns import out_of_turn
from companion.core.words import begun, counted, listed, signed
from companion.games.oh_hell import scoring

DECK = standard_deck("the 52 cards")
PLAY = Tricks(
    fewest=scoring.FEWEST_PLAYERS, players=scoring.MOST_PLAYERS, hand=scoring.MOST_CARDS,
    trump=Trump(trump_fact(), ("oh-hell/play.trump",)),
    by=under_all_options(DECK, plain_suits(RANKS), length=scoring.hand_size, counted=count_tricks),
    paragraphs=Paragraphs(
        wins=("oh-hell/play.highest", "oh-hell/need.ranks"), off_suit="oh-hell/play.other-suits",
        lead=("oh-hell/play.any-lead",), follow=("oh-hell/play.follow-suit", "oh-hell/play.cannot-follow"),
    ),
    reneges=Reneges(
        rules=("oh-hell/play.follow-suit", "oh-hell/penalties.renege-shown"), penalty="oh-hell/penalties.renege",
        silent="Commonly no penalty is fixed",
    ),
)  # fmt: skip


# What may be bid?


SCORE_FACTS = bid_facts(scoring.MOST_CARDS)
CARDS_FACT, BID_FACT, _ = SCORE_FACTS
BID_FACTS = (
    CARDS_FACT,
    f.count(COUNT, "Players", scoring.MOST_PLAYERS, minimum=scoring.FEWEST_PLAYERS, required=True, help="All who bid."),
    f.rows(
        BIDS, "Bids", (f.player(PLAYER, "Player", facts.WHOEVER, required=True), BID_FACT),
        most=scoring.MOST_PLAYERS - 1, sentences=(("", "{player} bid {bid}"),),
        help="Those so far; empty where nobody has bid yet.",
    ),
    f.player(
        EARLY, "Bid out of turn", facts.WHOEVER, nobody="Nobody", aside=True, help="Whose bid came before their turn.",
    ),
)  # fmt: skip


def _check_bid(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the pack is large enough, and each bid is one of a player who bids once, before the last."""
    cards, count, bids = given[CARDS], given[COUNT], given[BIDS]
    if cards * count > scoring.PACK:
        yield Problem(CARDS, f"{count} players get at most {scoring.PACK // count} cards each, not {cards}.")
    if len(bids) >= count:
        yield Problem(BIDS, f"Of {count} players {len(bids)} have bid: nobody is left to be asked about.")
    for number, row in enumerate(bids, start=1):
        name, bid = row.who(PLAYER), row[OWN_BID]
        if name in {earlier.who(PLAYER) for earlier in bids[: number - 1]}:
            yield Problem(BIDS, f"{name} bids twice.", name, number)
        if bid > cards:
            yield Problem(BIDS, f"{name} cannot bid {bid}: the hand has {counted(cards, 'trick')}.", name, number)
    early = given[EARLY]
    if early and early not in {row.who(PLAYER) for row in bids}:
        yield Problem(EARLY, f"Give the bid of {early} among the others: it was out of turn, but it stands.", early)


def _offer_bid(table: Any, entry: Record) -> Suggestion:
    """Suggest the question for bids that add up to the tricks, where they may not; those before the dealer's."""
    bids = _bids_so_far(table, {scoring.BID: entry[scoring.BID]})
    return ("The bids are as many as the tricks.", bids) if any(scoring.check_before(table, entry)) else ""


def _bids_so_far(table: Any, put_down: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the bids that were put down, in their order; the last that is asked about is the dealer's."""
    given = put_down.get(scoring.BID)
    order = from_left_of(table.players, table.dealer)[:-1]
    bids = [{"player": name, "bid": given[name]} for name in order if name in given] if isinstance(given, dict) else []
    return {"bids": bids} if bids else {}


@situation("bid", "What may the next player bid?", BID_FACTS, check=_check_bid,
    known=lambda table: {"count": len(table.players)}, known_before=_bids_so_far,
    offered_before=_offer_bid)  # fmt: skip
def _bid(options: Record, given: Record) -> Verdict:
    """Judge: the last bid may not make the bids add up to the tricks."""
    cards, bids, said = given[CARDS], given[BIDS], sum(row[OWN_BID] for row in given[BIDS])
    is_last, barred = len(bids) == given[COUNT] - 1, None
    why = Reasons("oh-hell/play.hook") if is_last or not options[scoring.HOOK] else Reasons("oh-hell/play.bidding")
    why.say(f"The hand has {counted(cards, 'trick')}, and the bids so far add up to {said}.")
    if given[EARLY]:
        told = f"{given[EARLY]} bid out of turn: the bid stands, and the others bid in their order."
        why.say(told, "oh-hell/play.bid-out-of-turn")
    if not options[scoring.HOOK]:
        why.say("At this table the bids may add up to the tricks, so no bid is barred.")
    elif not is_last:
        why.say("Only the last bid can be barred, and others bid after this one.", "oh-hell/play.hook")
    elif said > cards:
        why.say("No bid can make them add up to the tricks any more.", "oh-hell/play.hook-exceeded")
    else:
        barred = cards - said
        why.say(f"With {barred} they would add up to the tricks, which the last bid must not do.")
    why.cite("oh-hell/play.bidding")
    allowed = [number for number in range(cards + 1) if number != barred]
    numbers = listed(map(str, allowed), "or")
    may = f"may bid {numbers}" if barred is None else f"may not bid {barred}, only {numbers}"
    return why.verdict(f"Whoever bids {'last' if is_last else 'next'} {may}.", barred=barred, allowed=allowed)


# What does a player score?


@situation("score", "What does a player score?", SCORE_FACTS,
    help="What a made bid gives, or what a missed bid costs.", check=lambda _, given: check_bid_facts(given),
    known_of=BID_OF)  # fmt: skip
def _score(options: Record, given: Record) -> Verdict:
    """Judge: the lines that the sheet would have."""
    bid, tricks, why = given[OWN_BID], given[OWN_TRICKS], Reasons()
    lines = list(scoring.lines_of("", bid, tricks, options))
    if bid != tricks:
        why.cite("oh-hell/scoring.missed")
        if options.word(scoring.MISS) == "nothing":
            why.say(f"{begun(bid_told(bid, tricks))}: nothing for the bid.")
    for line in lines:
        why.say(f"{begun(line.text)}: {signed(line.points)}.", line.rule)
    points = sum(line.points for line in lines)
    told = f"That loses {counted(-points, 'point')}." if points < 0 else f"That scores {counted(points, 'point')}."
    return why.verdict(told, points=points)


SITUATIONS = (*PLAY.situations(), _bid, _score, out_of_turn("oh-hell/play.lead"))
