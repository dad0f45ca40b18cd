"""The picture of a result as SVG: every name escaped, no reference to other files."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.web.nights.picture import PodiumStep
from companion.web.support.rendering.charts import line_chart
from tests.stored_drawings import check_drawing
from tests.web.support.rendering.pictures import GLYPH, HEIGHT, WIDTH, night_svg, play_svg, row, step

pytestmark = pytest.mark.usefixtures("in_app")

SVG = "{http://www.w3.org/2000/svg}"
MOST_ROWS, MOST_GAMES, MOST_ON_A_STEP = 12, 6, 4
MIDDLE, TOP, BOTTOM = 620, 208, 584


def rows(number: int, name: str = "Player") -> list[Any]:
    return [row(f"{one}.", f"{name} {one}", str(100 - one), one == 1) for one in range(1, number + 1)]


def texts(svg: str) -> list[str]:
    """Return all texts of the picture, without its chart."""
    return ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iterfind(f"{SVG}text")]


@pytest.mark.parametrize("number", [1, 2, 8, MOST_ROWS, MOST_ROWS + 1, 40])
def test_every_player_is_listed_or_counted(number: int) -> None:
    svg = play_svg("Rage", "At Ann’s", "Player 1 wins", rows(number))
    found = texts(svg)
    named = [text for text in found if text.startswith("Player ") and text != "Player 1 wins"]
    more = [text for text in found if text.startswith("and ")]
    if number <= MOST_ROWS:
        assert (len(named), more) == (number, [])
    else:
        assert (len(named), more) == (MOST_ROWS - 1, [f"and {number - MOST_ROWS + 1} more"])
    document = ElementTree.fromstring(svg)
    assert (document.get("width"), document.get("height")) == (str(WIDTH), str(HEIGHT))
    heights = [float(text.get("y", "")) for text in document.iterfind(f"{SVG}text")]
    assert all(60 < height < HEIGHT - 32 for height in heights)


def test_the_picture_refers_to_no_other_file_whatever_the_names() -> None:
    evil = '<image href="file:///etc/passwd"/>&\x01"'
    chart = line_chart("", {evil: [0, 1], "Bob": [0, 2]})
    svg = play_svg(evil, evil, evil, rows(3, evil), chart=chart)
    tags = {one.tag.removeprefix(SVG) for one in ElementTree.fromstring(svg).iter()}
    assert tags <= {"svg", "rect", "text", "tspan", "g", "path", "title", "circle", "desc", "style"}
    assert "url(" not in svg
    assert "@import" not in svg
    assert not [one for one in ElementTree.fromstring(svg).iter() if any("href" in key for key in one.attrib)]


def test_the_chart_is_there_once_and_beside_the_names() -> None:
    svg = play_svg("Rage", "", "", rows(4), chart=line_chart("", {"Ann": [0, 1]}))
    (chart,) = ElementTree.fromstring(svg).iterfind(f"{SVG}svg")
    ends = [float(text.get("x", "")) for text in ElementTree.fromstring(svg).iterfind(f"{SVG}text")
            if text.get("text-anchor") == "end" and float(text.get("y", "")) > 200]  # fmt: skip
    assert max(ends) < float(chart.get("x", ""))


def test_initials_have_the_colours_of_the_seats_and_rings_after_the_last_one() -> None:
    shown = [row("1st", "Ann", "9", True, "A", 1), row("2nd", "Bob", "4", False, "B", 9)]
    document = ElementTree.fromstring(play_svg("Rage", "", "Ann wins", shown))
    circles = [(one.get("fill"), one.get("stroke")) for one in document.iter() if one.tag.endswith("circle")]
    assert circles == [("#b84300", "#b84300"), ("#fffdf8", "#b84300")]
    assert {"A", "B"} <= {one.text for one in document.iter() if one.get("text-anchor") == "middle"}


def test_the_drawing_of_the_game_is_before_its_title_on_a_tinted_square() -> None:
    document = ElementTree.fromstring(play_svg("Rage", "", "", rows(2), glyph=GLYPH))
    tiles = [one for one in document.iter(f"{SVG}rect") if one.get("fill") == "#a03078"]
    (drawn,) = document.iterfind(f"{SVG}svg")
    assert len(tiles) == 1
    (title,) = [one for one in document.iterfind(f"{SVG}text") if one.text == "Rage"]
    assert float(drawn.get("x", "")) + float(drawn.get("width", "")) < float(title.get("x", ""))
    plain = ElementTree.fromstring(play_svg("Rage", "", "", rows(2)))
    assert float(next(one for one in plain.iterfind(f"{SVG}text") if one.text == "Rage").get("x", "")) == 70


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_first_place_is_highest_and_in_the_middle_of_three(number: int) -> None:
    podium = [step("1st", "Ann", "Bob"), step("2nd", "Cyd"), step("3rd", "Dee")][:number]
    svg = night_svg("At Ann’s", "2 games", "Rage: it was close.", podium, [(GLYPH, "Rage", "Ann wins")])
    document = ElementTree.fromstring(svg)
    places = {one.text: one for one in document.iterfind(f"{SVG}text") if one.text in ("1st", "2nd", "3rd")}
    heights = [float(places[one.place].get("y", "")) for one in podium]
    assert heights == sorted(heights)
    across = [float(places[one.place].get("x", "")) for one in podium]
    assert all(70 < x < MIDDLE for x in across)
    assert len(across) < 3 or across[1] < across[0] < across[2]
    assert {"Ann", "Bob", "a win", "Rage", "Ann wins", "Rage: it was close."} <= set(texts(svg))


def test_names_and_games_without_room_are_counted() -> None:
    names = [f"{letter} with a name that is far too long for it" for letter in "ABCDEFG"]
    games = [(GLYPH, f"Game {number}", "Ann wins") for number in range(MOST_GAMES + 3)]
    found = texts(night_svg("", "", "", [step("1st", *names), step("2nd", "Zoe")], games))
    assert f"and {len(names) - MOST_ON_A_STEP + 1} more" in found
    assert sum(text.endswith("…") for text in found) == MOST_ON_A_STEP - 1
    assert [text for text in found if text.startswith("Game")] == [f"Game {one}" for one in range(MOST_GAMES - 1)]
    assert "and 4 more" in found


def test_without_winners_the_games_take_all_the_room() -> None:
    document = ElementTree.fromstring(night_svg("", "", "", [], [(GLYPH, "Rage", "round 2")]))
    (drawn,) = document.iterfind(f"{SVG}svg")
    assert float(drawn.get("x", "")) < 100
    assert TOP <= float(drawn.get("y", "")) < BOTTOM
    assert texts(night_svg("A night", "", "", [], [])) == ["A night", "♠ ♥ ♦ ♣"]


def test_a_long_name_on_the_podium_is_smaller_rather_than_cut() -> None:
    steps = [step("1st", "Alexandria"), step("2nd", "Bob"), step("3rd", "Cyd")]
    drawn = night_svg("A night", "3 games", "", steps, [])
    sizes = {name: float(size) for size, name in re.findall(r'font-size="([\d.]+)"[^>]*>(Alexandria|Bob)<', drawn)}
    assert sizes["Alexandria"] < sizes["Bob"]


ROWS = [
    row("1st", "Ann", "28", True, "A", 0), row("1st", "Bob", "28", True, "B", 1),
    row("3rd", "Maximilian Alexander von Habsburg-Lothringen und Este", "10", False, "M", 3),
    row("4th", "Nobody", "−1,250"),
]  # fmt: skip
LINES = {"Ann": (0, 12, 30, 28), "Bob": (0, -4, 5, 28), "Cyd & Co": (0, 3, -7, 2)}
PODIUM = [
    PodiumStep("1st", [("Ann", "A", 0)], "3 wins"),
    PodiumStep("2nd", [("Bob", "B", 1), ("Cyd", "C", 10)], "2 wins"),
    step("3rd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"),
]
GAMES = [(GLYPH, f"Game {number}", "Ann wins by 5 points") for number in range(9)]
DRAWINGS = {
    "play": lambda: play_svg("Rage", "At Ann’s", "Ann and Bob share the win", ROWS, glyph=GLYPH),
    "play-with-chart": lambda: play_svg("Rage", "", "Ann wins", ROWS, chart=line_chart("", LINES)),
    "night": lambda: night_svg("At Ann’s", "20 November", "Rage: it was close.", PODIUM, GAMES),
    "night-of-two": lambda: night_svg("At Ann’s", "20 November", "", PODIUM[:2], GAMES[:2]),
    "night-without-winners": lambda: night_svg("At Ann’s", "20 November", "", [], GAMES[:8]),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_stays_as_it_was_looked_at(name: str) -> None:
    check_drawing(Path(__file__).parent / "drawings" / f"{name}.svg", DRAWINGS[name]())
