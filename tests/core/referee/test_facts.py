"""Facts that many referees ask for: their fields, and what is checked."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.cards.decks import standard_deck
from companion.cards.turns import PlayedCard
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.kinds import with_names
from companion.core.entry.record import read_record
from companion.core.game.seating import Seats
from companion.core.play.scoring_api import field_json
from companion.core.referee import facts
from tests.core.keys import misnamed_keys
from tests.core.referee.asking import RENEGE

PACK = standard_deck("the pack", ranks=("A", "K"))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: facts.plays(PACK, 4), ("plays", "Trick", "rows", 1, 4, True, "In the order played.")),
        (lambda: facts.plays(PACK, 3, 0),
         ("plays", "Trick", "rows", 0, 3, False, "In the order played; empty where the hand leads.")),
        (lambda: facts.tricks(PACK, 5, 3), ("tricks", "Tricks", "list", 1, 5, True, "In the order played.")),
        (lambda: facts.seats(2, 6), ("seats", "Players", "count", 2, 6, False,
                             "How many play to the trick. It tells whether the trick is complete.")),
        (lambda: facts.hand(PACK, 7), ("hand", "Hand", "cards", 1, 7, True, "All cards of the player.")),
        (lambda: facts.hand(PACK, 7, 0), ("hand", "Hand", "cards", 0, 7, True, "All cards of the player.")),
        (lambda: facts.players(Seats(2, 4)),
         ("players", "Players", "players", 2, 4, True, "In seat order, clockwise.")),
        (facts.sides, ("sides", "Sides", "players", 2, 2, False, "The side of the first seat, then the other.")),
        (lambda: facts.totals("Totals", 90), ("totals", "Totals", "points", -90, 90, True, "")),
        (lambda: facts.totals("Totals", 90, required=False, per="side", help="So far."),
         ("totals", "Totals", "points", -90, 90, False, "So far.")),
    ],
)  # fmt: skip
def test_fields_say_what_they_are_about(make: Callable[[], f.Field], told: tuple[Any, ...]) -> None:
    field = make()
    bounds = field.bounds
    assert (field.key, field.label, field.type, bounds.least, bounds.most, field.required, field.help) == told


def test_facts_have_the_keys_of_their_names() -> None:
    assert misnamed_keys(facts) == {}
    who, side = facts.DEALER.field, facts.SIDE.field
    assert (who.label, who.required, who.bounds.takes) == ("Dealer", True, "player")
    assert (side.label, side.required, side.bounds.takes) == ("Side", True, "")


def test_a_played_card_is_a_player_and_a_card() -> None:
    who, card = field_json(facts.plays(PACK, 4))["columns"]
    assert (who["key"], who["label"], who["type"], who["required"]) == ("player", "Player", "player", True)
    assert (card["key"], card["label"], card["type"], card["required"]) == ("card", "Card", "card", True)
    (trick,) = facts.tricks(PACK, 5, 3).columns
    assert (trick.key, trick.label, trick.bounds.least, trick.bounds.most, trick.required) == (
        "trick", "Trick", 1, 3, True,
    )  # fmt: skip
    assert [column.bounds.takes for column in facts.plays(PACK, 4).columns] == ["player", ""]
    assert facts.plays(PACK, 4).hints.sentences == (("", "{player} played {card}"),)


def test_a_call_is_a_player_and_what_they_called() -> None:
    bid = f.count(Key[int]("bid"), "Bid", 9)
    field = facts.calls(Key("bids"), "Bids", bid, most=4, help="Those so far.")
    assert (field.key, field.label, field.bounds.most, field.help) == ("bids", "Bids", 4, "Those so far.")
    assert field.hints.sentences == (("", "{player}: {bid}"),)
    who, call = field.columns
    assert (who.key, who.required, who.bounds.takes, call) == ("player", True, "player", bid)


def test_lists_of_names_are_ordered_and_totals_are_of_players_or_sides() -> None:
    assert facts.players(Seats(2, 4)).bounds.ordered
    assert facts.sides().bounds.ordered
    assert [facts.totals("Totals", 9, **more).per for more in ({}, {"per": "side"})] == ["player", "side"]
    assert (facts.seats(2, 6).nobody, facts.seats(2, 6).asking.aside) == ("Not said", True)
    assert facts.hand(PACK, 7, aside=True).asking.aside


def test_rows_become_played_cards() -> None:
    rows = [{"player": "Ann", "card": "As"}, {"player": "Bob", "card": "kh"}]
    trick = (PlayedCard("Ann", "As"), PlayedCard("Bob", "Kh"))
    named = with_names(facts.tricks(PACK, 5, 3), ("Ann", "Bob"), ())
    record, problems = read_record((named,), {"tricks": [rows, rows[:1]]})
    assert not problems
    assert facts.tricks_of(record) == (trick, trick[:1])


@pytest.mark.parametrize(
    ("count", "told"), [(None, []), (2, []), (1, ["2 cards lie there, but 1 players play one each."]), (3, [])]
)
def test_no_more_cards_lie_there_than_there_are_players(count: int | None, told: list[str]) -> None:
    named = with_names(facts.plays(PACK, 4), ("Ann", "Bob"), ())
    cards = [("Ann", "As"), ("Bob", "Ks"), ("Ann", "Ah")]
    raw = {"plays": [{"player": who, "card": card} for who, card in cards], "seats": count}
    record, problems = read_record((named, facts.seats(1, 4)), raw)
    assert not problems
    found = list(facts.check_seats(record))
    assert [one.message for one in found] == told
    assert {one.field for one in found} <= {"seats"}


def test_nobody_plays_two_cards_to_a_trick() -> None:
    once, twice = [PlayedCard("Ann", "As"), PlayedCard("Bob", "Ks")], PlayedCard("Bob", "Kh")
    assert list(facts.check_plays(once)) == []
    (problem,) = facts.check_plays([*once, twice])
    assert (problem.field, problem.message, problem.name) == (
        "plays", "Bob played two cards to the trick: leave one of them out.", "Bob",
    )  # fmt: skip
    (problem,) = facts.check_plays([*once, twice], "tricks", "trick 2")
    assert (problem.field, problem.message) == (
        "tricks", "Bob played two cards to trick 2: leave one of them out.",
    )  # fmt: skip


def test_no_card_is_there_more_often_than_in_the_deck() -> None:
    told = "is there too often; it comes once in the pack. Correct the one that was another card."
    (problem,) = facts.check_cards("hand", PACK, ["As", "Kh", "As"])
    assert (problem.field, problem.message) == ("hand", f"A♠ {told}")
    (problem,) = facts.check_cards("hand", PACK, ["As", "As"], lambda card: f"card {card}")
    assert problem.message == f"Card As {told}"
    assert list(facts.check_cards("hand", PACK, ["As", "Ah"])) == []


def test_of_several_facts_the_first_with_too_many_cards_is_named() -> None:
    parts = (("hand", ["As"]), ("turned", ["Kh"]), ("pile", ["As"]), ("top", ["As", "Kh"]))
    assert [one.field for one in facts.check_cards_together(PACK, *parts)] == ["pile"]
    assert list(facts.check_cards_together(PACK, *parts[:2])) == []
    assert [one.field for one in facts.check_cards_together(PACK, ("hand", ["As", "As"]), *parts)] == ["hand"]


def test_reneges_are_rows_of_the_outcome() -> None:
    row = {"player": "Ann", "trick": 1, "card": "As", "shown_in": 3}
    assert facts.renege_rows([RENEGE]) == [row]
