"""The referee of Raise the Stakes: fire, water and black cards in the tricks, reneges, and the round's points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.cards.tricks import LyingCard, PlayedCard, Renege, Stage, TrickOutcome, TrickRules, must_follow
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.entry import Record
from companion.core.entry.fields import Asked
from companion.core.entry.problems import Problem
from companion.core.play.adjustments import ABSENT
from companion.core.play.fold import Round, shared_fields
from companion.core.play.ranking import leaders
from companion.core.play.seating import from_left_of
from companion.core.referee import facts
from companion.core.referee.facts import DEALER, PLAYERS, PLAYS, TRUMP
from companion.core.referee.ready import score_situation, upcard_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.situation import ByTricks, Decks, Suggestion, Verdict, Won, situation
from companion.core.referee.turns import out_of_turn
from companion.core.tricks.tricks import ANY_CARD, GivenCards, HandToPlay, Reneges, Tricks, TrickWorth, Trump
from companion.core.tricks.tricks_taken import tricks_of_each
from companion.core.words import begun, counted, doing, listed, signed
from companion.games.raise_the_stakes import scoring
from companion.games.raise_the_stakes.cards import (
    ABOVE,
    BIG,
    COLOURS,
    LITTLE,
    NEVER_LED,
    ONE_HIGHER,
    SECRET_SHUFFLE,
    SPY,
    SWAP,
    TAKE_IT,
    TRUMP_TWIST,
    VARIATION_CARDS,
    any_played_deck,
    card_text,
    claimed_by,
    colour_of,
    hand_deck,
    height_of,
    is_black,
    kind_of,
    one_above,
    suit_in,
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

FEWEST_IN, MOST_PLAYERS, MOST_CARDS = 2, 7, 7
CARDS_TO_A_TRICK = 2
"""How many cards one player can play to a trick: a card that Take It claimed may be replaced."""


TRUMP_FACT = f.text(
    TRUMP, "Trump", 20, required=True, quick=COLOURS, help="The colour that is trump, as the pack names it."
)


def _check_trump(seen: GivenCards) -> Iterator[Problem]:
    """Check that trump is a colour, a word of letters."""
    if not seen.given.word(TRUMP).isalpha():
        yield Problem(TRUMP, f"{seen.given.word(TRUMP)} is not a colour. Enter the colour that is trump, as red.")


# Who wins the trick?


class ResolvedTrick(NamedTuple):
    """A trick after Take It and One Higher have done what they do."""

    cards: list[LyingCard]
    """The cards that count, in the order played."""

    problems: list[Problem]
    """Plays that are impossible."""

    effects: list[str]
    """Sentences on what the black cards did."""


def _resolve(plays: Sequence[PlayedCard]) -> ResolvedTrick:
    """Resolve the black cards of a trick."""
    cards: list[LyingCard] = []
    problems, effects, stands_for = [], [], ""
    for player, card in plays:
        kind, _, claimed = card.partition(":")
        if not cards and kind in NEVER_LED:
            swap = f"{player} swaps it for the top card of the deck. Enter that card."
            return ResolvedTrick([], [Problem(PLAYS, f"{card_text(card)} cannot be led: {swap}", player)], [])
        if any(item.player == player for item in cards):
            problems.append(Problem(PLAYS, f"{player} has two cards in the trick: leave one of them out.", player))
        if kind == TAKE_IT:
            place = next((at for at, item in enumerate(cards) if claimed_by(item.card) == claimed), None)
            if place is None:
                message = f"{player} cannot take {card_text(claimed)}: it is not there. Enter the card that was taken."
                problems.append(Problem(PLAYS, message, player))
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
    suit_of=suit_in,
    held_suit=suit_in,
    height_of=lambda card, _: height_of(card),
    duties=(must_follow(),),
    lie=lambda plays: _resolve(plays).cards,
    later_wins=True,
    free=lambda _, card: is_black(card),
    unled=lambda card: card in NEVER_LED,
)
"""What may be played and what wins.

