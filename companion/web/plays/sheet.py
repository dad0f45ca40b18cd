"""What the page of a play shows: the board, the form of the coming round, the rounds so far."""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.core.bids import bidding
from companion.core.currency import Currency, amount_text
from companion.core.entry import read_record
from companion.core.fields import Field
from companion.core.fold import coming_fields, shared_fields_of, with_absent
from companion.core.game import Call, Table
from companion.core.kinds import KINDS, sentence, texts_of_all, value_text
from companion.core.money import STAKE_KINDS
from companion.core.older import unknown_told
from companion.core.problems import Problem
from companion.core.scoring_api import next_json
from companion.core.settling import Transfer, payments
from companion.core.words import begun, counted, listed, on_one_line, wins
from companion.store.money.stakes import balances_of, currency_of_play, stake_of, unsettled
from companion.store.plays.drafts import DraftState, coming_absent, coming_table, is_secret
from companion.store.plays.findings import NamedInRound, with_findings
from companion.store.plays.states import PlayState, Slot, as_of, numbers_of, sat_told
from companion.web.forms import Fault, Section, decks_of, entry_form, faults_of, is_asked, preset, started
from companion.web.plays.bid_progress import secret_told
from companion.web.plays.lacking import asked_fields_of, lacks_first, last_entry, try_entry


