"""The referee of Farmer: counts, who takes the farm, who pays whom, and whose turn it is."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.cards.notation import pretty
from companion.core.common.chips import ANTE, chip_changes
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.ranking import group_by_value, leaders
from companion.core.game.seating import first_from, from_left_of, left_of
from companion.core.game.situation import Verdict, situation
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARD, CARDS, PLAYER, PLAYERS
from companion.core.referee.ready_situations import Case, case_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import HANDS
from companion.core.words import counted, listed, with_verb
from companion.games.farmer import scoring
from companion.games.farmer.scoring import (
    DECIDED,
    DECK,
    GOAL,
    HANDS_FIELD,
    LEAST_CARDS,
    MOST_CARDS,
    SIX_OF_HEARTS,
    VALUES,
    P,
    chips_into_farm,
    counts_of,
    counts_under,
    farm_winner,
    hand_count,
    hand_text,
)

CASES = read_toml(__package__, "cases.toml")
FARMER = ask.player("farmer", "Farmer", required=True)

MOST_FARM = 1_000_000_000


# What does a hand count?


@case_situation(CASES, "score", (
    f.cards(CARDS, "Cards", DECK, 1, MOST_CARDS, required=True, help="All cards of the hand, including the one dealt."),
), check=lambda _, given: (Problem(CARDS, fault.message) for fault in scoring.check_hands({"The player": given[CARDS]}))
)  # fmt: skip
def _score(_: Record, given: Record) -> Case:
    """Return the case of a hand, by its count: bust, 16, or under 16. A hand of one card has to draw."""
    cards = given[CARDS]
    count, must = hand_count(cards), len(cards) < LEAST_CARDS
    case = first_true((count > GOAL, "bust"), (must, "one card"), (count == GOAL, "sixteen"), (True, "under"))
    words = {"count": count, "values": listed(f"{pretty(card)} counts {VALUES[card]}" for card in cards)}
    return Case(case, words, {"count": count, "must_draw": must})


# Who takes the farm, and who pays whom?


SHOWDOWN_FACTS = (facts.players(scoring.GAME.seats), FARMER.of(help="Who dealt."), HANDS_FIELD)


def _explain_open_questions(why: Reasons, hands: Mapping[str, tuple[str, ...]], farmer: str) -> None:
    """Cite the open points of the book on which it depends who takes the farm with these hands."""
    won = farm_winner(hands, farmer)
    if won is None and min(map(hand_count, hands.values())) > GOAL:
        why.say("The book does not mention a deal in which everybody is bust.", P.scoring.all_bust)
    if won and hand_count(hands[farmer]) == GOAL and farmer != won[0] and won[1] in ("fewest-cards", "left-of-farmer"):
        text = "A farmer with more cards than the fewest has no privilege, as we read the book."
        why.say(text, P.scoring.farmer_with_more)


def _explain_open_payments(why: Reasons, hands: Mapping[str, tuple[str, ...]], farmer: str) -> None:
    """Cite the open points of the book on which these payments depend."""
    under = counts_under(hands).values()
    if farm_winner(hands, farmer):
        note = f"Lower counts pay the closest only in a deal without a {GOAL}, as we read the book."
        why.say(note, P.scoring.lower_counts, when=under)
        return
    ours = "Several share the best count and nobody has a lower one. The book does not say; we let nobody pay."
    why.say(ours, P.scoring.nobody_lower, when=len(under) > 1 and min(under) == max(under))
    bust = "As we read the book, players who are bust pay the farmer alone, not the closest as well."
    why.say(bust, P.scoring.bust_only, when=0 < len(under) < len(hands))


def _say_steps(why: Reasons, hands: Mapping[str, tuple[str, ...]], farmer: str) -> None:
    """Explain how the hands compare, and what decides who takes the farm."""
    why.say(f"{listed(hand_text(name, cards) for name, cards in hands.items())}.")
    winner, by = farm_winner(hands, farmer) or ("", "")
    why.say(f"Nobody has {GOAL}, so the farm stays.", when=not winner)
    beside = f"{farmer}, the farmer, is not among those with {GOAL} and the fewest cards."
    why.say(beside, when=by == "left-of-farmer")
    why.say_all([f"{winner} takes the farm: {DECIDED[by][1]}."] if winner else [])


def _offer_showdown(_: Any, entry: Record) -> str:
    """Suggest this question if several players have the best count."""
    hands = entry[HANDS]
    level = [name for name, cards in hands.items() if hand_count(cards) == GOAL] or leaders(counts_under(hands))
    return f"{listed(level)} tie." if len(level) > 1 else ""


@situation("showdown", "Who takes the farm?", SHOWDOWN_FACTS, check=scoring.check, offer=_offer_showdown)
def _showdown(options: Record, given: Record) -> Verdict:
    """Judge who takes the farm: a player with 16; else it stays, and the best count below 16 is the closest."""
    hands, farmer, why = given[HANDS], given.who(FARMER), Reasons()
    won = farm_winner(hands, farmer)
    closest, counts = () if won else leaders(counts_under(hands)), counts_of(hands)
    worth = {name: 0 if count > GOAL else count for name, count in counts.items()}
    if won:
        text = f"{won[0]} takes the farm."
        why.cite(DECIDED[won[1]][0], *([P.scoring.tie_order] if won[1] != "alone" else []))
    else:
        near = f"; {with_verb(closest, 'is', 'are')} closest" if closest else ": all are bust, so nobody is closest"
        text = f"The farm stays{near}."
        why.cite(P.scoring.farm_stays, *([P.scoring.closest] if closest else []))
    _say_steps(why, hands, farmer)
    _explain_open_questions(why, hands, farmer)
    why.cite(P.scoring.values)
    winner, by = won or (None, None)
    ranking = group_by_value(worth | ({winner: GOAL + 1} if winner else {}))  # ahead of others with 16
    shown = {name: "bust" if count > GOAL else str(count) for name, count in counts.items()}
    return why.verdict(text, ranking=ranking, hands=shown, winner=winner, by=by, closest=list(closest))


def _check_settle(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the hands are possible, and that the farm holds at least the antes."""
    yield from scoring.check(options, given)
    antes = options[ANTE] * len(given[PLAYERS])
    if given[FARM] < antes:
        yield Problem(FARM, f"The antes alone are {counted(antes, 'chip')}: count them in, too.")


