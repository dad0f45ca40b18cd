"""Cards in the questions about tricks that cannot be, and reneges that are excused or cost something."""

from dataclasses import replace
from typing import Any

import pytest

from companion.cards.notation import rank_of
from companion.cards.turns import Turn, must_not_play
from companion.core.game.game import Game
from companion.core.game.situation import Verdict, situation_of
from companion.core.play.scoring_api import NotPlayable
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.course_texts import breach_text
from companion.core.tricks.recorder import Recorder
from companion.core.tricks.records import Excuse, GivenCards, Trump, trump_fact
from tests.core.tricks.following import NAMES, Cards, trick
from tests.hearts import PLAY, POINTS_FIRST, RULES, hearts

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


def breaches(game: Game[Any], *tricks: str) -> list[str]:
    """Play tricks, each in seat order; return the sentences about cards that were played too early."""
    cards = Cards("reversis")
    cards.recorder = Recorder(game, cards.recorder.options)
    for text in tricks:
        for name, card in zip(NAMES, text.split(), strict=False):
            cards.by(name, card)
    return [breach_text(item, cards.recorder.by_tricks) for item in cards.course.breaches]


def test_cards_played_too_early_are_told_in_playing_order_whether_proved_or_not() -> None:
    assert breaches(hearts(), "9c 2h 3h 4c", "9s Kc 3s 4s") == [
        f"Cyd played 3♥ in trick 1: {POINTS_FIRST} In trick 2 Cyd shows 3♠.",
    ], "Bob had to follow"
    assert breaches(hearts(), "9c 2h 3h 4c", "9s Kh 3s 4s") == [
        f"Bob played 2♥ in trick 1: {POINTS_FIRST} It is right only where Bob holds nothing else.",
        f"Cyd played 3♥ in trick 1: {POINTS_FIRST} In trick 2 Cyd shows 3♠.",
    ]


def test_a_renege_is_not_told_again_as_a_card_that_was_played_too_early() -> None:
    early = f"Bob played 2♥ in trick 1: {POINTS_FIRST} In trick 2 Bob shows 7♠."
    tricks = ("9c 2h 3c 4c", "9s 7s 3s 4s")
    assert breaches(hearts(), *tricks) == [early]
    assert breaches(hearts(), *tricks, "9d Kc 3d 4d") == [], "Bob had to follow"


def test_a_card_that_is_excused_is_not_told_at_all() -> None:
    about = replace(PLAY.reneges, excused=lambda _tricks, _item: Excuse("Aces.", (), sure=True))
    game = replace(hearts(), situations=replace(PLAY, reneges=about).situations())
    assert breaches(game, "9c 2d 3c 4c", "9s Kc 3s 4s") == []


def test_only_whoever_has_played_every_card_need_not_prove_anything_more() -> None:
    game = replace(hearts(), situations=replace(PLAY, length=lambda _: 2).situations())
    told = f"Bob played 2♥ in trick 1: {POINTS_FIRST} It is right only where Bob holds nothing else."
    assert breaches(game, "9c 2h 3c 4c") == [told]
    assert breaches(game, "9c 2h 3c 4c", "8c") == [told]
    assert breaches(game, "9c 2h 3c 4c", "8c 3h") == []


def test_cards_played_too_early_are_told_in_the_order_of_their_tricks() -> None:
    def is_ace(turn: Turn, card: str) -> bool:
        return not turn.leads and rank_of(card) == "A"

    rules = replace(RULES, duties=(*RULES.duties, must_not_play("ace", is_ace, "No ace.", "reversis/play.lead")))
    game = replace(hearts(), situations=replace(PLAY, rules=lambda _: rules).situations())
    assert breaches(game, "9c Ac 3c 4c", "9d 3d Ad 4d") == [
        "Bob played A♣ in trick 1: No ace. It is right only where Bob holds nothing else.",
        "Cyd played A♦ in trick 2: No ace. It is right only where Cyd holds nothing else.",
    ]


def test_a_card_that_broke_two_duties_is_told_with_the_weightier_one() -> None:
    def is_high(turn: Turn, card: str) -> bool:
        return turn.stage.first and not turn.leads and rank_of(card) == "A"

    rules = replace(RULES, duties=(*RULES.duties, must_not_play("high", is_high, "No ace yet.", "reversis/play.lead")))
    game = replace(hearts(), situations=replace(PLAY, rules=lambda _: rules).situations())
    tricks = ("9c Ah 3c 4c", "9d 2h 3d 4d")
    assert breaches(game, tricks[0]) == [
        f"Bob played A♥ in trick 1: {POINTS_FIRST} It is right only where Bob holds nothing else."
    ]
    assert breaches(game, *tricks) == ["Bob played A♥ in trick 1: No ace yet. In trick 2 Bob shows 2♥."]
    assert breaches(game, *tricks, "8d 3s 5d 6d") == [
        f"Bob played A♥ in trick 1: {POINTS_FIRST} In trick 3 Bob shows 3♠."
    ]


def test_a_game_changes_its_questions_by_their_keys() -> None:
    plain = PLAY.situations()
    changed = PLAY.situations(legal={"title": "What may I play?"}, renege={"help": "Look again."})
    assert [(one.key, one.title, one.help) for one in changed] == [
        ("trick", plain[0].title, plain[0].help), ("legal", "What may I play?", plain[1].help),
        ("renege", plain[2].title, "Look again."),
    ]  # fmt: skip


def test_a_play_answers_how_many_are_in_the_trick_unless_players_may_leave() -> None:
    table = Cards("reversis").table
    asked = replace(PLAY, fewest=3)
    known = [dict(one.situations()[0].known_facts(table)) for one in (PLAY, asked, replace(asked, may_leave=True))]
    assert known == [{}, {"seats": 4}, {}]
    assert asked.situations()[0].known_facts(replace(table, asked=NAMES[:3])) == {"seats": 3}, "one is absent"


def test_the_rule_on_the_first_lead_is_cited_while_that_card_makes_the_trump() -> None:
    led = Trump(trump_fact(), ("reversis/need.ranks",), led=("reversis/play.lead",), binds=True)
    first = replace(PLAY, trump=led, rules=lambda _: replace(RULES, trump_led=True))
    game = replace(hearts(), situations=first.situations())

    def found(key: str, **facts: Any) -> Verdict:
        return judge_request(game, situation_of(game.situations, key), {"facts": facts})

    told = "Hearts were led first in the hand, so they are trump."
    legal = [found("legal", hand=["2h", "3c"], plays=trick("9h"), **named) for named in ({}, {"trump": "h"})]
    assert [one.because[0] for one in legal] == [told, "Hearts are trump."]
    assert [one.rules for one in legal] == [("reversis/play.follow", "reversis/play.lead"), ("reversis/play.follow",)]
    won = [found("trick", plays=trick("9h 2h 3c"), **named) for named in ({}, {"trump": "h"})]
    assert [one.because[0] for one in won] == [told, "Hearts are trump."]
    assert ["reversis/play.lead" in one.rules for one in won] == [True, False]
    tricks = [trick("9h 2c"), trick("3d 4d"), trick("4c 3h")]
    assert found("renege", tricks=tricks).because[0] == told
    assert found("renege", tricks=tricks, trump="s").because[0] == "Spades are trump."
