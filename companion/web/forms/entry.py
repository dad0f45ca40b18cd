"""A form made from the core's fields: a round's entry, the facts of a question, or the options of a game.

Names of inputs: ``tricks.0`` is the field ``tricks`` for the first name, ``payments.2.kind`` a column of the third row,
``folded`` (once for each value) a list. Players are sent as their index in the field's names, so that any name is
possible. The cards of a trick are one text, with a line for each trick: ``Ann red-7, Bob red-3``.
"""

import dataclasses
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cards.decks import Face, standard_face
from companion.core.entry.fields import Field as Spec
from companion.core.entry.kinds import KINDS, default_of
from companion.core.entry.problems import Problem
from companion.web.forms.faults import request_answer
from companion.web.forms.fields import Columns, unbound_field
from companion.web.forms.table_field import TableField


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

    sums: list[Spec] = dataclasses.field(default_factory=list)
    """Fields whose values have to add up, for the running check by the script."""

    problems: list[str] = dataclasses.field(default_factory=list)
    """What is wrong with everybody's values together."""

    alternatives: Sequence["Alternative"] = ()
    """All alternatives, in the first section that belongs to one."""

    way: "Alternative | None" = None
    """The alternative to which it belongs if only one of them is shown."""

    @property
    def group(self) -> tuple[str, bool, str]:
        """What fields of one section have in common: its title, whether it is folded, and its alternative."""
        return self.title, self.is_folded, self.alternative

    @property
    def all_fields(self) -> list[TableField]:
        """All fields, of the table and of all players."""
        return [*self.table_fields, *(one for _, asked in self.people for one in asked)]

    @property
    def help_fields(self) -> list[TableField]:
        """The fields whose help is shown once at the top of the section, and not with each player."""
        asked = self.people[0][1] if self.people else []
        parts = [part for one in asked for part in one.parts]
        return [one for one in (*asked, *parts) if one.spec.full_help]

    @property
    def asks_several_values(self) -> bool:
        """Whether each player is asked for more than one value, so that help has to name its field."""
        return any(len(asked) > 1 or asked[0].parts for _, asked in self.people)

    @property
    def is_compact(self) -> bool:
        """Whether all fields are typed numbers: then each player gets one row, the name left and the numbers right."""
        asked = [one for _, asked in self.people for one in asked]
        return bool(asked) and all(one.widget.name == "number" for one in asked)

    @property
    def is_single_checkbox(self) -> bool:
        """Whether it is a single checkbox without a title, which is not folded: a heading would take as much room."""
        return len(self.all_fields) == 1 and not self.title and self.all_fields[0].widget.name == "checkbox"

    @property
    def has_problems(self) -> bool:
        """Whether any field of it has an error."""
        return bool(self.problems) or any(one.errors for one in self.all_fields)

    @property
    def heading(self) -> str:
        """The title; without one, the label of the only field that everybody is asked."""
        if self.title or not self.people or len(self.people[0][1]) > 1:
            return self.title
        return self.people[0][1][0].spec.label

    @property
    def sum_rules(self) -> list[dict[str, Any]]:
        """The rules of the running checks, for the script."""
        return [
            {
                "key": item.key,
                "label": item.label,
                "to": one.to,
                "unless": one.unless,
                "most": one.most,
                "with": one.also,
                "one": one.noun[0],
                "many": one.noun[1],
            }
            for item in self.sums
            if (one := item.hints.sum)
        ]


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
        if spec.per == "table":
            yield spec.key, unbound_field(spec)
        else:
            for number, name in enumerate(spec.names):
                yield f"{spec.key}.{number}", unbound_field(spec, name)

    def values_by_input(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return raw values keyed by the names of their inputs; an empty object can mean the default for everybody."""
        found: dict[str, Any] = {}
        for spec in self.specs:
            value = values.get(spec.key)
            if spec.per == "table":
                found |= {spec.key: value} if spec.key in values else {}
            elif isinstance(value, dict):
                if not value and self._means_nobody(spec, values):
                    value = dict.fromkeys(spec.names, default_of(spec))
                input_names = ((f"{spec.key}.{number}", name) for number, name in enumerate(spec.names))
                found |= {input_name: value[name] for input_name, name in input_names if name in value}
        return found

    def _means_nobody(self, spec: Spec, values: Mapping[str, Any]) -> bool:
        """Return whether no number for anybody means 0 for everybody, unless an alternative was filled in instead."""
        instead = any(
            other.asking.either != spec.asking.either and values.get(other.key)
            for other in self.specs
            if other.asking.either
        )
        return spec.bounds.keeps_empty and KINDS[spec.type].is_number and not instead

    def fields_for(self, spec: Spec) -> list[TableField]:
        """Return the inputs for one field of an entry: one for the table, or one for each name."""
        if spec.per == "table":
            return [self._fields[spec.key]]
        return [self._fields[f"{spec.key}.{number}"] for number in range(len(spec.names))]

    def entry(self) -> dict[str, Any]:
        """Return the raw entry. Unreadable text is passed on as typed, for the core to refuse."""
        found: dict[str, Any] = {}
        for spec in self.specs:
            given = {one.who: one.data for one in self.fields_for(spec) if one.given}
            if given:
                found[spec.key] = given[""] if spec.per == "table" else given
        return found

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """Name and value of the hidden inputs that carry the whole entry."""
        return [pair for one in self if one.given for pair in one.inputs]

    def sections(
        self,
        problems: Sequence[Problem] = (),
        notes: Mapping[str, Mapping[str, str]] | None = None,
        *,
        show_defaults: bool = False,
        before: Container[str] = (),
    ) -> list[Section]:
        """Return the sections of the form in the order of the fields.

        Fields of the same group share a section; without a title, those of the table and of the players are apart. A
        field that no player has to fill in is shown only if it was refused.

        ``problems``: shown beside their fields; ``notes``: by field key and name, shown beside an input;
        ``show_defaults``: as chosen; ``before``: keys of the fields in the last entry, which decide the alternative to
        show.
        """
        sections: list[Section] = []
        for item in self.specs:
            shared = item.per == "table"
            faults = [
                replace(one, message=request_answer(item, [one])) if one.unanswered else one
                for one in problems
                if one.field == item.key
            ]
            if not (shared or item.names or faults):
                continue
            last = sections[-1] if sections else None
            asking = item.asking
            new = Section(asking.group, asking.aside and not asking.either, asking.either)
            is_other = not new.title and last is not None and bool(last.table_fields) != shared
            if last is None or last.group != new.group or is_other:
                last = new
                sections.append(last)
            if item.hints.sum is not None:
                last.sums.append(item)
            self._add_fields(last, item, faults, (notes or {}).get(item.key, {}))
        for section in sections:
            _set_folding(section, show_defaults)
        self._mark_alternatives(sections, before)
        return sections

    def shown_alternative(self, before: Container[str] = ()) -> str:
        """Return the alternative in which the entry is written; empty if there is none, or if it is written in several.

        ``before``: keys of the fields in the last entry.
        """
        specs = [item for item in self.specs if item.asking.either]
        used = {
            item.asking.either for item in specs for one in self.fields_for(item) if one.given and one.data is not None
        }
        if used:
            return used.pop() if len(used) == 1 else ""
        usual = [item.asking.either for item in specs if item.key in before]
        usual += [item.asking.either for item in specs if not item.asking.aside]
        return usual[0] if usual else ""

    def move_to_shown_alternative(self, problems: Iterable[Problem], before: Container[str] = ()) -> list[Problem]:
        """Return the problems, each about a field of a hidden alternative moved to a field of the shown one.

        That is the first one that is also asked of the table, or of each player; if there is none, the first.
        """
        chosen = self.shown_alternative(before)
        shown = [item for item in self.specs if item.asking.either == chosen]
        others = {item.key: item.per for item in self.specs if chosen and item.asking.either not in ("", chosen)}
        found = []
        for problem in problems:
            per = others.get(problem.field)
            target = next((item for item in shown if item.per == per), shown[0]) if per else None
            found.append(replace(problem, field=target.key) if target else problem)
        return found

    def _mark_alternatives(self, sections: Sequence[Section], before: Container[str]) -> None:
        """Mark the sections of alternatives so that one is shown at a time; if several are filled in, all are shown."""
        chosen = self.shown_alternative(before)
        parted = [section for section in sections if section.alternative]
        if not chosen or not parted:
            return
        titles = dict.fromkeys(section.alternative for section in parted)
        ways = {title: Alternative(title, number, title == chosen) for number, title in enumerate(titles)}
        parted[0].alternatives = tuple(ways.values())
        for section in parted:
            section.way = ways[section.alternative]

    def _exempting_input(self, item: Spec, who: str) -> str:
        """Return the input, and its value, with which a player is not asked: ``went_out 2``; empty if there is none."""
        named = next((other for other in self.specs if other.key == item.asking.not_of), None)
        return f"{named.key} {named.names.index(who)}" if named and who in named.names else ""

    def _add_fields(self, section: Section, item: Spec, faults: Sequence[Problem], notes: Mapping[str, str]) -> None:
        """Add the fields for one field of the core to a section, with their errors and notes."""
        asked = self.fields_for(item)
        if item.per == "table":
            section.table_fields += asked
            asked[0].errors = [fault.message for fault in faults]
            return
        section.problems += [fault.message for fault in faults if fault.name not in item.names]
        people = dict(section.people)
        for one in asked:
            if one.who not in people:
                people[one.who] = []
                section.people.append((one.who, people[one.who]))
            one.errors = [fault.message for fault in faults if fault.name == one.who]
            one.unless = self._exempting_input(item, one.who)
            one.note = notes.get(one.who, "")
            people[one.who].append(one)


def _set_folding(section: Section, show_defaults: bool) -> None:
    """Unfold a section with errors or answers, and decide where the help of its fields is shown."""
    for number, (_, asked) in enumerate(section.people):
        asked[0].alone = len(asked) == 1
        for one in (part for field in asked for part in (field, *field.parts)):
            one.helps = "elsewhere" if number else "above"
    if section.problems or any(one.is_used for one in section.all_fields):
        section.is_folded = False
    if show_defaults:
        for one in section.all_fields:
            one.show_default()


def with_bid_results(fields: Sequence[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values in which results that are not given yet, such as tricks taken, are as they were bid."""
    aims = {item.key: item.hints.aim.result for item in fields if item.hints.aim and item.hints.aim.exact}
    return {**{result: values[bid] for bid, result in aims.items() if bid in values}, **values}


def with_start_values(fields: Sequence[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values of a new entry, with the fields' initial values where nothing is given yet."""
    starts = {item.key: dict(zip(item.names, item.hints.starts, strict=True)) for item in fields if item.hints.starts}
    return {**starts, **values}


def decks_of(fields: Iterable[Spec]) -> dict[str, Any]:
    """Return the decks from which a form's card fields pick, by field key, for the script.

    Each card is ``[code, copies]``; one that is not shown as any standard card is ``[code, copies, suit or colour,
    face]``, and its short face if that is another.
    """
    found: dict[str, Any] = {}
    for item in fields:
        if item.deck is not None:
            cards = [[card, often, *_look(card, item.deck.face(card))] for card, often in item.deck.copies.items()]
            found[item.key] = {"cards": cards, "open": item.deck.open}
        found.update(decks_of(item.columns))
    return found


def _look(card: str, face: Face) -> list[str]:
    """Return how a card is shown, as ``decks_of`` has it; empty for a standard card."""
    is_standard = face.group.key and face == standard_face(card)
    return [] if is_standard else [face.group.key, face.text, *filter(None, [face.corner])]
