"""The referee of games with tricks of standard cards: trump, barred cards, and the hand followed."""

from dataclasses import replace
from typing import Any

import pytest

from companion.cards.notation import RANKS, rank_of, suit_of
from companion.cards.tricks import plain_suits
from companion.cards.turns import must_head, must_trump
from companion.core.entry import fields as f
from companion.core.entry.record import EMPTY
from companion.core.game.game import Game
from companion.core.game.situation import Verdict, situation_of
from companion.core.game.table import Table
from companion.core.play.fold import fold, with_absent
from companion.core.play.setups import read_setup
from companion.core.referee.facts import HAND, renege_rows
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.course_texts import breach_text
from companion.core.tricks.recorded_cards import Course, RecordedCards, recorded_from_json, recorded_json
from companion.core.tricks.recorder import Recorder, with_known_trump
from companion.core.tricks.records import Trump, trump_fact
from tests.core.tricks.following import trick
from tests.hearts import HEART_LED, PLAY, POINTS_FIRST, hearts

NAMES = ("Ann", "Bob", "Cyd", "Dee")


def asked(situation: str, trumps: bool = False, **facts: Any) -> Verdict:
    """Return the verdict on a question; cards as text, a trick in seat order."""
    game = hearts(trumps)
    if "hand" in facts:
        facts["hand"] = facts["hand"].split()
    if "plays" in facts:
        facts["plays"] = trick(facts["plays"])
    if "tricks" in facts:
        facts["tricks"] = [trick(text) for text in facts["tricks"]]
    return judge_request(game, situation_of(game.situations, situation), {"facts": facts})


# Sentences.


def test_the_highest_trump_wins_and_the_reason_names_it() -> None:
    found = asked("trick", trumps=True, plays="9h 3s 2s Ah", trump="s")
    assert found.verdict == "Bob wins the trick with 3♠."
    assert found.because == (
        "Spades are trump.",
        "Hearts were led.",
        "3♠ and 2♠, from high to low: the highest trump wins.",
    )
    only = asked("trick", trumps=True, plays="9h 3s Ah", trump="s")
    assert only.because[-1] == "3♠ is the only trump in the trick."


def test_without_a_trump_the_suit_led_decides() -> None:
    found = asked("trick", trumps=True, plays="9h 3c Ah", trump="s")
    assert "3♣ cannot win: it is neither of the suit led nor trump." in found.because
    assert "3♣ cannot win: it is of another suit." in asked("trick", plays="9h 3c Ah").because
    assert found.outcome == {"winner": "Cyd", "card": "Ah"}
    assert asked("trick", trumps=True, plays="9h 3c Ah").outcome["winner"] == "Cyd", "trump may be left out"


FOLLOWED = "reversis/play.follow"
RANKED = "reversis/need.ranks"
OFF_SUIT = "reversis/play.off-suit"


@pytest.mark.parametrize(
    ("trump", "plays", "said", "because", "rules"),
    [
        ("s", "9h 3s 2s Ac", "Bob wins the trick with 3♠.",
         ("Spades are trump.", "Hearts were led.", "3♠ and 2♠, from high to low: the highest trump wins."),
         (RANKED, FOLLOWED)),
        ("s", "9h 3c Ah", "Cyd is winning so far, with A♥.",
         ("Spades are trump.", "Hearts were led.", "3♣ cannot win: it is neither of the suit led nor trump.",
          "A♥ and 9♥, from high to low: the highest card wins."), (FOLLOWED, RANKED, OFF_SUIT)),
        ("", "9h 3c Ah 4d", "Cyd wins the trick with A♥.",
         ("Hearts were led.", "3♣ and 4♦ cannot win: they are of another suit.",
          "A♥ and 9♥, from high to low: the highest card wins."), (FOLLOWED, RANKED, OFF_SUIT)),
        ("", "9h 3c", "Ann is winning so far, with 9♥.",
         ("Hearts were led.", "3♣ cannot win: it is of another suit.", "9♥ is the only heart in the trick."),
         (FOLLOWED, RANKED, OFF_SUIT)),
    ],
)  # fmt: skip
def test_the_argument_has_the_sentences_and_rules_that_decide(
    trump: str, plays: str, said: str, because: tuple[str, ...], rules: tuple[str, ...]
) -> None:
    found = asked("trick", trumps=bool(trump), plays=plays, **({"trump": trump} if trump else {}))
    assert (found.verdict, found.because, found.rules) == (said, because, rules)


