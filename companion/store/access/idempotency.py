"""Idempotency keys of programs: a request that is sent twice is carried out once, and answered the same."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.store.database.base import db
from companion.store.database.service_models import ApiCall
from companion.store.database.writing import writing

Answer = Mapping[str, Any]


class SentCall(NamedTuple):
    """A request that a program sent."""

    id: int
    digest: str
    """The hash of the request's body."""

    status: int | None = None
    answer: Answer | None = None
    """None: no answer yet, or the process died before it; the request may still have been carried out."""

    is_fresh: bool = False
    """Whether this is the first request with the key."""


def begin_call(club: int, client_id: str, digest: str) -> SentCall:
    """Record a request under its ``client_id``, and return the first request that was sent with that id.

    That is another request if its digest differs. ``digest``: the hash of the request's body.
    """
    call = insert(ApiCall).values(club_id=club, client_id=client_id, digest=digest)
    try:
        with writing() as connection:
            number = connection.execute(call.returning(ApiCall.id)).scalar_one()
    except IntegrityError:  # there is one already
        columns = (ApiCall.id, ApiCall.digest, ApiCall.status, ApiCall.answer)
        first = select(*columns).where(ApiCall.club_id == club, ApiCall.client_id == client_id)
        return SentCall(*db.session.execute(first).one())
    return SentCall(number, digest, is_fresh=True)


def finish_call(call: SentCall, status: int, answer: Answer) -> Answer:
    """Store the answer to a request; return the answer that was stored first."""
    with writing() as connection:
        mine = (ApiCall.id == call.id, ApiCall.answer.is_(None))
        connection.execute(update(ApiCall).where(*mine).values(status=status, answer=dict(answer)))
        first_answer = connection.scalar(select(ApiCall.answer).where(ApiCall.id == call.id))
    return first_answer or answer


def forget_call(call: SentCall) -> None:
    """Delete a request that wrote nothing, so that it can be sent again; one with an answer stays."""
    with writing() as connection:
        connection.execute(delete(ApiCall).where(ApiCall.id == call.id, ApiCall.answer.is_(None)))
