"""What an entry says before it is saved, and when it is refused; the keypad and what fills itself in."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from companion.games import game_of
from tests.alike import each_kind_of_round
from tests.browser.look import SMALLEST, check, faults_of_size
from tests.browser.phone import SIZE, Phone

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob", "Cyd", "Dee")
BETS_MAY_WAIT = ("superfecta",)
"""Games in which nothing has to be written down before the hand."""


def sit_down(phone: Phone, slug: str, players: int | None = None, options: dict[str, object] | None = None) -> None:
    game = game_of(slug)
    phone.start_play(slug, NAMES[: players or game.seats.nearest_allowed(4)], options)


def said(phone: Phone, text: str | re.Pattern[str]) -> None:
    """The line beside the button says this."""
    expect(phone.page.locator("#check")).to_have_text(text)


def focus(phone: Phone) -> str:
    """The name of the input that is in focus."""
    return str(phone.page.evaluate("() => document.activeElement.name || document.activeElement.textContent"))


def key(phone: Phone, *keys: str) -> None:
    """Tap keys of the keypad."""
    for one in keys:
        phone.press(phone.page.locator(".pad .keys button").get_by_text(one, exact=True))


def value(phone: Phone, name: str) -> str:
    """What stands in a number, or which chip is chosen; empty: nothing."""
    return str(
        phone.page.evaluate(
            """name => { const all = [...document.getElementsByName(name)];
            return all[0].type === 'radio' ? (all.find(one => one.checked)?.value ?? '') : all[0].value; }""",
            name,
        )
    )


def middles(phone: Phone, selector: str) -> list[float]:
    """How far down the page is the middle of each part that is seen."""
    return list(
        phone.page.locator(selector).evaluate_all(
            """all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect())
            .map(box => box.top + box.height / 2)"""
        )
    )


def is_filled_in(phone: Phone, name: str) -> bool:
    """Whether it is marked as filled in by the page."""
    return bool(phone.page.evaluate("name => Boolean(document.getElementsByName(name)[0].dataset.auto)", name))


@each_kind_of_round
def test_an_empty_entry_says_what_is_missing_and_leads_there_when_it_is_saved(slug: str, phone: Phone) -> None:
    """Of each kind of form; ``tests/web`` looks at every game."""
    sit_down(phone, slug)
    if slug in BETS_MAY_WAIT:
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
    """Of a game with a phase before the hand, and of one without; ``tests/web`` looks at every game."""
    phone = plain_phone
    for slug in ("rage", "cactus"):
        sit_down(phone, slug)
        first = phone.page.locator("#check").inner_text().partition(" And ")[0]
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


def test_harmless_answers_stand_there_as_chosen(phone: Phone) -> None:
    sit_down(phone, "chicago")
    phone.unfold("Forfeit")
    assert value(phone, "forfeit") == "none"
    phone.chip("forfeit", 1)
    phone.chip("forfeit", 1)  # tapped again: nobody
    assert value(phone, "forfeit") == "none"
    phone.page.goto(phone.page.url.split("/plays")[0])
    phone.start_play("burraco", NAMES)
    assert [value(phone, f"pozzetto.{side}") for side in (0, 1)] == ["taken", "taken"]


def test_a_round_saved_with_nobody_opens_with_nobody(phone: Phone) -> None:
    sit_down(phone, "cactus")
    phone.chip("caller", "none")
    phone.type("points.0", 3)
    phone.type("points.1", 5)
    phone.save()
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("link", name="Correct round 1"))
    assert value(phone, "caller") == "none"
    said(phone, "")


def test_the_line_follows_what_is_typed_and_a_correction_has_it_too(phone: Phone) -> None:
    sit_down(phone, "spite-and-malice", options={"games": 3})
    said(phone, "Winner: Who emptied their talon?")
    phone.chip("winner", "none")
    said(phone, "Count the talon of Ann. And 1 more.")
    phone.type("talon.0", 3)
    said(phone, "Count the talon of Bob.")
    phone.type("talon.1", 4)
    said(phone, "")
    phone.save()
    phone.expect_totals(Ann=1, Bob=0)
    phone.press(phone.page.get_by_role("link", name="Game 1"))
    phone.press(phone.page.get_by_role("link", name="Correct game 1"))
    phone.type("talon.1", "")
    said(phone, "Count the talon of Bob.")


def chips_of(phone: Phone, name: str) -> list[str]:
    """What can be tapped for an answer."""
    return phone.page.locator(f".chip:has([name='{name}'])").locator("visible=true").all_inner_texts()


def test_folds_are_called_after_the_knocks_and_only_who_may_have_folded_is_asked(phone: Phone) -> None:
    sit_down(phone, "toepen")
    line = phone.page.locator(".comes-to")
    expect(line).to_have_text("The hand is worth 1 token.")
    for name in ("Bob", "Ann", "Bob"):
        phone.tap(f"[data-sequence=knocks] .chip-button:text-is('+ {name}')")
    expect(line).to_have_text("The hand is worth 4 tokens.")
    assert chips_of(phone, "folded.2") == ["Stayed", "At Bob’s 1st knock", "At Ann’s knock", "At Bob’s 2nd knock"]
    assert chips_of(phone, "folded.0") == ["Stayed", "At Bob’s 2nd knock"], "Ann has knocked before it"
    assert chips_of(phone, "folded.1") == [], "Bob knocked last"
    phone.chip("folded.0", 3)
    phone.tap("[data-sequence=knocks] li:last-child button")
    expect(line).to_have_text("The hand is worth 3 tokens.")
    assert value(phone, "folded.0") == "", "there is no third knock any more"
    assert chips_of(phone, "folded.1") == ["Stayed", "At Ann’s knock"]


def test_a_number_is_tapped_where_it_is_usual_and_typed_where_it_is_not(phone: Phone) -> None:
    sit_down(phone, "burraco")
    pressed = phone.page.locator(".few [aria-pressed=true]")
    phone.usual("clean.0", 2)
    assert value(phone, "clean.0") == "2"
    expect(pressed).to_have_text(["2"])
    phone.usual("clean.0", 2)
    assert value(phone, "clean.0") == "", "tapped again it is nothing"
    phone.tap("input[name='clean.0']")
    key(phone, "1", "1")
    expect(pressed).to_have_count(0)
    phone.usual("dirty.1", 1)
    phone.reload()
    assert [value(phone, name) for name in ("clean.0", "dirty.1")] == ["11", "1"]
    expect(pressed).to_have_text(["1"])


def test_one_tap_answers_whose_hand_was_best_and_what_it_was(phone: Phone) -> None:
    sit_down(phone, "chicago")
    phone.cell("first_player", 1, "pair")
    assert [value(phone, f"first_{what}") for what in ("player", "hand")] == ["1", "pair"]
    phone.cell("first_player", "none")
    assert [value(phone, f"first_{what}") for what in ("player", "hand")] == ["none", ""]
    phone.tap(".field:has(input[name='second_player']) .grid button:text-is('More')")
    phone.cell("second_player", 0, "flush")
    phone.reload()
    spot = phone.page.locator("[aria-label='Ann: Flush'][aria-pressed=true]")
    expect(spot).to_be_visible()
    spot.press("Enter")
    assert [value(phone, f"second_{what}") for what in ("player", "hand")] == ["", ""], "pressed again it is nothing"


def test_what_is_usual_need_not_come_first_among_the_answers(phone: Phone) -> None:
    """All nine hands of Chicago but two are behind one more tap, wherever the two stand."""
    sit_down(phone, "chicago")

    def other(route: Route) -> None:
        page = route.fetch().text()
        assert 'data-usual="pair two-pair three-of-a-kind straight"' in page
        route.fulfill(
            body=re.sub(r'data-usual="[^"]+"', 'data-usual="flush straight-flush"', page), content_type="text/html"
        )

    phone.page.route("**/plays/*", other)
    phone.reload()
    grid = phone.page.locator(".field:has(input[name='first_player']) .grid")
    expect(grid.locator("[aria-label='Ann: Flush']")).to_be_visible()
    expect(grid.locator("[aria-label='Ann: Straight flush']")).to_be_visible()
    expect(grid.locator("[aria-label='Ann: Pair']")).to_be_hidden()


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


def put(phone: Phone, *bets: int) -> None:
    """Type the bets of the round that is asked for."""
    for seat, bet in enumerate(bets):
        phone.page.fill(f"[name='bets.{seat}']", str(bet))


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


# The keypad.


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
        key(phone, "05")  # it goes on by itself
    key(phone, "Done")
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.unfold("Penalties")
    phone.tap("[name='in_hand.1']")
    expect(phone.page.locator(".pad .go")).to_have_text("Next")


def card(phone: Phone, label: str) -> None:
    """Count a card by the key that is called so."""
    phone.touch(f".pad .quick button:has(small:text-is('{label}'))")


def test_what_is_missing_is_no_error_of_the_browser(phone: Phone) -> None:
    errors: list[str] = []
    phone.page.on("console", lambda one: errors.append(one.text) if one.type == "error" else None)
    sit_down(phone, "rage")
    phone.tap(".savebar button.save")
    expect(phone.page.locator(".problem.summary")).to_contain_text("Bid")
    assert not errors


def test_enter_on_a_keyboard_goes_on_to_the_next_number_and_what_is_typed_replaces_it(phone: Phone) -> None:
    sit_down(phone, "any-other-game", 3)
    phone.page.locator("[name='points.0']").tap()
    for text in ("3", "10", "7"):
        phone.page.keyboard.type(text)
        phone.page.keyboard.press("Enter")
    assert [value(phone, f"points.{seat}") for seat in range(3)] == ["3", "10", "7"]
    expect(phone.page.locator(".pad")).to_have_count(0)


def test_a_hand_is_counted_card_by_card_and_what_was_tapped_is_taken_back(phone: Phone) -> None:
    sit_down(phone, "pay-me")
    phone.chip("went_out", 1)  # the keypad is there for the first of the others
    head, told = phone.page.locator(".pad-head span"), phone.page.locator(".pad output")
    expect(head).to_have_text("Ann: Deadwood")
    for label in ("wild", "wild", "K–8"):
        card(phone, label)
    expect(told).to_have_text("15+15+10 = 40")
    expect(phone.page.locator(".pad .quick")).to_contain_text("2×15")
    key(phone, "⌫")
    assert value(phone, "deadwood.0") == "30"
    key(phone, "5")  # after a card a digit begins another
    assert value(phone, "deadwood.0") == "35"
    key(phone, "Next")
    expect(head).to_have_text("Cyd: Deadwood")
    phone.touch(".pad .as")  # as Ann, and on to whoever lacks a number
    assert value(phone, "deadwood.2") == "35"
    expect(head).to_have_text("Dee: Deadwood")
    key(phone, "0", "Done")
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.chip("went_out", 3)  # Dee, it is: now Bob is asked, and Dee is not
    expect(phone.page.locator("[name='deadwood.3']")).not_to_be_visible()
    phone.tap("[name='deadwood.0']")
    expect(told).to_have_text("15+15+5 = 35")
    key(phone, "Next", "1", "0")
    phone.save()
    phone.expect_totals(Ann=35, Bob=10, Cyd=35, Dee=0)


def test_cards_that_count_the_same_are_told_apart(phone: Phone) -> None:
    sit_down(phone, "samba")
    phone.tap("[name='melded.0']")
    quick = phone.page.locator(".pad .quick")
    for label in ("2", "A", "A"):
        card(phone, label)
    expect(quick.locator("button").filter(has_text="A")).to_have_text("A 2×20")
    expect(quick.locator("button:has(small:text-is('2'))")).to_have_text("2 1×20")
    key(phone, "⌫")
    expect(quick.locator("button").filter(has_text="A")).to_have_text("A 1×20")
    key(phone, "Next")
    phone.tap("[name='melded.0']")
    expect(quick.locator("button").filter(has_text="A")).to_have_text("A 1×20")
    assert phone.page.evaluate(
        "[...document.querySelectorAll('.quick button')].every(e => e.scrollWidth <= e.clientWidth)"
    )


def test_whoever_is_asked_first_comes_first(phone: Phone) -> None:
    sit_down(phone, "pay-me")
    phone.page.evaluate("document.querySelector('.field:has(> [name=\"deadwood.2\"])').dataset.first = ''")
    phone.chip("went_out", 1)
    head = phone.page.locator(".pad-head span")
    for name in ("Cyd", "Dee", "Ann"):
        expect(head).to_have_text(f"{name}: Deadwood")
        key(phone, "5", "Done" if name == "Ann" else "Next")
    expect(phone.page.locator(".pad")).to_have_count(0)


def test_the_deck_goes_on_once_no_further_card_can_be_taken(phone: Phone) -> None:
    sit_down(phone, "kabu")
    phone.page.locator("summary", has_text="Hands").or_(phone.page.locator(".ways label", has_text="Hands")).first.tap()
    phone.tap(".field:has(> input[name='hands.0']) .hand button")
    head = phone.page.locator(".pad-head span")
    for card in ("2♠", "3♠", "4♠"):
        phone.page.locator(f".deck button[aria-label='{card}']").tap()
        expect(head).to_have_text("Ann: Hand")
    phone.page.locator(".deck button[aria-label='5♠']").tap()
    expect(head).to_have_text("Bob: Hand")
    phone.tap("button[aria-label='Take the last card back']")
    expect(head).to_have_text("Ann: Hand")
    assert value(phone, "hands.0") == "2s 3s 4s"


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(
    "names", [("Anna", "Benny", "Cleo", "David"), ("Anna", "Benjamin", "Cleo", "Dominic"), ("Ann", "Bob", "Cy", "Di")]
)
def test_four_names_never_stand_as_three_and_one(phone: Phone, names: tuple[str, ...], width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.start_play("pay-me", names)
    tops = phone.page.locator("label.chip:has([name='went_out'])").evaluate_all(
        "all => all.filter(e => e.querySelector('.in')).map(e => Math.round(e.getBoundingClientRect().top))"
    )
    assert sorted(Counter(tops).values()) in ([4], [2, 2])
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", [SMALLEST, SIZE])
def test_all_who_are_asked_on_one_pad_stand_side_by_side_under_its_heading(phone: Phone, size: ViewportSize) -> None:
    phone.page.set_viewport_size(size)
    phone.start_play("cucumber", ("Anna", "Benny", "Cleo", "David", "Emma", "Frank", "Gustav"))
    phone.chip("leader", 2)
    for line in (".pad-head > :not(output)", ".seats-on-pad > *"):
        spots = middles(phone, line)
        assert max(spots) - min(spots) < 2, line


@pytest.mark.parametrize("size", [SMALLEST, SIZE])
def test_all_numbers_of_a_player_stand_in_one_line(phone: Phone, size: ViewportSize) -> None:
    phone.page.set_viewport_size(size)
    phone.start_play("rage", ("Anna", "Benny", "Cleo"))
    for place in range(3):
        spots = middles(phone, f".person:nth-of-type({place + 1}) .chips > label")
        assert len(spots) == 7
        assert max(spots) - min(spots) < 2


def test_a_name_stands_in_the_middle_of_its_chip(phone: Phone) -> None:
    sit_down(phone, "pay-me")
    phone.open_from_sheet("Who plays")
    chip = ".chips :is(span, a):has(> .in + bdi)"
    chips, names = middles(phone, chip), middles(phone, f"{chip} > bdi")
    assert len(chips) == len(names) == 2 * len(NAMES)
    assert all(abs(one - other) < 2 for one, other in zip(chips, names, strict=True))


@pytest.mark.parametrize("width", [320, 390])
def test_a_long_label_of_a_key_is_read_whole(phone: Phone, width: int) -> None:
    sit_down(phone, "pay-me")
    phone.page.set_viewport_size({"width": width, "height": 640})
    worths = [["three of a kind", 12], ["fifteen", 2], ["pair royal", 6], ["flush", 4]]
    phone.page.evaluate(
        "all => document.querySelectorAll('input.num').forEach(one => one.dataset.worths = JSON.stringify(all))",
        worths,
    )
    phone.chip("went_out", 1)
    assert phone.page.locator(".pad .quick small").first.inner_text() == "three of a kind"
    wide = phone.page.evaluate(
        """[...document.querySelectorAll('.quick button')]
            .map(e => [e.scrollWidth <= e.clientWidth, e.getBoundingClientRect()])"""
    )
    assert all(fits and box["left"] >= 0 and box["right"] <= width and box["height"] >= 44 for fits, box in wide)


def test_one_way_or_the_other_is_written_down_and_the_next_round_goes_on_in_it(phone: Phone) -> None:
    sit_down(phone, "cactus", options={"deals": 2})
    phone.chip("caller", 0)
    phone.tap("[name='points.0']")
    key(phone, "8")
    phone.chip("way", 1)
    expect(phone.page.locator("[name='points.0']")).not_to_be_visible()
    said(phone, "Missing: Ann: Layout, Bob: Layout")
    phone.tap("label.tick:has([name='cards.0.none'])")
    said(phone, "The layout of Bob is missing, or say that no cards are left.")
    for _ in range(3):  # one way is chosen, however often it is tapped
        phone.chip("way", 0)
        assert value(phone, "points.0") == "8"  # nothing that was typed is lost
        expect(phone.page.locator("[name='points.0']")).to_be_visible()
    phone.chip("way", 1)
    phone.tap("label.tick:has([name='cards.1.none'])")
    phone.save()
    phone.expect_totals(Ann=0, Bob=0)
    expect(phone.page.locator("[name='way'][value='1']")).to_be_checked()
    expect(phone.page.locator("[name='points.0']")).not_to_be_visible()


def test_without_script_the_other_way_is_one_fold(plain_phone: Phone) -> None:
    phone = plain_phone
    sit_down(phone, "put-and-take")
    folds = phone.page.locator("details.way")
    expect(folds).to_have_count(2)
    expect(folds.nth(0)).to_have_attribute("open", "")
    assert folds.nth(1).get_attribute("open") is None
    phone.page.locator("summary", has_text="Cards").click()
    phone.page.fill("[name='put_cards']", "7h Qs 2d 7c Kd")
    phone.page.fill("[name='take_cards']", "3s 9c Jh 4d 10h")
    phone.page.fill("[name='hands.0']", "7s 7d Qd 4c 3h")
    phone.save()
    expect(phone.page.locator("details.way").nth(1)).to_have_attribute("open", "")
    assert "The hand of Cyd is missing." in phone.problem()


def test_next_leads_to_what_follows_though_it_is_no_number(phone: Phone) -> None:
    sit_down(phone, "razz", 3)
    for seat in range(3):
        phone.type(f"paid.{seat}", 1)
    phone.tap("[name='paid.2']")
    key(phone, "Next")
    expect(phone.page.locator(".pad")).to_have_count(0)
    expect(phone.page.locator(".pot input[type=checkbox]").first).to_be_focused()


# What follows what.


def test_of_two_who_share_the_tricks_the_other_follows_in_the_entry_and_in_a_correction(phone: Phone) -> None:
    sit_down(phone, "ecarte")
    for name in ("king_shown", "vulnerable"):
        phone.chip(name, "none")
    phone.chip("tricks.0", 3)
    assert value(phone, "tricks.1") == "2"
    phone.chip("tricks.1", 4)
    assert value(phone, "tricks.0") == "1"
    phone.chip("tricks.0", 3)
    assert value(phone, "tricks.1") == "2"
    phone.save()
    phone.expect_totals(Ann=1, Bob=0)
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("link", name="Correct round 1"))
    phone.page.evaluate("() => localStorage.clear()")
    phone.reload()  # as on another phone
    phone.chip("tricks.0", 1)
    assert value(phone, "tricks.1") == "4"
    phone.save()
    phone.expect_totals(Ann=0, Bob=1)


def test_tricks_left_unplayed_after_a_renege_are_not_filled_in(phone: Phone) -> None:
    sit_down(phone, "raise-the-stakes", 2)
    phone.unfold("Reneged")
    phone.chip("reneged", 1)
    phone.chip("tricks.0", 2)
    phone.chip("tricks.1", 1)
    assert value(phone, "tricks.0") == "2"
    said(phone, "")
    phone.save()
    phone.expect_totals(Ann=2, Bob=-1)


@pytest.mark.parametrize("again", ["reload", "refusal"])
def test_the_mark_of_what_was_filled_in_lives_on(again: str, phone: Phone) -> None:
    sit_down(phone, "raise-the-stakes", 3, {"target": 2})
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 1)
    assert is_filled_in(phone, "tricks.2")
    if again == "reload":
        phone.reload()
    else:
        phone.unfold("Referee’s correction")
        phone.tap("[data-rows=adjust] [data-add]")
        phone.chip("adjust.0.player", 1)
        phone.save()
        expect(phone.page.locator(".problem.summary")).to_be_visible()
    assert [is_filled_in(phone, f"tricks.{seat}") for seat in range(3)] == [False, False, True]
    phone.chip("tricks.0", 2)
    assert value(phone, "tricks.2") == "2"


def test_no_tap_is_taken_before_what_was_typed_is_restored(phone: Phone) -> None:
    sit_down(phone, "raise-the-stakes", 3)
    phone.chip("tricks.0", 3)
    waiting: list[Route] = []
    phone.page.route("**/fields/rows.js", lambda route: waiting.append(route))  # Playwright sets an attribute on it
    phone.page.reload()
    chip = phone.page.locator("label.chip:has(input[name='tricks.1'][value='1'])")
    chip.scroll_into_view_if_needed()
    box = chip.bounding_box()
    assert waiting
    assert box
    phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert value(phone, "tricks.1") == ""
    waiting[0].continue_()
    phone.tap("label.chip:has(input[name='tricks.1'][value='1'])")
    assert [value(phone, f"tricks.{seat}") for seat in (0, 1)] == ["3", "1"]


def test_a_correction_on_the_same_phone_knows_what_was_filled_in_and_another_phone_leaves_it(phone: Phone) -> None:
    sit_down(phone, "raise-the-stakes", 3)
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 1)
    phone.save()
    phone.expect_totals(Ann=2, Bob=0, Cyd=0)
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("link", name="Correct round 1"))
    assert [is_filled_in(phone, f"tricks.{seat}") for seat in range(3)] == [False, False, True]
    phone.chip("tricks.0", 1)
    assert value(phone, "tricks.2") == "3"
    phone.page.evaluate("() => localStorage.clear()")
    phone.reload()
    phone.chip("tricks.0", 1)
    assert value(phone, "tricks.2") == "1"
    said(phone, "2 tricks left")


def test_the_rest_of_the_pots_follows_what_was_paid(phone: Phone) -> None:
    sit_down(phone, "razz", 3)
    for seat, paid in enumerate((5, 9, 9)):
        phone.type(f"paid.{seat}", paid)
    phone.tap(".pot .chip:has-text('Ann')")
    phone.tap(".pot:nth-child(2) .chip:has-text('Cyd')")
    phone.type("paid.2", 11)
    assert won(phone) == [("0", "15"), ("2", "10")]
    phone.reload()
    assert won(phone) == [("0", "15"), ("2", "10")]
    phone.type("paid.1", 10)
    assert won(phone) == [("0", "15"), ("2", "11")]
    phone.save()
    phone.expect_totals(Ann=10, Bob=-10, Cyd=0)
    phone.press(phone.page.get_by_role("link", name="Hand 1"))
    phone.press(phone.page.get_by_role("link", name="Correct hand 1"))
    phone.type("paid.1", 9)
    assert won(phone) == [("0", "15"), ("2", "10")]
    phone.tap(".pot:nth-child(2) .chip:has-text('Bob')")
    assert won(phone) == [("0", "15"), ("1", "4"), ("2", "6")]


def won(phone: Phone) -> list[tuple[str, str]]:
    """Who takes how many chips, as the form sends it: the place at the table and the chips."""
    sent = phone.page.locator("[data-shares] input[type=hidden]").evaluate_all("all => all.map(one => one.value)")
    return list(zip(sent[1::2], sent[::2], strict=True))


def lines(phone: Phone) -> list[str]:
    """The rows as sentences, without what keeps suits from being drawn as pictures."""
    return [text.replace("\ufe0e", "") for text in phone.page.locator(".said .text").all_inner_texts()]


def test_bets_are_put_on_a_layout(phone: Phone) -> None:
    sit_down(phone, "superfecta", 3)
    key = phone.page.locator("[data-bet='H']")
    expect(key).to_be_disabled()  # nobody bets yet
    phone.bets("tickets", 1, 2, "H/S/D/C")
    phone.bets("tickets", 1, 2, "H")
    phone.bets("tickets", 1, 1, "H")
    assert lines(phone) == ["Bob: 2 on ♥/♠/♦/♣ (Superfecta)", "Bob: 3 on ♥ (Win)"]
    expect(key).to_have_attribute("data-place", "3")
    phone.reload()
    assert lines(phone) == ["Bob: 2 on ♥/♠/♦/♣ (Superfecta)", "Bob: 3 on ♥ (Win)"]
    phone.bets("tickets", 0, 7, "H/D")  # typed: no chip has it
    assert lines(phone)[2] == "Ann: 7 on ♥/♦ (Exacta)"
    expect(key).to_have_attribute("aria-pressed", "false")  # Ann has nothing on it
    back = phone.page.locator("[aria-label='Take the last bet back']")
    phone.bets("tickets", 0, 7, "H/D")
    for text in (["Ann: 7 on ♥/♦ (Exacta)"], []):
        phone.press(back)
        assert lines(phone)[2:] == text
    expect(back).to_be_disabled()
    phone.tap(".said .text:has-text('3 on')")
    phone.tap("[data-row='1'] .chip-button:text-is('2')")
    phone.tap("[data-row='1'] button:text-is('Done')")
    phone.save()
    expect(phone.page.locator("#settled p").first).to_have_text(re.compile("^Bob 2 on ♥"))


def test_a_bet_is_on_the_layout_after_the_page_was_drawn_again(phone: Phone) -> None:
    sit_down(phone, "superfecta", 3)
    phone.bets("tickets", 1, 2, "D")
    phone.within("own.refresh()")
    expect(phone.page.locator("[aria-label='Who bets'] [value='1']")).to_have_attribute("aria-pressed", "true")
    phone.bets("tickets", 1, 2, "D")
    assert lines(phone) == ["Bob: 4 on ♦ (Win)"]


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
    card(phone, "joker")
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


def test_a_chip_that_stands_there_from_the_bid_is_confirmed_by_a_tap(phone: Phone) -> None:
    sit_down(phone, "rage", 3, {"first_hand": 2})
    for seat, bid in enumerate((2, 0, 1)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    expect(phone.page.locator("input[name='tricks.0']").first).to_be_attached()
    for seat, tricks in enumerate((2, 0, 0)):
        phone.chip(f"tricks.{seat}", tricks)
    assert [value(phone, f"tricks.{seat}") for seat in range(3)] == ["2", "0", "0"]
    phone.chip("tricks.0", 2)  # once more, and it is taken back
    assert value(phone, "tricks.0") == ""


def test_what_was_saved_is_confirmed_by_a_tap_in_a_correction_too(phone: Phone) -> None:
    sit_down(phone, "ace-deuce-jack", 3)
    play = phone.page.url
    put(phone, 2, 2)
    phone.save()
    phone.chip("banker_wins", "yes")
    phone.save()
    phone.page.goto(f"{play}/rounds/1/edit")
    for stands in (["2", "yes"], ["", ""]):
        phone.usual("bets.0", 2)
        phone.chip("banker_wins", "yes")
        assert [value(phone, name) for name in ("bets.0", "banker_wins")] == stands


def test_what_is_asked_side_by_side_stands_on_one_line(phone: Phone) -> None:
    sit_down(phone, "samba")
    tops = phone.page.evaluate(
        """() => [...document.querySelectorAll('.asked')].map(asked => [...asked.children].map(one =>
        [one.getBoundingClientRect().left, one.querySelector('input')?.getBoundingClientRect().top]))"""
    )
    beside = [row for row in tops if len(row) == 2 and row[0][0] < row[1][0]]
    assert beside
    assert [row for row in beside if row[0][1] != row[1][1]] == []


def test_a_red_suit_on_a_chip_has_no_border_of_its_own(phone: Phone) -> None:
    sit_down(phone, "reversis")
    phone.tap("button:has-text('Ace discarded')")
    suits = phone.page.locator("#f-payments-0-suit .chips")
    expect(suits.locator(".red")).to_have_count(2)
    borders = suits.evaluate("""one => [...one.querySelectorAll('*')].map(two =>
      parseFloat(getComputedStyle(two).borderTopWidth)).filter(width => width)""")
    assert borders == [1] * 4


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
