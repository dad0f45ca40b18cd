"""Gin Rummy: arrangements that only the whole hand tells."""

from companion.cards.deadwood import arrange, arrange_after, can_lay_off
from companion.games.gin_rummy.scoring import pips


def test_a_card_that_fits_a_set_and_a_run_goes_where_less_is_left() -> None:
    found = arrange(["4h", "5h", "6h", "6s", "6d", "Kd"], pips)
    assert (found.points, found.melds) == (19, (("6s", "6h", "6d"),))
    assert arrange(["4h", "5h", "6h", "6s", "6d", "6c"], pips).points == 0
    assert arrange(["Ah", "2h", "3h", "4h", "5h"], pips).points == 0


def test_a_card_is_laid_off_only_where_that_leaves_less() -> None:
    table = [["3h", "4h", "5h"]]
    assert can_lay_off(["6h", "8h"], table) == ("6h",)
    found = arrange_after(["6h", "7h", "8h", "Kd"], table, pips)
    assert found.points == 10
    found = arrange_after(["6h", "6s", "6d", "7h"], table, pips)
    assert (found.points, found.laid_off) == (7, ())
    found = arrange_after(["6h", "6s", "7h", "Kd"], table, pips)
    assert (found.points, found.laid_off) == (16, ("6h", "7h"))
