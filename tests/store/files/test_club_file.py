"""The file of a club: complete, without anything that gives access, and identical after an import."""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, text

from companion.core.money.stakes import KITTY, Stake
from companion.exports.open_upload import UnreadableFileError
from companion.games import SLUGS, game_of
from companion.store.access import members
from companion.store.access.erasing import erase_name
from companion.store.access.roles import Member
from companion.store.database.base import db
from companion.store.database.models import Club as ClubRow
from companion.store.database.models import Player
from companion.store.files.club_file import FORMAT, SECTIONS
from companion.store.files.exporting import export_club, fingerprint
from companion.store.files.importing import check_file, import_club
from companion.store.house import house_rules
from companion.store.log.write_results import Written
from companion.store.money import kitty, money_log, payments
from companion.store.money import settings as settings_module
from companion.store.money.play_stakes import stake_to_log
from companion.store.nights import move_plays, night_sharing, night_state
from companion.store.nights.night_state import night_of_play
from companion.store.people import edit_people
from companion.store.plays import commands, objections, play_lists, seating, starting
from companion.store.plays.coming import drafts, round_cards
from companion.store.plays.edits import change_log
from companion.store.plays.edits.play_results import PlayWritten
from companion.store.plays.edits.projection import rebuild_play, rebuild_plays
from companion.store.plays.play_state import PlayState
from companion.store.plays.seating import SeatCorrection
from companion.store.rulings import read_rulings
from tests.laws import drawn
from tests.laws.strategies import few
from tests.store.access.test_erasing import full_club
from tests.store.money.test_money import EUR
from tests.store.nights.test_nights import EIGHT, ended, hours, night_of, tell, told
from tests.store.tables import FOUR, Club, Table, client_id, done, rows, tricks

TABLES = (
    "club", "device", "membership", "player", "event", "night", "play", "part", "draft",
)  # fmt: skip


def exported(club: int) -> bytes:
    file = io.BytesIO()
    export_club(club, file)
    return file.getvalue()


def number_of(key: str) -> int:
    db.session.rollback()
    return db.session.execute(select(ClubRow.id).where(ClubRow.key == key)).scalar_one()


def brought_in(content: bytes, device: int | None = None) -> int:
    return number_of(import_club(check_file(io.BytesIO(content)), device))


def everything() -> dict[str, int]:
    """Return how many rows there are of each kind."""
    db.session.rollback()
    return {table: rows(f"select count(*) from {table}")[0][0] for table in TABLES}


def refused(content: bytes, most: int = 64 << 20) -> str:
    """Return the sentence with which a file is refused; nothing may have been written."""
    before = everything()
    with pytest.raises(UnreadableFileError) as fault:
        import_club(check_file(io.BytesIO(content), most), None)
    assert everything() == before
    sentence = str(fault.value)
    assert sentence.endswith(".")
    return sentence


SAID: tuple[dict[str, Any], ...] = (
    {"remark": "@1 was late"}, {"counts": False}, {"remark.1": "Oh!"}, {"stake": {}}, {"discarded": None},
    {"played_at": "2024-05-04T18:00:00+00:00"},
)  # fmt: skip


