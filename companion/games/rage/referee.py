"""The referee of Rage: tricks with changing trumps, what must be followed, and what the action cards do."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.cards.tricks import PlayedCard, Stage, TrickOutcome, TrickRules, must_follow
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import HAND, PLAYS
from companion.core.keys import Cards, Key
from companion.core.plain_tricks import ANY_CARD, admitted_renege, explain_reneges, reneges_told, unpenalised
from companion.core.problems import Problem
from companion.core.reasons import Reasons
from companion.core.situation import (
    Basis,
    ByTricks,
    Situation,
    Verdict,
    Won,
    once_each,
    weightiest,
)
from companion.core.tricks_taken import BID_OF, OWN_BID, OWN_TRICKS, bid_facts, check_bid_facts, tricks_of_each
from companion.core.words import counted, listed, signed
from companion.games.rage.cards import (
    COLOURS,
    HIGHEST,
    NUMBERS,
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
    HIT_BONUS,
    MAD_CARDS,
    MISS_PENALTY,
    ZERO_BONUS,
    bid_line,
    hand_size,
)

TRUMP: Key[str | None] = Key("trump")
COLOUR: Key[str | None] = Key("colour")
TURNED: Key[Cards] = Key("turned")
BONUS: Key[int] = Key("bonus")
MAD: Key[int] = Key("mad")
COUNT: Key[int] = Key("count")

MOST_PLAYERS, MOST_CARDS = 8, 10


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


class State(NamedTuple):
    """What there is to say about a card that makes another trump."""

    rules: tuple[str, ...]
    text: str
    basis: Basis = "book"
    fault: str = ""


def _trumps(plays: Sequence[PlayedCard], trump: str | None) -> Iterator[State]:
    """What each Out and Change Rage does to the trump, in order of play.

    Source: rage/play.out-rage, rage/play.change-rage, rage/play.trump-last.
    """
    before = trump
    for play in plays:
        player, card = play
        now = _after_card(Stage(trump or ""), play).trump or None
        colour = called_colour(card, "change")
        if card == "out":
            before = trump or before
            out = ("rage/play.out-rage", "rage/play.out-rage-trick")
            yield State(out, f"{player} plays Out Rage: there is no trump any more, in this trick either.")
        elif colour and colour == trump:
            fault = f"{player} cannot change the trump to {colour}: {colour} is trump already. Enter the colour called."
            yield State(("rage/play.change-other-colour",), "", fault=fault)
        elif colour:
            rules: tuple[str, ...] = ("rage/play.change-rage", "rage/play.change-trick")
            text = f"{player} changes the trump to {colour}, for this whole trick."
            basis: Basis = "book"
            if trump is None and before in (None, colour):
                rules, basis = (*rules, "rage/play.change-after-out"), "open"
                text += " After an Out Rage any colour goes; the book leaves that open."
            yield State(rules, text, basis)
        trump = now


def _trick_facts(options: Record) -> tuple[f.Field, ...]:
    return (facts.plays(played_deck(options), MOST_PLAYERS), _trump(required=True))


def _check_trick(options: Record, given: Record) -> Iterator[Problem]:
    """One card of each player, as many of a kind as there are, and changes to another colour only."""
    plays = facts.trick_of(given[PLAYS])
    yield from facts.check_plays(plays)
    yield from check_deck("plays", options, (play.card for play in plays))
    for state in _trumps(plays, given.word(TRUMP) or None):
        if state.fault:
            yield Problem(PLAYS, state.fault)


def _judge_trick(options: Record, given: Record) -> Verdict:
    """The trump at the end of the trick counts for all of it."""
    plays, trump = facts.trick_of(given[PLAYS]), given.word(TRUMP)
    states = list(_trumps(plays, trump or None))
    found = TRICK_RULES.outcome(plays, Stage(trump))
    winner, set_by, after = found.winner, found.set_by, found.stage.trump or None
    lead = set_by.suit if set_by else None
    rules, reason, basis = _why(plays, found)
    because = [f"{trump.capitalize()} is trump." if trump else "There is no trump."]
    because += [state.text for state in states]
    if set_by and set_by.place:
        because.append(f"The lead colour is {lead}, from {told(plays[set_by.place].card)}.")
    because.append(reason)
    counts = {kind: sum(play.card == kind for play in plays) for kind in ("bonus", "mad")}
    for kind, name in (("bonus", "Bonus Rage"), ("mad", "Mad Rage")):
        if counts[kind]:
            rules = (*rules, f"rage/scoring.{kind}-card")
            points = signed(counts[kind] * CARD_POINTS * (1 if kind == "bonus" else -1))
            because.append(f"{counted(counts[kind], f'{name} card')} in the trick: {points} for {winner.player}.")
    wins = "wins the trick" if len(plays) > 1 else "leads, and wins so far"
    return Verdict(
        verdict=f"{winner.player} {wins} with {told(winner.card)}.",
        outcome={"winner": winner.player, "card": winner.card, "lead": lead, "trump_after": after, **counts},
        basis=weightiest([basis, *(state.basis for state in states)]),
        rules=once_each([*rules, *(rule for state in states for rule in state.rules), "rage/play.lead-colour"]),
        because=tuple(because),
    )


def _why(plays: Sequence[PlayedCard], found: TrickOutcome) -> tuple[tuple[str, ...], str, Basis]:
    """The rules by which the winner's card is the highest, the step that says so, and on what it rests."""
    winner, trump = found.winner, found.stage.trump
    colour = lead_colour_of(winner.card)
    if not colour:
        text = f"Nothing but action cards without a colour was played, so the first card wins: {winner.player}'s."
        if len(plays) == 1:
            return ("rage/play.only-actions",), text, "book"
        return ("rage/play.only-actions", "rage/play.only-actions-trick"), text, "open"
    alike = [item.card for item in found.able if lead_colour_of(item.card) == colour]
    what = "trump" if colour == trump else f"card of {colour}, the lead colour"
    text = f"{winner.player} played the {'only' if len(alike) == 1 else 'highest'} {what}."
    rules: tuple[str, ...] = ("rage/play.trump",) if colour == trump else ("rage/play.highest",)
    if kind_of(winner.card) == "wild":
        rules = (*rules, "rage/play.wild-rage")
        text += f" A Wild Rage is above the {colour} {HIGHEST}."
        if alike.count(winner.card) > 1:
            rules = (*rules, "rage/play.wild-two")
            text += " Of two called alike the first is the higher."
    if any(lead_colour_of(item.card) for item in set(found.lying) - set(found.able)):
        rules = (*rules, "rage/play.other-colours")
    return rules, text, "book"


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
        why.say("Any card may be led.", "rage/play.any-lead")
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


