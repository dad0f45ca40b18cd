"""The referee knows the cards that were entered."""

import re
from html import unescape

from companion.store.plays.coming_round.findings import NamedInRound
from tests.web.phones import Club
from tests.web.plays.tricks.cards import Cards, words


def test_the_referee_gets_the_played_cards(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "red-2", "red-9", "blue-1")
    renege = unescape(cards.table.phone.get(f"{cards.table.url}/referee/renege").text)
    assert "Bob red-7, Ann blue-3\nBob red-2, Ann red-9\nAnn blue-1" in renege
    assert 'value="green"' in renege
    trick = unescape(cards.table.phone.get(f"{cards.table.url}/referee/trick").text)
    assert ">Ann blue-1</textarea>" in trick
    cards.play("blue-8")
    assert ">Ann blue-1, Bob blue-8</textarea>" in unescape(
        cards.table.phone.get(f"{cards.table.url}/referee/trick").text
    )
    legal = unescape(cards.table.phone.get(f"{cards.table.url}/referee/legal").text)
    assert ">Ann blue-1, Bob blue-8</textarea>" not in legal
    cards.table.write({"tricks": {"Ann": 3, "Bob": 2}})
    assert "blue-1" not in unescape(cards.table.phone.get(f"{cards.table.url}/referee/trick").text).split("decks")[0]


def test_cards_entered_by_another_phone_are_not_asked_again(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "red-2")
    url, other = cards.table.url, club.organiser
    renege = unescape(other.get(f"{url}/referee/renege").text)
    asked, _, known = renege.partition('<details class="sheet-of-paper from-play">')
    assert "</textarea>" not in asked
    assert "Bob red-7, Ann blue-3\nBob red-2</textarea>" in known
    assert "Trump green , Secret Shuffle Not played , Tricks 2" in words(renege)
    assert "Everybody agrees: who?" in asked
    trick = other.get(f"{url}/referee/trick")
    assert trick.status_code == 200
    assert "Bob is winning so far, with the red 2." in words(trick.text), "nothing was left to ask"
    cards.play("red-9")
    legal = unescape(other.get(f"{url}/referee/legal").text).partition('<details class="sheet-of-paper from-play">')[0]
    assert 'id="f-hand"' in legal
    assert "</textarea>" not in legal, "the hand alone is asked"


def test_a_round_whose_tricks_do_not_add_up_links_to_its_cards(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "red-2", "red-9")
    found = cards.table.post("/preview", cards.table.inputs({"tricks": {"Ann": 2, "Bob": 1}})).text
    link = unescape(found[found.index("/clubs/", found.index("Did somebody renege?")) :].split('"')[0])
    assert "Ann loses 1 point and is out of the hand." in words(cards.table.phone.get(link).text)


def test_a_penalty_is_added_once_and_the_hand_goes_on(club: Club) -> None:
    cards = Cards(club, trump="green")
    cards.play("red-7", "blue-3", "red-2", "red-9")
    page = cards.page()
    form = re.findall(r'<form[^>]*action="[^"]*/referee/put">(.*?)</form>', page, re.DOTALL)[0]
    sent = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    assert "Put −1 for Ann on the sheet" in words(page)
    answer = cards.table.phone.post(f"{cards.table.url}/referee/put", {**sent, "where": "draft"})
    assert answer.headers["Location"] == cards.url
    page = cards.page()
    assert "It is on the sheet for this round." in words(page)
    assert [isinstance(one, NamedInRound) and one.field for one in cards.table.state.pending_findings] == ["reneged"]
    assert "/referee/put" not in page
