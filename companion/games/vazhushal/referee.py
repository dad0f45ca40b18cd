"""The referee of Vazhushal: wild cards, melds, the line of discards, going out, hands thrown in, and the count."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import several_packs
from companion.cards.melds import Meld, MeldRules
from companion.cards.notation import JOKER, RANKS, pretty, side_by_side, suit_of
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.situation import Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARDS, DISCARD, FIRST, HAND, MELDS, WENT_OUT
from companion.core.referee.melds import all_cards, cards_by_key, melds_fact
from companion.core.referee.ready_situations import Case, case_situation, verdict_table
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import HANDS
from companion.core.words import capitalized, counted, figure, listed, signed
from companion.games.vazhushal import melds as m
from companion.games.vazhushal.melds import (
    cards_in_order,
    find_draw,
    find_identical,
    is_pure,
    points_of,
    read_meld,
    read_melds,
    remaining_cards,
)
from companion.games.vazhushal.scoring import HAND_SIZE, Counts, P, packs_for
from companion.games.vazhushal.sentences import (
    KIND_RULES,
    cards_text,
    explain_identical,
    explain_open_questions,
    kind_of,
    kind_text,
    objection_of,
    wild_text,
)

CASES = read_toml(__package__, "cases.toml")
MOST_PACKS = 2
ALL = several_packs(MOST_PACKS)
PACKS = sum(ALL.copies.values())
MOST_LINE = 95
"""The most cards of the line or a hand: two packs with four jokers, less the hand of one player."""

PAIRS_NEEDED = 3


NEGATIVE = ask.card("negative", "Negative joker", ALL, required=True, help="The bottom card of the stock, turned up.")
DECKS = ask.count("decks", "Packs", MOST_PACKS, least=1, default=MOST_PACKS, help="One for two players.")


def _melds(key: str, label: str, help_text: str, **more: Any) -> FieldKey[tuple[Any, ...]]:
    """Return a fact for melds of up to thirteen cards. ``more``: its further settings."""
    return FieldKey(melds_fact(Key(key), label, ALL, 1, len(RANKS), help=help_text, **more))


def _known_facts(table: Table[Counts]) -> Mapping[str, Any]:
    """Return the fact that follows from who plays: the number of packs."""
    return {"decks": packs_for(len(table.players))}


def _rules_of(given: Record) -> MeldRules:
    """Return the rules of melds, given the fact of the negative joker."""
    return m.rules_for(given.text(NEGATIVE))


def _check_packs(given: Record, *parts: tuple[str, Sequence[str]]) -> Iterator[Problem]:
    """Check that the packs have all these cards and the negative joker. ``parts``: as in ``check_cards_together``."""
    return facts.check_cards_together(several_packs(given[DECKS]), (NEGATIVE, [given.text(NEGATIVE)]), *parts)


def _check_on_table(given: Record, melds: Key[tuple[Any, ...]], *keys: Key[Any]) -> Iterator[Problem]:
    """Check that the melds of a fact can be on the table together, and that the packs have the cards of ``keys``."""
    faults = [
        Problem(melds, f"Meld {number}, {side_by_side(cards)}, cannot lie there: {fault}.", None, number)
        for number, cards, fault, _ in _faults(_rules_of(given), given[melds])
    ]
    yield from faults or _check_packs(given, *cards_by_key(given, *keys))


def _faults(rules: MeldRules, melds: Sequence[Sequence[str]]) -> Iterator[tuple[int, Sequence[str], str, str]]:
    """Yield each meld that cannot be laid beside those before it: its number, cards, objection and paragraph."""
    for number, (cards, reading) in enumerate(zip(melds, read_melds(rules, melds), strict=True), start=1):
        if reading.why:
            yield number, cards, *objection_of(rules, reading.why, cards)


def _sound_melds(rules: MeldRules, melds: Sequence[Sequence[str]]) -> list[Meld]:
    """Return the melds that can be laid, each beside those before it."""
    return [reading.meld for reading in read_melds(rules, melds) if reading.meld and not reading.why]


# Which cards are wild?


@case_situation(CASES, "wild", (NEGATIVE,))
def _wild(_: Record, given: Record) -> Case:
    """Find which cards are wild: only jokers if the negative joker is one, else also its rank in the other colour."""
    wild = m.wild_by_rank(given.text(NEGATIVE))
    colours = ("red", "black") if suit_of(given.text(NEGATIVE)) in m.RED else ("black", "red")
    words = {"card": pretty(given.text(NEGATIVE)), "colour": colours[0], "other": colours[1]}
    return Case("rank" if wild else "joker", {**words, "wild": listed(map(pretty, wild))}, {"wild": list(wild)})


# Is this a legal meld?

OTHERS = _melds("others", "Other melds", "Those that the player has on the table.")


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the other melds can be on the table, and that there are none before a first meld."""
    yield from refuse(FIRST, "It is no first meld if others lie on the table.", when=given[FIRST] and given[OTHERS])
    yield from _check_on_table(given, OTHERS, CARDS, OTHERS)


