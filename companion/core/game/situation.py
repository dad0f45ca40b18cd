"""What a referee is asked: situations with their facts, and the verdicts that settle them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from companion.cards.decks import Deck
from companion.cards.notation import pretty
from companion.cards.tricks import Renege, TrickRules
from companion.cards.turns import PlayedCard, Stage
from companion.core.entry.fields import Field, Question, fields_of
from companion.core.entry.problems import Problem, no_problems
from companion.core.entry.record import Record
from companion.core.game.auction import Auction

Basis = Literal["book", "house", "open"]


@dataclass(frozen=True, slots=True)
class Effect:
    """A change of the score sheet, which the scorer can record as an adjustment."""

    name: str
    """Whose total changes: a player, or a side in partnership games. The API calls it ``player``, as in ``adjust``."""

    points: int
    reason: str = ""
    """The reason shown on the sheet, in a few words: ``renege in trick 2``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The referee's answer, and its reasons."""

    verdict: str
    """One or two plain sentences that settle it at the table."""

    outcome: Mapping[str, Any]
    """The result for programs, as JSON."""

    basis: Basis = "book"
    """Whether the rules decide, an option of this table, or our own answer to an open point. Do not set it:
    ``core.referee.judge_request.with_basis`` derives it from the paragraphs."""

    rules: tuple[str, ...]
    """Ids of the paragraphs cited, the weightiest first; those of the game's own may omit its slug."""

    because: tuple[str, ...]
    """The reasons, in order, each a sentence."""

    effects: tuple[Effect, ...] = ()

    usual: tuple[Effect, ...] = ()
    """What tables commonly do if the book sets nothing, ready for the sheet. Not part of the API."""

    rests: str = ""
    """A sentence on what the verdict rests on, if the basis alone would mislead. Not part of the API."""

    reneges: tuple[Renege, ...] = ()
    """The reneges of the outcome, in its order, with the cards that prove them. Not part of the API."""


def nothing_known(*_: Any) -> Mapping[str, Any]:
    """Return no facts: the default where a question gets no facts from the play or its tricks."""
    return {}


Suggestion = str | tuple[str, Mapping[str, Any]]
"""A sentence saying why an entry suggests a question; empty if it does not. Or a pair: that sentence, and facts of the
question that follow from the entry but have other keys there, as raw JSON."""


def why_and_facts(suggestion: Suggestion) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence of a suggestion, and its facts."""
    return (suggestion, {}) if isinstance(suggestion, str) else suggestion


def never_offered(*_: Any) -> str:
    """Return no suggestion: the default for questions that no entry suggests."""
    return ""


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A complete trick."""

    winner: str
    plays: tuple[PlayedCard, ...]
    outcome: Mapping[str, Any]
    """The outcome of the verdict on who won it, as JSON."""


class Decks(NamedTuple):
    """The cards of a game in their different forms."""

    lying: Deck
    """The cards that can lie in a trick and win it."""

    held: Deck
    """The cards that a player can hold; it tells how many there are of each."""

    played: Deck
    """All cards that can be played, in every form, also those that never lie in a trick."""


class Declaration(NamedTuple):
    """What the leader of a trick can declare with the card led."""

    name: str
    """Its name at the table."""

    can: Callable[[str], bool]
    """Whether it can be declared with this card."""

    fact: str
    """The key of the renege question's fact that lists the tricks in which it was declared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardForms:
    """The forms in which a card can be played, in games in which that is more than its suit and rank."""

    text: Callable[[str], str] = pretty
    """Describes a card in a sentence."""

    of_pack: Callable[[str], str] = str
    """The card of the pack that was played in this form."""

    ways: Callable[[Record, str, Sequence[PlayedCard]], tuple[str, ...]] = lambda _options, card, _: (card,)
    """The forms in which a card can be played now, given the options, the card as listed in the deck, and the cards in
    the trick; empty if it cannot be played."""

    naming_trump: tuple[str, ...] = ()
    """Cards whose player names the trump, which the table has to enter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByTricks:
    """How a round is followed card by card."""

    decks: Callable[[Record], Decks]
    """The cards, given the options."""

    rules: Callable[[Record], TrickRules]
    """What may be played and what wins, given the options."""

    length: Callable[[Any], int]
    """The number of tricks in the coming round, given its table."""

    entry_part: Callable[[Any, Sequence[WonTrick], Mapping[str, int], Mapping[str, Any]], Mapping[str, Any]]
    """The part of the round's entry that the cards settle, as raw JSON, given the table before the round, the complete
    tricks, the players who left with the number of their first trick without them, and what the table has said of the
    hand: what is trump, and who declares. None for a field that the cards could settle but do not."""

    may_leave: bool = False
    """Whether a player can drop out of a round that the others play on."""

    forms: CardForms = CardForms()

    players: Callable[[Any], tuple[str, ...]] = lambda table: tuple(table.asked)
    """Who plays cards in the coming round, in seat order, given its table."""

    auction: Auction | None = None
    """How the table bids before the cards; None: there is no bidding that could be followed."""

    cards_left_out: Callable[[int, Iterable[str]], frozenset[str]] = lambda _players, _played: frozenset()
    """The cards that are left out of the deck, given the number of players, and the cards played if these show it."""

    led_by: str = ""
    """The field of phase 1 that names who leads the first trick; empty if the game knows the leader."""

    declaration: Declaration | None = None

    known_facts: Callable[[Stage, Sequence[Sequence[PlayedCard]]], Mapping[str, Any]] = nothing_known
    """Further facts that follow from the tricks so far, as raw JSON, given the stage of the hand; a question takes only
    those that it asks for."""


