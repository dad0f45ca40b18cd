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
from companion.core.reasons import Reasons
from companion.core.situation import ByTricks, Situation, Verdict, Won, nothing_known
from companion.core.words import listed

SILENT = "The book sets no penalty"
"""Of what a renege costs; a game without a book says it otherwise."""

RENEGED = "reneged"
PLAYED_WRONG = "played a wrong card"
"""What somebody did, after a name: in games in which following is all that is asked for, and in others."""

FOLLOWING = "Following is required"

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


class TrickWorth(NamedTuple):
    """What a trick counts beside who wins it."""

    told: str = ""
    """A sentence of the verdict: ``It costs 13 points.``"""

    outcome: Mapping[str, Any] = {}
    """What the outcome says of it."""


def nothing_more(_why: Reasons, _options: Record, _found: TrickOutcome) -> TrickWorth:
    """For tricks of which it is enough to know who wins."""
    return TrickWorth()


class Excuse(NamedTuple):
    """Why a card was right that did not follow suit."""

    told: str
    """As a sentence."""

    rules: tuple[str, ...]
    sure: bool
    """Whether the cards show it; else later ones may."""


def nothing_usual(_why: Reasons, _options: Record, _given: Record, _name: str) -> None:
    """For games in which tables have no common penalty for a renege."""


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

    fewest: int = 0
    """The fewest players; 0: there are always as many."""

    wins: tuple[str, ...]
    """Ids of the rules by which a trick is won, of that about the order of cards among them."""

    off_suit: str
    """Id of the rule by which other suits never win."""

    lead: tuple[str, ...]
    follow: tuple[str, ...]
    """Ids of the rules about leading and about following."""

    renege: tuple[str, ...]
    """Ids of the rules about not following, and about how that shows."""

    penalty: str
    """Id of the rule about what it costs."""

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

    worth: Callable[[Reasons, Record, TrickOutcome], TrickWorth] = nothing_more
    """What a trick counts, given the options and who wins it; its reasons are added to those given."""

    no_penalty: str = SILENT
    """That none is set for a renege, as the beginning of a sentence."""

    usual: Callable[[Reasons, Record, Record, str], None] = nothing_usual
    """Adds what tables commonly do to whoever reneged, given the options, the facts that are known, and the name."""

    excused: Callable[[Sequence[Sequence[PlayedCard]], Renege], Excuse | None] = no_excuse
    """Why a card was right that did not follow suit, given all tricks; None: it was not."""

    told_of: tuple[str, ...] = (FOLLOW,)
    """Keys of the duties of which a renege is told; of several, its rows say which."""

    fault: str = RENEGED
    """What somebody did who should have played another card, after a name."""

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
        yield from check_trick(plain, given)
        if plain.fewest:
            yield from facts.check_seats(given)

    def judge(options: Record, given: Record) -> Verdict:
        return _judge_trick(plain, options, given)

    return Situation(
        key="trick",
        title="Who wins the trick?",
        facts=lambda _: (facts.plays(plain.deck, plain.players), *_trump(plain), *_seats(plain)),
        check=check,
        judge=judge,
        known=(lambda table: {"seats": len(table.present)}) if plain.fewest else nothing_known,
        by_tricks=by_tricks,
    )


def _seats(plain: PlainTricks) -> tuple[f.Field, ...]:
    return (facts.seats(plain.players),) if plain.fewest else ()


def check_trick(plain: PlainTricks, given: Record) -> Iterator[Problem]:
    """One card of each player, and no card more often than it is there."""
    plays = facts.trick_of(given[PLAYS])
    yield from facts.check_plays(plays)
    yield from facts.check_cards("plays", plain.deck, (play.card for play in plays))


def _judge_trick(plain: PlainTricks, options: Record, given: Record) -> Verdict:
    plays, trump = facts.trick_of(given[PLAYS]), _trump_of(plain, given)
    found = plain.rules(options).outcome(plays, Stage(trump))
    winner, why = found.winner, Reasons()
    _explain_trick(plain, why, found, trump)
    worth = plain.worth(why, options, found)
    seats = given[facts.SEATS] if plain.fewest else plain.players
    told = winning(winner.player, pretty(winner.card), len(plays), seats, plain.fewest, plain.players)
    return why.verdict(f"{told} {worth.told}".rstrip(), winner=winner.player, card=winner.card, **worth.outcome)


def winning(name: str, card: str, lying: int, seats: int | None, fewest: int, most: int) -> str:
    """Who wins a trick, or is winning so far. ``seats``: how many play to it; None: nobody said."""
    if lying < (seats or fewest):
        return f"{name} is winning so far, with {card}."
    told = f"{name} wins the trick with {card}"
    return f"{told}." if seats or lying == most else f"{told}, if nobody is left to play to it."


