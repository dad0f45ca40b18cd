"""The table of games in README.md."""

from pathlib import Path

import pytest

from companion import catalogue
from companion.games import all_games, game_of
from tests.games.examples import all_cases, all_offers, all_questions


def test_readme_contains_the_current_table() -> None:
    text = catalogue.README.read_text("utf-8")
    assert catalogue.replace_table(text) == text, f"README.md is out of date; run: {catalogue.COMMAND}"


def test_every_game_says_how_it_ends() -> None:
    assert [game.slug for game in all_games() if not game.ending.when] == []


def test_every_game_has_its_row() -> None:
    rows = catalogue.table_of_games().splitlines()[len(catalogue.HEAD) :]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == [game.name for game in all_games()]
    assert {row.count("|") for row in rows} == {catalogue.HEAD[0].count("|")}


def test_a_row_has_players_what_is_counted_and_the_end() -> None:
    table = catalogue.table_of_games()
    assert "| Rage | 2–8 | points | trick-taking | after 10 hands | 7, trick by trick |" in table
    assert "| Aggravation | 2 | games won | other | after one game won, or as many as agreed | 3 |" in table
    assert "| Samba | 4, in two sides | points |" in table
    assert "| Any other game | 2–12; 4 also in two sides | points |" in table


def test_tests_of_a_game_are_its_examples_and_recorded_plays() -> None:
    for game in all_games():
        slugs = [slug for slug, *_ in (*all_cases(), *all_questions(), *all_offers())]
        assert catalogue.number_of_tests(game) == slugs.count(game.slug)


def test_outside_a_checkout_tests_are_not_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(catalogue, "CHECKOUT", tmp_path)
    assert catalogue.number_of_tests(game_of("rage")) == 0
    assert "| 7, trick by trick | – |" in catalogue.table_of_games()


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    catalogue.main([])
    assert capsys.readouterr().out == catalogue.table_of_games() + "\n"


def test_the_command_replaces_only_the_text_between_the_marks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    monkeypatch.setattr(catalogue, "README", readme)
    whole = "# Top\n\n{}{}{}\n\nBelow – unchanged.\n"
    readme.write_text(whole.format(catalogue.BEGIN, "\nold\n", catalogue.END), "utf-8")
    for _ in range(2):
        catalogue.main(["--write"])
        text = readme.read_text("utf-8")
        table = catalogue.table_of_games()
        assert text == whole.format(catalogue.BEGIN, f"\n\n{table}\n\n", catalogue.END)


@pytest.mark.parametrize(
    "text",
    [
        "nothing",
        catalogue.BEGIN,
        f"{catalogue.END} {catalogue.BEGIN}",
        f"{catalogue.BEGIN} {catalogue.BEGIN} {catalogue.END}",
        f"{catalogue.BEGIN} {catalogue.END} {catalogue.END}",
    ],
)
def test_without_both_marks_nothing_is_written(
    text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = tmp_path / "README.md"
    monkeypatch.setattr(catalogue, "README", readme)
    readme.write_text(text, "utf-8")
    with pytest.raises(SystemExit) as ended:
        catalogue.main(["--write"])
    assert ended.value.code == 1
    assert catalogue.BEGIN in capsys.readouterr().err
    assert readme.read_text("utf-8") == text
