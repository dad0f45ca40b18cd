"""Import of plays from a file of the app BG Stats."""

from collections import Counter
from collections.abc import Iterable

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from companion.core.words import counted
from companion.exports.bgstats_import import FileToImport, read_bgstats
from companion.exports.open_upload import UnreadableFileError
from companion.store.files import bgstats
from companion.web.access.guard import current_club_id, current_member, for_writers
from companion.web.files import uploads
from companion.web.files.forms import FileForm
from companion.web.support.requests.long_work import long_work

bgstats_pages = Blueprint("bgstats", __name__)
bgstats_pages.register_error_handler(RequestEntityTooLarge, uploads.refuse_too_large)

MOST_SENTENCES = 60
"""How many reasons for leaving out plays are shown."""


@bgstats_pages.route("/clubs/<club>/export/bgstats", methods=["GET", "POST"])
@for_writers
@long_work()
def upload_bgstats_file() -> ResponseReturnValue:
    """Upload a file of BG Stats and show which plays it would add."""
    form = FileForm()
    form.check(lambda: _bgstats_page(form))
    form.receive_file()
    return _bgstats_page(form, _read_bgstats(form))


def _read_bgstats(form: FileForm) -> FileToImport:
    """Return the content of the uploaded file.

    :raises FormRefusedError: it is invalid; it is deleted.
    """
    token = form.token.data
    try:
        with uploads.open_upload(token) as file:
            return read_bgstats(file)
    except UnreadableFileError as fault:
        uploads.delete_upload(token)
        raise form.refusal("file", f"{fault} Nothing was changed.") from None


def _bgstats_page(
    form: FileForm, content: FileToImport | None = None, done: int = 0, refused: Iterable[str] = ()
) -> str:
    """Render the page that imports from BG Stats.

    ``content``: the content of the file; ``done``: how many plays were imported; ``refused``: why others were not.
    """
    coming = bgstats.import_plan(current_club_id(), content) if content else None
    titles = Counter(play.title for play in coming.plays) if coming else Counter()
    left = [*refused, *(coming.not_imported if coming else ())]
    return render_template(
        "files/bgstats.html",
        form=form,
        coming=coming,
        done=done,
        left=left[:MOST_SENTENCES],
        more=max(0, len(left) - MOST_SENTENCES),
        games=[(title, counted(number, "game")) for title, number in titles.most_common()],
    )


@bgstats_pages.post("/clubs/<club>/export/bgstats/now")
@long_work()
def import_bgstats_plays() -> ResponseReturnValue:
    """Import a batch of plays from the uploaded file; the page offers the next one, or lists refused plays."""
    member, form = current_member(), FileForm()
    form.check(lambda: _bgstats_page(form))
    content = _read_bgstats(form)
    done, refused = bgstats.import_batch(member, bgstats.import_plan(member.club_id, content))
    left = bgstats.import_plan(member.club_id, content)
    if (left.plays and done) or refused:
        return _bgstats_page(form, content, done, refused)
    uploads.delete_upload(form.token.data)
    flash(f"{counted(done, 'game')} imported from BG Stats." if done else "All of these games were already here.")
    return redirect(url_for("club.page"), 303)
