"""The file of a club with rows of every kind."""

import pytest
from flask import Flask

from tests.store.club.full_club import full_club
from tests.store.files.club_files import exported


@pytest.fixture
def content(app: Flask) -> bytes:
    """Return a club with rows of every kind."""
    club, _ = full_club()
    return exported(club.organiser.club_id)
