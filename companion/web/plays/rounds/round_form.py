"""The form of a round: the coming one, or an earlier one that is corrected."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS, row_text, texts_of_all, value_text
from companion.core.entry.problems import Problem
from companion.core.entry.record import read_record
from companion.core.game.seating import from_left_of
from companion.core.game.table import Table
from companion.core.play.bids import bidding_progress
from companion.core.play.fold import coming_fields, shared_fields_of, with_absent
from companion.core.play.provisional_score import ProvisionalScore, open_fields, provisional_score, running_fields
from companion.core.words import on_one_line
from companion.store.plays.coming_round.drafts import DraftState, coming_table, is_secret, players_sitting_out
from companion.store.plays.coming_round.findings import NamedInRound, with_findings
from companion.store.plays.edits.slots import Slot
from companion.store.plays.play_state import PlayState
from companion.web.forms.entry import (
    EntryForm,
    Section,
    decks_of,
    read_entry,
    values_of,
    with_bid_results,
    with_start_values,
)
from companion.web.plays.bids.bid_progress import secret_progress
from companion.web.plays.rounds.missing_answers import (
    asked_fields_of,
    last_entry,
    problems_before_hand,
    table_of_entry,
    try_entry,
)
from companion.web.support.faults import Fault, faults_in_field_order, is_asked


@dataclass(slots=True)
class ShownForm:
    """The form of a round, as its page shows it."""

    table: Table[Any]
    """The table before the round, with those who are absent in it."""

    phase: int
    """1: only what is asked before the hand; 2: the result; 0: both together."""

    sections: list[Section]
    hidden: list[tuple[str, str]]
    """Name and value of hidden inputs that carry the values of phase 1."""

    answers_before_hand: list[tuple[str, str]]
    """Label and text of the values of phase 1."""

    problems: list[Fault]
    """Why the entry was refused, with the elements to look at."""

    missing: list[Fault]
    """What is missing before the entry can be saved."""

    decks: dict[str, Any]
    """The cards to pick from, by field key."""

    bidding: str
    """The progress of the bidding, and of what counts already, in words; empty if there is none."""

    entry: Mapping[str, Any]
    """The raw entry that the form sends if nothing is changed in it."""

    shared_keys: tuple[str, ...] = ()
    """Keys of fields that are known before the result, so that every phone sees them as soon as they are entered."""

    @property
    def main(self) -> Section:
        """The first section that is not folded away."""
        return next((section for section in self.sections if not section.is_folded), self.sections[0])


def table_before(state: PlayState, number: int) -> Table[Any]:
    """Return the table before the round with this number: the one after the previous round, or the opening."""
    return state.sheet.rounds[number - 2].table if number > 1 else state.sheet.opening


def coming_round_form(
    state: PlayState,
    draft: DraftState | None,
    typed: Mapping[str, Any] | None = None,
    problems: Sequence[Problem] = (),
    *,
    at_once: bool = False,
    from_cards: Mapping[str, Any] | None = None,
) -> ShownForm | None:
    """Return the form of the coming round; None if there is none.

    There is none if the play is over or discarded, bids are secret, or an earlier round has to be corrected.

    ``typed``, ``problems``: the refused entry; ``at_once``: show the fields for bids and results together, which they
    always are if the table answers once, instead of each player; ``from_cards``: the values that follow from the
    entered cards.
    """
    if not state.goes_on or not state.has_coming_round or is_secret(state, draft):
        return None
    absent = players_sitting_out(state, draft)
    if typed is not None and isinstance(typed.get("absent"), list):
        absent = tuple(name for name in state.sheet.table.players if name in typed["absent"])
    table = with_absent(state.game, state.sheet.table, absent)
    fields = coming_fields(state.game, table)
    first = tuple(item for item in fields if item.phase == 1)
    data = draft.data if draft is not None else {}
    early, pegged = values_of(first, data), values_of(running_fields(fields), data)
    has_result = typed is not None and any(item.key in typed for item in fields if item.phase == 2)
    if first and draft is not None and draft.locked:
        phase = 2
    elif at_once or has_result or _is_answered_once(first):
        phase = 0
    else:
        phase = 1
    if typed is not None:
        values = {**early, **typed} if phase == 2 else typed
    else:
        values = early if phase == 1 else {**early, **with_start_values(fields, from_cards or {}), **pegged}
    form = _form(state, table, fields, _with_named_players(state, values), problems, phase, None)
    if phase != 1:
        form.shared_keys = tuple(item.key for item in open_fields(fields, locked=phase == 2))
        now = provisional_score(state.game, table, values)
        form.bidding = " ".join(filter(None, (form.bidding, now.text if now else "")))
    return form


def provisional_points(state: PlayState, draft: DraftState | None) -> ProvisionalScore | None:
    """Return the points that already count in the coming round; None if there are none."""
    if draft is None or not state.has_coming_round:
        return None
    return provisional_score(state.game, coming_table(state, draft), draft.data)


def _is_answered_once(first: Sequence[Field]) -> bool:
    """Return whether each field before the hand, if there is any, is a single answer of the table."""
    return all(item.per == "table" and not KINDS[item.type].is_list for item in first)


def _with_named_players(state: PlayState, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return values with the players added whom the referee has named for the round."""
    return with_findings(values, [finding for finding in state.pending_findings if isinstance(finding, NamedInRound)])


