"""Export and import of the club's file, and exports as tables and calendar."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from functools import partial
from tempfile import TemporaryFile
from typing import IO

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    send_file,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from companion.exports.bgstats_link import bgstats_link
from companion.exports.calendar_file import calendar
from companion.exports.csv_format import Cell, csv_pieces
from companion.store.access.members import device_id
from companion.store.files import tables_and_calendar
from companion.store.files.checking import CheckedClub
from companion.store.files.exporting import export_club, fingerprint
from companion.store.files.importing import check_file, import_club
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_club_id, current_member, device_token, for_organisers, this_device
from companion.web.access.new_clubs import check_can_start_club
from companion.web.files import uploads
from companion.web.files.file_work import Progress, Status, is_under_way, work_on
from companion.web.files.forms import FileForm
from companion.web.plays.pages import play_of
from companion.web.support.requests.long_work import long_work
from companion.web.support.requests.rate_limits import NEW_CLUBS, rate_limits

exports = Blueprint("exports", __name__)
exports.register_error_handler(RequestEntityTooLarge, uploads.refuse_too_large)

EXPORTED_KEY = "exported"
"""The session key under which the state of the club at its last export is remembered."""


RELOAD_SECONDS = 2
"""Seconds until the progress page reloads."""


def link_to_bgstats(state: PlayState) -> str:
    """Return the link that sends a play to BG Stats; empty if the play is not over or is discarded."""
    return "" if not state.over or state.details.discarded else bgstats_link(tables_and_calendar.bgstats_play(state))


# Export.


@exports.get("/clubs/<club>/export")
def page() -> str:
    """Show all ways to export and import."""
    return render_template("files/export.html")


@exports.get("/clubs/<club>/export/club.json")
@for_organisers
@long_work()
def club_file() -> Response:
    """Send the whole club as one file."""
    member = current_member()
    mark = fingerprint(member.club_id)
    file = TemporaryFile()  # noqa: SIM115 - the response closes it
    try:
        export_club(member.club_id, file)
    except BaseException:
        file.close()
        raise
    session[EXPORTED_KEY] = {member.club_key: mark}
    file.seek(0)
    response = send_file(file, mimetype="application/json", max_age=0)
    response.call_on_close(file.close)
    return _as_download(response, f"{file_name(member.club_name or 'club')}.json")


def is_exported() -> bool:
    """Return whether this phone has exported the club in its present state."""
    exports = session.get(EXPORTED_KEY)
    return isinstance(exports, dict) and exports.get(current_member().club_key) == fingerprint(current_club_id())


@exports.get("/clubs/<club>/export/plays.csv")
@long_work()
def plays_csv() -> Response:
    """Send a table of plays: all, those of a night (``night``: its key), or those of a player (``player``: a name)."""
    member = current_member()
    night, player = (request.args.get(key, "") for key in ("night", "player"))
    return _csv_response(
        tables_and_calendar.result_rows(member.club_id, night, player), player or member.club_name or "plays"
    )


@exports.get("/clubs/<club>/plays/<key>/play.csv")
@long_work()
def play_csv(key: str) -> Response:
    """Send the rounds of a play as a table."""
    state = play_of(key)
    return _csv_response(tables_and_calendar.round_rows(state), state.title)


@exports.get("/clubs/<club>/export/nights.ics")
@long_work()
def nights_ics() -> Response:
    """Send the nights of the club as a calendar."""
    member = current_member()
    content = calendar(member.club_name or "Our club", tables_and_calendar.calendar_of(member.club_id))
    response = current_app.response_class(content, mimetype="text/calendar")
    return _as_download(response, f"{file_name(member.club_name or 'nights')}.ics")


def _csv_response(rows: Iterable[list[Cell]], name: str) -> Response:
    """Return a response with a CSV file."""
    content = "".join(csv_pieces(rows)).encode("utf-8", "replace")
    return _as_download(current_app.response_class(content, mimetype="text/csv"), f"{file_name(name)}.csv")


def _as_download(response: Response, name: str) -> Response:
    """Return a response as a download with this file name."""
    response.headers.set("Content-Disposition", "attachment", filename=name)
    response.headers["Cache-Control"] = "no-store"
    return response


def file_name(text: str) -> str:
    """Return a text as a file name that every operating system accepts; ``club`` if it has no letters for one."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:40].lower() or "club"


