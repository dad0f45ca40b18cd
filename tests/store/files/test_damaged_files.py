"""Damaged files: refused as damaged, or as newer than this program."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.store.files.club_files import event, exported, of_version_1, refused
from tests.store.files.faults import FAULTS, FAULTS_1
from tests.store.tables import Club, Table, done, tricks


def spoiled(content: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    told = json.loads(content)
    change(told)
    return json.dumps(told).encode()


def edit(told: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the first edit of a kind, in a file of version 1."""
    found: dict[str, Any] = next(one for one in told["plays"][0]["edits"] if one["kind"] == kind)
    return found


DAMAGES_1: dict[str, Callable[[dict[str, Any]], object]] = {
    "a round that does not fit": lambda told: edit(told, "round")["entry"]["tricks"].update({"@1": 1}),
    "a round of another number": lambda told: edit(told, "round").update(slot=2),
    "a round is gone": lambda told: told["plays"][0]["edits"].remove(edit(told, "round")),
    "an edit twice": lambda told: told["plays"][0]["edits"].append(told["plays"][0]["edits"][1]),
    "no edits": lambda told: told["plays"][0].update(edits=[]),
    "no start": lambda told: told["plays"][0]["edits"].pop(0),
    "a stranger": lambda told: edit(told, "round")["entry"]["tricks"].update({"@99": 1}),
    "a stranger deals": lambda told: told["plays"][0].update(dealer="@99"),
    "a stranger sits": lambda told: edit(told, "start")["seats"][0].update(player_id=99),
    "one on two seats": lambda told: edit(told, "start")["seats"][0].update(player_id=2),
    "a stranger sat": lambda told: edit(told, "start")["seats"][0].update(
        earlier=[{"person_id": 99, "before_slot": 2}]
    ),
    "one sat on two seats": lambda told: edit(told, "start")["seats"][0].update(
        earlier=[{"person_id": 2, "before_slot": 2}]
    ),
    "a seat handed on before anybody sat": lambda told: edit(told, "start")["seats"][0].update(
        earlier=[{"person_id": 1, "before_slot": 0}]
    ),
    "a seat handed on without end": lambda told: edit(told, "start")["seats"][0].update(
        earlier=[{"person_id": 1, "before_slot": 1 + slot} for slot in range(99)]
    ),
    "a seat handed on by nobody": lambda told: edit(told, "start")["seats"][0].update(earlier=[{"x": 1}]),
    "a seat handed on as a word": lambda told: edit(told, "start")["seats"][0].update(earlier="x"),
    "another night": lambda told: edit(told, "start")["about"].update(night=9),
    "another kind": lambda told: edit(told, "round").update(kind="invented"),
    "something is undone that was not done": lambda told: edit(told, "note").update(kind="undo", undoes=1),
    "a word too much": lambda told: told["plays"][0].update(secret="x"),
    "a word too little": lambda told: told["plays"][0].pop("client_id"),
    "another moment": lambda told: edit(told, "round").update(at="yesterday"),
    "a moment without a zone": lambda told: edit(told, "round").update(at="2026-05-04T20:00:00"),
    "an ending that was none": lambda told: edit(told, "round").update(
        outcome={"version": 1, "totals": {"@1": 9, "@2": 0, "@3": 0}, "places": {"@1": 1}, "winners": ["@1"]}
    ),
    "a winner who did not play": lambda told: edit(told, "round").update(
        outcome={"version": 1, "totals": {"@1": 9}, "places": {}, "winners": ["@2"]}
    ),
    "cards of nobody": lambda told: told["plays"][0]["draft"]["cards"]["tricks"][0][0].update(player="@99"),
    "cards that are none": lambda told: told["plays"][0]["draft"]["cards"].update(tricks=[[{"x": 1}]]),
    "a letter that cannot be kept": lambda told: told["club"].update(name="a\0b"),
    "half a letter": lambda told: told["people"][0].update(name="\ud800"),
    "a name twice": lambda told: told["people"][0].update(name=told["people"][1]["name"].upper()),
    "a name of nothing": lambda told: told["people"][0].update(name=""),
    "too long a name": lambda told: told["people"][0].update(name="x" * 41),
    "somebody who is themselves": lambda told: told["people"][0].update(merged_into=1),
    "somebody who is nobody": lambda told: told["people"][0].update(merged_into=9),
    "an invented zone": lambda told: told["club"].update(timezone="Mars/Olympus"),
    "options of no game": lambda told: told["plays"][0]["options"].update(target=["x"]),
    "house rules twice": lambda told: told["house_rules"].append(told["house_rules"][0]),
    "house rules that are none": lambda told: told["house_rules"][0].update(amendments=[{"x": 1}]),
    "a ruling about no play": lambda told: told["rulings"][0].update(play=9),
    "a ruling about no round": lambda told: told["rulings"][0].update(slot=99),
    "a ruling withdrawn twice": lambda told: told["rulings"][0]["steps"].append(told["rulings"][0]["steps"][0]),
    "a number beyond all reason": lambda told: told["rulings"][0].update(number=10**30),
    "a key that is none": lambda told: told["plays"][0].update(key="../../etc"),
    "a stake that is none": lambda told: told["plays"][0].update(stake={"kind": ["x"]}),
    "a list that is none": lambda told: told.update(nights={}),
    "a thing that is none": lambda told: told["nights"].append(7),
    "a payment of nobody": lambda told: told["night_steps"].append(
        {"key": "abc", "night": 1, "kind": "paid", "data": {"from": 99, "to": "kitty", "amount": 5},
         "at": "2026-05-04T20:00:00+00:00", "client_id": "pay"}
    ),
}  # fmt: skip


