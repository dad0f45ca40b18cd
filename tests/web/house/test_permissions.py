"""Who can open and change house rules."""

import pytest
from flask import Flask

from tests.web.house.versions import NEW, SLUG, agreed, proposed, url, versions
from tests.web.phones import Club


def test_every_page_opens_for_every_role(club: Club) -> None:
    table = club.start(SLUG, ["Ann", "Bob", "Cyd"])
    found = agreed(club)
    waiting = proposed(club, {"target": "40"})
    looking = [f"{club.url}/house", url(club), url(club, f"/{found.key}"), url(club, f"/{waiting.key}")]
    looking += [url(club, "/share"), f"{table.url}/house", f"{table.url}/rules"]
    for path in looking:
        seen = {role: club.phone(role).get(path).status_code for role in ("organiser", "scorer", "viewer", "stranger")}
        assert seen == {"organiser": 200, "scorer": 200, "viewer": 200, "stranger": 404}, path
    seen = [
        club.phone(role).get(url(club, "/new")).status_code for role in ("organiser", "scorer", "viewer", "stranger")
    ]
    assert seen == [200, 200, 403, 404]


@pytest.mark.parametrize(
    ("path", "form", "seen"),
    [
        ("/{slug}/new", {"target": "50"}, {"viewer": 403, "stranger": 404, "scorer": 303}),
        ("/{slug}/{key}/agree", {"others": "Ann"}, {"viewer": 403, "stranger": 404, "scorer": 403, "organiser": 303}),
        ("/{slug}/{key}/withdraw", {"reason": "X"}, {"viewer": 403, "stranger": 404, "scorer": 403, "organiser": 303}),
        ("/look", {"link": "x"}, {"viewer": 403, "stranger": 404, "scorer": 422}),
        ("/adopt", {"payload": "x"}, {"viewer": 403, "stranger": 404, "scorer": 422}),
    ],
    ids=["propose", "agree", "withdraw", "look", "adopt"],
)  # fmt: skip
def test_only_scorers_and_organisers_change_house_rules(
    club: Club, path: str, form: dict[str, str], seen: dict[str, int]
) -> None:
    key = proposed(club).key
    before = versions(club)
    for role, code in seen.items():
        answer = club.phone(role).post(f"{club.url}/house" + path.format(slug=SLUG, key=key), form)
        assert answer.status_code == code, role
        assert (versions(club) == before) == (code != 303), role


def test_a_form_without_its_csrf_token_changes_nothing(club: Club) -> None:
    for path in ("/raise-the-stakes/new", "/look", "/adopt"):
        assert club.scorer.open(f"{club.url}/house{path}", "POST", data=NEW).status_code == 400
    assert versions(club) == []


@pytest.mark.parametrize("path", ["/bridge", "/bridge/new", "/{slug}/nothing", "/{slug}/share", "/\0"])
def test_a_missing_version_is_404(club: Club, path: str) -> None:
    assert club.organiser.get(f"{club.url}/house" + path.format(slug=SLUG)).status_code == 404


def test_a_version_belongs_to_its_game_and_its_club(club: Club, app: Flask) -> None:
    found, other = proposed(club), Club(app)
    assert club.organiser.get(f"{club.url}/house/rage/{found.key}").status_code == 404
    for step in ("agree", "withdraw"):
        assert club.organiser.post(f"{club.url}/house/rage/{found.key}/{step}", {"others": "Ann"}).status_code == 404
        assert other.organiser.post(url(other, f"/{found.key}/{step}"), {"others": "Ann"}).status_code == 404
    assert other.organiser.get(url(other, f"/{found.key}")).status_code == 404
    assert versions(club) == [found]
