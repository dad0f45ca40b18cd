"""What a file of the app BG Stats holds: an export with everything, or one play that somebody shared (``.bgsplay``).

Strict where it matters, tolerant where others write it differently. Whatever cannot be taken is told in a sentence.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import IO, Any

from companion.core.entry import NAME_LENGTH, name_fault
from companion.core.fields import Field
from companion.core.fold import Refusal, opening_table, play_round, read_setup
from companion.core.game import Game
from companion.core.kinds import KINDS
from companion.core.seating import holders
from companion.core.strict_json import JsonError, read_object
from companion.core.sums import read_sum
from companion.core.words import counted, listed, shown, spelled
from companion.exports.packed import UnreadableFileError, all_of, unpacked
from companion.games import all_games, game_of

MOST_BYTES = 16 * 1024 * 1024
MOST_PLAYS = 20_000
MOST_PLAYERS = 2_000
MOST_ROUNDS = 500
MOST_TOTAL = 1_000_000_000
REMARK_LETTERS = 1000
PLACE_LETTERS = 60
OTHER = "any-other-game"
_WHOLE = re.compile(r"-?[0-9]{1,15}")
TAKEN_NAMES = ("kitty",)
"""What nobody can be called: the club's own till."""


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A play of the file, as it will be made."""

    uuid: str
    """Its lasting identity, so that it never comes twice: 32 letters."""

    game: str
    """The slug."""

    title: str
    """What its game is called there."""

    at: datetime
    """As a clock on the wall showed it, without a zone."""

    minutes: int
    players: tuple[str, ...]
    """In seat order."""

    dealer: str
    sides: tuple[str, ...]
    options: Mapping[str, Any]
    rounds: tuple[Mapping[str, Any], ...]
    """Entries of the game; none: only totals are known."""

    totals: Mapping[str, int]
    """By who holds scores, a player or a side."""

    counts: bool
    """Whether it is in the statistics."""

    place: str
    remark: str

    def __hash__(self) -> int:
        return hash(self.uuid)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """All that a file holds, as it will be made."""

    players: tuple[str, ...]
    """Who takes part in the plays, by name."""

    plays: tuple[FoundPlay, ...]
    """In the order in which they were played."""

    left: tuple[str, ...] = ()
    """What cannot be taken, or not as it stands there, sentences."""


class _CannotBeTakenError(ValueError):
    """Why a play cannot be made, to follow "“Rage” of 4 July 2026: …"."""


def read_bgstats(file: IO[bytes], most: int = MOST_BYTES) -> FoundFile:
    """Return what a file of BG Stats holds; a zip with one in it will do.

    :raises UnreadableFileError: it is none, or too large; the message says why.
    """
    with unpacked(file, most, (".json", ".bgsplay")) as inside:
        body = all_of(inside, most)
    try:
        told = read_object(body.removeprefix(b"\xef\xbb\xbf"))
    except JsonError as fault:
        reason = str(fault).replace("The body", "It")
        raise UnreadableFileError(f"That is no file of BG Stats, or only a part of one. {reason}") from None
    return _Reading(told).everything()


@dataclass(slots=True)
class _Reading:
    """A file while it is read."""

    told: Mapping[str, Any]
    left: list[str] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    anonymous: set[int] = field(default_factory=set)

    def everything(self) -> FoundFile:
        """Return all that it holds."""
        self._check_kind()
        self._read_players()
        games = {number: one for one in self._rows("games") if (number := _id(one)) is not None}
        places = {number: _text(one, "name") for one in self._rows("locations") if (number := _id(one)) is not None}
        found: dict[str, FoundPlay] = {}
        for row in self._rows("plays"):
            game = games.get(_whole(row.get("gameRefId"), -1), {})
            what = f"“{shown(_text(game, 'name') or 'A game')}” of {_date_told(row)}"
            try:
                play = self._play(row, game, places)
                if play.uuid in found:
                    raise _CannotBeTakenError("it is there twice; it is taken once.")
            except _CannotBeTakenError as fault:
                self.left.append(f"{what}: {fault}")
            else:
                found[play.uuid] = play
        self._tell_the_rest()
        plays = tuple(sorted(found.values(), key=lambda one: one.at))
        return FoundFile(tuple(spelled((name for one in plays for name in one.players), ())), plays, tuple(self.left))

    def _check_kind(self) -> None:
        if self.told.get("format") == "companion-club":
            raise UnreadableFileError("That is a club of Companion, no file of BG Stats; it is imported as a club.")
        missing = [key for key in ("games", "players", "plays") if not isinstance(self.told.get(key), list)]
        if missing:
            raise UnreadableFileError(f"That is no file of BG Stats: it has no list of {listed(missing)}.")
        for key, most in (("plays", MOST_PLAYS), ("players", MOST_PLAYERS)):
            if len(self.told[key]) > most:
                raise UnreadableFileError(f"The file has {len(self.told[key]):,} {key}; at most {most:,} are taken.")

    def _rows(self, key: str) -> Iterator[Mapping[str, Any]]:
        rows = self.told.get(key)
        return (row for row in rows if isinstance(row, Mapping)) if isinstance(rows, list) else iter(())

    def _tell_the_rest(self) -> None:
        kinds = (("tags", "tags"), ("groups", "groups"), ("challenges", "challenges"))
        there = [word for key, word in kinds if any(True for _ in self._rows(key))]
        if there:
            self.left.append(f"{listed(there).capitalize()} stay behind: Companion has none.")
        broken = sum(not isinstance(row, Mapping) for row in self.told["plays"])
        if broken:
            self.left.append(f"{counted(broken, 'play')} cannot be read at all.")

    # Who played.

    def _read_players(self) -> None:
        """Read the players and give each a unique name."""
        taken = set(TAKEN_NAMES)
        for row in self._rows("players"):
            number = _id(row)
            if number is None or number in self.names:
                continue
            is_anonymous = _flag(row, "isAnonymous")
            name = "Anonymous" if is_anonymous else _name(_text(row, "name"))
            if is_anonymous:
                self.anonymous.add(number)
                self.names[number] = name
                continue
            given = _with_number(name, taken)
            if given != _text(row, "name"):
                self.left.append(f"{shown(_text(row, 'name') or 'A player without a name')} will be called {given}.")
            taken.add(given.casefold())
            self.names[number] = given

    def _seats(self, scores: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return who sits where in a play."""
        names: list[str] = []
        for row in scores:
            number = _whole(row.get("playerRefId"), -1)
            if number not in self.names:
                raise _CannotBeTakenError("somebody in it is not among the players of the file.")
            name = self.names[number]
            if number in self.anonymous:
                name = _with_number(name, {one.casefold() for one in names})
            elif name in names:
                raise _CannotBeTakenError(f"{name} is in it twice.")
            names.append(name)
        return names

    # A play.

    def _play(self, row: Mapping[str, Any], game: Mapping[str, Any], places: Mapping[int, str]) -> FoundPlay:
        if not game:
            raise _CannotBeTakenError("its game is not among the games of the file.")
        if _flag(game, "cooperative"):
            raise _CannotBeTakenError("all play together against the game, and Companion has no such plays.")
        at = _moment(row)
        if at is None:
            raise _CannotBeTakenError("nobody can read when it was.")
        scores = [one for one in _list(row, "playerScores") if isinstance(one, Mapping)]
        order = [_whole(one.get("seatOrder"), 0) for one in scores]
        if len(set(order)) == len(order):
            scores = [one for _, one in sorted(zip(order, scores, strict=True), key=lambda pair: pair[0])]
        seats = game_of(OTHER).seats
        if not seats.fits(len(scores)):
            raise _CannotBeTakenError(f"{counted(len(scores), 'player')}; a play here has {seats.number_told}.")
        names = self._seats(scores)
        title = _cut(_text(game, "name"), NAME_LENGTH) or "A game"
        what = f"“{shown(title)}” of {_date_told(row)}"
        totals = self._totals(game, scores, names, what)
        rounds = self._rounds(row, scores, names, totals, what)
        teams = self._teams(row, scores, names, totals, rounds, what)
        if teams:
            scores = [scores[place] for place in teams.order]
            names = [names[place] for place in teams.order]
            totals, rounds = teams.totals, teams.rounds
        made = self._as_game(game, title, names, teams.sides if teams else (), totals, rounds)
        self._tell_winners(game, scores, names, teams.sides if teams else (), totals, what)
        first = next((place for place, one in enumerate(scores) if _flag(one, "startPlayer")), 0)
        return FoundPlay(
            uuid=_uuid(row, title, at, names),
            game=made.slug,
            title=title,
            at=at,
            minutes=min(max(_whole(row.get("durationMin"), 0), 0), 60 * 24 * 7),
            players=tuple(names),
            dealer=names[first - 1],  # who is on the dealer's left begins
            sides=teams.sides if teams else (),
            options=made.options,
            rounds=made.entries,
            totals=totals,
            counts=not _flag(row, "ignored"),
            place=_cut(places.get(_whole(row.get("locationRefId"), -1), ""), PLACE_LETTERS),
            remark=_cut(self._remark(row), REMARK_LETTERS),
        )

    def _remark(self, row: Mapping[str, Any]) -> str:
        return ". ".join(text.strip().rstrip(".") for text in (_text(row, "board"), _text(row, "comments")) if text)

    def _totals(
        self, game: Mapping[str, Any], scores: Sequence[Mapping[str, Any]], names: Sequence[str], what: str
    ) -> dict[str, int]:
        found = {name: _points(one.get("score"), name) for name, one in zip(names, scores, strict=True)}
        without = [name for name, total in found.items() if total is None]
        if len(without) == len(names) or _flag(game, "noPoints"):
            won = {name: int(_flag(one, "winner")) for name, one in zip(names, scores, strict=True)}
            if not any(won.values()):
                raise _CannotBeTakenError("it has no points, and nobody won.")
            self.left.append(f"{what} has no points: who won has 1, the others 0.")
            return won
        if without:
            raise _CannotBeTakenError(f"there is no score for {listed(without)}.")
        totals = {name: total for name, total in found.items() if total is not None}
        if any(abs(total) > MOST_TOTAL for total in totals.values()):
            raise _CannotBeTakenError(f"a score is beyond {MOST_TOTAL:,}.")
        return totals

    def _rounds(
        self,
        row: Mapping[str, Any],
        scores: Sequence[Mapping[str, Any]],
        names: Sequence[str],
        totals: Mapping[str, int],
        what: str,
    ) -> list[dict[str, int]]:
        """Return the points of each round, where its score sheet tells them and they add up to the totals."""
        owners = {_text(_inner(one, "metaData"), "scoreUuid"): name for name, one in zip(names, scores, strict=True)}
        owners.pop("", None)
        lines = list(_lines_of(_inner(row, "scoresheet")))
        if not lines:
            return []
        if len(lines) > MOST_ROUNDS:
            self.left.append(f"{what}: {len(lines):,} rounds are too many; only the totals are taken.")
            return []
        for turned in (False, True):  # whether a line that is marked as negative is written without its sign
            found = [_line_points(line, owners, names, turned) for line in lines]
            rounds = [one for one in found if one is not None]
            if len(rounds) == len(found):
                sums = {name: sum(one[name] for one in rounds) for name in names}
                if sums == totals:
                    return rounds
        self.left.append(f"{what}: its score sheet does not add up to the scores; only the totals are taken.")
        return []

    def _teams(
        self,
        row: Mapping[str, Any],
        scores: Sequence[Mapping[str, Any]],
        names: Sequence[str],
        totals: Mapping[str, int],
        rounds: Sequence[Mapping[str, int]],
        what: str,
    ) -> "_Teams | None":
        """Return two sides of two, where the file has them so."""
        teams = [_text(one, "team").strip() for one in scores]
        if not (_flag(row, "usesTeams") and any(teams)):
            return None
        members: dict[str, list[int]] = {}
        for place, team in enumerate(teams):
            members.setdefault(team, []).append(place)
        pairs = list(members.values())
        alone = all(len({totals[names[place]] for place in pair}) == 1 for pair in pairs)
        if [len(pair) for pair in pairs] != [2, 2] or not alone:
            self.left.append(
                f"{what}: its teams are no two sides of two with a score each; everybody is for themselves."
            )
            return None
        order = (pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1])
        sides = tuple(" & ".join(names[place] for place in pair) for pair in pairs)
        leaders = dict(zip(sides, (names[pair[0]] for pair in pairs), strict=True))
        same = all(one[names[pair[0]]] == one[names[pair[1]]] for one in rounds for pair in pairs)
        of_sides = [{side: one[leader] for side, leader in leaders.items()} for one in rounds] if same else []
        return _Teams(order, sides, {side: totals[leader] for side, leader in leaders.items()}, of_sides)

    def _as_game(
        self,
        told: Mapping[str, Any],
        title: str,
        names: Sequence[str],
        sides: Sequence[str],
        totals: Mapping[str, int],
        rounds: Sequence[Mapping[str, int]],
    ) -> "_Made":
        """Return the game of the catalogue that is called so, where what is known fits it; else any other game."""
        only_won = _flag(told, "noPoints")
        low = not only_won and not _flag(told, "highestWins", True)
        raw = {"players": list(names), "sides": list(sides) or None}
        known = _by_name().get(_plain(title))
        if known is not None and known.slug != OTHER and (known.totals.unit == "games" or not only_won):
            setup, _ = read_setup(known, raw)
            if setup is not None and set(setup.names) == set(totals) and (known.better_for(setup) == "low") == low:
                entries = _entries(known, raw, rounds)
                if isinstance(entries, tuple):
                    return _Made(known.slug, {}, entries)
        options = {"name": title, "better": "low" if low else "high"}
        entries = _entries(game_of(OTHER), {**raw, "options": options}, rounds)
        if isinstance(entries, str):
            raise _CannotBeTakenError(entries)
        return _Made(OTHER, options, entries)

    def _tell_winners(
        self,
        game: Mapping[str, Any],
        scores: Sequence[Mapping[str, Any]],
        names: Sequence[str],
        sides: Sequence[str],
        totals: Mapping[str, int],
        what: str,
    ) -> None:
        """Say so where somebody is marked as winner who is not by the points."""
        best = (max if _flag(game, "highestWins", True) or _flag(game, "noPoints") else min)(totals.values())
        held = [totals[name] for name in holders(names, sides)]
        by_points = [name for name, total in zip(names, held, strict=True) if total == best]
        marked = [name for name, one in zip(names, scores, strict=True) if _flag(one, "winner")]
        if marked and set(marked) != set(by_points):
            said = f"{listed(marked)} won there; by the points it is {listed(by_points)}, and so it will be here."
            self.left.append(f"{what}: {said}")


