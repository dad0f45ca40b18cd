"""Referees of games with tricks of standard cards: the rules of the tricks, and what is said about them.

Who wins, what may be played and who reneged is decided by ``companion.cards.tricks``; the sentences stand here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.cards.decks import Deck
from companion.cards.notation import SUIT_NAMES, SYMBOLS, pretty, rank_of, suit_of
from companion.cards.tricks import (
    FOLLOW,
    HEAD,
    Duty,
    LegalCards,
    PlayedCard,
    Renege,
    Stage,
    TrickOutcome,
    TrickRules,
    Turn,
    must_follow,
    never_free,
    nothing_follows,
    plain_suits,
    stays,
)
from companion.cards.tricks import (
    TRUMP as TO_TRUMP,
)
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import BROKEN, FIRST, HAND, PLAYS, TRUMP
from companion.core.problems import Problem
from companion.core.situation import (
    FOLLOWING,
    NOT_FOLLOWED,
    SILENT,
    Basis,
    ByTricks,
    Situation,
    Verdict,
    Won,
    admitted_renege,
    once_each,
    unpenalised,
)
from companion.core.words import listed

Counted = Callable[[Any, Sequence[Won], Mapping[str, int]], Mapping[str, Any]]
"""What the cards settle of a round, as in ``ByTricks``."""


def only_following(_: Record) -> tuple[Duty, ...]:
    """For games in which suit is to be followed, and no more."""
    return ()


def nothing_changes(_: Record) -> Callable[[Stage, PlayedCard], Stage]:
    """For games in which no card changes what may be played later."""
    return stays


def as_asked(_: Record, stage: Stage) -> Stage:
    """For games of which the facts say no more than trump, the first trick and what is broken."""
    return stage


def nothing_more(_options: Record, _plays: Sequence[PlayedCard]) -> Mapping[str, Any]:
    """For tricks of which it is enough to know who wins."""
    return {}


class Excuse(NamedTuple):
    """Why a card was right that did not follow suit."""

    told: str
    """As a sentence."""

    rules: tuple[str, ...]
    sure: bool
    """Whether the cards show it; else later ones may."""


def no_excuse(_tricks: Sequence[Sequence[PlayedCard]], _renege: Renege) -> Excuse | None:
    """For games in which everybody always has to follow."""
    return None


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
    """Ids of the rules about not following; no penalty is set."""

    trump: tuple[str, ...] = ()
    """Ids of the rules about trump; empty: there is none."""

    no_trump: str = "No trump"
    """What it is called that none is named; empty: every hand has a trump."""

    trump_led: tuple[str, ...] = ()
    """Ids of the rules by which the first card of a hand makes its suit trump; empty: it is known before."""

    duties: Callable[[Record], tuple[Duty, ...]] = only_following
    """What a card owes beyond following suit, given the options; those before ``must_follow`` would come too late."""

    after_card: Callable[[Record], Callable[[Stage, PlayedCard], Stage]] = nothing_changes
    """How a hand stands after a card, given the options."""

    free: Callable[[Turn, str], bool] = never_free
    """Cards that may be played though the suit led could be followed."""

    free_told: str = ""
    """That they may, as a sentence."""

    after_trick: Callable[[Stage, Sequence[PlayedCard]], Stage] = nothing_follows
    """How a hand stands after a whole trick, beyond what its cards have changed."""

    stage: Callable[[Record, Stage], Stage] = as_asked
    """How a hand stands besides, given the facts of ``legal``."""

    broken: str = ""
    """What is asked of a hand in which some cards may not be led at first: ``Hearts broken``."""

    first: bool = False
    """Whether the first trick has rules of its own."""

    worth: Callable[[Record, Sequence[PlayedCard]], Mapping[str, Any]] = nothing_more
    """What else the outcome of a trick says, given the options and its cards."""

    no_penalty: str = SILENT
    """That none is set for a renege, as the beginning of a sentence."""

    excused: Callable[[Sequence[Sequence[PlayedCard]], Renege], Excuse | None] = no_excuse
    """Why a card was right that did not follow suit, given all tricks; None: it was not."""

    told_of: tuple[str, ...] = (FOLLOW,)
    """Keys of the duties of which a renege is told; of several, its rows say which."""

    fault: str = NOT_FOLLOWED
    """What a renege is, after a name."""

    required: str = FOLLOWING
    """What is asked for, as a sentence without its full stop."""

    @property
    def trump_binds(self) -> bool:
        """Whether trump matters for what may be played, too."""
        return bool(self.trump) and (bool(self.free_told) or self.duties is not only_following)

    def rules(self, options: Record) -> TrickRules:
        """What may be played and what wins, under these options."""
        duties = (must_follow(*self.follow), *self.duties(options))
        after = names_trump(self.after_card(options)) if self.trump_led else self.after_card(options)
        rules = plain_suits(suit_of, rank_of, self.order, duties, after, self.free)
        return replace(rules, after_trick=self.after_trick)

    def followed(self, length: Callable[[Any], int], counted: Counted, **more: Any) -> ByTricks:
        """How rounds are followed card by card, as ``ByTricks`` says it."""
        return ByTricks(
            rules=self.rules, length=length, counted=counted, trump_led=bool(self.trump_led),
            renege_about=self.told_of, **more,
        )  # fmt: skip


def names_trump(after_card: Callable[[Stage, PlayedCard], Stage]) -> Callable[[Stage, PlayedCard], Stage]:
    """How a hand stands after a card, where the first of all makes its suit trump."""

    def after(stage: Stage, play: PlayedCard) -> Stage:
        return after_card(stage if stage.trump else stage._replace(trump=suit_of(play.card)), play)

    return after


def cards_told(cards: Sequence[str], last: str = "and") -> str:
    """Cards as a person lists them."""
    return listed(map(pretty, cards), last)


def suit_told(suit: str) -> str:
    """A suit at the beginning of a sentence."""
    return SUIT_NAMES[suit].capitalize()


def _trump_told(before: str, trump: str) -> str:
    """What is trump. ``before``: what was, before the trick that is told of; empty: its first card made it so."""
    told = suit_told(trump)
    return f"{told} are trump." if before else f"{told} were led first in the hand, so they are trump."


def trump_fact(nobody: str = "No trump", **more: Any) -> f.Field:
    """Which suit is trump. ``nobody``: what it is called that none is; empty: there always is one."""
    return f.choice(TRUMP, "Trump", SYMBOLS, nobody=nobody, required=not nobody, **more)


def _trump(plain: PlainTricks, aside: bool = False) -> tuple[f.Field, ...]:
    if not plain.trump:
        return ()
    first = "In the first trick the suit led becomes trump." if plain.trump_led else ""
    return (trump_fact(plain.no_trump, aside=aside and not plain.trump_binds, help=first),)


def _trump_of(plain: PlainTricks, given: Record) -> str:
    return given.word(TRUMP) if plain.trump else ""


# Who wins the trick?


def trick_situation(plain: PlainTricks, by_tricks: ByTricks | None = None) -> Situation:
    """Who wins the trick?"""

    def check(_: Record, given: Record) -> Iterator[Problem]:
        return check_trick(plain, given)

    def judge(options: Record, given: Record) -> Verdict:
        return _judge_trick(plain, options, given)

    return Situation(
        key="trick",
        title="Who wins the trick?",
        facts=lambda _: (facts.plays(plain.deck, plain.players), *_trump(plain)),
        check=check,
        judge=judge,
        by_tricks=by_tricks,
    )


def check_trick(plain: PlainTricks, given: Record) -> Iterator[Problem]:
    """One card of each player, and no card more often than it is there."""
    plays = facts.trick_of(given[PLAYS])
    yield from facts.check_plays(plays)
    yield from facts.check_cards("plays", plain.deck, (play.card for play in plays))


def _judge_trick(plain: PlainTricks, options: Record, given: Record) -> Verdict:
    plays, trump = facts.trick_of(given[PLAYS]), _trump_of(plain, given)
    found = plain.rules(options).outcome(plays, Stage(trump))
    winner = found.winner
    rules, because = _why(plain, found, trump)
    return Verdict(
        verdict=f"{winner.player} wins the trick with {pretty(winner.card)}.",
        outcome={"winner": winner.player, "card": winner.card, **plain.worth(options, plays)},
        rules=once_each(rules),
        because=tuple(because),
    )


def _why(plain: PlainTricks, found: TrickOutcome, before: str) -> tuple[list[str], list[str]]:
    """The rules by which a card is the highest, and the steps that say so. ``before``: trump before the trick."""
    winner, trump = found.winner, found.stage.trump
    suit = suit_of(winner.card)
    rules, because = [*plain.wins], [f"{suit_told(found.set_by.suit)} were led."] if found.set_by else []
    alike = [item.card for item in found.able if suit_of(item.card) == suit]
    if trump and not before:
        because = [_trump_told(before, trump)]
        rules = [*plain.trump_led, *rules]
    elif trump:
        because.insert(0, _trump_told(before, trump))
    if trump and suit == trump:
        rules = [*plain.trump, *rules]
    elif len(found.able) < len(found.lying):
        rules.append(plain.off_suit)
        off = [item.card for item in found.lying if item not in found.able]
        is_ = "is" if len(off) == 1 else "are"
        neither = "neither of the suit led nor trump" if trump else "of another suit"
        because.append(f"{cards_told(off)} {is_} {neither}, and such a card never wins.")
    if len(alike) > 1:
        of = "trumps" if trump and suit == trump else "cards in the suit"
        because.append(f"Of the {of}, from high to low {cards_told(alike)}, the highest wins.")
    what = "only trump" if trump and suit == trump and len(alike) == 1 else "highest"
    because.append(f"The {what} is {pretty(winner.card)} of {winner.player}.")
    return rules, because


# Which cards may be played?


def legal_situation(plain: PlainTricks) -> Situation:
    """Which cards may be played?"""

    def check(_: Record, given: Record) -> Iterator[Problem]:
        return check_legal(plain, given)

    def judge(options: Record, given: Record) -> Verdict:
        return judge_legal(plain, options, given)

    return Situation(
        key="legal",
        title="Which cards may be played?",
        facts=lambda _: legal_facts(plain),
        check=check,
        judge=judge,
    )


def legal_facts(plain: PlainTricks) -> tuple[f.Field, ...]:
    """The hand, the trick so far, and what else matters."""
    first = (f.flag(FIRST, "First trick", help="It is the first trick of the hand."),) if plain.first else ()
    broken = (f.flag(BROKEN, plain.broken),) if plain.broken else ()
    hand = facts.hand(plain.deck, plain.hand)
    return (hand, facts.plays(plain.deck, plain.players - 1, least=0), *_trump(plain, aside=True), *first, *broken)


def check_legal(plain: PlainTricks, given: Record) -> Iterator[Problem]:
    """The trick is a possible one, and nothing of it is still in the hand."""
    faults = list(check_trick(plain, given))
    played = [play.card for play in facts.trick_of(given[PLAYS])]
    yield from faults or facts.check_cards("hand", plain.deck, (*given[HAND], *played))


def stage_of(plain: PlainTricks, given: Record) -> Stage:
    """How far the hand has come, by the facts of ``legal``."""
    known = Stage(_trump_of(plain, given), plain.first and given[FIRST], bool(plain.broken) and given[BROKEN])
    return plain.stage(given, known)


def judge_legal(plain: PlainTricks, options: Record, given: Record) -> Verdict:
    """Leading anything; else the suit led, where it is held; and what else the game demands."""
    hand, plays, tricks = given[HAND], facts.trick_of(given[PLAYS]), plain.rules(options)
    stage = stage_of(plain, given)
    found, turn = tricks.legal(hand, plays, stage), tricks.turn(plays, stage)
    follow = tuple(filter(turn.follows, hand))
    free = tuple(card for card in hand if plain.free(turn, card))
    if turn.set_by is None:
        rules, because = plain.lead, ["Nothing was played yet, so the hand leads."]
    elif follow:
        led = suit_told(turn.set_by.suit)
        rules, because = plain.follow, [f"{led} were led.", f"The hand can follow with {cards_told(follow)}."]
    else:
        suit = turn.set_by.suit
        rules, because = plain.follow[:1], [f"{suit_told(suit)} were led.", f"The hand has no {SUIT_NAMES[suit]}."]
    if turn.set_by and plain.trump_binds and turn.stage.trump:
        because.insert(0, _trump_told(stage.trump, turn.stage.trump))
        rules = rules if stage.trump else (*rules, *plain.trump_led)
    if follow and free:
        because.append(f"{plain.free_told} The hand has {cards_told(free)}.")
    for rules_more, text in _more_told(tricks, found, turn):
        rules, because = (*rules_more, *rules), [*because, text]
    if follow and turn.set_by:
        also = " or trumped" if free else ""
        verdict = f"{suit_told(turn.set_by.suit)} must be followed{also}: play {cards_told(found.cards, 'or')}."
    elif found.against:
        verdict = f"Play {cards_told(found.cards, 'or')}."
    else:
        return any_card(found.cards, once_each(rules), *because)
    return Verdict(
        verdict=verdict, outcome={"legal": list(found.cards)}, rules=once_each(rules), because=tuple(because)
    )


def _more_told(tricks: TrickRules, found: LegalCards, turn: Turn) -> Iterator[tuple[tuple[str, ...], str]]:
    """What keeps cards in the hand beyond following suit, and what would if there were others, with the rules."""
    for duty in found.bound_by:
        if duty.key != FOLLOW:
            yield duty.rules, duty.told
    follows = any(map(turn.follows, found.cards))
    for duty in tricks.duties:
        if any(duty.wants(turn, card) for card in found.cards):
            continue
        if duty.at_once:
            yield duty.rules, f"{duty.told} The hand {duty.unless}."
        elif duty.key == TO_TRUMP and turn.set_by and not follows and turn.set_by.suit != turn.stage.trump:
            yield duty.rules, "It has no trump either."
        elif duty.key == HEAD and follows:
            yield duty.rules, "None of them is higher than what lies there."


def any_card(cards: Sequence[str], rules: tuple[str, ...], *because: str, basis: Basis = "book") -> Verdict:
    """The whole hand may be played."""
    return Verdict(
        verdict="Any card of the hand may be played.",
        outcome={"legal": list(cards)},
        basis=basis,
        rules=rules,
        because=because,
    )


# Who should have followed suit?


def renege_situation(plain: PlainTricks) -> Situation:
    """Who should have followed suit?"""

    def check(_: Record, given: Record) -> Iterator[Problem]:
        tricks = facts.tricks_of(given)
        yield from facts.check_tricks(tricks)
        yield from facts.check_cards("tricks", plain.deck, (play.card for trick in tricks for play in trick))

    several = len(plain.told_of) > 1

    def judge(options: Record, given: Record) -> Verdict:
        tricks = facts.tricks_of(given)
        shown = plain.rules(options).reneges(tricks, Stage(_trump_of(plain, given), first=plain.first))
        told = weightiest_of_each(item for item in shown if item.duty.key in plain.told_of)
        found = {item: plain.excused(tricks, item) for item in told}
        excuses = [excuse for excuse in found.values() if excuse]
        reneges = tuple(item for item, excuse in found.items() if not (excuse and excuse.sure))
        if found and not reneges:
            return _excused(found, excuses)
        verdict = renege_verdict(
            reneges,
            rules=plain.renege,
            told=renege_told,
            nobody=_nobody_told(plain),
            no_penalty=plain.no_penalty,
            what=plain.fault,
            required=plain.required,
        )
        rows = [
            {**row, "kind": item.duty.key} if several else row
            for row, item in zip(verdict.outcome["reneges"], verdict.reneges, strict=True)
        ]
        trump_rules, trump_told = _trump_steps(plain, options, given) if reneges else ((), ())
        return replace(
            verdict,
            outcome={"reneges": rows},
            rules=once_each([*verdict.rules, *trump_rules, *(rule for excuse in excuses for rule in excuse.rules)]),
            because=once_each([*trump_told, *verdict.because, *(excuse.told for excuse in excuses)]),
        )

    return Situation(
        key="renege",
        title="Who should have played another card?" if several else "Who should have followed suit?",
        help="What somebody could have played shows in later tricks only.",
        facts=lambda _: (facts.tricks(plain.deck, plain.hand, plain.players), *_trump(plain, aside=True)),
        check=check,
        judge=judge,
        admitted=admitted_renege(*plain.renege, no_penalty=plain.no_penalty, what=plain.fault, required=plain.required),
    )


def _nobody_told(plain: PlainTricks) -> str:
    """Why tricks show nothing, where they do not."""
    if len(plain.told_of) > 1:
        return "Nobody plays in a later one of these tricks a card that should have been played before."
    if plain.free_told:
        return "Nobody who gave neither the suit led nor a trump plays that suit in a later one of these tricks."
    return "Nobody who did not follow a suit plays it in a later one of these tricks."


def _trump_steps(plain: PlainTricks, options: Record, given: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is trump, and what that allows, where it matters for what may be played: rules and steps."""
    if not plain.trump_binds:
        return (), ()
    before, first = _trump_of(plain, given), facts.tricks_of(given)[0]
    trump = plain.rules(options).after(Stage(before), first).trump
    return () if before else plain.trump_led, (_trump_told(before, trump), plain.free_told)


