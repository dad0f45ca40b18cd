"""The referee of Rage: tricks with changing trumps, what must be followed, and what the action cards do."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.tricks import PlayedCard, Stage, TrickOutcome, TrickRules, must_follow
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import COUNT, FIRST_HAND, HAND, PLAYS, TRUMP, TURNED
from companion.core.keys import Key
from companion.core.plain_tricks import (
    ANY_CARD,
    admitted_renege,
    explain_reneges,
    reneges_told,
    unpenalised,
    winning,
)
from companion.core.problems import Problem
from companion.core.reasons import Reasons
from companion.core.situation import ByTricks, Situation, Verdict, Won, situation
from companion.core.tricks_taken import BID_OF, CARDS, OWN_BID, OWN_TRICKS, bid_facts, check_bid_facts, tricks_of_each
from companion.core.turns import out_of_turn
from companion.core.words import begun, counted, listed, signed
from companion.games.rage.cards import (
    COLOURS,
    HIGHEST,
    called_colour,
    check_deck,
    held_deck,
    kind_of,
    lead_colour_of,
    number_colour,
    played_deck,
    told,
)
from companion.games.rage.scoring import (
    BONUS_CARDS,
    CARD_POINTS,
    FEWEST_PLAYERS,
    LAST_HAND,
    MAD_CARDS,
    MOST_PLAYERS,
    bid_line,
    card_lines,
    hand_size,
)

COLOUR: Key[str | None] = Key("colour")
BONUS: Key[int] = Key("bonus")
MAD: Key[int] = Key("mad")
PILE: Key[str | None] = Key("pile")

MOST_CARDS = 10

ANY_COLOUR = "After an Out Rage any colour may be called; the book does not say."


def _trump(label: str = "Trump", **more: bool) -> f.Field:
    return f.choice(
        TRUMP, label, COLOURS, nobody="No trump", help="As it stood before all that is asked about here.", **more
    )


# What may be played, and what wins.


def _height(card: str) -> int:
    """A number, and a Wild Rage above all of its colour. Source: rage/play.highest, rage/play.wild-rage."""
    return int(card.partition("-")[2]) if number_colour(card) else HIGHEST + 1


def _after_card(stage: Stage, play: PlayedCard) -> Stage:
    """Out and Change Rage make another trump. Source: rage/play.out-rage, rage/play.change-rage."""
    colour = called_colour(play.card, "change")
    return stage._replace(trump=colour) if colour or play.card == "out" else stage


TRICK_RULES = TrickRules(
    suit_of=lambda card, _: lead_colour_of(card),
    held_suit=lambda card, _: number_colour(card),
    height_of=_height,
    duties=(must_follow("rage/play.follow-suit"),),
    after_card=_after_card,
)
"""Source: rage/play.trump, rage/play.lead-colour, rage/play.wild-two."""


# Who wins the trick?


def _trump_cards(plays: Sequence[PlayedCard], trump: str) -> Iterator[tuple[str, str, str]]:
    """For each Out and Change Rage its player, the colour called (for Out Rage none), and the trump before it."""
    for place, (player, card) in enumerate(plays):
        if kind_of(card) in ("out", "change"):
            yield player, called_colour(card, "change"), TRICK_RULES.after(Stage(trump), plays[:place]).trump


def _trick_facts(options: Record) -> tuple[f.Field, ...]:
    return (facts.plays(played_deck(options), MOST_PLAYERS), _trump(required=True), facts.seats(MOST_PLAYERS))


def _check_trick(options: Record, given: Record) -> Iterator[Problem]:
    """One card of each player, as many of a kind as there are, and changes to another colour only."""
    plays = facts.trick_of(given[PLAYS])
    yield from facts.check_plays(plays)
    yield from facts.check_seats(given)
    yield from check_deck("plays", options, (play.card for play in plays))
    for player, colour, trump in _trump_cards(plays, given.word(TRUMP)):
        if colour and colour == trump:
            told = f"{player} cannot change the trump to {colour}: {colour} is trump already. Enter the colour called."
            yield Problem(PLAYS, told)


def _judge_trick(options: Record, given: Record) -> Verdict:
    """The trump at the end of the trick counts for all of it."""
    plays, trump = facts.trick_of(given[PLAYS]), given.word(TRUMP)
    found = TRICK_RULES.outcome(plays, Stage(trump))
    winner, set_by, after = found.winner, found.set_by, found.stage.trump
    by_trump = bool(after) and lead_colour_of(winner.card) == after
    why = Reasons(
        "rage/play.only-actions" if set_by is None else "rage/play.trump" if by_trump else "rage/play.highest"
    )
    why.say(f"{trump.capitalize()} is trump." if trump else "There is no trump.")
    _explain_trumps(why, plays, trump)
    if set_by and set_by.place:
        why.say(f"The lead colour is {set_by.suit}, from {told(plays[set_by.place].card)}.", "rage/play.lead-colour")
    _explain_winner(why, found)
    counts = {kind: sum(play.card == kind for play in plays) for kind in ("bonus", "mad")}
    for kind, name, each in (("bonus", "Bonus Rage", CARD_POINTS), ("mad", "Mad Rage", -CARD_POINTS)):
        if counts[kind]:
            cards, points = counted(counts[kind], f"{name} card"), signed(counts[kind] * each)
            why.say(f"{cards} in the trick: {points} for whoever wins it.", f"rage/scoring.{kind}-card")
    return why.verdict(
        winning(winner.player, told(winner.card), len(plays), given[facts.SEATS], FEWEST_PLAYERS, MOST_PLAYERS),
        winner=winner.player, card=winner.card, lead=set_by.suit if set_by else None, trump_after=after or None,
        bonus=counts["bonus"], mad=counts["mad"],
    )  # fmt: skip


def _explain_trumps(why: Reasons, plays: Sequence[PlayedCard], trump: str) -> None:
    """Say what each Out and Change Rage does to the trump, in order of play."""
    last = trump
    for player, colour, now in _trump_cards(plays, trump):
        last = now or last
        if not colour:
            rules = ("rage/play.out-rage", "rage/play.out-rage-trick")
            why.say(f"{player} plays Out Rage: trump ends, in this trick too.", *rules)
            continue
        rules = ("rage/play.change-rage", "rage/play.change-trick")
        why.say(f"{player} changes the trump to {colour}, for this whole trick.", *rules)
        if not now and last in ("", colour):
            why.say(ANY_COLOUR, "rage/play.change-after-out")


def _explain_winner(why: Reasons, found: TrickOutcome) -> None:
    """Say why the winner's card is the highest."""
    winner, colour = found.winner, lead_colour_of(found.winner.card)
    if not colour:
        why.say(f"Only action cards without a colour lie there, so the first one wins: {winner.player}'s.")
        if len(found.lying) > 1:
            why.cite("rage/play.only-actions-trick")
        return
    alike = [item.card for item in found.able if lead_colour_of(item.card) == colour]
    what = "trump" if colour == found.stage.trump else f"card of {colour}, the lead colour"
    why.say(f"{winner.player} played the {'only' if len(alike) == 1 else 'highest'} {what}.", "rage/play.lead-colour")
    if kind_of(winner.card) == "wild":
        why.say(f"A Wild Rage is above the {colour} {HIGHEST}.", "rage/play.wild-rage")
        if alike.count(winner.card) > 1:
            why.say("Of two called alike the first is the higher.", "rage/play.wild-two")
    if any(lead_colour_of(item.card) for item in set(found.lying) - set(found.able)):
        why.cite("rage/play.other-colours")