@dataclass(frozen=True, slots=True)
class Place:
    """A player or side on the board."""

    name: str
    members: tuple[str, ...]
    """The players of a side; empty for a player."""

    total: int
    last: int | None
    """What the last round gave, adjustments included; None before the first, and where the total is of older rules."""

    place: int
    deals: str
    """Who of them deals the coming round; empty: nobody."""

    leads: str
    out: bool
    """Not in the coming round: absent, or out of the play; at the end who is out of it."""


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round in the list of rounds."""

    number: int
    slot: int
    dealer: str
    changes: tuple[tuple[str, int, int, bool, tuple[Call, ...]], ...]
    """Name, change, total after it, whether the referee adjusted, and what was put down before the hand; empty for a
    round that waits."""

    waits: bool
    """It stands behind a round that has to be mended first, or is that round."""

    notes: tuple[str, ...]
    absent: tuple[str, ...]
    handed: tuple[str, ...] = ()
    """Who plays for whom from this round on, in sentences."""


@dataclass(frozen=True, slots=True)
class ShownMoney:
    """The stake of a play, and what it comes to."""

    stake: str
    """In words: ``€2.00 each, to the winner``; empty: nothing."""

    currency: Currency
    settled: tuple[tuple[str, int], ...]
    """Name to what they get, below 0 pay; empty while there is nothing to settle."""

    unsettled: str
    """Why it cannot be settled, a sentence; empty: it can."""


def money_of(state: PlayState) -> ShownMoney:
    """Return the stake of a play, and what it comes to."""
    stake, currency = stake_of(state), currency_of_play(state)
    told = ""
    if stake is not None:
        amounts = [amount_text(one, currency, signed=True) for one in stake.amounts]
        amount = ", ".join(amounts) if amounts else amount_text(stake.amount, currency)
        told = STAKE_KINDS[stake.kind].told.replace("{amount}", amount)
    return ShownMoney(told, currency, tuple(balances_of(state).items()), unsettled(state))


@dataclass(slots=True)
class ShownForm:
    """The form of a round: the coming one, or an earlier one being corrected."""

    number: int
    slot: int | None
    """None: the coming round."""

    phase: int
    """1: what is known before the hand; 2: the result; 0: both at once."""

    sections: list[Section]
    hidden: list[tuple[str, str]]
    """Inputs that carry what phase 1 settled."""

    settled: list[tuple[str, str]]
    """Phase 1 in words: label and values."""

    absent: tuple[str, ...]
    problems: list[Fault]
    """What was refused, with where to look."""

    lacks: list[Fault]
    """What it still takes to write it down as it stands."""

    dealer: str
    decks: dict[str, Any]
    """By field key, the cards to pick from."""

    bidding: str
    """How far the bidding of the coming round is; empty where nobody bids in turn."""

    entry: Mapping[str, Any]
    """The raw entry that it sends as it stands."""

    early: tuple[str, ...] = ()
    """What is asked here with the result though it is known before: every phone sees it as soon as it is put down."""

    @property
    def main(self) -> Section:
        """The main section of the form: the first that is not folded."""
        return next((one for one in self.sections if not one.aside), self.sections[0])

    @property
    def step(self) -> int:
        """The key under which a phone keeps what was typed; both phases at once count as the first."""
        return self.phase or 1


def board(state: PlayState, table: Table[Any]) -> list[Place]:
    """Return totals, last points and places, in seat order."""
    places = {name: standing.place for standing in state.standings for name in standing.names}
    coming = {} if state.over else dict(next_json(state.game, table) or {})
    last = state.sheet.rounds[-1] if state.sheet.rounds and not state.today else None
    still_in = state.game.scoring.asked(state.sheet.table) if state.over else table.asked
    found = []
    for number, name in enumerate(table.names):
        members = table.players[number::2] if table.setup.sides else ()
        people = members or (name,)
        change = last.scores[name] + last.adjusted.get(name, 0) if last else None
        found.append(
            Place(
                name,
                members,
                state.totals[name],
                change,
                places[name],
                deals=_one_of(people, coming.get("dealer")),
                leads=_one_of(people, coming.get("leads")),
                out=not any(player in still_in for player in people),
            )
        )
    return found


def _one_of(people: Sequence[str], name: object) -> str:
    return name if isinstance(name, str) and name in people else ""


def special(state: PlayState, table: Table[Any]) -> list[str]:
    """Return the special facts about the coming round, in words."""
    if state.over:
        return []
    shown = {**state.game.carried(table), **(next_json(state.game, table) or {})}
    says = state.game.says
    told = (says[key](value) for key, value in shown.items() if key in says and not _is_plain(value, table))
    return [begun(text) for text in told if text]


def _is_plain(value: Any, table: Table[Any]) -> bool:
    """Return whether a value is nothing special: everybody, or nothing for everybody."""
    if isinstance(value, dict):
        return not any(value.values())
    return value is None or (isinstance(value, list | tuple) and tuple(value) == table.players)


def shared_seats(state: PlayState) -> list[str]:
    """Return seats that were handed on, with who had them when: ``Anna, from round 4 Eve``."""
    numbers, terms = numbers_of(state.slots), state.game.terms
    return [told for told in (sat_told(seat, numbers, terms) for seat in state.seats if seat.earlier) if told]


def round_rows(state: PlayState) -> list[RoundRow]:
    """Return all rounds, the newest first."""
    rows = []
    names = [seat.at(state.slots[0].slot).name for seat in state.seats] if state.slots else []
    for index, slot in enumerate(state.slots):
        before, names = names, [seat.at(slot.slot).name for seat in state.seats]
        pairs = zip(before, names, strict=True)
        handed = tuple(f"From round {index + 1} {name} plays for {was}." for was, name in pairs if name != was)
        if index < len(state.sheet.rounds):
            item = as_of(state, slot.slot).sheet.rounds[index]
            changes = tuple(
                (
                    name,
                    score + item.adjusted.get(name, 0),
                    item.totals[name],
                    name in item.adjusted,
                    tuple(call for call in item.calls if call.name == name),
                )
                for name, score in item.scores.items()
            )
            rows.append(RoundRow(item.number, slot.slot, item.dealer, changes, False, item.notes, item.absent, handed))
        else:
            rows.append(RoundRow(index + 1, slot.slot, "", (), True, (), (), handed))
    return rows[::-1]


THE_POT = ""
"""Stands for the pot among those who pay and get: no player is called so."""


def paid_in(state: PlayState, number: int) -> list[str]:
    """Return who passes how many chips to whom in a round, in sentences; empty without chips.

    What one gets and gives in the same round is set off, so these are the fewest hands that chips go through.
    """
    pot = state.game.totals.pot
    if pot is None:
        return []
    item, the = state.sheet.rounds[number - 1], f"the {state.game.terms.pot}"
    into_pot = pot(item.table) - pot(table_before(state, number))
    moved = {**item.scores, THE_POT: into_pot}
    passed = payments(moved) if not sum(moved.values()) else ()
    given = {one.payer: listed(_passed(other, the) for other in passed if other.payer == one.payer) for one in passed}
    taken = [f"{one.payee} takes {one.amount:,} from {the}" for one in passed if one.payer == THE_POT]
    return [*(f"{payer} pays {what}" for payer, what in given.items() if payer != THE_POT), *taken]


def _passed(one: Transfer, the_pot: str) -> str:
    """Return one passing of chips: ``Ann 5``, ``12 into the pot``."""
    return f"{one.amount:,} into {the_pot}" if one.payee == THE_POT else f"{one.payee} {one.amount:,}"


def table_before(state: PlayState, number: int) -> Table[Any]:
    """Return the table before a round, numbered from 1."""
    return state.sheet.rounds[number - 2].table if number > 1 else state.sheet.opening


def form_for_coming(
    state: PlayState,
    draft: DraftState | None,
    typed: Mapping[str, Any] | None = None,
    problems: Sequence[Problem] = (),
    *,
    at_once: bool = False,
    from_cards: Mapping[str, Any] | None = None,
) -> ShownForm | None:
    """Return the form of the coming round.

    None when the play is over or discarded, or an earlier round has to be mended.

    ``at_once``: what is known before the hand is asked with the result, as it always is where it is said once for all;
    ``from_cards``: what the cards settle that were entered for it.
    """
    if state.over or state.sheet.refusal is not None or state.about.discarded or is_secret(state, draft):
        return None
    absent = coming_absent(state, draft)
    if typed is not None and isinstance(typed.get("absent"), list):
        absent = tuple(name for name in state.sheet.table.players if name in typed["absent"])
    table = with_absent(state.game, state.sheet.table, absent)
    fields = coming_fields(state.game, table)
    first = tuple(item for item in fields if item.phase == 1)
    values = dict(typed) if typed is not None else started(fields, from_cards or {})
    known = {item.key: draft.data[item.key] for item in first if draft is not None and item.key in draft.data}
    locked = draft is not None and draft.locked
    has_result = typed is not None and any(item.key in values for item in fields if item.phase == 2)
    if not first or len(first) == len(fields):
        phase = 0
    elif locked:
        phase = 2
        values = {**known, **values}
    elif at_once or has_result or _is_said_once(first):
        phase = 0
        values = values if typed is not None else {**known, **values}
    else:
        phase = 1
        values = values if typed is not None else known
    form = _form(state, table, fields, _with_named(state, values), problems, phase, None)
    form.early = tuple(item.key for item in first) if phase == 0 else ()
    return form


def _is_said_once(first: Sequence[Field]) -> bool:
    """Return whether what is asked before the hand is one answer for the whole table."""
    return all(item.per == "table" and not KINDS[item.type].is_list for item in first)


def _with_named(state: PlayState, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return values with the players in them whom the referee has named in the round."""
    return with_findings(values, [one for one in state.waiting if isinstance(one, NamedInRound)])


