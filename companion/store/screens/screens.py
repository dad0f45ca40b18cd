"""Links to a play's screen: a scoreboard that everybody with the link may watch."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update

from companion.store.access import codes
from companion.store.access.invitations import MOST_TRIES
from companion.store.access.roles import Member, require_writer
from companion.store.database.base import now
from companion.store.database.models import Club, Play, Screen
from companion.store.database.plain_connection import plain_connection
from companion.store.database.runtime import runtime
from companion.store.database.writing import lock_row, writing
from companion.store.plays.play_state import PlayState

MOST_FOLLOWED = 100
"""How many plays in a row (“Play again”) a screen follows at most."""


class ShownPlay(NamedTuple):
    """The play that a screen shows."""

    club_id: int
    play_key: str


_SCREEN = (
    select(Screen.club_id, Screen.play_id, Screen.taken_back_at, Club.is_blocked)
    .join(Club, Club.id == Screen.club_id)
    .where(Screen.code_hash == bindparam("hash"))
)
_PLAY = select(Play.key, Play.over, Play.is_discarded).where(Play.id == bindparam("play"))
_NEXT = select(Play.id).where(Play.parent_id == bindparam("play"), ~Play.is_discarded).order_by(Play.id.desc()).limit(1)
_PARENT = select(Play.parent_id).where(Play.id == bindparam("play"))


def play_on_screen(code: str) -> ShownPlay | None:
    """Return the play that the screen with this code shows; None: the link was revoked, or the club is blocked.

    After a play was over or discarded, the screen shows the play that followed it (“Play again”).

    :raises LookupError: no screen ever had this code.
    """
    code = codes.normalize_code(code)
    if not codes.SCREEN_LETTERS <= len(code) <= codes.MOST_LETTERS:
        raise LookupError("a screen has another number of letters")
    row = plain_connection().execute(_SCREEN, {"hash": _screen_hash(code)}).first()
    if row is None:
        raise LookupError("no screen has this code")
    if row.taken_back_at is not None or row.is_blocked:
        return None
    play = row.play_id
    for _ in range(MOST_FOLLOWED):
        key, over, discarded = plain_connection().execute(_PLAY, {"play": play}).one()
        after = plain_connection().scalar(_NEXT, {"play": play}) if over or discarded else None
        if after is None:
            break
        play = after
    return ShownPlay(row.club_id, key)


def screen_code_of(state: PlayState) -> str:
    """Return the code of the screen that shows a play, also if it was made for an earlier one; empty: there is none."""
    return _existing_code(plain_connection(), state.id)


def create_link(member: Member, state: PlayState) -> None:
    """Create the link to a play's screen, unless there is one. Its code is one that no other screen has.

    :raises PermissionError: the member is a viewer.
    """
    require_writer(member)
    with writing() as connection:
        lock_row(connection, Play, state.id)
        if _existing_code(connection, state.id):
            return
        last = connection.scalar(select(func.max(Screen.number)).where(Screen.play_id == state.id)) or 0
        length = max(codes.SCREEN_LETTERS, runtime().code_letters)
        for number in range(last + 1, last + MOST_TRIES):
            code_hash = _screen_hash(codes.screen_code(state.key, number, length))
            if connection.scalar(select(Screen.id).where(Screen.code_hash == code_hash)) is None:
                break
        screen = insert(Screen).values(club_id=member.club_id, play_id=state.id, number=number)
        connection.execute(screen.values(letters=length, code_hash=code_hash))
    runtime().polls.forget_pollers()


def revoke_link(member: Member, state: PlayState) -> None:
    """Revoke the links to the screens of a play and of those that it followed.

    :raises PermissionError: the member is a viewer.
    """
    require_writer(member)
    with writing() as connection:
        lock_row(connection, Play, state.id)
        for play in _play_and_earlier(connection, state.id):
            mine = Screen.play_id == play, Screen.taken_back_at.is_(None)
            connection.execute(update(Screen).where(*mine).values(taken_back_at=now()))
    runtime().polls.forget_pollers()


def _existing_code(connection: Connection, play: int) -> str:
    """Return the code of the link to a screen that shows a play: its own, or that of a play that it followed.

    Empty: there is none, or another secret key made it.
    """
    links = select(Screen.number, Screen.letters, Screen.code_hash, Play.key).join(Play, Play.id == Screen.play_id)
    for linked in _play_and_earlier(connection, play):
        valid = Screen.play_id == linked, Screen.taken_back_at.is_(None)
        for row in connection.execute(links.where(*valid)):
            code = codes.screen_code(row.key, row.number, row.letters)
            if row.code_hash == _screen_hash(code):
                return code
    return ""


def _play_and_earlier(connection: Connection, play: int) -> Iterator[int]:
    """Yield a play, the play that it followed (“Play again”), and so on."""
    current: int | None = play
    for _ in range(MOST_FOLLOWED):
        if current is None:
            return
        yield current
        current = connection.scalar(_PARENT, {"play": current})


def _screen_hash(code: str) -> str:
    """Return the hash of a screen's code, which differs from that of the same code for joining."""
    return codes.hash_of(f"screen {code}")
