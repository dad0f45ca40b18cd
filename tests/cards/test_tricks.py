"""Tricks: who wins, what may be played, and what later tricks prove."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards.notation import RANKS, SUITS, rank_of, suit_of
from companion.cards.tricks import LyingCard, TrickRules, plain_suits, who_played_twice
from companion.cards.turns import Duty, PlayedCard, Stage, Turn, must_follow, must_head, must_not_play, must_trump
from tests.laws.strategies import few

NO_TRUMP = Stage()


def trick(*cards: str) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(name, card) for name, card in zip("ABCD", cards, strict=False))


def plain(*duties: Duty) -> TrickRules:
    return plain_suits(RANKS, duties=duties or (must_follow(),))


PLAIN = plain()


def winner(*cards: str, trump: str = "", rules: TrickRules = PLAIN) -> str:
    return rules.outcome(trick(*cards), Stage(trump)).winner.player


# Who wins.


def test_the_highest_card_of_the_suit_led_wins_unless_trumped() -> None:
    assert winner("9h", "Kh", "As") == "B"
    assert winner("9h", "Kh", "2s", trump="s") == "C"
    assert winner("9h", "3s", "2s", trump="s") == "B"
    assert winner("9h", "3s", "10h", trump="h") == "C"


def test_winning_cards_are_sorted_best_first() -> None:
    found = PLAIN.outcome(trick("9h", "Kh", "As", "2s"), Stage("s"))
    assert [item.card for item in found.able] == ["As", "2s", "Kh", "9h"]
    assert [item.card for item in found.lying] == ["9h", "Kh", "As", "2s"]
    assert found.set_by == ("h", 0)


def test_of_equal_cards_the_first_or_last_wins_by_the_games_rule() -> None:
    pinochle = TrickRules(
        suit_of=lambda card, _: suit_of(card),
        held_suit=lambda card, _: suit_of(card),
        height_of=lambda card, _: -RANKS.index(rank_of(card)),
        duties=(must_follow(),),
        later_wins=True,
    )
    assert winner("9h", "Kh", "Kh") == "B"
    assert winner("9h", "Kh", "Kh", rules=pinochle) == "C"


def test_if_no_card_can_win_the_first_one_does() -> None:
    assert winner("Jk", "Jk") == "A"
    assert winner("Jk", "9h", "10h") == "C", "the first card with a suit sets it"


def test_a_card_can_stand_for_another() -> None:
    def as_aces(plays: Sequence[PlayedCard]) -> list[LyingCard]:
        return [LyingCard(name, card, "A" + card[-1] if card[0] == "2" else card) for name, card in plays]

    rules = TrickRules(
        suit_of=lambda card, _: suit_of(card),
        held_suit=lambda card, _: suit_of(card),
        height_of=lambda card, _: -RANKS.index(rank_of(card)),
        duties=(must_follow(),),
        cards_that_count=as_aces,
    )
    assert winner("9h", "2h", "Kh", rules=rules) == "B"


def test_a_trump_made_by_a_card_counts_for_the_whole_trick() -> None:
    jacks = plain_suits(
        RANKS,
        after_card=lambda stage, play: stage._replace(trump="c") if play.card == "Jd" else stage,
    )
    assert winner("9h", "2c", "Jd", "Kh", rules=jacks) == "B"
    assert list(jacks.stages([trick("9h", "Jd"), trick("2h")], Stage("h", first=True))) == [
        Stage("h", first=True),
        Stage("c"),
    ]


# What may be played.


def legal(rules: TrickRules, hand: str, *lying: str, stage: Stage = NO_TRUMP) -> str:
    return " ".join(rules.legal_cards(hand.split(), trick(*lying), stage).cards)


def test_cards_that_follow_suit_are_listed_in_the_order_of_the_hand() -> None:
    assert legal(PLAIN, "2h As Ah", "9h") == "2h Ah"
    assert legal(PLAIN, "2s As", "9h") == "2s As"
    assert legal(PLAIN, "2h As Ah") == "2h As Ah"
    assert legal(PLAIN, "2h Jk", "Jk") == "2h Jk", "no suit is asked for yet"


def test_an_illegal_card_is_reported_with_its_rule() -> None:
    found = plain(must_follow("game/play.follow")).legal_cards(("2h", "As"), trick("9h"), NO_TRUMP)
    [(card, duty)] = found.against
    assert (card, duty.key, duty.rules) == ("As", "follow", ("game/play.follow",))
    assert found.bound_by == (duty,)


def test_games_can_require_trumping_and_heading() -> None:
    strict, spades = plain(must_follow(), must_trump(), must_head()), Stage("s")
    assert legal(strict, "2h Qh As", "9h", "Jh", stage=spades) == "Qh"
    assert legal(strict, "2h 3h As", "9h", "Jh", stage=spades) == "2h 3h"
    assert legal(strict, "2h 3h As", "9h", "3s", stage=spades) == "2h 3h", "a trick that was trumped needs no heading"
    assert legal(strict, "2c 4s 2s", "9h", "3s", stage=spades) == "4s"
    assert legal(strict, "2c 2s", "9h", "3s", stage=spades) == "2s"
    assert legal(strict, "2c 3d", "9h", "3s", stage=spades) == "2c 3d"
    assert legal(strict, "2h As", stage=spades) == "2h As"
    assert legal(strict, "2h As", "9h") == "2h", "no trump, no trumping"


def test_free_cards_owe_nothing_and_some_cannot_be_led() -> None:
    rules = TrickRules(
        suit_of=lambda card, _: suit_of(card),
        held_suit=lambda card, _: suit_of(card),
        height_of=lambda card, _: -RANKS.index(rank_of(card)),
        duties=(must_follow(),),
        is_free=lambda _, card: card == "Jk",
        is_never_led=lambda card: card == "Jk",
    )
    assert legal(rules, "2h Jk As", "9h") == "2h Jk"
    assert legal(rules, "Jk 2s", "9h") == "Jk 2s"
    assert legal(rules, "Jk 2s") == "2s"
    assert legal(rules, "Jk") == ""


def unbroken(turn: Turn, card: str) -> bool:
    return turn.leads and not turn.stage.broken and suit_of(card) == "h"


def broken_by_hearts(stage: Stage, play: PlayedCard) -> Stage:
    return stage._replace(broken=stage.broken or suit_of(play.card) == "h")


NO_HEART_LED = must_not_play("hearts", unbroken, "No heart is led before one has fallen.", "hearts/play.broken")
HEARTS = plain_suits(RANKS, NO_HEART_LED, after_card=broken_by_hearts)


def test_hearts_may_be_led_after_the_first_one_or_without_another_suit() -> None:
    assert legal(HEARTS, "2h As") == "As"
    assert legal(HEARTS, "2h Ah") == "2h Ah"
    assert legal(HEARTS, "2h As", stage=Stage(broken=True)) == "2h As"
    assert legal(HEARTS, "2h As", "3c") == "2h As"
    assert [item.key for item in HEARTS.legal_cards(("2h", "As"), (), NO_TRUMP).bound_by] == ["hearts"]


# What later tricks prove.


def test_a_renege_is_proved_by_the_first_later_card_of_the_suit() -> None:
    tricks = [trick("9h", "2c"), trick("9s", "3s"), trick("9d", "3h"), trick("8d", "4h")]
    [first] = [item for item in PLAIN.reneges(tricks, NO_TRUMP) if item.trick == 1]
    assert (first.player, first.card, first.shown_in, first.shown) == ("B", "2c", 3, "3h")
    assert (first.led, first.duty.key) == (PlayedCard("A", "9h"), "follow")


def test_a_lead_without_a_suit_need_not_be_followed() -> None:
    assert PLAIN.reneges([trick("Jk", "2c"), trick("9h", "3h")], NO_TRUMP) == ()
    assert PLAIN.reneges([()], NO_TRUMP) == ()


def test_a_player_who_could_have_trumped_or_headed_is_found() -> None:
    strict = plain(must_follow(), must_trump(), must_head())
    found = strict.reneges([trick("9h", "2c"), trick("9d", "3s")], Stage("s"))
    assert [(item.card, item.shown, item.duty.key) for item in found] == [("2c", "3s", "trump")]
    found = strict.reneges([trick("9h", "2h"), trick("9d", "10h")], Stage("s"))
    assert [(item.card, item.shown, item.duty.key) for item in found] == [("2h", "10h", "head")]


def test_a_card_that_missed_two_duties_is_reported_for_each() -> None:
    strict = plain(must_follow(), must_trump())
    tricks = [trick("9h", "2c"), trick("9d", "3s"), trick("8d", "4s"), trick("7d", "5h")]
    found = [item for item in strict.reneges(tricks, Stage("s")) if item.trick == 1]
    assert [(item.duty.key, item.shown, item.shown_in) for item in found] == [("follow", "5h", 4), ("trump", "3s", 2)]


def test_if_no_card_fulfils_a_duty_only_the_nearest_may_be_played() -> None:
    def higher_or_lowest(turn: Turn, card: str) -> int:
        return 1 if turn.heads(card) else RANKS.index(rank_of(card)) - len(RANKS)

    rules = plain(Duty(key="height", fulfilment=higher_or_lowest))
    assert rules.legal_cards(("5h", "9h", "3h"), trick("8h"), NO_TRUMP).cards == ("9h",)
    assert rules.legal_cards(("5h", "9h", "3h"), trick("10h"), NO_TRUMP).cards == ("3h",)
    tricks = [trick("9h", "8h"), trick("9d", "3h")]
    assert [(item.card, item.shown) for item in rules.reneges(tricks, NO_TRUMP)] == [("8h", "3h")]


def bound_to_hearts(turn: Turn, card: str) -> int:
    return not turn.leads or suit_of(card) == "h"


def ace_of_another_suit(turn: Turn, card: str) -> bool:
    return turn.leads and rank_of(card) == "A" and suit_of(card) != "h"


def test_a_free_card_may_be_played_and_proves_nothing() -> None:
    bound = Duty(key="bound", fulfilment=bound_to_hearts, at_once=True)
    rules = replace(plain(must_follow(), bound), is_free=ace_of_another_suit)
    assert rules.legal_cards(("5h", "As", "9c"), (), NO_TRUMP).cards == ("5h", "As")
    assert rules.legal_cards(("As", "9c"), (), NO_TRUMP).cards == ("As", "9c"), "no heart is left"
    assert rules.legal_cards(("Ah", "9c"), (), NO_TRUMP).cards == ("Ah",), "an ace may be the one heart"
    assert rules.legal_cards(("As", "Ac"), (), NO_TRUMP).cards == ("As", "Ac")
    assert rules.legal_cards(("5h", "9c"), trick("2c"), NO_TRUMP).cards == ("9c",)
    assert rules.reneges([trick("As"), trick("5h")], NO_TRUMP) == ()
    assert rules.reneges([trick("9c"), trick("As")], NO_TRUMP) == ()
    for heart in ("5h", "Ah"):
        found = rules.reneges([trick("9c"), trick(heart)], NO_TRUMP)
        assert [(item.card, item.shown) for item in found] == [("9c", heart)]
    assert [item.card for item in rules.early_cards([trick("As"), trick("9c")], NO_TRUMP)] == ["9c"]


def test_a_trick_may_change_the_rules_of_later_ones() -> None:
    def after_trick(stage: Stage, fell: Sequence[PlayedCard]) -> Stage:
        return stage._replace(gone=stage.gone | {play.card for play in fell})

    rules = replace(plain(must_follow()), after_trick=after_trick)
    stages = rules.stages([trick("9c", "2c"), trick("As")], Stage(first=True, declared=True))
    assert list(stages) == [Stage(first=True, declared=True), Stage(gone=frozenset(("9c", "2c")))]


def test_a_heart_led_too_early_is_reported_at_once_and_proved_later() -> None:
    fell = [trick("9h", "3h")]
    assert [(item.player, item.card, item.duty) for item in HEARTS.early_cards(fell, NO_TRUMP)] == [
        ("A", "9h", NO_HEART_LED)
    ]
    assert HEARTS.reneges(fell, NO_TRUMP) == ()
    fell = [*fell, trick("2c", "3c")]
    assert HEARTS.early_cards(fell, NO_TRUMP) == ()
    [found] = HEARTS.reneges(fell, NO_TRUMP)
    assert (found.player, found.trick, found.card, found.shown_in, found.shown) == ("A", 1, "9h", 2, "2c")
    assert (found.duty, found.led) == (NO_HEART_LED, PlayedCard("A", "9h"))


def test_after_the_first_heart_another_may_be_led() -> None:
    fell = [trick("9c", "3h"), trick("9h", "2s")]
    assert HEARTS.early_cards(fell, NO_TRUMP) == ()
    assert HEARTS.reneges([*fell, trick("2d", "3d")], NO_TRUMP) == ()


def test_a_duty_has_its_words_and_rules() -> None:
    barred = must_not_play("early", lambda _turn, card: card == "Ah", "No ace.", "play.ace", unless="holds aces only")
    duties = must_follow("play.follow"), must_trump("play.trump"), must_head("play.head"), barred
    assert [(one.key, one.rules, one.text, one.at_once, one.unless, one.is_renege) for one in duties] == [
        ("follow", ("play.follow",), "", False, "holds nothing else", True),
        ("trump", ("play.trump",), "A player who cannot follow suit must trump.", False, "holds nothing else", True),
        ("head", ("play.head",), "If you can, beat the highest card on the table.", False, "holds nothing else",
         True),
        ("early", ("play.ace",), "No ace.", True, "holds aces only", False),
    ]  # fmt: skip
    turn = plain(*duties).turn([PlayedCard("Ann", "9h"), PlayedCard("Bob", "10h")], Stage("s"))
    assert [one.owed(turn, "Kh") for one in duties] == ["follow hearts", "trump", "beat 10♥", "play another card"]
    assert [one.fulfilment(turn, "Ah") for one in duties] == [True, False, True, False]
    assert [one.fulfilment(turn, "2s") for one in duties] == [False, True, True, True]


def test_the_first_card_of_a_hand_can_make_trump() -> None:
    rules = plain_suits(RANKS, trump_led=True)
    cards = [PlayedCard("Ann", "9h"), PlayedCard("Bob", "3s")]
    assert rules.stage_after(Stage(), cards).trump == "h"
    assert rules.stage_after(Stage("d"), cards).trump == "d"
    stages = list(rules.stages([cards, cards[::-1]], Stage(first=True, declared=True)))
    assert stages == [Stage(first=True, declared=True), Stage("h")]


def test_a_player_with_two_cards_in_a_trick_is_found() -> None:
    assert who_played_twice(trick("9h", "8h")) is None
    assert who_played_twice((*trick("9h"), *trick("8h"))) == "A"


# Random rules.

NAMES = ("Ann", "Bob", "Cyd", "Dee")
DICE = st.randoms(use_true_random=False)


def some_rules(dice: Random) -> TrickRules:
    """Return rules with any of the common duties, free cards, and a trump that a card can change."""
    duties = [must_follow()]
    duties += [must_trump()] * dice.randrange(2)
    duties += [must_head()] * dice.randrange(2)
    duties += [NO_HEART_LED] * dice.randrange(2)
    free = dice.choice((frozenset(), frozenset({"2s", "2d"})))
    turning = dice.choice(("", "Jd"))

    def after_card(stage: Stage, play: PlayedCard) -> Stage:
        stage = broken_by_hearts(stage, play)
        return stage._replace(trump="c") if play.card == turning else stage

    return TrickRules(
        suit_of=lambda card, _: suit_of(card),
        held_suit=lambda card, _: suit_of(card),
        height_of=lambda card, _: -RANKS.index(rank_of(card)),
        duties=tuple(duties),
        later_wins=dice.random() < 0.5,
        is_free=lambda _, card: card in free,
        after_card=after_card,
    )


def dealt(dice: Random, names: Sequence[str]) -> dict[str, list[str]]:
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    dice.shuffle(deck)
    size = dice.randint(1, 13)
    return {name: [deck.pop() for _ in range(size)] for name in names}


def played_out(
    rules: TrickRules, hands: dict[str, list[str]], stage: Stage, dice: Random, wrong_at: int = -1
) -> tuple[list[tuple[PlayedCard, ...]], list[tuple[str, int, str]]]:
    """Return all cards as they are played, each legal except the one ``wrong_at``, if another can be played there."""
    held = {name: list(cards) for name, cards in hands.items()}
    tricks: list[tuple[PlayedCard, ...]] = []
    wrong = []
    leader, at = dice.choice(list(held)), 0
    while any(held.values()):
        plays: tuple[PlayedCard, ...] = ()
        order = list(held)[list(held).index(leader) :] + list(held)[: list(held).index(leader)]
        for name in order:
            found = rules.legal_cards(held[name], plays, stage)
            assert found.cards, "there is always something to play"
            assert sorted((*found.cards, *(card for card, _ in found.against))) == sorted(held[name])
            card = dice.choice(found.cards)
            if wrong_at >= 0 and at >= wrong_at and found.against and not wrong:
                card = dice.choice(found.against)[0]
                wrong.append((name, len(tricks) + 1, card))
            held[name].remove(card)
            plays, at = (*plays, PlayedCard(name, card)), at + 1
        tricks.append(plays)
        leader = rules.outcome(plays, stage).winner.player
        stage = rules.stage_after(stage, plays)._replace(first=False)
    return tricks, wrong


@given(dice=DICE)
@settings(max_examples=few(150))
def test_the_winner_is_a_player_and_no_card_beats_theirs(dice: Random) -> None:
    rules, trump = some_rules(dice), dice.choice(("", *SUITS))
    plays = [PlayedCard(name, cards[0]) for name, cards in dealt(dice, NAMES[: dice.randint(1, 4)]).items()]
    found = rules.outcome(plays, Stage(trump))
    assert (found.winner.player, found.winner.card) in plays
    for play in plays:
        if play.player != found.winner.player:
            both = [one for one in plays if one in (play, found.winner[:2])]
            led = both if plays[0] in both else [plays[0], *both]
            assert rules.outcome(led, found.stage).winner == found.winner


@given(dice=DICE)
@settings(max_examples=few(150))
def test_legal_cards_are_never_a_renege(dice: Random) -> None:
    rules, stage = some_rules(dice), Stage(dice.choice(("", *SUITS)), first=True)
    tricks, _ = played_out(rules, dealt(dice, NAMES[: dice.randint(2, 4)]), stage, dice)
    assert rules.reneges(tricks, stage) == ()


@given(dice=DICE)
@settings(max_examples=few(150))
def test_an_illegal_card_is_found_after_the_last_card_and_nothing_else(dice: Random) -> None:
    """The whole hand is known by then, so the one wrong card is proved, and by a card of the hand."""
    rules, stage = some_rules(dice), Stage(dice.choice(("", *SUITS)), first=True)
    hands = dealt(dice, NAMES[: dice.randint(2, 4)])
    tricks, wrong = played_out(rules, hands, stage, dice, dice.randrange(20))
    found = rules.reneges(tricks, stage)
    assert list(dict.fromkeys((item.player, item.trick, item.card) for item in found)) == wrong
    for item in found:
        assert item.shown in hands[item.player]
        assert PlayedCard(item.player, item.shown) in tricks[item.shown_in - 1]
        before = list(rules.stages(tricks, stage))[item.trick - 1]
        lying = tricks[item.trick - 1]
        place = lying.index(PlayedCard(item.player, item.card))
        [(_, duty)] = rules.legal_cards((item.card, item.shown), lying[:place], before).against
        assert duty == item.duty


@given(dice=DICE)
@settings(max_examples=few(50))
def test_early_reports_are_withdrawn_or_proved_by_the_last_card(dice: Random) -> None:
    tricks, _ = played_out(HEARTS, dealt(dice, NAMES), NO_TRUMP, dice, dice.choice((-1, 0)))
    proved = {(item.player, item.trick, item.card) for item in HEARTS.reneges(tricks, NO_TRUMP)}
    for number in range(1, len(tricks) + 1):
        for item in HEARTS.early_cards(tricks[:number], NO_TRUMP):
            others = [play.card for later in tricks[item.trick :] for play in later if play.player == item.player]
            is_proved = (item.player, item.trick, item.card) in proved
            assert is_proved or all(suit_of(card) == "h" for card in others)