def filled_in(state: PlayState, from_cards: Mapping[str, Any]) -> tuple[str, int]:
    """Return the fields that the cards or the referee have filled in, and a mark that changes with the values.

    For the page's script: they come before what was typed when the mark was another one.
    """
    if state.over:
        return "", 0
    values = _with_named(state, from_cards)
    return " ".join(values), zlib.crc32(json.dumps(values, sort_keys=True).encode())


def form_for_round(
    state: PlayState, slot: Slot, number: int, typed: Mapping[str, Any] | None = None, problems: Sequence[Problem] = ()
) -> ShownForm:
    """Return the form of an earlier round with its values, or with what was typed."""
    table = table_before(state, number)
    values = slot.entry if typed is None else typed
    named = values.get("absent") or ()
    absent = tuple(name for name in table.players if name in named)
    asked = with_absent(state.game, table, absent)
    fields = state.game.scoring.fields(asked if len(asked.asked) > 1 else table)
    if typed is None:  # what was written down without a word on it was taken for nobody
        values = {**{item.key: None for item in fields if item.asking.tapped and is_asked(item, values)}, **values}
    return _form(state, asked, fields, values, problems, 0, slot.slot)


def _form(
    state: PlayState,
    table: Table[Any],
    fields: Sequence[Field],
    values: Mapping[str, Any],
    problems: Sequence[Problem],
    phase: int,
    slot: int | None,
) -> ShownForm:
    first = [item for item in fields if item.phase == 1]
    shown = fields if phase == 0 else [item for item in fields if item.phase == phase]
    notes: dict[str, dict[str, str]] = {}
    hidden: list[tuple[str, str]] = []
    settled: list[tuple[str, str]] = []
    if phase == 2:
        values = preset(fields, values)
        hidden = entry_form(first, data=values).inputs
        settled = [
            pair
            for item in first
            if not item.asking.aside or values.get(item.key) is not None
            for pair in settled_texts(item, values.get(item.key))
        ]
        for item in first:
            bids = values.get(item.key)
            if item.hints.aim and isinstance(bids, dict):
                notes[item.hints.aim.result] = {name: f"{item.label.lower()} {bid}" for name, bid in bids.items()}
    adjust = shared_fields_of(state.game, table)[1].of(
        group="Referee’s correction", aside=True, sentences=(("", "{player} {points}: {reason}"),)
    )
    asked = [*shown, adjust] if phase != 1 else list(shown)
    early = first if phase == 2 else []
    before = last_entry(state)
    form = entry_form(asked, data=values)
    problems = form.in_way(problems, before)
    refused = _faults(early, asked, problems)
    keys = {item.key for item in fields} | {"adjust"}
    absent = {"absent": list(table.absent)} if table.absent and phase != 1 else {}
    entry = {key: value for key, value in values.items() if key in keys} | absent
    lacks = form.in_way(_lacks(state, table, entry, phase, slot), before)
    return ShownForm(
        number=table.number,
        slot=slot,
        phase=phase,
        sections=form.sections(problems, notes, tells=True, before=before),
        hidden=hidden,
        settled=settled,
        absent=table.absent,
        problems=refused,
        lacks=refused or _faults(early, asked, lacks),
        dealer=table.dealer,
        decks=decks_of(asked),
        bidding=bidding(fields, table, values) if phase else "",
        entry=entry,
    )


