"""The layout of a club's file: one JSON object, with a line for each object in its lists; see ``docs/export.md``.

So a file of any length is written and read line by line.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any, Final

from companion.core.strict_json import write
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


def write_club_file(
    file: IO[bytes], club: Mapping[str, Any], sections: Iterable[tuple[str, Iterable[Mapping[str, Any]]]]
) -> None:
    """Write a club's file line by line. ``club``: its row as in the file; ``sections``: the items of each list."""
    file.write(next(head for head, version in HEADS.items() if version == VERSION))
    file.write(b'"club":' + write(club))
    for name, items in sections:
        file.write(f',\n"{name}":['.encode())
        for number, item in enumerate(items):
            file.write((b",\n" if number else b"\n") + write(item))
        file.write(b"\n]")
    file.write(b"\n}\n")
