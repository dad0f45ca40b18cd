"""The referee of Ristiseiska: what fits on the table, who gives a card to the beggar, and begging without need."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUIT_NAMES, SUITS, SYMBOLS, pretty, rank_of, suit_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record, Rows
from companion.core.facts import HAND, PLAYERS
from companion.core.keys import Key
from companion.core.plain_tricks import cards_told
from companion.core.problems import Problem
from companion.core.seating import from_left_of
from companion.core.situation import Situation, Verdict, once_each
from companion.core.words import counted, listed
from companion.games.ristiseiska.scoring import CARDS_LEFT, MOST_LEFT, PACK, WINNER

TABLEAU: Key[Rows] = Key("tableau")
SUIT: Key[str | None] = Key("suit")
LOW: Key[str | None] = Key("low")
HIGH: Key[str | None] = Key("high")
FIRST_TURN: Key[bool] = Key("first_turn")
BEGGAR: Key[str | None] = Key("beggar")

DECK = standard_deck("the pack")
ORDER = ("A", *RANKS[:0:-1])
"""Ranks from low to high. Source: ristiseiska/need.order."""

SEVEN = ORDER.index("7")
FIRST = "7c"
"""The card that opens the game. Source: ristiseiska/play.first."""

FEWEST_PLAYERS, MOST_PLAYERS = 3, 5
MOST_UNPLAYED = PACK - 1
"""What all hold together once the 7 of clubs lies."""

Piles = Mapping[str, tuple[int, int]]
"""Suit to the lowest and the highest of its cards on the table, as places in the order."""


def _tableau() -> f.Field:
    columns = (
        f.choice(SUIT, "Suit", SYMBOLS, required=True),
        f.choice(LOW, "Lowest", {rank: rank for rank in ORDER[: SEVEN + 1]}, required=True),
        f.choice(HIGH, "Highest", {rank: rank for rank in ORDER[SEVEN:]}, required=True),
    )
    return f.rows(
        TABLEAU, "On the table", columns, most=len(SUITS), sentences=(("", "{suit} from {low} to {high}"),),
        help="For each suit that is open both ends of its row; 7 and 7 where the 7 is alone.",
    )  # fmt: skip


def _piles(given: Record) -> Piles:
    """What lies of each suit, in the order of the facts."""
    return {row.word(SUIT): (ORDER.index(row.word(LOW)), ORDER.index(row.word(HIGH))) for row in given[TABLEAU]}


def _check_tableau(given: Record) -> Iterator[Problem]:
    """Each suit once, clubs first of all, and what lies there is in no hand."""
    suits = [row.word(SUIT) for row in given[TABLEAU]]
    for suit in SUITS:
        if suits.count(suit) > 1:
            yield Problem(TABLEAU, f"{SUIT_NAMES[suit].capitalize()} are there twice; tell each suit once.")
    if suits and suit_of(FIRST) not in suits:
        yield Problem(TABLEAU, f"The {pretty(FIRST)} is played before anything else, so clubs lie there, too.")
    piles = _piles(given)
    played = [card for card in given[HAND] if _lies(card, piles)]
    if played:
        are = "is" if len(played) == 1 else "are"
        yield Problem(HAND, f"{cards_told(played)} {are} on the table already, so cannot be in the hand.")


def _lies(card: str, piles: Piles) -> bool:
    low, high = piles.get(suit_of(card), (1, 0))
    return low <= ORDER.index(rank_of(card)) <= high


def fitting(piles: Piles) -> frozenset[str]:
    """The cards that can be played next, whoever holds them.

    Source: ristiseiska/play.first, ristiseiska/play.sevens, ristiseiska/play.fits, ristiseiska/play.full.
    """
    if not piles:
        return frozenset({FIRST})
    found = {f"7{suit}" for suit in SUITS if suit not in piles}
    for suit, (low, high) in piles.items():
        found |= {ORDER[place] + suit for place in (low - 1, high + 1) if 0 <= place < len(ORDER)}
    return frozenset(found)


def _suit_steps(suits: Iterable[str], piles: Piles) -> Iterator[str]:
    """How each of these suits stands, and what fits there."""
    for suit in suits:
        name = SUIT_NAMES[suit].capitalize()
        if suit not in piles:
            yield f"{name} are not open, so only the {pretty('7' + suit)} fits."
            continue
        low, high = piles[suit]
        fits = [pretty(ORDER[place] + suit) for place in (low - 1, high + 1) if 0 <= place < len(ORDER)]
        what = f"the {listed(fits, 'or the')} fits" if fits else "nothing fits any more"
        lies = "have the 7 alone" if low == high else f"lie from {_rank_told(low)} to {_rank_told(high)}"
        yield f"{name} {lies}, so {what}."


def _rank_told(place: int) -> str:
    return {"A": "the ace", "J": "the jack", "Q": "the queen", "K": "the king"}.get(ORDER[place], f"the {ORDER[place]}")


def _layout_rules(piles: Piles, suits: Iterable[str]) -> list[str]:
    """The rules by which cards fit in these suits."""
    rules = ["ristiseiska/play.fits"]
    there = set(suits)
    if there - set(piles):
        rules.append("ristiseiska/play.sevens")
    if there & set(piles):
        rules.append("ristiseiska/play.suits")
    if any(low == 0 or high == len(ORDER) - 1 for suit, (low, high) in piles.items() if suit in there):
        rules.append("ristiseiska/play.full")
    return rules


def _held(hand: Sequence[str]) -> list[str]:
    """The suits of a hand, in the usual order."""
    return [suit for suit in SUITS if suit in set(map(suit_of, hand))]


# What can be played?


def _legal_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.hand(DECK, MOST_LEFT),
        _tableau(),
        f.flag(FIRST_TURN, "First turn", help="It is the player's own first turn of the game."),
    )


def _check_legal(options: Record, given: Record) -> Iterable[Problem]:
    return _check_tableau(given)


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Source: ristiseiska/play.turn, ristiseiska/play.fits, ristiseiska/play.pass, ristiseiska/play.beg."""
    hand, piles, first_turn = given[HAND], _piles(given), given[FIRST_TURN]
    fits = fitting(piles)
    legal = [card for card in hand if card in fits]
    if not piles:
        return _before_the_first(legal)
    rules = _layout_rules(piles, _held(hand))
    because = list(_suit_steps(_held(hand), piles))
    open_point = False
    if legal:
        must = "play"
        verdict = f"{cards_told(legal)} can be played: no {'passing' if first_turn else 'begging'} now."
        if first_turn:
            open_point = True
            rules += ["ristiseiska/play.must", "ristiseiska/play.wrong-pass"]
            because.append(
                "Passing is for a first turn with nothing to play; that one must play otherwise the book does not say."
            )
        else:
            rules += ["ristiseiska/play.turn", "ristiseiska/penalties.false-beg"]
            because.append("Who begs with a playable card in hand is punished.")
    else:
        must = "pass" if first_turn else "beg"
        because.append("The hand holds none of that.")
        if first_turn:
            verdict = "Nothing can be played. It is the player's first turn, so they pass."
            rules.append("ristiseiska/play.pass")
            because.append("Begging begins with a player's second turn.")
        else:
            verdict = "Nothing can be played: the player begs for a card on their right."
            rules.append("ristiseiska/play.beg")
            because.append("It is not the player's first turn, so they do not pass.")
    return Verdict(
        verdict=verdict,
        outcome={"legal": legal, "must": must},
        basis="open" if open_point else "book",
        rules=once_each(rules),
        because=tuple(because),
    )


