"""House rules on a phone: agreed, played, printed, handed on; in both themes on the smallest screen."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.club.test_rulings import write
from tests.browser.conftest import Server
from tests.browser.look import SMALLEST, check, check_pages
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

GAME = "raise-the-stakes"
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 3


def propose(phone: Phone, club: str, target: int, *rules: str, day: date | None = None) -> None:
    """A proposal by its page; ``day``: the one from which it is to hold."""
    phone.page.goto(f"{club}/house/{GAME}/new")
    phone.type("target", target)
    for number, text in enumerate(rules):
        if number:
            phone.press(phone.page.get_by_role("button", name="Add another rule"))
        phone.page.locator(f"#amendment-{number}").fill(text)
    if rules:
        phone.page.locator("#amendment-0-rule").fill("4.7")
    if day:
        phone.page.locator("#holds-from").fill(day.isoformat())
    phone.press(phone.page.locator(".save"))
    expect(phone.page.get_by_role("heading", name="Proposed: version")).to_be_visible()


def agree(phone: Phone, name: str) -> None:
    """Somebody agrees to the proposal on the page."""
    phone.page.locator("[name=others]").fill(name)
    phone.press(phone.page.get_by_role("button", name="They agree"))
    expect(phone.page.locator(".house-card .born")).to_contain_text(name)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_a_house_rule_is_agreed_used_in_a_new_play_and_absent_in_the_old_one(
    phone: Phone, plain_phone: Phone, script: bool
) -> None:
    phone = phone if script else plain_phone
    club = phone.start_club()
    phone.start_play(GAME, ("Ann", "Bob", "Cyd"))
    old = phone.page.url
    propose(phone, club, 30, "Folded cards stay face down.", "Nobody sings.")
    expect(phone.page.locator(".house-card")).to_contain_text("By the book")
    agree(phone, "Ann")
    expect(phone.page.locator(".differs")).to_contain_text("30")

    phone.page.goto(club)
    phone.start_play(GAME, ("Ann", "Bob", "Cyd"))
    expect(phone.page.locator(".round-head")).to_contain_text("the game ends at 30 points")
    expect(phone.page.locator(".tonight")).to_have_count(0)
    phone.open_more()
    phone.press(phone.page.get_by_role("link", name="What do we play?"))
    expect(phone.page.locator(".house-card")).to_contain_text("Nobody sings.")
    phone.press(phone.page.get_by_role("link", name="Rules", exact=True))
    expect(phone.page.locator("[id='play.fold'] .differs-here")).to_contain_text("Folded cards stay face down.")

    phone.page.goto(old)
    expect(phone.page.locator(".round-head")).to_contain_text("the game ends at 20 points")
    phone.open_more()
    phone.press(phone.page.get_by_role("link", name="What do we play?"))
    expect(phone.page.locator(".house-card")).to_contain_text("By the book")


def test_a_change_for_the_evening_is_read_on_the_sheet(phone: Phone) -> None:
    club = phone.start_club()
    propose(phone, club, 30, "Nobody sings.")
    agree(phone, "Ann")
    phone.page.goto(club)
    phone.start_play(GAME, ("Ann", "Bob"), {"target": 50})
    expect(phone.page.locator(".tonight")).to_have_text("Tonight: Target 50 (house rule 30)")


def test_a_card_goes_to_another_club_by_its_link(phone: Phone, plain_phone: Phone) -> None:
    propose(phone, phone.start_club(), 30, "Nobody sings.")
    agree(phone, "Ann")
    phone.press(phone.page.get_by_role("link", name="Share the card"))
    expect(phone.page.locator(".qr > svg")).to_be_visible()
    link = phone.page.locator("a.link").inner_text()

    club = plain_phone.start_club()
    plain_phone.page.goto(f"{club}/house")
    plain_phone.page.get_by_label("Adopt from a link").fill(f"Look at this: {link}")
    plain_phone.press(plain_phone.page.get_by_role("button", name="Look at it"))
    expect(plain_phone.page.locator(".house-card")).to_contain_text("Nobody sings.")
    plain_phone.press(plain_phone.page.get_by_role("button", name="Propose them to"))
    expect(plain_phone.page.get_by_role("heading", name="Proposed: version 1")).to_be_visible()


def test_the_card_prints_alone_and_black_on_white(phone: Phone) -> None:
    club = phone.start_club()
    propose(phone, club, 30, "Nobody sings.")
    agree(phone, "Ann")
    propose(phone, club, 40, "Everybody sings.")
    phone.page.emulate_media(media="print", color_scheme="dark")
    assert phone.page.locator("main").inner_text().split("\n")[0] == "House rules of our club"
    assert "Everybody sings." not in phone.page.locator("body").inner_text()
    for part in ("header", "h1", ".more", ".foot", ".proposal", ".notice"):
        assert not any(one.is_visible() for one in phone.page.locator(part).all()), part
    colours = phone.page.evaluate(
        "() => [...document.querySelectorAll('.house-card, .house-card *')].map(one => getComputedStyle(one).color)"
    )
    assert set(colours) == {"rgb(0, 0, 0)"}
    assert phone.page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_the_rules_of_a_play_print_whole_and_black_on_white(phone: Phone) -> None:
    club = phone.start_club()
    propose(phone, club, 30, "Nobody sings.")
    agree(phone, "Ann")
    phone.page.goto(club)
    phone.start_play(GAME, ("Ann", "Bob"))
    phone.page.goto(f"{phone.page.url}/rules")
    glance = phone.page.locator(".chapter .quickly")
    expect(glance).to_be_hidden()
    phone.page.emulate_media(media="print", color_scheme="dark")
    expect(glance).to_be_visible()
    assert phone.page.get_by_text("At a glance").locator("visible=true").count() == 1
    assert printed_colours(phone) == ({"rgb(0, 0, 0)"}, {"rgb(255, 255, 255)"})


def test_a_ruling_prints_black_on_white_too(phone: Phone) -> None:
    club = phone.start_club()
    phone.start_play(GAME, ("Ann", "Bob"))
    phone.page.goto(f"{club}/rulings/new")
    write(phone, "May folded cards be shown?", "They stay face down.")
    phone.unfold("Withdraw it")
    phone.page.locator("#withdraw [name=reason]").fill("We think again.")
    phone.press(phone.page.locator("#withdraw button:not(.unseen)"))
    expect(phone.page.locator(".notice.warn")).to_be_visible()
    phone.page.emulate_media(media="print", color_scheme="dark")
    assert printed_colours(phone) == ({"rgb(0, 0, 0)"}, {"rgb(255, 255, 255)"})


def printed_colours(phone: Phone) -> tuple[set[str], set[str]]:
    """The colours of the letters on paper, and of what is behind them."""
    letters, grounds = phone.page.evaluate(
        """() => {
          const all = [document.body, ...document.querySelectorAll('main, main *')];
          const styles = all.filter(one => one.checkVisibility()).map(one => getComputedStyle(one));
          return [styles.map(one => one.color), styles.map(one => one.backgroundColor)];
        }"""
    )
    return set(letters), set(grounds) - {"rgba(0, 0, 0, 0)"}


def test_the_paragraphs_on_the_card_have_room_for_a_thumb(phone: Phone) -> None:
    club = phone.start_club()
    propose(phone, club, 30, "Nobody sings.")
    agree(phone, "Ann")
    links = phone.page.locator(".differs a, .written a")
    assert links.count() > 1
    for link in links.all():
        box = link.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


def test_buttons_under_one_another_stand_as_close_as_elsewhere(small: Phone) -> None:
    propose(small, small.start_club(), 30, "Nobody sings.")
    agree(small, "Ann")
    edges = small.page.locator(".more .button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.top, box.bottom])"
    )
    assert len(edges) == 2
    assert 8 <= edges[1][0] - edges[0][1] <= 16


@pytest.fixture(scope="module")
def visited(browser: Browser, server: Server) -> Iterator[tuple[Phone, list[str]]]:
    """A phone of the smallest size, and the addresses of all pages about house rules, full of long words."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
    club = phone.start_club()
    card = f"{club}/house/{GAME}"
    pages = [f"{club}/house", card, f"{card}/new", "/house/nothing"]
    propose(phone, club, 30, LONG, "Nobody sings.")
    agree(phone, "Bartholomäus der Lange")
    phone.page.goto(f"{card}/share")
    pages += [phone.page.url, phone.page.locator("a.link").inner_text()]
    phone.page.goto(club)
    phone.start_play(GAME, ("Ann", "Bartholomäus der Lange"), {"target": 50})
    play = phone.page.url
    for target in (60, 70):
        propose(phone, club, target, LONG, day=date.today() + timedelta(days=9))
        phone.page.locator("[name=others]").fill("Bartholomäus der Lange")
        phone.press(phone.page.get_by_role("button", name="They agree"))
    expect(phone.page.get_by_role("heading", name="Coming: version")).to_have_count(2)
    propose(phone, club, 40, f"{LONG} 2")
    phone.press(phone.page.get_by_role("link", name="The whole card").last)
    pages += [phone.page.url, f"{play}/house", f"{play}/rules", play, f"{club}/plays/new?game={GAME}"]
    yield phone, pages
    phone.context.close()


@pytest.mark.ci
def test_every_page_passes_on_the_smallest_phone(visited: tuple[Phone, list[str]]) -> None:
    check_pages(*visited)


def test_what_is_wrong_with_a_proposal_passes_as_well(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    phone.page.goto(pages[2])
    phone.type("target", "x")
    phone.page.locator("#amendment-2").fill("twice")
    phone.page.locator("#amendment-1").fill("twice")
    phone.press(phone.page.locator(".save"))
    expect(phone.page.locator(".problem").first).to_be_visible()
    assert "not a whole number" in phone.problem()
    assert phone.page.locator("#amendment-2").input_value() == "twice"
    check(phone)
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 320
