"""Scoring of Pay Me: the cards left over when somebody goes out count against those who hold them."""

from collections.abc import Iterator

from companion.cards.decks import several_packs
from companion.cards.notation import JOKER, RANKS, pretty, rank_of, rank_text
from companion.core.common import endings
from companion.core.common.endings import HANDS
from companion.core.common.worths import card_worths
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import Worth
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Gains, Game, Notice, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats, names_except
from companion.core.game.table import Line, Scored, Setup, Table, note_on_others
from companion.core.phrases import cards_each_text, packs_text
from companion.core.referee.facts import WENT_OUT
from companion.core.rules.rule_ids import RuleIds

P = RuleIds("pay-me")

LARGEST_HAND = 13
WILD_POINTS = 15
HIGH_POINTS = 10
LOW_POINTS = 5
HIGH_RANKS = frozenset({"K", "Q", "J", "10", "9", "8"})

NATURAL_WILD = ask.choice(
    "natural_wild", "Wild card as itself", {"natural": "Natural", "wild": "Wild"}, default="natural",
    help="Whether a wild card in its own place, as 3♥ 3♠ 3♦ with 3s wild, counts towards the wild cards allowed.",
)  # fmt: skip
ACE = ask.choice(
    "ace", "Ace in runs", {"low": "Low", "high-or-low": "High or low"}, default="low",
    help="Low: A-2-3 only. High or low: Q-K-A as well.",
)  # fmt: skip
DEADWOOD = ask.points_of_each(
    "deadwood", "Deadwood", 0, step=5, either="Totals", not_of=WENT_OUT,
    help="Value of what is left in the hand after melding and laying off.",
    explained="Wild cards 15, kings to 8s 10, 7s to aces 5.",
)  # fmt: skip

CARDS = ask.cards_of_each(
    "cards", "Cards left", several_packs(1), keeps_empty=True, aside=True, either="Cards", not_of=WENT_OUT,
    help="What is left in the hand, card by card; it is counted here.",
)  # fmt: skip

HANDS_FIELD = f.count(HANDS, "Hands", 11, least=1, default=11, help="How many hands are played.")
FIRST_HAND = ask.count(
    "first_hand", "First hand", LARGEST_HAND, least=3, default=3,
    help="Cards dealt to each in the first hand; one more in every later hand.",
)  # fmt: skip


def hand_size(table: Table[None]) -> int:
    """Return how many cards are dealt to each player in the coming hand. Source: pay-me/deal.hands."""
    return table.options[FIRST_HAND] + table.number - 1


def wild_rank(size: int) -> str:
    """Return the rank that is wild beside 2s and jokers, by the size of the hand. Source: pay-me/deal.wild."""
    return RANKS[LARGEST_HAND + 1 - size]


def packs_for(players: int) -> int:
    """Return how many packs are shuffled together. Source: pay-me/need.packs."""
    return 1 if players <= 2 else 2 if players <= 4 else 3


def card_points(card: str, wild: str) -> int:
    """Return how many points a card left over costs if this rank is wild. Source: pay-me/scoring.values."""
    rank = rank_of(card)
    if rank in (JOKER, "2", wild):
        return WILD_POINTS
    return HIGH_POINTS if rank in HIGH_RANKS else LOW_POINTS


def keypad_keys(size: int) -> tuple[Worth, ...]:
    """Return the keypad's keys for cards left over from a hand of this size: wild cards as one, then the other ranks.

    Source: pay-me/scoring.values.
    """
    wild = wild_rank(size)
    ranks = [rank for rank in (*RANKS[1:], RANKS[0]) if rank not in ("2", wild)]
    return Worth("wild", WILD_POINTS), *card_worths(ranks, lambda rank: card_points(f"{rank}s", wild))


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that the last hand is not too large to have a wild rank. Source: pay-me/deal.first-hand."""
    hands, first = setup.options[HANDS], setup.options[FIRST_HAND]
    last = first + hands - 1
    if last > LARGEST_HAND:
        yield Problem(HANDS, f"{hands} hands from {first} cards up end with {last} cards; {LARGEST_HAND} are the most.")


@fields_by(lambda table: (table.players, hand_size(table)))
def fields(players: tuple[str, ...], size: int) -> tuple[f.Field, ...]:
    """Return the fields of a hand of this size: who went out, and what the others had left, counted or as cards."""
    return f.fields_of(
        f.player(WENT_OUT, "Went out", players, required=True, help="Who called “Pay me!”"),
        DEADWOOD.of(most=WILD_POINTS * size, names=players, worths=keypad_keys(size)),
        CARDS.of(deck=several_packs(packs_for(len(players))), most=size, names=players),
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that the player who went out has nothing left, and that everybody else has a count or cards.

    Source: pay-me/scoring.went-out, pay-me/scoring.deadwood.
    """
    out, deadwood, cards = entry.who(WENT_OUT), entry[DEADWOOD], entry[CARDS]
    yield from refuse(DEADWOOD, f"{out} went out, so has no deadwood.", out, when=deadwood[out])
    yield from refuse(CARDS, f"{out} went out, so has no cards left.", out, when=cards[out])
    known = {out, *entry.names_given(DEADWOOD), *entry.names_given(CARDS)}
    text = "Count what {name} has left, 0 where everything was melded."
    yield from refuse_each(DEADWOOD, table.players, known, text)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Return a line for each player with deadwood; if their cards are given, those count instead of the number."""
    wild, out = wild_rank(hand_size(table)), entry.who(WENT_OUT)
    lines, notes = [], [f"{out} went out and scores nothing."]
    for name, points in entry[DEADWOOD].items():
        text = "left unmelded"
        if name in entry.names_given(CARDS):
            values = [(card, card_points(card, wild)) for card in entry[CARDS][name]]
            written, points = points, sum(value for _, value in values)
            text = "left " + ", ".join(f"{pretty(card)} {value}" for card, value in values)
            if name in entry.names_given(DEADWOOD) and written != points:
                notes.append(f"{name} wrote down {written}, but the cards left make {points}; the cards count.")
        if points:
            lines.append(Line(name, points, P.scoring.deadwood, text))
    notes += note_on_others(names_except(table.asked, (out,)), lines, "{names} had nothing left unmelded.")
    return Scored(tuple(lines), None, tuple(notes))


def gains(table: Table[None]) -> Gains:
    """Return the most that a hand can cost: all cards are left, and all are wild."""
    return Gains(0, WILD_POINTS * hand_size(table))


GAME = Game[None](
    name="Pay Me",
    summary="Meld your whole hand and call “Pay me!”; the cards the others have left count, and fewest points wins.",
    kind="rummy",
    seats=Seats(2, 8),
    # Source: pay-me/ending.winner.
    ending=endings.ending_after_rounds("after 11 hands", lambda table: table.options[HANDS], better="low", gains=gains),
    options=f.fields_of(HANDS_FIELD, FIRST_HAND, NATURAL_WILD, ACE),
    check_setup=check_setup,
    scoring=Scoring(fields, score, check),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", hand_size, cards_each_text),
        Notice("wild", lambda table: wild_rank(hand_size(table)), lambda rank: f"{rank_text(rank)}s are wild"),
        Notice("decks", lambda table: packs_for(len(table.players)), packs_text),
    ),
)
