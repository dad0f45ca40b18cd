"""Kills of every part of a server under load: a few of those that ``python -m tests.hosting.kills`` makes."""

import pytest

from tests.hosting.kills import kill_under_load, valkey
from tests.hosting.postgresql import needs_postgresql

pytestmark = [
    pytest.mark.slow,
    needs_postgresql(),
    pytest.mark.skipif(valkey() is None, reason="there is no valkey-server and no redis-server"),
]

TIMES = 12


@pytest.mark.nightly
def test_no_answered_save_is_lost_or_written_twice() -> None:
    found = kill_under_load(TIMES, clubs=4, seed=5, tell=lambda _: None)
    assert found.is_right, found
    assert found.killed.total() == TIMES
    assert len(found.killed) == 5, "each kind was killed once at least"
    assert "500" not in found.met
