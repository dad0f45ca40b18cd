"""The referee of Speculation: the upcard, whose turn it is, who holds the highest trump, and what may be sold."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SYMBOLS, pretty, rank_of, suit_of
from companion.core.common.chips import ANTE, CHIPS
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import STACK
from companion.core.game.seating import from_left_of, names_except
from companion.core.game.situation import SubjectFacts, Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.facts import CARD, DEALER, HELD, PLAYER, PLAYERS, TRUMP, WINNER
from companion.core.referee.reasons import Reasons
from companion.core.tricks.records import suit_text
from companion.core.words import counted, listed, with_verb
from companion.games.speculation import scoring
from companion.games.speculation.scoring import (
    ACE_UP,
    BUYER,
    CARD_SOLD,
    CARDS_IN_WORDS,
    FACE_DOWN,
    MOST_PRICE,
    PRICE_FIELD,
    SALES,
    SELLER,
    STACK_OF_CARDS,
    UPCARD,
)

DECK = standard_deck("the 52 cards of Speculation")
MOST_FACE_DOWN = scoring.GAME.seats.most * STACK_OF_CARDS
ACE = "A"


def _known_players(table: Table[None]) -> Mapping[str, Any]:
    """Return the fact that the sheet knows: the players who can pay the ante. Source: speculation/deal.in-the-hand."""
    return {"players": list(table.asked)}


# What does the upcard do?


def _offer_upcard(table: Table[None], entry: Record) -> str:
    """Suggest this question if an ace was turned up, but cards were sold or another player than the dealer won."""
    if not entry[ACE_UP]:
        return ""
    if entry[SALES]:
        return "An ace was turned up, and something was sold."
    winner = entry[WINNER]
    return f"An ace was turned up, and {winner} did not deal it." if winner and winner != table.dealer else ""


@situation("upcard", "What happens with the upcard?", (
    facts.players(scoring.GAME.seats), DEALER, f.card(CARD, "Upcard", DECK, required=True),
), known_facts=_known_players, offer=_offer_upcard)  # fmt: skip
def _upcard(options: Record, given: Record) -> Verdict:
    """Judge what happens with the upcard: an ace wins at once; any other card is the dealer's to keep or to sell."""
    dealer, card, number, why = given.who(DEALER), given.text(CARD), len(given[PLAYERS]), Reasons()
    over, trump, pot = rank_of(card) == ACE, suit_of(card), options[ANTE] * number
    trumps = suit_text(trump)
    if over:
        verdict = f"{dealer} wins at once and takes the pot of {counted(pot, 'chip')}."
        why.say("Nothing beats the ace of trumps, so nothing is sold.", "play.ace")
    else:
        verdict = f"{trumps} are trump. {dealer} may keep the {pretty(card)} or sell it to any player."
        why.say("The dealer owns the upcard and sells it on any terms that a buyer accepts.", "play.upcard")
    why.say(f"The upcard is {pretty(card)}, so {trumps.lower()} are trump.", "deal.upcard")
    why.say(f"{number} antes of {options[ANTE]:,} make a pot of {pot:,}.", "deal.ante")
    return why.verdict(verdict, trump=trump, over=over, winner=dealer if over else None, pot=pot, may_sell=not over)


# Whose turn is it?

HOLDER = ask.player("holder", "Holder", required=True, help="Who owns the highest trump shown so far.")
LAST = ask.player("last", "Turned last", nobody="Nobody yet", help="Who turned up a card last.")
NEW_HOLDER = ask.flag(
    "new_holder", "New trump", help="That card was a new highest trump; kept or sold, its owner is settled.",
)  # fmt: skip
STACKS = ask.count_of_each(
    "stacks", "Face down", MOST_FACE_DOWN, required=True, help="The cards that each still has face down."
)


def _check_turn(options: Record, given: Record) -> Iterator[Problem]:
    """Check that somebody turned up the new trump, and that no more cards are face down than were dealt."""
    if given[NEW_HOLDER] and given[LAST] is None:
        yield Problem(LAST, "Somebody turned up the new trump: say who.")
    dealt, there = STACK_OF_CARDS * len(given[PLAYERS]), sum(given[STACKS].values())
    yield from refuse(STACKS, f"{there} cards lie face down, but only {dealt} were dealt.", when=there > dealt)


