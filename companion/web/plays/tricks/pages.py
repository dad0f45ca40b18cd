"""What the pages trick by trick show: the deck, the cards on the table, and reneges."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import url_for

from companion.cards.decks import Group
from companion.core.game.auction import AuctionState
from companion.core.rules.rules import Paragraph
from companion.core.tricks.course_texts import breach_text, proved_renege_text
from companion.core.tricks.recorded_cards import Course, ProvedRenege, Trick
from companion.core.tricks.recorder import Recorder
from companion.store.plays.coming_round.findings import NamedInRound
from companion.web.forms.table_field import NOBODY
from companion.web.forms.trick_notation import trick_text
from companion.web.plays.tricks.followed_round import FollowedRound

LARGEST_WHOLE_DECK = 52
"""The largest deck that is shown as a whole; of a larger one, only one suit at a time is shown."""


class RenegeNotice(NamedTuple):
    """A renege that the cards prove, and its penalty."""

    player: str
    text: str
    fresh: bool
    """Whether the last card has proved it."""

    effect: tuple[str, int, str] | None
    """Name, points and reason of the penalty; None if there is none."""
    settled: str
    """A sentence that says so if the penalty is already on the sheet; else empty."""

    verdict: str
    """The address of the referee's verdict."""

    counts_from: int
    """The number of the first trick in the verdict, if trump was different before it; 0 if all tricks are in it."""


class BreachNotice(NamedTuple):
    """A card that was played although a rule forbade it."""

    text: str
    fresh: bool
    """Whether it is the last card, or was proved by it."""

    paragraphs: tuple[Paragraph, ...]


def roster_warnings(followed: FollowedRound) -> list[str]:
    """Return sentences about players who joined or left the round after its first card."""
    asked, players = followed.recorder.by_tricks.players(followed.table), followed.recorded.players
    gone = [name for name in players if name not in asked]
    late = [name for name in asked if name not in players]
    sentences = [f"{name} sits this round out, but was in this hand from its first card." for name in gone]
    sentences += [f"{name} is in this round, but was not in this hand at its first card." for name in late]
    return [*sentences, "To begin the hand again with other players, take all its cards back."] if sentences else []


class ShownCalls(NamedTuple):
    """What a page shows of the bidding before the cards."""

    made: tuple[str, ...]
    """The calls so far: ``Bob: Pass``."""

    now: AuctionState
    asks: bool
    """Whether the table can still enter calls."""


def shown_calls(followed: FollowedRound) -> ShownCalls | None:
    """Return the bidding before the cards as its page shows it; None in games without such bidding."""
    recorded, auction = followed.recorded, followed.course.auction
    if not auction:
        return None
    made = tuple(state.text(call) for state, call in zip(auction, recorded.calls, strict=False))
    can_go_on = bool(auction[-1].legal or auction[-1].others) and not recorded.tricks
    skipped = recorded.is_trump_known and not recorded.calls
    return ShownCalls(made, auction[-1], can_go_on and not skipped)


def trump_of_trick(trick: Trick, recorder: Recorder) -> str:
    """Return what was trump in a trick, in words; empty if the game has no field for trump."""
    if recorder.trump is None:
        return ""
    trump = trick.trump_after if recorder.rules.trump_led else trick.trump  # the card that was led may have set it
    text = trump_in_words(recorder, trump).lower()
    return f"{recorder.trump.label.lower()} {text}" if trump else text


def renege_notices(followed: FollowedRound, before: Course) -> list[RenegeNotice]:
    """Return the reneges that the cards prove, the newest first. ``before``: the round without the last card."""
    known = {found.renege[:3] for found in before.proved_reneges}  # player, trick and card
    proved = followed.course.proved_reneges
    return [_renege_notice(followed, found, found.renege[:3] not in known) for found in reversed(proved)]


def breach_notices(followed: FollowedRound, before: Course) -> list[BreachNotice]:
    """Return the cards that broke a rule, the newest first. ``before``: the round without the last card."""
    known = followed.state.game.rules.by_id
    return [
        BreachNotice(
            breach_text(breach, followed.recorder.by_tricks),
            breach not in before.breaches,
            tuple(known[rule] for rule in breach.duty.rules if rule in known),
        )
        for breach in reversed(followed.course.breaches)
    ]


def _renege_notice(followed: FollowedRound, proved: ProvedRenege, fresh: bool) -> RenegeNotice:
    """Return the notice of a renege. ``fresh``: whether the last card proved it."""
    player = proved.renege.player
    effect = (player, proved.effect.points, proved.effect.reason or "renege") if proved.effect else None
    settled = _penalty_sentence(followed, effect) if effect else ""
    first, facts = followed.recorder.proof_facts(followed.recorded, followed.course, proved)
    text, verdict = proved_renege_text(proved, followed.recorder.by_tricks), _verdict_url(followed, facts)
    return RenegeNotice(player, text, fresh, effect, settled, verdict, first if first > 1 else 0)


def _penalty_sentence(followed: FollowedRound, effect: tuple[str, int, str]) -> str:
    """Return a sentence if a penalty is on the sheet already, or its player is named in the round; else nothing.

    ``effect``: the player, the points and the reason.
    """
    for finding in followed.state.pending_findings:
        is_marked = isinstance(finding, NamedInRound) and finding.player == effect[0]
        if is_marked or (finding.player, finding.points, finding.reason) == effect:
            return "It is on the sheet for this round."
    return ""


def _verdict_url(followed: FollowedRound, facts: Mapping[str, Any]) -> str:
    """Return the address of the referee's page with the facts that prove a renege."""
    query: dict[str, Any] = {key: NOBODY if value is None else value for key, value in facts.items()}
    query["tricks"] = "\n".join(trick_text(rows) for rows in facts["tricks"])
    return url_for(
        "referee.play_ask",
        key=followed.state.key,
        situation=followed.recorder.renege.key,
        ask=1,
        **query,
    )


def suits_to_tap(followed: FollowedRound) -> dict[Group, list[str]]:
    """Return the cards of the deck by suit; cards of no suit come last."""
    current = followed.course.current
    suits: dict[Group, list[str]] = {}
    for card in followed.recorder.cards_to_offer(current.plays if current else ()):
        suits.setdefault(followed.recorder.deck.face(card).group, []).append(card)
    return dict(sorted(suits.items(), key=lambda suit: not suit[0].key))


def unfolded_suits(followed: FollowedRound, suits: Mapping[Group, Sequence[str]]) -> list[str]:
    """Return the keys of the suits to unfold: all of a small deck, else the suit to follow, else the first one."""
    if sum(map(len, suits.values())) <= LARGEST_WHOLE_DECK:
        return [group.key for group in suits]
    current = followed.course.current
    first = followed.recorder.deck.face(current.plays[0].card).group.key if current else ""
    outcome = current.verdict.outcome if current and current.verdict else {}
    return [outcome.get("lead", first) or next(group.key for group in suits)]


def trumps_to_tap(recorder: Recorder) -> list[tuple[str, str]]:
    """Return the possible trumps, as value and label; none if the game has no field for trump."""
    field = recorder.trump
    if field is None:
        return []
    pairs = [(str(choice.value), choice.label) for choice in field.choices]
    pairs += [(str(word), str(word).capitalize()) for word in field.hints.quick]
    return [*pairs, (NOBODY, field.nobody)] if field.nobody else pairs


def trump_in_words(recorder: Recorder, trump: str | None) -> str:
    """Return what is trump, in words."""
    return dict(trumps_to_tap(recorder)).get(trump or NOBODY, str(trump or "").capitalize())
