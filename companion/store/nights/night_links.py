"""Tokens of links to one night, derived from the app's secret, so that they need not be stored."""

from companion.store.access import codes
from companion.store.database.runtime import runtime

LONGEST = 100
"""The most characters of a token."""


def link_token(key: str, shared: str) -> str:
    """Return the token of the link to a night. ``shared``: distinguishes it from other links to the same night."""
    return f"{key}.{codes.share_token(runtime().secret, key, shared)}"


def link_hash(key: str, shared: str) -> str:
    """Return the keyed hash by which the database finds a link."""
    return hash_of_link(link_token(key, shared))


def hash_of_link(token: str) -> str:
    """Return the keyed hash of the token in a request."""
    return codes.hash_of(runtime().secret, token)


def is_link(token: str) -> bool:
    """Return whether a text is short enough to be a token."""
    return len(token) <= LONGEST
