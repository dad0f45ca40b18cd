"""The app under gunicorn, as a server runs it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_gunicorn_serves_the_app_and_stops_on_a_signal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:0", "--workers", "2", "companion.wsgi:app"]
    environment = {**os.environ, "COMPANION_INSTANCE": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    said: list[str] = []
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        for line in server.stderr:
            said.append(line)
            if found := re.search(r"Listening at: (http://\S+)", line):
                break
        else:
            pytest.fail("".join(said))
        with urlopen(f"{found[1]}/readyz", timeout=60) as answer:
            assert answer.read() == b"ok\n"
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("COMPANION_CLUB_PLAYS", "many", "COMPANION_CLUB_PLAYS is not usable"),
        ("COMPANION_DATABASE_URL", "oracle://nowhere/none", "COMPANION_DATABASE_URL is not usable"),
        ("COMPANION_DATABASE_URL", "postgresql+psycopg://127.0.0.1:1/none", "COMPANION_DATABASE_URL cannot be used"),
    ],
)
def test_a_wrong_setting_stops_gunicorn_with_a_sentence(tmp_path: Path, setting: str, value: str, told: str) -> None:
    command = [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:0", "companion.wsgi:app"]
    environment = {**os.environ, "COMPANION_INSTANCE": str(tmp_path), setting: value}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 3
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr.partition("Worker failed to boot")[0]
