"""A question to the referee as its page shows it: table, facts and verdict."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.core.entry import fields as f
from companion.core.entry.fields import Field
from companion.core.entry.keys import Key
from companion.core.entry.kinds import is_list_of_names, texts_of_all, value_text, with_names
from companion.core.entry.labels import is_trick
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record, read_record
from companion.core.game.game import Game
from companion.core.game.situation import Effect, Situation, SubjectFacts, Verdict
from companion.core.game.table import Table
from companion.core.play.fold import shared_fields_of
from companion.core.play.scoring_api import NotPlayable, next_json
from companion.core.referee.judge_request import judge_admitted, judge_request, read_facts
from companion.store.plays.coming_round.drafts import DraftState
from companion.store.plays.coming_round.findings import with_findings
from companion.store.plays.play_state import PlayState
from companion.web.forms.entry import EntryForm, Section, decks_of, read_entry, values_of
from companion.web.plays.rounds.round_form import field_text
from companion.web.support.faults import Fault, faults_in_field_order
from companion.web.support.parsing import parse_whole

BASES = {
    "book": "By the book",
    "house": "By your house rule",
    "open": "The book leaves this open; this is our answer",
}
"""The bases of verdicts, in words."""


def bases_of(game: Game[Any]) -> Mapping[str, str]:
    """Return the bases of verdicts in a game, in words."""
    without_book = {} if game.rules.book else {"open": "Tables differ here; this is our answer"}
    return {**BASES, **without_book, "book": game.rules.introduction}


Correction = tuple[str, int, str]
"""An effect for the sheet: name, points, reason."""

TABLE_FACTS = ("players", "sides")
"""Facts that are never asked because they are everybody at the table."""


@dataclass(slots=True)
class Question:
    """A question as its page shows it."""

    situation: Situation
    fields: tuple[Field, ...]
    """What is asked, with the names of the people at the table."""

    sections: list[Section]
    """The fields to be filled in."""
    facts: dict[str, Any] = field(default_factory=dict)
    """The facts that are judged."""

    verdict: Verdict | None = None
    faults: list[Fault] = field(default_factory=list)
    """What is wrong with the facts, with the elements to look at."""

    from_play: list[Section] = field(default_factory=list)
    """The fields that the play has answered, which can be changed."""

    known_texts: list[tuple[str, str]] = field(default_factory=list)
    """Label and text of what the play has answered."""

    names: tuple[str, ...] = ()
    blamed: str = ""
    """The player who admitted it, or the only one whom the verdict names; else empty."""

    usual: list[Correction] = field(default_factory=list)
    """What tables usually put on the coming round."""

    usual_last: list[Correction] = field(default_factory=list)
    """What tables usually put on the last round."""

    @property
    def decks(self) -> dict[str, Any]:
        """The cards to pick from, by field key."""
        return decks_of(self.fields)

    @property
    def effects(self) -> list[Correction]:
        """The effects of the verdict as corrections."""
        return self.corrections(self.verdict.effects if self.verdict else ())

    def corrections(self, effects: Sequence[Effect]) -> list[Correction]:
        """Return effects as corrections for the sheet."""
        return [(effect.name, effect.points, effect.reason or self.situation.key) for effect in effects]


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """What surrounds a question: the people at the table, their options, and the facts known from the play."""

    players: tuple[str, ...]
    sides: tuple[str, ...]
    options: Record
    raw_options: Mapping[str, Any] | None
    """The options as JSON; None if they are invalid."""

    known: Mapping[str, Any]
    """The facts that the play answers, by key."""
    known_of: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The facts known about each player or side, used as soon as the question says whom it is about."""

    last_round_facts: Mapping[str, Any] | None = None
    """The facts that follow from the last round, if somebody can admit what happened in it; else None."""


def ask_question(
    game: Game[Any], situation: Situation, context: QuestionContext, formdata: MultiDict[str, str]
) -> Question:
    """Return the question with the submitted facts, and with the verdict once the form was sent.

    Until then, facts known from the play are filled in. If they are all that is needed, the verdict is given at once.
    """
    asked = asked_fields(situation, context)
    if "admitted" in formdata:
        return _admitted_question(game, situation, context, asked, formdata["admitted"].strip())
    typed = read_entry(asked, formdata)
    wanted = "ask" in formdata
    known = {} if wanted else values_of(asked, context.known)
    facts = {**_facts_of_everybody(situation, context), **known, **typed}
    facts = _with_subject_facts(situation, context, facts)
    question = Question(situation, asked, [], facts, names=context.players)
    faults: Sequence[Problem] = ()
    at_once = not formdata and _is_answered(situation, asked, context)
    to_judge = (wanted or at_once) and "more" not in formdata and context.raw_options is not None
    if to_judge and wanted:
        faults = read_record(asked, typed)[1]  # unlike the referee, a table only accepts its own names
    if to_judge and not faults:
        try:
            body = {"options": context.raw_options}
            _add_verdict(
                question, context, lambda more: judge_request(game, situation, {**body, "facts": {**facts, **more}})
            )
        except NotPlayable as refusal:
            faults = refusal.problems if wanted else ()
    _add_sections(question, asked, context, {**facts, **typed}, faults)
    question.faults = faults_in_field_order(asked, faults)
    return question


