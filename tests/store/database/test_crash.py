"""Every answered save is stored, once, however often the server is killed meanwhile."""

import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select

from companion.settings import FILE, load_settings
from companion.store.database.models import Event
from tests.bench.phone import LOST, Phone, new_id
from tests.bench.server import Server, companion
from tests.database import own_database, put_empty_database
from tests.laws.strategies import few

SAVES = few(200)
CONNECTIONS = 16
KILLED_AFTER = tuple(SAVES * part // 10 for part in (2, 5, 8))
"""Numbers of answered saves after which the server is killed; once more after all of them."""

BACK_OFF, LONGEST = 0.2, 1.0
"""Bounds of a phone's wait after a conflict, in seconds; it doubles each time."""

PATIENCE = 300
"""Time-out in seconds without any successful save."""

BUSY = (409, 503)
"""Responses after which the phone tries again: a conflict, or an overloaded server."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with own_database() as url:
        if url:
            (tmp_path / FILE).write_text(f'database_url = "{url}"\n', "utf-8")
        put_empty_database(tmp_path)
        server = companion(tmp_path)
        yield server
        server.kill()


class Evening:
    """Many phones that save rounds of one play, and the answers that they got."""

    def __init__(self, phone: Phone, play: str) -> None:
        self.phone = phone
        self.play = play
        self.answered: list[str] = []
        self.repeated = 0
        """Saves that had to be sent again."""

        self.faults: list[str] = []
        self.moved = time.monotonic()
        """When something last went forward: a save got in, or the server was there again."""

        self._left = [f"save {number}" for number in range(SAVES)]

    def write(self) -> None:
        """Save round after round as one phone, until none is left."""
        phone = self.phone.twin()
        while self._left and not self.faults:
            try:
                name = self._left.pop()
            except IndexError:
                break
            self._save(phone, name)
        phone.close()

    def _save(self, phone: Phone, name: str) -> None:
        """Send one save with the same client id until it is answered."""
        client_id, base, wait = new_id(), 0, BACK_OFF
        round_ = {"put.0": 1, "put.1": 0, "take.0": 0, "take.1": 1}
        adjusted = {"adjust.0.player": 0, "adjust.0.points": 1, "adjust.0.reason": name}
        while time.monotonic() < self.moved + PATIENCE:
            try:
                base = base or phone.get(f"{self.play}/state?since={SAVES}").json()["revision"]
                carried = {"base": base, "client_id": client_id}
                answer = phone.post(f"{self.play}/rounds", {**carried, **round_, **adjusted}.items())
            except LOST:
                self.repeated += 1
                time.sleep(0.05)
                continue
            if answer.status == 303:
                self.answered.append(name)
                self.moved = time.monotonic()
                return
            if answer.status not in BUSY:
                self.faults.append(f"{name}: {answer.status} {answer.text[-2000:]}")
                return
            base = 0
            time.sleep(random.uniform(0, wait))
            wait = min(2 * wait, LONGEST)
        self.faults.append(f"{name}: no answer, and none to any other")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process at once")
def test_every_answered_save_is_stored_once_although_the_server_was_killed(server: Server, tmp_path: Path) -> None:
    phone = Phone(server.port)
    phone.start_club()
    evening = Evening(phone, phone.start_play("put-and-take", ("Ann", "Bob", "Cyd")))
    writers = [threading.Thread(target=evening.write) for _ in range(CONNECTIONS)]
    for writer in writers:
        writer.start()
    for number in KILLED_AFTER:
        while len(evening.answered) < number and any(writer.is_alive() for writer in writers):
            time.sleep(0.002)
        server.kill()
        server.start()
        evening.moved = time.monotonic()
    for writer in writers:
        writer.join()
    assert not evening.faults
    assert evening.repeated, "nothing was under way when the server was killed"
    assert len(evening.answered) == SAVES

    server.kill()
    engine = create_engine(load_settings({}, instance=tmp_path).database_uri)
    with engine.connect() as database:
        if engine.dialect.name == "sqlite":
            assert database.exec_driver_sql("PRAGMA integrity_check").fetchone() == ("ok",)
        entries = database.scalars(select(Event.data["entry"]).where(Event.kind == "round")).all()
    engine.dispose()
    kept = [entry["adjust"][0]["reason"] for entry in entries if entry]
    assert sorted(kept) == sorted(evening.answered)

    server.start()
    phone.close()
    sheet = phone.get(evening.play).expect(200).text
    assert f"Hand {SAVES + 1}<" in sheet
    phone.close()