def test_each_renege_is_proved_in_a_sentence() -> None:
    found = asked("renege", tricks=["9h 2c 3c", "3d 4d 5d", "Kh 3h 2h"])
    assert found.verdict == (
        "Bob had to follow hearts in trick 1 and held 3♥. Cyd had to follow hearts in trick 1 and held 2♥. "
        "Tables differ about the penalty."
    )
    assert found.because == (
        "Bob played 2♣ to trick 1, and 3♥ to trick 3.", "Cyd played 3♣ to trick 1, and 2♥ to trick 3.",
    )  # fmt: skip
    assert (found.rules, found.outcome["reneges"]) == ((FOLLOWED, "reversis/play.renege"), renege_rows(found.reneges))
    assert found.rests == "Following is required. Tables differ about the penalty: the table decides"
    nobody = asked("renege", tricks=["9h 2h", "3d 4d"])
    assert (nobody.rules, nobody.rests, nobody.reneges) == ((FOLLOWED,), "", ())


def legal(**facts: Any) -> Any:
    return asked("legal", **facts).outcome["legal"]


def test_a_barred_card_must_stay_in_the_hand_while_another_can_be_played() -> None:
    assert legal(hand="2h As") == ["As"]
    assert legal(hand="2h As", broken=True) == ["2h", "As"]
    assert legal(hand="2h Ah") == ["2h", "Ah"]
    assert legal(hand="2h As", plays="3c", first=True) == ["As"]
    assert legal(hand="2h As", plays="3c") == ["2h", "As"]
    assert legal(hand="2h As", plays="3h", first=True) == ["2h"], "hearts are followed in the first trick, too"


def test_the_verdict_names_the_rule_that_bars_a_card() -> None:
    found = asked("legal", hand="2h As")
    assert found.verdict == "Play A♠."
    assert found.rules == ("reversis/play.lead",)
    assert HEART_LED in found.because
    both = asked("legal", hand="2h Ah")
    assert both.verdict == "Any card of the hand may be played."
    assert f"{HEART_LED} The hand holds nothing else." in both.because


def test_only_not_following_is_a_renege_and_tables_may_differ_about_it() -> None:
    found = asked("renege", tricks=["9h 2c", "3d 4d", "2h 3h"])
    assert found.outcome["reneges"] == [{"player": "Bob", "trick": 1, "card": "2c", "shown_in": 3}]
    assert found.verdict == "Bob had to follow hearts in trick 1 and held 3♥. Tables differ about the penalty."
    assert "Bob played 2♣ to trick 1, and 3♥ to trick 3." in found.because
    assert found.basis == "open"
    assert asked("renege", tricks=["9h 2h", "3d 4d"]).outcome == {"reneges": []}


