"""Recording a ruling: prefilled, or from a verdict of the referee."""

import re
from html import unescape

import pytest
from markupsafe import escape

from companion.games import game_of
from companion.store.database.base import db
from companion.store.plays import play_lists
from companion.web.support.form_base import MOST_OFFERED
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problems
from tests.web.rulings.book import FACTS, MARKUP, RANK, RENEGE, TOLD, TRICKS, WISH, book, recorded, refused

# Recording.


def test_a_ruling_without_a_question_of_the_referee_can_be_recorded(club: Club) -> None:
    one = recorded(club, rule=[RANK, RENEGE], others="Zoe; max,\nAnn", situation="renege", decision="One.\r\nTwo.")
    page = club.viewer.get(one).text
    [ruled] = book(club)
    assert (ruled.question, ruled.decision, ruled.basis) == ("Late?", "One.\nTwo.", "")
    assert (ruled.rules, ruled.agreed_by, ruled.situation) == ((RANK, RENEGE), ("Ann", "Zoe", "max"), "renege")
    assert (ruled.play_key, ruled.fact_texts) == (None, ())
    for told in ("Ruling 1", "Late?", "One.\nTwo.", "Raise the Stakes", "Decided by the table", "Who reneged?"):
        assert told in page, told
    for rule in (RANK, RENEGE):
        assert f'/rules/raise-the-stakes#{rule.split("/")[1]}"' in page
    assert "Ruling 1 is in the book." in club.scorer.get(one).text


def test_the_same_tap_twice_is_one_ruling(club: Club) -> None:
    first = club.scorer.post(f"{club.url}/rulings/new", WISH)
    again = club.scorer.post(f"{club.url}/rulings/new", WISH)
    assert first.headers["Location"] == again.headers["Location"]
    assert len(book(club)) == 1


def test_who_agreed_without_a_seat_at_the_table_stays_ticked_after_those_who_play(club: Club, table: Table) -> None:
    query = {"play": table.key, "agreed": ["Zoe", "Cyd"]}
    page = club.scorer.get(f"{club.url}/rulings/new", query_string=query).text
    assert re.findall(r'name="agreed" type="checkbox" value="(\w+)"', page) == ["Ann", "Bob", "Cyd", "Zoe"]
    assert sent_by(page, "ruling")["agreed"] == ["Cyd", "Zoe"]


def test_parameters_fill_in_the_page(club: Club, table: Table) -> None:
    query = {
        "play": table.key, "game": "rage", "situation": "renege", "decision": "Bob reneged.", "rule": [RENEGE, RANK],
        "basis": "book", "round": "2", "fact": FACTS, "agreed": ["Cyd"],
    }  # fmt: skip
    answer = club.scorer.get(f"{club.url}/rulings/new", query_string=query)
    assert answer.status_code == 200
    form = sent_by(answer.text, "ruling")
    assert form["rule"] == [RENEGE, RANK]
    assert (form["situation"], form["basis"], form["round"], form["play"]) == (["renege"], ["book"], ["2"], [table.key])
    assert form["agreed"] == ["Cyd"]
    assert form["fact"] == FACTS
    for told in ("Who reneged?", "Bob reneged.", "By the book", TRICKS):
        assert told in answer.text, told
    answer = club.scorer.post(f"{club.url}/rulings/new", {**form, "question": "Who?", "decision": "Bob reneged."})
    assert answer.status_code == 303, problems(answer)
    [ruled] = book(club)
    assert (ruled.game, ruled.play_key, ruled.round_number) == ("raise-the-stakes", table.key, 2)
    assert (ruled.basis, ruled.rules, ruled.agreed_by) == ("book", (RENEGE, RANK), ("Cyd",))
    assert ruled.fact_texts == TOLD
    page = club.viewer.get(answer.headers["Location"]).text
    assert TRICKS in page
    assert f'href="{table.url}"' in page
    assert "round 2" in page


