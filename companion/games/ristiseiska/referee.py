"""The referee of Ristiseiska: what fits on the table, who gives a card to the beggar, and begging without need."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUIT_NAMES, SUITS, SYMBOLS, pretty, rank_of, rank_told, suit_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record, Rows
from companion.core.facts import CARD as CARD_LAID
from companion.core.facts import FIRST_TURN, HAND, PLAYERS, SUIT, WINNER
from companion.core.keys import Key
from companion.core.problems import Problem
from companion.core.reasons import Reasons
from companion.core.seating import but, from_left_of
from companion.core.situation import Suggestion, Verdict, situation
from companion.core.tricks import cards_told
from companion.core.words import counted, doing, listed
from companion.games.ristiseiska.scoring import CARDS_LEFT, MOST_LEFT, PACK

TABLEAU: Key[Rows] = Key("tableau")
LOW: Key[str | None] = Key("low")
HIGH: Key[str | None] = Key("high")
FIRST_TURN_OF: Key[bool | None] = Key("first_turn")
BEGGAR: Key[str | None] = Key("beggar")

DECK = standard_deck("the pack")
ORDER = ("A", *RANKS[:0:-1])
"""Ranks from low to high. Source: ristiseiska/need.order."""

SEVEN = ORDER.index("7")
FIRST = "7c"
"""The card that opens the game. Source: ristiseiska/play.first."""

FEWEST_PLAYERS, MOST_PLAYERS = 3, 5
MOST_UNPLAYED = PACK - 1
"""What all hold together once the 7 of clubs lies."""

Piles = Mapping[str, tuple[int, int]]
"""Suit to the lowest and the highest of its cards on the table, as places in the order."""


TABLEAU_FACT = f.rows(
    TABLEAU, "On the table",
    (
        f.choice(SUIT, "Suit", SYMBOLS, required=True),
        f.choice(LOW, "Lowest", {rank: rank for rank in ORDER[: SEVEN + 1]}, required=True),
        f.choice(HIGH, "Highest", {rank: rank for rank in ORDER[SEVEN:]}, required=True),
    ),
    most=len(SUITS), sentences=(("", "{suit} from {low} to {high}"),),
    help="For each suit that is open both ends of its row; 7 and 7 where the 7 is alone.",
)  # fmt: skip


def _piles(given: Record) -> Piles:
    """Return what lies of each suit, in the order of the facts."""
    return {row.word(SUIT): (ORDER.index(row.word(LOW)), ORDER.index(row.word(HIGH))) for row in given[TABLEAU]}


def _check_tableau(given: Record) -> Iterator[Problem]:
    """Check that the table is a possible one, and what lies there is in no hand."""
    yield from _check_suits(given)
    played = [card for card in given[HAND] if _lies(card, _piles(given))]
    if played:
        are = "is" if len(played) == 1 else "are"
        yield Problem(HAND, f"{cards_told(played)} {are} on the table already, so cannot be in the hand.")


def _check_suits(given: Record) -> Iterator[Problem]:
    """Check for each suit once, and clubs first of all."""
    suits = [row.word(SUIT) for row in given[TABLEAU]]
    for suit in SUITS:
        if suits.count(suit) > 1:
            yield Problem(TABLEAU, f"{SUIT_NAMES[suit].capitalize()} are there twice; tell each suit once.")
    if suits and suit_of(FIRST) not in suits:
        yield Problem(TABLEAU, f"The {pretty(FIRST)} is played before anything else, so clubs lie there, too.")


def _lies(card: str, piles: Piles) -> bool:
    low, high = piles.get(suit_of(card), (1, 0))
    return low <= ORDER.index(rank_of(card)) <= high


def _ends(suit: str, piles: Piles) -> list[str]:
    """Return the cards of a suit that can be played next, whoever holds them."""
    if suit not in piles:
        return [f"7{suit}"]
    low, high = piles[suit]
    return [ORDER[place] + suit for place in (low - 1, high + 1) if 0 <= place < len(ORDER)]


def fitting(piles: Piles) -> frozenset[str]:
    """Return the cards that can be played next, whoever holds them."""
    return frozenset(card for suit in SUITS for card in _ends(suit, piles)) if piles else frozenset({FIRST})


def _say_layout(why: Reasons, hand: Sequence[str], piles: Piles) -> None:
    """Say how each suit of a hand stands, and what fits there."""
    suits = [suit for suit in SUITS if suit in set(map(suit_of, hand))]
    why.cite("play.fits")
    why.cite("play.sevens", when=(set(suits) - set(piles)))
    why.cite("play.suits", when=(set(suits) & set(piles)))
    for suit in suits:
        name, fits = SUIT_NAMES[suit].capitalize(), list(map(pretty, _ends(suit, piles)))
        if suit not in piles:
            why.say(f"{name} are not open, so only the {fits[0]} fits.")
            continue
        low, high = (f"the {rank_told(ORDER[place])}" for place in piles[suit])
        what = f"the {listed(fits, 'or the')} fits" if fits else "nothing fits any more"
        lies = "have the 7 alone" if low == high else f"lie from {low} to {high}"
        why.say(f"{name} {lies}, so {what}.", *(["play.full"] if len(fits) < 2 else []))


# What can be played?


@situation("legal", "What can be played, or is it a pass or a beg?", (
    facts.hand(DECK, MOST_LEFT),
    TABLEAU_FACT,
    f.flag(FIRST_TURN, "First turn", help="It is the player's own first turn of the game."),
), check=lambda _, given: _check_tableau(given),
    help="What fits next to the cards that lie there, and what to do where nothing does.")  # fmt: skip
def _legal(options: Record, given: Record) -> Verdict:
    """Judge: a card that fits; without one a pass on the first turn, later a beg."""
    hand, piles, first_turn, why = given[HAND], _piles(given), given[FIRST_TURN], Reasons()
    fits = fitting(piles)
    legal = [card for card in hand if card in fits]
    if not piles:
        first = pretty(FIRST)
        why.say(f"Nothing lies on the table, and every game begins with the {first}.", "play.first")
        told = f"Play the {first}." if legal else f"Nothing yet: whoever holds the {first} begins."
        return why.verdict(told, legal=legal, must="play" if legal else "wait")
    _say_layout(why, hand, piles)
    if legal:
        told, must = f"Play {cards_told(legal, 'or')}: no {'passing' if first_turn else 'begging'} now.", "play"
        if first_turn:
            ours = "A first turn is passed only with nothing to play; the book does not say so outright."
            why.say(ours, "play.must", "play.wrong-pass")
        else:
            why.say("Begging with a playable card costs a card from each opponent.", "play.turn", "penalties.false-beg")
    elif first_turn:
        told, must = "Pass: nothing can be played, and it is the first turn.", "pass"
        why.say("Begging begins with a player's second turn.", "play.pass")
    else:
        told, must = "Beg the player on the right for a card: nothing can be played.", "beg"
        why.say("Passing is for a player's first turn.", "play.beg")
    return why.verdict(told, legal=legal, must=must)


# Who gives the beggar a card?


PLAYERS_FACT = facts.players(MOST_PLAYERS, FEWEST_PLAYERS)
BEGGAR_FACT = f.player(BEGGAR, "Beggar", required=True, help="Who begged.")
HELD_FACT = f.count(CARDS_LEFT, "Cards held", MOST_LEFT, minimum=1, per="player", quick=(1, 2, 3, 4, 5, 6, 8, 10))
FIRST_OF_BEGGAR = f.flag(
    FIRST_TURN_OF, "Beggar's first turn", nobody="Not said", aside=True, help="On their first turn players pass."
)


def _missing(given: Record) -> Iterator[Problem]:
    """Yield all but the beggar are counted."""
    for name in but(given[PLAYERS], (given.who(BEGGAR), *given.given(CARDS_LEFT))):
        yield Problem(CARDS_LEFT, f"Cards held is missing for {name}.", name)


def _too_many(total: int) -> Iterator[Problem]:
    if total > MOST_UNPLAYED:
        text = f"That makes {total} cards in the hands; with the {pretty(FIRST)} played {MOST_UNPLAYED} are left."
        yield Problem(CARDS_LEFT, text)


def _check_beg(options: Record, given: Record) -> Iterator[Problem]:
    """Check that all others are counted, and one pack is enough for them."""
    yield from _missing(given)
    yield from _too_many(sum(given[CARDS_LEFT][name] for name in given.given(CARDS_LEFT)))


def _offer_beg(_: Any, entry: Record) -> Suggestion:
    """Suggest the question for somebody down to a last card, which nobody takes, or without one who did not win."""
    held = {name: entry[CARDS_LEFT][name] for name in entry.given(CARDS_LEFT) if name != entry[WINNER]}
    known = {"cards_left": {name: max(1, number) for name, number in held.items()}}
    none = [name for name, number in held.items() if not number]
    if none:
        return f"{doing(none, 'has', 'have')} no card left and did not win.", known
    single = [name for name, number in held.items() if number == 1]
    return (f"{doing(single, 'has', 'have')} a single card.", known) if single else ""


@situation("beg", "Who has to give the beggar a card?", (
    PLAYERS_FACT, BEGGAR_FACT, HELD_FACT.of(help="By each of the others, before one is given."), FIRST_OF_BEGGAR,
), help="Nobody's last card is taken.", check=_check_beg, offered=_offer_beg)  # fmt: skip
def _beg(options: Record, given: Record) -> Verdict:
    """Judge: the player on the right, past all who hold a single card."""
    beggar, cards, why = given.who(BEGGAR), given[CARDS_LEFT], Reasons()
    if given[FIRST_TURN_OF]:
        why.say("Begging begins with a player's second turn.", "play.pass", "play.pass-first")
        return why.verdict(f"Nobody: it is {beggar}'s first turn, and {beggar} passes.", giver=None, skipped=[])
    to_the_right = from_left_of(given[PLAYERS], beggar)[-2::-1]
    skipped = list(takewhile(lambda name: cards[name] == 1, to_the_right))
    giver = next(iter(but(to_the_right, skipped)), None)
    why.cite("play.last-cards", when=len(skipped) > 1)
    why.say(f"{to_the_right[0]} sits on the right of {beggar} and is asked first.", "play.beg")
    if skipped:
        why.say(doing(skipped, "has one card and keeps it.", "have one card each, and keep it."), "play.last-card")
    if len(skipped) > 1:
        why.say("The book goes on to the second player on the right only; we go on until somebody can give.")
    told = f"Nobody: {beggar} gets no card, and the turn is over."
    if giver:
        told = f"{giver} gives {beggar} any card, face down, and {beggar}'s turn is over."
        why.say(f"{giver} has {counted(cards[giver], 'card')}.")
    if given[FIRST_TURN_OF] is None:
        told += f" On the first turn of the game {beggar} passes instead."
    return why.verdict(told, giver=giver, skipped=skipped)


# Begging with a playable card.


def _check_false_beg(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the table and the hands fit together; the beggar's cards are told one by one."""
    yield from _check_tableau(given)
    beggar = given.who(BEGGAR)
    if beggar in given.given(CARDS_LEFT):
        yield Problem(CARDS_LEFT, f"Leave {beggar} out: that hand is told card by card.", beggar)
    yield from _missing(given)
    others = [given[CARDS_LEFT][name] for name in given.given(CARDS_LEFT) if name != beggar]
    yield from _too_many(len(given[HAND]) + sum(others))


