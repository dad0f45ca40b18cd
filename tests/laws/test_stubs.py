"""Commands create games and deal hands, and no game contains the text of its stub."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import SLUGS, game_of
from tests.games.__main__ import ROOT, STUB, USUAL, NameTakenError, expect, main, slug_of, stubs_left
from tests.games.examples import expects_all, run_hand
from tests.games.playing import drawn_hand
from tests.laws.drawn import NAMES
from tests.laws.test_recorded_cards import FOLLOWED


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_contains_text_of_the_stub(slug: str) -> None:
    left = stubs_left(slug)
    assert not left, "\n".join(left)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Rage", "There is a game called rage already: take another name"),
        ("RAZZ!", "There is a game called razz already"),
        ("♠♥", "has no letter to begin an address with"),
        ("", "has no letter"),
        ("4 4", "has no letter to begin"),
        ("Import", "means something in Python"),
    ],
)
def test_an_invalid_name_is_refused(name: str, told: str) -> None:
    with pytest.raises(NameTakenError, match=told):
        slug_of(name)


def test_a_name_becomes_a_slug() -> None:
    assert [slug_of(name) for name in ("Old Maid", "Écarté à deux", "Beggar's Neighbour")] == [
        "old-maid", "ecarte-a-deux", "beggars-neighbour",
    ]  # fmt: skip


def test_expected_answers_are_filled_in_and_stay_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "tests" / "games" / "rage"
    shutil.copytree(ROOT / "tests" / "games" / "rage", home)
    monkeypatch.setattr("tests.games.__main__.ROOT", tmp_path)
    there = {path: json.loads(path.read_text("utf-8")) for path in sorted(home.glob("*.json"))}
    scored, refused = home / "told.json", home / "refused.json"
    scored.write_text(json.dumps([{**case, "expect": {}} for case in there[scored]]), "utf-8")
    refused.write_text(json.dumps([{**case, "refused": {"round": 1}} for case in there[refused]]), "utf-8")
    faults: list[str] = []
    assert list(expect("rage", faults)) == list(there)
    assert not faults
    filled = json.loads(scored.read_text("utf-8"))
    assert [*map(expects_all, filled)] == [True] * len(filled)
    assert [case["refused"].get("messages") for case in json.loads(refused.read_text("utf-8"))] == [
        case["refused"]["messages"] for case in there[refused]
    ]
    for path in set(there) - {scored, refused}:
        assert json.loads(path.read_text("utf-8")) == there[path]


def test_a_case_that_cannot_be_filled_in_is_named_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "tests" / "games" / "hearts"
    home.mkdir(parents=True)
    monkeypatch.setattr("tests.games.__main__.ROOT", tmp_path)
    hand = {"situation": "legal", "facts": {"hand": ["2c"]}}
    cases = [
        {"name": "no cards", "situation": "trick", "facts": {}, "expect": {}},
        {"name": "no fault", **hand, "refused": {"fields": ["hand"]}},
        {"name": "one card", **hand, "expect": {}},
    ]
    (home / "referee.json").write_text(json.dumps(cases), "utf-8")
    faults: list[str] = []
    assert list(expect("hearts", faults)) == [home / "referee.json"]
    assert faults == [
        "referee.json: Hearts, trick, “no cards”\n"
        '- plays: “Trick” is missing. It could be [{"player": "Ann", "card": "Jh"}].',
        "referee.json: Hearts, legal, “no fault”\n"
        "It should be refused, but gives the verdict “Any card of the hand may be played.”",
    ]
    filled = json.loads((home / "referee.json").read_text("utf-8"))
    assert filled[:2] == cases[:2]
    assert filled[2]["expect"]["outcome"] == {"legal": ["2c"]}
    with pytest.raises(SystemExit) as stopped:
        main(["expect", "hearts"])
    assert stopped.value.code == 1


def test_two_hands_are_dealt_and_dealing_them_again_replaces_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "tests" / "games" / "oh_hell"
    home.mkdir(parents=True)
    monkeypatch.setattr("tests.games.__main__.ROOT", tmp_path)
    for _ in range(2):
        main(["deal", "oh-hell", "--players", "3", "--options", '{"first_hand": 5}', "--seed", "2"])
    names = [f"3 players, 5 tricks, {wrong}first_hand 5, seed 2" for wrong in ("", "1 wrong card, ")]
    assert capsys.readouterr().out.splitlines() == names * 2
    hands = json.loads((home / "hands.json").read_text("utf-8"))
    assert [hand["name"] for hand in hands] == names
    assert ["said" in hand["settled"] for hand in hands] == [False, True]
    assert [sum(hand["settled"]["entry"]["tricks"].values()) for hand in hands] == [5, 5]
    for hand in hands:
        run_hand("oh-hell", hand)
    main(["deal", "oh-hell"])
    assert len(json.loads((home / "hands.json").read_text("utf-8"))) == 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["canasta"], "Canasta is not followed trick by trick: no question has “by_tricks”."),
        (["hearts", "--players", "3"], "players: Hearts is for 4 players, not 3."),
        (
            ["funfzehnern", "--players", "3"],
            "there is none that the rules let end. As the cards so far show, ",
        ),
    ],
)
def test_a_hand_that_cannot_be_dealt_is_refused_with_the_reason(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["deal", *arguments])
    assert stopped.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("slug", FOLLOWED)
def test_a_hand_of_every_game_that_is_followed_can_be_dealt(slug: str) -> None:
    request = {"players": list(NAMES[: game_of(slug).seats.nearest_allowed(USUAL)])}
    assert drawn_hand(slug, request, 1)["settled"]["entry"]
    assert drawn_hand(slug, request, 1, wrong=True)["settled"]["said"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy everything that games consist of."""
    for part in ("companion", "templates", "static", "tests", "pyproject.toml", "README.md"):
        source, goal = ROOT / part, tmp_path / part
        if source.is_dir():
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, goal)
    return tmp_path


