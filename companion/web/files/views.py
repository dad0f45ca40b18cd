"""Export and import: the club's file, tables, calendar and BG Stats; and deleting a club or a name."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from functools import partial
from tempfile import TemporaryFile
from typing import IO

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
    session,
    url_for,
)
from sqlalchemy import select
from werkzeug.wrappers import Response as BaseResponse

from companion.core.numbers import by_name
from companion.exports.bgstats_link import bgstats_link
from companion.exports.nights import calendar
from companion.exports.packed import UnreadableFileError
from companion.exports.spreadsheet import Cell, play_rows, result_rows, write
from companion.store.access import erasing
from companion.store.access.members import device_id
from companion.store.database.base import db
from companion.store.database.models import Player
from companion.store.files import tables
from companion.store.files.checking import CheckedClub
from companion.store.files.exporting import export_club, fingerprint
from companion.store.files.importing import check_file, import_club
from companion.store.nights.zones import zone_of
from companion.store.people.names import known_names
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import club_page, device_token, here, organises, this_device
from companion.web.access.new_clubs import check_may_start
from companion.web.files import kept_files
from companion.web.files.forms import DeleteClubForm, FileForm, TakeNameOutForm
from companion.web.plays.at_table import play_of
from companion.web.support.form_base import each
from companion.web.support.long_work import Progress, Told, is_under_way, takes_long, work_on
from companion.web.support.rate_limits import rate_limits

exports = Blueprint("exports", __name__)

EXPORTED = "exported"
"""Where a visit keeps how far a club had come when its file was last made."""


LOOK_AGAIN = 2
"""Seconds after which a browser asks again how far the work on a file is."""

Answer = BaseResponse | tuple[str, int] | str


def register(app: Flask) -> None:
    """Make the link to BG Stats known to the templates."""
    app.add_template_global(link_to_bgstats)


def link_to_bgstats(state: PlayState) -> str:
    """Return the link that sends a play to BG Stats; empty if it is not over, or discarded."""
    return "" if not state.over or state.details.discarded else bgstats_link(tables.sent_play(state))


# What leaves.


@exports.get("/clubs/<club>/export")
@club_page
def page() -> str:
    """Show all ways to export and import."""
    return render_template("files/export.html", member=here())


@exports.get("/clubs/<club>/export/club.json")
@organises
@takes_long
def whole_club() -> Response:
    """Send the whole club as one file."""
    member = here()
    mark = fingerprint(member.club_id)
    file = TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    try:
        export_club(member.club_id, file)
    except BaseException:
        file.close()
        raise
    session[EXPORTED] = {member.club_key: mark}
    file.seek(0)
    return _download(file, "application/json", f"{file_name(member.club_name or 'club')}.json")


@exports.get("/clubs/<club>/export/plays.csv")
@club_page
@takes_long
def plays_csv() -> Response:
    """Send plays as a table: all, those of a night (``night``: its key), or a player's (``player``: the name)."""
    member = here()
    night, player = (request.args.get(key, "") for key in ("night", "player"))
    rows = result_rows(tables.table_plays(member.club_id, night, player), zone_of(member.club_id), player)
    return _table(rows, player or member.club_name or "plays")


@exports.get("/clubs/<club>/plays/<key>/play.csv")
@club_page
@takes_long
def play_csv(key: str) -> Response:
    """Send the rounds of a play as a table."""
    state = play_of(key)
    rows = play_rows(tables.table_heads(state), tables.table_rounds(state), state.game.terms)
    return _table(rows, state.game.title_for(state.setup))


@exports.get("/clubs/<club>/export/nights.ics")
@club_page
@takes_long
def nights_ics() -> Response:
    """Send the nights of the club as a calendar."""
    member = here()
    content = calendar(member.club_name or "Our club", tables.calendar_of(member.club_id))
    response = current_app.response_class(content, mimetype="text/calendar")
    return _named(response, f"{file_name(member.club_name or 'nights')}.ics")


def _table(rows: Iterable[list[Cell]], name: str) -> Response:
    content = "".join(write(rows)).encode("utf-8", "replace")
    return _named(current_app.response_class(content, mimetype="text/csv"), f"{file_name(name)}.csv")


def _named(response: Response, name: str) -> Response:
    response.headers.set("Content-Disposition", "attachment", filename=name)
    response.headers["Cache-Control"] = "no-store"
    return response


def _download(file: IO[bytes], mimetype: str, name: str) -> Response:
    response = send_file(file, mimetype=mimetype, as_attachment=True, download_name=name, max_age=0)
    response.call_on_close(file.close)
    response.headers["Cache-Control"] = "no-store"
    return response


