"""Import of a file of the app BG Stats: a full export, or one shared play (``.bgsplay``).

Strict where it matters, tolerant where programs differ. Each thing that cannot be imported is described in a sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import IO, Any, NamedTuple

from companion.core.entry.names import NAME_LENGTH
from companion.core.game.seating import total_holders
from companion.core.play.setups import read_setup
from companion.core.strict_json import JsonError, read_object
from companion.core.words import counted, listed, quoted, spelled
from companion.exports.bgstats_values import (
    CannotImportError,
    date_in_words,
    entries_of,
    find_game,
    line_points,
    lines_of,
    play_hash,
    read_flag,
    read_id,
    read_list,
    read_moment,
    read_nested,
    read_points,
    read_text,
    read_whole,
    shorten,
    unused_name,
)
from companion.exports.open_upload import UnreadableFileError, open_unpacked, read_all
from companion.games import game_of

MOST_BYTES = 16 * 1024 * 1024
MOST_PLAYS = 20_000
MOST_PLAYERS = 2_000
MOST_ROUNDS = 500
MOST_TOTAL = 1_000_000_000
REMARK_LETTERS = 1000
PLACE_LETTERS = 60
OTHER = "any-other-game"
TAKEN_NAMES = ("kitty",)
"""Names that no player can have: that of the club's own money."""


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A play in the file, in the form in which it will be imported."""

    uuid: str
    """Its lasting id, so that it is never imported twice: 32 letters."""

    game: str
    """The slug."""

    title: str
    """The name of its game in the file."""

    at: datetime
    """Local time, without a zone."""

    minutes: int
    players: tuple[str, ...]
    """In seat order."""

    dealer: str
    sides: tuple[str, ...]
    options: Mapping[str, Any]
    rounds: tuple[Mapping[str, Any], ...]
    """Entries of the game; empty if only totals are known."""

    totals: Mapping[str, int]
    """By the name that holds scores, a player or a side."""

    counts: bool
    """Whether it counts for statistics."""

    place: str
    remark: str

    def with_names(self, names: Mapping[str, str]) -> "FoundPlay":
        """Return the play with other names for its players, given by their names in the file."""
        players = tuple(names[name] for name in self.players)
        sides = tuple(" & ".join(players[number :: len(self.sides)]) for number in range(len(self.sides)))
        holders = {**names, **dict(zip(self.sides, sides, strict=True))}

        def renamed(values: Mapping[str, Any]) -> dict[str, Any]:
            return {holders[name]: value for name, value in values.items()}

        rounds = tuple({key: renamed(values) for key, values in entry.items()} for entry in self.rounds)
        return replace(
            self, players=players, dealer=names[self.dealer], sides=sides, rounds=rounds, totals=renamed(self.totals)
        )


class FoundFile(NamedTuple):
    """The content of a file, in the form in which it will be imported."""

    players: tuple[str, ...]
    """The names of all players in the plays."""

    plays: tuple[FoundPlay, ...]
    """In the order in which they were played."""

    not_imported: tuple[str, ...] = ()
    """Sentences on what cannot be imported, or only with changes."""


def read_bgstats(file: IO[bytes], most: int = MOST_BYTES) -> FoundFile:
    """Return the content of a file of BG Stats, which may be zipped.

    :raises UnreadableFileError: it is no such file, or too large; the message tells the user why.
    """
    with open_unpacked(file, most, (".json", ".bgsplay")) as inside:
        body = read_all(inside, most)
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

    def read_all(self) -> FoundFile:
        """Return the content of the file."""
        self._check_kind()
        self._read_players()
        games, places = self._by_id("games"), self._by_id("locations")
        found: dict[str, FoundPlay] = {}
        for row in self._rows("plays"):
            game = games.get(read_whole(row.get("gameRefId"), -1), {})
            what = f"“{quoted(read_text(game, 'name') or 'A game')}” of {date_in_words(row)}"
            try:
                play = self._play(row, game, places)
                if play.uuid in found:
                    raise CannotImportError("it is there twice; it is imported once.")
            except CannotImportError as fault:
                self.not_imported.append(f"{what}: {fault}")
            else:
                found[play.uuid] = play
        self._report_ignored()
        plays = tuple(sorted(found.values(), key=lambda one: one.at))
        players = spelled((name for one in plays for name in one.players), ())
        return FoundFile(tuple(players), plays, tuple(self.not_imported))

    def _check_kind(self) -> None:
        """Check that the file is one of BG Stats, and not too large.

        :raises UnreadableFileError: it is not.
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
        """Report lists that are never imported, and plays that cannot be read."""
        there = [key for key in ("tags", "groups", "challenges") if any(True for _ in self._rows(key))]
        if there:
            self.not_imported.append(f"{listed(there).capitalize()} are not imported: Companion has none.")
        broken = sum(not isinstance(row, Mapping) for row in self.data["plays"])
        if broken:
            self.not_imported.append(f"{counted(broken, 'game')} cannot be read at all.")

    # Who played.

    def _read_players(self) -> None:
        """Read the players and give each a unique name; all anonymous ones share one."""
        taken = set(TAKEN_NAMES)
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

        :raises CannotImportError: somebody is unknown, or in it twice.
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
    ) -> FoundPlay:
        """Return a play of the file. ``places``: locations by id.

        Players sit as the file lists them, unless each has a different place in the order of seats.

        :raises CannotImportError: the message says why.
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
        return _PlayReader(row, game, seats, self.not_imported).read_all(at, place)


@dataclass(slots=True)
class _PlayReader:
    """Reads one play of the file."""

    row: Mapping[str, Any]
    game: Mapping[str, Any]
    scores: dict[str, Mapping[str, Any]]
    """The row of each player by name, in seat order."""

    not_imported: list[str]
    """The remarks on the whole file, to which those on the play are added."""

    sides: tuple[str, ...] = ()
    totals: dict[str, int] = field(default_factory=dict)
    """By the name that holds scores, a player or a side."""

    rounds: list[dict[str, int]] = field(default_factory=list)
    """The points of each round; empty if only totals are known."""

    @property
    def only_won(self) -> bool:
        """Whether there are no points, only winners."""
        return read_flag(self.game, "noPoints")

    @property
    def is_low(self) -> bool:
        """Whether the lowest total wins."""
        return not self.only_won and not read_flag(self.game, "highestWins", True)

    @property
    def title(self) -> str:
        """The name of its game in the file."""
        return shorten(read_text(self.game, "name"), NAME_LENGTH) or "A game"

    def read_all(self, at: datetime, place: str) -> FoundPlay:
        """Return the play in the form in which it will be imported. ``at``, ``place``: when and where it was."""
        self.totals = self._totals()
        self.rounds = self._rounds()
        self._join_partners()
        slug, options, entries = self._as_imported_game()
        self._report_other_winners()
        names, rows = list(self.scores), self.scores.values()
        first = next((index for index, one in enumerate(rows) if read_flag(one, "startPlayer")), 0)
        remarks = [text for text in (read_text(self.row, "board"), read_text(self.row, "comments")) if text]
        return FoundPlay(
            uuid=play_hash(self.row, self.title, at, names),
            game=slug,
            title=self.title,
            at=at,
            minutes=min(max(read_whole(self.row.get("durationMin"), 0), 0), 60 * 24 * 7),
            players=tuple(names),
            dealer=names[first - 1],  # the player on the dealer's left begins
            sides=self.sides,
            options=options,
            rounds=entries,
            totals=self.totals,
            counts=not read_flag(self.row, "ignored"),
            place=shorten(place, PLACE_LETTERS),
            remark=shorten(". ".join(text.strip().rstrip(".") for text in remarks), REMARK_LETTERS),
        )

    def _add_remark(self, text: str) -> None:
        """Add a remark on the play, to follow its name and date."""
        self.not_imported.append(f"“{quoted(self.title)}” of {date_in_words(self.row)}{text}")

    def _totals(self) -> dict[str, int]:
        """Return the total of each player; if there are no points, 1 for winners and 0 for others, with a remark.

        :raises CannotImportError: a score is missing or out of range, or nobody has points and nobody won.
        """
        found = {name: read_points(one.get("score"), name) for name, one in self.scores.items()}
        without = [name for name, total in found.items() if total is None]
        if len(without) == len(found) or self.only_won:
            won = {name: int(read_flag(one, "winner")) for name, one in self.scores.items()}
            if not any(won.values()):
                raise CannotImportError("it has no points, and nobody won.")
            self._add_remark(" has no points: winners get 1, the others 0.")
            return won
        if without:
            raise CannotImportError(f"there is no score for {listed(without)}.")
        totals = {name: total for name, total in found.items() if total is not None}
        if any(abs(total) > MOST_TOTAL for total in totals.values()):
            raise CannotImportError(f"a score is above {MOST_TOTAL:,}.")
        return totals

    def _rounds(self) -> list[dict[str, int]]:
        """Return the points of each round, if the score sheet has them and they add up to the totals.

        Otherwise none; a remark says so if there is a score sheet.
        """
        owners = {read_text(read_nested(one, "metaData"), "scoreUuid"): name for name, one in self.scores.items()}
        owners.pop("", None)
        lines = list(lines_of(read_nested(self.row, "scoresheet")))
        if not lines:
            return []
        if len(lines) > MOST_ROUNDS:
            self._add_remark(f": {len(lines):,} rounds are too many; only the totals are imported.")
            return []
        for unsigned in (False, True):
            found = [line_points(line, owners, self.scores, unsigned) for line in lines]
            rounds = [one for one in found if one is not None]
            sums = {name: sum(one[name] for one in rounds) for name in self.scores}
            if len(rounds) == len(found) and sums == self.totals:
                return rounds
        self._add_remark(": its score sheet does not add up to the scores; only the totals are imported.")
        return []

    def _join_partners(self) -> None:
        """Seat the players as two sides of two, if the play has them, and keep only the points of the sides.

        Other teams are not joined; a remark says so.
        """
        members: dict[str, list[str]] = {}
        for name, one in self.scores.items():
            members.setdefault(read_text(one, "team").strip(), []).append(name)
        if not (read_flag(self.row, "usesTeams") and any(members)):
            return
        pairs = list(members.values())
        if [len(pair) for pair in pairs] != [2, 2] or any(
            len({self.totals[one] for one in pair}) > 1 for pair in pairs
        ):
            self._add_remark(
                ": its teams are not two sides of two players with one score each, so everybody plays alone."
            )
            return
        opposite = [name for partners in zip(*pairs, strict=True) for name in partners]
        self.scores = {name: self.scores[name] for name in opposite}
        self.sides = tuple(map(" & ".join, pairs))
        sides = list(zip(self.sides, pairs, strict=True))
        same = all(one[first] == one[second] for one in self.rounds for first, second in pairs)
        self.rounds = [{side: one[first] for side, (first, _) in sides} for one in self.rounds] if same else []
        self.totals = {side: self.totals[first] for side, (first, _) in sides}

    def _as_imported_game(self) -> tuple[str, Mapping[str, Any], tuple[Mapping[str, Any], ...]]:
        """Return game, options and entries of the play: as the game with that name if it fits, or as any other game."""
        raw = {"players": list(self.scores), "sides": list(self.sides) or None}
        known = find_game(self.game)
        if known is not None and known.slug != OTHER and (known.totals.unit == "games" or not self.only_won):
            setup, _ = read_setup(known, raw)
            if setup and set(setup.names) == set(self.totals) and (known.better_for(setup) == "low") == self.is_low:
                with suppress(CannotImportError):
                    return known.slug, {}, entries_of(known, raw, self.rounds)
        options = {"name": self.title, "better": "low" if self.is_low else "high"}
        return OTHER, options, entries_of(game_of(OTHER), {**raw, "options": options}, self.rounds)

    def _report_other_winners(self) -> None:
        """Report winners in the file who are not the winners by points."""
        best = (min if self.is_low else max)(self.totals.values())
        holders = zip(self.scores, total_holders(list(self.scores), self.sides), strict=True)
        by_points = [name for name, holder in holders if self.totals[holder] == best]
        marked = [name for name, one in self.scores.items() if read_flag(one, "winner")]
        if marked and set(marked) != set(by_points):
            said = f"{listed(marked)} won there; by points it is {listed(by_points)}, and so it will be here."
            self._add_remark(f": {said}")
