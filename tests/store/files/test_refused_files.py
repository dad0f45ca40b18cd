"""Files that are refused: incomplete, of another kind, too large."""

import io
import json

import pytest
from flask import Flask

from companion.exports.open_upload import UnreadableFileError
from companion.store.files.importing import check_file
from tests.store.files.club_files import brought_in, everything, exported, packed, refused


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
