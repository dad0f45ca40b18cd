"""Importing a club: its file is checked in a scratch database, and copied from there."""

from collections.abc import Iterator
from os import SEEK_END
from typing import IO, Final

from sqlalchemy.exc import IntegrityError

from companion.exports.open_upload import UnreadableFileError, open_unpacked
from companion.store.access import codes
from companion.store.club.quota import QuotaReachedError, check_imported
from companion.store.database.runtime import runtime
from companion.store.database.writing import writing
from companion.store.files.checking import CLUB, CheckedClub, check
from companion.store.files.club_file import FileObject
from companion.store.files.exporting import MODELS, SHAPES, ClubRows, Progress
from companion.store.files.inserting import ClubInserter
from companion.store.files.read_club_file import MOST_BYTES, read_club_file

ATTEMPTS: Final = 3
"""How often an import is tried if others write the same keys at the same moment."""

ENDINGS: Final = (".json",)


def check_file(file: IO[bytes], most: int = MOST_BYTES, progress: Progress = lambda _done, _total: None) -> CheckedClub:
    """Check a club's file and return the club in a scratch database.

    ``progress``: is called with bytes of the file: one half for reading it, the other half for checking its plays.

    :raises UnreadableFileError: it cannot be imported; the message says why.
    """
    size = file.seek(0, SEEK_END)
    file.seek(0)

    def with_progress(objects: Iterator[tuple[str, FileObject]]) -> Iterator[tuple[str, FileObject]]:
        """Yield the objects of the file, and report how far it was read."""
        for file_object in objects:
            progress(file.tell() // 2, size)
            yield file_object

    with open_unpacked(file, most, ENDINGS) as inside:
        return check(
            with_progress(read_club_file(inside)),
            lambda done, total: progress((size + size * done // total) // 2, size),
        )


def import_club(checked: CheckedClub, device: int | None, progress: Progress = lambda _done, _total: None) -> str:
    """Import a club that ``check_file`` has checked, as a new club; return its key.

    ``device``: its organiser, if any; ``progress``: is called with the number of events written, at intervals.

    :raises UnreadableFileError: it is too large for this server, and nothing was written; the message says so.
    """
    for attempts_left in reversed(range(ATTEMPTS)):
        key = codes.random_key()
        try:
            with writing(takes_long=True) as connection:
                source, inserter = ClubRows(checked.connection, CLUB), ClubInserter(connection, key, device)
                club = source.club()
                inserter.add("club", {name: club[name] for name in SHAPES["club"].__struct_fields__})
                for section in MODELS:
                    for row in source.rows_of(section, progress):
                        inserter.add(section, row)
                inserter.close()
                inserter.compute_nights()
                if device is not None:  # the operator's command has no limits
                    check_imported(connection, inserter.club)
        except QuotaReachedError as full:
            raise UnreadableFileError(str(full)) from None
        except IntegrityError:
            if not attempts_left:
                raise
        else:
            break
    runtime().paths.create_marker()
    return key
