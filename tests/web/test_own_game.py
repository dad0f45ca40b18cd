"""What a table can choose for a game of its own, on the pages: a name, sides, and which totals win."""

import pytest

from tests.web.phones import Club, problems

FOUR = ["Ann", "Bob", "Cyd", "Dee"]
SIDES = {"side.0": "We", "side.1": "They"}
OWN = "any-other-game"


@pytest.mark.parametrize(
    ("slug", "asked", "optional"), [(OWN, True, True), ("samba", True, False), ("rage", False, False)]
)
def test_sides_are_asked_for_where_there_can_be_any(club: Club, slug: str, asked: bool, optional: bool) -> None:
    page = club.scorer.get(f"{club.url}/plays/new?game={slug}").text
    assert ('name="side.0"' in page) == asked
    assert ("Without names, each plays for themselves." in page) == optional


def test_four_who_name_their_sides_are_partners(club: Club) -> None:
    table = club.start(OWN, FOUR, {**SIDES, "name": "<Skat>", "better": "low", "round_sum": "10"})
    table.write({"points": {"We": 3, "They": 7}})
    assert dict(table.state.sheet.table.totals) == {"We": 3, "They": 7}
    page = table.phone.get(table.url).text
    assert "<h1><bdi>&lt;Skat&gt;</bdi></h1>" in page
    assert "The lowest total wins" in page
    table.post("/end")
    again = table.post("/again").headers["Location"]
    assert "They" in table.phone.get(again).text


def test_without_names_of_sides_each_plays_alone_and_the_play_is_called_like_the_game(club: Club) -> None:
    table = club.start(OWN, FOUR)
    table.write({"points": {"Ann": 1, "Bob": -2, "Cyd": 0, "Dee": 4}})
    assert table.state.setup.sides == ()
    assert table.state.setup.options["round_sum"] is None
    page = table.phone.get(table.url).text
    assert "<h1><bdi>Any other game</bdi></h1>" in page
    assert "lowest total wins" not in page
    assert table.post("/again").status_code == 303


def test_sides_that_cannot_be_are_refused_with_what_was_typed(club: Club) -> None:
    for players, sides, message in (
        (FOUR, {"side.0": "We"}, "Name both sides, or neither."),
        (FOUR[:3], SIDES, "Two sides take four players; there are 3."),
    ):
        seats = {f"seat.{number}": name for number, name in enumerate(players)}
        answer = club.scorer.post(f"{club.url}/plays/new", {"game": OWN, **seats, **sides})
        assert answer.status_code == 422
        assert message in problems(answer)
        assert 'value="Cyd"' in answer.text


def test_a_round_that_does_not_add_up_says_so_beside_the_points(club: Club) -> None:
    table = club.start(OWN, FOUR[:2], {"round_sum": "0"})
    answer = table.post("/rounds", table.inputs({"points": {"Ann": 5, "Bob": -4}}))
    assert answer.status_code == 422
    assert "Points add up to 1, but in every round they must add up to 0." in problems(answer)