def test_every_duty_that_binds_or_cannot_be_fulfilled_is_told() -> None:
    """As in Piquet with trumps: follow, else trump, and head the trick if possible."""
    strict = replace(
        PLAY, rules=lambda _: plain_suits(RANKS, must_trump("play.trump"), must_head("play.head")),
        trump=Trump(trump_fact(""), ("reversis/need.ranks",), binds=True),
        by_suit=replace(PLAY.by_suit, free="Free."),
    )  # fmt: skip
    game = replace(hearts(), situations=strict.situations())

    def told(hand: str, plays: str) -> tuple[str, tuple[str, ...]]:
        facts = {"hand": hand.split(), "plays": trick(plays), "trump": "s"}
        found = judge_request(game, situation_of(game.situations, "legal"), {"facts": facts})
        return found.verdict, found.because

    spades, led = "Spades are trump.", "Hearts were led."
    assert told("3h Kh 2c", "9h") == ("Hearts must be followed: play K♥.", (
        spades, led, "The hand can follow with 3♥ and K♥.", "If you can, beat the highest card on the table.",
    ))  # fmt: skip
    assert told("3h 2h 2c", "9h") == ("Hearts must be followed: play 3♥ or 2♥.", (
        spades, led, "The hand can follow with 3♥ and 2♥.", "None of them is higher than what lies there.",
    ))  # fmt: skip
    assert told("3s 2c", "9h") == ("Play 3♠.", (
        spades, led, "The hand has no hearts.", "A player who cannot follow suit must trump.",
    ))  # fmt: skip
    assert told("3d 2c", "9h") == ("Any card of the hand may be played.", (
        spades, led, "The hand has no hearts.", "It has no trump either.",
    ))  # fmt: skip
    assert told("3d 2c", "9s")[1] == (spades, "Spades were led.", "The hand has no spades.")
    assert told("3d 2c", "") == ("Any card of the hand may be played.", ("Nothing was played yet, so the hand leads.",))
    reneges = situation_of(game.situations, "renege")
    tricks = [trick("9h 2c"), trick("3d 4d"), trick("4c 3s")]
    found = judge_request(game, reneges, {"facts": {"tricks": tricks, "trump": "s"}})
    assert found.verdict == "Bob had to trump in trick 1 and held 3♠. Tables differ about the penalty."
    assert found.because == (
        spades, "Free.", "Bob played 2♣ to trick 1, and 3♠ to trick 3.", "A player who cannot follow suit must trump.",
    )  # fmt: skip
    assert found.outcome["reneges"] == [{"player": "Bob", "trick": 1, "card": "2c", "shown_in": 3, "kind": "trump"}]


def test_questions_about_tricks_ask_for_cards_and_trump() -> None:
    game = hearts(trump=True)
    asked = {one.key: (one.title, [item.key for item in one.facts(EMPTY)]) for one in game.situations}
    assert asked == {
        "trick": ("Who wins the trick?", ["plays", "trump"]),
        "legal": ("Which cards may be played?", ["hand", "plays", "trump", "first", "broken"]),
        "renege": ("Who should have followed suit?", ["tricks", "trump"]),
    }
    renege = situation_of(game.situations, "renege")
    assert renege.help == "Only later tricks show what somebody could have played."
    bounds = {
        (one.key, item.key): (item.bounds.least, item.bounds.most)
        for one in game.situations
        for item in one.facts(EMPTY)
        if item.key in ("plays", "hand", "tricks")
    }
    assert bounds == {
        ("trick", "plays"): (1, 4), ("legal", "hand"): (1, 11), ("legal", "plays"): (0, 3),
        ("renege", "tricks"): (1, 11),
    }  # fmt: skip
    open_seats = replace(PLAY, most=6, fewest=3).situations()[0]
    game = replace(hearts(), situations=(open_seats,))
    told = [
        judge_request(game, open_seats, {"facts": {"plays": trick("9h 2h 3h"), **seats}}).verdict
        for seats in ({}, {"seats": 3}, {"seats": 4})
    ]
    assert told == [
        "Ann wins the trick with 9♥, if nobody is left to play to it.", "Ann wins the trick with 9♥.",
        "Ann is winning so far, with 9♥.",
    ]  # fmt: skip
    full = replace(PLAY, most=3, fewest=2).situations()[0]
    whole = judge_request(replace(game, situations=(full,)), full, {"facts": {"plays": trick("9h 2h 3h")}})
    assert whole.verdict == "Ann wins the trick with 9♥.", "more than three cannot play"
    few = judge_request(game, open_seats, {"facts": {"plays": trick("9h 2h")}})
    assert few.verdict == "Ann is winning so far, with 9♥."


def test_suit_and_rank_of_a_card_may_depend_on_trump() -> None:
    """As in Euchre: both red jacks are the highest trumps if hearts are trump."""
    game = replace(hearts(), situations=BOWERS.situations())

    def verdict(situation: str, **facts: Any) -> Verdict:
        return judge_request(game, situation_of(game.situations, situation), {"facts": {**facts, "trump": "h"}})

    found = verdict("trick", plays=trick("9d Ah Jd Ad"))
    assert found.verdict == "Cyd wins the trick with J♦."
    assert "J♦ and A♥, from high to low: the highest trump wins." in found.because
    assert verdict("trick", plays=trick("Jd Jh 9h")).outcome["winner"] == "Bob"
    assert verdict("legal", hand=["Jd", "9d"], plays=trick("9h")).verdict == "Hearts must be followed: play J♦."
    assert verdict("legal", hand=["Jd", "9s"], plays=trick("9d")).outcome["legal"] == ["Jd", "9s"]
    assert verdict("renege", tricks=[trick("9h 9s"), trick("2c Jd")]).outcome["reneges"] == [
        {"player": "Bob", "trick": 1, "card": "9s", "shown_in": 2}
    ]