@situation("meld", "Is this a legal meld?", (
    f.cards(CARDS, "Cards", ALL, 1, len(RANKS), required=True, help="In any order."), NEGATIVE, DECKS,
    f.flag(FIRST, "First meld", help="The player has melded nothing in this game yet."), OTHERS,
), check=_check_meld, known_facts=_known_facts)  # fmt: skip
def _meld(options: Record, given: Record) -> Verdict:
    """Judge whether cards are a meld that the player may lay beside the others on the table."""
    rules, cards, why = _rules_of(given), given[CARDS], Reasons()
    others = _sound_melds(rules, given[OTHERS])
    meld, fault = read_meld(rules, cards, others, first=given[FIRST])
    against, rule = objection_of(rules, fault, cards) if fault else ("", "")
    why.cite(rule, when=fault)
    why.say(wild_text(given.text(NEGATIVE)))
    if meld:
        why.say(kind_text(meld), KIND_RULES[meld.kind])
        if fault == m.IDENTICAL:
            explain_identical(why, meld, others)
        if not fault:
            explain_open_questions(why, meld, others)
    text = "No card in it is used as wild, as a first meld must be."
    why.say(text, P.play.first_meld, when=given[FIRST] and not fault)
    wild, points = [laid for laid in cards_in_order(meld) if laid.wild] if meld else [], m.value(meld) if meld else 0
    why.cite(P.play.wild, when=wild)
    why.cite(P.scoring.values, when=meld)
    return why.verdict(
        f"Yes, that is a {kind_of(meld)}, worth {points}." if meld and not fault else f"No: {against}.",
        legal=not fault, kind=kind_of(meld) if meld else None, points=points, why=fault,
        wilds=[{"card": laid.card, "as": laid.stands_for} for laid in wild],
    )  # fmt: skip


# May cards be drawn from the line?

LINE = ask.cards("line", "Line", ALL, 1, MOST_LINE, required=True, help="All discards, the oldest first.")
TAKE = ask.count("take", "Cards taken", MOST_LINE, least=1, required=True, help="From the newest end, without a gap.")
TABLE = _melds("table", "Melds", "The player's own on the table; none: nothing melded yet.")


def _check_line(options: Record, given: Record) -> Iterator[Problem]:
    """Check that no more cards are taken than the line has, and that the melds and all cards are possible."""
    line, take = given[LINE], given[TAKE]
    if take > len(line):
        yield Problem(TAKE, f"Only {counted(len(line), 'card lies', 'cards lie')} in the line, not {take}.")
    yield from _check_on_table(given, TABLE, LINE, HAND, TABLE)


@situation("line", "May I draw from the line?", (
    LINE, TAKE, f.cards(HAND, "Hand", ALL, 1, MOST_LINE, required=True, help="Before the draw."),
    NEGATIVE, DECKS, TABLE,
), help="The oldest card taken has to go into a new meld at once.", check=_check_line,
    known_facts=_known_facts)  # fmt: skip
def _line(options: Record, given: Record) -> Verdict:
    """Judge whether cards may be drawn: the oldest needs a new meld at once, and one card must be left to discard."""
    taken, rules, why = given[LINE][-given[TAKE] :], _rules_of(given), Reasons(P.play.line)
    table, deepest = _sound_melds(rules, given[TABLE]), pretty(taken[0])
    draw = find_draw(rules, given[HAND], taken, table)
    first = draw.first if draw else None
    why.cite(P.play.line_first, when=not table)
    if first:
        why.say(f"{cards_text(first)} are melded from the hand first: nothing lay melded yet.")
    which = "the only card taken" if len(taken) == 1 else f"the oldest of the {len(taken)} cards taken"
    why.say(f"{capitalized(deepest)} is {which}, and must go into a new meld at once.")
    if not draw:
        return _no_draw_verdict(why, given, taken, table)
    meld = draw.meld
    text = "Nothing lies melded yet, so that meld is a sequence with no card used as wild."
    why.say(text, when=not table and not first)
    why.say(kind_text(meld), KIND_RULES[meld.kind])
    why.say(wild_text(given.text(NEGATIVE)), P.play.wild, when=meld.wild)
    why.say("It needs no card of the hand; the book does not ask for one.", P.play.line_only, when=draw.from_line)
    explain_open_questions(why, meld, [*table, *([first] if first else [])])
    laid = [lying.card for lying in cards_in_order(meld)]
    left = remaining_cards(taken, laid)
    why.say(f"{capitalized(side_by_side(left))} {'goes' if len(left) == 1 else 'go'} to the hand.", when=left)
    return why.verdict(
        f"Yes, {deepest} goes into {side_by_side(laid)}.",
        legal=True, deepest=taken[0], meld=laid, first=list(first.cards) if first else None,
        taken=list(taken), to_hand=left,
    )  # fmt: skip


