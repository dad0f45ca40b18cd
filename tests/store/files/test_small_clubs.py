"""Files of clubs with little in them: without plays, with house rules or rulings alone, or with one play."""

import io
import json
from datetime import timedelta
from typing import Any

from companion.store.access import devices, invitations, joining
from companion.store.files.importing import check_file
from companion.store.house import house_rules
from companion.store.plays.coming_round import drafts, secret_bids
from companion.store.rulings import read_rulings
from tests.store.files.club_files import brought_in, exported, refused
from tests.store.house.versions import agreed
from tests.store.rulings.test_rulings import record
from tests.store.tables import SCRATCH, THREE, Club, Table, client_id, done


def test_a_club_without_plays_is_imported(club: Club) -> None:
    content = exported(club.organiser.club_id)
    summary = check_file(io.BytesIO(content)).summary
    assert (summary["plays"], summary["people"], summary["days"]) == (0, [], [])
    assert exported(brought_in(content)) == content


def test_house_rules_that_were_agreed_and_then_withdrawn_are_imported(club: Club) -> None:
    version = agreed(club, holds_from=house_rules.today() + timedelta(days=5))
    house_rules.withdraw(club.organiser, version.key, "We think again.", agreed=True)
    again = brought_in(exported(club.organiser.club_id))
    assert [(one.state, one.reason) for one in house_rules.all_versions(again)] == [("withdrawn", "We think again.")]


def test_a_ruling_about_the_coming_round_is_imported(club: Club) -> None:
    fresh, table = Table(club.scorer), Table(club.scorer)
    table.write(SCRATCH)
    for one, number in ((fresh, 1), (table, 2)):
        record(club, play_key=one.key, round_number=number)
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    assert [one.round_number for one in read_rulings.find_rulings(again)] == [2, 1]
    for slot in (0, 3):
        told = json.loads(content)
        ruling = [one for one in told["events"] if one["kind"] == "recorded"][-1]
        ruling["data"]["slot"] = slot
        fault = f"The file is damaged: event {ruling['seq']}: its round does not exist."
        assert refused(json.dumps(told).encode()) == fault


def test_the_first_house_rules_of_two_games_are_imported(club: Club) -> None:
    agreed(club)
    wish: dict[str, Any] = {"options": {}, "amendments": [], "note": "New.", "source": "", "client_id": client_id()}
    house_rules.propose(club.organiser, game="rage", holds_from=house_rules.today(), **wish)
    again = brought_in(exported(club.organiser.club_id))
    assert sorted((one.game, one.number) for one in house_rules.all_versions(again)) == [
        ("rage", 1), ("raise-the-stakes", 1),
    ]  # fmt: skip


def test_a_phone_of_two_clubs_is_in_the_file_once_with_its_name_in_this_one(club: Club) -> None:
    other = Club()
    Table(club.scorer)
    joined = invitations.join_codes(other.organiser)["scorer"]
    assert joining.join_club(club.scorer.device_id, joined) == other.key
    devices.rename_phone(club.scorer, club.scorer.membership_id, "Bob's")
    told = json.loads(exported(club.scorer.club_id))
    assert [phone["label"] for phone in told["phones"]] == ["Bob's"]


def test_bids_that_are_still_secret_are_in_no_file(club: Club) -> None:
    table = Table(club.scorer, "rage")
    done(table.edit_details(secret=True))
    table.write({"bid": dict.fromkeys(THREE, 0), "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    state, bids = table.state, {"bid": {"Ann": 7}}
    wish: dict[str, Any] = {"bids": bids, "client_id": client_id(), "locks": lambda _: False}
    assert secret_bids.enter_secret_bids(club.scorer, state, slot=2, **wish)
    assert drafts.patch_draft(club.scorer, state, slot=2, patch={"tricks": {"Ann": 1}})
    for _ in range(2):
        content = exported(club.scorer.club_id)
        [draft] = json.loads(content)["drafts"]
        assert [b"sealed" in content, b"7" in json.dumps(draft.get("later", draft["data"])).encode()] == [False, False]
        assert exported(brought_in(content)) == content
        done(table.undo())
