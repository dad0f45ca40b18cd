"""A later round that no longer fits is named and can be corrected."""

import re

from tests.web.pages import main_of, words
from tests.web.phones import Club, Table, problems
from tests.web.plays.typed_values import ANN


def test_a_round_that_no_longer_fits_is_named_and_linked(table: Table) -> None:
    table.post("/rounds", ANN)
    end = {**ANN, "adjust.0.player": "0", "adjust.0.points": "20", "adjust.0.reason": "bet"}
    assert table.post("/rounds/1/edit", end).status_code == 303
    for phone in (table.club.viewer, table.club.scorer):
        page = phone.get(table.url).text
        assert "Round 2 no longer fits" in page
        assert "ended with round 1" in page
        assert '<span class="badge">out</span>' not in page
    assert "/rounds/2/edit" in page
    assert "End it now" not in table.phone.get(f"{table.url}/more").text  # it would be refused
    for path in ("/rounds/2", "/rounds/2/edit", "/changes", "/why/0"):
        assert table.phone.get(table.url + path).status_code == 200
    assert table.post("/rounds", ANN).status_code == 422
    assert table.post("/rounds/2/edit", ANN).status_code in (303, 422)
    assert len(table.state.slots) == 2
    assert table.post("/rounds/1/edit", ANN).status_code == 303
    assert table.state.sheet.refusal is None
    assert len(table.state.sheet.rounds) == 2
    assert "End it now" in table.phone.get(f"{table.url}/more").text


def test_no_card_is_entered_while_a_round_has_to_be_corrected(table: Table) -> None:
    table.post("/rounds", ANN)
    assert table.phone.get(f"{table.url}/tricks").status_code == 200
    table.post("/rounds/1/edit", {**ANN, "adjust.0.player": "0", "adjust.0.points": "20", "adjust.0.reason": "bet"})
    answer = table.phone.get(f"{table.url}/tricks")
    assert (answer.status_code, answer.headers["Location"].partition("#")[0]) == (303, table.url)


def test_rounds_after_the_one_that_no_longer_fits_have_to_wait(table: Table) -> None:
    for _ in range(2):
        table.post("/rounds", ANN)
    end = {**ANN, "adjust.0.player": "0", "adjust.0.points": "20", "adjust.0.reason": "bet"}
    table.post("/rounds/1/edit", end)
    pages = {
        path: words(main_of(table.phone.get(table.url + path).text)) for path in ("/rounds/2/edit", "/rounds/3/edit")
    }
    assert pages == {
        "/rounds/2/edit": (
            "Round 2 The game is over before this round: take it off the sheet, or correct an earlier one. "
            "Take round 2 off the sheet Cancel"
        ),
        "/rounds/3/edit": ("Round 3 Correct an earlier round before this one. Take round 3 off the sheet Cancel"),
    }
    refused = [table.post(f"/rounds/{slot}/edit", ANN) for slot in (2, 3)]
    assert [(answer.status_code, problems(answer)) for answer in refused] == [
        (422, "The game ended with round 1, so no more can be entered."), (422, "Round 2 must be corrected first."),
    ]  # fmt: skip
    assert [table.post(f"/rounds/{slot}/preview", ANN).status_code for slot in (1, 2, 3, 4)] == [200, 404, 404, 404]


def chips(*paid: int, winner: int) -> dict[str, str]:
    return {**{f"paid.{seat}": str(number) for seat, number in enumerate(paid)},
            "pots.0.chips": str(sum(paid)), "pots.0.winner": str(winner)}  # fmt: skip


def test_the_ante_is_filled_in_up_to_what_each_player_holds(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20", "ante": "5"})
    assert table.post("/rounds", chips(5, 18, 5, 5, winner=0)).status_code == 303
    page = table.phone.get(table.url).text
    stands = [re.search(rf'name="paid.{seat}"[^>]* value="(\d*)"', page) for seat in range(4)]
    assert [found and found[1] for found in stands] == ["5", "2", "5", "5"]


def test_a_round_that_no_longer_fits_can_be_corrected_on_its_page(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20", "ante": "1"})
    for form in (chips(1, 1, 1, 1, winner=0), chips(1, 15, 1, 1, winner=1)):
        assert table.post("/rounds", form).status_code == 303
    assert table.post("/rounds/1/edit", chips(1, 10, 1, 1, winner=0)).status_code == 303
    page = table.phone.get(table.url).text
    assert "Hand 2 no longer fits" in page
    assert "Bob paid 15, but holds only 10 chips" in page
    assert "paid" not in words(main_of(table.phone.get(f"{table.url}/rounds/2").text)), "it has no points"
    mend = table.phone.get(f"{table.url}/rounds/2/edit")
    assert "Please look at this: Bob paid 15, but holds only 10 chips." in problems(mend)
    assert 'value="15"' in mend.text
    assert problems(table.phone.get(f"{table.url}/rounds/1/edit")) == "", "nothing is wrong with the first hand"
    assert table.post("/rounds/2/edit", chips(1, 10, 1, 1, winner=1)).status_code == 303
    assert table.state.sheet.refusal is None
