"""Limits on attempts by strangers: codes, links and new clubs, for each address and in total."""

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from limits import parse_many
from sqlalchemy import text
from werkzeug.exceptions import TooManyRequests
from werkzeug.test import TestResponse

from companion.address import rate_limit_key
from companion.store.database.base import db
from companion.web.access import views
from companion.web.support.requests import rate_limits
from tests.database import app_in, new_app
from tests.web.phones import Club, Phone, problems
from tests.web.screens.showing import shared

WRONG = {"code": "AAAAAA"}
_numbers = count(1)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Return an app without attempts."""
    with new_app(tmp_path) as app:
        yield app


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses that were asked for, without making them."""
    found: list[float] = []
    monkeypatch.setattr("companion.web.support.requests.rate_limits.time.sleep", found.append)
    return found


def phone_at(app: Flask, address: str) -> Phone:
    phone = Phone(app)
    phone.address = address
    return phone


def somewhere(app: Flask) -> Phone:
    """Return a phone with an address of its own."""
    number = next(_numbers)
    return phone_at(app, f"198.{18 + (number >> 16)}.{number >> 8 & 255}.{number & 255}")


def seconds(answer: TestResponse) -> int:
    """Return the seconds after which a program may come again."""
    assert answer.status_code == 429
    return int(answer.headers["Retry-After"])


def use_up(phone: Phone, most: int = 8) -> None:
    for _ in range(most):
        assert phone.post("/join", WRONG).status_code == 422


def test_after_too_many_attempts_the_page_says_when_to_come_again(app: Flask) -> None:
    phone = somewhere(app)
    use_up(phone)
    for path in ("/join", "/recover/x"):
        answer = phone.post(path, WRONG)
        assert 50 <= seconds(answer) <= 60
        assert "Too many wrong codes from here. Wait a minute and try again." in answer.text


def test_longer_waits_are_in_minutes(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "WRONG_CODES", parse_many("5/hour"))
    phone = somewhere(app)
    use_up(phone, 5)
    answer = phone.post("/join", WRONG)
    assert 3500 < seconds(answer) <= 3600
    assert "Wait 60 minutes" in answer.text


def test_a_clock_that_is_set_back_makes_nobody_wait_longer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = somewhere(app)
    use_up(phone)
    for back, status in ((1, 429), (86_400, 422)):
        clock = SimpleNamespace(time=lambda back=back: time.time() - back)
        monkeypatch.setattr(rate_limits, "time", clock)
        assert phone.post("/join", WRONG).status_code == status


def test_an_empty_code_is_no_attempt(app: Flask) -> None:
    phone = somewhere(app)
    for _ in range(20):
        assert "Type the letters and digits of the code that an organiser's phone shows." in problems(
            phone.post("/join", {"code": " "})
        )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff:ffff:ffff:ffff"), ("::ffff:192.0.2.5", "192.0.2.5"),
        ("fe80::1%eth0", "fe80::2%eth0"), ("fd00::1", "FD00:0:0:0::9"),
    ],
)  # fmt: skip
def test_ipv6_addresses_of_one_network_count_as_one(app: Flask, one: str, other: str) -> None:
    assert rate_limit_key(one) == rate_limit_key(other)
    use_up(phone_at(app, one))
    assert phone_at(app, other).post("/join", WRONG).status_code == 429


@pytest.mark.parametrize(
    ("one", "other"),
    [("2001:db8:1:2::5", "2001:db8:1:3::5"), ("192.0.2.5", "192.0.2.6"), ("unknown", "nowhere"), ("", "\n")],
)
def test_addresses_of_different_networks_count_separately(app: Flask, one: str, other: str) -> None:
    assert rate_limit_key(one) != rate_limit_key(other)
    use_up(phone_at(app, one))
    assert phone_at(app, other).post("/join", WRONG).status_code == 422


def test_behind_a_proxy_each_address_has_its_own_attempts(tmp_path: Path) -> None:
    app = app_in(tmp_path, trusted_proxies="1")
    proxy = phone_at(app, "127.0.0.1")
    for number in range(20):
        answer = proxy.post("/join", WRONG, headers={"X-Forwarded-For": f"192.0.2.{number}"})
        assert answer.status_code == 422
    there = {"X-Forwarded-For": "203.0.113.9, 192.0.2.200"}
    found = [proxy.post("/join", WRONG, headers=there).status_code for _ in range(9)]
    assert found == [422] * 8 + [429]


