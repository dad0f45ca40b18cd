"""Links that show one night."""

import re

from companion.store.club.operators import set_blocked
from companion.store.database.base import db
from companion.store.nights import night_sharing, night_state
from tests.store.nights.evenings import EIGHT, night_of, started, tell, told
from tests.store.tables import Club, client_id, rows, stored_json


def test_a_blocked_club_shows_no_night(club: Club) -> None:
    night = night_sharing.set_shared(club.scorer, night_of(started(club, EIGHT)), is_shared=True, client_id=client_id())
    token = night_sharing.token_of(night)
    for blocked, shown in ((Club(), night), (club, None)):
        set_blocked(blocked.scorer.club_id, is_blocked=True)
        db.session.remove()
        assert night_sharing.shared_night(token) == shown


def test_a_link_shows_one_night_until_it_is_revoked(club: Club) -> None:
    night = night_of(started(club, EIGHT))
    shared = night_sharing.set_shared(club.scorer, night, is_shared=True, client_id="share it")
    token = night_sharing.token_of(shared)
    [(tap, data)] = rows("select client_id, data from event where subject_id = :id and kind = 'told'", id=night.id)
    assert tap == "share it"
    assert re.fullmatch(r"[0-9a-f]{8}", stored_json(data)["shared"])
    again = night_sharing.set_shared(club.organiser, night, is_shared=True, client_id=client_id())
    assert night_sharing.token_of(again) == token, "there is one already"
    assert night_sharing.token_of(night) == ""
    db.session.rollback()
    assert night_sharing.shared_night(token) == shared
    assert not night_sharing.was_shared(token[:-1])
    [(kept,)] = rows("select share_hash from night where id = :id", id=night.id)
    assert token not in kept
    assert all(token.partition(".")[2] not in str(row) for row in rows("select data from event"))
    gone = night_sharing.set_shared(club.scorer, shared, is_shared=False, client_id=client_id())
    assert gone.details.shared == ""
    assert night_sharing.shared_night(token) is None
    assert night_sharing.was_shared(token)
    new = night_sharing.token_of(night_sharing.set_shared(club.scorer, gone, is_shared=True, client_id=client_id()))
    assert new != token
    assert night_sharing.shared_night(token) is None
    assert night_sharing.shared_night(new) is not None
    assert night_sharing.token_of(told(tell(club.scorer, gone, place="Here"))) == new, "its details may change"
    for nonsense in ("", ".", "x" * 500, "\0", f"{night.key}.", "é.é"):
        assert night_sharing.shared_night(nonsense) is None
        assert not night_sharing.was_shared(nonsense)
    changes = [
        (one.label, one.is_undoable) for one in night_state.night_changes(told(tell(club.scorer, gone, name="Ours")))
    ]
    assert changes == [("name", True), ("place", True), *[("link to share", False)] * 3]
    [change] = [one for one in night_state.night_changes(gone) if one.stands][-1:]
    assert night_state.find_undoable(gone, change.key) is None, "a link comes and goes by its own buttons"
