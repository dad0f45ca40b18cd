"""The referee's answer to a request: read its facts as strictly as an entry, ask the game, and return JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.kinds import default_of, is_list_of_names, takes_any_name, with_names
from companion.core.entry.names import NAME_LENGTH, name_fault
from companion.core.entry.names_in_entries import replace_names
from companion.core.entry.problems import Problem, Problems
from companion.core.entry.record import Record, is_absent, read_record, without_unasked
from companion.core.game.game import Game
from companion.core.game.seating import usual_sides
from companion.core.game.situation import Basis, Situation, Verdict
from companion.core.game.table import Setup
from companion.core.play.scoring_api import NotPlayable, field_json
from companion.core.play.setups import SIDE_LENGTH, other_options, read_options, unknown_keys
from companion.core.words import quoted

JUDGE_KEYS = ("options", "facts")
MOST_NAMED = 200
"""The most different names in one request; a real question has less than a tenth of them."""


class NotJudged(NotPlayable):
    """Raised for a request to the referee with invalid facts or options."""

    @property
    def title(self) -> str:
        """What cannot be done, as a sentence without its full stop."""
        return "This cannot be judged"


def judge_request(game: Game[Any], situation: Situation, request: Mapping[str, Any]) -> Verdict:
    """Judge a situation of the game from a request with ``options`` and ``facts``.

    :raises NotJudged: options or facts are invalid, or the request has an unknown key.
    """
    problems = unknown_keys(request, JUDGE_KEYS, "a question")
    raw = request.get("facts")
    raw = {} if is_absent(raw) else raw
    if not isinstance(raw, dict):
        raise NotJudged([*problems, Problem("facts", "Give the facts as an object: name and value.")])
    options, faults = _read_table(game, raw, request.get("options"))
    if faults:
        raise NotJudged(problems + faults)

    def read(options: Record) -> tuple[Record, Problems]:
        fields, others = situation.facts(options), map(situation.facts, other_options(game, options))
        facts, faults = read_facts(fields, without_unasked(raw, fields, others), game.seats.can_be_in_sides)
        return facts, faults or list(situation.check(options, facts))

    facts, faults = read(options)
    if problems + faults:
        raise NotJudged(problems + faults)

    def judge(other: Record) -> Verdict | None:
        facts, faults = read(other)
        return None if faults else situation.judge(other, facts)

    return with_basis(game, options, situation.judge(options, facts), judge)


def with_basis(
    game: Game[Any], options: Record, verdict: Verdict, judge: Callable[[Record], Verdict | None]
) -> Verdict:
    """Return the verdict with the full ids of its paragraphs, and with its basis, which follows from these.

    The basis is "open" if the book leaves the case open; "house" if the case depends on an option that this table has
    changed; otherwise "book". A case depends on an option of its paragraphs if another value would change the outcome;
    paragraphs of options on which it does not depend do not count. ``judge``: returns the verdict on the same facts
    under other options, or None if the facts are invalid then.
    """
    rules = tuple(dict.fromkeys(map(game.rules.id_of, verdict.rules)))
    fields = {field.key: field for field in game.options_for(game.seats.placeholder_names())}
    found: set[Basis] = set()
    for paragraph in game.rules.find_paragraphs(rules):
        field = fields.get(paragraph.option)
        if field is None:
            found.add("open" if paragraph.open else "book")
        elif _option_decides(field, options, verdict, judge):
            agreed = options.value_of(field) != default_of(field)
            found.add("house" if agreed else "open" if paragraph.open else "book")
    basis: Basis = "open" if "open" in found else "house" if "house" in found else "book"
    return replace(verdict, basis=basis, rules=rules)


def _option_decides(field: Field, options: Record, verdict: Verdict, judge: Callable[[Record], Verdict | None]) -> bool:
    """Return whether another value of an option would change the verdict, its outcome or its effects.

    ``judge``: as for ``with_basis``.
    """
    value, default = options.value_of(field), default_of(field)
    chosen = (*(one.value for one in field.choices), *([None] if field.nobody else []))
    others = [one for one in {"flag": (True, False), "choice": chosen}.get(field.type, (default,)) if one != value]
    # A number at its default has endless other values, so it counts as deciding.
    return not others or any(
        other is None
        or (other.outcome, other.effects, other.verdict) != (verdict.outcome, verdict.effects, verdict.verdict)
        for other in (judge(options.with_value(field.key, one)) for one in others)
    )


def judge_admitted(
    game: Game[Any], situation: Situation, options: Record, name: str, known: Mapping[str, Any] | None = None
) -> Verdict:
    """Return the verdict if the table agrees that ``name`` was at fault.

    ``known``: raw facts; invalid ones are ignored.

    :raises LookupError: the situation cannot be settled by agreement.
    """
    admitted = situation.judge_admitted
    if admitted is None:
        raise LookupError(f"nobody can admit {situation.key}")
    fields = tuple(field.of(required=False, least=0) for field in situation.facts(options))
    raw = known or {}
    readable = [one.key for one in fields if one.key in raw and not read_facts((one,), {one.key: raw[one.key]})[1]]
    given, _ = read_facts(fields, {key: raw[key] for key in readable})
    return with_basis(game, options, admitted(options, given, name), lambda other: admitted(other, given, name))


def _read_table(game: Game[Any], facts: Mapping[str, Any], raw: object) -> tuple[Record, Problems]:
    """Return the options of a request, and the problems with each of them and with their combination.

    If no fact lists the players, a request names them only in its options. They are then these names, and
    placeholders.
    """
    players = _listed_names(facts.get("players")) or (*_named_in_options(game, raw), *game.seats.placeholder_names())
    options, problems = read_options(game, players, raw)
    if not problems:
        problems = list(game.check_setup(Setup(players, (), players[0], options)))
    return options, problems


def _named_in_options(game: Game[Any], raw: object) -> tuple[str, ...]:
    """Return the names that appear in options about players, each once."""
    if game.player_options is None or not isinstance(raw, dict):
        return ()
    fields = game.player_options(())
    return tuple(dict.fromkeys(name for field in fields for name in _names_in(field, raw.get(field.key)) if name))


def _listed_names(raw: object) -> tuple[str, ...]:
    """Return the names in a raw list, trimmed and each once; empty if the value is not a list."""
    if not isinstance(raw, list):
        return ()
    return tuple(dict.fromkeys(item.strip() for item in raw if isinstance(item, str) and item.strip()))


# Facts: fields like those of an entry, but without a list of names they accept any name.


def read_facts(fields: Sequence[Field], raw: Mapping[str, Any], partners: bool = False) -> tuple[Record, Problems]:
    """Read raw facts; return the record, and all problems with their form. If there are any, do not use the record.

    A fact accepts the names in the facts ``players`` and ``sides``; if these list none, it accepts any name.
    ``partners``: whether four players can be two sides.
    """
    named = {field.key: _names_in(field, raw.get(field.key)) for field in fields}
    faults = [fault for field in fields for fault in _name_faults(field, named[field.key])]
    faulty = {problem.field for problem in faults}
    players, sides = _players_and_sides(fields, raw, partners)
    asked = []
    for field in fields:
        own, is_at_table = named[field.key], players and field.key not in ("players", "sides")
        if field.key not in faulty:
            asked.append(with_names(field, players, sides) if is_at_table else with_names(field, own, own))
    record, problems = read_record(asked, {key: value for key, value in raw.items() if key not in faulty})
    return record, faults + problems


def _players_and_sides(
    fields: Sequence[Field], raw: Mapping[str, Any], partners: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the players that the facts list, and the two sides; empty if there are none.

    ``partners``: whether four players get the usual two sides if the facts list no sides.
    """
    keys = {field.key: field for field in fields}
    if "players" not in keys or not is_list_of_names(keys["players"]):
        return (), ()
    players = _listed_names(raw.get("players"))
    sides = _listed_names(raw.get("sides")) if "sides" in keys else ()
    if partners and not sides and len(players) == 4:
        sides = usual_sides(players)
    return players, sides


