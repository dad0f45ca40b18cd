"""Fields: what the table enters for a round, and the options of a game.

A field says which answers are valid (type, bounds, who answers) and how the page helps to enter them. The functions
below (``count``, ``points``, ``chips``, ``flag``, ``choice``, ...) make the field of a key that exists already: one
that several games share, or one with another field at each table; ``more`` are its other attributes. ``ask`` makes a
new key together with its field.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias

from companion.cards.decks import Deck
from companion.core.entry.asking import AS_USUAL, NO_LIMITS, Asking, Bounds, Layout
from companion.core.entry.keys import Cards, Key, Names, PerName, T_co

OneValue = Literal["count", "points", "chips", "flag", "choice", "player", "card", "object", "text"]
Several = Literal["choices", "players", "cards", "rows", "list"]
Type = Literal[OneValue, Several]
Per = Literal["table", "player", "side"]
Value = str | int


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a ``choice`` field: its value in the API, and its label for people."""

    value: Value
    label: str


@dataclass(frozen=True, slots=True)
class Worth:
    """An item that is counted towards a number, such as a card of a hand, with its points."""

    label: str
    """A word or two: ``wild``, ``K–8``."""

    points: int


@dataclass(frozen=True, slots=True)
class Sum:
    """What the values of all names must add up to."""

    to: int | None = None
    """The exact sum of an ordinary round: the page fills in the last value."""

    noun: tuple[str, str] = ("", "")
    """Singular and plural of what is counted: ``("trick", "tricks")``, for “2 tricks left”."""

    most: int | None = None
    """The largest possible sum."""

    also: tuple[str, ...] = ()
    """Other fields whose values count towards it."""

    unless: tuple[str, ...] = ()
    """Fields that make ``to`` a maximum if anything is given in them (tricks unplayed after a renege)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a bid aims at: a number in the result."""

    result: Key[PerName[int]]
    """The field of the result: the tricks taken."""

    bid: str
    """The verb for the bid: ``bid``, for “bid 2” and “8 bid”."""

    took: str
    """The verb for the result: ``took``, for “took 1”."""

    to_take: str
    """The phrase after the sum of all results: ``to take``, for “10 to take”."""

    in_turn: str
    """The verb for bidding in turn, from the dealer's left: ``bids``."""

    exact: bool = True
    """Whether each player aims at exactly the number bid: the page then copies the bids into the result at first.
    Otherwise partners bid together, or more is good enough."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Asking all names on one pad, one after the other in seat order."""

    led_by: str = ""
    """The field that names who is first."""

    first: str = ""
    """Who is first, if that is known."""


@dataclass(frozen=True, slots=True)
class Places:
    """Numbers that are positions in a list, such as ``2`` for a fold at the second knock.

    If somebody is in the list, only positions after their last one are offered: who knocks has not folded before.
    """

    of: str
    """The key of the list, whose length limits the numbers."""

    nothing: str
    """The label of 0."""

    place: str
    """The label of a position, with ``{knock}`` filled in: ``knock 2`` or, if the player is known, ``Bob’s knock``."""


@dataclass(frozen=True, slots=True)
class LengthSentence:
    """A sentence about the length of a list."""

    base: int
    """What is added to the length."""

    sentence: str
    """The sentence; ``{sum}`` stands for the sum with ``noun``."""

    noun: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Letters:
    """A text made of a few letters that are tapped in order, each at most once: ``D/C``."""

    letters: tuple[tuple[str, str], ...]
    """Each letter with its symbol for people, in the order shown."""

    sizes: tuple[tuple[int, Value | None], ...]
    """How many letters there may be, and the value of ``tells`` for each number. If a single letter remains that must
    follow, it is added automatically."""

    tells: str = ""
    """The neighbouring field whose value follows from the number of letters; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How a sum is shared out among winners: pots, of the chips that were paid."""

    of: Key[PerName[int]]
    """The field with what each name paid."""

    order: tuple[str, ...]
    """The names in the order in which they get the remainder, one chip each."""

    latest_first: bool = False
    """Whether winners of later pots come first in that order."""

    matched: bool = False
    """Whether nobody wins more from a player than they paid themselves; the excess makes another pot."""