def _no_draw_verdict(why: Reasons, given: Record, taken: Sequence[str], table: Sequence[Meld]) -> Verdict:
    """Return the verdict that the cards may not be drawn, with the reason. ``taken``: the oldest card first."""
    pure = "it must be a sequence with no card used as wild, unless the hand can meld such a sequence first."
    why.say(f"Nothing lies melded yet: {pure}", when=not table)
    verdict = f"No, {pretty(taken[0])} fits no new meld."
    if find_draw(_rules_of(given), given[HAND], taken, table, discards=False):
        verdict = "No, no card would be left to discard."
        why.say("There is a meld for it, but that takes all cards.", P.play.turn)
    elif table and (twin := find_identical(_rules_of(given), given[HAND], taken)):
        laid = side_by_side([lying.card for lying in cards_in_order(twin)])
        verdict = f"No, {laid} would be the very same sequence as one on the table."
        why.cite(P.play.identical)
        explain_identical(why, twin, table)
    text = "As we read the book, cards set free by rearranging the table may be used, too; this answer leaves them out."
    why.say(text, P.play.line_freed, when=table)
    return why.verdict(verdict, legal=False, deepest=taken[0], meld=None, first=None, taken=[], to_hand=[])


# Is this going out?

BEFORE = ask.cards("before", "Melded before", ALL, 0, PACKS, help="Cards that lay melded before this turn.")


