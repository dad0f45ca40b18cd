"""A blank score sheet has a place for every field of every round."""

from collections.abc import Iterable
from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game.table import Setup
from companion.core.play.fold import Sheet as Played
from companion.core.play.fold import coming_fields, extend_sheet, opening_table
from companion.core.play.setups import read_setup
from companion.core.words import listed
from companion.exports.blank_sheet import (
    MILLIMETRES,
    ROOM,
    TIGHTEST,
    BlankSheet,
    Column,
    Hint,
    LinesBelow,
    blank_sheet,
    last_round,
)
from companion.games import SLUGS, folder_of, game_of
from tests.laws import drawn

TABLES = [(slug, seats) for slug in SLUGS for seats in range(game_of(slug).seats.fewest, game_of(slug).seats.most + 1)]


def setup_of(slug: str, seats: int, **options: Any) -> Setup:
    names = [f"Player {seat}" for seat in range(1, seats + 1)]
    setup, problems = read_setup(game_of(slug), {"players": names, "options": options})
    assert setup is not None, problems
    return setup


def sheet_of(slug: str, seats: int, rounds: int | None = None, **options: Any) -> BlankSheet:
    return blank_sheet(game_of(slug), setup_of(slug, seats, **options), rounds)


def places(sheet: BlankSheet) -> set[str]:
    """Return the keys of all fields that have a place."""
    below = {key for part in sheet.below for key in part.keys}
    return {one.key for one in (*sheet.shared, *sheet.each) if one.key} | below


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_every_field_of_every_round_has_one_place(slug: str, seats: int) -> None:
    """Also fields that only later rounds have."""
    game, setup, dice = game_of(slug), setup_of(slug, seats), Random(seats)
    sheet = blank_sheet(game, setup)
    sample = import_module(f"companion.games.{folder_of(slug)}.sample").sample_round
    played = Played(game, opening_table(game, setup), ())
    for _ in range(6):
        asked = {item.key for item in coming_fields(game, played.table) if item.per == "table" or item.names}
        assert asked <= places(sheet)
        if played.table.over:
            break
        played = extend_sheet(played, [sample(played.table, dice)])
    assert "adjust" in places(sheet)
    columns = [one.key for one in (*sheet.shared, *sheet.each)]
    assert len(columns) == len(set(columns))
    assert [name for band in sheet.bands for name in band] == list(setup.names)
    assert ("absent" in {hint.key for hint in sheet.hints}) == game.seats.come_and_go


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_it_fits_on_the_paper(slug: str, seats: int) -> None:
    sheet = sheet_of(slug, seats)
    shared = 14 + sum(MILLIMETRES[one.width] for one in sheet.shared)
    each = sum(MILLIMETRES[one.width] for one in sheet.each)
    for number, band in enumerate(sheet.bands):
        wide = (14 if number else shared) + len(band) * each
        assert wide * TIGHTEST <= ROOM[sheet.paper]
    for part in sheet.below:
        wide = sum(MILLIMETRES[one.width] for one in part.columns)
        assert wide * TIGHTEST * part.across <= ROOM[sheet.paper]
        assert part.down * part.across >= part.lines > 0
    assert max(map(len, sheet.bands)) - min(map(len, sheet.bands)) <= 1


def test_a_play_with_a_number_of_rounds_has_just_these() -> None:
    assert len(sheet_of("rage", 4).rounds) == 10
    assert len(sheet_of("rage", 4, 40).rounds) == 10
    assert len(sheet_of("rage", 4, 3).rounds) == 3
    assert len(sheet_of("rage", 4, first_hand=5).rounds) == 5
    assert len(sheet_of("raise-the-stakes", 4, 40).rounds) == 40
    assert last_round(game_of("samba"), opening_table(game_of("samba"), setup_of("samba", 4))) is None


def test_the_number_of_tricks_is_beside_its_round_if_it_changes() -> None:
    assert [one.note for one in sheet_of("rage", 4).rounds][:2] == ["10 tricks", "9 tricks"]
    assert sheet_of("rage", 4).rounds[-1].note == "1 trick"
    assert {one.note for one in sheet_of("reversis", 4).rounds} == {""}


def test_options_change_the_sheet() -> None:
    with_stack = sheet_of("reversis", 4)
    assert with_stack.start == 100
    assert sheet_of("reversis", 4, stack=0).start == 0
    assert "mad" not in places(sheet_of("rage", 4, mad_cards=0))


def test_lists_have_lines_for_each_round_and_rare_fields_a_few() -> None:
    lines = {part.keys: part.lines for part in sheet_of("superfecta", 5).below}
    assert lines[("tickets",)] == 12 * 5
    assert {part.keys: part.lines for part in sheet_of("razz", 4, 10).below}[("pots",)] == 20
    assert {part.keys: part.lines for part in sheet_of("toepen", 4).below}[("challenges",)] == 4


