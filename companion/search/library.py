"""One search over the rules of all games, on an index of their words in memory; SQLite marks the words in the hits."""

import sqlite3
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log
from threading import Lock
from typing import Any, NamedTuple

from companion.core.play.game import Game
from companion.core.referee.referee import default_options
from companion.core.referee.situation import Situation
from companion.core.rules.rules import CUSTOMS, SECTIONS, TABLE_RULES, Paragraph, customs_beside
from companion.core.words import counted, listed, shown
from companion.search.lexicon import LONGEST_QUESTION, TOKENIZER, Lexicon, Reading, SearchTerm, words_of
from companion.search.mishaps import Mishaps, Sections, is_example
from companion.search.ranking import ASKED, BROADER, EMPTY, HEAD, SAME, TEXT, TOPIC, Ranking, Sought

MOST_HITS = 15
"""How many paragraphs are shown of the first game, and of all others together."""

LAST_CUSTOM = 2
"""How many paragraphs of a game that answers the question may come before a custom."""

WORTH_SHOWING = 0.4
"""The lowest score that is shown, relative to the best one."""

ENOUGH = 0.45
"""The part of a question that a paragraph must contain: if none does, the rules are silent on it."""

WEIGHTY = 4.0
"""The total weight that the contained words need for that: a word in every other paragraph answers nothing."""

MOST_LOOKED_UP = 3
"""Questions up to this many words look something up."""

NEGATIONS = frozenset(("no", "not"))
"""Words without meaning that are not even about something."""

PAIR = 0.5
"""What two adjacent words of the question add if they are adjacent in the paragraph, too."""

SETTLES, MOST_QUESTIONS = 0.25, 3
"""The part of a question that a referee's question must contain, and how many such questions are shown."""

OF_A_FACT = 0.6
"""The weight of a word that is in a fact of a referee's question, but not in the question itself."""

EXAMPLE, FOLLOW_UP, TERM = 0.8, 0.9, 0.85
"""The factors for an example, for a rule about another rule (``frozen-add`` beside ``frozen``) and for a term, because
the rule itself should come first."""

CUSTOMARY = "If nothing else is said"
"""The heading above the customs of a table."""

ON, OFF = "\x02", "\x03"


@dataclass(frozen=True, slots=True)
class Hit:
    """A paragraph that was found."""

    slug: str
    name: str
    """The name of its game."""

    paragraph: Paragraph
    labels: Mapping[str, str]
    """Option key to label, in that game."""

    pieces: tuple[tuple[str, bool], ...]
    """Its text in pieces, each with whether it matches the question."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A referee's question that was found."""

    slug: str
    situation: Situation


@dataclass(frozen=True, slots=True)
class Document:
    """A text of the club beside the rules: a house rule, or a ruling."""

    kind: str
    """``house`` or ``ruling``."""

    key: str
    """Its identity among texts of its kind."""

    slug: str
    title: str
    """Its name: ``Ruling 4``."""

    text: str
    about: tuple[str, ...] = ()
    """Ids of its paragraphs; it is found by their words, too."""

    more: str = ""
    """Further words by which it is found; they are not shown."""

    state: str = ""
    """What became of it, if that must be said: ``withdrawn: we misread the book``."""

    past: bool = False
    """Whether it no longer applies."""


@dataclass(frozen=True, slots=True)
class ClubHit:
    """A club's document that was found."""

    document: Document
    name: str
    """The name of its game."""

    pieces: tuple[tuple[str, bool], ...]
    """Its text in pieces, each with whether it matches the question."""


class InGame(NamedTuple):
    """How the rules of a game answer a question."""

    own: list[tuple[int, float]]
    """The numbers of its paragraphs with their scores, best first."""

    customs: list[int]
    """The numbers of the customs that fit best."""

    before: int
    """How many of its paragraphs come before the customs."""