def _names_in(field: Field, value: object) -> tuple[str, ...]:
    """Return the names, trimmed, in the raw value of a field, but only where the field accepts any name."""
    found: list[str] = []

    def note(item: Field, name: str) -> str:
        found.extend([name.strip()] if takes_any_name(item) else ())
        return name

    replace_names((field,), {field.key: value}, note, str)
    return tuple(dict.fromkeys(found))


def _name_faults(field: Field, names: Sequence[str]) -> Problems:
    """Return what is wrong with the names in a fact."""
    if len(names) > MOST_NAMED:
        return [Problem(field.key, f"{field.label}: {len(names):,} names are far too many.")]
    longest = SIDE_LENGTH if field.per == "side" or field.key == "sides" else NAME_LENGTH
    faults = [(name, fault) for name in names if (fault := name_fault(name, longest))]
    whose = (f"the name “{quoted(name)}” {fault}" if name else f"a name {fault}" for name, fault in faults)
    return [Problem(field.key, f"{field.label}: {text}.") for text in whose]


# JSON.


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return the answer of ``…/referee/<situation>``."""
    return {
        "verdict": verdict.verdict,
        "outcome": dict(verdict.outcome),
        "basis": verdict.basis,
        "rules": list(verdict.rules),
        "because": list(verdict.because),
        "effects": [{"player": effect.name, "points": effect.points} for effect in verdict.effects],
    }


def situations_json(game: Game[Any]) -> dict[str, Any]:
    """Return the answer of ``…/referee``: the situations of a game, with their facts under the default options."""
    options = default_options(game)
    return {
        "situations": [
            {
                "key": situation.key,
                "title": situation.title,
                "help": situation.help,
                "facts": [field_json(field) for field in situation.facts(options)],
            }
            for situation in game.situations
        ]
    }


def default_options(game: Game[Any]) -> Record:
    """Return the default options of a game, as a table has them that agreed on nothing else."""
    return read_options(game, game.seats.placeholder_names(), None)[0]
