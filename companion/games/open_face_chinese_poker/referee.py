"""The referee of Open-Face Chinese Poker: fouls and royalties, who pays whom, setting a card, and fantasyland."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from companion.cards.notation import pretty
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Names
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.seating import from_left_of, left_of
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARD, DEALER, PLAYERS
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import HANDS as SHOWN
from companion.core.referee.showdown import (
    best_text,
    check_number_shown,
    five_card_hand,
    given_hands,
    hands_fact,
    ranking,
    showdown_sentences,
    three_card_hand,
    why_better,
)
from companion.core.words import capitalized, counted, listed, with_verb
from companion.games.open_face_chinese_poker import scoring
from companion.games.open_face_chinese_poker.hands import (
    BACK,
    FOUL_UNITS,
    FRONT,
    MIDDLE,
    ROWS,
    SWEEP_POINTS,
    Match,
    compare,
    duplicates,
    reaches_fantasyland,
    royalties_text,
)
from companion.games.open_face_chinese_poker.scoring import (
    ALL_CARDS,
    DECK,
    HANDS,
    HANDS_FIELD,
    UNIT,
    Hands,
    cards_dealt,
    fantasyland_text,
    judge_hands,
    judge_rows,
    row_fields,
    unit_of,
)
from companion.games.open_face_chinese_poker.sentences import (
    FRONT_SIZE,
    LOW_STRAIGHT,
    ROW_SIZE,
    foul_text,
    looks_like_more,
    order_text,
    say_fantasyland,
    say_order,
)

PAIR = 2
"""How many players are compared with each other."""


# Rows.


def _check_twice(given: Record) -> Iterator[Problem]:
    """Check that no card is in two rows of a player."""
    for card, (_, before), (_, row) in duplicates({"": given}):
        yield Problem(row, f"The {pretty(card)} lies in the {before} already.")


FRONT_KINDS_RULE, FRONT_KINDS_TEXT = "scoring.front", "Straights and flushes do not count in front."


def _judged(table: Table[Names], entry: Record) -> Hands:
    """Return the judged rows of each player; none if a card is in two places, as they cannot be judged then."""
    return {} if any(scoring.check(table, entry)) else judge_hands(table.options, entry[HANDS])


def _offer_rows(table: Table[Names], entry: Record) -> Suggestion:
    """Suggest asking about the first player who fouled, with that player's rows filled in."""
    for name, hand in _judged(table, entry).items():
        if hand.foul:
            rows = entry[HANDS][name].raw()
            return f"{name} fouled: {hand.foul}.", {**rows, "in_fantasyland": name in table.state}
    return ""


IN_FANTASYLAND = ask.flag("in_fantasyland", "In fantasyland", help="The player had all thirteen cards at once.")


@situation("rows", "Is this a foul, and what are the royalties?", (*row_fields(), IN_FANTASYLAND),
    help="The finished rows of one player.", offer=_offer_rows, check=lambda _, given: _check_twice(given))  # fmt: skip
def _rows(options: Record, given: Record) -> Verdict:
    """Judge whether rows are a foul (front above middle, or middle above back), and what royalties they get."""
    hand, in_fantasyland = judge_rows(options, given), given[IN_FANTASYLAND]
    why = Reasons("scoring.foul", "scoring.front-and-middle", "scoring.hands")
    next_there, royalties = reaches_fantasyland(hand, in_fantasyland), royalties_text(hand)
    verdict = first_true(
        (hand.foul, f"That is a foul: {hand.foul}. No row can win, and there are no royalties."),
        (royalties, f"That is no foul. Royalties {hand.total}: {royalties}."),
        (True, "That is no foul, but without royalties."),
    )
    if next_there:
        verdict += f" The next hand is {'again ' if in_fantasyland else ''}played in fantasyland."
    elif in_fantasyland:
        verdict += " Fantasyland ends with this hand."
    why.say_all(f"{capitalized(row)}: {shown.text}." for row, shown in hand.rows.items())
    why.say(FRONT_KINDS_TEXT, FRONT_KINDS_RULE, when=looks_like_more(given[FRONT]))
    why.say(foul_text(hand) if hand.foul else order_text(hand, FRONT, MIDDLE))
    differ = hand.rows[MIDDLE].strength != hand.rows[BACK].strength
    why.say(order_text(hand, MIDDLE, BACK), when=not hand.foul and differ)
    say_order(why, options, hand, "Middle and back")
    why.cite("scoring.royalties", when=royalties)
    why.say("No row is good enough for royalties.", "scoring.no-royalties", when=not royalties and not hand.foul)
    say_fantasyland(why, hand, in_fantasyland)
    return why.verdict(
        verdict, foul=bool(hand.foul), hands={row: shown.name for row, shown in hand.rows.items()},
        royalties=dict(zip(ROWS, hand.royalties, strict=True)), total=hand.total, fantasyland=next_there,
    )  # fmt: skip


