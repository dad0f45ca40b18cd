"""Who may start clubs on this server: everybody, who was invited by its operator, or nobody."""

from flask import abort, current_app
from itsdangerous import BadData, URLSafeTimedSerializer

from companion.settings import Settings

DAYS = 30
"""Days for which an invitation holds, for as many clubs as its guest starts."""

TOLD = {
    "invited": "On this server a club is started by invitation. Open the link that you were given.",
    "nobody": "On this server its operator starts the clubs. Ask there for one.",
}
"""Why somebody may not start a club, by the setting."""


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or b"", salt="new-club")


def fresh_invitation() -> str:
    """Return a new invitation, to be put after ``/welcome/``."""
    return str(_signer().dumps("start"))


def is_invitation(text: str) -> bool:
    """Return whether a text is an invitation that holds."""
    try:
        _signer().loads(text, max_age=DAYS * 24 * 3600)
    except BadData:
        return False
    return True


def may_start(invitation: str = "") -> bool:
    """Return whether somebody with this invitation, or with none, may start a club."""
    settings: Settings = current_app.config["COMPANION"]
    invited = settings.new_clubs == "invited" and bool(invitation) and is_invitation(invitation)
    return settings.new_clubs == "everybody" or invited


def check_may_start(invitation: str = "") -> None:
    """Refuse who may not start a club, with a sentence and status 403."""
    if not may_start(invitation):
        abort(403, TOLD[current_app.config["COMPANION"].new_clubs])
