"""The referee of Razz: the lowest of seven cards, who begins, how much is bet, and when the pack is too short."""

from collections.abc import Iterator
from itertools import combinations

from companion.cards.decks import standard_deck
from companion.cards.notation import SUITS, pretty, rank_of, suit_of
from companion.cards.poker import LOW_VALUES, low_key
from companion.core import facts
from companion.core import fields as f
from companion.core.chips import ANTE, PAID, POTS, WINNER
from companion.core.entry import Record
from companion.core.facts import PLAYERS
from companion.core.game import STACK, Table
from companion.core.keys import Cards, Key, PerName
from companion.core.problems import Problem
from companion.core.seating import next_among
from companion.core.showdown import (
    HANDS,
    best_told,
    check_number,
    hands_fact,
    hands_of,
    low_shown,
    ranking,
    reasons,
    why_better,
    why_level,
)
from companion.core.situation import Basis, Situation, Verdict, by_option, once_each
from companion.core.words import counted, listed
from companion.games.razz.scoring import BET

COMMUNITY: Key[str | None] = Key("community")
DOORS: Key[PerName[str | None]] = Key("doors")
DEALER: Key[str | None] = Key("dealer")
SHOWN: Key[PerName[Cards]] = Key("shown")
STREET: Key[int] = Key("street")
DEALT: Key[tuple[int, ...]] = Key("dealt")
ACTIVE: Key[int] = Key("active")

DECK = standard_deck("the pack of 52")
PACK = len(DECK.copies)
FEWEST, MOST = 2, 8
OWN, COUNTED = 7, 5
"""Cards of each player, and how many of them count. Source: razz/scoring.hands."""

FIRST_CARDS = 3
"""Cards that everybody gets before the first bet. Source: razz/deal.cards."""

LATER_STREETS = ("fourth", "fifth", "sixth")
FIRST_STREET, DOUBLE_STREET, LAST_STREET = 3, 5, 7


# Who has the lowest hand?


def _showdown_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        hands_fact(
            DECK, OWN - 1, OWN, help="All seven of those who show; six, where a card lies in the middle."
        ),
        f.card(COMMUNITY, "Card in the middle", DECK, nobody="None", help="Everybody's seventh."),
    )  # fmt: skip


def _check_showdown(options: Record, given: Record) -> Iterator[Problem]:
    """Everybody has seven cards, the one in the middle included, and that is in nobody's hand."""
    yield from check_number(given, FEWEST, MOST)
    common = given[COMMUNITY]
    own = OWN - 1 if common else OWN
    why = f"with the {pretty(common)} in the middle" if common else "without a card in the middle"
    for name, cards in hands_of(given).items():
        if len(cards) != own:
            yield Problem(HANDS, f"{name} has {len(cards)} cards; {why} it is {own} each.", name)
        if common in cards:
            yield Problem(COMMUNITY, f"The {pretty(common or '')} is in {name}'s hand, so it is not in the middle.")


def lowest_five(cards: Cards) -> Cards:
    """The five that make the lowest hand, groups first, then from the top; of equal ranks those named first.

    Source: razz/scoring.hands, razz/scoring.choose.
    """
    best = min(combinations(cards, COUNTED), key=low_key)
    ranks = low_key(best)[1]
    return tuple(sorted(best, key=lambda card: (ranks.index(LOW_VALUES[rank_of(card)]), cards.index(card))))


