"""Fünfzehnern: what may be led and who led wrongly, by a slow second method; a hand as its cards fell."""

import json
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.course_texts import breach_text
from companion.core.tricks.recorded_cards import RecordedCards, recorded_from_json, recorded_json
from companion.core.tricks.recorder import Recorder
from companion.games import game_of
from tests.games.playing import NAMES, coming, followed, told_of
from tests.laws.strategies import DICE, tried

GAME = game_of("funfzehnern")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
PACK = tuple(rank + suit for suit in "shdc" for rank in RANKS)
VALUES = dict(zip(RANKS, (0, 0, 0, 1, 2, 3, 4, 5), strict=True))

Trick = list[tuple[str, str]]
"""Players with their cards."""


def outcome(key: str, facts: Any) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"facts": facts}).outcome


def height(card: str) -> int:
    return RANKS.index(card[:-1])


def taker(trick: Trick) -> str:
    led = trick[0][1][-1]
    return max((height(card), name) for name, card in trick if card[-1] == led)[1]


def unbeatable(card: str, gone: set[str]) -> bool:
    """Whether no card of the pack that is not gone beats it."""
    return not any(other[-1] == card[-1] and height(other) > height(card) and other not in gone for other in PACK)


def won_in(tricks: list[Trick], leader: str) -> str:
    """The suit that binds who leads after these tricks, by going back over those won in a row."""
    run = len(tricks)
    while run and taker(tricks[run - 1]) == leader:
        run -= 1
    first = tricks[run] if run < len(tricks) else None
    return first[0][1][-1] if first and first[0][0] != leader else ""


@tried(150)
@given(dice=DICE)
def test_what_may_be_led_is_what_a_search_through_the_pack_says(dice: Random) -> None:
    pack = list(PACK)
    dice.shuffle(pack)
    hand, gone = pack[: dice.randint(1, 8)], pack[8 : 8 + dice.choice((0, 4, 12, 24))]
    if dice.random() < 0.3:  # a king and queen together come about too seldom by chance
        suit = dice.choice("shdc")
        hand = [*dict.fromkeys((f"K{suit}", f"Q{suit}", *hand))][:8]
        gone = [card for card in gone if card not in hand]
    suit = dice.choice(("", "s", "h", "d", "c"))
    bound = [card for card in hand if card[-1] == suit]
    legal = [card for card in hand if not bound or card[-1] == suit or unbeatable(card, set(gone))]
    facts = {"hand": hand, "won_in": suit or None, "played": gone}
    found = outcome("lead", facts)
    assert found["legal"] == legal
    assert found["bound"] == (suit if bound else None)
    assert found["unbeatable"] == [card for card in legal if bound and card[-1] != suit]
    assert outcome("legal", facts) == found
    for item in "shdc":
        out = {f"A{item}"} - {*hand, *gone}
        may = bool(out) and f"K{item}" in hand and f"Q{item}" in legal
        assert (item in found["zwang"]) == may
        asked = outcome("zwang", {**facts, "suit": item})
        ace, king = (f"A{item}", f"K{item}") if may else (None, None)
        assert asked == {"allowed": may, "must_play": ace, "then_high": king}


@tried(150)
@given(dice=DICE)
def test_who_played_wrongly_is_who_a_search_through_the_tricks_says(dice: Random) -> None:
    """A hand in which most follow, and many lead what they like."""
    names = NAMES[: dice.choice((3, 4))]
    pack = [card for card in PACK if len(names) == 4 or card[-1] != "c"]
    dice.shuffle(pack)
    hands = {name: pack[seat :: len(names)] for seat, name in enumerate(names)}
    leader, tricks, zwangs = names[0], list[Trick](), list[int]()
    for _ in range(dice.randint(1, 8)):
        start = names.index(leader)
        trick: Trick = []
        for name in (*names[start:], *names[:start]):
            cards = [card for card in hands[name] if trick and card[-1] == trick[0][1][-1]]
            card = dice.choice(cards if cards and dice.random() < 0.8 else hands[name])
            hands[name].remove(card)
            trick.append((name, card))
        if trick[0][1][0] == "Q" and dice.random() < 0.7:
            zwangs.append(len(tricks) + 1)
        tricks.append(trick)
        leader = taker(trick)
    rows = [[{"player": name, "card": card} for name, card in trick] for trick in tricks]
    found = outcome("renege", {"tricks": rows, "zwangs": zwangs})
    assert {kind: [tuple(row.values()) for row in told] for kind, told in found.items()} == {
        "reneges": list(not_followed(tricks)),
        "leads": list(wrong_leads(tricks)),
        "refused": list(kept_back(tricks, zwangs)),
    }


