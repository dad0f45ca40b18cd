"""Cards of rounds, entered trick by trick: in the draft of the coming round, and in its edit once it is saved.

If a round is undone, the content of the draft is kept for the round after it. ``mark``: the play's new change counter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Integer, bindparam, delete, select

from companion.core.tricks.recorded_cards import RECORDED_FIELDS
from companion.store.access.members import author_columns
from companion.store.access.roles import Member, require_writer
from companion.store.database.base import db
from companion.store.database.models import Draft, Event
from companion.store.database.plain_connection import plain_connection
from companion.store.database.writing import bump_play_mark
from companion.store.log.events import CARDS, SLOT, edit_of, nth_edit
from companion.store.log.write_results import Stale
from companion.store.plays.coming_round.draft_rows import draft_row, locked_draft, write_draft
from companion.store.plays.play_state import PlayState

WRITER = ("device_id", "player_id")
"""The keys of a card for its author."""


@dataclass(frozen=True, slots=True)
class RoundCards:
    """The cards of the coming round entered so far."""

    data: Mapping[str, Any]
    mark: int
    """The play's mark at their last change; 0: never changed."""

    client_id: str | None = None
    """The client id of that change."""

    has_later_cards: bool = False
    """Whether cards of later rounds are kept, because those rounds were undone."""


NO_CARDS = RoundCards({}, 0)


_CARDS_OF_ROUND = (
    select(CARDS)
    .where(edit_of(bindparam("play")), bindparam("slot", type_=Integer) == SLOT)
    .order_by(Event.seq.desc())
    .limit(1)
)


def coming_cards(state: PlayState) -> RoundCards:
    """Return the cards of the coming round; without any, empty with mark 0."""
    return cards_from_row(state, draft_row(state.id))


def cards_from_row(state: PlayState, row: Any) -> RoundCards:
    """Return the cards of the coming round from the row of a draft."""
    if row.slot != state.next_slot:
        return NO_CARDS
    has_later = any(map(has_any_card, row.later or ()))
    return RoundCards(state.people.from_log(row.cards or {}), row.cards_mark, row.cards_tap, has_later)


def cards_of_round(state: PlayState, slot: int) -> Mapping[str, Any] | None:
    """Return the cards of a saved round with names; None: none were entered."""
    cards = logged_cards(state.id, slot)
    return None if cards is None else state.people.from_log(cards)


def has_any_card(cards: Mapping[str, Any]) -> bool:
    """Return whether stored cards contain any card, or a call before the first one."""
    return bool(cards.get("tricks") or cards.get("calls"))


# Entering.


def save_cards(
    member: Member, state: PlayState, *, slot: int, mark: int, data: Mapping[str, Any], client_id: str, on_sheet: bool
) -> RoundCards | Stale | None:
    """Replace the cards of the coming round, unless somebody else has changed them since the change counter ``mark``.

    Return the cards after the change; ``Stale`` if others have changed them; None if the round was saved meanwhile, the
    play is over, or it is another club's. ``on_sheet``: whether the sheet shows the change; ``client_id``: the id of
    the request; one that is sent again changes nothing.

    :raises PermissionError: the member is a viewer.
    """
    require_writer(member)
    with locked_draft(member, state, slot, data) as draft:
        if draft is None or state.over:
            return None
        there = cards_from_row(state, draft.row)
        if there.mark != mark:
            return there if there.client_id == client_id else Stale()
        before = draft.row.cards if draft.row.slot == slot else None
        cards = _with_writers(state.people.to_log(RECORDED_FIELDS, data), before or {}, member)
        fresh = bump_play_mark(draft.connection, state.id, on_sheet=on_sheet)
        values = {"cards": cards, "cards_mark": fresh, "cards_tap": client_id}
        write_draft(draft.connection, member, state.id, slot, draft.row.slot, values)
    return RoundCards(state.people.from_log(cards), fresh, client_id, there.has_later_cards)


