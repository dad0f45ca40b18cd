"""The server: waitress with several threads, on a socket that is bound before the app is created."""

import errno
import logging
import os
import select
import signal
import socket
from collections.abc import Mapping
from threading import Event, Timer
from types import FrameType
from typing import TYPE_CHECKING, Any

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import create_server

from companion.address import rate_limit_key
from companion.commands.terminal import CommandRefused
from companion.settings import Settings

if TYPE_CHECKING:
    from waitress.adjustments import Adjustments
    from waitress.server import BaseWSGIServer

MOST_CONNECTIONS = 450
"""The most open connections; fewer than ``select`` can handle on Windows."""

MOST_PER_ADDRESS = 128
"""The most open connections of one address: a browser opens up to six, and all phones of a home share an address."""

MOST_BUFFERED = 128 * 1024 * 1024
"""The largest request body that waitress reads, in bytes; the app itself refuses far smaller ones with a message."""


class Parser(HTTPRequestParser):
    """A parser that refuses requests with two lengths of the body, against request smuggling."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the first line and the headers.

        :raises ParsingError: they cannot be read, or give both a length and an encoding of the body.
        """
        super().parse_header(header_plus)
        if "CONTENT_LENGTH" in self.headers and (self.chunked or "TRANSFER_ENCODING" in self.headers):
            raise ParsingError("Content-Length and Transfer-Encoding exclude each other")


class ServerConnection(HTTPChannel):
    """A connection with ``Parser``."""

    parser_class = Parser


class LimitedConnection(ServerConnection):
    """A connection with a limit for its address.

    If the address has too many, the one that was idle longest is closed. So nobody can occupy the server by idle
    connections, and browsers open new ones when they need them.
    """

    def __init__(
        self, server: "BaseWSGIServer", sock: socket.socket, addr: Any, adj: "Adjustments", **more: Any
    ) -> None:
        """Accept a connection; if its address has too many, close the one that was idle longest, or else this one."""
        self.address = rate_limit_key(str(addr[0]))
        active: Mapping[int, LimitedConnection] = server.active_channels  # type: ignore[assignment] # its stub says HTTPChannel; it is a dict of them
        mine = [channel for channel in active.values() if channel.address == self.address and not channel.will_close]
        super().__init__(server, sock, addr, adj, **more)
        if len(mine) >= MOST_PER_ADDRESS:
            idle = [channel for channel in mine if not channel.requests]
            min(idle, key=lambda channel: channel.last_activity, default=self).will_close = True


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket, in which requests wait until the app runs.

    :raises CommandRefused: the port is taken, or this computer does not have the address.
    """
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise CommandRefused(_no_address_message(host)) from None
    family, *_, address = found[0]
    both_versions = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        return socket.create_server(address, family=family, backlog=1024, dualstack_ipv6=both_versions)
    except OSError as fault:
        raise CommandRefused(_cannot_listen_message(fault, host, port)) from None


def _no_address_message(host: str) -> str:
    """Return the message that this computer does not have the address ``host``."""
    return f"This computer has no address {host}. Leave out --host, or give an address that it has."


def _cannot_listen_message(fault: OSError, host: str, port: int) -> str:
    """Return the message why the app cannot listen, and what to do. ``fault``: the error of the system."""
    other = f"companion serve --port {port + 1 if port < 65535 else 8000}"
    if fault.errno == errno.EADDRINUSE:
        return f"Port {port} is in use. Is Companion running already? Stop it, or use another port: {other}"
    if fault.errno == errno.EACCES:
        return f"Only administrators may use port {port}. Use another port: companion serve --port 8000"
    if fault.errno == errno.EADDRNOTAVAIL:
        return _no_address_message(host)
    return f"Companion cannot listen on {host}, port {port}: {os.strerror(fault.errno or 0)}."


def stop_on_signals(stopping: Event | None = None, drain: int = 0) -> None:
    """Stop the app on Ctrl+C or a signal from now on.

    ``stopping``: set at the first signal; ``drain``: seconds to go on answering after it. A second one stops at once.
    """

    def stop(number: int, _frame: FrameType | None) -> None:
        """Stop after ``drain`` seconds; at once if the app is stopping already, or need not go on answering."""
        if stopping is None or not drain or stopping.is_set():
            raise SystemExit(0)
        stopping.set()
        again = Timer(drain, signal.raise_signal, (number,))
        again.daemon = True
        again.start()

    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)


def run(app: Flask, listening: socket.socket, settings: Settings) -> None:
    """Answer requests until the app stops; open requests are completed."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns whenever many phones ask at once
    server = create_server(
        app,
        sockets=[listening],
        threads=settings.threads,
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=hasattr(select, "poll"),
        max_request_body_size=MOST_BUFFERED,
        clear_untrusted_proxy_headers=not settings.trusted_proxies,
        ident="",
    )
    server.channel_class = ServerConnection if settings.trusted_proxies else LimitedConnection  # type: ignore[union-attr] # a list of servers only for several sockets
    server.run()
