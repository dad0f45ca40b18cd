"""The table of games in README.md."""

from pathlib import Path

import pytest

from companion.games import all_games
from tests.games.examples import all_cases, all_hands, all_offers, all_questions
from tests.games.lists import readme_table


def test_readme_contains_the_current_table() -> None:
    text = readme_table.README.read_text("utf-8")
    assert readme_table.replace_table(text) == text, f"README.md is out of date; run: {readme_table.COMMAND}"


def test_every_game_says_how_it_ends() -> None:
    assert [game.slug for game in all_games() if not game.ending.when] == []


def test_every_game_has_its_row() -> None:
    rows = readme_table.table_of_games().splitlines()[len(readme_table.HEAD) :]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == [game.name for game in all_games()]
    assert {row.count("|") for row in rows} == {readme_table.HEAD[0].count("|")}


def test_a_row_has_players_what_is_counted_and_the_end() -> None:
    table = readme_table.table_of_games()
    assert "| Rage | 2–8 | points | trick-taking | after 10 hands | 7, trick by trick |" in table
    assert "| Aggravation | 2 | games won | other | after one game won, or as many as agreed | 3 |" in table
    assert "| Samba | 4, in two sides | points |" in table
    assert "| Any other game | 2–12; 4 also in two sides | points |" in table


def test_tests_of_a_game_are_its_examples_and_recorded_plays() -> None:
    for game in all_games():
        slugs = [slug for slug, *_ in (*all_cases(), *all_questions(), *all_offers(), *all_hands())]
        assert readme_table.number_of_tests(game) == slugs.count(game.slug)


def test_the_command_replaces_only_the_text_between_the_marks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    monkeypatch.setattr(readme_table, "README", readme)
    whole = "# Top\n\n{}{}{}\n\nBelow – unchanged.\n"
    readme.write_text(whole.format(readme_table.BEGIN, "\nold\n", readme_table.END), "utf-8")
    for _ in range(2):
        readme_table.write_table()
        text = readme.read_text("utf-8")
        table = readme_table.table_of_games()
        assert text == whole.format(readme_table.BEGIN, f"\n\n{table}\n\n", readme_table.END)


@pytest.mark.parametrize(
    "text",
    [
        "nothing",
        readme_table.BEGIN,
        f"{readme_table.END} {readme_table.BEGIN}",
        f"{readme_table.BEGIN} {readme_table.BEGIN} {readme_table.END}",
        f"{readme_table.BEGIN} {readme_table.END} {readme_table.END}",
    ],
)
def test_without_both_marks_nothing_is_written(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    monkeypatch.setattr(readme_table, "README", readme)
    readme.write_text(text, "utf-8")
    with pytest.raises(ValueError, match="once each"):
        readme_table.write_table()
    assert readme.read_text("utf-8") == text
