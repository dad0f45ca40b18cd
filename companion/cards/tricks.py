"""Tricks: what may be played, who wins, and what later tricks give away. Each game hands in what differs.

All of it is decided by ``TrickRules``, and nothing is said about it here: sentences are the referee's.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.cards.notation import SUIT_NAMES, pretty, rank_of, suit_of

SuitOf = Callable[[str, str], str]
"""The suit of a card, given what is trump; an empty text where it is of none."""


class PlayedCard(NamedTuple):
    """A card that somebody played to a trick."""

    player: str
    card: str


class LyingCard(NamedTuple):
    """A card as it counts in a trick, whoever has it by now."""

    player: str
    card: str
    """As it was played by whoever has it now."""

    stands_for: str
    """The card that it counts as."""


class Stage(NamedTuple):
    """How far a hand has come, as far as that changes what may be played or what wins."""

    trump: str = ""
    """Empty: there is none."""

    first: bool = False
    """Whether its first trick is being played."""

    broken: bool = False
    """Whether a card has fallen before which some may not be led."""

    bound: str = ""
    """The suit that whoever leads has to lead, where the way they took the lead decides it."""

    gone: frozenset[str] = frozenset()
    """The cards of earlier tricks, where they decide what may be played."""

    declared: bool = False
    """Whether the leader of the trick has declared what the card led forces others to."""


class SuitSet(NamedTuple):
    """The suit that a trick asks for."""

    suit: str
    place: int
    """Which of its cards has set it, from 0."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The moment at which somebody plays a card: what lies there, and how far the hand has come."""

    rules: "TrickRules"
    lying: tuple[PlayedCard, ...]
    before: Stage
    """Before the trick."""

    stage: Stage
    """With the cards that lie there."""

    set_by: SuitSet | None
    """None: no suit is asked for, because the card is led or nothing of a suit was."""

    @property
    def leads(self) -> bool:
        """Whether the card is led."""
        return not self.lying

    def follows(self, card: str) -> bool:
        """Return whether a card is of the suit that is asked for."""
        return self.set_by is not None and self.rules.held_suit(card, self.stage.trump) == self.set_by.suit

    def trumps(self, card: str) -> bool:
        """Return whether a card trumps what lies there."""
        trump = self.stage.trump
        return self.set_by is not None and bool(trump) and self.rules.held_suit(card, trump) == trump

    def heads(self, card: str) -> bool:
        """Return whether a card would win the trick so far; what is led heads nothing."""
        if not self.lying:
            return False
        nobody = ""
        return self.rules.outcome((*self.lying, PlayedCard(nobody, card)), self.before).winner.player == nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What a card owes to a trick: where the hand has cards that fulfil it, no others may be played."""

    key: str
    """``follow``, or a word of the game's own."""

    wants: Callable[[Turn, str], int]
    """Whether a card fulfils it: 1 where it does. Where some fail it less than others, 0 and down from there: a hand
    that cannot fulfil it plays the nearest to 1."""

    rules: tuple[str, ...] = ()
    """Ids of the paragraphs that say so."""

    told: str = ""
    """The rule as a sentence."""

    owed: Callable[[Turn, str], str] = lambda _turn, _shown: "play another card"
    """What it asks for at a moment, after “had to”, given a card that fulfils it better: ``follow spades``."""

    at_once: bool = False
    """Whether a card that does not fulfil it is told of as soon as it falls, though it may be all that somebody holds.
    Wherever such a duty does not apply, every card has to fulfil it."""

    unless: str = "holds nothing else"
    """Of a hand or a player: what makes such a card right."""

    is_renege: bool = True
    """Whether the question about reneges tells of a card that does not fulfil it."""


FOLLOW, TRUMP, HEAD = "follow", "trump", "head"


def must_follow(*rules: str) -> Duty:
    """Return the duty to follow the suit that was led."""
    return Duty(key=FOLLOW, wants=Turn.follows, rules=rules, owed=_follow_told)


def _follow_told(turn: Turn, _: str) -> str:
    suit = turn.set_by.suit if turn.set_by else ""
    return f"follow {SUIT_NAMES.get(suit, suit)}"


