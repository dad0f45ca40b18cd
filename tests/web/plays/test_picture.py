"""The picture of a result as PNG: text is drawn, equal pictures are equal bytes, and the library is optional."""

import re
import struct
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from companion.core.statistics.charts import line_chart
from companion.core.statistics.result_svg import FACE, FONT, HEIGHT, WIDTH, PictureRow, play_svg
from companion.store.database.base import clock_at
from companion.web.plays import picture
from tests.web.pages import words
from tests.web.phones import Club


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def pixels(png: bytes) -> Iterator[bytes]:
    """Return the pixels of a small RGBA picture."""
    width, _ = size(png)
    at, data = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw, line = zlib.decompress(data), bytearray(width * 4)
    for start in range(0, len(raw), width * 4 + 1):
        method, now = raw[start], bytearray(raw[start + 1 : start + 1 + width * 4])
        for byte in range(len(now)):
            left, up = (now[byte - 4] if byte > 3 else 0), line[byte]
            corner = line[byte - 4] if byte > 3 else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda one: abs(guess - one))
            now[byte] = (now[byte] + (0, left, up, (left + up) // 2, nearest)[method]) % 256
        line = now
        yield from (bytes(now[byte : byte + 4]) for byte in range(0, len(now), 4))


def small(text: str, font: str = FONT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="30" font-family="{font}" fill="#000">'
        f'<rect width="80" height="30" fill="#fff"/><text x="2" y="22" font-size="20">{text}</text></svg>'
    )


def test_headings_have_a_typeface_of_their_own() -> None:
    assert picture.png_of_svg(small("1st", FACE)) not in (
        picture.png_of_svg(small("1st")),
        picture.png_of_svg(small("")),
    )


@pytest.mark.parametrize("text", ["Ann", "♠♥♦♣", "−12"])
def test_letters_and_suits_are_really_drawn(text: str) -> None:
    dark = [one for one in pixels(picture.png_of_svg(small(text))) if one[0] < 128]
    assert len(dark) > 40
    assert not [one for one in pixels(picture.png_of_svg(small(""))) if one[0] < 128]


def test_a_picture_has_its_size_names_and_chart() -> None:
    rows = [PictureRow("1st", "Ann", "12", True), PictureRow("2nd", "Bob", "9")]
    chart = line_chart("", {"Ann": [0, 12], "Bob": [0, 9]})
    whole = picture.png_of_svg(play_svg("Rage", "Sat 21 November 2026", "Ann wins", rows, chart=chart))
    assert size(whole) == (WIDTH, HEIGHT)
    assert whole == picture.png_of_svg(play_svg("Rage", "Sat 21 November 2026", "Ann wins", rows, chart=chart))
    for other in (
        play_svg("Rags", "Sat 21 November 2026", "Ann wins", rows, chart=chart),
        play_svg("Rage", "Sun 22 November 2026", "Ann wins", rows, chart=chart),
        play_svg("Rage", "Sat 21 November 2026", "Bob wins", rows, chart=chart),
        play_svg("Rage", "Sat 21 November 2026", "Ann wins", rows[:1], chart=chart),
        play_svg(
            "Rage",
            "Sat 21 November 2026",
            "Ann wins",
            rows,
            chart=line_chart("", {"Ann": [0, 12], "Rob": [0, 9]}),
        ),
        play_svg("Rage", "Sat 21 November 2026", "Ann wins", rows, chart=chart.replace("s0", "none")),
    ):
        assert picture.png_of_svg(other) != whole


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
    monkeypatch.setattr(picture, "png_of_svg", lambda svg: drawn.append(svg) or b"PNG")
    answer = club.viewer.get(f"{table.url}/picture.png")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/png", b"PNG")
    assert answer.headers["Content-Disposition"] == "inline; filename=any-other-game-2026-03-01.png"
    assert words(drawn[0]) == (
        "Any other game ♠ ♥ ♦ ♣ 1 Mar 2026 Bob wins, 4 points ahead of everybody else"
        " 1st B Bob 9 2nd A Ann 5 2nd C Cyd 5"
    )
    colours = {"Bob": "#b84300", "Ann": "#0067a8", "Cyd": "#00714f"}
    assert re.findall(r'<circle[^>]* fill="([^"]+)"', drawn[0]) == list(colours.values())
    table.post("/reopen")
    table.write({"points": {"Ann": 5, "Bob": 9, "Cyd": 5}})
    table.post("/end")
    club.viewer.get(f"{table.url}/picture.png")
    assert "2nd A Ann 10" in words(drawn[1])
    assert ['class="value"' in svg for svg in drawn] == [False, True], "a single round makes no chart"
    monkeypatch.setattr(picture, "can_draw_pictures", lambda: False)
    assert club.viewer.get(f"{table.url}/picture.png").status_code == 404


def test_without_the_extra_no_picture_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert picture.can_draw_pictures()
    monkeypatch.setattr(picture, "find_spec", lambda name: None if name == "resvg_py" else object())
    picture.can_draw_pictures.cache_clear()
    assert not picture.can_draw_pictures()
    monkeypatch.undo()
    picture.can_draw_pictures.cache_clear()
