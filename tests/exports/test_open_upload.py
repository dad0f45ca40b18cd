"""Uploaded files, zipped or not."""

import io
import zipfile

import pytest

from companion.exports.open_upload import UnreadableFileError, open_unpacked


def packed(*files: tuple[str, bytes]) -> io.BytesIO:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files:
            made.writestr(name, content)
    box.seek(0)
    return box


def opened(file: io.BytesIO, most: int = 10) -> bytes:
    with open_unpacked(file, most, (".json", ".txt")) as inside:
        return inside.read()


def test_a_file_is_read_up_to_its_limit_zipped_or_not() -> None:
    for content in (b"", b"PK", b"1234567890"):
        assert opened(io.BytesIO(content)) == opened(packed(("a.JSON", content), ("b.csv", b"x"))) == content


@pytest.mark.parametrize("file", [io.BytesIO(b"12345678901"), packed(("a.json", b"12345678901"))])
def test_a_larger_file_is_refused(file: io.BytesIO) -> None:
    with pytest.raises(UnreadableFileError, match=r"^The file is larger than 0 MB, which is the most\.$"):
        opened(file)


def test_a_zip_has_exactly_one_such_file() -> None:
    hundred = [(f"{number}.csv", b"") for number in range(99)]
    assert opened(packed(("a.txt", b"x"), *hundred)) == b"x"
    end = "in the zip; there must be exactly one"
    for files, told in (
        ((("a.txt", b"x"), *hundred, ("b.csv", b"")), f"101 files are {end}."),
        ((("a.csv", b"x"),), f"There is no such file {end}, with a name that ends in .json or .txt."),
        ((("a.txt", b"x"), ("b.json", b"x")), f"2 such files are {end}, with a name that ends in .json or .txt."),
    ):
        with pytest.raises(UnreadableFileError) as refused:
            opened(packed(*files))
        assert str(refused.value) == told


def test_a_zip_with_a_password_is_refused() -> None:
    box = bytearray(packed(("a.json", b"x")).getvalue())
    box[box.index(b"PK\x01\x02") + 8] |= 1  # the flag in the zip's list of files
    with pytest.raises(UnreadableFileError, match=r"^The zip has a password\. Make one without\.$"):
        opened(io.BytesIO(bytes(box)))


def test_a_damaged_zip_is_refused() -> None:
    box = packed(("a.json", b"x" * 9)).getvalue()
    for damaged in (box[:-30], box[:40] + b"\xff" * 4 + box[44:]):
        with pytest.raises(UnreadableFileError, match=r"^The zip is damaged and cannot be opened\.$"):
            opened(io.BytesIO(damaged))
