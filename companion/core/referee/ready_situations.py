"""Ready-made situations: questions whose verdicts are in a table, the card turned up for trump, a round's score."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import Formatter
from typing import Any, NamedTuple, cast

from companion.cards.decks import Deck
from companion.core.entry import fields as f
from companion.core.entry.fields import Field, Question
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, no_problems
from companion.core.entry.record import Record
from companion.core.game.game import Game, Scoring
from companion.core.game.seating import usual_sides
from companion.core.game.situation import Facts, Situation, Suggestion, Verdict, situation
from companion.core.game.table import Line, Setup, Table
from companion.core.play.adjustments import ABSENT, ADJUST
from companion.core.play.fold import Refusal, Round, opening_table, play_round
from companion.core.referee.facts import PLAYERS, TURNED, players, sides
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, counted

# Verdicts in a table.


class _Sentences(Formatter):
    """Fills in the words of sentences; ``{pot:chip}`` becomes a number with its noun: ``1 chip``, ``3 chips``."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a number with its noun if the format is a word, which is the noun; else the value in this format."""
        return counted(value, format_spec) if format_spec.isalpha() else str(super().format_field(value, format_spec))


class Case(NamedTuple):
    """Which of the cases in a question's table applies to the facts."""

    name: str
    words: Mapping[str, object] = {}
    """Words for the braces in its sentences, in addition to the facts, which stand there by their keys."""

    outcome: Mapping[str, Any] = {}
    """The values of the outcome that are not in the table."""


FindCase = Callable[[Record, Record], Case]
"""Return the case that applies, given the options and the facts."""


def case_situation(
    tables: Mapping[str, Any], key: str, facts: Facts = (), **further: Any
) -> Callable[[FindCase], Situation]:
    """Return a decorator that turns a function which finds the case into a situation; a table has the verdicts.

    ``tables``: those of a game's ``cases.toml``; ``key``: which of them is used; ``facts``: asked before the facts in
    the table; ``further``: as for ``situation``.

    The table has a ``title`` and can have a ``help``. Its facts are under ``asks``: each has the attributes of a field,
    one with ``choices``, a number with ``most``, or one for yes or no. Each of its ``cases`` has a ``verdict``,
    ``because`` and ``rules``, and can have an ``outcome``; ``none`` lists the keys that are null in the outcome, and
    ``rests`` says what the verdict rests on. A case can have points for the sheet, with a ``reason``: ``effects``, or
    ``usual`` if tables commonly give them though the book does not, both by the word that names the player or side.
    Sentences have facts and other words in braces, a number perhaps with its noun: ``{dealer}``, ``{pot:chip}``.
    """
    table, in_table = tables[key], _facts_in(tables[key])

    def all_facts(options: Record) -> tuple[Question, ...]:
        return (*(facts(options) if callable(facts) else facts), *in_table)

    def decorate(find: FindCase) -> Situation:
        def judge(options: Record, given: Record) -> Verdict:
            name, words, outcome = find(options, given)
            case, words = table["cases"][name], {**given.raw(), **words}
            verdict, *because = (_Sentences().vformat(text, (), words) for text in (case["verdict"], *case["because"]))
            why = Reasons(*case["rules"])
            why.say_all(because)
            for word, points in case.get("effects", {}).items():
                why.add_effect(str(words[word]), points, case["reason"])
            for word, points in case.get("usual", {}).items():
                why.add_usual_effect(str(words[word]), points, case["reason"])
            outcome = {**outcome, **case.get("outcome", {}), **dict.fromkeys(case.get("none", ()))}
            return why.verdict(verdict, rests=case.get("rests", ""), **outcome)

        more = {"help": table.get("help", ""), **further}
        return situation(key, table["title"], all_facts, **more)(judge)

    return decorate


def verdict_table(tables: Mapping[str, Any], key: str, *named: Question, **further: Any) -> Situation:
    """Return a situation in which the answers to the facts of its table are the name of the case: ``drawn yes``.

    ``named``: facts that name a player or side, for ``{player}`` in the sentences; for the other arguments see
    ``case_situation``.
    """
    deciding = _facts_in(tables[key])

    def find(_: Record, given: Record) -> Case:
        answers = ({True: "yes", False: "no"}.get(answer, answer) for answer in map(given.value_of, deciding))
        return Case(" ".join(answers))

    return case_situation(tables, key, named, **further)(find)


def _facts_in(table: Mapping[str, Any]) -> list[Field]:
    """Return the facts that a table of ``cases.toml`` lists under ``asks``."""
    return [_field(**item) for item in table.get("asks", ())]


def _field(key: str, label: str, choices: Mapping[str, str] | None = None, **more: Any) -> Field:
    """Return the fact with these attributes, as in a table: one with choices, a number, or one for yes or no."""
    more = {"required": True, **more}
    if choices:
        return f.choice(Key(key), label, choices, **more)
    return f.count(Key(key), label, **more) if "most" in more else f.flag(Key(key), label, **more)


# The card turned up for trump.


