"""A form made of the core's fields: a round's entry, the facts of a question, the options of a game.

Names of inputs: ``tricks.0`` is the field ``tricks`` of the first name asked, ``payments.2.kind`` a column of the
third row, ``folded`` (once for each) a list. Players are sent as their index in the field's names, so that any
name can be played under. Cards as they fell are one text, a line for each trick: ``Ann red-7, Bob red-3``.
"""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.fields import Field as Spec
from companion.core.kinds import KINDS, default_of
from companion.core.problems import Problem
from companion.web.forms.fields import Columns, TableField, field_of


@dataclass(slots=True)
class Section:
    """Fields that stand together on the page."""

    title: str
    aside: bool
    people: list[tuple[str, list[TableField]]]
    """Name and fields, for what everybody is asked; else empty."""

    shared: list[TableField]
    """What the table is asked as a whole; else empty."""

    sums: list[Spec]
    """Fields whose values have to add up, for the running check."""

    problems: list[str] = dataclasses.field(default_factory=list)
    """What is wrong with everybody's values together."""

    @property
    def everything(self) -> list[TableField]:
        """All fields, whoever they ask."""
        return [*self.shared, *(one for _, asked in self.people for one in asked)]

    @property
    def told(self) -> list[TableField]:
        """What everybody is asked and is told about at the head of the section."""
        asked = self.people[0][1] if self.people else []
        parts = [part for one in asked for part in one.parts]
        return [one for one in (*asked, *parts) if one.spec.full_help]

    @property
    def asks_more(self) -> bool:
        """Whether everybody is asked more than one thing, so that help has to say what it is about."""
        return any(len(asked) > 1 or asked[0].parts for _, asked in self.people)

    @property
    def has_problems(self) -> bool:
        """Whether anything in it has to be mended."""
        return bool(self.problems) or any(one.errors for one in self.everything)

    @property
    def heading(self) -> str:
        """The title, or the label of the one thing that everybody is asked."""
        if self.title or not self.people or len(self.people[0][1]) > 1:
            return self.title
        return self.people[0][1][0].spec.label

    @property
    def sum_rules(self) -> list[dict[str, Any]]:
        """The running checks, as the page's script reads them."""
        return [
            {
                "key": item.key,
                "label": item.label,
                "to": item.sum_to,
                "unless": list(item.sum_unless),
                "most": item.sum_most,
                "with": list(item.sum_with),
                "one": item.noun[0],
                "many": item.noun[1],
            }
            for item in self.sums
        ]


