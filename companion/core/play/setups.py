"""Who plays, in which sides, who deals first, and under which options: read from a scoring request."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS
from companion.core.entry.names import ONLY_INVISIBLE, is_visible, read_names
from companion.core.entry.problems import Problem, Problems
from companion.core.entry.record import Record, is_absent, read_record
from companion.core.game.game import Game
from companion.core.game.seating import usual_sides
from companion.core.game.table import Setup
from companion.core.words import listed, quoted

SIDE_LENGTH = 100


REQUEST_KEYS = ("players", "sides", "dealer", "options", "rounds")


def read_setup(game: Game[Any], raw: Mapping[str, Any], *, in_use: bool = False) -> tuple[Setup | None, Problems]:
    """Return the setup of a play, or None and all that is wrong with it.

    ``raw`` has the keys ``players``, ``sides``, ``dealer`` and ``options`` of a scoring request. ``in_use``: whether
    the play exists already, so that its names and texts need no visible letters.
    """
    names, problems = read_names(raw.get("players"), "players", "players", in_use=in_use)
    if not problems and not game.seats.allows(len(names)):
        message = f"{game.name} is for {game.seats.number_text} players, not {len(names)}."
        problems.append(Problem("players", message))
    sides = _read_sides(game, names, raw.get("sides"), problems, in_use=in_use)
    dealer = _read_dealer(names, raw.get("dealer"), problems)
    options, faults = read_options(game, names, raw.get("options"))
    problems += faults
    if not problems and not in_use:
        problems += _invisible_text_faults(game, names, options)
    if problems:
        return None, problems
    setup = Setup(names, sides, dealer, options)
    problems = list(game.check_setup(setup))
    return (None if problems else setup), problems


def _invisible_text_faults(game: Game[Any], players: tuple[str, ...], options: Record) -> Problems:
    """Return a problem for each text option whose text has only invisible letters."""
    texts = [item for item in game.options_for(players) if KINDS[item.type].is_free and item.per == "table"]
    return [
        Problem(item.key, f"{item.label} {ONLY_INVISIBLE}.")
        for item in texts
        if (text := options.value_of(item)) and not is_visible(text)
    ]


def _read_sides(
    game: Game[Any], players: Sequence[str], raw: object, problems: Problems, *, in_use: bool
) -> tuple[str, ...]:
    """Return the names of the two sides, empty if each plays alone; add the problems with them to ``problems``.

    Sides that are not given have their usual names, but only if the game is always played in sides. ``in_use``: as for
    ``read_setup``.
    """
    if is_absent(raw):
        return usual_sides(players) if game.seats.is_in_sides and len(players) == 4 else ()
    if not game.seats.can_be_in_sides:
        problems.append(Problem("sides", f"In {game.name} everybody plays alone; there are no sides."))
        return ()
    sides, faults = read_names(raw, "sides", "two sides", SIDE_LENGTH, in_use=in_use)
    if not faults and len(sides) != 2:
        faults.append(Problem("sides", f"There are two sides, not {len(sides)}."))
    problems += faults
    if game.seats.is_optionally_in_sides and len(players) != 4:
        problems.append(Problem("sides", f"Two sides take four players, not {len(players)}."))
    return sides


def _read_dealer(players: Sequence[str], raw: object, problems: Problems) -> str:
    """Return the first dealer, by default the first player; add a problem with the choice to ``problems``."""
    if is_absent(raw):
        return players[0] if players else ""
    name = raw.strip() if isinstance(raw, str) else ""
    if name not in players:
        problems.append(Problem("dealer", f"{quoted(raw)} is not one of the players, so cannot deal."))
    return name


def read_options(game: Game[Any], players: tuple[str, ...], raw: object) -> tuple[Record, Problems]:
    """Return all options of a play, with the default for each that is not given, and the problems with them.

    If there are problems, do not use the options.
    """
    raw = {} if is_absent(raw) else raw
    if not isinstance(raw, dict):
        return Record({}, {}), [Problem("options", "Give the options as an object: name and value.")]
    return read_record(game.options_for(players), raw)


def unknown_keys(raw: Mapping[str, Any], known: Sequence[str], noun: str) -> Problems:
    """Return a problem for each key of a request that is not ``known``. ``noun``: what has the keys: “a game”."""
    unknown, has = [quoted(key) for key in raw if key not in known], f"{noun} has {listed(known)}"
    return [Problem(key, f"“{key}” means nothing here; {has}.") for key in unknown]


def other_options(game: Game[Any], options: Record) -> Iterator[Record]:
    """Yield these options with one of them changed, for each value that can add fields or remove them.

    Together with the options themselves, they show every field that a round can have.
    """
    for option in game.options:
        for value in _deciding_values(option):
            yield options.with_value(option.key, value)


def _deciding_values(option: Field) -> Sequence[Any]:
    """Return the values of an option that can add fields or remove them: all choices, yes and no, or both bounds.

    The default stands for a missing upper bound.
    """
    kind = KINDS[option.type]
    if kind.is_number:
        return option.bounds.least, option.default if option.bounds.most is None else option.bounds.most
    if option.type == "flag":
        return False, True
    return [(choice.value,) if kind.is_list else choice.value for choice in option.choices]
