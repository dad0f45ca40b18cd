"""An instance of the test's own."""

from pathlib import Path

import pytest

from tests.cli.commands.homes import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Return an instance with a club."""
    return Home(tmp_path / "instance")
