"""Tricks of Raise the Stakes: what Take It and One Higher do, who wins, and what may be played."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.cards.tricks import LyingCard, TrickOutcome, TrickRules
from companion.cards.turns import PlayedCard, must_follow
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.referee.facts import PLAYS
from companion.core.referee.reasons import Reasons
from companion.core.tricks.records import ANY_CARD, HandToPlay, TrickWorth
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import capitalized, listed
from companion.games.raise_the_stakes.cards import (
    ABOVE,
    BIG,
    LITTLE,
    NEVER_LED,
    ONE_HIGHER,
    TAKE_IT,
    VARIATION_CARDS,
    card_text,
    claimed_card,
    height_of,
    is_black,
    kind_of,
    one_above,
    suit_in,
    trick_deck,
)
from companion.games.raise_the_stakes.scoring import P


class ResolvedTrick(NamedTuple):
    """A trick after Take It and One Higher have taken effect."""

    cards: list[LyingCard]
    """The cards that count, in the order played."""

    problems: list[Problem]
    """Plays that are impossible."""

    effects: list[str]
    """Sentences on what the black cards did."""


def _resolve(plays: Sequence[PlayedCard]) -> ResolvedTrick:
    """Resolve the black cards of a trick.

    One Higher stands for one above what the card before it stands for; Take It lies in the place of the card that it
    takes. If a black card that cannot be led was led, return only that problem.
    """
    cards: list[LyingCard] = []
    problems, effects, stands_for = [], [], ""
    for player, card in plays:
        kind, _, claimed = card.partition(":")
        if not cards and kind in NEVER_LED:
            swap = f"{player} swaps it for the top card of the pack. Enter that card."
            return ResolvedTrick([], [Problem(PLAYS, f"{card_text(card)} cannot be led: {swap}", player)], [])
        if any(item.player == player for item in cards):
            problems.append(Problem(PLAYS, f"{player} has two cards in the trick: leave one of them out.", player))
        if kind == TAKE_IT:
            place = next((number for number, item in enumerate(cards) if claimed_card(item.card) == claimed), None)
            if place is None:
                fault = f"cannot take {card_text(claimed)}: it is not there" if claimed else "took a card with Take It"
                problems.append(Problem(PLAYS, f"{player} {fault}. Enter the card that was taken.", player))
                continue
            owner, _, stands_for = cards[place]
            effects.append(f"{player} takes {card_text(claimed)} from {owner}, who has no card for it now.")
            cards[place] = LyingCard(player, card, stands_for)
            continue
        stands_for = one_above(stands_for) if card == ONE_HIGHER else card
        if card == ONE_HIGHER:
            higher = "a card above the big fire" if stands_for == ABOVE else card_text(stands_for)
            effects.append(f"One Higher stands for {higher}.")
        cards.append(LyingCard(player, card, stands_for))
    return ResolvedTrick(cards, problems, effects)


TRICK_RULES = TrickRules(
    suit_of=suit_in, held_suit=suit_in, height_of=lambda card, _: height_of(card), duties=(must_follow(),),
    cards_that_count=lambda plays: _resolve(plays).cards, later_wins=True,
    is_free=lambda _, card: is_black(card), is_never_led=lambda card: card in NEVER_LED,
)  # fmt: skip
"""What may be played and what wins.

