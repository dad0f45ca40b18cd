"""The referee's questions about tricks: who wins, what may be played, and who should have played another card.

``companion.cards.tricks`` decides all of that; the sentences are here. A game declares in ``Tricks`` what it has of its
own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards.notation import SUIT_NAMES, pretty
from companion.cards.tricks import LegalCards, Renege, TrickOutcome
from companion.cards.turns import HEAD, Duty, PlayedCard, Stage, Turn
from companion.cards.turns import TRUMP as TO_TRUMP
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards
from companion.core.entry.problems import Problem, no_problems
from companion.core.entry.record import Record
from companion.core.game.situation import ByTricks, Situation, Verdict, nothing_known
from companion.core.referee import facts
from companion.core.referee.facts import HAND, PLAYS, TRICKS
from companion.core.referee.reasons import Reasons
from companion.core.tricks.records import (
    ANY_CARD,
    RENEGED,
    GivenCards,
    HandToPlay,
    Reneges,
    SuitRules,
    TrickWorth,
    Trump,
    cards_text,
    suit_text,
    trump_text,
)
from companion.core.words import listed


def explain_winner_by_suit(tricks: "Tricks", why: Reasons, options: Record, outcome: TrickOutcome) -> TrickWorth:
    """Explain why the winning card won: by trump, or as the highest of the suit led; return what the trick counts."""
    winner, trump = outcome.winner, outcome.stage.trump
    suits = {item.card: tricks.rules(options).suit_of(item.card, trump) for item in outcome.lying}
    suit = suits[winner.card]
    by_trump = bool(trump) and suit == trump
    why.cite(*(tricks.trump.rules if tricks.trump else tricks.by_suit.trump_wins), when=by_trump)
    if tricks.trump and trump:
        tricks.trump.say(why, outcome.before.trump, trump)
    why.cite(*tricks.by_suit.wins)
    if outcome.set_by and (outcome.before.trump or not trump):
        why.say(f"{suit_text(outcome.set_by.suit)} were led.")
    off = [item.card for item in outcome.lying if item not in outcome.able]
    if off and not by_trump:
        they_are = "it is" if len(off) == 1 else "they are"
        neither = "neither of the suit led nor trump" if trump else "of another suit"
        why.say(f"{cards_text(off)} cannot win: {they_are} {neither}.", tricks.by_suit.off_suit)
    alike = [item.card for item in outcome.able if suits[item.card] == suit]
    if len(alike) > 1:
        why.say(f"{cards_text(alike)}, from high to low: the highest {'trump' if by_trump else 'card'} wins.")
    else:
        why.say(f"{pretty(winner.card)} is the only {'trump' if by_trump else SUIT_NAMES[suit][:-1]} in the trick.")
    return tricks.worth(why, options, outcome)


def explain_following(tricks: "Tricks", why: Reasons, moment: HandToPlay) -> str:
    """Explain which cards follow suit, and which other duties there are; return the sentence of the verdict."""
    hand, legal, turn, rules = moment
    set_by, trump = turn.set_by, turn.stage.trump
    follow = tuple(filter(turn.follows, hand))
    free = tuple(card for card in hand if rules.is_free(turn, card))
    others = tuple(_other_duties(rules.duties, legal, turn))
    why.cite(*(rule for rules_of_duty, _ in reversed(others) for rule in rules_of_duty))
    if set_by is None:
        why.say("Nothing was played yet, so the hand leads.", *tricks.by_suit.lead)
    else:
        if tricks.trump and tricks.trump.binds and trump:
            why.say(trump_text(turn.before.trump, trump))
        why.say(f"{suit_text(set_by.suit)} were led.", *tricks.by_suit.follow[: None if follow else 1])
        can = f"can follow with {cards_text(follow)}" if follow else f"has no {SUIT_NAMES[set_by.suit]}"
        why.say(f"The hand {can}.", *(tricks.trump.led if tricks.trump and not turn.before.trump else ()))
    why.say(f"{tricks.by_suit.free} The hand has {cards_text(free)}.", when=follow and free)
    why.say_all(text for _, text in others)
    cards = cards_text(legal.cards, "or")
    if follow and set_by:
        return f"{suit_text(set_by.suit)} must be followed{' or trumped' if free else ''}: play {cards}."
    return f"Play {cards}." if legal.against else ANY_CARD


def _other_duties(duties: Iterable[Duty], legal: LegalCards, turn: Turn) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the rules and the sentence of each duty that makes cards unplayable, or that the hand cannot fulfil."""
    for duty in legal.bound_by:
        if duty.text:
            yield duty.rules, duty.text
    follows = any(map(turn.follows, legal.cards))
    for duty in duties:
        if any(duty.fulfilment(turn, card) for card in legal.cards):
            continue
        if duty.at_once:
            yield duty.rules, f"{duty.text} The hand {duty.unless}."
        elif duty.key == TO_TRUMP and turn.set_by and not follows and turn.set_by.suit != turn.stage.trump:
            yield duty.rules, "It has no trump either."
        elif duty.key == HEAD and follows:
            yield duty.rules, "None of them is higher than what lies there."


