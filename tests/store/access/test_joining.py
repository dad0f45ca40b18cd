"""Codes: they let devices join, are renewed, and keep others out."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, update
from sqlalchemy.exc import IntegrityError

from companion.store.access import codes as secret_codes
from companion.store.access import devices, invitations, joining, members, recovery
from companion.store.access.roles import Role
from companion.store.database.base import db
from companion.store.database.models import Device
from companion.store.database.runtime import runtime
from companion.store.screens import screens
from tests.store.access.ways_in import CANNOT_WRITE, gets_in, lets_in
from tests.store.tables import Club, Table, at_once, rows


def test_each_code_gives_its_role(club: Club) -> None:
    assert (club.scorer.role, club.scorer.can_write, club.scorer.is_organiser) == ("scorer", True, False)
    assert (club.viewer.role, club.viewer.can_write, club.viewer.is_organiser) == ("viewer", False, False)


def test_codes_are_six_letters_without_lookalikes(club: Club) -> None:
    for code in invitations.join_codes(club.organiser).values():
        assert len(code) == 6
        assert not set(code) & set("0O1I")
        assert code == code.upper()
        assert code.isalnum()


@pytest.mark.parametrize(
    "spelled", [str.lower, lambda code: f" {code[:3]}-{code[3:]} ", lambda code: " ".join(code)],
    ids=["small letters", "dash", "blanks"],
)  # fmt: skip
def test_a_code_may_be_typed_in_any_case_with_blanks(club: Club, spelled: Callable[[str], str]) -> None:
    device, token = members.add_device("A phone")
    assert joining.join_club(device, spelled(invitations.join_codes(club.organiser)["viewer"])) == club.key
    assert club.member(token).role == "viewer"


@pytest.mark.parametrize("code", ["", "ABC", "ABCDEFG", "000000", "ÀÉÎÕÜß", "A" * 10_000, "\0" * 6, "<b>abc", "ßßß"])
def test_a_wrong_code_lets_nobody_in(club: Club, code: str) -> None:
    device, token = members.add_device("A phone")
    assert joining.join_club(device, code) is None
    assert joining.recover_club(device, code) is None
    assert members.member(token, club.key) is None


def test_the_code_of_another_club_leads_to_that_club(club: Club) -> None:
    other = Club()
    device, token = members.add_device("A phone")
    assert joining.join_club(device, invitations.join_codes(other.organiser)["scorer"]) == other.key
    assert members.member(token, club.key) is None


def test_joining_again_never_lowers_a_role(club: Club) -> None:
    codes = invitations.join_codes(club.organiser)
    assert joining.join_club(club.scorer.device_id, codes["viewer"]) == club.key
    assert joining.join_club(club.organiser.device_id, codes["scorer"]) == club.key
    roles = {card.membership_id: card.role for card in devices.devices(club.organiser)}
    assert roles[club.scorer.membership_id] == "scorer"
    assert roles[club.organiser.membership_id] == "organiser"
    joining.join_club(club.viewer.device_id, codes["scorer"])
    assert {card.membership_id: card.role for card in devices.devices(club.organiser)}[
        club.viewer.membership_id
    ] == "scorer"


def test_a_code_raises_the_role_in_its_own_club_only(club: Club) -> None:
    other = Club()
    device, token = members.add_device("A phone")
    for one in (club, other):
        assert joining.join_club(device, invitations.join_codes(one.organiser)["viewer"]) == one.key
    assert joining.join_club(device, invitations.join_codes(other.organiser)["scorer"]) == other.key
    assert [one.member(token).role for one in (club, other)] == ["viewer", "scorer"]


def test_new_codes_replace_the_old_ones_and_everybody_stays_in(club: Club) -> None:
    old = invitations.join_codes(club.organiser)
    invitations.renew_codes(club.organiser)
    new = invitations.join_codes(club.organiser)
    assert not set(old.values()) & set(new.values())
    device, _ = members.add_device("A phone")
    assert [joining.join_club(device, code) for code in old.values()] == [None, None]
    assert joining.join_club(device, new["scorer"]) == club.key
    assert len(devices.devices(club.organiser)) == 4


def test_two_clubs_never_have_the_same_code(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A code that is taken is skipped, in either role."""
    real = secret_codes.join_code
    unlucky = {
        ("scorer", 0): "SAMES2",
        ("viewer", 0): "SAMEV2",
        ("scorer", 1): "SAMEV2",  # one club's scorers would be let in as another's viewers
        ("viewer", 1): "SAMEV3",
        ("viewer", 2): "SAMES2",  # and the other way round
    }

    def join_code(club: str, role: str, generation: int, letters: int) -> str:
        return unlucky.get((role, generation)) or real(club, role, generation, letters)

    monkeypatch.setattr(secret_codes, "join_code", join_code)
    clubs = [Club() for _ in range(3)]
    codes = [code for club in clubs for code in invitations.join_codes(club.organiser).values()]
    assert len(set(codes)) == len(codes)
    for club in clubs:
        invitations.renew_codes(club.organiser)
    codes = [code for club in clubs for code in invitations.join_codes(club.organiser).values()]
    assert len(set(codes)) == len(codes)
    for club in clubs:
        assert club.admit(invitations.join_codes(club.organiser)["viewer"]).role == "viewer"


