"""Questions of players, from ``questions.toml``."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text("utf-8"))


def questions() -> Iterator[tuple[str, str, set[str]]]:
    """Return the game, the question, and the paragraphs that answer it."""
    for place, asked in QUESTIONS.items():
        for question, answer in asked.items():
            yield place, question, {answer} if isinstance(answer, str) else set(answer)
