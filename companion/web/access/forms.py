"""The forms of clubs without accounts: the code to join with, names, roles, leaving."""

from wtforms.validators import AnyOf

from companion.store.access.members import ROLES
from companion.store.access.programs import MAY
from companion.web.support.form_base import Filled, Named, PageForm, SentField, TypedField

CLUB_LETTERS = 60
OUT = "revoke"
"""The role of who is taken out of the club."""


class JoinForm(PageForm):
    """The code of a club."""

    code = TypedField(
        "Code", [Filled("Type the letters and digits that the organiser's phone shows.")], longest=20
    )  # what a code may be, the club's books know


class RecoverForm(PageForm):
    """The button behind a recovery link; the link itself says all."""


class ClubNameForm(PageForm):
    """What the club is called; empty: it has no name."""

    name = TypedField("Name of the club", [Named(CLUB_LETTERS, or_none=True)], longest=CLUB_LETTERS)


class DeviceNameForm(PageForm):
    """What a phone is called in the list of devices and changes."""

    label = TypedField("Device name", [Named()], longest=80)


class RoleForm(PageForm):
    """What a device may do from now on."""

    role = TypedField("Role", [AnyOf([*ROLES, OUT], "Choose what the device may do.")])


class LeaveForm(PageForm):
    """Leaving the club with this phone."""

    alone = SentField("Leave the club without an organiser")


class ProgramForm(PageForm):
    """A program that is let in: what it is called, and what it may do."""

    name = TypedField("What it is called", [Named()], longest=80)
    may = TypedField("What it may do", [AnyOf(MAY, "Choose what the program may do.")])


class WhoseForm(PageForm):
    """Whose phone this is: somebody tapped, somebody typed, or nobody’s."""

    who = TypedField("Whose phone is this?")
    other = TypedField("Somebody else", longest=80)
    nobody = SentField("Just looking")