Source: raise-the-stakes/play.rank, raise-the-stakes/play.fire, raise-the-stakes/variations.one-higher,
raise-the-stakes/variations.own-turn, raise-the-stakes/variations.own-turn-following.
"""


RULES_OF_COLOURS = replace(TRICK_RULES, is_free=lambda _turn, _card: False)
"""The same rules, but a black card may not be played in place of the colour led."""


def check_black_cards(trick: Sequence[PlayedCard], key: str, where: str) -> Iterator[Problem]:
    """Check that nobody has two cards in a trick unless one was taken, and that the black cards could be played.

    ``where``: the trick in the message, if it is one of several.
    """
    counting = [play for play in trick if not is_black(play.card) or kind_of(play.card) in NEVER_LED]
    for problem in _resolve(counting).problems:
        text = problem.message if key == PLAYS else f"{capitalized(where)}: {problem.message}"
        yield Problem(key, text, problem.name)


def explain_trick(_: Tricks, why: Reasons, _options: Record, outcome: TrickOutcome) -> TrickWorth:
    """Explain who wins a trick: the highest fire, else trump, else card of the colour led; of equal cards the later."""
    best, led = outcome.winner, outcome.set_by.suit if outcome.set_by else ""
    by_fire = outcome.plays[0].card in (BIG, LITTLE)
    why.say(f"{outcome.before.trump.capitalize()} is trump.", P.play.rank)
    why.say("Fire was led, which counts as trump." if by_fire else f"{led.capitalize()} was led.")
    why.cite(P.play.fire, when=any(claimed_card(item.card) in (BIG, LITTLE) for item in outcome.lying))
    why.cite(P.play.other_colours, when=len(outcome.able) < len(outcome.lying))
    why.say_all(_resolve(outcome.plays).effects)
    kinds = {kind_of(play.card) for play in outcome.plays}
    if ONE_HIGHER in kinds:
        why.cite(P.variations.one_higher, P.variations.one_higher_value)
        alike = [item for item in outcome.able if item.stands_for == best.stands_for]
        text = "That very card was played before it; the book speaks only of one played later."
        why.say(text, P.variations.one_higher_after, when=claimed_card(best.card) == ONE_HIGHER and len(alike) > 1)
    if TAKE_IT in kinds:
        why.cite(*(f"raise-the-stakes/variations.take-it{part}" for part in ("", "-colour", "-owner")))
        why.say("The book does not say whether a player who lost a card plays another to this trick.")
    why.say(f"{best.player} has the highest card, {card_text(best.card)}.")
    return TrickWorth()


def explain_cards(_: Tricks, why: Reasons, moment: HandToPlay) -> str:
    """Explain which cards may be played, and return the verdict: follow the colour led, or play a black card."""
    hand, legal, turn = moment.hand, moment.legal.cards, moment.turn
    if turn.leads:
        barred = [card for card in hand if card not in legal]
        cards, never = listed(map(card_text, barred)), (f"raise-the-stakes/variations.{card}" for card in barred)
        why.say("Nothing was played yet, so the hand leads.", P.play.lead)
        why.say(f"{cards} cannot be led.", *never, when=barred)
        if not legal:
            return f"Nothing can be led: swap {card_text(barred[0])} for the top card of the pack."
        return f"Any card may be led except {cards}." if barred else "Any card may be led."
    led, first = turn.set_by.suit if turn.set_by else "", turn.lying[0].card
    follow = tuple(filter(turn.follows, hand))
    why.say(f"{capitalized(card_text(first))} was led, so {led} is to be followed.", P.play.follow)
    fire = led == turn.stage.trump and any(card in (BIG, LITTLE) for card in (*hand, first))
    why.say("Fire belongs to trump.", P.play.fire, when=fire)
    if not follow:
        why.say(f"The hand has no {led}.")
        return ANY_CARD
    why.say(f"The hand can follow with {listed(map(card_text, follow))}.")
    cards = listed(map(card_text, legal), "or")
    if any(map(is_black, hand)):
        text = "A black card may be played instead; the book says only that it is played on one's turn."
        why.say(text, P.variations.own_turn, P.variations.own_turn_following)
        return f"Follow {led} or play a black card: {cards}."
    return f"{led.capitalize()} must be followed: play {cards}."


def ways_to_play(options: Record, card: str, plays: Sequence[PlayedCard]) -> tuple[str, ...]:
    """Return the forms in which a card can be played now: Take It for each card of the trick.

    A black card has none if this table does not shuffle it in, or if it cannot be led and nothing lies there.

    Source: raise-the-stakes/variations.cards, raise-the-stakes/variations.take-it.
    """
    if is_black(card) and kind_of(card) not in options[VARIATION_CARDS]:
        return ()
    claimable = [claimed_card(play.card) for play in plays if play.card in trick_deck(options)]
    if card == TAKE_IT:
        return tuple(f"{TAKE_IT}:{claimed}" for claimed in dict.fromkeys(claimable))
    return () if card in NEVER_LED and not claimable else (card,)
