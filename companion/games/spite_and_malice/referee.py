"""The referee of Spite and Malice: legal cards, where cards may go, drawing, discarding, the end, and mistakes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, rank_of, rank_text
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.ranking import leaders
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import DISCARDS, FROM, HAND, STOCK, TOP, WINNER
from companion.core.referee.ready_situations import Case, case_situation, verdict_table
from companion.core.referee.reasons import Reasons
from companion.core.tricks.records import cards_text
from companion.core.words import counted, listed
from companion.games.spite_and_malice.scoring import (
    HAND_SIZE,
    KING_STARTS,
    STOCK_TIE,
    TALON_CARDS,
    TALON_SIZE,
    TURN_ENDS,
    P,
)

DECK = standard_deck("two packs", packs=2)
PACKS = sum(DECK.copies.values())
KING = "K"
ORDER = ("A", *RANKS[:1:-1])
"""The ranks of a build pile, from ace to queen. Source: spite-and-malice/need.order."""

BUILD_PILES, DISCARD_PILES, TWO = 3, 4, 2
MOST_STOCK = PACKS - TWO
"""The most cards of stock and hand: each talon has at least one while both play."""


CASES = read_toml(__package__, "cases.toml")


# What can be played?

BUILD: Key[tuple[str | None, ...]] = Key("build")
TALON_CARD = ask.card("talon", "Talon", DECK, nobody="Empty", help="The top card of the player's own.")


def _check_legal(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there is a card to ask about, and that two packs have all of the cards."""
    talon, hand, discards = given[TALON_CARD], given[HAND], given[DISCARDS]
    cards = [*hand, *([talon] if talon else []), *discards]
    yield from refuse(HAND, "Give the hand, the top card of the talon, or those of the discard piles.", when=not cards)
    yield from facts.check_cards(DISCARDS if discards else TALON_CARD, DECK, cards)


def next_rank(top: str | None) -> str:
    """Return the rank that a pile takes next. ``top``: the rank on it; None: it is empty.

    Source: spite-and-malice/play.piles.
    """
    return ORDER[0] if top is None else ORDER[ORDER.index(top) + 1]


def fits(card: str, top: str | None, king_starts: bool) -> bool:
    """Return whether a pile with ``top`` on it takes a card. ``king_starts``: whether a king may begin a pile.

    Source: spite-and-malice/play.kings, spite-and-malice/play.king-starts.
    """
    if rank_of(card) == KING:
        return king_starts or top is not None
    return rank_of(card) == next_rank(top)


Moves = Sequence[Mapping[str, Any]]
"""Plays to a build pile, as JSON: the place a card comes from, the card, and the number of the pile from 1 on."""


def legal_moves(given: Record, king_starts: bool) -> Moves:
    """Return every legal play to a build pile: from the talon first, then the hand, then the discard piles.

    ``king_starts``: whether a king may begin a pile.
    """
    talon = given[TALON_CARD]
    places = {"talon": (talon,) if talon else (), "hand": given[HAND], "discard": given[DISCARDS]}
    return [
        {"from": origin, "card": card, "pile": pile}
        for origin, cards in places.items()
        for card in cards
        for pile, top in enumerate(given[BUILD], start=1)
        if fits(card, top, king_starts)
    ]


@situation("legal", "Which cards fit on the build piles?", (
    f.several(
        BUILD, "Build piles", f.choice(TOP, "Build pile", {rank: rank for rank in ORDER[:-1]}, nobody="Empty place"),
        least=BUILD_PILES, most=BUILD_PILES, required=True,
        help="All three: what the top card stands for, or an empty place.",
    ),
    TALON_CARD,
    f.cards(HAND, "Hand", DECK, most=HAND_SIZE),
    f.cards(
        DISCARDS, "Discard piles", DECK, most=DISCARD_PILES,
        help="Top cards of the player's own piles that were put there on earlier turns.",
    ),
), help="What each pile takes next, and where a king may stand.", check=_check_legal)  # fmt: skip
def _legal(options: Record, given: Record) -> Verdict:
    """Judge which cards of the hand, the talon and the discard piles can be played to a build pile."""
    build, possible = given[BUILD], legal_moves(given, options[KING_STARTS])
    playable = {(move["from"], move["card"]) for move in possible}
    talon = [card for origin, card in playable if origin == "talon"]
    legal = [card for card in given[HAND] if ("hand", card) in playable]
    discards = [card for card in given[DISCARDS] if ("discard", card) in playable]
    places = {"Talon": talon, "Hand": legal, "Discard piles": discards}
    parts = [f"{place}: {cards_text(list(dict.fromkeys(cards)))}." for place, cards in places.items() if cards]
    why = Reasons(P.play.piles, P.play.build)
    for pile, top in enumerate(build, start=1):
        state = f"Pile {pile} stands at {_rank_text(top)}" if top else f"Place {pile} is empty"
        why.say(f"{state}: it takes {_rank_text(next_rank(top))}.")
    why.say("There is no empty place, so no ace can be played.", when=None not in build)
    ours = _explain_kings(why, options, given, possible)
    why.say("Play as many as you like, one after the other; each changes what its pile takes.", when=possible)
    return why.verdict(
        " ".join(parts) or "Nothing can be played.",
        rests="What the piles take is by the book; what kings may do is in part our answer" if ours else "",
        needs=[next_rank(top) for top in build], legal=legal, talon=bool(talon), discards=discards, moves=possible,
    )  # fmt: skip


