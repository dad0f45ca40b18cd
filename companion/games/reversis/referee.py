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
from companion.core.game.ranking import leaders
from companion.core.game.seating import player_opposite
from companion.core.game.situation import Verdict, one_deck, situation
from companion.core.referee import facts
from companion.core.referee.facts import BY, DEALER, HAND, PLAYS, POT, SUIT
from companion.core.referee.reasons import Reasons
from companion.core.referee.turns import out_of_turn_situation
from companion.core.tricks.records import ANY_CARD, GivenCards, Reneges, SuitRules, cards_text
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import counted, listed
from companion.games.reversis import payments as pay
from companion.games.reversis.by_tricks import QUINOLA, entry_from_cards, espagnolette_excuse, is_for_espagnolette
from companion.games.reversis.checks import check_others, check_sums
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
    HOW,
    ONLY,
    how_text,
    nobody_pays,
    payments_text,
    pots_after_text,
    remise_text,
    say_when_paid,
    winner_text,
)

POTS: Key[tuple[Any, ...]] = Key("pots")

ORDER = tuple(rank for rank in RANKS if rank != "10")
DECK = standard_deck("the 48 cards of Reversis", ranks=ORDER)
MOST_CHIPS, MOST_POTS = 1_000_000_000, 100
OTHER_BY = {"discarded": "Trick won by", "forced": "Suit led by", "led": "Hand won by"}
"""The label of the other player, by how the card was played."""

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
        text = f"This is trick {number}; a player on an espagnolette need not follow suit in the first {FIRST_TRICKS}."
        why.say(text, P.play.espagnolette)
        return why.verdict(ANY_CARD, legal=list(given[HAND]))
    text = f"In trick {number} the espagnolette frees nobody from following suit."
    return replace(verdict, rules=(P.play.espagnolette_last, *verdict.rules), because=(text, *verdict.because))


# Who is paid for an ace or the Quinola?


