"""What a referee is asked: situations with their facts, and the verdicts that settle them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.core.entry import Record
from companion.core.fields import Field
from companion.core.problems import Problem

Basis = Literal["book", "house", "open"]


@dataclass(frozen=True, slots=True)
class Effect:
    """A change to the score sheet, which the scorer can put on the round as an adjustment."""

    name: str
    """A player or side among the facts."""

    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is right, and why."""

    verdict: str
    """One or two plain sentences that settle it at the table."""

    outcome: Mapping[str, Any]
    """The result for programs, as JSON."""

    basis: Basis = "book"
    """Whether the rules decide, an option of this table, or our own answer to what the book leaves open."""

    rules: tuple[str, ...]
    """Ids of the paragraphs relied on, the weightiest first."""

    because: tuple[str, ...]
    """The steps, in order, each a sentence."""

    effects: tuple[Effect, ...] = ()


def no_faults(_options: Record, _facts: Record) -> Iterable[Problem]:
    """For situations whose facts cannot contradict each other."""
    return ()


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


def weightiest(bases: Iterable[Basis]) -> Basis:
    """What an answer rests on that rests on all of these: open before house before book."""
    found = set(bases)
    return "open" if "open" in found else "house" if "house" in found else "book"


def once_each(items: Iterable[str]) -> tuple[str, ...]:
    """Ids or sentences, each where it first comes."""
    return tuple(dict.fromkeys(item for item in items if item))


def by_option(options: Record, key: str, default: object, otherwise: Basis) -> Basis:
    """``house`` where the table has chosen another answer than the default, else ``otherwise``.

    ``otherwise`` is ``book`` where the default is the book's own answer, ``open`` where it is ours.
    """
    return otherwise if options.value(key) == default else "house"


def situation_of(situations: Sequence[Situation], key: str) -> Situation:
    """The situation with this key.

    :raises LookupError: there is none.
    """
    for situation in situations:
        if situation.key == key:
            return situation
    raise LookupError(f"there is no situation called {key}")
