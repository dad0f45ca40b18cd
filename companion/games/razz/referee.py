"""The referee of Razz: the lowest of seven cards, who begins, how much is bet, and when the pack is too short."""

from collections.abc import Iterator
from itertools import combinations

from companion.cards.decks import standard_deck
from companion.cards.notation import SUITS, pretty, rank_of, suit_of
from companion.cards.poker import LOW_VALUES, low_sort_key
from companion.core.common.chips import ANTE, PAID, POTS, players_all_in
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards, Key
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.seating import next_among
from companion.core.game.situation import Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.facts import DEALER, PLAYERS, WINNER
from companion.core.referee.ready_situations import Case, case_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import (
    HANDS,
    best_text,
    check_number_shown,
    given_hands,
    hands_fact,
    ranking,
    showdown_sentences,
    why_better,
    why_level,
)
from companion.core.words import listed
from companion.games.razz.hands import low_hand
from companion.games.razz.scoring import BET, GAME

CASES = read_toml(__package__, "cases.toml")
DECK = standard_deck("the pack of 52")
PACK = len(DECK.copies)
FEWEST, MOST = 2, 8
OWN, COUNTED = 7, 5
"""The cards of each player, and how many of them count. Source: razz/scoring.hands."""

FIRST_CARDS = 3
"""The cards that each player gets before the first bet. Source: razz/deal.cards."""

LATER_STREETS = ("fourth", "fifth", "sixth")
FIRST_STREET, DOUBLE_STREET = 3, 5


# Who has the lowest hand?

COMMUNITY = ask.card("community", "Card in the middle", DECK, nobody="None", help="Everybody's seventh.")


def _check_showdown(options: Record, given: Record) -> Iterator[Problem]:
    """Check that everybody has seven cards, counting the one in the middle, and that nobody holds that one."""
    yield from check_number_shown(given, FEWEST, MOST)
    common = given[COMMUNITY]
    each = OWN - 1 if common else OWN
    why = f"with the {pretty(common)} in the middle" if common else "without a card in the middle"
    for name, cards in given_hands(given).items():
        if len(cards) != each:
            yield Problem(HANDS, f"{name} has {len(cards)} cards; {why} it is {each} each.", name)
        if common in cards:
            yield Problem(COMMUNITY, f"The {pretty(common or '')} is in {name}'s hand, so it is not in the middle.")


def lowest_five(cards: Cards) -> Cards:
    """Return the five cards that make the lowest hand, groups first, then from high to low.

    Source: razz/scoring.hands, razz/scoring.choose.
    """
    best = min(combinations(cards, COUNTED), key=low_sort_key)
    ranks = low_sort_key(best)[1]
    return tuple(sorted(best, key=lambda card: (ranks.index(LOW_VALUES[rank_of(card)]), cards.index(card))))


def _offer_showdown(_: Table[None], entry: Record) -> str:
    """Suggest this question if several players took pots of the hand."""
    winners = list(dict.fromkeys(row.who(WINNER) for row in entry[POTS]))
    if len(winners) < FEWEST:
        return ""
    if len({entry[PAID][name] for name in winners}) == 1:
        return f"{listed(winners)} paid the same and share the pot: their hands were level."
    return f"{listed(winners)} took pots of their own."


