"""Fields: what the table writes down for a round, and the options of a game.

A field says what may be written (type, bounds, who is asked) and how the phone helps to write it.
Games build them with the functions below: ``count``, ``points``, ``chips``, ``flag``, ``choice``, ...
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias

from companion.cards.decks import Deck
from companion.core.keys import Cards, Key, Names, PerName, T_co

Type = Literal[
    "count",
    "points",
    "chips",
    "flag",
    "choice",
    "choices",
    "player",
    "players",
    "card",
    "cards",
    "rows",
    "object",
    "list",
    "text",
]
Per = Literal["table", "player", "side"]
Value = str | int


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a ``choice`` field: the value as the API has it, and its label for people."""

    value: Value
    label: str


@dataclass(frozen=True, slots=True)
class Worth:
    """What one of those things counts that a number is added up of: a card of the hand that is counted."""

    label: str
    """A word or two: ``wild``, ``K–8``."""

    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What is taken for an answer."""

    least: int = 0
    """The smallest number; the fewest items of a list that is given."""

    most: int | None = None
    """The largest number, the most items of a list, the most letters of a text; None: no end."""

    step: int = 1
    """Numbers are multiples of this."""

    repeats: bool = False
    """Whether a list may name the same player twice."""

    ordered: bool = False
    """Whether the order of ``players`` means something. Rows and lists are in order anyway."""

    keeps_empty: bool = False
    """Whether an empty object or list is an answer of its own; else it counts as not given."""

    empty_for: tuple[str, ...] = ()
    """Names that are not asked, for whom 0, false or nothing may still be given (a dealer's bet of 0)."""

    takes: Literal["", "player", "side"] = ""
    """Who can be named where the field lists no names: players or sides alone; empty: either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Where, when and in which words a page asks. None of this changes what is accepted."""

    explained: str = ""
    """More help, which takes longer to say or is wanted less often: folded behind a question mark."""

    named_by: tuple[str, tuple[tuple[Value, str], ...]] = ("", ())
    """The key of a choice, and the label with each of its answers. The field's own label is for no answer."""

    group: str = ""
    """The heading under which it stands. Neighbours with the same heading stand together."""

    aside: bool = False
    """Rarely needed: folded away until asked for."""

    in_front: bool = False
    """For an option: asked in the open before a play starts. The others are folded away."""

    either: str = ""
    """The way of writing the same down to which it belongs, where there is another: ``Totals``, ``Cards``.

    One way is chosen at a time: at first that of the last round, else that of the field which is not ``aside``. Null
    then is no answer of its own on the page.
    """

    shown_when: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """Other fields and the values with which this one is asked; ``()`` for the values: any but nothing."""

    not_of: str = ""
    """The field that names whom this does not concern: who went out holds no cards."""

    in_one_with: str = ""
    """The field before it that the same tap answers: who bid, and how much."""

    running: bool = False
    """Whether it is put down bit by bit while the hand is played: it stays open until the round is saved, every phone
    sees it, and it counts at once: these fields alone are scored as a round where nothing else happened."""

    tapped: bool = False
    """Whether null has to be tapped, because it scores; else null is chosen from the start. The API takes what is not
    given for null either way."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What the values of all names add up to."""

    to: int | None = None
    """Exactly so much at the end of an ordinary round: the page fills in the last one."""

    noun: tuple[str, str] = ("", "")
    """One and many of what is counted: ``("trick", "tricks")``, for "2 tricks left"."""

    most: int | None = None
    """At most so much."""

    also: tuple[str, ...] = ()
    """Other fields whose values count towards it."""

    unless: tuple[str, ...] = ()
    """Fields that make ``to`` a maximum once anything is given in them (tricks unplayed after a renege)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a bid aims at: so much of the result."""

    result: Key[PerName[int]]
    """The field of the result: the tricks taken."""

    bid: str
    """What was done with the bid: ``bid``, for "bid 2" and "8 bid"."""

    took: str
    """What was done in the end: ``took``, for "took 1"."""

    to_take: str
    """What is there for all: ``to take``, for "10 to take"."""

    in_turn: str
    """What they do one after the other, from the dealer's left on: ``bids``."""

    exact: bool = True
    """Whether each aims at exactly as much: the page then fills the bids in for the result at first. Else partners bid
    together, or more will do."""


@dataclass(frozen=True, slots=True)
class Turns:
    """All are asked on one pad, one after the other in seat order, from somebody on."""

    led_by: str = ""
    """The field that names who is first."""

    first: str = ""
    """Who is first, where that is known."""


@dataclass(frozen=True, slots=True)
class Places:
    """Numbers that are places in a list: folded at the second of two knocks.

    Nobody is asked for a place before their own last one, nor for that.
    """

    of: str
    """The field of the list, whose length no number exceeds."""

    nothing: str
    """What 0 is called."""

    place: str
    """A place, ``{knock}`` filled in: ``knock 2`` or, once it is known whose, ``Bob’s knock``."""


@dataclass(frozen=True, slots=True)
class ComesTo:
    """What the length of a list comes to, as a sentence."""

    base: int
    """What the length is added to."""

    sentence: str
    """With ``{sum}`` for the sum of ``noun``."""

    noun: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Letters:
    """How a text is made of a few letters that are tapped one after the other, each at most once: ``D/C``."""

    letters: tuple[tuple[str, str], ...]
    """Each letter with its sign for people, in the order shown."""

    sizes: tuple[tuple[int, Value | None], ...]
    """How many there may be, and what so many say of ``tells``. Where a single letter is left that must follow, it
    does so by itself."""

    tells: str = ""
    """The field beside it that follows from how many there are; empty: none."""

    between: str = "/"


@dataclass(frozen=True, slots=True)
class Shares:
    """How what was given is shared out among winners: pots, of the chips that were paid."""

    of: Key[PerName[int]]
    """The field of what was given."""

    many: str
    """What it is counted in: ``chips``."""

    order: tuple[str, ...]
    """Who is first to get what does not divide."""

    latest_first: bool = False
    """Whether somebody who wins a later pot gets it before the order is asked."""

    matched: bool = False
    """Whether nobody takes more of anybody than they gave themselves: what is above that makes another pot."""


@dataclass(frozen=True, slots=True)
class Prefill:
    """What a new row has in a column from the start."""

    keeps: bool = False
    """What the row before has there."""

    other_than: str = ""
    """For names: somebody else than in this column (a buyer is not the seller)."""

    mostly: tuple[tuple[str, Value, Value], ...] = ()
    """By another column and its value: this value (the upcard is the dealer's)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """What a page knows to make writing it down quick. None of this changes what is accepted."""

    quick: tuple[Value, ...] = ()
    """Values offered for tapping where any may be typed; in a row, and of a choice, they are chips."""

    usual: tuple[Value, ...] = ()
    """What it mostly is: a chip each, and all else behind one more tap."""

    adds: bool = False
    """Whether the chips of ``usual`` are added to what stands there, one tap for each event; else they replace it."""

    starts: tuple[int, ...] = ()
    """Numbers that stand there from the start, in the order of the names: the ante that everybody has paid."""

    worths: tuple[Worth, ...] = ()
    """What the number is counted up of, one by one, with what each counts here: the cards of a hand."""

    sentences: tuple[tuple[str, str], ...] = ()
    """For ``rows``: how a row reads, ``{column}`` filled in, by the value of the first column (``""``: any). Where that
    matters, rows of each kind are added by a button of their own."""

    sum: Sum | None = None
    aim: Aim | None = None
    turns: Turns | None = None
    places: Places | None = None
    comes_to: ComesTo | None = None
    letters: Letters | None = None
    shares: Shares | None = None
    """For rows of a number and a name: how they share out what was given in another field."""

    prefill: Prefill | None = None
    """For a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that is written down for a round, or one option of a game.

    The functions below and ``of`` take what belongs to its three records by its own name: ``least=1``, ``aside=True``.
    """

    key: str
    """The key of the entry or of the options in the API."""

    label: str
    """A short noun for people: ``Bid``, ``Tricks``."""

    type: Type
    help: str = ""
    """What a newcomer cannot know, in a line that always stands beside it; nothing that the label says already."""

    per: Per = "table"
    phase: Literal[1, 2] = 2
    """1: known before the hand is played; 2: its result."""

    required: Literal[True, False, "some"] = False
    """Whether it must be given; ``some``: by somebody at least of those asked (the hands of those who did not fold)."""

    default: Any = None
    """What is taken where nothing is given. None: nothing (numbers: 0, flags: false, lists: empty). A text whose
    default is empty may be given empty."""

    nobody: str = ""
    """The label of null as an answer of its own (``Nobody``), which then is the default of a number or a flag;
    empty: null is no answer."""

    names: tuple[str, ...] = ()
    """Who is asked (``per`` player or side), or who can be named (``player``, ``players``); seat order. Facts for a
    referee may leave this open: whoever is named there."""

    choices: tuple[Choice, ...] = ()
    columns: tuple["Field", ...] = ()
    """The columns of ``rows``, the parts of an ``object``, the one kind of item of a ``list``."""

    deck: Deck | None = None
    bounds: Bounds = Bounds()
    asking: Asking = Asking()
    hints: Hints = Hints()

    @property
    def full_help(self) -> str:
        """All that helps with it, for those who read it by itself."""
        return " ".join(part for part in (self.help, self.asking.explained) if part)

    def of(self, **changes: Any) -> "Field":
        """Return the same field with other attributes, or with other ones of its records."""
        sorted_out: dict[str, dict[str, Any]] = {}
        for name, value in changes.items():
            sorted_out.setdefault(_RECORD_OF.get(name, ""), {})[name] = value
        own = sorted_out.pop("", {})
        records = {record: replace(getattr(self, record), **given) for record, given in sorted_out.items()}
        return replace(self, **own, **records)


class Asked(Key[T_co]):
    """A key with its field."""

    field: Field

    def __new__(cls, field: Field) -> "Asked[T_co]":
        """Make the key of a field."""
        asked = super().__new__(cls, field.key)
        asked.field = field
        return asked

    def of(self, **changes: Any) -> "Asked[T_co]":
        """Return the same key, asked otherwise."""
        return Asked(self.field.of(**changes))


Question: TypeAlias = Asked[Any] | Field


def fields_of(*asked: Question) -> tuple[Field, ...]:
    """Return the fields of keys that carry theirs; fields among them stay as they are."""
    return tuple(one.field if isinstance(one, Asked) else one for one in asked)


_RECORDS = {"bounds": Bounds, "asking": Asking, "hints": Hints}
_RECORD_OF = {item.name: key for key, record in _RECORDS.items() for item in fields(record)}
"""Where each attribute of a field's records belongs."""

_BLANK = Field(key="", label="", type="text")


NumberKey = Key[int] | Key[int | None] | Key[PerName[int]] | Key[PerName[int | None]]
FlagKey = Key[bool] | Key[bool | None] | Key[PerName[bool]]
NameKey = Key[str | None] | Key[PerName[str | None]]
ChoiceKey = Key[str | None] | Key[Value | None] | Key[int] | Key[int | None] | Key[PerName[Value | None]]
"""What the keys of a field may stand for: its value, that or nothing, or one for each name."""


def count(key: NumberKey, label: str, maximum: int | None = None, minimum: int = 0, **more: Any) -> Field:
    """Return a number of things, 0 or more."""
    return _BLANK.of(key=key, label=label, type="count", least=minimum, most=maximum, **more)


def points(key: NumberKey, label: str, maximum: int | None = None, minimum: int = 0, **more: Any) -> Field:
    """Return a number of points; negative only where ``minimum`` says so."""
    return _BLANK.of(key=key, label=label, type="points", least=minimum, most=maximum, **more)


def chips(key: NumberKey, label: str, maximum: int | None = None, minimum: int = 0, **more: Any) -> Field:
    """Return a number of chips, 0 or more."""
    return _BLANK.of(key=key, label=label, type="chips", least=minimum, most=maximum, **more)


def flag(key: FlagKey, label: str, **more: Any) -> Field:
    """Yes or no."""
    return _BLANK.of(key=key, label=label, type="flag", **more)


def choice(key: ChoiceKey, label: str, choices: Mapping[Any, str], **more: Any) -> Field:
    """One of a list; ``choices``: value to label, in the order shown."""
    return _BLANK.of(key=key, label=label, type="choice", choices=_choices(choices), **more)


def choices(key: Key[tuple[Value, ...]], label: str, choices: Mapping[Any, str], **more: Any) -> Field:
    """Any number of a list, no repeats."""
    return _BLANK.of(key=key, label=label, type="choices", choices=_choices(choices), **more)


def player(key: NameKey, label: str, names: Iterable[str] = (), **more: Any) -> Field:
    """One of the names, as a fact anybody; with ``nobody`` also null. Also used for one side."""
    return _BLANK.of(key=key, label=label, type="player", names=tuple(names), **more)


def players(key: Key[Names], label: str, names: Iterable[str] = (), **more: Any) -> Field:
    """Return a list of names, as a fact of anybody's; see ``repeats``, ``ordered`` and ``most``."""
    return _BLANK.of(key=key, label=label, type="players", names=tuple(names), **more)


def card(key: NameKey, label: str, deck: Deck, **more: Any) -> Field:
    """One card of the deck."""
    return _BLANK.of(key=key, label=label, type="card", deck=deck, **more)


def cards(
    key: Key[Cards] | Key[PerName[Cards]], label: str, deck: Deck, least: int = 0, most: int | None = None, **more: Any
) -> Field:
    """Return a list of cards of the deck; over all names together no card more often than the deck has it."""
    return _BLANK.of(key=key, label=label, type="cards", deck=deck, least=least, most=most, **more)


def rows(key: Key[Any], label: str, columns: Iterable[Question], **more: Any) -> Field:
    """Return a list of objects with these columns, in the order in which things happened."""
    return _BLANK.of(key=key, label=label, type="rows", columns=fields_of(*columns), **more)


def parts(key: Key[Any], label: str, columns: Iterable[Field], **more: Any) -> Field:
    """One object with these parts (the three rows of a hand)."""
    return _BLANK.of(key=key, label=label, type="object", columns=tuple(columns), **more)


def several(key: Key[Any], label: str, item: Question, **more: Any) -> Field:
    """Return a list of values of one kind, each read like ``item``: tricks, melds, numbers."""
    return _BLANK.of(key=key, label=label, type="list", columns=fields_of(item), **more)


def text(key: NameKey, label: str, most: int, **more: Any) -> Field:
    """Return a short text of the table's own."""
    return _BLANK.of(key=key, label=label, type="text", most=most, **more)


def alike(*fields: Field, **common: Any) -> tuple[Field, ...]:
    """Return fields with what they have in common: a heading, whom they are asked of."""
    return tuple(field.of(**common) for field in fields)


def _choices(choices: Mapping[Any, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in choices.items())


def label_with(field: Field, answers: Mapping[str, Any]) -> str:
    """Return what a field is called, given the other answers as raw JSON."""
    by, labels = field.asking.named_by
    answer = answers.get(by) if by else None
    return next((label for value, label in labels if type(value) is type(answer) and value == answer), field.label)


def is_trick(field: Field) -> bool:
    """Return whether a field is the cards of a trick as they fell: rows of a player and a card."""
    return field.type == "rows" and [column.type for column in field.columns] == ["player", "card"]
