"""Trump on the pages: asked, changed by a card, and known to the referee."""

import re

import pytest

from companion.cards.turns import Stage
from companion.core.tricks.recorded_cards import Trick
from companion.core.tricks.recorder import Recorder
from companion.web.plays.tricks.pages import trump_of_trick
from tests.web.phones import Club, problems
from tests.web.plays.tricks.cards import FOUR, Cards, words


def test_trump_is_asked_first(club: Club) -> None:
    cards = Cards(club, trump="")
    assert "What is trump?" in cards.page()
    assert 'name="card" value="red-7"' not in cards.page()
    assert problems(cards.act(card="red-7")).startswith("First say what is trump.")
    assert cards.fallen == []


def test_what_was_typed_comes_back_in_the_input_where_it_was_refused(club: Club) -> None:
    cards = Cards(club)
    for sent, shown in (({"do": "trump", "typed": "red 7"}, ("", "red 7")), ({"typed": "x"}, ("x", ""))):
        inputs = re.findall(r'<input[^>]* name="typed"[^>]*>', cards.act(**sent, when="now").text)
        assert tuple(re.findall(r'value="([^"]*)"', "".join(inputs))) == shown


def test_rage_can_have_no_trump(club: Club) -> None:
    cards = Cards(club, "rage", trump="none")
    assert "No trump" in words(cards.page())
    cards.play("red-7", "change-blue")
    assert "Trump: Blue" in words(cards.page())


def test_a_hand_without_a_card_to_turn_up_has_no_trump(club: Club) -> None:
    page = words(Cards(club, "oh-hell", trump="", players=FOUR, options={"first_hand": "13"}).page())
    assert ("What is trump?" in page, "No trump" in page) == (False, True)


def test_toepen_has_no_trump(club: Club) -> None:
    cards = Cards(club, "toepen", trump="", players=("Ann", "Bob", "Cyd"))
    assert "trump" not in words(cards.page()).lower()
    assert cards.act(do="trump", trump="h").status_code == 422


def test_a_black_card_that_names_a_trump_asks_for_it(club: Club) -> None:
    cards = Cards(club, options={"variation_cards": ["trump-twist"]})
    cards.play("red-7", "red-9", "trump-twist")
    assert "Which trump was named?" in cards.page()
    cards.act(do="trump", trump="blue", when="now")
    page = cards.page()
    assert "Which trump was named?" not in page
    assert "Trump: Blue" in words(page)
    cards.play("blue-1", "red-10")
    assert "Ann wins the trick with the blue 1." in words(cards.page())
    assert "trump green · Ann wins" in words(cards.page())


def test_a_trump_named_in_the_first_trick_is_asked_once(club: Club) -> None:
    cards = Cards(club, options={"variation_cards": ["trump-twist"]})
    cards.play("red-7", "trump-twist")
    cards.act(do="trump", trump="blue", when="now")
    page = cards.page()
    assert "Which trump was named?" not in page
    assert "Trump: Blue" in words(page)
    cards.act(do="back")
    assert "Trump: Green" in words(cards.page())


def test_a_trump_fixed_by_the_hand_is_known_before_the_first_card(club: Club) -> None:
    cards = Cards(club)
    page = cards.table.phone.get(f"{cards.table.url}/referee/trick").text
    assert re.search(r'name="trump"[^>]* value="green"', page)
    rage = Cards(club, "rage", trump="none")
    page = rage.table.phone.get(f"{rage.table.url}/referee/legal").text
    assert re.search(r'name="trump" value="none" checked', page)
    bare = club.start("rage", ["Ann", "Bob"])
    assert not re.search(r'name="trump"[^>]* checked', bare.phone.get(f"{bare.url}/referee/trick").text)


@pytest.mark.parametrize(
    ("slug", "trump", "after", "text"),
    [
        ("raise-the-stakes", "red", "blue", "trump red"),
        ("pitch", "s", "h", "trump \N{BLACK HEART SUIT}"),
        ("rage", None, "blue", "no trump"),
        ("toepen", "s", "h", ""),
    ],
)
def test_a_trick_is_shown_with_the_trump_by_which_it_was_won(
    club: Club, slug: str, trump: str | None, after: str | None, text: str
) -> None:
    state = club.start(slug, FOUR).state
    recorder = Recorder(state.game, state.setup.options, state.setup.players, state.setup.sides)
    trick = Trick(1, (), trump, after, Stage(), None, complete=False)
    assert trump_of_trick(trick, recorder) == text
