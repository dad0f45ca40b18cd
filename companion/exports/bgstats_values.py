"""Tolerant readers of the values in a file of BG Stats."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
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
from companion.games import all_games

_WHOLE = re.compile(r"-?[0-9]{1,15}")


class CannotImportError(ValueError):
    """Why a play cannot be imported, to follow “Rage” of 4 July 2026: …."""


@cache
def games_by_name() -> Mapping[str, Game[Any]]:
    """Return all games by simplified name, also by their other names, and by their numbers at BoardGameGeek."""
    games = all_games()
    also = {simplified_name(name): game for game in games for name in game.rules.quick.also}
    numbered = {str(game.rules.quick.bgg): game for game in games if game.rules.quick.bgg}
    return {**also, **numbered, **{simplified_name(game.name): game for game in games}}


def find_game(row: Mapping[str, Any]) -> Game[Any] | None:
    """Return the game of the catalogue that a row names, by name or by its number at BoardGameGeek.

    None if it names no such game.
    """
    names = (simplified_name(read_text(row, key)) for key in ("name", "bggName"))
    known = (games_by_name().get(one) for one in (*names, str(read_whole(row.get("bggId"), 0))))
    return next((game for game in known if game), None)


def simplified_name(text: str) -> str:
    """Return a name without capitals, accents and signs."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text).casefold() if letter.isalnum())


def read_points(score: Any, who: str) -> int | None:
    """Return a score; None if there is none. ``who``: the player, for the message.

    :raises CannotImportError: it is no whole number.
    """
    if score is None or (isinstance(score, str) and not score.strip()):
        return None
    found = None
    if isinstance(score, str):
        found = read_sum(score[:500])
    elif isinstance(score, int) and not isinstance(score, bool):
        found = score
    elif isinstance(score, float) and score.is_integer():
        found = int(score)
    if found is None:
        raise CannotImportError(f"the score of {quoted(who)}, {quoted(score)}, is not a whole number.")
    return found


def read_id(row: Mapping[str, Any]) -> int | None:
    """Return the id of a row; None if it has none."""
    number = row.get("id")
    return number if type(number) is int else None


def read_whole(value: Any, otherwise: int) -> int:
    """Return the whole number in a value, which may be a text; ``otherwise``: there is none, or one beyond 53 bits."""
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
    """Return the object under a key of a row, written as an object or as JSON in a text; empty if there is none."""
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
    """Return the date of a play in words."""
    at = read_moment(row)
    return day_with_year(at) if at else "no date"


def shorten(text: str, most: int) -> str:
    """Shorten a text to one printable line of at most this length; empty if nothing valid remains."""
    text = " ".join("".join(one if one.isprintable() else " " for one in text).split())[:most].strip()
    return "" if not text or name_fault(text, most) else text


def unused_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that is not taken yet, ignoring case, with a number if necessary."""
    names, number, given = {one.casefold() for one in taken}, 1, name
    while given.casefold() in names:
        number += 1
        given = f"{name[: NAME_LENGTH - 5]} {number}"
    return given


def play_hash(row: Mapping[str, Any], title: str, at: datetime, names: Sequence[str]) -> str:
    """Return a lasting id of a play: a hash of its uuid in the file or, if it has none, of its content."""
    uuid = read_text(row, "uuid").strip().casefold()
    raw = uuid or json.dumps([title, at.isoformat(), list(names), [str(one) for one in read_list(row, "playerScores")]])
    return hashlib.sha256(raw.encode("utf-8", "replace")).hexdigest()[:32]


def entries_of(
    game: Game[Any], raw: Mapping[str, Any], rounds: Iterable[Mapping[str, int]]
) -> tuple[Mapping[str, Any], ...]:
    """Return the entries that score exactly these points in each round of a game. ``raw``: its setup, unread.

    :raises CannotImportError: there are none; the message says why.
    """
    setup, problems = read_setup(game, raw)
    if setup is None:
        raise CannotImportError(problems[0].message)
    table, found = opening_table(game, setup), list[Mapping[str, Any]]()
    for points in rounds:
        item = None if table.over else _points_field(game.scoring.fields(table))
        if item is None:
            raise CannotImportError(f"{game.name} is not written down in points of a round.")
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
    """Yield values of a field, by name, that could have led to these points.

    They are the points themselves and, if the field must add up to a fixed sum, the points raised equally to reach it.
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
    """Return the points of a line by name; None if it is invalid.

    ``owners``: the name for each key; ``unsigned``: whether lines marked as negative are written without a sign.
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
