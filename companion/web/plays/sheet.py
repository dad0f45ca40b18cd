"""What the sheet of a play shows besides forms: the board, the rounds so far, stakes, and notes."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.core.game.table import Call, Table
from companion.core.money.currency import amount_text
from companion.core.money.settling import suggested_transfers
from companion.core.money.stakes import STAKE_KINDS
from companion.core.play.fold import Round
from companion.core.play.outlook import chances
from companion.core.play.provisional_score import ProvisionalScore
from companion.core.play.scoring_api import next_json
from companion.core.words import capitalized, listed, signed
from companion.store.plays.edits.edit_labels import seat_history_text
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.play_stakes import balances_of, currency_of_play, stake_of, unsettled_reason
from companion.store.plays.play_state import PlayState, state_as_of_round
from companion.web.plays.rounds.round_form import table_before


class BoardPlace(NamedTuple):
    """A player or side on the board."""

    name: str
    members: tuple[str, ...]
    """The players of a side; empty for a player."""

    total: int
    """The total, with points that already count in the coming round."""

    last: int | None
    """The points of the last round with adjustments; None before it, and if the total is kept from older rules."""

    place: int
    deals: str
    """The player among them who deals the coming round; empty if nobody does."""

    leads: str
    """The player among them who leads in the coming round; empty if nobody does."""
    is_out: bool
    """Whether they do not play the coming round, or, in a finished play, dropped out."""

    so_far: int = 0
    """The points that already count in the coming round."""

    @property
    def last_points_text(self) -> str:
        """The points that already count, else those of the last round, as text; empty if there are none."""
        if self.so_far:
            return f"{signed(self.so_far)} so far"
        return "" if self.last is None else signed(self.last)


RoundCell = tuple[str, int, int, bool, tuple[Call, ...]]
"""What a round changed for a player or side.

