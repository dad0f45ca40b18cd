"""Metrics and the access log, and what they never contain."""

import json
import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.settings import SettingsError
from companion.web.support.requests.monitoring import RULE, RequestMonitor
from tests.database import new_app
from tests.web.phones import Club, Phone

TOKEN = "only-prometheus-has-it"


def read(phone: Phone, token: str) -> tuple[int, str]:
    answer = phone.get("/metrics", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.text


def test_requests_are_counted_by_rule_and_status_for_holders_of_the_token(tmp_path: Path) -> None:
    with new_app(tmp_path, metrics_token=TOKEN) as app:
        club = Club(app)
        assert club.scorer.get(club.url).status_code == 200
        assert club.scorer.get(f"/nowhere/{club.key}").status_code == 404
        status, text = read(Phone(app), TOKEN)
        assert status == 200
        assert 'method="GET",rule="/clubs/<club>",status="200"' in text
        assert 'rule="none",status="404"' in text
        assert club.key not in text
        kind = Phone(app).get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).headers["Content-Type"]
        assert kind.startswith("text/plain; version=")
        assert read(Phone(app), "another")[0] == 404
        assert Phone(app).get("/metrics").status_code == 404


def test_without_a_token_there_are_no_metrics(tmp_path: Path) -> None:
    with new_app(tmp_path) as app:
        assert read(Phone(app), "")[0] == 404


def test_each_request_is_logged_without_the_key_of_its_club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count(0, 0.25)  # each call advances the clock by a quarter of a second
    monkeypatch.setattr("companion.web.support.requests.monitoring.perf_counter", lambda: next(clock))
    with new_app(tmp_path, access_log="yes") as app:
        club = Club(app)
        phone = club.scorer
        capsys.readouterr()
        answer = phone.get(club.url, headers={"X-Request-ID": "from-the-proxy"})
        forged = phone.get(club.url, headers={"X-Request-ID": 'x" \t}'})
        first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["id"], first["method"], first["status"]) == ("from-the-proxy", "GET", 200)
    assert (first["ms"], second["ms"]) == (250.0, 250.0)
    assert answer.headers["X-Request-ID"] == "from-the-proxy"
    assert club.key not in json.dumps(first)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", first["time"])
    assert second["id"] == forged.headers["X-Request-ID"]
    assert second["id"].isalnum()


def test_a_request_that_reaches_no_rule_is_reported_as_a_poll_from_memory() -> None:
    reported: list[tuple[object, ...]] = []

    def app(environ: Any, start_response: Any) -> list[bytes]:
        start_response(environ["status"], [])
        return []

    monitor = RequestMonitor(app, [lambda *told: reported.append(told[:3])])
    for status, rule in (("204 No Content", {}), ("404 NOT FOUND", {RULE: "/clubs/<club>"})):
        monitor({"REQUEST_METHOD": "GET", "status": status, **rule}, lambda *_: lambda _: None)
    assert reported == [("GET", "poll", 204), ("GET", "/clubs/<club>", 404)]


def test_a_missing_folder_for_metrics_stops_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "none"))
    with (
        pytest.raises(
            SettingsError,
            match=r"^PROMETHEUS_MULTIPROC_DIR is not usable \(.*\)\. Give an empty folder for the metrics\.$",
        ),
        new_app(tmp_path, metrics_token=TOKEN),
    ):
        pass
