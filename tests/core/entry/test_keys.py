"""Keys carry the type of their value, so that mypy finds a misspelt one."""

import re
from pathlib import Path

import pytest
from mypy import api

from companion.core.entry.keys import Key
from companion.core.entry.record import read_record
from companion.core.tricks.tricks_taken import BID
from companion.games.rage.scoring import GAME

WRONG = {
    "a key that nobody defined": ("entry[BDI]", "name-defined"),
    "a text that is no key": ('entry["bid"]', "index"),
    "bids taken for one number": ("entry[BID] + 1", "operator"),
    "one number taken for those of all": ("table.options[HIT_BONUS].items()", "attr-defined"),
    "a number where a name is asked for": ("table.options.who(HIT_BONUS)", "arg-type"),
    "a field of another type": ('f.flag(HIT_BONUS, "Bonus")', "arg-type"),
    "a field without a key": ('f.count("hit_bonus", "Bonus")', "arg-type"),
}

CODE = """
from typing import Any
from companion.core.entry import fields as f
from companion.core.entry.record import Record
from companion.core.game.table import Table
from companion.core.tricks.tricks_taken import BID
from companion.games.rage.scoring import HIT_BONUS

def score(table: Table[None], entry: Record) -> Any:
    yield entry[BID].values(), table.options[HIT_BONUS] + 1, f.count(HIT_BONUS, "Bonus")
"""


def test_a_key_is_a_string() -> None:
    assert BID == "bid"
    assert f"{BID} {Key('x')}" == "bid x"
    options, problems = read_record(GAME.options, {})
    assert not problems
    assert [options.value_of(one) for one in GAME.options] == [10, 1, 10, 5, 0, 2, 2]


@pytest.mark.slow
def test_a_misspelt_key_is_a_type_error(tmp_path: Path) -> None:
    file = tmp_path / "misspelt.py"
    file.write_text(CODE + "".join(f"    yield {said}\n" for said, _ in WRONG.values()))
    told, _, _ = api.run(["--strict", "--config-file=", str(file)])
    first = CODE.count("\n") + 1
    found = {int(line): error for line, error in re.findall(r"misspelt\.py:(\d+): error: .*\[([a-z-]+)\]", told)}
    assert found == {first + number: error for number, (_, error) in enumerate(WRONG.values())}, told