Source: raise-the-stakes/play.rank, raise-the-stakes/play.fire, raise-the-stakes/variations.one-higher,
raise-the-stakes/variations.own-turn.
"""


def _check_trick(trick: Sequence[PlayedCard], key: str, where: str) -> Iterator[Problem]:
    """Check that nobody has two cards in a trick unless one was taken, and that the black cards could be played."""
    counting = [play for play in trick if not is_black(play.card) or kind_of(play.card) in NEVER_LED]
    for problem in _resolve(counting).problems:
        yield Problem(key, problem.message if key == PLAYS else f"{begun(where)}: {problem.message}", problem.name)


def _explain_trick(_: Tricks, why: Reasons, _options: Record, found: TrickOutcome) -> TrickWorth:
    """Explain who wins a trick: the highest fire, else trump, else card of the colour led; of equal cards the later."""
    best, led = found.winner, found.set_by.suit if found.set_by else ""
    by_fire = found.plays[0].card in (BIG, LITTLE)
    why.cite(P.play.rank)
    why.say(f"{found.before.trump.capitalize()} is trump.")
    why.say("Fire was led, which counts as trump." if by_fire else f"{led.capitalize()} was led.")
    why.cite(P.play.fire, when=any(claimed_by(item.card) in (BIG, LITTLE) for item in found.lying))
    why.cite(P.play.other_colours, when=len(found.able) < len(found.lying))
    why.say_all(_resolve(found.plays).effects)
    kinds = {kind_of(play.card) for play in found.plays}
    if ONE_HIGHER in kinds:
        why.cite(P.variations.one_higher, P.variations.one_higher_value)
        alike = [item for item in found.able if item.stands_for == best.stands_for]
        text = "That very card was played before it; the book speaks only of one played later."
        later = claimed_by(best.card) == ONE_HIGHER and len(alike) > 1
        why.say(text, P.variations.one_higher_after, when=later)
    if TAKE_IT in kinds:
        why.cite(*(f"raise-the-stakes/variations.take-it{more}" for more in ("", "-colour", "-owner")))
        why.say("The book does not say whether a player who lost a card plays another to this trick.")
    why.say(f"{best.player} has the highest card, {card_text(best.card)}.")
    return TrickWorth()


# Which cards may be played?


def _explain_legal(_: Tricks, why: Reasons, moment: HandToPlay) -> str:
    """Explain which cards may be played, and return the verdict: follow the colour led, or play a black card."""
    hand, legal, turn = moment.hand, moment.found.cards, moment.turn
    if turn.leads:
        barred = [card for card in hand if card not in legal]
        cards, never = listed(map(card_text, barred)), (f"raise-the-stakes/variations.{card}" for card in barred)
        why.say("Nothing was played yet, so the hand leads.", P.play.lead)
        why.say(f"{cards} cannot be led.", *never, when=barred)
        if not legal:
            return f"Nothing can be led: swap {card_text(barred[0])} for the top card of the deck."
        return f"Any card may be led except {cards}." if barred else "Any card may be led."
    led, first = turn.set_by.suit if turn.set_by else "", turn.lying[0].card
    follow = tuple(filter(turn.follows, hand))
    why.say(f"{begun(card_text(first))} was led, so {led} is to be followed.", P.play.follow)
    fire = led == turn.stage.trump and any(card in (BIG, LITTLE) for card in (*hand, first))
    why.say("Fire belongs to trump.", P.play.fire, when=fire)
    if not follow:
        why.say(f"The hand has no {led}.")
        return ANY_CARD
    why.say(f"The hand can follow with {listed(map(card_text, follow))}.")
    cards = listed(map(card_text, legal), "or")
    if any(map(is_black, hand)):
        why.say("A black card may be played instead.", P.variations.own_turn)
        return f"Follow {led} or play a black card: {cards}."
    return f"{led.capitalize()} must be followed: play {cards}."


# Who reneged?


def _check_shuffle(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the trick given for the Secret Shuffle exists, and is the one that has the card."""
    tricks, shuffle = facts.tricks_of(given), given[SECRET_SHUFFLE_KEY]
    if shuffle is None:
        return
    if shuffle > len(tricks):
        there = f"There is no trick {shuffle}: {counted(len(tricks), 'trick is', 'tricks are')} given"
        text = f"{there}. Enter the tricks up to it, or leave the Secret Shuffle out."
        yield Problem(SECRET_SHUFFLE_KEY, text)
    found = _shuffled_in(tricks)
    if found not in (None, shuffle):
        text = f"The Secret Shuffle lies in trick {found}, not in trick {shuffle}: enter {found}."
        yield Problem(SECRET_SHUFFLE_KEY, text)


