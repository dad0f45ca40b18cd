"""The forms of what leaves and comes in: which file, what is brought in, what is taken out for good."""

from wtforms import BooleanField, FileField

from companion.web.support.form_base import PageForm, SelectField, StringField


class FileForm(PageForm):
    """A file that was chosen, or one that waits to be brought in."""

    file = FileField("File")  # read from the files of the request
    token = StringField()


class DeleteClubForm(PageForm):
    """The club's name, typed by whoever deletes it."""

    name = StringField("Name")
    sure = BooleanField("I have kept the file")


class TakeNameOutForm(PageForm):
    """Whose name is taken out, tapped and typed."""

    who = SelectField("Whose name")
    again = StringField("The same name once more")
