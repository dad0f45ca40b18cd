"""Scoring of Cribbage: heels, pegs in the play, hands and crib in the order in which they count, up to the target."""

from collections.abc import Iterator
from dataclasses import replace

from companion.core.common import endings
from companion.core.common.endings import TARGET
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import PerName
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record, Rows
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Notice, Scoring, Weight
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats, from_left_of
from companion.core.game.table import Line, Scored, Table, note_on_others
from companion.core.phrases import amounts_phrase, cards_each_text
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import listed, signed, with_verb
from companion.games.cribbage.race import count_in_order

P = RuleIds("cribbage")

MOST_PLAYERS, MOST_PEGGED, MOST_COUNTED, MOST_CLAIMS = 3, 60, 29, 20
NO_HAND_COUNTS = (19, 25, 26, 27)
"""The totals that no hand of five cards can count. Source: cribbage/scoring.impossible."""

HEELS_POINTS = 2
SKUNKED, SKUNKED_TWICE, FULL_GAME = 30, 60, 121
"""A loser who is more than 30 holes short of the target is skunked, more than 60 doubly; that needs the full game.

Source: cribbage/ending.skunk.
"""

HOLES = ask.number(
    "target", "Target", {121: "121, twice around", 61: "61, once around"}, default=121, help="Holes to go out.",
)  # fmt: skip
SKUNK = ask.choice(
    "skunk", "Skunks", {"double": "Single and double", "skunk": "Single", "none": "None"}, default="double",
    help="A loser far behind is skunked, and the game counts double; triple after a double skunk.",
)  # fmt: skip
MUGGINS = ask.flag("muggins", "Muggins", help="Points that a player overlooks may be claimed.")
CRIB_FLUSH = ask.flag("crib_flush", "Flush of four in the crib", help="Four of a suit count without the starter.")

HEELS = ask.flag("heels", "His heels", running=True, help="The starter was a jack: 2 to the dealer.", either="Points")
PEGGED = ask.count_of_each(
    "pegged", "Pegged in the play", MOST_PEGGED, running=True, adds=True, usual=(1, 2, 3, 4),
    help="Each tap adds; go and last card included.", either="Points",
)  # fmt: skip
HAND = ask.count_of_each("hand", "Hand", MOST_COUNTED, usual=(2, 4, 6, 8, 10), either="Points")
CRIB = ask.count("crib", "Crib", MOST_COUNTED, usual=(0, 2, 4, 6, 8), help="The dealer's.", either="Points")
PLAYER, FROM = ask.player("player", "Player", required=True), ask.player("from", "From", required=True)
OF_CRIB = ask.flag("crib", "Of the crib")
CLAIMED_POINTS = ask.count("points", "Points", MOST_COUNTED, 1, required=True)
CLAIMED = ask.rows(
    "muggins", "Muggins", (PLAYER, FROM, OF_CRIB, CLAIMED_POINTS), most=MOST_CLAIMS, aside=True,
    help="Points that somebody overlooked and another claimed.",
    sentences=(("", "{player} claims {points} from {from}"),), either="Points",
)  # fmt: skip
BOARD: f.FieldKey[PerName[int | None]] = ask.count_of_each(
    "board", "Front peg", FULL_GAME, nobody="Not moved", aside=True, either="Board", help="The hole after the deal.",
    explained="To enter a whole game at once, give the hole at which each player ended.",
)  # fmt: skip


@RoundFields
def fields(options: Record) -> Iterator[f.Question]:
    """Yield the fields of a deal: those for the points that were counted, and the one for the board instead."""
    yield from (HEELS, PEGGED, HAND, CRIB, *((CLAIMED,) if options[MUGGINS] else ()), BOARD.of(most=options[TARGET]))


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check an entry: the pegs on the board if any are given, else the points that were counted."""
    yield from _check_board(table, entry) if _moved_pegs(entry) else _check_counted(table, entry)


def _moved_pegs(entry: Record) -> dict[str, int]:
    """Return the holes given in ``board``, without players who have not moved."""
    return {name: hole for name, hole in entry[BOARD].items() if hole is not None}


def _claims(entry: Record) -> Rows:
    """Return the rows of muggins; none unless the table plays it."""
    return entry.get(CLAIMED) or ()


def _check_board(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that no points are given beside the board, no peg moved back, and at most one player is out."""
    moved, target = _moved_pegs(entry), table.options[TARGET]
    counted = (*entry[PEGGED].values(), *entry[HAND].values(), entry[CRIB], entry[HEELS], _claims(entry))
    yield from refuse(BOARD, "Give the pegs on the board, or what was counted, not both.", when=any(counted))
    for name, hole in moved.items():
        if hole < table.totals[name]:
            stood = f"{name} stood at {table.totals[name]}"
            yield Problem(BOARD, f"{stood} and cannot be at {hole}: pegs never go back.", name)
    out = [name for name, hole in moved.items() if hole == target]
    yield from refuse(BOARD, f"Only one player can be out; {listed(out)} are given {target}.", when=len(out) > 1)


