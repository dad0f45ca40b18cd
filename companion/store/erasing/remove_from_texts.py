"""Removing a name from people's own words: in columns of rows, and in the data of events and drafts."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from companion.core.entry.names import NAME_LENGTH
from companion.core.game.game import PLAY_NAME
from companion.core.house.house_rules import AMENDMENT_LETTERS, NOTE_LETTERS
from companion.core.house.rulings import DECISION_LETTERS, QUESTION_LETTERS
from companion.core.play.adjustments import REASON_LETTERS
from companion.core.strict_json import texts_in
from companion.store.nights.night_state import NAME_LETTERS, NOTES_LETTERS, PLACE_LETTERS
from companion.store.plays.coming_round.findings import ADJUST
from companion.store.plays.objections import MOST_OBJECTION_LETTERS
from companion.store.plays.play_details import CONTESTED, OPTIONS, REMARK, SIDES

LETTERS_OF_TEXTS: Final = {
    "name": NAME_LETTERS, "place": PLACE_LETTERS, "notes": NOTES_LETTERS, "note": NOTE_LETTERS,
    "reason": REASON_LETTERS, "names": NAME_LENGTH, "agreed_by": NAME_LENGTH, "question": QUESTION_LETTERS,
    "decision": DECISION_LETTERS, "told": None, "source": None,
}  # fmt: skip
"""The keys of event data that hold people's own words, and how many letters each may have; None: as many as needed."""

LETTERS_OF_DETAILS: Final = {REMARK: None, CONTESTED: MOST_OBJECTION_LETTERS, SIDES: None}
"""The same for details of a play, by the first part of their keys."""

KEYS_OF_NAMES: Final = ("from", "to")
"""The keys of event data that hold a whole name, such as what somebody else was called, or an id."""


class NameRemover:
    """Replaces the names of a player by a new one in people's own words, but not in keys, ids or options.

    A text that becomes longer than it may be is cut.
    """

    def __init__(self, names: Collection[str], new_name: str) -> None:
        """``names``: all that the player has and had."""
        self._names = frozenset(names)
        self._new_name = new_name
        # The longest first: one name may begin with another.
        either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self._word = re.compile(rf"(?<!\w)(?:{either})(?!\w)")

    def from_words(self, value: Any, most: int | None = None) -> Any:
        """Return JSON with the name replaced in every text in it, apart from keys.

        ``most``: how many letters each text may have.
        """
        if isinstance(value, str):
            return self._word.sub(self._new_name, value)[:most] if self._word.search(value) else value
        if isinstance(value, dict):
            return {key: self.from_words(one, most) for key, one in value.items()}
        return [self.from_words(one, most) for one in value] if isinstance(value, list) else value

    def from_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with the name replaced in the name of the play."""
        title = options.get(PLAY_NAME)
        return {**options, PLAY_NAME: self.from_words(title, NAME_LENGTH)} if title else {**options}

    def from_entry(self, entry: Any) -> Any:
        """Return the entry of a round, or None, with the name replaced in the reasons of adjustments."""
        return self._from_reasons(entry, ADJUST)

    def from_later_rounds(self, later: list[dict[str, Any]] | None) -> list[dict[str, Any]] | None:
        """Return what a draft keeps of later rounds, with the name replaced in their values."""
        return later and [{**one, "data": self.from_entry(one["data"])} if "data" in one else one for one in later]

    def from_edit(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data of an edit of a play with the name replaced."""
        rewriters = {
            "entry": self.from_entry,
            "note": lambda findings: self._from_reasons(findings, "put", "out"),
            "about": self._from_details,
        }
        return {key: rewriters[key](value) if key in rewriters else value for key, value in data.items()}

    def from_event(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data of an event that is no edit of a play with the name replaced."""
        fresh = {
            key: self.from_words(value, LETTERS_OF_TEXTS[key]) if key in LETTERS_OF_TEXTS else value
            for key, value in data.items()
        }
        fresh |= {key: self._new_name for key in KEYS_OF_NAMES if data.get(key) in self._names}
        if "amendments" in data:
            fresh["amendments"] = [
                {**one, "text": self.from_words(one["text"], AMENDMENT_LETTERS)} for one in data["amendments"]
            ]
        if "options" in data:
            fresh["options"] = self.from_options(data["options"])
        # The facts of a ruling are answers rather than texts: they go if they name the player.
        return {**fresh, "facts": None} if not self._names.isdisjoint(texts_in(data.get("facts"))) else fresh

    def _from_details(self, details: Mapping[str, Any]) -> dict[str, Any]:
        """Return a patch of the details of a play with the name replaced."""
        fresh = dict(details)
        for key, value in details.items():
            kind = key.partition(".")[0]
            if kind in LETTERS_OF_DETAILS:
                fresh[key] = self.from_words(value, LETTERS_OF_DETAILS[kind])
        corrected = details.get(OPTIONS)
        if corrected:
            fresh[OPTIONS] = {**corrected, "values": self.from_options(corrected["values"])}
        return fresh

    def _from_reasons(self, kept: Any, *keys: str) -> Any:
        """Return JSON with the name replaced in the reasons of the referee's rows under these keys.

        Rows may lack a reason, and drafts, which are not checked, may have something else than rows.
        """
        if not isinstance(kept, dict):
            return kept
        lists = {key: kept[key] for key in keys if isinstance(kept.get(key), list)}
        return {**kept, **{key: list(map(self._from_row, rows)) for key, rows in lists.items()}}

    def _from_row(self, row: Any) -> Any:
        """Return a row of the referee with the name replaced in its reason."""
        has_reason = isinstance(row, dict) and "reason" in row
        return {**row, "reason": self.from_words(row["reason"], REASON_LETTERS)} if has_reason else row
