"""The secret of a link to one night: made of the app's own, so that it can be shown again and is never kept itself."""

from companion.store.access import codes
from companion.store.database.runtime import belongings

LONGEST = 100
"""No link is longer."""


def link_token(key: str, shared: str) -> str:
    """The secret of the link to a night. ``shared``: what tells this link from others to the same night."""
    return f"{key}.{codes.share_token(belongings().secret, key, shared)}"


def link_hash(key: str, shared: str) -> str:
    """The keyed hash under which such a link is looked up."""
    return hash_of_link(link_token(key, shared))


def hash_of_link(token: str) -> str:
    """The keyed hash of what somebody sent as the secret of a link."""
    return codes.hash_of(belongings().secret, token)


def is_link(token: str) -> bool:
    """Whether this may be the secret of a link at all."""
    return len(token) <= LONGEST
