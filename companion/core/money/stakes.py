"""Stakes: what a play is played for, and what each player gets or pays in the end.

All amounts are whole numbers of the currency's smallest unit.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.core.data_files import read_toml
from companion.core.entry.problems import Problem, Problems
from companion.core.entry.record import is_absent
from companion.core.game.game import Unit
from companion.core.game.ranking import Better
from companion.core.words import counted, listed, quoted, signed

KITTY = "kitty"
"""The name under which balances list the club's common money; no person can have it."""

NO_PERSON = "is what the club's common money is called; take another name"
"""Why a person cannot have this name, as the end of a message that begins with the name."""

MOST_AMOUNT = 1_000_000
"""The highest amount of a stake."""

StakeKindKey = Literal["difference", "to-winner", "fixed", "last-pays", "places", "chips", "kitty"]


def is_kitty(name: str) -> bool:
    """Return whether a name is the kitty's, ignoring case."""
    return name.strip().casefold() == KITTY


@dataclass(frozen=True, slots=True)
class Stake:
    """What a play is played for."""

    kind: StakeKindKey
    amount: int = 0
    """The amount, for all kinds except ``places``."""

    amounts: tuple[int, ...] = ()
    """For ``places``: what each place gets, best first; they add up to 0."""

    @property
    def json(self) -> dict[str, Any]:
        """The stake as in the API."""
        if self.kind == "places":
            return {"kind": self.kind, "amounts": list(self.amounts)}
        return {"kind": self.kind, "amount": self.amount}


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalState:
    """The facts about the end of a play that decide who gets and pays how much."""

    holders: Mapping[str, str]
    """Each player, in seat order, with the name that holds their total: their side, or they themselves."""

    totals: Mapping[str, int]
    """The total of each side in a partnership game, otherwise of each player; winners, places and the other attributes
    use the same names."""

    winners: tuple[str, ...]
    places: Mapping[str, int]
    better: Better = "high"
    started: Mapping[str, int] = field(default_factory=dict)
    """The totals before the first round."""

    bought: Mapping[str, int] = field(default_factory=dict)
    """The chips bought, for each who bought any."""

    weights: Mapping[str, int] = field(default_factory=dict)
    """The losers whose loss counts as several games, with how many."""

    @property
    def names(self) -> tuple[str, ...]:
        """The sides or players that hold totals, in seat order."""
        return tuple(dict.fromkeys(self.holders.values()))

    @property
    def sign(self) -> int:
        """1 if the highest total wins, −1 if the lowest does."""
        return 1 if self.better == "high" else -1

    @property
    def losers(self) -> tuple[str, ...]:
        """The names that did not win, in seat order."""
        return tuple(name for name in self.names if name not in self.winners)

    def amount_lost(self, amount: int, name: str) -> int:
        """Return what a loser pays if a game is worth this amount: more if the loss counts as several games."""
        return amount * self.weights.get(name, 1)


def split_amount(amount: int, names: Sequence[str]) -> dict[str, int]:
    """Split an amount equally; the remainder goes to the first names, one unit each.

    A negative amount is split like a positive one.
    """
    share, rest = divmod(abs(amount), len(names)) if names else (0, 0)
    sign = -1 if amount < 0 else 1
    return {name: sign * (share + (number < rest)) for number, name in enumerate(names)}


def _paid_to_winners(final: FinalState, paid: Mapping[str, int]) -> dict[str, int]:
    """Return the balances if losers pay these amounts and the winners share them; empty if nobody won."""
    winners = [name for name in final.names if name in final.winners]
    if not winners:
        return {}
    return {**{name: -amount for name, amount in paid.items()}, **split_amount(sum(paid.values()), winners)}


def _difference(stake: Stake, final: FinalState) -> dict[str, int]:
    """Return the balances if every two names settle each point between their totals."""
    whole, number = sum(final.totals[name] for name in final.names), len(final.names)
    return {name: stake.amount * final.sign * (number * final.totals[name] - whole) for name in final.names}


