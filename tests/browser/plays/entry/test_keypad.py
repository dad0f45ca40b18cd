"""The keypad: digits, sums, and what its keys lead to."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.look import SMALLEST, check, faults_of_size
from tests.browser.phone import SIZE, Phone
from tests.browser.phones import Phones
from tests.browser.plays.entry.entries import count_card, focus, is_filled_in, key, middles, said, sit_down, value

pytestmark = pytest.mark.browser


def test_the_first_digit_replaces_and_a_sum_goes_on(phone: Phone) -> None:
    sit_down(phone, "any-other-game", 2)
    phone.tap("[name='points.0']")
    key(phone, "1", "2")
    phone.tap("[name='points.1']")
    key(phone, "4", "+", "5")
    assert [value(phone, f"points.{seat}") for seat in (0, 1)] == ["12", "9"]
    phone.tap("[name='points.0']")
    key(phone, "7", "0")
    assert value(phone, "points.0") == "70"
    phone.tap("[name='points.1']")
    key(phone, "+", "1")
    assert value(phone, "points.1") == "10"
    expect(phone.page.locator(".pad output")).to_have_text("4+5+1 = 10")


def test_c_clears_what_the_sum_filled_in_and_nothing_is_filled_in_under_the_finger(phone: Phone) -> None:
    sit_down(phone, "any-other-game", 3, {"round_sum": 20})
    phone.tap("[name='points.0']")
    key(phone, "9", "Next", "6")
    assert value(phone, "points.2") == "5"
    assert is_filled_in(phone, "points.2")
    key(phone, "Done")  # nobody lacks a number any more
    phone.tap("[name='points.2']")
    key(phone, "C")
    assert value(phone, "points.2") == ""
    said(phone, "5 points left")
    key(phone, "4")
    assert value(phone, "points.2") == "4"
    said(phone, "1 point left")
    key(phone, "C", "Done")  # left empty, it is what the others leave
    expect(phone.page.locator("[name='points.2']")).to_have_value("5")
    assert is_filled_in(phone, "points.2")


def test_next_goes_to_whoever_lacks_a_number_and_closes_when_nobody_does(phone: Phone) -> None:
    sit_down(phone, "samba")  # penalties are folded away after the last number
    for name in ("in_hand.1", "melded.0", "in_hand.0", "melded.1"):
        if name == "in_hand.1":
            phone.tap(f"[name='{name}']")
        assert focus(phone) == name
        expect(phone.page.locator(".pad .go")).to_have_text("Done" if name == "melded.1" else "Next")
        key(phone, "05")  # the keypad moves to the next number
    key(phone, "Done")
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.unfold("Penalties")
    phone.tap("[name='in_hand.1']")
    expect(phone.page.locator(".pad .go")).to_have_text("Next")


def test_enter_on_a_keyboard_goes_on_to_the_next_number_and_what_is_typed_replaces_it(phone: Phone) -> None:
    sit_down(phone, "any-other-game", 3)
    phone.page.locator("[name='points.0']").tap()
    for text in ("3", "10", "7"):
        phone.page.keyboard.type(text)
        phone.page.keyboard.press("Enter")
    assert [value(phone, f"points.{seat}") for seat in range(3)] == ["3", "10", "7"]
    expect(phone.page.locator(".pad")).to_have_count(0)


@pytest.mark.parametrize("size", [SMALLEST, SIZE])
def test_all_who_are_asked_on_one_pad_stand_side_by_side_under_its_heading(phone: Phone, size: ViewportSize) -> None:
    phone.page.set_viewport_size(size)
    phone.start_play("cucumber", ("Anna", "Benny", "Cleo", "David", "Emma", "Frank", "Gustav"))
    phone.chip("leader", 2)
    for line in (".pad-head > :not(output)", ".seats-on-pad > *"):
        spots = middles(phone, line)
        assert max(spots) - min(spots) < 2, line


def test_next_leads_to_what_follows_though_it_is_no_number(phone: Phone) -> None:
    sit_down(phone, "razz", 3)
    for seat in range(3):
        phone.type(f"paid.{seat}", 1)
    phone.tap("[name='paid.2']")
    key(phone, "Next")
    expect(phone.page.locator(".pad")).to_have_count(0)
    expect(phone.page.locator(".pot input[type=checkbox]").first).to_be_focused()


def test_the_keypad_of_numbers_in_fives_has_hundreds_and_endings(phone: Phone) -> None:
    sit_down(phone, "samba")
    phone.tap("[name='melded.0']")
    head, told = phone.page.locator(".pad-head span"), phone.page.locator(".pad output")
    key(phone, "400", "300", "1000")  # another hundred replaces the one before
    expect(told).to_have_text("1300")
    key(phone, "45")
    assert value(phone, "melded.0") == "1345"
    expect(head).to_contain_text("In hand")
    key(phone, "⌫")  # back to the number from which the keypad went on
    expect(head).to_contain_text("Melded")
    expect(phone.page.locator(".pad [aria-pressed=true]")).to_have_text(["300", "1000", "45"])
    check(phone)  # a chosen hundred can be read
    key(phone, "20")
    assert value(phone, "melded.0") == "20"
    key(phone, "+", "100", "35")
    assert value(phone, "melded.0") == "155"
    expect(head).to_contain_text("In hand")
    count_card(phone, "joker")
    key(phone, "05")
    assert value(phone, "in_hand.0") == "55"
    assert list(faults_of_size(phone.page)) == []


def test_all_are_asked_on_one_pad_from_the_leader_on_and_the_last_answer_can_be_taken_back(phone: Phone) -> None:
    sit_down(phone, "cucumber", 3)
    phone.chip("leader", 2)
    for rank in ("A", "3"):
        phone.touch(f".pad .deck button:text-is('{rank}')")
    expect(phone.page.locator(".pad-head")).to_contain_text("Bob: Last card")
    phone.touch(".pad [aria-label='Take the last one back']")
    expect(phone.page.locator(".pad-head")).to_contain_text("Ann: Last card")
    for rank in ("4", "K"):
        phone.touch(f".pad .deck button:text-is('{rank}')")
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.reload()
    assert phone.page.locator(".at-turn").all_inner_texts() == ["4", "K", "A"]
    phone.save()
    phone.expect_totals(Ann=0, Bob=0, Cyd=14)


def test_save_counts_although_the_page_moves_under_the_finger(phone: Phone) -> None:
    sit_down(phone, "samba", 4)
    for name, typed in {"melded": 420, "in_hand": 20}.items():
        for side in (0, 1):
            phone.type(f"{name}.{side}", typed)  # the keypad opens
    before = phone.page.locator("input[name=client_id]").first.get_attribute("value")
    finger = phone.context.new_cdp_session(phone.page)
    phone.chip("went_out", 0)  # it is about to close, and what the hand gives is about to come
    save = phone.page.locator(".save").bounding_box()  # the finger is on it before it moves
    assert save is not None
    spot = {"x": save["x"] + save["width"] / 2, "y": save["y"] + save["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    phone.page.wait_for_timeout(450)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.page.wait_for_function(
        "before => document.querySelector('input[name=client_id]')?.value !== before", arg=before
    )


def test_without_a_touch_screen_enter_goes_on_to_the_next_number_and_then_saves(phones: Phones) -> None:
    with phones.phone(has_touch=False, is_mobile=False) as phone:
        phone.start_play("any-other-game", ("Ann", "Bob", "Cyd"))
        phone.page.locator("[name='points.0']").focus()
        for seat, text in enumerate(("3", "10", "7")):
            assert focus(phone) == f"points.{seat}"
            phone.page.keyboard.type(text)
            phone.page.keyboard.press("Enter")
        phone.expect_totals(Ann=3, Bob=10, Cyd=7)