def _shuffled_in(tricks: Sequence[Sequence[PlayedCard]]) -> int | None:
    """Return the number of the trick to which the Secret Shuffle was played; None: to none of them."""
    there = (number for number, trick in enumerate(tricks, start=1) if any(card == SECRET_SHUFFLE for _, card in trick))
    return next(there, None)


def _judge_renege(options: Record, given: Record) -> Verdict:
    """Judge who reneged: each such player loses a point and is out of the hand.

    There are no reneges from the trick of a Secret Shuffle on.
    """
    tricks, stage = facts.tricks_of(given), Stage(given.word(TRUMP).lower())
    shuffle, why = given[SECRET_SHUFFLE_KEY] or _shuffled_in(tricks), Reasons()
    found = TRICK_RULES.reneges(tricks[: shuffle - 1] if shuffle else tricks, stage)
    PLAY.explain_reneges(why, found)
    black = any(is_black(play.card) for trick in tricks for play in trick)
    why.say("A black card is never a renege, and shows none.", P.penalties.renege_specials, when=black)
    if shuffle:
        rules = (P.variations.secret_shuffle, P.variations.shuffle_trick)
        why.say(f"From trick {shuffle} on, with the Secret Shuffle, nobody has to follow.", *rules)
        blind = any(item.trick < shuffle for item in TRICK_RULES.reneges(tricks, stage) if item not in found)
        text = "What is played blind proves nothing about the tricks before; the book does not say."
        why.say(text, P.variations.shuffle_and_renege, when=blind)
    drawn = [item for item in found if _may_have_drawn(tricks, item)]
    for item in drawn:
        since = f"only after trick {item.trick}: the table decides."
        why.say(f"{item.player} may have drawn {card_text(item.shown)} {since}", P.variations.drawn_since)
    first: dict[str, Renege] = {}
    for item in found:
        first.setdefault(item.player, item)
    text = "A second renege costs no more: its player was out of the hand already. The book does not say."
    why.say(text, P.penalties.renege_again, when=len(first) < len(found))
    if not first:
        return why.verdict("Nobody reneged, as far as these tricks show.", reneges=[])
    points = _renege_points(why, options, given[RAISED])
    for name, item in first.items():
        why.effect(name, -points, f"reneged in trick {item.trick}, {card_text(item.card)}")
    unless = dict.fromkeys(drawn, ", unless it was drawn later")
    proofs = [f"{PLAY.renege_text(item)[:-1]}{unless.get(item, '')}." for item in found]
    cost = counted(points, "point")
    cost = doing(first, f"loses {cost} and is out of the hand.", f"lose {cost} each and are out of the hand.")
    return why.verdict(" ".join([*proofs, cost]), proved=found, reneges=facts.renege_rows(found))


def _renege_points(why: Reasons, options: Record, raised: bool) -> int:
    """Return the points that a renege costs, and explain the option about raised rounds. ``raised``: it was one."""
    two = options.word(RENEGE_IN_RAISED) == "two"
    if raised:
        ours = "In a raised round it costs no more; the book can be read both ways."
        house = "At this table it costs the point of the raised round, too."
        why.say(house if two else ours, P.penalties.raised_renege)
    elif two:
        why.say("In a raised round it costs a second point at this table.")
    return scoring.LOSS_POINTS * (2 if raised and two else 1)


def _may_have_drawn(tricks: Sequence[Sequence[PlayedCard]], item: Renege) -> bool:
    """Return whether a player may have got the card that shows a renege only after not following.

    Source: raise-the-stakes/variations.spy, raise-the-stakes/variations.take-it, raise-the-stakes/variations.swap-draw.
    """
    plays = [(number, play) for number, trick in enumerate(tricks, start=1) for play in trick]
    first = plays.index((item.trick, PlayedCard(item.player, item.card)))
    last = plays.index((item.shown_in, PlayedCard(item.player, item.shown)))
    for at in range(first + 1, last):
        number, (player, card) = plays[at]
        own, claimed = player == item.player, card.partition(":")[2]
        # The entry does not say from whom the Swap stole; a card that the Trump Twist brings is played at once.
        if card == SWAP or (own and (card == SPY or (card == TRUMP_TWIST and number == item.shown_in))):
            return True
        trick_so_far = [play for other, play in plays[:at] if other == number]
        if claimed and _owner(trick_so_far, claimed) == item.player:
            return True
    return False


