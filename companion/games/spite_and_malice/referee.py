"""The referee of Spite and Malice: what fits, which way a card may go, drawing, discarding, and the end of the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, pretty, rank_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import HAND
from companion.core.keys import Cards, Key, PerName
from companion.core.plain_tricks import cards_told
from companion.core.problems import Problem
from companion.core.ranking import leaders
from companion.core.situation import Basis, Situation, Verdict, by_option, once_each, weightiest
from companion.core.words import counted, listed
from companion.games.spite_and_malice.scoring import HAND as HAND_CARDS
from companion.games.spite_and_malice.scoring import (
    KING_STARTS,
    STOCK_TIE,
    TALON,
    TALON_KEY,
    TURN_ENDS,
    WINNER,
)

BUILD: Key[tuple[str | None, ...]] = Key("build")
TOP: Key[str | None] = Key("top")
TALON_CARD: Key[str | None] = Key("talon")
DISCARDS: Key[Cards] = Key("discards")
FROM: Key[str | None] = Key("from")
TO: Key[str | None] = Key("to")
OWNER: Key[str | None] = Key("owner")
SAME_TURN: Key[bool] = Key("same_turn")
PUT_ALREADY: Key[bool] = Key("put_already")
WHEN: Key[str | None] = Key("when")
HAND_COUNT: Key[int] = Key("hand")
STOCK: Key[int] = Key("stock")
PILES: Key[int] = Key("piles")
TALONS: Key[PerName[int]] = Key("talons")

DECK = standard_deck("two packs", packs=2)
PACKS = sum(DECK.copies.values())
KING = "K"
ORDER = ("A", *RANKS[:1:-1])
"""The ranks of a build pile, from ace to queen. Source: spite-and-malice/need.order."""

BUILD_PILES, DISCARD_PILES, TWO = 3, 4, 2
MOST_STOCK = PACKS - TWO
"""While both play, a card at least is in each talon."""


# What can be played?


def _legal_facts(options: Record) -> tuple[f.Field, ...]:
    top = f.choice(TOP, "Build pile", {rank: rank for rank in ORDER[:-1]}, nobody="Empty place")
    return (
        f.several(
            BUILD, "Build piles", top, least=BUILD_PILES, most=BUILD_PILES, required=True, ordered=True,
            help="All three: what the top card stands for, or an empty place.",
        ),
        f.card(TALON_CARD, "Talon", DECK, nobody="Empty", help="The top card of the player's own."),
        f.cards(HAND, "Hand", DECK, most=HAND_CARDS),
        f.cards(
            DISCARDS, "Discard piles", DECK, most=DISCARD_PILES,
            help="Top cards of the player's own piles that were put there on earlier turns.",
        ),
    )  # fmt: skip


def _check_legal(options: Record, given: Record) -> Iterator[Problem]:
    """There is a card to ask about, and two packs are enough for all."""
    talon, hand, discards = given[TALON_CARD], given[HAND], given[DISCARDS]
    cards = [*hand, *([talon] if talon else []), *discards]
    if not cards:
        yield Problem(HAND, "Give the hand, the top card of the talon, or those of the discard piles.")
    yield from facts.check_cards(DISCARDS if discards else TALON_CARD, DECK, cards)


def wanted(top: str | None) -> str:
    """The rank that a pile takes next. Source: spite-and-malice/play.piles."""
    return ORDER[0] if top is None else ORDER[ORDER.index(top) + 1]


def fits(card: str, top: str | None, king_starts: bool) -> bool:
    """Whether a pile takes a card. Source: spite-and-malice/play.kings, spite-and-malice/play.king-starts."""
    if rank_of(card) == KING:
        return king_starts or top is not None
    return rank_of(card) == wanted(top)


@dataclass(frozen=True, slots=True)
class Move:
    """A card that a pile takes."""

    origin: Literal["talon", "hand", "discard"]
    card: str
    pile: int
    """From 1 on."""


def moves(given: Record, king_starts: bool) -> list[Move]:
    """All that can be done: the talon first, then the hand, then the discard piles, each pile by pile."""
    talon = given[TALON_CARD]
    cards: list[tuple[Literal["talon", "hand", "discard"], str]] = [("talon", talon)] if talon else []
    cards += [("hand", card) for card in given[HAND]]
    cards += [("discard", card) for card in given[DISCARDS]]
    return [
        Move(origin, card, pile)
        for origin, card in cards
        for pile, top in enumerate(given[BUILD], start=1)
        if fits(card, top, king_starts)
    ]


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Source: spite-and-malice/play.build, spite-and-malice/play.piles, spite-and-malice/play.kings."""
    build, hand = given[BUILD], given[HAND]
    found = moves(given, options[KING_STARTS])
    needs = [wanted(top) for top in build]
    playable = {(move.origin, move.card) for move in found}
    legal = [card for card in hand if ("hand", card) in playable]
    discards = [card for card in given[DISCARDS] if ("discard", card) in playable]
    talon = any(move.origin == "talon" for move in found)
    parts = [f"{pretty(given[TALON_CARD] or '')} from the talon"] if talon else []
    parts += [f"{cards_told(once_each(legal))} from the hand"] if legal else []
    parts += [f"{cards_told(once_each(discards))} from the discard piles"] if discards else []
    steps, rules, bases = _king_steps(options, given)
    basis = weightiest(bases) if bases else "book"
    return Verdict(
        verdict=f"{listed(parts)} can be played." if parts else "Nothing can be played.",
        outcome={
            "needs": needs,
            "legal": legal,
            "talon": talon,
            "discards": discards,
            "moves": [{"from": move.origin, "card": move.card, "pile": move.pile} for move in found],
        },
        basis=basis,
        rests="What the piles take is by the book; what is said of kings, in part our answer"
        if basis == "open"
        else "",
        rules=once_each(["spite-and-malice/play.piles", "spite-and-malice/play.build", *rules]),
        because=(*_pile_steps(build), *steps, *_free_steps(found)),
    )


