"""Three nights of a club at fixed times, with all that pages about more than one play can show."""

import re
from datetime import UTC, datetime

from companion.store.database.base import clock_at, db
from companion.store.people.ledger import ledger_of
from tests.web.pages import text_and_links
from tests.web.phones import Club, Phone, Table
from tests.web.start.starts import in_euros

STAKE = {"stake.kind": "fixed", "stake.amount": "2"}


def at(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    """Return a moment of 2026; the club's time zone is an hour ahead."""
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


DURING, AFTERWARDS = at(3, 1, 22), at(3, 8, 20)
"""Moments of the second night and after the third."""


class Season:
    """Nights on the 1st of February and the 1st of March (with four plays), and a third on the 8th of March."""

    def __init__(self, club: Club) -> None:
        self.club = club
        in_euros(club)
        club.organiser.post(f"{club.url}/zone", {"zone": "Europe/Berlin"})
        self.first = self._played(at(2, 1, 19), (5, 3, 1), (2, 2, 4))
        self.second = self._played(at(3, 1, 19), (1, 6, 0), (3, 3, 3))
        with clock_at(at(3, 1, 20, 30)):
            self.skunk = club.start("cribbage", ["Ann", "Bob"])
        with clock_at(at(3, 1, 21, 10)):
            self.skunk.write({"board": {"Ann": 121, "Bob": 88}})
            self.discarded = club.start("rage", ["Ann", "Bob"])
            self.discarded.post("/discard", {"to": "on"})
        with clock_at(at(3, 1, 21, 30)):
            self.open = club.start("rage", ["Ann", "Dee"], {"first_hand": "2"})
            self.open.write({"bid": {"Ann": 2, "Dee": 0}, "tricks": {"Ann": 2, "Dee": 0}})
            about = {
                "name": "Ours",
                "place": "At Ann’s",
                "notes": "Wine.",
                "others": "Zoe",
                "base": 0,
                "client_id": "a",
            }
            club.scorer.post(f"{self.night}/edit", about)
            rule = {"game": "rage", "agreed": "Ann", "question": "Late card?", "decision": "It stays."}
            self.ruling = club.scorer.post(f"{club.url}/rulings/new", rule).headers["Location"]
        for phone in (club.organiser, club.scorer):
            phone.get(club.url)  # with the messages of the forms that were sent
        self.plays = {"first": self.first, "second": self.second, "skunk": self.skunk, "open": self.open}
        self.plays["discarded"] = self.discarded

    def go_on(self) -> "Season":
        """Play the third night."""
        self.plays["last"] = self._played(at(3, 8, 19), (0, 0, 7), names=("Bob", "Cyd", "Dee"))
        return self

    def _played(
        self, begin: datetime, *rounds: tuple[int, ...], names: tuple[str, ...] = ("Ann", "Bob", "Cyd")
    ) -> Table:
        """Return a play for two euros, with these rounds, ended after three quarters of an hour."""
        with clock_at(begin):
            table = self.club.start("any-other-game", names, STAKE)
        with clock_at(begin.replace(minute=45)):
            for points in rounds:
                table.write({"points": dict(zip(names, points, strict=True))})
            table.post("/end")
        return table

    def night_of(self, table: Table) -> str:
        """Return the address of the night of a play."""
        return table.phone.get(f"{table.url}/money").headers["Location"].removesuffix("/money")

    @property
    def night(self) -> str:
        """The address of the night with four plays."""
        return self.night_of(self.second)

    @property
    def names(self) -> dict[str, str]:
        """The club, its ruling, its people, plays and nights: name and address."""
        nights = {name: play for name, play in self.plays.items() if name in ("first", "open", "last")}
        with self.club.app.app_context():
            people = {one.name: f"{self.club.url}/people/{one.id}" for one in ledger_of(self.club.id).people.values()}
            db.session.remove()
        return {
            "Club": self.club.url,
            "ruling": self.ruling,
            **people,
            **{name: play.url for name, play in self.plays.items()},
            **{f"{name}-night": self.night_of(play) for name, play in nights.items()},
        }

    def address(self, path: str) -> str:
        """Return the address of a path that begins with one of the names."""
        first = re.match(r"[\w-]+", path)
        assert first is not None
        return self.names[first[0]] + path[first.end() :]

    def shown(
        self, path: str, phone: Phone | None = None, when: datetime = AFTERWARDS
    ) -> tuple[str, list[tuple[str, str]]]:
        """Return the text of the main part of a page, and its links, with names for what has a random address."""
        names = self.names
        keys = {f"={name}": f"={address.rpartition('/')[2]}" for name, address in names.items() if "-night" in name}
        with clock_at(when):
            page = (phone or self.club.scorer).get(self.address(path)).text
        return text_and_links(page, names | keys)
