"""What events of a file may say, by kind: of nights, money and people."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, Final

from companion.core.money import KITTY

MOST_AMOUNT: Final = 10**15
Check = Callable[[Any], bool]


def _text(most: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= most


def _is_person(value: Any) -> bool:
    return type(value) is int


def _has_money(value: Any) -> bool:
    return type(value) is int or value == KITTY


def _is_amount(value: Any) -> bool:
    return type(value) is int and 0 < abs(value) <= MOST_AMOUNT


def _is_moment(value: Any) -> bool:
    return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None


def _is_day(value: Any) -> bool:
    return value is None or bool(date.fromisoformat(value))


def _are_people(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(map(_is_person, value)))


def _are_open(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) and not _faults(row, _OPEN, _OPEN) for row in value)


_CURRENCY: Final[Mapping[str, Check]] = {"currency": _text(20)}
_AMOUNT: Final[Mapping[str, Check]] = {"amount": _is_amount}
_OPEN: Final[Mapping[str, Check]] = {"who": _has_money, **_CURRENCY, **_AMOUNT}
_PASSED: Final[Mapping[str, Check]] = {
    "from": _has_money, "to": _has_money, "at": _is_moment, "reason": _text(500), **_CURRENCY, **_AMOUNT,
}  # fmt: skip
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "paid": ("from", "to", "amount"), "kitty": ("from", "to", "amount"), "carried": ("open",),
    "named": ("from", "to"), "merged": ("into",), "parted": ("from",),
}  # fmt: skip
_KINDS: Final[Mapping[str, Mapping[str, Check]]] = {
    "told": {
        "name": _text(60), "place": _text(60), "notes": _text(2000), "dated": _is_day, "present": _are_people,
        "came": lambda value: isinstance(value, dict), "shared": lambda value: value == "",
    },
    "paid": _PASSED,
    "kitty": _PASSED,
    "carried": {"open": _are_open, "to": lambda value: value is None or type(value) is int},
    "back": {},
    "named": {"from": _text(40), "to": _text(40)},
    "merged": {"into": _is_person, "also": _are_people},
    "parted": {"from": _is_person, "also": _are_people},
    "hidden": {},
    "shown": {},
}  # fmt: skip


def step_fault(kind: str, data: Mapping[str, Any]) -> str:
    """Return what is wrong with the data of an event; empty: nothing."""
    return _faults(data, _KINDS[kind], _NEEDED.get(kind, ()))


def _faults(data: Mapping[str, Any], checks: Mapping[str, Check], needed: Any) -> str:
    missing = [key for key in needed if key not in data]
    if missing:
        return f"it does not say “{missing[0]}”"
    wrong = [key for key, value in data.items() if key not in checks or not checks[key](value)]
    return f"what it says under “{wrong[0]}” is nothing" if wrong else ""
