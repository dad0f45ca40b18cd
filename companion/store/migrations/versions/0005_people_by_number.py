"""people stand in the log by the number of their row, and what became of them in rows of their own

Revision ID: 0005
Revises: 0004
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import JSON, columns, reference, table

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

PLAY = table("play", numbers="id", texts="game dealer", values="options sides totals winners players")
EDIT = table("edit", numbers="id play_id revision", values="entry seats")
DRAFT = table("draft", numbers="play_id", values="data")
CARDS = table("hand", numbers="play_id slot", values="data")
PLAYER = table("player", numbers="id", texts="name")
PART = table("part", numbers="play_id player_id seat side place rounds", large="total", flags="won dealt_first")

Turn = Callable[[str, Any], str]
"""What to write for a name, and for a key; the second: whether a side is meant where both are called so."""


def upgrade() -> None:
    op.create_table(
        "part",
        reference("play", primary_key=True),
        reference("player", primary_key=True, index=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=True),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        *columns("won dealt_first", sa.Boolean()),
        sa.Column("rounds", sa.Integer(), nullable=False),
    )
    bind = op.get_bind()
    for play in bind.execute(sa.select(PLAY)).all():
        numbers = _numbers(bind, play.id)
        usual = _usual(play.players)
        marks = {name: f"@{number}" for name, number in numbers.items()}
        sides = {side: f"@side-{number}" for number, side in enumerate(play.sides)}

        def mark(name: str, side: Any, marks: dict[str, str] = marks, sides: dict[str, str] = sides) -> str:
            if name in sides and (side or name not in marks):
                return sides[name]
            return marks.get(name) or _escaped(name)

        kept = [None if side == usual[number] else side for number, side in enumerate(play.sides)]
        values = {"dealer": marks[play.dealer], "sides": kept, "options": _turned(play.options, OPTIONS, mark, ())}
        bind.execute(sa.update(PLAY).where(PLAY.c.id == play.id).values(**values))
        _turn_all(bind, play, mark, _seats_kept, tuple(play.sides) or tuple(numbers))
        bind.execute(sa.insert(PART), _parts(play, numbers))
    for column in ("totals", "winners", "players"):
        op.drop_column("play", column)


def downgrade() -> None:
    for column, empty in (("totals", "{}"), ("winners", "[]"), ("players", "[]")):
        op.add_column("play", sa.Column(column, JSON, nullable=False, server_default=empty))
    bind = op.get_bind()
    names: dict[int, str] = {row.id: row.name for row in bind.execute(sa.select(PLAYER))}
    for play in bind.execute(sa.select(PLAY)).all():
        parts = bind.execute(sa.select(PART).where(PART.c.play_id == play.id).order_by(PART.c.seat)).all()
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
        bind.execute(sa.update(PLAY).where(PLAY.c.id == play.id).values(**values))
        _turn_all(bind, play, name, partial(_seats_named, names), None)
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


def _numbers(bind: sa.Connection, play: int) -> dict[str, int]:
    """Return the number of everybody who ever sat at the table, by the name in the log."""
    rows = bind.execute(sa.select(EDIT.c.seats).where(EDIT.c.play_id == play).order_by(EDIT.c.revision))
    return {seat["name"]: seat["player_id"] for (seats,) in rows for seat in seats or ()}


def _usual(players: list[str]) -> tuple[str, str]:
    """Return what two sides are called where nobody named them."""
    return (f"{players[0]} & {players[2]}", f"{players[1]} & {players[3]}") if len(players) == 4 else ("", "")


def _turn_all(
    bind: sa.Connection, play: Any, turn: Turn, seats: Callable[[Any], Any], holders: Iterable[str] | None
) -> None:
    """Every entry of a play written with other names. ``holders``: None: by the marks in it, whatever it holds."""
    places = {**NAMES.get(play.game, {}), **SHARED}

    def turned(value: Any, where: Mapping[str, Any]) -> Any:
        return _everywhere(value, turn) if holders is None else _turned(value, where, turn, tuple(holders))

    for edit in bind.execute(sa.select(EDIT).where(EDIT.c.play_id == play.id)).all():
        values = {}
        if edit.entry is not None:
            values["entry"] = turned(edit.entry, places)
        if edit.seats is not None:
            values["seats"] = seats(edit.seats)
        if values:
            bind.execute(sa.update(EDIT).where(EDIT.c.id == edit.id).values(**values))
    for draft in bind.execute(sa.select(DRAFT).where(DRAFT.c.play_id == play.id)).all():
        change = sa.update(DRAFT).where(DRAFT.c.play_id == play.id)
        bind.execute(change.values(data=turned(draft.data, places)))
    for hand in bind.execute(sa.select(CARDS).where(CARDS.c.play_id == play.id)).all():
        change = sa.update(CARDS).where(CARDS.c.play_id == play.id, CARDS.c.slot == hand.slot)
        bind.execute(change.values(data=turned(hand.data, HAND)))


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
