"""Convert plays that began under an older version of the rules for today's rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game.game import Game, Json, Upgrade
from companion.core.game.table import Setup
from companion.core.play.setups import read_setup
from companion.core.words import listed, quoted


@dataclass(frozen=True, slots=True)
class AgreedOptions:
    """The options of a play, and the version of the rules under which they were chosen."""

    game: Game[Any]
    version: int
    options: Json

    def _upgrades(self) -> Iterator[tuple[int, Json, Upgrade]]:
        """Yield each upgrade from that version on: its number, the options before it, and the upgrade itself."""
        options = self.options
        for number in range(self.version, self.game.rules.version):
            step = self.game.upgrades.get(number)
            if step is not None:
                yield number, options, step
                options = step.options(options)

    @property
    def current_options(self) -> Json:
        """The options in the form of today's rules; options that no longer exist are kept."""
        options = self.options
        for _, before, step in self._upgrades():
            options = step.options(before)
        return options

    def upgrade_entry(self, version: int, entry: Json) -> Json:
        """Return an entry in the form of today's rules. ``version``: that of the rules under which it was saved."""
        for number, options, step in self._upgrades():
            if number >= version:
                entry = step.entry(options, entry)
        return entry


def setup_of_running_play(game: Game[Any], raw: Mapping[str, Any]) -> tuple[Setup, Json]:
    """Return the setup of a running play, and the chosen options that today's rules no longer allow.

    These options get their default in the setup. ``raw``: as in a scoring request, with upgraded options.

    :raises ValueError: the play cannot be set up even without these options.
    """
    options, unknown = dict(raw["options"]), dict[str, Any]()
    while True:
        setup, problems = read_setup(game, {**raw, "options": options}, in_use=True)
        if setup is not None:
            return setup, unknown
        faulty = {problem.field for problem in problems}
        named = [key for key in sorted(options) if quoted(key) in faulty]
        if not named:
            raise ValueError(f"it cannot be set up: {problems}")
        unknown |= {key: options.pop(key) for key in named}


def unknown_text(unknown: Json) -> str:
    """Describe options that today's rules no longer allow: ``no trump yes and hands 12``."""
    return listed(f"{quoted(key).replace('_', ' ')} {_value_text(value)}" for key, value in unknown.items())


def _value_text(value: Any) -> str:
    """Return an option's value in words without its field, which no longer exists."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else quoted(value)