REMOVALS = [{"kind": "remove", "client_id": tap, "data": {"slot": 1, "rules_version": 1}} for tap in ("a", "b")]


def last(told: dict[str, Any], number: int = 1) -> dict[str, Any]:
    """Return the place of an event after all others. ``number``: of those that are added."""
    return {"seq": len(told["events"]) + number}


DAMAGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a round that does not fit": lambda told: event(told, "round")["data"]["entry"]["tricks"].update({"@1": 1}),
    "a round of another number": lambda told: event(told, "round")["data"].update(slot=2),
    "a round is gone": lambda told: told["events"].remove(event(told, "round")),
    "an event without number": lambda told: event(told, "round").pop("seq"),
    "an event of a number that is far too high": lambda told: told["events"][-1].update(seq=2**31 - 1),
    "an event twice": lambda told: told["events"].append(event(told, "round")),
    "an event twice at another place": lambda told: told["events"].append({**event(told, "round"), **last(told)}),
    "no events": lambda told: told.update(events=[]),
    "no start": lambda told: told["events"].remove(event(told, "start")),
    "nobody sits": lambda told: event(told, "start")["data"].update(seats=[]),
    "a round is removed twice": lambda told: told["events"].extend(
        [{**event(told, "about"), **removal, **last(told, number)} for number, removal in enumerate(REMOVALS, start=1)]
    ),
    "a stranger": lambda told: event(told, "round")["data"]["entry"]["tricks"].update({"@99": 1}),
    "a stranger deals": lambda told: told["plays"][0].update(dealer="@99"),
    "a stranger sits": lambda told: event(told, "start")["data"]["seats"][0].update(player_id=99),
    "one on two seats": lambda told: event(told, "start")["data"]["seats"][0].update(player_id=2),
    "another night": lambda told: event(told, "start")["data"]["about"].update(night=9),
    "an objection to a round that is not there": lambda told: event(told, "about")["data"].update(
        about={"contested.9.6": "Wrong."}
    ),
    "an objection by another edit": lambda told: event(told, "about")["data"].update(about={"contested.1.2": "Wrong."}),
    "an objection too long": lambda told: event(told, "about")["data"].update(about={"contested.1.6": "x" * 201}),
    "another game": lambda told: event(told, "round").update(about=9),
    "no game": lambda told: event(told, "round").pop("about"),
    "another kind": lambda told: event(told, "round").update(kind="invented"),
    "another subject": lambda told: event(told, "round").update(subject="invented"),
    "something is undone that was not done": lambda told: event(told, "note").update(kind="undo", undoes=1),
    "something is undone that is not there": lambda told: event(told, "note").update(kind="undo", undoes=99),
    "a round undoes something": lambda told: event(told, "correct").update(undoes=1),
    "a word too much": lambda told: event(told, "round").update(secret="x"),
    "a word too much in what is said": lambda told: event(told, "round")["data"].update(secret="x"),
    "a word too little": lambda told: event(told, "round").pop("client_id"),
    "another moment": lambda told: event(told, "round").update(at="yesterday"),
    "a moment without a zone": lambda told: event(told, "round").update(at="2026-05-04T20:00:00"),
    "an ending that was none": lambda told: event(told, "round")["data"].update(
        outcome={"version": 1, "totals": {"@1": 9, "@2": 0, "@3": 0}, "places": {"@1": 1}, "winners": ["@1"]}
    ),
    "cards of nobody": lambda told: told["drafts"][0]["cards"]["tricks"][0][0].update(player="@99"),
    "a card without its player": lambda told: told["drafts"][0]["cards"].update(tricks=[[{"card": "red-1"}]]),
    "a card of a later round without its player": lambda told: told["drafts"][0].update(
        later=[told["drafts"][0]["cards"], {**told["drafts"][0]["cards"], "tricks": [[{"card": "red-1"}]]}]
    ),
    "a draft of no game": lambda told: told["drafts"][0].update(play=9),
    "options of no game": lambda told: told["plays"][0]["options"].update(target=["x"]),
    "house rules without options": lambda told: event(told, "proposed")["data"]["options"].update(first_hand="x"),
    "house rules agreed twice": lambda told: told["events"].append(
        {**event(told, "agreed"), **last(told), "client_id": "a"}
    ),
    "nothing is agreed to": lambda told: event(told, "agreed").update(about=1),
    "a ruling is agreed to": lambda told: told["events"].append(
        {**event(told, "agreed"), **last(told), "client_id": "a", "about": event(told, "recorded")["seq"]}
    ),
    "a ruling about no play": lambda told: event(told, "recorded")["data"].update(play_id=9),
    "a ruling about no round": lambda told: event(told, "recorded")["data"].update(slot=99),
    "somebody who is themselves": lambda told: told["people"][0].update(merged_into=1),
    "a name twice": lambda told: told["people"][0].update(name=told["people"][1]["name"].upper()),
    "a renamed one takes a name": lambda told: told["events"].append(
        {**last(told), "subject": "player", "about": 1, "kind": "named", "data": {"from": "Ann", "to": "text"},
         "at": "2026-05-04T20:00:00Z", "client_id": "a"}
    ),
    "a club with an invisible name": lambda told: told["club"].update(name="\u200b"),
    "a person with an unprintable name": lambda told: told["people"][0].update(name="a\x07b"),
    "a year before all plays": lambda told: event(told, "round").update(at="1899-12-31T20:00:00Z"),
    "a year after all plays": lambda told: told["plays"][0].update(started_at="2201-01-01T00:00:00Z"),
    "three sides": lambda told: told["plays"][0].update(sides=["A", "B", "C"]),
    "a night twice": lambda told: told["nights"].append(told["nights"][0]),
    "a game twice": lambda told: told["plays"].append(told["plays"][0]),
    "two coming rounds": lambda told: told["drafts"].append(told["drafts"][0]),
    "a far too long event": lambda told: event(told, "round")["data"]["entry"].update(x="x" * 300_000),
    "an event that belongs to nothing": lambda told: event(told, "recorded").update(about=1),
    "a version of house rules twice": lambda told: told["events"].append(
        {**event(told, "proposed"), **last(told), "client_id": "a", "key": "other"}
    ),
    "a number of a ruling twice": lambda told: told["events"].append(
        {**event(told, "recorded"), **last(told), "client_id": "a", "key": "other"}
    ),
    "an undo of another subject": lambda told: told["events"].append(
        {**last(told), "subject": "money", "about": 1, "kind": "back", "data": {}, "undoes": 1,
         "at": "2026-05-04T20:00:00Z", "client_id": "a"}
    ),
    "a play of its own parent": lambda told: told["plays"][0].update(parent=1),
    "a payment of nobody": lambda told: told["events"].append(
        {**last(told), "subject": "money", "about": 1, "kind": "paid", "data": {"from": 99, "to": "kitty", "amount": 5},
         "at": "2026-05-04T20:00:00Z", "client_id": "pay"}
    ),
}  # fmt: skip


