"""The referee of Ristiseiska: legal cards, who gives a card to the beggar, begging without need, and wrong cards."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUIT_NAMES, SUITS, SYMBOLS, pretty, rank_of, rank_text, suit_of
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.seating import from_left_of, names_except
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARD as CARD_LAID
from companion.core.referee.facts import FIRST_TURN, HAND, PLAYERS, SUIT, WINNER
from companion.core.referee.ready_situations import Case, case_situation
from companion.core.referee.reasons import Reasons
from companion.core.tricks.records import cards_text
from companion.core.words import listed, with_verb
from companion.games.ristiseiska.scoring import CARDS_LEFT, GAME, MOST_LEFT, PACK

CASES = read_toml(__package__, "cases.toml")
DECK = standard_deck("the pack")
ORDER = ("A", *RANKS[:0:-1])
"""The ranks, from low to high. Source: ristiseiska/need.order."""

SEVEN = ORDER.index("7")
FIRST = "7c"
"""The card that opens the game. Source: ristiseiska/play.first."""

MOST_UNPLAYED = PACK - 1
"""The most cards in all hands once the 7 of clubs is played."""

Piles = Mapping[str, tuple[int, int]]
"""For each open suit, its lowest and its highest card on the table, as places in ``ORDER``."""


LOW = ask.choice("low", "Lowest", {rank: rank for rank in ORDER[: SEVEN + 1]}, required=True)
HIGH = ask.choice("high", "Highest", {rank: rank for rank in ORDER[SEVEN:]}, required=True)
TABLEAU = ask.rows(
    "tableau", "On the table", (f.choice(SUIT, "Suit", SYMBOLS, required=True), LOW, HIGH),
    most=len(SUITS), sentences=(("", "{suit} from {low} to {high}"),),
    help="For each open suit, both ends of its row; 7 and 7 if the 7 lies alone.",
)  # fmt: skip


def _piles(given: Record) -> Piles:
    """Return the cards on the table, by suit."""
    return {row.text(SUIT): (ORDER.index(row.text(LOW)), ORDER.index(row.text(HIGH))) for row in given[TABLEAU]}


def _check_tableau(given: Record) -> Iterator[Problem]:
    """Check that the cards on the table are possible, and that the hand has none of them."""
    yield from _check_suits(given)
    played = [card for card in given[HAND] if _is_played(card, _piles(given))]
    are = "is" if len(played) == 1 else "are"
    yield from refuse(HAND, f"{cards_text(played)} {are} on the table already, so cannot be in the hand.", when=played)


def _check_suits(given: Record) -> Iterator[Problem]:
    """Check that each suit is given once, and that clubs are open if any suit is."""
    suits = [row.text(SUIT) for row in given[TABLEAU]]
    for suit in SUITS:
        if suits.count(suit) > 1:
            yield Problem(TABLEAU, f"{SUIT_NAMES[suit].capitalize()} are there twice; enter each suit once.")
    if suits and suit_of(FIRST) not in suits:
        yield Problem(TABLEAU, f"The {pretty(FIRST)} is played before anything else, so clubs lie there, too.")


def _is_played(card: str, piles: Piles) -> bool:
    """Return whether a card is on the table."""
    low, high = piles.get(suit_of(card), (1, 0))
    return low <= ORDER.index(rank_of(card)) <= high


def _next_cards(suit: str, piles: Piles) -> list[str]:
    """Return the cards of one suit that can be played next."""
    if suit not in piles:
        return [f"7{suit}"]
    low, high = piles[suit]
    return [ORDER[place] + suit for place in (low - 1, high + 1) if 0 <= place < len(ORDER)]


def playable_cards(piles: Piles) -> frozenset[str]:
    """Return all cards that can be played next; on an empty table the 7 of clubs."""
    return frozenset(card for suit in SUITS for card in _next_cards(suit, piles)) if piles else frozenset({FIRST})


def _explain_layout(why: Reasons, hand: Sequence[str], piles: Piles) -> None:
    """Explain for each suit of a hand what is on the table, and which cards can be played to it."""
    suits = [suit for suit in SUITS if suit in set(map(suit_of, hand))]
    why.cite("play.fits")
    why.cite("play.sevens", when=(set(suits) - set(piles)))
    why.cite("play.suits", when=(set(suits) & set(piles)))
    for suit in suits:
        name, fits = SUIT_NAMES[suit].capitalize(), list(map(pretty, _next_cards(suit, piles)))
        if suit not in piles:
            why.say(f"{name} are not open, so only the {fits[0]} fits.")
            continue
        low, high = (f"the {rank_text(ORDER[place])}" for place in piles[suit])
        what = f"the {listed(fits, 'or the')} fits" if fits else "nothing fits any more"
        lies = "have the 7 alone" if low == high else f"lie from {low} to {high}"
        why.say(f"{name} {lies}, so {what}.")
        why.cite("play.full", when=len(fits) < 2)


# What can be played?


@situation("legal", "What can be played, or is it a pass or a beg?", (
    facts.hand(DECK, MOST_LEFT), TABLEAU,
    f.flag(FIRST_TURN, "First turn", help="It is the player's own first turn of the game."),
), check=lambda _, given: _check_tableau(given),
    help="What fits next to the cards that lie there, and what to do if nothing does.")  # fmt: skip
def _legal(options: Record, given: Record) -> Verdict:
    """Judge what a player has to do: play one of these cards, else pass on the first turn, and beg later."""
    hand, piles, first_turn, why = given[HAND], _piles(given), given[FIRST_TURN], Reasons()
    fits = playable_cards(piles)
    legal = [card for card in hand if card in fits]
    if not piles:
        first = pretty(FIRST)
        why.say(f"Nothing lies on the table, and every game begins with the {first}.", "play.first")
        verdict = f"Play the {first}." if legal else f"Nothing yet: whoever holds the {first} begins."
        return why.verdict(verdict, legal=legal, must="play" if legal else "wait")
    _explain_layout(why, hand, piles)
    verdict = why.first(
        (legal and first_turn, f"Play {cards_text(legal, 'or')}: no passing now.",
         "A first turn is passed only with nothing to play; the book does not say so outright.",
         "play.must", "play.wrong-pass"),
        (legal, f"Play {cards_text(legal, 'or')}: no begging now.",
         "Begging with a playable card costs a card from each opponent.", "play.turn", "penalties.false-beg"),
        (first_turn, "Pass: nothing can be played, and it is the first turn.",
         "Begging begins with a player's second turn.", "play.pass"),
        (True, "Beg the player on the right for a card: nothing can be played.",
         "Passing is for a player's first turn.", "play.beg"),
    )  # fmt: skip
    return why.verdict(verdict, legal=legal, must="play" if legal else "pass" if first_turn else "beg")


# Who gives the beggar a card?


PLAYERS_FACT = facts.players(GAME.seats)
BEGGAR = ask.player("beggar", "Beggar", required=True, help="Who begged.")
HELD_FACT = f.count(CARDS_LEFT, "Cards held", MOST_LEFT, least=1, per="player", quick=(1, 2, 3, 4, 5, 6, 8, 10))
FIRST_OF_BEGGAR: FieldKey[bool | None] = ask.flag(
    "first_turn", "Beggar's first turn", nobody="Not said", aside=True, help="On their first turn players pass.",
)  # fmt: skip


def _check_beg(_options: Record, given: Record) -> Iterator[Problem]:
    """Check that the cards of all but the beggar are counted, and that one pack has enough, with the beggar's hand."""
    beggar, hand, counted = given.who(BEGGAR), given.get(HAND), given[CARDS_LEFT]
    counted_for = (beggar, *given.names_given(CARDS_LEFT))
    yield from refuse_each(CARDS_LEFT, given[PLAYERS], counted_for, "“Cards held” is missing for {name}.")
    total = sum((counted if hand is None else {**counted, beggar: len(hand)}).values())
    text = f"That makes {total} cards in the hands; with the {pretty(FIRST)} played {MOST_UNPLAYED} are left."
    yield from refuse(CARDS_LEFT, text, when=total > MOST_UNPLAYED)


