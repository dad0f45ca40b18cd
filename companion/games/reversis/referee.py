"""The referee of Reversis: tricks, what aces and the Quinola pay, the pots, the hand, and the two special plays."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUIT_NAMES, SYMBOLS, rank_of
from companion.cards.tricks import plain_suits
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.seating import player_opposite
from companion.core.game.situation import Verdict, one_deck, situation
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import BY, DEALER, HAND, PLAYS, POT, SUIT
from companion.core.referee.ready_situations import Case, case_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.rules.rules import read_toml
from companion.core.tricks.records import ANY_CARD, GivenCards, Reneges, cards_text
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import counted, listed
from companion.games.reversis import payments as pay
from companion.games.reversis.by_tricks import QUINOLA, entry_from_cards, espagnolette_excuse, is_for_espagnolette
from companion.games.reversis.checks import check_sums
from companion.games.reversis.keys import (
    ALL_TRICKS,
    BROKEN_BY,
    BROKEN_BY_QUINOLA,
    ESPAGNOLETTE,
    FIRST_TRICKS,
    OTHER,
    POINTS,
    TALON,
    TRICKS,
    P,
)
from companion.games.reversis.payments import Account, Pots
from companion.games.reversis.scoring import GAME, LOSING_TIE
from companion.games.reversis.sentences import (
    ONLY,
    payments_text,
    pots_text,
    remise_text,
    winner_text,
)

POTS: Key[tuple[Any, ...]] = Key("pots")

CASES = read_toml(__package__, "cases.toml")
PLAYERS = 4
ORDER = tuple(rank for rank in RANKS if rank != "10")
DECK = standard_deck("the 48 cards of Reversis", ranks=ORDER)
MOST_CHIPS, MOST_POTS = 1_000_000_000, 100
OTHER_BY = {"discarded": "Trick won by", "forced": "Suit led by", "led": "Hand won by"}
"""The label of the other player, by how the card was played."""

HOW = {"discarded": "Thrown on another suit", "forced": "Played to its suit led", "led": "Led"}

RULES = plain_suits(ORDER)


# Which cards may be played?


ON_ESPAGNOLETTE = ask.flag("espagnolette", "Espagnolette", aside=True, help="The player has undertaken one.")
TRICK: FieldKey[int | None] = ask.count(
    "trick", "Trick number", ALL_TRICKS, least=1, nobody="Not said", aside=True,
    help="Which of the eleven it is; with an espagnolette it matters.",
)  # fmt: skip


def _check_espagnolette(seen: GivenCards) -> Iterator[Problem]:
    """Check that the number of the trick is given for a hand with an espagnolette."""
    if seen.key == HAND and seen.given[ON_ESPAGNOLETTE] and seen.given[TRICK] is None:
        yield Problem(TRICK, "Say which trick it is: an espagnolette is free in the first nine only.")


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Judge which cards may be played: as in any trick, but an espagnolette is free in the first nine tricks."""
    number, why, verdict = given[TRICK], Reasons(), PLAY.judge_legal(options, given)
    if not given[ON_ESPAGNOLETTE] or number is None or not given[PLAYS]:
        return verdict
    if number <= FIRST_TRICKS:
        text = f"This is trick {number}; on an espagnolette nobody need follow suit in the first {FIRST_TRICKS}."
        why.say(text, P.play.espagnolette)
        return why.verdict(ANY_CARD, legal=list(given[HAND]))
    text = f"In trick {number} the espagnolette frees nobody from following suit."
    return replace(verdict, rules=(P.play.espagnolette_last, *verdict.rules), because=(text, *verdict.because))


# Who is paid for an ace or the Quinola?


HOW_KEY = ask.choice("how", "How it was played", HOW, required=True)
CARD_FACTS = (
    HOW_KEY,
    f.player(BY, "Played by", required=True),
    f.player(
        OTHER, "Trick won, suit led, or hand won by", required=True,
        help="Thrown: who won the trick. To its suit: who led it. Led: who won the hand.",
        named_by=("how", tuple(OTHER_BY.items())),
    ),
    ONLY,
)  # fmt: skip


def _check_not_paid_by_oneself(options: Record, given: Record) -> Iterator[Problem]:
    """Check that no player is paid by that same player.

    Only for a card that was led may both be the same: that player won the hand, and is paid by nobody.
    """
    name = given.who(BY)
    if given.text(HOW_KEY) != "led" and given.who(OTHER) == name:
        who = OTHER_BY[given.text(HOW_KEY)].lower()
        yield Problem(OTHER, f"{name} cannot be paid by {name}: enter the other player ({who}).", name)


def _case_of_card(given: Record) -> str:
    """Return the case of an ace or the Quinola, by how it was played.

    Nobody pays where payer and receiver are the same player.
    """
    if given.who(BY) == given.who(OTHER):
        return "led by the winner"
    forced = {None: "forced", True: "forced, the only one", False: "forced, not the only one"}
    return forced[given[ONLY]] if given.text(HOW_KEY) == "forced" else given.text(HOW_KEY)