CARD_FACTS = (
    HOW,
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
    if given.text(HOW) != "led" and given.who(OTHER) == name:
        who = OTHER_BY[given.text(HOW)].lower()
        yield Problem(OTHER, f"{name} cannot be paid by {name}: enter the other player ({who}).", name)


@situation("ace", "Who is paid for an ace?", (f.choice(SUIT, "Ace", SYMBOLS, required=True), *CARD_FACTS),
    check=_check_not_paid_by_oneself)  # fmt: skip
def _ace(_: Record, given: Record) -> Verdict:
    """Judge who is paid for an ace and how much; it depends on how the ace was played.

    Nobody pays if payer and receiver are the same player.
    """
    suit, how, by, other = given.text(SUIT), given.text(HOW), given.who(BY), given.who(OTHER)
    what, why = f"the ace of {SUIT_NAMES[suit]}", Reasons()
    if by == other:
        return nobody_pays(what, by, **{"from": None, "to": None, "chips": 0})
    payment = pay.ace_payment(how, suit, what, by, other)
    why.say(how_text(what, how, by, other), payment.rule)
    why.say(f"It is worth {counted(payment.chips, 'chip')}.")
    why.cite(P.scoring.at_once, when=how != "led")
    rests = say_when_paid(why, given)
    return why.verdict(payments_text([payment]), rests=rests, **payment.json)


REMISES = ask.count(
    "remises", "Remises", MOST_POTS, required=True, help="Paid since antes formed the first of these pots.",
)  # fmt: skip
POT_FACTS = (
    f.several(
        POTS, "Pots", f.chips(POT, "Pot", MOST_CHIPS, least=1), least=1, most=MOST_POTS, required=True,
        help="Oldest first, including the antes of this hand.",
    ),
    REMISES,
)  # fmt: skip


def _check_pots(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there are no more pots than remises: the first goes into a pot, each later one forms another pot."""
    pots, remises = len(given[POTS]), given[REMISES]
    if pots > max(1, remises):
        there = counted(remises, "remise was", "remises were") if remises else "no remise was"
        text = f"There cannot be {pots} pots if {there} paid: the first remise forms none. Enter all remises paid "
        yield Problem(POTS, f"{text}since antes formed the first pot.")


def _known_pots(table: Any) -> dict[str, Any]:
    """Return the facts about the pots, with the antes of the coming hand in them."""
    pots = table.state.with_antes()
    return {"pots": list(pots.amounts), "remises": pots.remises}


@situation("quinola", "Who is paid for the Quinola?", (facts.players(GAME.seats), *CARD_FACTS, *POT_FACTS),
    check=lambda *of: [*_check_not_paid_by_oneself(*of), *_check_pots(*of)], known_facts=_known_pots)  # fmt: skip
def _quinola(_: Record, given: Record) -> Verdict:
    """Judge who is paid for the Quinola, and what goes into the last pot or out of it.

    Nobody pays if payer and receiver are the same player.
    """
    how, by, other, pots = given.text(HOW), given.who(BY), given.who(OTHER), Pots(given[POTS], given[REMISES])
    what, why = "the Quinola", Reasons()
    if by == other:
        return nobody_pays(what, by, payments=[], pots=list(pots.amounts))
    account = Account(pots)
    account.pay_for_quinola(how, what, by, other, given[facts.PLAYERS])
    why.say(how_text(what, how, by, other), account.payments[0].rule)
    text = f"{by} takes the pot formed last as well, {counted(pots.last, 'chip')}."
    why.say(text, P.scoring.quinola_pot, P.scoring.pot_gone, when=how == "discarded")
    why.say(remise_text(pots), P.scoring.remise, when=how == "forced")
    rests = say_when_paid(why, given)
    after = list(account.pots.amounts)
    why.say(pots_after_text(after))
    rows = [payment.json for payment in account.payments]
    return why.verdict(payments_text(account.payments), rests=rests, payments=rows, pots=after)


@situation("remise", "How much does the remise add to the pots?", POT_FACTS, check=_check_pots, known_facts=_known_pots)
def _remise(_: Record, given: Record) -> Verdict:
    """Judge how much the remise is (as much as the last pot), and whether it goes into that pot or forms a new one."""
    pots, why = Pots(given[POTS], given[REMISES]), Reasons(P.scoring.remise, P.scoring.remise_again)
    after = pots.with_remise()
    why.say(remise_text(pots))
    why.say(pots_after_text(after.amounts))
    where = "goes into the pot" if len(after.amounts) == len(pots.amounts) else "forms a new pot"
    verdict = f"The remise is {counted(pots.last, 'chip')} and {where}."
    return why.verdict(verdict, chips=pots.last, pots=list(after.amounts))


# Who wins and who loses the hand?


def _offer_party(_: Any, entry: Record) -> str:
    """Suggest this question if some players are level on the most or the fewest card points."""
    points = entry[POINTS]
    for level in (leaders(points), leaders(points, "low")):
        if 1 < len(level) < len(points):
            return f"{listed(level)} are level on card points."
    return ""


ESPAGNOLETTE_FACT = ESPAGNOLETTE.of(group="")


def _check_party(options: Record, given: Record) -> Iterator[Problem]:
    """Check the sums of points and tricks, and that nobody took every trick."""
    yield from check_sums(given)
    for name, taken in given[TRICKS].items():
        text = f"{name} took all {ALL_TRICKS} tricks, a reversis: nobody is paid for the hand."
        yield from refuse(TRICKS, f"{text} Ask “{REVERSIS_TITLE}” instead.", name, when=taken == ALL_TRICKS)


@situation("party", "Who wins and who loses the hand?", (
    facts.players(GAME.seats), DEALER, POINTS.of(quick=(), sum=None), TRICKS.of(sum=None),
    TALON.of(quick=(), help="Card points among the four cards set aside."), ESPAGNOLETTE_FACT,
), check=_check_party, offer=_offer_party)  # fmt: skip
def _party(options: Record, given: Record) -> Verdict:
    """Judge who wins the hand, by an espagnolette or the fewest points, and which of the others loses it."""
    players, talon, espagnolette, why = given[facts.PLAYERS], given[TALON], given[ESPAGNOLETTE], Reasons()
    points, tricks, losing_tie = given[POINTS], given[TRICKS], options.text(LOSING_TIE)
    winner, loser = pay.winner_and_loser(players, given.who(DEALER), given, losing_tie)
    payment = pay.payment_for_hand(players, winner, loser, talon)
    if espagnolette:
        why.cite(P.scoring.espagnolette_won if espagnolette == winner else P.scoring.espagnolette_lost)
    why.say(winner_text(points, winner, espagnolette), P.scoring.winner)
    why.cite(P.scoring.loser, P.scoring.party)
    level = [name for name in players if name != winner and points[name] == points[loser]]
    if espagnolette == loser:
        why.say(f"{loser} took {counted(tricks[loser], 'trick')}: the espagnolette is lost, and the hand with it.")
        why.say(f"{loser} also pays back double what each of the others paid for aces and the Quinola.")
    elif len(level) > 1:
        turned = losing_tie == "reversed"
        by = "most tricks, and the dealer comes last" if turned else "fewest tricks, then the dealer, then to the left"
        ours = "At this table" if turned else "As we read the book"
        why.say(f"{listed(level)} have the most points of the others, {points[loser]}.", P.scoring.losing_tie)
        why.say(f"{ours}, {loser} loses: by {by}.")
    else:
        why.say(f"{loser} has the most points of the three others, {points[loser]}, and loses.")
    all_level = espagnolette is None and len(set(points.values())) == 1
    text = "All four are level. The winner does not lose as well; the book leaves that open."
    why.say(text, P.scoring.all_level, when=all_level)
    doubled = ", doubled, for they sit opposite each other" if player_opposite(players, loser) == winner else ""
    why.say(f"That costs {pay.PARTY_CHIPS} and {talon} for the talon{doubled}.")
    verdict = f"{loser} pays {winner} {counted(payment.chips, 'chip')} for the hand."
    return why.verdict(verdict, winner=winner, loser=loser, chips=payment.chips)


# Reversis and espagnolette.

REVERSIS_TITLE = "Who pays for the reversis?"


@situation("espagnolette", "Is this a hand for the espagnolette?", (facts.hand(DECK, ALL_TRICKS, ALL_TRICKS),))
def _espagnolette(_: Record, given: Record) -> Verdict:
    """Judge whether a hand allows an espagnolette: it has all four aces, or three and the jack of hearts."""
    hand, why = given[HAND], Reasons(P.play.espagnolette_hand, P.play.espagnolette)
    held = cards_text([*(card for card in hand if rank_of(card) == "A"), *([QUINOLA] if QUINOLA in hand else [])])
    qualifies = is_for_espagnolette(hand)
    why.say("It takes all four aces, or three of them and the jack of hearts.")
    why.say(f"The hand holds {held}." if held else "The hand holds none of them.")
    yes, no = "Yes: with this hand you may undertake it.", "No: with this hand you may not undertake it."
    return why.verdict(yes if qualifies else no, qualifies=qualifies)


def _offer_reversis(_: Any, entry: Record) -> str:
    """Suggest this question if one player took every trick."""
    return next((f"{name} took every trick." for name, tricks in entry[TRICKS].items() if tricks == ALL_TRICKS), "")


@situation("reversis", REVERSIS_TITLE, (
    facts.players(GAME.seats),
    f.player(BY, "Reversis", required=True, help="Who took the first nine tricks."),
    f.player(BROKEN_BY, "Broken by", nobody="Nobody", help="Who took the tenth trick from them, or else the eleventh."),
    f.flag(BROKEN_BY_QUINOLA, "Broken by the J♥", help="The Quinola took that trick."),
    ESPAGNOLETTE_FACT,
), check=lambda _, given: check_others(given, given.who(BY)), offer=_offer_reversis)  # fmt: skip
def _reversis(_: Record, given: Record) -> Verdict:
    """Judge who pays for a reversis, made or broken, and what an espagnolette beside it costs."""
    player, breaker, espagnolette, why = given.who(BY), given[BROKEN_BY], given[ESPAGNOLETTE], Reasons()
    moved = pay.reversis_payments(given[facts.PLAYERS], player, given)
    why.cite(moved[0].rule)
    why.say(f"{player} took the first {FIRST_TRICKS} tricks: that undertakes the reversis.", P.play.reversis)
    early = f"If {player} played the Quinola among the first {FIRST_TRICKS}"
    if breaker is None:
        why.say(f"{player} took the last two as well, and made it.", P.scoring.reversis_made)
        shares = f"The player opposite pays {pay.REVERSIS_OPPOSITE} and each of the others {pay.REVERSIS_OTHERS}."
        if espagnolette:
            shares = f"{espagnolette} is on an espagnolette, and alone pays all {pay.REVERSIS_ALL} of it."
        why.say(shares)
        why.say(f"{early}, the last pot comes on top.", P.scoring.reversis_pot)
    else:
        how = " with the Quinola" if given[BROKEN_BY_QUINOLA] else ""
        why.say(f"{breaker} broke it{how}.", P.scoring.reversis_broken)
        why.say(f"{early}, a remise comes on top.", when=not how)
        text = f"The espagnolette then costs {espagnolette} nothing."
        why.say(text, P.scoring.espagnolette_broken, when=espagnolette)
    return why.verdict(payments_text(moved), payments=[payment.json for payment in moved])


PLAY = Tricks(
    most=GAME.seats.most, hand=ALL_TRICKS, decks=one_deck(DECK), rules=lambda _: RULES, length=lambda _: ALL_TRICKS,
    entry_part=lambda table, tricks, *_: entry_from_cards(RULES, table, tricks),
    by_suit=SuitRules(
        wins=(P.play.follow, P.need.ranks), off_suit=P.play.off_suit, lead=(P.play.lead,), follow=(P.play.follow,),
    ),
    reneges=Reneges(rules=(P.play.follow, P.play.renege_shown), penalty=P.play.renege, excused=espagnolette_excuse),
    asks=(ON_ESPAGNOLETTE, TRICK), check=_check_espagnolette,
)  # fmt: skip
SITUATIONS = (
    *PLAY.situations(legal={"judge": _judge_legal}), _ace, _quinola, _remise, _party, _reversis, _espagnolette,
    out_of_turn_situation(P.play.lead),
)  # fmt: skip
