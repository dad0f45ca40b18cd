"""Random plays: options, seats and dealers, and rounds that are valid, slightly changed or only well formed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS, default_of
from companion.core.entry.problems import Problem
from companion.core.game.game import Game
from companion.core.game.table import Setup, Table
from companion.core.play.fold import (
    Refusal,
    Sheet,
    coming_fields,
    extend_sheet,
    fold,
    play_round,
    players_out_of_play,
    with_absent,
)
from companion.core.play.setups import read_setup
from companion.games import folder_of

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Lee")
ODD_NAMES = (
    "🂡 Ace",
    "شهرزاد",
    '<b id="x">',
    "0",
    "L" * 40,
    "O’Neil & Söhne",
    "{player}",
    "the farm",
    "é",
    "pot",
    "-",
    "%s",
)
SHORT = {"target": 1, "hands": 3, "games": 1, "deals": 1, "races": 2, "limit": 3, "tokens": 3, "first_hand": 3}
"""Options that end a play soon, by the names that games use."""

NAME = re.compile("[A-Z]([a-z]{2,})?")
"""Pattern of the players' names in the examples; none looks like a card."""

UNBOUNDED = 10_000
"""Maximum of a number without a bound."""


def likely(chance: float, dice: Random) -> bool:
    """Return True with this probability."""
    return dice.random() < chance


