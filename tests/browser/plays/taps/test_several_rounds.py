"""How many taps several rounds take, one after the other."""

from tests.browser.phone import Phone
from tests.browser.plays.taps.counted import FOUR, assert_taps, count_points, keys


def test_spades_of_five_hands(phone: Phone) -> None:
    phone.start_play("spades", FOUR)
    hands = (
        ((3, 4, 2, 3), 6), ((4, 3, 3, 2), 8), ((2, 2, 4, 3), 7), ((1, 4, 4, 3), 5), ((3, 3, 3, 3), 6),
    )  # fmt: skip
    for bids, tricks in hands:
        for seat, bid in enumerate(bids):
            phone.usual(f"bid.{seat}", bid)
        phone.save()
        phone.usual("tricks.0", tricks)
        phone.save()
    phone.expect_totals(Ann_Cyd=293, Bob_Dee=303)
    assert_taps(phone, at_most=35, before=35)


def test_euchre_of_five_hands_with_one_alone_and_one_thrown_in(phone: Phone) -> None:
    phone.start_play("euchre", FOUR)
    for maker, tricks, alone in ((1, 3, False), (2, 5, False), (0, 5, True), (3, 2, False)):
        phone.chip("maker", maker)
        phone.chip("tricks", tricks)
        if alone:
            phone.tick("alone")
        phone.save()
    phone.tap("label:has-text('All passed')")
    phone.save()
    phone.expect_totals(Ann_Cyd=8, Bob_Dee=1)
    assert_taps(phone, at_most=15, before=15)


def test_gin_rummy_of_five_deals_with_gin_and_an_undercut(phone: Phone) -> None:
    phone.start_play("gin-rummy", FOUR[:2])
    for knocker, *deadwood in ((0, 4, 23), (1, 10, 3), (0, 0, 15), (1, 6, 6), (1, 20, 2)):
        phone.chip("knocker", knocker)
        phone.tap("input[name='deadwood.0']")
        keys(phone, deadwood[0])
        phone.touch(".pad .go")
        keys(phone, deadwood[1])
        phone.save()
    phone.expect_totals(Ann=84, Bob=25)
    assert_taps(phone, at_most=34, before=34)


def test_cribbage_of_five_deals_with_pegs_as_they_fall(phone: Phone) -> None:
    phone.start_play("cribbage", FOUR[:2])
    deals = (
        ((2, 1), (3,), 8, 4, 6), ((2,), (2, 1), 2, 10, 4), ((1, 2, 1), (3,), 4, 6, 0), ((2,), (2, 2, 1), 8, 8, 2),
        ((1,), (1,), 2, 4, 8),
    )  # fmt: skip
    for number, (ann, bob, *counted) in enumerate(deals, start=1):
        before = phone.taps
        for seat, events in enumerate((ann, bob)):
            for points in events:
                phone.usual(f"pegged.{seat}", points)
        for key, points in zip(("hand.0", "hand.1", "crib"), counted, strict=True):
            phone.usual(key, points)
        phone.save()
        assert phone.taps - before <= 10, f"deal {number}"
    phone.expect_totals(Ann=50, Bob=53)
    assert_taps(phone, at_most=50, before=36)


def test_cribbage_of_five_deals_on_a_board(phone: Phone) -> None:
    phone.start_play("cribbage", FOUR[:2])
    phone.chip("way", 1)
    for ann, bob in ((12, 9), (20, 31), (38, 40), (59, 52), (70, 77)):
        phone.tap("input[name='board.0']")
        keys(phone, ann)
        phone.touch(".pad .go")
        keys(phone, bob)
        phone.save()
    phone.expect_totals(Ann=70, Bob=77)
    assert_taps(phone, at_most=50, before=40)


def test_canasta_of_five_hands(phone: Phone) -> None:
    phone.start_play("canasta", FOUR)
    hands: tuple[tuple[int | None, dict[str, int], tuple[int, int, int, int]], ...] = (
        (0, {"natural.0": 1, "mixed.1": 1}, (340, 45, 190, 110)),
        (1, {"mixed.1": 2}, (150, 60, 400, 35)),
        (0, {"natural.0": 1, "mixed.0": 1}, (520, 20, 0, 95)),
        (None, {"mixed.0": 1}, (300, 85, 180, 70)),
        (1, {"natural.1": 1}, (210, 100, 360, 15)),
    )
    for out, canastas, cards in hands:
        before = phone.taps
        phone.chip("went_out", "none" if out is None else out)
        for key, number in canastas.items():
            phone.usual(key, number)
        phone.tap("input[name='melded.0']")
        count_points(phone, *cards)
        phone.save()
        assert phone.taps - before <= 13, out
    assert_taps(phone, at_most=60, before=78)


def test_skat_of_five_games(phone: Phone) -> None:
    phone.start_play("skat", FOUR[:3])
    games = (
        (1, "spades", 2, "won"), (0, "grand", 4, "won"), (2, "hearts", 1, "lost"), (1, "null", None, "won"),
        (0, "clubs", 3, "won-schneider"),
    )  # fmt: skip
    for declarer, game, matadors, result in games:
        phone.chip("declarer", declarer)
        phone.chip("game", game)
        if matadors:
            phone.usual("matadors", matadors)
        phone.chip("result", result)
        phone.save()
    phone.expect_totals(Ann=180, Bob=56, Cyd=-40)
    assert_taps(phone, at_most=25, before=24)
