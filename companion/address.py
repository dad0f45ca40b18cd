"""Addresses at which phones on the same network reach this computer, found without sending packets."""

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from companion.settings import Settings

PRIVATE = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "192.0.2.1")
"""Private addresses: the local address of a route to one of them is probably that of the home network."""


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address; return None for any other text, such as the name of a host."""
    try:
        return ip_address(text)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Return whether a host is only reachable from this computer itself."""
    address = parse_address(host.strip("[]"))
    return address.is_loopback if address else f".{host.lower()}".endswith(".localhost")


def is_any_address(host: str) -> bool:
    """Return whether a host to listen on means all addresses of this computer."""
    address = parse_address(host.strip("[]"))
    return address is not None and address.is_unspecified


def rate_limit_key(address: str) -> str:
    """Return the key under which an address is limited: itself for IPv4, its /64 network for IPv6."""
    parsed = parse_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Network((parsed, 64), strict=False))
    return str(parsed or address)


def lan_address() -> str | None:
    """Return this computer's probable address on the home network; None: there is none."""
    for target in PRIVATE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found = probe.getsockname()[0]
            except OSError:
                continue
        if not is_loopback(found) and not is_any_address(found):
            return str(found)
    try:
        found = socket.gethostbyname(socket.gethostname())
    except OSError:
        return None
    return None if is_loopback(found) else found


def web_address(host: str, port: int) -> str:
    """Return the address of a page on a host and port, as typed into a browser."""
    name = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def local_url(settings: Settings, port: int) -> str:
    """Return the app's address on this computer."""
    return web_address("127.0.0.1" if is_any_address(settings.host) else settings.host, port)


def phone_url(settings: Settings, port: int) -> str | None:
    """Return the app's address for phones; None: phones cannot reach it."""
    if settings.public_url:
        return settings.public_url
    if is_loopback(settings.host):
        return None
    host = lan_address() if is_any_address(settings.host) else settings.host
    return web_address(host, port) if host else None


def best_url(settings: Settings) -> str:
    """Return the app's address for phones, or on this computer if phones cannot reach it."""
    return phone_url(settings, settings.port) or local_url(settings, settings.port)


def link_base(settings: Settings, requested: str) -> str:
    """Return the base of links for other phones, without a final slash. ``requested``: the base URL of the request.

    It is ``public_url`` if that is set. For a request at the computer itself (``localhost``), or one without a host, it
    is the address for phones.
    """
    parts = urlsplit(requested)
    if not parts.hostname:
        return best_url(settings)
    if settings.public_url or is_loopback(parts.hostname):
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return phone_url(settings, port) or requested.rstrip("/")
    return requested.rstrip("/")
