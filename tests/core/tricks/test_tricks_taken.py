"""Tricks taken: the tricks of each player, their sum, bids, and random hands."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.cards.turns import PlayedCard
from companion.core.entry import fields as f
from companion.core.entry.problems import check_sum
from companion.core.entry.record import EMPTY, Record, read_record
from companion.core.game.situation import WonTrick, situation_of
from companion.core.game.table import Line
from companion.core.play.fold import opening_table
from companion.core.play.scoring_api import score_request
from companion.core.play.setups import read_setup
from companion.core.tricks import tricks_taken
from companion.core.tricks.random_hands import played_hand, random_bids, random_tricks
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import (
    BID_FACTS,
    OWN_BID,
    OWN_TRICKS,
    TRICKS,
    bid_and_tricks,
    bid_facts,
    bid_text,
    check_bid_facts,
    check_tricks_taken,
    count_tricks,
    own_score_situation,
    score_each,
    takers_of,
    tricks_of_each,
)
from companion.games import game_of
from tests.core.keys import misnamed_keys
from tests.hearts import PLAY

NAMES = ("Ann", "Bob", "Cyd")


def test_each_player_has_the_tricks_that_they_won() -> None:
    won = [WonTrick("Ann", (), {}), WonTrick("Cyd", (), {}), WonTrick("Ann", (), {})]
    assert tricks_of_each(NAMES, won) == {"Ann": 2, "Bob": 0, "Cyd": 1}


@pytest.mark.parametrize(
    ("hand", "message"),
    [(2, []), (1, ["Tricks add up to 2, but 1 card was dealt."]), (3, ["Tricks add up to 2, but 3 cards were dealt."])],
)
def test_tricks_must_add_up_to_the_cards_dealt(hand: int, message: list[str]) -> None:
    found = list(check_tricks_taken({"Ann": 2, "Bob": 0}, hand))
    assert [problem.message for problem in found] == message
    assert all(problem.field == TRICKS for problem in found)


def test_large_sums_are_written_with_separators() -> None:
    [problem] = check_sum("pots", "The pots", 12000, 11000, "11,000 chips were paid")
    assert problem.message == "The pots add up to 12,000, but 11,000 chips were paid."


def test_bids_come_before_the_hand_and_tricks_after_it() -> None:
    bid, tricks = bid_and_tricks(NAMES, 3, "In turn.")
    assert (bid.phase, tricks.phase, tricks.hints.sum) == (1, 2, f.Sum(3, ("trick", "tricks")))
    assert bid.hints.aim == f.Aim(TRICKS, bid="bid", took="took", to_take="to take", in_turn="bids", exact=True)
    told = [(one.key, one.label, one.per, one.names, one.required, one.bounds.most, one.help) for one in (bid, tricks)]
    assert told == [
        ("bid", "Bid", "player", NAMES, True, 3, "In turn."), ("tricks", "Tricks", "player", NAMES, True, 3, ""),
    ]  # fmt: skip
    own = [(one.key, one.label, one.required, one.bounds.least, one.bounds.most, one.help) for one in bid_facts(9)]
    assert own == [
        ("cards", "Cards", True, 1, 9, "Cards dealt to each in the round."), ("bid", "Bid", True, 0, 9, ""),
        ("tricks", "Tricks", True, 0, 9, ""),
    ]  # fmt: skip


def test_the_bid_of_the_named_player_is_known_from_the_draft() -> None:
    assert (BID_FACTS.key, BID_FACTS.label) == ("player", "Player")
    drafts: list[tuple[dict[str, Any], str]] = [
        ({"bid": {"Ann": 2}}, "Ann"), ({"bid": {"Ann": 2}}, "Bob"), ({}, "Ann"), ({"bid": [2]}, "Ann"),
        ({"bid": {"Ann": 0}}, "Ann"), ({"bid": ["Ann"]}, "Ann"),
    ]  # fmt: skip
    assert [BID_FACTS.facts(None, draft, name) for draft, name in drafts] == [
        {"bid": 2}, {}, {}, {}, {"bid": 0}, {},
    ]  # fmt: skip


def test_the_winner_of_a_trick_takes_all_its_cards() -> None:
    won = [
        WonTrick("Ann", (PlayedCard("Ann", "Qs"), PlayedCard("Bob", "2s")), {}),
        WonTrick("Bob", (PlayedCard("Ann", "3h"), PlayedCard("Bob", "Ah")), {}),
    ]
    assert takers_of(won) == {"Qs": "Ann", "2s": "Ann", "3h": "Bob", "Ah": "Bob"}
    assert takers_of([]) == {}


def test_tricks_can_count_differently() -> None:
    won = [WonTrick("Ann", (), {"points": 3}), WonTrick("Bob", (), {"points": 4}), WonTrick("Ann", (), {"points": 2})]
    assert tricks_of_each(NAMES, won, lambda trick: trick.outcome["points"]) == {"Ann": 5, "Bob": 4, "Cyd": 0}
    table = replace(score_request(game_of("rage"), {"players": list(NAMES)}).table, asked=())
    assert count_tricks(table, won, "anything") == {"tricks": {"Ann": 2, "Bob": 1, "Cyd": 0}}
    of_sides = score_request(game_of("spades"), {"players": [*NAMES, "Dee"]}).table
    assert count_tricks(of_sides, won) == {"tricks": {"Ann & Cyd": 2, "Bob & Dee": 1}}


@pytest.mark.parametrize(
    ("bid", "tricks", "text"),
    [
        (2, 1, "bid 2, took 1"),
        (1, 2, "bid 1, took 2"),
        (0, 1, "bid 0, took 1"),
        (2, 2, "bid 2 and took exactly that"),
        (0, 0, "bid 0 and took none"),
    ],
)
def test_a_bid_is_displayed_with_its_result(bid: int, tricks: int, text: str) -> None:
    assert bid_text(bid, tricks) == text


def test_bids_and_tricks_are_at_most_the_cards_dealt() -> None:
    just, problems = read_record(bid_facts(10), {"cards": 2, "bid": 2, "tricks": 2})
    assert not problems
    assert list(check_bid_facts(just)) == []
    record, problems = read_record(bid_facts(10), {"cards": 1, "bid": 2, "tricks": 3})
    assert not problems
    assert [(item.field, item.message) for item in check_bid_facts(record)] == [
        ("bid", "2 cannot be bid: 1 card was dealt."),
        ("tricks", "3 cannot be taken: 1 card was dealt."),
    ]
    record, problems = read_record(bid_facts(10), {"cards": 2, "bid": 3, "tricks": 0})
    assert not problems
    assert [item.message for item in check_bid_facts(record)] == ["3 cannot be bid: 2 cards were dealt."]


def test_random_tricks_add_up_and_random_bids_are_possible() -> None:
    for seed in range(30):
        dice = Random(seed)
        tricks = random_tricks(NAMES, 5, dice)
        assert list(tricks) == list(NAMES)
        assert sum(tricks.values()) == 5
        assert all(0 <= bid <= 5 for bid in random_bids(tricks, 5, dice).values())
    assert random_tricks(NAMES, 4, Random(1), (0, 1, 0)) == {"Ann": 0, "Bob": 4, "Cyd": 0}
    many = [random_bids({"Ann": 0, "Bob": 3, "Cyd": 5}, 5, Random(seed)) for seed in range(60)]
    assert [{bids[name] for bids in many} for name in NAMES] == [{0, 1}, {2, 3, 4}, {4, 5}]
    tricks = dict.fromkeys(NAMES, 2)
    fair = Counter(bid for seed in range(200) for bid in random_bids(tricks, 5, Random(seed)).values())
    assert 330 < fair[2] < 390, "three of five are made"
    assert 100 < fair[1] < 140, "and one of five is one too low"


def test_a_random_hand_is_dealt_in_order_and_played_by_the_rules() -> None:
    """The pack of three is without the black sevens. Cyd has to follow with the second card, wins and leads."""
    polignac = game_of("polignac")
    table = score_request(polignac, {"players": list(NAMES)}).table
    followed = situation_of(polignac.situations, "trick").by_tricks
    assert isinstance(followed, Tricks)
    short = replace(followed, length=lambda _: 2, entry_part=lambda _table, won, *_: {"won": tuple(won)})
    pack = ["7s", "9h", "8c", "Qs", "Kh", "8h", "7d", "Js"]
    tricks = played_hand(short, table, ("Bob", "Cyd", "Ann"), pack)["won"]
    assert [(trick.winner, trick.outcome) for trick in tricks] == [("Cyd", {"card": "Kh"}), ("Cyd", {"card": "Qs"})]
    assert [[tuple(play) for play in trick.plays] for trick in tricks] == [
        [("Bob", "9h"), ("Cyd", "Kh"), ("Ann", "8h")], [("Cyd", "Qs"), ("Ann", "7d"), ("Bob", "8c")],
    ]  # fmt: skip


def test_a_random_hand_keeps_the_rules_of_the_first_trick() -> None:
    """No heart is thrown on it while Bob holds another card."""
    table = score_request(game_of("reversis"), {"players": ["Ann", "Bob", "Cyd", "Dee"]}).table
    short = replace(PLAY, length=lambda _: 3, entry_part=lambda _table, won, *_: {"won": tuple(won)})
    pack = ["9c", "8c", "7c", "2h", "3s", "4s", "3c", "4c", "5c", "2c", "6c", "Jc"]
    tricks = played_hand(short, table, ("Ann", "Bob", "Cyd", "Dee"), pack)["won"]
    assert [[play.card for play in trick.plays] for trick in tricks] == [
        ["9c", "3s", "3c", "2c"], ["8c", "2h", "4c", "6c"], ["7c", "4s", "5c", "Jc"],
    ]  # fmt: skip


@pytest.mark.parametrize(("trump", "winners"), [("c", ["Cyd", "Bob"]), (None, ["Bob", "Bob"])])
def test_a_random_hand_is_played_with_the_trump_that_is_named(trump: str | None, winners: list[str]) -> None:
    """Cyd has no diamond; a club wins only where clubs are trump, and the entry gets to know it."""
    oh_hell = game_of("oh-hell")
    table = score_request(oh_hell, {"players": list(NAMES)}).table
    followed = situation_of(oh_hell.situations, "trick").by_tricks
    assert isinstance(followed, Tricks)
    short = replace(followed, length=lambda _: 2, entry_part=lambda _table, won, _out, known: {"won": won, **known})
    entry = played_hand(short, table, ("Bob", "Cyd", "Ann"), ["9d", "As", "2c", "2s", "8d", "Ks"], trump)
    assert [trick.winner for trick in entry["won"]] == winners
    assert entry["trump"] == trump


def test_a_random_hand_in_which_the_first_card_makes_trump_names_none() -> None:
    """The table enters no trump. Diamonds are led and thus trump; a club is led to the second trick."""
    pitch = game_of("pitch")
    table = score_request(pitch, {"players": [*NAMES, "Dee"]}).table
    followed = situation_of(pitch.situations, "trick").by_tricks
    assert isinstance(followed, Tricks)
    short = replace(followed, length=lambda _: 2, entry_part=lambda _table, won, _out, known: {"won": won, **known})
    entry = played_hand(short, table, ("Ann", "Bob", "Cyd"), ["3d", "2d", "2c", "As", "4c", "Ks"])
    assert [trick.winner for trick in entry["won"]] == ["Ann", "Ann"]
    assert "trump" not in entry


def of_bid(name: str, own: Record, _: Record) -> list[Line]:
    return [Line(name, 10 if own[OWN_BID] == own[OWN_TRICKS] else 0, "rage/scoring.made-bid", "bid")]


def test_everybody_is_scored_alone_and_zero_gets_a_note() -> None:
    game = game_of("rage")
    setup, _ = read_setup(game, {"players": list(NAMES)})
    assert setup is not None
    table = opening_table(game, setup)
    entry, _ = read_record(
        game.scoring.fields(table), {"bid": dict.fromkeys(NAMES, 1), "tricks": {"Ann": 1, "Bob": 9, "Cyd": 0}}
    )
    scored = score_each(of_bid)(table, entry)
    assert [(line.name, line.points) for line in scored.lines] == [("Ann", 10)]
    assert scored.notes == ("Bob bid: nothing for the bid.", "Cyd bid: nothing for the bid.")
    two = replace(table, asked=NAMES[:2])
    lost = score_each(lambda *given: [line._replace(points=line.points - 10) for line in of_bid(*given)])(two, entry)
    assert [(line.name, line.points) for line in lost.lines] == [("Bob", -10)]
    assert lost.notes == ("Ann bid: nothing for the bid.",)


@pytest.mark.parametrize(("tricks", "told"), [(1, "Bid: +10."), (2, "Bid: nothing for the bid.")])
def test_the_referee_lists_the_lines_of_one_player(tricks: int, told: str) -> None:
    question = own_score_situation(of_bid, lambda _: bid_facts(9), "{} points".format)
    facts, _ = read_record(question.facts(EMPTY), {"cards": 9, "bid": 1, "tricks": tricks})
    verdict = question.judge(EMPTY, facts)
    points = 10 if tricks == 1 else 0
    assert (verdict.because, verdict.rules) == ((told,), ("rage/scoring.made-bid",))
    assert (verdict.verdict, verdict.outcome) == (f"{points} points", {"points": points})
    twice = own_score_situation(lambda *given: of_bid(*given) * 2, lambda _: bid_facts(9), "{} points".format)
    assert twice.judge(EMPTY, facts).outcome == {"points": 2 * points}
    assert (question.key, question.title, question.subject_facts) == ("score", "What does a player score?", BID_FACTS)


def test_bids_and_tricks_have_the_keys_of_their_names() -> None:
    assert misnamed_keys(tricks_taken) == {"OWN_BID": "bid", "OWN_TRICKS": "tricks"}
