"""The book of rulings on its pages: permissions, links, the list, and withdrawal."""

import re

import pytest
from markupsafe import escape

from companion.store.access import members
from companion.store.database.base import db
from companion.store.rulings import read_rulings
from companion.store.rulings.read_rulings import PAGE
from tests.web.forms.forms_of_pages import sent_by
from tests.web.pages import main_of
from tests.web.phones import Club, Table, problem_texts, problems
from tests.web.rulings.book import MARKUP, ROLES, WISH, book, recorded

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


def test_the_sheet_links_to_the_rulings_of_its_game_and_back(club: Club, table: Table) -> None:
    recorded(club)
    recorded(club, game="rage", question="Who takes?")
    link = f"{club.url}/rulings?game=raise-the-stakes&play={table.key}"
    assert str(escape(link)) in table.phone.get(f"{table.url}/more").text
    page = club.scorer.get(link).text
    assert "Late?" in page
    assert "Who takes?" not in page
    assert f'href="{table.url}"' in page
    assert str(escape(f"/rulings/new?game=raise-the-stakes&play={table.key}")) in page


# The list.


def test_a_page_lists_fifty_with_the_newest_first(club: Club) -> None:
    def page(number: int) -> str:
        return club.viewer.get(f"{club.url}/rulings?page={number}").text

    for number in range(PAGE):
        recorded(club, question=f"Question {number}?")
    assert "Older" not in page(1), "all of them are on this page"
    recorded(club, question=f"Question {PAGE}?")
    first, second, third = (page(number) for number in (1, 2, 3))
    assert first.index("Question 50?") < first.index("Question 49?") < first.index("Question 1?")
    assert "Question 0?" not in first
    assert "Question 0?" in second
    assert "Question 1?" not in second
    assert "There are no more." in third
    assert ("Older" in first, "Newer" in first, "Older" in second, "Newer" in second) == (True, False, False, True)
    assert main_of(page(0)) == main_of(page(-3)) == main_of(first)
    assert 'page=9999"' in page(10**30), "no page has a higher number than 10000"


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
    [
        ("", "The reason is empty."),
        (" ", "The reason is empty."),
        ("x" * 10_000, "The reason is longer than 200 letters."),
        ("\0", "The reason has letters that cannot be shown."),
        (f"{MARKUP}{'x' * 200}", "The reason is longer than 200 letters."),
    ],
)
def test_a_withdrawal_needs_a_reason(club: Club, reason: str, told: str) -> None:
    one = recorded(club)
    answer = club.scorer.post(f"{one}/withdraw", {"reason": reason})
    assert answer.status_code == 422
    assert told in problem_texts(answer)
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
    assert "Ruling 1 has already been withdrawn: First. Your reason is not in the book: Second." in problems(late)
    assert "Your reason is not in the book: Second." in re.sub(r"<[^>]+>", "", late.text)
    assert book(club)[0].reason == "First."


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
