"""SVG as PNG: text is drawn, equal pictures are equal bytes, and the library is optional."""

import struct
import zlib
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.exceptions import NotFound

from companion.web.support.rendering import png
from companion.web.support.rendering.charts import line_chart
from companion.web.support.rendering.png import png_of_svg
from tests.web.support.rendering.pictures import FACE, FONT, HEIGHT, WIDTH, play_svg, row


def size(image: bytes) -> tuple[int, int]:
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def pixels(image: bytes) -> Iterator[bytes]:
    """Return the pixels of a small RGBA picture."""
    width, _ = size(image)
    at, data = 8, b""
    while at < len(image):
        (length,) = struct.unpack(">I", image[at : at + 4])
        if image[at + 4 : at + 8] == b"IDAT":
            data += image[at + 8 : at + 8 + length]
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
    assert png_of_svg(small("1st", FACE)) not in (
        png_of_svg(small("1st")),
        png_of_svg(small("")),
    )


@pytest.mark.parametrize("text", ["Ann", "♠♥♦♣", "−12"])
def test_letters_and_suits_are_really_drawn(text: str) -> None:
    dark = [one for one in pixels(png_of_svg(small(text))) if one[0] < 128]
    assert len(dark) > 40
    assert not [one for one in pixels(png_of_svg(small(""))) if one[0] < 128]


@pytest.mark.usefixtures("in_app")
def test_a_picture_has_its_size_names_and_chart() -> None:
    rows = [row("1st", "Ann", "12", True), row("2nd", "Bob", "9")]
    chart = line_chart("", {"Ann": [0, 12], "Bob": [0, 9]})
    whole = png_of_svg(play_svg("Rage", "Sat 21 November 2026", "Ann wins", rows, chart=chart))
    assert size(whole) == (WIDTH, HEIGHT)
    assert whole == png_of_svg(play_svg("Rage", "Sat 21 November 2026", "Ann wins", rows, chart=chart))
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
        assert png_of_svg(other) != whole


def test_a_picture_is_sent_with_its_name_if_it_can_be_drawn(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.test_request_context("/"):
        sent = png.send_picture(small("Ann"), "night.png")
        assert (sent.mimetype, sent.data) == ("image/png", png_of_svg(small("Ann")))
        assert sent.headers["Content-Disposition"] == "inline; filename=night.png"
        monkeypatch.setattr(png, "can_draw_pictures", lambda: False)
        with pytest.raises(NotFound):
            png.send_picture(small("Ann"), "night.png")


def test_without_the_extra_no_picture_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert png.can_draw_pictures()
    monkeypatch.setattr(png, "find_spec", lambda name: None if name == "resvg_py" else object())
    png.can_draw_pictures.cache_clear()
    assert not png.can_draw_pictures()
    monkeypatch.undo()
    png.can_draw_pictures.cache_clear()