CORRECTIONS = "Points on top of the round's own score; with − in front they are taken away."


def test_a_sheet_has_columns_lines_and_hints() -> None:
    sheet = sheet_of("pitch", 4)
    assert (sheet.paper, sheet.bands, sheet.start, sheet.height, len(sheet.rounds)) == (
        "tall", (("Player 1 & Player 3", "Player 2 & Player 4"),), 0, 1, 16
    )  # fmt: skip
    high, *points = [
        Column("high", "High", "name", "Points"), Column("low", "Low", "name", "Points"),
        Column("jack", "Jack", "name", "Points"), Column("game", "Game", "name", "Points"),
    ]  # fmt: skip
    assert sheet.shared_groups == [
        ("Bid", [Column("pitcher", "Pitcher", "name", "Bid"), Column("bid", "High bid", "word", "Bid")]),
        ("Points", [high, *points]),
        ("", [Column("all_tricks", "All six tricks", "name")]),
    ]
    assert sheet.each == (Column("", "Total", "number"),)
    assert sheet.below == (
        LinesBelow(
            ("adjust",), "Referee's corrections", CORRECTIONS,
            (Column("", "Round", "number"), Column("player", "Player", "name"), Column("points", "Points", "number"),
             Column("reason", "Reason", "text")), lines=4, across=2,
        ),
    )  # fmt: skip
    assert sheet.hints == (
        ("pitcher", "Bid: Pitcher", "Who made the high bid."),
        ("bid", "Bid: High bid", "2, 3, 4 or Smudge. If all pass, the dealer bids 2."),
        ("high", "Points: High", "Who played the highest trump of the hand."),
        ("low", "Points: Low", "Who captured the lowest trump of the hand."),
        ("jack", "Points: Jack", "A dash for nobody. Who captured the jack of trumps."),
        ("game", "Points: Game", "A dash for nobody. Who captured the higher count in cards of all suits."),
        ("all_tricks", "All six tricks", "A dash for nobody. Neither side if both took at least one."),
    )


@pytest.mark.parametrize(
    ("slug", "key", "text"),
    [
        ("skat", "result", "Won; Won, Schneider; Won, Schwarz; Lost; Lost, Schneider; or Lost, Schwarz. By the cards."),
        ("skat", "announced", "Hand, Schneider, Schwarz or Ouvert. Each includes those before it."),
        ("burraco", "pozzetto", "Taken; Taken, not seen; or Not taken."),
    ],
)
def test_answers_with_commas_in_them_can_be_told_apart(slug: str, key: str, text: str) -> None:
    [hint] = [hint.text for hint in sheet_of(slug, 4).hints if hint.key == key]
    assert hint.startswith(text)


def test_wide_headings_are_turned() -> None:
    turned = {one.label: one.is_turned for one in sheet_of("rage", 3).each}
    assert turned == {"Bid": False, "Tricks": True, "Bonus Rage": True, "Mad Rage": False, "Total": False}
    [challenges, _] = sheet_of("toepen", 4).below
    assert {one.label: one.is_turned for one in challenges.columns} == {
        "Round": False, "Discarder": False, "Challenger": True, "Caught": True
    }  # fmt: skip
    assert (challenges.across, challenges.down) == (3, 2)


def headings(columns: Iterable[Column]) -> str:
    """Return the labels of columns, with ``*`` after those that are turned."""
    return ", ".join(f"{one.label}{'*' if one.is_turned else ''}" for one in columns)


CORRECTION_LINES = "Referee's corrections 4 in 3: Round, Player, Points, Reason"
RARE_LINES = "Rarely needed 4 in 3: Round, What, Who, How much"


