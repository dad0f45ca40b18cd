"""Clubs of these tests count in euros."""

import pytest

from companion.store.money import settings
from tests.store.money.stakes import EUR
from tests.store.tables import Club


@pytest.fixture(autouse=True)
def euros(club: Club) -> None:
    settings.set_money_settings(club.organiser, EUR, asks_stake=True)
