"""The picture of a finished play, as PNG."""

import re
from datetime import UTC, datetime

import pytest

from companion.store.database.base import clock_at
from companion.web.support.rendering import png
from tests.web.pages import words
from tests.web.phones import Club


def test_the_picture_of_a_finished_play_has_its_result_and_the_day_at_the_table(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.organiser.post(f"{club.url}/zone", {"zone": "America/New_York"})
    with clock_at(datetime(2026, 3, 2, 1, tzinfo=UTC)):
        table = club.start("any-other-game", ["Ann", "Bob", "Cyd"])
        table.write({"points": {"Ann": 5, "Bob": 9, "Cyd": 5}})
    assert table.phone.get(f"{table.url}/picture.png").status_code == 404, "not before it is over"
    table.post("/end")
    drawn: list[str] = []
    monkeypatch.setattr(png, "png_of_svg", lambda svg: drawn.append(svg) or b"PNG")
    answer = club.viewer.get(f"{table.url}/picture.png")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/png", b"PNG")
    assert answer.headers["Content-Disposition"] == "inline; filename=any-other-game-2026-03-01.png"
    assert words(drawn[0].partition("</style>")[2]) == (
        "Any other game ♠ ♥ ♦ ♣ 1 Mar 2026 Bob wins, 4 points ahead of everybody else"
        " 1st B Bob 9 2nd A Ann 5 2nd C Cyd 5"
    )
    colours = {"Bob": "#b84300", "Ann": "#0067a8", "Cyd": "#00714f"}
    assert re.findall(r'<circle[^>]* fill="([^"]+)"', drawn[0]) == list(colours.values())
    bold = re.findall(r'<text[^>]* class="bold"[^>]*>([^<]+)<', drawn[0])
    assert bold == ["B", "Bob", "A", "C"], "the initials, and the winner's name"
    table.post("/reopen")
    table.write({"points": {"Ann": 5, "Bob": 9, "Cyd": 5}})
    table.post("/end")
    club.viewer.get(f"{table.url}/picture.png")
    assert "2nd A Ann 10" in words(drawn[1])
    assert ['class="value"' in svg for svg in drawn] == [False, True], "a single round makes no chart"
    monkeypatch.setattr(png, "can_draw_pictures", lambda: False)
    assert club.viewer.get(f"{table.url}/picture.png").status_code == 404
