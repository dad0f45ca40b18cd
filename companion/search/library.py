"""One search over the rules of all games: what answers a question best, by game."""

from collections.abc import Iterable, Mapping, Sequence, Set
from math import log
from typing import NamedTuple

from companion.core.rules.rules import CUSTOMS, SECTIONS, applicable_customs
from companion.core.words import counted, quoted
from companion.search.lexicon import ParsedQuestion, SearchTerm
from companion.search.questions import QuestionReader, reading_notes
from companion.search.rules_index import CUSTOMARY, key_words, slug_of
from companion.search.search_results import AskedQuestion, Hit, HitGroup, SearchResult, Suggestion

MOST_HITS = 15
"""How many paragraphs are shown of the first game, and of all others together."""

ALIKE, FEWEST_ALIKE = 0.6, 3
"""The lowest score, relative to the best, of a paragraph that answers as well, and the fewest games that are listed."""

LAST_CUSTOM = 2
"""How many paragraphs of a game that answers the question may come before a custom."""

WORTH_SHOWING = 0.4
"""The lowest score that is shown, relative to the best one."""

ENOUGH = 0.45
"""The part of a question that a paragraph must contain: if none does, the rules say nothing on it."""

WEIGHTY = 4.0
"""The total weight that the contained words need for that: a word in every other paragraph answers nothing."""

MOST_LOOKED_UP = 3
"""Questions up to this many words look something up."""

PAIR = 0.5
"""What two adjacent words of the question add if they are adjacent in the paragraph, too."""

SETTLES, MOST_QUESTIONS = 0.25, 3
"""The part of a question that a referee's question must contain, and how many such questions are shown."""

OF_A_FACT = 0.6
"""The weight of a word that is in a fact of a referee's question, but not in the question itself."""


class RankedParagraphs(NamedTuple):
    """How the rules of a game, or of all games, answer a question."""

    own: list[tuple[int, float]]
    """The numbers of the paragraphs with their scores, best first."""

    customs: Sequence[int] = ()
    """The numbers of the customs that fit best in a game."""

    before: int = 0
    """How many of its paragraphs come before the customs."""


class Scope(NamedTuple):
    """The games and the section of the rules that are searched."""

    game: str = ""
    """The only game that is searched; empty for all."""

    section: str = ""
    """The only section that is searched; empty for all."""

    first: str = ""
    """The game whose paragraphs come before all others; empty if none do, or only one game is searched."""

    @property
    def place(self) -> str:
        """The game that the question is about; empty if there is none."""
        return self.game or self.first


