"""Forms for joining and leaving a club, its name and time zone, names and roles of devices, and programs."""

from wtforms import BooleanField
from wtforms.validators import AnyOf, DataRequired, Optional

from companion.store.access.programs import MAY
from companion.store.access.roles import ROLES
from companion.store.club.clubs import CLUB_LETTERS
from companion.web.support.form_base import NameValidator, PageForm, RadioField, StringField

REMOVE = "revoke"
"""The value of ``role`` that removes a device from the club."""


class JoinForm(PageForm):
    """The form with the code of a club."""

    code = StringField(
        "Code", [DataRequired("Type the letters and digits of the code that an organiser's phone shows.")]
    )  # the store checks its format


class ClubNameForm(PageForm):
    """The form for the club's name, which may be empty."""

    name = StringField("Name of the club", [Optional(), NameValidator(CLUB_LETTERS)])


class ZoneForm(PageForm):
    """The form for the club's time zone."""

    zone = StringField("Time zone")


class DeviceNameForm(PageForm):
    """The form for the name of a phone in the lists of devices and changes."""

    label = StringField("Device name", [NameValidator()])


class RoleForm(PageForm):
    """The form that changes the role of a device, or removes the device."""

    role = StringField("Role", [AnyOf([*ROLES, REMOVE], "Choose what the device may do.")])


class LeaveForm(PageForm):
    """The form with which this phone leaves the club."""

    alone = BooleanField("Leave the club without an organiser")


class ProgramForm(PageForm):
    """The form that adds a program: its name and its permission."""

    name = StringField("Name of the program", [NameValidator()])
    may = RadioField(
        "Access",
        [AnyOf(MAY, "Choose what the program may do.")],
        choices={"read": "Can read", "score": "Can read and score"},
    )


class WhoseForm(PageForm):
    """The form that asks whose phone this is: a known person, a new name, or nobody's."""

    who = StringField("Whose phone is this?")
    other = StringField("Somebody else")
    nobody = BooleanField("Just looking")
