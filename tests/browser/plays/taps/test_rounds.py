"""How many taps one round takes."""

from playwright.sync_api import expect

from companion.cards.notation import pretty
from tests.browser.phone import Phone
from tests.browser.plays.taps.counted import FOUR, TABLE, assert_taps, count_card, count_points, in_order, keys, paid


def test_rage_of_four_who_make_their_bids(phone: Phone) -> None:
    phone.start_play("rage", TABLE)
    for number, bid in enumerate((3, 2, 4, 1)):
        phone.chip(f"bid.{number}", bid)
    phone.save()
    phone.save()
    phone.expect_totals(Anna=13, Ben=12, Cleo=14, Dan=11)
    assert_taps(phone, at_most=6, before=6)


def test_rage_of_four_of_whom_two_miss(phone: Phone) -> None:
    phone.start_play("rage", TABLE)
    for number, bid in enumerate((3, 2, 4, 1)):
        phone.chip(f"bid.{number}", bid)
    phone.save()
    phone.chip("tricks.0", 4)
    phone.chip("tricks.2", 3)
    phone.save()
    phone.expect_totals(Anna=4, Ben=12, Cleo=3, Dan=11)
    assert_taps(phone, at_most=8, before=8)


def test_pay_me_of_four_with_15_10_and_30_left(phone: Phone) -> None:
    phone.start_play("pay-me", TABLE)
    phone.chip("went_out", 1)
    count_card(phone, "wild")
    phone.touch(".pad .go")
    count_card(phone, "K–8")
    phone.touch(".pad .go")
    count_card(phone, "wild")
    count_card(phone, "wild")
    phone.save()
    phone.expect_totals(Anna=15, Ben=0, Cleo=10, Dan=30)
    assert_taps(phone, at_most=9, before=8)


def test_ace_deuce_jack_of_two_who_bet_2(phone: Phone) -> None:
    phone.start_play("ace-deuce-jack", ("Cyd", "Ann", "Bob"))
    phone.usual("bets.0", 2)
    phone.usual("bets.1", 2)
    phone.save()
    phone.chip("banker_wins", "no")
    phone.save()
    phone.expect_totals(Cyd=-4, Ann=2, Bob=2)
    assert_taps(phone, at_most=5, before=7)


def test_put_and_take_of_two_of_whom_one_puts(phone: Phone) -> None:
    phone.start_play("put-and-take", ("Bob", "Cyd", "Ann"))
    phone.tap("#f-put-1")
    count_card(phone, "3rd")
    phone.tap("#f-take-0")
    keys(phone, 10)
    phone.touch(".pad .go")
    count_card(phone, "4th")
    phone.save()
    phone.expect_totals(Ann=1, Bob=-11, Cyd=10)
    assert_taps(phone, at_most=9, before=8)


def test_superfecta_with_twelve_lines_on_four_tickets(phone: Phone) -> None:
    """The tickets of the rules' examples and one more like the first; a tap puts a chip on a line, two put two."""
    phone.start_play("superfecta", ("James", "Kim", "Lee", "Mia"), {"races": 2})
    tickets = (
        ("D", "D", "D/C", "C/D", "D/C/H/S"), ("D", "D/H"), ("H", "H", "H/S/D/C"), ("C", "C/D", "C/H", "C/D/H/S"),
    )  # fmt: skip
    for player, lines in enumerate(tickets):
        for order in lines:
            phone.bets("tickets", player, 1, order)
    expect(phone.page.locator("[data-rows=tickets] .said")).to_have_count(12)
    phone.save()
    in_order(phone, "finish", "DCH")
    phone.save()
    phone.expect_totals(James=6, Kim=1, Lee=-3, Mia=-4)
    assert_taps(phone, at_most=30, before=48)


