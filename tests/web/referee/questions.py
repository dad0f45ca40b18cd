"""Questions to the referee, and forms of a page."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.core.game.situation import situation_of
from companion.games import all_games
from companion.store.plays.coming_round import drafts
from companion.web.referee.questions import Question, QuestionContext, ask_question, question_context
from tests.web.phones import Table

WITH_REFEREE = [game for game in all_games() if game.situations]
RENEGE = "/referee/renege?ask=1&trump=yellow&tricks=Ann red-7, Bob blue-3%0D%0ABob red-1, Ann red-8"


def texts_in(value: Any) -> Iterator[str]:
    """Return every text in JSON, keys too."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, str):
        yield value.strip()


def context_of(table: Table, key: str, entered: dict[str, Any] | None = None) -> QuestionContext:
    """Return the context of a question about the coming round of a play. ``entered``: facts from its cards."""
    state = table.state
    with table.club.app.app_context():
        draft = drafts.draft_of(state)
        situation = situation_of(state.game.situations, key)
        return question_context(state, drafts.coming_table(state, draft), situation, entered, draft)


def asked(
    table: Table, key: str, sent: dict[str, Any] | None = None, entered: dict[str, Any] | None = None
) -> Question:
    """Return a question about the coming round of a play.

    ``sent``: what its form has sent; ``entered``: as for ``context_of``.
    """
    context, game = context_of(table, key, entered), table.state.game
    with table.club.app.test_request_context():
        return ask_question(game, situation_of(game.situations, key), context, MultiDict(sent or {}))


def forms(page: str) -> list[str]:
    """Return the forms of a page that put something on the sheet."""
    return re.findall(r'<form[^>]*action="[^"]*/referee/put">.*?</form>', page, re.DOTALL)


def sent_in(form: str) -> dict[str, list[str]]:
    """Return what a form sends."""
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form):
        sent.setdefault(name, []).append(unescape(value))
    return sent


# On the sheet.

PENALTY = {"player": "Bob", "points": "-1", "reason": "reneged in trick 1, the blue 3"}
