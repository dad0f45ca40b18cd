"""The argument of a verdict: sentences in order, and the paragraphs that they rest on."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.cards.tricks import Renege
from companion.core.game import Line
from companion.core.situation import Effect, Verdict
from companion.core.words import signed


class Reasons:
    """What a referee says on the way to a verdict. Each sentence and each paragraph counts once, where it first comes.

    A paragraph of the game's own goes by its section and name, ``play.turn``, or by its full id. The basis follows from
    the paragraphs: ``companion.core.referee.with_basis``.
    """

    def __init__(self, *rules: str) -> None:
        self._rules = dict.fromkeys(rules)
        self._because: dict[str, None] = {}
        self._effects: list[Effect] = []
        self._usual: list[Effect] = []

    def cite(self, *rules: str, when: object = True) -> None:
        """Add paragraphs that the verdict rests on, after those already named. ``when``: where they matter."""
        self._rules.update(dict.fromkeys(rules if when else ()))

    def say(self, text: str, *rules: str, when: object = True) -> None:
        """Add a sentence, with the paragraphs that it rests on. ``when``: where it holds."""
        if when:
            self._because[text] = None
            self.cite(*rules)

    def say_all(self, texts: Iterable[str], *rules: str) -> None:
        """Add several sentences that rest on the same paragraphs."""
        for text in texts:
            self.say(text, *rules)

    def say_lines(self, lines: Iterable[Line]) -> None:
        """Add what a round gave, line by line, with the rules of the game that give it."""
        for line in lines:
            self.say(f"{line.name} {signed(line.points)}: {line.text}.", line.rule)

    def effect(self, name: str, points: int, reason: str = "") -> None:
        """Add points that a player or side gains or loses on the sheet; 0 changes nothing."""
        if points:
            self._effects.append(Effect(name, points, reason))

    def usual(self, name: str, points: int, reason: str = "") -> None:
        """Add points that tables commonly give or take where the book sets nothing; 0 changes nothing."""
        if points:
            self._usual.append(Effect(name, points, reason))

    def verdict(self, text: str, /, *, rests: str = "", proved: Sequence[Renege] = (), **outcome: Any) -> Verdict:
        """Return the verdict that follows, with its outcome for programs. ``proved``: the reneges of that outcome."""
        return Verdict(
            verdict=text,
            outcome=outcome,
            rules=tuple(self._rules),
            because=tuple(self._because),
            effects=tuple(self._effects),
            usual=tuple(self._usual),
            rests=rests,
            reneges=tuple(proved),
        )
