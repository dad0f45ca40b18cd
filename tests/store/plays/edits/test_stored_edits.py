"""Edits of a play as the log stores them: in a form that every later version must read."""

from typing import Any

from flask import Flask
from sqlalchemy import select

from companion.store.database.base import db
from companion.store.database.models import Play
from companion.store.plays import change_seats, objections, starting
from companion.store.plays.change_details import DetailChanges, change_details
from companion.store.plays.change_seats import SeatCorrection
from companion.store.plays.coming_round.findings import Adjustment
from companion.store.plays.edits import commands
from companion.store.plays.play_state import PlayState
from tests.store.nights.evenings import EIGHT, hours, started
from tests.store.tables import SCRATCH, Club, Table, client_id, done, rows, stored_json, tricks

STAKE = {"kind": "fixed", "amount": 50, "currency": "EUR"}
ANN, BOB, CYD = ({"player_id": number, "from_slot": 0} for number in (1, 2, 3))
LATE: dict[str, Any] = {"player": "Bob", "points": -1, "reason": "late"}


def stored(play: int) -> list[tuple[str, dict[str, Any], int | None]]:
    """Return kind and data of all edits of a play, and which event they undo; all were made under rules version 1."""
    ask = "select kind, data, undoes from event where subject = 'play' and subject_id = :play order by seq"
    found = []
    for kind, data, undoes in rows(ask, play=play):
        values = stored_json(data)
        assert values.pop("rules_version") == 1
        found.append((kind, values, undoes))
    return found


def test_every_kind_of_edit_is_stored_as_ever(own_app: Flask) -> None:
    club = Club()
    table = started(club, EIGHT)

    def request() -> dict[str, Any]:
        return {"base": table.state.revision, "client_id": client_id()}

    table.write(SCRATCH)
    done(table.save(tricks(0, 5, 0), slot=1))
    done(table.take("Cyd", "Dee"))
    done(table.seat("Eve"))
    done(commands.add_findings(club.scorer, table.state, rows=[LATE], **request()))
    done(commands.remove_finding(club.scorer, table.state, finding=Adjustment(**LATE), **request()))
    done(table.undo())
    done(table.redo())
    done(objections.raise_objection(club.viewer, table.state, slot=1, words="No.", **request()))
    table.write(tricks(0, 0, 3, 2, names=("Ann", "Bob", "Dee", "Eve")))
    done(table.remove(2))
    new = [SeatCorrection(name, name) for name in ("Bob", "Ann", "Dee", "Eve")]
    seated: dict[str, Any] = {"corrections": new, "dealer": "Dee", "options": {"target": 30}}
    done(change_seats.correct_seats(club.scorer, table.state, **seated, **request()))
    details: DetailChanges = {"stake": STAKE, "counts": False, "played_at": EIGHT - hours(1), "night": None}
    done(change_details(club.scorer, table.state, details=details, **request()))
    done(table.edit_details(remark="Late."))
    done(table.edit_details(**{"remark.1": "Luck."}))
    done(table.end())
    done(table.reopen())
    done(table.edit_details(discarded=True))

    dee = {**CYD, "person_id": 4, "earlier": [{"person_id": 3, "before_slot": 2}]}
    eve = {"player_id": 5, "from_slot": 2}
    late = [{**LATE, "player": "@2"}]
    options = {
        "target": 30, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one",
        "variation_cards": [], "short_deck": False, "dealer_bonus": False,
    }  # fmt: skip
    outcome = {
        "version": 1, "totals": {"@2": 3, "@1": 0, "@3": 0, "@5": 0}, "winners": ["@2"],
        "places": {"@2": 1, "@1": 2, "@3": 2, "@5": 2},
    }  # fmt: skip
    assert stored(table.id) == [
        ("start", {"seats": [ANN, BOB, CYD], "about": {"night": 1}}, None),
        ("round", {"slot": 1, "entry": {"tricks": {"@1": 5, "@2": 0, "@3": 0}}}, None),
        ("correct", {"slot": 1, "entry": {"tricks": {"@1": 0, "@2": 5, "@3": 0}}}, None),
        ("seats", {"seats": [ANN, BOB, dee]}, None),
        ("seats", {"seats": [ANN, BOB, dee, eve]}, None),
        ("note", {"note": {"put": late}}, None),
        ("note", {"note": {"out": late}}, None),
        ("undo", {}, 7),
        ("redo", {}, 7),
        ("about", {"about": {"contested.1.10": "No."}}, None),
        ("round", {"slot": 2, "entry": {"tricks": {"@1": 0, "@2": 0, "@3": 3, "@5": 2}}}, None),
        ("remove", {"slot": 2}, None),
        (
            "about",
            {
                "about": {"options": {"version": 1, "values": options}, "dealer": "@3", "sides": []},
                "seats": [BOB, ANN, dee, eve],
            },
            None,
        ),
        (
            "about",
            {"about": {"counts": False, "stake": STAKE, "played_at": "2026-11-12T19:00:00+00:00", "night": 1}},
            None,
        ),
        ("about", {"about": {"remark": "Late."}}, None),
        ("about", {"about": {"remark.1": "Luck."}}, None),
        ("end", {"ended": True, "outcome": outcome}, None),
        ("reopen", {"ended": False}, None),
        ("about", {"about": {"discarded": True}}, None),
    ]


