"""The change log of a play for people: who changed what and when, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.core.game.terms import GameTerms
from companion.store.log.authors import Authors
from companion.store.plays.coming_round.findings import Adjustment, findings_text
from companion.store.plays.edits.edit_labels import step_label
from companion.store.plays.edits.edit_log import LogStep
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.play_details import objections_in
from companion.store.plays.play_state import PlayState, log_of, state_as_of_round


@dataclass(frozen=True, slots=True)
class Change:
    """An entry of a play's change log."""

    who: str
    """The name of its author."""

    at: datetime
    label: str
    before: Mapping[str, Any] | None
    """The entry of the round before the change, if any."""

    after: Mapping[str, Any] | None
    """The entry of the round after the change, if any."""


def changes(state: PlayState, since: int = 0) -> list[Change]:
    """Return the change log of a play after a revision, the latest change first."""
    if since >= state.revision:
        return []
    log, numbers, terms = log_of(state.id), round_numbers(state.slots), state.game.terms
    fresh = [_with_names_of_round(state, step) for revision, step in reversed(log.steps.items()) if revision > since]
    authors = Authors(state.club_id, [step.edit for step in fresh])

    def change_of(step: LogStep) -> Change:
        """Return the entry of the change log for an edit."""
        edit = step.edit
        label = _label(step if edit.undoes is None else log.steps[edit.undoes], numbers, log.names_by_id, terms)
        return Change(
            who=authors.name_of(edit),
            at=edit.at,
            label=label if edit.undoes is None else f"{edit.kind}: {label}",
            before=step.slot_before and step.slot_before.entry,
            after=edit.entry,
        )

    return [change_of(step) for step in fresh]


def _with_names_of_round(state: PlayState, step: LogStep) -> LogStep:
    """Return an edit of a round with its entries in the names of those who played the round."""
    edit, before = step.edit, step.slot_before
    then = state if edit.slot is None else state_as_of_round(state, edit.slot)
    if then is state:
        return step
    return step._replace(
        edit=edit._replace(entry=then.entry_of(edit)),
        slot_before=before and before._replace(entry=then.entry_of(before)),
    )


def _label(step: LogStep, numbers: Mapping[int, int], names_by_id: Mapping[int, str], terms: GameTerms) -> str:
    """Describe an edit: an objection with its words, findings of the referee by what was added or removed.

    Chips that somebody bought are findings, too, but the text does not call them a correction. ``numbers``: the number
    of each round by its slot.
    """
    edit = step.edit
    if edit.kind != "note":
        label = step_label(step, names_by_id, numbers, terms)
        quotes = [f"“{one.words.rstrip('.')}”" for one in objections_in(edit.about or {}) if one.words]
        return ": ".join([label, *quotes])
    added, removed = edit.note.added, edit.note.removed
    if all(isinstance(one, Adjustment) and one.buy for one in (*added, *removed)):
        return f"{findings_text(added or removed)}{'' if added else ' (removed)'}"
    return f"referee's correction, {findings_text(added or removed)}{'' if added else ' (removed)'}"
