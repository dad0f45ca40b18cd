"""Games to choose on the start page: those of the club first, with its house rules and names."""

import re

import pytest

from companion.games import SLUGS
from tests.web.forms.forms_of_pages import sent_by
from tests.web.house.versions import SLUG, agreed
from tests.web.pages import main_of, words
from tests.web.phones import Club, Table, problems, seats_of
from tests.web.start.starts import ANN_AND_BOB, seats

OWN = "any-other-game"


def test_each_game_is_in_the_list_once_however_many_were_played(club: Club) -> None:
    played = ["rage", "toepen", "hearts", "oh-hell", "cribbage", "gin-rummy", "spades"]
    for slug in played:
        club.start(slug, seats_of(slug))
    page = club.scorer.post(f"{club.url}/plays/new", {"look": "games"}).text
    found = re.findall(r'<label class="line pick">.*?name="game" value="([^"]*)"', page)
    assert found[:6] == played[:0:-1]
    assert sorted(found) == sorted(SLUGS)


def test_a_play_of_a_game_with_a_title_of_its_own_is_no_game_to_choose(club: Club) -> None:
    rage = club.start("rage", ["Ann", "Bob"], {"first_hand": "3"})
    form = sent_by(club.scorer.get(f"{club.url}/plays/new?game=rage:{rage.key}").text, "start")
    assert (form["shown"], form["first_hand"]) == (["rage"], ["10"])
    form = sent_by(club.scorer.get(f"{club.url}/plays/new?game={OWN}:{rage.key}").text, "start")
    assert (form["shown"], form["name"]) == ([OWN], [""])


def test_the_page_opens_with_the_house_rules_and_what_a_name_overrides(club: Club) -> None:
    version = agreed(club, {"target": "30", "short_deck": "1"})
    page = club.scorer.get(f"{club.url}/plays/new?game={SLUG}").text
    form = sent_by(page, "start")
    assert (form["house"], form["target"], form["short_deck"]) == ([version.key], ["30"], ["1"])
    assert "House rules version 1, since" in words(main_of(page))
    sent = {"game": SLUG, **ANN_AND_BOB, "house": version.key, "target": "30", "short_deck.off": "1"}
    answer = club.scorer.post(f"{club.url}/plays/new", sent)
    options = Table(club, answer.headers["Location"]).state.options
    assert (options["target"], options["short_deck"]) == (30, False), "the box that the house ticks was unticked"


def test_a_form_that_does_not_say_which_house_rules_it_showed_starts_a_play_by_those_in_force(club: Club) -> None:
    agreed(club, {"target": "30"})
    options = club.start(SLUG, ["Ann", "Bob"], {"hand_size": "6"}).state.options
    assert (options["target"], options["hand_size"]) == (30, 6)


def test_a_named_game_keeps_its_options_whatever_the_house_plays_otherwise(club: Club) -> None:
    whist = club.start(OWN, ["Ann", "Bob"], {"name": "Whist", "target": "50", "round_sum": "60"})
    club.scorer.post(f"{club.url}/house/{OWN}/new", {"target": "100", "rounds": "9", "round_sum": "40"})
    page = club.scorer.get(f"{club.url}/house/{OWN}").text
    [agree] = re.findall(r'action="([^"]+/agree)"', club.organiser.get(f"{club.url}/house/{OWN}").text)
    assert "Proposed" in page
    assert club.organiser.post(agree, {"others": "Ann"}).status_code == 303
    page = club.scorer.get(f"{club.url}/plays/new?game={OWN}:{whist.key}").text
    form = sent_by(page, "start")
    assert (form["name"], form["target"], form["rounds"]) == (["Whist"], ["50"], ["0"])
    assert '<details class="sheet-of-paper options" open>' not in page, "60 is usual for Whist"
    form = sent_by(club.scorer.get(f"{club.url}/plays/new?game={OWN}").text, "start")
    assert (form["name"], form["target"], form["rounds"]) == ([""], ["100"], ["9"])


