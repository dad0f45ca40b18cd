"""The page about privacy: in a club and outside, completed by the operator."""

import re
from pathlib import Path

import pytest

from companion.settings import load_settings
from companion.web import create_app
from tests.database import put_empty_database
from tests.web.phones import Club, Phone


def test_the_first_page_and_more_link_to_it(club: Club) -> None:
    assert 'href="/privacy"' in Phone(club.app).get("/").text
    for phone in (club.organiser, club.scorer, club.viewer):
        assert f'href="{club.url}/privacy"' in phone.get(f"{club.url}/more").text
        assert phone.get(f"{club.url}/privacy").status_code == 200
    assert Phone(club.app).get(f"{club.url}/privacy").status_code == 404


def test_organisers_get_a_link_to_anonymise_a_player(club: Club) -> None:
    for way in ("export/name", "delete"):
        link = f'href="{club.url}/{way}"'
        assert link in club.organiser.get(f"{club.url}/privacy").text
        assert link not in club.viewer.get(f"{club.url}/privacy").text
    assert f'href="{club.url}/leave"' in club.viewer.get(f"{club.url}/privacy").text


def test_the_setting_names_the_operator(tmp_path: Path) -> None:
    told = "Ann & Co, Ring 1, Berlin\n\nmail@example.org <b>"
    put_empty_database(tmp_path)
    app = create_app(load_settings({"COMPANION_PRIVACY": told}, instance=tmp_path))
    page = Phone(app).get("/privacy").text
    assert "<p><bdi>Ann &amp; Co, Ring 1, Berlin</bdi></p>" in page
    assert "<p><bdi>mail@example.org &lt;b&gt;</bdi></p>" in page
    assert "Whoever started Companion" not in page


@pytest.mark.parametrize(("https", "words"), [("yes", "up to seven days"), ("no", "")])
def test_it_mentions_sheets_kept_by_phones_only_over_https(tmp_path: Path, https: str, words: str) -> None:
    put_empty_database(tmp_path)
    app = create_app(load_settings({"COMPANION_SECURE_COOKIES": https}, instance=tmp_path))
    page = Phone(app).get("/privacy").text
    assert ("seven days" in page) == bool(words)
    assert words in page


def test_it_names_the_number_of_backups_that_are_kept(club: Club) -> None:
    page = Phone(club.app).get("/privacy").text
    assert re.search("the last 7 are kept|as long as the operator keeps them", page)
