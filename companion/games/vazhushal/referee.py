"""The referee of Vazhushal: wild cards, melds, the line of discards, going out, hands thrown in, and the count."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.melds import RUN, Meld, MeldRules
from companion.cards.notation import JOKER, RANKS, in_a_row, pretty, suit_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import FIRST, HAND
from companion.core.game import Table
from companion.core.keys import Cards, Key, PerName
from companion.core.problems import Problem
from companion.core.situation import Basis, Situation, Verdict, once_each, weightiest
from companion.core.words import begun, counted, figure, listed, signed
from companion.games.vazhushal import melds as m
from companion.games.vazhushal.melds import alike, deck, draw, is_pure, lying, points_of, read, read_all
from companion.games.vazhushal.scoring import HAND as DEALT
from companion.games.vazhushal.scoring import WENT_OUT, Counts, packs_for

NEGATIVE: Key[str | None] = Key("negative")
DECKS: Key[int] = Key("decks")
CARDS: Key[Cards] = Key("cards")
OTHERS: Key[tuple[Any, ...]] = Key("others")
LINE: Key[Cards] = Key("line")
TAKE: Key[int] = Key("take")
TABLE: Key[tuple[Any, ...]] = Key("table")
MELDS: Key[tuple[Any, ...]] = Key("melds")
MELD: Key[Cards] = Key("meld")
DISCARD: Key[str | None] = Key("discard")
BEFORE: Key[Cards] = Key("before")
HANDS: Key[PerName[Cards]] = Key("hands")
DRAWN_LAST: Key[bool] = Key("drawn_last")
TURN_OVER: Key[bool] = Key("turn_over")

MOST_PACKS = 2
ALL = deck(MOST_PACKS)
PACKS = sum(ALL.copies.values())
MOST_LINE = 95
"""What one pack of thirteen for each player leaves, and more than there ever is."""

MOST_MELDS = PACKS // m.FEWEST
PAIRS_NEEDED = 3


def _negative(**more: Any) -> f.Field:
    return f.card(
        NEGATIVE, "Negative joker", ALL, required=True, help="The bottom card of the stock, turned up.", **more
    )


def _packs() -> f.Field:
    return f.count(DECKS, "Packs", MOST_PACKS, minimum=1, default=MOST_PACKS, help="One for two players.")


def _melds(key: Key[Any], label: str, help_text: str, **more: Any) -> f.Field:
    item = f.cards(MELD, "Meld", ALL, 1, len(RANKS), ordered=True)
    return f.several(key, label, item, most=MOST_MELDS, ordered=True, help=help_text, **more)


def _known(table: Table[Counts]) -> Mapping[str, Any]:
    return {"decks": packs_for(len(table.players))}


def _rules(given: Record) -> MeldRules:
    return m.rules_for(given[NEGATIVE] or "")


def _flat(melds: Iterable[Sequence[str]]) -> list[str]:
    return [card for meld in melds for card in meld]


def _check_copies(given: Record, *parts: tuple[str, Sequence[str]]) -> Iterator[Problem]:
    """No card is there more often than the packs have it, the negative joker counted in.

    The problem is with the first part that has it too often together with those before.
    """
    met = [given[NEGATIVE] or ""]
    for key, cards in parts:
        met += cards
        problems = list(facts.check_cards(key, deck(given[DECKS]), met))
        if problems:
            yield from problems
            return


def _check_melds(rules: MeldRules, key: str, melds: Sequence[Sequence[str]]) -> list[Problem]:
    """Each can lie there, beside those before it."""
    return [
        Problem(key, f"Meld {number} cannot lie there: {in_a_row(cards)}. {_WHY[reading.why]}", None, number)
        for number, (cards, reading) in enumerate(zip(melds, read_all(rules, melds), strict=True), start=1)
        if reading.why
    ]


def _sound(rules: MeldRules, melds: Sequence[Sequence[str]]) -> list[Meld]:
    return [reading.meld for reading in read_all(rules, melds) if reading.meld and not reading.why]


# Sentences.


_WHY = {
    m.TOO_FEW: "A meld has at least three cards.",
    m.NO_NATURAL: "A meld of jokers alone has no natural card.",
    m.TWICE: "No card that is not wild is in a meld twice.",
    m.NO_MELD: "The cards are neither a sequence nor a set.",
    m.FIRST: "The first meld has to be a sequence with no card used as wild.",
    m.IDENTICAL: "The player has the very same sequence already.",
}
_RULE = {
    m.TOO_FEW: "vazhushal/play.sequences",
    m.NO_NATURAL: "vazhushal/play.natural",
    m.TWICE: "vazhushal/play.sets",
    m.NO_MELD: "vazhushal/play.melds",
    m.FIRST: "vazhushal/play.first-meld",
    m.IDENTICAL: "vazhushal/play.identical",
}


def _name(meld: Meld) -> str:
    return "sequence" if meld.kind == RUN else "set"


def _rule(meld: Meld) -> str:
    return f"vazhushal/play.{_name(meld)}s"


def _told(meld: Meld) -> str:
    """The cards of a meld, wild ones with what they stand for."""
    return listed(
        f"{pretty(laid.card)} as {pretty(laid.stands_for)}" if laid.wild else pretty(laid.card) for laid in lying(meld)
    )


def _wild_told(negative: str) -> str:
    wild = m.wild_by_rank(negative)
    if not wild:
        return "The negative joker is a joker, so only jokers are wild."
    return f"The negative joker is {pretty(negative)}, so jokers, {pretty(wild[0])} and {pretty(wild[1])} are wild."


# Which cards are wild?


def _judge_wild(options: Record, given: Record) -> Verdict:
    """Source: vazhushal/play.wild, vazhushal/play.wild-joker."""
    negative = given[NEGATIVE] or ""
    wild = m.wild_by_rank(negative)
    if not wild:
        return Verdict(
            verdict="Only jokers are wild.",
            outcome={"wild": []},
            basis="open",
            rules=("vazhushal/play.wild-joker", "vazhushal/play.wild"),
            because=("The negative joker is a joker, and has no rank that another colour could share.",),
        )
    colour, other = ("red", "black") if suit_of(negative) in m.RED else ("black", "red")
    return Verdict(
        verdict=f"{begun(listed(map(pretty, wild)))} are wild, and all jokers.",
        outcome={"wild": list(wild)},
        rules=("vazhushal/play.wild",),
        because=(f"The negative joker, {pretty(negative)}, is {colour}; its rank is wild in {other}.",),
    )


# Is this a legal meld?


def _meld_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(CARDS, "Cards", ALL, 1, len(RANKS), required=True, ordered=True, help="In any order."),
        _negative(),
        _packs(),
        f.flag(FIRST, "First meld", help="The player has melded nothing in this game yet."),
        _melds(OTHERS, "Other melds", "Those that the player has on the table."),
    )


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """The other melds are melds, and there are none before a first one."""
    if given[FIRST] and given[OTHERS]:
        yield Problem(FIRST, "It is no first meld where others lie on the table.")
    faults = _check_melds(_rules(given), OTHERS, given[OTHERS])
    yield from faults or _check_copies(given, (CARDS, given[CARDS]), (OTHERS, _flat(given[OTHERS])))


def _open_points(meld: Meld, others: Sequence[Meld]) -> Iterator[tuple[str, str]]:
    """What a meld that can be laid rests on that the book leaves open: the rule, and a sentence."""
    if len(set(meld.cards) - {JOKER}) < len([card for card in meld.cards if card != JOKER]):
        yield "vazhushal/play.wild-twin", "A wild card may lie beside its twin, as it stands for another card."
    if meld.kind != RUN and any(alike(meld, other) for other in others):
        yield "vazhushal/play.identical-sets", "Two sets alike are allowed; the book forbids sequences alike."


def _judge_meld(options: Record, given: Record) -> Verdict:
    """Source: vazhushal/play.sequences, vazhushal/play.sets, vazhushal/play.natural, vazhushal/play.first-meld."""
    rules, cards, negative = _rules(given), given[CARDS], given[NEGATIVE] or ""
    others = _sound(rules, given[OTHERS])
    meld, why = read(rules, cards, others, first=given[FIRST])
    wild = [laid for laid in lying(meld) if laid.wild] if meld else []
    points = m.value(meld) if meld else 0
    because = [_wild_told(negative)] if any(map(rules.is_wild, cards)) or why == m.NO_MELD else []
    cited, bases = [], list[Basis]()
    if meld:
        because.append(f"{begun(_told(meld))} are a {_name(meld)}.")
        cited.append(_rule(meld))
    if why:
        because.append(_WHY[why])
        cited.insert(0, _RULE[why])
        if why == m.IDENTICAL and meld and _differ_in_wild(meld, others):
            cited.append("vazhushal/play.identical-wild")
            because.append("What the cards stand for counts, and not which of them are wild.")
            bases.append("open")
        verdict = f"No. {_WHY[why]}"
    else:
        verdict = f"Yes, that is a {_name(meld)}, worth {points}." if meld else ""
        for rule, sentence in _open_points(meld, others) if meld else ():
            cited.append(rule)
            because.append(sentence)
            bases.append("open")
        if given[FIRST]:
            cited.append("vazhushal/play.first-meld")
            because.append("It is a sequence with no card used as wild, as a first meld has to be.")
    if wild:
        cited.append("vazhushal/play.wild")
    return Verdict(
        verdict=verdict,
        outcome={
            "legal": not why, "kind": _name(meld) if meld else None, "points": points, "why": why,
            "wilds": [{"card": laid.card, "as": laid.stands_for} for laid in wild],
        },
        basis=weightiest(bases),
        rules=once_each([*cited, *(["vazhushal/scoring.values"] if meld else [])]),
        because=tuple(because),
    )  # fmt: skip


def _differ_in_wild(meld: Meld, others: Sequence[Meld]) -> bool:
    """Whether the one that is there already has other wild cards."""
    return any(alike(meld, other) and meld.cards != other.cards for other in others)


# May cards be drawn from the line?


def _line_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(
            LINE, "Line", ALL, 1, MOST_LINE, required=True, ordered=True, help="All discards, the oldest first."
        ),
        f.count(TAKE, "Cards taken", MOST_LINE, minimum=1, required=True, help="From the newest end, without a gap."),
        f.cards(HAND, "Hand", ALL, 1, MOST_LINE, required=True, help="Before the draw."),
        _negative(),
        _packs(),
        _melds(TABLE, "Melds", "The player's own on the table; none: nothing melded yet."),
    )  # fmt: skip


def _check_line(options: Record, given: Record) -> Iterator[Problem]:
    """No more cards are taken than lie there, melds are melds, and no card is there too often."""
    line, take = given[LINE], given[TAKE]
    if take > len(line):
        yield Problem(TAKE, f"Only {counted(len(line), 'card lies', 'cards lie')} in the line, not {take}.")
    faults = _check_melds(_rules(given), TABLE, given[TABLE])
    yield from faults or _check_copies(given, (LINE, line), (HAND, given[HAND]), (TABLE, _flat(given[TABLE])))


def _judge_line(options: Record, given: Record) -> Verdict:
    """Source: vazhushal/play.line, vazhushal/play.line-first, vazhushal/play.first-meld."""
    taken, hand, rules = given[LINE][-given[TAKE] :], given[HAND], _rules(given)
    table = _sound(rules, given[TABLE])
    deepest = pretty(taken[0])
    found = draw(rules, hand, taken, table)
    because = [
        f"{begun(deepest)} is the only card taken, and has to go into a new meld at once."
        if len(taken) == 1
        else f"{begun(deepest)} is the oldest of the {len(taken)} cards taken, and has to go into a new meld at once."
    ]
    outcome = {"legal": bool(found), "deepest": taken[0], "meld": None, "first": None, "taken": [], "to_hand": []}
    if not found:
        return _no_draw(rules, given, taken, because, outcome)
    cited, bases = ["vazhushal/play.line"], list[Basis]()
    if found.first:
        cited.append("vazhushal/play.line-first")
        because.insert(0, f"{begun(_told(found.first))} are melded from the hand first: nothing lay melded yet.")
    elif not table:
        cited.append("vazhushal/play.line-first")
        because.append("Nothing lies melded yet, so that meld is a sequence with no card used as wild.")
    because.append(f"{begun(_told(found.meld))} are a {_name(found.meld)}.")
    cited.append(_rule(found.meld))
    if found.meld.wild:
        cited.append("vazhushal/play.wild")
        because.append(_wild_told(given[NEGATIVE] or ""))
    if found.from_line:
        bases.append("open")
        cited.append("vazhushal/play.line-only")
        because.append("No card of the hand is needed for it; the book does not ask for one.")
    for rule, sentence in _open_points(found.meld, [*table, *([found.first] if found.first else [])]):
        bases.append("open")
        cited.append(rule)
        because.append(sentence)
    left = _in_order(taken, list((Counter(taken) - Counter(found.meld.cards)).elements()))
    if left:
        because.append(f"{begun(in_a_row(left))} {'goes' if len(left) == 1 else 'go'} to the hand.")
    return Verdict(
        verdict=f"Yes, {deepest} goes into {in_a_row(laid.card for laid in lying(found.meld))}.",
        outcome={
            **outcome,
            "meld": [laid.card for laid in lying(found.meld)],
            "first": list(found.first.cards) if found.first else None,
            "taken": list(taken),
            "to_hand": left,
        },
        basis=weightiest(bases),
        rules=once_each(cited),
        because=tuple(because),
    )


def _in_order(taken: Sequence[str], left: Sequence[str]) -> list[str]:
    """Those of the cards taken that are left, in the order in which they lay."""
    counts, found = Counter(left), []
    for card in reversed(taken):
        if counts[card]:
            counts[card] -= 1
            found.append(card)
    return found[::-1]


def _no_draw(
    rules: MeldRules, given: Record, taken: Sequence[str], because: list[str], outcome: Mapping[str, Any]
) -> Verdict:
    """Why cards may not be drawn."""
    table = _sound(rules, given[TABLE])
    deepest = pretty(taken[0])
    cited, bases = ["vazhushal/play.line"], list[Basis]()
    if not table:
        cited.append("vazhushal/play.line-first")
        because.append(
            "Nothing lies melded yet, so it has to be a sequence with no card used as wild, or such a one has to come "
            "from the hand before."
        )
    verdict = f"No, {deepest} fits no new meld."
    if draw(rules, given[HAND], taken, table, discards=False):
        cited.append("vazhushal/play.turn")
        verdict = "No, no card would be left to discard."
        because.append("There is a meld for it, but that takes all cards, and a turn ends with a discard.")
    else:
        others = " and those on top of it" if len(taken) > 1 else ""
        because.append(f"With the cards of the hand{others}, {deepest} makes no new meld that may lie.")
    if table:
        bases.append("open")
        cited.append("vazhushal/play.line-freed")
        because.append(
            "Cards that a rearrangement of the table would set free are not looked at here; they may be used."
        )
    return Verdict(
        verdict=verdict,
        outcome=outcome,
        basis=weightiest(bases),
        rules=tuple(cited),
        because=tuple(because),
    )


# Is this going out?


def _out_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _melds(MELDS, "Melds", "All the player's melds, as they would lie.", required=True, least=1),
        f.card(
            DISCARD, "Last card", ALL, nobody="None is discarded", required=True,
            help="The one card that is left and discarded.",
        ),
        _negative(),
        _packs(),
        f.cards(BEFORE, "Melded before", ALL, 0, PACKS, help="Cards that lay melded before this turn."),
    )  # fmt: skip


def _check_out(options: Record, given: Record) -> Iterator[Problem]:
    """No card is there too often."""
    discard = [given[DISCARD]] if given[DISCARD] else []
    yield from _check_copies(given, (MELDS, _flat(given[MELDS])), (DISCARD, [card for card in discard if card]))
    yield from _check_copies(given, (BEFORE, given[BEFORE]))


def _judge_out(options: Record, given: Record) -> Verdict:
    """Source: vazhushal/play.out, vazhushal/play.own-melds, vazhushal/play.last-discard."""
    rules, melds, discard = _rules(given), given[MELDS], given[DISCARD]
    readings = read_all(rules, melds)
    wrong = [number for number, reading in enumerate(readings, start=1) if reading.why]
    gone = Counter(given[BEFORE]) - Counter(_flat(melds))
    missing = _in_order(given[BEFORE], list(gone.elements()))
    laid = _sound(rules, melds)
    pure = any(map(is_pure, laid))
    legal = not wrong and not missing and pure
    cited, because = ["vazhushal/play.own-melds"], []
    for number in wrong:
        why = readings[number - 1].why or ""
        because.append(f"Meld {number}, {in_a_row(melds[number - 1])}: {_lowered(_WHY[why])}")
        cited.append(_RULE[why])
    if missing:
        those = "that card lay" if len(missing) == 1 else "those cards lay"
        because.append(f"{begun(in_a_row(missing))} would go back to the hand, but {those} melded before.")
    if not pure:
        because.append("There has to be one sequence with no card used as wild.")
    if legal:
        because += [
            f"{begun(_told(reading.meld))} are a {_name(reading.meld)}." for reading in readings if reading.meld
        ]
        because.append("One of them is a sequence with no card used as wild, and every card melded before is there.")
    bases: list[Basis] = []
    if not legal:
        verdict = "No, the melds cannot lie like that."
    elif discard:
        verdict = f"Yes, with {pretty(discard)} discarded the player has gone out and wins the game."
        cited.insert(0, "vazhushal/play.out")
        because.append(f"{begun(pretty(discard))} is the one card left, and is discarded.")
    else:
        verdict = "The melds may lie like that, but nobody goes out without a last card to discard."
        cited = ["vazhushal/play.out", "vazhushal/play.last-discard", *cited]
        because.append("Going out means that one card is left and discarded; all cards melded is not allowed.")
        bases.append("open")
    for number, meld in enumerate(laid) if legal else ():
        for rule, sentence in _open_points(meld, laid[:number]):
            bases.append("open")
            cited.append(rule)
            because.append(sentence)
    return Verdict(
        verdict=verdict,
        outcome={"legal": legal, "out": legal and discard is not None, "wrong": wrong, "missing": missing},
        basis=weightiest(bases),
        rules=once_each(cited),
        because=once_each(because),
    )


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


# Are the hands thrown in?


def _redeal_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(
            HANDS, "Hand", ALL, DEALT, DEALT, per="player", names=facts.WHOEVER, required=True,
            help="The thirteen cards as they were dealt.",
        ),
    )  # fmt: skip


def _pairs(hand: Sequence[str]) -> list[str]:
    """The cards held twice, jokers left out."""
    counts = Counter(hand)
    return [card for card in dict.fromkeys(hand) if counts[card] > 1 and card != JOKER]


def _judge_redeal(options: Record, given: Record) -> Verdict:
    """Source: vazhushal/deal.redeal, vazhushal/deal.redeal-jokers."""
    hands = given[HANDS]
    pairs = {name: _pairs(hand) for name, hand in hands.items()}
    by = [name for name, found in pairs.items() if len(found) >= PAIRS_NEEDED]
    because = []
    for name, found in pairs.items():
        twice = f"{in_a_row(found)} twice" if found else "no card twice"
        because.append(f"{name} holds {twice}.")
    close = [name for name, hand in hands.items() if hand.count(JOKER) > 1 and len(pairs[name]) == PAIRS_NEEDED - 1]
    rules, bases = ["vazhushal/deal.redeal"], list[Basis]()
    if close and not by:
        rules.append("vazhushal/deal.redeal-jokers")
        because.append(f"{listed(close)} would have a third pair with two jokers, but those are none.")
        bases.append("open")
    if by:
        verdict = f"All hands are thrown in, because of {listed(by)}. The same dealer deals again."
    else:
        verdict = f"The hands are played: nobody holds {PAIRS_NEEDED} pairs of the very same card."
    return Verdict(
        verdict=verdict,
        outcome={"redeal": bool(by), "by": by, "pairs": pairs},
        basis=weightiest(bases),
        rules=tuple(rules),
        because=tuple(because),
    )


# What do melds and hand count?


def _points_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _melds(MELDS, "Melds", "Those on the table, the last ones included; none: nothing."),
        f.cards(HAND, "Hand", ALL, 0, MOST_LINE, help="What the player still holds; none: nothing."),
        _negative(),
        _packs(),
    )


def _check_points(options: Record, given: Record) -> Iterator[Problem]:
    """Melds are melds, and no card is there too often."""
    faults = _check_melds(_rules(given), MELDS, given[MELDS])
    yield from faults or _check_copies(given, (MELDS, _flat(given[MELDS])), (HAND, given[HAND]))


def _judge_points(options: Record, given: Record) -> Verdict:
    """Source: vazhushal/scoring.values, vazhushal/scoring.stock, vazhushal/scoring.hand-joker."""
    melds, hand = _sound(_rules(given), given[MELDS]), given[HAND]
    melded = sum(map(m.value, melds))
    held = sum(points_of(card) for card in hand if card != JOKER)
    because = [f"{begun(_told(meld))} count {m.value(meld)}." for meld in melds] or ["Nothing is melded."]
    counted_cards = [f"{pretty(card)} {0 if card == JOKER else points_of(card)}" for card in hand]
    because.append(
        f"In the hand: {listed(counted_cards)}, together {held}." if hand else "Nothing is left in the hand."
    )
    rules, bases = ["vazhushal/scoring.stock", "vazhushal/scoring.values"], list[Basis]()
    if JOKER in hand:
        bases.append("open")
        rules.append("vazhushal/scoring.hand-joker")
        because.append("A joker in the hand stands for nothing, and counts 0.")
    because.append(f"{melded} − {held} = {figure(melded - held)}.")
    return Verdict(
        verdict=f"The count is {signed(melded - held)}: {melded} melded, {held} held.",
        outcome={"melds": melded, "hand": held, "count": melded - held},
        basis=weightiest(bases),
        rules=tuple(rules),
        because=tuple(because),
    )


# Is the game over?


def _stock_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.flag(DRAWN_LAST, "Last card drawn", required=True, help="The stock is used up but for the negative joker."),
        f.flag(TURN_OVER, "Turn over", required=True, help="Whoever drew it has discarded."),
    )


def _judge_stock(options: Record, given: Record) -> Verdict:
    """Source: vazhushal/play.stock-out, vazhushal/scoring.stock."""
    drawn, over = given[DRAWN_LAST], given[TURN_OVER]
    rules: tuple[str, ...] = ("vazhushal/play.stock-out",)
    if drawn and over:
        verdict = "Play stops. Everybody may still make melds from the hand, then all are counted."
        because = ["The last card of the stock was drawn, and that turn is over."]
        rules = (*rules, "vazhushal/scoring.stock")
    elif drawn:
        verdict, because = "This turn is still played to its end.", ["The last card was drawn, but the turn goes on."]
    else:
        verdict, because = "Play goes on.", ["The stock still has a card to draw."]
    return Verdict(
        verdict=verdict,
        outcome={"stops": drawn and over, "may_meld": drawn and over},
        rules=rules,
        because=tuple(because),
    )


# What a round being entered suggests.


def _stock_ran_out(entry: Record) -> bool:
    return entry.has(WENT_OUT) and entry[WENT_OUT] is None


def _offer_points(table: Table[Counts], entry: Record) -> str:
    return "Nobody went out, so melds and hands are counted." if _stock_ran_out(entry) else ""


def _offer_stock(table: Table[Counts], entry: Record) -> str:
    return "The stock ran out." if _stock_ran_out(entry) else ""


SITUATIONS = (
    Situation(
        key="wild", title="Which cards are wild?", facts=lambda _: (_negative(),), judge=_judge_wild,
        help="The negative joker says it.",
    ),
    Situation(
        key="meld", title="Is this a legal meld?", facts=_meld_facts, check=_check_meld,
        judge=_judge_meld, known=_known,
    ),
    Situation(
        key="line", title="May I draw from the line?", facts=_line_facts, check=_check_line, judge=_judge_line,
        help="The oldest card taken has to go into a new meld at once.", known=_known,
    ),
    Situation(
        key="out", title="Is that going out?", facts=_out_facts, check=_check_out, judge=_judge_out, known=_known,
        help="Or may the melds be rearranged like that?",
    ),
    Situation(
        key="redeal", title="Are the hands thrown in?", facts=_redeal_facts, judge=_judge_redeal,
        help="Three cards that somebody was dealt twice are enough.",
    ),
    Situation(
        key="points", title="What do melds and hand count?", facts=_points_facts, check=_check_points,
        judge=_judge_points, known=_known, offered=_offer_points,
        help="Only when the stock has run out.",
    ),
    Situation(
        key="stock-out", title="Is the game over?", facts=_stock_facts, judge=_judge_stock,
        help="When the stock has run out.", offered=_offer_stock,
    ),
)  # fmt: skip
