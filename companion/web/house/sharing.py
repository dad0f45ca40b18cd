"""House rules shared by a link that contains them; reading a link treats it as untrusted input."""

import binascii
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct, convert, to_builtins
from msgspec import ValidationError as MsgspecError
from wtforms.validators import ValidationError

from companion.core import strict_json
from companion.core.entry.names import name_fault
from companion.core.game.game import Game
from companion.core.house.house_rules import Amendment, HouseRules, Terms, check_terms, differing_options
from companion.games import SLUGS, game_of
from companion.store.club.clubs import CLUB_LETTERS

MOST_UNPACKED = 64 * 1024
"""The largest unpacked content of a link in bytes."""

MOST_PACKED = 96 * 1024
"""The longest payload that is read, in characters."""

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]+")
_LINK = re.compile(r"/house/([A-Za-z0-9_-]+)")

DAMAGED_TEXT = "This link is incomplete or damaged. Copy the whole link and try again."
NO_LINK_TEXT = "This is not a link to house rules. Such a link has “/house/” with many letters after it."


class BadLinkError(ValidationError):
    """The house rules of a link are invalid; the message says why."""


class SharedHouseRules(NamedTuple):
    """The house rules in a link."""

    game: Game[Any]
    club: str
    """The name of the club that they come from; empty if it has none."""

    terms: Terms


class SharedJson(Struct, forbid_unknown_fields=True):
    """What a link contains."""

    game: str
    club: str
    options: dict[str, Any]
    """Those that differ from the book."""

    rules: list[tuple[str, str]]
    """Paragraph, without the game, and text of each written rule."""

    note: str


def payload_of(house: HouseRules, club: str) -> str:
    """Return house rules as the last part of a link."""
    game = game_of(house.game)
    options = {one.key: house.options[one.key] for one in differing_options(game, game.options, house.options)}
    rules = [(amendment.rule.partition("/")[2], amendment.text) for amendment in house.amendments]
    data = to_builtins(SharedJson(house.game, club, options, rules, house.note))
    return urlsafe_b64encode(zlib.compress(strict_json.write(data), 9)).decode().rstrip("=")


def payload_in_link(text: str) -> str:
    """Return the payload in a pasted link; the text may also be the payload alone.

    :raises BadLinkError: the text contains no link to house rules.
    """
    text = text.strip()
    found = _LINK.findall(text[: 2 * MOST_PACKED])
    if found:
        return str(found[-1])
    if _PAYLOAD.fullmatch(text) and len(text) > 20:
        return text
    raise BadLinkError(NO_LINK_TEXT if text else "Paste the link that the other club gave you.")


def read_payload(payload: str) -> SharedHouseRules:
    """Return the house rules of a payload, validated like typed input.

    :raises BadLinkError: they are unreadable, or invalid for today's rules.
    """
    data = _unpack(payload)
    slug = data.get("game")
    if not isinstance(slug, str) or slug not in SLUGS:
        raise BadLinkError("This link is for a game that this server does not have.")
    try:
        found = convert(data, SharedJson)
    except MsgspecError:
        raise BadLinkError(DAMAGED_TEXT) from None
    if found.club and name_fault(found.club, CLUB_LETTERS):
        raise BadLinkError(DAMAGED_TEXT)
    game = game_of(slug)
    amendments = [Amendment(f"{slug}/{rule}" if rule else "", text) for rule, text in found.rules]
    terms = check_terms(game, found.options, amendments, found.note)
    if terms.problems:
        why = " ".join(dict.fromkeys(problem.message for problem in terms.problems[:3]))
        raise BadLinkError(f"This link has house rules that cannot be played here. {game.name}: {why}")
    return SharedHouseRules(game, found.club, terms)


def _unpack(payload: str) -> Mapping[str, Any]:
    """Return the unpacked JSON of a payload.

    :raises BadLinkError: the payload is damaged or too large.
    """
    if len(payload) > MOST_PACKED or not _PAYLOAD.fullmatch(payload):
        raise BadLinkError(DAMAGED_TEXT)
    inflater = zlib.decompressobj()
    try:
        packed = urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        plain = inflater.decompress(packed, MOST_UNPACKED + 1)
        if len(plain) > MOST_UNPACKED:
            raise BadLinkError("This link is far too long for house rules.")
        if not inflater.eof or inflater.unused_data:
            raise BadLinkError(DAMAGED_TEXT)
        return strict_json.read_object(plain)
    except (binascii.Error, zlib.error, strict_json.JsonError):
        raise BadLinkError(DAMAGED_TEXT) from None