class Anyhow:
    """A play in which anything can happen, at random."""

    def __init__(self, member: Member, slug: str, dice: Random) -> None:
        self.member, self.dice, self.game = member, dice, game_of(slug)
        wish, _, _ = drawn.agreed(self.game, dice)
        started = starting.start_play(
            member, slug=slug, players=wish["players"], dealer=wish.get("dealer"), options=wish.get("options") or {},
            sides=wish.get("sides"), client_id=client_id(), stake={"kind": "fixed", "amount": 50, "currency": "EUR"},
        )  # fmt: skip
        assert isinstance(started, PlayState), started
        self.state = started

    def step(self) -> None:
        """Make one change, if it is possible."""
        act = self.dice.choice(
            ("round",) * 6
            + ("undo", "redo", "correct", "remove", "end", "reopen", "tell", "contest", "dismiss", "seat", "take")
        )
        outcome = getattr(self, act)({"base": self.state.revision, "client_id": client_id()})
        if isinstance(outcome, PlayWritten):
            self.state = outcome.state

    def round(self, wish: dict[str, Any]) -> object:
        if self.state.over or self.state.sheet.refusal is not None:
            return None
        if self.dice.random() < 0.2:
            found = [{"player": self.state.setup.names[0], "points": -1, "reason": "He said @2"}]
            return commands.add_findings(self.member, self.state, rows=found, **wish)
        entry = drawn.believable(self.game, self.state.sheet.table, self.dice)
        return commands.save_round(self.member, self.state, slot=None, entry=entry, **wish)

    def correct(self, wish: dict[str, Any]) -> object:
        sheet = self.state.sheet
        if not sheet.rounds:
            return None
        place = self.dice.randrange(len(sheet.rounds))
        table = sheet.rounds[place - 1].table if place else sheet.opening
        entry, slot = drawn.believable(self.game, table, self.dice), self.state.slots[place].slot
        return commands.save_round(self.member, self.state, slot=slot, entry=entry, by_today=True, **wish)

    def remove(self, wish: dict[str, Any]) -> object:
        slots = self.state.slots
        return slots and commands.remove_round(self.member, self.state, slot=self.dice.choice(slots).slot, **wish)

    def undo(self, wish: dict[str, Any]) -> object:
        return commands.undo(self.member, self.state, **wish)

    def redo(self, wish: dict[str, Any]) -> object:
        return commands.redo(self.member, self.state, **wish)

    def end(self, wish: dict[str, Any]) -> object:
        return commands.end_play(self.member, self.state, **wish)

    def reopen(self, wish: dict[str, Any]) -> object:
        return commands.reopen(self.member, self.state, **wish)

    def tell(self, wish: dict[str, Any]) -> object:
        return commands.edit_details(self.member, self.state, about=self.dice.choice(SAID), **wish)

    def contest(self, wish: dict[str, Any]) -> object:
        slots = self.state.slots
        said = self.dice.choice(["@1", "Wrong."])
        return slots and objections.raise_objection(
            self.member, self.state, slot=self.dice.choice(slots).slot, words=said, **wish
        )

    def dismiss(self, wish: dict[str, Any]) -> object:
        found = self.state.objections
        return found and objections.dismiss_objection(
            self.member, self.state, objection=self.dice.choice(found).revision, **wish
        )

    def seat(self, wish: dict[str, Any]) -> object:
        name = f"Late {self.dice.randrange(99)}"
        return seating.add_player(self.member, self.state, name=name, **wish)

    def take(self, wish: dict[str, Any]) -> object:
        state, dice = self.state, self.dice
        who = {"player": dice.choice(state.setup.players), "name": dice.choice(drawn.NAMES)}
        slot = dice.choice([None, None, *(one.slot for one in state.slots)])
        return seating.take_seat(self.member, state, slot=slot, **who, **wish)


def played_anyhow(member: Member, slug: str, dice: Random, steps: int) -> PlayState:
    """Return a play of so many random changes."""
    play = Anyhow(member, slug, dice)
    for _ in range(steps):
        play.step()
    return play.state


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
        found = commands.load_play(number_of(key), table.key)
        assert found is not None
        assert dict(found.totals) == dict(state.totals)
        assert [change.label for change in change_log.changes(found)] != []
        assert exported(number_of(key)) == content


