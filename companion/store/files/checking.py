"""Checking the file of a club before anything is written: every row, every constraint, every round."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final
from zoneinfo import ZoneInfo

from companion.core.entry import NAME_LENGTH, name_fault, read_record
from companion.core.house import brought_over
from companion.core.older import Agreed, unknown_told
from companion.core.rulings import BASES
from companion.core.words import shown
from companion.exports.packed import UnreadableFileError
from companion.games import game_of
from companion.store.files.club_file import Renumbering, cards_with, people_in, seats_with
from companion.store.files.file_rows import TEXT, Row, damage_of
from companion.store.files.file_steps import step_fault
from companion.store.files.folding import EditOfFile, Folding, check_cards
from companion.store.nights.night_log import NightSaid, said_by
from companion.store.people.names import name_key
from companion.store.plays.about import (
    COUNTS,
    DEALER,
    DISCARDED,
    NIGHT,
    OPTIONS,
    PLAYED_AT,
    REMARK,
    SEALED,
    SIDES,
    STAKE,
)
from companion.store.plays.commands import MOST_TOTAL
from companion.store.plays.edit_log import KINDS_OF_EDITS, LoggedEdit
from companion.store.plays.projection import columns_of, earlier_parts_of, parts_of
from companion.store.plays.seating import MOST_STINTS
from companion.store.plays.seats import seat_from, sit_at_once, sitter, sitters
from companion.store.plays.states import MOST_EDITS, MOST_ENTRY, PlayState

ABOUT: Final = (NIGHT, PLAYED_AT, COUNTS, DISCARDED, STAKE, DEALER, OPTIONS, SIDES, SEALED)
STEPS_OF_NIGHTS: Final = ("told", "paid", "carried", "kitty", "back")
STEPS_OF_PEOPLE: Final = ("named", "merged", "parted", "hidden", "shown")
_ONE: Final = {
    "phones": "phone", "people": "person", "person_steps": "step of a person", "house_rules": "house rules",
    "nights": "night", "night_steps": "step of a night", "plays": "play", "rulings": "ruling",
}  # fmt: skip


@dataclass(slots=True)
class CheckedPlay:
    """What follows from the edits of a play, with the file's own numbers."""

    columns: dict[str, Any]
    parts: list[dict[str, Any]]
    earlier_parts: list[dict[str, Any]]
    has_draft: bool
    """Whether it has a draft that can be kept."""


@dataclass(slots=True)
class CheckedClub:
    """What a checked file holds."""

    name: str = ""
    phones: int = 0
    people: list[str] = field(default_factory=list)
    nights: int = 0
    houses: int = 0
    rulings: int = 0
    rounds: int = 0
    payments: int = 0
    first: datetime | None = None
    last: datetime | None = None
    plays: list[CheckedPlay] = field(default_factory=list)


