"""The file of a whole club: one JSON object, with one line for each thing.

So it is written and read a line at a time, however long it is. What is numbered (phones, people, nights, house rules,
plays, rulings) is named by its place in its list, from 1; see ``docs/export.md``.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final

from companion.core.strict_json import JsonError, read_object, write
from companion.exports.packed import UnreadableFileError, too_large

FORMAT: Final = "companion-club"
VERSION: Final = 1
SECTIONS: Final = (
    "phones", "people", "person_steps", "house_rules", "nights", "plays", "night_steps", "rulings",
)  # fmt: skip
"""The lists of the file, in their order: what is named by its place comes before what names it."""

MOST_BYTES: Final = 64 * 1024 * 1024
"""The largest file that comes over the network."""

MOST_LINE: Final = 16 * 1024 * 1024
"""The longest line, so that no file takes more memory than there is; a play is one."""

OTHER_LAYOUT: Final = 16 * 1024 * 1024
"""The largest file that is read although its lines are not as they were written here."""

_HEAD = f'{{"format":"{FORMAT}","version":{VERSION},\n'.encode()
_REFERENCE = re.compile(r"@(-?)([1-9][0-9]{0,17})")
STEP_PEOPLE: Final = ("from", "to", "who", "into")
"""Where a step names somebody, by the number of their row; the kitty and names are texts."""

STEP_PEOPLE_LISTS: Final = ("present", "also")


class Writer:
    """Writes a file, line by line."""

    def __init__(self, file: IO[bytes], club: Mapping[str, Any]) -> None:
        self._file = file
        file.write(_HEAD)
        file.write(b'"club":' + write(club))

    def section(self, name: str, items: Iterator[Mapping[str, Any]]) -> None:
        """Begin the next list."""
        self._file.write(f',\n"{name}":['.encode())
        before = b"\n"
        for item in items:
            self._file.write(before + write(item))
            before = b",\n"
        self._file.write(b"\n]")

    def close(self) -> None:
        """End the file."""
        self._file.write(b"\n}\n")


def read(file: IO[bytes], most: int = MOST_BYTES) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the content of a file in order: first ``club``, then each thing with the name of its list.

    :raises UnreadableFileError: it is no such file, of a newer version, damaged, cut off, or too large.
    """
    lines = _Lines(file, most)
    if lines.next() != _HEAD:
        yield from _of_other_layout(lines.rest(OTHER_LAYOUT))
        return
    first = lines.next()
    if not first.startswith(b'"club":'):
        raise lines.damaged()
    yield "club", lines.thing(first.removeprefix(b'"club":'))
    for name in SECTIONS:
        if lines.next() != f'"{name}":[\n'.encode():
            raise lines.damaged()
        while not (line := lines.next()).startswith(b"]"):
            yield name, lines.thing(line)
        if line != (b"]\n" if name == SECTIONS[-1] else b"],\n"):
            raise lines.damaged()
    if lines.next() != b"}\n" or lines.next():
        raise lines.damaged()


class _Lines:
    """Lines of a file, of limited length."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        self._file = file
        self._most = most
        self._read = self._number = 0
        self._first = b""

    def next(self) -> bytes:
        """Return the next line with its line end; empty after the last one."""
        line = self._file.readline(MOST_LINE + 1)
        self._number += 1
        self._read += len(line)
        if self._read > self._most:
            raise UnreadableFileError(too_large(self._most))
        self._first = self._first or line
        if len(line) > MOST_LINE:
            told = "That is no club as Companion exports one: it has" if self._number == 1 else "The file has"
            raise UnreadableFileError(f"{told} a line that is far too long.")
        return line

    def rest(self, most: int) -> bytes:
        """Return the whole file once its first line was read."""
        found = self._first + self._file.read(most + 1)
        if len(found) > most:
            raise UnreadableFileError(
                "That is no club as Companion exports one, or one with other lines: such a file is only taken up to "
                f"{most // 1024**2} MB."
            )
        return found

    def thing(self, line: bytes) -> Mapping[str, Any]:
        """Return the object on a line."""
        return _object(line.removesuffix(b"\n").removesuffix(b","), self.damaged)

    def damaged(self) -> UnreadableFileError:
        """Return the error that this line is damaged."""
        return UnreadableFileError(f"The file is damaged or was cut off: line {self._number} is not as it was written.")


def _of_other_layout(body: bytes) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the same from a file with another layout, such as one saved by an editor."""
    try:
        told = read_object(body.removeprefix(b"\xef\xbb\xbf"))
    except JsonError as fault:
        raise UnreadableFileError(f"That is no club as Companion exports one. {_of_file(fault)}") from None
    if told.get("format") != FORMAT:
        kind = "a file of BG Stats: import it inside a club" if "plays" in told and "games" in told else "another file"
        raise UnreadableFileError(f"That is no club as Companion exports one, but {kind}.")
    version = told.get("version")
    if type(version) is not int or version < 1:
        raise UnreadableFileError("The file does not say which version of the form it has.")
    if version > VERSION:
        raise UnreadableFileError("The file comes from a newer version of Companion. Update this one, then try again.")
    if set(told) != {"format", "version", "club", *SECTIONS}:
        raise UnreadableFileError("The file is damaged: it has not the parts that such a file has.")
    _check_texts(told)
    if not isinstance(told["club"], dict):
        raise UnreadableFileError("The file is damaged: its club is none.")
    yield "club", told["club"]
    for name in SECTIONS:
        if not isinstance(told[name], list):
            raise UnreadableFileError(f"The file is damaged: “{name}” is no list.")
        for item in told[name]:
            if not isinstance(item, dict):
                raise UnreadableFileError(f"The file is damaged: something in “{name}” is no object.")
            yield name, item


