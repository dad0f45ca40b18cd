"""How templates format numbers, times and players, and what they leave out of a page."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from flask import Flask

from companion.core.game.table import Line
from companion.core.play.adjustments import ADJUSTMENT
from companion.core.play.setups import read_setup
from companion.games import game_of
from companion.web.support.rendering.filters import by_rule, day, duration, iso_time, ordinal
from companion.web.support.rendering.glyphs import glyph, icon
from companion.web.support.rendering.initials import initial, initials_for_script, seat_colour, set_table


@pytest.mark.parametrize(
    ("place", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (10, "10th"), (11, "11th"), (12, "12th"), (13, "13th"),
     (19, "19th"), (20, "20th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (101, "101st"), (111, "111th"),
     (112, "112th"), (113, "113th"), (121, "121st")],
)  # fmt: skip
def test_places_are_ordinals(place: int, text: str) -> None:
    assert ordinal(place) == text


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(0, "0 min"), (1, "1 min"), (59, "59 min"), (60, "1 h"), (61, "1 h 1 min"), (120, "2 h"), (135, "2 h 15 min")],
)
def test_durations_have_hours_from_sixty_minutes_on(minutes: int, text: str) -> None:
    assert duration(minutes) == text


def test_days_have_no_year_and_moments_have_seconds_and_their_offset() -> None:
    moment = datetime(2026, 3, 1, 20, 5, 7, 999, tzinfo=UTC)
    assert day(moment) == "Sun 1 March"
    assert iso_time(moment) == "2026-03-01T20:05:07+00:00"
    assert iso_time(moment.astimezone(timezone(timedelta(hours=2)))) == "2026-03-01T22:05:07+02:00"


def test_lines_are_grouped_by_rule_from_six_on() -> None:
    lines = [Line("Ann", number, f"rage/{number % 2}", "") for number in range(5)]
    assert by_rule(lines) == [[line] for line in lines]
    lines.append(Line("Ann", 5, "rage/1", ""))
    assert by_rule(lines) == [lines[0::2], lines[1::2]]
    corrections = [Line("Ann", 1, ADJUSTMENT, "late"), Line("Ann", 2, ADJUSTMENT, "again")]
    assert by_rule([*lines, *corrections]) == [lines[0::2], lines[1::2], *([line] for line in corrections)]


def test_initials_have_the_colours_of_seats_or_sides(app: Flask) -> None:
    def mark(text: str, colour: str) -> str:
        return f'<i class="in {colour}" data-i="{text}" aria-hidden="true"></i>'

    with app.test_request_context("/"):
        assert (initial("Ann"), initials_for_script(["Ann"])) == ("", '[["", ""]]'), "there is no table"
        setup, _ = read_setup(game_of("rage"), {"players": ["Ann", "Bob", "Ben", "Özil"]})
        assert setup is not None
        set_table(setup)
        assert [initial(name) for name in (*setup.players, "Zoe")] == [
            mark("A", "s0"), mark("Bo", "s1"), mark("Be", "s2"), mark("Ö", "s3"), "",
        ]  # fmt: skip
        assert initials_for_script(["Özil"]) == '[["Ö", "s3"]]'
        assert json.loads(initials_for_script(["Bob", "Zoe"])) == [["Bo", "s1"], ["", ""]]
        assert (seat_colour(["Ben"]), seat_colour(["Ben", "Bob"])) == ("s2", "")
        sides, _ = read_setup(game_of("samba"), {"players": ["Ann", "Bob", "Cyd", "Dee"], "sides": ["Us", "Them"]})
        assert sides is not None
        assert initial("Cyd", sides) == mark("C", "s0")
        assert initial("Us", sides) == mark("A", "s0") + mark("C", "s0")
        assert initial("Them", sides) == mark("B", "s1") + mark("D", "s1")
        assert initial("Bob") == mark("Bo", "s1"), "the table of this request"


def test_drawings_are_symbols_of_their_files(app: Flask) -> None:
    with app.test_request_context("/"):
        [name, of_game] = glyph("rage").split("<use href=")
        assert name.startswith('<svg class="glyph s')
        assert name.endswith('" aria-hidden="true">')
        assert of_game.endswith('/drawings.svg#rage"/></svg>')
        assert icon("moon").endswith('/drawings.svg#moon"/></svg>')
        assert icon("scale").startswith('<svg aria-hidden="true"><use href="/static/of/')
        assert icon("scale").endswith('/icons.svg#scale"/></svg>')


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n", "<ul><li>a</li><li>b</li></ul>"),
        ("<p>one\n   two\n   <b>three</b>\n   <i>four</i>\n</p>", "<p>one two\n<b>three</b>\n<i>four</i></p>"),
        ('<a class="x"\n   href="y">z</a>', '<a class="x" href="y">z</a>'),
        ("<p{% if true %} hidden{% endif %}>a</p>\n{% if true %}\n  b\n{% endif %}", "<p hidden>a</p> b"),
        ("<i {% if false %} hidden{% endif %}>a</i>", "<i>a</i>"),
        ("{{ 'a' if false }}|{{ 'b' if true }}", "|b"),
    ],
)
def test_pages_have_no_indentation(app: Flask, source: str, page: str) -> None:
    assert app.jinja_env.from_string(source).render() == page
