"""Fields as forms: what a page shows for them, and the raw entry that a submitted form means.

Names of inputs: ``tricks.0`` is the field ``tricks`` of the first name asked, ``payments.2.kind`` a column of the
third row, ``folded`` (once for each) a list. Players are sent as their index in the field's names, so that any
name can be played under. Cards as they fell are one text, a line for each trick: ``Ann red-7, Bob red-3``.
"""

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.cards.notation import pretty, suit_of
from companion.core.fields import NUMBERS, Field, default_of, label_with
from companion.core.problems import Problem
from companion.core.telling import sentence as sentence  # what shows forms tells values, too
from companion.core.telling import value_text as value_text

MOST_CHIPS = 12
"""Up to this maximum a number is one tap on a chip; above it, it is typed."""

MOST_ROWS = 300
MOST_ITEMS = 110
"""The most items of a list that has an input for each."""

NOBODY = "none"
_SUM = re.compile(r"[+\-]?\s*\d{1,7}(?:\s*[+\-]\s*\d{1,7}){0,40}\s*[+\-]?")
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "＋": "+"})


def read_sum(text: str) -> int | None:
    """The number that somebody typed, sums worked out: ``3+6+2`` is 11, ``12-3`` is 9; None: no number."""
    text = text.translate(_MINUS).strip().replace(" ", "").replace("\N{NO-BREAK SPACE}", "")
    if not text.isascii() or not _SUM.fullmatch(text):
        return None
    return sum(int(part) for part in re.findall(r"[+\-]?\d+", text))


# From a submitted form to a raw entry.


class Submitted:
    """A submitted form: the first value of an input, or all of them."""

    def __init__(self, items: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, list[str]] = {}
        for key, value in items:
            self._values.setdefault(key, []).append(value)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def first(self, key: str) -> str:
        """The first value, trimmed; empty where there is none."""
        return self._values.get(key, [""])[0].strip()

    def all(self, key: str) -> list[str]:
        """All values that are not empty, trimmed."""
        return [value.strip() for value in self._values.get(key, ()) if value.strip()]

    def rows(self, key: str) -> list[int]:
        """The numbers of the rows sent for a field, in order."""
        numbers = {int(parts[1]) for parts in (name.split(".") for name in self._values) if _is_row(key, parts)}
        return sorted(numbers)[:MOST_ROWS]


def _is_row(key: str, parts: Sequence[str]) -> bool:
    return len(parts) > 2 and parts[0] == key and parts[1].isascii() and parts[1].isdigit() and len(parts[1]) < 6


def entry_from(fields: Sequence[Field], form: Submitted) -> dict[str, Any]:
    """The raw entry that a form means. What cannot be read is passed on as it was typed, for the core to refuse."""
    entry: dict[str, Any] = {}
    for item in fields:
        if item.per == "table":
            value = _value(item, form, item.key)
        else:
            found = {name: _value(item, form, f"{item.key}.{number}") for number, name in enumerate(item.names)}
            value = {name: one for name, one in found.items() if one is not _NOTHING}
            if not value:
                value = _NOTHING
        if value is not _NOTHING:
            entry[item.key] = value
    return entry


_NOTHING = object()
"""Nothing was written in an input (null can be an answer of its own)."""


def _value(item: Field, form: Submitted, name: str) -> Any:
    if item.type in _READERS:
        return _READERS[item.type](item, form, name)
    text = form.first(name)
    if not text:
        return _emptied(item, form, name)
    if text == NOBODY and item.nobody:
        return None
    if item.type in NUMBERS:
        number = read_sum(text)
        return text if number is None else number
    if item.type == "player":
        return _named(item, text)
    return _chosen(item, text) if item.type == "choice" else text


def _emptied(item: Field, form: Submitted, name: str) -> Any:
    """An emptied input; where its twin ``….off`` tells that something stood in it, it means none."""
    if f"{name}.off" not in form:
        return _NOTHING
    if item.type in NUMBERS:
        return None if item.nobody else _NOTHING
    return {"choices": [], "text": ""}.get(item.type, _NOTHING)