def press(app: Flask) -> None:
    """Send as many wrong codes from many addresses as are allowed before anybody is slowed down."""
    for _ in range(60):
        assert somewhere(app).post("/join", WRONG).status_code == 422


def test_if_many_addresses_guess_those_that_failed_are_slowed_down_and_nobody_is_refused(
    app: Flask, pauses: list[float]
) -> None:
    club = Club(app)
    clumsy = somewhere(app)
    use_up(clumsy, 2)
    assert pauses == []
    press(app)
    assert pauses == []
    assert somewhere(app).post("/join", {"code": club.codes["scorer"]}).headers["Location"] == f"{club.url}/whose"
    assert somewhere(app).post("/join", WRONG).status_code == 422
    assert pauses == [], "who never failed does not wait"
    assert clumsy.post("/join", WRONG).status_code == 422
    assert clumsy.post("/join", {"code": club.codes["scorer"]}).headers["Location"] == f"{club.url}/whose"
    assert pauses == [2, 2]


def test_slowed_requests_wait_one_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(app)
    one, other = somewhere(app), somewhere(app)
    use_up(one, 1)
    use_up(other, 1)
    press(app)
    meanwhile: list[TestResponse] = []

    def wait(_: float) -> None:
        meanwhile.append(other.post("/join", WRONG))
        meanwhile.append(somewhere(app).post("/join", {"code": club.codes["viewer"]}))
        meanwhile.append(club.organiser.get(club.url))

    monkeypatch.setattr("companion.web.support.requests.rate_limits.time.sleep", wait)
    assert one.post("/join", {"code": club.codes["scorer"]}).status_code == 302
    assert seconds(meanwhile[0]) == 2
    assert "Many wrong codes are being tried just now. Wait a moment" in meanwhile[0].text
    assert [answer.status_code for answer in meanwhile[1:]] == [302, 200]


def test_a_right_code_is_free_for_its_own_address_only(app: Flask) -> None:
    club = Club(app)
    table = club.start("toepen", ["Ann", "Bob", "Cyd"])
    screen, guesser, path = somewhere(app), somewhere(app), shared(table)
    assert screen.get(path).status_code == 200
    for phone in (screen, guesser):
        use_up(phone)
    assert screen.get(path).status_code == 200
    assert guesser.get(path).status_code == 429


