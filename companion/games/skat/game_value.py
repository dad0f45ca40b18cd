"""The value of a game of Skat: base, multiplier, and the value of a game that was overbid."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.words import counted, listed

SUIT_VALUES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12}
GRAND = "grand"
BASES = {**SUIT_VALUES, GRAND: 24}
"""Base values of games with trumps. Source: skat/scoring.bases."""

NULLS = {"null": 23, "null-hand": 35, "null-ouvert": 46, "null-ouvert-hand": 59}
"""The values of the Null games. Source: skat/scoring.null."""

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
MATADORS: f.FieldKey[int | None] = ask.count(
    "matadors", "Matadors", ALL_TRUMPS, 1, nobody="Not said", usual=(1, 2, 3, 4), shown_when=WITH_TRUMPS,
    help="With or without how many, the skat included.",
)  # fmt: skip
ANNOUNCED = ask.choice(
    "announced", "Announced", ANNOUNCEMENTS, nobody="Played with the skat", aside=True, shown_when=WITH_TRUMPS,
    help="Each includes those before it.",
)  # fmt: skip
RESULT = ask.choice("result", "Result", RESULTS, help="By the cards.")
BID: f.FieldKey[int | None] = ask.count(
    "bid", "Bid", MOST_BID, LEAST_BID, nobody="The game was worth it", aside=True,
    help="Needed only if the game was worth less than was bid.",
)  # fmt: skip
KONTRA = ask.choice("kontra", "Kontra", KONTRAS, nobody="None", aside=True)

_SUIT_GAMES = {base * times for base in SUIT_VALUES.values() for times in range(2, 19)}
_GRANDS = {BASES[GRAND] * times for times in range(2, 12)}
POSSIBLE = tuple(sorted({*_SUIT_GAMES, *_GRANDS, *NULLS.values()}))
"""The values that a game can have, which are the possible bids. Source: skat/play.bids."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A game that a declarer played, with its bid and result.

    Its texts are keys of ``GAMES``, ``ANNOUNCEMENTS``, ``RESULTS`` and ``KONTRAS``; a bid of 0 was not given.
    """

    game: str
    matadors: int
    announced: str | None
    result: str
    bid: int
    kontra: str | None = None

    @property
    def is_null(self) -> bool:
        """Whether it is a Null game, without trumps."""
        return self.game in NULLS

    @property
    def steps(self) -> list[str]:
        """The steps that raise the multiplier by one each besides the matadors: ``game``, ``Hand``, ``Schneider``.

        Each announcement includes those before it in ``ANNOUNCEMENTS``.

        Source: skat/scoring.multiplier.
        """
        level = [*ANNOUNCEMENTS].index(self.announced) if self.announced else -1
        schwarz = self.result.endswith("schwarz") or level > 1
        schneider = schwarz or self.result.endswith("schneider") or level > 0
        parts = {
            "game": True, "Hand": level >= 0, "Schneider": schneider, "Schneider announced": level > 0,
            "Schwarz": schwarz, "Schwarz announced": level > 1, "ouvert": level > 2,
        }  # fmt: skip
        return [name for name, counts in parts.items() if counts]

    @property
    def value_by_cards(self) -> int:
        """The value by the cards alone, whatever was bid. Source: skat/scoring.value, skat/scoring.null."""
        if self.is_null:
            return NULLS[self.game]
        return BASES[self.game] * (self.matadors + len(self.steps))

    @property
    def is_overbid(self) -> bool:
        """Whether the game is worth less than was bid. Source: skat/scoring.overbid."""
        return self.bid > self.value_by_cards

    @property
    def value(self) -> int:
        """The value that is scored: by the cards or, if overbid, the lowest multiple of the base that reaches the bid.

        An overbid Null game, which has no base, is scored by the cards.
        """
        if not self.is_overbid or self.is_null:
            return self.value_by_cards
        base = BASES[self.game]
        return -(-self.bid // base) * base

    @property
    def is_won(self) -> bool:
        """Whether the declarer has won: by the cards, and without having overbid."""
        return self.result.startswith("won") and not self.is_overbid

    @property
    def is_hand(self) -> bool:
        """Whether it is a Hand game, played without taking the skat."""
        return self.announced is not None or self.game.endswith("-hand")

    def points(self, *, single_hand: bool) -> int:
        """Return the points for the declarer. ``single_hand``: whether a lost Hand game counts once, not twice.

        Source: skat/scoring.won, skat/scoring.lost, skat/scoring.kontra.
        """
        lost = -1 if single_hand and self.is_hand else -2
        return self.value * (1 if self.is_won else lost) * TIMES[self.kontra]

    def text(self) -> str:
        """Return the calculation of its value in words: ``hearts 10 × 3: 2 matadors, game``."""
        if self.is_null:
            return f"{GAMES[self.game]} {self.value}"
        base, steps = BASES[self.game], listed([counted(self.matadors, "matador"), *self.steps])
        raised = f", raised to {self.value}" if self.is_overbid else ""
        return f"{self.game} {base} × {self.value_by_cards // base}: {steps}{raised}"


def contract_of(entry: Record) -> Contract:
    """Return the game of a valid entry."""
    game, result, kontra = entry.text(GAME_NAMED), entry.text(RESULT), entry.get(KONTRA)
    return Contract(game, entry[MATADORS] or 0, entry[ANNOUNCED], result, entry[BID] or 0, kontra)


def contract_faults(entry: Record) -> Iterator[Problem]:
    """Yield the problems with the game of a declarer. Source: skat/play.announce, skat/play.bids."""
    game, matadors, announced, result = entry[GAME_NAMED], entry[MATADORS], entry[ANNOUNCED], entry[RESULT]
    bid = entry[BID]
    yield from refuse(GAME_NAMED, "Say which game was played.", when=game is None)
    yield from refuse(RESULT, "Say whether the declarer won.", when=result is None)
    if bid is not None and bid not in POSSIBLE:
        yield Problem(BID, f"No game is worth {bid}, so nobody bids it.")
    elif bid and game in NULLS and bid > NULLS[game]:
        yield Problem(GAME_NAMED, f"{GAMES[game]} is worth {NULLS[game]} and cannot be played after a bid of {bid}.")
    if game in NULLS:
        yield from _null_faults(game, matadors, announced, result)
    elif game:
        yield from _trump_faults(game, matadors, announced, result)


def _null_faults(game: str, matadors: int | None, announced: str | None, result: str | None) -> Iterator[Problem]:
    """Yield the problems with a Null game."""
    yield from refuse(MATADORS, f"{GAMES[game]} has no trumps, so no matadors.", when=matadors is not None)
    if announced is not None:
        yield Problem(ANNOUNCED, f"Nothing is announced in {GAMES[game]}; Hand and ouvert are games of their own.")
    if result not in (None, "won", "lost"):
        yield Problem(RESULT, f"{GAMES[game]} is won or lost; there is no Schneider in it.")


def _trump_faults(game: str, matadors: int | None, announced: str | None, result: str | None) -> Iterator[Problem]:
    """Yield the problems with a suit game or a grand."""
    if matadors is None:
        yield Problem(MATADORS, "Say with or without how many matadors it was played.")
    elif game == GRAND and matadors > JACKS:
        yield Problem(MATADORS, f"A grand has {JACKS} matadors at most, not {matadors}.")
    missed_results = {"schneider": ("won",), "schwarz": ("won", "won-schneider"), "ouvert": ("won", "won-schneider")}
    if announced and result in missed_results.get(announced, ()):
        what = "Schwarz" if announced == "ouvert" else ANNOUNCEMENTS[announced]
        yield Problem(RESULT, f"{what} was announced and not made, so the game is lost.")
