"""A question to the referee as a page asks it: who is at the table, what is asked, and the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.core.entry import Record, read_record
from companion.core.fields import Field, is_trick
from companion.core.game import Game, Table
from companion.core.problems import Problem
from companion.core.referee import judge_request, with_names
from companion.core.scoring_api import NotPlayable, next_json
from companion.core.situation import Situation, Verdict
from companion.store.states import PlayState
from companion.web.form_base import whole
from companion.web.forms import Fault, Section, decks_of, entry_form, faults_of

BASES = {
    "book": "By the book",
    "house": "By your house rule",
    "open": "The book does not say; this is the usual answer",
}
"""What a verdict rests on, in words."""

GIVEN = ("players", "sides")
"""Facts that are never asked: everybody at the table."""


@dataclass(slots=True)
class Question:
    """A situation as its page shows it."""

    situation: Situation
    fields: tuple[Field, ...]
    """What is asked, with the names of those at the table."""

    sections: list[Section]
    facts: dict[str, Any] = field(default_factory=dict)
    """All facts, as they are judged."""

    verdict: Verdict | None = None
    faults: list[Fault] = field(default_factory=list)
    """All that is wrong, with where to look."""

    names: tuple[str, ...] = ()

    @property
    def decks(self) -> dict[str, Any]:
        """By field key, the cards to pick from."""
        return decks_of(self.fields)

    @property
    def has_problems(self) -> bool:
        """Whether anything has to be mended."""
        return bool(self.faults)

    @property
    def effects(self) -> list[tuple[str, int, str]]:
        """What the verdict gives or takes on the sheet: name, points, reason."""
        if self.verdict is None:
            return []
        return [(one.name, one.points, one.reason or self.situation.key) for one in self.verdict.effects]


@dataclass(frozen=True, slots=True)
class Around:
    """Who is at the table, and what is known before anybody is asked."""

    players: tuple[str, ...]
    sides: tuple[str, ...]
    options: Record
    raw_options: Mapping[str, Any] | None
    """The options as JSON; None: they have to be mended first."""

    known: Mapping[str, Any]


def ask_question(game: Game[Any], situation: Situation, around: Around, formdata: MultiDict[str, str]) -> Question:
    """The question with what was sent, judged if it was asked."""
    asked = asked_fields(situation, around)
    if "admitted" in formdata:
        return _admitted(situation, around, asked, formdata["admitted"].strip())
    typed = entry_form(asked, formdata=formdata).entry()
    wanted = "ask" in formdata
    facts = _everybody(situation, around) | (typed if wanted else {**_known(asked, around), **typed})
    question = Question(situation, asked, [], facts, names=around.players)
    faults: Sequence[Problem] = ()
    to_judge = wanted and "more" not in formdata and around.raw_options is not None
    if to_judge:
        faults = read_record(asked, typed)[1]  # the referee itself takes any name, a table only its own
    if to_judge and not faults:
        try:
            question.verdict = judge_request(game, situation, {"options": around.raw_options, "facts": facts})
        except NotPlayable as refusal:
            faults = refusal.problems
    question.sections = entry_form(asked, data=facts).sections(faults)
    question.faults = faults_of(asked, faults)
    return question


def _known(asked: Sequence[Field], around: Around) -> dict[str, Any]:
    """What nobody need be asked, as far as this question is about it."""
    return {item.key: around.known[item.key] for item in asked if item.key in around.known}


def _admitted(situation: Situation, around: Around, asked: tuple[Field, ...], text: str) -> Question:
    """What follows where everybody agrees who it was."""
    number = whole(text, most=len(around.players) - 1)
    if situation.admitted is None or number is None:
        abort(404)
    verdict = situation.admitted(around.options, around.players[number])
    sections = entry_form(asked, data=_known(asked, around)).sections()
    return Question(situation, asked, sections, {}, verdict, names=around.players)


def asked_fields(situation: Situation, around: Around) -> tuple[Field, ...]:
    """What is asked of a table whose players are known."""
    fields = [item for item in situation.facts(around.options) if item.key not in GIVEN]
    fields.sort(key=lambda item: is_trick(item) or any(map(is_trick, item.columns)))  # trump is said before the tricks
    return tuple(_named(item, around) for item in fields)


def query_of(fields: Sequence[Field], facts: Mapping[str, Any]) -> dict[str, list[str]]:
    """Facts as the inputs of a question's page, for a link that leads to it."""
    found: dict[str, list[str]] = {}
    for name, text in entry_form(fields, data=facts).inputs:
        found.setdefault(name, []).append(text)
    return found


def _named(item: Field, around: Around) -> Field:
    if item.key == "side" and around.sides:
        return item.of(names=around.sides)
    return with_names(item, [], around.players, around.sides)


def _everybody(situation: Situation, around: Around) -> dict[str, Any]:
    """Who plays, for situations that have to know it."""
    keys = {item.key for item in situation.facts(around.options)}
    given = {"players": list(around.players), "sides": list(around.sides)}
    return {key: value for key, value in given.items() if key in keys and value}


def around_of(
    state: PlayState, table: Table[Any], situation: Situation, entered: Mapping[str, Any] | None = None
) -> Around:
    """Who is at the table of a play, and what its sheet knows. ``entered``: facts from the cards as they fell."""
    names = table.players if state.setup.sides else table.present
    keys = {item.key for item in state.game.options_for(table.players)}
    raw = {key: value for key, value in state.options.items() if key in keys}
    known: dict[str, Any] = {
        "dealer": table.dealer, **state.game.carry(table), **(next_json(state.game, table) or {})
    }  # fmt: skip
    if any(item.key == "absent" for item in situation.facts(state.setup.options)):
        names, known["absent"] = table.players, list(table.absent)
    known.update(situation.known(table))
    known.update(entered or {})
    return Around(tuple(names), tuple(state.setup.sides), state.setup.options, raw, known)
