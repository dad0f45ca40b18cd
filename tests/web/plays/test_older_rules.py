"""Pages of plays that began or ended by older rules."""

import re
from html import unescape

import pytest
from werkzeug.test import TestResponse

from tests.older import version
from tests.web.older import by, finish, started_by_version_1
from tests.web.phones import Club, Table

ENDED = "Scored by version 1 of the rules, under which it ended."
WOULD = "By today's rules Ann would have 40 instead of 23 and Bob would have 18 instead of 12."
BY_TODAY = "The rounds are shown as today's rules score them. The result of the game stays as it was."


def text_of(page: TestResponse) -> str:
    """Return the text of a page."""
    assert page.status_code in (200, 422), page.status
    body = re.sub(r"(?s)<(head|script)\b.*?</\1>", "", page.text)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.fixture
def started(club: Club, monkeypatch: pytest.MonkeyPatch) -> Table:
    return started_by_version_1(club, monkeypatch)


@pytest.fixture
def finished(started: Table) -> Table:
    return finish(started)


def test_the_sheet_keeps_the_result_and_says_what_todays_rules_would_give(
    finished: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ENDED not in text_of(finished.phone.get(finished.url))
    by(club, monkeypatch, version(2, worth=2))
    page = text_of(finished.phone.get(finished.url))
    assert f"{ENDED} {WOULD}" in page
    assert "1st Ann 23 2nd Bob 12" in page
    assert re.findall(r'class="last">([^<]*)<', finished.phone.get(finished.url).text) == []
    assert "Ann 23 and Bob 12" in unescape(
        re.findall(r'data-announce="([^"]*)"', finished.phone.get(finished.url).text)[0]
    )
    assert page.count(BY_TODAY) == 1
    assert "Ann" in text_of(club.viewer.get(club.url))
    assert BY_TODAY in text_of(finished.phone.get(f"{finished.url}/rounds/1"))
    why = text_of(finished.phone.get(f"{finished.url}/why/0"))
    assert "Ann 23" in why
    assert BY_TODAY in why


def test_an_unknown_option_is_reported(started: Table, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    by(club, monkeypatch, version(2, upgrades={}))
    assert "Agreed then, but not known to today's rules: bonus 3." in text_of(started.phone.get(started.url))


def test_an_open_play_mentions_that_it_began_by_other_rules(
    started: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    by(club, monkeypatch, version(2))
    page = text_of(started.phone.get(started.url))
    assert "Begun under version 1 of the rules; it is scored by version 2." in page
    assert "Agreed then" not in page
    assert BY_TODAY not in page


CHANGES = [
    ("/rounds/1/edit", {"taken.0": "6", "taken.1": "4"}, {"Ann": 42, "Bob": 18}, "Ann wins"),
    ("/rounds/1/remove", {}, {"Ann": 27, "Bob": 7}, "Ann wins"),
    ("/undo", {}, {"Ann": 13, "Bob": 11}, "Goes on"),
]


@pytest.mark.parametrize(("path", "form", "totals", "outcome"), CHANGES)
def test_a_change_first_previews_its_effect_by_todays_rules(
    finished: Table,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    form: dict[str, str],
    totals: dict[str, int],
    outcome: str,
) -> None:
    by(club, monkeypatch, version(2, worth=2))
    answer = finished.post(path, form)
    assert answer.status_code == 422
    page = text_of(answer)
    assert "The game ended under version 1 of the rules" in page
    assert "Nothing is changed yet." in page
    assert f"Ann 23 {totals['Ann']} Bob 12 {totals['Bob']} Outcome Ann wins {outcome}" in page
    assert finished.state.totals == {"Ann": 23, "Bob": 12}
    # The button beside it, tapped as a phone without script does.
    found = re.search(r'<form id="entry" method="post" action="([^"]+)".*?</form>', answer.text, re.DOTALL)
    assert found is not None
    inputs = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[0]))
    assert {name: found[0].count(f'name="{name}"') for name in ("csrf_token", "base", "client_id", "by_today")} == (
        dict.fromkeys(("csrf_token", "base", "client_id", "by_today"), 1)
    )
    assert finished.phone.open(found[1], "POST", data=inputs).status_code == 303
    assert finished.state.totals == totals
    assert ENDED not in text_of(finished.phone.get(finished.url))


def test_the_button_beside_a_preview_sends_every_value_again(
    finished: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    by(club, monkeypatch, version(2, worth=2))
    page = finished.post("/rounds/1/edit", {"taken.0": "6", "taken.1": "4", "ticked": ["Cyd", "Dee"]}).text
    assert re.findall(r'name="ticked" value="([^"]*)"', page) == ["Cyd", "Dee"]
    assert f'data-keep="{finished.key}.1.edit"' in page, "what was typed of that round is forgotten once it is saved"


def test_a_refused_or_conflicting_change_is_reported_before_the_preview(
    finished: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    by(club, monkeypatch, version(2, worth=2))
    assert "By today's rules?" not in text_of(finished.post("/rounds/1/edit", {"taken.0": "x"}))
    assert finished.post("/undo", {"base": 1}).status_code == 409


def test_a_correction_by_the_referee_is_previewed_too(
    finished: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    by(club, monkeypatch, version(2, worth=2))
    form = {"player": "Bob", "points": "5", "reason": "found", "where": "last"}
    answer = finished.post("/referee/put", form)
    assert "Ann 23 40 Bob 12 23" in text_of(answer)
    assert finished.post("/referee/put", {**form, "by_today": "1"}).status_code == 303
    assert finished.state.totals == {"Ann": 40, "Bob": 23}


def test_without_changed_rules_there_is_no_preview(
    finished: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    by(club, monkeypatch, version(2))
    assert finished.post("/rounds/1/edit", {"taken.0": "6", "taken.1": "4"}).status_code == 303
    assert finished.state.totals == {"Ann": 24, "Bob": 12}


def test_a_result_by_rules_that_changed_without_a_new_version_is_kept(
    finished: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    by(club, monkeypatch, version(1, worth=2))
    assert f"It keeps the result with which it ended. {WOULD}" in text_of(finished.phone.get(finished.url))
