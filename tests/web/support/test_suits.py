"""Suit signs on every page: red ones in red with their rank, all of them as signs, and nothing else touched."""

import pytest

from companion.web.support.suits import with_suits
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
def test_suits_are_shown_as_cards_have_them(page: str, shown: str) -> None:
    assert with_suits(page) == shown


def test_rules_the_referee_and_a_sheet_show_them_so(club: Club) -> None:
    assert f'leads the <span class="red">8♥{SIGN}</span>.' in club.organiser.get("/rules/funfzehnern").text
    asked = "ask=1&seats=3&plays=Player+1+Kh,+Player+2+2h,+Player+3+As"
    verdict = club.organiser.get(f"/rules/hearts/referee/trick?{asked}").text
    assert f'with <span class="red">K♥{SIGN}</span>' in verdict
    assert f"Q♠{SIGN}" in club.organiser.get(club.start("hearts", ["Ann", "Bob", "Cyd", "Dee"]).url).text


def test_the_api_has_them_as_they_are(club: Club) -> None:
    answer = club.organiser.get("/api/v1/games/funfzehnern").text
    assert "funfzehnern" in answer
    assert SIGN not in answer