def _to_winner(stake: Stake, final: FinalState) -> dict[str, int]:
    """Return the balances if each loser pays the stake for every point that the best winner is ahead."""
    won = [final.totals[name] for name in final.names if name in final.winners]
    best = max(won, key=lambda total: final.sign * total, default=0)
    return _paid_to_winners(final, {name: stake.amount * abs(final.totals[name] - best) for name in final.losers})


def _fixed(stake: Stake, final: FinalState) -> dict[str, int]:
    """Return the balances if every loser pays the same amount, or more if the loss counts as several games."""
    return _paid_to_winners(final, {name: final.amount_lost(stake.amount, name) for name in final.losers})


def _last_pays(stake: Stake, final: FinalState) -> dict[str, int]:
    """Return the balances if the lowest place pays everybody else.

    Several in that place share the payment, by the highest amount that one of them lost.
    """
    lowest = max(final.places[name] for name in final.names)
    last = [name for name in final.names if final.places[name] == lowest]
    others = [name for name in final.names if name not in last]
    amount = max(final.amount_lost(stake.amount, name) for name in last)
    return {**dict.fromkeys(others, amount), **split_amount(-amount * len(others), last)}


def _by_place(stake: Stake, final: FinalState) -> dict[str, int]:
    """Return the balances if each place has its amount; tied names share the amounts of their places."""
    found: dict[str, int] = {}
    for place in set(final.places.values()):
        tied = [name for name in final.names if final.places[name] == place]
        found |= split_amount(sum(stake.amounts[place - 1 : place - 1 + len(tied)]), tied)
    return found


def _by_chips(stake: Stake, final: FinalState) -> dict[str, int]:
    """Return the balances if each settles the chips won or lost; an amount that remains is shared equally."""
    gained = {
        name: stake.amount * (final.totals[name] - final.started.get(name, 0) - final.bought.get(name, 0))
        for name in final.names
    }
    shares = split_amount(-sum(gained.values()), final.names)
    return {name: gained[name] + shares[name] for name in final.names}


def _into_kitty(stake: Stake, final: FinalState) -> dict[str, int]:
    """Return the balances if each loser pays into the kitty."""
    return {name: -final.amount_lost(stake.amount, name) for name in final.losers}


@dataclass(frozen=True, slots=True)
class StakeKind:
    """One way to play for money."""

    label: str
    help: str
    text: str
    """The stake in words, to follow “Stake:”, with ``{amount}`` filled in."""

    settle: Callable[[Stake, FinalState], dict[str, int]]
    """Name to balance; a name that is left out has 0."""

    unit: Unit | None = None
    """What the game must count for this kind; None if it suits any game."""


_SETTLE: Mapping[StakeKindKey, Callable[[Stake, FinalState], dict[str, int]]] = {
    "difference": _difference,
    "to-winner": _to_winner,
    "fixed": _fixed,
    "last-pays": _last_pays,
    "places": _by_place,
    "chips": _by_chips,
    "kitty": _into_kitty,
}
_WORDS = read_toml(__package__, "stakes.toml")

STAKE_KINDS: Mapping[StakeKindKey, StakeKind] = {
    key: StakeKind(settle=settle, **_WORDS[key]) for key, settle in _SETTLE.items()
}
"""All kinds, in the order of the page."""


def kinds_for_unit(unit: Unit) -> tuple[StakeKindKey, ...]:
    """Return the kinds that suit a game which counts this unit."""
    return tuple(key for key, kind in STAKE_KINDS.items() if kind.unit in (None, unit))


# Reading.


