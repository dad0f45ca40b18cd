"""The referee of Rage: tricks with changing trumps, legal cards, action cards, and what a player scores."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.tricks import TrickOutcome, TrickRules
from companion.cards.turns import PlayedCard, Stage, must_follow
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.situation import CardForms, Decks, WonTrick
from companion.core.referee import facts
from companion.core.referee.facts import COUNT, PLAYS, TRUMP
from companion.core.referee.ready_situations import Case, case_situation, upcard_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import ANY_CARD, GivenCards, HandToPlay, Reneges, TrickWorth, Trump
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import (
    CARDS,
    OWN_TRICKS,
    bid_facts,
    check_bid_facts,
    own_score_situation,
    tricks_of_each,
)
from companion.core.words import counted, listed, signed
from companion.games.rage.cards import (
    COLOURS,
    HIGHEST,
    called_colour,
    card_text,
    held_deck,
    kind_of,
    lead_colour_of,
    number_colour,
    played_deck,
)
from companion.games.rage.scoring import (
    BONUS_CARDS,
    CARD_POINTS,
    FIRST_HAND,
    LAST_HAND,
    MAD_CARDS,
    OWN_BONUS,
    OWN_MAD,
    SEATS,
    P,
    hand_size,
    lines_of,
)

CASES = read_toml(__package__, "cases.toml")
MOST_CARDS = 10
ANY_COLOUR = "After an Out Rage any colour may be called; the book does not say."


TRUMP_FACT = f.choice(
    TRUMP, "Trump", COLOURS, nobody="No trump", required=True, help="Before the cards that you ask about were played.",
)  # fmt: skip


# What may be played, and what wins.


def _height(card: str, _: str) -> int:
    """Return the height of a card: its number; a Wild Rage is above all numbers of its colour.

    Source: rage/play.highest, rage/play.wild-rage.
    """
    return int(card.partition("-")[2]) if number_colour(card) else HIGHEST + 1


def _after_card(stage: Stage, play: PlayedCard) -> Stage:
    """Return the stage after a card: Out Rage ends the trump, Change Rage makes it another colour.

    Source: rage/play.out-rage, rage/play.change-rage.
    """
    colour = called_colour(play.card, "change")
    return stage._replace(trump=colour) if colour or play.card == "out" else stage


TRICK_RULES = TrickRules(
    suit_of=lambda card, _: lead_colour_of(card), held_suit=lambda card, _: number_colour(card),
    height_of=_height, duties=(must_follow(),), after_card=_after_card,
)  # fmt: skip
"""What may be played and what wins. Source: rage/play.trump, rage/play.lead-colour, rage/play.wild-two."""


# Who wins the trick?


def _trump_cards(plays: Sequence[PlayedCard], trump: str) -> Iterator[tuple[str, str, str]]:
    """Yield each Out and Change Rage: its player, the colour called (empty for Out Rage), and the trump before it."""
    for place, (player, card) in enumerate(plays):
        if kind_of(card) in ("out", "change"):
            yield player, called_colour(card, "change"), TRICK_RULES.stage_after(Stage(trump), plays[:place]).trump


def _check_changes(seen: GivenCards) -> Iterator[Problem]:
    """Check that no Change Rage calls the colour that is trump already."""
    if seen.key != PLAYS:
        return
    for player, colour, trump in _trump_cards(facts.trick_of(seen.given[PLAYS]), seen.given.text(TRUMP)):
        text = f"{player} cannot change the trump to {colour}: {colour} is trump already. Enter the colour called."
        yield from refuse(PLAYS, text, when=colour and colour == trump)


def _explain_trick(_: Tricks, why: Reasons, _options: Record, outcome: TrickOutcome) -> TrickWorth:
    """Explain who wins a trick; the trump at its end counts for all of it. Return what action cards it has."""
    trump, set_by, after = outcome.before.trump, outcome.set_by, outcome.stage.trump
    by_trump = bool(after) and lead_colour_of(outcome.winner.card) == after
    why.cite(P.play.only_actions if set_by is None else P.play.trump if by_trump else P.play.highest)
    why.say(f"{trump.capitalize()} is trump." if trump else "There is no trump.")
    _explain_trumps(why, outcome.plays, trump)
    if set_by and set_by.place:
        setter = card_text(outcome.plays[set_by.place].card)
        why.say(f"The lead colour is {set_by.suit}, from {setter}.", P.play.lead_colour)
    _explain_winner(why, outcome)
    counts = {kind: sum(play.card == kind for play in outcome.plays) for kind in ("bonus", "mad")}
    for kind, name, each in (("bonus", "Bonus Rage", CARD_POINTS), ("mad", "Mad Rage", -CARD_POINTS)):
        cards, points = counted(counts[kind], f"{name} card"), signed(counts[kind] * each)
        why.say(f"{cards} in the trick: {points} for whoever wins it.", f"rage/scoring.{kind}-card", when=counts[kind])
    return TrickWorth(outcome={"lead": set_by.suit if set_by else None, "trump_after": after or None, **counts})


def _explain_trumps(why: Reasons, plays: Sequence[PlayedCard], trump: str) -> None:
    """Explain what each Out and Change Rage does to the trump, in order of play.

    ``trump``: the trump before the trick.
    """
    last_trump = trump
    for player, colour, before in _trump_cards(plays, trump):
        last_trump = before or last_trump
        if not colour:
            why.say(f"{player} plays Out Rage: trump ends, in this trick too.", P.play.out_rage, P.play.out_rage_trick)
            continue
        text = f"{player} changes the trump to {colour}, for this whole trick."
        why.say(text, P.play.change_rage, P.play.change_trick)
        why.say(ANY_COLOUR, P.play.change_after_out, when=not before and last_trump in ("", colour))


def _explain_winner(why: Reasons, outcome: TrickOutcome) -> None:
    """Explain why the winner's card is the highest."""
    winner, colour = outcome.winner, lead_colour_of(outcome.winner.card)
    if not colour:
        first = f"so the first of the trick wins, as we read the book: {winner.player}'s"
        why.say(f"Only action cards without a colour lie there, {first}.")
        why.cite(P.play.only_actions_trick, when=len(outcome.lying) > 1)
        return
    alike = [item.card for item in outcome.able if lead_colour_of(item.card) == colour]
    what = "trump" if colour == outcome.stage.trump else f"card of {colour}, the lead colour"
    why.say(f"{winner.player} played the {'only' if len(alike) == 1 else 'highest'} {what}.", P.play.lead_colour)
    if kind_of(winner.card) == "wild":
        why.say(f"A Wild Rage is above the {colour} {HIGHEST}.", P.play.wild_rage)
        why.say("Of two called alike the first is the higher.", P.play.wild_two, when=alike.count(winner.card) > 1)
    unable = set(outcome.lying) - set(outcome.able)
    why.cite(P.play.other_colours, when=any(lead_colour_of(item.card) for item in unable))


