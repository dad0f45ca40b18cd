"""The referee of Speculation: the upcard, whose turn it is, who holds the highest trump, and what may be sold."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SYMBOLS, pretty, rank_of, suit_of
from companion.core import facts
from companion.core import fields as f
from companion.core.chips import ANTE
from companion.core.entry import Record, Rows
from companion.core.facts import CARD, PLAYER, PLAYERS, TRUMP
from companion.core.game import Table
from companion.core.keys import Key, PerName
from companion.core.plain_tricks import suit_told
from companion.core.problems import Problem
from companion.core.seating import from_left_of
from companion.core.situation import Basis, Situation, Verdict, once_each
from companion.core.words import counted, listed
from companion.games.speculation import scoring
from companion.games.speculation.scoring import (
    ACE_UP,
    BUYER,
    CHIPS,
    FACE_DOWN,
    MOST_PRICE,
    SALES,
    SELLER,
    STACK_OF_CARDS,
    UPCARD,
    WHAT,
    WHAT_KEY,
    WINNER,
)

DEALER: Key[str | None] = Key("dealer")
HOLDER: Key[str | None] = Key("holder")
LAST: Key[str | None] = Key("last")
NEW_HOLDER: Key[bool] = Key("new_holder")
STACKS: Key[PerName[int]] = Key("stacks")
SHOWN: Key[Rows] = Key("cards")
TURNED_BY: Key[str | None] = Key("turned_by")
BETWEEN_TURNS: Key[bool] = Key("between_turns")

DECK = standard_deck("the 52 cards of Speculation")
FEWEST_PLAYERS, MOST_PLAYERS = 2, 9
MOST_FACE_DOWN = MOST_PLAYERS * STACK_OF_CARDS
ACE = "A"


def _in_the_hand(table: Table[None]) -> Mapping[str, Any]:
    """Who can pay the ante. Source: speculation/deal.in-the-hand."""
    return {"players": list(table.asked)}


# What does the upcard do?


def _upcard_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.players(MOST_PLAYERS, FEWEST_PLAYERS),
        f.player(DEALER, "Dealer", facts.WHOEVER, required=True),
        f.card(CARD, "Upcard", DECK, required=True),
    )


def _judge_upcard(options: Record, given: Record) -> Verdict:
    """Source: speculation/deal.upcard, speculation/play.ace, speculation/play.upcard."""
    dealer, card, number = given.who(DEALER), given.word(CARD), len(given[PLAYERS])
    over, trump, pot = rank_of(card) == ACE, suit_of(card), options[ANTE] * number
    trumps = suit_told(trump)
    because = [
        f"The upcard is {pretty(card)}, so {trumps.lower()} are trump.",
        f"{number} antes of {options[ANTE]:,} make a pot of {pot:,}.",
    ]
    if over:
        verdict = f"{dealer} wins at once and takes the pot of {counted(pot, 'chip')}."
        because.append("An ace of trumps cannot be beaten; nothing is sold.")
    else:
        verdict = f"{trumps} are trump. {dealer} may keep the {pretty(card)} or sell it to any player."
        because.append("The upcard is the dealer's, on any terms that a buyer agrees to.")
    return Verdict(
        verdict=verdict,
        outcome={
            "trump": trump, "over": over, "winner": dealer if over else None, "pot": pot, "may_sell": not over,
        },
        rules=(
            "speculation/play.ace" if over else "speculation/play.upcard",
            "speculation/deal.upcard",
            "speculation/deal.ante",
        ),
        because=tuple(because),
    )  # fmt: skip


def _offer_upcard(table: Table[None], entry: Record) -> str:
    """An ace turned up, and somebody else put down as the winner, or sales."""
    if not entry[ACE_UP]:
        return ""
    if entry[SALES]:
        return "An ace was turned up, and something was sold."
    winner = entry[WINNER]
    return f"An ace was turned up, and {winner} did not deal it." if winner and winner != table.dealer else ""


# Whose turn is it?


def _turn_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.players(MOST_PLAYERS, FEWEST_PLAYERS),
        f.player(HOLDER, "Holder", facts.WHOEVER, required=True, help="Who owns the highest trump shown so far."),
        f.player(LAST, "Turned last", facts.WHOEVER, nobody="Nobody yet", help="Who turned up a card last."),
        f.flag(NEW_HOLDER, "New trump", help="That card was a new highest trump; kept or sold, its owner is settled."),
        f.count(
            STACKS, "Face down", MOST_FACE_DOWN, per="player", names=facts.WHOEVER, required=True,
            noun=("card", "cards"), help="The cards that each still has face down.",
        ),
    )  # fmt: skip


def _check_turn(options: Record, given: Record) -> Iterator[Problem]:
    """A new trump was turned up by somebody, and no more cards are there than were dealt."""
    if given[NEW_HOLDER] and given[LAST] is None:
        yield Problem(LAST, "Somebody turned up the new trump: say who.")
    dealt, there = STACK_OF_CARDS * len(given[PLAYERS]), sum(given[STACKS].values())
    if there > dealt:
        yield Problem(STACKS, f"{there} cards lie face down, but only {dealt} were dealt.")


def _judge_turn(options: Record, given: Record) -> Verdict:
    """Source: speculation/play.turn, speculation/play.passed-over, speculation/play.new-trump, speculation/play.end."""
    players, holder, last, stacks = given[PLAYERS], given.who(HOLDER), given[LAST], given[STACKS]
    anew = given[NEW_HOLDER] or last is None
    start = holder if anew else str(last)
    because = []
    if last is None:
        rules = ["speculation/play.turn"]
        because.append(f"No card has been turned: it begins on the left of {holder}, who owns the upcard.")
    elif anew:
        rules = ["speculation/play.new-trump"]
        because.append(f"The new highest trump is {holder}'s: it goes on at the left of its owner.")
    else:
        rules = ["speculation/play.turn"]
        because.append(f"{last} turned last and the highest trump is as before: it goes on at the left of {last}.")
    coming = None
    passed: list[str] = []
    for name in from_left_of(players, start):
        if name != holder and stacks[name]:
            coming = name
            break
        passed.append(name)
    without = [name for name in passed if name != holder]
    if holder in passed:
        because.append(f"{holder} holds the highest trump and is passed over.")
    if without:
        because.append(f"{listed(without)} {'has' if len(without) == 1 else 'have'} no card left to turn.")
    rules.append("speculation/play.passed-over" if passed else "speculation/play.one-card")
    if coming is None:
        rules += ["speculation/play.end", "speculation/scoring.pot"]
        verdict = f"The hand is over: {holder} holds the highest trump and takes the pot."
    else:
        because.append(f"{coming} turns up one card.")
        verdict = f"It is {coming}'s turn."
    return Verdict(
        verdict=verdict,
        outcome={"next": coming, "over": coming is None, "winner": None if coming else holder},
        rules=tuple(rules),
        because=tuple(because),
    )


# Who holds the highest trump?


def _highest_facts(options: Record) -> tuple[f.Field, ...]:
    columns = (
        f.player(PLAYER, "Owner", facts.WHOEVER, required=True),
        f.card(CARD, "Card", DECK, required=True),
    )
    return (
        f.choice(TRUMP, "Trump", SYMBOLS, required=True, help="The suit of the upcard."),
        f.rows(
            SHOWN, "Card shown", columns, least=1, most=MOST_FACE_DOWN + 1, required=True, ordered=True,
            sentences=(("", "{card}, which is {player}'s"),), help="The upcard first; with who owns each card now.",
        ),
    )  # fmt: skip


def _check_highest(options: Record, given: Record) -> Iterator[Problem]:
    """The upcard is a trump, and no card is there twice."""
    rows = given[SHOWN]
    trump, upcard = given.word(TRUMP), rows[0].word(CARD)
    if suit_of(upcard) != trump:
        fault = (
            f"{pretty(upcard)} cannot be the upcard: {suit_told(trump).lower()} are trump, and it is the first trump."
        )
        yield Problem(SHOWN, fault, row=1)
    yield from facts.check_cards(SHOWN, DECK, (row.word(CARD) for row in rows))


def _judge_highest(options: Record, given: Record) -> Verdict:
    """Source: speculation/need.order, speculation/deal.upcard, speculation/scoring.owner-not-finder."""
    trump, rows = given.word(TRUMP), given[SHOWN]
    trumps = [row for row in rows if suit_of(row.word(CARD)) == trump]
    best = min(trumps, key=lambda row: RANKS.index(rank_of(row.word(CARD))))
    holder, card = best.who(PLAYER), best.word(CARD)
    unbeatable = rank_of(card) == ACE
    rules = ["speculation/need.order", "speculation/deal.upcard"]
    told = listed(f"{pretty(row.word(CARD))} ({row.who(PLAYER)})" for row in trumps)
    because = [f"{suit_told(trump)} are trump, the suit of the upcard. Shown so far: {told}."]
    if len(rows) > len(trumps):
        because.append("Cards of other suits count for nothing.")
    basis: Basis = "book"
    if len(trumps) == 1 and len(rows) > 1 and not unbeatable:
        basis = "open"
        rules.append("speculation/play.no-trump")
        because.append("No other trump has come. The upcard is a trump itself, and the highest there is.")
    elif len(trumps) > 1:
        because.append(f"Of these {pretty(card)} is the highest.")
    if unbeatable:
        first = best is rows[0]
        rules.append("speculation/play.ace" if first else "speculation/play.ace-later")
        because.append("Nothing beats the ace of trumps.")
        if not first:
            basis = "open"
            because.append("So the hand may stop there; the book says that of the upcard alone.")
    rules.append("speculation/scoring.owner-not-finder")
    because.append("The holder is who owns it now, whoever turned it up.")
    return Verdict(
        verdict=f"{holder} holds the highest trump, {pretty(card)}{', and nobody can beat it' if unbeatable else ''}.",
        outcome={"holder": holder, "card": card, "unbeatable": unbeatable},
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


def _offer_highest(table: Table[None], entry: Record) -> str:
    """A winner who sold the last trump that was sold."""
    sold = [row for row in entry[SALES] if row.word(WHAT_KEY) != FACE_DOWN]
    winner = entry[WINNER]
    if not sold or winner is None or sold[-1].who(SELLER) != winner or entry[ACE_UP]:
        return ""
    return f"{winner} won, but sold {WHAT[sold[-1].word(WHAT_KEY)]} to {sold[-1].who(BUYER)}."


# May a card be sold?


def _sale_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.choice(
            WHAT_KEY, "Card", {"upcard": "The upcard", "trump": "A new trump", "face-down": "A face-down card"},
            required=True,
        ),
        f.player(SELLER, "Seller", facts.WHOEVER, required=True),
        f.player(BUYER, "Buyer", facts.WHOEVER, required=True),
        f.chips(CHIPS, "Price", MOST_PRICE, minimum=1, required=True, quick=(1, 2, 3, 4, 5)),
        f.player(DEALER, "Dealer", facts.WHOEVER, required=True),
        f.player(
            TURNED_BY, "Turned up by", facts.WHOEVER, nobody="Nobody", shown_when=(("what", ("trump",)),),
            help="Who turned up the new trump.",
        ),
        f.flag(
            BETWEEN_TURNS, "Between turns", shown_when=(("what", ("face-down",)),),
            help="Nobody is turning a card, and no trump is being sold.",
        ),
        f.card(CARD, "Which card", DECK, nobody="Not said", shown_when=(("what", ("upcard",)),), help="The upcard."),
    )  # fmt: skip


def _check_sale(options: Record, given: Record) -> Iterator[Problem]:
    """Two players, and who turned up a trump that is sold."""
    seller = given.who(SELLER)
    if seller == given.who(BUYER):
        yield Problem(BUYER, f"{seller} cannot sell to themselves.", seller)
    if given.word(WHAT_KEY) == scoring.TRUMP and given[TURNED_BY] is None:
        yield Problem(TURNED_BY, "Say who turned up the trump.")


class _Fault(NamedTuple):
    """Why a card may not be sold."""

    verdict: str
    because: str
    rule: str
    basis: Basis = "book"


def _why_not_sold(given: Record) -> _Fault | None:
    """Why a card may not be sold; None: it may."""
    what, seller, dealer = given.word(WHAT_KEY), given.who(SELLER), given.who(DEALER)
    if what == UPCARD:
        card = given[CARD]
        if card and rank_of(card) == ACE:
            won = f"With {pretty(card)} turned up {dealer} has won the hand."
            return _Fault("No: an ace as upcard is not sold.", won, "speculation/play.ace")
        if seller != dealer:
            told = f"{dealer} dealt it, so it is not {seller}'s."
            return _Fault(f"No: only {dealer} may sell the upcard.", told, "speculation/play.upcard")
    elif what == FACE_DOWN and not given[BETWEEN_TURNS]:
        told = "A turn, or the sale of a trump, is going on."
        return _Fault("No: face-down cards are sold between turns only.", told, "speculation/play.not-in-turn")
    elif what == scoring.TRUMP and seller != given[TURNED_BY]:
        verdict = f"No: only {given[TURNED_BY]} could sell this trump, when it was turned up."
        told = "Then its owner is settled. That nobody sells it on later is our reading of it."
        return _Fault(verdict, told, "speculation/play.sell-later", "open")
    return None


def _judge_sale(options: Record, given: Record) -> Verdict:
    """Source: speculation/play.upcard, speculation/play.new-trump, speculation/play.face-down."""
    what, seller, buyer, price = given.word(WHAT_KEY), given.who(SELLER), given.who(BUYER), given[CHIPS]
    kind = {
        UPCARD: ("speculation/play.upcard", "The dealer may sell the upcard to any player."),
        scoring.TRUMP: ("speculation/play.new-trump", "Who turns up a new highest trump may sell it like an upcard."),
        FACE_DOWN: ("speculation/play.face-down", "Anybody may buy a face-down card of another, unseen."),
    }
    rule, told = kind[what]
    fault = _why_not_sold(given)
    if fault:
        return Verdict(
            verdict=fault.verdict,
            outcome=dict.fromkeys(("from", "to", "chips", "next_turn_left_of")) | {"legal": False},
            basis=fault.basis,
            rules=once_each((fault.rule, rule)),
            because=(told, fault.because),
        )
    because = [told, f"{seller} need not sell. Once agreed, {buyer} pays {seller} and not the pot."]
    rules = [rule, "speculation/play.price", "speculation/scoring.sale"]
    after = buyer if what != FACE_DOWN else None
    if after:
        because.append(f"The next turn is on the left of {after}, who owns the highest trump now.")
        rules.append("speculation/play.turn" if what == UPCARD else "speculation/play.new-trump")
    return Verdict(
        verdict=f"Yes, if {seller} agrees: {buyer} pays {seller} {counted(price, 'chip')}.",
        outcome={"legal": True, "from": buyer, "to": seller, "chips": price, "next_turn_left_of": after},
        rules=once_each(rules),
        because=tuple(because),
    )


def _sale_in_question(table: Table[None], entry: Record) -> Record | None:
    """The sale of the upcard by somebody who did not deal it."""
    for row in () if entry[ACE_UP] else entry[SALES]:
        if row.word(WHAT_KEY) == UPCARD and row.who(SELLER) not in (table.dealer, row.who(BUYER)):
            return row
    return None


def _offer_sale(table: Table[None], entry: Record) -> str:
    """The upcard sold by another than its owner."""
    row = _sale_in_question(table, entry)
    return f"{row.who(SELLER)} sold the upcard, which {table.dealer} dealt." if row else ""


def _answer_sale(table: Table[None], entry: Record) -> Mapping[str, Any]:
    """That sale."""
    row = _sale_in_question(table, entry)
    facts = {"what": WHAT_KEY, "seller": SELLER, "buyer": BUYER, "chips": CHIPS}
    return {name: row[key] for name, key in facts.items()} if row else {}


SITUATIONS = (
    Situation(
        key="upcard", title="What happens with the upcard?",
        facts=_upcard_facts, judge=_judge_upcard, known=_in_the_hand, offered=_offer_upcard,
    ),
    Situation(
        key="turn", title="Whose turn is it, or is the hand over?",
        help="After a sale it goes on at the left of the owner of the highest trump.",
        facts=_turn_facts, check=_check_turn, judge=_judge_turn, known=_in_the_hand,
    ),
    Situation(
        key="highest", title="Who holds the highest trump?",
        facts=_highest_facts, check=_check_highest, judge=_judge_highest, offered=_offer_highest,
    ),
    Situation(
        key="sale", title="May this card be sold, and who pays whom?",
        facts=_sale_facts, check=_check_sale, judge=_judge_sale, offered=_offer_sale, answered=_answer_sale,
    ),
)  # fmt: skip
