"""Names of edits, seats and changed details in words, for undo buttons and the change log.

``numbers``: the numbers of rounds on the sheet, by slot; ``names_by_id``: the names of people.
"""

from collections.abc import Mapping
from typing import Final

from companion.core.game.terms import COMMON, GameTerms
from companion.store.plays.coming_round.findings import Adjustment, findings_text, purchase_between
from companion.store.plays.edits.edit_log import LogStep
from companion.store.plays.edits.slots import round_of_slot
from companion.store.plays.play_details import (
    COUNTS,
    DEALER,
    DISCARDED,
    NIGHT,
    OPTIONS,
    PLAYED_AT,
    REMARK,
    SEALED,
    SIDES,
    STAKE,
    Patch,
    objections_in,
)
from companion.store.plays.seats import Seat, seat_from_log

LABELS: Final[Mapping[str, str]] = {
    DISCARDED: "discarding",
    COUNTS: "whether it counts",
    STAKE: "stake",
    PLAYED_AT: "when it was played",
    NIGHT: "night",
    OPTIONS: "options",
    SIDES: "sides",
    DEALER: "first dealer",
    REMARK: "remark",
    SEALED: "secret bids",
}
"""The label of a changed detail; an edit of several details has the label of the first of them."""


def purchase_in(step: LogStep) -> Adjustment | None:
    """Return the purchase of chips that an edit is; None: it is no purchase."""
    if step.edit.kind != "correct" or step.slot_before is None:
        return None
    return purchase_between(step.slot_before.entry, step.edit.entry)


def step_label(step: LogStep, names_by_id: Mapping[int, str], numbers: Mapping[int, int], terms: GameTerms) -> str:
    """Describe an edit for its undo or redo button: ``round 3``; for a purchase or a takeover, who and what."""
    edit, bought = step.edit, purchase_in(step)
    if bought:
        return findings_text([bought])
    text = takeover_text(step, names_by_id, numbers, terms) if edit.kind == "seats" else ""
    return text or edit_label(edit.kind, edit.slot, numbers, edit.about, terms)


def seat_history(seat: Seat, numbers: Mapping[int, int]) -> list[tuple[int, str]]:
    """Return the number of the first round and the name of everybody who played on a seat, in order.

    Who played only rounds that were removed is left out.
    """
    found: list[tuple[int, str]] = []
    for one, start in seat.sitters:
        number = round_of_slot(start, numbers)
        if found and found[-1][0] == number:
            found.pop()
        if not found or found[-1][1] != one.name:
            found.append((number, one.name))
    return found


def seat_history_text(seat: Seat, numbers: Mapping[int, int], terms: GameTerms = COMMON) -> str:
    """Describe who played on a seat: ``Anna, from round 4 Eve``; empty if only one player did."""
    first, *later = seat_history(seat, numbers)
    return "".join([first[1], *(f", from {terms.round} {number} {name}" for number, name in later)]) if later else ""


def takeover_text(step: LogStep, names_by_id: Mapping[int, str], numbers: Mapping[int, int], terms: GameTerms) -> str:
    """Describe who took over a seat in an edit: ``Eve plays for Anna from round 4``; empty if nobody did."""
    before = {seat["player_id"]: seat_from_log(seat, names_by_id) for seat in step.before.seats}
    for stored in step.edit.seats or ():
        seat = seat_from_log(stored, names_by_id)
        was = before.get(seat.player_id)
        if was is None:
            continue
        starts = sorted({max(start, 1) for one in (was, seat) for _, start in one.sitters})
        for slot in starts:
            if was.at(slot).name != seat.at(slot).name:
                if slot == starts[0]:
                    return f"{seat.at(slot).name} plays instead of {was.at(slot).name}"
                number = round_of_slot(slot, numbers)
                return f"{seat.at(slot).name} plays for {was.at(slot).name} from {terms.round} {number}"
    return ""


def edit_label(
    kind: str, slot: int | None, numbers: Mapping[int, int], about: Patch | None = None, terms: GameTerms = COMMON
) -> str:
    """Describe an edit by its kind: ``round 3``, ``correction of race 2``. ``about``: its patch of details."""
    if kind == "about" and about is not None:
        return objection_label(about, numbers, terms) or patch_label(about)
    number = round_of_slot(slot, numbers) if slot is not None else 0
    return {
        "start": "start of the game",
        "round": f"{terms.round} {number}",
        "correct": f"correction of {terms.round} {number}",
        "remove": f"removal of {terms.round} {number}",
        "end": "end of the game",
        "reopen": "continuing the game",
        "seats": "new player",
        "totals": "final totals",
        "note": "referee's correction",
    }.get(kind, kind)


def objection_label(about: Patch, numbers: Mapping[int, int], terms: GameTerms = COMMON) -> str:
    """Describe a patch that objects to a round or dismisses an objection; empty if it does neither."""
    for slot, _, words in objections_in(about):
        number = round_of_slot(slot, numbers)
        return f"{terms.round} {number} contested" if words else f"objection to {terms.round} {number} dismissed"
    return ""


def patch_label(patch: Patch) -> str:
    """Return the label of an edit with this patch, as in “Undo stake”: that of the first detail in ``LABELS``."""
    heads = {key.partition(".")[0] for key in patch}
    return next((label for key, label in LABELS.items() if key in heads), "details")


def patch_sentence(patch: Patch) -> str:
    """Describe a patch of details in a sentence for the top of the sheet."""
    if DISCARDED in patch:
        return "The game is discarded." if patch[DISCARDED] else "The game is restored."
    if COUNTS in patch:
        taken_out = patch[COUNTS] is False
        return "Not in the statistics any more." if taken_out else "In the statistics again."
    if SEALED in patch:
        return "Bids are secret from now on." if patch[SEALED] else "Bids are open from now on."
    sentences = {
        STAKE: "The stake is changed.",
        PLAYED_AT: "Its time is changed.",
        NIGHT: "It is moved to another night.",
    }
    heads = {key.partition(".")[0] for key in patch}
    if heads <= {REMARK}:
        return "The remark is saved." if any(patch.values()) else "The remark is removed."
    return next((text for key, text in sentences.items() if key in heads), "Seats, dealer and options are corrected.")