# Which cards may be played?


def _explain_legal(_: Tricks, why: Reasons, moment: HandToPlay) -> str:
    """Explain which cards may be played, and return the verdict: numbers of the lead colour must be played."""
    hand, turn = moment.hand, moment.turn
    if turn.leads:
        why.say("Nothing was played yet, so the hand leads.", P.play.any_lead)
        return ANY_CARD
    if turn.set_by is None:
        text = "Only action cards without a colour were played, so there is no lead colour to follow yet."
        why.say(text, P.play.action_led, P.play.lead_colour)
        why.say("The book says so of the second card only.", P.play.action_led_again, when=len(turn.lying) > 1)
        return ANY_CARD
    lead, place = turn.set_by
    follow = tuple(filter(turn.follows, hand))
    why.say(f"The lead colour is {lead}, from {card_text(turn.lying[place].card)}.")
    if not follow:
        why.say(f"The hand has no {lead} number.", P.play.cannot_follow, P.play.lead_colour)
        why.say("A Wild Rage in the hand has no colour.", P.play.wild_in_hand, when="wild" in hand)
        return ANY_CARD
    why.say(f"The hand can follow with {listed(map(card_text, follow))}.", P.play.follow_suit, P.play.lead_colour)
    if any(kind_of(card) == card and not number_colour(card) for card in hand):
        why.say("An action card may not stand in for it.", *([P.play.wild_in_hand] if "wild" in hand else []))
    return f"{lead.capitalize()} must be followed: play {listed(map(card_text, moment.legal.cards), 'or')}."


# Change Rage, and the card turned up.


COLOUR = ask.choice("colour", "New colour", COLOURS, required=True)
PILE: Key[str | None] = Key("pile")