def later(tricks: list[Trick], number: int, name: str, wanted: Any) -> int:
    """The first trick after this one to which somebody plays a card that is wanted; 0: none."""
    after = enumerate(tricks[number:], start=number + 1)
    return next((other for other, trick in after if any(who == name and wanted(card) for who, card in trick)), 0)


def not_followed(tricks: list[Trick]) -> Any:
    for number, trick in enumerate(tricks, start=1):
        led = trick[0][1][-1]
        for name, card in trick:
            shown = later(tricks, number, name, lambda other, led=led: other[-1] == led)
            if card[-1] != led and shown:
                yield name, number, card, shown


def wrong_leads(tricks: list[Trick]) -> Any:
    for number, trick in enumerate(tricks, start=1):
        name, card = trick[0]
        gone = {other for before in tricks[: number - 1] for _, other in before}
        suit = won_in(tricks[: number - 1], name)
        shown = later(tricks, number, name, lambda other, suit=suit: other[-1] == suit)
        if suit and card[-1] != suit and not unbeatable(card, gone) and shown:
            yield name, number, card, shown


def kept_back(tricks: list[Trick], zwangs: list[int]) -> Any:
    for number in zwangs:
        ace = f"A{tricks[number - 1][0][1][-1]}"
        for name, card in tricks[number - 1][1:]:
            shown = later(tricks, number, name, lambda other, ace=ace: other == ace)
            if shown:
                yield name, number, card, shown


# Trick by trick.


def test_the_cards_settle_the_card_points() -> None:
    course, entry = followed("funfzehnern", "8h Kh As 7h, Qh 9h Ah Jh, 9c Ac 10c 8c")
    assert [trick.winner for trick in course.tricks] == ["Bob", "Dee", "Ann"]
    assert entry == {"points": {"Ann": 6, "Bob": 9, "Cyd": 0, "Dee": 10}}


def test_three_players_show_by_their_cards_which_suit_they_took_out() -> None:
    table = coming("funfzehnern", players=NAMES[:3])
    recorder, recorded = Recorder(GAME, table.options), RecordedCards(NAMES[:3], "Ann")
    for card in ("Qh", "Kd", "Qc"):
        assert not recorder.used_up_cards(recorded, PACK) - {play.card for trick in recorded.tricks for play in trick}
        answer = recorder.add_card(table, recorded, recorder.follow(table, recorded).turn, card)
        assert isinstance(answer, RecordedCards)
        recorded = answer
    assert recorder.used_up_cards(recorded, ("Ks", "7s", "Qh", "Ah")) == {"Ks", "7s", "Qh"}
    [problem] = recorder.add_card(table, recorded, "Ann", "Ks")
    assert problem.message == "As the cards so far show, K♠ is not in the pack for 3 players."


