"""Drawing lots: who sits where, who plays with whom, who deals first."""

from collections.abc import Iterator, Sequence
from secrets import SystemRandom

from companion.core.words import listed
from companion.store.names.names import name_key
from companion.web.start.forms import StartForm

SEATS, PARTNERS, DEALER = "seats", "partners", "dealer"
LOTS = (SEATS, PARTNERS, DEALER)
"""What can be drawn."""

_RANDOM = SystemRandom()
"""A source of randomness that nobody can predict."""


def draw_lots(form: StartForm, in_sides: bool) -> str:
    """Draw lots as the form asks, and fill in the result; return it as a sentence.

    If nothing can be drawn, put the reasons beside the seats and return an empty text. ``in_sides``: whether players
    who sit opposite play together.
    """
    names, what = form.players, form.draw.data
    faults = list(_drawing_problems(form.seat.data, names, what))
    if faults:
        form.refuse("seat", *faults)
        return ""
    dealer = form.first_dealer or names[0]
    if what == DEALER:
        dealer = _RANDOM.choice(names)
        result = f"{dealer} deals first."
    elif what == PARTNERS:
        names = _with_partner(names, _RANDOM.randrange(1, len(names)))
        result = f"{_partners_text(names)}."
    else:
        _RANDOM.shuffle(names)
        result = f"{listed(names)}, clockwise{f': {_partners_text(names)}' if in_sides and len(names) == 4 else ''}."
    form.seat.process(None, names)
    form.dealer.data = names.index(dealer)
    form.drawn.data = f"{form.drawn.data} {what}".strip()[:1000]
    often = form.drawn.data.split().count(what)
    return f"Drawn: {result}" if often == 1 else f"Drawn again, draw {often}: {result}"


def _drawing_problems(seats: Sequence[str], names: Sequence[str], what: str) -> Iterator[str]:
    """Yield the reasons why nothing can be drawn, in sentences. ``what``: which of the ``LOTS`` is to be drawn."""
    if len(names) < 2:
        yield "Type at least two names, then draw."
        return
    taken = max(number for number, name in enumerate(seats) if name)
    empty = [str(number + 1) for number, name in enumerate(seats[:taken]) if not name]
    if empty:
        are = f"Seats {listed(empty)} are" if len(empty) > 1 else f"Seat {empty[0]} is"
        yield f"{are} empty: type a name there, or close the gap, then draw."
    seen: dict[str, str] = {}
    for name in names:
        if name_key(name) in seen:
            yield f"{name} is there twice: give everybody a different name, then draw."
        seen[name_key(name)] = name
    if what == PARTNERS and len(names) != 4:
        yield f"Partners are drawn among four players, not {len(names)}."


def _with_partner(names: Sequence[str], place: int) -> list[str]:
    """Return four names with the one at ``place`` opposite the first."""
    others = [name for number, name in enumerate(names) if number not in (0, place)]
    return [names[0], others[0], names[place], others[1]]


def _partners_text(names: Sequence[str]) -> str:
    """Describe the partners: ``Ann & Cyd play against Bob & Dee``."""
    return f"{names[0]} & {names[2]} play against {names[1]} & {names[3]}"
