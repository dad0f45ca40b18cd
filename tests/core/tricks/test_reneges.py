"""Reneges: which card proves them, how they are described, and what the referee is asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.cards.tricks import Renege
from companion.cards.turns import PlayedCard, must_follow, must_not_play, must_trump
from companion.core.entry.record import Record
from companion.core.game.situation import Effect, Verdict, situation_of
from companion.core.tricks.course_texts import breach_text, proved_renege_text
from companion.core.tricks.recorded_cards import ProvedRenege, RecordedCards
from tests.core.game.bidding import Bidding
from tests.core.tricks.following import BLACK, NAMES, Cards, judged
from tests.core.tricks.test_trick_questions import BOWERS
from tests.hearts import hearts


def test_a_renege_in_raise_the_stakes_is_found_with_the_card_that_proves_it() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), "green")
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9")
    assert cards.caught == []
    before = cards.course
    assert before.turn == "Bob"
    cards.play("red-2")
    fresh = cards.course.proved_reneges
    assert [proved_renege_text(item, cards.recorder.by_tricks) for item in fresh] == [
        "Bob reneged in trick 1: Ann led the red 7, Bob played the blue 3, and in trick 3 shows the red 2."
    ]
    assert fresh[0].effect is not None
    assert (fresh[0].effect.name, fresh[0].effect.points) == ("Bob", -1)
    cards.play("red-8")
    assert len(cards.caught) == 1


def test_there_is_no_renege_after_the_secret_shuffle() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9")
    cards.play("secret-shuffle", "red-2")
    assert cards.caught == []


def test_the_referee_is_asked_about_the_tricks_under_the_trump_of_the_renege() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("green-9", "red-1", "trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "red", from_trick=2))
    cards.play("blue-5", "yellow-3", "blue-7", "blue-8")
    course = cards.course
    assert [(item.renege.player, item.renege.trick, item.renege.shown_in) for item in course.proved_reneges] == [
        ("Bob", 2, 3)
    ]
    first, facts = cards.recorder.proof_facts(cards.hand, course, course.proved_reneges[0])
    assert (first, facts["trump"], len(facts["tricks"])) == (2, "red", 2)
    assert judged(cards, "renege", facts)["reneges"] == [
        {"player": "Bob", "trick": 1, "card": "yellow-3", "shown_in": 2}
    ]


def test_if_no_card_names_a_trump_the_referee_gets_all_tricks() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "7s", "8h", "10s", "9h", "8s", "10d")
    assert [(item.renege.player, item.renege.trick) for item in cards.course.proved_reneges] == [("Bob", 1)]
    first, facts = cards.recorder.proof_facts(cards.hand, cards.course)
    assert (first, [len(trick) for trick in facts["tricks"]]) == (1, [3, 3, 1])


def test_the_referee_gets_all_tricks_under_the_trump_of_the_renege_and_the_first_of_them() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("green-9", "red-1", "trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "red", from_trick=2))
    cards.play("blue-1", "blue-5", "blue-6", "yellow-5", "red-2", "red-3", "yellow-1")
    course = cards.course
    assert [(item.renege.player, item.renege.trick, item.renege.shown_in) for item in course.proved_reneges] == []
    cards.play("blue-7")
    first, facts = cards.recorder.proof_facts(cards.hand, cards.course)
    assert (first, facts["trump"], len(facts["tricks"])) == (2, "red", 4)


def test_the_trick_that_proves_the_renege_is_added_if_another_trump_holds_by_then() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("blue-7", "yellow-3", "yellow-9", "trump-twist")
    cards.become(cards.recorder.set_trump(cards.hand, "red", from_trick=3))
    cards.play("red-5", "red-6", "red-8", "blue-1")
    assert [trick.trump_after for trick in cards.course.tricks] == ["green", "green", "red", "red"]
    (proved,) = cards.course.proved_reneges
    assert (proved.renege.player, proved.renege.trick, proved.renege.shown_in) == ("Bob", 1, 4)
    first, facts = cards.recorder.proof_facts(cards.hand, cards.course, proved)
    assert (first, facts["trump"]) == (1, "green")
    assert [[play["card"] for play in plays] for plays in facts["tricks"]] == [
        ["blue-7", "yellow-3"], ["yellow-9", "trump-twist", "red-5"], ["blue-1"],
    ]  # fmt: skip
    assert judged(cards, "renege", facts)["reneges"] == [
        {"player": "Bob", "trick": 1, "card": "yellow-3", "shown_in": 3}
    ]


def test_the_proving_card_is_named_if_its_player_has_two() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("red-7", "blue-3", "yellow-9", "yellow-3", "yellow-10")
    cards.by("Bob", "yellow-4")
    cards.by("Bob", "yellow-5")
    cards.by("Ann", "take-it:yellow-5")
    cards.by("Bob", "red-2", same=True)
    assert "in trick 4 shows the red 2." in cards.caught[0]


def test_the_card_that_set_the_colour_is_named_if_an_action_card_led() -> None:
    cards = Cards("rage", ("Ann", "Bob", "Cyd"), trump=None)
    cards.play("out", "red-5", "blue-1", "green-4", "red-9", "green-5")
    assert cards.caught == [
        "Cyd reneged in trick 1: Bob set the colour with the red 5, Cyd played the blue 1, "
        "and in trick 2 shows the red 9."
    ]


def test_the_referee_gets_the_tricks_under_the_trump_of_the_renege_that_is_asked_about() -> None:
    """A trump named twice holds for two stretches of tricks, of which only one has the renege."""
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("blue-7", "yellow-3")
    cards.become(cards.recorder.set_trump(cards.hand, "red", from_trick=2))
    cards.play("yellow-9", "green-3", "red-8", "yellow-1", "blue-9", "blue-10")
    cards.become(cards.recorder.set_trump(cards.hand, "green", from_trick=5))
    cards.by("Ann", "blue-12")
    cards.by("Bob", "red-3")
    course = cards.course
    assert [trick.trump for trick in course.tricks] == ["green", "red", "red", "red", "green"]
    first, second, third = course.proved_reneges
    assert [(item.renege.trick, item.renege.shown_in) for item in (first, second, third)] == [(1, 4), (2, 3), (3, 5)]

    def asked(proved: ProvedRenege | None) -> tuple[int, str, list[str]]:
        number, facts = cards.recorder.proof_facts(cards.hand, course, proved)
        return number, facts["trump"], [" ".join(play["card"] for play in plays) for plays in facts["tricks"]]

    red = ["yellow-9 green-3", "red-8 yellow-1", "blue-9 blue-10"]
    assert asked(first) == (1, "green", ["blue-7 yellow-3", "blue-9 blue-10"])
    assert asked(second) == (2, "red", red)
    assert asked(third) == (2, "red", [*red, "blue-12 red-3"])
    assert asked(None) == asked(third), "the last one caught"
    _, facts = cards.recorder.proof_facts(cards.hand, course, third)
    assert cards.recorder.facts_for(cards.recorder.renege, cards.hand, course) == facts


def test_the_first_card_that_counts_led_the_trick() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("spy", "red-7", "blue-3", "yellow-3", "yellow-9", "red-2")
    assert cards.caught == [
        "Bob reneged in trick 1: Ann led the red 7, Bob played the blue 3, and in trick 3 shows the red 2."
    ]


def test_a_card_that_was_wrong_is_told_by_its_duty() -> None:
    by_tricks = Cards("raise-the-stakes", trump="green").recorder.by_tricks
    led = PlayedCard("Bob", "red-7")
    renege = Renege("Bob", 1, "blue-3", 2, "red-2", led, must_follow(), "follow red")
    told = "Bob reneged in trick 1: Bob played the blue 3, and in trick 2 shows the red 2."
    assert proved_renege_text(ProvedRenege(renege, began=False, effect=None), by_tricks) == told
    untrumped = ProvedRenege(renege._replace(duty=must_trump()), began=False, effect=None)
    assert proved_renege_text(untrumped, by_tricks) == (
        "Bob played the blue 3 in trick 1: A player who cannot follow suit must trump. In trick 2 Bob shows the red 2."
    )
    barred = must_not_play("red", lambda _turn, _card: True, "No red.", unless="holds red only")
    early = Renege("Bob", 1, "red-7", 0, "", led, barred, "")
    assert breach_text(early, by_tricks) == (
        "Bob played the red 7 in trick 1: No red. It is right only where Bob holds red only."
    )


@pytest.mark.parametrize(
    ("trumps", "tricks", "at"),
    [("hs", ("9h 9s 2h 3h", "2c Jd 3c 4c"), 1), ("sh", ("9c 2c 3c 4c", "9h 9s 2h 3h", "8c Jd 5c 6c"), 2)],
)
def test_each_trick_is_judged_by_its_own_trump(trumps: str, tricks: Sequence[str], at: int) -> None:
    """As in Euchre: the jack of diamonds is a heart only while hearts are trump."""
    cards = Cards(replace(hearts(), situations=BOWERS.situations()), trump=trumps[0])
    for number, text in enumerate(tricks, start=1):
        if number == 2:
            cards.become(cards.recorder.set_trump(cards.hand, trumps[1], from_trick=2))
        for name, card in zip(NAMES, text.split(), strict=True):
            cards.by(name, card)
    found = [item.renege for item in cards.course.proved_reneges]
    assert [(item.player, item.trick, item.card, item.shown) for item in found] == [("Bob", at, "9s", "Jd")]


def test_without_a_renege_the_referee_gets_the_tricks_under_the_present_trump() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("blue-7", "blue-3")
    cards.become(cards.recorder.set_trump(cards.hand, "red", from_trick=2))
    cards.play("yellow-9", "yellow-3", "red-8")
    first, facts = cards.recorder.proof_facts(cards.hand, cards.course)
    assert (first, facts["trump"], list(map(len, facts["tricks"]))) == (2, "red", [2, 1])
    assert facts == cards.recorder.facts_for(cards.recorder.renege, cards.hand, cards.course)


def test_the_last_trick_is_asked_about_with_its_own_trump() -> None:
    """Between two tricks the question who wins is about the last one; the others are about the coming one."""
    cards = Cards("rage", ("Ann", "Bob"), trump="blue")
    cards.play("green-2", "green-3", "change-red", "green-5")
    cards.play("red-1", "green-6", "change-yellow", "red-2")
    asked = {
        key: cards.recorder.facts_for(situation_of(cards.game.situations, key), cards.hand, cards.course)
        for key in ("trick", "legal")
    }
    plays = [{"player": "Ann", "card": "change-yellow"}, {"player": "Bob", "card": "red-2"}]
    assert asked == {
        "trick": {"plays": plays, "trump": "red", "seats": 2}, "legal": {"plays": [], "trump": "yellow"},
    }  # fmt: skip


def test_the_referee_hears_which_tricks_were_led_with_a_declaration() -> None:
    cards = Cards("funfzehnern")
    for led in ("Qh 7h 8h 9h", "Qs 7s 8s 9s", "Qd 7d 8d 9d"):
        cards.play(led.split()[0])
        if led[1] != "s":
            cards.become(cards.recorder.toggle_declaration(cards.hand))
        cards.play(*led.split()[1:])
    assert cards.hand.declared == {1, 3}
    assert [trick.stage.declared for trick in cards.course.tricks] == [True, False, True]
    number, facts = cards.recorder.proof_facts(cards.hand, cards.course)
    assert (number, facts["zwangs"], len(facts["tricks"])) == (1, [1, 3], 3)
    cards.become(cards.recorder.toggle_declaration(replace(cards.hand, declared=frozenset({1}))))
    assert cards.hand.declared == {1, 3}, "a declaration in an earlier trick stays"
    cards.become(cards.recorder.toggle_declaration(cards.hand))
    assert cards.recorder.proof_facts(cards.hand, cards.course)[1]["zwangs"] == [1]
    assert "zwangs" not in cards.recorder.proof_facts(replace(cards.hand, declared=frozenset()), cards.course)[1]


def test_the_referee_hears_of_the_declarer_once_they_have_played_a_card() -> None:
    bidding = Bidding("skat", NAMES[:3]).call("declares-1")
    said = bidding.recorder.set_trump(bidding.recorded, "grand")
    assert isinstance(said, RecordedCards)
    bidding.recorded = said

    def asked() -> dict[str, Any]:
        number, facts = bidding.recorder.proof_facts(
            bidding.recorded, bidding.recorder.follow(bidding.table, bidding.recorded)
        )
        return {**facts, "tricks": len(facts["tricks"]), "from": number}

    bidding.play("7h")
    assert asked() == {"tricks": 1, "from": 1, "game": "grand"}
    bidding.play("8h", "9h", "7s")
    assert asked() == {"tricks": 2, "from": 1, "game": "grand", "declarer": "Bob"}


def penalties(*effects: Effect) -> list[tuple[str, int, Effect | None]]:
    """Return player, trick and penalty of each renege in four tricks of Toepen, if the referee finds these effects."""
    cards = Cards("toepen", NAMES[:3])
    renege = situation_of(cards.game.situations, "renege")

    def judge(options: Record, given: Record) -> Verdict:
        return replace(renege.judge(options, given), effects=effects)

    cards.recorder.renege = replace(renege, judge=judge)
    cards.play(*["10h", "7s", "7d", "10c", "7c", "Jd", "9d", "9h", "8h", "10s", "8s", "8d"])
    return [(item.renege.player, item.renege.trick, item.effect) for item in cards.course.proved_reneges]


def test_each_renege_has_its_own_penalty_in_the_order_of_the_verdict() -> None:
    one, two, bob = Effect("Cyd", -1), Effect("Cyd", -2), Effect("Bob", -3)
    assert penalties(one, bob, two) == [("Bob", 1, bob), ("Cyd", 1, one), ("Cyd", 3, two)]
    assert penalties(two, one) == [("Bob", 1, None), ("Cyd", 1, two), ("Cyd", 3, one)]


def test_a_renege_without_a_penalty_of_its_player_has_the_points_of_the_others() -> None:
    ann, dee, cyd = Effect("Ann", 1), Effect("Dee", 2), Effect("Cyd", -3)
    assert penalties(ann, cyd, dee) == [("Bob", 1, ann), ("Cyd", 1, cyd), ("Cyd", 3, dee)]
    assert penalties(ann) == [("Bob", 1, ann), ("Cyd", 1, None), ("Cyd", 3, None)]
    counted = Effect("Cyd", 26)
    assert penalties(counted, ann) == [("Bob", 1, ann), ("Cyd", 1, counted), ("Cyd", 3, None)], "as in Hearts"


def test_under_one_trump_the_referee_gets_every_trick() -> None:
    for second in ("blue-3", "yellow-3"):
        cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
        cards.play("blue-7", second, "blue-12", "blue-2", "red-3", "red-1")
        assert len(cards.course.proved_reneges) == (second == "yellow-3")
        first, facts = cards.recorder.proof_facts(cards.hand, cards.course)
        assert (first, facts["trump"], list(map(len, facts["tricks"]))) == (1, "green", [2, 2, 2])
