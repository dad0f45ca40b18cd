"""Paths of the files in a backup, and of a marker by which a lost database is noticed."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

FOLDER = "copies"
"""The folder of the daily copies, beside the key."""

MARKER = "had_clubs"
"""The marker file beside the key: it exists once there have been clubs."""

MARKER_TEXT = """\
This file says that the database of this folder has clubs. If Companion ever finds none, it warns you when it starts.
You may delete this file.
"""

_NAME = re.compile(r"companion-(\d{6,})-(\d{4}-\d\d-\d\d)\.zip")


@dataclass(frozen=True, slots=True)
class BackupPaths:
    """Paths of the database and the key."""

    database: Path | None
    """None: the database is on a server."""

    key: Path

    @property
    def folder(self) -> Path:
        """The folder of the daily copies."""
        return self.key.parent / FOLDER

    @property
    def marker(self) -> Path:
        """The path of the file that says that there have been clubs."""
        return self.key.parent / MARKER

    def copies(self) -> list[Path]:
        """Return the daily copies, the newest first by number, since clocks may be wrong."""
        with suppress(OSError):
            found = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
            return sorted(found, key=copy_number, reverse=True)
        return []

    def create_marker(self) -> None:
        """Create the marker; an error of the disk is ignored."""
        if not self.marker.exists():
            with suppress(OSError):
                self.marker.write_text(MARKER_TEXT, "utf-8")

    def remove_marker(self) -> None:
        """Remove the marker, because the last club was cleared."""
        with suppress(OSError):
            self.marker.unlink(missing_ok=True)

    def restore_hint(self) -> str:
        """Return a sentence that says how to restore the newest copy."""
        made = self.copies()
        if not made:
            return "If you have a backup, stop Companion and run: companion restore FILE"
        return f"To restore the newest backup, stop Companion and run: companion restore {made[0]}"


def copy_number(copy: Path) -> int:
    """Return the number of a daily copy from its file name; each copy has one more than the one before."""
    found = _NAME.fullmatch(copy.name)
    return int(found[1]) if found else 0


def copy_day(copy: Path) -> date:
    """Return the day of a daily copy from its file name; ``date.min`` if that is no date."""
    found = _NAME.fullmatch(copy.name)
    with suppress(ValueError):
        return date.fromisoformat(found[2] if found else "")
    return date.min


def copy_name(number: int, day: date) -> str:
    """Return the file name of a daily copy."""
    return f"companion-{number:06}-{day.isoformat()}.zip"
