"""The search inside a club: its own texts are found, ranked among the rules, marked, and labelled."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.search.club_search import ClubSearch
from companion.search.lexicon import LONGEST_QUESTION
from companion.search.rules_search import RulesSearch
from companion.search.search_results import ClubHit, Document, Hit, SearchResult
from tests.laws.strategies import few
from tests.search.players_questions import questions

OURS, OUR_OTHER = "Our house rules and rulings", "Our other house rules and rulings"
ZERO = Document(
    "house", "v1", "rage", "House rule", "Zero made: 7. By the book: 5.", ("rage/scoring.zero-bid",)
)  # fmt: skip
GRANDMA = Document("house", "v1", "rage", "House rule", "Grandma may look at any card.", ("rage/deal.trump-pile",))
RENEGE = Document(
    "ruling",
    "r4",
    "rage",
    "Ruling 4",
    "Bob did not follow suit. What now?\nHe loses 5 points.",
    ("rage/penalties.renege",),
    more="Trick 3: Ann red 7, Bob orange 2",
)
KNOCK = Document("ruling", "r5", "toepen", "Ruling 5", "May one knock twice in a row?\nYes.", ("toepen/play.knock",))
TAKEN_BACK = Document(
    "ruling",
    "r6",
    "rage",
    "Ruling 6",
    "Bob reneged.\nNothing happens.",
    ("rage/penalties.renege",),
    state="withdrawn: we misread the book",
    is_past=True,
)


@pytest.fixture(scope="module")
def club(rules_search: RulesSearch) -> ClubSearch:
    """Return the index of all rules and of a club's texts."""
    return ClubSearch(rules_search, [ZERO, GRANDMA, RENEGE, KNOCK, TAKEN_BACK])


def own(found: SearchResult) -> list[Document]:
    """Return the results that are the club's own, in their order."""
    return [one.document for one in found.hits if isinstance(one, ClubHit)]


def headings(found: SearchResult) -> list[str]:
    """Return the headings, in their order."""
    return [heading for heading, _ in found.groups]


def test_texts_of_the_club_come_first_then_the_games_rules_then_others(club: ClubSearch) -> None:
    found = club.search("he didn't follow suit", first="rage")
    assert headings(found)[:3] == [OURS, "In Rage", "In other games"]
    assert found.groups[0][1][0].document == RENEGE


def test_a_text_with_the_words_together_comes_before_a_shorter_one_with_them_apart(
    rules_search: RulesSearch,
) -> None:
    together = Document(
        "ruling", "r1", "rage", "Ruling 1", "Who was dealer of the hand before, and sat left, shuffles."
    )
    apart = Document("ruling", "r2", "rage", "Ruling 2", "The dealer holds his hand.")
    for rulings in ([together, apart], [apart, together]):
        assert own(ClubSearch(rules_search, rulings).search("dealer of the hand", first="rage")) == [together, apart]


def test_a_withdrawn_ruling_is_last_and_labelled(club: ClubSearch) -> None:
    found = club.search("renege", first="rage")
    assert headings(found) == [OURS, "In Rage", "In other games", OUR_OTHER]
    [note] = found.groups[-1][1]
    assert (note.document, note.document.state) == (TAKEN_BACK, "withdrawn: we misread the book")


def test_a_withdrawn_ruling_comes_after_one_that_fits_less(rules_search: RulesSearch) -> None:
    valid = Document("ruling", "r9", "rage", "Ruling 9", "What if somebody reneged late at night?\nThat stays.", ())
    both = ClubSearch(rules_search, [TAKEN_BACK, valid])
    assert own(both.search("Bob reneged", first="brag")) == [valid, TAKEN_BACK]


def test_a_ruling_about_another_game_does_not_come_before_the_games_rules(club: ClubSearch) -> None:
    found = club.search("knock twice in a row", first="rage")
    assert headings(found)[-1] == OURS
    assert [one.document for one in found.groups[-1][1]] == [KNOCK]
    assert headings(club.search("knock twice in a row", first="toepen"))[0] == OURS
    assert headings(club.search("knock twice in a row")) == [OURS, "In the rules"]


@pytest.mark.parametrize(
    ("words", "document"),
    [
        ("grandma", GRANDMA),
        ("grandna", GRANDMA),
        ("points for a bid of zero", ZERO),
        ("revoke", RENEGE),
        ("orange 2", RENEGE),
        ("misread the orange", RENEGE),
    ],
)
def test_texts_of_the_club_are_found(club: ClubSearch, words: str, document: Document) -> None:
    assert document in own(club.search(words, first="rage"))