@pytest.mark.parametrize("press", [{"look": "1"}, {"draw": "dealer"}])
def test_house_rules_changed_meanwhile_matter_when_the_play_starts_alone(club: Club, press: dict[str, str]) -> None:
    agreed(club, {"target": "30"})
    form = {**sent_by(club.scorer.get(f"{club.url}/plays/new?game={SLUG}").text, "start"), **ANN_AND_BOB}
    agreed(club, {"target": "40"})
    answer = club.scorer.post(f"{club.url}/plays/new", {**form, **press})
    assert answer.status_code == 200
    assert "The house rules have changed" not in problems(answer)
    assert sent_by(answer.text, "start")["target"] == ["30"], "as it was typed"


@pytest.mark.parametrize(
    ("sent", "is_open"),
    [
        ({}, False), ({"target": "30"}, False), ({"round_sum": "100"}, True), ({"round_sum": "x"}, True),
        ({"target": "x"}, False),
    ],
)  # fmt: skip
def test_options_below_the_fold_are_unfolded_if_one_is_unusual_or_refused(
    club: Club, sent: dict[str, str], is_open: bool
) -> None:
    page = club.scorer.post(f"{club.url}/plays/new", {"game": OWN, "shown": OWN, "look": "1", **ANN_AND_BOB, **sent})
    started = club.scorer.post(f"{club.url}/plays/new", {"game": OWN, **ANN_AND_BOB, **sent})
    for answer in (page, *([started] if "x" in sent.values() else [])):
        assert ('<details class="sheet-of-paper options" open>' in answer.text) == is_open
        assert ('<details class="sheet-of-paper options">' in answer.text) == (not is_open)


def test_names_of_sides_come_with_a_named_game_for_four_players_who_typed_none(club: Club) -> None:
    whist = club.start(OWN, seats_of("samba"), {"name": "Whist", "side.0": "We", "side.1": "They"})
    sent = {"game": f"{OWN}:{whist.key}", "look": "1", **seats(*seats_of("samba"))}
    for changed, sides in (
        ({}, ["We", "They"]),
        ({"side.1": "Us"}, ["", "Us"]),
        ({"seat.3": ""}, ["", ""]),
    ):
        form = sent_by(club.scorer.post(f"{club.url}/plays/new", {**sent, **changed}).text, "start")
        assert [form["side.0"], form["side.1"]] == [[side] for side in sides]


def test_the_players_of_the_latest_play_are_filled_in(club: Club) -> None:
    club.start("rage", ["Ann", "Bob", "Cyd"])
    club.start("rage", ["Dee", "Ann"])
    form = sent_by(club.scorer.get(f"{club.url}/plays/new").text, "start")
    assert [form[f"seat.{number}"] for number in range(3)] == [["Dee"], ["Ann"], [""]]


def test_what_was_drawn_is_announced_with_and_without_a_game(club: Club) -> None:
    four = seats(*seats_of("samba"))
    for game in ({}, {"game": "samba"}):
        page = words(club.scorer.post(f"{club.url}/plays/new", {**four, **game, "draw": "seats"}).text)
        assert "Drawn: " in page
        assert ("play against" in page) == bool(game), "Samba is played by partners"
    assert club.scorer.post(f"{club.url}/plays/new", {**four, "game": "samba", "draw": "x"}).status_code == 303


def test_house_rules_changed_meanwhile_are_filled_in_except_for_what_was_changed_on_the_page(club: Club) -> None:
    agreed(club, {"target": "30"})
    form = {**sent_by(club.scorer.get(f"{club.url}/plays/new?game={SLUG}").text, "start"), **ANN_AND_BOB}
    agreed(club, {"target": "40"})
    answer = club.scorer.post(f"{club.url}/plays/new", {**form, "hand_size": "6"})
    assert answer.status_code == 422
    assert "The house rules have changed meanwhile. Check them, then start." in problems(answer)
    again = sent_by(answer.text, "start")
    assert (again["target"], again["hand_size"]) == (["40"], ["6"])
