"""Converting files of version 1, in which each play and ruling contains its own events."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Final

from companion.store.house.house_rules import PROPOSED, RECORDED
from companion.store.log.subjects import HOUSE, MONEY, NIGHT, PERSON, PLAY, RULING
from companion.store.money.money_log import CARRIED, IN_KITTY, PAID

SECTIONS: Final = (
    "phones", "people", "person_steps", "house_rules", "nights", "plays", "night_steps", "rulings",
)  # fmt: skip
EVENT_KEYS: Final = ("key", "at", "phone", "person", "client_id")
"""The keys of an event other than its data."""

COMPUTED_KEYS: Final = ("name", "place", "notes", "dated", "present")
"""The keys of a night that are computed from its events."""

Json = dict[str, Any]


def convert(objects: Iterator[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, Json]]:
    """Yield the objects of a file of version 1 as those of today's version; unknown ones are yielded unchanged.

    :raises Exception: the file is damaged.
    """
    builder = _LogBuilder()
    for section, old in objects:
        converter = getattr(builder, section, None)
        yield from [(section, {**old})] if converter is None else converter({**old})
    for event in builder.house_events:
        yield "events", event


class _LogBuilder:
    """Builds the log of a club: it has a method for each list of version 1 that changes.

    Each takes an object of that list, from which it may remove keys, and yields the objects that it becomes today, each
    with the name of its list.
    """

    def __init__(self) -> None:
        self.house_events: list[Json] = []
        """The events about house rules, yielded last because later rulings add to them."""

        self._seqs = count(1)
        self._subjects_by_client_id: dict[str, str] = {}
        """The subject of events that are no edits, by client id: two lists may contain the same client id."""

        self._proposals: dict[int, Json] = {}
        """The proposals of house rules by position in the file."""

        self._night_events: dict[int, Json] = {}
        """The events about nights by position in the file."""

        self._plays = 0

    def _event(self, subject: str, about: int | None, kind: str, old: Json, data: Any = None, **more: Any) -> Json:
        """Return the next event. ``about``: the number of what it is about; ``more``: further columns of the event.

        ``old``: the event in its old form, without what other arguments say; ``data``: its data. If that is None, the
        keys of ``old`` other than ``EVENT_KEYS`` are the data; else they are further columns.
        """
        seq = next(self._seqs)
        common: Json = {key: old.pop(key) for key in EVENT_KEYS if key in old}
        rest: Json = {} if data is None else old
        data = old if data is None else data
        client_id = common.setdefault("client_id", f"~{seq}")
        if subject != PLAY and self._subjects_by_client_id.setdefault(client_id, subject) != subject:
            common["client_id"] = f"{seq}~{client_id}"[:40]
        found: Json = {
            "seq": seq,
            "subject": subject,
            "about": about,
            "kind": kind,
            "data": data,
            **common,
            **more,
            **rest,
        }
        return {key: value for key, value in found.items() if value is not None}

    def person_steps(self, old: Json) -> Iterator[tuple[str, Json]]:
        """Yield the event that a step about a person becomes."""
        yield "events", self._event(PERSON, old.pop("about"), old.pop("kind"), old, old.pop("data"))

    def house_rules(self, old: Json) -> Iterator[tuple[str, Json]]:
        """Collect the events about a version of house rules, and yield nothing: ``convert`` yields them at the end."""
        steps = old.pop("steps")
        proposal = self._event(HOUSE, None, PROPOSED, old)
        self._proposals[len(self._proposals) + 1] = proposal
        self.house_events += [
            proposal,
            *(self._event(HOUSE, proposal["seq"], step.pop("kind"), step) for step in steps),
        ]
        yield from ()

    def nights(self, old: Json) -> Iterator[tuple[str, Json]]:
        """Yield the row of a night, without the keys that are computed from its events."""
        yield "nights", {key: value for key, value in old.items() if key not in COMPUTED_KEYS}

    def plays(self, old: Json) -> Iterator[tuple[str, Json]]:
        """Yield a play, its edits and its draft."""
        self._plays += 1
        edits, draft, house = old.pop("edits"), old.pop("draft", None), old.pop("house", None)
        yield "plays", old if house is None else {**old, "house": self._proposals[house]["seq"]}
        seqs: dict[int, int] = {}
        for revision, edit in enumerate(edits, start=1):
            undoes = edit.pop("undoes", None)
            more = {} if undoes is None else {"undoes": seqs[undoes]}
            event = self._event(PLAY, self._plays, edit.pop("kind"), edit, **more)
            seqs[revision] = event["seq"]
            yield "events", event
        if draft is not None:
            yield "drafts", {**draft, "play": self._plays}

    def night_steps(self, old: Json) -> Iterator[tuple[str, Json]]:
        """Yield an event about a night or its money."""
        kind, undoes = old.pop("kind"), old.pop("undoes", None)
        undone = None if undoes is None else self._night_events[undoes]
        is_money = kind in (PAID, CARRIED, IN_KITTY) or (undone is not None and undone["subject"] == MONEY)
        more = {} if undone is None else {"undoes": undone["seq"]}
        subject, night = MONEY if is_money else NIGHT, old.pop("night", None)
        event = self._event(subject, night, kind, old, old.pop("data"), **more)
        self._night_events[len(self._night_events) + 1] = event
        yield "events", event

    def rulings(self, old: Json) -> Iterator[tuple[str, Json]]:
        """Yield the events about a ruling."""
        steps = old.pop("steps")
        about = {"facts": old.pop("facts", None), "play_id": old.pop("play", None), "slot": old.pop("slot", None)}
        event = self._event(RULING, None, RECORDED, {**old, **about})
        yield "events", event
        for step in steps:
            kind = step.pop("kind")
            if kind == "promoted":  # to a house rule
                self._proposals[step["house"]]["data"]["ruling"] = event["seq"]
            else:
                yield "events", self._event(RULING, event["seq"], kind, step)