@situation("turn", "Whose turn is it, or is the hand over?", (
    facts.players(scoring.GAME.seats), HOLDER, LAST, NEW_HOLDER, STACKS,
), help="After a sale, play goes on at the left of the owner of the highest trump.", check=_check_turn,
    known_facts=_known_players)  # fmt: skip
def _turn(options: Record, given: Record) -> Verdict:
    """Judge whose turn it is: the first player with cards on the left of a new holder, or of the last to turn.

    The holder never has a turn. If nobody can turn a card, the hand is over.
    """
    holder, last, stacks, why = given.who(HOLDER), given[LAST], given[STACKS], Reasons()
    start = last if last and not given[NEW_HOLDER] else holder
    if last is None:
        why.say(f"No card has been turned: play begins on the left of {holder}, who owns the upcard.", "play.turn")
    elif given[NEW_HOLDER]:
        why.say(f"{holder} owns the new highest trump, so play goes on at {holder}'s left.", "play.new-trump")
    else:
        why.say(f"{last} turned last, so play goes on at {last}'s left.", "play.turn")
    passed = list(takewhile(lambda name: name == holder or not stacks[name], from_left_of(given[PLAYERS], start)))
    coming = None if len(passed) == len(given[PLAYERS]) else from_left_of(given[PLAYERS], start)[len(passed)]
    left = names_except(passed, (holder,))
    why.cite("play.passed-over" if passed else "play.one-card")
    why.say(f"{holder} holds the highest trump and is passed over.", when=holder in passed)
    why.say(f"{with_verb(left, 'has', 'have')} no card left to turn.", when=left)
    if coming:
        return why.verdict(f"It is {coming}'s turn: turn up one card.", next=coming, over=False, winner=None)
    why.cite("play.end", "scoring.pot")
    verdict = f"The hand is over: {holder} holds the highest trump and takes the pot."
    return why.verdict(verdict, next=None, over=True, winner=holder)


# Who holds the highest trump?

SHOWN = ask.rows(
    "cards", "Card shown", (f.player(PLAYER, "Owner", required=True), f.card(CARD, "Card", DECK, required=True)),
    least=1, most=MOST_FACE_DOWN + 1, required=True,
    sentences=(("", "{card}, which is {player}'s"),), help="The upcard first; each card with its present owner.",
)  # fmt: skip


