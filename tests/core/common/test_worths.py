"""What cards count, in words."""

from companion.core.common.worths import card_worths
from companion.core.entry.fields import Worth


def test_neighbouring_cards_of_the_same_worth_are_joined() -> None:
    points = {"A": 11, "K": 10, "Q": 10, "9": 0, "J": 10}
    found = card_worths(points, points.__getitem__)
    assert found == (Worth("A", 11), Worth("K–Q", 10), Worth("9", 0), Worth("J", 10))
    assert card_worths("KQJ9", lambda _: 10) == (Worth("K–9", 10),)
    assert card_worths("K", lambda _: 5) == (Worth("K", 5),)