@dataclass(frozen=True, slots=True)
class Prefill:
    """The initial value of a column in a new row."""

    other_than: str = ""
    """For names: the column whose name is excluded (a buyer is not the seller)."""

    mostly: tuple[tuple[str, Value, Value], ...] = ()
    """Another column, a value of it, and the initial value in that case (the upcard is the dealer's)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """How a page can make entering quick. None of this changes which answers are valid."""

    quick: tuple[Value, ...] = ()
    """Values offered for tapping beside free input; in a row or a choice they are chips."""

    usual: tuple[Value, ...] = ()
    """The usual values: a chip for each, and all others behind one more tap."""

    adds: bool = False
    """Whether each tap on a chip of ``usual`` adds to the value, as for events; otherwise it replaces it."""

    starts: tuple[int, ...] = ()
    """Initial numbers, in the order of the names: the ante that everybody has paid."""

    worths: tuple[Worth, ...] = ()
    """The items whose points add up to the number, such as the cards of a hand."""

    sentences: tuple[tuple[str, str], ...] = ()
    """For ``rows``: how a row reads, with ``{column}`` filled in, by the value of the first column (``""``: any). With
    several sentences, each kind of row has a button of its own."""

    sum: Sum | None = None
    aim: Aim | None = None
    turns: Turns | None = None
    places: Places | None = None
    comes_to: LengthSentence | None = None
    letters: Letters | None = None
    shares: Shares | None = None
    """For rows of a number and a name: how they share out what another field contains."""

    layout: Layout | None = None
    prefill: Prefill | None = None
    """For a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that is entered for a round, or one option of a game.

    The functions below and ``of`` accept the attributes of its three records directly: ``least=1``, ``aside=True``.
    """

    key: str
    """The key in the entry or the options of the API."""

    label: str
    """A short noun for people: ``Bid``, ``Tricks``."""

    type: Type
    help: str = ""
    """What a newcomer cannot know, in one line that is always visible; nothing that the label says already."""

    per: Per = "table"
    phase: Literal[1, 2] = 2
    """1: known before the hand is played; 2: its result."""

    required: Literal[True, False, "some"] = False
    """Whether it must be given; ``some``: by at least one of the names asked (the hands of those who did not fold)."""

    default: Any = None
    """The value if none is given. None means nothing (numbers: 0, flags: false, lists: empty). A text whose default is
    empty may be given empty."""

    nobody: str = ""
    """The label of null as an answer (``Nobody``), which then is the default of a number or a flag; empty if null is no
    answer."""

    names: tuple[str, ...] = ()
    """Who is asked (``per`` player or side), or who can be named (``player``, ``players``), in seat order. Facts for a
    referee may leave this open: any name is then accepted."""

    choices: tuple[Choice, ...] = ()
    columns: tuple["Field", ...] = ()
    """The columns of ``rows``, the parts of an ``object``, or the single kind of item of a ``list``."""

    deck: Deck | None = None
    bounds: Bounds = NO_LIMITS
    asking: Asking = AS_USUAL
    hints: Hints = Hints()

    @property
    def full_help(self) -> str:
        """The help and its explanation in one text, for programs."""
        return " ".join(part for part in (self.help, self.asking.explained) if part)

    def of(self, **changes: Any) -> "Field":
        """Return the field with other attributes, its own or those of its records."""
        by_record: dict[str, dict[str, Any]] = {}
        for name, value in changes.items():
            by_record.setdefault(_RECORD_OF.get(name, ""), {})[name] = value
        own = by_record.pop("", {})
        records = {record: replace(getattr(self, record), **given) for record, given in by_record.items()}
        return replace(self, **own, **records)


class FieldKey(Key[T_co]):
    """A key that carries its field."""

    field: Field

    def __new__(cls, field: Field) -> "FieldKey[T_co]":
        """Make the key of a field."""
        made = super().__new__(cls, field.key)
        made.field = field
        return made

    def of(self, **changes: Any) -> "FieldKey[T_co]":
        """Return the same key with other attributes of its field."""
        return FieldKey(self.field.of(**changes))


Question: TypeAlias = FieldKey[Any] | Field
"""A field, or a key that carries one."""


def fields_of(*questions: Question) -> tuple[Field, ...]:
    """Return the fields that these keys carry; plain fields stay as they are."""
    return tuple(one.field if isinstance(one, FieldKey) else one for one in questions)


_RECORDS = {"bounds": Bounds, "asking": Asking, "hints": Hints}
_RECORD_OF = {item.name: key for key, record in _RECORDS.items() for item in fields(record)}
"""The key of the record to which each attribute of a field belongs; attributes of the field itself are not in it."""

_BLANK = Field(key="", label="", type="text")

NumberKey = Key[int] | Key[int | None] | Key[PerName[int]] | Key[PerName[int | None]]
FlagKey = Key[bool] | Key[bool | None] | Key[PerName[bool]]
NameKey = Key[str | None] | Key[PerName[str | None]]
ChoiceKey = Key[str | None] | Key[Value | None] | Key[int] | Key[int | None] | Key[PerName[Value | None]]
"""What the key of a field can stand for: a value, a value or None, or one value for each name."""


def count(key: NumberKey, label: str, most: int | None = None, least: int = 0, **more: Any) -> Field:
    """Return a field for a number of things, by default 0 or more."""
    return _BLANK.of(key=key, label=label, type="count", least=least, most=most, **more)


def points(key: NumberKey, label: str, most: int | None = None, least: int = 0, **more: Any) -> Field:
    """Return a field for a number of points; negative only if ``least`` is."""
    return _BLANK.of(key=key, label=label, type="points", least=least, most=most, **more)


def chips(key: NumberKey, label: str, most: int | None = None, least: int = 0, **more: Any) -> Field:
    """Return a field for a number of chips, by default 0 or more."""
    return _BLANK.of(key=key, label=label, type="chips", least=least, most=most, **more)


def flag(key: FlagKey, label: str, **more: Any) -> Field:
    """Return a field for yes or no."""
    return _BLANK.of(key=key, label=label, type="flag", **more)


def choice(key: ChoiceKey, label: str, choices: Mapping[Any, str], **more: Any) -> Field:
    """Return a field for one item of a list. ``choices``: value to label, in the order shown."""
    return _BLANK.of(key=key, label=label, type="choice", choices=_choices(choices), **more)


def choices(key: Key[tuple[Value, ...]], label: str, choices: Mapping[Any, str], **more: Any) -> Field:
    """Return a field for any number of items of a list, without repeats."""
    return _BLANK.of(key=key, label=label, type="choices", choices=_choices(choices), **more)


def player(key: NameKey, label: str, names: Iterable[str] = (), **more: Any) -> Field:
    """Return a field for one of the names, or for null if it has ``nobody``.

    Without names, as in a referee's fact, it accepts any name.
    """
    return _BLANK.of(key=key, label=label, type="player", names=tuple(names), **more)


def players(key: Key[Names], label: str, names: Iterable[str] = (), **more: Any) -> Field:
    """Return a field for a list of names (see ``Bounds``). Without names, as in a referee's fact, it accepts any."""
    return _BLANK.of(key=key, label=label, type="players", names=tuple(names), **more)


