"""The devices of a club: their roles, removal and leaving."""

import pytest
from flask import Flask
from sqlalchemy import select

from companion.store.database.base import db
from companion.store.database.models import Membership
from tests.web.api.club.programs import Program
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Phone, problems

pytestmark = pytest.mark.usefixtures("gathered")


def devices(club: Club) -> list[tuple[str, str]]:
    """Return role and form of each device, in the order in which they joined."""
    page = club.organiser.get(f"{club.url}/devices").text
    parts = page.split('<details class="sheet-of-paper device"')[1:]
    return [(part.split('class="beside">')[1].split(",")[0], part.split('action="')[1].split('"')[0]) for part in parts]


def test_the_organiser_sees_and_changes_roles(club: Club) -> None:
    roles, forms = zip(*devices(club), strict=True)
    assert roles == ("organiser", "scorer", "viewer")
    club.organiser.post(forms[2], {"role": "scorer"})
    assert club.viewer.get(f"{club.url}/plays/new").status_code == 200
    club.organiser.post(forms[1], {"role": "revoke"})
    assert club.scorer.get(club.url).status_code == 404
    answer = club.organiser.post(forms[1], {"role": "scorer"}, follow_redirects=True)
    assert answer.status_code in (200, 404)
    assert club.scorer.get(club.url).status_code == 404
    club.organiser.post(forms[0], {"role": "revoke"})
    assert "stays" in club.organiser.get(f"{club.url}/devices").text


@pytest.mark.parametrize("role", ["", "boss", "member", "<b>"])
def test_an_unknown_role_is_refused(club: Club, role: str) -> None:
    answer = club.organiser.post(devices(club)[1][1], {"role": role})
    assert answer.status_code == 422
    assert [role for role, _ in devices(club)] == ["organiser", "scorer", "viewer"]


@pytest.mark.parametrize("number", ["0", "99", "9" * 30, "9" * 5000, "-1", "x"])
def test_a_missing_device_is_404(club: Club, number: str) -> None:
    answer = club.organiser.post(f"{club.url}/devices/{number}", {"role": "revoke"})
    assert answer.status_code == 404
    assert len(devices(club)) == 3


def test_a_device_of_another_club_does_not_change(app: Flask, club: Club) -> None:
    other = Club(app).gather()
    form = devices(other)[1][1].replace(other.key, club.key)
    for role in ("revoke", "viewer"):
        assert club.organiser.post(form, {"role": role}).status_code == 404
    assert other.scorer.get(other.url).status_code == 200
    assert [role for role, _ in devices(other)] == ["organiser", "scorer", "viewer"]


def test_a_program_is_not_listed_as_a_phone(club: Club) -> None:
    before = devices(club)
    program = Program(club)
    with club.app.app_context():
        own = db.session.scalar(select(Membership.id).where(Membership.club_id == club.id, Membership.is_program))
        db.session.remove()
    assert devices(club) == before
    for path, form in (("", {"role": "revoke"}), ("", {"role": "organiser"}), ("/name", {"label": "Wall"})):
        assert club.organiser.post(f"{club.url}/devices/{own}{path}", form).status_code == 404
    assert program.get("")["name"] == ""


def shown_codes(club: Club) -> list[str]:
    """Return the codes and the link that the organiser's pages show."""
    pages = [club.organiser.get(f"{club.url}/{path}").text for path in ("invite", "invite?role=viewer", "devices")]
    codes = [page.split('class="code-shown">')[1].split("<")[0] for page in pages[:2]]
    return [*codes, "/recover/" + pages[2].split("/recover/")[1].split('"')[0]]


@pytest.mark.parametrize("wish", ["revoke", "viewer"])
def test_a_removed_or_demoted_phone_stays_so_and_the_page_shows_new_codes(app: Flask, club: Club, wish: str) -> None:
    known = shown_codes(club)
    answer = club.organiser.post(devices(club)[1][1], {"role": wish}, follow_redirects=True)
    present = shown_codes(club)
    assert not set(known[:2]) & set(present[:2])
    assert known[2] == present[2], "it never knew the link"
    for code in present[:2]:
        assert code in problems(answer)
    assert "recovery link" not in problems(answer)
    assert club.scorer.post("/join", {"code": known[0]}).status_code == 422
    assert club.scorer.get(f"{club.url}/plays/new").status_code == (404 if wish == "revoke" else 403)
    assert Phone(app).post("/join", {"code": present[0]}).headers["Location"] == f"{club.url}/whose"


