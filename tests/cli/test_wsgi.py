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
def test_gunicorn_serves_the_app_and_stops_when_told(tmp_path: Path) -> None:
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