def test_the_players_of_the_play_can_be_tapped(club: Club, table: Table) -> None:
    club.start("rage", ["Eve", "Fay"])
    inside = club.scorer.get(f"{club.url}/rulings/new?play={table.key}").text
    outside = club.scorer.get(f"{club.url}/rulings/new").text
    chip = 'name="agreed" type="checkbox" value="{}"'
    assert [chip.format(name) in inside for name in ("Ann", "Bob", "Cyd", "Eve")] == [True, True, True, False]
    assert all(chip.format(name) in outside for name in ("Ann", "Bob", "Cyd", "Eve", "Fay"))


def test_without_a_play_the_latest_players_can_be_tapped_as_many_as_are_offered(club: Club) -> None:
    for table in "ABC":
        club.start("any-other-game", [f"{table}{seat}" for seat in range(10)])
    page = club.scorer.get(f"{club.url}/rulings/new").text
    offered = re.findall(r'name="agreed" type="checkbox" value="(\w+)"', page)
    assert len(offered) == MOST_OFFERED
    with club.app.app_context():
        assert offered == list(play_lists.recent_players(club.id))[:MOST_OFFERED]
        db.session.remove()


def test_choosing_another_paragraph_or_game_keeps_what_was_typed(club: Club) -> None:
    typed = {**WISH, "rule": [RANK], "situation": "renege", "others": "Zoe"}
    more = club.scorer.post(f"{club.url}/rulings/new", {**typed, "more": "rule"})
    assert more.status_code == 200
    assert sent_by(more.text, "ruling")["rule"] == [RANK]
    other = club.scorer.post(f"{club.url}/rulings/new", {**typed, "more": "game", "game": "rage"})
    form = sent_by(other.text, "ruling")
    assert (form["game"], form["others"]) == (["rage"], ["Zoe"])
    assert "rule" not in form, "the paragraphs of the other game are gone"
    assert (more.text.count('aria-label="Paragraph '), other.text.count('aria-label="Paragraph ')) == (2, 1)
    assert "rage/scoring.zero-bid" in other.text
    assert "Late?" in other.text
    assert "Forgotten." in other.text
    assert book(club) == []


def test_a_game_without_a_referee_has_rulings_too(club: Club) -> None:
    without = next(slug for slug in ("any-other-game", "razz", "brag") if not game_of(slug).situations)
    assert club.scorer.get(f"{club.url}/rulings/new?game={without}").status_code == 200
    recorded(club, game=without)
    assert book(club)[0].game == without


def test_typed_values_stay(club: Club, table: Table) -> None:
    sent = {
        "question": MARKUP, "decision": f"\n{MARKUP}\nEnd", "others": MARKUP, "agreed": ["Ann"], "rule": [RANK],
        "situation": "renege", "round": "99x", "play": table.key, "basis": "house",
    }  # fmt: skip
    answer = club.scorer.post(f"{club.url}/rulings/new", sent)
    assert answer.status_code == 422
    form = sent_by(answer.text, "ruling")
    for name in ("others", "round", "play", "basis", "situation"):
        assert form[name] == [sent[name]], name
    assert (form["agreed"], form["rule"]) == (["Ann"], [RANK])
    assert answer.text.count(str(escape(MARKUP))) >= 3
    assert "<script>alert" not in answer.text


def test_markup_is_displayed_as_text_and_long_words_whole(club: Club, table: Table) -> None:
    one = recorded(club, question=MARKUP, decision="x" * 1000, others="<b>Zoe</b>", play=table.key)
    assert club.scorer.post(f"{one}/withdraw", {"reason": MARKUP}).status_code == 303
    for address in (one, f"{club.url}/rulings?withdrawn=1"):
        page = club.viewer.get(address).text
        assert str(escape(MARKUP)) in page
        assert "<script>alert" not in page
        assert "<b>Zoe" not in page
        assert "x" * 1000 in page


