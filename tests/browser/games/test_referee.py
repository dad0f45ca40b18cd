"""The referee at the table, in a browser: few taps from the argument to the verdict, and on to the sheet."""

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.game.game import Game
from companion.core.game.situation import Situation
from tests.alike import each_kind_of_question
from tests.browser.look import check, check_pages
from tests.browser.phone import Phone
from tests.suit_signs import on_page

pytestmark = pytest.mark.browser

THREE = ("Ann", "Bob", "Cyd")


def pick(phone: Phone, *cards: str) -> None:
    """Tap cards in the open deck, the colour first where another one is shown."""
    for card in cards:
        button = phone.page.locator(f".deck button[aria-label='{card}']")
        if not button.is_visible():
            group = button.locator("xpath=..").get_attribute("aria-label") or ""
            phone.tap(f".tabs-of-deck button:text-is('{'others' if group == 'Cards' else group}')")
        phone.tap(f".deck button[aria-label='{card}']")


def says(phone: Phone) -> str:
    """The verdict on the page."""
    phone.page.locator(".verdict").wait_for()
    return phone.page.locator(".says").inner_text()


def test_a_renege_everybody_saw_is_on_the_sheet_within_six_taps(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", THREE)
    phone.tap(".at-hand a:has-text('Referee')")
    phone.tap("a:has-text('Who reneged?')")
    phone.tap(".chip-button:has-text('Bob')")
    assert says(phone) == "Bob reneged, loses 1 point and is out of the hand."
    phone.tap("button:has-text('Put it on the sheet')")
    expect(phone.page.locator(".noted")).to_contain_text("Bob: reneged")
    assert phone.taps <= 6
    phone.chip("tricks.0", 3)
    phone.chip("tricks.2", 2)
    phone.save()
    phone.expect_totals(Ann=2, Bob=-1, Cyd=0)


def test_a_renege_is_shown_by_the_cards(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", THREE)
    for number in (0, 1):
        phone.chip(f"tricks.{number}", (5, 0)[number])
    phone.save()
    phone.page.goto(phone.page.url + "/referee/renege")
    phone.tap(".chips button:text-is('yellow')")
    phone.tap("button:has-text('Tap the cards')")
    pick(phone, "red 7", "blue 3", "red 9")
    expect(phone.page.locator(".pad-head")).to_contain_text("Cyd plays")
    pick(phone, "red 2", "red 6")
    phone.tap("button[aria-label='Take the last card back']")
    expect(phone.page.locator(".pad-head")).to_contain_text("Ann plays")
    pick(phone, "red 4", "red 5")
    phone.reload()
    held = ["Annred 7", "Bobblue 3", "Cydred 9", "Cydred 2", "Annred 4", "Bobred 5"]
    expect(phone.page.locator(".fallen .held")).to_have_text(held)
    expect(phone.page.locator("[data-suggested]")).to_have_value("yellow")
    phone.tap(".save")
    assert says(phone).endswith("Bob loses 1 point and is out of the hand.")
    expect(phone.page.locator(".because")).to_contain_text("the red 5 to trick 2")
    phone.tap("button:has-text('On the last round instead')")
    phone.expect_totals(Ann=3, Bob=-1, Cyd=0)
    phone.tap("button:has-text('Undo')")
    phone.expect_totals(Ann=3, Bob=0, Cyd=0)


def test_lines_are_read_by_the_page_alone(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", ("Ann", "Ann Lee", "Bob, the 2nd"))
    phone.page.goto(phone.page.url + "/referee/renege")
    phone.tap(".chips button:text-is('yellow')")
    phone.tap("button:has-text('Tap the cards')")
    pick(phone, "red 7", "blue 3", "red 9")
    lines = "Ann red-7, Ann Lee blue-3, Bob, the 2nd red-9"
    expect(phone.page.locator("textarea")).to_have_value(lines)
    held = ["Annred 7", "Ann Leeblue 3", "Bob, the 2ndred 9"]
    with phone.page.expect_request("**/referee/renege?**tricks=**") as asked:
        phone.reload()
    assert "ask=" not in asked.value.url
    expect(phone.page.locator(".fallen .held")).to_have_text(held)
    phone.tap("button:has-text('Tap the cards')")
    expect(phone.page.locator(".pad-head")).to_contain_text("Bob, the 2nd plays")
    pick(phone, "red 2")
    expect(phone.page.locator("textarea")).to_have_value(lines + "\nBob, the 2nd red-2")


def test_lines_that_cannot_be_read_now_stay_and_are_sent_as_they_are(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", THREE)
    phone.page.goto(phone.page.url + "/referee/renege")
    phone.tap("button:has-text('Tap the cards')")
    pick(phone, "red 7", "blue 3", "red 9")
    phone.context.route("**/referee/renege?**", lambda route: route.abort())
    phone.reload()
    expect(phone.page.locator("textarea")).to_be_visible()
    expect(phone.page.locator("textarea")).to_have_value("Ann red-7, Bob blue-3, Cyd red-9")
    assert not phone.page.get_by_role("button", name="Tap the cards").is_visible()
    phone.context.unroute("**/referee/renege?**")
    phone.page.locator("textarea").fill("Ann red-7, Bob blue-3, Cyd red-9\nCyd red-2, Ann red-4, Bob red-5")
    phone.page.locator("textarea").blur()
    expect(phone.page.locator(".fallen .held")).to_have_count(6)
    expect(phone.page.locator("textarea")).to_be_hidden()
    phone.page.locator("[data-suggested]").fill("yellow")
    phone.tap(".save")
    assert says(phone).startswith("Bob had to follow red")


def test_each_trick_is_judged_once(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", THREE)
    phone.page.goto(phone.page.url + "/referee/renege")
    phone.tap(".chips button:text-is('yellow')")
    judged: list[str] = []
    phone.page.on("request", lambda one: judged.append(one.post_data or "") if one.url.endswith("/trick") else None)
    phone.tap("button:has-text('Tap the cards')")
    for cards, leader in ((("red 7", "red 3", "red 9"), "Cyd"), (("red 2", "red 4", "red 5"), "Bob")):
        pick(phone, *cards)
        expect(phone.page.locator(".pad-head")).to_contain_text(f"{leader} plays")
    assert len(judged) == len(set(judged)) == 2


def test_a_trick_of_rage_with_change_and_wild(phone: Phone) -> None:
    phone.start_play("rage", THREE)
    phone.page.goto(phone.page.url + "/referee/trick")
    phone.tap("button:has-text('Tap the cards')")
    pick(phone, "red 9", "Change Rage for green", "Wild Rage as green")
    phone.tap(".pad button:text-is('Done')")
    phone.chip("trump", "blue")
    phone.tap(".save")
    assert says(phone).startswith("Cyd wins the trick")
    expect(phone.page.locator(".verdict")).to_contain_text("By the book")


def test_tickets_and_the_finish_of_a_race_are_asked_together(phone: Phone) -> None:
    phone.start_play("superfecta", THREE)
    phone.page.goto(phone.page.url + "/referee/payout")
    phone.bets("tickets", 1, 2, "D")
    for place in (0, 1, 2):  # the last horse follows
        phone.tap(f"[data-field='finish'] .chip-button >> nth={place}")
    phone.tap(".save")
    assert says(phone) == "Bob gets 2 chips; the pools are empty."


def test_what_is_unclear_is_said_beside_it_and_nothing_tapped_is_lost(phone: Phone) -> None:
    phone.start_play("rage", THREE)
    phone.page.goto(phone.page.url + "/referee/trick")
    phone.tap("button:has-text('Tap the cards')")
    pick(phone, "red 9", "red 11")
    phone.tap(".pad button:text-is('Done')")
    phone.tap(".save")
    expect(phone.page.locator(".problem").first).to_be_visible()
    assert "Trump" in phone.problem()
    expect(phone.page.locator(".fallen .held")).to_have_text(["Annred 9", "Bobred 11"])
    phone.chip("trump", "none")
    phone.tap(".save")
    assert says(phone).startswith("Bob is winning so far")


def test_without_script_the_cards_are_written(plain_phone: Phone) -> None:
    plain_phone.start_play("raise-the-stakes", THREE)
    plain_phone.page.goto(plain_phone.page.url + "/referee/renege")
    plain_phone.page.get_by_label("Tricks").fill("Ann red-7, Bob blue-3, Cyd red-9\nCyd red-2, Ann red-4, Bob red-5")
    plain_phone.page.get_by_label("Trump").fill("yellow")
    plain_phone.tap(".save")
    assert says(plain_phone).startswith("Bob had to follow red")
    plain_phone.tap("button:has-text('Put it on the sheet')")
    expect(plain_phone.page.locator(".noted")).to_contain_text("Bob: reneged in trick 1")
    plain_phone.tap("button:has-text('Remove')")
    expect(plain_phone.page.locator(".noted")).to_have_count(0)


def test_without_a_club_anybody_can_ask(phone: Phone) -> None:
    phone.page.goto("/rules/toepen")
    phone.press(phone.page.get_by_role("link", name="Referee"))
    phone.tap("a:has-text('Who was right about the discard?')")
    phone.tap("button:has-text('Pick cards')")
    pick(phone, "K♥", "Q♥", "J♥", "7♥")
    phone.tap(".pad button:has-text('Done')")
    phone.chip("discarder", 0)
    phone.chip("challenger", 1)
    phone.tap(".save")
    assert says(phone).startswith("Player 1 loses 1 token")
    assert phone.page.locator("button:has-text('Put it on the sheet')").count() == 0


def test_the_form_foresees_what_the_round_gives_and_offers_the_tie(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", THREE)
    for number, taken in enumerate((2, 2, 1)):
        phone.chip(f"tricks.{number}", taken)
    expect(phone.page.locator(".offer")).to_contain_text("Ann and Bob tie for most tricks.")
    expect(phone.page.locator(".gives > summary")).to_have_text("Ann +1Bob +1Cyd 0")
    phone.tap(".offer a")
    assert says(phone) == "Ann +1 and Bob +1; everybody else 0."
    phone.page.go_back()
    expect(phone.page.locator("input[name='tricks.0'][value='2']")).to_be_checked()


def test_a_penalty_from_another_phone_joins_what_is_typed_here(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", THREE)
    sheet = phone.page.url
    other = Phone(phone.context)
    other.page.goto(sheet + "/referee/renege?admitted=1")
    phone.chip("tricks.0", 3)
    phone.chip("tricks.2", 2)
    other.tap("button:has-text('Put it on the sheet')")
    expect(phone.page.locator(".fresh")).to_be_visible()
    phone.save()
    phone.expect_totals(Ann=2, Bob=-1, Cyd=0)
    other.page.close()


@pytest.mark.ci
def test_every_page_of_the_referee_passes_on_the_smallest_phone(small: Phone) -> None:
    small.start_play("raise-the-stakes", ("Ann", "Bartholomäus der Lange", "Cyd", "Dee"))
    sheet = small.page.url
    small.page.goto(sheet + "/referee/renege?admitted=1")
    small.tap("button:has-text('Put it on the sheet')")
    small.page.locator(".noted").wait_for()
    check_pages(
        small,
        [
            "/rules/raise-the-stakes/referee",
            sheet,
            sheet + "/referee",
            sheet + "/referee/renege?admitted=1",
            sheet + "/referee/trick?ask=1",
        ],
    )


@each_kind_of_question
@pytest.mark.ci
def test_a_question_passes_on_the_smallest_phone(small: Phone, game: Game[Any], situation: Situation) -> None:
    check_pages(small, [f"/rules/{game.slug}/referee/{situation.key}"])


@pytest.mark.ci
def test_the_open_deck_passes_on_the_smallest_phone(small: Phone) -> None:
    small.page.goto("/rules/rage/referee/renege?seats=8")
    small.tap("button:has-text('Tap the cards')")
    pick(small, "red 9", "Change Rage for green")
    check(small)


def test_an_argument_where_the_book_is_silent_is_over_in_seven_taps(phone: Phone) -> None:
    phone.start_play("rage", THREE)
    sheet = phone.page.url
    phone.chip("bid.0", 2)
    phone.tap(".at-hand a:has-text('Referee')")
    phone.tap("a:has-text('Who should have followed suit?')")
    phone.tap(".chip-button:has-text('Bob')")
    assert says(phone).startswith("Bob reneged. The book sets no penalty.")
    phone.tap("button[data-step='1']")
    phone.tap("button[data-step='1']")
    phone.tap("button:has-text('Apply to the sheet')")
    expect(phone.page.locator(".noted")).to_contain_text("Bob")
    assert phone.page.url.startswith(sheet)
    assert phone.taps <= 7
    expect(phone.page.locator(".notice").first).to_contain_text("Ruling 1 is in the book.")
    expect(phone.page.locator("input[name='bid.0'][value='2']")).to_be_checked()
    phone.page.goto(sheet + "/referee/renege")
    expect(phone.page.locator(".precedents")).to_contain_text("Bob loses 2 points.")


def test_the_box_answers_while_it_is_typed(phone: Phone) -> None:
    phone.start_play("rage", THREE)
    phone.tap(".at-hand a:has-text('Referee')")
    expect(phone.page.locator("#found .line")).to_have_count(7)
    phone.page.locator("#q").press_sequentially("bob did not follow suit")
    expect(phone.page.locator("#found .line").first).to_contain_text("Who should have followed suit?")
    expect(phone.page.locator("#found .hit").first).to_contain_text("Rage")
    expect(phone.page.locator("#found > :last-child")).to_contain_text("None of these: write a ruling")
    phone.tap("#found .line")
    expect(phone.page.locator("h1")).to_have_text("Who should have followed suit?")
    phone.page.go_back()
    expect(phone.page.locator("#found .hit").first).to_be_visible()


def from_silence_to_the_sheet(phone: Phone) -> None:
    """What no rule says anything on is decided, and stands on the sheet and in the book."""
    phone.start_play("toepen", THREE)
    phone.tap(".at-hand a:has-text('Referee')")
    phone.page.locator("#q").fill("the cat took a card")
    if not phone.script:
        phone.tap(".ask button")
    expect(phone.page.locator("#found")).to_contain_text("say nothing on “the cat took a card”")
    phone.tap("a:has-text('None of these: write a ruling')")
    expect(phone.page.locator("#question")).to_have_value("the cat took a card")
    phone.chip("player", 2)
    phone.page.locator("input[name=points]").fill("1")
    phone.page.locator("#words").fill("Keep the cat out.")
    phone.tap("button:has-text('Apply to the sheet')")
    expect(phone.page.locator(".noted")).to_contain_text("Keep the cat out.")
    expect(phone.page.locator(".noted")).to_contain_text("Cyd")
    phone.page.goto(phone.page.url.split("?")[0] + "/referee?q=the+cat")
    expect(phone.page.locator("#found .club-own")).to_contain_text("Cyd loses 1 token.")


def test_silence_leads_to_a_ruling_with_points_on_the_sheet(phone: Phone) -> None:
    from_silence_to_the_sheet(phone)


def test_without_script_silence_leads_there_too(plain_phone: Phone) -> None:
    from_silence_to_the_sheet(plain_phone)


def test_without_script_the_box_is_answered_on_enter(plain_phone: Phone) -> None:
    plain_phone.page.goto("/rules/reversis/referee")
    plain_phone.page.locator("#q").fill("he revoked")
    with plain_phone.page.expect_navigation():
        plain_phone.page.locator("#q").press("Enter")
    expect(plain_phone.page.locator("#found .line").first).to_contain_text("Who should have followed suit?")


def test_what_nobody_wrote_is_marked_and_nothing_typed_is_lost(phone: Phone) -> None:
    phone.start_play("rage", THREE)
    phone.page.goto(phone.page.url + "/referee/renege?admitted=1")
    phone.page.locator("#words").fill("Not again.")
    phone.tap("button:has-text('Apply to the sheet')")
    expect(phone.page.locator(".problem.summary")).to_be_visible()
    expect(phone.page.locator("#words")).to_have_value("Not again.")
    phone.page.locator("input[name=points]").fill("3")
    phone.tap("button:has-text('Apply to the sheet')")
    expect(phone.page.locator(".noted")).to_contain_text("Not again.")


@pytest.mark.ci
def test_box_decision_and_customs_pass_on_the_smallest_phone(small: Phone) -> None:
    small.start_play("rage", ("Ann", "Bartholomäus der Lange", "Cyd", "Dee"))
    sheet = small.page.url
    club = sheet.split("/plays")[0]
    pages = [
        sheet + "/referee?q=did+not+follow+suit",
        sheet + "/referee?q=a+card+fell+on+the+floor",
        sheet + "/referee/renege?admitted=1",
        sheet + "/decide?question=The+cat&rule=customs/play.exposed-card",
        club + "/search?first=rage&q=the+cat+took+a+card",
        "/rules/rage/referee?q=the+cat+took+a+card",
        "/rules/rage",
        "/rules",
    ]
    check_pages(small, pages)


def test_what_was_typed_is_there_when_the_network_was_dead_as_it_was_asked(phone: Phone) -> None:
    phone.start_play("polignac", ("Ann", "Bob", "Cyd", "Dee"))
    address = phone.page.url + "/referee/trick"
    phone.page.goto(address)
    phone.tap("button:has-text('Tap the cards')")
    pick(phone, "10♠", "J♠", "K♠", "9♠")
    phone.context.route("**/referee/trick?**", lambda route: route.abort())
    with phone.page.expect_event("requestfailed"):
        phone.page.locator(".save").tap()
    phone.context.unroute("**/referee/trick?**")
    phone.page.goto(address)
    expect(phone.page.locator(".fallen .held")).to_have_text(
        [on_page(one) for one in ("Ann10♠", "BobJ♠", "CydK♠", "Dee9♠")]
    )
    phone.tap(".save")
    assert says(phone).startswith("Cyd wins the trick")
    phone.page.goto(address)
    expect(phone.page.locator(".fallen .held")).to_have_count(0)


def test_words_of_a_ruling_are_there_when_the_network_was_dead_as_they_were_sent(phone: Phone) -> None:
    club = phone.start_club()
    phone.start_play("polignac", ("Ann", "Bob", "Cyd", "Dee"))
    address = f"{club}/rulings/new?play={phone.page.url.rsplit('/', 1)[1]}"
    phone.page.goto(address)
    phone.page.get_by_label("Question", exact=True).fill("The cat took a card.")
    phone.page.get_by_label("Decision").fill("It is dealt again.")
    phone.context.route("**/rulings/new*", lambda route: route.abort())
    with phone.page.expect_event("requestfailed"):
        phone.page.get_by_role("button", name="Save the ruling").last.tap()
    phone.context.unroute("**/rulings/new*")
    phone.page.goto(address)
    expect(phone.page.get_by_label("Question", exact=True)).to_have_value("The cat took a card.")
    expect(phone.page.get_by_label("Decision")).to_have_value("It is dealt again.")
    phone.tap("label.chip:has(input[name='agreed'][value='Ann'])")
    phone.press(phone.page.get_by_role("button", name="Save the ruling").last)
    expect(phone.page.locator("main > .notice")).to_contain_text("is in the book")
    phone.page.goto(address)
    expect(phone.page.get_by_label("Question", exact=True)).to_have_value("")
