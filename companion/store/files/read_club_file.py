"""Reading a club's file line by line, with limits on its size; ``club_file`` describes its layout."""

from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, Final

from companion.core.strict_json import JsonError, read_object, texts_in
from companion.exports.open_upload import UnreadableFileError
from companion.store.files import version_1
from companion.store.files.club_file import FORMAT, HEADS, SECTIONS_BY_VERSION, VERSION, FileObject

MOST_BYTES: Final = 64 * 1024 * 1024
"""The largest file that is imported over the network."""

MOST_LINE: Final = 16 * 1024 * 1024
"""The longest line in bytes, to limit memory."""

MOST_WHOLE_FILE: Final = 16 * 1024 * 1024
"""The largest file that is read as a whole, if its lines are not as ``write_club_file`` writes them."""


def read_club_file(file: IO[bytes]) -> Iterator[tuple[str, FileObject]]:
    """Yield the content of a club's file in order: first ``club``, then each object with the name of its list.

    :raises UnreadableFileError: it is no such file, of a newer version, damaged, or incomplete.
    """
    first = file.readline(MOST_LINE + 1)
    if len(first) > MOST_LINE:
        raise UnreadableFileError("This is not a club exported by Companion: it has a line that is far too long.")
    version = HEADS.get(first)
    if version is None:
        version, objects = _read_whole(first + file.read(MOST_WHOLE_FILE + 1))
    else:
        objects = _read_by_line(_Lines(file), SECTIONS_BY_VERSION[version])
    try:
        yield from version_1.convert(objects) if version == 1 else objects
    except (KeyError, TypeError, AttributeError, ValueError) as fault:
        if isinstance(fault, UnreadableFileError):
            raise
        raise UnreadableFileError("The file is damaged: a part of it has the wrong form.") from fault


def _read_by_line(lines: "_Lines", sections: Sequence[str]) -> Iterator[tuple[str, FileObject]]:
    """Yield the content of a file that has the lines of ``write_club_file``. ``sections``: the names of its lists."""
    first = lines.next()
    if not first.startswith(b'"club":'):
        raise lines.damaged_line_error()
    yield "club", lines.parse_line(first.removeprefix(b'"club":'))
    for name in sections:
        if lines.next() != f'"{name}":[\n'.encode():
            raise lines.damaged_line_error()
        while not (line := lines.next()).startswith(b"]"):
            yield name, lines.parse_line(line)
        if line != (b"]\n" if name == sections[-1] else b"],\n"):
            raise lines.damaged_line_error()
    if lines.next() != b"}\n" or lines.next():
        raise lines.damaged_line_error()


class _Lines:
    """Reads the lines of a file after the first, and counts them.

    All methods raise ``UnreadableFileError`` if a line is too long or damaged.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._number = 1
        """How many lines were read."""

    def next(self) -> bytes:
        """Return the next line with its line end; empty at the end of the file."""
        line = self._file.readline(MOST_LINE + 1)
        self._number += 1
        if len(line) > MOST_LINE:
            raise UnreadableFileError("The file has a line that is far too long.")
        return line

    def parse_line(self, line: bytes) -> Mapping[str, Any]:
        """Return the object on a line, which ``next`` has returned."""
        try:
            found = read_object(line.removesuffix(b"\n").removesuffix(b","))
        except JsonError:
            raise self.damaged_line_error() from None
        if b"\\" in line:
            _check_texts(found)
        return found

    def damaged_line_error(self) -> UnreadableFileError:
        """Return the error for the user: the line that was read last is damaged."""
        return UnreadableFileError(f"The file is damaged or incomplete: line {self._number} was changed.")


def _read_whole(body: bytes) -> tuple[int, Iterator[tuple[str, FileObject]]]:
    """Return the version and the content of a whole file that has another layout, such as one saved by an editor.

    :raises UnreadableFileError: it is no such file, damaged, or too large.
    """
    if len(body) > MOST_WHOLE_FILE:
        raise UnreadableFileError(
            "This is not a club exported by Companion, or its lines were changed: such a file may only have "
            f"{MOST_WHOLE_FILE // 1024**2} MB."
        )
    try:
        whole = read_object(body.removeprefix(b"\xef\xbb\xbf"), "It")
    except JsonError as fault:
        raise UnreadableFileError(f"This is not a club exported by Companion. {fault}") from None
    if whole.get("format") != FORMAT:
        kind = (
            "a file of BG Stats: import it inside a club" if "plays" in whole and "games" in whole else "another file"
        )
        raise UnreadableFileError(f"This is not a club exported by Companion, but {kind}.")
    version = whole.get("version")
    if type(version) is not int or version < 1:
        raise UnreadableFileError("The file does not say its version.")
    if version > VERSION:
        raise UnreadableFileError("The file comes from a newer version of Companion. Update this one, then try again.")
    sections = SECTIONS_BY_VERSION[version]
    if set(whole) != {"format", "version", "club", *sections}:
        raise UnreadableFileError("The file is damaged: parts of it are missing, or do not belong there.")
    _check_texts(whole)
    for name in sections:
        if not isinstance(whole[name], list):
            raise UnreadableFileError(f"The file is damaged: “{name}” is not a list.")
    objects = [("club", whole["club"]), *((name, item) for name in sections for item in whole[name])]
    for name, item in objects:
        if not isinstance(item, dict):
            raise UnreadableFileError(f"The file is damaged: something in “{name}” is not an object.")
    return version, iter(objects)


def _check_texts(value: object) -> None:
    """Check that no text in a value has characters that a database cannot store.

    :raises UnreadableFileError: one has.
    """
    try:
        can_be_stored = b"\0" not in "".join(texts_in(value)).encode()
    except UnicodeEncodeError:
        can_be_stored = False
    if not can_be_stored:
        raise UnreadableFileError("The file is damaged: a text in it has letters that cannot be stored.")
