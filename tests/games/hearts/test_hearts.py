"""Hearts card by card: the reneges found during play, by options, and what the cards settle of the round."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.game.situation import Verdict, situation_of
from companion.core.play.fold import coming_fields, fold
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import default_options, judge_admitted
from companion.core.tricks.course_texts import breach_text
from companion.core.tricks.recorded_cards import Course, RecordedCards
from companion.core.tricks.recorder import Recorder
from companion.games import game_of

GAME = game_of("hearts")
NAMES = ("Ann", "Bob", "Cyd", "Dee")


def followed(cards: str, **options: Any) -> tuple[Course, dict[str, Any]]:
    """The course of these cards, Ann leading, and what of the round they settle; tricks apart by a comma."""
    setup, problems = read_setup(GAME, {"players": list(NAMES), "options": options})
    assert setup is not None, problems
    table = fold(GAME, setup, []).table
    recorder, recorded = Recorder(GAME, setup.options), RecordedCards(NAMES, "Ann")
    for card in cards.replace(",", " ").split():
        found = recorder.add_card(table, recorded, recorder.follow(table, recorded).turn, card)
        assert isinstance(found, RecordedCards), found
        recorded = found
    entered = recorder.entry_part(table, coming_fields(GAME, table), replace(recorded, over=True))
    return recorder.follow(table, recorded), entered


def told(cards: str, **options: Any) -> list[str]:
    by = next(one.by_tricks for one in GAME.situations if one.by_tricks)
    return [breach_text(item, by) for item in followed(cards, **options)[0].breaches]


def test_another_first_lead_than_the_two_of_clubs_is_told_of() -> None:
    assert told("2c") == []
    assert told("5c") == [
        "Ann played 5♣ in trick 1: The 2♣ is led to the first trick, by whoever holds it. "
        "It is right only where Ann does not hold it."
    ]
    assert told("9c 3c 4c 6c, 2c")[0].endswith("by whoever holds it. In trick 2 Ann shows 2♣.")
    assert told("5c 3c 4c 6c, 2c")[0].endswith("where Ann does not hold it."), "Dee should have led"


def test_a_heart_is_led_early_until_one_has_fallen() -> None:
    early = "No heart is led before hearts are broken."
    assert early in told("2c 3c 4c Ac, 5h")[0]
    assert not told("2c 3c 4c Ac, 5d 6d 7d 2h, Ah")
    assert early in told("2c 3c 4c Ac, 5s 6s Qs 7s, 5h")[0]
    assert not told("2c 3c 4c Ac, 5s 6s Qs 7s, 5h", queen_breaks=True)


def test_points_on_the_first_trick_are_told_of_where_the_table_does_not_allow_them() -> None:
    for point in ("5h", "Qs"):
        assert "No heart and no Q♠ is thrown on the first trick." in told(f"2c {point}")[0]
        assert not told(f"2c {point}", points_first=True)
    assert not told("2c Jd", jack=True)


def test_the_cards_settle_who_took_what() -> None:
    cards = "2c 3c 4c Ac, 5s 6s Qs 7s, Kd Jd 2h 3h"
    assert followed(cards)[1] == {"hearts": {"Ann": 0, "Bob": 2, "Cyd": 0, "Dee": 0}, "queen": "Bob"}
    assert followed(cards, jack=True)[1]["jack"] == "Bob"
    assert "queen" not in followed("2c 3c 4c Ac")[1], "it can still recorded"


def admitted(**known: Any) -> Verdict:
    """The verdict on Bob, who reneged."""
    found = situation_of(GAME.situations, "renege")
    return judge_admitted(GAME, found, default_options(GAME), "Bob", known)


@pytest.mark.parametrize(
    ("took", "usual"),
    [
        ({"Ann": 4, "Bob": 9, "Cyd": 13, "Dee": 0}, {"Ann": -4, "Bob": 17, "Cyd": -13}),
        ({"Ann": 0, "Bob": 26, "Cyd": 0, "Dee": 0}, {"Ann": -26, "Bob": 26, "Cyd": -26, "Dee": -26}),
        ({"Ann": 0, "Bob": 0, "Cyd": 26, "Dee": 0}, {"Ann": -26, "Dee": -26}),
    ],
)
def test_who_reneged_has_all_points_and_the_others_none(took: dict[str, int], usual: dict[str, int]) -> None:
    assert {one.name: one.points for one in admitted(took=took).usual} == usual


def test_a_renege_is_not_corrected_before_it_is_known_what_each_took() -> None:
    found = admitted()
    assert not found.usual
    assert (
        found.because[-1] == "What each took is not known yet: write the hand down, then ask again for the corrections."
    )


def test_thirteen_tricks_say_what_each_took() -> None:
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    tricks = [
        [{"player": name, "card": f"{rank}{suit}"} for name, suit in zip(NAMES, "schd", strict=True)] for rank in ranks
    ]
    points = {one.name: one.points for one in admitted(tricks=tricks).usual}
    assert points == {"Cyd": -26, "Dee": -26}, "Ann won every trick, for which the sheet gives Bob 26, too"
    assert not admitted(tricks=[*tricks[:12], tricks[12][:3]]).usual, "nobody has won the last trick yet"


def test_who_is_not_named_among_the_points_took_none() -> None:
    trick = [{"player": name, "card": f"2{suit}"} for name, suit in zip(NAMES, "schd", strict=True)]
    assert {one.name: one.points for one in admitted(tricks=[trick], took={"Ann": 26}).usual} == {
        "Cyd": -26,
        "Dee": -26,
    }
