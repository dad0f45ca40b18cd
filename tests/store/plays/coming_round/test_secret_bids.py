"""Secret bids: each player's phone enters its own, a scorer those of the others, and the last one reveals all."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.store.access import devices, members, programs
from companion.store.access.invitations import join_codes
from companion.store.access.roles import Member
from companion.store.database.base import clock_at, now
from companion.store.database.writing import writing
from companion.store.log.write_results import refusal
from companion.store.plays.coming_round import drafts, secret_bids
from companion.store.plays.coming_round.drafts import DraftChange
from companion.store.plays.coming_round.secret_bids import own_bids, player_of_phone, players_without_phone
from companion.store.plays.play_details import SEALED
from tests.store.people.players import merge, number
from tests.store.tables import Club, Table, client_id, done, problems_text

SHOWN = "All bids are in and shown, so Ann can no longer change theirs. A scorer can change it openly."


def phone_of(club: Club, name: str, role: str = "viewer") -> Member:
    """Return a new phone whose owner is this person."""
    member = club.admit(join_codes(club.organiser)[role])
    devices.set_owner(member, number(club, name))
    return replace(member, player_id=number(club, name))


@pytest.fixture
def rage(club: Club) -> Table:
    """Return a play of Rage with secret bids."""
    table = Table(club.scorer, "rage")
    done(table.edit_details(**{SEALED: True}))
    return table


def bid(
    table: Table,
    member: Member,
    locks: bool = False,
    slot: int = 1,
    tap: str | None = None,
    instead: bool = False,
    **bids: int,
) -> Any:
    """Enter bids by player."""
    return secret_bids.enter_secret_bids(
        member, table.state, slot=slot, bids={"bid": bids}, client_id=tap or client_id(), instead=instead,
        locks=lambda _: locks,
    )  # fmt: skip


def take_back(table: Table, member: Member, name: str, slot: int = 1) -> Any:
    return secret_bids.take_back_bid(member, table.state, slot=slot, name=name)


def draft(table: Table) -> drafts.DraftState:
    found = drafts.draft_of(table.state)
    assert found is not None
    return found


def test_bids_are_hidden_until_the_last_one_reveals_all(club: Club, rage: Table) -> None:
    ann, bob = phone_of(club, "Ann"), phone_of(club, "Bob", "scorer")
    assert drafts.is_secret(rage.state, None)
    assert [player_of_phone(one, rage.state) for one in (ann, bob, club.scorer)] == ["Ann", "Bob", ""]
    assert players_without_phone(rage.state) == ("Cyd",)
    first = bid(rage, ann, Ann=2)
    assert isinstance(first, DraftChange)
    assert (first.draft.data, first.draft.sealed, first.mark) == ({}, {"bid": ("Ann",)}, first.before + 1)
    assert (draft(rage).data, draft(rage).sealed, draft(rage).locked) == ({}, {"bid": ("Ann",)}, False)
    assert [own_bids(one, rage.state) for one in (ann, bob, club.scorer)] == [{"bid": 2}, {}, {}]
    assert drafts.patch_draft(club.scorer, rage.state, slot=1, patch={"tricks": {"Ann": 1}})
    bid(rage, bob, Bob=0, Cyd=1)
    shown = draft(rage)
    revealed = {"bid": {"Ann": 2, "Bob": 0, "Cyd": 1}, "tricks": {"Ann": 1}}
    assert (shown.data, shown.sealed, shown.locked) == (revealed, {"bid": ("Ann", "Bob", "Cyd")}, False)
    assert not drafts.is_secret(rage.state, shown)
    assert bid(rage, ann, Ann=3) == refusal("bid", SHOWN, name="Ann")
    assert take_back(rage, ann, "Ann") == refusal("", SHOWN, name="Ann")


def test_the_last_bid_locks_the_draft_if_it_can_be(club: Club, rage: Table) -> None:
    bid(rage, club.scorer, locks=True, Ann=2)
    assert not draft(rage).locked, "the others have not bid"
    last = bid(rage, club.scorer, locks=True, tap="last", Bob=2, Cyd=0)
    assert last.draft.locked
    assert draft(rage).locked
    again = bid(rage, club.scorer, locks=True, tap="last", Bob=2, Cyd=0)
    assert (again.draft, again.before, again.mark) == (last.draft, last.mark, last.mark)


def test_a_phone_bids_for_its_owner_and_a_scorer_for_those_without_a_phone(club: Club, rage: Table) -> None:
    ann = phone_of(club, "Ann")
    nobody = "bid: This phone is no player's: Bob bids on their own phone, or a scorer bids for them."
    assert problems_text(bid(rage, club.viewer, Bob=1)) == nobody
    others = "bid: This is Ann's phone: Bob bids on their own phone, or a scorer bids for them."
    assert problems_text(bid(rage, ann, Bob=1)) == others
    assert problems_text(bid(rage, club.scorer, Ann=1)) == "bid: Ann bids on their own phone."
    assert drafts.draft_of(rage.state) is None
    assert isinstance(bid(rage, club.scorer, Bob=1), DraftChange)
    assert isinstance(bid(rage, club.scorer, Ann=1, instead=True), DraftChange)
    another = "Ann has bid already, on another phone. Take that bid back first."
    assert bid(rage, ann, Ann=2) == refusal("bid", another, name="Ann")
    assert draft(rage).sealed == {"bid": ("Ann", "Bob")}


def test_a_bid_can_be_changed_on_the_phone_that_entered_it(club: Club, rage: Table) -> None:
    ann = phone_of(club, "Ann")
    first = bid(rage, ann, Ann=1, tap="tap")
    again = bid(rage, ann, Ann=5, tap="tap")
    assert (own_bids(ann, rage.state), again.mark, again.before) == ({"bid": 1}, first.mark, first.mark)
    bid(rage, ann, Ann=3)
    assert own_bids(ann, rage.state) == {"bid": 3}
    assert own_bids(phone_of(club, "Ann"), rage.state) == {}, "another phone of hers does not show it"


def test_a_player_or_a_scorer_takes_a_bid_back(club: Club, rage: Table) -> None:
    ann, bob = phone_of(club, "Ann"), phone_of(club, "Bob")
    for member in (ann, club.scorer):
        bid(rage, ann, Ann=1)
        bid(rage, bob, Bob=1)
        told = "Only Ann, or a scorer, can take Ann's bid back."
        assert take_back(rage, bob, "Ann") == refusal("", told, name="Ann")
        assert isinstance(take_back(rage, member, "Ann"), DraftChange)
        assert draft(rage).sealed == {"bid": ("Bob",)}
        assert own_bids(ann, rage.state) == {}
    assert isinstance(bid(rage, ann, Ann=4), DraftChange)


def test_bids_for_another_round_are_refused(club: Club, rage: Table) -> None:
    ann = phone_of(club, "Ann")
    assert bid(rage, ann, slot=2, Ann=1) is None
    assert take_back(rage, ann, "Ann") is None, "there is no bid"
    bid(rage, ann, Ann=1)
    rage.write({"bid": {"Ann": 0, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    assert bid(rage, ann, Ann=1) is None
    assert take_back(rage, ann, "Ann") is None
    assert own_bids(ann, rage.state) == {}


def test_bids_of_one_round_are_none_of_another(club: Club, rage: Table) -> None:
    ann, late = phone_of(club, "Ann"), rage.state
    rage.write({"bid": {"Ann": 0, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    bid(rage, ann, slot=2, Ann=1)
    assert (own_bids(ann, late), own_bids(ann, rage.state)) == ({}, {"bid": 1})
    done(rage.undo())
    assert own_bids(ann, rage.state) == {}
    done(rage.redo())
    assert own_bids(ann, rage.state) == {"bid": 1}, "it waited while the round before was undone"
    assert drafts.is_secret(rage.state, drafts.draft_of(rage.state))
    done(rage.end())
    assert not drafts.is_secret(rage.state, drafts.draft_of(rage.state))


def test_those_who_have_bid_are_listed_by_seat(club: Club) -> None:
    state = Table(club.scorer, "rage", ("Cyd", "Ann", "Bob")).state
    references = [state.people.reference_to(name) for name in ("Bob", "Cyd")]
    assert drafts.players_who_bid(state, {"bid": {one: {} for one in references}}) == {"bid": ("Cyd", "Bob")}
    assert drafts.players_who_bid(state, None) == {}


def test_who_sits_out_need_not_bid(club: Club) -> None:
    table = Table(club.scorer, "oh-hell")
    done(table.edit_details(**{SEALED: True}))
    assert drafts.secret_fields(table.state, {})
    bid(table, club.scorer, Ann=0, Bob=0)
    bid(table, club.scorer, Cyd=0)
    assert draft(table).data == {"bid": {"Ann": 0, "Bob": 0, "Cyd": 0}}


def test_a_play_without_secret_bids_has_none(club: Club) -> None:
    table = Table(club.scorer, "rage")
    assert not drafts.is_secret(table.state, None)
    assert problems_text(bid(table, club.scorer, Ann=1)) == f"bid: {SHOWN}"


def test_a_phone_at_the_table_was_seen_lately(club: Club, rage: Table) -> None:
    ann, gone = phone_of(club, "Ann"), phone_of(club, "Bob")
    assert devices.leave(gone)
    programs.make_program(club.organiser.club_id, "A robot", "score")
    state = rage.state
    assert players_without_phone(state) == ("Bob", "Cyd")
    with writing() as connection:
        connection.exec_driver_sql(f"update device set seen_at = '2001-01-01 00:00:00' where id = {ann.device_id}")
    assert players_without_phone(state) == ("Ann", "Bob", "Cyd")
    assert members.record_seen(ann.device_id)
    for hours, without in ((11.9, ("Bob", "Cyd")), (12, ("Ann", "Bob", "Cyd"))):
        with clock_at(now() + timedelta(hours=hours)):
            assert players_without_phone(state) == without


def test_a_phone_follows_its_owner_in_a_merge(club: Club, rage: Table) -> None:
    Table(club.scorer, players=("Annie", "Dee"))
    annie = phone_of(club, "Annie")
    assert (player_of_phone(annie, rage.state), players_without_phone(rage.state)) == ("", ("Ann", "Bob", "Cyd"))
    merge(club, "Annie", "Ann")
    assert (player_of_phone(annie, rage.state), players_without_phone(rage.state)) == ("Ann", ("Bob", "Cyd"))
    theirs = Table(club.scorer, players=("Anny", "Dee"))
    ann = phone_of(club, "Ann")
    merge(club, "Anny", "Ann")
    assert (player_of_phone(ann, theirs.state), players_without_phone(theirs.state)) == ("Ann", ("Dee",))
