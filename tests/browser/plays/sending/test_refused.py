"""What the club did not take: told, kept, and sent again without being written twice."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.look import check
from tests.browser.phone import Phone
from tests.browser.plays.sending.failures import SAID, THREE, answering, broken, rounds, stakes, typed_is_there

pytestmark = pytest.mark.browser


REFUSALS = [
    (400, "", "too old"),
    (403, "This phone can only watch. Ask an organiser to let it score.", "can only watch"),
    (404, "The page does not exist.", "no longer in the club"),
    (413, "What was sent is far larger than any round.", "far larger"),
    (413, "", "refused (413)"),
    (429, "Too many tries. Wait a minute.", "Wait a minute"),
    (500, "Secret words.", "had an error"),
    (502, "", "had an error"),
    (503, "The disk of the computer is full.", "The disk of the computer is full."),
]


@pytest.mark.parametrize(("status", "sentence", "words"), REFUSALS)
def test_what_is_refused_comes_back_with_a_sentence_and_can_be_saved(
    phone: Phone, status: int, sentence: str, words: str
) -> None:
    stakes(phone)
    with broken(phone, answering(status, sentence, **{"Retry-After": "1"})) as sent:
        phone.tap(".save")
        expect(phone.page.locator(SAID)).to_contain_text(words)
        expect(phone.page.locator(SAID)).to_be_focused()
        assert len(sent) == {400: 2, 500: 3, 502: 3, 503: 3}.get(status, 1)
        typed_is_there(phone)
        phone.reload()
        expect(phone.page.locator(SAID)).to_contain_text(words)
        typed_is_there(phone)
        assert len(sent) == {400: 2, 500: 3, 502: 3, 503: 3}.get(status, 1), (
            "the phone sends nothing again without a tap"
        )
    phone.save()
    phone.expect_totals(Ann=3, Bob=0, Cyd=0)
    assert rounds(phone) == 1
    phone.reload()
    expect(phone.page.locator(SAID)).to_have_count(0)


def test_a_fault_that_passes_is_got_over_without_a_word(phone: Phone) -> None:
    stakes(phone)
    times: list[int] = []

    def twice(route: Route) -> None:
        times.append(1)
        if len(times) < 3:
            answering(503, "Busy.", **{"Retry-After": "1"})(route)
        else:
            route.continue_()

    with broken(phone, twice):
        phone.tap(".save")
        expect(phone.page.locator(".done")).to_contain_text("Round 1 saved.")
    assert rounds(phone) == 1
    expect(phone.page.locator("#net")).to_be_hidden()


def test_an_overloaded_server_is_asked_until_it_has_the_round(phone: Phone) -> None:
    stakes(phone)
    times: list[int] = []

    def overloaded(route: Route) -> None:
        times.append(1)
        if len(times) < 6:
            answering(503, **{"Retry-After": "1", "Overloaded": "yes"})(route)
        else:
            route.continue_()

    with broken(phone, overloaded):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_contain_text("trying again")
        for _ in range(4):
            before = len(times)
            phone.tap("#ways button:has-text('Send now')")
            phone.page.wait_for_function("() => true")
            while len(times) == before:
                phone.page.wait_for_timeout(50)
        phone.tap("#ways button:has-text('Send now')")
        expect(phone.page.locator(".done")).to_contain_text("Round 1 saved.")
    assert len(times) == 6
    assert rounds(phone) == 1


def test_a_token_that_has_run_out_is_renewed_and_the_round_saved(phone: Phone) -> None:
    stakes(phone)
    phone.page.evaluate("() => document.querySelectorAll('[name=csrf_token]').forEach(one => { one.value = 'old'; })")
    phone.tap(".save")
    expect(phone.page.locator(".done")).to_contain_text("Round 1 saved.")
    assert rounds(phone) == 1


def test_a_round_that_somebody_else_wrote_first_is_told_after_a_reload_too(phone: Phone) -> None:
    address = stakes(phone)
    other = Phone(phone.context)
    other.page.goto(address)
    other.save()
    phone.tap(".save")
    expect(phone.page.locator(".warn")).to_contain_text("Not saved")
    typed_is_there(phone)
    phone.reload()
    expect(phone.page.locator(SAID)).to_contain_text("The sheet has changed meanwhile")
    expect(phone.page.locator(SAID)).to_contain_text("round 1")
    typed_is_there(phone)
    assert rounds(phone) == 1
    phone.press(phone.page.get_by_role("button", name="Discard mine"))
    expect(phone.page.locator(SAID)).to_have_count(0)
    expect(phone.page.locator("input[name='tricks.0'][value='5']")).not_to_be_checked()


def test_a_form_that_came_back_stays_when_others_go_on(phone: Phone) -> None:
    address = stakes(phone)
    other = Phone(phone.context)
    other.page.goto(address)
    other.save()
    phone.tap(".save")
    expect(phone.page.locator(".warn")).to_contain_text("Not saved")
    other.chip("tricks.1", 5)
    other.save()
    expect(phone.page.locator(".fresh")).to_contain_text("round 2")
    expect(phone.page.locator(".warn")).to_contain_text("Not saved")
    typed_is_there(phone)


def test_a_round_with_a_mistake_is_told_after_a_reload_too(phone: Phone) -> None:
    stakes(phone)
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 1)
    phone.chip("tricks.2", 0)
    phone.save()
    words = phone.problem()
    assert "5" in words
    phone.reload()
    expect(phone.page.locator(SAID)).to_contain_text("Not saved.")
    expect(phone.page.locator("input[name='tricks.0'][value='3']")).to_be_checked()
    phone.chip("tricks.1", 2)
    phone.save()
    phone.expect_totals(Ann=2)


def test_a_refused_form_with_nothing_in_it_is_forgotten(phone: Phone) -> None:
    phone.start_play("rage", THREE)
    club = phone.page.url.partition("/plays/")[0]
    phone.tap(".save")
    expect(phone.page.locator(".problem.summary")).to_contain_text("Not saved yet")
    phone.page.goto(club)
    expect(phone.page.locator("#club")).to_be_visible()
    expect(phone.page.locator("#unsent")).to_be_hidden()


def test_a_bid_that_was_refused_is_mended_and_no_conflict(phone: Phone) -> None:
    phone.start_play("oh-hell", ("Ann", "Bob", "Cyd"))
    for seat, bid in enumerate((2, 2, 3)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    assert "Ann may not bid 2" in phone.problem()
    phone.reload()
    expect(phone.page.locator(SAID)).to_contain_text("Ann may not bid 2")
    expect(phone.page.get_by_role("button", name="Discard mine")).to_have_count(0)
    phone.chip("bid.0", 1)
    expect(phone.page.locator(".problem")).to_have_count(0)
    phone.reload()
    expect(phone.page.locator("input[name='bid.0'][value='1']")).to_be_checked()
    expect(phone.page.locator(".problem")).to_have_count(0)


def test_what_is_changed_after_a_fault_is_not_taken_for_the_same_save(phone: Phone) -> None:
    """The first try was written, though the phone was told of a fault: the second is a conflict, never lost."""
    stakes(phone)

    def write_and_fail(route: Route) -> None:
        route.fetch()
        answering(500)(route)

    with broken(phone, write_and_fail):
        phone.tap(".save")
        expect(phone.page.locator(SAID)).to_be_visible()
        check(phone)
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 2)
    phone.tap(".save")
    expect(phone.page.locator(".warn")).to_contain_text("Not saved: the sheet has changed meanwhile")
    assert rounds(phone) == 1


def test_undo_that_fails_says_so_beside_its_button(phone: Phone) -> None:
    stakes(phone)
    phone.save()
    with broken(phone, answering(429, "Too many tries. Wait a minute."), "**/undo"):
        phone.press(phone.page.get_by_role("button", name="Undo"))
        expect(phone.page.locator(SAID)).to_have_text("Not saved. Too many tries. Wait a minute.")
    phone.press(phone.page.get_by_role("button", name="Undo"))
    expect(phone.page.locator(".done")).to_contain_text("Undone: round 1.")
