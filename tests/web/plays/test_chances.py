"""The sheet says who can still win."""

from flask import Flask

from tests.web.pages import words
from tests.web.phones import Club, Table
from tests.web.screens.showing import shared

AHEAD = "Ann can no longer be caught."


def table_of(app: Flask) -> Table:
    """Return a play of two hands of Oh Hell after the first: Ann is ahead by more than the second can give."""
    table = Club(app).gather().start("oh-hell", ["Ann", "Bob", "Cyd"], {"first_hand": "2"})
    table.write({"bid": {"Ann": 2, "Bob": 1, "Cyd": 1}, "tricks": {"Ann": 2, "Bob": 0, "Cyd": 0}})
    return table


def test_all_phones_and_the_scoreboard_say_who_can_still_win(app: Flask) -> None:
    table = table_of(app)
    for phone in (table.club.scorer, table.club.viewer):
        assert AHEAD in words(phone.get(table.url).text)
    assert AHEAD in words(table.club.stranger.get(shared(table)).text)


def test_a_finished_or_discarded_play_has_no_such_sentence(app: Flask) -> None:
    table = table_of(app)
    table.post("/discard", {"to": "on"})
    assert AHEAD not in words(table.phone.get(table.url).text)
    table.post("/discard", {"to": "off"})
    table.write({"bid": {"Ann": 0, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 0, "Bob": 1, "Cyd": 0}})
    assert table.state.over
    assert AHEAD not in words(table.phone.get(table.url).text)