def _object(line: bytes, damaged: Callable[[], UnreadableFileError]) -> Mapping[str, Any]:
    try:
        found = read_object(line)
    except JsonError:
        raise damaged() from None
    if b"\\" in line:
        _check_texts(found)
    return found


def _of_file(fault: JsonError) -> str:
    return str(fault).replace("The body", "It")


def _check_texts(value: object) -> None:
    """Check that no text has characters that a database cannot store."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            if "\0" in one or not _can_be_written(one):
                raise UnreadableFileError("The file is damaged: a text in it has letters that cannot be kept.")
        elif isinstance(one, dict):
            stack += [*one, *one.values()]
        elif isinstance(one, list):
            stack += one


def _can_be_written(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# Numbers of rows and numbers of the file.

Numbers = Mapping[int, int]
"""Of rows by numbers of the file, or the other way round."""


def respelled(value: Any, numbers: Numbers) -> Any:
    """Return JSON of the log with people renumbered; a reference to nobody becomes plain text."""
    if isinstance(value, str):
        return _reference(value, numbers) if value.startswith("@") else value
    if isinstance(value, dict):
        return {respelled(key, numbers): respelled(one, numbers) for key, one in value.items()}
    if isinstance(value, list):
        return [respelled(one, numbers) for one in value]
    return value


def _reference(text: str, numbers: Numbers) -> str:
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return text
    number = numbers.get(int(found[2]))
    return f"@{text}" if number is None else f"@{found[1]}{number}"


def people_in(*values: Any) -> set[int]:
    """Return the numbers of all people named in JSON of the log."""
    found, stack = set[int](), list(values)
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            if value.startswith("@") and (reference := _REFERENCE.fullmatch(value)):
                found.add(int(reference[2]))
        elif isinstance(value, dict):
            stack += value
            stack += value.values()
        elif isinstance(value, list):
            stack += value
    return found


def seats_with(seats: Sequence[Mapping[str, Any]] | None, people: Numbers) -> list[dict[str, Any]] | None:
    """Return seats with people renumbered; a minus before a number stays."""

    def other(number: int) -> int:
        return people[abs(number)] * (-1 if number < 0 else 1)

    if seats is None:
        return None

    def changed(row: Mapping[str, Any]) -> dict[str, Any]:
        return {key: other(value) if key in ("player_id", "person_id") else value for key, value in row.items()}

    return [
        {**changed(seat), "earlier": [changed(one) for one in seat["earlier"]]} if "earlier" in seat else changed(seat)
        for seat in seats
    ]


def about_with(about: Mapping[str, Any] | None, people: Numbers, nights: Numbers) -> dict[str, Any] | None:
    """Return what is said about a play, renumbered. People's own words stay as they are."""
    if about is None:
        return None
    changed = {key: respelled(about[key], people) for key in ("dealer", "options") if key in about}
    if about.get("night") is not None:
        changed["night"] = nights[about["night"]]
    return {**about, **changed}


def cards_with(cards: Mapping[str, Any] | None, people: Numbers, phones: Numbers) -> dict[str, Any] | None:
    """Return cards as they fell with players and writers renumbered."""
    if cards is None:
        return None
    told = respelled(cards, people)
    for trick in told.get("tricks", ()):
        for row in trick:
            for key, numbers in (("device_id", phones), ("player_id", people)):
                if row.get(key) is not None:
                    row[key] = numbers[row[key]]
    return dict(told)


@dataclass(frozen=True, slots=True)
class Renumbering:
    """New numbers for what events name."""

    people: Numbers
    nights: Numbers
    plays: Numbers

    def step(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data of an event, renumbered. Of a link to a night only whether there was one is kept."""
        found: dict[str, Any] = {}
        for key, value in data.items():
            if kind == "carried" and key == "to":
                found[key] = self.nights[value] if type(value) is int else value
            elif key == "came" and isinstance(value, Mapping):
                found[key] = {str(self.plays[int(play)]): self.nights[night] for play, night in value.items()}
            elif key == "shared":
                found[key] = ""
            elif key in STEP_PEOPLE and type(value) is int:
                found[key] = self.people[value]
            elif key in STEP_PEOPLE_LISTS and isinstance(value, list):
                found[key] = [self.people[one] if type(one) is int else one for one in value]
            elif isinstance(value, list):
                found[key] = [self.step("", one) if isinstance(one, Mapping) else one for one in value]
            else:
                found[key] = value
        return found


# Keys.

KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")


def own_key(key: str) -> str:
    """Return the key under which something was first created, before any import."""
    return key.partition("~")[0]
