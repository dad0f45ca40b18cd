"""Programs of a club: tokens are shown once and can be revoked; programs are no phones, and phones no programs."""

import re
from datetime import timedelta

import pytest

from companion.store.access import members, programs
from companion.store.access.codes import program_hash, token_hash
from companion.store.access.roles import Member
from companion.store.database.base import clock_at, db, now
from companion.store.plays.edits import commands
from tests.web.phones import Club, Phone, problem_texts, problems


def made(club: Club, name: str = "Display", may: str = "score") -> str:
    """Return the token of a program that was just added."""
    answer = club.organiser.post(f"{club.url}/programs", {"name": name, "may": may})
    assert answer.status_code == 200, problems(answer)
    found = re.findall(r'<code class="token">([\w-]{32})</code>', answer.text)
    assert len(found) == 1
    return str(found[0])


def program(club: Club, token: str) -> Member | None:
    with club.app.app_context():
        found = programs.program(token)
        db.session.remove()
    return found


def test_a_token_is_shown_once_and_stored_as_a_hash(club: Club) -> None:
    token = made(club, "Display <b>")
    page = club.organiser.get(f"{club.url}/programs").text
    assert "Display &lt;b&gt;" in page
    assert "not used yet" in page
    assert token not in page
    with club.app.app_context():
        kept = db.session.connection().exec_driver_sql("select token_hash from device").scalars().all()
        db.session.remove()
    assert program_hash(token) in kept
    assert not {token, token_hash(token)} & set(kept)


@pytest.mark.parametrize(("may", "role"), [("read", "viewer"), ("score", "scorer")])
def test_a_token_belongs_to_one_club_and_one_permission(club: Club, may: str, role: str) -> None:
    found = program(club, made(club, may=may))
    assert found is not None
    assert (found.role, found.club_key, found.is_organiser, found.player_id) == (role, club.key, False, None)


def test_removing_a_program_revokes_its_token_and_keeps_the_codes(club: Club) -> None:
    token, codes = made(club), club.codes
    path = re.findall(r'action="([^"]+/revoke)"', club.organiser.get(f"{club.url}/programs").text)
    assert len(path) == 1
    assert club.organiser.post(path[0]).status_code == 302
    assert program(club, token) is None
    page = club.organiser.get(f"{club.url}/programs").text
    assert "/revoke" not in page
    assert club.organiser.post(path[0]).status_code == 404, "once is enough"
    assert Phone(club.app).post("/join", {"code": codes["scorer"]}).status_code == 302


def test_programs_are_no_phones(club: Club) -> None:
    token = made(club, "The hall")
    page = club.organiser.get(f"{club.url}/devices").text
    assert "The hall" not in page
    number = program(club, token).membership_id  # type: ignore[union-attr] # it is there
    for role in ("organiser", "viewer", "revoke"):
        club.organiser.post(f"{club.url}/devices/{number}", {"role": role})
    assert club.organiser.post(f"{club.url}/devices/{number}/name", {"label": "Mine"}).status_code == 404
    found = program(club, token)
    assert found is not None
    assert found.role == "scorer"


def test_the_token_of_a_program_is_no_cookie_and_that_of_a_phone_no_token(club: Club) -> None:
    token = made(club)
    phone = Phone(club.app)
    phone.client.set_cookie("companion-device", f"202611.{token}")
    assert phone.get(club.url).status_code == 404
    phone.post("/clubs")
    assert phone.token != token, "it belongs to no member"
    for other in (club.organiser, club.scorer, club.viewer):
        assert program(club, other.token) is None


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_only_organisers_add_programs(club: Club, role: str) -> None:
    phone = club.phone(role)
    assert phone.get(f"{club.url}/programs").status_code == 403
    assert phone.post(f"{club.url}/programs", {"name": "Mine", "may": "read"}).status_code == 403
    made(club)
    found = re.findall(r'action="([^"]+/revoke)"', club.organiser.get(f"{club.url}/programs").text)
    assert phone.post(found[0]).status_code == 403
    assert club.stranger.get(f"{club.url}/programs").status_code == 404
    assert club.stranger.post(found[0]).status_code == 404


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name": "", "may": "read"}, "The name is empty."),
        ({"name": "x" * 41, "may": "read"}, "The name is longer than 40 letters."),
        ({"name": "\u200b", "may": "read"}, "The name has only letters that cannot be seen."),
        ({"name": "Mine", "may": "organise"}, "Choose what the program may do."),
        ({"name": "Mine"}, "Choose what the program may do."),
    ],
)
def test_an_invalid_program_is_refused_with_the_reason(club: Club, form: dict[str, str], said: str) -> None:
    answer = club.organiser.post(f"{club.url}/programs", form)
    assert answer.status_code == 422
    assert said in problem_texts(answer)
    assert "/revoke" not in answer.text


def test_the_last_visit_of_a_program_is_displayed(club: Club) -> None:
    found = program(club, made(club))
    assert found is not None
    with club.app.app_context():
        with clock_at(now() + timedelta(days=2)):
            assert members.record_seen(found.device_id)
        db.session.remove()
    page = club.organiser.get(f"{club.url}/programs").text
    assert "last used" in page
    assert "not used yet" not in page


def test_the_log_names_the_program(club: Club) -> None:
    found = program(club, made(club, "Kitchen display"))
    assert found is not None
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    state = table.state
    with club.app.app_context():
        entry = {"tricks": {"Ann": 5}}
        commands.save_round(found, state, base=1, slot=None, entry=entry, client_id="x")
        db.session.remove()
    assert "Kitchen display" in club.viewer.get(f"{table.url}/changes").text


def test_a_removed_program_is_said_to_be_gone(club: Club) -> None:
    club.organiser.post(f"{club.url}/programs", {"name": "Mine", "may": "read"})
    [address] = re.findall(r'action="([^"]*/revoke)"', club.organiser.get(f"{club.url}/programs").text)
    gone = club.organiser.post(address, follow_redirects=True)
    assert "The program is removed, and its token no longer works." in gone.text
