"""The referee of Kabu: what a hand scores, whose turn it is, who may draw, and who pays whom."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from companion.cards.notation import PIPS, pretty, rank_of
from companion.core.common.chips import ChipPayment, chip_changes
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse_each
from companion.core.entry.record import Record, Rows
from companion.core.game.ranking import group_by_value
from companion.core.game.seating import from_left_of
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.facts import CARDS, DEALER, PLAYER, PLAYERS
from companion.core.referee.ready_situations import Case, case_situation, offer_when_scored
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import HANDS
from companion.core.words import counted, listed, with_verb
from companion.games.kabu import scoring
from companion.games.kabu.scoring import BEST, DECK, SCORES, P, hand_score, hand_sum

SEATS = scoring.GAME.seats
CASES = read_toml(__package__, "cases.toml")
DEALT, MOST_CARDS = 2, 4
MOST_HELD = 1_000_000_000


# What does a hand score?


def _sum_text(cards: Sequence[str]) -> str:
    """Return the pips of cards as a sum in words: ``7 + 5 = 12``."""
    return f"{' + '.join(str(PIPS[rank_of(card)]) for card in cards)} = {hand_sum(cards)}"


@situation("score", "What does the hand score?",
    (f.cards(CARDS, "Cards", DECK, DEALT, MOST_CARDS, required=True, help="All cards of the hand."),))  # fmt: skip
def _score(options: Record, given: Record) -> Verdict:
    """Judge what a hand scores: the last digit of the sum of its cards."""
    cards, why = given[CARDS], Reasons(P.scoring.hand)
    total, score = hand_sum(cards), hand_score(cards)
    why.say(f"{listed(pretty(card) for card in cards)} add up to {_sum_text(cards)}.")
    why.say(f"Of {total} only the last digit counts.", when=total > BEST)
    best = ", the best there is" if score == BEST else ""
    return why.verdict(f"The hand scores {score}{best}.", total=total, score=score)


# Whose turn is it, and may a player draw?


def _draws(turns: Rows) -> Counter[str]:
    """Return how often each player has drawn."""
    return Counter(row.who(PLAYER) for row in turns if row[ACTION] == "draw")


def _finished_players(turns: Rows) -> dict[str, str]:
    """Return the players who have finished drawing, with what they did: ``passed`` or ``drawn twice``.

    Source: kabu/play.turn, kabu/play.passed.
    """
    done = {row.who(PLAYER): "passed" for row in turns if row[ACTION] == "pass"}
    return done | {name: "drawn twice" for name, often in _draws(turns).items() if often == MOST_CARDS - DEALT}


def _next_player(order: Sequence[str], turns: Rows) -> tuple[str | None, list[str]]:
    """Return the next player (None if all are done), and the players who are skipped before them."""
    asked = from_left_of(order, turns[-1].who(PLAYER) if turns else order[-1])
    passed_over = list(takewhile(_finished_players(turns).__contains__, asked))
    return (asked[len(passed_over)] if len(passed_over) < len(asked) else None), passed_over


def _check_turn(options: Record, given: Record) -> Iterator[Problem]:
    """Check that everybody acts in turn, and nobody after they are done."""
    order, turns = from_left_of(given[PLAYERS], given.who(DEALER)), given[ACTIONS]
    for number, row in enumerate(turns):
        before, name = turns[:number], row.who(PLAYER)
        coming, done = _next_player(order, before)[0], _finished_players(before)
        if name != coming:
            fault = f"it is {coming}'s turn, not {name}'s." if coming else "everybody is done already."
            if coming and name in done:
                fault = f"{name} has {done[name]} already; it is {coming}'s turn."
            yield Problem(ACTIONS, f"Turn {number + 1}: {fault}", name, number + 1)
            return


ACTION = ask.choice("action", "Did", {"draw": "drew a card", "pass": "passed"}, required=True)
ACTIONS = ask.rows(
    "actions", "Turn", (f.player(PLAYER, "Player", required=True), ACTION),
    most=SEATS.most * (MOST_CARDS - DEALT), sentences=(("", "{player} {action}"),),
    help="In order, from the dealer's left; none yet: leave it out.",
)  # fmt: skip


@situation("turn", "Whose turn is it to draw?", (facts.players(SEATS), DEALER, ACTIONS), check=_check_turn)
def _turn(options: Record, given: Record) -> Verdict:
    """Judge whose turn it is: to the left, past those who have passed or drawn twice."""
    dealer, turns, why = given.who(DEALER), given[ACTIONS], Reasons()
    order, done = from_left_of(given[PLAYERS], dealer), _finished_players(turns)
    coming, passed_over = _next_player(order, turns)
    why.say(f"The turn goes to the left, from {order[0]} to {dealer}, who deals.", P.play.turn, P.play.first)
    why.say_all(f"The last turn was {row.who(PLAYER)}'s." for row in turns[-1:])
    why.say_all(f"{name} has {done[name]}." for name in order if name in done)
    ours = "A player who has passed is not asked again; the book does not say so outright."
    why.say(ours, P.play.passed, when=coming and "passed" in map(done.__getitem__, passed_over))
    why.cite(P.play.show, when=not coming)
    draws = _draws(turns)
    return why.verdict(
        f"It is {coming}'s turn: draw one card, or pass." if coming else "Everybody is done: show all hands.",
        next=coming, may=["draw", "pass"] if coming else [],
        cards={name: DEALT + draws[name] for name in given[PLAYERS]},
    )  # fmt: skip


HELD = ask.count("cards", "Cards held", MOST_CARDS, least=DEALT, required=True, help="Before the draw in question.")
PASSED = ask.flag("passed", "Passed before", help="Whether the player has passed in this hand.")
TAKEN = ask.flag("taken", "Drew all the same", aside=True, help="The card has been drawn already.")


@case_situation(CASES, "draw", (HELD, PASSED, TAKEN))
def _draw(_: Record, given: Record) -> Case:
    """Return the case of a player who wants to draw: at most twice, and not after a pass."""
    case = "four cards" if given[HELD] == MOST_CARDS else "passed" if given[PASSED] else "allowed"
    left = MOST_CARDS - given[HELD] if case == "allowed" else 0
    late = given[TAKEN] and not left
    draws = counted(left, "draw is", "draws are")
    return Case(f"{case}, drawn" if late else case, {"draws": draws}, {"left": left})


# Who pays whom?


def _check_payments(options: Record, given: Record) -> Iterator[Problem]:
    """Check that two to six scores are given, and the chips of all of those players or of nobody."""
    scored = given.names_given(SCORES)
    yield from _check_number(SCORES, len(scored), "score")
    if given.has(CHIPS):
        holding = given.names_given(CHIPS)
        yield from refuse_each(CHIPS, scored, holding, "The chips of {name} are missing.")
        yield from refuse_each(CHIPS, holding, scored, "{name} has chips here, but no score.")


def _check_number(key: str, number: int, what: str) -> Iterator[Problem]:
    """Check that a number of players can play. ``what``: the noun of the message."""
    if not SEATS.allows(number):
        yield Problem(key, f"{counted(number, what)}: Kabu is for {SEATS.number_text} players.")


def _explain_inability_to_pay(
    why: Reasons, options: Record, due: Sequence[ChipPayment], unable: Mapping[str, int], held: Mapping[str, int]
) -> None:
    """Explain what follows if players cannot pay. ``unable``: what each of them owes; ``held``: their chips before."""
    paid = scoring.payments_made(options, due, unable)
    for name, owed in unable.items():
        why.say(f"{name} owes {counted(owed, 'chip')} but holds {held[name]:,}, and pays nobody.", P.scoring.unable)
        coming = sum(payment.chips for payment in due if payment.to == name and payment.payer not in unable)
        if held[name] + coming >= owed:
            why.say(f"What {name} gets in this hand does not help, as we read the book.", P.scoring.able)
    if scoring.nobody_pays(options):
        why.say("At this table nobody pays in such a hand.", P.scoring.final_hand)
    else:
        ours = "The book speaks of one player who cannot pay; if several cannot, we let none of them pay."
        why.say(ours, P.scoring.several_unable, when=len(unable) > 1)
        text = "The book does not say whether the others still pay each other; here they do."
        why.say(text, P.scoring.final_hand, when=paid)
        gets = [name for name in unable if any(payment.to == name for payment in paid)]
        if gets:
            why.say(f"{with_verb(gets, 'still gets', 'still get')} what lower scores owe.", P.scoring.unable_collects)
    why.say("The game ends with this hand.", P.ending.unable)


def _offer_payments(table: Table[None], entry: Record, _: object) -> Suggestion:
    """Suggest this question if somebody cannot pay or if scores are level."""
    scores = scoring.scores_of(entry)
    unable = scoring.unable_to_pay(scores, table.totals)
    why = f"{listed(unable)} cannot pay." if unable else next(scoring.level_notes(scores), "")
    return (why, {"scores": dict(scores)}) if why else ""


CHIPS = ask.count_of_each(
    "chips", "Chips", MOST_HELD, help="What each held before the hand; leave it out if all can pay.",
).of(type="chips")  # fmt: skip


@situation("payments", "Who pays whom after the hand?", (
    SCORES.of(required=True, either="", help="As announced."), CHIPS,
), check=_check_payments, known_facts=lambda table: {"chips": dict(table.totals)},
    offer=offer_when_scored(scoring.GAME.scoring, _offer_payments))  # fmt: skip
def _payments(options: Record, given: Record) -> Verdict:
    """Judge who pays whom: of any two players the lower score pays the difference, if that player can pay everybody."""
    scores, why = given[SCORES], Reasons(P.scoring.payment)
    held, due = given[CHIPS] if given.has(CHIPS) else {}, scoring.payments(scores)
    owed, unable = scoring.chips_owed(scores), scoring.unable_to_pay(scores, held) if held else {}
    paid = scoring.payments_made(options, due, unable)
    gained = chip_changes(scores, paid)
    why.cite(P.scoring.all_pairs, when=len(scores) > 2)
    why.say(f"{listed(f'{name} has {score}' for name, score in scores.items())}.")
    why.say_all(f"{payer} owes {to} {scores[to]} − {scores[payer]} = {chips}." for payer, to, chips, *_ in due)
    why.say_all(scoring.level_notes(scores))
    if unable:
        _explain_inability_to_pay(why, options, due, unable, held)
    for name, chips in owed.items():
        if held and not unable and chips and chips == held[name]:
            left = gained[name] + held[name]
            has = f"{counted(left, 'chip') if left else 'no chip'} left"
            why.say(f"{name} can just pay the {chips:,} and has {has}: the play goes on.", P.ending.unable)
    moves = listed(payment.text for payment in paid)
    cannot = f" {listed(unable)} cannot pay, and the game is over." if unable else ""
    text, made = f"{moves or 'Nobody pays anything'}.{cannot}", [payment.json for payment in paid]
    return why.verdict(text, owed=owed, cannot_pay=list(unable), payments=made, scores=gained)


# Who has the best hand?


def _offer_showdown(_table: Table[None], entry: Record, _lines: object) -> str:
    """Suggest asking the referee about hands with the same score."""
    return next(scoring.level_notes(scoring.scores_of(entry)), "") if entry.has(HANDS) else ""


@situation("showdown", "Who has the best score?", (
    f.cards(HANDS, "Hand", DECK, DEALT, MOST_CARDS, per="player", required=True, help="All cards of each player."),
), check=lambda _, given: _check_number(HANDS, len(given.names_given(HANDS)), "hand"),
    offer=offer_when_scored(scoring.GAME.scoring, _offer_showdown))  # fmt: skip
def _showdown(options: Record, given: Record) -> Verdict:
    """Judge who has the best score: the highest last digit, with however many cards."""
    hands, why = given[HANDS], Reasons(P.scoring.hand)
    scores = {name: hand_score(cards) for name, cards in hands.items()}
    ranking = group_by_value(scores)
    best = ranking[0]
    why.say_all(f"{name}: {_sum_text(cards)}, which scores {scores[name]}." for name, cards in hands.items())
    sizes_differ = any(len({len(hands[name]) for name in level}) > 1 for level in ranking)
    why.say("How many cards make a score does not matter.", P.scoring.hand_size, when=sizes_differ)
    why.say_all(scoring.level_notes(scores), P.scoring.payment)
    has = with_verb(best, "has", "are level on")
    shown = {name: str(score) for name, score in scores.items()}
    return why.verdict(f"{has} the best score, {scores[best[0]]}.", ranking=ranking, hands=shown)


SITUATIONS = (_score, _turn, _draw, _payments, _showdown)