# May I play this?


def _legal_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.hand(held_deck(options), MOST_CARDS),
        facts.plays(played_deck(options), MOST_PLAYERS - 1, least=0),
        _trump(aside=True),
    )


def _check_legal(options: Record, given: Record) -> Iterator[Problem]:
    """One card of each player, and no card in the hand that lies on the table."""
    plays = facts.trick_of(given[PLAYS])
    yield from facts.check_plays(plays)
    faults = list(check_deck("plays", options, (play.card for play in plays)))
    yield from faults or check_deck("hand", options, (*given[HAND], *(play.card for play in plays)))


def _judge_legal(options: Record, given: Record) -> Verdict:
    """A colour that was led is followed; action cards stand in for nothing."""
    hand, plays, why = given[HAND], facts.trick_of(given[PLAYS]), Reasons()
    stage = Stage(given.word(TRUMP))
    legal, turn = list(TRICK_RULES.legal(hand, plays, stage).cards), TRICK_RULES.turn(plays, stage)
    if turn.leads:
        why.say("Nothing was played yet, so the hand leads.", "rage/play.any-lead")
        return why.verdict(ANY_CARD, legal=legal)
    if turn.set_by is None:
        why.say(
            "Only action cards without a colour were played, so there is no lead colour to follow yet.",
            "rage/play.action-led", "rage/play.lead-colour",
        )  # fmt: skip
        if len(plays) > 1:
            why.say("The book says so of the second card only.", "rage/play.action-led-again")
        return why.verdict(ANY_CARD, legal=legal)
    lead, place = turn.set_by
    follow = tuple(filter(turn.follows, hand))
    why.say(f"The lead colour is {lead}, from {told(plays[place].card)}.")
    if not follow:
        why.say(f"The hand has no {lead} number.", "rage/play.cannot-follow", "rage/play.lead-colour")
        if "wild" in hand:
            why.say("A Wild Rage in the hand has no colour.", "rage/play.wild-in-hand")
        return why.verdict(ANY_CARD, legal=legal)
    why.say(f"The hand can follow with {listed(map(told, follow))}.", "rage/play.follow-suit", "rage/play.lead-colour")
    if any(kind_of(card) == card and not number_colour(card) for card in hand):
        why.say("An action card may not stand in for it.", *(["rage/play.wild-in-hand"] if "wild" in hand else []))
    return why.verdict(f"{lead.capitalize()} must be followed: play {listed(map(told, legal), 'or')}.", legal=legal)