def read_stake(raw: object, *, holders: int, unit: Unit) -> tuple[Stake | None, Problems]:
    """Return the stake in raw JSON, None for no stake; and the problems with it.

    ``holders``: how many players or sides hold totals; ``unit``: what the game counts.
    """
    if is_absent(raw):
        return None, []
    if not isinstance(raw, dict):
        return None, _stake_problem("Give the stake as an object: its kind and the amount.")
    key = raw.get("kind")
    kind = next((one for one in STAKE_KINDS if one == key), None)
    if kind is None:
        fault = "The kind of stake is missing" if key is None else f"“{quoted(key)}” is not a kind of stake"
        return None, _stake_problem(f"{fault}; it is one of {listed(STAKE_KINDS, 'or')}.")
    if STAKE_KINDS[kind].unit not in (None, unit):
        return None, _stake_problem("This game has no chips, so it cannot be played for an amount per chip.")
    wanted = "amounts" if kind == "places" else "amount"
    problems = [
        Problem("stake", f"A stake of the kind {kind} has no “{quoted(other)}”, only kind and {wanted}.")
        for other in raw
        if other not in ("kind", wanted)
    ]
    value: Any = raw.get(wanted)
    fault = _places_fault(value, holders) if kind == "places" else _amount_fault(value, "The amount", 1)
    problems += _stake_problem(fault) if fault else []
    if problems:
        return None, problems
    return (Stake(kind, amounts=tuple(value)) if kind == "places" else Stake(kind, value)), []


def _stake_problem(message: str) -> Problems:
    """Return a problem with the stake, as the only one."""
    return [Problem("stake", message)]


def _amount_fault(value: object, what: str, least: int) -> str:
    """Return what is wrong with an amount, or an empty string. ``what``: its name in the message."""
    if value is None:
        return f"{what} of the stake is missing."
    if type(value) is not int:
        return f"{what} of the stake must be a whole number of the currency's smallest unit."
    if not least <= value <= MOST_AMOUNT:
        return f"{what} of the stake must be from {signed(least).lstrip('+')} to {MOST_AMOUNT:,}."
    return ""


def _places_fault(value: object, holders: int) -> str:
    """Return what is wrong with the amounts of the places, or an empty string.

    There must be an amount for each of the ``holders``, players or sides, and all must add up to 0.
    """
    if is_absent(value):
        return "The amounts of the places are missing."
    if not isinstance(value, list):
        return "Give the amounts of the places as a list, the best place first."
    if len(value) != holders:
        return f"There must be an amount for each of {holders} places, not {len(value)}."
    faults = (_amount_fault(amount, f"Amount {number}", -MOST_AMOUNT) for number, amount in enumerate(value, start=1))
    if fault := next(filter(None, faults), ""):
        return fault
    return f"The amounts of the places must add up to 0, not {signed(sum(value))}." if sum(value) else ""


def stake_from_json(raw: Mapping[str, Any]) -> Stake:
    """Return the stake stored as JSON; other keys are ignored."""
    return Stake(raw["kind"], raw.get("amount", 0), tuple(raw.get("amounts", ())))


# Settling.


def why_misfit(stake: Stake, holders: int) -> str:
    """Return a sentence saying why a stake does not suit this number of players or sides, or an empty string.

    It can stop suiting when somebody sits down later.
    """
    if stake.kind != "places" or len(stake.amounts) == holders:
        return ""
    return f"The stake has {counted(len(stake.amounts), 'place')}, but {holders} play: change it to settle this game."


def balances(stake: Stake, final: FinalState) -> dict[str, int]:
    """Return the balance of each player (below 0: to pay), and of the kitty if it gets anything.

    The balances add up to 0. Each player of a side has the side's balance. Empty if the stake does not suit the number
    of players or sides.
    """
    if why_misfit(stake, len(final.names)):
        return {}
    settled = STAKE_KINDS[stake.kind].settle(stake, final)
    found = {player: settled.get(holder, 0) for player, holder in final.holders.items()}
    if stake.kind == "kitty":
        found[KITTY] = -sum(found.values())
    return found


def sum_balances(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Add balances up by name, in the order in which names first occur."""
    found = Counter[str]()
    for part in parts:
        found.update(part)
    return dict(found)
