"""What members see of the operator's work: quotas, a blocked club, and one that will be removed."""

from datetime import timedelta

from companion.store.club import operators
from companion.store.database.base import clock_at, db, now
from tests.web.api.club.programs import Program
from tests.web.phones import Club, Phone, Table
from tests.web.screens.showing import shared


def limited(club: Club, *, plays: int | None = None, rounds: int | None = None) -> None:
    with club.app.app_context():
        operators.set_quota(club.id, plays=plays, rounds=rounds, most_bytes=None)
        db.session.remove()


def blocked(club: Club) -> None:
    with club.app.app_context():
        operators.set_blocked(club.id, is_blocked=True)
        db.session.remove()


def test_a_round_above_the_quota_is_refused_and_comes_back(club: Club, table: Table) -> None:
    limited(club, rounds=1)
    entry = table.inputs({"tricks": {"Bob": 5}})
    answer = table.post("/rounds", entry)
    assert answer.status_code == 403
    assert "This club has 1 round, the most it may have." in answer.text
    assert answer.text.count("Nothing was changed") == 1
    assert 'name="tricks.1" value="5"' in answer.text
    assert table.state.sheet.table.totals["Bob"] == 0


def test_a_program_gets_a_sentence_and_may_send_the_same_later(club: Club) -> None:
    limited(club, plays=1)
    program = Program(club)
    program.start()
    call = {"client_id": "once", "game": "toepen", "players": ["Ann", "Bob", "Cyd"]}
    refused = program.send("POST", "/plays", 403, **call)
    assert "1 game, the most it may have" in refused["detail"]
    assert len(program.get("/plays")["plays"]) == 1
    limited(club, plays=2)
    program.send("POST", "/plays", 201, **call)


def test_nobody_enters_a_blocked_club_and_nothing_is_lost(club: Club, table: Table) -> None:
    path, program, screen = shared(table), Program(club), Phone(club.app)
    assert screen.get(path).status_code == 200
    poll = f"{table.url}/state?mark=1"
    assert table.phone.get(poll).status_code == 200
    entry = table.inputs({"tricks": {"Bob": 5}})
    blocked(club)
    for page in (club.url, table.url, f"{club.url}/more", poll):
        answer = table.phone.get(page)
        assert answer.status_code == 403
        assert "This club is closed" in answer.text
        assert "Nothing in it is lost" in answer.text
    assert table.post("/rounds", entry).status_code == 403
    assert screen.get(path).status_code == 404
    assert program.ask("GET", "/plays").status_code == 403
    assert club.gather().stranger.get(club.url).status_code == 404
    with club.app.app_context():
        operators.set_blocked(club.id, is_blocked=False)
        db.session.remove()
    assert table.phone.get(table.url).status_code == 200
    assert screen.get(path).status_code == 200


def test_the_link_to_a_night_of_a_blocked_club_is_404(club: Club, table: Table) -> None:
    night = table.state.details.night
    assert night is not None
    with club.app.app_context():
        from companion.store.access import members
        from companion.store.nights import night_sharing, night_state

        member = members.member(club.organiser.token, club.key)
        assert member is not None
        token = night_sharing.token_of(
            night_sharing.set_shared(member, night_state.night_of(night), is_shared=True, client_id="share")
        )
        db.session.remove()
    guest = Phone(club.app)
    assert guest.get(f"/n/{token}").status_code == 200
    blocked(club)
    assert guest.get(f"/n/{token}").status_code == 404


def test_a_club_that_will_be_removed_says_so_and_can_be_kept_with_a_tap(club: Club) -> None:
    assert "will be removed" not in club.organiser.get(club.url).text
    with club.app.app_context():
        with clock_at(now() + timedelta(days=400)):
            assert club.id in operators.warn_idle(365, 30)
        db.session.remove()
    page = club.organiser.get(club.url).text
    assert "will be removed on" in page
    assert "Keep the club" in page
    looks_on = club.viewer.get(club.url).text
    assert "will be removed on" in looks_on
    assert "Keep the club" not in looks_on
    assert club.viewer.post(f"{club.url}/keep").status_code == 403
    assert club.scorer.post(f"{club.url}/keep").status_code == 303
    assert "will be removed" not in club.organiser.get(club.url).text
