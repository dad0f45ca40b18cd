"""What the pages of tricks show: the deck, the cards on the table, reneges."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import url_for

from companion.cards.decks import Face, Group
from companion.core.fall import Caught, Course, Trick
from companion.core.game import Game
from companion.core.rules import Paragraph
from companion.core.situation import Verdict
from companion.core.umpire import Umpire, breach_told, caught_told, newly_broken, newly_caught, tally_told
from companion.store.plays.findings import NamedInRound
from companion.web.forms import NOBODY, trick_text
from companion.web.plays.followed import FollowedRound

SHOWN_WHOLE = 52
"""Up to so many cards the whole deck lies open; of more only one suit at a time."""


class CardToTap(NamedTuple):
    """A card to tap."""

    card: str
    face: Face
    gone: bool
    """Whether it lies on the table as often as the deck has it."""


@dataclass(frozen=True, slots=True)
class SuitToTap:
    """Cards that are shown together."""

    group: Group
    cards: tuple[CardToTap, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """A card on the table."""

    player: str
    face: Face
    wins: bool


@dataclass(frozen=True, slots=True)
class RenegeNotice:
    """A renege, and its remedies."""

    player: str
    text: str
    fresh: bool
    """Whether the last card has proved it."""

    effect: tuple[str, int, str] | None
    settled: str
    """Where its penalty stands already, as a sentence; empty: nowhere."""

    verdict: str
    """The address of the whole verdict."""

    counts_from: int
    """The trick that is the first there, where trump was another before; 0: all tricks are there."""


class BreachNotice(NamedTuple):
    """A card that was played too early."""

    text: str
    fresh: bool
    """Whether it was the last card, or that one has proved it."""

    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class TrickShown:
    """What a page shows of a trick."""

    trick: Trick
    cards: tuple[CardOnTable, ...]
    trump: str
    paragraphs: tuple[Paragraph, ...]


def roster_warnings(followed: FollowedRound) -> list[str]:
    """Return sentences about players of the round who are not in its cards, and the other way round."""
    asked, players = followed.table.asked, followed.fall.players
    gone = [name for name in players if name not in asked]
    late = [name for name in asked if name not in players]
    said = [f"{name} sits this round out, but was in this hand from its first card." for name in gone]
    said += [f"{name} is in this round, but was not in this hand at its first card." for name in late]
    return [*said, "The players of a hand stay as they are: take all its cards back to begin it anew."] if said else []


def trick_shown(followed: FollowedRound, trick: Trick) -> TrickShown:
    """Return a trick as its page shows it."""
    verdict = trick.verdict
    winning = verdict.outcome.get("card") if verdict else None
    cards = tuple(
        CardOnTable(
            play.player,
            followed.umpire.deck.face(play.card),
            play.card == winning and play.player == trick.winner,
        )
        for play in trick.plays
    )
    umpire = followed.umpire
    trump = trick.trump_after if umpire.rules.trump_led else trick.trump
    told = f"trump {trump_in_words(umpire, trump).lower()}" if trump else trump_in_words(umpire, trump).lower()
    return TrickShown(trick, cards, told, _paragraphs(followed.state.game, verdict))


def _paragraphs(game: Game[Any], verdict: Verdict | None) -> tuple[Paragraph, ...]:
    return game.rules.cited(verdict.rules) if verdict else ()


def announced(course: Course, news: Sequence[str]) -> str:
    """Return what has just happened for the live region. ``news``: what it revealed."""
    said = [*news]
    last = course.tricks[-1] if course.tricks else None
    if last and last.verdict:
        said.append(last.verdict.verdict if last.complete else f"{last.winner} wins so far.")
    if course.over:
        said.append(f"The hand is over: {tally_told(course.taken)}.")
    elif course.turn:
        said.append(f"{course.turn} {'leads' if course.leads else 'plays'}.")
    return " ".join(said)


def renege_notices(followed: FollowedRound, before: Course) -> list[RenegeNotice]:
    """Return reneges that the cards prove, the newest first. ``before``: without the last card."""
    fresh = newly_caught(followed.course, before)
    return [_notice(followed, item, item in fresh) for item in reversed(followed.course.caught)]


def breach_notices(followed: FollowedRound, before: Course) -> list[BreachNotice]:
    """Return cards played too early, the newest first. ``before``: without the last card."""
    fresh = newly_broken(followed.course, before)
    known = followed.state.game.rules.by_id
    return [
        BreachNotice(
            breach_told(item, followed.umpire.by),
            item in fresh,
            tuple(known[rule] for rule in item.duty.rules if rule in known),
        )
        for item in reversed(followed.course.breaches)
    ]


def _notice(followed: FollowedRound, item: Caught, fresh: bool) -> RenegeNotice:
    effect = (item.player, item.effect.points, item.effect.reason or "renege") if item.effect else None
    settled = _settled(followed, effect) if effect else ""
    first, _ = followed.umpire.proof(followed.fall, followed.course, item)
    told = caught_told(item, followed.umpire.by)
    return RenegeNotice(
        item.player, told, fresh, effect, settled, _verdict_url(followed, item), first if first > 1 else 0
    )


def _settled(followed: FollowedRound, effect: tuple[str, int, str]) -> str:
    """Return where a penalty is already: beside the coming round, or as a mark in it."""
    for found in followed.state.waiting:
        is_marked = isinstance(found, NamedInRound) and found.player == effect[0]
        if is_marked or (found.player, found.points, found.reason) == effect:
            return "It is on the sheet for this round."
    return ""


def _verdict_url(followed: FollowedRound, item: Caught) -> str:
    """Return the address of the referee's page with these tricks as facts."""
    _, facts = followed.umpire.proof(followed.fall, followed.course, item)
    query: dict[str, Any] = {key: NOBODY if value is None else value for key, value in facts.items()}
    query["tricks"] = "\n".join(trick_text(rows) for rows in facts["tricks"])
    return url_for(
        "referee.play_ask",
        key=followed.state.key,
        situation=followed.umpire.renege.key,
        ask=1,
        **query,
    )


def suits_to_tap(followed: FollowedRound) -> list[SuitToTap]:
    """Return the deck by suits, the suit to be followed opened."""
    umpire = followed.umpire
    current = followed.course.current
    offered = umpire.offered(current.plays if current else ())
    gone = umpire.gone(followed.fall, offered)
    suits: dict[Group, list[CardToTap]] = {}
    for card in offered:
        face = umpire.deck.face(card)
        suits.setdefault(face.group, []).append(CardToTap(card, face, card in gone))
    ordered = sorted(suits, key=lambda group: not group.key)
    whole = len(offered) <= SHOWN_WHOLE
    first = umpire.deck.face(current.plays[0].card).group.key if current else ""
    outcome = current.verdict.outcome if current and current.verdict else {}
    likely = outcome.get("lead", first)
    return [
        SuitToTap(group, tuple(suits[group]), whole or group.key == (likely or ordered[0].key)) for group in ordered
    ]


def trumps_to_tap(umpire: Umpire) -> list[tuple[str, str]]:
    """Return the possible trumps, as value and label."""
    item = umpire.trump
    if item is None:
        return []
    pairs = [(str(choice.value), choice.label) for choice in item.choices]
    pairs += [(str(word), str(word).capitalize()) for word in item.hints.quick]
    return [*pairs, (NOBODY, item.nobody)] if item.nobody else pairs


def trump_in_words(umpire: Umpire, trump: str | None) -> str:
    """Return what is trump, in words."""
    return dict(trumps_to_tap(umpire)).get(trump or NOBODY, str(trump or "").capitalize())
