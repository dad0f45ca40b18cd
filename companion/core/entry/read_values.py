"""Read raw values that contain no other fields: numbers, choices, texts, names and cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards.decks import Deck
from companion.core.entry.fields import Field, Value
from companion.core.entry.labels import label_given_answers
from companion.core.entry.names import name_fault
from companion.core.entry.problems import CORRECT_WRONG_CARD, Problem, Problems
from companion.core.words import counted, figure, listed, quoted

ReadRecord = Callable[[Sequence[Field], Mapping[str, Any]], tuple[Any, Problems]]
"""Read raw JSON by these fields; return the record and the problems with it."""


@dataclass(slots=True)
class Reader:
    """Reads the fields of one object; problems go to a shared list.

    In its methods and the functions below, ``who`` is the player or side whose answer is read; None if the field asks
    for one answer only.
    """

    problems: Problems
    answers: Mapping[str, Any]
    """The whole object, as raw JSON."""

    read_record: ReadRecord
    """Reads an object inside this one."""

    row: int | None = None
    """The number of the row that is read, from 1, for problems; None if the object is no row."""

    def label(self, field: Field, who: str | None = None) -> str:
        """Return the label of a field, given the other answers, with the player or side who answers in brackets."""
        label = label_given_answers(field, self.answers)
        return f"{label} ({who})" if who else label

    def refuse(self, field: Field, message: str, who: str | None = None) -> None:
        """Add a problem. ``message``: a whole sentence."""
        self.problems.append(Problem(field.key, message, who, self.row))

    def refuse_with_label(self, field: Field, message: str, who: str | None = None) -> None:
        """Add a problem. ``message``: follows the label of the field."""
        self.refuse(field, f"{self.label(field, who)}: {message}", who)

    def refuse_unanswered(self, field: Field, who: str | None = None) -> None:
        """Add the problem that the answer of ``who`` is missing; without ``who``, the answer of the table or of all."""
        label = self.label(field)
        names = (who,) if who else () if field.per == "table" else field.names
        message = f"“{label}” is missing{f' for {listed(names)}' if names else ''}."
        self.problems.append(Problem(field.key, message, who, self.row, unanswered=label))

    def check_length(self, field: Field, items: Sequence[object], noun: str, who: str | None) -> None:
        """Add a problem if a list has too few or too many items. ``noun``: the word for one item."""
        least, most = field.bounds.least, field.bounds.most
        if len(items) < least:
            limit = f"{'exactly' if least == most else 'at least'} {counted(least, noun)}"
            self.refuse_with_label(field, f"{limit}, not {len(items)}.", who)
        elif most is not None and len(items) > most:
            limit = f"{'exactly' if least == most else 'at most'} {counted(most, noun)}"
            reason = f": {field.bounds.too_many}" if field.bounds.too_many else ""
            self.refuse_with_label(field, f"{limit}, not {len(items)}{reason}.", who)

    def read_columns(self, field: Field, value: object, label: str, row: int | None, who: str | None) -> Any:
        """Return the record of one object, read by the columns of a field; its problems begin with ``label``."""
        if not isinstance(value, dict):
            self.problems.append(Problem(field.key, f"{label}: {quoted(value)} is not an object.", who, row))
            return self.read_record((), {})[0]
        record, problems = self.read_record(field.columns, value)
        for problem in problems:
            self.problems.append(Problem(field.key, f"{label}: {problem.message}", problem.name or who, row))
        return record


def _as_sent(value: object) -> str:
    """Return a value to quote in a message; a text in quotation marks, so that “1” differs from the number 1."""
    return f"“{quoted(value)}”" if isinstance(value, str) else quoted(value)


def read_number(reader: Reader, field: Field, value: Any, who: str | None) -> int:
    """Return the number in a raw value; if it is no whole number, that is a problem, and the result is 0.

    A number out of bounds is a problem, too, but is returned.
    """
    if type(value) is not int:
        reader.refuse_with_label(field, f"{_as_sent(value)} is not a whole number.", who)
        return 0
    least, most, step = field.bounds.least, field.bounds.most, field.bounds.step
    if value < least:
        reader.refuse_with_label(field, f"{quoted(figure(value))} is too low, {figure(least)} is the least.", who)
    elif most is not None and value > most:
        reader.refuse_with_label(field, f"{quoted(figure(value))} is too high, {figure(most)} is the most.", who)
    elif step != 1 and value % step:
        reader.refuse_with_label(field, f"{quoted(figure(value))} is not a multiple of {step}.", who)
    return value


def read_flag(reader: Reader, field: Field, value: Any, who: str | None) -> bool:
    """Return the yes or no in a raw value; if it is neither, report that to the reader and return False."""
    if not isinstance(value, bool):
        reader.refuse_with_label(field, f"say yes or no (true or false), not {quoted(value)}.", who)
    return value is True


def read_choice(reader: Reader, field: Field, value: Any, who: str | None) -> Value:
    """Return the choice that equals a raw value and has its type; if there is none, an empty text, with a problem."""
    for choice in field.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.value
    known = listed([str(choice.value) for choice in field.choices], "or")
    reader.refuse_with_label(field, f"{_as_sent(value)} is not one of {known}.", who)
    return ""


def read_choices(reader: Reader, field: Field, value: list[Any], who: str | None) -> tuple[Value, ...]:
    """Return the choices in a raw list; the same one twice is a problem."""
    found = tuple(read_choice(reader, field, item, who) for item in value)
    if len(set(found)) < len(found):
        reader.refuse_with_label(field, "the same one is there twice.", who)
    return found


def read_text(reader: Reader, field: Field, value: object, who: str | None) -> str:
    """Return the text in a raw value, trimmed.

    A text that is too long, unprintable, or empty although the field does not allow that, is a problem.
    """
    if not isinstance(value, str):
        reader.refuse_with_label(field, f"{quoted(value)} is not a text.", who)
        return ""
    text = value.strip()
    fault = name_fault(text, field.bounds.most, in_use=True) if text or field.default != "" else ""
    if fault:
        reader.refuse(field, f"{reader.label(field, who)} {fault}.", who)
    return text


def read_player(reader: Reader, field: Field, value: Any, who: str | None) -> str | None:
    """Return the name in a raw value, which must be one of the field's; None after a problem."""
    if isinstance(value, str) and value.strip() in field.names:
        return value.strip()
    known = f"one of {listed(field.names, 'or')}" if field.names else "a name"
    reader.refuse_with_label(field, f"{quoted(value)} is not {known}.", who)
    return None