def automatic_values(state: PlayState, draft: DraftState | None, from_cards: Mapping[str, Any]) -> tuple[str, int]:
    """Return the keys of fields with automatic values (from cards, the referee, pegging), with blanks between them.

    The second part is a checksum of the values. If it has changed, the script replaces what was typed before.
    """
    if state.over:
        return "", 0
    during = running_fields(coming_fields(state.game, coming_table(state, draft)))
    values = _with_named_players(state, {**from_cards, **values_of(during, draft.data if draft else {})})
    return " ".join(values), zlib.crc32(json.dumps(values, sort_keys=True).encode())


def earlier_round_form(
    state: PlayState, slot: Slot, number: int, typed: Mapping[str, Any] | None = None, problems: Sequence[Problem] = ()
) -> ShownForm:
    """Return the form of an earlier round with its values, or with what was typed."""
    table = table_before(state, number)
    values = slot.entry if typed is None else typed
    fields = asked_fields_of(state, table, values)
    if typed is None:  # a missing answer was saved as nobody
        values = {**{item.key: None for item in fields if item.asking.tapped and is_asked(item, values)}, **values}
    return _form(state, table_of_entry(state, table, values), fields, values, problems, 0, slot.slot)


def _form(
    state: PlayState,
    table: Table[Any],
    fields: Sequence[Field],
    values: Mapping[str, Any],
    problems: Sequence[Problem],
    phase: int,
    slot: int | None,
) -> ShownForm:
    """Return the form of a round: its fields with their values and problems, and what is missing or settled already.

    ``table``: before the round; ``fields``: all fields of the game for it; ``values``: the raw entry to show;
    ``problems``: why that was refused, empty if it was not; ``phase``: as in ``ShownForm``; ``slot``: that of an
    earlier round, None for the coming one.
    """
    shown = [item for item in fields if phase in (0, item.phase)]
    early = [item for item in fields if item.phase == 1] if phase == 2 else []
    values = with_bid_results(fields, values) if phase == 2 else values
    before_hand = [
        pair
        for item in early
        if not item.asking.aside or values.get(item.key) is not None
        for pair in field_texts(item, values.get(item.key))
    ]
    notes: dict[str, dict[str, str]] = {}
    for item in early:
        bids = values.get(item.key)
        if item.hints.aim and isinstance(bids, dict):
            notes[item.hints.aim.result] = {name: on_one_line(item.label.lower(), bid) for name, bid in bids.items()}
    _, adjust = shared_fields_of(state.game, table)
    correction = adjust.of(group="Referee's correction", aside=True, sentences=(("", "{player} {points}: {reason}"),))
    asked = [*shown, correction] if phase != 1 else shown
    before = last_entry(state)
    form = EntryForm(asked, data=values)
    turns = from_left_of(table.players, table.dealer) if phase == 1 else ()
    problems = form.move_to_shown_alternative(problems, before)
    refused = _faults(early, asked, _in_turn(problems, asked, turns))
    absent = {"absent": list(table.absent)} if table.absent and phase != 1 else {}
    entry = values_of([*fields, adjust], values) | absent
    missing = problems_before_hand(state, table, entry) if phase == 1 else try_entry(state, table, entry, slot)[1]
    still_missing = form.move_to_shown_alternative(missing, before)
    return ShownForm(
        table=table,
        phase=phase,
        sections=form.sections(problems, notes, show_defaults=True, before=before, turns=turns),
        hidden=EntryForm(early, data=values).inputs if early else [],
        answers_before_hand=before_hand,
        problems=refused,
        missing=refused or _faults(early, asked, _in_turn(still_missing, asked, turns)),
        decks=decks_of(asked),
        bidding=bidding_progress(fields, table, values) if phase else "",
        entry=entry,
    )


