"""Erasing a name: everything written with it changes, and nothing else."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.core.house.house_rules import Amendment, HouseRules
from companion.games.brag import sample
from companion.store.access import devices, idempotency, programs
from companion.store.club import clubs
from companion.store.database.base import Base
from companion.store.database.caches.poll_cache import PollCache
from companion.store.database.models import Event
from companion.store.database.runtime import runtime
from companion.store.erasing.erase_name import erase_name
from companion.store.erasing.remove_from_texts import NameRemover
from companion.store.house import house_rules
from companion.store.house.house_rules import RECORDED
from companion.store.log.events import events_of
from companion.store.log.subjects import RULING
from companion.store.log.write import NewEvent, write
from companion.store.log.write_results import Written
from companion.store.money import kitty
from companion.store.nights import night_state
from companion.store.people import edit_people
from companion.store.plays.change_seats import SeatCorrection, correct_seats
from companion.store.plays.coming_round import drafts, round_cards
from companion.store.plays.edits import projection
from companion.store.rulings import read_rulings
from tests.store.club.full_club import NAMES, full_club
from tests.store.files.club_files import brought_in, exported
from tests.store.nights.evenings import night_of, tell, told
from tests.store.tables import FOUR, Club, Table, client_id, done, rows, stored_json, tricks


def everything(club: Club) -> str:
    """Return everything about a club in the database, as one text."""
    names = ("club", "play", "draft", "event", "player", "membership")
    return json.dumps([[str(value) for row in rows(f"select * from {name}") for value in row] for name in names])


def decision(event: NewEvent) -> Callable[[object], NewEvent]:
    """Return a function that decides on this event."""
    return lambda _: event


def test_facts_of_older_rulings_are_removed_if_they_name_the_player(own_app: Flask) -> None:
    club = Club()
    Table(club.scorer)
    for who in ("Ann", "Bob"):
        data = {"question": f"Did {who} renege?", "facts": {"who": who}}
        event = NewEvent(RULING, None, RECORDED, data)
        write(club.scorer, client_id(), decision(event))
    [(player,)] = rows("select id from player where name = 'Ann'")
    erase_name(club.organiser, player)
    found = [event.data for event in events_of(club.organiser.club_id, Event.subject == RULING)]
    assert found == [
        {"question": "Did Somebody 1 renege?", "facts": None}, {"question": "Did Bob renege?", "facts": {"who": "Bob"}}
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["text", "12", "Ann"])
def test_removing_a_name_changes_the_past_and_keeps_the_statistics(own_app: Flask, name: str) -> None:
    club, table = full_club()
    before = list(table.totals.values())
    marks = drafts.with_current_draft(table.state).mark
    [(player,)] = rows("select id from player where name = :name", name=name)
    runtime().cache.put("a page", value=name, size=1)
    instead = erase_name(club.organiser, player)
    assert instead == "Somebody 1"
    assert runtime().cache.get("a page") is None, "nor is it in the memory of the app"
    assert drafts.with_current_draft(table.state).mark > marks, "phones show the name no longer"
    state = table.state
    assert state.setup.players == tuple(instead if one == name else one for one in NAMES)
    assert list(table.totals.values()) == before
    assert [slot.entry["tricks"] for slot in state.slots] == [dict(zip(state.setup.players, (0, 5, 0), strict=True))]
    draft = drafts.draft_of(state)
    assert draft is not None
    assert draft.data == {"folded": ["text" if name != "text" else instead]}
    if name == "Ann":
        assert [one.words for one in state.objections] == ["Somebody 1 took 3."]
        told = everything(club)
        assert not re.search(r"\bAnn\b", told.replace("Ann's phone", "")), "a random key may have these letters, too"
        assert "Annette does not" in told
        [ruled] = read_rulings.find_rulings(club.scorer.club_id)
        assert (ruled.question, ruled.agreed_by, ruled.fact_texts) == (
            "Did Somebody 1 renege?",
            ("Somebody 1",),
            (("Who", "Somebody 1"),),
        )
    assert round_cards.coming_cards(state).data["tricks"] == [[{
        "player": state.setup.players[0], "card": "red-7", "device_id": club.scorer.device_id, "player_id": None
    }]]  # fmt: skip
    table.write(tricks(0, 5, 0, names=state.setup.players))
    assert table.totals["text" if name != "text" else instead] == 6


def test_removing_a_name_changes_no_other_club(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten: list[str] = []
    monkeypatch.setattr(PollCache, "forget_pollers", lambda _: forgotten.append("forgotten"))
    clubs = [full_club() for _ in range(3)]
    (before, _), (club, table), (after, after_table) = clubs
    told_off = [{"player": "Ann", "points": -1, "reason": f"Ann was {what}"} for what in ("late", "loud")]
    for one, its_table in clubs:
        drafts.patch_draft(one.scorer, its_table.state, slot=2, patch={"adjust": told_off})
        idempotency.begin_call(one.scorer.club_id, "tap", "digest")
        devices.rename_phone(one.scorer, one.scorer.membership_id, "Ann’s phone")
        told(tell(one.scorer, night_of(Table(one.scorer)), name="Ann’s night"))
        Table(one.scorer, "any-other-game", options={"name": "Ann’s game"})
        card = {"players": list(NAMES), "leader": "Ann", "tricks": [[{"player": "Ann", "card": "blue-1"}]]}
        wish = {"mark": round_cards.coming_cards(its_table.state).mark, "client_id": client_id(), "on_sheet": False}
        round_cards.save_cards(one.scorer, its_table.state, slot=2, data=card, **wish)

    def theirs() -> list[list[Any]]:
        tables = [name for name, table in Base.metadata.tables.items() if "club_id" in table.c and name != "erasure"]
        ids = {"one": before.scorer.club_id, "other": after.scorer.club_id}
        found = [rows(f"select * from {name} where club_id in (:one, :other) order by id", **ids) for name in tables]
        return [*found, rows("select * from draft where play_id <> :id order by play_id", id=table.id)]

    marks = rows("select mark, sheet_mark, club_mark from play where id = :id", id=table.id)
    kept, forgotten[:] = theirs(), []
    assert erase_name(club.organiser, after_table.state.seats[0].player_id) is None, "nobody of this club"
    assert erase_name(club.organiser, table.state.seats[0].player_id) == "Somebody 1"
    assert theirs() == kept
    [changed] = rows("select mark, sheet_mark, club_mark from play where id = :id", id=table.id)
    assert changed.mark == changed.sheet_mark
    assert all(mark > before for mark, before in zip(changed, marks[0], strict=True)), "phones and statistics notice"
    assert rows("select * from api_call where club_id = :id", id=club.organiser.club_id) == []
    draft = drafts.draft_of(table.state)
    assert draft is not None
    fresh = [{**row, "player": "Somebody 1", "reason": row["reason"].replace("Ann", "Somebody 1")} for row in told_off]
    assert draft.data == {"folded": ["text"], "adjust": fresh}
    assert rows("select club_id, what, open from erasure") == [(club.organiser.club_id, "name", False)]
    assert forgotten == ["forgotten"]


def test_only_whole_names_are_removed(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, players=("A.B", "Bob", "Cyd"))
    done(table.edit_details(remark="A.B, A.B and not AxB, LA.B or A.Bs."))
    assert erase_name(club.organiser, table.state.seats[0].player_id) == "Somebody 1"
    assert table.state.details.values["remark"] == "Somebody 1, Somebody 1 and not AxB, LA.B or A.Bs."


def test_earlier_and_merged_names_are_removed_too(own_app: Flask) -> None:
    club, table = full_club()
    ids = dict(rows("select name, id from player"))
    also = Table(club.scorer, players=("Annie", "Zoe"))
    ids |= dict(rows("select name, id from player"))
    for player, name in (("Ann", "Anna"), ("Annie", "Bea"), ("Zoe", "Ann"), ("Ann", "Dora"), ("Zoe", "Annie")):
        assert isinstance(edit_people.rename(club.scorer, ids[player], name, client_id()), Written)
    assert isinstance(edit_people.merge(club.scorer, ids["Annie"], ids["Ann"], client_id()), Written)
    devices.rename_phone(club.scorer, club.scorer.membership_id, "Dora’s phone")
    assert erase_name(club.organiser, ids["Ann"]) == "Somebody 1"
    told = everything(club)
    assert [name for name in ("Anna", "Bea", "Dora") if name in told] == []
    assert also.state.setup.players == ("Somebody 1", "Annie"), "whose name the other has now"
    assert edit_people.aliases_of(ids["Ann"]) == {ids["Annie"]: "Somebody 2"}
    assert edit_people.rebuild_people() == 0
    assert table.state.setup.players == ("Somebody 1", "text", "12")
    called = events_of(club.organiser.club_id, Event.subject_id == ids["Zoe"], Event.kind == "named")
    assert [event.data for event in called] == [
        {"from": "Zoe", "to": "Somebody 1"}, {"from": "Somebody 1", "to": "Annie"},
    ], "Zoe was called Ann for a while"  # fmt: skip
    assert [one.label for one in devices.devices(club.organiser)] == [
        "Somebody 1's phone", "Somebody 1’s phone", "A phone",
    ]  # fmt: skip


def test_a_new_name_differs_from_all_in_the_club_by_more_than_case(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, players=("Ann", "SOMEBODY 1", "somebody 3", "Bob"))
    ids = dict(rows("select name, id from player"))
    found = [erase_name(club.organiser, ids[name]) for name in ("Ann", "Bob")]
    assert found == ["Somebody 2", "Somebody 4"]
    assert table.state.setup.players == ("Somebody 2", "SOMEBODY 1", "somebody 3", "Somebody 4")
    asked = rows("select name_key from player order by id")
    assert sorted(key for (key,) in asked) == [f"somebody {number}" for number in (1, 2, 3, 4)]


def test_only_texts_among_the_details_of_a_play_lose_a_name(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "any-other-game", ("12", "fixed", "low"), {"name": "low’s game", "better": "low"})
    options = {"version": table.state.game.rules.version, "values": dict(table.state.options)}
    details = {
        "stake": {"kind": "fixed", "amount": 5, "currency": "EUR"}, "played_at": "2025-12-05T20:00:00+00:00",
        "options": options, "remark": "12 dealt.", "remark.1": "So did fixed.", "contested.1.2": "12 took 3.",
    }  # fmt: skip
    done(table.edit_details(**details))
    ids = dict(rows("select name, id from player"))
    assert [erase_name(club.organiser, ids[name]) for name in table.state.setup.players] == [
        "Somebody 1", "Somebody 2", "Somebody 3",
    ]  # fmt: skip
    values = {**options["values"], "name": "Somebody 3’s game"}
    expected = {
        **details, "options": {**options, "values": values},
        "remark": "Somebody 1 dealt.", "remark.1": "So did Somebody 2.", "contested.1.2": "Somebody 1 took 3.",
    }  # fmt: skip
    kept = table.state.details.values
    assert {key: kept[key] for key in details} == expected
    assert table.state.options == values


def test_a_name_is_removed_from_titles_sides_nights_and_what_money_was_for(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "any-other-game", ("Ann", "Bob"), {"name": "Ann’s game"})
    partners = Table(club.scorer, "samba", ("Ann", "Bob", "Cyd", "Dee"))
    corrections = [SeatCorrection(name, name) for name in partners.state.setup.players]
    wish = {"base": partners.state.revision, "client_id": client_id()}
    sides = ["Ann and Cyd", "Annette"]
    done(
        correct_seats(
            club.scorer, partners.state, corrections=corrections, dealer="Bob", options={}, sides=sides, **wish
        )
    )
    ids = dict(rows("select name, id from player"))
    for name in ("Ann Lee", "Ann"):
        edit_people.rename(club.scorer, ids["Ann"], name, client_id())
    said = "Ann won, as Ann Lee does."
    told(tell(club.scorer, night_of(table), name="Ann’s night", place="At Ann’s", notes=said, present=["Eve"]))
    kitty.move_kitty(club.scorer, into=True, who="Bob", amount=5, reason="for Ann", client_id=client_id())
    edit_people.rename(club.scorer, dict(rows("select name, id from player"))["Eve"], "Eve of Ann", client_id())
    [(player,)] = rows("select id from player where name = 'Ann'")
    erase_name(club.organiser, player)
    assert rows("select title from play order by id") == [("Somebody 1’s game",), ("Samba",)]
    assert table.state.options["name"] == "Somebody 1’s game"
    assert partners.state.setup.sides == ("Somebody 1 and Cyd", "Annette")
    assert rows("select name, place, notes from night") == [
        ("Somebody 1’s night", "At Somebody 1’s", "Somebody 1 won, as Somebody 1 does."),
    ]  # fmt: skip
    [step] = kitty.kitty_of(club.scorer.club_id).steps
    assert step.reason == "for Somebody 1"
    texts = everything(club).replace("Ann's phone", "").replace("Eve of Ann", "")
    assert re.findall(r".{20}\bAnn\b", texts) == [], "only the name that somebody else has now"
    assert night_state.rebuild_nights() == edit_people.rebuild_people() == projection.rebuild_plays() == 0


def player_called(name: str) -> int:
    """Return the id of the player with this name."""
    [(player,)] = rows("select id from player where name = :name", name=name)
    return int(player)


def test_a_name_is_removed_from_rounds_that_are_kept_because_an_earlier_one_was_undone(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer)
    table.write(tricks(3, 2, 0), tricks(3, 2, 0))
    reason = {"player": "Ann", "points": -1, "reason": "Ann saw Bob’s cards"}
    drafts.patch_draft(club.scorer, table.state, slot=3, patch={"adjust": [reason]})
    done(table.undo())
    done(table.undo())
    assert "Ann saw" in everything(club)
    erase_name(club.organiser, player_called("Ann"))
    [(later,)] = rows("select later from draft")
    kept = [one["data"] for one in stored_json(later) if "data" in one]
    assert kept == [{"adjust": [{**reason, "player": "@1", "reason": "Somebody 1 saw Bob’s cards"}]}]


def test_a_name_is_removed_although_a_program_bought_chips_without_a_reason(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "brag", FOUR)
    entry = sample.sample_round(table.state.sheet.table, Random(1))
    bought = {"player": "Ann", "points": 50, "buy": True}
    done(table.save({**entry, "adjust": [bought]}))
    assert erase_name(club.organiser, player_called("Ann")) == "Somebody 1"
    assert table.state.slots[0].entry["adjust"] == [{**bought, "player": "Somebody 1"}]


@pytest.mark.parametrize("typed", ["Ann", ["Ann"], [{"player": "Cyd"}], {"reason": "Ann"}])
def test_a_name_is_removed_although_what_a_draft_holds_is_no_adjustment(own_app: Flask, typed: object) -> None:
    club = Club()
    table = Table(club.scorer)
    drafts.patch_draft(club.scorer, table.state, slot=1, patch={"adjust": typed})
    erase_name(club.organiser, player_called("Ann"))
    draft = drafts.draft_of(table.state)
    assert draft is not None
    assert draft.data == {"adjust": typed}


def test_a_name_is_removed_from_the_names_of_the_club_its_phones_and_its_programs(own_app: Flask) -> None:
    club, other = Club(), Club()
    Table(club.scorer)
    clubs.rename_club(club.organiser, "Ann’s Tuesday")
    programs.make_program(club.organiser.club_id, "Ann’s script", "read")
    erase_name(club.organiser, player_called("Ann"))
    assert club.member(club.token).club_name == "Somebody 1’s Tuesday"
    assert [one.label for one in devices.devices(club.organiser)] == ["Somebody 1's phone", "A phone", "A phone"]
    assert [one.name for one in programs.programs(club.organiser)] == ["Somebody 1’s script"]
    assert next(one.label for one in devices.devices(other.organiser)) == "Ann's phone", "a phone of another club"


def test_only_words_of_house_rules_lose_a_name(own_app: Flask) -> None:
    club = Club()
    Table(club.scorer, players=("zero", "better", "Cyd"))
    for game, options, rule in (("any-other-game", {"name": "zero"}, ""), ("rage", {}, "rage/scoring.zero-bid")):
        proposed = house_rules.propose(
            club.organiser, game=game, options=options, amendments=[Amendment(rule, "better than zero")], note="",
            holds_from=house_rules.today(), source="zero’s club", client_id=client_id(),
        )  # fmt: skip
        assert isinstance(proposed, HouseRules), proposed
    for name in ("zero", "better"):
        erase_name(club.organiser, player_called(name))
    found = {one.game: one for one in house_rules.all_versions(club.organiser.club_id)}
    assert found["any-other-game"].options["name"] == "Somebody 1"
    assert found["rage"].source == "Somebody 1’s club"
    assert found["rage"].amendments == (Amendment("rage/scoring.zero-bid", "Somebody 2 than Somebody 1"),)


def test_a_text_is_cut_if_the_new_name_makes_it_too_long(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "any-other-game", ("Ann", "Bob"), {"name": "Ann’s game".ljust(40, "!")})
    entry = {
        "points": {"Ann": 1, "Bob": 2},
        "adjust": [{"player": "Ann", "points": 1, "reason": "Ann".ljust(200, "!")}],
    }
    table.write(entry)
    night = {"name": "Ann’s night".ljust(60, "!"), "place": "At Ann’s".ljust(60, "!"), "notes": "Ann " * 500}
    told(tell(club.scorer, night_of(table), **night))
    devices.rename_phone(club.scorer, club.scorer.membership_id, "Ann’s phone".ljust(40, "!"))
    erase_name(club.organiser, player_called("Ann"))
    title = "Somebody 1’s game".ljust(40, "!")
    assert (table.state.title, dict(table.state.unknown)) == (title, {})
    assert table.totals == {"Somebody 1": 2, "Bob": 2}
    assert rows("select title from play") == [(title,)]
    assert rows("select name, place, length(notes) from night") == [
        ("Somebody 1’s night".ljust(60, "!"), "At Somebody 1’s".ljust(60, "!"), 2000),
    ]  # fmt: skip
    assert "Somebody 1’s phone".ljust(40, "!") in [one.label for one in devices.devices(club.organiser)]
    assert night_state.rebuild_nights() == projection.rebuild_plays() == 0
    brought_in(exported(club.scorer.club_id))


REMOVER = NameRemover({"Ann", "Ann Lee"}, "Somebody 1")


@pytest.mark.parametrize(
    ("key", "most"),
    [
        ("name", 60), ("place", 60), ("notes", 2000), ("note", 500), ("reason", 200), ("names", 40), ("agreed_by", 40),
        ("question", 300), ("decision", 1000), ("told", None), ("source", None),
    ],
)  # fmt: skip
def test_words_of_events_are_cut_only_if_they_had_the_name(key: str, most: int | None) -> None:
    texts = ["Ann".ljust(3000, "!"), "Bob".ljust(3000, "!"), "Ann Lee"]
    expected = ["Somebody 1".ljust(3007, "!")[:most], texts[1], "Somebody 1"]
    assert REMOVER.from_event({key: texts, "kind": texts}) == {key: expected, "kind": texts}
    assert REMOVER.from_event({key: texts[0]}) == {key: expected[0]}


def test_details_and_amendments_are_cut_at_their_own_lengths() -> None:
    long, details = "Ann".ljust(3000, "!"), {"remark": None, "remark.2": None, "contested.1.2": 200, "sides": None}
    fresh = "Somebody 1".ljust(3007, "!")
    found = REMOVER.from_edit({"about": {**dict.fromkeys(details, long), "night": 1}, "entry": ["Ann"]})
    assert found == {"about": {**{key: fresh[:most] for key, most in details.items()}, "night": 1}, "entry": ["Ann"]}
    amended = REMOVER.from_event({"amendments": [{"rule": "Ann", "text": long}]})
    assert amended == {"amendments": [{"rule": "Ann", "text": fresh[:500]}]}


def test_keys_and_cards_keep_a_name() -> None:
    assert REMOVER.from_words({"Ann": ["Ann won", {"x": "Annette"}], "n": 5}, 9) == {
        "Ann": ["Somebody ", {"x": "Annette"}], "n": 5,
    }  # fmt: skip
    cards, values = {"tricks": [[{"player": "@1", "card": "Ann"}]]}, {"adjust": [{"reason": "Ann"}], "note": "Ann"}
    assert REMOVER.from_later_rounds([cards, {**cards, "data": values}]) == [
        cards, {**cards, "data": {"adjust": [{"reason": "Somebody 1"}], "note": "Ann"}},
    ]  # fmt: skip
    assert (REMOVER.from_later_rounds(None), REMOVER.from_entry(None)) == (None, None)


def test_a_game_does_not_lose_the_name_that_a_player_has_too(own_app: Flask) -> None:
    club = Club()
    Table(club.scorer, "rage", ("Rage", "Bob"))
    erase_name(club.organiser, player_called("Rage"))
    assert rows("select title from play") == [("Rage",)]


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_only_organisers_may_remove_a_name(own_app: Flask, role: str) -> None:
    club, table = full_club()
    with pytest.raises(PermissionError):
        erase_name(getattr(club, role), table.state.seats[0].player_id)
    assert rows("select * from erasure") == []
    assert table.state.setup.players == NAMES
    assert erase_name(club.organiser, 99_999) is None