def test_findings_are_stored_with_what_they_mean(own_app: Flask) -> None:
    club = Club()
    table, race = Table(club.scorer), Table(club.scorer, "cribbage", ("Ann", "Bob"))
    for one, named_in in ((table, "reneged"), (race, "")):
        given: dict[str, Any] = {"base": 1, "client_id": client_id()}
        done(commands.add_findings(club.scorer, one.state, rows=[LATE], named_in=named_in, **given))
    late = {**LATE, "player": "@2"}
    assert stored(table.id)[1:] == [("note", {"note": {"put": [{**late, "field": "reneged"}]}}, None)]
    assert stored(race.id)[1:] == [("note", {"note": {"put": [{**late, "in_play": True}]}}, None)]


def test_a_play_from_paper_with_secret_bids_is_stored_as_ever(own_app: Flask) -> None:
    club = Club()
    tap = client_id()
    state = starting.start_play(
        club.scorer, slug="rage", players=["Ann", "Bob"], dealer="Bob", options={}, client_id=tap,
        secret=True, played_at=EIGHT, stake=STAKE,
    )  # fmt: skip
    assert isinstance(state, PlayState), state
    totals = {"Ann": 12, "Bob": 20}
    done(commands.enter_totals(club.scorer, state, totals=totals, base=1, client_id=client_id()))
    outcome = {"version": 1, "totals": {"@1": 12, "@2": 20}, "places": {"@1": 2, "@2": 1}, "winners": ["@2"]}
    assert stored(state.id) == [
        ("start", {"seats": [ANN, BOB], "about": {"night": 1, "secret": True, "played_at": EIGHT.isoformat()}}, None),
        ("totals", {"ended": True, "outcome": outcome}, None),
    ]
    [row] = db.session.execute(select(*Play.__table__.columns)).mappings()
    assert {name: value for name, value in row.items() if name not in ("key", "started_at", "last_at", "mark")} == {
        "id": 1, "club_id": 1, "game": "rage", "title": "Rage", "sides": [], "dealer": "@2", "rules_version": 1,
        "options": dict(state.options), "stake": STAKE, "client_id": tap, "house_id": None, "parent_id": None,
        "revision": 2, "over": True, "rounds": 0, "sheet_mark": row["mark"], "night_id": 1, "played_at": EIGHT,
        "until": EIGHT, "is_later": True, "is_discarded": False, "counts": True,
        "turned_last": False, "currency": "EUR", "kitty": 0, "club_mark": 2, "games": 1,
    }  # fmt: skip