def _nothing_to_play(given: Record) -> Verdict:
    """Return whoever had nothing to play is not punished; on an empty table and on a first turn nobody begs, though."""
    beggar, piles, why = given.who(BEGGAR), _piles(given), Reasons()
    told = f"{beggar} begged rightly: nothing in the hand could be played"
    if not piles:
        why.say(f"The {pretty(FIRST)} comes first, and nobody begs before it.", "play.first", "penalties.false-beg")
        told = f"No penalty, but nobody begs yet: whoever holds the {pretty(FIRST)} begins"
    elif given[FIRST_TURN_OF]:
        why.say("On the first turn of the game a player who is stuck passes.", "play.pass", "play.pass-first")
        why.say("The book does not say what happens to the card; it goes back.", "penalties.begged-first")
        told = f"{beggar} should have passed: nobody begs on the first turn. No penalty; the card goes back"
    else:
        why.cite("play.beg")
        if given[FIRST_TURN_OF] is None:
            told += f". On the first turn of the game {beggar} passes instead"
    why.say("What counts is the hand before the begged card came.", "penalties.false-beg-hand")
    if piles:
        _say_layout(why, given[HAND], piles)
    return why.verdict(f"{told}.", guilty=False, playable=[], passes=[])


def _admit_false_beg(_options: Record, _given: Record, name: str) -> Verdict:
    """Return everybody agrees that the beggar could have played."""
    why = Reasons("penalties.false-beg")
    why.say("The table agrees that a card could have been played.")
    why.say("The begged card stays, and the turn is over.", "penalties.choice")
    why.say("A single card is kept.", "penalties.last-card")
    return why.verdict(
        f"Each opponent gives {name} one card of their own choice.",
        rests="The card from each is by the book; which it is, and that a last card stays, the book leaves open",
    )


