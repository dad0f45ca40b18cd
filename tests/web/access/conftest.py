"""A club whose phones have all joined."""

import pytest

from tests.web.phones import Club


@pytest.fixture
def gathered(club: Club) -> Club:
    """Let all phones of the club join; return the club."""
    return club.gather()