# Who should have followed?


def _renege_facts(options: Record) -> tuple[f.Field, ...]:
    return (facts.tricks(played_deck(options), MOST_CARDS, MOST_PLAYERS), _trump("Trump before them", aside=True))


def _check_renege(options: Record, given: Record) -> Iterator[Problem]:
    """One card of each player to a trick, and no card in two tricks."""
    tricks = facts.tricks_of(given)
    yield from facts.check_tricks(tricks)
    yield from check_deck("tricks", options, (play.card for trick in tricks for play in trick))


RENEGE_RULES = ("rage/play.follow-suit", "rage/penalties.renege-shown")
PENALTY = "rage/penalties.renege"


def _judge_renege(options: Record, given: Record) -> Verdict:
    """A card of the lead colour that shows up later."""
    found, why = TRICK_RULES.reneges(facts.tricks_of(given), Stage(given.word(TRUMP))), Reasons()
    nobody = "Nobody who did not follow a colour plays a number of it in a later one of these tricks."
    explain_reneges(why, found, RENEGE_RULES, PENALTY, nobody, told)
    rests = unpenalised() if found else ""
    return why.verdict(reneges_told(found, card=told), rests=rests, proved=found, reneges=facts.renege_rows(found))


# Change Rage, and the card turned up.


@situation("change", "May trump be changed to this colour?", (
    _trump(required=True),
    f.choice(COLOUR, "New colour", COLOURS, required=True),
    f.choice(
        PILE, "In the trump pile", {"some": "A number of that colour", "gone": "None of that colour"},
        nobody="Not said", aside=True,
    ),
))  # fmt: skip
def _change(options: Record, given: Record) -> Verdict:
    """The new colour differs from the trump of the moment, and a card of it has to be in the pile."""
    trump, colour, why = given.word(TRUMP), given.word(COLOUR), Reasons()
    none_left = given[PILE] == "gone"
    if not trump and not none_left:
        why.say(ANY_COLOUR, "rage/play.change-after-out")
    why.cite("rage/play.change-other-colour", "rage/play.change-rage")
    if colour == trump:
        why.say("The new colour must differ from the trump of the moment.")
        return why.verdict(f"No: {colour} is trump already. Choose another colour.", allowed=False)
    why.say("A number out of the pile shows the new trump; there has to be one.", "rage/play.change-pile")
    if none_left:
        return why.verdict(f"No: no {colour} number is left in the pile. Choose another colour.", allowed=False)
    return why.verdict(f"Yes: put a {colour} number from the trump pile on top, and {colour} is trump.", allowed=True)


def _upcard_facts(options: Record) -> tuple[f.Field, ...]:
    deck = held_deck(options)
    most = sum(deck.copies.values())
    return (f.cards(TURNED, "Cards turned up", deck, 1, most, required=True, help="In the order turned up."),)


