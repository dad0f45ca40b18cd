"""Who may start clubs on this server: everybody, people invited by its operator, or nobody."""

from flask import abort, current_app
from itsdangerous import BadData, URLSafeTimedSerializer

from companion.settings import Settings

INVITATION_DAYS = 30
"""For how many days an invitation is valid; it can be used for any number of clubs."""

REFUSALS = {
    "invited": "On this server you need an invitation to start a club. Open the link that you got.",
    "nobody": "On this server only the operator starts clubs. Ask the operator for one.",
}
"""The message for people who may not start a club, by the setting ``new_clubs``."""


def _invitation_serializer() -> URLSafeTimedSerializer:
    """Return the serializer that signs invitations with the secret key of the app."""
    return URLSafeTimedSerializer(current_app.secret_key or b"", salt="new-club")


def new_invitation() -> str:
    """Return a new invitation: the signed text that follows ``/welcome/`` in the link."""
    return str(_invitation_serializer().dumps("start"))


def is_invitation(text: str) -> bool:
    """Return whether a text is a valid invitation that has not expired."""
    try:
        _invitation_serializer().loads(text, max_age=INVITATION_DAYS * 24 * 3600)
    except BadData:
        return False
    return True


def can_start_club(invitation: str = "") -> bool:
    """Return whether a visitor may start a club. ``invitation``: the one of the link; empty for none."""
    settings: Settings = current_app.config["COMPANION"]
    invited = settings.new_clubs == "invited" and bool(invitation) and is_invitation(invitation)
    return settings.new_clubs == "everybody" or invited


def check_can_start_club(invitation: str = "") -> None:
    """Abort with status 403 and a message unless this visitor may start a club."""
    if not can_start_club(invitation):
        abort(403, REFUSALS[current_app.config["COMPANION"].new_clubs])
