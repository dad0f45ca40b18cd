"""Numbers of rows and places in a file: one instead of the other, wherever something is named by its number."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.store.log.events import PLAY
from companion.store.money.money_log import CARRIED, MONEY
from companion.store.nights.night_state import CAME, NIGHT
from companion.store.people.edit_people import PERSON
from companion.store.plays.play_details import DEALER, OPTIONS
from companion.store.plays.play_details import NIGHT as NIGHT_OF_PLAY

Numbers = Mapping[str, Mapping[int, int]]
"""New numbers by old ones, for each list of the file."""

COLUMNS: Final = {
    "device_id": "phones", "player_id": "people", "person_id": "people", "merged_into_id": "people",
    "night_id": "nights", "play_id": "plays", "parent_id": "plays",
}  # fmt: skip
"""What names something by its number: in columns, in seats, and in cards as they fell."""

SUBJECTS: Final = {PLAY: "plays", NIGHT: "nights", MONEY: "nights", PERSON: "people"}
"""What events are about; those about house rules and rulings name an event."""

_SAID: Final = {**dict.fromkeys(("from", "to", "who", "into", "present", "also"), "people"), "play_id": "plays"}
"""What names something in an event about no game; the kitty and names are texts."""

_REFERENCE = re.compile(r"@(-?)([1-9][0-9]{0,17})")


def renumbered(section: str, row: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """Return a row of a list with everything that it names under its new number.

    :raises KeyError: it names something that is not there.
    """
    found = {key: _number(value, numbers[COLUMNS[key]]) if key in COLUMNS else value for key, value in row.items()}
    if section == "plays":
        found |= {key: _respelled(row[key], numbers) for key in ("options", "dealer")}
    elif section == "drafts":
        found |= {key: _respelled(row[key], numbers) for key in ("data", "cards", "later")}
    elif section == "events":
        subject = SUBJECTS.get(row["subject"])
        found["subject_id"] = _number(row["subject_id"], numbers[subject]) if subject else row["subject_id"]
        found["data"] = _edit(row["data"], numbers) if row["subject"] == PLAY else _said(row, numbers)
    return found


def _number(value: Any, numbers: Mapping[int, int]) -> Any:
    """Return a number or a list of them as new ones; a minus before a number stays."""
    if isinstance(value, list):
        return [_number(one, numbers) for one in value]
    return numbers[abs(value)] * (-1 if value < 0 else 1) if isinstance(value, int) else value


def _respelled(value: Any, numbers: Numbers) -> Any:
    """Return JSON of a game with people and phones renumbered; a reference to nobody becomes plain text."""
    if isinstance(value, str):
        return _reference(value, numbers["people"]) if value.startswith("@") else value
    if isinstance(value, list):
        return [_respelled(one, numbers) for one in value]
    if isinstance(value, dict):
        return {
            _respelled(key, numbers): _number(one, numbers[COLUMNS[key]])
            if key in COLUMNS and isinstance(one, int)
            else _respelled(one, numbers)
            for key, one in value.items()
        }
    return value


def _reference(text: str, people: Mapping[int, int]) -> str:
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return text
    number = people[int(found[2])]
    return f"@{found[1]}{number}" if number else f"@{text}"


def _edit(data: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """Return the data of an edit, renumbered. People's own words stay as they are."""
    found = {key: value if key == "about" else _respelled(value, numbers) for key, value in data.items()}
    if "about" in data:
        about = data["about"]
        said = {key: _respelled(about[key], numbers) for key in (DEALER, OPTIONS) if key in about}
        if NIGHT_OF_PLAY in about:
            said[NIGHT_OF_PLAY] = _number(about[NIGHT_OF_PLAY], numbers["nights"])
        found["about"] = {**about, **said}
    return found


def _said(event: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """Return the data of an event about no game, renumbered. Of a link to a night stays whether there was one."""
    data, named = event["data"], {**_SAID, "to": "nights"} if event["kind"] == CARRIED else _SAID
    found = {key: _number(value, numbers[named[key]]) if key in named else value for key, value in data.items()}
    if event["kind"] == CARRIED:
        found["open"] = [{**one, "who": _number(one["who"], numbers["people"])} for one in data["open"]]
    if CAME in data:
        plays, nights = numbers["plays"], numbers["nights"]
        found[CAME] = {str(plays[int(play)]): nights[night] for play, night in data[CAME].items()}
    return {**found, "shared": ""} if "shared" in data else found


def phones_in(values: Sequence[Any]) -> Iterator[int]:
    """Yield the phones that entered cards, wherever they stand in these values."""
    for value in values:
        if isinstance(value, list):
            yield from phones_in(value)
        elif isinstance(value, dict):
            yield from phones_in(list(value.values()))
            if isinstance(value.get("device_id"), int):
                yield value["device_id"]
