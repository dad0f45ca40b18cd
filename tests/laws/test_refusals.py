"""Tests of worked examples say what is wrong, in which game and question, and what to write instead."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.game.situation import Effect, Verdict
from companion.core.play.scoring_api import NotPlayable
from tests.games.examples import read_cases, refusal_of, run_case, run_hand, run_question
from tests.games.playing import drawn_hand
from tests.games.refusals import fault_text
from tests.games.test_examples import run_each
from tests.laws.verdicts import check_verdict

PLAYERS = ["Ann", "Bob", "Cyd", "Dee"]
ROUND = {"hearts": {"Ann": 13}, "queen": "Ann"}


def told_of_question(situation: str, **case: Any) -> list[str]:
    """Return what a question of Hearts that is refused says, line by line."""
    with pytest.raises(ExceptionGroup) as found:
        run_each(run_question, "hearts", [{"name": "spoiled", "situation": situation, "expect": {}, **case}])
    [fault] = found.value.exceptions
    return [str(fault), *"\n".join(fault.__notes__).splitlines()]


def told_of_play(**request: Any) -> list[str]:
    """Return the lines on a play of Hearts that is refused."""
    case = {"name": "spoiled", "request": {"players": PLAYERS, **request}}
    return fault_text("hearts", case, refusal_of("hearts", case)).splitlines()


def test_a_refused_question_names_its_facts_and_what_they_could_be() -> None:
    assert told_of_question("trick", facts={}) == [
        "This cannot be judged. plays: “Trick” is missing.",
        "Hearts, trick, “spoiled”",
        '- plays: “Trick” is missing. It could be [{"player": "Ann", "card": "Jh"}].',
    ]
    assert told_of_question("legal", facts={"hand": ["Xx"], "weather": "fine"})[2:] == [
        "- weather: There is nothing called “weather” here. There are: hand, plays, first, broken.",
        '- hand: Hand: Xx is not a card. It could be ["4c", "5s"].',
    ]
    assert told_of_question("legal", facts={"hand": ["2c"]}, options={"moon": "new"})[2:] == [
        '- moon: Moon: “new” is not one of others or own. It could be "others".',
    ]


def test_a_contradiction_between_facts_speaks_for_itself() -> None:
    plays = [{"player": "Ann", "card": card} for card in ("2c", "3c")]
    assert told_of_question("trick", facts={"plays": plays})[2:] == [
        "- plays: Ann played two cards to the trick: leave one of them out."
    ]


def test_an_unknown_question_is_told_from_those_there_are() -> None:
    assert told_of_question("trik", facts={})[0] == (
        "there is no situation called trik; there are: trick, legal, renege, broken, moon, pass, out-of-turn"
    )


def test_a_refused_play_names_the_fields_of_its_round_and_its_options() -> None:
    assert told_of_play(rounds=[ROUND, {"hearts": {"Ann": 13}}])[1:] == [
        '- queen: “Q♠” is missing. It could be "Bob".',
    ]
    assert told_of_play(rounds=[{**ROUND, "heart": 5}])[1:] == [
        "- heart: There is nothing called “heart” here. There are: hearts, queen.",
    ]
    assert told_of_play(rounds=[{"hearts": {"Ann": "x", "Bob": "y"}, "queen": "Ann"}])[1:] == [
        '- hearts: Hearts (Ann): “x” is not a whole number. It could be {"Ann": 12, "Dee": 7}.',
        "- hearts: Hearts (Bob): “y” is not a whole number.",
    ]
    assert told_of_play(rounds=[5])[1:] == ["- rounds: A round is an object with its fields."]
    assert told_of_play(options={"target": 0})[1:] == [
        "- target: Target: 0 is too low, 1 is the least. It could be 100.",
    ]
    assert told_of_play(players=["Ann"])[1:] == ["- players: Hearts is for 4 players, not 1."]


def test_an_answer_or_another_refusal_than_expected_is_told() -> None:
    request = {"players": PLAYERS, "rounds": [ROUND]}
    with pytest.raises(AssertionError, match="should be refused, but gives the totals"):
        refusal_of("hearts", {"request": request})
    spoiled = {"request": {**request, "rounds": [{"hearts": {"Ann": 1}, "queen": "Ann"}]}}
    wanted = 'so “refused” is {"round": 1, "fields": ["hearts"]}, but expected is {"round": 2, "fields": ["queen"]}'
    with pytest.raises(AssertionError, match=re.escape(wanted)):
        run_case("hearts", {**spoiled, "refused": {"round": 2, "fields": ["queen"]}})
    with pytest.raises(AssertionError, match="the messages are"):
        run_case("hearts", {**spoiled, "refused": {"round": 1, "fields": ["hearts"], "messages": ["Wrong."]}})


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"rules": ("hearts/play.trik",)}, "Hearts, trick: there is no paragraph hearts/play.trik"),
        ({"rules": ()}, "Hearts, trick: “Ann wins.” names no paragraph"),
        ({"rules": ("hearts/play.trick",) * 2}, "Hearts, trick: “Ann wins.” names hearts/play.trick twice"),
        ({"because": ()}, "Hearts, trick: “Ann wins.” has no reason, only hearts/play.trick"),
        ({"because": ("Clubs were led",)}, "Hearts, trick: “Clubs were led” has no full stop"),
        ({"because": ("clubs were led.",)}, "Hearts, trick: “clubs were led.” begins with a small letter"),
        ({"effects": (Effect("Eve", 3),)}, "Hearts, trick: an effect is on Eve, who is not in the facts"),
        ({"effects": (Effect("Ann", 0),)}, "Hearts, trick: an effect of no points"),
    ],
)
def test_a_faulty_verdict_is_told_with_its_game_question_and_paragraphs(changed: dict[str, Any], told: str) -> None:
    verdict = Verdict(verdict="Ann wins.", outcome={}, rules=("hearts/play.trick",), because=("Clubs were led.",))
    facts = {"plays": [{"player": "Ann", "card": "2c"}]}
    check_verdict("hearts", "trick", verdict, facts)
    with pytest.raises(AssertionError) as fault:
        check_verdict("hearts", "trick", replace(verdict, **changed), facts)
    assert str(fault.value).splitlines()[0] == told


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hearts" / "referee.json"
    path.parent.mkdir()
    path.write_text('[{"name": "a"},]', "utf-8")
    with pytest.raises(ValueError, match=r"^hearts/referee\.json: .* line 1 column "):
        read_cases(path)


def test_another_result_of_a_hand_names_what_differs() -> None:
    hand = drawn_hand("oh-hell", {"players": PLAYERS}, 1)
    settled = {key: value for key, value in hand["settled"].items() if key != "winners"}
    with pytest.raises(AssertionError, match=r"settled\.offered: 52, not 51"):
        run_hand("oh-hell", {**hand, "settled": {**hand["settled"], "offered": 51}})
    with pytest.raises(AssertionError, match=r"settled\.winners is not expected: \["):
        run_hand("oh-hell", {**hand, "settled": settled})


def test_a_refusal_is_an_exception_with_all_its_problems() -> None:
    refusal = refusal_of("hearts", {"request": {"players": ["Ann"], "options": {"target": 0}}})
    assert str(refusal).startswith("This game cannot be scored. ")
    assert all(f"{one.field}: {one.message}" in str(refusal) for one in refusal.problems)
    assert str(NotPlayable(refusal.problems, 3)).startswith("Round 3 cannot be scored. ")
