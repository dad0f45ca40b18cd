"""Tricks: what may be played, who wins, and what later tricks prove. Each game supplies what differs.

``TrickRules`` decides everything; the sentences about it belong to the referee.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.cards.notation import rank_of, suit_of
from companion.cards.turns import Duty, PlayedCard, Stage, SuitSet, Turn, must_follow

SuitOf = Callable[[str, str], str]
"""Return the suit of a card, given the trump; empty if the card has none."""


Stages = Stage | Sequence[Stage]
"""The stage before the first of several tricks, or the stages before each of them."""


class LyingCard(NamedTuple):
    """A card that counts in a trick, with its present owner."""

    player: str
    card: str
    """As its present owner played it."""

    stands_for: str
    """The card that it counts as."""


class LegalCards(NamedTuple):
    """The cards of a hand that may be played, and why the others may not."""

    cards: tuple[str, ...]
    """In the order of the hand."""

    against: tuple[tuple[str, Duty], ...]
    """Each other card with the first duty that it does not fulfil; cards that can never be led are left out."""

    @property
    def bound_by(self) -> tuple[Duty, ...]:
        """The duties that make some cards of the hand unplayable, each once."""
        return tuple({duty.key: duty for _, duty in self.against}.values())


class TrickOutcome(NamedTuple):
    """Who wins a trick, or is winning it so far, and why."""

    winner: LyingCard
    lying: tuple[LyingCard, ...]
    """The cards that count, in the order in which they lie."""

    able: tuple[LyingCard, ...]
    """The cards that can win, best first: trumps, then cards of the suit to follow."""

    set_by: SuitSet | None
    stage: Stage
    """The stage after the trick's last card."""

    before: Stage
    plays: tuple[PlayedCard, ...]
    """The cards as they were played."""


