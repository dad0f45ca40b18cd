"""Tolerant readers of the values in a file of BG Stats."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS
from companion.core.entry.names import NAME_LENGTH, name_fault
from companion.core.entry.sums import read_sum
from companion.core.game.game import Game
from companion.core.play.fold import Refusal, opening_table, play_round
from companion.core.play.setups import read_setup
from companion.core.strict_json import JsonError, read_object
from companion.core.words import quoted
from companion.dates import day_with_year

_WHOLE = re.compile(r"-?[0-9]{1,15}")


class CannotImportError(ValueError):
    """Raised if a play cannot be imported; the message says why, to follow ``“Rage” of 4 July 2026: ``."""


def read_points(score: Any, who: str) -> int | None:
    """Return the points in a score, sums added up; None if there is no score. ``who``: the player, for the message.

    :raises CannotImportError: it is not a whole number.
    """
    if score is None or (isinstance(score, str) and not score.strip()):
        return None
    found = read_sum(score[:500]) if isinstance(score, str) else None
    if type(score) in (int, float) and score % 1 == 0:  # not for true and false, which are numbers in Python
        found = int(score)
    if found is None:
        raise CannotImportError(f"the score of {quoted(who)}, {quoted(score)}, is not a whole number.")
    return found


def read_id(row: Mapping[str, Any]) -> int | None:
    """Return the id of a row; None if it has none."""
    number = row.get("id")
    return number if type(number) is int else None


def read_whole(value: Any, otherwise: int) -> int:
    """Return the whole number in a value, also one in a text; ``otherwise`` if there is none, or beyond 53 bits."""
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        value = int(value)
    return value if type(value) is int and abs(value) < 2**53 else otherwise


def read_text(row: Mapping[str, Any], key: str) -> str:
    """Return the text under a key of a row; empty if there is none."""
    value = row.get(key)
    return value if isinstance(value, str) else ""


def read_flag(row: Mapping[str, Any], key: str, otherwise: bool = False) -> bool:
    """Return the flag under a key of a row, written as ``true`` or as 1; ``otherwise`` if there is none."""
    value = row.get(key)
    return bool(value) if isinstance(value, bool) or value in (0, 1) else otherwise


def read_list(row: Mapping[str, Any], key: str) -> Sequence[Any]:
    """Return the list under a key of a row; empty if there is none."""
    value = row.get(key)
    return value if isinstance(value, list) else ()


def read_nested(row: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the object under a key of a row, also one in a text as JSON; an empty one if there is none."""
    value = row.get(key)
    if isinstance(value, str) and value.startswith("{"):
        try:
            value = read_object(value.encode("utf-8", "replace"))
        except JsonError:
            return {}
    return value if isinstance(value, Mapping) else {}


def read_moment(row: Mapping[str, Any]) -> datetime | None:
    """Return the local time at which a play was played, or else recorded; None if neither is known."""
    for key in ("playDate", "entryDate"):
        try:
            at = datetime.fromisoformat(read_text(row, key)[:40])
        except ValueError:
            continue
        if 1900 <= at.year <= 2200:
            return at.replace(tzinfo=None)
    return None


def date_in_words(row: Mapping[str, Any]) -> str:
    """Return the date of a play in words, or ``no date``."""
    at = read_moment(row)
    return day_with_year(at) if at else "no date"


def shorten(text: str, most: int) -> str:
    """Shorten a text to one printable line of at most this length; empty if nothing valid remains."""
    text = " ".join("".join(one if one.isprintable() else " " for one in text).split())[:most].strip()
    return "" if not text or name_fault(text, most) else text


def unused_name(name: str, taken: Iterable[str]) -> str:
    """Return the name, or if it is taken, ignoring case, the name with the first number that makes it unused."""
    names, number, given = {one.casefold() for one in taken}, 1, name
    while given.casefold() in names:
        number += 1
        given = f"{name[: NAME_LENGTH - 5]} {number}"
    return given


def play_hash(row: Mapping[str, Any], title: str, at: datetime, names: Sequence[str]) -> str:
    """Return an id that a play has at each import: a hash of its uuid in the file or, without one, of its content."""
    uuid = read_text(row, "uuid").strip().casefold()
    raw = uuid or json.dumps([title, at.isoformat(), list(names), [str(one) for one in read_list(row, "playerScores")]])
    return hashlib.sha256(raw.encode("utf-8", "replace")).hexdigest()[:32]


def entries_of(
    game: Game[Any], raw: Mapping[str, Any], rounds: Iterable[Mapping[str, int]]
) -> tuple[Mapping[str, Any], ...]:
    """Return the entries of a game that score exactly these points in each round. ``raw``: the setup, as raw JSON.

    :raises CannotImportError: there are no such entries; the message says why.
    """
    setup, problems = read_setup(game, raw)
    if setup is None:
        raise CannotImportError(problems[0].message)
    table, found = opening_table(game, setup), list[Mapping[str, Any]]()
    for points in rounds:
        item = None if table.over else _points_field(game.scoring.fields(table))
        if item is None:
            raise CannotImportError(f"{game.name} cannot be entered as points of a round.")
        results = [play_round(game, table, {item.key: values}) for values in _possible_entries(item, points)]
        scored = [one for one in results if not isinstance(one, Refusal)]
        fitting = [one for one in scored if dict(one.scores) == dict(points)]
        if not fitting:
            refusal = results[0]
            reason = refusal.problems[0].message if isinstance(refusal, Refusal) else "it scores otherwise."
            raise CannotImportError(f"round {table.number} does not fit: {reason}")
        found.append({item.key: dict(fitting[0].entry.value_of(item))})
        table = fitting[0].table
    return tuple(found)


def _points_field(fields: Iterable[Field]) -> Field | None:
    """Return the field for everybody's points if nothing else has to be entered; otherwise None."""
    asked = [item for item in fields if item.required or item.asking.tapped]
    return asked[0] if len(asked) == 1 and KINDS[asked[0].type].is_number else None


def _possible_entries(item: Field, points: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Yield values of a field, by name, that may score these points.

    They are the points themselves and, if the field must add up to a fixed sum, the points with the same number added
    to each so that they reach it.
    """
    yield dict(points)
    rest = ((item.hints.sum and item.hints.sum.to) or 0) - sum(points.values())
    if rest % len(points) == 0:
        yield {name: number + rest // len(points) for name, number in points.items()}


def lines_of(sheet: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of a score sheet that contain anything."""
    for part in read_list(sheet, "rounds"):
        for line in read_list(part, "rows") if isinstance(part, Mapping) else ():
            if isinstance(line, Mapping) and any(read_nested(line, "scores").values()):
                yield line


def line_points(
    line: Mapping[str, Any], owners: Mapping[str, str], names: Iterable[str], unsigned: bool
) -> dict[str, int] | None:
    """Return the points of a line of a score sheet by name; None if it is invalid.

    ``owners``: the player for each key of a score; ``names``: all players, who have 0 points without a score;
    ``unsigned``: whether a line that is marked as negative has points without a sign.
    """
    found = dict.fromkeys(names, 0)
    sign = -1 if unsigned and read_flag(line, "negative") else 1
    for key, text in read_nested(line, "scores").items():
        try:
            points = read_points(text, key)
        except CannotImportError:
            return None
        if points is not None:
            if key not in owners:
                return None
            found[owners[key]] = sign * points
    return found
