"""The referee of Chicago: tricks, showdowns, declarations and their proof, exchanges and the stock."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, pretty
from companion.cards.poker import VALUES, kind_text
from companion.cards.tricks import plain_suits
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards, Key, Names
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.situation import (
    SubjectFacts,
    Suggestion,
    Verdict,
    WonTrick,
    one_deck,
    situation,
)
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import DISCARDS, HAND, RANK, STOCK
from companion.core.referee.ready_situations import Case, case_situation
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import HANDS as SHOWN
from companion.core.referee.showdown import (
    best_text,
    check_number_shown,
    given_hands,
    groups_text,
    hands_fact,
    rank_text,
    ranking,
    ranks_text,
    showdown_sentences,
)
from companion.core.tricks.records import Reneges, SuitRules, cards_text
from companion.core.tricks.trick_questions import Tricks
from companion.core.words import capitalized, counted, figure, listed, with_verb
from companion.games.chicago import scoring
from companion.games.chicago.hands import (
    HIGH_CARD,
    MOST_RANKS,
    RANK_CHOICES,
    cards_of_combination,
    is_wheel,
    kind_of,
    may_declare,
    proves,
    shown_hand,
)
from companion.games.chicago.scoring import (
    ACE_LOW,
    AFTER_FORFEIT,
    FIRST,
    FORFEIT,
    HANDS,
    KICKERS,
    KINDS,
    NO_DRAW_AT,
    SECOND,
    SHOWDOWNS,
    P,
)

FIVE, FEWEST_SHOWN, FEWEST_PLAYERS, MOST_PLAYERS = 5, 1, 2, 4
MOST_TOTAL = 1_000_000
MOST_STOCK = 42
"""The most cards in stock and discard pile together: what two players leave of the pack."""

CASES = read_toml(__package__, "cases.toml")
DECK = standard_deck("the pack of 52")
RULES = plain_suits(RANKS)


def _entry_part(table: Table[Names], tricks: Sequence[WonTrick], *_: Any) -> Mapping[str, Any]:
    """Return the part of the entry that the cards settle: who took the fifth trick, and the best hand at the end.

    What the cards do not settle is None. The best hand is known once all cards were entered, and only if one player
    alone has it, with a pair or better.

    Source: chicago/play.on-the-table, chicago/scoring.final-hand.
    """
    settled: dict[str, str | None] = dict.fromkeys(("last_trick", "final_player", "final_hand"))
    if len(tricks) < FIVE:
        return settled
    settled["last_trick"] = tricks[-1].winner
    if any(len(trick.plays) < len(table.asked) for trick in tricks):
        return settled
    plays = [play for trick in tricks for play in trick.plays]
    lying = {name: tuple(card for player, card in plays if player == name) for name in table.asked}
    best, kind = _best_of(lying, table.options)
    return settled | ({"final_player": best[0], "final_hand": kind} if len(best) == 1 and kind != HIGH_CARD else {})


def _wheel_text(options: Record) -> str:
    """Return a sentence on whether A 2 3 4 5 is a straight at this table."""
    what = "the lowest straight" if options[ACE_LOW] else "no straight"
    return f"The book does not say what A 2 3 4 5 is; at this table it is {what}."


# Who has the best hand?


def _best_of(cards: Mapping[str, Cards], options: Record) -> tuple[list[str], str]:
    """Return the players with the best hand under these options, and its kind."""
    hands = {name: shown_hand(held, options) for name, held in cards.items()}
    best = ranking(hands)[0]
    return best, hands[best[0]].name


def _offer_showdown(_: Any, entry: Record) -> str:
    """Suggest asking the referee about showdowns at which nobody is entered as best."""
    without = [showdown.when for showdown in SHOWDOWNS if entry[showdown.winner] is None]
    return f"Nobody is entered as best at {listed(without)}." if without else ""


@situation("showdown", "Who has the best hand?", (
    hands_fact(DECK, FIVE, FIVE, help="Of those whose hands are compared."),
), check=lambda _, given: check_number_shown(given, FEWEST_SHOWN, MOST_PLAYERS, SHOWN),
    offer=_offer_showdown)  # fmt: skip
def _showdown(options: Record, given: Record) -> Verdict:
    """Judge who has the best hand and scores, citing options only if they decide about the best hand."""
    cards, why = given_hands(given), Reasons(P.play.ranking, P.play.compare)
    hands = {name: shown_hand(held, options) for name, held in cards.items()}
    ranked = ranking(hands)
    best, kind = ranked[0], hands[ranked[0][0]].name
    scores = len(best) == 1 and kind != HIGH_CARD
    points = HANDS[kind] if scores else 0
    why.cite(P.scoring.values, when=scores)
    why.say_all(showdown_sentences(hands))
    if _best_of(cards, options.with_value(KICKERS, True)) != _best_of(cards, options.with_value(KICKERS, False)):
        do = "they do" if options[KICKERS] else "they do not"
        beside = "The book does not say whether cards beside pairs, three or four of a kind break ties"
        why.say(f"{beside}; at this table {do}.", P.play.kickers)
    high, low = (_best_of(cards, options.with_value(ACE_LOW, is_low)) for is_low in (False, True))
    why.say(_wheel_text(options), P.play.ace_low, when=high != low)
    why.cite(P.scoring.no_pair if kind == HIGH_CARD else P.scoring.tie, when=not scores)
    text = best_text(ranked, f"is best and scores {points}", "are level on the best hand, so nobody scores")
    text = "Nobody has a pair, so nobody scores." if kind == HIGH_CARD else text
    shown, scored = {name: hand.name for name, hand in hands.items()}, {name: points * (name in best) for name in hands}
    return why.verdict(text, ranking=ranked, hands=shown, points=scored)


# What may be declared?


STANDING = ask.choice("standing", "Declared so far", KINDS, nobody="Nothing", help="The best kind that was declared.")


@situation("declare", "May this hand be declared?", (STANDING, facts.hand(DECK, FIVE, FIVE)))
def _declare(options: Record, given: Record) -> Verdict:
    """Judge whether a hand may be declared: a pair at least, and not below what was declared before.

    Equal hands of which no rank can be named are level.
    """
    cards, standing, why = given[HAND], given.text(STANDING), Reasons()
    kind = kind_of(cards, options)
    may, equal = may_declare(kind, standing), bool(standing) and kind == standing
    level = equal and not MOST_RANKS[kind]
    has = "no pair" if kind == HIGH_CARD else kind_text(kind)
    before = kind_text(standing) if standing else ""
    text = first_true(
        (kind == HIGH_CARD, "No: without even a pair you can only pass."),
        (not may, f"No: {has} is below {before}. You can only pass."),
        (level, "Yes, but two royal flushes are level: nobody scores."),
        (equal, "Yes: the player who declared first names the ranks first, then both in turn."),
        (True, f"Yes, {has} can be declared without naming ranks. You may also pass."),
    )
    why.cite(P.play.declare_none, when=kind == HIGH_CARD)
    why.say(f"The hand is {has}: {cards_text(cards)}.", P.play.declare)
    why.say(_wheel_text(options), P.play.ace_low, when=is_wheel(cards))
    why.say(f"{capitalized(before)} was declared before.", when=standing)
    why.cite(P.play.declare_ranks, when=equal)
    why.cite(P.scoring.tie, when=level)
    why.cite(P.play.ranking)
    return why.verdict(text, kind=kind, may_declare=may, ranks_needed=equal and not level)


# Must the hand be shown before discarding?


def _check_expose(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the discards, and the cards named to win a tie, are in the hand."""
    for key, consequence in ((DISCARDS, "cannot be discarded from it"), (NAMED_CARDS, "cannot have been named")):
        absent = [card for card in given[key] if card not in given[HAND]]
        if absent:
            yield Problem(key, f"{with_verb(map(pretty, absent), 'is', 'are')} not in the hand, so {consequence}.")


