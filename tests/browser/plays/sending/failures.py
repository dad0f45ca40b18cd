"""Answers that break a save, and rounds that were typed before."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Route, expect

from tests.browser.phone import Phone

THREE = ("Ann", "Bob", "Cyd")
ODD = ("<b>Ann</b>", "شهرزاد", "Bartholomäus 🂡 der Lange")
SAID = ".told[role=alert]"


def stakes(phone: Phone, players: tuple[str, ...] = THREE) -> str:
    """A play of Raise the Stakes, all tricks of the first round typed as Ann's; gives its address."""
    phone.start_play("raise-the-stakes", players)
    phone.chip("tricks.0", 5)
    return phone.page.url


@contextmanager
def broken(phone: Phone, answer: Callable[[Route], None], path: str = "**/rounds") -> Iterator[list[str]]:
    """What is sent to a path gets this answer; gives the bodies that were sent."""
    sent: list[str] = []

    def reply(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        sent.append(route.request.post_data or "")
        answer(route)

    phone.context.route(path, reply)
    yield sent
    phone.context.unroute(path)
    phone.faults[:] = [fault for fault in phone.faults if not fault.endswith(path[3:])]


def answering(status: int, sentence: str = "", **headers: str) -> Callable[[Route], None]:
    """An error page of the club, or with no sentence that of something before it."""
    page = (
        f'<div id="page"><main><section id="fault"><h1>No</h1><p class="sentence">{sentence}</p></section></main></div>'
    )
    body = page if sentence else "<h1>nginx</h1>"
    return lambda route: route.fulfill(status=status, body=body, headers={"Content-Type": "text/html", **headers})


def nothing_there(route: Route) -> None:
    route.abort()


def rounds(phone: Phone) -> int:
    return phone.page.locator("table.rounds tbody tr").count()


def typed_is_there(phone: Phone) -> None:
    """The form as it was typed, with Save to tap."""
    expect(phone.page.locator("input[name='tricks.0'][value='5']")).to_be_checked()
    expect(phone.page.locator("#entry .save")).to_be_enabled()
    assert not phone.page.evaluate("() => document.querySelector('#entry').inert")
