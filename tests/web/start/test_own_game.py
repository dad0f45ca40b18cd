"""What a table can choose for any other game on its pages: a name, sides, and which totals win."""

import re

import pytest
from flask import Flask

from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problems

FOUR = ["Ann", "Bob", "Cyd", "Dee"]
SIDES = {"side.0": "We", "side.1": "They"}
OWN = "any-other-game"


@pytest.mark.parametrize(
    ("slug", "asked", "optional"), [(OWN, True, True), ("samba", True, False), ("rage", False, False)]
)
def test_sides_are_offered_to_four_players(club: Club, slug: str, asked: bool, optional: bool) -> None:
    page = club.scorer.get(f"{club.url}/plays/new?game={slug}").text
    assert ('name="side.0"' in page) == asked
    assert ("Without names, each plays for themselves." in page) == optional


def test_four_players_who_name_their_sides_are_partners(club: Club) -> None:
    table = club.start(OWN, FOUR, {**SIDES, "name": "<Skat>", "better": "low", "round_sum": "10"})
    table.write({"points": {"We": 3, "They": 7}})
    assert dict(table.state.sheet.table.totals) == {"We": 3, "They": 7}
    page = table.phone.get(table.url).text
    assert "<h1><bdi>&lt;Skat&gt;</bdi></h1>" in page
    assert "The lowest total wins" in page
    table.post("/end")
    again = table.post("/again").headers["Location"]
    assert "They" in table.phone.get(again).text


def test_without_names_of_sides_each_plays_alone_under_the_name_of_the_game(club: Club) -> None:
    table = club.start(OWN, FOUR)
    table.write({"points": {"Ann": 1, "Bob": -2, "Cyd": 0, "Dee": 4}})
    assert table.state.setup.sides == ()
    assert table.state.setup.options["round_sum"] is None
    page = table.phone.get(table.url).text
    assert "<h1><bdi>Any other game</bdi></h1>" in page
    assert "lowest total wins" not in page
    assert table.post("/again").status_code == 303


def test_invalid_sides_come_back_with_an_error(club: Club) -> None:
    for players, sides, message in (
        (FOUR, {"side.0": "We"}, "Name both sides, or neither."),
        (FOUR[:3], SIDES, "Two sides take four players, not 3."),
    ):
        seats = {f"seat.{number}": name for number, name in enumerate(players)}
        answer = club.scorer.post(f"{club.url}/plays/new", {"game": OWN, **seats, **sides})
        assert answer.status_code == 422
        assert message in problems(answer)
        assert 'value="Cyd"' in answer.text


def test_a_round_that_does_not_add_up_is_an_error_beside_the_points(club: Club) -> None:
    table = club.start(OWN, FOUR[:2], {"round_sum": "0"})
    answer = table.post("/rounds", table.inputs({"points": {"Ann": 5, "Bob": -4}}))
    assert answer.status_code == 422
    assert "Not saved yet: Points add up to 1, but in every round they must add up to 0." in problems(answer)


def test_options_of_any_other_game_are_not_folded(club: Club) -> None:
    page = club.scorer.get(f"{club.url}/plays/new?game={OWN}").text
    front = page.split('<section class="sheet-of-paper options">', 1)[1].split("</section>", 1)[0]
    assert re.findall(r'name="(\w+)"', front) == ["name", "better", "better", "target", "rounds"]
    folded = page.split('<details class="sheet-of-paper options">', 1)[1]
    assert 'name="round_sum"' in folded


