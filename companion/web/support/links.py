"""Links for other phones: absolute addresses and QR codes."""

import segno
from flask import current_app, request
from markupsafe import Markup

from companion.address import link_base


def absolute_url(path: str) -> str:
    """Return the absolute address of a path, as other phones can open it."""
    return link_base(current_app.config["COMPANION"], request.host_url) + path


def qr_code(link: str) -> Markup:
    """Return the QR code of a link as an SVG element; a filter for templates."""
    code = segno.make(link, error="m")
    drawn = code.svg_inline(border=3, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return Markup(drawn)  # noqa: S704 - it has no text
