"""Pages of the referee answer any input with a verdict, or with problems."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.entry.fields import Field
from companion.core.referee.judge_request import default_options
from tests.alike import each_kind_of_question
from tests.database import new_app
from tests.laws.strategies import few

TEXTS = st.one_of(
    st.sampled_from(["0", "1", "2", "yes", "no", "none", "red", "hearts", "-5", "3+4", "7h", "Ks Kd Kc", "red-7"]),
    st.sampled_from(["change wild", "\0", "9" * 40, "²", "\ud800"]),
    st.sampled_from(["Player 1 red-7, Player 2 red-8", "Player 1 7h\nPlayer 2 8h"]),
    st.text(max_size=30),
)  # fmt: skip


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return an app for these tests."""
    with new_app(tmp_path_factory.mktemp("asked")) as app:
        yield app


def inputs(fields: tuple[Field, ...]) -> list[str]:
    """Return the names that inputs of these fields can have."""
    names = ["ask", "more", "seats", "admitted"]
    for item in fields:
        names += [item.key, f"{item.key}.0", f"{item.key}.1", f"{item.key}.0.{item.key}", f"{item.key}.none"]
    return names


@each_kind_of_question
@settings(max_examples=few(12), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_every_page_of_the_referee_answers_any_input(
    app: Flask, game: Any, situation: Any, data: st.DataObject
) -> None:
    keys = [*inputs(situation.facts(default_options(game))), *(f"o-{option.key}" for option in game.options)]
    sent = data.draw(st.dictionaries(st.sampled_from(keys), TEXTS, max_size=8))
    answer = app.test_client().get(
        f"/rules/{game.slug}/referee/{situation.key}", query_string={"ask": "1", **encodable(sent)}
    )
    assert answer.status_code in (200, 404, 422)
    if answer.status_code == 200 and "more" not in sent:
        assert "verdict" in answer.text
    if answer.status_code == 422:
        assert "problem" in answer.text


def encodable(sent: dict[str, str]) -> dict[str, Any]:
    """Return a text as a browser would send it."""
    return {key: text.encode("utf-8", "replace") for key, text in sent.items()}