def _with_writers(cards: dict[str, Any], before: Mapping[str, Any], member: Member) -> dict[str, Any]:
    """Return cards with the author of each: as before if the card is unchanged, else this member."""
    known = dict(_cards_with_positions(before))
    tricks: list[list[dict[str, Any]]] = [[] for _ in cards.get("tricks", ())]
    for place, row in _cards_with_positions(cards):
        there = known.get(place, {})
        is_same = all(there.get(key) == row[key] for key in ("player", "card"))
        writer = {key: there.get(key) for key in WRITER} if is_same else author_columns(member)
        tricks[place[0]].append({**row, **writer})
    return {**cards, "tricks": tricks}


def _cards_with_positions(cards: Mapping[str, Any]) -> Iterator[tuple[tuple[int, int], Mapping[str, Any]]]:
    """Yield every card with its place: number of the trick and position in it, both from 0."""
    for number, plays in enumerate(cards.get("tricks", ())):
        for place, row in enumerate(plays):
            yield (number, place), row


# From the draft into the log, and back.

Cards = dict[str, Any]
"""The cards of a round as stored."""

NOTHING_ENTERED: Final = {"data": {}, "locked": False, "sealed": None}
"""The columns of a draft for values and secret bids; what is kept of a later round has them beside its cards."""

_TAKE = delete(Draft).where(Draft.play_id == bindparam("play")).returning(Draft.slot, Draft.cards, Draft.later)
_KEPT = nth_edit(CARDS)


def cards_of_edit(play: int, revision: int) -> Cards | None:
    """Return the cards stored with the edit of this revision; None: it has none."""
    cards: Cards | None = db.session.scalar(_KEPT, {"play": play, "before": revision - 1})
    return cards


def logged_cards(play: int, slot: int) -> Cards | None:
    """Return the cards of a saved round as stored; None: none were entered."""
    return plain_connection().scalar(_CARDS_OF_ROUND, {"play": play, "slot": slot})


def take_from_draft(connection: Connection, mark: int, *, member: Member, play: int, slot: int) -> Cards | None:
    """Delete the draft of a round that is being saved, and return its cards for the edit; None: it has none.

    What is kept for later rounds goes into a new draft.
    """
    row = connection.execute(_TAKE, {"play": play}).first()
    if row is None or row.slot != slot:
        return None
    if row.later:
        write_draft(connection, member, play, slot + 1, None, _next_draft(row.later, mark))
    return _cards_or_none(row.cards)


def take_for_redo(connection: Connection, mark: int, *, member: Member, play: int, slot: int) -> Cards | None:
    """Take the cards of an undone round out of the draft and return them for its redo; None: it has none any more.

    Values entered for it meanwhile are dropped, since its redo brings back its own.
    """
    row = draft_row(play, connection)
    if row.slot != slot:
        return None
    write_draft(connection, member, play, slot, slot, _next_draft(row.later or (), mark))
    return _cards_or_none(row.cards)


def return_to_draft(
    connection: Connection, mark: int, *, member: Member, play: int, slot: int, cards: Cards | None
) -> None:
    """Put the cards of an undone round into the draft, so that it is the coming one again.

    What the draft holds is kept for the round after it.
    """
    row = draft_row(play, connection)
    is_here = row.slot == slot
    current, later = (row.cards or {}, row.later or []) if is_here else ({}, [])
    if is_here and (row.data or row.sealed):
        current = {**current, "data": row.data, "locked": row.locked, "sealed": row.sealed}
    if not (cards or current or later):
        return
    postponed = [current, *later] if current or later else None
    values = {"cards": cards, "later": postponed, "cards_mark": mark, "cards_tap": None, **NOTHING_ENTERED}
    write_draft(connection, member, play, slot, row.slot, values)


def _next_draft(later: Sequence[Cards], mark: int) -> dict[str, Any]:
    """Return the columns of a draft for the first round in ``later``, which is a list as in ``Draft.later``.

    The other rounds stay in the draft's ``later``. If the list is empty, so is the draft.
    """
    first, *rest = later or ({},)
    cards = {key: value for key, value in first.items() if key not in NOTHING_ENTERED}
    entered = {key: first.get(key, nothing) for key, nothing in NOTHING_ENTERED.items()}
    return {"cards": cards or None, "later": rest or None, "cards_mark": mark, "cards_tap": None, **entered}


def _cards_or_none(cards: Cards | None) -> Cards | None:
    """Return the cards, or None if there is neither a card nor a call in them."""
    return cards if cards and has_any_card(cards) else None
