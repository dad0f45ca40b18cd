"""Charts: every name at the end of its line, none on another, nothing inline, whatever the names are."""

import re
from itertools import accumulate, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.pictures.charts import text_width
from companion.core.words import figure
from companion.web.support.rendering.charts import GAP, LETTER, SMALL_LETTER, WIDTH, column_chart, line_chart
from tests.laws.strategies import few

pytestmark = pytest.mark.usefixtures("in_app")

ODD = ("Ann", "<script>alert('x')</script>", '" onload="x', "שהרזאד בת המלך", "L" * 40, "中" * 40, "=1+1", "a\0b", "&")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def parsed(svg: str) -> ElementTree.Element:
    """Parse a chart as XML; raise if it is not well formed."""
    return ElementTree.fromstring(svg)


def corners(path: ElementTree.Element) -> list[tuple[float, float]]:
    """Return the points through which a line runs."""
    begin, *steps = [
        tuple(float(one) for one in NUMBER.findall(part)) for part in path.get("d", "").removeprefix("M").split("l")
    ]
    return list(accumulate(steps, lambda point, step: (point[0] + step[0], point[1] + step[1]), initial=begin))


def name_on(text: ElementTree.Element, where: str = "on-phone") -> str:
    """Return the name at the end of a line, as a phone or a wide screen shows it."""
    cut = [part.text or "" for part in text.findall("tspan") if part.get("class") == where]
    return cut[0] if cut else text.text or ""


def labels(svg: str) -> list[tuple[float, str, str]]:
    """Return height, name and value at the end of each line."""
    found = []
    for group in parsed(svg).iterfind("g"):
        _, name, value = group.findall("text")
        found.append((float(name.get("y", "")), name_on(name), value.text or ""))
    return found


NAMES = st.lists(st.sampled_from(ODD), min_size=1, max_size=12).map(
    lambda names: [f"{n} {name}" for n, name in enumerate(names)]
)
SERIES = st.tuples(NAMES, st.integers(2, 60)).flatmap(
    lambda drawn: st.fixed_dictionaries(
        {
            name: st.lists(st.integers(-9_000_000, 9_000_000) | st.just(7), min_size=drawn[1], max_size=drawn[1])
            for name in drawn[0]
        }
    )
)


@given(SERIES)
def test_every_chart_is_well_formed_and_no_labels_overlap(series: dict[str, list[int]]) -> None:
    svg = line_chart("How it went", series)
    document = parsed(svg)
    found = labels(svg)
    assert [value for _, _, value in found] == [figure(line[-1]) for line in series.values()]
    assert all(below - above >= GAP - 0.11 for above, below in pairwise(sorted(height for height, _, _ in found)))
    width, height = (float(one) for one in document.get("viewBox", "").split()[2:])
    for path in document.iter("path"):
        assert all(0 <= one <= max(width, height) for point in corners(path) for one in point)
    assert all(0 <= float(text.get("y", "")) <= height for text in document.iter("text"))
    assert not [one for one in document.iter() if one.get("style") or one.tag in ("style", "script")]
    assert document.get("role") == "img"
    assert document.get("aria-label") == "How it went"


@settings(max_examples=few(30))
@given(SERIES)
def test_names_and_values_do_not_overlap(series: dict[str, list[int]]) -> None:
    for group in parsed(line_chart("", series)).iterfind("g"):
        _, name, value = group.findall("text")
        begins = float(name.get("x", ""))
        assert begins + (text_width(name_on(name)) + text_width(value.text or "")) * LETTER <= WIDTH + 0.1
        wide = text_width(name_on(name, "on-wide")) + text_width(value.text or "")
        assert begins + wide * SMALL_LETTER <= WIDTH + 0.1


def test_each_line_runs_through_its_values_from_left_to_right() -> None:
    svg = line_chart("", {"Ann": [0, 50, 100], "Bob": [0, 0, 0]})
    ann, bob = (group.find("path") for group in parsed(svg).iterfind("g"))
    assert ann is not None
    assert bob is not None
    across, down = zip(*corners(ann), strict=True)
    assert list(across) == sorted(across)
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], abs=1)
    assert down[0] - down[1] == pytest.approx(down[1] - down[2], abs=1)
    assert down[0] > down[2]
    assert {height for _, height in corners(bob)} == {down[0]}


def test_eight_lines_differ_in_colour_and_dashes_and_twelve_in_one_of_them() -> None:
    styles = [group.get("class", "").split()[1:] for group in parsed(many(12)).iterfind("g")]
    assert len({tuple(style) for style in styles}) == 12
    assert len({colour for colour, _ in styles[:8]}) == len({dashes for _, dashes in styles[:8]}) == 8


def many(number: int) -> str:
    return line_chart("", {f"Player {one}": [0, one] for one in range(number)})


