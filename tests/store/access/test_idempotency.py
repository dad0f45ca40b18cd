"""Idempotency keys: a request is carried out once, and answered the same."""

from companion.store.access import idempotency
from companion.store.access.idempotency import SentCall
from tests.store.tables import Club, rows


def test_a_repeated_request_gets_the_first_answer(club: Club) -> None:
    there = club.scorer.club_id
    first = idempotency.begin_call(there, "tap", "digest")
    assert first == SentCall(first.id, "digest", None, None, is_fresh=True)
    assert idempotency.begin_call(there, "tap", "other") == SentCall(first.id, "digest"), (
        "it is still being carried out"
    )
    assert idempotency.finish_call(first, 201, {"key": "abc"}) == {"key": "abc"}
    assert idempotency.finish_call(first, 200, {"key": "late"}) == {"key": "abc"}
    assert idempotency.begin_call(there, "tap", "digest") == SentCall(first.id, "digest", 201, {"key": "abc"})


def test_keys_belong_to_one_club(club: Club) -> None:
    first = idempotency.begin_call(club.scorer.club_id, "tap", "one")
    other_club = Club()
    other = idempotency.begin_call(other_club.scorer.club_id, "tap", "two")
    assert (other.is_fresh, other.digest) == (True, "two")
    for call, there in ((first, club), (other, other_club)):
        assert idempotency.begin_call(there.scorer.club_id, "tap", "again") == SentCall(call.id, call.digest)
    assert idempotency.begin_call(club.scorer.club_id, "other", "three").id not in (first.id, other.id)


def test_a_key_is_free_again_if_its_request_wrote_nothing(club: Club) -> None:
    there = club.scorer.club_id
    kept, gone = idempotency.begin_call(there, "kept", "one"), idempotency.begin_call(there, "gone", "two")
    idempotency.finish_call(kept, 200, {})
    idempotency.begin_call(there, "later", "three")
    for call in (kept, gone):
        idempotency.forget_call(call)
    assert rows("select client_id from api_call where club_id = :id order by id", id=there) == [("kept",), ("later",)]
    assert idempotency.finish_call(gone, 201, {"key": "abc"}) == {"key": "abc"}
    assert idempotency.begin_call(there, "gone", "four").is_fresh
    assert idempotency.begin_call(there, "later", "five").digest == "three"