def _explain_trick(plain: PlainTricks, why: Reasons, found: TrickOutcome, before: str) -> None:
    """Say why a card is the highest. ``before``: trump before the trick."""
    winner, trump = found.winner, found.stage.trump
    suit = suit_of(winner.card)
    by_trump = bool(trump) and suit == trump
    if by_trump:
        why.cite(*plain.trump)
    if trump:
        why.say(_trump_told(before, trump), *(() if before else plain.trump_led))
    why.cite(*plain.wins)
    if found.set_by and (before or not trump):
        why.say(f"{suit_told(found.set_by.suit)} were led.")
    off = [item.card for item in found.lying if item not in found.able]
    if off and not by_trump:
        they_are = "it is" if len(off) == 1 else "they are"
        neither = "neither of the suit led nor trump" if trump else "of another suit"
        why.say(f"{cards_told(off)} cannot win: {they_are} {neither}.", plain.off_suit)
    alike = [item.card for item in found.able if suit_of(item.card) == suit]
    if len(alike) > 1:
        why.say(f"{cards_told(alike)}, from high to low: the highest {'trump' if by_trump else 'card'} wins.")
    else:
        why.say(f"{pretty(winner.card)} is the only {'trump' if by_trump else SUIT_NAMES[suit][:-1]} in the trick.")


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


def judge_legal(plain: PlainTricks, options: Record, given: Record, *rules: str) -> Verdict:
    """Leading anything; else the suit led, where it is held; and what else the game demands.

    ``rules``: paragraphs that this verdict rests on first of all.
    """
    hand, plays, tricks = given[HAND], facts.trick_of(given[PLAYS]), plain.rules(options)
    stage = stage_of(plain, given)
    found, turn = tricks.legal(hand, plays, stage), tricks.turn(plays, stage)
    follow = tuple(filter(turn.follows, hand))
    free = tuple(card for card in hand if plain.free(turn, card))
    why = Reasons(*rules)
    more = tuple(_more_told(tricks, found, turn))
    why.cite(*(rule for rules_more, _ in reversed(more) for rule in rules_more))
    if turn.set_by and plain.trump_binds and turn.stage.trump:
        why.say(_trump_told(stage.trump, turn.stage.trump))
    if turn.set_by is None:
        why.say("Nothing was played yet, so the hand leads.", *plain.lead)
    elif follow:
        why.say(f"{suit_told(turn.set_by.suit)} were led.", *plain.follow)
        why.say(f"The hand can follow with {cards_told(follow)}.")
    else:
        why.say(f"{suit_told(turn.set_by.suit)} were led.", *plain.follow[:1])
        why.say(f"The hand has no {SUIT_NAMES[turn.set_by.suit]}.")
    if turn.set_by and plain.trump_binds and turn.stage.trump and not stage.trump:
        why.cite(*plain.trump_led)
    if follow and free:
        why.say(f"{plain.free_told} The hand has {cards_told(free)}.")
    why.say_all(text for _, text in more)
    if follow and turn.set_by:
        also = " or trumped" if free else ""
        told = f"{suit_told(turn.set_by.suit)} must be followed{also}: play {cards_told(found.cards, 'or')}."
    else:
        told = f"Play {cards_told(found.cards, 'or')}." if found.against else ANY_CARD
    return why.verdict(told, legal=list(found.cards))


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


ANY_CARD = "Any card of the hand may be played."


# Who should have followed suit?


