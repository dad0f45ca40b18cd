"""A whole hand of each game with tricks, its first and last tricks card by card on a phone: what is wrong in it is
found, the round filled in.
"""

from collections.abc import Iterator
from dataclasses import fields
from itertools import chain
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.game.game import Game
from companion.core.game.situation import ByTricks, CardForms
from companion.core.play.scoring_api import next_json
from companion.core.tricks.course_texts import breach_text, proved_renege_text
from companion.core.tricks.recorded_cards import RecordedCards
from companion.core.tricks.recorder import Recorder
from companion.games import all_games, game_of
from tests.alike import one_of_each
from tests.browser.phone import Phone
from tests.browser.plays.tricks.cards import lay, name_trump, send_cards
from tests.games.playing import NAMES, coming
from tests.suit_signs import on_page

pytestmark = pytest.mark.browser

OWN = ("hearts", "oh-hell", "rage", "raise-the-stakes", "reversis", "toepen")
"""Games whose hands are followed in tests of their own."""


def is_followed(game: Game[Any]) -> bool:
    """Whether its hands can be followed trick by trick."""
    return any(one.by_tricks for one in game.situations)


HANDS = tuple(game.slug for game in all_games() if is_followed(game) and game.slug not in OWN)
TRIES = 6


class Dealt:
    """A hand that people play as they like, of many the one with the fewest faults, but with some."""

    def __init__(self, slug: str) -> None:
        game = game_of(slug)
        self.names = NAMES[: min(4, game.seats.most)]
        self.table = coming(slug, players=self.names)
        self.known = next_json(game, self.table) or {}
        self.recorder = Recorder(game, self.table.options, self.table.players, self.table.setup.sides)
        item = self.recorder.trump
        suits = [str(choice.value) for choice in item.choices if choice.label == "♥"] if item else []
        self.trump = suits[0] if self.recorder.asks_trump else None
        played = [self.played(Random(seed)) for seed in range(TRIES)]
        self.recorded = min((one for one in played if self.faults(one)), key=lambda one: len(self.faults(one)))

    def played(self, dice: Random) -> RecordedCards:
        """Any cards of the hands that are dealt, to the end of the round."""
        recorder, table = self.recorder, self.table
        players = recorder.by_tricks.players(table)
        recorded = RecordedCards(players, self.known.get("leads") or players[0])
        if self.trump:
            said = recorder.set_trump(recorded, self.trump)
            assert isinstance(said, RecordedCards), said
            recorded = said
        size = recorder.by_tricks.length(table)
        left_out = recorder.by_tricks.cards_left_out(len(self.names), ())
        pack = [card for card in recorder.deck.copies if card not in left_out]
        dice.shuffle(pack)
        hands = {name: pack[seat * size : (seat + 1) * size] for seat, name in enumerate(players)}
        while turn := recorder.follow(table, recorded).turn:
            suit = self.led(recorded)
            hands[turn].sort(key=lambda card: card[-1] == suit or dice.random() < 0.2)
            found = recorder.add_card(table, recorded, turn, hands[turn].pop())
            assert isinstance(found, RecordedCards), found
            recorded = found
        return recorded

    def led(self, recorded: RecordedCards) -> str:
        """The suit of the trick that is being played."""
        trick = self.recorder.follow(self.table, recorded).current
        return trick.plays[0].card[-1] if trick else ""

    def faults(self, recorded: RecordedCards) -> list[str]:
        """What was wrong, as it is told."""
        course, by = self.recorder.follow(self.table, recorded), self.recorder.by_tricks
        return [proved_renege_text(one, by) for one in course.proved_reneges] + [
            breach_text(one, by) for one in course.breaches
        ]


def pieces(slug: str) -> Iterator[str]:
    """What the page of tricks does in a game."""
    game, table = game_of(slug), coming(slug, players=NAMES[: min(4, game_of(slug).seats.most)])
    recorder = Recorder(game, table.options, table.players, table.setup.sides)
    yield f"the table names trump: {recorder.asks_trump}"
    yield f"the sheet knows who leads: {bool((next_json(game, table) or {}).get('leads'))}"
    yield f"sides: {bool(table.setup.sides)}"
    for kind, record in ((ByTricks, recorder.by_tricks), (CardForms, recorder.by_tricks.forms)):
        yield from (one.name for one in fields(kind) if getattr(record, one.name) is not one.default)


@pytest.mark.parametrize("slug", one_of_each(HANDS, pieces))
def test_a_hand_is_followed_and_what_was_wrong_in_it_is_found(slug: str, phone: Phone) -> None:
    dealt, page = Dealt(slug), phone.page
    course = dealt.recorder.follow(dealt.table, dealt.recorded)
    phone.start_play(slug, dealt.names)
    sheet = page.url
    phone.press(page.get_by_role("link", name="Trick by trick"))
    if dealt.trump:
        name_trump(phone, dealt.trump)
    if "Who leads" in page.locator(".turn").inner_text():
        seat = dealt.names.index(course.tricks[0].plays[0].player)
        phone.press(page.locator(f"label.chip:has(input[name='player'][value='{seat}'])"))
    else:
        expect(page.locator(".turn")).to_have_text(f"{course.tricks[0].plays[0].player} leads")
    tricks = [[play.card for play in trick.plays] for trick in course.tricks]
    lay(phone, *tricks[0])
    expect(page.locator(".turn")).to_have_text(f"{course.tricks[1].plays[0].player} leads")
    lay(phone, *tricks[1])
    send_cards(phone, *chain.from_iterable(tricks[2:-1]))
    expect(page.locator(".turn")).to_have_text(f"{course.tricks[-1].plays[0].player} leads")
    lay(phone, *tricks[-1])
    expect(page.locator("h2", has_text="The hand is over")).to_be_visible()
    for text in dealt.faults(dealt.recorded):
        expect(page.locator(".renege", has_text=on_page(text)).first).to_be_attached()
    phone.press(page.get_by_role("link", name="Fill in round"))
    page.wait_for_url(sheet)
