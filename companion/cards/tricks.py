"""Tricks: who wins, what must be followed, and what later tricks give away. Each game hands in what differs."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

SuitOf = Callable[[str], str]
"""The suit that a card is of when it comes to following; an empty text where it is of none."""


class PlayedCard(NamedTuple):
    """A card that somebody played to a trick."""

    player: str
    card: str


class Renege(NamedTuple):
    """A card that should have been another one, as a later trick shows."""

    player: str
    trick: int
    """The number of the trick, from 1."""

    card: str
    """What was played to it."""

    shown_in: int
    """The first later trick that shows that the player could have followed."""

    suit: str
    """The suit that was to be followed."""

    shown: str
    """The card that shows it."""

    led: PlayedCard
    """The card that set the suit."""


def best_card(plays: Sequence[PlayedCard], strength: Callable[[PlayedCard], Any | None]) -> PlayedCard | None:
    """The strongest play, the first of equal ones; None where no play can win.

    ``strength``: what compares two plays, None for one that cannot win.
    """
    best, most = None, None
    for play in plays:
        power = strength(play)
        if power is not None and (most is None or power > most):
            best, most = play, power
    return best


def by_suit_led(
    plays: Sequence[PlayedCard], suit_of: SuitOf, order: Sequence[str], rank_of: SuitOf, trump: str = ""
) -> PlayedCard:
    """Who wins a trick in which the first card sets the suit: the highest trump, else the highest of that suit.

    ``order``: ranks, highest first; ``trump``: empty where there is none.
    """
    led = suit_of(plays[0].card)

    def strength(play: PlayedCard) -> tuple[bool, int] | None:
        suit = suit_of(play.card)
        if suit not in (led, trump or led):
            return None
        return (bool(trump) and suit == trump, -order.index(rank_of(play.card)))

    return best_card(plays, strength) or plays[0]


def following(hand: Sequence[str], led: str, suit_of: SuitOf) -> tuple[str, ...]:
    """The cards of a hand that are of the suit led, in the hand's order."""
    return tuple(card for card in hand if led and suit_of(card) == led)


def find_reneges(
    tricks: Sequence[Sequence[PlayedCard]],
    led: Callable[[Sequence[PlayedCard]], tuple[int, str] | None],
    suit_of: SuitOf,
    exempt: Callable[[str], bool] = lambda _: False,
) -> tuple[Renege, ...]:
    """Who did not follow although a later trick shows a card of that suit, by trick, then in playing order.

    ``led``: the place in a trick after which its suit is to be followed, and that suit; None while there is none.
    ``exempt``: cards that may be played whatever was led.
    """
    found = []
    for number, trick in enumerate(tricks, start=1):
        set_by = led(trick)
        if set_by is None:
            continue
        place, suit = set_by
        for play in trick[place + 1 :]:
            if suit_of(play.card) == suit or exempt(play.card):
                continue
            shown = _first_shown(tricks, number, play.player, suit, suit_of)
            if shown:
                found.append(Renege(play.player, number, play.card, shown[0], suit, shown[1], trick[place]))
    return tuple(found)


def _first_shown(
    tricks: Sequence[Sequence[PlayedCard]], after: int, player: str, suit: str, suit_of: SuitOf
) -> tuple[int, str] | None:
    for number, trick in enumerate(tricks[after:], start=after + 1):
        for play in trick:
            if play.player == player and suit_of(play.card) == suit:
                return number, play.card
    return None


def first_card_leads(suit_of: SuitOf) -> Callable[[Sequence[PlayedCard]], tuple[int, str] | None]:
    """For ``find_reneges``: the first card of a trick sets the suit to follow."""

    def led(trick: Sequence[PlayedCard]) -> tuple[int, str] | None:
        suit = suit_of(trick[0].card) if trick else ""
        return (0, suit) if suit else None

    return led


def played_twice(plays: Iterable[PlayedCard]) -> str | None:
    """Somebody who played two cards to a trick, if anybody did."""
    met = set()
    for play in plays:
        if play.player in met:
            return play.player
        met.add(play.player)
    return None
