"""What lets devices into a club, and which of it still does."""

from flask import Flask
from sqlalchemy.exc import OperationalError

from companion.store.access import invitations, joining, members
from companion.store.database.trouble import DatabaseBusyError
from tests.store.tables import Club

CANNOT_WRITE = (DatabaseBusyError(), OperationalError("", {}, Exception("database or disk is full")))
"""What is raised if another process writes for too long, and if the disk is full."""


def lets_in(club: Club) -> list[str]:
    """Return what lets others into the club: the codes of scorers and viewers, and the recovery link."""
    return [*invitations.join_codes(club.organiser).values(), invitations.recovery_token(club.organiser)]


def gets_in(app: Flask, known: list[str]) -> list[bool]:
    """Return which of these codes and this link let a new device in."""
    device, _ = members.add_device("A phone")
    return [bool(joining.join_club(device, code)) for code in known[:2]] + [
        bool(joining.recover_club(device, known[2]))
    ]
