"""The page behind the tab "More": everything in a club that has no tab of its own."""

from flask import Blueprint, render_template

from companion.store.access import devices
from companion.web.access.forms import DeviceNameForm
from companion.web.access.guard import current_member
from companion.web.support.navigation import more_entries_for

more = Blueprint("more", __name__, url_prefix="/clubs/<club>/more")


@more.get("")
def index() -> str:
    """Show the page behind the tab "More"."""
    return more_page()


def more_page(form: DeviceNameForm | None = None) -> str:
    """Render the page behind the tab "More". ``form``: the refused name of this phone, if there is one."""
    phone = devices.phone_of(current_member())
    return render_template(
        "club/more.html",
        items=more_entries_for(current_member()),
        phone=phone,
        form=form or DeviceNameForm(blank=True, label=phone.label),
    )
