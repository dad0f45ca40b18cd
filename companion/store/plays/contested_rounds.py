"""Contesting rounds: somebody says what is wrong with one, and a scorer corrects it or dismisses the contest."""

from typing import Any, Unpack

from sqlalchemy import Connection

from companion.core.entry.names import name_fault
from companion.store.access.roles import Member
from companion.store.log.write_results import Refused, refusal
from companion.store.plays.edits.play_results import NoSuchRoundError, PlayResult
from companion.store.plays.edits.write_edits import EditRequest, NewEdit, rebase, write_edit
from companion.store.plays.play_details import contest_key
from companion.store.plays.play_state import PlayState

MOST_CONTESTED_LETTERS = 200
MOST_CONTESTS = 3
"""How many contests a round may have at a time."""


def contest(member: Member, play: PlayState, *, slot: int, words: str, **request: Unpack[EditRequest]) -> PlayResult:
    """Contest a round: say what is wrong with it, until it is corrected or the contest dismissed. Viewers may do this.

    Changes of other rounds since the revision that the page showed do not matter.
    """
    words = " ".join(words.split())
    if any(one.slot == slot and one.revision <= request["base"] for one in play.slots):
        rebase(play, request)

    def decide(state: PlayState, _: Connection) -> NewEdit | Refused | None:
        """Return the edit that contests the round, or why it is refused."""
        if all(item.slot != slot for item in state.slots):
            raise NoSuchRoundError
        fault = name_fault(words, MOST_CONTESTED_LETTERS) if words else ""
        if not words or fault:
            return refusal("words", f"The sentence {fault}." if fault else "Say in a sentence what is wrong.")
        if sum(one.slot == slot for one in state.contests) >= MOST_CONTESTS:
            message = f"{MOST_CONTESTS} objections to this {state.game.terms.round} are open already."
            return refusal("words", f"{message} A scorer must settle them first.")
        return NewEdit({"about": {contest_key(slot, state.revision + 1): words}})

    return write_edit(member, play, "about", decide, by_anybody=True, **request)


def dismiss_contest(member: Member, play: PlayState, *, contest: int, **request: Unpack[EditRequest]) -> PlayResult:
    """Dismiss a contest. ``contest``: the revision of the edit that contested the round."""
    rebase(play, request)

    def decide(state: PlayState, _: Connection) -> NewEdit | Refused | None:
        found = [contest_key(one.slot, contest) for one in state.contests if one.revision == contest]
        return NewEdit({"about": dict.fromkeys(found)}) if found else None

    return write_edit(member, play, "about", decide, **request)


def settle_contests(state: PlayState, slot: int) -> dict[str, Any]:
    """Return the part of an edit that settles all contests of a round."""
    found = [contest_key(slot, one.revision) for one in state.contests if one.slot == slot]
    return {"about": dict.fromkeys(found)} if found else {}
