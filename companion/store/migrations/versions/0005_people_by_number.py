"""People by id instead of by name in the log, and their results in the table ``part``

Revision ID: 0005
Revises: 0004
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from alembic import op

from companion.store.migrations.shared import ReflectedTables, add_columns, create_table, drop_columns

revision = "0005"
down_revision = "0004"

SIDE = "side"
NAME_FIELDS: dict[str, dict[str, Any]] = {
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
"""By game, the fields of entries whose values were names: "" for a player's name or a list of them, SIDE for a side's.

For an object, or a list of objects, the value is a mapping of its fields. The keys of all other objects were names.
"""

COMMON_FIELDS: dict[str, Any] = {"absent": "", "adjust": {"player": SIDE}}
OPTION_FIELDS: dict[str, Any] = {"pair_units": {"a": "", "b": ""}}
HAND_FIELDS: dict[str, Any] = {"players": "", "leader": "", "tricks": {"player": ""}, "turned": None}

Replace = Callable[[str, Any], str]
"""Returns what replaces a name, or a reference in a downgrade.

The second argument: whether a side has precedence over a player of the same name.
"""


def upgrade() -> None:
    create_table(
        "part",
        "play_id play key, player_id player key index, seat int, side int null, total large, place int, won bool,"
        "dealt_first bool, rounds int",
    )
    tables = ReflectedTables("play", "edit", "draft", "hand", "part")
    for play in tables.rows("play"):
        person_ids = _person_ids(tables, play.id)
        defaults = _default_side_names(play.players)
        people = {name: f"@{number}" for name, number in person_ids.items()}
        sides = {side: f"@side-{number}" for number, side in enumerate(play.sides)}

        def reference(name: str, is_side: Any, people: dict[str, str] = people, sides: dict[str, str] = sides) -> str:
            if name in sides and (is_side or name not in people):
                return sides[name]
            return people.get(name) or _escape(name)

        custom_names = [None if side == defaults[number] else side for number, side in enumerate(play.sides)]
        options = _replace_names(play.options, OPTION_FIELDS, reference, ())
        tables.update("play", {"id": play.id}, dealer=people[play.dealer], sides=custom_names, options=options)
        _rewrite_entries(tables, play, reference, _seats_without_names, tuple(play.sides) or tuple(person_ids))
        tables.insert("part", *_part_rows(play, person_ids))
    drop_columns("play", "totals winners players")


def downgrade() -> None:
    add_columns("play", "totals json ='{}', winners json ='[]', players json ='[]'")
    tables = ReflectedTables("play", "edit", "draft", "hand", "part", "player")
    names: dict[int, str] = {row.id: row.name for row in tables.rows("player")}
    for play in tables.rows("play"):
        parts = tables.rows("part", "seat", play_id=play.id)
        players = [names[part.player_id] for part in parts]
        defaults = _default_side_names(players)
        sides = [side or defaults[number] for number, side in enumerate(play.sides)]
        side_names = {f"@side-{number}": side for number, side in enumerate(sides)}

        def name(reference: str, _: Any, side_names: Mapping[str, str] = side_names) -> str:
            if reference in side_names:
                return side_names[reference]
            rest = reference[1:]
            if reference.startswith("@") and rest.isascii() and rest.isdigit():
                return names[int(rest)]
            return rest if reference.startswith("@@") else reference

        holders = sides or players
        values = {
            "dealer": name(play.dealer, False), "sides": sides, "options": _replace_everywhere(play.options, name),
            "players": players, "totals": {holder: part.total for holder, part in zip(holders, parts, strict=False)},
            "winners": [holder for holder, part in zip(holders, parts, strict=False) if part.won],
        }  # fmt: skip
        tables.update("play", {"id": play.id}, **values)
        _rewrite_entries(tables, play, name, partial(_seats_with_names, names), None)
    op.drop_table("part")


def _part_rows(play: Any, person_ids: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the rows of ``part`` with totals and winners. A rebuild after the migration sets places and rounds."""
    found = []
    for seat, name in enumerate(play.players):
        side = seat % 2 if play.sides else None
        holder = name if side is None else play.sides[side]
        found.append(
            {
                "play_id": play.id, "player_id": person_ids[name], "seat": seat, "side": side,
                "total": play.totals.get(holder, 0), "place": 0, "won": holder in play.winners,
                "dealt_first": name == play.dealer, "rounds": 0,
            }
        )  # fmt: skip
    return found


