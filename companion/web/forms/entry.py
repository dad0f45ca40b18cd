"""A form made from the core's fields: a round's entry, the facts of a question, or the options of a game.

Names of inputs: ``tricks.0`` is the field ``tricks`` for the first name, ``payments.2.kind`` a column of the third row,
``folded`` (once for each value) a list. Players are sent as their index in the field's names, so that any name is
possible. The cards of a trick are one text, with a line for each trick: ``Ann red-7, Bob red-3``.
"""

import dataclasses
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.cards.decks import Face, standard_face
from companion.core.entry.fields import Field as Spec
from companion.core.entry.kinds import KINDS, default_of
from companion.core.entry.problems import Problem
from companion.web.forms.fields import Columns, unbound_field
from companion.web.forms.table_field import TableField
from companion.web.support.faults import asking_sentence


@dataclass(slots=True)
class Section:
    """Fields that are shown together on the page."""

    title: str
    is_folded: bool
    """Whether it is folded away at first."""
    alternative: str
    """The alternative to which the section belongs; empty: to none. See ``Alternative``."""

    people: list[tuple[str, list[TableField]]] = dataclasses.field(default_factory=list)
    """Name and fields of each player, for what everybody is asked."""

    table_fields: list[TableField] = dataclasses.field(default_factory=list)
    """The fields that the table is asked once; they come first."""

    sum_rules: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    """The rules of the script's running checks, each a ``Sum`` with key and label of the field that has to add up."""

    problems: list[str] = dataclasses.field(default_factory=list)
    """What is wrong with everybody's values together."""

    alternatives: Sequence["Alternative"] = ()
    """All alternatives; only the first section that belongs to one has them."""

    way: "Alternative | None" = None
    """The alternative to which it belongs; None if it belongs to none, or if all alternatives are shown."""

    @property
    def all_fields(self) -> list[TableField]:
        """All fields, of the table and of all players."""
        return [*self.table_fields, *(field for _, asked in self.people for field in asked)]

    @property
    def help_fields(self) -> list[TableField]:
        """The fields whose help is shown once at the top of the section, and not with each player."""
        asked = self.people[0][1] if self.people else []
        parts = [part for field in asked for part in field.parts]
        return [field for field in (*asked, *parts) if field.spec.full_help]

    @property
    def asks_several_values(self) -> bool:
        """Whether each player is asked for more than one value, so that help has to name its field."""
        return any(len(asked) > 1 or asked[0].parts for _, asked in self.people)

    @property
    def is_compact(self) -> bool:
        """Whether all fields are typed numbers: then each player gets one row, the name left and the numbers right."""
        fields = [field for _, asked in self.people for field in asked]
        return bool(fields) and all(field.widget.name == "number" for field in fields)

    @property
    def is_single_checkbox(self) -> bool:
        """Whether it is a single checkbox without a title, which is not folded: a heading would take as much room."""
        return len(self.all_fields) == 1 and not self.title and self.all_fields[0].widget.name == "checkbox"

    @property
    def has_problems(self) -> bool:
        """Whether any field of it has an error."""
        return bool(self.problems) or any(field.errors for field in self.all_fields)

    @property
    def heading(self) -> str:
        """The title; without one, the label of the only field that everybody is asked."""
        if self.title or not self.people or len(self.people[0][1]) > 1:
            return self.title
        return self.people[0][1][0].spec.label


@dataclass(slots=True)
class Alternative:
    """One of several alternative ways to write the same down, such as tricks or points."""

    title: str
    number: int
    """Its position among the alternatives, from 0."""

    chosen: bool = False


