"""Forms for deleting a club and erasing a name."""

from wtforms import BooleanField

from companion.web.support.form_base import PageForm, SelectField, StringField


class DeleteClubForm(PageForm):
    """The form that deletes a club: its name has to be typed."""

    name = StringField("Name")
    sure = BooleanField("I have downloaded the file")


class AnonymiseForm(PageForm):
    """The form that erases a name: it has to be chosen and typed."""

    who = SelectField("Player")
    again = StringField("To confirm, type the name")
