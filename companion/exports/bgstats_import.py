"""Import of a file of the app BG Stats: a full export, or one shared play (``.bgsplay``).

Details that are missing or malformed are tolerated. A sentence describes each play that cannot be imported, and each
change that the import makes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple

from companion.core.entry.names import NAME_LENGTH
from companion.core.money.stakes import KITTY
from companion.core.strict_json import JsonError, read_object
from companion.core.words import counted, listed, quoted, spelled
from companion.exports.bgstats_play import OTHER, PlayReader, PlayToImport
from companion.exports.bgstats_values import (
    CannotImportError,
    date_in_words,
    read_flag,
    read_id,
    read_list,
    read_moment,
    read_text,
    read_whole,
    shorten,
    unused_name,
)
from companion.exports.open_upload import UnreadableFileError, open_unpacked
from companion.games import game_of

MOST_BYTES = 16 * 1024 * 1024
MOST_PLAYS = 20_000
MOST_PLAYERS = 2_000


class FileToImport(NamedTuple):
    """The content of a file, in the form in which it will be imported."""

    players: tuple[str, ...]
    """The names of all players in the plays."""

    plays: tuple[PlayToImport, ...]
    """In the order in which they were played."""

    not_imported: tuple[str, ...] = ()
    """Sentences on what cannot be imported, or is imported with changes."""


def read_bgstats(file: IO[bytes], most: int = MOST_BYTES) -> FileToImport:
    """Return the content of a file of BG Stats, which may be zipped.

    ``most``: the most bytes that it may have, unzipped.

    :raises UnreadableFileError: it is not such a file, or too large; the message tells the user why.
    """
    with open_unpacked(file, most, (".json", ".bgsplay")) as inside:
        body = inside.read()
    try:
        data = read_object(body.removeprefix(b"\xef\xbb\xbf"), "It")
    except JsonError as fault:
        raise UnreadableFileError(f"This is not a file of BG Stats, or it is incomplete. {fault}") from None
    return _FileReader(data).read_all()


@dataclass(slots=True)
class _FileReader:
    """Reads a file: its data, the names found so far, and sentences on what is not imported."""

    data: Mapping[str, Any]
    not_imported: list[str] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    """The name of each player by their id in the file."""

    anonymous: set[int] = field(default_factory=set)
    """The ids of anonymous players."""

    def read_all(self) -> FileToImport:
        """Return the content of the file."""
        self._check_kind()
        self._read_players()
        games, places = self._by_id("games"), self._by_id("locations")
        found: dict[str, PlayToImport] = {}
        for row in self._rows("plays"):
            game = games.get(read_whole(row.get("gameRefId"), -1), {})
            what = f"“{quoted(read_text(game, 'name') or 'A game')}” of {date_in_words(row)}"
            try:
                play = self._play(row, game, places)
                if play.uuid in found:
                    raise CannotImportError("it is in the file twice; it is imported once.")
            except CannotImportError as fault:
                self.not_imported.append(f"{what}: {fault}")
            else:
                found[play.uuid] = play
        self._report_ignored()
        plays = tuple(sorted(found.values(), key=lambda one: one.at))
        players = spelled((name for one in plays for name in one.players), ())
        return FileToImport(tuple(players), plays, tuple(self.not_imported))

    def _check_kind(self) -> None:
        """Check that the file is one of BG Stats, and has not too many plays or players.

        :raises UnreadableFileError: it is not such a file, or has too many.
        """
        if self.data.get("format") == "companion-club":
            raise UnreadableFileError("This is a club of Companion, not a file of BG Stats. Import it as a club.")
        missing = [key for key in ("games", "players", "plays") if not isinstance(self.data.get(key), list)]
        if missing:
            raise UnreadableFileError(f"This is not a file of BG Stats: it has no list of {listed(missing)}.")
        for key, most in (("plays", MOST_PLAYS), ("players", MOST_PLAYERS)):
            found = len(self.data[key])
            if found > most:
                raise UnreadableFileError(f"The file has {found:,} {key}; at most {most:,} can be imported.")

    def _rows(self, key: str) -> Iterator[Mapping[str, Any]]:
        """Yield the objects in a list of the file; none if there is no such list."""
        return (row for row in read_list(self.data, key) if isinstance(row, Mapping))

    def _by_id(self, key: str) -> dict[int | None, Mapping[str, Any]]:
        """Return the objects in a list of the file by their ids."""
        return {read_id(row): row for row in self._rows(key)}

    def _report_ignored(self) -> None:
        """Add sentences about lists that are never imported, and about plays that cannot be read."""
        there = [key for key in ("tags", "groups", "challenges") if any(True for _ in self._rows(key))]
        if there:
            self.not_imported.append(f"{listed(there).capitalize()} are not imported: Companion has none.")
        broken = sum(not isinstance(row, Mapping) for row in self.data["plays"])
        if broken:
            self.not_imported.append(f"{counted(broken, 'game')} cannot be read at all.")

    # Who played.

    def _read_players(self) -> None:
        """Read the players and give each a unique name; all anonymous ones share one."""
        taken = {KITTY}  # which no person can be called
        for row in self._rows("players"):
            number = read_id(row)
            if number is None or number in self.names:
                continue
            if read_flag(row, "isAnonymous"):
                self.anonymous.add(number)
                self.names[number] = "Anonymous"
                continue
            own_name = read_text(row, "name")
            given = self.names[number] = unused_name(shorten(own_name, NAME_LENGTH) or "Player", taken)
            if given != own_name:
                self.not_imported.append(f"{quoted(own_name or 'A player without a name')} will be called {given}.")
            taken.add(given)

    def _seats(self, scores: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return the names of a play's players in the order of ``scores``; several anonymous players are numbered.

        :raises CannotImportError: a player is not in the file's list of players, or in the play twice.
        """
        names: list[str] = []
        for row in scores:
            number = read_whole(row.get("playerRefId"), -1)
            if number not in self.names:
                raise CannotImportError("somebody in it is not among the players of the file.")
            name = self.names[number]
            if number in self.anonymous:
                name = unused_name(name, names)
            elif name in names:
                raise CannotImportError(f"{name} is in it twice.")
            names.append(name)
        return names

    def _play(
        self, row: Mapping[str, Any], game: Mapping[str, Any], places: Mapping[int | None, Mapping[str, Any]]
    ) -> PlayToImport:
        """Return a play of the file. ``row``, ``game``: the play and its game in the file; ``places``: locations by id.

        Players sit in the file's order of seats if it has a different place for each; otherwise as the file lists them.

        :raises CannotImportError: the play cannot be imported; the message says why.
        """
        if not game:
            raise CannotImportError("its game is not among the games of the file.")
        if read_flag(game, "cooperative"):
            raise CannotImportError("all play together against the game, which Companion does not support.")
        at = read_moment(row)
        if at is None:
            raise CannotImportError("its date cannot be read.")
        scores = [one for one in read_list(row, "playerScores") if isinstance(one, Mapping)]
        order = [read_whole(one.get("seatOrder"), 0) for one in scores]
        if len(set(order)) == len(order):
            scores = [one for _, one in sorted(zip(order, scores, strict=True), key=lambda pair: pair[0])]
        allowed = game_of(OTHER).seats
        if not allowed.allows(len(scores)):
            raise CannotImportError(f"{counted(len(scores), 'player')}; a game here has {allowed.number_text}.")
        place = read_text(places.get(read_whole(row.get("locationRefId"), -1), {}), "name")
        seats = dict(zip(self._seats(scores), scores, strict=True))
        return PlayReader(row, game, seats, self.not_imported).read_all(at, place)
