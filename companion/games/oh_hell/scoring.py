"""Scoring of Oh Hell: ten points and the tricks for whoever takes exactly what was bid."""

from collections.abc import Iterator

from companion.core import endings, tricks_taken
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import FIRST_HAND
from companion.core.game import DEALERS_LEFT_LEADS, Game, Line, Notice, Scored, Scoring, Setup, Table, fields_by
from companion.core.keys import Key
from companion.core.phrases import dealt_each
from companion.core.problems import Problem
from companion.core.seating import Seats
from companion.core.tricks_taken import bid_and_tricks, bid_told, check_taken
from companion.core.words import counted

UP_AGAIN: Key[bool] = Key("up_again")
HOOK: Key[bool] = Key("hook")
MISS: Key[str | None] = Key("miss")
TRICKS_ALWAYS: Key[bool] = Key("tricks_always")
TRICKS, BID = tricks_taken.TRICKS, tricks_taken.BID

PACK, MOST_CARDS = 52, 17
FEWEST_PLAYERS, MOST_PLAYERS = 3, 7

MADE, MISSED_TEN = 10, 10
"""What a bid gives, and what a missed one costs where the table says so. Source: oh-hell/scoring.made."""

OPTIONS = (
    f.count(
        FIRST_HAND, "First hand", MOST_CARDS, minimum=1, default=7,
        help="Cards dealt to each in the first round, as far as the pack goes.",
    ),
    f.flag(UP_AGAIN, "Up again", help="After the hand of one card the hands grow to the first size again."),
    f.flag(HOOK, "Screw the dealer", default=True, help="The bids may not add up to the tricks of the hand."),
    f.choice(
        MISS, "A missed bid costs", {"nothing": "Nothing", "off": "1 for each trick off", "ten": "10"},
        default="nothing", help="Off: each trick above or below the bid.",
    ),
    f.flag(TRICKS_ALWAYS, "Tricks always count", help="A point for each trick taken on a missed bid, too."),
)  # fmt: skip


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that the pack has enough cards for the first hand. Source: oh-hell/deal.pack."""
    first, players = setup.options[FIRST_HAND], len(setup.players)
    if first * players > PACK:
        yield Problem(FIRST_HAND, f"{players} players get at most {PACK // players} cards each, not {first}.")


def hand_size(table: Table[None]) -> int:
    """Return cards dealt to each in the coming round. Source: oh-hell/deal.hands, oh-hell/deal.up-again."""
    first = table.options[FIRST_HAND]
    return max(first + 1 - table.number, table.number - first + 1)


@fields_by(lambda table: (table.players, hand_size(table)))
def fields(players: tuple[str, ...], hand: int) -> tuple[f.Field, ...]:
    """Return bids before the hand, tricks after it."""
    return bid_and_tricks(players, hand, "Tricks announced, from the dealer's left on; the dealer bids last.")


def check_before(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the bids do not add up to the tricks. Source: oh-hell/play.hook."""
    dealer, bids = table.dealer, entry[BID]
    if table.options[HOOK] and sum(bids.values()) == hand_size(table):
        tricks = counted(hand_size(table), "trick")
        yield Problem(BID, f"{dealer} may not bid {bids[dealer]}: the bids may not add up to {tricks}.", dealer)


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that every trick was taken by somebody."""
    yield from check_taken(entry[TRICKS], hand_size(table))


def lines_of(name: str, bid: int, tricks: int, options: Record) -> Iterator[Line]:
    """Yield what a bid and the tricks taken on it give."""
    if bid == tricks:
        yield Line(name, MADE, "oh-hell/scoring.made", bid_told(bid, tricks))
        if tricks:
            yield Line(name, tricks, "oh-hell/scoring.tricks", counted(tricks, "trick"))
        return
    cost = {"nothing": 0, "off": abs(bid - tricks), "ten": MISSED_TEN}[options.word(MISS)]
    if cost:
        yield Line(name, -cost, "oh-hell/scoring.missed", bid_told(bid, tricks))
    if tricks and options[TRICKS_ALWAYS]:
        yield Line(name, tricks, "oh-hell/scoring.tricks-always", f"{counted(tricks, 'trick')}, bid missed")


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return the bids of everybody, in seat order."""
    lines, notes = list[Line](), list[str]()
    for name, bid in entry[BID].items():
        tricks = entry[TRICKS][name]
        lines += lines_of(name, bid, tricks, table.options)
        if bid != tricks and table.options.word(MISS) == "nothing":
            notes.append(f"{name} {bid_told(bid, tricks)}: nothing for the bid.")
    return Scored(tuple(lines), None, tuple(notes))


def last_round(table: Table[None]) -> int:
    """Return how many rounds the play has. Source: oh-hell/ending.last-hand, oh-hell/deal.up-again."""
    first = table.options[FIRST_HAND]
    return 2 * first - 1 if table.options[UP_AGAIN] else first


GAME = Game[None](
    module=__name__,
    name="Oh Hell",
    summary="Bid how many tricks you will take, and take exactly that many, over shrinking hands; most points wins.",
    kind="trick-taking",
    seats=Seats(FEWEST_PLAYERS, MOST_PLAYERS),
    # Source: oh-hell/ending.winner.
    ending=endings.rounds("after 7 hands", last_round),
    options=OPTIONS,
    check_setup=check_setup,
    scoring=Scoring(fields, score, check, check_before=check_before),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", hand_size, dealt_each),
        Notice(
            "trump",
            lambda table: "none" if hand_size(table) * len(table.players) == PACK else "turned",
            {"turned": "a card turned up is trump", "none": "no trump"}.__getitem__,
        ),
    ),
)
