"""Whole plays on a phone, from the first deal to a winner."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Bob", "Cyd", "Dee")
MOST_SEEN, IN_ONE_LINE = 6, 5
"""Up to how many tricks all bids stand in one line, and of more up to which one: higher ones take one more tap."""


def rage_round(phone: Phone, bids: list[int], tricks: list[int]) -> int:
    """Write a round of Rage down; gives the taps that it cost."""
    phone.taps = 0
    for seat, bid in enumerate(bids):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    expect(phone.page.locator("input[name='tricks.0']").first).to_be_attached()
    for seat, (bid, taken) in enumerate(zip(bids, tricks, strict=True)):
        if bid != taken:
            phone.chip(f"tricks.{seat}", taken)
    phone.save()
    return phone.taps


def test_rage_of_four_to_its_end_in_the_promised_taps(phone: Phone) -> None:
    phone.start_play("rage", FOUR)
    for number in range(10):
        hand = 10 - number
        tricks = [0, 0, 0, 0]
        tricks[number % 4] = hand
        bids = list(tricks)
        bids[(number + 1) % 4] = min(1, hand)
        missed = sum(bid != taken for bid, taken in zip(bids, tricks, strict=True))
        behind = sum(bid > IN_ONE_LINE for bid in bids) if hand > MOST_SEEN else 0
        assert rage_round(phone, bids, tricks) <= 4 + behind + 1 + missed + 1
        if number < 9:
            expect(phone.page.locator(".round-head")).to_contain_text(f"Round {number + 2}")
    expect(phone.page.locator(".end h2")).to_contain_text("win")
    assert phone.page.locator("#entry").count() == 0
    assert phone.page.locator("#live").inner_text().startswith("The game is over.")
    phone.press(phone.page.get_by_role("button", name=re.compile("Play again")))
    expect(phone.page.locator(".round-head")).to_contain_text("Round 1")
    assert phone.totals() == dict.fromkeys(FOUR, "0")


def test_yesterdays_table_is_three_taps_from_the_first_entry(phone: Phone) -> None:
    club = phone.start_club()
    phone.start_play("rage", FOUR, {"first_hand": 1})
    rage_round(phone, [0, 0, 1, 0], [1, 0, 0, 0])
    phone.page.goto(club)
    phone.taps = 0
    phone.tap("button:has-text('Play Rage again')")
    phone.chip("bid.0", 1)
    assert phone.taps <= 3


def test_raise_the_stakes_with_raise_fold_renege_sweep_tie_and_a_correction(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", ("Ann", "Bob", "Cyd"), {"target": 30})
    phone.taps = 0
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 2)
    phone.save()  # Cyd's 0 is filled in
    assert phone.taps <= 4
    phone.expect_totals(Ann=2, Bob=0, Cyd=0)
    phone.chip("raised_by", 1)  # a raise, won
    for seat, taken in enumerate((1, 3, 1)):
        phone.chip(f"tricks.{seat}", taken)
    phone.save()
    phone.expect_totals(Ann=1, Bob=3, Cyd=-1)
    phone.chip("raised_by", 1)  # a raise, a fold and a sweep
    phone.unfold("Folded")
    phone.chip("folded", 2)
    phone.chip("tricks.1", 5)
    phone.save()
    phone.expect_totals(Ann=0, Bob=7, Cyd=-1)
    phone.unfold("Reneged")
    phone.chip("reneged", 1)  # caught; the hand stopped after four tricks
    for seat, taken in enumerate((2, 1, 1)):
        phone.chip(f"tricks.{seat}", taken)
    phone.save()
    phone.expect_totals(Ann=2, Bob=6, Cyd=-1)
    for seat, taken in enumerate((2, 2, 1)):  # a tie
        phone.chip(f"tricks.{seat}", taken)
    phone.save()
    phone.expect_totals(Ann=3, Bob=7, Cyd=-1)
    phone.press(phone.page.get_by_role("link", name="Round 2"))  # round 2 was Cyd's
    phone.press(phone.page.get_by_role("link", name="Correct round 2"))
    expect(phone.page.locator("input[name='tricks.1'][value='3']")).to_be_checked()
    phone.chip("tricks.1", 1)
    phone.chip("tricks.2", 3)
    phone.save()
    phone.expect_totals(Ann=3, Bob=3, Cyd=3)
    phone.press(phone.page.get_by_role("button", name=re.compile("Undo")))
    phone.expect_totals(Ann=3, Bob=7, Cyd=-1)
    phone.press(phone.page.get_by_role("button", name=re.compile("Redo")))
    phone.expect_totals(Ann=3, Bob=3, Cyd=3)


def test_tricks_that_do_not_add_up_are_told_before_and_after_sending(phone: Phone) -> None:
    phone.start_play("rage", FOUR, {"first_hand": 5})
    for seat, bid in enumerate((1, 1, 1, 1)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    expect(phone.page.locator("#check")).to_have_text("1 trick left")
    phone.save()
    assert "Tricks add up to 4" in phone.problem()
    expect(phone.page.locator("input[name='tricks.0'][value='1']")).to_be_checked()
    phone.chip("tricks.0", 2)
    expect(phone.page.locator("#check")).to_have_text("")
    phone.save()
    phone.expect_totals(Ann=2, Bob=11, Cyd=11, Dee=11)


def test_any_number_tells_how_it_came_about(phone: Phone) -> None:
    phone.start_play("rage", FOUR, {"first_hand": 2})
    rage_round(phone, [0, 1, 1, 0], [0, 1, 1, 0])
    phone.press(phone.page.locator(".board .card", has_text="Bob").locator(".total"))
    dialog = phone.page.get_by_role("dialog")
    expect(dialog).to_contain_text("bid 1 and took exactly that")
    dialog.locator("summary").first.click()
    expect(dialog.locator(".rule p").first).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    phone.press(phone.page.locator("table.rounds td a").first)
    expect(phone.page.get_by_role("dialog")).to_contain_text("Round 1")


def test_toepen_until_only_one_holds_tokens(phone: Phone) -> None:
    phone.start_play("toepen", ("Ann", "Bob", "Cyd"), {"tokens": 2, "ending": "last-standing"})
    phone.chip("winner", 0)
    phone.tap("[data-sequence=knocks] .chip-button:has-text('Ann')")
    phone.chip("folded.1", 1)
    phone.save()
    phone.expect_totals(Ann=2, Bob=1, Cyd=0)
    expect(phone.page.locator(".total.changed")).to_have_text(["1", "0"])  # what has changed moves, and nothing else
    assert phone.page.locator("input[name='folded.2']").count() == 0  # Cyd is out of the entry
    phone.chip("winner", 1)
    phone.save()
    phone.chip("winner", 1)
    phone.save()
    expect(phone.page.locator(".end h2")).to_contain_text("Bob wins")
    expect(phone.page.locator(".winner.dealt")).to_contain_text("1 token ahead of everybody else")
    phone.reload()
    expect(phone.page.locator(".winner:not(.dealt)")).to_be_visible()
    expect(phone.page.locator(".total.changed")).to_have_count(0)


def test_samba_a_hand_of_two_sides(phone: Phone) -> None:
    phone.start_play("samba", FOUR)
    hand = {"melded": (420, 260), "in_hand": ("20+15", 145), "natural": (1, 0), "mixed": (1, 1), "red_threes": (2, 3)}
    for key, values in hand.items():
        for side, value in enumerate(values):
            if phone.page.locator(f"label.chip:has(input[name='{key}.{side}'])").count():
                phone.chip(f"{key}.{side}", value)
            else:
                phone.type(f"{key}.{side}", value)
    phone.chip("went_out", 0)
    phone.save()
    phone.expect_totals(Ann_Cyd=1585, Bob_Dee=115)
    expect(phone.page.locator(".facts")).to_contain_text("Ann & Cyd 90, Bob & Dee 50")


def pick(phone: Phone, seat: int, cards: str) -> None:
    """Pick a hand from the deck at the bottom of the page."""
    phone.press(phone.page.locator(f".field:has(> input[name='hands.{seat}']) .hand button"))
    for face in cards.split():
        phone.press(phone.page.locator(f".deck button[aria-label='{face}']"))


def test_farmer_with_a_farm_that_is_carried_over(phone: Phone) -> None:
    phone.start_play("farmer", ("Ann", "Bob", "Cyd"))
    pick(phone, 0, "10♠ 5♦")
    pick(phone, 1, "K♣ 4♥")
    expect(phone.page.locator(".deck button[aria-label='10♠']")).to_be_disabled()
    pick(phone, 2, "9♦ 4♣")
    phone.page.keyboard.press("Escape")
    phone.save()
    expect(phone.page.locator(".facts")).to_contain_text("farm")
    totals = phone.totals()
    carried = -sum(int(total.replace("−", "-")) for total in totals.values())
    assert carried >= 3
    pick(phone, 0, "10♠ 6♥")
    pick(phone, 1, "K♣ 4♥")
    pick(phone, 2, "9♦ 4♣")
    phone.page.keyboard.press("Escape")
    phone.save()
    expect(phone.page.locator(".round-head")).to_contain_text("Round 3")
    assert sum(int(total.replace("−", "-")) for total in phone.totals().values()) == 0


def test_reversis_with_a_remise(phone: Phone) -> None:
    phone.start_play("reversis", FOUR)
    phone.tap("[data-kind='ace-discarded']")
    phone.chip("payments.0.suit", "d")
    phone.chip("payments.0.by", 1)
    phone.chip("payments.0.other", 2)
    phone.press(phone.page.get_by_role("button", name="Done"))
    said = phone.page.locator(".said .text").first
    expect(said).to_contain_text("Bob")
    expect(said).to_contain_text("Cyd")
    reversis_points(phone, (10, 0, 20, 6), (3, 1, 5, 2), 4)
    phone.save()
    phone.expect_totals(Ann=90, Bob=105, Cyd=85, Dee=95)
    phone.tap("[data-kind='quinola-forced']")
    assert not phone.page.locator("label.chip:has(input[name='payments.0.suit'])").first.is_visible()
    phone.chip("payments.0.by", 3)
    phone.chip("payments.0.other", 0)
    reversis_points(phone, (4, 12, 9, 15), (2, 3, 2, 4), 0)
    phone.save()
    phone.expect_totals(Ann=114, Bob=95, Cyd=80, Dee=51)
    expect(phone.page.locator(".facts")).to_contain_text("60")


def reversis_points(phone: Phone, points: tuple[int, ...], tricks: tuple[int, ...], talon: int) -> None:
    for seat, (one, taken) in enumerate(zip(points, tricks, strict=True)):
        phone.type(f"points.{seat}", one)
        phone.chip(f"tricks.{seat}", taken)
    phone.type("talon", talon)


def test_a_correction_that_breaks_a_later_round_names_it_and_mends_it(phone: Phone) -> None:
    phone.start_play("toepen", ("Ann", "Bob", "Cyd"), {"tokens": 3, "ending": "last-standing"})
    phone.chip("winner", 0)
    phone.save()
    phone.expect_totals(Ann=3, Bob=2, Cyd=2)
    phone.chip("winner", 1)  # Cyd could still knock to 2
    phone.tap("[data-sequence=knocks] .chip-button:has-text('Cyd')")
    phone.chip("folded.0", 1)
    phone.save()
    expect(phone.page.locator(".round-head")).to_contain_text("Round 3")
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("link", name="Correct round 1"))
    phone.tap("[data-sequence=knocks] .chip-button:has-text('Ann')")
    phone.save()
    warning = phone.page.locator(".warn")
    expect(warning).to_contain_text("Round 2 no longer fits")
    expect(warning).to_contain_text("Cyd")
    phone.press(phone.page.get_by_role("link", name="Correct round 2"))
    phone.tap(".chosen button")  # without a knock nobody folded, and nothing of it is sent
    expect(phone.page.locator("input[name='folded.0']").first).to_be_hidden()
    phone.save()
    expect(phone.page.locator(".round-head")).to_contain_text("Round 3")


def test_players_come_and_go(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", ("Ann", "Bob", "Cyd"))
    phone.open_from_sheet("Who plays")
    phone.chip("present", 1)  # Bob, who would deal next, goes for a while
    phone.press(phone.page.get_by_role("button", name="These play"))
    expect(phone.page.locator(".board .card", has_text="Bob")).to_contain_text("out")
    assert phone.page.locator("input[name='tricks.1']").count() == 6
    assert phone.page.locator("input[name='tricks.2']").count() == 0
    phone.chip("tricks.0", 3)
    phone.save()  # Cyd's 2 are filled in
    phone.expect_totals(Ann=2, Bob=0, Cyd=0)
    phone.open_from_sheet("Who plays")
    phone.page.locator("#newcomer").fill("Dee")
    phone.press(phone.page.get_by_role("button", name="Add"))
    expect(phone.page.locator(".board .card")).to_have_count(4)
    for seat, taken in enumerate((0, 0, 5)):
        phone.chip(f"tricks.{seat}", taken)
    phone.save()
    phone.expect_totals(Ann=2, Bob=0, Cyd=0, Dee=3)
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    expect(phone.page.get_by_role("dialog")).to_contain_text("Sat out: Bob and Dee")


def test_a_play_is_ended_early_gone_on_with_and_its_end_undone(phone: Phone) -> None:
    phone.start_play("rage", FOUR)
    rage_round(phone, [0, 1, 1, 0], [0, 1, 1, 8])
    phone.open_more("End the game")
    phone.press(phone.page.get_by_role("button", name="End it now"))
    expect(phone.page.locator(".end h2")).to_have_text("Bob and Cyd share the win")
    phone.press(phone.page.get_by_role("button", name="Go on with this game"))
    expect(phone.page.locator(".round-head")).to_contain_text("Round 2")
    phone.press(phone.page.get_by_role("button", name=re.compile("Undo")))
    expect(phone.page.locator(".end h2")).to_have_text("Bob and Cyd share the win")
    phone.press(phone.page.get_by_role("button", name=re.compile("Undo")))
    expect(phone.page.locator(".round-head")).to_contain_text("Round 2")


def test_a_correction_that_ends_the_play_keeps_the_round_behind_it_in_sight(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", ("Ann", "Bob", "Cyd"), {"target": 3})
    for _ in range(2):
        phone.chip("tricks.0", 3)
        phone.chip("tricks.1", 2)
        phone.save()
    expect(phone.page.locator(".end h2")).to_have_text("Ann wins")
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("link", name="Correct round 1"))
    phone.chip("tricks.0", 5)
    phone.chip("tricks.1", 0)
    phone.save()  # with every trick Ann has 3 at once
    expect(phone.page.locator(".warn")).to_contain_text("Round 2 no longer fits")
    phone.press(phone.page.get_by_role("link", name="Correct round 2"))
    phone.press(phone.page.get_by_role("button", name="Take round 2 off the sheet"))
    expect(phone.page.locator(".end h2")).to_have_text("Ann wins")
    phone.expect_totals(Ann=3, Bob=0, Cyd=0)


def test_pots_are_counted_against_what_was_paid(phone: Phone) -> None:
    phone.start_play("razz", ("Ann", "Bob", "Cyd"))
    for seat, paid in enumerate(("5", "4+5", "9")):
        phone.type(f"paid.{seat}", paid)
    expect(phone.page.locator("#check")).to_have_text("23 chips left")
    expect(phone.page.locator(".pot input.num")).to_have_value("23")
    phone.tap(".pot .chip:has-text('Ann')")
    expect(phone.page.locator(".pot input.num").first).to_have_value("15")
    expect(phone.page.locator(".pot input.num").nth(1)).to_have_value("8")
    expect(phone.page.locator("#check")).to_have_text("8 chips left")
    expect(phone.page.locator(".pot").nth(1).locator(".chip", has_text="Ann")).to_be_hidden()  # who put in no more
    phone.tap(":nth-match(.pot, 2) .chip:has-text('Cyd')")
    expect(phone.page.locator("#check")).to_have_text("")
    phone.save()
    phone.expect_totals(Ann=10, Bob=-9, Cyd=-1)