def _judge_showdown(options: Record, given: Record) -> Verdict:
    """Source: razz/scoring.hands, razz/scoring.from-the-top, razz/scoring.groups, razz/scoring.level."""
    common = given[COMMUNITY]
    used = {name: lowest_five((*cards, common) if common else cards) for name, cards in hands_of(given).items()}
    hands = {name: low_shown(cards) for name, cards in used.items()}
    found = ranking(hands)
    is_level = len(found[0]) > 1
    paired = sum(len(low_key(cards)[1]) < COUNTED for cards in used.values())
    has_ace = any(rank_of(card) == "A" for cards in used.values() for card in cards)
    told, *why = reasons(hands)
    return Verdict(
        verdict=best_told(found, "has the lowest hand and wins", "have the lowest hand and share the pot"),
        outcome={
            "ranking": found,
            "hands": {name: hand.name for name, hand in hands.items()},
            "cards": {name: list(cards) for name, cards in used.items()},
        },
        basis="open" if is_level else "book",
        rules=once_each(
            (
                "razz/scoring.level" if is_level else "",
                "razz/scoring.hands",
                "razz/scoring.kinds" if 0 < paired < len(hands) or paired > 1 else "",
                "razz/scoring.from-the-top" if len(hands) - paired > 1 else "",
                "razz/scoring.groups" if paired > 1 else "",
                "razz/scoring.choose",
                "razz/need.cards" if has_ace else "",
                "razz/deal.short" if common else "",
            )
        ),
        because=once_each(
            (
                f"The {pretty(common)} in the middle is everybody's seventh card." if common else "",
                f"Of seven cards the five that make the lowest hand count: {told}",
                *why,
                "Straights and flushes do not count" + (", and an ace is 1." if has_ace else "."),
                "The book has no word on equal lowest hands; they share the pot." if is_level else "",
            )
        ),
    )


def _offer_showdown(_: Table[None], entry: Record) -> str:
    """Several took chips of one hand."""
    winners = list(dict.fromkeys(row.who(WINNER) for row in entry[POTS]))
    if len(winners) < FEWEST:
        return ""
    if len({entry[PAID][name] for name in winners}) == 1:
        return f"{listed(winners)} paid the same and share the pot: their hands were level."
    return f"{listed(winners)} took pots of their own."


# Who brings in?


def _door_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.card(
            DOORS, "Door card", DECK, per="player", required=True, some=True,
            help="The first card of each that lies open.",
        ),
    )  # fmt: skip


def _check_doors(options: Record, given: Record) -> Iterator[Problem]:
    """Several have a door card, and no two the same one."""
    doors = hands_of(given, DOORS)
    yield from check_number(given, FEWEST, MOST, DOORS)
    yield from facts.check_cards(DOORS, DECK, doors.values())


def _height(card: str) -> tuple[int, int]:
    """How high a door card is: king to ace, then spades to clubs."""
    return LOW_VALUES[rank_of(card)], -SUITS.index(suit_of(card))


def _judge_bring_in(options: Record, given: Record) -> Verdict:
    """Source: razz/play.bring-in, razz/play.bring-in-must, razz/play.door-ace."""
    doors, bet = hands_of(given, DOORS), options[BET]
    name = max(doors, key=lambda one: _height(doors[one]))
    card = doors[name]
    level = [one for one in doors if rank_of(doors[one]) == rank_of(card)]
    aces = [one for one in doors if rank_of(doors[one]) == "A"]
    because = [f"{listed(f'{one} shows the {pretty(door)}' for one, door in doors.items())}."]
    if len(level) > 1:
        shown = listed(pretty(doors[one]) for one in level)
        because.append(f"{shown} are of the same rank: spades are highest, then hearts, diamonds and clubs.")
    because.append(f"The {pretty(card)} is the highest, so {name} has to bet.")
    if aces:
        because.append("An ace is the lowest door card: the book calls the highest card the worst, and aces are low.")
    because.append(f"Half of the bet of {bet} is {bet // 2}; a full bet completes it.")
    return Verdict(
        verdict=f"{name} brings in {bet // 2}, or makes a full bet of {bet}. To check or fold is not theirs to choose.",
        outcome={"player": name, "bring_in": bet // 2, "complete": bet},
        basis="open" if aces else "book",
        rules=once_each(("razz/play.bring-in", "razz/play.bring-in-must", "razz/play.door-ace" if aces else "")),
        because=tuple(because),
    )


def _all_in(table: Table[None], entry: Record, name: str) -> bool:
    """Whether a player put in all they held."""
    return bool(table.options[STACK]) and entry[PAID][name] == table.totals[name]


def _offer_bring_in(table: Table[None], entry: Record) -> str:
    """Nobody put in as much as the bring-in takes."""
    ante, bring_in = table.options[ANTE], table.options[BET] // 2
    names = entry[PAID]
    if any(chips >= ante + bring_in or _all_in(table, entry, name) for name, chips in names.items()):
        return ""
    return f"Nobody put in the bring-in of {bring_in} on top of the ante: it was forgotten, or taken back uncalled."


# Who begins?


def _first_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.players(MOST, FEWEST),
        f.player(DEALER, "Dealer", facts.WHOEVER, required=True),
        f.cards(
            SHOWN, "Cards shown", DECK, 2, 4, per="player", required=True, some=True,
            help="The open cards of those still in, as many for each.",
        ),
    )  # fmt: skip


