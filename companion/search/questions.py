"""Read a question: its terms, the game that it names, and the mishap that it is about."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from companion.core.words import listed, quoted
from companion.search.lexicon import LONGEST_QUESTION, ParsedQuestion, SearchTerm, words_of
from companion.search.rules_index import RulesIndex

PREPOSITIONS = ("in", "at")
"""Words that are removed from a question together with the name of a game after them: ``in rage``."""

NEGATIONS = frozenset(("no", "not"))
"""A question that has no other words with a meaning than these is not searched."""


class QuestionReader(RulesIndex):
    """Reads questions on the rules."""

    def _read_question(self, question: str, slug: str) -> tuple[ParsedQuestion | None, str, str]:
        """Return the parsed question, the slug of the game that it names, and an empty text.

        The slug is empty if no game is named. If the question cannot be searched, return None, an empty slug, and the
        error message. ``slug``: the game that the question is about; empty if it is about none.
        """
        reading, fault = self._read_words(question, slug)
        if reading is None:
            return None, "", fault
        named, rest = self._split_game_name(reading, question, slug)
        within, _ = self._read_words(rest, named)
        if within and within.terms:
            corrected = tuple(one for one in reading.corrected if one[0] not in words_of(rest))
            question, reading = rest, replace(within, corrected=(*corrected, *within.corrected))
        meant = dict(reading.corrected)
        known = [meant.get(word, word) for word in words_of(question) if word not in reading.unknown]
        tokens = self._tokens_of(known, named or slug)
        return replace(reading, mishap=self._mishaps.topic(question), tokens=tokens), named, ""

    def _is_known_question(self, question: str, slug: str) -> bool:
        """Return whether a paragraph of a game lists exactly this question."""
        words, own = words_of(question), self._ranking.by_game.get(slug, frozenset())
        return any(words_of(phrase) == words for number in own for phrase in self._paragraphs[number].asked)

    def _read_words(self, question: str, slug: str) -> tuple[ParsedQuestion | None, str]:
        """Return the parsed words of a question and an empty text; or None, and why they cannot be searched.

        A question of common words only is searched, too; but not if they are all ``NEGATIONS``, or mean nothing, unless
        a paragraph of the game is known to answer just this question.
        """
        if not question.strip():
            return None, "Type what happened, or the words that you want to find."
        if len(question) > LONGEST_QUESTION:
            return None, f"A question has at most {LONGEST_QUESTION} letters. Ask it in fewer words."
        reading = self._lexicon.parse(question, slug)
        if not reading.words:
            return None, "Type what happened, in a few words."
        if not reading.terms and not reading.unknown:  # the question has only words that occur in every rule
            asked = reading.weak if len(reading.weak) > 1 else self._lexicon.content_words(question)
            words = tuple(dict.fromkeys(asked))
            if NEGATIONS.issuperset(reading.weak) and not self._is_known_question(question, slug):
                return None, "These words are in every rule. Add what you look for: a card, a bid, the name of a game."
            terms = tuple(SearchTerm((word,)) for word in words)
            reading = replace(reading, terms=terms, pairs=tuple(pairwise(words)), weak=())
        return reading, ""

    def _split_game_name(self, reading: ParsedQuestion, question: str, slug: str) -> tuple[str, str]:
        """Return the slug of the game that a question names, and the question without the game's name.

        If it names several games, ``slug`` is preferred. If it names none, both texts are empty. The second is also
        empty if the name has to stay in the question: because ``slug`` is another game, or because the name is part of
        one of the game's terms, as in ``out rage``.
        """
        found = [
            (game == slug, len(name), -index, game)
            for name, game in self._names
            for index in range(len(reading.stems) - len(name) + 1)
            if reading.stems[index : index + len(name)] == name
            and (_begins_topic(reading.stems, index) or not (game == slug or self._lexicon.is_word(name)))
        ]
        if not found:
            return "", ""
        _, length, negative_index, game = max(found)  # the game asked about, then the longest name, then the first
        index = -negative_index
        if slug not in ("", game) or self._is_term(reading.stems, index, game):
            return game, ""
        name = reading.places[index - (index > 0 and reading.stems[index - 1] in PREPOSITIONS) : index + length]
        return game, " ".join(word for place, word in enumerate(words_of(question)) if place not in name)

    def _is_term(self, stems: Sequence[str], index: int, slug: str) -> bool:
        """Return whether the word at ``index`` and the one before it stand side by side in the rules of a game."""
        if index == 0 or stems[index - 1] in PREPOSITIONS:
            return False
        together = self._ranking.texts_with_pair(stems[index - 1], stems[index])
        return not together.isdisjoint(self._ranking.by_game[slug])


def _begins_topic(stems: Sequence[str], index: int) -> bool:
    """Return whether a game's name at ``index`` says what a question is about: it is first, or follows ``in``.

    False if the question has no other words.
    """
    return len(stems) > 1 and (index == 0 or stems[index - 1] in (*PREPOSITIONS, "play"))


def reading_notes(reading: ParsedQuestion) -> list[str]:
    """Return sentences about corrected words, and about words that no rule contains."""
    notes = [f"Searched for “{meant}” instead of “{quoted(typed)}”." for typed, meant in reading.corrected]
    if reading.unknown:
        unknown = listed((f"“{quoted(word)}”" for word in dict.fromkeys(reading.unknown)), "or")
        notes.append(f"No rule mentions {unknown}.")
    return notes
