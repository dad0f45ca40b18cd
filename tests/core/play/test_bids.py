"""Bids before a hand, and how they ended."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.play.bids import bidding_progress, sealable_fields
from companion.core.play.scoring_api import score_request
from companion.games import SLUGS, game_of
from tests.laws import drawn

THREE = ["Ann", "Bob", "Cyd"]


def calls(slug: str, request: dict[str, Any]) -> list[tuple[str, str, str]]:
    last = score_request(game_of(slug), request).rounds[-1]
    return [(call.name, call.text, call.result) for call in last.calls]


def test_a_bid_is_displayed_with_the_tricks_taken_and_whether_it_was_made() -> None:
    rounds = [{"bid": {"Ann": 2, "Bob": 0, "Cyd": 3}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 9}}]
    assert calls("rage", {"players": THREE, "rounds": rounds}) == [
        ("Ann", "bid 2, took 1", "missed"), ("Bob", "bid 0, took 0", "made"), ("Cyd", "bid 3, took 9", "missed"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"bid": 3, "high": "Ann & Cyd", "low": "Ann & Cyd", "jack": "Ann & Cyd"}, ("Ann bid 3, made 3", "made")),
        ({"bid": 3, "high": "Ann & Cyd", "low": "Bob & Dee", "jack": None}, ("Ann bid 3, made 1", "missed")),
        ({"bid": "smudge", "high": "Ann & Cyd", "low": "Bob & Dee"}, ("Ann bid smudge, made 1", "missed")),
    ],
)
def test_a_high_bid_is_in_the_column_of_its_side(entry: dict[str, Any], told: tuple[str, str]) -> None:
    request = {"players": [*THREE, "Dee"], "rounds": [{"pitcher": "Ann", **entry}]}
    assert calls("pitch", request) == [("Ann & Cyd", *told)]


def test_only_bids_that_everybody_owes_can_be_secret() -> None:
    three = [f.count(Key("bid"), "Bid", 9, per="player", names=tuple(THREE), phase=1, required=True)]
    others = [
        f.count(Key("ante"), "Ante", phase=1, required=True),
        f.count(Key("tricks"), "Tricks", per="player", names=tuple(THREE), required=True),
        f.count(Key("bet"), "Bet", per="player", names=tuple(THREE), phase=1),
        f.count(Key("total"), "Total", per="side", names=tuple(THREE), phase=1, required=True),
    ]
    assert sealable_fields([*three, *others]) == tuple(three)
    assert sealable_fields(others) == ()


def test_bets_against_the_bank_are_won_or_lost() -> None:
    entry = {"bets": {"Bob": 5}, "min_bet": 2, "banker_wins": False}
    assert calls("ace-deuce-jack", {"players": THREE, "rounds": [entry]}) == [
        ("Bob", "bet 5", "won"), ("Cyd", "no bet", ""), ("Ann", "took bets from 2 on", ""),
    ]  # fmt: skip


def test_a_ticket_is_displayed_line_by_line() -> None:
    lines = [("Ann", 5, "win", "D"), ("Ann", 2, "exa", "d/c"), ("Bob", 1, "win", "H")]
    tickets = [{"player": name, "chips": chips, "bet": bet, "horses": horses} for name, chips, bet, horses in lines]
    entry = {"tickets": tickets, "finish": "D/H/C/S"}
    assert calls("superfecta", {"players": THREE, "rounds": [entry]}) == [
        ("Ann", "bet 5 on ♦ and 2 on ♦/♣", "won"), ("Bob", "bet 1 on ♥", "lost"),
    ]  # fmt: skip


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_with_bids_displays_them_after_the_hand(slug: str) -> None:
    game, dice = game_of(slug), Random(3)
    for _ in range(5):
        sheet = drawn.played(game, dice, rounds=3).sheet
        for table, item in zip([sheet.opening, *(one.table for one in sheet.rounds)], sheet.rounds, strict=False):
            asked = {field.key for field in game.scoring.fields(table) if field.phase == 1}
            assert bool(item.calls) == any(item.entry.has(key) for key in asked)
            assert {call.name for call in item.calls} <= set(table.names)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "Bob bids first."),
        ({"Bob": 4}, "Cyd bids next. 4 bid, 10 to take."),
        ({"Bob": 4, "Ann": 0}, "Cyd bids next. 4 bid, 10 to take."),
        ({"Bob": 4, "Cyd": 4}, "Ann bids next. 8 bid, 10 to take."),
        ({"Bob": 4, "Cyd": 4, "Ann": 3}, "11 bid, 10 to take."),
        ({"Zoe": 4}, "Bob bids first."),
    ],
)
def test_bidding_starts_left_of_the_dealer_and_counts_the_bids(given: dict[str, int], told: str) -> None:
    table = score_request(game_of("rage"), {"players": THREE}).table
    assert bidding_progress(game_of("rage").scoring.fields(table), table, {"bid": given}) == told


@pytest.mark.parametrize("junk", [None, 5, "x", [1], {"Ann": "x"}, {"Ann": None}, {"Ann": True}])
def test_junk_in_an_old_draft_is_ignored(junk: Any) -> None:
    table = score_request(game_of("rage"), {"players": THREE}).table
    told = "Bob bids next. 0 bid, 10 to take." if isinstance(junk, dict) else "Bob bids first."
    assert bidding_progress(game_of("rage").scoring.fields(table), table, {"bid": junk}) == told


def test_partners_bid_together_and_may_bid_more_than_the_hand() -> None:
    players = [*THREE, "Dee"]
    table = score_request(game_of("spades"), {"players": players}).table
    fields = game_of("spades").scoring.fields(table)
    assert bidding_progress(fields, table, {}) == "Bob bids first."
    assert bidding_progress(fields, table, {"bid": {"Bob": 4, "Cyd": 0}}) == "Dee bids next. 4 bid, 13 to take."
    tricks = {"bid": dict.fromkeys(players, 3), "tricks": {"Ann & Cyd": 6, "Bob & Dee": 7}}
    assert ("Bob & Dee", "bid 6, took 7", "made") in calls("spades", {"players": players, "rounds": [tricks]})


def test_only_players_who_are_asked_bid_in_turn_and_no_sum_is_named_where_there_is_none() -> None:
    table = score_request(game_of("rage"), {"players": THREE}).table
    bid, tricks, *others = game_of("rage").scoring.fields(table)
    assert bidding_progress((bid.of(names=("Ann", "Cyd")), tricks, *others), table, {}) == "Cyd bids first."
    assert tricks.hints.sum is not None
    open_sum = tricks.of(sum=replace(tricks.hints.sum, to=None))
    assert bidding_progress((bid, open_sum, *others), table, {"bid": {"Bob": 4}}) == "Cyd bids next."


def test_a_bid_that_may_be_exceeded_is_displayed_without_a_result() -> None:
    rage = game_of("rage")
    table = score_request(rage, {"players": THREE}).table
    bid, *others = rage.scoring.fields(table)
    assert bid.hints.aim is not None
    loose = bid.of(aim=replace(bid.hints.aim, exact=False))
    asking = replace(rage, scoring=replace(rage.scoring, fields=lambda _: (loose, *others)))
    entry = {"bid": {"Ann": 2, "Bob": 0, "Cyd": 3}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 9}}
    (item,) = score_request(asking, {"players": THREE, "rounds": [entry]}).rounds
    assert [(call.name, call.text, call.result) for call in item.calls] == [
        ("Ann", "bid 2", ""), ("Bob", "bid 0", ""), ("Cyd", "bid 3", ""),
    ]  # fmt: skip


def test_nobody_bids_in_turn_unless_a_field_says_so() -> None:
    table = score_request(game_of("ace-deuce-jack"), {"players": THREE}).table
    assert bidding_progress(game_of("ace-deuce-jack").scoring.fields(table), table, {"bets": {"Bob": 5}}) == ""


def test_bets_without_a_target_are_displayed_as_entered() -> None:
    game = game_of("hearts")
    vow = f.choice(Key("vow"), "Vow", {"none": "No trick", "all": "All"}, phase=1, per="player", names=(*THREE, "Dee"))
    pot = f.chips(Key("pot"), "Pot", phase=1)
    asking = replace(game, scoring=replace(game.scoring, fields=lambda table: (vow, pot, *game.scoring.fields(table))))
    entry = {"vow": {"Bob": "all"}, "pot": 5, "hearts": {"Ann": 13}, "queen": "Bob"}
    sheet = score_request(asking, {"players": [*THREE, "Dee"], "rounds": [entry]})
    assert [(call.name, call.text, call.result) for call in sheet.rounds[0].calls] == [("Bob", "vow All", "")]