def _seats_without_names(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the seats of an edit in the form after the upgrade: with ids of players only."""
    return [{key: one[key] for key in ("player_id", "from_slot")} for one in rows]


def _seats_with_names(names: Mapping[int, str], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the seats of an edit in the form before the upgrade: with names and ids of players."""
    return [{"name": names[one["player_id"]], **one} for one in rows]


def _person_ids(tables: ReflectedTables, play: int) -> dict[str, int]:
    """Return the ids of all who ever had a seat in a play, by the name in its edits."""
    edits = tables.rows("edit", "revision", play_id=play)
    return {seat["name"]: seat["player_id"] for edit in edits for seat in edit.seats or ()}


def _default_side_names(players: list[str]) -> tuple[str, str]:
    """Return the names that two sides have if nobody named them; empty without four players."""
    return (f"{players[0]} & {players[2]}", f"{players[1]} & {players[3]}") if len(players) == 4 else ("", "")


def _rewrite_entries(
    tables: ReflectedTables, play: Any, replace: Replace, seats: Callable[[Any], Any], holders: Iterable[str] | None
) -> None:
    """Replace names, or in a downgrade references, in all edits, drafts and hands of a play.

    ``seats``: converts the seats of an edit; ``holders``: the sides, or the players, who hold scores; None for a
    downgrade, in which any text may be a reference.
    """
    fields = {**NAME_FIELDS.get(play.game, {}), **COMMON_FIELDS}

    def rewrite(value: Any, fields: Mapping[str, Any]) -> Any:
        if holders is None:
            return _replace_everywhere(value, replace)
        return _replace_names(value, fields, replace, tuple(holders))

    for edit in tables.rows("edit", play_id=play.id):
        values = {}
        if edit.entry is not None:
            values["entry"] = rewrite(edit.entry, fields)
        if edit.seats is not None:
            values["seats"] = seats(edit.seats)
        if values:
            tables.update("edit", {"id": edit.id}, **values)
    for draft in tables.rows("draft", "play_id", play_id=play.id):
        tables.update("draft", {"play_id": play.id}, data=rewrite(draft.data, fields))
    for hand in tables.rows("hand", "slot", play_id=play.id):
        tables.update("hand", {"play_id": play.id, "slot": hand.slot}, data=rewrite(hand.data, HAND_FIELDS))


def _replace_names(
    entry: Mapping[str, Any], fields: Mapping[str, Any], replace: Replace, holders: tuple[str, ...]
) -> Any:
    """Return an entry with its names replaced, and other texts escaped.

    ``fields``: those with names as values, as in ``NAME_FIELDS``; ``holders``: see ``_rewrite_entries``.
    """
    found = {}
    for key, value in entry.items():
        if key in fields:
            found[key] = _replace_in_field(value, fields[key], replace)
        elif isinstance(value, Mapping):
            is_by_holder = all(name in holders for name in value)
            found[key] = {replace(name, is_by_holder): _escape_all(one) for name, one in value.items()}
        else:
            found[key] = _escape_all(value)
    return found


def _replace_in_field(value: Any, field: Any, replace: Replace) -> Any:
    """Return the value of a field with its names replaced. ``field``: as in ``NAME_FIELDS``; None: it has no names."""
    if field is None:
        return _escape_all(value)
    if isinstance(value, str):
        return replace(value, field == SIDE)
    if isinstance(value, list):
        return [_replace_in_field(one, field, replace) for one in value]
    if isinstance(value, Mapping) and isinstance(field, Mapping):
        return {
            key: _replace_in_field(one, field[key], replace) if key in field else _escape_all(one)
            for key, one in value.items()
        }
    return _escape_all(value)


def _escape_all(value: Any) -> Any:
    """Return a JSON value with all its texts and keys escaped, since none of them is a name."""
    if isinstance(value, str):
        return _escape(value)
    if isinstance(value, Mapping):
        return {_escape(key): _escape_all(one) for key, one in value.items()}
    return [_escape_all(one) for one in value] if isinstance(value, list) else value


def _escape(text: str) -> str:
    """Return a text with a second ``@`` if it begins with one, so that it is not read as a reference."""
    return "@" + text if text.startswith("@") else text


def _replace_everywhere(value: Any, replace: Replace) -> Any:
    """Return JSON with ``replace`` applied to all its texts and keys."""
    if isinstance(value, str):
        return replace(value, False)
    if isinstance(value, Mapping):
        return {replace(key, False): _replace_everywhere(one, replace) for key, one in value.items()}
    return [_replace_everywhere(one, replace) for one in value] if isinstance(value, list) else value