BEST = ask.flag("best", "It was the best hand", default=True, help="At the last showdown, alone or level with others.")
NAMED_CARDS = ask.cards(
    "named", "Named beside it", DECK, 0, FIVE, aside=True, help="Cards beside it that were named to win."
)


@situation("expose", "Must the hand be shown before discarding?", (
    facts.hand(DECK, FIVE, FIVE),
    f.cards(DISCARDS, "Discards", DECK, 0, FIVE, help="Those of the hand that are to go; none: nothing does."),
    NAMED_CARDS,
    BEST,
), check=_check_expose)  # fmt: skip
def _expose(options: Record, given: Record) -> Verdict:
    """Judge whether a hand must be shown first: if it was the best, and one of the cards that make it is discarded.

    A card that was named counts as one of these.
    """
    cards, discards, best, why = given[HAND], given[DISCARDS], given[BEST], Reasons()
    kind = kind_of(cards, options)
    makes = cards_of_combination(cards, kind)
    of_combination = [card for card in discards if card in makes]
    named_beside = [card for card in discards if card in given[NAMED_CARDS] and card not in makes]
    shows = of_combination or named_beside
    others = "No: only the best hand of the last showdown is shown. What was declared must be provable, though."
    text = first_true(
        (shows and not best, others),
        (shows, f"Yes: show all five cards before {with_verb(map(pretty, shows), 'goes', 'go')}."),
        (discards, f"No: {cards_text(discards)} may go without showing the hand."),
        (True, "No: nothing is discarded, so nothing has to be shown."),
    )
    unasked = "The book asks nothing of others; a declaration that cannot be proven forfeits all the same."
    why.say(unasked, P.play.expose_others, when=shows and not best)
    made = f"The hand is {kind_text(kind)}, made by {cards_text(makes)}."
    why.say(made if makes else "The hand has not even a pair, so no card makes it.", P.play.expose)
    makes_it = "The book says only: cards of the hand. We take that for the cards that make it."
    why.say(makes_it, P.play.expose_cards, when=discards and makes)
    why.say(_wheel_text(options), P.play.ace_low, when=is_wheel(cards))
    rests = ""
    if best and of_combination:
        why.say("The book says so before the second draw; we hold to it before the third, too.", P.play.expose_third)
        rests = "By the book before the second draw; before the third it is our reading"
    elif best and named_beside:
        why.say("A card that was named belongs to what has to be proven, as we read the book.", P.play.expose_named)
    return why.verdict(text, rests=rests, must_expose=best and bool(shows), combination=list(makes))


