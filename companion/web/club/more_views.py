"""The page behind the tab "More": everything in a club that has no tab of its own, and the name of this phone."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.store.access import devices
from companion.web.access.forms import DeviceNameForm
from companion.web.access.guard import current_member, for_viewers
from companion.web.support.navigation import more_entries_for

more = Blueprint("more", __name__, url_prefix="/clubs/<club>")


@more.get("/more")
def index() -> str:
    """Show the page behind the tab "More"."""
    return _more_page()


@more.post("/device-name")
@for_viewers
def rename_this_phone() -> Response:
    """Rename this phone."""
    form = DeviceNameForm()
    form.check(lambda: _more_page(form))
    devices.rename_phone(current_member(), current_member().membership_id, form.label.data)
    flash(f"This phone is now called {form.label.data}.")
    return redirect(url_for("more.index"))


def _more_page(form: DeviceNameForm | None = None) -> str:
    """Render the page behind the tab "More". ``form``: the refused name of this phone, if there is one."""
    phone = devices.phone_of(current_member())
    return render_template(
        "club/more.html",
        items=more_entries_for(current_member()),
        phone=phone,
        form=form or DeviceNameForm(blank=True, label=phone.label),
    )