def file_name(text: str) -> str:
    """Return a file name that every system accepts."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:40].lower() or "club"


# A club that comes in.


@exports.route("/import", methods=["GET", "POST"])
def bring_in() -> Answer:
    """Upload the file of a club and begin to check it."""
    form = FileForm()
    if not form.is_submitted():
        return render_template("files/import_club.html", form=form)
    rate_limits().before_file()
    try:
        form.token.data = kept_files.keep()
    except UnreadableFileError as fault:
        return _refused(form, str(fault))
    return _looked_through(form)


@exports.get("/import/<token>")
def looked_through(token: str) -> Answer:
    """Show what an uploaded file holds, or the progress of checking it."""
    form = FileForm()
    form.token.data = token
    if not kept_files.waits(token):
        return _refused(form, kept_files.GONE)
    return _looked_through(form)


def _looked_through(form: FileForm) -> Answer:
    """Return what the uploaded file holds, or the progress; a refused file is deleted."""
    token = form.token.data
    told = work_on(token, token, partial(_look, token))
    if is_under_way(told):
        return _under_way("Looking through the file", told, "exports.looked_through", token)
    if "refused" in told:
        kept_files.drop(token)
        return _refused(form, told["refused"])
    found = {**told, "days": [date.fromisoformat(day) for day in told["days"]]}
    return render_template("files/import_club.html", form=form, found=found)


def _refused(form: FileForm, why: str) -> Answer:
    form.refuse("file", why)
    return render_template("files/import_club.html", form=form), 422


def _under_way(what: str, told: Told, endpoint: str, token: str) -> Answer:
    """Show the progress of the work on a file; the page reloads itself."""
    page = url_for(endpoint, token=token)
    response = make_response(render_template("files/import_club.html", under_way=what, percent=told["at"], page=page))
    response.headers["Refresh"] = f"{LOOK_AGAIN}; url={page}"
    return response


_checked: dict[str, CheckedClub] = {}
"""What the file holds that was looked through last, by its token, so that it is not looked through twice."""


def _look(token: str, file: IO[bytes], progress: Progress) -> Told:
    """Check the file of a club."""
    _checked.clear()
    checked = check_file(file, progress=lambda done, whole: progress(100 * done // whole))
    _checked[token] = checked
    return {
        "name": checked.name, "plays": checked.plays, "rounds": checked.rounds, "nights": checked.nights,
        "payments": checked.payments, "people": list(checked.people), "houses": checked.houses,
        "rulings": checked.rulings,
        "days": sorted({str(at.date()) for at in (checked.first, checked.last) if at}),
    }  # fmt: skip


def _bring(token: str, device: int, file: IO[bytes], progress: Progress) -> Told:
    """Import the club of a file, organised by a device."""
    checked = _checked.get(token) or check_file(file)
    club = import_club(file, device, checked=checked, progress=lambda done, whole: progress(100 * done // whole))
    _checked.clear()
    return {"club": club}


@exports.post("/import/now")
def bring_in_now() -> Answer:
    """Begin to import the uploaded file as a club of this phone."""
    form = FileForm()
    if not kept_files.waits(form.token.data):
        return _refused(form, kept_files.GONE)
    check_may_start()
    rate_limits().before_club()
    return _brought_in(form.token.data, this_device())


@exports.get("/import/<token>/club")
def brought_in(token: str) -> Answer:
    """Show the imported club, or the progress of the import."""
    device = device_id(device_token())
    if device is None or kept_files.status(_bringing(token, device)) is None:
        return redirect(url_for("exports.looked_through", token=token))
    return _brought_in(token, device)


def _bringing(token: str, device: int) -> str:
    """Return the key under which a device's import of a file is worked on."""
    return f"{token}-{device}"


def _brought_in(token: str, device: int) -> Answer:
    """Redirect to the imported club, or show the progress."""
    work = _bringing(token, device)
    told = work_on(token, work, partial(_bring, token, device))
    if is_under_way(told):
        return _under_way("Bringing the club in", told, "exports.brought_in", token)
    if "refused" not in told:
        kept_files.drop(token)  # first, so that nobody begins with it once more
    kept_files.set_status(work, None)
    if "refused" in told:
        return _refused(FileForm(), told["refused"])
    rate_limits().new_club()
    flash("The club is here, with codes of its own. This phone organises it.")
    return redirect(url_for("access.club", club=told["club"]), 303)


# Plays that come in.


# What is taken out for good.


@exports.route("/clubs/<club>/delete", methods=["GET", "POST"])
@organises
def delete() -> Answer:
    """Delete the club, once it was exported and its name typed."""
    member, form = here(), DeleteClubForm()
    if not form.is_submitted():
        return _delete_page(form)
    if not _is_exported():
        form.refuse("sure", "Something was written since the club was last exported from this phone. Export it first.")
    elif not form.sure.data:
        form.refuse("sure", "Say that you have kept the file.")
    if form.name.data.casefold() != (member.club_name or NO_NAME).casefold():
        form.refuse("name", f"Type the name as it stands above: {member.club_name or NO_NAME}.")
    if form.errors:
        return _delete_page(form), 422
    erasing.delete_club(member)
    session.pop(EXPORTED, None)
    flash(f"{member.club_name or 'The club'} is deleted, with everything that was written in it.")
    return redirect(url_for("access.home"), 303)


NO_NAME = "our club"
"""What is typed for a club without a name."""


def _delete_page(form: DeleteClubForm) -> str:
    return render_template(
        "files/delete_club.html", member=here(), form=form, name=here().club_name or NO_NAME, exported=_is_exported()
    )


def _is_exported() -> bool:
    """Return whether this phone has exported the club as it stands."""
    kept = session.get(EXPORTED)
    return isinstance(kept, dict) and kept.get(here().club_key) == fingerprint(here().club_id)


@exports.route("/clubs/<club>/export/name", methods=["GET", "POST"])
@organises
def take_name_out() -> Answer:
    """Erase somebody's name everywhere."""
    member, form = here(), TakeNameOutForm()
    if not form.is_submitted():
        return _name_page(form)
    known = select(Player.id).where(Player.club_id == member.club_id, Player.name == form.who.data)
    player = db.session.scalar(known)
    if player is None:
        form.refuse("who", "Choose somebody of the club.")
    elif form.again.data != form.who.data:
        form.refuse("again", f"Type the name just so: {form.who.data}.")
    if player is None or form.errors:
        return _name_page(form), 422
    instead = erasing.take_name_out(member, player)
    flash(f"The player is anonymous now: everything that was written says {instead}.")
    return redirect(url_for("exports.page", club=member.club_key), 303)


def _name_page(form: TakeNameOutForm) -> str:
    form.who.choices = each(sorted(set(known_names(here().club_id).values()), key=by_name), nobody="Choose")
    return render_template("files/take_name_out.html", member=here(), form=form)
