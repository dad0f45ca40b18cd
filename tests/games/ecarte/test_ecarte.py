"""Écarté a second way: what may be played second, who owed another card, the stock, and what a round suggests."""

from itertools import product
from random import Random
from typing import Any

from hypothesis import given

from companion.cards.notation import rank_of, suit_of
from companion.core.game.situation import situation_of
from companion.core.play.fold import coming_fields, fold
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.recorded_cards import RecordedCards
from companion.core.tricks.recorder import Recorder
from companion.games import game_of
from tests.laws.strategies import DICE, tried

GAME = game_of("ecarte")
NAMES = ("Ann", "Bob")
ORDER = ["7", "8", "9", "10", "A", "J", "Q", "K"]
PACK = [rank + suit for rank in ORDER for suit in "shdc"]


def ask(key: str, facts: dict[str, Any], **options: Any) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"options": options, "facts": facts}).outcome


def height(card: str) -> int:
    return ORDER.index(rank_of(card))


def allowed(hand: list[str], led: str, trump: str) -> tuple[str, list[str]]:
    """What may be played second, in the words of the rules, and which of them binds."""
    same = [card for card in hand if suit_of(card) == suit_of(led)]
    higher = [card for card in same if height(card) > height(led)]
    trumps = [card for card in hand if suit_of(card) == trump]
    if same:
        return ("head", higher) if higher else ("follow", same)
    return ("trump", trumps) if trumps else ("", hand)


@tried(200)
@given(dice=DICE)
def test_what_may_be_played_second_is_what_the_rules_say(dice: Random) -> None:
    led, *hand = dice.sample(PACK, dice.randint(2, 6))
    trump = dice.choice("shdc")
    facts = {"hand": hand, "plays": [{"player": "Ann", "card": led}], "trump": trump}
    assert ask("legal", facts) == {"legal": allowed(hand, led, trump)[1]}
    winner = ask("trick", {"plays": [*facts["plays"], {"player": "Bob", "card": hand[0]}], "trump": trump})["winner"]
    same = suit_of(hand[0]) == suit_of(led)
    beats = height(hand[0]) > height(led) if same else suit_of(hand[0]) == trump
    assert winner == ("Bob" if beats else "Ann")


@tried(100)
@given(dice=DICE)
def test_who_owed_another_card_is_who_had_one_in_hand(dice: Random) -> None:
    cards, trump = dice.sample(PACK, 10), dice.choice("shdc")
    tricks = []
    for number in range(5):
        order = dice.choice((NAMES, NAMES[::-1]))
        tricks.append([(order[0], cards[2 * number]), (order[1], cards[2 * number + 1])])
    wanted = []
    for number, ((_, led), (name, card)) in enumerate(tricks, start=1):
        later = [(at, other) for at, trick in enumerate(tricks, start=1) for who, other in trick if who == name]
        later = [(at, other) for at, other in later if at > number]
        held = [card, *(other for _, other in later)]
        if card in allowed(held, led, trump)[1]:
            continue
        follows = suit_of(card) == suit_of(led)
        same = [other for other in held if suit_of(other) == suit_of(led)]
        kind = "head" if follows else "follow" if same else "trump"
        show = {
            "head": lambda one, led=led: suit_of(one) == suit_of(led) and height(one) > height(led),
            "follow": lambda one, led=led: suit_of(one) == suit_of(led),
            "trump": lambda one: suit_of(one) == trump,
        }[kind]
        shown_in = next(at for at, other in later if show(other))
        wanted.append({"player": name, "trick": number, "card": card, "shown_in": shown_in, "kind": kind})
    rows = [[{"player": name, "card": card} for name, card in trick] for trick in tricks]
    assert ask("renege", {"tricks": rows, "trump": trump}) == {"reneges": wanted}


def test_the_stock_is_handed_out_card_by_card() -> None:
    for stock, first, last in product(range(22), range(6), range(6)):
        left, got = stock, [0, 0]
        for place, wanted in enumerate((first, last)):
            while left and got[place] < wanted:
                left, got[place] = left - 1, got[place] + 1
        assert ask("exchange", {"stock": stock, "non_dealer": first, "dealer": last}) == {
            "non_dealer": got[0], "dealer": got[1], "stock": left, "may_continue": left > 0,
        }  # fmt: skip


def test_a_hand_is_followed_with_a_trick_that_had_to_be_headed() -> None:
    setup, problems = read_setup(GAME, {"players": list(NAMES)})
    assert setup is not None, problems
    table = fold(GAME, setup, []).table
    recorder, recorded = Recorder(GAME, setup.options), RecordedCards(NAMES, "Bob")
    said = recorder.set_trump(recorded, "h")
    assert isinstance(said, RecordedCards)
    recorded = said
    for card in ["10s", "7s", "Kd", "8c", "9d", "Js", "Qh", "Kh", "Ac", "9c"]:
        turn = recorder.follow(table, recorded).turn
        found = recorder.add_card(table, recorded, turn, card)
        assert isinstance(found, RecordedCards), found
        recorded = found
    course = recorder.follow(table, recorded)
    assert [trick.winner for trick in course.tricks] == ["Bob", "Bob", "Bob", "Ann", "Ann"]
    assert [(item.renege.player, item.renege.trick, item.renege.shown) for item in course.proved_reneges] == [
        ("Ann", 1, "Js"),
        ("Ann", 2, "Kh"),
        ("Ann", 3, "Kh"),
    ]
    assert recorder.entry_part(table, coming_fields(GAME, table), recorded) == {"tricks": {"Ann": 2, "Bob": 3}}
