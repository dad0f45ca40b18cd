"""The thesaurus is consistent: every phrase has a meaning, and no word is in two lists that contradict each other."""

import tomllib
from importlib.resources import files

from companion.search.lexicon import Lexicon, words_of

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
