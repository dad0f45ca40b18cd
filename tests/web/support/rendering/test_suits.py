"""Suit signs on every page: red suits with their rank in red, all marked as signs, and other text unchanged."""

import pytest

from companion.web.support.rendering.suits import with_suits
from tests.web.phones import Club

SIGN = "\ufe0e"


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<p>A♥, 10♦.</p>", f'<p><span class="red">A♥{SIGN}</span>, <span class="red">10♦{SIGN}</span>.</p>'),
        ("<p>10♠ 2♣</p>", f"<p>10♠{SIGN} 2♣{SIGN}</p>"),
        ("<p>♥\ufe0f ♥\ufe0e</p>", f'<p><span class="red">♥{SIGN}</span> <span class="red">♥{SIGN}</span></p>'),
        ("<p>2♥3♥</p>", f'<p><span class="red">2♥{SIGN}</span><span class="red">3♥{SIGN}</span></p>'),
        ("<p>5 <b>♥</b> <i>⚖</i></p>", f'<p>5 <b><span class="red">♥{SIGN}</span></b> <i>⚖{SIGN}</i></p>'),
        ('<b a="K♥">x</b>', '<b a="K♥">x</b>'),
        ("<option>♥ hearts</option>", f"<option>♥{SIGN} hearts</option>"),
        ("<svg><text>♥</text></svg>", f"<svg><text>♥{SIGN}</text></svg>"),
        ("<title>♥</title><textarea a>7♥\n&lt;b ♠</textarea>", "<title>♥</title><textarea a>7♥\n&lt;b ♠</textarea>"),
        ("♥ first", f'<span class="red">♥{SIGN}</span> first'),
        ("", ""),
    ],
)
def test_suit_signs_have_the_colours_of_cards(page: str, shown: str) -> None:
    assert with_suits(page) == shown


def test_rules_referee_and_sheet_colour_suit_signs(club: Club) -> None:
    assert f'leads the <span class="red">8♥{SIGN}</span>.' in club.organiser.get("/rules/funfzehnern").text
    asked = "ask=1&seats=3&plays=Player+1+Kh,+Player+2+2h,+Player+3+As"
    verdict = club.organiser.get(f"/rules/hearts/referee/trick?{asked}").text
    assert f'with <span class="red">K♥{SIGN}</span>' in verdict
    assert f"Q♠{SIGN}" in club.organiser.get(club.start("hearts", ["Ann", "Bob", "Cyd", "Dee"]).url).text


def test_the_api_leaves_suit_signs_unchanged(club: Club) -> None:
    answer = club.organiser.get("/api/v1/games/funfzehnern").text
    assert "funfzehnern" in answer
    assert SIGN not in answer
