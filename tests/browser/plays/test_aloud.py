"""Reading aloud: each saved round if this phone wants it, a verdict by a tap, nothing where the browser is mute."""

from playwright.sync_api import expect

from tests.browser.phone import Phone

SPEAKS = """window.said = [];
window.SpeechSynthesisUtterance = class { constructor(words) { this.words = words; } };
const voice = { cancel() {}, speak: (one) => said.push([one.lang, one.words]) };
Object.defineProperty(window, "speechSynthesis", { value: voice });"""
DUMB = "delete window.speechSynthesis; delete Window.prototype.speechSynthesis;"


def said(phone: Phone) -> list[list[str]]:
    """What was read since it was last asked."""
    found: list[list[str]] = phone.page.evaluate("() => said.splice(0)")
    return found


def written(phone: Phone) -> None:
    """A round of Raise the Stakes in which Ann took all five tricks."""
    phone.chip("tricks.0", 5)
    phone.save()


def test_a_phone_reads_each_saved_round_and_who_deals(phone: Phone) -> None:
    phone.page.add_init_script(SPEAKS)
    phone.start_play("raise-the-stakes", ("Ann", "Bob", "Cyd"))
    written(phone)
    assert said(phone) == [], "nobody has asked for it"
    phone.open_more()
    phone.page.get_by_label("Read each saved round aloud").check()
    [[language, words]] = said(phone)
    phone.close_dialog()
    assert language == "en"
    assert words.endswith("1 round written down. Ann 3, Bob 0 and Cyd 0. Bob deals.")
    written(phone)
    phone.expect_totals(Ann=6, Bob=0, Cyd=0)
    [[_, words]] = said(phone)
    assert words.endswith("2 rounds written down. Ann 6, Bob 0 and Cyd 0. Cyd deals.")
    phone.reload()
    phone.open_more()
    switch = phone.page.get_by_label("Read each saved round aloud")
    expect(switch).to_be_checked()
    switch.uncheck()
    phone.close_dialog()
    said(phone)
    written(phone)
    assert said(phone) == []


def test_a_verdict_is_read_by_a_tap(phone: Phone) -> None:
    phone.page.add_init_script(SPEAKS)
    phone.start_play("rage", ("Ann", "Bob", "Cyd"))
    phone.page.goto(phone.page.url + "/referee/renege?admitted=1&who=0")
    verdict = phone.page.locator(".says")
    expect(verdict).to_be_visible()
    phone.tap("button:has-text('Read aloud')")
    assert said(phone) == [["en", verdict.inner_text()]]


def test_a_browser_that_cannot_speak_offers_nothing(phone: Phone) -> None:
    phone.page.add_init_script(DUMB)
    phone.start_play("raise-the-stakes", ("Ann", "Bob", "Cyd"))
    phone.open_more()
    expect(phone.page.get_by_label("Read each saved round aloud")).to_be_hidden()
