"""How many bytes a phone loads until the sheet is there."""

import re
from pathlib import Path

from tests.bench.__main__ import MOST_WIRE, ROUNDS, Reader, Table
from tests.bench.server import companion

FIRST_VISIT, NEXT_VISIT = 50_000, 15_000
"""Maximum of bytes sent with gzip, headers included."""

A_MONTH = 30 * 24 * 3600


def test_the_sheet_with_its_files_stays_below_its_limit(tmp_path: Path) -> None:
    server = companion(tmp_path)
    try:
        table = Table(server.port)
        table.prepare(ROUNDS)
        play = table.plays[0]
        for _ in range(ROUNDS - 1):
            table.save()
        page = table.phone.get(play).expect(200)
        needed = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
        needed -= set(re.findall(r'rel="apple-touch-icon" href="([^"]+)"', page.text))  # loaded where it is installed
        assert any(path.endswith("/face.woff2") for path in needed), "the typeface is loaded, and so it counts"
        files = {path: table.phone.get(path).expect(200) for path in needed}
        table.phone.close()
    finally:
        server.stop()
    assert {path.partition("?")[0].rpartition(".")[2] for path in needed} == {
        "css",
        "js",
        "svg",
        "webmanifest",
        "woff2",
    }
    for path, answer in files.items():
        kept = re.search(r"max-age=(\d+)", answer.headers["Cache-Control"])
        assert kept is not None, path
        assert int(kept[1]) >= A_MONTH, f"{path} is loaded anew at every visit"
        loads = set(re.findall(r"url\((?!data:)([^)]+)\)", answer.text)) if path.endswith(".css") else set()
        assert loads <= {"face.woff2", "face-accented.woff2"}, f"{path} loads more"
    assert page.size <= NEXT_VISIT
    assert page.size + sum(answer.size for answer in files.values()) <= FIRST_VISIT


def test_the_longest_rules_page_stays_below_its_limit(tmp_path: Path) -> None:
    server = companion(tmp_path)
    try:
        reader = Reader(server.port)
        reader.phone.close()
    finally:
        server.stop()
    assert reader.size <= MOST_WIRE * 1024, f"the rules of {reader.longest}"
