"""Tables and charts of statistics, and what the pages about a person list: order, ties, and the fewest rows."""

import re

import pytest

from companion.web.people.sorting import Sorting
from companion.web.people.statistics import line_chart
from tests.web.pages import main_of, words
from tests.web.people.test_people import number, person, played
from tests.web.phones import Club

COLUMNS = (("Who", "0"), ("Games", "1"), ("Best", ""))
ROWS = [("Bob", 2), ("ann", 1), ("Cyd", 2)]


@pytest.mark.parametrize(
    ("by", "order"),
    [
        ("", "Bob ann Cyd"), ("who.0", "ann Bob Cyd"), ("-who.0", "Cyd Bob ann"), ("who.1", "Bob Cyd ann"),
        ("-who.1", "ann Bob Cyd"), ("who.2", "Bob ann Cyd"), ("games.1", "Bob ann Cyd"),
    ],
)  # fmt: skip
def test_equal_rows_stay_in_the_usual_order_and_names_are_sorted_without_regard_to_case(by: str, order: str) -> None:
    assert [name for name, _ in Sorting(by).rows("who", COLUMNS, ROWS)] == order.split()


def test_heads_link_to_the_order_of_their_column_or_the_other_way() -> None:
    heads = Sorting("who.1", (("with", "Ann"), ("with", "Bob"))).heads("who", COLUMNS)
    assert [tuple(head) for head in heads] == [
        ("Who", "?with=Ann&with=Bob&by=who.0#who", ""),
        ("Games", "?with=Ann&with=Bob&by=-who.1#who", "descending"),
        ("Best", "", ""),
    ]
    assert [tuple(head)[1:] for head in Sorting("-who.0").heads("who", COLUMNS)][:2] == [
        ("?by=who.0#who", "descending"), ("?by=who.1#who", ""),
    ]  # fmt: skip


def test_a_line_has_two_points_and_only_several_lines_can_be_chosen(club: Club) -> None:
    with club.app.test_request_context():
        assert line_chart("wins", "Wins", "", {"Ann": [1], "Bob": [1, 2]}, ["a", "b"], "days") is None
        two = line_chart("wins", "Wins", "", {"Ann": [1, 2000], "Bob": [0, -1]}, ["a", "b"], "days")
        one = line_chart("wins", "Wins", "", {"Ann": [1, 2]}, ["a", "b"], "days")
    assert two is not None
    assert (two.caption, two.heads, two.rows, two.key) == (
        "Wins", ["Days", "Ann", "Bob"], [["a", "1", "0"], ["b", "2,000", "−1"]], "wins"
    )  # fmt: skip
    assert one is not None
    assert one.key == ""


def years_of(page: str) -> list[str]:
    """Return the years that a page links to, in its order."""
    return list(dict.fromkeys(re.findall(r"/years/(\d+)", main_of(page))))


def test_other_names_and_years_of_a_person_are_in_order(club: Club) -> None:
    for name, year in (("Zed", 2023), ("Ann", 2021), ("Kim", 2022), ("Amy", 2022)):
        table = club.start("any-other-game", [name, "Bob"], {"played.on": f"{year}-05-04"})
        table.write({"points": {name: 1, "Bob": 0}})
        table.post("/end")
    club.start("any-other-game", ["Bob", "Cyd"], {"played.on": "2020-05-04"}).post("/end")
    ann = person(club, "Ann")
    assert 'value="Ann"' in club.scorer.get(f"{ann}/name").text
    for other in ("Zed", "Kim"):
        form = {"into": str(number(club, "Ann")), "client_id": f"merge {other}"}
        assert club.scorer.post(f"{person(club, other)}/merge", form).status_code == 303
    page = club.scorer.get(ann).text
    assert "Also written Kim, Zed." in re.sub(r"\s+([,.])", r"\1", words(page))
    assert years_of(page) == ["2023"]
    assert years_of(club.scorer.get(f"{club.url}/years/2022").text) == ["2023", "2022", "2021"]
    said = words(main_of(club.scorer.get(f"{ann}/name").text)).partition(" History ")[2]
    assert said.index("Kim") < said.index("Zed"), "the latest change first"


def test_only_somebody_who_took_over_a_seat_reads_about_shared_ones(club: Club) -> None:
    played(club, (1, 2), players="Ann Bob")
    table = club.start("any-other-game", ["Ann", "Bob"])
    table.write({"points": {"Ann": 1, "Bob": 0}})
    assert table.post("/seats/0", {"name": "Dee"}).status_code == 303
    table.write({"points": {"Dee": 1, "Bob": 0}})
    table.post("/end")
    hint = "If players shared a seat"
    shown = [hint in club.viewer.get(person(club, name)).text for name in ("Ann", "Bob", "Dee")]
    assert shown == [True, False, True]


def test_a_refused_merge_stays_chosen_and_leaves_the_name_as_it_is(club: Club) -> None:
    played(club, (1, 2), players="Ann Bob")
    bob = number(club, "Bob")
    answer = club.scorer.post(f"{person(club, 'Ann')}/merge", {"into": str(bob), "name": "Zed"})
    assert answer.status_code == 422
    assert f'<option selected value="{bob}">' in answer.text
    assert 'value="Ann"' in answer.text
    assert 'value="Zed"' not in answer.text


def test_each_change_of_a_name_is_written_once_however_often_it_is_sent(club: Club) -> None:
    played(club, (1, 2), players="Ann Bob")
    ann = person(club, "Ann")
    for name, key in (("Anna", "first"), ("Ann", "second"), ("Anna", "first"), ("Ann", "third")):
        assert club.scorer.post(f"{ann}/name", {"name": name, "client_id": key}).status_code == 303
    history = main_of(club.scorer.get(f"{ann}/name").text).partition('class="history"')[2]
    assert history.count("<li>") == 2
