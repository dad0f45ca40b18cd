"""House rules: what a club plays differently from the book, in numbered versions that are proposed, then agreed.

Days are given in: nothing here knows which day it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal

from companion.core.entry import is_absent, name_fault, read_record
from companion.core.fields import Field
from companion.core.fold import read_setup
from companion.core.game import Game
from companion.core.kinds import KINDS, default_of, value_text
from companion.core.older import Agreed
from companion.core.problems import Problem
from companion.core.words import listed

State = Literal["proposed", "agreed", "in force", "past", "withdrawn"]

MOST_AMENDMENTS = 30
AMENDMENT_LETTERS = 500
NOTE_LETTERS = 500
REASON_LETTERS = 200
MOST_NAMES = 40
IN_FORCE = "That is what is in force already. Change something, or leave it as it is."
DAYS_AHEAD = 366
"""The farthest day from which a version can hold: a year ahead."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """A written house rule."""

    rule: str
    """The id of the paragraph that it changes; empty: none of them."""

    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An option that is played differently."""

    key: str
    label: str
    value_text: str
    book_text: str
    rules: tuple[str, ...]
    """Ids of the paragraphs that it changes."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One version of what a club plays in a game."""

    id: int
    key: str
    game: str
    number: int
    options: Mapping[str, Any]
    """All options of the game, as today's rules have them, those as in the book too."""

    amendments: tuple[Amendment, ...]
    note: str
    holds_from: date
    """The day from which it holds, or would; never before the day on which it was agreed."""

    state: State
    agreed_by: tuple[str, ...]
    agreed_at: datetime | None
    proposed_at: datetime
    source: str
    """The club that it was taken over from; empty: its own."""

    reason: str
    """Why it was withdrawn."""

    unknown: Mapping[str, Any] = field(default_factory=dict)
    """What was agreed but cannot be by today's rules."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is to be played, tidied up, and all that is wrong with it."""

    options: Mapping[str, Any]
    amendments: tuple[Amendment, ...]
    note: str
    problems: list[Problem] = field(default_factory=list)


# Which version holds.


