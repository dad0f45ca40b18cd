"""Situations that several games have alike, ready to be made: rulings in a table, and what a round scores."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Unpack

from companion.core.entry import Record
from companion.core.fields import Field
from companion.core.kinds import KINDS
from companion.core.reasons import Reasons
from companion.core.situation import Further, Situation, Verdict, situation

# Rulings in a table.


class Ruling(NamedTuple):
    """What holds in one case. Sentences may name a player or side by its fact: ``{player}``."""

    verdict: str
    because: tuple[str, ...]
    rules: tuple[str, ...]
    outcome: Mapping[str, Any]
    usual: int = 0
    """What tables commonly give or take where the book sets nothing, for whoever is named."""

    reason: str = ""
    """What the sheet says beside that."""


def ruling_table(
    key: str, title: str, facts: tuple[Field, ...], cases: Mapping[Any, Ruling], **further: Unpack[Further]
) -> Situation:
    """Make a situation that looks its verdict up.

    ``cases``: the value of the one fact that is no name to what holds then; where there are several, their values.
    """
    named = [field for field in facts if KINDS[field.type].is_name]
    asked = [field for field in facts if field not in named]

    def judge(_: Record, given: Record) -> Verdict:
        names = {field.key: given.at(field) for field in named}
        values = tuple(given.at(field) for field in asked)
        ruling = cases[values if len(values) > 1 else values[0]]
        why = Reasons(*ruling.rules)
        why.say_all(text.format(**names) for text in ruling.because)
        for name in names.values():
            why.usual(name, ruling.usual, ruling.reason)
        return why.verdict(ruling.verdict.format(**names), **ruling.outcome)

    return situation(key, title, facts, **further)(judge)
