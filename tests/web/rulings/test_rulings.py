"""The book of rulings on its pages: permissions, prefilled forms, invalid input, facts in words."""

import re
from html import unescape
from typing import Any

import pytest
from markupsafe import escape

from companion.games import game_of
from companion.store.access import members
from companion.store.database.base import db
from companion.store.rulings import read_rulings
from companion.store.rulings.read_rulings import PAGE, RulingState
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problems

ROLES = ("stranger", "viewer", "scorer", "organiser")
MARKUP = '"><script>alert(1)</script>'
RENEGE = "raise-the-stakes/penalties.renege"
RANK = "raise-the-stakes/play.rank"
WISH = {"game": "raise-the-stakes", "question": "Late?", "decision": "Forgotten.", "agreed": "Ann", "client_id": "tap"}
TRICKS = "Trick 1: Ann red 7, Bob blue 3; Trick 2: Ann blue 7, Bob red 3"
FACTS = [f"Tricks: {TRICKS}", "Trump: green"]
TOLD = (("Tricks", TRICKS), ("Trump", "green"))


def book(club: Club) -> list[RulingState]:
    """Return all rulings of the club, the newest first."""
    with club.app.app_context():
        found = read_rulings.find_rulings(club.id, limit=999)
        db.session.remove()
    return found


def recorded(club: Club, **more: Any) -> str:
    """Return the URL of a ruling that must be accepted."""
    form = {**WISH, "client_id": f"tap {len(book(club))}", **more}
    answer = club.scorer.post(f"{club.url}/rulings/new", form)
    assert answer.status_code == 303, problems(answer)
    return answer.headers["Location"]


def refused(club: Club, **more: Any) -> str:
    """Send a ruling that must be refused; return the page."""
    answer = club.scorer.post(f"{club.url}/rulings/new", {**WISH, **more})
    assert answer.status_code == 422
    assert book(club) == []
    return problems(answer)


# Permissions.


@pytest.mark.parametrize(
    ("path", "statuses"),
    [("", (404, 200, 200, 200)), ("/new", (404, 403, 200, 200)), ("{one}", (404, 200, 200, 200)),
     ("/nothing", (404, 404, 404, 404))],
)  # fmt: skip
def test_each_role_can_read(club: Club, path: str, statuses: tuple[int, ...]) -> None:
    one = recorded(club)
    address = one if path == "{one}" else f"{club.url}/rulings{path}"
    assert tuple(club.phone(role).get(address).status_code for role in ROLES) == statuses


@pytest.mark.parametrize(("role", "status"), list(zip(ROLES, (404, 403, 303, 303), strict=True)))
def test_only_scorers_and_organisers_record_and_withdraw(club: Club, role: str, status: int) -> None:
    phone = club.phone(role)
    assert phone.post(f"{club.url}/rulings/new", WISH).status_code == status
    assert len(book(club)) == (status == 303)
    one = recorded(club)
    assert phone.post(f"{one}/withdraw", {"reason": "No."}).status_code == status
    assert book(club)[0].state == ("withdrawn" if status == 303 else "stands")


def test_a_viewer_is_offered_no_changes(club: Club) -> None:
    one = recorded(club)
    for address in (club.url, f"{club.url}/rulings", one):
        page = club.viewer.get(address).text
        assert "/rulings/new" not in page
        assert "/withdraw" not in page
        assert "/house/" not in page


def test_rulings_of_another_club_are_404(club: Club) -> None:
    other = Club(club.app)
    key = recorded(other).rsplit("/", 1)[1]
    assert club.organiser.get(f"{club.url}/rulings/{key}").status_code == 404
    assert club.organiser.post(f"{club.url}/rulings/{key}/withdraw", {"reason": "No."}).status_code == 404
    assert "Late?" not in club.organiser.get(f"{club.url}/rulings").text
    assert book(other)[0].state == "stands"


# Links.


def test_more_links_to_the_book_where_the_first_ruling_is_written(club: Club) -> None:
    assert f'href="{club.url}/rulings"' in club.viewer.get(f"{club.url}/more").text
    assert f'href="{club.url}/rulings/new"' in club.scorer.get(f"{club.url}/rulings").text


def test_a_play_links_to_the_rulings_of_its_game_and_back(club: Club, table: Table) -> None:
    recorded(club)
    recorded(club, game="rage", question="Who takes?")
    link = f"{club.url}/rulings?game=raise-the-stakes&play={table.key}"
    assert str(escape(link)) in table.phone.get(f"{table.url}/more").text
    page = club.scorer.get(link).text
    assert "Late?" in page
    assert "Who takes?" not in page
    assert f'href="{table.url}"' in page
    assert str(escape(f"/rulings/new?game=raise-the-stakes&play={table.key}")) in page