def all_options(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the game knows, those not given as the book has them."""
    return {item.key: options.get(item.key, default_of(item)) for item in game.options}


def brought_over(agreed: Agreed) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return all options as today's rules have them, and what was agreed but no longer exists."""
    todays, by_key = agreed.todays, {item.key: item for item in agreed.game.options}
    was_checked = agreed.version == agreed.game.rules.version  # when it was written, by the rules of today

    def fits(key: str, value: Any) -> bool:
        return key in by_key and (was_checked or not read_record([by_key[key]], {key: value})[1])

    fit = {key: value for key, value in todays.items() if fits(key, value)}
    return all_options(agreed.game, fit), {key: value for key, value in todays.items() if key not in fit}


def _order(house: HouseRules) -> tuple[date, datetime, int]:
    """Return what holds later comes later; of one day, what was agreed later."""
    return house.holds_from, house.agreed_at or house.proposed_at, house.id


def is_agreed(house: HouseRules) -> bool:
    """Return whether a version holds, held, or will hold from its day on."""
    return house.agreed_at is not None and house.state != "withdrawn"


def in_order(houses: Iterable[HouseRules]) -> list[HouseRules]:
    """Return the agreed versions in the order in which they apply."""
    return sorted(filter(is_agreed, houses), key=_order)


def holding(houses: Iterable[HouseRules], day: date) -> dict[str, HouseRules]:
    """Return the version that applies on a day, by game."""
    agreed = [house for house in houses if is_agreed(house) and house.holds_from <= day]
    return {house.game: house for house in sorted(agreed, key=_order)}


def with_state(house: HouseRules, holds: HouseRules | None) -> HouseRules:
    """Return a version with what became of it; ``holds``: the one of its game that holds today."""
    if house.state != "agreed" or holds is None:
        return house
    state: State = "in force" if house == holds else "past" if _order(house) < _order(holds) else "agreed"
    return replace(house, state=state)


# What differs.


def differences(game: Game[Any], house: HouseRules) -> list[Difference]:
    """Return the options in which a version differs from the book."""
    return differing(game, game.options, house.options)


def differing(
    game: Game[Any], fields: Sequence[Field], options: Mapping[str, Any], usual: Mapping[str, Any] | None = None
) -> list[Difference]:
    """Return the options that are not as usual, with the usual value as ``book_text``; usual is what the book has.

    ``usual``: other values that are usual, option by option.
    """
    usual = usual or {}
    found = []
    for item in fields:
        before = usual.get(item.key, default_of(item))
        value = options.get(item.key, before)
        if value != before:
            rules = tuple(one.id for one in game.rules.paragraphs if one.option == item.key)
            found.append(Difference(item.key, item.label, value_text(item, value), value_text(item, before), rules))
    return found


# What is wrong with it.


def check(game: Game[Any], options: Mapping[str, Any], amendments: Sequence[Amendment], note: str) -> Terms:
    """Return what is to be played, tidied up, with all that is wrong with it."""
    problems = read_record(game.options, options)[1]
    if not problems:
        names = list(game.seats.unnamed())
        problems = read_setup(game, {"players": names, "options": dict(options)})[1]
    tidy = tuple(Amendment(one.rule, " ".join(one.text.split())) for one in amendments)
    note = " ".join(note.split())
    problems = [*problems, *_amendment_faults(game, tidy)]
    fault = name_fault(note, NOTE_LETTERS) if note else ""
    if fault:
        problems.append(Problem("note", f"The note {fault}."))
    given = (
        {} if problems else {item.key: _tidy(item, options[item.key]) for item in game.options if item.key in options}
    )
    return Terms(all_options(game, given), tidy, note, problems)


def _tidy(item: Field, value: Any) -> Any:
    """Return the value of an option as it is kept, so that what is played alike is the same."""
    if is_absent(value) and not (value is None and item.nobody):
        return default_of(item)
    return KINDS[item.type].tidied(item, value)


def _amendment_faults(game: Game[Any], amendments: Sequence[Amendment]) -> list[Problem]:
    if len(amendments) > MOST_AMENDMENTS:
        return [Problem("amendments", f"{len(amendments)} rules are too many; write down at most {MOST_AMENDMENTS}.")]
    problems = []
    for row, one in enumerate(amendments, start=1):
        fault = name_fault(one.text, AMENDMENT_LETTERS)
        if fault:
            problems.append(Problem("amendments", f"The text {fault}.", None, row))
        elif one in amendments[: row - 1]:
            problems.append(Problem("amendments", "This rule is there twice.", None, row))
        if one.rule and one.rule not in game.rules.by_id:
            message = f"{game.name} has no such paragraph. Choose one of the list, or none."
            problems.append(Problem("paragraph", message, None, row))
    return problems


def day_faults(day: date, today: date) -> list[Problem]:
    """Return why house rules cannot hold from a day on."""
    if day < today:
        return [Problem("holds_from", "That day is over. House rules hold from today on, or from a day to come.")]
    if day > today + timedelta(days=DAYS_AHEAD):
        return [Problem("holds_from", "That is more than a year ahead.")]
    return []


def nothing_new(game: Game[Any], terms: Terms, day: date, known: Sequence[HouseRules], today: date) -> str:
    """Return why there is nothing to propose: it applies on that day anyway, or is proposed already; else empty."""
    holds = holding(known, day).get(game.slug)
    if _is_like(game, holds, terms):
        return IN_FORCE if holds else "That is what the book says. Change an option, or write a rule of your own."
    waiting = (one for one in known if one.state == "proposed" and max(one.holds_from, today) == day)
    same = next((one.number for one in waiting if _is_like(game, one, terms)), None)
    return f"Version {same} proposes just this already." if same else ""


def _is_like(game: Game[Any], house: HouseRules | None, terms: Terms | HouseRules) -> bool:
    """Return whether a version is just that; None: whether it is the book."""
    ours = (house.options, house.amendments, house.note) if house else (all_options(game, {}), (), "")
    return ours == (terms.options, terms.amendments, terms.note)


def name_faults(names: Sequence[str]) -> list[Problem]:
    """Return what is wrong with the names of those who agreed."""
    if not names:
        return [Problem("names", "Say who agreed: at least one of you.")]
    if len(names) > MOST_NAMES:
        return [Problem("names", f"{len(names)} names are too many; at most {MOST_NAMES} are written down.")]
    faults = [(number, name_fault(name)) for number, name in enumerate(names, start=1)]
    return [Problem("names", f"Name {number} {fault}.") for number, fault in faults if fault]


def reason_faults(reason: str) -> list[Problem]:
    """Return what is wrong with the reason for a withdrawal."""
    fault = name_fault(reason, REASON_LETTERS)
    return [Problem("reason", f"The reason {fault}." if reason else "Say why it is withdrawn.")] if fault else []


def is_done(house: HouseRules, kind: str, names: Sequence[str], reason: str) -> bool:
    """Return whether this was done with a version already: the same tap again."""
    if kind == "agreed":
        return is_agreed(house) and house.agreed_by == tuple(names)
    return house.state == "withdrawn" and house.reason == reason


def late(house: HouseRules, kind: str, agreed: bool) -> list[Problem]:
    """Return what became of a version meanwhile, where that leaves nothing to do."""
    if house.state == "proposed" or (house.state == "agreed" and kind == "withdrawn" and agreed):
        return []
    if house.state == "withdrawn":
        message = f"Version {house.number} was withdrawn already."
    else:
        message = f"Version {house.number} was agreed already by {listed(house.agreed_by)}."
        if agreed:
            message += " Its day has come; propose a change instead."
    return [Problem("house", message)]


def no_change(game: Game[Any], house: HouseRules, known: Sequence[HouseRules], today: date) -> list[Problem]:
    """Agreeing to what holds on that day anyway."""
    holds = holding(known, max(house.holds_from, today)).get(house.game)
    if not _is_like(game, holds, house):
        return []
    what = f"version {holds.number} is the same" if holds else "the book says the same"
    return [Problem("house", f"That is what is in force already: {what}. Withdraw the proposal.")]
