"""The search inside a club: over the rules, the house rules and the rulings, for its members."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from itertools import count
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.core.house.house_rules import Amendment, HouseRules
from companion.search.rules_search import RulesSearch
from companion.store.access import members
from companion.store.access.roles import Member
from companion.store.database.base import clock_at, db, now
from companion.store.house import house_rules
from companion.store.rulings import write_rulings
from companion.store.rulings.read_rulings import RulingState
from companion.web.house.pages import play_card
from companion.web.rules import club_search
from tests.web.forms.odd_questions import ODD_QUESTIONS
from tests.web.phones import Club, Phone, Table

_ids = count(1)


class Book:
    """What a club adds to the rules."""

    def __init__(self, club: Club) -> None:
        self.club = club

    def _done(self, act: Callable[[Member], Any]) -> Any:
        with self.club.app.app_context():
            member = members.member(self.club.organiser.token, self.club.key)
            assert member is not None
            found = act(member)
            db.session.remove()
        return found

    def agree(self, game: str, options: dict[str, Any], *texts: tuple[str, str], days: int = 0) -> HouseRules:
        """Agree on house rules, today or for a later day: options, and rules in words with their paragraphs."""

        def act(member: Member) -> HouseRules:
            proposed = house_rules.propose(
                member, game=game, options=options, amendments=[Amendment(rule, text) for rule, text in texts], note="",
                holds_from=house_rules.today() + timedelta(days), client_id=f"house-{next(_ids)}",
            )  # fmt: skip
            assert isinstance(proposed, HouseRules), proposed
            agreed = house_rules.agree(member, proposed.key, ["Ann"])
            assert isinstance(agreed, HouseRules), agreed
            return agreed

        found: HouseRules = self._done(act)
        return found

    def rule(self, question: str, decision: str = "He loses five.", game: str = "rage", **more: Any) -> RulingState:
        """Record a ruling."""
        given = {"situation": "", "told": (), "rules": (), "basis": "", "agreed_by": ["Ann"],
                 "play_key": None, "round_number": None, "client_id": f"ruling-{next(_ids)}", **more}  # fmt: skip

        def act(member: Member) -> RulingState:
            recorded = write_rulings.record(member, game=game, question=question, decision=decision, **given)
            assert isinstance(recorded, RulingState), recorded
            return recorded

        found: RulingState = self._done(act)
        return found

    def withdraw(self, ruled: RulingState, reason: str) -> None:
        """Withdraw a ruling."""
        assert isinstance(self._done(lambda member: write_rulings.withdraw(member, ruled.key, reason)), RulingState)


@pytest.fixture
def book(club: Club) -> Book:
    """Return the club's house rules and rulings, none yet."""
    return Book(club)


def ask(phone: Phone, url: str, question: str, **more: str) -> TestResponse:
    """Search in a club."""
    return phone.get(f"{url}/search", query_string={"q": question, **more})


