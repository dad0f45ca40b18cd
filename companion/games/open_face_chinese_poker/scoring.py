"""Scoring of Open-Face Chinese Poker: every two opponents settle the difference of their points."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty
from companion.core.common import chips, endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key, Names, PerName
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record, Rows
from companion.core.game.game import IN_CHIPS, Game, Notice, Scoring
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats, from_left_of, left_of
from companion.core.game.table import Line, Scored, Setup, Table
from companion.core.phrases import names_phrase
from companion.core.referee.cases import first_true
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, with_verb
from companion.games.open_face_chinese_poker.hands import (
    BACK,
    FOUL_UNITS,
    FRONT,
    MIDDLE,
    ROWS,
    JudgedRows,
    Match,
    compare,
    duplicates,
    judge_three_rows,
    reaches_fantasyland,
    royalties_text,
)

P = RuleIds("open-face-chinese-poker")

PAIR_UNITS: Key[Rows] = Key("pair_units")
HANDS: Key[PerName[Record]] = Key("hands")

DECK = standard_deck("the pack of 52")

FIRST_CARDS, ALL_CARDS = 5, 13
"""Cards dealt at first, and to a player in fantasyland. Source: open-face-chinese-poker/deal.fantasyland."""


UNIT = ask.count(
    "unit", "Unit", 10_000, least=1, default=1, help="Chips in one unit; every payment is a multiple of it.",
)  # fmt: skip
EQUAL_ROWS = ask.choice(
    "equal_rows", "Middle and back equal", {"legal": "No foul", "foul": "A foul"}, default="legal",
    help="Whether a middle of exactly the same strength as the back fouls the hand.",
)  # fmt: skip
A, B = ask.player("a", "One", required=True), ask.player("b", "Other", required=True)


def pair_units(players: tuple[str, ...]) -> tuple[f.Field, ...]:
    """Return the option for another unit between two players. Source: open-face-chinese-poker/need.pair-unit."""
    columns = (A.of(names=players), B.of(names=players), UNIT.of(default=None, help="", required=True))
    return (f.rows(
        PAIR_UNITS, "Unit of two", columns, most=6, aside=True, sentences=(("", "{a} and {b} play for {unit}"),),
        help="Two players who agreed on another unit between themselves.",
    ),)  # fmt: skip


def check_setup(setup: Setup) -> Iterator[Problem]:
    """Check that each unit between two players names two different ones, and that no pair has two units."""
    seen = set()
    for number, row in enumerate(setup.options[PAIR_UNITS], start=1):
        one, other = row.who(A), row.who(B)
        pair = frozenset((one, other))
        if one == other:
            fault = f"{one} is named twice: name the two players who agreed on this unit."
            yield Problem(PAIR_UNITS, fault, one, number)
        elif pair in seen:
            yield Problem(PAIR_UNITS, f"{one} and {other} have two units; give one.", None, number)
        seen.add(pair)


def row_fields(full: bool = True) -> tuple[f.Field, ...]:
    """Return the fields for the three rows of a player. ``full``: whether all cards must be set."""
    return tuple(
        f.cards(row, row.capitalize(), DECK, size if full else 0, size, required=full) for row, size in ROWS.items()
    )


HANDS_FIELD = f.parts(
    HANDS, "Rows", row_fields(), per="player", required=True,
    help="Three cards in front, five in the middle, five in the back; fouled hands too.",
)  # fmt: skip


def check(_: object, entry: Record) -> Iterator[Problem]:
    """Check that no card is in two places. The referee checks its facts with it, too."""
    for card, (owner, other), (name, row) in duplicates(entry[HANDS]):
        yield Problem(HANDS, f"The {pretty(card)} is there twice: {owner}'s {other} and {name}'s {row}.", name)


Hands = Mapping[str, JudgedRows]
"""The judged rows of each player."""


def judge_rows(options: Record, rows: Record) -> JudgedRows:
    """Judge the finished rows of a player under the options of the table."""
    return judge_three_rows(rows[FRONT], rows[MIDDLE], rows[BACK], options.text(EQUAL_ROWS) == "foul")


def judge_hands(options: Record, hands: Mapping[str, Record]) -> Hands:
    """Judge the finished rows of several players."""
    return {name: judge_rows(options, rows) for name, rows in hands.items()}


def score(table: Table[Names], entry: Record) -> Scored[Names]:
    """Score every two opponents against each other, in seat order; note who plays the next hand in fantasyland."""
    hands = judge_hands(table.options, entry[HANDS])
    lines: list[Line] = []
    royalties = {name: royalties_text(hand) for name, hand in hands.items()}
    notes = [f"{name} fouled: {hand.foul}." for name, hand in hands.items() if hand.foul]
    notes += [f"{name} has royalties of {text}." for name, text in royalties.items() if text]
    for pair in combinations(table.players, 2):
        match = compare(hands[pair[0]], hands[pair[1]])
        unit = unit_of(table.options, pair)
        chips = (match.points[0] - match.points[1]) * unit
        unit_text = f", {counted(unit, 'chip')} a unit" if unit > 1 else ""
        lines.extend(_pair_lines(pair, hands, match, chips, unit_text))
        notes.append(_pair_note(pair, hands, match, chips, unit_text))
    entitled = tuple(name for name, hand in hands.items() if reaches_fantasyland(hand, name in table.state))
    notes += [fantasyland_text(entitled)] if entitled else []
    return Scored(tuple(lines), entitled, tuple(notes))


def unit_of(options: Record, pair: Sequence[str]) -> int:
    """Return how many chips a unit is worth between two players: as the two agreed, or else as the table did."""
    return next((row[UNIT] for row in options[PAIR_UNITS] if {row[A], row[B]} == {*pair}), options[UNIT])


def fantasyland_text(names: Sequence[str]) -> str:
    """Return the sentence that says who plays the next hand in fantasyland."""
    return f"{with_verb(names, 'plays', 'play')} the next hand in fantasyland."


def _pair_lines(pair: Sequence[str], judged: Hands, match: Match, chips: int, unit_text: str) -> Iterator[Line]:
    """Yield a line for each of two opponents, if anything is paid between them.

    ``chips``: what the first gains; ``unit_text``: the unit in words, empty for one chip.
    """
    if not chips:
        return
    one, other = pair
    for name, against, change, points in ((one, other, chips, match.points), (other, one, -chips, match.points[::-1])):
        rule, text = first_true(
            (judged[against].foul, (P.scoring.foul, f"{points[0]} units for {against}'s foul")),
            (judged[name].foul, (P.scoring.foul, f"foul: {points[1]} units for {against}")),
            (True, (P.scoring.difference, f"{points[0]} to {points[1]} against {against}")),
        )
        yield Line(name, change, rule, text + unit_text)


def _pair_note(pair: Sequence[str], judged: Hands, match: Match, chips: int, unit_text: str) -> str:
    """Return a note on two opponents: rows won, royalties and payment. The arguments are those of ``_pair_lines``."""
    one, other = pair
    hand, against = judged[one], judged[other]
    if hand.foul and against.foul:
        return f"{one} and {other}: both fouled, so neither pays."
    payer, getter = (one, other) if chips < 0 else (other, one)
    payment = f"{payer} pays {getter} {abs(chips):,}{unit_text}" if chips else "neither pays"
    if hand.foul or against.foul:
        return f"{one} and {other}: {FOUL_UNITS} for the foul, royalties {judged[getter].total}; {payment}."
    rows = "rows {} to {}".format(*match.rows) + (", a sweep" if len(ROWS) in match.rows else "")
    return f"{one} and {other}: {rows}, royalties {hand.total} to {against.total}; {payment}."


def cards_dealt(players: Sequence[str], there: Sequence[str]) -> dict[str, int]:
    """Return the number of cards that each player is dealt at first. ``there``: the players in fantasyland."""
    return {name: ALL_CARDS if name in there else FIRST_CARDS for name in players}


def _deal_text(cards: Mapping[str, int]) -> str:
    """Describe who is dealt all cards at once; empty if nobody is."""
    there = [name for name, number in cards.items() if number == ALL_CARDS]
    return names_phrase(f"is dealt {ALL_CARDS} cards at once", f"are dealt {ALL_CARDS} cards at once")(there)


def next_dealer(table: Table[Names], entry: Record, state: Names) -> str:
    """Return the next dealer: the same one while anybody is in fantasyland, else the player on the left.

    Source: open-face-chinese-poker/deal.fantasyland.
    """
    return table.dealer if state else left_of(table.players, table.dealer)


def first_to_set(table: Table[Names]) -> str | None:
    """Return the player who sets first: the first on the dealer's left who is not in fantasyland; None: all are.

    Source: open-face-chinese-poker/play.first-in-fantasyland.
    """
    return next((name for name in from_left_of(table.players, table.dealer) if name not in table.state), None)


IN_FANTASYLAND = Notice(
    "fantasyland", lambda table: list(table.state), names_phrase("is in fantasyland", "are in fantasyland")
)

GAME = Game[Names](  # the state: who plays the coming hand in fantasyland, in seat order
    name="Open-Face Chinese Poker",
    summary="Set thirteen cards in three rows and settle with each opponent; most chips wins.",
    kind="betting",
    seats=Seats(2, 4),
    totals=IN_CHIPS,
    # Source: open-face-chinese-poker/ending.hands.
    ending=endings.AGREED_HANDS_ON_CREDIT,
    options=f.fields_of(UNIT, *chips.STACK_AND_HANDS, EQUAL_ROWS),
    player_options=pair_units,
    check_setup=check_setup,
    start=lambda _: (),
    scoring=Scoring(RoundFields(lambda _: (HANDS_FIELD,)), score, check, next_dealer=next_dealer),
    carry=(IN_FANTASYLAND,),
    next=(
        Notice("leads", first_to_set),
        IN_FANTASYLAND,
        Notice("deal", lambda table: cards_dealt(table.players, table.state), _deal_text),
    ),
)
