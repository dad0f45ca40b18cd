"""The referee of Fünfzehnern: tricks, the suit that binds the leader, the zwang, and what the tricks count."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import SUIT_NAMES, SYMBOLS, pretty, rank_of, suit_of
from companion.cards.tricks import LegalCards, TrickOutcome
from companion.cards.turns import FOLLOW, PlayedCard, Stage
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.situation import Declaration, Verdict, WonTrick, one_deck, situation
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARDS as TAKEN
from companion.core.referee.facts import SUIT
from companion.core.referee.ready_situations import Case, case_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import NO_PENALTY, Reneges, SuitRules, TrickWorth, cards_text
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import tricks_of_each
from companion.core.words import counted, listed, signed, with_verb
from companion.games.funfzehnern import scoring
from companion.games.funfzehnern.leads import (
    BOUND,
    FORCED,
    ORDER,
    READ_OTHERWISE,
    RULES,
    TAKES,
    higher_cards,
    leads_read_otherwise,
    zwangs_of,
)
from companion.games.funfzehnern.scoring import FEWEST, FIFTEEN, HAND, MOST, POINTS, VALUES, P, line_of

CASES = read_toml(__package__, "cases.toml")
DECK = standard_deck("the 32 cards of Fünfzehnern", ranks=ORDER)


def card_points(cards: Iterable[str]) -> int:
    """Return the card points of cards, added up. Source: funfzehnern/scoring.values."""
    return sum(VALUES.get(rank_of(card), 0) for card in cards)


# What may be led.


def _worth(why: Reasons, _: Record, outcome: TrickOutcome) -> TrickWorth:
    """Explain the card points in a trick, and return a sentence and the outcome ``points`` for the verdict."""
    cards = [item.card for item in outcome.lying if rank_of(item.card) in VALUES]
    points = card_points(cards)
    text = counted(points, "card point")
    why.say(f"In it lie {_values_text(cards)}: {text}." if cards else "Nothing in it counts.", P.scoring.values)
    return TrickWorth(f"It holds {text}." if cards else "", {"points": points})


# Who wins the trick?


def _entry_part(table: Any, tricks: Sequence[WonTrick], *_: Any) -> Mapping[str, Any]:
    """Return the part of the entry that the cards settle: the card points of each player so far."""
    worth = tricks_of_each(table.players, tricks, lambda trick: card_points(play.card for play in trick.plays))
    return {"points": worth}


def _known_facts(stage: Stage, _: Sequence[Sequence[PlayedCard]]) -> Mapping[str, Any]:
    """Return the facts that follow from the tricks so far: what binds the leader, the cards played, and a zwang."""
    played = [card for card in DECK.copies if card in stage.gone]
    return {"won_in": stage.bound or None, "played": played, "zwang": stage.declared}


def _suit_out(players: int, played: Iterable[str]) -> frozenset[str]:
    """Return the cards of the suit that three players leave out; none with four, or while it is unknown.

    Source: funfzehnern/need.three.
    """
    suits = {suit_of(card) for card in played}
    is_known = players == FEWEST and len(suits) == FEWEST
    return frozenset(card for card in DECK.copies if is_known and suit_of(card) not in suits)


def _values_text(cards: Iterable[str]) -> str:
    """List cards with their card points: ``A♠ (5)``."""
    return listed(f"{pretty(card)} ({VALUES[rank_of(card)]})" for card in cards)


# Which cards may be led?


WON_IN = ask.choice(
    "won_in", "Won in", SYMBOLS, nobody="Took it from nobody",
    help="The suit led to the trick in which they took the lead from another player.",
)  # fmt: skip
PLAYED = ask.cards(
    "played", "Played", DECK, most=len(DECK.copies), help="Cards of earlier tricks; those that matter are enough.",
)  # fmt: skip


def _check_held(_: Record, given: Record) -> Iterator[Problem]:
    """Check that no card of the hand was played before."""
    both = [card for card in given[facts.HAND] if card in given[PLAYED]]
    if both:
        held = f"{with_verb(map(pretty, both), 'is', 'are')} still in the hand"
        yield Problem(PLAYED, f"{held}: leave {_it_or_them(both)} out of one of the two.")


def _it_or_them(cards: Sequence[str]) -> str:
    """Return the pronoun for these cards."""
    return "it" if len(cards) == 1 else "them"


@situation("lead", "Which cards may be led?", (facts.hand(DECK, HAND), WON_IN, PLAYED), check=_check_held,
    help="A player who won the lead in hearts and still has one may not lead a spade that can be beaten.")  # fmt: skip
def _lead(options: Record, given: Record) -> Verdict:
    """Judge which cards may be led: the suit that binds the hand and unbeatable cards; anything if none binds."""
    hand, gone, won_in, why = given[facts.HAND], frozenset(given[PLAYED]), given.text(WON_IN), Reasons()
    leads = RULES.legal_cards(hand, (), Stage(bound=won_in, gone=gone))
    bound = any(suit_of(card) == won_in for card in hand)
    zwangs = zwangs_of(hand, gone, leads.cards)
    text = f"Lead {cards_text(leads.cards, 'or')}." if leads.against else "Any card of the hand may be led."
    rests = _explain_bound(why, given, leads) if bound else ""
    if not bound:
        _explain_free(why, given)
    if zwangs:
        text = f"{text} With {cards_text([f'Q{suit}' for suit in zwangs], 'or')} zwang can be declared."
    for suit in zwangs:
        why.say(f"King and queen of {SUIT_NAMES[suit]} are held, and somebody else has the ace.", P.play.zwang)
    unbeatable = [card for card in leads.cards if bound and suit_of(card) != won_in]
    legal, bound_suit = list(leads.cards), won_in if bound else None
    return why.verdict(text, rests=rests, legal=legal, bound=bound_suit, unbeatable=unbeatable, zwang=list(zwangs))


def _explain_free(why: Reasons, given: Record) -> None:
    """Explain why any card may be led."""
    won_in = given.text(WON_IN)
    if won_in:
        why.say(f"The lead was won in {SUIT_NAMES[won_in]}, of which the hand has none left.", P.play.bound)
        return
    why.cite(P.play.opening_lead, when=given[PLAYED])
    why.say("The lead was taken from nobody, so it is bound to no suit.", P.play.bound)
    why.say(READ_OTHERWISE, when=given[PLAYED])


def _explain_bound(why: Reasons, given: Record, leads: LegalCards) -> str:
    """Explain which suit binds the hand and what else may be led; return which part is our own reading, if any."""
    hand, gone, won_in = given[facts.HAND], frozenset(given[PLAYED]), given.text(WON_IN)
    of_suit = [card for card in hand if suit_of(card) == won_in]
    text = f"The lead was won in {SUIT_NAMES[won_in]}, and the hand still has {cards_text(of_suit)}."
    why.say(text, P.play.bound, *([P.play.unbeatable] if len(of_suit) < len(hand) else []))
    why.say_all(_unbeatable_text(card) for card in leads.cards if card not in of_suit)
    barred = [card for card, _ in leads.against]
    waiting = [card for card in barred if set(higher_cards(card)) <= gone | set(hand)]
    rest = [card for card in barred if card not in waiting]
    others = f"{with_verb(map(pretty, rest), 'is', 'are')} of another suit"
    why.say(f"{others}, and somebody may still hold what beats {_it_or_them(rest)}.", when=rest)
    if not waiting:
        return ""
    text = f"Only cards of the hand itself beat {cards_text(waiting)}: they can be led first, as we read the book."
    why.say(text, P.play.own_betters)
    return f"By the book, which does not say that {cards_text(waiting)} must wait"


def _unbeatable_text(card: str) -> str:
    """Return a sentence saying why nothing can beat a card."""
    above = with_verb(map(pretty, higher_cards(card)), "has", "have")
    why = "is an ace: nothing can beat it" if rank_of(card) == "A" else f"cannot be beaten: {above} been played"
    return f"{pretty(card)} {why}."


# Which cards may be played?


def _check_legal(given: Record) -> Iterator[Problem]:
    """Check that no card of the hand or of the trick was played before, and that a zwang was declared with a queen."""
    yield from _check_held(given, given)
    plays = facts.trick_of(given[facts.PLAYS])
    gone = [play.card for play in plays if play.card in given[PLAYED]]
    if gone:
        lie = f"{with_verb(map(pretty, gone), 'lies', 'lie')} in this trick"
        yield Problem(PLAYED, f"{lie}: leave {_it_or_them(gone)} out of those played before.")
    if given[ZWANG] and not (plays and rank_of(plays[0].card) == "Q"):
        led = f"{pretty(plays[0].card)} was led" if plays else "nothing was led"
        yield Problem(ZWANG, f"Zwang is declared with the queen that is led; here {led}.")


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Judge which cards may be played, or which may be led if nothing was played yet."""
    return PLAY.judge_legal(options, given) if given[facts.PLAYS] else _lead.judge(options, given)


