"""One search over the rules of all games and a club's own texts."""

from collections.abc import Sequence, Set

from companion.core.rules.rules import Paragraph
from companion.search.lexicon import ParsedQuestion, SearchTerm, words_of
from companion.search.marking import Marker
from companion.search.ranking import WORTH_SHOWING, Ranking
from companion.search.rules_index import indexed_heading
from companion.search.rules_search import MOST_HITS, RankedParagraphs, RulesSearch, Scope
from companion.search.search_results import ClubHit, Document, HitGroup

OURS, OUR_OTHER = "Our house rules and rulings", "Our other house rules and rulings"


class ClubSearch(RulesSearch):
    """The search over all rules and a club's own documents, its house rules and rulings."""

    _answer = "answer"

    def __init__(self, rules_search: RulesSearch, documents: Sequence[Document]) -> None:
        """``rules_search``: the search over the rules, which is not changed; ``documents``: those of the club."""
        self.__dict__.update(rules_search.__dict__)
        self._texts = {one.id: one for one in self._paragraphs}
        """The paragraphs of the rules, by id."""

        self._documents = dict(enumerate(dict.fromkeys(documents), len(self._paragraphs)))
        """The documents by number; the numbers follow those of the paragraphs."""

        texts = (text for one in documents for text in (one.title, one.text, one.more))
        self._lexicon = rules_search._lexicon.with_texts(texts)
        self._document_ranking = Ranking(rules_search._ranking)
        """The ranking of the documents, which weighs words by how rare they are in the rules."""

        for number, one in self._documents.items():
            self._add_to_ranking(number, one)

    def _add_to_ranking(self, number: int, document: Document) -> None:
        """Add a document to the ranking."""
        about = self._paragraphs_about(document)
        others = (document.title, document.more, *(paragraph.text for paragraph in about))
        headings = dict.fromkeys(map(indexed_heading, about))
        parts = self._weighted_parts(headings, document.text, others, document.slug)
        self._document_ranking.add_paragraph(number, parts)
        question, _, answer = document.text.partition("\n")
        phrases = [question] if answer else []
        phrases += [phrase for each in about for phrase in self._phrases_of(each)]
        tokens = [self._tokens_of(words_of(phrase), document.slug) for phrase in phrases]
        self._document_ranking.add_phrases(number, tokens)

    def _paragraphs_about(self, document: Document) -> list[Paragraph]:
        """Return the paragraphs of the rules that a document is about: it is found in their sections."""
        return [self._texts[rule] for rule in document.about if rule in self._texts]

    def _hits_by_heading(
        self, reading: ParsedQuestion, scope: Scope, ranked: RankedParagraphs, *, is_answered: bool
    ) -> tuple[HitGroup, ...]:
        """Return the hits by heading: the club's documents first if they fit about as well as the rules, else last.

        Documents of other games, and those that no longer apply, come last in any case.
        """
        groups = super()._hits_by_heading(reading, scope, ranked, is_answered=is_answered)
        documents = self._club_matches(reading, scope)
        if not documents:
            return groups
        best = max((fit for _, fit in ranked.own), default=0.0)
        fits = {number: fit for number, fit in documents if fit >= WORTH_SHOWING * documents[0][1]}
        first = [
            number
            for number, fit in fits.items()
            if fit >= WORTH_SHOWING * best
            and scope.first in ("", self._documents[number].slug)
            and not self._documents[number].is_past
        ]
        last = sorted((number for number in fits if number not in first), key=lambda one: self._documents[one].is_past)
        marker = Marker(self._lexicon, reading.terms)
        own = [
            (heading, tuple(self._club_hit(number, marker) for number in numbers))
            for heading, numbers in ((OURS, first), (OUR_OTHER if first else OURS, last))
        ]
        named = tuple((heading or "In the rules", hits) for heading, hits in groups)
        return tuple(group for group in (own[0], *named, own[1]) if group[1])

    def _club_matches(self, reading: ParsedQuestion, scope: Scope) -> list[tuple[int, float]]:
        """Return the numbers of the club's documents that match a question, best first, with their scores."""
        among = {
            number
            for number, one in self._documents.items()
            if scope.game in ("", one.slug)
            and (not scope.section or scope.section in {about.section for about in self._paragraphs_about(one)})
        }
        return self._document_ranking.best_matches(self._query(reading), scope.asked_game, among)[:MOST_HITS]

    def _numbers_of(self, slug: str) -> Set[int]:
        """Return the numbers of the texts that can answer a question about a game, also documents that still apply."""
        ours = {number for number, one in self._documents.items() if one.slug == slug and not one.is_past}
        return super()._numbers_of(slug) | ours

    def _weight_and_texts(self, term: SearchTerm) -> tuple[float, Set[int]]:
        """Return the weight of a term, as in the rules alone, and all texts that have it, documents included."""
        weight, found = super()._weight_and_texts(term)
        return weight, found | self._document_ranking.texts_with_any(self._tokens_of_term(term))

    def _club_hit(self, number: int, marker: Marker) -> ClubHit:
        """Return a club's document as a hit."""
        document = self._documents[number]
        return ClubHit(document, self._game_name(document.slug), marker.pieces(document.text))