@situation("showdown", "Who has the lowest hand?", (
    hands_fact(DECK, OWN - 1, OWN, help="All seven of those who show; six, if a card lies in the middle."),
    COMMUNITY,
), check=_check_showdown, offer=_offer_showdown)  # fmt: skip
def _showdown(options: Record, given: Record) -> Verdict:
    """Judge who has the lowest hand: the five lowest of seven cards are compared, from the top."""
    common, why = given[COMMUNITY], Reasons()
    used = {name: lowest_five((*cards, common) if common else cards) for name, cards in given_hands(given).items()}
    hands = {name: low_hand(cards) for name, cards in used.items()}
    ranked = ranking(hands)
    is_level = len(ranked[0]) > 1
    why.cite("scoring.level", when=is_level)
    why.say(f"The {pretty(common or '')} in the middle is everybody's seventh card.", when=common)
    text, *steps = showdown_sentences(hands)
    why.say(f"Of seven cards the five that make the lowest hand count: {text}", "scoring.hands")
    why.say_all(steps)
    paired = sum(len(low_sort_key(cards)[1]) < COUNTED for cards in used.values())
    why.cite("scoring.kinds", when=paired)
    why.cite("scoring.from-the-top", when=len(hands) - paired > 1)
    why.cite("scoring.groups", when=paired > 1)
    why.cite("scoring.choose")
    aces = any(rank_of(card) == "A" for cards in used.values() for card in cards)
    low = "Straights and flushes do not count"
    why.say(f"{low}, and an ace is 1." if aces else f"{low}.")
    why.cite("need.cards", when=aces)
    why.cite("deal.short", when=common)
    why.say("The book does not say what equal lowest hands get; we let them share the pot.", when=is_level)
    return why.verdict(
        best_text(ranked, "has the lowest hand and wins", "have the lowest hand and share the pot"), ranking=ranked,
        hands={name: hand.name for name, hand in hands.items()},
        cards={name: list(cards) for name, cards in used.items()},
    )  # fmt: skip


# Who brings in?

DOORS = ask.card_of_each("doors", "Door card", DECK, required="some", help="The first card of each that lies open.")


def _check_doors(options: Record, given: Record) -> Iterator[Problem]:
    """Check that two to eight players have a door card, each a different one."""
    doors = given_hands(given, DOORS)
    yield from check_number_shown(given, FEWEST, MOST, DOORS)
    yield from facts.check_cards(DOORS, DECK, doors.values())


def _offer_bring_in(table: Table[None], entry: Record) -> str:
    """Suggest asking who brings in if nobody paid as much as ante and bring-in, and nobody is all in."""
    ante, bring_in = table.options[ANTE], table.options[BET] // 2
    if max(entry[PAID].values()) >= ante + bring_in or players_all_in(table, entry):
        return ""
    return f"Nobody put in the bring-in of {bring_in} on top of the ante: it was forgotten, or taken back uncalled."


@situation("bring-in", "Who brings in?", (DOORS,), help="On third street, by the door cards.",
    check=_check_doors, offer=_offer_bring_in)  # fmt: skip