class EntryForm(Columns):
    """A form made of the core's fields: one field for each, or for each seat where everybody is asked."""

    def inputs_for(self, spec: Spec) -> Iterator[tuple[str, Any]]:
        """One field, or one for each name."""
        if spec.per == "table":
            yield spec.key, field_of(spec)
        else:
            for number, name in enumerate(spec.names):
                yield f"{spec.key}.{number}", field_of(spec, name)

    def by_input(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Raw values by the names of the fields that show them."""
        found: dict[str, Any] = {}
        for spec in self.specs:
            held = values.get(spec.key)
            if spec.per == "table":
                found |= {spec.key: held} if spec.key in values else {}
            elif isinstance(held, dict):
                if not held and self._means_nobody(spec, values):
                    held = dict.fromkeys(spec.names, default_of(spec))
                places = ((f"{spec.key}.{number}", name) for number, name in enumerate(spec.names))
                found |= {place: held[name] for place, name in places if name in held}
        return found

    def _means_nobody(self, spec: Spec, values: Mapping[str, Any]) -> bool:
        """Whether numbers of nobody mean that nobody has any: not where what is folded away stands instead of them."""
        instead = any(other.aside and values.get(other.key) for other in self.specs)
        return spec.keeps_empty and KINDS[spec.type].is_number and not instead

    def fields_for(self, spec: Spec) -> list[TableField]:
        """The fields that ask for one field of the core."""
        if spec.per == "table":
            return [self._fields[spec.key]]
        return [self._fields[f"{spec.key}.{number}"] for number in range(len(spec.names))]

    def entry(self) -> dict[str, Any]:
        """The raw entry. What cannot be read is passed on as it was typed, for the core to refuse."""
        found: dict[str, Any] = {}
        for spec in self.specs:
            given = {one.who: one.data for one in self.fields_for(spec) if one.given}
            if given:
                found[spec.key] = given[""] if spec.per == "table" else given
        return found

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """The inputs that carry everything unseen: name and text."""
        return [pair for one in self if one.given for pair in one.inputs]

    def sections(
        self,
        problems: Sequence[Problem] = (),
        notes: Mapping[str, Mapping[str, str]] | None = None,
        *,
        tells: bool = False,
    ) -> list[Section]:
        """The form as its page shows it, in the order of the fields; what nobody is asked stands there only if refused.

        ``problems``: shown next to the fields at fault; ``notes``: by field key and name, what stands beside an input;
        ``tells``: what is taken where nothing is chosen stands there as chosen.
        """
        sections: list[Section] = []
        for item in self.specs:
            shared = item.per == "table"
            faults = [problem for problem in problems if problem.field == item.key]
            if not (shared or item.names or faults):
                continue
            last = sections[-1] if sections else None
            if last is None or last.title != item.group or last.aside != item.aside or bool(last.shared) != shared:
                last = Section(item.group, item.aside, [], [], [])
                sections.append(last)
            if item.sum_to is not None or item.sum_most is not None:
                last.sums.append(item)
            self._ask(last, item, faults, (notes or {}).get(item.key, {}))
        for section in sections:
            _settle(section, tells)
        return sections

    def _ask(self, section: Section, item: Spec, faults: Sequence[Problem], notes: Mapping[str, str]) -> None:
        """Put the fields for one field of the core into a section, with what is wrong and worth knowing beside each."""
        asked = self.fields_for(item)
        if item.per == "table":
            section.shared += asked
            asked[0].errors = [fault.message for fault in faults]
            return
        section.problems += [fault.message for fault in faults if fault.name not in item.names]
        people = dict(section.people)
        for one in asked:
            if one.who not in people:
                people[one.who] = []
                section.people.append((one.who, people[one.who]))
            one.errors = [fault.message for fault in faults if fault.name == one.who]
            one.note = notes.get(one.who, "")
            people[one.who].append(one)


def _settle(section: Section, tells: bool) -> None:
    """Fold a section away or not, and give each field its place for help and what it takes for chosen."""
    for number, (_, asked) in enumerate(section.people):
        asked[0].alone = len(asked) == 1
        for one in (part for field in asked for part in (field, *field.parts)):
            one.helps = "elsewhere" if number else "above"
    if section.problems or any(one.is_used for one in section.everything):
        section.aside = False
    if tells:
        for one in section.everything:
            one.tell_default()


def entry_form(
    specs: Iterable[Spec], *, formdata: Any = None, data: Mapping[str, Any] | None = None, prefix: str = ""
) -> EntryForm:
    """The form that asks for fields of the core.

    ``formdata``: what was sent (``request.form`` or ``request.args``); ``data``: the raw entry so far, where nothing
    was; ``prefix``: what stands before the name of each input.
    """
    return EntryForm(specs, formdata, data, prefix)


def preset(fields: Sequence[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """Values with presets filled in: what is not given yet starts as its preset field has it."""
    filled = dict(values)
    for item in fields:
        if item.preset and item.key not in filled and item.preset in filled:
            filled[item.key] = filled[item.preset]
    return filled


def decks_of(fields: Iterable[Spec]) -> dict[str, Any]:
    """The decks that a form's card fields pick from, by field key, for the page's picker.

    Each card as ``[code, copies, face, suit or colour, what tells it apart there]``.
    """
    found: dict[str, Any] = {}
    for item in fields:
        if item.deck is not None:
            faces = [(card, often, item.deck.face(card)) for card, often in item.deck.copies.items()]
            cards = [[card, often, face.text, face.group.key, face.short] for card, often, face in faces]
            found[item.key] = {"cards": cards, "open": item.deck.open}
        found.update(decks_of(item.columns))
    return found
