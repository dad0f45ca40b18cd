"""Rows that today's app wrote, as earlier versions stored them, and migrated again."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from alembic import command
from flask import Flask

from companion.core.house.house_rules import Amendment, HouseRules
from companion.store.database.base import db
from companion.store.house import house_rules
from companion.store.migrations import upgrading
from companion.store.migrations.run_migrations import alembic_config
from companion.store.money import kitty, payments
from companion.store.people import edit_people
from companion.store.plays.coming_round import round_cards
from companion.store.plays.coming_round.findings import Adjustment
from companion.store.plays.edits import commands
from companion.store.rulings import write_rulings
from companion.store.rulings.read_rulings import RulingState
from tests.store.money.stakes import key_of, paid, played, tonight
from tests.store.nights.evenings import night_of, tell, told, undo_change
from tests.store.people.players import merge, number, rename
from tests.store.tables import SCRATCH, THREE, Club, Table, client_id, done, rows, stored_json, tricks

LATE, RENEGE, TALK = (
    {"player": "Ann", "points": points, "reason": reason}
    for points, reason in ((-1, "late"), (-2, "reneged"), (-3, "talked"))
)

BASES = ("", "book", "house", "open")
RANK = "raise-the-stakes/play.rank"

DRAFTS = "select play_id, slot, data, locked, sealed, cards, later, cards_tap from draft order by play_id"
HANDS = "select play_id, slot, data, revision from hand order by play_id, slot"

EVENT = "club_id, seq, subject, subject_id, kind, data, undoes, at, device_id, player_id"
"""The columns of an event that all tables before had."""

EVENTS_OF_REQUESTS = "event where kind not in ('agreed', 'withdrawn')"
"""The events whose tables had client ids."""

KEYED_EVENTS = "event where subject in ('night', 'money') or kind in ('proposed', 'recorded')"
"""The events whose tables had keys, too."""


def stored(table: str, columns: str) -> list[tuple[Any, ...]]:
    """Return columns of all rows of a table in order, JSON as values."""
    return [
        tuple(stored_json(value) if str(value).startswith(("[", "{")) else value for value in row)
        for row in rows(f"select {columns} from {table} order by id")
    ]


def go_to(revision: str) -> None:
    db.session.remove()
    command.downgrade(alembic_config(), revision)


def find(table: Table, row: dict[str, Any]) -> None:
    done(commands.add_findings(table.member, table.state, rows=[row], **_request(table)))


def drop(table: Table, row: dict[str, Any]) -> None:
    done(commands.remove_finding(table.member, table.state, finding=Adjustment(**row), **_request(table)))


def _request(table: Table) -> dict[str, Any]:
    return {"base": table.state.revision, "client_id": client_id()}


def lay(table: Table, card: str) -> None:
    """Enter a card of the coming round."""
    state = table.state
    laid = {"players": list(THREE), "leader": "Ann", "tricks": [[{"player": "Ann", "card": f"red-{card}"}]]}
    saved = round_cards.save_cards(
        table.member, state, slot=state.next_slot, mark=round_cards.coming_cards(state).mark, data=laid,
        client_id=client_id(), on_sheet=True,
    )  # fmt: skip
    assert isinstance(saved, round_cards.RoundCards)


def play_with_cards(club: Club, *acts: str) -> Table:
    """Return a play with a card of each round.

    ``acts``: ``undo``, ``redo``, or a card of the coming round, which is then saved, but for one with “?”.
    """
    table = Table(club.scorer)
    for act in acts:
        if act in ("undo", "redo"):
            done(getattr(table, act)())
        else:
            lay(table, act[0])
            if not act.endswith("?"):
                table.write(tricks(1, 2, 2))
    return table


def play_with_notes(club: Club) -> Table:
    """Return a play in which the referee's notes were added, removed, undone, redone, and used up by a round."""
    table = Table(club.scorer)
    find(table, LATE)
    done(table.undo())
    find(table, RENEGE)
    find(table, TALK)
    drop(table, RENEGE)
    done(table.undo())
    done(table.redo())
    find(table, LATE)
    table.write(SCRATCH)
    find(table, RENEGE)
    done(table.undo())
    done(table.undo())
    find(table, RENEGE)
    return table


