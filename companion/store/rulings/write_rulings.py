"""Recording and withdrawing rulings."""

from collections.abc import Iterator, Sequence
from typing import Any, Required, TypedDict, Unpack

from sqlalchemy import Connection

from companion.core.entry.names import name_fault
from companion.core.entry.problems import Problem, refuse
from companion.core.house.rulings import (
    BASES,
    DECISION_LETTERS,
    QUESTION_LETTERS,
    REASON_LETTERS,
    facts_faults,
    name_faults,
    subject_faults,
    text_faults,
    tidy_lines,
)
from companion.core.words import spelled
from companion.games import SLUGS, game_of
from companion.store.access.codes import random_key
from companion.store.access.roles import Member, require_writer
from companion.store.house.house_rules import RECORDED, WITHDRAWN
from companion.store.log.subjects import RULING
from companion.store.log.write import Decision, NewEvent, write
from companion.store.log.write_results import Refused, Stale, Written, refusal
from companion.store.plays.play_lists import recent_players
from companion.store.plays.play_state import PlayState, load_play
from companion.store.rulings.read_rulings import RulingState, recorded_rulings, ruling_by_key


class RulingDraft(TypedDict, total=False):
    """A ruling that is not recorded yet."""

    game: Required[str]
    """Ignored if there is a play: then it is the play's."""

    situation: str
    """The key of the referee's situation; empty: there is none."""

    question: Required[str]
    fact_texts: Sequence[Sequence[str]]
    """The facts in words: label and text of each."""

    decision: Required[str]
    rules: Sequence[str]
    """Ids of paragraphs."""

    basis: str
    agreed_by: Required[Sequence[str]]
    play_key: str | None
    round_number: int | None
    """On the sheet, the coming round included."""


def record(member: Member, *, client_id: str, **draft: Unpack[RulingDraft]) -> RulingState | Refused | Stale:
    """Record a ruling and return it, unless it is refused. A repeated client id returns the same ruling."""

    def decide(connection: Connection) -> Decision:
        values, problems = _check_draft(member, draft)
        known = [entry.data["number"] for entry in recorded_rulings(member.club_id, connection)]
        number = max(known, default=0) + 1
        return Refused(tuple(problems)) if problems else NewEvent(RULING, None, RECORDED, {**values, "number": number})

    result = write(member, client_id, decide)
    if not isinstance(result, Written):
        return result
    found = ruling_by_key(member.club_id, result.key)
    if found is None:
        raise LookupError(f"there is no ruling {result.key}")
    return found


def check(member: Member, **draft: Unpack[RulingDraft]) -> list[Problem]:
    """Return all problems of a ruling without recording it."""
    return _check_draft(member, draft)[1]


def _check_draft(member: Member, draft: RulingDraft) -> tuple[dict[str, Any], list[Problem]]:
    """Return the data of the event that records a ruling, apart from its number, and all problems."""
    key, number = draft.get("play_key"), draft.get("round_number")
    situation, fact_texts = draft.get("situation", ""), draft.get("fact_texts", ())
    rules, basis = draft.get("rules", ()), draft.get("basis", "")
    play = load_play(member.club_id, key) if key else None
    game = play.game.slug if play else draft["game"]
    question, decision = " ".join(draft["question"].split()), tidy_lines(draft["decision"])
    names = spelled(draft["agreed_by"], recent_players(member.club_id))
    problems = [
        *text_faults("question", question, QUESTION_LETTERS),
        *text_faults("decision", decision, DECISION_LETTERS),
        *_subject_faults(game, situation, rules),
        *facts_faults(fact_texts),
        *name_faults(names),
        *_play_faults(play, key, number),
    ]
    no_basis = "Choose what the decision rests on: the book, a house rule, or the table alone."
    problems += refuse("basis", no_basis, when=basis not in BASES)
    values = {
        "game": game, "situation": situation, "question": question,
        "told": [list(item) for item in fact_texts], "decision": decision, "basis": basis,
        "rules": list(dict.fromkeys(rules)), "agreed_by": names, "play_id": play.id if play else None,
        "slot": _slot(play, number),
    }  # fmt: skip
    return values, problems


def _subject_faults(game: str, situation: str, rules: Sequence[str]) -> Iterator[Problem]:
    """Yield the problems of what a ruling is about: game, situation and rules."""
    if game in SLUGS:
        return subject_faults(game_of(game), situation, rules)
    return iter([Problem("game", "Choose a game from the list.")])


def _slot(play: PlayState | None, number: int | None) -> int | None:
    """Return the slot of the round with a number on the sheet, which can be the coming round.

    None without a play or a number, or if there is no such round.
    """
    if play is None or number is None or not 1 <= number <= len(play.slots) + 1:
        return None
    return play.slots[number - 1].slot if number <= len(play.slots) else play.next_slot


def _play_faults(play: PlayState | None, key: str | None, number: int | None) -> Iterator[Problem]:
    """Yield the problems of the play and the round that a ruling names."""
    if key and play is None:
        yield Problem("play", "The club has no such game.")
    if number is None or (key and play is None):
        return
    if play is None:
        yield Problem("round", "Choose a game for the round, or leave the round out.")
    elif not 1 <= number <= len(play.slots) + 1:
        yield Problem("round", f"The game is in round {len(play.slots) + 1}, so give no later one.")


def withdraw(member: Member, key: str, reason: str) -> RulingState | Refused | Stale | None:
    """Withdraw a ruling for a reason and return it, unless it is refused, or None if there is no such ruling.

    :raises PermissionError: the member is a viewer.
    """
    if ruling_by_key(member.club_id, key) is None:
        require_writer(member)
        return None
    reason = " ".join(reason.split())

    def decide(connection: Connection) -> Decision:
        """Return the event of the withdrawal, or why it is refused; None: it was withdrawn for the same reason."""
        ruling = next(one for one in recorded_rulings(member.club_id, connection) if one.event.key == key)
        if ruling.withdrawn is not None:
            before = ruling.withdrawn.data["reason"]
            message = f"Ruling {ruling.data['number']} has already been withdrawn: {before}"
            return None if before == reason else refusal("reason", message)
        if fault := name_fault(reason, REASON_LETTERS):
            return refusal("reason", f"The reason {fault}.")
        return NewEvent(RULING, ruling.event.seq, WITHDRAWN, {"reason": reason})

    result = write(member, random_key(), decide)
    return ruling_by_key(member.club_id, key) if isinstance(result, Written) else result
