"""Strict reading of the things in a club's file: each key once, and no other keys."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any, Final

from companion.core.words import shown
from companion.exports.packed import UnreadableFileError
from companion.games import SLUGS, game_of
from companion.store.files.club_file import KEY

TEXT: Final = 20_000
"""The longest text that has no bound of its own, in letters."""


class Row:
    """A thing of the file while it is read: each key once, and no other keys."""

    def __init__(self, told: Mapping[str, Any], where: str) -> None:
        self._told = dict(told)
        self.where = where

    def fault(self, said: str) -> UnreadableFileError:
        """Return the error that the file is damaged here."""
        return UnreadableFileError(f"The file is damaged: {self.where}: {said}.")

    def has(self, key: str) -> bool:
        """Return whether there is this key."""
        return key in self._told

    def take(self, key: str) -> Any:
        """Return the value of a key as it is; None: there is none."""
        return self._told.pop(key, None)

    def text(self, key: str, most: int = TEXT, *, empty: bool = True) -> str:
        """Return a text."""
        value = self.take(key)
        if not isinstance(value, str) or len(value) > most or not (value or empty):
            raise self.fault(f"“{key}” is no text of at most {most} letters")
        return value

    def whole(self, key: str, least: int = 0, most: int = 2**31 - 1) -> int:
        """Return a whole number."""
        value = self.take(key)
        if type(value) is not int or not least <= value <= most:
            raise self.fault(f"“{key}” is no number from {least} to {most:,}")
        return value

    def flag(self, key: str) -> bool:
        """Return a boolean."""
        value = self.take(key)
        if not isinstance(value, bool):
            raise self.fault(f"“{key}” is neither true nor false")
        return value

    def place(self, key: str, there: int, *, needed: bool = False) -> int | None:
        """Return a reference: the place of something in its list; None: there is none."""
        value = self.take(key)
        if value is None and not needed:
            return None
        if type(value) is not int or not 1 <= value <= there:
            raise self.fault(f"“{key}” names {shown(value)}, which is not there")
        return value

    def moment(self, key: str) -> datetime:
        """Return a moment."""
        value = self.take(key)
        try:
            found = datetime.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is None or found.tzinfo is None or not 1900 <= found.year <= 2200:
            raise self.fault(f"“{key}” is no moment")
        return found.astimezone(UTC)

    def day(self, key: str) -> date | None:
        """Return a day; None: none is given."""
        value = self.take(key)
        if value is None:
            return None
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError):
            raise self.fault(f"“{key}” is no day") from None

    def among(self, key: str, words: Sequence[str]) -> str:
        """Return one of these words."""
        value = self.take(key)
        if value not in words:
            raise self.fault(f"“{key}” is {shown(value)}")
        return str(value)

    def texts(self, key: str, most: int = TEXT) -> list[str]:
        """Return a list of texts."""
        value = self.take(key)
        if not isinstance(value, list) or any(not isinstance(one, str) or len(one) > most for one in value):
            raise self.fault(f"“{key}” is no list of texts")
        return value

    def object(self, key: str) -> dict[str, Any]:
        """Return an object."""
        value = self.take(key)
        if not isinstance(value, dict):
            raise self.fault(f"“{key}” is no object")
        return value

    def rows(self, key: str, called: str) -> list["Row"]:
        """Return a list of objects."""
        value = self.take(key)
        if not isinstance(value, list) or any(not isinstance(one, dict) for one in value):
            raise self.fault(f"“{key}” is no list of objects")
        return [Row(one, f"{self.where}, {called} {number}") for number, one in enumerate(value, start=1)]

    def key(self) -> str:
        """Return a key as it stands in addresses."""
        value = self.take("key")
        if not isinstance(value, str) or not KEY.fullmatch(value):
            raise self.fault(f"{shown(value)} is no key")
        return value

    def game(self) -> str:
        """Return the slug of a game."""
        value = self.text("game", 60, empty=False)
        if value not in SLUGS:
            raise UnreadableFileError(
                f"The file has a game that is not known here: {shown(value)}. Update this Companion first."
            )
        return value

    def rules_version(self, game: str) -> int:
        """Return the version of a game's rules."""
        version = self.whole("rules_version", 1)
        if version > game_of(game).rules.version:
            raise UnreadableFileError(
                f"The file has {game_of(game).name} by newer rules than are known here. Update this Companion first."
            )
        return version

    def done(self) -> None:
        """Check that no other keys are left."""
        if self._told:
            raise self.fault(f"nobody knows what “{shown(next(iter(self._told)))}” is")


@contextmanager
def damage_of(row: Row) -> Iterator[None]:
    """Turn any error that reading damaged data raises into one that names the place in the file."""
    try:
        yield
    except UnreadableFileError:
        raise
    except Exception as fault:
        raise row.fault(f"it cannot be read ({type(fault).__name__})") from fault
