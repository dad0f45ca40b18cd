"""Forms for importing a file, deleting a club and erasing a name."""

from wtforms import BooleanField, FileField

from companion.exports.open_upload import UnreadableFileError
from companion.web.files import uploads
from companion.web.support.form_base import PageForm, SelectField, StringField


class FileForm(PageForm):
    """The form with a file to upload, or with the token of an uploaded one."""

    file = FileField("File")  # read from the files of the request
    token = StringField()

    def receive_file(self) -> None:
        """Save the file, and take its token.

        :raises FormRefusedError: it is missing or too large.
        """
        try:
            self.token.data = uploads.save_upload()
        except UnreadableFileError as fault:
            raise self.refusal("file", str(fault)) from None


class DeleteClubForm(PageForm):
    """The form that deletes a club: its name has to be typed."""

    name = StringField("Name")
    sure = BooleanField("I have downloaded the file")


class AnonymiseForm(PageForm):
    """The form that erases a name: it has to be chosen and typed."""

    who = SelectField("Player")
    again = StringField("To confirm, type the name")