@case_situation(CASES, "ace", (f.choice(SUIT, "Ace", SYMBOLS, required=True), *CARD_FACTS),
    check=_check_not_paid_by_oneself)  # fmt: skip
def _ace(_: Record, given: Record) -> Case:
    """Return the case of an ace, with who pays whom how much."""
    suit = given.text(SUIT)
    what = f"the ace of {SUIT_NAMES[suit]}"
    payment = pay.ace_payment(given.text(HOW_KEY), suit, what, given.who(BY), given.who(OTHER))
    return Case(_case_of_card(given), {"ace": what, "chips": payment.chips}, payment.json)


REMISES = ask.count(
    "remises", "Remises", MOST_POTS, required=True, help="Paid since antes formed the first of these pots.",
)  # fmt: skip
POT_FACTS = (
    f.several(
        POTS, "Pots", f.chips(POT, "Pot", MOST_CHIPS, least=1), least=1, most=MOST_POTS, required=True,
        help="Oldest first, the antes of this hand in them.",
    ),
    REMISES,
)  # fmt: skip


def _check_pots(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there are no more pots than remises: the first goes into a pot, each later one forms another pot."""
    pots, remises = len(given[POTS]), given[REMISES]
    if pots > max(1, remises):
        there = counted(remises, "remise was", "remises were") if remises else "no remise was"
        text = f"There cannot be {pots} pots where {there} paid: the first remise forms none. Enter all remises paid "
        yield Problem(POTS, f"{text}since antes formed the first pot.")


def _known_pots(table: Any) -> dict[str, Any]:
    """Return the facts about the pots, with the antes of the coming hand in them."""
    pots = table.state.with_antes(len(table.players))
    return {"pots": list(pots.amounts), "remises": pots.remises}


@case_situation(CASES, "quinola", (facts.players(GAME.seats), *CARD_FACTS, *POT_FACTS),
    check=lambda *of: [*_check_not_paid_by_oneself(*of), *_check_pots(*of)], known_facts=_known_pots)  # fmt: skip
def _quinola(_: Record, given: Record) -> Case:
    """Return the case of the Quinola, with who pays whom, and what goes into the last pot or out of it."""
    by, other, pots = given.who(BY), given.who(OTHER), Pots(given[POTS], given[REMISES])
    account = Account(pots)
    if by != other:
        account.pay_for_quinola(given.text(HOW_KEY), "the Quinola", by, other, given[facts.PLAYERS])
    left, rows = account.pots.amounts, [payment.json for payment in account.payments]
    words = {"payments": payments_text(account.payments), "remise": remise_text(pots), "last": pots.last}
    return Case(_case_of_card(given), {**words, "left": pots_text(left)}, {"payments": rows, "pots": list(left)})


@situation("remise", "How much does the remise add to the pots?", POT_FACTS, check=_check_pots, known_facts=_known_pots)
def _remise(_: Record, given: Record) -> Verdict:
    """Judge how much the remise is (as much as the last pot), and whether it goes into that pot or forms a new one."""
    pots, why = Pots(given[POTS], given[REMISES]), Reasons(P.scoring.remise, P.scoring.remise_again)
    after = pots.with_remise()
    why.say(remise_text(pots))
    why.say(pots_text(after.amounts))
    where = "goes into the pot" if len(after.amounts) == len(pots.amounts) else "forms a new pot"
    verdict = f"The remise is {counted(pots.last, 'chip')} and {where}."
    return why.verdict(verdict, chips=pots.last, pots=list(after.amounts))


# Who wins and who loses the hand?


def _offer_party(_: Any, entry: Record) -> str:
    """Suggest asking the referee if some players are level on the most or the fewest card points."""
    points = entry[POINTS]
    for end in (max, min):
        level = [name for name, taken in points.items() if taken == end(points.values())]
        if any(points.values()) and 1 < len(level) < len(points):
            return f"{listed(level)} are level on card points."
    return ""


ESPAGNOLETTE_FACT = ESPAGNOLETTE.of(group="")


def _check_party(options: Record, given: Record) -> Iterator[Problem]:
    """Check the sums of points and tricks, and that nobody took every trick."""
    yield from check_sums(given)
    for name, taken in given[TRICKS].items():
        text = f"{name} took all {ALL_TRICKS} tricks, a reversis: nobody is paid for the hand."
        yield from refuse(TRICKS, f"{text} Ask “{CASES['reversis']['title']}” instead.", name, when=taken == ALL_TRICKS)


@case_situation(CASES, "party", (
    facts.players(GAME.seats), DEALER, POINTS.of(quick=(), sum=None), TRICKS.of(sum=None),
    TALON.of(quick=(), help="Card points among the four cards set aside."), ESPAGNOLETTE_FACT,
), check=_check_party, offer=_offer_party)  # fmt: skip
def _party(options: Record, given: Record) -> Case:
    """Return the case of a hand: an espagnolette or the fewest points win it, the most of the others lose it."""
    players, points, tricks, espagnolette = given[facts.PLAYERS], given[POINTS], given[TRICKS], given[ESPAGNOLETTE]
    losing_tie = options.text(LOSING_TIE)
    winner, loser = pay.winner_and_loser(players, given.who(DEALER), points, tricks, losing_tie, espagnolette)
    payment = pay.payment_for_hand(players, winner, loser, given[TALON])
    level = [name for name in players if name != winner and points[name] == points[loser]]
    most = "most points, level" if len(level) > 1 else "most points"
    case = first_true(
        (espagnolette and espagnolette != winner, "espagnolette lost"), (espagnolette, f"espagnolette won, {most}"),
        (len(set(points.values())) == 1, "all level"), (True, most),
    )  # fmt: skip
    reverse, order = "most tricks, and the dealer comes last", "fewest tricks, then the dealer, then to the left"
    opposite = player_opposite(players, loser) == winner
    words = {
        "winner": winner, "loser": loser, "chips": payment.chips, "won": winner_text(points, winner, espagnolette),
        "most": points[loser], "level": listed(level), "order": reverse if losing_tie == "reversed" else order,
        "tricks_lost": tricks[loser], "doubled": ", doubled, for they sit opposite each other" if opposite else "",
    }  # fmt: skip
    return Case(case, words, {"winner": winner, "loser": loser, "chips": payment.chips})


# Reversis and espagnolette.


def _check_reversis(options: Record, given: Record) -> Iterator[Problem]:
    """Check that another player breaks the reversis, named if the Quinola does, and has undertaken the espagnolette."""
    player, breaker = given.who(BY), given[BROKEN_BY]
    text = f"{player} cannot break their own reversis: name who took the trick, or nobody."
    yield from refuse(BROKEN_BY, text, player, when=breaker == player)
    if breaker is None and given[BROKEN_BY_QUINOLA]:
        yield Problem(BROKEN_BY_QUINOLA, "Say who broke the reversis with the Quinola.")
    text = f"{player} cannot undertake reversis and espagnolette in one hand: name another, or nobody."
    yield from refuse(ESPAGNOLETTE, text, player, when=given[ESPAGNOLETTE] == player)


@case_situation(CASES, "espagnolette", (facts.hand(DECK, ALL_TRICKS, ALL_TRICKS),))
def _espagnolette(_: Record, given: Record) -> Case:
    """Return the case of a hand: it allows an espagnolette if it has all four aces, or three and the jack of hearts."""
    hand = given[HAND]
    held = cards_text([*(card for card in hand if rank_of(card) == "A"), *([QUINOLA] if QUINOLA in hand else [])])
    return Case("yes" if is_for_espagnolette(hand) else "no", {"held": held or "none of them"})


def _offer_reversis(_: Any, entry: Record) -> str:
    """Suggest asking the referee if one player took every trick."""
    return next((f"{name} took every trick." for name, tricks in entry[TRICKS].items() if tricks == ALL_TRICKS), "")


@case_situation(CASES, "reversis", (
    facts.players(GAME.seats),
    f.player(BY, "Reversis", required=True, help="Who took the first nine tricks."),
    f.player(BROKEN_BY, "Broken by", nobody="Nobody", help="Who took the tenth trick from them, or else the eleventh."),
    f.flag(BROKEN_BY_QUINOLA, "Broken by the J♥", help="The Quinola took that trick."),
    ESPAGNOLETTE_FACT,
), check=_check_reversis, offer=_offer_reversis)  # fmt: skip
def _reversis(_: Record, given: Record) -> Case:
    """Return the case of a reversis, made or broken, with who pays for it; an espagnolette beside it may cost more."""
    player, breaker, espagnolette = given.who(BY), given[BROKEN_BY], given[ESPAGNOLETTE]
    if breaker is None:
        moved = pay.made_reversis_payments(given[facts.PLAYERS], player, espagnolette)
    else:
        moved = [pay.broken_reversis_payment(player, breaker, given[BROKEN_BY_QUINOLA])]
    case = "made" if breaker is None else "broken by the Quinola" if given[BROKEN_BY_QUINOLA] else "broken"
    case = f"{case}, espagnolette" if espagnolette else case
    return Case(case, {"payments": payments_text(moved)}, {"payments": [payment.json for payment in moved]})


PLAY = Tricks(
    most=PLAYERS, hand=ALL_TRICKS, decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: ALL_TRICKS,
    entry_part=lambda table, tricks, *_: entry_from_cards(RULES, table, tricks),
    wins=(P.play.follow, P.need.ranks), off_suit=P.play.off_suit, lead=(P.play.lead,), follow=(P.play.follow,),
    reneges=Reneges(rules=(P.play.follow, P.play.renege_shown), penalty=P.play.renege, excused=espagnolette_excuse),
    asks=(ON_ESPAGNOLETTE, TRICK), check=_check_espagnolette,
)  # fmt: skip
SITUATIONS = (
    *PLAY.situations(legal={"judge": _judge_legal}), _ace, _quinola, _remise, _party, _reversis, _espagnolette,
    out_of_turn_situation(P.play.lead),
)  # fmt: skip
