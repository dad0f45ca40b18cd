"""The pages with the rules of a play."""

import re
from html import unescape

from tests.web.house.versions import DRINKS, FOLD, NEW, SLUG, agreed
from tests.web.pages import words
from tests.web.phones import Club


def test_the_rules_of_a_play_mark_what_differs(club: Club) -> None:
    agreed(club, {**NEW, "amendment.1.text": "Folded cards stay face down.", "amendment.1.rule": FOLD})
    table = club.start(SLUG, ["Ann", "Bob"], {"target": "50", "hand_size": "7"})
    page = club.viewer.get(table.url + "/rules").text
    marks = {
        anchor: unescape(re.sub(r"<[^>]+>|\s+", " ", body)).split()
        for anchor, body in re.findall(r'<div class="paragraph" id="([^"]+)">(.*?)</div>\s*</div>', page, re.DOTALL)
        if "differs-here" in body
    }
    assert set(marks) == {"play.fold", "ending.target", "deal.cards", "variations.hand"}
    assert "Tonight: Target: 50 (house rule: 30; the book: 20)" in " ".join(marks["ending.target"])
    assert "House rule: Folded cards stay face down." in " ".join(marks["play.fold"])
    summary = page.partition('id="ours"')[2].partition("</section>")[0]
    assert DRINKS in summary
    for anchor in marks:
        assert f'href="#{anchor}"' in summary


def test_a_play_by_the_book_has_the_common_page_of_rules(club: Club) -> None:
    table = club.start(SLUG, ["Ann", "Bob"])
    page = club.viewer.get(table.url + "/rules").text
    assert "By the book" in page
    chapters = re.compile(r'<details class="chapter" id="part-.*</details>', re.DOTALL)
    ours, everybodys = (chapters.search(text) for text in (page, club.viewer.get(f"/rules/{SLUG}").text))
    assert ours is not None
    assert everybodys is not None
    assert ours[0] == everybodys[0]


def test_the_rulings_in_force_for_a_game_are_marked_in_its_rules(club: Club) -> None:
    def ruled(game: str, decision: str, **more: str) -> str:
        form = {"game": game, "question": "May Bob?", "decision": decision, "agreed": "Ann", **more}
        return club.scorer.post(f"{club.url}/rulings/new", form).headers["Location"]

    table = club.start(SLUG, ["Ann", "Bob"])
    folding = ruled(SLUG, f"Line one.\nLine two. {'Word ' * 60}", rule=FOLD)
    withdrawn, elsewhere = ruled(SLUG, "Gone."), ruled("rage", "Not here.")
    general = ruled(SLUG, "Always so.")
    assert club.scorer.post(f"{withdrawn}/withdraw", {"reason": "No."}).status_code == 303
    page = club.viewer.get(table.url + "/rules").text
    [marked] = re.findall(r'<div class="paragraph" id="play.fold">(.*?)</div>\s*</div>', page, re.DOTALL)
    assert re.search(r"Ruling 1\W+Line one\. Line two\.( Word){28}…", words(marked))
    assert f'href="{folding}"' in marked
    summary = page.partition('id="ours"')[2].partition("</section>")[0]
    assert "Ruling 4: Always so." in words(summary)
    assert [url in page for url in (general, withdrawn, elsewhere)] == [True, False, False]
