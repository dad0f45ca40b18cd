"""The referee of Raise the Stakes: fire, water and black cards in the tricks, reneges, and the round's points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.tricks import Renege
from companion.cards.turns import PlayedCard, Stage
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.seating import from_left_of, names_except
from companion.core.game.situation import CardForms, Decks, Suggestion, Verdict, WonTrick, situation
from companion.core.play.adjustments import ABSENT
from companion.core.play.fold import Round, shared_fields
from companion.core.referee import facts
from companion.core.referee.facts import DEALER, PLAYERS, TRUMP
from companion.core.referee.ready_situations import Case, case_situation, score_situation, upcard_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import GivenCards, Reneges, Trump
from companion.core.tricks.trick_questions import Tricks
from companion.core.tricks.tricks_taken import tricks_of_each
from companion.core.words import counted, listed, often, signed, with_verb
from companion.games.raise_the_stakes import scoring
from companion.games.raise_the_stakes.cards import (
    COLOURS,
    SECRET_SHUFFLE,
    SPY,
    SWAP,
    TRUMP_TWIST,
    any_played_deck,
    card_text,
    colour_of,
    hand_deck,
    is_black,
    kind_of,
    trick_deck,
    whole_deck,
)
from companion.games.raise_the_stakes.scoring import (
    FOLDED,
    HAND_SIZE,
    MAX_RAISES,
    RAISED_BY,
    RENEGE_IN_RAISED,
    RENEGED,
    TRICKS,
    P,
)
from companion.games.raise_the_stakes.tricks import (
    RULES_OF_COLOURS,
    TRICK_RULES,
    check_black_cards,
    explain_cards,
    explain_trick,
    ways_to_play,
)

CASES = read_toml(__package__, "cases.toml")
FEWEST_IN, MOST_PLAYERS, MOST_CARDS = 2, 7, 7

TRUMP_FACT = f.text(
    TRUMP, "Trump", 20, required=True, quick=COLOURS, help="The colour that is trump, as the pack names it."
)


def _check_trump(seen: GivenCards) -> Iterator[Problem]:
    """Check that trump is a colour, a word of letters."""
    if not seen.given.text(TRUMP).isalpha():
        yield Problem(TRUMP, f"{seen.given.text(TRUMP)} is not a colour. Enter the colour that is trump, such as red.")


# Who reneged?


def _check_shuffle(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the trick given for the Secret Shuffle exists, and is the one that has the card."""
    tricks, shuffle = facts.tricks_of(given), given[SECRET_SHUFFLE_KEY]
    if shuffle and shuffle > len(tricks):
        absent = f"There is no trick {shuffle}: {counted(len(tricks), 'trick is', 'tricks are')} given"
        yield Problem(SECRET_SHUFFLE_KEY, f"{absent}. Enter the tricks up to it, or leave the Secret Shuffle out.")
    lies_in = _shuffle_trick(tricks)
    text = f"The Secret Shuffle lies in trick {lies_in}, not in trick {shuffle}: enter {lies_in}."
    yield from refuse(SECRET_SHUFFLE_KEY, text, when=shuffle and lies_in not in (None, shuffle))


def _shuffle_trick(tricks: Sequence[Sequence[PlayedCard]]) -> int | None:
    """Return the number of the trick to which the Secret Shuffle was played; None: to none of them."""
    there = (number for number, trick in enumerate(tricks, start=1) if any(card == SECRET_SHUFFLE for _, card in trick))
    return next(there, None)