def _add_verdict(question: Question, context: QuestionContext, judge: Callable[[Mapping[str, Any]], Verdict]) -> None:
    """Add the verdict to a question, what tables usually do, and the player to blame if only one reneged.

    ``judge``: returns the verdict, given facts beside those of the question. If tables usually correct only the last
    round, the verdict is the one on that round.

    :raises NotPlayable: ``judge`` refuses the facts.
    """
    question.verdict = judge({})
    question.usual = question.corrections(question.verdict.usual)
    named = {item.player for item in question.verdict.reneges}
    question.blamed = question.blamed or (named.pop() if len(named) == 1 else "")
    if question.blamed and context.last_round_facts is not None:
        with suppress(NotPlayable):
            on_last = judge(context.last_round_facts)
            question.usual_last = question.corrections(on_last.usual)
            if question.usual_last and not question.usual:
                question.verdict = on_last


def _add_sections(
    question: Question,
    asked: Sequence[Field],
    context: QuestionContext,
    facts: Mapping[str, Any],
    faults: Sequence[Problem],
) -> None:
    """Add the sections to a question: fields to fill in, and what the play knows."""
    wrong = {problem.field for problem in faults}
    known = [item for item in asked if item.key not in wrong and _is_known(item, context, facts)]
    question.sections = EntryForm([item for item in asked if item not in known], data=facts).sections(faults)
    question.from_play = EntryForm(known, data=facts).sections()
    question.known_texts = [(item.label, _short_text(item, facts[item.key])) for item in known]


def _is_known(item: Field, context: QuestionContext, facts: Mapping[str, Any]) -> bool:
    """Return whether the answer of a field is the one that the play knows."""
    if item.key not in context.known or item.key not in facts:
        return False
    return bool(facts[item.key] == context.known[item.key])


def _is_answered(situation: Situation, asked: Sequence[Field], context: QuestionContext) -> bool:
    """Return whether the play answers everything that is not asked aside, so that the verdict can be shown at once.

    It does not if somebody may admit something: that has to be asked.
    """
    missing = [item for item in asked if item.key not in context.known]
    knows_any = len(missing) < len(asked)
    return knows_any and situation.judge_admitted is None and all(item.asking.aside for item in missing)


def _short_text(item: Field, value: Any) -> str:
    """Format a known fact; of whole tricks only their number."""
    has_rows = item.per == "table" and any(column.columns for column in item.columns)
    return str(len(value)) if has_rows and value else field_text(item, value)


