"""What pages show of house rules: differences from the book, and changes that a play made for itself."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS, default_of, value_text
from companion.core.play.game import Game
from companion.core.play.rules_upgrades import unknown_text
from companion.core.rules.house import Amendment, Difference, HouseRules, differing_options
from companion.core.words import capitalized
from companion.store.house.house_rules import by_id
from companion.store.plays.play_state import PlayState


class HouseCardOption(NamedTuple):
    """An option that differs from the book, as the card of house rules shows it."""

    label: str
    ours: str
    """The value of the club or the play."""
    book: str
    """The value by the book."""
    rules: tuple[tuple[str, str], ...]
    """Id and number of each paragraph that the option changes."""

    house: str = ""
    """The value by the house rules if the play changed it; else empty."""

    is_changed: bool = False
    """Whether the play changed it for itself alone."""


class HouseCardRule(NamedTuple):
    """A house rule in words, as the card of house rules shows it."""

    text: str
    rule: str
    number: str
    """The number of the paragraph that it changes; empty if there is none."""


@dataclass(frozen=True, slots=True)
class HouseCard:
    """All house rules of a game, as a page shows them."""

    game: Game[Any]
    options: tuple[HouseCardOption, ...]
    rules: tuple[HouseCardRule, ...]
    note: str = ""
    house: HouseRules | None = None

    @property
    def unknown_options(self) -> str:
        """The agreed options that today's rules do not have, in words."""
        return unknown_text(self.house.unknown) if self.house else ""

    @property
    def is_by_the_book(self) -> bool:
        """Whether nothing differs from the book."""
        return not self.options and not self.rules


def card_of_options(
    game: Game[Any], options: Mapping[str, Any], amendments: Iterable[Amendment], note: str = ""
) -> HouseCard:
    """Return the card of options and written rules. ``note``: a sentence of the club on them."""
    lines = tuple(_card_option(game, one) for one in differing_options(game, game.options, options))
    return HouseCard(game, lines, house_card_rules(game, amendments), note)


def house_card(game: Game[Any], house: HouseRules | None) -> HouseCard:
    """Return the card of a version; an empty card for None."""
    if house is None:
        return HouseCard(game, (), ())
    return replace(card_of_options(game, house.options, house.amendments, house.note), house=house)


def play_card(state: PlayState) -> HouseCard:
    """Return the card of a play: its version of the house rules, with its own changes."""
    house = by_id(state.club_id, state.house_id)
    game, fields = state.game, state.game.options_for(state.setup.players)
    changed = {one.key: one for one in _changed_options(state, house)}
    lines = []
    for one in differing_options(game, fields, state.options):
        change = changed.pop(one.key, None)
        lines.append(_card_option(game, one, change.book_text if change and house else "", change is not None))
    for change in changed.values():  # options that the play set back to the book
        book = Difference(change.key, change.label, change.value_text, change.value_text, change.rules)
        lines.append(_card_option(game, book, change.book_text, is_changed=True))
    written = house_card_rules(game, house.amendments if house else ())
    return HouseCard(game, tuple(lines), written, house.note if house else "", house)


def _card_option(game: Game[Any], one: Difference, house: str = "", is_changed: bool = False) -> HouseCardOption:
    """Return an option for the card. ``house``: its value by house rules; ``is_changed``: a play changed it."""
    rules = tuple((rule, game.rules.by_id[rule].number) for rule in one.rules)
    return HouseCardOption(one.label, one.value_text, one.book_text, rules, house, is_changed)


def house_card_rules(game: Game[Any], amendments: Iterable[Amendment]) -> tuple[HouseCardRule, ...]:
    """Return amendments as the card of house rules shows them, each with the number of the paragraph it changes."""
    known = game.rules.by_id
    return tuple(
        HouseCardRule(one.text, one.rule, known[one.rule].number)
        if one.rule in known
        else HouseCardRule(one.text, "", "")
        for one in amendments
    )


def changes_of_play(state: PlayState) -> list[Difference]:
    """Return the options that a play changed for itself alone; ``book_text`` is what the club usually plays.

    The name that the table gave to its game is left out.
    """
    names = {item.key for item in state.game.options if KINDS[item.type].is_free}
    return [one for one in _changed_options(state, by_id(state.club_id, state.house_id)) if one.key not in names]


def _changed_options(state: PlayState, house: HouseRules | None) -> Sequence[Difference]:
    """Return the options in which a play differs from its house rules."""
    fields = state.game.options_for(state.setup.players)
    return differing_options(state.game, fields, state.options, house.options if house else None)


def changed_options(state: PlayState) -> dict[str, Any]:
    """Return the options that a play has changed itself, which "Play again" keeps."""
    return {one.key: state.options[one.key] for one in _changed_options(state, by_id(state.club_id, state.house_id))}


def option_fields(game: Game[Any]) -> list[Field]:
    """Return the options of a game as fields whose help contains the value by the book."""
    return [item.of(help=_with_book(game, item)) for item in game.options]


def _with_book(game: Game[Any], item: Field) -> str:
    """Return the help of an option with the value by the book, unless the help mentions the book already."""
    if re.search(r"\bbook\b", item.help):
        return item.help
    return f"{item.help} {capitalized(game.rules.source)}: {value_text(item, default_of(item))}.".strip()


def rule_id_from(game: Game[Any], text: str) -> str:
    """Return the id of a paragraph that was typed as number or id; anything else unchanged."""
    if text in game.rules.by_id:
        return text
    number = text.lstrip("§ \N{NO-BREAK SPACE}").partition(" ")[0].rstrip(".")
    return next((one.id for one in game.rules.paragraphs if one.number == number), text)


def rule_number_from(game: Game[Any], text: str) -> str:
    """Return the number of a paragraph that was typed as number or id; anything else unchanged."""
    rule = rule_id_from(game, text)
    return game.rules.by_id[rule].number if rule in game.rules.by_id else rule