def _before_the_first(legal: list[str]) -> Verdict:
    """An empty table. Source: ristiseiska/play.first."""
    first = pretty(FIRST)
    return Verdict(
        verdict=f"The {first} is played." if legal else f"Nothing yet: whoever holds the {first} begins.",
        outcome={"legal": legal, "must": "play" if legal else "wait"},
        rules=("ristiseiska/play.first",),
        because=(
            f"Nothing lies on the table, and the {first} is the first card of every game.",
            f"The hand {'has' if legal else 'does not have'} it.",
        ),
    )


# Who gives the beggar a card?


def _asking_facts(cards_help: str) -> tuple[f.Field, ...]:
    return (
        facts.players(MOST_PLAYERS, FEWEST_PLAYERS),
        f.player(BEGGAR, "Beggar", facts.WHOEVER, required=True, help="Who begged."),
        f.count(
            CARDS_LEFT, "Cards held", MOST_LEFT, minimum=1, per="player", noun=("card", "cards"),
            quick=(1, 2, 3, 4, 5, 6, 8, 10), help=cards_help,
        ),
    )  # fmt: skip


def _beg_facts(options: Record) -> tuple[f.Field, ...]:
    return _asking_facts("By each of the others, before one is given.")


def _missing(given: Record) -> Iterator[Problem]:
    """All but the beggar are counted."""
    beggar, counted_for = given.who(BEGGAR), given.given(CARDS_LEFT)
    for name in given[PLAYERS]:
        if name != beggar and name not in counted_for:
            yield Problem(CARDS_LEFT, f"Cards held is missing for {name}.", name)


