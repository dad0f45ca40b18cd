"""Who may do what in a club: roles, and the member that has one."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from companion.store.database.runtime import Quota

Role = Literal["organiser", "scorer", "viewer"]
ROLES: tuple[Role, ...] = ("viewer", "scorer", "organiser")
"""From the one that may least to the one that may most."""


@dataclass(frozen=True, slots=True)
class Member:
    """A device in a club: what every page of a club needs to know."""

    device_id: int
    club_id: int
    club_key: str
    club_name: str
    role: Role
    membership_id: int
    player_id: int | None
    """Whose phone it is."""

    club_mark: int
    """The club's mark when this was read."""

    quota: Quota
    """How much the club may hold."""

    is_blocked: bool
    """Whether the operator of the server has closed the club."""

    removal_at: datetime | None
    """When the club is removed because nobody writes in it; None: that is not planned."""

    @property
    def can_write(self) -> bool:
        """Whether the device may save rounds."""
        return self.role != "viewer"

    @property
    def is_organiser(self) -> bool:
        """Whether the device may do everything."""
        return self.role == "organiser"


def needs_writer(member: Member) -> None:
    """Raise ``PermissionError`` unless the device may write.

    :raises PermissionError: the phone looks on.
    """
    if not member.can_write:
        raise PermissionError("This phone looks on. Ask the organiser to let it write.")
