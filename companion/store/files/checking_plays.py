"""Checking the plays of a club's file: every edit must have been possible."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, select

from companion.core.play.outcome import outcome_of
from companion.core.play.rules_upgrades import unknown_text
from companion.core.tricks.recorded_cards import recorded_from_json
from companion.core.tricks.recorder import Recorder
from companion.store.database.models import Draft, Event, Play
from companion.store.files.schema import damage_error
from companion.store.log.events import CARDS, subject_is
from companion.store.log.subjects import PLAY
from companion.store.plays.change_seats import MOST_STINTS
from companion.store.plays.edits.edit_log import UNDOABLE, LoggedEdit
from companion.store.plays.edits.outcomes import outcome_from_log
from companion.store.plays.edits.projection import project
from companion.store.plays.play_details import objections_in
from companion.store.plays.play_state import (
    MOST_EDITS,
    PlayState,
    build_log,
    edits_of,
    state_from_row,
)
from companion.store.plays.seats import find_double_seat, seat_from_log, sitter_ids

MOST_CHECKED: Final = 500
"""How many states of a play are checked at most; after them, only the last state is checked."""

_COUNT = select(func.count()).where(subject_is(PLAY, Play.id)).correlate(Play).scalar_subquery()
PLAYS: Final = select(*Play.__table__.columns, _COUNT.label("edits")).order_by(Play.id)
"""Query for all plays, each with the number of its edits."""

_CARDS: Final = select(CARDS).where(subject_is(PLAY, bindparam("play"))).order_by(Event.seq)
_DRAFT: Final = select(Draft.cards, Draft.later).where(Draft.play_id == bindparam("play"))


def check_play(connection: Connection, row: Any, names: Mapping[int, str]) -> None:
    """Check the edits of a play and the states after them, and write the play's projection.

    To save time, only some states are checked: the last one and, up to ``MOST_CHECKED``, those at the end of a run of
    rounds and after edits with an outcome or cards.

    ``row``: of ``PLAYS``; ``names``: those of the club's people by id.

    :raises Exception: an edit was not possible.
    """
    where, play = f"game {row.id}", {"play": row.id}
    if not 1 <= row.edits <= MOST_EDITS:
        raise damage_error(where, f"it has {row.edits:,} edits")
    edits = edits_of(row.id, connection=connection)
    _check_order(where, edits)
    for edit in edits:
        if edit.seats is not None:
            _check_seats(where, edit.seats)
    checked = 0
    for edit, cards, following in zip(edits, connection.scalars(_CARDS, play), [*edits[1:], None], strict=True):
        ends_rounds = edit.kind == "round" and (following is None or following.kind != "round")
        if following is None or ((ends_rounds or edit.outcome or cards) and checked < MOST_CHECKED):
            checked += 1
            log = build_log(edits[: edit.revision], row, names)
            state = state_from_row(row, log)
            _check_state(f"{where}, edit {edit.revision}", state, edits[: edit.revision])
            if cards:
                _check_cards(state, cards)
    if state.unknown and state.agreed.version == state.game.rules.version:
        raise damage_error(where, f"its options are not possible: {unknown_text(state.unknown)}")
    draft = connection.execute(_DRAFT, play).first()
    for round_cards in (draft.cards, *(draft.later or ())) if draft else ():
        if round_cards:
            _check_cards(state, round_cards)
    project(connection, state, edits[-1].at)


def _check_order(where: str, edits: Sequence[LoggedEdit]) -> None:
    """Check the order of edits: one start, rounds in order, undo and redo of the right edits, objections to rounds.

    A new objection must have the revision of its own edit; an edit that settles one must have a later revision.

    :raises UnreadableFileError: an edit could not be made where it stands.
    """
    if edits[0].kind != "start" or not edits[0].seats or any(edit.kind == "start" for edit in edits[1:]):
        raise damage_error(where, "a game needs exactly one start")
    highest, on_sheet = 0, set[int]()  # slots
    done, undone = list[int](), list[int]()  # revisions
    for edit in edits[1:]:
        if edit.kind == "round":
            highest += 1
            fits = edit.slot == highest and edit.as_logged is not None
        else:
            fits = edit.slot is None or 1 <= edit.slot <= highest
            fits = fits and (edit.kind not in ("correct", "remove") or edit.slot in on_sheet)
        if edit.kind in ("undo", "redo"):
            taken, other = (done, undone) if edit.kind == "undo" else (undone, done)
            fits = fits and bool(taken) and taken[-1] == edit.undoes
            other += [taken.pop()] if taken else []
        elif edit.kind in UNDOABLE:
            done.append(edit.revision)
            undone.clear()
        for objection in objections_in(edit.about or {}):
            is_new = bool(objection.words) and edit.kind == "about"
            fits = fits and objection.slot <= highest
            fits = fits and (objection.revision == edit.revision if is_new else objection.revision < edit.revision)
        if not fits:
            raise damage_error(f"{where}, edit {edit.revision}", f"“{edit.kind}” is not possible there")
        if edit.slot is not None:
            (on_sheet.add if edit.as_logged is not None else on_sheet.discard)(edit.slot)


def _check_seats(where: str, seats: Sequence[Mapping[str, Any]]) -> None:
    """Check that nobody has two seats at once, and that seats were handed on in order.

    :raises UnreadableFileError: one of these is wrong.
    """
    everybody = [number for one in seats for number in sitter_ids(one)]
    called = {number: str(number) for number in everybody}  # by id, since two of them may have been merged later
    read = [seat_from_log(one, called) for one in seats]
    starts = [[start for _, start in one.sitters] for one in read]
    if len({one.player_id for one in read}) < len(read) or min(everybody) < 0 or find_double_seat(read):
        raise damage_error(where, "somebody has two seats at once")
    if any(one != sorted(set(one)) for one in starts) or sum(len(one.earlier) for one in read) > MOST_STINTS:
        raise damage_error(where, "a seat was taken over in an impossible way")


def _check_state(where: str, state: PlayState, edits: Sequence[LoggedEdit]) -> None:
    """Check the rounds and the outcome after these edits, if they were written by today's rules.

    :raises UnreadableFileError: a round does not fit, or the outcome does not follow from the rounds.
    """
    last, sheet, todays = edits[-1], state.sheet, state.game.rules.version
    is_todays = all(edit.rules_version == todays for edit in edits)
    refused = sheet.refusal is not None or len(sheet.rounds) < len(state.slots)
    if last.kind == "round" and is_todays and refused:
        problems = sheet.refusal.problems if sheet.refusal else ()
        detail = f": {problems[0].message.rstrip('.')}" if problems else ""
        raise damage_error(where, f"the round does not fit{detail}")
    if last.outcome is None or not last.outcome["places"] or last.rules_version != todays or sheet.refusal is not None:
        return  # early versions stored no outcome, or none with places, or one of a play with a round to be corrected
    stored, computed = outcome_from_log(last.outcome, state.people, sheet), outcome_of(sheet, state.ended)
    agrees = (
        stored is not None and computed is not None and stored.agrees_with(computed)
        and stored.weights in ({}, computed.weights)  # older files have no weights
    )  # fmt: skip
    if last.kind in RESCORING and not agrees:
        raise damage_error(where, "its end does not follow from its rounds")


RESCORING: Final = ("round", "correct", "remove", "end", "reopen", "seats")
"""The kinds of edits that compute the outcome by the rules of their time and store it."""


def _check_cards(state: PlayState, cards: Mapping[str, Any]) -> None:
    """Check that the cards of a round can be replayed.

    :raises Exception: they cannot.
    """
    recorded = recorded_from_json(state.people.from_log(cards), state.setup.players, state.setup.players[0])
    Recorder(state.game, state.setup.options, state.setup.players, state.setup.sides).follow(
        state.sheet.opening, recorded
    )