# May zwang be declared?


@case_situation(CASES, "zwang", (
    facts.hand(DECK, HAND), f.choice(SUIT, "Suit", SYMBOLS, required=True, help="Of the king and queen."),
    WON_IN, PLAYED,
), check=_check_held)  # fmt: skip
def _zwang(_: Record, given: Record) -> Case:
    """Return the case of a zwang: with the king and a queen that may be led, and the ace held by another."""
    hand, gone, suit, won_in = given[facts.HAND], frozenset(given[PLAYED]), given.text(SUIT), given.text(WON_IN)
    ace, king, queen = (rank + suit for rank in ("A", "K", "Q"))
    led = RULES.legal_cards(hand, (), Stage(bound=won_in, gone=gone)).cards
    lacks = [card for card in (king, queen) if card not in hand]
    case = first_true(
        (lacks, "lacks"), (ace in gone, "ace played"), (ace in hand, "own ace"), (queen not in led, "bound"),
        (gone and not won_in, "allowed, took the lead from nobody"), (True, "allowed"),
    )  # fmt: skip
    words = {"ace": pretty(ace), "king": pretty(king), "queen": pretty(queen), "lacks": cards_text(lacks)}
    return Case(case, words | {"won_in": SUIT_NAMES.get(won_in)}, {"must_play": ace, "then_high": king})


