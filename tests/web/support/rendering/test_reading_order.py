"""Sentences keep their order around names from right to left: a number stays behind the name that it belongs to."""

import re
from html import unescape

import pytest

from companion.web.support.rendering.reading_order import in_reading_order
from tests.web.pages import links_of, main_of, words
from tests.web.phones import Club

MARK = "\N{LEFT-TO-RIGHT MARK}"
SARA, AHMAD = "שרה לוי", "أحمد"


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (f"<p>Ann 15, {SARA} 13.</p>", f"<p>Ann 15, {SARA}{MARK} 13.</p>"),
        (f"{SARA} −10", f"{SARA}{MARK} −10"),
        (f"{SARA}: +3, {AHMAD}, Ann", f"{SARA}{MARK}: +3, {AHMAD}{MARK}, Ann"),
        (f"Ann paid {AHMAD} €2.50", f"Ann paid {AHMAD}{MARK} €2.50"),
        (f"{SARA}\N{NO-BREAK SPACE}5", f"{SARA}{MARK}\N{NO-BREAK SPACE}5"),
        (f"{SARA} leads", f"{SARA} leads"),
        ("ג&#39;ורג leads", "ג&#39;ורג leads"),
        (f"{SARA}.", f"{SARA}."),
        (f'<p title="{SARA} 5">x</p>', f'<p title="{SARA} 5">x</p>'),
        (f"<textarea>{SARA} 5</textarea>", f"<textarea>{SARA} 5</textarea>"),
        (f"<b>{SARA}</b> <i>5</i>", f"<b>{SARA}</b> <i>5</i>"),
        ("<p>Ann 5, Özil 7</p>", "<p>Ann 5, Özil 7</p>"),
    ],
)
def test_what_follows_a_name_from_right_to_left_stays_behind_it(page: str, shown: str) -> None:
    assert in_reading_order(page) == shown


RIGHT_TO_LEFT = "[\u0590-\u08ff]"


def faults(page: str) -> list[str]:
    """Return texts on a page that a browser shows in another order than they are read in."""
    texts = [unescape(text) for text in re.findall(r">([^<>]+)<", main_of(page))]
    swapped = [text for text in texts if re.search(rf"{RIGHT_TO_LEFT}[^\w{MARK}]*\d", text)]
    turned = re.findall(rf"<bdi>({RIGHT_TO_LEFT}[^<]*[A-Za-z][^<]*)", main_of(page))
    return swapped + turned


def test_all_pages_of_a_night_keep_the_order_of_sentences(club: Club) -> None:
    """Farmer has notes and payments with names and numbers."""
    stake = {"stake.kind": "chips", "stake.amount": "5"}
    table = club.start("farmer", ["Ann", SARA, AHMAD], {"hands": "2", "stack": "20", **stake})
    table.write({"hands": {"Ann": ["Jc", "9d"], SARA: ["10d", "5h"], AHMAD: ["Kh", "3c"]}})
    sheets = [club.scorer.get(table.url).text]
    table.write({"hands": {"Ann": ["10c", "4d"], SARA: ["Kd", "6h"], AHMAD: ["Kh", "3c"]}})
    sheets.append(club.scorer.get(table.url).text)
    assert f"{SARA}{MARK} 15" in words(sheets[0])
    assert f'<bdi dir="ltr">{SARA} wins</bdi>' in sheets[1]
    night = next(url for _, url in links_of(club.scorer.get(f"{club.url}/nights").text) if "/nights/" in url)
    of_play = [table.url + page for page in ("/rounds/1", "/rounds/2", "/why/1", "/changes")]
    pages = [club.scorer.get(address) for address in (*of_play, night, f"{night}/money", club.url)]
    assert {page.status_code for page in pages} == {200}
    for page in (*sheets, *(page.text for page in pages)):
        assert not faults(page)


def test_what_the_script_shows_while_a_hand_is_played_keeps_its_order(club: Club) -> None:
    table = club.start("cribbage", [SARA, "Ann"])
    answer = table.phone.post(f"{table.url}/draft/so-far", {"slot": str(table.state.next_slot), "pegged.0": "4"})
    told = answer.json or {}
    assert told["progress"] == [4, f"{SARA}{MARK} 4 of 121 holes"]