FARM = ask.chips("farm", "Farm", MOST_FARM, required=True, help="The chips in it, the antes included.")


@situation("settle", "Who pays whom after the hand?", (*SHOWDOWN_FACTS, FARM),
    help="The antes are paid already.", check=_check_settle)  # fmt: skip
def _settle(options: Record, given: Record) -> Verdict:
    """Judge who pays whom: the farm to its winner, or lower counts to the closest; then bust players to the farmer."""
    hands, farmer, farm, why = given[HANDS], given.who(FARMER), given[FARM], Reasons()
    payments = list(scoring.payments(hands, farmer, options[ANTE], farm))
    won = farm_winner(hands, farmer)
    scores = chip_changes(hands, payments)
    left, following = farm + chips_into_farm(payments), won[0] if won else farmer
    why.cite(*(payment.rule for payment in payments))
    _say_steps(why, hands, farmer)
    why.say_all(map(scoring.payment_text, payments))
    _explain_open_questions(why, hands, farmer)
    _explain_open_payments(why, hands, farmer)
    why.cite(*(() if won else (P.scoring.farm_stays,)), P.scoring.order)
    why.say(f"{following} is farmer in the next deal.", P.deal.farmer)
    stays = f"the farm stands at {counted(left, 'chip')}" if left else "nothing is left in the farm"
    gained = [f"{name} {'gets' if score > 0 else 'pays'} {abs(score):,}" for name, score in scores.items() if score]
    text, paid = f"{listed(gained) or 'Nobody pays anything'}; {stays}.", [payment.json for payment in payments]
    return why.verdict(text, payments=paid, scores=scores, farm=left, farmer=following)


# Who is the first farmer, and whose turn is it?


DEAL = ask.rows(
    "deal", "Deal", (f.player(PLAYER, "Player", required=True), f.card(CARD, "Card", DECK, required=True)),
    least=1, most=len(DECK.copies), required=True, sentences=(("", "{player} got {card}"),),
    help="The cards dealt face up, in order.",
)  # fmt: skip


@case_situation(CASES, "first-farmer", (DEAL,),
    check=lambda _, given: facts.check_cards(DEAL, DECK, (row[CARD] or "" for row in given[DEAL])))  # fmt: skip
def _first_farmer(_: Record, given: Record) -> Case:
    """Return the case of a deal: whether a player got the 6♥."""
    name = next((row.who(PLAYER) for row in given[DEAL] if row[CARD] == SIX_OF_HEARTS), None)
    return Case("found" if name else "not yet", {"farmer": name}, {"farmer": name})


STAYED = ask.players("stayed", "Stayed", help="Who has stayed, in any order.")


@situation("turn", "Whose turn is it?", (facts.players(scoring.GAME.seats), FARMER, STAYED))
def _turn(options: Record, given: Record) -> Verdict:
    """Judge whose turn it is: from the farmer's left, past those who have stayed; the farmer is last."""
    players, farmer, stayed = given[PLAYERS], given.who(FARMER), given[STAYED]
    first, why = left_of(players, farmer), Reasons(P.play.draw, P.play.turns)
    left = [name for name in from_left_of(players, farmer) if name not in stayed]
    why.say(f"The draw begins with {first} and ends with {farmer}, the farmer.")
    why.say(f"{with_verb(stayed, 'has', 'have')} stayed.", when=stayed)
    coming = first_from(players, first, left) if left else None
    return why.verdict(f"It is {coming}'s turn." if left else "All have stayed: compare the hands.", next=coming)


SITUATIONS = (_score, _showdown, _settle, _first_farmer, _turn)
