"""Cards entered trick by trick on the pages."""

import re
from html import unescape
from typing import Any

from werkzeug.test import TestResponse

from companion.store.database.base import db
from companion.store.plays.coming_round import round_cards
from companion.store.plays.play_state import load_play
from tests.suit_signs import without_signs
from tests.web.phones import Club, Phone, Table, problems


class Cards:
    """The page of a hand, by default on the scorer's phone."""

    def __init__(
        self,
        club: Club,
        slug: str = "raise-the-stakes",
        trump: str = "green",
        players: tuple[str, ...] = ("Ann", "Bob"),
        options: dict[str, Any] | None = None,
    ) -> None:
        self.club = club
        self.table: Table = club.start(slug, players, options)
        self.url = self.table.url + "/tricks"
        if trump:
            assert self.act(do="trump", trump=trump, when="start").status_code == 303

    def page(self, phone: Phone | None = None) -> str:
        answer = (phone or self.table.phone).get(self.url)
        assert answer.status_code == 200
        return answer.text

    def carried(self) -> dict[str, str]:
        """Return the hidden values of the page's forms."""
        form = re.findall(rf'<form[^>]* action="{self.url}"[^>]*>(.*?)</form>', self.page(), re.DOTALL)[0]
        names = ("base", "slot", "client_id")
        return {name: re.findall(rf'name="{name}" value="([^"]*)"', form)[0] for name in names}

    def act(self, path: str = "", phone: Phone | None = None, **form: Any) -> TestResponse:
        return (phone or self.table.phone).post(self.url + path, {**self.carried(), **form})

    def play(self, *cards: str) -> None:
        for card in cards:
            answer = self.act(card=card)
            assert answer.status_code == 303, problems(answer)

    @property
    def fallen(self) -> list[list[tuple[str, str]]]:
        """Return the stored cards, trick by trick, each with its player."""
        with self.club.app.app_context():
            play = load_play(self.club.id, self.table.key)
            assert play is not None
            data = round_cards.coming_cards(play).data
            db.session.remove()
        return [[(row["player"], row["card"]) for row in trick] for trick in data.get("tricks", [])]

    def sheet(self) -> str:
        """Return the sheet on the scorer's phone."""
        return self.table.phone.get(self.table.url).text

    def lock_bids(self, *bids: int) -> None:
        """Lock the bids of the round."""
        sent = {f"bid.{number}": str(bid) for number, bid in enumerate(bids)}
        assert self.table.post("/draft", {**sent, "slot": "1", "lock": "on"}).status_code == 303


def chosen(page: str, field: str) -> list[str]:
    """Return the value of a field for each player: a chosen chip, or a number."""
    return re.findall(rf'name="{field}\.\d+" value="(\d+)" checked', page) or re.findall(
        rf'name="{field}\.\d+"[^>]* value="(\d+)"', page
    )


def words(page: str) -> str:
    """Return the text of a page."""
    body = page.partition("<main")[2]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", without_signs(body))))


FOUR = ("Ann", "Bob", "Cyd", "Dee")
