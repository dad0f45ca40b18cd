"""What an entry says before it is saved, and when it is refused."""

import re

import pytest
from playwright.sync_api import expect

from tests.alike import each_kind_of_round
from tests.browser.phone import Phone
from tests.browser.plays.entry.entries import NAMES, focus, may_bet_nothing, put, said, sit_down, value

pytestmark = pytest.mark.browser


@each_kind_of_round
def test_an_empty_entry_says_what_is_missing_and_leads_there_when_it_is_saved(slug: str, phone: Phone) -> None:
    """Of each kind of form; ``tests/web`` looks at every game."""
    sit_down(phone, slug)
    if may_bet_nothing(slug):
        said(phone, "")
        phone.save()
    line = phone.page.locator("#check")
    expect(line).not_to_be_empty()
    first = line.inner_text().partition(" And ")[0]
    phone.save()
    summary = phone.page.locator(".problem.summary")
    expect(summary).to_contain_text(first)
    link = summary.locator("a").first
    target = (link.get_attribute("href") or "").removeprefix("#")
    found = phone.page.evaluate(
        """id => { const spot = document.getElementById(id), field = spot.closest('.field') || spot;
        const box = document.activeElement.getBoundingClientRect();
        return field.contains(document.activeElement) && box.top >= 0 && box.bottom <= innerHeight; }""",
        target,
    )
    assert found, (target, focus(phone))


def test_without_script_the_same_is_demanded_in_the_same_words(plain_phone: Phone) -> None:
    """Of a game with a phase before the hand, and of one without; ``tests/web`` looks at every game.

    Before that the line is hidden, since it would still be there after the answer is entered.
    """
    phone = plain_phone
    for slug in ("rage", "cactus"):
        sit_down(phone, slug)
        line = phone.page.locator("#check")
        expect(line).to_be_hidden()
        first = (line.text_content() or "").partition(" And ")[0]
        assert first
        phone.tap(".save")
        link = phone.page.locator(".problem.summary a").first
        expect(link).to_contain_text(first)
        phone.press(link)
        spot = (link.get_attribute("href") or "").removeprefix("#")
        assert phone.page.locator(f"[id='{spot}']").count() == 1
        expect(phone.page).to_have_url(re.compile(f"#{re.escape(spot)}$"))


# No answer is taken in silence.

SCORES = {
    "burraco": ["closed"], "samba": ["went_out"], "cactus": ["caller"],
    "chicago": ["first_player", "second_player", "final_player"], "ecarte": ["king_shown", "vulnerable"],
    "pitch": ["jack", "game"],
}  # fmt: skip


@pytest.mark.parametrize(("slug", "keys"), SCORES.items())
def test_nobody_is_tapped_where_it_scores(slug: str, keys: list[str], phone: Phone) -> None:
    sit_down(phone, slug)
    for name in keys:
        assert value(phone, name) == ""
    phone.save()
    for name in keys:
        label = re.escape(phone.page.locator(f"#f-{name} legend").inner_text())
        expect(phone.page.locator(f"#f-{name} .problem")).to_have_text(re.compile(rf"^(Who .+\?|Choose “{label}”\.)$"))
        phone.chip(name, "none")
    phone.save()
    for name in keys:
        expect(phone.page.locator(f"#f-{name} .problem")).to_have_count(0)
        assert value(phone, name) == "none"


def test_what_is_asked_only_with_something_else_is_demanded_with_it(phone: Phone) -> None:
    sit_down(phone, "ecarte")
    phone.chip("vulnerable", "none")
    phone.chip("tricks.0", 3)
    said(phone, "King shown: Who held the king of trumps after the exchange and showed it?")
    phone.tick("upcard_king")
    said(phone, "")
    phone.save()
    phone.expect_totals(Ann=2, Bob=0)


def test_a_refused_row_is_opened(phone: Phone) -> None:
    sit_down(phone, "speculation")
    for number, (kind, seller) in enumerate((("trump", 0), ("upcard", None))):  # the upcard is of the dealer
        phone.tap(f"[data-kind={kind}]" if seller is None else f"[data-kind={kind}][data-whose='{seller}']")
        buyers = phone.page.locator(f"[data-row='{number}'] .grid .cells-of").locator("visible=true")
        expect(buyers).to_have_text(["Bob", "Cyd", "Dee"][: len(NAMES) - 1])  # Ann sells
        phone.chip(f"sales.{number}.buyer", 1)
        phone.type(f"sales.{number}.chips", 2)
        phone.tap(f"[data-row='{number}'] button:text-is('Done')")
    phone.chip("winner", 0)
    said(phone, "Sale 2: the upcard is sold before any other card.")
    phone.save()
    expect(phone.page.locator("[data-row='1']")).to_be_visible()
    expect(phone.page.locator("[data-row='0']")).to_be_hidden()
    assert focus(phone) == "sales.1.seller"


def test_a_bid_that_was_settled_is_named_with_the_way_to_change_it(phone: Phone) -> None:
    sit_down(phone, "ace-deuce-jack", 3, {"stack": 12})
    play = phone.page.url
    for bob, cyd in ((1, 1), (0, 5)):  # Bob is the banker of the second
        put(phone, bob, cyd)
        phone.save()
        if bob:
            phone.chip("banker_wins", "yes")
            phone.save()
    phone.page.goto(f"{play}/rounds/1/edit")
    put(phone, 0, 10)
    phone.save()
    phone.page.goto(play)
    phone.chip("banker_wins", "yes")
    said(phone, "Cyd bets 5, but holds 2 chips.")
    phone.save()
    assert focus(phone) == "lock"


def test_what_is_missing_is_no_error_of_the_browser(phone: Phone) -> None:
    errors: list[str] = []
    phone.page.on("console", lambda one: errors.append(one.text) if one.type == "error" else None)
    sit_down(phone, "rage")
    phone.tap(".savebar button.save")
    expect(phone.page.locator(".problem.summary")).to_contain_text("Bid")
    assert not errors


def test_what_was_wrong_goes_when_it_is_changed(phone: Phone) -> None:
    phone.start_play("samba", ("Ann", "Bob", "Cyd", "Dee"))
    phone.save()
    told = phone.page.locator("#entry .problem.summary li")
    expect(told).to_have_count(3)
    phone.chip("went_out", "none")
    expect(told).to_have_count(2)
    expect(phone.page.locator(".field.bad, [aria-invalid]")).to_have_count(0)
    phone.type("melded.0", 120)
    expect(phone.page.locator(".problem")).to_have_count(0)


def test_what_was_wrong_with_a_name_goes_when_it_is_changed(phone: Phone) -> None:
    phone.start_club()
    phone.page.goto(phone.page.url + "/plays/new?game=rage")
    for seat in (0, 1):
        phone.page.locator(f"#seat-{seat}").fill("Ann")
    phone.press(phone.page.locator(".save"))
    assert "Ann" in phone.problem()
    phone.page.locator("#seat-1").fill("Bob")
    expect(phone.page.locator(".problem, [aria-invalid]")).to_have_count(0)
