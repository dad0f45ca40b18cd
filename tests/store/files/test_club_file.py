"""The file of a club: complete, without anything that gives access, and identical after an import."""

import io
import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, text

from companion.exports.open_upload import UnreadableFileError
from companion.store.access import invitations, members
from companion.store.database.base import db
from companion.store.database.models import Player
from companion.store.database.runtime import runtime
from companion.store.erasing.erase_name import erase_name
from companion.store.files import exporting
from companion.store.files.club_file import FORMAT, SECTIONS
from companion.store.files.exporting import fingerprint
from companion.store.files.importing import check_file, import_club
from companion.store.files.numbering import renumber
from companion.store.money import kitty, money_log
from companion.store.nights import night_state
from companion.store.nights.night_state import night_of_play
from companion.store.people import find_or_add
from companion.store.plays import change_seats, play_lists
from companion.store.plays.change_seats import SeatCorrection
from companion.store.plays.coming_round import drafts, round_cards
from companion.store.plays.edits import change_log, commands
from companion.store.plays.play_state import PlayState, load_play
from companion.store.rulings import write_rulings
from tests.store.club.full_club import NAMES, full_club
from tests.store.files.club_files import brought_in, evenings, event, exported, number_of
from tests.store.tables import FOUR, SCRATCH, Club, Table, client_id, done, rows, tricks


def test_an_imported_club_exports_the_same_file(app: Flask) -> None:
    club, _ = full_club()
    content = exported(club.organiser.club_id)
    told = json.loads(content)
    assert (told["format"], told["version"]) == (FORMAT, 2)
    assert all(told[section] for section in SECTIONS), told.keys()
    again = brought_in(content)
    assert again != club.organiser.club_id
    assert exported(again) == content
    assert exported(brought_in(exported(again))) == content