# One hand against another.


def _compare_facts(options: Record) -> tuple[f.Field, ...]:
    """Return the facts about two hands; the unit is that of the options unless another one is given."""
    unit = UNIT.of(default=options[UNIT], help="What a unit is worth between the two; else as agreed.")
    return f.fields_of(HANDS_FIELD.of(required="some", help="Of these two players only."), unit)


def _check_compare(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there are two players, and that no card is in two places."""
    yield from check_number_shown(given, PAIR, PAIR, HANDS)
    yield from scoring.check(options, given)


def _row_winner(row: str, judged: Hands) -> str | None:
    """Return the player who wins a row; None if it is level. ``judged``: the rows of two players."""
    best, *others = ranking({name: hand.rows[row] for name, hand in judged.items()})
    return best[0] if others else None


def _row_text(row: str, winner: str | None, judged: Hands) -> str:
    """Return a sentence on who wins a row, and why."""
    if winner is None:
        return f"{capitalized(row)}: both rows are equal, and nobody has the point."
    (loser,) = (name for name in judged if name != winner)
    better, other = judged[winner].rows[row], judged[loser].rows[row]
    why = why_better(winner, better, loser, other)
    return f"{capitalized(row)} to {winner}: {better.text} against {other.text}. {why}"


def _say_comparison(
    why: Reasons, options: Record, judged: Hands, winners: Mapping[str, str | None], match: Match
) -> None:
    """Explain who fouled, or who wins which row, and what each player gets. ``winners``: of each row."""
    fouls = [name for name, hand in judged.items() if hand.foul]
    for name in fouls:
        why.say(f"{name} fouled. {foul_text(judged[name])}")
    for name, hand in judged.items():
        say_order(why, options, hand, f"Middle and back of {name}")
    if len(fouls) == PAIR:
        why.say("If both fouled, neither pays; the book does not mention it.", "scoring.both-foul")
        return
    for name, hand in judged.items():
        why.say(f"{name} has royalties of {royalties_text(hand)}, {hand.total} in all.", when=hand.total)
    if fouls:
        (other,) = (name for name in judged if name not in fouls)
        royalties = judged[other].total
        more = f" and {royalties} for the royalties of {other}" if royalties else ""
        why.say(f"{fouls[0]} pays {FOUL_UNITS} for the foul{more}. Rows and sweep do not count.")
    else:
        why.say_all(_row_text(row, winner, judged) for row, winner in winners.items())
        for (name, hand), won, points in zip(judged.items(), match.rows, match.points, strict=True):
            sweep = f" and {SWEEP_POINTS} for all three" if won == len(ROWS) else ""
            why.say(f"{name} has royalties of {hand.total}, {won} for rows won{sweep}: {points}.")
        why.say("Whoever has fewer points pays the difference; each point is a unit.")


def _offer_compare(table: Table[Names], entry: Record) -> Suggestion:
    """Suggest comparing the first two players of whom one beat the other in all rows, with their rows filled in."""
    judged = _judged(table, entry)
    for pair in combinations([name for name, hand in judged.items() if not hand.foul], PAIR):
        for winner, loser in (pair, pair[::-1]):
            if judged[winner].rows_over(judged[loser]) == len(ROWS):
                rows, unit = {name: entry[HANDS][name].raw() for name in (winner, loser)}, unit_of(table.options, pair)
                return f"{winner} won all three rows against {loser}.", {"hands": rows, "unit": unit}
    return ""


@situation("compare", "Who pays whom, of these two?", _compare_facts,
    help="Fouls, royalties, rows and a sweep, between the two.",
    check=_check_compare, offer=_offer_compare)  # fmt: skip
def _compare(options: Record, given: Record) -> Verdict:
    """Judge who of two players pays the other how much, by fouls, royalties, rows and a sweep."""
    rows = given[HANDS]
    first, second = rows
    unit = given[UNIT] if given.has(UNIT) else unit_of(options, (first, second))
    judged = judge_hands(options, rows)
    fouls = [name for name, hand in judged.items() if hand.foul]
    match = compare(judged[first], judged[second])
    points = dict(zip(rows, match.points, strict=True))
    units = abs(points[first] - points[second])
    payer, getter = (first, second) if points[first] < points[second] else (second, first)
    winners: dict[str, str | None] = {row: None if fouls else _row_winner(row, judged) for row in ROWS}
    why = Reasons(*(("scoring.foul", "scoring.front-and-middle") if fouls else ("scoring.difference", "scoring.rows")))
    why.cite("scoring.sweep", when=len(ROWS) in match.rows)
    why.cite("scoring.royalties", when=any(hand.total for hand in judged.values()))
    why.cite("scoring.hands")
    why.say(FRONT_KINDS_TEXT, FRONT_KINDS_RULE, when=any(looks_like_more(hand[FRONT]) for hand in rows.values()))
    _say_comparison(why, options, judged, winners, match)
    between, rule = ("", "need.unit") if unit == options[UNIT] else (" between these two", "need.pair-unit")
    why.say(f"A unit is worth {counted(unit, 'chip')}{between}.", rule, when=between or unit > 1)
    in_chips = f", {counted(units * unit, 'chip')}" if between or unit > 1 else ""
    pays = f"{payer} pays {getter} {counted(units, 'unit')}{in_chips}."
    verdict = pays if units else f"{first} and {second} pay each other nothing."
    outcome: dict[str, Any] = {
        "rows": winners, "fouls": fouls, "royalties": {name: hand.total for name, hand in judged.items()},
        "points": points, "from": payer if units else None, "to": getter if units else None,
        "units": units, "chips": units * unit,
    }  # fmt: skip
    return why.verdict(verdict, **outcome)


# One row of several.


def _check_showdown(options: Record, given: Record) -> Iterator[Problem]:
    """Check that all hands are fronts, or all are rows of five cards."""
    yield from check_number_shown(given, scoring.GAME.seats.fewest, scoring.GAME.seats.most)
    hands = given_hands(given, SHOWN)
    for name, cards in hands.items():
        if len(cards) not in (FRONT_SIZE, ROW_SIZE):
            yield Problem(SHOWN, f"{name} has {len(cards)} cards; a row has {FRONT_SIZE} or {ROW_SIZE}.", name)
    if {len(cards) for cards in hands.values()} == {FRONT_SIZE, ROW_SIZE}:
        many = listed(f"{name} has {len(cards)}" for name, cards in hands.items())
        yield Problem(SHOWN, f"Compare fronts with fronts, and rows of five cards with each other: {many}.")


def _offer_showdown(table: Table[Names], entry: Record) -> Suggestion:
    """Suggest asking about the first row in which players are level, with everybody's cards filled in."""
    judged = _judged(table, entry)
    for row in ROWS:
        ranked = ranking({name: hand.rows[row] for name, hand in judged.items()})
        level = next((names for names in ranked if len(names) > 1), None)
        if level:
            known = {"hands": {name: list(rows[row]) for name, rows in entry[HANDS].items()}}
            return f"In the {row} {listed(level)} are level.", known
    return ""


@situation("showdown", "Whose row is best?",
    (hands_fact(DECK, FRONT_SIZE, ROW_SIZE, help="The same row of each: three cards in front, else five."),),
    check=_check_showdown, offer=_offer_showdown)  # fmt: skip
def _showdown(options: Record, given: Record) -> Verdict:
    """Judge who has the best of several rows."""
    cards, why = given_hands(given, SHOWN), Reasons("scoring.hands")
    are_fronts = len(next(iter(cards.values()))) == FRONT_SIZE
    as_hand = three_card_hand if are_fronts else five_card_hand
    shown = {name: as_hand(row) for name, row in cards.items()}
    ranked = ranking(shown)
    why.cite(FRONT_KINDS_RULE, when=are_fronts)
    why.cite("scoring.rows", when=len(ranked[0]) > 1)
    why.say_all(showdown_sentences(shown))
    why.say(FRONT_KINDS_TEXT, when=are_fronts)
    wheel = any("straight" in hand.name and hand.strength[-1] == ROW_SIZE for hand in shown.values())
    text = "An ace may be low in a straight, 5-4-3-2-A, the lowest; the book does not say so."
    why.say(text, LOW_STRAIGHT, when=wheel)
    verdict = best_text(ranked, "has the best row", "have rows of equal strength: nobody's point")
    return why.verdict(verdict, ranking=ranked, hands={name: hand.name for name, hand in shown.items()})


# Setting a card.


def _check_place(options: Record, given: Record) -> Iterator[Problem]:
    """Check that no card is in two rows, and that the drawn card is in none."""
    yield from _check_twice(given)
    for row in ROWS:
        if given[CARD] in given[row]:
            yield Problem(CARD, f"The {pretty(given[CARD] or '')} lies in the {row} already.")


@situation("place", "Where may the card be set?", (
    *row_fields(full=False),
    f.card(CARD, "Card", DECK, required=True, help="The one that was drawn."),
), help="Which rows have room for it.", check=_check_place)  # fmt: skip
def _place(options: Record, given: Record) -> Verdict:
    """Judge in which rows the card may be set: in each with room, even if that leads to a foul."""
    card, why = pretty(given[CARD] or ""), Reasons("play.draw", "play.full")
    legal = [row for row, size in ROWS.items() if len(given[row]) < size]
    full = [row for row in ROWS if row not in legal]
    rows = listed((f"the {row}" for row in legal), "or")
    why.say_all(f"The {row} has {len(given[row])} of {size} cards." for row, size in ROWS.items())
    why.say(capitalized(with_verb((f"the {row}" for row in full), "is full.", "are full.")), when=full)
    why.say("Nothing forbids setting a card that leads to a foul.", "play.foul-allowed", when=legal)
    verdict = f"The {card} may be set in {rows}." if legal else "No row has room: all thirteen cards are set."
    return why.verdict(verdict, legal=legal)


# Fantasyland.


def _known_fantasyland(table: Table[Names]) -> Mapping[str, Any]:
    """Return the facts that the sheet knows: who dealt the last hand, and who is in fantasyland in the coming one."""
    before = table.dealer if table.state else left_of(table.players, table.dealer, -1)
    return {"dealer": before, "fantasyland": list(table.state)}


def _offer_fantasyland(table: Table[Names], entry: Record) -> Suggestion:
    """Suggest asking who deals and sets next if somebody plays the next hand in fantasyland."""
    names = [name for name, hand in _judged(table, entry).items() if reaches_fantasyland(hand, name in table.state)]
    return (fantasyland_text(names), {"dealer": table.dealer, "fantasyland": names}) if names else ""


FANTASYLAND = ask.players("fantasyland", "In fantasyland", help="Who plays the coming hand there.")


@situation("fantasyland", "Who deals, and who sets in turn?", (
    facts.players(scoring.GAME.seats), DEALER.of(help="Who dealt the hand that is over."), FANTASYLAND,
), help="After a hand, with or without fantasyland in the coming one.",
    known_facts=_known_fantasyland, offer=_offer_fantasyland)  # fmt: skip
def _fantasyland(options: Record, given: Record) -> Verdict:
    """Judge who deals (the same dealer while somebody is in fantasyland), and who sets cards in which order."""
    players, before, in_fantasyland, why = given[PLAYERS], given.who(DEALER), given[FANTASYLAND], Reasons()
    dealer = before if in_fantasyland else left_of(players, before)
    left = left_of(players, dealer)
    order = [name for name in from_left_of(players, dealer) if name not in in_fantasyland]
    names = [name for name in players if name in in_fantasyland]
    if in_fantasyland:
        is_there = with_verb(names, "is in fantasyland", "are in fantasyland")
        why.say(f"{is_there}, so {dealer} deals again.", "deal.fantasyland", "play.first")
        why.say(f"In fantasyland all {ALL_CARDS} cards are dealt and set at once, face down.")
    else:
        why.say(f"Nobody is in fantasyland, so the deal passes to the left, to {dealer}.", "deal.dealer", "play.first")
    ours = f"{left}, on the dealer's left, does not set in turn; we let the next one who does begin."
    why.say(ours, "play.first-in-fantasyland", when=order and left in in_fantasyland)
    why.cite("deal.cards")
    setting = "Everybody sets at once"
    if order:
        first, *others = order
        setting = f"{first} sets first, then {', then '.join(others)}" if others else f"{first} sets alone"
    deal = cards_dealt(players, in_fantasyland)
    return why.verdict(f"{dealer} deals. {setting}.", dealer=dealer, deal=deal, order=order)


SITUATIONS = (_rows, _compare, _showdown, _place, _fantasyland)
