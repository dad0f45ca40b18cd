"""Converting files of version 1, in which each play and ruling contains its own events."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Final

from companion.store.house.house_rules import HOUSE, PROPOSED, RECORDED, RULING
from companion.store.log.events import PLAY
from companion.store.money.money_log import CARRIED, IN_KITTY, MONEY, PAID
from companion.store.nights.night_state import NIGHT
from companion.store.people.edit_people import PERSON
from companion.store.rulings.rulings import PROMOTED

SECTIONS: Final = (
    "phones", "people", "person_steps", "house_rules", "nights", "plays", "night_steps", "rulings",
)  # fmt: skip
OF_EVENTS: Final = ("key", "at", "phone", "person", "client_id")
"""The keys of an event beside its data."""

FOLLOWS: Final = ("name", "place", "notes", "dated", "present")
"""The keys of a night that are computed from its events."""

Told = dict[str, Any]


def brought_over(things: Iterator[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, Told]]:
    """Yield the objects of a file of version 1 as those of today's version; unknown ones are yielded unchanged.

    :raises Exception: the file is damaged.
    """
    pieces = _Pieces()
    for section, told in things:
        act = getattr(pieces, section, None)
        yield from [(section, {**told})] if act is None else act({**told})
    for event in pieces.houses:
        yield "events", event


class _Pieces:
    """Builds the log of a club, with a method for each list of version 1 that contains events."""

    def __init__(self) -> None:
        self.houses: list[Told] = []
        """The events about house rules, yielded last because later rulings add to them."""

        self._places = count(1)
        self._taps: dict[str, str] = {}
        """The subject of each client id of events that are no edits: two lists may contain the same id."""

        self._began: dict[int, Told] = {}
        """The proposals of house rules by position in the file."""

        self._steps: dict[int, Told] = {}
        """The events about nights by position in the file."""

        self._plays = 0

    def _event(self, subject: str, about: int | None, kind: str, told: Told, data: Any = None, **more: Any) -> Told:
        """Return the next event. ``told``: its old form; ``data``: its data, None for all other keys of ``told``."""
        seq = next(self._places)
        said: Told = {key: told.pop(key) for key in OF_EVENTS if key in told}
        rest: Told = {} if data is None else told
        data = told if data is None else data
        tap = said.setdefault("client_id", f"~{seq}")
        if subject != PLAY and self._taps.setdefault(tap, subject) != subject:
            said["client_id"] = f"{seq}~{tap}"[:40]
        found: Told = {
            "seq": seq,
            "subject": subject,
            "about": about,
            "kind": kind,
            "data": data,
            **said,
            **more,
            **rest,
        }
        return {key: value for key, value in found.items() if value is not None}

    def person_steps(self, told: Told) -> Iterator[tuple[str, Told]]:
        """Yield the event of a change of a person."""
        yield "events", self._event(PERSON, told.pop("about"), told.pop("kind"), told, told.pop("data"))

    def house_rules(self, told: Told) -> Iterator[tuple[str, Told]]:
        """Collect the events about a version of house rules."""
        steps = told.pop("steps")
        began = self._event(HOUSE, None, PROPOSED, told)
        self._began[len(self._began) + 1] = began
        self.houses += [began, *(self._event(HOUSE, began["seq"], step.pop("kind"), step) for step in steps)]
        yield from ()

    def nights(self, told: Told) -> Iterator[tuple[str, Told]]:
        """Yield the row of a night, without the keys that are computed from its events."""
        yield "nights", {key: value for key, value in told.items() if key not in FOLLOWS}

    def plays(self, told: Told) -> Iterator[tuple[str, Told]]:
        """Yield a play, its edits and its draft."""
        self._plays += 1
        edits, draft, house = told.pop("edits"), told.pop("draft", None), told.pop("house", None)
        yield "plays", told if house is None else {**told, "house": self._began[house]["seq"]}
        places: dict[int, int] = {}
        for place, edit in enumerate(edits, start=1):
            undoes = edit.pop("undoes", None)
            more = {} if undoes is None else {"undoes": places[undoes]}
            event = self._event(PLAY, self._plays, edit.pop("kind"), edit, **more)
            places[place] = event["seq"]
            yield "events", event
        if draft is not None:
            yield "drafts", {**draft, "play": self._plays}

    def night_steps(self, told: Told) -> Iterator[tuple[str, Told]]:
        """Yield an event about a night or its money."""
        kind, undoes = told.pop("kind"), told.pop("undoes", None)
        undone = None if undoes is None else self._steps[undoes]
        is_money = kind in (PAID, CARRIED, IN_KITTY) or (undone is not None and undone["subject"] == MONEY)
        more = {} if undone is None else {"undoes": undone["seq"]}
        subject, night = MONEY if is_money else NIGHT, told.pop("night", None)
        event = self._event(subject, night, kind, told, told.pop("data"), **more)
        self._steps[len(self._steps) + 1] = event
        yield "events", event

    def rulings(self, told: Told) -> Iterator[tuple[str, Told]]:
        """Yield the events about a ruling."""
        steps = told.pop("steps")
        about = {"facts": told.pop("facts", None), "play_id": told.pop("play", None), "slot": told.pop("slot", None)}
        event = self._event(RULING, None, RECORDED, {**told, **about})
        yield "events", event
        for step in steps:
            kind = step.pop("kind")
            if kind == PROMOTED:
                self._began[step["house"]]["data"]["ruling"] = event["seq"]
            else:
                yield "events", self._event(RULING, event["seq"], kind, step)
