"""Secret bids, entered on each player's phone or by a scorer, and revealed once all have bid.

Until then they are in the column ``Draft.sealed``.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from companion.store.access.roles import Member
from companion.store.database.base import db, now
from companion.store.database.models import Device, Membership
from companion.store.log.write_results import Refused, refusal
from companion.store.names.names import merged_people
from companion.store.plays.coming_round.draft_rows import draft_row, locked_draft
from companion.store.plays.coming_round.drafts import (
    DraftChange,
    DraftState,
    is_secret,
    secret_fields,
    with_revealed_bids,
    write_values,
)
from companion.store.plays.edits.slots import entry_fields
from companion.store.plays.play_state import PlayState

LATELY = timedelta(hours=12)
"""A phone that was seen within this time is assumed to be at the table."""

Locks = Callable[[Mapping[str, Any]], bool]
"""A function that returns whether a draft can be locked, because every field before the hand has a value."""


def player_of_phone(member: Member, state: PlayState) -> str:
    """Return the name of the player who owns the phone; empty: none at this table."""
    people = merged_people(state.club_id)
    own = people.get(member.player_id or 0)
    return next((seat.name for seat in state.seats if own and people[seat.person_id].id == own.id), "")


def players_without_phone(state: PlayState) -> tuple[str, ...]:
    """Return the names of players without a phone at the table, for whom a scorer bids."""
    here = (
        select(Membership.player_id)
        .join(Device, Device.id == Membership.device_id)
        .where(
            Membership.club_id == state.club_id, Membership.revoked_at.is_(None), ~Membership.is_program,
            Device.seen_at > now() - LATELY,
        )
    )  # fmt: skip
    people = merged_people(state.club_id)
    found = {people[player].id for player in db.session.scalars(here) if player is not None}
    return tuple(seat.name for seat in state.seats if people[seat.person_id].id not in found)


def own_bids(member: Member, state: PlayState) -> dict[str, Any]:
    """Return the secret bids that this phone has entered for its own player in the coming round, by field."""
    seat = player_of_phone(member, state)
    row = draft_row(state.id)
    if not seat or row.slot != state.next_slot:
        return {}
    reference = state.people.reference_to(seat)
    mine = {key: given[reference] for key, given in (row.sealed or {}).items() if reference in given}
    found = {key: one["value"] for key, one in mine.items() if one["device_id"] == member.device_id}
    return {key: state.people.from_log(value) for key, value in found.items()}


def enter_secret_bids(
    member: Member,
    state: PlayState,
    *,
    slot: int,
    bids: Mapping[str, Mapping[str, Any]],
    client_id: str,
    instead: bool = False,
    locks: Locks,
) -> DraftChange | Refused | None:
    """Enter secret bids; the last one reveals all, and locks the draft if ``locks`` allows it.

    Return None if the coming round is another one by now. ``bids``: by field and name, validated; ``instead``: whether
    a scorer may bid for somebody whose phone is at the table; ``client_id``: the id of the request; one that is sent
    again changes nothing.
    """
    own_player, phoneless = player_of_phone(member, state), players_without_phone(state)
    with locked_draft(member, state, slot, bids) as draft:
        if draft is None:
            return None
        open_now = secret_fields(state, state.people.from_log(draft.data))
        stored = state.people.to_log(entry_fields(state.game, state.sheet.table), bids)
        names = {state.people.reference_to(seat.name): seat.name for seat in state.seats}
        fresh = {key: dict(given) for key, given in draft.sealed.items()}
        for key, given in stored.items():
            for reference, value in given.items():
                name, earlier_bid = names[reference], draft.sealed.get(key, {}).get(reference)
                is_again = bool(earlier_bid) and earlier_bid["tap"] == client_id
                if not is_again:
                    fault = "" if any(item.key == key for item in open_now) else _already_revealed_text(name)
                    fault = fault or _bid_refusal_text(member, name, own_player, instead or name in phoneless)
                    if not fault and earlier_bid and earlier_bid["device_id"] != member.device_id:
                        fault = f"{name} has bid already, on another phone. Take that bid back first."
                    if fault:
                        return refusal(key, fault, name=name)
                    one = {"value": value, "device_id": member.device_id, "tap": client_id}
                    fresh.setdefault(key, {})[reference] = one
        data = with_revealed_bids(state, draft.data, fresh)
        locked = draft.locked or (data != draft.data and locks(state.people.from_log(data)))
        return write_values(draft, member, state, data, locked, fresh, is_repetition=fresh == draft.sealed)


def take_back_bid(member: Member, state: PlayState, *, slot: int, name: str) -> DraftChange | Refused | None:
    """Take back a player's secret bid without revealing it; return None if the round was saved meanwhile.

    Only the player's own phone and scorers may do this, and only until all bids are revealed.
    """
    may = member.can_write or player_of_phone(member, state) == name
    with locked_draft(member, state, slot) as draft:
        if draft is None or draft.row.slot != slot:
            return None
        if not may:
            return refusal("", f"Only {name}, or a scorer, can take {name}'s bid back.", name=name)
        if not is_secret(state, DraftState(state.people.from_log(draft.data), draft.locked)):
            return refusal("", _already_revealed_text(name), name=name)
        reference = state.people.reference_to(name)
        fresh = {
            key: {one: bid for one, bid in given.items() if one != reference} for key, given in draft.sealed.items()
        }
        return write_values(draft, member, state, draft.data, draft.locked, fresh)


def _already_revealed_text(name: str) -> str:
    """Return the message that bids are revealed, so that this player can no longer change one."""
    return f"All bids are in and shown, so {name} can no longer change theirs. A scorer can change it openly."


def _bid_refusal_text(member: Member, name: str, own: str, is_for_scorers: bool) -> str:
    """Return a sentence that says why a phone may not bid for the player ``name``, or an empty text.

    ``own``: the player who owns the phone; ``is_for_scorers``: whether a scorer may bid for ``name``.
    """
    if name == own or (member.can_write and is_for_scorers):
        return ""
    if member.can_write:
        return f"{name} bids on their own phone."
    whose = f"This is {own}'s phone" if own else "This phone is no player's"
    return f"{whose}: {name} bids on their own phone, or a scorer bids for them."