def test_cards_were_rows_of_their_own_and_notes_were_lists_of_all_that_are_pending(own_app: Flask) -> None:
    club = Club()
    plays = {
        ("1",): [(1, "1", 0, 1)],
        ("1", "undo"): [(1, "1", 0, 1)],
        ("1", "undo", "redo"): [(1, "1", 0, 1)],
        ("1", "2", "undo", "undo"): [(1, "1", 0, 1), (2, "2", 1, 1)],
        ("1", "2", "undo", "undo", "redo"): [(1, "1", 0, 1), (2, "2", 1, 1)],
        ("1", "2?", "undo"): [(1, "1", 0, 1), (2, "2", 1, 5)],
        ("1", "2?", "undo", "redo"): [(1, "1", 0, 1), (2, "2", 1, 6)],
        ("1", "undo", "2"): [(1, "1", 0, 1), (2, "2", 0, 1)],
        ("1", "undo", "2", "undo", "3"): [(1, "1", 0, 1), (2, "2", 0, 1), (3, "3", 0, 1)],
        ("1?",): [(1, "1", 0, 2)],
    }  # the slot, the card, the slot of the round before it, and a counter
    hands = {play_with_cards(club, *acts).id: found for acts, found in plays.items()}
    play_with_notes(club)
    before = stored("event", EVENT), rows(DRAFTS)
    go_to("0008")
    assert [
        (play, slot, data["tricks"][0][0]["card"], data["after"], number)
        for play, slot, data, number in ((*row[:2], stored_json(row[2]), row[3]) for row in rows(HANDS))
    ] == [(play, slot, f"red-{card}", *more) for play, found in hands.items() for slot, card, *more in found]
    late, renege, talk = ({**row, "player": "@1"} for row in (LATE, RENEGE, TALK))
    notes = [entry["adjust"] for kind, entry in stored("edit", "kind, entry") if kind == "note"]
    assert notes == [
        [late], [renege], [renege, talk], [talk], [talk, late], [renege], [talk, late, renege],
    ]  # fmt: skip
    upgrading.upgrade_database()
    assert (stored("event", EVENT), rows(DRAFTS)) == before


