"""The verdicts about tricks in full: each sentence, and each rule that is cited, in their order."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, suit_of
from companion.cards.tricks import LyingCard, Renege, plain_suits
from companion.cards.turns import PlayedCard, must_head, must_not_play, must_trump
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import EMPTY
from companion.core.game.situation import CardForms, Decks, Verdict, situation_of
from companion.core.play.scoring_api import NotPlayable
from companion.core.referee.facts import BROKEN
from companion.core.referee.judge_request import judge_request
from companion.core.referee.reasons import Reasons
from companion.core.tricks.records import Excuse, HandToPlay, TrickWorth, Trump, trump_fact
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import listed
from tests.core.tricks.following import trick
from tests.core.tricks.test_trick_questions import height, with_bowers
from tests.hearts import PLAY, RULES, hearts

FOLLOW, RANKED, OFF_SUIT = "reversis/play.follow", "reversis/need.ranks", "reversis/play.off-suit"
ANY = "Any card of the hand may be played."

STRICT = replace(
    PLAY, rules=lambda _: plain_suits(RANKS, must_trump("duty.trump"), must_head("duty.head")),
    trump=Trump(trump_fact(), ("trump.wins",), binds=True),
    by_suit=replace(PLAY.by_suit, follow=("suit.follow", "suit.must"), lead=("lead.any",)),
)  # fmt: skip
"""Follow, else trump, and head the trick if possible."""


def judged(play: Tricks, key: str, **facts: Any) -> Verdict:
    """Return the verdict on a question; cards as text, a trick in seat order."""
    read = {"hand": str.split, "plays": trick, "tricks": lambda tricks: list(map(trick, tricks))}
    game = replace(hearts(), situations=play.situations())
    given = {fact: read[fact](value) if fact in read else value for fact, value in facts.items()}
    return judge_request(game, situation_of(game.situations, key), {"facts": given})


def legal(play: Tricks, hand: str, plays: str, **facts: Any) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the verdict on what may be played, with its sentences and rules."""
    found = judged(play, "legal", hand=hand, plays=plays, **facts)
    return found.verdict, found.because, found.rules


