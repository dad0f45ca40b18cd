"""The cards of a round followed trick by trick: who plays next, who wins what, what trump is by then, and who reneged.

It knows no game: every verdict is that of the game's own situations ``trick`` and ``renege``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cards.tricks import Duty, PlayedCard, Stage
from companion.core import fields as f
from companion.core.facts import CARD, PLAYER, PLAYERS, TRICK, TRICKS, TRUMP
from companion.core.keys import Key, PerName
from companion.core.situation import Effect, Verdict, Won

LEAST_IN = 2
"""Fewer players than this play no trick."""


@dataclass(frozen=True, slots=True)
class Fall:
    """The cards of a round as they fell, as the table entered them."""

    players: tuple[str, ...]
    """Who is in the round, in seat order."""

    leader: str
    """Who leads the first trick; empty while nobody has said so."""

    trump: str | None = None
    """Trump before the first card; None: there is none."""

    asked_trump: bool = False
    """Whether the table has said what trump is (or that there is none)."""

    tricks: tuple[tuple[PlayedCard, ...], ...] = ()
    """All but the last are complete."""

    turned: Mapping[int, str | None] | None = None
    """Trick to the trump that the table names for it and what follows, where the cards do not tell."""

    declared: frozenset[int] = frozenset()
    """The tricks whose leader has declared what the card led forces others to."""

    out: Mapping[str, int] | None = None
    """Who plays no more cards, with the first trick that they are not in."""

    closed: bool = False
    """Whether the last trick was ended before everybody had played to it."""

    over: bool = False
    """Whether the table says that no more tricks are played."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, judged as far as it has come."""

    number: int
    plays: tuple[PlayedCard, ...]
    trump: str | None
    """As it stood before the trick."""

    trump_after: str | None
    stage: Stage
    """How the hand stood before the trick."""

    verdict: Verdict | None
    """Who wins it, or wins so far; None while no card that counts lies there."""

    complete: bool

    @property
    def winner(self) -> str:
        """Who wins it; empty while nobody does."""
        return str(self.verdict.outcome["winner"]) if self.verdict else ""


@dataclass(frozen=True, slots=True)
class Caught:
    """A renege that later cards prove."""

    player: str
    trick: int
    card: str
    shown_in: int
    shown: str
    """The card that shows it."""

    led: PlayedCard
    """The card that set what was to be followed."""

    duty: Duty
    """What it did not fulfil."""

    began: bool
    """Whether that was the first card of the trick that counts."""

    trump: str | None
    """What was trump in that trick."""

    verdict: Verdict
    effect: Effect | None
    """What it costs, where the rules say so."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A card that may be played only by who holds nothing better, told of as soon as it falls or is proved wrong."""

    player: str
    trick: int
    card: str
    duty: Duty
    shown_in: int = 0
    """The trick that shows that there was something better; 0: none does so far."""

    shown: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """All there is to say about a fall so far."""

    tricks: tuple[Trick, ...]
    turn: str
    """Who plays the next card; empty when no more tricks are played, and while nobody has said who leads."""

    leads: bool
    """Whether that card leads a trick."""

    trump: str | None
    """What is trump now."""

    stage: Stage
    """How the hand stands before the trick that is being played, or that comes next."""

    left: tuple[str, ...]
    """Who still plays cards, in seat order."""

    taken: Mapping[str, int]
    """Tricks of each."""

    caught: tuple[Caught, ...]
    breaches: tuple[Breach, ...]
    over: bool

    @property
    def current(self) -> Trick | None:
        """The trick that is being played; None: the next card leads one."""
        return self.tricks[-1] if self.tricks and not self.tricks[-1].complete else None

    @property
    def won(self) -> tuple[Won, ...]:
        """The complete tricks, as a game counts them."""
        return tuple(
            Won(trick.winner, trick.plays, trick.verdict.outcome)
            for trick in self.tricks
            if trick.complete and trick.verdict
        )


def trick_json(plays: Iterable[PlayedCard]) -> list[dict[str, str]]:
    """Return plays as JSON."""
    return [{"player": play.player, "card": play.card} for play in plays]


# As it is kept.


LEADER: Key[str | None] = Key("leader")
OUT: Key[PerName[int]] = Key("out")

FALL_FIELDS = (
    f.players(PLAYERS, "Players", ()),
    f.player(LEADER, "Leader", ()),
    f.several(TRICKS, "Tricks", f.rows(TRICK, "Trick", (f.player(PLAYER, "Player", ()), f.text(CARD, "Card", 40)))),
    f.count(OUT, "Out", per="player"),
)
"""Where names stand in a fall as JSON."""


def fall_json(fall: Fall) -> dict[str, Any]:
    """Return a fall as JSON."""
    found: dict[str, Any] = {
        "players": list(fall.players),
        **({"leader": fall.leader} if fall.leader else {}),
        "tricks": [trick_json(plays) for plays in fall.tricks],
    }
    if fall.asked_trump:
        found[TRUMP] = fall.trump
    if fall.turned:
        found["turned"] = {str(number): trump for number, trump in fall.turned.items()}
    if fall.out:
        found["out"] = dict(fall.out)
    if fall.declared:
        found["declared"] = sorted(fall.declared)
    for key in ("closed", "over"):
        if getattr(fall, key):
            found[key] = True
    return found


def fall_from(data: Mapping[str, Any], players: Sequence[str], leader: str) -> Fall:
    """Return the fall that JSON means; players and leader are the table's own until the first card was played."""
    if not data.get("tricks"):
        kept = {name: number for name, number in data.get("out", {}).items() if name in players}
        fresh = Fall(tuple(players), leader, out=kept)
    else:
        tricks = tuple(tuple(PlayedCard(row["player"], row["card"]) for row in plays) for plays in data["tricks"])
        fresh = Fall(tuple(data["players"]), data["leader"], tricks=tricks, out=data.get("out", {}))
    return replace(
        fresh,
        trump=data.get(TRUMP),
        asked_trump=TRUMP in data,
        turned={int(number): trump for number, trump in data.get("turned", {}).items()},
        declared=frozenset(data.get("declared", ())),
        closed=bool(data.get("closed")),
        over=bool(data.get("over")),
    )