def _faults(early: Sequence[Field], asked: Sequence[Field], problems: Sequence[Problem]) -> list[Fault]:
    """Return problems for the form; ``early``: fields that are shown as settled."""
    keys = {item.key for item in early}
    settled = faults_of(early, [one for one in problems if one.field in keys])
    others = faults_of(asked, [one for one in problems if one.field not in keys])
    return [*(replace(one, spot="settled", row=0) for one in settled), *others]


def _lacks(
    state: PlayState, table: Table[Any], entry: Mapping[str, Any], phase: int, slot: int | None
) -> list[Problem]:
    """Return what an entry in a form still lacks."""
    if phase == 1:
        return lacks_first(state, table, entry)
    return try_entry(state, table, entry, slot)[1]


def field_label(fields: Sequence[Field], key: str) -> str:
    """Return the label of a field."""
    return next(item.label for item in fields if item.key == key)


def settled_text(item: Field, value: Any) -> str:
    """Return a value of phase 1 in words: ``Ann 2, Bob 0``."""
    if item.per != "table":
        return ", ".join(on_one_line(name, text) for name, text in texts_of_all(item, value))
    return value_text(item, value)


def settled_texts(item: Field, value: Any) -> list[tuple[str, str]]:
    """Return a value of phase 1 in words with its label; rows of players become a text for each player."""
    owner = item.columns[0] if item.columns else None
    rows = [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []
    if owner is None or owner.type != "player" or not rows:
        return [(item.label, settled_text(item, value))]
    found = [(str(row.get(owner.key, "")), sentence(item, row)) for row in rows]
    by_name = {name: [text.removeprefix(name).lstrip(": ") for one, text in found if one == name] for name, _ in found}
    return [(name, ", ".join(texts)) for name, texts in by_name.items()]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was put down for the coming round before it is played."""

    told: tuple[tuple[str, str], ...] = ()
    """Label and values."""

    bidding: str = ""
    """How far the bidding is."""

    @property
    def sentence(self) -> str:
        """All of it in one sentence; empty: nothing was put down."""
        return " ".join([*(f"{label}: {text}." for label, text in self.told), self.bidding]) if self.told else ""


def seen_before(state: PlayState, draft: DraftState | None) -> Seen:
    """Return what was put down for the coming round before it is played."""
    if state.over or state.sheet.refusal is not None:
        return Seen()
    if is_secret(state, draft):
        return Seen(bidding=secret_told(state, draft))
    table = coming_table(state, draft)
    first = [item for item in state.game.scoring.fields(table) if item.phase == 1]
    data = draft.data if draft else {}
    told = (pair for item in first if data.get(item.key) for pair in settled_texts(item, data[item.key]))
    return Seen(tuple(one for one in told if one[1]), bidding(state.game.scoring.fields(table), table, data))


def put_down_from(fields: Sequence[Field], formdata: MultiDict[str, str]) -> tuple[dict[str, Any], bool]:
    """Return the values of a form as a patch of the draft, and whether all of them could be read.

    What cannot be read is left out, for it is still being typed. The inputs named under ``cleared`` are emptied.
    """
    typed = entry_form(fields, formdata=formdata).entry()
    cleared = formdata.getlist("cleared")
    patch = {
        item.key: typed[item.key]
        for item in fields
        if item.key in typed and not read_record([item.of(required=False)], {item.key: typed[item.key]})[1]
    }
    is_whole = len(patch) == len(typed)
    for item in fields:
        for number, name in enumerate(item.names if item.per != "table" else ()):
            if f"{item.key}.{number}" in cleared:
                patch[item.key] = {**patch.get(item.key, {}), name: None}
        if item.key in cleared:
            patch[item.key] = None
    return patch, is_whole


def typed_entry(state: PlayState, table: Table[Any], formdata: MultiDict[str, str]) -> dict[str, Any]:
    """Return the raw entry in a submitted form, absent players and adjustments included."""
    shared = shared_fields_of(state.game, table)
    sent = {name.partition(".")[0] for name in formdata}
    entry = entry_form(shared, formdata=formdata).entry() if any(item.key in sent for item in shared) else {}
    entry.update(entry_form(asked_fields_of(state, table, entry), formdata=formdata).entry())
    return entry


TWICE = (
    "has two seats here: two people who play at this table were merged. Take the merge back on the page of that person."
)


def by_which_rules(state: PlayState) -> list[str]:
    """Return notes above the sheet: a player on two seats, a result of older rules, an unknown option."""
    version = state.game.rules.version
    told = [f"{name} {TWICE}" for name in state.twice]
    if state.kept and state.today:
        kept = "It keeps the result with which it ended."
        if state.kept.version != version:
            kept = f"Scored by version {state.kept.version} of the rules, under which it ended."
        told.append(f"{kept} {state.today}")
    elif not state.over and state.agreed.version != version:
        told.append(f"Begun under version {state.agreed.version} of the rules; it is scored by version {version}.")
    if state.unknown:
        told.append(f"Agreed then, but not known to today’s rules: {unknown_told(state.unknown)}.")
    return told


def announcement(state: PlayState, seen: Seen) -> str:
    """Return the state of a play for the live region; what was put down for the coming round first."""
    if seen.told:
        return seen.sentence
    totals = listed(f"{name} {total}" for name, total in state.totals.items())
    if state.over:
        who = f"{wins(state.winners, bool(state.setup.sides))}. " if state.winners else ""
        return f"The play is over. {who}{totals}."
    if not state.slots:
        return ""
    return f"{counted(len(state.slots), state.game.terms.round, state.game.terms.rounds)} written down. {totals}."