def _judge_renege(options: Record, given: Record) -> Verdict:
    """Judge who reneged: each such player loses a point and is out of the hand.

    There are no reneges from the trick of a Secret Shuffle on.

    If a player may have drawn the card that shows a renege only after it, the verdict says so.
    """
    tricks, stage = facts.tricks_of(given), Stage(given.text(TRUMP).lower())
    shuffle, why = given[SECRET_SHUFFLE_KEY] or _shuffle_trick(tricks), Reasons()
    seen = tricks[: shuffle - 1] if shuffle else tricks
    reneges = TRICK_RULES.reneges(seen, stage)
    PLAY.explain_reneges(why, reneges)
    black = any(is_black(play.card) for trick in tricks for play in trick)
    why.say("A black card is never a renege, and shows none.", P.penalties.renege_specials, when=black)
    instead = any(is_black(item.card) for item in RULES_OF_COLOURS.reneges(seen, stage))
    text = "The book does not say whether a black card may be played by somebody who can follow; here it may."
    why.say(text, P.variations.own_turn_following, when=instead)
    if shuffle:
        rules = (P.variations.secret_shuffle, P.variations.shuffle_trick)
        why.say(f"From trick {shuffle} on, with the Secret Shuffle, nobody has to follow.", *rules)
        blind = any(item.trick < shuffle for item in TRICK_RULES.reneges(tricks, stage) if item not in reneges)
        text = "What is played blind proves nothing about the tricks before; the book does not say."
        why.say(text, P.variations.shuffle_and_renege, when=blind)
    drawn = [item for item in reneges if _may_have_drawn(tricks, item)]
    for item in drawn:
        since = f"only after trick {item.trick}: the table decides."
        why.say(f"{item.player} may have drawn {card_text(item.shown)} {since}", P.variations.drawn_since)
    names = tuple(dict.fromkeys(item.player for item in reneges))
    text = "A second renege costs no more: its player was out of the hand already. The book does not say."
    why.say(text, P.penalties.renege_again, when=len(names) < len(reneges))
    if not names:
        return why.verdict("Nobody reneged, as far as these tricks show.", reneges=[])
    points = _renege_points(why, options, given[RAISED])
    for name in names:
        first = next(item for item in reneges if item.player == name)
        why.add_effect(name, -points, f"reneged in trick {first.trick}, {card_text(first.card)}")
    unless = dict.fromkeys(drawn, ", unless it was drawn later")
    proofs = [f"{PLAY.renege_text(item)[:-1]}{unless.get(item, '')}." for item in reneges]
    cost, out = counted(points, "point"), "out of the hand."
    cost = with_verb(names, f"loses {cost} and is {out}", f"lose {cost} each and are {out}")
    return why.verdict(" ".join([*proofs, cost]), proved=reneges, reneges=facts.renege_rows(reneges))


def _renege_points(why: Reasons, options: Record, raised: bool) -> int:
    """Return the points that a renege costs, and explain the option about raised rounds. ``raised``: it was one."""
    costs_two = options.text(RENEGE_IN_RAISED) == "two"
    if raised:
        ours = "In a raised round it costs no more; the book can be read both ways."
        house = "At this table it costs the point of the raised round, too."
        why.say(house if costs_two else ours, P.penalties.raised_renege)
    elif costs_two:
        why.say("In a raised round it costs a second point at this table.")
    return scoring.LOSS_POINTS * (2 if raised and costs_two else 1)


def _may_have_drawn(tricks: Sequence[Sequence[PlayedCard]], renege: Renege) -> bool:
    """Return whether a player may have got the card that shows a renege only after not following.

    A special card played in between may have brought it.

    Source: raise-the-stakes/variations.spy, raise-the-stakes/variations.take-it, raise-the-stakes/variations.swap-draw.
    """
    plays = [(number, play) for number, trick in enumerate(tricks, start=1) for play in trick]
    first = plays.index((renege.trick, PlayedCard(renege.player, renege.card)))
    last = plays.index((renege.shown_in, PlayedCard(renege.player, renege.shown)))
    for place, (number, (player, card)) in enumerate(plays[first + 1 : last], start=first + 1):
        is_own, claimed = player == renege.player, card.partition(":")[2]
        # The entry does not say from whom the Swap stole; a card that the Trump Twist brings is played at once.
        if card == SWAP or (is_own and (card == SPY or (card == TRUMP_TWIST and number == renege.shown_in))):
            return True
        if (number, PlayedCard(renege.player, claimed)) in plays[:place]:
            return True
    return False


def _admit_renege(options: Record, given: Record, name: str) -> Verdict:
    """Return the verdict when everybody agrees that a player reneged."""
    why = Reasons(PLAY.reneges.penalty)
    why.say("The table agrees that the colour led could have been followed.")
    points = _renege_points(why, options, given[RAISED])
    why.add_effect(name, -points, "reneged")
    return why.verdict(f"{name} reneged, loses {counted(points, 'point')} and is out of the hand.")


def _offer_renege(table: Any, entry: Record) -> Suggestion:
    """Suggest this question if tricks do not add up and nobody was marked as having reneged."""
    taken, hand = sum(entry[TRICKS].values()), table.options[HAND_SIZE]
    if taken in (0, hand) or entry[RENEGED]:
        return ""
    return f"The tricks add up to {taken} of {hand}. Did somebody renege?", {RAISED: bool(entry[RAISED_BY])}


# What does the round score?


def _score_facts(options: Record) -> tuple[f.Field, ...]:
    """Return the facts of the question: the fields of a round, who was absent, and adjustments."""
    return (*scoring.fields.facts(options), *f.with_common(*shared_fields((), (), True), aside=True))


def _offer_score(table: Any, entry: Record, _: object) -> str:
    """Suggest this question if there is a tie for most tricks, one player took all, or all but one folded."""
    stayed, tricks, best = scoring.contest(table.present, entry)
    if len(stayed) == 1:
        return f"All but {stayed[0]} folded."
    if not best or not tricks[best[0]]:
        return ""
    if len(best) > 1:
        return f"{listed(best)} tie for most tricks."
    return f"{best[0]} took every trick." if tricks[best[0]] == table.options[HAND_SIZE] else ""


