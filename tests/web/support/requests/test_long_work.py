"""Slow requests: how many run at once."""

from contextlib import ExitStack

import pytest
from flask import Flask
from werkzeug.exceptions import ServiceUnavailable

from companion.web.support.requests import long_work


def test_at_most_half_of_the_threads_work_slowly(app: Flask) -> None:
    @long_work.long_work()
    def view() -> str:
        return "done"

    places = app.config["COMPANION"].threads // 2
    with app.test_request_context(), ExitStack() as busy:
        for _ in range(places - 1):
            busy.enter_context(long_work.long_work())
        assert view() == view() == "done"
        busy.enter_context(long_work.long_work())
        with pytest.raises(ServiceUnavailable) as refused:
            view()
        assert refused.value.description == "Companion is busy with other files and pictures. Try again in a moment."
        assert refused.value.retry_after == 10
        busy.close()
        assert view() == "done"


@pytest.mark.parametrize(("threads", "places"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_one_request_may_always_work_slowly(threads: int, places: int) -> None:
    app = Flask(__name__)
    long_work.register(app, threads)
    with app.app_context(), ExitStack() as busy:
        for _ in range(places):
            busy.enter_context(long_work.long_work())
        with pytest.raises(ServiceUnavailable):
            busy.enter_context(long_work.long_work())