def upcard_situation(
    deck: Callable[[Record], Deck],
    colour_of: Callable[[str], str],
    *,
    describe: Callable[[str], str],
    trump_noun: str,
    trump_rule: str,
    no_trump_text: str,
    no_trump_rules: Sequence[str] = (),
) -> Situation:
    """Return the question which colour is trump, for games in which cards are turned up until one of them makes trump.

    ``deck``: returns the cards, given the options; ``colour_of``: returns the colour that a card makes trump, empty if
    none; ``describe``: describes a card in a sentence; ``trump_noun``, ``trump_rule``: the word for a card that makes
    trump, and the paragraph on it; ``no_trump_text``, ``no_trump_rules``: the end of the sentence about any other card,
    and the paragraphs on which that rests.
    """

    def facts(options: Record) -> tuple[Field, ...]:
        cards = deck(options)
        most = sum(cards.copies.values())
        return (f.cards(TURNED, "Cards turned up", cards, 1, most, required=True, help="In the order turned up."),)

    @situation("upcard", "Which colour is trump?", facts)
    def judge(_: Record, given: Record) -> Verdict:
        """Judge which colour is trump: that of the first card turned up that has one."""
        why, turned = Reasons(), given[TURNED]
        first = next((card for card in turned if colour_of(card)), None)
        for card in turned[: turned.index(first)] if first else turned:
            why.say(f"{capitalized(describe(card))} {no_trump_text}.", *no_trump_rules)
        if first is None:
            why.say(f"Only a {trump_noun} makes trump.", trump_rule)
            return why.verdict("There is no trump yet: turn another card.", trump=None)
        why.say(f"The first {trump_noun} is {describe(first)}.", trump_rule)
        return why.verdict(f"{colour_of(first).capitalize()} is trump.", trump=colour_of(first))

    return judge


# The score of a round.

Score = Callable[[Reasons, Record, Record, Round[Any]], Verdict]
"""Return the verdict on a round, given the reasons to add to, the options, the facts and the round."""


def score_situation(
    title: str,
    game: Game[Any],
    round_facts: Callable[[Record], Iterable[Question]],
    suggest: Callable[[Table[Any], Record, Sequence[Line]], Suggestion],
    begun: Callable[[Table[Any], Record], Table[Any]] = lambda table, _given: table,
    check: Callable[[Record, Record], Iterable[Problem]] = no_problems,
    **further: Any,
) -> Callable[[Score], Situation]:
    """Return a decorator that turns the function which explains the score of a round into a situation.

    ``round_facts``: returns the entry's fields and, if the score depends on them, the ``dealer``, the ``totals`` before
    the round, absent players and adjustments; players and sides are always facts. ``suggest``: as for
    ``offer_when_scored``; ``begun``: returns the table before the round, given the opening table and the facts;
    ``check``, ``further``: other attributes of the ``Situation``.
    """

    def facts(options: Record) -> tuple[Question, ...]:
        return (players(game.seats), *((sides(),) if game.seats.is_in_sides else ()), *round_facts(options))

    def check_round(options: Record, given: Record) -> Iterator[Problem]:
        faults = list(check(options, given))
        result = None if faults else _round_of(game, options, given, begun)
        yield from result.problems if isinstance(result, Refusal) else faults

    def decorate(score: Score) -> Situation:
        """Return the situation whose verdict ``score`` gives."""

        def judge(options: Record, given: Record) -> Verdict:
            return score(Reasons(), options, given, cast("Round[Any]", _round_of(game, options, given, begun)))

        offer = offer_when_scored(game.scoring, suggest)
        return situation("score", title, facts, check=check_round, offer=offer, **further)(judge)

    return decorate


def offer_when_scored(
    scoring: Scoring[Any], text: Callable[[Table[Any], Record, Sequence[Line]], Suggestion]
) -> Callable[[Table[Any], Record], Suggestion]:
    """Return the ``offer`` of a situation: it suggests the question, but not for entries that the game refuses.

    ``text``: returns the suggestion, given the table, the entry and the lines of the round.
    """

    def offer(table: Table[Any], entry: Record) -> Suggestion:
        wrong = any(scoring.check_before(table, entry)) or any(scoring.check(table, entry))
        return "" if wrong else text(table, entry, scoring.score(table, entry).lines)

    return offer


def _round_of(
    game: Game[Any], options: Record, given: Record, begun: Callable[[Table[Any], Record], Table[Any]]
) -> Round[Any] | Refusal:
    """Return the round that the facts describe, or why it cannot be scored. ``begun``: as for ``score_situation``."""
    raw, names = given.raw(), given[PLAYERS]
    of_sides = tuple(raw.get("sides") or usual_sides(names)) if game.seats.is_in_sides else ()
    table = opening_table(game, Setup(names, of_sides, raw.get("dealer") or names[0], options))
    table = begun(replace(table, totals={**table.totals, **raw.get("totals", {})}), given)
    asked = {ABSENT, ADJUST, *(field.key for field in game.scoring.fields(table))}
    return play_round(game, table, {key: value for key, value in raw.items() if key in asked})
