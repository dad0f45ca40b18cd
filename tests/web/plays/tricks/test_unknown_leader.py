"""A game without a known leader, in which a card can be played too early."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from companion.games import game_of
from tests.hearts import hearts
from tests.suit_signs import without_signs
from tests.web.phones import Club, problems
from tests.web.plays.tricks.cards import FOUR, Cards, words


@pytest.fixture
def hearts_club(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """Return a club in which Reversis has the tricks of Hearts."""
    game_of("reversis")
    monkeypatch.setattr("companion.games.reversis.scoring.GAME", hearts())
    monkeypatch.setattr("companion.games.reversis.referee.SITUATIONS", hearts().situations)
    game_of.cache_clear()
    yield club
    game_of.cache_clear()


def test_an_unknown_leader_is_asked(hearts_club: Club) -> None:
    cards = Cards(hearts_club, "reversis", trump="", players=FOUR)
    page = cards.page()
    assert "Who leads?" in words(page)
    assert "Tap who, then the card" in words(page)
    assert "Somebody else plays" not in words(page)
    assert problems(cards.act(card="9c")).startswith("First say who leads.")
    assert cards.act(card="9c", player="2").status_code == 303
    assert cards.fallen == [[("Cyd", "9c")]]
    assert "Dee plays" in words(cards.page())
    assert cards.act(do="back").status_code == 303
    assert "Who leads?" in words(cards.page())


def test_a_card_played_too_early_is_reported_at_once_with_its_rule(hearts_club: Club) -> None:
    cards = Cards(hearts_club, "reversis", trump="", players=FOUR)
    assert cards.act(card="9h", player="0").status_code == 303
    page = cards.page()
    told = "Ann played 9♥ in trick 1: No heart is led before one has fallen."
    assert told in words(page)
    assert f'data-announce="{told}' in page
    assert f"{cards.table.url}/rules#" in page.split("It is right only where", 1)[1].split("</div>", 1)[0]
    cards.play("2h")
    assert f'data-announce="{told}' not in cards.page(), "it was said once"
    cards.play("3h", "4h", "2c")
    assert f"{told} In trick 2 Ann shows 2♣." in words(cards.page())


def test_the_page_of_an_earlier_round_has_its_reneges_and_then_its_early_cards(hearts_club: Club) -> None:
    cards = Cards(hearts_club, "reversis", trump="", players=FOUR)
    assert cards.act(card="9h", player="0").status_code == 303
    cards.play("2h", "3c", "4h", "2c", "3d", "5c", "7h", "5h", "8h", "6h", "Qh")
    cards.table.write(cards.table.sampled(Random(1)))
    page = cards.table.phone.get(f"{cards.url}/1").text
    notices = re.findall(r'<p class="notice warn">(.*?)</p>', without_signs(page))
    assert notices == [
        "Cyd reneged in trick 1: Ann led 9♥, Cyd played 3♣, and in trick 3 shows 5♥.",
        "Ann played 9♥ in trick 1: No heart is led before one has fallen. In trick 2 Ann shows 2♣.",
    ]


def test_the_newest_of_two_early_cards_comes_first_and_is_announced_alone(hearts_club: Club) -> None:
    cards = Cards(hearts_club, "reversis", trump="", players=FOUR)
    assert cards.act(card="Qc", player="0").status_code == 303
    cards.play("9h", "8h")
    page = cards.page()
    earlier, later = (
        f"{name} played {card} in trick 1: No heart is thrown on the first trick. It is right only where {name} holds "
        "nothing else."
        for name, card in (("Bob", "9♥"), ("Cyd", "8♥"))
    )
    assert re.findall(r"\w+ played .*? nothing else\.", words(page)) == [later, earlier]
    assert f'data-announce="{later} Ann wins so far. Dee plays."' in page


def test_the_question_what_may_be_played_knows_the_hand(hearts_club: Club) -> None:
    cards = Cards(hearts_club, "reversis", trump="", players=FOUR)
    assert cards.act(card="9c", player="0").status_code == 303
    cards.play("2h", "3c", "4c")
    page = cards.table.phone.get(f"{cards.table.url}/referee/legal").text
    broken = re.findall(r'<input[^>]*name="broken"[^>]*>', page)
    assert any("checked" in item for item in broken), broken
