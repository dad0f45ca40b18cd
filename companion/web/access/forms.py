"""The forms of clubs without accounts: the code to join with, names, roles, leaving."""

from wtforms import BooleanField
from wtforms.validators import AnyOf, DataRequired

from companion.store.access.programs import MAY
from companion.store.access.roles import ROLES
from companion.web.support.form_base import Named, PageForm, RadioField, StringField

CLUB_LETTERS = 60
OUT = "revoke"
"""The role of who is taken out of the club."""


class JoinForm(PageForm):
    """The code of a club."""

    code = StringField(
        "Code", [DataRequired("Type the letters and digits that the organiser's phone shows.")]
    )  # what a code may be, the club's books know


class RecoverForm(PageForm):
    """The button behind a recovery link; the link itself says all."""


class ClubNameForm(PageForm):
    """What the club is called; empty: it has no name."""

    name = StringField("Name of the club", [Named(CLUB_LETTERS, or_none=True)])


class DeviceNameForm(PageForm):
    """What a phone is called in the list of devices and changes."""

    label = StringField("Device name", [Named()])


class RoleForm(PageForm):
    """What a device may do from now on."""

    role = StringField("Role", [AnyOf([*ROLES, OUT], "Choose what the device may do.")])


class LeaveForm(PageForm):
    """Leaving the club with this phone."""

    alone = BooleanField("Leave the club without an organiser")


class ProgramForm(PageForm):
    """A program that is let in: what it is called, and what it may do."""

    name = StringField("What it is called", [Named()])
    may = RadioField(
        "What it may do",
        [AnyOf(MAY, "Choose what the program may do.")],
        choices={"read": "Read everything", "score": "Read and write the score"},
    )


class WhoseForm(PageForm):
    """Whose phone this is: somebody tapped, somebody typed, or nobody’s."""

    who = StringField("Whose phone is this?")
    other = StringField("Somebody else")
    nobody = BooleanField("Just looking")
