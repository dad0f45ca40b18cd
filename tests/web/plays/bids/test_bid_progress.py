"""The progress of secret bids: who has made all of them, in the order of the seats."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.core.entry import fields as f
from companion.store.plays.coming_round.drafts import DraftState
from companion.web.plays.bids.bid_progress import done_and_waiting_bidders, secret_progress
from tests.web.phones import Club

NAMES = ("Ann", "Bob", "Cyd")
FIELDS = (
    f.count("bid", "Bid", 5, per="player", names=NAMES),
    f.count("bonus", "Bonus", 5, per="player", names=("Bob", "Cyd")),
)
"""Two secret bids, of which Ann makes only the first."""


@pytest.mark.parametrize(
    ("sealed", "done", "text"),
    [
        (None, "", "Nobody has bid yet. Ann, Bob and Cyd are still to bid."),
        ({}, "", "Nobody has bid yet. Ann, Bob and Cyd are still to bid."),
        ({"bid": ("Bob",)}, "", "Nobody has bid yet. Ann, Bob and Cyd are still to bid."),
        ({"bonus": ("Bob",)}, "", "Nobody has bid yet. Ann, Bob and Cyd are still to bid."),
        ({"bid": ("Ann",)}, "Ann", "1 of 3 players has bid: Ann. Bob and Cyd are still to bid."),
        (
            {"bid": ("Bob",), "bonus": ("Cyd", "Bob")}, "Bob",
            "1 of 3 players has bid: Bob. Ann and Cyd are still to bid.",
        ),
        (
            {"bid": ("Cyd", "Ann"), "bonus": ("Cyd",)}, "Ann Cyd",
            "2 of 3 players have bid: Ann and Cyd. Bob is still to bid.",
        ),
    ],
)  # fmt: skip
def test_a_player_has_bid_once_all_their_bids_are_down(
    monkeypatch: pytest.MonkeyPatch, sealed: dict[str, tuple[str, ...]] | None, done: str, text: str
) -> None:
    monkeypatch.setattr("companion.web.plays.bids.bid_progress.secret_fields", lambda *_: FIELDS)
    state: Any = SimpleNamespace()
    draft = None if sealed is None else DraftState({}, locked=False, sealed=sealed)
    waiting = tuple(name for name in NAMES if name not in done.split())
    assert done_and_waiting_bidders(state, draft) == (tuple(done.split()), waiting)
    assert secret_progress(state, draft) == text


def test_players_are_named_in_the_order_of_their_seats_and_nobody_once_the_bids_are_shown(club: Club) -> None:
    names = ("Cyd", "Ann", "Dee", "Bob")
    state = club.start("rage", names, {"secret": "1"}).state
    hidden = DraftState({}, locked=False, sealed={"bid": ("Dee", "Ann")})
    shown = DraftState({"bid": dict.fromkeys(names, 1)}, locked=True)
    found = [done_and_waiting_bidders(state, draft) for draft in (hidden, shown)]
    assert found == [(("Ann", "Dee"), ("Cyd", "Bob")), ((), ())]