def test_a_text_is_found_by_its_title_its_paragraphs_and_further_words(rules_search: RulesSearch) -> None:
    text = "Nobody objects."
    house = Document("house", "v1", "rage", "Quokka rule", text, ("rage/play.out-rage",), more="Wombat")
    with_all = ClubSearch(rules_search, [house, Document("house", "v2", "rage", "Other", text)])
    for words in ("quokka", "wombat", "objects", "out rage"):
        assert own(with_all.search(words, first="rage"))[:1] == [house], words


def test_matches_are_marked_and_the_text_stays_whole(club: ClubSearch) -> None:
    note = club.search("revoke", first="rage").groups[0][1][0]
    assert "".join(piece for piece, _ in note.pieces) == RENEGE.text
    assert [piece for piece, is_hit in note.pieces if is_hit] == ["not follow suit"]


def test_filters_apply_to_texts_of_the_club(club: ClubSearch) -> None:
    assert own(club.search("knock", game="rage")) == []
    assert own(club.search("knock", game="toepen")) == [KNOCK]
    assert own(club.search("zero", section="scoring")) == [ZERO]
    assert own(club.search("zero", section="deal")) == []


def test_without_a_club_the_rules_are_found_unchanged(club: ClubSearch, rules_search: RulesSearch) -> None:
    for place, question, _ in questions():
        first = "" if place == "anywhere" else place
        rules = [one.paragraph.id for one in club.search(question, first=first).hits if isinstance(one, Hit)]
        assert rules[:1] == [one.paragraph.id for one in rules_search.search(question, first=first).hits][:1], question


def test_other_searches_do_not_find_texts_of_a_club(club: ClubSearch, rules_search: RulesSearch) -> None:
    assert club.search("grandma").hits
    assert rules_search.search("grandma").sentence == "No rule mentions “grandma”. Nothing was found."


def test_without_results_suggestions_are_shown_that_find_something(club: ClubSearch) -> None:
    found = club.search("grandma", game="toepen")
    assert not found.hits
    assert found.suggestions[0].label == "“grandma” in the rules of all games: 1 answer"
    assert club.search(found.suggestions[0].words, found.suggestions[0].game).hits


@pytest.mark.parametrize(
    "text", ["\x02never\x03 \x00that", "\x03\x02", "𝕳𝖊𝖑𝖑𝖔 \u202e", "x" * 1000, "<b>bold</b>", "zero\ud800"]
)
def test_any_text_of_the_club_is_displayed_unchanged(rules_search: RulesSearch, text: str) -> None:
    document = Document("ruling", "r1", "rage", "Ruling 1", f"{text} grandma", ("rage/no.such", "nowhere"))
    [note] = ClubSearch(rules_search, [document]).search("grandma").hits
    shown = "".join(piece for piece, _ in note.pieces)
    assert shown == document.text


def test_a_question_of_an_unknown_word_and_not_finds_nothing(rules_search: RulesSearch) -> None:
    document = Document("ruling", "r1", "rage", "Ruling 1", "The grandma does not deal.", ("rage/no.such",))
    found = ClubSearch(rules_search, [document]).search("not qxzvk")
    assert not found.hits
    assert "Nothing was found." in found.sentence


@settings(deadline=None)  # the machine may be busy
@given(asked=st.text(max_size=LONGEST_QUESTION), first=st.sampled_from(["", "rage", "nothing"]))
def test_any_question_is_answered(club: ClubSearch, asked: str, first: str) -> None:
    found = club.search(asked, first=first)
    assert found.hits or found.fault or found.sentence


@settings(deadline=None, max_examples=few(40))  # the machine may be busy
@given(texts=st.lists(st.text(max_size=60), max_size=4))
def test_any_text_of_the_club_can_be_indexed(rules_search: RulesSearch, texts: Sequence[str]) -> None:
    documents = [Document("house", "v1", "rage", "House rule", text) for text in texts]
    assert ClubSearch(rules_search, documents).search("trump", first="rage").hits


def test_a_ruling_is_found_by_a_word_that_no_phrase_has(rules_search: RulesSearch) -> None:
    document = Document("ruling", "r1", "rage", "Ruling 1", "Who pays for the pizza?\nXanthippe.", ("rage/no.such",))
    assert own(ClubSearch(rules_search, [document]).search("xanthippe")) == [document]
    document = Document("ruling", "r1", "rage", "Ruling 1", "Xanthippe?\nZebedee.", ("rage/no.such",))
    assert own(ClubSearch(rules_search, [document]).search("zebedee")) == [document]


def test_a_club_with_a_thousand_rulings_can_be_searched(rules_search: RulesSearch) -> None:
    documents = [
        Document("ruling", f"r{number}", "rage", f"Ruling {number}", f"Bob did not follow suit.\nTime {number}.")
        for number in range(1000)
    ]
    found = ClubSearch(rules_search, documents).search("follow suit", first="rage")
    assert len(found.groups[0][1]) == 15