# Recording.


def test_a_ruling_without_a_question_of_the_referee_can_be_recorded(club: Club) -> None:
    one = recorded(club, rule=[RANK, RENEGE], others="Zoe; max,\nAnn", situation="renege", decision="One.\r\nTwo.")
    page = club.viewer.get(one).text
    [ruled] = book(club)
    assert (ruled.question, ruled.decision, ruled.basis) == ("Late?", "One.\nTwo.", "")
    assert (ruled.rules, ruled.agreed_by, ruled.situation) == ((RANK, RENEGE), ("Ann", "Zoe", "max"), "renege")
    assert (ruled.play_key, ruled.told) == (None, ())
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
    assert ruled.told == TOLD
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


def test_choosing_another_paragraph_or_game_keeps_what_was_typed(club: Club) -> None:
    typed = {**WISH, "rule": [RANK], "situation": "renege", "others": "Zoe"}
    more = club.scorer.post(f"{club.url}/rulings/new", {**typed, "more": "rule"})
    assert more.status_code == 200
    assert sent_by(more.text, "ruling")["rule"] == [RANK]
    other = club.scorer.post(f"{club.url}/rulings/new", {**typed, "more": "game", "game": "rage"})
    form = sent_by(other.text, "ruling")
    assert (form["game"], form["others"]) == (["rage"], ["Zoe"])
    assert "rule" not in form, "the paragraphs of the other game are gone"
    assert "rage/scoring.zero-bid" in other.text
    assert "Late?" in other.text
    assert "Forgotten." in other.text
    assert book(club) == []


def test_a_game_without_a_referee_has_rulings_too(club: Club) -> None:
    without = next(slug for slug in ("any-other-game", "razz", "brag") if not game_of(slug).situations)
    assert club.scorer.get(f"{club.url}/rulings/new?game={without}").status_code == 200
    recorded(club, game=without)
    assert book(club)[0].game == without


# Invalid input.


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"question": ""}, "question is empty"), ({"question": "x" * 10_000}, "longer than 300"),
        ({"question": "a\0b"}, "cannot be shown"),
        ({"decision": " \n "}, "decision is empty"), ({"decision": "x" * 10_000}, "longer than 1000"),
        ({"decision": "a\0b"}, "cannot be shown"), ({"agreed": "", "others": " , ;"}, "at least one name"),
        ({"agreed": [f"N{number}" for number in range(13)]}, "At most 12"), ({"others": "x" * 41}, "longer than 40"),
        ({"others": "x," * 5000 + "".join(f"{n}," for n in range(99))}, "At most 12"),
        ({"others": "a\0b"}, "cannot be shown"), ({"game": "chess"}, "from the list"), ({"game": ""}, "from the list"),
        ({"game": "\0"}, "from the list"), ({"rule": "rage/scoring.zero-bid"}, "not a paragraph of Raise the Stakes"),
        ({"rule": MARKUP}, "not a paragraph"), ({"rule": "\0"}, "not a paragraph"),
        ({"rule": "x" * 10_000}, "not a paragraph"),
        ({"rule": [str(number) for number in range(500)]}, "at most 6"), ({"situation": "murder"}, "no question"),
        ({"situation": "\0"}, "no question"), ({"basis": "luck"}, "rests on"), ({"fact": "a: \0"}, "cannot be shown"),
        ({"fact": ["x" * 9000] * 2}, "far more"),
    ],
)  # fmt: skip
def test_an_invalid_ruling_is_refused_with_its_problems(club: Club, wrong: dict[str, Any], told: str) -> None:
    assert told in refused(club, **wrong)


def test_facts_stay_with_another_question_or_none(club: Club) -> None:
    typed = {**WISH, "fact": FACTS, "situation": "", "question": ""}
    again = club.scorer.post(f"{club.url}/rulings/new", typed)
    assert again.status_code == 422
    assert TRICKS in again.text
    form = sent_by(again.text, "ruling")
    answer = club.scorer.post(f"{club.url}/rulings/new", {**form, "question": "Who?", "others": "Ann"})
    assert answer.status_code == 303, problems(answer)
    [ruled] = book(club)
    assert (ruled.situation, ruled.told) == ("", TOLD)


@pytest.mark.parametrize("number", ["0", "-1", "99", "two", "1.5", "9" * 5000, "٣", MARKUP])
def test_a_missing_round_is_refused(club: Club, table: Table, number: str) -> None:
    assert "round" in refused(club, play=table.key, round=number).lower()


