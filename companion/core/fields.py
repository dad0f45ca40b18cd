"""Fields: what the table writes down for a round, and the options of a game.

A field says what may be written (type, bounds, who is asked) and how the phone helps to write it.
Games build them with the functions below: ``count``, ``points``, ``chips``, ``flag``, ``choice``, ...
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.cards.decks import Deck
from companion.core.keys import Cards, Key, Names, PerName

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


@dataclass(frozen=True, slots=True)
class Aim:
    """What a bid is held against: a result that has to be exactly as much, and the words that tell both."""

    result: Key[PerName[int]]
    """The field of the result: the tricks taken."""

    bid: str
    """What was done with the bid: ``bid``, for "bid 2" and "8 bid"."""

    took: str
    """What was done in the end: ``took``, for "took 1"."""

    to_take: str
    """What is there for all: ``to take``, for "10 to take"."""


@dataclass(frozen=True, slots=True)
class Tapped:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that is written down for a round, or one option of a game."""

    key: str
    """The key of the entry or of the options in the API."""

    label: str
    """A short noun for people: ``Bid``, ``Tricks``."""

    type: Type
    help: str = ""
    """What a newcomer cannot know, in a line that always stands beside it; nothing that the label says already."""

    explained: str = ""
    """What takes longer to say, or is wanted less often: folded behind a question mark."""

    named_by: tuple[str, tuple[tuple[Value, str], ...]] = ("", ())
    """For what means something else with each answer to a choice: the key of the choice, and the label with each of
    its values. ``label`` then is what it is called while nothing is chosen."""

    per: Per = "table"
    phase: Literal[1, 2] = 2
    """1: known before the hand is played; 2: its result."""

    required: bool = False
    default: Any = None
    """What is taken where nothing is given. None: nothing (numbers: 0, flags: false, lists: empty). A text whose
    default is empty may be given empty."""

    minimum: int = 0
    maximum: int | None = None
    step: int = 1
    """Numbers are multiples of this."""

    choices: tuple[Choice, ...] = ()
    names: tuple[str, ...] = ()
    """Who is asked (``per`` player or side), or who can be named (``player``, ``players``); seat order. Facts for a
    referee may leave this open: whoever is named there."""

    empty_for: tuple[str, ...] = ()
    """Names not asked, for whom 0, false or nothing may still be given (a dealer's bet of 0)."""

    nobody: str = ""
    """The label of null as an answer of its own (``Nobody``), which then is the default of a number or a flag;
    empty: null is no answer."""

    some: bool = False
    """Whether it is enough for some of those asked, where it is required (the hands of those who did not fold)."""

    takes: Literal["", "player", "side"] = ""
    """Who can be named where no names are listed: players or sides alone; empty: either."""

    repeats: bool = False
    """Whether a list may name the same twice."""

    ordered: bool = False
    """Whether the order of ``players`` means something. Rows and lists are in order anyway."""

    columns: tuple["Field", ...] = ()
    """The columns of ``rows``, the parts of an ``object``, the one kind of item of a ``list``."""

    deck: Deck | None = None
    least: int = 0
    """Fewest items of a list that is given."""

    most: int | None = None
    """Most items of a list; the most letters of a text."""

    keeps_empty: bool = False
    """Whether an empty object or list is an answer of its own and not absence."""

    # How the phone helps. None of this changes what is accepted.

    group: str = ""
    """The heading under which it stands; neighbours with the same heading stand together."""

    aside: bool = False
    """Rarely needed: folded away until asked for."""

    in_front: bool = False
    """For an option: asked in the open before a play starts, where the others are folded away."""

    sum_to: int | None = None
    """What the values of all add up to, at the end of an ordinary round: the last one is filled in."""

    sum_most: int | None = None
    """What the values of all add up to at most."""

    sum_with: tuple[str, ...] = ()
    """Other fields that count towards ``sum_to`` too."""

    sum_unless: tuple[str, ...] = ()
    """Fields that, once anything is given in them, make ``sum_to`` a maximum (tricks unplayed after a renege)."""

    shares: Shares | None = None
    """For rows of a number and a name: whose numbers they share out."""

    tapped: bool = False
    """Whether null, where it is an answer, has to be tapped on the page because it scores; elsewhere it stands there as
    chosen. The API takes what is not given for null either way."""

    noun: tuple[str, str] = ("", "")
    """One and many of what is counted: ``("trick", "tricks")``, for "2 tricks left"."""

    preset: str = ""
    """The field whose values are filled in here first (tricks are preset to the bids)."""

    starts: tuple[int, ...] = ()
    """Numbers that stand there at first, in the order of the names: the ante that everybody has paid."""

    aim: Aim | None = None
    """For what is known before the hand: the result that makes it or misses it."""

    in_turn: str = ""
    """What they do one after the other, from the dealer's left on: ``bids``; empty: there is no order."""

    limit: str = ""
    """The list field whose length these numbers do not exceed (folded at the second of two knocks)."""

    shown_when: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """Fields and the values of them with which this one is asked for; ``()`` for the values: any but nothing."""

    led_by: str = ""
    """The field that names who is first, where all are asked on one pad, one after the other in seat order."""

    asked_first: str = ""
    """The same where it is known who that is."""

    sentences: tuple[tuple[str, str], ...] = ()
    """For ``rows``: how a row reads, ``{column}`` filled in, by the value of the first column (``""``: any). Where that
    matters, rows of each kind are added by a button of their own."""

    keeps: bool = False
    """For a column: a row begins with what the one before has in it."""

    other_than: str = ""
    """For a column of names: the column that names somebody else (a buyer is not the seller)."""

    mostly: tuple[tuple[str, Value, Value], ...] = ()
    """For a column: what it is filled in with, by another column and its value (the upcard is the dealer's)."""

    quick: tuple[int, ...] = ()
    """Values offered for tapping where a number is too large for a chip each; in a row they are chips."""

    tapped_as: Tapped | None = None
    """For a text: the letters that make it."""

    worths: tuple[Worth, ...] = ()
    """What the number is counted up of, one by one, with what each counts here: the cards of a hand."""

    either: str = ""
    """The same can be written down in this way or in another, never in both: ``Totals``, ``Cards``. One way is chosen
    at a time, at first that of the last round, else of the field that is not ``aside``; null is then no answer of its
    own on the page."""

    not_of: str = ""
    """The field that names whom this does not concern: who went out holds no cards."""

    usual: tuple[Value, ...] = ()
    """What it mostly is: a chip each, and all else behind one more tap."""

    in_one_with: str = ""
    """The field asked before it with which one tap answers both: who bid, and how much."""

    places: tuple[str, str] = ("", "")
    """For numbers with a ``limit``: what 0 is called, and a place in that list, ``{knock}`` filled in: ``knock 2`` or,
    once it is known whose, ``Bob’s knock``. Nobody is asked for a place before their own last one, nor for that."""

    comes_to: tuple[int, str] = (0, "")
    """For a list: what its length is added to, and the sentence with that sum of ``noun``, ``{sum}`` filled in."""

    suggested: tuple[str, ...] = ()
    """Texts offered for tapping where any may be given."""

    @property
    def full_help(self) -> str:
        """All that helps with it, for those who read it by itself."""
        return " ".join(part for part in (self.help, self.explained) if part)

    @property
    def nullable(self) -> bool:
        """Whether null is an answer of its own."""
        return bool(self.nobody)

    def of(self, **changes: Any) -> "Field":
        """The same field with other bounds or names."""
        return replace(self, **changes)