def test_speculation_with_three_sales(phone: Phone) -> None:
    phone.start_play("speculation", FOUR)
    phone.chip("winner", 2)
    phone.save()
    phone.expect_totals(Cyd=3)
    phone.taps = 0
    phone.tap("[data-kind='upcard']")  # it is the dealer's
    phone.cell("sales.0.buyer", 0, 3)
    phone.tap("[data-kind='face-down'][data-whose='1']")
    phone.cell("sales.1.buyer", 0, 1)
    phone.tap("[data-kind='trump'][data-whose='3']")
    phone.cell("sales.2.buyer", 1, 5)
    phone.chip("winner", 1)
    phone.save()
    phone.expect_totals(Ann=-6, Bob=-2, Cyd=5, Dee=3)
    assert_taps(phone, at_most=8, before=13)


def test_brag_where_one_takes_the_pot(phone: Phone) -> None:
    phone.start_play("brag", FOUR, {"stack": 20})
    phone.tap("[name='paid.1']")
    for chips in (15, 3, 7):  # the ante stands there; "Next" leads on
        keys(phone, chips)
        if chips != 7:
            phone.touch(".pad .go")
    phone.tap(".pot .chip:has-text('Dee')")
    phone.save()
    phone.expect_totals(Ann=19, Bob=5, Cyd=17, Dee=39)
    assert_taps(phone, at_most=9, before=12)


def test_razz_where_one_takes_the_pot(phone: Phone) -> None:
    phone.start_play("razz", FOUR[:3])
    paid(phone, 12, 2, 12)
    phone.tap(".pot .chip:has-text('Cyd')")
    phone.save()
    phone.expect_totals(Ann=-12, Bob=-2, Cyd=14)
    assert_taps(phone, at_most=11, before=11)


def test_cucumber_with_five_without_scrolling(phone: Phone) -> None:
    phone.start_play("cucumber", (*FOUR, "Eve"))
    phone.chip("leader", 1)
    for rank in ("5", "7", "K", "9", "2"):  # from Bob on
        phone.touch(f".pad .deck button:text-is('{rank}')")
    assert phone.page.evaluate("scrollY") == 0
    phone.save()
    phone.expect_totals(Ann=0, Dee=13, Eve=0)
    assert_taps(phone, at_most=7, before=7)


def test_open_face_of_three(phone: Phone) -> None:
    rows = (
        "Qs Qh 7d", "9s 9h 4c 4d 2s", "8h 8d 8c Ks Kd",
        "6c 6d Ac", "10s Js Qd Kc Ah", "2h 5h 7h Jh Kh",
        "Ad 9d 3c", "5s 5c 10h 6h 2c", "3s 3h Jd Jc 4h",
    )  # fmt: skip
    phone.start_play("open-face-chinese-poker", FOUR[:3])
    phone.tap(".hand button")
    for card in " ".join(rows).split():
        phone.tap(f".deck button[aria-label='{pretty(card)}']")
    phone.save()
    phone.expect_totals(Ann=24, Bob=10, Cyd=-34)
    assert_taps(phone, at_most=42, before=49)


def test_pitch_bid_three_and_missed(phone: Phone) -> None:
    phone.start_play("pitch", TABLE)
    phone.cell("pitcher", 2, 3)
    for key, side in (("high", 0), ("low", 1), ("jack", 0), ("game", 1)):
        phone.chip(key, side)
    phone.save()
    phone.expect_totals(Anna_Cleo=-3, Ben_Dan=2)
    assert_taps(phone, at_most=6, before=8)


def test_burraco_that_a_side_closed(phone: Phone) -> None:
    phone.start_play("burraco", TABLE)
    phone.chip("closed", 0)
    phone.chip("pozzetto.1", "not-taken")
    phone.usual("clean.0", 1)
    phone.usual("dirty.1", 1)
    phone.tap("input[name='melded.0']")
    count_points(phone, 310, 40, 150, 95)
    phone.save()
    phone.expect_totals(Anna_Cleo=570, Ben_Dan=55)
    assert_taps(phone, at_most=15, before=17)


