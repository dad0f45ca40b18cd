"""Which fields the form of a new round shows before the hand, and which only after it."""

import re

import pytest

from tests.web.phones import Club

AFTERWARDS = ["adjust", "player", "points", "reason"]


@pytest.mark.parametrize(
    ("slug", "players", "asked", "then"),
    [
        ("ace-deuce-jack", 2, "min_bet max_bet bets", "banker_wins cards"),
        ("oh-hell", 3, "bid", "tricks"),
        ("rage", 2, "bid", "tricks bonus mad"),
        ("spades", 4, "bid blind", "tricks nil_taken"),
        ("pitch", 4, "pitcher bid high low jack game all_tricks adjust player points reason", ""),
        ("skat", 3, "declarer game matadors announced result bid adjust player points reason", ""),
    ],
)
def test_a_new_round_asks_for_bids_first_and_for_all_at_once_if_wanted(
    club: Club, slug: str, players: int, asked: str, then: str
) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"][:players])
    found = []
    for address in (table.url, f"{table.url}?at-once"):
        keys = re.findall(r'data-field="(\w+)"', table.phone.get(address).text)
        found.append([key for key in dict.fromkeys(keys) if key != "buy"])
    assert found == [asked.split(), [*asked.split(), *then.split(), *(AFTERWARDS if then else ())]]
