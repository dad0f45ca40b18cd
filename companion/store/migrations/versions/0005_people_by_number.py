"""people stand in the log by the number of their row, and what became of them in rows of their own

Revision ID: 0005
Revises: 0004
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from alembic import op

from companion.store.migrations.shared import Tables, add_columns, create_table, drop_columns

revision = "0005"
down_revision = "0004"

SIDE = "a side"
BY_NAME = "by name"
NAMES: dict[str, dict[str, Any]] = {
    "aggravation": {"winner": ""},
    "brag": {"pots": {"winner": ""}},
    "burraco": {"closed": SIDE},
    "cactus": {"caller": ""},
    "chicago": {"first_player": "", "second_player": "", "last_trick": "", "final_player": "", "forfeit": ""},
    "cucumber": {"leader": ""},
    "ecarte": {"king_shown": "", "vulnerable": ""},
    "pay-me": {"went_out": ""},
    "pitch": {"pitcher": "", "high": SIDE, "low": SIDE, "jack": SIDE, "game": SIDE, "all_tricks": SIDE},
    "polignac": {"polignac": ""},
    "raise-the-stakes": {"raised_by": "", "folded": "", "reneged": ""},
    "razz": {"pots": {"winner": ""}},
    "reversis": {"payments": {"by": "", "other": ""}, "reversis": "", "broken_by": "", "espagnolette": ""},
    "ristiseiska": {"winner": ""},
    "samba": {"went_out": SIDE},
    "speculation": {"sales": {"seller": "", "buyer": ""}, "winner": ""},
    "spite-and-malice": {"winner": ""},
    "superfecta": {"tickets": {"player": ""}},
    "toepen": {"winner": "", "knocks": "", "challenges": {"discarder": "", "challenger": ""}},
    "vazhushal": {"went_out": ""},
}
"""Where entries of that time had names as values. The keys of any other object in them were names, too."""

SHARED: dict[str, Any] = {"absent": "", "adjust": {"player": SIDE}}
OPTIONS: dict[str, Any] = {"pair_units": {"a": "", "b": ""}}
HAND: dict[str, Any] = {"players": "", "leader": "", "tricks": {"player": ""}, "turned": None, "out": BY_NAME}

Turn = Callable[[str, Any], str]
"""What to write for a name, and for a key; the second: whether a side is meant where both are called so."""


def upgrade() -> None:
    create_table(
        "part",
        "play_id play key, player_id player key index, seat int, side int null, total large, place int, won bool,"
        "dealt_first bool, rounds int",
    )
    tables = Tables("play", "edit", "draft", "hand", "part")
    for play in tables.rows("play"):
        numbers = _numbers(tables, play.id)
        usual = _usual(play.players)
        marks = {name: f"@{number}" for name, number in numbers.items()}
        sides = {side: f"@side-{number}" for number, side in enumerate(play.sides)}

        def mark(name: str, side: Any, marks: dict[str, str] = marks, sides: dict[str, str] = sides) -> str:
            if name in sides and (side or name not in marks):
                return sides[name]
            return marks.get(name) or _escaped(name)

        kept = [None if side == usual[number] else side for number, side in enumerate(play.sides)]
        values = {"dealer": marks[play.dealer], "sides": kept, "options": _turned(play.options, OPTIONS, mark, ())}
        tables.update("play", {"id": play.id}, **values)
        _turn_all(tables, play, mark, _seats_kept, tuple(play.sides) or tuple(numbers))
        tables.insert("part", *_parts(play, numbers))
    drop_columns("play", "totals winners players")


def downgrade() -> None:
    add_columns("play", "totals json ='{}', winners json ='[]', players json ='[]'")
    tables = Tables("play", "edit", "draft", "hand", "part", "player")
    names: dict[int, str] = {row.id: row.name for row in tables.rows("player")}
    for play in tables.rows("play"):
        parts = tables.rows("part", "seat", play_id=play.id)
        players = [names[part.player_id] for part in parts]
        usual = _usual(players)
        sides = [side or usual[number] for number, side in enumerate(play.sides)]
        told = {f"@side-{number}": side for number, side in enumerate(sides)}

        def name(mark: str, _: Any, told: Mapping[str, str] = told) -> str:
            if mark in told:
                return told[mark]
            number = mark[1:]
            if mark.startswith("@") and number.isascii() and number.isdigit():
                return names[int(number)]
            return number if mark.startswith("@@") else mark

        holders = sides or players
        values = {
            "dealer": name(play.dealer, False), "sides": sides, "options": _everywhere(play.options, name),
            "players": players, "totals": {holder: part.total for holder, part in zip(holders, parts, strict=False)},
            "winners": [holder for holder, part in zip(holders, parts, strict=False) if part.won],
        }  # fmt: skip
        tables.update("play", {"id": play.id}, **values)
        _turn_all(tables, play, name, partial(_seats_named, names), None)
    op.drop_table("part")


def _parts(play: Any, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return what was known of everybody: totals and winners. Places (0) and rounds follow after the migration."""
    found = []
    for seat, name in enumerate(play.players):
        side = seat % 2 if play.sides else None
        holder = name if side is None else play.sides[side]
        found.append(
            {
                "play_id": play.id, "player_id": numbers[name], "seat": seat, "side": side,
                "total": play.totals.get(holder, 0), "place": 0, "won": holder in play.winners,
                "dealt_first": name == play.dealer, "rounds": 0,
            }
        )  # fmt: skip
    return found


