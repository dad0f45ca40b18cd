"""Programs that may use a club."""

import pytest

from tests.web.api.club.programs import Program
from tests.web.phones import Club


@pytest.fixture
def program(club: Club) -> Program:
    """Return a program that may score."""
    return Program(club)


@pytest.fixture
def reader(club: Club) -> Program:
    """Return a program that may read."""
    return Program(club, "read", "Reader")
