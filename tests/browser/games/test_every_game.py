"""One round of a game, written down on a phone as its fields ask for it: games that have all kinds of fields."""

from importlib import import_module
from random import Random
from typing import Any

import pytest

from companion.core.game.game import Game
from companion.core.game.table import Table
from companion.core.play.fold import extend_sheet
from companion.core.play.scoring_api import score_request
from companion.games import folder_of, game_of
from tests.alike import each_kind_of_round
from tests.browser.filling import fill_fields
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob", "Cyd", "Dee")


def richest_round(game: Game[Any], table: Table[Any]) -> dict[str, Any]:
    """Of some believable rounds the one in which most is written down, where there is a choice in one way alone."""
    sample = import_module(f"companion.games.{folder_of(game.slug)}.sample").sample_round
    either = {item.key: item.asking.either for item in game.scoring.fields(table) if item.asking.either}
    drawn = [sample(table, Random(seed)) for seed in range(12)]
    tries = [entry for entry in drawn if len({either[key] for key in entry if entry[key] and key in either}) < 2]
    return max(tries, key=lambda entry: (len(entry), len(str(entry)) < 1500, len(str(entry))))


@each_kind_of_round
def test_a_round_is_written_down_and_stands_on_the_sheet(slug: str, phone: Phone) -> None:
    game = game_of(slug)
    names = NAMES[: game.seats.nearest_allowed(4)]
    sheet = score_request(game, {"players": list(names)})
    entry = richest_round(game, sheet.table)
    after = extend_sheet(sheet, [entry]).table
    phone.start_play(slug, names)
    fields = game.scoring.fields(sheet.table)
    first = [item for item in fields if item.phase == 1]
    if first and len(first) < len(fields) and phone.page.locator("button.save[value=on]").count():
        fill_fields(phone, first, entry)
        phone.save()
        fields = tuple(item for item in fields if item.phase == 2)
    fill_fields(phone, fields, entry)
    phone.save()
    assert phone.problem() == "", entry
    phone.expect_totals(**{name.replace(" & ", "_"): total for name, total in after.totals.items()})
