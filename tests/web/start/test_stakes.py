"""Stakes of a new play."""

import pytest

from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club
from tests.web.start.starts import in_euros, refused


@pytest.mark.parametrize(
    ("kind", "amount", "told"),
    [
        ("difference", "", "amount is missing"), ("difference", "-1", "below 0"), ("fixed", "0", "cannot be 0"),
        ("fixed", "1.234", "EUR has 2 decimals"), ("fixed", "NaN", "not an amount"), ("fixed", "٣", "not an amount"),
        ("fixed", "1e3", "not an amount"), ("fixed", "10000.01", "€10,000.00 is the most"),
        ("fixed", ".", "not an amount"),
        ("fixed", "9" * 500, "too high"), ("fixed", "1234567890", "too high"), ("soul", "1", "not a kind of stake"),
        ("chips", "1", "has no chips"), ("point", "1", "not a kind of stake"), ("places", "", "are missing"),
    ],
)  # fmt: skip
def test_an_invalid_stake_is_refused(club: Club, kind: str, amount: str, told: str) -> None:
    in_euros(club)
    assert told in refused(club, {"stake.kind": kind, "stake.amount": amount})


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        (["5", "-4"], "add up to +€1.00"), (["5"], "add up to +€5.00"), (["5", "0", "-5"], "each of 2 places, not 3"),
        (["5", "x"], "Place 2: “x” is not an amount"), (["0.001", "-0.001"], "Place 1: EUR has 2 decimals"),
        (["99999", "-99999"], "Place 1: That is too high"),
    ],
)  # fmt: skip
def test_invalid_amounts_by_place_are_refused(club: Club, amounts: list[str], told: str) -> None:
    in_euros(club)
    typed = {f"stake.place.{number}": amount for number, amount in enumerate(amounts)}
    assert told in refused(club, {"stake.kind": "places", **typed})


def test_amounts_by_place_are_saved(club: Club) -> None:
    in_euros(club)
    typed = {"stake.kind": "places", "stake.place.0": "2,50", "stake.place.1": "−2.5"}
    table = club.start("rage", ["Ann", "Bob"], typed)
    assert table.state.stake == {"kind": "places", "amounts": [250, -250], "currency": "EUR"}
    assert "by place +€2.50, −€2.50" in club.scorer.get(table.url).text


def test_a_club_that_asks_for_stakes_remembers_them_for_each_game(club: Club) -> None:
    page = f"{club.url}/plays/new?game=rage"
    assert "stake.kind" not in club.scorer.get(page).text
    in_euros(club)
    assert sent_by(club.scorer.get(page).text, "start")["stake.kind"] == [""]
    club.start("rage", ["Ann", "Bob"], {"stake.kind": "to-winner", "stake.amount": "0,05"})
    form = sent_by(club.scorer.get(page).text, "start")
    assert (form["stake.kind"], form["stake.amount"]) == (["to-winner"], ["0.05"])
    assert sent_by(club.scorer.get(f"{club.url}/plays/new?game=brag").text, "start")["stake.kind"] == [""]
    club.organiser.post(f"{club.url}/money", {"kind": "word", "word": "drinks", "asks": "1"})
    assert sent_by(club.scorer.get(page).text, "start")["stake.kind"] == [""]


def test_a_stake_is_saved_to_the_cent(club: Club) -> None:
    in_euros(club)
    for text, amount in (("0,10", 10), ("5", 500), (".5", 50), ("€1.05", 105)):
        table = club.start("rage", ["Ann", "Bob"], {"stake.kind": "difference", "stake.amount": text})
        assert table.state.stake == {"kind": "difference", "amount": amount, "currency": "EUR"}


def shown_stake(page: str) -> dict[str, list[str]]:
    """Return the inputs of the stake that a start page sends, without empty places."""
    form = sent_by(page, "start")
    return {name: form[name] for name in form if name.startswith("stake.") and form[name] != [""]}


def test_another_game_comes_with_its_usual_stake_and_the_same_one_keeps_what_was_typed(club: Club) -> None:
    in_euros(club)
    by_place = {"stake.kind": "places", "stake.place.0": "2.50", "stake.place.1": "-2.50"}
    club.start("rage", ["Ann", "Bob"], by_place)
    club.start("oh-hell", ["Ann", "Bob", "Cyd"], {"secret": "1"})
    address, typed = f"{club.url}/plays/new", {"look": "1", "stake.kind": "fixed", "stake.amount": "3"}
    kept = club.scorer.post(address, {"game": "rage", "shown": "rage", **typed}).text
    assert shown_stake(kept) == {"stake.kind": ["fixed"], "stake.amount": ["3"]}
    chosen = club.scorer.post(address, {"game": "rage", "shown": "brag", **typed}).text
    assert shown_stake(chosen) == {
        "stake.kind": ["places"], "stake.place.0": ["2.50"], "stake.place.1": ["-2.50"],
    }  # fmt: skip
    for shown, is_secret in (("rage", True), ("oh-hell", False)):
        page = club.scorer.post(address, {"game": "oh-hell", "shown": shown, **typed}).text
        assert ("secret" in sent_by(page, "start")) == is_secret
    club.organiser.post(f"{club.url}/money", {"kind": "iso", "code": "eur"})
    assert shown_stake(club.scorer.get(f"{address}?game=rage").text) == {}, "the club asks for stakes no longer"
    assert shown_stake(club.scorer.post(address, {"game": "rage", "shown": "rage", **typed}).text), "but one was typed"


def test_there_is_an_amount_for_each_place_that_the_game_can_have(club: Club) -> None:
    in_euros(club)
    nine = {f"seat.{number}": f"N{number}" for number in range(9)}
    for slug, players, places in (("samba", {}, 2), ("rage", {}, 8), ("rage", nine, 9)):
        page = club.scorer.post(f"{club.url}/plays/new", {"game": slug, "shown": slug, "look": "1", **players}).text
        assert page.count('name="stake.place.') == places
