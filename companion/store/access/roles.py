"""Roles in a club, and the member of a club that every request acts for."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from companion.store.database.runtime import Quota

Role = Literal["organiser", "scorer", "viewer"]
ROLES: tuple[Role, ...] = ("viewer", "scorer", "organiser")
"""From the fewest rights to the most."""


@dataclass(frozen=True, slots=True)
class Member:
    """A device as a member of a club, with what every page of the club needs."""

    device_id: int
    club_id: int
    club_key: str
    club_name: str
    role: Role
    membership_id: int
    player_id: int | None
    """The owner of the phone; None: nobody."""

    club_mark: int
    """The club's change counter when this was read."""

    is_blocked: bool
    """Whether the operator of the server has blocked the club."""

    removal_at: datetime | None
    """When the club is removed as idle; None: not planned."""

    asked: bool
    """Whether somebody has answered whose phone it is; “nobody's” is an answer, too."""

    quota: Quota
    """The limits of the club."""

    @property
    def can_write(self) -> bool:
        """Whether the device may write: it is no viewer."""
        return self.role != "viewer"

    @property
    def is_organiser(self) -> bool:
        """Whether the device has all rights in the club."""
        return self.role == "organiser"


def require_writer(member: Member) -> None:
    """Check that the device may write.

    :raises PermissionError: it is a viewer.
    """
    if not member.can_write:
        raise PermissionError("This phone can only watch. Ask an organiser to let it score.")


def require_organiser(member: Member) -> None:
    """Check that the device is an organiser's.

    :raises PermissionError: it is not.
    """
    if not member.is_organiser:
        raise PermissionError("Only an organiser's phone can do this.")