@situation("false-beg", "Who begged without need, and what does it cost?", (
    PLAYERS_FACT, BEGGAR_FACT, facts.hand(DECK, MOST_LEFT).of(help="The beggar's, before the begged card came."),
    TABLEAU_FACT, HELD_FACT.of(help="By each of the others, now."), FIRST_OF_BEGGAR,
), check=_check_false_beg, admitted=_admit_false_beg)  # fmt: skip
def _false_beg(options: Record, given: Record) -> Verdict:
    """Judge: a card from each opponent, where the hand before the beg held a card that fitted."""
    beggar, hand, piles, cards = given.who(BEGGAR), given[HAND], _piles(given), given[CARDS_LEFT]
    playable = [card for card in hand if card in fitting(piles)]
    if not playable:
        return _nothing_to_play(given)
    why = Reasons("penalties.false-beg")
    why.say("What counts is the hand before the begged card came.", "penalties.false-beg-hand")
    if piles:
        _say_layout(why, hand, piles)
    else:
        why.say(f"Nothing lies on the table, so only the {pretty(FIRST)} fits.", "play.first")
    others = from_left_of(given[PLAYERS], beggar)[:-1]
    givers, keep = ([name for name in others if (cards[name] > 1) == gives] for gives in (True, False))
    if keep:
        told = doing(keep, "has a single card and keeps it", "have a single card and keep it")
        why.say(f"{told}; the book says so of begging, not of the penalty.", "penalties.last-card")
    gives, none = f": {doing(givers, 'gives', 'each give')} {beggar} one card", ", but nobody has a card to give"
    return why.verdict(
        f"{beggar} could have played {cards_told(playable, 'or')}{gives if givers else none}.",
        guilty=True, playable=playable, passes=[{"player": name, "cards": 1} for name in givers],
    )  # fmt: skip