# May cards be exchanged?


def _offer_draw(table: Table[Names], entry: Record) -> str:
    """Suggest asking the referee about a player whose hand changed although they may not exchange."""
    for name in scoring.barred_players(table):
        if name != entry[FORFEIT] and any(scoring.check_barred(entry, name)):
            return f"{name} began the hand with {counted(table.totals[name], 'point')} and kept all five cards."
    return ""


TOTAL = ask.points("total", "Points", MOST_TOTAL, required=True, help="As they stood when the hand began.")
KNOWN_OF = SubjectFacts(key="player", label="Player", facts=lambda table, _, name: {TOTAL: table.totals[name]})


@case_situation(CASES, "draw", (TOTAL,), subject_facts=KNOWN_OF, offer=_offer_draw)
def _draw(options: Record, given: Record) -> Case:
    """Return the case of a player: nobody exchanges cards who began the hand with too many points."""
    case = "allowed" if given[TOTAL] < options[NO_DRAW_AT] else "too many points"
    return Case(case, {"limit": options[NO_DRAW_AT], "points": figure(given[TOTAL])})


# Is the declaration proven?


def _check_proof(options: Record, given: Record) -> Iterator[Problem]:
    """Check that no more ranks are named than the hand has, and none twice."""
    kind, named = given.text(DECLARED), given[NAMED]
    most = MOST_RANKS[kind]
    if len(named) > most:
        may = f"at most {counted(most, 'rank')}" if most else "no rank"
        yield Problem(NAMED, f"With {kind_text(kind)} {may} can be named, not {len(named)}.")
    elif len(set(named)) < len(named):
        yield Problem(NAMED, f"{named[0]} is named twice.")


def _declared_text(kind: str, named: Sequence[str]) -> str:
    """Describe a declaration with the ranks that were named: ``a pair of kings``, ``two pair, kings high``."""
    if not named:
        return kind_text(kind)
    values = [VALUES[rank] for rank in named]
    top = rank_text(values[0])
    if kind.startswith("straight"):
        return f"{kind_text(kind)} up to the {top}"
    if kind == "flush":
        return f"a flush, {top} high"
    if kind in ("two-pair", "full-house"):
        ranks = " and ".join(map(ranks_text, values))
        return f"{kind_text(kind)}, {ranks}{'' if len(values) > 1 else ' high' if kind == 'two-pair' else ' full'}"
    return groups_text(kind, values)


def _offer_proof(_: Any, entry: Record) -> Suggestion:
    """Suggest asking the referee about a player who forfeits, with the last hand that they declared as best."""
    name = entry[FORFEIT]
    if not name:
        return ""
    hands = [entry.text(showdown.hand) for showdown in (SECOND, FIRST) if entry[showdown.winner] == name]
    return f"The entry says that {name} forfeits.", {"declared": hands[0]} if hands else {}