def _change_facts(options: Record) -> tuple[f.Field, ...]:
    return (_trump(required=True), f.choice(COLOUR, "New colour", COLOURS, required=True))


def _judge_change(options: Record, given: Record) -> Verdict:
    """Source: rage/play.change-other-colour, rage/play.change-after-out, rage/play.change-pile."""
    trump, colour = given.word(TRUMP) or None, given.word(COLOUR)
    pile = f"A {colour} number must be found in the trump pile and laid on top."
    rules: tuple[str, ...] = ("rage/play.change-other-colour", "rage/play.change-rage")
    basis: Basis = "book"
    if colour == trump:
        because: tuple[str, ...] = (f"{colour.capitalize()} is trump at the moment, and the new colour must differ.",)
        verdict = f"No: {colour} is trump already, so another colour must be chosen."
    else:
        rules = (*rules, "rage/play.change-pile")
        verdict = f"Yes: {colour} becomes trump."
        because = (f"{str(trump).capitalize()} is trump at the moment, and {colour} is another colour.", pile)
    if trump is None:
        rules, basis = ("rage/play.change-after-out", *rules), "open"
        because = ("There is no trump to differ from, so any colour goes. The book does not speak of it.", pile)
    return Verdict(
        verdict=verdict, outcome={"allowed": colour != trump}, basis=basis, rules=rules, because=because
    )  # fmt: skip


def _upcard_facts(options: Record) -> tuple[f.Field, ...]:
    deck = held_deck(options)
    most = len(NUMBERS) + sum(deck.copies.values())
    return (
        f.cards(TURNED, "Cards turned up", deck, 1, most, required=True, ordered=True, help="In the order turned up."),
    )