def test_a_long_name_is_shortened_and_has_its_full_text_as_title() -> None:
    long = "Maximilian Alexander von Habsburg-Lothri"
    ((_, shown, _),) = labels(line_chart("", {long: [0, 1]}))
    assert shown.endswith("…")
    assert len(shown) < 16
    assert f'<tspan class="on-wide">{long[:10]}' in line_chart("", {long: [0, 1]})
    assert f"<title>{long}</title>" in line_chart("", {long: [0, 1]})
    assert labels(line_chart("", {"Ann": [0, 1]}))[0][1] == "Ann"


def test_names_that_take_less_than_half_of_the_chart_are_not_cut() -> None:
    totals = {"Bartholomew": [0, 120], "Elisabeth": [0, 80]}
    assert [shown for _, shown, _ in labels(line_chart("", totals))] == list(totals)


def below(svg: str) -> list[tuple[float, str]]:
    """Return where each name below the lines is, and the name."""
    texts = [text for text in parsed(svg).findall("text") if text.get("text-anchor") == "middle"]
    return [(float(text.get("x", "")), text.text or "") for text in texts]


@pytest.mark.parametrize("days", [2, 3, 9, 64])
@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Bartholomew", "Bob")])
def test_days_are_labelled_by_date_without_overlap(days: int, names: tuple[str, ...]) -> None:
    dates = [f"{number % 28 + 1} Nov 2026" for number in range(days)]
    svg = line_chart("", {name: list(range(days)) for name in names}, along="days", below=dates)
    found = below(svg)
    assert "days" not in svg
    assert found[-1][1] == dates[-1]
    assert {text for _, text in found} <= set(dates)
    for (left, text), (right, other) in pairwise(found):
        assert left + text_width(text) * LETTER / 2 < right - text_width(other) * LETTER / 2
    assert found[0][0] >= text_width(found[0][1]) * LETTER / 2


@pytest.mark.parametrize(("rounds", "labelled"), [(2, "012"), (4, "01234"), (12, "0 3 6 9 12"), (13, "0 4 8 13")])
def test_at_most_five_rounds_are_labelled_and_the_word_for_them_has_room(rounds: int, labelled: str) -> None:
    svg = line_chart("", {"Ann": [0] * (rounds + 1)}, along="rounds of all players")
    assert [text for _, text in below(svg)] == (labelled.split() if " " in labelled else list(labelled))
    [word] = [text for text in parsed(svg).findall("text") if text.text == "rounds of all players"]
    assert float(word.get("x", "")) + text_width("rounds of all players") * LETTER <= WIDTH


def test_a_column_is_as_high_as_its_number_and_labels_without_room_are_left_out() -> None:
    svg = column_chart("Wins of plays", [("Jan", 1, 4), ("Feb", 0, 2)])
    heights = [float(box.get("height", "")) for box in parsed(svg).iterfind("rect")]
    assert heights[0] == pytest.approx(2 * heights[2], abs=0.2)
    assert heights[1] == pytest.approx(heights[0] / 4, abs=0.2)
    assert heights[3] == 0
    assert [text.text for text in parsed(svg).iterfind("text") if text.get("text-anchor") == "middle"] == ["Jan", "Feb"]
    many = column_chart("Wins of plays", [(f"Month {number}", 1, 2) for number in range(12)])
    told = [text.text for text in parsed(many).iterfind("text") if text.get("text-anchor") == "middle"]
    assert told[0] == "Month 0"
    assert 1 < len(told) < 12


@given(st.lists(st.tuples(st.sampled_from(ODD), st.integers(0, 9), st.integers(0, 99)), min_size=1, max_size=24))
def test_columns_share_a_baseline_and_each_part_stays_within_its_whole(rows: list[tuple[str, int, int]]) -> None:
    svg = column_chart("Wins of plays", [(label, min(part, whole), whole) for label, part, whole in rows])
    boxes = list(parsed(svg).iterfind("rect"))
    assert len(boxes) == 2 * len(rows)
    feet = {round(float(box.get("y", "")) + float(box.get("height", "")), 1) for box in boxes}
    assert len(feet) == 1
    for whole, part in zip(boxes[::2], boxes[1::2], strict=True):
        assert float(part.get("height", "")) <= float(whole.get("height", ""))
        assert 0 <= float(whole.get("x", "")) <= WIDTH
        assert whole.get("x") == part.get("x")
    places = [float(text.get("x", "")) for text in parsed(svg).iterfind("text") if text.get("text-anchor") == "middle"]
    widest = max(text_width(label) for label, _, _ in rows) * LETTER
    assert all(after - before >= min(widest, WIDTH / len(rows)) for before, after in pairwise(places))


def test_lines_use_the_room_that_short_names_leave() -> None:
    short, long = (line_chart("", {name: [0, 7], "Bob": [0, 5]}) for name in ("Ann", "Bartholomew"))
    ends = [max(float(one) for one in re.findall(r'd="M[\d.]+ [\d.]+H([\d.]+)"', svg)) for svg in (short, long)]
    assert ends[0] > ends[1] + 40


def test_a_chart_has_the_height_that_was_asked_for() -> None:
    heights = [float(parsed(line_chart("", {"Ann": [0, 1]}, least=least)).get("viewBox", "").split()[3])
               for least in (160, 200)]  # fmt: skip
    assert heights[1] - heights[0] == 40