def must_trump(*rules: str) -> Duty:
    """Return the duty of whoever cannot follow to trump. It comes after ``must_follow``."""
    return Duty(
        key=TRUMP, wants=Turn.trumps, rules=rules, told="Whoever cannot follow must trump.",
        owed=lambda _turn, _shown: "trump",
    )  # fmt: skip


def must_head(*rules: str) -> Duty:
    """Return the duty to beat the highest card on the table. It comes after ``must_follow`` and ``must_trump``."""
    told = "Whoever can must beat the highest card on the table."
    return Duty(key=HEAD, wants=Turn.heads, rules=rules, told=told, owed=_head_told)


def _head_told(turn: Turn, _: str) -> str:
    return f"beat {pretty(turn.rules.outcome(turn.lying, turn.before).winner.card)}"


def barred(
    key: str, bars: Callable[[Turn, str], bool], told: str, *rules: str, unless: str = "holds nothing else"
) -> Duty:
    """Return the duty not to play some cards at times, unless nothing else is held; checked as they fall."""

    def wants(turn: Turn, card: str) -> bool:
        return not bars(turn, card)

    return Duty(key=key, wants=wants, rules=rules, told=told, at_once=True, unless=unless, is_renege=False)


class LegalCards(NamedTuple):
    """What may be played of a hand."""

    cards: tuple[str, ...]
    """In the hand's order."""

    against: tuple[tuple[str, Duty], ...]
    """The others, each with the first duty that it does not fulfil; None of those that can never be played now."""

    @property
    def bound_by(self) -> tuple[Duty, ...]:
        """The duties that keep cards in the hand, each once."""
        return tuple({duty.key: duty for _, duty in self.against}.values())


class TrickOutcome(NamedTuple):
    """Who wins a trick as far as it has come, and from what that follows."""

    winner: LyingCard
    lying: tuple[LyingCard, ...]
    """The cards that count, as they lie."""

    able: tuple[LyingCard, ...]
    """Those among them that can win, the best first: trumps, then cards of the suit asked for."""

    set_by: SuitSet | None
    stage: Stage
    """After the trick's last card."""

    before: Stage
    plays: tuple[PlayedCard, ...]
    """As they were played."""


class Renege(NamedTuple):
    """A card that should have been another one, as a later trick shows."""

    player: str
    trick: int
    """The number of the trick, from 1."""

    card: str
    """What was played to it."""

    shown_in: int
    """The first later trick that shows that the player held something better."""

    suit: str
    """The suit that was asked for; empty where the card was led."""

    shown: str
    """The card that shows it."""

    led: PlayedCard
    """The card that set the suit; the renege itself where it was led."""

    duty: Duty
    """What it did not fulfil."""

    owed: str
    """What the player had to do, after “had to”."""


class TooSoon(NamedTuple):
    """A card that may be played only by who has nothing better, which no card has shown yet."""

    player: str
    trick: int
    card: str
    duty: Duty


def as_they_lie(plays: Sequence[PlayedCard]) -> tuple[LyingCard, ...]:
    """Return each card as what it is, for games without exceptions."""
    return tuple(LyingCard(player, card, card) for player, card in plays)


def stays(stage: Stage, _: PlayedCard) -> Stage:
    """Return the stage unchanged, for hands in which no card changes anything."""
    return stage


def nothing_follows(stage: Stage, _: Sequence[PlayedCard]) -> Stage:
    """For hands in which it makes no difference who wins a trick."""
    return stage


def none_of_them(_: str) -> bool:
    """For games without such cards."""
    return False


