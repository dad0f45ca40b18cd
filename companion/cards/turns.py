"""A turn in a trick, and the duties of the card played at it, such as following suit or trumping."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.cards.notation import SUIT_NAMES, pretty


class PlayedCard(NamedTuple):
    """A card that a player played to a trick."""

    player: str
    card: str


class Stage(NamedTuple):
    """The facts about a hand in progress that affect what may be played or what wins."""

    trump: str = ""
    """The trump suit; empty if there is none."""

    first: bool = False
    """Whether the first trick is being played."""

    broken: bool = False
    """Whether a card was played that permits others to be led (as in “hearts are broken”)."""

    bound: str = ""
    """The suit that the leader has to lead because of how they won the lead; empty if any."""

    gone: frozenset[str] = frozenset()
    """The cards of earlier tricks, in games in which they affect what may be played."""

    declared: bool = False
    """Whether the leader of the trick declared the card led (see ``core.game.situation.Declaration``)."""


class SuitSet(NamedTuple):
    """The suit to follow in a trick."""

    suit: str
    place: int
    """The index of the card that set it, from 0."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn to play a card: the cards already in the trick, and the stage of the hand."""

    held_suit: Callable[[str, str], str]
    """Returns the suit of a card in a hand, given the trump."""

    best_play: Callable[[Sequence[PlayedCard], Stage], PlayedCard]
    """Returns who wins a trick with which card, given its cards and the stage before it."""

    lying: tuple[PlayedCard, ...]
    before: Stage
    """The stage before the trick."""

    stage: Stage
    """The stage after the cards in the trick."""

    set_by: SuitSet | None
    """None if there is no suit to follow: the card is led, or no card of a suit was played."""

    @property
    def leads(self) -> bool:
        """Whether the card is led."""
        return not self.lying

    def follows(self, card: str) -> bool:
        """Return whether a card is of the suit to follow; False if there is none."""
        return self.set_by is not None and self.held_suit(card, self.stage.trump) == self.set_by.suit

    def trumps(self, card: str) -> bool:
        """Return whether a card is a trump; False if the trick has no suit to follow."""
        trump = self.stage.trump
        return self.set_by is not None and bool(trump) and self.held_suit(card, trump) == trump

    def heads(self, card: str) -> bool:
        """Return whether a card would win the trick so far; False for a card that is led."""
        if not self.lying:
            return False
        nobody = ""
        return self.best_play((*self.lying, PlayedCard(nobody, card)), self.before).player == nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """A duty of each card played to a trick: if the hand has cards that fulfil it, no others may be played."""

    key: str
    """``follow``, or a word of the game's own."""

    fulfilment: Callable[[Turn, str], int]
    """Returns 1 if a card fulfils it, otherwise 0 or less. A hand that cannot fulfil it must play the card nearest to
    1."""

    rules: tuple[str, ...] = ()
    """Ids of the paragraphs that impose it."""

    text: str = ""
    """The rule as a sentence."""

    owed: Callable[[Turn, str], str] = lambda _turn, _shown: "play another card"
    """Returns what a player had to do, to follow “had to”, given the turn and a card that fulfils the duty better:
    ``follow spades``."""

    at_once: bool = False
    """Whether a card that does not fulfil it is reported as soon as it is played, even though the hand may have no
    better one. ``fulfilment`` must then return 1 for cards to which the duty does not apply."""

    unless: str = "holds nothing else"
    """When such a card is right, as the end of a sentence that begins with the hand or the player."""

    is_renege: bool = True
    """Whether the question about reneges covers it."""


FOLLOW, TRUMP, HEAD = "follow", "trump", "head"


def must_follow(*rules: str) -> Duty:
    """Return the duty to follow the suit that was led."""
    return Duty(key=FOLLOW, fulfilment=Turn.follows, rules=rules, owed=_owed_suit)


def _owed_suit(turn: Turn, _: str) -> str:
    """Return what a player who did not follow suit had to do: ``follow spades``."""
    suit = turn.set_by.suit if turn.set_by else ""
    return f"follow {SUIT_NAMES.get(suit, suit)}"


def must_trump(*rules: str) -> Duty:
    """Return the duty to trump if the suit cannot be followed. List it after ``must_follow``."""
    return Duty(
        key=TRUMP, fulfilment=Turn.trumps, rules=rules, text="A player who cannot follow suit must trump.",
        owed=lambda _turn, _shown: "trump",
    )  # fmt: skip


def must_head(*rules: str) -> Duty:
    """Return the duty to beat the highest card on the table. List it after ``must_follow`` and ``must_trump``."""
    return Duty(
        key=HEAD, fulfilment=Turn.heads, rules=rules, text="If you can, beat the highest card on the table.",
        owed=lambda turn, _: f"beat {pretty(turn.best_play(turn.lying, turn.before).card)}",
    )  # fmt: skip


def must_not_play(
    key: str, forbids: Callable[[Turn, str], bool], text: str, *rules: str, unless: str = "holds nothing else"
) -> Duty:
    """Return the duty not to play certain cards at certain times, unless the hand has no others.

    A card that breaks it is reported at once, but is no renege. ``forbids``: returns whether a card must not be played
    at a turn; the other arguments are attributes of ``Duty``.
    """

    def fulfils(turn: Turn, card: str) -> bool:
        return not forbids(turn, card)

    return Duty(key=key, fulfilment=fulfils, rules=rules, text=text, at_once=True, unless=unless, is_renege=False)
