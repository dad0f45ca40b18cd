"""A play for money."""

import pytest

from tests.web.phones import Club, Table
from tests.web.start.starts import in_euros

MARKUP = "<script>"


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play that Ann has won, for two euros from each."""
    in_euros(club)
    table = club.start("raise-the-stakes", ["Ann", "Bob", MARKUP], {"stake.kind": "fixed", "stake.amount": "2"})
    table.write({"tricks": {"Ann": 5}})
    assert table.post("/end").status_code == 303
    return table


def night(table: Table) -> str:
    """Return the URL of the money of a play's night."""
    answer = table.phone.get(f"{table.url}/money")
    assert answer.status_code == 302
    return answer.headers["Location"]
