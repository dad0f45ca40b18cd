"""One play in a file of BG Stats, read into the form in which it will be imported."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from companion.core.entry.names import NAME_LENGTH
from companion.core.game.seating import total_holders
from companion.core.play.setups import read_setup
from companion.core.statistics.play_facts import group_by
from companion.core.words import listed, quoted
from companion.exports.bgstats_games import find_game
from companion.exports.bgstats_values import (
    CannotImportError,
    date_in_words,
    entries_of,
    line_points,
    lines_of,
    play_hash,
    read_flag,
    read_nested,
    read_points,
    read_text,
    read_whole,
    shorten,
)
from companion.games import game_of

MOST_ROUNDS = 500
MOST_TOTAL = 1_000_000_000
REMARK_LETTERS = 1000
PLACE_LETTERS = 60
OTHER = "any-other-game"


@dataclass(frozen=True, slots=True)
class PlayToImport:
    """A play in the file, in the form in which it will be imported."""

    uuid: str
    """Its id, 32 letters: the same at each import, so that it is never imported twice."""

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
    """The total of each player, or of each side if there are sides."""

    counts: bool
    """Whether it counts for statistics."""

    place: str
    remark: str

    def with_names(self, names: Mapping[str, str]) -> "PlayToImport":
        """Return the play with other names. ``names``: the new name of each player, by the name in the file."""
        players = tuple(names[name] for name in self.players)
        sides = tuple(" & ".join(players[number :: len(self.sides)]) for number in range(len(self.sides)))
        holders = {**names, **dict(zip(self.sides, sides, strict=True))}

        def renamed(values: Mapping[str, Any]) -> dict[str, Any]:
            return {holders[name]: value for name, value in values.items()}

        rounds = tuple({key: renamed(values) for key, values in entry.items()} for entry in self.rounds)
        return replace(
            self, players=players, dealer=names[self.dealer], sides=sides, rounds=rounds, totals=renamed(self.totals)
        )


@dataclass(slots=True)
class PlayReader:
    """Reads one play of the file."""

    row: Mapping[str, Any]
    game: Mapping[str, Any]
    scores: dict[str, Mapping[str, Any]]
    """Each player's row in the file by the player's name, in seat order."""

    not_imported: list[str]
    """The sentences about the whole file; the reader adds those about this play."""

    sides: tuple[str, ...] = ()
    totals: dict[str, int] = field(default_factory=dict)
    """The total of each player, or of each side if there are sides."""

    rounds: list[dict[str, int]] = field(default_factory=list)
    """The points of each round; empty if only totals are known."""

    @property
    def has_only_winners(self) -> bool:
        """Whether the game has no points, only winners."""
        return read_flag(self.game, "noPoints")

    @property
    def is_low(self) -> bool:
        """Whether the lowest total wins."""
        return not self.has_only_winners and not read_flag(self.game, "highestWins", True)

    @property
    def title(self) -> str:
        """The name of its game in the file."""
        return shorten(read_text(self.game, "name"), NAME_LENGTH) or "A game"

    def read_all(self, at: datetime, place: str) -> PlayToImport:
        """Return the play in the form in which it will be imported. ``at``, ``place``: when and where it was played.

        :raises CannotImportError: the play cannot be imported; the message says why.
        """
        self.totals = self._totals()
        self.rounds = self._rounds()
        self._join_partners()
        slug, options, entries = self._as_imported_game()
        self._report_other_winners()
        names, rows = list(self.scores), self.scores.values()
        first = next((index for index, one in enumerate(rows) if read_flag(one, "startPlayer")), 0)
        remarks = [text for text in (read_text(self.row, "board"), read_text(self.row, "comments")) if text]
        return PlayToImport(
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
        if len(without) == len(found) or self.has_only_winners:
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
        """Return the points of each round if the score sheet has them and they add up to the totals; otherwise none.

        If there is a score sheet that is not used, a remark says so.
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
        members = group_by(self.scores, lambda name: read_text(self.scores[name], "team").strip())
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
        """Return what the play is imported as: the slug of a game, its options, and its entries.

        It is the game with the name in the file if sides, winners and rounds fit that game; otherwise "any other game".
        """
        raw = {"players": list(self.scores), "sides": list(self.sides) or None}
        known = find_game(self.game)
        if known is not None and known.slug != OTHER and (known.totals.unit == "games" or not self.has_only_winners):
            setup, _ = read_setup(known, raw)
            if setup and set(setup.names) == set(self.totals) and (known.better_for(setup) == "low") == self.is_low:
                with suppress(CannotImportError):
                    return known.slug, {}, entries_of(known, raw, self.rounds)
        options = {"name": self.title, "better": "low" if self.is_low else "high"}
        return OTHER, options, entries_of(game_of(OTHER), {**raw, "options": options}, self.rounds)

    def _report_other_winners(self) -> None:
        """Add a remark if other players have won in the file than have won by points."""
        best = (min if self.is_low else max)(self.totals.values())
        holders = total_holders(list(self.scores), self.sides)
        by_points = [name for name, holder in holders.items() if self.totals[holder] == best]
        marked = [name for name, one in self.scores.items() if read_flag(one, "winner")]
        if marked and set(marked) != set(by_points):
            remark = f"{listed(marked)} won in the file; here the points decide, so it is {listed(by_points)}."
            self._add_remark(f": {remark}")