def test_so_many_right_codes_are_known_that_memory_is_bounded(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_RIGHT_CODES", 2)
    paths = [shared(Club(app).start("rage", ["Ann", "Bob"])) for _ in range(3)]
    phone = phone_at(app, "192.0.2.9")
    for path in paths:
        assert phone.get(path).status_code == 200
    use_up(phone)
    assert [phone.get(path).status_code for path in paths] == [429, 429, 200], "the last one starts again"


def test_wrong_codes_are_logged_without_the_code(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    phone = phone_at(app, "192.0.2.77")
    phone.post("/join", {"code": "QWERTZ"})
    phone.post("/recover/0123456789abcdef")
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["A wrong code or link from 192.0.2.77."] * 2


# Clubs and devices.


def test_the_number_of_new_clubs_from_an_address_is_limited(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rate_limits.NEW_CLUBS.rates[0].amount >= 30, "a household, or a school, has one address"
    monkeypatch.setattr(views, "NEW_CLUBS", rate_limits.NEW_CLUBS._replace(rates=parse_many("3/day")))
    phones = [phone_at(app, f"2001:db8::{number}") for number in range(4)]
    assert [phone.post("/clubs").status_code for phone in phones] == [302, 302, 302, 429]
    answer = phones[0].post("/clubs")
    assert 86_000 < seconds(answer) <= 86_400
    assert "3 clubs were started from here within a day" in answer.text
    assert "Wait 24 hours" in answer.text
    assert phones[0].get("/").text.count('href="/clubs/') == 1, "none was made"
    assert somewhere(app).post("/clubs").status_code == 302


def devices(app: Flask) -> int:
    with app.app_context():
        return int(db.session.execute(text("select count(*) from device")).scalar_one())


def test_a_device_is_stored_only_after_a_right_code(app: Flask) -> None:
    club = Club(app)
    before = devices(app)
    phone = somewhere(app)
    for path in ("/", "/join", f"/join?code={club.codes['viewer']}", "/recover/x", club.url):
        phone.get(path)
    phone.post("/join", WRONG)
    phone.post("/join", {"code": ""})
    phone.post("/recover/x")
    assert devices(app) == before
    assert phone.post("/join", {"code": club.codes["viewer"]}).status_code == 302
    assert phone.post("/join", {"code": club.codes["scorer"]}).status_code == 302
    assert devices(app) == before + 1


def test_with_long_codes_only_addresses_count(tmp_path: Path, pauses: list[float]) -> None:
    with new_app(tmp_path, code_letters=10) as app:
        club, clumsy = Club(app), somewhere(app)
        use_up(clumsy, 2)
        press(app)
        assert clumsy.post("/join", {"code": club.codes["scorer"]}).status_code == 302
        assert pauses == []
        use_up(clumsy, 6)
        assert clumsy.post("/join", WRONG).status_code == 429


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(1, "a moment"), (10, "a moment"), (11, "a minute"), (60, "a minute"), (61, "2 minutes"), (120, "2 minutes"),
     (7140, "119 minutes"), (7141, "2 hours"), (7201, "3 hours"), (86_400, "24 hours")],
)  # fmt: skip
def test_a_refusal_says_how_long_to_wait_rounded_up(app: Flask, seconds: int, said: str) -> None:
    with app.test_request_context("/"), pytest.raises(TooManyRequests) as refused:
        rate_limits._refuse_request("Too many.", seconds)
    assert refused.value.description == f"Too many. Wait {said} and try again."
    assert refused.value.retry_after == seconds


@pytest.mark.parametrize(
    ("limit", "most", "said"),
    [
        (rate_limits.WRONG_TOKENS, 120, "Too many wrong tokens from here. Wait a minute and try again."),
        (rate_limits.NEW_CLUBS, 200, "200 clubs were started from here within a day, which is the most. Wait 24 hours"
         " and try again."),
        (rate_limits.FILES, 10, "Too many files were sent from here. Wait a minute and try again."),
    ],
)  # fmt: skip
def test_each_limit_is_reached_after_so_many_attempts(
    app: Flask, limit: rate_limits.Limit, most: int, said: str
) -> None:
    counters = rate_limits.RateLimits(threads=2)
    with app.test_request_context("/"):
        for _ in range(most):
            counters.check(limit)
            counters.count(limit)
        with pytest.raises(TooManyRequests) as refused:
            counters.check(limit)
    assert refused.value.description == said


@pytest.mark.parametrize(
    ("limit", "a_minute", "an_hour"),
    [
        (rate_limits.WRONG_TOKENS, 120, 1200),
        (rate_limits.FILES, 10, 60),
        (rate_limits.Limit("codes", rate_limits.WRONG_CODES, "Too many."), 8, 40),
        (rate_limits.Limit("all codes", rate_limits.WRONG_EVERYWHERE, "Too many."), 60, 300),
    ],
)
def test_after_the_most_attempts_of_an_hour_a_minute_is_not_enough(
    app: Flask, monkeypatch: pytest.MonkeyPatch, limit: rate_limits.Limit, a_minute: int, an_hour: int
) -> None:
    counters, began, passed = rate_limits.RateLimits(threads=2), time.time(), 0
    monkeypatch.setattr(time, "time", lambda: began + passed)
    with app.test_request_context("/"):
        for _ in range(an_hour // a_minute):
            counters.check(limit)
            for _ in range(a_minute):
                counters.count(limit)
            passed += 61
        with pytest.raises(TooManyRequests) as refused:
            counters.check(limit)
    assert 1800 < refused.value.retry_after <= 3600


def test_a_server_with_a_single_thread_refuses_instead_of_waiting(app: Flask, pauses: list[float]) -> None:
    for threads in (1, 2):
        counters = rate_limits.RateLimits(threads)
        with app.test_request_context("/"):
            for _ in range(61):
                counters._count_attempt(rate_limits.WRONG_EVERYWHERE, "codes")
            counters.check_code_limit()
            counters._count_attempt(rate_limits.WRONG_CODES, "codes", rate_limits._address())
            if threads == 1:
                with pytest.raises(TooManyRequests, match="Many wrong codes are being tried just now"):
                    counters.check_code_limit()
            else:
                counters.check_code_limit()
    assert pauses == [2]
