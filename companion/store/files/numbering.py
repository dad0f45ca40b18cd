"""Renumbering: replacing ids of rows by positions in a file, or the reverse, in columns and in JSON."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.store.log.subjects import MONEY, NIGHT, PERSON, PLAY
from companion.store.money.money_log import CARRIED
from companion.store.nights.night_state import MOVED_HERE
from companion.store.plays.play_details import DEALER, OPTIONS
from companion.store.plays.play_details import NIGHT as NIGHT_OF_PLAY

Numbers = Mapping[str, Mapping[int, int]]
"""New numbers by old ones, by list of the file."""

COLUMNS: Final = {
    "device_id": "phones", "player_id": "people", "person_id": "people", "merged_into_id": "people",
    "night_id": "nights", "play_id": "plays", "parent_id": "plays",
}  # fmt: skip
"""Columns, and keys of seats and cards, that hold ids; each with the list of the file that they refer to."""

SUBJECTS: Final = {PLAY: "plays", NIGHT: "nights", MONEY: "nights", PERSON: "people"}
"""The list of the file for each subject of events; house rules and rulings are known by the ``seq`` of an event."""

_IDS_IN_DATA: Final = {**dict.fromkeys(("from", "to", "who", "into", "present", "also"), "people"), "play_id": "plays"}
"""Keys of data that hold ids in events about anything but plays; names and the kitty are texts."""

_REFERENCE = re.compile(r"@(-?)([1-9][0-9]{0,17})")


def renumber(section: str, row: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """Return a row of a list with all ids replaced by new numbers.

    :raises KeyError: it refers to something that is missing.
    """
    found = {key: _new_number(value, numbers[COLUMNS[key]]) if key in COLUMNS else value for key, value in row.items()}
    if section == "plays":
        found |= {key: _renumber_json(row[key], numbers) for key in ("options", "dealer")}
    elif section == "drafts":
        found |= {key: _renumber_json(row[key], numbers) for key in ("data", "cards", "later")}
    elif section == "events":
        subject = SUBJECTS.get(row["subject"])
        found["subject_id"] = _new_number(row["subject_id"], numbers[subject]) if subject else row["subject_id"]
        found["data"] = (
            _renumber_edit(row["data"], numbers) if row["subject"] == PLAY else _renumber_event(row, numbers)
        )
    return found


def _new_number(value: Any, numbers: Mapping[int, int]) -> Any:
    """Return the new number for a number, or for each in a list. A minus sign stays; other values stay as they are."""
    if isinstance(value, list):
        return [_new_number(one, numbers) for one in value]
    return numbers[abs(value)] * (-1 if value < 0 else 1) if isinstance(value, int) else value


def _renumber_json(value: Any, numbers: Numbers) -> Any:
    """Return JSON of a play with people and phones renumbered; a reference to a missing person becomes plain text."""
    if isinstance(value, str):
        return _new_reference(value, numbers["people"]) if value.startswith("@") else value
    if isinstance(value, list):
        return [_renumber_json(one, numbers) for one in value]
    if isinstance(value, dict):
        return {
            _renumber_json(key, numbers): _new_number(one, numbers[COLUMNS[key]])
            if key in COLUMNS and isinstance(one, int)
            else _renumber_json(one, numbers)
            for key, one in value.items()
        }
    return value


def _new_reference(text: str, people: Mapping[int, int]) -> str:
    """Return a reference with the new number of its person; plain text if the person is missing."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return text
    number = people[int(found[2])]
    return f"@{found[1]}{number}" if number else f"@{text}"


def _renumber_edit(data: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """Return the data of an edit, renumbered; of its ``about``, only dealer, options and night refer to rows."""
    found = {key: value if key == "about" else _renumber_json(value, numbers) for key, value in data.items()}
    if "about" in data:
        about = data["about"]
        renumbered_details = {key: _renumber_json(about[key], numbers) for key in (DEALER, OPTIONS) if key in about}
        if NIGHT_OF_PLAY in about:
            renumbered_details[NIGHT_OF_PLAY] = _new_number(about[NIGHT_OF_PLAY], numbers["nights"])
        found["about"] = {**about, **renumbered_details}
    return found


def _renumber_event(event: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """Return the data of an event that is no edit, renumbered, and without the code in the link to a night."""
    # Only in an amount carried over, ``to`` is a night; elsewhere it is a person.
    data, list_of = event["data"], {**_IDS_IN_DATA, "to": "nights"} if event["kind"] == CARRIED else _IDS_IN_DATA
    found = {key: _new_number(value, numbers[list_of[key]]) if key in list_of else value for key, value in data.items()}
    if event["kind"] == CARRIED:
        found["open"] = [{**one, "who": _new_number(one["who"], numbers["people"])} for one in data["open"]]
    if MOVED_HERE in data:
        plays, nights = numbers["plays"], numbers["nights"]
        found[MOVED_HERE] = {str(plays[int(play)]): nights[night] for play, night in data[MOVED_HERE].items()}
    return {**found, "shared": ""} if "shared" in data else found


def phones_in(values: Sequence[Any]) -> Iterator[int]:
    """Yield the ids of phones anywhere in JSON of cards."""
    for value in values:
        if isinstance(value, list):
            yield from phones_in(value)
        elif isinstance(value, dict):
            yield from phones_in(list(value.values()))
            if isinstance(value.get("device_id"), int):
                yield value["device_id"]
