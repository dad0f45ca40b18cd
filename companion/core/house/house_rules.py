"""House rules: what a club plays differently from the book, in numbered versions, first proposed and then agreed.

Days are arguments: nothing here knows today's date.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS, default_of, value_text, with_defaults
from companion.core.entry.names import name_fault
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import is_absent, read_record
from companion.core.game.game import Game
from companion.core.play.rules_upgrades import AgreedOptions
from companion.core.play.setups import read_setup
from companion.core.words import listed

State = Literal["proposed", "agreed", "in force", "past", "withdrawn"]

MOST_AMENDMENTS = 30
AMENDMENT_LETTERS = 500
NOTE_LETTERS = 500
REASON_LETTERS = 200
MOST_NAMES = 40
IN_FORCE = "These rules are in force already. Change something before you propose them."
DAYS_AHEAD = 366
"""How many days ahead a version can begin to apply."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """A house rule in words."""

    rule: str
    """The id of the paragraph that it changes; empty if none."""

    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An option that is played differently."""

    key: str
    label: str
    value_text: str
    book_text: str
    rules: tuple[str, ...]
    """The ids of the paragraphs that it changes."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One version of a club's rules for a game."""

    id: int
    key: str
    game: str
    number: int
    options: Mapping[str, Any]
    """All options of the game in the form of today's rules, also those that are as in the book."""

    amendments: tuple[Amendment, ...]
    note: str
    holds_from: date
    """The day from which it applies, or would apply if agreed; never before the day on which it was agreed."""

    state: State
    agreed_by: tuple[str, ...]
    agreed_at: datetime | None
    proposed_at: datetime
    source: str
    """The club that it was copied from; empty if it is the club's own."""

    reason: str
    """Why it was withdrawn."""

    unknown: Mapping[str, Any] = field(default_factory=dict)
    """Agreed options that today's rules no longer have."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The content of a proposal in its stored form, and the problems with it."""

    options: Mapping[str, Any]
    amendments: tuple[Amendment, ...]
    note: str
    problems: list[Problem] = field(default_factory=list)


# Which version applies.


def upgrade_options(agreed: AgreedOptions) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return all options in the form of today's rules, and the agreed ones that no longer exist."""
    todays, by_key = agreed.current_options, {item.key: item for item in agreed.game.options}
    was_checked = agreed.version == agreed.game.rules.version  # checked by today's rules when it was saved

    def fits(key: str, value: Any) -> bool:
        return key in by_key and (was_checked or not read_record([by_key[key]], {key: value})[1])

    fit = {key: value for key, value in todays.items() if fits(key, value)}
    return with_defaults(agreed.game.options, fit), {key: value for key, value in todays.items() if key not in fit}


def _sort_key(house: HouseRules) -> tuple[date, datetime, int]:
    """Return the sort key of versions: by the day from which they apply, then by when they were agreed."""
    return house.holds_from, house.agreed_at or house.proposed_at, house.id


def is_agreed(house: HouseRules) -> bool:
    """Return whether a version was agreed and not withdrawn: it applies, applied, or will apply."""
    return house.agreed_at is not None and house.state != "withdrawn"


def agreed_versions(houses: Iterable[HouseRules]) -> list[HouseRules]:
    """Return the agreed versions in the order in which they apply."""
    return sorted(filter(is_agreed, houses), key=_sort_key)


def versions_in_force(houses: Iterable[HouseRules], day: date) -> dict[str, HouseRules]:
    """Return the version that applies on a day, for each game that has one, by slug."""
    return {house.game: house for house in agreed_versions(houses) if house.holds_from <= day}


def with_state(house: HouseRules, in_force: HouseRules | None) -> HouseRules:
    """Return a version with its state today: an agreed one can be in force, or past.

    ``in_force``: the version of its game that applies today; None if none does.
    """
    if house.state != "agreed" or in_force is None:
        return house
    state: State = "in force" if house == in_force else "past" if _sort_key(house) < _sort_key(in_force) else "agreed"
    return replace(house, state=state)


# What differs.


def differing_options(
    game: Game[Any], fields: Sequence[Field], options: Mapping[str, Any], usual: Mapping[str, Any] | None = None
) -> list[Difference]:
    """Return the options whose value differs from the usual one (the ``book_text`` of the difference).

    ``usual``: usual values that replace the book's, by option.
    """
    usual = usual or {}
    found = []
    for item in fields:
        expected = usual.get(item.key, default_of(item))
        value = options.get(item.key, expected)
        if value != expected:
            rules = tuple(one.id for one in game.rules.paragraphs if one.option == item.key)
            found.append(Difference(item.key, item.label, value_text(item, value), value_text(item, expected), rules))
    return found


# Checks.


def check_terms(game: Game[Any], options: Mapping[str, Any], amendments: Sequence[Amendment], note: str) -> Terms:
    """Check a proposal; return its content in the stored form, and the problems with it.

    If there are problems, the options are those of the book.
    """
    problems = read_record(game.options, options)[1]
    if not problems:
        names = list(game.seats.placeholder_names())
        problems = read_setup(game, {"players": names, "options": dict(options)})[1]
    tidy = tuple(Amendment(one.rule, " ".join(one.text.split())) for one in amendments)
    note = " ".join(note.split())
    fault = name_fault(note, NOTE_LETTERS) if note else ""
    problems = [*problems, *_amendment_faults(game, tidy), *refuse("note", f"The note {fault}.", when=fault)]
    given = {} if problems else {one.key: _tidy(one, options[one.key]) for one in game.options if one.key in options}
    return Terms(with_defaults(game.options, given), tidy, note, problems)