def _bring_in(options: Record, given: Record) -> Verdict:
    """Judge who brings in: the player with the highest door card must bet half a bet, or a whole one."""
    doors, bet, why = given_hands(given, DOORS), options[BET], Reasons("play.bring-in", "play.bring-in-must")
    name = max(doors, key=lambda player: (LOW_VALUES[rank_of(doors[player])], -SUITS.index(suit_of(doors[player]))))
    card = doors[name]
    level = [pretty(door) for door in doors.values() if rank_of(door) == rank_of(card)]
    why.say(f"{listed(f'{player} shows the {pretty(door)}' for player, door in doors.items())}.")
    suits = f"{listed(level)} are of the same rank: spades are highest, then hearts, diamonds and clubs."
    why.say(suits, when=len(level) > 1)
    why.say(f"The {pretty(card)} is the highest, so {name} has to bet.")
    text = "An ace is the lowest door card: the book calls the highest card the worst, and aces are low."
    why.say(text, "play.door-ace", when="A" in map(rank_of, doors.values()))
    why.say(f"Half of the bet of {bet:,} is {bet // 2:,}; a full bet completes it.", "play.limit")
    verdict = f"{name} must bet {bet // 2:,} or {bet:,}, and may neither check nor fold."
    return why.verdict(verdict, player=name, bring_in=bet // 2, complete=bet)


# Who begins?

SHOWN = ask.cards_of_each(
    "shown", "Cards shown", DECK, 2, 4, required="some",
    help="The open cards of those still in, the same number for each.",
)  # fmt: skip


def _check_first(options: Record, given: Record) -> Iterator[Problem]:
    """Check that at least two players show cards, the same number each."""
    yield from check_number_shown(given, FEWEST, MOST, SHOWN)
    shown = given_hands(given, SHOWN)
    if len({len(cards) for cards in shown.values()}) > 1:
        many = listed(f"{name} {len(cards)}" for name, cards in shown.items())
        yield Problem(SHOWN, f"Everybody shows as many cards as the others, not {many}.")


@situation("first", "Who begins the betting?", (facts.players(GAME.seats), DEALER, SHOWN),
    help="From fourth street on; on seventh street by the same four cards as on sixth.",
    check=_check_first)  # fmt: skip
def _first_bettor(options: Record, given: Record) -> Verdict:
    """Judge who begins the betting: the lowest hand shown; of equal ones the nearest to the dealer's left."""
    players, dealer, why = given[PLAYERS], given.who(DEALER), Reasons("play.first", "play.first-groups")
    hands = {name: low_hand(cards) for name, cards in given_hands(given, SHOWN).items()}
    lowest, *others = ranking(hands)
    name = next_among(players, dealer, lowest)
    why.say(f"{listed(f'{player} shows {hand.text}' for player, hand in hands.items())}.")
    if others:
        why.say(why_better(lowest[0], hands[lowest[0]], others[0][0], hands[others[0][0]]))
    if len(lowest) > 1:
        why.say(why_level(lowest))
        text = f"The book does not say who of them begins. From {dealer}'s left on, {name} comes first of them."
        why.say(text, "play.first-level")
    return why.verdict(f"{name} begins the betting.", first=name, tied=lowest)


# How much is bet?

STREET: Key[int] = Key("street")


def _offer_limit(table: Table[None], entry: Record) -> str:
    """Suggest this question if a player put in chips that are no sum of bets, and do not match an all-in either."""
    bet, ante, paid = table.options[BET], table.options[ANTE], entry[PAID]
    matched = {paid[name] for name in players_all_in(table, entry)}  # others took the rest back
    for name, chips in paid.items():
        beyond = chips - ante
        if beyond > 0 and beyond % (bet // 2) and chips not in matched:
            bets = f"bets are {bet:,} or {2 * bet:,}, and the bring-in {bet // 2:,}"
            return f"{name} put in {beyond:,} beyond the ante, but {bets}."
    return ""


@case_situation(CASES, "limit", offer=_offer_limit)
def _limit(options: Record, given: Record) -> Case:
    """Return the case of a street: third street has the bring-in, and from fifth street on bets are double."""
    street, agreed = given[STREET], options[BET]
    bet, half = 2 * agreed if street >= DOUBLE_STREET else agreed, agreed // 2
    case = "first" if street == FIRST_STREET else "double" if street >= DOUBLE_STREET else "second"
    return Case(case, {"agreed": agreed, "bet": bet, "half": half}, {"bet": bet, "bring_in": half})


# Are there cards enough?

DEALT: Key[tuple[int, ...]] = Key("dealt")
ACTIVE = ask.count("active", "Still in", MOST, least=FEWEST, required=True, help="How many want a seventh card.")


def _check_community(options: Record, given: Record) -> Iterator[Problem]:
    """Check the facts about a community card: from street to street no more players get a card."""
    dealt = given[DEALT]
    for before, after, street in zip(dealt, dealt[1:], LATER_STREETS, strict=False):
        if after > before:
            yield Problem(DEALT, f"{after} cannot have got a card on {street} street: only {before} were in before.")
    if given[ACTIVE] > dealt[-1]:
        yield Problem(ACTIVE, f"{given[ACTIVE]} cannot be left: only {dealt[-1]} got a sixth card.")


@case_situation(CASES, "community", (
    f.several(
        DEALT, "Dealt to", f.count(Key[int]("number"), "Players", MOST, least=FEWEST),
        least=len(LATER_STREETS) + 1, most=len(LATER_STREETS) + 1, required=True,
        help="How many players got a third, a fourth, a fifth and a sixth card.",
    ),
    ACTIVE,
), check=_check_community)  # fmt: skip
def _community(_: Record, given: Record) -> Case:
    """Return the case of the pack: enough for seventh street, enough only if no cards are burned, or too short."""
    first, *later = given[DEALT]
    active, stock = given[ACTIVE], PACK - FIRST_CARDS * first - sum(later)
    case = "short" if stock < active else "enough" if stock - len(later) - 1 >= active else "enough unless burned"
    dealt = {"first": first, "cards": FIRST_CARDS * first, "later": listed(map(str, later))}
    return Case(case, {**dealt, "stock": stock, "active": active}, {"stock": stock, "cards": active})


SITUATIONS = (_showdown, _bring_in, _first_bettor, _limit, _community)