def _check_highest(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the upcard is a trump, and that no card is there twice."""
    rows = given[SHOWN]
    trump, upcard = given.text(TRUMP), rows[0].text(CARD)
    trumps = f"{suit_text(trump).lower()} are trump, and the upcard is the first of them."
    yield from refuse(SHOWN, f"{pretty(upcard)} cannot be the upcard: {trumps}", row=1, when=suit_of(upcard) != trump)
    yield from facts.check_cards(SHOWN, DECK, (row.text(CARD) for row in rows))


def _offer_highest(table: Table[None], entry: Record) -> str:
    """Suggest this question if the winner is the player who made the last sale of a trump."""
    sold = [row for row in entry[SALES] if row.text(CARD_SOLD) != FACE_DOWN]
    winner = entry[WINNER]
    if not sold or winner is None or sold[-1].who(SELLER) != winner or entry[ACE_UP]:
        return ""
    return f"{winner} won, but sold {CARDS_IN_WORDS[sold[-1].text(CARD_SOLD)]} to {sold[-1].who(BUYER)}."


@situation("highest", "Who holds the highest trump?", (
    f.choice(TRUMP, "Trump", SYMBOLS, required=True, help="The suit of the upcard."), SHOWN,
), check=_check_highest, offer=_offer_highest)  # fmt: skip
def _highest(options: Record, given: Record) -> Verdict:
    """Judge who holds the highest trump: the owner of the highest card in the suit of the upcard."""
    trump, rows = given.text(TRUMP), given[SHOWN]
    trumps = [row for row in rows if suit_of(row.text(CARD)) == trump]
    best = min(trumps, key=lambda row: RANKS.index(rank_of(row.text(CARD))))
    holder, card = best.who(PLAYER), best.text(CARD)
    unbeatable = rank_of(card) == ACE
    why = Reasons("need.order")
    verdict = listed(f"{pretty(row.text(CARD))} ({row.who(PLAYER)})" for row in trumps)
    why.say(f"{suit_text(trump)} are trump, the suit of the upcard. Trumps shown: {verdict}.", "deal.upcard")
    why.say("Cards of other suits do not count.", when=len(rows) > len(trumps))
    why.say("Nothing beats the ace of trumps.", *(["play.ace"] if best is rows[0] else []), when=unbeatable)
    why.say("Whoever owns the card now holds it, not whoever turned it up.", "scoring.owner-not-finder")
    verdict = f"{holder} holds the highest trump, {pretty(card)}{', and nobody can beat it' if unbeatable else ''}."
    return why.verdict(verdict, holder=holder, card=card, unbeatable=unbeatable)


# May a card be sold?


TURNED_BY = ask.player(
    "turned_by", "Turned up by", nobody="Nobody", shown_when=(("what", ("trump",)),),
    help="Who turned up the new trump.",
)  # fmt: skip
LATER: FieldKey[bool | None] = ask.flag(
    "later", "Sold on, or sold later", nobody="Not said", aside=True,
    help="The seller bought this card, or kept it when it was turned up.",
)  # fmt: skip
BETWEEN_TURNS = ask.flag(
    "between_turns", "Between turns", shown_when=(("what", ("face-down",)),),
    help="Nobody is turning a card, and no trump is being sold.",
)  # fmt: skip


def _sale_facts(options: Record) -> tuple[f.Field, ...]:
    """Return the facts about a sale; the buyer's chips are folded away if totals are winnings instead of stacks."""
    return f.fields_of(
        ask.choice(
            CARD_SOLD, "Card", {"upcard": "The upcard", "trump": "A new trump", "face-down": "A face-down card"},
            required=True,
        ),
        SELLER, BUYER, PRICE_FIELD, DEALER, TURNED_BY, LATER,
        f.chips(
            HELD, "Buyer holds", MOST_PRICE, nobody="Not said", aside=not options[STACK], help="Chips, before paying.",
        ),
        BETWEEN_TURNS,
        f.card(CARD, "Which card", DECK, nobody="Not said", shown_when=(("what", ("upcard",)),), help="The upcard."),
    )  # fmt: skip


def _check_sale(options: Record, given: Record) -> Iterator[Problem]:
    """Check that seller and buyer are two players, and that a trump has somebody who turned it up."""
    seller = given.who(SELLER)
    yield from refuse(BUYER, f"{seller} cannot sell to themselves.", seller, when=seller == given.who(BUYER))
    if given.text(CARD_SOLD) == scoring.TRUMP and given[TURNED_BY] is None:
        yield Problem(TURNED_BY, "Say who turned up the trump.")


def _refusal(why: Reasons, options: Record, given: Record) -> str:
    """Explain why a card may not be sold and return the verdict; return an empty string if it may."""
    what, seller, dealer, card = given.text(CARD_SOLD), given.who(SELLER), given.who(DEALER), given[CARD]
    buyer, price, held, later = given.who(BUYER), given[CHIPS], given[HELD], given[LATER]
    if what == UPCARD and card and rank_of(card) == ACE:
        why.say(f"With {pretty(card)} turned up {dealer} has won the hand.", "play.ace")
        return "No: an ace as upcard is not sold."
    if what == FACE_DOWN and not given[BETWEEN_TURNS]:
        why.say("A turn lasts until its card is turned, and a new highest trump is kept or sold.", "play.not-in-turn")
        return "No, not during a turn: face-down cards are sold between turns only."
    if what == UPCARD and seller != dealer and not later:
        why.say(f"{dealer} dealt the upcard and owns it, unless somebody bought it.", "play.upcard")
        why.say(f"If {seller} bought it, the question is whether it may be sold on: say so.")
        return f"No: only {dealer} may sell the upcard."
    if what != FACE_DOWN and (later or (what == scoring.TRUMP and seller != given[TURNED_BY])):
        text = "The book does not say whether an owner may sell later; we say no, since play has gone on."
        why.say(text, "play.sell-later")
        first = dealer if what == UPCARD else given[TURNED_BY]
        return f"No: {CARDS_IN_WORDS[what]} is sold once, when it is turned up, by {first}."
    if options[STACK] and held is not None and price > held:
        why.say(
            f"{buyer} holds {counted(held, 'chip')}, fewer than the price of {price:,}; we allow no debts.",
            "scoring.can-pay",
        )
        return f"No: {buyer} cannot pay {counted(price, 'chip')}."
    return ""


ALLOWED = {  # for each kind of card: paragraph and sentence
    UPCARD: ("play.upcard", "The dealer may sell the upcard to any player."),
    scoring.TRUMP: ("play.new-trump", "Whoever turns up a new highest trump may sell it like an upcard."),
    FACE_DOWN: ("play.face-down", "Between turns anybody may buy a face-down card, unseen."),
}


def _chips_of_buyer(table: Table[None], _: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the fact about the buyer: the chips held after the ante; nothing if totals are winnings."""
    return {"held": max(0, table.totals[name] - table.options[ANTE])} if table.options[STACK] else {}


def _offer_sale(table: Table[None], entry: Record) -> Suggestion:
    """Suggest this question if another player than the dealer sold the upcard, with the sale filled in."""
    for row in () if entry[ACE_UP] else entry[SALES]:
        if row.text(CARD_SOLD) == UPCARD and row.who(SELLER) not in (table.dealer, row.who(BUYER)):
            known = {str(key): row[key] for key in (CARD_SOLD, SELLER, BUYER)} | {"chips": row[CHIPS]}
            return f"{row.who(SELLER)} sold the upcard, which {table.dealer} dealt.", known
    return ""


@situation("sale", "May this card be sold, and who pays whom?", _sale_facts,
    subject_facts=SubjectFacts(key=BUYER, label="Buyer", facts=_chips_of_buyer), check=_check_sale,
    offer=_offer_sale)  # fmt: skip
def _sale(options: Record, given: Record) -> Verdict:
    """Judge whether a card may be sold, and who pays whom.

    The dealer sells the upcard, the player who turned up a new trump that card, and an owner a face-down card.

    What is unknown, such as the chips of the buyer, becomes a condition in the verdict.
    """
    what, seller, buyer, price = given.text(CARD_SOLD), given.who(SELLER), given.who(BUYER), given[CHIPS]
    rule, allowed = ALLOWED[what]
    why = Reasons()
    refusal = _refusal(why, options, given)
    why.say(allowed, rule)
    if refusal:
        nothing: dict[str, Any] = dict.fromkeys(("from", "to", "chips", "next_turn_left_of"))
        return why.verdict(refusal, legal=False, **nothing)
    why.say(f"{seller} need not sell. The price goes to {seller}, not into the pot.", "play.price", "scoring.sale")
    after = buyer if what != FACE_DOWN else None
    why.say(f"The next turn is on {after}'s left.", "play.turn" if what == UPCARD else rule, when=after)
    unknown = options[STACK] and given[HELD] is None
    why.say("We let nobody pay more chips than they hold; the book does not say.", "scoring.can-pay", when=unknown)
    able = f" and {buyer} holds that much" if unknown else ""
    now = " It has to be now, before the next turn." if what == scoring.TRUMP and given[LATER] is None else ""
    outcome: dict[str, Any] = {"legal": True, "from": buyer, "to": seller, "chips": price, "next_turn_left_of": after}
    verdict = f"Yes, if {seller} agrees{able}: {buyer} pays {seller} {counted(price, 'chip')}.{now}"
    return why.verdict(verdict, **outcome)


SITUATIONS = (_upcard, _turn, _highest, _sale)
