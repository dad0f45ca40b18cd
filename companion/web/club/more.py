"""The list of everything in a club that has no tab of its own."""

from flask import Blueprint, render_template

from companion.store.access import devices
from companion.web.access.forms import DeviceNameForm
from companion.web.access.guard import here
from companion.web.club.bar import items_for

more = Blueprint("more", __name__, url_prefix="/clubs/<club>/more")


@more.get("")
def index() -> str:
    """List everything that has no tab of its own."""
    return more_page()


def more_page(form: DeviceNameForm | None = None) -> str:
    """Render that list. ``form``: the label for this phone that was refused."""
    phone = devices.phone_of(here())
    return render_template(
        "club/more.html",
        items=items_for(here()),
        phone=phone,
        form=form or DeviceNameForm(blank=True, label=phone.label),
    )