def _owner(lying: Sequence[PlayedCard], card: str) -> str:
    """Return who owns a card of the trick: the last player who took it, else the one who played it."""
    return next((play.player for play in reversed(lying) if card in (play.card, play.card.partition(":")[2])), "")


def _admit_renege(options: Record, given: Record, name: str) -> Verdict:
    """Return the verdict when everybody agrees that a player reneged."""
    why = Reasons(PLAY.reneges.penalty)
    why.say("The table agrees that the colour led could have been followed.")
    points = _renege_points(why, options, given[RAISED])
    why.effect(name, -points, "reneged")
    return why.verdict(f"{name} reneged, loses {counted(points, 'point')} and is out of the hand.")


def _offer_renege(table: Any, entry: Record) -> Suggestion:
    """Suggest the question if tricks do not add up and nobody was marked as having reneged."""
    taken, hand = sum(entry[TRICKS].values()), table.options[HAND_SIZE]
    if taken in (0, hand) or entry[RENEGED]:
        return ""
    return f"The tricks add up to {taken} of {hand}. Did somebody renege?", {RAISED: bool(entry[RAISED_BY])}


# What does the round score?


def _score_facts(options: Record) -> tuple[f.Field, ...]:
    """Return the facts of the question: who plays, the fields of a round, who was absent, and adjustments."""
    shared = (field.of(aside=True) for field in shared_fields((), (), True))
    return (facts.players(scoring.GAME.seats), *scoring.fields.facts(options), *shared)


def _offer_score(table: Any, entry: Record) -> str:
    """Suggest the question if there is a tie for most tricks, one player took all, or all but one folded."""
    stayed = [name for name in table.present if name not in entry[FOLDED]]
    tricks = {name: entry[TRICKS][name] for name in stayed if name not in entry[RENEGED]}
    if len(stayed) == 1:
        return f"All but {stayed[0]} folded."
    best = leaders(tricks)
    if not best or not tricks[best[0]]:
        return ""
    if len(best) > 1:
        return f"{listed(best)} tie for most tricks."
    return f"{best[0]} took every trick." if tricks[best[0]] == table.options[HAND_SIZE] else ""


@score_situation("What does the round score?", scoring.GAME, _score_facts, offered=_offer_score)
def _score(why: Reasons, options: Record, given: Record, result: Round[Any]) -> Verdict:
    """Judge what a round scores: the lines of the sheet, and the points of them that the book leaves open."""
    raised = given[RAISED_BY]
    why.say(f"The round is worth {counted(scoring.BASE_WORTH + len(raised), 'point')}.")
    for line in result.lines:
        own = [line.rule] if line.rule.startswith("raise-the-stakes/") else []
        why.say(f"{line.name} {signed(line.points)}: {line.text}.", *own)
    _explain_open_points(why, given)
    why.cite(P.scoring.worth, *([P.variations.raises] if len(raised) > 1 else []))
    why.say_all(result.notes)
    adjusted: dict[str, Any] = {"adjusted": dict(result.adjusted)} if result.adjusted else {}
    scored = [f"{name} {signed(points)}" for name, points in result.scores.items() if points]
    others = "; everybody else 0" if len(scored) < len(result.scores) else ""
    return why.verdict(f"{listed(scored)}{others}.", scores=dict(result.scores), **adjusted)


def _explain_open_points(why: Reasons, given: Record) -> None:
    """Explain which points that the book leaves open the score depends on."""
    raised, folded, reneged = (given[key] for key in (RAISED_BY, FOLDED, RENEGED))
    stayed = [name for name in given[PLAYERS] if name not in (*folded, *given[ABSENT])]
    tricks = {name: given[TRICKS][name] for name in stayed}
    contenders = {name: taken for name, taken in tricks.items() if name not in reneged}
    gave_up = set(raised) & set(folded)
    why.say("A player who raised and then folded loses nothing.", P.scoring.raisers_folded, when=gave_up)
    if len(stayed) < 2:
        return
    why.say("The book has no round in which all reneged.", P.scoring.all_reneged, when=not contenders)
    best = leaders(contenders)
    tied = raised and 1 < len(best) < len(contenders)
    why.say("The book does not say what a tie costs the others.", P.scoring.raised_tie, when=tied)
    text = "The book can be read both ways on what a renege costs in a raised round."
    why.say(text, P.penalties.raised_renege, when=raised and reneged)
    reneger_leads = best and any(tricks[name] >= contenders[best[0]] for name in reneged)
    text = "Only the tricks of those still in the hand are compared; the book does not say so."
    why.say(text, P.scoring.contenders, when=reneger_leads)


