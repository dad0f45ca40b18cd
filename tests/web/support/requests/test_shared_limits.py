"""Limits that several processes share in Redis or Valkey."""

from pathlib import Path

import pytest
from fakeredis import FakeRedis, FakeServer

from companion.settings import SettingsError, load_settings
from companion.web import create_app
from tests.database import new_app, new_apps
from tests.web.phones import Phone

WRONG = {"code": "AAAAAA"}
NOBODY_THERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the URL of a Redis or Valkey that two processes share."""
    server = FakeServer()
    monkeypatch.setattr("redis.from_url", lambda *_, **__: FakeRedis(server=server))
    return "redis://counters:6379/0"


def test_wrong_codes_at_two_processes_are_added(tmp_path: Path, address: str) -> None:
    with new_apps(tmp_path, 2, limits_url=address) as (one, other):
        phones = [Phone(one), Phone(other)]
        for phone in phones:
            phone.address = "198.51.100.7"
        assert [phone.post("/join", WRONG).status_code for phone in phones * 4] == [422] * 8
        assert [phone.post("/join", WRONG).status_code for phone in phones] == [429, 429]


def test_without_the_server_no_code_can_be_tried_and_all_else_works(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with new_app(tmp_path, limits_url=NOBODY_THERE) as app:
        phone = Phone(app)
        answer = phone.post("/join", WRONG)
        assert answer.status_code == 503
        assert "Codes cannot be checked now. Wait a moment and try again." in answer.text
        assert phone.get("/").status_code == 200
        logged = ["Rate limits are not available" in record.getMessage() for record in caplog.records]
        assert logged == [True], "once for the code"
        assert phone.post("/clubs").status_code == 302
        lines = [record.getMessage() for record in caplog.records]
        assert len(lines) == 3, "when new clubs are checked, and when they are counted"
        assert all(line.startswith("Rate limits are not available: ") for line in lines)


NO_ADDRESS = r" is not usable\. Give the address of a Redis or Valkey, such as valkey://host:6379/0\."


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("memcached://127.0.0.1", NO_ADDRESS),
        ("127.0.0.1:6379", NO_ADDRESS),
        ("redis://127.0.0.1:port/0", r" cannot be used: .*\. It needs pip install 'companion-cards\[hosted\]'\."),
    ],
)
def test_a_wrong_url_stops_the_start(tmp_path: Path, url: str, why: str) -> None:
    with pytest.raises(SettingsError, match=f"^COMPANION_LIMITS_URL{why}$"):
        create_app(load_settings({"COMPANION_LIMITS_URL": url, "COMPANION_INSTANCE": str(tmp_path)}))