@pytest.mark.parametrize("key", ["nothing", "x" * 9999, "a\0", MARKUP, "{other}"])
def test_a_play_of_another_club_is_refused(club: Club, key: str) -> None:
    if key == "{other}":
        key = Club(club.app).start("rage", ["Ann", "Bob"]).key
    assert club.scorer.get(f"{club.url}/rulings/new", query_string={"play": key}).status_code == 404
    assert club.scorer.post(f"{club.url}/rulings/new", {**WISH, "play": key}).status_code == 404
    assert club.scorer.get(f"{club.url}/rulings", query_string={"play": key}).status_code == 200
    assert book(club) == []


@pytest.mark.parametrize(
    "key", ["game", "situation", "question", "decision", "rule", "basis", "round", "agreed", "fact"]
)
@pytest.mark.parametrize("text", ["\0", "x" * 9999, MARKUP, "🂡‮", "-1", "%ED%A0%80"])
def test_any_parameters_give_a_page(club: Club, key: str, text: str) -> None:
    answer = club.scorer.get(f"{club.url}/rulings/new", query_string={key: text})
    assert answer.status_code == 200
    assert MARKUP not in answer.text
    assert club.scorer.get(f"{club.url}/rulings", query_string={"game": text, "page": text}).status_code == 200


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


# The list.


def test_a_page_lists_fifty_with_the_newest_first(club: Club) -> None:
    for number in range(PAGE + 1):
        recorded(club, question=f"Question {number}?")
    first, second, third = (club.viewer.get(f"{club.url}/rulings?page={page}").text for page in (1, 2, 3))
    assert first.index("Question 50?") < first.index("Question 49?") < first.index("Question 1?")
    assert "Question 0?" not in first
    assert "Question 0?" in second
    assert "Question 1?" not in second
    assert "There are no more." in third
    assert ("Older" in first, "Newer" in first, "Older" in second, "Newer" in second) == (True, False, False, True)


def test_the_list_can_be_filtered_by_game_and_include_withdrawn_rulings(club: Club) -> None:
    gone = recorded(club, question="Gone?")
    recorded(club)
    recorded(club, game="rage", question="Who takes?")
    club.scorer.post(f"{gone}/withdraw", {"reason": "Read again."})
    shown = {
        query: [told in club.viewer.get(f"{club.url}/rulings{query}").text for told in ("Gone?", "Late?", "Who takes?")]
        for query in ("", "?game=rage", "?withdrawn=1", "?withdrawn=1&game=raise-the-stakes", "?game=chess")
    }
    assert shown == {
        "": [False, True, True],
        "?game=rage": [False, False, True],
        "?withdrawn=1": [True, True, True],
        "?withdrawn=1&game=raise-the-stakes": [True, True, False],
        "?game=chess": [False, True, True],
    }
    page = club.viewer.get(f"{club.url}/rulings").text
    assert "1 withdrawn ruling is not shown." in page
    assert "Read again." in club.viewer.get(f"{club.url}/rulings?withdrawn=1").text


def test_an_empty_book_says_what_it_is_for(club: Club) -> None:
    assert "No ruling yet" in club.viewer.get(f"{club.url}/rulings").text
    only = recorded(club)
    club.scorer.post(f"{only}/withdraw", {"reason": "No."})
    assert "No ruling in force." in club.viewer.get(f"{club.url}/rulings").text


# Withdrawal and promotion.


def test_a_withdrawn_ruling_gives_its_reason_and_offers_no_changes(club: Club) -> None:
    one = recorded(club)
    answer = club.organiser.post(f"{one}/withdraw", {"reason": " The book says otherwise. "})
    assert answer.headers["Location"] == one
    page = club.organiser.get(one).text
    assert page.count("The book says otherwise.") == 2, "on top, and in what became of it"
    assert "/withdraw" not in page
    assert "Make it a house rule" not in page


@pytest.mark.parametrize(
    ("reason", "told"),
    [("", "reason is empty"), (" ", "empty"), ("x" * 10_000, "longer than 200"), ("\0", "cannot be shown"),
     (f"{MARKUP}{'x' * 200}", "longer")],
)  # fmt: skip
def test_a_withdrawal_needs_a_reason(club: Club, reason: str, told: str) -> None:
    one = recorded(club)
    answer = club.scorer.post(f"{one}/withdraw", {"reason": reason})
    assert answer.status_code == 422
    assert told in problems(answer)
    assert 'aria-describedby="reason-problem" aria-invalid="true"' in answer.text
    assert sent_by(answer.text, "withdraw")["reason"] == [reason.strip()]
    assert MARKUP not in answer.text
    assert book(club)[0].state == "stands"