def _check_first(options: Record, given: Record) -> Iterator[Problem]:
    """Several are still in, and show as many cards each."""
    yield from check_number(given, FEWEST, MOST, SHOWN)
    shown = hands_of(given, SHOWN)
    if len({len(cards) for cards in shown.values()}) > 1:
        many = listed(f"{name} {len(cards)}" for name, cards in shown.items())
        yield Problem(SHOWN, f"Everybody shows as many cards as the others, not {many}.")


def _judge_first(options: Record, given: Record) -> Verdict:
    """Source: razz/play.first, razz/play.first-groups, razz/play.first-level."""
    players, dealer = given[PLAYERS], given.who(DEALER)
    hands = {name: low_shown(cards) for name, cards in hands_of(given, SHOWN).items()}
    lowest, *others = ranking(hands)
    name = next_among(players, dealer, lowest)
    because = [f"{listed(f'{one} shows {hand.told}' for one, hand in hands.items())}."]
    if others:
        because.append(why_better(lowest[0], hands[lowest[0]], others[0][0], hands[others[0][0]]))
    if len(lowest) > 1:
        because += [
            why_level(lowest),
            "The book does not say who of them begins.",
            f"From the dealer's left on, {dealer} being the dealer, {name} comes first of them.",
        ]
    return Verdict(
        verdict=f"{name} begins the betting.",
        outcome={"first": name, "tied": lowest},
        basis="open" if len(lowest) > 1 else "book",
        rules=once_each(
            ("razz/play.first", "razz/play.first-groups", "razz/play.first-level" if len(lowest) > 1 else "")
        ),
        because=tuple(because),
    )


# How much is bet?


def _limit_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.count(
            STREET, "Street", LAST_STREET, minimum=FIRST_STREET, required=True,
            help="How many cards everybody has.",
        ),
    )  # fmt: skip


def _judge_limit(options: Record, given: Record) -> Verdict:
    """Source: razz/play.limit, razz/play.limit-exact, razz/play.bring-in."""
    street, agreed = given[STREET], options[BET]
    is_double, is_first = street >= DOUBLE_STREET, street == FIRST_STREET
    bet = 2 * agreed if is_double else agreed
    because = [f"The table agreed on a bet of {agreed:,}."]
    because.append(
        f"From fifth street on it is double: {bet:,}."
        if is_double
        else "On third and fourth street a bet is just that."
    )
    if is_first:
        because.append(f"The bring-in is half of it: {bet // 2:,}. Whoever completes it makes it a full bet.")
    on_third = ("razz/play.bring-in", "razz/play.complete") if is_first else ()
    return Verdict(
        verdict=f"A bet is exactly {counted(bet, 'chip')}, and so is each raise."
        + (f" The bring-in is {bet // 2:,}." if is_first else ""),
        outcome={"bet": bet, "bring_in": bet // 2 if is_first else None},
        basis=by_option(options, BET, 2, "book"),
        rules=("razz/play.limit", "razz/play.limit-exact", *on_third),
        because=tuple(because),
    )


def _uneven(table: Table[None], entry: Record) -> str:
    """Who put in what no bring-in and no bets come to; empty where there is nobody."""
    half, ante, paid = table.options[BET] // 2, table.options[ANTE], entry[PAID]
    matched = {chips for name, chips in paid.items() if _all_in(table, entry, name)}  # the rest was taken back
    uneven = (name for name, chips in paid.items() if chips > ante and (chips - ante) % half and chips not in matched)
    return next(uneven, "")


def _offer_limit(table: Table[None], entry: Record) -> str:
    """Somebody put in what no bets come to."""
    name = _uneven(table, entry)
    if not name:
        return ""
    beyond, bet = entry[PAID][name] - table.options[ANTE], table.options[BET]
    return (
        f"{name} put in {beyond:,} beyond the ante, but bets are {bet:,} or {2 * bet:,}, and the bring-in {bet // 2:,}."
    )


# Are there cards enough?


def _community_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.several(
            DEALT, "Dealt to", f.count(Key[int]("number"), "Players", MOST, minimum=FEWEST),
            least=len(LATER_STREETS) + 1, most=len(LATER_STREETS) + 1, required=True, ordered=True,
            help="How many players got a third, a fourth, a fifth and a sixth card.",
        ),
        f.count(ACTIVE, "Still in", MOST, minimum=FEWEST, required=True, help="How many want a seventh card."),
    )  # fmt: skip