def card(key: NameKey, label: str, deck: Deck, **more: Any) -> Field:
    """Return a field for one card of the deck."""
    return _BLANK.of(key=key, label=label, type="card", deck=deck, **more)


def cards(
    key: Key[Cards] | Key[PerName[Cards]], label: str, deck: Deck, least: int = 0, most: int | None = None, **more: Any
) -> Field:
    """Return a field for ``least`` to ``most`` cards; those of all names together must not exceed the deck."""
    return _BLANK.of(key=key, label=label, type="cards", deck=deck, least=least, most=most, **more)


def rows(key: Key[Any], label: str, columns: Iterable[Question], **more: Any) -> Field:
    """Return a field for a list of objects with these columns, in the order of events."""
    return _BLANK.of(key=key, label=label, type="rows", columns=fields_of(*columns), **more)


def parts(key: Key[Any], label: str, columns: Iterable[Field], **more: Any) -> Field:
    """Return a field for one object that consists of these parts, such as the three rows of a hand."""
    return _BLANK.of(key=key, label=label, type="object", columns=tuple(columns), **more)


def several(key: Key[Any], label: str, item: Question, **more: Any) -> Field:
    """Return a field for a list of values that are each read like ``item``: tricks, melds, numbers."""
    return _BLANK.of(key=key, label=label, type="list", columns=fields_of(item), **more)


def text(key: NameKey, label: str, most: int, **more: Any) -> Field:
    """Return a field for a text that the table types, of up to ``most`` letters."""
    return _BLANK.of(key=key, label=label, type="text", most=most, **more)


def with_common(*fields: Field, **common: Any) -> tuple[Field, ...]:
    """Return the fields with the same further attributes, such as ``group`` or ``per``."""
    return tuple(field.of(**common) for field in fields)


def _choices(choices: Mapping[Any, str]) -> tuple[Choice, ...]:
    """Return the choices made of values and their labels."""
    return tuple(Choice(value, label) for value, label in choices.items())