def _pile_steps(build: Sequence[str | None]) -> Iterator[str]:
    """What each pile takes."""
    for pile, top in enumerate(build, start=1):
        if top is None:
            yield f"Pile {pile} is an empty place: it takes an ace."
        else:
            yield f"Pile {pile} stands at {_rank_told(top)}: it takes {_rank_told(wanted(top))}."
    if None not in build:
        yield "There is no empty place, so no ace can be played."


def _rank_told(rank: str) -> str:
    return {"A": "an ace", "J": "a jack", "Q": "a queen", "8": "an 8"}.get(rank, f"a {rank}")


def _king_steps(options: Record, given: Record) -> tuple[list[str], list[str], list[Basis]]:
    """What is said of kings, with the rules and what that rests on."""
    steps: list[str] = []
    rules: list[str] = []
    bases: list[Basis] = []
    talon = given[TALON_CARD]
    exposed = [*([talon] if talon else []), *given[DISCARDS]]
    kings = [card for card in (*exposed, *given[HAND]) if rank_of(card) == KING]
    if not kings:
        return steps, rules, bases
    rules.append("spite-and-malice/play.kings")
    steps.append("A king stands for any card.")
    if None in given[BUILD]:
        rules.append("spite-and-malice/play.king-starts")
        bases.append(by_option(options, KING_STARTS, True, "open"))
        if options[KING_STARTS]:
            steps.append("For the ace that begins a pile, too; the book can be read both ways.")
        else:
            steps.append("Only the ace that begins a pile has to be a real one at this table.")
    if any(card in exposed for card in kings):
        rules.append("spite-and-malice/play.king-top")
        bases.append("open")
        steps.append("On top of a talon or of a discard pile it is wild as well; the book does not say so.")
    return steps, rules, bases


def _free_steps(found: Sequence[Move]) -> Iterator[str]:
    if found:
        yield "As many cards may be played as one likes, one after the other; each changes what its pile takes."


# May a card go there?

PLACES = {"talon": "The top of the talon", "hand": "The hand", "discard": "The top of a discard pile"}
TARGETS = {"build": "A build pile", "discard": "A discard pile", "hand": "The hand"}


def _move_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.choice(FROM, "From", PLACES, required=True),
        f.choice(TO, "To", TARGETS, required=True),
        f.choice(
            OWNER, "Whose talon or discard piles", {"self": "The player's own", "opponent": "The opponent's"},
            default="self",
        ),
        f.flag(SAME_TURN, "Put there in this turn", help="The card came to the discard pile in this very turn."),
        f.flag(PUT_ALREADY, "One was put already", help="A card was put on a discard pile in this turn."),
    )  # fmt: skip


def _check_move(options: Record, given: Record) -> Iterator[Problem]:
    """A card of the hand does not go to the hand."""
    if given.word(FROM) == given.word(TO) == "hand":
        yield Problem(TO, "It is in the hand already.")


