"""The picture of a night."""

import re
from datetime import timedelta

import pytest

from companion.store.database.base import clock_at, db
from companion.store.nights.night_state import night_of_play
from companion.store.plays.play_details import DISCARDED
from companion.web.nights.pages import shown_night
from companion.web.nights.picture import picture_of_night, podium_steps
from tests.web.nights.evenings import EVENING, edit, ended, night_of, said, started
from tests.web.phones import Club


def test_a_night_has_a_picture_if_pictures_can_be_made(club: Club) -> None:
    pytest.importorskip("resvg_py")
    table = ended(club)
    answer = club.viewer.get(f"{night_of(table)}/picture.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.headers["Content-Disposition"] == f"inline; filename=night-{EVENING.date()}.png"
    assert answer.data.startswith(b"\x89PNG")
    assert "/picture.png" in club.viewer.get(f"{night_of(table)}/share").text
    assert f"{table.url}/picture.png" in club.viewer.get(night_of(table)).text
    said(table, **{DISCARDED: True})
    assert club.viewer.get(f"{night_of(table)}/picture.png").status_code == 404


def test_the_picture_of_a_night_has_a_podium_the_games_and_a_line_of_the_evening(club: Club) -> None:
    table = started(club, EVENING)
    with clock_at(EVENING + timedelta(hours=1)):
        for winner in ("Ann", "Ann", "Bob", "Bob", "Bob", "Cyd"):
            table.write({"tricks": {winner: 5}})
        table.post("/end")

    def drawn() -> str:
        with club.app.app_context():
            night = night_of_play(table.state)
            assert night is not None
            svg = picture_of_night(shown_night(night))
            db.session.remove()
        return svg

    svg = drawn()
    texts = re.findall(r"<text[^>]*>([^<]*)", svg)
    day = f"{EVENING:%a} {EVENING.day} {EVENING:%B} {EVENING.year}"
    how = "Raise the Stakes: In round 5 Bob went ahead of Ann, 9 to 6."
    assert texts == [day, "♠", "1 game", how, "1st", "1 win", "B", "Bob", "Raise the Stakes", "Bob wins"]
    assert 'class="glyph' in svg
    edit(club, night_of(table), {"name": "Ours", "place": "At Ann’s"})
    assert re.findall(r"<text[^>]*>([^<]*)", drawn())[:3] == ["Ours", "♠", f"{day}, At Ann’s, 1 game"]


def test_a_night_whose_only_game_has_just_begun_has_a_picture(club: Club) -> None:
    table = started(club, EVENING)
    assert club.viewer.get(f"{night_of(table)}/picture.png").status_code == 200


def test_equal_winners_share_a_step_of_the_podium() -> None:
    steps = podium_steps([("Ann", 3), ("Bob", 2), ("Cyd", 2), ("Dee", 1), ("Eve", 0)])
    assert [(one.place, [name for name, _, _ in one.people], one.value) for one in steps] == [
        ("1st", ["Ann"], "3 wins"),
        ("2nd", ["Bob", "Cyd"], "2 wins each"),
        ("4th", ["Dee"], "1 win"),
    ]
