"""The referee of Put and Take: what a card turned moves, what a hand matches, and what a hand comes to."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.notation import pretty, rank_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import CARD, HAND, PLAYERS
from companion.core.game import Table
from companion.core.keys import Cards, Key
from companion.core.problems import Problem
from companion.core.seating import from_left_of
from companion.core.situation import Basis, Situation, Verdict, by_option, once_each, weightiest
from companion.core.words import begun, counted, listed
from companion.games.put_and_take import scoring
from companion.games.put_and_take.scoring import (
    DECK,
    DOUBLING,
    DOUBLING_HAND_MOST,
    HAND_MOST,
    HANDS,
    PUT,
    PUT_CARDS,
    TAKE,
    TAKE_CARDS,
    TURNED,
    all_but,
    matches,
    worth,
)

HALF: Key[str | None] = Key("half")
NUMBER: Key[int] = Key("number")
DEALER: Key[str | None] = Key("dealer")
POT: Key[int] = Key("pot")
CARDS: Key[Cards] = Key("cards")

FEWEST_PLAYERS, MOST_PLAYERS = 2, 9
CARDS_TURNED = HAND_SIZE = 5
MOST_IN_POT = 1_000_000
FROM_POT = "pot"
"""The pot in a payment, in the place of a name."""


def _basis(options: Record, otherwise: Basis = "book") -> Basis:
    """What the worth of a card rests on. Source: put-and-take/variations.doubling."""
    return weightiest((by_option(options, DOUBLING, False, "book"), otherwise))


def _worth_rules(options: Record) -> tuple[str, ...]:
    return ("put-and-take/scoring.worth", *(("put-and-take/variations.doubling",) if options[DOUBLING] else ()))


def _told_worth(options: Record, number: int) -> str:
    worths = listed(map(str, worth(options)))
    return f"The five cards of a round are worth {worths}, so card {number} moves {worth(options)[number - 1]} each."


def _number_field() -> f.Field:
    return f.count(
        NUMBER, "Which card", CARDS_TURNED, minimum=1, required=True, help="The first turned in its round is 1.",
    )  # fmt: skip


# What does a card turned move?


def _turn_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.players(MOST_PLAYERS, FEWEST_PLAYERS),
        f.player(DEALER, "Dealer", facts.WHOEVER, required=True),
        f.choice(HALF, "Round", {"put": "Put", "take": "Take"}, required=True),
        _number_field(),
        f.card(CARD, "Card turned", DECK, required=True),
        f.cards(
            HANDS, "Hand", DECK, HAND_SIZE, HAND_SIZE, per="player", names=facts.WHOEVER,
            help="The five cards of each player but the dealer.",
        ),
        f.chips(POT, "Pot", MOST_IN_POT, noun=("credit", "credits"), help="What lies in it before this card."),
    )  # fmt: skip


def _check_turn(options: Record, given: Record) -> Iterator[Problem]:
    """All but the dealer have a hand, and nobody holds the card turned."""
    yield from _check_dealer(given, HANDS, "holds no cards")
    if not given.has(HANDS):
        yield Problem(HANDS, "The hands of the players are missing.")
        return
    yield from scoring.check_hands(all_but(given[PLAYERS], given.who(DEALER)), given, {given.word(CARD)})


def _check_dealer(given: Record, key: Key[Any], why: str) -> Iterator[Problem]:
    """The dealer has nothing of what the players have."""
    dealer = given.who(DEALER)
    if given[key].get(dealer):
        yield Problem(key, f"{dealer} is the dealer, who {why}.", dealer)


def _judge_turn(options: Record, given: Record) -> Verdict:
    """Source: put-and-take/scoring.put, put-and-take/scoring.take, put-and-take/scoring.pot-order."""
    players, dealer, put = given[PLAYERS], given.who(DEALER), given[HALF] == "put"
    card, pot, each = given.word(CARD), given[POT], worth(options)[given[NUMBER] - 1]
    found = {name: matches(given[HANDS][name], [card])[0] for name in all_but(players, dealer)}
    order = [name for name in from_left_of(players, dealer)[:-1] if found[name]]
    owed = sum(found.values()) * each
    payments: list[dict[str, Any]] = []
    for name in order:
        due = found[name] * each
        if put:
            payments.append(_payment(name, FROM_POT, due))
            pot += due
            continue
        from_pot = min(pot, due)
        payments += [_payment(FROM_POT, name, from_pot), _payment(dealer, name, due - from_pot)]
        pot -= from_pot
    payments = [row for row in payments if row["chips"]]
    short = not put and owed > given[POT]
    rules = ["put-and-take/scoring.put" if put else "put-and-take/scoring.take", "put-and-take/play.match"]
    because = [_told_worth(options, given[NUMBER])]
    for name in order:
        many = counted(found[name], "card")
        because.append(
            f"{name} holds {many} of the rank of {pretty(card)}: {found[name]} × {each} = {found[name] * each}."
        )
    without = [name for name, number in found.items() if not number]
    if without:
        because.append(f"{listed(without)} {'holds' if len(without) == 1 else 'hold'} none.")
    otherwise: Basis = "book"
    if short:
        rules.append("put-and-take/scoring.dealer-pays")
        because.append(f"The pot has {given[POT]:,} of the {owed:,} owed, and {dealer}, who deals, pays the rest.")
        if given[POT] and len(order) > 1:
            rules.append("put-and-take/scoring.pot-order")
            because.append(
                "The pot pays from the dealer's left on: the book gives no order, and no total depends on it."
            )
            otherwise = "open"
    moves = listed(_payment_told(row) for row in payments)
    return Verdict(
        verdict=f"{begun(moves) if moves else 'Nobody matches, and nothing is paid'}. {_pot_told(pot)}",
        outcome={"credits": each, "matches": found, "payments": payments, "pot": pot},
        basis=_basis(options, otherwise),
        rules=once_each([*rules, *_worth_rules(options)]),
        because=tuple(because),
    )


def _payment(payer: str, to: str, chips: int) -> dict[str, Any]:
    return {"from": payer, "to": to, "chips": chips}


def _payment_told(row: Mapping[str, Any]) -> str:
    payer, to = ("the pot" if end == FROM_POT else end for end in (row["from"], row["to"]))
    return f"{payer} pays {to} {row['chips']}"


def _pot_told(pot: int) -> str:
    return f"The pot then holds {counted(pot, 'credit')}." if pot else "The pot is then empty."


# What does a hand match, and what is a card worth?


def _match_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(
            CARDS, "Cards turned", DECK, 1, CARDS_TURNED, required=True, ordered=True,
            help="Of one round, in the order turned.",
        ),
        facts.hand(DECK, HAND_SIZE, HAND_SIZE),
    )  # fmt: skip


def _check_match(options: Record, given: Record) -> Iterator[Problem]:
    """No card is both turned and held."""
    for card in given[HAND]:
        if card in given[CARDS]:
            yield Problem(HAND, f"{card} was turned up, so it is not in the hand.")


def _twice(turned: Sequence[str], hand: Sequence[str]) -> list[str]:
    """Ranks of a hand that were turned more than once."""
    ranks = [rank_of(card) for card in turned]
    return [rank for rank in dict.fromkeys(map(rank_of, hand)) if ranks.count(rank) > 1]


def _judge_match(options: Record, given: Record) -> Verdict:
    """Source: put-and-take/play.match, put-and-take/scoring.worth, put-and-take/scoring.twice."""
    turned, hand = given[CARDS], given[HAND]
    lines: list[dict[str, Any]] = [
        {"number": number, "card": card, "matches": count, "credits": count * each}
        for number, (card, count, each) in enumerate(
            zip(turned, matches(hand, turned), worth(options), strict=False), start=1
        )
    ]
    moved = sum(line["credits"] for line in lines)
    because = [
        f"{pretty(line['card'])}, card {line['number']}: {line['matches']} × {each} = {line['credits']}."
        for line, each in zip(lines, worth(options), strict=False)
        if line["matches"]
    ] or ["No card of the hand has the rank of one that was turned."]
    rules = ["put-and-take/play.match", *_worth_rules(options)]
    twice = _twice(turned, hand)
    if twice:
        rules.append("put-and-take/scoring.twice")
        because.append(f"{listed(f'{rank}s' for rank in twice)} were turned more than once, and count each time.")
    return Verdict(
        verdict=f"The hand matches {counted(moved, 'credit')}: put in the put round, taken in the take round."
        if moved else "The hand matches nothing.",
        outcome={"credits": moved, "lines": lines},
        basis=_basis(options, "open" if twice else "book"),
        rules=tuple(rules),
        because=tuple(because),
    )  # fmt: skip


def _judge_stake(options: Record, given: Record) -> Verdict:
    """Source: put-and-take/scoring.worth, put-and-take/variations.doubling."""
    number = given[NUMBER]
    each = worth(options)[number - 1]
    return Verdict(
        verdict=f"Card {number} moves {counted(each, 'credit')} for each card of its rank.",
        outcome={"credits": each},
        basis=_basis(options),
        rules=_worth_rules(options),
        because=(_told_worth(options, number), "It is the same in both rounds."),
    )


# What does the whole hand come to?


def _settle_facts(options: Record) -> tuple[f.Field, ...]:
    most = DOUBLING_HAND_MOST if options[DOUBLING] else HAND_MOST
    asked: dict[str, Any] = {
        "per": "player", "names": facts.WHOEVER, "keeps_empty": True, "noun": ("credit", "credits"),
    }  # fmt: skip
    return (
        facts.players(MOST_PLAYERS, FEWEST_PLAYERS),
        f.player(DEALER, "Dealer", facts.WHOEVER, required=True),
        f.chips(PUT, "Put", most, help="Credits paid into the pot, by all but the dealer.", **asked),
        f.chips(TAKE, "Take", most, help="Credits owed in the take round, whoever paid them.", **asked),
        f.cards(
            PUT_CARDS, "Put cards", DECK, CARDS_TURNED, CARDS_TURNED, ordered=True, aside=True,
            help="Of the put round, in the order turned.",
        ),
        f.cards(
            TAKE_CARDS, "Take cards", DECK, CARDS_TURNED, CARDS_TURNED, ordered=True, aside=True,
            help="Of the take round, in the order turned.",
        ),
        f.cards(
            HANDS, "Hand", DECK, HAND_SIZE, HAND_SIZE, per="player", names=facts.WHOEVER, aside=True,
            help="The five cards of each player but the dealer.",
        ),
    )  # fmt: skip


def _check_settle(options: Record, given: Record) -> Iterator[Problem]:
    """As the entry is checked, and nothing is the dealer's."""
    for key in (PUT, TAKE, HANDS):
        yield from _check_dealer(given, key, "holds no cards" if key == HANDS else "puts and takes nothing")
    yield from scoring.check_entry(options, all_but(given[PLAYERS], given.who(DEALER)), given)


