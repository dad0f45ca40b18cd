"""Checks of a ruling before it is recorded: the question, the decision, and who agreed."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from companion.core.entry.names import can_be_shown, name_fault
from companion.core.entry.problems import Problem, refuse
from companion.core.game.game import Game
from companion.core.rules.rules import COMMON_RULES
from companion.core.words import quoted

QUESTION_LETTERS = 300
DECISION_LETTERS = 1000
REASON_LETTERS = 200
MOST_RULES = 6
"""The most paragraphs that a ruling can be about."""

MOST_AGREED = 12
MOST_FACTS = 16 * 1024
"""The most letters that the facts of a ruling can have."""

BASES = ("", "book", "house", "open")
"""What a decision can rest on: the table alone (empty), or the basis of the referee's verdict."""


def tidy_lines(text: str) -> str:
    """Return a text of several lines with uniform line ends, without blanks around it, and with blanks for tabs."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").strip()


def text_faults(field: str, text: str, longest: int) -> Iterator[Problem]:
    """Yield a problem if a text is empty, too long or not visible; only a decision may have several lines."""
    fault = name_fault(text.replace("\n", " ") if field == "decision" else text, longest)
    yield from refuse(field, f"The {field} {fault}.", when=fault)


def subject_faults(game: Game[Any], situation: str, rules: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for a question or paragraph that the game does not have, or for too many paragraphs."""
    if situation and all(item.key != situation for item in game.situations):
        yield Problem("situation", f"{game.name} has no question called “{quoted(situation)}”; choose one or none.")
    for rule in dict.fromkeys(rules):
        if rule not in game.rules.by_id and rule not in COMMON_RULES:
            yield Problem("rules", f"“{quoted(rule)}” is not a paragraph of {game.name}.")
    yield from refuse("rules", f"A ruling is about at most {MOST_RULES} paragraphs.", when=len(set(rules)) > MOST_RULES)


def facts_faults(fact_texts: Iterable[Sequence[str]]) -> Iterator[Problem]:
    """Yield a problem for facts that cannot be shown, or are far too long. ``fact_texts``: label and text of each."""
    text = " ".join(chain.from_iterable(fact_texts))
    yield from refuse("facts", "The facts have letters that cannot be shown.", when=not can_be_shown(text))
    yield from refuse("facts", "That is far more than a question needs.", when=len(text) > MOST_FACTS)


def name_faults(names: Sequence[str]) -> Iterator[Problem]:
    """Yield what is wrong with the names of those who agreed."""
    yield from refuse("agreed", "Say who agreed: at least one name.", when=not names)
    if len(names) > MOST_AGREED:
        yield Problem("agreed", f"At most {MOST_AGREED} names; there are {len(names):,}.")
        return
    for name in names:
        fault = name_fault(name)
        yield from refuse("agreed", f"The name “{quoted(name)}” {fault}.", name, when=fault)
