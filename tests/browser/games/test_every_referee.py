"""A question to the referee of every game, asked at a play: the verdict, and what comes of it on the sheet."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from companion.core.game.game import Game
from companion.core.game.situation import situation_of
from companion.core.play.setups import read_options
from companion.games import all_games, game_of
from companion.web.referee.questions import QuestionContext, asked_fields, query_of
from tests.alike import one_of_each, pieces_of_question
from tests.browser.phone import Phone
from tests.games.examples import all_questions, at_the_table, judged
from tests.suit_signs import on_page

pytestmark = pytest.mark.browser

JUDGED = tuple(game.slug for game in all_games() if game.situations)
NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
GIVEN = ("players", "sides")
"""What the play itself answers."""


def seated(slug: str, case: Mapping[str, Any]) -> tuple[str, ...]:
    """Who sits at a table at which it can be asked; nobody where none does."""
    game = game_of(slug)
    players, sides = at_the_table(slug, case)
    players += tuple(name for name in NAMES if name not in players)[: max(game.seats.fewest - len(players), 0)]
    return players if len(players) <= game.seats.most and set(sides) <= set(sides_of(game, players)) else ()


def sides_of(game: Game[Any], players: tuple[str, ...]) -> tuple[str, ...]:
    """Those who sit across, where they score together."""
    return (
        tuple(" & ".join(players[seat::2]) for seat in range(2)) if game.seats.is_in_sides and len(players) == 4 else ()
    )


def question_of(slug: str) -> dict[str, Any]:
    """A worked question for this table and the default options; one with something for the sheet before others."""
    cases = [
        case
        for other, case in all_questions()
        if other == slug
        and "expect" in case
        and not case.get("options")
        and not {"side", "sides"} & set(case["facts"])  # by names that no play gives them
    ]
    cases.sort(key=lambda case: not case["expect"].get("effects"))
    return next(case for case in cases if seated(slug, case))


def pieces(slug: str) -> Iterator[str]:
    """What is on the page of the question, and what comes of it."""
    game, case = game_of(slug), question_of(slug)
    yield "for the sheet" if case["expect"].get("effects") else "for the table to decide"
    yield "for sides" if game.seats.is_in_sides else "for players"
    yield from pieces_of_question((game, situation_of(game.situations, case["situation"])))


@pytest.mark.parametrize("slug", one_of_each(JUDGED, pieces))
def test_a_question_is_settled_and_what_comes_of_it_is_on_the_sheet(slug: str, phone: Phone) -> None:
    game, case = game_of(slug), question_of(slug)
    players = seated(slug, case)
    options, _ = read_options(game, players, None)
    situation = situation_of(game.situations, case["situation"])
    if any(item.key == "seats" for item in situation.facts(options)):  # which the play knows
        case = {**case, "facts": {"seats": len(players), **case["facts"]}}
    wanted = judged(slug, case)
    typed = query_of(
        asked_fields(situation, QuestionContext(players, sides_of(game, players), options, {}, {})), case["facts"]
    )
    phone.start_play(slug, players)
    sheet = phone.page.url
    phone.page.goto(f"{sheet}/referee/{situation.key}?{urlencode(typed, doseq=True)}")
    phone.tap(".save")
    expect(phone.page.locator(".says")).to_have_text(on_page(wanted["verdict"]))
    numbers = [game.rules.by_id[rule].number for rule in wanted["rules"] if rule in game.rules.by_id]
    expect(phone.page.locator(".verdict .rule summary")).to_have_text(
        [re.compile(f"^Rule {re.escape(one)}\\b") for one in numbers]
    )
    if wanted["effects"]:
        phone.tap("button:has-text('Put it on the sheet')")
        for effect in wanted["effects"]:
            expect(phone.page.locator(".noted", has_text=effect["player"]).first).to_be_visible()
    else:
        phone.page.evaluate("() => { document.querySelector('#deciding').open = true; }")
        phone.tap("#deciding label.chip:has(input[name='player'][value='0'])")
        phone.page.locator("#deciding input[name=points]").fill("5")
        phone.tap("#deciding button:has-text('Apply to the sheet')")
        expect(phone.page.locator(".noted", has_text=players[0])).to_be_visible()
    expect(phone.page).to_have_url(re.compile(f"^{re.escape(sheet)}([#?].*)?$"))
