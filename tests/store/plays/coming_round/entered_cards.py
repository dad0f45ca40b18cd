"""Cards entered in the coming round, and reading them back."""

from typing import Any

from companion.store.log.write_results import Stale
from companion.store.plays.coming_round import round_cards
from companion.store.plays.coming_round.round_cards import RoundCards
from tests.store.tables import Table, client_id, rows


def hand(*cards: str) -> dict[str, Any]:
    """Return a trick that Bob led, with these cards."""
    names = ("Bob", "Cyd", "Ann")
    plays_ = [{"player": name, "card": card} for name, card in zip(names, cards, strict=False)]
    return {"players": ["Ann", "Bob", "Cyd"], "leader": "Bob", "tricks": [plays_]}


ONE, TWO, THREE = hand("red-7"), hand("red-7", "red-3"), hand("blue-1")


def put(table: Table, mark: int | None, data: dict[str, Any], **more: Any) -> RoundCards | Stale | None:
    """Enter cards of the coming round, by default from the table's own phone."""
    state = table.state
    given: dict[str, Any] = {"member": table.member, "slot": state.next_slot, "client_id": client_id(), **more}
    mark = round_cards.coming_cards(state).mark if mark is None else mark
    return round_cards.save_cards(given.pop("member"), state, mark=mark, data=data, on_sheet=False, **given)


def cards(found: Any) -> list[str]:
    """Return the entered cards, one by one."""
    data = found.data if isinstance(found, RoundCards) else found or {}
    return [row["card"] for trick in data.get("tricks", ()) for row in trick]


def coming(table: Table) -> list[str]:
    return cards(round_cards.coming_cards(table.state))


def of_rounds(table: Table) -> list[list[str]]:
    """Return the cards of every round on the sheet."""
    state = table.state
    return [cards(round_cards.cards_of_round(state, slot.slot)) for slot in state.slots]


def marks(table: Table) -> tuple[int, int]:
    """Return the mark of the play, and that of its sheet."""
    [(mark, sheet)] = rows("select mark, sheet_mark from play where id = :id", id=table.id)
    return mark, sheet