@pytest.mark.parametrize("wish", ["revoke", "scorer"])
def test_the_recovery_link_of_a_demoted_organiser_is_renewed(club: Club, wish: str) -> None:
    club.organiser.post(devices(club)[1][1], {"role": "organiser"})
    known = shown_codes(club)
    answer = club.organiser.post(devices(club)[1][1], {"role": wish}, follow_redirects=True)
    assert (
        "There is a new recovery link, too. The old one no longer works: keep the new one somewhere safe."
        in problems(answer)
    )
    assert shown_codes(club)[2] in answer.text
    assert club.scorer.post(known[2]).status_code == 422


def test_promotion_renews_no_codes(club: Club) -> None:
    known = shown_codes(club)
    answer = club.organiser.post(devices(club)[2][1], {"role": "scorer"}, follow_redirects=True)
    assert problems(answer) == "Changed."
    assert shown_codes(club) == known


@pytest.mark.parametrize(("wish", "status"), [("revoke", 404), ("viewer", 200)])
def test_an_organiser_who_steps_down_sees_no_new_code(club: Club, wish: str, status: int) -> None:
    club.organiser.post(devices(club)[1][1], {"role": "organiser"})
    answer = club.organiser.post(devices(club)[0][1], {"role": wish}, follow_redirects=True)
    assert answer.status_code == 200
    assert "The club has new codes and a new recovery link, which its organisers' phones show." in problems(answer)
    club.organiser, club.scorer = club.scorer, club.organiser
    for code in shown_codes(club):
        assert code not in answer.text
    assert club.scorer.get(club.url).status_code == status


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_a_phone_leaves_a_club_and_comes_back_by_its_code(club: Club, role: str) -> None:
    phone = club.phone(role)
    assert f"{club.url}/leave" in phone.get(f"{club.url}/more").text
    assert "type the club's code again" in phone.get(f"{club.url}/leave").text
    assert phone.get(club.url).status_code == 200, "looking at the page leaves nothing"
    answer = phone.post(f"{club.url}/leave", follow_redirects=True)
    assert "This phone has left the club." in problems(answer)
    assert club.url not in answer.text
    assert phone.get(club.url).status_code == 404
    assert phone.post("/join", {"code": club.codes[role]}).headers["Location"].startswith(club.url)
    assert [one for one, _ in devices(club)] == ["organiser", "scorer", "viewer"]


def test_the_last_organiser_is_asked_before_leaving_and_gets_the_recovery_link(club: Club) -> None:
    link = shown_codes(club)[2]
    answer = club.organiser.post(f"{club.url}/leave")
    assert answer.status_code == 409
    assert "No other phone organises the club. Without one, nobody can let others in or take them out." in problems(
        answer
    )
    assert link in answer.text
    assert club.organiser.get(club.url).status_code == 200
    form = sent_by(answer.text, "leave")
    assert club.organiser.post(f"{club.url}/leave", form).status_code == 302
    assert club.organiser.get(club.url).status_code == 404
    assert club.scorer.get(club.url).status_code == 200
    assert club.organiser.post(link).headers["Location"] == club.url
    assert club.organiser.get(f"{club.url}/devices").status_code == 200


def test_one_of_two_organisers_leaves_without_being_asked(club: Club) -> None:
    club.organiser.post(devices(club)[1][1], {"role": "organiser"})
    link = shown_codes(club)[2]
    page = club.organiser.get(f"{club.url}/leave").text
    assert link not in page
    assert club.organiser.post(f"{club.url}/leave", sent_by(page, "leave")).status_code == 302
    assert club.organiser.get(club.url).status_code == 404