def _check_out(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the packs have all cards of the melds and the discard, and all those melded before the turn."""
    yield from _check_packs(given, *cards_by_key(given, MELDS), (DISCARD, [card for card in [given[DISCARD]] if card]))
    yield from _check_packs(given, *cards_by_key(given, BEFORE))


@situation("out", "Is that going out?", (
    _melds("melds", "Melds", "All the player's melds, as they would lie.", required=True, least=1),
    f.card(
        DISCARD, "Last card", ALL, nobody="None is discarded", required=True,
        help="The one card that is left and discarded.",
    ),
    NEGATIVE, DECKS, BEFORE,
), help="Or may the melds be rearranged like that?", check=_check_out, known_facts=_known_facts)  # fmt: skip
def _out(options: Record, given: Record) -> Verdict:
    """Judge whether the player goes out: legal melds, all cards melded before still in them, and a card to discard.

    Melds may be legal without a card left to discard; the player has not gone out then.
    """
    rules, melds, discard = _rules_of(given), given[MELDS], given[DISCARD]
    faults = list(_faults(rules, melds))
    missing = remaining_cards(given[BEFORE], all_cards(melds))
    laid = _sound_melds(rules, melds)
    against = [f"Meld {number}, {side_by_side(cards)}: {fault}." for number, cards, fault, _ in faults]
    if missing:
        back, those = capitalized(side_by_side(missing)), "that card" if len(missing) == 1 else "those cards"
        against.append(f"{back} would go back to the hand, but {those} lay melded before.")
    if not any(map(is_pure, laid)):
        against.append("There must be one sequence with no card used as wild.")
    out, why = not against and discard is not None, Reasons()
    why.cite(P.play.out, when=not against)
    why.say(wild_text(given.text(NEGATIVE)))
    why.say_all(against[1:])
    why.say(
        "The book does not say so, but we take it that the last card must be discarded.",
        P.play.last_discard,
        when=not against and not discard,
    )
    verdict = first_true(
        (against, f"No. {' '.join(against[:1])}"),
        (discard, f"Yes, with {discard and pretty(discard)} discarded the player has gone out and wins the game."),
        (True, "No. The melds may lie like that, but one card must be left to discard."),
    )
    why.cite(P.play.own_melds, *(rule for _, _, _, rule in faults))
    for number, meld in enumerate([] if against else laid):
        why.say(kind_text(meld))
        explain_open_questions(why, meld, laid[:number])
    return why.verdict(verdict, legal=not against, out=out, wrong=[number for number, *_ in faults], missing=missing)


# Are the hands thrown in?


def _pairs(hand: Sequence[str]) -> list[str]:
    """Return the cards, except jokers, that a hand holds more than once; each of them once."""
    counts = Counter(hand)
    return [card for card in dict.fromkeys(hand) if counts[card] > 1 and card != JOKER]


@situation("redeal", "Are the hands thrown in?", (
    f.cards(
        HANDS, "Hand", ALL, HAND_SIZE, HAND_SIZE, per="player", required=True,
        help="The thirteen cards as they were dealt.",
    ),
), help="Three cards that somebody was dealt twice are enough.")  # fmt: skip
def _redeal(options: Record, given: Record) -> Verdict:
    """Judge whether all hands are thrown in: one hand has three pairs of the very same card, jokers not counted."""
    pairs, why = {name: _pairs(hand) for name, hand in given[HANDS].items()}, Reasons(P.deal.redeal)
    by = [name for name, found in pairs.items() if len(found) >= PAIRS_NEEDED]
    for name, found in pairs.items():
        why.say(f"{name} holds {side_by_side(found)} twice." if found else f"{name} holds no card twice.")
    jokers = [name for name, hand in given[HANDS].items() if hand.count(JOKER) > 1]
    nearly = [name for name in jokers if len(pairs[name]) == PAIRS_NEEDED - 1]
    why.say(
        f"Two jokers do not count as a pair for {listed(nearly)}, as we read the book.",
        P.deal.redeal_jokers,
        when=nearly and not by,
    )
    yes, no = f"Yes, because of {listed(by)}. The same dealer deals again.", "pairs of the very same card."
    return why.verdict(yes if by else f"No: nobody holds {PAIRS_NEEDED} {no}", redeal=bool(by), by=by, pairs=pairs)


# What do melds and hand count?


def _if_nobody_went_out(why: str) -> Callable[[Table[Counts], Record], str]:
    """Return a function that suggests a question, with the sentence ``why``, once the round says that nobody is out."""
    return lambda _, entry: why if entry.has(WENT_OUT) and entry[WENT_OUT] is None else ""


@situation("points", "What do melds and hand count?", (
    _melds("melds", "Melds", "Those on the table, the last ones included; none: nothing."),
    f.cards(HAND, "Hand", ALL, 0, MOST_LINE, help="What the player still holds; none: nothing."), NEGATIVE, DECKS,
), help="Only when the stock has run out.", check=lambda _, given: _check_on_table(given, MELDS, MELDS, HAND),
    known_facts=_known_facts,
    offer=_if_nobody_went_out("Nobody went out, so melds and hands are counted."))  # fmt: skip
def _points(options: Record, given: Record) -> Verdict:
    """Judge what a player counts: the melds less the hand. A joker in the hand counts 0.

    Without a sequence free of wild cards the verdict says that all cards count as held; ``count`` is the difference.
    """
    melds, hand = _sound_melds(_rules_of(given), given[MELDS]), given[HAND]
    why = Reasons(P.scoring.stock, P.scoring.values)
    melded = sum(map(m.value, melds))
    held = sum(points_of(card) for card in hand if card != JOKER)
    verdict = f"The count is {signed(melded - held)}: {melded} melded, {held} held."
    if melds and not any(map(is_pure, melds)):
        lost = -held - sum(points_of(card) for cards in given[MELDS] for card in cards if card != JOKER)
        verdict = f"Without a sequence free of wild cards every card counts as held: {figure(lost)}. "
        verdict += f"As melds they would count {signed(melded - held)}."
        why.cite(P.scoring.no_natural, P.play.own_melds)
    why.say_all([f"{cards_text(meld)} count {m.value(meld)}." for meld in melds] or ["Nothing is melded."])
    each = listed(f"{pretty(card)} {0 if card == JOKER else points_of(card)}" for card in hand)
    why.say(f"In the hand: {each}, together {held}." if hand else "Nothing is left in the hand.")
    why.say("A joker in the hand stands for nothing, so we count it 0.", P.scoring.hand_joker, when=JOKER in hand)
    why.say(f"{melded} − {held} = {figure(melded - held)}.")
    return why.verdict(verdict, melds=melded, hand=held, count=melded - held)


_stock_out = verdict_table(CASES, "stock-out", offer=_if_nobody_went_out("The stock ran out."))
_mistake = verdict_table(CASES, "mistake")

SITUATIONS = (_wild, _meld, _line, _out, _redeal, _points, _stock_out, _mistake)