def _tidy(item: Field, value: Any) -> Any:
    """Return an option's value as it is stored, so that equal rules compare as equal; the default if it is absent."""
    if is_absent(value) and not (value is None and item.nobody):
        return default_of(item)
    return KINDS[item.type].tidy(item, value)


def _amendment_faults(game: Game[Any], amendments: Sequence[Amendment]) -> Iterator[Problem]:
    """Yield what is wrong with amendments: that there are too many, or for each row its text and its paragraph."""
    if len(amendments) > MOST_AMENDMENTS:
        yield Problem("amendments", f"{len(amendments)} rules are too many; enter at most {MOST_AMENDMENTS}.")
        return
    for row, one in enumerate(amendments, start=1):
        fault = name_fault(one.text, AMENDMENT_LETTERS)
        if fault:
            yield Problem("amendments", f"The text {fault}.", None, row)
        elif one in amendments[: row - 1]:
            yield Problem("amendments", "This rule is there twice.", None, row)
        if one.rule and one.rule not in game.rules.by_id:
            message = f"{game.name} has no such paragraph. Choose one from the list, or none."
            yield Problem("paragraph", message, None, row)


def day_faults(day: date, today: date) -> Iterator[Problem]:
    """Yield a problem if house rules cannot begin to apply on this day, because it is past or too far ahead."""
    if day < today:
        yield Problem("holds_from", "That day is in the past. House rules can start today or later.")
    if day > today + timedelta(days=DAYS_AHEAD):
        yield Problem("holds_from", "That is more than a year ahead.")


def why_nothing_new(game: Game[Any], terms: Terms, day: date, known: Sequence[HouseRules], today: date) -> str:
    """Return a sentence if a proposal would change nothing on that day or was made already; otherwise an empty string.

    ``known``: all versions of the club.
    """
    holds = versions_in_force(known, day).get(game.slug)
    if _has_terms(game, holds, terms):
        return IN_FORCE if holds else "That is what the book says. Change an option, or add your own rule."
    waiting = (one for one in known if one.state == "proposed" and max(one.holds_from, today) == day)
    same = next((one.number for one in waiting if _has_terms(game, one, terms)), None)
    return f"Version {same} proposes exactly this already." if same else ""


def _has_terms(game: Game[Any], house: HouseRules | None, terms: Terms | HouseRules) -> bool:
    """Return whether a version has exactly these terms; if the version is None, whether the terms are the book's."""
    ours = (house.options, house.amendments, house.note) if house else (with_defaults(game.options, {}), (), "")
    return ours == (terms.options, terms.amendments, terms.note)


def name_faults(names: Sequence[str]) -> list[Problem]:
    """Return what is wrong with the names of those who agreed."""
    if not names:
        return [Problem("names", "Say who agreed: at least one of you.")]
    if len(names) > MOST_NAMES:
        return [Problem("names", f"{len(names)} names are too many; enter at most {MOST_NAMES}.")]
    faults = [(number, name_fault(name)) for number, name in enumerate(names, start=1)]
    return [Problem("names", f"Name {number} {fault}.") for number, fault in faults if fault]


def reason_faults(reason: str) -> list[Problem]:
    """Return what is wrong with the reason for a withdrawal."""
    fault = name_fault(reason, REASON_LETTERS)
    return [Problem("reason", f"The reason {fault}." if reason else "Say why it is withdrawn.")] if fault else []


def is_already_done(house: HouseRules, kind: str, names: Sequence[str], reason: str) -> bool:
    """Return whether a version was already agreed by these names, or withdrawn for this reason, as by a repeated tap.

    ``kind``: which of the two, ``agreed`` or ``withdrawn``.
    """
    if kind == "agreed":
        return is_agreed(house) and house.agreed_by == tuple(names)
    return house.state == "withdrawn" and house.reason == reason


def faults_if_decided(house: HouseRules, kind: str, agreed: bool) -> list[Problem]:
    """Return a problem if a version can no longer be agreed or withdrawn, because somebody has done so meanwhile.

    ``kind``: what is to be done, ``agreed`` or ``withdrawn``; ``agreed``: whether the form showed it as agreed already.
    """
    if house.state == "proposed" or (house.state == "agreed" and kind == "withdrawn" and agreed):
        return []
    if house.state == "withdrawn":
        message = f"Version {house.number} was withdrawn already."
    else:
        message = f"Version {house.number} was agreed already by {listed(house.agreed_by)}."
        if agreed:
            message += " It is in force; propose a change instead."
    return [Problem("house", message)]


def no_change_faults(game: Game[Any], house: HouseRules, known: Sequence[HouseRules], today: date) -> list[Problem]:
    """Return a problem if agreeing to a version would change nothing on the day when it begins to apply."""
    holds = versions_in_force(known, max(house.holds_from, today)).get(house.game)
    if not _has_terms(game, holds, house):
        return []
    what = f"version {holds.number} is the same" if holds else "the book says the same"
    return [Problem("house", f"These rules are in force already: {what}. Withdraw the proposal.")]