def test_an_imported_club_exports_the_same_file_in_a_new_installation(
    app: Flask, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from tests.database import new_app

    club, table = full_club()
    content, state = exported(club.organiser.club_id), table.state
    with new_app(tmp_path_factory.mktemp("fresh")) as fresh, fresh.app_context():
        key = import_club(check_file(io.BytesIO(content)), None)
        found = load_play(number_of(key), table.key)
        assert found is not None
        assert dict(found.totals) == dict(state.totals)
        assert [change.label for change in change_log.changes(found)] != []
        assert exported(number_of(key)) == content


def test_corrected_seats_sides_and_totals_survive(app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "samba", ("Ann", "Bob", "Cyd", "Dee"))
    sitting = [
        SeatCorrection("Eve", "Ann"),
        SeatCorrection("Bob", "Bob"),
        SeatCorrection("Ann", "Cyd"),
        SeatCorrection("Dee", "Dee"),
    ]
    done(
        change_seats.correct_seats(
            club.scorer, table.state, base=1, corrections=sitting, dealer="Bob", options={}, client_id="a"
        )
    )
    done(commands.enter_totals(
        club.scorer, table.state, base=2, totals=dict.fromkeys(table.state.setup.names, 500), client_id="b"
    ))  # fmt: skip
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    assert play_lists.recent_plays(again, 1)[0].players == ("Eve", "Bob", "Ann", "Dee")


def test_a_game_that_counts_double_survives(app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "cribbage", ("Ann", "Bob"))
    table.write({"board": {"Ann": 121, "Bob": 88}})
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    assert rows("select games from play where club_id = :club", club=again) == [(2,)]
    told = json.loads(content)
    outcome = event(told, "round")["data"]["outcome"]
    for weights in ({"@2": 3}, {"@2": 9}, {"@9": 2}):
        outcome["weights"] = weights
        with pytest.raises(UnreadableFileError):
            brought_in(json.dumps(told).encode())
    del outcome["weights"]  # as in versions without them
    older = brought_in(json.dumps(told).encode())
    assert rows("select games from play where club_id = :club", club=older) == [(1,)]


def test_the_bidding_of_a_round_survives_and_impossible_calls_are_refused(app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "euchre", FOUR)
    calls = ["turned-h", "pass", "order"]
    data = {"players": list(FOUR), "leader": "Bob", "tricks": [], "calls": calls, "trump": "h"}
    put = {"slot": 1, "mark": 0, "data": data, "client_id": client_id(), "on_sheet": True}
    assert isinstance(round_cards.save_cards(table.member, table.state, **put), round_cards.RoundCards)
    table.write({"maker": "Cyd", "tricks": 3})
    kept = round_cards.cards_of_round(table.state, 1)
    assert kept is not None
    assert (kept["calls"], kept["trump"]) == (calls, "h")
    content = exported(club.organiser.club_id)
    assert exported(brought_in(content)) == content
    told = json.loads(content)
    event(told, "round")["data"]["cards"]["calls"] = ["turned-h", "hold"]
    with pytest.raises(UnreadableFileError):
        brought_in(json.dumps(told).encode())


def test_a_draft_survives_a_change_of_seats(app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "raise-the-stakes", ("Ann", "Bob", "Cyd"))
    late = done(table.seat("Dee")).state
    assert drafts.patch_draft(club.scorer, late, slot=late.next_slot, patch={"absent": ["Cyd", "Dee"]})
    done(table.undo())
    content = exported(club.organiser.club_id)
    assert json.loads(content)["drafts"][0]["data"] == {"absent": ["@3", "@4"]}
    assert exported(brought_in(content)) == content


def test_an_imported_draft_has_a_mark_only_if_it_has_cards(app: Flask) -> None:
    club, _ = full_club()
    table = Table(club.scorer)
    drafts.patch_draft(club.scorer, table.state, slot=1, patch={"folded": ["Bob"]})
    again = brought_in(exported(club.scorer.club_id))
    asked = (
        "select cards_mark, cards_tap, sealed, locked from draft join play on play.id = play_id where club_id = :club"
        " order by play_id"
    )
    assert rows(asked, club=again) == [(1, None, None, False), (0, None, None, False)]


def test_the_file_contains_nothing_that_gives_access(app: Flask) -> None:
    club, _ = full_club()
    content = exported(club.organiser.club_id).decode()
    secrets = [
        club.token,
        club.key,
        *invitations.join_codes(club.organiser).values(),
        invitations.recovery_token(club.organiser),
    ]
    secrets += [row[0] for row in rows("select token_hash from device")]
    hashes = rows("select scorer_code_hash, viewer_code_hash, recovery_hash from club")
    for secret in (*secrets, *(one for row in hashes for one in row)):
        assert secret not in content
    assert "hash" not in content


def test_authors_of_changes_survive_without_access(app: Flask) -> None:
    club, table = full_club()
    before = [change.who for change in change_log.changes(table.state)]
    again = brought_in(exported(club.organiser.club_id))
    play = load_play(again, rows("select key from play where club_id = :club", club=again)[0][0])
    assert play is not None
    assert [change.who for change in change_log.changes(play)] == before
    assert rows("select count(*) from membership where club_id = :club and revoked_at is null", club=again)[0][0] == 0
    key = rows("select key from club where id = :id", id=again)[0][0]
    assert members.member(club.token, key) is None


def test_each_event_in_the_file_has_the_phone_that_wrote_it(app: Flask) -> None:
    club = Club()
    codes = invitations.join_codes(club.organiser)
    first, second = (club.admit(codes["scorer"], f"{name}'s phone") for name in ("Bob", "Ann"))
    table = Table(second)
    table.write(SCRATCH)
    table.member = first
    table.write(SCRATCH)
    told = json.loads(exported(club.scorer.club_id))
    assert [phone["label"] for phone in told["phones"]] == ["Bob's phone", "Ann's phone"], "in the order of joining"
    assert [(one["kind"], one["phone"]) for one in told["events"] if one["subject"] == "play"] == [
        ("start", 2), ("round", 2), ("round", 1),
    ]  # fmt: skip


def test_the_phone_that_imports_is_the_organiser(app: Flask) -> None:
    club, _ = full_club()
    device, token = members.add_device("Another phone")
    key = import_club(check_file(io.BytesIO(exported(club.organiser.club_id))), device)
    found = members.member(token, key)
    assert found is not None
    assert found.is_organiser
    assert invitations.join_codes(found)["scorer"] not in invitations.join_codes(club.organiser).values()
    assert [name for (name,) in rows("select name from player where club_id = :id order by id", id=found.club_id)] == [
        *NAMES
    ]
    done(commands.end_play(found, _first(found.club_id), base=_first(found.club_id).revision, client_id="x"))


def _first(club: int) -> PlayState:
    db.session.rollback()
    found = load_play(club, rows("select key from play where club_id = :club order by id", club=club)[0][0])
    assert found is not None
    return found


def test_a_text_that_looks_like_a_reference_stays_a_text(app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, players=("@1", "@2", "@side-0"))
    reason = "@1"
    adjust = [{"player": "@2", "points": -1, "reason": reason}]
    table.write(tricks(3, 2, 0, names=("@1", "@2", "@side-0"), adjust=adjust))
    again = brought_in(exported(club.organiser.club_id))
    found = _first(again)
    assert dict(found.totals) == table.totals
    assert found.slots[0].entry["adjust"][0]["reason"] == "@1"
    assert exported(again) == exported(club.organiser.club_id)


def test_a_removed_name_is_in_no_file(app: Flask) -> None:
    club, _ = full_club()
    player = db.session.scalar(select(Player.id).where(Player.club_id == club.organiser.club_id, Player.name == "Ann"))
    assert player is not None
    erase_name(club.organiser, player)
    content = exported(club.organiser.club_id)
    assert "Ann deals" not in content.decode()
    assert exported(brought_in(content)) == content


def test_merged_and_hidden_people_survive(app: Flask) -> None:
    club = Club()
    Table(club.scorer, players=("Ann", "Bob"))
    Table(club.scorer, players=("Anna", "Cyd"))
    ann, _, anna, cyd = (
        row[0] for row in rows("select id from player where club_id = :c order by id", c=club.organiser.club_id)
    )
    db.session.execute(text("update player set merged_into_id = :b where id = :a"), {"a": ann, "b": anna})
    db.session.execute(text("update player set is_hidden = true where id = :a"), {"a": cyd})
    db.session.commit()
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    found = rows("select id, merged_into_id, is_hidden from player where club_id = :c order by id", c=again)
    assert found[0][1] == found[2][0]
    assert bool(found[3][2])


def test_nights_money_and_people_survive(own_app: Flask) -> None:
    club = Club()
    evenings(club)
    content = exported(club.organiser.club_id)
    file = json.loads(content)
    kinds = {"told", "paid", "carried", "kitty", "back"}
    assert {one["kind"] for one in file["events"] if one["subject"] in ("night", "money")} == kinds
    assert {one["kind"] for one in file["events"] if one["subject"] == "player"} == {
        "merged",
        "parted",
        "named",
        "hidden",
    }
    assert '"shared":""' in content.decode()
    again = brought_in(content)
    assert exported(again) == content
    nights = [row[0] for row in rows("select id from night where club_id = :c order by id", c=again)]
    assert [night_state.night_of(number).details.name for number in nights] == ["Ours, at last", "", ""]
    before = kitty.kitty_of(club.organiser.club_id)
    after = kitty.kitty_of(again)
    assert dict(after.holds) == dict(before.holds)
    assert [(step.transfer, step.reason, step.by) for step in after.steps] == [
        (step.transfer, step.reason, step.by) for step in before.steps
    ]
    theirs = night_of_play(_first(club.organiser.club_id))
    ours = night_of_play(_first(again))
    assert theirs is not None
    assert ours is not None
    one, other = money_log.money_of_night(club.organiser.club_id, theirs), money_log.money_of_night(again, ours)
    assert {code: dict(found.open_balances) for code, found in one.reckonings.items()} == {
        code: dict(found.open_balances) for code, found in other.reckonings.items()
    }
    assert night_state.rebuild_nights() == 0
    assert rows("select count(*) from night where club_id = :c and share_hash is not null", c=again) == [(0,)]


def test_a_play_without_a_night_is_imported(app: Flask) -> None:
    club = Club()
    Table(club.scorer)
    told = json.loads(exported(club.scorer.club_id))
    del told["events"][0]["data"]["about"]["night"]
    number = brought_in(json.dumps(told).encode())
    [(key,)] = rows("select key from play where club_id = :club", club=number)
    state = load_play(number, key)
    assert state
    assert night_of_play(state) is None


def test_a_thousand_people_and_phones_survive(app: Flask, content: bytes) -> None:
    told = json.loads(content)
    moment = told["club"]["created_at"]
    told["people"] += [{"name": f"Guest {n}", "created_at": moment, "hidden": False} for n in range(1000)]
    told["phones"] += [{"label": f"Phone {n}"} for n in range(1000)]
    told["people"][3]["merged_into"] = len(told["people"])
    told["events"][-1] |= {"phone": len(told["phones"]), "person": len(told["people"])}
    again = json.loads(exported(brought_in(json.dumps(told).encode())))
    assert again["people"] == told["people"]
    assert again["phones"][-1] == told["phones"][-1]
    assert len(again["phones"]) == len(told["phones"]) - 1000 + 1  # phones that wrote nothing are left out
    assert again["events"][-1]["person"] == len(told["people"])


def test_a_checked_file_is_summarised_before_its_import(app: Flask) -> None:
    club, table = full_club()
    seen: list[tuple[int, int]] = []
    content = exported(club.organiser.club_id)
    summary = check_file(io.BytesIO(content), progress=lambda done, total: seen.append((done, total))).summary
    day = str(table.state.played_at.date())
    assert summary == {
        "name": "", "people": [*NAMES], "plays": 1, "rounds": 1, "nights": 1, "payments": 0, "houses": 1, "rulings": 1,
        "days": [day],
    }  # fmt: skip
    assert seen == sorted(seen)
    assert {total for _, total in seen} == {len(content)}
    assert (seen[-1], seen[-2][0] <= len(content) // 2) == ((len(content), len(content)), True)
    evenings(club)
    for question in ("May she?", "May he?"):
        write_rulings.record(
            club.scorer, game="rage", question=question, decision="Yes.", agreed_by=["Ann"], client_id=client_id()
        )
    summary = check_file(io.BytesIO(exported(club.organiser.club_id))).summary
    assert (summary["houses"], summary["rulings"]) == (1, 3)
    assert (summary["plays"], summary["nights"], summary["payments"], len(summary["people"])) == (4, 4, 2, 10)
    assert summary["days"] == ["2026-11-12", day]


def test_progress_is_reported_in_batches_of_events(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "BATCH_ROWS", 4)
    club, _ = full_club()
    out, seen, back = io.BytesIO(), [], []
    exporting.export_club(club.organiser.club_id, out, lambda done, total: seen.append((done, total)))
    import_club(check_file(out), None, lambda done, total: back.append((done, total)))
    assert seen == back == [(4, 10), (8, 10)]


def test_the_key_of_an_import_has_no_number_in_a_file(app: Flask) -> None:
    assert [exporting.original_key(key) for key in ("abc", "abc~2", "abc~12")] == ["abc"] * 3
    club, table = full_club()
    content = exported(club.organiser.club_id)
    imports = [brought_in(content) for _ in range(2)]
    keys = [rows("select key from play where club_id = :id", id=number) for number in imports]
    assert keys == [[(f"{table.key}~2",)], [(f"{table.key}~3",)]]
    assert runtime().paths.marker.exists()


def test_a_change_of_the_club_changes_the_fingerprint(app: Flask) -> None:
    club, other = Club(), Club()
    found = [fingerprint(club.organiser.club_id)]

    def is_changed() -> bool:
        db.session.rollback()
        found.append(fingerprint(club.organiser.club_id))
        return found[-1] != found[-2]

    assert not is_changed()
    table = Table(club.scorer)
    assert is_changed()
    done(table.end())
    assert is_changed()
    find_or_add.find_or_add(club.scorer, "Zoe")
    assert is_changed()
    Table(other.scorer, players=("Ann", "Yan"))
    assert not is_changed()
    assert len({*found}) == 4, "never the same again"


def test_ids_anywhere_in_an_edit_get_new_numbers_and_texts_stay() -> None:
    numbers = {"people": {1: 11, 2: 12, 3: 0}, "nights": {5: 15}, "phones": {7: 17}, "plays": {9: 19}}

    def edit(ann: str, again: str, gone: str, bob: int, night: int, **columns: int) -> dict[str, Any]:
        """Return an edit of a play; ``again``: the second seat of Bob, ``gone``: the reference to a missing person."""
        details = {"options": {"version": 1, "values": {"partner": ann, "name": "@@1"}}, "dealer": again}
        seat = {"player_id": -bob, "from_slot": 2, "person_id": bob, "earlier": [{"person_id": bob, "before_slot": 1}]}
        data = {"about": {**details, "night": night, "remark": "@1"}, "entry": {"tricks": {ann: 3, gone: 2}}}
        return {"subject": "play", **columns, "data": {**data, "slot": 1, "seats": [seat]}}

    before = edit("@1", "@-2", "@3", 2, 5, subject_id=9, device_id=7, player_id=1)
    after = edit("@11", "@-12", "@@3", 12, 15, subject_id=19, device_id=17, player_id=11)
    assert renumber("events", before, numbers) == after
    unknown = edit("@4", "@-2", "@3", 2, 5, subject_id=9, device_id=7, player_id=1)
    with pytest.raises(KeyError, match="4"):
        renumber("events", unknown, numbers)
