"""Objections to rounds: somebody says what is wrong with one, and a scorer corrects it or dismisses the objection."""

from typing import Any, Unpack

from sqlalchemy import Connection

from companion.core.entry.names import name_fault
from companion.store.access.roles import Member
from companion.store.log.write_results import Refused, refusal
from companion.store.plays.edits.conflicts import EditRequest, rebase
from companion.store.plays.edits.play_results import NoSuchRoundError, PlayResult
from companion.store.plays.edits.write_edits import NewEdit, write_edit
from companion.store.plays.play_details import objection_key
from companion.store.plays.play_state import PlayState

MOST_OBJECTION_LETTERS = 200
MOST_OBJECTIONS = 3
"""How many objections a round may have at a time."""


def raise_objection(
    member: Member, play: PlayState, *, slot: int, words: str, **request: Unpack[EditRequest]
) -> PlayResult:
    """Object to a round by saying what is wrong with it. Viewers may do this, too.

    The objection stays until the round is corrected or removed, or somebody dismisses the objection. Changes of other
    rounds since the revision that the page showed do not matter.

    :raises NoSuchRoundError: the play has no such round.
    """
    words = " ".join(words.split())
    if any(one.slot == slot and one.revision <= request["base"] for one in play.slots):
        rebase(play, request)

    def decide(state: PlayState, _: Connection) -> NewEdit | Refused | None:
        """Return the edit with the objection, or why it is refused."""
        if all(item.slot != slot for item in state.slots):
            raise NoSuchRoundError
        fault = name_fault(words, MOST_OBJECTION_LETTERS) if words else ""
        if not words or fault:
            return refusal("words", f"The sentence {fault}." if fault else "Say in a sentence what is wrong.")
        if sum(one.slot == slot for one in state.objections) >= MOST_OBJECTIONS:
            message = f"{MOST_OBJECTIONS} objections to this {state.game.terms.round} are open already."
            return refusal("words", f"{message} A scorer must settle them first.")
        return NewEdit({"about": {objection_key(slot, state.revision + 1): words}})

    return write_edit(member, play, "about", decide, by_anybody=True, **request)


def dismiss_objection(member: Member, play: PlayState, *, objection: int, **request: Unpack[EditRequest]) -> PlayResult:
    """Dismiss an objection, unless it is settled already. ``objection``: the revision of the edit that wrote it."""
    rebase(play, request)

    def decide(state: PlayState, _: Connection) -> NewEdit | None:
        """Return the edit that dismisses the objection; None if it is settled already."""
        found = [objection_key(one.slot, objection) for one in state.objections if one.revision == objection]
        return NewEdit({"about": dict.fromkeys(found)}) if found else None

    return write_edit(member, play, "about", decide, **request)


def settling_patch(state: PlayState, slot: int) -> dict[str, Any]:
    """Return the part of an edit that settles all objections to a round; empty if there are none."""
    found = [objection_key(slot, one.revision) for one in state.objections if one.slot == slot]
    return {"about": dict.fromkeys(found)} if found else {}