NumberKey = Key[int] | Key[int | None] | Key[PerName[int]] | Key[PerName[int | None]]
FlagKey = Key[bool] | Key[bool | None] | Key[PerName[bool]]
NameKey = Key[str | None] | Key[PerName[str | None]]
ChoiceKey = Key[str | None] | Key[Value | None] | Key[int] | Key[int | None] | Key[PerName[Value | None]]
"""What the keys of a field may stand for: its value, that or nothing, or one for each name."""


def count(key: NumberKey, label: str, maximum: int | None = None, **more: Any) -> Field:
    """A number of things, 0 or more."""
    return Field(key=key, label=label, type="count", maximum=maximum, **more)


def points(key: NumberKey, label: str, maximum: int | None = None, **more: Any) -> Field:
    """A number of points; negative only where ``minimum`` says so."""
    return Field(key=key, label=label, type="points", maximum=maximum, **more)


def chips(key: NumberKey, label: str, maximum: int | None = None, **more: Any) -> Field:
    """A number of chips, 0 or more."""
    return Field(key=key, label=label, type="chips", maximum=maximum, **more)


def flag(key: FlagKey, label: str, **more: Any) -> Field:
    """Yes or no."""
    return Field(key=key, label=label, type="flag", **more)


def choice(key: ChoiceKey, label: str, choices: Mapping[Any, str], **more: Any) -> Field:
    """One of a list; ``choices``: value to label, in the order shown."""
    return Field(key=key, label=label, type="choice", choices=_choices(choices), **more)