def number(field: Field, dice: Random) -> int:
    """Return a number within the bounds: a bound or the default, a small one, or any."""
    low, high = (
        -(-field.bounds.least // field.bounds.step),
        (UNBOUNDED if field.bounds.most is None else field.bounds.most) // field.bounds.step,
    )
    small = max(low, 0)
    chosen = dice.choice(("small", "edge", "edge", "any"))
    if chosen == "small":
        return dice.randint(small, max(small, min(high, small + 6))) * field.bounds.step
    if chosen == "edge":
        return int(
            dice.choice(
                (low * field.bounds.step, high * field.bounds.step, default_of(field) or low * field.bounds.step)
            )
        )
    return dice.randint(low, max(low, high)) * field.bounds.step


def several(field: Field, dice: Random, most: int) -> int:
    """Return a random length for a list in this field: ``most`` at most, or fewer if the field allows only fewer."""
    return dice.randint(
        field.bounds.least, max(field.bounds.least, most if field.bounds.most is None else min(field.bounds.most, most))
    )


def pack(field: Field, dice: Random) -> list[str]:
    """Return the shuffled cards of the field's deck, each as often as the deck has it."""
    cards = [card for card, copies in field.deck.copies.items() for _ in range(copies)] if field.deck else []
    dice.shuffle(cards)
    return cards


def values(field: Field, dice: Random) -> dict[str, Any]:
    """Return a formally valid value for each name, or for some of them if that is enough."""
    names = [name for name in field.names if field.required or likely(0.7, dice)]
    if field.type != "cards":
        of_one = field.of(per="table")
        return {name: value(of_one, dice) for name in names}
    cards = pack(field, dice)
    return {name: [cards.pop() for _ in range(min(len(cards), several(field, dice, 6)))] for name in names}


def text(field: Field, dice: Random) -> str:
    """Return a short text, one of the suggestions or any."""
    words = (*field.hints.quick, "d/c/h/s", "A", "Λόρδος", "♥ & <b>", "تجربة", "🂡🂢")
    return dice.choice(words)[: field.bounds.most]


def value(field: Field, dice: Random) -> Any:
    """Return a formally valid value of one field."""
    if field.per != "table":
        return values(field, dice)
    if field.nobody and likely(0.3, dice):
        return None
    if KINDS[field.type].is_number:
        return number(field, dice)
    choices = [choice.value for choice in field.choices]
    names = list(field.names)
    return {
        "flag": lambda: likely(0.5, dice),
        "choice": lambda: dice.choice(choices),
        "choices": lambda: dice.sample(choices, dice.randint(0, len(choices))),
        "player": lambda: dice.choice(names) if names else None,
        "players": lambda: dice.sample(names, min(len(names), several(field, dice, len(names)))),
        "card": lambda: dice.choice(list(field.deck.copies)) if field.deck else None,
        "cards": lambda: pack(field, dice)[: several(field, dice, 6)],
        "rows": lambda: [record(field.columns, dice) for _ in range(several(field, dice, 3))],
        "object": lambda: record(field.columns, dice),
        "list": lambda: [value(field.columns[0], dice) for _ in range(several(field, dice, 3))],
        "text": lambda: text(field, dice),
    }[field.type]()


def record(fields: tuple[Field, ...], dice: Random) -> dict[str, Any]:
    """Return a formally valid object: all required fields, and some of the others."""
    return {field.key: value(field, dice) for field in fields if field.required or likely(0.5, dice)}


def options(fields: tuple[Field, ...], dice: Random) -> dict[str, Any]:
    """Return options of a play: some with any valid value, or each with an extreme one.

    Together they may contradict each other.
    """
    if likely(0.3, dice):
        return {field.key: extreme(field, dice) for field in fields}
    changed = dice.choice((0.1, 0.5, 0.9))
    return {field.key: value(field, dice) for field in fields if likely(changed, dice)}


def extreme(field: Field, dice: Random) -> Any:
    """Return the least or the most of a number; anything if there is no such thing."""
    if KINDS[field.type].is_number and field.bounds.most is not None:
        return dice.choice(
            (field.bounds.least, field.bounds.least, field.bounds.most - field.bounds.most % field.bounds.step)
        )
    return value(field, dice)


def short_options(game: Game[Any]) -> dict[str, Any]:
    """Return options of this game with which a play ends soon."""
    found = {}
    for option in game.options:
        if option.key in SHORT:
            if option.choices:
                found[option.key] = min(choice.value for choice in option.choices)
                continue
            most = option.bounds.most if option.bounds.most is not None else SHORT[option.key]
            found[option.key] = min(most, max(option.bounds.least, SHORT[option.key]))
    return found


def seats(game: Game[Any], dice: Random) -> dict[str, Any]:
    """Return players, first dealer and sides; dealer and sides may be left to the default."""
    names = NAMES if likely(0.7, dice) else ODD_NAMES
    count = dice.choice((game.seats.fewest, game.seats.most, dice.randint(game.seats.fewest, game.seats.most)))
    players = dice.sample(names, count)
    request: dict[str, Any] = {"players": players}
    if likely(0.7, dice):
        request["dealer"] = dice.choice(players)
    if (game.seats.is_in_sides or (game.seats.is_optionally_in_sides and len(players) == 4)) and likely(0.5, dice):
        request["sides"] = ["Reds", "Blues"]
    return request


def agreed(game: Game[Any], dice: Random) -> tuple[dict[str, Any], Setup, list[Problem]]:
    """Return a request without rounds that can be played, its setup, and the problems of its first options.

    Contradicting options go back to their default one after another, as a table would do it. Half of the plays end
    soon.
    """
    request = seats(game, dice)
    request["options"] = options(game.options_for(tuple(request["players"])), dice)
    if likely(0.5, dice):
        request["options"] |= short_options(game)
    met: list[Problem] = []
    while True:
        setup, problems = read_setup(game, request)
        if setup is not None:
            return request, setup, met
        met += problems
        named = {problem.field for problem in problems} & set(request["options"])
        for key in sorted(named) or [dice.choice(list(request["options"]))]:
            del request["options"][key]


def sample(game: Game[Any], table: Table[Any], dice: Random) -> dict[str, Any]:
    """Return the game's own random round."""
    entry: dict[str, Any] = import_module(f"companion.games.{folder_of(game.slug)}.sample").sample_round(table, dice)
    return entry


def bent(entry: dict[str, Any], fields: tuple[Field, ...], dice: Random) -> dict[str, Any]:
    """Return an entry with one or two fields changed, for all names or for one."""
    entry = dict(entry)
    for field in dice.sample(fields, min(len(fields), dice.choice((1, 1, 2)))):
        drawn = value(field, dice)
        before = entry.get(field.key)
        if field.per != "table" and isinstance(before, dict) and drawn and likely(0.6, dice):
            name = dice.choice(list(drawn))
            drawn = {**before, name: drawn[name]}
        if drawn is None and not field.nobody:
            continue
        entry[field.key] = drawn
    return entry


def shared(game: Game[Any], table: Table[Any], dice: Random) -> dict[str, Any]:
    """Return absences and adjustments for a round, each only now and then."""
    found: dict[str, Any] = {}
    if game.seats.come_and_go and likely(0.2, dice):
        found["absent"] = dice.sample(table.players, dice.randint(1, max(1, len(table.players) - 2)))
    names = [name for name in table.names if name not in players_out_of_play(game, table)]
    if names and likely(0.2, dice):
        points = dice.choice((-100_000, -20, -3, -1, 1, 2, 50, 100_000))
        found["adjust"] = [{"player": dice.choice(names), "points": points, "reason": "renege"}]
    if game.totals.unit == "chips" and likely(0.2, dice):
        bought = {"player": dice.choice(table.names), "points": dice.choice((1, 20, 100, 100_000)), "buy": True}
        found["adjust"] = [
            *found.get("adjust", ()),
            bought,
            *([{**bought, "reason": "late"}] if likely(0.3, dice) else ()),
        ]
    return found


def believable(game: Game[Any], table: Table[Any], dice: Random) -> dict[str, Any]:
    """Return the game's own round on this table, with absences and adjustments if they are valid."""
    extra = shared(game, table, dice)
    gone = with_absent(game, table, extra.get("absent", ()))
    if len(gone.asked) < 2:
        return sample(game, table, dice)
    entry = {**sample(game, gone, dice), **extra}
    return entry if not isinstance(play_round(game, table, entry), Refusal) else sample(game, table, dice)


def attempt(game: Game[Any], table: Table[Any], round_: dict[str, Any], dice: Random) -> dict[str, Any]:
    """Return a round that a hasty scorer may enter: well formed, perhaps impossible."""
    fields = coming_fields(game, table)
    if likely(0.3, dice):
        return {**record(fields, dice), **(shared(game, table, dice) if likely(0.2, dice) else {})}
    return bent(round_, fields, dice)


@dataclass(frozen=True, slots=True)
class Played:
    """A random play, and the attempts to enter other rounds."""

    request: Mapping[str, Any]
    sheet: Sheet[Any]
    """Made round by round."""

    refused: tuple[Refusal, ...]
    """Why attempts were refused."""

    faults: tuple[Problem, ...]
    """The problems of the options that were drawn first."""


def played(game: Game[Any], dice: Random, rounds: int) -> Played:
    """Return a play under random options, up to its end or so many rounds.

    Every round is the game's own, or the first attempt at another that the game accepts.
    """
    request, setup, faults = agreed(game, dice)
    sheet, refused, taken = fold(game, setup, []), [], []
    hasty = dice.choice((0.0, 0.5, 0.8))
    while len(taken) < rounds and not sheet.table.over:
        entry = believable(game, sheet.table, dice)
        after = extend_sheet(sheet, [entry])
        assert after.refusal is None, f"a believable round was refused: {entry} {after.refusal} {request}"
        while likely(hasty, dice):
            other = attempt(game, sheet.table, entry, dice)
            tried = extend_sheet(sheet, [other])
            if tried.refusal is None:
                entry, after = other, tried
                break
            refused.append(tried.refusal)
        sheet = after
        taken.append(entry)
    return Played({**request, "rounds": taken}, sheet, tuple(refused), tuple(faults))


def sampled(game: Game[Any], dice: Random, rounds: int, short: bool = False) -> dict[str, Any]:
    """Return a request with the game's own rounds under usual options; fewer than ``rounds`` if the play ends."""
    players = list(NAMES[: dice.randint(game.seats.fewest, game.seats.most)])
    request = {"players": players, "dealer": dice.choice(players), "options": short_options(game) if short else {}}
    setup, problems = read_setup(game, request)
    assert setup is not None, problems
    sheet, taken = fold(game, setup, []), []
    while len(taken) < rounds and not sheet.table.over:
        taken.append(sample(game, sheet.table, dice))
        sheet = extend_sheet(sheet, taken[-1:])
        assert sheet.refusal is None, f"the sample round was refused: {taken[-1]} {sheet.refusal}"
    return {**request, "rounds": taken}


# Questions to a referee.


def facts(fields: tuple[Field, ...], dice: Random) -> dict[str, Any]:
    """Return well-formed facts for a referee, about a few players."""
    asked = next((field for field in fields if field.key == "players" and field.type == "players"), None)
    least, most = (asked.bounds.least, asked.bounds.most or 8) if asked else (2, 8)
    names = NAMES[: dice.randint(max(least, 1), min(most, 8))]
    found = record(tuple(about(field, names) for field in fields), dice)
    if asked:
        found["players"] = dice.sample(names, len(names))
    return found


def about(field: Field, names: tuple[str, ...]) -> Field:
    """Return the field, restricted to these players if it takes any name."""
    columns = tuple(about(column, names) for column in field.columns)
    if not field.names and (field.per != "table" or field.type in ("player", "players")):
        return field.of(names=names, columns=columns)
    return field.of(columns=columns)


def changed_facts(given: Mapping[str, Any], fields: tuple[Field, ...], dice: Random) -> dict[str, Any]:
    """Return facts about the same players, with one or two changed."""
    names = tuple(dict.fromkeys(one for one in texts_in(given) if NAME.fullmatch(one))) or NAMES[:3]
    return bent(dict(given), tuple(about(field, names) for field in fields), dice)


def texts_in(value: Any) -> Iterator[str]:
    """Return all texts and keys of a JSON value."""
    if isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, str):
        yield value
