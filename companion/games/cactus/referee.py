"""The referee of Cactus: what layouts count, where to draw, matches, powers, and when to call."""

from collections.abc import Iterator
from typing import Any

from companion.cards.notation import pretty, rank_of, suit_of
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.ranking import group_by_value, leaders
from companion.core.game.seating import left_of
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARD, CARDS, FROM, PLAYERS, STOCK, TOP
from companion.core.referee.ready_situations import Case, case_situation, verdict_table
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import HANDS
from companion.core.words import counted, listed
from companion.games.cactus.scoring import (
    CALLER,
    DECK,
    GAME,
    LAYOUT,
    MOST_CARDS,
    PACK_POINTS,
    POINTS,
    P,
    card_points,
    check_card_count,
)
from companion.games.cactus.scoring import CARDS as LAYOUTS

TWO = 2
PENALTY = 2
"""How many cards a player takes for turning up a card that is no match. Source: cactus/penalties.no-match."""

MOST_STOCK = 44
"""The stock after the deal."""


# What does a layout count?


def _values_text(cards: Cards) -> str:
    """Return the points of cards as a sum in words: ``K♥ 0 + 5♦ 5 = 5``."""
    return f"{' + '.join(f'{pretty(card)} {card_points(card)}' for card in cards)} = {sum(map(card_points, cards))}"


def _offer_value(_: Any, entry: Record) -> str:
    """Suggest this question if the layouts have more points than the whole pack."""
    points = sum(entry[POINTS].values())
    return f"{points} points are more than the whole pack has, {PACK_POINTS}." if points > PACK_POINTS else ""


@situation("value", "What do these cards count?", (
    f.cards(CARDS, "Cards", DECK, most=MOST_CARDS, required=True, keeps_empty=True, help="Those of a layout."),
), offer=_offer_value)  # fmt: skip
def _value(options: Record, given: Record) -> Verdict:
    """Judge what a layout counts: the points of its cards, added up."""
    cards, why = given[CARDS], Reasons(P.scoring.values, P.scoring.layout)
    why.say(f"{_values_text(cards)}." if cards else "An empty layout counts 0.")
    each = [{"card": card, "points": card_points(card)} for card in cards]
    points = sum(map(card_points, cards))
    return why.verdict(f"That counts {counted(points, 'point')}.", points=points, each=each)


# Who has won the deal?