@score_situation("What does the round score?", scoring.GAME, _score_facts, _offer_score)
def _score(why: Reasons, options: Record, given: Record, result: Round[Any]) -> Verdict:
    """Judge what a round scores, by the lines of the sheet; say where the book leaves questions open."""
    raised = given[RAISED_BY]
    why.say(f"The round is worth {counted(scoring.BASE_WORTH + len(raised), 'point')}.")
    why.say_lines(result.lines)
    _explain_open_questions(why, options, given)
    why.cite(P.scoring.worth)
    why.cite(P.variations.raises, when=len(raised) > 1)
    why.say_all(result.notes)
    adjusted: dict[str, Any] = {"adjusted": dict(result.adjusted)} if result.adjusted else {}
    scored = [f"{name} {signed(points)}" for name, points in result.scores.items() if points]
    others = "; everybody else 0" if len(scored) < len(result.scores) else ""
    return why.verdict(f"{listed(scored)}{others}.", scores=dict(result.scores), **adjusted)


def _explain_open_questions(why: Reasons, options: Record, given: Record) -> None:
    """Cite the open points of the book on which this score depends."""
    raised, folded, reneged = (given[key] for key in (RAISED_BY, FOLDED, RENEGED))
    stayed, contenders, best = scoring.contest(names_except(given[PLAYERS], given[ABSENT]), given)
    text = "A player who raised and then folded loses nothing; the book does not say so."
    why.say(text, P.scoring.raisers_folded, when=set(raised) & set(folded))
    if len(stayed) < 2:
        text = "The book speaks only of everybody folding to a raise."
        why.say(text, P.scoring.all_folded_unraised, when=not raised)
        return
    stopped = reneged and contenders and sum(given[TRICKS].values()) < options[HAND_SIZE]
    text = "The hand stopped before all tricks were played; the book does not say when it may."
    why.say(text, P.penalties.hand_stops, when=stopped)
    why.say("The book has no round in which all reneged.", P.scoring.all_reneged, when=not contenders)
    tied = raised and 1 < len(best) < len(contenders)
    why.say("The book does not say what a tie costs the others.", P.scoring.raised_tie, when=tied)
    text = "The book can be read both ways on what a renege costs in a raised round."
    why.say(text, P.penalties.raised_renege, when=raised and reneged)
    reneger_leads = best and any(given[TRICKS][name] >= contenders[best[0]] for name in reneged)
    text = "Only the tricks of those still in the hand are compared; the book does not say so."
    why.say(text, P.scoring.contenders, when=reneger_leads)


# What may a player say before the hand?


RAISED_LAST = ask.flag("raised_last", "Raised last", help="The player who is asked raised last.")
RAISES = ask.count("raises", "Raises so far", required=True, help="In this round.")