HitGroup = tuple[str, "tuple[Hit | ClubHit, ...]"]
"""A heading, and the hits under it, best first."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another question that finds something."""

    label: str
    words: str
    game: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search."""

    groups: tuple[HitGroup, ...] = ()
    """The hits; the heading is empty if there is only one group."""

    questions: tuple[AskedQuestion, ...] = ()
    """Referee's questions that settle it, best first."""

    silent: str = ""
    """A sentence that the rules of the game say nothing on it; empty if they do, or no game was named."""

    sentence: str = ""
    fault: str = ""
    """What to change if the question cannot be answered."""

    suggestions: tuple[Suggestion, ...] = ()

    @property
    def hits(self) -> tuple[Hit | ClubHit, ...]:
        """All hits in the order in which they are shown."""
        return tuple(hit for _, hits in self.groups for hit in hits)


class Library:
    """The search index. It never changes once built, so that any number of threads may search."""

    _answer = "paragraph"
    """The noun for what is found."""

    def __init__(self, games: Sequence[Game[Any]]) -> None:
        self._games = {game.slug: game for game in games}
        self._labels = {game.slug: {option.key: option.label for option in game.options} for game in games}
        self._paragraphs = [*(one for game in games for one in game.rules.paragraphs), *TABLE_RULES.paragraphs]
        self._paragraphs += CUSTOMS.paragraphs
        self._lexicon = Lexicon(
            text for one in self._paragraphs for text in (self._name(_slug(one)), heading_of(one), one.text, *one.asked)
        )
        vocabulary: dict[str, set[str]] = {}
        for one in self._paragraphs:
            vocabulary.setdefault(_slug(one), set()).update(words_of(f"{heading_of(one)} {one.text}"))
        self._mishaps = Mishaps(self._lexicon, self._paragraphs)
        phrases = ((one.section, asked) for one in self._paragraphs for asked in self._asked_by(one))
        self._sections = Sections(self._lexicon, phrases)
        self._lexicon.of_game = {slug: frozenset(of) for slug, of in vocabulary.items()}
        known = {one.id for one in self._paragraphs}
        self._lock = Lock()
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        self._index.execute(f"CREATE VIRTUAL TABLE rule USING fts5(text, tokenize = '{TOKENIZER}')")
        self._put(enumerate(one.text for one in self._paragraphs))
        self._index.execute("INSERT INTO rule (rule) VALUES ('optimize')")
        self._index.commit()
        self._rank_all(known)
        self._names = self._all_names(games)
        self._questions = {game.slug: self._questions_of(game) for game in games}

    def _rank_all(self, known: Container[str]) -> None:
        self._ranking = Ranking()
        all_asked = {asked for one in self._paragraphs for asked in self._asked_by(one)}
        things_of = {asked: self._sought(self._lexicon.read(asked)) for asked in all_asked}
        for number, one in enumerate(self._paragraphs):
            parts = [(HEAD, heading_of(one)), (TEXT, one.text), *((ASKED, asked) for asked in self._asked_by(one))]
            if topic := topic_of(one):
                parts.append((TOPIC, topic))
            self._ranking.put(number, self._stemmed(parts, _slug(one)), _share(one, known))
            for asked in self._asked_by(one):
                if things_of[asked]:
                    self._ranking.put_asked(number, things_of[asked])
        places: dict[str, set[int]] = {"": set(range(len(self._paragraphs)))}
        for number, one in enumerate(self._paragraphs):
            places.setdefault(_slug(one), set()).add(number)
        self._ranking.places = {place: frozenset(numbers) for place, numbers in places.items()}
        self._answering = {
            place: frozenset(number for number in numbers if not is_example(self._paragraphs[number]))
            for place, numbers in places.items()
        }
        """The paragraphs that can answer a question, by game: all except examples."""

    def _all_names(self, games: Sequence[Game[Any]]) -> list[tuple[tuple[str, ...], str]]:
        """Return the names of the games as stems, each with its game."""
        names = []
        for game in games:
            name = " ".join(words_of(game.name))
            called = {name, *(one for group in self._lexicon.groups if name in group for one in group)}
            stems = {tuple(self._lexicon.stems_in(one)) for one in called}
            names += [(one, game.slug) for one in stems if one == tuple(self._lexicon.stems_in(name)) or len(one) > 1]
        return names

    def _stemmed(self, parts: Iterable[tuple[float, str]], slug: str) -> list[tuple[float, list[str], list[str]]]:
        """Return the weighted parts of a text with their stems and their groups of the thesaurus."""
        return [(weight, self._lexicon.stems_in(text), self._groups_in(text, slug)) for weight, text in parts]

    def _groups_in(self, text: str, slug: str) -> list[str]:
        return [_token(concept) for concept in self._lexicon.concepts_in(text, slug)]

    def _asked_by(self, paragraph: Paragraph) -> list[str]:
        """Return the phrases by which a table asks for a paragraph."""
        return [*paragraph.asked, *self._lexicon.headings.get(paragraph.id.partition("/")[2], ())]

    def _questions_of(self, game: Game[Any]) -> list[tuple[AskedQuestion, frozenset[str], frozenset[str]]]:
        """Return the questions of a game's referee, each with the tokens of its words and the stems of its facts."""
        found = []
        for one in game.situations:
            said = self._lexicon.questions.get(one.key, ())
            text = " . ".join((one.key.replace("-", " "), one.title, one.help, *said))
            facts = " . ".join(fact.label for fact in one.facts(default_options(game)))
            tokens = frozenset((*self._lexicon.stems_in(text), *self._groups_in(text, "")))
            found.append((AskedQuestion(game.slug, one), tokens, frozenset(self._lexicon.stems_in(facts))))
        return found

    def _put(self, texts: Iterable[tuple[int, str]]) -> None:
        """Add texts by their numbers to the index that marks the words of a question."""
        self._index.executemany("INSERT INTO rule (rowid, text) VALUES (?, ?)", texts)

    def _name(self, slug: str) -> str:
        if slug == CUSTOMS.slug:
            return CUSTOMARY
        return self._games[slug].name if slug in self._games else "Every table"

    def search(self, question: str, game: str = "", section: str = "", first: str = "") -> SearchResult:
        """Return the paragraphs that answer a question best.

        ``game`` and ``section`` exclude all others; ``first`` names the game whose paragraphs come before all others.
        """
        reading, fault = self._read(question, game or first)
        if reading is None:
            return SearchResult(fault=fault, suggestions=_EXAMPLES)
        mended = dict(reading.mended)
        known = (mended.get(word, word) for word in words_of(question) if word not in reading.unknown)
        reading = replace(reading, mishaps=self._mishaps.topics(question), sections=self._sections.shares(known))
        notes = self._filter_notes(game, section)
        game = game if game in self._games else ""
        named, reading = self._named(reading, game or first)
        first = first or named
        section = section if section in SECTIONS else ""
        notes += _reading_notes(reading)
        first = first if first in self._games and not game else ""
        place = game or first
        found = self._in_game(reading, place) if place else None
        is_answered = found is None or self._is_answered(reading, place, found)
        groups = self._groups(reading, game, section, first, found, is_answered=is_answered)
        silent = "" if is_answered else f"The rules of {self._name(place)} say nothing on “{shown(question.strip())}”."
        asked = self._asked(reading, place)
        if groups or asked:
            return SearchResult(groups, asked, silent, " ".join(notes))
        notes.append("Nothing was found.")
        suggestions = self._suggestions(question, reading, game, section)
        return SearchResult(silent=silent, sentence=" ".join(notes), suggestions=suggestions)

    # How much of a question a text contains.

    def _is_answered(self, reading: Reading, slug: str, found: InGame) -> bool:
        """Return whether a game's rules answer a question: enough of it in one paragraph, and no custom fits better."""
        if not reading.terms:
            return False
        customs, own = self._numbers_of(CUSTOMS.slug), self._numbers_of(slug)
        whole, held = self._held(reading, own | customs)
        most = max((weight for number, weight in held.items() if number in own), default=0.0)
        other = max((weight for number, weight in held.items() if number in customs), default=0.0)
        if _share_of(most, whole, reading) < ENOUGH or most < other:
            return False
        written = max((weight for number, weight in held.items() if number >= len(self._paragraphs)), default=0.0)
        return _share_of(written, whole, reading) >= ENOUGH or found.before != 0

    def _in_game(self, reading: Reading, slug: str) -> InGame:
        """Return how the paragraphs of a game answer a question, and the customs beside them.

        Only customs on which the game's own text is silent count.
        """
        beside = {one.id for one in customs_beside(self._games[slug].rules)}
        customs = {number for number in self._numbers_of(CUSTOMS.slug) if self._paragraphs[number].id in beside}
        own = self._ranking.places[slug]
        found = self._ranked(reading, slug, own | customs, 2 * MOST_HITS)
        places = {number: place for place, (number, _) in enumerate(found[:MOST_HITS]) if number in customs}
        settled = {topic: self._settling(topic, own) for topic in reading.mishaps}
        fitting = [
            number
            for topic, paragraphs in settled.items()
            if not paragraphs or len(settled) == 1
            for number in self._settling(topic, customs)
        ]
        is_settled = bool(fitting or any(settled.values()))
        if not is_settled:
            fitting = list(places)[:1]
        first = min((places.get(number, MOST_HITS) for number in fitting), default=MOST_HITS)
        before = min(first, LAST_CUSTOM + 1 - len(fitting)) if is_settled else first
        return InGame([one for one in found if one[0] in own][:MOST_HITS], fitting, before)

    def _ranked(self, reading: Reading, place: str, among: Set[int], most: int = MOST_HITS) -> list[tuple[int, float]]:
        """Return the best of some paragraphs; in a game those of likely sections come before others."""
        found = self._ranking.ranked(self._sought(reading), self._pairs(reading), place, among, 2 * MOST_HITS)
        if place:
            found = [(number, fit * reading.sections[self._paragraphs[number].section]) for number, fit in found]
            found.sort(key=lambda one: -one[1])
        return found[:most]

    def _settling(self, topic: str, numbers: Iterable[int]) -> list[int]:
        """Return those of some paragraphs that settle a mishap."""
        return [number for number in numbers if number in self._mishaps.settling[topic]]

    def _numbers_of(self, slug: str) -> Set[int]:
        """Return the numbers of the texts that can answer a question about a game."""
        return self._answering[slug]

    def _held(self, reading: Reading, numbers: Set[int]) -> tuple[float, dict[int, float]]:
        """Return the total weight of a question's words, and how much of it each of some texts contains."""
        whole = 0.8 * log(len(self._paragraphs)) * len(reading.unknown)
        held: dict[int, float] = {}
        for term in dict.fromkeys(reading.terms):
            weight, found = self._weighed(term)
            whole += weight
            for number in found & numbers:
                held[number] = held.get(number, 0.0) + weight
        for pair in reading.pairs:
            weight, found = self._weighed(pair)
            for number in found & numbers:
                held[number] = held.get(number, 0.0) + PAIR * weight
        return whole or 1.0, held

    def _weighed(self, term: SearchTerm | tuple[str, str]) -> tuple[float, Set[int]]:
        """Return the weight of a term, or of two adjacent words, and the texts that have it. Rare ones weigh most."""
        found = self._having(term, self._ranking)
        often = len(found - self._ranking.places[CUSTOMS.slug])
        return log(len(self._paragraphs) / (often + 0.5)), found

    def _having(self, term: SearchTerm | tuple[str, str], ranking: Ranking) -> set[int]:
        """Return the texts in an index that have a term, or two adjacent words."""
        if isinstance(term, SearchTerm):
            return ranking.having(self._tokens(term))
        return ranking.having_pair(*map(self._lexicon.stem, term))

    def _tokens(self, term: SearchTerm) -> list[str]:
        """Return the tokens that stand for a term: its groups of the thesaurus, and the stem of a single word."""
        words = [self._lexicon.stem(word) for word in term.words] if len(term.words) == 1 else []
        return [*words, *map(_token, term.concepts)]

    def _asked(self, reading: Reading, slug: str) -> tuple[AskedQuestion, ...]:
        """Return the referee's questions that settle a question, best first."""
        if not slug:
            return ()
        whole, has = 0.0, [0.0] * len(self._questions[slug])
        for term in dict.fromkeys(reading.terms):
            weight, _ = self._weighed(term)
            whole += weight
            tokens, words = self._tokens(term), {self._lexicon.stem(word) for word in term.words}
            for number, (_, said, of_facts) in enumerate(self._questions[slug]):
                if not said.isdisjoint(tokens):
                    has[number] += weight
                elif words <= of_facts:
                    has[number] += weight * OF_A_FACT
        best = [number for number in range(len(has)) if has[number] > 0 and has[number] >= SETTLES * whole]
        best.sort(key=lambda number: -has[number])
        return tuple(self._questions[slug][number][0] for number in best[:MOST_QUESTIONS])

    def _named(self, reading: Reading, slug: str) -> tuple[str, Reading]:
        """Return the game that a question names (preferably ``slug``), and the rest of the question."""
        found = [
            (one == slug, len(name), -place, one, name)
            for name, one in self._names
            for place in range(len(reading.stems) - len(name) + 1)
            if reading.stems[place : place + len(name)] == name and self._is_name(reading.stems, place, len(name))
        ]
        if not found:
            return "", reading
        *_, one, name = max(found)
        stems = {term: {self._lexicon.stem(word) for word in term.words} for term in reading.terms}
        rest = tuple(term for term in reading.terms if not stems[term] <= set(name))
        if not rest or slug not in ("", one):
            return one, reading
        said = tuple(word for term in reading.terms if term not in rest for word in term.words)
        return one, replace(reading, terms=rest, weak=(*reading.weak, *said), words=reading.words - len(name))

    def _is_name(self, stems: Sequence[str], place: int, length: int) -> bool:
        """Return whether words are the name of a game where they stand.

        A name with other meanings counts only at the beginning, or after ``in``.
        """
        if length > 1 or not self._lexicon.has_group(stems[place]):
            return True
        return len(stems) > 1 and (place == 0 or stems[place - 1] in ("in", "at", "play"))

    def _read(self, question: str, slug: str) -> tuple[Reading | None, str]:
        if not question.strip():
            return None, "Type what happened, or the words that you want to find."
        if len(question) > LONGEST_QUESTION:
            return None, f"A question has at most {LONGEST_QUESTION} letters. Ask it in fewer words."
        reading = self._lexicon.read(question, slug)
        if not reading.words:
            return None, "Type what happened, in a few words."
        if not reading.terms and not reading.unknown:  # the question has only words that occur in every rule
            words = tuple(dict.fromkeys(reading.weak if len(reading.weak) > 1 else self._lexicon.weighty(question)))
            if NEGATIONS.issuperset(reading.weak):
                return None, "These words are in every rule. Add what you look for: a card, a bid, the name of a game."
            terms = tuple(SearchTerm((word,)) for word in words)
            reading = replace(reading, terms=terms, pairs=tuple(pairwise(words)), weak=())
        return reading, ""

    def _filter_notes(self, game: str, section: str) -> list[str]:
        notes = []
        if game and game not in self._games:
            notes.append(f"There is no game “{shown(game)}”; these are the rules of all.")
        if section and section not in SECTIONS:
            notes.append(f"There is no part “{shown(section)}”; all were searched.")
        return notes

    def _groups(
        self, reading: Reading, game: str, section: str, first: str, found: InGame | None, *, is_answered: bool
    ) -> tuple[HitGroup, ...]:
        """Return the hits by heading. ``found``: the ranking in the game that is named; None if none is."""
        if not reading.terms:
            return ()
        if found is None:
            return self._headed(reading, ("", self._hits(reading, "", "", section)))
        place = game or first
        name = self._name(place)
        own = self._hits(reading, place, "", section, found)
        customs, before = self._customs(reading, found, section, is_answered=is_answered, only=bool(game))
        others = [] if game else self._hits(reading, "", first, section)
        if game and not customs:
            return self._headed(reading, ("", own))
        return self._headed(
            reading,
            (f"In {name}", own[:before]),
            (CUSTOMARY, customs),
            (f"{'More in' if before else 'In' if is_answered else 'Nearest in'} {name}", own[before:]),
            ("In other games", others),
        )

    def _headed(self, reading: Reading, *groups: tuple[str, Sequence[int]]) -> tuple[HitGroup, ...]:
        """Return groups of paragraphs as hits, with the words marked that match the question; no empty groups."""
        marked = self._marked(reading.terms, [number for _, numbers in groups for number in numbers])
        return tuple(
            (heading, tuple(self._hit(number, marked.get(number)) for number in numbers))
            for heading, numbers in groups
            if numbers
        )

    def _customs(
        self, reading: Reading, found: InGame, section: str, *, is_answered: bool, only: bool
    ) -> tuple[list[int], int]:
        """Return the customs that answer a question, and how many of the game's paragraphs come before them.

        ``only``: whether the search is limited to the game.
        """
        if is_answered and (only or found.before > LAST_CUSTOM):
            return [], 0
        customs = [number for number in found.customs if section in ("", self._paragraphs[number].section)]
        whole, held = self._held(reading, set(customs))
        settling = {number for topic in reading.mishaps for number in self._settling(topic, customs)}
        fitting = [
            number
            for number in customs
            if found.before == 0 or number in settling or _share_of(held.get(number, 0.0), whole, reading) >= ENOUGH
        ]
        return fitting, found.before if is_answered and fitting else 0

    def _hits(self, reading: Reading, place: str, without: str, section: str, known: InGame | None = None) -> list[int]:
        """Return the best hits in a place, or in all places except another and the customs.

        ``known``: the ranking of the place, if it was made already.
        """
        among = self._ranking.places[place]
        if without:
            among -= self._ranking.places[without] | self._ranking.places[CUSTOMS.slug]
        if section:
            among = frozenset(number for number in among if self._paragraphs[number].section == section)
        found = known.own if known and not section else self._ranked(reading, place, among)
        numbers = [number for number, fit in found if fit >= WORTH_SHOWING * found[0][1]]
        ranks = {number: rank for rank, (number, _) in enumerate(found)}
        settled = self._settled(reading, among, ranks) if place else []
        numbers = list(dict.fromkeys([*settled, *numbers]))
        for number in self._explaining(reading, numbers[2:]):
            numbers.remove(number)
            numbers.insert(1, number)
        return numbers

    def _settled(self, reading: Reading, among: Set[int], ranks: Mapping[int, int]) -> list[int]:
        """Return the paragraphs that settle a mishap: two if its topic is sure, otherwise one for each topic."""
        most = 2 if len(reading.mishaps) == 1 else 1
        return [
            number
            for topic in reading.mishaps
            for number in sorted(self._settling(topic, among), key=lambda one: ranks.get(one, MOST_HITS + one))[:most]
        ]

    def _explaining(self, reading: Reading, numbers: Sequence[int]) -> list[int]:
        """Return the paragraph that explains the term which is the whole question, if there is one."""
        terms = [number for number in numbers if self._paragraphs[number].section == "terms"]
        return [
            number for number in terms if tuple(self._lexicon.stems_in(_key(self._paragraphs[number]))) == reading.stems
        ][:1]

    def _sought(self, reading: Reading) -> list[Sought]:
        """Return what a question asks for, in the form that the ranking needs."""
        sought = []
        for term in dict.fromkeys(reading.terms):
            tokens = dict.fromkeys(
                (_token(concept) for concept in term.concepts), SAME if len(term.words) == 1 else 1.0
            )
            for concept in term.concepts:
                for broader in self._lexicon.kinds.get(concept, ()):
                    tokens.setdefault(_token(broader), BROADER)
            for word in term.words:
                tokens[self._lexicon.stem(word)] = 1.0 if len(term.words) == 1 else EMPTY
            sought.append(Sought(tokens))
        sought += [Sought({self._lexicon.stem(word): EMPTY}) for word in dict.fromkeys(reading.weak)]
        return sought

    def _pairs(self, reading: Reading) -> list[tuple[str, str]]:
        return [(self._lexicon.stem(one), self._lexicon.stem(two)) for one, two in reading.pairs]

    def _marked(self, terms: Sequence[SearchTerm], numbers: Sequence[int]) -> dict[int, str]:
        """Return the texts with the words marked that match the question."""
        phrases = {phrase for term in terms for phrase in self._lexicon.phrases(term)}
        match = " OR ".join(f'"{" ".join(words_of(phrase))}"' for phrase in sorted(phrases))
        places = ", ".join("?" * len(numbers))
        with self._lock:
            found = self._index.execute(
                f"SELECT rowid, highlight(rule, 0, '{ON}', '{OFF}') FROM rule "  # noqa: S608 - put together from words of this module; what people typed is bound
                f"WHERE rule MATCH ? AND +rowid IN ({places})",
                (match, *numbers),
            ).fetchall()
        return dict(found)

    def _hit(self, number: int, marked: str | None) -> Hit:
        paragraph = self._paragraphs[number]
        slug = _slug(paragraph)
        return Hit(
            slug, self._name(slug), paragraph, self._labels.get(slug, {}), tuple(pieces(marked or paragraph.text))
        )

    def _suggestions(self, question: str, reading: Reading, game: str, section: str) -> tuple[Suggestion, ...]:
        """Return other searches that find something: the same without filters, or else examples."""
        suggestions = []
        wider = {(game, ""): "in all parts", ("", section): "in all games", ("", ""): "in the rules of all games"}
        for without, place in wider.items():
            named = self._in_game(reading, without[0]) if without[0] else None
            groups = () if without == (game, section) else self._groups(reading, *without, "", named, is_answered=True)
            if groups:
                found = counted(len(groups[0][1]), self._answer)
                suggestions.append(Suggestion(f"“{shown(question.strip())}” {place}: {found}", question, *without))
        return tuple(suggestions[:2]) or _EXAMPLES


