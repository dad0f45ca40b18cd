"""What a round being entered would give, and the questions that it suggests to the referee."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.entry import read_record
from companion.core.fold import Refusal, Round, play_round, with_absent
from companion.core.game import Line, Table
from companion.core.situation import Situation
from companion.store.plays import with_noted
from companion.store.states import PlayState, folded_entry
from companion.web.asking import around_of, asked_fields
from companion.web.sheet import hidden_inputs


@dataclass(frozen=True, slots=True)
class Offer:
    """A question to the referee that a round suggests."""

    situation: Situation
    why: str
    query: Mapping[str, list[str]]
    """The facts that the entry answers, as the inputs of the question's page."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a round being entered would give."""

    changes: tuple[tuple[str, int, tuple[Line, ...]], ...] = ()
    """Name, change, and the lines behind it; empty where it cannot be scored."""

    over: bool = False
    winners: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()


def preview_of(state: PlayState, entry: Mapping[str, Any]) -> Preview:
    """What an entry would give in the coming round; nothing is written down."""
    whole = folded_entry(with_noted(entry, state), state.next_slot, state.seats)
    result = play_round(state.game, state.sheet.table, whole)
    offers = offers_for(state, entry)
    if isinstance(result, Refusal):
        return Preview(offers=offers)
    return Preview(_changes(result), result.table.over, result.table.winners, offers)


def _changes(result: Round[Any]) -> tuple[tuple[str, int, tuple[Line, ...]], ...]:
    return tuple(
        (name, score + result.adjusted.get(name, 0), tuple(line for line in result.lines if line.name == name))
        for name, score in result.scores.items()
    )


def offers_for(state: PlayState, entry: Mapping[str, Any]) -> tuple[Offer, ...]:
    """The questions that an entry of the coming round suggests, whether it can be scored or not."""
    absent = entry.get("absent") or ()
    named = [name for name in state.sheet.table.players if isinstance(absent, list | tuple) and name in absent]
    table = with_absent(state.game, state.sheet.table, named)
    if table.over or len(table.asked) < 2:
        return ()
    fields = state.game.fields(table)
    keys = {item.key for item in fields}
    record, problems = read_record(fields, {key: value for key, value in entry.items() if key in keys})
    if problems:
        return ()
    found = ((one, one.offered(table, record)) for one in state.game.situations)
    return tuple(Offer(one, why, _query(state, table, one, entry)) for one, why in found if why)


def _query(state: PlayState, table: Table[Any], situation: Situation, entry: Mapping[str, Any]) -> dict[str, list[str]]:
    around = around_of(state, table, situation)
    facts = {**around.known, **entry}
    query: dict[str, list[str]] = {}
    for item in asked_fields(situation, around):
        for name, text in hidden_inputs(item, facts[item.key]) if item.key in facts else ():
            query.setdefault(name, []).append(text)
    complete = all(item.key in facts for item in asked_fields(situation, around) if item.required)
    return {**query, "ask": ["1"]} if complete else query