def _object(item: Field, form: Submitted, name: str) -> Any:
    part = {column.key: _value(column, form, f"{name}.{column.key}") for column in item.columns}
    return {key: value for key, value in part.items() if value is not _NOTHING} or _NOTHING


def _players(item: Field, form: Submitted, name: str) -> Any:
    return [_named(item, text) for text in form.all(name)] or _NOTHING


def _choices(item: Field, form: Submitted, name: str) -> Any:
    return [_chosen(item, text) for text in form.all(name)] or _emptied(item, form, name)


def _cards(item: Field, form: Submitted, name: str) -> Any:
    cards = re.split(r"[\s,;]+", " ".join(form.all(name)).strip())
    empty = item.keeps_empty or item.per != "table"
    return [card for card in cards if card] or ([] if empty and f"{name}.none" in form else _NOTHING)


def _flag(item: Field, form: Submitted, name: str) -> Any:
    """A box not ticked sends nothing; its twin ``….off`` tells that it was there."""
    text = form.first(name)
    if is_answered(item):
        return {"yes": True, "no": False}.get(text, _NOTHING)
    if text:
        return True
    return False if default_of(item) and f"{name}.off" in form else _NOTHING


def is_answered(item: Field) -> bool:
    """Whether a flag takes a yes or a no, each tapped: not saying is something else than no."""
    return bool(item.nobody) or item.required


def _rows(item: Field, form: Submitted, name: str) -> Any:
    if is_fall(item):
        return plays_from(item, form.first(name)) or _NOTHING
    rows = []
    for number in form.rows(name):
        row = {column.key: _value(column, form, f"{name}.{number}.{column.key}") for column in item.columns}
        row = {key: value for key, value in row.items() if value is not _NOTHING}
        if any(value is not True and value is not False for value in row.values()):
            rows.append(row)
    return rows or _NOTHING


def _items(item: Field, form: Submitted, name: str) -> Any:
    """The items of a list: lines of a text where they are tricks, else an input for each."""
    kind = item.columns[0]
    if is_fall(kind):
        return [plays_from(kind, line) for line in form.first(name).splitlines() if line.strip()] or _NOTHING
    found = (_value(kind, form, f"{name}.{number}") for number in range(MOST_ITEMS))
    return [one for one in found if one is not _NOTHING] or _NOTHING


def is_asked(item: Field, entry: Mapping[str, Any]) -> bool:
    """Whether a field is asked for with what else is written down, as the page shows it."""
    return all(_holds(entry.get(key), key in entry, values) for key, values in item.shown_when)


def _holds(value: Any, given: bool, wanted: Sequence[Any]) -> bool:
    if not wanted:
        return value not in (None, "", [], {})
    return any(
        (given and value is None) if one is None else bool(value) == one if isinstance(one, bool) else value == one
        for one in wanted
    )


def unsaid(fields: Iterable[Field], entry: Mapping[str, Any]) -> list[Problem]:
    """What nobody has said although it scores: a page takes no answer in silence."""
    return [
        Problem(item.key, f"{item.label} is missing.")
        for item in fields
        if item.tapped and item.key not in entry and is_asked(item, entry)
    ]


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem as it is told away from its input: above the form, or in the line beside the button."""

    text: str
    """A sentence with the field's name in it."""

    spot: str
    """The id of what is to be looked at; empty: nothing on the page."""

    row: int = 0
    """The row of it, from 1; 0: no row alone."""


def faults_of(fields: Sequence[Field], problems: Iterable[Problem]) -> list[Fault]:
    """Problems in the order of the fields that they are about, with where to look."""
    places = {item.key: number for number, item in enumerate(fields)}
    ordered = sorted(problems, key=lambda problem: places.get(problem.field, len(places)))
    return [_fault(fields[places[one.field]] if one.field in places else None, one) for one in ordered]


def _fault(item: Field | None, problem: Problem) -> Fault:
    if item is None:
        return Fault(problem.message, "")
    text = problem.message
    if item.label.casefold() not in text.casefold():
        text = f"{item.label}: {text}"
    name = item.key
    if item.per != "table":
        name += f".{item.names.index(problem.name) if problem.name in item.names else 0}"
    return Fault(text, id_of(name), problem.row or 0)


