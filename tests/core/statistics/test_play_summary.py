"""The summary of a finished play: three plays counted by hand, and what holds for all games."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.game.table import Call
from companion.core.play.adjustments import ADJUSTMENT, BUY
from companion.core.play.fold import Sheet, extend_sheet
from companion.core.play.outcome import outcome_of
from companion.core.play.scoring_api import score_request
from companion.core.statistics.play_summary import (
    PartFromSheet,
    leaders_after,
    leaders_lost_in_last_round,
    options_text,
    parts_from_sheet,
    sheet_decision_sentences,
    total_changes,
    totals_by_round,
)
from companion.games import SLUGS, game_of
from tests.golden import plays_of
from tests.laws import drawn

ENDED = "The table ended it after round 3."
FOUR = ("Ann", "Bob", "Cyd", "Dee")


def points(
    *rounds: tuple[int, ...], sides: tuple[str, ...] = (), absent: str = "", adjust: Any = None, **options: Any
) -> Sheet[Any]:
    """Return the sheet of any other game whose rounds gave these points."""
    names = sides or FOUR[: len(rounds[0])]
    entries: list[dict[str, Any]] = [{"points": dict(zip(names, given, strict=True))} for given in rounds]
    for number, rows in (adjust or {}).items():
        entries[number - 1]["adjust"] = rows
    players = list(FOUR if sides else names)
    request = {"players": players, "sides": list(sides), "options": options, "rounds": entries}
    return score_request(game_of("any-other-game"), request)


def decided(sheet: Sheet[Any]) -> list[str]:
    """Return how it was decided; a play that its game does not end is ended by the table."""
    return list(sheet_decision_sentences(sheet, outcome_of(sheet, ended=True)))


def test_the_summary_of_the_first_play_equals_the_one_by_hand() -> None:
    # Totals: 10 0 0 | 15 5 0 | 15 15 5 | 16 20 5 | 26 21 5 | 26 27 5: Bob came from behind twice, at last in round 6.
    sheet = points((10, 0, 0), (5, 5, 0), (0, 10, 5), (1, 5, 0), (10, 1, 0), (0, 6, 0), rounds=6)
    assert decided(sheet) == [
        "In round 5 Ann took the lead from Bob, 26 to 21.",
        "In round 6 Bob took the lead from Ann, 27 to 26.",
        "Only the last round decided it.",
    ]
    assert leaders_lost_in_last_round(sheet, outcome_of(sheet, ended=False))


def test_the_summary_of_the_second_play_where_low_wins_equals_the_one_by_hand() -> None:
    # Totals: 3 5 4 | 6 6 6 | 9 8 7 | 12 9 10 | 19 10 14: Cyd led after round 3, Bob from 4 on.
    sheet = points((3, 5, 4), (3, 1, 2), (3, 2, 1), (3, 1, 3), (7, 1, 4), rounds=5, better="low")
    assert decided(sheet) == [
        "In round 4 Bob took the lead from Cyd, 9 to 10.",
        "From round 4 on Bob was never caught.",
    ]
    assert not leaders_lost_in_last_round(sheet, outcome_of(sheet, ended=False))


def test_sentences_name_no_totals_if_totals_do_not_decide() -> None:
    sheet = points((5, 5, 0), (0, 5, 0), (5, 0, 0), (0, 1, 0))
    ending = replace(sheet.game.ending, rank=lambda table: {name: -total for name, total in table.totals.items()})
    assert decided(sheet)[:2] == [
        "In round 3 Ann drew level with Bob at 10.",
        "In round 4 Bob went ahead of Ann, 11 to 10.",
    ]
    assert decided(replace(sheet, game=replace(sheet.game, ending=ending)))[:2] == [
        "In round 3 Ann drew level with Bob.", "In round 4 Bob went ahead of Ann.",
    ]  # fmt: skip


def test_the_summary_of_the_third_play_of_partners_ended_early_equals_the_one_by_hand() -> None:
    # Totals: 500 200 | 600 700 | 1,000 1,000 | 900 1,000 adjusted to 1,000 1,000: level at the end, nobody else about.
    sides = ("Ann & Cyd", "Bob & Dee")
    row = {"player": "Ann & Cyd", "points": 100, "reason": "a canasta forgotten"}
    sheet = points((500, 200), (100, 500), (400, 300), (-100, 0), sides=sides, adjust={4: [row]})
    assert decided(sheet) == [
        "In round 3 Ann & Cyd drew level with Bob & Dee at 1,000.",
        "All ended level.",
        "The table ended it after round 4.",
    ]


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        ([(5, 1)], ["A single round decided it."]),
        ([(5, 1), (1, 1), (1, 1)], ["Ann led from the first round to the last."]),
        ([(5, 5, 0), (0, 0, 0), (0, 1, 0)], ["In round 3 Bob went ahead of Ann, 6 to 5.",
                                             "Only the last round decided it."]),
        ([(5, 0, 4), (0, 5, 0), (0, 0, 1)], ["In round 3 Cyd drew level with Ann and Bob at 5.", "All ended level."]),
        ([(5, 5, 0), (0, 0, 0), (0, -1, 5)], ["In round 3 Cyd drew level with Ann at 5, and Bob fell behind.",
                                              "Only the last round decided it."]),
        ([(9, 0, 0), (0, 9, 0), (3, 3, 0)], ["Nobody but Ann and Bob ever led."]),
        ([(0, 0, 1), (9, 9, 0), (3, 3, 0)], ["From round 2 on nobody but Ann and Bob led."]),
        ([(-9, -10), (-9, -9), (-1, 5)], ["In round 3 Bob took the lead from Ann, −14 to −19.",
                                          "Only the last round decided it."]),
        ([(5, 0, 0), (0, 0, 0), (0, 6, 6)], ["In round 3 Bob and Cyd took the lead from Ann, 6 to 5.",
                                             "Only the last round decided it."]),
    ],
)  # fmt: skip
def test_how_a_play_was_decided_is_told_with_ties(rounds: Any, told: list[str]) -> None:
    assert decided(points(*rounds, rounds=len(rounds))) == told


def test_the_lead_is_taken_from_the_best_of_those_who_led() -> None:
    # Totals: 5 3 3 | 5 3 3 | 6 9 7, or 6 7 9, and the lowest wins.
    for last_round in ((1, 6, 4), (1, 4, 6)):
        sheet = points((5, 3, 3), (0, 0, 0), last_round, rounds=3, better="low")
        assert decided(sheet) == [
            "In round 3 Ann took the lead from Bob and Cyd, 6 to 7.", "Only the last round decided it.",
        ]  # fmt: skip


def test_somebody_who_led_with_others_before_the_last_round_and_won_has_not_lost_the_lead() -> None:
    sheet = points((5, 5), (1, 0))
    assert not leaders_lost_in_last_round(sheet, outcome_of(sheet, ended=True))


def test_an_adjustment_counts_in_its_round_and_one_below_zero_as_a_penalty() -> None:
    rows = [
        {"player": "Ann", "points": -10, "reason": "renege"},
        {"player": "Ann", "points": 3, "reason": "miscounted"},
        {"player": "Bob", "points": -1, "reason": "talking"},
    ]
    sheet = points((5, 1), (20, 7), (2, 7), adjust={2: rows})
    told = parts_from_sheet(sheet)
    assert told["Ann"] == PartFromSheet(13, 2, 2, 3, penalties=1, penalty_points=-10)
    assert told["Bob"] == PartFromSheet(7, 3, 1, 1, penalties=1, penalty_points=-1)
    of_some = parts_from_sheet(sheet, only={1, 3})
    assert of_some == {"Ann": PartFromSheet(5, 1, 2, 3), "Bob": PartFromSheet(7, 3, 1, 1)}
    assert parts_from_sheet(sheet, only=set()) == {"Ann": PartFromSheet(), "Bob": PartFromSheet()}


def test_bought_chips_are_neither_points_of_the_round_nor_a_penalty() -> None:
    buy = {"player": "Bob", "points": 50, "buy": True}
    bets = {"bets": {"Bob": 5}, "min_bet": 2, "banker_wins": False, "adjust": [buy]}
    sheet = score_request(game_of("ace-deuce-jack"), {"players": ["Ann", "Bob", "Cyd"], "rounds": [bets]})
    assert sheet.table.totals["Bob"] - sheet.opening.totals["Bob"] == 55
    assert parts_from_sheet(sheet)["Bob"] == PartFromSheet(5, 1, 5, 1)


def test_of_equal_changes_the_first_round_is_named() -> None:
    sheet = points((4, 0), (9, 0), (4, 0), (9, 1))
    assert parts_from_sheet(sheet)["Ann"] == PartFromSheet(9, 2, 4, 1)
    assert parts_from_sheet(sheet)["Bob"] == PartFromSheet(1, 4, 0, 1)


def test_partners_share_the_changes_of_their_side() -> None:
    row = {"player": "North", "points": -50, "reason": "renege"}
    told = parts_from_sheet(points((30, 10), (5, 40), sides=("North", "East"), adjust={1: [row]}))
    assert told["Ann"] == told["Cyd"] == PartFromSheet(5, 2, -20, 1, penalties=1, penalty_points=-50)
    assert told["Bob"] == told["Dee"] == PartFromSheet(40, 2, 10, 1)


def test_a_round_that_somebody_sat_out_does_not_count_for_them() -> None:
    hands = [("Bob", False), ("Ann", True)]  # Ann banks, then Bob
    rounds = [{"absent": ["Dee"], "bets": {name: 5}, "min_bet": 2, "banker_wins": bank} for name, bank in hands]
    sheet = score_request(game_of("ace-deuce-jack"), {"players": list(FOUR), "rounds": rounds})
    told = parts_from_sheet(sheet)
    assert told["Dee"] == PartFromSheet()
    assert (told["Ann"].high_round, told["Ann"].low_round) == (-5, -5)
    assert (told["Cyd"].high_round, told["Cyd"].high_in) == (0, 1)
    rounds[1]["adjust"] = [{"player": "Dee", "points": -3, "reason": "talking"}]
    sheet = score_request(game_of("ace-deuce-jack"), {"players": list(FOUR), "rounds": rounds})
    assert parts_from_sheet(sheet)["Dee"] == PartFromSheet(-3, 2, -3, 2, penalties=1, penalty_points=-3)


def test_bids_of_tricks_are_counted_with_those_made() -> None:
    rounds = [{"bid": {"Ann": 2, "Bob": 0, "Cyd": 3}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 9}},
              {"bid": {"Ann": 9, "Bob": 0, "Cyd": 3}, "tricks": {"Ann": 9, "Bob": 0, "Cyd": 0}}]  # fmt: skip
    told = parts_from_sheet(score_request(game_of("rage"), {"players": ["Ann", "Bob", "Cyd"], "rounds": rounds}))
    assert {name: (one.bids, one.made) for name, one in told.items()} == {
        "Ann": (2, 1), "Bob": (2, 2), "Cyd": (2, 0),
    }  # fmt: skip


def test_only_bids_with_a_result_count_and_only_those_made_are_made() -> None:
    sheet = points((5, 1))
    calls = (Call("Ann", "bid 2"), Call("Ann", "bid 2, took 1", "missed"), Call("Ann", "solo", "won"))
    told = parts_from_sheet(replace(sheet, rounds=(replace(sheet.rounds[0], calls=(*calls, Call("Bob", "", "made"))),)))
    assert {name: (one.bids, one.made) for name, one in told.items()} == {"Ann": (2, 0), "Bob": (1, 1)}


def test_a_high_bid_of_one_side_is_no_bid_of_each_player() -> None:
    entry = {"pitcher": "Ann", "bid": 3, "high": "Ann & Cyd", "low": "Ann & Cyd", "jack": "Ann & Cyd"}
    sheet = score_request(game_of("pitch"), {"players": list(FOUR), "rounds": [entry]})
    assert {one.bids for one in parts_from_sheet(sheet).values()} == {0}


def test_only_options_that_differ_from_the_default_are_listed() -> None:
    game = game_of("any-other-game")
    options = {"rounds": 3, "better": "low", "name": "<b>Wizard"}
    assert options_text(game, options) == "Best total: Lowest; Rounds: 3"
    assert options_text(game, {}) == ""
    personal = replace(game, options=(*game.options, f.player(Key("host"), "Host", FOUR), f.flag(Key("fun"), "Fun")))
    assert options_text(personal, {**options, "host": "Ann", "fun": True}) == "Best total: Lowest; Rounds: 3; Fun: yes"


@pytest.mark.parametrize(("options", "better"), [({"better": "low"}, "low"), ({}, "high"), ({"better": "?"}, "high")])
def test_an_option_can_say_which_totals_win(options: dict[str, str], better: str) -> None:
    assert game_of("any-other-game").better_under(options) == better
    assert game_of("pay-me").better_under(options) == "low"


def test_totals_run_from_before_the_first_round_to_the_last() -> None:
    assert totals_by_round(points((5, -1), (0, 3))) == {"Ann": (0, 5, 5), "Bob": (0, -1, 2)}
    assert totals_by_round(points((5, -1), sides=("We", "They"))) == {"We": (0, 5), "They": (0, -1)}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_summary_within_its_scores(slug: str) -> None:
    game, dice = game_of(slug), Random(5)
    for _ in range(8):
        sheet = drawn.played(game, dice, rounds=4).sheet
        outcome = outcome_of(sheet, ended=True)
        told = parts_from_sheet(sheet)
        assert list(told) == list(sheet.opening.players)
        for one in sheet.rounds:
            counted = [line for line in one.lines if line.rule != BUY]
            sums = {name: sum(line.points for line in counted if line.name == name) for name in one.scores}
            assert total_changes(one) == sums
        for name, part in told.items():
            rounds = [one for one in sheet.rounds if name not in one.absent]
            assert (part.high_round is None) == (not rounds) or part.penalties
            assert 0 <= part.made <= part.bids <= len(rounds)
            assert part.penalty_points <= 0
        penalties = [line for one in sheet.rounds for line in one.lines if line.rule == ADJUSTMENT and line.points < 0]
        assert bool(penalties) == any(part.penalties for part in told.values())
        how = sheet_decision_sentences(sheet, outcome)
        assert all(sentence.endswith(".") for sentence in how)
        assert len(leaders_after(sheet)) == len(sheet.rounds)


@pytest.mark.parametrize("slug", SLUGS)
def test_only_a_winner_is_said_to_have_never_been_caught(slug: str) -> None:
    for play in plays_of(slug):
        if play["version"] != game_of(slug).rules.version:
            continue
        request = {key: play[key] for key in ("players", "dealer", "sides", "options", "rounds")}
        sheet = score_request(game_of(slug), {key: value for key, value in request.items() if value})
        outcome = outcome_of(sheet, play["ended"])
        if outcome is None or not outcome.winners:
            continue
        for sentence in sheet_decision_sentences(sheet, outcome):
            if "never caught" in sentence or "from the first round" in sentence:
                assert outcome.winners[0] in sentence
                assert sheet.standings[0].names == outcome.winners


def test_an_unfinished_play_has_no_summary() -> None:
    sheet = points((10, 0), (5, 20))
    assert (sheet_decision_sentences(sheet, None), leaders_lost_in_last_round(sheet, None)) == ((), False)
    assert leaders_lost_in_last_round(sheet, outcome_of(sheet, ended=True))
    waiting = extend_sheet(sheet, [{"points": "all of them"}])
    outcome = outcome_of(sheet, ended=True)
    assert (sheet_decision_sentences(waiting, outcome), leaders_lost_in_last_round(waiting, outcome)) == ((), False)


def test_a_play_that_ended_by_older_rules_has_no_lead_by_todays() -> None:
    sheet = points((10, 0), (1, 0), (1, 0))
    outcome = outcome_of(sheet, ended=True)
    assert outcome is not None
    assert sheet_decision_sentences(sheet, outcome) == ("Ann led from the first round to the last.", ENDED)
    assert sheet_decision_sentences(sheet, replace(outcome, winners=("Bob",))) == (ENDED,)
    both = replace(outcome, winners=("Ann", "Bob"))
    assert sheet_decision_sentences(points((9, 0, 0), (1, 0, 0), (1, 0, 0)), both) == (
        "Nobody but Ann and Bob ever led.", ENDED,
    )  # fmt: skip
    level = points((5, 5), (1, 1), (1, 1))
    assert sheet_decision_sentences(level, outcome) == (ENDED,)
    assert sheet_decision_sentences(sheet, replace(outcome, winners=())) == ()
    begun = score_request(game_of("any-other-game"), {"players": ["Ann", "Bob"]})
    assert sheet_decision_sentences(begun, outcome) == ()


def test_a_loss_that_counts_as_several_games_is_told_first() -> None:
    def end(**board: int) -> Sheet[Any]:
        return score_request(game_of("cribbage"), {"players": ["Ann", "Bob"], "rounds": [{"board": board}]})

    assert decided(end(Ann=121, Bob=88))[0] == "Ann skunks Bob: counts double."
    assert decided(end(Ann=121, Bob=60))[0] == "Ann skunks Bob doubly: counts triple."
    assert "skunk" not in " ".join(decided(end(Ann=121, Bob=91)))
    assert "skunk" not in " ".join(decided(end(Ann=120, Bob=4)))
    sheet = end(Ann=121, Bob=88)
    outcome = outcome_of(sheet, ended=False)
    assert outcome is not None
    assert (dict(outcome.weights), outcome.games) == ({"Bob": 2}, 2)
    stored_before = replace(outcome, weights={})
    assert stored_before.games == 1
    assert sheet_decision_sentences(sheet, stored_before)[0] == "Ann skunks Bob."


def test_each_loser_is_weighed_alone() -> None:
    request = {"players": ["Ann", "Bob", "Cyd"], "rounds": [{"board": {"Ann": 121, "Bob": 95, "Cyd": 40}}]}
    outcome = outcome_of(score_request(game_of("cribbage"), request), ended=False)
    assert outcome is not None
    assert (dict(outcome.weights), outcome.games) == ({"Cyd": 3}, 3)


def test_a_play_that_is_ended_early_counts_once() -> None:
    request = {"players": ["Ann", "Bob"], "rounds": [{"board": {"Ann": 110, "Bob": 10}}]}
    outcome = outcome_of(score_request(game_of("cribbage"), request), ended=True)
    assert outcome is not None
    assert (outcome.winners, outcome.games) == (("Ann",), 1)
