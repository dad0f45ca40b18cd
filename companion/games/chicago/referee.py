"""The referee of Chicago: tricks, showdowns and what may be declared, and what has to be shown and proven."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS
from companion.cards.poker import VALUES, name_of, spoken
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import HAND
from companion.core.game import Table
from companion.core.keys import Cards, Key
from companion.core.plain_tricks import (
    PlainTricks,
    cards_told,
    legal_situation,
    renege_situation,
    trick_situation,
)
from companion.core.problems import Problem
from companion.core.showdown import HANDS as SHOWN
from companion.core.showdown import (
    best_told,
    by_groups_told,
    check_number,
    five_shown,
    hands_fact,
    hands_of,
    rank_told,
    ranking,
    ranks_told,
    reasons,
)
from companion.core.situation import Basis, KnownOf, Situation, Verdict, Won, by_option, once_each, weightiest
from companion.core.words import begun, counted, figure, listed
from companion.games.chicago import scoring
from companion.games.chicago.hands import (
    HIGH_CARD,
    MOST_RANKS,
    RANK_CHOICES,
    combination,
    is_wheel,
    kind_of,
    may_declare,
    proves,
    shown,
)
from companion.games.chicago.scoring import (
    ACE_LOW,
    FORFEIT,
    HAND_OF,
    HANDS,
    KICKERS,
    NO_DRAW_AT,
    PLAYER_OF,
    STAGES,
    Forfeited,
)

STANDING: Key[str | None] = Key("standing")
DISCARDS: Key[Cards] = Key("discards")
BEST: Key[bool] = Key("best")
TOTAL: Key[int] = Key("total")
DECLARED: Key[str | None] = Key("declared")
NAMED: Key[tuple[str, ...]] = Key("ranks")
RANK: Key[str | None] = Key("rank")
FINAL: Key[Cards] = Key("final")
EXPOSED: Key[bool] = Key("exposed")
STOCK: Key[int] = Key("stock")
PILE: Key[int] = Key("discards")
WANTED: Key[int] = Key("wanted")

FIVE, FEWEST_SHOWN, MOST_PLAYERS = 5, 1, 4
NO_DRAW_DEFAULT = 46
MOST_TOTAL = 1_000_000
MOST_STOCK = 42
"""What is left of the pack where two play: in the stock and the pile together."""

DECK = standard_deck("the pack of 52")
KINDS = {kind: name_of(kind).capitalize() for kind in HANDS}
PLAIN = PlainTricks(
    deck=DECK,
    order=RANKS,
    players=MOST_PLAYERS,
    hand=FIVE,
    wins=("chicago/play.trick", "chicago/need.ranks"),
    off_suit="chicago/play.off-suit",
    lead=("chicago/play.any-lead",),
    follow=("chicago/play.follow",),
    renege=("chicago/play.follow", "chicago/penalties.shown"),
    penalty="chicago/penalties.following",
)


def _counted(table: Table[Forfeited], tricks: Sequence[Won], _: Mapping[str, int]) -> Mapping[str, Any]:
    """Who took the fifth trick and whose hand is best, once all cards lie on the table.

    Source: chicago/play.on-the-table, chicago/scoring.final-hand.
    """
    found: dict[str, str | None] = dict.fromkeys(("last_trick", "final_player", "final_hand"))
    if len(tricks) < FIVE:
        return found
    found["last_trick"] = tricks[-1].winner
    if any(len(trick.plays) < len(table.asked) for trick in tricks):
        return found
    lying: dict[str, list[str]] = {name: [] for name in table.asked}
    for trick in tricks:
        for name, card in trick.plays:
            lying[name].append(card)
    hands = {name: shown(tuple(cards), table.options) for name, cards in lying.items()}
    best = ranking(hands)[0]
    if len(best) == 1 and hands[best[0]].name != HIGH_CARD:
        found |= {"final_player": best[0], "final_hand": hands[best[0]].name}
    return found


def _about_wheel(hands: Sequence[Cards], options: Record) -> tuple[Basis, str, str]:
    """What it rests on, the rule and the step, where somebody holds ace to five; else the book and nothing."""
    if not any(map(is_wheel, hands)):
        return "book", "", ""
    told = "is the lowest straight" if options[ACE_LOW] else "is no straight"
    return by_option(options, ACE_LOW, True, "open"), "chicago/play.ace-low", f"A 2 3 4 5 {told} at this table."


# Who has the best hand?


def _showdown_facts(options: Record) -> tuple[f.Field, ...]:
    return (hands_fact(DECK, FIVE, FIVE, help="Of those whose hands are compared."),)


def _check_showdown(options: Record, given: Record) -> Iterator[Problem]:
    yield from check_number(given, FEWEST_SHOWN, MOST_PLAYERS, SHOWN)


def _judge_showdown(options: Record, given: Record) -> Verdict:
    """Source: chicago/play.ranking, chicago/play.compare, chicago/play.kickers, chicago/scoring.tie."""
    cards = hands_of(given)
    hands = {name: shown(held, options) for name, held in cards.items()}
    found = ranking(hands)
    best, kind = found[0], hands[found[0][0]].name
    scores = len(best) == 1 and kind != HIGH_CARD
    points = HANDS[kind] if scores else 0
    basis, wheel_rule, wheel_step = _about_wheel(list(cards.values()), options)
    rules = ["chicago/play.ranking", "chicago/play.compare", "chicago/scoring.values" if scores else ""]
    because = [*reasons(hands), wheel_step]
    with_side, without = (
        ranking({name: five_shown(held, options[ACE_LOW], side) for name, held in cards.items()})
        for side in (True, False)
    )
    if with_side != without:
        basis = weightiest((basis, by_option(options, KICKERS, True, "open")))
        rules.append("chicago/play.kickers")
        count = "break ties" if options[KICKERS] else "do not count"
        because.append(f"Cards beside pairs, three or four of a kind {count} at this table.")
    if kind == HIGH_CARD:
        rules.append("chicago/scoring.no-pair")
        because.append("Nobody has even a pair, and less scores nothing.")
        gives = "Nobody scores: there is not even a pair."
    elif not scores:
        rules.append("chicago/scoring.tie")
        because.append("Where the best are level nobody scores.")
        gives = "Nobody scores."
    else:
        gives = f"That scores {counted(points, 'point')}."
    return Verdict(
        verdict=f"{best_told(found, 'has the best hand', 'are level with the best hand')} {gives}",
        outcome={
            "ranking": found,
            "hands": {name: hand.name for name, hand in hands.items()},
            "points": {name: points if name in best else 0 for name in hands},
        },
        basis=basis, rules=once_each([*rules, wheel_rule]), because=once_each(because),
    )  # fmt: skip


def _offer_showdown(_: Any, entry: Record) -> str:
    """A stage at which nobody is put down as best."""
    without = [when for stage, (when, _) in STAGES.items() if entry[PLAYER_OF[stage]] is None]
    return f"Nobody is put down as best at {listed(without)}." if without else ""


# What may be declared?


def _declare_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.choice(STANDING, "Declared so far", KINDS, nobody="Nothing", help="The best kind that was declared."),
        facts.hand(DECK, FIVE, FIVE),
    )


def _judge_declare(options: Record, given: Record) -> Verdict:
    """Source: chicago/play.declare, chicago/play.declare-ranks, chicago/play.declare-none."""
    cards, standing = given[HAND], given.word(STANDING)
    kind = kind_of(cards, options)
    may, equal = may_declare(kind, standing), bool(standing) and kind == standing
    basis, wheel_rule, wheel_step = _about_wheel([cards], options)
    rules = ["chicago/play.declare"]
    has = "no pair" if kind == HIGH_CARD else spoken(kind)
    because = [f"The hand is {has}: {cards_told(cards)}.", wheel_step]
    if standing:
        because.append(f"{begun(spoken(standing))} was declared before.")
    if kind == HIGH_CARD:
        rules.insert(0, "chicago/play.declare-none")
        because.append("It takes a pair at least to declare.")
        verdict = "No: without even a pair one can only pass."
    elif not may:
        because.append("What is declared may not be below what stands.")
        verdict = f"No: {spoken(kind)} is below {spoken(standing)}. One can only pass."
    elif equal:
        rules.append("chicago/play.declare-ranks")
        because.append("That is the same kind, so who declared it first names the ranks first.")
        verdict = f"Yes, {spoken(kind)} can be declared. The earlier of the two names ranks first, then both in turn."
    else:
        because.append("That is above it." if standing else "Nothing was declared before.")
        verdict = f"Yes, {spoken(kind)} can be declared, without naming ranks. One may also pass."
    return Verdict(
        verdict=verdict, outcome={"kind": kind, "may_declare": may, "ranks_needed": equal},
        basis=basis, rules=once_each([*rules, "chicago/play.ranking", wheel_rule]), because=once_each(because),
    )  # fmt: skip


# Must the hand be shown before discarding?


def _expose_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.hand(DECK, FIVE, FIVE),
        f.cards(DISCARDS, "Discards", DECK, 0, FIVE, help="Those of the hand that are to go; none: nothing does."),
        f.flag(BEST, "It was the best hand", default=True, help="At the last showdown, alone or level with others."),
    )


def _check_expose(options: Record, given: Record) -> Iterator[Problem]:
    """Only what is held can be discarded."""
    strange = [card for card in given[DISCARDS] if card not in given[HAND]]
    if strange:
        told = f"{cards_told(strange)} {'is' if len(strange) == 1 else 'are'}"
        yield Problem(DISCARDS, f"{told} not in the hand, so cannot be discarded from it.")


def _judge_expose(options: Record, given: Record) -> Verdict:
    """Source: chicago/play.expose, chicago/play.expose-cards, chicago/play.expose-third, chicago/play.expose-others."""
    cards, discards, best = given[HAND], given[DISCARDS], given[BEST]
    kind = kind_of(cards, options)
    makes = combination(cards, kind)
    broken = [card for card in discards if card in makes]
    must = best and bool(broken)
    basis, wheel_rule, wheel_step = _about_wheel([cards], options)
    rests = ""
    rules = ["chicago/play.expose", "chicago/play.expose-cards"]
    made = f"The hand is {spoken(kind)}, made by {cards_told(makes)}."
    because = [made if makes else "The hand has not even a pair, so no card makes it.", wheel_step]
    if not discards:
        because.append("Nothing is discarded.")
        verdict = "No: nothing is discarded, so nothing has to be shown."
    elif not broken:
        because.append(f"{cards_told(discards)} {'lies' if len(discards) == 1 else 'lie'} beside it." if makes else "")
        verdict = f"No: {cards_told(discards)} may be discarded without showing the hand."
    elif must:
        because.append(f"{cards_told(broken)} {'is' if len(broken) == 1 else 'are'} among those that make it.")
        because.append("Before the second draw the book says so; that it holds before the third, too, is our reading.")
        rules.append("chicago/play.expose-third")
        basis, rests = "open", "By the book before the second draw; before the third it is our reading"
        verdict = f"Yes: all five cards are shown before {cards_told(broken)} {'goes' if len(broken) == 1 else 'go'}."
    else:
        because.append("It was not the best hand of the last showdown; of others the book asks nothing.")
        because.append("If it was declared and cannot be proven at the end, that forfeits all the same.")
        rules.insert(0, "chicago/play.expose-others")
        basis = "open"
        verdict = "No: only who was best at the last showdown has to show. What was declared must be provable, though."
    return Verdict(
        verdict=verdict, outcome={"must_expose": must, "combination": list(makes)},
        basis=basis, rules=once_each([*rules, wheel_rule]), because=once_each(because), rests=rests,
    )  # fmt: skip


# May cards be exchanged?


def _draw_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.points(
            TOTAL, "Points", MOST_TOTAL, minimum=-MOST_TOTAL, required=True, help="As they stood when the hand began."
        ),
    )


def _judge_draw(options: Record, given: Record) -> Verdict:
    """Source: chicago/play.no-draw."""
    total, least = given[TOTAL], options[NO_DRAW_AT]
    may, began = total < least, figure(total)
    return Verdict(
        verdict="Yes: cards may be exchanged at all three draws." if may
        else "No: the five cards dealt are kept through the whole hand.",
        outcome={"may_draw": may},
        basis=by_option(options, NO_DRAW_AT, NO_DRAW_DEFAULT, "book"),
        rules=("chicago/play.no-draw", *(() if may else ("chicago/play.no-draw-hand",))),
        because=(
            f"Whoever begins a hand with {counted(least, 'point')} or more may not exchange cards in it.",
            f"The hand began at {began}; points made within it do not matter before the next.",
        ),
    )  # fmt: skip


def _known_of_drawer(table: Table[Forfeited], _: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return {"total": table.totals[name]}


def _barred_changing(table: Table[Forfeited], entry: Record) -> str:
    """Who may not exchange and is put down with hands that cannot both be theirs; empty: nobody."""
    for name in scoring.barred(table):
        if name != entry[FORFEIT] and any(scoring.check_barred(entry, name)):
            return name
    return ""


def _offer_draw(table: Table[Forfeited], entry: Record) -> str:
    name = _barred_changing(table, entry)
    return f"{name} began the hand with {table.totals[name]:,} points and kept all five cards." if name else ""


# Is the declaration proven?


def _proof_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.choice(DECLARED, "Declared", KINDS, required=True),
        f.several(
            NAMED, "Ranks named", f.choice(RANK, "Rank", RANK_CHOICES, required=True), most=FIVE, ordered=True,
            help="If any were; the higher pair or the three first.",
        ),
        f.cards(FINAL, "Cards at the end", DECK, FIVE, FIVE, required=True, help="As they lie on the table."),
        f.flag(EXPOSED, "Shown before", help="All five cards were laid open before discarding."),
    )  # fmt: skip


def _check_proof(options: Record, given: Record) -> Iterator[Problem]:
    """No more ranks than the hand has, and none twice."""
    kind, named = given.word(DECLARED), given[NAMED]
    most = MOST_RANKS[kind]
    if len(named) > most:
        may = f"at most {counted(most, 'rank')}" if most else "no rank"
        yield Problem(NAMED, f"With {spoken(kind)} {may} can be named, not {len(named)}.")
    elif len(set(named)) < len(named):
        yield Problem(NAMED, f"{named[0]} is named twice.")


def _declared_told(kind: str, named: Sequence[str]) -> str:
    """A declaration with the ranks that were named: ``a pair of kings``, ``two pair, kings high``."""
    if not named:
        return spoken(kind)
    values = [VALUES[rank] for rank in named]
    top = rank_told(values[0])
    if kind.startswith("straight"):
        return f"{spoken(kind)} up to the {top}"
    if kind == "flush":
        return f"a flush, {top} high"
    if kind in ("two-pair", "full-house"):
        ranks = " and ".join(map(ranks_told, values))
        return f"{spoken(kind)}, {ranks}{'' if len(values) > 1 else ' high' if kind == 'two-pair' else ' full'}"
    return by_groups_told(kind, values)


def _judge_proof(options: Record, given: Record) -> Verdict:
    """Source: chicago/penalties.forfeit, chicago/penalties.proof, chicago/penalties.proof-better."""
    kind, named, cards = given.word(DECLARED), given[NAMED], given[FINAL]
    there = kind_of(cards, options)
    proven = given[EXPOSED] or proves(cards, kind, named, options)
    told = _declared_told(kind, named)
    basis: Basis = "book"
    rules, wheel_rule = ["chicago/penalties.proof", "chicago/penalties.forfeit"], ""
    because = [f"{begun(told)}: so it was declared."]
    if given[EXPOSED]:
        because.append("All five cards were shown before the discard, which is proof enough.")
        verdict = "Proven: the hand was shown before the discard."
    else:
        basis, wheel_rule, wheel_step = _about_wheel([cards] if "straight" in kind else [], options)
        lies = "no pair" if there == HIGH_CARD else spoken(there)
        because += ["The hand was not shown before the discard.", f"At the end lies {lies}: {cards_told(cards)}."]
        because.append(wheel_step)
        if proven and there != kind:
            rules.append("chicago/penalties.proof-better")
        because.append(f"That {'holds' if proven else 'does not hold'} {told}.")
        verdict = f"Proven: the cards at the end hold {told}."
    if not proven:
        rules.reverse()
        because.append("Who cannot prove a declaration forfeits the play, and is put down under “Forfeit”.")
        verdict = f"Not proven: the cards at the end do not hold {told}. Who declared it forfeits the play."
    return Verdict(
        verdict=verdict, outcome={"proven": proven, "forfeits": not proven},
        basis=basis, rules=once_each([*rules, wheel_rule]), because=once_each(because),
    )  # fmt: skip


def _offer_proof(_: Any, entry: Record) -> str:
    name = entry[FORFEIT]
    return f"{name} is put down as forfeiting." if name else ""


def _answer_proof(_: Any, entry: Record) -> Mapping[str, Any]:
    """What whoever forfeits is put down with at the later showdown, if at any."""
    hands = [entry.word(HAND_OF[stage]) for stage in ("second", "first") if entry[PLAYER_OF[stage]] == entry[FORFEIT]]
    return {"declared": hands[0]} if hands else {}


# What if the stock runs out?


def _stock_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.count(STOCK, "Cards in the stock", MOST_STOCK, required=True),
        f.count(
            PILE, "Cards in the discard pile", MOST_STOCK, required=True, help="Those of who draws now among them."
        ),
        f.count(WANTED, "Cards to draw", FIVE, required=True),
    )


def _from_both(given: Record) -> tuple[int, int]:
    """What comes from the stock, and what from the shuffled discards."""
    first = min(given[WANTED], given[STOCK])
    return first, given[WANTED] - first


def _check_stock(options: Record, given: Record) -> Iterator[Problem]:
    """The pile has what the stock lacks."""
    _, later = _from_both(given)
    if later > given[PILE]:
        yield Problem(PILE, f"{later} would have to come from the discard pile, which has only {given[PILE]}.")


def _judge_stock(options: Record, given: Record) -> Verdict:
    """Source: chicago/play.stock-out, chicago/play.stock-within, chicago/play.own-discards."""
    first, later = _from_both(given)
    empty = first == given[STOCK]
    basis: Basis = "book"
    rules = ["chicago/play.draw"]
    wanted = counted(given[WANTED], "card is", "cards are")
    because = [f"The stock has {given[STOCK]}, and {wanted} to be drawn."]
    verdict = f"{begun(counted(first, 'card'))} from the stock." if first else "Nothing is drawn."
    if empty:
        rules = ["chicago/play.stock-out"]
        because.append(f"The stock is used up, so the discard pile of {given[PILE]} is shuffled at once.")
        verdict += " The stock is used up, so the discards are shuffled."
    if later:
        rules = ["chicago/play.stock-within", *rules, "chicago/play.own-discards"]
        basis = "open"
        because.append(f"{counted(later, 'card comes', 'cards come')} from the shuffled discards.")
        because.append("One's own discards are among them; the book leaves that open.")
        verdict = f"{begun(counted(first, 'card'))} from the stock, then {later} from the shuffled discards."
        if not first:
            verdict = f"The stock is empty: the discards are shuffled, and give {counted(later, 'card')}."
    return Verdict(
        verdict=verdict, outcome={"from_stock": first, "reshuffle": empty, "from_discards": later},
        basis=basis, rules=tuple(rules), because=tuple(because),
    )  # fmt: skip


SITUATIONS = (
    trick_situation(PLAIN, PLAIN.followed(lambda _: FIVE, _counted)),
    legal_situation(PLAIN),
    renege_situation(PLAIN),
    Situation(
        key="showdown", title="Who has the best hand?", facts=_showdown_facts, check=_check_showdown,
        judge=_judge_showdown, offered=_offer_showdown,
    ),
    Situation(
        key="declare", title="May this hand be declared?", facts=_declare_facts, judge=_judge_declare,
    ),
    Situation(
        key="expose", title="Must the hand be shown before discarding?", facts=_expose_facts, check=_check_expose,
        judge=_judge_expose,
    ),
    Situation(
        key="draw", title="May cards be exchanged?", facts=_draw_facts, judge=_judge_draw,
        known_of=KnownOf(key="player", label="Player", facts=_known_of_drawer),
        offered=_offer_draw,
    ),
    Situation(
        key="proof", title="Is the declaration proven?", facts=_proof_facts, check=_check_proof, judge=_judge_proof,
        offered=_offer_proof, answered=_answer_proof,
    ),
    Situation(
        key="stock", title="What if the stock runs out?", facts=_stock_facts, check=_check_stock, judge=_judge_stock,
    ),
)  # fmt: skip
