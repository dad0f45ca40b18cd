"""Codes and tokens: derived from the app's secret, so that only their hashes are stored."""

import hashlib
import hmac
import secrets

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of codes: none that are easily misread, so no 0, O, 1 or I."""

FEWEST_LETTERS, MOST_LETTERS = 6, 16
"""How long the code of a club may be."""

SCREEN_LETTERS = 8
"""The shortest code of a screen: whoever has it can watch, so it must be too long to find by trying."""


def random_key() -> str:
    """Return a random key for a URL, too long to guess."""
    return secrets.token_urlsafe(9)


def random_token() -> str:
    """Return a new random token for a device."""
    return secrets.token_urlsafe(24)


def _mac(secret: bytes, *parts: object) -> bytes:
    return hmac.new(secret, "\0".join(map(str, parts)).encode(errors="replace"), hashlib.sha256).digest()


def join_code(secret: bytes, club: str, role: str, generation: int, letters: int = FEWEST_LETTERS) -> str:
    """Return the code with which a device joins a club in a role."""
    mac = _mac(secret, "code", club, role, generation)
    return "".join(LETTERS[byte % len(LETTERS)] for byte in mac[:letters])


def recovery_token(secret: bytes, club: str, generation: int) -> str:
    """Return the token in a club's recovery link."""
    return _mac(secret, "recovery", club, generation).hex()[:40]


def share_token(secret: bytes, night: str, shared: str) -> str:
    """Return the token in a link to one night. ``shared``: distinguishes it from other links to the same night."""
    return _mac(secret, "night", night, shared).hex()[:40]


def screen_code(secret: bytes, play: str, number: int, letters: int = SCREEN_LETTERS) -> str:
    """Return the code in the link to a play's screen, short enough to be typed on a television."""
    mac = _mac(secret, "screen", play, number)
    return "".join(LETTERS[byte % len(LETTERS)] for byte in mac[:letters])


def key_mark(secret: bytes) -> str:
    """Return a few letters that identify a secret without revealing it."""
    return _mac(secret, "mark").hex()[:8]


def hash_of(secret: bytes, text: str) -> str:
    """Return the keyed hash of a code or link. Codes are short, so their hash needs a key."""
    return _mac(secret, "hash", text).hex()


def token_hash(token: str) -> str:
    """Return the hash of a device's token, which is random enough to need no key."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def program_hash(token: str) -> str:
    """Return the hash of a program's token. It differs from a device's hash of the same token."""
    return token_hash(f"program {token}")


def tidy(code: str) -> str:
    """Return a code as typed, without blanks and dashes, in capitals."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:40]