def test_a_seat_that_was_handed_on_belonged_to_its_last_player(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    done(table.take("Cyd", "Dee"))
    before = [seat for edit in table.log() for seat in edit.seats or ()]
    assert any(seat.get("earlier") for seat in before)
    go_to("0011")
    assert [seat for (seats,) in stored("edit", "seats") for seat in seats or ()] == [
        {key: value for key, value in seat.items() if key != "earlier"} for seat in before
    ]


def test_events_were_rows_of_seven_tables(own_app: Flask) -> None:
    Table(Club().scorer)
    club = Club()
    table = played(club, 3, 0, 0)
    scorer = club.scorer = replace(club.scorer, player_id=number(club, "Ann"))
    night = told(tell(scorer, night_of(table), name="Ours", present=["Zoe"]))
    undo_change(club, night, tell(scorer, night, place="Here").key)
    key = key_of(paid(table, "Bob", "Ann", 100))
    key_of(payments.take_back(scorer, key, client_id()))
    key_of(payments.carry(scorer, tonight(table).night, client_id()))
    key_of(kitty.move_kitty(scorer, into=True, who="Ann", amount=500, reason="", client_id=client_id()))
    edit_people.set_listed(scorer, number(club, "Bob"), is_listed=False, client_id=client_id())
    rename(club, "Cyd", "Cora")
    merge(club, "Zoe", "Ann")
    edit_people.undo_merge(scorer, 7, client_id())
    edit_people.set_listed(scorer, number(club, "Bob"), is_listed=True, client_id=client_id())
    rulings = [record(club, table, basis) for basis in BASES]
    write_rulings.withdraw(scorer, rulings[0].key, "He did not.")
    first = propose(club, "One.", days=9)
    second = propose(club, "Two.", ruling=rulings[3].key)
    house_rules.withdraw(club.organiser, first.key, "No.")
    house_rules.agree(club.organiser, second.key, ["Ann"])
    done(table.undo())
    Table(scorer)

    def log() -> tuple[list[tuple[Any, ...]], ...]:
        keys, requests = stored(KEYED_EVENTS, "seq, key"), stored(EVENTS_OF_REQUESTS, "seq, client_id")
        return stored("event", EVENT), keys, requests, stored("club", "names_mark")

    before = log()
    go_to("0015")
    device, organiser = scorer.device_id, club.organiser.device_id
    assert stored("edit", "play_id, revision, kind, slot, undoes") == [
        (1, 1, "start", None, None), (2, 1, "start", None, None), (2, 2, "about", None, None),
        (2, 3, "round", 1, None), (2, 4, "end", None, None), (2, 5, "undo", None, 4), (3, 1, "start", None, None),
    ]  # fmt: skip
    [*_, carried, moved] = steps = stored("night_step", "key, club_id, night_id, kind, data, undoes, id")
    assert [(*step[1:4], *step[5:]) for step in steps] == [
        (2, 2, "told", None, 1), (2, 2, "told", None, 2), (2, 2, "back", 2, 3), (2, 2, "paid", None, 4),
        (2, 2, "back", 4, 5), (2, 2, "carried", None, 6), (2, None, "kitty", None, 7),
    ]  # fmt: skip
    assert (steps[3][0], steps[0][4], steps[1][4]) == (key, {"name": "Ours", "present": [7]}, {"place": "Here"})
    assert (carried[4]["to"], moved[4]["amount"]) == (None, 500)
    assert stored("player_step", "club_id, person_id, kind, data, device_id") == [
        (2, person, kind, data, device)
        for person, kind, data in (

                (5, "hidden", {}), (6, "named", {"from": "Cyd", "to": "Cora"}), (7, "merged", {"into": 4, "also": []}),
                (7, "parted", {"from": 4, "also": []}), (5, "shown", {}),
        )
    ]  # fmt: skip
    assert stored("house_version", "key, club_id, game, number, options, amendments, note, source, device_id") == [
        (one.key, 2, one.game, one.number, one.options, [{"rule": "", "text": text}], "", "", organiser)
        for one, text in ((first, "One."), (second, "Two."))
    ]
    assert stored("house_step", "version_id, kind, names, reason, device_id") == [
        (1, "withdrawn", [], "No.", organiser), (2, "agreed", ["Ann"], "", organiser),
    ]  # fmt: skip
    assert stored("ruling", "key, club_id, game, number, decision, basis, rules, agreed_by, play_id, slot") == [
        (one.key, 2, one.game, one.number, "He did.", basis, [RANK], ["Ann"], 2, 1)
        for one, basis in zip(rulings, BASES, strict=True)
    ]
    assert stored("ruling_step", "ruling_id, kind, reason, version_id, device_id") == [
        (1, "withdrawn", "He did not.", None, device), (4, "promoted", "", 2, organiser),
    ]  # fmt: skip
    assert stored("play", "house_id") == [(None,), (None,), (2,)]
    upgrading.upgrade_database()
    assert log() == before


def test_every_promotion_of_a_ruling_to_house_rules_had_a_number_but_the_first(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer)
    table.write(SCRATCH)
    first, second, third = (record(club, table, "open").key for _ in range(3))
    for days, ruling in enumerate((first, second, first, second, first), start=1):
        propose(club, f"Rule {days}.", ruling=ruling, days=days)
    write_rulings.withdraw(club.scorer, third, "He did not.")
    before = stored("event", EVENT)
    go_to("0005")
    assert stored("ruling_step", "ruling_id, kind, version_id") == [
        (3, "withdrawn", None), (1, "promoted", 1), (2, "promoted", 2), (1, "promoted2", 3), (2, "promoted2", 4),
        (1, "promoted3", 5),
    ]  # fmt: skip
    upgrading.upgrade_database()
    assert stored("event", EVENT) == before


def record(club: Club, table: Table, basis: str) -> RulingState:
    found = write_rulings.record(
        club.scorer, game="raise-the-stakes", question="Did he renege?", decision="He did.", agreed_by=["Ann"],
        basis=basis, rules=[RANK], play_key=table.key, round_number=1, client_id=client_id(),
    )  # fmt: skip
    assert isinstance(found, RulingState), found
    return found


def propose(club: Club, amendment: str, ruling: str = "", days: int = 0) -> HouseRules:
    """Propose house rules that hold in so many days."""
    found = house_rules.propose(
        club.organiser, game="raise-the-stakes", options={}, amendments=[Amendment("", amendment)], note="",
        holds_from=house_rules.today() + timedelta(days), client_id=client_id(), ruling=ruling,
    )  # fmt: skip
    assert isinstance(found, HouseRules), found
    return found
