"""Open uploaded files, zipped or not, safely: refuse those that are too large."""

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import SEEK_END
from typing import IO

MOST_ENTRIES = 100
"""The most files in a zip."""

LOCKED = 1
"""The flag of a file in a zip that needs a password."""

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError)
"""The exceptions raised by a damaged zip; the last is for a compression method that Python does not know."""


class UnreadableFileError(ValueError):
    """Raised for a file that cannot be accepted; the message tells the user why."""


@contextmanager
def open_unpacked(file: IO[bytes], most: int, endings: Sequence[str]) -> Iterator[IO[bytes]]:
    """Open a file or, if it is a zip, the one file in it whose name has one of these endings.

    ``most``: the most bytes that the opened file may have.

    :raises UnreadableFileError: it is too large, or a zip that is damaged or has no such file or several. This can also
        be raised while the ``with`` block reads the file.
    """
    size = file.seek(0, SEEK_END)
    file.seek(0)
    start = file.read(4)
    file.seek(0)
    try:
        if start != b"PK\x03\x04":
            _check_size(size, most)
            yield file
            return
        with zipfile.ZipFile(file) as packed, packed.open(_entry_of_file(packed, most, endings)) as inside:
            yield inside
    except DAMAGED:
        raise UnreadableFileError("The zip is damaged and cannot be opened.") from None


def _entry_of_file(packed: zipfile.ZipFile, most: int, endings: Sequence[str]) -> zipfile.ZipInfo:
    """Return the entry of the one file in a zip with one of these endings; check it before anything is unpacked.

    :raises UnreadableFileError: there is no such file, or several, or it has a password or is too large.
    """
    entries = packed.infolist()
    if len(entries) > MOST_ENTRIES:
        raise UnreadableFileError(f"{len(entries):,} files are in the zip; there must be exactly one.")
    wanted = [entry for entry in entries if entry.filename.casefold().endswith(tuple(endings))]
    if len(wanted) != 1:
        many = "There is no such file" if not wanted else f"{len(wanted)} such files are"
        raise UnreadableFileError(
            f"{many} in the zip; there must be exactly one, with a name that ends in {' or '.join(endings)}."
        )
    if wanted[0].flag_bits & LOCKED:
        raise UnreadableFileError("The zip has a password. Make one without.")
    _check_size(wanted[0].file_size, most)
    return wanted[0]


def _check_size(size: int, most: int) -> None:
    """Check that a file has at most ``most`` bytes.

    :raises UnreadableFileError: it is larger.
    """
    if size > most:
        raise UnreadableFileError(too_large_message(most))


def too_large_message(most: int) -> str:
    """Return the error message for a file of more than ``most`` bytes."""
    return f"The file is larger than {most // 1024**2} MB, which is the most."
