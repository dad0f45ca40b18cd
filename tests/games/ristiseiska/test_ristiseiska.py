"""The referee of Ristiseiska, compared with cards laid out one by one."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of

GAME = game_of("ristiseiska")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("s", "h", "d", "c")
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def in_order(cards: set[str]) -> bool:
    """Return whether these cards can be on the table: each open suit has its 7 and no gap, and clubs are open."""
    for suit in SUITS:
        places = sorted(RANKS.index(card[:-1]) for card in cards if card.endswith(suit))
        if places and (6 not in places or places != list(range(places[0], places[-1] + 1))):
            return False
    return not cards or "7c" in cards


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[dict[str, str]], set[str]]:
    """Draw the cards on a table, as facts for the referee and as a set."""
    suits = draw(st.lists(st.sampled_from(SUITS), unique=True))
    if suits and "c" not in suits:
        suits.append("c")
    rows, lying = [], set()
    for suit in suits:
        low, high = draw(st.integers(0, 6)), draw(st.integers(6, 12))
        rows.append({"suit": suit, "low": RANKS[low], "high": RANKS[high]})
        lying |= {rank + suit for rank in RANKS[low : high + 1]}
    return rows, lying


@given(table=tables(), dice=st.randoms(use_true_random=False), first_turn=st.booleans())
def test_a_card_fits_if_the_table_is_still_in_order_with_it(
    table: tuple[list[dict[str, str]], set[str]], dice: Any, first_turn: bool
) -> None:
    rows, lying = table
    rest = [card for card in PACK if card not in lying]
    if not rest:
        return
    hand = dice.sample(rest, dice.randint(1, min(18, len(rest))))
    facts = {"hand": hand, "tableau": rows, "first_turn": first_turn}
    verdict = judge_request(GAME, situation_of(GAME.situations, "legal"), {"facts": facts})
    fits = [card for card in hand if in_order(lying | {card})]
    assert verdict.outcome["legal"] == fits
    other = "wait" if not lying else "pass" if first_turn else "beg"
    assert verdict.outcome["must"] == ("play" if fits else other)
    facts = {
        "players": ["Ann", "Bob", "Cyd"], "beggar": "Bob", "hand": hand, "tableau": rows,
        "cards_left": {"Ann": 2, "Cyd": 3},
    }  # fmt: skip
    verdict = judge_request(GAME, situation_of(GAME.situations, "false-beg"), {"facts": facts})
    assert verdict.outcome["guilty"] == bool(fits)
    assert verdict.outcome["playable"] == fits


@given(data=st.data())
def test_the_giver_is_found_by_walking_round_the_table(data: st.DataObject) -> None:
    players = ["Ann", "Bob", "Cyd", "Dee", "Eve"][: data.draw(st.integers(3, 5))]
    beggar = data.draw(st.integers(0, len(players) - 1))
    cards = {name: data.draw(st.integers(1, 3)) for name in players if name != players[beggar]}
    facts = {"players": players, "beggar": players[beggar], "cards_left": cards}
    outcome = judge_request(GAME, situation_of(GAME.situations, "beg"), {"facts": facts}).outcome
    seat, skipped = (beggar - 1) % len(players), []
    while seat != beggar and cards[players[seat]] == 1:
        skipped.append(players[seat])
        seat = (seat - 1) % len(players)
    assert outcome == {"giver": None if seat == beggar else players[seat], "skipped": skipped}
