"""The page of programs that have a token for the club's API."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.store.access import programs as store
from companion.web.access.forms import ProgramForm
from companion.web.access.guard import current_club_id, current_member, for_organisers
from companion.web.support.links import absolute_url
from companion.web.support.requests.not_found import or_404

programs = Blueprint("programs", __name__)


@programs.route("/clubs/<club>/programs", methods=["GET", "POST"])
@for_organisers
def index() -> str:
    """List the programs of the club with a form to add one, or add one and show its token, this once only."""
    form = ProgramForm(may="read")
    form.check(lambda: _programs_page(form))
    may = store.MAY[store.MAY.index(form.may.data)]
    token = store.make_program(current_club_id(), form.name.data, may)
    return _programs_page(ProgramForm(blank=True, may="read"), form.name.data, token)


def _programs_page(form: ProgramForm, name: str = "", token: str = "") -> str:
    """Render the list of programs. ``name``, ``token``: those of a program that was just added."""
    found = store.programs(current_member())
    return render_template(
        "access/programs.html",
        programs=found,
        form=form,
        made=name,
        token=token,
        api=absolute_url(url_for("club_api.get_club")),
        document=absolute_url(url_for("api.get_document")),
    )


@programs.post("/clubs/<club>/programs/<int(max=2147483647):membership>/revoke")
@for_organisers
def revoke_program(membership: int) -> Response:
    """Revoke the token of a program."""
    or_404(store.revoke_program(current_member(), membership))
    flash("The program is removed, and its token no longer works.")
    return redirect(url_for("programs.index"))
