"""The limits of a valid answer; where, when and in which words a page asks for it; and the layout for bets."""

from dataclasses import dataclass
from typing import Any, Literal

from companion.core.entry.keys import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The limits of a valid answer."""

    least: int = 0
    """The smallest number, or the fewest items of a list that is given."""

    most: int | None = None
    """The largest number, the most items of a list, or the most letters of a text; None for no limit."""

    too_many: str = ""
    """The reason for ``most`` of a list, as the end of a refusal: ``nobody holds the tokens for more``."""

    step: int = 1
    """Numbers must be multiples of this."""

    repeats: bool = False
    """Whether a list may contain the same player twice."""

    ordered: bool = False
    """Whether the order of ``players`` matters. Rows and lists are always ordered."""

    keeps_empty: bool = False
    """Whether an empty object or list is an answer; otherwise it counts as not given."""

    empty_for: tuple[str, ...] = ()
    """Names that are not asked but for whom 0, false or nothing may be given (a dealer's bet of 0)."""

    takes: Literal["", "player", "side"] = ""
    """Who can be named if the field lists no names: only players, only sides, or (empty) both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Where, when and in which words a page asks. None of this changes which answers are valid."""

    explained: str = ""
    """Longer or rarely needed help, folded behind a question mark."""

    named_by: tuple[str, tuple[tuple[str | int, str], ...]] = ("", ())
    """The key of a choice, and this field's label for each of its answers. Without an answer the field's own label is
    used."""

    group: str = ""
    """The heading above the field. Adjacent fields with the same heading share it."""

    aside: bool = False
    """Whether it is rarely needed, and so folded away at first."""

    in_front: bool = False
    """For an option: whether it is visible before a play starts. Other options are folded away."""

    either: str = ""
    """If the same thing can be entered in two ways: the way to which the field belongs, ``Totals`` or ``Cards``.

    Only one way is open at a time: at first that of the last round, or else that of the field which is not ``aside``.
    The page then does not offer ``nobody`` as an answer."""

    shown_when: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """Other fields with the values for which this field is shown; ``()`` stands for any value that is not empty."""

    not_of: str = ""
    """The field that names who is not asked this: a player who went out holds no cards."""

    in_one_with: str = ""
    """The field before this one (in rows: the column) that the same tap answers: who bid, and how much. The second
    answer can be a number with ``quick`` values."""

    running: bool = False
    """Whether it is filled in while the hand is played. It then stays open until the round is saved, every phone sees
    it, and it counts at once: these fields alone are scored as a provisional round."""

    tapped: bool = False
    """Whether null must be tapped, because it scores; otherwise null is the initial choice. In the API a missing answer
    is null either way."""


NO_LIMITS, AS_USUAL = Bounds(), Asking()
"""The bounds and the asking of a field that declares none."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A betting layout for rows: a tap adds a row, with the name and the stake that were tapped before.

    Another tap on the same thing raises the stake of its row.
    """

    who: Key[str | None]
    """The column of the name."""

    stake: Key[int]
    """The column of the stake, with ``quick`` values."""

    on: Key[str | None]
    """The column of what is bet on: a text of ``letters``."""