def with_bowers(card: str, trump: str) -> str:
    return "h" if (card, trump) == ("Jd", "h") else suit_of(card)


def height(card: str, trump: str) -> int:
    return {"Jd": 1, "Jh": 2}[card] if trump == "h" and card in ("Jd", "Jh") else -RANKS.index(rank_of(card))


BOWER_RULES = plain_suits(RANKS, suit_of=with_bowers, held_suit=with_bowers, height_of=height)
BOWERS = replace(
    PLAY,
    rules=lambda _: BOWER_RULES,
    trump=Trump(trump_fact(""), ("reversis/need.ranks",), binds=True),
)


# Followed card by card.


class Hand:
    """A hand of the game that is entered card by card."""

    def __init__(self, game: Game[Any] | None = None, leader: str = "") -> None:
        self.game = game or hearts()
        setup, problems = read_setup(self.game, {"players": list(NAMES), "dealer": "Dee"})
        assert setup is not None, problems
        self.table: Table[Any] = with_absent(self.game, fold(self.game, setup, []).table, ())
        self.recorder = Recorder(self.game, setup.options)
        self.recorded = RecordedCards(NAMES, leader)

    @property
    def course(self) -> Course:
        return self.recorder.follow(self.table, self.recorded)

    def by(self, player: str, *cards: str) -> None:
        """Play cards, the first by this player, the others in turn."""
        for number, card in enumerate(cards):
            played = self.recorder.add_card(self.table, self.recorded, self.course.turn if number else player, card)
            assert isinstance(played, RecordedCards), played
            self.recorded = played

    @property
    def told(self) -> list[str]:
        return [breach_text(item, self.recorder.by_tricks) for item in self.course.breaches]


def test_the_leader_must_be_named_before_the_first_card() -> None:
    hand = Hand()
    assert (hand.course.turn, hand.course.leads) == ("", True)
    refused = hand.recorder.add_card(hand.table, hand.recorded, "", "9c")
    assert isinstance(refused, list)
    assert [problem.message for problem in refused] == ["First say who leads."]
    hand.by("Cyd", "9c", "3c", "4c")
    assert hand.course.turn == "Bob"
    assert hand.recorded.leader == "Cyd"
    assert recorded_json(recorded_from_json(recorded_json(hand.recorded), NAMES, "")) == recorded_json(hand.recorded)
    for _ in range(3):
        hand.recorded = recorded_from_json(recorded_json(hand.recorder.undo(hand.recorded)), NAMES, "")
    assert hand.course.turn == "", "who leads is asked again"


def test_a_heart_led_too_early_is_reported_when_it_falls_and_when_it_is_proved() -> None:
    hand = Hand(leader="Ann")
    hand.by("Ann", "9h")
    assert hand.told == [f"Ann played 9♥ in trick 1: {HEART_LED} It is right only where Ann holds nothing else."]
    before = hand.course
    hand.by("Bob", "2h", "3h", "4h", "2c")
    assert hand.told == [f"Ann played 9♥ in trick 1: {HEART_LED} In trick 2 Ann shows 2♣."]
    assert hand.course.breaches[0] not in before.breaches, "it is told again"
    assert not hand.course.proved_reneges, "it is no renege"


def test_after_the_first_heart_hearts_may_be_led() -> None:
    hand = Hand(leader="Ann")
    hand.by("Ann", "9c", "2c", "3c", "4c", "8c", "2h", "5c", "6c", "9h")
    assert hand.told == []
    assert hand.course.stage.broken
    assert not hand.course.stage.first


