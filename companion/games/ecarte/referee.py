"""The referee of Écarté: the king of trumps, proposals and exchanges, who is vulnerable, the tricks and the score."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import SUIT_NAMES, pretty, rank_of, suit_of
from companion.cards.tricks import FOLLOW, HEAD, must_head, must_trump
from companion.cards.tricks import TRUMP as TO_TRUMP
from companion.core import facts
from companion.core import fields as f
from companion.core.endings import TARGET
from companion.core.entry import Record
from companion.core.facts import CARD, PLAYER, PLAYERS, TRUMP
from companion.core.fold import Refusal, opening_table, play_round
from companion.core.game import Setup
from companion.core.keys import Key, PerName
from companion.core.plain_tricks import (
    PLAYED_WRONG,
    PlainTricks,
    legal_situation,
    renege_situation,
    suit_told,
    trick_situation,
    trump_fact,
)
from companion.core.problems import Problem
from companion.core.seating import left_of
from companion.core.situation import Basis, Situation, Verdict, by_option, once_each
from companion.core.tricks_taken import count_tricks
from companion.core.words import counted, figure, listed, signed
from companion.games.ecarte import scoring
from companion.games.ecarte.scoring import HAND, KING_SHOWN, TRICKS, UPCARD_KING, VULNERABLE

DEALER: Key[str | None] = Key("dealer")
TOTALS: Key[PerName[int]] = Key("totals")
UPCARD: Key[str | None] = Key("upcard")
PLAYED: Key[bool] = Key("played")
EXCHANGES: Key[int] = Key("exchanges")
BY: Key[str | None] = Key("by")
STOCK: Key[int] = Key("stock")
WANTED_FIRST: Key[int] = Key("non_dealer")
WANTED_LAST: Key[int] = Key("dealer")
TURN: Key[str | None] = Key("turn")

TWO = 2
TARGET_DEFAULT = 5
ORDER = ("K", "Q", "J", "A", "10", "9", "8", "7")
"""From high to low. Source: ecarte/play.ranks."""

DECK = standard_deck("the 32 cards of Écarté", ranks=ORDER)
MOST_STOCK = sum(DECK.copies.values()) - TWO * HAND - 1
"""What is left after the deal and the upcard. Source: ecarte/deal.upcard."""

MOST_EXCHANGES, MOST_TOTAL = 100, 1_000_000
KING = "K"
PLAYS, REFUSES = "plays", "refuses"
NON_DEALER, THE_DEALER = "non-dealer", "dealer"

PLAIN = PlainTricks(
    deck=DECK,
    order=ORDER,
    players=TWO,
    hand=HAND,
    wins=("ecarte/play.trick", "ecarte/play.ranks"),
    off_suit="ecarte/play.off-suit",
    lead=("ecarte/play.any-lead",),
    follow=("ecarte/play.second",),
    renege=("ecarte/play.second", "ecarte/penalties.shown"),
    penalty="ecarte/penalties.second",
    trump=("ecarte/play.trick",),
    no_trump="",
    duties=lambda _: (
        must_trump("ecarte/play.second-trump"),
        must_head("ecarte/play.second-head", "ecarte/play.ranks"),
    ),
    told_of=(FOLLOW, HEAD, TO_TRUMP),
    fault=PLAYED_WRONG,
    required="Following, heading and trumping are required",
)


# Facts that several questions share.


def _two_players() -> f.Field:
    return facts.players(TWO, TWO)


def _dealer() -> f.Field:
    return f.player(DEALER, "Dealer", facts.WHOEVER, required=True)


def _totals() -> f.Field:
    return f.points(
        TOTALS, "Points", MOST_TOTAL, minimum=-MOST_TOTAL, per="player", required=True,
        help="As they stood before this hand.",
    )  # fmt: skip


def _check_totals(options: Record, given: Record) -> Iterator[Problem]:
    """Two players, neither of whom has won already."""
    totals, target = given[TOTALS], options[TARGET]
    if len(totals) != TWO:
        yield Problem(TOTALS, f"Two play, so give the points of both, not of {len(totals)}.")
    for name, total in totals.items():
        if total >= target:
            yield Problem(TOTALS, f"{name} has {total:,} points: the play was over at {target}.", name)


def _known_totals(table: Any) -> Mapping[str, Any]:
    """The points before the hand."""
    return {"totals": dict(table.totals)}


# What does the card turned up give?


def _upcard_facts(options: Record) -> tuple[f.Field, ...]:
    return (f.card(CARD, "Card turned up", DECK, required=True), _dealer(), _totals())


def _check_upcard(options: Record, given: Record) -> Iterator[Problem]:
    """The dealer is one of the two."""
    yield from _check_totals(options, given)
    dealer = given.who(DEALER)
    if dealer not in given[TOTALS]:
        yield Problem(DEALER, f"{dealer} is none of those whose points are given.", dealer)


def _judge_upcard(options: Record, given: Record) -> Verdict:
    """Source: ecarte/deal.cards, ecarte/scoring.upcard, ecarte/ending.king."""
    card, dealer, target = given.word(CARD), given.who(DEALER), options[TARGET]
    trump, points = suit_of(card), int(rank_of(card) == KING)
    total = given[TOTALS][dealer] + points
    over = bool(points) and total >= target
    basis: Basis = "book"
    rules = ["ecarte/deal.cards"]
    because = [f"{pretty(card)} was turned up, so {SUIT_NAMES[trump]} are trumps."]
    told = f"{suit_told(trump)} are trumps"
    if not points:
        because.append("Only a king turned up scores.")
        rules.append("ecarte/scoring.upcard")
        verdict = f"{told}. The card gives nobody a point."
    else:
        rules = ["ecarte/scoring.upcard", *rules]
        because.append(f"It is a king: {dealer}, who deals, scores 1 point and has {figure(total)} now.")
        verdict = f"{told}, and {dealer} scores 1 point."
    if over:
        rules.append("ecarte/ending.king")
        because.append(f"{counted(target, 'point')} win, so the hand is not played.")
        verdict = f"{told}. {dealer} scores 1 point and has won."
        basis = by_option(options, TARGET, TARGET_DEFAULT, "book")
    return Verdict(
        verdict=verdict, outcome={"trump": trump, "points": points, "over": over},
        basis=basis, rules=tuple(rules), because=tuple(because),
    )  # fmt: skip


def _offer_upcard(table: Any, entry: Record) -> str:
    """A king turned up with which the dealer has won."""
    if entry[UPCARD_KING] and scoring.won_by_king(table, entry):
        return f"The king turned up brings {table.dealer} to {counted(table.options[TARGET], 'point')}."
    return ""


# May the king be shown?


def _king_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _two_players(),
        f.player(PLAYER, "Player", facts.WHOEVER, required=True, help="Who wants to show it."),
        f.card(CARD, "Card", DECK, required=True),
        trump_fact("", help="The suit of the card turned up."),
        f.card(UPCARD, "Card turned up", DECK, required=True),
        _totals(),
        f.flag(PLAYED, "Play has begun", help="The first card of the hand has been led."),
    )


def _check_king(options: Record, given: Record) -> Iterator[Problem]:
    """Trump is the suit of the upcard."""
    yield from _check_totals(options, given)
    upcard, trump = given.word(UPCARD), given.word(TRUMP)
    if suit_of(upcard) != trump:
        message = (
            f"{pretty(upcard)} was turned up, so {SUIT_NAMES[suit_of(upcard)]} are trumps, not {SUIT_NAMES[trump]}."
        )
        yield Problem(TRUMP, message)


def _judge_king(options: Record, given: Record) -> Verdict:
    """Source: ecarte/play.show-king, ecarte/scoring.king, ecarte/scoring.one-king, ecarte/play.show-until."""
    name, card, trump, upcard = given.who(PLAYER), given.word(CARD), given.word(TRUMP), given.word(UPCARD)
    target, total = options[TARGET], given[TOTALS][name]
    basis: Basis = "book"
    king = KING + trump
    because = [f"{pretty(upcard)} was turned up, so {pretty(king)} is the king of trumps."]
    allowed, over, rests = False, False, ""
    if card == upcard:
        rules = ["ecarte/scoring.one-king", "ecarte/deal.cards"]
        because.append(f"{pretty(card)} lies turned up, and nobody ever draws it: {name} cannot hold it.")
        verdict = f"No: {pretty(card)} was turned up, so {name} cannot show it."
    elif card != king:
        rules = ["ecarte/scoring.king", "ecarte/scoring.other-kings"]
        because.append(f"{pretty(card)} is another card, and scores nothing.")
        verdict = f"No: only the king of trumps scores, and that is {pretty(king)}."
    elif given[PLAYED]:
        rules, basis = ["ecarte/play.show-until", "ecarte/play.show-king"], "open"
        because += [
            "The first card has been led.",
            "The book sets no end to it; we let it be shown up to the first lead.",
        ]
        verdict = f"No: it is too late for {name} to show the king, play has begun."
    else:
        rules, basis = ["ecarte/scoring.king", "ecarte/play.show-king", "ecarte/play.show-until"], "open"
        rules.append("ecarte/play.show-anyway")
        because += [
            "No card has been led yet.",
            "The book lets it be shown after the exchange. That there is time up to the first lead, and that it may be "
            "shown in a hand without an exchange, is our reading.",
        ]
        allowed, over = True, total + 1 >= target
        rests = "By the book after an exchange; without one, and as to the time, it is our reading"
        verdict = f"Yes: {name} shows it and scores 1 point."
        if over:
            rules.append("ecarte/ending.king")
            because.append(
                f"{name} has {counted(total + 1, 'point')} with it, and {target} win: the hand is not played."
            )
            verdict = f"Yes: {name} shows it, scores 1 point and has won."
    return Verdict(
        verdict=verdict, outcome={"allowed": allowed, "points": int(allowed), "over": over},
        basis=basis, rules=tuple(rules), because=tuple(because), rests=rests,
    )  # fmt: skip


def _offer_king(table: Any, entry: Record) -> str:
    """A king shown with which its player has won, or one that was turned up as well."""
    name = entry[KING_SHOWN]
    if name and entry[UPCARD_KING]:
        return f"The king of trumps was turned up, and {name} is put down as showing it."
    if name and scoring.won_by_king(table, entry):
        return f"The king brings {name} to {counted(table.options[TARGET], 'point')} before the hand is played."
    return ""


def _answer_king(table: Any, entry: Record) -> Mapping[str, Any]:
    return {"player": entry[KING_SHOWN]}


# Who is vulnerable?


def _vulnerable_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _two_players(),
        _dealer(),
        f.count(
            EXCHANGES, "Exchanges so far", MOST_EXCHANGES,
            help="In this hand; one in which nobody took a card counts, too.",
        ),
        f.choice(
            BY, "What ended it", {PLAYS: "The non-dealer plays", REFUSES: "The dealer refuses"}, required=True,
            help="“I play”, or a refused proposal.",
        ),
    )  # fmt: skip


def _judge_vulnerable(options: Record, given: Record) -> Verdict:
    """Source: ecarte/play.vulnerable, ecarte/play.vulnerable-dealer."""
    dealer = given.who(DEALER)
    refused, exchanges = given.word(BY) == REFUSES, given[EXCHANGES]
    name = dealer if refused else left_of(given[PLAYERS], dealer)
    basis: Basis = "book"
    rules = ["ecarte/play.vulnerable"]
    because = [
        f"{name}, {'who deals, refused a proposal' if refused else 'who does not deal, plays instead of proposing'}."
    ]
    if exchanges:
        because.append(f"{counted(exchanges, 'exchange')} took place before, and after one nobody becomes vulnerable.")
        verdict = "Nobody is vulnerable."
    else:
        because.append("No exchange has taken place, so that prevents any in this hand.")
        rules.append("ecarte/scoring.vulnerable")
        other = next(one for one in given[PLAYERS] if one != name)
        verdict = f"{name} is vulnerable: if {other} wins the hand, that is 1 point more."
        if refused:
            basis = "open"
            rules.insert(0, "ecarte/play.vulnerable-dealer")
            because.append(
                "The book names the non-dealer here, too. We take that for a slip: it is who turned the exchange down."
            )
    return Verdict(
        verdict=verdict, outcome={"vulnerable": None if exchanges else name},
        basis=basis, rules=tuple(rules), because=tuple(because),
    )  # fmt: skip


def _offer_vulnerable(table: Any, entry: Record) -> str:
    name = entry[VULNERABLE]
    return f"{name} deals and is put down as vulnerable." if name == table.dealer else ""


def _answer_vulnerable(_table: Any, _entry: Record) -> Mapping[str, Any]:
    return {"exchanges": 0, "by": REFUSES}


# Who gets which cards of the stock?


def _stock() -> f.Field:
    return f.count(
        STOCK, "Cards in the stock", MOST_STOCK, required=True,
        help=f"{MOST_STOCK} at the start; the card turned up is not among them.",
    )  # fmt: skip


def _exchange_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _stock(),
        f.count(WANTED_FIRST, "Non-dealer wants", HAND, required=True, noun=("card", "cards")),
        f.count(WANTED_LAST, "Dealer wants", HAND, required=True, noun=("card", "cards")),
    )


def _served(wanted: int, got: int) -> str:
    """What somebody gets of what they want."""
    if not wanted:
        return "wants none"
    return f"gets the {wanted} wanted" if got == wanted else f"gets {got} of the {wanted} wanted"


def _judge_exchange(options: Record, given: Record) -> Verdict:
    """Source: ecarte/play.exchange, ecarte/play.stock."""
    stock, first, last = given[STOCK], given[WANTED_FIRST], given[WANTED_LAST]
    got_first = min(first, stock)
    got_last = min(last, stock - got_first)
    left = stock - got_first - got_last
    rules = ["ecarte/play.exchange"]
    because = [
        f"The non-dealer is served first and {_served(first, got_first)}.",
        f"{counted(stock - got_first, 'card is', 'cards are')} left for the dealer, who {_served(last, got_last)}.",
        "Each discards as many cards as they draw.",
    ]
    if got_first + got_last < first + last or not left:
        rules.insert(0, "ecarte/play.stock")
    because.append(
        f"{counted(left, 'card is', 'cards are')} left in the stock."
        if left
        else "The stock is used up, so exchanging is over and the hand begins."
    )
    after = "Then the non-dealer speaks again." if left else "Then the hand begins."
    return Verdict(
        verdict=f"The non-dealer draws {got_first}, the dealer {got_last}. {after}",
        outcome={"non_dealer": got_first, "dealer": got_last, "stock": left, "may_continue": bool(left)},
        rules=tuple(rules), because=tuple(because),
    )  # fmt: skip


def _call_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _stock(),
        f.choice(
            TURN, "Whose turn", {NON_DEALER: "The non-dealer's", THE_DEALER: "The dealer's"}, required=True,
            help="The dealer only answers a proposal.",
        ),
    )  # fmt: skip


def _judge_call(options: Record, given: Record) -> Verdict:
    """Source: ecarte/play.propose, ecarte/play.stock."""
    stock, first = given[STOCK], given.word(TURN) == NON_DEALER
    if not stock:
        return Verdict(
            verdict="Nobody says anything more: the stock is used up, and the hand begins.",
            outcome={"choices": []}, rules=("ecarte/play.stock",),
            because=("With the last card of the stock exchanging ends.",),
        )  # fmt: skip
    choices = ["propose", "play"] if first else ["accept", "refuse"]
    verdict = (
        "The non-dealer proposes an exchange, or plays." if first else "The dealer accepts the proposal, or refuses it."
    )
    because = [f"The stock still has {counted(stock, 'card')}."]
    because.append("Only the non-dealer proposes." if first else "The dealer can only accept or refuse a proposal.")
    return Verdict(
        verdict=verdict, outcome={"choices": choices},
        rules=("ecarte/play.propose", "ecarte/play.dealer-never-proposes"), because=tuple(because),
    )  # fmt: skip


# What does the hand score?


def _score_facts(options: Record) -> tuple[f.Field, ...]:
    return (_two_players(), _dealer(), _totals(), *scoring.entry_fields(facts.WHOEVER))


def _scored(options: Record, given: Record) -> Any:
    """The round that the facts are, or why it cannot be scored."""
    setup = Setup(given[PLAYERS], (), given.who(DEALER), options)
    table = replace(opening_table(scoring.GAME, setup), totals={name: given[TOTALS][name] for name in given[PLAYERS]})
    entry: dict[str, Any] = {key: given[key] for key in (UPCARD_KING, KING_SHOWN, VULNERABLE)}
    tricks = given.given(TRICKS)
    return play_round(scoring.GAME, table, {**entry, "tricks": {name: given[TRICKS][name] for name in tricks}})


def _check_score(options: Record, given: Record) -> Iterator[Problem]:
    """As the entry is checked, with points that two can have."""
    faults = list(_check_totals(options, given))
    result = None if faults else _scored(options, given)
    yield from result.problems if isinstance(result, Refusal) else faults


def _judge_score(options: Record, given: Record) -> Verdict:
    """The lines of the round in their order. Source: ecarte/scoring.order, ecarte/ending.target."""
    result = _scored(options, given)
    target, winners = options[TARGET], result.table.winners
    rules = [line.rule for line in result.lines]
    because = [f"{line.name} {signed(line.points)}: {line.text}." for line in result.lines]
    because += result.notes
    basis: Basis = "book"
    if given[VULNERABLE] == given.who(DEALER) and "ecarte/scoring.vulnerable" in rules:
        rules.append("ecarte/play.vulnerable-dealer")
        because.append("That a dealer who refuses is the vulnerable one is our reading of the book.")
        basis = "open"
    told = listed(f"{name} {signed(points)}" for name, points in result.scores.items())
    totals = listed(f"{name} {figure(total)}" for name, total in result.totals.items())
    verdict = f"{told}. That makes {totals}."
    if winners:
        rules.append("ecarte/ending.target" if given.given(TRICKS) else "ecarte/ending.king")
        because.append(f"{counted(target, 'point')} win.")
        verdict = f"{told}. {winners[0]} has {result.totals[winners[0]]:,} points and has won."
        if basis == "book":
            basis = by_option(options, TARGET, TARGET_DEFAULT, "book")
    return Verdict(
        verdict=verdict,
        outcome={"scores": dict(result.scores), "over": result.table.over, "winner": winners[0] if winners else None},
        basis=basis, rules=once_each((*rules, "ecarte/scoring.order")), because=tuple(because),
    )  # fmt: skip


def _offer_score(table: Any, entry: Record) -> str:
    """All tricks, or a point more against a vulnerable player."""
    tricks, vulnerable = entry[TRICKS], entry[VULNERABLE]
    if any(scoring.check(table, entry)) or not any(tricks.values()):
        return ""
    winner = max(tricks, key=lambda name: tricks[name])
    if tricks[winner] == HAND:
        return f"{winner} took all {HAND} tricks."
    return f"{winner} won the hand, and {vulnerable} was vulnerable." if vulnerable and vulnerable != winner else ""


SITUATIONS = (
    trick_situation(PLAIN, PLAIN.followed(lambda _: HAND, count_tricks)),
    legal_situation(PLAIN),
    renege_situation(PLAIN),
    Situation(
        key="upcard", title="What is trump, and does the card turned up score?",
        facts=_upcard_facts, check=_check_upcard, judge=_judge_upcard, known=_known_totals, offered=_offer_upcard,
    ),
    Situation(
        key="king", title="May the king be shown for a point?", facts=_king_facts, check=_check_king,
        judge=_judge_king, known=_known_totals, offered=_offer_king, answered=_answer_king,
    ),
    Situation(
        key="vulnerable", title="Who is vulnerable?", facts=_vulnerable_facts, judge=_judge_vulnerable,
        offered=_offer_vulnerable, answered=_answer_vulnerable,
    ),
    Situation(
        key="exchange", title="Who gets how many cards of the stock?", facts=_exchange_facts, judge=_judge_exchange,
    ),
    Situation(
        key="next-call", title="What may be said now?", help="I propose, I play; I accept, I refuse.",
        facts=_call_facts, judge=_judge_call,
    ),
    Situation(
        key="score", title="What does the hand score?", facts=_score_facts, check=_check_score, judge=_judge_score,
        known=_known_totals, offered=_offer_score,
    ),
)  # fmt: skip
