"""The words of a game for what every game has."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The words of a game for what every game has, if the common word would mislead its players."""

    round: str = "round"
    rounds: str = "rounds"
    dealer: str = "dealer"
    deals: str = "deals"
    dealt: str = "dealt"
    pot: str = "pot"
    lock: str = ""
    """The button that locks the bids or bets of a round; empty: “Lock bids”, by the field's label."""


COMMON = GameTerms()
"""The words of most games."""


HAND = GameTerms("hand", "hands")
"""The words of games in which a round is a hand, because “round” means a turn of betting."""


ONE_GAME = GameTerms("game", "games")
"""The words of games in which each round is a game that somebody wins."""
