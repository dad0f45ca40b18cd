"""Writing any entry of any game down on a phone, by the widgets that its fields have."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards.notation import pretty
from companion.core.entry.fields import Field
from companion.web.forms.fields import field_class_for
from companion.web.support.faults import is_asked
from tests.browser.phone import Phone


def fill_fields(phone: Phone, fields: Sequence[Field], entry: Mapping[str, Any]) -> None:
    """Write down what the entry has for these fields, in their order."""
    firsts = {item.asking.in_one_with: item for item in fields if item.asking.in_one_with}
    for item in fields:
        if item.key in firsts:
            pair(phone, (item, firsts[item.key]), item.key, entry)
            continue
        if item.asking.in_one_with:
            continue
        if item.key not in entry:
            if item.asking.tapped and is_asked(item, entry):  # nobody, then
                phone.chip(item.key, "none")
            continue
        if item.asking.either and entry[item.key] not in (None, {}, []):
            _choose_way(phone, item.asking.either)
        elif item.asking.aside:
            phone.page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        value = entry[item.key]
        if item.per == "table":
            fill(phone, item, item.key, value)
        else:
            for name, one in value.items():
                if not (item.asking.not_of and name == entry.get(item.asking.not_of)):
                    fill(phone, item, f"{item.key}.{item.names.index(name)}", one)


def pair(phone: Phone, fields: tuple[Field, Field], name: str, entry: Mapping[str, Any]) -> None:
    """Answer two fields by one tap; a number that has no chip is typed. ``name``: of the input of the first."""
    first, second = fields
    if second.hints.quick and entry[second.key] not in second.hints.quick:
        phone.cell(name, sent(first, entry[first.key]))
        phone.type(name.removesuffix(first.key) + second.key, entry[second.key])
        return
    others = [sent(second, entry[second.key])] if second.key in entry else []
    phone.cell(name, sent(first, entry.get(first.key)), *others)


def _choose_way(phone: Phone, title: str) -> None:
    """Choose the way in which it is written down, where one is to be chosen."""
    chip = phone.page.locator(f".ways label.chip:has(span:text-is('{title}'))")
    if chip.count() and not chip.locator("input").is_checked():
        chip.tap()


def fill(phone: Phone, item: Field, name: str, value: Any) -> None:
    """Write one value down."""
    FILLERS[field_class_for(item).widget.name](phone, item, name, value)


def _chips(phone: Phone, item: Field, name: str, value: Any) -> None:
    if item.hints.turns:
        turn(phone, item, name, value)
    elif not phone.page.locator(f"input[name='{name}'][value='{value}']").is_checked():
        phone.chip(name, value)


def _radio(phone: Phone, item: Field, name: str, value: Any) -> None:
    if item.hints.turns:
        turn(phone, item, name, value)
        return
    chosen = phone.page.locator(f"input[name='{name}']:checked")
    if not chosen.count() or chosen.first.get_attribute("value") != str(sent(item, value)):  # else it follows already
        phone.chip(name, sent(item, value))


def _typed(phone: Phone, item: Field, name: str, value: Any) -> None:
    phone.type(name, value)


def _text(phone: Phone, item: Field, name: str, value: Any) -> None:
    if item.hints.letters is None:
        phone.type(name, value)
        return
    signs = dict(item.hints.letters.letters)
    for letter in value.upper().split("/"):
        if letter not in phone.page.locator(f"input[name='{name}']").input_value():
            phone.tap(f".field:has(> input[name='{name}']) .chip-button:has-text('{signs[letter]}')")


def _flag(phone: Phone, item: Field, name: str, value: Any) -> None:
    if phone.page.locator(f"input[name='{name}'][type=checkbox]").is_checked() != bool(value):
        phone.tick(name)


def _boxes(phone: Phone, item: Field, name: str, value: Any) -> None:
    for one in value:
        phone.chip(name, sent(item, one))


def _sequence(phone: Phone, item: Field, name: str, value: Any) -> None:
    for one in value:
        phone.tap(f"[data-sequence='{name}'] .chip-button:text-is('+ {one}')")


def _cards(phone: Phone, item: Field, name: str, value: Any) -> None:
    pick(phone, name, [value] if item.type == "card" else value)


def _parts(phone: Phone, item: Field, name: str, value: Any) -> None:
    seconds = {column.asking.in_one_with: column for column in item.columns if column.asking.in_one_with}
    for column in item.columns:
        if column.key in seconds:
            pair(phone, (column, seconds[column.key]), f"{name}.{column.key}", value)
        elif column.key in value and not column.asking.in_one_with:
            fill(phone, column, f"{name}.{column.key}", value[column.key])


def _rows(phone: Phone, item: Field, name: str, value: Any) -> None:
    if item.hints.shares is not None:
        pots(phone, [(row[item.columns[0].key], row[item.columns[1].key]) for row in value])
        return
    if item.hints.layout is not None:
        bets(phone, item, name, value)
        return
    by = [column for column in item.columns if column.asking.in_one_with == item.columns[0].key]
    for number, row in enumerate(value):
        kind = f"[data-kind='{row[item.columns[0].key]}']" if len(item.hints.sentences) > 1 else "[data-add]"
        if by and phone.page.locator(f"{kind}[data-whose]").count():
            kind += f"[data-whose='{sent(by[0], row[by[0].key])}']"
        editor = phone.page.locator(f"[data-rows='{name}'] [data-row='{number}']")
        if not editor.is_visible():  # a row may have gone on to the next by itself
            phone.tap(f"[data-rows='{name}'] {kind}")
        told = {column.hints.letters.tells for column in item.columns if column.hints.letters}
        follows = {item.columns[0].key, *(one.key for one in by)} if len(item.hints.sentences) > 1 else told
        columns = tuple(column for column in item.columns if column.key not in follows)
        _parts(phone, item.of(columns=columns), f"{name}.{number}", row)
        done = editor.locator("button:text-is('Done')")
        if done.is_visible():
            done.tap()


def bets(phone: Phone, item: Field, name: str, value: Sequence[Mapping[str, Any]]) -> None:
    """Put each bet on the layout."""
    layout = item.hints.layout
    assert layout is not None
    columns = {column.key: column for column in item.columns}
    for row in value:
        phone.bets(name, sent(columns[layout.who], row[layout.who]), row[layout.stake], row[layout.on])


def pots(phone: Phone, won: Sequence[tuple[int, str]]) -> None:
    """Tap who won the pots, one after the other, and say how much is in one where that does not follow."""
    for number, (chips, winner) in enumerate(won):
        line = phone.page.locator(".pot").nth(number)
        line.locator(".chip", has_text=winner).tap()
        if line.locator("input.num").input_value() != str(chips):
            line.locator("input.num").fill(str(chips))


def turn(phone: Phone, item: Field, name: str, value: Any) -> None:
    """Tap an answer on the pad that all share."""
    if not phone.page.locator(".seats-on-pad").count():
        phone.tap(f".field:has(input[name='{name}']) .at-turn")
    who = item.names[int(name.rpartition(".")[2])]
    phone.tap(f".seats-on-pad button:has(bdi:text-is('{who}'))")
    phone.tap(f".pad .deck button:text-is('{value}')")


FILLERS = {
    "chips": _chips, "radios": _radio, "number": _typed, "usual_number": _typed, "text": _text, "checkbox": _flag,
    "checkboxes": _boxes, "sequence": _sequence, "cards": _cards, "object_field": _parts, "table_field": _rows,
}  # fmt: skip
"""How each widget is written into."""


def sent(item: Field, value: Any) -> Any:
    """A value as the chip of it sends it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return item.names.index(value) if value in item.names else value


def pick(phone: Phone, name: str, cards: Sequence[str]) -> None:
    """Pick cards from the deck at the bottom of the page."""
    if not cards:
        phone.tick(f"{name}.none")
        return
    phone.tap(f".field:has(> input[name='{name}']) .hand button")
    for card in cards:
        phone.page.locator(f".deck button[aria-label='{pretty(card)}']").tap()
    phone.page.keyboard.press("Escape")