def test_without_a_game_a_ruling_has_no_round(club: Club) -> None:
    recorded(club, round="x")
    assert (book(club)[0].play_key, book(club)[0].round_number) == (None, None)


def test_a_ruling_of_a_play_is_about_its_game_whatever_else_was_chosen(club: Club, table: Table) -> None:
    for game in ("", "rage"):
        recorded(club, play=table.key, game=game)
    assert [ruled.game for ruled in book(club)] == ["raise-the-stakes"] * 2


def test_all_that_is_wrong_with_a_ruling_is_said_at_once(club: Club, table: Table) -> None:
    told = refused(club, play=table.key, round="x", question="")
    assert "Give the round as a number, or leave it out." in told
    assert "The question is empty." in told


# From a verdict of the referee.


@pytest.mark.parametrize(
    ("basis", "sentence"),
    [
        ("", "Decided by the table."),
        ("book", "By the book."),
        ("house", "By your house rule."),
        ("open", "The book leaves this open; this is our answer."),
    ],
)
def test_a_ruling_says_what_it_rests_on(club: Club, basis: str, sentence: str) -> None:
    page = club.viewer.get(recorded(club, basis=basis)).text
    assert re.findall(r'class="decision".*?class="beside">(.*?)</p>', page, re.DOTALL) == [sentence]


@pytest.mark.parametrize(
    ("decision", "verdict", "basis"),
    [("One.\r\nTwo.", "One. Two.", "book"), ("One.", "One. Two.", ""), ("One.", "", "")],
    ids=["only the lines are different", "shortened", "without a verdict"],
)
def test_a_decision_rests_on_the_verdict_only_if_it_has_the_same_words(
    club: Club, decision: str, verdict: str, basis: str
) -> None:
    recorded(club, decision=decision, verdict=verdict, basis="book")
    assert book(club)[0].basis == basis


def test_a_page_filled_in_without_a_valid_basis_has_no_verdict(club: Club) -> None:
    for query in ({"decision": "Bob reneged."}, {"decision": "Bob reneged.", "basis": "luck"}):
        page = club.scorer.get(f"{club.url}/rulings/new", query_string=query).text
        form = sent_by(page, "ruling")
        assert (form["basis"], "verdict" in form, "The referee:" in page) == ([""], False, False)


def test_a_verdict_is_recorded_and_comes_first_the_next_time(club: Club, table: Table) -> None:
    asked = f"{table.url}/referee/renege"
    facts = {"tricks": "Ann red-7, Bob blue-3\nAnn blue-7, Bob red-3", "trump": "green", "ask": "1"}
    verdict = club.scorer.get(asked, query_string=facts)
    assert verdict.status_code == 200, problems(verdict)
    assert "Ruled here before" not in verdict.text
    [link] = set(re.findall(r'href="([^"]*/rulings/new\?[^"]*)"', verdict.text))
    page = club.scorer.get(unescape(link))
    assert page.status_code == 200
    form = sent_by(page.text, "ruling")
    typed = {"question": "Who reneged?", "decision": "Bob did, and pays.", "agreed": ["Ann", "Bob"]}
    answer = club.scorer.post(f"{club.url}/rulings/new", {**form, **typed})
    assert answer.status_code == 303, problems(answer)
    [ruled] = book(club)
    assert (ruled.situation, ruled.play_key, ruled.round_number) == ("renege", table.key, 2)
    assert ruled.rules
    assert ruled.basis == "", "the table decided otherwise"
    page = club.viewer.get(answer.headers["Location"]).text
    assert "Decided by the table." in page
    assert "By the book" not in page
    kept = {**form, **typed, "decision": form["verdict"], "client_id": "as it is"}
    assert club.scorer.post(f"{club.url}/rulings/new", kept).status_code == 303
    assert book(club)[0].basis == "book"
    assert ruled.fact_texts == TOLD
    again = club.viewer.get(asked).text
    assert again.index("Ruled here before") < again.index("Bob did, and pays.") < again.index('id="entry"')