def _offer_beg(_: Any, entry: Record) -> Suggestion:
    """Suggest asking who gives a beggar a card if players have one card, or none and did not win; fill in the cards.

    A player with none counts as having one.
    """
    held = {name: entry[CARDS_LEFT][name] for name in entry.names_given(CARDS_LEFT) if name != entry[WINNER]}
    known = {"cards_left": {name: max(1, number) for name, number in held.items()}}
    none = [name for name, number in held.items() if not number]
    if none:
        return f"{with_verb(none, 'has', 'have')} no card left and did not win.", known
    single = [name for name, number in held.items() if number == 1]
    return (f"{with_verb(single, 'has', 'have')} a single card.", known) if single else ""


@case_situation(CASES, "beg", (
    PLAYERS_FACT, BEGGAR, HELD_FACT.of(help="By each of the others, before one is given."), FIRST_OF_BEGGAR,
), check=_check_beg, offer=_offer_beg)  # fmt: skip
def _beg(_: Record, given: Record) -> Case:
    """Return the case of a beggar: the next player on the right who holds more than one card gives one.

    If it is unknown whether this is the beggar's first turn, the verdict names both cases.
    """
    beggar, cards = given.who(BEGGAR), given[CARDS_LEFT]
    to_the_right = from_left_of(given[PLAYERS], beggar)[-2::-1]
    skipped = list(takewhile(lambda name: cards[name] == 1, to_the_right))
    giver = next(iter(names_except(to_the_right, skipped)), "")
    places = ("on the right", "second on the right", "further on")
    case = first_true(
        (given[FIRST_OF_BEGGAR], "first turn"), (not giver, "nobody"), (True, places[min(2, len(skipped))])
    )
    unless = f" On the first turn of the game {beggar} passes instead." if given[FIRST_OF_BEGGAR] is None else ""
    words = {"giver": giver, "held": cards.get(giver), "keeping": listed(skipped), "right": to_the_right[0]}
    return Case(case, {**words, "unless": unless}, {"giver": giver, "skipped": skipped})


