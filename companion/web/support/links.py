"""Links for other phones: absolute addresses and QR codes."""

import io

import segno
from flask import Response, current_app, request

from companion.address import link_base


def absolute_url(path: str) -> str:
    """Return the absolute address of a path, as other phones can open it."""
    return link_base(current_app.config["COMPANION"], request.host_url) + path


def qr_picture(link: str) -> Response:
    """Return a response with the QR code of a link."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=True)
    answer = current_app.response_class(picture.getvalue(), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