@dataclass(frozen=True, slots=True)
class _Teams:
    """Two sides of two."""

    order: tuple[int, ...]
    """The places of the players, so that partners sit opposite."""

    sides: tuple[str, ...]
    totals: dict[str, int]
    rounds: list[dict[str, int]]


@dataclass(frozen=True, slots=True)
class _Made:
    """What a play is made as."""

    slug: str
    options: Mapping[str, Any]
    entries: tuple[Mapping[str, Any], ...]


# Rounds as entries of a game.


def _entries(
    game: Game[Any], raw: Mapping[str, Any], rounds: Iterable[Mapping[str, int]]
) -> tuple[Mapping[str, Any], ...] | str:
    """Return the points of rounds as entries that score just these in a game; else why they do not."""
    setup, problems = read_setup(game, raw)
    if setup is None:
        return problems[0].message
    table, found = opening_table(game, setup), list[Mapping[str, Any]]()
    for points in rounds:
        item = None if table.over else _field_of_points(game.scoring.fields(table))
        if item is None:
            return f"{game.name} is not written down in points of a round."
        results = [play_round(game, table, {item.key: counted}) for counted in _counted(item, points)]
        scored = [one for one in results if not isinstance(one, Refusal)]
        fitting = [one for one in scored if dict(one.scores) == dict(points)]
        if not fitting:
            refusal = results[0]
            reason = refusal.problems[0].message if isinstance(refusal, Refusal) else "it scores otherwise."
            return f"round {table.number} does not fit: {reason}"
        found.append({item.key: dict(fitting[0].entry.at(item))})
        table = fitting[0].table
    return tuple(found)