_EXAMPLES = (
    Suggestion("did not follow suit", "did not follow suit"),
    Suggestion("who deals next", "who deals next"),
    Suggestion("how does the game end", "how does the game end"),
    Suggestion("what happens when totals are level", "totals are level"),
)


def _slug(paragraph: Paragraph) -> str:
    return paragraph.id.partition("/")[0]


def heading_of(paragraph: Paragraph) -> str:
    """Return the section and the key of a paragraph, as words."""
    return f"{SECTIONS[paragraph.section]} . {_key(paragraph)}"


def topic_of(paragraph: Paragraph) -> str:
    """Return the key of a paragraph if it is one word, and so its whole topic; otherwise an empty string."""
    key = _key(paragraph)
    return "" if " " in key else key


def _key(paragraph: Paragraph) -> str:
    return paragraph.id.partition(".")[2].replace("-", " ")


def _share(paragraph: Paragraph, known: Container[str]) -> float:
    chapter, _, key = paragraph.id.partition(".")
    if key.startswith("example"):
        return EXAMPLE
    if paragraph.section == "terms":
        return TERM
    parts = key.split("-")
    is_follow_up = any(f"{chapter}.{'-'.join(parts[:length])}" in known for length in range(1, len(parts)))
    return FOLLOW_UP if is_follow_up else 1.0


def _token(concept: int) -> str:
    return f"xq{concept}"


def _share_of(has: float, whole: float, reading: Reading) -> float:
    """Return how well a text that contains ``has`` of a question answers it, up to 1.

    Questions of a few words look something up, so that their words need no weight.
    """
    share = min(1.0, has / whole)
    return share if reading.words <= MOST_LOOKED_UP else share * min(1.0, has / WEIGHTY)


def _reading_notes(reading: Reading) -> list[str]:
    notes = [f"Searched for “{meant}” instead of “{shown(typed)}”." for typed, meant in reading.mended]
    if reading.unknown:
        unknown = listed((f"“{shown(word)}”" for word in dict.fromkeys(reading.unknown)), "or")
        notes.append(f"No rule mentions {unknown}.")
    return notes


def pieces(marked: str) -> Iterable[tuple[str, bool]]:
    """Yield the pieces of a marked text, each with whether it was marked."""
    for part in marked.split(ON):
        hit, mark, rest = part.partition(OFF)
        if mark:
            yield hit, True
        else:
            rest = part
        if rest:
            yield rest, False