def _check_showdown(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there are two layouts, and that one pack is enough for them and the last discard."""
    hands = given[HANDS]
    yield from refuse(HANDS, f"Cactus is for two players; there are layouts of {len(hands)}.", when=len(hands) != TWO)
    yield from check_card_count(HANDS, hands)


def _offer_showdown(_: Any, entry: Record) -> Suggestion:
    """Suggest this question if the layouts are level, or if the caller has more points."""
    layouts, caller = {name: list(entry[LAYOUTS][name]) for name in entry.names_given(LAYOUTS)}, entry[CALLER]
    points = {name: sum(map(card_points, cards)) for name, cards in layouts.items()}
    points = points or {name: entry[POINTS][name] for name in entry.names_given(POINTS)}
    if len(points) < TWO:
        return ""
    best, known = leaders(points, "low"), {"hands": layouts} if layouts else {}
    if len(best) > 1:
        return f"{listed(best)} are level at {points[best[0]]}.", known
    return (f"{caller} called and has more than {best[0]}.", known) if caller and caller not in best else ""


@situation("showdown", "Who has won the deal?", (
    f.cards(
        HANDS, "Layout", DECK, most=MOST_CARDS, per="player", required=True, keeps_empty=True,
        help="All cards turned up.",
    ),
), help="The lower total wins, whoever called.", check=_check_showdown, offer=_offer_showdown)  # fmt: skip
def _showdown(options: Record, given: Record) -> Verdict:
    """Judge who has won the deal: the player with the lower total, whoever called."""
    hands = given[HANDS]
    points = {name: sum(map(card_points, cards)) for name, cards in hands.items()}
    shown = {name: counted(number, "point") for name, number in points.items()}
    ranked = group_by_value(points, "low")
    why = Reasons(P.ending.level if len(ranked) == 1 else P.scoring.deal)
    for name, cards in hands.items():
        text = f"{name}: {_values_text(cards)}." if cards else f"{name} has no card left: 0."
        why.say(text, P.scoring.values, P.scoring.layout)
    first, second = sorted(hands, key=points.__getitem__)
    why.say("The book does not mention equal totals.", when=len(ranked) == 1)
    level = f"{listed(hands)} are level at {shown[first]} and share the deal."
    text = f"{first} has the lower total, {points[first]} to {points[second]}, and wins the deal."
    text = level if len(ranked) == 1 else text
    why.say("Who called does not matter.", P.scoring.caller)
    return why.verdict(text, ranking=ranked, points=points, hands=shown)


CASES = read_toml(__package__, "cases.toml")
_draw = verdict_table(CASES, "draw")


# Is it a match?


def _check_match(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the card turned up is not the top discard, and that layout and stock are not larger than the pack."""
    top, card = given.text(TOP), given.text(CARD)
    yield from refuse(CARD, f"The {pretty(card)} is on the discard pile already; there is only one.", when=top == card)
    cards = given[LAYOUT_SIZE] + given[STOCK]
    fault = f"{cards} cards in the layout and the stock are too many; with one on the pile {MOST_CARDS} are left."
    yield from refuse(STOCK, fault, when=given.has(STOCK) and cards > MOST_CARDS)


def _offer_match(_: Any, entry: Record) -> str:
    """Suggest asking the referee about a layout of more than four cards: somebody turned up a wrong card."""
    grown = [f"{name} has {len(cards)} cards" for name, cards in entry[LAYOUTS].items() if len(cards) > LAYOUT]
    return f"{listed(grown)}: there were penalty cards." if grown else ""


LAYOUT_SIZE = ask.count(
    "layout", "Cards in the layout", MOST_CARDS, least=1, default=LAYOUT, quick=tuple(range(1, 9)),
    help="Before, with the one turned up. 4 unless you say otherwise.",
)  # fmt: skip


@situation("match", "Is it a match, and what if not?", (
    f.card(TOP, "Top discard", DECK, required=True),
    f.card(CARD, "Turned up", DECK, required=True, help="The card of the player's own layout."),
    LAYOUT_SIZE,
    f.count(
        STOCK, "Stock", MOST_STOCK, default=MOST_STOCK, quick=(0, 1, 2, 10, 20, 30), aside=True,
        help="Cards left. It matters only when fewer than two are.",
    ),
), help="The rank decides, not the points: a queen on a jack is no match.",
    check=_check_match, offer=_offer_match)  # fmt: skip
def _match(options: Record, given: Record) -> Verdict:
    """Judge whether a card turned up is a match: of the same rank. If not, it goes back and two more are taken."""
    top, card, before = given.text(TOP), given.text(CARD), given[LAYOUT_SIZE]
    stock = given[STOCK] if given.has(STOCK) else min(MOST_STOCK, MOST_CARDS - before)
    match = rank_of(top) == rank_of(card)
    penalty = 0 if match else min(PENALTY, stock)
    after = before - 1 if match else before + penalty
    why = Reasons(*([] if match else [P.penalties.no_match]), P.play.match)
    differ = first_true(
        (match, "have the same rank"),
        (card_points(top) == card_points(card), "count the same but differ in rank"),
        (suit_of(top) == suit_of(card), "are of the same suit but differ in rank"),
        (True, "differ in rank"),
    )
    why.say(f"The {pretty(top)} and the {pretty(card)} {differ}.")
    reading = "The book says only that the cards match; we take that as the rank."
    why.say(reading, P.play.match_rank, when=differ != "differ in rank")
    why.say("With no card left the player plays on.", P.play.empty_layout, when=match and not after)
    short = f"It would be {PENALTY}, but the stock has no more; the book does not mention that."
    why.say(short, P.penalties.stock_short, when=not match and penalty < PENALTY)
    left = f"{counted(after, 'card')} in the layout" if after else "no card"
    more = f"add {counted(penalty, 'card')} from the stock, unseen"
    down = f"No: turn the {pretty(card)} down again"
    text = first_true(
        (match, f"Yes: discard the {pretty(card)}. That leaves {left}."),
        (penalty, f"{down} and {more}. That makes {after} in the layout."),
        (True, f"{down}. The stock has no card to add."),
    )
    return why.verdict(text, match=match, penalty=penalty, layout=after)


# What may be done with a card, and does it have a power?

LOOK_OPPONENT, LOOK_OWN = "look-opponent", "look-own"
POWERS = {"Q": "trade", **dict.fromkeys(("J", "10", "9"), LOOK_OPPONENT), **dict.fromkeys(("8", "7", "6"), LOOK_OWN)}
"""The power of each rank that has one. Source: cactus/play.power."""


@case_situation(CASES, "power", (f.card(CARD, "Card", DECK, required=True),))
def _power(_: Record, given: Record) -> Case:
    """Return the case of a card: where it came from, and whether it has a power."""
    card, origin = given.text(CARD), given.text(FROM)
    power = POWERS.get(rank_of(card))
    case = f"{origin} power" if power else f"{origin.partition('-')[0]} none"
    return Case(case, {"card": pretty(card), "does": CASES["power"]["does"].get(power)}, {"power": power})


# May somebody call, and who has the last turn?


ENDED = ask.player(
    "ended", "Turn just ended", required=True, nobody="Nobody's: in the middle of a turn",
    help="Whose turn had ended when it was said, before the next began.",
)  # fmt: skip


@case_situation(CASES, "call", (
    facts.players(GAME.seats), CALLER.of(required=True, nobody="", tapped=False, help="Who said “Cactus!”"), ENDED,
))  # fmt: skip
def _call(_: Record, given: Record) -> Case:
    """Return the case of a call: at the end of the caller's turn, of another one, or in the middle of a turn."""
    caller, ended = given.who(CALLER), given[ENDED]
    other = left_of(given[PLAYERS], caller)
    case, last_turn = ("own", other) if ended == caller else ("other" if ended else "middle", None)
    return Case(case, {"other": other}, {"last_turn": last_turn})


SITUATIONS = (_value, _showdown, _draw, _match, _power, _call)