def found_by(answer: TestResponse) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the headings of results, and for each result its link and text."""
    assert answer.status_code == 200
    parts = re.split(r"<h2[^>]*>(.*?)</h2>", answer.text)[1:]
    return [
        (heading, [
            (address, " ".join(unescape(re.sub(r"<[^>]+>", "", text.replace("<p ", " <p "))).split()))
            for address, text in re.findall(r'<a class="hit" href="([^"]+)">(.*?)</li>', part, re.DOTALL)
        ])
        for heading, part in zip(parts[::2], parts[1::2], strict=True)
        if heading != "Ask the referee"
    ]  # fmt: skip


def test_a_ruling_is_listed_before_the_rules_and_links_to_its_page(club: Club, book: Book) -> None:
    ruled = book.rule("Bob did not follow suit", "He loses\nfive.", rules=["rage/penalties.renege"])
    for phone in (club.organiser, club.scorer, club.viewer):
        [(heading, [(address, text)]), *rest] = found_by(ask(phone, club.url, "revoke", first="rage"))
        assert heading == "Our house rules and rulings"
        assert address == f"{club.url}/rulings/{ruled.key}"
        assert text == "Ruling 1 Rage Bob did not follow suit He loses five."
        assert [title for title, _ in rest] == ["In Rage", "In other games"]
        assert rest[0][1][0][0] == f"{club.url}/rules/rage#penalties.renege"


def test_house_rules_in_force_are_found_and_link_to_their_card(club: Club, book: Book) -> None:
    book.agree("rage", {"zero_bonus": 7}, ("rage/deal.trump-pile", "Grandma looks at the top card."))
    [(_, [(address, text)])] = found_by(ask(club.viewer, club.url, "grandma"))
    assert address == f"{club.url}/house/rage"
    assert text == "House rule Rage Grandma looks at the top card."
    [(_, [(_, text)]), *_] = found_by(ask(club.viewer, club.url, "points for a bid of zero", first="rage"))
    assert "7" in text
    assert text.endswith("By the book: 5.")


def test_a_new_rule_is_found_at_once(club: Club, book: Book) -> None:
    assert "Nothing was found." in ask(club.viewer, club.url, "grandma").text
    book.agree("rage", {}, ("", "Grandma deals first."))
    assert "Grandma</mark> deals first" in ask(club.viewer, club.url, "grandma").text
    ruled = book.rule("Grandma dealt last")
    assert "Ruling 1" in ask(club.viewer, club.url, "grandma").text
    book.withdraw(ruled, "She did not")
    assert "withdrawn: She did not" in ask(club.viewer, club.url, "grandma").text
    book.agree("rage", {}, ("", "Whoever is youngest deals first."))
    assert "Grandma</mark> deals first" not in ask(club.viewer, club.url, "grandma").text


def test_a_rule_in_force_from_tomorrow_is_found_tomorrow(club: Club, book: Book) -> None:
    book.agree("rage", {}, ("", "Grandma deals first."), days=1)
    assert "Nothing was found." in ask(club.viewer, club.url, "grandma").text
    with clock_at(now() + timedelta(days=1)):
        assert "Grandma</mark> deals first" in ask(club.viewer, club.url, "grandma").text


def test_a_withdrawn_ruling_is_marked_and_last(club: Club, book: Book) -> None:
    first = book.rule("Bob reneged", rules=["rage/penalties.renege"])
    book.withdraw(first, "<b>wrong</b> book")
    [(heading, hits)] = found_by(ask(club.viewer, club.url, "renege", first="rage"))[-1:]
    assert heading == "Our house rules and rulings"
    assert hits[0][1].endswith("withdrawn: <b>wrong</b> book")
    book.rule("Cyd reneged", rules=["rage/penalties.renege"])
    headings = [heading for heading, _ in found_by(ask(club.viewer, club.url, "renege", first="rage"))]
    assert headings[0] == "Our house rules and rulings"
    assert headings[-1] == "Our other house rules and rulings"


def test_another_club_does_not_find_it(app: Flask, club: Club, book: Book) -> None:
    book.rule("Grandma dealt twice")
    assert "Grandma" in ask(club.viewer, club.url, "dealt twice").text
    other = Club(app)
    assert "No rule mentions “grandma”. Nothing was found." in ask(other.organiser, other.url, "grandma").text
    assert ask(club.stranger, club.url, "grandma").status_code == 404
    assert ask(Phone(app), club.url, "grandma").status_code == 404
    assert "Grandma" not in club.viewer.get("/rules/search?q=grandma").text


def test_from_a_play_its_game_comes_first_by_the_rules_of_the_play(table: Table) -> None:
    club = table.club
    answer = ask(club.viewer, club.url, "did not follow suit", play=table.key)
    assert f'<a class="brand" href="{table.url}">' in answer.text
    assert f'<input type="hidden" name="play" value="{table.key}">' in answer.text
    [(heading, [(address, _), *_]), *_] = found_by(answer)
    assert heading == "In Raise the Stakes"
    assert address.startswith(f"{table.url}/rules#")


def test_in_a_play_the_house_rules_are_those_that_it_began_under(club: Club, book: Book) -> None:
    book.agree("rage", {"zero_bonus": 7}, ("rage/deal.trump-pile", "Grandma looks."), ("", "Grandma deals first."))
    book.agree("toepen", {}, ("", "Grandma knocks."))
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    book.agree("rage", {"zero_bonus": 9}, ("", "Grandma sits out."))

    def told(**more: str) -> set[tuple[str, str]]:
        found = found_by(ask(club.viewer, club.url, "grandma", **more))
        return {(address.removeprefix(club.url), text) for _, hits in found for address, text in hits}

    elsewhere = ("/house/toepen", "House rule Toepen Grandma knocks.")
    inside = table.url.removeprefix(club.url)
    for _ in range(2):
        assert told(play=table.key) == {
            (f"{inside}/rules#deal.trump-pile", "House rule Rage Grandma looks."),
            (f"{inside}/house", "House rule Rage Grandma deals first."),
            elsewhere,
        }
        assert told() == {("/house/rage", "House rule Rage Grandma sits out."), elsewhere}
        book.rule("Who is late?")


def test_changes_for_one_evening_are_found_in_their_play_only(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"], {"zero_bonus": "8"})
    inside = str(found_by(ask(club.viewer, club.url, "points for a bid of zero", play=table.key)))
    assert "Tonight Rage" in inside
    assert f"{table.url}/rules#scoring.zero-bid" in inside
    assert "Tonight" not in str(found_by(ask(club.viewer, club.url, "points for a bid of zero", first="rage")))


def test_a_new_ruling_is_found_at_once_and_so_is_its_withdrawal(club: Club, book: Book) -> None:
    for number in range(3):
        book.rule(f"Question {number} about grandma")
    assert len(found_by(ask(club.viewer, club.url, "grandma"))[0][1]) == 3
    last = book.rule("Grandma again")
    assert len(found_by(ask(club.viewer, club.url, "grandma"))[0][1]) == 4
    book.withdraw(last, "She did not")
    assert "withdrawn: She did not" in ask(club.viewer, club.url, "grandma").text


def test_a_play_links_to_the_search(table: Table) -> None:
    for phone in (table.phone, table.club.viewer):
        assert f'href="{table.club.url}/search?play={table.key}"' in phone.get(f"{table.url}/more").text


def test_filters_are_kept_and_narrow_the_results(club: Club, book: Book) -> None:
    book.rule("Bob did not follow suit", rules=["rage/penalties.renege"])
    answer = ask(club.viewer, club.url, "follow suit", game="toepen", section="penalties")
    assert '<option selected value="toepen">' in answer.text
    assert '<option selected value="penalties">' in answer.text
    assert {address.partition("#")[0] for _, hits in found_by(answer) for address, _ in hits} == {
        f"{club.url}/rules/toepen"
    }


def test_suggestions_stay_in_the_club_and_in_the_play(table: Table) -> None:
    answer = ask(table.phone, table.club.url, "xylophone", play=table.key)
    [address, *_] = re.findall(r'<a class="line" href="([^"]+)"', answer.text)
    assert address.startswith(f"{table.club.url}/search?")
    assert f"play={table.key}" in address
    assert "<mark>" in table.phone.get(unescape(address)).text


def test_without_a_question_there_is_only_the_search_box(club: Club) -> None:
    answer = club.viewer.get(f"{club.url}/search")
    assert answer.status_code == 200
    assert 'class="problem"' not in answer.text
    assert "<h2" not in answer.text


@pytest.mark.parametrize(("question", "status", "sentence"), ODD_QUESTIONS)
def test_a_bad_question_is_answered_with_a_sentence(
    club: Club, book: Book, question: str, status: int, sentence: str
) -> None:
    for _ in range(2):
        answer = ask(club.viewer, club.url, question, first="rage")
        assert answer.status_code == status
        assert sentence.lower() in unescape(answer.text).lower()
        assert "<script>alert" not in answer.text
        assert ("q-problem" in answer.text) == (status == 422)
        book.rule("Bob did not follow suit")


@pytest.mark.parametrize("query", ["q=%ff%fe&game=%00&section[]=x&first=%ff", "q=trump&play=%00", "q=trump&play=%ff"])
def test_bytes_that_are_no_text_are_ignored(club: Club, query: str) -> None:
    assert club.viewer.get(f"{club.url}/search?{query}").status_code == 200


def test_unknown_plays_games_and_parts_are_ignored(club: Club) -> None:
    answer = ask(club.viewer, club.url, "trump", play="x" * 5000, first="bridge", game="bridge", section="middle")
    assert answer.status_code == 200
    assert "There is no game “bridge”" in answer.text
    assert 'name="play"' not in answer.text
    assert 'name="first"' not in answer.text


def test_a_play_of_another_club_is_ignored(app: Flask, table: Table) -> None:
    other = Club(app)
    assert 'name="play"' not in ask(other.organiser, other.url, "trump", play=table.key).text


def test_markup_is_displayed_as_text(club: Club, book: Book) -> None:
    book.rule("<script>alert('trump')</script>", "<b>no</b>" + "x" * 900, fact_texts=[["Trick", "<i>red 7"]])
    answer = ask(club.viewer, club.url, "alert trump")
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;" in answer.text


def test_questions_of_the_games_own_referee_are_asked_in_the_play(table: Table) -> None:
    page = ask(table.phone, table.club.url, "who reneged", play=table.key).text
    asked = re.findall(r'href="([^"?]*/referee/[^"?]*)', page)
    own = [address for address in asked if address.startswith(table.url)]
    assert own
    assert f"{table.url}/referee/renege" in own
    others = [address for address in asked if address not in own]
    assert not any("raise-the-stakes" in address for address in others)
    outside = ask(table.phone, table.club.url, "who reneged", first="raise-the-stakes").text
    assert re.findall(r'href="([^"?]*/raise-the-stakes/referee/renege)"', outside) == [
        f"{table.club.url}/rules/raise-the-stakes/referee/renege"
    ]


def test_in_a_play_only_what_was_changed_for_it_is_called_tonights(club: Club, book: Book) -> None:
    book.agree("rage", {"zero_bonus": 7})
    table = club.start("rage", ["Ann", "Bob", "Cyd"], {"zero_bonus": "7", "first_hand": "3"})
    with club.app.app_context():
        texts = [(one.title, one.text) for one in club_search._house_rule_documents(play_card(table.state))]
    assert [(title, text.partition(":")[0]) for title, text in texts] == [
        ("Tonight", "First hand"),
        ("House rule", "Zero made"),
    ]


def test_a_ruling_is_found_by_its_facts(club: Club, book: Book) -> None:
    ruled = book.rule("Late?", fact_texts=[["Tricks", "the zither"], ["Trump", "green"]])
    with club.app.app_context():
        document = club_search._ruling_document(ruled)
    assert (document.text, document.more, document.state, document.is_past) == (
        "Late?\nHe loses five.", "Tricks the zither . Trump green", "", False,
    )  # fmt: skip
    assert "Ruling 1" in ask(club.viewer, club.url, "zither").text


def test_the_index_of_a_club_is_made_once_until_something_changes(club: Club, book: Book) -> None:
    def index() -> RulesSearch:
        with club.app.app_context():
            member = members.member(club.viewer.token, club.key)
            assert member is not None
            return club_search.search_of_club(member)

    book.rule("Late?")
    first = index()
    assert index() is first
    book.rule("Again?")
    assert index() is not first


def test_of_the_games_offered_those_that_the_club_played_last_come_first(club: Club) -> None:
    club.start("vazhushal", ["Ann", "Bob", "Cyd", "Dee"])
    club.start("toepen", ["Ann", "Bob", "Cyd"])
    page = club.viewer.get(f"/clubs/{club.key}/search", query_string={"q": "how many cards each"}).text
    games = re.findall(r'class="chip-button"\s+href="[^"]*">([^<]+)</a>', page.partition("Which game?")[2])
    assert games[:2] == ["Toepen", "Vazhushal"]
    assert games[2:4] == ["Spades", "Hearts"]