# Begging with a playable card.


def _check_false_beg(options: Record, given: Record) -> Iterator[Problem]:
    """Check that table and hands fit together, and that the beggar's cards are not counted, but given one by one."""
    yield from _check_tableau(given)
    beggar = given.who(BEGGAR)
    if beggar in given.names_given(CARDS_LEFT):
        yield Problem(CARDS_LEFT, f"Leave {beggar} out: that hand is entered card by card.", beggar)
    yield from _check_beg(options, given)


def _verdict_on_right_beg(given: Record) -> Verdict:
    """Return the verdict on a beggar who had no card to play: no penalty, though nobody begs on a first turn."""
    beggar, piles, why = given.who(BEGGAR), _piles(given), Reasons()
    verdict = f"{beggar} begged rightly: nothing in the hand could be played"
    if not piles:
        why.say(f"The {pretty(FIRST)} comes first, and nobody begs before it.", "play.first", "penalties.false-beg")
        verdict = f"No penalty, but nobody begs yet: whoever holds the {pretty(FIRST)} begins"
    elif given[FIRST_OF_BEGGAR]:
        why.say("On the first turn of the game a player who is stuck passes.", "play.pass", "play.pass-first")
        why.say("The book does not say what happens to the card; it goes back.", "penalties.begged-first")
        verdict = f"{beggar} should have passed: nobody begs on the first turn. No penalty; the card goes back"
    else:
        why.cite("play.beg")
        if given[FIRST_OF_BEGGAR] is None:  # not said
            verdict += f". On the first turn of the game {beggar} passes instead"
    why.say("Only the hand before the begged card came counts.", "penalties.false-beg-hand")
    if piles:
        _explain_layout(why, given[HAND], piles)
    return why.verdict(f"{verdict}.", guilty=False, playable=[], passes=[])


