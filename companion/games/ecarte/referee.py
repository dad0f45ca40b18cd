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
from companion.core.reasons import Reasons
from companion.core.seating import left_of
from companion.core.situation import Situation, Verdict
from companion.core.tricks_taken import count_tricks
from companion.core.turns import out_of_turn
from companion.core.words import counted, figure, listed, signed
from companion.games.ecarte import scoring
from companion.games.ecarte.scoring import HAND, KING_SHOWN, TRICKS, UPCARD_KING, VULNERABLE

DEALER: Key[str | None] = Key("dealer")
TOTALS: Key[PerName[int]] = Key("totals")
UPCARD: Key[str | None] = Key("upcard")
PLAYED: Key[bool] = Key("played")
EXCHANGED: Key[bool | None] = Key("exchanged")
EXCHANGES: Key[int] = Key("exchanges")
BY: Key[str | None] = Key("by")
STOCK: Key[int] = Key("stock")
WANTED_FIRST: Key[int] = Key("non_dealer")
WANTED_LAST: Key[int] = Key("dealer")
TURN: Key[str | None] = Key("turn")

TWO = 2
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
    """The card turned up makes trumps; a king is a point for the dealer, which may win the play."""
    card, dealer, target, why = given.word(CARD), given.who(DEALER), options[TARGET], Reasons()
    trump, points = suit_of(card), int(rank_of(card) == KING)
    total = given[TOTALS][dealer] + points
    over = bool(points) and total >= target
    turned = f"{pretty(card)} was turned up, so {SUIT_NAMES[trump]} are trumps."
    told = f"{suit_told(trump)} are trumps"
    if points:
        why.say(turned, "ecarte/scoring.upcard", "ecarte/deal.cards")
        why.say(f"It is a king: {dealer} deals, scores 1 point and now has {figure(total)}.")
        told += f", and {dealer} scores 1 point"
    else:
        why.say(turned, "ecarte/deal.cards")
        why.say("Only a king turned up scores.", "ecarte/scoring.upcard")
        told += ". The card scores nothing"
    if over:
        why.say(f"{counted(target, 'point')} win, so the hand is not played.", "ecarte/ending.king")
        told += " and wins"
    return why.verdict(f"{told}.", trump=trump, points=points, over=over)


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
        f.flag(EXCHANGED, "Cards were exchanged", nobody="Not said", aside=True, help="In this hand."),
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
    """Only the king of trumps, and not the card turned up; after an exchange, and before the first lead."""
    name, card, trump, upcard = given.who(PLAYER), given.word(CARD), given.word(TRUMP), given.word(UPCARD)
    target, total, king, why = options[TARGET], given[TOTALS][name] + 1, KING + trump, Reasons()
    allowed, over = card == king != upcard and not given[PLAYED], False
    if card == upcard:
        why.say(
            f"{pretty(card)} lies turned up, and nobody ever draws it.", "ecarte/scoring.one-king", "ecarte/deal.cards"
        )
        told = f"No: {pretty(card)} was turned up, so {name} cannot hold it."
    elif card != king:
        why.say(f"{pretty(upcard)} was turned up.", "ecarte/scoring.king", "ecarte/scoring.other-kings")
        told = f"No: only the king of trumps scores, and that is {pretty(king)}."
    elif given[PLAYED]:
        why.say(
            "The book sets no limit; we allow it up to the first lead.",
            "ecarte/play.show-until",
            "ecarte/play.show-king",
        )
        told = f"No: the first card has been led, so it is too late for {name}."
    else:
        why.say(f"{pretty(upcard)} was turned up, so {pretty(king)} is the king of trumps.", "ecarte/scoring.king")
        why.say("After an exchange it may be shown.", "ecarte/play.show-king")
        if not given[EXCHANGED]:
            without = "In this hand there was none" if given[EXCHANGED] is False else "Whether also without one"
            why.say(
                f"{without}; the book does not say, and we allow it.",
                "ecarte/play.show-until",
                "ecarte/play.show-anyway",
            )
        over = total >= target
        told = f"Yes: {name} shows it and scores 1 point."
        if over:
            why.say(
                f"{name} then has {counted(total, 'point')}, and {target} win: the hand is not played.",
                "ecarte/ending.king",
            )
            told = f"Yes: {name} shows it, scores 1 point and wins."
    return why.verdict(told, allowed=allowed, points=int(allowed), over=over)


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
    """Whoever prevents the first exchange of a hand."""
    dealer, refused, exchanges, why = given.who(DEALER), given.word(BY) == REFUSES, given[EXCHANGES], Reasons()
    name, other = dealer, left_of(given[PLAYERS], dealer)
    if not refused:
        name, other = other, name
    if refused and not exchanges:
        why.say(
            "The book names the non-dealer here, too. We take that for a slip: it is whoever refuses the exchange.",
            "ecarte/play.vulnerable-dealer",
        )
    did = "deals and refused a proposal" if refused else "does not deal and plays without proposing"
    why.say(f"{name} {did}.", "ecarte/play.vulnerable")
    if exchanges:
        why.say(f"There has been {counted(exchanges, 'exchange')} in this hand; after one nobody is vulnerable.")
        return why.verdict("Nobody is vulnerable.", vulnerable=None)
    why.say("So there is no exchange in this hand.", "ecarte/scoring.vulnerable")
    return why.verdict(f"{name} is vulnerable: if {other} wins the hand, it counts 1 point more.", vulnerable=name)


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
        f.count(WANTED_FIRST, "Non-dealer wants", HAND, required=True),
        f.count(WANTED_LAST, "Dealer wants", HAND, required=True),
    )