class Renege(NamedTuple):
    """A card that broke a duty: a later trick proves it, or it was wrong unless the hand had no better card."""

    player: str
    trick: int
    """The number of the trick, from 1."""

    card: str
    """The card that was played."""

    shown_in: int
    """The first later trick that proves that the player held something better; 0 if none does so far."""

    shown: str
    """The card that proves it; empty if nothing is proved."""

    led: PlayedCard
    """The card that set the suit; the card itself if it was led, or nothing is proved."""

    duty: Duty
    """The duty that was broken."""

    owed: str
    """What the player had to do, to follow “had to”."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickRules:
    """What may be played to a trick, and what beats what. All decisions about tricks follow from it."""

    suit_of: SuitOf
    """The suit of a card on the table, for the suit to follow and for winning."""

    held_suit: SuitOf
    """The suit of a card in a hand, for following."""

    height_of: Callable[[str, str], int]
    """The height of a card in its suit, given the trump; the higher wins."""

    duties: tuple[Duty, ...]
    """The duties of a card, the weightiest first: each only chooses among the cards that fulfil those before it."""

    cards_that_count: Callable[[Sequence[PlayedCard]], Sequence[LyingCard]] = lambda plays: tuple(
        LyingCard(player, card, card) for player, card in plays
    )
    """Returns the cards that count, in the order in which they were first played, if some stand for others."""

    later_wins: bool = False
    """Whether the later of two equal cards wins."""

    is_free: Callable[[Turn, str], bool] = lambda _turn, _card: False
    """Returns whether a card has no duties at this turn; if it was held, it proves no renege either."""

    is_never_led: Callable[[str], bool] = lambda _card: False
    """Returns whether a card can never be led."""

    trump: str = ""
    """The suit that is trump in every hand; empty if there is none."""

    trump_led: bool = False
    """Whether the first card of a hand makes its suit trump."""

    after_card: Callable[[Stage, PlayedCard], Stage] = lambda stage, _play: stage
    """Returns the stage after a card, apart from ``trump_led``."""

    after_trick: Callable[[Stage, Sequence[PlayedCard]], Stage] = lambda stage, _plays: stage
    """Returns the stage after a whole trick, apart from the changes by its cards."""

    # The stage of the hand.

    def stage_after(self, stage: Stage, plays: Iterable[PlayedCard]) -> Stage:
        """Return the stage (trump, what is broken) after these cards of a trick. ``stage``: the one before them."""
        for play in plays:
            if self.trump_led and not stage.trump:
                stage = stage._replace(trump=self.suit_of(play.card, ""))
            stage = self.after_card(stage, play)
        return stage

    def stages(self, tricks: Iterable[Sequence[PlayedCard]], stage: Stage) -> Iterator[Stage]:
        """Yield the stage before each trick. ``stage``: the one before the first of them."""
        for trick in tricks:
            yield stage
            stage = self.next_stage(stage, trick)

    def next_stage(self, stage: Stage, trick: Sequence[PlayedCard]) -> Stage:
        """Return the stage after a trick. ``stage``: the one before it."""
        return self.after_trick(self.stage_after(stage, trick), trick)._replace(first=False, declared=False)

    def suit_to_follow(self, plays: Sequence[PlayedCard], trump: str = "") -> SuitSet | None:
        """Return the suit to follow in a trick; None while no card sets one."""
        suits = ((self.suit_of(card, trump), index) for index, (_, card) in enumerate(plays))
        return next((SuitSet(suit, index) for suit, index in suits if suit), None)

    def _with_fixed_trump(self, stage: Stage) -> Stage:
        """Return the stage, with the trump of these rules if the same suit is trump in every hand."""
        return stage._replace(trump=self.trump) if self.trump else stage

    def turn(self, plays: Sequence[PlayedCard], stage: Stage) -> Turn:
        """Return the turn of the player after these cards of a trick. ``stage``: the one before the trick."""
        stage = self._with_fixed_trump(stage)
        now = self.stage_after(stage, plays)
        set_by = self.suit_to_follow(plays, now.trump)
        return Turn(self.held_suit, self.best_play, tuple(plays), stage, now, set_by)

    # What wins.

    def outcome(self, plays: Sequence[PlayedCard], stage: Stage) -> TrickOutcome:
        """Return who wins: the highest trump, else the highest card of the suit to follow, else the first card.

        At least one card has to count. ``stage``: the one before the trick. If a card of the trick makes trump, that is
        trump for the whole trick.
        """
        stage = self._with_fixed_trump(stage)
        now = self.stage_after(stage, plays)
        set_by = self.suit_to_follow(plays, now.trump)
        lying = tuple(self.cards_that_count(plays))
        suits = [self.suit_of(item.stands_for, now.trump) for item in lying]
        wins = {now.trump, set_by.suit if set_by else ""} - {""}

        def strength(index: int) -> tuple[bool, int, int]:
            later = index if self.later_wins else -index
            return suits[index] == now.trump, self.height_of(lying[index].stands_for, now.trump), later

        ranked = sorted((index for index, suit in enumerate(suits) if suit in wins), key=strength, reverse=True)
        able = tuple(lying[index] for index in ranked)
        return TrickOutcome(able[0] if able else lying[0], lying, able, set_by, now, stage, tuple(plays))

    def best_play(self, plays: Sequence[PlayedCard], stage: Stage) -> PlayedCard:
        """Return who wins, and with which card, as ``outcome`` does."""
        winner = self.outcome(plays, stage).winner
        return PlayedCard(winner.player, winner.card)

    # What may be played.

    def legal_cards(self, hand: Sequence[str], plays: Sequence[PlayedCard], stage: Stage) -> LegalCards:
        """Return which cards of a hand may be played to these cards of a trick. ``stage``: the one before the trick.

        There is always one, unless the hand has to lead and none of its cards can be led.
        """
        turn = self.turn(plays, stage)
        able = [card for card in hand if not (turn.leads and self.is_never_led(card))]
        levels = {card: self._fulfilment(turn, card) for card in able if not self.is_free(turn, card)}
        best = max(levels.values(), default=())
        worse = [card for card in able if levels.get(card, best) != best]
        against = [(card, self._missed_duty(levels[card], best)) for card in worse]
        return LegalCards(tuple(card for card in able if levels.get(card, best) == best), tuple(against))

    def _fulfilment(self, turn: Turn, card: str) -> tuple[int, ...]:
        """Return how well a card fulfils each duty, the weightiest first.

        The card with the greatest result must be played: it fulfils a weightier duty better than any other.
        """
        return tuple(duty.fulfilment(turn, card) for duty in self.duties)

    def _missed_duty(self, fulfilled: Sequence[int], better: Sequence[int]) -> Duty:
        """Return the weightiest duty that two cards fulfil differently, given how well each fulfils every duty."""
        return next(duty for duty, own, other in zip(self.duties, fulfilled, better, strict=True) if own != other)

    # What later tricks prove.

    def reneges(self, tricks: Sequence[Sequence[PlayedCard]], stage: Stages) -> tuple[Renege, ...]:
        """Return the cards that broke a duty, as later tricks prove, in the order in which they were played.

        A card occurs once for each duty that it is proved to have broken, the weightiest first. ``stage``: the one
        before the first trick; or those before each trick, if something other than the cards changed them.
        """
        return tuple(self._reneges(tricks, stage))

    def _reneges(self, tricks: Sequence[Sequence[PlayedCard]], stage: Stages) -> Iterator[Renege]:
        """Yield what ``reneges`` returns."""
        for number, index, turn, (player, card) in self._turns(tricks, stage):
            own = self._fulfilment(turn, card)
            if all(level > 0 for level in own):
                continue
            set_at = turn.set_by.place if turn.set_by else index
            missed: dict[str, Renege] = {}
            for shown_in, shown in _played_later(tricks, number, player):
                better = () if self.is_free(turn, shown) else self._fulfilment(turn, shown)
                if better > own:
                    duty = self._missed_duty(own, better)
                    led = tricks[number - 1][set_at]
                    found = Renege(player, number, card, shown_in, shown, led, duty, duty.owed(turn, shown))
                    missed.setdefault(duty.key, found)
            yield from (missed[duty.key] for duty in self.duties if duty.key in missed)

    def early_cards(self, tricks: Sequence[Sequence[PlayedCard]], stage: Stages) -> tuple[Renege, ...]:
        """Return, in playing order, the cards that broke a duty unless the player had no better card.

        Only duties that are reported ``at_once`` count. Cards of which a later card proves that they broke a duty are
        left out, since ``reneges`` has them. ``stage``: as for ``reneges``.
        """
        proved = {(item.player, item.trick, item.card) for item in self._reneges(tricks, stage)}
        return tuple(
            Renege(play.player, number, play.card, 0, "", play, duty, "")
            for number, _, turn, play in self._turns(tricks, stage)
            for duty in self.duties
            if duty.at_once and not duty.fulfilment(turn, play.card) and (play.player, number, play.card) not in proved
        )

    def _turns(
        self, tricks: Sequence[Sequence[PlayedCard]], stage: Stages
    ) -> Iterator[tuple[int, int, Turn, PlayedCard]]:
        """Yield each card that has duties: the number of its trick, its index in the trick, its turn, and the card."""
        stages = self.stages(tricks, stage) if isinstance(stage, Stage) else stage
        for number, (trick, before) in enumerate(zip(tricks, stages, strict=True), start=1):
            for index, play in enumerate(trick):
                turn = self.turn(trick[:index], before)
                if not self.is_free(turn, play.card):
                    yield number, index, turn, play


def _played_later(tricks: Sequence[Sequence[PlayedCard]], after: int, player: str) -> Iterator[tuple[int, str]]:
    """Yield the cards of a player in the tricks after the one with number ``after``, each with its trick's number."""
    for number, trick in enumerate(tricks[after:], start=after + 1):
        yield from ((number, play.card) for play in trick if play.player == player)


def plain_suits(order: Sequence[str], *duties: Duty, **more: Any) -> TrickRules:
    """Return the rules of tricks with standard cards in which players must follow suit if they can.

    ``order``: the ranks, highest first; ``duties``: further duties; ``more``: other attributes of ``TrickRules``.
    """
    heights = {rank: -place for place, rank in enumerate(order)}
    rules = TrickRules(
        suit_of=lambda card, _: suit_of(card),
        held_suit=lambda card, _: suit_of(card),
        height_of=lambda card, _: heights[rank_of(card)],
        duties=(must_follow(), *duties),
    )
    return replace(rules, **more)


def who_played_twice(plays: Iterable[PlayedCard]) -> str | None:
    """Return the first player who played a second card to a trick; None if nobody did."""
    names = [play.player for play in plays]
    return next((name for number, name in enumerate(names) if name in names[:number]), None)