def test_the_second_withdrawal_says_who_was_first(club: Club) -> None:
    one = recorded(club)
    assert club.scorer.post(f"{one}/withdraw", {"reason": "First."}).status_code == 303
    assert club.scorer.post(f"{one}/withdraw", {"reason": "First."}).status_code == 303
    late = club.organiser.post(f"{one}/withdraw", {"reason": "Second."})
    assert late.status_code == 422
    assert "Ruling 1 has already been withdrawn: First." in problems(late)
    assert "Your reason is not in the book: Second." in re.sub(r"<[^>]+>", "", late.text)
    assert book(club)[0].reason == "First."


def promoting(page: str) -> str:
    """Return the URL where a ruling is made a house rule."""
    return unescape(page.split(">Make it a house rule")[0].rsplit('href="', 1)[1].split('"')[0])


@pytest.mark.parametrize("decision", ["word " * 150, "y" * 700, "word\n" * 100 + "the end of it"])
def test_a_decision_too_long_for_a_house_rule_is_cut_with_a_warning(club: Club, decision: str) -> None:
    page = club.scorer.get(recorded(club, decision=decision)).text
    assert "A house rule has at most 500 letters" in page
    proposing = club.scorer.get(promoting(page)).text
    [text] = [found for found in re.findall(r"<textarea[^>]*amendment[^>]*>([^<]*)<", proposing) if found.strip()]
    assert 400 < len(text.strip()) <= 500
    assert text.endswith(("word…", "y…"))
    assert "at most 500 letters" not in club.scorer.get(recorded(club, decision="x" * 500)).text


def test_a_ruling_becomes_a_house_rule(club: Club) -> None:
    one = recorded(club, decision="A late renege is forgotten.", rule=RENEGE)
    page = club.scorer.get(one).text
    proposing = club.scorer.get(promoting(page))
    assert proposing.status_code == 200
    form = sent_by(proposing.text, "proposal")
    form["amendment.0.text"] = ["A late renege is forgotten."]
    assert form["amendment.0.rule"] == [game_of("raise-the-stakes").rules.by_id[RENEGE].number]
    answer = club.scorer.post(f"{club.url}/house/raise-the-stakes/new", form)
    assert answer.status_code == 303, problems(answer)
    for address in (one, f"{club.url}/rulings"):
        page = club.viewer.get(address).text
        assert "proposed as a house rule" in page
        assert "version 1</a>" in page
    assert "Make it a house rule" not in club.scorer.get(one).text
    [proposed] = book(club)
    assert proposed.promotion is not None
    version = proposed.promotion.house
    agreed = club.organiser.post(f"{club.url}/house/raise-the-stakes/{version}/agree", {"agreed": ["Ann"]})
    assert agreed.status_code == 303, problems(agreed)
    page = club.viewer.get(one).text
    assert "made a house rule" in page
    assert "in force." in club.scorer.get(one).text, "said before it is withdrawn"
    assert club.scorer.post(f"{one}/withdraw", {"reason": "No."}).status_code == 303
    gone = club.scorer.get(one).text
    assert f'/house/raise-the-stakes/{version}">Version 1 of the house rules</a> stays in force.' in gone
    assert f'href="{club.url}/house/raise-the-stakes/new">Propose a change</a>' in gone
    assert "Propose a change" not in club.viewer.get(one).text


# Other pages.


def pieces(club: Club) -> str:
    """Return what a verdict shows of the club's valid rulings."""
    with club.app.test_request_context(club.url):
        member = members.member(club.viewer.token, club.key)
        assert member is not None
        module = club.app.jinja_env.get_template("rulings/_rulings.html").module
        shown = str(module.precedents(member, read_rulings.find_rulings(club.id, standing=True)))
        db.session.remove()
    return shown


def test_pages_about_the_same_paragraph_show_the_ruling(club: Club, table: Table) -> None:
    assert pieces(club).strip() == ""
    one = recorded(club, play=table.key, decision=f"Forgotten. {MARKUP}", others=MARKUP)
    gone = recorded(club, decision="Punished.")
    club.scorer.post(f"{gone}/withdraw", {"reason": "No."})
    shown = pieces(club)
    assert f'href="{one}">Ruling 1</a>' in shown
    assert str(escape(f"Forgotten. {MARKUP}")) in shown
    assert "<script" not in shown
    assert "Ruling 2" not in shown
    assert "Ruled here before" in shown
    assert "<bdi>Ann</bdi>" in shown
    assert f'datetime="{table.state.started_at.isoformat(timespec="seconds")}"' in shown


# From a verdict of the referee.


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
    assert ruled.told == TOLD
    again = club.viewer.get(asked).text
    assert again.index("Ruled here before") < again.index("Bob did, and pays.") < again.index('id="entry"')