def _served(wanted: int, got: int) -> str:
    """What somebody gets of what they want."""
    if not wanted:
        return "wants none"
    return f"gets the {wanted} wanted" if got == wanted else f"gets {got} of the {wanted} wanted"


def _judge_exchange(options: Record, given: Record) -> Verdict:
    """The non-dealer is served first, the dealer from what is left."""
    stock, first, last = given[STOCK], given[WANTED_FIRST], given[WANTED_LAST]
    got_first = min(first, stock)
    got_last = min(last, stock - got_first)
    left = stock - got_first - got_last
    why = Reasons(*(["ecarte/play.stock"] if got_first + got_last < first + last or not left else []))
    why.say(f"The non-dealer is served first and {_served(first, got_first)}.", "ecarte/play.exchange")
    for_dealer = counted(stock - got_first, "card is", "cards are")
    why.say(f"{for_dealer} left for the dealer, who {_served(last, got_last)}.")
    why.say("Each discards as many cards as they draw.")
    why.say(f"{counted(left, 'card is', 'cards are')} left in the stock." if left else "The stock is used up.")
    after = "Then the non-dealer speaks again." if left else "Then the hand begins."
    return why.verdict(
        f"The non-dealer draws {got_first}, the dealer {got_last}. {after}",
        non_dealer=got_first, dealer=got_last, stock=left, may_continue=bool(left),
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
    """The non-dealer proposes or plays, the dealer accepts or refuses, while the stock lasts."""
    stock, first, why = given[STOCK], given.word(TURN) == NON_DEALER, Reasons()
    if not stock:
        why.say("Exchanging ends with the last card of the stock.", "ecarte/play.stock")
        return why.verdict("Nothing: the stock is used up, and the hand begins.", choices=[])
    why.say(
        f"The stock still has {counted(stock, 'card')}.", "ecarte/play.propose", "ecarte/play.dealer-never-proposes"
    )
    if first:
        return why.verdict("The non-dealer proposes an exchange, or plays.", choices=["propose", "play"])
    return why.verdict("The dealer accepts the proposal, or refuses it.", choices=["accept", "refuse"])


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
    """The lines of the round in their order."""
    result, why = _scored(options, given), Reasons()
    target, winners = options[TARGET], result.table.winners
    for line in result.lines:
        why.say(f"{line.name} {signed(line.points)}: {line.text}.", line.rule)
    why.say_all(result.notes)
    if given[VULNERABLE] == given.who(DEALER) and any(
        line.rule == "ecarte/scoring.vulnerable" for line in result.lines
    ):
        why.say("That a dealer who refuses is vulnerable is our reading of the book.", "ecarte/play.vulnerable-dealer")
    told = listed(f"{name} {signed(points)}" for name, points in result.scores.items())
    totals = listed(f"{name} {figure(total)}" for name, total in result.totals.items())
    verdict = f"{told}. That makes {totals}."
    if winners:
        rule = "ecarte/ending.target" if given.given(TRICKS) else "ecarte/ending.king"
        why.say(f"{counted(target, 'point')} win.", rule)
        verdict = f"{told}. {winners[0]} has {result.totals[winners[0]]:,} points and wins."
    why.cite("ecarte/scoring.order")
    winner = winners[0] if winners else None
    return why.verdict(verdict, scores=dict(result.scores), over=result.table.over, winner=winner)


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
    out_of_turn("ecarte/play.lead"),
)  # fmt: skip