def _too_many(total: int) -> Iterator[Problem]:
    if total > MOST_UNPLAYED:
        text = f"That makes {total} cards in the hands; with the {pretty(FIRST)} played {MOST_UNPLAYED} are left."
        yield Problem(CARDS_LEFT, text)


def _check_beg(options: Record, given: Record) -> Iterator[Problem]:
    """All others are counted, and one pack is enough for them."""
    yield from _missing(given)
    yield from _too_many(sum(given[CARDS_LEFT][name] for name in given.given(CARDS_LEFT)))


def _judge_beg(options: Record, given: Record) -> Verdict:
    """Source: ristiseiska/play.beg, ristiseiska/play.last-card, ristiseiska/play.last-cards."""
    beggar, cards = given.who(BEGGAR), given[CARDS_LEFT]
    to_the_right = from_left_of(given[PLAYERS], beggar)[-2::-1]
    giver = next((name for name in to_the_right if cards[name] > 1), None)
    skipped = list(to_the_right if giver is None else to_the_right[: to_the_right.index(giver)])
    because = [f"{to_the_right[0]} sits on the right of {beggar} and is asked first."]
    if skipped:
        each = "and keeps it" if len(skipped) == 1 else "each, and keep it"
        because.append(f"{listed(skipped)} {'has' if len(skipped) == 1 else 'have'} one card {each}.")
    rules = ["ristiseiska/play.beg", *(["ristiseiska/play.last-card"] if skipped else [])]
    is_open = len(skipped) > 1
    if is_open:
        rules.insert(0, "ristiseiska/play.last-cards")
    if giver is None:
        verdict = f"Nobody gives {beggar} a card, and the turn is over."
        because.append("Nobody else is left to be asked; the book does not speak of that.")
    else:
        verdict = f"{giver} gives {beggar} a card of their own choice, face down, and {beggar}'s turn is over."
        if skipped:
            because.append(f"{giver} is next to the right, with {counted(cards[giver], 'card')}.")
        else:
            because.append(f"{giver} has {counted(cards[giver], 'card')}, so it is not the last one.")
        if is_open:
            because.append("The book goes on to the second player on the right only; we go on until somebody can give.")
    because.append("The turn ends with the beg: no card is played in it.")
    return Verdict(
        verdict=verdict,
        outcome={"giver": giver, "skipped": skipped},
        basis="open" if is_open else "book",
        rules=tuple(rules),
        because=tuple(because),
    )


def _offer_beg(_: Any, entry: Record) -> str:
    """Somebody down to a last card, or without one who did not win."""
    cards, winner = entry[CARDS_LEFT], entry[WINNER]
    held = {name: cards[name] for name in entry.given(CARDS_LEFT) if name != winner}
    none = [name for name, number in held.items() if not number]
    if none:
        return f"{listed(none)} {'has' if len(none) == 1 else 'have'} no card left and did not win."
    single = [name for name, number in held.items() if number == 1]
    return f"{listed(single)} {'has' if len(single) == 1 else 'have'} a single card." if single else ""


def _answer_beg(_: Any, entry: Record) -> Mapping[str, Any]:
    """What the others held, with the last card that nobody takes."""
    cards, winner = entry[CARDS_LEFT], entry[WINNER]
    return {CARDS_LEFT: {name: max(1, cards[name]) for name in entry.given(CARDS_LEFT) if name != winner}}


# Begging with a playable card.


def _false_beg_facts(options: Record) -> tuple[f.Field, ...]:
    players, beggar, cards = _asking_facts("By each of the others, now.")
    hand = facts.hand(DECK, MOST_LEFT).of(help="The beggar's, before the begged card came.")
    return (players, beggar, hand, _tableau(), cards)


def _check_false_beg(options: Record, given: Record) -> Iterator[Problem]:
    """The table and the hands fit together; the beggar's cards are told one by one."""
    yield from _check_tableau(given)
    beggar = given.who(BEGGAR)
    if beggar in given.given(CARDS_LEFT):
        yield Problem(CARDS_LEFT, f"Leave {beggar} out: that hand is told card by card.", beggar)
    yield from _missing(given)
    others = [given[CARDS_LEFT][name] for name in given.given(CARDS_LEFT) if name != beggar]
    yield from _too_many(len(given[HAND]) + sum(others))


