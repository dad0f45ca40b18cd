"""Taking over a seat on the pages: one tap on a name, and everybody can read who sat there when."""

import pytest

from tests.web.forms.forms_of_pages import without_tokens
from tests.web.pages import words
from tests.web.phones import Club, Table, problem_texts, problems
from tests.web.plays.test_announcements import tap, told
from tests.web.start.starts import in_euros

TAKE = "/seats/1"


def cells(page: str) -> str:
    return " ".join(page.split())


def test_a_tap_on_a_name_hands_over_the_seat_and_can_be_undone_at_once(table: Table) -> None:
    assert f'href="{table.url}/players"' in table.phone.get(table.url).text
    assert f'href="{table.url}{TAKE}"' in table.phone.get(f"{table.url}/players").text
    assert "Who plays for <bdi>Bob</bdi>?" in table.phone.get(table.url + TAKE).text
    answer = table.post(TAKE, {"name": "", "tapped": "Eve"})
    words, button = told(table.phone, answer)
    assert words == "Eve plays for Bob from round 2, with everything that the seat has."
    assert button == "undo Undo: Eve plays for Bob from round 2"
    page = table.phone.get(answer.headers["Location"]).text
    assert '<bdi dir="ltr">Bob, from round 2 Eve</bdi>' in page
    tap(table, page)
    assert table.state.setup.players == ("Ann", "Bob", "Cyd")


def test_rounds_name_whoever_sat_there(table: Table) -> None:
    table.post(TAKE, {"name": "Eve"})
    table.write({"tricks": {"Eve": 5}})
    sheet = cells(table.phone.get(table.url).text)
    assert "From round 2 Eve plays for Bob." in sheet
    first = table.phone.get(f"{table.url}/rounds/1").text
    assert "<bdi>Bob</bdi>" in first
    assert 'data-i="B"' in first
    assert "<bdi>Eve</bdi>" in table.phone.get(f"{table.url}/rounds/2").text
    assert "Bob" in table.phone.get(f"{table.url}/rounds/1/edit").text
    assert "Bob" not in without_tokens(table.phone.get(f"{table.url}/rounds/2/edit").text)
    why = cells(table.phone.get(f"{table.url}/why/1").text)
    assert "Bob, from round 2 Eve" in why
    assert ", <bdi>Bob</bdi></span></h2>" in why
    assert table.post("/rounds/1/edit", {"tricks.1": "5"}).status_code == 303
    assert dict(table.state.totals) == {"Ann": 0, "Eve": 6, "Cyd": 0}
    bad = table.post("/rounds/1/edit", {"tricks.1": "9"})
    assert bad.status_code == 422
    assert "Eve" not in problems(bad)


def test_an_earlier_first_round_can_be_chosen(table: Table) -> None:
    table.write({"tricks": {"Bob": 5}})
    page = table.phone.get(table.url + TAKE).text
    assert ">3, next</option>" in page
    assert ">1, as if Bob had never played</option>" in page
    table.post(TAKE, {"name": "Eve", "since": "2"})
    assert "Bob, from round 2 Eve" in table.phone.get(table.url).text
    table.post(TAKE, {"name": "Bob", "since": "1"})
    assert "from round" not in table.phone.get(table.url).text.split("<tbody>")[0]


def test_people_of_the_club_are_offered_earlier_players_of_the_seat_first(club: Club) -> None:
    club.start("rage", ["Ann", "Zoe"])
    table = club.start("any-other-game", ["Ann", "Bob", "Cyd"])
    for newcomer in ("Eve", "Fay"):
        table.write({"points": dict.fromkeys(table.state.setup.names, 1)})
        table.post(TAKE, {"name": newcomer})
    page = table.phone.get(table.url + TAKE).text
    offered = [one.split('"')[0] for one in page.split('name="tapped" value="')[1:]]
    assert offered == ["Eve", "Bob", "Zoe"]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "Cyd"}, "Cyd already has a seat."),
        ({"name": "Bob"}, "Bob already has that seat."),
        ({"name": ""}, "Tap who takes over the seat, or type the name."),
        ({}, "Tap who takes over the seat, or type the name."),
        ({"name": "x" * 50}, "The name is longer than 40 letters."),
        ({"name": "a\0b"}, "The name has letters that cannot be shown."),
        ({"name": "\u200b"}, "The name has only letters that cannot be seen."),
        (
            {"tapped": "kitty"},
            "kitty is what the club's common money is called; take another name.",
        ),
        ({"name": "Eve", "since": "77"}, "Choose a round of this game, or the coming one."),
        ({"name": "Eve", "since": "x"}, "Choose a round of this game, or the coming one."),
    ],
)
def test_an_invalid_takeover_is_an_error_of_its_field(table: Table, form: dict[str, str], sentence: str) -> None:
    answer = table.post(TAKE, form)
    assert answer.status_code == 422
    assert sentence in problem_texts(answer)
    assert form.get("name", "")[:9].strip("\0\u200b") in answer.text
    assert table.state.revision == 2


