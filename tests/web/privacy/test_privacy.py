"""The page about privacy: in a club and outside, completed by the operator."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.settings import load_settings
from companion.web import create_app
from tests.database import put_empty_database
from tests.web.pages import text_and_links
from tests.web.phones import Club, Phone

WHOLE = (
    "Privacy Who runs this Whoever started Companion on this computer. Nothing is sent to anybody else. "
    "What is stored What people enter in a club: names, scores, bids, rulings, house rules, payments and "
    "remarks; when, and on which phone. There are no accounts, no passwords and no mail addresses. Of "
    "each phone: its name (its make, until somebody renames it), whose it is if somebody says so, its "
    "clubs, and when it was last used here. On the phone: one cookie that identifies it, one that "
    "protects forms and holds short messages, and what was typed and not sent yet. Network addresses: "
    "requests are counted by address for a day at most, so that nobody can guess codes. The server's log "
    "contains addresses that sent a wrong code. Everybody in a club can read it, and so can people who "
    "have one of its shared links, and whoever runs the server. Nobody else can. Pages load nothing from "
    "other servers. For how long What people enter in a club: until the club deletes it. A club in which "
    "nothing was ever entered is deleted after 30 days. A phone that is in no club: 30 days after it was "
    "last used here. The cookies: 400 days after the last visit. Daily backups of everything: the last 7 "
    "are kept. Deleted data is gone once they are replaced. How to delete data A name: Anonymise a player"
    " , under More on a phone that organises the club. The name disappears from every game, old ones "
    "included, and cannot be brought back. A phone: Leave the club on the phone itself, or Remove under "
    "Club and phones . A whole club: Delete the club . Everything in it is deleted. To take your data "
    "along first: Export writes everything that was entered in a club into one file."
)


def test_the_page_says_all_of_this_and_where_data_is_deleted(club: Club) -> None:
    assert text_and_links(Phone(club.app).get("/privacy").text, {}) == (WHOLE, [])
    names = {"Club": club.url}
    leave = ("Leave the club", "Club/leave")
    seen = text_and_links(club.viewer.get(f"{club.url}/privacy").text, names)
    assert seen == (f"{WHOLE} Leave the club", [leave])
    erase, delete = ("Anonymise a player", "Club/export/name"), ("Delete the club", "Club/delete")
    seen = text_and_links(club.organiser.get(f"{club.url}/privacy").text, names)
    assert seen == (f"{WHOLE} Leave the club Anonymise a player Delete the club", [leave, erase, delete])


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
    told = " Ann & Co, Ring 1, Berlin \n \nmail@example.org <b>"
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


def test_without_a_file_of_its_own_the_operator_keeps_the_backups(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = replace(club.app.config["COMPANION"], database_url="postgresql://db.example.org/companion")
    assert "the last 7 are kept" in Phone(club.app).get("/privacy").text
    monkeypatch.setitem(club.app.config, "COMPANION", settings)
    page = Phone(club.app).get("/privacy").text
    assert "the last 7 are kept" not in page
    assert "as long as the operator keeps them" in page


def test_it_names_the_number_of_backups_that_are_kept(club: Club) -> None:
    page = Phone(club.app).get("/privacy").text
    assert re.search("the last 7 are kept|as long as the operator keeps them", page)