def _admit_false_beg(_options: Record, _given: Record, name: str) -> Verdict:
    """Return the verdict when everybody agrees that the beggar could have played."""
    why = Reasons("penalties.false-beg")
    why.say("The table agrees that a card could have been played.")
    why.say("The begged card stays, and the turn is over.", "penalties.choice")
    why.say("A single card is kept.", "penalties.last-card")
    return why.verdict(
        f"Each opponent gives {name} one card of their own choice.",
        rests="By the book each gives a card; it leaves open which one, and whether a last card is kept",
    )


@situation("false-beg", "Who begged without need, and what does it cost?", (
    PLAYERS_FACT, BEGGAR, facts.hand(DECK, MOST_LEFT).of(help="The beggar's, before the begged card came."),
    TABLEAU, HELD_FACT.of(help="By each of the others, now."), FIRST_OF_BEGGAR,
), check=_check_false_beg, judge_admitted=_admit_false_beg, fault="begged without need")  # fmt: skip
def _false_beg(options: Record, given: Record) -> Verdict:
    """Judge whether the beggar could have played; if so, each opponent with more than one card gives a card."""
    beggar, hand, piles, cards = given.who(BEGGAR), given[HAND], _piles(given), given[CARDS_LEFT]
    playable = [card for card in hand if card in playable_cards(piles)]
    if not playable:
        return _verdict_on_right_beg(given)
    why = Reasons("penalties.false-beg")
    why.say("Only the hand before the begged card came counts.", "penalties.false-beg-hand")
    if piles:
        _explain_layout(why, hand, piles)
    else:
        why.say(f"Nothing lies on the table, so only the {pretty(FIRST)} fits.", "play.first")
    others = from_left_of(given[PLAYERS], beggar)[:-1]
    givers, keep = ([name for name in others if (cards[name] > 1) == gives] for gives in (True, False))
    text = with_verb(keep, "has a single card and keeps it", "have a single card and keep it")
    why.say(f"{text}; the book says so of begging, not of the penalty.", "penalties.last-card", when=keep)
    gives, none = f": {with_verb(givers, 'gives', 'each give')} {beggar} one card", ", but nobody has a card to give"
    return why.verdict(
        f"{beggar} could have played {cards_text(playable, 'or')}{gives if givers else none}.",
        guilty=True, playable=playable, passes=[{"player": name, "cards": 1} for name in givers],
    )  # fmt: skip


# A card that does not fit.


def _check_wrong_card(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the suits on the table are possible, and that the card laid was not there before."""
    yield from _check_suits(given)
    card = given.text(CARD_LAID)
    if _is_played(card, _piles(given)):
        yield Problem(CARD_LAID, f"The {pretty(card)} lay there before: take it out of what lies on the table.")


@situation("wrong-card", "Does the card that was laid fit, and what if not?", (
    f.card(CARD_LAID, "Card laid", DECK, required=True),
    TABLEAU.of(help="As it was before that card."),
), check=_check_wrong_card)  # fmt: skip
def _wrong_card(options: Record, given: Record) -> Verdict:
    """Judge whether the card that was laid fits; if not, it goes back, and another is played."""
    card, piles, why = given.text(CARD_LAID), _piles(given), Reasons()
    fits = card in playable_cards(piles)
    if piles:
        _explain_layout(why, [card], piles)
    else:
        why.say(f"Every game begins with the {pretty(FIRST)}.", "play.first")
    if fits:
        return why.verdict(f"The {pretty(card)} fits and stays.", fits=True)
    why.say("The book does not say what happens to a wrong card.", "penalties.wrong-card")
    instead = "take it back and play one that does, or beg; on the first turn of the game, pass"
    instead = instead if piles else "take it back, and whoever holds the 7♣ begins"
    return why.verdict(f"The {pretty(card)} does not fit: {instead}.", fits=False)


SITUATIONS = (_legal, _beg, _false_beg, _wrong_card)
