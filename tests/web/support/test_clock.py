"""A clock that jumps back: everything is saved in its order, and every page and the club's file still work."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from companion.store.database.base import clock_at, db, now
from companion.store.files.exporting import export_club
from companion.store.files.importing import check_file
from tests.database import new_app
from tests.web.phones import Club

PAGES = ("", "/plays", "/people", "/money", "/more", "/devices")
PAGES_OF_PLAY = ("", "/changes", "/rounds/1", "/about", "/state?mark=0&since=0")


@pytest.mark.parametrize("jump", [timedelta(hours=1), timedelta(days=1)])
def test_a_clock_that_jumps_back_loses_nothing(app: Flask, tmp_path: Path, jump: timedelta) -> None:
    moment, club = now(), Club(app).gather()
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    table.write({"tricks": {"Ann": 5}})
    with clock_at(moment - jump):
        table.write({"tricks": {"Bob": 5}})
        assert table.post("/rounds/1/edit", table.inputs({"tricks": {"Cyd": 5}})).status_code == 303
        assert table.post("/undo").status_code == 303
        second = club.start("rage", ["Ann", "Bob"])
        assert second.post("/end").status_code in (303, 422)
        for path in [club.url + page for page in PAGES] + [table.url + page for page in PAGES_OF_PLAY]:
            assert club.organiser.get(path).status_code == 200, path
    winners = [[name for name, tricks in slot.entry["tricks"].items() if tricks] for slot in table.state.slots]
    assert winners == [["Ann"], ["Bob"]]
    file = BytesIO()
    with app.app_context():
        export_club(club.id, file)
        db.session.remove()
    with new_app(tmp_path / "other") as other, other.app_context():
        assert check_file(file).summary["rounds"] == 2