# A card that does not fit.


def _check_wrong_card(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the card was not on the table before."""
    yield from _check_suits(given)
    card = given.word(CARD_LAID)
    if _lies(card, _piles(given)):
        yield Problem(CARD_LAID, f"The {pretty(card)} lay there before: take it out of what lies on the table.")


@situation("wrong-card", "Does the card that was laid fit, and what if not?", (
    f.card(CARD_LAID, "Card laid", DECK, required=True),
    TABLEAU_FACT.of(help="As it was before that card."),
), check=_check_wrong_card)  # fmt: skip
def _wrong_card(options: Record, given: Record) -> Verdict:
    """Judge: a card that does not fit goes back, and another is played."""
    card, piles, why = given.word(CARD_LAID), _piles(given), Reasons()
    fits = card in fitting(piles)
    if piles:
        _say_layout(why, [card], piles)
    else:
        why.say(f"Every game begins with the {pretty(FIRST)}.", "play.first")
    if fits:
        return why.verdict(f"The {pretty(card)} fits and stays.", fits=True)
    why.say("The book does not say what happens to a wrong card.", "penalties.wrong-card")
    return why.verdict(f"The {pretty(card)} does not fit: take it back and play one that does, or beg.", fits=False)


SITUATIONS = (_legal, _beg, _false_beg, _wrong_card)