def id_of(name: str) -> str:
    """The id on the page of an input with this name."""
    return "f-" + name.replace(".", "-")


def is_fall(item: Field) -> bool:
    """Whether a field is the cards of a trick as they fell: rows of a player and a card, in order."""
    return item.type == "rows" and item.ordered and [column.type for column in item.columns] == ["player", "card"]


def plays_from(item: Field, text: str) -> list[dict[str, str]]:
    """The rows that somebody wrote as ``Ann red-7, Bob red-3``; a name may hold blanks and commas."""
    who, what = (column.key for column in item.columns)
    names = sorted(item.columns[0].names, key=len, reverse=True)
    rows: list[dict[str, str]] = []
    rest = text.strip(_BETWEEN)
    while rest and len(rows) < MOST_ROWS:
        name = next((name for name in names if rest[: len(name) + 1].casefold() == f"{name} ".casefold()), "")
        if name:
            card, rest = _cut(rest[len(name) :].lstrip())
        else:
            piece, _, rest = _SEPARATOR.sub("\n", rest, count=1).partition("\n")
            name, _, card = piece.strip().rpartition(" ")
        row = {who: name.strip(), what: card.strip()}
        rows.append({key: value for key, value in row.items() if value})
        rest = rest.strip(_BETWEEN)
    return rows


_BETWEEN = " ,;\t\r\n"
_SEPARATOR = re.compile(r"[,;\n]")


def _cut(text: str) -> tuple[str, str]:
    found = re.search(rf"[{_BETWEEN}]", text)
    return (text[: found.start()], text[found.start() :]) if found else (text, "")


def plays_text(rows: object) -> str:
    """The cards of a trick as one writes them: ``Ann red-7, Bob red-3``."""
    if not isinstance(rows, list | tuple):
        return ""
    return ", ".join(" ".join(str(value) for value in row.values()) for row in rows if isinstance(row, Mapping))


def _named(item: Field, text: str) -> str:
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < len(item.names):
        return item.names[int(text)]
    return text


def _chosen(item: Field, text: str) -> Any:
    return next((choice.value for choice in item.choices if str(choice.value) == text), text)


_READERS: Mapping[str, Callable[[Field, Submitted, str], Any]] = {
    "flag": _flag, "rows": _rows, "list": _items, "object": _object, "players": _players, "choices": _choices,
    "cards": _cards,
}  # fmt: skip
"""What reads the types that are more than one input with one text."""


# From fields and values to what a page shows.


@dataclass(slots=True)
class Control:
    """One input of a page."""

    field: Field
    name: str
    """The name of the input."""

    widget: str
    """``chips``, ``number``, ``flag``, ``answer``, ``choice``, ``pick``, ``names``, ``sequence``, ``cards``,
    ``rows``, ``parts``, ``fall``, ``falls``, ``items`` or ``text``: the macro that shows it."""

    value: Any
    """The raw value, as in the entry; None: nothing chosen yet."""

    who: str = ""
    """The player or side that is asked."""

    problems: list[str] = dataclasses.field(default_factory=list)
    chips: Sequence[int] = ()
    rows: list[list["Control"]] = dataclasses.field(default_factory=list)
    """For rows and items: the controls of each, a blank one last; for parts: one list."""

    alone: bool = False
    """Whether it is all that its player is asked in its section: the name then is its label."""

    note: str = ""
    """What is worth knowing beside it: the bid next to the tricks."""

    nobody: bool = False
    """Whether nobody was chosen, as an answer of its own."""

    stands: bool = False
    """Whether nobody stands there as chosen, because that is what nothing chosen means."""

    label: str = ""
    """What it is called, given what else was answered."""

    helps: Literal["here", "above", "elsewhere"] = "here"
    """Where its help stands: with it, or at the head of its section, once for everybody; there it belongs to the
    first who is asked."""

    @property
    def id(self) -> str:
        """The id of the input on the page."""
        return id_of(self.name)

    @property
    def labels(self) -> dict[str, Any]:
        """What it is called with each answer to another, as the page's script reads it; empty: always the same."""
        by, labels = self.field.named_by
        return {"by": by, "labels": {"": self.field.label, **dict(labels)}} if by else {}

    @property
    def described_by(self) -> list[str]:
        """The ids of what describes it on the page: what is wrong, how to write it, its help."""
        found = [f"{self.id}-problem{number}" for number in range(1, len(self.problems) + 1)]
        if self.widget in ("fall", "falls"):
            found.append(f"{self.id}-form")
        if self.field.help and self.helps != "elsewhere":
            found.append(f"{self.id}-hint")
        return found