class EntryForm(Columns):
    """A form with one input field for each field of the core, or one for each player if everybody is asked.

    ``formdata``: the submitted values (``request.form`` or ``request.args``); ``data``: without those, the raw entry to
    show.
    """

    def inputs_for(self, spec: Spec) -> Iterator[tuple[str, Any]]:
        """Yield the name and the unbound field of each input for one field of the core."""
        for input_name, who in _input_names(spec):
            yield input_name, unbound_field(spec, who)

    def values_by_input(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return raw values by the names of their inputs; an empty object can stand for the default of everybody."""
        found: dict[str, Any] = {}
        for spec in self.specs:
            value = values.get(spec.key)
            if spec.per == "table":
                found |= {spec.key: value} if spec.key in values else {}
            elif isinstance(value, dict):
                if not value and self._empty_means_default(spec, values):
                    value = dict.fromkeys(spec.names, default_of(spec))
                found |= {input_name: value[who] for input_name, who in _input_names(spec) if who in value}
        return found

    def _empty_means_default(self, spec: Spec, values: Mapping[str, Any]) -> bool:
        """Return whether an empty object stands for the default: for numbers, unless an alternative was filled in."""
        instead = any(
            other.asking.either != spec.asking.either and values.get(other.key)
            for other in self.specs
            if other.asking.either
        )
        return spec.bounds.keeps_empty and KINDS[spec.type].is_number and not instead

    def fields_for(self, spec: Spec) -> list[TableField]:
        """Return the inputs for one field of an entry: one for the table, or one for each name."""
        return [self._fields[input_name] for input_name, _ in _input_names(spec)]

    def entry(self) -> dict[str, Any]:
        """Return the raw entry. Unreadable text is passed on as typed, for the core to refuse."""
        found: dict[str, Any] = {}
        for spec in self.specs:
            given = {field.who: field.data for field in self.fields_for(spec) if field.given}
            if given:
                found[spec.key] = given[""] if spec.per == "table" else given
        return found

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """Name and value of the hidden inputs that carry the whole entry."""
        return [pair for field in self if field.given for pair in field.inputs]

    def sections(
        self,
        problems: Sequence[Problem] = (),
        notes: Mapping[str, Mapping[str, str]] | None = None,
        *,
        show_defaults: bool = False,
        before: Container[str] = (),
        turns: Sequence[str] = (),
    ) -> list[Section]:
        """Return the sections of the form in the order of the fields.

        Fields of the same group share a section; without a title, those of the table and of the players are apart. A
        field that no player has to fill in is shown only if it was refused.

        ``problems``: shown beside their fields; ``notes``: by field key and name, shown beside an input;
        ``show_defaults``: as chosen; ``before``: keys of the fields in the last entry, which decide the alternative to
        show; ``turns``: the players in the order in which they bid, which is that of the rows for bids.
        """
        refused = {problem.field for problem in problems}
        shown = [spec for spec in self.specs if spec.per == "table" or spec.names or spec.key in refused]
        sections: list[Section] = []
        for (title, is_folded, alternative, _), specs in groupby(shown, key=_section_key):
            section = Section(title, is_folded, alternative)
            for spec in specs:
                own_problems = [
                    replace(problem, message=asking_sentence(spec, [problem])) if problem.unanswered else problem
                    for problem in problems
                    if problem.field == spec.key
                ]
                if spec.hints.sum is not None:
                    section.sum_rules.append({**asdict(spec.hints.sum), "key": spec.key, "label": spec.label})
                self._add_fields(section, spec, own_problems, (notes or {}).get(spec.key, {}))
            if any(field.spec.hints.aim for field in section.all_fields):
                section.people.sort(key=lambda asked: turns.index(asked[0]) if asked[0] in turns else 0)
            _arrange_section(section, show_defaults)
            sections.append(section)
        self._mark_alternatives(sections, before)
        return sections

    def shown_alternative(self, before: Container[str] = ()) -> str:
        """Return the alternative in which the entry is written; empty if there is none, or if it is written in several.

        For an empty entry it is that of the last entry, or else the usual one. ``before``: keys of the fields in the
        last entry.
        """
        specs = [spec for spec in self.specs if spec.asking.either]
        used = {
            spec.asking.either
            for spec in specs
            for field in self.fields_for(spec)
            if field.given and field.data is not None
        }
        if used:
            return used.pop() if len(used) == 1 else ""
        usual = [spec.asking.either for spec in specs if spec.key in before]
        usual += [spec.asking.either for spec in specs if not spec.asking.aside]
        return usual[0] if usual else ""

    def move_to_shown_alternative(self, problems: Iterable[Problem], before: Container[str] = ()) -> list[Problem]:
        """Return the problems, those about fields of hidden alternatives moved to a field of the shown one.

        That is the first shown field that, like the hidden one, asks the table or each player; else the first one.
        """
        chosen = self.shown_alternative(before)
        shown = [spec for spec in self.specs if spec.asking.either == chosen]
        hidden = {spec.key: spec.per for spec in self.specs if chosen and spec.asking.either not in ("", chosen)}
        moved = []
        for problem in problems:
            per = hidden.get(problem.field)
            target = next((spec for spec in shown if spec.per == per), shown[0]) if per else None
            moved.append(replace(problem, field=target.key) if target else problem)
        return moved

    def _mark_alternatives(self, sections: Sequence[Section], before: Container[str]) -> None:
        """Mark the sections of alternatives so that one is shown at a time; if several are filled in, all are shown.

        ``before``: as for ``shown_alternative``.
        """
        chosen = self.shown_alternative(before)
        parted = [section for section in sections if section.alternative]
        if not chosen or not parted:
            return
        titles = dict.fromkeys(section.alternative for section in parted)
        ways = {title: Alternative(title, number, title == chosen) for number, title in enumerate(titles)}
        parted[0].alternatives = tuple(ways.values())
        for section in parted:
            section.way = ways[section.alternative]

    def _exempting_input(self, spec: Spec, who: str) -> str:
        """Return the input and the value that exempt a player from a field: ``went_out 2``; empty if none does."""
        named = next((other for other in self.specs if other.key == spec.asking.not_of), None)
        return f"{named.key} {named.names.index(who)}" if named and who in named.names else ""

    def _add_fields(self, section: Section, spec: Spec, problems: Sequence[Problem], notes: Mapping[str, str]) -> None:
        """Add the fields for one field of the core to a section, with their errors, and with their notes by name."""
        asked = self.fields_for(spec)
        if spec.per == "table":
            section.table_fields += asked
            asked[0].errors = [problem.message for problem in problems]
            return
        section.problems += [problem.message for problem in problems if problem.name not in spec.names]
        people = dict(section.people)
        for field in asked:
            if field.who not in people:
                people[field.who] = []
                section.people.append((field.who, people[field.who]))
            field.errors = [problem.message for problem in problems if problem.name == field.who]
            field.unless = self._exempting_input(spec, field.who)
            field.note = notes.get(field.who, "")
            people[field.who].append(field)


def read_entry(fields: Iterable[Spec], formdata: MultiDict[str, str]) -> dict[str, Any]:
    """Return the raw entry of a submitted form.

    Only fields of which an input was sent are made: a page sends nothing for chips and boxes that nobody tapped.
    """
    sent = {name.partition(".")[0] for name in formdata}
    return EntryForm([spec for spec in fields if spec.key.partition(".")[0] in sent], formdata=formdata).entry()


def _input_names(spec: Spec) -> list[tuple[str, str]]:
    """Return the name of each input of a field, and the player or side that it asks; empty: it asks the table."""
    if spec.per == "table":
        return [(spec.key, "")]
    return [(f"{spec.key}.{number}", name) for number, name in enumerate(spec.names)]


def _section_key(spec: Spec) -> tuple[str, bool, str, bool]:
    """Return a key that neighbouring fields share if they belong to one section.

    It has the title, whether the section is folded at first, and the alternative. Fields without a title share a
    section only if they all ask the table, or all ask the players.
    """
    asking = spec.asking
    return asking.group, asking.aside and not asking.either, asking.either, not asking.group and spec.per == "table"


def _arrange_section(section: Section, show_defaults: bool) -> None:
    """Place the help of a section's fields, and unfold the section if it has errors or answers.

    ``show_defaults``: also show the defaults as chosen.
    """
    for number, (_, asked) in enumerate(section.people):
        asked[0].alone = len(asked) == 1
        for field in (part for whole in asked for part in (whole, *whole.parts)):
            field.helps = "elsewhere" if number else "above"
    if section.problems or any(field.is_used for field in section.all_fields):
        section.is_folded = False
    if show_defaults:
        for field in section.all_fields:
            field.show_default()


def values_of(fields: Iterable[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of these fields without all others, by key."""
    return {spec.key: values[spec.key] for spec in fields if spec.key in values}


def with_bid_results(fields: Sequence[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values; where players must take exactly what they bid, a missing result is what was bid."""
    results = {spec.key: spec.hints.aim.result for spec in fields if spec.hints.aim and spec.hints.aim.exact}
    return {**{result: values[bid] for bid, result in results.items() if bid in values}, **values}


def with_start_values(fields: Sequence[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a new entry, with missing ones filled in with the fields' initial values."""
    starts = {spec.key: dict(zip(spec.names, spec.hints.starts, strict=True)) for spec in fields if spec.hints.starts}
    return {**starts, **values}


def decks_of(fields: Iterable[Spec]) -> dict[str, Any]:
    """Return the decks from which a form's card fields pick, by field key, for the script; also those in columns.

    A deck is ``{"cards": [...], "open": ...}``. A standard card is ``[code, copies]``. Any other is ``[code, copies,
    suit or colour, face]``, with its short face at the end if it has one. ``open``: whether there are cards beyond
    these.
    """
    decks: dict[str, Any] = {}
    for spec in fields:
        if spec.deck is not None:
            cards = [
                [card, copies, *_face_for_script(card, spec.deck.face(card))]
                for card, copies in spec.deck.copies.items()
            ]
            decks[spec.key] = {"cards": cards, "open": spec.deck.open}
        decks.update(decks_of(spec.columns))
    return decks


def _face_for_script(card: str, face: Face) -> list[str]:
    """Return what ``decks_of`` adds to a card on how it is shown; empty for a standard card."""
    is_standard = face.group.key and face == standard_face(card)
    return [] if is_standard else [face.group.key, face.text, *filter(None, [face.corner])]
