"""Scoring of Oh Hell: ten points and one for each trick if a player takes exactly as many as they bid."""

from collections.abc import Iterator

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Gains, Game, Notice, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Table
from companion.core.phrases import cards_each_text
from companion.core.rules.rule_ids import RuleIds
from companion.core.tricks.tricks_taken import (
    BID,
    OWN_BID,
    OWN_TRICKS,
    TRICKS,
    bid_and_tricks,
    bid_text,
    check_tricks_taken,
    score_each,
)
from companion.core.words import counted

P = RuleIds("oh-hell")
PACK, MOST_CARDS, SEATS = 52, 17, Seats(3, 7)

MADE, MISSED_TEN = 10, 10
"""The points for a made bid, and what a missed one costs by the option ``ten``. Source: oh-hell/scoring.made."""

FIRST_HAND = ask.count(
    "first_hand", "First hand", MOST_CARDS, 1, default=7,
    help="Cards dealt to each in the first round; the pack must have enough.",
)  # fmt: skip
UP_AGAIN = ask.flag("up_again", "Up again", help="After the hand of one card the hands grow to the first size again.")
HOOK = ask.flag("hook", "Screw the dealer", default=True, help="The bids may not add up to the tricks of the hand.")
MISS = ask.choice(
    "miss", "A missed bid costs", {"nothing": "Nothing", "off": "1 for each trick off", "ten": "10"},
    default="nothing", help="Off: each trick above or below the bid.",
)  # fmt: skip
ALWAYS = ask.flag("tricks_always", "Tricks always count", help="A point for each trick taken on a missed bid, too.")


def check_pack(key: str, players: int, cards: int) -> Iterator[Problem]:
    """Check that the pack has enough cards. ``cards``: how many each player gets. Source: oh-hell/deal.pack."""
    if cards * players > PACK:
        yield Problem(key, f"{players} players get at most {PACK // players} cards each, not {cards}.")


def hand_size(table: Table[None]) -> int:
    """Return how many cards are dealt to each player in the coming round.

    It is one fewer each time, down to one, and then one more each time.

    Source: oh-hell/deal.hands, oh-hell/deal.up-again.
    """
    first = table.options[FIRST_HAND]
    return max(first + 1 - table.number, table.number - first + 1)


def last_round(table: Table[None]) -> int:
    """Return the number of the last round. Source: oh-hell/ending.last-hand, oh-hell/deal.up-again."""
    first = table.options[FIRST_HAND]
    return 2 * first - 1 if table.options[UP_AGAIN] else first


@fields_by(lambda table: (table.players, hand_size(table)))
def fields(players: tuple[str, ...], size: int) -> tuple[f.Field, ...]:
    """Return the fields of a round with hands of this size: bids before the hand, tricks after it."""
    return bid_and_tricks(players, size, "Tricks announced, from the dealer's left on; the dealer bids last.")


def check_before(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the bids do not add up to the tricks, unless the table allows it. Source: oh-hell/play.hook."""
    dealer, bids = table.dealer, entry[BID]
    if table.options[HOOK] and sum(bids.values()) == hand_size(table):
        tricks = counted(hand_size(table), "trick")
        yield Problem(BID, f"{dealer} may not bid {bids[dealer]}: the bids may not add up to {tricks}.", dealer)


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the tricks of all players add up to those of the hand."""
    return check_tricks_taken(entry[TRICKS], hand_size(table))


def missed_bid_cost(options: Record, off: int) -> int:
    """Return what a missed bid costs. ``off``: by how many tricks it was missed."""
    return {"nothing": 0, "off": off, "ten": MISSED_TEN}[options.text(MISS)]


def lines_of(name: str, own: Record, options: Record) -> Iterator[Line]:
    """Yield the lines of a player for the bid and the tricks taken."""
    bid, tricks = own[OWN_BID], own[OWN_TRICKS]
    off, taken = abs(bid - tricks), counted(tricks, "trick")
    points, rule = (-missed_bid_cost(options, off), P.scoring.missed) if off else (MADE, P.scoring.made)
    yield Line(name, points, rule, bid_text(bid, tricks))
    if tricks and not off:
        yield Line(name, tricks, P.scoring.tricks, taken)
    elif tricks and options[ALWAYS]:
        yield Line(name, tricks, P.scoring.tricks_always, f"{taken}, bid missed")


def trump_of(table: Table[None]) -> str:
    """Return ``turned`` if a card is turned up for trump; ``none`` if all are dealt, so that there is no trump."""
    return "none" if hand_size(table) * len(table.players) == PACK else "turned"


def gains(table: Table[None]) -> Gains:
    """Return the least and the most points that a player can get in the coming hand."""
    return Gains(-missed_bid_cost(table.options, hand_size(table)), MADE + hand_size(table))


GAME = Game[None](
    name="Oh Hell",
    summary="Bid how many tricks you will take, and take exactly that many, over shrinking hands; most points wins.",
    kind="trick-taking",
    seats=SEATS,
    # Source: oh-hell/ending.winner.
    ending=endings.ending_after_rounds("after 7 hands", last_round, gains=gains),
    options=f.fields_of(FIRST_HAND, UP_AGAIN, HOOK, MISS, ALWAYS),
    check_setup=lambda setup: check_pack(FIRST_HAND, len(setup.players), setup.options[FIRST_HAND]),
    scoring=Scoring(fields, score_each(lines_of), check, check_before=check_before),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", hand_size, cards_each_text),
        Notice("trump", trump_of, {"turned": "a card turned up is trump", "none": "no trump"}.__getitem__),
    ),
)