def test_a_missing_seat_is_404(table: Table) -> None:
    assert table.phone.get(f"{table.url}/seats/3").status_code == 404
    assert table.post("/seats/3", {"name": "Eve"}).status_code == 404


def test_of_two_phones_the_second_is_told_what_the_first_did_and_keeps_the_name(table: Table) -> None:
    base = str(table.state.revision)
    assert table.post(TAKE, {"name": "Eve", "base": base}).status_code == 303
    late = table.post(TAKE, {"name": "Fay", "base": base})
    assert late.status_code == 409
    conflict = (
        "Somebody else changed the sheet (A device: Eve plays for Bob from round 2), so your change was not saved."
    )
    assert problems(late).startswith(f"{conflict} Tap again if it still applies.")
    assert 'value="Fay"' in late.text
    assert table.state.setup.players == ("Ann", "Eve", "Cyd")


def test_seats_of_a_finished_or_discarded_play_cannot_be_taken_over(table: Table) -> None:
    table.post("/end")
    answer = table.post(TAKE, {"name": "Eve"})
    assert answer.status_code == 422
    assert "The game is over, so nobody can take over a seat." in answer.text
    assert table.phone.get(table.url + TAKE).status_code == 303
    table.post("/reopen")
    table.post("/discard", {"to": "on"})
    answer = table.post(TAKE, {"name": "Eve"})
    assert "This game was discarded. Restore it before you change it." in problems(answer)
    assert table.state.setup.players == ("Ann", "Bob", "Cyd")


def test_the_last_player_of_a_seat_settles_and_wins_and_each_has_their_rounds(club: Club) -> None:
    in_euros(club)
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], {"stake.kind": "fixed", "stake.amount": "2"})
    table.write({"tricks": {"Ann": 5}})
    page = table.phone.get(f"{table.url}/seats/0").text
    assert "The player who has the seat when the game ends gets or pays the money." in page
    table.post("/seats/0", {"name": "Eve"})
    table.write({"tricks": {"Eve": 5}})
    table.post("/end")
    sheet = words(table.phone.get(table.url).text)
    assert "Eve wins" in sheet
    assert "Eve +€4.00 gets" in sheet
    people = table.phone.get(f"{club.url}/people").text
    for name, rounds, won in (
        ("Ann", "1 round", "0 of 1"),
        ("Eve", "1 round", "1 of 1"),
        ("Bob", "2 rounds", "0 of 1"),
    ):
        key = people.split(f"<bdi>{name}</bdi>")[0].rsplit("/people/", 1)[1].split('"')[0]
        told = words(table.phone.get(f"{club.url}/people/{key}").text)
        assert f"Games 1 {rounds}" in told
        assert won in told
        assert ("1 of 2 rounds" in told) == (name != "Bob")
        assert ("a win for the one who sat there at the end" in told) == (name != "Bob")


def test_the_log_names_the_players_of_each_round(table: Table) -> None:
    table.post(TAKE, {"name": "Eve"})
    table.write({"tricks": {"Eve": 5}})
    table.post("/rounds/1/edit", {"tricks.1": "5"})
    log = table.phone.get(f"{table.url}/changes").text
    assert "Eve plays for Bob from round 2" in log
    first = log.split("Correction of round 1")[1].split("Round 2")[0]
    assert "Bob" in first
    assert "Eve" not in first


def test_who_has_handed_on_two_seats_takes_over_one_instead_of_a_third(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"])
    table.post("/seats/0", {"name": "Eve"})
    assert table.post("/players", {"name": "Ann"}).status_code == 303
    table.post("/seats/4", {"name": "Fay"})
    again = table.post("/players", {"name": "Ann"})
    assert again.status_code == 422
    assert "Ann has had two seats in this game. Let Ann take one of them over again." in problems(again)
    assert table.state.setup.players == ("Eve", "Bob", "Cyd", "Dee", "Fay")
    assert table.post("/seats/4", {"name": "Ann"}).status_code == 303