def _check_community(options: Record, given: Record) -> Iterator[Problem]:
    """Who has folded gets no further card."""
    dealt = given[DEALT]
    for before, after, street in zip(dealt, dealt[1:], LATER_STREETS, strict=False):
        if after > before:
            yield Problem(DEALT, f"{after} cannot have got a card on {street} street: only {before} were in before.")
    if given[ACTIVE] > dealt[-1]:
        yield Problem(ACTIVE, f"{given[ACTIVE]} cannot be left: only {dealt[-1]} got a sixth card.")


def _judge_community(options: Record, given: Record) -> Verdict:
    """Source: razz/deal.short, razz/deal.short-count, razz/deal.burn."""
    dealt, active = given[DEALT], given[ACTIVE]
    first, *later = dealt
    stock = PACK - FIRST_CARDS * first - sum(later)
    is_common = stock < active
    matters = not is_common and stock - len(later) - 1 < active
    basis: Basis = "open" if matters else "book"
    because = [
        f"{first} players got {FIRST_CARDS} cards each, {FIRST_CARDS * first} in all.",
        f"Then {listed(map(str, later))} got a card on {listed(LATER_STREETS)} street.",
        f"Of {PACK} cards {stock} are left for {active} players.",
    ]
    if matters:
        because.append("Had cards been burned they would not do; the book does not ask for it, so none are.")
    enough = f"Yes: {stock} cards are left, and each of the {active} players gets one."
    short = f"No: only {stock} cards are left for {active} players. One is turned up for all."
    return Verdict(
        verdict=short if is_common else enough,
        outcome={"stock": stock, "community": is_common, "cards": 1 if is_common else active},
        basis=basis,
        rules=once_each(("razz/deal.short", "razz/deal.short-count", "razz/deal.burn" if matters else "")),
        because=tuple(because),
    )


SITUATIONS = (
    Situation(
        key="showdown", title="Who has the lowest hand?", facts=_showdown_facts, check=_check_showdown,
        judge=_judge_showdown, offered=_offer_showdown,
    ),
    Situation(
        key="bring-in", title="Who brings in?", help="On third street, by the door cards.",
        facts=_door_facts, check=_check_doors, judge=_judge_bring_in, offered=_offer_bring_in,
    ),
    Situation(
        key="first", title="Who begins the betting?",
        help="From fourth street on; on seventh street by the same four cards as on sixth.",
        facts=_first_facts, check=_check_first, judge=_judge_first,
    ),
    Situation(
        key="limit", title="How much may be bet?", help="On third and fourth street, and on fifth to seventh.",
        facts=_limit_facts, judge=_judge_limit, offered=_offer_limit,
    ),
    Situation(
        key="community", title="Are there enough cards for seventh street?",
        facts=_community_facts, check=_check_community, judge=_judge_community,
    ),
)  # fmt: skip
