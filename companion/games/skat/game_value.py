"""The value of a game of Skat: base, multiplier, and the value of a game that was overbid."""

from collections.abc import Iterator

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
LOST_HAND = ask.choice(
    "lost_hand", "Lost Hand games", {"double": "Count double", "single": "Count once"}, default="double",
)  # fmt: skip

_SUIT_GAMES = {base * times for base in SUIT_VALUES.values() for times in range(2, 19)}
_GRANDS = {BASES[GRAND] * times for times in range(2, 12)}
POSSIBLE = tuple(sorted({*_SUIT_GAMES, *_GRANDS, *NULLS.values()}))
"""The values that a game can have, which are the possible bids. Source: skat/play.bids."""


# The game of a declarer, by a valid entry or by facts with its keys.


def is_null(entry: Record) -> bool:
    """Return whether it is a Null game, without trumps."""
    return entry[GAME_NAMED] in NULLS


def is_hand(entry: Record) -> bool:
    """Return whether it is a Hand game, played without taking the skat."""
    return entry[ANNOUNCED] is not None or entry.text(GAME_NAMED).endswith("-hand")


def is_overbid(entry: Record) -> bool:
    """Return whether the game is worth less than was bid. Source: skat/scoring.overbid."""
    return (entry[BID] or 0) > value_by_cards(entry)


def is_won(entry: Record) -> bool:
    """Return whether the declarer has won: by the cards, and without having overbid."""
    return entry.text(RESULT).startswith("won") and not is_overbid(entry)


def steps(entry: Record) -> list[str]:
    """Return the steps that raise the multiplier by one each besides the matadors: ``game``, ``Hand``, ``Schneider``.

    Each announcement includes those before it in ``ANNOUNCEMENTS``.

    Source: skat/scoring.multiplier.
    """
    announced, result = entry[ANNOUNCED], entry.text(RESULT)
    level = [*ANNOUNCEMENTS].index(announced) if announced else -1
    schwarz = result.endswith("schwarz") or level > 1
    schneider = schwarz or result.endswith("schneider") or level > 0
    parts = {
        "game": True, "Hand": level >= 0, "Schneider": schneider, "Schneider announced": level > 0,
        "Schwarz": schwarz, "Schwarz announced": level > 1, "ouvert": level > 2,
    }  # fmt: skip
    return [name for name, counts in parts.items() if counts]


def value_by_cards(entry: Record) -> int:
    """Return the value by the cards alone, whatever was bid. Source: skat/scoring.value, skat/scoring.null."""
    game = entry.text(GAME_NAMED)
    return NULLS[game] if is_null(entry) else BASES[game] * ((entry[MATADORS] or 0) + len(steps(entry)))


def value_scored(entry: Record) -> int:
    """Return the value that is scored: by the cards or, if overbid, the lowest multiple of the base that is enough.

    Nobody declares a Null game, which has no base, after a bid above its value.

    Source: skat/scoring.overbid.
    """
    if not is_overbid(entry):
        return value_by_cards(entry)
    base, bid = BASES[entry.text(GAME_NAMED)], entry[BID] or 0
    return -(-bid // base) * base


def points_scored(options: Record, entry: Record) -> int:
    """Return the points for the declarer.

    Source: skat/scoring.won, skat/scoring.lost, skat/scoring.lost-hand, skat/scoring.kontra.
    """
    lost = -1 if options[LOST_HAND] == "single" and is_hand(entry) else -2
    return value_scored(entry) * (1 if is_won(entry) else lost) * TIMES[entry.get(KONTRA)]


def value_text(entry: Record) -> str:
    """Return the calculation of the value in words: ``hearts 10 × 3: 2 matadors, game``."""
    game, value = entry.text(GAME_NAMED), value_scored(entry)
    if is_null(entry):
        return f"{GAMES[game]} {value}"
    base, parts = BASES[game], listed([counted(entry[MATADORS] or 0, "matador"), *steps(entry)])
    raised = f", raised to {value}" if is_overbid(entry) else ""
    return f"{game} {base} × {value_by_cards(entry) // base}: {parts}{raised}"


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