def _in_turn(problems: Iterable[Problem], asked: Sequence[Field], turns: Sequence[str]) -> list[Problem]:
    """Return problems with bids in the order of their rows; a bid that nobody made is one problem for each player.

    ``asked``: the fields of the form; ``turns``: the players in the order in which they bid; empty: not by turns.
    """
    bidders = {item.key: [name for name in turns if name in item.names] for item in asked if item.hints.aim}
    found: list[Problem] = []
    for problem in problems:
        of_each = [replace(problem, name=name) for name in bidders.get(problem.field, ())]
        found += of_each if of_each and problem.unanswered and not problem.name else [problem]
    return sorted(found, key=lambda problem: turns.index(problem.name) if problem.name in turns else -1)


def _faults(early: Sequence[Field], asked: Sequence[Field], problems: Sequence[Problem]) -> list[Fault]:
    """Return problems as the form shows them. ``early``: fields of phase 1.

    These are shown as text, without inputs, so their problems point at that text.
    """
    keys = {item.key for item in early}
    settled = faults_in_field_order(early, [problem for problem in problems if problem.field in keys])
    others = faults_in_field_order(asked, [problem for problem in problems if problem.field not in keys])
    return [*(replace(fault, element_id="settled", row=0) for fault in settled), *others]


def field_text(item: Field, value: Any) -> str:
    """Format a field's value: ``Ann 2, Bob 0``."""
    if item.per != "table":
        return ", ".join(on_one_line(name, text) for name, text in texts_of_all(item, value))
    return value_text(item, value)


def field_texts(item: Field, value: Any) -> list[tuple[str, str]]:
    """Return label and text of a field's value; rows of players are split into a text for each player."""
    owner = item.columns[0] if item.columns else None
    rows = [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []
    if owner is None or owner.type != "player" or not rows:
        return [(item.label, field_text(item, value))]
    texts_by_name: dict[str, list[str]] = {}
    for row in rows:
        name = str(row.get(owner.key, ""))
        texts_by_name.setdefault(name, []).append(row_text(item, row).removeprefix(name).lstrip(": "))
    return [(name, ", ".join(texts)) for name, texts in texts_by_name.items()]


class EnteredBeforeHand(NamedTuple):
    """What was entered for the coming round before the hand is played."""

    texts: tuple[tuple[str, str], ...] = ()
    """Label and text of each value."""

    bidding: str = ""
    """The progress of the bidding, in words."""

    @property
    def sentence(self) -> str:
        """All of it as text."""
        return " ".join([*(f"{label}: {text}." for label, text in self.texts), self.bidding])


def entered_before_hand(state: PlayState, draft: DraftState | None) -> EnteredBeforeHand:
    """Return what was entered for the coming round before the hand is played."""
    if not state.has_coming_round:
        return EnteredBeforeHand()
    if is_secret(state, draft):
        return EnteredBeforeHand(bidding=secret_progress(state, draft))
    table = coming_table(state, draft)
    fields, data = state.game.scoring.fields(table), draft.data if draft else {}
    seen = open_fields(fields, locked=False)
    pairs = (pair for item in seen if data.get(item.key) for pair in field_texts(item, data[item.key]))
    now = provisional_points(state, draft)
    how_far = " ".join(filter(None, (bidding_progress(fields, table, data), now.text if now else "")))
    return EnteredBeforeHand(tuple((label, text) for label, text in pairs if text), how_far)


def draft_patch(fields: Sequence[Field], formdata: MultiDict[str, str]) -> tuple[dict[str, Any], bool]:
    """Return the values of a form as a patch of the draft, and whether all of them were readable.

    Unreadable values are left out, because they are still being typed. Inputs named under ``cleared`` are emptied.
    """
    typed = read_entry(fields, formdata)
    cleared = formdata.getlist("cleared")
    patch = {
        item.key: typed[item.key]
        for item in fields
        if item.key in typed and not read_record([item.of(required=False)], {item.key: typed[item.key]})[1]
    }
    is_whole = len(patch) == len(typed)
    for item in fields:
        for number, name in enumerate(item.names if item.per != "table" else ()):
            if f"{item.key}.{number}" in cleared:
                patch[item.key] = {**patch.get(item.key, {}), name: None}
        if item.key in cleared:
            patch[item.key] = None
    return patch, is_whole


def submitted_entry(state: PlayState, table: Table[Any], formdata: MultiDict[str, str]) -> dict[str, Any]:
    """Return the raw entry of a submitted form, with absent players and adjustments."""
    # who is absent comes first, since it decides which other fields there are
    entry = read_entry(shared_fields_of(state.game, table), formdata)
    entry.update(read_entry(asked_fields_of(state, table, entry), formdata))
    return entry