def _judge_settle(options: Record, given: Record) -> Verdict:
    """Source: put-and-take/scoring.put, put-and-take/scoring.take, put-and-take/scoring.rest."""
    players, dealer = given[PLAYERS], given.who(DEALER)
    names = all_but(players, dealer)
    puts, takes = (scoring.moved(options, names, given, half) for half in (PUT, TAKE))
    pot, owed = (sum(chips for chips, _ in half.values()) for half in (puts, takes))
    scores = {name: pot - owed if name == dealer else takes[name][0] - puts[name][0] for name in players}
    by_cards = given.has(HANDS)
    rules = ["put-and-take/scoring.put", "put-and-take/scoring.take"]
    because = []
    for half, told in ((puts, "puts"), (takes, "is owed")):
        for name, (chips, reason) in half.items():
            if chips:
                because.append(f"{name} {told} {f'{reason} = ' if by_cards else ''}{chips:,}.")
    because.append(f"The pot holds {counted(pot, 'credit')} after the put round, and {owed:,} are owed out of it.")
    if pot > owed:
        rules.append("put-and-take/scoring.rest")
        dealers = f"{dealer} keeps the {pot - owed:,} that {'is' if pot - owed == 1 else 'are'} left in the pot."
    elif owed > pot:
        rules.append("put-and-take/scoring.dealer-pays")
        dealers = f"{dealer} pays the {owed - pot:,} that the pot lacks."
    else:
        dealers = f"The pot comes out even, and {dealer} neither pays nor keeps anything."
    twice = _turned_twice(names, given)
    if twice:
        rules.append("put-and-take/scoring.twice")
        because.append(f"{twice} Each turn counts, at its own worth; the book does not speak of it.")
    gains = [f"{name} {'wins' if score > 0 else 'loses'} {abs(score):,}" for name, score in scores.items() if score]
    return Verdict(
        verdict=f"{dealers} {listed(gains) or 'Nobody wins or loses'}{' in all' if gains else ' anything'}.",
        outcome={
            "scores": scores, "pot": pot, "dealer_pays": max(0, owed - pot), "dealer_keeps": max(0, pot - owed),
        },
        basis=_basis(options, "open" if twice else "book") if by_cards else "book",
        rules=once_each([*rules, *(_worth_rules(options) if by_cards else ())]),
        because=tuple(because),
    )  # fmt: skip


