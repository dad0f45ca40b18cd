"""The ranking of paragraphs: by the rarity of words, by pairs, and by the phrases that ask for them."""

from math import log

import pytest

from companion.search import ranking
from companion.search.lexicon import Lexicon
from companion.search.mishaps import SMOOTHING, NaiveBayes, features
from companion.search.ranking import EMPTY, PAIR, PHRASE, ParagraphPart, Query, QueryTerm, Ranking

TEXTS = {
    0: "the dealer deals five cards", 1: "the dealer leads", 2: "five tricks win", 3: "cards five of a kind",
    4: "the dealer deals", 5: "a renege costs five",
}  # fmt: skip


def part(text: str, weight: float = 1.0) -> ParagraphPart:
    return ParagraphPart(weight, text.split(), ())


@pytest.fixture
def ranked() -> Ranking:
    """Return the ranking of ``TEXTS``: the first four are of a game, the others of another."""
    found = Ranking()
    for number, text in TEXTS.items():
        found.add_paragraph(number, [part(text)])
    found.set_phrases({number: [] for number in TEXTS})
    found.by_game = {"": frozenset(TEXTS), "game": frozenset(range(4)), "other": frozenset((4, 5))}
    return found


def query(*words: str, weak: tuple[str, ...] = (), pairs: tuple[tuple[str, str], ...] = (), tokens: str = "") -> Query:
    terms = [QueryTerm({word: 1.0}) for word in words] + [QueryTerm({word: EMPTY}) for word in weak]
    return Query(terms, pairs, tokens.split())


def numbers(found: list[tuple[int, float]]) -> list[int]:
    return [number for number, _ in found]


def test_a_word_weighs_more_the_fewer_paragraphs_have_it(ranked: Ranking) -> None:
    assert ranked.rarity("renege", "") == pytest.approx(log(1 + 6 / 1.5))
    assert ranked.rarity("five", "") == pytest.approx(log(1 + 6 / 4.5))
    assert ranked.rarity("five", "game") == pytest.approx((log(1 + 4 / 3.5) + log(1 + 6 / 4.5)) / 2)
    assert ranked.rarity("renege", "game") == pytest.approx((log(1 + 4 / 0.5) + log(1 + 6 / 1.5)) / 2)
    assert Ranking(ranked).rarity("five", "game") == ranked.rarity("five", "game"), "documents have that of the rules"


def test_the_score_is_the_sum_of_the_words(ranked: Ranking) -> None:
    everything = frozenset(TEXTS)
    found = ranked.best_matches(query("dealer", "cards"), "", everything)
    dealer, cards = ranked.rarity("dealer", ""), ranked.rarity("cards", "")
    assert [number for number, _ in found] == [0, 3, 1, 4]
    assert [score for _, score in found] == pytest.approx([dealer + cards, cards, dealer, dealer])
    assert numbers(ranked.best_matches(query("dealer", "cards"), "", frozenset((1, 3)))) == [3, 1]
    assert ranked.best_matches(query("nothing"), "", everything) == []


def test_repetitions_and_weights_of_parts_count_less_and_less() -> None:
    found = Ranking()
    for number, parts in enumerate(
        ([part("ace")], [part("ace ace ace")], [part("ace", 0.5)], [part("ace"), part("ace")])
    ):
        found.add_paragraph(number, parts)
    found.set_phrases({})
    found.by_game = {"": frozenset(range(4))}
    rarity = found.rarity("ace", "")
    scores = dict(found.best_matches(query("ace"), "", frozenset(range(4))))
    assert scores == pytest.approx(
        {number: rarity * often * 2.5 / (often + 1.5) for number, often in enumerate((1, 3, 0.5, 2))}
    )


def test_words_that_mean_little_only_rank_what_others_have_found(ranked: Ranking) -> None:
    everything = frozenset(TEXTS)
    found = dict(ranked.best_matches(query("dealer", weak=("leads", "kind")), "", everything))
    assert set(found) == {0, 1, 4}
    assert found[1] == pytest.approx(ranked.rarity("dealer", "") + EMPTY * ranked.rarity("leads", ""))
    alone = dict(ranked.best_matches(query(weak=("kind",)), "", everything))
    assert alone == pytest.approx({3: EMPTY * ranked.rarity("kind", "")})