def test_each_renewal_leads_to_the_next_codes_and_link(club: Club) -> None:
    for renewals in range(3):
        assert invitations.join_codes(club.organiser) == {
            role: secret_codes.join_code(club.key, role, renewals) for role in ("scorer", "viewer")
        }
        assert invitations.recovery_token(club.organiser) == secret_codes.recovery_token(club.key, renewals)
        invitations.renew_codes(club.organiser)
        invitations.renew_recovery(club.organiser)


def test_a_label_of_a_phone_is_cut(app: Flask) -> None:
    number, _ = members.add_device("x" * 50)
    assert rows("select label from device where id = :id", id=number) == [("x" * 40,)]


def test_if_all_codes_are_taken_the_search_ends(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    known = lets_in(club)
    tried: list[int] = []

    def join_code(_club: str, role: str, generation: int, _letters: int) -> str:
        tried.append(generation)
        return known[0 if role == "scorer" else 1]

    with monkeypatch.context() as patched:
        patched.setattr(secret_codes, "join_code", join_code)
        with pytest.raises(RuntimeError, match=r"^no code is free$"):
            invitations.renew_codes(club.organiser)
    assert sorted(set(tried)) == list(range(1, 101))
    assert lets_in(club) == known


def test_a_club_whose_codes_are_taken_again_and_again_gives_up(app: Flask) -> None:
    tried: list[Connection] = []

    def is_taken(connection: Connection) -> None:
        tried.append(connection)
        raise IntegrityError("update club", {}, Exception("taken"))

    with pytest.raises(RuntimeError, match=r"^no code is free$"):
        invitations.run_with_free_codes(is_taken)
    assert len(tried) == 100


def test_the_two_codes_of_a_club_are_never_the_same(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    real = secret_codes.join_code

    def join_code(club: str, role: str, generation: int, letters: int) -> str:
        return real(club, role if generation else "either", generation, letters)

    monkeypatch.setattr(secret_codes, "join_code", join_code)
    codes = invitations.join_codes(Club().organiser)
    assert codes["scorer"] != codes["viewer"]


@pytest.mark.parametrize(
    ("before", "after", "still"),
    [
        ("viewer", None, [False, False, True]), ("scorer", None, [False, False, True]),
        ("scorer", "viewer", [False, False, True]), ("organiser", None, [False, False, False]),
        ("organiser", "scorer", [False, False, False]), ("organiser", "viewer", [False, False, False]),
        ("viewer", "scorer", [True, True, True]), ("scorer", "scorer", [True, True, True]),
        ("scorer", "organiser", [True, True, True]),
    ],
)  # fmt: skip
def test_a_removed_or_demoted_device_cannot_come_back_with_codes_that_it_knows(
    app: Flask, club: Club, before: Role, after: Role | None, still: list[bool]
) -> None:
    assert devices.set_role(club.organiser, club.viewer.membership_id, before)
    known = lets_in(club)
    number = club.viewer.membership_id
    assert devices.set_role(club.organiser, number, after) if after else devices.revoke(club.organiser, number)
    assert gets_in(app, known) == still
    assert gets_in(app, lets_in(club)) == [True, True, True], "those that are shown now work"
    assert club.member(club.token).is_organiser


def test_an_old_code_or_link_used_during_its_renewal_lets_nobody_in(
    app: Flask, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code is right when it is looked up, and replaced when the device would be let in."""
    known = lets_in(club)
    real = joining._add_member

    def admit(*args: Any) -> bool:
        invitations.renew_codes(club.organiser)
        invitations.renew_recovery(club.organiser)
        return real(*args)

    monkeypatch.setattr(joining, "_add_member", admit)
    for number in range(3):
        now = lets_in(club)
        assert gets_in(app, [*known[:number], now[number], *known[number + 1 :]]) == [False, False, False]
    assert len(devices.devices(club.organiser)) == 3


def test_a_device_stored_by_the_first_hash_is_recognised_and_rehashed(club: Club) -> None:
    """The first hash depended on the app's key, today's does not."""
    first = secret_codes.hash_of(club.token)
    with db.engine.begin() as connection:
        connection.execute(update(Device).where(Device.id == club.device).values(token_hash=first))
    assert [card.key for card in members.clubs_of(club.token)] == [club.key]
    assert members.device_id(club.token) == club.device
    assert members.device_id(first) is None, "the hash itself opens nothing"
    assert club.member(club.token).is_organiser
    [(kept,)] = rows("select token_hash from device where id = :id", id=club.device)
    assert kept == hashlib.sha256(club.token.encode()).hexdigest()
    assert club.member(club.token).is_organiser


@pytest.mark.parametrize("error", CANNOT_WRITE)
def test_a_device_stored_by_the_first_hash_gets_in_although_nothing_can_be_written(
    club: Club, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    first = secret_codes.hash_of(club.token)
    with db.engine.begin() as connection:
        connection.execute(update(Device).where(Device.id == club.device).values(token_hash=first))

    def fails(*, patience: float) -> Any:
        assert patience == 0.1, "the phone does not wait long"
        raise error

    monkeypatch.setattr(members, "writing", fails)
    assert club.member(club.token).is_organiser


def test_a_device_that_joins_twice_at_once_is_one_member(app: Flask, club: Club) -> None:
    for _ in range(5):
        device, token = members.add_device("A phone")
        codes = invitations.join_codes(club.organiser)
        acts = [partial(joining.join_club, device, codes[role]) for role in ("viewer", "scorer") * 4]
        assert at_once(app, *acts) == [club.key] * 8
        assert club.member(token).role == "scorer"


def test_new_codes_have_the_length_in_the_settings_and_older_ones_stay_valid(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club()
    table = Table(club.scorer)
    screens.create_link(club.scorer, table.state)
    short, screen = invitations.join_codes(club.organiser), screens.screen_code_of(table.state)
    runtime().code_letters = 16
    assert recovery.clubs_of_another_key() == []
    assert invitations.join_codes(club.organiser) == short
    assert club.admit(short["viewer"]).role == "viewer"
    assert screens.screen_code_of(table.state) == screen
    assert isinstance(screens.play_on_screen(screen), screens.ShownPlay)
    invitations.renew_codes(club.organiser)
    long = invitations.join_codes(club.organiser)
    assert [len(code) for code in long.values()] == [16, 16]
    assert club.admit(f"{long['scorer'][:5].lower()}-{long['scorer'][5:]}").role == "scorer"
    assert joining.find_invitation(short["scorer"]) is None
    other = Table(club.scorer)
    screens.create_link(club.scorer, other.state)
    code = screens.screen_code_of(other.state)
    assert len(code) == 16
    assert isinstance(screens.play_on_screen(f"{code[:5]}-{code[5:]}"), screens.ShownPlay)
    runtime().code_letters = 6
    assert recovery.clubs_of_another_key() == []
    assert invitations.join_codes(club.organiser) == long
