"""The keys for cards on the keypad: each counts what it is worth in the game."""

from collections.abc import Callable, Iterable, Sequence

import pytest

from companion.cards.canasta import is_red_three, value
from companion.cards.decks import several_packs
from companion.cards.notation import JOKER, RANKS, rank_of
from companion.core.entry.fields import Worth
from companion.core.play.scoring_api import score_request
from companion.games import game_of
from companion.games.burraco import melds as burraco
from companion.games.cactus import scoring as cactus
from companion.games.funfzehnern import referee as funfzehnern
from companion.games.pay_me import scoring as pay_me
from companion.games.samba import melds as samba
from companion.games.vazhushal import melds as vazhushal

ACE_LOW = (*RANKS[1:], RANKS[0])


def worths_of(slug: str, players: Sequence[str], **options: object) -> dict[str, tuple[Worth, ...]]:
    """Return the worths of each field of the first round that has any."""
    game = game_of(slug)
    table = score_request(game, {"players": players, "options": options, "rounds": []}).table
    return {item.key: item.hints.worths for item in game.scoring.fields(table) if item.hints.worths}


def called(worths: Iterable[Worth], order: Sequence[str], **others: Iterable[str]) -> dict[str, int]:
    """Return rank to worth by the label of a key: one of ``others``, or ranks and those between two."""
    found: dict[str, int] = {}
    for worth in worths:
        ends = [order.index(rank) for rank in worth.label.split("–") if rank in order]
        ranks = others.get(worth.label, order[ends[0] : ends[-1] + 1] if ends else ())
        for rank in ranks:
            found.setdefault(rank, worth.points)
    return found


def counts(cards: Iterable[str], points: Callable[[str], int]) -> dict[str, int]:
    return {rank_of(card): points(card) for card in cards}


@pytest.mark.parametrize("hand", range(3, 14))
def test_pay_me_has_keys_for_the_wild_cards_of_the_hand(hand: int) -> None:
    wild = pay_me.wild_rank(hand)
    [worths] = worths_of("pay-me", ["Ann", "Bob"], first_hand=hand, hands=1).values()
    found = called(worths, ACE_LOW, wild=(JOKER, "2", wild))
    assert found == counts(several_packs(1).copies, lambda card: pay_me.card_points(card, wild))


def test_burraco_has_keys_for_every_card_of_melds_and_hands() -> None:
    for worths in worths_of("burraco", ["Ann", "Bob", "Cyd", "Dee"]).values():
        found = called(worths, ("2", *RANKS[:-1]), joker=(JOKER,))
        assert found == counts(burraco.DECK.copies, lambda card: burraco.value([card]))


def test_samba_has_keys_for_every_card_except_red_threes() -> None:
    for worths in worths_of("samba", ["Ann", "Bob", "Cyd", "Dee"]).values():
        found = called(worths, ("2", *RANKS[:-1]), joker=(JOKER,))
        black = (card for card in samba.DECK.copies if not is_red_three(card))
        assert found == counts(black, lambda card: value([card]))


def test_vazhushal_has_keys_for_every_card_except_jokers() -> None:
    fields = worths_of("vazhushal", ["Ann", "Bob"])
    assert set(fields) == {"melds", "hand"}
    for worths in fields.values():
        found = called(worths, RANKS)
        assert found == counts((card for card in several_packs(1).copies if card != JOKER), vazhushal.points_of)


def test_cactus_has_keys_for_every_card() -> None:
    [worths] = worths_of("cactus", ["Ann", "Bob"]).values()
    assert called(worths, ACE_LOW) == counts(cactus.DECK.copies, cactus.card_points)


def test_funfzehnern_has_keys_for_every_card_that_counts() -> None:
    [worths] = worths_of("funfzehnern", ["Ann", "Bob", "Cyd"]).values()
    every = counts(funfzehnern.DECK.copies, lambda card: funfzehnern.card_points([card]))
    assert called(worths, funfzehnern.ORDER) == {rank: points for rank, points in every.items() if points}


@pytest.mark.parametrize(("doubling", "amounts"), [(False, [1, 2, 3, 4, 5]), (True, [1, 2, 4, 8, 16])])
def test_put_and_take_has_keys_for_the_matched_cards(doubling: bool, amounts: list[int]) -> None:
    fields = worths_of("put-and-take", ["Ann", "Bob"], doubling=doubling)
    assert set(fields) == {"put", "take"}
    for worths in fields.values():
        assert [worth.label for worth in worths] == ["1st", "2nd", "3rd", "4th", "5th"]
        assert [worth.points for worth in worths] == amounts
