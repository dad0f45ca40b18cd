"""Tables of Aggravation, looked at card by card."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of

GAME = game_of("aggravation")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def outcome(key: str, facts: dict[str, Any]) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"facts": facts}).outcome


@st.composite
def rows(draw: st.DrawFn, most: int = 52) -> list[str]:
    """Top cards, of few ranks or of many."""
    ranks = RANKS[: draw(st.sampled_from((2, 5, 13)))]
    pack = draw(st.permutations([rank for rank in ranks for _ in range(4)]))
    return list(pack[: draw(st.integers(1, min(most, len(pack))))])


def twins(row: list[str], place: int) -> list[int]:
    """The places of a row that show the same as this one, itself among them."""
    return [other for other in range(1, len(row) + 1) if row[other - 1] == row[place - 1]]


@given(row=rows())
def test_a_match_is_found_by_looking_at_every_pair(row: list[str]) -> None:
    pairs = {(one, two) for one in range(len(row)) for two in range(one) if row[one] == row[two]}
    found = outcome("match", {"row": row})
    assert found["match"] == bool(pairs)
    covered = [place for one in found["cover"] for place in one["places"]]
    assert sorted(covered) == sorted({place + 1 for pair in pairs for place in pair})
    firsts = [row.index(one["rank"]) for one in found["cover"]]
    assert firsts == sorted(firsts)
    assert all(one["places"] == twins(row, one["places"][0]) for one in found["cover"])


@given(row=rows(most=30), data=st.data())
def test_a_cover_stays_if_what_it_covers_has_a_twin(row: list[str], data: st.DataObject) -> None:
    cover = st.fixed_dictionaries({"player": st.sampled_from(("Ann", "Bob")), "place": st.integers(1, len(row))})
    covers = data.draw(st.lists(cover, min_size=1, max_size=12))
    found = outcome("cover", {"row": row, "covers": covers})
    stays = [one for one in covers if len(twins(row, one["place"])) > 1]
    assert found["stands"] == stays
    assert found["back"] == [one for one in covers if one not in stays]
    places = {one["place"] for one in covers}
    matching = [place for place in range(1, len(row) + 1) if len(twins(row, place)) > 1]
    assert found["left"] == [place for place in matching if place not in places]


@given(row=rows(most=20), ann=st.integers(0, 3), bob=st.integers(0, 3), data=st.data())
def test_the_end_is_that_of_the_table_of_states(row: list[str], ann: int, bob: int, data: st.DataObject) -> None:
    decks = {"Ann": ann, "Bob": bob}
    facts: dict[str, Any] = {"decks": decks, "row": row, "caller": data.draw(st.sampled_from((None, "Ann", "Bob")))}
    touched = []
    if facts["caller"] and len(row) > 1 and data.draw(st.booleans()):
        touched = data.draw(st.lists(st.integers(1, len(row)), min_size=2, max_size=2, unique=True))
        facts["touched"] = touched
    if not ann and not bob:
        facts["first_out"] = data.draw(st.sampled_from((None, "Ann", "Bob")))
    match = len(set(row)) < len(row)
    same = len({row[place - 1] for place in touched}) <= 1
    winner, turns, may_call, over = None, [], [], False
    if facts["caller"] and match and same and decks[facts["caller"]] == 0:
        winner, over = facts["caller"], True
    elif match:
        may_call = [name for name in decks if decks[name] == 0]
    elif ann + bob == 0:
        winner, over = facts["first_out"], True
    elif max(ann, bob) < 2:
        turns = [name for name in decks if decks[name] == 1]
    else:
        turns = [name for name in decks if decks[name] >= 2]
    assert outcome("end", facts) == {"winner": winner, "turns": turns, "may_call": may_call, "over": over}