def _seats_kept(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return seats without names."""
    return [{key: one[key] for key in ("player_id", "from_slot")} for one in rows]


def _seats_named(names: Mapping[int, str], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return seats with names."""
    return [{"name": names[one["player_id"]], **one} for one in rows]


def _numbers(tables: Tables, play: int) -> dict[str, int]:
    """Return the number of everybody who ever sat at the table, by the name in the log."""
    edits = tables.rows("edit", "revision", play_id=play)
    return {seat["name"]: seat["player_id"] for edit in edits for seat in edit.seats or ()}


def _usual(players: list[str]) -> tuple[str, str]:
    """Return what two sides are called where nobody named them."""
    return (f"{players[0]} & {players[2]}", f"{players[1]} & {players[3]}") if len(players) == 4 else ("", "")


def _turn_all(
    tables: Tables, play: Any, turn: Turn, seats: Callable[[Any], Any], holders: Iterable[str] | None
) -> None:
    """Every entry of a play written with other names. ``holders``: None: by the marks in it, whatever it holds."""
    places = {**NAMES.get(play.game, {}), **SHARED}

    def turned(value: Any, where: Mapping[str, Any]) -> Any:
        return _everywhere(value, turn) if holders is None else _turned(value, where, turn, tuple(holders))

    for edit in tables.rows("edit", play_id=play.id):
        values = {}
        if edit.entry is not None:
            values["entry"] = turned(edit.entry, places)
        if edit.seats is not None:
            values["seats"] = seats(edit.seats)
        if values:
            tables.update("edit", {"id": edit.id}, **values)
    for draft in tables.rows("draft", "play_id", play_id=play.id):
        tables.update("draft", {"play_id": play.id}, data=turned(draft.data, places))
    for hand in tables.rows("hand", "slot", play_id=play.id):
        tables.update("hand", {"play_id": play.id, "slot": hand.slot}, data=turned(hand.data, HAND))


def _turned(entry: Mapping[str, Any], places: Mapping[str, Any], turn: Turn, holders: tuple[str, ...]) -> Any:
    """Return an entry with its names written by ``turn``. ``holders``: who holds scores."""
    found = {}
    for key, value in entry.items():
        if key in places and places[key] != BY_NAME:
            found[key] = _at(value, places[key], turn)
        elif isinstance(value, Mapping):
            of_sides = all(name in holders for name in value)
            found[key] = {turn(name, of_sides): _other(one) for name, one in value.items()}
        else:
            found[key] = _other(value)
    return found


def _at(value: Any, place: Any, turn: Turn) -> Any:
    """Return a value where names stand: a name, a list of them, or rows."""
    if place is None:
        return _other(value)
    if isinstance(value, str):
        return turn(value, place == SIDE)
    if isinstance(value, list):
        return [_at(one, place, turn) for one in value]
    if isinstance(value, Mapping) and isinstance(place, Mapping):
        return {key: _at(one, place[key], turn) if key in place else _other(one) for key, one in value.items()}
    return _other(value)


def _other(value: Any) -> Any:
    """Return a value in which no names stand."""
    if isinstance(value, str):
        return _escaped(value)
    if isinstance(value, Mapping):
        return {_escaped(key): _other(one) for key, one in value.items()}
    return [_other(one) for one in value] if isinstance(value, list) else value


def _escaped(text: str) -> str:
    return "@" + text if text.startswith("@") else text


def _everywhere(value: Any, turn: Turn) -> Any:
    """Return a value with every mark in it written as a name."""
    if isinstance(value, str):
        return turn(value, False)
    if isinstance(value, Mapping):
        return {turn(key, False): _everywhere(one, turn) for key, one in value.items()}
    return [_everywhere(one, turn) for one in value] if isinstance(value, list) else value