def _rank_text(rank: str) -> str:
    """Return a rank with its article: ``an ace``."""
    return f"{'an' if rank in ('A', '8') else 'a'} {rank_text(rank)}"


def _explain_kings(why: Reasons, options: Record, given: Record, possible: Moves) -> bool:
    """Explain where a king may be played, if there is one; return whether any of that is not in the book."""
    exposed = [card for card in (given[TALON_CARD], *given[DISCARDS]) if card]
    if all(rank_of(card) != KING for card in (*exposed, *given[HAND])):
        return False
    why.say("A king stands for any card.", P.play.kings)
    may_start, has_empty_place = options[KING_STARTS], None in given[BUILD]
    text = "It may stand for the ace that begins a pile, too; the book can be read both ways."
    house = "At this table a pile begins with a real ace."
    why.say(text if may_start else house, P.play.king_starts, when=has_empty_place)
    on_top = any(rank_of(move["card"]) == KING and move["from"] != "hand" for move in possible)
    ours = "On top of a talon or of a discard pile it is wild as well; the book does not say so."
    why.say(ours, P.play.king_top, when=on_top)
    return on_top or (has_empty_place and may_start)


# May a card go there?

TO: Key[str | None] = Key("to")
OWNER: Key[str | None] = Key("owner")
SAME_TURN: Key[bool] = Key("same_turn")
PUT_ALREADY: Key[bool] = Key("put_already")


