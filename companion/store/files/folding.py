"""Checking the edits of a play in a file, each against what came before it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.core.fall import fall_from
from companion.core.fold import Sheet, extend
from companion.core.outcome import outcome_of
from companion.core.umpire import Umpire
from companion.exports.packed import UnreadableFileError
from companion.games import game_of
from companion.store.plays.edit_log import ORDINARY, Log, LoggedEdit
from companion.store.plays.seats import Called
from companion.store.plays.states import PlayState, log_from, outcome_from_log, state_from
from companion.store.plays.words import Slot, folded_entry

MOST_FOLDED: Final = 500
"""How often a play is worked out anew to see whether an edit was right; later ones are only seen in the end."""

ANEW: Final = ("round", "correct", "remove", "end", "reopen", "seats")
"""Edits after which a play is scored by the rules of their day."""


@dataclass(frozen=True, slots=True)
class EditOfFile:
    """An edit, with what of it does not affect the state."""

    edit: LoggedEdit
    tap: str
    cards: Mapping[str, Any] | None


class Folding:
    """The edits of a play, each checked against what came before it."""

    def __init__(self, where: str, like: Any, edits: Sequence[EditOfFile], called: Called) -> None:
        """``where``: the place in the file for errors; ``like``: stands for the play's row. Numbers are the file's."""
        self._where = where
        self._like = like
        self._edits = [one.edit for one in edits]
        self._taps = [one.tap for one in edits]
        self._cards = [one.cards for one in edits]
        self._called = called
        self._state: PlayState | None = None
        self._folded = 0

    def checked(self) -> PlayState:
        """Return the play after all its edits."""
        self._check_order()
        for edit in self._edits[1:]:
            self._step(edit)
        state, last = self._state, self._edits[-1]
        if state is None or state.revision != last.revision:
            return self._stood(last.revision)
        return replace(state, kept=outcome_from_log(last.outcome, state.people, state.sheet))

    def _fault(self, edit: LoggedEdit, said: str) -> UnreadableFileError:
        return UnreadableFileError(f"The file is damaged: {self._where}, edit {edit.revision}: {said}.")

    def _check_order(self) -> None:
        """Check the order: the start first, rounds in order, nothing undone that was not done."""
        first = self._edits[0]
        if first.kind != "start" or first.seats is None or any(edit.kind == "start" for edit in self._edits[1:]):
            raise self._fault(first, "a game begins with one start")
        if len(set(self._taps)) < len(self._taps):
            raise self._fault(first, "the same tap is there twice")
        self._check_rounds()
        self._check_undoing()

    def _check_rounds(self) -> None:
        highest, live = 0, set[int]()
        for edit in self._edits[1:]:
            if edit.kind == "round":
                if edit.slot != highest + 1 or edit.as_logged is None:
                    raise self._fault(edit, "it is not the round that was to come")
                highest += 1
            elif edit.slot is not None and not 1 <= edit.slot <= highest:
                raise self._fault(edit, "its round was never written")
            elif edit.kind in ("correct", "remove") and edit.slot not in live:
                raise self._fault(edit, "its round is not on the sheet")
            if edit.slot is not None:
                (live.add if edit.as_logged is not None else live.discard)(edit.slot)

    def _check_undoing(self) -> None:
        done: list[int] = []
        undone: list[int] = []
        for edit in self._edits[1:]:
            if edit.kind in ("undo", "redo"):
                stack, other = (done, undone) if edit.kind == "undo" else (undone, done)
                if not stack or stack[-1] != edit.undoes:
                    raise self._fault(edit, f"that is not what “{edit.kind}” could take")
                other.append(stack.pop())
            elif edit.undoes is not None:
                raise self._fault(edit, "it takes nothing back")
            elif edit.kind in ORDINARY:
                done.append(edit.revision)
                undone = []

    def _log(self, until: int) -> Log:
        return log_from(self._edits[:until], self._like, self._called)

    def _stood(self, until: int) -> PlayState:
        self._folded += 1
        return state_from(self._like, self._log(until))

    def _step(self, edit: LoggedEdit) -> None:
        before = self._state
        todays = edit.rules_version == game_of(self._like.game).rules.version
        self._state = None
        if edit.kind == "round" and todays and self._folded <= MOST_FOLDED:
            self._state = self._with_round(before or self._stood(edit.revision - 1), edit)
        elif edit.kind in ("end", "reopen") and before is not None and todays:
            self._state = replace(before, ended=bool(edit.ended), revision=edit.revision)
            self._check_outcome(edit, self._state)
        elif edit.kind in ANEW and todays and self._folded <= MOST_FOLDED:
            self._state = self._stood(edit.revision)
            self._check_outcome(edit, self._state)
        cards = self._cards[edit.revision - 1]
        if cards is not None:
            check_cards(self._state or self._stood(edit.revision), cards)

    def _with_round(self, before: PlayState, edit: LoggedEdit) -> PlayState:
        """Return the play with one more round, which must be valid."""
        entry = before.agreed.read(edit.rules_version, before.people.from_log(edit.as_logged))
        slot = edit.slot or 0
        sheet: Sheet[Any] = extend(before.sheet, [folded_entry(entry, slot, before.seats)])
        if sheet.refusal is not None or len(sheet.rounds) == len(before.sheet.rounds):
            problems = sheet.refusal.problems if sheet.refusal else ()
            raise self._fault(edit, f"the round does not fit: {problems[0].message.rstrip('.') if problems else ''}")
        written = Slot(slot, entry, edit.revision, None, edit.at, edit.at)
        after = replace(before, sheet=sheet, slots=(*before.slots, written), revision=edit.revision, next_slot=slot + 1)
        self._check_outcome(edit, after)
        return after

    def _check_outcome(self, edit: LoggedEdit, after: PlayState) -> None:
        """Check that a stored outcome is what the rounds say.

        Earlier versions kept none, or one without places, and one of plays with a round that waits to be mended.
        """
        if edit.outcome is None or not edit.outcome["places"] or after.sheet.refusal is not None:
            return
        kept, found = outcome_from_log(edit.outcome, after.people, after.sheet), outcome_of(after.sheet, after.ended)
        if kept is None or found is None or not kept.agrees_with(found):
            raise self._fault(edit, "it did not end as its rounds say")


def check_cards(state: PlayState, cards: Mapping[str, Any]) -> None:
    """Check that cards can be replayed as they fell.

    :raises Exception: they cannot.
    """
    fall = fall_from(state.people.from_log(cards), state.setup.players, state.setup.players[0])
    Umpire(state.game, state.setup.options).follow(state.sheet.opening, fall)
