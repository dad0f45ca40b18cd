"""The preview of the round being entered, with questions to the referee that it suggests."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.core.entry.record import read_record
from companion.core.game.situation import Situation, Suggestion, why_and_facts
from companion.core.game.table import Line, Table
from companion.core.play.fold import Round, fields_before_hand
from companion.store.plays.coming_round.findings import with_findings
from companion.store.plays.play_state import PlayState
from companion.web.forms.entry import values_of
from companion.web.plays.rounds.missing_answers import (
    asked_fields_of,
    faults_on_page,
    problems_before_hand,
    table_of_entry,
    try_entry,
)
from companion.web.plays.tricks.card_values import CardValues, contradictions
from companion.web.plays.tricks.followed_round import facts_from_cards
from companion.web.referee.questions import (
    ask_question,
    asked_fields,
    facts_from_entry,
    query_of,
    question_context,
)
from companion.web.support.faults import Fault


class SuggestedQuestion(NamedTuple):
    """A suggested question to the referee."""

    situation: Situation
    why: str
    """A sentence that gives the reason."""
    query: Mapping[str, list[str]]
    """The facts that follow from the entry, as query arguments of the question's page."""


ScoreChange = tuple[str, int, tuple[Line, ...]]
"""Name, points and score lines of a player."""


class Preview(NamedTuple):
    """The preview of a round."""

    changes: tuple[ScoreChange, ...] = ()
    """What each player gets; empty if the entry cannot be scored."""

    over: bool = False
    """Whether the play ends with the round."""

    winners: tuple[str, ...] = ()
    offers: tuple[SuggestedQuestion, ...] = ()
    missing: tuple[Fault, ...] = ()
    """What is missing before the round can be saved."""

    contradictions: tuple[str, ...] = ()
    """Sentences about values that contradict the entered cards."""


def preview_of(state: PlayState, cards: CardValues | None, entry: Mapping[str, Any]) -> Preview:
    """Return what the round would score with this entry, or what is missing, and the questions that it suggests.

    ``cards``: what follows from the cards that were entered, to find contradictions; None if none were.
    """
    table = state.sheet.table
    result, problems = try_entry(state, table, entry)
    offers = suggested_questions(state, entry) if _is_filled_in(state, entry) else ()
    if result is None:
        missing = (
            () if table.over else tuple(faults_on_page(state, asked_fields_of(state, table, entry), problems, entry))
        )
        return Preview(offers=offers, missing=missing)
    against = tuple(problem.message for problem in contradictions(state, cards, entry))
    return Preview(_score_changes(result), result.table.over, result.table.winners, offers, contradictions=against)


def preview_before_hand(state: PlayState, table: Table[Any], entry: Mapping[str, Any]) -> Preview:
    """Return the preview of what is entered before the hand: what is missing, and suggested questions."""
    first = fields_before_hand(state.game, table)
    missing = tuple(faults_on_page(state, first, problems_before_hand(state, table, entry), entry))
    record, problems = read_record(first, entry)
    asked = state.game.situations if first and not problems else ()
    suggestions = ((situation, situation.offer_before(table, record)) for situation in asked)
    return Preview(offers=tuple(_answerable_questions(state, table, suggestions, entry)), missing=missing)


def _score_changes(result: Round[Any]) -> tuple[ScoreChange, ...]:
    """Return what each player gets in a round, with adjustments."""
    return tuple(
        (name, result.change_of(name), tuple(line for line in result.lines if line.name == name))
        for name in result.scores
    )


def suggested_questions(state: PlayState, typed: Mapping[str, Any]) -> tuple[SuggestedQuestion, ...]:
    """Return the questions that an entry suggests, even if it is incomplete; none with fewer than two players."""
    entry = with_findings(typed, state.pending_findings)
    table = table_of_entry(state, state.sheet.table, entry)
    if table.over or len(table.asked) < 2:
        return ()
    fields = state.game.scoring.fields(table)
    record, problems = read_record(fields, values_of(fields, entry))
    if problems:
        return ()
    suggestions = ((situation, situation.offer(table, record)) for situation in state.game.situations)
    return tuple(_answerable_questions(state, table, suggestions, entry))


def _answerable_questions(
    state: PlayState,
    table: Table[Any],
    suggestions: Iterable[tuple[Situation, Suggestion]],
    entry: Mapping[str, Any],
) -> Iterator[SuggestedQuestion]:
    """Yield the suggested questions that have a reason and that the referee would answer.

    Each has the facts that follow from the entry. One that still lacks facts is offered for filling in.
    """
    for situation, suggestion in suggestions:
        if not suggestion:
            continue
        why, answered = why_and_facts(suggestion)  # it may know facts that the entry has under other keys
        context = question_context(state, table, situation, facts_from_cards(state, situation))
        asked = asked_fields(situation, context)
        facts = {**values_of(asked, context.known), **facts_from_entry(state, table, asked, entry), **answered}
        query = query_of(asked, facts)
        lacks_facts = (asked and not facts) or any(item.required and item.key not in facts for item in asked)
        if not lacks_facts:
            query["ask"] = ["1"]
        if lacks_facts or ask_question(state.game, situation, context, MultiDict(query)).verdict is not None:
            yield SuggestedQuestion(situation, why, query)


def _is_filled_in(state: PlayState, entry: Mapping[str, Any]) -> bool:
    """Return whether everybody who plays has a number in those fields of the entry that have to add up."""
    counts = [
        item
        for item in state.game.scoring.fields(state.sheet.table)
        if item.hints.sum and item.hints.sum.to is not None and item.key in entry
    ]
    return all(
        isinstance(entry[item.key], dict) and set(entry[item.key]) >= set(item.names) - set(entry.get("absent") or ())
        for item in counts
    )
