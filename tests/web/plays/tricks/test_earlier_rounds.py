"""The cards of earlier rounds: by whom they were played, also if a round no longer fits."""

from tests.web.phones import Club
from tests.web.plays.tricks.cards import Cards, words
from tests.web.plays.typed_values import ANN


def test_cards_of_each_round_stay_with_whoever_played_them(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7")
    assert cards.table.post("/rounds", ANN).status_code == 303
    cards.table.post("/seats/1", {"name": "Eve"})
    for card in ("blue-7", "yellow-3"):
        cards.act(do="trump", trump="red", when="start")
        cards.play(card)
        assert cards.table.post("/rounds", ANN).status_code == 303

    def shown(slot: int) -> str:
        page = club.viewer.get(f"{cards.url}/{slot}")
        assert page.status_code == 200
        return words(page.text).partition("played. ")[2].partition(" Score ")[0]

    before = [shown(slot) for slot in (1, 2, 3)]
    assert before == [
        "Ann 0 Bob 0 Trick 1 trump green ·being played Bob red 7 is the highest Round 1",
        "Ann 0 Eve 0 Trick 1 trump red ·being played Ann blue 7 is the highest Round 2",
        "Ann 0 Eve 0 Trick 1 trump red ·being played Eve yellow 3 is the highest Round 3",
    ]
    bet = {**ANN, "adjust.0.player": "0", "adjust.0.points": "20", "adjust.0.reason": "bet"}
    assert cards.table.post("/rounds/1/edit", bet).status_code == 303
    assert cards.table.state.sheet.refusal is not None
    assert [shown(slot) for slot in (1, 2, 3)] == before