class Checker:
    """Checks the things of a file one after the other."""

    def __init__(self) -> None:
        self.found = CheckedClub()
        self._names: dict[int, str] = {}
        self._merged: dict[int, int] = {}
        self._counts: dict[str, int] = {}
        self._seen: set[tuple[str, Any]] = set()
        self._houses: list[str] = []
        self._said: list[NightSaid] = []
        self._told: list[list[Any]] = []
        """By night, what is said of it, and the steps in which it was told."""

        self._highest: list[int] = []
        """By play, the number of its last slot."""

    def take(self, section: str, told: Mapping[str, Any]) -> None:
        """Check the next thing.

        :raises UnreadableFileError: it is not as it must be.
        """
        number = self._counts[section] = self._counts.get(section, 0) + 1
        row = Row(told, section if section == "club" else f"{_ONE[section]} {number}")
        act: Callable[[Row], None] = getattr(self, f"_{section}")
        with damage_of(row):
            act(row)
        row.done()

    def _once(self, row: Row, what: str, value: Any) -> None:
        if (what, value) in self._seen:
            raise row.fault(f"{what} {shown(value)} is there twice")
        self._seen.add((what, value))

    def _written(self, row: Row) -> datetime:
        """Check by whom and when something was written; return the moment."""
        at = row.moment("at")
        row.place("phone", self.found.phones)
        row.place("person", len(self.found.people))
        return at

    def _tap(self, row: Row, where: str) -> None:
        self._once(row, f"the tap of {where}", row.text("client_id", 40, empty=False))

    def _club(self, row: Row) -> None:
        self.found.name = row.text("name", 60)
        if self.found.name and name_fault(self.found.name, 60):
            raise row.fault(f"the name {name_fault(self.found.name, 60)}")
        row.moment("created_at")
        zone = row.text("timezone", 64)
        if zone:
            ZoneInfo(zone)
        row.text("currency", 20)
        row.flag("asks_stake")

    def _phones(self, row: Row) -> None:
        row.text("label", 40)
        self.found.phones += 1

    def _people(self, row: Row) -> None:
        name = row.text("name", NAME_LENGTH, empty=False)
        fault = name_fault(name, kept=True)
        if fault:
            raise row.fault(f"the name {fault}")
        self._once(row, "the name", name_key(name))
        row.moment("created_at")
        row.flag("hidden")
        merged = row.take("merged_into")
        self.found.people.append(name)
        number = len(self.found.people)
        if merged is not None:
            if type(merged) is not int or merged < 1 or merged == number:
                raise row.fault("nobody knows who it turned out to be")
            self._merged[number] = merged
        self._names[number] = name

    def _settle_people(self) -> None:
        """Resolve merges once all people are known: a merged person bears the other's name."""
        for number, merged in self._merged.items():
            if merged > len(self.found.people) or merged in self._merged:
                raise UnreadableFileError(
                    f"The file is damaged: person {number}: nobody knows who it turned out to be."
                )
            self._names[number] = self.found.people[merged - 1]
        self._merged = {}

    def _person_steps(self, row: Row) -> None:
        row.place("about", len(self.found.people), needed=True)
        kind = row.among("kind", STEPS_OF_PEOPLE)
        self._check_step(row, kind)
        self._written(row)
        self._tap(row, "people")

    def _check_step(self, row: Row, kind: str) -> dict[str, Any]:
        data = row.object("data")
        if len(json.dumps(data)) > MOST_ENTRY:
            raise row.fault("it says far too much")
        nights = {number: number for number in range(1, self.found.nights + 1)}
        plays = {number: number for number in range(1, len(self.found.plays) + 1)}
        Renumbering(self._everybody, nights, plays).step(kind, data)
        fault = step_fault(kind, data)
        if fault:
            raise row.fault(fault)
        return data

    # What was agreed and decided.

    def _house_rules(self, row: Row) -> None:
        self._settle_people()
        self._once(row, "house rules", row.key())
        game = row.game()
        self._houses.append(game)
        self._once(row, f"the version of {game}", row.whole("number", 1))
        options, version = row.object("options"), row.rules_version(game)
        for one in row.rows("amendments", "rule"):
            one.text("rule", 120)
            one.text("text", 1000)
            one.done()
        row.text("note", 500)
        if row.day("holds_from") is None:
            raise row.fault("it holds from no day")
        row.text("source", 100)
        if version == game_of(game).rules.version and read_record(game_of(game).options, options)[1]:
            raise row.fault("nobody could agree on its options")
        brought_over(Agreed(game_of(game), version, options))
        self._written(row)
        self._tap(row, "house rules")
        kinds = []
        for step in row.rows("steps", "step"):
            kinds.append(step.among("kind", ("agreed", "withdrawn")))
            step.texts("names", 200)
            step.text("reason", 500)
            self._written(step)
            step.done()
        if len(set(kinds)) < len(kinds):
            raise row.fault("the same became of it twice")
        self.found.houses += 1

    def _rulings(self, row: Row) -> None:
        self._once(row, "the ruling", row.key())
        row.game()
        self._once(row, "the number of a ruling", row.whole("number", 1))
        for key, most in (("situation", 60), ("question", 300), ("decision", 1000)):
            row.text(key, most)
        facts = row.take("facts")
        if facts is not None and not isinstance(facts, dict):
            raise row.fault("its facts are none")
        told = row.take("told")
        if not isinstance(told, list) or any(
            not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(one, str) for one in pair))
            for pair in told
        ):
            raise row.fault("its facts in words are none")
        row.texts("rules", 120)
        row.among("basis", BASES)
        row.texts("agreed_by", 200)
        play = row.place("play", len(self.found.plays))
        slot = row.take("slot")
        if slot is not None and (play is None or type(slot) is not int or not 1 <= slot <= self._highest[play - 1] + 1):
            raise row.fault("its round is not there")
        self._written(row)
        self._tap(row, "rulings")
        kinds = []
        for step in row.rows("steps", "step"):
            kinds.append(step.among("kind", ("withdrawn", "promoted")))
            step.text("reason", 500)
            house = step.place("house", len(self._houses))
            if (house is None) == (kinds[-1] == "promoted"):
                raise step.fault("it became no house rule")
            self._written(step)
            step.done()
        if kinds.count("withdrawn") > 1:
            raise row.fault("it was withdrawn twice")
        self.found.rulings += 1

    # Nights.

    def _nights(self, row: Row) -> None:
        self._settle_people()
        self._once(row, "the night", row.key())
        row.moment("began_at")
        dated = row.day("dated")
        said = {key: row.text(key, most) for key, most in (("name", 60), ("place", 60), ("notes", 2000))}
        present = row.take("present")
        there = range(1, len(self.found.people) + 1)
        if not isinstance(present, list) or any(type(one) is not int or one not in there for one in present):
            raise row.fault("somebody was there whom nobody knows")
        self.found.nights += 1
        self._said.append(NightSaid(**said, dated=dated, present=tuple(present)))
        self._told.append([])

    def _night_steps(self, row: Row) -> None:
        self._once(row, "the step", row.key())
        night = row.place("night", self.found.nights)
        kind = row.among("kind", STEPS_OF_NIGHTS)
        data = self._check_step(row, kind)
        undoes = row.place("undoes", self._counts["night_steps"] - 1)
        if (undoes is not None) != (kind == "back"):
            raise row.fault("it takes nothing back")
        self._written(row)
        self._tap(row, "nights")
        self.found.payments += kind == "paid"
        if night is not None:
            step = SimpleNamespace(seq=self._counts["night_steps"], data=data, undoes=undoes)
            self._told[night - 1].append(step)

    def finish(self) -> CheckedClub:
        """Return what was found, once all was checked.

        :raises UnreadableFileError: a night is called otherwise than was told.
        """
        self._settle_people()
        for number, (row, steps) in enumerate(zip(self._said, self._told, strict=True), start=1):
            if said_by(steps) != row:
                raise UnreadableFileError(f"The file is damaged: night {number}: that is not what was told of it.")
        return self.found

    # Plays.

    def _plays(self, row: Row) -> None:
        self._settle_people()
        self._once(row, "the game", row.key())
        game = row.game()
        like = SimpleNamespace(
            id=len(self.found.plays) + 1,
            key="",
            club_id=0,
            game=game,
            rules_version=row.rules_version(game),
            options=row.object("options"),
            sides=row.take("sides"),
            dealer=row.text("dealer", NAME_LENGTH),
            stake=row.take("stake"),
            started_at=row.moment("started_at"),
            house_id=row.place("house", len(self._houses)),
        )
        self._tap(row, "plays")
        row.place("parent", len(self.found.plays))
        self._check_people(row, like.options, like.dealer)
        self._check_sides(row, like.sides)
        self._check_stake(row, like.stake)
        edits = [self._edit(one, game, at) for at, one in enumerate(row.rows("edits", "edit"), start=1)]
        if not 1 <= len(edits) <= MOST_EDITS:
            raise row.fault(f"it has {len(edits):,} edits")
        draft = row.take("draft")
        state = Folding(row.where, like, edits, self._called).checked()
        if state.unknown and like.rules_version == state.game.rules.version:
            raise row.fault(f"nobody could agree on {unknown_told(state.unknown)}")
        has_draft = draft is not None and self._check_draft(row, draft, state)
        checked = CheckedPlay(columns_of(state), parts_of(state), earlier_parts_of(state), has_draft)
        self.found.plays.append(checked)
        self._highest.append(state.next_slot - 1)
        self.found.rounds += len(state.slots)
        at = checked.columns["played_at"]
        self.found.first = min(self.found.first or at, at)
        self.found.last = max(self.found.last or at, at)

    @property
    def _everybody(self) -> dict[int, int]:
        """The people by number, unchanged."""
        return {number: number for number in self._names}

    @property
    def _every_phone(self) -> dict[int, int]:
        return {number: number for number in range(1, self.found.phones + 1)}

    def _called(self, numbers: Iterable[int]) -> Mapping[int, str]:
        return {number: self._names[number] for number in numbers}

    def _check_people(self, row: Row, *kept: Any) -> None:
        """Check that all references lead to somebody."""
        for number in people_in(*kept):
            if number not in self._names:
                raise row.fault(f"it names person {number}, who is not there")

    def _check_sides(self, row: Row, sides: Any) -> None:
        fits = isinstance(sides, list) and len(sides) in (0, 2)
        if not fits or any(one is not None and not (isinstance(one, str) and len(one) <= 100) for one in sides):
            raise row.fault("its sides are none")

    def _check_stake(self, row: Row, stake: Any) -> None:
        if stake is None or stake == {}:
            return
        amounts = [stake.get("amount"), *(stake.get("amounts") or ())] if isinstance(stake, dict) else []
        fits = isinstance(stake, dict) and set(stake) <= {"kind", "amount", "amounts", "currency"}
        if not fits or any(one is not None and (type(one) is not int or abs(one) > 10**6) for one in amounts):
            raise row.fault("its stake is none")
        if not isinstance(stake.get("kind"), str) or not isinstance(stake.get("currency", ""), str):
            raise row.fault("its stake is none")

    def _edit(self, row: Row, game: str, revision: int) -> EditOfFile:
        """Return an edit as it will be stored."""
        kind = row.among("kind", KINDS_OF_EDITS)
        slot = None if not row.has("slot") else row.whole("slot", 1, MOST_EDITS)
        entry, cards, note = row.take("entry"), row.take("cards"), row.take("note")
        seats, about, outcome = row.take("seats"), row.take("about"), row.take("outcome")
        ended = row.take("ended")
        if ended is not None and not isinstance(ended, bool):
            raise row.fault("it does not say whether the game is ended")
        for one, what in ((entry, "entry"), (cards, "cards"), (note, "note"), (about, "about"), (outcome, "outcome")):
            if one is not None and (not isinstance(one, dict) or len(json.dumps(one)) > 2 * MOST_ENTRY):
                raise row.fault(f"“{what}” is no object, or far too large")
        self._check_people(row, entry, cards, note, outcome)
        cards_with(cards, self._everybody, self._every_phone)
        self._check_outcome(row, outcome)
        self._check_seats(row, seats)
        self._check_about(row, about)
        undoes = None if not row.has("undoes") else row.whole("undoes", 1, MOST_EDITS)
        version = row.rules_version(game)
        at = self._written(row)
        client_id = row.text("client_id", 40, empty=False)
        row.done()
        edit = LoggedEdit(
            revision, kind, slot, entry, ended, seats, undoes, None, at, None, version, outcome, note, about,
        )  # fmt: skip
        return EditOfFile(edit, client_id, cards)

    def _check_outcome(self, row: Row, outcome: Any) -> None:
        if outcome is None:
            return
        told = Row(outcome, f"{row.where}, outcome")
        told.whole("version", 1)
        totals, places, winners = told.object("totals"), told.object("places"), told.texts("winners")
        told.done()
        if any(type(one) is not int or abs(one) > MOST_TOTAL for one in (*totals.values(), *places.values())):
            raise row.fault("its totals are none")
        if not set(winners) <= set(totals) or not set(places) <= set(totals):
            raise row.fault("somebody won who did not play")

    def _check_seats(self, row: Row, seats: Any) -> None:
        if seats is None:
            return
        if not isinstance(seats, list) or not all(_is_seat(one) for one in seats):
            raise row.fault("its seats are none")
        seats_with(seats, self._everybody)
        everybody = [number for one in seats for number in sitters(one)]
        if len({one["player_id"] for one in seats}) < len(seats) or min([0, *everybody]) < 0:
            raise row.fault("somebody has two seats")
        if any(one["from_slot"] < 0 for one in seats):
            raise row.fault("somebody sat down before it began")
        called = {number: str(number) for number in everybody}  # two of whom may have been merged since
        read = [seat_from(one, called[sitter(one)], called) for one in seats]
        if sit_at_once(read):
            raise row.fault("somebody has two seats at once")
        if any(starts != sorted(set(starts)) for starts in ([start for _, start in one.stints] for one in read)):
            raise row.fault("a seat was handed on before anybody sat there")
        if sum(len(one.earlier) for one in read) > MOST_STINTS:
            raise row.fault("seats changed hands more often than one game can hold")

    def _check_about(self, row: Row, about: Mapping[str, Any] | None) -> None:
        for key, value in (about or {}).items():
            known = key in ABOUT or key == REMARK or key.startswith(f"{REMARK}.")
            fits = known and (value is None or self._fits(row, key, value))
            if not fits:
                raise row.fault(f"what it says under {shown(key)} is nothing")

    def _fits(self, row: Row, key: str, value: Any) -> bool:
        """Return whether ``about`` may say this of a play."""
        if key == NIGHT:
            return type(value) is int and 1 <= value <= self.found.nights
        if key == PLAYED_AT:
            return bool(Row({"at": value}, row.where).moment("at"))
        if key in (COUNTS, DISCARDED, SEALED):
            return isinstance(value, bool)
        if key == STAKE:
            self._check_stake(row, value)
        elif key == SIDES:
            self._check_sides(row, value)
        elif key in (DEALER, OPTIONS):
            self._check_people(row, value)
        return key not in (REMARK, DEALER) or (isinstance(value, str) and len(value) <= TEXT)

    def _check_draft(self, row: Row, told: Any, state: PlayState) -> bool:
        """Return whether a draft can be kept. The first versions wrote drafts without the players of its cards."""
        if not isinstance(told, dict):
            raise row.fault("its draft is none")
        draft = Row(told, f"{row.where}, draft")
        draft.whole("slot", 1, MOST_EDITS)
        data = draft.object("data")
        self._check_people(draft, data)
        draft.flag("locked")
        laid = [one for one in (draft.take("cards"), *(draft.take("later") or [])) if one]
        is_whole = all("players" in one for one in laid)
        for one in laid:
            self._check_people(draft, one)
            cards_with(one, self._everybody, self._every_phone)
            if is_whole:
                check_cards(state, one)
        self._written(draft)
        draft.done()
        return is_whole


SEAT_KEYS: Final = ({"player_id", "from_slot"}, {"player_id", "from_slot", "person_id"})


def _is_seat(told: object) -> bool:
    """Return whether this is a seat as an edit keeps it."""
    if not isinstance(told, dict):
        return False
    earlier = told.get("earlier", [])
    rest = {key: value for key, value in told.items() if key != "earlier"}
    if not isinstance(earlier, list) or set(rest) not in SEAT_KEYS:
        return False
    if any(not isinstance(one, dict) or set(one) != {"person_id", "before_slot"} for one in earlier):
        return False
    return all(type(value) is int for row in (rest, *earlier) for value in row.values())