def _excused(found: Iterable[Renege], excuses: Sequence[Excuse]) -> Verdict:
    """The verdict where all who did not follow suit need not have."""
    names = listed(once_each(item.player for item in found))
    return Verdict(
        verdict=f"Nobody reneged: {names} could have followed and need not have.",
        outcome={"reneges": []},
        rules=once_each(rule for excuse in excuses for rule in excuse.rules),
        because=once_each([*map(renege_told, found), *(excuse.told for excuse in excuses)]),
    )


def weightiest_of_each(found: Iterable[Renege]) -> tuple[Renege, ...]:
    """Of several things that one card missed the weightiest alone."""
    first: dict[tuple[str, int, str], Renege] = {}
    for item in found:
        first.setdefault((item.player, item.trick, item.card), item)
    return tuple(first.values())


def renege_told(item: Renege) -> str:
    """What somebody should have played instead, and what shows it, in a sentence."""
    text = (
        f"{suit_told(item.suit)} were led to trick {item.trick}; {item.player} played {pretty(item.card)}, but in "
        f"trick {item.shown_in} {pretty(item.shown)}."
    )
    return text if item.duty.key == FOLLOW else f"{text} {item.duty.told}"


def renege_verdict(
    found: tuple[Renege, ...],
    *,
    rules: tuple[str, ...],
    told: Callable[[Renege], str],
    nobody: str,
    no_penalty: str = SILENT,
    what: str = NOT_FOLLOWED,
    required: str = FOLLOWING,
) -> Verdict:
    """The verdict where suit has to be followed, and no penalty is set for who does not.

    ``nobody``: why these tricks show nothing, where they do not; ``what``: what a renege is, after a name;
    ``required``: what is asked for, without a full stop.
    """
    because = tuple(map(told, found))
    names = listed(once_each(item.player for item in found))
    return Verdict(
        verdict=f"{names} {what}. {no_penalty}: the table decides."
        if found
        else f"These tricks do not show that anybody {what}.",
        outcome={"reneges": facts.renege_rows(found)},
        basis="open",
        rests=unpenalised(no_penalty, required) if found else "Decided by the rule on following",
        rules=rules,
        because=(*because, f"{no_penalty}.") if found else (nobody,),
        reneges=found,
    )