@settings(max_examples=few(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.lists(st.sampled_from(SLUGS), min_size=1, max_size=3))
def test_random_plays_survive_export_and_import(app: Flask, seed: int, slugs: list[str]) -> None:
    dice, club = Random(seed), Club()
    states = [played_anyhow(club.scorer, slug, dice, 14) for slug in slugs]
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    for before, key in zip(
        states, rows("select id from play where club_id = :club order by id", club=again), strict=True
    ):
        assert not rebuild_play(key[0])
        found = commands.load_play(again, rows("select key from play where id = :id", id=key[0])[0][0])
        assert found is not None
        assert (found.totals, found.over, found.winners) == (before.totals, before.over, before.winners)
        assert (found.undoable, found.redoable) == (before.undoable, before.redoable)


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
        seating.correct_seats(
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


def test_the_file_contains_nothing_that_gives_access(app: Flask) -> None:
    club, _ = full_club()
    content = exported(club.organiser.club_id).decode()
    secrets = [
        club.token,
        club.key,
        *members.join_codes(club.organiser).values(),
        members.recovery_token(club.organiser),
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
    play = commands.load_play(again, rows("select key from play where club_id = :club", club=again)[0][0])
    assert play is not None
    assert [change.who for change in change_log.changes(play)] == before
    assert rows("select count(*) from membership where club_id = :club and revoked_at is null", club=again)[0][0] == 0
    key = rows("select key from club where id = :id", id=again)[0][0]
    assert members.member(club.token, key) is None


def test_the_phone_that_imports_is_the_organiser(app: Flask) -> None:
    club, _ = full_club()
    device, token = members.add_device("Another phone")
    key = import_club(check_file(io.BytesIO(exported(club.organiser.club_id))), device)
    found = members.member(token, key)
    assert found is not None
    assert found.is_organiser
    assert members.join_codes(found)["scorer"] not in members.join_codes(club.organiser).values()
    done(commands.end_play(found, _first(found.club_id), base=_first(found.club_id).revision, client_id="x"))


def _first(club: int) -> PlayState:
    db.session.rollback()
    found = commands.load_play(club, rows("select key from play where club_id = :club order by id", club=club)[0][0])
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


def evenings(club: Club) -> tuple[Table, Table]:
    """Return two nights with all their details, payments, and changes of people's names."""
    member, organiser = club.scorer, club.organiser
    settings_module.set_money_settings(organiser, EUR, asks_stake=True)
    first, second, third = (
        ended(club, EIGHT + hours(far), players=names)
        for far, names in ((0, ("Ann", "Bob", "Cyd")), (1, ("Ann", "Bob", "Dee")), (48, ("Eve", "Fay", "Gus")))
    )
    for table in (first, second):
        wish = {"base": table.state.revision, "client_id": client_id()}
        about = {"stake": stake_to_log(Stake("fixed", 100), EUR)}
        done(commands.edit_details(member, table.state, about=about, **wish))
    there, goal = night_of(first), night_of(third)
    there = told(tell(member, there, name="Ours, at last", place="Bob’s", notes="Rain.\n@1", present=["Zoe"]))
    night_sharing.share(member, there, client_id=client_id())
    told(move_plays.move(member, there, [second.key], goal, client_id=client_id()))
    told(move_plays.move(member, night_of(second), [second.key], None, client_id=client_id()))
    night = night_of_play(first.state)
    assert night is not None
    paid = payments.pay(member, night, payer="Bob", payee="Ann", amount=60, client_id=client_id())
    assert isinstance(paid, Written)
    assert isinstance(payments.take_back(member, paid.key, client_id()), Written)
    assert isinstance(payments.pay(member, night, payer="Cyd", payee=KITTY, amount=30, client_id=client_id()), Written)
    assert isinstance(payments.carry(member, night, client_id()), Written)
    given = {"into": True, "who": "Ann", "amount": 500, "reason": "", "client_id": client_id()}
    assert isinstance(kitty.move_kitty(member, **given), Written)
    people = {row[1]: row[0] for row in rows("select id, name from player where club_id = :c", c=member.club_id)}
    for person, into in (("Fay", "Bob"), ("Bob", "Dee")):
        found = edit_people.merge(member, people[person], people[into], client_id())
        assert isinstance(found, Written) or person == "Bob", found
    assert isinstance(edit_people.undo_merge(member, people["Fay"], client_id()), Written)
    assert isinstance(edit_people.merge(member, people["Gus"], people["Cyd"], client_id()), Written)
    assert isinstance(edit_people.rename(member, people["Eve"], "Evelyn", client_id()), Written)
    assert isinstance(edit_people.set_listed(member, people["Zoe"], False, client_id()), Written)
    return first, second


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


def test_a_change_of_the_club_changes_the_fingerprint(app: Flask) -> None:
    club, table = full_club()
    before = fingerprint(club.organiser.club_id)
    assert fingerprint(club.organiser.club_id) == before
    done(table.end())
    db.session.rollback()
    assert fingerprint(club.organiser.club_id) != before


# What is refused.


@pytest.fixture
def content(app: Flask) -> bytes:
    """Return a club with rows of every kind."""
    club, _ = full_club()
    return exported(club.organiser.club_id)


def test_a_truncated_file_is_refused(content: bytes) -> None:
    before = everything()
    for end in sorted({*range(0, len(content) - 2, 211), *range(len(content) - 40, len(content) - 2)}):
        with pytest.raises(UnreadableFileError):
            check_file(io.BytesIO(content[:end]))
    assert "incomplete" in refused(content[: len(content) // 2])
    assert everything() == before


def test_a_reformatted_file_is_accepted(app: Flask, content: bytes) -> None:
    for other in (json.dumps(json.loads(content)), json.dumps(json.loads(content), indent=2, ensure_ascii=False)):
        assert exported(brought_in(other.encode())) == content
    with_mark = b"\xef\xbb\xbf" + json.dumps(json.loads(content)).encode()
    assert exported(brought_in(with_mark)) == content


def packed(**files: bytes) -> bytes:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as made:
        for name, inside in files.items():
            made.writestr(name.replace("_", "."), inside)
    return box.getvalue()


def test_a_zip_with_a_file_is_accepted(content: bytes) -> None:
    assert exported(brought_in(packed(club_json=content))) == content


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (b"", "not a club exported by Companion"),
        (b"hello", "not a club exported by Companion"),
        (b"\x00\xff" * 99, "not a club exported by Companion"),
        (b"[]", "not a club exported by Companion"),
        (b'{"games":[],"players":[],"plays":[]}', "a file of BG Stats: import it inside a club"),
        (b'{"format":"other","version":1}', "but another file"),
        (b'{"format":"companion-club","version":3,\n"club":{}}', "newer version"),
        (b'{"format":"companion-club","version":99}', "newer version"),
        (b'{"format":"companion-club","version":"1"}', "does not say its version"),
        (b'{"format":"companion-club","version":1,\n', "incomplete"),
        (b'{"format":"companion-club","version":2,\n', "incomplete"),
        (b'{"format":"companion-club","version":1}', "its parts are not those"),
        (b'{"format":"companion-club","version":2}', "its parts are not those"),
        (b'{"format":"companion-club","version":1,"x":' + b"[" * 99 + b"]" * 99 + b"}", "lie in each other"),
        (packed(a_txt=b""), "There is no such file in the zip"),
        (b"PK\x03\x04zzz", "damaged"),
    ],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused(app: Flask, bad: bytes, sentence: str) -> None:
    assert sentence in refused(bad)


def test_a_zip_bomb_is_refused(app: Flask) -> None:
    assert "larger than 64 MB" in refused(packed(bomb_json=b" " * (80 << 20)))


def test_a_file_above_the_limit_is_refused_without_reading_it_whole(app: Flask, content: bytes) -> None:
    assert "larger than 1 MB" in refused(
        content.replace(b'"phones":[', b'"phones":[' + b'\n{"label":"x"},' * 99_999), 1 << 20
    )
    assert "not a club exported by Companion" in refused(b"x" * (40 << 20))
    assert "The file has a line that is far too long." in refused(
        b'{"format":"companion-club","version":1,\n"club":' + b" " * (20 << 20)
    )


OLD = Path(__file__).parents[1] / "old"


def of_version_1() -> bytes:
    """Return a file of version 1, of a club with rows of every kind."""
    return (OLD / "club-1.json").read_bytes()


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


def event(told: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the first event of a kind."""
    found: dict[str, Any] = next(one for one in told["events"] if one["kind"] == kind)
    return found


def last(told: dict[str, Any]) -> dict[str, Any]:
    """Return the place of an event after all others."""
    return {"seq": len(told["events"]) + 1}


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
    "a draft of no game": lambda told: told["drafts"][0].update(play=9),
    "options of no game": lambda told: told["plays"][0]["options"].update(target=["x"]),
    "house rules without options": lambda told: event(told, "proposed")["data"]["options"].update(first_hand="x"),
    "house rules agreed twice": lambda told: told["events"].append(
        {**event(told, "agreed"), **last(told), "client_id": "a"}
    ),
    "nothing is agreed to": lambda told: event(told, "agreed").update(about=1),
    "a ruling about no play": lambda told: event(told, "recorded")["data"].update(play_id=9),
    "a ruling about no round": lambda told: event(told, "recorded")["data"].update(slot=99),
    "somebody who is themselves": lambda told: told["people"][0].update(merged_into=1),
    "a name twice": lambda told: told["people"][0].update(name=told["people"][1]["name"].upper()),
    "a renamed one takes a name": lambda told: told["events"].append(
        {**last(told), "subject": "player", "about": 1, "kind": "named", "data": {"from": "Ann", "to": "text"},
         "at": "2026-05-04T20:00:00Z", "client_id": "a"}
    ),
    "a payment of nobody": lambda told: told["events"].append(
        {**last(told), "subject": "money", "about": 1, "kind": "paid", "data": {"from": 99, "to": "kitty", "amount": 5},
         "at": "2026-05-04T20:00:00Z", "client_id": "pay"}
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_refused(content: bytes, change: Callable[[dict[str, Any]], object]) -> None:
    assert "damaged" in refused(spoiled(content, change))


@pytest.mark.parametrize("change", DAMAGES_1.values(), ids=DAMAGES_1)
def test_a_damaged_file_of_version_1_is_refused(app: Flask, change: Callable[[dict[str, Any]], object]) -> None:
    assert "damaged" in refused(spoiled(of_version_1(), change))


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["plays"][0].update(rules_version=99),
        lambda told: event(told, "round")["data"].update(rules_version=99),
        lambda told: event(told, "proposed")["data"].update(rules_version=99),
        lambda told: told["plays"][0].update(game="whist"),
    ],
)
def test_a_game_of_newer_rules_is_refused_as_newer(content: bytes, change: Callable[[dict[str, Any]], object]) -> None:
    assert "Update it first" in refused(spoiled(content, change))


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["plays"][0].update(rules_version=99),
        lambda told: edit(told, "round").update(rules_version=99),
        lambda told: told["plays"][0].update(game="whist"),
    ],
)
def test_newer_rules_in_a_file_of_version_1_are_refused_as_newer(
    app: Flask, change: Callable[[dict[str, Any]], object]
) -> None:
    assert "Update it first" in refused(spoiled(of_version_1(), change))


def test_a_file_of_version_1_is_imported(own_app: Flask) -> None:
    """Its content stays: winners, payments and those taken back, people, rulings."""
    content = (OLD / "club-1-evenings.json").read_bytes()
    told, club = json.loads(content), brought_in(content)
    assert night_state.rebuild_nights() == rebuild_plays() == edit_people.rebuild_people() == 0
    again = json.loads(exported(club))
    assert again["version"] == 2
    assert exported(brought_in(exported(club))) == exported(club)
    for section in ("phones", "people"):
        assert len(again[section]) == len(told[section])
    for now, then in zip(again["people"], told["people"], strict=True):
        assert (now["name"], now["hidden"], now.get("merged_into")) == (
            then["name"], then["hidden"], then.get("merged_into")
        )  # fmt: skip
    names = rows("select name, place, notes from night where club_id = :c order by id", c=club)
    assert names == [(one["name"], one["place"], one["notes"]) for one in told["nights"]]
    edits = [(one["about"], one["kind"]) for one in again["events"] if one["subject"] == "play"]
    assert edits == [(play, one["kind"]) for play, row in enumerate(told["plays"], 1) for one in row["edits"]]
    money = [one["kind"] for one in again["events"] if one["subject"] in ("money", "night")]
    assert money == [one["kind"] for one in told["night_steps"]]
    [ruled] = read_rulings.find_rulings(club)
    assert (ruled.question, ruled.state, ruled.reason) == ("Did Ann renege?", "withdrawn", "Ann did not.")
    [version] = house_rules.all_versions(club)
    assert (version.state, version.agreed_by) == ("in force", ("Ann", "text"))


def test_outcomes_in_a_file_of_version_1_stay(own_app: Flask) -> None:
    content = (OLD / "club-1-demo.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as box:
        told = json.loads(box.read("club.json"))
    club = brought_in(content)
    assert rebuild_plays() == 0
    assert len({one["game"] for one in told["plays"]}) >= 30
    ends = [one["edits"][-1].get("outcome") for one in told["plays"]]
    keys = rows("select key, rounds from play where club_id = :c order by id", c=club)
    for play, end, (key, rounds) in zip(told["plays"], ends, keys, strict=True):
        state = commands.load_play(club, key)
        assert state is not None
        assert rounds == len({one["slot"] for one in play["edits"] if one.get("entry")})
        assert state.over == (end is not None)
        assert end is None or list(state.totals.values()) == list(end["totals"].values())


ODD: tuple[Any, ...] = (
    None, True, False, "", "x", "@1", "@99", "@@1", -1, 0, 1, 2, 99, 10**40, [], {}, [[]], {"a": 1}, "2026-05-04", "\0",
    "2026-05-04T20:00:00+00:00", "kitty", "undo", "=1",
)  # fmt: skip


@settings(max_examples=few(250), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_any_changed_file_is_refused_or_becomes_a_working_club(fuzzed: tuple[Flask, bytes], seed: int) -> None:
    """If it is accepted, everything is there, and every play can be folded."""
    app, content = fuzzed
    told = json.loads(content)
    spoil(told, Random(seed))
    with app.app_context():
        found = taken(told)
        if found is not None:
            for section in ("people", "nights", "plays", "events"):
                assert len(found[section]) == len(told[section])


@settings(max_examples=few(250), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_any_changed_file_of_version_1_is_refused_or_becomes_a_working_club(shared_app: Flask, seed: int) -> None:
    told = json.loads((OLD / "club-1-evenings.json").read_bytes())
    spoil(told, Random(seed))
    with shared_app.app_context():
        found = taken(told)
        if found is not None:
            for section in ("people", "nights", "plays"):
                assert len(found[section]) == len(told[section])
            subjects = Counter(one["subject"] for one in found["events"])
            assert subjects["night"] + subjects["money"] == len(told["night_steps"])
            assert subjects["player"] == len(told["person_steps"])
            kinds = Counter(one["kind"] for one in found["events"])
            assert (kinds["proposed"], kinds["recorded"]) == (len(told["house_rules"]), len(told["rulings"]))
            of_plays = [one["about"] for one in found["events"] if one["subject"] == "play"]
            assert of_plays == [place for place, one in enumerate(told["plays"], 1) for _ in one["edits"]]


def taken(told: dict[str, Any]) -> dict[str, Any] | None:
    """Return the file of the club that an import makes; None: it is refused."""
    refused = ""
    try:
        again = brought_in(json.dumps(told).encode())
    except UnreadableFileError as fault:
        refused = str(fault)
    if refused:
        assert refused.endswith("."), refused
        return None
    found = exported(again)
    assert exported(brought_in(found)) == found
    for (number,) in rows("select id from play where club_id = :club", club=again):
        assert not rebuild_play(number)
    file: dict[str, Any] = json.loads(found)
    return file


@pytest.fixture(scope="module")
def fuzzed(shared_app: Flask) -> tuple[Flask, bytes]:
    with shared_app.app_context():
        club, _ = full_club()
        evenings(club)
        return shared_app, exported(club.organiser.club_id)


def spoil(told: Any, dice: Random) -> None:
    """Put something odd somewhere into it."""
    while True:
        keys = list(told) if isinstance(told, dict) else list(range(len(told)))
        if not keys:
            return
        key = dice.choice(keys)
        if isinstance(told[key], dict | list) and told[key] and dice.random() < 0.93:
            told = told[key]
            continue
        if dice.random() < 0.2:
            del told[key]
        else:
            told[key] = deepcopy(dice.choice(ODD))
        return