def test_samba_that_a_side_went_out_of(phone: Phone) -> None:
    phone.start_play("samba", TABLE)
    phone.chip("went_out", 0)
    phone.usual("natural.0", 1)
    phone.usual("mixed.0", 1)
    phone.usual("mixed.1", 1)
    phone.chip("red_threes.0", 2)
    phone.chip("red_threes.1", 3)
    phone.tap("input[name='melded.0']")
    count_points(phone, 420, 35, 260, 145)
    phone.save()
    phone.expect_totals(Anna_Cleo=1585, Ben_Dan=115)
    assert_taps(phone, at_most=16, before=20)


def test_reversis_with_an_ace_thrown(phone: Phone) -> None:
    phone.start_play("reversis", TABLE)
    phone.tap("[data-rows=payments] [data-kind='ace-discarded']")
    phone.chip("payments.0.suit", "d")
    phone.chip("payments.0.by", 1)
    phone.chip("payments.0.other", 2)
    for number, tricks in enumerate((3, 1, 5)):
        phone.chip(f"tricks.{number}", tricks)
    phone.tap("input[name='points.0']")
    keys(phone, 10)  # no digit can follow: the keypad moves to the next number
    keys(phone, 0)
    phone.touch(".pad .go")
    keys(phone, 20)
    keys(phone, 6)
    phone.save()
    phone.expect_totals(Anna=90, Ben=105, Cleo=85, Dan=95)
    assert_taps(phone, at_most=16, before=19)


def test_chicago_with_three_best_hands(phone: Phone) -> None:
    phone.start_play("chicago", TABLE[:3])
    for stage, player, hand in (("first", 1, "pair"), ("second", 2, "two-pair"), ("final", 2, "two-pair")):
        phone.cell(f"{stage}_player", player, hand)
    phone.chip("last_trick", 0)
    phone.save()
    phone.expect_totals(Anna=5, Ben=1, Cleo=4)
    assert_taps(phone, at_most=5, before=8)


def test_ecarte_won_by_three_tricks(phone: Phone) -> None:
    phone.start_play("ecarte", TABLE[:2])
    phone.chip("king_shown", "none")
    phone.chip("vulnerable", "none")
    phone.chip("tricks.0", 3)
    phone.save()
    phone.expect_totals(Anna=1, Ben=0)
    assert_taps(phone, at_most=4, before=4)


def test_toepen_with_three_knocks(phone: Phone) -> None:
    phone.start_play("toepen", TABLE)
    phone.chip("winner", 1)
    for name in ("Ben", "Anna", "Ben"):
        phone.tap(f"[data-sequence=knocks] .chip-button:text-is('+ {name}')")
    phone.chip("folded.2", 1)
    phone.chip("folded.3", 3)
    phone.save()
    phone.expect_totals(Anna=6, Ben=10, Cleo=9, Dan=7)
    assert_taps(phone, at_most=7, before=7)


def test_cribbage_of_a_deal_by_numbers(phone: Phone) -> None:
    phone.start_play("cribbage", FOUR[:2])
    for key, points in (("pegged.0", 3), ("pegged.1", 2), ("hand.0", 8), ("hand.1", 4), ("crib", 6)):
        phone.usual(key, points)
    phone.save()
    phone.expect_totals(Ann=17, Bob=6)
    assert_taps(phone, at_most=6, before=10)


def test_canasta_of_a_hand(phone: Phone) -> None:
    phone.start_play("canasta", FOUR)
    phone.chip("went_out", 0)
    phone.usual("natural.0", 1)
    phone.usual("mixed.1", 1)
    phone.tap("input[name='melded.0']")
    count_points(phone, 340, 45, 190, 110)
    phone.save()
    phone.expect_totals(Ann_Cyd=895, Bob_Dee=380)
    assert_taps(phone, at_most=12, before=17)


def test_skat_of_a_suit_game(phone: Phone) -> None:
    phone.start_play("skat", FOUR[:3])
    phone.chip("declarer", 1)
    phone.chip("game", "spades")
    phone.usual("matadors", 2)
    phone.chip("result", "won")
    phone.save()
    phone.expect_totals(Ann=0, Bob=33, Cyd=0)
    assert_taps(phone, at_most=5, before=5)
