"""The thesaurus is consistent, questions are read with it, and their words are marked in the texts that were found."""

import tomllib
from importlib.resources import files

import pytest

from companion.search.lexicon import Lexicon, SearchTerm, words_of
from companion.search.marking import Marker

DATA = tomllib.loads(files("companion.search").joinpath("thesaurus.toml").read_text("utf-8"))


def test_lists_do_not_contradict_each_other() -> None:
    light, filler, empty = (set(DATA[key]) for key in ("light", "filler", "empty"))
    assert not light & filler
    assert not light & empty
    assert not filler & empty


def test_every_phrase_has_a_meaning() -> None:
    for group in DATA["same"]["groups"]:
        assert len(group) > 1
        assert len(set(group)) == len(group), group
        for phrase in group:
            assert set(words_of(phrase)) - set(DATA["light"]), phrase
            assert len(words_of(phrase)) > 1 or phrase not in DATA["filler"], phrase


def test_abbreviations_are_expanded() -> None:
    assert words_of("He didn’t, can't; 10♥ & Écarté's") == ["he", "did", "not", "cannot", "10", "hearts", "ecarte"]


def test_a_short_word_is_not_corrected() -> None:
    reading = Lexicon(["the king takes a trick"]).parse("kng trik")
    assert reading.unknown == ("kng",)
    assert reading.corrected == (("trik", "trick"),)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    """Return the thesaurus with a small vocabulary."""
    texts = (
        "the king takes a trick and the jack of spades",
        "who does not follow suit has reneged",
        "run out of cards",
    )
    return Lexicon([*texts, "trumps are led twice, plainly plainly", "a plain table"])


@pytest.mark.parametrize(
    ("question", "terms", "weak", "pairs"),
    [
        ("Did he not follow suit?", ["not follow suit"], [], []),
        ("she ran out of cards", ["ran out"], ["cards"], []),
        ("the king of the table", ["king", "table"], [], ["king table"]),
        ("who deals", ["who deals"], [], []),
        ("play the king of spades", ["king", "spades"], ["play"], ["play king", "king spades"]),
        ("king and table", ["king", "table"], [], []),
    ],
)  # fmt: skip
def test_a_question_is_parsed_into_terms(
    lexicon: Lexicon, question: str, terms: list[str], weak: list[str], pairs: list[str]
) -> None:
    found = lexicon.parse(question)
    assert [" ".join(one.words) for one in found.terms] == terms
    assert (list(found.weak), [" ".join(pair) for pair in found.pairs]) == (weak, pairs)
    assert (found.corrected, found.unknown) == ((), ())
    assert found.words == len(words_of(question))
    asked = words_of(question)
    assert found.stems == tuple(lexicon.stem(asked[place]) for place in found.places)
    assert not {asked[place] for place in found.places} & set(DATA["light"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kngs", "kings"), ("trik", "trick"), ("kign", "king"), ("cna", "can"), ("trupms", "trump"), ("leaad", "lead"),
        ("kiing", "king"), ("tabel", "table"), ("tablee", "table"), ("jick", "jack"),
        ("plaint", "plain"), ("quickly", ""), ("kxyg", ""), ("xyz", ""), ("talk", ""),
    ],
)  # fmt: skip
def test_a_word_is_corrected_by_one_letter(lexicon: Lexicon, typed: str, meant: str) -> None:
    found = lexicon.parse(f"{typed} of spades")
    assert found.corrected == (((typed, meant),) if meant else ())
    assert found.unknown == (() if meant else (typed,))


def test_a_word_of_the_game_is_the_better_correction(lexicon: Lexicon) -> None:
    wider = lexicon.with_texts(["a cable"] * 30)
    assert wider.parse("xable").corrected == (("xable", "cable"),), "the most common one"
    wider.of_game = {"rage": frozenset(("table",))}
    assert wider.parse("xable", "rage").corrected == (("xable", "table"),)
    assert wider.parse("xable", "hearts").corrected == (("xable", "cable"),)
    assert lexicon.parse("cable").corrected == (("cable", "table"),), "the other vocabulary is as it was"


def test_only_the_longest_phrase_of_the_thesaurus_counts(lexicon: Lexicon) -> None:
    def groups(text: str, slug: str = "") -> list[list[str]]:
        return [lexicon.groups[number][:2] for number in lexicon.groups_in(text, slug)]

    assert groups("run") == [["run", "runs"]]
    assert groups("ran out") == [["run out", "used up"], ["all in", "short stack"]]
    assert groups("they do not follow suit") == [
        ["renege", "renig"], ["follow suit", "follow colour"], ["suit", "colour"]
    ]  # fmt: skip
    assert groups("a table") == []
    assert groups("pitch king", "pitch") == [["king", "kings"]]
    words = [tuple(lexicon.stems_in(text)) for text in ("king", "table", "follow suit")]
    assert [lexicon.is_word(stems) for stems in words] == [True, False, False]


def test_a_term_has_all_its_synonyms(lexicon: Lexicon) -> None:
    [king] = lexicon.parse("the king").terms
    assert lexicon.phrases(king) == ["king", "king", "kings", "k"]
    [table] = lexicon.parse("a table").terms
    assert lexicon.phrases(table) == ["table"]


def test_forms_of_a_word_have_one_stem(lexicon: Lexicon) -> None:
    assert lexicon.stem("took") == lexicon.stem("taken") == lexicon.stem("take") == lexicon.stem("takes")
    assert lexicon.stem("king") != lexicon.stem("jack")
    assert lexicon.content_words("the king of it") == ["king"]
    assert lexicon.stems_in("the kings took it") == [lexicon.stem("king"), lexicon.stem("take")]


@pytest.mark.parametrize(
    ("asked", "text", "marked"),
    [
        ("king", "The King, two kings: kingly.", ["King", "kings"]),
        ("he led a king", "Whoever leads takes the king.", ["leads", "king"]),
        ("taken by surprise", "The taker took it; take one.", ["took", "take"]),
        ("follow suit", "Not to follow suit", ["follow suit"]),
        ("renege", "did not follow suit; suit", ["not follow suit"]),
        ("run out of cards", "He ran out, out of turn", ["ran out"]),
        ("king table", "kingtable king_table", ["king", "table"]),
        ("écarté", "Ecarte, ÉCARTÉ!", ["Ecarte", "ÉCARTÉ"]),
        ("king", "", []),
        ("king", "no such card", []),
    ],
)
def test_words_are_marked_in_all_their_forms(asked: str, text: str, marked: list[str]) -> None:
    lexicon = Lexicon(["the king of the table did not follow suit", "Whoever leads takes it by surprise", "Écarté"])
    found = Marker(lexicon, lexicon.parse(asked).terms).pieces(text)
    assert "".join(piece for piece, _ in found) == text
    assert [piece for piece, is_hit in found if is_hit] == marked
    assert all(piece for piece, _ in found)


def test_phrases_that_overlap_are_one_piece() -> None:
    terms = [SearchTerm(tuple(phrase.split())) for phrase in ("played out", "out of turn", "trick")]
    marker = Marker(Lexicon(["played out of turn"]), terms)
    assert marker.pieces("He played out of turn in a trick") == (
        ("He ", False), ("played out of turn", True), (" in a ", False), ("trick", True),
    )  # fmt: skip
