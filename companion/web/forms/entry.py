"""A form made of the core's fields: a round's entry, the facts of a question, the options of a game.

Names of inputs: ``tricks.0`` is the field ``tricks`` of the first name asked, ``payments.2.kind`` a column of the
third row, ``folded`` (once for each) a list. Players are sent as their index in the field's names, so that any
name can be played under. Cards as they fell are one text, a line for each trick: ``Ann red-7, Bob red-3``.
"""

import dataclasses
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    """Name and fields, for what everybody is asked."""

    shared: list[TableField]
    """What the table is asked as a whole, which comes first."""

    sums: list[Spec]
    """Fields whose values have to add up, for the running check."""

    problems: list[str] = dataclasses.field(default_factory=list)
    """What is wrong with everybody's values together."""

    way: str = ""
    """The way of writing it down to which it belongs, where there is another."""

    ways: Sequence["Way"] = ()
    """All ways of writing the same down, with the first section that belongs to one."""

    begins: "Way | None" = None
    """The way that begins with this section."""

    ends: bool = False
    """Whether a way ends with it."""

    @property
    def head(self) -> tuple[str, bool, str]:
        """What neighbours share that stand together."""
        return self.title, self.aside, self.way

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
    def is_compact(self) -> bool:
        """Whether everybody is asked for typed numbers alone: a row for each, the name left, the numbers right."""
        asked = [one for _, asked in self.people for one in asked]
        return bool(asked) and all(one.widget.name == "number" for one in asked)

    @property
    def is_tick(self) -> bool:
        """Whether it is a single box to tick, which takes no more room than what would unfold it."""
        return len(self.everything) == 1 and not self.title and self.everything[0].widget.name == "flag"

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
class Way:
    """One of the ways in which the same can be written down."""

    title: str
    number: int
    """Its place among them, from 0."""

    chosen: bool = False


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
        """Return whether numbers of nobody mean that nobody has any: not if a folded field stands instead of them."""
        instead = any(
            other.asking.either != spec.asking.either and values.get(other.key)
            for other in self.specs
            if other.asking.either
        )
        return spec.bounds.keeps_empty and KINDS[spec.type].is_number and not instead

    def fields_for(self, spec: Spec) -> list[TableField]:
        """Return the fields that ask for one field of the core."""
        if spec.per == "table":
            return [self._fields[spec.key]]
        return [self._fields[f"{spec.key}.{number}"] for number in range(len(spec.names))]

    def entry(self) -> dict[str, Any]:
        """Return the raw entry. What cannot be read is passed on as it was typed, for the core to refuse."""
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
        before: Container[str] = (),
    ) -> list[Section]:
        """Return the form as its page shows it, in the order of the fields.

        What nobody is asked stands there only if refused.

        ``problems``: shown next to the fields at fault; ``notes``: by field key and name, what stands beside an input;
        ``tells``: what is taken where nothing is chosen stands there as chosen; ``before``: the fields that were
        written down the last time, which tell in which way.
        """
        sections: list[Section] = []
        for item in self.specs:
            shared = item.per == "table"
            faults = [problem for problem in problems if problem.field == item.key]
            if not (shared or item.names or faults):
                continue
            last = sections[-1] if sections else None
            own = Section(
                item.asking.group, item.asking.aside and not item.asking.either, [], [], [], way=item.asking.either
            )
            is_other = not own.title and last is not None and bool(last.shared) != shared
            if last is None or last.head != own.head or is_other:
                last = own
                sections.append(last)
            if item.hints.sum is not None:
                last.sums.append(item)
            self._ask(last, item, faults, (notes or {}).get(item.key, {}))
        for section in sections:
            _settle(section, tells)
        self._part(sections, before)
        return sections

    def way(self, before: Container[str] = ()) -> str:
        """In which way it is written down, where there is a choice; empty: in several, or there is none.

        ``before``: the fields that were written down the last time.
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

    def in_way(self, problems: Iterable[Problem], before: Container[str] = ()) -> list[Problem]:
        """Return problems where they are visible: those of a hidden alternative are shown in the chosen one."""
        chosen = self.way(before)
        there = [item for item in self.specs if item.asking.either == chosen]
        others = {item.key: item.per for item in self.specs if chosen and item.asking.either not in ("", chosen)}
        found = []
        for problem in problems:
            per = others.get(problem.field)
            to = next((item for item in there if item.per == per), there[0]) if per else None
            found.append(replace(problem, field=to.key) if to else problem)
        return found

    def _part(self, sections: Sequence[Section], before: Container[str]) -> None:
        """Let one way be chosen at a time; what is already written down in several is shown in all."""
        chosen = self.way(before)
        parted = [section for section in sections if section.way]
        if not chosen or not parted:
            return
        titles = dict.fromkeys(section.way for section in parted)
        ways = {title: Way(title, number, title == chosen) for number, title in enumerate(titles)}
        parted[0].ways = tuple(ways.values())
        for last, section, coming in zip((None, *sections), sections, (*sections[1:], None), strict=False):
            if section.way:
                section.begins = None if last is not None and last.way == section.way else ways[section.way]
                section.ends = coming is None or coming.way != section.way

    def _unless(self, item: Spec, who: str) -> str:
        """Return the input, and what it sends, with which somebody is not asked: ``went_out 2``.

        Empty if there is none.
        """
        named = next((other for other in self.specs if other.key == item.asking.not_of), None)
        return f"{named.key} {named.names.index(who)}" if named and who in named.names else ""

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
            one.unless = self._unless(item, one.who)
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
    """Return the form that asks for fields of the core.

    ``formdata``: what was sent (``request.form`` or ``request.args``); ``data``: the raw entry so far, where nothing
    was; ``prefix``: what stands before the name of each input.
    """
    return EntryForm(specs, formdata, data, prefix)


def with_bid_results(fields: Sequence[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values with the results of bids filled in: what is not given yet starts as it was bid."""
    aims = {item.key: item.hints.aim.result for item in fields if item.hints.aim and item.hints.aim.exact}
    return {**{result: values[bid] for bid, result in aims.items() if bid in values}, **values}


def with_start_values(fields: Sequence[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values of a new entry, with what stands there at first where nothing is given yet."""
    starts = {item.key: dict(zip(item.names, item.hints.starts, strict=True)) for item in fields if item.hints.starts}
    return {**starts, **values}


def decks_of(fields: Iterable[Spec]) -> dict[str, Any]:
    """Return the decks that a form's card fields pick from, by field key, for the page's picker.

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