def test_of_the_words_for_one_thing_the_best_counts(ranked: Ranking) -> None:
    term = QueryTerm({"five": 0.5, "cards": 1.0})
    found = dict(ranked.best_matches(Query([term], (), ()), "", frozenset(TEXTS)))
    five, cards = 0.5 * ranked.rarity("five", ""), ranked.rarity("cards", "")
    assert found == pytest.approx({0: cards, 3: cards, 2: five, 5: five})


def test_words_side_by_side_add_to_the_score(ranked: Ranking) -> None:
    everything = frozenset(TEXTS)
    assert (ranked.texts_with_pair("five", "cards"), ranked.texts_with_pair("cards", "five")) == ({0}, {3})
    assert ranked.texts_with_pair("dealer", "cards") == ranked.texts_with_pair("x", "cards") == set()
    assert ranked.texts_with_any(["cards", "renege", "x"]) == {0, 3, 5}
    five, cards = ranked.rarity("five", ""), ranked.rarity("cards", "")
    found = dict(ranked.best_matches(query("five", "cards", pairs=(("five", "cards"),)), "", everything))
    assert found[0] == pytest.approx(found[3] + PAIR * (five + cards))


def test_words_of_two_parts_do_not_stand_side_by_side() -> None:
    found = Ranking()
    found.add_paragraph(0, [part("the dealer"), part("deals")])
    assert found.texts_with_pair("the", "dealer") == {0}
    assert found.texts_with_pair("dealer", "deals") == set()


def test_a_phrase_that_says_the_same_adds_to_the_score(ranked: Ranking) -> None:
    ranked.set_phrases({1: [["who", "leads"], ["who", "begins"]], 4: [["who", "deals"]]})
    often, rare = log(1 + 3 / 3), log(1 + 3 / 1)
    asked = query("dealer", tokens="who leads now")
    found = dict(ranked.best_matches(asked, "", frozenset(TEXTS)))
    dealer = ranked.rarity("dealer", "")
    assert found[1] == pytest.approx(dealer + PHRASE), "word for word, since nobody asks with “now”"
    assert found[4] == pytest.approx(dealer + PHRASE * 2 * often / (2 * (often + rare)))
    assert found[0] == pytest.approx(dealer)


def test_only_the_likely_paragraphs_are_compared(ranked: Ranking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "LIKELY", 2)
    assert numbers(ranked.best_matches(query("dealer", "cards"), "", frozenset(TEXTS))) == [0, 3]


def test_a_class_is_likelier_the_more_its_examples_have_of_the_words() -> None:
    lexicon = Lexicon(["the dealer deals cards", "a trick is won"])
    bayes = NaiveBayes(lexicon, {"deal": ["dealer deals", "dealer"], "trick": ["trick"]})
    known = len(features(lexicon, ["dealer", "deals"]) | features(lexicon, ["trick"]))
    dealer = lexicon.stem("dealer")
    found = bayes.likelihoods({dealer, "x"})
    assert found == pytest.approx({
        "deal": log(2.5 / (4 + SMOOTHING * known)) + log(SMOOTHING / (4 + SMOOTHING * known)),
        "trick": 2 * log(SMOOTHING / (1 + SMOOTHING * known)),
    })  # fmt: skip
    assert [bayes.knows(words) for words in ({dealer, "x"}, {"x"}, set())] == [True, False, False]


def test_features_are_stems_and_pairs_and_numbers_are_one_word() -> None:
    lexicon = Lexicon(["the dealer deals cards"])
    deals = lexicon.stem("deals")
    assert features(lexicon, ["11", "deals", "12", "a1"]) == {"#", deals, "a1", f"# {deals}", f"{deals} #", "# a1"}
    assert features(lexicon, []) == set()
