"""What is recorded for good is not recorded of a game that is still being written."""

from pathlib import Path

import pytest

from tests.games.lists import rule_ids
from tests.golden import __main__ as golden


def test_ids_and_plays_of_a_stub_are_not_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_ids, "GOLDEN", tmp_path / "ids.txt")
    rule_ids.main({"rage"})
    assert {rule.partition("/")[0] for rule in rule_ids.there()} - {
        rule.partition("/")[0] for rule in rule_ids.published()
    } == {"rage"}
    monkeypatch.setattr(golden, "SLUGS", ("rage",))
    monkeypatch.setattr(golden, "plays_of", lambda _: [])
    monkeypatch.setattr(golden, "file_of", lambda slug: tmp_path / f"{slug}.json")
    golden.main([], {"rage"})
    assert not (tmp_path / "rage.json").exists()