# Who played a card that was not allowed?


def _check_zwangs(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the winner of a trick leads the next, and that each zwang was declared with a queen."""
    tricks = facts.tricks_of(given)
    for number, (before, trick) in enumerate(pairwise(tricks), start=2):
        winner, leader = TAKES.outcome(before, Stage()).winner.player, trick[0].player
        fault = f"{winner} won trick {number - 1} and leads trick {number}, not {leader}."
        yield from refuse(facts.TRICKS, fault, leader, when=winner != leader)
    for number in dict.fromkeys(given[ZWANGS]):
        lead = tricks[number - 1][0] if number <= len(tricks) else None
        if lead is None:
            yield Problem(ZWANGS, f"There is no trick {number}: leave it out, or add the trick.")
        elif rank_of(lead.card) != "Q":
            led = f"{lead.player} led {pretty(lead.card)} to trick {number}"
            yield Problem(ZWANGS, f"{led}, but zwang is declared with a queen.")


def _judge_renege(options: Record, given: Record) -> Verdict:
    """Judge who played a wrong card: reneged, led a barred card, kept an ace from a zwang, or declared a false one."""
    tricks, why = facts.tricks_of(given), Reasons()
    stages = tuple(RULES.stages(tricks, Stage()))
    faults = RULES.reneges(tricks, stages)
    with_zwang = [stage._replace(declared=number in given[ZWANGS]) for number, stage in enumerate(stages, start=1)]
    reneges = tuple(item for item in faults if item.duty.key == FOLLOW)
    leads = tuple(item for item in faults if item.duty is BOUND)
    refused = replace(RULES, duties=(FORCED,)).reneges(tricks, with_zwang)
    text = [PLAY.renege_text(item) for item in reneges]
    why.say_all(map(PLAY.renege_shown, reneges), P.play.following)
    for item in leads:
        bound = SUIT_NAMES[stages[item.trick - 1].bound]
        text.append(f"{item.player} had to lead {bound} to trick {item.trick}, or a card that cannot be beaten.")
        won = f"{item.player} had won the lead in {bound}"
        shows = f"led {pretty(item.card)}, and shows {pretty(item.shown)} in trick {item.shown_in}"
        why.say(f"{won}, {shows}.", *BOUND.rules)
    text += [f"{item.player} had to play {pretty(item.shown)} to the zwang in trick {item.trick}." for item in refused]
    why.say_all(map(PLAY.renege_shown, refused), *FORCED.rules[:1])
    for number in sorted(set(given[ZWANGS])):
        name, queen = tricks[number - 1][0]
        proof = _false_zwang(tricks, number)
        if proof:
            text.append(f"{name} declared a false zwang with {pretty(queen)} in trick {number}.")
            why.say(proof, *FORCED.rules[:1])
    why.say("No later trick shows a card that should have been played before.", P.play.following, when=not text)
    for sentence, paragraph in leads_read_otherwise(tricks):
        why.say(sentence, paragraph)
    why.cite(P.penalties.shown, *([P.penalties.wrong_card] if text else []))
    return why.verdict(
        " ".join([*text, f"{NO_PENALTY}."]) if text else "Nobody played a wrong card, as far as these tricks show.",
        rests=PLAY.reneges.rests if text else "", proved=reneges, reneges=facts.renege_rows(reneges),
        leads=facts.renege_rows(leads), refused=facts.renege_rows(refused),
    )  # fmt: skip


def _false_zwang(tricks: Sequence[Sequence[PlayedCard]], number: int) -> str:
    """Return a sentence that proves a zwang false, since king or ace were elsewhere; empty if nothing does.

    A zwang needs king and queen in one hand and the ace in another, none of them played before.

    ``number``: the trick to which the queen was led.
    """
    name, queen = tricks[number - 1][0]
    seen = {play.card: (play.player, in_trick) for in_trick, trick in enumerate(tricks, start=1) for play in trick}
    ace, king = ("A" + suit_of(queen), "K" + suit_of(queen))
    for card in (king, ace):
        player, in_trick = seen.get(card, ("", 0))
        if player and (in_trick < number or (player == name) == (card == ace)):
            needs = "zwang needs king and queen in one hand, and the ace in another"
            return f"{player} played {pretty(card)} to trick {in_trick}: {needs}."
    return ""


# What do the tricks count?


def _check_points(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the cards make whole tricks, and have no more than three suits if three play.

    Source: funfzehnern/scoring.count.
    """
    cards, players = given[TAKEN], given[COUNT]
    if len(cards) > HAND * players:
        yield Problem(TAKEN, f"{players} players have {HAND * players} cards together, not {len(cards)}.")
    elif len(cards) % players:
        there = counted(len(cards), "card is", "cards are")
        yield Problem(TAKEN, f"{there} no whole tricks of {players} players: count them again.")
    suits = {suit_of(card) for card in cards}
    if players == FEWEST and len(suits) > FEWEST:
        yield Problem(TAKEN, f"{FEWEST} players play with {FEWEST} suits, and here are cards of all {len(suits)}.")


def _offer_points(table: Any, entry: Record) -> str:
    """Suggest this question if the card points do not add up."""
    found, pack = sum(entry[POINTS].values()), scoring.pack_points(table)
    return f"The card points add up to {found}, and not to {pack}." if found != pack else ""


COUNT = ask.count("players", "Players", MOST, least=FEWEST, default=MOST, help="All who play.")


@situation("points", "What do the tricks of a player count?", (
    f.cards(
        TAKEN, "Cards", DECK, most=len(DECK.copies), required=True, keeps_empty=True,
        help="All the cards of the tricks that one player took.",
    ),
    COUNT,
), check=_check_points, known_facts=lambda table: {"players": len(table.players)}, offer=_offer_points)  # fmt: skip
def _points(_: Record, given: Record) -> Verdict:
    """Judge what the tricks of a player count: card points above fifteen are won, those missing are lost."""
    cards, why = given[TAKEN], Reasons(P.scoring.values)
    points = card_points(cards)
    score = points - FIFTEEN
    worth = [card for card in cards if rank_of(card) in VALUES]
    why.say(f"What counts is {_values_text(worth)}." if worth else "No card of these tricks counts anything.")
    why.say(f"{points} less the {FIFTEEN} of a fair share: {signed(score)}.", line_of("", points).rule)
    what = f"{counted(score, 'point')} won" if score > 0 else f"{counted(-score, 'point')} lost"
    text = f"That is {counted(points, 'card point')}: {what if score else 'nothing won and nothing lost'}."
    return why.verdict(text, points=points, score=score)


ZWANG = ask.flag("zwang", "Zwang", aside=True, help="It was declared with the queen that was led.")
ZWANGS = ask.several(
    "zwangs", "Zwangs", ask.count("trick", "Trick", HAND, least=1), most=HAND, aside=True,
    help="Numbers of the tricks led with a zwang.",
)  # fmt: skip
PLAY = Tricks(
    fewest=FEWEST, most=MOST, hand=HAND, decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: HAND,
    entry_part=_entry_part, cards_left_out=_suit_out, known_facts=_known_facts,
    declaration=Declaration("Zwang", lambda card: rank_of(card) == "Q", ZWANGS),
    by_suit=SuitRules(
        wins=(P.play.trick, P.need.ranks), off_suit=P.play.off_suit, lead=BOUND.rules[:1], follow=(P.play.following,),
    ),
    reneges=Reneges(
        rules=(P.penalties.wrong_card, P.play.following, *BOUND.rules, *FORCED.rules[:1]),
        penalty=P.penalties.wrong_card, asks=(ZWANGS,), check=_check_zwangs,
        fault="played a card that was not allowed", required="The card was not allowed",
    ),
    worth=_worth,
    asks=(ZWANG, WON_IN.of(aside=True), PLAYED.of(aside=True)),
    stage=lambda given, stage: stage._replace(
        bound=given.text(WON_IN), gone=frozenset(given[PLAYED]), declared=given[ZWANG]),
    check=lambda seen: _check_legal(seen.given) if seen.key == facts.HAND else (),
)  # fmt: skip
TRICK, LEGAL, RENEGE = PLAY.situations(
    legal={"judge": _judge_legal, "help": "After a zwang whoever holds the ace has to give it up."},
    renege={
        "title": "Who played a card that was not allowed?", "judge": _judge_renege,
        "help": "A suit not followed, a wrong lead, a zwang refused or false: only later tricks show it.",
    },
)  # fmt: skip
SITUATIONS = (TRICK, LEGAL, _lead, _zwang, RENEGE, _points, out_of_turn_situation(P.play.turn))