def _field_of_points(fields: Iterable[Field]) -> Field | None:
    """Return the field of the points of everybody, where nothing else has to be known."""
    asked = [item for item in fields if item.required or item.asking.tapped]
    is_it = len(asked) == 1 and asked[0].per != "table" and KINDS[asked[0].type].is_number
    return asked[0] if is_it else None


def _counted(item: Field, points: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Yield what may have been counted where a round gave these points: as much, or all with the same on top of it."""
    yield dict(points)
    rest = ((item.hints.sum and item.hints.sum.to) or 0) - sum(points.values())
    if rest % len(points) == 0:
        yield {name: number + rest // len(points) for name, number in points.items()}


@cache
def _by_name() -> Mapping[str, Game[Any]]:
    return {_plain(game.name): game for game in all_games()}


def _plain(text: str) -> str:
    """Return a name without capitals, accents and signs."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text).casefold() if letter.isalnum())


# Score sheets.


def _lines_of(sheet: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of a score sheet in which anything is written."""
    for part in _list(sheet, "rounds"):
        for line in _list(part, "rows") if isinstance(part, Mapping) else ():
            if isinstance(line, Mapping) and any(_inner(line, "scores").values()):
                yield line


def _line_points(
    line: Mapping[str, Any], owners: Mapping[str, str], names: Iterable[str], turned: bool
) -> dict[str, int] | None:
    """Return what a line gives everybody; None: it cannot be read."""
    found = dict.fromkeys(names, 0)
    sign = -1 if turned and _flag(line, "negative") else 1
    for key, text in _inner(line, "scores").items():
        try:
            points = _points(text, key)
        except _CannotBeTakenError:
            return None
        if points is not None:
            if key not in owners:
                return None
            found[owners[key]] = sign * points
    return found


def _points(score: Any, who: str) -> int | None:
    """Return a score; None: there is none."""
    if score is None or (isinstance(score, str) and not score.strip()):
        return None
    found = None
    if isinstance(score, str):
        found = read_sum(score[:500])
    elif isinstance(score, int) and not isinstance(score, bool):
        found = score
    elif isinstance(score, float) and score.is_integer():
        found = int(score)
    if found is None:
        raise _CannotBeTakenError(f"the score of {shown(who)}, {shown(score)}, is no whole number.")
    return found


# Values as this program or that writes them.


def _id(row: Mapping[str, Any]) -> int | None:
    number = row.get("id")
    return number if type(number) is int else None


def _whole(value: Any, otherwise: int) -> int:
    """Return a whole number, if it is one within reason."""
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        value = int(value)
    return value if type(value) is int and abs(value) < 2**53 else otherwise


def _text(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _flag(row: Mapping[str, Any], key: str, otherwise: bool = False) -> bool:
    """Yes or no, as ``true`` or as 1."""
    value = row.get(key)
    return bool(value) if isinstance(value, bool) or value in (0, 1) else otherwise


def _list(row: Mapping[str, Any], key: str) -> Sequence[Any]:
    value = row.get(key)
    return value if isinstance(value, list) else ()


def _inner(row: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return an object inside, as one or as JSON in a text."""
    value = row.get(key)
    if isinstance(value, str) and value.startswith("{"):
        try:
            value = read_object(value.encode("utf-8", "replace"))
        except JsonError:
            return {}
    return value if isinstance(value, Mapping) else {}


def _moment(row: Mapping[str, Any]) -> datetime | None:
    """When it was played, else when it was written down."""
    for key in ("playDate", "entryDate"):
        try:
            at = datetime.fromisoformat(_text(row, key)[:40])
        except ValueError:
            continue
        if 1900 <= at.year <= 2200:
            return at.replace(tzinfo=None)
    return None


def _date_told(row: Mapping[str, Any]) -> str:
    at = _moment(row)
    return f"{at.day} {at:%B %Y}" if at else "no date"


def _cut(text: str, most: int) -> str:
    """Return a text of one line that can be kept and read, no longer than this."""
    text = " ".join("".join(one if one.isprintable() else " " for one in text).split())[:most].strip()
    return "" if not text or name_fault(text, most) else text


def _name(text: str) -> str:
    return _cut(text, NAME_LENGTH) or "Player"


def _with_number(name: str, taken: Iterable[str]) -> str:
    """Return a name that is not taken yet: with a number where it is."""
    names, number, given = set(taken), 1, name
    while given.casefold() in names:
        number += 1
        given = f"{name[: NAME_LENGTH - 5]} {number}"
    return given


def _uuid(row: Mapping[str, Any], title: str, at: datetime, names: Sequence[str]) -> str:
    """Return the lasting identity of a play; where the file gives none, made of what it says."""
    own = _text(row, "uuid").strip().casefold()
    made = own or json.dumps([title, at.isoformat(), list(names), [str(one) for one in _list(row, "playerScores")]])
    return hashlib.sha256(made.encode("utf-8", "replace")).hexdigest()[:32]