@dataclass(frozen=True, slots=True, kw_only=True)
class Tricks(ByTricks):
    """The tricks of a game: its cards, its players, and the rules and sentences of its verdicts."""

    most: int
    hand: int
    """The most players, and the most cards that one of them holds."""

    fewest: int = 0
    """The fewest players; 0 if their number is fixed."""

    each: int = 1
    """How many cards one player can play to a trick."""

    reneges: Reneges

    by_suit: SuitRules = field(default_factory=SuitRules)
    """What is cited where the suit decides; a game that explains its verdicts itself needs none."""

    trump: Trump | None = None
    """None if the game has no trump."""

    explain: Callable[["Tricks", Reasons, Record, TrickOutcome], TrickWorth] = explain_winner_by_suit
    """Explains why the winner of a trick wins it, given the options, and returns the trick's worth."""

    worth: Callable[[Reasons, Record, TrickOutcome], TrickWorth] = lambda _why, _options, _found: TrickWorth()
    """Explains what a trick counts, given the options and the winner."""

    explain_legal: Callable[["Tricks", Reasons, HandToPlay], str] = explain_following
    """Explains why some cards may be played, and returns the verdict."""

    asks: tuple[f.Question, ...] = ()
    """Additional facts of the question which cards may be played."""

    stage: Callable[[Record, Stage], Stage] = lambda _given, stage: stage
    """Returns the stage of the hand, given the facts of that question and the stage by trump alone."""

    check_trick: Callable[[Sequence[PlayedCard], str, str], Iterable[Problem]] = facts.check_plays
    """Returns problems with the cards of one trick, given these, the key of their fact, and a name for the trick."""

    check: Callable[[GivenCards], Iterable[Problem]] = no_problems
    """Returns further problems with the cards, if there are no others."""

    def situations(self, **changed: Mapping[str, Any]) -> tuple[Situation, ...]:
        """Return the questions ``trick``, ``legal`` and ``renege``. ``changed``: other attributes for a question."""
        found = (self._trick_situation(), self._legal_situation(), self._renege_situation())
        return tuple(replace(item, **changed.get(item.key, {})) for item in found)

    # Who wins the trick?

    def _trick_situation(self) -> Situation:
        """Return the question who wins a trick."""
        seats = (facts.seats(self.fewest, self.most),) if self.fewest else ()
        knows_seats = seats and not self.may_leave  # a play does not know who has dropped out of a hand

        def check(options: Record, given: Record) -> Iterator[Problem]:
            yield from self._faults(options, given, PLAYS, [facts.trick_of(given[PLAYS])])
            yield from facts.check_seats(given) if seats else ()

        return Situation(
            key="trick",
            title="Who wins the trick?",
            facts=lambda options: (
                facts.plays(self.decks(options).lying, self.most * self.each),
                *((self.trump.fact,) if self.trump else ()),
                *seats,
            ),
            check=check,
            judge=self._judge_trick,
            known_facts=(lambda table: {"seats": len(table.asked)}) if knows_seats else nothing_known,
            by_tricks=self,
        )

    def _judge_trick(self, options: Record, given: Record) -> Verdict:
        """Judge who wins a trick, or is winning it so far."""
        plays, why = facts.trick_of(given[PLAYS]), Reasons()
        outcome = self.rules(options).outcome(plays, self._stage_at_start(given))
        worth = self.explain(self, why, options, outcome)
        name, card = outcome.winner.player, self.forms.text(outcome.winner.card)
        lying = len({play.player for play in plays})
        seats = given[facts.SEATS] if self.fewest else self.most  # None: nobody said how many play
        text = f"{name} wins the trick with {card}"
        if lying < (seats or self.fewest):
            text = f"{name} is winning so far, with {card}"
        elif not seats and lying < self.most:
            text += ", if nobody is left to play to it"
        return why.verdict(f"{text}. {worth.text}".rstrip(), winner=name, card=outcome.winner.card, **worth.outcome)

    # Which cards may be played?

    def _legal_situation(self) -> Situation:
        """Return the question which cards may be played."""
        return Situation(
            key="legal",
            title="Which cards may be played?",
            facts=lambda options: (
                facts.hand(self.decks(options).held, self.hand),
                facts.plays(self.decks(options).lying, self.most * self.each - 1, least=0),
                *self._folded_trump_field(),
                *f.fields_of(*self.asks),
            ),
            check=lambda options, given: self._faults(
                options, given, HAND, [facts.trick_of(given[PLAYS])], given[HAND]
            ),
            judge=self.judge_legal,
        )

    def judge_legal(self, options: Record, given: Record) -> Verdict:
        """Judge which cards may be played: those that follow suit if possible, and that fulfil the other duties."""
        moment, why = self.hand_to_play(options, given), Reasons()
        return why.verdict(self.explain_legal(self, why, moment), legal=list(moment.legal.cards))

    def hand_to_play(self, options: Record, given: Record) -> HandToPlay:
        """Return the hand and the turn that the facts of ``legal`` describe."""
        rules, plays = self.rules(options), facts.trick_of(given[PLAYS])
        stage = self.stage(given, self._stage_at_start(given))
        return HandToPlay(given[HAND], rules.legal_cards(given[HAND], plays, stage), rules.turn(plays, stage), rules)

    # Who should have played another card?

    def _renege_situation(self) -> Situation:
        """Return the question who should have played another card."""
        about = self.reneges
        return Situation(
            key="renege",
            title=f"Who should have {'followed suit' if about.fault == RENEGED else 'played another card'}?",
            help="Only later tricks show what somebody could have played.",
            facts=lambda options: (
                facts.tricks(self.decks(options).played, self.hand, self.most * self.each),
                *self._folded_trump_field(),
                *f.fields_of(*about.asks),
            ),
            check=lambda options, given: self.check_tricks(options, given) or about.check(options, given),
            judge=self._judge_renege,
            judge_admitted=about.admitted,
            fault=about.fault,
        )

    def check_tricks(self, options: Record, given: Record) -> list[Problem]:
        """Return what is impossible about the tricks of the renege question."""
        return self._faults(options, given, TRICKS, facts.tricks_of(given))

    def _judge_renege(self, options: Record, given: Record) -> Verdict:
        """Judge who reneged, as later tricks prove, and what it costs."""
        tricks, about, why = facts.tricks_of(given), self.reneges, Reasons()
        before = self._stage_at_start(given)._replace(first=True)
        rules = self.rules(options)
        items = weightiest_of_each(item for item in rules.reneges(tricks, before) if item.duty.is_renege)
        excuses = {item: about.excused(tricks, item) for item in items}
        reneges = tuple(item for item, excuse in excuses.items() if not (excuse and excuse.sure))
        if reneges and self.trump and self.trump.binds:
            self.trump.say(why, before.trump, rules.stage_after(before, tricks[0]).trump)
            why.say_all(filter(None, [self.by_suit.free]))
        if reneges or not excuses:
            self.explain_reneges(why, reneges)
        else:
            why.say_all(map(self.renege_shown, excuses))
        for excuse in filter(None, excuses.values()):
            why.say(excuse.text, *excuse.rules)
        names = list(dict.fromkeys(item.player for item in reneges or excuses))
        text = f"Nobody {about.fault}, as far as these tricks show."
        if reneges:
            text = " ".join([*map(self.renege_text, reneges), f"{about.no_penalty}."])
            if len(names) == 1:
                about.usual(why, options, given, *names)
        elif excuses:
            text = f"Nobody reneged: {listed(names)} did not have to follow."
        rows = facts.renege_rows(reneges)
        if sum(duty.is_renege for duty in rules.duties) > 1:
            rows = [{**row, "kind": item.duty.key} for row, item in zip(rows, reneges, strict=True)]
        return why.verdict(text, rests=about.rests if reneges else "", proved=reneges, reneges=rows)

    def explain_reneges(self, why: Reasons, reneges: Sequence[Renege]) -> None:
        """Add the proof of each renege, or the sentence that these tricks prove none."""
        why.cite(*self.reneges.rules, *([self.reneges.penalty] if reneges else []))
        for item in reneges:
            why.say(self.renege_shown(item))
            why.say_all(filter(None, [item.duty.text, self.reneges.remark(item)]))
        why.say_all([] if reneges else [self.reneges.nobody])

    def renege_text(self, item: Renege) -> str:
        """Describe what a player had to play, in a sentence."""
        held = self.forms.text(item.shown)
        return f"{item.player} had to {item.owed} in trick {item.trick} and held {held}."

    def renege_shown(self, item: Renege) -> str:
        """Describe the cards that prove a renege, in a sentence."""
        played, later = (self.forms.text(card) for card in (item.card, item.shown))
        return f"{item.player} played {played} to trick {item.trick}, and {later} to trick {item.shown_in}."

    # What the questions share.

    def _stage_at_start(self, given: Record) -> Stage:
        """Return the stage before the tricks in the facts: only its trump is known."""
        return Stage(self.trump.suit(given) if self.trump else "")

    def _folded_trump_field(self) -> tuple[f.Field, ...]:
        """Return the field for trump, if there is one; folded away and optional if it does not bind the players."""
        if self.trump is None:
            return ()
        fact = self.trump.fact
        return (fact if self.trump.binds else fact.of(aside=True, required=False, nobody=fact.nobody or "Not said"),)

    def _faults(
        self, options: Record, given: Record, key: str, tricks: Sequence[Sequence[PlayedCard]], hand: Cards = ()
    ) -> list[Problem]:
        """Return what is impossible about these cards: in each trick, in all tricks together, and with the ``hand``.

        ``key``: the fact that problems with the hand are about.
        """
        where = TRICKS if key == TRICKS else PLAYS
        faults = [
            problem
            for number, trick in enumerate(tricks, start=1)
            for problem in self.check_trick(trick, where, f"trick {number}" if where == TRICKS else "the trick")
        ]
        plays = [play for trick in tricks for play in trick]
        cards, deck = tuple(self.forms.of_pack(play.card) for play in plays), self.decks(options).held
        faults += facts.check_cards(where, deck, cards, self.forms.text)
        players = len({play.player for play in plays})
        if players > self.most:
            faults.append(Problem(where, f"These are {players} players, but at most {self.most} play."))
        if hand and not faults:
            faults += facts.check_cards(key, deck, (*hand, *cards), self.forms.text)
        seen = GivenCards(key, given, players + bool(hand), max(len(hand), len(tricks)), (*hand, *cards))
        return faults or list(self.check(seen))


def weightiest_of_each(reneges: Iterable[Renege]) -> tuple[Renege, ...]:
    """Return the first renege of each card played, which breaks the weightiest duty.

    ``reneges``: in the order of ``TrickRules.reneges``, the weightiest duty of a card first.
    """
    first: dict[tuple[str, int, str], Renege] = {}
    for item in reneges:
        first.setdefault((item.player, item.trick, item.card), item)
    return tuple(first.values())
