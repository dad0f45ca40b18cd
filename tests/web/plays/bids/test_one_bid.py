"""One bid, from the tap to the sheet, runs every function that the architecture page names."""

import inspect
import sys
from types import CodeType, FrameType
from typing import Any

from tests.test_contributing import named, names_on_the_way
from tests.web.phones import Club


def codes_of(found: Any) -> set[CodeType]:
    """Return the code objects of a function, also behind a decorator or a property; none of a class."""
    if isinstance(found, property):
        found = found.fget
    if inspect.isclass(found):
        return set()
    code = inspect.unwrap(found).__code__
    return {code, *(inner for inner in code.co_consts if isinstance(inner, CodeType))}


def test_a_bid_runs_every_function_that_the_page_names(club: Club) -> None:
    called: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    sys.setprofile(note)
    try:
        table = club.start("rage", ["Ann", "Bob", "Cyd"], {})
        phone, viewer = table.phone, club.viewer
        viewer.get(table.url)
        tapped = phone.post(f"{table.url}/draft/so-far", {"slot": "1", "bid.0": "2"})
        assert tapped.json["bidding"] == "Bob bids next. 2 bid, 10 to take."
        assert viewer.get(f"{table.url}/state?mark=older").status_code == 200
        assert "<bdi>Ann\N{NO-BREAK SPACE}2</bdi>" in viewer.get(table.url).text
        bids = {"bid.0": "2", "bid.1": "4", "bid.2": "5"}
        phone.post(f"{table.url}/draft", {"slot": "1", "lock": "on", **bids})
        assert 'name="bid.0" value="2" data-hidden' in phone.get(table.url).text
        tricks = {"tricks.0": "2", "tricks.1": "4", "tricks.2": "4"}
        sent = {"base": str(table.state.revision), "client_id": "one bid", "slot": "1", **bids, **tricks}
        saved = phone.post(f"{table.url}/rounds", sent)
        assert saved.status_code == 303
        sheet = phone.get(saved.headers["Location"]).text
        assert "<span>bid 2,</span> <span>took 2,</span> <strong>made</strong>" in sheet
        assert "+12" in sheet
        assert "Round 1 saved." in sheet
        phone.get(f"{table.url}/rounds/1")
    finally:
        sys.setprofile(None)
    on_the_way = {name: codes_of(named(name)) for name in names_on_the_way()}
    assert [name for name, codes in on_the_way.items() if codes and codes.isdisjoint(called)] == []
