"""Links for other phones: the address by which they reach a page, and its picture."""

import io

import segno
from flask import Response, current_app, request

from companion.address import link_base


def outside(path: str) -> str:
    """The address of a page as other phones reach it."""
    return link_base(current_app.config["COMPANION"], request.host_url) + path


def qr_picture(link: str) -> Response:
    """The QR code of a link, as a picture that nobody keeps."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=True)
    answer = current_app.response_class(picture.getvalue(), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