@pytest.mark.parametrize(
    ("slug", "seats", "layout"),
    [
        (
            "ace-deuce-jack", 11,
            ["wide 6 + 5, 10 rounds", "Banker wins*", "Bet, Total", RARE_LINES, CORRECTION_LINES],
        ),
        (
            "brag", 6,
            ["wide 6, 10 rounds", "Prial shown", "Paid, Total", "Pot 20 in 3: Round, Chips, Winner", CORRECTION_LINES],
        ),
        (
            "chicago", 2,
            [
                "tall 2, 16 rounds", "Best hand, Hand, Best hand, Hand, Fifth trick, Best hand, Hand, Forfeit", "Total",
                CORRECTION_LINES.replace("in 3", "in 2"),
            ],
        ),
        ("put-and-take", 3, ["wide 3, 10 rounds", "", "Put, Take, Total", RARE_LINES, CORRECTION_LINES]),
        (
            "raise-the-stakes", 5,
            ["wide 5, 10 rounds", "Raised by, Folded, Reneged", "Tricks, Total", CORRECTION_LINES],
        ),
        (
            "reversis", 4,
            [
                "wide 4, 10 rounds",
                "Talon, Reversis, Broken by, Broken by the J♥*, Quinola early*, Espagnolette*",
                "Tricks*, Points*, Total",
                "Aces and Quinola 20 in 3: Round, What, Ace, Played by, Trick won or led by*, Claimed by the winner*",
                CORRECTION_LINES,
            ],
        ),
        (
            "toepen", 8,
            [
                "wide 8, 10 rounds", "Winner, Knocks", "Folded*, Total",
                "Challenges 4 in 3: Round, Discarder, Challenger, Caught", CORRECTION_LINES,
            ],
        ),
    ],
)  # fmt: skip
def test_tables_that_just_fit_have_this_layout(slug: str, seats: int, layout: list[str]) -> None:
    """Compare the width of each column with the recorded one."""
    sheet = sheet_of(slug, seats)
    below = [f"{one.title} {one.lines} in {one.across}: {headings(one.columns)}" for one in sheet.below]
    first = f"{sheet.paper} {' + '.join(str(len(band)) for band in sheet.bands)}, {len(sheet.rounds)} rounds"
    assert [first, headings(sheet.shared), headings(sheet.each), *below] == layout


def test_answers_are_named_in_hints() -> None:
    hints = {hint.key: hint.text for slug in ("superfecta", "toepen") for hint in sheet_of(slug, 4).hints}
    assert hints["last_race"] == "Tick for yes. The table stops after this race; the pools are divided."
    assert hints["knocks"] == "In order. The first makes the hand worth 2, the second 3, and so on."
    assert next(one for one in sheet_of("superfecta", 4).hints if one.key == "absent") == Hint(
        "absent", "Sitting out", "Put a dash for a player who is not in a round."
    )  # fmt: skip
    tickets = sheet_of("superfecta", 4).below[0]
    assert tickets.help.startswith("Kind: Win, Exacta or Superfecta. Tap who bets")


@pytest.mark.parametrize(
    ("slug", "seats", "paper", "bands", "below"),
    [
        ("ace-deuce-jack", 2, "tall", (2,), ["Referee's corrections"]),
        ("ace-deuce-jack", 4, "wide", (4,), ["Referee's corrections"]),
        ("ace-deuce-jack", 8, "wide", (8,), ["Rarely needed", "Referee's corrections"]),
        ("ace-deuce-jack", 11, "wide", (6, 5), ["Rarely needed", "Referee's corrections"]),
        ("any-other-game", 7, "wide", (7,), ["Referee's corrections"]),
        ("any-other-game", 11, "wide", (6, 5), ["Referee's corrections"]),
        ("kabu", 5, "wide", (5,), ["Rarely needed", "Referee's corrections"]),
    ],
)  # fmt: skip
def test_many_names_turn_the_paper_and_then_make_a_second_table(
    slug: str, seats: int, paper: str, bands: tuple[int, ...], below: list[str]
) -> None:
    sheet = sheet_of(slug, seats)
    assert (sheet.paper, tuple(map(len, sheet.bands)), [one.title for one in sheet.below]) == (paper, bands, below)
    assert {(one.lines, one.across) for one in sheet.below} == {(4, 2 if paper == "tall" else 3)}
    assert len(sheet.rounds) == (16 if paper == "tall" else 10)
    if below[0] == "Rarely needed":
        rare = sheet.below[0]
        assert [(one.label, one.width) for one in rare.columns] == [
            ("Round", "number"), ("What", "text"), ("Who", "name"), ("How much", "text")
        ]  # fmt: skip
        labels = {
            item.key: item.label
            for item in game_of(slug).scoring.fields(opening_table(game_of(slug), setup_of(slug, seats)))
        }
        assert rare.help == f"For {listed([labels[key] for key in rare.keys], 'or')}."


def test_the_parts_of_a_field_are_below_each_other() -> None:
    sheet = sheet_of("open-face-chinese-poker", 4)
    assert sheet.each[0].lines == ("Front", "Middle", "Back")
    assert (sheet.height, sheet.paper, len(sheet.rounds)) == (3, "wide", 4)
    tall = sheet_of("open-face-chinese-poker", 3)
    assert (tall.height, tall.paper, len(tall.rounds)) == (3, "tall", 6)


@given(st.sampled_from(SLUGS), st.integers(0, 2**32), st.integers(0, 99))
def test_any_options_have_a_place_for_everything(slug: str, seed: int, rounds: int) -> None:
    game = game_of(slug)
    _, setup, _ = drawn.agreed(game, Random(seed))
    sheet = blank_sheet(game, setup, rounds)
    asked = {item.key for item in game.scoring.fields(opening_table(game, setup)) if item.per == "table" or item.names}
    assert asked <= places(sheet)
    assert 1 <= len(sheet.rounds) <= 60
