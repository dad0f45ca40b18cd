"""The index of the paragraphs of all rules by their words."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from companion.core.game.game import Game
from companion.core.referee.judge_request import default_options
from companion.core.rules.rules import CUSTOMS, SECTIONS, TABLE_RULES, Paragraph
from companion.search.find_games import NUMBERS
from companion.search.lexicon import Lexicon, ParsedQuestion, SearchTerm, words_of
from companion.search.marking import Marker
from companion.search.mishaps import Mishaps, is_example
from companion.search.ranking import EMPTY, SAME, ParagraphPart, Query, QueryTerm, Ranking
from companion.search.search_results import Hit, QuestionHit

ASKED = 0.8
"""The weight of a word in a phrase by which tables ask for a paragraph, relative to a word in its heading."""

LENGTH, USUAL = 0.4, 45
"""How much the length of a text lowers the weight of its words; how many words a text of usual length has."""

ALIKE_TEXTS = 0.8
"""Two paragraphs say the same if they share at least this part of their words."""

CUSTOMARY = "If nothing else is said"
"""The heading above the customs of a table."""


class IndexedQuestion(NamedTuple):
    """A question to the referee, with the words by which it is found."""

    question: QuestionHit
    tokens: frozenset[str]
    fact_stems: frozenset[str]
    """The stems of the labels of its facts."""


class RulesIndex:
    """The paragraphs of all rules, indexed. It never changes once built, so that any number of threads may search."""

    def __init__(self, games: Sequence[Game[Any]]) -> None:
        """``games``: their rules are indexed, and also the rules of the table and the customs."""
        self._games = {game.slug: game for game in games}
        self._labels = {game.slug: {option.key: option.label for option in game.options} for game in games}
        self._paragraphs = [*(one for game in games for one in game.rules.paragraphs), *TABLE_RULES.paragraphs]
        self._paragraphs += CUSTOMS.paragraphs
        self._lexicon = Lexicon(
            text
            for one in self._paragraphs
            for text in (self._game_name(slug_of(one)), indexed_heading(one), one.text, *one.asked)
        )
        vocabulary = defaultdict[str, set[str]](set)
        for one in self._paragraphs:
            vocabulary[slug_of(one)].update(words_of(f"{indexed_heading(one)} {one.text}"))
        self._mishaps = Mishaps(self._lexicon, self._paragraphs)
        self._lexicon.of_game = {slug: frozenset(of) for slug, of in vocabulary.items()}
        self._build_ranking()
        self._names = self._all_names(games)
        """The names of games as stems, each with the game's slug."""

        self._questions = {game.slug: self._questions_of(game) for game in games}
        """The questions to the referee, by game."""

    def _build_ranking(self) -> None:
        """Build the ranking of all paragraphs, and find out which of them can answer a question."""
        self._ranking = Ranking()
        by_game = defaultdict[str, set[int]](set)
        phrases: dict[int, list[Collection[str]]] = {}
        for number, one in enumerate(self._paragraphs):
            slug, asked = slug_of(one), self._phrases_of(one)
            self._ranking.add_paragraph(number, self._weighted_parts([indexed_heading(one)], one.text, asked, slug))
            if not is_example(one):
                asked.append(key_words(one))
            phrases[number] = [self._tokens_of(words_of(phrase), slug) for phrase in asked]
            for game in ("", slug):
                by_game[game].add(number)
        self._ranking.set_phrases(phrases)
        self._ranking.by_game = {game: frozenset(numbers) for game, numbers in by_game.items()}
        self._answering = {
            game: frozenset(number for number in numbers if not is_example(self._paragraphs[number]))
            for game, numbers in by_game.items()
        }
        """The paragraphs that can answer a question, by game: all except examples."""

    def _all_names(self, games: Sequence[Game[Any]]) -> list[tuple[tuple[str, ...], str]]:
        """Return the names of the games as stems, each with its game's slug; other names only if of several words."""
        names = []
        for game in games:
            name = " ".join(words_of(game.name))
            called = {name, *(one for group in self._lexicon.groups if name in group for one in group)}
            stems = {tuple(self._lexicon.stems_in(one)) for one in called}
            names += [(one, game.slug) for one in stems if one == tuple(self._lexicon.stems_in(name)) or len(one) > 1]
        return names

    def _weighted_parts(
        self, headings: Iterable[str], text: str, asked: Iterable[str], slug: str
    ) -> list[ParagraphPart]:
        """Return the parts of a paragraph with their weights.

        ``asked``: phrases by which tables ask for it; ``slug``: the game of the paragraph.
        """
        length = 1 - LENGTH + LENGTH * len(self._lexicon.stems_in(text)) / USUAL
        parts = [*((1.0, one) for one in headings), (1 / length, text), *((ASKED, one) for one in asked)]
        return [
            ParagraphPart(weight, self._lexicon.stems_in(part), self._group_tokens_in(part, slug))
            for weight, part in parts
        ]

    def _tokens_of(self, words: Sequence[str], slug: str) -> tuple[str, ...]:
        """Return the stems of words and their groups of the thesaurus as tokens, to compare phrases with questions."""
        return tuple({*map(self._lexicon.stem, words), *self._group_tokens_in(" ".join(words), slug)})

    def _group_tokens_in(self, text: str, slug: str) -> list[str]:
        """Return the groups of the thesaurus in a text as tokens of the index."""
        return [_group_token(group) for group in self._lexicon.groups_in(text, slug)]

    def _phrases_of(self, paragraph: Paragraph) -> list[str]:
        """Return the phrases that ask for a paragraph: its own, its headings, and those of customs that it replaces."""
        replaced = (one for one in CUSTOMS.paragraphs if set(one.topics) & set(paragraph.topics))
        asked = (phrase for one in (paragraph, *replaced) for phrase in one.asked)
        return list(dict.fromkeys((*asked, *self._lexicon.headings.get(name_of(paragraph), ()))))

    def _questions_of(self, game: Game[Any]) -> list[IndexedQuestion]:
        """Return the questions to a game's referee, with the words by which they are found."""
        found = []
        for situation in game.situations:
            phrases = self._lexicon.questions.get(situation.key, ())
            text = " . ".join((situation.key.replace("-", " "), situation.title, situation.help, *phrases))
            facts = " . ".join(fact.label for fact in situation.facts(default_options(game)))
            tokens = frozenset((*self._lexicon.stems_in(text), *self._group_tokens_in(text, "")))
            found.append(
                IndexedQuestion(QuestionHit(game.slug, situation), tokens, frozenset(self._lexicon.stems_in(facts)))
            )
        return found

    def _game_name(self, slug: str) -> str:
        """Return the name of the game with this slug, or a heading for the customs or the rules of the table."""
        if slug == CUSTOMS.slug:
            return CUSTOMARY
        return self._games[slug].name if slug in self._games else "Every table"

    def _tokens_of_term(self, term: SearchTerm) -> list[str]:
        """Return the tokens that stand for a term: its groups of the thesaurus and, if it is one word, its stem."""
        words = [self._lexicon.stem(word) for word in term.words] if len(term.words) == 1 else []
        return [*words, *map(_group_token, term.groups)]

    def _query(self, reading: ParsedQuestion) -> Query:
        """Return a question in the form that the ranking needs."""
        sought = []
        for term in dict.fromkeys(reading.terms):
            is_word = len(term.words) == 1
            tokens = dict.fromkeys(map(_group_token, term.groups), SAME if is_word else 1.0)
            for word in term.words:
                tokens[self._lexicon.stem(word)] = 1.0 if is_word else EMPTY
            sought.append(QueryTerm(tokens))
        sought += [QueryTerm({self._lexicon.stem(word): EMPTY}) for word in dict.fromkeys(reading.weak)]
        pairs = [(self._lexicon.stem(one), self._lexicon.stem(two)) for one, two in reading.pairs]
        return Query(sought, pairs, reading.tokens)

    def _group_alike(self, numbers: Sequence[int]) -> list[list[int]]:
        """Group the numbers of paragraphs: each is with later ones that say the same in other games."""
        words = {number: set(words_of(self._paragraphs[number].text)) for number in numbers}
        groups: list[list[int]] = []
        for number in numbers:
            slug = slug_of(self._paragraphs[number])
            of_others = (group for group in groups if slug_of(self._paragraphs[group[0]]) != slug)
            same = next((group for group in of_others if _is_alike(words[group[0]], words[number])), None)
            if same:
                same.append(number)
            else:
                groups.append([number])
        return groups

    def _hit(self, number: int, marker: Marker, same: Iterable[int]) -> Hit:
        """Return a paragraph as a hit. ``same``: numbers of paragraphs that say the same in other games."""
        paragraph = self._paragraphs[number]
        slug = slug_of(paragraph)
        return Hit(
            slug,
            self._game_name(slug),
            paragraph,
            self._labels.get(slug, {}),
            marker.pieces(paragraph.text),
            tuple((self._game_name(slug_of(one)), one.id) for one in map(self._paragraphs.__getitem__, same)),
        )


def _is_alike(one: set[str], other: set[str]) -> bool:
    """Return whether two texts, given as the sets of their words, have the same numbers and nearly the same words."""
    return len(one & other) >= ALIKE_TEXTS * len(one | other) and not any(
        word.isdigit() or word in NUMBERS for word in one ^ other
    )


def slug_of(paragraph: Paragraph) -> str:
    """Return the slug of the game that a paragraph belongs to."""
    return paragraph.id.partition("/")[0]


def name_of(paragraph: Paragraph) -> str:
    """Return the id of a paragraph without its game: ``scoring.tricks``; paragraphs of several games can share it."""
    return paragraph.id.partition("/")[2]


def indexed_heading(paragraph: Paragraph) -> str:
    """Return what the index has as the heading of a paragraph: its section and key, ``Scoring . zero bid``."""
    return f"{SECTIONS[paragraph.section]} . {key_words(paragraph)}"


def key_words(paragraph: Paragraph) -> str:
    """Return the key of a paragraph, as words: ``zero bid``."""
    return paragraph.id.partition(".")[2].replace("-", " ")


def _group_token(group: int) -> str:
    """Return the token that stands for a group of the thesaurus in the index."""
    return f"xq{group}"
