"""The reasons of a verdict: its sentences in order, and the paragraphs that it cites."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.cards.tricks import Renege
from companion.core.game.situation import Effect, Verdict
from companion.core.game.table import Line
from companion.core.words import signed


class Reasons:
    """Collects the sentences and paragraphs of a verdict. One that is added again stays where it was first added.

    A paragraph of the game's own can be named by section and key, ``play.turn``, or by its full id. The basis of the
    verdict follows from the paragraphs: see ``companion.core.referee.judge_request.with_basis``.
    """

    def __init__(self, *rules: str) -> None:
        """``rules``: the paragraphs cited first."""
        self._rules = dict.fromkeys(rules)
        self._because: dict[str, None] = {}
        self._effects: list[Effect] = []
        self._usual: list[Effect] = []

    def cite(self, *rules: str, when: object = True) -> None:
        """Add paragraphs after those already cited, if ``when`` is true."""
        self._rules.update(dict.fromkeys(rules if when else ()))

    def say(self, text: str, *rules: str, when: object = True) -> None:
        """Add a sentence and the paragraphs that it rests on, if ``when`` is true."""
        if when:
            self._because[text] = None
            self.cite(*rules)

    def say_all(self, texts: Iterable[str], *rules: str) -> None:
        """Add several sentences that rest on the same paragraphs."""
        for text in texts:
            self.say(text, *rules)

    def first(self, *cases: tuple[Any, ...]) -> str:
        """Find the first case whose condition is true, add its sentence, and return its verdict.

        Return an empty string if no condition is true. A case has its condition, the verdict, the sentence, and the
        paragraphs on which that rests.
        """
        for holds, verdict, *reason in cases:
            if holds:
                self.say(*reason)
                return str(verdict)
        return ""

    def say_lines(self, lines: Iterable[Line]) -> None:
        """Add a sentence for each line of a round, and its rule unless the line is an adjustment."""
        for line in lines:
            own = [] if line.rule.startswith("table/") else [line.rule]
            self.say(f"{line.name} {signed(line.points)}: {line.text}.", *own)

    def add_effect(self, name: str, points: int, reason: str = "") -> None:
        """Add an effect: points that a player or side gains or loses on the sheet. 0 points add none."""
        if points:
            self._effects.append(Effect(name, points, reason))

    def add_usual_effect(self, name: str, points: int, reason: str = "") -> None:
        """Add an effect that is common at tables though the book sets no penalty. 0 points add none."""
        if points:
            self._usual.append(Effect(name, points, reason))

    def verdict(self, text: str, /, *, rests: str = "", proved: Sequence[Renege] = (), **outcome: Any) -> Verdict:
        """Return the verdict with all that was added.

        ``outcome``: its result for programs; ``rests``: a sentence on what it rests on, if the basis alone would
        mislead; ``proved``: the reneges of the outcome.
        """
        return Verdict(
            verdict=text, outcome=outcome, rules=tuple(self._rules), because=tuple(self._because),
            effects=tuple(self._effects), usual=tuple(self._usual), rests=rests, reneges=tuple(proved),
        )  # fmt: skip
