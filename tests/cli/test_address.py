"""Which address is printed, and which one links use."""

import socket

import pytest

from companion import address
from companion.settings import Settings


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that is 192.168.1.23 at home."""
    monkeypatch.setattr(address, "lan_address", lambda: "192.168.1.23")


@pytest.mark.parametrize(
    ("host", "local", "phones"),
    [
        ("0.0.0.0", "http://127.0.0.1:8000", "http://192.168.1.23:8000"),
        ("::", "http://127.0.0.1:8000", "http://192.168.1.23:8000"),
        ("127.0.0.1", "http://127.0.0.1:8000", None),
        ("localhost", "http://localhost:8000", None),
        ("::1", "http://[::1]:8000", None),
        ("10.0.0.7", "http://10.0.0.7:8000", "http://10.0.0.7:8000"),
        ("fd00::7", "http://[fd00::7]:8000", "http://[fd00::7]:8000"),
        ("[fd00::7]", "http://[fd00::7]:8000", "http://[fd00::7]:8000"),
        ("[::]", "http://127.0.0.1:8000", "http://192.168.1.23:8000"),
        ("127.8.8.8", "http://127.8.8.8:8000", None),
        ("Localhost", "http://Localhost:8000", None),
        ("table.localhost", "http://table.localhost:8000", None),
        ("table.local", "http://table.local:8000", "http://table.local:8000"),
    ],
)
def test_the_addresses_of_a_host(host: str, local: str, phones: str | None) -> None:
    settings = Settings(host=host)
    assert address.local_url(settings, 8000) == local
    assert address.phone_url(settings, 8000) == phones


def test_the_best_address_is_that_for_phones() -> None:
    assert address.best_url(Settings(port=8123)) == "http://192.168.1.23:8123"
    assert address.best_url(Settings(host="127.0.0.1", port=8123)) == "http://127.0.0.1:8123"


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("192.168.1.23", "192.168.1.23"),
        ("::ffff:192.168.1.23", "192.168.1.23"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_limits_count_an_address_or_the_network_of_a_home(asked: str, key: str) -> None:
    assert address.rate_limit_key(asked) == key


def test_a_public_address_takes_precedence_over_every_guess() -> None:
    settings = Settings(host="127.0.0.1", public_url="https://cards.example.org")
    assert address.phone_url(settings, 8000) == "https://cards.example.org"
    assert address.link_base(settings, "http://127.0.0.1:8000/") == "https://cards.example.org"


def test_a_computer_without_a_network_has_no_address_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "lan_address", lambda: None)
    assert address.phone_url(Settings(), 8000) is None
    assert address.link_base(Settings(), "http://localhost:8000/") == "http://localhost:8000"


@pytest.mark.parametrize(
    ("asked", "base"),
    [
        ("http://localhost:8000/", "http://192.168.1.23:8000"),
        ("http://127.0.0.1/", "http://192.168.1.23"),
        ("http://[::1]:9000/", "http://192.168.1.23:9000"),
        ("http://192.168.1.23:8000/", "http://192.168.1.23:8000"),
        ("http://table.local:8000/", "http://table.local:8000"),
        ("https://cards.example.org/", "https://cards.example.org"),
        ("https://localhost/", "http://192.168.1.23:443"),
        ("http:///", "http://192.168.1.23:8000"),
    ],
)
def test_links_never_use_a_loopback_address(asked: str, base: str) -> None:
    assert address.link_base(Settings(), asked) == base


class Probe:
    """A socket that finds a route or none, and fails if something is sent over it."""

    def __init__(self, routes: dict[str, str]) -> None:
        self.routes = routes
        self.found = ""

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, place: tuple[str, int]) -> None:
        if place[0] not in self.routes:
            raise OSError
        self.found = self.routes[place[0]]

    def getsockname(self) -> tuple[str, int]:
        return self.found, 0


@pytest.mark.parametrize(
    ("routes", "name", "found"),
    [
        ({"192.168.255.254": "192.168.1.23"}, None, "192.168.1.23"),
        ({"10.255.255.254": "10.0.0.5"}, None, "10.0.0.5"),
        ({"172.31.255.254": "172.16.0.9", "192.0.2.1": "100.64.0.1"}, None, "172.16.0.9"),
        ({"192.168.255.254": "0.0.0.0", "10.255.255.254": "10.0.0.5"}, None, "10.0.0.5"),
        ({"192.168.255.254": "127.0.0.1", "192.0.2.1": "172.16.0.9"}, None, "172.16.0.9"),
        ({}, "192.168.7.7", "192.168.7.7"),
        ({}, "127.0.1.1", None),
        ({}, None, None),
    ],
)
def test_the_address_is_guessed_from_routes_then_from_the_host_name(
    routes: dict[str, str], name: str | None, found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_name(_: str) -> str:
        if name is None:
            raise OSError
        return name

    monkeypatch.undo()
    monkeypatch.setattr(socket, "socket", lambda *_: Probe(routes))
    monkeypatch.setattr(socket, "gethostbyname", by_name)
    assert address.lan_address() == found
