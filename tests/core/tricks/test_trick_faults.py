"""Cards in the questions about tricks that cannot be, and reneges that are excused or cost something."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.game.situation import Verdict, situation_of
from companion.core.play.scoring_api import NotPlayable
from companion.core.referee.judging import judge_request
from companion.core.tricks.records import Excuse, GivenCards
from tests.core.tricks.following import trick
from tests.hearts import PLAY, hearts

CORRECT = "is there too often; it comes once in the 48 cards of Reversis. Correct the one that was another card."


@pytest.mark.parametrize(
    ("situation", "facts", "field", "told"),
    [
        ("trick", {"plays": [("Ann", "9h"), ("Bob", "2h"), ("Bob", "3h")]}, "plays",
         "Bob played two cards to the trick: leave one of them out."),
        ("trick", {"plays": [("Ann", "9h"), ("Bob", "9h")]}, "plays", f"9♥ {CORRECT}"),
        ("legal", {"hand": ["9h", "2c"], "plays": [("Ann", "9h")]}, "hand", f"9♥ {CORRECT}"),
        ("renege", {"tricks": [[("Ann", "9h"), ("Bob", "2h")], [("Ann", "3h"), ("Ann", "4h")]]}, "tricks",
         "Ann played two cards to trick 2: leave one of them out."),
        ("renege", {"tricks": [[("Ann", "9h"), ("Bob", "2h")], [("Ann", "2h")]]}, "tricks", f"2♥ {CORRECT}"),
        ("renege", {"tricks": [[(name, f"{rank}h")] for name, rank in zip("ABCDE", "AKQJ9", strict=True)]}, "tricks",
         "These are 5 players, but at most 4 play."),
    ],
)  # fmt: skip
def test_cards_that_cannot_be_are_refused(situation: str, facts: dict[str, Any], field: str, told: str) -> None:
    def rows(plays: Any) -> Any:
        return [{"player": name, "card": card} for name, card in plays]

    read = {"plays": rows, "tricks": lambda tricks: list(map(rows, tricks)), "hand": list}
    game = hearts()
    with pytest.raises(NotPlayable) as refusal:
        judge_request(
            game, situation_of(game.situations, situation),
            {"facts": {key: read[key](value) for key, value in facts.items()}},
        )  # fmt: skip
    assert [(one.field, one.message) for one in refusal.value.problems] == [(field, told)]


def test_a_game_can_check_what_the_cards_imply() -> None:
    seen: list[tuple[str, int, int, tuple[str, ...]]] = []

    def check(given: GivenCards) -> tuple[()]:
        seen.append((given.key, given.players, given.held, given.cards))
        return ()

    game = replace(hearts(), situations=replace(PLAY, check=check).situations())
    for key, facts in (
        ("trick", {"plays": trick("9h 2h")}), ("legal", {"hand": ["3h", "4h"], "plays": trick("9h")}),
        ("renege", {"tricks": [trick("9h 2h 3h"), trick("4h")]}),
    ):  # fmt: skip
        judge_request(game, situation_of(game.situations, key), {"facts": facts})
    assert dict.fromkeys(seen) == dict.fromkeys([
        ("plays", 2, 1, ("9h", "2h")), ("hand", 2, 2, ("3h", "4h", "9h")),
        ("tricks", 3, 2, ("9h", "2h", "3h", "4h")),
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("sure", "told", "reneges"),
    [
        (True, "Nobody reneged: Bob did not have to follow.", 0),
        (False, "Bob had to follow hearts in trick 1 and held 3♥. Tables differ about the penalty.", 1),
    ],
)
def test_a_card_that_did_not_follow_may_be_excused(sure: bool, told: str, reneges: int) -> None:
    excuse = Excuse("Bob holds three aces.", ("reversis/play.off-suit",), sure)
    about = replace(PLAY.reneges, excused=lambda _tricks, item: excuse if item.player == "Bob" else None)
    game = replace(hearts(), situations=replace(PLAY, reneges=about).situations())
    facts = {"tricks": [trick("9h 2c"), trick("3d 4d"), trick("2h 3h")]}
    found = judge_request(game, situation_of(game.situations, "renege"), {"facts": facts})
    assert (found.verdict, len(found.outcome["reneges"]), len(found.reneges)) == (told, reneges, reneges)
    assert found.because[:2] == ("Bob played 2♣ to trick 1, and 3♥ to trick 3.", "Bob holds three aces.")
    assert "reversis/play.off-suit" in found.rules
    assert bool(found.rests) == (not sure)


def test_whoever_reneged_alone_pays_what_tables_usually_take() -> None:
    about = replace(
        PLAY.reneges, remark=lambda item: f"{item.card} looked right.",
        usual=lambda why, _options, _given, name: why.add_usual_effect(name, -5, "renege"),
    )  # fmt: skip
    game = replace(hearts(), situations=replace(PLAY, reneges=about).situations())

    def found(*tricks: str) -> Verdict:
        facts = {"tricks": list(map(trick, tricks))}
        return judge_request(game, situation_of(game.situations, "renege"), {"facts": facts})

    one, two = found("9h 2c 5h", "3d 4d", "2h 3h"), found("9h 2c 3c", "3d 4d", "2h 3h 4h")
    assert [(effect.name, effect.points) for effect in one.usual] == [("Bob", -5)]
    assert two.usual == ()
    assert [row["player"] for row in two.outcome["reneges"]] == ["Bob", "Cyd"]
    assert one.because == ("Bob played 2♣ to trick 1, and 3♥ to trick 3.", "2c looked right.")
    assert one.rules == ("reversis/play.follow", "reversis/play.renege")
    none = found("9h 2h", "3d 4d")
    assert none.verdict == "Nobody reneged, as far as these tricks show."
    assert none.because == ("Whoever did not follow a suit shows no card of it in a later trick.",)
    assert (none.rules, none.rests, none.usual) == (("reversis/play.follow",), "", ())