def _check_move(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the question is not about a card that goes from the hand to the hand."""
    yield from refuse(TO, "It is in the hand already.", when=given.text(FROM) == given.text(TO) == "hand")


@case_situation(CASES, "move", check=_check_move)
def _move(options: Record, given: Record) -> Case:
    """Return the case of a move: what forbids it, else where the card goes, and what ends a turn at this table.

    A card put on a discard pile in this turn counts as the one that may be put.
    """
    origin, target, ends = given.text(FROM), given.text(TO), options.text(TURN_ENDS)
    was_put = given[PUT_ALREADY] or given[SAME_TURN]
    return Case(first_true(
        (given.text(OWNER) == "opponent", "opponent"),
        (origin != "hand" and target != "build", f"{origin} only to build"),
        (target == "discard" and was_put, "one put already"),
        (origin == "discard" and given[SAME_TURN], "same turn"),
        (was_put and ends == "put", "turn over"),
        ("discard" in (origin, target), f"{origin} to {target} {ends}"),
        (True, f"{origin} to build{' after put' if was_put else ''}"),
    ))  # fmt: skip


# How many cards are drawn?

WHEN = ask.choice("when", "When", {"start": "At the start of the turn", "during": "In the middle of it"}, required=True)
HAND_COUNT = ask.count("hand", "Cards in hand", HAND_SIZE, required=True)


def _check_draw(options: Record, given: Record) -> Iterator[Problem]:
    """Check that two packs have the cards of hand and stock, with at least one more in each talon."""
    cards = given[HAND_COUNT] + given[STOCK]
    if cards > MOST_STOCK:
        yield Problem(STOCK, f"Hand and stock make {cards} cards; with one in each talon {MOST_STOCK} are left.")


@situation("draw", "How many cards are drawn from the stock?", (
    WHEN, HAND_COUNT,
    f.count(STOCK, "Stock", MOST_STOCK, required=True, quick=(0, 1, 2, 3, 4, 5, 10, 20), help="Cards left in it."),
), check=_check_draw)  # fmt: skip
def _draw(options: Record, given: Record) -> Verdict:
    """Judge how many cards are drawn: a turn begins with a full hand; during it only an empty hand is filled."""
    hand, stock, start, why = given[HAND_COUNT], given[STOCK], given.text(WHEN) == "start", Reasons()
    due = HAND_SIZE - hand if start or not hand else 0
    draw = min(due, stock)
    left = stock - draw
    text, rule = first_true(
        (start and due, (f"; a turn begins with filling it up to {HAND_SIZE}", P.play.refill)),
        (start, (", so it is full", P.play.refill_first)),
        (due, (f" left; whoever plays the last one may draw {HAND_SIZE} more and go on", P.play.five_more)),
        (True, ("; during a turn only an empty hand is filled", P.play.five_more_only)),
    )
    why.say(f"The hand has {_cards_text(hand)}{text}.", rule)
    why.say(f"The stock has {_cards_text(stock)}.", when=draw < due)
    verdict = "None."
    if draw:
        on = " and go on" if left and not start else ""
        verdict = f"{'Draw' if start else 'The player may draw'} {_cards_text(draw)}{on}."
    if not left:
        runs_out = "That is the end of the stock" if draw else "The stock has run out"
        verdict += f" {runs_out}: the game is over, and the talons are compared."
        ours = "The game ends as soon as the last card is drawn; the book does not say so."
        why.say(ours, P.play.stock_out, P.scoring.stock)
    return why.verdict(verdict, draw=draw, stock=left, over=not left)


def _cards_text(number: int) -> str:
    """Return a number of cards in words: ``no card``, ``1 card``, ``3 cards``."""
    return counted(number, "card") if number else "no card"


# Where does the card that is put aside go?

PILES = ask.count("piles", "Discard piles in use", DISCARD_PILES, required=True, help="Those of the player.")


@case_situation(CASES, "discard", (PILES,))
def _discard(options: Record, given: Record) -> Case:
    """Return the case of a card put aside: how many discard piles are in use, and what ends a turn at this table."""
    piles = given[PILES]
    state = "none" if not piles else "some" if piles < DISCARD_PILES else "all"
    use = counted(piles, "pile is", "piles are")
    return Case(f"{state} {options.text(TURN_ENDS)}", {"use": use, "most": DISCARD_PILES})


# Is the game over?

TALONS = ask.count_of_each("talons", "Talon", TALON_SIZE, required=True, help="Cards left in it.")


def _check_end(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there are two talons, that they are not both empty, and that two packs have all these cards."""
    talons = given[TALONS]
    if len(talons) != TWO:
        yield Problem(TALONS, f"Spite and Malice is for two players; there are talons of {len(talons)}.")
    elif not any(talons.values()):
        yield Problem(TALONS, "Both talons cannot be empty: the game is over with the first.")
    cards = sum(talons.values()) + given[STOCK]
    yield from refuse(STOCK, f"Talons and stock make {cards} cards, but two packs have {PACKS}.", when=cards > PACKS)


def _offer_end(_: Any, entry: Record) -> Suggestion:
    """Suggest this question if nobody is entered as the winner, with the talons filled in if both were counted."""
    talons = {name: entry[TALON_CARDS][name] for name in entry.names_given(TALON_CARDS)}
    empty = [name for name, cards in talons.items() if not cards]
    if entry[WINNER] is not None or len(empty) > 1:
        return ""
    both = len(talons) == TWO
    level = "The talons are equal." if both and len(leaders(talons)) == TWO else "The stock ran out."
    text = f"{empty[0]} has an empty talon." if empty else level
    return text, {STOCK: 0, **({TALONS: talons} if both else {})}


@case_situation(CASES, "end", (
    TALONS, f.count(STOCK, "Stock", PACKS - 1, required=True, help="Cards left in it."),
), check=_check_end, offer=_offer_end)  # fmt: skip
def _end(options: Record, given: Record) -> Case:
    """Return the case at the end: an empty talon wins, or the smaller one if the stock has run out."""
    talons, stock = given[TALONS], given[STOCK]
    best, left = leaders(talons, "low"), listed(f"{name} {cards}" for name, cards in talons.items())
    case = first_true(
        (not talons[best[0]], "emptied"),
        (stock, "goes on"),
        (len(best) == 1, "fewer"),
        (True, f"level {options.text(STOCK_TIE)}"),
    )
    return Case(case, {"best": listed(best), "left": left}, {"winners": list(best)})


_mistake = verdict_table(CASES, "mistake")

SITUATIONS = (_legal, _move, _draw, _discard, _end, _mistake)
