"""What pages show of house rules: differences from the book, and changes that a play made for itself."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS, default_of, value_text
from companion.core.game.game import Game
from companion.core.house.house_rules import Amendment, Difference, HouseRules, differing_options
from companion.core.words import capitalized
from companion.store.house.house_rules import by_id
from companion.store.plays.play_state import PlayState


@dataclass(frozen=True, slots=True)
class HouseCard:
    """All house rules of a game, as a page shows them."""

    game: Game[Any]
    options: Sequence[Difference] = ()
    """The options that differ from the book, and those that a play has set back to it."""

    rules: Sequence[Amendment] = ()
    """The written rules."""

    note: str = ""
    house: HouseRules | None = None
    changed: Mapping[str, str] = field(default_factory=dict)
    """The options that a play changed for itself alone, with their values by the house rules; empty if it has none."""


def house_card(game: Game[Any], house: HouseRules | None) -> HouseCard:
    """Return the house rules of a game as a page shows them: what differs from the book.

    ``house``: the version to show; None if there are no house rules.
    """
    if house is None:
        return HouseCard(game)
    return HouseCard(game, differing_options(game, game.options, house.options), house.amendments, house.note, house)


def play_card(state: PlayState) -> HouseCard:
    """Return the house rules of a play as a page shows them, with its own changes, even those back to the book."""
    house = by_id(state.club_id, state.house_id)
    options = differing_options(state.game, state.game.options_for(state.setup.players), state.options)
    changes, keys = _differences_from_house(state, house), {option.key for option in options}
    set_back = [replace(change, book_text=change.value_text) for change in changes if change.key not in keys]
    changed = {change.key: change.book_text if house else "" for change in changes}
    return replace(house_card(state.game, house), options=[*options, *set_back], changed=changed)


def changes_of_play(state: PlayState) -> list[Difference]:
    """Return the options that a play changed for itself alone, but no free texts, such as the name of the game.

    The ``book_text`` of each is what the club usually plays.
    """
    names = {item.key for item in state.game.options if KINDS[item.type].is_free}
    changes = _differences_from_house(state, by_id(state.club_id, state.house_id))
    return [change for change in changes if change.key not in names]


def _differences_from_house(state: PlayState, house: HouseRules | None) -> Sequence[Difference]:
    """Return the options in which a play differs from its house rules, or from the book if it has none."""
    fields = state.game.options_for(state.setup.players)
    return differing_options(state.game, fields, state.options, house.options if house else None)


def changed_options(state: PlayState) -> dict[str, Any]:
    """Return the options that a play has changed itself with their values, which "Play again" keeps."""
    changes = _differences_from_house(state, by_id(state.club_id, state.house_id))
    return {change.key: state.options[change.key] for change in changes}


def option_fields(game: Game[Any]) -> list[Field]:
    """Return the options of a game as fields whose help contains the value by the book."""
    return [item.of(help=_help_with_book(game, item)) for item in game.options]


def _help_with_book(game: Game[Any], item: Field) -> str:
    """Return the help of an option with the value by the book, unless the help mentions the book already."""
    if re.search(r"\bbook\b", item.help):
        return item.help
    return f"{item.help} {capitalized(game.rules.source)}: {value_text(item, default_of(item))}.".strip()


def rule_id_from(game: Game[Any], text: str) -> str:
    """Return the id of a paragraph that was typed as number or id; anything else unchanged."""
    if text in game.rules.by_id:
        return text
    number = text.lstrip("§ \N{NO-BREAK SPACE}").partition(" ")[0].rstrip(".")
    return next((paragraph.id for paragraph in game.rules.paragraphs if paragraph.number == number), text)


def rule_number_from(game: Game[Any], text: str) -> str:
    """Return the number of a paragraph that was typed as number or id; anything else unchanged."""
    rule = rule_id_from(game, text)
    return game.rules.by_id[rule].number if rule in game.rules.by_id else rule
