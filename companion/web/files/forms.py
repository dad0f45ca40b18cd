"""The form with a file to import."""

from wtforms import FileField

from companion.exports.open_upload import UnreadableFileError
from companion.web.files import uploads
from companion.web.support.form_base import PageForm, StringField


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
