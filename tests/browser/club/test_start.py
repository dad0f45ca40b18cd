"""A play is started: seats first, the games that fit, lots; and the same is played again by those who stay."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.look import check
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

FOUR = ("Anna", "Ben", "Cleo", "Dan")


def test_with_the_keyboard_alone(phone: Phone) -> None:
    """Names, Enter after each; Enter on an empty seat goes to the games, Enter on what is found chooses it."""
    page, keys = phone.page, phone.page.keyboard
    phone.start_club()
    page.goto(page.url + "/plays/new")
    page.locator("#seat-0").focus()
    for name in FOUR[:2]:
        keys.type(name)
        keys.press("Enter")
    keys.press("Enter")
    expect(page.locator("#find-game")).to_be_focused()
    keys.type("ecarte")
    expect(page.locator(".pick:visible strong").first).to_have_text("Écarté")
    keys.press("Enter")
    expect(page.locator("#choice")).to_be_focused()
    expect(page.locator("#choice")).to_contain_text("Écarté")
    expect(page.locator("#of-game summary", has_text="House rules")).to_be_visible()
    page.reload()  # nothing that was typed is lost
    expect(page.locator("#go")).to_have_text("Start Écarté")
    expect(page.locator("#seat-1")).to_have_value("Ben")
    phone.press(page.locator("#go"))
    expect(page.locator("h1")).to_have_text("Écarté")


@pytest.mark.parametrize("letters", [16, 32])
def test_a_seat_is_wide_enough_for_what_stands_in_it(phone: Phone, letters: int) -> None:
    page = phone.page
    phone.start_club()
    page.goto(page.url + "/plays/new?game=rage")
    page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", letters)
    empty = page.locator("#seat-2")
    wide = empty.evaluate("one => { const room = one.clientWidth; one.value = one.placeholder; return room; }")
    room = empty.evaluate("one => one.scrollWidth")  # of the same words, typed
    assert wide >= room
    chip = page.locator(".dealer span").first
    assert chip.evaluate("one => one.scrollWidth <= one.clientWidth")
    edge = float(chip.evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)"))
    assert edge >= 6


def test_games_follow_the_seats_and_one_that_is_not_there_is_the_tables_own(phone: Phone) -> None:
    page = phone.page
    club = phone.start_club()
    page.goto(club + "/plays/new")
    for number, name in enumerate(FOUR[:3]):
        page.locator(f"#seat-{number}").fill(name)
    shown = page.locator(".pick:visible strong")
    assert "Toepen" in shown.all_inner_texts()
    assert "Samba" not in shown.all_inner_texts()
    page.locator("#seat-3").fill("anna")
    expect(page.locator("#sitting")).to_have_text("anna sits there twice")
    page.locator("#seat-3").fill("Dan")
    expect(page.locator(".pick:visible", has_text="Samba")).to_have_count(1)
    page.locator("#find-game").fill("bags")
    assert "Spades" in shown.all_inner_texts()
    assert "Rage" not in shown.all_inner_texts()
    page.locator("#find-game").fill("Bridge")
    expect(page.locator("#found")).to_contain_text("No game in the list is called “Bridge”.")
    assert shown.all_inner_texts() == ["Any other game"]
    phone.tap(".pick:has-text('Any other game')")
    expect(page.locator("#of-game [name=name]")).to_have_value("Bridge")
    expect(page.locator("#go")).to_have_text("Start Bridge")
    phone.chip("better", "low")
    phone.press(page.locator("#go"))
    expect(page.locator("h1")).to_have_text("Bridge")
    page.goto(club + "/plays/new")
    expect(page.locator(".pick:visible strong").first).to_have_text("Bridge")
    expect(page.locator(".pick:visible").first).to_contain_text("Best total: Lowest")


def test_games_that_were_not_played_lately_are_loaded_when_somebody_looks_for_them(phone: Phone) -> None:
    page = phone.page
    club = phone.start_club()
    phone.start_play("rage", FOUR, {"first_hand": 1})
    page.goto(club + "/plays/new")
    titles = page.locator(".pick strong")
    assert titles.all_inner_texts() == ["Rage"]
    page.locator("#find-game").fill("bags")
    expect(page.locator(".pick:visible strong")).to_have_text(["Spades", "Any other game"])
    page.keyboard.press("Enter")
    expect(page.locator("#go")).to_have_text("Start Spades")
    expect(page.locator("#of-game summary", has_text="House rules")).to_be_visible()
    page.reload()  # what was chosen is listed again
    expect(page.locator("#go")).to_have_text("Start Spades")
    expect(page.locator("#of-game summary", has_text="House rules")).to_be_visible()
    phone.press(page.locator("#go"))
    page.goto(club + "/plays/new?game=skat")
    expect(page.locator("#go")).to_have_text("Start Skat")
    assert sorted(titles.all_text_contents()) == ["Rage", "Skat", "Spades"]
    page.locator("#choice").tap()
    page.locator("#other-games > summary").tap()
    phone.tap(".pick:has-text('Hearts')")
    expect(page.locator("#go")).to_have_text("Start Hearts")


def test_a_game_of_ones_own_that_is_called_like_one_of_the_catalogue_leads_there(phone: Phone) -> None:
    page = phone.page
    club = phone.start_club()
    page.goto(club + "/plays/new?game=any-other-game")
    for number, name in enumerate(FOUR):
        page.locator(f"#seat-{number}").fill(name)
    suggested = page.locator("#suggested")
    page.locator("#of-game [name=name]").fill("500 b")
    expect(suggested).to_have_count(0)
    page.locator("#of-game [name=name]").fill("500 Bags")
    expect(suggested).to_contain_text("Spades is in the catalogue")
    expect(page.locator("#go")).to_have_text("Start 500 Bags")
    phone.tap("#suggested button")
    expect(page.locator("#go")).to_have_text("Start Spades")
    expect(suggested).to_have_count(0)
    phone.press(page.locator("#go"))
    expect(page.locator("h1")).to_have_text("Spades")


def test_a_form_is_sent_once_by_a_double_tap(phone: Phone) -> None:
    page = phone.page
    page.goto("/")
    page.wait_for_function("() => !document.querySelector('main[inert]')")
    # Nothing leaves the page: a script cannot be asked while the browser waits for another page.
    page.evaluate(
        """() => { window.sent = 0;
        addEventListener('submit', (event) => { sent += !event.defaultPrevented; event.preventDefault(); }); }"""
    )
    box = page.get_by_role("button", name="Start a club").bounding_box()
    assert box is not None
    for _ in range(2):
        page.touchscreen.tap(box["x"] + 5, box["y"] + 5)
    assert page.evaluate("() => sent") == 1


def test_lots_are_drawn_without_leaving_the_page(phone: Phone) -> None:
    page = phone.page
    phone.start_club()
    page.goto(page.url + "/plays/new?game=pitch")
    for number, name in enumerate(FOUR):
        page.locator(f"#seat-{number}").fill(name)
    phone.unfold("Names of the sides")
    page.locator("#side-0").fill("We")
    for what in ("Seats", "Partners", "Dealer"):
        phone.tap(f"[data-draw]:has-text('{what}')")
        told = {"Seats": r"clockwise", "Partners": r"^Drawn: \w+ & \w+ play against", "Dealer": r"deals first\.$"}[what]
        expect(page.locator("#told")).to_have_text(re.compile(told))
        expect(page.locator("#told")).to_be_in_viewport()
        expect(page.locator("#live")).to_contain_text("Drawn: ")
        assert sorted(page.locator(f"#seat-{number}").input_value() for number in range(4)) == list(FOUR)
    expect(page.locator("#side-0")).to_have_value("We")
    dealer = page.locator("#told").inner_text().split()[1]
    page.locator("#side-0").fill("")
    phone.press(page.locator("#go"))
    expect(page.locator(".board .card", has_text=dealer.split()[0])).to_contain_text(f"{dealer} deals")


def test_a_refused_form_leads_to_what_is_wrong(phone: Phone) -> None:
    page = phone.page
    phone.start_club()
    page.goto(page.url + "/plays/new?game=pitch")
    for number, name in enumerate(("Anna", "Ben", "Cleo", "Ben")):
        page.locator(f"#seat-{number}").fill(name)
    phone.unfold("Names of the sides")
    page.locator("#side-0").fill("We")
    phone.press(page.locator("#go"))
    links = page.locator(".problem.summary a")
    expect(links).to_have_text(["Name both sides, or neither."])
    expect(page.locator("#side-0")).to_be_focused()
    page.locator("#side-0").fill("")
    phone.press(page.locator("#go"))
    expect(links).to_have_text(["Ben is there twice; every name must be different."])
    expect(page.locator("#seat-0")).to_be_focused()
    expect(page.locator("#seat-0")).to_be_in_viewport()


def test_without_a_script(plain_phone: Phone) -> None:
    """Seats, a draw, a game, its questions, a round, and the same again with somebody else."""
    phone, page = plain_phone, plain_phone.page
    phone.start_club()
    phone.press(page.get_by_role("link", name="New game"))
    page.locator("#seat-0").fill("Anna")
    phone.press(page.get_by_role("button", name="Seats"))
    expect(page.locator("#seats-problem", has_text="two names")).to_be_visible()
    for number, name in enumerate(FOUR):
        page.locator(f"#seat-{number}").fill(name)
    phone.press(page.get_by_role("button", name="Dealer"))
    expect(page.locator("#told")).to_contain_text("deals first.")
    page.get_by_role("radio", name="Any other game").check()
    phone.press(page.locator(".save"))
    page.locator("#of-game [name=name]").fill("Bridge")
    phone.press(page.locator(".save"))
    expect(page.locator("h1")).to_have_text("Bridge")
    for number in range(4):
        phone.type(f"points.{number}", number)
    phone.save()
    phone.open_more("End the game")
    phone.press(page.get_by_role("button", name="End it now"))
    page.locator(".again label.chip", has_text="Ben").click()
    phone.unfold("Others, or other seats")
    page.locator("#others").fill("Eve")
    phone.press(page.get_by_role("button", name="Play again"))
    assert list(phone.totals()) == ["Anna", "Eve", "Cleo", "Dan"]
    page.goto(page.url.split("/plays")[0] + "/plays/new")
    page.locator("#other-games > summary").click()
    phone.press(page.get_by_role("button", name="Show them"))
    page.get_by_role("radio", name="Skat").check()
    phone.press(page.get_by_role("button", name="Show games that fit"))
    expect(page.locator(".save")).to_have_text("Start Skat")


def test_how_it_looks(small: Phone) -> None:
    page = small.page
    club = small.start_club()
    small.start_play("rage", FOUR, {"first_hand": 1})
    page.goto(club + "/plays/new")
    check(small)
    small.tap("[data-draw]:has-text('Seats')")
    page.locator("#other-games > summary").tap()
    small.tap(".pick:has-text('Any other game')")
    expect(page.locator("#of-game [name=name]")).to_be_visible()
    check(small)


def test_a_game_for_more_players_brings_their_seats(phone: Phone) -> None:
    page, club = phone.page, phone.start_club()
    page.goto(f"{club}/plays/new?game=ecarte")
    expect(page.locator(".seats > li")).to_have_count(3)
    page.locator("#change").click()
    page.locator(".pick:has([value=rage])").click()
    expect(page.locator(".seats > li")).to_have_count(9)
    page.locator("#seat-0").fill("Anna")
    page.locator("#seat-1").fill("Ben")
    page.locator("#seat-2").fill("Cleo")
    page.locator("#seat-3").fill("Dan")
    phone.press(page.locator("#go"))
    phone.expect_totals(Anna=0, Ben=0, Cleo=0, Dan=0)


def test_the_games_that_fit_or_are_found_stand_in_a_frame_with_round_corners(phone: Phone) -> None:
    """Also if the first one of the list is hidden."""
    page = phone.page
    phone.start_club()
    page.goto(page.url + "/plays/new")
    for number, name in enumerate(FOUR[:3]):
        page.locator(f"#seat-{number}").fill(name)
    first = page.locator(".chooser ul .pick:visible").first
    corner = "one => parseFloat(getComputedStyle(one).borderTopLeftRadius)"
    expect(first.locator("strong")).to_have_text("Cribbage")
    assert first.evaluate(corner) > 0
    page.locator("#find-game").fill("samba")
    expect(first.locator("strong")).to_have_text("Samba")
    assert first.evaluate(corner) > 0
