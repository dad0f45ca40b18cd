"""Any input of a round is accepted or refused."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.strategies import few
from tests.web.phones import Club, Table, inputs, problems, sampled, seats_of

NASTY = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["0", "1", "2", "none", "yes", "no", "-1", "99999", "1+1", "Ann", "Jk", "As 2d", "NaN"]),
)
PLAYED = ("rage", "raise-the-stakes", "reversis", "open-face-chinese-poker", "pay-me", "brag", "samba")


@pytest.fixture(scope="module")
def started(app: Flask) -> dict[str, Table]:
    """Return a play of each of some games, with a saved round."""
    club, found = Club(app), {}
    for slug in PLAYED:
        found[slug] = club.start(slug, seats_of(slug))
        found[slug].write(found[slug].sampled(Random(5)))
    return found


def names_of(table: Table) -> list[str]:
    """Return names of inputs that the play's forms have, and some that they never have."""
    state = table.state
    found = set(inputs(state, sampled(state, Random(2))))
    for field in state.game.scoring.fields(state.sheet.table):
        found |= {field.key, f"{field.key}.0", f"{field.key}.0.off", f"{field.key}.none", f"{field.key}.9.x"}
        found |= {f"{field.key}.{row}.{column.key}" for column in field.columns for row in (0, 1)}
    found |= {f"adjust.0.{key}" for key in ("player", "points", "reason")}
    return sorted(found | {"absent", "present", "more", "who", "lock", "?"})


@settings(max_examples=few(80))
@given(data=st.data(), slug=st.sampled_from(PLAYED))
def test_any_input_is_accepted_or_refused(started: dict[str, Table], data: st.DataObject, slug: str) -> None:
    table = started[slug]
    before = table.state
    path = data.draw(st.sampled_from(["/rounds", "/rounds/1/edit", "/draft", "/players"]))
    form: dict[str, Any] = {"slot": str(before.next_slot)}
    if data.draw(st.booleans()):
        form.update(inputs(before, sampled(before, Random(data.draw(st.integers(0, 99))))))
    junk = st.dictionaries(st.sampled_from(names_of(table)), st.lists(NASTY, min_size=1, max_size=3), max_size=6)
    form.update(data.draw(junk))
    answer = table.post(path, form)
    assert answer.status_code in (200, 303, 409, 422), answer.status_code
    after = table.state
    if answer.status_code == 422:
        assert problems(answer)
    if answer.status_code != 303:
        assert after.revision == before.revision
        assert after.slots == before.slots
    assert after.revision <= before.revision + 1
    assert after.sheet.refusal is None or path == "/rounds/1/edit"
    assert table.phone.get(table.url).status_code == 200
    if after.revision > before.revision:
        assert table.post("/undo").status_code == 303
