"""Codes and tokens: derived from the app's secret, so that they need not be stored; the database has their hashes."""

import hashlib
import hmac
import secrets

from companion.store.database.runtime import runtime

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of codes: none that are easily misread, so no 0, O, 1 or I."""

FEWEST_LETTERS, MOST_LETTERS = 6, 16
"""How long the code of a club may be."""

SCREEN_LETTERS = 8
"""The least length of a screen's code: everybody who has it can watch, so it must be too long to guess."""


def random_key() -> str:
    """Return a random key for a URL, too long to guess."""
    return secrets.token_urlsafe(9)


def random_token() -> str:
    """Return a new random token for a device."""
    return secrets.token_urlsafe(24)


def _mac(*parts: object, secret: bytes | None = None) -> bytes:
    """Return a keyed hash of these parts. ``secret``: the key; None: the app's own."""
    key = runtime().secret if secret is None else secret
    return hmac.new(key, "\0".join(map(str, parts)).encode(errors="replace"), hashlib.sha256).digest()


def _code(length: int, *parts: object) -> str:
    """Return a code of this length, derived from these parts and the app's secret."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in _mac(*parts)[:length])


def join_code(club: str, role: str, generation: int, length: int = FEWEST_LETTERS) -> str:
    """Return the code with which a device joins a club in a role. ``generation``: how often the codes were renewed."""
    return _code(length, "code", club, role, generation)


def screen_code(play: str, number: int, length: int = SCREEN_LETTERS) -> str:
    """Return the code in the link to a play's screen, short enough to be typed on a television.

    ``number``: that of the link among all links to screens of the play.
    """
    return _code(length, "screen", play, number)


def recovery_token(club: str, generation: int) -> str:
    """Return the token in a club's recovery link. ``generation``: how often the link was renewed."""
    return _mac("recovery", club, generation).hex()[:40]


def night_token(night: str, shared: str) -> str:
    """Return the token in a link to one night. ``shared``: distinguishes it from other links to the same night."""
    return f"{night}.{_mac('night', night, shared).hex()[:40]}"


def key_mark(secret: bytes) -> str:
    """Return a few letters that identify a secret without revealing it."""
    return _mac("mark", secret=secret).hex()[:8]


def hash_of(text: str) -> str:
    """Return the keyed hash of a code or link. Codes are short, so their hash needs a key."""
    return _mac("hash", text).hex()


def token_hash(token: str) -> str:
    """Return the hash of a device's token, which is random enough to need no key."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def program_hash(token: str) -> str:
    """Return the hash of a program's token. It differs from a device's hash of the same token."""
    return token_hash(f"program {token}")


def normalize_code(code: str) -> str:
    """Return a typed code in capitals, with everything but letters and digits removed; at most 40 characters."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:40]