PYTEST = ("pytest", "-q", "-p", "no:xdist", "-o", "addopts=")


def run(checkout: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy."""
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def test_a_new_game_lists_what_it_lacks(checkout: Path) -> None:
    begun = run(checkout, "tests.games", "new", "Old Maid")
    assert begun.returncode == 0, begun.stderr
    assert "8 files written" in begun.stdout
    again = run(checkout, "tests.games", "new", "old maid")
    assert again.returncode == 2
    assert "There is a game called old-maid already" in again.stderr
    linted = run(checkout, "ruff", "check", "companion/games/old_maid", "companion/games/__init__.py")
    assert linted.returncode == 0, linted.stdout
    request = '{"players": ["Ann", "Bob"], "rounds": [{"points": {"Ann": 100, "Bob": 5}}]}'
    (checkout / "play.json").write_text(request)
    scored = run(checkout, "companion", "score", "old-maid", "play.json")
    assert '"winners": [\n    "Ann"' in scored.stdout, scored.stderr
    written = run(checkout, "tests.games", "write")
    assert "0 rule ids added" in written.stdout, written.stderr
    assert "Old Maid still has lines of the stub, so its rule ids and plays are not recorded yet." in written.stdout
    assert "| Old Maid | 2–6 |" in (checkout / "README.md").read_text("utf-8")
    held = run(checkout, *PYTEST, "-k", "old_maid", "tests/laws/test_stubs.py")
    assert "1 failed" in held.stdout
    assert "Old Maid: companion/games/old_maid/rules.toml, line 5 is the stub's. Write it" in held.stdout
    shutil.copy(ROOT / "README.md", checkout / "README.md")
    for path in (checkout / "companion" / "games" / "old_maid").glob("*.*"):
        path.write_text(path.read_text("utf-8").replace(f" {STUB}", ""), "utf-8")
    for path in (checkout / "tests" / "games" / "old_maid").glob("*.*"):
        path.write_text(path.read_text("utf-8").replace(f" {STUB}", ""), "utf-8")
    finished = run(checkout, "tests.games", "write")
    assert "4 rule ids added" in finished.stdout, finished.stderr
    shutil.copy(ROOT / "README.md", checkout / "README.md")
    laws = run(checkout, *PYTEST, "-k", "old_maid", "tests/laws/test_games.py")
    assert laws.returncode == 0, laws.stdout