def test_a_named_game_is_in_the_list_with_its_settings(club: Club) -> None:
    club.start(OWN, FOUR, {"name": "Skat", "better": "low", "target": "500"})
    club.start(OWN, FOUR, {"name": "Żółw", "rounds": "3"})
    club.start(OWN, FOUR, {"name": "skat", "better": "low", "target": "300", **SIDES})
    page = club.scorer.post(f"{club.url}/plays/new", {"look": "games"}).text
    rows = re.findall(
        r'value="(any-other-game[^"]*)">.*?<strong>(.*?)</strong>.*?<span class="beside small">(.*?)<', page
    )
    assert [title for _, title, _ in rows] == ["skat", "Żółw", "Any other game"]
    assert rows[0][2] == "Best total: Lowest, Target: 300"
    asked = club.scorer.get(f"{club.url}/plays/new?game={rows[0][0]}").text
    form = sent_by(asked, "start")
    assert [form[key] for key in ("name", "better", "target", "rounds")] == [["skat"], ["low"], ["300"], ["0"]]
    assert [form["side.0"], form["side.1"]] == [["We"], ["They"]]
    form |= {"seat.0": ["Eve"], "rounds": ["9"]}
    answer = club.scorer.post(f"{club.url}/plays/new", form)
    state = Table(club, answer.headers["Location"]).state
    options = state.options
    assert state.setup.sides == ("We", "They")
    assert [options[key] for key in ("name", "better", "target", "rounds")] == ["skat", "low", 300, 9]
    bare = club.start(rows[1][0], FOUR).state
    assert (bare.game.slug, bare.options["name"], bare.options["rounds"]) == (OWN, "Żółw", 3)


@pytest.mark.parametrize("value", [f"{OWN}:nothing", f"{OWN}:", f"{OWN}:\0", "rage:x"])
def test_an_unknown_name_is_any_other_game(club: Club, value: str) -> None:
    assert club.start(value, FOUR).state.options.get("name", "") == ""


def test_named_games_are_private_to_their_club(club: Club, app: Flask) -> None:
    other = Club(app)
    key = other.start(OWN, FOUR, {"name": "Secret"}).key
    assert club.start(f"{OWN}:{key}", FOUR).state.options["name"] == ""
    assert "Secret" not in club.scorer.get(f"{club.url}/plays/new?game={OWN}:{key}").text


def test_older_names_are_listed_alphabetically_and_those_of_discarded_plays_are_not(club: Club) -> None:
    table = club.start(OWN, FOUR, {"name": "Sakt"})
    discarded = club.start(OWN, FOUR, {"name": "Mistake"})
    assert discarded.post("/discard", {"to": "on"}).status_code == 303
    rows = 'value="any-other-game:'
    assert club.scorer.get(f"{club.url}/plays/new").text.count(rows) == 1
    for number in range(8):
        club.start(OWN, FOUR, {"name": f"Game {number}"})
    page = club.scorer.post(f"{club.url}/plays/new", {"look": "games"}).text
    named = re.findall(r'value="any-other-game:[^"]*">.*?<strong>(.*?)<', page)
    assert named == ["Game 7", "Game 6", "Game 5", "Game 4", "Game 3", "Game 2", "Game 0", "Game 1", "Sakt"]
    assert table.key in page


def test_a_game_of_their_own_is_described_by_its_options_and_played_again_under_its_name(club: Club) -> None:
    low = club.start(OWN, FOUR, {"name": "Skat", "better": "low", "target": "50"})
    high = club.start(OWN, FOUR, {"name": "Tarock"})
    club.start("rage", FOUR)
    for table, value, described in (
        (low, f"{OWN}:{low.key}", "Best total: Lowest, Target: 50"),
        (high, f"{OWN}:{high.key}", "The highest total wins."),
    ):
        page = table.phone.get(f"{club.url}/plays/new?game={value}").text
        assert f"<bdi>{described}</bdi>" in page or described in page
        table.write({"points": dict.fromkeys(FOUR, 1)})
        table.post("/end")
        shown = sent_by(table.post("/again", {"change": "1"}).text, "start")
        assert (shown["game"], shown["name"]) == ([value], [table.state.setup.options["name"]])


def test_a_play_needs_players_and_the_house_rules_that_were_shown(club: Club) -> None:
    nobody = club.scorer.post(f"{club.url}/plays/new", {"game": "rage"})
    assert nobody.status_code == 422
    assert "Type who plays, in the order in which they sit." in problems(nobody)
    old = club.scorer.post(f"{club.url}/plays/new", {"game": "rage", "seat.0": "Ann", "seat.1": "Bob", "house": "x"})
    assert old.status_code == 422
    assert "The house rules have changed meanwhile. Check them, then start." in problems(old)
