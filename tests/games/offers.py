"""The questions that a round raises while it is written down."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.entry import read_record
from companion.core.fold import fields_before, with_absent
from companion.core.scoring_api import score_request
from companion.games import game_of

Raw = Mapping[str, Any]


def suggested(
    slug: str, names: Sequence[str], entry: Raw, *, options: Raw | None = None, rounds: Sequence[Raw] = ()
) -> dict[str, tuple[str, Raw]]:
    """Situation to why it is suggested by what is written down after these rounds, and the facts that are answered."""
    return _found(slug, names, entry, options, rounds, before=False)


def suggested_before(
    slug: str, names: Sequence[str], entry: Raw, *, options: Raw | None = None, rounds: Sequence[Raw] = ()
) -> dict[str, tuple[str, Raw]]:
    """The same of what is put down before the hand."""
    return _found(slug, names, entry, options, rounds, before=True)


def _found(
    slug: str, names: Sequence[str], entry: Raw, options: Raw | None, rounds: Sequence[Raw], *, before: bool
) -> dict[str, tuple[str, Raw]]:
    game = game_of(slug)
    request = {"players": list(names), "options": dict(options or {}), "rounds": list(rounds)}
    table = with_absent(game, score_request(game, request).table, entry.get("absent") or ())
    fields = fields_before(game, table) if before else game.fields(table)
    record, problems = read_record(fields, {key: value for key, value in entry.items() if key != "absent"})
    assert not problems, problems
    found = {}
    for one in game.situations:
        why = one.offered_before(table, record) if before else one.offered(table, record)
        if why:
            found[one.key] = (why, one.answered(table, record))
    return found
