"""The picture of a result as a document: of our own size, with every name escaped, and naming nothing outside."""

from xml.etree import ElementTree

import pytest

from companion.core.charts import lines
from companion.core.result_svg import HEIGHT, MOST_ROWS, WIDTH, PictureRow, result_svg

SVG = "{http://www.w3.org/2000/svg}"


def rows(number: int, name: str = "Player") -> list[PictureRow]:
    return [PictureRow(f"{one}.", f"{name} {one}", str(100 - one), one == 1) for one in range(1, number + 1)]


def texts(svg: str) -> list[str]:
    """Everything that is written in the picture, its chart left out."""
    return ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iterfind(f"{SVG}text")]


@pytest.mark.parametrize("number", [1, 2, 8, MOST_ROWS, MOST_ROWS + 1, 40])
def test_everybody_stands_on_the_picture_or_is_counted(number: int) -> None:
    svg = result_svg("Rage", "At Ann’s", "Player 1 wins", rows(number))
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


def test_nothing_in_it_is_read_from_elsewhere_whatever_people_are_called() -> None:
    evil = '<image href="file:///etc/passwd"/>&\x01"'
    chart = lines("c", "", "", {evil: [0, 1], "Bob": [0, 2]})
    svg = result_svg(evil, evil, evil, rows(3, evil), chart)
    tags = {one.tag.removeprefix(SVG) for one in ElementTree.fromstring(svg).iter()}
    assert tags <= {"svg", "rect", "text", "tspan", "g", "path", "title", "circle", "desc"}
    assert not [one for one in ElementTree.fromstring(svg).iter() if any("href" in key for key in one.attrib)]


def test_the_chart_stands_in_it_once_and_beside_the_names() -> None:
    svg = result_svg("Rage", "", "", rows(4), lines("c", "", "", {"Ann": [0, 1]}))
    (chart,) = ElementTree.fromstring(svg).iterfind(f"{SVG}svg")
    ends = [float(text.get("x", "")) for text in ElementTree.fromstring(svg).iterfind(f"{SVG}text")
            if text.get("text-anchor") == "end" and float(text.get("y", "")) > 200]  # fmt: skip
    assert max(ends) < float(chart.get("x", ""))


def test_initials_stand_in_the_colours_of_the_seats_past_the_last_one_as_rings() -> None:
    shown = [PictureRow("1st", "Ann", "9", True, "A", 1), PictureRow("2nd", "Bob", "4", False, "B", 9)]
    document = ElementTree.fromstring(result_svg("Rage", "", "Ann wins", shown))
    circles = [(one.get("fill"), one.get("stroke")) for one in document.iter() if one.tag.endswith("circle")]
    assert circles == [("#b84300", "#b84300"), ("#fffdf8", "#b84300")]
    assert {"A", "B"} <= {one.text for one in document.iter() if one.get("text-anchor") == "middle"}
