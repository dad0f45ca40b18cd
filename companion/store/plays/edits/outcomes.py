"""Outcomes in the form of the log, with references instead of names."""

from collections.abc import Mapping
from typing import Any

from companion.core.game.table import Setup
from companion.core.play.fold import Sheet
from companion.core.play.outcome import Outcome, places_without_record
from companion.store.names.names import People


def outcome_to_log(outcome: Outcome, people: People, setup: Setup) -> dict[str, Any]:
    """Return an outcome in the form of the log, with references instead of names."""
    named = people.reference_to_side if setup.sides else people.reference_to
    return {
        "version": outcome.version,
        "totals": {named(name): total for name, total in outcome.totals.items()},
        "places": {named(name): place for name, place in outcome.places.items()},
        "winners": [named(name) for name in outcome.winners],
        **({"weights": {named(name): games for name, games in outcome.weights.items()}} if outcome.weights else {}),
    }


def outcome_from_log(stored: Mapping[str, Any] | None, people: People, sheet: Sheet[Any]) -> Outcome | None:
    """Read an outcome from the log, with today's names. ``sheet``: for places, which early versions did not store."""
    if stored is None:
        return None
    named = people.from_log(stored)
    totals, winners = named["totals"], tuple(named["winners"])
    places = named["places"] or places_without_record(totals, winners, sheet)
    return Outcome(named["version"], totals, places, winners, named.get("weights", {}))