def _turned_twice(names: Sequence[str], given: Record) -> str:
    """That a rank which somebody holds was turned more than once in the same round; empty: none was."""
    for half, cards in TURNED.items():
        for name in names:
            for rank in _twice(given[cards], given[HANDS][name]):
                return f"{rank}s were turned more than once in the {half} round."
    return ""


def _offer_settle(table: Table[None], entry: Record) -> str:
    """A pot that does not cover what is owed, or a rank that was turned twice."""
    if any(scoring.check(table, entry)):
        return ""
    names = all_but(table.players, table.dealer)
    pot, owed = (
        sum(chips for chips, _ in scoring.moved(table.options, names, entry, half).values()) for half in (PUT, TAKE)
    )
    if owed > pot:
        return f"{counted(owed, 'credit is', 'credits are')} owed out of a pot of {pot:,}."
    return _turned_twice(names, entry)


SITUATIONS = (
    Situation(
        key="turn", title="Who pays for the card that was turned?",
        facts=_turn_facts, check=_check_turn, judge=_judge_turn,
    ),
    Situation(
        key="match", title="What does a hand put or take?",
        facts=_match_facts, check=_check_match, judge=_judge_match,
    ),
    Situation(
        key="stake", title="What is this card worth?", facts=lambda _: (_number_field(),), judge=_judge_stake,
    ),
    Situation(
        key="settle", title="What does the dealer keep or pay after the hand?",
        help="Give the credits that were put and taken, or all the cards.",
        facts=_settle_facts, check=_check_settle, judge=_judge_settle, offered=_offer_settle,
    ),
)  # fmt: skip
