"""Making trumps in Euchre: who may say what in the two rounds of calls."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUIT_NAMES, SUITS, SYMBOLS, pretty, suit_of
from companion.core import ask, facts
from companion.core import fields as f
from companion.core.entry import Record, Rows
from companion.core.facts import DEALER, PLAYER, PLAYERS
from companion.core.keys import Key
from companion.core.problems import Problem
from companion.core.reasons import Reasons
from companion.core.seating import from_left_of, opposite
from companion.core.situation import Verdict, situation
from companion.core.words import listed
from companion.games.euchre.scoring import PARTNER_ALONE, STICK, P

CALLS: Key[Rows] = Key("calls")

SEATS = 4
DECK = standard_deck("the 24 cards of Euchre", ranks=RANKS[:6])
PASS, ORDER = "pass", "order"


class Calls(NamedTuple):
    """How far the calls have come."""

    turn: str | None
    """Who speaks next; None: it is settled."""

    legal: tuple[str, ...]
    maker: str | None
    trump: str | None
    is_first_round: bool

    @property
    def thrown_in(self) -> bool:
        """Whether all have passed twice."""
        return self.turn is None and self.maker is None


def open_to(options: Record, upcard: str, number: int) -> tuple[str, ...]:
    """Return the calls open to who speaks after so many others. Source: euchre/play.order-up, .second-round, .stick."""
    if number < SEATS:
        return PASS, ORDER
    suits = tuple(suit for suit in SUITS if suit != suit_of(upcard))
    return suits if options[STICK] and number == 2 * SEATS - 1 else (PASS, *suits)


def after(options: Record, order: Sequence[str], upcard: str, calls: Sequence[str]) -> Calls:
    """Return how the calls stand. ``order``: who speaks, the dealer last."""
    number = len(calls)
    if number and calls[-1] != PASS:
        trump = suit_of(upcard) if calls[-1] == ORDER else calls[-1]
        return Calls(None, (), order[(number - 1) % SEATS], trump, number <= SEATS)
    if number == 2 * SEATS:
        return Calls(None, (), None, None, is_first_round=False)
    return Calls(order[number % SEATS], open_to(options, upcard, number), None, None, number < SEATS)


def call_told(call: str) -> str:
    """Return a call after “may”."""
    return {PASS: "pass", ORDER: "order up"}.get(call) or f"name {SUIT_NAMES[call]}"


def _check_calls(options: Record, given: Record) -> Iterator[Problem]:
    """Check that each call was its player's turn, and open to them."""
    order, upcard, said = from_left_of(given[PLAYERS], given.who(DEALER)), given.word(UPCARD), list[str]()
    for number, row in enumerate(given[CALLS], start=1):
        name, call, now = row.who(PLAYER), row.word(CALL), after(options, order, upcard, said)
        told = ""
        if now.turn is None:
            told = "The calls are over by then: leave this one out."
        elif name != now.turn:
            told = f"It is {now.turn}’s turn to speak, not {name}’s."
        elif call not in now.legal:
            told = f"{name} cannot {call_told(call)} now, only {listed(map(call_told, now.legal), 'or')}."
        if told:
            yield Problem(CALLS, told, name, number)
            return
        said.append(call)


UPCARD = ask.card("upcard", "Card turned up", DECK, required=True)
CALL = ask.choice("call", "Call", {PASS: "Pass", ORDER: "Order up", **SYMBOLS}, required=True)


@situation("call", "Who may call what?", (
    facts.players(SEATS, SEATS),
    f.player(DEALER, "Dealer", required=True, takes="player"),
    UPCARD,
    f.rows(
        CALLS, "Calls",
        (
            f.player(PLAYER, "Player", required=True, takes="player"),
            CALL,
        ),
        most=2 * SEATS, sentences=(("", "{player}: {call}"),), help="Those so far, from the dealer’s left.",
    ),
), check=_check_calls)  # fmt: skip
def call_situation(options: Record, given: Record) -> Verdict:
    """Judge: whose turn it is and what is open to them, or who has made trumps."""
    order, upcard = from_left_of(given[PLAYERS], given.who(DEALER)), given.word(UPCARD)
    dealer, said = order[-1], [row.word(CALL) for row in given[CALLS]]
    now, why = after(options, order, upcard, said), Reasons()
    ordered_up = now.maker is not None and now.is_first_round
    must_go_alone = options[PARTNER_ALONE] and ordered_up and now.maker == opposite(given[PLAYERS], dealer)
    why.say(f"{dealer} deals, so {order[0]} speaks first and {dealer} last.", P.play.order_up)
    if now.is_first_round:
        why.say(f"In the first round {pretty(upcard)} is ordered up, or everybody passes.")
    else:
        why.say(f"In the second round any suit but {SUIT_NAMES[suit_of(upcard)]} is named.", P.play.second_round)
    why.cite(P.play.stick, when=len(said) >= 2 * SEATS - 1 and PASS not in now.legal)
    if now.turn:
        told = f"{now.turn} may {listed(map(call_told, now.legal), 'or')}."
        if PASS not in now.legal:
            told = f"{now.turn} has to name a suit: {listed(map(SUIT_NAMES.__getitem__, now.legal), 'or')}."
    elif now.maker:
        told = f"{now.maker} has made {SUIT_NAMES[now.trump or '']} trumps."
        why.cite(P.play.partner_alone, when=ordered_up and now.maker == opposite(given[PLAYERS], dealer))
        if must_go_alone:
            told += f" {now.maker} has to play alone."
    else:
        told = "All have passed twice: the cards are thrown in."
        why.cite(P.play.thrown_in)
    return why.verdict(
        told, turn=now.turn, legal=list(now.legal), maker=now.maker, trump=now.trump, thrown_in=now.thrown_in,
        must_go_alone=must_go_alone,
    )  # fmt: skip
