"""Cucumber: a hand as its cards fell, and the last trick beside the sheet's."""

from random import Random
from typing import Any

from hypothesis import given

from companion.core.game.situation import situation_of
from companion.core.play.fold import extend_sheet, fold
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.course_texts import proved_renege_text
from companion.games import game_of
from companion.games.cucumber.sample import sample_round
from tests.games.playing import NAMES, coming, followed
from tests.laws.strategies import DICE, tried

GAME = game_of("cucumber")
THREE = NAMES[:3]
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
FIRST_SIX = "3h 4d 2s, 5d 9s 3c, 10c 4s 2d, Jh Qs 5c, 6d Kh As, 2c 3d 6h"


def outcome(key: str, facts: Any, **options: Any) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"options": options, "facts": facts}).outcome


# Trick by trick.


def test_the_cards_settle_the_last_trick_and_who_leads_it() -> None:
    table = coming("cucumber", players=THREE)
    course, entry = followed("cucumber", FIRST_SIX, table=table)
    assert [trick.winner for trick in course.tricks] == ["Bob", "Cyd", "Cyd", "Ann", "Cyd", "Bob"]
    assert entry == {"leader": "Bob"}
    assert "leader" not in followed("cucumber", FIRST_SIX[:-10], table=table)[1]
    course, entry = followed("cucumber", f"{FIRST_SIX}, 7h 8d 8c", table=table)
    assert course.over
    assert entry == {"leader": "Bob", "cards": {"Bob": "7", "Cyd": "8", "Ann": "8"}}


def test_a_card_that_should_have_been_higher_or_lower_is_caught() -> None:
    table = coming("cucumber", players=THREE)
    course, _ = followed("cucumber", "8h 7d 9s, Ac 2d 7h", table=table)
    assert [
        (item.renege.player, item.renege.trick, item.renege.card, item.renege.shown) for item in course.proved_reneges
    ] == []
    course, _ = followed("cucumber", "8h 7d 9s, Ac 2d 7h, 4c 5h Kd", table=table)
    assert [
        (item.renege.player, item.renege.trick, item.renege.card, item.renege.shown) for item in course.proved_reneges
    ] == [("Bob", 1, "7d", "Kd")]
    by = situation_of(GAME.situations, "trick").by_tricks
    assert by is not None
    assert proved_renege_text(course.proved_reneges[0], by) == (
        "Bob played 7♦ in trick 1: Play higher than the highest card on the table, or else the lowest card of the "
        "hand. In trick 3 Bob shows K♦."
    ), "suits have nothing to do with it"


@tried(100)
@given(dice=DICE)
def test_whoever_may_plays_higher_and_else_the_lowest(dice: Random) -> None:
    """By trying each card of the hand against each on the table."""
    pack = [rank + suit for rank in RANKS for suit in "shdc"]
    dice.shuffle(pack)
    lying, hand = pack[: dice.randint(0, 6)], pack[6 : 6 + dice.randint(1, 7)]
    plays = [{"player": f"P{seat}", "card": card} for seat, card in enumerate(lying)]
    beats = [card for card in hand if all(height(card) > height(other) for other in lying)]
    least = [card for card in hand if not any(height(card) > height(other) for other in hand)]
    assert outcome("legal", {"hand": hand, "plays": plays})["legal"] == (beats or least)
    if plays:
        best = max(range(len(lying)), key=lambda place: (height(lying[place]), place))
        level = [f"P{place}" for place, card in enumerate(lying[:best]) if height(card) == height(lying[best])]
        found = outcome("trick", {"plays": plays})
        assert found == {"winner": f"P{best}", "card": lying[best], "level": level}


def height(card: str) -> int:
    return RANKS.index(card[:-1])


# The last trick.


@tried(40)
@given(dice=DICE)
def test_the_referee_says_of_the_last_trick_what_the_sheet_does(dice: Random) -> None:
    """In whole plays: what everybody has after it, who gets a cucumber, who is out, who wins."""
    names = (*NAMES, "Eve", "Fay", "Gus")[: dice.randint(2, 7)]
    limit = dice.choice((1, 9, 21, 40))
    setup, _ = read_setup(GAME, {"players": list(names), "options": {"limit": limit}})
    assert setup is not None
    sheet = fold(GAME, setup, [])
    while not sheet.table.over and len(sheet.rounds) < 60:
        before = sheet.table
        entry = sample_round(before, dice)
        if dice.random() < 0.2:
            row = {"player": dice.choice(before.asked), "points": dice.randint(1, 30), "reason": "for once"}
            entry["adjust"] = [row]
        sheet = extend_sheet(sheet, [entry])
        assert sheet.refusal is None
        known = situation_of(GAME.situations, "last-trick").known_facts(before)
        facts = {**known, "leader": entry["leader"], "cards": entry["cards"]}
        found = outcome("last-trick", facts, limit=limit)
        adjusted = sheet.rounds[-1].adjusted
        now = {name: sheet.table.totals[name] - adjusted.get(name, 0) for name in before.asked}
        assert found["totals"] == now
        assert [found["eliminated"]] == [*gone(sheet.table.state, before.state, "eliminated"), None][:1]
        assert [found["cucumber"]] == [*gone(sheet.table.state, before.state, "cucumbers"), None][:1]
        assert found["winner"] == (sheet.table.winners[0] if sheet.table.over else None)
        taker = found["taker"]
        known = situation_of(GAME.situations, "over-limit").subject_facts
        assert known is not None
        total = before.totals[taker] + found["changes"][taker]
        others = {name: before.totals[name] + found["changes"][name] for name in before.asked if name != taker}
        own = {**known.facts(before, {}, taker), "player": taker, "total": total, "others": others}
        assert outcome("over-limit", own, limit=limit) == {
            "over": total > limit, "cucumber": found["cucumber"] is not None,
            "eliminated": found["eliminated"] is not None, "total": found["totals"][taker],
        }  # fmt: skip


def gone(now: Any, before: Any, what: str) -> list[str]:
    return [name for name in getattr(now, what) if name not in getattr(before, what)]
