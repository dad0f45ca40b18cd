"""What a game of Skat is worth: base, multiplier, and what a bid that is too high makes of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.core import ask
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.problems import Problem
from companion.core.words import counted, listed

SUIT_VALUES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12}
GRAND = "grand"
BASES = {**SUIT_VALUES, GRAND: 24}
"""Base values of games with trumps. Source: skat/scoring.bases."""

NULLS = {"null": 23, "null-hand": 35, "null-ouvert": 46, "null-ouvert-hand": 59}
"""Source: skat/scoring.null."""

GAMES = {
    "diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣", GRAND: "Grand", "null": "Null",
    "null-hand": "Null Hand", "null-ouvert": "Null ouvert", "null-ouvert-hand": "Null ouvert Hand",
}  # fmt: skip
ANNOUNCEMENTS = {"hand": "Hand", "schneider": "Schneider", "schwarz": "Schwarz", "ouvert": "Ouvert"}
RESULTS = {
    "won": "Won", "won-schneider": "Won, Schneider", "won-schwarz": "Won, Schwarz",
    "lost": "Lost", "lost-schneider": "Lost, Schneider", "lost-schwarz": "Lost, Schwarz",
}  # fmt: skip
KONTRAS = {"kontra": "Kontra", "re": "Re"}
TIMES = {None: 1, "kontra": 2, "re": 4}

ALL_TRUMPS, JACKS = 11, 4
LEAST_BID, MOST_BID = 18, 264

WITH_TRUMPS = (("game", tuple(BASES)),)
GAME_NAMED = ask.choice("game", "Game", GAMES)
MATADORS: f.Asked[int | None] = ask.count(
    "matadors", "Matadors", ALL_TRUMPS, 1, nobody="Not said", usual=(1, 2, 3, 4), shown_when=WITH_TRUMPS,
    help="With or without so many, the skat included.",
)  # fmt: skip
ANNOUNCED = ask.choice(
    "announced", "Announced", ANNOUNCEMENTS, nobody="Played with the skat", aside=True, shown_when=WITH_TRUMPS,
    help="Each includes those before it.",
)  # fmt: skip
RESULT = ask.choice("result", "Result", RESULTS, help="By the cards.")
BID: f.Asked[int | None] = ask.count(
    "bid", "Bid", MOST_BID, LEAST_BID, nobody="The game was worth it", aside=True,
    help="Needed only where the game turned out too cheap.",
)  # fmt: skip
KONTRA = ask.choice("kontra", "Kontra", KONTRAS, nobody="None", aside=True)

POSSIBLE = tuple(
    sorted(
        {base * times for base in SUIT_VALUES.values() for times in range(2, 19)}
        | {BASES[GRAND] * times for times in range(2, 12)}
        | {*NULLS.values()}
    )
)
"""All values that a game can have, and so all bids. Source: skat/play.bids."""


class Steps(NamedTuple):
    """What adds one to the multiplier each, in words, beside the matadors."""

    announced: str | None
    result: str

    def told(self) -> list[str]:
        """Return them in the order in which they are said. Source: skat/scoring.multiplier."""
        level = [*ANNOUNCEMENTS].index(self.announced) if self.announced else -1
        schwarz = self.result.endswith("schwarz") or level > 1
        parts = {
            "game": True,
            "Hand": level >= 0,
            "Schneider": schwarz or self.result.endswith("schneider") or level > 0,
            "Schneider announced": level > 0,
            "Schwarz": schwarz,
            "Schwarz announced": level > 1,
            "ouvert": level > 2,
        }
        return [name for name, counts in parts.items() if counts]


@dataclass(frozen=True, slots=True)
class Contract:
    """A game that a declarer played."""

    game: str
    matadors: int
    announced: str | None
    result: str
    bid: int
    kontra: str | None = None

    @property
    def is_null(self) -> bool:
        """Whether there are no trumps."""
        return self.game in NULLS

    @property
    def by_cards(self) -> int:
        """What it is worth by the cards, whatever was bid. Source: skat/scoring.value, skat/scoring.null."""
        if self.is_null:
            return NULLS[self.game]
        return BASES[self.game] * (self.matadors + len(Steps(self.announced, self.result).told()))

    @property
    def is_overbid(self) -> bool:
        """Whether it is worth less than was bid. Source: skat/scoring.overbid."""
        return self.bid > self.by_cards

    @property
    def value(self) -> int:
        """What it is worth; overbid, the lowest multiple of the base that reaches the bid."""
        if not self.is_overbid or self.is_null:
            return self.by_cards
        base = BASES[self.game]
        return -(-self.bid // base) * base

    @property
    def is_won(self) -> bool:
        """Whether the declarer has won it."""
        return self.result.startswith("won") and not self.is_overbid

    @property
    def is_hand(self) -> bool:
        """Whether it was played without the skat."""
        return self.announced is not None or self.game.endswith("-hand")

    def points(self, *, single_hand: bool) -> int:
        """Return what it gives the declarer. ``single_hand``: a lost Hand game counts once.

        Source: skat/scoring.won, skat/scoring.lost, skat/scoring.kontra.
        """
        lost = -1 if single_hand and self.is_hand else -2
        return self.value * (1 if self.is_won else lost) * TIMES[self.kontra]

    def told(self) -> str:
        """Return how its value comes about: ``hearts 10 × 3: 2 matadors, game``."""
        if self.is_null:
            return f"{GAMES[self.game]} {self.value}"
        base = BASES[self.game]
        steps = listed([counted(self.matadors, "matador"), *Steps(self.announced, self.result).told()])
        raised = f", raised to {self.value}" if self.is_overbid else ""
        return f"{self.game} {base} × {self.by_cards // base}: {steps}{raised}"


def contract_of(entry: Record, *, kontra: bool) -> Contract:
    """Return the game that an entry without faults tells of."""
    said = entry[KONTRA] if kontra else None
    return Contract(
        entry.word(GAME_NAMED), entry[MATADORS] or 0, entry[ANNOUNCED], entry.word(RESULT), entry[BID] or 0, said
    )


def contract_faults(entry: Record) -> Iterator[Problem]:
    """Yield what cannot be about the game of a declarer. Source: skat/play.announce, skat/play.bids."""
    game, matadors, announced, result = entry[GAME_NAMED], entry[MATADORS], entry[ANNOUNCED], entry[RESULT]
    bid = entry[BID]
    if game is None:
        yield Problem(GAME_NAMED, "Say which game was played.")
    if result is None:
        yield Problem(RESULT, "Say whether the declarer won.")
    if bid is not None and bid not in POSSIBLE:
        yield Problem(BID, f"No game is worth {bid}, so nobody bids it.")
    elif bid and game in NULLS and bid > NULLS[game]:
        yield Problem(GAME_NAMED, f"{GAMES[game]} is worth {NULLS[game]} and cannot be played after a bid of {bid}.")
    if game in NULLS:
        yield from _null_faults(game, matadors, announced, result)
    elif game:
        yield from _trump_faults(game, matadors, announced, result)


def _null_faults(game: str, matadors: int | None, announced: str | None, result: str | None) -> Iterator[Problem]:
    if matadors is not None:
        yield Problem(MATADORS, f"{GAMES[game]} has no trumps, so no matadors.")
    if announced is not None:
        yield Problem(ANNOUNCED, f"Nothing is announced in {GAMES[game]}; Hand and ouvert are games of their own.")
    if result not in (None, "won", "lost"):
        yield Problem(RESULT, f"{GAMES[game]} is won or lost; there is no Schneider in it.")


def _trump_faults(game: str, matadors: int | None, announced: str | None, result: str | None) -> Iterator[Problem]:
    if matadors is None:
        yield Problem(MATADORS, "Say with or without how many matadors it was played.")
    elif game == GRAND and matadors > JACKS:
        yield Problem(MATADORS, f"A grand has {JACKS} matadors at most, not {matadors}.")
    missed = {"schneider": ("won",), "schwarz": ("won", "won-schneider"), "ouvert": ("won", "won-schneider")}
    if announced and result in missed.get(announced, ()):
        what = "Schwarz" if announced == "ouvert" else ANNOUNCEMENTS[announced]
        yield Problem(RESULT, f"{what} was announced and not made, so the game is lost.")