def one_deck(deck: Deck) -> Callable[[Record], Decks]:
    """Return the ``decks`` of ``ByTricks`` for a game in which every card has one form under all options."""
    return lambda _: Decks(deck, deck, deck)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectFacts:
    """Facts that the play can fill in once it is known which player or side a question is about."""

    key: str
    """The fact that names the player or side. If the question has no such fact, only the page of a play asks for it."""

    label: str
    """The label on that page: ``Side``."""

    facts: Callable[[Any, Mapping[str, Any], str], Mapping[str, Any]]
    """The facts as raw JSON, given the table before the coming round, the draft of that round, and the name of the
    player or side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A question that comes up at the table. Pure: the verdict depends on the options and the facts alone."""

    key: str
    """Its name in the API: ``trick``."""

    title: str
    """The question in a player's words: ``Who wins the trick?``"""

    help: str = ""
    """What it takes into account, or how to enter the facts."""

    facts: Callable[[Record], tuple[Field, ...]]
    """The fields of the facts, given the options. A field of names without a list accepts any name. If there is a fact
    ``players``, all others are about those players (and its ``sides``)."""

    check: Callable[[Record, Record], Iterable[Problem]] = no_problems
    """All contradictions between well-formed facts, given the options and the facts."""

    judge: Callable[[Record, Record], Verdict]
    """The verdict on facts without problems, given the options and the facts."""

    # What a play adds. None of this is part of the API.

    known_facts: Callable[[Any], Mapping[str, Any]] = nothing_known
    """The facts that follow from the sheet of a play, as raw JSON, given the table before the coming round. Leave out
    the players if everybody plays, and what ``next``, the carry or the entry have under the same key."""

    changing: frozenset[str] = frozenset()
    """The facts that change during a hand, so that values under their keys in ``next`` or the carry are not used."""

    known_before: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]] = nothing_known
    """The facts that follow from the draft of the coming round but have other keys there, as raw JSON, given the table
    before the round and the draft, which may be incomplete."""

    subject_facts: SubjectFacts | None = None
    """The facts that follow from the player or side that the question is about."""

    offer: Callable[[Any, Record], Suggestion] = never_offered
    """Returns why an entry suggests this question; empty if it does not. It gets the table and the entry, which is
    well-formed, but which the game may refuse."""

    offer_before: Callable[[Any, Record], Suggestion] = never_offered
    """Like ``offer``, but asked before the hand, when the entry has only the fields of phase 1."""

    judge_admitted: Callable[[Record, Record, str], Verdict] | None = None
    """The verdict if the table agrees who was at fault and only asks for the consequences, given the options, the known
    facts, and the name. None if the question has no such verdict."""

    fault: str = "reneged"
    """What a player did whom everybody blames, as a ruling says it after the name."""

    on_sheet: str = ""
    """A further hint for the scorer who puts its effects on the sheet."""

    named_in: str = ""
    """The field of the entry, a list of players, that records the same with all consequences. While the round is
    played, effects go there instead of into an adjustment. Empty if there is none."""

    by_tricks: ByTricks | None = None
    """How whole rounds are followed card by card, if this is the question who wins a trick and the game can do that."""


Judge = Callable[[Record, Record], Verdict]
"""A function that returns the verdict, given the options and the facts."""

Facts = tuple[Question, ...] | Callable[[Record], Iterable[Question]]
"""The facts of a situation; a function only if they depend on the options."""


def situation(key: str, title: str, facts: Facts, **further: Any) -> Callable[[Judge], Situation]:
    """Return a decorator that turns the function which judges a situation into that situation.

    ``further``: other attributes of the ``Situation``.
    """

    def fact_fields(options: Record) -> tuple[Field, ...]:
        return fields_of(*(facts(options) if callable(facts) else facts))

    return lambda judge: Situation(key=key, title=title, facts=fact_fields, judge=judge, **further)


def situation_of(situations: Sequence[Situation], key: str) -> Situation:
    """Return the situation with this key.

    :raises LookupError: there is none.
    """
    for situation in situations:
        if situation.key == key:
            return situation
    keys = ", ".join(situation.key for situation in situations) or "none"
    raise LookupError(f"there is no situation called {key}; there are: {keys}")
