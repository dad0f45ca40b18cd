"""Files that a phone gets from the club or sends to it."""

import io
import re
from typing import Any

from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from companion.exports.csv_format import Cell
from tests.exports.bgstats_samples import body, export
from tests.exports.csv_tables import read
from tests.web.phones import Club, Phone, Table


def table_of(answer: TestResponse) -> list[list[Cell]]:
    assert answer.status_code == 200
    assert answer.mimetype == "text/csv"
    return read(answer.get_data(as_text=True).removeprefix("\ufeff"))


def send(phone: Phone, path: str, content: bytes, name: str = "club.json") -> TestResponse:
    """Send a file as the page does."""
    file = FileStorage(io.BytesIO(content), name)
    boundary, body = encode_multipart({"csrf_token": phone.csrf, "file": file})  # in memory: nothing is left open
    return phone.open(path, "POST", data=body, content_type=f'multipart/form-data; boundary="{boundary}"')


def looked_through(phone: Phone, content: bytes) -> TestResponse:
    """Return the page after the file of a club was checked."""
    return gone_on(phone, send(phone, "/import", content))


def brought_in(phone: Phone, looked: TestResponse) -> TestResponse:
    """Return the page after confirming the import of a checked file."""
    return gone_on(phone, phone.post("/import/now", {"token": token_of(looked)}))


def gone_on(phone: Phone, answer: TestResponse) -> TestResponse:
    """Return the page after the work on a file is done, which a browser asks for again and again."""
    while "Refresh" in answer.headers:
        answer = phone.get(answer.headers["Refresh"].partition("url=")[2])
    return answer


def token_of(answer: TestResponse) -> str:
    found = re.search(r'name="token" value="([^"]+)"', answer.text)
    assert found is not None, answer.text
    return found[1]


def file_of(club: Club) -> bytes:
    answer = club.organiser.get(f"{club.url}/export/club.json")
    assert answer.status_code == 200
    return answer.data


def over(club: Club, names: tuple[str, ...] = ("Ann", "Bob")) -> Table:
    """Return a finished play with two rounds."""
    table = club.start("raise-the-stakes", list(names))
    for _ in range(2):
        table.write({"tricks": {names[0]: 5}})
    assert table.post("/end").status_code == 303
    return table


def handed_in(club: Club, *given: dict[str, Any], **more: Any) -> TestResponse:
    return send(club.scorer, f"{club.url}/export/bgstats", body(export(given, **more)), "BGStatsExport.json")