def _judge_upcard(options: Record, given: Record) -> Verdict:
    """Source: rage/deal.trump-pile, rage/deal.upcard."""
    turned = given[TURNED]
    first = next((card for card in turned if number_colour(card)), None)
    passed = turned[: turned.index(first)] if first else turned
    because = [f"{told(card)} makes no trump." for card in passed]
    rules: tuple[str, ...] = ("rage/deal.upcard", "rage/deal.trump-pile")
    if first is None:
        verdict, trump = "There is no trump yet: turn another card.", None
        because.append("Only a numbered card makes trump, and none was turned yet.")
    else:
        trump = number_colour(first)
        verdict = f"{trump.capitalize()} is trump."
        because.append(f"The first numbered card is {told(first)}.")
        rules = rules if passed else rules[::-1]
    return Verdict(verdict=verdict, outcome={"trump": trump}, rules=rules, because=tuple(because))


# What does a player score?


def _score_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        *bid_facts(MOST_CARDS),
        f.count(BONUS, "Bonus Rage", options[BONUS_CARDS], help="How many were in the tricks taken."),
        f.count(MAD, "Mad Rage", options[MAD_CARDS], help="How many were in the tricks taken."),
        f.count(
            COUNT,
            "Players",
            MOST_PLAYERS,
            minimum=2,
            default=MOST_PLAYERS,
            aside=True,
            help="A trick has as many cards.",
        ),
    )


def _check_score(options: Record, given: Record) -> Iterator[Problem]:
    """As an entry is checked, for one player."""
    yield from check_bid_facts(given)
    tricks, bonus, mad = given[OWN_TRICKS], given[BONUS], given[MAD]
    for key, number, card in ((BONUS, bonus, "Bonus Rage"), (MAD, mad, "Mad Rage")):
        if number and not tricks:
            yield Problem(key, f"No trick was taken, so no {card} card either: enter 0, or the tricks that were taken.")
    if tricks and bonus + mad > tricks * given[COUNT]:
        message = f"{counted(tricks, 'trick')} cannot hold {bonus + mad} action cards: each player plays one card. "
        message += "Enter fewer, or more tricks."
        yield Problem(BONUS if bonus else MAD, message)


def _judge_score(options: Record, given: Record) -> Verdict:
    """Tricks, action cards, and the bid.

    Source: rage/scoring.tricks, rage/scoring.bonus-card, rage/scoring.mad-card.
    """
    bid, tricks = given[OWN_BID], given[OWN_TRICKS]
    parts = [(tricks, "rage/scoring.tricks", counted(tricks, "trick"))]
    for key, sign, name in ((BONUS, 1, "Bonus Rage"), (MAD, -1, "Mad Rage")):
        number = given[key]
        if number:
            parts.append((sign * CARD_POINTS * number, f"rage/scoring.{key}-card", counted(number, f"{name} card")))
    line = bid_line("", bid, tricks, options)
    parts.append((line.points, line.rule, line.text))
    points = sum(part[0] for part in parts)
    option, by_the_book = {
        "rage/scoring.made-bid": (HIT_BONUS, 10),
        "rage/scoring.zero-bid": (ZERO_BONUS, 5),
        "rage/scoring.missed-bid": (MISS_PENALTY, 0),
    }[line.rule]
    return Verdict(
        verdict=f"That is {counted(points, 'point')}.",
        outcome={"points": points},
        basis="book" if options[option] == by_the_book else "house",
        rules=tuple(rule for _, rule, _ in parts),
        because=tuple(f"{text[0].upper()}{text[1:]}: {signed(value)}." for value, _, text in parts),
    )


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
        facts=_trick_facts, check=_check_trick, judge=_judge_trick,
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
    Situation(
        key="change", title="May trump be changed to this colour?", facts=_change_facts, judge=_judge_change,
    ),
    Situation(
        key="upcard", title="Which colour is trump?", facts=_upcard_facts, judge=_judge_upcard,
    ),
    Situation(
        key="score", title="What does a player score?", facts=_score_facts, check=_check_score, judge=_judge_score,
        known=lambda table: {"count": len(table.asked)}, known_of=BID_OF,
    ),
)  # fmt: skip
