"""Find games that suit the players and cards at hand: ``4 players, partners, two decks``."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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
Conditions = Mapping[str, Fits]
"""The conditions of a query: each in words, with a function that returns whether a game fits it."""


@dataclass(frozen=True, slots=True)
class GameSearchResult:
    """The games that fit a query, or why there are none."""

    games: tuple[Game[Any], ...] = ()
    sentence: str = ""
    fault: str = ""
    """What to change, if the query could not be understood."""

    suggestions: tuple[tuple[str, int], ...] = ()
    """Other queries, and how many games fit them."""


class GameFinder:
    """All games, searchable by players, packs and words of their description."""

    def __init__(self, games: Sequence[Game[Any]]) -> None:
        """``games``: those that can be found."""
        self._games = games
        self._lexicon = Lexicon(map(_description, games))
        self._stems = {game.slug: set(self._lexicon.stems_in(_description(game))) for game in games}
        self._groups = {game.slug: set(self._lexicon.groups_in(_description(game))) for game in games}

    def find(self, query: str) -> GameSearchResult:
        """Return the games that fit all conditions of a query; if none does, suggest conditions to leave out.

        A game that has the whole query as a name comes first.
        """
        if len(query) > LONGEST_QUESTION:
            return GameSearchResult(fault=f"Use at most {LONGEST_QUESTION} letters: 4 players, partners, two decks.")
        conditions, unknown = self._read_conditions(query)
        if not conditions and not unknown:
            return GameSearchResult(
                fault="Say how many play, or what lies on the table: 4 players, partners, two decks."
            )
        fitting = self._games_that_fit(conditions) if conditions else ()
        notes = []
        if unknown:
            words = listed((f"“{quoted(word)}”" for word in dict.fromkeys(unknown)), "or")
            notes.append(f"No game is described with {words}.")
        if fitting:
            verb = "fits" if len(fitting) == 1 else "fit"
            notes.append(f"{counted(len(fitting), 'game')} {verb}: {listed(conditions)}.")
            asked = words_of(query)
            fitting = tuple(sorted(fitting, key=lambda game: asked not in map(words_of, _names(game))))
            return GameSearchResult(fitting, " ".join(notes))
        notes.append("No game fits all of that. Leave something out:" if len(conditions) > 1 else "No game fits that.")
        return GameSearchResult((), " ".join(notes), suggestions=self._suggestions(conditions))

    def _games_that_fit(self, conditions: Conditions) -> tuple[Game[Any], ...]:
        """Return the games that fit all conditions."""
        return tuple(game for game in self._games if all(fits(game) for fits in conditions.values()))

    def _suggestions(self, conditions: Conditions) -> tuple[tuple[str, int], ...]:
        """Return queries with one condition less that find games, each with the number of games that fit."""
        suggestions = []
        for dropped in conditions:
            rest = {text: fits for text, fits in conditions.items() if text != dropped}
            fitting = len(self._games_that_fit(rest)) if rest else 0
            if fitting:
                suggestions.append((", ".join(rest), fitting))
        return tuple(suggestions)

    def _read_conditions(self, query: str) -> tuple[Conditions, tuple[str, ...]]:
        """Return the conditions in a query, and those of its words that no description of a game contains."""
        rest = " ".join(map(_normalize_part, re.split("[,;]", query)))
        found: dict[str, Fits] = {}
        for pattern, make in _CONDITIONS:
            found.update(map(make, re.finditer(pattern, rest)))
            rest = re.sub(pattern, " ", rest)
        reading = self._lexicon.parse(rest)
        found |= {" ".join(term.words): partial(self._is_described_by, term) for term in reading.terms}
        return found, reading.unknown

    def _is_described_by(self, term: SearchTerm, game: Game[Any]) -> bool:
        """Return whether the description of a game has the words of a term, or a synonym of it."""
        stems = map(self._lexicon.stem, term.words)
        return self._stems[game.slug].issuperset(stems) or not self._groups[game.slug].isdisjoint(term.groups)


def _normalize_part(part: str) -> str:
    """Return the words of one part of a query, as commas separate them; after a number alone, add “players”."""
    words = " ".join(words_of(part))
    return f"{words} players" if _ALONE.fullmatch(words) and words != NUMBERS[0] else words


def _names(game: Game[Any]) -> tuple[str, ...]:
    """Return the name of a game, and what else it is called."""
    return (game.name, *game.rules.quick.also)


def _description(game: Game[Any]) -> str:
    """Return the text in which a game is searched for: its names, summary, cards and the like."""
    quick = game.rules.quick
    need = (one.text for one in game.rules.paragraphs if one.section in ("aim", "need"))
    return " . ".join(
        (
            *_names(game),
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
    number = match["number"]
    if number.isdigit():
        return int(number)
    if "couple" in number:
        return 2
    return {"a": 1, "single": 1, "double": 2}.get(number) or NUMBERS.index(number)


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


_CONDITIONS: tuple[tuple[str, Callable[[re.Match[str]], tuple[str, Fits]]], ...] = (
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
