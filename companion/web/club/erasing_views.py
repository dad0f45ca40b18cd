"""Deleting a club, and erasing a name from it."""

from flask import Blueprint, flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from companion.core.statistics.numbers import name_sort_key
from companion.store.club import erasing
from companion.store.database.base import db
from companion.store.database.models import Player
from companion.store.erasing.erase_name import erase_name
from companion.store.names.names import known_names
from companion.web.access.guard import current_club_id, current_member, for_organisers
from companion.web.club.forms import AnonymiseForm, DeleteClubForm
from companion.web.files.views import EXPORTED_KEY, is_exported
from companion.web.support.form_base import FormRefusedError, choices_of

erasing_pages = Blueprint("erasing", __name__, url_prefix="/clubs/<club>")


@erasing_pages.route("/delete", methods=["GET", "POST"])
@for_organisers
def delete_club() -> ResponseReturnValue:
    """Ask for the club's name, and delete the club if it has been exported in its present state."""
    member, form = current_member(), DeleteClubForm()
    form.check(lambda: _delete_page(form))
    if not is_exported():
        form.refuse("sure", "The club has changed since it was last exported from this phone. Export it first.")
    elif not form.sure.data:
        form.refuse("sure", "Confirm that you have downloaded the file.")
    if form.name.data.casefold() != (member.club_name or UNNAMED_CLUB).casefold():
        form.refuse("name", f"Type the name as above: {member.club_name or UNNAMED_CLUB}.")
    if form.errors:
        raise FormRefusedError
    erasing.delete_club(member)
    session.pop(EXPORTED_KEY, None)
    flash(f"{member.club_name or 'The club'} is deleted, with everything in it.")
    return redirect(url_for("access.home"), 303)


UNNAMED_CLUB = "our club"
"""What has to be typed for a club without a name."""


def _delete_page(form: DeleteClubForm) -> str:
    """Render the form that deletes the club."""
    return render_template(
        "club/delete_club.html", form=form, name=current_member().club_name or UNNAMED_CLUB, exported=is_exported()
    )


@erasing_pages.route("/export/name", methods=["GET", "POST"])
@for_organisers
def anonymise() -> ResponseReturnValue:
    """Ask whose name to erase, and erase it everywhere."""
    member, form = current_member(), AnonymiseForm()
    form.check(lambda: _anonymise_page(form))
    query = select(Player.id).where(Player.club_id == member.club_id, Player.name == form.who.data)
    player = db.session.scalar(query)
    if player is None:
        form.refuse("who", "Choose somebody in the club.")
    elif form.again.data != form.who.data:
        form.refuse("again", f"Type exactly this name: {form.who.data}.")
    if player is None or form.errors:
        raise FormRefusedError
    new_name = erase_name(member, player)
    flash(f"The player is anonymous now: everything says {new_name}.")
    return redirect(url_for("exports.page"), 303)


def _anonymise_page(form: AnonymiseForm) -> str:
    """Render the form that erases a name."""
    form.who.choices = choices_of(
        sorted(set(known_names(current_club_id()).values()), key=name_sort_key), nobody="Choose"
    )
    return render_template("club/anonymise.html", form=form)
