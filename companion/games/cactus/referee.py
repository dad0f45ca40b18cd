"""The referee of Cactus: what layouts count, where to draw, matches, powers, and when to call."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.cards.notation import pretty, rank_of, suit_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import CARD, PLAYERS
from companion.core.keys import Cards, Key, PerName
from companion.core.problems import Problem
from companion.core.ranking import leaders
from companion.core.seating import left_of
from companion.core.situation import Basis, Situation, Verdict
from companion.core.words import counted, listed
from companion.games.cactus.scoring import CALLER, DECK, LAYOUT, MOST_CARDS, PACK_POINTS, POINTS, card_points
from companion.games.cactus.scoring import CARDS as LAYOUTS

CARDS: Key[Cards] = Key("cards")
HANDS: Key[PerName[Cards]] = Key("hands")
FIRST_TURN: Key[bool] = Key("first_turn")
TOP: Key[str | None] = Key("top")
LAYOUT_KEY: Key[int] = Key("layout")
STOCK: Key[int] = Key("stock")
FROM: Key[str | None] = Key("from")
ENDED: Key[str | None] = Key("ended")

TWO = 2
PENALTY = 2
"""Cards for a match that is none. Source: cactus/penalties.no-match."""

MOST_STOCK = 44
"""What is left after the deal."""


# What does a layout count?


def _value_facts(options: Record) -> tuple[f.Field, ...]:
    return (f.cards(CARDS, "Cards", DECK, most=MOST_CARDS, required=True, keeps_empty=True, help="Those of a layout."),)


def _values_told(cards: Iterable[str]) -> str:
    """Each card with what it counts, and the sum: ``K♥ 0 + 5♦ 5 = 5``."""
    held = list(cards)
    return f"{' + '.join(f'{pretty(card)} {card_points(card)}' for card in held)} = {sum(map(card_points, held))}"


def _judge_value(options: Record, given: Record) -> Verdict:
    """Source: cactus/scoring.values, cactus/scoring.layout."""
    cards = given[CARDS]
    points = sum(map(card_points, cards))
    return Verdict(
        verdict=f"That counts {counted(points, 'point')}.",
        outcome={"points": points, "each": [{"card": card, "points": card_points(card)} for card in cards]},
        rules=("cactus/scoring.values", "cactus/scoring.layout"),
        because=(f"{_values_told(cards)}." if cards else "There is no card, and an empty layout counts 0.",),
    )


def _offer_value(_: Any, entry: Record) -> str:
    """More points than there are."""
    points = sum(entry[POINTS].values())
    return f"{points} points are more than the whole pack has, {PACK_POINTS}." if points > PACK_POINTS else ""


# Who has won the deal?


def _showdown_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(
            HANDS, "Layout", DECK, most=MOST_CARDS, per="player", names=facts.WHOEVER, required=True, keeps_empty=True,
            help="All cards turned up.",
        ),
    )  # fmt: skip


def _check_showdown(options: Record, given: Record) -> Iterator[Problem]:
    """Two layouts, and one pack is enough for them and the last discard."""
    hands = given[HANDS]
    if len(hands) != TWO:
        yield Problem(HANDS, f"Cactus is for two players; there are layouts of {len(hands)}.")
    cards = sum(map(len, hands.values()))
    if cards > MOST_CARDS:
        yield Problem(HANDS, f"There are {cards} cards in the layouts; {MOST_CARDS} are the most.")


def _judge_showdown(options: Record, given: Record) -> Verdict:
    """Source: cactus/scoring.deal, cactus/scoring.values, cactus/ending.level."""
    hands = given[HANDS]
    points = {name: sum(map(card_points, cards)) for name, cards in hands.items()}
    best = leaders(points, "low")
    because = [
        f"{name}: {_values_told(cards)}." if cards else f"{name} has no card left: 0." for name, cards in hands.items()
    ]
    rules = ["cactus/scoring.values", "cactus/scoring.layout", "cactus/scoring.caller"]
    basis: Basis = "book"
    if len(best) > 1:
        ranking = [list(best)]
        verdict = f"{listed(best)} are level at {counted(points[best[0]], 'point')} and share the deal."
        because.append("The book does not speak of equal totals.")
        rules.insert(0, "cactus/ending.level")
        basis = "open"
    else:
        other = next(name for name in hands if name not in best)
        ranking = [[best[0]], [other]]
        verdict = f"{best[0]} has the lower total, {points[best[0]]} to {points[other]}, and wins the deal."
        rules.insert(0, "cactus/scoring.deal")
    because.append("Who called does not matter.")
    return Verdict(
        verdict=verdict,
        outcome={
            "ranking": ranking,
            "points": points,
            "hands": {name: counted(number, "point") for name, number in points.items()},
        },
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


def _points(entry: Record) -> Mapping[str, int]:
    """What each layout counts, by its cards or as counted; only those that were told."""
    if entry.given(LAYOUTS):
        return {name: sum(map(card_points, entry[LAYOUTS][name])) for name in entry.given(LAYOUTS)}
    return {name: entry[POINTS][name] for name in entry.given(POINTS)}


def _offer_showdown(_: Any, entry: Record) -> str:
    """Level, or the caller has more."""
    points, caller = _points(entry), entry[CALLER]
    if len(points) < TWO:
        return ""
    best = leaders(points, "low")
    if len(best) > 1:
        return f"{listed(best)} are level at {points[best[0]]}."
    return f"{caller} called and has more than {best[0]}." if caller and caller not in best else ""


def _answer_showdown(_: Any, entry: Record) -> Mapping[str, Any]:
    """The layouts of the entry."""
    given = entry.given(LAYOUTS)
    return {HANDS: {name: list(entry[LAYOUTS][name]) for name in given}} if given else {}


# Where may the player draw?


def _draw_facts(options: Record) -> tuple[f.Field, ...]:
    return (f.flag(FIRST_TURN, "First turn", required=True, help="It is the very first turn of the deal."),)


def _judge_draw(options: Record, given: Record) -> Verdict:
    """Source: cactus/play.first, cactus/play.draw."""
    if given[FIRST_TURN]:
        return Verdict(
            verdict="The first card of a deal is drawn from the stock.",
            outcome={"from": ["stock"]},
            rules=("cactus/play.first",),
            because=("It is the very first turn of the deal.", "There are no discards yet."),
        )
    return Verdict(
        verdict="From the stock, or the top card of the discard pile.",
        outcome={"from": ["stock", "discard"]},
        rules=("cactus/play.draw",),
        because=("It is not the first turn of the deal.", "From then on both are open to either player."),
    )


# Is it a match?


def _match_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.card(TOP, "Top discard", DECK, required=True),
        f.card(CARD, "Turned up", DECK, required=True, help="The card of the player's own layout."),
        f.count(
            LAYOUT_KEY, "Cards in the layout", MOST_CARDS, minimum=1, default=LAYOUT, quick=tuple(range(1, 9)),
            help="Before, the one turned up too; 4 where nothing is said.",
        ),
        f.count(
            STOCK, "Stock", MOST_STOCK, default=MOST_STOCK, quick=(0, 1, 2, 10, 20, 30), aside=True,
            help="Cards left in it; only its last ones matter.",
        ),
    )  # fmt: skip


def _check_match(options: Record, given: Record) -> Iterator[Problem]:
    """The card is in the layout and not on the pile; one pack is enough for all."""
    top, card = given.word(TOP), given.word(CARD)
    if top == card:
        yield Problem(CARD, f"The {pretty(card)} is on the discard pile already; there is only one.")
    cards = given[LAYOUT_KEY] + given[STOCK]
    if given.has(STOCK) and cards > MOST_CARDS:
        yield Problem(
            STOCK,
            f"{cards} cards in the layout and the stock are too many; with one on the pile {MOST_CARDS} are left.",
        )


def _judge_match(options: Record, given: Record) -> Verdict:
    """Source: cactus/play.match, cactus/play.match-rank, cactus/penalties.no-match, cactus/penalties.stock-short."""
    top, card, before = given.word(TOP), given.word(CARD), given[LAYOUT_KEY]
    stock = given[STOCK] if given.has(STOCK) else min(MOST_STOCK, MOST_CARDS - before)
    match = rank_of(top) == rank_of(card)
    penalty = 0 if match else min(PENALTY, stock)
    after = before - 1 if match else before + penalty
    rules = ["cactus/play.match"]
    because = [f"On top is the {pretty(top)}, turned up was the {pretty(card)}."]
    alike = "count the same" if card_points(top) == card_points(card) else ""
    alike = alike or ("are of the same suit" if suit_of(top) == suit_of(card) else "")
    is_open = match or bool(alike)
    if match:
        verdict = f"It is a match: the card is discarded, and {_left(after)}."
        because.append("The ranks are the same. The book only says that the cards match; we take that as the rank.")
    else:
        verdict = _no_match(penalty, after)
        if is_open:
            because.append(
                f"They {alike}, but differ in rank. The book only says that the cards match; we mean the rank."
            )
        else:
            because.append("They differ in rank.")
        rules.insert(0, "cactus/penalties.no-match")
        because.append(f"A wrong card goes back and brings {PENALTY} from the stock, unseen.")
    if is_open:
        rules.append("cactus/play.match-rank")
    if not match and penalty < PENALTY:
        is_open = True
        rules.append("cactus/penalties.stock-short")
        because.append(f"The stock has {counted(penalty, 'card') if penalty else 'no card'}, and gives what it has.")
    if given[LAYOUT_KEY] == 1 and match:
        because.append("It was the last card of the layout; the deal goes on all the same.")
        rules.append("cactus/play.empty-layout")
    return Verdict(
        verdict=verdict,
        outcome={"match": match, "penalty": penalty, "layout": after},
        basis="open" if is_open else "book",
        rules=tuple(rules),
        because=tuple(because),
    )


def _left(cards: int) -> str:
    return f"{counted(cards, 'card is', 'cards are')} left" if cards else "no card is left"


def _no_match(penalty: int, after: int) -> str:
    if not penalty:
        return "It is no match: the card is turned down again, and the stock has none to add."
    what = f"{counted(penalty, 'card')} from the stock added"
    return f"It is no match: the card is turned down again, and {what}. That makes {after} in the layout."


def _offer_match(_: Any, entry: Record) -> str:
    """A layout that has grown: somebody turned up what was no match."""
    grown = [f"{name} has {len(cards)} cards" for name, cards in entry[LAYOUTS].items() if len(cards) > LAYOUT]
    return f"{listed(grown)}: there were penalty cards." if grown else ""


# What may be done with a card, and has it a power?

TRADE, LOOK_OPPONENT, LOOK_OWN = "trade", "look-opponent", "look-own"
POWERS = {
    "Q": TRADE, "J": LOOK_OPPONENT, "10": LOOK_OPPONENT, "9": LOOK_OPPONENT,
    "8": LOOK_OWN, "7": LOOK_OWN, "6": LOOK_OWN,
}  # fmt: skip
"""Rank to power. Source: cactus/play.power."""

POWERS_TOLD = {
    TRADE: "trade one of your cards for one of the opponent's, neither looked at",
    LOOK_OPPONENT: "look at one card of the opponent's",
    LOOK_OWN: "look at one of your own cards",
}
ORIGINS = {
    "stock": "Drawn from the stock",
    "discard-unused": "From the pile, out of the opponent's layout",
    "discard-used": "From the pile, put there from the stock",
    "layout": "Swapped out of, or matched from, the own layout",
}


def _power_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.card(CARD, "Card", DECK, required=True),
        f.choice(FROM, "Where from", ORIGINS, required=True),
    )


def _judge_power(options: Record, given: Record) -> Verdict:
    """Source: cactus/play.power, cactus/play.power-unused, cactus/play.keep, cactus/play.power-from-layout."""
    card = given.word(CARD)
    judge = {"stock": _from_stock, "discard-unused": _unused, "discard-used": _used, "layout": _from_layout}
    return judge[given.word(FROM)](pretty(card), POWERS.get(rank_of(card)))


KEPT = "face down into the place of one of your own cards, chosen unseen"
"""How a card is kept. Source: cactus/play.swap."""

NO_POWER_THERE = f"Kept, it goes {KEPT}, and has no power there."


def _rank_step(card: str, power: str | None) -> str:
    """What the rank of a card says of its power."""
    return f"The {card} is a power card: {POWERS_TOLD[power]}." if power else f"The {card} is no power card."


def _rank_rule(power: str | None) -> str:
    return "cactus/play.power" if power else "cactus/play.power-none"


def _from_stock(card: str, power: str | None) -> Verdict:
    if power:
        verdict = f"Keep the {card}, discard it, or discard it and {POWERS_TOLD[power]}."
        rests = "The power is by the book; discarding it without that is our answer"
    else:
        verdict = f"Keep the {card}, or discard it."
        rests = "Keeping it is by the book; discarding it is our answer"
    return Verdict(
        verdict=verdict,
        outcome={"power": power, "may": ["keep", "discard", *(["use"] if power else [])]},
        basis="open",
        rests=rests,
        rules=(_rank_rule(power), "cactus/play.swap", "cactus/play.keep"),
        because=(
            _rank_step(card, power),
            *(["It was drawn from the stock, so it may be discarded for that."] if power else []),
            NO_POWER_THERE if power else f"Kept, it goes {KEPT}.",
            "The book says that a drawn card may be kept, not that it must.",
        ),
    )


def _unused(card: str, power: str | None) -> Verdict:
    origin = "It came to the pile from the opponent's layout"
    if power is None:
        return _only_keep(card, power, f"{origin}.")
    return Verdict(
        verdict=f"Keep the {card}, or discard it again at once and {POWERS_TOLD[power]}.",
        outcome={"power": power, "may": ["keep", "use"]},
        rules=("cactus/play.power-unused", "cactus/play.power", "cactus/play.swap"),
        because=(
            _rank_step(card, power),
            f"{origin}, so nobody has used its power.",
            "Who draws such a card from the pile may discard it again at once for its power.",
            NO_POWER_THERE,
        ),
    )


def _used(card: str, power: str | None) -> Verdict:
    origin = "It was put on the pile straight from the stock."
    if power is None:
        return _only_keep(card, power, origin)
    told = _only_keep(card, power, f"{origin} Its power was used then, or given up, and is gone.")
    return Verdict(
        verdict=told.verdict,
        outcome=told.outcome,
        basis=told.basis,
        rests="A used power is gone by the book; one that was given up, by our answer",
        rules=("cactus/play.power-unused", "cactus/play.power-given-up", *told.rules),
        because=told.because,
    )


def _only_keep(card: str, power: str | None, origin: str) -> Verdict:
    return Verdict(
        verdict=f"Keep the {card}: it goes {KEPT}.",
        outcome={"power": None, "may": ["keep"]},
        basis="open",
        rests="Keeping it is by the book; that it does not go back is our answer",
        rules=(_rank_rule(power), "cactus/play.keep", "cactus/play.swap"),
        because=(_rank_step(card, power), origin, "A card from the pile goes back for an unused power alone."),
    )


def _from_layout(card: str, power: str | None) -> Verdict:
    opponent = "The opponent may draw it from the pile and use its power."
    return Verdict(
        verdict=f"The {card} is discarded, and does nothing for the player whose card it was.",
        outcome={"power": None, "may": ["discard"]},
        rules=(
            "cactus/play.power-from-layout",
            _rank_rule(power),
            *(["cactus/play.power-unused"] if power else []),
        ),
        because=(
            _rank_step(card, power),
            "It came from the player's own layout, not from the stock.",
            *([opponent] if power else []),
        ),
    )


# May somebody call, and who has the last turn?


def _call_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.players(TWO),
        f.player(CALLER, "Caller", facts.WHOEVER, required=True, help="Who said “Cactus!”"),
        f.player(
            ENDED, "Turn just ended", facts.WHOEVER, required=True, nobody="Nobody's: in the middle of a turn",
            help="Whose turn was over when it was said, and the next not begun.",
        ),
    )  # fmt: skip


def _judge_call(options: Record, given: Record) -> Verdict:
    """Source: cactus/play.call, cactus/play.call-when."""
    players, caller, ended = given[PLAYERS], given.who(CALLER), given[ENDED]
    other = left_of(players, caller)
    allowed = ended == caller
    because = ["One calls at the end of one's own turn."]
    if allowed:
        verdict = f"The call counts. {other} has one more turn, then all cards are turned up."
        because.append(f"{caller}'s turn had just ended.")
    else:
        verdict = f"The call does not count, and play goes on: it has to come at the end of {caller}'s own turn."
        because.append(f"The turn that had just ended was {ended}'s." if ended else "A turn was still going on.")
    return Verdict(
        verdict=verdict,
        outcome={"allowed": allowed, "last_turn": other if allowed else None},
        rules=("cactus/play.call", "cactus/play.call-when"),
        because=tuple(because),
    )


SITUATIONS = (
    Situation(
        key="value", title="What do these cards count?",
        facts=_value_facts, judge=_judge_value, offered=_offer_value,
    ),
    Situation(
        key="showdown", title="Who has won the deal?", help="The lower total wins, whoever called; and what at a tie.",
        facts=_showdown_facts, check=_check_showdown, judge=_judge_showdown,
        offered=_offer_showdown, answered=_answer_showdown,
    ),
    Situation(
        key="draw", title="Where may a card be drawn?", help="From the stock, or the top card of the discard pile.",
        facts=_draw_facts, judge=_judge_draw,
    ),
    Situation(
        key="match", title="Is it a match, and what if not?",
        help="The rank decides, not the points: a queen on a jack is none.",
        facts=_match_facts, check=_check_match, judge=_judge_match, offered=_offer_match,
    ),
    Situation(
        key="power", title="What may be done with this card, and has it a power?",
        help="Queens down to 6s are power cards; it matters how the card came here.",
        facts=_power_facts, judge=_judge_power,
    ),
    Situation(
        key="call", title="Does the call of “Cactus!” count?", facts=_call_facts, judge=_judge_call,
    ),
)  # fmt: skip
