"""What a referee is asked: situations with their facts, and the verdicts that settle them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

from companion.cards.decks import Deck
from companion.cards.notation import pretty
from companion.cards.tricks import PlayedCard, Renege, Stage, TrickRules
from companion.core.entry import Record
from companion.core.fields import Field, Question, fields_of
from companion.core.problems import Problem

Basis = Literal["book", "house", "open"]


@dataclass(frozen=True, slots=True)
class Effect:
    """A change to the score sheet, which the scorer can put on the round as an adjustment."""

    name: str
    """Whose total changes: a player, or a side in partnership games. In the API it is ``player``, as in ``adjust``."""

    points: int
    reason: str = ""
    """What the sheet says beside it, in a few words: ``renege in trick 2``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is right, and why."""

    verdict: str
    """One or two plain sentences that settle it at the table."""

    outcome: Mapping[str, Any]
    """The result for programs, as JSON."""

    basis: Basis = "book"
    """Whether the rules decide, an option of this table, or our own answer to what the book leaves open.
    ``core.referee.with_basis`` derives it from the paragraphs; a situation leaves it alone."""

    rules: tuple[str, ...]
    """Ids of the paragraphs relied on, the weightiest first; those of the game's own may go without its slug."""

    because: tuple[str, ...]
    """The steps, in order, each a sentence."""

    effects: tuple[Effect, ...] = ()

    usual: tuple[Effect, ...] = ()
    """What tables commonly do where the book sets nothing, ready to be put on the sheet. Not part of the API."""

    rests: str = ""
    """What it rests on as a person says it, where the basis alone would say too much or too little. Not part of the
    API."""

    reneges: tuple[Renege, ...] = ()
    """Those of the outcome, in its order, with the cards that prove them. Not part of the API."""


def nothing_known(_: Any) -> Mapping[str, Any]:
    """For situations of which the sheet knows nothing beyond who plays."""
    return {}


Suggestion = str | tuple[str, Mapping[str, Any]]
"""A sentence that says why an entry suggests a question, empty where it does not; or a pair of that sentence and the
facts that the entry answers under other keys than its own, as raw JSON."""


def why_and_facts(suggestion: Suggestion) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence of a suggestion, and its facts."""
    return (suggestion, {}) if isinstance(suggestion, str) else suggestion


def never_offered(*_: Any) -> str:
    """For situations that no round being entered suggests."""
    return ""


def nothing_answered(*_: Any) -> Mapping[str, Any]:
    """For situations whose facts a bid answers only under its own key."""
    return {}


def no_faults(_options: Record, _facts: Record) -> Iterable[Problem]:
    """For situations whose facts cannot contradict each other."""
    return ()


@dataclass(frozen=True, slots=True)
class Won:
    """A trick that is complete."""

    winner: str
    plays: tuple[PlayedCard, ...]
    outcome: Mapping[str, Any]
    """What the verdict on it says for programs."""


def as_it_is(_options: Record, card: str, _lying: Sequence[PlayedCard]) -> tuple[str, ...]:
    """For cards that are played as what they are."""
    return (card,)


def whole_deck(_players: int, _played: Iterable[str]) -> frozenset[str]:
    """For games in which any number of players plays with the same cards."""
    return frozenset()


def nothing_of_it(_stage: Stage, _tricks: Sequence[Sequence[PlayedCard]]) -> Mapping[str, Any]:
    """For questions about which it is enough to know the cards and what is trump."""
    return {}


def nothing_counted(_table: Any, _tricks: Sequence[Won], _left: Mapping[str, int]) -> Mapping[str, Any]:
    """For rounds of which the cards alone settle nothing."""
    return {}


class Decks(NamedTuple):
    """The cards of a game, in each form that they have."""

    lying: Deck
    """Those that can lie in a trick and win it."""

    held: Deck
    """Those that a player can hold; it tells how often each is there."""

    played: Deck
    """All that can be played on the way."""


class Declared(NamedTuple):
    """What the leader of a trick can declare with the card led."""

    name: str
    """As the table calls it."""

    can: Callable[[str], bool]
    """Whether it can be declared with this card."""

    fact: str
    """The fact of the question about reneges that lists the tricks in which it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByTricks:
    """How the fall of a round is followed card by card."""

    decks: Callable[[Record], Decks]
    """The cards, given the options."""

    rules: Callable[[Record], TrickRules]
    """What may be played and what wins, given the options."""

    length: Callable[[Any], int]
    """How many tricks the coming round has, given its table."""

    counted: Callable[[Any, Sequence[Won], Mapping[str, int]], Mapping[str, Any]]
    """The part of the round's entry that the cards settle, as raw JSON, given the table, the complete tricks and who
    has left it, with the first trick that they are not in; None for a field that they could settle and do not."""

    may_leave: bool = False
    """Whether a player can be out of a round that the others play on."""

    told: Callable[[str], str] = pretty
    """A card in a sentence."""

    ways: Callable[[Record, str, Sequence[PlayedCard]], tuple[str, ...]] = as_it_is
    """The forms in which a card can be played now, given the options, the card as the deck lists it and what lies in
    the trick; none: it cannot be."""

    kind: Callable[[str], str] = str
    """The card of the pack that was played as this one."""

    without: Callable[[int, Iterable[str]], frozenset[str]] = whole_deck
    """Cards of the deck that so many players play without, as far as the cards show that were played."""

    naming: tuple[str, ...] = ()
    """Cards whose player names a trump, which the table has to say."""

    led_by: str = ""
    """The field put down before the hand that names who leads to the first trick; empty: the game tells it."""

    declared: Declared | None = None

    known: Callable[[Stage, Sequence[Sequence[PlayedCard]]], Mapping[str, Any]] = nothing_of_it
    """More facts that the tricks so far answer, as raw JSON, given how the hand stands; those not asked for count
    nothing."""


