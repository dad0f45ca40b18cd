"""A game's own words for hand, round or dealer on every page; and who passes chips to whom after a round."""

import re

import pytest

from tests.web.pages import main_of, words
from tests.web.phones import Club, Table

THREE = ["Ann", "Bob", "Cyd"]
BETS = {"bets": {"Bob": 3, "Cyd": 2}, "banker_wins": False}


@pytest.fixture
def bank(club: Club) -> Table:
    """Return a play of Ace-Deuce-Jack after one hand."""
    table = club.start("ace-deuce-jack", THREE)
    table.write(BETS)
    return table


def test_pages_say_hand_and_banker(bank: Table) -> None:
    sheet = bank.phone.get(bank.url)
    for said in ("Hand 2", "Hands", "banks"):
        assert said in words(sheet.text)
    assert 'aria-label="Hand 1"' in sheet.text
    for path, said in (
        ("/rounds/1", "Hand 1"),
        ("/rounds/1", "Ann banked."),
        ("/rounds/1/edit", "Correct hand 1"),
        ("/why/0", "Hand 1"),
        ("/changes", "Hand 1"),
        ("/setup", "The marked one banked first"),
    ):
        page = words(bank.phone.get(bank.url + path).text)
        assert said in page, path
        assert not re.search(r"\b[Rr]ound \d|\bdeal(t|s)( first|\.)", page), path
    assert "hand 2" in words(bank.phone.get(bank.club.url).text)


@pytest.mark.parametrize("path", ["", "/more", "/rounds/1", "/why/0", "/changes", "/about"])
def test_no_page_of_a_game_whose_rounds_are_hands_says_round(bank: Table, path: str) -> None:
    page = words(main_of(bank.phone.get(bank.url + path).text))
    bar = words(bank.phone.get(bank.url + path).text.partition('aria-label="The game"')[2])
    assert not re.search(r"\b[Rr]ounds?\b", page + bar)


def test_the_night_of_a_game_whose_rounds_are_hands_counts_hands(bank: Table) -> None:
    page = bank.phone.get(bank.club.url + "/nights").text
    night = re.findall(r'href="(/clubs/[^"]*/nights/[^"/?]+)"', page)[0]
    assert "1 hand" in words(bank.phone.get(night).text)


def test_the_start_page_asks_who_banks(club: Club) -> None:
    page = words(club.scorer.get(f"{club.url}/plays/new?game=ace-deuce-jack").text)
    assert "The marked one banks first" in page
    assert "deals" not in page


def test_the_last_change_uses_the_games_word(club: Club) -> None:
    race = club.start("superfecta", THREE)
    race.write({"tickets": [], "finish": "D/C/H/S"})
    assert "Race 1 saved." in words(race.phone.get(f"{race.url}?done={race.state.revision}").text)
    race.post("/undo")
    assert "Undone: race 1." in words(race.phone.get(f"{race.url}?done={race.state.revision}").text)


def test_the_table_of_rounds_uses_the_games_word(bank: Table) -> None:
    table = bank.phone.get(f"{bank.url}/play.csv").text
    assert table.lstrip("\ufeff").startswith('"Hand","Banker",')


def test_after_each_round_the_sheet_says_who_passes_chips_to_whom(bank: Table) -> None:
    sheet = words(bank.phone.get(bank.url).text)
    assert "Hand 1 Ann pays Bob 3 and Cyd 2 ." in sheet
    bank.write({"bets": {"Ann": 4, "Cyd": 1}, "banker_wins": True})
    sheet = words(bank.phone.get(bank.url).text)
    assert "Hand 2 Ann pays Bob 4 ; Cyd pays Bob 1 ." in sheet
    assert "Ann pays" not in sheet.replace("Ann pays Bob 4", "")
    assert "Ann pays Bob 3 and Cyd 2" in words(bank.phone.get(f"{bank.url}/rounds/1").text)


def test_the_pot_pays_and_gets_chips(club: Club) -> None:
    table = club.start("reversis", [*THREE, "Dee"])
    table.write(
        {
            "payments": [{"kind": "ace-discarded", "suit": "d", "by": "Bob", "other": "Cyd"}],
            "points": {"Ann": 10, "Bob": 0, "Cyd": 20, "Dee": 6}, "talon": 4,
            "tricks": {"Ann": 3, "Bob": 1, "Cyd": 5, "Dee": 2},
        }
    )  # fmt: skip
    sheet = words(table.phone.get(table.url).text)
    assert "Round 1 Dee pays Bob 5 ; Cyd pays 15 into the pot ; Ann pays 10 into the pot ." in sheet
    assert "The pot holds 25" in sheet


def test_without_payments_nobody_passes_chips(club: Club) -> None:
    rage = club.start("rage", THREE, {"first_hand": "1"})
    rage.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 0}})
    assert " pays " not in words(rage.phone.get(rage.url).text)
