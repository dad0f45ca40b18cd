"""Scoring of Speculation: antes into a pot, cards sold from player to player, the pot to the highest trump."""

from collections.abc import Iterator

from companion.core.common import chips
from companion.core.common.chips import ANTE, CHIPS
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record, Rows
from companion.core.game.game import IN_CHIPS, STACK, Game, Notice, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Setup, Table
from companion.core.phrases import amount_phrase
from companion.core.referee.facts import WINNER
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted

P = RuleIds("speculation")

UPCARD, TRUMP, FACE_DOWN = "upcard", "trump", "face-down"
"""What can be sold: the upcard by the dealer, a new trump by the player who turned it up, and a card unseen."""

CARDS_IN_WORDS = {UPCARD: "the upcard", TRUMP: "a trump", FACE_DOWN: "a face-down card"}
"""Each of them in a sentence."""

STACK_OF_CARDS = 3
"""The cards dealt to each player. Source: speculation/deal.cards."""

MOST_PRICE = 1_000_000

ACE_UP = ask.flag("ace_up", "Ace turned up", aside=True, help="The upcard was an ace: the dealer won at once.")
CARD_SOLD = ask.choice(
    "what", "Card", {UPCARD: "Upcard", TRUMP: "New trump", FACE_DOWN: "Face-down card"}, required=True,
)  # fmt: skip
SELLER = ask.player("seller", "Seller", required=True, in_one_with=CARD_SOLD)
BUYER = ask.player("buyer", "Buyer", required=True)
PRICE_FIELD = f.chips(CHIPS, "Price", MOST_PRICE, least=1, required=True, quick=(1, 2, 3, 4, 5), in_one_with=BUYER)
SALES: Key[Rows] = Key("sales")


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that everybody can pay the first ante."""
    ante = setup.options[ANTE]
    return chips.check_stack(setup, ante, f"an ante of {ante:,}")


@fields_by(lambda table: (table.asked, table.dealer))
def fields(names: tuple[str, ...], dealer: str) -> tuple[f.Field, ...]:
    """Return the fields of a hand: whether an ace turned up, what was sold, and who won."""
    return f.fields_of(
        ACE_UP,
        f.rows(
            SALES, "Sale",
            (
                CARD_SOLD, SELLER.of(names=names, prefill=f.Prefill(mostly=(("what", UPCARD, dealer),))),
                BUYER.of(names=names, prefill=f.Prefill(other_than="seller")), PRICE_FIELD,
            ),
            most=100, shown_when=(("ace_up", (False,)),),
            sentences=(
                (UPCARD, "{seller} sold the upcard to {buyer} for {chips}"),
                (TRUMP, "{seller} sold a new trump to {buyer} for {chips}"),
                (FACE_DOWN, "{seller} sold a face-down card to {buyer} for {chips}"),
            ),
            help="One line for each sale, in order, also if a card is sold again.",
        ),
        f.player(WINNER, "Winner", names, required=True, help="Who held the highest trump at the end."),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that sellers have the cards and buyers the chips; after an ace, that nothing is sold and the dealer won."""
    if entry[ACE_UP]:
        yield from refuse(SALES, "Nothing is sold when the upcard is an ace.", when=entry[SALES])
        fault = f"The upcard was an ace, so {table.dealer}, who dealt it, won, not {entry.who(WINNER)}."
        yield from refuse(WINNER, fault, entry.who(WINNER), when=entry.who(WINNER) != table.dealer)
    else:
        yield from _check_sellers(table, entry)
        yield from _check_prices(table, entry) if table.options[STACK] else ()


def _check_sellers(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that each seller has the card to sell.

    A new trump comes out of its seller's stack; a face-down card joins its buyer's.

    Source: speculation/play.upcard, speculation/scoring.cards-to-sell.
    """
    left = dict.fromkeys(table.asked, STACK_OF_CARDS)
    for number, row in enumerate(entry[SALES], start=1):
        what, seller, buyer = row.text(CARD_SOLD), row.who(SELLER), row.who(BUYER)
        if seller == buyer:
            yield Problem(SALES, f"Sale {number}: {seller} cannot sell to themselves.", seller, number)
        if what != UPCARD:
            left[seller] -= 1
            if left[seller] < 0:
                yield Problem(SALES, f"Sale {number}: {seller} has no card left to sell.", seller, number)
            left[buyer] += what == FACE_DOWN
        elif number > 1 and entry[SALES][0].text(CARD_SOLD) == UPCARD:
            fault = f"Sale {number}: the upcard was sold already; enter further sales of it as “New trump”."
            yield Problem(SALES, fault, seller, number)
        else:
            fault = f"Sale {number}: the upcard is sold before any other card."
            yield from refuse(SALES, fault, seller, number, when=number > 1)
            fault = f"Sale {number}: only the dealer {table.dealer} sells the upcard, not {seller}."
            yield from refuse(SALES, fault, seller, number, when=seller != table.dealer)


def _check_prices(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that nobody pays more in a sale than they hold then, after the ante and earlier sales.

    Source: speculation/scoring.can-pay.
    """
    held = {name: table.totals[name] - table.options[ANTE] for name in table.asked}
    for number, row in enumerate(entry[SALES], start=1):
        buyer, price = row.who(BUYER), row[CHIPS]
        if price > held[buyer]:
            rest = counted(max(0, held[buyer]), "chip")
            fault = f"Sale {number}: {buyer} holds {rest} by then and cannot pay {price:,}."
            yield Problem(SALES, fault, buyer, number)
        held[buyer] -= price
        held[row.who(SELLER)] += price


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score the antes, the sales in their order, and the pot."""
    ante, names, winner = table.options[ANTE], table.asked, entry.who(WINNER)
    lines = [Line(name, -ante, P.scoring.ante, "ante") for name in names]
    for row in entry[SALES]:
        seller, buyer, price, card = row.who(SELLER), row.who(BUYER), row[CHIPS], CARDS_IN_WORDS[row.text(CARD_SOLD)]
        lines.append(Line(buyer, -price, P.scoring.sale, f"bought {card} from {seller}"))
        lines.append(Line(seller, price, P.scoring.sale, f"sold {card} to {buyer}"))
    ace, highest = (P.play.ace, "the pot, for an ace turned up"), (P.scoring.pot, "the pot, for the highest trump")
    lines.append(Line(winner, ante * len(names), *(ace if entry[ACE_UP] else highest)))
    return Scored(tuple(lines), None)


def winner_of(_: Table[None], entry: Record, _state: None) -> str:
    """Return the winner of the hand, who deals the next one. Source: speculation/deal.dealer."""
    return entry.who(WINNER)


GAME = Game[None](
    name="Speculation",
    summary="Buy and sell unseen cards; the highest trump takes the pot, and most chips wins.",
    kind="betting",
    seats=Seats(2, 9, come_and_go=True),
    totals=IN_CHIPS,
    # Source: speculation/ending.hands, speculation/ending.chips.
    ending=chips.ending_without_opponents(ANTE),
    options=(chips.ANTE_OPTION.of(help="Chips each player puts into the pot before the deal."), *chips.STACK_AND_HANDS),
    check_setup=check_setup,
    scoring=Scoring(fields, score, check, asked=chips.players_with_chips(ANTE), next_dealer=winner_of),
    next=(Notice("ante", lambda table: table.options[ANTE], amount_phrase("ante")),),
)
