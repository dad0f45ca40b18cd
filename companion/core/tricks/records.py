"""What a game declares about its tricks: trump, the rules by suit, reneges, and the sentences on them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.cards.notation import SUIT_NAMES, SYMBOLS, pretty
from companion.cards.tricks import LegalCards, Renege, TrickRules
from companion.cards.turns import PlayedCard, Turn
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, no_problems
from companion.core.entry.record import Record
from companion.core.game.situation import Verdict
from companion.core.referee.facts import TRUMP
from companion.core.referee.reasons import Reasons
from companion.core.words import listed

NO_PENALTY = "The book sets no penalty"
"""The default sentence on the penalty of a renege; games without a book use another."""


RENEGED = "reneged"


PLAYED_WRONG = "played a wrong card"
"""What a player did, to follow a name. ``RENEGED`` is for games in which following suit is the only duty."""


ANY_CARD = "Any card of the hand may be played."


class Trump(NamedTuple):
    """The fact about trump, and the rules on it."""

    fact: f.Field
    """The field of the fact; in Skat its value is the game that is played, not a suit."""

    rules: tuple[str, ...] = ()
    """Ids of the rules by which trumps win."""

    led: tuple[str, ...] = ()
    """Ids of the rules by which the first card of a hand makes its suit trump."""

    binds: bool = False
    """Whether trump also matters for what may be played. If not, only the question who wins a trick needs the fact."""

    suit_of: Callable[[str], str] = str.lower
    """Returns the trump suit for a value of the fact; empty if there is none."""

    def suit(self, given: Record) -> str:
        """Return the trump suit in the facts; empty if there is none."""
        return self.suit_of(given.value_of(self.fact) or "")

    def say(self, why: Reasons, before: str, trump: str) -> None:
        """Add the sentence on what is trump.

        ``before``: the trump before the trick; if it is empty, the rule is cited that the card led makes trump.
        """
        why.say(trump_text(before, trump), *(() if before else self.led))


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitRules:
    """The rules that verdicts cite where the suit led or trump decides."""

    wins: tuple[str, ...] = ()
    """Ids of the rules on how a trick is won, and on the order of the cards."""

    trump_wins: tuple[str, ...] = ()
    """Ids of the rules on how trumps win, if the same suit is always trump."""

    off_suit: str = ""
    """Id of the rule that other suits never win."""

    lead: tuple[str, ...] = ()
    follow: tuple[str, ...] = ()
    """Ids of the rules on what may be led, and on following suit."""

    free: str = ""
    """The sentence that some cards may be played although suit could be followed."""


class TrickWorth(NamedTuple):
    """What a trick is worth, in games in which not all tricks count the same."""

    text: str = ""
    """A sentence for the verdict: ``It costs 13 points.``"""

    outcome: Mapping[str, Any] = {}
    """Its part of the outcome."""


class Excuse(NamedTuple):
    """Why a card that did not follow suit was right."""

    text: str
    """A sentence."""

    rules: tuple[str, ...]
    sure: bool
    """Whether the cards prove it; if not, the card still counts as a renege, though later cards may prove it."""


class HandToPlay(NamedTuple):
    """A player's hand at their turn, and what of it may be played."""

    hand: tuple[str, ...]
    legal: LegalCards
    turn: Turn
    rules: TrickRules
    """The rules of these tricks, which depend on options."""


class GivenCards(NamedTuple):
    """The cards in the facts of a question, for checking whether players and cards fit together."""

    key: str
    """The key of the fact with the cards."""

    given: Record
    players: int
    """The fewest players that the facts imply."""

    held: int
    """The fewest cards of a hand that the facts imply."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reneges:
    """The rules and sentences about a card that should have been another one."""

    rules: tuple[str, ...]
    """Ids of the rules on what must be played, and on how a renege is proved."""

    penalty: str
    """Id of the rule on the penalty."""

    no_penalty: str = NO_PENALTY
    """The words that no penalty is set, as the beginning of a sentence."""

    fault: str = RENEGED
    """The end of a sentence after the player's name."""

    required: str = "Following is required"
    """The duty, as a sentence without its full stop."""

    nobody: str = "Whoever did not follow a suit shows no card of it in a later trick."
    """The sentence if the tricks prove nothing."""

    remark: Callable[[Renege], str] = lambda _renege: ""
    """Returns a sentence on why that card was wrong, if it looks right."""

    usual: Callable[[Reasons, Record, Record, str], None] = lambda _why, _options, _given, _name: None
    """Adds the penalty that tables commonly impose, given the options, the known facts, and the name."""

    excused: Callable[[Sequence[Sequence[PlayedCard]], Renege], Excuse | None] = lambda _tricks, _renege: None
    """Returns why a card that did not follow suit was right, given all tricks; None if it was not."""

    asks: tuple[f.Question, ...] = ()
    """Additional facts of the question."""

    check: Callable[[Record, Record], Iterable[Problem]] = no_problems
    """Returns contradictions between the additional facts and the others."""

    @property
    def rests(self) -> str:
        """What the verdict rests on (see ``Verdict.rests``): what was required, and that no penalty is set."""
        return f"{self.required}. {self.no_penalty}: the table decides"

    def admitted(self, options: Record, given: Record, name: str) -> Verdict:
        """Return the verdict if the table agrees that ``name`` reneged."""
        why = Reasons(*self.rules, self.penalty)
        why.say("The table agrees who it was.")
        self.usual(why, options, given, name)
        return why.verdict(f"{name} {self.fault}. {self.no_penalty}.", rests=self.rests)


def trump_fact(nobody: str = "No trump", **more: Any) -> f.Field:
    """Return the field for the trump suit. ``nobody``: the label for no trump; empty if there always is a trump.

    ``more``: its other attributes.
    """
    return f.choice(TRUMP, "Trump", SYMBOLS, nobody=nobody, required=not nobody, **more)


def cards_text(cards: Sequence[str], last: str = "and") -> str:
    """List cards in a sentence. ``last``: the word before the last one."""
    return listed(map(pretty, cards), last)


def suit_text(suit: str) -> str:
    """Return a suit as the first word of a sentence."""
    return SUIT_NAMES[suit].capitalize()


def trump_text(before: str, trump: str) -> str:
    """Return a sentence on what is trump.

    ``before``: the trump before the trick; empty if its first card made it so.
    """
    text = suit_text(trump)
    return f"{text} are trump." if before else f"{text} were led first in the hand, so they are trump."