NEWER = "The file has Raise the Stakes by newer rules than this Companion knows. Update it first."
UNKNOWN = "The file has a game that this Companion does not know: whist. Update it first."


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused_with_the_place_and_the_fault(content: bytes, name: str) -> None:
    assert refused(spoiled(content, DAMAGES[name])) == f"The file is damaged: {FAULTS[name]}."


@pytest.mark.parametrize("name", DAMAGES_1)
def test_a_damaged_file_of_version_1_is_refused_with_the_place_and_the_fault(app: Flask, name: str) -> None:
    assert refused(spoiled(of_version_1(), DAMAGES_1[name])) == f"The file is damaged: {FAULTS_1[name]}."


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda told: told["plays"][0].update(rules_version=99), NEWER),
        (lambda told: event(told, "round")["data"].update(rules_version=99), NEWER),
        (
            lambda told: event(told, "proposed")["data"].update(rules_version=99),
            "The file has Rage by newer rules than this Companion knows. Update it first.",
        ),
        (lambda told: told["plays"][0].update(game="whist"), UNKNOWN),
    ],
)
def test_a_game_of_newer_rules_is_refused_as_newer(
    content: bytes, change: Callable[[dict[str, Any]], object], told: str
) -> None:
    assert refused(spoiled(content, change)) == told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda told: told["plays"][0].update(rules_version=99), NEWER),
        (lambda told: edit(told, "round").update(rules_version=99), NEWER),
        (lambda told: told["plays"][0].update(game="whist"), UNKNOWN),
    ],
)
def test_newer_rules_in_a_file_of_version_1_are_refused_as_newer(
    app: Flask, change: Callable[[dict[str, Any]], object], told: str
) -> None:
    assert refused(spoiled(of_version_1(), change)) == told


def test_every_outcome_must_follow_from_the_rounds_of_then(app: Flask) -> None:
    club = Club()
    table, ended = Table(club.scorer, options={"target": 4}), Table(club.scorer)
    table.write(tricks(5, 0, 0), tricks(0, 5, 0), tricks(5, 0, 0))
    done(table.save(tricks(0, 5, 0), slot=3))
    done(table.remove(1))
    ended.write(tricks(5, 0, 0))
    done(ended.end())
    content = exported(club.scorer.club_id)
    outcomes = [number for number, one in enumerate(json.loads(content)["events"]) if "outcome" in one["data"]]
    found = {}
    for number in outcomes:
        told = json.loads(content)
        told["events"][number]["data"]["outcome"]["winners"] = ["@3"]
        found[told["events"][number]["kind"]] = refused(json.dumps(told).encode())
    assert found == {
        kind: f"The file is damaged: game {play}, edit {edit}: its end does not follow from its rounds."
        for kind, play, edit in (("round", 1, 4), ("correct", 1, 5), ("remove", 1, 6), ("end", 2, 3))
    }
