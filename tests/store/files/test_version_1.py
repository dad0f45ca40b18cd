"""Files of version 1, with everything that they contain."""

import io
import json
import zipfile

from flask import Flask

from companion.store.house import house_rules
from companion.store.nights import night_state
from companion.store.people import edit_people
from companion.store.plays.edits.projection import rebuild_plays
from companion.store.plays.play_state import load_play
from companion.store.rulings import read_rulings
from tests.old_versions import OLD
from tests.store.files.club_files import brought_in, exported
from tests.store.tables import rows


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
        state = load_play(club, key)
        assert state is not None
        assert rounds == len({one["slot"] for one in play["edits"] if one.get("entry")})
        assert state.over == (end is not None)
        assert end is None or list(state.totals.values()) == list(end["totals"].values())
