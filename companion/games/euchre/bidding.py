"""The calls of Euchre: two rounds in which trumps are made, then who plays alone."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUIT_NAMES, SUITS, SYMBOLS, pretty, suit_of
from companion.core.entry import ask
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record, Rows
from companion.core.game.auction import Auction, AuctionState, first_illegal_call
from companion.core.game.seating import from_left_of, player_opposite
from companion.core.game.situation import Verdict, situation
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import DEALER, PLAYER, PLAYERS, TRUMP
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, listed
from companion.games.euchre.scoring import ALONE, DEFEND_ALONE, DEFENDS_ALONE, GAME, MAKER, PARTNER_ALONE, STICK, P

CALLS: Key[Rows] = Key("calls")

SEATS = 4
DECK = standard_deck("the 24 cards of Euchre", ranks=RANKS[:6])
PASS, ORDER = "pass", "order"
TURNED, LONE, DEFENDS = "turned-", "alone", "defends-"
"""Calls that stand for what nobody says: the suit turned up, and who plays alone."""


def open_calls(options: Record, turned: str, number: int) -> tuple[str, ...]:
    """Return the calls open to the next player after ``number`` others; ``turned``: the suit of the card turned up.

    Source: euchre/play.order-up, euchre/play.second-round, euchre/play.stick.
    """
    if number < SEATS:
        return PASS, ORDER
    suits = tuple(suit for suit in SUITS if suit != turned)
    return suits if options[STICK] and number == 2 * SEATS - 1 else (PASS, *suits)


def auction_state(options: Record, bidders: Sequence[str], calls: Sequence[str]) -> AuctionState:
    """Return who calls next and what they may call, or who has made which suit trumps and who plays alone.

    The first call is the card that was turned up.
    """
    if not calls:
        return AuctionState(bidders[-1], {TURNED + suit: f"Turn up {SYMBOLS[suit]}" for suit in SUITS})
    turned, later_calls = calls[0].removeprefix(TURNED), calls[1:]
    made_by = next((number for number, call in enumerate(later_calls) if call != PASS), None)
    if made_by is not None:
        maker, call = bidders[made_by % SEATS], later_calls[made_by]
        return _made_state(options, bidders, maker, turned if call == ORDER else call, later_calls[made_by + 1 :])
    if len(later_calls) == 2 * SEATS:
        return AuctionState("", result="All have passed twice: the cards are thrown in.")
    legal = {call: capitalized(call_text(call)) for call in open_calls(options, turned, len(later_calls))}
    return AuctionState(bidders[len(later_calls) % SEATS], legal)


def _made_state(options: Record, bidders: Sequence[str], maker: str, trump: str, lone: Sequence[str]) -> AuctionState:
    """Return the state once trumps are made.

    ``lone``: the calls to play alone, the maker's first. Source: euchre/play.alone.
    """
    partner = player_opposite(bidders, maker)
    settled: dict[str, Any] = {MAKER: maker, TRUMP: trump} | ({ALONE: True} if lone else {})
    sits_out = [partner] if lone else []
    others = {} if lone else {LONE: f"{maker} plays alone"}
    defenders = {f"{DEFENDS}{seat}": name for seat, name in enumerate(bidders) if name not in (maker, partner)}
    if len(lone) > 1:
        settled[DEFENDS_ALONE] = defenders[lone[1]]
        sits_out.append(player_opposite(bidders, defenders[lone[1]]))
    elif options[DEFEND_ALONE] and lone:
        others = {call: f"{name} defends alone" for call, name in defenders.items()}
    return AuctionState("", {}, others, settled, tuple(sits_out), f"{maker} has made {SUIT_NAMES[trump]} trumps.")


AUCTION = Auction(
    lambda table: from_left_of(table.players, table.dealer),
    auction_state,
    lambda spoken: {CALLS: [{"player": name, "call": call} for name, call in spoken if not call.startswith(TURNED)]},
)


def call_text(call: str) -> str:
    """Return a call in words that can follow “may”: ``pass``, ``order up``, ``name hearts``."""
    return {PASS: "pass", ORDER: "order up"}.get(call) or f"name {SUIT_NAMES[call]}"


def _calls_text(calls: Collection[str]) -> str:
    """Return calls in words that can follow “may”: ``pass or name spades, diamonds or clubs``."""
    suits = [SUIT_NAMES[call] for call in calls if call in SUIT_NAMES]
    others = [call_text(call) for call in calls if call not in SUIT_NAMES]
    return listed([*others, *([f"name {listed(suits, 'or')}"] if suits else [])], "or")


def _check_calls(options: Record, given: Record) -> Iterator[Problem]:
    """Check that each call was made in turn and was open to its player."""
    calls = [(row.who(PLAYER), row.text(CALL)) for row in given[CALLS]]
    order, turned = from_left_of(given[PLAYERS], given.who(DEALER)), TURNED + suit_of(given.text(UPCARD))
    illegal = first_illegal_call(auction_state, options, order, calls, [turned])
    if illegal is None:
        return
    number, now = illegal
    name, call = calls[number - 1]
    text = first_true(
        (not now.speaker, "The calls are over by then: leave this one out."),
        (name != now.speaker, f"It is {now.speaker}'s turn to speak, not {name}'s."),
        (True, f"{name} cannot {call_text(call)} now, only {_calls_text(now.legal)}."),
    )
    yield Problem(CALLS, text, name, number)


UPCARD = ask.card("upcard", "Card turned up", DECK, required=True)
CALL = ask.choice("call", "Call", {PASS: "Pass", ORDER: "Order up", **SYMBOLS}, required=True)


@situation("call", "Who may call what?", (
    facts.players(GAME.seats), DEALER, UPCARD,
    facts.calls(CALLS, "Calls", CALL, most=2 * SEATS, help="Those so far, from the dealer's left."),
), check=_check_calls)  # fmt: skip
def call_situation(options: Record, given: Record) -> Verdict:
    """Judge whose turn it is and which calls are open to them, or who has made trumps."""
    dealer, upcard, why = given.who(DEALER), given.text(UPCARD), Reasons()
    order, calls = from_left_of(given[PLAYERS], dealer), [row.text(CALL) for row in given[CALLS]]
    now = auction_state(options, order, [TURNED + suit_of(upcard), *calls])
    maker, trump = now.settled.get(MAKER), now.settled.get(TRUMP)
    is_first_round = len(calls) - bool(maker) < SEATS
    by_partner = bool(maker) and is_first_round and maker == player_opposite(given[PLAYERS], dealer)
    must_go_alone = options[PARTNER_ALONE] and by_partner
    why.say(f"{dealer} deals, so {order[0]} speaks first and {dealer} last.", P.play.order_up)
    why.say(f"In the first round {pretty(upcard)} is ordered up, or everybody passes.", when=is_first_round)
    second = f"In the second round any suit but {SUIT_NAMES[suit_of(upcard)]} may be named."
    why.say(second, P.play.second_round, when=not is_first_round)
    must_name = bool(now.speaker) and PASS not in now.legal
    why.cite(P.play.stick, when=must_name or len(calls) == 2 * SEATS)
    if now.speaker:
        text = f"{now.speaker} may {_calls_text(now.legal)}."
        if must_name:
            why.say("At this table the dealer may not pass in the second round.")
            text = f"{now.speaker} has to name a suit: {listed(map(SUIT_NAMES.__getitem__, now.legal), 'or')}."
    else:
        text = f"{now.result} {maker} has to play alone." if must_go_alone else now.result
        why.cite(P.play.partner_alone, when=by_partner)
        why.say("At this table the dealer's partner who orders up plays alone.", when=must_go_alone)
        takes = f"{dealer} takes the {pretty(upcard)} and lays another card aside."
        why.say(takes, when=maker and is_first_round and not must_go_alone)
        why.say(f"Nobody scores, and {order[0]} deals next.", P.play.thrown_in, when=maker is None)
    return why.verdict(
        text, turn=now.speaker or None, legal=list(now.legal), maker=maker, trump=trump,
        thrown_in=not now.speaker and maker is None, must_go_alone=must_go_alone,
    )  # fmt: skip
