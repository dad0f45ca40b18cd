"""Bids, and whatever else players put down before a hand: how they turned out, and how far the bidding is."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.keys import Key
from companion.core.entry.kinds import KINDS, value_text
from companion.core.entry.record import Record
from companion.core.game.game import Game
from companion.core.game.seating import from_left_of
from companion.core.game.table import Call, Table


def calls_of(game: Game[Any], table: Table[Any], entry: Record) -> tuple[Call, ...]:
    """Return what each player put down before a hand, and how it turned out.

    This comes from the game's own ``calls``, or else from the fields of phase 1 that each player or side answers.
    """
    if game.scoring.calls:
        return tuple(game.scoring.calls(table, entry))
    asked = (item for item in game.scoring.fields(table) if item.phase == 1 and item.per != "table")
    return tuple(call for item in asked for call in _calls_of_field(item, entry))


def _calls_of_field(item: Field, entry: Record) -> Iterator[Call]:
    """Yield a call for each player who put something down in a field; without an aim it has no result."""
    aim, values = item.hints.aim, entry.value_of(item)
    if aim is not None and aim.exact:
        for name, bid in values.items():
            result = entry[aim.result][name]
            yield Call(name, f"{aim.bid} {bid}, {aim.took} {result}", "made" if bid == result else "missed")
        return
    for name in entry.names_given(Key(item.key)):
        yield Call(name, f"{item.label.lower()} {value_text(item, values[name])}")


def bidding_progress(fields: Iterable[Field], table: Table[Any], given: Mapping[str, Any]) -> str:
    """Describe how far the bidding is: ``Cyd bids next. 3 bid, 10 to take.``; empty if nobody bids in turn.

    ``given``: what was put down so far, as JSON.
    """
    known = {item.key: item for item in fields}
    sentences = (_bidding_sentences(item, known, table, given.get(key)) for key, item in known.items())
    return " ".join(chain.from_iterable(sentences))


def _bidding_sentences(item: Field, known: Mapping[str, Field], table: Table[Any], given: object) -> Iterator[str]:
    """Yield sentences about the bids made so far in a field: who bids next, and how the bids add up.

    ``known``: all fields of the round by key; ``given``: the bids by name, as raw JSON.
    """
    aim = item.hints.aim
    values = {name: value for name, value in (given if isinstance(given, dict) else {}).items() if name in item.names}
    bidders = [name for name in from_left_of(table.players, table.dealer) if name in item.names]
    waiting = [name for name in bidders if name not in values]
    if aim and waiting:
        yield f"{waiting[0]} {aim.in_turn} {'next' if values else 'first'}."
    goal = known[aim.result].hints.sum if aim else None
    if aim and goal and goal.to is not None and values and KINDS[item.type].is_number:
        total = sum(value for value in values.values() if type(value) is int)
        yield f"{total} {aim.bid}, {goal.to} {aim.to_take}."


def sealable_fields(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Return the fields that players can fill in secretly: those of phase 1 that each player must fill in."""
    return tuple(item for item in fields if item.phase == 1 and item.per == "player" and item.required)
