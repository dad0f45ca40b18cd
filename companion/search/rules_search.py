"""One search over the rules of all games: what answers a question best, by game."""

from collections import defaultdict
from collections.abc import Sequence, Set
from math import log
from typing import NamedTuple

from companion.core.rules.rules import CUSTOMS, SECTIONS, applicable_customs
from companion.core.words import counted, quoted
from companion.games import WELL_KNOWN
from companion.search.lexicon import ParsedQuestion, SearchTerm
from companion.search.marking import Marker
from companion.search.mishaps import is_example
from companion.search.questions import QuestionReader, reading_notes
from companion.search.ranking import WORTH_SHOWING
from companion.search.rules_index import CUSTOMARY, slug_of
from companion.search.search_results import HitGroup, QuestionHit, SearchResult, Suggestion

MOST_HITS = 15
"""How many paragraphs are shown of the first game, and of all others together."""

ALIKE, FEWEST_ALIKE = 0.5, 3
"""A question is offered again in each game with at least this part of the best score; the fewest such games."""

LAST_CUSTOM = 2
"""At most this many paragraphs of a game that answers the question come before a custom that is shown."""

ENOUGH = 0.54
"""The part of a question, by weight, that a paragraph must contain to answer it."""

MOST_SETTLING = 2
"""The most paragraphs that come before all others because they settle a mishap."""

SETTLES, MOST_QUESTIONS = 0.2, 3
"""The part of a question, by weight, that a referee's question must contain; the most of these that are shown."""

UNKNOWN = 0.8
"""The weight of a word that no text contains, relative to the rarest word that one contains."""

OF_A_FACT = 0.6
"""The weight of a word that is in a fact of a referee's question, but not in the question itself."""


SUPPORT, SUPPORTERS = 0.2, 3
"""In a search over all games, the share of the mean score of a game's best paragraphs that each of its paragraphs gets
in addition; how many paragraphs make that mean."""


class RankedParagraphs(NamedTuple):
    """The paragraphs of a game, or of all games, ranked by how well they answer a question."""

    own: list[tuple[int, float]]
    """The numbers of the paragraphs with their scores, best first."""

    custom: int | None = None
    """The number of the custom that fits best in the game; None if none fits, or all games are searched."""

    before: int = 0
    """How many paragraphs of the game come before the custom."""


class Scope(NamedTuple):
    """What is searched: one game or all, one section or all; and which game's paragraphs come first."""

    game: str = ""
    """The only game that is searched; empty for all."""

    section: str = ""
    """The only section that is searched; empty for all."""

    first: str = ""
    """The game whose paragraphs come before all others; empty if none do, or only one game is searched."""

    @property
    def asked_game(self) -> str:
        """The game that the question is about; empty if there is none."""
        return self.game or self.first


