"""The search box over questions, rules and texts of the club."""

import re
from html import unescape

from companion.games import game_of
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Table


def titles(page: str) -> list[str]:
    """Return the bold lines of a page: questions, or the sentence that nothing was found."""
    return re.findall(r"<strong>(.*?)</strong>", unescape(page))


def test_the_box_finds_the_question_and_fills_in_what_the_play_knows(table: Table) -> None:
    for phone in (table.phone, table.club.viewer):
        page = phone.get(f"{table.url}/referee", query_string={"q": "he did not follow suit"}).text
        assert titles(page)[0] == "Who reneged?"
        assert f'href="{table.url}/referee/renege"' in page
        assert page.index("Who reneged?") < page.index("In Raise the Stakes")
    assert "None of these: write a ruling" not in page


def test_without_words_all_questions_are_listed(table: Table) -> None:
    page = table.phone.get(f"{table.url}/referee").text
    questions, _, links = page.partition("None of these")
    assert titles(questions) == [one.title for one in game_of("raise-the-stakes").situations]
    assert titles(links) == ["Trick by trick", "What do we play?", "Rulings"]
    assert "None of these: write a ruling" in page


def test_no_result_is_reported_in_the_play_in_the_club_and_outside(table: Table) -> None:
    asked = {"q": "may the cat walk over the table"}
    sentence = "The rules of Raise the Stakes say nothing on “may the cat walk over the table”."
    for phone, path in (
        (table.phone, f"{table.url}/referee"),
        (table.phone, f"{table.club.url}/search?play={table.url.rsplit('/', 1)[1]}"),
        (table.club.stranger, "/rules/raise-the-stakes/referee"),
        (table.club.stranger, "/rules/search?first=raise-the-stakes"),
    ):
        path, _, more = path.partition("?")
        query = asked | ({more.split("=")[0]: more.split("=")[1]} if more else {})
        page = unescape(phone.get(path, query_string=query).text)
        assert sentence in page, path
    link = f"{table.url}/decide?question=may+the+cat+walk+over+the+table"
    assert link in unescape(table.phone.get(f"{table.url}/referee", query_string=asked).text)
    assert "may the cat walk over the table" in table.phone.get(link).text


def test_a_custom_answers_if_the_rules_are_silent(table: Table) -> None:
    page = unescape(table.phone.get(f"{table.url}/referee", query_string={"q": "a card fell on the floor"}).text)
    assert page.index("say nothing on") < page.index("If nothing else is said")
    assert "our own answer" in page


def test_a_ruling_is_found_in_the_box(table: Table) -> None:
    sent = sent_by(table.phone.get(f"{table.url}/decide?question=May+the+cat+walk+over+the+table%3F").text, "decide")
    table.phone.post(f"{table.url}/decide", sent | {"words": ["No."]})
    page = unescape(table.phone.get(f"{table.url}/referee", query_string={"q": "the cat on the table"}).text)
    assert "Ruling 1" in page
    assert "say nothing" not in page


def test_a_question_that_is_too_long_is_an_error_beside_the_box(table: Table) -> None:
    for phone, path in ((table.phone, f"{table.url}/referee"), (table.club.stranger, "/rules/rage/referee")):
        answer = phone.get(path, query_string={"q": "x" * 200})
        assert answer.status_code == 422
        assert "at most 120 letters" in answer.text