@situation("upcard", "Which colour is trump?", _upcard_facts)
def _upcard(options: Record, given: Record) -> Verdict:
    """Action cards make no trump; the first numbered card does."""
    turned, why = given[TURNED], Reasons()
    first = next((card for card in turned if number_colour(card)), None)
    passed = turned[: turned.index(first)] if first else turned
    for card in passed:
        why.say(f"{told(card)} makes no trump.", "rage/deal.upcard")
    if first is None:
        why.say("Only a numbered card makes trump.", "rage/deal.trump-pile")
        return why.verdict("There is no trump yet: turn another card.", trump=None)
    trump = number_colour(first)
    why.say(f"The first numbered card is {told(first)}.", "rage/deal.trump-pile")
    return why.verdict(f"{trump.capitalize()} is trump.", trump=trump)


# What does a player score?


def _score_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        *bid_facts(MOST_CARDS),
        f.count(BONUS, "Bonus Rage", options[BONUS_CARDS], help="How many were in the tricks taken."),
        f.count(MAD, "Mad Rage", options[MAD_CARDS], help="How many were in the tricks taken."),
        f.count(
            COUNT, "Players", MOST_PLAYERS, minimum=FEWEST_PLAYERS, default=MOST_PLAYERS, aside=True,
            help="A trick has as many cards.",
        ),
    )  # fmt: skip


def _check_score(options: Record, given: Record) -> Iterator[Problem]:
    """As an entry is checked, for one player."""
    yield from check_bid_facts(given)
    first, last = options[FIRST_HAND], options[LAST_HAND]
    if not last <= given[CARDS] <= first:
        yield Problem(CARDS, f"Hands have {f'{last} to {first}' if last < first else first} cards at this table.")
    tricks, bonus, mad = given[OWN_TRICKS], given[BONUS], given[MAD]
    for key, number, card in ((BONUS, bonus, "Bonus Rage"), (MAD, mad, "Mad Rage")):
        if number and not tricks:
            yield Problem(key, f"Without a trick there is no {card} card: enter 0, or the tricks that were taken.")
    if tricks and bonus + mad > tricks * given[COUNT]:
        message = f"{counted(tricks, 'trick')} cannot hold {bonus + mad} action cards: each player plays one card. "
        message += "Enter fewer, or more tricks."
        yield Problem(BONUS if bonus else MAD, message)


@situation("score", "What does a player score?", _score_facts, check=_check_score,
    known=lambda table: {"count": len(table.asked)}, known_of=BID_OF)  # fmt: skip
def _score(options: Record, given: Record) -> Verdict:
    """The lines that the sheet would have."""
    bid, tricks, why = given[OWN_BID], given[OWN_TRICKS], Reasons()
    lines = [*card_lines("", tricks, given[BONUS], given[MAD]), bid_line("", bid, tricks, options)]
    for line in lines:
        why.say(f"{begun(line.text)}: {signed(line.points) if line.points else 'nothing for the bid'}.", line.rule)
    points = sum(line.points for line in lines)
    return why.verdict(f"That is {counted(points, 'point')}.", points=points)


def _counted(table: Any, tricks: Sequence[Won], _: Mapping[str, int]) -> Mapping[str, Any]:
    """Tricks, and the Bonus and Mad Rage cards in them."""

    def sums(worth: str) -> dict[str, int]:
        own = {name: [trick.outcome for trick in tricks if trick.winner == name] for name in table.players}
        return {name: sum(outcome[worth] for outcome in won) for name, won in own.items()}

    return {"tricks": tricks_of_each(table.players, tricks), "bonus": sums("bonus"), "mad": sums("mad")}


SITUATIONS = (
    Situation(
        key="trick", title="Who wins the trick?",
        help="Change and Wild Rage are given with the colour called.",
        facts=_trick_facts, check=_check_trick, judge=_judge_trick, known=lambda table: {"seats": len(table.present)},
        by_tricks=ByTricks(rules=lambda _: TRICK_RULES, length=hand_size, counted=_counted, told=told, kind=kind_of),
    ),
    Situation(
        key="legal", title="Which cards may be played?",
        facts=_legal_facts, check=_check_legal, judge=_judge_legal,
    ),
    Situation(
        key="renege", title="Who should have followed suit?",
        help="What somebody could have played shows in later tricks only.",
        facts=_renege_facts, check=_check_renege, judge=_judge_renege, admitted=admitted_renege(*RENEGE_RULES, PENALTY),
    ),
    _change, _upcard, _score, out_of_turn("rage/play.lead", "rage/play.next-lead"),
)  # fmt: skip