def never_free(_turn: Turn, _card: str) -> bool:
    """For games in which every card owes something."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickRules:
    """What may be played to a trick, and what beats what. Everything about tricks follows from it."""

    suit_of: SuitOf
    """The suit of a card on the table, as it sets what is asked for and as it wins."""

    held_suit: SuitOf
    """The suit of a card in a hand, as it follows."""

    height_of: Callable[[str, str], int]
    """How high a card is among those of its suit, given what is trump; the higher wins."""

    duties: tuple[Duty, ...]
    """What a card owes, the weightiest first: each binds as far as those before it leave a choice."""

    lie: Callable[[Sequence[PlayedCard]], Sequence[LyingCard]] = as_they_lie
    """The cards that count, in the order in which they were first played, where some stand for others."""

    later_wins: bool = False
    """Whether of two cards that are worth the same the later wins."""

    free: Callable[[Turn, str], bool] = never_free
    """Cards that owe nothing, and show nothing, at this moment."""

    unled: Callable[[str], bool] = none_of_them
    """Cards that can never be led."""

    trump: str = ""
    """The suit that is trump in every hand; empty: there is none such."""

    trump_led: bool = False
    """Whether the first card of a hand makes its suit trump."""

    after_card: Callable[[Stage, PlayedCard], Stage] = stays
    """How the hand stands after a card, beyond that."""

    after_trick: Callable[[Stage, Sequence[PlayedCard]], Stage] = nothing_follows
    """How the hand stands after a whole trick, beyond what its cards have changed."""

    # How the hand goes on.

    def after(self, stage: Stage, plays: Iterable[PlayedCard]) -> Stage:
        """Return how the hand stands after these cards, in the same trick."""
        for play in plays:
            if self.trump_led and not stage.trump:
                stage = stage._replace(trump=self.suit_of(play.card, ""))
            stage = self.after_card(stage, play)
        return stage

    def stages(self, tricks: Iterable[Sequence[PlayedCard]], stage: Stage) -> Iterator[Stage]:
        """Yield how the hand stands before each trick. ``stage``: before the first of them."""
        for trick in tricks:
            yield stage
            stage = self.next_stage(stage, trick)

    def next_stage(self, stage: Stage, trick: Sequence[PlayedCard]) -> Stage:
        """Return how the hand stands after a trick. ``stage``: before it."""
        return self.after_trick(self.after(stage, trick), trick)._replace(first=False, declared=False)

    def suit_set(self, plays: Sequence[PlayedCard], trump: str = "") -> SuitSet | None:
        """Return the suit that a trick asks for; None while nothing lies there that sets one."""
        suits = ((self.suit_of(card, trump), place) for place, (_, card) in enumerate(plays))
        return next((SuitSet(suit, place) for suit, place in suits if suit), None)

    def _before(self, stage: Stage) -> Stage:
        return stage._replace(trump=self.trump) if self.trump else stage

    def turn(self, plays: Sequence[PlayedCard], stage: Stage) -> Turn:
        """Return the moment after these cards. ``stage``: before the trick."""
        stage = self._before(stage)
        now = self.after(stage, plays)
        return Turn(self, tuple(plays), stage, now, self.suit_set(plays, now.trump))

    # What wins.

    def outcome(self, plays: Sequence[PlayedCard], stage: Stage) -> TrickOutcome:
        """Return who wins: the highest trump, else the highest card of the suit asked for, else the first card.

        At least one card has to count. ``stage``: before the trick; how it ends counts for the whole of it.
        """
        stage = self._before(stage)
        now = self.after(stage, plays)
        set_by = self.suit_set(plays, now.trump)
        lying = tuple(self.lie(plays))
        suits = [self.suit_of(item.stands_for, now.trump) for item in lying]
        wins = {now.trump, set_by.suit if set_by else ""} - {""}

        def strength(place: int) -> tuple[bool, int, int]:
            later = place if self.later_wins else -place
            return suits[place] == now.trump, self.height_of(lying[place].stands_for, now.trump), later

        places = sorted((place for place, suit in enumerate(suits) if suit in wins), key=strength, reverse=True)
        able = tuple(lying[place] for place in places)
        return TrickOutcome(able[0] if able else lying[0], lying, able, set_by, now, stage, tuple(plays))

    # What may be played.

    def legal(self, hand: Sequence[str], plays: Sequence[PlayedCard], stage: Stage) -> LegalCards:
        """Return what may be played of a hand to the cards that lie there. ``stage``: before the trick.

        There is always something, unless all of the hand can never be led.
        """
        turn = self.turn(plays, stage)
        able = [card for card in hand if not (turn.leads and self.unled(card))]
        owed = {card: self._owed(turn, card) for card in able if not self.free(turn, card)}
        most = max(owed.values(), default=())
        against = [(card, self._missed(owed[card], most)) for card in able if card in owed and owed[card] != most]
        return LegalCards(tuple(card for card in able if owed.get(card, most) == most), tuple(against))

    def _owed(self, turn: Turn, card: str) -> tuple[int, ...]:
        """Return which duties a card fulfils, or how well.

        Of two the one with more of the weightier is to be played.
        """
        return tuple(duty.wants(turn, card) for duty in self.duties)

    def _missed(self, fulfilled: Sequence[int], better: Sequence[int]) -> Duty:
        return next(duty for duty, own, other in zip(self.duties, fulfilled, better, strict=True) if own != other)

    # What later tricks give away.

    def reneges(
        self, tricks: Sequence[Sequence[PlayedCard]], stage: Stage, stages: Sequence[Stage] = ()
    ) -> tuple[Renege, ...]:
        """Return the cards that break a duty, as later tricks show, by trick, then in playing order.

        A card stands there once for each duty that it is shown to have missed, the weightiest first.
        ``stage``: before the first trick; ``stages``: before each of them, where more than the cards changed it.
        """
        return tuple(self._reneges(tricks, stages or tuple(self.stages(tricks, stage))))

    def _reneges(self, tricks: Sequence[Sequence[PlayedCard]], stages: Sequence[Stage]) -> Iterator[Renege]:
        for number, place, turn, (player, card) in self._turns(tricks, stages):
            own = self._owed(turn, card)
            if all(level > 0 for level in own):
                continue
            suit, by = turn.set_by or ("", place)
            missed: dict[str, Renege] = {}
            for shown_in, shown in _played_later(tricks, number, player):
                better = () if self.free(turn, shown) else self._owed(turn, shown)
                if better > own:
                    duty = self._missed(own, better)
                    led = tricks[number - 1][by]
                    found = Renege(player, number, card, shown_in, suit, shown, led, duty, duty.owed(turn, shown))
                    missed.setdefault(duty.key, found)
            yield from (missed[duty.key] for duty in self.duties if duty.key in missed)

    def too_soon(
        self, tricks: Sequence[Sequence[PlayedCard]], stage: Stage, stages: Sequence[Stage] = ()
    ) -> tuple[TooSoon, ...]:
        """Return the cards played too early, as far as nothing excuses them, in playing order."""
        before = stages or tuple(self.stages(tricks, stage))
        proved = {(item.player, item.trick, item.card) for item in self._reneges(tricks, before)}
        return tuple(
            TooSoon(player, number, card, duty)
            for number, _, turn, (player, card) in self._turns(tricks, before)
            for duty in self.duties
            if duty.at_once and not duty.wants(turn, card) and (player, number, card) not in proved
        )

    def _turns(
        self, tricks: Sequence[Sequence[PlayedCard]], stages: Sequence[Stage]
    ) -> Iterator[tuple[int, int, Turn, PlayedCard]]:
        """Yield each card under a duty: the number of its trick, its place there, and the moment it was played."""
        for number, (trick, before) in enumerate(zip(tricks, stages, strict=True), start=1):
            for place, play in enumerate(trick):
                turn = self.turn(trick[:place], before)
                if not self.free(turn, play.card):
                    yield number, place, turn, play


def _played_later(tricks: Sequence[Sequence[PlayedCard]], after: int, player: str) -> Iterator[tuple[int, str]]:
    """Yield what somebody plays in later tricks, each card with the number of the trick."""
    for number, trick in enumerate(tricks[after:], start=after + 1):
        yield from ((number, play.card) for play in trick if play.player == player)


def plain_suits(order: Sequence[str], *duties: Duty, **more: Any) -> TrickRules:
    """Return the rules of tricks in which suit is followed, with standard cards.

    ``order``: ranks, highest first; ``duties``: what a card owes beyond following; ``more``: other rules of tricks.
    """
    heights = {rank: -place for place, rank in enumerate(order)}
    rules = TrickRules(
        suit_of=lambda card, _: suit_of(card),
        held_suit=lambda card, _: suit_of(card),
        height_of=lambda card, _: heights[rank_of(card)],
        duties=(must_follow(), *duties),
    )
    return replace(rules, **more)


def played_twice(plays: Iterable[PlayedCard]) -> str | None:
    """Return somebody who played two cards to a trick, if anybody did."""
    met = set()
    for play in plays:
        if play.player in met:
            return play.player
        met.add(play.player)
    return None