def _judge_move(options: Record, given: Record) -> Verdict:
    """Source: spite-and-malice/play.build, spite-and-malice/play.discard, spite-and-malice/play.turn-ends."""
    origin, target = given.word(FROM), given.word(TO)
    put = given[PUT_ALREADY] or given[SAME_TURN]
    if given.word(OWNER) == "opponent":
        return _no_move(
            "spite-and-malice/play.own",
            "What is the opponent's is out of reach.",
            "One plays from one's own hand, talon and discard piles only, and puts cards on one's own.",
        )
    if origin == "talon" and target != "build":
        rule, text = "spite-and-malice/play.talon", "The top card of a talon goes to a build pile, and nowhere else."
        return _no_move(rule, text)
    if origin == "discard" and target != "build":
        rule = "spite-and-malice/play.discard-only"
        return _no_move(rule, "From a discard pile a card goes to a build pile, and nowhere else.")
    if target == "discard" and put:
        return _no_move(
            "spite-and-malice/play.discard",
            "In a turn one card is put on a discard pile, and one was put already.",
        )
    if origin == "discard" and given[SAME_TURN]:
        return _no_move(
            "spite-and-malice/play.discard-only",
            "The card was put there in this very turn; from a discard pile it is played on a later one.",
        )
    ends_at_put = options.word(TURN_ENDS) == "put"
    if put and ends_at_put:
        return _turn_over()
    ends = target == "discard" if ends_at_put else origin == "discard"
    return _allowed_move(options, origin, target, ends, put)


def _no_move(rule: str, *because: str) -> Verdict:
    return Verdict(
        verdict="No, that is not allowed.",
        outcome={"allowed": False, "ends_turn": False},
        rules=(rule,),
        because=because,
    )


def _turn_over() -> Verdict:
    return Verdict(
        verdict="No: the turn is over.",
        outcome={"allowed": False, "ends_turn": False},
        basis="open",
        rules=("spite-and-malice/play.turn-ends", "spite-and-malice/play.turn-ends-why"),
        because=(
            "A card was put on a discard pile in this turn.",
            "We take it that this ends the turn; the book's sentence can be read both ways.",
        ),
    )


MOVED = {
    ("talon", "build"): (
        "The top card of one's talon goes to a build pile that takes it; the next is then turned up.",
    ),
    ("hand", "build"): ("Cards from the hand go to any build pile that takes them.",),
    ("hand", "discard"): ("One card of the hand may be put on one of one's own discard piles.",),
    ("discard", "build"): (
        "The top card of one's own discard pile goes to a build pile that takes it.",
        "It was put there on an earlier turn.",
    ),
}
"""From and to, with what is said of a card that goes this way."""


def _allowed_move(options: Record, origin: str, target: str, ends: bool, put: bool) -> Verdict:
    """A card that may go there. ``put``: one was put on a discard pile in this turn, which did not end it."""
    rules = {
        ("hand", "discard"): ["spite-and-malice/play.discard"],
        ("discard", "build"): ["spite-and-malice/play.build", "spite-and-malice/play.discard-only"],
    }.get((origin, target), ["spite-and-malice/play.build"])
    because = [*MOVED[origin, target]]
    basis: Basis = "book"
    if "discard" in (origin, target):
        basis = by_option(options, TURN_ENDS, "put", "open")
        rules += [
            "spite-and-malice/play.turn-ends",
            *(["spite-and-malice/play.turn-ends-why"] if basis == "open" else []),
        ]
        because.append(
            _ends_told(options, ends, "putting one there" if target == "discard" else "playing one from there")
        )
    else:
        because.append("It does not end the turn: as many cards may be played as one likes.")
    if put and "discard" not in (origin, target):
        basis = "house"
        rules.append("spite-and-malice/play.turn-ends")
        because.append("That a card was put on a discard pile did not end it either; so the table agreed.")
    return Verdict(
        verdict="Yes, and the turn is over." if ends else "Yes, and the turn goes on.",
        outcome={"allowed": True, "ends_turn": ends},
        basis=basis,
        rests="That it may go there is by the book; whether the turn ends with it, our answer"
        if basis == "open"
        else "",
        rules=tuple(rules),
        because=tuple(because),
    )


def _ends_told(options: Record, ends: bool, what: str) -> str:
    """Whether the turn ends with it, and by what."""
    whose = "the book's sentence can be read both ways" if options.word(TURN_ENDS) == "put" else "so the table agreed"
    return f"{what[0].upper()}{what[1:]} {'ends' if ends else 'does not end'} the turn; {whose}."


# How many cards are drawn?


