"""The cards of a round trick by trick: who plays next, who wins each trick, what is trump, and who reneged.

Knows no game: every verdict comes from the game's own situations ``trick`` and ``renege``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.cards.tricks import Renege
from companion.cards.turns import PlayedCard, Stage
from companion.core.entry import fields as f
from companion.core.entry.keys import Key, PerName
from companion.core.game.auction import AuctionState
from companion.core.game.situation import Effect, Verdict, WonTrick
from companion.core.referee.facts import CARD, PLAYER, PLAYERS, TRICK, TRICKS, TRUMP

LEAST_IN = 2
"""The fewest players who can play a trick."""


@dataclass(frozen=True, slots=True)
class RecordedCards:
    """The cards of a round in the order in which they were played, as the table entered them."""

    players: tuple[str, ...]
    """The players in the round, in seat order."""

    leader: str
    """Who leads the first trick; empty until that is known."""

    trump: str | None = None
    """The trump before the first card; None if there is none."""

    is_trump_known: bool = False
    """Whether the table has entered the trump, or that there is none."""

    tricks: tuple[tuple[PlayedCard, ...], ...] = ()
    """All but the last are complete."""

    trumps_entered: Mapping[int, str | None] = field(default_factory=dict)
    """Trumps that the table entered during the hand: the number of the first trick with each, and the trump."""

    declared: frozenset[int] = frozenset()
    """The numbers of the tricks whose leader made a declaration with the card led (see ``ByTricks.declaration``)."""

    out: Mapping[str, int] = field(default_factory=dict)
    """Who plays no more cards, with the number of their first trick without them."""

    closed: bool = False
    """Whether the last trick was ended before everybody had played to it."""

    over: bool = False
    """Whether the table ended the hand before its last trick."""

    calls: tuple[str, ...] = ()
    """The calls of the auction before the first card, if the table enters them."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, perhaps incomplete, with the verdict on it."""

    number: int
    plays: tuple[PlayedCard, ...]
    trump: str | None
    """The trump before the trick."""

    trump_after: str | None
    stage: Stage
    """The stage of the hand before the trick."""

    verdict: Verdict | None
    """Who wins the trick, or is winning so far; None while no card that counts was played."""

    complete: bool

    @property
    def winner(self) -> str:
        """Who wins the trick; empty while nobody does."""
        return str(self.verdict.outcome["winner"]) if self.verdict else ""


class ProvedRenege(NamedTuple):
    """A renege that later cards prove, and what it costs."""

    renege: Renege
    began: bool
    """Whether the suit was set by the first card that counts in the trick, so that it was led."""

    effect: Effect | None
    """The penalty, if the rules set one."""


@dataclass(frozen=True, slots=True)
class Course:
    """The state of a round after the cards played so far."""

    tricks: tuple[Trick, ...]
    turn: str
    """Who plays the next card; empty if no more tricks are played, or nobody is known to lead."""

    leads: bool
    """Whether that card leads a trick."""

    trump: str | None
    """The current trump."""

    stage: Stage
    """The stage of the hand before the current or the next trick."""

    players_left: tuple[str, ...]
    """The players who still play cards, in seat order."""

    taken: Mapping[str, int]
    """How many tricks each has won."""

    proved_reneges: tuple[ProvedRenege, ...]
    breaches: tuple[Renege, ...]
    """Cards that are only right if the player holds nothing better, also if proved wrong; without proved reneges."""

    over: bool
    auction: tuple[AuctionState, ...] = ()
    """The state of the auction before each call and now; empty in games without one."""

    @property
    def current(self) -> Trick | None:
        """The trick that is being played; None if the next card leads one."""
        return self.tricks[-1] if self.tricks and not self.tricks[-1].complete else None

    @property
    def bidding(self) -> AuctionState | None:
        """The present state of the auction; None if there is none."""
        return self.auction[-1] if self.auction else None

    @property
    def settled(self) -> Mapping[str, Any]:
        """What the auction has settled, as raw JSON."""
        return self.auction[-1].settled if self.auction else {}

    @property
    def won(self) -> tuple[WonTrick, ...]:
        """The complete tricks, as a game counts them."""
        return tuple(
            WonTrick(trick.winner, trick.plays, trick.verdict.outcome)
            for trick in self.tricks
            if trick.complete and trick.verdict
        )


def trick_json(plays: Iterable[PlayedCard]) -> list[dict[str, str]]:
    """Return played cards as JSON."""
    return [{"player": play.player, "card": play.card} for play in plays]


# JSON for storing.


LEADER: Key[str | None] = Key("leader")
OUT: Key[PerName[int]] = Key("out")

RECORDED_FIELDS = (
    f.players(PLAYERS, "Players", ()),
    f.player(LEADER, "Leader", ()),
    f.several(TRICKS, "Tricks", f.rows(TRICK, "Trick", (f.player(PLAYER, "Player", ()), f.text(CARD, "Card", 40)))),
    f.count(OUT, "Out", per="player"),
)
"""The fields of recorded cards as JSON that contain names, so that names can be replaced in it."""


def recorded_json(recorded: RecordedCards) -> dict[str, Any]:
    """Return recorded cards as JSON, for storing."""
    trump = {TRUMP: recorded.trump} if recorded.is_trump_known else {}
    known = {
        "leader": recorded.leader, "calls": list(recorded.calls), "out": dict(recorded.out),
        "closed": recorded.closed, "over": recorded.over, "declared": sorted(recorded.declared),
        "turned": {str(number): trump for number, trump in recorded.trumps_entered.items()},
    }  # fmt: skip
    given = {key: value for key, value in known.items() if value}
    return {"players": list(recorded.players), "tricks": list(map(trick_json, recorded.tricks)), **trump, **given}


def recorded_from_json(data: Mapping[str, Any], players: Sequence[str], leader: str) -> RecordedCards:
    """Return the recorded cards stored as JSON; they keep their own players and leader once a card was played.

    ``players``, ``leader``: those of the table, which are used before that.
    """
    tricks = tuple(tuple(PlayedCard(row["player"], row["card"]) for row in plays) for plays in data.get("tricks") or ())
    if tricks:
        players, leader = data["players"], data["leader"]
    return RecordedCards(
        tuple(players), leader, data.get(TRUMP), TRUMP in data, tricks,
        trumps_entered={int(number): trump for number, trump in data.get("turned", {}).items()},
        declared=frozenset(data.get("declared", ())),
        out={name: number for name, number in data.get("out", {}).items() if name in players},
        closed=bool(data.get("closed")), over=bool(data.get("over")), calls=tuple(data.get("calls", ())),
    )  # fmt: skip