def test_a_player_who_could_have_followed_is_reported_once() -> None:
    hand = Hand(leader="Ann")
    hand.by("Ann", "9c", "2h")
    assert hand.told == [f"Bob played 2♥ in trick 1: {POINTS_FIRST} It is right only where Bob holds nothing else."]
    hand.by("Cyd", "3c", "4c", "8c", "7c")
    assert [(item.renege.player, item.renege.shown) for item in hand.course.proved_reneges] == [("Bob", "7c")]
    assert hand.told == []


def test_a_forced_lead_is_no_longer_reported_once_the_hand_shows_it() -> None:
    short = replace(hearts().situations[0].by_tricks, length=lambda _: 2)
    game = hearts()
    trick_question = replace(game.situations[0], by_tricks=short)
    hand = Hand(replace(game, situations=(trick_question, *game.situations[1:])), leader="Ann")
    hand.by("Ann", "9h", "2h", "3h", "4h")
    assert len(hand.told) == 1
    hand.by("Ann", "8h")
    assert hand.told == []


def test_the_cards_fill_in_the_facts_of_a_question() -> None:
    hand = Hand(hearts(trump=True), leader="Ann")
    legal_cards = situation_of(hand.game.situations, "legal")
    assert hand.recorder.facts_for(legal_cards, hand.recorded, hand.course) == {}
    said = hand.recorder.set_trump(hand.recorded, "s")
    assert isinstance(said, RecordedCards)
    hand.recorded = said
    assert hand.recorder.facts_for(legal_cards, hand.recorded, hand.course) == {"trump": "s"}
    hand.by("Ann", "9c", "2h", "3c")
    facts = hand.recorder.facts_for(legal_cards, hand.recorded, hand.course)
    assert facts == {"plays": trick("9c 2h 3c"), "trump": "s", "first": True, "broken": False}
    assert HAND not in facts
    hand.by("Dee", "4c")
    facts = hand.recorder.facts_for(legal_cards, hand.recorded, hand.course)
    assert facts == {"plays": [], "trump": "s", "first": False, "broken": True}
    winner = hand.recorder.facts_for(hand.recorder.trick, hand.recorded, hand.course)
    assert winner == {"plays": trick("9c 2h 3c 4c"), "trump": "s"}


def test_the_number_of_a_trick_is_that_of_the_coming_one_between_two() -> None:
    hand = Hand(leader="Ann")
    numbered = replace(hand.recorder.trick, key="numbered", facts=lambda _: (f.count("trick", "Trick number", 11),))
    found = []
    for who, card in zip(("Ann", "Bob", "Cyd", "Dee"), ("9c", "2c", "3c", "4c"), strict=True):
        hand.by(who, card)
        found.append(hand.recorder.facts_for(numbered, hand.recorded, hand.course))
    assert found == [{"trick": 1}] * 3 + [{"trick": 2}]


@pytest.mark.parametrize("named", ["hand", "first"])
def test_only_the_facts_of_the_question_are_filled_in(named: str) -> None:
    hand = Hand(leader="Ann")
    hand.by("Ann", "9c")
    assert named not in hand.recorder.facts_for(hand.recorder.renege, hand.recorded, hand.course)


@pytest.mark.parametrize(
    ("told", "is_trump_known", "trump"),
    [("none", True, None), ("h", True, "h"), ("turned", False, None), (None, False, None), (3, False, None)],
)
def test_a_trump_that_the_game_fixes_is_not_asked(told: Any, is_trump_known: bool, trump: str | None) -> None:
    hand = Hand(hearts(trump=True), leader="Ann")
    known = with_known_trump(hand.recorder, hand.recorded, {"trump": told})
    assert (known.is_trump_known, known.trump) == (is_trump_known, trump)
    said = hand.recorder.set_trump(hand.recorded, "s")
    assert isinstance(said, RecordedCards)
    assert with_known_trump(hand.recorder, said, {"trump": told}) == said, "the table has said it"
    always = replace(PLAY, trump=Trump(trump_fact("")))
    must_be = Hand(replace(hearts(), situations=always.situations()), leader="Ann")
    assert with_known_trump(must_be.recorder, must_be.recorded, {"trump": told}).is_trump_known == (told == "h")
    without = Hand(leader="Ann")
    assert with_known_trump(without.recorder, without.recorded, {"trump": told}) == without.recorded