The name; the points with adjustments; the total after the round; whether there were adjustments; calls, such as bids.
"""


class RoundRow(NamedTuple):
    """A round in the list of rounds."""

    number: int
    slot: int
    changes: tuple[RoundCell, ...]
    """Empty from the first invalid round on."""

    notes: tuple[str, ...]
    columns: int
    """The number of players or sides."""

    is_contested: bool
    takeovers: tuple[str, ...] = ()
    """Sentences about people who take over a seat from this round on."""


def stake_values(state: PlayState) -> dict[str, Any]:
    """Return the stake of a play, and its result.

    ``stake``: in words, such as ``€2.00 each, to the winner``, or empty; ``currency``: its own; ``settled``: names and
    what they get, negative if they pay; ``unsettled``: why the stake cannot be settled, in a sentence, or empty.
    """
    stake, currency = stake_of(state), currency_of_play(state)
    text = ""
    if stake is not None:
        amounts = [amount_text(by_place, currency, signed=True) for by_place in stake.amounts]
        amount = ", ".join(amounts) if amounts else amount_text(stake.amount, currency)
        text = STAKE_KINDS[stake.kind].text.replace("{amount}", amount)
    settled = tuple(balances_of(state).items())
    return {"stake": text, "currency": currency, "settled": settled, "unsettled": unsettled_reason(state)}


def board_places(state: PlayState, table: Table[Any], provisional: ProvisionalScore | None = None) -> list[BoardPlace]:
    """Return the board in seat order. ``provisional``: the points that already count in the coming round."""
    places = {name: standing.place for standing in state.standings for name in standing.names}
    coming = {} if state.over else dict(next_json(state.game, table) or {})
    last = state.sheet.rounds[-1] if state.sheet.rounds and not state.rescoring_notice else None
    still_in = state.game.scoring.asked(state.sheet.table) if state.over or table.over else table.asked
    found = []
    for number, name in enumerate(table.names):
        members = table.players[number::2] if table.setup.sides else ()  # partners sit opposite
        people = members or (name,)
        so_far = provisional.points[name] if provisional else 0
        change = last.change_of(name) if last else None
        deals, leads = (next((who for who in people if who == coming.get(key)), "") for key in ("dealer", "leads"))
        is_out = not any(player in still_in for player in people)
        total = state.totals[name] + so_far
        found.append(BoardPlace(name, members, total, change, places[name], deals, leads, is_out, so_far))
    return found


def notice_sentences(state: PlayState, table: Table[Any]) -> list[str]:
    """Return what the game announces for the coming round, such as the pot or the trump, in sentences.

    Values that are empty or name all players are left out. There are none once the play is over.
    """
    if state.over:
        return []
    shown = {**state.game.carry_json(table), **(next_json(state.game, table) or {})}
    says = state.game.notice_texts
    texts = (says[key](value) for key, value in shown.items() if key in says and not _is_plain(value, table))
    return [capitalized(text) for text in texts if text]


def _is_plain(value: Any, table: Table[Any]) -> bool:
    """Return whether a value needs no sentence: it is empty, or it names all players."""
    if isinstance(value, dict):
        return not any(value.values())
    return value is None or (isinstance(value, list | tuple) and tuple(value) == table.players)


def shared_seats(state: PlayState) -> list[str]:
    """Describe who sat on the seats that were taken over: ``Anna, from round 4 Eve``."""
    numbers, terms = round_numbers(state.slots), state.game.terms
    return [text for text in (seat_history_text(seat, numbers, terms) for seat in state.seats if seat.earlier) if text]


def _round_cells(scored: Round[Any]) -> Iterator[RoundCell]:
    """Yield what a round changed for each player or side."""
    for name in scored.scores:
        calls = tuple(call for call in scored.calls if call.name == name)
        yield name, scored.change_of(name), scored.totals[name], name in scored.adjusted, calls


def round_rows(state: PlayState) -> list[RoundRow]:
    """Return all rounds for the list, the newest first."""
    rows, columns = [], len(state.setup.names)
    contested = {objection.slot for objection in state.objections}
    names = [seat.at(state.slots[0].slot).name for seat in state.seats] if state.slots else []
    for index, slot in enumerate(state.slots):
        before, names = names, [seat.at(slot.slot).name for seat in state.seats]
        pairs = zip(before, names, strict=True)
        takeovers = tuple(
            f"From {state.game.terms.round} {index + 1} {name} plays for {was}." for was, name in pairs if name != was
        )
        is_scored = index < len(state.sheet.rounds)
        scored = state_as_of_round(state, slot.slot).sheet.rounds[index] if is_scored else None
        changes = tuple(_round_cells(scored)) if scored else ()
        notes = scored.notes if scored else ()
        rows.append(RoundRow(index + 1, slot.slot, changes, notes, columns, slot.slot in contested, takeovers))
    return rows[::-1]


POT_NAME = ""
"""The name of the pot among payers and payees; no player can have it."""


def chip_payments(state: PlayState, number: int) -> list[str]:
    """Describe who passes how many chips to whom in a round; empty in games without chips.

    What somebody gets and gives in the same round is offset, so that chips change hands as rarely as possible.
    """
    pot = state.game.totals.pot
    if pot is None:
        return []
    scored, the_pot = state.sheet.rounds[number - 1], f"the {state.game.terms.pot}"
    into_pot = pot(scored.table) - pot(table_before(state, number))
    moved = {**scored.scores, POT_NAME: into_pot}
    transfers = suggested_transfers(moved) if not sum(moved.values()) else ()
    given: dict[str, list[str]] = {}
    for passed in transfers:
        whom = f"{passed.amount:,} into {the_pot}" if passed.payee == POT_NAME else f"{passed.payee} {passed.amount:,}"
        given.setdefault(passed.payer, []).append(whom)
    taken = [f"{one.payee} takes {one.amount:,} from {the_pot}" for one in transfers if one.payer == POT_NAME]
    return [*(f"{payer} pays {listed(what)}" for payer, what in given.items() if payer != POT_NAME), *taken]


def chances_text(state: PlayState) -> tuple[str, ...]:
    """Describe who can still win and what they need; empty if there is nothing worth saying."""
    if not state.goes_on or not state.has_coming_round:
        return ()
    found = chances(state.game, state.sheet.table)
    return found.sentences if found else ()
