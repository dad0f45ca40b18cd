"""Every write of the product, sent twice at once to two processes, is done once."""

import json
from collections import Counter
from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from companion.store.database.base import db
from companion.store.database.models import Event
from companion.store.nights import night_state
from companion.store.people import edit_people
from companion.store.plays.edits import projection
from tests.web.api.club.programs import Program
from tests.web.phones import Phone
from tests.web.processes.conftest import world
from tests.web.processes.worlds import World, elsewhere, steps

__all__ = ["world"]

Ask = Callable[[], TestResponse]


def at_once(*asked: Ask) -> list[TestResponse]:
    """Return the responses to requests that start at once."""
    barrier, answers = Barrier(len(asked)), dict[int, TestResponse]()

    def run(number: int, ask: Ask) -> None:
        barrier.wait()
        answers[number] = ask()

    threads = [Thread(target=run, args=one) for one in enumerate(asked)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[number] for number in range(len(asked))]


def best_of(answers: list[TestResponse]) -> TestResponse:
    """Return the response that the phone goes on with: that of the write that was done."""
    for answer in answers:
        assert answer.status_code < 500, (answer.request.path, answer.text)
    return min(answers, key=lambda answer: (answer.status_code >= 400, answer.status_code == 200))


def logged(app: Flask, club: int) -> Counter[str]:
    """Return the rows of a club's log, with their number."""
    columns = (Event.subject, Event.subject_id, Event.kind, Event.undoes, Event.data)
    with app.app_context():
        rows = db.session.execute(select(*columns).where(Event.club_id == club)).all()
    return Counter(json.dumps(list(row), sort_keys=True) for row in rows)


def test_every_write_sent_twice_at_once_is_done_once(
    world: tuple[World, list[Flask]], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, (app, other, _) = world
    club = here.club.id
    opened, asked = Phone.open, Program.ask

    def open_twice(phone: Phone, path: str, method: str = "GET", **more: Any) -> TestResponse:
        if method == "GET":
            return opened(phone, path, method, **more)
        twin = elsewhere(phone, other)
        return best_of(at_once(*(lambda one=one: opened(one, path, method, **more) for one in (phone, twin))))

    def ask_twice(program: Program, method: str, path: str, **more: Any) -> TestResponse:
        if method == "GET":
            return asked(program, method, path, **more)
        twin = Program.__new__(Program)
        twin.__dict__.update(program.__dict__, client=other.test_client())
        return best_of(at_once(*(lambda one=one: asked(one, method, path, **more) for one in (program, twin))))

    for endpoint, write in steps(here):
        before = logged(app, club)
        if endpoint == "erasing.delete_club":
            with other.app_context():
                assert (edit_people.rebuild_people(), projection.rebuild_plays(), night_state.rebuild_nights()) == (
                    0,
                    0,
                    0,
                )
        with monkeypatch.context() as patched:
            patched.setattr(Phone, "open", open_twice)
            patched.setattr(Program, "ask", ask_twice)
            answer = write()
        if isinstance(answer, TestResponse):
            assert answer.status_code in (200, 201, 302, 303), (endpoint, answer.text)
        here.club.organiser.get("/")
        twice = {row: times for row, times in (logged(app, club) - before).items() if times > 1}
        assert not twice, endpoint
