"""Plays of older rules: what was agreed and written down then, as today's rules read it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.fold import read_setup
from companion.core.game import Game, Json, Setup, Upgrade
from companion.core.words import listed, shown


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a play is played by, as it was agreed, and the version of the rules by which that was."""

    game: Game[Any]
    version: int
    options: Json

    def _steps(self) -> Iterator[tuple[int, Json, Upgrade]]:
        """From version to version: its number, the options as it has them, and how the next one reads it."""
        options = self.options
        for number in range(self.version, self.game.rules.version):
            step = self.game.upgrades.get(number)
            if step is not None:
                yield number, options, step
                options = step.options(options)

    @property
    def todays(self) -> Json:
        """The options as today's rules have them; what those do not know is still among them."""
        options = self.options
        for _, before, step in self._steps():
            options = step.options(before)
        return options

    def read(self, version: int, entry: Json) -> Json:
        """Return a round as today's rules write it down. ``version``: the one by which it was written."""
        for number, options, step in self._steps():
            if number >= version:
                entry = step.entry(options, entry)
        return entry


def kept_setup(game: Game[Any], raw: Mapping[str, Any]) -> tuple[Setup, Json]:
    """Return who plays by what in a play that has begun, and what was agreed for it but cannot be by today's rules.

    ``raw``: as in a scoring request, its options brought over.
    :raises ValueError: it cannot be played by any options.
    """
    options, unknown = dict(raw["options"]), dict[str, Any]()
    while True:
        setup, problems = read_setup(game, {**raw, "options": options}, kept=True)
        if setup is not None:
            return setup, unknown
        faulty = {problem.field for problem in problems}
        named = [key for key in sorted(options) if shown(key) in faulty]
        if not named:
            raise ValueError(f"it cannot be set up: {problems}")
        unknown |= {key: options.pop(key) for key in named}


def unknown_told(unknown: Json) -> str:
    """Return what was agreed but cannot be by today's rules, in words: ``no trump yes and hands 12``."""
    return listed(f"{shown(key).replace('_', ' ')} {_told(value)}" for key, value in unknown.items())


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else shown(value)
