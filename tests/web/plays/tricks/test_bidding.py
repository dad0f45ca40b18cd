"""The bidding before the cards."""

from tests.web.phones import Club, problems
from tests.web.plays.tricks.cards import Cards, words

EUCHRE = ("Ann", "Bob", "Cyd", "Dee")


def called(club: Club, *calls: str, slug: str = "euchre") -> Cards:
    """Return the page of a hand dealt by Ann, after these calls."""
    cards = Cards(club, slug, trump="", players=EUCHRE)
    for call in calls:
        answer = cards.act(do="call", call=call)
        assert answer.status_code == 303, problems(answer)
    return cards


def test_possible_calls_are_offered_and_fill_in_the_sheet(club: Club) -> None:
    cards = called(club, "turned-h", "pass")
    assert 'name="call" value="order"' in cards.page()
    assert 'name="call" value="order"' not in cards.page(club.viewer), "this phone looks on"
    assert "Ann: Turn up ♥ · Bob: Pass" in words(cards.page(club.viewer))
    assert "Cyd calls next: go on" in words(cards.sheet())
    cards.act(do="call", call="order")
    assert "Cyd has made hearts trumps: go on" in words(cards.sheet())
    assert 'name="maker" value="2" checked' in cards.sheet()
    entry = {"maker": "Bob", "tricks": 3}
    refused = cards.table.post("/rounds", cards.table.inputs(entry))
    assert refused.status_code == 422
    assert "Maker: the bidding entered gives Cyd." in words(refused.text)
    cards.table.write({"maker": "Cyd", "tricks": 3})
    page = words(club.viewer.get(f"{cards.url}/1").text)
    assert "Ann: Turn up ♥ · Bob: Pass · Cyd: Order up Cyd has made hearts trumps." in page


def test_an_impossible_call_is_refused_and_changes_nothing(club: Club) -> None:
    cards = called(club, "turned-h")
    for call in ("s", "alone", "", "hold"):
        answer = cards.act(do="call", call=call)
        assert answer.status_code == 422
        assert f"“{call}” cannot be called now." in words(answer.text)
    assert "Bob calls" in words(cards.page())


def test_the_last_call_can_be_undone_and_the_bidding_skipped(club: Club) -> None:
    cards = called(club, "turned-h", "order", "alone")
    assert "Bob plays alone" in words(cards.page())
    for _ in range(3):
        cards.act(do="back")
    assert "Ann calls" in words(cards.page())
    assert cards.fallen == []
    assert "next: go on" not in words(cards.sheet())
    cards.act(do="trump", trump="s", when="start")
    assert "calls" not in words(cards.page())
    cards.play("9s")
    assert cards.fallen == [[("Bob", "9s")]]


def test_a_bidding_that_was_broken_off_offers_no_calls_once_a_card_is_played(club: Club) -> None:
    cards = called(club, "turned-h", "pass")
    cards.act(do="trump", trump="h", when="start")
    assert 'name="call" value="order"' in cards.page()
    cards.play("9s")
    assert 'name="call"' not in cards.page()
    cards.act(do="back")
    assert 'name="call" value="order"' in cards.page()


def test_after_the_bidding_cards_are_taken_back_before_calls(club: Club) -> None:
    cards = called(club, "turned-h", "order", "alone")
    cards.play("9s")
    cards.act(do="back")
    assert cards.fallen == []
    assert "Bob: Order up · Bob plays alone" in words(cards.page())
    cards.act(do="back")
    assert "Take back Bob: Order up" in words(cards.page())


def test_calls_survive_the_undo_of_their_round(club: Club) -> None:
    cards = called(club, "turned-h", "order", "alone")
    cards.table.write({"maker": "Bob", "tricks": 5, "alone": True})
    cards.table.post("/undo")
    assert "Bob plays alone" in words(cards.page())


def test_if_all_pass_no_cards_are_played(club: Club) -> None:
    assert "Bob calls next: go on" in words(called(club, "18", slug="skat").sheet())
    cards = called(club, "turned-h", *["pass"] * 8)
    assert "All have passed twice: the cards are thrown in." in words(cards.page())
    assert "Fill in round 1" in words(cards.page())