def facts_in_words(fields: Iterable[Field], facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return label and text of facts in the order of their fields. ``facts``: as valid JSON."""
    return [(item.label, _fact_text(item, facts[item.key])) for item in fields if item.key in facts]


def _fact_text(item: Field, value: Any) -> str:
    """Format the value of a fact."""
    if item.per == "table" or not value:
        return value_text(item, value)
    return "; ".join(f"{name}: {text}" for name, text in texts_of_all(item, value))


def _with_subject_facts(situation: Situation, context: QuestionContext, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts with those known about the player or side that the question is about.

    Who that is remains among them only if the question has a field for it.
    """
    if situation.subject_facts is None or not context.known_of:
        return facts
    subject = facts.get(situation.subject_facts.key)
    known = context.known_of.get(subject, {}) if isinstance(subject, str) else {}
    if not any(item.key == situation.subject_facts.key for item in situation.facts(context.options)):
        facts = {key: value for key, value in facts.items() if key != situation.subject_facts.key}
    return {**facts, **known}


def _admitted_question(
    game: Game[Any], situation: Situation, context: QuestionContext, asked: tuple[Field, ...], text: str
) -> Question:
    """Return the question judged as if everybody agreed who did it. ``text``: the submitted index of that player."""
    number = parse_whole(text, most=len(context.players) - 1)
    if situation.judge_admitted is None or number is None:
        abort(404)
    name, known = context.players[number], values_of(asked, context.known)
    question = Question(situation, asked, [], names=context.players, blamed=name)
    _add_verdict(
        question, context, lambda more: judge_admitted(game, situation, context.options, name, {**known, **more})
    )
    _add_sections(question, asked, context, known, ())
    return question


def asked_fields(situation: Situation, context: QuestionContext) -> tuple[Field, ...]:
    """Return the fields of a question with the names at the table, tricks last, without those that mean everybody."""
    fields = [item for item in situation.facts(context.options) if not _is_everybody(item)]
    fields.sort(key=lambda item: is_trick(item) or any(map(is_trick, item.columns)))  # tricks come last, after trump
    named = tuple(_with_names(item, context) for item in fields)
    if situation.subject_facts and context.known_of:
        return _subject_fields(situation.subject_facts, context, named)
    return named


def _subject_fields(subject: SubjectFacts, context: QuestionContext, fields: Sequence[Field]) -> tuple[Field, ...]:
    """Return the fields of a question: first whom it is about, then all that do not follow from this answer.

    If the question has no field for whom it is about, this field is added, unless nothing follows from it.
    """
    known_keys = set.intersection(*(set(facts) for facts in context.known_of.values()))
    remaining = [item for item in fields if item.key not in known_keys]
    if any(item.key == subject.key for item in remaining):
        return tuple(sorted(remaining, key=lambda item: item.key != subject.key))
    if not known_keys:
        return tuple(remaining)
    return (f.player(Key(subject.key), subject.label, tuple(context.known_of), required=True), *remaining)


def query_of(fields: Sequence[Field], facts: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return facts as query arguments for the page of a question."""
    return MultiDict(EntryForm(fields, data=facts).inputs).to_dict(flat=False)


def _with_names(item: Field, context: QuestionContext) -> Field:
    """Return a field with the names of the people at the table."""
    if item.key == "side" and context.sides:  # its declaration does not say that it takes sides only
        return item.of(names=context.sides)
    return with_names(item, context.players, context.sides)


def _is_everybody(item: Field) -> bool:
    """Return whether the answer of a field is always everybody at the table, so that nobody has to be asked."""
    return item.key in TABLE_FACTS and is_list_of_names(item)


def _facts_of_everybody(situation: Situation, context: QuestionContext) -> dict[str, Any]:
    """Return the facts whose answer is always everybody at the table."""
    keys = {item.key for item in situation.facts(context.options) if _is_everybody(item)}
    everybody = {"players": list(context.players), "sides": list(context.sides)}
    return {key: value for key, value in everybody.items() if key in keys and value}


def _valid_facts(asked: Sequence[Field], known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the known values without those that a field of this question refuses: they mean something else there."""
    fields = {item.key: item for item in asked}
    return {
        key: value
        for key, value in known.items()
        if key not in fields or not read_facts((fields[key],), {key: value})[1]
    }


def question_context(
    state: PlayState,
    table: Table[Any],
    situation: Situation,
    entered: Mapping[str, Any] | None = None,
    draft: DraftState | None = None,
) -> QuestionContext:
    """Return the context of a question in a play: its table, and the facts known from it.

    Of several sources of a fact, the last counts: the table, what was entered, the situation, the cards.

    ``entered``: facts from the cards entered trick by trick; ``draft``: what was entered of the coming round.
    """
    names = table.players if state.setup.sides else table.present
    raw = values_of(state.game.options_for(table.players), state.options)
    known: dict[str, Any] = {
        "dealer": table.dealer, **state.game.carry_json(table), **(next_json(state.game, table) or {})
    }  # fmt: skip
    asked = situation.facts(state.setup.options)
    known = {key: value for key, value in _valid_facts(asked, known).items() if key not in situation.changing}
    if any(item.key == "absent" for item in asked):
        names, known["absent"] = table.players, list(table.absent)
    so_far = with_findings(draft.data if draft else {}, state.pending_findings)
    known.update(facts_from_entry(state, table, asked, so_far))
    known.update(situation.known_before(table, so_far))
    by_situation = situation.known_facts(table)
    names = tuple(by_situation["players"]) if isinstance(by_situation.get("players"), list) else names
    known.update(by_situation)
    known.update(entered or {})
    subject = situation.subject_facts
    subjects = table.names if subject and subject.key == "side" else table.present
    known_of = {name: subject.facts(table, so_far, name) for name in subjects} if subject else {}
    last = None
    if state.slots and situation.judge_admitted and not entered:
        entry = state.slots[-1].entry
        last = {**facts_from_entry(state, table, asked, entry), **situation.known_before(table, entry)}
    return QuestionContext(tuple(names), tuple(state.setup.sides), state.setup.options, raw, known, known_of, last)


def facts_from_entry(
    state: PlayState, table: Table[Any], asked: Iterable[Field], entry: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values of an entry that answer fields of a question: those with the same key, type and scope."""
    fields = (*state.game.scoring.fields(table), *shared_fields_of(state.game, table))
    alike = {(item.key, item.type, item.per) for item in fields}
    keys = {item.key for item in asked if (item.key, item.type, item.per) in alike}
    return {key: value for key, value in entry.items() if key in keys}