def test_a_lead_off_the_bound_suit_is_told_of_as_it_falls() -> None:
    told = "Whoever took the lead from another player leads the suit of that trick, or what cannot be beaten."
    assert told_of("funfzehnern", "8h Kh 9h 7h, Ks") == [
        f"Bob played K♠ in trick 2: {told} It is right only where Bob holds none of that suit."
    ]
    assert told_of("funfzehnern", "8h Kh 9h 7h, Ks 7s As 8s, Ad 7d Qh 8d") == [
        f"Bob played K♠ in trick 2: {told} In trick 3 Bob shows Q♥."
    ]
    assert not told_of("funfzehnern", "8h Kh 9h 7h, Qh")
    assert not told_of("funfzehnern", "8h Kh 9h 7h, As"), "an ace is unbeatable"
    assert not told_of("funfzehnern", "8h Kh 9h 7h, As 7s 8s 9s, Ks"), "and so is the king by then"
    assert not told_of("funfzehnern", "Kh 8h 9h 7h, 9s"), "the opening leader is not bound"


def test_the_tricks_answer_what_binds_the_lead() -> None:
    course, _ = followed("funfzehnern", "8h Kh 9h 7h, As 7s 8s 9s, 10h")
    assert (course.stage.bound, len(course.stage.gone)) == ("h", 8)


def test_a_zwang_that_was_declared_is_known_until_its_queen_is_taken_back() -> None:
    table = coming("funfzehnern")
    recorder = Recorder(GAME, table.options)
    legal, renege = (situation_of(GAME.situations, key) for key in ("legal", "renege"))

    def lay(recorded: RecordedCards, cards: str) -> RecordedCards:
        for card in cards.split():
            found = recorder.add_card(table, recorded, recorder.follow(table, recorded).turn, card)
            assert isinstance(found, RecordedCards), found
            recorded = found
        return recorded

    led = lay(RecordedCards(NAMES, "Ann"), "Qs")
    forced = recorder.toggle_declaration(led)
    assert isinstance(forced, RecordedCards)
    assert recorder.toggle_declaration(forced) == led, "tapped again it was not declared"
    assert recorder.facts_for(legal, forced, recorder.follow(table, forced))["zwang"] is True
    again = recorded_from_json(json.loads(json.dumps(recorded_json(forced))), NAMES, "Ann")
    assert again.declared == {1}
    assert recorder.undo(forced).declared == frozenset()
    recorded = lay(forced, "8s 9s 7s Ks As")
    (breach,) = recorder.follow(table, recorded).breaches
    assert breach_text(breach, recorder.by_tricks) == (
        "Bob played 8♠ in trick 1: Zwang was declared: whoever holds the ace of the suit has to play it. "
        "In trick 2 Bob shows A♠."
    )
    facts = recorder.facts_for(renege, recorded, recorder.follow(table, recorded))
    assert outcome("renege", facts)["refused"] == [{"player": "Bob", "trick": 1, "card": "8s", "shown_in": 2}]
    assert not recorder.follow(table, lay(led, "8s 9s 7s Ks As")).breaches
    (problem,) = recorder.toggle_declaration(recorded)
    assert problem.message == "Nothing can be declared with this card."
    assert not recorder.can_declare(RecordedCards(NAMES, "Ann"))


# What tricks count.


@tried(60)
@given(dice=DICE)
def test_tricks_count_what_their_cards_do_one_by_one(dice: Random) -> None:
    players = dice.choice((3, 4))
    pack = [card for card in PACK if players == 4 or card[-1] != "h"]
    cards = dice.sample(pack, players * dice.randint(0, 8))
    points = sum(VALUES[card[:-1]] for card in cards)
    assert outcome("points", {"cards": cards, "players": players}) == {"points": points, "score": points - 15}


def test_the_naive_run_is_that_of_the_rules() -> None:
    """The second method by an example of its own: Bob keeps the lead that he took in hearts, Dee takes it in spades."""
    tricks: list[Trick] = [
        [("Ann", "8h"), ("Bob", "Kh")], [("Bob", "As"), ("Ann", "7s")], [("Bob", "8s"), ("Ann", "9s")]
    ]  # fmt: skip
    assert [won_in(tricks[:number], name) for number, name in ((0, "Ann"), (1, "Bob"), (2, "Bob"), (3, "Ann"))] == [
        "", "h", "h", "s",
    ]  # fmt: skip
    assert all(taker(before) == after[0][0] for before, after in pairwise(tricks))
