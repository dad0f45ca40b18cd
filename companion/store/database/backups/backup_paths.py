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
        """Return the daily copies, the highest number first, since clocks may be wrong; empty without their folder."""
        with suppress(OSError):
            found = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
            return sorted(found, key=copy_number, reverse=True)
        return []

    def create_marker(self) -> None:
        """Create the file that says that there have been clubs, if necessary; errors of the disk are ignored."""
        if not self.marker.exists():
            with suppress(OSError):
                self.marker.write_text(MARKER_TEXT, "utf-8")

    def remove_marker(self) -> None:
        """Remove the file that says that there have been clubs, because the last club was cleared."""
        with suppress(OSError):
            self.marker.unlink(missing_ok=True)

    def restore_hint(self) -> str:
        """Return a sentence that says how to restore the newest daily copy, or a backup if there is no daily copy."""
        made = self.copies()
        if not made:
            return "If you have a backup, stop Companion and run: companion restore FILE"
        return f"To restore the newest backup, stop Companion and run: companion restore {made[0]}"


def copy_number(copy: Path) -> int:
    """Return the number in the file name of a daily copy, which grows by 1 with each copy; 0: it has no such name."""
    found = _NAME.fullmatch(copy.name)
    return int(found[1]) if found else 0


def copy_day(copy: Path) -> date:
    """Return the day in the file name of a daily copy; ``date.min`` if it has none."""
    found = _NAME.fullmatch(copy.name)
    with suppress(ValueError):
        return date.fromisoformat(found[2] if found else "")
    return date.min


def copy_name(number: int, day: date) -> str:
    """Return the file name of a daily copy."""
    return f"companion-{number:06}-{day.isoformat()}.zip"
