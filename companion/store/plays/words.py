"""Edits and seats of a play in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select

from companion.core.fields import Field
from companion.core.fold import coming_fields, shared_fields_of
from companion.core.game import COMMON, Game, GameTerms, Table
from companion.store.database.base import db
from companion.store.database.models import Event, Play
from companion.store.log.events import OF_PLAYS, SLOT
from companion.store.plays.about import Patch, contests_said, label_of
from companion.store.plays.edit_log import EditInLog, Log, LoggedEdit
from companion.store.plays.findings import Adjustment, bought_between, told_of
from companion.store.plays.seats import Seat, seat_from, sitter


@dataclass(frozen=True, slots=True)
class Slot:
    """A round on the sheet, as it was last written."""

    slot: int
    """Rounds in the order in which they were first written, from 1; never given twice."""

    entry: Mapping[str, Any]
    revision: int
    device_id: int | None
    at: datetime
    first_at: datetime
    """When it was first written: when it was played, as far as anybody knows."""


def numbers_of(slots: Sequence[Slot]) -> dict[int, int]:
    """Return the numbers of rounds on the sheet, by slot."""
    return {slot.slot: number for number, slot in enumerate(slots, start=1)}


def bought_in(step: EditInLog) -> Adjustment | None:
    """Return the chips that an edit bought; None: it is another edit."""
    if step.edit.kind != "correct" or step.slot_before is None:
        return None
    return bought_between(step.slot_before.entry, step.edit.entry)


def edit_called(log: Log, edit: LoggedEdit, numbers: Mapping[int, int], terms: GameTerms) -> str:
    """Return an edit in words, as its undo or redo button names it."""
    bought = bought_in(log.steps()[edit.revision]) if edit.kind == "correct" else None
    if bought:
        return told_of([bought])
    told = takeover(log.steps()[edit.revision], log.called, numbers, terms) if edit.kind == "seats" else ""
    return told or edit_label(edit.kind, edit.slot, numbers, edit.about, terms)


def round_of_slot(slot: int, numbers: Mapping[int, int]) -> int:
    """Return the number of a round on the sheet, or the one that it would have."""
    return numbers.get(slot, sum(1 for other in numbers if other < slot) + 1)


def sat_in(seat: Seat, numbers: Mapping[int, int]) -> list[tuple[int, str]]:
    """Return who had a seat, each with the number of their first round; those who played none are left out.

    ``numbers``: of rounds by slot.
    """
    found: list[tuple[int, str]] = []
    for one, start in seat.stints:
        number = max(round_of_slot(start, numbers), 1)
        if found and found[-1][0] == number:
            found.pop()
        if not found or found[-1][1] != one.name:
            found.append((number, one.name))
    return found


def sat_told(seat: Seat, numbers: Mapping[int, int], terms: GameTerms = COMMON) -> str:
    """Return who had a seat when, in words: ``Anna, from round 4 Eve``; empty: one player all along."""
    first, *later = sat_in(seat, numbers)
    return "".join([first[1], *(f", from {terms.round} {number} {name}" for number, name in later)]) if later else ""


def takeover(step: EditInLog, called: Mapping[int, str], numbers: Mapping[int, int], terms: GameTerms = COMMON) -> str:
    """Return who took over a seat in an edit, in words: ``Eve plays for Anna from round 4``; empty: nobody.

    Empty: nobody.

    ``called``: names by the numbers of people.
    """
    before = {seat["player_id"]: seat_from(seat, "", called) for seat in step.seats_before or ()}
    for kept in step.edit.seats or ():
        seat = seat_from(kept, called[sitter(kept)], called)
        was = before.get(seat.player_id)
        if was is None:
            continue
        was = replace(was, name=called[was.person_id])
        starts = sorted({max(start, 1) for one in (was, seat) for _, start in one.stints})
        for slot in starts:
            if was.at(slot).name != seat.at(slot).name:
                if slot == starts[0]:
                    return f"{seat.at(slot).name} plays instead of {was.at(slot).name}"
                number = round_of_slot(slot, numbers)
                return f"{seat.at(slot).name} plays for {was.at(slot).name} from {terms.round} {number}"
    return ""


def edit_label(
    kind: str, slot: int | None, numbers: Mapping[int, int], about: Patch | None = None, terms: GameTerms = COMMON
) -> str:
    """Return an edit in words: ``round 3``, ``correction of race 2``. ``about``: its patch."""
    if kind == "about" and about is not None:
        return contest_label(about, numbers, terms) or label_of(about)
    number = round_of_slot(slot, numbers) if slot is not None else 0
    return {
        "start": "start",
        "round": f"{terms.round} {number}",
        "correct": f"correction of {terms.round} {number}",
        "remove": f"removal of {terms.round} {number}",
        "end": "end of the game",
        "reopen": "going on with the game",
        "seats": "new player",
        "totals": "final totals",
        "note": "referee’s correction",
    }.get(kind, kind)


def contest_label(about: Patch, numbers: Mapping[int, int], terms: GameTerms = COMMON) -> str:
    """Return an edit that contests a round, or dismisses that, in words; empty: it is another one."""
    for slot, _, words in contests_said(about):
        number = round_of_slot(slot, numbers)
        return f"{terms.round} {number} contested" if words else f"contest of {terms.round} {number} dismissed"
    return ""


def numbers_in(plays: Iterable[int]) -> dict[int, dict[int, int]]:
    """Return the numbers of rounds by play and slot, the coming round included."""
    entry = Event.data["entry"].as_string()
    ask = select(Play.id, SLOT, entry.is_(None)).where(*OF_PLAYS, Play.id.in_(set(plays)), SLOT.is_not(None))
    live: dict[int, dict[int, bool]] = {}
    for play, slot, gone in db.session.execute(ask.order_by(Event.seq)):
        live.setdefault(play, {})[slot] = not gone
    found = {}
    for play in plays:
        slots = live.get(play, {})
        standing = sorted(slot for slot, stands in slots.items() if stands)
        found[play] = {slot: number for number, slot in enumerate([*standing, max(slots, default=0) + 1], start=1)}
    return found


def entry_fields(game: Game[Any], table: Table[Any]) -> tuple[Field, ...]:
    """Return all fields that an entry may have."""
    return (*coming_fields(game, table), *shared_fields_of(game, table))


def folded_entry(entry: Mapping[str, Any], slot: int, seats: Sequence[Seat]) -> Mapping[str, Any]:
    """Return an entry for scoring: players who came later are absent from it."""
    late = [seat.name for seat in seats if seat.from_slot > slot]
    absent = entry.get("absent") or []
    if not late or not isinstance(absent, list):
        return entry
    return {**entry, "absent": [*absent, *(name for name in late if name not in absent)]}