def won(play: Tricks, plays: str, **facts: Any) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the verdict on who wins, with its sentences and rules."""
    found = judged(play, "trick", plays=plays, **facts)
    return found.verdict, found.because, found.rules


# What may be played.


@pytest.mark.parametrize(
    ("hand", "plays", "said", "because", "rules"),
    [
        ("3s 5s 2c", "9h 4s", "Play 5♠.",
         ("Hearts were led.", "The hand has no hearts.", "If you can, beat the highest card on the table.",
          "A player who cannot follow suit must trump."), ("duty.trump", "duty.head", "suit.follow")),
        ("3s 4s 2c", "9h", "Play 3♠ or 4♠.",
         ("Hearts were led.", "The hand has no hearts.", "A player who cannot follow suit must trump."),
         ("duty.trump", "suit.follow")),
        ("3h 2c", "9h", "Hearts must be followed: play 3♥.",
         ("Hearts were led.", "The hand can follow with 3♥.", "None of them is higher than what lies there."),
         ("duty.head", "suit.follow", "suit.must")),
        ("3d 2c", "9h", ANY, ("Hearts were led.", "The hand has no hearts.", "It has no trump either."),
         ("duty.trump", "suit.follow")),
    ],
)  # fmt: skip
def test_a_card_to_a_trick_is_explained_by_suit_and_duties(
    hand: str, plays: str, said: str, because: tuple[str, ...], rules: tuple[str, ...]
) -> None:
    assert legal(STRICT, hand, plays, trump="s") == (said, ("Spades are trump.", *because), rules)


def test_whoever_leads_may_play_anything_by_the_rule_on_leads() -> None:
    lead = "Nothing was played yet, so the hand leads."
    assert legal(STRICT, "3d 2c", "", trump="s") == (ANY, (lead,), ("lead.any",))
    barred = must_not_play(
        "early", lambda _, card: suit_of(card) == "h", "No heart.", "lead.no", unless="is all hearts"
    )
    hearts_barred = replace(STRICT, rules=lambda _: plain_suits(RANKS, barred))
    told = (lead, "No heart. The hand is all hearts.")
    assert legal(hearts_barred, "2h 3h", "") == (ANY, told, ("lead.no", "lead.any"))


def test_trump_is_told_only_where_it_matters_and_is_known() -> None:
    told = ("Hearts were led.", "The hand can follow with 3♥.", "None of them is higher than what lies there.")
    assert legal(STRICT, "3h 2c", "9h")[1] == told
    assert legal(replace(STRICT, trump=Trump(trump_fact())), "3h 2c", "9h", trump="s")[1] == told


def test_cards_that_are_free_are_told_if_suit_could_be_followed() -> None:
    free = replace(
        PLAY, rules=lambda _: plain_suits(RANKS, must_head("duty.head"), is_free=lambda _turn, card: card == "2s"),
        by_suit=replace(PLAY.by_suit, free="Twos are free."),
    )  # fmt: skip
    assert legal(free, "3h 2s 4c", "9h") == (
        "Hearts must be followed or trumped: play 3♥ or 2♠.",
        ("Hearts were led.", "The hand can follow with 3♥.", "Twos are free. The hand has 2♠.",
         "None of them is higher than what lies there."),
        ("duty.head", FOLLOW),
    )  # fmt: skip
    assert legal(free, "2s 4c", "9h") == (ANY, ("Hearts were led.", "The hand has no hearts."), (FOLLOW,))


def test_a_game_that_says_no_more_than_it_must_cites_nothing_and_asks_for_no_stage() -> None:
    bare = Tricks(
        most=4, hand=11, decks=PLAY.decks, rules=PLAY.rules, length=PLAY.length, entry_part=PLAY.entry_part,
        reneges=PLAY.reneges,
    )  # fmt: skip
    assert [[item.key for item in one.facts(EMPTY)] for one in bare.situations()] == [
        ["plays"], ["hand", "plays"], ["tricks"],
    ]  # fmt: skip
    assert legal(bare, "2h As", "3c") == (ANY, ("Clubs were led.", "The hand has no clubs."), ())
    assert won(bare, "9h 2h 3h 4h")[2] == ()


# Who wins.


def test_a_card_may_be_of_the_trump_suit_only_on_the_table() -> None:
    bowers = replace(
        PLAY, rules=lambda _: plain_suits(RANKS, suit_of=with_bowers, height_of=height), trump=Trump(trump_fact())
    )
    assert won(bowers, "9d Ah Jd Ad", trump="h") == (
        "Cyd wins the trick with J♦.",
        ("Hearts are trump.", "Diamonds were led.", "J♦ and A♥, from high to low: the highest trump wins."),
        (FOLLOW, RANKED),
    )


def test_a_suit_that_is_always_trump_has_its_own_rules() -> None:
    spades = replace(
        PLAY, rules=lambda _: plain_suits(RANKS, trump="s"), by_suit=replace(PLAY.by_suit, trump_wins=("spades.win",))
    )
    assert won(spades, "9h 2s 3h") == (
        "Bob is winning so far, with 2♠.", ("Hearts were led.", "2♠ is the only trump in the trick."),
        ("spades.win", FOLLOW, RANKED),
    )  # fmt: skip
    assert won(spades, "9h 2c 3h") == (
        "Ann is winning so far, with 9♥.",
        ("Hearts were led.", "2♣ cannot win: it is neither of the suit led nor trump.",
         "9♥ and 3♥, from high to low: the highest card wins."),
        (FOLLOW, RANKED, OFF_SUIT),
    )  # fmt: skip


def test_the_suit_led_is_told_once_if_it_made_the_trump() -> None:
    led = replace(
        PLAY, trump=Trump(trump_fact(), ("trump.wins",), led=("trump.led",), binds=True),
        rules=lambda _: replace(RULES, trump_led=True),
    )  # fmt: skip
    assert won(led, "9h 2h 3c") == (
        "Ann is winning so far, with 9♥.",
        ("Hearts were led first in the hand, so they are trump.",
         "9♥ and 2♥, from high to low: the highest trump wins."),
        ("trump.wins", "trump.led", FOLLOW, RANKED),
    )  # fmt: skip


def test_without_a_trump_a_card_that_cannot_win_is_of_another_suit() -> None:
    _, because, _ = won(STRICT, "9h 3c")
    assert because == (
        "Hearts were led.", "3♣ cannot win: it is of another suit.", "9♥ is the only heart in the trick.",
    )  # fmt: skip


def test_what_the_trick_counts_is_part_of_the_verdict() -> None:
    worth = replace(PLAY, worth=lambda _why, _options, _found: TrickWorth("It costs 5 points.", {"points": 5}))
    found = judged(worth, "trick", plays="9h 3c 2h 4h")
    assert found.verdict == "Ann wins the trick with 9♥. It costs 5 points."
    assert found.outcome == {"winner": "Ann", "card": "9h", "points": 5}


def test_the_winning_card_is_the_one_that_was_played() -> None:
    def counting(plays: Sequence[PlayedCard]) -> list[LyingCard]:
        return [LyingCard(player, card, "Ah" if card == "2c" else card) for player, card in plays]

    aces = replace(PLAY, rules=lambda _: plain_suits(RANKS, cards_that_count=counting), explain=lambda *_: TrickWorth())
    assert judged(aces, "trick", plays="9h 2c Kh 4h").outcome == {"winner": "Bob", "card": "2c"}


# Who reneged.


def test_a_card_that_broke_two_duties_is_one_renege_by_the_weightier() -> None:
    found = judged(STRICT, "renege", tricks=["9h 2c", "9d 3s", "8d 4s", "7d 5h"], trump="s")
    assert found.verdict == "Bob had to follow hearts in trick 1 and held 5♥. Tables differ about the penalty."
    assert found.outcome["reneges"] == [{"player": "Bob", "trick": 1, "card": "2c", "shown_in": 4, "kind": "follow"}]


def test_without_a_renege_the_trump_is_not_told() -> None:
    found = judged(STRICT, "renege", tricks=["9h 2h", "3d 4d"], trump="s")
    assert found.because == ("Whoever did not follow a suit shows no card of it in a later trick.",)


def test_what_must_not_be_played_to_the_first_trick_may_be_a_renege() -> None:
    first = must_not_play("h", lambda turn, card: turn.stage.first and suit_of(card) == "h", "No heart.", "play.first")
    rules = plain_suits(RANKS, replace(first, is_renege=True))
    found = judged(replace(PLAY, rules=lambda _: rules), "renege", tricks=["9c 2h", "9s 3s", "8s 3h"])
    assert found.verdict == ("Bob had to play another card in trick 1 and held 3♠. Tables differ about the penalty.")
    assert found.because == ("Bob played 2♥ to trick 1, and 3♠ to trick 2.", "No heart.")


def test_whoever_reneged_twice_pays_once_and_is_excused_in_one_word() -> None:
    tricks = ["9h 2c", "8h 3c", "3d 4d", "2h 3h"]
    usual = replace(PLAY.reneges, usual=lambda why, _options, _given, name: why.add_usual_effect(name, -5, "renege"))
    found = judged(replace(PLAY, reneges=usual), "renege", tricks=tricks)
    assert [row["trick"] for row in found.outcome["reneges"]] == [1, 2]
    assert [(effect.name, effect.points) for effect in found.usual] == [("Bob", -5)]
    excused = replace(PLAY.reneges, excused=lambda _tricks, _item: Excuse("Bob is new.", ("play.new",), sure=True))
    found = judged(replace(PLAY, reneges=excused), "renege", tricks=tricks)
    assert found.verdict == "Nobody reneged: Bob did not have to follow."
    assert found.rules == ("play.new",)
    assert (found.rests, found.reneges) == ("", ())
    both = judged(replace(PLAY, reneges=excused), "renege", tricks=["9h 2c 3c", "3d 4d 5d", "2h 3h 4h"])
    assert both.verdict == "Nobody reneged: Bob and Cyd did not have to follow."


def test_only_whoever_is_not_excused_pays() -> None:
    def excused(_tricks: object, item: Renege) -> Excuse | None:
        return Excuse("Bob is new.", ("play.new",), sure=True) if item.player == "Bob" else None

    about = replace(
        PLAY.reneges, excused=excused,
        usual=lambda why, _options, _given, name: why.add_usual_effect(name, -5, "renege"),
    )  # fmt: skip
    found = judged(replace(PLAY, reneges=about), "renege", tricks=["9h 2c 3c", "3d 4d 5d", "2h 3h 4h"])
    assert found.verdict == "Cyd had to follow hearts in trick 1 and held 4♥. Tables differ about the penalty."
    assert found.because == ("Cyd played 3♣ to trick 1, and 4♥ to trick 3.", "Bob is new.")
    assert [(effect.name, effect.points) for effect in found.usual] == [("Cyd", -5)]


def test_the_duty_is_told_before_the_remark_on_the_card() -> None:
    remarked = replace(STRICT, reneges=replace(PLAY.reneges, remark=lambda item: f"{item.card} looked right."))
    found = judged(remarked, "renege", tricks=["9h 2c", "3d 4d", "4c 3s"], trump="s")
    assert found.because == (
        "Spades are trump.", "Bob played 2♣ to trick 1, and 3♠ to trick 3.",
        "A player who cannot follow suit must trump.", "2c looked right.",
    )  # fmt: skip


# What is asked and refused.


def test_a_game_explains_what_may_be_played_by_the_stage_of_the_hand() -> None:
    def told(_tricks: Tricks, _why: Reasons, moment: HandToPlay) -> str:
        return f"{listed(moment.hand)}: {moment.turn.before.first}, {moment.turn.stage.broken}."

    play = replace(PLAY, explain_legal=told)
    assert judged(play, "legal", hand="2h 3c", plays="9h", first=True).verdict == "2h and 3c: True, True."
    assert judged(play, "legal", hand="2h 3c", plays="9c").verdict == "2h and 3c: False, False."


def test_the_question_about_reneges_has_a_title_for_its_fault() -> None:
    wrong = replace(PLAY, reneges=replace(PLAY.reneges, fault="played a wrong card"))
    assert [play.situations()[2].title for play in (PLAY, wrong)] == [
        "Who should have followed suit?", "Who should have played another card?",
    ]  # fmt: skip
    found = judged(wrong, "renege", tricks=["9h 2h", "3d 4d"])
    assert found.verdict == "Nobody played a wrong card, as far as these tricks show."


def refused(play: Tricks, key: str, **facts: Any) -> list[tuple[str, str]]:
    with pytest.raises(NotPlayable) as refusal:
        judged(play, key, **facts)
    return [(one.field, one.message) for one in refusal.value.problems]


def test_each_question_has_its_deck_and_its_number_of_cards() -> None:
    lying, held, played = (standard_deck(name) for name in ("lying", "held", "played"))
    about = replace(PLAY.reneges, asks=(f.flag(BROKEN, "Hearts broken"),))
    play = replace(PLAY, each=2, decks=lambda _: Decks(lying, held, played), reneges=about)
    found: dict[str, list[tuple[str, str, int | None]]] = {}
    for question in play.situations():
        fields = question.facts(EMPTY)
        rows = [row for item in fields for row in (item.columns if item.key == "tricks" else (item,))]
        decks = [(row, row.deck or (row.columns and row.columns[-1].deck)) for row in rows]
        found[question.key] = [(row.key, deck.name if deck else "", row.bounds.most) for row, deck in decks]
    assert found == {
        "trick": [("plays", "lying", 8)],
        "legal": [("hand", "held", 11), ("plays", "lying", 7), ("first", "", None), ("broken", "", None)],
        "renege": [("trick", "played", 8), ("broken", "", None)],
    }
    assert play.situations()[2].judge_admitted == about.admitted


def test_a_trump_that_decides_nothing_is_asked_aside_and_never_required() -> None:
    def asked(fact: f.Field, binds: bool) -> list[tuple[bool, bool]]:
        play = replace(PLAY, trump=Trump(fact, binds=binds))
        fields = [item for question in play.situations() for item in question.facts(EMPTY) if item.key == "trump"]
        return [(item.asking.aside, item.required) for item in fields]

    always, may_be_none = trump_fact(""), trump_fact()
    assert asked(always, binds=True) == [(False, True)] * 3
    assert asked(always, binds=False) == [(False, True), (True, False), (True, False)]
    assert asked(may_be_none, binds=False) == [(False, False), (True, False), (True, False)]
    assert asked(may_be_none.of(required=True), binds=False) == [(False, True), (True, False), (True, False)]
    assert asked(always.of(required=False), binds=False) == [(False, False), (True, False), (True, False)]


def test_a_trump_that_decides_nothing_may_be_left_out_or_said() -> None:
    """There is one in every hand, but only the question who wins the trick needs it."""
    play = replace(PLAY, trump=Trump(trump_fact(""), ("trump.wins",)))
    answers = [
        (
            judged(play, "legal", hand="9h 2c", plays="3h", **said),
            judged(play, "renege", tricks=["9h 2c", "2h 3h"], **said),
        )
        for said in ({}, {"trump": None}, {"trump": "c"})
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0].outcome == {"legal": ["9h"]}
    nobody = [item.nobody for question in play.situations() for item in question.facts(EMPTY) if item.key == "trump"]
    assert nobody == ["", "Not said", "Not said"]
    assert refused(play, "trick", plays="9h 2c") == [("trump", "“Trump” is missing.")]


def test_the_first_thing_that_cannot_be_is_refused_alone() -> None:
    twice = "9♥ is there too often"
    found = refused(PLAY, "legal", hand="9h", plays="9h 9h")
    assert [(field, message[: len(twice)]) for field, message in found] == [("plays", twice)]
    checked = replace(PLAY, check=lambda seen: [Problem(seen.key, "Something else.")])
    assert [field for field, _ in refused(checked, "trick", plays="9h 9h")] == ["plays"]
    assert refused(checked, "trick", plays="9h 2h") == [("plays", "Something else.")]


def test_more_players_than_are_in_the_trick_are_refused() -> None:
    play = replace(PLAY, fewest=3, most=6)
    seats = play.situations()[0].facts(EMPTY)[-1]
    assert (seats.key, seats.bounds.least, seats.bounds.most) == ("seats", 3, 6)
    assert [field for field, _ in refused(play, "trick", plays="9h 2h 3h 4h", seats=3)] == ["seats"]


def test_two_cards_of_a_player_count_as_one_player() -> None:
    play = replace(PLAY, each=2, check_trick=lambda *_: ())
    ways: Sequence[dict[str, str]] = [*trick("9h 2h 3h"), {"player": "Ann", "card": "4h"}]
    game = replace(hearts(), situations=play.situations())
    question = situation_of(game.situations, "trick")
    found = judge_request(game, question, {"facts": {"plays": ways}})
    assert found.verdict == "Ann is winning so far, with 9♥."


def test_cards_are_told_in_the_words_of_their_game() -> None:
    play = replace(PLAY, forms=CardForms(text=lambda card: f"<{card}>"))
    assert judged(play, "trick", plays="9h 2h").verdict == "Ann is winning so far, with <9h>."
    found = judged(play, "renege", tricks=["9h 2c", "3d 4d", "4c 3h"])
    assert found.verdict == "Bob had to follow hearts in trick 1 and held <3h>. Tables differ about the penalty."
    assert found.because == ("Bob played <2c> to trick 1, and <3h> to trick 3.",)
    [(field, message)] = refused(play, "trick", plays="9h 9h")
    assert (field, message.split(" is ")[0]) == ("plays", "<9h>")


def test_a_game_adds_its_checks_to_those_of_the_cards() -> None:
    about = replace(PLAY.reneges, check=lambda _options, _given: [Problem("tricks", "Something else.")])
    play = replace(PLAY, reneges=about)
    assert refused(play, "renege", tricks=["9h 2h", "3d 4d"]) == [("tricks", "Something else.")]
    [(_, message)] = refused(play, "renege", tricks=["9h 9h", "3d 4d"])
    assert message.startswith("9♥ is there too often")
