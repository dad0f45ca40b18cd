"""Uploads of BG Stats: JSON, plain or in a ZIP file; what is no such file, or too large, is refused."""

import io
import zipfile

import pytest

from companion.exports.bgstats_import import read_bgstats
from companion.exports.open_upload import UnreadableFileError
from tests.exports.bgstats_samples import body, export, play, score

NO_FILE = "This is not a file of BG Stats"


def packed(**files: bytes) -> bytes:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name.replace("_", "."), content)
    return box.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", f"{NO_FILE}, or it is incomplete. It is not JSON: Expecting value, line 1, column 1."),
        (b"hello", f"{NO_FILE}, or it is incomplete. It is not JSON: Expecting value, line 1, column 1."),
        (b"\xff\xfe\x00", f"{NO_FILE}, or it is incomplete. It is not UTF-8: byte 1 is invalid."),
        (b"[]", f"{NO_FILE}, or it is incomplete. It is JSON, but not an object."),
        (b"{}", f"{NO_FILE}: it has no list of games, players and plays."),
        (b'{"games":1,"players":[],"plays":[]}', f"{NO_FILE}: it has no list of games."),
        (
            b'{"format":"companion-club"}',
            "This is a club of Companion, not a file of BG Stats. Import it as a club.",
        ),
        (
            b'{"plays":' + b"[" * 500 + b"]" * 500 + b"}",
            f"{NO_FILE}, or it is incomplete. Lists and objects are nested more than 64 deep.",
        ),
        (b'{"plays":[' + b"9" * 5000 + b"]}", f"{NO_FILE}, or it is incomplete. A number has more than 1,000 digits."),
        (b'{"plays":[],"plays":[]}', f"{NO_FILE}, or it is incomplete. An object has the key “plays” twice."),
        (b"PK\x03\x04 and then nothing", "The zip is damaged and cannot be opened."),
        (
            packed(readme_txt=b"x"),
            "There is no such file in the zip; there must be exactly one, with a name that ends in .json or .bgsplay.",
        ),
        (
            body({"games": [], "players": [{}] * 2001, "plays": []}),
            "The file has 2,001 players; at most 2,000 can be imported.",
        ),
        (
            body({"games": [], "players": [], "plays": [0] * 20_001}),
            "The file has 20,001 plays; at most 20,000 can be imported.",
        ),
    ],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        read_bgstats(io.BytesIO(content))
    assert str(refused.value) == sentence


def test_an_incomplete_file_is_refused() -> None:
    with pytest.raises(UnreadableFileError, match=f"^{NO_FILE}, or it is incomplete\\. It is not JSON"):
        read_bgstats(io.BytesIO(body(export([]))[:-30]))


def test_a_file_above_the_limit_is_refused_unread() -> None:
    with pytest.raises(UnreadableFileError, match="larger than 1 MB"):
        read_bgstats(io.BytesIO(b" " * (2 << 20)), 1 << 20)


def test_a_zip_bomb_is_refused() -> None:
    bomb = packed(bomb_json=b" " * (64 << 20))
    assert len(bomb) < 1 << 20
    with pytest.raises(UnreadableFileError, match="larger than 16 MB"):
        read_bgstats(io.BytesIO(bomb))


def test_a_zip_that_lies_about_its_size_is_refused() -> None:
    bomb = bytearray(packed(bomb_json=b" " * (4 << 20)))
    true, lie = (4 << 20).to_bytes(4, "little"), (100).to_bytes(4, "little")
    with pytest.raises(UnreadableFileError, match=r"damaged|no file"):
        read_bgstats(io.BytesIO(bytes(bomb).replace(true, lie)), 1 << 20)


def test_a_zip_and_a_file_with_a_byte_order_mark_are_read() -> None:
    told = body(export([play(1, 2, [score(1, 5), score(2, 3)])]))
    for content in (packed(BGStatsExport_json=told), packed(x_bgsplay=told), b"\xef\xbb\xbf" + told):
        assert len(read_bgstats(io.BytesIO(content)).plays) == 1