class Library(QuestionReader):
    """The search over all rules."""

    _answer = "paragraph"
    """The noun for what is found."""

    def search(self, question: str, game: str = "", section: str = "", first: str = "") -> SearchResult:
        """Return the paragraphs that answer a question best.

        ``game`` and ``section`` exclude all others; ``first`` names the game whose paragraphs come before all others.
        """
        notes = self._filter_notes(game, section)
        game = game if game in self._games else ""
        reading, named, fault = self._read_question(question, game or first)
        if reading is None:
            return SearchResult(fault=fault, suggestions=_EXAMPLES)
        notes += reading_notes(reading)
        first = first or named
        scope = Scope(game, section if section in SECTIONS else "", first if first in self._games and not game else "")
        place, found = scope.place, self._rank(reading, scope.place)
        is_answered = not place or self._is_answered(reading, place, found)
        groups = self._groups(reading, scope, found, is_answered=is_answered) if reading.terms else ()
        silence_note = (
            "" if is_answered else f"The rules of {self._game_name(place)} say nothing on “{quoted(question.strip())}”."
        )
        asked = self._referee_questions(reading, place)
        if groups or asked:
            alike = () if place else self._equally_good_hits(found, scope.section)
            return SearchResult(groups, asked, silence_note, " ".join(notes), similar_hits=alike)
        notes.append("Nothing was found.")
        suggestions = self._suggestions(question, reading, scope)
        return SearchResult(silence_note=silence_note, sentence=" ".join(notes), suggestions=suggestions)

    def _is_answered(self, reading: ParsedQuestion, slug: str, found: RankedParagraphs) -> bool:
        """Return whether a game's rules answer a question: enough of it in one paragraph, and no custom fits better."""
        customs, own = self._customs_beside(slug), self._numbers_of(slug)
        whole, held = self._matched_weight(reading, own | customs)
        most = max((weight for number, weight in held.items() if number in own), default=0.0)
        other = max((weight for number, weight in held.items() if number in customs), default=0.0)
        if _share_of(most, whole, reading) < ENOUGH or most < other:
            return False
        written = max((weight for number, weight in held.items() if number >= len(self._paragraphs)), default=0.0)
        return _share_of(written, whole, reading) >= ENOUGH or found.before != 0

    def _rank(self, reading: ParsedQuestion, slug: str) -> RankedParagraphs:
        """Return how the paragraphs of a game, or of all games, answer a question, and the customs beside a game's."""
        if not slug:
            return RankedParagraphs(self._best_paragraphs(reading, "", self._ranking.places[""]))
        customs, own = self._customs_beside(slug), self._ranking.places[slug]
        found = self._best_paragraphs(reading, slug, own | customs)[: 2 * MOST_HITS]
        places = {number: place for place, (number, _) in enumerate(found[:MOST_HITS]) if number in customs}
        settled = {topic: self._settling_paragraphs(topic, own) for topic in reading.mishaps}
        fitting = [
            number
            for topic, paragraphs in settled.items()
            if not paragraphs or len(settled) == 1
            for number in self._settling_paragraphs(topic, customs)
        ]
        is_settled = bool(fitting or any(settled.values()))
        if not is_settled:
            fitting = list(places)[:1]
        first = min((places.get(number, MOST_HITS) for number in fitting), default=MOST_HITS)
        before = min(first, LAST_CUSTOM + 1 - len(fitting)) if is_settled else first
        return RankedParagraphs([one for one in found if one[0] in own][:MOST_HITS], fitting, before)

    def _customs_beside(self, slug: str) -> set[int]:
        """Return the numbers of the customs on which the text of a game says nothing."""
        beside = {one.id for one in applicable_customs(self._games[slug].rules)}
        return {number for number in self._ranking.places[CUSTOMS.slug] if self._paragraphs[number].id in beside}

    def _best_paragraphs(self, reading: ParsedQuestion, place: str, among: Set[int]) -> list[tuple[int, float]]:
        """Return the paragraphs of ``among`` that match best, each with its score, best first.

        ``place``: a game's slug, or empty. Sections that are likely to hold the answer weigh more.
        """
        found = self._ranking.best_matches(self._query_terms(reading), self._stem_pairs(reading), place, among)
        found = [(number, fit * reading.sections[self._paragraphs[number].section]) for number, fit in found]
        return sorted(found, key=lambda one: -one[1])

    def _equally_good_hits(self, found: RankedParagraphs, section: str) -> tuple[Hit, ...]:
        """Return the best paragraph of each game that answers a question about as well as the best one, by name.

        None are returned for a question that tells games apart.
        """
        best: dict[str, int] = {}
        for number, fit in found.own:
            paragraph = self._paragraphs[number]
            is_close = fit >= ALIKE * found.own[0][1] and section in ("", paragraph.section)
            if is_close and number in self._answering[""] and slug_of(paragraph) in self._games:
                best.setdefault(slug_of(paragraph), number)
        hits = [self._hit(number, None) for number in best.values()]
        return tuple(sorted(hits, key=lambda hit: hit.name)) if len(hits) >= FEWEST_ALIKE else ()

    def _settling_paragraphs(self, topic: str, numbers: Iterable[int]) -> list[int]:
        """Return those of these paragraphs that settle a mishap. ``topic``: which mishap."""
        return [number for number in numbers if number in self._mishaps.settling[topic]]

    def _numbers_of(self, slug: str) -> Set[int]:
        """Return the numbers of the texts that can answer a question about a game."""
        return self._answering[slug]

    def _matched_weight(self, reading: ParsedQuestion, numbers: Set[int]) -> tuple[float, dict[int, float]]:
        """Return the total weight of a question's words, and how much of it each of these texts contains, by number."""
        whole = 0.8 * log(len(self._paragraphs)) * len(reading.unknown)
        held: dict[int, float] = {}
        for term in dict.fromkeys(reading.terms):
            weight, found = self._weight_and_texts(term)
            whole += weight
            for number in found & numbers:
                held[number] = held.get(number, 0.0) + weight
        for pair in reading.pairs:
            weight, found = self._weight_and_texts(pair)
            for number in found & numbers:
                held[number] = held.get(number, 0.0) + PAIR * weight
        return whole or 1.0, held

    def _weight_and_texts(self, term: SearchTerm | tuple[str, str]) -> tuple[float, Set[int]]:
        """Return the weight of a term, or of two adjacent words, and the texts that have it. Rare ones weigh most."""
        found = self._texts_with(term, self._ranking)
        often = len(found - self._ranking.places[CUSTOMS.slug])
        return log(len(self._paragraphs) / (often + 0.5)), found

    def _referee_questions(self, reading: ParsedQuestion, slug: str) -> tuple[AskedQuestion, ...]:
        """Return the referee's questions that match a search, best match first. ``slug``: the game; empty: none."""
        if not slug:
            return ()
        whole, has = 0.0, [0.0] * len(self._questions[slug])
        for term in dict.fromkeys(reading.terms):
            words = tuple(map(self._lexicon.stem, term.words))
            if (words, slug) in self._names:  # in its own game, a name sets no question apart
                continue
            weight, _ = self._weight_and_texts(term)
            whole += weight
            tokens = self._tokens(term)
            for number, (_, said, of_facts) in enumerate(self._questions[slug]):
                if not said.isdisjoint(tokens):
                    has[number] += weight
                elif of_facts.issuperset(words):
                    has[number] += weight * OF_A_FACT
        best = [number for number in range(len(has)) if has[number] > 0 and has[number] >= SETTLES * whole]
        best.sort(key=lambda number: -has[number])
        return tuple(self._questions[slug][number][0] for number in best[:MOST_QUESTIONS])

    def _filter_notes(self, game: str, section: str) -> list[str]:
        """Return a sentence for each filter that does not exist and was ignored."""
        notes = []
        if game and game not in self._games:
            notes.append(f"There is no game “{quoted(game)}”; these are the rules of all.")
        if section and section not in SECTIONS:
            notes.append(f"There is no part “{quoted(section)}”; all were searched.")
        return notes

    def _groups(
        self, reading: ParsedQuestion, scope: Scope, found: RankedParagraphs, *, is_answered: bool
    ) -> tuple[HitGroup, ...]:
        """Return the hits by heading. ``found``: the ranking in the game that is named, or in all rules."""
        own = self._best_numbers(reading, scope, found)
        customs, before = self._customs(reading, scope, found, is_answered=is_answered)
        if not scope.place or (scope.game and not customs):
            return self._hit_groups(reading, ("", own))
        name = self._game_name(scope.place)
        others = [] if scope.game else self._best_numbers(reading, scope, None)
        return self._hit_groups(
            reading,
            (f"In {name}", own[:before]),
            (CUSTOMARY, customs),
            (f"{'More in' if before else 'In' if is_answered else 'Nearest in'} {name}", own[before:]),
            ("In other games", others),
        )

    def _hit_groups(self, reading: ParsedQuestion, *groups: tuple[str, Sequence[int]]) -> tuple[HitGroup, ...]:
        """Return groups of paragraphs as hits, with the words marked that match the question; no empty groups."""
        marked = self._marked(reading.terms, [number for _, numbers in groups for number in numbers])
        return tuple(
            (heading, tuple(self._hit(number, marked.get(number)) for number in numbers))
            for heading, numbers in groups
            if numbers
        )

    def _customs(
        self, reading: ParsedQuestion, scope: Scope, found: RankedParagraphs, *, is_answered: bool
    ) -> tuple[list[int], int]:
        """Return the customs that answer a question, and how many of the game's paragraphs come before them."""
        if is_answered and (scope.game or found.before > LAST_CUSTOM):
            return [], 0
        customs = [number for number in found.customs if scope.section in ("", self._paragraphs[number].section)]
        whole, held = self._matched_weight(reading, set(customs))
        settling = {number for topic in reading.mishaps for number in self._settling_paragraphs(topic, customs)}
        fitting = [
            number
            for number in customs
            if found.before == 0 or number in settling or _share_of(held.get(number, 0.0), whole, reading) >= ENOUGH
        ]
        return fitting, found.before if is_answered and fitting else 0

    def _best_numbers(self, reading: ParsedQuestion, scope: Scope, ranked: RankedParagraphs | None) -> list[int]:
        """Return the numbers of the paragraphs that answer best.

        ``ranked``: the ranking of the scope's game, or of all; None: search the other games, without the customs.
        """
        place = scope.place if ranked else ""
        among = self._ranking.places[place]
        if not ranked:
            among -= self._ranking.places[scope.first] | self._ranking.places[CUSTOMS.slug]
        if scope.section:
            among = frozenset(number for number in among if self._paragraphs[number].section == scope.section)
        found = ranked.own if ranked and not scope.section else self._best_paragraphs(reading, place, among)
        found = found[:MOST_HITS]
        numbers = [number for number, fit in found if fit >= WORTH_SHOWING * found[0][1]]
        ranks = {number: rank for rank, (number, _) in enumerate(found)}
        settled = self._mishap_paragraphs(reading, among, ranks) if place else []
        numbers = list(dict.fromkeys([*settled, *numbers]))
        for number in self._term_paragraph(reading, numbers[2:]):
            numbers.remove(number)
            numbers.insert(1, number)
        return numbers

    def _mishap_paragraphs(self, reading: ParsedQuestion, among: Set[int], ranks: Mapping[int, int]) -> list[int]:
        """Return the numbers of the paragraphs that settle the mishaps of a question, best first.

        There are two if it has one topic, otherwise one for each. ``among``: the numbers to choose from; ``ranks``: by
        number, the place in the plain search; those without one come after.
        """
        most = 2 if len(reading.mishaps) == 1 else 1
        return [
            number
            for topic in reading.mishaps
            for number in sorted(
                self._settling_paragraphs(topic, among), key=lambda one: ranks.get(one, MOST_HITS + one)
            )[:most]
        ]

    def _term_paragraph(self, reading: ParsedQuestion, numbers: Sequence[int]) -> list[int]:
        """Return the paragraph that explains the term which is the whole question, if there is one."""
        terms = [number for number in numbers if self._paragraphs[number].section == "terms"]
        return [
            number
            for number in terms
            if tuple(self._lexicon.stems_in(key_words(self._paragraphs[number]))) == reading.stems
        ][:1]

    def _suggestions(self, question: str, reading: ParsedQuestion, scope: Scope) -> tuple[Suggestion, ...]:
        """Return other searches that find something: the same without filters, or else examples."""
        wider = {
            Scope(scope.game): "in all parts",
            Scope(section=scope.section): "in all games",
            Scope(): "in the rules of all games",
        }
        wider.pop(scope._replace(first=""), None)
        suggestions = []
        for other, place in wider.items():
            groups = self._groups(reading, other, self._rank(reading, other.game), is_answered=True)
            if groups:
                found = counted(len(groups[0][1]), self._answer)
                label = f"“{quoted(question.strip())}” {place}: {found}"
                suggestions.append(Suggestion(label, question, other.game, other.section))
        return tuple(suggestions[:2]) or _EXAMPLES


_EXAMPLES = (
    Suggestion("did not follow suit", "did not follow suit"),
    Suggestion("who deals next", "who deals next"),
    Suggestion("how does the game end", "how does the game end"),
    Suggestion("what happens when totals are level", "totals are level"),
)


def _share_of(has: float, whole: float, reading: ParsedQuestion) -> float:
    """Return how well a text that contains ``has`` of a question answers it, up to 1.

    Questions of a few words look something up, so that their words need no weight.
    """
    share = min(1.0, has / whole)
    return share if reading.words <= MOST_LOOKED_UP else share * min(1.0, has / WEIGHTY)