def read_players(reader: Reader, field: Field, value: list[Any], who: str | None) -> tuple[str, ...]:
    """Return the names in a raw list, repeated ones, too; names that the field does not have are left out.

    Names left out, repeated ones unless the field allows them, and too few or too many names are problems.
    """
    found = tuple(name for name in (read_player(reader, field, item, who) for item in value) if name is not None)
    if not field.bounds.repeats and len(set(found)) < len(found):
        twice = next(name for name in found if found.count(name) > 1)
        reader.refuse(field, f"{reader.label(field, who)}: {twice} is named twice.", twice)
    reader.check_length(field, found, "name", who)
    return found


def deck_of(field: Field) -> Deck:
    """Return the deck of a field of cards."""
    assert field.deck is not None, "a card field has a deck"  # noqa: S101 - a fault of the game, never of an entry
    return field.deck


def read_card(reader: Reader, field: Field, value: Any, who: str | None) -> str:
    """Return the card in a raw value, in the deck's notation; empty if the value is no card.

    A value that is no card is a problem. So is a card that the deck does not have, but that card is returned.
    """
    deck = deck_of(field)
    found = deck.read(value) if isinstance(value, str) else None
    if found is not None and found in deck:
        return found
    fault = f"{quoted(value)} is not a card." if found is None else f"{found} is not in {deck.name}."
    hint = deck.hint(found or value) if isinstance(value, str) else ""
    reader.refuse_with_label(field, f"{fault} {hint}".rstrip(), who)
    return found or ""


def read_cards(reader: Reader, field: Field, value: list[Any], who: str | None) -> tuple[str, ...]:
    """Return the cards in a raw list; invalid cards, too few or too many, and too many copies of one are problems."""
    before = len(reader.problems)
    copies = deck_of(field).copies
    found = tuple(value)
    if not all(type(card) is str and card in copies for card in found):  # not all in the notation of the deck
        found = tuple(read_card(reader, field, item, who) for item in value)
    if len(reader.problems) == before:
        reader.check_length(field, found, "card", who)
        if field.per == "table":
            check_copies(reader, field, [found])
    return found


def check_copies(reader: Reader, field: Field, hands: Iterable[Iterable[str] | None]) -> None:
    """Add a problem for each card that all hands together have more often than the deck."""
    deck = deck_of(field)
    for card in deck.too_many(card for hand in hands if hand for card in hand if card in deck):
        too_often = f"{card} is there too often; it comes {deck.how_often(card)}."
        reader.refuse_with_label(field, f"{too_often} {CORRECT_WRONG_CARD}")
