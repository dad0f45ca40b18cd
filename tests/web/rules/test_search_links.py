"""Where the search inside a club leads, and what its index is made of."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games import game_of
from companion.search.search_results import Document, QuestionHit, SearchResult
from companion.store.access import members
from companion.store.database.base import db
from companion.web.house.pages import house_card, play_card
from companion.web.rules import club_search
from tests.web.house.versions import DRINKS, FOLD, NEW, SLUG, agreed
from tests.web.phones import Club
from tests.web.rules.test_club_search import Book, ask, found_by

RAGE, OTHER = game_of("rage"), game_of("raise-the-stakes")


def test_addresses_of_results_are_those_of_the_play_if_they_are_about_its_game(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    state = table.state
    ruling = Document("ruling", "k", "rage", "Ruling 1", "")
    card = Document("house", "k", "rage", "House rule", "")
    rule = Document("house", "k", "rage", "House rule", "", ("rage/deal.hands", "rage/scoring.tricks"))
    elsewhere = Document("house", "k", "raise-the-stakes", "House rule", "", (FOLD,))
    own, other = (QuestionHit(game.slug, game.situations[0]) for game in (RAGE, OTHER))
    with club.viewer.client:
        club.viewer.get(f"{club.url}/search")
        documents = [
            [club_search.document_url(one, play) for one in (ruling, card, rule, elsewhere)] for play in (None, state)
        ]
        questions = [[club_search.question_url(one, play) for one in (own, other)] for play in (None, state)]
        paragraphs = [
            [club_search.paragraph_url(one, play) for one in ("rage/deal.hands", FOLD, "rage-2/deal.hands")]
            for play in (None, state)
        ]
        written = [
            club_search.writing_address(play, asked, slug)
            for play in (None, state)
            for asked, slug in (("", ""), ("a b", "rage"), ("x", "bridge"))
        ]
    home, there = club.url, table.url
    assert documents == [
        [f"{home}/rulings/k", f"{home}/house/rage", f"{home}/house/rage", f"{home}/house/raise-the-stakes"],
        [f"{home}/rulings/k", f"{there}/house", f"{there}/rules#deal.hands", f"{home}/house/raise-the-stakes"],
    ]
    first, second = own.situation.key, other.situation.key
    away = f"{home}/rules/raise-the-stakes/referee/{second}"
    assert questions == [[f"{home}/rules/rage/referee/{first}", away], [f"{there}/referee/{first}", away]]
    assert paragraphs == [
        [
            f"{home}/rules/rage#deal.hands",
            f"{home}/rules/raise-the-stakes#play.fold",
            f"{home}/rules/rage-2#deal.hands",
        ],
        [f"{there}/rules#deal.hands", f"{home}/rules/raise-the-stakes#play.fold", f"{home}/rules/rage-2#deal.hands"],
    ]
    assert written == [
        f"{home}/rulings/new", f"{home}/rulings/new?question=a+b&game=rage", f"{home}/rulings/new?question=x",
        f"{there}/decide", f"{there}/decide?question=a+b", f"{there}/decide?question=x",
    ]  # fmt: skip


class Index:
    """Stands for the index of a club, and notes what is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def search(self, *given: str) -> SearchResult:
        """Find nothing."""
        self.asked.append(given)
        return SearchResult()


