"""Every question that an example expects a round to suggest is offered on the page of that round."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.core.play.fold import with_absent
from companion.games import folder_of
from companion.store.plays import starting
from companion.store.plays.edits import commands
from companion.store.plays.play_state import PlayState
from companion.web.plays.rounds.preview import SuggestedQuestion, preview_before_hand, suggested_questions
from tests.games.examples import all_offers
from tests.store.tables import Club, client_id, done

OFFERED = [(slug, case) for slug, case in all_offers() if case.get("offered")]


@pytest.fixture(scope="module")
def club(app: Flask) -> Iterator[Club]:
    """Return the club that all rounds are entered in."""
    with app.test_request_context():
        yield Club()


def played(club: Club, slug: str, request: dict[str, Any]) -> PlayState:
    """Return a play with the rounds of an example."""
    state = starting.start_play(
        club.scorer, slug=slug, players=request["players"], dealer=request.get("dealer"), sides=request.get("sides"),
        options=request.get("options") or {}, client_id=client_id(),
    )  # fmt: skip
    assert isinstance(state, PlayState), state
    for entry in request.get("rounds") or ():
        given = {"slot": None, "entry": entry, "base": state.revision, "client_id": client_id()}
        state = done(commands.save_round(club.scorer, state, **given)).state
    return state


def shown(state: PlayState, case: dict[str, Any]) -> tuple[SuggestedQuestion, ...]:
    """Return the questions offered for what a case enters."""
    if "before" in case:
        table = with_absent(state.game, state.sheet.table, ())
        return preview_before_hand(state, table, case["before"]).offers
    return suggested_questions(state, case["round"])


@pytest.mark.parametrize(
    ("slug", "case"),
    [pytest.param(*one, id=f"{folder_of(one[0])}-{one[1]['situation']}-{one[1]['name']}") for one in OFFERED],
)
def test_suggested_questions_are_offered(club: Club, slug: str, case: dict[str, Any]) -> None:
    offers = shown(played(club, slug, case["request"]), case)
    assert (case["situation"], case["offered"]) in [(one.situation.key, one.why) for one in offers]