def _draw_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.choice(
            WHEN, "When", {"start": "At the start of the turn", "during": "In the middle of it"}, required=True
        ),
        f.count(HAND_COUNT, "Cards in hand", HAND_CARDS, required=True, noun=("card", "cards")),
        f.count(
            STOCK, "Stock", MOST_STOCK, required=True, noun=("card", "cards"), quick=(0, 1, 2, 3, 4, 5, 10, 20),
            help="Cards left in it.",
        ),
    )  # fmt: skip


def _check_draw(options: Record, given: Record) -> Iterator[Problem]:
    """Two packs are enough, with a card at least in each talon."""
    cards = given[HAND_COUNT] + given[STOCK]
    if cards > MOST_STOCK:
        text = f"Hand and stock make {cards} cards; with one in each talon {MOST_STOCK} are left."
        yield Problem(STOCK, text)


def _judge_draw(options: Record, given: Record) -> Verdict:
    """Source: spite-and-malice/play.refill, spite-and-malice/play.five-more, spite-and-malice/play.stock-out."""
    hand, stock, start = given[HAND_COUNT], given[STOCK], given.word(WHEN) == "start"
    due = HAND_CARDS - hand if start or not hand else 0
    draw = min(due, stock)
    left = stock - draw
    over = not left
    rule, because = _due_steps(hand, start, due)
    rules = [rule]
    if draw < due:
        because.append(f"The stock has {counted(stock, 'card') if stock else 'none'}, so no more than that.")
    is_drawn = ("card is drawn", "cards are drawn") if start else ("card may be drawn", "cards may be drawn")
    verdict = f"{counted(draw, *is_drawn)}." if draw else "Nothing is drawn."
    if over:
        has = "has run out" if start or not draw else "has then run out"
        verdict += f" The stock {has}: the game is over, and the talons are compared."
        rules += ["spite-and-malice/play.stock-out", "spite-and-malice/scoring.stock"]
        because.append("The stock has no card left; we end the game at once, which the book does not say.")
    return Verdict(
        verdict=verdict,
        outcome={"draw": draw, "stock": left, "over": over},
        basis="open" if over else "book",
        rules=tuple(rules),
        because=tuple(because),
    )


def _due_steps(hand: int, start: bool, due: int) -> tuple[str, list[str]]:
    """Why so many are due, with the rule."""
    held = f"The hand has {counted(hand, 'card') if hand else 'no card'}"
    if start and due:
        return "spite-and-malice/play.refill", [f"{held}; a turn begins with filling it up to {HAND_CARDS}."]
    if start:
        return "spite-and-malice/play.refill-first", [f"{held}, so it is full already."]
    if due:
        text = f"{held} left; who plays the last one may draw {HAND_CARDS} more and go on."
        return "spite-and-malice/play.five-more", [text]
    return "spite-and-malice/play.five-more-only", [f"{held}; during a turn only an empty hand is filled."]


# Where does the card that is put aside go?


def _discard_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.count(PILES, "Discard piles in use", DISCARD_PILES, required=True, help="Those of the player."),
    )  # fmt: skip


def _judge_discard(options: Record, given: Record) -> Verdict:
    """Source: spite-and-malice/play.discard, spite-and-malice/play.discard-any, spite-and-malice/play.turn-ends."""
    piles = given[PILES]
    new, ends = piles < DISCARD_PILES, options.word(TURN_ENDS) == "put"
    basis = by_option(options, TURN_ENDS, "put", "open")
    if not piles:
        verdict = "It begins the first discard pile"
    elif new:
        verdict = "It may begin a new pile, or go on top of another"
    else:
        verdict = f"It goes on top of one of the {piles} piles"
    use = f"{counted(piles, 'pile is', 'piles are')} in use" if piles else "No pile is in use"
    because = [f"{use}; {DISCARD_PILES} are the most."]
    if piles:
        because.append("What lies beneath a card is out of reach until that has gone to a build pile.")
    because.append(_ends_told(options, ends, "putting a card on a discard pile"))
    return Verdict(
        verdict=f"{verdict}; the turn is over." if ends else f"{verdict}; the turn goes on.",
        outcome={"new_pile": new, "ends_turn": ends},
        basis=basis,
        rests="Where the card goes is by the book; that the turn ends with it, our answer" if basis == "open" else "",
        rules=(
            "spite-and-malice/play.discard", "spite-and-malice/play.discard-any", "spite-and-malice/play.turn-ends",
            *(["spite-and-malice/play.turn-ends-why"] if basis == "open" else []),
        ),
        because=tuple(because),
    )  # fmt: skip


# Is the game over?