DECLARED = ask.choice("declared", "Declared", KINDS, required=True)
NAMED = ask.several(
    "ranks", "Ranks named", f.choice(RANK, "Rank", RANK_CHOICES, required=True), most=FIVE,
    help="If any were; the higher pair or the three first.",
)  # fmt: skip
FINAL = ask.cards("final", "Cards at the end", DECK, FIVE, FIVE, required=True, help="As they lie on the table.")
EXPOSED = ask.flag("exposed", "Shown before", help="All five cards were laid open before discarding.")


@case_situation(CASES, "proof", (DECLARED, NAMED, FINAL, EXPOSED), check=_check_proof, offer=_offer_proof)
def _proof(options: Record, given: Record) -> Case:
    """Return the case of a declaration: proven by the cards shown before, or by those on the table at the end."""
    kind, named, cards = given.text(DECLARED), given[NAMED], given[FINAL]
    kind_at_end, hand = kind_of(cards, options), _declared_text(kind, named)
    proven = "proven" if kind_at_end == kind else "proven by a better hand"
    not_proven = "not proven, ends" if options.text(AFTER_FORFEIT) == "ends" else "not proven, play on"
    case = proven if proves(cards, kind, named, options) else not_proven
    only_fours = (kind, kind_at_end) == ("two-pair", "four-of-a-kind") and len(named) < MOST_RANKS[kind]
    case = first_true(
        ("straight" in kind and is_wheel(cards), f"{case}, A 2 3 4 5"),
        (only_fours and proves(cards, "pair", named, options), f"{case}, four of a kind"),
        (True, case),
    )
    words = {
        "hand": hand, "Hand": capitalized(hand), "cards": cards_text(cards), "wheel": _wheel_text(options),
        "lies": "no pair" if kind_at_end == HIGH_CARD else kind_text(kind_at_end),
    }  # fmt: skip
    return Case("shown" if given[EXPOSED] else case, words)


# What if the stock runs out?


def _from_stock_and_discards(given: Record) -> tuple[int, int]:
    """Return how many of the wanted cards come from the stock, and how many from the shuffled discards."""
    first = min(given[WANTED], given[STOCK])
    return first, given[WANTED] - first


def _check_stock(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the pile has the cards that the stock lacks, and that both together are not too many.

    They can have as many as two players leave, and the discards of the player who draws now.
    """
    _, later = _from_stock_and_discards(given)
    others = given[STOCK] + given[PILE] - given[WANTED]  # the pile has the discards of the player who draws now
    if others > MOST_STOCK:
        most = f"two players leave {MOST_STOCK}"
        yield Problem(PILE, f"{others} cards in stock and pile are too many: {most}.")
    if later > given[PILE]:
        yield Problem(PILE, f"{later} would have to come from the discard pile, which has only {given[PILE]}.")


PILE: Key[int] = Key("discards")
WANTED: Key[int] = Key("wanted")


@case_situation(CASES, "stock", check=_check_stock)
def _stock(_: Record, given: Record) -> Case:
    """Return the case of a stock: if it runs out, cards come at once from the shuffled discards."""
    first, later = _from_stock_and_discards(given)
    used_up = first == given[STOCK]
    case = first_true((later and first, "too few"), (later, "empty"), (used_up, "used up"), (True, "enough"))
    words = {
        "drawn": f"{capitalized(counted(first, 'card'))} from the stock" if first else "Nothing is drawn",
        "later": later, "stock": given[STOCK] or "none",
        "to_draw": counted(given[WANTED], "card is", "cards are") if given[WANTED] else "none are",
    }  # fmt: skip
    return Case(case, words, {"from_stock": first, "from_discards": later})


PLAY = Tricks(
    fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, hand=FIVE, decks=one_deck(DECK), rules=lambda _: RULES,
    length=lambda _: FIVE, entry_part=_entry_part,
    by_suit=SuitRules(
        wins=(P.play.trick, P.need.ranks), off_suit=P.play.off_suit, lead=(P.play.any_lead,), follow=(P.play.follow,),
    ),
    reneges=Reneges(rules=(P.play.follow, P.penalties.shown), penalty=P.penalties.following),
)  # fmt: skip
SITUATIONS = (*PLAY.situations(), _showdown, _declare, _expose, _draw, _proof, _stock)