def _judge_false_beg(options: Record, given: Record) -> Verdict:
    """Source: ristiseiska/penalties.false-beg, ristiseiska/penalties.last-card."""
    beggar, hand, piles, cards = given.who(BEGGAR), given[HAND], _piles(given), given[CARDS_LEFT]
    fits = fitting(piles)
    playable = [card for card in hand if card in fits]
    if piles:
        because = list(_suit_steps(_held(hand), piles))
        rules = _layout_rules(piles, _held(hand))
    else:
        because = [f"Nothing lies on the table, so only the {pretty(FIRST)} can be played."]
        rules = ["ristiseiska/play.first"]
    because.insert(0, "What counts is the hand before the begged card came.")
    if not playable:
        because.append("The hand held none of that.")
        if not piles:
            return _begged_before_the_first(beggar, because)
        return Verdict(
            verdict=f"{beggar} begged rightly: nothing in the hand could be played.",
            outcome={"guilty": False, "playable": [], "passes": []},
            rules=("ristiseiska/play.beg", "ristiseiska/penalties.false-beg-hand", *rules),
            because=tuple(because),
        )
    rules = ["ristiseiska/penalties.false-beg", "ristiseiska/penalties.false-beg-hand", *rules]
    others = from_left_of(given[PLAYERS], beggar)[:-1]
    givers = [name for name in others if cards[name] > 1]
    keep = [name for name in others if cards[name] == 1]
    because.append(f"The hand held {cards_told(playable)}, so {beggar} could have played.")
    if keep:
        rules.append("ristiseiska/penalties.last-card")
        each = "" if len(keep) == 1 else " each"
        because.append(
            f"{listed(keep)} {'has' if len(keep) == 1 else 'have'} one card{each} and nobody gives a last card; "
            "the book does not say so of the penalty."
        )
    if givers:
        gives = "gives" if len(givers) == 1 else "each give"
        told = f"{listed(givers)} {gives} {beggar} one card"
    else:
        told = "nobody has a card to give"
    return Verdict(
        verdict=f"{beggar} begged with a playable card: {told}.",
        outcome={
            "guilty": True,
            "playable": playable,
            "passes": [{"player": name, "cards": 1} for name in givers],
        },
        basis="open" if keep else "book",
        rules=once_each(rules),
        because=tuple(because),
    )


def _begged_before_the_first(beggar: str, because: Sequence[str]) -> Verdict:
    """A beg before the game was opened, without the card that opens it."""
    first = pretty(FIRST)
    return Verdict(
        verdict=f"{beggar} held nothing to play, so there is no penalty. But nobody begs yet: the {first} comes first.",
        outcome={"guilty": False, "playable": [], "passes": []},
        rules=("ristiseiska/play.first", "ristiseiska/penalties.false-beg", "ristiseiska/penalties.false-beg-hand"),
        because=(*because, f"Whoever holds the {first} begins, and the turns follow from there."),
    )


def _admit_false_beg(_options: Record, _given: Record, name: str) -> Verdict:
    """Everybody agrees that the beggar could have played."""
    return Verdict(
        verdict=f"Each opponent gives {name} one card of their own choice; who has only one keeps it.",
        outcome={},
        basis="open",
        rests="The card from each is by the book; which it is, and that a last card stays, the book leaves open",
        rules=(
            "ristiseiska/penalties.false-beg",
            "ristiseiska/penalties.choice",
            "ristiseiska/penalties.last-card",
        ),
        because=(
            "The table agrees that a card could have been played.",
            "Who begged all the same is given a card by every opponent.",
            "The card that was begged for stays with the beggar, whose turn is over.",
        ),
    )


SITUATIONS = (
    Situation(
        key="legal", title="What can be played, or is it a pass or a beg?",
        help="What fits next to the cards that lie there, and what to do where nothing does.",
        facts=_legal_facts, check=_check_legal, judge=_judge_legal,
    ),
    Situation(
        key="beg", title="Who has to give the beggar a card?", help="Nobody's last card is taken.",
        facts=_beg_facts, check=_check_beg, judge=_judge_beg, offered=_offer_beg, answered=_answer_beg,
    ),
    Situation(
        key="false-beg", title="Who begged without need, and what does it cost?",
        facts=_false_beg_facts, check=_check_false_beg, judge=_judge_false_beg, admitted=_admit_false_beg,
    ),
)  # fmt: skip