def test_all_filters_are_asked_for_and_a_decision_is_written_about_the_game_in_question(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, index = club.start("rage", ["Ann", "Bob"]), Index()
    monkeypatch.setattr(club_search, "search_of_club", lambda *_: index)
    filters = (
        {"game": "toepen", "section": "play", "first": "rage"},
        {"first": "rage"},
        {"play": table.key, "first": "toepen"},
    )
    pages = [ask(club.scorer, club.url, "late", **more).text for more in filters]
    assert index.asked == [("late", "toepen", "play", "rage"), ("late", "", "", "rage"), ("late", "", "", "rage")]
    assert [re.findall(r'name="(first|play)" value="([^"]*)"', page) for page in pages] == [
        [("first", "rage")], [("first", "rage")], [("play", table.key)],
    ]  # fmt: skip
    addresses = [re.findall(r'href="([^"]*question=late[^"]*)"', page) for page in pages]
    assert addresses == [
        [f"{club.url}/rulings/new?question=late&amp;game=toepen"],
        [f"{club.url}/rulings/new?question=late&amp;game=rage"],
        [f"{table.url}/decide?question=late"],
    ]


def test_the_five_games_played_last_are_linked_the_latest_first(club: Club) -> None:
    for slug in ("rage", "toepen", "skat", "hearts", "rage", "chicago", "farmer"):
        club.start(slug, ["Ann", "Bob", "Cyd", "Dee"][: 3 if slug == "skat" else 4])
    page = club.viewer.get(f"{club.url}/search").text.partition('class="list rows"')[2].partition("</ul>")[0]
    assert re.findall(r"<strong>(.*?)</strong>", page) == ["Farmer", "Chicago", "Rage", "Hearts", "Skat"]


@pytest.fixture
def book(club: Club) -> Book:
    """Return the club's house rules and rulings, none yet."""
    return Book(club)


def test_each_play_is_searched_by_its_own_house_rules_and_changes(club: Club, book: Book) -> None:
    plays = [club.start("rage", ["Ann", "Bob"], {"zero_bonus": points}) for points in ("5", "8", "9")]
    book.agree("rage", {}, ("", "Grandma deals first."))

    def told(question: str, **more: str) -> str:
        return str(found_by(ask(club.viewer, club.url, question, **more)))

    assert "Grandma" in told("grandma")
    assert "Grandma" not in told("grandma", play=plays[0].key), "it began by the book"
    for play, points in zip(plays[1:], "89", strict=True):
        assert f"Zero made: {points}" in told("points for a bid of zero", play=play.key)


def test_an_index_is_cached_at_the_size_that_it_adds(club: Club, book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    cache = SimpleNamespace(get=lambda *_: None, put=lambda *_, value, size: sizes.append(size))
    for act in (None, lambda: book.rule("Late?"), lambda: book.rule("Again?")):
        if act:
            act()
        with monkeypatch.context() as patched, club.app.app_context():
            patched.setattr(club_search, "runtime", lambda: SimpleNamespace(cache=cache))
            member = members.member(club.viewer.token, club.key)
            assert member is not None
            club_search.search_of_club(member)
            db.session.remove()
    assert sizes == [0, 304_000, 308_000]


def test_documents_name_their_version_and_their_paragraphs(club: Club) -> None:
    bare = club.start(SLUG, ["Ann", "Bob"], {"target": "40"})
    version = agreed(club, {**NEW, "amendment.1.text": "Folded cards stay down.", "amendment.1.rule": FOLD})
    with club.app.app_context():
        found: list[Any] = [
            [(one.key, one.title, one.text, one.about) for one in club_search._house_rule_documents(card)]
            for card in (house_card(OTHER, version), play_card(bare.state))
        ]
        db.session.remove()
    target = ("raise-the-stakes/ending.target",)
    assert found == [
        [
            (version.key, "House rule", "Target: 30. By the book: 20.", target),
            (version.key, "House rule", DRINKS, ()),
            (version.key, "House rule", "Folded cards stay down.", (FOLD,)),
        ],
        [("", "Tonight", "Target: 40. By the book: 20.", target)],
    ]


def test_a_ruling_that_became_a_house_rule_says_so(club: Club, book: Book) -> None:
    ruled = book.rule("May Bob look?", rules=["rage/deal.trump-pile"])
    form = {"ruling": ruled.key, "amendment.0.text": "Bob may look."}
    assert club.scorer.post(f"{club.url}/house/rage/new", form).status_code == 303
    assert "made a house rule" not in ask(club.viewer, club.url, "may bob look", first="rage").text
    [agree] = re.findall(r'action="([^"]+/agree)"', club.organiser.get(f"{club.url}/house/rage").text)
    assert club.organiser.post(agree, {"others": "Ann"}).status_code == 303
    assert "made a house rule" in ask(club.viewer, club.url, "may bob look", first="rage").text
    with club.app.app_context():
        assert club_search._ruling_document(ruled).about == ("rage/deal.trump-pile",)


def test_the_list_of_games_is_kept_by_caches_outside_a_club_only(club: Club) -> None:
    kept = ["public" in club.viewer.get(f"{place}/rules").headers["Cache-Control"] for place in ("", club.url)]
    assert kept == [True, False]