@dataclass(slots=True)
class Section:
    """Controls that stand together on the page."""

    title: str
    aside: bool
    people: list[tuple[str, list[Control]]]
    """Name and controls, for fields that everybody is asked; else empty."""

    controls: list[Control]
    """Controls of the whole table; else empty."""

    sums: list[Field]
    """Fields whose values have to add up, for the running check."""

    problems: list[str] = dataclasses.field(default_factory=list)
    """What is wrong with everybody's values together."""

    @property
    def everything(self) -> list[Control]:
        """All controls, whoever they ask."""
        return [*self.controls, *(one for _, controls in self.people for one in controls)]

    @property
    def told(self) -> list[Control]:
        """What everybody is asked and is told about at the head of the section."""
        asked = self.people[0][1] if self.people else []
        parts = [part for one in asked if one.widget == "parts" for part in one.rows[0]]
        return [one for one in (*asked, *parts) if one.field.full_help]

    @property
    def asks_more(self) -> bool:
        """Whether everybody is asked more than one thing, so that help has to say what it is about."""
        return any(len(controls) > 1 or controls[0].widget == "parts" for _, controls in self.people)

    @property
    def has_problems(self) -> bool:
        """Whether anything in it has to be mended."""
        return bool(self.problems) or any(one.problems for one in self.everything)

    @property
    def heading(self) -> str:
        """The title, or the label of the one thing that everybody is asked."""
        if self.title or not self.people or len(self.people[0][1]) > 1:
            return self.title
        return self.people[0][1][0].field.label

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


def sections_of(
    fields: Sequence[Field],
    values: Mapping[str, Any],
    problems: Sequence[Problem] = (),
    notes: Mapping[str, Mapping[str, str]] | None = None,
    *,
    tells: bool = False,
) -> list[Section]:
    """The sections of a form, in the order of the fields; what nobody is asked stands there only if refused.

    ``values``: the raw entry so far; ``problems``: shown next to the fields at fault;
    ``notes``: by field key and name, what stands beside an input;
    ``tells``: what is taken where nothing is chosen stands there as chosen.
    """
    sections: list[Section] = []
    for item in fields:
        shared = item.per == "table"
        faults = [problem for problem in problems if problem.field == item.key]
        if not (shared or item.names or faults):
            continue
        last = sections[-1] if sections else None
        if last is None or last.title != item.group or last.aside != item.aside or bool(last.controls) != shared:
            last = Section(item.group, item.aside, [], [], [])
            sections.append(last)
        if item.sum_to is not None or item.sum_most is not None:
            last.sums.append(item)
        if shared:
            one = control(item, item.key, values.get(item.key), "", faults, item.key in values)
            one.label = label_with(item, values)
            last.controls.append(one)
        else:
            _ask_everybody(last, item, values.get(item.key), faults, (notes or {}).get(item.key, {}))
    for section in sections:
        for number, (_, controls) in enumerate(section.people):
            controls[0].alone = len(controls) == 1
            for one in controls:
                _help_above(one, first=number == 0)
        if section.problems or any(map(_is_used, section.everything)):
            section.aside = False
        if tells:
            for one in section.everything:
                _tell_default(one)
    return sections


def _tell_default(one: Control) -> None:
    """Choose on the page what nothing chosen means, but for what scores: that is tapped."""
    item = one.field
    if one.value is not None or one.nobody or item.required or item.tapped:
        return
    if item.type == "choice" and item.default is not None:
        one.value = item.default
    elif item.nobody and item.type not in NUMBERS:
        one.stands = True