def renege_situation(plain: PlainTricks) -> Situation:
    """Who should have followed suit?"""

    def check(_: Record, given: Record) -> Iterator[Problem]:
        tricks = facts.tricks_of(given)
        yield from facts.check_tricks(tricks)
        yield from facts.check_cards("tricks", plain.deck, (play.card for trick in tricks for play in trick))

    several = len(plain.told_of) > 1

    def judge(options: Record, given: Record) -> Verdict:
        tricks, before = facts.tricks_of(given), _trump_of(plain, given)
        shown = plain.rules(options).reneges(tricks, Stage(before, first=plain.first))
        items = weightiest_of_each(item for item in shown if item.duty.key in plain.told_of)
        found = {item: plain.excused(tricks, item) for item in items}
        excuses = [excuse for excuse in found.values() if excuse]
        reneges = tuple(item for item, excuse in found.items() if not (excuse and excuse.sure))
        why = Reasons()
        if reneges and plain.trump_binds:
            trump = plain.rules(options).after(Stage(before), tricks[0]).trump
            why.say(_trump_told(before, trump), *(() if before else plain.trump_led))
            why.say_all([plain.free_told] if plain.free_told else [])
        if reneges or not found:
            explain_reneges(why, reneges, plain.renege, plain.penalty, _nobody_told(plain))
        else:
            why.say_all(map(renege_shown, found))
        for excuse in excuses:
            why.say(excuse.told, *excuse.rules)
        names = {item.player for item in reneges}
        if len(names) == 1:
            plain.usual(why, options, given, *names)
        told = reneges_told(reneges, plain.no_penalty, plain.fault)
        if found and not reneges:
            told = f"Nobody reneged: {listed(dict.fromkeys(item.player for item in found))} did not have to follow."
        rows = facts.renege_rows(reneges)
        if several:
            rows = [{**row, "kind": item.duty.key} for row, item in zip(rows, reneges, strict=True)]
        rests = unpenalised(plain.no_penalty, plain.required) if reneges else ""
        return why.verdict(told, rests=rests, proved=reneges, reneges=rows)

    return Situation(
        key="renege",
        title="Who should have played another card?" if several else "Who should have followed suit?",
        help="What somebody could have played shows in later tricks only.",
        facts=lambda _: (facts.tricks(plain.deck, plain.hand, plain.players), *_trump(plain, aside=True)),
        check=check,
        judge=judge,
        admitted=admitted_renege(
            *plain.renege,
            plain.penalty,
            no_penalty=plain.no_penalty,
            fault=plain.fault,
            required=plain.required,
            usual=plain.usual,
        ),
    )


def _nobody_told(plain: PlainTricks) -> str:
    """Why tricks show nothing, where they do not."""
    if len(plain.told_of) > 1:
        return "Nobody plays in a later one of these tricks a card that should have been played before."
    if plain.free_told:
        return "Nobody who gave neither the suit led nor a trump plays that suit in a later one of these tricks."
    return "Nobody who did not follow a suit plays it in a later one of these tricks."


def weightiest_of_each(found: Iterable[Renege]) -> tuple[Renege, ...]:
    """Of several things that one card missed the weightiest alone."""
    first: dict[tuple[str, int, str], Renege] = {}
    for item in found:
        first.setdefault((item.player, item.trick, item.card), item)
    return tuple(first.values())


def renege_told(item: Renege, card: Callable[[str], str] = pretty) -> str:
    """What somebody had to play, in a sentence. ``card``: a card in words."""
    return f"{item.player} had to {item.owed} in trick {item.trick} and held {card(item.shown)}."


def renege_shown(item: Renege, card: Callable[[str], str] = pretty) -> str:
    """The cards that prove it, in a sentence."""
    played, later = f"{item.player} played {card(item.card)} to trick {item.trick}", card(item.shown)
    return f"{played}, and {later} to trick {item.shown_in}."


def reneges_told(
    found: Sequence[Renege], no_penalty: str = SILENT, fault: str = RENEGED, card: Callable[[str], str] = pretty
) -> str:
    """The verdict on all of them; where there are none, that these tricks show none."""
    if not found:
        return f"Nobody {fault}, as far as these tricks show."
    return " ".join([*(renege_told(item, card) for item in found), f"{no_penalty}."])


def explain_reneges(
    why: Reasons,
    found: Sequence[Renege],
    rules: tuple[str, ...],
    penalty: str,
    nobody: str,
    card: Callable[[str], str] = pretty,
) -> None:
    """Say what proves each renege; where there are none, why these tricks show none.

    ``rules``: what is to be followed and how it shows; ``penalty``: what it costs, cited where somebody reneged.
    """
    why.cite(*rules, *([penalty] if found else []))
    for item in found:
        why.say(renege_shown(item, card))
        if item.duty.told:
            why.say(item.duty.told)
    if not found:
        why.say(nobody)


def unpenalised(no_penalty: str = SILENT, required: str = FOLLOWING) -> str:
    """What a renege rests on for which nothing is laid down. ``no_penalty``: that, without its full stop."""
    return f"{required}. {no_penalty}: the table decides"


def admitted_renege(
    *rules: str,
    no_penalty: str = SILENT,
    fault: str = RENEGED,
    required: str = FOLLOWING,
    usual: Callable[[Reasons, Record, Record, str], None] = nothing_usual,
) -> Callable[[Record, Record, str], Verdict]:
    """``admitted`` where suit is to be followed and no penalty is set. ``rules``: as the cards would cite them."""

    def admit(options: Record, given: Record, name: str) -> Verdict:
        why = Reasons(*rules)
        why.say("The table agrees who it was.")
        usual(why, options, given, name)
        return why.verdict(f"{name} {fault}. {no_penalty}.", rests=unpenalised(no_penalty, required))

    return admit
