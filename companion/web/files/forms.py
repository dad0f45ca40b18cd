"""The forms of what leaves and comes in: which file, what is brought in, what is taken out for good."""

from companion.web.support.form_base import PageForm, SentField, TypedField


class FileForm(PageForm):
    """A file that was chosen, or one that waits to be brought in."""

    file = TypedField("File")  # read from the files of the request
    token = TypedField(longest=60)


class DeleteClubForm(PageForm):
    """The club's name, typed by whoever deletes it."""

    name = TypedField("Name", longest=60)
    sure = SentField("I have kept the file")


class TakeNameOutForm(PageForm):
    """Whose name is taken out, tapped and typed."""

    who = TypedField("Whose name", longest=80)
    again = TypedField("The same name once more", longest=80)
