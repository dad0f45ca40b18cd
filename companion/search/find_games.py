"""Find games by what is on the table: ``4 players, partners, two decks``."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.game.game import Game
from companion.core.words import counted, listed, quoted
from companion.search.lexicon import LONGEST_QUESTION, Lexicon, SearchTerm, words_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_AMOUNT = rf"\d{{1,3}}|{'|'.join(NUMBERS)}"
_NUMBER = rf"(?P<number>{_AMOUNT}|(a )?couple( of)?|a|single|double)"
_RANGE = rf"(?P<few>{_AMOUNT}) ((or|to) )?(?P<many>{_AMOUNT})"
_ALONE = re.compile(rf"({_RANGE}|{_AMOUNT}|a couple)")
_PEOPLE = "(hand|handed|player|players|people|persons|person|friends|of us)"

Fits = Callable[[Game[Any]], bool]


@dataclass(frozen=True, slots=True)
class FoundGames:
    """The games that fit a wish."""

    games: tuple[Game[Any], ...] = ()
    sentence: str = ""
    fault: str = ""
    """What to change if the wish could not be understood."""

    suggestions: tuple[tuple[str, int], ...] = ()
    """Other wishes, and how many games fit them."""


@dataclass(frozen=True, slots=True)
class _Condition:
    """A part of a wish: in words, and the games that fit it."""

    text: str
    slugs: frozenset[str]


class GameFinder:
    """All games, searchable by players, packs and words of their description."""

    def __init__(self, games: Sequence[Game[Any]]) -> None:
        """``games``: those that can be found."""
        self._games = games
        texts = [_description(game) for game in games]
        self._lexicon = Lexicon(texts)
        self._stems = [frozenset(self._lexicon.stems_in(text)) for text in texts]
        self._groups = [frozenset(self._lexicon.groups_in(text)) for text in texts]

    def find(self, wish: str) -> FoundGames:
        """Return the games that fit all conditions of a wish; if none does, which condition to drop."""
        if len(wish) > LONGEST_QUESTION:
            return FoundGames(fault=f"Use at most {LONGEST_QUESTION} letters: 4 players, partners, two decks.")
        conditions, unknown = self._read_conditions(wish)
        if not conditions and not unknown:
            return FoundGames(fault="Say how many play, or what lies on the table: 4 players, partners, two decks.")
        fitting = self._games_that_fit(conditions) if conditions else ()
        notes = []
        if unknown:
            said = listed((f"“{quoted(word)}”" for word in dict.fromkeys(unknown)), "or")
            notes.append(f"No game is described with {said}.")
        if fitting:
            verb = "fits" if len(fitting) == 1 else "fit"
            notes.append(f"{counted(len(fitting), 'game')} {verb}: {listed(one.text for one in conditions)}.")
            return FoundGames(fitting, " ".join(notes))
        notes.append("No game fits all of that. Leave something out:" if len(conditions) > 1 else "No game fits that.")
        return FoundGames((), " ".join(notes), suggestions=self._suggestions(conditions))

    def _games_that_fit(self, conditions: Sequence[_Condition]) -> tuple[Game[Any], ...]:
        """Return the games that fit all conditions."""
        return tuple(game for game in self._games if all(game.slug in one.slugs for one in conditions))

    def _suggestions(self, conditions: Sequence[_Condition]) -> tuple[tuple[str, int], ...]:
        """Return what else finds games: all conditions but one, each with the number of games that fit."""
        suggestions = []
        for dropped in conditions:
            rest = [one for one in conditions if one is not dropped]
            fitting = len(self._games_that_fit(rest)) if rest else 0
            if fitting:
                suggestions.append((", ".join(one.text for one in rest), fitting))
        return tuple(suggestions)

    def _read_conditions(self, wish: str) -> tuple[list[_Condition], tuple[str, ...]]:
        """Return the conditions in a wish, without repetitions, and its words that no game is described with."""
        rest = " ".join(map(_normalize_part, re.split("[,;]", wish)))
        found = []
        for pattern, make in _PATTERNS:
            for match in pattern.finditer(rest):
                text, fits = make(match)
                found.append(_Condition(text, frozenset(game.slug for game in self._games if fits(game))))
            rest = pattern.sub(" ", rest)
        reading = self._lexicon.parse(rest)
        found += [_Condition(" ".join(one.words), self._slugs_matching(one)) for one in reading.terms]
        return list({one.text: one for one in found}.values()), reading.unknown

    def _slugs_matching(self, term: SearchTerm) -> frozenset[str]:
        """Return the games whose description has a word, or one that means the same."""
        stems = set(map(self._lexicon.stem, term.words))
        matching = zip(self._games, self._stems, self._groups, strict=True)
        return frozenset(
            game.slug for game, own, groups in matching if stems <= own or not groups.isdisjoint(term.groups)
        )


def _normalize_part(part: str) -> str:
    """Return the words between two commas of a wish; to a number alone, “players” is added."""
    words = " ".join(words_of(part))
    return f"{words} players" if _ALONE.fullmatch(words) and words != NUMBERS[0] else words


def _description(game: Game[Any]) -> str:
    """Return the text of a game that is searched."""
    quick = game.rules.quick
    need = (one.text for one in game.rules.paragraphs if one.section in ("aim", "need"))
    return " . ".join(
        (
            game.name,
            *quick.also,
            game.summary,
            game.kind,
            game.totals.unit,
            game.ending.when,
            quick.deck,
            quick.scores,
            *need,
        )
    )


def _parse_number(match: re.Match[str]) -> int:
    """Return the number that a match stands for, written in digits or in words."""
    said = match["number"]
    if said.isdigit():
        return int(said)
    if "couple" in said:
        return 2
    return {"a": 1, "single": 1, "double": 2}.get(said) or NUMBERS.index(said)


def _players_condition(match: re.Match[str]) -> tuple[str, Fits]:
    """Return the condition that a game can be played by this number of players, in words and as a function."""
    number = _parse_number(match)
    return counted(number, "player"), lambda game: game.seats.allows(number)


def _player_range_condition(match: re.Match[str]) -> tuple[str, Fits]:
    """Return the condition that a game can be played by every number in a range, in words and as a function."""
    few, many = sorted(int(said) if said.isdigit() else NUMBERS.index(said) for said in match.group("few", "many"))
    return f"{few}–{counted(many, 'player')}", lambda game: game.seats.fewest <= few and many <= game.seats.most


def _packs_condition(match: re.Match[str]) -> tuple[str, Fits]:
    """Return the condition that a game needs this number of packs, in words and as a function."""
    number = _parse_number(match)
    return counted(number, "deck"), lambda game: number in game.rules.quick.packs


_MAKERS: tuple[tuple[str, Callable[[re.Match[str]], tuple[str, Fits]]], ...] = (
    (rf"\b{_RANGE} {_PEOPLE}\b", _player_range_condition),
    (rf"\b{_NUMBER} {_PEOPLE}\b", _players_condition),
    (rf"\b(we are|for|there are) {_NUMBER}\b(?! (couple|of|deck|pack))", _players_condition),
    (rf"\b{_NUMBER} (full |standard )?(decks?|packs?)( of (cards|52))?\b", _packs_condition),
    (
        r"\b(no|without( a| any)?) (partners?|partnerships?|teams?|sides)\b"
        r"|\b(each|everybody|everyone) for themselves\b",
        lambda _: ("each for themselves", lambda game: not game.seats.is_in_sides),
    ),
    (
        r"\b(in |as )?(two )?(partners?|partnerships?|teams?|sides|pairs)\b",
        lambda _: ("partners", lambda game: game.seats.can_be_in_sides),
    ),
    (
        r"\b(no|without( a| any)?) jokers?\b",
        lambda _: ("no jokers", lambda game: bool(game.rules.quick.packs) and not game.rules.quick.jokers),
    ),
    (r"\b(with )?jokers?\b", lambda _: ("jokers", lambda game: game.rules.quick.jokers)),
    (
        r"\b(an |a )?(own|special) (deck|pack)\b",
        lambda _: ("a special deck", lambda game: game.slug != "any-other-game" and not game.rules.quick.packs),
    ),
)
"""Each pattern of a condition with the function that builds the condition from a match."""

_PATTERNS = tuple((re.compile(pattern), make) for pattern, make in _MAKERS)