def choices(key: Key[tuple[Value, ...]], label: str, choices: Mapping[Any, str], **more: Any) -> Field:
    """Any number of a list, no repeats."""
    return Field(key=key, label=label, type="choices", choices=_choices(choices), **more)


def player(key: NameKey, label: str, names: Iterable[str], **more: Any) -> Field:
    """One of the names; with ``nobody`` also null. Also used for one side."""
    return Field(key=key, label=label, type="player", names=tuple(names), **more)


def players(key: Key[Names], label: str, names: Iterable[str], **more: Any) -> Field:
    """A list of names; see ``repeats``, ``ordered`` and ``most``."""
    return Field(key=key, label=label, type="players", names=tuple(names), **more)


def card(key: NameKey, label: str, deck: Deck, **more: Any) -> Field:
    """One card of the deck."""
    return Field(key=key, label=label, type="card", deck=deck, **more)


def cards(
    key: Key[Cards] | Key[PerName[Cards]], label: str, deck: Deck, least: int = 0, most: int | None = None, **more: Any
) -> Field:
    """A list of cards of the deck; over all names together no card more often than the deck has it."""
    return Field(key=key, label=label, type="cards", deck=deck, least=least, most=most, **more)


def rows(key: Key[Any], label: str, columns: Iterable[Field], **more: Any) -> Field:
    """A list of objects with these columns, in the order in which things happened."""
    return Field(key=key, label=label, type="rows", columns=tuple(columns), **more)


def parts(key: Key[Any], label: str, columns: Iterable[Field], **more: Any) -> Field:
    """One object with these parts (the three rows of a hand)."""
    return Field(key=key, label=label, type="object", columns=tuple(columns), **more)


def several(key: Key[Any], label: str, item: Field, **more: Any) -> Field:
    """A list of values of one kind, each read like ``item``: tricks, melds, numbers."""
    return Field(key=key, label=label, type="list", columns=(item,), **more)


def text(key: NameKey, label: str, most: int, **more: Any) -> Field:
    """A short text of the table's own."""
    return Field(key=key, label=label, type="text", most=most, **more)


def _choices(choices: Mapping[Any, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in choices.items())


def label_with(field: Field, answers: Mapping[str, Any]) -> str:
    """What a field is called, given the other answers as raw JSON."""
    by, labels = field.named_by
    answer = answers.get(by) if by else None
    return next((label for value, label in labels if type(value) is type(answer) and value == answer), field.label)


def is_trick(field: Field) -> bool:
    """Whether a field is the cards of a trick as they fell: rows of a player and a card."""
    return field.type == "rows" and [column.type for column in field.columns] == ["player", "card"]