def under_all_options(deck: Deck, rules: TrickRules, **more: Any) -> ByTricks:
    """Return how rounds are followed where no option changes the cards or what may be played.

    ``more``: the other attributes of ``ByTricks``.
    """
    return ByTricks(decks=lambda _: Decks(deck, deck, deck), rules=lambda _: rules, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownOf:
    """What a play knows as soon as it is said whom a question is about: then it is not asked."""

    key: str
    """The fact that says who; where there is no such fact, it is asked by the page of a play alone."""

    label: str
    """What that page calls it: ``Side``."""

    facts: Callable[[Any, Mapping[str, Any], str], Mapping[str, Any]]
    """The facts as raw JSON, given the table before the coming round, what was put down of that round, and the name of
    the player or side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A question that comes up at the table. Pure: the verdict depends on the options and the facts alone."""

    key: str
    """Its name in the API: ``trick``."""

    title: str
    """The question, as the table would put it: ``Who wins the trick?``"""

    help: str = ""
    """What it takes into account, or how the facts are meant."""

    facts: Callable[[Record], tuple[Field, ...]]
    """What the referee has to know, given the options. A field for names that lists none takes any name; where there
    is a fact ``players``, all others are of those players (and of its ``sides``)."""

    check: Callable[[Record, Record], Iterable[Problem]] = no_faults
    """How well-formed facts contradict each other, given the options and the facts; all of it at once."""

    judge: Callable[[Record, Record], Verdict]
    """The verdict on facts without problems, given the options and the facts."""

    # What a play adds. None of this is part of the API.

    known: Callable[[Any], Mapping[str, Any]] = nothing_known
    """The facts that the sheet of a play answers by itself, as raw JSON, given the table before the coming round.
    Who plays need not be among them where that is everybody, nor what ``next``, the carry or the round's entry have
    under the same key."""

    known_before: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]] = nothing_answered
    """The facts that what was put down of the coming round answers under other keys, as raw JSON, given the table
    before it and what was put down; none of that need be whole."""

    known_of: KnownOf | None = None
    """The facts that follow from whom the question is about, and from the sheet."""

    offered: Callable[[Any, Record], Suggestion] = never_offered
    """Whether a round being entered suggests this question, given its table and the entry. The entry is well-formed,
    but may be one that the game refuses."""

    offered_before: Callable[[Any, Record], Suggestion] = never_offered
    """The same of what is put down before the hand: the entry has the fields of phase 1 alone."""

    admitted: Callable[[Record, Record, str], Verdict] | None = None
    """The verdict where the table agrees on who it was and only asks what follows, given the options, as many of the
    facts as are known, and the name."""

    on_sheet: str = ""
    """What else a scorer should know who puts its effects on the sheet."""

    named_in: str = ""
    """The field of the round's entry, a list of players, that says the same of a player with all that follows: while
    the round is played its effects are put there, and not beside it. Empty: there is none."""

    by_tricks: ByTricks | None = None
    """How whole rounds are followed with it, where it says who wins a trick."""


class Further(TypedDict, total=False):
    """What a situation can have beyond its facts and its judge."""

    help: str
    check: Callable[[Record, Record], Iterable[Problem]]
    known: Callable[[Any], Mapping[str, Any]]
    known_before: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]
    known_of: KnownOf
    offered: Callable[[Any, Record], Suggestion]
    offered_before: Callable[[Any, Record], Suggestion]
    admitted: Callable[[Record, Record, str], Verdict]
    on_sheet: str
    named_in: str
    by_tricks: ByTricks


Judge = Callable[[Record, Record], Verdict]
Facts = tuple[Question, ...] | Callable[[Record], tuple[Field, ...]]
"""The facts of a situation: a function only where the options change what is asked."""


def situation(key: str, title: str, facts: Facts, **further: Unpack[Further]) -> Callable[[Judge], Situation]:
    """Turn the function that judges a situation into that situation, as a decorator."""
    asked = facts if callable(facts) else lambda _: fields_of(*facts)
    return lambda judge: Situation(key=key, title=title, facts=asked, judge=judge, **further)


def situation_of(situations: Sequence[Situation], key: str) -> Situation:
    """Return the situation with this key.

    :raises LookupError: there is none.
    """
    for situation in situations:
        if situation.key == key:
            return situation
    raise LookupError(f"there is no situation called {key}")
