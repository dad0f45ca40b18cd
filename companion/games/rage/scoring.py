"""Scoring of Rage: a point for each trick, and a bonus for taking exactly the tricks that were bid."""

from collections.abc import Iterator

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key, PerName
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Gains, Game, Notice, Scoring
from companion.core.game.round_fields import fields_by
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Setup, Table
from companion.core.phrases import cards_each_text
from companion.core.rules.rule_ids import RuleIds
from companion.core.tricks.tricks_taken import (
    OWN_BID,
    OWN_TRICKS,
    TRICKS,
    bid_and_tricks,
    bid_text,
    check_tricks_taken,
    score_each,
)
from companion.core.words import counted

P = RuleIds("rage")

BONUS: Key[PerName[int]] = Key("bonus")
MAD: Key[PerName[int]] = Key("mad")
OWN_BONUS: Key[int] = Key("bonus")
OWN_MAD: Key[int] = Key("mad")

SEATS = Seats(2, 8)

CARD_POINTS = 5
"""What a Bonus Rage card adds and a Mad Rage card takes. Source: rage/scoring.bonus-card."""

FIRST_HAND = ask.count("first_hand", "First hand", 10, 1, default=10, help="Cards dealt to each in the first round.")
LAST_HAND = ask.count("last_hand", "Last hand", 10, 1, default=1, help="Cards dealt to each in the final round.")
BONUS_CARDS = ask.count("bonus_cards", "Bonus Rage cards", 8, default=2, help="How many there are in your pack.")
MAD_CARDS = ask.count("mad_cards", "Mad Rage cards", 8, default=2, help="How many there are in your pack.")
MISS_PENALTY = ask.count(
    "miss_penalty", "Bid missed", 100, default=0, help="Points that a missed bid costs; by the book none.",
)  # fmt: skip
ZERO_BONUS = ask.count("zero_bonus", "Zero made", 100, default=5, help="Points for bidding zero and taking none.")
HIT_BONUS = ask.count("hit_bonus", "Bid made", 100, default=10, help="Points for taking exactly the tricks bid.")


def hand_size(table: Table[None]) -> int:
    """Return the number of cards dealt to each player in the coming round. Source: rage/deal.hands."""
    return table.options[FIRST_HAND] + 1 - table.number


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that the final hand is not larger than the first."""
    first, last = setup.options[FIRST_HAND], setup.options[LAST_HAND]
    if last > first:
        yield Problem(LAST_HAND, f"The last hand has {last} cards, more than the first with {first}.")


@fields_by(lambda table: (table.players, hand_size(table), table.options[BONUS_CARDS], table.options[MAD_CARDS]))
def fields(players: tuple[str, ...], size: int, bonus: int, mad: int) -> tuple[f.Field, ...]:
    """Return the fields of a round with hands of this size: bids, tricks, and the Bonus and Mad Rage cards in them.

    ``bonus``, ``mad``: how many of those cards the deck has.
    """
    return (
        *bid_and_tricks(players, size, "Tricks announced, from the dealer's left on."),
        _action_cards(BONUS, "Bonus Rage", bonus, players, ""),
        _action_cards(MAD, "Mad Rage", mad, players, "minus "),
    )


def _action_cards(key: Key[PerName[int]], label: str, in_deck: int, players: tuple[str, ...], sign: str) -> f.Field:
    """Return the field for the action cards of one kind that each player has taken.

    It asks nobody if the deck has none. ``in_deck``: how many the deck has; ``sign``: precedes the points in its help.
    """
    return f.count(
        key, label, in_deck, sum=f.Sum(most=in_deck), aside=True, per="player", names=players if in_deck else (),
        empty_for=() if in_deck else players,
        help=f"How many were in the tricks taken: {sign}{CARD_POINTS} points each.",
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that tricks add up, and that action cards fit in the deck and in the tricks that were taken."""
    tricks = entry[TRICKS]
    yield from check_tricks_taken(tricks, hand_size(table))
    for key, option, card in ((BONUS, BONUS_CARDS, "Bonus Rage"), (MAD, MAD_CARDS, "Mad Rage")):
        in_deck, cards = table.options[option], entry[key]
        if sum(cards.values()) > in_deck:
            yield Problem(key, f"The pack has {counted(in_deck, card + ' card')}, not {sum(cards.values())}.")
        for name, number in cards.items():
            if number and not tricks[name]:
                yield Problem(key, f"{name} took no trick, so no {card} card either.", name)
    for name in table.players:
        own = entry.of(name)
        taken, bonus, mad = own[OWN_TRICKS], own[OWN_BONUS], own[OWN_MAD]
        if taken and bonus + mad > taken * len(table.players):
            held, where = f"{bonus + mad} action cards", counted(taken, "trick")
            text = f"{name} cannot have {held} in {where}: each player plays one card."
            yield Problem(BONUS if bonus else MAD, text, name)


def lines_of(name: str, own: Record, options: Record) -> Iterator[Line]:
    """Yield the lines of a player: tricks, Bonus and Mad Rage cards, and the bid, made or missed."""
    bid, tricks, bonus, mad = (own[key] for key in (OWN_BID, OWN_TRICKS, OWN_BONUS, OWN_MAD))
    if tricks:
        yield Line(name, tricks, P.scoring.tricks, counted(tricks, "trick"))
    if bonus:
        yield Line(name, CARD_POINTS * bonus, P.scoring.bonus_card, counted(bonus, "Bonus Rage card"))
    if mad:
        yield Line(name, -CARD_POINTS * mad, P.scoring.mad_card, counted(mad, "Mad Rage card"))
    points, rule = (options[HIT_BONUS], P.scoring.made_bid) if bid else (options[ZERO_BONUS], P.scoring.zero_bid)
    if tricks != bid:
        points, rule = -options[MISS_PENALTY], P.scoring.missed_bid
    yield Line(name, points, rule, bid_text(bid, tricks))


def _no_points_note(line: Line) -> str:
    """Return the note on a bid that gives no points."""
    why = "no bonus" if line.rule == P.scoring.missed_bid else "that gives nothing here"
    return f"{line.name} {line.text}: {why}."


def last_round(table: Table[None]) -> int:
    """Return the number of the last round. Source: rage/ending.last-hand."""
    return table.options[FIRST_HAND] - table.options[LAST_HAND] + 1


def gains(table: Table[None]) -> Gains:
    """Return the most that a hand can take and give: all Mad Rage cards on a missed bid, all tricks on a made one."""
    options, hand = table.options, hand_size(table)
    made = hand + options[HIT_BONUS] + CARD_POINTS * options[BONUS_CARDS]
    return Gains(-CARD_POINTS * options[MAD_CARDS] - options[MISS_PENALTY], max(made, options[ZERO_BONUS]))


GAME = Game[None](
    name="Rage",
    summary="Bid how many tricks you will take, over ten hands that shrink by a card; most points wins.",
    kind="trick-taking",
    seats=SEATS,
    # Source: rage/ending.winner.
    ending=endings.ending_after_rounds("after 10 hands", last_round, gains=gains),
    options=f.fields_of(FIRST_HAND, LAST_HAND, HIT_BONUS, ZERO_BONUS, MISS_PENALTY, BONUS_CARDS, MAD_CARDS),
    check_setup=check_setup,
    scoring=Scoring(fields, score_each(lines_of, _no_points_note), check),
    next=(DEALERS_LEFT_LEADS, Notice("cards", hand_size, cards_each_text)),
)