def _check_stakes(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the player did not raise last if nobody raised."""
    if given[RAISED_LAST] and not given[RAISES]:
        yield Problem(RAISED_LAST, "Nobody has raised yet: enter the raises, or leave this out.")


@case_situation(CASES, "stakes", lambda options: (RAISES.of(most=options[MAX_RAISES]), RAISED_LAST),
    check=_check_stakes)  # fmt: skip
def _stakes(options: Record, given: Record) -> Case:
    """Return the case of a player: to stay or agree to the raise, raise again if the options allow it, or fold."""
    raises, most = given[RAISES], options[MAX_RAISES]
    worth = scoring.BASE_WORTH + raises
    raised = "no more raises" if raises == most else "raised" if raises else "unraised"
    words = {"worth": worth, "higher": worth + 1, "often": often(most)}
    return Case("raised last" if given[RAISED_LAST] else raised, words, {"worth": worth})


# Water, and the card turned up.


def _check_water(options: Record, given: Record) -> Iterator[Problem]:
    """Check that nobody who folded holds the water card, and that somebody stayed."""
    water, folded = given[WATER], given[FOLDED]
    if water is not None and water in folded:
        yield Problem(WATER, f"{water} folded, so holds no water: name who laid it down, or nobody.", water)
    yield from scoring.check_stayed(names_except(given[PLAYERS], folded))


WATER = ask.player("water", "Water", nobody="Nobody", required=True, help="Who holds the water card.")
FIRE_HOLDERS = ask.players(
    "fire_holders", "Fire", most=2, repeats=True, help="Who holds fire; enter a player with both cards twice.",
)  # fmt: skip


@situation("water", "Who throws in cards when the water is laid down?", (
    facts.players(scoring.GAME.seats), DEALER, WATER, FIRE_HOLDERS,
    f.players(FOLDED, "Folded", help="Who is out of the hand."),
), check=_check_water)  # fmt: skip
def _water(options: Record, given: Record) -> Verdict:
    """Judge who throws in cards and draws as many new ones.

    The holder of the water throws in that card, and all others who are still in the round their fire.
    """
    water, fire, folded = given[WATER], given[FIRE_HOLDERS], given[FOLDED]
    why = Reasons(P.play.water)
    if water is None:
        why.say("Fire is thrown in only when the water card is laid down.")
        return why.verdict("Nobody holds the water card, so nothing is thrown in.", throws=[], draws=[])
    order = from_left_of(given[PLAYERS], given.who(DEALER))
    held = {name: 0 if name in folded else fire.count(name) for name in order} | {water: 1}
    throws = {name: cards for name, cards in held.items() if cards}
    why.say(f"{water} holds the water card and throws it in.")
    for name, cards in throws.items():
        why.say(f"{name} is still in the round and throws in {counted(cards, 'fire card')}.", when=name != water)
    why.cite(P.play.water_both, when=2 in throws.values() or len(throws) > 2)
    why.say(f"{water} throws in only the water, and keeps the fire.", P.play.water_and_fire, when=water in fire)
    why.say("Cards that were folded are out of the round.", P.play.water_folded, when=set(fire) & set(folded))
    why.say("New cards are handed out from the dealer's left on.")
    text = listed(f"{name} {counted(cards, 'card')}" for name, cards in throws.items())
    rows = [{"player": name, "cards": cards} for name, cards in throws.items()]
    return why.verdict(f"Throw in and draw, in this order: {text}.", throws=rows, draws=list(throws))


UPCARD = upcard_situation(
    whole_deck, colour_of, describe=card_text, trump_noun="card with a colour", trump_rule=P.deal.trump,
    no_trump_text="names no colour",
)  # fmt: skip


# Whole hands, trick by trick.


def _entry_part(table: Any, tricks: Sequence[WonTrick], out: Mapping[str, int], _: object) -> Mapping[str, Any]:
    """Return the tricks of each player, and who folded before the first trick. If all but one did, nobody has a trick.

    ``out``: for each player who left the hand, the first trick to which they did not play.

    Source: raise-the-stakes/play.fold.
    """
    folded = [name for name in table.asked if out.get(name) == 1]
    played = () if len(folded) == len(table.asked) - 1 else tricks
    return {"tricks": tricks_of_each(table.asked, played), "folded": folded or None}


SECRET_SHUFFLE_KEY: FieldKey[int | None] = ask.count(
    "secret_shuffle", "Secret Shuffle", MOST_CARDS, least=1, nobody="Not played", aside=True,
    help="The trick in which it was played.",
)  # fmt: skip
RAISED = ask.flag("raised", "Raised round", aside=True, help="Somebody raised the stakes before the hand.")
PLAY = Tricks(
    fewest=FEWEST_IN, most=MOST_PLAYERS, hand=MOST_CARDS, trump=Trump(TRUMP_FACT, binds=True),
    each=2,  # a card that Take It claimed may be replaced
    decks=lambda options: Decks(trick_deck(options), hand_deck(options), any_played_deck(options)),
    rules=lambda _: TRICK_RULES, length=lambda table: table.options[HAND_SIZE], entry_part=_entry_part, may_leave=True,
    forms=CardForms(text=card_text, of_pack=kind_of, ways=ways_to_play, naming_trump=(TRUMP_TWIST,)),
    # Source: raise-the-stakes/variations.shuffle-trick.
    known_facts=lambda _, tricks: {SECRET_SHUFFLE_KEY: _shuffle_trick(tricks)},
    reneges=Reneges(
        rules=(P.play.follow, P.penalties.renege_shown), penalty=P.penalties.renege,
        nobody="Whoever did not follow a colour shows no card of it in a later trick.",
        asks=(SECRET_SHUFFLE_KEY, RAISED), check=_check_shuffle,
    ),
    explain=explain_trick, explain_legal=explain_cards, check_trick=check_black_cards, check=_check_trump,
)  # fmt: skip
SITUATIONS = (
    *PLAY.situations(
        trick={"help": "Enter Take It with the card that it takes. Its first owner may then be listed again."},
        renege={
            "title": "Who reneged?", "judge": _judge_renege, "judge_admitted": _admit_renege, "offer": _offer_renege,
            "named_in": "reneged",
            "on_sheet": "The player is marked as “Reneged” in that round: that takes the points, and they cannot win "
            "the round, whatever tricks they hold.",
        },
    ),
    _score, _stakes, _water, UPCARD, out_of_turn_situation(P.play.lead, P.play.next_lead),
)  # fmt: skip
