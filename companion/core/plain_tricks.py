"""Referees of games with plain tricks: the suit led is followed, its highest card wins, and there is no trump."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.cards.decks import Deck
from companion.cards.notation import SUIT_NAMES, pretty, rank_of, suit_of
from companion.cards.tricks import by_suit_led, find_reneges, first_card_leads, following
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import HAND, PLAYS
from companion.core.problems import Problem
from companion.core.situation import ByTricks, Situation, Verdict, admitted_renege, once_each
from companion.core.words import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainTricks:
    """What differs between such games."""

    deck: Deck
    order: Sequence[str]
    """Ranks, highest first."""

    players: int
    hand: int
    """The most players, and the most cards of one."""

    wins: tuple[str, ...]
    """Ids of the rules by which a trick is won, of that about the order of cards among them."""

    off_suit: str
    """Id of the rule by which other suits never win."""

    lead: tuple[str, ...]
    follow: tuple[str, ...]
    """Ids of the rules about leading and about following."""

    renege: tuple[str, ...]
    """Ids of the rules about not following; the book sets no penalty."""


def cards_told(cards: Sequence[str], last: str = "and") -> str:
    """Cards as a person lists them."""
    return listed(map(pretty, cards), last)


def suit_told(suit: str) -> str:
    """A suit at the beginning of a sentence."""
    return SUIT_NAMES[suit].capitalize()


def trick_situation(plain: PlainTricks, by_tricks: ByTricks | None = None) -> Situation:
    """Who wins the trick?"""

    def check(_: Record, given: Record) -> Iterator[Problem]:
        return check_trick(plain, given)

    def judge(_: Record, given: Record) -> Verdict:
        return _judge_trick(plain, given)

    return Situation(
        key="trick",
        title="Who wins the trick?",
        facts=lambda _: (facts.plays(plain.deck, plain.players),),
        check=check,
        judge=judge,
        by_tricks=by_tricks,
    )


def check_trick(plain: PlainTricks, given: Record) -> Iterator[Problem]:
    """One card of each player, and no card more often than it is there."""
    plays = facts.trick_of(given[PLAYS])
    yield from facts.check_plays(plays)
    yield from facts.check_cards("plays", plain.deck, (play.card for play in plays))


def _judge_trick(plain: PlainTricks, given: Record) -> Verdict:
    plays = facts.trick_of(given[PLAYS])
    led = suit_of(plays[0].card)
    winner = by_suit_led(plays, suit_of, plain.order, rank_of)
    alike = following([play.card for play in plays], led, suit_of)
    rules, because = [*plain.wins], [f"{suit_told(led)} were led."]
    if len(alike) < len(plays):
        rules.append(plain.off_suit)
        because.append("A card of another suit never wins.")
    if len(alike) > 1:
        order = sorted(alike, key=lambda card: plain.order.index(rank_of(card)))
        because.append(f"Of the cards in the suit, from high to low {cards_told(order)}, the highest wins.")
    because.append(f"The highest is {pretty(winner.card)} of {winner.player}.")
    return Verdict(
        verdict=f"{winner.player} wins the trick with {pretty(winner.card)}.",
        outcome={"winner": winner.player, "card": winner.card},
        rules=once_each(rules),
        because=tuple(because),
    )


def legal_situation(plain: PlainTricks) -> Situation:
    """Which cards may be played?"""

    def check(_: Record, given: Record) -> Iterator[Problem]:
        return check_legal(plain, given)

    def judge(_: Record, given: Record) -> Verdict:
        return judge_legal(plain, given)

    return Situation(
        key="legal",
        title="Which cards may be played?",
        facts=lambda _: legal_facts(plain),
        check=check,
        judge=judge,
    )


def legal_facts(plain: PlainTricks) -> tuple[f.Field, ...]:
    """The hand, and the trick so far."""
    return (facts.hand(plain.deck, plain.hand), facts.plays(plain.deck, plain.players - 1, least=0))


def check_legal(plain: PlainTricks, given: Record) -> Iterator[Problem]:
    """The trick is a possible one, and nothing of it is still in the hand."""
    faults = list(check_trick(plain, given))
    played = [play.card for play in facts.trick_of(given[PLAYS])]
    yield from faults or facts.check_cards("hand", plain.deck, (*given[HAND], *played))


def judge_legal(plain: PlainTricks, given: Record) -> Verdict:
    """Leading anything; else the suit led, where it is held."""
    hand, plays = given[HAND], facts.trick_of(given[PLAYS])
    if not plays:
        return any_card(hand, plain.lead, "Nothing was played yet, so the hand leads.")
    led = suit_of(plays[0].card)
    follow = following(hand, led, suit_of)
    if not follow:
        return any_card(hand, plain.follow[:1], f"{suit_told(led)} were led.", f"The hand has no {SUIT_NAMES[led]}.")
    return Verdict(
        verdict=f"{suit_told(led)} must be followed: play {cards_told(follow, 'or')}.",
        outcome={"legal": list(follow)},
        rules=plain.follow,
        because=(f"{suit_told(led)} were led.", f"The hand can follow with {cards_told(follow)}."),
    )


def any_card(hand: Sequence[str], rules: tuple[str, ...], *because: str) -> Verdict:
    """The whole hand may be played."""
    return Verdict(
        verdict="Any card of the hand may be played.", outcome={"legal": list(hand)}, rules=rules, because=because
    )


def renege_situation(plain: PlainTricks) -> Situation:
    """Who should have followed suit?"""

    def check(_: Record, given: Record) -> Iterator[Problem]:
        tricks = facts.tricks_of(given)
        yield from facts.check_tricks(tricks)
        yield from facts.check_cards("tricks", plain.deck, (play.card for trick in tricks for play in trick))

    def judge(_: Record, given: Record) -> Verdict:
        return _judge_renege(plain, given)

    return Situation(
        key="renege",
        title="Who should have followed suit?",
        help="What somebody could have played shows in later tricks only.",
        facts=lambda _: (facts.tricks(plain.deck, plain.hand, plain.players),),
        check=check,
        judge=judge,
        admitted=admitted_renege(*plain.renege),
    )


def _judge_renege(plain: PlainTricks, given: Record) -> Verdict:
    found = find_reneges(facts.tricks_of(given), first_card_leads(suit_of), suit_of)
    because = [
        f"{suit_told(item.suit)} were led to trick {item.trick}; {item.player} played {pretty(item.card)}, but in "
        f"trick {item.shown_in} {pretty(item.shown)}."
        for item in found
    ]
    if found:
        names = listed(once_each(item.player for item in found))
        verdict = f"{names} could have followed and did not. The book sets no penalty: the table decides."
        because.append("The book sets no penalty for it.")
    else:
        verdict = "These tricks do not show that anybody could have followed and did not."
        because.append("Nobody who did not follow a suit plays it in a later one of these tricks.")
    return Verdict(
        verdict=verdict,
        outcome={"reneges": facts.renege_rows(found)},
        basis="open",
        rules=plain.renege,
        because=tuple(because),
        reneges=found,
    )
