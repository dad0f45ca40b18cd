"""The referee of Put and Take: payments for a card turned, what a hand matches, and the settlement of a hand."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.cards.notation import pretty, rank_of, ranks_text
from companion.core.common.chips import THE_POT, ChipPayment
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.seating import from_left_of
from companion.core.game.situation import Verdict, situation
from companion.core.game.table import Line, Table
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARD, CARDS, DEALER, HAND, LATE, PLAYERS, POT
from companion.core.referee.ready_situations import offer_when_scored
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import HANDS
from companion.core.words import capitalized, counted, listed
from companion.games.put_and_take import scoring
from companion.games.put_and_take.scoring import (
    DECK,
    DOUBLING,
    PUT,
    TAKE,
    TURNED,
    P,
    matches,
    players_but_dealer,
    worth,
    worths_text,
)

HALF = ask.choice("half", "Round", {"put": "Put", "take": "Take"}, required=True)
PLAYERS_FACT = facts.players(scoring.GAME.seats)
CARDS_TURNED = HAND_SIZE = 5
MOST_IN_POT = 1_000_000


def _cite_worth(why: Reasons, options: Record) -> None:
    """Cite the paragraphs behind the worth of a card."""
    why.cite("scoring.worth", *(["variations.doubling"] if options[DOUBLING] else []))


def _worth_text(options: Record, number: int) -> str:
    """Return a sentence on what the cards of a round are worth, and the one with this number."""
    worths = worth(options)
    return f"The five cards of a round are {worths_text(worths)}, so card {number} counts {worths[number - 1]}."


NUMBER = ask.count(
    "number", "Which card", CARDS_TURNED, least=1, required=True, help="The first turned in its round is 1.",
)  # fmt: skip


# What does a card turned move?


def _check_turn(options: Record, given: Record) -> Iterator[Problem]:
    """Check that all players but the dealer have a hand, and that nobody holds the card turned."""
    yield from _check_dealer(given, HANDS, "holds no cards")
    yield from refuse(HANDS, "The hands of the players are missing.", when=not given.has(HANDS))
    yield from scoring.check_hands(players_but_dealer(given[PLAYERS], given.who(DEALER)), given, {given.text(CARD)})


def _check_dealer(given: Record, key: Key[Any], why: str) -> Iterator[Problem]:
    """Check that nothing is entered for the dealer in a fact about the other players. ``why``: ends the message."""
    dealer = given.who(DEALER)
    yield from refuse(key, f"{dealer} is the dealer, who {why}.", dealer, when=given[key].get(dealer))


@situation("turn", "Who pays for the card that was turned?", (
    PLAYERS_FACT, DEALER, HALF, NUMBER,
    f.card(CARD, "Card turned", DECK, required=True),
    scoring.HANDS_FIELD,
    f.chips(POT, "Pot", MOST_IN_POT, help="What lies in it before this card."),
    f.flag(LATE, "Noticed late", aside=True, help="The next card was turned before somebody saw the match."),
), check=_check_turn)  # fmt: skip
def _turn(options: Record, given: Record) -> Verdict:
    """Judge who pays for the card turned: players with its rank pay the pot, or are paid by the pot and the dealer."""
    players, dealer, put, why = given[PLAYERS], given.who(DEALER), given[HALF] == "put", Reasons()
    card, pot, each = given.text(CARD), given[POT], worth(options)[given[NUMBER] - 1]
    matched = {name: matches(given[HANDS][name], [card])[0] for name in players_but_dealer(players, dealer)}
    dues = {name: matched[name] * each for name in from_left_of(players, dealer)[:-1] if matched[name]}
    payments: list[ChipPayment] = []
    for name, due in dues.items():
        from_pot = min(pot, due)
        if put:
            payments.append(ChipPayment(name, THE_POT, due))
        else:
            payments += (ChipPayment(THE_POT, name, from_pot), ChipPayment(dealer, name, due - from_pot))
        pot += due if put else -from_pot
    payments = [payment for payment in payments if payment.chips]
    why.cite("scoring.put" if put else "scoring.take", "play.match")
    ours = "A match noticed late still counts until the hand is settled; the book does not say."
    why.say(ours, "penalties.late", when=given[LATE] and dues)
    why.say(_worth_text(options, given[NUMBER]))
    for name, due in dues.items():
        many = counted(matched[name], "card")
        why.say(f"{name} holds {many} of the rank of {pretty(card)}: {matched[name]} × {each} = {due}.")
    owed = sum(dues.values())
    if not put and owed > given[POT]:
        text = f"The pot has {given[POT]:,} of the {owed:,} owed; {dealer} deals and pays the rest."
        why.say(text, "scoring.dealer-pays")
        note = "The pot pays from the dealer's left. The book gives no order, and no total depends on it."
        why.say(note, "scoring.pot-order", when=given[POT] and len(dues) > 1)
    _cite_worth(why, options)
    moves = capitalized(listed(payment.text for payment in payments)) or "Nobody matches, and nothing is paid"
    rows = [payment.json for payment in payments]
    then = f"The pot then holds {counted(pot, 'credit')}." if pot else "The pot is then empty."
    return why.verdict(f"{moves}. {then}", credits=each, matches=matched, payments=rows, pot=pot)


# What does a hand match, and what is a card worth?


def _check_match(options: Record, given: Record) -> Iterator[Problem]:
    """Check that no card turned is also in the hand."""
    for card in given[HAND]:
        yield from refuse(HAND, f"{card} was turned up, so it is not in the hand.", when=card in given[CARDS])


def _ranks_turned_twice(turned: Sequence[str], hand: Sequence[str]) -> list[str]:
    """Return the ranks of a hand that were turned more than once."""
    ranks = [rank_of(card) for card in turned]
    return [rank for rank in dict.fromkeys(map(rank_of, hand)) if ranks.count(rank) > 1]


@situation("match", "What does a hand put or take?", (
    f.cards(CARDS, "Cards turned", DECK, 1, CARDS_TURNED, required=True, help="Of one round, in the order turned."),
    facts.hand(DECK, HAND_SIZE, HAND_SIZE),
), check=_check_match)  # fmt: skip
def _match(options: Record, given: Record) -> Verdict:
    """Judge what a hand puts or takes in a round: each card of a rank that was turned counts the worth of that turn."""
    turned, hand, why = given[CARDS], given[HAND], Reasons("play.match")
    _cite_worth(why, options)
    lines: list[dict[str, Any]] = []
    for number, (card, count, each) in enumerate(zip(turned, matches(hand, turned), worth(options), strict=False), 1):
        lines.append({"number": number, "card": card, "matches": count, "credits": count * each})
        why.say(f"{pretty(card)}, card {number}: {count} × {each} = {count * each}.", when=count)
    moved = sum(line["credits"] for line in lines)
    why.say("No card of the hand has the rank of one that was turned.", when=not moved)
    twice = capitalized(listed(map(ranks_text, _ranks_turned_twice(turned, hand))))
    text = f"{twice} were turned more than once and count each time; the book does not say."
    why.say(text, "scoring.twice", when=twice)
    verdict = f"The hand puts {counted(moved, 'credit')} in the put round, or takes as many in the take round."
    return why.verdict(verdict if moved else "The hand matches nothing.", credits=moved, lines=lines)


@situation("stake", "What is this card worth?", (NUMBER,))
def _stake(options: Record, given: Record) -> Verdict:
    """Judge what the card with this number is worth in either round."""
    number, why = given[NUMBER], Reasons()
    each = worth(options)[number - 1]
    _cite_worth(why, options)
    why.say(_worth_text(options, number))
    why.say("It is the same in both rounds.")
    return why.verdict(f"{counted(each, 'credit')} for each card of the rank of card {number}.", credits=each)


# What does the whole hand come to?


def _check_settle(options: Record, given: Record) -> Iterator[Problem]:
    """Check the hand as an entry is checked, and that nothing is entered for the dealer."""
    for key in (PUT, TAKE, HANDS):
        yield from _check_dealer(given, key, "holds no cards" if key == HANDS else "puts and takes nothing")
    yield from scoring.check_entry(options, players_but_dealer(given[PLAYERS], given.who(DEALER)), given)


def _turned_twice(names: Sequence[str], given: Record) -> str:
    """Return a sentence if a rank that somebody holds was turned twice in a round, else an empty string."""
    for half, cards in TURNED.items():
        for name in names:
            for rank in _ranks_turned_twice(given[cards], given[HANDS][name]):
                return f"{capitalized(ranks_text(rank))} were turned more than once in the {half} round."
    return ""


def _offer_settle(table: Table[None], entry: Record, lines: Sequence[Line]) -> str:
    """Suggest this question if the pot does not cover what is owed, or a rank was turned twice."""
    pot = -sum(line.points for line in lines if line.rule == P.scoring.put)
    owed = sum(line.points for line in lines if line.rule == P.scoring.take)
    if owed > pot:
        return f"{counted(owed, 'credit is', 'credits are')} owed out of a pot of {pot:,}."
    return _turned_twice(players_but_dealer(table.players, table.dealer), entry)


@situation("settle", "What does the dealer keep or pay after the hand?",
    lambda options: (PLAYERS_FACT, DEALER, *scoring.hand_fields(options[DOUBLING])), check=_check_settle,
    offer=offer_when_scored(scoring.GAME.scoring, _offer_settle),
    help="Give the credits that were put and taken, or all the cards.")  # fmt: skip
def _settle(options: Record, given: Record) -> Verdict:
    """Judge what the dealer keeps or pays: what is left in the pot, or what it lacks."""
    players, dealer, why = given[PLAYERS], given.who(DEALER), Reasons()
    names, by_cards = players_but_dealer(players, dealer), given.has(HANDS)
    puts, takes = (scoring.credits_by_player(options, names, given, half) for half in (PUT, TAKE))
    pot, owed = (sum(chips for chips, _ in half.values()) for half in (puts, takes))
    scores = {name: pot - owed if name == dealer else takes[name][0] - puts[name][0] for name in players}
    why.cite("scoring.put", "scoring.take")
    for half, does in ((puts, "puts"), (takes, "is owed")):
        for name, (chips, reason) in half.items():
            why.say(f"{name} {does} {f'{reason} = ' if by_cards else ''}{chips:,}.", when=chips)
    then = f"{counted(owed, 'is', 'are')} owed out of it"
    why.say(f"The pot holds {counted(pot, 'credit')} after the put round, and {then}.")
    dealers, *rules = first_true(
        (pot > owed, (f"{dealer} keeps the {pot - owed:,} left in the pot.", "scoring.rest")),
        (owed > pot, (f"{dealer} pays the {owed - pot:,} that the pot lacks.", "scoring.dealer-pays")),
        (True, (f"The pot comes out even: {dealer} neither pays nor keeps anything.",)),
    )
    why.cite(*rules)
    twice = _turned_twice(names, given)
    why.say(f"{twice} Each turn counts; the book does not say.", "scoring.twice", when=twice)
    if by_cards:
        _cite_worth(why, options)
    gains = [f"{name} {'wins' if score > 0 else 'loses'} {abs(score):,}" for name, score in scores.items() if score]
    total = f"{listed(gains)} in all" if gains else "Nobody wins or loses anything"
    return why.verdict(
        f"{dealers} {total}.", scores=scores, pot=pot,
        dealer_pays=max(0, owed - pot), dealer_keeps=max(0, pot - owed),
    )  # fmt: skip


SITUATIONS = (_turn, _match, _stake, _settle)
