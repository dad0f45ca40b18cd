"""Who may start clubs on a server."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands import cli
from companion.store.access import members
from companion.web.access import new_clubs
from tests.database import new_app
from tests.web.phones import Phone


@pytest.mark.parametrize(
    ("setting", "told"), [("invited", "need an invitation"), ("nobody", "only the operator starts clubs")]
)
def test_without_an_invitation_nobody_starts_a_club_or_sees_the_form(tmp_path: Path, setting: str, told: str) -> None:
    with new_app(tmp_path, new_clubs=setting) as app:
        phone = Phone(app)
        home = phone.get("/").text
        assert "Start a club" not in home
        assert "Import a club" not in home
        assert "Join with a code" in home
        for form in ({}, {"invitation": "made-up"}):
            answer = phone.post("/clubs", form)
            assert answer.status_code == 403
            assert told in answer.text
        assert phone.get("/welcome/made-up").status_code == 403
        with app.app_context():
            assert members.clubs_of(phone.token) == []


def test_an_invitation_starts_clubs_until_it_expires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with new_app(tmp_path, new_clubs="invited") as app:
        with app.app_context():
            invitation = new_clubs.new_invitation()
        phone = Phone(app)
        page = phone.get(f"/welcome/{invitation}").text
        found = re.search(r'name="invitation" value="([^"]+)"', page)
        assert found is not None
        assert "Start a club" in page
        assert phone.post("/clubs", {"invitation": found[1]}).status_code == 302
        monkeypatch.setattr(new_clubs, "INVITATION_DAYS", -1)
        assert phone.post("/clubs", {"invitation": found[1]}).status_code == 403


def test_the_operator_can_print_invitations_only_if_they_are_needed(tmp_path: Path) -> None:
    def invite(**env: str) -> str:
        return CliRunner(env=env).invoke(cli.main, ["invite", "--instance", str(tmp_path)]).output

    assert "COMPANION_NEW_CLUBS is" in invite()
    assert re.search(r"http://\S+/welcome/\S+", invite(COMPANION_NEW_CLUBS="invited"))