def _end_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.count(
            TALONS, "Talon", TALON, per="player", names=facts.WHOEVER, required=True, noun=("card", "cards"),
            help="Cards left in it.",
        ),
        f.count(STOCK, "Stock", PACKS - 1, required=True, noun=("card", "cards"), help="Cards left in it."),
    )  # fmt: skip


def _check_end(options: Record, given: Record) -> Iterator[Problem]:
    """Two talons, of which one at most is empty; two packs are enough."""
    talons = given[TALONS]
    if len(talons) != TWO:
        yield Problem(TALONS, f"Spite and Malice is for two players; there are talons of {len(talons)}.")
    elif not any(talons.values()):
        yield Problem(TALONS, "Both talons cannot be empty: the game is over with the first.")
    cards = sum(talons.values()) + given[STOCK]
    if cards > PACKS:
        yield Problem(STOCK, f"Talons and stock make {cards} cards, but two packs have {PACKS}.")


def _judge_end(options: Record, given: Record) -> Verdict:
    """Source: spite-and-malice/scoring.winner, spite-and-malice/scoring.stock, spite-and-malice/scoring.level."""
    talons, stock = given[TALONS], given[STOCK]
    best = leaders(talons, "low")
    basis: Basis = "book"
    if not talons[best[0]]:
        winners, over = best, True
        verdict = f"{best[0]} has emptied the talon and wins the game."
        rules = ["spite-and-malice/scoring.winner", "spite-and-malice/scoring.winner-at-once"]
        because = [f"{best[0]}'s talon is empty.", "Whether the stock has cards does not matter then."]
    elif stock:
        winners, over = (), False
        verdict = "The game goes on."
        rules = ["spite-and-malice/scoring.winner", "spite-and-malice/scoring.stock"]
        because = [f"Both talons have cards, {_talons_told(talons)}.", f"The stock has {counted(stock, 'card')} left."]
    else:
        over = True
        because = ["The stock has run out.", f"In the talons are left: {_talons_told(talons)}."]
        rules = ["spite-and-malice/scoring.stock"]
        if len(best) == 1:
            winners = best
            verdict = f"{best[0]} has fewer cards in the talon and wins the game."
        else:
            rules.insert(0, "spite-and-malice/scoring.level")
            basis = by_option(options, STOCK_TIE, "nobody", "open")
            shared = options.word(STOCK_TIE) == "share"
            winners = best if shared else ()
            verdict = (
                f"The talons are equal: {listed(best)} both win the game."
                if shared
                else "The talons are equal: nobody wins, and the cards are dealt again."
            )
            because.append("The table agreed to share." if shared else "The book does not speak of equal talons.")
    return Verdict(
        verdict=verdict,
        outcome={"over": over, "winners": list(winners)},
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


def _talons_told(talons: Mapping[str, int]) -> str:
    return listed(f"{name} {cards}" for name, cards in talons.items())


def _offer_end(_: Any, entry: Record) -> str:
    """The stock ran out."""
    if entry[WINNER] is not None:
        return ""
    talons = {name: entry[TALON_KEY][name] for name in entry.given(TALON_KEY)}
    empty = [name for name, cards in talons.items() if not cards]
    if empty:
        return f"{empty[0]} has an empty talon." if len(empty) == 1 else ""
    if len(talons) == TWO and len(leaders(talons)) == TWO:
        return "The talons are equal."
    return "The stock ran out."


def _answer_end(_: Any, entry: Record) -> Mapping[str, Any]:
    """The talons of the entry where both were counted, with the stock used up."""
    given = entry.given(TALON_KEY)
    return {STOCK: 0, **({TALONS: {name: entry[TALON_KEY][name] for name in given}} if len(given) == TWO else {})}


SITUATIONS = (
    Situation(
        key="legal", title="Which cards fit on the build piles?",
        help="What each pile takes next, and where a king may stand.",
        facts=_legal_facts, check=_check_legal, judge=_judge_legal,
    ),
    Situation(
        key="move", title="May a card go from here to there?",
        help="Which way cards may go at all, whatever their rank.",
        facts=_move_facts, check=_check_move, judge=_judge_move,
    ),
    Situation(
        key="draw", title="How many cards are drawn from the stock?",
        facts=_draw_facts, check=_check_draw, judge=_judge_draw,
    ),
    Situation(
        key="discard", title="May a new discard pile be begun, and is the turn over?",
        facts=_discard_facts, judge=_judge_discard,
    ),
    Situation(
        key="end", title="Is the game over, and who has won?",
        help="An empty talon, a stock that has run out, talons that are equal.",
        facts=_end_facts, check=_check_end, judge=_judge_end, offered=_offer_end, answered=_answer_end,
    ),
)  # fmt: skip
