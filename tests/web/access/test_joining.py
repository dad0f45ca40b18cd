"""Joining a club: codes, links, QR codes, recovery, and cookies of devices."""

import re

import pytest
from flask import Flask

from companion.web.access.cookies import DEVICE_COOKIE
from companion.web.support.links import qr_code
from tests.web.phones import Club, Phone, problems

pytestmark = pytest.mark.usefixtures("gathered")


def test_join_links_and_qr_codes_lead_to_the_page_that_joins(app: Flask, club: Club) -> None:
    page = club.organiser.get(f"{club.url}/invite?role=viewer").text
    assert club.codes["viewer"] in page
    assert club.codes["scorer"] not in page
    link, *_ = re.findall(r'href="([^"]*)"[^>]* data-share', page)
    assert link.endswith(f"/j/{club.codes['viewer']}")
    assert qr_code(link) in page
    phone = Phone(app)
    answer = phone.get(f"/j/{club.codes['viewer']}", follow_redirects=True)
    assert f'value="{club.codes["viewer"]}"' in answer.text
    assert "Join <bdi>our club</bdi>" in answer.text
    assert "This phone can then watch" in answer.text
    assert "This phone can then score" in phone.get(f"/join?code={club.codes['scorer']}").text
    assert "<h1>Join a club</h1>" in phone.get("/join?code=AAAAAA").text
    assert phone.get(club.url).status_code == 404, "looking at the link joins nothing"
    assert phone.post("/join", {"code": f" {club.codes['viewer'].lower()} "}).headers["Location"] == club.url
    assert phone.get(club.url).status_code == 200


@pytest.mark.parametrize("code", ["", " ", "AAAAAA", "0" * 6, "x" * 5000, "<script>", "‮ABC", "🂡🂡🂡🂡🂡🂡", "\0\0\0\0\0\0"])
def test_a_wrong_code_is_an_error_of_its_field(app: Flask, club: Club, code: str) -> None:
    phone = Phone(app)
    answer = phone.post("/join", {"code": code})
    assert answer.status_code == 422
    typed = "Type the letters and digits of the code that an organiser's phone shows."
    unknown = "No club has this code. Compare its letters and digits with an organiser's phone."
    assert (unknown if code.strip() else typed) in problems(answer)
    assert "<script>" not in answer.text
    assert phone.get("/").text.count('href="/clubs/') == 0


def test_a_renewed_recovery_link_works_and_the_old_one_does_not(app: Flask, club: Club) -> None:
    def link() -> str:
        page = club.organiser.get(f"{club.url}/devices").text
        return "/recover/" + page.split("/recover/")[1].split('"')[0]

    first = link()
    phone = Phone(app)
    assert phone.get(first).status_code == 200
    assert phone.get(club.url).status_code == 404, "looking at the link makes nobody an organiser"
    assert phone.post(first).headers["Location"] == club.url
    assert phone.get(f"{club.url}/devices").status_code == 200
    club.organiser.post(f"{club.url}/devices/recovery")
    late = Phone(app).post(first)
    assert late.status_code == 422
    assert "This link is no longer valid. An organiser's phone can make a new one." in problems(late)
    assert link() != first


def test_after_too_many_wrong_codes_the_right_one_must_wait_too(app: Flask, club: Club) -> None:
    phone = Phone(app)
    statuses = [phone.post("/join", {"code": "AAAAAA"}).status_code for _ in range(12)]
    assert statuses[0] == 422
    assert statuses[-1] == 429
    locked = phone.post("/join", {"code": club.codes["scorer"]})
    assert locked.status_code == 429
    assert "Too many wrong codes" in locked.text
    assert phone.post("/recover/x").status_code == 429
    assert phone.get(club.url).status_code == 404
    other = Phone(app)
    other.address = phone.address
    assert other.post("/join", {"code": club.codes["scorer"]}).status_code == 429, "new cookies do not help"
    assert Phone(app).post("/join", {"code": club.codes["scorer"]}).status_code == 302, "others are not locked out"


def test_wrong_links_count_like_wrong_codes(app: Flask, club: Club) -> None:
    phone = Phone(app)
    assert [phone.post(f"/recover/{number}").status_code for number in range(10)][-1] == 429
    assert phone.post("/join", {"code": club.codes["scorer"]}).status_code == 429


def test_a_forwarded_address_is_ignored(app: Flask, club: Club) -> None:
    phone = Phone(app)
    for number in range(12):
        answer = phone.post("/join", {"code": "AAAAAA"}, headers={"X-Forwarded-For": f"192.0.2.{number}"})
    assert answer.status_code == 429


@pytest.mark.parametrize(
    "value", ["", "x", "spent", ".", "202611", "202611.spent", "." * 2000, "202611." + "x." * 2000]
)
def test_an_invalid_device_cookie_opens_nothing_and_the_phone_can_join(app: Flask, club: Club, value: str) -> None:
    phone = Phone(app)
    phone.client.set_cookie(DEVICE_COOKIE, value)
    assert phone.get("/").status_code == 200
    assert phone.get(club.url).status_code == 404
    assert phone.post("/join", {"code": club.codes["viewer"]}).headers["Location"] == club.url
    assert phone.get(club.url).status_code == 200


def test_a_forged_cookie_is_a_stranger(app: Flask, club: Club) -> None:
    token = club.organiser.token
    phone = Phone(app)
    for value in (f"202611.{token[:-1]}", f"202611.{token}x", f"202611.{token.swapcase()}", token, f"{token}.", "x"):
        phone.client.set_cookie(DEVICE_COOKIE, value)
        assert phone.get(club.url).status_code == 404
        assert phone.get("/").status_code == 200
