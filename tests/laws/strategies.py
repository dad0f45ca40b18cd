"""Plays and entries to try the laws on: believable, merely well formed, and spoiled."""

from importlib import import_module
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.core.fields import NUMBERS, Field
from companion.core.fold import coming_fields, extend, fold
from companion.core.game import Game
from companion.core.report import read_request, score_request
from companion.games import folder_of

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Lee")
SHORT = {"target": 1, "hands": 3, "games": 1, "deals": 1, "races": 2, "limit": 3, "tokens": 3, "first_hand": 3}
"""Options that end a play soon, whatever the game calls its end."""


def short_options(game: Game[Any]) -> dict[str, Any]:
    """Options of this game with which a play ends soon."""
    found = {}
    for option in game.options:
        if option.key in SHORT:
            most = option.maximum if option.maximum is not None else SHORT[option.key]
            found[option.key] = min(most, max(option.minimum, SHORT[option.key]))
    return found


def sampled(game: Game[Any], dice: Random, rounds: int, short: bool = False) -> dict[str, Any]:
    """A request with believable rounds, as many as asked for or until the play is over."""
    sample = import_module(f"companion.games.{folder_of(game.slug)}.sample").sample_round
    count = dice.randint(game.fewest, game.most)
    players = list(NAMES[:count])
    options = short_options(game) if short else {}
    request: dict[str, Any] = {"players": players, "dealer": dice.choice(players), "options": options, "rounds": []}
    setup, _ = read_request(game, request)
    sheet = fold(game, setup, [])
    while len(request["rounds"]) < rounds and not sheet.table.over:
        entry = sample(sheet.table, dice)
        sheet = extend(sheet, [entry])
        assert sheet.refusal is None, f"the sample round was refused: {entry} {sheet.refusal}"
        request["rounds"].append(entry)
    return request


@st.composite
def valid_plays(draw: st.DrawFn, game: Game[Any], rounds: int = 6) -> dict[str, Any]:
    """Plays whose rounds are all fine."""
    dice = draw(st.randoms(use_true_random=False))
    return sampled(game, dice, draw(st.integers(0, rounds)), short=draw(st.booleans()))


def value_of(field: Field) -> st.SearchStrategy[Any]:
    """A formally valid value of one field."""
    if field.per != "table":
        one = value_of(field.of(per="table"))
        if field.required:
            return st.fixed_dictionaries(dict.fromkeys(field.names, one))
        return st.fixed_dictionaries({}, optional=dict.fromkeys(field.names, one))
    if field.type in NUMBERS:
        most = field.maximum if field.maximum is not None else 10_000
        low, high = -(-field.minimum // field.step), most // field.step
        return st.integers(low, max(low, high)).map(lambda number: number * field.step)
    names = st.sampled_from(field.names) if field.names else st.nothing()
    cards = st.sampled_from(sorted(field.deck.copies)) if field.deck else st.nothing()
    most = field.most if field.most is not None else 8
    return {
        "flag": lambda: st.booleans(),
        "choice": lambda: st.sampled_from([choice.value for choice in field.choices]),
        "choices": lambda: st.lists(st.sampled_from([choice.value for choice in field.choices]), unique=True),
        "player": lambda: (st.none() | names) if field.nobody else names,
        "players": lambda: st.lists(names, unique=not field.repeats, max_size=min(most, 6)),
        "card": lambda: cards,
        "cards": lambda: st.lists(cards, min_size=field.least, max_size=min(most, max(field.least, 6)), unique=True),
        "rows": lambda: st.lists(
            record_of(field.columns), min_size=field.least, max_size=max(field.least, min(most, 3))
        ),
        "object": lambda: record_of(field.columns),
        "list": lambda: st.lists(
            value_of(field.columns[0]), min_size=field.least, max_size=max(field.least, min(most, 3))
        ),
        "text": lambda: st.text(min_size=1, max_size=min(most, 10)),
    }[field.type]()


def record_of(fields: tuple[Field, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """A formally valid object with these fields."""
    return st.fixed_dictionaries(
        {field.key: value_of(field) for field in fields if field.required},
        optional={field.key: value_of(field) for field in fields if not field.required},
    )


@st.composite
def requests(draw: st.DrawFn, game: Game[Any]) -> dict[str, Any]:
    """A few valid rounds, then one that is merely well formed."""
    request = draw(valid_plays(game, rounds=2))
    table = score_request(game, request).table
    fields = coming_fields(game, table)
    if fields:
        request["rounds"].append(draw(record_of(fields)))
    return request


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**30), 10**30), st.floats(), st.text(max_size=50),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.lists(st.dictionaries(st.sampled_from(["player", "points", "reason"]), st.integers() | st.text(max_size=4))),
)  # fmt: skip


@st.composite
def spoiled(draw: st.DrawFn, game: Game[Any]) -> dict[str, Any]:
    """A valid play with junk put in the place of some part of it."""
    request = draw(valid_plays(game, rounds=2))
    for _ in range(draw(st.integers(1, 3))):
        spot: Any = request
        while True:
            keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
            if isinstance(spot, dict) and draw(st.integers(0, 9)) == 0:
                spot[draw(st.text(max_size=8) | st.sampled_from(["absent", "adjust", "sides"]))] = draw(JUNK)
                break
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(spot[key], dict | list) and spot[key] and draw(st.integers(0, 3)):
                spot = spot[key]
                continue
            spot[key] = draw(JUNK)
            break
        if not isinstance(request.get("players"), list):
            break
    return request


@st.composite
def facts_of(draw: st.DrawFn, fields: tuple[Field, ...]) -> dict[str, Any]:
    """Well-formed facts for a referee, about a few players."""
    seats = next((field for field in fields if field.key == "players" and field.type == "players"), None)
    least, most = (seats.least, seats.most or 8) if seats else (2, 8)
    names = NAMES[: draw(st.integers(max(least, 1), min(most, 8)))]
    facts: dict[str, Any] = draw(record_of(tuple(about(field, names) for field in fields)))
    if seats:
        facts["players"] = draw(st.permutations(names))
    return facts


def about(field: Field, names: tuple[str, ...]) -> Field:
    """The field, with these players where it takes any name."""
    columns = tuple(about(column, names) for column in field.columns)
    if not field.names and (field.per != "table" or field.type in ("player", "players")):
        return field.of(names=names, columns=columns)
    return field.of(columns=columns)