# Import of a club.


@exports.route("/import", methods=["GET", "POST"])
def upload_file() -> ResponseReturnValue:
    """Upload the file of a club and begin to check it."""
    form = FileForm()
    form.check(lambda: render_template("files/import_club.html", form=form))
    form.receive_file()
    return _file_page(form)


@exports.get("/import/<token>")
def uploaded_file(token: str) -> ResponseReturnValue:
    """Show what an uploaded file contains, or the progress of checking or importing it."""
    device = device_id(device_token())
    if device is not None and uploads.read_status(_import_key(token, device)) is not None:
        return _import_page(token, device)
    form = FileForm()
    form.token.data = token
    if not uploads.is_upload_kept(token):
        return _refused_page(form, uploads.EXPIRED_TEXT)
    return _file_page(form)


def _file_page(form: FileForm) -> ResponseReturnValue:
    """Check the uploaded file, and return the page with its content, or with the progress of the check.

    If the file is invalid, it is deleted, and the page says why.
    """
    token = form.token.data
    status = work_on(token, token, partial(_check_file, token))
    if is_under_way(status):
        return _progress_page("Checking the file", status, token)
    if "refused" in status:
        uploads.delete_upload(token)
        return _refused_page(form, status["refused"])
    found = {**status, "days": [date.fromisoformat(day) for day in status["days"]]}
    return render_template("files/import_club.html", form=form, found=found)


def _refused_page(form: FileForm, why: str) -> ResponseReturnValue:
    """Return the upload page with the reason why a file was refused."""
    form.refuse("file", why)
    return render_template("files/import_club.html", form=form), 422


def _progress_page(what: str, status: Status, token: str) -> ResponseReturnValue:
    """Return a page with the progress of the work on a file, which reloads itself."""
    page = url_for("exports.uploaded_file", token=token)
    progress = render_template("files/import_club.html", under_way=what, percent=status["at"], page=page)
    return progress, {"Refresh": f"{RELOAD_SECONDS}; url={page}"}


_checked_clubs: dict[str, CheckedClub] = {}
"""The content of the file that was checked last, by its token, so that the import need not check it again."""


def _check_file(token: str, file: IO[bytes], progress: Progress) -> Status:
    """Check the file of a club and return a summary of its content, which is kept in ``_checked_clubs``."""
    _checked_clubs.clear()
    checked = check_file(file, progress=lambda done, whole: progress(100 * done // whole))
    _checked_clubs[token] = checked
    return checked.summary


def _import_file(token: str, device: int, file: IO[bytes], progress: Progress) -> Status:
    """Import a club from its file, with this device as organiser.

    Check the file first, unless this process has just checked it.
    """
    checked = _checked_clubs.get(token) or check_file(file)
    club = import_club(checked, device, lambda done, whole: progress(100 * done // whole))
    _checked_clubs.clear()
    return {"club": club}


@exports.post("/import/now")
def start_import() -> ResponseReturnValue:
    """Begin to import the uploaded file as a club of this phone."""
    form = FileForm()
    if not uploads.is_upload_kept(form.token.data):
        return _refused_page(form, uploads.EXPIRED_TEXT)
    check_can_start_club()
    rate_limits().check(NEW_CLUBS)
    return _import_page(form.token.data, this_device())


def _import_key(token: str, device: int) -> str:
    """Return the key of a device's import of a file, under which its status is kept."""
    return f"{token}-{device}"


def _import_page(token: str, device: int) -> ResponseReturnValue:
    """Redirect to the imported club, or show the progress; start the import if it has not begun."""
    work = _import_key(token, device)
    status = work_on(token, work, partial(_import_file, token, device))
    if is_under_way(status):
        return _progress_page("Importing the club", status, token)
    if "refused" not in status:
        uploads.delete_upload(token)  # first, so that nobody can import it again
    uploads.set_status(work, None)
    if "refused" in status:
        return _refused_page(FileForm(), status["refused"])
    rate_limits().count(NEW_CLUBS)
    flash("The club is imported, with new codes. This phone is its organiser.")
    return redirect(url_for("club.page", club=status["club"]), 303)
