"""The referee of Oh Hell: tricks with a trump that is turned up, and the bid that is barred."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS
from companion.cards.tricks import plain_suits
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.seating import from_left_of
from companion.core.game.situation import Suggestion, Verdict, one_deck, situation
from companion.core.referee.cases import first_true
from companion.core.referee.facts import BIDS, COUNT, EARLY, PLAYER
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import Reneges, SuitRules, Trump, trump_fact
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import (
    BID,
    CARDS,
    OWN_BID,
    bid_facts,
    check_bid_facts,
    count_tricks,
    own_score_situation,
)
from companion.core.words import counted, listed
from companion.games.oh_hell import scoring
from companion.games.oh_hell.scoring import HOOK, MOST_CARDS, SEATS, P, hand_size

DECK = standard_deck("the 52 cards")
RULES = plain_suits(RANKS)
PLAY = Tricks(
    fewest=SEATS.fewest, most=SEATS.most, hand=MOST_CARDS, trump=Trump(trump_fact(), (P.play.trump,)),
    decks=one_deck(DECK), rules=lambda _: RULES, length=hand_size, entry_part=count_tricks,
    by_suit=SuitRules(
        wins=(P.play.highest, P.need.ranks), off_suit=P.play.other_suits,
        lead=(P.play.any_lead,), follow=(P.play.follow_suit, P.play.cannot_follow),
    ),
    reneges=Reneges(
        rules=(P.play.follow_suit, P.penalties.renege_shown), penalty=P.penalties.renege,
        no_penalty="There is no common penalty",
    ),
)  # fmt: skip


# What may be bid?


SCORE_FACTS = bid_facts(MOST_CARDS)
BID_FACTS = (
    SCORE_FACTS[0],
    f.count(COUNT, "Players", SEATS.most, least=SEATS.fewest, required=True, help="All who bid."),
    f.rows(
        BIDS, "Bids", (f.player(PLAYER, "Player", required=True), SCORE_FACTS[1]), most=SEATS.most - 1,
        sentences=(("", "{player} bid {bid}"),), help="Those so far; empty if nobody has bid yet.",
    ),
    f.player(EARLY, "Bid out of turn", nobody="Nobody", aside=True, help="Who bid before their turn."),
)  # fmt: skip


def _check_bid(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the pack is large enough, that everybody bids once, and that somebody is left to bid."""
    cards, count, bids = given[CARDS], given[COUNT], given[BIDS]
    yield from scoring.check_pack(CARDS, count, cards)
    names, early = [row.who(PLAYER) for row in bids], given[EARLY]
    yield from refuse(BIDS, f"All {count} players have bid already.", when=len(bids) >= count)
    for number, (name, row) in enumerate(zip(names, bids, strict=True), start=1):
        bid = row[OWN_BID]
        yield from refuse(BIDS, f"{name} bids twice.", name, number, when=name in names[: number - 1])
        if bid > cards:
            yield Problem(BIDS, f"{name} cannot bid {bid}: the hand has {counted(cards, 'trick')}.", name, number)
    if early and early not in names:
        yield Problem(EARLY, f"Give the bid of {early} among the others: it was out of turn, but it stands.", early)


def _offer_bid(table: Any, entry: Record) -> Suggestion:
    """Suggest asking the referee, with the bids before the dealer's, if the bids add up to the tricks but may not."""
    bids = _bids_so_far(table, {BID: entry[BID]})
    return ("The bids add up to the tricks.", bids) if any(scoring.check_before(table, entry)) else ""


def _bids_so_far(table: Any, entered: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the bids entered so far as the fact ``bids``, in their order and without the dealer's."""
    given = entered.get(BID)
    order = from_left_of(table.players, table.dealer)[:-1]
    bids = [{"player": name, "bid": given[name]} for name in order if name in given] if isinstance(given, dict) else []
    return {"bids": bids} if bids else {}


@situation("bid", "What may the next player bid?", BID_FACTS, check=_check_bid,
    known_facts=lambda table: {"count": len(table.players)}, known_before=_bids_so_far,
    offer_before=_offer_bid)  # fmt: skip
def _bid(options: Record, given: Record) -> Verdict:
    """Judge what the next player may bid: anything, but the last bid may not make the bids add up to the tricks."""
    cards, bids, total = given[CARDS], given[BIDS], sum(row[OWN_BID] for row in given[BIDS])
    is_last = len(bids) == given[COUNT] - 1
    barred = cards - total if options[HOOK] and is_last and total <= cards else None
    why = Reasons(P.play.hook if is_last or not options[HOOK] else P.play.bidding)
    why.say(f"The hand has {counted(cards, 'trick')}, and the bids so far add up to {total}.")
    early = f"{given[EARLY]} bid out of turn: we let the bid stand, and the others bid in their order."
    why.say(early, P.play.bid_out_of_turn, when=given[EARLY])
    text, rule = first_true(
        (not options[HOOK], ("At this table the bids may add up to the tricks, so no bid is barred.", P.play.hook)),
        (not is_last, ("Only the last bid can be barred, and others bid after this one.", P.play.hook)),
        (barred is None, ("No bid can make them add up to the tricks any more, so we bar none.", P.play.hook_exceeded)),
        (True, (f"With {barred} they would add up to the tricks, which the last bid must not do.", P.play.hook)),
    )
    why.say(text, rule, P.play.bidding)
    allowed = [number for number in range(cards + 1) if number != barred]
    numbers = listed(map(str, allowed), "or")
    may = f"may bid {numbers}" if barred is None else f"may not bid {barred}, only {numbers}"
    return why.verdict(f"Whoever bids {'last' if is_last else 'next'} {may}.", barred=barred, allowed=allowed)


# What does a player score?


SCORE = own_score_situation(
    scoring.lines_of, lambda _: SCORE_FACTS,
    lambda points: f"That {'loses' if points < 0 else 'scores'} {counted(abs(points), 'point')}.",
    check=lambda _, given: check_bid_facts(given), help="What a made bid gives, or what a missed bid costs.",
)  # fmt: skip
SITUATIONS = (*PLAY.situations(), _bid, SCORE, out_of_turn_situation(P.play.lead))
