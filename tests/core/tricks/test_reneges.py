"""Reneges: which card proves them, how they are described, and what the referee is asked."""

from companion.core.tricks.course_texts import proved_renege_text
from tests.core.tricks.following import BLACK, Cards, judged


def test_a_renege_in_raise_the_stakes_is_found_with_the_card_that_proves_it() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), "green")
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9")
    assert cards.caught == []
    before = cards.course
    assert before.turn == "Bob"
    cards.play("red-2")
    fresh = cards.course.proved_reneges
    assert [proved_renege_text(item, cards.umpire.by_tricks) for item in fresh] == [
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
    cards.become(cards.umpire.set_trump(cards.hand, "red", from_trick=2))
    cards.play("blue-5", "yellow-3", "blue-7", "blue-8")
    course = cards.course
    assert [(item.renege.player, item.renege.trick, item.renege.shown_in) for item in course.proved_reneges] == [
        ("Bob", 2, 3)
    ]
    first, facts = cards.umpire.proof_facts(cards.hand, course, course.proved_reneges[0])
    assert (first, facts["trump"], len(facts["tricks"])) == (2, "red", 2)
    assert judged(cards, "renege", facts)["reneges"] == [
        {"player": "Bob", "trick": 1, "card": "yellow-3", "shown_in": 2}
    ]


def test_if_no_card_names_a_trump_the_referee_gets_all_tricks() -> None:
    cards = Cards("toepen", ("Ann", "Bob", "Cyd"))
    cards.play("10h", "7s", "8h", "10s", "9h", "8s", "10d")
    assert [(item.renege.player, item.renege.trick) for item in cards.course.proved_reneges] == [("Bob", 1)]
    first, facts = cards.umpire.proof_facts(cards.hand, cards.course)
    assert (first, [len(trick) for trick in facts["tricks"]]) == (1, [3, 3, 1])


def test_the_referee_gets_all_tricks_under_the_trump_of_the_renege_and_the_first_of_them() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("green-9", "red-1", "trump-twist")
    cards.become(cards.umpire.set_trump(cards.hand, "red", from_trick=2))
    cards.play("blue-1", "blue-5", "blue-6", "yellow-5", "red-2", "red-3", "yellow-1")
    course = cards.course
    assert [(item.renege.player, item.renege.trick, item.renege.shown_in) for item in course.proved_reneges] == []
    cards.play("blue-7")
    first, facts = cards.umpire.proof_facts(cards.hand, cards.course)
    assert (first, facts["trump"], len(facts["tricks"])) == (2, "red", 4)


def test_the_trick_that_proves_the_renege_is_added_if_another_trump_holds_by_then() -> None:
    cards = Cards("raise-the-stakes", ("Ann", "Bob"), trump="green", options=BLACK)
    cards.play("blue-7", "yellow-3", "yellow-9", "trump-twist")
    cards.become(cards.umpire.set_trump(cards.hand, "red", from_trick=3))
    cards.play("red-5", "red-6", "red-8", "blue-1")
    assert [trick.trump_after for trick in cards.course.tricks] == ["green", "green", "red", "red"]
    (proved,) = cards.course.proved_reneges
    assert (proved.renege.player, proved.renege.trick, proved.renege.shown_in) == ("Bob", 1, 4)
    first, facts = cards.umpire.proof_facts(cards.hand, cards.course, proved)
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