class RulesSearch(QuestionReader):
    """The search over all rules."""

    _answer = "paragraph"
    """The noun for one hit."""

    def search(self, question: str, game: str = "", section: str = "", first: str = "") -> SearchResult:
        """Return the paragraphs and referee's questions that answer a question best; if there are none, suggestions.

        ``game`` and ``section`` exclude all others, but unknown ones are ignored, with a note; ``first`` is the game
        whose paragraphs come before all others, by default the one that the question names.
        """
        notes = self._filter_notes(game, section)
        game = game if game in self._games else ""
        reading, named, fault = self._read_question(question, game or first)
        if reading is None:
            return SearchResult(fault=fault, suggestions=_EXAMPLES)
        notes += reading_notes(reading)
        first = first or named
        scope = Scope(game, section if section in SECTIONS else "", first if first in self._games and not game else "")
        slug, found = scope.asked_game, self._rank(reading, scope.asked_game)
        is_answered = not slug or self._is_answered(reading, slug, found)
        groups = self._hits_by_heading(reading, scope, found, is_answered=is_answered) if reading.terms else ()
        silence_note = (
            "" if is_answered else f"The rules of {self._game_name(slug)} say nothing on “{quoted(question.strip())}”."
        )
        asked = self._referee_questions(reading, slug)
        if groups or asked:
            games = () if slug else self._games_to_ask_in(question, found, scope.section)
            return SearchResult(groups, asked, silence_note, " ".join(notes), games=games)
        notes.append("Nothing was found.")
        suggestions = self._suggestions(question, reading, scope)
        return SearchResult(silence_note=silence_note, sentence=" ".join(notes), suggestions=suggestions)

    def _is_answered(self, reading: ParsedQuestion, slug: str, ranked: RankedParagraphs) -> bool:
        """Return whether a game's rules answer a question.

        They do if a paragraph settles the mishap that the question calls by its name; or if one has enough of the
        question's words, and no custom fits better.
        """
        customs, own = self._customs_beside(slug), self._numbers_of(slug)
        if self._mishaps.settling.get(self._mishaps.named_topic(reading.stems), frozenset()) & own:
            return True
        whole, held = self._matched_weight(reading, own | customs)
        most = max((weight for number, weight in held.items() if number in own), default=0.0)
        other = max((weight for number, weight in held.items() if number in customs), default=0.0)
        if most < max(ENOUGH * whole, other):
            return False
        # Either a document of the club answers it (their numbers follow those of the paragraphs), or a paragraph that
        # comes before the custom.
        in_document = max((weight for number, weight in held.items() if number >= len(self._paragraphs)), default=0.0)
        return in_document >= ENOUGH * whole or ranked.before != 0

    def _rank(self, reading: ParsedQuestion, slug: str) -> RankedParagraphs:
        """Return the ranked paragraphs of a game, with the custom that fits; of all games if ``slug`` is empty."""
        if not slug:
            return RankedParagraphs(self._best_paragraphs(reading, "", self._ranking.by_game[""]))
        customs, own = self._customs_beside(slug), self._ranking.by_game[slug]
        found = self._best_paragraphs(reading, slug, own | customs)[: 2 * MOST_HITS]
        likely = [number for number, _ in found[:MOST_HITS]]
        settling = self._mishaps.settling.get(reading.mishap, frozenset())
        nearest = None if own & settling else next((number for number in likely if number in customs), None)
        custom = next(iter(customs & settling), nearest)
        before = likely.index(custom) if custom in likely else MOST_HITS
        return RankedParagraphs(
            [one for one in found if one[0] in own][:MOST_HITS],
            custom,
            min(before, LAST_CUSTOM) if custom in settling else before,
        )

    def _customs_beside(self, slug: str) -> set[int]:
        """Return the numbers of the customs that apply in a game, because its own rules do not settle their topics."""
        beside = {one.id for one in applicable_customs(self._games[slug].rules)}
        return {number for number in self._ranking.by_game[CUSTOMS.slug] if self._paragraphs[number].id in beside}

    def _best_paragraphs(self, reading: ParsedQuestion, slug: str, among: Set[int]) -> list[tuple[int, float]]:
        """Return those of the paragraphs ``among`` that match a question, each with its score, best first.

        ``slug``: their game. If it is empty, all games are searched, and a paragraph scores higher if others of its
        game match, too.
        """
        found = self._ranking.best_matches(self._query(reading), slug, among)
        if slug:
            return found
        by_game = defaultdict[str, list[float]](list)
        for number, fit in found:
            by_game[slug_of(self._paragraphs[number])].append(fit)
        support = {slug: SUPPORT * sum(fits[:SUPPORTERS]) / SUPPORTERS for slug, fits in by_game.items()}
        found = [(number, fit + support[slug_of(self._paragraphs[number])]) for number, fit in found]
        return sorted(found, key=lambda one: -one[1])

    def _games_to_ask_in(self, question: str, ranked: RankedParagraphs, section: str) -> tuple[Suggestion, ...]:
        """Return suggestions to ask the same question in each of the games that answer it about as well as the best.

        Well-known games come first, then those that answer it best. Empty if there are fewer than ``FEWEST_ALIKE``.
        """
        least = ALIKE * ranked.own[0][1] if ranked.own else 0.0
        near = (self._paragraphs[number] for number, fit in ranked.own if fit >= least)
        slugs = dict.fromkeys(slug_of(one) for one in near if section in ("", one.section) and not is_example(one))
        known = [slug for slug in WELL_KNOWN if slug in slugs]
        games = [slug for slug in dict.fromkeys((*known, *slugs)) if slug in self._games]
        if len(games) < FEWEST_ALIKE:
            return ()
        return tuple(Suggestion(self._game_name(slug), question, slug, section) for slug in games)

    def _numbers_of(self, slug: str) -> Set[int]:
        """Return the numbers of the texts that can answer a question about a game: all except examples."""
        return self._answering[slug]

    def _matched_weight(self, reading: ParsedQuestion, numbers: Set[int]) -> tuple[float, dict[int, float]]:
        """Return the total weight of a question's words, and for each text the weight of those that it contains.

        ``numbers``: the texts; those that contain none of the words are left out of the result.
        """
        whole = UNKNOWN * log(len(self._paragraphs)) * len(reading.unknown)
        held: dict[int, float] = {}
        for term in dict.fromkeys(reading.terms):
            weight, found = self._weight_and_texts(term)
            whole += weight
            for number in found & numbers:
                held[number] = held.get(number, 0.0) + weight
        return whole or 1.0, held

    def _weight_and_texts(self, term: SearchTerm) -> tuple[float, Set[int]]:
        """Return the weight of a term, and the texts that have it. The rarer a term is, the more it weighs."""
        found = self._ranking.texts_with_any(self._tokens_of_term(term))
        often = len(found - self._ranking.by_game[CUSTOMS.slug])
        return log(len(self._paragraphs) / (often + 0.5)), found

    def _referee_questions(self, reading: ParsedQuestion, slug: str) -> tuple[QuestionHit, ...]:
        """Return the questions to a game's referee that match a search, best match first; none without a game."""
        if not slug:
            return ()
        whole, matched = 0.0, [0.0] * len(self._questions[slug])
        for term in dict.fromkeys(reading.terms):
            words = tuple(map(self._lexicon.stem, term.words))
            if (words, slug) in self._names:  # in its own game, a name sets no question apart
                continue
            weight, _ = self._weight_and_texts(term)
            whole += weight
            tokens = self._tokens_of_term(term)
            for number, indexed in enumerate(self._questions[slug]):
                if not indexed.tokens.isdisjoint(tokens):
                    matched[number] += weight
                elif indexed.fact_stems.issuperset(words):
                    matched[number] += weight * OF_A_FACT
        best = [number for number, weight in enumerate(matched) if weight > 0 and weight >= SETTLES * whole]
        best.sort(key=lambda number: -matched[number])
        return tuple(self._questions[slug][number].question for number in best[:MOST_QUESTIONS])

    def _filter_notes(self, game: str, section: str) -> list[str]:
        """Return a sentence for each filter that is ignored because there is no such game or section."""
        notes = []
        if game and game not in self._games:
            notes.append(f"There is no game “{quoted(game)}”; these are the rules of all games.")
        if section and section not in SECTIONS:
            notes.append(f"There is no part “{quoted(section)}”; all were searched.")
        return notes

    def _hits_by_heading(
        self, reading: ParsedQuestion, scope: Scope, ranked: RankedParagraphs, *, is_answered: bool
    ) -> tuple[HitGroup, ...]:
        """Return the hits by heading: those of the game, with the custom that fits among them, then those of others.

        ``ranked``: the ranked paragraphs of the chosen game, or of all games; ``is_answered``: whether the rules of the
        chosen game answer the question.
        """
        own = self._best_numbers(reading, scope, ranked)
        customs = self._customs_to_show(reading, scope, ranked, is_answered=is_answered)
        before = ranked.before if is_answered and customs else 0
        if not scope.asked_game or (scope.game and not customs):
            return self._hit_groups(reading, ("", own))
        name = self._game_name(scope.asked_game)
        others = [] if scope.game else self._best_numbers(reading, scope, None)
        return self._hit_groups(
            reading,
            (f"In {name}", own[:before]),
            (CUSTOMARY, customs),
            (f"{'More in' if before else 'In' if is_answered else 'Nearest in'} {name}", own[before:]),
            ("In other games", others),
        )

    def _hit_groups(self, reading: ParsedQuestion, *groups: tuple[str, Sequence[int]]) -> tuple[HitGroup, ...]:
        """Return groups of paragraphs as hits, in which the words that match are marked; leave out empty groups."""
        marker = Marker(self._lexicon, reading.terms)
        return tuple(
            (heading, tuple(self._hit(number, marker, same) for number, *same in self._group_alike(numbers)))
            for heading, numbers in groups
            if numbers
        )

    def _customs_to_show(
        self, reading: ParsedQuestion, scope: Scope, ranked: RankedParagraphs, *, is_answered: bool
    ) -> list[int]:
        """Return a list with the number of the custom to show among a game's paragraphs; empty if none is shown.

        None is shown if another section is searched; or if the game answers the question, and is the only one searched
        or has more than ``LAST_CUSTOM`` better paragraphs. Otherwise the custom must fit best of all, settle the mishap
        in the question, or have enough of the question's words.
        """
        custom = ranked.custom
        if custom is None or scope.section not in ("", self._paragraphs[custom].section):
            return []
        if is_answered and (scope.game or ranked.before > LAST_CUSTOM):
            return []
        question_weight, matched = self._matched_weight(reading, {custom})
        is_settling = custom in self._mishaps.settling.get(reading.mishap, ())
        fits = ranked.before == 0 or is_settling or matched.get(custom, 0.0) >= ENOUGH * question_weight
        return [custom] if fits else []

    def _best_numbers(self, reading: ParsedQuestion, scope: Scope, ranked: RankedParagraphs | None) -> list[int]:
        """Return the numbers of the paragraphs that answer best, those that settle a mishap in the question first.

        ``ranked``: the ranked paragraphs of the game in the scope, or of all games if it has none. If it is None,
        search all other games instead, without customs and without putting mishaps first.
        """
        slug = scope.asked_game if ranked else ""
        among = self._ranking.by_game[slug]
        if not ranked:
            among -= self._ranking.by_game[scope.first] | self._ranking.by_game[CUSTOMS.slug]
        if scope.section:
            among = frozenset(number for number in among if self._paragraphs[number].section == scope.section)
        found = ranked.own if ranked and not scope.section else self._best_paragraphs(reading, slug, among)
        found = found[:MOST_HITS]
        numbers = [number for number, fit in found if fit >= WORTH_SHOWING * found[0][1]]
        ranks = {number: rank for rank, (number, _) in enumerate(found)}
        settling = self._mishaps.settling.get(reading.mishap, frozenset()) & among if slug else ()
        settled = sorted(settling, key=lambda one: ranks.get(one, MOST_HITS + one))[:MOST_SETTLING]
        return list(dict.fromkeys([*settled, *numbers]))

    def _suggestions(self, question: str, reading: ParsedQuestion, scope: Scope) -> tuple[Suggestion, ...]:
        """Return other searches that find something: the same with fewer filters, at most two, or else examples."""
        wider = {
            Scope(scope.game): "in all parts",
            Scope(section=scope.section): "in all games",
            Scope(): "in the rules of all games",
        }
        wider.pop(scope._replace(first=""), None)
        suggestions = []
        for other, where in wider.items():
            groups = self._hits_by_heading(reading, other, self._rank(reading, other.game), is_answered=True)
            if groups:
                found = counted(len(groups[0][1]), self._answer)
                label = f"“{quoted(question.strip())}” {where}: {found}"
                suggestions.append(Suggestion(label, question, other.game, other.section))
        return tuple(suggestions[:2]) or _EXAMPLES


_EXAMPLES = (
    Suggestion("did not follow suit", "did not follow suit"),
    Suggestion("who deals next", "who deals next"),
    Suggestion("how does the game end", "how does the game end"),
    Suggestion("what happens when totals are level", "totals are level"),
)
