"""Gin Rummy: arrangements that only the whole hand tells."""

from collections.abc import Sequence

from companion.cards.arranging import Arrangement, arrange
from companion.cards.melds import Meld
from companion.games.gin_rummy.referee import RULES
from companion.games.gin_rummy.scoring import pips


def arranged(cards: Sequence[str], table: Sequence[Meld | None] = (), *, melding: bool = True) -> Arrangement:
    return arrange(RULES, pips, cards, [meld for meld in table if meld], melding=melding)


def test_a_card_that_fits_a_set_and_a_run_goes_where_less_is_left() -> None:
    found = arranged(["4h", "5h", "6h", "6s", "6d", "Kd"])
    assert (found.cost, found.melds, found.left) == (19, (("6s", "6h", "6d"),), ("4h", "5h", "Kd"))
    assert arranged(["4h", "5h", "6h", "6s", "6d", "6c"]).cost == 0
    assert arranged(["Ah", "2h", "3h", "4h", "5h"]).cost == 0


def test_a_card_is_laid_off_only_where_that_leaves_less() -> None:
    table = [RULES.read(["3h", "4h", "5h"])]
    assert [one.card for one in arranged(["6h", "8h"], table, melding=False).laid_off] == ["6h"]
    found = arranged(["6h", "7h", "8h", "Kd"], table)
    assert found.cost == 10
    found = arranged(["6h", "6s", "6d", "7h"], table)
    assert (found.cost, found.laid_off) == (7, ())
    found = arranged(["6h", "6s", "7h", "Kd"], table)
    assert (found.cost, [one.card for one in found.laid_off]) == (16, ["6h", "7h"])