# What may a player say before the hand?


RAISED_LAST = ask.flag("raised_last", "Raised last", help="The player who is asked raised last.")
RAISES = ask.count("raises", "Raises so far", required=True, help="In this round.")


def _check_stakes(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the player did not raise last if nobody raised."""
    if given[RAISED_LAST] and not given[RAISES]:
        yield Problem(RAISED_LAST, "Nobody has raised yet: enter the raises, or leave this out.")


@situation("stakes", "What may a player say to the stakes?",
    lambda options: (RAISES.of(most=options[MAX_RAISES]), RAISED_LAST), check=_check_stakes)  # fmt: skip
def _stakes(options: Record, given: Record) -> Verdict:
    """Judge what a player may say: stay or agree to the raise, raise again if the options allow it, or fold."""
    raises, most, why = given[RAISES], options[MAX_RAISES], Reasons(P.play.stakes)
    worth = scoring.BASE_WORTH + raises
    if given[RAISED_LAST]:
        why.say(f"The others agree to {worth} or fold.", P.play.agree)
        return why.verdict(f"Nothing: the player who raised last plays for {worth}.", may=[], worth=worth)
    stay, may = f"agree to {worth}" if raises else "stay", ["stay", "fold"]
    why.say(f"The round was raised to {worth}, also for those who had stayed before.", P.play.agree, when=raises)
    why.say("Nobody has raised, so playing on costs nothing.", P.play.fold_unraised, when=not raises)
    often = "once" if most == 1 else f"{most} times"
    why.say(f"At this table a round may be raised {often}.", P.play.raise_)
    if raises < most:
        may.insert(1, "raise")
        return why.verdict(f"{begun(stay)}, raise to {worth + 1} or fold.", may=may, worth=worth)
    return why.verdict(f"{begun(stay)} or fold.", may=may, worth=worth)


# Water, and the card turned up.


def _check_water(options: Record, given: Record) -> Iterator[Problem]:
    """Check that nobody who folded holds the water card, and that somebody stayed."""
    water, folded = given[WATER], given[FOLDED]
    if water is not None and water in folded:
        yield Problem(WATER, f"{water} folded, so holds no water: name who laid it down, or nobody.", water)
    if set(folded) >= set(given[PLAYERS]):
        yield Problem(FOLDED, "Somebody must stay: leave out who played on.")


WATER = ask.player("water", "Water", nobody="Nobody", required=True, help="Who holds the water card.")
FIRE_HOLDERS = ask.players(
    "fire_holders", "Fire", most=2, repeats=True, help="Who holds fire; who holds both cards stands twice.",
)  # fmt: skip


@situation("water", "Who throws in cards when the water is laid down?", (
    facts.players(scoring.GAME.seats),
    DEALER,
    WATER,
    FIRE_HOLDERS,
    f.players(FOLDED, "Folded", help="Who is out of the hand."),
), check=_check_water)  # fmt: skip
def _water(options: Record, given: Record) -> Verdict:
    """Judge who throws in cards: the water drives out the fire of all others who are still in the round."""
    water, fire, folded = given[WATER], given[FIRE_HOLDERS], given[FOLDED]
    why = Reasons(P.play.water)
    if water is None:
        why.say("Fire is thrown in only when the water card is laid down.")
        return why.verdict("Nobody holds the water card, so nothing is thrown in.", throws=[], draws=[])
    throws = {}
    for name in from_left_of(given[PLAYERS], given.who(DEALER)):
        cards = 1 if name == water else 0 if name in folded else fire.count(name)
        if cards:
            throws[name] = cards
    why.say(f"{water} holds the water card and throws it in.")
    for name, cards in throws.items():
        why.say(f"{name} is still in the round and throws in {counted(cards, 'fire card')}.", when=name != water)
    why.cite(P.play.water_both, when=2 in throws.values() or len(throws) > 2)
    why.say(f"{water} throws in only the water, and keeps the fire.", P.play.water_and_fire, when=water in fire)
    why.say("Cards that were folded are out of the round.", P.play.water_folded, when=set(fire) & set(folded))
    why.say("New cards are handed out from the dealer's left on.")
    order = listed(f"{name} {counted(cards, 'card')}" for name, cards in throws.items())
    return why.verdict(
        f"Throw in and draw, in this order: {order}.",
        throws=[{"player": name, "cards": cards} for name, cards in throws.items()], draws=list(throws),
    )  # fmt: skip


UPCARD = upcard_situation(whole_deck, colour_of, card_text, "card with a colour", P.deal.trump, "names no colour")


# Whole hands, trick by trick.


def _counted(table: Any, tricks: Sequence[Won], out: Mapping[str, int]) -> Mapping[str, Any]:
    """Return the tricks of each player, and who folded before the first trick; no tricks if all but one did.

    Source: raise-the-stakes/play.fold.
    """
    folded = [name for name in table.asked if out.get(name) == 1]
    played = () if len(folded) == len(table.asked) - 1 else tricks
    return {"tricks": tricks_of_each(table.asked, played), "folded": folded or None}


def _ways(options: Record, card: str, lying: Sequence[PlayedCard]) -> tuple[str, ...]:
    """Return the forms in which a card can be played now: Take It for each card of the trick.

    A black card that this table does not shuffle in has none.

    Source: raise-the-stakes/variations.cards, raise-the-stakes/variations.take-it.
    """
    if is_black(card) and kind_of(card) not in options[VARIATION_CARDS]:
        return ()
    there = [claimed_by(play.card) for play in lying if play.card in trick_deck(options)]
    if card == TAKE_IT:
        return tuple(f"{TAKE_IT}:{claimed}" for claimed in dict.fromkeys(there))
    return () if card in NEVER_LED and not there else (card,)


def _known(_: Stage, tricks: Sequence[Sequence[PlayedCard]]) -> Mapping[str, Any]:
    """Return the fact that the tricks so far answer: the trick of the Secret Shuffle.

    Source: raise-the-stakes/variations.shuffle-trick.
    """
    return {"secret_shuffle": _shuffled_in(tricks)}


SECRET_SHUFFLE_KEY: Asked[int | None] = ask.count(
    "secret_shuffle", "Secret Shuffle", MOST_CARDS, minimum=1, nobody="Not played", aside=True,
    help="The trick in which it was played.",
)  # fmt: skip
RAISED = ask.flag("raised", "Raised round", aside=True, help="Somebody raised the stakes before the hand.")
PLAY = Tricks(
    fewest=FEWEST_IN, players=MOST_PLAYERS, hand=MOST_CARDS, each=CARDS_TO_A_TRICK, trump=Trump(TRUMP_FACT, binds=True),
    by=ByTricks(
        decks=lambda options: Decks(trick_deck(options), hand_deck(options), any_played_deck(options)),
        rules=lambda _: TRICK_RULES, length=lambda table: table.options[HAND_SIZE], counted=_counted,
        may_leave=True, card_text=card_text, ways=_ways, kind=kind_of, naming=(TRUMP_TWIST,), known=_known,
    ),
    reneges=Reneges(
        rules=(P.play.follow, P.penalties.renege_shown), penalty=P.penalties.renege,
        nobody="Nobody who did not follow a colour plays it in a later one of these tricks.",
        asks=(SECRET_SHUFFLE_KEY, RAISED), check=_check_shuffle,
    ),
    explain=_explain_trick, explain_legal=_explain_legal, check_trick=_check_trick, check=_check_trump,
)  # fmt: skip
SITUATIONS = (
    *PLAY.situations(
        trick={"help": "Take It is given with the card that it takes. Who lost a card to it may be listed again."},
        renege={
            "title": "Who reneged?", "judge": _judge_renege, "admitted": _admit_renege, "offered": _offer_renege,
            "named_in": "reneged",
            "on_sheet": "The player is marked as “Reneged” in that round: that takes the points, and they cannot win "
            "the round, whatever tricks they hold.",
        },
    ),
    _score, _stakes, _water, UPCARD, out_of_turn(P.play.lead, P.play.next_lead),
)  # fmt: skip
