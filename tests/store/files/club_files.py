"""Files of clubs: exported, imported, refused; and clubs with evenings to export."""

import io
import zipfile
from typing import Any

import pytest
from sqlalchemy import select

from companion.core.money.stakes import KITTY, Stake
from companion.exports.open_upload import UnreadableFileError
from companion.store.database.base import db
from companion.store.database.models import Club as ClubRow
from companion.store.files.exporting import export_club
from companion.store.files.importing import check_file, import_club
from companion.store.log.write_results import Written
from companion.store.money import kitty, payments
from companion.store.money import settings as settings_module
from companion.store.nights import move_plays, night_sharing
from companion.store.nights.night_state import night_of_play
from companion.store.people import edit_people
from companion.store.plays.edits import commands
from companion.store.plays.play_stakes import stake_to_log
from tests.old_versions import OLD
from tests.store.money.stakes import EUR
from tests.store.nights.evenings import EIGHT, ended, hours, night_of, tell, told
from tests.store.tables import Club, Table, client_id, done, rows

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
    night_sharing.set_shared(member, there, is_shared=True, client_id=client_id())
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


def packed(**files: bytes) -> bytes:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as made:
        for name, inside in files.items():
            made.writestr(name.replace("_", "."), inside)
    return box.getvalue()


def of_version_1() -> bytes:
    """Return a file of version 1, of a club with rows of every kind."""
    return (OLD / "club-1.json").read_bytes()


def event(told: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the first event of a kind."""
    found: dict[str, Any] = next(one for one in told["events"] if one["kind"] == kind)
    return found