def _check_counted(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check the points: somebody pegged, at most one player is out by the play, and each hand can exist."""
    target, pegged, totals = table.options[TARGET], entry[PEGGED], _totals_before_play(table, entry)
    if max(totals.values()) < target:
        if not any(pegged.values()):
            yield Problem(PEGGED, "Enter what was pegged in the play: the last card scores at least 1.")
        out = [name for name, total in totals.items() if total + pegged[name] >= target]
        if len(out) > 1:
            yield Problem(PEGGED, f"The play stops when a player is out; with this {listed(out)} would be.")
    if not table.options[MUGGINS]:
        hands = ((HAND, name, points) for name, points in entry[HAND].items())
        for key, name, points in (*hands, (CRIB, None, entry[CRIB])):
            if points in NO_HAND_COUNTS:
                whose = f"{name}'s hand" if name else "The crib"
                yield Problem(key, f"{whose} cannot count {points}: no five cards do.", name)
    yield from _check_claims(table, entry)


def _check_claims(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check the muggins: nobody claims their own points, cribs are the dealer’s, and 29 is the most."""
    counted = {(name, False): points for name, points in entry[HAND].items()} | {(table.dealer, True): entry[CRIB]}
    for number, row in enumerate(_claims(entry), start=1):
        player, owner, of_crib = row.who(PLAYER), row.who(FROM), row[OF_CRIB]
        yield from refuse(CLAIMED, f"{player} cannot claim points from {player}.", player, number, when=player == owner)
        if (owner, of_crib) in counted:
            counted[owner, of_crib] += row[CLAIMED_POINTS]
        else:
            yield Problem(CLAIMED, f"The crib is {table.dealer}'s, who deals, not {owner}'s.", owner, number)
    for (owner, of_crib), points in counted.items():
        if points > MOST_COUNTED:
            whose = f"{owner}'s {'crib' if of_crib else 'hand'}"
            yield Problem(CLAIMED, f"{whose} comes to {points} with what is claimed; {MOST_COUNTED} is the most.")


def _totals_before_play(table: Table[None], entry: Record) -> dict[str, int]:
    """Return the totals after his heels, which count before the play."""
    return {**table.totals, table.dealer: table.totals[table.dealer] + HEELS_POINTS * entry[HEELS]}


def lines_in_counting_order(table: Table[None], entry: Record) -> Iterator[Line]:
    """Yield the lines of a deal, even of 0 points, in the order in which they count. Source: cribbage/scoring.order.

    All players keep what they pegged in the play, so the player who goes out by pegging is scored last.
    """
    dealer, totals, moved = table.dealer, _totals_before_play(table, entry), _moved_pegs(entry)
    yield Line(dealer, HEELS_POINTS * entry[HEELS], P.scoring.heels, "his heels")
    pegged = (
        *(Line(name, hole - totals[name], P.scoring.board, f"peg moved to {hole}") for name, hole in moved.items()),
        *(Line(name, points, P.scoring.play, "in the play") for name, points in entry[PEGGED].items()),
    )
    yield from sorted(pegged, key=lambda line: totals[line.name] + line.points >= table.options[TARGET])
    for owner in from_left_of(table.players, dealer):
        yield Line(owner, entry[HAND][owner], P.scoring.hand, "hand")
        yield from _claimed_lines(entry, owner, of_crib=False)
    yield Line(dealer, entry[CRIB], P.scoring.crib, "crib")
    yield from _claimed_lines(entry, dealer, of_crib=True)


def _claimed_lines(entry: Record, owner: str, *, of_crib: bool) -> Iterator[Line]:
    """Yield the lines for points claimed of a player's hand or crib."""
    for row in _claims(entry):
        if row.who(FROM) == owner and row[OF_CRIB] == of_crib:
            text = f"claimed of {owner}'s {'crib' if of_crib else 'hand'}"
            yield Line(row.who(PLAYER), row[CLAIMED_POINTS], P.scoring.muggins, text)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score a deal in counting order, up to the first points that bring a player to the target."""
    result = count_in_order(table, lines_in_counting_order(table, entry))
    notes = []
    if result.late:
        late = listed(f"{line.name} {signed(line.points)} ({line.text})" for line in result.late)
        notes.append(f"{result.out} was out first. Too late: {late}.")
    notes += note_on_others(table.players, (*result.lines, *result.late), "{names} scored nothing in this deal.")
    return Scored(result.lines, None, tuple(notes))


def skunk_of(options: Record, total: int) -> str | None:
    """Return ``skunk`` or ``double`` for a loser with this total, or None. Source: cribbage/ending.skunk."""
    target, short = options[TARGET], options[TARGET] - total
    if options[SKUNK] == "none" or short <= SKUNKED:
        return None
    return "double" if options[SKUNK] == "double" and target == FULL_GAME and short > SKUNKED_TWICE else "skunk"


def skunked_losers(table: Table[None]) -> dict[str, str]:
    """Return the losers who are skunked, with ``skunk`` or ``double``."""
    losers = {name: total for name, total in table.totals.items() if name not in table.winners}
    return {name: kind for name, total in losers.items() if (kind := skunk_of(table.options, total))}


def weigh(table: Table[None]) -> dict[str, Weight]:
    """Return the weights of skunked losers: two games for a skunk, three for a double one.

    Source: cribbage/ending.skunk-worth.
    """
    skunk, worth = with_verb(table.winners, "skunks", "skunk"), {"skunk": (2, ""), "double": (3, " doubly")}
    found = ((name, *worth[kind]) for name, kind in skunked_losers(table).items())
    return {name: Weight(games, f"{skunk} {name}{how}") for name, games, how in found}


GAME = Game[None](
    name="Cribbage",
    summary="Peg in the play, then count hands and the crib in order; the first player at 121 wins.",
    kind="other",
    seats=Seats(2, MOST_PLAYERS),
    ending=replace(endings.ending_at_target("at 121 holes", is_race=True, noun="hole"), weigh=weigh),
    options=f.fields_of(HOLES, SKUNK, MUGGINS, CRIB_FLUSH),
    scoring=Scoring(fields, score, check),
    carry=(Notice("skunked", skunked_losers, at_end=True),),
    next=(
        DEALERS_LEFT_LEADS,
        # Source: cribbage/deal.cards.
        Notice("cards", lambda table: 6 if len(table.players) == 2 else 5, cards_each_text),
        Notice("needs", endings.points_to_target, amounts_phrase("still needed")),
    ),
    loser_deals=True,  # Source: cribbage/deal.next.
)
