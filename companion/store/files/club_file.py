"""The layout of a club's file: one JSON object, with a line for each object in its lists; see ``docs/export.md``.

So a file of any length is written and read line by line.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, Final

from companion.core.entry.strict_json import write
from companion.store.files import version_1

FORMAT: Final = "companion-club"
VERSION: Final = 2
SECTIONS: Final = ("phones", "people", "nights", "plays", "events", "drafts")
"""The lists of the file in order: objects come before those that refer to them."""

SECTIONS_BY_VERSION: Final[Mapping[int, Sequence[str]]] = {1: version_1.SECTIONS, VERSION: SECTIONS}
"""The lists of a file of each version that can be imported."""

HEADS = {f'{{"format":"{FORMAT}","version":{version},\n'.encode(): version for version in SECTIONS_BY_VERSION}
"""The first line of a file, with its version as the value."""

FileObject = Mapping[str, Any]
"""The club itself, or an object of one of the lists."""


class ClubFileWriter:
    """Writes a club's file line by line: the club, then each list by ``section``, then ``close``."""

    def __init__(self, file: IO[bytes], club: Mapping[str, Any]) -> None:
        """``club``: its row as in the file."""
        self._file = file
        file.write(next(head for head, version in HEADS.items() if version == VERSION))
        file.write(b'"club":' + write(club))

    def section(self, name: str, items: Iterator[Mapping[str, Any]]) -> None:
        """Write the next list of the file, with a line for each item."""
        self._file.write(f',\n"{name}":['.encode())
        before = b"\n"
        for item in items:
            self._file.write(before + write(item))
            before = b",\n"
        self._file.write(b"\n]")

    def close(self) -> None:
        """Write the end of the file, after its last list."""
        self._file.write(b"\n}\n")