@case_situation(CASES, "change", (TRUMP_FACT, COLOUR))
def _change(_: Record, given: Record) -> Case:
    """Return the case of a change: the colour is not trump now, and the trump pile has a number of it."""
    trump = given.text(TRUMP)
    allowed = "allowed" if trump else "allowed, no trump"
    same, gone = trump == given.text(COLOUR), given[PILE] == "gone"
    return Case("trump already" if same else "none left" if gone else allowed)


UPCARD = upcard_situation(
    held_deck, number_colour, describe=card_text, trump_noun="numbered card", trump_rule=P.deal.trump_pile,
    no_trump_text="makes no trump", no_trump_rules=(P.deal.upcard,),
)  # fmt: skip


# What does a player score?


def _score_facts(options: Record) -> tuple[f.Field, ...]:
    """Return the facts about one player: cards dealt, bid, tricks, and action cards taken."""
    return (
        *bid_facts(MOST_CARDS),
        f.count(OWN_BONUS, "Bonus Rage", options[BONUS_CARDS], help="How many were in the tricks taken."),
        f.count(OWN_MAD, "Mad Rage", options[MAD_CARDS], help="How many were in the tricks taken."),
        f.count(
            COUNT, "Players", SEATS.most, least=SEATS.fewest, default=SEATS.most, aside=True,
            help="A trick has one card of each.",
        ),
    )  # fmt: skip


def _check_score(options: Record, given: Record) -> Iterator[Problem]:
    """Check the bid, tricks and action cards of one player as those of an entry."""
    yield from check_bid_facts(given)
    first, last = options[FIRST_HAND], options[LAST_HAND]
    if not last <= given[CARDS] <= first:
        size = f"{last} to {first} cards" if last < first else counted(first, "card")
        yield Problem(CARDS, f"Hands have {size} at this table.")
    tricks, bonus, mad = given[OWN_TRICKS], given[OWN_BONUS], given[OWN_MAD]
    for key, number, card in ((OWN_BONUS, bonus, "Bonus Rage"), (OWN_MAD, mad, "Mad Rage")):
        if number and not tricks:
            yield Problem(key, f"Without a trick there is no {card} card: enter 0, or the tricks that were taken.")
    if tricks and bonus + mad > tricks * given[COUNT]:
        message = f"{counted(tricks, 'trick')} cannot hold {bonus + mad} action cards: each player plays one card. "
        message += "Enter fewer, or more tricks."
        yield Problem(OWN_BONUS if bonus else OWN_MAD, message)


SCORE = own_score_situation(
    lines_of, _score_facts, lambda points: f"That is {counted(points, 'point')}.", check=_check_score,
    known_facts=lambda table: {"count": len(table.asked)},
)  # fmt: skip


def _entry_part(table: Any, tricks: Sequence[WonTrick], *_: Any) -> Mapping[str, Any]:
    """Return the fields that the tricks settle: tricks of each player, and the Bonus and Mad Rage cards in them."""

    def sums(kind: str) -> dict[str, int]:
        return {name: sum(trick.outcome[kind] for trick in tricks if trick.winner == name) for name in table.players}

    return {"tricks": tricks_of_each(table.players, tricks), "bonus": sums("bonus"), "mad": sums("mad")}


WILD_DOES_NOT_FOLLOW = "A Wild Rage does not follow, even if it is called in that colour."
PLAY = Tricks(
    fewest=SEATS.fewest, most=SEATS.most, hand=MOST_CARDS, trump=Trump(TRUMP_FACT),
    decks=lambda options: Decks(played_deck(options), held_deck(options), played_deck(options)),
    rules=lambda _: TRICK_RULES, length=hand_size, entry_part=_entry_part,
    forms=CardForms(text=card_text, of_pack=kind_of),
    reneges=Reneges(
        rules=(P.play.follow_suit, P.penalties.renege_shown), penalty=P.penalties.renege,
        nobody="Whoever did not follow a colour shows no number of it in a later trick.",
        remark=lambda renege: WILD_DOES_NOT_FOLLOW if called_colour(renege.card, "wild") else "",
    ),
    explain=_explain_trick, explain_legal=_explain_legal, check=_check_changes,
)  # fmt: skip
SITUATIONS = (
    *PLAY.situations(trick={"help": "Change and Wild Rage are given with the colour called."}),
    _change, UPCARD, SCORE, out_of_turn_situation(P.play.lead, P.play.next_lead),
)  # fmt: skip