def _help_above(one: Control, *, first: bool) -> None:
    """What everybody is asked is explained once, at the head of the section."""
    one.helps = "above" if first else "elsewhere"
    if one.widget == "parts":
        for part in one.rows[0]:
            _help_above(part, first=first)


def _is_used(one: Control) -> bool:
    empty = one.value in (None, False, [], {}, "", 0)
    return bool(one.problems) or one.nobody or (not empty and one.value != default_of(one.field))


def _ask_everybody(
    section: Section, item: Field, values: object, faults: Sequence[Problem], notes: Mapping[str, str]
) -> None:
    by_name = values if isinstance(values, dict) else {}
    section.problems += [fault.message for fault in faults if fault.name not in item.names]
    people = dict(section.people)
    for number, name in enumerate(item.names):
        if name not in people:
            people[name] = []
            section.people.append((name, people[name]))
        own = [fault for fault in faults if fault.name == name]
        one = control(item, f"{item.key}.{number}", by_name.get(name), name, own, name in by_name)
        one.note = notes.get(name, "")
        people[name].append(one)


def control(
    item: Field, name: str, value: Any, who: str = "", faults: Sequence[Problem] = (), given: bool = False
) -> Control:
    """The control of one input. ``given``: null is an answer where the field takes it for one, not absence."""
    one = Control(item, name, widget_of(item), value, who, label=item.label)
    one.nobody = given and value is None and bool(item.nobody)
    if one.widget == "chips":
        one.chips = range(item.minimum, (item.maximum or 0) + 1, item.step)
    if one.widget == "fall":
        one.value = plays_text(value)
    elif one.widget == "falls":
        one.value = "\n".join(map(plays_text, value)) if isinstance(value, list) else ""
    elif item.type == "list":
        items = value if isinstance(value, list) else []
        for number, inner in enumerate([*items, None]):
            column = item.columns[0].of(label=f"{item.columns[0].label} {number + 1}", required=False)
            one.rows.append([control(column, f"{name}.{number}", inner)])
    elif item.type == "rows":
        rows = value if isinstance(value, list) else []
        for number, row in enumerate([*rows, {}]):
            one.rows.append(_columns(item, f"{name}.{number}", row))
    elif item.type == "object":
        one.rows.append(_columns(item, name, value))
    one.problems = [fault.message for fault in faults]
    return one


def _columns(item: Field, name: str, values: object) -> list[Control]:
    own = values if isinstance(values, dict) else {}
    found = []
    for column in item.columns:
        one = control(column, f"{name}.{column.key}", own.get(column.key), given=column.key in own)
        one.label = label_with(column, own)
        found.append(one)
    return found


def widget_of(item: Field) -> str:
    """The macro that shows a field."""
    if item.type in NUMBERS:
        few = item.maximum is not None and (item.maximum - item.minimum) // item.step <= MOST_CHIPS
        return "chips" if few and item.minimum >= 0 and item.type == "count" else "number"
    if item.type == "players":
        return "sequence" if item.repeats or item.ordered else "names"
    if item.type == "card":
        return "cards"
    if item.type == "list":
        return "falls" if is_fall(item.columns[0]) else "items"
    if is_fall(item):
        return "fall"
    widgets = {
        "flag": "answer" if is_answered(item) else "flag",
        "player": "pick",
        "object": "parts",
        "choices": "several",
    }
    return widgets.get(item.type, item.type)


def preset(fields: Sequence[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """Values with presets filled in: what is not given yet starts as its preset field has it."""
    filled = dict(values)
    for item in fields:
        if item.preset and item.key not in filled and item.preset in filled:
            filled[item.key] = filled[item.preset]
    return filled


def decks_of(fields: Iterable[Field]) -> dict[str, Any]:
    """The decks that a form's card fields pick from, by field key, for the page's picker.

    Each card as ``[code, copies, face, suit]``.
    """
    found: dict[str, Any] = {}
    for item in fields:
        if item.deck is not None:
            copies = item.deck.copies.items()
            cards = [[card, often, pretty(card).replace("-", " "), suit_of(card)] for card, often in copies]
            found[item.key] = {"cards": cards, "open": item.deck.open}
        found.update(decks_of(item.columns))
    return found
